//! A store in trouble, and receivers that come back: nothing waits for ever.

use std::sync::Arc;
use std::time::Duration;

use super::place::*;
use crate::engine::Seat;
use crate::store::{NewLetter, Status, Write};
use crate::table::*;

/// Fills the pages in which games are, to the last bytes.
async fn fill_the_disk(place: &Place) {
    let new = new_game("elsewhere");
    let id = place.tables.create_from(&mira(), new, [1; 32]).await.unwrap().game.id;
    place.store.limit_pages(Some(1));
    let mut position = 0;
    for size in [3000, 300, 30, 1] {
        let text = "x".repeat(size);
        let letter = NewLetter { seat: None, replaces: text.clone(), body: text.clone() };
        loop {
            let write = Write {
                game: id.clone(),
                position,
                entries: vec![text.clone()],
                author: text.clone(),
                at: 0,
                checkpoints: Vec::new(),
                letters: vec![letter.clone()],
                asked: Vec::new(),
                status: Status::Lobby,
                beside: Default::default(),
            };
            if place.store.write(&write).await.is_err() {
                break;
            }
            position += 1;
        }
    }
}

#[tokio::test]
async fn computers_that_met_a_full_disk_go_on_when_there_is_room() {
    let place = Place::file().await;
    let id = place.against("bold", 2).await;
    place.wager(&id, &mira(), 1).await.unwrap();
    assert!(place.tables.table(&id).await.unwrap().machine_owes());
    fill_the_disk(&place).await;
    assert!(place.tables.catch_up().await, "their answers are still owed");
    assert!(place.tables.table(&id).await.unwrap().machine_owes());
    place.store.limit_pages(None);
    assert!(!place.tables.catch_up().await);
    let table = place.tables.table(&id).await.unwrap();
    assert!(!table.machine_owes());
    assert_eq!(table.asked_seats(), [MIRA]);
}

/// Refuses every letter, for a very long time, until it is open.
#[derive(Default)]
struct Gate {
    arrived: FakeDiscord,
    open: std::sync::atomic::AtomicBool,
    refused: tokio::sync::Notify,
}

const VERY_LONG: Duration = Duration::from_secs(1_000_000);

impl Poster for Gate {
    async fn post(&self, letter: &Letter) -> Result<Posted, PostTrouble> {
        if self.open.load(std::sync::atomic::Ordering::SeqCst) {
            return self.arrived.post(letter).await;
        }
        self.refused.notify_one();
        Err(PostTrouble::Later { after: Some(VERY_LONG), why: "no right to write".into() })
    }
}

/// Time that does not pass.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> i64 {
        0
    }

    fn sleep(&self, _: Duration) -> futures_util::future::BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn letters_that_wait_for_a_channel_go_out_when_the_bell_rings_for_it() {
    let place = Place::new().await;
    let id = place.three().await;
    for ring in [id.as_str(), "c"] {
        let gate = Arc::new(Gate::default());
        let bell = Bell::default();
        let courier = Courier::new(place.store.clone(), Arc::new(Frozen), gate.clone());
        let courier = courier.hearing(bell.clone());
        let game = id.clone();
        let delivering = tokio::spawn(async move { courier.deliver(&game).await });
        gate.refused.notified().await;
        // Another channel is none of its business.
        bell.ring("elsewhere");
        tokio::task::yield_now().await;
        assert!(!delivering.is_finished());
        gate.open.store(true, std::sync::atomic::Ordering::SeqCst);
        bell.ring(ring);
        delivering.await.unwrap().unwrap();
        assert!(!gate.arrived.notices().is_empty(), "{ring}");
        place.turn(&id, 1).await;
    }
}

#[tokio::test]
async fn the_question_can_be_told_once_more_and_nothing_else_changes() {
    let place = Place::new().await;
    let id = place.three().await;
    place.courier().deliver_all().await.unwrap();
    let before = (place.journal(&id).await, place.discord.notices().len());
    let mut table = place.tables.table(&id).await.unwrap();
    table.ask_again().await.unwrap();
    let asked = table.asked_seats();
    drop(table);
    place.courier().deliver_all().await.unwrap();
    let told: Vec<(Option<Seat>, Notice)> = place.discord.notices().split_off(before.1);
    assert!(matches!(&told[..], [(None, Notice::Asked { .. })]), "{told:?}");
    assert_eq!(place.journal(&id).await, before.0);
    assert_eq!(place.other::<0>().table(&id).await.unwrap().asked_seats(), asked);
}
