//! Games of both kinds on one store, without Discord.

use std::sync::Arc;

use crate::engine::Seat;
use crate::store::{AskedRow, Status, Store};
use crate::table::{Acted, Actor, NewGame, Refused, Settings, SystemClock, export};

use super::host::{Table, Tables};
use super::{Kind, check, import, tally};

struct Place {
    tables: Tables,
    folder: tempfile::TempDir,
}

fn user(seat: u8) -> Actor {
    Actor::new(seat.to_string(), format!("player {seat}"))
}

async fn place() -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("games.db")).await.expect("a database");
    Place { tables: Tables::new(store, Arc::new(SystemClock)), folder }
}

impl Place {
    /// A game with three people, in a channel named like its kind.
    async fn started(&self, kind: Kind, settings: &[(&str, &str)]) -> String {
        let settings: Settings =
            settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let new = NewGame {
            channel: kind.name().into(),
            guild: "g".into(),
            name: kind.title().into(),
            settings,
        };
        let lobby = self.tables.create_from(kind, &user(0), new, [7; 32]).await.expect("a lobby");
        let id = lobby.game.id;
        for seat in [1, 2] {
            self.tables.join(&id, &user(seat)).await.expect("a seat");
        }
        drop(self.tables.start(&id, &user(0)).await.expect("it starts"));
        id
    }

    /// Three people at their first event.
    async fn marking(&self) -> String {
        let chosen = [("factions", "sol, hacan, letnev")];
        let id = self.started(Kind::Inscription, &chosen).await;
        for (seat, name) in ["sol", "hacan", "letnev"].into_iter().enumerate() {
            self.types(&id, seat as u8, &format!("/answer {name}")).await.expect("it was dealt");
        }
        id
    }

    async fn types(&self, id: &str, seat: u8, line: &str) -> Result<Acted, Refused> {
        let mut table = self.tables.table(id).await?;
        let (name, options) = table.kind().read_line(line)?;
        table.command(&user(seat), Seat(seat), &name, &options).await
    }

    async fn asked(&self, id: &str) -> Vec<AskedRow> {
        self.tables.table(id).await.expect("a table").asked().to_vec()
    }
}

fn seats(asked: &[AskedRow]) -> Vec<u8> {
    asked.iter().map(|row| row.seat).collect()
}

#[tokio::test]
async fn a_marker_is_taken_up_again_while_others_still_write_and_theirs_stay_down() {
    let place = place().await;
    let id = place.marking().await;
    place.types(&id, 0, "/mark sheet nav").await.expect("a draft");
    place.types(&id, 0, "/down").await.expect("it may stop");
    place.types(&id, 2, "/mark sheet war").await.expect("a draft");
    place.types(&id, 1, "/mark sheet ind").await.expect("a draft");
    place.types(&id, 1, "/down").await.expect("it may stop");
    let before = place.asked(&id).await;
    assert_eq!(seats(&before), [2]);
    // Seat 1 has answered since; what seat 2 has put together stays.
    let mut table = place.tables.table(&id).await.expect("a table");
    table.take_back(&user(0)).await.expect("the window is open");
    drop(table);
    let after = place.asked(&id).await;
    assert_eq!(seats(&after), [0, 2]);
    assert_eq!(after[1], before[0]);
    place.types(&id, 0, "/mark sheet exp").await.expect("a draft");
    place.types(&id, 0, "/down").await.expect("it may stop");
    place.types(&id, 2, "/down").await.expect("what it had put together counts");
    let Table::Inscription(table) = place.tables.table(&id).await.expect("a table") else {
        panic!("another game")
    };
    let active = table.look(|state| {
        let sheet = |seat: u8| state.own(Seat(seat)).active.map(|sheet| sheet.word());
        [sheet(0), sheet(1), sheet(2)]
    });
    assert_eq!(active, [Some("exp"), Some("ind"), Some("war")]);
    let told = table.told(None).join("\n");
    assert!(told.contains("The dice"), "{told}");
    drop(table);
    // Everybody has seen what the others chose.
    let mut table = place.tables.table(&id).await.expect("a table");
    let refused = table.take_back(&user(2)).await.expect_err("it counts already").to_string();
    assert!(refused.contains("/mod undo"), "{refused}");
    let found = table.history(100).await.expect("a history");
    assert!(found.iter().any(|line| !line.in_force), "the answer stays in the journal");
    drop(table);
    let row = place.tables.store().game(&id).await.expect("the game");
    assert!(check(place.tables.store(), &row).await.expect("a report").sound());
}

#[tokio::test]
async fn what_is_stored_of_either_game_is_checked_exported_counted_and_taken_back_in() {
    let place = place().await;
    let ids = [place.marking().await, place.started(Kind::Imperium, &[]).await];
    let store = place.tables.store();
    let running = store.games_with(Status::Running).await.expect("the games");
    assert_eq!(running.len(), 2);
    for row in &running {
        assert!(check(store, row).await.expect("a report").sound(), "{}", row.kind);
        let file = export(store, &row.id).await.expect("a file");
        assert!(tally(&file).is_ok(), "{}", row.kind);
        let elsewhere = Store::open(&place.folder.path().join(format!("{}.db", row.kind))).await;
        let elsewhere = elsewhere.expect("a database");
        let taken = import(&elsewhere, &file, "c", "g", 0).await.expect("it fits");
        let tables = Tables::new(elsewhere, Arc::new(SystemClock));
        assert_eq!(tables.kind(&taken).await.expect("the game").name(), row.kind);
        tables.table(&taken).await.expect("it can be played");
    }
    // What is due to one kind is done at its own tables only.
    assert_eq!(place.tables.ring(0).await.expect("the store works"), 0);
    for id in &ids {
        let table = place.tables.table(id).await.expect("a table");
        assert_eq!(table.imperium().is_some(), table.kind() == Kind::Imperium);
    }
}

#[tokio::test]
async fn commands_of_the_other_game_are_refused_with_those_of_this_one() {
    let place = place().await;
    let (slate, galaxy) = (place.marking().await, place.started(Kind::Imperium, &[]).await);
    let refused = place.types(&slate, 0, "/pick card:Trade").await.expect_err("no such command");
    assert!(refused.to_string().contains("`/mark`"), "{refused}");
    let refused = place.types(&galaxy, 0, "/down").await.expect_err("no such command");
    assert!(refused.to_string().contains("`/activate`"), "{refused}");
    let table = place.tables.table(&slate).await.expect("a table");
    let options = [("card".to_string(), String::new())];
    let found = table.complete("0", "pick", &options, "card").await.expect("nothing");
    assert!(found.is_empty());
    drop(table);
    let wrong = place.tables.set(&slate, &user(0), "goal", Some("10")).await;
    assert!(wrong.is_err(), "it has started");
}
