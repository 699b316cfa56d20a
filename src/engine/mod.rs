//! The referee's clockwork: a journal of answers and chance, rules that ask, and runs that stop at
//! the first question nobody has answered yet. It knows no game; a game is a [`Rulebook`].
//!
//! Reading order: `prompt` (what is asked), `journal` (what is stored), `chance` (dice and
//! shuffles from the committed seed), `game` (what rules call), `record` (one game's whole
//! history: submit, undo, redo).

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub mod chance;
pub mod game;
pub mod journal;
pub mod prompt;
pub mod record;
#[cfg(test)]
mod tests;

pub use chance::Seed;
pub use game::{Decider, Flow, Game, Halt, Outcome, Reply, Run, play, run, step};
pub use journal::{By, Entry};
pub use prompt::{Prompt, Refusal, Shape};
pub use record::{
    Boundary, Checkpoint, Current, Misfit, Record, Rejected, StepNews, Submission, UndoPreview,
};

/// A place at the table, 0-based in clockwise order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Position in arrays that hold one element a seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The form in which news and questions name a seat; [`name_seats`] puts players' names there.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\u{ab}{}\u{bb}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// `text` with each seat mark (`«2»`) replaced by what `name` says of that seat.
pub fn name_seats(text: &str, name: impl Fn(Seat) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{ab}') {
        out.push_str(before);
        let mark = after.split_once('\u{bb}');
        match mark.and_then(|(number, tail)| Some((seat_number(number)?, tail))) {
            Some((seat, tail)) => {
                out.push_str(&name(seat));
                rest = tail;
            }
            None => {
                out.push('\u{ab}');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Exactly what [`Seat`] writes between the marks, so that `«+2»` or `«02»` stay as they are.
fn seat_number(text: &str) -> Option<Seat> {
    text.parse().ok().map(Seat).filter(|seat| seat.0.to_string() == text)
}

/// Who hears a piece of news.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Audience {
    Everyone,
    Only(Seat),
    These(Vec<Seat>),
}

impl Audience {
    /// Whether `seat` hears it; `None` is somebody who sits at no seat.
    pub fn includes(&self, seat: Option<Seat>) -> bool {
        match (self, seat) {
            (Audience::Everyone, _) => true,
            (Audience::Only(one), Some(seat)) => *one == seat,
            (Audience::These(seats), Some(seat)) => seats.contains(&seat),
            _ => false,
        }
    }
}

/// One thing that happened, in words. Seats appear as marks, see [`name_seats`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    pub audience: Audience,
    pub text: String,
}

/// A game as the engine and its host see it.
pub trait Rulebook: Clone + PartialEq + fmt::Debug + 'static {
    type State: Clone + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a prompt asks, with everything that its text needs.
    type Question: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One option or one part of a compound answer, by name.
    type Choice: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Something done out of turn, between two questions: a deal, a moderator's edit.
    type Deed: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Short name, as in `/game create game:`.
    const NAME: &'static str;
    /// Version of the serialized state; a checkpoint of another version is migrated or refused.
    const VERSION: u32;

    /// Runs one step of the game, to its next checkpoint.
    fn advance(game: &mut Game<Self>) -> Flow;

    fn finished(state: &Self::State) -> bool;

    /// What the current step is, for undo lists: "round 2, «1»'s turn".
    /// Steps in a row that share what stands before ": " belong together and are told together.
    fn step_name(state: &Self::State) -> String;

    /// Whether `choices` is a legal compound answer to `prompt`.
    fn check(
        state: &Self::State,
        prompt: &Prompt<Self>,
        choices: &[Self::Choice],
    ) -> Result<(), Refusal>;

    /// Whether `seat` may do `deed` now.
    fn check_deed(state: &Self::State, seat: Seat, deed: &Self::Deed) -> Result<(), Refusal>;

    /// Whether only a moderator may do it, and only a moderator's undo takes it back.
    fn for_moderators(_deed: &Self::Deed) -> bool {
        false
    }

    /// Carries out a deed that [`Rulebook::check_deed`] allows.
    fn carry_out(game: &mut Game<Self>, seat: Seat, deed: &Self::Deed) -> Flow;

    /// Shuffles everything nobody has seen, after a moderator granted fresh chance. It may come at
    /// any question and before any step, the first included.
    fn reshuffle(game: &mut Game<Self>) -> Flow;
}

/// Whether `seat` may do `deed` now, in whoever's name.
fn may_do<G: Rulebook>(
    state: &G::State,
    seat: Seat,
    deed: &G::Deed,
    by: &By,
) -> Result<(), Refusal> {
    match by {
        By::Moderator(_) => G::check_deed(state, seat, deed),
        _ if G::for_moderators(deed) => Err(Refusal::new("only a moderator can do that")),
        _ => G::check_deed(state, seat, deed),
    }
}

/// A hash of any serializable value, equal between machines and builds.
pub fn digest<T: Serialize>(value: &T) -> String {
    use sha2::{Digest, Sha256};
    let bytes = serde_json::to_vec(value).expect("states are plain data with string keys");
    hex(&Sha256::digest(&bytes)[..8])
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
