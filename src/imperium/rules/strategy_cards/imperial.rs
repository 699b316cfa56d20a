//! Imperial (RR 45): points at once, and secret objectives.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::{cost, scoring, victory};
use super::{StrategyRule, YES, ask_primary};

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["imperial"],
    text: [
        "You may score a public objective that you fulfil. Gain 1 victory point if you control \
         Mecatol Rex; otherwise draw a secret objective.",
        "Draw a secret objective; with more than three, return one.",
    ],
    token: true,
    primary,
    answer: Some(&FIRST),
    useful: |state, _| !state.decks.secrets.is_empty(),
    reply: YES,
    secondary: |game, owed, _| scoring::draw_secret(game, owed.seat),
};

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    if !scoring::scorable_publics(&game.state, seat).is_empty() {
        let answer = ask_primary(game, seat, card)?;
        if let Some(objective) = named(&answer) {
            scoring::score_public(game, seat, objective, &answer)?;
        }
    }
    match holds_mecatol(&game.state, seat) {
        true => victory::gain(game, seat, Merit::Imperial, 1),
        false => scoring::draw_secret(game, seat),
    }
}

fn holds_mecatol(state: &State, seat: Seat) -> bool {
    let Some(system) = state.mecatol_rex() else { return false };
    state.galaxy.planets(system).iter().any(|planet| state.owner(*planet) == Some(seat))
}

/// The one public objective among the parts.
fn named(parts: &[Choice]) -> Option<PublicId> {
    let public = |part: &Choice| match part {
        Choice::Public(card) => Some(*card),
        _ => None,
    };
    let mut publics = parts.iter().filter_map(public);
    publics.next().filter(|_| publics.next().is_none())
}

/// One public objective and what it costs, or nothing.
static FIRST: Compound = Compound {
    check: |state, prompt, parts| {
        if parts.is_empty() || parts == [Choice::Pass] {
            return Ok(());
        }
        let Some(card) = named(parts) else {
            return Err(Refusal::new("name one public objective and what pays for it")
                .rule("45.2")
                .instead("Or score nothing."));
        };
        scoring::can_score_public(state, prompt.seat, card)?;
        let price = scoring::public_cost(card);
        let fits = |part: &Choice| *part == Choice::Public(card) || cost::pays(price, part);
        if !parts.iter().all(fits) {
            return Err(
                Refusal::new(format!("only what {} costs can be named", card.name())).rule("45.2")
            );
        }
        cost::check(state, prompt.seat, parts, price)
    },
    next: |state, prompt, draft| match named(draft) {
        Some(card) => cost::parts(state, prompt.seat, scoring::public_cost(card), draft),
        None if draft.is_empty() => {
            let open = scoring::scorable_publics(state, prompt.seat).into_iter();
            open.map(Choice::Public).chain([Choice::Pass]).collect()
        }
        None => Vec::new(),
    },
    suggest: |state, prompt| {
        let mut open = scoring::scorable_publics(state, prompt.seat);
        open.sort_by_key(|card| std::cmp::Reverse(card.get().points));
        let answer = |card: PublicId| {
            let paid = cost::cheapest(state, prompt.seat, scoring::public_cost(card))?;
            Some(std::iter::once(Choice::Public(card)).chain(paid).collect())
        };
        open.into_iter().filter_map(answer).chain([vec![Choice::Pass]]).collect()
    },
};
