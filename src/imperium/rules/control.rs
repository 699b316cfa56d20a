use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Settles a planet after units left or died there: control, structures (RR 25).
pub fn settle(_game: &mut Game, _planet: PlanetId) -> Flow {
    Ok(())
}
