//! Computer players of the second game: any legal answer, and a sensible one.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::Prompt;
use crate::inscription::Inscription;
use crate::inscription::advise::{self, Care};
use crate::inscription::ask::{Ballot, Choice, Question};
use crate::inscription::compound;
use crate::inscription::desk::Desk;
use crate::inscription::state::State;

/// Marks that the random player makes in one window at most.
const MARKS: usize = 14;

/// Plays any legal answer.
pub struct Random {
    rng: SmallRng,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { rng: SmallRng::seed_from_u64(seed) }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    pub fn choices(&mut self, state: &State, prompt: &Prompt<Inscription>) -> Vec<Choice> {
        match &prompt.question {
            Question::Faction => vec![prompt.options[self.below(prompt.options.len())]],
            Question::Mark { .. } => self.marks(state, prompt),
            Question::Ballot { .. } => {
                let mut draft = Vec::new();
                for _ in 0..self.below(3) {
                    let mut parts = compound::next(state, prompt, &draft);
                    if parts.is_empty() {
                        break;
                    }
                    draft.push(parts.swap_remove(self.below(parts.len())));
                }
                let whole = prompt.check(state, &draft).is_ok();
                if whole { draft } else { Vec::new() }
            }
        }
    }

    fn marks(&mut self, state: &State, prompt: &Prompt<Inscription>) -> Vec<Choice> {
        let mut desk = Desk::of(state, prompt.seat);
        let mut marks = Vec::new();
        while desk.revealed.is_none() {
            let free = desk.may_stop().is_ok();
            // Now and then the marker is put down early.
            if free && (marks.len() >= MARKS || self.below(12) == 0) {
                break;
            }
            let mut legal = desk.legal();
            if legal.is_empty() {
                break;
            }
            let mark = legal.swap_remove(self.below(legal.len()));
            desk.carry_out(&mark);
            marks.push(Choice::Mark(mark));
        }
        marks
    }
}

/// Marks what brings most, votes for what it likes.
pub struct Greedy {
    random: Random,
    care: Care,
}

impl Greedy {
    pub fn new(seed: u64) -> Self {
        Greedy { random: Random::new(seed), care: advise::QUICK }
    }

    pub fn choices(&mut self, state: &State, prompt: &Prompt<Inscription>) -> Vec<Choice> {
        match &prompt.question {
            Question::Faction => self.random.choices(state, prompt),
            Question::Mark { .. } => {
                let marks = advise::window(state, prompt.seat, &self.care);
                marks.into_iter().map(Choice::Mark).collect()
            }
            Question::Ballot { agenda, counter } => {
                let pack = state.pack.get();
                let worth = |effects| advise::agenda_worth(state, prompt.seat, effects);
                let pass = worth(&pack.agenda(*agenda).outcomes[0]);
                let fail = worth(&pack.agenda(counter.unwrap_or(*agenda)).outcomes[1]);
                let votes = advise::votes(state, prompt.seat, (pass - fail).abs());
                let ballot = match counter {
                    Some(_) => Ballot::Commit,
                    None if pass >= fail => Ballot::Pass,
                    None => Ballot::Fail,
                };
                if votes == 0 { Vec::new() } else { vec![Choice::Vote { ballot, votes }] }
            }
        }
    }
}
