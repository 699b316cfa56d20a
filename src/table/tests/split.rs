//! Two processes with the games of different shards, and a command that arrives at the wrong one, as from a
//! direct message.

use std::time::Duration;

use super::duel::Choice;
use super::place::*;
use crate::store::{Claim, Trouble};
use crate::table::*;

const LONG: Duration = Duration::from_secs(60);

async fn claim(tables: &Host, part: &str) {
    let part = part.parse().unwrap();
    assert!(tables.store().claim(&format!("{part}"), part, Claim::Wait, LONG).await.unwrap());
}

async fn wager(tables: &Host, id: &str, actor: &Actor, coins: u8) -> Result<Done, Refused> {
    let mut table = tables.table(id).await?;
    let seat = table.seat_of(&actor.user).expect("plays");
    table.submit(actor, seat, None, vec![Choice::Coins(coins)]).await
}

async fn pass(tables: &Host, id: &str, actor: &Actor) {
    let mut table = tables.table(id).await.unwrap();
    let seat = table.seat_of(&actor.user).expect("plays");
    table.act_by_keys(actor, seat, None, &["pass".into()]).await.unwrap();
}

#[tokio::test]
async fn each_process_goes_on_from_what_the_other_has_done() {
    let place = Place::new().await;
    let (home, away) = (&place.tables, place.elsewhere().await);
    claim(home, "0/2").await;
    claim(&away, "1/2").await;
    let id = place.three().await;
    wager(&away, &id, &mira(), 3).await.unwrap();
    pass(home, &id, &jon()).await;
    pass(&away, &id, &aiko()).await;
    let position = home.table(&id).await.unwrap().position();
    assert_eq!(away.table(&id).await.unwrap().position(), position);
    assert_eq!(place.journal(&id).await.len(), position);

    // Only the process of the game posts.
    let posts = |tables: &Host| {
        let (store, discord) = (tables.store().clone(), place.discord.clone());
        let courier = Courier::new(store, place.clock.clone(), discord);
        async move { courier.deliver_all().await.unwrap() }
    };
    posts(&away).await;
    assert!(place.discord.notices().is_empty());
    posts(home).await;
    assert!(!public_lines(&place.discord).is_empty());
}

#[tokio::test]
async fn a_computer_plays_in_the_process_of_the_game_whoever_moved_it_on() {
    let place = Place::new().await;
    let (home, away) = (&place.tables, place.elsewhere().await);
    let id = place.against("bold", 2).await;
    claim(home, "0/2").await;
    claim(&away, "1/2").await;
    home.wake_all().await.unwrap();
    home.catch_up().await;
    while !home.table(&id).await.unwrap().asked_seats().contains(&MIRA) {
        home.catch_up().await;
    }
    wager(&away, &id, &mira(), 1).await.unwrap();
    let moved = place.journal(&id).await.len();
    away.wake_all().await.unwrap();
    away.catch_up().await;
    assert_eq!(place.journal(&id).await.len(), moved, "another process plays the computers");
    home.wake_all().await.unwrap();
    home.catch_up().await;
    assert!(place.journal(&id).await.len() > moved, "nobody plays the computers");
}

#[tokio::test]
async fn a_process_that_was_replaced_tells_so_and_its_memory_is_not_believed() {
    let place = Place::new().await;
    let (old, new) = (&place.tables, place.elsewhere().await);
    claim(old, "0/1").await;
    let id = place.three().await;
    wager(old, &id, &mira(), 2).await.unwrap();
    let all = crate::store::Part::ALL;
    assert!(new.store().claim("new", all, Claim::Take, LONG).await.unwrap());
    let mut table = old.table(&id).await.unwrap();
    let refused = table.act_by_keys(&jon(), JON, None, &["pass".into()]).await.unwrap_err();
    assert_eq!(refused, Refused::Store(Trouble::Replaced));
    drop(table);
    pass(&new, &id, &jon()).await;
    pass(&new, &id, &aiko()).await;
}
