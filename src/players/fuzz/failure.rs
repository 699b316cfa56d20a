//! A game that went wrong, as a file.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::{Entry, Seed};

use super::{Fuzzed, Played};

const FORMAT: &str = "custodian failure";
const VERSION: u32 = 1;

/// Set-up, seed and everything that the players did.
#[derive(Clone, Debug)]
pub struct Failure<G: Fuzzed> {
    pub setup: String,
    pub what: String,
    /// The number from which the players were made.
    pub number: u64,
    pub seed: Seed,
    pub start: G::State,
    pub acts: Vec<Entry<G>>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    format_version: u32,
    game: String,
    /// Of the rules.
    version: u32,
    program: String,
    what: String,
    setup: String,
    number: u64,
    seed: Seed,
    start: Value,
    journal: Vec<Value>,
}

/// Why a file is no failure that can be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    NotJson(String),
    /// JSON, but something else; says what.
    Foreign(String),
    /// Written by a newer program.
    Newer(String),
    OtherGame(String),
    /// Says where.
    Damaged(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::NotJson(why) => write!(f, "the file is no JSON, or is cut off: {why}"),
            Unreadable::Foreign(what) => {
                write!(f, "the file is nothing that `custodian fuzz` wrote: {what}")
            }
            Unreadable::Newer(what) => {
                write!(f, "the file was written by a newer Custodian: {what}")
            }
            Unreadable::OtherGame(game) => write!(f, "the file holds a game of {game}"),
            Unreadable::Damaged(what) => write!(f, "the file is damaged: {what}"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl<G: Fuzzed> Failure<G> {
    pub fn of(number: u64, what: &str, played: &Played<G>) -> Self {
        Failure {
            setup: played.setup.clone(),
            what: what.into(),
            number,
            seed: played.seed.clone(),
            start: played.start.clone(),
            acts: played.acts.clone(),
        }
    }

    pub fn text(&self) -> String {
        let value = |thing: serde_json::Result<Value>| thing.expect("plain data with string keys");
        let file = File {
            format: FORMAT.into(),
            format_version: VERSION,
            game: G::NAME.into(),
            version: G::VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            what: self.what.clone(),
            setup: self.setup.clone(),
            number: self.number,
            seed: self.seed.clone(),
            start: value(serde_json::to_value(&self.start)),
            journal: self.acts.iter().map(|act| value(serde_json::to_value(act))).collect(),
        };
        serde_json::to_string(&file).expect("plain data with string keys")
    }

    pub fn write(&self, file: &Path) -> std::io::Result<()> {
        std::fs::write(file, self.text())
    }

    /// Reads what [`Self::text`] wrote.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let file = header(text)?;
        if file.game != G::NAME {
            return Err(Unreadable::OtherGame(file.game));
        }
        if file.version != G::VERSION {
            let (had, have) = (file.version, G::VERSION);
            let what = format!("its rules have version {had}, these have {have}");
            return Err(match had > have {
                true => Unreadable::Newer(what),
                false => Unreadable::Damaged(format!("it is too old: {what}")),
            });
        }
        let damaged = |where_: String, why: serde_json::Error| {
            Unreadable::Damaged(format!("{where_}: {why}"))
        };
        let start =
            serde_json::from_value(file.start).map_err(|why| damaged("start".into(), why))?;
        let acts = file.journal.into_iter().enumerate().map(|(at, act)| {
            let act: Entry<G> =
                serde_json::from_value(act).map_err(|why| damaged(format!("entry {at}"), why))?;
            match act.is_act() {
                true => Ok(act),
                false => Err(Unreadable::Damaged(format!("entry {at}: nobody did {act:?}"))),
            }
        });
        Ok(Failure {
            setup: file.setup,
            what: file.what,
            number: file.number,
            seed: file.seed,
            start,
            acts: acts.collect::<Result<_, _>>()?,
        })
    }

    /// Which game a file is about.
    pub fn game(text: &str) -> Result<String, Unreadable> {
        Ok(header(text)?.game)
    }
}

fn header(text: &str) -> Result<File, Unreadable> {
    let value: Value =
        serde_json::from_str(text).map_err(|why| Unreadable::NotJson(why.to_string()))?;
    match value.get("format").and_then(Value::as_str) {
        Some(FORMAT) => {}
        Some("custodian game") => {
            let what = "it is an exported game, which `custodian import` reads".into();
            return Err(Unreadable::Foreign(what));
        }
        Some(other) => return Err(Unreadable::Foreign(format!("its format is `{other:.40}`"))),
        None => return Err(Unreadable::Foreign("it names no format".into())),
    }
    match value.get("format_version").and_then(Value::as_u64) {
        Some(version) if version <= u64::from(VERSION) => {}
        Some(version) => return Err(Unreadable::Newer(format!("its version is {version}"))),
        None => return Err(Unreadable::Damaged("it names no version".into())),
    }
    serde_json::from_value(value).map_err(|why| Unreadable::Damaged(why.to_string()))
}

/// What two reports of one fault have in common: the words without the numbers.
pub fn kind_of(what: &str) -> String {
    let plain: String = what.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    plain.split(" [").next().unwrap_or_default().chars().take(50).collect()
}
