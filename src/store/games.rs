//! Games and who sits at them.

use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::trouble::unless_unique;
use super::{Result, Store, Trouble, Tx, small};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Players join and choose the set-up.
    Lobby,
    Running,
    Finished,
    /// Given up before its end.
    Abandoned,
}

impl Status {
    const ALL: [Status; 4] = [Status::Lobby, Status::Running, Status::Finished, Status::Abandoned];

    pub fn name(self) -> &'static str {
        match self {
            Status::Lobby => "lobby",
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Abandoned => "abandoned",
        }
    }

    pub(super) fn parse(name: &str) -> Result<Status> {
        Status::ALL
            .into_iter()
            .find(|status| status.name() == name)
            .ok_or_else(|| Trouble::Damaged(format!("a game's status is {name:?}")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub id: String,
    /// `Rulebook::NAME`.
    pub kind: String,
    pub name: String,
    pub channel: String,
    /// Of the server; empty where there is none.
    pub guild: String,
    /// User id.
    pub creator: String,
    /// The secret seed, in hexadecimal.
    pub seed: String,
    pub status: Status,
    /// JSON object of the chosen set-up.
    pub settings: String,
    pub created: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    pub seat: u8,
    /// User id; made up for computer players.
    pub player: String,
    pub name: String,
    /// Kind of computer player.
    pub computer: Option<String>,
}

/// How much there is, for who watches over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub games: Vec<(Status, u64)>,
    /// To be posted.
    pub letters: u64,
}

fn game(row: &AnyRow) -> Result<GameRow> {
    Ok(GameRow {
        id: row.try_get("id")?,
        kind: row.try_get("kind")?,
        name: row.try_get("name")?,
        channel: row.try_get("channel")?,
        guild: row.try_get("guild")?,
        creator: row.try_get("creator")?,
        seed: row.try_get("seed")?,
        status: Status::parse(row.try_get("status")?)?,
        settings: row.try_get("settings")?,
        created: row.try_get("created")?,
    })
}

#[derive(FromRow)]
struct RawSeat {
    seat: i64,
    player: String,
    name: String,
    computer: Option<String>,
}

impl Store {
    /// Adds a game with its seats.
    pub async fn add_game(&self, game: &GameRow, seats: &[SeatRow]) -> Result<()> {
        let mut tx = self.begin().await?;
        insert_game(&mut tx, game).await?;
        insert_seats(&mut tx, &game.id, seats).await?;
        Ok(tx.commit().await?)
    }

    pub async fn game(&self, id: &str) -> Result<GameRow> {
        let row = sqlx::query("SELECT * FROM game WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        game(&row.ok_or(Trouble::NoSuchGame)?)
    }

    /// The unfinished game of a channel.
    pub async fn game_in(&self, channel: &str) -> Result<Option<GameRow>> {
        let row =
            sqlx::query("SELECT * FROM game WHERE channel = $1 AND status IN ('lobby', 'running')")
                .bind(channel)
                .fetch_optional(&self.pool)
                .await?;
        row.as_ref().map(game).transpose()
    }

    /// The newest game of a channel, finished or not.
    pub async fn last_game_in(&self, channel: &str) -> Result<Option<GameRow>> {
        let row = sqlx::query(
            "SELECT * FROM game WHERE channel = $1 ORDER BY created DESC, id DESC LIMIT 1",
        )
        .bind(channel)
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(game).transpose()
    }

    pub async fn games_with(&self, status: Status) -> Result<Vec<GameRow>> {
        let rows = sqlx::query("SELECT * FROM game WHERE status = $1 ORDER BY created, id")
            .bind(status.name())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(game).collect()
    }

    /// Counts what there is.
    pub async fn tally(&self) -> Result<Tally> {
        let mut games: Vec<(Status, u64)> = Status::ALL.map(|status| (status, 0)).into();
        let rows = sqlx::query("SELECT status, COUNT(*) AS games FROM game GROUP BY status")
            .fetch_all(&self.pool)
            .await?;
        for row in rows {
            let status = Status::parse(row.try_get("status")?)?;
            let count: i64 = row.try_get("games")?;
            if let Some((_, games)) = games.iter_mut().find(|(each, _)| *each == status) {
                *games = count.unsigned_abs();
            }
        }
        let row = sqlx::query("SELECT COUNT(*) AS letters FROM outbox WHERE posted IS NULL")
            .fetch_one(&self.pool)
            .await?;
        let letters: i64 = row.try_get("letters")?;
        Ok(Tally { games, letters: letters.unsigned_abs() })
    }

    /// Unfinished games in which `player` has a seat.
    pub async fn games_of(&self, player: &str) -> Result<Vec<GameRow>> {
        let rows = sqlx::query(
            "SELECT * FROM game WHERE status IN ('lobby', 'running') AND id IN \
             (SELECT game FROM seat WHERE player = $1) ORDER BY created, id",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game).collect()
    }

    pub async fn seats(&self, game: &str) -> Result<Vec<SeatRow>> {
        let rows: Vec<RawSeat> = sqlx::query_as(
            "SELECT seat, player, name, computer FROM seat WHERE game = $1 ORDER BY seat",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                let RawSeat { seat, player, name, computer } = row;
                Ok(SeatRow { seat: small(seat, "a seat is numbered")?, player, name, computer })
            })
            .collect()
    }

    /// Replaces all seats.
    pub async fn set_seats(&self, game: &str, seats: &[SeatRow]) -> Result<()> {
        let mut tx = self.begin_game(game).await?;
        replace_seats(&mut tx, game, seats).await?;
        Ok(tx.commit().await?)
    }

    pub async fn set_settings(&self, game: &str, settings: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE game SET settings = $2 WHERE id = $1")
            .bind(game)
            .bind(settings)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    pub async fn set_status(&self, game: &str, status: Status) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE game SET status = $2 WHERE id = $1")
            .bind(game)
            .bind(status.name())
            .execute(&mut *tx)
            .await
            .map_err(|error| unless_unique(error, Trouble::ChannelTaken))?;
        Ok(tx.commit().await?)
    }

    /// Moves a game to another channel, for instance when its own was deleted.
    pub async fn set_channel(&self, game: &str, channel: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE game SET channel = $2 WHERE id = $1")
            .bind(game)
            .bind(channel)
            .execute(&mut *tx)
            .await
            .map_err(|error| unless_unique(error, Trouble::ChannelTaken))?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn insert_game(tx: &mut Tx, game: &GameRow) -> Result<()> {
    sqlx::query(
        "INSERT INTO game (id, kind, name, channel, guild, creator, seed, status, settings, \
         created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(&game.id)
    .bind(&game.kind)
    .bind(&game.name)
    .bind(&game.channel)
    .bind(&game.guild)
    .bind(&game.creator)
    .bind(&game.seed)
    .bind(game.status.name())
    .bind(&game.settings)
    .bind(game.created)
    .execute(&mut **tx)
    .await
    .map_err(|error| unless_unique(error, Trouble::ChannelTaken))?;
    Ok(())
}

pub(super) async fn replace_seats(tx: &mut Tx, game: &str, seats: &[SeatRow]) -> Result<()> {
    sqlx::query("DELETE FROM seat WHERE game = $1").bind(game).execute(&mut **tx).await?;
    insert_seats(tx, game, seats).await
}

pub(super) async fn put_creator(tx: &mut Tx, game: &str, user: &str) -> Result<()> {
    sqlx::query("UPDATE game SET creator = $2 WHERE id = $1")
        .bind(game)
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(super) async fn insert_seats(tx: &mut Tx, game: &str, seats: &[SeatRow]) -> Result<()> {
    for seat in seats {
        sqlx::query(
            "INSERT INTO seat (game, seat, player, name, computer) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(game)
        .bind(i64::from(seat.seat))
        .bind(&seat.player)
        .bind(&seat.name)
        .bind(&seat.computer)
        .execute(&mut **tx)
        .await
        .map_err(|error| unless_unique(error, Trouble::SeatedAlready))?;
    }
    Ok(())
}
