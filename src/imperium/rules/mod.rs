//! The Rules Reference. Straight-line functions that ask for decisions with `?`.
//!
//! [`advance`] runs one step: a pick, a turn, one step of the status phase, one agenda. Everything
//! inside a step lives in local variables; the state never knows that it is in the middle of one.

use crate::engine::Flow;
use crate::imperium::Game;
use crate::imperium::state::*;

pub mod adjacency;
pub mod agenda;
pub mod ask;
pub mod blockade;
pub mod bombardment;
pub mod combat;
#[cfg(test)]
mod combat_tests;
pub mod compound;
pub mod control;
pub mod copying;
pub mod cost;
pub mod dice;
pub mod fix;
pub mod fleet;
pub mod hits;
pub mod invasion;
#[cfg(test)]
mod invasion_tests;
pub mod losses;
pub mod movement;
pub mod notes;
pub mod payment;
pub mod placement;
pub mod production;
#[cfg(test)]
mod reference_tests;
pub mod retreat;
pub mod revival;
pub mod scoring;
pub mod setup;
pub mod space_cannon;
pub mod status;
pub mod strategy;
pub mod strategy_cards;
pub mod tables;
pub mod technology;
pub mod tokens;
pub mod trade;
pub mod transfer;
pub mod turn;
pub mod victory;
pub mod window;

/// One step of the game, to the next checkpoint.
pub fn advance(game: &mut Game) -> Flow {
    step(game)?;
    fleet::settle(game)?;
    turn::after_losses(game)
}

fn step(game: &mut Game) -> Flow {
    match game.state.stage.clone() {
        Stage::Setup(step) => setup::run(game, step),
        Stage::Strategy => strategy::pick(game),
        Stage::Action => turn::take(game),
        Stage::Status(step) => status::run(game, step),
        Stage::Agenda(step) => agenda::run(game, step),
        Stage::Finished => Ok(()),
    }?;
    revival::roll(game)
}
