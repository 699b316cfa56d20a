//! Custodian: a referee for play-by-post board games on Discord.

pub mod cli;
pub mod config;
pub mod discord;
pub mod engine;
pub mod games;
pub mod hostile;
pub mod imperium;
pub mod inscription;
pub mod metrics;
pub mod picture;
pub mod players;
pub mod simcord;
pub mod store;
pub mod table;
