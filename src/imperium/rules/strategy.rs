use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// One strategy card is picked (RR 83).
pub fn pick(_game: &mut Game) -> Flow {
    Ok(())
}
