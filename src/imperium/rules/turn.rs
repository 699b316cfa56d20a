use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// One player's turn (RR 3).
pub fn take(_game: &mut Game) -> Flow {
    Ok(())
}
