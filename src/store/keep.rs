//! Small things to keep: drafts, preferences, the adapter's memos, and the audit trail.

use std::collections::BTreeMap;

use sqlx::Row;

use super::{Result, Store, Tx, number, size};

/// An answer being put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftRow {
    /// Since when its question has been open.
    pub position: usize,
    /// JSON list of choices.
    pub parts: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub at: i64,
    pub who: String,
    pub what: String,
}

impl Store {
    pub async fn draft(&self, game: &str, seat: u8) -> Result<Option<DraftRow>> {
        let row = sqlx::query("SELECT position, parts FROM draft WHERE game = $1 AND seat = $2")
            .bind(game)
            .bind(i64::from(seat))
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(DraftRow {
            position: size(row.try_get("position")?, "a draft is at")?,
            parts: row.try_get("parts")?,
        }))
    }

    pub async fn set_draft(&self, game: &str, seat: u8, draft: &DraftRow) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "INSERT INTO draft (game, seat, position, parts) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, seat) DO UPDATE SET position = excluded.position, \
             parts = excluded.parts",
        )
        .bind(game)
        .bind(i64::from(seat))
        .bind(number(draft.position))
        .bind(&draft.parts)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    pub async fn preference(&self, player: &str, name: &str) -> Result<Option<String>> {
        let row = sqlx::query("SELECT value FROM preference WHERE player = $1 AND name = $2")
            .bind(player)
            .bind(name)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("value")).transpose()?)
    }

    /// Sets a preference, or forgets it.
    pub async fn set_preference(
        &self,
        player: &str,
        name: &str,
        value: Option<&str>,
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        match value {
            Some(value) => sqlx::query(
                "INSERT INTO preference (player, name, value) VALUES ($1, $2, $3) \
                 ON CONFLICT (player, name) DO UPDATE SET value = excluded.value",
            )
            .bind(player)
            .bind(name)
            .bind(value),
            None => sqlx::query("DELETE FROM preference WHERE player = $1 AND name = $2")
                .bind(player)
                .bind(name),
        }
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    pub async fn memo(&self, game: &str, name: &str) -> Result<Option<String>> {
        let row = sqlx::query("SELECT value FROM memo WHERE game = $1 AND name = $2")
            .bind(game)
            .bind(name)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("value")).transpose()?)
    }

    /// All memos of a game by name.
    pub async fn memos(&self, game: &str) -> Result<BTreeMap<String, String>> {
        let rows = sqlx::query("SELECT name, value FROM memo WHERE game = $1")
            .bind(game)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("value")?))).collect()
    }

    /// A preference of all who sit at a game, by player.
    pub async fn preferences_at(&self, game: &str, name: &str) -> Result<BTreeMap<String, String>> {
        let rows = sqlx::query(
            "SELECT player, value FROM preference WHERE name = $2 \
             AND player IN (SELECT player FROM seat WHERE game = $1)",
        )
        .bind(game)
        .bind(name)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("player")?, row.try_get("value")?))).collect()
    }

    /// Sets a memo, or forgets it.
    pub async fn set_memo(&self, game: &str, name: &str, value: Option<&str>) -> Result<()> {
        let mut tx = self.begin().await?;
        put_memo(&mut tx, game, name, value).await?;
        Ok(tx.commit().await?)
    }

    pub async fn audit(&self, at: i64, game: &str, who: &str, what: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        put_audit(&mut tx, at, game, who, what).await?;
        Ok(tx.commit().await?)
    }

    /// The newest `limit` lines of a game's audit trail, newest first.
    pub async fn audit_of(&self, game: &str, limit: usize) -> Result<Vec<AuditRow>> {
        let rows = sqlx::query(
            "SELECT at, who, what FROM audit WHERE game = $1 ORDER BY at DESC LIMIT $2",
        )
        .bind(game)
        .bind(number(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(AuditRow {
                    at: row.try_get("at")?,
                    who: row.try_get("who")?,
                    what: row.try_get("what")?,
                })
            })
            .collect()
    }
}

pub(super) async fn put_audit(
    tx: &mut Tx,
    at: i64,
    game: &str,
    who: &str,
    what: &str,
) -> Result<()> {
    sqlx::query("INSERT INTO audit (at, game, who, what) VALUES ($1, $2, $3, $4)")
        .bind(at)
        .bind(game)
        .bind(who)
        .bind(what)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(super) async fn put_memo(
    tx: &mut Tx,
    game: &str,
    name: &str,
    value: Option<&str>,
) -> Result<()> {
    match value {
        Some(value) => sqlx::query(
            "INSERT INTO memo (game, name, value) VALUES ($1, $2, $3) \
             ON CONFLICT (game, name) DO UPDATE SET value = excluded.value",
        )
        .bind(game)
        .bind(name)
        .bind(value),
        None => sqlx::query("DELETE FROM memo WHERE game = $1 AND name = $2").bind(game).bind(name),
    }
    .execute(&mut **tx)
    .await?;
    Ok(())
}
