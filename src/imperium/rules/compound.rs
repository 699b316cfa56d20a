//! Compound answers: each shape has a check, the parts that may come next, and good suggestions.
//!
//! `check` judges a whole answer. `next` lists the parts that may be added to a draft; it feeds
//! autocomplete, buttons and computer players. `suggest` gives complete legal answers, the most
//! sensible first; there is always at least one.

use crate::engine::{Prompt, Refusal, Shape};
use crate::imperium::Imperium;
use crate::imperium::state::State;

use super::ask::{Choice, Question};
use super::*;

/// Judges a whole answer.
pub type Check = fn(&State, &Prompt<Imperium>, &[Choice]) -> Result<(), Refusal>;

/// The three functions of one shape.
pub struct Compound {
    pub check: Check,
    pub next: fn(&State, &Prompt<Imperium>, &[Choice]) -> Vec<Choice>,
    pub suggest: fn(&State, &Prompt<Imperium>) -> Vec<Vec<Choice>>,
}

/// The shape of a question, if it is compound.
pub fn shape(question: &Question) -> Option<&'static Compound> {
    Some(match question {
        Question::PlaceStartingUnits => &setup::PLACEMENT,
        Question::Move { .. } => &movement::MOVE,
        Question::AssignHits { .. } => &hits::ASSIGN,
        Question::RemoveExcess { .. } => &fleet::EXCESS,
        Question::RetreatWith { .. } => &retreat::CARGO,
        Question::Bombard { .. } => &invasion::BOMBARD,
        Question::CommitGroundForces { .. } => &invasion::COMMIT,
        Question::Produce { .. }
        | Question::ProduceOn { .. }
        | Question::ProduceFreely { .. }
        | Question::Salvage { .. } => &production::PRODUCE,
        Question::Spread => &transfer::SPREAD,
        Question::Transfer { .. } => &transfer::TRANSFER,
        Question::Primary { .. } => &strategy_cards::PRIMARY,
        Question::Secondary { .. } => &strategy_cards::SECONDARY,
        Question::Research { .. } | Question::MayResearch => &technology::RESEARCH,
        Question::Lose { .. } => &losses::LOSE,
        Question::ScoreObjectives => &status::SCORE,
        Question::Tokens { .. } => &status::POOLS,
        Question::Vote { .. } => &agenda::VOTE,
        Question::Pay { .. } => &PAY,
        _ => return None,
    })
}

/// The answer of a seat that is asked although only one is legal, so that its silence tells nothing.
pub fn only_pass(state: &State, prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
    if prompt.shape == Shape::One && prompt.options.len() == 1 {
        return Some(prompt.options.clone());
    }
    let scores = |part: &Choice| matches!(part, Choice::Public(_) | Choice::Secret(_));
    let nothing = prompt.question == Question::ScoreObjectives
        && !(status::SCORE.next)(state, prompt, &[]).iter().any(scores);
    nothing.then(Vec::new)
}

/// A plain price, paid in one currency.
static PAY: Compound = Compound {
    check: |state, prompt, parts| {
        let (currency, price) = price(&prompt.question);
        if parts.iter().any(|part| !matches!(part, Choice::Exhaust(_) | Choice::TradeGoods(_))) {
            return Err(Refusal::new("only planets and trade goods pay here"));
        }
        payment::check(state, prompt.seat, parts, currency, price)
    },
    next: |state, prompt, draft| {
        let (currency, price) = price(&prompt.question);
        payment::toward(state, prompt.seat, currency, price, draft)
    },
    suggest: |state, prompt| {
        let (currency, price) = price(&prompt.question);
        payment::cheapest(state, prompt.seat, currency, price, &[]).into_iter().collect()
    },
};

fn price(question: &Question) -> (payment::Currency, u32) {
    match question {
        Question::Pay { influence, .. } if *influence > 0 => {
            (payment::Currency::Influence, u32::from(*influence))
        }
        Question::Pay { resources, .. } => (payment::Currency::Resources, u32::from(*resources)),
        _ => (payment::Currency::Resources, 0),
    }
}
