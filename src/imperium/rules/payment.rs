//! Spending resources, influence, trade goods and votes (RR 75, 48, 93).
//!
//! A payment is a list of parts inside a compound answer: planets to exhaust and trade goods. It is
//! legal when it is enough and no planet in it could be left out.

use crate::engine::{Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::Choice;
use super::tables::{Number, number};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Currency {
    Resources,
    Influence,
}

impl Currency {
    pub fn worth(self, state: &State, planet: PlanetId) -> u8 {
        match self {
            Currency::Resources => state.resources(planet),
            Currency::Influence => state.influence(planet),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Currency::Resources => "resources",
            Currency::Influence => "influence",
        }
    }
}

/// Whether the paying parts among `parts` are legal in themselves: own, ready, each once.
/// Returns what they are worth, trade goods included.
pub fn worth(
    state: &State,
    seat: Seat,
    parts: &[Choice],
    currency: Currency,
) -> Result<u32, Refusal> {
    let mut total = 0;
    let mut goods = 0;
    for (i, part) in parts.iter().enumerate() {
        match part {
            Choice::Exhaust(planet) => {
                if parts[..i].contains(part) {
                    return Err(Refusal::new(format!("{} is named twice", planet.name())));
                }
                total += u32::from(currency.worth(state, usable(state, seat, *planet)?));
            }
            Choice::TradeGoods(n) => goods += u32::from(*n),
            _ => {}
        }
    }
    let held = state.player(seat).trade_goods;
    if goods > u32::from(held) {
        return Err(Refusal::new(format!("{goods} trade goods are more than the {held} you have"))
            .rule("93"));
    }
    Ok(total + goods * good_worth(state, seat))
}

/// What one trade good is worth as resources or influence.
pub fn good_worth(state: &State, seat: Seat) -> u32 {
    match state.player(seat).trade_goods {
        0 => 1,
        _ => number(state, Number::TradeGoodWorth { seat }, 1).max(1) as u32,
    }
}

/// The planet, if `seat` can exhaust it.
pub fn usable(state: &State, seat: Seat, planet: PlanetId) -> Result<PlanetId, Refusal> {
    match state.planets.get(&planet) {
        Some(card) if card.owner != Some(seat) => {
            Err(Refusal::new(format!("you do not control {}", planet.name())).rule("25"))
        }
        Some(card) if card.exhausted => {
            Err(Refusal::new(format!("{} is exhausted", planet.name())).rule("34"))
        }
        Some(_) => Ok(planet),
        None => Err(Refusal::new(format!("{} is not on the board", planet.name()))),
    }
}

/// Whether the paying parts among `parts` pay `price`.
pub fn check(
    state: &State,
    seat: Seat,
    parts: &[Choice],
    currency: Currency,
    price: u32,
) -> Result<(), Refusal> {
    let paid = worth(state, seat, parts, currency)?;
    if paid < price {
        let (name, worth) = (currency.name(), available(state, seat, currency));
        return Err(Refusal::new(format!("it costs {price} {name} and {paid} are paid"))
            .instead(format!("You have {worth} {name} in ready planets and trade goods.")));
    }
    let spare = paid - price;
    for part in parts {
        let value = match part {
            Choice::Exhaust(planet) => u32::from(currency.worth(state, *planet)),
            Choice::TradeGoods(1..) => good_worth(state, seat),
            _ => continue,
        };
        if value <= spare {
            let name = match part {
                Choice::Exhaust(planet) => planet.name().to_string(),
                _ => "a trade good".into(),
            };
            return Err(Refusal::new(format!("{paid} {} are paid for {price}", currency.name()))
                .instead(format!("Leave out {name}.")));
        }
    }
    Ok(())
}

/// All that `seat` could pay, trade goods included.
pub fn available(state: &State, seat: Seat, currency: Currency) -> u32 {
    let planets = state.ready_planets(seat).map(|planet| u32::from(currency.worth(state, planet)));
    let goods = u32::from(state.player(seat).trade_goods);
    planets.sum::<u32>() + goods * good_worth(state, seat)
}

/// The parts that waste least: planets first, worth little in the other currency, then trade goods.
/// Nothing when `price` is out of reach. `kept` are planets that are not to be used.
pub fn cheapest(
    state: &State,
    seat: Seat,
    currency: Currency,
    price: u32,
    kept: &[PlanetId],
) -> Option<Vec<Choice>> {
    let mut planets: Vec<(u32, u32, PlanetId)> = state
        .ready_planets(seat)
        .filter(|planet| !kept.contains(planet))
        .map(|planet| {
            let other = match currency {
                Currency::Resources => Currency::Influence,
                Currency::Influence => Currency::Resources,
            };
            let worth = |currency: Currency| u32::from(currency.worth(state, planet));
            (worth(currency), worth(other), planet)
        })
        .filter(|(value, _, _)| *value > 0)
        .collect();
    let each = good_worth(state, seat);
    let goods = u32::from(state.player(seat).trade_goods) * each;
    if planets.iter().map(|(value, _, _)| value).sum::<u32>() + goods < price {
        return None;
    }
    // Best ratio first; then drop whatever turned out to be spare.
    planets.sort_by_key(|(value, other, planet)| {
        (*other * 8 / *value, std::cmp::Reverse(*value), *planet)
    });
    let mut chosen: Vec<(u32, PlanetId)> = Vec::new();
    let mut paid = 0;
    for (value, _, planet) in planets {
        if paid >= price {
            break;
        }
        chosen.push((value, planet));
        paid += value;
    }
    chosen.sort_unstable();
    chosen.retain(|(value, _)| {
        let spare = paid.saturating_sub(price) >= *value;
        paid -= if spare { *value } else { 0 };
        !spare
    });
    let mut parts: Vec<Choice> =
        chosen.iter().map(|(_, planet)| Choice::Exhaust(*planet)).collect();
    if paid < price {
        parts.push(Choice::TradeGoods((price - paid).div_ceil(each) as u8));
    }
    drop_spare(state, seat, currency, price, &mut parts);
    Some(parts)
}

/// Leaves out planets that are too much beside trade goods that are worth several resources.
fn drop_spare(state: &State, seat: Seat, currency: Currency, price: u32, parts: &mut Vec<Choice>) {
    while parts.len() > 1 && check(state, seat, parts, currency, price).is_err() {
        let value = |part: &Choice| match part {
            Choice::Exhaust(planet) => u32::from(currency.worth(state, *planet)),
            _ => u32::MAX,
        };
        let Some(least) = (0..parts.len()).min_by_key(|at| value(&parts[*at])) else { return };
        parts.remove(least);
    }
}

/// What may still be added to a payment of which `draft` has parts already.
pub fn parts(state: &State, seat: Seat, currency: Currency, draft: &[Choice]) -> Vec<Choice> {
    let free = |planet: &PlanetId| {
        currency.worth(state, *planet) > 0 && !draft.contains(&Choice::Exhaust(*planet))
    };
    let mut found: Vec<Choice> =
        state.ready_planets(seat).filter(free).map(Choice::Exhaust).collect();
    let used = draft.iter().map(|part| match part {
        Choice::TradeGoods(n) => *n,
        _ => 0,
    });
    if used.sum::<u8>() < state.player(seat).trade_goods {
        found.push(Choice::TradeGoods(1));
    }
    found
}

/// What a seat pays with a draft and could add to it, looked up once for many prices.
#[derive(Clone)]
pub struct Purse {
    /// What the planets of the draft are worth together, and the least of them.
    paid: u32,
    least: u32,
    /// Trade goods of the draft, all that there are, and what each is worth.
    goods: u32,
    held: u32,
    each: u32,
    /// What other ready planets are worth.
    others: Vec<u32>,
    /// All that the seat could pay.
    available: u32,
}

impl Purse {
    pub fn of(state: &State, seat: Seat, currency: Currency, draft: &[Choice]) -> Purse {
        let held = u32::from(state.player(seat).trade_goods);
        let each = good_worth(state, seat);
        let mut purse = Purse {
            paid: 0,
            least: u32::MAX,
            goods: 0,
            held,
            each,
            others: Vec::new(),
            available: held * each,
        };
        for planet in state.ready_planets(seat) {
            let value = u32::from(currency.worth(state, planet));
            purse.available += value;
            if value > 0 && !draft.contains(&Choice::Exhaust(planet)) {
                purse.others.push(value);
            }
        }
        for part in draft {
            match part {
                Choice::Exhaust(planet) => purse.exhaust(currency.worth(state, *planet).into()),
                Choice::TradeGoods(n) => purse.goods += u32::from(*n),
                _ => {}
            }
        }
        purse
    }

    fn exhaust(&mut self, value: u32) {
        self.paid += value;
        self.least = self.least.min(value);
    }

    /// The same with one part more in the draft.
    fn with(&self, state: &State, currency: Currency, part: &Choice) -> Purse {
        let mut longer = self.clone();
        match part {
            Choice::Exhaust(planet) => {
                let value = u32::from(currency.worth(state, *planet));
                let at = longer.others.iter().position(|other| *other == value);
                at.map(|at| longer.others.swap_remove(at));
                longer.exhaust(value);
            }
            Choice::TradeGoods(n) => longer.goods += u32::from(*n),
            _ => {}
        }
        longer
    }

    /// All sums that the draft and other planets reach, of those worth at least so much, as bits.
    fn sums(&self, at_least: u32) -> u128 {
        let start = 1u128.checked_shl(self.paid + self.goods * self.each).unwrap_or(0);
        let used = self.others.iter().filter(|value| **value >= at_least);
        used.fold(start, |sums, value| sums | sums.checked_shl(*value).unwrap_or(0))
    }

    /// Whether the draft can be completed to a legal payment of `price`.
    pub fn pays(&self, price: u32) -> bool {
        let Purse { least, goods, held, each, .. } = *self;
        if goods > held || price + 8 >= u128::BITS {
            return goods <= held && self.available >= price;
        }
        // Exactly: whatever is missing comes from trade goods.
        let left = held - goods;
        let all = self.sums(1);
        let exact = |sum: &u32| (price - sum).is_multiple_of(each) && price - sum <= left * each;
        let nearest = price.saturating_sub(left * each);
        if (nearest..=price).filter(exact).any(|sum| all >> sum & 1 == 1) {
            return least > 0;
        }
        // A trade good worth several may be one too much by less than its worth, and so may planets.
        if each > 1 && goods + left > 0 {
            return (1..each.min(least)).any(|spare| {
                let sums = self.sums(spare + 1);
                let fits = |sum: &u32| {
                    let due = price + spare - sum;
                    due.is_multiple_of(each)
                        && due <= left * each
                        && (due > 0 || goods > 0 || spare < least)
                };
                (0..=price + spare).filter(fits).any(|sum| sums >> sum & 1 == 1)
            });
        }
        // Too much: no planet may be worth as little as what is spare, and no trade good is spent.
        goods == 0
            && (1..=least.min(8)).any(|at_least| {
                let sums = self.sums(at_least);
                (price..price + at_least).any(|sum| sums >> sum & 1 == 1)
            })
    }
}

/// Parts that may be added to `draft` on the way to a legal payment of `price`.
pub fn toward(
    state: &State,
    seat: Seat,
    currency: Currency,
    price: u32,
    draft: &[Choice],
) -> Vec<Choice> {
    let mut found = parts(state, seat, currency, draft);
    if found.contains(&Choice::TradeGoods(1)) {
        let used = draft.iter().map(|part| match part {
            Choice::TradeGoods(n) => *n,
            _ => 0,
        });
        let left = state.player(seat).trade_goods.saturating_sub(used.sum());
        let paid = worth(state, seat, draft, currency).unwrap_or(0);
        let missing = price.saturating_sub(paid).div_ceil(good_worth(state, seat));
        let missing = missing.min(left.into()) as u8;
        if missing > 1 {
            found.push(Choice::TradeGoods(missing));
        }
    }
    let purse = Purse::of(state, seat, currency, draft);
    found.retain(|part| purse.with(state, currency, part).pays(price));
    found
}

/// Carries out the paying parts among `parts`.
pub fn pay(game: &mut Game, seat: Seat, parts: &[Choice]) {
    for part in parts {
        match part {
            Choice::Exhaust(planet) => game.state.planet_mut(*planet).exhausted = true,
            Choice::TradeGoods(n) => {
                let player = game.state.player_mut(seat);
                player.trade_goods = player.trade_goods.saturating_sub(*n);
            }
            _ => {}
        }
    }
}

/// "exhausting Abyz and Fria and spending 2 trade goods", for news; empty when nothing is paid.
pub fn words(parts: &[Choice]) -> String {
    let planets: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Choice::Exhaust(planet) => Some(planet.name()),
            _ => None,
        })
        .collect();
    let goods: u32 = parts
        .iter()
        .map(|part| match part {
            Choice::TradeGoods(n) => u32::from(*n),
            _ => 0,
        })
        .sum();
    let mut words = Vec::new();
    if !planets.is_empty() {
        words.push(format!("exhausting {}", planets.join(", ")));
    }
    if goods > 0 {
        words.push(format!("spending {goods} trade good{}", if goods == 1 { "" } else { "s" }));
    }
    words.join(" and ")
}
