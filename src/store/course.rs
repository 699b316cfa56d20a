//! A game's course: journal, checkpoints, open questions; and the one transaction that moves it on.

use sqlx::{FromRow, Row};

use super::games::{insert_game, insert_seats, put_creator, replace_seats};
use super::keep::{put_audit, put_memo};
use super::trouble::unless_unique;
use super::{GameRow, Result, SeatRow, Status, Store, Trouble, Tx, number, size, small};

/// One journal entry as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRow {
    /// JSON.
    pub entry: String,
    /// User id, or empty for what the program did by itself.
    pub author: String,
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointRow {
    pub number: usize,
    pub position: usize,
    pub version: u32,
    /// What the step that begins here is called.
    pub name: String,
    /// JSON.
    pub state: String,
}

/// A checkpoint without its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub number: usize,
    pub position: usize,
    pub name: String,
}

/// Who is expected to answer an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    Player,
    /// A computer player or a standing order, at once.
    Machine,
    /// The only answer is a pass; it is given after a while, so that silence tells nothing.
    Automatic,
}

impl Expects {
    fn name(self) -> &'static str {
        match self {
            Expects::Player => "player",
            Expects::Machine => "machine",
            Expects::Automatic => "automatic",
        }
    }

    fn parse(name: &str) -> Result<Expects> {
        [Expects::Player, Expects::Machine, Expects::Automatic]
            .into_iter()
            .find(|expects| expects.name() == name)
            .ok_or_else(|| Trouble::Damaged(format!("a question expects {name:?}")))
    }
}

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedRow {
    pub seat: u8,
    /// Digest of the question.
    pub question: String,
    /// Journal length since which it has been open.
    pub since: usize,
    pub at: i64,
    pub expects: Expects,
    /// When something happens by itself; nothing: never.
    pub due: Option<i64>,
    /// How often something has happened by itself already.
    pub stage: u8,
}

/// A question to which something is due, see [`AskedRow::due`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRow {
    pub game: String,
    pub seat: u8,
    pub since: usize,
}

/// A message to be posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLetter {
    /// Nothing: the channel.
    pub seat: Option<u8>,
    /// A later letter with the same word makes this one needless; empty: every one is needed.
    pub replaces: String,
    /// JSON.
    pub body: String,
}

/// All that one command changes of a game, written at once or not at all.
#[derive(Clone, Debug)]
pub struct Write {
    pub game: String,
    /// Length of the journal that this was made from.
    pub position: usize,
    pub entries: Vec<String>,
    pub author: String,
    pub at: i64,
    pub checkpoints: Vec<CheckpointRow>,
    pub letters: Vec<NewLetter>,
    /// All open questions from now on.
    pub asked: Vec<AskedRow>,
    pub status: Status,
    pub beside: Beside,
}

/// What changes beside the game's course.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// By name; nothing: it is forgotten.
    pub memos: Vec<(String, Option<String>)>,
    /// All seats from now on.
    pub seats: Option<Vec<SeatRow>>,
    pub creator: Option<String>,
    /// A line of the audit trail: who, and what they did.
    pub audit: Option<(String, String)>,
}

#[derive(FromRow)]
struct RawEntry {
    position: i64,
    entry: String,
    author: String,
    at: i64,
}

#[derive(FromRow)]
struct RawHead {
    number: i64,
    position: i64,
    name: String,
}

impl Store {
    /// Moves a game on. [`Trouble::Overtaken`] when somebody else did so since `write.position`.
    pub async fn write(&self, write: &Write) -> Result<()> {
        let mut tx = self.begin_game(&write.game).await?;
        let length = journal_length(&mut tx, &write.game).await?;
        if length != number(write.position) {
            return Err(Trouble::Overtaken);
        }
        for (i, entry) in write.entries.iter().enumerate() {
            let row = EntryRow { entry: entry.clone(), author: write.author.clone(), at: write.at };
            insert_entry(&mut tx, &write.game, write.position + i, &row).await?;
        }
        for checkpoint in &write.checkpoints {
            insert_checkpoint(&mut tx, &write.game, checkpoint).await?;
        }
        insert_letters(&mut tx, write).await?;
        replace_asked(&mut tx, &write.game, &write.asked).await?;
        put_beside(&mut tx, write).await?;
        sqlx::query("UPDATE game SET status = $2 WHERE id = $1")
            .bind(&write.game)
            .bind(write.status.name())
            .execute(&mut *tx)
            .await
            .map_err(|error| unless_unique(error, Trouble::ChannelTaken))?;
        tx.commit().await?;
        if !write.letters.is_empty() {
            self.letters.notify_one();
        }
        Ok(())
    }

    /// Adds a whole game from elsewhere.
    pub async fn add_course(
        &self,
        game: &GameRow,
        seats: &[SeatRow],
        journal: &[EntryRow],
        checkpoints: &[CheckpointRow],
        asked: &[AskedRow],
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        insert_game(&mut tx, game).await?;
        insert_seats(&mut tx, &game.id, seats).await?;
        for (position, entry) in journal.iter().enumerate() {
            insert_entry(&mut tx, &game.id, position, entry).await?;
        }
        for checkpoint in checkpoints {
            insert_checkpoint(&mut tx, &game.id, checkpoint).await?;
        }
        replace_asked(&mut tx, &game.id, asked).await?;
        Ok(tx.commit().await?)
    }

    /// The whole journal. A gap in its positions is damage.
    pub async fn journal(&self, game: &str) -> Result<Vec<EntryRow>> {
        let rows: Vec<RawEntry> = sqlx::query_as(
            "SELECT position, entry, author, at FROM journal WHERE game = $1 ORDER BY position",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        let mut entries = Vec::with_capacity(rows.len());
        for row in rows {
            if row.position != number(entries.len()) {
                let missing = entries.len();
                return Err(Trouble::Damaged(format!("game {game}: entry {missing} is missing")));
            }
            entries.push(EntryRow { entry: row.entry, author: row.author, at: row.at });
        }
        Ok(entries)
    }

    /// How many entries the journal has.
    pub async fn length(&self, game: &str) -> Result<usize> {
        let row = sqlx::query(LENGTH).bind(game).fetch_one(&self.pool).await?;
        size(row.try_get("length")?, "a journal's length is")
    }

    /// All checkpoints without their states, oldest first.
    pub async fn heads(&self, game: &str) -> Result<Vec<Head>> {
        let rows: Vec<RawHead> = sqlx::query_as(
            "SELECT number, position, name FROM checkpoint WHERE game = $1 ORDER BY number",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(Head {
                    number: size(row.number, "a checkpoint is numbered")?,
                    position: size(row.position, "a checkpoint is at")?,
                    name: row.name,
                })
            })
            .collect()
    }

    pub async fn checkpoint(&self, game: &str, checkpoint: usize) -> Result<CheckpointRow> {
        let row = sqlx::query(
            "SELECT position, version, name, state FROM checkpoint WHERE game = $1 AND number = $2",
        )
        .bind(game)
        .bind(number(checkpoint))
        .fetch_optional(&self.pool)
        .await?
        .ok_or_else(|| {
            Trouble::Damaged(format!("game {game}: checkpoint {checkpoint} is missing"))
        })?;
        let version: i64 = row.try_get("version")?;
        Ok(CheckpointRow {
            number: checkpoint,
            position: size(row.try_get("position")?, "a checkpoint is at")?,
            version: u32::try_from(version)
                .map_err(|_| Trouble::Damaged(format!("a checkpoint has version {version}")))?,
            name: row.try_get("name")?,
            state: row.try_get("state")?,
        })
    }

    pub async fn asked(&self, game: &str) -> Result<Vec<AskedRow>> {
        let rows = sqlx::query(
            "SELECT seat, question, since, at, expects, due, stage FROM asked WHERE game = $1 \
             ORDER BY seat",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(AskedRow {
                    seat: small(row.try_get("seat")?, "a question goes to seat")?,
                    question: row.try_get("question")?,
                    since: size(row.try_get("since")?, "a question is open since")?,
                    at: row.try_get("at")?,
                    expects: Expects::parse(row.try_get("expects")?)?,
                    due: row.try_get("due")?,
                    stage: small(row.try_get("stage")?, "a question is at stage")?,
                })
            })
            .collect()
    }

    /// Writes the open questions anew without moving the game, as when a standing order is given.
    pub async fn set_asked(&self, game: &str, asked: &[AskedRow]) -> Result<()> {
        let mut tx = self.begin_game(game).await?;
        replace_asked(&mut tx, game, asked).await?;
        Ok(tx.commit().await?)
    }

    /// The running games of this process with a question that a machine is to answer.
    pub async fn behind(&self, kind: &str) -> Result<Vec<String>> {
        let rows = sqlx::query(
            "SELECT DISTINCT asked.game, game.guild FROM asked JOIN game ON game.id = asked.game \
             WHERE asked.expects = $1 AND game.status = 'running' AND game.kind = $2 \
             ORDER BY asked.game",
        )
        .bind(Expects::Machine.name())
        .bind(kind)
        .fetch_all(&self.pool)
        .await?;
        self.own(rows)?.iter().map(|row| Ok(row.try_get("game")?)).collect()
    }

    /// Questions of running games of a kind and of this process to which something is due at `now` or was
    /// before, the oldest first.
    pub async fn due(&self, kind: &str, now: i64) -> Result<Vec<DueRow>> {
        let rows = sqlx::query(
            "SELECT asked.game, asked.seat, asked.since, game.guild FROM asked \
             JOIN game ON game.id = asked.game \
             WHERE asked.due <= $1 AND game.status = 'running' AND game.kind = $2 \
             ORDER BY asked.due, asked.game, asked.seat",
        )
        .bind(now)
        .bind(kind)
        .fetch_all(&self.pool)
        .await?;
        let rows = self.own(rows)?;
        rows.iter()
            .map(|row| {
                Ok(DueRow {
                    game: row.try_get("game")?,
                    seat: small(row.try_get("seat")?, "a question goes to seat")?,
                    since: size(row.try_get("since")?, "a question is open since")?,
                })
            })
            .collect()
    }

    /// Players of running games who are expected to answer and have the preference `name`, with its
    /// value.
    pub async fn waiting_with(&self, name: &str) -> Result<Vec<(String, String)>> {
        let rows = sqlx::query(
            "SELECT DISTINCT seat.player, preference.value FROM asked \
             JOIN game ON game.id = asked.game \
             JOIN seat ON seat.game = asked.game AND seat.seat = asked.seat \
             JOIN preference ON preference.player = seat.player AND preference.name = $1 \
             WHERE asked.expects = $2 AND seat.computer IS NULL AND game.status = 'running' \
             ORDER BY seat.player",
        )
        .bind(name)
        .bind(Expects::Player.name())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("player")?, row.try_get("value")?))).collect()
    }

    /// What is asked of a person in all running games, as (game, seat), the longest open first.
    pub async fn asked_of(&self, player: &str) -> Result<Vec<(String, u8)>> {
        let rows = sqlx::query(
            "SELECT asked.game, asked.seat FROM asked \
             JOIN game ON game.id = asked.game \
             JOIN seat ON seat.game = asked.game AND seat.seat = asked.seat \
             WHERE seat.player = $1 AND seat.computer IS NULL AND game.status = 'running' \
             ORDER BY asked.at, asked.game, asked.seat",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let seat = small(row.try_get("seat")?, "a question goes to seat")?;
                Ok((row.try_get("game")?, seat))
            })
            .collect()
    }
}

const LENGTH: &str = "SELECT COALESCE(MAX(position) + 1, 0) AS length FROM journal WHERE game = $1";

async fn put_beside(tx: &mut Tx, write: &Write) -> Result<()> {
    let Beside { memos, seats, creator, audit } = &write.beside;
    for (name, value) in memos {
        put_memo(tx, &write.game, name, value.as_deref()).await?;
    }
    if let Some(seats) = seats {
        replace_seats(tx, &write.game, seats).await?;
    }
    if let Some(user) = creator {
        put_creator(tx, &write.game, user).await?;
    }
    if let Some((who, what)) = audit {
        put_audit(tx, write.at, &write.game, who, what).await?;
    }
    Ok(())
}

async fn journal_length(tx: &mut Tx, game: &str) -> Result<i64> {
    let row = sqlx::query(LENGTH).bind(game).fetch_one(&mut **tx).await?;
    Ok(row.try_get("length")?)
}

pub(super) async fn insert_entry(
    tx: &mut Tx,
    game: &str,
    position: usize,
    row: &EntryRow,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO journal (game, position, entry, author, at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(game)
    .bind(number(position))
    .bind(&row.entry)
    .bind(&row.author)
    .bind(row.at)
    .execute(&mut **tx)
    .await
    .map_err(|error| unless_unique(error, Trouble::Overtaken))?;
    Ok(())
}

async fn insert_checkpoint(tx: &mut Tx, game: &str, row: &CheckpointRow) -> Result<()> {
    sqlx::query(
        "INSERT INTO checkpoint (game, number, position, version, name, state) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(game)
    .bind(number(row.number))
    .bind(number(row.position))
    .bind(i64::from(row.version))
    .bind(&row.name)
    .bind(&row.state)
    .execute(&mut **tx)
    .await
    .map_err(|error| unless_unique(error, Trouble::Overtaken))?;
    Ok(())
}

async fn insert_letters(tx: &mut Tx, write: &Write) -> Result<()> {
    if write.letters.is_empty() {
        return Ok(());
    }
    let row =
        sqlx::query("SELECT COALESCE(MAX(number) + 1, 0) AS next FROM outbox WHERE game = $1")
            .bind(&write.game)
            .fetch_one(&mut **tx)
            .await?;
    let first: i64 = row.try_get("next")?;
    for (i, letter) in write.letters.iter().enumerate() {
        sqlx::query(
            "INSERT INTO outbox (game, number, audience, replaces, body, made, tries) \
             VALUES ($1, $2, $3, $4, $5, $6, 0)",
        )
        .bind(&write.game)
        .bind(first + number(i))
        .bind(letter.seat.map(i64::from))
        .bind(&letter.replaces)
        .bind(&letter.body)
        .bind(write.at)
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Also drops drafts whose question is no longer open.
async fn replace_asked(tx: &mut Tx, game: &str, asked: &[AskedRow]) -> Result<()> {
    sqlx::query("DELETE FROM asked WHERE game = $1").bind(game).execute(&mut **tx).await?;
    for row in asked {
        sqlx::query(
            "INSERT INTO asked (game, seat, question, since, at, expects, due, stage) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(game)
        .bind(i64::from(row.seat))
        .bind(&row.question)
        .bind(number(row.since))
        .bind(row.at)
        .bind(row.expects.name())
        .bind(row.due)
        .bind(i64::from(row.stage))
        .execute(&mut **tx)
        .await?;
    }
    sqlx::query(
        "DELETE FROM draft WHERE game = $1 AND NOT EXISTS (SELECT 1 FROM asked \
         WHERE asked.game = draft.game AND asked.seat = draft.seat \
         AND asked.since = draft.position)",
    )
    .bind(game)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
