//! Everything that outlives the program, and the only place with SQL. It knows rows and JSON texts,
//! no rules: `table` turns them into games and back.
//!
//! A database is an SQLite file, in WAL mode with `synchronous=FULL` (what was acknowledged survives a
//! power cut), or on a PostgreSQL server. Statements and changes keep to what both know; `place` holds the
//! little that differs.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::Notify;

mod care;
mod copy;
mod course;
mod games;
mod keep;
mod lease;
mod outbox;
mod place;
mod retire;
#[cfg(test)]
pub mod scratch;
#[cfg(test)]
mod tests;
mod trouble;

pub use care::{Findings, inspect};
pub use copy::{Copied, Uncopied, copy};
pub use course::{
    AskedRow, Beside, CheckpointRow, DueRow, EntryRow, Expects, Head, NewLetter, Write,
};
pub use games::{GameRow, SeatRow, Status, Tally};
pub use keep::{AuditRow, DraftRow};
pub use lease::{Claim, Part};
pub use outbox::LetterRow;
pub use place::Database;
pub use trouble::Trouble;

use place::{Dialect, Mode, pool_options};

type Result<T> = std::result::Result<T, Trouble>;

type Tx = Transaction<'static, Any>;

/// The database. Clones share one pool of connections.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    dialect: Dialect,
    letters: Arc<Notify>,
    /// Pages that the file may grow to; 0 as long as nobody has said.
    pages: Arc<AtomicU32>,
    /// The lease without which nothing is written; nothing: nobody else is about.
    held: Arc<RwLock<Option<lease::Held>>>,
}

/// As many pages as SQLite ever allows.
const ALL_PAGES: u32 = 4_294_967_294;

/// How often a process looks for letters that another one wrote.
const ROUND: Duration = Duration::from_secs(1);

impl Store {
    /// Opens the database file at `path`, made when missing and brought up to date when older.
    pub async fn open(path: &Path) -> Result<Store> {
        Self::connect(&path.into()).await
    }

    /// Opens a file or a server's database, brought up to date when older.
    pub async fn connect(database: &Database) -> Result<Store> {
        Self::connect_as(database, Mode::Write).await
    }

    async fn connect_as(database: &Database, mode: Mode) -> Result<Store> {
        let dialect = database.dialect();
        let pages = Arc::new(AtomicU32::new(0));
        let connections = match dialect {
            Dialect::Sqlite => 4,
            Dialect::Postgres => 8,
        };
        if mode == Mode::Write {
            database.make_private()?;
        }
        let options = database.options(mode)?;
        // A pool would try again and again; this says at once what is wrong.
        place::try_out(&options, dialect).await?;
        let limited = pool_options(dialect, pages.clone()).max_connections(connections);
        let pool = limited.connect_with(options).await?;
        if mode == Mode::Write {
            care::CHANGES.run(&pool).await?;
        }
        Ok(Store { pool, dialect, letters: Arc::new(Notify::new()), pages, held: Arc::default() })
    }

    /// Lets the file grow to so many pages, or by none at all if it is larger already; nothing: as
    /// large as the disk allows. At the limit everything behaves as on a full disk. A server's
    /// database is not limited.
    pub fn limit_pages(&self, pages: Option<u32>) {
        if self.dialect == Dialect::Sqlite {
            self.pages.store(pages.unwrap_or(ALL_PAGES), Ordering::SeqCst);
        }
    }

    /// Waits for everything under way and closes the file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Resolves when something was put in the outbox since the last call, or may have been by another
    /// process.
    pub async fn letters_waiting(&self) {
        let notified = self.letters.notified();
        match self.is_split() {
            true => drop(tokio::time::timeout(ROUND, notified).await),
            false => notified.await,
        }
    }

    /// A transaction that writes. Everything that is written goes through here, or through
    /// [`Store::begin_game`].
    async fn begin(&self) -> Result<Tx> {
        let mut tx = self.pool.begin_with(self.dialect.begin()).await?;
        if let Some(held) = self.held() {
            lease::fence(&mut tx, self.dialect, &held).await?;
        }
        Ok(tx)
    }

    /// The same, ordered with all other writers of one game.
    async fn begin_game(&self, game: &str) -> Result<Tx> {
        let mut tx = self.begin().await?;
        if self.dialect == Dialect::Postgres {
            sqlx::query("SELECT id FROM game WHERE id = $1 FOR UPDATE")
                .bind(game)
                .fetch_optional(&mut *tx)
                .await?;
        }
        Ok(tx)
    }
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
