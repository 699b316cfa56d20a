//! Databases for tests: each a new file, or a new schema on the server that `CUSTODIAN_TEST_POSTGRES`
//! names, as `postgres://user@host/database`.

use sqlx::{AssertSqlSafe, ConnectOptions, Executor};

use super::Database;
use super::place::Mode;

/// Gone with everything in it when it is dropped.
pub struct Scratch {
    folder: tempfile::TempDir,
    pub database: Database,
    /// Where, and its name.
    schema: Option<(Database, String)>,
}

impl Scratch {
    pub async fn new() -> Scratch {
        match std::env::var("CUSTODIAN_TEST_POSTGRES") {
            Ok(url) if !url.is_empty() => Scratch::on(&url).await,
            _ => Scratch::file(),
        }
    }

    /// A file, whatever the environment says.
    pub fn file() -> Scratch {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = Database::File(folder.path().join("games.db"));
        Scratch { folder, database, schema: None }
    }

    async fn on(url: &str) -> Scratch {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let schema = format!("custodian_test_{:016x}", rand::random::<u64>());
        let server = Database::Postgres(url.into());
        order(&server, format!("CREATE SCHEMA {schema}")).await;
        let joint = if url.contains('?') { '&' } else { '?' };
        let within = format!("{url}{joint}options=-c%20search_path%3D{schema}");
        let database = Database::Postgres(within);
        Scratch { folder, database, schema: Some((server, schema)) }
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The file; only where it is one.
    pub fn path(&self) -> std::path::PathBuf {
        self.folder().join("games.db")
    }

    /// Changes the database behind the program's back.
    pub async fn spoil(&self, statement: &str) {
        order(&self.database, statement.into()).await;
    }
}

async fn order(database: &Database, statement: String) {
    let options = database.options(Mode::Write).expect("a URL");
    let mut connection = options.connect().await.expect("the server for the tests");
    connection.execute(AssertSqlSafe(statement)).await.expect("a statement");
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let Some((server, schema)) = self.schema.take() else { return };
        // A runtime of its own, since the test's may be this very thread.
        let clean = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let statement = format!("DROP SCHEMA {schema} CASCADE");
            runtime.expect("a runtime").block_on(order(&server, statement));
        });
        let _ = clean.join();
    }
}
