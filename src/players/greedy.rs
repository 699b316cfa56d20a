//! A computer player that wants points: it expands, builds and scores, without looking ahead.

use crate::engine::{Prompt, Seat, Shape};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::compound;
use crate::imperium::rules::movement;
use crate::imperium::state::{Elected, Place, State, SystemId};

use super::Random;

/// Plays sensibly enough to be company for a newcomer.
pub struct Greedy {
    random: Random,
}

impl Greedy {
    pub fn new(seed: u64) -> Self {
        Greedy { random: Random::new(seed) }
    }

    pub fn choices(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let seat = prompt.seat;
        match &prompt.question {
            Question::ChooseAction | Question::ChooseAnotherAction => {
                vec![self.action(state, prompt)]
            }
            Question::PickStrategyCard => vec![best(&prompt.options, |choice| match choice {
                Choice::Strategy(card) => strategy_worth(state, seat, *card),
                _ => 0,
            })],
            Question::Move { .. } => self.movement(state, prompt),
            Question::Vote { .. } => self.vote(state, prompt),
            Question::Respond { .. } => vec![self.respond(prompt)],
            Question::FireSpaceCannon { .. } => vec![first_of(prompt, &Choice::Yes)],
            Question::AnnounceRetreat { .. } => vec![first_of(prompt, &Choice::Pass)],
            Question::ScoreSecret | Question::TechnologyTarget { .. } => {
                vec![prompt.options[0].clone()]
            }
            Question::StartingTechnologies { .. } | Question::KeepSecret => {
                self.random.choices(state, prompt)
            }
            _ if prompt.shape == Shape::Compound => fullest(state, prompt),
            _ => self.random.choices(state, prompt),
        }
    }

    /// Strategic actions once there is nothing better to do than them, tactical ones by what can be
    /// won, passing at last.
    fn action(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Choice {
        let worth = |choice: &Choice| match choice {
            Choice::Activate(system) => target_worth(state, prompt.seat, *system),
            Choice::Strategic(_) => 12,
            Choice::Play(_) | Choice::PlayNote(_) | Choice::Use(_) => 5,
            Choice::Pass => 4,
            _ => 0,
        };
        best(&prompt.options, worth)
    }

    /// The suggestion that brings most; with nothing to win, staying at home.
    fn movement(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let Some(shape) = compound::shape(&prompt.question) else { return Vec::new() };
        let suggestions = (shape.suggest)(state, prompt);
        let worth = |answer: &Vec<Choice>| -> i32 {
            answer
                .iter()
                .map(|part| match part {
                    Choice::Move { count, .. } => 2 * i32::from(*count),
                    Choice::Carry { kind: UnitKind::Infantry | UnitKind::Mech, count, .. } => {
                        3 * i32::from(*count)
                    }
                    Choice::Carry { count, .. } => i32::from(*count),
                    _ => 0,
                })
                .sum()
        };
        suggestions.into_iter().max_by_key(worth).unwrap_or_default()
    }

    /// A planet or two, for itself where it can be elected.
    fn vote(&mut self, state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
        let Some(shape) = compound::shape(&prompt.question) else { return Vec::new() };
        let suggestions = (shape.suggest)(state, prompt);
        let own = Choice::Outcome(Elected::Player(prompt.seat));
        let mine = suggestions.iter().find(|answer| answer.contains(&own));
        mine.cloned().unwrap_or_else(|| self.random.choices(state, prompt))
    }

    /// Cards are played half of the time, so that they are seen.
    fn respond(&mut self, prompt: &Prompt<Imperium>) -> Choice {
        let playable = prompt.options.iter().find(|option| **option != Choice::Pass);
        match playable {
            Some(option) if self.random.coin() => option.clone(),
            _ => first_of(prompt, &Choice::Pass),
        }
    }
}

fn first_of(prompt: &Prompt<Imperium>, wanted: &Choice) -> Choice {
    let found = prompt.options.iter().find(|option| *option == wanted);
    found.unwrap_or(&prompt.options[0]).clone()
}

fn best(options: &[Choice], worth: impl Fn(&Choice) -> i32) -> Choice {
    let best = options.iter().max_by_key(|option| worth(option));
    best.expect("a prompt has options").clone()
}

/// The suggestion with most parts: it builds, pays and scores what it can.
fn fullest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
    let Some(shape) = compound::shape(&prompt.question) else { return Vec::new() };
    let weight = |answer: &Vec<Choice>| -> i32 {
        answer
            .iter()
            .map(|part| match part {
                Choice::Public(card) => 100 * i32::from(card.get().points),
                Choice::Secret(_) => 100,
                Choice::Technology(_) => 50,
                Choice::Token(_) => 10,
                Choice::Build { kind, count, .. } => {
                    let worth = if kind.is_ship() { 6 } else { 3 };
                    worth * i32::from(*count)
                }
                Choice::Land { count, .. } => 4 * i32::from(*count),
                Choice::Structure { .. } => 20,
                Choice::Sustain { count, .. } => 3 * i32::from(*count),
                Choice::Yes => 5,
                _ => 0,
            })
            .sum()
    };
    let suggestions = (shape.suggest)(state, prompt);
    // The first of equals: suggestions come best first.
    let mut best: Option<(i32, Vec<Choice>)> = None;
    for answer in suggestions {
        let weight = weight(&answer);
        if best.as_ref().is_none_or(|(most, _)| *most < weight) {
            best = Some((weight, answer));
        }
    }
    best.map_or(Vec::new(), |(_, answer)| answer)
}

fn strategy_worth(state: &State, seat: Seat, card: StrategyId) -> i32 {
    let goods = state.slot(card).map_or(0, |slot| i32::from(slot.trade_goods));
    let wanted = match card.get().initiative {
        1 => 5,
        7 => 6,
        5 => 5,
        8 => 4 + i32::from(state.mecatol_rex().is_some_and(|rex| holds(state, seat, rex))) * 6,
        6 => 4,
        4 => 3,
        _ => 2,
    };
    wanted + 3 * goods
}

fn holds(state: &State, seat: Seat, system: SystemId) -> bool {
    state.galaxy.planets(system).iter().any(|planet| state.owner(*planet) == Some(seat))
}

/// What activating a system promises: planets that can be taken, or something to build.
fn target_worth(state: &State, seat: Seat, system: SystemId) -> i32 {
    let reach = movement::reach(state, seat, system);
    let mine: i32 =
        reach.iter().map(|(stack, _)| strength(stack.kind) * i32::from(stack.count)).sum();
    let here: i32 =
        state.system(system).space.ships(seat).map(|s| strength(s.kind) * i32::from(s.count)).sum();
    let theirs: i32 = state
        .system(system)
        .space
        .iter()
        .filter(|stack| stack.owner != seat)
        .map(|stack| strength(stack.kind) * i32::from(stack.count))
        .sum();
    let planets: i32 = state
        .galaxy
        .planets(system)
        .iter()
        .filter(|planet| state.owner(**planet) != Some(seat))
        .map(|planet| 4 + i32::from(state.resources(*planet) + state.influence(*planet)))
        .sum();
    if planets > 0 && mine > 0 && mine + here > theirs {
        return 10 + planets - theirs;
    }
    let docks =
        state.galaxy.planets(system).iter().any(|planet| {
            state.forces(Place::Planet(*planet)).count(seat, UnitKind::SpaceDock) > 0
        });
    if docks && theirs == 0 { 11 } else { 0 }
}

fn strength(kind: UnitKind) -> i32 {
    match kind {
        UnitKind::Fighter => 1,
        UnitKind::Carrier => 2,
        UnitKind::Destroyer | UnitKind::Cruiser => 3,
        UnitKind::Dreadnought => 6,
        UnitKind::Flagship | UnitKind::WarSun => 10,
        _ => 0,
    }
}
