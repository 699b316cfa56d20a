//! The Ghosts of Creuss.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::components::technologies::{exhaust, is_ready};
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, HitSource, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{adjacency, hits};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const SPLICER: &str = "dimensional-splicer";
const GENERATOR: &str = "wormhole-generator";
const GENERATOR_OMEGA: &str = "wormhole-generator-omega";

static ABILITIES: &[Component] = &[
    // The set-up puts both tiles in their places.
    Component::new(
        "creuss-gate",
        "Your home system lies beside the board. The Creuss Gate stands where it would be, and a \
         delta wormhole joins the two.",
    ),
    Component::new(
        "quantum-entanglement",
        "For you, all systems with an alpha or a beta wormhole are adjacent. Nothing takes that away.",
    )
    .modifiers(&[modifier(NumberKind::WormholesJoined, |_, owner, number| match number {
        Number::WormholesJoined { seat } if *seat == owner => 1,
        _ => 0,
    })]),
    Component::new(
        "slipstream",
        "In your tactical actions, ships that start in your home system or at an alpha or beta \
         wormhole move 1 further.",
    )
    .modifiers(&[modifier(NumberKind::Move, |state, owner, number| match *number {
        Number::Move { seat, from, .. } if seat == owner => {
            let wormhole = || state.wormholes(from).into_iter().any(adjacency::alpha_or_beta);
            i32::from(state.home_system(owner) == Some(from) || wormhole())
        }
        _ => 0,
    })]),
];

static TECHNOLOGIES: &[Component] = &[
    Component::new(
        SPLICER,
        "Start of a space combat at a wormhole: you may hit one ship of your opponent, which you \
         choose.",
    )
    .powers(&[Power {
        name: "Dimensional Splicer",
        at: At::CombatRoundStarts,
        when: |state, seat, moment| match moment {
            Moment::CombatRoundStarts {
                place: Place::Space(system),
                sides,
                round: 1,
                over: false,
            } => {
                sides.contains(&seat)
                    && !state.wormholes(*system).is_empty()
                    && state.has_ships(*system, seat)
                    && state.has_ships(*system, super::opponent(*sides, seat))
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::CombatRoundStarts { place, sides, .. } => {
                splice(game, seat, super::opponent(sides, seat), place)
            }
            _ => Ok(()),
        },
        must: false,
    }]),
    Component::new(
        GENERATOR,
        "Start of the status phase: you place or move one of your wormhole tokens, to a system with a \
         planet of yours or to one that is no home system and holds no ships of others.",
    )
    .powers(&[Power {
        name: "Wormhole Generator",
        at: At::StatusPhaseStarts,
        when: |state, seat, _| !adjacency::token_sites(state, seat).is_empty(),
        then: |game, seat, _| open(game, seat, GENERATOR),
        must: true,
    }]),
    Component::new(
        GENERATOR_OMEGA,
        "Action, exhaust this: you place or move one of your wormhole tokens, to a system with a \
         planet of yours or to one that is no home system and holds no ships of others.",
    )
    .powers(&[Power {
        name: "Wormhole Generator Ω",
        at: At::Turn,
        when: |state, seat, moment| {
            matches!(moment, Moment::Turn { seat: by } if *by == seat)
                && is_ready(state, seat, GENERATOR_OMEGA)
                && !adjacency::token_sites(state, seat).is_empty()
        },
        then: |game, seat, _| {
            exhaust(game, seat, GENERATOR_OMEGA);
            open(game, seat, GENERATOR_OMEGA)
        },
        must: false,
    }]),
];

// The wormhole is printed with the unit's numbers, and movement knows that it moves with the ship.
static UNITS: &[Component] = &[Component::new(
    "hil-colish",
    "Its system has a delta wormhole. It may move before or after your other ships.",
)];

fn splice(game: &mut Game, seat: Seat, on: Seat, place: Place) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(SPLICER) };
    let choice = game.choose(|state| {
        let ships = hits::targets(state, on, place, HitSource::SpaceCombat);
        let unit = |stack: &Stack| Choice::Unit { kind: stack.kind, damaged: stack.damaged };
        Prompt::one(seat, question.clone(), ships.map(unit).collect())
    })?;
    let Choice::Unit { kind, damaged } = choice else { return Ok(()) };
    game.say(|_| format!("{seat} aims at a {} of {on}.", kind.name()));
    hits::pinpoint(game, on, seat, place, kind, damaged)
}

fn open(game: &mut Game, seat: Seat, slug: &str) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(slug) };
    adjacency::place_wormhole(game, seat, &question, |state| adjacency::token_sites(state, seat))
}
