//! Subcommands, by what they work on.

pub mod tools;
