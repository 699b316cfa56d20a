//! What components tell the rules about themselves: powers, modifiers, permissions.
//!
//! The rules never name a component; they ask these tables, which `components` fills once. Sources
//! in play are found by looking at the state, so there is nothing to register or to take away.

use std::sync::OnceLock;

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

mod asked;
mod in_play;

pub(super) use asked::kinds;
pub use asked::{Act, Barrier, Number, NumberKind};
pub use in_play::{
    Changes, Prohibitions, changed_by_card, due, forbidden, has_permits, is_disabled, laws,
    looking, may_use_against, number,
};

use super::agenda::Tally;
use super::ask::Choice;
use super::notes::NoteRule;
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
    pub whose: Whose,
    /// What it adds, with the holder of its source.
    pub adds: fn(&State, Seat, &Number) -> i32,
}

/// Whose numbers a modifier changes. Laws are asked about everybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the holder of its source.
    Own,
    /// Those of all others.
    Others,
}

/// A modifier of one kind of number of its holder.
pub const fn modifier(of: NumberKind, adds: fn(&State, Seat, &Number) -> i32) -> Modifier {
    Modifier { of, whose: Whose::Own, adds }
}

/// A modifier of one kind of number of the others.
pub const fn hindrance(of: NumberKind, adds: fn(&State, Seat, &Number) -> i32) -> Modifier {
    Modifier { of, whose: Whose::Others, adds }
}

/// Forbids an act for as long as its source is in play; a "cannot" is absolute (RR 1.6).
pub type Permit = fn(&State, Seat, &Act) -> Option<Refusal>;

/// Forbids others an act for as long as its source is in play. The holder comes first, then whoever
/// acts. Looked at for the acts of [`Act::may_be_warded`] only.
pub type Ward = fn(&State, Seat, Seat, &Act) -> Option<Refusal>;

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
    hinders: u128,
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
            hinders: 0,
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
            match modifiers[i].whose {
                Whose::Own => self.numbers |= modifiers[i].of.bit(),
                Whose::Others => self.hinders |= modifiers[i].of.bit(),
            }
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

    /// Whether one of its modifiers changes such numbers of its holder.
    pub fn changes(&self, of: NumberKind) -> bool {
        self.numbers & of.bit() != 0
    }

    /// Whether one of its modifiers changes such numbers of the others.
    pub fn hinders(&self, of: NumberKind) -> bool {
        self.hinders & of.bit() != 0
    }

    /// What it adds to the number, held by `holder`.
    fn adds(&self, state: &State, holder: Seat, number: &Number) -> i32 {
        let whose = if number.seat() == holder { Whose::Own } else { Whose::Others };
        self.added(state, holder, number, |modifier| modifier.whose == whose)
    }

    /// What it adds to anybody's number as a law.
    fn decrees(&self, state: &State, holder: Seat, number: &Number) -> i32 {
        self.added(state, holder, number, |_| true)
    }

    fn added(
        &self,
        state: &State,
        holder: Seat,
        number: &Number,
        applies: impl Fn(&Modifier) -> bool,
    ) -> i32 {
        let kind = number.kind();
        let of = self.modifiers.iter().filter(|modifier| modifier.of == kind && applies(modifier));
        of.map(|modifier| (modifier.adds)(state, holder, number)).sum()
    }
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
