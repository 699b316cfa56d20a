//! What is told of a game: the bodies of letters. They are kept as JSON in the outbox, so that what
//! a command caused is posted even if the program dies right after it.

use serde::{Deserialize, Serialize};

use crate::engine::{Audience, Seat, StepNews};
use crate::store::NewLetter;

/// One letter's content. Texts name seats by marks, see [`crate::engine::name_seats`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notice {
    /// The game begins; SHA-256 of its seed.
    Started {
        commitment: String,
    },
    /// What happened in one step of the game, whole, so that one message can be edited while it
    /// goes on.
    Turn {
        /// The same for all letters about one message.
        message: String,
        name: String,
        /// All lines for everybody so far.
        lines: Vec<String>,
        /// How many of them were told in earlier letters.
        told: usize,
        /// Set when the step has ended: the number of the checkpoint that it led to.
        ended: Option<usize>,
    },
    /// What only the letter's seat may know.
    Private {
        lines: Vec<String>,
    },
    /// Who is asked what from now on, as everybody may read it.
    Asked {
        position: usize,
        questions: Vec<(Seat, String)>,
    },
    Undone {
        by: String,
        /// The point gone back to.
        name: String,
        answers: usize,
        dice: usize,
        /// What was drawn or shown since and cannot be unseen.
        seen: Vec<String>,
        fresh: bool,
        /// The checkpoint from which the game goes on, whose board is shown.
        #[serde(default)]
        board: Option<usize>,
    },
    Redone {
        by: String,
        /// The checkpoint from which the game goes on, whose board is shown.
        #[serde(default)]
        board: Option<usize>,
    },
    /// A new version of the rules does not take some answers of the open step; they are asked again.
    Rewound {
        step: String,
        /// Whose answer is the first of them.
        seat: Option<Seat>,
        answers: usize,
    },
    /// A deadline comes near for somebody.
    Warned {
        seat: Seat,
        /// Milliseconds until it.
        left: i64,
    },
    /// A deadline has passed, and this was done.
    Overdue {
        seat: Seat,
        done: Lateness,
    },
    /// The table goes by another pace from now on.
    Paced {
        by: String,
        pace: super::Pace,
    },
    /// A moderator acted in a player's place.
    InPlace {
        by: String,
        seat: Seat,
    },
    /// A moderator took the whole game home, everybody's secrets included.
    Exported {
        by: String,
    },
    /// A moderator corrected something by hand; what it was stands among the news.
    Fixed {
        by: String,
        /// May be empty.
        why: String,
    },
    /// A moderator lets the game rest.
    Paused {
        by: String,
        /// May be empty.
        why: String,
    },
    Resumed {
        by: String,
    },
    /// Somebody else plays a seat from now on.
    Replaced {
        seat: Seat,
        from: String,
        to: String,
    },
    /// A player would hand their seat over to this user.
    Offered {
        seat: Seat,
        user: String,
        name: String,
    },
    /// Somebody else has the rights of the game's creator.
    Transferred {
        by: String,
        to: String,
    },
    /// A player asks the others for an undo, when the journal was this long.
    UndoAsked {
        at: usize,
    },
    Ended {
        summary: String,
        commitment: String,
        seed: String,
    },
}

/// What was done when somebody let a deadline pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lateness {
    Passed,
    ComputerAnswered,
    Nothing,
}

impl Notice {
    /// As a letter to the channel.
    pub(super) fn public(&self) -> NewLetter {
        NewLetter { seat: None, replaces: self.replaces(), body: self.json() }
    }

    /// As a letter to one seat.
    pub(super) fn to(&self, seat: Seat) -> NewLetter {
        NewLetter { seat: Some(seat.0), replaces: String::new(), body: self.json() }
    }

    /// A later letter with the same word makes an unposted earlier one needless.
    fn replaces(&self) -> String {
        match self {
            Notice::Turn { message, .. } => format!("turn {message}"),
            Notice::Asked { .. } => "asked".into(),
            _ => String::new(),
        }
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a notice is plain data")
    }
}

/// The letters about one step; `era` counts undos and redos, for a step that is played again gets
/// a message of its own. `checkpoint` is where the step led, if it ended.
pub(super) fn of_step(step: &StepNews, era: usize, checkpoint: usize) -> Vec<NewLetter> {
    let public = |news: &&crate::engine::News| news.audience == Audience::Everyone;
    let lines: Vec<String> =
        step.news.iter().filter(public).map(|news| news.text.clone()).collect();
    let told = step.news[..step.told].iter().filter(public).count();
    let mut letters = Vec::new();
    if !lines.is_empty() && (told < lines.len() || step.over) {
        let message = format!("{}.{era}", step.number);
        let ended = step.over.then_some(checkpoint);
        let turn = Notice::Turn { message, name: step.name.clone(), lines, told, ended };
        letters.push(turn.public());
    }
    let fresh = &step.news[step.told..];
    let mut seats: Vec<Seat> = Vec::new();
    for news in fresh {
        match &news.audience {
            Audience::Everyone => {}
            Audience::Only(seat) => seats.push(*seat),
            Audience::These(these) => seats.extend(these),
        }
    }
    seats.sort_unstable();
    seats.dedup();
    for seat in seats {
        let lines = fresh
            .iter()
            .filter(|news| news.audience != Audience::Everyone)
            .filter(|news| news.audience.includes(Some(seat)))
            .map(|news| news.text.clone())
            .collect();
        letters.push(Notice::Private { lines }.to(seat));
    }
    letters
}
