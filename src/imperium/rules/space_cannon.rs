use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Space cannon offense (RR 77.2).
pub fn offense(_game: &mut Game, _seat: Seat, _system: SystemId) -> Flow {
    Ok(())
}
/// Space cannon defense against ground forces on a planet (RR 77.5).
pub fn defense(_game: &mut Game, _attacker: Seat, _planet: PlanetId) -> Flow {
    Ok(())
}
