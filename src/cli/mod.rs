//! Subcommands, by what they work on.

pub mod bench;
pub mod tools;
