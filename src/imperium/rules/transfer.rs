//! Ground forces that are taken off the board and placed on planets of their owner, in one answer.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::tables::{Act, forbidden};
use super::{control, fleet, movement};

pub static TRANSFER: Compound = Compound {
    check: |state, prompt, parts| check(state, prompt.seat, limit(prompt), parts),
    next: |state, prompt, draft| next(state, prompt.seat, limit(prompt), draft),
    suggest: |state, prompt| suggest(state, prompt.seat, limit(prompt)),
};

/// Sources and planets that suggestions look at.
const SUGGESTED: usize = 3;

fn limit(prompt: &Prompt<Imperium>) -> u8 {
    match prompt.question {
        Question::Transfer { count } => count,
        _ => 0,
    }
}

/// Whether there is anything to transfer to another place.
pub fn is_possible(state: &State, seat: Seat) -> bool {
    let mut planets = state.controlled(seat);
    let (first, second) = (planets.next(), planets.next());
    sources(state, seat).any(|(from, _)| {
        let elsewhere = |to: PlanetId| from != Place::Planet(to);
        first.is_some_and(elsewhere) || second.is_some_and(elsewhere)
    })
}

/// `seat` moves up to `count` of its ground forces to planets that it controls, from wherever they
/// are; damage goes along.
pub fn transfer(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let parts = game.ask(|_| Prompt::compound(seat, Question::Transfer { count }))?;
    carry_out(game, seat, &parts)
}

fn carry_out(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    for part in parts {
        let Choice::Transfer { kind, damaged, count, from, .. } = *part else { continue };
        game.state.forces_mut(from).remove(seat, kind, damaged, count);
    }
    for part in parts {
        let Choice::Transfer { kind, damaged, count, from, to } = *part else { continue };
        game.state.forces_mut(Place::Planet(to)).add(seat, kind, damaged, count);
        game.say(|_| {
            let units = kind.label(count.into());
            format!("{seat} moves {units} {} to **{}**.", movement::place_name(from), to.name())
        });
    }
    for part in parts {
        if let Choice::Transfer { from: Place::Planet(planet), .. } = part {
            control::settle(game, *planet)?;
        }
    }
    Ok(())
}

/// Stacks of the seat's ground forces and where they are.
fn sources(state: &State, seat: Seat) -> impl Iterator<Item = (Place, Stack)> + '_ {
    let stacks = move |(place, forces): (Place, &'_ Forces)| {
        let own: Vec<Stack> = forces.ground_forces(seat).copied().collect();
        own.into_iter().map(move |stack| (place, stack))
    };
    state.all_forces().flat_map(stacks)
}

/// How many units of `stack` the parts take from its place.
fn taken(parts: &[Choice], place: Place, stack: Stack) -> u32 {
    let counts = parts.iter().map(|part| match part {
        Choice::Transfer { kind, damaged, count, from, .. }
            if (*kind, *damaged, *from) == (stack.kind, stack.damaged, place) =>
        {
            u32::from(*count)
        }
        _ => 0,
    });
    counts.sum()
}

fn total(parts: &[Choice]) -> u32 {
    let counts = parts.iter().map(|part| match part {
        Choice::Transfer { count, .. } => u32::from(*count),
        _ => 0,
    });
    counts.sum()
}

fn check(state: &State, seat: Seat, limit: u8, parts: &[Choice]) -> Result<(), Refusal> {
    for part in parts {
        let Choice::Transfer { kind, damaged, count, from, to } = *part else {
            return Err(Refusal::new("only ground forces move here"));
        };
        let units = kind.label(count.into());
        if state.owner(to) != Some(seat) {
            return Err(Refusal::new(format!("you do not control {}", to.name()))
                .instead("Ground forces go to planets that you control."));
        }
        if let Some(refusal) = forbidden(state, seat, Act::PlaceOn { planet: to }) {
            return Err(refusal);
        }
        if from == Place::Planet(to) {
            return Err(Refusal::new(format!("{units} would stay on {}", to.name())));
        }
        let there = sources(state, seat)
            .find(|(place, stack)| (*place, stack.kind, stack.damaged) == (from, kind, damaged));
        let enough = there.is_some_and(|(place, stack)| {
            count > 0 && taken(parts, place, stack) <= u32::from(stack.count)
        });
        if !enough {
            let place = movement::place_name(from);
            return Err(Refusal::new(format!("you do not have {units} {place} to move")));
        }
    }
    let total = total(parts);
    if total > u32::from(limit) {
        return Err(Refusal::new(format!("{total} ground forces are more than {limit}")));
    }
    check_plastic(state, seat, parts)
}

/// Infantry stand in no more places than there is plastic to mark them (RR 46.3).
fn check_plastic(state: &State, seat: Seat, parts: &[Choice]) -> Result<(), Refusal> {
    let kind = UnitKind::Infantry;
    let mut fresh: Vec<PlanetId> = parts
        .iter()
        .filter_map(|part| match part {
            Choice::Transfer { kind: k, to, .. } if *k == kind => Some(*to),
            _ => None,
        })
        .filter(|to| state.planet(*to).forces.count(seat, kind) == 0)
        .collect();
    fresh.sort_unstable();
    fresh.dedup();
    let groups = fleet::groups(state, seat, kind) + fresh.len();
    if fresh.is_empty() || groups <= usize::from(kind.limit()) {
        return Ok(());
    }
    let emptied = sources(state, seat).filter(|(place, stack)| {
        let refilled = parts.iter().any(|part| {
            matches!(part, Choice::Transfer { kind: k, to, .. }
                if *k == kind && Place::Planet(*to) == *place)
        });
        stack.kind == kind && !refilled && taken(parts, *place, *stack) >= u32::from(stack.count)
    });
    if groups - emptied.count() <= usize::from(kind.limit()) {
        return Ok(());
    }
    let why = format!("all {} plastic infantry stand elsewhere", kind.limit());
    Err(Refusal::new(why).rule("46.3"))
}

fn next(state: &State, seat: Seat, limit: u8, draft: &[Choice]) -> Vec<Choice> {
    let room = u32::from(limit).saturating_sub(total(draft));
    let mut found = Vec::new();
    let mut longer = draft.to_vec();
    for (from, stack) in sources(state, seat) {
        let left = u32::from(stack.count).saturating_sub(taken(draft, from, stack));
        let most = left.min(room) as u8;
        for to in state.controlled(seat) {
            for count in [1, most].into_iter().take(usize::from(most.min(2))) {
                let Stack { kind, damaged, .. } = stack;
                longer.push(Choice::Transfer { kind, damaged, count, from, to });
                if check(state, seat, limit, &longer).is_ok() {
                    found.extend(longer.last().cloned());
                }
                longer.pop();
            }
        }
    }
    found
}

/// From the largest stacks to the emptiest planets; nothing at last.
fn suggest(state: &State, seat: Seat, limit: u8) -> Vec<Vec<Choice>> {
    let mut from: Vec<(Place, Stack)> = sources(state, seat).collect();
    from.sort_by_key(|(place, stack)| (std::cmp::Reverse(stack.count), *place));
    let army = |planet: PlanetId| -> u32 {
        let units = state.planet(planet).forces.ground_forces(seat);
        units.map(|stack| u32::from(stack.count)).sum()
    };
    let mut to: Vec<PlanetId> = state.controlled(seat).collect();
    to.sort_by_key(|planet| (army(*planet), *planet));
    let mut found = Vec::new();
    for (from, stack) in from.into_iter().take(SUGGESTED) {
        for to in to.iter().copied().take(SUGGESTED) {
            let Stack { kind, damaged, count, .. } = stack;
            let count = count.min(limit);
            let answer = vec![Choice::Transfer { kind, damaged, count, from, to }];
            if check(state, seat, limit, &answer).is_ok() {
                found.push(answer);
            }
        }
    }
    found.push(Vec::new());
    found
}

/// `Question::Spread`: infantry to planets in the same or in adjacent systems.
pub static SPREAD: Compound = Compound {
    check: |state, prompt, parts| {
        for part in parts {
            let Choice::Transfer { kind, from, to, .. } = *part else {
                return Err(Refusal::new("only infantry move here"));
            };
            if kind != UnitKind::Infantry || !matches!(from, Place::Planet(_)) {
                return Err(Refusal::new("only infantry on planets move here"));
            }
            if !is_near(state, from, to) {
                let why =
                    format!("{} is not near what is {}", to.name(), movement::place_name(from));
                return Err(
                    Refusal::new(why).instead("Name a planet in the same or the next system.")
                );
            }
        }
        check(state, prompt.seat, u8::MAX, parts)
    },
    next: |state, prompt, draft| {
        let mut parts = next(state, prompt.seat, u8::MAX, draft);
        parts.retain(|part| spreads(state, prompt.seat, part));
        parts
    },
    suggest: |state, prompt| {
        let mut found: Vec<Vec<Choice>> = Vec::new();
        for part in next(state, prompt.seat, u8::MAX, &[]).into_iter().take(SUGGESTED * 40) {
            if found.len() < SUGGESTED && spreads(state, prompt.seat, &part) {
                found.push(vec![part]);
            }
        }
        found.push(Vec::new());
        found
    },
};

/// Whether the seat has infantry on a planet that could go to another one nearby.
pub fn can_spread(state: &State, seat: Seat) -> bool {
    let mut bases = state
        .planets
        .iter()
        .filter(|(_, planet)| planet.forces.count(seat, UnitKind::Infantry) > 0);
    bases.any(|(from, _)| {
        let near = |to: PlanetId| to != *from && is_near(state, Place::Planet(*from), to);
        state.controlled(seat).any(near)
    })
}

/// Infantry of `seat` move as it likes, all at once.
pub fn spread(game: &mut Game, seat: Seat) -> Flow {
    let parts = game.ask(|_| Prompt::compound(seat, Question::Spread))?;
    carry_out(game, seat, &parts)
}

/// Whether the place lies in the system of the planet or next to it.
fn is_near(state: &State, from: Place, to: PlanetId) -> bool {
    if !state.planets.contains_key(&to) {
        return false;
    }
    let (from, to) = (state.system_of(from), state.system_of(Place::Planet(to)));
    from == to || state.adjacent(from, to)
}

fn spreads(state: &State, seat: Seat, part: &Choice) -> bool {
    match *part {
        Choice::Transfer {
            kind: UnitKind::Infantry, from: from @ Place::Planet(_), to, ..
        } => is_near(state, from, to) && state.owner(to) == Some(seat),
        _ => false,
    }
}
