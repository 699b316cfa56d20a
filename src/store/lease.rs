//! Which process runs which gateway shards, and with them the games of those shards' servers.
//!
//! A process writes only while its lease is there: every transaction looks for it, and holds it for as long
//! as it takes. Whoever takes over removes the lease in a transaction of its own, so a process that was
//! overtaken, even one that slept for an hour, writes nothing more. When a lease has run out is decided
//! by the database's time, never by a machine's.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::place::Dialect;
use super::{Result, Store, Trouble, Tx};

/// Some of the shards into which the gateway is split, as `0-3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub first: u32,
    pub last: u32,
    pub of: u32,
}

impl Part {
    /// Everything, in one process.
    pub const ALL: Part = Part { first: 0, last: 0, of: 1 };

    pub fn is_all(self) -> bool {
        self.first == 0 && self.last + 1 == self.of
    }

    /// Whether it holds the games of a server. Discord sends a server's events to the shard that its id
    /// names, and what belongs to no server to the first.
    pub fn holds(self, guild: &str) -> bool {
        let id: u64 = guild.parse().unwrap_or(0);
        let shard = (id >> 22) % u64::from(self.of.max(1));
        (u64::from(self.first)..=u64::from(self.last)).contains(&shard)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}/{}", self.first, self.of),
            false => write!(f, "{}-{}/{}", self.first, self.last, self.of),
        }
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Part, String> {
        let wrong = || format!("shards are written as `0-3/16` or `5/16`, not `{text}`");
        let (range, of) = text.split_once('/').ok_or_else(wrong)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let part = Part { first: number(first)?, last: number(last)?, of: number(of)? };
        match part.first <= part.last && part.last < part.of {
            true => Ok(part),
            false => Err(format!("shards count from 0 to {}, not `{text}`", part.of.max(1) - 1)),
        }
    }
}

/// What to do when another process holds the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Take over from it at once.
    Take,
    /// Leave them to it as long as it renews its lease.
    Wait,
}

/// What this process holds.
#[derive(Clone, Debug)]
pub(super) struct Held {
    owner: String,
    part: Part,
    lasts: i64,
}

impl Store {
    /// Claims the games of `part` for `lasts` from now; whether this process holds them. From then on, it
    /// writes only while that is so.
    pub async fn claim(
        &self,
        owner: &str,
        part: Part,
        claim: Claim,
        lasts: Duration,
    ) -> Result<bool> {
        let mut tx = self.pool.begin_with(self.dialect.begin()).await?;
        if self.dialect == Dialect::Postgres {
            let lock = "LOCK TABLE lease IN SHARE ROW EXCLUSIVE MODE";
            sqlx::query(lock).execute(&mut *tx).await?;
        }
        let now = self.dialect.now();
        let (first, last, of) = (i64::from(part.first), i64::from(part.last), i64::from(part.of));
        if claim == Claim::Wait {
            let others = format!(
                "SELECT COUNT(*) AS others FROM lease WHERE owner <> $1 AND until > {now} \
                 AND (shards <> $2 OR (first <= $4 AND last >= $3))"
            );
            let row = sqlx::query(AssertSqlSafe(others))
                .bind(owner)
                .bind(of)
                .bind(first)
                .bind(last)
                .fetch_one(&mut *tx)
                .await?;
            let others: i64 = row.try_get("others")?;
            if others > 0 {
                return Ok(false);
            }
        }
        sqlx::query(
            "DELETE FROM lease WHERE owner = $1 OR shards <> $2 OR (first <= $4 AND last >= $3)",
        )
        .bind(owner)
        .bind(of)
        .bind(first)
        .bind(last)
        .execute(&mut *tx)
        .await?;
        let lasts = i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX / 2);
        let insert = format!(
            "INSERT INTO lease (owner, first, last, shards, until) VALUES ($1, $2, $3, $4, {now} + $5)"
        );
        sqlx::query(AssertSqlSafe(insert))
            .bind(owner)
            .bind(first)
            .bind(last)
            .bind(of)
            .bind(lasts)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        let held = Held { owner: owner.into(), part, lasts };
        *self.held.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(held);
        Ok(true)
    }

    /// Lets the lease last from now on again; whether it is still there.
    pub async fn renew(&self) -> Result<bool> {
        let Some(held) = self.held() else { return Ok(false) };
        let update =
            format!("UPDATE lease SET until = {} + $2 WHERE owner = $1", self.dialect.now());
        let done = sqlx::query(AssertSqlSafe(update))
            .bind(&held.owner)
            .bind(held.lasts)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Gives the lease back, so that nobody need wait for its end. Nothing more is written.
    pub async fn release(&self) -> Result<()> {
        let Some(held) = self.held() else { return Ok(()) };
        sqlx::query("DELETE FROM lease WHERE owner = $1")
            .bind(&held.owner)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Whether the games of a server are this process's.
    pub fn holds(&self, guild: &str) -> bool {
        self.held().is_none_or(|held| held.part.holds(guild))
    }

    /// Whether other processes run other games of this database.
    pub fn is_split(&self) -> bool {
        self.held().is_some_and(|held| !held.part.is_all())
    }

    pub(super) fn held(&self) -> Option<Held> {
        self.held.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Those rows, by their column `guild`, that are this process's.
    pub(super) fn own(&self, rows: Vec<AnyRow>) -> Result<Vec<AnyRow>> {
        let Some(held) = self.held().filter(|held| !held.part.is_all()) else { return Ok(rows) };
        let mut own = Vec::with_capacity(rows.len());
        for row in rows {
            let guild: &str = row.try_get("guild")?;
            if held.part.holds(guild) {
                own.push(row);
            }
        }
        Ok(own)
    }
}

/// Refuses to go on when the lease is gone, and keeps it from being taken until the transaction ends.
pub(super) async fn fence(tx: &mut Tx, dialect: Dialect, held: &Held) -> Result<()> {
    let query = match dialect {
        Dialect::Sqlite => "SELECT owner FROM lease WHERE owner = $1",
        Dialect::Postgres => "SELECT owner FROM lease WHERE owner = $1 FOR SHARE",
    };
    match sqlx::query(query).bind(&held.owner).fetch_optional(&mut **tx).await? {
        Some(_) => Ok(()),
        None => Err(Trouble::Replaced),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_refused() {
        assert_eq!("0-3/16".parse(), Ok(Part { first: 0, last: 3, of: 16 }));
        assert_eq!("5/16".parse::<Part>().map(|part| part.to_string()), Ok("5/16".into()));
        for wrong in ["", "3", "0-3", "3-0/16", "0-16/16", "a/b", "0/0"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
        assert!("0-15/16".parse::<Part>().is_ok_and(Part::is_all));
    }

    #[test]
    fn every_server_is_in_one_part_and_direct_messages_in_the_first() {
        let parts: Vec<Part> =
            ["0-3/16", "4-14/16", "15/16"].iter().map(|part| part.parse().unwrap()).collect();
        for guild in ["", "x", "197038439483310086", "81384788765712384", "1"] {
            assert_eq!(parts.iter().filter(|part| part.holds(guild)).count(), 1, "{guild}");
        }
        assert!(parts[0].holds(""));
        // (81384788765712384 >> 22) % 16
        assert!("2/16".parse::<Part>().unwrap().holds("81384788765712384"));
    }
}
