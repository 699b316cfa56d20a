//! The L1Z1X Mindnet.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::components::technologies::{exhaust, is_ready};
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
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
        at: At::PlanetTaken,
        when: |state, seat, moment| match moment {
            Moment::PlanetTaken { by, planet } => {
                *by == seat && STRUCTURES.iter().any(|kind| found(state, seat, *planet, *kind) > 0)
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::PlanetTaken { planet, .. } => assimilate(game, seat, planet),
            _ => Ok(()),
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

const STRUCTURES: [UnitKind; 2] = [UnitKind::SpaceDock, UnitKind::Pds];

/// Structures of others on the planet.
fn found(state: &State, seat: Seat, planet: PlanetId, kind: UnitKind) -> u8 {
    let others = state.planet(planet).forces.iter();
    let others = others.filter(|stack| stack.owner != seat && stack.kind == kind);
    others.map(|stack| stack.count).sum()
}

fn assimilate(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    for kind in STRUCTURES {
        let count = found(&game.state, seat, planet, kind);
        let short = count.saturating_sub(game.state.reinforcements(seat, kind));
        for _ in 0..short {
            if !fetch(game, seat, planet, kind)? {
                break;
            }
        }
        let forces = &mut game.state.planet_mut(planet).forces;
        forces.drain(|stack| stack.owner != seat && stack.kind == kind);
        let placed = game.state.place_units(seat, kind, count, Place::Planet(planet));
        if placed > 0 {
            game.say(|_| {
                let units = kind.label(placed.into());
                format!("{seat} makes {units} on **{}** its own.", planet.name())
            });
        }
    }
    Ok(())
}

/// With none left in the reinforcements, one may come from a system without an own command token.
fn fetch(game: &mut Game, seat: Seat, planet: PlanetId, kind: UnitKind) -> Flow<bool> {
    let spare = |state: &State| -> Vec<Choice> {
        let open = state.planets.iter().filter(|(other, there)| {
            let system = state.system_of(Place::Planet(**other));
            **other != planet
                && there.forces.count(seat, kind) > 0
                && !state.system(system).tokens.contains(seat)
        });
        open.map(|(other, _)| Choice::Structure { kind, planet: *other }).collect()
    };
    if spare(&game.state).is_empty() {
        return Ok(false);
    }
    let question = Question::AbilityTarget { ability: AbilityId::named("assimilate") };
    let choice = game.choose(|state| {
        let mut options = spare(state);
        options.push(Choice::Pass);
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::Structure { planet: from, .. } = choice else { return Ok(false) };
    game.state.planet_mut(from).forces.remove(seat, kind, false, 1);
    game.say(|_| format!("{seat} takes a {} off **{}** for it.", kind.name(), from.name()));
    Ok(true)
}
