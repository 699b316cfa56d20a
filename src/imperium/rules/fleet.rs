use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

pub static EXCESS: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
/// Removes what exceeds the fleet pool or the capacity of `seat`'s ships (RR 16, 37).
pub fn tidy(_game: &mut Game, _seat: Seat, _system: SystemId) -> Flow {
    Ok(())
}
