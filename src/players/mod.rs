//! Computer players and the fuzzer. They answer prompts from the options they are offered, so they
//! cannot do what a person could not.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{Prompt, Seat, Shape};
use crate::imperium::Imperium;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::compound;
use crate::imperium::state::State;

pub mod greedy;
pub mod selfplay;

/// Plays any legal answer. It is the fuzzer, and a poor opponent.
pub struct Random {
    rng: SmallRng,
}

/// Parts that the random player puts into one compound answer at most.
const PARTS: usize = 12;

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { rng: SmallRng::seed_from_u64(seed) }
    }

    /// One of the open prompts, answered.
    pub fn answer(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> (Seat, Vec<Choice>) {
        let prompt = self.pick(prompts);
        (prompt.seat, self.choices(state, prompt))
    }

    /// Any of the open prompts.
    fn pick<'a>(&mut self, prompts: &'a [Prompt<Imperium>]) -> &'a Prompt<Imperium> {
        &prompts[self.below(prompts.len())]
    }

    pub fn choices(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        match prompt.shape {
            Shape::One => vec![prompt.options[self.below(prompt.options.len())].clone()],
            Shape::Some { min, max } => {
                let count = min + self.below(max - min + 1);
                self.some(&prompt.options, count)
            }
            Shape::Order => self.some(&prompt.options, prompt.options.len()),
            Shape::Compound => self.compound(state, prompt),
        }
    }

    fn some(&mut self, options: &[Choice], count: usize) -> Vec<Choice> {
        let mut left: Vec<&Choice> = options.iter().collect();
        (0..count).map(|_| left.swap_remove(self.below(left.len())).clone()).collect()
    }

    /// Either puts parts together at random, or takes a suggestion when that fails.
    fn compound(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let shape = compound::shape(&prompt.question).expect("compound questions have a shape");
        if self.below(3) > 0 {
            let mut draft = Vec::new();
            for _ in 0..self.below(PARTS) {
                let mut parts = (shape.next)(state, prompt, &draft);
                if parts.is_empty() {
                    break;
                }
                draft.push(parts.swap_remove(self.below(parts.len())));
            }
            if (shape.check)(state, prompt, &draft).is_ok() {
                return draft;
            }
        }
        let mut suggestions = (shape.suggest)(state, prompt);
        assert!(!suggestions.is_empty(), "nothing is suggested for {prompt:?}");
        suggestions.swap_remove(self.below(suggestions.len()))
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }
}
