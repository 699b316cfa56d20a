//! Units that lie together in one space area or on one planet, as stacks of equal ones.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::imperium::data::UnitKind;

/// Units of one owner, kind and condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stack {
    pub owner: Seat,
    pub kind: UnitKind,
    pub damaged: bool,
    pub count: u8,
}

impl Stack {
    /// Whether it fights when it is on a planet.
    pub fn is_troop(&self) -> bool {
        self.kind.is_ground_force() || self.kind == UnitKind::Fighter
    }
}

/// Stacks in order of owner, kind and condition; none is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Forces {
    stacks: Vec<Stack>,
}

impl Forces {
    pub fn iter(&self) -> impl Iterator<Item = &Stack> + Clone {
        self.stacks.iter()
    }

    pub fn of(&self, owner: Seat) -> impl Iterator<Item = &Stack> + Clone {
        self.stacks.iter().filter(move |stack| stack.owner == owner)
    }

    /// The stacks of each owner that has any.
    pub fn by_owner(&self) -> impl Iterator<Item = &[Stack]> {
        self.stacks.chunk_by(|a, b| a.owner == b.owner)
    }

    /// Stacks of ships.
    pub fn ships(&self, owner: Seat) -> impl Iterator<Item = &Stack> + Clone {
        self.of(owner).filter(|stack| stack.kind.is_ship())
    }

    pub fn ground_forces(&self, owner: Seat) -> impl Iterator<Item = &Stack> + Clone {
        self.of(owner).filter(|stack| stack.kind.is_ground_force())
    }

    /// Who fights on a planet: ground forces, and fighters where they have landed.
    pub fn troops(&self, owner: Seat) -> impl Iterator<Item = &Stack> + Clone {
        self.of(owner).filter(|stack| stack.is_troop())
    }

    pub fn has_troops(&self, owner: Seat) -> bool {
        self.troops(owner).next().is_some()
    }

    pub fn structures(&self, owner: Seat) -> impl Iterator<Item = &Stack> + Clone {
        self.of(owner).filter(|stack| stack.kind.is_structure())
    }

    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }

    pub fn has_ships(&self, owner: Seat) -> bool {
        self.ships(owner).next().is_some()
    }

    pub fn has_ground_forces(&self, owner: Seat) -> bool {
        self.ground_forces(owner).next().is_some()
    }

    /// How many of `kind`, whatever their condition.
    pub fn count(&self, owner: Seat, kind: UnitKind) -> u8 {
        self.of(owner).filter(|stack| stack.kind == kind).map(|stack| stack.count).sum()
    }

    pub fn count_in(&self, owner: Seat, kind: UnitKind, damaged: bool) -> u8 {
        self.find(owner, kind, damaged).map_or(0, |at| self.stacks[at].count)
    }

    /// Seats that have units here.
    pub fn owners(&self) -> Vec<Seat> {
        let mut owners: Vec<Seat> = self.stacks.iter().map(|stack| stack.owner).collect();
        owners.dedup();
        owners
    }

    fn find(&self, owner: Seat, kind: UnitKind, damaged: bool) -> Option<usize> {
        self.key(owner, kind, damaged).ok()
    }

    fn key(&self, owner: Seat, kind: UnitKind, damaged: bool) -> Result<usize, usize> {
        let wanted = (owner, kind, damaged);
        self.stacks.binary_search_by(|stack| (stack.owner, stack.kind, stack.damaged).cmp(&wanted))
    }

    pub fn add(&mut self, owner: Seat, kind: UnitKind, damaged: bool, count: u8) {
        if count == 0 {
            return;
        }
        match self.key(owner, kind, damaged) {
            Ok(at) => self.stacks[at].count += count,
            Err(at) => self.stacks.insert(at, Stack { owner, kind, damaged, count }),
        }
    }

    /// Takes away up to `count`; how many there were to take.
    pub fn remove(&mut self, owner: Seat, kind: UnitKind, damaged: bool, count: u8) -> u8 {
        let Some(at) = self.find(owner, kind, damaged) else { return 0 };
        let taken = count.min(self.stacks[at].count);
        self.stacks[at].count -= taken;
        if self.stacks[at].count == 0 {
            self.stacks.remove(at);
        }
        taken
    }

    /// Takes away everything that `leaves` says of, and returns it.
    pub fn drain(&mut self, leaves: impl Fn(&Stack) -> bool) -> Vec<Stack> {
        let gone = self.stacks.iter().copied().filter(|stack| leaves(stack)).collect();
        self.stacks.retain(|stack| !leaves(stack));
        gone
    }

    /// Turns `count` undamaged units damaged.
    pub fn damage(&mut self, owner: Seat, kind: UnitKind, count: u8) {
        let hit = self.remove(owner, kind, false, count);
        self.add(owner, kind, true, hit);
    }

    /// Repairs all units of `owner`.
    pub fn repair(&mut self, owner: Seat) {
        for stack in self.drain(|stack| stack.owner == owner && stack.damaged) {
            self.add(owner, stack.kind, false, stack.count);
        }
    }
}
