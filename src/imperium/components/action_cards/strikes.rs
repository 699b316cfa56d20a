//! Cards that are an action of their own and strike at others.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{fleet, hits, trade};
use crate::imperium::state::*;

use super::component_actions::own_turn;
use super::{Card, aimed};

pub static CARDS: &[Card] = &[
    aimed(
        "cripple-defenses",
        "Action: all PDS on a planet that you name, none of yours, are destroyed.",
        |state, seat, _| {
            let planets = state.planets.iter().filter(|(_, planet)| planet.owner != Some(seat));
            let mut planets: Vec<(bool, PlanetId)> = planets
                .map(|(id, planet)| {
                    (!planet.forces.iter().any(|stack| stack.kind == UnitKind::Pds), *id)
                })
                .collect();
            planets.sort_unstable();
            planets.into_iter().map(|(_, planet)| Choice::Planet(planet)).collect()
        },
        &[Power {
            name: "Cripple Defenses",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::Planet(planet), .. } => {
                    let dead = raze(game, seat, *planet, UnitKind::Pds, u8::MAX);
                    game.say(|_| {
                        format!(
                            "{} on **{}** destroyed.",
                            UnitKind::Pds.label(dead.into()),
                            planet.name()
                        )
                    });
                    Ok(())
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "lucky-shot",
        "Action: an enemy destroyer, cruiser or dreadnought is destroyed in a system where you control \
         a planet.",
        in_the_sights,
        &[Power {
            name: "Lucky Shot",
            at: At::Turn,
            when: own_turn,
            then: destroy_target,
            must: false,
        }],
    ),
    aimed(
        "reactor-meltdown",
        "Action: an enemy space dock outside of home systems is destroyed.",
        |state, seat, _| {
            let kind = UnitKind::SpaceDock;
            let mut docks = Vec::new();
            for (at, forces) in state.all_forces() {
                let others =
                    forces.iter().filter(|stack| stack.owner != seat && stack.kind == kind);
                if others.clone().next().is_none() || is_home(state, state.system_of(at)) {
                    continue;
                }
                docks.extend(others.map(|stack| unit_at(stack, at)));
            }
            docks
        },
        &[Power {
            name: "Reactor Meltdown",
            at: At::Turn,
            when: own_turn,
            then: destroy_target,
            must: false,
        }],
    ),
    aimed(
        "tactical-bombardment",
        "Action: in a system with units of yours that can bombard, all planets of the others are \
         exhausted.",
        |state, seat, _| {
            let guns = |stack: &Stack| {
                state.card(seat, stack.kind).is_some_and(|card| card.bombardment.is_some())
            };
            let armed = |system: &SystemId| {
                state.places(*system).any(|at| state.forces(at).of(seat).any(guns))
            };
            state.systems.keys().copied().filter(armed).map(Choice::System).collect()
        },
        &[Power {
            name: "Tactical Bombardment",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::System(system), .. } => {
                    let planets = game.state.galaxy.planets(*system).to_vec();
                    for planet in planets {
                        if game.state.owner(planet).is_some_and(|owner| owner != seat) {
                            exhaust(game, planet);
                        }
                    }
                    Ok(())
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "unstable-planet",
        "Action: a hazardous planet that is not yours is exhausted and loses up to three infantry.",
        |state, seat, _| {
            let hazardous = |planet: &PlanetId| planet.get().traits.contains(&Trait::Hazardous);
            let mut planets: Vec<PlanetId> = state.planets.keys().copied().collect();
            planets.retain(|planet| state.owner(*planet) != Some(seat) && hazardous(planet));
            planets.sort_by_key(|planet| (state.owner(*planet).is_none(), *planet));
            planets.into_iter().map(Choice::Planet).collect()
        },
        &[Power {
            name: "Unstable Planet",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::Planet(planet), .. } => {
                    exhaust(game, *planet);
                    let dead = raze(game, seat, *planet, UnitKind::Infantry, 3);
                    game.say(|_| format!("{dead} infantry on **{}** die.", planet.name()));
                    crate::imperium::rules::control::settle(game, *planet)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "uprising",
        "Action: exhaust an enemy's readied planet outside of home systems and gain trade goods equal \
         to its resources.",
        |state, seat, _| {
            let planets = state.planets.iter().filter(|(id, planet)| {
                planet.owner.is_some_and(|owner| owner != seat)
                    && !planet.exhausted
                    && !is_home(state, state.system_of(Place::Planet(**id)))
            });
            planets.map(|(id, _)| Choice::Planet(*id)).collect()
        },
        &[Power {
            name: "Uprising",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::Planet(planet), .. } => {
                    exhaust(game, *planet);
                    let goods = game.state.resources(*planet);
                    let plural = if goods == 1 { "" } else { "s" };
                    game.say(|_| format!("{seat} gains {goods} trade good{plural}."));
                    trade::gain(game, seat, goods)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
];

fn unit_at(stack: &Stack, at: Place) -> Choice {
    Choice::UnitAt { owner: stack.owner, kind: stack.kind, damaged: stack.damaged, at }
}

pub(super) fn is_home(state: &State, system: SystemId) -> bool {
    state.galaxy.tile(system).is_some_and(|tile| tile.get().kind == TileKind::Home)
}

fn exhaust(game: &mut Game, planet: PlanetId) {
    if game.state.owner(planet).is_some() && !game.state.planet(planet).exhausted {
        game.state.planet_mut(planet).exhausted = true;
        game.say(|_| format!("**{}** is exhausted.", planet.name()));
    }
}

/// Destroys up to `most` units of the kind that others have on the planet; how many.
fn raze(game: &mut Game, seat: Seat, planet: PlanetId, kind: UnitKind, most: u8) -> u8 {
    let place = Place::Planet(planet);
    let units = game.state.forces(place).iter();
    let units = units.filter(|stack| stack.owner != seat && stack.kind == kind);
    let mut dead = 0;
    for stack in units.copied().collect::<Vec<Stack>>() {
        let Stack { owner, kind, damaged, count } = stack;
        let count = count.min(most - dead);
        dead += hits::destroy(&mut game.state, owner, place, kind, damaged, count, Some(seat));
    }
    dead
}

// Lucky Shot

fn in_the_sights(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    let kinds = [UnitKind::Dreadnought, UnitKind::Cruiser, UnitKind::Destroyer];
    let mut systems: Vec<SystemId> =
        state.controlled(seat).map(|planet| state.system_of(Place::Planet(planet))).collect();
    systems.sort_unstable();
    systems.dedup();
    let mut found = Vec::new();
    for system in systems {
        let at = Place::Space(system);
        let ships = state.forces(at).iter().filter(|stack| stack.owner != seat);
        let ships = ships.filter(|stack| kinds.contains(&stack.kind));
        found.extend(ships.map(|stack| unit_at(stack, at)));
    }
    found
}

/// The unit is destroyed, whatever it could sustain; what it carried has to go (RR 16.3).
fn destroy_target(game: &mut Game, seat: Seat, moment: &mut Moment) -> Flow {
    let Moment::Targeted { target: Choice::UnitAt { owner, kind, damaged, at }, .. } = *moment
    else {
        return Ok(());
    };
    hits::destroy(&mut game.state, owner, at, kind, damaged, 1, Some(seat));
    game.say(|state| format!("{owner} loses a {} {}.", kind.name(), fleet::place_words(state, at)));
    let system = game.state.system_of(at);
    fleet::tidy(game, owner, system)
}
