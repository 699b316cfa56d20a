//! Sources in play, and what they do to a number or an act together.

use std::sync::OnceLock;

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::notes::{self, Held, NotePermit};
use crate::imperium::rules::window::At;
use crate::imperium::state::*;

use super::{Act, Component, Number, NumberKind, Permit, Ward, tables};

/// Where a component lies that is in front of a player.
#[derive(Clone, Copy, Debug)]
enum Holder {
    /// On a faction sheet.
    Sheet(FactionId),
    Technology(TechId),
    Unit(UnitId),
}

type Source = (Holder, &'static Component);

/// Abilities, technologies and unit cards with behaviour, by what they look at. Few look at any one
/// thing, so that it is quicker to ask who has them than to ask all that somebody has.
struct Sources {
    by_moment: Vec<Vec<Source>>,
    /// Those with powers that are carried out without asking.
    due: Vec<Vec<Source>>,
    by_number: Vec<Vec<Source>>,
    /// By the numbers of others that they look at.
    by_hindrance: Vec<Vec<Source>>,
    with_permits: Vec<Source>,
    with_wards: Vec<Source>,
    /// The numbers that any law changes, as bits, and those that any promissory note does.
    by_laws: u128,
    by_notes: u128,
}

impl Sources {
    fn get() -> &'static Sources {
        static SOURCES: OnceLock<Sources> = OnceLock::new();
        SOURCES.get_or_init(Sources::index)
    }

    fn index() -> Sources {
        let tables = tables();
        let abilities = FactionId::all().flat_map(|faction| {
            let sheet = faction.get().abilities.iter();
            sheet.filter_map(move |id| Some((Holder::Sheet(faction), tables.ability(*id)?)))
        });
        let technologies =
            TechId::all().filter_map(|id| Some((Holder::Technology(id), tables.technology(id)?)));
        let units = UnitId::all().filter_map(|id| Some((Holder::Unit(id), tables.unit(id)?)));
        let all: Vec<Source> = abilities.chain(technologies).chain(units).collect();
        let those = |fits: &dyn Fn(&Component) -> bool| -> Vec<Source> {
            all.iter().filter(|(_, component)| fits(component)).copied().collect()
        };
        let laws = tables.agendas.iter().flatten().map(|rule| &rule.law);
        let notes = tables.notes.iter().flatten();
        let due = |c: &Component, at: At| c.powers.iter().any(|power| power.must && power.at == at);
        Sources {
            by_moment: At::ALL.iter().map(|at| those(&|c| c.looks_at(*at))).collect(),
            due: At::ALL.iter().map(|at| those(&|c| due(c, *at))).collect(),
            by_number: NumberKind::ALL.iter().map(|of| those(&|c| c.changes(*of))).collect(),
            by_hindrance: NumberKind::ALL.iter().map(|of| those(&|c| c.hinders(*of))).collect(),
            with_permits: those(&|component| !component.permits.is_empty()),
            with_wards: those(&|component| !component.wards.is_empty()),
            by_laws: laws.fold(0, |bits, law| bits | law.numbers),
            by_notes: notes.fold(0, |bits, note| bits | note.numbers()),
        }
    }
}

/// Whether the component lies in front of the player.
#[inline]
fn has(player: &Player, holder: Holder) -> bool {
    match holder {
        Holder::Sheet(faction) => player.faction == faction,
        Holder::Technology(tech) => player.technologies.binary_search(&tech).is_ok(),
        Holder::Unit(unit) => player.cards.contains(&Some(unit)),
    }
}

/// Those of the list that lie in front of `seat`.
fn held(
    state: &State,
    seat: Seat,
    list: &'static [Source],
) -> impl Iterator<Item = &'static Component> {
    let player = state.player(seat);
    list.iter().filter(move |(holder, _)| has(player, *holder)).map(|(_, source)| *source)
}

/// What lies in front of `seat` and looks at such moments: abilities, technologies, unit cards.
pub fn looking(
    state: &State,
    seat: Seat,
    at: At,
) -> impl Iterator<Item = &'static Component> + use<'_> {
    held(state, seat, &Sources::get().by_moment[at as usize])
}

/// Those of them with powers that are carried out without asking.
pub fn due(
    state: &State,
    seat: Seat,
    at: At,
) -> impl Iterator<Item = &'static Component> + use<'_> {
    held(state, seat, &Sources::get().due[at as usize])
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
    changing(state, number.seat(), number.kind(), |holder, source| {
        total += source.adds(state, holder, &number);
    });
    total + decreed(state, &number) + for_a_time(state, &number)
}

/// What lies in front of players and changes such numbers of `seat`, with its holder.
fn changing(
    state: &State,
    seat: Seat,
    of: NumberKind,
    mut visit: impl FnMut(Seat, &'static Component),
) {
    let sources = Sources::get();
    let own = &sources.by_number[of as usize];
    if !own.is_empty() && !state.player(seat).eliminated {
        held(state, seat, own).for_each(|source| visit(seat, source));
    }
    for (holder, source) in &sources.by_hindrance[of as usize] {
        for (i, player) in state.players.iter().enumerate() {
            if i != seat.index() && !player.eliminated && has(player, *holder) {
                visit(Seat(i as u8), source);
            }
        }
    }
}

/// What laws add.
fn decreed(state: &State, number: &Number) -> i32 {
    let mut total = 0;
    if Sources::get().by_laws & number.kind().bit() == 0 {
        return total;
    }
    for law in &state.laws {
        let Some(rule) = tables().agenda(law.agenda) else { continue };
        if rule.law.changes(number.kind()) {
            let holder = match law.elected {
                Some(Elected::Player(seat)) => seat,
                _ => state.speaker,
            };
            total += rule.law.decrees(state, holder, number);
        }
    }
    total
}

/// What lasting effects and notes add.
fn for_a_time(state: &State, number: &Number) -> i32 {
    let bit = number.kind().bit();
    let mut total = 0;
    if Effect::NUMBERS & bit != 0 {
        for lasting in &state.lasting {
            total += lasting.effect.adds(state, lasting.seat, number);
        }
    }
    if Sources::get().by_notes & bit != 0 {
        total += notes::added(state, number);
    }
    total
}

/// Whatever changes one kind of a seat's numbers, found once for many of them.
pub struct Changes<'a> {
    pub state: &'a State,
    pub seat: Seat,
    of: NumberKind,
    sources: Vec<(Seat, &'static Component)>,
}

impl<'a> Changes<'a> {
    pub fn of(state: &'a State, seat: Seat, of: NumberKind) -> Self {
        let mut sources = Vec::new();
        changing(state, seat, of, |holder, source| sources.push((holder, source)));
        Changes { state, seat, of, sources }
    }

    /// As [`number`] says.
    pub fn number(&self, number: Number, base: i32) -> i32 {
        debug_assert_eq!((number.seat(), number.kind()), (self.seat, self.of), "not asked about");
        let sources = self.sources.iter();
        let added = sources.map(|(holder, source)| source.adds(self.state, *holder, &number));
        base + added.sum::<i32>() + decreed(self.state, &number) + for_a_time(self.state, &number)
    }
}

impl Effect {
    /// The numbers that effects change, as bits.
    const NUMBERS: u128 = NumberKind::Move.bit()
        | NumberKind::CombatRoll.bit()
        | NumberKind::BombardmentRoll.bit()
        | NumberKind::Actions.bit();

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

/// What in front of `holder` forbids others something.
fn wards(state: &State, holder: Seat) -> impl Iterator<Item = &'static Ward> + use<'_> {
    held(state, holder, &Sources::get().with_wards).flat_map(|source| source.wards)
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
    Prohibitions::of(state, seat, act.may_be_warded()).against(act)
}

/// Whatever in play may forbid a player something, found once for many acts.
#[derive(Clone)]
pub struct Prohibitions<'a> {
    pub state: &'a State,
    pub seat: Seat,
    own: Vec<Permit>,
    wards: Vec<(Seat, Ward)>,
    laws: Vec<Permit>,
    notes: Vec<(Held, NotePermit)>,
}

impl<'a> Prohibitions<'a> {
    /// With `warded` also for acts that components of others may forbid.
    pub fn of(state: &'a State, seat: Seat, warded: bool) -> Self {
        let own = held(state, seat, &Sources::get().with_permits);
        let laws = state.laws.iter().filter_map(|law| tables().agenda(law.agenda));
        let mut all = Vec::new();
        if warded {
            for holder in state.others(seat) {
                all.extend(wards(state, holder).map(|ward| (holder, *ward)));
            }
        }
        Prohibitions {
            state,
            seat,
            own: own.flat_map(|source| source.permits).copied().collect(),
            wards: all,
            laws: laws.flat_map(|rule| rule.law.permits).copied().collect(),
            notes: notes::permits(state).collect(),
        }
    }

    /// The first that forbids the act.
    pub fn against(&self, act: Act) -> Option<Refusal> {
        let (state, seat) = (self.state, self.seat);
        let permits = |list: &[Permit]| list.iter().find_map(|permit| permit(state, seat, &act));
        let warded = || {
            let mut wards = self.wards.iter().filter(|_| act.may_be_warded());
            wards.find_map(|(holder, ward)| ward(state, *holder, seat, &act))
        };
        permits(&self.own).or_else(warded).or_else(|| permits(&self.laws)).or_else(|| {
            self.notes.iter().find_map(|(held, permit)| permit(state, *held, seat, &act))
        })
    }
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
