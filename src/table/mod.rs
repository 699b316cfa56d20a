//! One running game at a time, from command to message: where the pure rules meet the store.
//!
//! A command is judged by the rules, and what it causes (journal entries, checkpoints, letters to
//! Discord, open questions) is written in one transaction; only then is it told. Nothing here knows
//! Discord, and nothing here knows a game beyond [`Hosted`].
//!
//! Reading order: `hosted` (what a game tells its host), `table` (one game and how it moves on),
//! `answer`, `draft`, `machine`, `undo` (commands), `orders` and `pace` (what happens without them), `course` (a step again), `notice` (what is told), `post` (delivery),
//! `registry` and `lobby` (all games), `export` and `check` (files and upgrades).

mod answer;
mod check;
mod clock;
mod course;
mod draft;
mod export;
mod habits;
mod hosted;
mod lobby;
mod machine;
mod notice;
mod orders;
pub mod pace;
mod post;
mod refused;
mod registry;
mod ring;
#[allow(clippy::module_inception)]
mod table;
#[cfg(test)]
mod tests;
mod undo;

pub use answer::{Acted, Done};
pub use check::{CheckReport, check};
pub use clock::{Clock, SystemClock};
pub use draft::{DraftView, Suggestion};
pub use export::{Export, Unfit, Verification, export, import, verify};
pub use habits::{Habits, Pings, Reminder, reminders};
pub use hosted::{Act, Computer, Hosted, Settings, Setup, SetupSeat};
pub use lobby::{Lobby, NewGame};
pub use notice::{Lateness, Notice};
pub use orders::{Order, Reply, Until};
pub use pace::{Hours, Overdue, Pace};
pub use post::{Courier, Letter, PostTrouble, Posted, Poster};
pub use refused::Refused;
pub use registry::{TableGuard, Tables};
pub use table::{Actor, OptionText, QuestionText, Table};
pub use undo::{HistoryLine, Undoing};
