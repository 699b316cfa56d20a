//! Sources in play, and what they do to a number or an act together.

use std::sync::OnceLock;

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::notes;
use crate::imperium::rules::window::At;
use crate::imperium::state::*;

use super::{Act, Component, Number, NumberKind, Ward, tables};

/// Where a component lies that is in front of a player.
#[derive(Clone, Copy, Debug)]
enum Holder {
    Ability(AbilityId),
    Technology(TechId),
    Unit(UnitId),
}

type Source = (Holder, &'static Component);

/// Abilities, technologies and unit cards with behaviour, by what they look at. Few look at any one
/// thing, so that it is quicker to ask who has them than to ask all that somebody has.
struct Sources {
    by_moment: Vec<Vec<Source>>,
    by_number: Vec<Vec<Source>>,
    with_permits: Vec<Source>,
}

impl Sources {
    fn get() -> &'static Sources {
        static SOURCES: OnceLock<Sources> = OnceLock::new();
        SOURCES.get_or_init(Sources::index)
    }

    fn index() -> Sources {
        let tables = tables();
        let abilities =
            AbilityId::all().filter_map(|id| Some((Holder::Ability(id), tables.ability(id)?)));
        let technologies =
            TechId::all().filter_map(|id| Some((Holder::Technology(id), tables.technology(id)?)));
        let units = UnitId::all().filter_map(|id| Some((Holder::Unit(id), tables.unit(id)?)));
        let all: Vec<Source> = abilities.chain(technologies).chain(units).collect();
        let those = |fits: &dyn Fn(&Component) -> bool| -> Vec<Source> {
            all.iter().filter(|(_, component)| fits(component)).copied().collect()
        };
        Sources {
            by_moment: At::ALL.iter().map(|at| those(&|c| c.looks_at(*at))).collect(),
            by_number: NumberKind::ALL.iter().map(|of| those(&|c| c.changes(*of))).collect(),
            with_permits: those(&|component| !component.permits.is_empty()),
        }
    }
}

/// Whether the component lies in front of `seat`.
fn has(state: &State, seat: Seat, holder: Holder) -> bool {
    match holder {
        Holder::Ability(ability) => state.player(seat).faction.get().abilities.contains(&ability),
        Holder::Technology(tech) => state.has_technology(seat, tech),
        Holder::Unit(unit) => {
            state.player(seat).cards.get(unit.get().kind as usize) == Some(&Some(unit))
        }
    }
}

/// Those of the list that lie in front of `seat`.
fn held(
    state: &State,
    seat: Seat,
    list: &'static [Source],
) -> impl Iterator<Item = &'static Component> {
    list.iter().filter(move |(holder, _)| has(state, seat, *holder)).map(|(_, source)| *source)
}

/// What lies in front of `seat` and looks at such moments: abilities, technologies, unit cards.
pub fn looking(
    state: &State,
    seat: Seat,
    at: At,
) -> impl Iterator<Item = &'static Component> + use<'_> {
    held(state, seat, &Sources::get().by_moment[at as usize])
}

/// Laws in force whose powers are `seat`'s: its own, those attached to its planets, and those that
/// lie in the middle of the table.
pub fn laws(state: &State, seat: Seat) -> impl Iterator<Item = &'static Component> + '_ {
    let own = move |law: &&Law| match law.elected {
        Some(Elected::Player(owner)) => owner == seat,
        Some(Elected::Planet(planet)) => state.owner(planet) == Some(seat),
        _ => true,
    };
    state.laws.iter().filter(own).filter_map(|law| Some(&tables().agenda(law.agenda)?.law))
}

/// Kinds of the seat's units whose cards change such numbers.
pub fn changed_by_card(
    state: &State,
    seat: Seat,
    of: NumberKind,
) -> impl Iterator<Item = UnitKind> + '_ {
    let cards = state.player(seat).cards.iter().flatten();
    let changing =
        cards.filter(move |card| tables().unit(**card).is_some_and(|unit| unit.changes(of)));
    changing.map(|card| card.get().kind)
}

/// `base` and everything in play that changes it.
pub fn number(state: &State, number: Number, base: i32) -> i32 {
    let mut total = base;
    let changing = &Sources::get().by_number[number.kind() as usize];
    for seat in state.seats() {
        let sources = held(state, seat, changing);
        total += sources.map(|source| source.adds(state, seat, &number)).sum::<i32>();
    }
    for law in &state.laws {
        let rule = tables().agenda(law.agenda);
        let holder = match law.elected {
            Some(Elected::Player(seat)) => seat,
            _ => state.speaker,
        };
        total += rule.map_or(0, |rule| rule.law.adds(state, holder, &number));
    }
    for lasting in &state.lasting {
        total += lasting.effect.adds(state, lasting.seat, &number);
    }
    total + notes::added(state, &number)
}

impl Effect {
    fn adds(self, state: &State, of: Seat, number: &Number) -> i32 {
        match (self, number) {
            (Effect::CombatRollsOf(kind, n), Number::CombatRoll { seat, kind: rolls, .. })
                if *seat == of && *rolls == kind =>
            {
                n.into()
            }
            (Effect::BombardedRolls(n), Number::BombardmentRoll { seat, planet })
                if *seat != of && state.owner(*planet) == Some(of) =>
            {
                n.into()
            }
            (Effect::Move(n), Number::Move { seat, .. }) if *seat == of => n.into(),
            (Effect::CombatRolls(n), Number::CombatRoll { seat, .. }) if *seat == of => n.into(),
            (Effect::Actions(n), Number::Actions { seat }) if *seat == of => n.into(),
            _ => 0,
        }
    }
}

/// What in front of `holder` forbids others something. Few abilities and technologies do.
fn wards(state: &State, holder: Seat) -> impl Iterator<Item = &'static Ward> + '_ {
    static WARDING: OnceLock<(Vec<AbilityId>, Vec<TechId>)> = OnceLock::new();
    let (abilities, technologies) = WARDING.get_or_init(|| {
        let wards = |component: Option<&Component>| component.is_some_and(|c| !c.wards.is_empty());
        (
            AbilityId::all().filter(|id| wards(tables().ability(*id))).collect(),
            TechId::all().filter(|id| wards(tables().technology(*id))).collect(),
        )
    });
    let faction = state.player(holder).faction.get();
    let abilities = abilities.iter().filter(|ability| faction.abilities.contains(ability));
    let abilities = abilities.filter_map(|ability| tables().ability(*ability));
    let owned = technologies.iter().filter(move |tech| state.has_technology(holder, **tech));
    let technologies = owned.filter_map(|tech| tables().technology(*tech));
    abilities.chain(technologies).flat_map(|component| component.wards)
}

/// Whether anything in front of `seat` may forbid it an act.
pub fn has_permits(state: &State, seat: Seat) -> bool {
    held(state, seat, &Sources::get().with_permits).next().is_some()
}

/// Whether the seat's units of the kind have lost planetary shield and space cannon for now.
pub fn is_disabled(state: &State, seat: Seat, kind: UnitKind) -> bool {
    let disables =
        |lasting: &Lasting| lasting.seat == seat && lasting.effect == Effect::Disabled(kind);
    state.lasting.iter().any(disables)
}

/// The first thing in play that forbids the act.
pub fn forbidden(state: &State, seat: Seat, act: Act) -> Option<Refusal> {
    for source in held(state, seat, &Sources::get().with_permits) {
        for permit in source.permits {
            if let Some(refusal) = permit(state, seat, &act) {
                return Some(refusal);
            }
        }
    }
    if act.may_be_warded() {
        for holder in state.others(seat) {
            let mut wards = wards(state, holder);
            if let Some(refusal) = wards.find_map(|ward| ward(state, holder, seat, &act)) {
                return Some(refusal);
            }
        }
    }
    for law in &state.laws {
        for permit in tables().agenda(law.agenda).into_iter().flat_map(|rule| rule.law.permits) {
            if let Some(refusal) = permit(state, seat, &act) {
                return Some(refusal);
            }
        }
    }
    notes::forbids(state, seat, &act)
}

/// Whether nothing in play keeps the seat from using an ability of its sheet against that player.
pub fn may_use_against(state: &State, seat: Seat, ability: &str, against: Seat) -> bool {
    // Only promissory notes forbid that, and mostly none lies in play.
    if !notes::lie_in_play(state) {
        return true;
    }
    let ability = AbilityId::named(ability);
    forbidden(state, seat, Act::UseAbility { ability, against: Some(against) }).is_none()
}
