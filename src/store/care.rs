//! Looking after a database: is it sound, and a copy of it while it is in use.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, ConnectOptions, Row};

use super::place::{Database, Dialect, Mode};
use super::{Result, Store, Trouble};

/// The same for SQLite and PostgreSQL.
pub(super) static CHANGES: Migrator = sqlx::migrate!("./migrations");

/// What a look through a database has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub games: u64,
    pub entries: u64,
    /// Letters that wait to be posted.
    pub letters: u64,
    /// An older program made it; the next start changes it.
    pub outdated: bool,
    /// Worth knowing; nothing is wrong with it.
    pub notes: Vec<String>,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// Looks through a database without changing it.
///
/// # Errors
/// When it cannot be read at all: it is missing, it is not a database, or its pages are damaged.
pub async fn inspect(database: &Database) -> Result<Findings> {
    let mut connection = database.options(Mode::ReadOnly)?.connect().await?;
    let dialect = database.dialect();
    let mut found = Findings::default();
    if dialect == Dialect::Sqlite {
        let pages = sqlx::query("PRAGMA integrity_check(20)").fetch_all(&mut connection).await?;
        for row in pages {
            let line: String = row.get(0);
            if line != "ok" {
                found.problems.push(format!("damaged: {line}"));
            }
        }
    }
    if !changes(&mut connection, dialect, &mut found).await? {
        return Ok(found);
    }
    // PostgreSQL has never let such a row in.
    if dialect == Dialect::Sqlite {
        let lost = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await?;
        for row in lost {
            let table: String = row.get(0);
            found.problems.push(format!("a row of `{table}` belongs to a game that is not there"));
        }
    }
    found.games = count(&mut connection, "SELECT COUNT(*) FROM game").await?;
    found.entries = count(&mut connection, "SELECT COUNT(*) FROM journal").await?;
    let waiting = "SELECT COUNT(*) FROM outbox WHERE posted IS NULL AND failed IS NULL";
    found.letters = count(&mut connection, waiting).await?;
    for (what, query) in GAPS {
        for row in sqlx::query(*query).fetch_all(&mut connection).await? {
            let game: String = row.get(0);
            found.problems.push(format!("game {game}: {what}"));
        }
    }
    let lost =
        "SELECT game, COUNT(*) FROM outbox WHERE failed IS NOT NULL GROUP BY game ORDER BY game";
    for row in sqlx::query(lost).fetch_all(&mut connection).await? {
        let (game, letters): (String, i64) = (row.get(0), row.get(1));
        found
            .notes
            .push(format!("game {game}: {letters} letters could not be posted and were given up"));
    }
    Ok(found)
}

/// What must hold in each game, and how those are found where it does not.
const GAPS: &[(&str, &str)] = &[
    (
        "its journal has a gap",
        "SELECT game FROM journal GROUP BY game \
         HAVING COUNT(*) <> MAX(position) - MIN(position) + 1 OR MIN(position) <> 0 ORDER BY game",
    ),
    (
        "it is under way and has no checkpoint",
        "SELECT id FROM game WHERE status = 'running' \
         AND id NOT IN (SELECT game FROM checkpoint) ORDER BY id",
    ),
    (
        "a checkpoint lies beyond the end of its journal",
        "SELECT DISTINCT checkpoint.game FROM checkpoint WHERE checkpoint.position > \
         (SELECT COUNT(*) FROM journal WHERE journal.game = checkpoint.game) ORDER BY 1",
    ),
    (
        "it has no seats",
        "SELECT id FROM game WHERE status = 'running' AND id NOT IN (SELECT game FROM seat) ORDER BY id",
    ),
    (
        "its question is asked beyond the end of its journal",
        "SELECT DISTINCT asked.game FROM asked WHERE asked.since > \
         (SELECT COUNT(*) FROM journal WHERE journal.game = asked.game) ORDER BY 1",
    ),
];

/// Compares the changes that the file has seen with those of this program. Returns whether its tables
/// can be read.
async fn changes(
    connection: &mut AnyConnection,
    dialect: Dialect,
    found: &mut Findings,
) -> Result<bool> {
    let known = match dialect {
        Dialect::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
        Dialect::Postgres => {
            "SELECT COUNT(*) FROM information_schema.tables \
             WHERE table_name = '_sqlx_migrations' AND table_schema = current_schema()"
        }
    };
    if count(connection, known).await? == 0 {
        found.problems.push("this is no database of Custodian".into());
        return Ok(false);
    }
    let done = "SELECT version, CASE WHEN success THEN 1 ELSE 0 END FROM _sqlx_migrations \
                ORDER BY version";
    let rows = sqlx::query(done).fetch_all(&mut *connection).await?;
    let mut versions = Vec::new();
    for row in rows {
        let (version, success): (i64, i64) = (row.get(0), row.get(1));
        versions.push(version);
        if success == 0 {
            found.problems.push(format!("change {version} was interrupted"));
        }
        if !CHANGES.version_exists(version) {
            found.problems.push(Trouble::Newer(version).to_string());
            return Ok(false);
        }
    }
    let missing = CHANGES.iter().filter(|change| !versions.contains(&change.version)).count();
    found.outdated = missing > 0;
    if found.outdated {
        found.notes.push(format!(
            "it was made by an older Custodian; the next start makes {missing} changes to it, so make \
             a backup before"
        ));
    }
    Ok(missing == 0)
}

async fn count(connection: &mut AnyConnection, query: &'static str) -> Result<u64> {
    let n: i64 = sqlx::query(query).fetch_one(&mut *connection).await?.get(0);
    Ok(n.unsigned_abs())
}

impl Store {
    /// Writes a copy of everything to a new file, as it is at this moment; the program may go on
    /// writing meanwhile.
    ///
    /// # Errors
    /// When there is such a file already, or it cannot be written, or the database is no file.
    pub async fn backup(&self, to: &Path) -> Result<()> {
        if self.dialect == Dialect::Postgres {
            let why = "a PostgreSQL database is copied with pg_dump, or into a file with \
                       `custodian migrate`";
            return Err(Trouble::CannotOpen(why.into()));
        }
        if to.exists() {
            let why = format!("{} is there already; name a new file", to.display());
            return Err(Trouble::CannotOpen(why));
        }
        let to = to.to_str().ok_or_else(|| Trouble::CannotOpen("its name is not text".into()))?;
        sqlx::query("VACUUM INTO ?").bind(to).execute(&self.pool).await?;
        Ok(())
    }
}
