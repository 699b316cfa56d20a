//! The answer to hits: which units sustain damage, which are destroyed; and how a player who is not
//! asked wants them taken.

use crate::engine::{Prompt, Refusal, Seat};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::*;
use super::super::compound::Compound;
use super::{can_sustain, sustainable, targets, worth};

pub static ASSIGN: Compound = Compound { check, next, suggest };

struct Task {
    seat: Seat,
    place: Place,
    hits: u8,
    source: HitSource,
}

fn task(prompt: &Prompt<Imperium>) -> Result<Task, Refusal> {
    match prompt.question {
        Question::AssignHits { place, hits, source, .. } => {
            Ok(Task { seat: prompt.seat, place, hits, source })
        }
        _ => Err(Refusal::new("no hits are to be assigned")),
    }
}

/// What an answer does so far.
#[derive(Default)]
struct Tally {
    sustained: [u8; UnitKind::ALL.len()],
    /// Undamaged, then damaged, units destroyed.
    destroyed: [[u8; UnitKind::ALL.len()]; 2],
}

impl Tally {
    fn of(parts: &[Choice]) -> Result<Tally, Refusal> {
        let mut tally = Tally::default();
        for part in parts {
            let (slot, count) = match part {
                Choice::Sustain { kind, count } => (&mut tally.sustained[*kind as usize], *count),
                Choice::Destroy { kind, damaged, count } => {
                    (&mut tally.destroyed[usize::from(*damaged)][*kind as usize], *count)
                }
                _ => return Err(Refusal::new("hits are sustained, or destroy units").rule("78.6")),
            };
            if count == 0 {
                return Err(Refusal::new("a part with no units assigns nothing"));
            }
            *slot = slot.saturating_add(count);
        }
        Ok(tally)
    }

    fn sustains(&self) -> u32 {
        self.sustained.iter().map(|n| u32::from(*n)).sum()
    }

    fn losses(&self) -> u32 {
        self.destroyed.iter().flatten().map(|n| u32::from(*n)).sum()
    }

    /// Units of the kind that are left to destroy; those that sustain are damaged by then.
    fn left(&self, state: &State, task: &Task, kind: UnitKind, damaged: bool) -> i32 {
        let here = state.forces(task.place).count_in(task.seat, kind, damaged);
        let sustained = i32::from(self.sustained[kind as usize]);
        let shift = if damaged { sustained } else { -sustained };
        i32::from(here) + shift - i32::from(self.destroyed[usize::from(damaged)][kind as usize])
    }

    fn sustainable(&self, state: &State, task: &Task, kind: UnitKind) -> i32 {
        let stacks = targets(state, task.seat, task.place, task.source);
        let able: u8 = stacks
            .filter(|stack| stack.kind == kind)
            .map(|stack| sustainable(state, task.place, task.source, stack))
            .sum();
        i32::from(able) - i32::from(self.sustained[kind as usize])
    }
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let task = task(prompt)?;
    let tally = Tally::of(parts)?;
    let units: u32 = targets(state, task.seat, task.place, task.source)
        .map(|stack| u32::from(stack.count))
        .sum();
    for kind in UnitKind::ALL {
        if tally.sustained[kind as usize] > 0 && tally.sustainable(state, &task, kind) < 0 {
            return Err(cannot_sustain(state, &task, kind));
        }
        for damaged in [false, true] {
            let aimed = tally.destroyed[usize::from(damaged)][kind as usize];
            let eligible =
                targets(state, task.seat, task.place, task.source).any(|stack| stack.kind == kind);
            if aimed > 0 && (!eligible || tally.left(state, &task, kind, damaged) < 0) {
                if task.source.spares_fighters() && kind == UnitKind::Fighter {
                    return Err(Refusal::new(
                        "fighters are spared as long as other ships can be hit",
                    )
                    .instead("Assign these hits to other ships first."));
                }
                let adjective = if damaged { "damaged " } else { "" };
                return Err(Refusal::new(format!(
                    "there are not {aimed} {adjective}{} to take these hits",
                    kind.plural()
                ))
                .rule("78.6"));
            }
        }
    }
    let (hits, losses) = (u32::from(task.hits), tally.losses());
    let (sustains, worth) = (tally.sustains(), u32::from(worth(state, task.seat)));
    let need = hits.saturating_sub(sustains * worth).min(units);
    let instead = format!("Assign {need} more, after sustaining.");
    match () {
        _ if sustains.saturating_sub(1) * worth + u32::from(sustains > 0) + losses > hits
            || (losses > 0 && sustains * worth + losses > hits) =>
        {
            Err(Refusal::new(format!(
                "{} hits are assigned and there are {hits}",
                sustains + losses
            ))
            .rule("78.6"))
        }
        // Sustaining alone is a step of its own; the rest is asked again.
        _ if sustains > 0 && losses == 0 => Ok(()),
        _ if losses < need => {
            Err(Refusal::new(format!("{} of {hits} hits are assigned", sustains + losses))
                .rule("78.6")
                .instead(instead))
        }
        _ => Ok(()),
    }
}

fn cannot_sustain(state: &State, task: &Task, kind: UnitKind) -> Refusal {
    let able = state.card(task.seat, kind).is_some_and(|card| card.sustain);
    let why = match () {
        _ if task.source == HitSource::Barrage => {
            format!("a {} is no fighter and cannot take these hits", kind.name())
        }
        _ if !able => format!("a {} cannot sustain damage", kind.name()),
        _ if !can_sustain(state, task.seat, kind, task.place) => {
            "something here keeps your units from sustaining damage".into()
        }
        _ => format!("there are not that many undamaged {} here", kind.plural()),
    };
    Refusal::new(why).rule("87")
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let (Ok(task), Ok(tally)) = (task(prompt), Tally::of(draft)) else { return Vec::new() };
    let worth = worth(state, task.seat);
    let done = tally.sustains() * u32::from(worth) + tally.losses();
    let room = i32::from(task.hits) - done as i32;
    // The last unit that sustains may cancel fewer hits than it could.
    let sustainable = (room.max(0) as u32).div_ceil(worth.into()) as i32;
    let mut parts = Vec::new();
    for kind in UnitKind::ALL {
        if !targets(state, task.seat, task.place, task.source).any(|stack| stack.kind == kind) {
            continue;
        }
        // Sustaining comes before losses; afterwards it could make them impossible.
        let able = tally.sustainable(state, &task, kind).min(sustainable);
        if tally.losses() == 0 {
            parts.extend(one_and_all(able).map(|count| Choice::Sustain { kind, count }));
        }
        for damaged in [false, true] {
            let left = tally.left(state, &task, kind, damaged).min(room);
            parts.extend(one_and_all(left).map(|count| Choice::Destroy { kind, damaged, count }));
        }
    }
    parts
}

/// 1 and the maximum, if there is any.
fn one_and_all(max: i32) -> impl Iterator<Item = u8> {
    let both = [1, max.clamp(0, 255) as u8];
    both.into_iter().take(if max > 1 { 2 } else { max.max(0) as usize })
}

/// First sustaining all one can, then sustaining one and waiting, then losing the cheapest.
fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let Ok(task) = task(prompt) else { return vec![Vec::new()] };
    let mut sustains: Vec<Choice> = Vec::new();
    let worth = worth(state, task.seat);
    let mut left = task.hits;
    for kind in SUSTAINERS {
        let most = left.div_ceil(worth).into();
        let able = Tally::default().sustainable(state, &task, kind).clamp(0, most) as u8;
        if able > 0 {
            sustains.push(Choice::Sustain { kind, count: able });
            left = left.saturating_sub(able.saturating_mul(worth));
        }
    }
    let with = |sustains: &[Choice]| {
        let mut answer = sustains.to_vec();
        answer.extend(cheapest(state, &task, sustains));
        answer
    };
    let mut found = vec![with(&sustains)];
    if let Some(Choice::Sustain { kind, .. }) = sustains.first() {
        found.push(vec![Choice::Sustain { kind: *kind, count: 1 }]);
        found.push(with(&[]));
    }
    found.dedup();
    found
}

/// The losses that hurt least, after `sustains`.
fn cheapest(state: &State, task: &Task, sustains: &[Choice]) -> Vec<Choice> {
    let Ok(mut tally) = Tally::of(sustains) else { return Vec::new() };
    let spared = tally.sustains() * u32::from(worth(state, task.seat));
    let mut left = i32::from(task.hits) - spared as i32;
    give_up(state, task, &mut tally, &BY_WORTH, &mut left, |_| 0)
}

/// Gives up to `left` units up, in the order of `kinds`; of each kind `spared` undamaged ones are not.
fn give_up(
    state: &State,
    task: &Task,
    tally: &mut Tally,
    kinds: &[UnitKind],
    left: &mut i32,
    spared: impl Fn(UnitKind) -> i32,
) -> Vec<Choice> {
    let mut losses = Vec::new();
    for kind in kinds.iter().copied() {
        if !targets(state, task.seat, task.place, task.source).any(|stack| stack.kind == kind) {
            continue;
        }
        for damaged in [true, false] {
            let kept = if damaged { 0 } else { spared(kind) };
            let count = (tally.left(state, task, kind, damaged) - kept).min(*left).max(0) as u8;
            if count > 0 {
                losses.push(Choice::Destroy { kind, damaged, count });
                tally.destroyed[usize::from(damaged)][kind as usize] += count;
                *left -= i32::from(count);
            }
        }
    }
    losses
}

/// When units sustain damage for a player who is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sustaining {
    /// Before anything is lost.
    First,
    /// When nothing else is left to lose.
    Last,
    Never,
}

/// The answer of a player who wants units given up in the order of `first`, then the cheapest.
/// Nothing when no hits are to be assigned.
pub fn planned(
    state: &State,
    prompt: &Prompt<Imperium>,
    first: &[UnitKind],
    sustaining: Sustaining,
) -> Option<Vec<Choice>> {
    let task = task(prompt).ok()?;
    let worth = worth(state, task.seat);
    let mut kinds = first.to_vec();
    kinds.extend(BY_WORTH.iter().filter(|kind| !first.contains(kind)));
    let able = |kind: UnitKind| Tally::default().sustainable(state, &task, kind).max(0);
    let all: i32 = targets(state, task.seat, task.place, task.source)
        .map(|stack| i32::from(stack.count))
        .sum();
    let others = all - kinds.iter().map(|kind| able(*kind)).sum::<i32>();
    let mut room = match sustaining {
        Sustaining::First => i32::from(task.hits),
        Sustaining::Last => (i32::from(task.hits) - others).max(0),
        Sustaining::Never => 0,
    };
    let mut answer = Vec::new();
    for kind in SUSTAINERS {
        let count = able(kind).min((room as u32).div_ceil(worth.into()) as i32) as u8;
        if count > 0 {
            answer.push(Choice::Sustain { kind, count });
            room = (room - i32::from(count) * i32::from(worth)).max(0);
        }
    }
    let mut tally = Tally::of(&answer).ok()?;
    let spared = tally.sustains() * u32::from(worth);
    let mut left = i32::from(task.hits) - spared as i32;
    if sustaining == Sustaining::Last {
        // What could still sustain damage is not given up as long as there is anything else.
        let kept = |kind: UnitKind| able(kind) - i32::from(tally_of(&answer, kind));
        answer.extend(give_up(state, &task, &mut tally, &kinds, &mut left, kept));
    }
    answer.extend(give_up(state, &task, &mut tally, &kinds, &mut left, |_| 0));
    Some(answer)
}

/// How many of a kind sustain damage in an answer.
fn tally_of(parts: &[Choice], wanted: UnitKind) -> u8 {
    let sustain = |part: &Choice| match part {
        Choice::Sustain { kind, count } if *kind == wanted => *count,
        _ => 0,
    };
    parts.iter().map(sustain).sum()
}

/// What is given up first.
const BY_WORTH: [UnitKind; 9] = [
    UnitKind::Infantry,
    UnitKind::Fighter,
    UnitKind::Destroyer,
    UnitKind::Cruiser,
    UnitKind::Mech,
    UnitKind::Carrier,
    UnitKind::Dreadnought,
    UnitKind::Flagship,
    UnitKind::WarSun,
];

/// What sustains damage first.
const SUSTAINERS: [UnitKind; 6] = [
    UnitKind::Mech,
    UnitKind::Dreadnought,
    UnitKind::Cruiser,
    UnitKind::Flagship,
    UnitKind::WarSun,
    UnitKind::Carrier,
];
