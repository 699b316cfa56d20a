//! Which action: what each would bring, less what it costs.

use crate::engine::Prompt;
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Cost;
use crate::imperium::rules::{scoring, strategy_cards, technology};
use crate::imperium::state::*;

use super::worth::{Mind, TOKEN};

/// An action and what it is worth.
#[derive(Clone, Debug)]
pub struct Worth {
    pub choice: Choice,
    pub worth: i32,
}

impl Mind<'_> {
    pub fn action(&self, prompt: &Prompt<Imperium>) -> Choice {
        let mut found = self.tactical(&prompt.options);
        for option in &prompt.options {
            let worth = match option {
                Choice::Activate(_) => continue,
                Choice::Strategic(card) => self.strategic(*card),
                Choice::Play(card) => self.component(*card),
                Choice::PlayNote(note) => self.note(*note),
                Choice::Use(power) => self.power(&power.0),
                // Passing ends the round for us: better than anything that gains nothing.
                Choice::Pass => 0,
                _ => -50,
            };
            found.push(Worth { choice: option.clone(), worth });
        }
        let best = found.into_iter().rev().max_by_key(|found| found.worth);
        best.map_or(Choice::Pass, |found| found.choice)
    }

    /// Systems to activate. One from which ships would better leave first is left for later.
    fn tactical(&self, options: &[Choice]) -> Vec<Worth> {
        let token = self.token_price();
        let mut forays = Vec::new();
        for option in options {
            let Choice::Activate(system) = option else { continue };
            let foray = if self.tempts(*system) { self.foray(*system) } else { None };
            let gain = foray.as_ref().map_or(0, |foray| foray.gain);
            let from = foray.map_or(Vec::new(), |foray| foray.from);
            forays.push((*system, gain, from));
        }
        let leaves = |system: SystemId| {
            let others =
                forays.iter().filter(|(to, _, from)| *to != system && from.contains(&system));
            others.map(|(_, gain, _)| *gain - token).max().unwrap_or(0).max(0)
        };
        let worth = |(system, gain, _): &(SystemId, i32, Vec<SystemId>)| {
            let built = self.production_gain(*system);
            let waits = leaves(*system);
            let worth = gain + built - token - waits;
            (gain + built > 0).then_some(Worth { choice: Choice::Activate(*system), worth })
        };
        forays.iter().filter_map(worth).collect()
    }

    /// What a tactic token is worth; more when an objective wants it.
    fn token_price(&self) -> i32 {
        let Tokens { tactic, strategy, .. } = self.state.player(self.seat).tokens;
        match self.reserve() {
            Cost::Tokens(n) if tactic + strategy <= n => 75,
            _ => TOKEN,
        }
    }

    /// Strategic actions have to be performed anyway; each has its time.
    fn strategic(&self, card: StrategyId) -> i32 {
        let state = self.state;
        let player = state.player(self.seat);
        match card.get().initiative {
            // Leadership: while influence is ready, at the latest when tokens are short.
            1 => {
                if player.tokens.tactic <= 1 {
                    60
                } else {
                    24
                }
            }
            // Diplomacy: when there is something to ready.
            2 => {
                let mut spent: Vec<i32> = state
                    .controlled(self.seat)
                    .filter(|planet| state.planet(*planet).exhausted)
                    .map(|planet| i32::from(state.resources(planet).max(state.influence(planet))))
                    .collect();
                spent.sort_unstable_by(|a, b| b.cmp(a));
                match spent.iter().take(2).sum::<i32>() {
                    sum if sum >= 4 => 4 * sum,
                    sum => 1 + sum,
                }
            }
            3 => 14,
            4 => 26,
            5 => 30,
            // Warfare: when a token is worth getting back.
            6 => match state.tokens_on_board(self.seat) {
                0 => 1,
                _ if player.tokens.tactic == 0 => 40,
                _ => 9,
            },
            7 => 32,
            // Imperial: as soon as something can be scored with it.
            8 => match scoring::scorable_publics(state, self.seat).is_empty() {
                false => 160,
                true => 2,
            },
            _ => {
                if strategy_cards::is_working(card) {
                    10
                } else {
                    1
                }
            }
        }
    }

    /// Which strategy card to take.
    pub fn pick(&self, card: StrategyId) -> i32 {
        let state = self.state;
        let player = state.player(self.seat);
        let goods = state.slot(card).map_or(0, |slot| i32::from(slot.trade_goods));
        let round = i32::from(state.round);
        let has = |slugs: &[&str]| self.goals.iter().any(|goal| slugs.contains(&goal.slug));
        let near = i32::from(state.options.goal) - state.points(self.seat) <= 3;
        let worth = match card.get().initiative {
            // Tokens that are not spent are not missed.
            1 => {
                let held = i32::from(player.tokens.tactic) + i32::from(player.tokens.strategy);
                34 - 3 * held + if near { 14 } else { 0 }
            }
            2 => 9,
            3 => 13,
            4 => {
                let wanted = has(&[
                    "build-defenses",
                    "improve-infrastructure",
                    "establish-a-perimeter",
                    "fuel-the-war-machine",
                    "construct-massive-cities",
                    "protect-the-border",
                ]);
                16 + if wanted { 14 } else { 0 }
            }
            5 => {
                22 + if has(&["negotiate-trade-routes", "centralize-galactic-trade"]) {
                    14
                } else {
                    0
                }
            }
            6 => {
                if round == 1 {
                    29
                } else {
                    18
                }
            }
            7 => {
                let open = technology::researchable(state, self.seat);
                let best = open.into_iter().map(|tech| self.technology(tech)).max();
                best.unwrap_or(0) * 2 / 3
            }
            8 => self.imperial(),
            _ => 10,
        };
        worth + 4 * goods
    }

    /// Imperial gives a point for Mecatol Rex, a second public objective in the round, or a secret one.
    fn imperial(&self) -> i32 {
        let state = self.state;
        let player = state.player(self.seat);
        let rex = state.mecatol_rex().is_some_and(|rex| {
            state.galaxy.planets(rex).iter().any(|planet| state.owner(*planet) == Some(self.seat))
        });
        let open = scoring::scorable_publics(state, self.seat).len();
        let secrets = player.secrets.len() + player.scored_secrets.len();
        let secret = if secrets < scoring::SECRETS { 18 } else { 0 };
        8 + if rex { 70 } else { secret } + 35 * open.min(2) as i32
    }
}
