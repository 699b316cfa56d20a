//! What is true of every game that began with its set-up, beyond what `invariants` ask of any position:
//! nothing gets lost, and between two steps everything is settled.

use std::collections::BTreeMap;

use crate::engine::Seat;

use super::*;

/// More of anything than a game has; subtracting too much leads here.
const ABSURD: u8 = 150;

/// How many of each card there are in the game, wherever they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    cards: BTreeMap<String, usize>,
}

impl Census {
    pub fn of(state: &State) -> Census {
        let mut census = Census::default();
        for player in &state.players {
            census.add("action card", player.hand.iter().map(|card| card.slug()));
            census.add("secret objective", player.secrets.iter().map(|card| card.slug()));
            census.add("secret objective", player.scored_secrets.iter().map(|card| card.slug()));
        }
        let decks = &state.decks;
        census.add("action card", decks.action_cards.iter().map(|card| card.slug()));
        census.add("action card", decks.discarded.iter().map(|card| card.slug()));
        census.add("secret objective", decks.secrets.iter().map(|card| card.slug()));
        census.add("secret objective", state.leaked.iter().map(|leaked| leaked.card.slug()));
        census.add("strategy card", state.strategy.iter().map(|slot| slot.card.slug()));
        census
    }

    fn add<'a>(&mut self, what: &str, slugs: impl Iterator<Item = &'a str>) {
        for slug in slugs {
            *self.cards.entry(format!("{what} {slug}")).or_default() += 1;
        }
    }

    /// What there were `before` and are not now, or the other way round.
    pub fn differs(&self, before: &Census) -> Option<String> {
        let names = self.cards.keys().chain(before.cards.keys());
        let count = |census: &Census, name: &str| census.cards.get(name).copied().unwrap_or(0);
        let changed = names.filter(|name| count(self, name) != count(before, name)).min()?;
        let (was, is) = (count(before, changed), count(self, changed));
        Some(format!("there were {was} of {changed} and are {is}"))
    }
}

/// Trade goods and commodities that anybody has, those on strategy cards included: a deal changes
/// nothing of it.
pub fn wealth(state: &State) -> u32 {
    let players = state.players.iter();
    let held = players.map(|player| u32::from(player.trade_goods) + u32::from(player.commodities));
    let lies = state.strategy.iter().map(|slot| u32::from(slot.trade_goods));
    held.chain(lies).sum()
}

/// The first thing that is wrong with a position in the middle of whatever is going on.
pub fn unsound(state: &State) -> Option<String> {
    sheets(state)
        .or_else(|| agendas(state))
        .or_else(|| objectives(state))
        .or_else(|| strategy(state))
}

fn sheets(state: &State) -> Option<String> {
    for (i, player) in state.players.iter().enumerate() {
        let seat = Seat(i as u8);
        let Tokens { tactic, fleet, strategy } = player.tokens;
        for (what, count) in [
            ("trade goods", player.trade_goods),
            ("commodities", player.commodities),
            ("tokens in the tactic pool", tactic),
            ("tokens in the fleet pool", fleet),
            ("tokens in the strategy pool", strategy),
            ("fallen infantry", player.fallen),
            ("infantry that returns", player.returning),
        ] {
            if count > ABSURD {
                return Some(format!("{seat:?} has {count} {what}"));
            }
        }
        let spent = &player.exhausted_technologies;
        let owned = |tech: &TechId| {
            player.technologies.contains(tech) || player.copies.iter().any(|(card, _)| card == tech)
        };
        if let Some(tech) = spent.iter().find(|tech| !owned(tech)) {
            return Some(format!("{seat:?} has exhausted {tech}, which they do not own"));
        }
        if spent.iter().enumerate().any(|(at, tech)| spent[..at].contains(tech)) {
            return Some(format!("{seat:?} has exhausted a technology twice: {spent:?}"));
        }
        if player.eliminated {
            let units = state.all_forces().any(|(_, forces)| forces.of(seat).next().is_some());
            let cards = player.hand.len() + player.secrets.len() + player.notes.len();
            if units || cards > 0 || state.tokens_on_board(seat) > 0 {
                return Some(format!("{seat:?} is eliminated and has something left"));
            }
        }
    }
    None
}

/// No agenda is in two places.
fn agendas(state: &State) -> Option<String> {
    let laws = state.laws.iter().map(|law| law.agenda);
    let piles = state.decks.agendas.iter().chain(&state.decks.discarded_agendas).copied();
    let mut all: Vec<AgendaId> = laws.chain(piles).collect();
    all.sort_unstable();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(format!("{} is in two places", twice[0]))
}

/// No objective is in two places. An agenda may add one to the ten that were laid out.
fn objectives(state: &State) -> Option<String> {
    let on_table = state.objectives.iter().map(|on_table| on_table.card);
    let mut all: Vec<PublicId> = on_table.chain(state.decks.publics.iter().copied()).collect();
    all.sort_unstable();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(format!("{} is in two places", twice[0]))
}

fn strategy(state: &State) -> Option<String> {
    for (at, slot) in state.strategy.iter().enumerate() {
        if state.strategy[..at].iter().any(|other| other.card == slot.card) {
            return Some(format!("{} is there twice", slot.card));
        }
        let out = |seat: Seat| state.players.get(seat.index()).is_none_or(|p| p.eliminated);
        if slot.holder.is_some_and(out) {
            return Some(format!("{} is held by nobody who plays", slot.card));
        }
        if slot.exhausted && slot.holder.is_none() {
            return Some(format!("{} is exhausted and nobody holds it", slot.card));
        }
        if slot.trade_goods > 0 && slot.holder.is_some() {
            return Some(format!("trade goods lie on {}, which is held", slot.card));
        }
    }
    None
}

/// Tokens may stand for fighters and infantry, but a piece of plastic is with each group (RR 36.3, 46.3).
fn groups(state: &State) -> Option<String> {
    for kind in UnitKind::ALL.into_iter().filter(|kind| kind.tokens_may_substitute()) {
        for seat in (0..state.players.len()).map(|i| Seat(i as u8)) {
            let there = state.all_forces().filter(|(_, forces)| forces.count(seat, kind) > 0);
            let groups = there.count();
            if groups > usize::from(kind.limit()) {
                return Some(format!("{seat:?} has {groups} groups of {kind:?}"));
            }
        }
    }
    None
}

/// The first thing that is not settled between two steps.
pub fn unsettled(state: &State) -> Option<String> {
    if state.stage == Stage::Finished || state.round == 0 {
        return None;
    }
    for (id, planet) in state.planets.iter() {
        let astray = planet.forces.owners().into_iter().find(|owner| Some(*owner) != planet.owner);
        if let Some(seat) = astray {
            return Some(format!("{seat:?} has units on {id}, which they do not control"));
        }
    }
    for (id, system) in state.systems.iter() {
        let fleets = system.space.owners();
        let fleets: Vec<Seat> =
            fleets.into_iter().filter(|owner| system.space.has_ships(*owner)).collect();
        if fleets.len() > 1 {
            return Some(format!("ships of {fleets:?} lie together in {id}"));
        }
    }
    if state.combat.is_some() || state.activated.is_some() || state.open_agenda.is_some() {
        return Some("something is still going on".into());
    }
    groups(state)
}
