//! Twilight Imperium, fourth edition.
//!
//! `data` is what is printed, `state` the position, `rules` the Rules Reference, `components` what
//! cards and factions do, `view` what one seat may know.

use serde::{Deserialize, Serialize};

use crate::engine::{self, Flow, Prompt, Refusal, Rulebook, Seat};

pub mod commands;
pub mod components;
pub mod coverage;
pub mod data;
pub mod odds;
pub mod position;
pub mod rules;
pub mod scenario;
#[cfg(test)]
pub mod script;
pub mod state;
pub mod view;
pub mod written;

use rules::ask::{Choice, Question};
use rules::fix::Fix;
use state::{Goods, Stage, State};

/// The first game.
#[derive(Clone, Debug, PartialEq)]
pub struct Imperium;

pub type Game<'a> = engine::Game<'a, Imperium>;

/// What a player does out of turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Proposes a transaction to another player (RR 94).
    Offer {
        to: Seat,
        gives: Goods,
        takes: Goods,
    },
    Accept {
        offer: u32,
    },
    /// Refuses an offer, or takes one's own back.
    Decline {
        offer: u32,
    },
    /// A moderator puts something right.
    Fix(Fix),
}

impl Rulebook for Imperium {
    type State = State;
    type Question = Question;
    type Choice = Choice;
    type Deed = Deed;

    const NAME: &'static str = "imperium";
    const VERSION: u32 = 1;

    fn advance(game: &mut Game) -> Flow {
        components::install();
        rules::advance(game)
    }

    fn finished(state: &State) -> bool {
        state.stage == Stage::Finished
    }

    fn step_name(state: &State) -> String {
        let round = state.round;
        match &state.stage {
            Stage::Setup(step) => format!("set-up: {}", step.name()),
            Stage::Strategy => match rules::strategy::picker(state) {
                Some(seat) => format!("round {round}, strategy phase: {seat}'s pick"),
                None => format!("round {round}, strategy phase: the end"),
            },
            Stage::Action => match state.active {
                Some(seat) => format!("round {round}, {seat}'s turn"),
                None => format!("round {round}, the action phase"),
            },
            Stage::Status(step) => format!("round {round}, status phase: {}", step.name()),
            Stage::Agenda(_) => format!("round {round}, an agenda"),
            Stage::Finished => "the end".into(),
        }
    }

    fn check(state: &State, prompt: &Prompt<Self>, choices: &[Choice]) -> Result<(), Refusal> {
        components::install();
        match rules::compound::shape(&prompt.question) {
            Some(shape) => (shape.check)(state, prompt, choices),
            None => Err(Refusal::new("this question takes one of its options")),
        }
    }

    fn check_deed(state: &State, seat: Seat, deed: &Deed) -> Result<(), Refusal> {
        components::install();
        rules::trade::check(state, seat, deed)
    }

    fn for_moderators(deed: &Deed) -> bool {
        matches!(deed, Deed::Fix(_))
    }

    fn carry_out(game: &mut Game, seat: Seat, deed: &Deed) -> Flow {
        rules::trade::carry_out(game, seat, deed)
    }

    fn reshuffle(game: &mut Game) -> Flow {
        rules::setup::reshuffle(game)
    }
}
