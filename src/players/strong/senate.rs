//! Votes: what an outcome is worth to the seat. Planets are readied after the agenda phase, so votes
//! cost nothing that lasts.

use crate::engine::Prompt;
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::state::*;

use super::worth::{Mind, POINT};

/// Agendas that elect a player and do them no good.
const BURDENS: [&str; 1] = ["public-execution"];

/// Agendas that elect a planet and do its owner no good.
const BLIGHTS: [&str; 3] =
    ["demilitarized-zone", "compensated-disarmament", "colonial-redistribution"];

impl Mind<'_> {
    pub fn vote(&self, prompt: &Prompt<Imperium>, agenda: AgendaId) -> Vec<Choice> {
        let answers = self.suggestions(prompt);
        let outcome = |answer: &Vec<Choice>| {
            answer.iter().find_map(|part| match part {
                Choice::Outcome(outcome) => Some(*outcome),
                _ => None,
            })
        };
        // All votes for the best outcome; none where it does not matter.
        let worth = |answer: &Vec<Choice>| {
            let worth = outcome(answer).map_or(0, |outcome| self.outcome(agenda, outcome));
            (worth, worth.signum() * answer.len() as i32)
        };
        answers.into_iter().rev().max_by_key(worth).unwrap_or_default()
    }

    /// The best of outcomes that are offered one by one: ties, predictions, elections.
    pub fn prefer(&self, options: &[Choice], agenda: Option<AgendaId>) -> Choice {
        let worth = |option: &Choice| match (option, agenda) {
            (Choice::Outcome(outcome), Some(agenda)) => self.outcome(agenda, *outcome),
            _ => 0,
        };
        super::cards::best_first(options, worth).unwrap_or(Choice::Pass)
    }

    /// What is most likely to come out: what has most votes so far, then what most will want.
    pub fn predict(&self, options: &[Choice]) -> Choice {
        let Some(open) = &self.state.open_agenda else { return self.target(options, None) };
        let worth = |option: &Choice| {
            let Choice::Outcome(outcome) = option else { return 0 };
            let cast: u32 =
                open.votes.iter().filter(|(_, of, _)| of == outcome).map(|(.., n)| *n).sum();
            let influence = |seat| {
                let planets = self.state.ready_planets(seat);
                planets.map(|planet| i32::from(self.state.influence(planet))).sum::<i32>()
            };
            let support = match outcome {
                Elected::For => 3,
                Elected::Player(seat) => influence(*seat),
                Elected::Planet(planet) => self.state.owner(*planet).map_or(0, influence),
                _ => 1,
            };
            let own = self.outcome(open.agenda, *outcome).signum() * influence(self.seat);
            10 * cast as i32 + support + 2 * own
        };
        super::cards::best_first(options, worth).unwrap_or(Choice::Pass)
    }

    /// What the outcome is worth to the seat.
    fn outcome(&self, agenda: AgendaId, outcome: Elected) -> i32 {
        let predicted = self.state.open_agenda.as_ref().map_or(0, |open| {
            let mine = |p: &&Prediction| p.outcome == outcome;
            open.predictions
                .iter()
                .filter(mine)
                .map(|p| if p.seat == self.seat { 40 } else { -15 })
                .sum()
        });
        predicted + self.plain_outcome(agenda, outcome)
    }

    fn plain_outcome(&self, agenda: AgendaId, outcome: Elected) -> i32 {
        let state = self.state;
        let slug = agenda.slug();
        let standing = |seat| {
            let mine = state.points(self.seat);
            let ahead = state.points(seat) - mine;
            5 + ahead.clamp(-5, 5)
        };
        match outcome {
            Elected::Player(seat) => {
                let prize = match slug {
                    "shard-of-the-throne" | "the-crown-of-emphidia" => POINT,
                    _ => 20,
                };
                match (BURDENS.contains(&slug), seat == self.seat) {
                    (false, true) => prize,
                    (false, false) => -standing(seat) * prize / 20,
                    (true, true) => -30,
                    (true, false) => 3 * standing(seat),
                }
            }
            Elected::Planet(planet) => {
                let prize = if slug == "holy-planet-of-ixth" { POINT } else { 15 };
                let owner = state.owner(planet);
                match (BLIGHTS.contains(&slug), owner) {
                    (false, Some(seat)) if seat == self.seat => prize,
                    (false, Some(seat)) => -standing(seat) * prize / 20,
                    (true, Some(seat)) if seat == self.seat => -self.planet(state, planet),
                    (true, Some(seat)) => standing(seat) + self.planet(state, planet) / 6,
                    _ => 0,
                }
            }
            Elected::For => self.yes(slug),
            Elected::Against => -self.yes(slug),
            Elected::Law(law) => match state.law_in_force(law).and_then(|law| law.elected) {
                Some(Elected::Player(seat)) if seat == self.seat => -20,
                Some(Elected::Player(seat)) => standing(seat),
                _ => 1,
            },
            Elected::Secret(..) | Elected::Strategy(_) => 1,
        }
    }

    /// What "for" is worth more than "against".
    fn yes(&self, slug: &str) -> i32 {
        let state = self.state;
        let own = state.player(self.seat);
        let points = |seat| state.points(seat);
        let most = state.seats().map(points).max().unwrap_or(0);
        let least = state.seats().map(points).min().unwrap_or(0);
        let mine = points(self.seat);
        match slug {
            // A point for whoever leads, or for whoever is last.
            "seed-of-an-empire" => match (mine == most, mine == least) {
                (true, true) => 5,
                (true, false) => POINT,
                (false, true) => -POINT,
                (false, false) => -20,
            },
            "mutiny" => 30,
            "incentive-program" => 8,
            "economic-equality" => 4 * (5 - i32::from(own.trade_goods)),
            "unconventional-measures" => 12,
            "anti-intellectual-revolution" => -15,
            "executive-sanctions" => {
                if own.hand.len() > 3 {
                    -8
                } else {
                    3
                }
            }
            "fleet-regulations" => {
                if own.tokens.fleet > 4 {
                    -15
                } else {
                    -6
                }
            }
            "regulated-conscription" => -12,
            "representative-government" => -3,
            "arms-reduction" => {
                let big = state.on_board(self.seat, UnitKind::Dreadnought);
                if big > 2 { -20 } else { 3 }
            }
            "new-constitution" => -10,
            "swords-to-plowshares" => -8,
            "ixthian-artifact" => {
                let rex = state.mecatol_rex();
                let near = rex.is_some_and(|rex| state.has_units(rex, self.seat));
                if near { -15 } else { 12 }
            }
            "homeland-defense-act" | "shared-research" => 4,
            "enforced-travel-ban" | "wormhole-reconstruction" => -2,
            "conventions-of-war" => 3,
            "publicize-weapon-schematics" => -2,
            _ => 1,
        }
    }
}
