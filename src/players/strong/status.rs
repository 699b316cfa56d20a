//! Scoring, command tokens and strategy cards' abilities.

use crate::engine::Prompt;
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::{compound, scoring, status, tokens};
use crate::imperium::state::*;

use super::build::ease;
use super::worth::{Mind, TOKEN};

impl Mind<'_> {
    /// Whatever can be scored is scored: the most points, and of equals what costs nothing that lasts,
    /// since planets are readied anyway.
    pub fn score(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let worth = |answer: &Vec<Choice>| {
            answer
                .iter()
                .map(|part| match part {
                    Choice::Public(card) => {
                        1000 * i32::from(card.get().points) + ease(scoring::public_cost(*card))
                    }
                    Choice::Secret(card) => 1000 + ease(scoring::secret_cost(*card)),
                    Choice::TradeGoods(n) => -4 * i32::from(*n),
                    _ => 0,
                })
                .sum::<i32>()
        };
        let answers = self.suggestions(prompt);
        answers.into_iter().rev().max_by_key(worth).unwrap_or_default()
    }

    /// How the tokens lie best among those offered.
    pub fn pools(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let options = (status::POOLS.next)(self.state, prompt, &[]);
        self.best_pools(&options).into_iter().collect()
    }

    /// The best of several ways to lay the tokens.
    pub fn best_pools(&self, options: &[Choice]) -> Option<Choice> {
        let worth = |option: &Choice| match option {
            Choice::Pools(pools) => self.pools_worth(*pools),
            _ => 0,
        };
        super::cards::best_first(options, worth)
    }

    /// Each further token in a pool does less. Fleets that there are must fit.
    fn pools_worth(&self, pools: Tokens) -> i32 {
        let fleets = self.state.systems.keys();
        let largest = fleets.map(|at| self.state.fleet_size(*at, self.seat)).max().unwrap_or(0);
        let gathering: u8 = self
            .goals
            .iter()
            .map(|goal| match goal.slug {
                "raise-a-fleet" => 5,
                "command-an-armada" => 8,
                _ => 0,
            })
            .max()
            .unwrap_or(0);
        let sum = |first: &[i32], n: u8| -> i32 {
            (0..usize::from(n)).map(|at| first.get(at).copied().unwrap_or(1)).sum()
        };
        let tactic = sum(&[20, 18, 16, 13, 10, 6, 4, 3], pools.tactic);
        let strategy = sum(&[19, 16, 12, 6, 3], pools.strategy);
        let mut fleet = sum(&[30, 28, 22, 13, 8, 5, 3], pools.fleet);
        fleet += 6 * i32::from(pools.fleet.min(gathering));
        fleet -= 40 * i32::from(largest.saturating_sub(pools.fleet));
        tactic + strategy + fleet
    }

    /// The pool for one more token.
    pub fn next_pool(&self, now: Tokens) -> Pool {
        let most = tokens::fleet_pool(self.state, self.seat);
        let open = Pool::ALL.into_iter().filter(|pool| *pool != Pool::Fleet || now.fleet < most);
        let worth = |pool: &Pool| self.pools_worth(now.plus(*pool, 1));
        open.max_by_key(worth).unwrap_or(Pool::Tactic)
    }

    /// Tokens from Leadership: as many as influence pays beside what is set aside.
    fn leadership(&self, given: u8) -> Vec<Choice> {
        let left = self.state.token_reinforcements(self.seat);
        let free = given.min(left);
        let budget = self.budget(Currency::Influence);
        let mut bought = (budget / 3).min(u32::from(left - free)) as u8;
        // Who has tokens to spare keeps planets for other things.
        let Tokens { tactic, strategy, .. } = self.state.player(self.seat).tokens;
        bought = bought.min(9u8.saturating_sub(tactic + strategy + free));
        // Trade goods are not turned into tokens.
        let paid = loop {
            let price = 3 * u32::from(bought);
            let paid = payment::cheapest(self.state, self.seat, Currency::Influence, price, &[]);
            let goods = |paid: &Vec<Choice>| {
                paid.iter().any(|part| matches!(part, Choice::TradeGoods(2..)))
            };
            match paid {
                Some(paid) if bought == 0 || !goods(&paid) => break paid,
                _ if bought == 0 => break Vec::new(),
                _ => bought -= 1,
            }
        };
        let mut now = self.state.player(self.seat).tokens;
        let mut parts = Vec::new();
        for _ in 0..free + bought {
            let pool = self.next_pool(now);
            now = now.plus(pool, 1);
            parts.push(Choice::Token(pool));
        }
        parts.extend(paid);
        parts
    }

    /// The answer to the primary ability of a strategy card.
    pub fn primary(&self, prompt: &Prompt<Imperium>, card: StrategyId) -> Vec<Choice> {
        match card.get().initiative {
            1 => self.leadership(3),
            2 => self.diplomacy(prompt),
            4 => {
                let suggested = self.structure_answers(prompt);
                self.structures(&suggested).0
            }
            6 => self.warfare(prompt),
            8 => self.score(prompt),
            _ => self.first_suggestion(prompt),
        }
    }

    /// Several structures at once: what is listed, two deep.
    fn structure_answers(&self, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
        let Some(shape) = compound::shape(&prompt.question) else { return Vec::new() };
        let mut answers = (shape.suggest)(self.state, prompt);
        let structure = |part: &Choice| matches!(part, Choice::Structure { .. });
        for first in (shape.next)(self.state, prompt, &[]).into_iter().filter(structure) {
            let one = vec![first];
            let more = (shape.next)(self.state, prompt, &one);
            let pairs = more.into_iter().filter(structure).take(12);
            answers.extend(pairs.map(|second| vec![one[0].clone(), second]));
            answers.push(one);
        }
        answers.retain(|answer| (shape.check)(self.state, prompt, answer).is_ok());
        answers
    }

    /// The others stay out of the system that is most in danger, and its planets are readied.
    fn diplomacy(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let worth = |answer: &Vec<Choice>| -> i32 {
            answer
                .iter()
                .map(|part| match part {
                    Choice::System(system) => {
                        let planets = self.state.galaxy.planets(*system).iter();
                        let own =
                            planets.filter(|planet| self.state.owner(**planet) == Some(self.seat));
                        let worth = |planet: &PlanetId| {
                            let spent = i32::from(self.state.planet(*planet).exhausted);
                            let worth = self.planet(self.state, *planet);
                            worth * (self.danger(*system) + 1).min(8) / 8
                                + 4 * spent * i32::from(self.state.resources(*planet))
                        };
                        own.map(worth).sum()
                    }
                    _ => 1,
                })
                .sum()
        };
        let answers = self.suggestions(prompt);
        answers.into_iter().rev().max_by_key(worth).unwrap_or_default()
    }

    /// The token that holds the strongest fleet comes back, and all tokens lie as they should.
    fn warfare(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let state = self.state;
        let marked = state.systems.iter().filter(|(_, on)| on.tokens.contains(self.seat));
        let system = marked
            .map(|(system, on)| {
                let fleet: i32 = on.space.of(self.seat).map(|stack| self.stack(state, stack)).sum();
                (fleet, *system)
            })
            .max_by_key(|(fleet, _)| *fleet);
        let Some((_, system)) = system else { return self.first_suggestion(prompt) };
        let all = state.player(self.seat).tokens.total() + 1;
        let most = tokens::fleet_pool(state, self.seat);
        let options: Vec<Choice> = tokens::arrangements(all)
            .filter(|pools| pools.fleet <= most)
            .map(Choice::Pools)
            .collect();
        let Some(pools) = self.best_pools(&options) else { return self.first_suggestion(prompt) };
        vec![Choice::System(system), pools]
    }

    /// A secondary ability: used where it brings more than the token it costs.
    pub fn secondary(&self, prompt: &Prompt<Imperium>, card: StrategyId) -> Vec<Choice> {
        let pass = vec![Choice::Pass];
        let player = self.state.player(self.seat);
        let suggested = self.suggestions(prompt);
        // The last token is worth more than one of many.
        let last = player.tokens.strategy <= 1;
        let initiative = card.get().initiative;
        let follows = last && initiative != 7 && self.technology_to_come();
        let token = TOKEN + if last { 4 } else { 0 } + if follows { 12 } else { 0 };
        let plain = || {
            let yes = |answer: &&Vec<Choice>| **answer == [Choice::Yes];
            suggested.iter().find(yes).cloned()
        };
        match initiative {
            1 => match self.leadership(0) {
                parts if parts.is_empty() => pass,
                parts => parts,
            },
            2 => {
                let readied = |answer: &Vec<Choice>| -> i32 {
                    let worth = |part: &Choice| match part {
                        Choice::Planet(planet) => {
                            let (r, i) =
                                (self.state.resources(*planet), self.state.influence(*planet));
                            3 * i32::from(r.max(i))
                        }
                        _ => 0,
                    };
                    answer.iter().map(worth).sum()
                };
                match suggested.iter().max_by_key(|answer| readied(answer)) {
                    Some(answer) if readied(answer) > token => answer.clone(),
                    _ => pass,
                }
            }
            3 => match plain() {
                Some(yes) if player.tokens.strategy >= 3 => yes,
                _ => pass,
            },
            4 => {
                let answers: Vec<Vec<Choice>> = self.structure_answers(prompt);
                let (best, worth) = self.structures(&answers);
                if worth > token && !best.is_empty() { best } else { pass }
            }
            5 => match plain() {
                Some(yes)
                    if player.tokens.strategy >= 2
                        && player.faction.get().commodities >= player.commodities + 2 =>
                {
                    yes
                }
                _ => pass,
            },
            6 => match self.drill() {
                Some((parts, worth)) if worth > token => parts,
                _ => pass,
            },
            7 => {
                let research = suggested.into_iter().filter(|answer| {
                    answer.iter().any(|part| !matches!(part, Choice::Pass | Choice::PlayNote(_)))
                });
                match self.best_research(research.collect()) {
                    Some((parts, worth)) if worth > token => parts,
                    _ => pass,
                }
            }
            8 => {
                let secrets = player.secrets.len() + player.scored_secrets.len();
                match plain() {
                    Some(yes) if secrets < scoring::SECRETS => yes,
                    _ => pass,
                }
            }
            _ => pass,
        }
    }

    /// Whether somebody else will still perform Technology in this round.
    pub fn technology_to_come(&self) -> bool {
        let mut cards = self.state.strategy.iter();
        cards.any(|slot| {
            slot.card.get().initiative == 7
                && !slot.exhausted
                && slot.holder.is_some_and(|holder| holder != self.seat)
        })
    }

    /// All complete answers that the rules suggest.
    pub fn suggestions(&self, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
        let shape = compound::shape(&prompt.question);
        shape.map_or(Vec::new(), |shape| (shape.suggest)(self.state, prompt))
    }

    pub fn first_suggestion(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        self.suggestions(prompt).into_iter().next().unwrap_or_default()
    }

    /// Whether the question is one of a price for landing, and with what it is paid.
    pub fn land(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let Question::CommitGroundForces { system } = prompt.question else { return Vec::new() };
        let state = self.state;
        let mut parts = Vec::new();
        for landing in self.landings(state, system) {
            for (kind, damaged, count) in landing.units {
                parts.push(Choice::Land { kind, damaged, count, planet: landing.planet });
            }
        }
        if parts.is_empty() {
            parts = self.reinforce(system);
        }
        let price = crate::imperium::rules::invasion::landing_price(state, self.seat, &parts);
        let paid = payment::cheapest(state, self.seat, Currency::Influence, price, &[]);
        match (price, paid) {
            (0, _) => parts,
            (_, Some(paid)) => parts.into_iter().chain(paid).collect(),
            (_, None) => Vec::new(),
        }
    }

    /// Where nothing is to be won, ground forces guard what is ours.
    fn reinforce(&self, system: SystemId) -> Vec<Choice> {
        let own = self.state.galaxy.planets(system).iter().copied();
        let own = own.filter(|planet| self.state.owner(*planet) == Some(self.seat));
        let Some(planet) = own.max_by_key(|planet| self.planet(self.state, *planet)) else {
            return Vec::new();
        };
        let troops = self.state.system(system).space.ground_forces(self.seat);
        troops
            .map(|stack| Choice::Land {
                kind: stack.kind,
                damaged: stack.damaged,
                count: stack.count,
                planet,
            })
            .collect()
    }
}
