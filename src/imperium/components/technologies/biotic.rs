//! Green technologies.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{control, fleet, hits, scoring};
use crate::imperium::state::*;

use super::{active, exhaust, is_ready, lasting};

const X_89: &str = "x-89-bacterial-weapon";

pub static TECHNOLOGIES: &[Component] = &[
    lasting(
        "neural-motivator",
        "You draw one action card more in the status phase.",
        &[modifier(NumberKind::ActionCardsDrawn, |_, owner, number| match number {
            Number::ActionCardsDrawn { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    active(
        "dacxive-animators",
        "You have won a ground combat: you may put a new infantry there.",
        &[Power {
            name: "Dacxive Animators",
            at: At::GroundCombatWon,
            when: |state, seat, moment| match moment {
                Moment::GroundCombatWon { by, planet } => {
                    *by == seat
                        && fleet::can_mark(state, seat, UnitKind::Infantry, Place::Planet(*planet))
                }
                _ => false,
            },
            then: |game, seat, moment| {
                if let Moment::GroundCombatWon { planet, .. } = *moment {
                    game.state.place_units(seat, UnitKind::Infantry, 1, Place::Planet(planet));
                    game.say(|_| format!("{seat} gets 1 infantry on **{}**.", planet.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    lasting(
        "hyper-metabolism",
        "You gain one command token more in the status phase.",
        &[modifier(NumberKind::TokensGained, |_, owner, number| match number {
            Number::TokensGained { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    active(
        X_89,
        "Action, exhaust this: all infantry die on one planet where you have a ship with bombardment \
         in the system. Planetary shields do not help.",
        &[Power {
            name: "X-89 Bacterial Weapon",
            at: At::Turn,
            when: |state, seat, moment| {
                matches!(moment, Moment::Turn { seat: by } if *by == seat)
                    && is_ready(state, seat, X_89)
                    && !victims(state, seat).is_empty()
            },
            then: |game, seat, _| {
                exhaust(game, seat, X_89);
                let question = Question::TechnologyTarget { tech: TechId::named(X_89) };
                let choice =
                    game.choose(|state| Prompt::one(seat, question.clone(), victims(state, seat)))?;
                match choice {
                    Choice::Planet(planet) => poison(game, seat, planet),
                    _ => Ok(()),
                }
            },
            must: false,
        }],
    ),
    active(
        "x-89-bacterial-weapon-omega",
        "Your bombardment has destroyed infantry: you may destroy all other infantry that its owner has \
         on that planet.",
        &[Power {
            name: "X-89 Bacterial Weapon Ω",
            at: At::Bombarded,
            when: |state, seat, moment| match *moment {
                Moment::Bombarded { by, of, planet, infantry } => {
                    by == seat
                        && infantry > 0
                        && state.planet(planet).forces.count(of, UnitKind::Infantry) > 0
                }
                _ => false,
            },
            then: |game, seat, moment| {
                let Moment::Bombarded { of, planet, .. } = *moment else { return Ok(()) };
                kill(game, seat, planet, Some(of));
                scoring::after_event(game, &[seat])
            },
            must: false,
        }],
    ),
];

/// Planets with infantry below the seat's bombarding ships, those of others first.
fn victims(state: &State, seat: Seat) -> Vec<Choice> {
    let bombards =
        |stack: &Stack| state.card(seat, stack.kind).is_some_and(|card| card.bombardment.is_some());
    let below = state.systems.iter().filter(|(_, system)| system.space.ships(seat).any(bombards));
    let planets = below.flat_map(|(system, _)| state.galaxy.planets(*system).iter().copied());
    let infected = |planet: &PlanetId| {
        state.planet(*planet).forces.iter().any(|stack| stack.kind == UnitKind::Infantry)
    };
    let mut found: Vec<PlanetId> = planets.filter(infected).collect();
    found.sort_by_key(|planet| (state.owner(*planet) == Some(seat), *planet));
    found.into_iter().map(Choice::Planet).collect()
}

fn poison(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    kill(game, seat, planet, None);
    control::settle(game, planet)
}

/// Destroys all infantry on the planet, or all of one player's.
fn kill(game: &mut Game, seat: Seat, planet: PlanetId, of: Option<Seat>) {
    let place = Place::Planet(planet);
    let dies =
        |stack: &&Stack| stack.kind == UnitKind::Infantry && of.is_none_or(|of| of == stack.owner);
    let infantry: Vec<Stack> = game.state.forces(place).iter().filter(dies).copied().collect();
    for Stack { owner, kind, damaged, count } in infantry {
        hits::destroy(&mut game.state, owner, place, kind, damaged, count, Some(seat));
        game.say(|_| format!("{owner} loses {count} infantry on **{}**.", planet.name()));
    }
}
