use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

pub static MOVE: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
/// Moves ships into the activated system (RR 58).
pub fn move_ships(_game: &mut Game, _seat: Seat, _system: SystemId) -> Flow {
    Ok(())
}
/// Whether `seat` may activate the system (RR 5).
pub fn can_activate(_state: &State, _seat: Seat, _system: SystemId) -> Result<(), Refusal> {
    Ok(())
}

/// Stacks that can move into the system, and where they are.
pub fn reach(_state: &State, _seat: Seat, _system: SystemId) -> Vec<(Stack, SystemId)> {
    Vec::new()
}
