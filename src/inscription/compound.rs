//! Compound answers: what may come next in a draft, and good answers to take as they are.

use super::Inscription;
use super::advise;
use super::ask::{Ballot, Choice, Question};
use super::data::*;
use super::desk::Desk;
use super::mark::Mark;
use super::rules::{council, marks};
use super::state::State;
use crate::engine::{Prompt, Shape};

/// Parts that may be added to a draft.
pub fn next(state: &State, prompt: &Prompt<Inscription>, draft: &[Choice]) -> Vec<Choice> {
    match &prompt.question {
        Question::Mark { .. } => {
            let mut desk = Desk::of(state, prompt.seat);
            if desk.apply_all(marks(draft)).is_err() || desk.revealed.is_some() {
                return Vec::new();
            }
            desk.legal().into_iter().map(Choice::Mark).collect()
        }
        Question::Ballot { counter, .. } => {
            let mut parts = Vec::new();
            if !draft.iter().any(|part| matches!(part, Choice::Vote { .. })) {
                let relics = council::playable(state, prompt.seat);
                let least = u8::from(relics.is_empty() || draft.is_empty());
                let held = state.player(prompt.seat).count(Asset::Vote);
                for ballot in ballots(counter.is_some()) {
                    parts.extend((least..=held).map(|votes| Choice::Vote { ballot, votes }));
                }
            }
            let played = |relic: &RelicId| draft.contains(&Choice::Mark(Mark::Play(*relic)));
            let relics =
                council::playable(state, prompt.seat).into_iter().filter(|relic| !played(relic));
            parts.extend(relics.map(|relic| Choice::Mark(Mark::Play(relic))));
            parts
        }
        Question::Faction => Vec::new(),
    }
}

fn ballots(counter: bool) -> Vec<Ballot> {
    if counter { vec![Ballot::Commit] } else { vec![Ballot::Pass, Ballot::Fail] }
}

/// Complete legal answers, the most sensible first; there is always one.
pub fn suggest(state: &State, prompt: &Prompt<Inscription>) -> Vec<Vec<Choice>> {
    let mut answers = match &prompt.question {
        Question::Mark { .. } => {
            let best = advise::window(state, prompt.seat, &advise::QUICK);
            let least = least(Desk::of(state, prompt.seat));
            let wrap = |marks: Vec<Mark>| marks.into_iter().map(Choice::Mark).collect();
            vec![wrap(best), wrap(least)]
        }
        Question::Ballot { counter, .. } => {
            let held = state.player(prompt.seat).count(Asset::Vote);
            let mut answers = Vec::new();
            for ballot in ballots(counter.is_some()) {
                if held > 0 {
                    answers.push(vec![Choice::Vote { ballot, votes: held.div_ceil(2) }]);
                }
            }
            answers.push(Vec::new());
            answers
        }
        Question::Faction => Vec::new(),
    };
    answers.retain(|answer| prompt.check(state, answer).is_ok());
    answers.dedup();
    answers
}

/// The fewest marks with which the marker may be put down: the last active sheet, nothing spent.
pub fn least(mut desk: Desk) -> Vec<Mark> {
    let mut marks = Vec::new();
    while desk.may_stop().is_err() {
        let mut legal = desk.legal();
        let wanted = desk.me.last_active.map(Mark::Sheet);
        let at = legal.iter().position(|mark| Some(*mark) == wanted).unwrap_or(0);
        if legal.is_empty() {
            break;
        }
        let mark = legal.swap_remove(at);
        desk.carry_out(&mark);
        marks.push(mark);
    }
    marks
}

/// The answer of somebody whose time is over, from what was drafted.
pub fn lapsed(state: &State, prompt: &Prompt<Inscription>, draft: &[Choice]) -> Vec<Choice> {
    let fits = |answer: &[Choice]| prompt.check(state, answer).is_ok();
    match &prompt.question {
        Question::Mark { .. } => {
            let mut desk = Desk::of(state, prompt.seat);
            let mut made: Vec<Mark> = Vec::new();
            for mark in marks(draft) {
                if desk.apply(mark).is_err() {
                    break;
                }
                made.push(*mark);
            }
            made.extend(least(desk));
            made.into_iter().map(Choice::Mark).collect()
        }
        Question::Ballot { .. } if fits(draft) => draft.to_vec(),
        Question::Ballot { .. } => Vec::new(),
        Question::Faction => prompt.options.iter().take(1).cloned().collect(),
    }
}

/// The answer of a seat that is asked although it has no choice.
pub fn automatic(state: &State, prompt: &Prompt<Inscription>) -> Option<Vec<Choice>> {
    let Question::Mark { .. } = prompt.question else { return None };
    if prompt.shape != Shape::Compound {
        return None;
    }
    let desk = Desk::of(state, prompt.seat);
    (desk.may_stop().is_ok() && desk.legal().is_empty()).then(Vec::new)
}
