use super::compound::Compound;
use crate::engine::Flow;
use crate::imperium::Game;
use crate::imperium::state::*;
pub fn run(_game: &mut Game, _step: StatusStep) -> Flow {
    Ok(())
}
pub static SCORE: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
pub static TOKENS: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
