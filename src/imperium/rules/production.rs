use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

pub static PRODUCE: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
/// `seat` may produce with its production units in the system (RR 67).
pub fn produce(_game: &mut Game, _seat: Seat, _system: SystemId) -> Flow {
    Ok(())
}
