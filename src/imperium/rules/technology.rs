use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Technologies `seat` could research now: prerequisites by owned technologies and specialties (RR 90).
pub fn researchable(_state: &State, _seat: Seat) -> Vec<TechId> {
    Vec::new()
}
pub fn can_research(_state: &State, _seat: Seat, _tech: TechId) -> Result<(), Refusal> {
    Ok(())
}
pub fn research(_game: &mut Game, _seat: Seat, _tech: TechId) -> Flow {
    Ok(())
}
/// Whether the technology has behaviour, or is a unit upgrade that works by its numbers.
pub fn is_working(tech: TechId) -> bool {
    tech.get().is_upgrade()
}
