//! Looking after a database, on real files; a server is looked through at the end.

use super::*;

async fn played() -> Place {
    let place = Place::file().await;
    place.store.add_game(&game("a", "c1"), &[seat(0, "mira"), seat(1, "jon")]).await.unwrap();
    let checkpoint = CheckpointRow {
        number: 0,
        position: 0,
        version: 1,
        name: "set-up".into(),
        state: "{}".into(),
    };
    let first = Write { checkpoints: vec![checkpoint], ..write("a", 0, &["one", "two", "three"]) };
    place.store.write(&first).await.unwrap();
    place
}

async fn broken(place: &Place, statement: &'static str) -> Vec<String> {
    let mut connection = place.store.pool.acquire().await.unwrap();
    sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *connection).await.unwrap();
    sqlx::query(statement).execute(&mut *connection).await.unwrap();
    drop(connection);
    inspect(&place.scratch.database).await.unwrap().problems
}

#[tokio::test]
async fn a_sound_database_has_no_problems_and_stays_as_it_is() {
    let place = played().await;
    let found = inspect(&place.scratch.database).await.unwrap();
    let sound = Findings { games: 1, entries: 3, ..Findings::default() };
    assert_eq!(found, sound);
    assert_eq!(inspect(&place.scratch.database).await.unwrap(), sound);
}

#[tokio::test]
async fn what_is_missing_is_named_with_its_game() {
    let gap = broken(&played().await, "DELETE FROM journal WHERE position = 1").await;
    assert_eq!(gap, ["game a: its journal has a gap"]);
    let none = broken(&played().await, "DELETE FROM checkpoint").await;
    assert_eq!(none, ["game a: it is under way and has no checkpoint"]);
    let beyond = broken(&played().await, "UPDATE checkpoint SET position = 9").await;
    assert_eq!(beyond, ["game a: a checkpoint lies beyond the end of its journal"]);
    let nobody = broken(&played().await, "DELETE FROM seat").await;
    assert_eq!(nobody, ["game a: it has no seats"]);
    let orphan = broken(&played().await, "UPDATE seat SET game = 'x' WHERE seat = 1").await;
    assert_eq!(orphan, ["a row of `seat` belongs to a game that is not there"]);
}

#[tokio::test]
async fn other_and_newer_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::write(&file, "this is a letter and no database at all").unwrap();
    let why = inspect(&file.as_path().into()).await.unwrap_err();
    assert!(matches!(why, Trouble::Damaged(_)), "{why}");

    let insert = "INSERT INTO _sqlx_migrations \
                  (version, description, success, checksum, execution_time) \
                  VALUES (99990101000000, 'later', TRUE, X'00', 1)";
    let newer = broken(&played().await, insert).await;
    assert!(newer[0].contains("made by a newer Custodian"), "{newer:?}");
}

#[tokio::test]
async fn a_damaged_page_is_found() {
    let place = played().await;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&place.store.pool).await.unwrap();
    place.store.close().await;
    let mut bytes = std::fs::read(place.path()).unwrap();
    // Past the first page, which holds the tables' names.
    let page = 4096;
    for byte in &mut bytes[2 * page..] {
        *byte ^= 0x5a;
    }
    std::fs::write(place.path(), bytes).unwrap();
    let damaged = match inspect(&place.scratch.database).await {
        Ok(found) => found.problems.iter().any(|problem| problem.starts_with("damaged")),
        Err(why) => matches!(why, Trouble::Damaged(_)),
    };
    assert!(damaged);
}

#[tokio::test]
async fn a_backup_is_whole_while_the_game_goes_on() {
    let place = played().await;
    let copy = place.scratch.folder().join("copy.db");
    place.store.backup(&copy).await.unwrap();
    place.store.write(&write("a", 3, &["four"])).await.unwrap();
    assert_eq!(inspect(&copy.as_path().into()).await.unwrap().entries, 3);
    assert_eq!(inspect(&place.scratch.database).await.unwrap().entries, 4);
    let again = place.store.backup(&copy).await.unwrap_err();
    assert!(again.to_string().contains("is there already"), "{again}");
    // The copy is a database to go on with.
    let restored = Store::open(&copy).await.unwrap();
    restored.write(&write("a", 3, &["another"])).await.unwrap();
    assert_eq!(restored.journal("a").await.unwrap().len(), 4);
}

#[tokio::test]
async fn a_servers_database_is_looked_through_too() {
    let place = Place::new().await;
    place.store.add_game(&game("a", "c1"), &[seat(0, "mira")]).await.unwrap();
    place.store.write(&write("a", 0, &["one", "two", "three"])).await.unwrap();
    let found = inspect(&place.scratch.database).await.unwrap();
    assert_eq!((found.games, found.entries), (1, 3));
    assert_eq!(found.problems, ["game a: it is under way and has no checkpoint"]);
}
