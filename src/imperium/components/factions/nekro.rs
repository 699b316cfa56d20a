//! The Nekro Virus.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::{agenda, copying};
use crate::imperium::rules::tables::{
    Act, Component, Number, NumberKind, Power, may_use_against, modifier,
};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const THREAT: &str = "galactic-threat";
const SINGULARITY: &str = "technological-singularity";
const ALASTOR: &str = "the-alastor";
/// Command tokens for a technology.
const PROPAGATED: i32 = 3;

static ABILITIES: &[Component] = &[
    Component::new(
        THREAT,
        "You do not vote. Once in an agenda phase you may foretell how a revealed agenda ends: if you \
         are right, you take over a technology of somebody who voted for that.",
    )
    .permits(&[|_, _, act| match act {
        Act::Vote => Some(
            Refusal::new("Galactic Threat: you cannot vote")
                .instead("You may foretell the outcome instead."),
        ),
        _ => None,
    }])
    .powers(&[
        Power {
            name: "Galactic Threat",
            at: At::AfterRevealed,
            when: |state, seat, _| {
                let used = (seat, AbilityId::named(THREAT));
                !state.used_this_agenda_phase.contains(&used)
                    && !agenda::outcomes(state).is_empty()
            },
            then: |game, seat, _| {
                let ability = AbilityId::named(THREAT);
                let choice = game.choose(|state| {
                    let options = agenda::outcomes(state).into_iter().map(Choice::Outcome);
                    Prompt::one(seat, Question::AbilityTarget { ability }, options.collect())
                })?;
                game.state.used_this_agenda_phase.push((seat, ability));
                if let Choice::Outcome(outcome) = choice {
                    agenda::predict(game, seat, Predictor::Ability(ability), outcome);
                }
                Ok(())
            },
            must: false,
        },
        Power {
            name: "Galactic Threat",
            at: At::Foretold,
            when: |_, _, _| true,
            then: |game, seat, moment| match *moment {
                Moment::Foretold { outcome, .. } => threaten(game, seat, outcome),
                _ => Ok(()),
            },
            must: false,
        },
    ]),
    Component::new(
        "propagation",
        "Whenever you would research a technology, you gain 3 command tokens instead.",
    )
    .modifiers(&[modifier(NumberKind::TokensForResearch, |_, owner, number| match number {
        Number::TokensForResearch { seat } if *seat == owner => PROPAGATED,
        _ => 0,
    })]),
    Component::new(
        SINGULARITY,
        "Once in a combat, when a unit of your opponent was destroyed, you may take over one of their \
         technologies.",
    )
    .powers(&[Power {
        name: "Technological Singularity",
        at: At::UnitsDestroyed,
        when: |state, seat, moment| match moment {
            Moment::UnitsDestroyed { of, sides } => {
                *of != seat
                    && sides.contains(&seat)
                    && !is_used(state, seat)
                    && !copying::open(state, seat, *of).is_empty()
                    && may_use_against(state, seat, SINGULARITY, *of)
            }
            _ => false,
        },
        then: |game, seat, moment| {
            let Moment::UnitsDestroyed { of, .. } = *moment else { return Ok(()) };
            let ability = AbilityId::named(SINGULARITY);
            if let Some(combat) = &mut game.state.combat {
                combat.used.push((seat, ability));
            }
            copying::take_over(game, seat, &[of], &Question::AbilityTarget { ability })
        },
        must: false,
    }]),
];

/// What is copied acts by itself; the cards only say that they do.
static TECHNOLOGIES: &[Component] = &[
    Component::new("valefar-assimilator-x", ASSIMILATOR),
    Component::new("valefar-assimilator-y", ASSIMILATOR),
];

const ASSIMILATOR: &str = "When you take over a technology, it may be one of that player's faction: \
     this has the same text as long as you leave it there.";

static UNITS: &[Component] = &[Component::new(
    ALASTOR,
    "Start of a space combat here: any of your ground forces in the system fight in it as if they \
     were ships. Survivors return to their planets.",
)
.powers(&[Power {
    name: "The Alastor",
    at: At::CombatRoundStarts,
    when: |state, seat, moment| match moment {
        Moment::CombatRoundStarts { place: Place::Space(system), sides, round: 1, over: false } => {
            sides.contains(&seat)
                && state.system(*system).space.count(seat, UnitKind::Flagship) > 0
                && !state.fights_as_ships(seat, *system)
                && !garrison(state, seat, *system).is_empty()
        }
        _ => false,
    },
    then: |game, seat, moment| match *moment {
        Moment::CombatRoundStarts { place: Place::Space(system), .. } => {
            take_aboard(game, seat, system)
        }
        _ => Ok(()),
    },
    must: false,
}])];

/// From those who cast votes for the outcome; a speaker who only broke a tie did not.
fn threaten(game: &mut Game, seat: Seat, outcome: Elected) -> Flow {
    let votes = game.state.open_agenda.as_ref().map_or(&[][..], |open| &open.votes);
    let cast = votes.iter().filter(|(_, voted, count)| *voted == outcome && *count > 0);
    let mut voters: Vec<Seat> = cast.map(|(voter, _, _)| *voter).collect();
    voters.retain(|voter| *voter != seat);
    let question = Question::AbilityTarget { ability: AbilityId::named(THREAT) };
    copying::take_over(game, seat, &voters, &question)
}

fn is_used(state: &State, seat: Seat) -> bool {
    let used = (seat, AbilityId::named(SINGULARITY));
    state.combat.as_ref().is_none_or(|combat| combat.used.contains(&used))
}

/// The seat's ground forces in the system, in space and on planets.
fn garrison(state: &State, seat: Seat, system: SystemId) -> Vec<(Place, Stack)> {
    let places = state.places(system);
    let there = places.flat_map(|place| {
        let stacks = state.forces(place).ground_forces(seat);
        stacks.map(move |stack| (place, *stack))
    });
    there.collect()
}

/// Those who fight are in the space area until the combat is over, the others there are laid aside.
fn take_aboard(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    let mut joining: Vec<(Place, Stack, u8)> = Vec::new();
    for (place, stack) in garrison(&game.state, seat, system) {
        let unit = UnitId::named(ALASTOR);
        let question = Question::UnitText { unit, kind: stack.kind, from: place };
        let choice = game.choose(|_| {
            let options = (0..=stack.count).rev().map(Choice::Number).collect();
            Prompt::one(seat, question.clone(), options)
        })?;
        let Choice::Number(count) = choice else { continue };
        joining.push((place, stack, count.min(stack.count)));
    }
    if joining.iter().all(|(_, _, count)| *count == 0) {
        return Ok(());
    }
    let mut names: Vec<(UnitKind, u8)> = Vec::new();
    let (mut from_planets, mut aside) = (Vec::new(), Vec::new());
    for (place, stack, count) in joining {
        names.push((stack.kind, count));
        match place {
            Place::Space(_) => {
                let rest = stack.count - count;
                let space = game.state.forces_mut(place);
                space.remove(seat, stack.kind, stack.damaged, rest);
                aside.extend((rest > 0).then_some(Stack { count: rest, ..stack }));
            }
            Place::Planet(planet) => {
                let ground = game.state.forces_mut(place);
                let moved = ground.remove(seat, stack.kind, stack.damaged, count);
                let space = game.state.forces_mut(Place::Space(system));
                space.add(seat, stack.kind, stack.damaged, moved);
                from_planets.extend((moved > 0).then_some((planet, Stack { count: moved, ..stack })));
            }
        }
    }
    if let Some(combat) = &mut game.state.combat {
        combat.boarders.insert(seat);
        combat.from_planets = from_planets;
        combat.aside = aside;
    }
    game.say(|_| {
        let who = crate::imperium::rules::fleet::listed(&names);
        format!("{who} of {seat} fight as ships.")
    });
    Ok(())
}
