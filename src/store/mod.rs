//! Everything that outlives the program, and the only place with SQL. It knows rows and JSON texts,
//! no rules: `table` turns them into games and back.
//!
//! SQLite in WAL mode with `synchronous=FULL`: what was acknowledged survives a power cut. The
//! statements keep to what PostgreSQL knows too.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, Transaction};
use tokio::sync::Notify;

mod course;
mod games;
mod keep;
mod outbox;
#[cfg(test)]
mod tests;
mod trouble;

pub use course::{AskedRow, CheckpointRow, EntryRow, Expects, Head, NewLetter, Write};
pub use games::{GameRow, SeatRow, Status};
pub use keep::{AuditRow, DraftRow};
pub use outbox::LetterRow;
pub use trouble::Trouble;

type Result<T> = std::result::Result<T, Trouble>;

/// The database. Clones share one pool of connections.
#[derive(Clone)]
pub struct Store {
    pool: SqlitePool,
    letters: Arc<Notify>,
}

impl Store {
    /// Opens the database file at `path`, made when missing and brought up to date when older.
    pub async fn open(path: &Path) -> Result<Store> {
        Self::open_with(SqliteConnectOptions::new().filename(path).create_if_missing(true)).await
    }

    async fn open_with(options: SqliteConnectOptions) -> Result<Store> {
        let options = options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let pool = pool_options().max_connections(4).connect_with(options).await?;
        sqlx::migrate!("./migrations").run(&pool).await?;
        Ok(Store { pool, letters: Arc::new(Notify::new()) })
    }

    /// Waits for everything under way and closes the file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Resolves when something was put in the outbox since the last call.
    pub async fn letters_waiting(&self) {
        self.letters.notified().await;
    }

    /// A transaction that holds the write lock from its start, so it cannot fail half-way for
    /// another writer.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?)
    }
}

/// SQLite itself rolls back when the disk is full, which sqlx does not notice: it would count the
/// transaction as open for ever. Such a connection is replaced.
fn pool_options() -> SqlitePoolOptions {
    SqlitePoolOptions::new().before_acquire(|connection, _| {
        Box::pin(async move { Ok(!connection.is_in_transaction()) })
    })
}

/// Row numbers are never negative; a damaged one is told, not wrapped.
fn size(value: i64, what: &str) -> Result<usize> {
    usize::try_from(value).map_err(|_| Trouble::Damaged(format!("{what} {value}")))
}

fn small(value: i64, what: &str) -> Result<u8> {
    u8::try_from(value).map_err(|_| Trouble::Damaged(format!("{what} {value}")))
}

fn number(value: usize) -> i64 {
    i64::try_from(value).expect("no list in memory is longer than i64::MAX")
}
