//! Delivery: nothing lost, nothing doubled, in order.

use std::sync::Arc;
use std::time::Duration;

use super::place::*;
use crate::engine::Seat;
use crate::table::*;

#[tokio::test]
async fn what_was_written_before_a_crash_is_posted_after_it() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    place.restart().await;
    place.courier().deliver_all().await.unwrap();
    let lines = public_lines(&place.discord);
    assert_eq!(lines[0], "«0» wagers 2.");
    assert_eq!(lines[2], "«0» draws a card.");
    let private = place.discord.notices().into_iter().find(|(to, _)| *to == Some(MIRA));
    assert!(matches!(private, Some((_, Notice::Private { lines })) if lines.len() == 1));
    assert!(place.store.games_with_letters().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_crash_between_posting_and_noting_it_repeats_nothing() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    // The letter arrives, then the program dies before it can note that.
    let hanging = Arc::new(Hanging { arrived: place.discord.clone() });
    let courier = Courier::new(place.store.clone(), place.clock.clone(), hanging);
    let cut = tokio::time::timeout(Duration::from_millis(100), courier.deliver(&id)).await;
    assert!(cut.is_err(), "it was cut off");
    assert_eq!(place.discord.notices().len(), 1);
    place.turn(&id, 1).await;
    place.restart().await;
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices();
    let started = |notice: &&(_, Notice)| matches!(notice.1, Notice::Started { .. });
    assert_eq!(notices.iter().filter(started).count(), 1);
    assert_eq!(public_lines(&place.discord)[0], "«0» wagers 2.");
}

/// Posts and then never returns.
struct Hanging {
    arrived: Arc<FakeDiscord>,
}

impl Poster for Hanging {
    async fn post(&self, letter: &Letter) -> Result<Posted, PostTrouble> {
        self.arrived.post(letter).await?;
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_letter_that_may_have_arrived_is_not_skipped_for_a_later_one() {
    let place = Place::new().await;
    let id = place.three().await;
    place.courier().deliver_all().await.unwrap();
    place.wager(&id, &mira(), 1).await.unwrap();
    let attempted = place.store.letters(&id).await.unwrap()[0].clone();
    place.store.trying(&id, attempted.number).await.unwrap();
    place.pass(&id, &jon()).await.unwrap();
    place.pass(&id, &aiko()).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    let nonces: Vec<String> =
        place.discord.messages.lock().unwrap().iter().map(|(nonce, _, _)| nonce.clone()).collect();
    assert!(nonces.contains(&format!("{id}-{}", attempted.number)), "{nonces:?}");
}

#[tokio::test]
async fn of_many_unposted_edits_only_the_last_is_posted() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 1).await;
    assert!(place.store.letters(&id).await.unwrap().len() > 6);
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices();
    let asked = |notice: &&(Option<Seat>, Notice)| matches!(notice.1, Notice::Asked { .. });
    assert_eq!(notices.iter().filter(asked).count(), 1);
    let turns = |notice: &&(Option<Seat>, Notice)| matches!(notice.1, Notice::Turn { .. });
    assert_eq!(notices.iter().filter(turns).count(), 1);
    let turn = notices.iter().find(turns);
    assert!(matches!(turn, Some((None, Notice::Turn { ended: Some(2), .. }))), "{turn:?}");
}

#[tokio::test]
async fn a_busy_receiver_is_tried_again_more_and_more_slowly() {
    let place = Place::new().await;
    place.three().await;
    let faults =
        vec![Fault::AnswerLost, Fault::Wait(Duration::from_secs(7)), Fault::Busy, Fault::Busy];
    *place.discord.faults.lock().unwrap() = faults;
    place.courier().deliver_all().await.unwrap();
    let slept = place.clock.slept.lock().unwrap().clone();
    let milliseconds: Vec<u128> = slept.iter().map(Duration::as_millis).collect();
    assert_eq!(milliseconds, [500, 1000, 7000, 4000]);
    let nonces = place.discord.messages.lock().unwrap().len();
    assert_eq!(nonces, 2, "the start and the question, each once");
}

#[tokio::test]
async fn a_letter_that_cannot_arrive_is_given_up_and_the_next_go_on() {
    let place = Place::new().await;
    let id = place.three().await;
    *place.discord.faults.lock().unwrap() = vec![Fault::Gone];
    place.courier().deliver_all().await.unwrap();
    assert_eq!(place.discord.notices().len(), 1);
    let lost = place.store.undeliverable(&id).await.unwrap();
    assert_eq!(lost, [(0, "unknown channel".to_string())]);
}

#[tokio::test]
async fn letters_of_a_game_arrive_in_the_order_of_what_happened() {
    let place = Place::new().await;
    let id = place.three().await;
    for _ in 0..3 {
        place.turn(&id, 0).await;
        place.courier().deliver_all().await.unwrap();
    }
    let nonces: Vec<usize> = place
        .discord
        .messages
        .lock()
        .unwrap()
        .iter()
        .map(|(nonce, _, _)| nonce.split_once('-').unwrap().1.parse().unwrap())
        .collect();
    assert!(nonces.is_sorted(), "{nonces:?}");
    assert!(format!("{id}-99999999").len() <= 25, "Discord takes 25 characters");
}

#[tokio::test]
async fn the_running_courier_delivers_what_comes_in() {
    let place = Place::new().await;
    let id = place.three().await;
    let courier = Courier::new(place.store.clone(), Arc::new(SystemClock), place.discord.clone());
    let running = tokio::spawn(async move { courier.run().await });
    place.turn(&id, 2).await;
    place.turn(&id, 1).await;
    for _ in 0..200 {
        if place.store.games_with_letters().await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    running.abort();
    let lines = public_lines(&place.discord);
    assert_eq!(lines.len(), 6, "{lines:?}");
}

#[tokio::test]
async fn a_command_cut_off_in_the_middle_is_whole_or_not_at_all() {
    let place = Place::new().await;
    let id = place.three().await;
    for patience in [0, 1, 2, 5, 20, 50, 100, 200, 400, 800, 1600, 3200] {
        let before = place.journal(&id).await.len();
        let table = place.tables.table(&id).await.unwrap();
        let seat = table.asked_seats()[0];
        let offer = table.question(seat).unwrap().offer;
        drop(table);
        let players = [mira(), jon(), aiko()];
        let player = &players[seat.index()];
        let command = async {
            if offer { place.pass(&id, player).await } else { place.wager(&id, player, 0).await }
        };
        let _ = tokio::time::timeout(Duration::from_micros(patience), command).await;
        // A write that was under way when it was cut off may still end.
        tokio::time::sleep(Duration::from_millis(20)).await;
        let fresh: Host = place.other();
        let stored = fresh.table(&id).await.unwrap();
        let table = place.tables.table(&id).await.unwrap();
        assert_eq!(table.position(), stored.position());
        assert_eq!(table.asked_seats(), stored.asked_seats());
        assert_eq!(table.view(Some(seat)), stored.view(Some(seat)));
        assert!(place.journal(&id).await.len() >= before);
    }
}
