//! The Arborec.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Act, Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{fleet, production, transfer};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const MITOSIS: &str = "mitosis";

/// Units that the flagship produces.
const HATCHED: u8 = 5;

static ABILITIES: &[Component] = &[Component::new(
    MITOSIS,
    "Your space docks produce no infantry. The status phase begins: put 1 new infantry on a planet \
     that you control.",
)
.permits(&[|_, _, act| match act {
    Act::Make { with: UnitKind::SpaceDock, what: UnitKind::Infantry } => {
        Some(Refusal::new("your space docks produce no infantry (Mitosis)"))
    }
    _ => None,
}])
.powers(&[Power {
    name: "Mitosis",
    at: At::StatusPhaseStarts,
    when: |state, seat, _| nurseries(state, seat).next().is_some(),
    then: |game, seat, _| mitosis(game, seat),
    must: true,
}])];

static TECHNOLOGIES: &[Component] = &[Component::new(
    "bioplasmosis",
    "The status phase ends: any of your infantry move from their planets to planets that you \
     control in the same or in adjacent systems, all at once.",
)
.powers(&[Power {
    name: "Bioplasmosis",
    at: At::StatusPhaseEnds,
    when: |state, seat, _| transfer::can_spread(state, seat),
    then: |game, seat, _| transfer::spread(game, seat),
    must: false,
}])];

static UNITS: &[Component] = &[
    Component::new(
        "duha-menaimon",
        "You have activated this ship's system: you may produce up to 5 units there, before anything \
         moves.",
    )
    .powers(&[Power {
        name: "Duha Menaimon",
        at: At::Activated,
        when: |state, seat, moment| match moment {
            Moment::Activated { by, system } => {
                *by == seat
                    && state.system(*system).space.count(seat, UnitKind::Flagship) > 0
                    && production::can_produce_freely(state, seat, *system, HATCHED)
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::Activated { system, .. } => {
                production::produce_freely(game, seat, system, HATCHED)
            }
            _ => Ok(()),
        },
        must: false,
    }]),
    Component::new(
        "letani-warrior-ii",
        "Produces. Roll a die for each that is destroyed: on 6 or more it returns, to a home planet \
         that you control, when your next turn begins.",
    )
    .modifiers(&[modifier(NumberKind::Revival, |_, owner, number| match number {
        Number::Revival { seat } if *seat == owner => 6,
        _ => 0,
    })]),
];

fn nurseries(state: &State, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
    let has_plastic = move |planet: &PlanetId| {
        fleet::can_mark(state, seat, UnitKind::Infantry, Place::Planet(*planet))
    };
    state.controlled(seat).filter(has_plastic)
}

fn mitosis(game: &mut Game, seat: Seat) -> Flow {
    let question = Question::AbilityTarget { ability: AbilityId::named(MITOSIS) };
    let choice = game.choose(|state| {
        let planets = nurseries(state, seat).map(Choice::Planet).collect();
        Prompt::one(seat, question.clone(), planets)
    })?;
    if let Choice::Planet(planet) = choice {
        game.state.place_units(seat, UnitKind::Infantry, 1, Place::Planet(planet));
        game.say(|_| format!("Mitosis: 1 infantry of {seat} grows on **{}**.", planet.name()));
    }
    Ok(())
}
