//! Technology (RR 91): research.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::compound::Compound;
use super::super::payment::{self, Currency};
use super::super::tables::{Number, number};
use super::super::technology as research;
use super::StrategyRule;

/// Resources for the second technology of the primary ability.
const SECOND: u8 = 6;
/// Resources for the technology of the secondary ability.
const FOLLOW: u8 = 4;

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["technology"],
    text: [
        "Research a technology, and a second one if you pay 6 resources.",
        "Research a technology for 4 resources.",
    ],
    token: true,
    primary,
    answer: None,
    useful: |state, seat| {
        let goods = u32::from(state.player(seat).commodities);
        payment::available(state, seat, Currency::Resources) + goods
            >= u32::from(price(state, seat, FOLLOW))
            && (research::tokens_instead(state, seat) > 0
                || research::affordable(state, seat, 0).next().is_some())
    },
    reply: Compound {
        check: |state, prompt, parts| {
            let price = price(state, prompt.seat, FOLLOW);
            research::check(state, prompt.seat, parts, price).map_err(name_price)
        },
        next: |state, prompt, draft| {
            research::next(state, prompt.seat, draft, price(state, prompt.seat, FOLLOW))
        },
        suggest: |state, prompt| {
            research::suggest(state, prompt.seat, price(state, prompt.seat, FOLLOW))
        },
    },
    secondary: |game, owed, parts| research::carry_out(game, owed.seat, parts),
};

/// What the research costs this seat.
fn price(state: &State, seat: Seat, printed: u8) -> u8 {
    let price = number(state, Number::ResearchPrice { seat }, printed.into());
    price.clamp(0, 99) as u8
}

fn name_price(refusal: Refusal) -> Refusal {
    match refusal.rule.is_empty() {
        true => refusal.rule("91.3"),
        false => refusal,
    }
}

fn primary(game: &mut Game, seat: Seat, _: StrategyId) -> Flow {
    research::offer(game, seat, 0)?;
    match price(&game.state, seat, SECOND) {
        0 => research::may_research(game, seat),
        price => research::offer(game, seat, price),
    }
}
