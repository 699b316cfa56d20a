//! One running game at a time, from command to message: where the pure rules meet the store.
//!
//! A command is judged by the rules, and what it causes (journal entries, checkpoints, letters to
//! Discord, open questions) is written in one transaction; only then is it told. Nothing here knows
//! Discord, and nothing here knows a game beyond [`Hosted`].
//!
//! Reading order: `hosted` (what a game tells its host), `table` (one game and how it moves on),
//! `answer`, `draft`, `machine`, `undo`, `lift`, `fix`, `consent`, `pause`, `replace` (commands), `orders` and `pace` (what happens without them), `course` (a step again), `notice` (what is told), `post` (delivery),
//! `registry` and `lobby` (all games), `export`, `retire` and `check` (files and upgrades).

mod answer;
mod audit;
mod check;
mod clock;
mod consent;
mod course;
mod draft;
mod export;
mod fix;
mod habits;
mod hosted;
mod lift;
mod lobby;
mod machine;
mod notice;
mod open_export;
mod orders;
pub mod pace;
mod pause;
mod post;
mod refused;
mod registry;
mod replace;
mod retire;
mod rewind;
mod ring;
#[allow(clippy::module_inception)]
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod undo;
mod why;

pub use answer::{Acted, Done};
pub use audit::Audit;
pub use check::{CheckReport, MisfitReport, check};
pub use clock::{Clock, SystemClock};
pub use consent::{Asking, Consented, Request};
pub use draft::{DraftView, Suggestion};
pub use export::{
    Export, ExportCheckpoint, ExportEntry, ExportSeat, Unfit, Verification, export, import, verify,
};
pub use fix::Fixed;
pub use habits::{Habits, Pings, Reminder, reminders};
pub use hosted::{Act, Computer, Fixing, Hosted, Line, Settings, Setup, SetupSeat};
pub use lobby::{Lobby, NewGame};
pub use notice::{Lateness, Notice};
pub use open_export::{OpenExport, OpenLine, OpenSeat};
pub use orders::{Order, Reply, Until};
pub use pace::{Hours, Overdue, Pace};
pub use pause::Rest;
pub use post::{Bell, Courier, Letter, PostTrouble, Posted, Poster};
pub use refused::Refused;
pub use registry::{TableGuard, Tables};
pub use replace::{Newcomer, Replaced};
pub use table::{Actor, OptionText, QuestionText, Table};
pub use tally::{Judged, RoundTally, SeatTally, Tally, count, tally};
pub use undo::{HistoryLine, Undoing};
