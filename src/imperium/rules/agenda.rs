use super::compound::Compound;
use crate::engine::Flow;
use crate::imperium::Game;
use crate::imperium::state::*;
pub fn run(_game: &mut Game, _step: AgendaStep) -> Flow {
    Ok(())
}
pub static VOTE: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
