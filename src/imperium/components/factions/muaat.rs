//! The Embers of Muaat.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Barrier, Component, Modifier, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{fleet, tokens, trade};
use crate::imperium::state::*;

use super::{FactionComponents, is_turn_of};

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const STAR_FORGE: &str = "star-forge";

static ABILITIES: &[Component] = &[
    Component::new("gashlai-physiology", "Your ships move through supernovas.").modifiers(&[
        modifier(NumberKind::Barrier, |_, owner, number| match number {
            Number::Barrier { seat, what: Barrier::Through(Anomaly::Supernova) }
                if *seat == owner =>
            {
                -1
            }
            _ => 0,
        }),
    ]),
    Component::new(
        STAR_FORGE,
        "Action, spend a strategy token: put 2 new fighters or 1 new destroyer into a system with a \
         war sun of yours.",
    )
    .powers(&[Power {
        name: "Star Forge",
        at: At::Turn,
        when: |state, seat, moment| {
            is_turn_of(seat, moment)
                && state.player(seat).tokens.strategy > 0
                && !forges(state, seat).is_empty()
        },
        then: |game, seat, _| star_forge(game, seat),
        must: false,
    }]),
];

const INTO_SUPERNOVAS: Modifier =
    modifier(NumberKind::Barrier, |_, owner, number| match number {
        Number::Barrier { seat, what: Barrier::Into(Anomaly::Supernova) } if *seat == owner => -1,
        _ => 0,
    });

/// What a supernova with units of the owner produces.
const NOVA_OUTPUT: i32 = 5;

static TECHNOLOGIES: &[Component] = &[REACTOR, REACTOR_OMEGA];

const REACTOR_OMEGA: Component = Component::new(
    "magmus-reactor-omega",
    "Your ships move into supernovas. Each supernova with units of yours in it has production 5 as if \
     it were one of them.",
)
.modifiers(&[
    INTO_SUPERNOVAS,
    modifier(NumberKind::SystemProduction, |state, owner, number| match *number {
        Number::SystemProduction { seat, system }
            if seat == owner
                && state.is_anomaly(system, Anomaly::Supernova)
                && state.places(system).any(|at| state.forces(at).of(seat).next().is_some()) =>
        {
            NOVA_OUTPUT
        }
        _ => 0,
    }),
]);

const REACTOR: Component = Component::new(
    "magmus-reactor",
    "Your ships move into supernovas. Your units have produced in a system with a war sun, or next to \
     a supernova: you gain 1 trade good.",
)
.modifiers(&[INTO_SUPERNOVAS])
.powers(&[Power {
    name: "Magmus Reactor",
    at: At::Produced,
    when: |state, seat, moment| match moment {
        Moment::Produced { by, system, built } => {
            *by == seat && (had_war_sun(state, *system, built) || is_near_supernova(state, *system))
        }
        _ => false,
    },
    then: |game, seat, _| {
        game.say(|_| format!("Magmus Reactor: {seat} gains 1 trade good."));
        trade::gain(game, seat, 1)
    },
    must: true,
}]);

/// A war sun that was produced just now does not count.
fn had_war_sun(state: &State, system: SystemId, built: &[(UnitKind, u8)]) -> bool {
    let suns = |kind: &UnitKind| *kind == UnitKind::WarSun;
    let new: u8 = built.iter().filter(|(kind, _)| suns(kind)).map(|(_, count)| count).sum();
    let there = state.system(system).space.iter().filter(|stack| suns(&stack.kind));
    there.map(|stack| stack.count).sum::<u8>() > new
}

fn is_near_supernova(state: &State, system: SystemId) -> bool {
    let mut near = state.neighbours(system).into_iter();
    near.any(|system| state.is_anomaly(system, Anomaly::Supernova))
}

static UNITS: &[Component] = &[Component::new(
    "the-inferno",
    "Action, spend a strategy token: put 1 new cruiser into this ship's system.",
)
.powers(&[Power {
    name: "The Inferno",
    at: At::Turn,
    when: |state, seat, moment| {
        is_turn_of(seat, moment)
            && state.player(seat).tokens.strategy > 0
            && state.reinforcements(seat, UnitKind::Cruiser) > 0
            && with(state, seat, UnitKind::Flagship).next().is_some()
    },
    then: |game, seat, _| {
        let system = with(&game.state, seat, UnitKind::Flagship).next();
        tokens::spend_strategy(&mut game.state, seat);
        match system {
            Some(system) => forge(game, seat, system, UnitKind::Cruiser, 1),
            None => Ok(()),
        }
    },
    must: false,
}])];

/// Systems with such a ship of the seat.
fn with(state: &State, seat: Seat, kind: UnitKind) -> impl Iterator<Item = SystemId> + '_ {
    let systems = state.systems.iter();
    let there = systems.filter(move |(_, system)| system.space.count(seat, kind) > 0);
    there.map(|(id, _)| *id)
}

fn wares(state: &State, seat: Seat, system: SystemId) -> Vec<Choice> {
    let wares = [(UnitKind::Fighter, 2), (UnitKind::Destroyer, 1)].into_iter();
    let at = Place::Space(system);
    let open = wares.filter(|(kind, _)| fleet::can_mark(state, seat, *kind, at));
    open.map(|(kind, count)| Choice::Build { kind, count, at }).collect()
}

fn forges(state: &State, seat: Seat) -> Vec<Choice> {
    let systems = with(state, seat, UnitKind::WarSun);
    let open = systems.filter(|system| !wares(state, seat, *system).is_empty());
    open.map(Choice::System).collect()
}

fn star_forge(game: &mut Game, seat: Seat) -> Flow {
    tokens::spend_strategy(&mut game.state, seat);
    let question = Question::AbilityTarget { ability: AbilityId::named(STAR_FORGE) };
    let choice =
        game.choose(|state| Prompt::one(seat, question.clone(), forges(state, seat)))?;
    let Choice::System(system) = choice else { return Ok(()) };
    let choice =
        game.choose(|state| Prompt::one(seat, question.clone(), wares(state, seat, system)))?;
    match choice {
        Choice::Build { kind, count, .. } => forge(game, seat, system, kind, count),
        _ => Ok(()),
    }
}

/// What is placed is not produced; the fleet pool and capacity count at once.
fn forge(game: &mut Game, seat: Seat, system: SystemId, kind: UnitKind, count: u8) -> Flow {
    let placed = game.state.place_units(seat, kind, count, Place::Space(system));
    game.say(|state| {
        let name = state.system_name(system);
        format!("{seat} places {} in **{name}**.", kind.label(placed.into()))
    });
    fleet::tidy(game, seat, system)
}
