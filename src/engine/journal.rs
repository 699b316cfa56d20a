//! What is stored of a game: an append-only list of entries, and which of them are still in force.

use serde::{Deserialize, Serialize};

use super::{Rulebook, Seat};

/// Who gave an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum By {
    Player,
    /// A computer player.
    Computer,
    /// The player's standing order.
    Standing,
    /// A moderator in the player's place.
    Moderator(String),
}

/// One line of the journal. Entries are never changed or removed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Entry<G: Rulebook> {
    Answer {
        seat: Seat,
        question: G::Question,
        choices: Vec<G::Choice>,
        /// [`super::digest`] of the state it was given in; empty when nobody looked.
        state: String,
        by: By,
    },
    /// Dice (1 to `faces`), or a shuffle when `faces` is 0 (the new order of old indices).
    Chance { label: String, faces: u32, outcomes: Vec<u32> },
    /// A card was drawn or something hidden was shown: from here on an undo cannot make it unseen.
    Reveal { what: String },
    /// Something out of turn, applied at the next question.
    Deed { seat: Seat, deed: G::Deed, by: By },
    /// Everything in force from journal position `to` on is taken back.
    Undo { to: usize, by: String },
    /// The last undo is taken back.
    Redo { by: String },
    /// A moderator granted dice nobody has seen; what is unseen is shuffled again.
    Fresh { grant: u32 },
}

impl<G: Rulebook> Entry<G> {
    /// Whether somebody did this; everything else follows from what was done.
    pub fn is_act(&self) -> bool {
        matches!(self, Entry::Answer { .. } | Entry::Deed { .. })
    }
}

/// Which journal positions are in force, and the tails that a redo would bring back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub live: Vec<usize>,
    /// What each undo took, and how many entries it left in force.
    undone: Vec<(usize, Vec<usize>)>,
    /// After each journal entry: the position behind the last entry then in force.
    ends: Vec<usize>,
}

impl Line {
    pub fn of<G: Rulebook>(journal: &[Entry<G>]) -> Self {
        let mut line = Line::default();
        for (position, entry) in journal.iter().enumerate() {
            line.push(position, entry);
        }
        line
    }

    /// Takes the entry at `position` into account.
    pub fn push<G: Rulebook>(&mut self, position: usize, entry: &Entry<G>) {
        match entry {
            Entry::Undo { to, .. } => {
                let cut = self.live.partition_point(|at| at < to);
                self.undone.push((cut, self.live.split_off(cut)));
            }
            Entry::Redo { .. } => {
                if let Some((cut, taken)) = self.undone.pop() {
                    self.live.truncate(cut);
                    self.live.extend(taken);
                }
            }
            _ => {
                // Dice after an undo follow from it; only what somebody does ends the way back.
                if entry.is_act() {
                    self.undone.clear();
                }
                self.live.push(position);
            }
        }
        self.ends.push(self.live.last().map_or(0, |last| last + 1));
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether what was in force when the journal was `at` long still is; 0 is the start.
    pub fn reaches(&self, at: usize) -> bool {
        self.split(at).is_some()
    }

    /// What was in force when the journal was `at` long, and what came after it; none when some of
    /// that was taken back.
    pub fn split(&self, at: usize) -> Option<(&[usize], &[usize])> {
        let end = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        let kept = match end {
            0 => 0,
            _ => self.live.binary_search(&(end - 1)).ok()? + 1,
        };
        Some(self.live.split_at(kept))
    }
}
