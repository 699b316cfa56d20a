use super::ask::*;
use super::compound::Compound;
use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

pub static ASSIGN: Compound = Compound {
    check: |_, _, _| Ok(()),
    next: |_, _, _| Vec::new(),
    suggest: |_, _| vec![Vec::new()],
};
/// `seat` assigns `hits` to its units at `place`.
pub fn assign(
    _game: &mut Game,
    _seat: Seat,
    _place: Place,
    _hits: u8,
    _source: HitSource,
    _from: Seat,
) -> Flow {
    Ok(())
}
