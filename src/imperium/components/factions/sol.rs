//! The Federation of Sol.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::fleet;
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::tokens;
use crate::imperium::rules::window::At;
use crate::imperium::state::*;

use super::{FactionComponents, is_turn_of};

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: &[], units: UNITS };

const ORBITAL_DROP: &str = "orbital-drop";

static ABILITIES: &[Component] = &[
    Component::new(
        ORBITAL_DROP,
        "Action, spend a strategy token: 2 new infantry land on one planet that you control.",
    )
    .powers(&[Power {
        name: "Orbital Drop",
        at: At::Turn,
        when: |state, seat, moment| {
            is_turn_of(seat, moment)
                && state.player(seat).tokens.strategy > 0
                && drops(state, seat).next().is_some()
        },
        then: |game, seat, _| orbital_drop(game, seat),
        must: false,
    }]),
    Component::new("versatile", "You gain one command token more in the status phase.").modifiers(
        &[modifier(NumberKind::TokensGained, |_, owner, number| match number {
            Number::TokensGained { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
];

static UNITS: &[Component] = &[
    Component::new(
        "genesis",
        "The status phase ends: 1 new infantry boards in this ship's system.",
    )
    .powers(&[Power {
        name: "Genesis",
        at: At::StatusPhaseEnds,
        when: |state, seat, _| state.on_board(seat, UnitKind::Flagship) > 0,
        then: |game, seat, _| genesis(game, seat),
        must: true,
    }]),
    Component::new(
        "spec-ops-ii",
        "Roll a die for each that is destroyed: on 5 or more it returns, to a home planet that you \
         control, when your next turn begins.",
    )
    .modifiers(&[modifier(NumberKind::Revival, |_, owner, number| match number {
        Number::Revival { seat } if *seat == owner => 5,
        _ => 0,
    })]),
];

fn drops(state: &State, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
    let has_plastic = move |planet: &PlanetId| {
        fleet::can_mark(state, seat, UnitKind::Infantry, Place::Planet(*planet))
    };
    state.controlled(seat).filter(has_plastic)
}

fn orbital_drop(game: &mut Game, seat: Seat) -> Flow {
    tokens::spend_strategy(&mut game.state, seat);
    let question = Question::AbilityTarget { ability: AbilityId::named(ORBITAL_DROP) };
    let choice = game.choose(|state| {
        Prompt::one(seat, question.clone(), drops(state, seat).map(Choice::Planet).collect())
    })?;
    if let Choice::Planet(planet) = choice {
        game.state.place_units(seat, UnitKind::Infantry, 2, Place::Planet(planet));
        game.say(|_| format!("2 infantry of {seat} land on **{}**.", planet.name()));
    }
    Ok(())
}

fn genesis(game: &mut Game, seat: Seat) -> Flow {
    let kind = UnitKind::Infantry;
    let carries = |(_, system): &(&SystemId, &System)| system.space.count(seat, UnitKind::Flagship) > 0;
    let Some((system, _)) = game.state.systems.iter().find(carries) else { return Ok(()) };
    let system = *system;
    if !fleet::can_mark(&game.state, seat, kind, Place::Space(system)) {
        return Ok(());
    }
    game.state.place_units(seat, kind, 1, Place::Space(system));
    game.say(|state| format!("Genesis: 1 infantry of {seat} boards in **{}**.", state.system_name(system)));
    fleet::tidy(game, seat, system)
}
