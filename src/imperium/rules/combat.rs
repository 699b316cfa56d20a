use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Space combat in the system, if two players have ships there (RR 78).
pub fn space_combat(_game: &mut Game, _system: SystemId) -> Flow {
    Ok(())
}
