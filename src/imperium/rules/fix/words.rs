//! Corrections in words: what was and what is, and what the rules would say to it. Lines for
//! everybody name no card that somebody hides.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::tables::{Number, number};
use crate::imperium::rules::{fleet, scoring, technology, victory};
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::{Change, Condition, Fix, Pile, apply};

/// What the correction is about, for histories: "units of «1» on Quann".
pub fn name(fix: &Fix) -> String {
    match fix {
        Fix::Units { seat, at: Place::Space(system), .. } => format!("units of {seat} in {system}"),
        Fix::Units { seat, at: Place::Planet(planet), .. } => {
            format!("units of {seat} on {}", planet.name())
        }
        Fix::Tokens { seat, .. } => format!("command tokens of {seat}"),
        Fix::Marker { seat, system, .. } => format!("a command token of {seat} in {system}"),
        Fix::Planet { planet, .. } => format!("the planet {}", planet.name()),
        Fix::Card { .. } => "an action card".into(),
        Fix::Secret { .. } => "a secret objective".into(),
        Fix::Note { .. } => "a promissory note".into(),
        Fix::Goods { seat, .. } => format!("goods of {seat}"),
        Fix::Points { seat, .. } => format!("points of {seat}"),
        Fix::Objective { seat, card, .. } => format!("{} for {seat}", card.name()),
        Fix::Speaker { .. } => "the speaker".into(),
        Fix::Strategy { card, .. } => format!("the strategy card {}", card.name()),
        Fix::Turn { seat } => format!("{seat}'s turn"),
        Fix::Passed { seat, .. } => format!("whether {seat} has passed"),
        Fix::Technology { seat, tech, .. } => format!("{} of {seat}", tech.name()),
    }
}

/// The card's name, where it is about a card.
pub(super) fn card(fix: &Fix) -> Option<String> {
    match fix {
        Fix::Card { card, .. } => Some(card.name().into()),
        Fix::Secret { card, .. } => Some(card.name().into()),
        Fix::Note { note, .. } => Some(text::note_name(*note)),
        _ => None,
    }
}

/// "Quann: «1»'s units: 1 infantry → 3 infantry", as everybody may read it.
pub fn line(before: &State, after: &State, fix: &Fix) -> String {
    let both = |what: &dyn Fn(&State) -> String| format!("{} → {}", what(before), what(after));
    match fix {
        Fix::Units { seat, at, .. } => {
            let units = |state: &State| or_none(text::stacks(state.forces(*at).of(*seat)));
            format!("units of {seat}, {}: {}", text::place_name(before, *at), both(&units))
        }
        Fix::Tokens { seat, .. } => {
            let pools = |state: &State| {
                let tokens = state.player(*seat).tokens;
                format!("{}/{}/{}", tokens.tactic, tokens.fleet, tokens.strategy)
            };
            format!("command tokens of {seat}: {}", both(&pools))
        }
        Fix::Marker { seat, system, .. } => {
            let there = |state: &State| yes(state.system(*system).tokens.contains(*seat));
            format!("command token of {seat} in {}: {}", before.system_name(*system), both(&there))
        }
        Fix::Planet { planet, .. } => {
            format!("{}: {}", planet.name(), both(&|s| owned(s, *planet)))
        }
        Fix::Card { from, to, .. } => moved("an action card", fix, *from, *to),
        Fix::Secret { from, to, .. } => moved("a secret objective", fix, *from, *to),
        Fix::Note { from, to, .. } => moved("a promissory note", fix, *from, *to),
        Fix::Goods { seat, .. } => {
            let goods = |state: &State| {
                let player = state.player(*seat);
                let goods = text::count_of(player.trade_goods, "trade good");
                format!("{goods}, {}", text::count_of(player.commodities, "commodity"))
            };
            format!("{seat}: {}", both(&goods))
        }
        Fix::Points { seat, .. } => {
            let points = |state: &State| state.points(*seat).to_string();
            format!("victory points of {seat}: {}", both(&points))
        }
        Fix::Objective { seat, card, .. } => {
            let scored = |state: &State| {
                let mut there = state.objectives.iter().filter(|there| there.card == *card);
                let scored = there.any(|there| there.scored.contains(*seat));
                format!(
                    "{} ({} points)",
                    if scored { "scored" } else { "not scored" },
                    state.points(*seat)
                )
            };
            format!("{} for {seat}: {}", card.name(), both(&scored))
        }
        Fix::Speaker { .. } => format!("speaker: {}", both(&|state| state.speaker.to_string())),
        Fix::Strategy { card, .. } => {
            let held = |state: &State| match state.slot(*card) {
                Some(StrategySlot { holder: Some(seat), exhausted: true, .. }) => {
                    format!("{seat}'s, exhausted")
                }
                Some(StrategySlot { holder: Some(seat), .. }) => format!("{seat}'s"),
                _ => "nobody's".into(),
            };
            let goods = |state: &State| state.slot(*card).map_or(0, |slot| slot.trade_goods);
            let gained = match goods(before).saturating_sub(goods(after)) {
                0 => String::new(),
                1 => ", with the trade good on it".into(),
                n => format!(", with the {n} trade goods on it"),
            };
            format!("{}: {}{gained}", card.name(), both(&held))
        }
        Fix::Turn { .. } => {
            let turn =
                |state: &State| state.active.map_or("nobody".into(), |seat| seat.to_string());
            format!("whose turn it is: {}", both(&turn))
        }
        Fix::Passed { seat, .. } => {
            format!("{seat} has passed: {}", both(&|state| yes(state.player(*seat).passed)))
        }
        Fix::Technology { seat, tech, .. } => {
            format!(
                "{} of {seat}: {}",
                tech.name(),
                both(&|state| condition(state, *seat, *tech).into())
            )
        }
    }
}

/// The same for a correction that is not made yet.
pub fn preview(state: &State, fix: &Fix) -> String {
    let mut after = state.clone();
    apply::apply(&mut after, fix);
    line(state, &after, fix)
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".into() } else { text }
}

fn yes(is_so: bool) -> String {
    if is_so { "yes".into() } else { "no".into() }
}

fn owned(state: &State, planet: PlanetId) -> String {
    let found = state.planet(planet);
    let owner = found.owner.map_or("nobody's".into(), |seat| format!("{seat}'s"));
    format!("{owner}, {}", if found.exhausted { "exhausted" } else { "ready" })
}

fn condition(state: &State, seat: Seat, tech: TechId) -> &'static str {
    let exhausted = state.player(seat).exhausted_technologies.contains(&tech);
    match (state.has_technology(seat, tech), exhausted) {
        (false, _) => "not owned",
        (true, true) => "owned, exhausted",
        (true, false) => "owned",
    }
}

/// A card that everybody sees at one end of its way is named.
fn moved(one: &str, fix: &Fix, from: Pile, to: Pile) -> String {
    let open = from.is_open() || to.is_open();
    let what = card(fix).filter(|_| open).unwrap_or_else(|| one.into());
    format!("{what}: {} → {}", pile(from), pile(to))
}

fn pile(pile: Pile) -> String {
    match pile {
        Pile::Hand(seat) => format!("{seat}'s hand"),
        Pile::Deck => "the deck".into(),
        Pile::Discard => "the discard pile".into(),
        Pile::Before(seat) => format!("before {seat}"),
    }
}

/// What the rules would say to it. None of it gives away what somebody hides.
pub fn warnings(state: &State, fix: &Fix) -> Vec<String> {
    let mut after = state.clone();
    apply::apply(&mut after, fix);
    let mut found = Vec::new();
    crowded(state, &after, &mut found);
    let ends = after.seats().find(|seat| after.points(*seat) >= i32::from(after.options.goal));
    if let Some(winner) = ends {
        found.push(format!("the game ends at once: {winner} has enough points"));
    }
    if victory::overdue(state).is_none() && victory::overdue(&after).is_some() {
        found.push("somebody has nothing left and is out of the game when the turn ends".into());
    }
    match fix {
        Fix::Units { seat, at, change, .. } => units(state, *seat, *at, *change, &mut found),
        Fix::Technology { seat, tech, condition: Condition::Ready | Condition::Exhausted }
            if !state.has_technology(*seat, *tech)
                && technology::can_research(state, *seat, *tech).is_err() =>
        {
            found.push(format!("{seat} could not research {} now", tech.name()));
        }
        Fix::Objective { seat, card, scored: true }
            if scoring::can_score_public(state, *seat, *card).is_err() =>
        {
            found.push(format!("{seat} could not score {} now", card.name()));
        }
        Fix::Planet { planet, owner, .. } => {
            let there = state.planet(*planet).forces.owners();
            if there.iter().any(|seat| Some(*seat) != *owner) {
                found.push(format!("units of another player stand on {}", planet.name()));
            }
        }
        Fix::Strategy { holder: Some(seat), .. } => {
            let cards = after.strategy_cards_of(*seat).count();
            if cards > after.strategy_cards_each() {
                found.push(format!("{seat} would have {cards} strategy cards"));
            }
        }
        Fix::Card { to: Pile::Hand(seat), .. } => {
            let held = after.player(*seat).hand.len() as i32;
            if held > number(&after, Number::HandLimit { seat: *seat }, 7) {
                found.push(format!("{seat} would have {held} action cards in hand"));
            }
        }
        Fix::Turn { .. } => found.push("the turn that goes on ends here".into()),
        _ => {}
    }
    found
}

/// Fleets that became too large for the pool or for what they carry.
fn crowded(before: &State, after: &State, found: &mut Vec<String>) {
    let excess = |state: &State, seat: Seat, system: SystemId| {
        !fleet::Fleet::of(state, seat, system).excess().is_none()
    };
    for seat in after.seats() {
        for system in after.systems.keys().filter(|system| after.has_units(**system, seat)) {
            if excess(after, seat, *system) && !excess(before, seat, *system) {
                let place = after.system_name(*system);
                found.push(format!(
                    "{seat} would have more in {place} than the fleet pool or capacity allows"
                ));
            }
        }
    }
}

fn units(state: &State, seat: Seat, at: Place, change: Change, found: &mut Vec<String>) {
    let system = state.system_of(at);
    if state.combat.is_some() && state.activated == Some(system) {
        found.push("a combat is going on there".into());
    }
    if change != Change::Place {
        return;
    }
    let others = state.forces(at).owners().into_iter().filter(|other| *other != seat);
    let hostile = match at {
        Place::Space(system) => others.filter(|other| state.has_ships(system, *other)).count(),
        Place::Planet(_) => others.count(),
    };
    if hostile > 0 {
        found.push(format!("units of another player are there: {}", text::place_name(state, at)));
    }
}
