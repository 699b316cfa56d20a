//! Files that others hold, and files that are damaged.

use sqlx::{AnyConnection, ConnectOptions};

use super::place::Mode;
use super::*;

/// Another program that writes to the file.
async fn other(place: &Place) -> AnyConnection {
    let options = place.scratch.database.options(Mode::Write).expect("a file's name");
    options.connect().await.expect("the same file")
}

async fn does(connection: &mut AnyConnection, statement: &'static str) {
    sqlx::query(statement).execute(connection).await.expect("it can be done");
}

#[tokio::test]
async fn a_write_waits_until_another_program_lets_go_of_the_file() {
    let place = Place::file().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    let mut other = other(&place).await;
    does(&mut other, "BEGIN IMMEDIATE").await;
    let store = place.store.clone();
    let waiting = tokio::spawn(async move { store.write(&write("a", 0, &["one"])).await });
    // Reading goes on meanwhile.
    assert!(place.store.journal("a").await.unwrap().is_empty());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!waiting.is_finished(), "it did not wait");
    does(&mut other, "ROLLBACK").await;
    waiting.await.unwrap().unwrap();
    assert_eq!(place.store.journal("a").await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_that_another_program_does_not_let_go_of_is_told_and_nothing_is_written() {
    let place = Place::file().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    // Ten seconds are too long for a test; all connections of the pool give up sooner.
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut connection = place.store.pool.acquire().await.unwrap();
        does(&mut connection, "PRAGMA busy_timeout = 20").await;
        held.push(connection);
    }
    drop(held);
    let mut other = other(&place).await;
    does(&mut other, "BEGIN IMMEDIATE").await;
    let mut news = write("a", 0, &["one"]);
    news.letters.push(letter(None, "news"));
    assert_eq!(place.store.write(&news).await, Err(Trouble::Busy));
    assert!(Trouble::Busy.to_string().contains("in use by another program"));
    does(&mut other, "ROLLBACK").await;
    assert!(place.store.journal("a").await.unwrap().is_empty());
    place.store.write(&news).await.unwrap();
    assert_eq!(place.store.letters("a").await.unwrap().len(), 1);
}

/// More than fits on the pages that hold the tables' names.
const ENTRIES: usize = 80;

/// A database of many pages, of which those with the journal are overwritten.
async fn damaged() -> (Place, std::path::PathBuf) {
    let place = Place::file().await;
    place.store.add_game(&game("a", "c"), &[seat(0, "mira")]).await.unwrap();
    let long = "x".repeat(2000);
    for n in 0..ENTRIES {
        place.store.write(&write("a", n, &[&long])).await.unwrap();
    }
    let backup = place.scratch.folder().join("games-before-the-update.db");
    place.store.backup(&backup).await.unwrap();
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&place.store.pool).await.unwrap();
    place.store.close().await;
    let mut bytes = std::fs::read(place.path()).unwrap();
    for page in bytes.chunks_mut(4096).skip(48) {
        page.fill(0x5a);
    }
    std::fs::write(place.path(), bytes).unwrap();
    (place, backup)
}

#[tokio::test]
async fn a_damaged_file_is_refused_at_the_start_with_the_newest_backup_named() {
    let (place, backup) = damaged().await;
    std::fs::write(place.scratch.folder().join("games.txt"), "no backup").unwrap();
    let trouble = Store::open_soundly(&place.path().into()).await.err().expect("it is damaged");
    assert!(matches!(trouble, Trouble::Damaged(_)), "{trouble:?}");
    let said = trouble.to_string();
    assert!(said.contains("damaged") && said.contains("nothing was written"), "{said}");
    assert!(said.contains(&*backup.to_string_lossy()), "{said}");
    // The backup is a database to go on with.
    let restored = Store::open_soundly(&backup.clone().into()).await.expect("a sound file");
    assert_eq!(restored.journal("a").await.unwrap().len(), ENTRIES);
}

#[tokio::test]
async fn damage_that_is_met_while_playing_is_told_and_other_games_go_on() {
    let (place, _) = damaged().await;
    let store = Store::open(&place.path()).await.expect("its first pages are sound");
    let trouble = store.journal("a").await.unwrap_err();
    assert!(matches!(trouble, Trouble::Damaged(_)), "{trouble:?}");
    let write = store.write(&write("a", ENTRIES, &["more"])).await;
    assert!(!matches!(write, Ok(())), "it was written into a damaged table");
}
