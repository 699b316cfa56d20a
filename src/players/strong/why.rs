//! What speaks for a move, in a sentence or two, from what everybody may know: the public's sight of
//! the position is all that is looked at, so no hidden card can be named or hinted at.

use crate::engine::{Prompt, Seat};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::scoring;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::goals::{self, Card};
use super::sight;
use super::worth::Mind;

/// Whether answers to the question lie open to everybody at once.
pub fn explains(question: &Question) -> bool {
    matches!(question, Question::ChooseAction | Question::PickStrategyCard | Question::Vote { .. })
}

/// Why the seat may have answered so.
pub fn why(state: &State, prompt: &Prompt<Imperium>, choices: &[Choice]) -> Option<String> {
    let seat = prompt.seat;
    let mut public = sight::known(state, None);
    public.player_mut(seat).secrets.clear();
    let mind = Mind::new(&public, seat);
    let choice = choices.first();
    match (&prompt.question, choice) {
        (Question::ChooseAction, Some(Choice::Activate(system))) => Some(mind.why_there(*system)),
        (Question::ChooseAction, Some(Choice::Strategic(card))) => Some(mind.why_now(*card)),
        (Question::ChooseAction, Some(Choice::Pass)) => Some(mind.why_pass()),
        (Question::ChooseAction, Some(Choice::Play(card))) => Some(free_action(seat, card.name())),
        (Question::ChooseAction, Some(Choice::PlayNote(note))) => {
            Some(free_action(seat, note.card.name()))
        }
        (Question::ChooseAction, Some(Choice::Use(power))) => Some(free_action(seat, &power.0)),
        (Question::PickStrategyCard, Some(Choice::Strategy(card))) => Some(mind.why_card(*card)),
        (Question::Vote { agenda }, _) => Some(mind.why_vote(*agenda, choices)),
        _ => None,
    }
}

fn free_action(seat: Seat, name: &str) -> String {
    format!("{seat} used **{name}**: an action that takes no command token.")
}

impl Mind<'_> {
    fn why_there(&self, system: SystemId) -> String {
        let (state, seat) = (self.state, self.seat);
        let name = state.system_name(system);
        let mut reasons = Vec::new();
        let foray = self.foray(system);
        let seen = foray.as_ref().and_then(|foray| self.outlook(system, &foray.parts));
        if let Some((after, chance)) = &seen {
            let won = state.galaxy.planets(system).iter().filter(|planet| {
                after.owner(**planet) == Some(seat) && state.owner(**planet) != Some(seat)
            });
            let won: Vec<String> = won.map(|planet| format!("**{}**", planet.name())).collect();
            if *chance < 1.0 {
                let tenths = (chance * 10.0).round() as u32;
                reasons.push(format!("its ships win there in about {tenths} of 10 cases"));
            }
            if !won.is_empty() {
                reasons.push(format!("it can take {}", text::list(won.into_iter())));
            }
            reasons.extend(self.helped(after));
        }
        if self.production_gain(system) > 0 {
            let ready = payment::available(state, seat, Currency::Resources);
            reasons.push(format!("it can produce there, with {ready} resources to pay with"));
        }
        if reasons.is_empty() {
            let alone = !state.enemy_ships(system, seat);
            reasons.push(match alone {
                true => "no other fleet stands there".into(),
                false => "it does not want to leave that system to another fleet".into(),
            });
        }
        format!("{seat} went to **{name}**: {}.", text::list(reasons.into_iter()))
    }

    /// The public objectives that come nearer.
    fn helped(&self, after: &State) -> Vec<String> {
        let public = |goal: &&goals::Goal| matches!(goal.card, Card::Public(_));
        let nearer = self.goals.iter().filter(public).filter_map(|goal| {
            let (before, _) = goals::progress(self.state, self.seat, goal.slug);
            let (then, need) = goals::progress(after, self.seat, goal.slug);
            let Card::Public(card) = goal.card else { return None };
            let counts = goal.cost == crate::imperium::rules::tables::Cost::Nothing;
            (counts && then > before)
                .then(|| format!("that helps with **{}** ({then} of {need})", card.name()))
        });
        nearer.take(2).collect()
    }

    fn why_now(&self, card: StrategyId) -> String {
        let (state, seat) = (self.state, self.seat);
        let player = state.player(seat);
        let reason = match card.get().initiative {
            1 => format!(
                "it had {} tactic tokens left and {} influence to buy more with",
                player.tokens.tactic,
                payment::available(state, seat, Currency::Influence)
            ),
            2 => {
                let spent = state.controlled(seat).filter(|planet| state.planet(*planet).exhausted);
                format!("{} of its planets were exhausted", spent.count())
            }
            4 => format!("it had {} planets to build on", state.controlled(seat).count()),
            5 => format!("it had {} trade goods", player.trade_goods),
            6 => format!("{} of its tokens lay on the board", state.tokens_on_board(seat)),
            7 => format!("it owned {} technologies", player.technologies.len()),
            8 => self.why_imperial(),
            _ => "nothing else was more pressing".into(),
        };
        format!(
            "{seat} performed **{}**: {reason}. It has to be done before passing anyway.",
            card.name()
        )
    }

    fn why_imperial(&self) -> String {
        let mut open = scoring::scorable_publics(self.state, self.seat);
        open.sort_by_key(|card| std::cmp::Reverse(card.get().points));
        match (open.first(), self.holds_mecatol()) {
            (Some(card), _) => format!("it could score **{}** at once", card.name()),
            (None, true) => "it holds Mecatol Rex, which makes it a point".into(),
            (None, false) => "it brings another secret objective".into(),
        }
    }

    fn holds_mecatol(&self) -> bool {
        let state = self.state;
        state.mecatol_rex().is_some_and(|rex| {
            state.galaxy.planets(rex).iter().any(|planet| state.owner(*planet) == Some(self.seat))
        })
    }

    fn why_pass(&self) -> String {
        let tokens = self.state.player(self.seat).tokens;
        match tokens.tactic {
            0 => format!("{} passed: it had no tactic token left.", self.seat),
            n => format!(
                "{} passed: it saved its {n} tactic token{}, as no system in reach seemed worth one.",
                self.seat,
                if n == 1 { "" } else { "s" }
            ),
        }
    }

    fn why_card(&self, card: StrategyId) -> String {
        let (state, seat) = (self.state, self.seat);
        let player = state.player(seat);
        let goods = state.slot(card).map_or(0, |slot| slot.trade_goods);
        let reason = match card.get().initiative {
            1 => format!("it had {} command tokens on its sheet", player.tokens.total()),
            5 => format!("it had {} trade goods", player.trade_goods),
            6 if state.round == 1 => {
                "in the first round two moves with a fleet are worth most".into()
            }
            7 => format!("it owned {} technologies", player.technologies.len()),
            8 => self.why_imperial(),
            _ => "of the cards left it promised most".into(),
        };
        let goods = match goods {
            0 => String::new(),
            1 => " A trade good lay on it.".into(),
            n => format!(" {n} trade goods lay on it."),
        };
        format!("{seat} took **{}**: {reason}.{goods}", card.name())
    }

    fn why_vote(&self, agenda: AgendaId, choices: &[Choice]) -> String {
        let (state, seat) = (self.state, self.seat);
        let outcome = choices.iter().find_map(|part| match part {
            Choice::Outcome(outcome) => Some(*outcome),
            _ => None,
        });
        let Some(outcome) = outcome else {
            return format!("{seat} abstained: **{}** made no difference to it.", agenda.name());
        };
        let words = text::elected(state, outcome);
        let reason = match outcome {
            Elected::Player(other) if other == seat => "it would be elected itself".into(),
            Elected::Planet(planet) if state.owner(planet) == Some(seat) => {
                format!("**{}** is its own", planet.name())
            }
            Elected::Player(other) if state.points(other) > state.points(seat) => {
                "that player was ahead of it".into()
            }
            _ => "of the outcomes it suits its own position best".into(),
        };
        format!(
            "{seat} voted for {words}: {reason}. Votes cost nothing that lasts, as planets are \
             readied after the agendas."
        )
    }
}
