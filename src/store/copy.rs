//! All of one database into another, empty one: from a file to a server or back. Tables and columns are
//! those that the database itself names, so that none can be forgotten here.

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Row};

use super::place::{Database, Dialect};
use super::{Claim, Part, Result, Store, Trouble, Tx};

/// What was copied of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    pub table: String,
    pub rows: u64,
    /// Of all rows, in whatever order.
    pub digest: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
}

struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

/// Why a database is not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncopied {
    /// A bot works on it.
    InUse,
    /// The target holds something; the table and how many rows.
    NotEmpty(String, u64),
    /// They were not made by the same Custodian.
    Unlike(String),
    /// What arrived is not what was sent.
    Differs(String),
    Store(Trouble),
}

impl std::fmt::Display for Uncopied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Uncopied::InUse => f.write_str("a bot is using the database; stop it first"),
            Uncopied::NotEmpty(table, rows) => write!(
                f,
                "the target is not empty (`{table}` has {rows} rows); name a new database"
            ),
            Uncopied::Unlike(what) => write!(f, "the two databases are not alike: {what}"),
            Uncopied::Differs(table) => {
                write!(f, "what arrived in `{table}` is not what was sent; nothing was kept of it")
            }
            Uncopied::Store(trouble) => trouble.fmt(f),
        }
    }
}

impl std::error::Error for Uncopied {}

impl From<Trouble> for Uncopied {
    fn from(trouble: Trouble) -> Self {
        Uncopied::Store(trouble)
    }
}

impl From<sqlx::Error> for Uncopied {
    fn from(error: sqlx::Error) -> Self {
        Uncopied::Store(error.into())
    }
}

/// Copies everything, or nothing. The source must rest meanwhile: it is claimed, and a bot that comes
/// later waits or is the one that finds its work undone.
pub async fn copy(from: &Database, to: &Database) -> std::result::Result<Vec<Copied>, Uncopied> {
    let source = Store::connect(from).await?;
    let target = Store::connect(to).await?;
    let owner = format!("copy-{:016x}", rand::random::<u64>());
    let hour = std::time::Duration::from_secs(3600);
    for store in [&source, &target] {
        if !store.claim(&owner, Part::ALL, Claim::Wait, hour).await? {
            return Err(Uncopied::InUse);
        }
    }
    let copied = copy_all(&source, &target).await;
    source.release().await?;
    target.release().await?;
    source.close().await;
    target.close().await;
    copied
}

async fn copy_all(source: &Store, target: &Store) -> std::result::Result<Vec<Copied>, Uncopied> {
    let mut from = source.begin().await?;
    let mut into = target.begin().await?;
    for (tx, store) in [(&mut from, source), (&mut into, target)] {
        // One of them is idle for as long as the other takes.
        if store.dialect == Dialect::Postgres {
            let patient = "SET LOCAL idle_in_transaction_session_timeout = 0";
            sqlx::query(patient).execute(&mut **tx).await?;
        }
    }
    let tables = tables(&mut from, source.dialect).await?;
    let theirs = self::tables(&mut into, target.dialect).await?;
    alike(&tables, &theirs)?;
    for table in &tables {
        let query = format!("SELECT COUNT(*) AS n FROM {}", table.name);
        let row = sqlx::query(AssertSqlSafe(query)).fetch_one(&mut *into).await?;
        let rows: i64 = row.try_get("n")?;
        if rows > 0 {
            return Err(Uncopied::NotEmpty(table.name.clone(), rows.unsigned_abs()));
        }
    }
    let mut copied = Vec::new();
    for table in &tables {
        let sent = send(&mut from, &mut into, table).await?;
        let arrived = look(&mut into, table).await?;
        if sent != arrived {
            return Err(Uncopied::Differs(table.name.clone()));
        }
        copied.push(sent);
    }
    into.commit().await?;
    Ok(copied)
}

/// All tables but the leases and the list of changes; games first, since everything else belongs to one.
async fn tables(tx: &mut Tx, dialect: Dialect) -> Result<Vec<Table>> {
    let columns = match dialect {
        Dialect::Sqlite => {
            "SELECT t.name AS table_name, c.name AS column_name, c.type AS data_type \
             FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
        }
        Dialect::Postgres => {
            "SELECT CAST(table_name AS TEXT) AS table_name, \
             CAST(column_name AS TEXT) AS column_name, CAST(data_type AS TEXT) AS data_type \
             FROM information_schema.columns WHERE table_schema = current_schema()"
        }
    };
    let mut tables: Vec<Table> = Vec::new();
    for row in sqlx::query(columns).fetch_all(&mut **tx).await? {
        let name: String = row.try_get("table_name")?;
        if name == "lease" || name.starts_with("_sqlx") || name.starts_with("sqlite_") {
            continue;
        }
        let kind: String = row.try_get("data_type")?;
        let kind = if kind.to_lowercase() == "bigint" { Kind::Number } else { Kind::Text };
        let column = (row.try_get("column_name")?, kind);
        match tables.iter_mut().find(|table| table.name == name) {
            Some(table) => table.columns.push(column),
            None => tables.push(Table { name, columns: vec![column] }),
        }
    }
    for table in &mut tables {
        table.columns.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    tables.sort_by_key(|table| (table.name != "game", table.name.clone()));
    Ok(tables)
}

/// The tables whose rows belong to one game, which they name in `game`.
pub(super) async fn tables_of_games(tx: &mut Tx, dialect: Dialect) -> Result<Vec<String>> {
    let all = tables(tx, dialect).await?;
    let of_games = all.into_iter().filter(|table| {
        table.columns.iter().any(|(name, kind)| name == "game" && *kind == Kind::Text)
    });
    Ok(of_games.map(|table| table.name).collect())
}

fn alike(ours: &[Table], theirs: &[Table]) -> std::result::Result<(), Uncopied> {
    let words = |tables: &[Table]| -> Vec<String> {
        let columns = |table: &Table| {
            let names: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
            format!("{} ({})", table.name, names.join(", "))
        };
        tables.iter().map(columns).collect()
    };
    let (ours, theirs) = (words(ours), words(theirs));
    match ours.iter().find(|table| !theirs.contains(table)) {
        Some(table) => Err(Uncopied::Unlike(format!("only one has {table}"))),
        None if ours.len() != theirs.len() => {
            Err(Uncopied::Unlike("one has more tables".to_string()))
        }
        None => Ok(()),
    }
}

impl Table {
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.names(), self.name)
    }

    fn insert(&self) -> String {
        let places: Vec<String> = (1..=self.columns.len()).map(|n| format!("${n}")).collect();
        let (name, names, places) = (&self.name, self.names(), places.join(", "));
        format!("INSERT INTO {name} ({names}) VALUES ({places})")
    }
}

/// The values of a row, in the order of the columns.
enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

fn values(table: &Table, row: &AnyRow) -> Result<Vec<Value>> {
    let value = |(at, (_, kind)): (usize, &(String, Kind))| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(at)?),
            Kind::Number => Value::Number(row.try_get(at)?),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}

/// Adds up digests of rows, so that their order is of no account.
#[derive(Default)]
struct Sum {
    rows: u64,
    digest: u128,
}

impl Sum {
    fn add(&mut self, values: &[Value]) {
        let mut hash = Sha256::new();
        for value in values {
            let text = match value {
                Value::Text(Some(text)) => text.clone(),
                Value::Number(Some(number)) => number.to_string(),
                Value::Text(None) | Value::Number(None) => {
                    hash.update([0]);
                    continue;
                }
            };
            hash.update([1]);
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        }
        let hash = hash.finalize();
        let half = hash[..16].try_into().expect("a digest has 32 bytes");
        self.digest = self.digest.wrapping_add(u128::from_le_bytes(half));
        self.rows += 1;
    }

    fn of(self, table: &Table) -> Copied {
        let digest = format!("{:032x}", self.digest);
        Copied { table: table.name.clone(), rows: self.rows, digest }
    }
}

async fn send(from: &mut Tx, into: &mut Tx, table: &Table) -> Result<Copied> {
    let mut sum = Sum::default();
    let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(&mut **from);
    while let Some(row) = rows.try_next().await? {
        let values = values(table, &row)?;
        sum.add(&values);
        let mut insert: Query<'_, Any, _> = sqlx::query(AssertSqlSafe(table.insert()));
        for value in values {
            insert = match value {
                Value::Text(text) => insert.bind(text),
                Value::Number(number) => insert.bind(number),
            };
        }
        insert.execute(&mut **into).await?;
    }
    Ok(sum.of(table))
}

async fn look(tx: &mut Tx, table: &Table) -> Result<Copied> {
    let mut sum = Sum::default();
    let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(&mut **tx);
    while let Some(row) = rows.try_next().await? {
        sum.add(&values(table, &row)?);
    }
    Ok(sum.of(table))
}
