//! Own units that a player chooses to have destroyed, in one answer.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::{control, fleet, hits, movement};

pub static LOSE: Compound = Compound { check, next, suggest };

/// What somebody loses: `count` units of a lot, or all when there are no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub seat: Seat,
    pub lot: Lot,
    pub count: u8,
}

/// All that are named lose units at the same time; whoever has a choice chooses. One lot of equal
/// units in one place leaves none.
pub fn lose(game: &mut Game, agenda: AgendaId, losses: &[Loss]) -> Flow {
    let answers = game.ask_each(|state| {
        let open = losses.iter().filter(|loss| {
            let units = units(state, loss.seat, loss.lot);
            units.len() > 1 && loss.count < count(&units)
        });
        let question = |loss: &Loss| Question::Lose { agenda, lot: loss.lot, count: loss.count };
        open.filter(|loss| loss.count > 0)
            .map(|loss| Prompt::compound(loss.seat, question(loss)))
            .collect()
    })?;
    let mut gone: Vec<(Place, Stack)> = Vec::new();
    for loss in losses.iter().filter(|loss| loss.count > 0) {
        match answers.iter().find(|(seat, _)| *seat == loss.seat) {
            Some((_, parts)) => gone.extend(parts.iter().filter_map(|part| named(loss.seat, part))),
            None => {
                let mut due = loss.count;
                for (place, stack) in units(&game.state, loss.seat, loss.lot) {
                    let count = stack.count.min(due);
                    due -= count;
                    gone.push((place, Stack { count, ..stack }));
                }
            }
        }
    }
    destroy(game, &gone)
}

/// Destroys units at the same time, tells it, and settles the places where they stood.
pub fn destroy(game: &mut Game, units: &[(Place, Stack)]) -> Flow {
    let mut places: Vec<(Place, Seat)> = Vec::new();
    for (place, stack) in units {
        let Stack { owner, kind, damaged, count } = *stack;
        let gone = hits::lose(game, owner, *place, kind, damaged, count, None)?;
        if gone > 0 {
            game.say(|_| {
                let where_ = movement::place_name(*place);
                format!("{owner} loses {} {where_}.", kind.label(gone.into()))
            });
        }
        if !places.contains(&(*place, owner)) {
            places.push((*place, owner));
        }
    }
    for (place, owner) in places {
        match place {
            Place::Space(system) => fleet::tidy(game, owner, system)?,
            Place::Planet(planet) => control::settle(game, planet)?,
        }
    }
    Ok(())
}

/// The units of a lot and where they stand.
pub fn units(state: &State, seat: Seat, lot: Lot) -> Vec<(Place, Stack)> {
    let fits = |place: Place, stack: &Stack| match lot {
        Lot::Ships => stack.kind.is_ship() && stack.kind != UnitKind::Fighter,
        Lot::Kind(kind) => stack.kind == kind,
        Lot::System(system) => state.system_of(place) == system,
    };
    let mut found = Vec::new();
    for (place, forces) in state.all_forces() {
        found.extend(forces.of(seat).filter(|stack| fits(place, stack)).map(|s| (place, *s)));
    }
    found
}

pub fn total(state: &State, seat: Seat, lot: Lot) -> u8 {
    count(&units(state, seat, lot))
}

fn count(units: &[(Place, Stack)]) -> u8 {
    units.iter().map(|(_, stack)| stack.count).fold(0, u8::saturating_add)
}

fn named(owner: Seat, part: &Choice) -> Option<(Place, Stack)> {
    match *part {
        Choice::Lose { kind, damaged, count, at } => {
            Some((at, Stack { owner, kind, damaged, count }))
        }
        _ => None,
    }
}

fn task(prompt: &Prompt<Imperium>) -> (Lot, u8) {
    match prompt.question {
        Question::Lose { lot, count, .. } => (lot, count),
        _ => (Lot::Ships, 0),
    }
}

/// What is left of the lot after the parts of a draft; a refusal when they name too much.
fn left(
    state: &State,
    seat: Seat,
    lot: Lot,
    parts: &[Choice],
) -> Result<Vec<(Place, Stack)>, Refusal> {
    let mut open = units(state, seat, lot);
    for part in parts {
        let Some((place, stack)) = named(seat, part) else {
            return Err(Refusal::new("only own units to destroy can be named"));
        };
        let same = |(at, own): &&mut (Place, Stack)| {
            *at == place && (own.kind, own.damaged) == (stack.kind, stack.damaged)
        };
        match open.iter_mut().find(same) {
            Some((_, own)) if stack.count > 0 && own.count >= stack.count => {
                own.count -= stack.count;
            }
            _ => {
                let what = stack.kind.label(stack.count.into());
                return Err(Refusal::new(format!("{what} cannot be chosen there")));
            }
        }
    }
    open.retain(|(_, stack)| stack.count > 0);
    Ok(open)
}

fn sum(parts: &[Choice]) -> u32 {
    let counts = parts.iter().map(|part| match part {
        Choice::Lose { count, .. } => u32::from(*count),
        _ => 0,
    });
    counts.sum()
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let (lot, count) = task(prompt);
    left(state, prompt.seat, lot, parts)?;
    match sum(parts) == u32::from(count) {
        true => Ok(()),
        false => Err(Refusal::new(format!("{} units are named", sum(parts)))
            .instead(format!("Choose exactly {count}."))),
    }
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let (lot, count) = task(prompt);
    let due = u32::from(count).saturating_sub(sum(draft)).min(99) as u8;
    let mut parts = Vec::new();
    for (at, stack) in left(state, prompt.seat, lot, draft).unwrap_or_default() {
        let Stack { kind, damaged, count: there, .. } = stack;
        let most = there.min(due);
        if most > 0 {
            parts.push(Choice::Lose { kind, damaged, count: 1, at });
        }
        if most > 1 {
            parts.push(Choice::Lose { kind, damaged, count: most, at });
        }
    }
    parts
}

/// The cheapest units first, damaged ones before whole ones.
fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let (lot, mut due) = task(prompt);
    let mut open = units(state, prompt.seat, lot);
    open.sort_by_key(|(place, stack)| {
        let cost = state.card(stack.owner, stack.kind).and_then(|card| card.cost);
        (cost.unwrap_or(u8::MAX), !stack.damaged, *place)
    });
    let mut answer = Vec::new();
    for (at, stack) in open {
        let count = stack.count.min(due);
        if count > 0 {
            let Stack { kind, damaged, .. } = stack;
            answer.push(Choice::Lose { kind, damaged, count, at });
            due -= count;
        }
    }
    vec![answer]
}
