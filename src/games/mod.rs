//! The games that this program hosts: what each tells the table about itself, and which there are. A new
//! game is a module here, a line in [`Kind`] and the macros, and its entry in [`host`].

use crate::store::{GameRow, Store, Trouble};
use crate::table::{self, CheckReport, Export, Hosted, Refused, Tally, Unfit};

pub mod host;
#[cfg(test)]
mod host_tests;
pub mod imperium;
pub mod inscription;
pub mod packs;
#[cfg(test)]
mod tally_tests;
#[cfg(test)]
mod tests;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Imperium,
    Inscription,
}

/// Does the same with the game of a kind, by the name `$game`.
macro_rules! of_kind {
    ($kind:expr, $game:ident => $do:expr) => {
        match $kind {
            $crate::games::Kind::Imperium => {
                type $game = $crate::imperium::Imperium;
                $do
            }
            $crate::games::Kind::Inscription => {
                type $game = $crate::inscription::Inscription;
                $do
            }
        }
    };
}
pub(crate) use of_kind;

impl Kind {
    /// The usual one first.
    pub const ALL: [Kind; 2] = [Kind::Imperium, Kind::Inscription];

    /// The kind of this name, as the store or a player writes it.
    pub fn named(name: &str) -> Option<Kind> {
        let name = name.trim();
        let fits = |kind: &Kind| {
            kind.name().eq_ignore_ascii_case(name) || kind.title().eq_ignore_ascii_case(name)
        };
        Kind::ALL.into_iter().find(fits)
    }

    /// The kind of a stored game.
    ///
    /// # Errors
    /// When the store holds a game that this program does not know.
    pub fn of(game: &GameRow) -> Result<Kind, Refused> {
        Kind::named(&game.kind).ok_or_else(|| {
            let what = format!("game {}: this program does not know {}", game.id, game.kind);
            Trouble::Damaged(what).into()
        })
    }

    pub fn name(self) -> &'static str {
        use crate::engine::Rulebook;
        of_kind!(self, G => G::NAME)
    }

    pub fn title(self) -> &'static str {
        of_kind!(self, G => G::TITLE)
    }

    /// How many can play, from and to.
    pub fn seats(self) -> (usize, usize) {
        of_kind!(self, G => (*G::SEATS.start(), *G::SEATS.end()))
    }

    pub fn usual_seats(self) -> usize {
        of_kind!(self, G => G::USUAL_SEATS)
    }

    /// Kinds of computer players, the usual one first.
    pub fn computers(self) -> &'static [&'static str] {
        of_kind!(self, G => G::COMPUTERS)
    }

    pub fn settings(self) -> &'static [(&'static str, &'static str)] {
        of_kind!(self, G => G::SETTINGS)
    }

    /// Values of a setting to choose from, as (label, value).
    pub fn setting_values(self, setting: &str) -> Vec<(String, String)> {
        of_kind!(self, G => G::setting_values(setting))
    }

    /// The commands that act in the game, with their options.
    pub fn commands(self) -> &'static [(&'static str, &'static [&'static str])] {
        of_kind!(self, G => G::COMMANDS)
    }

    /// A topic of standing orders in words.
    pub fn topic_text(self, topic: &str) -> Option<String> {
        of_kind!(self, G => G::topic_text(topic))
    }

    /// A command written as a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_line(self, line: &str) -> Result<table::Line, crate::engine::Refusal> {
        of_kind!(self, G => G::read_line(line))
    }
}

/// What this build makes of a game's open step; see [`table::check`].
///
/// # Errors
/// When the game cannot be read.
pub async fn check(store: &Store, game: &GameRow) -> Result<CheckReport, Refused> {
    of_kind!(Kind::of(game)?, G => table::check::<G>(store, &game.id).await)
}

/// The kind of an exported game.
fn kind_of(file: &Export) -> Result<Kind, Unfit> {
    Kind::named(&file.kind).ok_or_else(|| Unfit::OtherGame(file.kind.clone()))
}

/// Takes an exported game into a store; see [`table::import`].
///
/// # Errors
/// When the file is damaged, or of no game that this program knows.
pub async fn import(
    store: &Store,
    file: &Export,
    channel: &str,
    guild: &str,
    now: i64,
) -> Result<String, Unfit> {
    of_kind!(kind_of(file)?, G => table::import::<G>(store, file, channel, guild, now).await)
}

/// How an exported game was played; see [`table::tally`].
///
/// # Errors
/// When the file is damaged, or of no game that this program knows.
pub fn tally(file: &Export) -> Result<Tally, Unfit> {
    of_kind!(kind_of(file)?, G => table::tally::<G>(file))
}
