//! What the rules ask, and what answers are made of. Two questions take compound answers: marking a
//! window and casting a ballot; the others take one of their options.

use serde::{Deserialize, Serialize};

use super::data::{AgendaId, FactionId};
use super::mark::Mark;
use super::state::Window;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// One of the factions that were dealt.
    Faction,
    /// Marks, one after the other, to the end of the window or to something drawn.
    Mark { window: Window },
    /// Votes for an agenda. With a counter agenda only their number is committed.
    Ballot { agenda: AgendaId, counter: Option<AgendaId> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ballot {
    Pass,
    Fail,
    /// Against the AI faction.
    Commit,
}

impl Ballot {
    pub fn word(self) -> &'static str {
        ["pass", "fail", "votes"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Choice {
    Faction(FactionId),
    /// A mark, or a relic played with a ballot.
    Mark(Mark),
    /// So many claimed votes are cast; no such part means to abstain.
    Vote {
        ballot: Ballot,
        votes: u8,
    },
}
