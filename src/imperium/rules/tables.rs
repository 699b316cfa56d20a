//! What components tell the rules about themselves: powers, modifiers, permissions.
//!
//! The rules never name a component; they ask these tables, which `components` fills once. Sources
//! in play are found by looking at the state, so there is nothing to register or to take away.

use std::sync::OnceLock;

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::agenda::Tally;
use super::ask::Choice;
use super::notes::{self, NoteRule};
use super::window::{At, Moment};

/// Something a player may do when a moment allows it.
#[derive(Debug)]
pub struct Power {
    pub name: &'static str,
    /// The kind of moment that it looks at; `when` judges the rest.
    pub at: At,
    pub when: fn(&State, Seat, &Moment) -> bool,
    pub then: fn(&mut Game, Seat, &mut Moment) -> Flow,
    /// Carried out without asking.
    pub must: bool,
}

/// Adds to a number for as long as its source is in play. Pulled when needed, never stored.
#[derive(Debug)]
pub struct Modifier {
    pub of: NumberKind,
    /// What it adds, with the holder of its source.
    pub adds: fn(&State, Seat, &Number) -> i32,
}

/// A modifier of one kind of number.
pub const fn modifier(of: NumberKind, adds: fn(&State, Seat, &Number) -> i32) -> Modifier {
    Modifier { of, adds }
}

/// Forbids an act for as long as its source is in play; a "cannot" is absolute (RR 1.6).
pub type Permit = fn(&State, Seat, &Act) -> Option<Refusal>;

/// Forbids others an act for as long as its source is in play. The holder comes first, then whoever
/// acts. Looked at for the acts of [`Act::may_be_warded`] only.
pub type Ward = fn(&State, Seat, Seat, &Act) -> Option<Refusal>;

/// An enum and the enum of its kinds.
macro_rules! kinds {
    (
        $(#[$meta:meta])* pub enum $name:ident, $kind:ident {
            $($(#[$doc:meta])* $variant:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty),* $(,)? },)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $variant { $($(#[$fdoc])* $field: $ty),* },)*
        }

        #[doc = concat!("The kinds of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($variant,)*
        }

        impl $kind {
            pub const ALL: &[$kind] = &[$($kind::$variant),*];

            pub const fn bit(self) -> u128 {
                1 << self as u8
            }
        }

        impl $name {
            pub fn kind(&self) -> $kind {
                match self {
                    $($name::$variant { .. } => $kind::$variant,)*
                }
            }
        }
    };
}
pub(super) use kinds;

kinds! {
/// A number that components may change. `seat` is whose number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number, NumberKind {
    Move {
        seat: Seat,
        kind: UnitKind,
        from: SystemId,
    },
    /// Added to the move value of one ship of the player's choice in each movement.
    LoneMove {
        seat: Seat,
    },
    /// Whether this stops the seat's ships; 1 without components, nothing stops at 0 or less.
    Barrier {
        seat: Seat,
        what: Barrier,
    },
    Capacity {
        seat: Seat,
        kind: UnitKind,
    },
    /// Added to the result of each of these combat dice.
    CombatRoll {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    SpaceCannonRoll {
        seat: Seat,
        against: Seat,
    },
    SpaceCannonDice {
        seat: Seat,
        system: SystemId,
    },
    /// Added to the result of each bombardment die of `seat` at the planet.
    BombardmentRoll {
        seat: Seat,
        planet: PlanetId,
    },
    BombardmentDice {
        seat: Seat,
        system: SystemId,
    },
    FleetLimit {
        seat: Seat,
    },
    ProductionLimit {
        seat: Seat,
        system: SystemId,
    },
    ProductionCost {
        seat: Seat,
        kind: UnitKind,
    },
    /// Resources that one use of production costs less.
    ProductionDiscount {
        seat: Seat,
    },
    /// How many actions the seat may perform in a turn.
    Actions {
        seat: Seat,
    },
    ActionCardsDrawn {
        seat: Seat,
    },
    TokensGained {
        seat: Seat,
    },
    HandLimit {
        seat: Seat,
    },
    Votes {
        seat: Seat,
    },
    /// Hits that one use of sustain damage cancels.
    SustainedHits {
        seat: Seat,
    },
    /// More than 0 where public objectives ask for the planets of the seat's home system.
    HomeNeeded {
        seat: Seat,
    },
    /// More than 0 where action cards change hands in the seat's transactions.
    TradesCards {
        seat: Seat,
    },
    /// Strategy tokens that the secondary ability of the card costs.
    SecondaryCost {
        seat: Seat,
        card: StrategyId,
    },
    Commodities {
        seat: Seat,
    },
    /// What a die must show for a destroyed infantry to come back home; 0 where none does.
    Revival {
        seat: Seat,
    },
    /// More than 0 where the seat trades with players who are no neighbours.
    TradesAfar {
        seat: Seat,
    },
    /// Added to the hits for each combat die that shows 9 or 10 before anything is added to it.
    NaturalHits {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    /// More than 0 where ships of this kind move through the fleets of others.
    Passage {
        seat: Seat,
        kind: UnitKind,
    },
    /// Influence that takes the custodians token off Mecatol Rex.
    CustodiansPrice {
        seat: Seat,
    },
    /// Action cards drawn besides each time, after which as many are discarded.
    CardsSifted {
        seat: Seat,
    },
    /// More than 0 where the seat cannot play action cards.
    CardsBarred {
        seat: Seat,
    },
    /// Prerequisites that `seat` may leave out when researching the technology.
    PrerequisitesIgnored {
        seat: Seat,
        tech: TechId,
    },
    /// Whether such a unit may sustain damage there; 1 without components, it cannot at 0 or less.
    SustainDamage {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    /// What one trade good is worth as resources or influence; 1 without components.
    TradeGoodWorth {
        seat: Seat,
    },
    /// Above 0, alpha and beta wormholes are connected for this seat, whatever forbids wormholes.
    WormholesJoined {
        seat: Seat,
    },
    /// Above 0, hits of such units in a space combat go to ships other than fighters.
    HitsAimed {
        seat: Seat,
        kind: UnitKind,
        system: SystemId,
    },
    /// Above 0, fighters in the system may be committed to planets and fight there.
    FightersLand {
        seat: Seat,
        system: SystemId,
    },
    /// Command tokens that the seat gains in the place of each technology that it would research.
    TokensForResearch {
        seat: Seat,
    },
    /// How many structures of the kind a planet of the seat may hold.
    StructureLimit {
        seat: Seat,
        kind: UnitKind,
    },
    /// How many units of the kind are produced for its cost.
    UnitsPerCost {
        seat: Seat,
        kind: UnitKind,
    },
    /// How many command tokens the fleet pool may hold.
    FleetPool {
        seat: Seat,
    },
    /// Production of the system itself, as if it were a unit of the seat's.
    SystemProduction {
        seat: Seat,
        system: SystemId,
    },
    /// Resources that an ability of the Technology strategy card costs.
    ResearchPrice {
        seat: Seat,
    },
}
}

/// What ships cannot move through, and mostly not into either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Anomaly(Anomaly),
    /// Anomalies on the way; both this and `Anomaly` must stop ships for them to be stopped.
    Through(Anomaly),
    /// Anomalies as the end of a movement, likewise.
    Into(Anomaly),
    /// Systems with ships of others.
    Fleets,
}

/// An act that components may forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    MoveThrough {
        system: SystemId,
    },
    MoveInto {
        system: SystemId,
    },
    /// Move from one system to another by such a wormhole.
    UseWormhole {
        wormhole: Wormhole,
    },
    Activate {
        system: SystemId,
    },
    Build {
        kind: UnitKind,
    },
    Vote,
    Research {
        tech: TechId,
    },
    Transact {
        with: Seat,
    },
    Bombard {
        planet: PlanetId,
    },
    Land {
        planet: PlanetId,
    },
    Score,
    /// Produce units on the planet or place them there.
    PlaceOn {
        planet: PlanetId,
    },
    /// Use production of units on the planet.
    UseProduction {
        planet: PlanetId,
    },
    /// Exhaust planets to cast votes.
    ExhaustToVote,
    /// Use production of a unit of kind `with` for units of kind `what`.
    Make {
        with: UnitKind,
        what: UnitKind,
    },
    /// Fire space cannons at what `at` lands on the planet.
    Defend {
        at: Seat,
        planet: PlanetId,
    },
    /// Use an ability of the sheet that one may use or not; `against` whom, if it is aimed at one player.
    UseAbility {
        ability: AbilityId,
        against: Option<Seat>,
    },
    /// Use a technology that one may use or not.
    UseTechnology {
        tech: TechId,
    },
    /// Use the production of units in the system.
    Produce {
        system: SystemId,
    },
}

impl Act {
    /// Whether components of other players may forbid it.
    fn may_be_warded(&self) -> bool {
        matches!(self, Act::Activate { .. } | Act::Defend { .. })
    }
}

/// A component's behaviour and its description in our own words.
#[derive(Debug)]
pub struct Component {
    pub slug: &'static str,
    pub text: &'static str,
    pub powers: &'static [Power],
    pub modifiers: &'static [Modifier],
    pub permits: &'static [Permit],
    pub wards: &'static [Ward],
    /// The moments of its powers and the numbers of its modifiers as bits, so that most components are
    /// passed over at a glance.
    moments: u128,
    numbers: u128,
}

impl Component {
    pub const fn new(slug: &'static str, text: &'static str) -> Component {
        Component {
            slug,
            text,
            powers: &[],
            modifiers: &[],
            permits: &[],
            wards: &[],
            moments: 0,
            numbers: 0,
        }
    }

    pub const fn powers(mut self, powers: &'static [Power]) -> Component {
        let mut i = 0;
        while i < powers.len() {
            self.moments |= powers[i].at.bit();
            i += 1;
        }
        self.powers = powers;
        self
    }

    pub const fn modifiers(mut self, modifiers: &'static [Modifier]) -> Component {
        let mut i = 0;
        while i < modifiers.len() {
            self.numbers |= modifiers[i].of.bit();
            i += 1;
        }
        self.modifiers = modifiers;
        self
    }

    pub const fn permits(mut self, permits: &'static [Permit]) -> Component {
        self.permits = permits;
        self
    }

    /// Powers, modifiers and permits of nothing.
    pub const NONE: Component = Component::new("", "");

    pub const fn wards(mut self, wards: &'static [Ward]) -> Component {
        self.wards = wards;
        self
    }

    /// Whether one of its powers looks at such moments.
    pub fn looks_at(&self, at: At) -> bool {
        self.moments & at.bit() != 0
    }

    /// Whether one of its modifiers changes such numbers.
    pub fn changes(&self, of: NumberKind) -> bool {
        self.numbers & of.bit() != 0
    }

    /// What it adds to the number, held by `seat`.
    fn adds(&self, state: &State, seat: Seat, number: &Number) -> i32 {
        if self.numbers & number.kind().bit() == 0 {
            return 0;
        }
        added(self.modifiers, state, seat, number)
    }
}

fn added(modifiers: &[Modifier], state: &State, holder: Seat, number: &Number) -> i32 {
    let of = modifiers.iter().filter(|modifier| modifier.of == number.kind());
    of.map(|modifier| (modifier.adds)(state, holder, number)).sum()
}

/// What may be named when an action card is played, before anybody can cancel it. A card that needs a
/// target cannot be played without one.
pub type Target = fn(&State, Seat, &Moment) -> Vec<Choice>;

/// How an agenda is voted on and what it does.
#[derive(Debug)]
pub struct AgendaRule {
    pub slug: &'static str,
    pub text: &'static str,
    /// All outcomes that can be voted for; the vote is skipped when there is none.
    pub outcomes: fn(&State) -> Vec<Elected>,
    /// Carries the outcome out. Laws are put into force by the caller.
    pub resolve: fn(&mut Game, &Tally) -> Flow,
    /// What comes last, after everything that was predicted.
    pub last: Option<fn(&mut Game, &Tally) -> Flow>,
    /// Whether a law comes into force with this outcome.
    pub enacts: fn(Elected) -> bool,
    /// What happens at the start of the next strategy phase, to whom [`State::later`] says.
    pub later: Option<fn(&mut Game, Seats) -> Flow>,
    /// What a `Question::AgendaTarget` of it asks, by step.
    pub asks: &'static [&'static str],
    /// A law that may be exhausted to ignore a prerequisite of this colour.
    pub lends: Option<Colour>,
    /// What the law does in force. Powers belong to whoever owns it, or the planet that it is attached
    /// to; those of other laws are everybody's.
    pub law: Component,
}

impl AgendaRule {
    const fn new(
        slug: &'static str,
        text: &'static str,
        outcomes: fn(&State) -> Vec<Elected>,
        enacts: fn(Elected) -> bool,
    ) -> AgendaRule {
        AgendaRule {
            slug,
            text,
            outcomes,
            resolve: |_, _| Ok(()),
            last: None,
            enacts,
            later: None,
            asks: &[],
            lends: None,
            law: Component::NONE,
        }
    }

    /// An agenda that happens once.
    pub const fn directive(
        slug: &'static str,
        text: &'static str,
        outcomes: fn(&State) -> Vec<Elected>,
    ) -> AgendaRule {
        AgendaRule::new(slug, text, outcomes, |_| false)
    }

    /// A law that comes into force with every outcome but "against".
    pub const fn law(
        slug: &'static str,
        text: &'static str,
        outcomes: fn(&State) -> Vec<Elected>,
    ) -> AgendaRule {
        AgendaRule::new(slug, text, outcomes, |outcome| !matches!(outcome, Elected::Against))
    }

    pub const fn resolve(mut self, resolve: fn(&mut Game, &Tally) -> Flow) -> AgendaRule {
        self.resolve = resolve;
        self
    }

    pub const fn last(mut self, last: fn(&mut Game, &Tally) -> Flow) -> AgendaRule {
        self.last = Some(last);
        self
    }

    pub const fn later(mut self, later: fn(&mut Game, Seats) -> Flow) -> AgendaRule {
        self.later = Some(later);
        self
    }

    pub const fn asks(mut self, asks: &'static [&'static str]) -> AgendaRule {
        self.asks = asks;
        self
    }

    pub const fn lends(mut self, colour: Colour) -> AgendaRule {
        self.lends = Some(colour);
        self
    }

    pub const fn powers(mut self, powers: &'static [Power]) -> AgendaRule {
        self.law = self.law.powers(powers);
        self
    }

    pub const fn modifiers(mut self, modifiers: &'static [Modifier]) -> AgendaRule {
        self.law = self.law.modifiers(modifiers);
        self
    }

    pub const fn permits(mut self, permits: &'static [Permit]) -> AgendaRule {
        self.law = self.law.permits(permits);
        self
    }
}

/// What an objective asks for.
#[derive(Debug)]
pub struct ObjectiveRule {
    pub slug: &'static str,
    pub text: &'static str,
    pub met: fn(&State, Seat) -> bool,
    pub cost: Cost,
}

/// What is spent when an objective is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    Nothing,
    Resources(u8),
    Influence(u8),
    TradeGoods(u8),
    /// Tactic or strategy tokens.
    Tokens(u8),
    /// So many influence, as many resources and as many trade goods besides.
    Everything(u8),
    /// Action cards from the hand.
    ActionCards(u8),
}

#[derive(Debug, Default)]
pub struct Tables {
    pub action_cards: Vec<Option<&'static Component>>,
    /// Targets of action cards that need one, by [`ActionCardId`].
    pub card_targets: Vec<Option<Target>>,
    /// Second targets, named after the first; see [`Moment::Targeted`].
    pub second_targets: Vec<Option<Target>>,
    pub technologies: Vec<Option<&'static Component>>,
    /// What is printed on faction sheets, by [`AbilityId`].
    pub abilities: Vec<Option<&'static Component>>,
    /// What printed numbers do not say about units, by [`UnitId`].
    pub units: Vec<Option<&'static Component>>,
    pub agendas: Vec<Option<&'static AgendaRule>>,
    pub publics: Vec<Option<&'static ObjectiveRule>>,
    pub secrets: Vec<Option<&'static ObjectiveRule>>,
    pub notes: Vec<Option<&'static NoteRule>>,
}

static TABLES: OnceLock<Tables> = OnceLock::new();

/// Called by `components` before the first rule runs; later calls change nothing.
pub fn install(make: fn() -> Tables) {
    TABLES.get_or_init(make);
}

pub fn tables() -> &'static Tables {
    TABLES.get().expect("components install their tables before any rule runs")
}

impl Tables {
    pub fn action_card(&self, card: ActionCardId) -> Option<&'static Component> {
        self.action_cards.get(card.index()).copied().flatten()
    }

    /// Action cards that look at such moments at all.
    pub fn cards_at(&self, at: At) -> &[ActionCardId] {
        static BY_MOMENT: OnceLock<Vec<Vec<ActionCardId>>> = OnceLock::new();
        let lists = BY_MOMENT.get_or_init(|| {
            let looks = |card: &ActionCardId, at: At| {
                tables().action_card(*card).is_some_and(|card| card.looks_at(at))
            };
            let at = |at: &At| ActionCardId::all().filter(|card| looks(card, *at)).collect();
            At::ALL.iter().map(at).collect()
        });
        lists.get(at as usize).map_or(&[], |list| list)
    }

    pub fn card_target(&self, card: ActionCardId) -> Option<Target> {
        self.card_targets.get(card.index()).copied().flatten()
    }

    pub fn second_target(&self, card: ActionCardId) -> Option<Target> {
        self.second_targets.get(card.index()).copied().flatten()
    }

    pub fn technology(&self, tech: TechId) -> Option<&'static Component> {
        self.technologies.get(tech.index()).copied().flatten()
    }

    pub fn ability(&self, ability: AbilityId) -> Option<&'static Component> {
        self.abilities.get(ability.index()).copied().flatten()
    }

    pub fn unit(&self, unit: UnitId) -> Option<&'static Component> {
        self.units.get(unit.index()).copied().flatten()
    }

    pub fn agenda(&self, agenda: AgendaId) -> Option<&'static AgendaRule> {
        self.agendas.get(agenda.index()).copied().flatten()
    }

    /// What an agenda asks for after the vote.
    pub fn agenda_asks(&self, agenda: AgendaId, step: u8) -> &'static str {
        let asks = self.agenda(agenda).map_or(&[][..], |rule| rule.asks);
        asks.get(usize::from(step)).copied().unwrap_or("choose.")
    }

    pub fn public(&self, card: PublicId) -> Option<&'static ObjectiveRule> {
        self.publics.get(card.index()).copied().flatten()
    }

    pub fn secret(&self, card: SecretId) -> Option<&'static ObjectiveRule> {
        self.secrets.get(card.index()).copied().flatten()
    }

    pub fn note(&self, card: NoteId) -> Option<&'static NoteRule> {
        self.notes.get(card.index()).copied().flatten()
    }
}

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
