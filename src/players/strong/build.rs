//! What to produce, within what is not set aside for an objective; and what is set aside.

use crate::engine::Prompt;
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::production::Yard;
use crate::imperium::rules::tables::Cost;
use crate::imperium::rules::{cost, fleet, movement};
use crate::imperium::state::*;

use super::goals::{self, Card};
use super::worth::Mind;

/// Units to build, what they are worth and what they cost.
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub units: Vec<(UnitKind, u8, Place)>,
    pub worth: i32,
    pub price: u32,
}

impl Mind<'_> {
    /// What is to be left for the status phase: the price of the paid objective that will be scored.
    pub fn reserve(&self) -> Cost {
        let public = |goal: &&goals::Goal| matches!(goal.card, Card::Public(_));
        let met = |goal: &&goals::Goal| goals::is_met(self.state, self.seat, goal);
        let open: Vec<&goals::Goal> = self.goals.iter().filter(public).filter(met).collect();
        // One that costs nothing is scored as well.
        if open.iter().any(|goal| goal.cost == Cost::Nothing) {
            return Cost::Nothing;
        }
        if open.is_empty() {
            return self.savings();
        }
        let dearest = open.into_iter().max_by_key(|goal| (goal.points, ease(goal.cost)));
        dearest.map_or(Cost::Nothing, |goal| goal.cost)
    }

    /// Trade goods are saved up where an objective takes many.
    fn savings(&self) -> Cost {
        let held = self.state.player(self.seat).trade_goods;
        let wanted = self.goals.iter().filter_map(|goal| match goal.cost {
            Cost::TradeGoods(n) if 2 * held >= n => Some(held.min(n)),
            _ => None,
        });
        wanted.max().map_or(Cost::Nothing, Cost::TradeGoods)
    }

    /// Whether the payment leaves what is set aside.
    pub fn leaves(&self, reserve: Cost, payment: &[Choice]) -> bool {
        if reserve == Cost::Nothing {
            return true;
        }
        let mut after = self.state.clone();
        for part in payment {
            match part {
                Choice::Exhaust(planet) | Choice::Specialty(planet) => {
                    after.planet_mut(*planet).exhausted = true;
                }
                Choice::TradeGoods(n) => {
                    let goods = &mut after.player_mut(self.seat).trade_goods;
                    *goods = goods.saturating_sub(*n);
                }
                _ => {}
            }
        }
        cost::affordable(&after, self.seat, reserve)
    }

    /// The most that can be spent beside what is set aside.
    pub fn budget(&self, currency: Currency) -> u32 {
        let all = payment::available(self.state, self.seat, currency);
        let reserve = self.reserve();
        if reserve == Cost::Nothing {
            return all;
        }
        let fits = |price: &u32| {
            let paid = payment::cheapest(self.state, self.seat, currency, *price, &[]);
            paid.is_some_and(|paid| self.leaves(reserve, &paid))
        };
        (0..=all).rev().find(fits).unwrap_or(0)
    }

    /// What production may spend: resources for a technology are kept as long as one can come.
    fn building_budget(&self) -> u32 {
        let budget = self.budget(Currency::Resources);
        let technology = self.state.strategy.iter().find(|slot| slot.card.get().initiative == 7);
        let Some(slot) = technology.filter(|slot| !slot.exhausted) else { return budget };
        let strategy = self.state.player(self.seat).tokens.strategy;
        let kept = match slot.holder {
            Some(holder) if holder == self.seat => 6,
            Some(_) if strategy > 0 => 4,
            _ => 0,
        };
        budget.checked_sub(kept).unwrap_or(budget)
    }

    /// The answer to a question of production.
    pub fn produce(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let (state, seat) = (self.state, self.seat);
        let yard = match &prompt.question {
            Question::Produce { system, .. } => Yard::of(state, seat, *system),
            Question::ProduceOn { planet, .. } => Yard::on(state, seat, *planet),
            Question::ProduceFreely { system, limit } => Yard::freely(state, seat, *system, *limit),
            _ => return self.first_suggestion(prompt),
        };
        let budget = match &prompt.question {
            Question::ProduceOn { cost, .. } => {
                u32::from(*cost).min(self.budget(Currency::Resources))
            }
            _ => self.building_budget(),
        };
        self.parts(&self.order(&yard, budget)).unwrap_or_default()
    }

    /// What is built with one space dock at home, by the secondary ability of Warfare.
    pub fn drill(&self) -> Option<(Vec<Choice>, i32)> {
        let home = self.state.home_system(self.seat)?;
        let docks = self
            .state
            .places(home)
            .filter(|place| self.state.forces(*place).count(self.seat, UnitKind::SpaceDock) > 0);
        let budget = self.building_budget();
        let orders =
            docks.map(|place| self.order(&Yard::dock(self.state, self.seat, place), budget));
        let best =
            orders.max_by_key(|order| order.worth).filter(|order| !order.units.is_empty())?;
        Some((self.parts(&best)?, best.worth))
    }

    /// What production in the system would be worth now.
    pub fn production_gain(&self, system: SystemId) -> i32 {
        let yard = Yard::of(self.state, self.seat, system);
        if yard.limit == 0 {
            return 0;
        }
        self.order(&yard, self.building_budget()).worth
    }

    fn parts(&self, order: &Order) -> Option<Vec<Choice>> {
        let built = order.units.iter();
        let mut parts: Vec<Choice> = built
            .map(|(kind, count, at)| Choice::Build { kind: *kind, count: *count, at: *at })
            .collect();
        let price = order.price;
        parts.extend(payment::cheapest(self.state, self.seat, Currency::Resources, price, &[])?);
        Some(parts)
    }

    /// Unit after unit, whatever is worth most for its price.
    pub fn order(&self, yard: &Yard, budget: u32) -> Order {
        let (state, seat, system) = (self.state, self.seat, yard.system);
        let mut order = Order::default();
        let reinforcements = state.all_reinforcements(seat);
        let mut berths = fleet::limit(state, seat).saturating_sub(state.fleet_size(system, seat));
        let mut room = fleet::Fleet::of(state, seat, system).free();
        let mut left = yard.limit;
        let mut after = state.clone();
        let sites: Vec<(UnitKind, Place)> = UnitKind::ALL
            .into_iter()
            .filter_map(|kind| Some((kind, self.site(yard, kind)?)))
            .collect();
        while left > 0 {
            let mut best: Option<(i32, UnitKind, Place, i32)> = None;
            for (kind, at) in &sites {
                let built: u8 =
                    order.units.iter().filter(|(k, ..)| k == kind).map(|(_, n, _)| *n).sum();
                let fits = match kind {
                    UnitKind::Fighter => room > 0,
                    kind if kind.is_ship() => berths > 0,
                    _ => matches!(at, Place::Planet(_)) || room > 0,
                };
                let stocked = reinforcements[*kind as usize] > built
                    && built < yard.most(state, *kind)
                    && (!kind.tokens_may_substitute() || fleet::can_mark(state, seat, *kind, *at));
                if !fits || !stocked {
                    continue;
                }
                let mut units = flat(&order.units);
                units.push((*kind, 1));
                let price = yard.price(state, &units);
                if price > budget {
                    continue;
                }
                let worth = self.unit_worth(&after, *kind, *at);
                let each = state.card(seat, *kind).and_then(|card| card.cost).unwrap_or(1);
                let halves =
                    if kind.tokens_may_substitute() { 1 } else { 2 * i32::from(each.max(1)) };
                // By worth for the price; a slot of the yard is worth something too.
                let rank = worth * 12 / (halves + 1);
                if worth > 0 && best.is_none_or(|(most, ..)| rank > most) {
                    best = Some((rank, *kind, *at, worth));
                }
            }
            let Some((_, kind, at, worth)) = best else { break };
            left -= 1;
            if kind.is_ship() && kind != UnitKind::Fighter {
                berths -= 1;
                room = room.saturating_add(movement::room(state, seat, kind));
            } else if kind == UnitKind::Fighter || matches!(at, Place::Space(_)) {
                room -= 1;
            }
            after.forces_mut(at).add(seat, kind, false, 1);
            match order.units.iter_mut().find(|(k, _, place)| (*k, *place) == (kind, at)) {
                Some((_, count, _)) => *count += 1,
                None => order.units.push((kind, 1, at)),
            }
            order.worth += worth;
            order.price = yard.price(state, &flat(&order.units));
        }
        order
    }

    /// Ships in space, ground forces on the planet that needs them most.
    fn site(&self, yard: &Yard, kind: UnitKind) -> Option<Place> {
        let sites = yard.sites(self.state, kind);
        let planets = sites.iter().copied().filter(|place| matches!(place, Place::Planet(_)));
        let troops = |place: &Place| -> u8 {
            self.state.forces(*place).ground_forces(self.seat).map(|stack| stack.count).sum()
        };
        planets.min_by_key(troops).or(sites.first().copied())
    }

    /// What one more unit is worth, with what there is already.
    fn unit_worth(&self, state: &State, kind: UnitKind, at: Place) -> i32 {
        let seat = self.seat;
        let have = i32::from(state.on_board(seat, kind));
        let planets = state.controlled(seat).count() as i32;
        let base = match kind {
            // To land and to hold: one for each planet, some to go on with.
            UnitKind::Infantry => {
                let wanted = planets + 2 * self.frontier() + 4;
                if have < wanted { 5 } else { 2 }
            }
            UnitKind::Mech => 8,
            UnitKind::Carrier => {
                let wanted = 2 + self.frontier() / 3;
                if have < wanted { 26 } else { 5 }
            }
            UnitKind::Fighter => 3,
            UnitKind::Destroyer => {
                if have < 2 {
                    5
                } else {
                    3
                }
            }
            UnitKind::Cruiser => {
                if have < 4 {
                    9
                } else {
                    6
                }
            }
            UnitKind::Dreadnought => 16,
            UnitKind::Flagship => 30,
            UnitKind::WarSun => 50,
            _ => 1,
        };
        let counts = kind.is_ship() && kind != UnitKind::Fighter;
        if !counts && kind != UnitKind::Infantry {
            return base;
        }
        let mut with = state.clone();
        with.forces_mut(at).add(seat, kind, false, 1);
        base + (self.prospects(&with) - self.prospects(state)).max(0)
    }

    /// How many planets within two systems of ours nobody defends.
    pub fn frontier(&self) -> i32 {
        let state = self.state;
        let mut near: Vec<SystemId> = Vec::new();
        for system in state.presence(self.seat) {
            near.extend(state.galaxy.neighbours(system));
        }
        near.sort_unstable();
        near.dedup();
        let open = |planet: &&PlanetId| {
            let there = state.planet(**planet);
            there.owner != Some(self.seat) && there.forces.is_empty()
        };
        let planets =
            near.iter().map(|system| state.galaxy.planets(*system).iter().filter(open).count());
        planets.sum::<usize>() as i32
    }

    /// Where structures go: a space dock where much can be built near the front, PDS beside docks, or
    /// wherever an objective counts them.
    pub fn structures(&self, suggested: &[Vec<Choice>]) -> (Vec<Choice>, i32) {
        let before = self.prospects(self.state);
        let worth = |answer: &Vec<Choice>| {
            let mut after = self.state.clone();
            let mut sum = 0;
            for part in answer {
                let Choice::Structure { kind, planet } = part else { continue };
                after.planet_mut(*planet).forces.add(self.seat, *kind, false, 1);
                let docks = i32::from(self.state.on_board(self.seat, UnitKind::SpaceDock));
                sum += match kind {
                    UnitKind::SpaceDock => {
                        24 - 6 * (docks - 1).max(0) + 3 * i32::from(self.state.resources(*planet))
                    }
                    _ => 8 + self.planet(self.state, *planet) / 8,
                };
            }
            sum + self.prospects(&after) - before
        };
        let best =
            suggested.iter().map(|answer| (worth(answer), answer)).max_by_key(|(worth, _)| *worth);
        best.map_or((Vec::new(), 0), |(worth, answer)| (answer.clone(), worth))
    }
}

fn flat(units: &[(UnitKind, u8, Place)]) -> Vec<(UnitKind, u8)> {
    units.iter().map(|(kind, count, _)| (*kind, *count)).collect()
}

/// Planets pay without loss, as they are readied afterwards; trade goods and tokens are gone.
pub fn ease(cost: Cost) -> i32 {
    match cost {
        Cost::Resources(n) | Cost::Influence(n) => 30 - i32::from(n),
        Cost::Nothing => 10,
        Cost::Everything(n) => 8 - i32::from(n),
        Cost::TradeGoods(n) | Cost::Tokens(n) | Cost::ActionCards(n) => 5 - i32::from(n),
    }
}
