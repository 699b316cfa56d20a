//! Cards that are an action of their own and place units or command tokens.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{fleet, placement, tokens};
use crate::imperium::state::*;

use super::component_actions::own_turn;
use super::strikes::is_home;
use super::{Card, aimed, aimed_twice, card, pair};

pub static CARDS: &[Card] = &[
    aimed(
        "frontline-deployment",
        "Action: three infantry appear on a planet that you control.",
        |state, seat, _| {
            let open = |planet: &PlanetId| {
                placement::can_place(state, seat, UnitKind::Infantry, Place::Planet(*planet))
            };
            state.controlled(seat).filter(open).map(Choice::Planet).collect()
        },
        &[Power {
            name: "Frontline Deployment",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| {
                let Moment::Targeted { target: Choice::Planet(planet), .. } = *moment else {
                    return Ok(());
                };
                game.state.place_units(seat, UnitKind::Infantry, 3, Place::Planet(planet));
                game.say(|_| format!("{seat} places 3 infantry on **{}**.", planet.name()));
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "rise-of-a-messiah",
        "Action: one infantry appears on each planet that you control.",
        &[Power {
            name: "Rise of a Messiah",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, _| {
                let planets: Vec<PlanetId> = game.state.controlled(seat).collect();
                let mut placed: Vec<&str> = Vec::new();
                for planet in planets {
                    if placement::place(game, seat, UnitKind::Infantry, Place::Planet(planet))? {
                        placed.push(planet.name());
                    }
                }
                game.say(|_| match placed.is_empty() {
                    true => format!("{seat} places no infantry."),
                    false => format!("{seat} places 1 infantry on {}.", placed.join(", ")),
                });
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "war-effort",
        "Action: a cruiser of yours appears where you have ships.",
        |state, seat, _| {
            let kind = UnitKind::Cruiser;
            let manned = |system: &SystemId| {
                state.has_ships(*system, seat)
                    && placement::can_place(state, seat, kind, Place::Space(*system))
            };
            state.systems.keys().copied().filter(manned).map(Choice::System).collect()
        },
        &[Power {
            name: "War Effort",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| {
                let Moment::Targeted { target: Choice::System(system), .. } = *moment else {
                    return Ok(());
                };
                if placement::place(game, seat, UnitKind::Cruiser, Place::Space(system))? {
                    game.say(|state| {
                        format!("{seat} places a cruiser in **{}**.", state.system_name(system))
                    });
                }
                fleet::tidy(game, seat, system)
            },
            must: false,
        }],
    ),
    aimed_twice(
        "signal-jamming",
        "Action: a command token of another player, from their reinforcements, goes to a system with \
         or next to ships of yours, but to no home system.",
        [in_earshot, |state, seat, _| state.others(seat).map(Choice::Player).collect()],
        &[Power {
            name: "Signal Jamming",
            at: At::Turn,
            when: own_turn,
            then: |game, _, moment| match pair(moment) {
                Some((Choice::System(system), Choice::Player(victim))) => {
                    tokens::place(game, *victim, *system)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "unexpected-action",
        "Action: one of your command tokens on the board returns to your reinforcements.",
        |state, seat, _| {
            let held = state.systems.iter().filter(|(_, system)| system.tokens.contains(seat));
            held.map(|(id, _)| Choice::System(*id)).collect()
        },
        &[Power {
            name: "Unexpected Action",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| {
                if let Moment::Targeted { target: Choice::System(system), .. } = *moment {
                    game.state.system_mut(system).tokens.remove(seat);
                    game.say(|state| {
                        let name = state.system_name(system);
                        format!("{seat} takes the command token off **{name}**.")
                    });
                }
                Ok(())
            },
            must: false,
        }],
    ),
];

/// Systems with ships of `seat` or next to them, home systems aside.
fn in_earshot(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    let mut found: Vec<SystemId> = Vec::new();
    let manned = state.systems.keys().copied().filter(|system| state.has_ships(*system, seat));
    for system in manned {
        found.push(system);
        found.extend(state.neighbours(system));
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|system| !is_home(state, *system));
    found.into_iter().map(Choice::System).collect()
}
