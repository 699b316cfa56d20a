//! Pauses, and seats that get another player.

use super::place::*;
use crate::table::*;

fn lena() -> Actor {
    Actor::new("4", "Lena")
}

fn person(actor: &Actor) -> Newcomer {
    Newcomer::Person { user: actor.user.clone(), name: actor.name.clone() }
}

fn bold() -> Newcomer {
    Newcomer::Computer("bold".into())
}

#[tokio::test]
async fn nobody_answers_while_the_game_is_paused() {
    let mut place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        assert_eq!(table.pause(&jon(), "").await, Err(Refused::NotModerator));
        table.pause(&mira(), "holidays").await.unwrap();
        assert!(table.pause(&mira(), "").await.is_err(), "it is paused already");
    }
    place.restart().await;
    let refused = place.wager(&id, &mira(), 1).await.unwrap_err();
    assert_eq!(refused, Refused::Paused("Mira".into()));
    assert!(refused.to_string().contains("paused, by Mira"));
    place.courier().deliver_all().await.unwrap();
    let paused = |(_, notice): &(_, Notice)| matches!(notice, Notice::Paused { by, why } if by == "Mira" && why == "holidays");
    assert!(place.discord.notices().iter().any(paused));
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.resume(&jon()).await, Err(Refused::NotModerator));
    table.resume(&mira()).await.unwrap();
    assert!(table.resume(&mira()).await.is_err(), "it goes on already");
    drop(table);
    place.wager(&id, &mira(), 1).await.unwrap();
}

#[tokio::test]
async fn nothing_happens_by_itself_in_a_pause_and_its_time_counts_for_nobody() {
    let place = Place::at_pace(Pace::usual(1000)).await;
    let id = place.three().await;
    place.wager(&id, &mira(), 1).await.unwrap();
    // Jon and Aiko hold nothing; the bot would pass for them.
    let due = {
        let mut table = place.tables.table(&id).await.unwrap();
        let due: Vec<Option<i64>> = table.asked().iter().map(|row| row.due).collect();
        assert!(due.iter().all(Option::is_some), "{due:?}");
        table.pause(&mira(), "").await.unwrap();
        assert!(table.asked().iter().all(|row| row.due.is_none()));
        due
    };
    place.clock.pass(100_000);
    assert_eq!(place.tables.ring(place.clock.now()).await, Ok(0));
    let mut table = place.tables.table(&id).await.unwrap();
    table.resume(&mira()).await.unwrap();
    let later: Vec<Option<i64>> = table.asked().iter().map(|row| row.due).collect();
    let moved: Vec<Option<i64>> = due.iter().map(|at| at.map(|at| at + 100_000)).collect();
    assert_eq!(later, moved);
    drop(table);
    place.clock.pass(2_000);
    assert_eq!(place.tables.ring(place.clock.now()).await, Ok(2));
}

#[tokio::test]
async fn computers_rest_in_a_pause() {
    let place = Place::new().await;
    let id = place.against("bold", 2).await;
    place.wager(&id, &mira(), 1).await.unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.pause(&mira(), "").await.unwrap();
        assert!(!table.machine_owes());
    }
    let before = place.journal(&id).await.len();
    place.tables.catch_up().await;
    assert_eq!(place.journal(&id).await.len(), before);
    place.tables.table(&id).await.unwrap().resume(&mira()).await.unwrap();
    place.tables.catch_up().await;
    assert!(place.journal(&id).await.len() > before);
}

#[tokio::test]
async fn a_moderator_puts_somebody_else_in_a_seat() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 1).await.unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        assert_eq!(table.replace(&jon(), AIKO, bold()).await, Err(Refused::NotModerator));
        assert_eq!(table.replace(&mira(), JON, person(&aiko())).await, Err(Refused::SeatedAlready));
        let none = table.replace(&mira(), JON, Newcomer::Computer("wise".into())).await;
        assert!(none.is_err_and(|why| why.to_string().contains("bold, absurd")));
        let hand = table.view(Some(JON));
        assert_eq!(table.replace(&mira(), JON, person(&lena())).await, Ok(Replaced::Done));
        assert_eq!((table.seat_of("4"), table.seat_of("2")), (Some(JON), None));
        assert_eq!(table.view(Some(JON)), hand);
    }
    place.restart().await;
    let refused = {
        let mut table = place.tables.table(&id).await.unwrap();
        table.act_by_keys(&jon(), JON, None, &["pass".into()]).await
    };
    assert_eq!(refused, Err(Refused::NotAPlayer));
    place.pass(&id, &lena()).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices();
    let told = |(to, notice): &(Option<crate::engine::Seat>, Notice)| match notice {
        Notice::Replaced { from, to, .. } => from == "Jon" && to == "Lena",
        Notice::Private { lines } => *to == Some(JON) && lines[0].contains("in the place of Jon"),
        _ => false,
    };
    assert_eq!(notices.iter().filter(|notice| told(notice)).count(), 2, "{notices:?}");
}

#[tokio::test]
async fn a_computer_plays_on_for_whoever_leaves_and_gives_the_seat_back() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 1).await.unwrap();
    let replaced = {
        let mut table = place.tables.table(&id).await.unwrap();
        table.replace(&jon(), JON, bold()).await
    };
    assert_eq!(replaced, Ok(Replaced::Done));
    place.tables.catch_up().await;
    place.pass(&id, &aiko()).await.unwrap();
    place.tables.catch_up().await;
    {
        let table = place.tables.table(&id).await.unwrap();
        assert!(table.asked_seats().iter().all(|seat| *seat != JON), "the computer has wagered");
    }
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.replace(&mira(), JON, person(&jon())).await, Ok(Replaced::Done));
    assert_eq!(table.seat_of("2"), Some(JON));
    assert!(table.asked().iter().all(|row| row.seat != JON.0));
}

#[tokio::test]
async fn whoever_is_offered_a_seat_takes_it_or_not() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.replace(&jon(), JON, person(&lena())).await, Ok(Replaced::Offered));
    assert_eq!(table.seat_of("2"), Some(JON), "Lena has not agreed");
    assert!(table.answer_handover(&aiko(), JON, true).await.is_err());
    assert_eq!(table.answer_handover(&lena(), JON, false).await, Ok(false));
    assert!(table.answer_handover(&lena(), JON, true).await.is_err(), "it is offered no more");
    table.replace(&jon(), JON, person(&lena())).await.unwrap();
    assert_eq!(table.answer_handover(&lena(), JON, true).await, Ok(true));
    assert_eq!((table.seat_of("4"), table.seat_of("2")), (Some(JON), None));
}

#[tokio::test]
async fn a_game_gets_another_owner() {
    let mut place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        assert_eq!(table.transfer(&jon(), "2", "Jon").await, Err(Refused::NotModerator));
        table.transfer(&mira(), "2", "Jon").await.unwrap();
        assert_eq!(table.pause(&mira(), "").await, Err(Refused::NotModerator));
    }
    place.restart().await;
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.pause(&jon(), "").await, Ok(()));
    let corrected = table.fix(&jon(), "points", &[], "", false).await;
    assert!(corrected.is_err_and(|why| why.to_string().contains("nothing can be corrected")));
}
