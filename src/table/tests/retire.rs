//! Games that ended long ago.

use super::place::*;
use crate::store::Status;
use crate::table::*;

const DAY: i64 = 24 * 3600 * 1000;

#[tokio::test]
async fn an_ended_game_is_put_away_after_its_time_and_can_be_taken_back() {
    let place = Place::new().await;
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("ended");
    let put_away = async |days: i64| {
        let before = place.clock.now() - days * DAY;
        place.tables.put_away(before, &files).await.unwrap()
    };
    let id = place.three().await;
    place.turn(&id, 3).await;
    place.clock.pass(40 * DAY);
    assert!(put_away(30).await.is_empty(), "a game under way stays");

    place.tables.abandon(&id, &mira()).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    assert!(put_away(30).await.is_empty(), "its end was a moment ago");
    place.clock.pass(29 * DAY);
    assert!(put_away(30).await.is_empty());
    let journal = place.journal(&id).await;
    place.clock.pass(2 * DAY);
    let gone = put_away(30).await;
    assert_eq!(gone, [files.join(format!("{id}.json"))]);
    assert_eq!(place.tables.table(&id).await.err(), Some(Refused::NoGame));
    assert!(place.journal(&id).await.is_empty());
    assert!(place.store.letters(&id).await.unwrap().is_empty());
    let trail = place.store.audit_of(&id, 9).await.unwrap();
    assert_eq!(trail.len(), 1);
    assert!(trail[0].what.contains("and removed"), "{}", trail[0].what);

    let text = std::fs::read_to_string(&gone[0]).unwrap();
    let file = Export::parse(&text).unwrap();
    let kept: Vec<String> = file.journal.iter().map(|row| row.entry.to_string()).collect();
    let before: Vec<serde_json::Value> =
        journal.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect();
    let before: Vec<String> = before.iter().map(ToString::to_string).collect();
    assert_eq!(kept, before);
    let back = import::<super::duel::Duel<0>>(&place.store, &file, "d", "", 1).await.unwrap();
    assert_eq!(place.store.game(&back).await.unwrap().status, Status::Running);
}

#[tokio::test]
async fn a_game_that_cannot_be_written_stays() {
    let place = Place::new().await;
    let id = place.three().await;
    place.tables.abandon(&id, &mira()).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    place.clock.pass(400 * DAY);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "not a folder").unwrap();
    assert!(place.tables.put_away(place.clock.now(), &file).await.unwrap().is_empty());
    assert_eq!(place.store.game(&id).await.unwrap().status, Status::Abandoned);
}
