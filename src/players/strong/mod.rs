//! A computer player worth replacing an absent person with. It knows what its seat may know, plans by
//! what a position is worth, and reckons fights with exact odds. Nothing is remembered between
//! questions and nothing is left to chance: the same position and question give the same answer.

use crate::engine::{Prompt, Shape};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::odds::{self, here};
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::trade;
use crate::imperium::state::*;

mod build;
mod cards;
mod deals;
mod forays;
mod goals;
mod landings;
mod research;
mod senate;
mod sight;
mod status;
#[cfg(test)]
mod tests;
mod turn;
mod why;
mod worth;

pub use deals::deed;
pub use why::{explains, why};
use worth::Mind;

/// What the seat that is asked answers.
pub fn answer(state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
    if let Some(only) = only_answer(prompt) {
        return only;
    }
    let known = sight::known(state, Some(prompt.seat));
    let mind = Mind::new(&known, prompt.seat);
    let choices = mind.decide(prompt);
    if prompt.check(&known, &choices).is_ok() {
        return choices;
    }
    mind.safe(prompt)
}

/// Where only one answer is possible nothing is thought about.
fn only_answer(prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
    let single = prompt.shape == Shape::One && prompt.options.len() == 1;
    single.then(|| prompt.options.clone())
}

impl Mind<'_> {
    fn decide(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let options = &prompt.options;
        let one = |choice: Choice| vec![choice];
        match &prompt.question {
            Question::ChooseAction | Question::ChooseAnotherAction => one(self.action(prompt)),
            Question::PickStrategyCard => one(self.best(options, |choice| match choice {
                Choice::Strategy(card) => self.pick(*card),
                _ => 0,
            })),
            Question::Move { system } => {
                self.foray(*system).map_or(Vec::new(), |foray| foray.parts)
            }
            Question::CommitGroundForces { .. } => self.land(prompt),
            Question::Produce { .. }
            | Question::ProduceOn { .. }
            | Question::ProduceFreely { .. } => self.produce(prompt),
            Question::Primary { card } => self.primary(prompt, *card),
            Question::Secondary { card } => self.secondary(prompt, *card),
            Question::Research { .. } | Question::MayResearch => self.study(prompt),
            Question::StartingTechnologies { count } => self.starting(options, *count),
            Question::ScoreObjectives => self.score(prompt),
            Question::ScoreSecret => {
                one(self.best(options, |choice| i32::from(matches!(choice, Choice::Secret(_)))))
            }
            Question::KeepSecret => one(self.best(options, |choice| match choice {
                Choice::Secret(card) => goals::promise(self.state, self.seat, *card),
                _ => 0,
            })),
            Question::DiscardSecret => self.discard(options, 1),
            Question::DiscardDown { .. } | Question::DiscardCards { .. } => match prompt.shape {
                Shape::Some { min, .. } => self.discard(options, min),
                _ => self.discard(options, 1),
            },
            Question::Tokens { .. } => self.pools(prompt),
            Question::GainTokens { .. } => self.best_pools(options).into_iter().collect(),
            Question::Vote { agenda } => self.vote(prompt, *agenda),
            Question::BreakTie { agenda } => one(self.prefer(options, Some(*agenda))),
            Question::Respond { to } => one(self.respond(prompt, to)),
            Question::AnnounceRetreat { system } => one(self.announce(options, *system)),
            Question::FireSpaceCannon { .. } => {
                one(self.best(options, |choice| i32::from(*choice == Choice::Yes)))
            }
            Question::Target { card, .. } => self.favour(prompt, *card),
            Question::CardTarget { card } => one(self.aim(options, *card)),
            Question::Bombard { .. } => self.bombard(prompt),
            Question::Reroll { .. } => self.safe(prompt),
            _ => self.plain(prompt),
        }
    }

    /// The option that is worth most; of equals the first.
    fn best(&self, options: &[Choice], worth: impl Fn(&Choice) -> i32) -> Choice {
        cards::best_first(options, worth).unwrap_or(Choice::Pass)
    }

    /// Questions of the finer sort: what is ours and best, or what the rules suggest first.
    fn plain(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        match prompt.shape {
            Shape::One => vec![self.target(&prompt.options, None)],
            Shape::Some { min, max } => {
                let mut options = prompt.options.clone();
                options.truncate(if min == 0 { max } else { min });
                options
            }
            Shape::Order => prompt.options.clone(),
            Shape::Compound => self.first_suggestion(prompt),
        }
    }

    /// An answer that is legal, if nothing better was found.
    fn safe(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        match prompt.shape {
            Shape::Compound => {
                let suggested = self.suggestions(prompt).into_iter();
                let legal = |answer: &Vec<Choice>| prompt.check(self.state, answer).is_ok();
                suggested.into_iter().find(legal).unwrap_or_default()
            }
            Shape::One => prompt.options.iter().take(1).cloned().collect(),
            Shape::Some { min, .. } => prompt.options.iter().take(min).cloned().collect(),
            Shape::Order => prompt.options.clone(),
        }
    }

    /// The best technology that can be paid for; none where a point would be lost for it.
    fn study(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let answers = self.suggestions(prompt);
        let decline =
            answers.iter().find(|answer| answer.iter().all(|part| *part == Choice::Pass)).cloned();
        let research =
            answers.into_iter().filter(|answer| answer.iter().any(|part| *part != Choice::Pass));
        match (self.best_research(research.collect()), decline) {
            (Some((_, worth)), Some(decline)) if worth <= 0 => decline,
            (Some((parts, _)), _) => parts,
            (None, decline) => decline.unwrap_or_default(),
        }
    }

    fn starting(&self, options: &[Choice], count: u8) -> Vec<Choice> {
        let mut techs = options.to_vec();
        techs.sort_by_key(|choice| match choice {
            Choice::Technology(tech) => -self.technology(*tech),
            _ => 0,
        });
        techs.truncate(count.into());
        techs
    }

    /// How likely the combat that goes on in the system is won.
    fn chance_in_space(&self, system: SystemId) -> Option<f64> {
        let place = Place::Space(system);
        let combat = self.state.combat.as_ref().filter(|combat| combat.place == place)?;
        let met = here::battle(self.state, place, combat.sides);
        let side = usize::from(combat.sides[1] == self.seat);
        odds::odds(&met.battle).ok().map(|odds| odds.won(side))
    }

    /// Lost fights are left, as long as something worth saving is there.
    fn announce(&self, options: &[Choice], system: SystemId) -> Choice {
        let lost = self.chance_in_space(system).is_some_and(|chance| chance < 0.25);
        let own = self.state.system(system).space.of(self.seat);
        let worth: i32 = own.map(|stack| self.stack(self.state, stack)).sum();
        let goes = lost && worth >= 10;
        self.best(options, |choice| i32::from((*choice == Choice::Yes) == goes))
    }

    /// Whom a strategy card favours: ourselves, or those who are no danger.
    fn favour(&self, prompt: &Prompt<Imperium>, card: StrategyId) -> Vec<Choice> {
        match (card.get().initiative, prompt.shape) {
            // (RR 92) Neighbours who swap commodities with us afterwards, unless they are about to win.
            (5, Shape::Some { .. }) => {
                let goal = i32::from(self.state.options.goal);
                let friend = |choice: &&Choice| match choice {
                    Choice::Player(other) => {
                        self.state.points(*other) + 3 <= goal
                            && trade::possible(self.state, self.seat, *other).is_ok()
                    }
                    _ => false,
                };
                prompt.options.iter().filter(friend).cloned().collect()
            }
            (3, Shape::One) => vec![self.best(&prompt.options, |choice| match choice {
                Choice::Player(seat) if *seat == self.seat => 100,
                Choice::Player(seat) => -self.state.points(*seat),
                _ => 0,
            })],
            _ => self.plain(prompt),
        }
    }

    fn aim(&self, options: &[Choice], card: ActionCardId) -> Choice {
        if card.slug().ends_with("rider") && options.iter().all(|o| matches!(o, Choice::Outcome(_)))
        {
            return self.predict(options);
        }
        self.target(options, Some(card))
    }

    /// Everything bombards what it can.
    fn bombard(&self, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let weight = |answer: &Vec<Choice>| -> i32 {
            let count = |part: &Choice| match part {
                Choice::Bombard { count, planet, .. } => {
                    i32::from(*count) * (10 + self.planet(self.state, *planet) / 10)
                }
                _ => 0,
            };
            answer.iter().map(count).sum()
        };
        self.suggestions(prompt).into_iter().rev().max_by_key(weight).unwrap_or_default()
    }
}
