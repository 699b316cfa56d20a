//! Why what somebody named cannot be had now, in the words of the rules: what is refused says more than
//! that it is not in the list. Nothing here looks at what others hold.

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::tables::{Number, number, tables};
use crate::imperium::rules::{movement, retreat, scoring, technology};
use crate::imperium::state::*;

use super::words::{self, find, named};
use super::{Command, Context};

impl Context<'_> {
    /// Why `typed` is none of the things that `command` could mean now; nothing when there is no more
    /// to say than that.
    pub(super) fn reason(&self, command: &str, typed: &str) -> Option<Refusal> {
        let turn =
            matches!(self.prompt.question, Question::ChooseAction | Question::ChooseAnotherAction);
        match (command, &self.prompt.question) {
            ("activate", _) if turn => self.not_activated(typed),
            ("strategic", _) if turn => self.not_performed(typed),
            ("pick", Question::PickStrategyCard) => self.not_picked(typed),
            ("play", _) => self.not_played(typed),
            ("retreat", Question::RetreatTo { system }) => match words::system(self.state, typed) {
                Ok(to) => retreat::obstacle(self.state, self.seat, *system, to),
                Err(refusal) => Some(refusal),
            },
            ("research", _) => {
                let tech = TechId::all().find(|tech| named(tech.name(), tech.slug(), typed))?;
                technology::can_research(self.state, self.seat, tech).err()
            }
            ("public", _) => public_not_scored(self.state, self.seat, typed),
            ("secret", _) => secret_not_scored(self.state, self.seat, typed),
            _ => None,
        }
    }

    /// The same for what is named like an option of a turn: "Activate 205", "Use Orbital Drop".
    pub(super) fn labelled_reason(&self, item: &str) -> Option<Refusal> {
        let labels = [
            ("activate ", "activate"),
            ("strategic: ", "strategic"),
            ("use ", "play"),
            ("play ", "play"),
        ];
        labels.iter().find_map(|(label, command)| {
            let head = item.get(..label.len())?;
            let named = head.eq_ignore_ascii_case(label).then(|| item[label.len()..].trim())?;
            self.reason(command, named)
        })
    }

    fn not_activated(&self, typed: &str) -> Option<Refusal> {
        if self.state.player(self.seat).tokens.tactic == 0 {
            return Some(
                Refusal::new("there is no command token in your tactic pool")
                    .rule("20.4")
                    .instead("Perform a strategic or another action, or pass."),
            );
        }
        match words::system(self.state, typed) {
            Ok(system) => movement::can_activate(self.state, self.seat, system).err(),
            Err(refusal) => Some(refusal),
        }
    }

    /// A strategy card of this game by its name or number.
    fn strategy_card(&self, typed: &str) -> Option<&StrategySlot> {
        let slots = &self.state.strategy;
        let names: Vec<String> = slots.iter().map(|slot| slot.card.name().to_string()).collect();
        let numbers: Vec<String> =
            slots.iter().map(|slot| slot.card.get().initiative.to_string()).collect();
        find(&names, &numbers, typed).ok().map(|at| &slots[at])
    }

    fn not_performed(&self, typed: &str) -> Option<Refusal> {
        let slot = self.strategy_card(typed)?;
        let name = slot.card.name();
        Some(match slot.holder {
            Some(seat) if seat == self.seat && slot.exhausted => {
                Refusal::new(format!("you have performed {name} in this round")).rule("82.2")
            }
            Some(seat) if seat == self.seat => return None,
            Some(seat) => Refusal::new(format!("{name} is {seat}'s strategy card"))
                .rule("82")
                .instead("Its secondary ability is offered to you when it is performed."),
            None => Refusal::new(format!("nobody holds {name} in this round")).rule("82"),
        })
    }

    fn not_picked(&self, typed: &str) -> Option<Refusal> {
        let slot = self.strategy_card(typed)?;
        let name = slot.card.name();
        Some(match slot.holder {
            Some(seat) if seat == self.seat => {
                Refusal::new(format!("you have {name} already")).rule("84.1")
            }
            Some(seat) => Refusal::new(format!("{seat} has taken {name}")).rule("84.1"),
            None => Refusal::new(format!("you must pick another card than {name}")),
        })
    }

    /// Cards and notes in the own hand, and what lies before the seat.
    fn not_played(&self, typed: &str) -> Option<Refusal> {
        let player = self.state.player(self.seat);
        if let Some(card) = player.hand.iter().find(|card| named(card.name(), card.slug(), typed)) {
            let name = card.name();
            if number(self.state, Number::CardsBarred { seat: self.seat }, 0) > 0 {
                return Some(Refusal::new("something in play keeps you from playing action cards"));
            }
            let text = tables().action_card(*card).map_or("", |component| component.text);
            return Some(not_now(name, "2.6", text));
        }
        if let Some(note) = self.own_note(typed) {
            let name = note.card.name();
            if note.of == self.seat {
                let why = format!("{name} is your own: others play it");
                return Some(Refusal::new(why).rule("69.2"));
            }
            let text = tables().note(note.card).map_or("", |rule| rule.text);
            return Some(not_now(name, "69.1", text));
        }
        if let Some(refusal) = self.not_used(typed) {
            return Some(refusal);
        }
        let cards = ActionCardId::all().find(|card| named(card.name(), card.slug(), typed));
        let notes = NoteId::all().find(|note| named(note.name(), note.slug(), typed));
        let name = cards.map(|card| card.name()).or(notes.map(|note| note.name()))?;
        Some(Refusal::new(format!("you do not hold {name}")).rule(match cards {
            Some(_) => "2",
            None => "69",
        }))
    }

    /// "Ceasefire" or "ceasefire of sol" in the own hand; those of others, which can be played, first.
    fn own_note(&self, typed: &str) -> Option<Note> {
        let (name, of) = match typed.rsplit_once(" of ") {
            Some((name, of)) => (name, words::player(self.state, of).ok()),
            None => (typed, None),
        };
        let is_meant = |note: &&Note| {
            of.is_none_or(|of| note.of == of) && named(note.card.name(), note.card.slug(), name)
        };
        let mut found: Vec<Note> =
            self.state.player(self.seat).notes.iter().filter(is_meant).copied().collect();
        found.sort_by_key(|note| note.of == self.seat);
        found.first().copied()
    }

    /// A technology or an ability of the sheet whose moment this is not.
    fn not_used(&self, typed: &str) -> Option<Refusal> {
        let player = self.state.player(self.seat);
        let mut technologies = player.technologies.iter();
        if let Some(tech) = technologies.find(|tech| named(tech.name(), tech.slug(), typed)) {
            let name = tech.name();
            if player.exhausted_technologies.contains(tech) {
                return Some(Refusal::new(format!("{name} is exhausted")).rule("34"));
            }
            return tables()
                .technology(*tech)
                .map(|component| not_now(name, "1.3", component.text));
        }
        let mut abilities = player.faction.get().abilities.iter();
        let ability = abilities.find(|ability| named(ability.name(), ability.slug(), typed))?;
        tables().ability(*ability).map(|it| not_now(ability.name(), "1.3", it.text))
    }
}

/// Why nothing is scored by this command although the phase is right: whoever fulfils nothing that others
/// know of is not asked.
pub(super) fn not_scoring(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
    if command.name != "score" || !matches!(state.stage, Stage::Status(_)) {
        return None;
    }
    let public = command.option("public").and_then(|typed| public_not_scored(state, seat, typed));
    public.or_else(|| secret_not_scored(state, seat, command.option("secret")?))
}

fn public_not_scored(state: &State, seat: Seat, typed: &str) -> Option<Refusal> {
    let card = PublicId::all().find(|card| named(card.name(), card.slug(), typed))?;
    scoring::can_score_public(state, seat, card).err()
}

fn secret_not_scored(state: &State, seat: Seat, typed: &str) -> Option<Refusal> {
    let card = SecretId::all().find(|card| named(card.name(), card.slug(), typed))?;
    if state.player(seat).scored_secrets.contains(&card) {
        let why = format!("you have scored {} already", card.name());
        return Some(Refusal::new(why).rule("61.8"));
    }
    let phase = match state.stage {
        Stage::Status(_) => Phase::Status,
        Stage::Agenda(_) => Phase::Agenda,
        _ => Phase::Action,
    };
    scoring::can_score_secret(state, seat, card, phase).err()
}

/// What is held and known, at another moment than its own.
fn not_now(name: &str, rule: &str, text: &str) -> Refusal {
    let refusal = Refusal::new(format!("{name} cannot be played or used now")).rule(rule);
    match text.is_empty() {
        true => refusal,
        false => refusal.instead(format!("Its text: {text}")),
    }
}
