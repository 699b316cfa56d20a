//! What has happened, for pictures: the dice of this turn and the points of every round. Rules write
//! it down and never read it.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

use super::*;

/// Dice that a seat rolled together in this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    pub seat: Seat,
    /// "space combat in 205, combat round 1".
    pub what: String,
    /// As they lie now.
    pub dice: Vec<RolledDie>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RolledDie {
    pub kind: UnitKind,
    /// What it hits on, before `add` is added to what it shows.
    pub value: u8,
    pub add: i32,
    pub shows: u8,
    pub hits: u8,
}

impl Roll {
    pub fn hits(&self) -> u16 {
        self.dice.iter().map(|die| u16::from(die.hits)).sum()
    }
}

/// No turn has more that anybody would look at.
const ROLLS: usize = 80;

impl State {
    pub fn note_roll(&mut self, roll: Roll) {
        if self.rolls.len() < ROLLS {
            self.rolls.push(roll);
        }
    }

    /// The latest dice of the seat lie otherwise now.
    pub fn amend_roll(&mut self, seat: Seat, dice: Vec<RolledDie>) {
        let fits = |roll: &&mut Roll| roll.seat == seat && roll.dice.len() == dice.len();
        if let Some(roll) = self.rolls.iter_mut().rev().find(fits) {
            roll.dice = dice;
        }
    }

    /// Writes down everybody's points at the end of a round.
    pub fn note_points(&mut self) {
        let seats = (0..self.players.len()).map(|at| Seat(at as u8));
        let points = seats.map(|seat| self.points(seat)).collect();
        self.course.push(points);
    }
}
