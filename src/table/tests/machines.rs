//! Computer players, standing orders, automatic passes.

use super::duel::Deed;
use super::place::*;
use crate::engine::{By, Entry};
use crate::table::*;

fn until_my_turn() -> Order {
    Order::pass_all().until(Until::MyTurn)
}

fn this_round() -> Order {
    Order::pass_all().until(Until::RoundEnds)
}

async fn answers_by(place: &Place, id: &str, by: By) -> usize {
    let entries = place.journal(id).await;
    let parsed = entries.iter().map(|entry| serde_json::from_str(entry).unwrap());
    parsed
        .filter(|entry: &Entry<super::duel::Duel<0>>| match entry {
            Entry::Answer { by: given, .. } | Entry::Deed { by: given, .. } => *given == by,
            _ => false,
        })
        .count()
}

#[tokio::test]
async fn computers_answer_by_themselves_until_a_person_is_asked() {
    let place = Place::new().await;
    let id = place.against("bold", 2).await;
    place.wager(&id, &mira(), 1).await.unwrap();
    assert!(place.tables.table(&id).await.unwrap().machine_owes());
    place.tables.catch_up().await;
    let table = place.tables.table(&id).await.unwrap();
    assert!(!table.machine_owes());
    assert_eq!(table.asked_seats(), [MIRA]);
    assert!(matches!(table.question(MIRA), Some(question) if question.offer));
    drop(table);
    assert_eq!(answers_by(&place, &id, By::Computer).await, 4);
    place.courier().deliver_all().await.unwrap();
    let turns = public_lines(&place.discord);
    assert!(turns.contains(&"«1» wagers 3.".to_string()), "{turns:?}");
}

#[tokio::test]
async fn computers_go_on_after_a_crash() {
    let mut place = Place::new().await;
    let id = place.against("bold", 1).await;
    place.wager(&id, &mira(), 1).await.unwrap();
    place.restart().await;
    place.tables.wake_all().await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [MIRA]);
}

#[tokio::test]
async fn an_absurd_computer_plays_what_is_suggested() {
    let place = Place::new().await;
    let id = place.against("absurd", 3).await;
    while !place.tables.table(&id).await.unwrap().finished() {
        let question = place.tables.table(&id).await.unwrap().question(MIRA);
        match question {
            Some(question) if question.offer => drop(place.pass(&id, &mira()).await.unwrap()),
            Some(_) => drop(place.wager(&id, &mira(), 0).await.unwrap()),
            None => {}
        }
        place.tables.catch_up().await;
    }
}

#[tokio::test]
async fn a_game_of_computers_alone_plays_to_its_end() {
    let place = Place::new().await;
    let lobby = place.tables.create(&mira(), new_game("c")).await.unwrap();
    let id = lobby.game.id;
    place.tables.fill(&id, &mira(), "bold", 3).await.unwrap();
    place.tables.leave(&id, &mira()).await.unwrap();
    drop(place.tables.start(&id, &mira()).await.unwrap());
    place.tables.catch_up().await;
    assert!(place.tables.table(&id).await.unwrap().finished());
    place.courier().deliver_all().await.unwrap();
    let asked = |notice: &(_, Notice)| matches!(notice.1, Notice::Asked { .. });
    assert!(!place.discord.notices().iter().any(asked), "nobody is pinged for computers");
}

#[tokio::test]
async fn a_computer_refuses_a_beggar_at_once() {
    let place = Place::new().await;
    let id = place.against("bold", 1).await;
    let mut table = place.tables.table(&id).await.unwrap();
    table.deed(&mira(), MIRA, Deed::Beg { from: JON }).await.unwrap();
    drop(table);
    place.tables.catch_up().await;
    assert_eq!(answers_by(&place, &id, By::Computer).await, 1);
}

#[tokio::test]
async fn passing_until_my_next_turn_ends_with_it() {
    let mut place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&aiko(), AIKO, Some(until_my_turn())).await.unwrap();
    }
    place.wager(&id, &mira(), 0).await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [JON]);
    place.pass(&id, &jon()).await.unwrap();
    place.restart().await;
    assert_eq!(place.tables.table(&id).await.unwrap().order(AIKO), Some(&until_my_turn()));
    place.wager(&id, &jon(), 0).await.unwrap();
    place.tables.catch_up().await;
    place.pass(&id, &mira()).await.unwrap();
    assert_eq!(answers_by(&place, &id, By::Standing).await, 2);
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.asked_seats(), [AIKO]);
    assert_eq!(table.order(AIKO), None, "Aiko's turn has come");
    drop(table);
    place.turn(&id, 0).await;
    place.wager(&id, &mira(), 0).await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [JON, AIKO]);
}

#[tokio::test]
async fn passing_in_ones_own_turn_holds_until_the_next_one() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&mira(), MIRA, Some(until_my_turn())).await.unwrap();
    }
    place.turn(&id, 0).await;
    place.wager(&id, &jon(), 0).await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [AIKO]);
}

#[tokio::test]
async fn passing_for_this_round_ends_with_the_round() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&mira(), MIRA, Some(this_round())).await.unwrap();
    }
    place.turn(&id, 0).await;
    for (player, other) in [(jon(), aiko()), (aiko(), jon())] {
        place.wager(&id, &player, 0).await.unwrap();
        place.tables.catch_up().await;
        place.pass(&id, &other).await.unwrap();
    }
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.order(MIRA), None);
    assert_eq!(table.asked_seats(), [MIRA]);
}

#[tokio::test]
async fn passing_unless_targeted_asks_when_it_matters() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&jon(), JON, Some(Order::pass_all().unless_aimed())).await.unwrap();
    }
    place.wager(&id, &mira(), 1).await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [AIKO]);
    place.pass(&id, &aiko()).await.unwrap();
    place.wager(&id, &jon(), 0).await.unwrap();
    place.pass(&id, &mira()).await.unwrap();
    place.pass(&id, &aiko()).await.unwrap();
    place.wager(&id, &aiko(), 3).await.unwrap();
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [MIRA, JON]);
    let mut table = place.tables.table(&id).await.unwrap();
    table.stand(&jon(), JON, None).await.unwrap();
    assert_eq!(table.order(JON), None);
}

#[tokio::test]
async fn a_standing_order_given_late_answers_the_open_offer() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 0).await.unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&jon(), JON, Some(this_round())).await.unwrap();
    }
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [AIKO]);
}

#[tokio::test]
async fn a_wager_is_never_passed_by_a_standing_order() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&mira(), MIRA, Some(Order::pass_all().unless_aimed())).await.unwrap();
    }
    place.tables.catch_up().await;
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [MIRA]);
}

#[tokio::test]
async fn who_can_only_pass_passes_after_a_while() {
    let mut place = Place::at_pace(Pace::usual(60_000)).await;
    let id = place.three().await;
    place.wager(&id, &mira(), 0).await.unwrap();
    assert_eq!(place.tables.ring(place.clock.now() + 29_000).await.unwrap(), 0, "not so soon");
    place.clock.pass(90_000);
    place.restart().await;
    let due = place.store.due("duel", place.clock.now()).await.unwrap();
    assert_eq!(due.len(), 2, "neither holds a card yet: {due:?}");
    assert_eq!(place.tables.ring(place.clock.now()).await.unwrap(), 2);
    assert_eq!(answers_by(&place, &id, By::Standing).await, 2);
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [JON]);
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.ring(JON, 2, i64::MAX).await, Ok(false), "that was another question");
}

#[tokio::test]
async fn who_holds_a_card_is_never_passed_for() {
    let place = Place::new().await;
    let id = place.three().await;
    for _ in 0..6 {
        place.turn(&id, 0).await;
    }
    place.wager(&id, &mira(), 0).await.unwrap();
    for due in place.store.due("duel", i64::MAX).await.unwrap() {
        let table = place.tables.table(&due.game).await.unwrap();
        let options = table.question(crate::engine::Seat(due.seat)).unwrap().options;
        assert_eq!(options.len(), 1, "{options:?}");
    }
    let table = place.tables.table(&id).await.unwrap();
    let with_cards = table
        .asked_seats()
        .into_iter()
        .filter(|seat| table.question(*seat).is_some_and(|question| question.options.len() > 1));
    assert!(with_cards.count() > 0, "these dice deal somebody a card");
}

#[tokio::test]
async fn a_question_answered_in_time_is_not_passed_as_well() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 0).await.unwrap();
    let due = place.store.due("duel", i64::MAX).await.unwrap();
    place.pass(&id, &jon()).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    let mut given = Vec::new();
    for row in &due {
        given.push(table.ring(crate::engine::Seat(row.seat), row.since, i64::MAX).await.unwrap());
    }
    assert_eq!(given, [false, true]);
}
