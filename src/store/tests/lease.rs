//! Several processes on one database: each is a store of its own.

use super::*;

const LONG: Duration = Duration::from_secs(60);
const ALL: Part = Part::ALL;

fn part(text: &str) -> Part {
    text.parse().expect("a part")
}

#[tokio::test]
async fn who_was_taken_over_from_writes_nothing_more() {
    let place = Place::new().await;
    let (old, new) = (&place.store, place.reopened().await);
    assert!(old.claim("old", ALL, Claim::Take, LONG).await.unwrap());
    old.add_game(&game("a", "c"), &[seat(0, "mira")]).await.unwrap();
    old.write(&write("a", 0, &["one"])).await.unwrap();
    assert!(!new.claim("new", ALL, Claim::Wait, LONG).await.unwrap(), "it is still held");
    old.write(&write("a", 1, &["two"])).await.unwrap();

    assert!(new.claim("new", ALL, Claim::Take, LONG).await.unwrap());
    assert_eq!(old.write(&write("a", 2, &["three"])).await, Err(Trouble::Replaced));
    assert_eq!(old.trying("a", 0).await, Err(Trouble::Replaced));
    assert_eq!(old.posted("a", 0, 5, None, &[]).await, Err(Trouble::Replaced));
    assert_eq!(old.set_memo("a", "board", Some("x")).await, Err(Trouble::Replaced));
    assert_eq!(old.set_status("a", Status::Abandoned).await, Err(Trouble::Replaced));
    assert_eq!(old.add_game(&game("b", "d"), &[]).await, Err(Trouble::Replaced));
    assert_eq!(old.audit(1, "a", "mira", "undo").await, Err(Trouble::Replaced));
    assert_eq!(old.renew().await, Ok(false));
    new.write(&write("a", 2, &["three"])).await.unwrap();
    assert_eq!(new.renew().await, Ok(true));
    assert_eq!(old.journal("a").await.unwrap().len(), 3, "it may still read");
}

#[tokio::test]
async fn a_lease_that_is_not_renewed_runs_out_by_the_databases_time() {
    let place = Place::new().await;
    let (old, new) = (&place.store, place.reopened().await);
    let short = Duration::from_millis(700);
    assert!(old.claim("old", ALL, Claim::Take, short).await.unwrap());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(old.renew().await.unwrap());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!new.claim("new", ALL, Claim::Wait, LONG).await.unwrap(), "it was renewed");
    tokio::time::sleep(Duration::from_millis(500)).await;
    // Late, but nobody has come.
    old.add_game(&game("a", "c"), &[]).await.unwrap();
    assert!(new.claim("new", ALL, Claim::Wait, LONG).await.unwrap());
    assert_eq!(old.write(&write("a", 0, &["one"])).await, Err(Trouble::Replaced));
    assert_eq!(old.renew().await, Ok(false), "who comes back too late does not get it back");
}

#[tokio::test]
async fn nobody_takes_over_in_the_middle_of_a_transaction() {
    let place = Place::new().await;
    let (old, new) = (place.store.clone(), place.reopened().await);
    assert!(old.claim("old", ALL, Claim::Take, LONG).await.unwrap());
    old.add_game(&game("a", "c"), &[]).await.unwrap();
    let mut tx = old.begin().await.unwrap();
    let row = EntryRow { entry: "one".into(), author: "mira".into(), at: 1 };
    course::insert_entry(&mut tx, "a", 0, &row).await.unwrap();
    let taking = tokio::spawn(async move {
        assert!(new.claim("new", ALL, Claim::Take, LONG).await.unwrap());
        new.journal("a").await.unwrap().len()
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!taking.is_finished(), "it was taken from under a transaction");
    tx.commit().await.unwrap();
    assert_eq!(taking.await.unwrap(), 1, "who takes over sees everything");
    assert_eq!(old.write(&write("a", 1, &["two"])).await, Err(Trouble::Replaced));
}

#[tokio::test]
async fn parts_that_do_not_meet_are_held_side_by_side() {
    let place = Place::new().await;
    let (low, high) = (&place.store, place.reopened().await);
    let third = place.reopened().await;
    assert!(low.claim("low", part("0-3/16"), Claim::Wait, LONG).await.unwrap());
    assert!(high.claim("high", part("4-15/16"), Claim::Wait, LONG).await.unwrap());
    for meets in ["3-4/16", "15/16", "0/8", "0/1"] {
        assert!(!third.claim("third", part(meets), Claim::Wait, LONG).await.unwrap(), "{meets}");
    }
    high.release().await.unwrap();
    assert!(third.claim("third", part("15/16"), Claim::Wait, LONG).await.unwrap());
    assert!(low.renew().await.unwrap());
    assert_eq!(high.audit(1, "", "x", "y").await, Err(Trouble::Replaced));
}

#[tokio::test]
async fn each_part_has_its_own_games() {
    let place = Place::new().await;
    let (low, high) = (&place.store, place.reopened().await);
    for (id, guild) in [("a", 1_u64 << 22), ("b", 5 << 22), ("c", 0)] {
        let guild = if guild == 0 { String::new() } else { guild.to_string() };
        low.add_game(&GameRow { guild, ..game(id, id) }, &[]).await.unwrap();
        let mut first = write(id, 0, &["one"]);
        first.letters = vec![letter(None, "x")];
        first.asked = vec![asked(0, 1, Expects::Automatic)];
        low.write(&first).await.unwrap();
    }
    assert!(low.claim("low", part("0-3/8"), Claim::Take, LONG).await.unwrap());
    assert!(high.claim("high", part("4-7/8"), Claim::Take, LONG).await.unwrap());
    assert_eq!(low.games_with_letters().await.unwrap(), ["a", "c"]);
    assert_eq!(high.games_with_letters().await.unwrap(), ["b"]);
    let due = |store: &Store| {
        let store = store.clone();
        async move { store.due("duel", i64::MAX).await.unwrap().len() }
    };
    assert_eq!((due(low).await, due(&high).await), (2, 1));
    // What one process writes, another finds without being told in its own memory.
    let mut second = write("b", 1, &["two"]);
    second.letters = vec![letter(None, "y")];
    low.write(&second).await.unwrap();
    tokio::time::timeout(Duration::from_secs(3), high.letters_waiting()).await.unwrap();
    assert_eq!(high.letters("b").await.unwrap().len(), 2);
}
