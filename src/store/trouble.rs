//! What can go wrong with a database, in words for the operator.

use std::fmt;

use sqlx::migrate::MigrateError;

use crate::metrics::METRICS;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Made by a newer program; the number of the first migration that this one does not know.
    Newer(i64),
    /// Something in it cannot be read; says what.
    Damaged(String),
    Full,
    ReadOnly,
    Busy,
    CannotOpen(String),
    /// Another process has written to this game since it was read.
    Overtaken,
    /// Another process has taken over from this one.
    Replaced,
    /// The channel holds another unfinished game.
    ChannelTaken,
    /// The player has a seat in this game already.
    SeatedAlready,
    NoSuchGame,
    Other(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Newer(version) => write!(
                f,
                "the database was made by a newer Custodian (it has change {version}, which this \
                 one does not know); start the newer program or restore the backup made before \
                 the update"
            ),
            Trouble::Damaged(what) => write!(
                f,
                "the database is damaged ({what}); nothing was written. Restore a backup, or \
                 import the exported game"
            ),
            Trouble::Full => {
                f.write_str("the disk is full; nothing was written and nothing is lost")
            }
            Trouble::ReadOnly => f.write_str(
                "the database cannot be written to (read-only file, folder or disk); nothing is lost",
            ),
            Trouble::Busy => {
                f.write_str("the database is in use by another program; nothing was written")
            }
            Trouble::CannotOpen(why) => write!(f, "the database cannot be opened: {why}"),
            Trouble::Overtaken => f.write_str(
                "another Custodian has moved this game on; it was read again, so please repeat",
            ),
            Trouble::Replaced => f.write_str(
                "another Custodian has taken over from this one; nothing was written",
            ),
            Trouble::ChannelTaken => f.write_str("this channel holds another unfinished game"),
            Trouble::SeatedAlready => f.write_str("that player sits at this table already"),
            Trouble::NoSuchGame => f.write_str("there is no such game"),
            Trouble::Other(why) => write!(f, "the database failed: {why}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        METRICS.database_errors.count();
        match &error {
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default();
                let message = database.message();
                // PostgreSQL's codes have five characters, SQLite's are short numbers.
                match code.parse() {
                    Ok(number) if code.len() < 5 => of_sqlite(number, message),
                    _ => of_postgres(&code, message),
                }
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                Trouble::Damaged(error.to_string())
            }
            sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull => Trouble::Full,
            _ => Trouble::Other(error.to_string()),
        }
    }
}

fn of_sqlite(code: i64, message: &str) -> Trouble {
    // Extended result codes carry the primary one in their low byte.
    match code & 0xff {
        5 | 6 => Trouble::Busy,
        8 => Trouble::ReadOnly,
        11 | 26 => Trouble::Damaged(message.into()),
        13 => Trouble::Full,
        14 => Trouble::CannotOpen(message.into()),
        _ => Trouble::Other(message.into()),
    }
}

fn of_postgres(code: &str, message: &str) -> Trouble {
    match code {
        "53100" => Trouble::Full,
        "25006" => Trouble::ReadOnly,
        // A lock was not to be had, two transactions stood in each other's way, the server starts or
        // stops, or has too many clients.
        "55P03" | "40001" | "40P01" | "57P01" | "57P03" | "53300" => Trouble::Busy,
        "XX001" | "XX002" => Trouble::Damaged(message.into()),
        // No such database, a wrong password, no right to it.
        "3D000" | "28000" | "28P01" | "42501" => Trouble::CannotOpen(message.into()),
        _ => Trouble::Other(message.into()),
    }
}

impl From<MigrateError> for Trouble {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Trouble::Newer(version),
            MigrateError::VersionMismatch(version) => {
                Trouble::Damaged(format!("its change {version} is not the one of this program"))
            }
            MigrateError::Dirty(version) => {
                Trouble::Damaged(format!("its change {version} was interrupted"))
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Trouble::Other(other.to_string()),
        }
    }
}

/// The meaning of a broken uniqueness, which each statement knows for itself.
pub(super) fn unless_unique(error: sqlx::Error, meaning: Trouble) -> Trouble {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => meaning,
        _ => error.into(),
    }
}
