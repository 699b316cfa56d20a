//! A tiny game at a real table on a real temporary database.

mod drafts;
mod duel;
mod files;
mod machines;
mod orders;
mod paced;
mod place;
mod play;
mod post;
mod retire;
mod seats;
mod split;
mod trouble;
mod undoing;
mod upgrade;
