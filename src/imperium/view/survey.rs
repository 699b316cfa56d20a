//! What can be worked out from a position that everybody sees, for pictures that answer one
//! question: how far it is, who fires where, how far a fleet comes.

use std::collections::{BTreeMap, VecDeque};

use crate::engine::Seat;
use crate::imperium::rules::{movement, space_cannon};
use crate::imperium::state::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Survey {
    /// Whose space cannon fires at ships that move into a system, and with how many dice.
    Cannon(Vec<(SystemId, Seat, u8)>),
    /// How many steps it is from a system to the others that are connected with it.
    Distances(SystemId, Vec<(SystemId, u8)>),
    /// How many of a seat's ships in a system could move to others right now.
    Reach(Seat, SystemId, Vec<(SystemId, u8)>),
}

/// Space cannon as they would fire at anybody (RR 77).
pub fn cannon(state: &State) -> Survey {
    let seats = || (0..state.players.len()).map(|at| Seat(at as u8));
    let all = state.systems.keys().flat_map(|system| seats().map(move |seat| (*system, seat)));
    let dice = all.map(|(system, seat)| (system, seat, space_cannon::threat(state, seat, system)));
    Survey::Cannon(dice.filter(|(.., dice)| *dice > 0).collect())
}

/// Steps from system to system (RR 6), whatever lies on the way.
pub fn distances(state: &State, from: SystemId) -> Survey {
    let mut steps = BTreeMap::from([(from, 0u8)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        let next = steps[&at].saturating_add(1);
        for near in state.neighbours(at) {
            steps.entry(near).or_insert_with(|| {
                open.push_back(near);
                next
            });
        }
    }
    Survey::Distances(from, steps.into_iter().collect())
}

/// Where the ships of `seat` in a system could move (RR 58) if their owner activated it now.
pub fn reach(state: &State, seat: Seat, from: SystemId) -> Survey {
    let targets = state.systems.keys().filter(|target| **target != from);
    let open = targets.filter(|target| movement::can_activate(state, seat, **target).is_ok());
    let ships = open.map(|target| {
        let all = movement::reach(state, seat, *target);
        let here = all.iter().filter(|(_, origin)| *origin == from);
        (*target, here.map(|(stack, _)| stack.count).sum())
    });
    Survey::Reach(seat, from, ships.filter(|(_, ships)| *ships > 0).collect())
}

#[cfg(test)]
mod tests;
