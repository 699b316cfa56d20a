//! Messages waiting to be posted, and what was posted.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Result, Store, number, size, small};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterRow {
    pub game: String,
    pub number: usize,
    pub seat: Option<u8>,
    pub replaces: String,
    pub body: String,
    pub made: i64,
    /// Attempts begun before; more than 0 means that it may have arrived already.
    pub tries: usize,
}

fn letter(row: &AnyRow) -> Result<LetterRow> {
    let seat: Option<i64> = row.try_get("audience")?;
    Ok(LetterRow {
        game: row.try_get("game")?,
        number: size(row.try_get("number")?, "a letter is numbered")?,
        seat: seat.map(|seat| small(seat, "a letter goes to seat")).transpose()?,
        replaces: row.try_get("replaces")?,
        body: row.try_get("body")?,
        made: row.try_get("made")?,
        tries: size(row.try_get("tries")?, "a letter was tried")?,
    })
}

impl Store {
    /// Games of this process with something to post.
    pub async fn games_with_letters(&self) -> Result<Vec<String>> {
        let rows = sqlx::query(
            "SELECT DISTINCT outbox.game, game.guild FROM outbox \
             JOIN game ON game.id = outbox.game WHERE outbox.posted IS NULL ORDER BY outbox.game",
        )
        .fetch_all(&self.pool)
        .await?;
        let rows = self.own(rows)?;
        rows.iter().map(|row| Ok(row.try_get("game")?)).collect()
    }

    /// What a game has to post, oldest first.
    pub async fn letters(&self, game: &str) -> Result<Vec<LetterRow>> {
        let rows = sqlx::query(
            "SELECT game, number, audience, replaces, body, made, tries FROM outbox \
             WHERE game = $1 AND posted IS NULL ORDER BY number",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(letter).collect()
    }

    /// Notes that an attempt to post begins, before it begins.
    pub async fn trying(&self, game: &str, letter: usize) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE outbox SET tries = tries + 1 WHERE game = $1 AND number = $2")
            .bind(game)
            .bind(number(letter))
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Notes that a letter was posted as `message`, with what the adapter wants to remember of it.
    /// The body is dropped: it has done its work, and a long game would keep megabytes of it.
    pub async fn posted(
        &self,
        game: &str,
        letter: usize,
        at: i64,
        message: Option<&str>,
        memos: &[(String, Option<String>)],
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "UPDATE outbox SET posted = $3, message = $4, body = '' \
             WHERE game = $1 AND number = $2",
        )
        .bind(game)
        .bind(number(letter))
        .bind(at)
        .bind(message)
        .execute(&mut *tx)
        .await?;
        for (name, value) in memos {
            super::keep::put_memo(&mut tx, game, name, value.as_deref()).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Notes that a letter cannot be posted, ever, and why.
    pub async fn given_up(&self, game: &str, letter: usize, at: i64, why: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE outbox SET posted = $3, failed = $4 WHERE game = $1 AND number = $2")
            .bind(game)
            .bind(number(letter))
            .bind(at)
            .bind(why)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Letters that could not be posted, as (number, why).
    pub async fn undeliverable(&self, game: &str) -> Result<Vec<(usize, String)>> {
        let rows = sqlx::query(
            "SELECT number, failed FROM outbox WHERE game = $1 AND failed IS NOT NULL \
             ORDER BY number",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok((size(row.try_get("number")?, "a letter is numbered")?, row.try_get("failed")?))
            })
            .collect()
    }

    /// Ids of the messages that were posted for a game, oldest first.
    pub async fn messages(&self, game: &str) -> Result<Vec<String>> {
        let rows = sqlx::query(
            "SELECT message FROM outbox WHERE game = $1 AND message IS NOT NULL ORDER BY number",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| Ok(row.try_get("message")?)).collect()
    }
}
