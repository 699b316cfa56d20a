//! Computer players and the fuzzer. They answer prompts from the options they are offered, so they
//! cannot do what a person could not.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{Prompt, Seat, Shape};
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::{compound, trade};
use crate::imperium::state::{Goods, Stage, State};
use crate::imperium::{Deed, Imperium};

pub mod arena;
mod fixes;
pub mod fuzz;
pub mod golden;
pub mod greedy;
pub mod inscription;
pub mod selfplay;
pub mod spiteful;
pub mod stopwatch;
pub mod strong;

/// Plays any legal answer. It is the fuzzer, and a poor opponent.
pub struct Random {
    rng: SmallRng,
}

/// One question in so many is preceded by a deal, where one is possible.
const DEALS: usize = 20;

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

    /// Now and then, in the action phase, a deal between two players who may make one: an open proposal
    /// is accepted or refused, or the active player proposes something, mostly a note.
    fn deed(&mut self, state: &State) -> Option<(Seat, Deed)> {
        let active = state.active.filter(|_| state.stage == Stage::Action)?;
        if self.below(DEALS) > 0 {
            return None;
        }
        let (seat, deed) = match state.offers.first() {
            Some(open) if self.below(4) > 0 => (open.to, Deed::Accept { offer: open.id }),
            Some(open) => (open.to, Deed::Decline { offer: open.id }),
            None => (active, self.proposal(state, active)?),
        };
        trade::check(state, seat, &deed).is_ok().then_some((seat, deed))
    }

    fn proposal(&mut self, state: &State, seat: Seat) -> Option<Deed> {
        let others: Vec<Seat> = state.others(seat).collect();
        let to = *others.get(self.below(others.len().max(1)))?;
        let gives = self.goods(state, seat);
        let takes = self.goods(state, to);
        Some(Deed::Offer { to, gives, takes })
    }

    fn goods(&mut self, state: &State, seat: Seat) -> Goods {
        let player = state.player(seat);
        let mut part =
            |held: u8| if self.coin() { self.below(usize::from(held) + 1) as u8 } else { 0 };
        let (trade_goods, commodities) = (part(player.trade_goods), part(player.commodities));
        let note = match player.notes.len() {
            0 => None,
            n => player.notes.get(self.below(n + 1)).copied(),
        };
        Goods { trade_goods, commodities, note, cards: Vec::new() }
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }
}
