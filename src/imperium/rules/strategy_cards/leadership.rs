//! Leadership (RR 52): command tokens, some for influence.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::payment::{self, Currency};
use super::super::tokens;
use super::{StrategyRule, ask_primary};

/// Influence for one token.
const PRICE: u32 = 3;
/// Tokens that the primary ability gives for nothing.
const GIVEN: u8 = 3;

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["leadership"],
    text: [
        "Gain 3 command tokens, and 1 more for every 3 influence you pay.",
        "Gain 1 command token for every 3 influence you pay. It costs no strategy token.",
    ],
    token: false,
    primary,
    answer: Some(&FIRST),
    useful: |state, seat| {
        let goods = u32::from(state.player(seat).commodities);
        state.token_reinforcements(seat) > 0
            && payment::available(state, seat, Currency::Influence) + goods >= PRICE
    },
    reply: Compound {
        check: |state, prompt, parts| check(state, prompt.seat, parts, 0),
        next: |state, prompt, draft| next(state, prompt.seat, draft, 0),
        suggest: |state, prompt| suggest(state, prompt.seat, 0),
    },
    secondary: |game, owed, parts| gain(game, owed.seat, parts),
};

static FIRST: Compound = Compound {
    check: |state, prompt, parts| check(state, prompt.seat, parts, GIVEN),
    next: |state, prompt, draft| next(state, prompt.seat, draft, GIVEN),
    suggest: |state, prompt| suggest(state, prompt.seat, GIVEN),
};

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    if game.state.token_reinforcements(seat) == 0 {
        game.say(|_| format!("{seat} has no command token left to gain (RR 20.3)."));
        return Ok(());
    }
    let answer = ask_primary(game, seat, card)?;
    gain(game, seat, &answer)
}

fn gain(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    payment::pay(game, seat, parts);
    let gained = tokens::named(parts);
    for pool in Pool::ALL {
        game.state.gain_tokens(seat, pool, gained.pool(pool));
    }
    game.say(|_| {
        let paid = payment::words(parts);
        let how = if paid.is_empty() { String::new() } else { format!(", {paid}") };
        let n = gained.total();
        let plural = if n == 1 { "" } else { "s" };
        format!("{seat} gains {n} command token{plural} ({}){how}.", tokens::words(gained))
    });
    Ok(())
}

/// Tokens for nothing, and how many may come in all.
fn range(state: &State, seat: Seat, given: u8) -> (u8, u8) {
    let left = state.token_reinforcements(seat);
    (given.min(left), left)
}

fn check(state: &State, seat: Seat, parts: &[Choice], given: u8) -> Result<(), Refusal> {
    let fits = |part: &Choice| {
        matches!(part, Choice::Token(_) | Choice::Exhaust(_) | Choice::TradeGoods(_))
    };
    if !parts.iter().all(fits) {
        return Err(Refusal::new("name the pools of your tokens and what you pay with"));
    }
    let (least, most) = range(state, seat, given);
    let count = parts.iter().filter(|part| matches!(part, Choice::Token(_))).count();
    if count > usize::from(most) {
        return Err(Refusal::new(format!(
            "your reinforcements hold only {most} command token{}",
            if most == 1 { "" } else { "s" }
        ))
        .rule("20.3"));
    }
    if count < usize::from(least.max(u8::from(given == 0))) {
        let least = least.max(1);
        return Err(Refusal::new(format!("{count} tokens are named, at least {least} come"))
            .rule("52.2")
            .instead("Name a pool for each of them."));
    }
    fleet_room(state, seat, parts)?;
    let price = PRICE * u32::from(count as u8 - least);
    payment::check(state, seat, parts, Currency::Influence, price).map_err(|refusal| match refusal
        .rule
        .is_empty()
    {
        true => refusal.rule("52.2"),
        false => refusal,
    })
}

fn next(state: &State, seat: Seat, draft: &[Choice], given: u8) -> Vec<Choice> {
    let (least, most) = range(state, seat, given);
    let count = tokens::named(draft).total();
    let paid = payment::worth(state, seat, draft, Currency::Influence).unwrap_or(0);
    let due = PRICE * u32::from(count.saturating_sub(least));
    let mut parts = Vec::new();
    if paid < due {
        parts = payment::toward(state, seat, Currency::Influence, due, draft);
    }
    let reach = payment::available(state, seat, Currency::Influence) / PRICE;
    if count < most && u32::from(count) < u32::from(least) + reach {
        let fits = |pool: &Pool| {
            fleet_room(state, seat, &[draft, &[Choice::Token(*pool)]].concat()).is_ok()
        };
        parts.extend(Pool::ALL.into_iter().filter(fits).map(Choice::Token));
    }
    parts
}

/// With as many paid tokens as influence allows, then with fewer.
fn suggest(state: &State, seat: Seat, given: u8) -> Vec<Vec<Choice>> {
    let (least, most) = range(state, seat, given);
    let reach = payment::available(state, seat, Currency::Influence) / PRICE;
    let bought = reach.min(u32::from(most - least)) as u8;
    let mut answers = Vec::new();
    for extra in (0..=bought).rev() {
        let count = least + extra;
        let price = PRICE * u32::from(extra);
        let paid = payment::cheapest(state, seat, Currency::Influence, price, &[]);
        let (Some(paid), 1..) = (paid, count) else { continue };
        let spread = |pools: [Pool; 3]| {
            let pools = pools.into_iter().cycle().take(usize::from(count));
            pools.map(Choice::Token).chain(paid.clone()).collect()
        };
        answers.push(spread([Pool::Tactic, Pool::Fleet, Pool::Strategy]));
        answers.push(spread([Pool::Tactic, Pool::Strategy, Pool::Tactic]));
        answers.push(spread([Pool::Fleet, Pool::Tactic, Pool::Fleet]));
    }
    answers.retain(|answer: &Vec<Choice>| fleet_room(state, seat, answer).is_ok());
    answers
}

/// Whether the fleet pool takes the tokens that are named for it.
fn fleet_room(state: &State, seat: Seat, parts: &[Choice]) -> Result<(), Refusal> {
    let new = tokens::named(parts).fleet;
    let pools = state.player(seat).tokens.plus(Pool::Fleet, new);
    match new {
        0 => Ok(()),
        _ => tokens::check(state, seat, pools, pools.total()),
    }
}
