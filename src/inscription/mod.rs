//! Twilight Inscription, a roll-and-write for one to eight.
//!
//! Reading order: `data` (what is printed; `load` reads it from packs), `state`, `mark` (what a player
//! does and how it is typed), `desk` (judging and carrying out marks), `rules` (events, wars,
//! councils, scores), `view` and `text` (what one seat may know, in words).

use crate::engine::{self, Flow, Prompt, Refusal, Rulebook, Seat};

pub mod advise;
pub mod ask;
pub mod compound;
pub mod coverage;
pub mod data;
pub mod desk;
pub mod effect;
pub mod grid;
pub mod invariants;
pub mod load;
pub mod mark;
pub mod position;
mod reader;
pub mod reading;
pub mod readout;
pub mod rules;
pub mod scenario;
pub mod state;
pub mod text;
pub mod view;

use ask::{Choice, Question};
use state::{Phase, State};

/// The second game.
#[derive(Clone, Debug, PartialEq)]
pub struct Inscription;

pub type Game<'a> = engine::Game<'a, Inscription>;

/// Nothing is done out of turn.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Deed {}

impl Rulebook for Inscription {
    type State = State;
    type Question = Question;
    type Choice = Choice;
    type Deed = Deed;

    const NAME: &'static str = "inscription";
    const VERSION: u32 = 1;

    fn advance(game: &mut Game) -> Flow {
        rules::advance(game)
    }

    fn finished(state: &State) -> bool {
        state.phase == Phase::Finished
    }

    fn step_name(state: &State) -> String {
        let round = state.round;
        match state.phase {
            Phase::Setup => "set-up".into(),
            Phase::Event => format!("event {}: the card", round + 1),
            Phase::Dice => format!("event {round}: the dice"),
            Phase::Finished => "the end".into(),
        }
    }

    fn check(state: &State, prompt: &Prompt<Self>, choices: &[Choice]) -> Result<(), Refusal> {
        match &prompt.question {
            Question::Mark { .. } => Self::check_marks(state, prompt.seat, choices),
            Question::Ballot { counter, .. } => {
                rules::council::check(state, prompt.seat, counter.is_some(), choices)
            }
            Question::Faction => Err(Refusal::new("this question takes one of its options")),
        }
    }

    fn check_deed(_: &State, _: Seat, deed: &Deed) -> Result<(), Refusal> {
        match *deed {}
    }

    fn carry_out(_: &mut Game, _: Seat, deed: &Deed) -> Flow {
        match *deed {}
    }

    fn reshuffle(game: &mut Game) -> Flow {
        rules::setup::reshuffle(game)
    }
}

#[cfg(test)]
mod tests;
