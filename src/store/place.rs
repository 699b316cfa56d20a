//! Where a database is: a file, or a PostgreSQL server.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Executor};

use super::{Result, Trouble};

/// Where a database is. What it shows hides the password.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// An SQLite file.
    File(PathBuf),
    /// The URL of a PostgreSQL database.
    Postgres(String),
}

/// What differs between the two, as little as that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The database's own time in milliseconds since 1970.
    pub fn now(self) -> &'static str {
        match self {
            Dialect::Sqlite => "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
            Dialect::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Begins a transaction that writes. SQLite has one writer at a time: it holds that lock from its
    /// start, so it cannot fail half-way for another writer.
    pub fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }
}

impl FromStr for Database {
    type Err = Infallible;

    fn from_str(text: &str) -> std::result::Result<Database, Infallible> {
        let server = text.starts_with("postgres://") || text.starts_with("postgresql://");
        Ok(if server { Database::Postgres(text.into()) } else { Database::File(text.into()) })
    }
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Database {
        Database::File(path)
    }
}

impl From<&Path> for Database {
    fn from(path: &Path) -> Database {
        Database::File(path.into())
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => write!(f, "{}", path.display()),
            Database::Postgres(url) => {
                let plain = url.split('?').next().unwrap_or_default();
                match (plain.split_once("://"), plain.rsplit_once('@')) {
                    (Some((scheme, rest)), Some((_, host))) => {
                        let user = rest.split([':', '@']).next().unwrap_or_default();
                        write!(f, "{scheme}://{user}@{host}")
                    }
                    _ => f.write_str(plain),
                }
            }
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Database({self})")
    }
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    ReadOnly,
    /// Made when missing.
    Write,
}

impl Database {
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Database::File(_) => Dialect::Sqlite,
            Database::Postgres(_) => Dialect::Postgres,
        }
    }

    pub(super) fn options(&self, mode: Mode) -> Result<AnyConnectOptions> {
        sqlx::any::install_default_drivers();
        let url = match self {
            Database::File(path) => file_url(path, mode)?,
            Database::Postgres(url) => url.clone(),
        };
        url.parse().map_err(|why| {
            let why = match why {
                sqlx::Error::Configuration(why) => why.to_string(),
                other => other.to_string(),
            };
            Trouble::CannotOpen(format!("{self}: {why}"))
        })
    }
}

impl Database {
    /// Makes a missing file one that nobody else on the machine may read; it will hold everybody's hands.
    /// SQLite gives its companions the same permissions.
    pub(super) fn make_private(&self) -> Result<()> {
        let Database::File(path) = self else { return Ok(()) };
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(path) {
            Ok(_) => Ok(()),
            Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            Err(why) => Err(Trouble::CannotOpen(format!("{self}: {why}"))),
        }
    }
}

/// All but letters and digits is written as bytes, so nothing in a file's name has a meaning.
fn file_url(path: &Path, mode: Mode) -> Result<String> {
    let path = path.to_str().ok_or_else(|| Trouble::CannotOpen("its name is not text".into()))?;
    let mut url = String::from("sqlite:");
    for byte in path.bytes() {
        match byte.is_ascii_alphanumeric() {
            true => url.push(char::from(byte)),
            false => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url.push_str(match mode {
        Mode::ReadOnly => "?mode=ro",
        Mode::Write => "?mode=rwc",
    });
    Ok(url)
}

/// How long a connection waits for SQLite's one writer.
const BUSY: Duration = Duration::from_secs(10);

/// In SQLite, what was acknowledged survives a power cut. In PostgreSQL, a process that stops in the
/// middle of a transaction does not hold the others up for long.
async fn set_up(connection: &mut AnyConnection, dialect: Dialect) -> sqlx::Result<()> {
    match dialect {
        Dialect::Sqlite => {
            let busy = format!("PRAGMA busy_timeout = {}", BUSY.as_millis());
            connection.execute(AssertSqlSafe(busy)).await?;
            connection.execute("PRAGMA journal_mode = WAL").await?;
            connection.execute("PRAGMA synchronous = FULL").await?;
            connection.execute("PRAGMA foreign_keys = ON").await?;
        }
        Dialect::Postgres => {
            connection.execute("SET idle_in_transaction_session_timeout = '5s'").await?;
            connection.execute("SET lock_timeout = '10s'").await?;
        }
    }
    Ok(())
}

/// Connects once.
pub(super) async fn try_out(options: &AnyConnectOptions, dialect: Dialect) -> sqlx::Result<()> {
    let mut connection = options.connect().await?;
    set_up(&mut connection, dialect).await?;
    connection.close().await
}

/// SQLite itself rolls back when the disk is full, which sqlx does not notice: it would count the
/// transaction as open for ever. Such a connection is replaced.
pub(super) fn pool_options(dialect: Dialect, pages: Arc<AtomicU32>) -> AnyPoolOptions {
    let fresh = pages.clone();
    AnyPoolOptions::new()
        .after_connect(move |connection, _| {
            let pages = fresh.load(Ordering::SeqCst);
            Box::pin(async move {
                set_up(connection, dialect).await?;
                limit(connection, pages).await
            })
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

/// Only SQLite's files are ever limited.
async fn limit(connection: &mut AnyConnection, pages: u32) -> sqlx::Result<()> {
    if pages == 0 {
        return Ok(());
    }
    let pragma = format!("PRAGMA max_page_count = {pages}");
    connection.execute(AssertSqlSafe(pragma)).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        let shown = |url: &str| match url.parse::<Database>() {
            Ok(database) => format!("{database} {database:?}"),
        };
        for url in [
            "postgres://bot:hush@db.example:5433/games?password=hush",
            "postgresql://bot:hush@db.example/games",
            "postgres:///games?host=/run/postgresql&password=hush",
        ] {
            assert!(!shown(url).contains("hush"), "{}", shown(url));
        }
        assert!(shown("postgres://bot:hush@db.example/games").contains("bot@db.example/games"));
        assert_eq!("games.db".parse(), Ok(Database::File("games.db".into())));
    }
}
