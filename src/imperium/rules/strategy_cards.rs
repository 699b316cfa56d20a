use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

pub static PRIMARY: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
pub static SECONDARY: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
/// The primary ability of a strategy card.
pub fn primary(_game: &mut Game, _seat: Seat, _card: StrategyId) -> Flow {
    Ok(())
}
/// A secondary ability, with the answer to `Question::Secondary`.
pub fn secondary(_game: &mut Game, _owed: Owed, _answer: &[Choice]) -> Flow {
    Ok(())
}
/// Who may use the secondary ability after `seat` used the primary one, clockwise.
pub fn owed(_state: &State, _seat: Seat, _card: StrategyId) -> Vec<Owed> {
    Vec::new()
}
/// Whether the card's abilities are implemented.
pub fn is_working(_card: StrategyId) -> bool {
    false
}
