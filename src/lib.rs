//! Custodian: a referee for play-by-post board games on Discord.

pub mod engine;
pub mod imperium;
pub mod players;
pub mod picture;
