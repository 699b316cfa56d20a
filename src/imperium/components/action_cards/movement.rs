//! Cards played when a system is activated, and when ships have moved into it.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::placement;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::{Card, aimed, card};

pub static CARDS: &[Card] = &[
    card(
        "flank-speed",
        "You have activated a system: your ships move 1 further in this action.",
        &[Power {
            name: "Flank Speed",
            at: At::Activated,
            when: activated_own,
            then: |game, seat, _| {
                let effect = Effect::Move(1);
                game.state.lasting.push(Lasting { until: Until::TacticalActionEnds, seat, effect });
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "in-the-silence-of-space",
        "You have activated a system: your ships in one system that you name move past enemy ships in \
         this action.",
        harbours,
        &[Power {
            name: "In the Silence of Space",
            at: At::Activated,
            when: activated_own,
            then: |game, seat, moment| {
                if let Moment::Targeted { target: Choice::System(system), .. } = moment {
                    let (until, effect) =
                        (Until::TacticalActionEnds, Effect::SlipPastFleets(*system));
                    game.state.lasting.push(Lasting { until, seat, effect });
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "lost-star-chart",
        "You have activated a system: all systems with alpha or beta wormholes are adjacent in this \
         action.",
        &[Power {
            name: "Lost Star Chart",
            at: At::Activated,
            when: activated_own,
            then: |game, seat, _| {
                let effect = Effect::WormholeSystemsAdjacent;
                game.state.lasting.push(Lasting { until: Until::TacticalActionEnds, seat, effect });
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "upgrade",
        "You have activated a system with ships of yours: one of your cruisers there becomes a \
         dreadnought.",
        &[Power {
            name: "Upgrade",
            at: At::Activated,
            when: |state, seat, moment| match moment {
                Moment::Activated { by, system } => {
                    let at = Place::Space(*system);
                    *by == seat
                        && state.forces(at).count(seat, UnitKind::Cruiser) > 0
                        && placement::can_place(state, seat, UnitKind::Dreadnought, at)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                let Moment::Activated { system, .. } = *moment else { return Ok(()) };
                let at = Place::Space(system);
                if placement::place(game, seat, UnitKind::Dreadnought, at)? {
                    game.state.forces_mut(at).remove(seat, UnitKind::Cruiser, false, 1);
                    game.say(|_| format!("{seat} turns a cruiser into a dreadnought."));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "experimental-battlestation",
        "Somebody else has moved ships into a system: a space dock of yours there or next to it fires \
         three dice, hitting on 5 or more, with your space cannons at the ships.",
        docks_in_reach,
        &[Power {
            name: "Experimental Battlestation",
            at: At::ShipsMoved,
            when: |_, seat, moment| matches!(moment, Moment::ShipsMoved { by, .. } if *by != seat),
            then: |game, seat, moment| {
                if let Moment::Targeted { target: Choice::UnitAt { kind, at, .. }, .. } = *moment {
                    let effect = Effect::Cannon { kind, at, dice: 3, value: 5 };
                    let until = Until::TacticalActionEnds;
                    game.state.lasting.push(Lasting { until, seat, effect });
                }
                Ok(())
            },
            must: false,
        }],
    ),
];

fn activated_own(_: &State, seat: Seat, moment: &Moment) -> bool {
    matches!(moment, Moment::Activated { by, .. } if *by == seat)
}

/// Other systems from which ships of `seat` could come.
fn harbours(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::Activated { system: active, .. } = moment else { return Vec::new() };
    let free = state.systems.iter().filter(|(id, system)| {
        *id != active && system.space.has_ships(seat) && !system.tokens.contains(seat)
    });
    free.map(|(id, _)| Choice::System(*id)).collect()
}

fn docks_in_reach(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::ShipsMoved { system, .. } = moment else { return Vec::new() };
    let kind = UnitKind::SpaceDock;
    let mut near = state.neighbours(*system);
    near.retain(|other| other != system);
    near.insert(0, *system);
    let places = near.into_iter().flat_map(|system| state.places(system).collect::<Vec<Place>>());
    let docks = places.filter(|at| state.forces(*at).count(seat, kind) > 0);
    docks.map(|at| Choice::UnitAt { owner: seat, kind, damaged: false, at }).collect()
}
