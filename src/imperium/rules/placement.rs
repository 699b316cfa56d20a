//! Placing single units by effects of cards and abilities: from the reinforcements, or for want of them
//! from elsewhere on the board.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::{control, fleet};

/// Whether `seat` could place a unit of the kind at `to`.
pub fn can_place(state: &State, seat: Seat, kind: UnitKind, to: Place) -> bool {
    let plastic = !kind.tokens_may_substitute()
        || state.forces(to).count(seat, kind) > 0
        || fleet::groups(state, seat, kind) < usize::from(kind.limit());
    let open = !matches!(to, Place::Planet(planet) if !control::is_open(state, seat, planet));
    open && plastic
        && (state.reinforcements(seat, kind) > 0 || !spare(state, seat, kind, to).is_empty())
}

/// Units that may be taken from the board: no command token of their owner lies in their system.
fn spare(state: &State, seat: Seat, kind: UnitKind, to: Place) -> Vec<Choice> {
    let mut found = Vec::new();
    for (at, forces) in state.all_forces() {
        if at == to || state.system(state.system_of(at)).tokens.contains(seat) {
            continue;
        }
        let units = forces.of(seat).filter(|stack| stack.kind == kind);
        found.extend(units.map(|stack| Choice::UnitAt {
            owner: seat,
            kind,
            damaged: stack.damaged,
            at,
        }));
    }
    found
}

/// Places a unit, undamaged. Whether it was placed: who would have to take it from the board may leave
/// it.
pub fn place(game: &mut Game, seat: Seat, kind: UnitKind, to: Place) -> Flow<bool> {
    if !can_place(&game.state, seat, kind, to) {
        return Ok(false);
    }
    if game.state.reinforcements(seat, kind) == 0 && !fetch(game, seat, kind, to)? {
        return Ok(false);
    }
    Ok(game.state.place_units(seat, kind, 1, to) > 0)
}

/// Takes a unit from the board into the reinforcements, if its owner wants that.
pub fn fetch(game: &mut Game, seat: Seat, kind: UnitKind, to: Place) -> Flow<bool> {
    if spare(&game.state, seat, kind, to).is_empty() {
        return Ok(false);
    }
    let question = Question::TakeFromBoard { kind, to };
    let choice = game.choose(|state| {
        let mut options = spare(state, seat, kind, to);
        options.push(Choice::Pass);
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::UnitAt { damaged, at, .. } = choice else { return Ok(false) };
    game.state.forces_mut(at).remove(seat, kind, damaged, 1);
    let system = game.state.system_of(at);
    game.say(|state| {
        format!("{seat} takes a {} from **{}**.", kind.name(), state.system_name(system))
    });
    fleet::tidy(game, seat, system)?;
    Ok(true)
}
