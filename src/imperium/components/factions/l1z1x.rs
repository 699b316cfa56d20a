//! The L1Z1X Mindnet.

use crate::engine::Prompt;
use crate::imperium::components::technologies::{exhaust, is_ready};
use crate::imperium::data::*;
use crate::imperium::rules::ask::Question;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::bombardment;
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const INHERITANCE: &str = "inheritance-systems";
/// Resources for ignoring all prerequisites.
const INHERITANCE_PRICE: u8 = 2;

static ABILITIES: &[Component] = &[
    Component::new(
        "assimilate",
        "When you gain control of a planet, each PDS and space dock on it becomes yours.",
    )
    .powers(&[Power {
        name: "Assimilate",
        at: At::ControlChanges,
        when: |state, seat, moment| match moment {
            Moment::ControlChanges { by, planet, .. } => {
                let others = state.planet(*planet).forces.iter();
                *by == seat
                    && others.into_iter().any(|s| s.owner != seat && s.kind.is_structure())
            }
            _ => false,
        },
        then: |_, _, moment| {
            if let Moment::ControlChanges { replaced, .. } = moment {
                *replaced = true;
            }
            Ok(())
        },
        must: true,
    }]),
    Component::new(
        "harrow",
        "At the end of each round of your ground combats, your ships in the active system may \
         bombard your opponent's ground forces there.",
    )
    .powers(&[Power {
        name: "Harrow",
        at: At::CombatRoundEnds,
        when: |state, seat, moment| match moment {
            Moment::CombatRoundEnds { place: Place::Planet(planet), sides, used } => {
                sides.contains(&seat)
                    && !used.contains(seat)
                    && state.active == Some(seat)
                    && bombardment::could_bombard(state, seat, *planet)
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::CombatRoundEnds { place: Place::Planet(planet), ref mut used, .. } => {
                used.insert(seat);
                bombardment::bombard_again(game, seat, planet)
            }
            _ => Ok(()),
        },
        must: false,
    }]),
];

static TECHNOLOGIES: &[Component] = &[Component::new(
    INHERITANCE,
    "When you research, exhaust this and pay 2 resources besides: that technology's prerequisites do \
     not count.",
)
.powers(&[Power {
    name: "Inheritance Systems",
    at: At::Researching,
    when: |state, seat, moment| match moment {
        Moment::Researching { by, resources } => {
            *by == seat
                && is_ready(state, seat, INHERITANCE)
                && payment::available(state, seat, Currency::Resources)
                    >= u32::from(resources + INHERITANCE_PRICE)
        }
        _ => false,
    },
    then: |game, seat, _| {
        exhaust(game, seat, INHERITANCE);
        let question = Question::Pay { resources: INHERITANCE_PRICE, influence: 0 };
        let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
        payment::pay(game, seat, &parts);
        Ok(())
    },
    must: false,
}])];

static UNITS: &[Component] = &[Component::new(
    "001",
    "In a space combat where this is, its hits and those of your dreadnoughts go to ships other than \
     fighters while there are any.",
)
.modifiers(&[modifier(NumberKind::HitsAimed, |state, owner, number| match *number {
    Number::HitsAimed { seat, kind: UnitKind::Flagship | UnitKind::Dreadnought, system }
        if seat == owner && state.system(system).space.count(owner, UnitKind::Flagship) > 0 =>
    {
        1
    }
    _ => 0,
})])];
