//! Every statement on a real database: a temporary file, or a schema of a PostgreSQL server, see [`Scratch`].

use super::scratch::Scratch;
use super::*;

mod care;
mod copy;
mod lease;
mod trouble;

fn game(id: &str, channel: &str) -> GameRow {
    GameRow {
        id: id.into(),
        kind: "duel".into(),
        name: "Pax".into(),
        channel: channel.into(),
        guild: "g".into(),
        creator: "mira".into(),
        seed: "00".into(),
        status: Status::Lobby,
        settings: "{}".into(),
        created: 5,
    }
}

fn seat(seat: u8, player: &str) -> SeatRow {
    SeatRow { seat, player: player.into(), name: player.to_uppercase(), computer: None }
}

fn write(game: &str, position: usize, entries: &[&str]) -> Write {
    Write {
        game: game.into(),
        position,
        entries: entries.iter().map(|entry| entry.to_string()).collect(),
        author: "mira".into(),
        at: 10,
        checkpoints: Vec::new(),
        letters: Vec::new(),
        asked: Vec::new(),
        status: Status::Running,
        beside: Beside::default(),
    }
}

fn asked(seat: u8, since: usize, expects: Expects) -> AskedRow {
    let due = (expects == Expects::Automatic).then_some(30);
    AskedRow { seat, question: "q".into(), since, at: 10, expects, due, stage: 0 }
}

fn letter(seat: Option<u8>, body: &str) -> NewLetter {
    NewLetter { seat, replaces: "turn 1".into(), body: body.into() }
}

struct Place {
    // Closed before what it lies in is removed.
    store: Store,
    scratch: Scratch,
}

impl Place {
    async fn new() -> Place {
        Place::on(Scratch::new().await).await
    }

    /// A file, for what only files can suffer.
    async fn file() -> Place {
        Place::on(Scratch::file()).await
    }

    async fn on(scratch: Scratch) -> Place {
        let store = Store::connect(&scratch.database).await.expect("a new database");
        Place { store, scratch }
    }

    fn path(&self) -> std::path::PathBuf {
        self.scratch.path()
    }

    async fn reopened(&self) -> Store {
        Store::connect(&self.scratch.database).await.expect("the same database")
    }
}

#[tokio::test]
async fn games_and_seats_are_found_again() {
    let place = Place::new().await;
    let mut pax = game("a", "c1");
    place.store.add_game(&pax, &[seat(0, "mira"), seat(1, "jon")]).await.unwrap();
    assert_eq!(place.store.game("a").await.unwrap(), pax);
    assert_eq!(place.store.game("b").await, Err(Trouble::NoSuchGame));
    assert_eq!(place.store.game_in("c1").await.unwrap().as_ref(), Some(&pax));
    assert_eq!(place.store.game_in("c2").await.unwrap(), None);
    assert_eq!(place.store.seats("a").await.unwrap(), [seat(0, "mira"), seat(1, "jon")]);
    assert_eq!(place.store.games_of("jon").await.unwrap(), [pax.clone()]);
    assert!(place.store.games_of("aiko").await.unwrap().is_empty());

    let mut robot = seat(2, "computer 2");
    robot.computer = Some("random".into());
    let seats = [seat(0, "jon"), seat(1, "aiko"), robot];
    place.store.set_seats("a", &seats).await.unwrap();
    assert_eq!(place.store.seats("a").await.unwrap(), seats);
    let twice = place.store.set_seats("a", &[seat(0, "jon"), seat(1, "jon")]).await;
    assert_eq!(twice, Err(Trouble::SeatedAlready));
    assert_eq!(place.store.seats("a").await.unwrap(), seats);

    place.store.set_settings("a", r#"{"goal":"14"}"#).await.unwrap();
    place.store.set_status("a", Status::Running).await.unwrap();
    place.store.set_channel("a", "c9").await.unwrap();
    pax.settings = r#"{"goal":"14"}"#.into();
    pax.status = Status::Running;
    pax.channel = "c9".into();
    assert_eq!(place.store.games_with(Status::Running).await.unwrap(), [pax.clone()]);
    assert_eq!(place.store.last_game_in("c9").await.unwrap(), Some(pax));
}

#[tokio::test]
async fn one_channel_holds_one_unfinished_game() {
    let place = Place::new().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    assert_eq!(place.store.add_game(&game("b", "c"), &[]).await, Err(Trouble::ChannelTaken));
    place.store.set_status("a", Status::Finished).await.unwrap();
    place.store.add_game(&game("b", "c"), &[]).await.unwrap();
    assert_eq!(place.store.set_status("a", Status::Running).await, Err(Trouble::ChannelTaken));
    place.store.add_game(&game("d", "other"), &[]).await.unwrap();
    assert_eq!(place.store.set_channel("d", "c").await, Err(Trouble::ChannelTaken));
}

#[tokio::test]
async fn a_write_is_whole_and_survives_reopening() {
    let place = Place::new().await;
    place.store.add_game(&game("a", "c"), &[seat(0, "mira"), seat(1, "jon")]).await.unwrap();
    let mut first = write("a", 0, &["one", "two"]);
    first.checkpoints.push(CheckpointRow {
        number: 0,
        position: 0,
        version: 3,
        name: "round 1".into(),
        state: "{}".into(),
    });
    first.letters = vec![letter(None, "news"), letter(Some(1), "secret")];
    first.asked = vec![asked(0, 2, Expects::Player), asked(1, 2, Expects::Automatic)];
    place.store.write(&first).await.unwrap();
    place.store.close().await;

    let store = place.reopened().await;
    let journal = store.journal("a").await.unwrap();
    assert_eq!(journal.len(), 2);
    assert_eq!(journal[1], EntryRow { entry: "two".into(), author: "mira".into(), at: 10 });
    assert_eq!(store.checkpoint("a", 0).await.unwrap(), first.checkpoints[0]);
    assert!(matches!(store.checkpoint("a", 1).await, Err(Trouble::Damaged(_))));
    let head = Head { number: 0, position: 0, name: "round 1".into() };
    assert_eq!(store.heads("a").await.unwrap(), [head]);
    assert_eq!(store.asked("a").await.unwrap(), first.asked);
    assert_eq!(store.letters("a").await.unwrap().len(), 2);
    assert_eq!(store.game("a").await.unwrap().status, Status::Running);
    let due = DueRow { game: "a".into(), seat: 1, since: 2 };
    assert_eq!(store.due("duel", 30).await.unwrap(), [due]);
    assert!(store.due("duel", 29).await.unwrap().is_empty());
    assert!(store.behind("duel").await.unwrap().is_empty());
    store.set_asked("a", &[asked(1, 2, Expects::Machine)]).await.unwrap();
    assert_eq!(store.behind("duel").await.unwrap(), ["a"]);
    assert!(store.due("duel", i64::MAX).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_second_writer_of_a_game_is_stopped_and_writes_nothing() {
    let place = Place::new().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    let other = place.reopened().await;
    place.store.write(&write("a", 0, &["one"])).await.unwrap();
    let mut late = write("a", 0, &["uno", "due"]);
    late.letters.push(letter(None, "news"));
    assert_eq!(other.write(&late).await, Err(Trouble::Overtaken));
    let early = write("a", 5, &["gap"]);
    assert_eq!(other.write(&early).await, Err(Trouble::Overtaken));
    assert_eq!(other.journal("a").await.unwrap().len(), 1);
    assert!(other.letters("a").await.unwrap().is_empty());
}

#[tokio::test]
async fn the_primary_key_alone_stops_a_second_entry_at_a_position() {
    let place = Place::new().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    let row = EntryRow { entry: "one".into(), author: String::new(), at: 1 };
    let twice = async {
        let mut tx = place.store.begin().await?;
        course::insert_entry(&mut tx, "a", 0, &row).await?;
        course::insert_entry(&mut tx, "a", 0, &row).await
    };
    assert_eq!(twice.await, Err(Trouble::Overtaken));
    assert!(place.store.journal("a").await.unwrap().is_empty());
}

#[tokio::test]
async fn sixteen_writers_of_different_games_all_succeed() {
    let place = Place::new().await;
    let mut writers = Vec::new();
    for i in 0..16 {
        let (store, id) = (place.store.clone(), format!("g{i}"));
        store.add_game(&game(&id, &id), &[]).await.unwrap();
        writers.push(tokio::spawn(async move {
            for position in 0..10 {
                store.write(&write(&id, position, &["x"])).await.unwrap();
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(place.store.journal("g7").await.unwrap().len(), 10);
}

#[tokio::test]
async fn letters_are_tried_posted_and_given_up_in_order() {
    let place = Place::new().await;
    let store = &place.store;
    store.add_game(&game("a", "c"), &[]).await.unwrap();
    let mut first = write("a", 0, &["one"]);
    first.letters = vec![letter(None, "1"), letter(Some(0), "2")];
    store.write(&first).await.unwrap();
    let mut second = write("a", 1, &["two"]);
    second.letters = vec![letter(None, "3")];
    store.write(&second).await.unwrap();
    store.letters_waiting().await;
    let numbers: Vec<usize> =
        store.letters("a").await.unwrap().iter().map(|letter| letter.number).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert_eq!(store.games_with_letters().await.unwrap(), ["a"]);

    store.trying("a", 0).await.unwrap();
    assert_eq!(store.letters("a").await.unwrap()[0].tries, 1);
    let memos = [("question".to_string(), Some("m7".to_string()))];
    store.posted("a", 0, 20, Some("m7"), &memos).await.unwrap();
    store.given_up("a", 1, 21, "the channel is gone").await.unwrap();
    assert_eq!(store.letters("a").await.unwrap().len(), 1);
    assert_eq!(store.memo("a", "question").await.unwrap().as_deref(), Some("m7"));
    assert_eq!(store.messages("a").await.unwrap(), ["m7"]);
    let failed = store.undeliverable("a").await.unwrap();
    assert_eq!(failed, [(1, "the channel is gone".to_string())]);
    store.posted("a", 2, 22, None, &[("question".to_string(), None)]).await.unwrap();
    assert!(store.games_with_letters().await.unwrap().is_empty());
    assert_eq!(store.memo("a", "question").await.unwrap(), None);
}

#[tokio::test]
async fn a_draft_goes_when_its_question_does() {
    let place = Place::new().await;
    let store = &place.store;
    store.add_game(&game("a", "c"), &[]).await.unwrap();
    let mut first = write("a", 0, &["one"]);
    first.asked = vec![asked(0, 1, Expects::Player), asked(1, 1, Expects::Player)];
    store.write(&first).await.unwrap();
    for seat in [0, 1] {
        let parts = format!("[{seat}]");
        store.set_draft("a", seat, &DraftRow { position: 1, parts }).await.unwrap();
    }
    store.set_draft("a", 0, &DraftRow { position: 1, parts: "[5]".into() }).await.unwrap();
    assert_eq!(store.draft("a", 0).await.unwrap().unwrap().parts, "[5]");
    let mut second = write("a", 1, &["two"]);
    second.asked = vec![asked(0, 2, Expects::Player), asked(1, 1, Expects::Player)];
    store.write(&second).await.unwrap();
    assert_eq!(store.draft("a", 0).await.unwrap(), None);
    assert_eq!(store.draft("a", 1).await.unwrap().unwrap().parts, "[1]");
}

#[tokio::test]
async fn preferences_memos_and_the_audit_trail_are_kept() {
    let place = Place::new().await;
    let store = &place.store;
    store.add_game(&game("a", "c"), &[]).await.unwrap();
    assert_eq!(store.preference("mira", "colour").await.unwrap(), None);
    store.set_preference("mira", "colour", Some("red")).await.unwrap();
    store.set_preference("mira", "colour", Some("blue")).await.unwrap();
    assert_eq!(store.preference("mira", "colour").await.unwrap().as_deref(), Some("blue"));
    store.set_preference("mira", "colour", None).await.unwrap();
    assert_eq!(store.preference("mira", "colour").await.unwrap(), None);
    store.set_memo("a", "turn", Some("1")).await.unwrap();
    assert_eq!(store.memo("a", "turn").await.unwrap().as_deref(), Some("1"));
    store.set_memo("a", "turn", None).await.unwrap();
    assert_eq!(store.memo("a", "turn").await.unwrap(), None);
    store.audit(1, "a", "mira", "undo").await.unwrap();
    store.audit(2, "a", "jon", "redo").await.unwrap();
    let trail = store.audit_of("a", 1).await.unwrap();
    assert_eq!(trail, [AuditRow { at: 2, who: "jon".into(), what: "redo".into() }]);
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_alone() {
    let place = Place::file().await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (999, 'later', TRUE, x'00', 1)",
    )
    .execute(&place.store.pool)
    .await
    .unwrap();
    place.store.close().await;
    let trouble = Store::open(&place.path()).await.err().unwrap();
    assert_eq!(trouble, Trouble::Newer(999));
    assert!(trouble.to_string().contains("made by a newer Custodian"));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_told_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let words = "these are my holiday notes, not a database at all ".repeat(40);
    std::fs::write(&path, &words).unwrap();
    let trouble = Store::open(&path).await.err().unwrap();
    assert!(matches!(trouble, Trouble::Damaged(_)), "{trouble:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), words);
}

#[tokio::test]
async fn a_missing_folder_is_told() {
    let trouble = Store::open(Path::new("/nowhere/at/all/games.db")).await.err().unwrap();
    assert!(matches!(trouble, Trouble::CannotOpen(_)), "{trouble:?}");
}

#[tokio::test]
async fn damaged_rows_are_named() {
    let place = Place::new().await;
    let store = &place.store;
    store.add_game(&game("a", "c"), &[seat(0, "mira")]).await.unwrap();
    store.write(&write("a", 0, &["one", "two", "three"])).await.unwrap();
    sqlx::query("DELETE FROM journal WHERE position = 1").execute(&store.pool).await.unwrap();
    let trouble = store.journal("a").await.unwrap_err();
    assert_eq!(trouble, Trouble::Damaged("game a: entry 1 is missing".into()));
    sqlx::query("UPDATE seat SET seat = -4").execute(&store.pool).await.unwrap();
    assert!(matches!(store.seats("a").await, Err(Trouble::Damaged(_))));
    sqlx::query("UPDATE game SET status = 'odd'").execute(&store.pool).await.unwrap();
    assert!(matches!(store.game("a").await, Err(Trouble::Damaged(_))));
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room() {
    let place = Place::file().await;
    let store = &place.store;
    store.add_game(&game("a", "c"), &[]).await.unwrap();
    store.write(&write("a", 0, &["one"])).await.unwrap();
    store.limit_pages(Some(1));
    let big = "x".repeat(100_000);
    let mut second = write("a", 1, &["two", &big]);
    second.letters.push(letter(None, "news"));
    assert_eq!(store.write(&second).await, Err(Trouble::Full));
    assert_eq!(store.journal("a").await.unwrap().len(), 1);
    assert!(store.letters("a").await.unwrap().is_empty());
    store.limit_pages(None);
    store.write(&second).await.unwrap();
    assert_eq!(store.journal("a").await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_read_only_database_is_told() {
    let place = Place::file().await;
    place.store.add_game(&game("a", "c"), &[]).await.unwrap();
    let store = Store::connect_as(&place.scratch.database, Mode::ReadOnly).await.expect("a pool");
    assert_eq!(store.write(&write("a", 0, &["one"])).await, Err(Trouble::ReadOnly));
}

#[test]
fn whatever_is_written_of_a_game_looks_for_the_lease_first() {
    let sources = [
        include_str!("course.rs"),
        include_str!("games.rs"),
        include_str!("keep.rs"),
        include_str!("outbox.rs"),
        include_str!("retire.rs"),
    ];
    for source in sources {
        assert!(!source.contains("execute(&self.pool)"), "a write without `begin`");
    }
}

#[test]
fn journal_and_checkpoints_are_only_ever_inserted() {
    let sources = [
        include_str!("course.rs"),
        include_str!("games.rs"),
        include_str!("keep.rs"),
        include_str!("lease.rs"),
        include_str!("outbox.rs"),
    ];
    for source in sources {
        for table in ["journal", "checkpoint"] {
            for verb in ["UPDATE", "DELETE FROM", "REPLACE INTO"] {
                assert!(!source.contains(&format!("{verb} {table}")), "{verb} {table}");
            }
        }
    }
}
