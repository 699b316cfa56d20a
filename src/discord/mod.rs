//! The bot: slash commands, buttons, direct messages. An adapter that decides nothing: what is legal,
//! what is asked and what is told comes from `table`, and everybody's eyes get a view.
//!
//! Reading order: `bot` (start and end), `commands` (what is typed), `press` (what is pressed),
//! `face` (what questions look like), `poster` (what is told), `shown` (what each game shows beyond that),
//! `pictures`, `patience` (when Discord is in trouble), `words`, `ids`.

use std::fmt;
use std::sync::Arc;

use crate::table;

pub mod actor;
pub mod bot;
pub mod commands;
mod consent;
mod face;
mod ids;
#[cfg(test)]
mod limits;
mod patience;
mod pictures;
mod poster;
mod press;
mod remind;
mod reply;
mod shown;
mod watch;
pub mod words;

pub use bot::{Bot, Ended, Processes, Setup};
pub use pictures::{Draw, Image, Scene, Sheets, Subject, drawing};

pub use crate::games::host::{Table, Tables};

/// What every command can reach.
pub struct Data {
    pub tables: Arc<Tables>,
    poster: Arc<poster::DiscordPoster>,
    pictures: Arc<pictures::Pictures>,
    delivered: patience::Delivered,
    /// Has letters that could not be posted tried again.
    bell: table::Bell,
    /// Name or id of the role whose holders moderate every game.
    moderator_role: Option<String>,
    bot: Arc<bot::State>,
}

pub type Context<'a> = poise::Context<'a, Arc<Data>, Error>;

/// What a command can fail with.
#[derive(Debug)]
pub enum Error {
    /// For the one who gave the command, as it stands.
    Said(String),
    /// For the operator; the player is told that it did not work.
    Broke(anyhow::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Said(text) => f.write_str(text),
            Error::Broke(why) => write!(f, "{why:#}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<table::Refused> for Error {
    fn from(refused: table::Refused) -> Self {
        Error::Said(format!("✖ {refused}"))
    }
}

impl From<poise::serenity_prelude::Error> for Error {
    fn from(why: poise::serenity_prelude::Error) -> Self {
        Error::Broke(anyhow::anyhow!(patience::said(&why)))
    }
}

impl Error {
    /// A refusal with players' names where it names seats.
    fn at(table: &Table, refused: table::Refused) -> Self {
        Error::Said(format!("✖ {}", table.named(&refused.to_string())))
    }
}

type Done<T = ()> = Result<T, Error>;
