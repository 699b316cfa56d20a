//! Cards played during an invasion, and when a planet changes hands.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{bombardment, dice};
use crate::imperium::state::*;

use super::{Card, aimed_twice, card, pair};

pub static CARDS: &[Card] = &[
    card(
        "bunker",
        "Start of an invasion: until it is over, bombardment of planets that you control rolls with -4.",
        &[Power {
            name: "Bunker",
            at: At::InvasionStarts,
            when: |state, seat, moment| match moment {
                Moment::InvasionStarts { by, system } => {
                    let planets = state.galaxy.planets(*system).iter();
                    *by != seat
                        && planets.copied().any(|planet| {
                            state.owner(planet) == Some(seat)
                                && bombardment::threatens(state, *by, planet)
                        })
                }
                _ => false,
            },
            then: |game, seat, _| {
                let effect = Effect::BombardedRolls(-4);
                game.state.lasting.push(Lasting { until: Until::InvasionEnds, seat, effect });
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "disable",
        "Start of your invasion of a system with enemy PDS: until it is over, the others' PDS have \
         neither planetary shield nor space cannon.",
        &[Power {
            name: "Disable",
            at: At::InvasionStarts,
            when: |state, seat, moment| match moment {
                Moment::InvasionStarts { by, system } => {
                    let hostile =
                        |stack: &Stack| stack.owner != seat && stack.kind == UnitKind::Pds;
                    *by == seat
                        && state.places(*system).any(|at| state.forces(at).iter().any(hostile))
                        && invades(state, seat, *system)
                }
                _ => false,
            },
            then: |game, seat, _| {
                let others: Vec<Seat> = game.state.others(seat).collect();
                for seat in others {
                    let effect = Effect::Disabled(UnitKind::Pds);
                    game.state.lasting.push(Lasting { until: Until::InvasionEnds, seat, effect });
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "parley",
        "Somebody else has landed on a planet that you control: their ground forces go back to space.",
        &[Power {
            name: "Parley",
            at: At::Landed,
            when: |state, seat, moment| match moment {
                Moment::Landed { by, planet, returned, .. } => {
                    *by != seat && state.owner(*planet) == Some(seat) && !returned
                }
                _ => false,
            },
            then: |_, _, moment| {
                if let Moment::Landed { returned, .. } = moment {
                    *returned = true;
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "fire-team",
        "Your ground forces have rolled in a ground combat: roll as many of these dice again as you \
         like.",
        &[Power {
            name: "Fire Team",
            at: At::DiceRolled,
            when: |_, seat, moment| match moment {
                Moment::DiceRolled { by, place: Place::Planet(_), dice, .. } => {
                    *by == seat && dice.iter().any(|die| die.hits() == 0)
                }
                _ => false,
            },
            then: |game, seat, moment| match moment {
                Moment::DiceRolled { by, place, round, dice, .. } => {
                    let what = format!("Fire Team, ground combat round {round}");
                    dice::reroll(game, seat, *by, *place, dice, &what)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    card(
        "infiltrate",
        "You are about to take a planet: you get a PDS or space dock of your own for each that stands \
         there.",
        &[Power {
            name: "Infiltrate",
            at: At::ControlChanges,
            when: |state, seat, moment| match moment {
                Moment::ControlChanges { by, planet, replaced } => {
                    let forces = &state.planet(*planet).forces;
                    let theirs = |stack: &Stack| stack.owner != seat && stack.kind.is_structure();
                    *by == seat && !replaced && forces.iter().any(theirs)
                }
                _ => false,
            },
            then: |_, _, moment| {
                if let Moment::ControlChanges { replaced, .. } = moment {
                    *replaced = true;
                }
                Ok(())
            },
            must: false,
        }],
    ),
    aimed_twice(
        "reparations",
        "Somebody has taken a planet from you: exhaust one of theirs and ready one of yours.",
        [exhaustible, readiable],
        &[Power {
            name: "Reparations",
            at: At::PlanetLost,
            when: |_, seat, moment| matches!(moment, Moment::PlanetLost { loser, .. } if *loser == seat),
            then: |game, seat, moment| {
                let Some((theirs, own)) = pair(moment) else { return Ok(()) };
                if let Choice::Planet(planet) = *theirs {
                    game.state.planet_mut(planet).exhausted = true;
                    game.say(|_| format!("**{}** is exhausted.", planet.name()));
                }
                if let Choice::Planet(planet) = *own {
                    game.state.planet_mut(planet).exhausted = false;
                    game.say(|_| format!("{seat} readies **{}**.", planet.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
];

/// Whether `seat` has something in the system that lands or bombards.
fn invades(state: &State, seat: Seat, system: SystemId) -> bool {
    let planets = state.galaxy.planets(system).iter();
    state.forces(Place::Space(system)).has_ground_forces(seat)
        || planets.copied().any(|planet| bombardment::threatens(state, seat, planet))
}

/// Readied planets of whoever took the planet. With none, it is enough to have a planet to ready.
fn exhaustible(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::PlanetLost { by, .. } = moment else { return Vec::new() };
    let theirs: Vec<Choice> = state.ready_planets(*by).map(Choice::Planet).collect();
    match theirs.is_empty() && exhausted(state, seat).next().is_some() {
        true => vec![Choice::Pass],
        false => theirs,
    }
}

fn readiable(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    let own: Vec<Choice> = exhausted(state, seat).map(Choice::Planet).collect();
    if own.is_empty() { vec![Choice::Pass] } else { own }
}

fn exhausted(state: &State, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
    state.controlled(seat).filter(|planet| state.planet(*planet).exhausted)
}
