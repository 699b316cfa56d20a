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
            if !steps.contains_key(&near) {
                steps.insert(near, next);
                open.push_back(near);
            }
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
mod tests {
    use super::*;
    use crate::imperium::position::at;

    fn id(label: &str) -> SystemId {
        SystemId::by_label(label).expect("a label")
    }

    #[test]
    fn a_wormhole_shortens_the_way() {
        let state = at("players sol, hacan\ntile 205 = 26\ntile 211 = 39");
        let Survey::Distances(from, steps) = distances(&state, id("205")) else { panic!() };
        assert_eq!(from, id("205"));
        let of = |label: &str| steps.iter().find(|(at, _)| *at == id(label)).map(|(_, n)| *n);
        assert_eq!(of("205"), Some(0));
        assert_eq!(of("211"), Some(1));
        assert_eq!(of("000"), Some(2));
    }

    #[test]
    fn only_improved_pds_fire_at_the_next_system() {
        let text = "players sol, hacan\ntile 205 = 25\nplanet quann: hacan 2 pds";
        let near = |text: &str| {
            let Survey::Cannon(all) = cannon(&at(text)) else { panic!() };
            let dice = |label: &str| {
                all.iter().find(|(at, ..)| *at == id(label)).map(|(_, seat, dice)| (*seat, *dice))
            };
            (dice("205"), dice("103"))
        };
        assert_eq!(near(text), (Some((Seat(1), 2)), None));
        let improved = format!("{text}\ntech hacan: pds-ii");
        assert_eq!(near(&improved), (Some((Seat(1), 2)), Some((Seat(1), 2))));
    }

    #[test]
    fn a_fleet_held_by_its_command_token_reaches_nothing() {
        let text = "players sol, hacan\nspace 205: sol 2 cruisers, carrier";
        let ships = |text: &str| {
            let Survey::Reach(_, _, all) = reach(&at(text), Seat(0), id("205")) else { panic!() };
            let of = |label: &str| all.iter().find(|(at, _)| *at == id(label)).map(|(_, n)| *n);
            (of("103"), of("000"))
        };
        assert_eq!(ships(text), (Some(3), Some(2)));
        assert_eq!(ships(&format!("{text}\ntoken sol: 205")), (None, None));
    }
}
