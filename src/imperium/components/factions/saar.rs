//! The Clan of Saar.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::{production, trade};
use crate::imperium::rules::tables::{Act, Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const CHAOS: &str = "chaos-mapping";

static ABILITIES: &[Component] = &[
    Component::new("nomadic", "You score objectives without the planets of your home system too.")
        .modifiers(&[modifier(NumberKind::HomeNeeded, |_, owner, number| match number {
            Number::HomeNeeded { seat } if *seat == owner => -1,
            _ => 0,
        })]),
    Component::new("scavenge", "You gain 1 trade good for each planet that you gain.").powers(&[
        Power {
            name: "Scavenge",
            at: At::PlanetGained,
            when: |_, seat, moment| {
                matches!(moment, Moment::PlanetGained { by, .. } if *by == seat)
            },
            then: |game, seat, _| {
                game.say(|_| format!("Scavenge: {seat} gains 1 trade good."));
                trade::gain(game, seat, 1)
            },
            must: true,
        },
    ]),
];

static TECHNOLOGIES: &[Component] = &[Component::new(
    CHAOS,
    "Others do not activate asteroid fields with ships of yours. Start of your turn: you may produce \
     1 unit in a system with a unit of yours that has production.",
)
.wards(&[|state, holder, _, act| match act {
    Act::Activate { system }
        if state.is_anomaly(*system, Anomaly::AsteroidField)
            && state.has_ships(*system, holder) =>
    {
        Some(Refusal::new(format!("ships of {holder} hide in {system} (Chaos Mapping)")))
    }
    _ => None,
}])
.powers(&[Power {
    name: "Chaos Mapping",
    at: At::TurnStarts,
    when: |state, seat, moment| {
        matches!(moment, Moment::TurnStarts { seat: of } if *of == seat)
            && !is_used(state, seat)
            && yards(state, seat).next().is_some()
    },
    then: |game, seat, _| chaos(game, seat),
    must: false,
}])];

static UNITS: &[Component] = &[
    Component::new("floating-factory-i", FACTORY),
    Component::new("floating-factory-ii", FACTORY),
];

const FACTORY: &str = "Stands in space, moves and retreats as if it were a ship, and is destroyed when \
                       it is blockaded.";

/// Once a turn.
fn is_used(state: &State, seat: Seat) -> bool {
    let used = Effect::Used(TechId::named(CHAOS));
    state.lasting.iter().any(|lasting| lasting.seat == seat && lasting.effect == used)
}

/// Systems where a unit of the seat has production and something can be produced.
fn yards(state: &State, seat: Seat) -> impl Iterator<Item = SystemId> + '_ {
    let produces = move |stack: &Stack| {
        state.card(seat, stack.kind).is_some_and(|card| card.production.is_some())
    };
    let systems = state.systems.keys().copied();
    systems.filter(move |system| {
        state.places(*system).any(|place| state.forces(place).of(seat).any(produces))
            && production::can_produce_freely(state, seat, *system, 1)
    })
}

fn chaos(game: &mut Game, seat: Seat) -> Flow {
    let tech = TechId::named(CHAOS);
    game.state.lasting.push(Lasting { until: Until::TurnEnds, seat, effect: Effect::Used(tech) });
    let choice = game.choose(|state| {
        let systems = yards(state, seat).map(Choice::System).collect();
        Prompt::one(seat, Question::TechnologyTarget { tech }, systems)
    })?;
    match choice {
        Choice::System(system) => production::produce_freely(game, seat, system, 1),
        _ => Ok(()),
    }
}
