//! What is spent when an objective is scored (RR 61.10), as parts of the scoring answer.

use crate::engine::{Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::Choice;
use super::payment::{self, Currency};
use super::tables::Cost;

/// Whether `seat` has what it takes.
pub fn affordable(state: &State, seat: Seat, cost: Cost) -> bool {
    let player = state.player(seat);
    match cost {
        Cost::Nothing => true,
        Cost::Resources(n) => payment::available(state, seat, Currency::Resources) >= u32::from(n),
        Cost::Influence(n) => payment::available(state, seat, Currency::Influence) >= u32::from(n),
        Cost::TradeGoods(n) => player.trade_goods >= n,
        Cost::Tokens(n) => player.tokens.tactic + player.tokens.strategy >= n,
        Cost::ActionCards(n) => player.hand.len() >= usize::from(n),
        Cost::Everything(n) => {
            let planets: Vec<PlanetId> = state.ready_planets(seat).collect();
            goods_for(state, seat, &planets, n) <= u32::from(player.trade_goods)
        }
    }
}

/// Whether a part of an answer pays this kind of cost.
pub fn pays(cost: Cost, part: &Choice) -> bool {
    match cost {
        Cost::Nothing => false,
        Cost::Resources(_) | Cost::Influence(_) | Cost::Everything(_) => {
            matches!(part, Choice::Exhaust(_) | Choice::TradeGoods(_))
        }
        Cost::TradeGoods(_) => matches!(part, Choice::TradeGoods(_)),
        Cost::Tokens(_) => matches!(part, Choice::SpendTokens { .. }),
        Cost::ActionCards(_) => matches!(part, Choice::Card(_)),
    }
}

/// Whether the parts that pay such a cost pay it exactly.
pub fn check(state: &State, seat: Seat, parts: &[Choice], cost: Cost) -> Result<(), Refusal> {
    match cost {
        Cost::Nothing => Ok(()),
        Cost::Resources(n) => payment::check(state, seat, parts, Currency::Resources, n.into()),
        Cost::Influence(n) => payment::check(state, seat, parts, Currency::Influence, n.into()),
        Cost::TradeGoods(n) => {
            payment::worth(state, seat, parts, Currency::Resources)?;
            exactly(trade_goods(parts), n, "trade goods")
        }
        Cost::Tokens(n) => check_tokens(state, seat, parts, n),
        Cost::ActionCards(n) => check_cards(state, seat, parts, n),
        Cost::Everything(n) => check_everything(state, seat, parts, n),
    }
}

fn exactly(paid: u32, price: u8, what: &str) -> Result<(), Refusal> {
    match paid == u32::from(price) {
        true => Ok(()),
        false => Err(Refusal::new(format!("it costs {price} {what} and {paid} are paid"))
            .rule("61.10")
            .instead(format!("Pay exactly {price}."))),
    }
}

fn check_tokens(state: &State, seat: Seat, parts: &[Choice], price: u8) -> Result<(), Refusal> {
    let held = state.player(seat).tokens;
    for pool in [Pool::Tactic, Pool::Fleet, Pool::Strategy] {
        let spent = tokens_of(parts, pool);
        if spent > 0 && pool == Pool::Fleet {
            return Err(Refusal::new("the fleet pool does not pay here")
                .rule("37.4")
                .instead("Spend tactic or strategy tokens."));
        }
        if spent > u32::from(held.pool(pool)) {
            let have = held.pool(pool);
            return Err(Refusal::new(format!(
                "{spent} {} tokens are more than the {have} you have",
                pool.name()
            )));
        }
    }
    let paid = tokens_of(parts, Pool::Tactic) + tokens_of(parts, Pool::Strategy);
    exactly(paid, price, "tactic or strategy tokens")
}

fn tokens_of(parts: &[Choice], pool: Pool) -> u32 {
    let count = |part: &Choice| match part {
        Choice::SpendTokens { pool: from, count } if *from == pool => u32::from(*count),
        _ => 0,
    };
    parts.iter().map(count).sum()
}

fn trade_goods(parts: &[Choice]) -> u32 {
    let count = |part: &Choice| match part {
        Choice::TradeGoods(n) => u32::from(*n),
        _ => 0,
    };
    parts.iter().map(count).sum()
}

fn cards(parts: &[Choice]) -> Vec<ActionCardId> {
    let card = |part: &Choice| match part {
        Choice::Card(card) => Some(*card),
        _ => None,
    };
    parts.iter().filter_map(card).collect()
}

fn check_cards(state: &State, seat: Seat, parts: &[Choice], price: u8) -> Result<(), Refusal> {
    let mut hand = state.player(seat).hand.clone();
    let named = cards(parts);
    for card in &named {
        match hand.iter().position(|held| held == card) {
            Some(at) => drop(hand.swap_remove(at)),
            None => {
                return Err(Refusal::new(format!("you do not hold {} so often", card.name())));
            }
        }
    }
    exactly(named.len() as u32, price, "action cards from your hand")
}

/// Trade goods needed when these planets and some goods pay `n` resources, `n` influence and `n`
/// trade goods; each planet is spent for one of its values.
fn goods_for(state: &State, seat: Seat, planets: &[PlanetId], n: u8) -> u32 {
    let (n, each) = (usize::from(n), payment::good_worth(state, seat) as usize);
    // The most influence (up to n) for each number of resources (up to n).
    let mut best: Vec<Option<usize>> = vec![None; n + 1];
    best[0] = Some(0);
    for planet in planets {
        let resources = usize::from(state.resources(*planet));
        let influence = usize::from(state.influence(*planet));
        let mut with = vec![None; n + 1];
        for (spent, most) in best.iter().enumerate() {
            let Some(most) = *most else { continue };
            let richer = (spent + resources).min(n);
            with[richer] = with[richer].max(Some(most));
            with[spent] = with[spent].max(Some((most + influence).min(n)));
        }
        best = with;
    }
    let short = |(resources, most): (usize, &Option<usize>)| {
        most.map(|influence| n + (n - resources).div_ceil(each) + (n - influence).div_ceil(each))
    };
    best.iter().enumerate().filter_map(short).min().unwrap_or(3 * n) as u32
}

fn check_everything(state: &State, seat: Seat, parts: &[Choice], n: u8) -> Result<(), Refusal> {
    payment::worth(state, seat, parts, Currency::Resources)?;
    let planets = exhausted(parts);
    let (paid, due) = (trade_goods(parts), goods_for(state, seat, &planets, n));
    if paid != due {
        return Err(Refusal::new(format!(
            "with these planets it takes {due} trade goods and {paid} are paid"
        ))
        .rule("61.10")
        .instead(format!("{n} influence, {n} resources and {n} trade goods are due.")));
    }
    for (at, planet) in planets.iter().enumerate() {
        let mut fewer = planets.clone();
        fewer.remove(at);
        if goods_for(state, seat, &fewer, n) == due {
            return Err(Refusal::new(format!("{} pays for nothing", planet.name()))
                .instead(format!("Leave out {}.", planet.name())));
        }
    }
    Ok(())
}

fn exhausted(parts: &[Choice]) -> Vec<PlanetId> {
    let planet = |part: &Choice| match part {
        Choice::Exhaust(planet) => Some(*planet),
        _ => None,
    };
    parts.iter().filter_map(planet).collect()
}

/// What may still be added to a draft that pays the cost; nothing when it is paid.
pub fn parts(state: &State, seat: Seat, cost: Cost, draft: &[Choice]) -> Vec<Choice> {
    let player = state.player(seat);
    let held = u32::from(player.trade_goods);
    match cost {
        Cost::Nothing => Vec::new(),
        _ if check(state, seat, draft, cost).is_ok() => Vec::new(),
        Cost::Resources(n) => {
            payment::toward(state, seat, Currency::Resources, n.into(), &planets_and_goods(draft))
        }
        Cost::Influence(n) => {
            payment::toward(state, seat, Currency::Influence, n.into(), &planets_and_goods(draft))
        }
        Cost::Everything(_) => payment::parts(state, seat, Currency::Resources, draft),
        Cost::TradeGoods(n) => {
            let open = u32::from(n).saturating_sub(trade_goods(draft));
            amounts(open.min(held)).map(Choice::TradeGoods).collect()
        }
        Cost::Tokens(n) => {
            let spent = |pool| tokens_of(draft, pool);
            let open = u32::from(n)
                .saturating_sub(spent(Pool::Tactic))
                .saturating_sub(spent(Pool::Strategy));
            let of = |pool: Pool| {
                let left = u32::from(player.tokens.pool(pool)).saturating_sub(spent(pool));
                amounts(open.min(left)).map(move |count| Choice::SpendTokens { pool, count })
            };
            of(Pool::Tactic).chain(of(Pool::Strategy)).collect()
        }
        Cost::ActionCards(_) => {
            let named = cards(draft);
            let count = |list: &[ActionCardId], card| list.iter().filter(|c| **c == card).count();
            let mut open: Vec<ActionCardId> = player.hand.clone();
            open.sort_unstable();
            open.dedup();
            open.retain(|card| count(&named, *card) < count(&player.hand, *card));
            open.into_iter().map(Choice::Card).collect()
        }
    }
}

fn planets_and_goods(draft: &[Choice]) -> Vec<Choice> {
    let pays = |part: &&Choice| matches!(part, Choice::Exhaust(_) | Choice::TradeGoods(_));
    draft.iter().filter(pays).cloned().collect()
}

/// One, and as many as possible.
fn amounts(most: u32) -> impl Iterator<Item = u8> {
    let most = most.min(u32::from(u8::MAX)) as u8;
    [1, most].into_iter().take(usize::from(most.min(2)))
}

/// The parts of a payment that wastes least; nothing when the cost is out of reach.
pub fn cheapest(state: &State, seat: Seat, cost: Cost) -> Option<Vec<Choice>> {
    if !affordable(state, seat, cost) {
        return None;
    }
    Some(match cost {
        Cost::Nothing => Vec::new(),
        Cost::Resources(n) => payment::cheapest(state, seat, Currency::Resources, n.into(), &[])?,
        Cost::Influence(n) => payment::cheapest(state, seat, Currency::Influence, n.into(), &[])?,
        Cost::TradeGoods(n) => vec![Choice::TradeGoods(n)],
        Cost::Tokens(n) => {
            let tactic = state.player(seat).tokens.tactic.min(n);
            let spend = |pool, count| Choice::SpendTokens { pool, count };
            let all = [spend(Pool::Tactic, tactic), spend(Pool::Strategy, n - tactic)];
            all.into_iter()
                .filter(|part| !matches!(part, Choice::SpendTokens { count: 0, .. }))
                .collect()
        }
        Cost::ActionCards(n) => {
            let hand = state.player(seat).hand.iter().take(usize::from(n));
            hand.copied().map(Choice::Card).collect()
        }
        Cost::Everything(n) => everything(state, seat, n),
    })
}

/// Few trade goods and no planet too many.
fn everything(state: &State, seat: Seat, n: u8) -> Vec<Choice> {
    let mut planets: Vec<PlanetId> = state.ready_planets(seat).collect();
    let worth = |planet: &PlanetId| state.resources(*planet) + state.influence(*planet);
    planets.sort_by_key(|planet| (std::cmp::Reverse(worth(planet)), *planet));
    let due = goods_for(state, seat, &planets, n);
    let mut at = 0;
    while at < planets.len() {
        let dropped = planets.remove(at);
        if goods_for(state, seat, &planets, n) > due {
            planets.insert(at, dropped);
            at += 1;
        }
    }
    let mut parts: Vec<Choice> = planets.into_iter().map(Choice::Exhaust).collect();
    parts.push(Choice::TradeGoods(due as u8));
    parts
}

/// Carries out the parts that pay the cost.
pub fn pay(game: &mut Game, seat: Seat, parts: &[Choice], cost: Cost) {
    let mine: Vec<Choice> = parts.iter().filter(|part| pays(cost, part)).cloned().collect();
    payment::pay(game, seat, &mine);
    for part in &mine {
        if let Choice::SpendTokens { pool, count } = part {
            let held = game.state.player_mut(seat).tokens.pool_mut(*pool);
            *held = held.saturating_sub(*count);
        }
    }
    for card in cards(&mine) {
        let hand = &mut game.state.player_mut(seat).hand;
        if let Some(at) = hand.iter().position(|held| *held == card) {
            hand.remove(at);
            game.state.decks.discarded.push(card);
        }
    }
}

/// ", exhausting Abyz and Fria", for news; empty when nothing is paid.
pub fn words(parts: &[Choice], cost: Cost) -> String {
    let mine: Vec<Choice> = parts.iter().filter(|part| pays(cost, part)).cloned().collect();
    let mut words = vec![payment::words(&mine)];
    let spent = [Pool::Tactic, Pool::Strategy].map(|pool| (tokens_of(&mine, pool), pool));
    let spent =
        spent.into_iter().filter(|(count, _)| *count > 0).map(|(count, pool)| match count {
            1 => format!("1 {} token", pool.name()),
            n => format!("{n} {} tokens", pool.name()),
        });
    let spent: Vec<String> = spent.collect();
    if !spent.is_empty() {
        words.push(format!("spending {}", spent.join(" and ")));
    }
    let discarded: Vec<&str> = cards(&mine).iter().map(|card| card.name()).collect();
    if !discarded.is_empty() {
        words.push(format!("discarding {}", discarded.join(", ")));
    }
    words.retain(|words| !words.is_empty());
    words.iter().map(|words| format!(", {words}")).collect()
}
