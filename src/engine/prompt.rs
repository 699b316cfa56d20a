//! What is asked, the few shapes an answer may have, and how a refusal is said.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Rulebook, Seat};

/// The shape of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Exactly one of the options.
    One,
    /// `min` to `max` different options, in any order.
    Some { min: usize, max: usize },
    /// All options, in the order that the player wants.
    Order,
    /// Parts put together freely; the game's `check` judges the whole.
    Compound,
}

/// A question to one seat with its legal answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Prompt<G: Rulebook> {
    pub seat: Seat,
    pub question: G::Question,
    pub shape: Shape,
    pub options: Vec<G::Choice>,
    /// Asked even when only one answer is legal, so that silence tells nothing.
    pub always: bool,
}

impl<G: Rulebook> Prompt<G> {
    pub fn one(seat: Seat, question: G::Question, options: Vec<G::Choice>) -> Self {
        Prompt { seat, question, shape: Shape::One, options, always: false }
    }

    pub fn some(
        seat: Seat,
        question: G::Question,
        options: Vec<G::Choice>,
        min: usize,
        max: usize,
    ) -> Self {
        let max = max.min(options.len());
        let shape = Shape::Some { min: min.min(max), max };
        Prompt { seat, question, shape, options, always: false }
    }

    pub fn order(seat: Seat, question: G::Question, options: Vec<G::Choice>) -> Self {
        Prompt { seat, question, shape: Shape::Order, options, always: false }
    }

    pub fn compound(seat: Seat, question: G::Question) -> Self {
        Prompt { seat, question, shape: Shape::Compound, options: Vec::new(), always: false }
    }

    /// The same prompt, asked even when it has a single answer.
    pub fn always(mut self) -> Self {
        self.always = true;
        self
    }

    /// The answer that the rules need not ask for, because no other is legal.
    pub fn forced(&self) -> Option<Vec<G::Choice>> {
        let n = self.options.len();
        match self.shape {
            _ if self.always => None,
            Shape::Some { max: 0, .. } => Some(Vec::new()),
            Shape::One if n == 1 => Some(self.options.clone()),
            Shape::Some { min, .. } if min == n => Some(self.options.clone()),
            Shape::Order if n <= 1 => Some(self.options.clone()),
            _ => None,
        }
    }

    /// Whether there are too few options for any legal answer.
    pub fn dead_end(&self) -> bool {
        match self.shape {
            Shape::One => self.options.is_empty(),
            Shape::Some { min, .. } => min > self.options.len(),
            Shape::Order | Shape::Compound => false,
        }
    }

    /// Whether `choices` is a legal answer.
    pub fn check(&self, state: &G::State, choices: &[G::Choice]) -> Result<(), Refusal> {
        let range = match self.shape {
            Shape::Compound => return G::check(state, self, choices),
            Shape::One => 1..=1,
            Shape::Some { min, max } => min..=max,
            Shape::Order => self.options.len()..=self.options.len(),
        };
        if !range.contains(&choices.len()) {
            return Err(Refusal::new(match (range.start(), range.end()) {
                (a, _) if self.shape == Shape::Order => {
                    format!("put all {a} in order, {} are chosen", choices.len())
                }
                (a, b) if a == b => format!("choose exactly {a}, not {}", choices.len()),
                (a, b) => format!("choose {a} to {b}, not {}", choices.len()),
            }));
        }
        for (i, choice) in choices.iter().enumerate() {
            if !self.options.contains(choice) {
                return Err(Refusal::new("that is not among what can be chosen here"));
            }
            let count = |list: &[G::Choice]| list.iter().filter(|other| *other == choice).count();
            if count(&choices[..=i]) > count(&self.options) {
                return Err(Refusal::new("the same thing was chosen twice"));
            }
        }
        Ok(())
    }
}

/// Why something is not legal, in the player's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What is wrong, as a clause: "a carrier moves 1 and 205 is two systems away".
    pub why: String,
    /// Paragraph of the Rules Reference, "58.4", or empty.
    pub rule: String,
    /// What would be legal instead, or empty.
    pub instead: String,
}

impl Refusal {
    pub fn new(why: impl Into<String>) -> Self {
        Refusal { why: why.into(), rule: String::new(), instead: String::new() }
    }

    pub fn rule(mut self, paragraph: &str) -> Self {
        self.rule = paragraph.into();
        self
    }

    pub fn instead(mut self, instead: impl Into<String>) -> Self {
        self.instead = instead.into();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if !self.rule.is_empty() {
            write!(f, " (RR {})", self.rule)?;
        }
        if !self.instead.is_empty() {
            write!(f, ". {}", self.instead)?;
        }
        Ok(())
    }
}
