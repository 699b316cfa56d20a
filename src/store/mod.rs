//! Everything that outlives the program, and the only place with SQL. It knows rows and JSON texts,
//! no rules: `table` turns them into games and back.
//!
//! SQLite in WAL mode with `synchronous=FULL`: what was acknowledged survives a power cut. The
//! statements keep to what PostgreSQL knows too.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection, Sqlite, Transaction};
use tokio::sync::Notify;

mod care;
mod course;
mod games;
mod keep;
mod outbox;
#[cfg(test)]
mod tests;
mod trouble;

pub use care::{Findings, inspect};
pub use course::{AskedRow, CheckpointRow, DueRow, EntryRow, Expects, Head, NewLetter, Write};
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
    /// Pages that the file may grow to; 0 as long as nobody has said.
    pages: Arc<AtomicU32>,
}

/// As many pages as SQLite ever allows.
const ALL_PAGES: u32 = 4_294_967_294;

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
        let pages = Arc::new(AtomicU32::new(0));
        let limited = pool_options(pages.clone()).max_connections(4);
        let pool = limited.connect_with(options).await?;
        sqlx::migrate!("./migrations").run(&pool).await?;
        Ok(Store { pool, letters: Arc::new(Notify::new()), pages })
    }

    /// Lets the file grow to so many pages, or by none at all if it is larger already; nothing: as
    /// large as the disk allows. At the limit everything behaves as on a full disk.
    pub fn limit_pages(&self, pages: Option<u32>) {
        self.pages.store(pages.unwrap_or(ALL_PAGES), Ordering::SeqCst);
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
fn pool_options(pages: Arc<AtomicU32>) -> SqlitePoolOptions {
    let fresh = pages.clone();
    SqlitePoolOptions::new()
        .after_connect(move |connection, _| {
            let pages = fresh.load(Ordering::SeqCst);
            Box::pin(limit(connection, pages))
        })
        .before_acquire(move |connection, _| {
            let pages = pages.load(Ordering::SeqCst);
            Box::pin(async move {
                if connection.is_in_transaction() {
                    return Ok(false);
                }
                limit(connection, pages).await?;
                Ok(true)
            })
        })
}

async fn limit(connection: &mut SqliteConnection, pages: u32) -> sqlx::Result<()> {
    if pages == 0 {
        return Ok(());
    }
    let pragma = format!("PRAGMA max_page_count = {pages}");
    sqlx::query(AssertSqlSafe(pragma)).execute(connection).await.map(drop)
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
