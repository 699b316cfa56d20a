//! The first game at a real table, from written positions.

use std::sync::Arc;

use crate::engine::{By, Entry, Seat, Seed};
use crate::imperium::position::at;
use crate::imperium::{Imperium, components};
use crate::store::{CheckpointRow, GameRow, SeatRow, Status, Store};
use crate::table::*;

struct Seated {
    tables: Tables<Imperium>,
    id: String,
    _folder: tempfile::TempDir,
}

/// People at a table that stands at a position; seat n is user n.
async fn seated(position: &str) -> Seated {
    components::install();
    let state = at(position);
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("games.db")).await.expect("a database");
    let id = "g".to_string();
    let game = GameRow {
        id: id.clone(),
        kind: "imperium".into(),
        name: "Pax".into(),
        channel: "c".into(),
        guild: "g".into(),
        creator: "0".into(),
        seed: Seed::of("a table").into(),
        status: Status::Running,
        settings: "{}".into(),
        created: 0,
    };
    let person = |seat: u8| {
        let (player, name) = (seat.to_string(), format!("player {seat}"));
        SeatRow { seat, player, name, computer: None }
    };
    let seats: Vec<SeatRow> = (0..state.players.len() as u8).map(person).collect();
    let start = CheckpointRow {
        number: 0,
        position: 0,
        version: 1,
        name: "here".into(),
        state: serde_json::to_string(&state).expect("a state is plain data"),
    };
    store.add_course(&game, &seats, &[], &[start], &[]).await.expect("a game");
    let computer = super::imperium::computer;
    let tables = Tables::new(store, Arc::new(SystemClock), computer);
    Seated { tables, id, _folder: folder }
}

fn user(seat: u8) -> Actor {
    Actor::new(seat.to_string(), format!("player {seat}"))
}

impl Seated {
    async fn types(&self, seat: u8, line: &str) -> Result<Acted, Refused> {
        let typed = crate::imperium::commands::Command::parse(line).expect("a command");
        let mut table = self.tables.table(&self.id).await?;
        table.command(&user(seat), Seat(seat), &typed.name, &typed.options).await
    }

    async fn order(&self, seat: u8, topic: &str, typed: &str) {
        let mut table = self.tables.table(&self.id).await.expect("a table");
        let given = table.order_typed(&user(seat), Seat(seat), topic, typed, |order| order).await;
        given.unwrap_or_else(|why| panic!("{topic}: {typed}: {why}"));
    }

    /// Lets everything happen that happens by itself, and says who is asked what then.
    async fn asked(&self) -> Vec<String> {
        loop {
            self.tables.catch_up().await;
            if self.tables.ring(i64::MAX).await.expect("the store works") == 0 {
                break;
            }
        }
        let table = self.tables.table(&self.id).await.expect("a table");
        table.asked_seats().iter().map(|seat| table.question(*seat).expect("asked").text).collect()
    }

    async fn answers(&self) -> Vec<(Seat, By)> {
        let journal = self.tables.store().journal(&self.id).await.expect("a journal");
        let parsed = journal.iter().map(|row| serde_json::from_str(&row.entry).expect("an entry"));
        parsed
            .filter_map(|entry: Entry<Imperium>| match entry {
                Entry::Answer { seat, by, .. } => Some((seat, by)),
                _ => None,
            })
            .collect()
    }
}

const BATTLE: &str = "players yssaril, hacan, jol-nar
tile 205 = 46
tile 206 = 35
tile 204 = 47
space 206: yssaril 2 cruisers, dreadnought
space 205: hacan cruiser, dreadnought, destroyer
space 204: hacan carrier
hand yssaril: morale-boost, shields-holding
hand hacan: fire-team, shields-holding, bribery
";

#[tokio::test]
async fn a_combat_of_two_planned_sides_asks_nobody() {
    let plan = [
        ("combat", "pass"),
        ("losses", "destroyers, fighters; sustain first"),
        ("retreat", "never"),
    ];
    let place = seated(BATTLE).await;
    for seat in [0, 1] {
        for (topic, typed) in plan {
            place.order(seat, topic, typed).await;
        }
    }
    place.order(0, "combat start", "Morale Boost").await;
    place.types(0, "/activate system:205").await.expect("it is legal");
    let asked = place.asked().await;
    assert!(asked[0].contains("move into"), "{asked:?}");
    place.types(0, "/move from:206 units:2 cruisers, dreadnought").await.expect("near");
    place.types(0, "/confirm").await.expect("it is legal");
    let before = place.answers().await.len();
    let asked = place.asked().await;
    let table = place.tables.table(&place.id).await.expect("a table");
    let here = crate::imperium::state::SystemId::by_label("205").expect("a label");
    let sides = table.look(|state| [0, 1].map(|seat| state.fleet_size(here, Seat(seat))));
    assert!(sides.contains(&0), "the combat is over: {sides:?}");
    let discarded = table.look(|state| state.decks.discarded.len());
    assert!(discarded >= 1, "Morale Boost was played by order");
    drop(table);
    let answers = place.answers().await.split_off(before);
    assert!(answers.iter().all(|(_, by)| *by == By::Standing), "{answers:?}");
    assert!(answers.len() > 6, "{answers:?}");
    assert!(!asked.iter().any(|text| text.contains("hit")), "{asked:?}");
}

/// The same combat without plans asks at each window.
#[tokio::test]
async fn a_combat_without_plans_asks_both_sides() {
    let place = seated(BATTLE).await;
    place.types(0, "/activate system:205").await.expect("it is legal");
    place.asked().await;
    place.types(0, "/move from:206 units:2 cruisers, dreadnought").await.expect("near");
    place.types(0, "/confirm").await.expect("it is legal");
    let asked = place.asked().await;
    assert!(!asked.is_empty());
    assert!(!asked.iter().any(|text| text.contains("turn")), "the combat waits: {asked:?}");
}

#[tokio::test]
async fn votes_typed_ahead_are_cast_in_order_and_only_if_they_still_can_be() {
    let place = seated(
        "players sol, hacan, letnev\nphase agenda\nspeaker sol\nagendas: economic-equality\n\
         control quann: hacan\ncontrol bereg: letnev\n",
    )
    .await;
    let asked = place.asked().await;
    assert!(asked[0].contains("vote") || asked[0].contains("Vote"), "{asked:?}");
    let table = place.tables.table(&place.id).await.expect("a table");
    let first = table.asked_seats()[0];
    assert_eq!(first, Seat(1), "left of the speaker");
    assert!(table.may_answer_ahead(Seat(2)) && table.may_answer_ahead(Seat(0)));
    assert!(!table.may_answer_ahead(Seat(1)));
    drop(table);
    let refused = place.types(2, "/vote outcome:Maybe planets:Bereg").await;
    assert!(matches!(refused, Err(Refused::Illegal(_))), "{refused:?}");
    let kept = place.types(2, "/vote outcome:Against planets:Bereg").await;
    assert!(matches!(kept, Ok(Acted::Ahead(_))), "{kept:?}");
    place.types(1, "/vote outcome:For planets:Quann").await.expect("a vote");
    let asked = place.asked().await;
    let table = place.tables.table(&place.id).await.expect("a table");
    let votes = table.look(|state| state.open_agenda.as_ref().map(|open| open.votes.len()));
    assert_eq!(votes, Some(2), "{asked:?}");
    assert_eq!(table.asked_seats(), [Seat(0)]);
}
