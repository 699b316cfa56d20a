use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Ends the game when somebody has enough points; the earliest in initiative order wins (RR 98).
pub fn check(_game: &mut Game) -> Flow {
    Ok(())
}
/// Eliminates players without planets, ground forces and production (RR 33).
pub fn eliminate(_game: &mut Game) -> Flow {
    Ok(())
}
