//! Standing orders by topic, and answers given before the question.

use super::duel::{Card, Duel};
use super::place::*;
use crate::engine::{By, Entry, Seat};
use crate::table::*;

/// Gives the order that is typed, for good.
async fn order(place: &Place, id: &str, actor: &Actor, topic: &str, typed: &str) {
    let mut table = place.tables.table(id).await.unwrap();
    let seat = table.seat_of(&actor.user).expect("plays");
    table.order_typed(actor, seat, topic, typed, |order| order).await.unwrap();
}

async fn asked(place: &Place, id: &str) -> Vec<Seat> {
    place.tables.catch_up().await;
    place.tables.table(id).await.unwrap().asked_seats()
}

async fn journal(place: &Place, id: &str) -> Vec<Entry<Duel<0>>> {
    let entries = place.journal(id).await;
    entries.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect()
}

#[tokio::test]
async fn the_order_about_the_narrower_topic_counts() {
    let place = Place::new().await;
    let id = place.three().await;
    order(&place, &id, &jon(), "response high", "ask").await;
    order(&place, &id, &jon(), "response", "pass").await;
    place.wager(&id, &mira(), 1).await.unwrap();
    assert_eq!(asked(&place, &id).await, [AIKO], "a low wager is passed");
    place.pass(&id, &aiko()).await.unwrap();
    place.turn(&id, 0).await;
    place.wager(&id, &aiko(), 3).await.unwrap();
    assert_eq!(asked(&place, &id).await, [MIRA, JON], "a high one is not");
}

#[tokio::test]
async fn a_card_is_played_by_order_as_soon_as_it_can_be() {
    let place = Place::new().await;
    let id = place.three().await;
    order(&place, &id, &mira(), "response", "block").await;
    let mut blocked = false;
    for _ in 0..12 {
        let active = place.tables.table(&id).await.unwrap().asked_seats()[0];
        let players = [mira(), jon(), aiko()];
        let held = |table: &TableGuard<Duel<0>>| table.view(Some(MIRA)).hand.contains(&Card::Block);
        let holds = held(&place.tables.table(&id).await.unwrap());
        place.wager(&id, &players[active.index()], 0).await.unwrap();
        let waits = asked(&place, &id).await.contains(&MIRA);
        if active != MIRA {
            assert_eq!(waits, !holds, "she is asked if and only if she has nothing to play");
            blocked |= holds;
        }
        for seat in asked(&place, &id).await {
            place.pass(&id, &players[seat.index()]).await.unwrap();
        }
    }
    assert!(blocked, "these dice deal Mira a card to block with");
    let by_order = |entry: &Entry<Duel<0>>| matches!(entry, Entry::Answer { by: By::Standing, seat, .. } if *seat == MIRA);
    assert!(journal(&place, &id).await.iter().any(by_order), "it is in the journal");
}

#[tokio::test]
async fn an_answer_ahead_is_given_when_the_question_comes_and_only_once() {
    let mut place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let ahead = table.command(&jon(), JON, "wager", &[("coins".into(), "2".into())]).await;
        assert_eq!(ahead, Ok(Acted::Ahead("2 coins".into())));
        assert_eq!(table.orders(JON).count(), 1);
        assert_eq!(table.orders(MIRA).count(), 0, "nobody else has it");
        let later = table.command(&aiko(), AIKO, "wager", &[("coins".into(), "2".into())]).await;
        assert!(later.is_err(), "it is not Aiko's turn next: {later:?}");
    }
    place.restart().await;
    place.turn(&id, 0).await;
    assert_eq!(asked(&place, &id).await, [MIRA, AIKO], "Jon's wager stands");
    let last = journal(&place, &id).await;
    assert!(
        last.iter().any(|entry| matches!(entry, Entry::Answer { seat: JON, by: By::Standing, .. }))
    );
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.orders(JON).count(), 0, "it is used up");
}

#[tokio::test]
async fn an_answer_ahead_that_is_none_any_more_asks_the_player() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let ahead = [("coins".to_string(), "3".to_string())];
        table.command(&jon(), JON, "wager", &ahead).await.unwrap();
        let give = super::duel::Deed::Give { to: MIRA, coins: 1 };
        table.deed(&jon(), JON, give).await.unwrap();
    }
    place.turn(&id, 0).await;
    assert_eq!(asked(&place, &id).await, [JON], "three coins are more than his two");
}

#[tokio::test]
async fn orders_can_be_taken_back_and_are_for_their_player_alone() {
    let mut place = Place::new().await;
    let id = place.three().await;
    order(&place, &id, &jon(), "response", "pass").await;
    order(&place, &id, &jon(), "wager", "1").await;
    place.restart().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let topics: Vec<&str> = table.orders(JON).map(|order| order.topic.as_str()).collect();
    assert_eq!(topics, ["response", "wager"]);
    let moderator = mira().in_place();
    let others = table.give_orders(&moderator, JON, vec![Order::pass_all()]).await;
    assert_eq!(others, Err(Refused::WrongSeat), "not even moderators");
    assert_eq!(table.revoke_orders(&jon(), JON, |at, _| at == 0).await, Ok(1));
    assert_eq!(table.orders(JON).count(), 1);
    let absurd = table.order_typed(&jon(), JON, "wager", "all", |order| order).await;
    assert!(matches!(absurd, Err(Refused::Illegal(_))), "{absurd:?}");
}

#[tokio::test]
async fn a_bundle_is_replaced_as_a_whole() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let plan = |topics: &[&str]| -> Vec<Order> {
        topics.iter().map(|topic| Order::new(*topic, Reply::Pass).bundle("plan")).collect()
    };
    table.give_orders(&jon(), JON, plan(&["response", "response high"])).await.unwrap();
    table.give_orders(&jon(), JON, vec![Order::new("wager", Reply::Ask)]).await.unwrap();
    table.give_orders(&jon(), JON, plan(&["response"])).await.unwrap();
    let topics: Vec<&str> = table.orders(JON).map(|order| order.topic.as_str()).collect();
    assert_eq!(topics, ["wager", "response"]);
}
