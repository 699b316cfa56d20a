//! Taking games out: the one place where a journal ends.

use sqlx::{AssertSqlSafe, Row};

use super::{Result, Store, copy};

impl Store {
    /// Games of this process that ended before `before`, with nothing left to post: no move, no undo, no
    /// deed of a moderator since then.
    pub async fn ended_before(&self, before: i64) -> Result<Vec<String>> {
        let rows = sqlx::query(
            "SELECT id, guild FROM game WHERE status IN ('finished', 'abandoned') AND created < $1 \
             AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.game = game.id AND journal.at >= $1) \
             AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.game = game.id AND audit.at >= $1) \
             AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = game.id AND posted IS NULL) \
             ORDER BY created, id",
        )
        .bind(before)
        .fetch_all(&self.pool)
        .await?;
        self.own(rows)?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// Removes everything of a game; `why` stays in the audit trail.
    pub async fn remove_game(&self, game: &str, at: i64, why: &str) -> Result<()> {
        let mut tx = self.begin_game(game).await?;
        for table in copy::tables_of_games(&mut tx, self.dialect).await? {
            let delete = format!("DELETE FROM {table} WHERE game = $1");
            sqlx::query(AssertSqlSafe(delete)).bind(game).execute(&mut *tx).await?;
        }
        sqlx::query("DELETE FROM game WHERE id = $1").bind(game).execute(&mut *tx).await?;
        sqlx::query("INSERT INTO audit (at, game, who, what) VALUES ($1, $2, '', $3)")
            .bind(at)
            .bind(game)
            .bind(why)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}
