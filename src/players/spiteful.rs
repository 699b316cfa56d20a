//! A player who looks for trouble: whatever was chosen least so far in the whole run is chosen now.

use std::collections::BTreeMap;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{Prompt, Rulebook, Shape};
use crate::imperium::Imperium;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::compound;
use crate::imperium::state::State;
use crate::inscription::Inscription;
use crate::inscription::ask as second;
use crate::inscription::desk::Desk;

/// Parts that are put into one compound answer at most.
const PARTS: usize = 14;

/// How often each kind of thing was chosen in a run, by anybody.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    chosen: BTreeMap<String, u64>,
}

impl Tally {
    pub fn count(&self, kind: &str) -> u64 {
        self.chosen.get(kind).copied().unwrap_or(0)
    }

    pub fn note(&mut self, kind: &str) {
        match self.chosen.get_mut(kind) {
            Some(count) => *count += 1,
            None => {
                self.chosen.insert(kind.into(), 1);
            }
        }
    }

    /// How many kinds were ever chosen.
    pub fn kinds(&self) -> usize {
        self.chosen.len()
    }

    /// Which of `kinds` was chosen least; `lot` decides between equals.
    pub fn rarest(&self, kinds: &[String], lot: &mut SmallRng) -> Option<usize> {
        let counts: Vec<u64> = kinds.iter().map(|kind| self.count(kind)).collect();
        let least = counts.iter().min()?;
        let rare: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] == *least).collect();
        rare.get(lot.random_range(0..rare.len())).copied()
    }
}

/// What a kind of choice is in each game, and how parts are put together.
pub trait Spited: Rulebook {
    /// What is counted: the choice without places and numbers.
    fn kind(choice: &Self::Choice) -> String;

    /// What may be added to parts of a compound answer; whatever it says is checked.
    fn parts(
        state: &Self::State,
        prompt: &Prompt<Self>,
        draft: &[Self::Choice],
    ) -> Vec<Self::Choice>;

    /// Whole answers to a compound question.
    fn whole(state: &Self::State, prompt: &Prompt<Self>) -> Vec<Vec<Self::Choice>>;
}

pub struct Spiteful {
    lot: SmallRng,
}

impl Spiteful {
    pub fn new(seed: u64) -> Self {
        Spiteful { lot: SmallRng::seed_from_u64(seed ^ 0x5317e) }
    }

    pub fn choices<G: Spited>(
        &mut self,
        tally: &Tally,
        state: &G::State,
        prompt: &Prompt<G>,
    ) -> Vec<G::Choice> {
        match prompt.shape {
            Shape::One => self.some::<G>(tally, &prompt.options, 1),
            Shape::Some { min, max } => {
                let count = self.lot.random_range(min..=max);
                self.some::<G>(tally, &prompt.options, count)
            }
            Shape::Order => self.some::<G>(tally, &prompt.options, prompt.options.len()),
            Shape::Compound => self.compound(tally, state, prompt),
        }
    }

    fn some<G: Spited>(
        &mut self,
        tally: &Tally,
        options: &[G::Choice],
        count: usize,
    ) -> Vec<G::Choice> {
        let mut left = options.to_vec();
        let mut kinds: Vec<String> = left.iter().map(G::kind).collect();
        let mut found = Vec::new();
        while found.len() < count {
            let Some(at) = tally.rarest(&kinds, &mut self.lot) else { break };
            kinds.swap_remove(at);
            found.push(left.swap_remove(at));
        }
        found
    }

    /// The rarest parts one after the other while that makes an answer; else the rarest suggestion.
    fn compound<G: Spited>(
        &mut self,
        tally: &Tally,
        state: &G::State,
        prompt: &Prompt<G>,
    ) -> Vec<G::Choice> {
        let mut draft: Vec<G::Choice> = Vec::new();
        let mut fits = None;
        for _ in 0..self.lot.random_range(0..=PARTS) {
            let mut parts = G::parts(state, prompt, &draft);
            let kinds: Vec<String> = parts.iter().map(G::kind).collect();
            let Some(at) = tally.rarest(&kinds, &mut self.lot) else { break };
            draft.push(parts.swap_remove(at));
            if G::check(state, prompt, &draft).is_ok() {
                fits = Some(draft.len());
            }
        }
        if let Some(length) = fits {
            draft.truncate(length);
            return draft;
        }
        let mut whole = G::whole(state, prompt);
        let kinds: Vec<String> = whole
            .iter()
            .map(|answer| {
                let kinds = answer.iter().map(G::kind);
                kinds.min_by_key(|kind| tally.count(kind)).unwrap_or_default()
            })
            .collect();
        match tally.rarest(&kinds, &mut self.lot) {
            Some(at) => whole.swap_remove(at),
            None => Vec::new(),
        }
    }
}

/// "Move" of `Move { kind: Cruiser, … }`.
fn name(thing: &impl std::fmt::Debug) -> String {
    let text = format!("{thing:?}");
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

impl Spited for Imperium {
    fn kind(choice: &Choice) -> String {
        match choice {
            Choice::Pass | Choice::Yes => name(choice),
            // Components are told apart; places, players and numbers are not.
            Choice::Strategic(_)
            | Choice::Play(_)
            | Choice::Use(_)
            | Choice::Strategy(_)
            | Choice::Technology(_)
            | Choice::Card(_)
            | Choice::Agenda(_)
            | Choice::Public(_)
            | Choice::Secret(_) => format!("{choice:?}"),
            Choice::PlayNote(note) => format!("PlayNote {}", note.card.slug()),
            Choice::Outcome(outcome) => format!("Outcome {}", name(outcome)),
            Choice::Move { kind, .. } => format!("Move {kind}"),
            Choice::Carry { kind, ship, .. } => format!("Carry {kind} {ship}"),
            Choice::Land { kind, .. } => format!("Land {kind}"),
            Choice::Build { kind, .. } => format!("Build {kind}"),
            Choice::Recall { kind, .. } => format!("Recall {kind}"),
            Choice::Structure { kind, .. } => format!("Structure {kind}"),
            Choice::Sustain { kind, .. } => format!("Sustain {kind}"),
            Choice::Destroy { kind, damaged, .. } => format!("Destroy {kind} {damaged}"),
            Choice::Lose { kind, damaged, .. } => format!("Lose {kind} {damaged}"),
            Choice::Bombard { kind, .. } => format!("Bombard {kind}"),
            Choice::SpendTokens { pool, .. } | Choice::Token(pool) => format!("Token {pool:?}"),
            other => name(other),
        }
    }

    fn parts(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
        let shape = compound::shape(&prompt.question);
        shape.map_or(Vec::new(), |shape| (shape.next)(state, prompt, draft))
    }

    fn whole(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
        let shape = compound::shape(&prompt.question);
        shape.map_or(Vec::new(), |shape| (shape.suggest)(state, prompt))
    }
}

impl Spited for Inscription {
    fn kind(choice: &second::Choice) -> String {
        match choice {
            second::Choice::Faction(_) => format!("{choice:?}"),
            second::Choice::Mark(mark) => name(mark),
            second::Choice::Vote { ballot, .. } => format!("Vote {}", ballot.word()),
        }
    }

    fn parts(
        state: &crate::inscription::state::State,
        prompt: &Prompt<Inscription>,
        draft: &[second::Choice],
    ) -> Vec<second::Choice> {
        let second::Question::Mark { .. } = prompt.question else {
            return crate::inscription::compound::next(state, prompt, draft);
        };
        let mut desk = Desk::of(state, prompt.seat);
        for part in draft {
            if let second::Choice::Mark(mark) = part {
                desk.carry_out(mark);
            }
        }
        match desk.revealed {
            Some(_) => Vec::new(),
            None => desk.legal().into_iter().map(second::Choice::Mark).collect(),
        }
    }

    fn whole(
        state: &crate::inscription::state::State,
        prompt: &Prompt<Inscription>,
    ) -> Vec<Vec<second::Choice>> {
        crate::inscription::compound::suggest(state, prompt)
    }
}
