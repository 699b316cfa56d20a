//! Why a command was not carried out, in words for the one who gave it. Nothing has changed.

use std::fmt;

use crate::engine::{Refusal, Rejected};
use crate::store::Trouble;

use super::QuestionText;

#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// No game in this channel, or none of this id.
    NoGame,
    /// The channel holds another unfinished game.
    ChannelTaken,
    /// Still in the lobby.
    NotStarted,
    /// No longer in the lobby.
    Started,
    Finished,
    NotAPlayer,
    SeatedAlready,
    TableFull(usize),
    TooFew {
        have: usize,
        need: usize,
    },
    /// The question belongs to another seat.
    WrongSeat,
    NotModerator,
    /// An old button; what is asked now, if anything is.
    Stale(Option<Box<QuestionText>>),
    NotAsked,
    /// The option is not, or no longer, offered; its key.
    NoSuchOption(String),
    /// The rules say no.
    Illegal(Refusal),
    /// The rules failed over it; the operator should hear of it.
    Broken(String),
    /// A moderator of this name lets the game rest.
    Paused(String),
    /// The game does not run under this program.
    Stopped(String),
    /// Text beyond its limit, in characters.
    TooLong {
        what: &'static str,
        limit: usize,
    },
    Store(Trouble),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoGame => f.write_str("There is no game here. `/game create` starts one."),
            Refused::ChannelTaken => f.write_str(
                "This channel holds another unfinished game; one channel holds one game.",
            ),
            Refused::NotStarted => {
                f.write_str("The game has not started yet: `/game join`, then `/game start`.")
            }
            Refused::Started => f.write_str("The game has started already."),
            Refused::Finished => f.write_str("The game is over."),
            Refused::NotAPlayer => f.write_str("You do not play in this game."),
            Refused::SeatedAlready => f.write_str("That player sits at this table already."),
            Refused::TableFull(seats) => {
                write!(f, "All {seats} seats of this game are taken.")
            }
            Refused::TooFew { have, need } => write!(
                f,
                "{have} of at least {need} seats are taken: `/game join`, or `/game fill` for \
                 computer players."
            ),
            Refused::WrongSeat => f.write_str("That question is for another player."),
            Refused::NotModerator => {
                f.write_str("Only a moderator of this game can do that: its creator or the role.")
            }
            Refused::Stale(Some(now)) => {
                write!(f, "This has moved on. You are asked now: {}", now.text)
            }
            Refused::Stale(None) => f.write_str("This has moved on. Nothing is asked of you now."),
            Refused::NotAsked => f.write_str("Nothing is asked of you now."),
            Refused::NoSuchOption(key) => write!(f, "`{key}` cannot be chosen now."),
            Refused::Illegal(refusal) => write!(f, "Not possible: {refusal}"),
            Refused::Broken(_) => f.write_str(
                "The referee itself failed over this, so it was not carried out and nothing has \
                 changed. Please report it; anything else can still be done.",
            ),
            Refused::Paused(by) => write!(
                f,
                "The game is paused, by {by}. Nothing can be answered until `/mod resume`."
            ),
            // What exactly could name somebody's card.
            Refused::Stopped(_) => f.write_str(
                "This game stands still, because this version of the referee reads its journal \
                 differently; `custodian check` tells the operator where. A moderator can undo the \
                 last steps, or the operator can go back to the earlier version.",
            ),
            Refused::TooLong { what, limit } => {
                write!(f, "The {what} may have at most {limit} characters.")
            }
            Refused::Store(trouble) => write!(f, "Nothing was done: {trouble}."),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused::Illegal(refusal)
    }
}

impl From<Rejected> for Refused {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Refused(refusal) => Refused::Illegal(refusal),
            Rejected::Broken(why) => Refused::Broken(why),
        }
    }
}

impl From<Trouble> for Refused {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::NoSuchGame => Refused::NoGame,
            Trouble::ChannelTaken => Refused::ChannelTaken,
            Trouble::SeatedAlready => Refused::SeatedAlready,
            other => Refused::Store(other),
        }
    }
}
