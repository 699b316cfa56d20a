//! Before a game starts: who sits where, and what is played.

use crate::engine::Refusal;
use crate::store::{GameRow, SeatRow, Status};

use super::table::{Table, guarded, json};
use super::{Actor, Hosted, Refused, Settings, Setup, SetupSeat, TableGuard, Tables};

/// A game about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub channel: String,
    /// The server; empty where there is none.
    pub guild: String,
    pub name: String,
    pub settings: Settings,
}

/// A game that has not started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lobby {
    pub game: GameRow,
    pub settings: Settings,
    pub seats: Vec<SeatRow>,
}

/// Characters in a game's name at most.
const NAME: usize = 80;
/// Characters in a setting's value at most; a pasted map is the longest.
const SETTING: usize = 4000;

impl<G: Hosted> Tables<G> {
    /// Makes a game with its creator in the first seat.
    pub async fn create(&self, actor: &Actor, new: NewGame) -> Result<Lobby, Refused> {
        let seed = self.shared.next_seed();
        self.create_from(actor, new, seed).await
    }

    /// The same from a given seed, for tests.
    pub async fn create_from(
        &self,
        actor: &Actor,
        new: NewGame,
        seed: [u8; 32],
    ) -> Result<Lobby, Refused> {
        if new.name.chars().count() > NAME {
            return Err(Refused::TooLong { what: "name", limit: NAME });
        }
        check_settings::<G>(&new.settings)?;
        let name = new.name.trim();
        let game = GameRow {
            id: new_id(),
            kind: G::NAME.into(),
            name: if name.is_empty() { "Unnamed game".into() } else { name.into() },
            channel: new.channel,
            guild: new.guild,
            creator: actor.user.clone(),
            seed: crate::engine::Seed(seed).into(),
            status: Status::Lobby,
            settings: json(&new.settings),
            created: self.shared.clock.now(),
        };
        let seats = vec![person(0, actor)];
        self.store().add_game(&game, &seats).await?;
        Ok(Lobby { game, settings: new.settings, seats })
    }

    pub async fn lobby(&self, id: &str) -> Result<Lobby, Refused> {
        let game = self.store().game(id).await?;
        if game.status != Status::Lobby {
            return Err(Refused::Started);
        }
        let settings = serde_json::from_str(&game.settings).map_err(|why| {
            crate::store::Trouble::Damaged(format!("game {id}: its settings: {why}"))
        })?;
        Ok(Lobby { seats: self.store().seats(id).await?, settings, game })
    }

    pub async fn join(&self, id: &str, actor: &Actor) -> Result<Lobby, Refused> {
        self.change_seats(id, |lobby| {
            if lobby.seats.iter().any(|seat| seat.player == actor.user) {
                return Err(Refused::SeatedAlready);
            }
            lobby.seats.push(person(0, actor));
            Ok(())
        })
        .await
    }

    pub async fn leave(&self, id: &str, actor: &Actor) -> Result<Lobby, Refused> {
        self.change_seats(id, |lobby| {
            let before = lobby.seats.len();
            lobby.seats.retain(|seat| seat.player != actor.user);
            if lobby.seats.len() == before { Err(Refused::NotAPlayer) } else { Ok(()) }
        })
        .await
    }

    /// Adds `count` computer players of a kind, or takes all of them away with 0.
    pub async fn fill(
        &self,
        id: &str,
        actor: &Actor,
        kind: &str,
        count: usize,
    ) -> Result<Lobby, Refused> {
        if !G::COMPUTERS.contains(&kind) {
            let kinds = G::COMPUTERS.join(", ");
            let refusal = Refusal::new(format!("there is no computer player `{kind}`"));
            return Err(refusal.instead(format!("There are: {kinds}.")).into());
        }
        self.change_seats(id, |lobby| {
            let seated = lobby.seats.iter().any(|seat| seat.player == actor.user);
            if !seated && !actor.moderator && lobby.game.creator != actor.user {
                return Err(Refused::NotAPlayer);
            }
            if count == 0 {
                lobby.seats.retain(|seat| seat.computer.is_none());
            }
            for _ in 0..count {
                let taken = |n: &usize| {
                    let name = format!("Computer {n}");
                    lobby.seats.iter().any(|seat| seat.name == name)
                };
                let free = (1..).find(|n| !taken(n)).unwrap_or(lobby.seats.len());
                lobby.seats.push(SeatRow {
                    seat: 0,
                    player: format!("computer {free}"),
                    name: format!("Computer {free}"),
                    computer: Some(kind.into()),
                });
            }
            Ok(())
        })
        .await
    }

    /// Sets one setting, or forgets it.
    pub async fn set(
        &self,
        id: &str,
        actor: &Actor,
        name: &str,
        value: Option<&str>,
    ) -> Result<Lobby, Refused> {
        let _lock = self.lock(id).await;
        let mut lobby = self.lobby(id).await?;
        self.expect_host(&lobby, actor)?;
        match value {
            Some(value) => lobby.settings.insert(name.into(), value.into()),
            None => lobby.settings.remove(name),
        };
        check_settings::<G>(&lobby.settings)?;
        lobby.game.settings = json(&lobby.settings);
        self.store().set_settings(id, &lobby.game.settings).await?;
        Ok(lobby)
    }

    /// Starts the game: the seats are what they are now.
    pub async fn start(&self, id: &str, actor: &Actor) -> Result<TableGuard<G>, Refused> {
        let mut slot = self.lock(id).await;
        let lobby = self.lobby(id).await?;
        let seated = lobby.seats.iter().any(|seat| seat.player == actor.user);
        if !seated {
            self.expect_host(&lobby, actor)?;
        }
        if lobby.seats.len() < *G::SEATS.start() {
            let (have, need) = (lobby.seats.len(), *G::SEATS.start());
            return Err(Refused::TooFew { have, need });
        }
        let seat =
            |row: &SeatRow| SetupSeat { name: row.name.clone(), computer: row.computer.clone() };
        let seats = lobby.seats.iter().map(seat).collect();
        let setup = Setup { seats, settings: lobby.settings };
        let state = guarded(|| G::create(&setup))??;
        let table = Table::start(self.shared.clone(), lobby.game, lobby.seats, state).await?;
        *slot = Some(table);
        Ok(tokio::sync::OwnedMutexGuard::map(slot, |table| {
            table.as_mut().expect("it was just put there")
        }))
    }

    /// Gives a game up before its end, which frees its channel. Its journal is kept.
    pub async fn abandon(&self, id: &str, actor: &Actor) -> Result<GameRow, Refused> {
        let mut slot = self.lock(id).await;
        let mut game = self.store().game(id).await?;
        if !actor.moderator && actor.user != game.creator {
            return Err(Refused::NotModerator);
        }
        if matches!(game.status, Status::Finished | Status::Abandoned) {
            return Err(Refused::Finished);
        }
        self.store().set_status(id, Status::Abandoned).await?;
        self.store().audit(self.shared.clock.now(), id, &actor.user, "abandoned").await?;
        *slot = None;
        game.status = Status::Abandoned;
        Ok(game)
    }

    /// Moves a game to another channel, as when its own was deleted.
    pub async fn move_to(&self, id: &str, actor: &Actor, channel: &str) -> Result<(), Refused> {
        let mut slot = self.lock(id).await;
        let game = self.store().game(id).await?;
        if !actor.moderator && actor.user != game.creator {
            return Err(Refused::NotModerator);
        }
        self.store().set_channel(id, channel).await?;
        *slot = None;
        Ok(())
    }

    async fn change_seats(
        &self,
        id: &str,
        change: impl FnOnce(&mut Lobby) -> Result<(), Refused>,
    ) -> Result<Lobby, Refused> {
        let _lock = self.lock(id).await;
        let mut lobby = self.lobby(id).await?;
        change(&mut lobby)?;
        let most = *G::SEATS.end();
        if lobby.seats.len() > most {
            return Err(Refused::TableFull(most));
        }
        for (seat, row) in (0..).zip(&mut lobby.seats) {
            row.seat = seat;
        }
        self.store().set_seats(id, &lobby.seats).await?;
        Ok(lobby)
    }

    fn expect_host(&self, lobby: &Lobby, actor: &Actor) -> Result<(), Refused> {
        match actor.moderator || actor.user == lobby.game.creator {
            true => Ok(()),
            false => Err(Refused::NotModerator),
        }
    }
}

fn person(seat: u8, actor: &Actor) -> SeatRow {
    let name = actor.name.chars().take(NAME).collect();
    SeatRow { seat, player: actor.user.clone(), name, computer: None }
}

fn check_settings<G: Hosted>(settings: &Settings) -> Result<(), Refused> {
    if settings.iter().any(|(name, value)| name.len().max(value.chars().count()) > SETTING) {
        return Err(Refused::TooLong { what: "setting", limit: SETTING });
    }
    Ok(guarded(|| G::check_settings(settings))??)
}

/// Eight letters and digits that are hard to mistake for one another.
pub(super) fn new_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let bytes: [u8; 8] = rand::random();
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
