//! From one database to another.

use super::*;

async fn played() -> Place {
    let place = Place::file().await;
    let store = &place.store;
    let robot = SeatRow { computer: Some("random".into()), ..seat(1, "computer 1") };
    store.add_game(&game("a", "c1"), &[seat(0, "mira"), robot]).await.unwrap();
    store
        .add_game(&GameRow { name: "Öl & \"Zank\"; ✔".into(), ..game("b", "c2") }, &[])
        .await
        .unwrap();
    let checkpoint = CheckpointRow {
        number: 0,
        position: 0,
        version: 1,
        name: "set-up".into(),
        state: "{\"x\":\"".to_string() + &"long ".repeat(50_000) + "\"}",
    };
    let mut first = Write { checkpoints: vec![checkpoint], ..write("a", 0, &["one", "two"]) };
    first.letters = vec![letter(None, "1"), letter(Some(0), "2")];
    first.asked = vec![asked(0, 2, Expects::Player)];
    store.write(&first).await.unwrap();
    store.posted("a", 0, 20, Some("m7"), &[("board".into(), Some("{}".into()))]).await.unwrap();
    store.audit(1, "a", "mira", "undo").await.unwrap();
    store.set_preference("mira", "colour", Some("red")).await.unwrap();
    place
}

#[tokio::test]
async fn everything_arrives_and_goes_back_as_it_was() {
    let (place, there, back) = (played().await, Place::new().await, Scratch::file());
    let sent = copy(&place.scratch.database, &there.scratch.database).await.unwrap();
    assert_eq!(sent[0].table, "game");
    assert_eq!(sent.iter().find(|copied| copied.table == "outbox").unwrap().rows, 2);
    assert_eq!(there.store.game("b").await.unwrap(), place.store.game("b").await.unwrap());
    assert_eq!(there.store.seats("a").await.unwrap(), place.store.seats("a").await.unwrap());
    assert_eq!(there.store.asked("a").await.unwrap(), place.store.asked("a").await.unwrap());
    let state = |store: &Store| {
        let store = store.clone();
        async move { store.checkpoint("a", 0).await.unwrap() }
    };
    assert_eq!(state(&there.store).await, state(&place.store).await);
    // It can be gone on with.
    there.store.write(&write("a", 2, &["three"])).await.unwrap();
    let returned = copy(&there.scratch.database, &back.database).await.unwrap();
    let journal = returned.iter().find(|copied| copied.table == "journal").unwrap();
    assert_eq!(journal.rows, 3);
    let same = |copied: &&Copied| !["journal", "game", "asked", "draft"].contains(&&*copied.table);
    let kept: Vec<&Copied> = sent.iter().filter(same).collect();
    let came: Vec<&Copied> = returned.iter().filter(same).collect();
    let outbox = |all: &[&Copied]| -> Vec<String> {
        let rest = all.iter().filter(|copied| copied.table != "outbox");
        rest.map(|copied| copied.digest.clone()).collect()
    };
    assert_eq!(outbox(&kept), outbox(&came));
}

#[tokio::test]
async fn a_target_that_holds_a_game_is_refused_and_left_alone() {
    let (place, there) = (played().await, Place::new().await);
    there.store.add_game(&game("z", "c9"), &[]).await.unwrap();
    let why = copy(&place.scratch.database, &there.scratch.database).await.unwrap_err();
    assert_eq!(why, Uncopied::NotEmpty("game".into(), 1));
    assert!(why.to_string().contains("is not empty"), "{why}");
    assert_eq!(there.store.game("a").await, Err(Trouble::NoSuchGame));
}

#[tokio::test]
async fn a_database_in_use_is_not_copied() {
    let (place, there) = (played().await, Place::new().await);
    place.store.claim("bot", Part::ALL, Claim::Take, Duration::from_secs(60)).await.unwrap();
    let why = copy(&place.scratch.database, &there.scratch.database).await.unwrap_err();
    assert_eq!(why, Uncopied::InUse);
    place.store.write(&write("a", 2, &["three"])).await.unwrap();
    place.store.release().await.unwrap();
    copy(&place.scratch.database, &there.scratch.database).await.unwrap();
}
