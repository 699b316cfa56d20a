use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Offers `seat` to score a secret objective of the action phase, after the event that fulfils it (RR 61.6).
pub fn after_event(_game: &mut Game, _seats: &[Seat]) -> Flow {
    Ok(())
}
/// Draws a secret objective; whoever then holds more than three returns one (RR 61.22).
pub fn draw_secret(_game: &mut Game, _seat: Seat) -> Flow {
    Ok(())
}
