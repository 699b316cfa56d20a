//! Answers put together piece by piece.

use super::duel::Deed;
use super::place::*;
use crate::table::*;

fn keys(parts: &[OptionText]) -> Vec<&str> {
    parts.iter().map(|part| part.key.as_str()).collect()
}

#[tokio::test]
async fn a_draft_grows_is_checked_and_submitted_whole() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let at = Some(table.question(MIRA).unwrap().position);
    let draft = table.draft(&mira(), MIRA, at).await.unwrap();
    assert!(draft.parts.is_empty() && draft.check.is_ok());
    assert_eq!(keys(&draft.next), ["coins.1", "coins.3"]);
    assert_eq!(draft.suggestions[0].label, "2 coins");
    assert_eq!(draft.suggestions[1].label, "Nothing");
    table.draft_add(&mira(), MIRA, at, "coins.1").await.unwrap();
    let draft = table.draft_add(&mira(), MIRA, at, "coins.2").await.unwrap();
    assert_eq!(keys(&draft.parts), ["coins.1", "coins.2"]);
    assert_eq!(draft.parts[0].group, "Coins");
    assert!(draft.next.is_empty());
    let done = table.submit_draft(&mira(), MIRA, at).await.unwrap();
    assert_eq!(done.lines, ["Mira wagers 3."]);
}

#[tokio::test]
async fn a_part_that_is_not_offered_is_refused() {
    let place = Place::new().await;
    let id = place.three().await;
    let table = place.tables.table(&id).await.unwrap();
    let refused = table.draft_add(&mira(), MIRA, None, "coins.8").await;
    assert_eq!(refused, Err(Refused::NoSuchOption("coins.8".into())));
    assert_eq!(table.draft_add(&jon(), MIRA, None, "coins.1").await, Err(Refused::WrongSeat));
    assert_eq!(table.draft(&jon(), JON, None).await, Err(Refused::NotAsked));
}

#[tokio::test]
async fn a_draft_survives_a_restart_and_says_what_is_wrong_with_it() {
    let mut place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let add = [("n".to_string(), "2".to_string())];
        for _ in 0..2 {
            table.command(&mira(), MIRA, "add", &add).await.unwrap();
        }
    }
    place.restart().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let draft = table.draft(&mira(), MIRA, None).await.unwrap();
    assert_eq!(keys(&draft.parts), ["coins.2", "coins.2"]);
    assert!(draft.check.unwrap_err().to_string().contains("4 coins are more than your 3"));
    assert!(matches!(table.submit_draft(&mira(), MIRA, None).await, Err(Refused::Illegal(_))));
    let draft = table.draft_remove_last(&mira(), MIRA, None).await.unwrap();
    assert!(draft.check.is_ok());
    table.command(&mira(), MIRA, "confirm", &[]).await.unwrap();
    assert_eq!(table.view(None).coins, [1, 3, 3]);
}

#[tokio::test]
async fn a_draft_is_dropped_when_its_question_is_answered_or_taken_back() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.draft_add(&mira(), MIRA, None, "coins.1").await.unwrap();
        table.deed(&jon(), JON, Deed::Give { to: MIRA, coins: 1 }).await.unwrap();
        let kept = table.draft(&mira(), MIRA, None).await.unwrap();
        assert_eq!(kept.parts.len(), 1, "a deal of others does not end it");
        table.act_by_keys(&mira(), MIRA, None, &[]).await.unwrap();
        table.take_back(&mira()).await.unwrap();
        assert!(table.draft(&mira(), MIRA, None).await.unwrap().parts.is_empty());
        table.draft_add(&mira(), MIRA, None, "coins.1").await.unwrap();
        assert_eq!(table.command(&mira(), MIRA, "cancel", &[]).await, Ok(Acted::Cancelled));
        assert!(table.draft(&mira(), MIRA, None).await.unwrap().parts.is_empty());
    }
}

#[tokio::test]
async fn a_suggestion_is_taken_by_name() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let suggestions = table.suggested_answers(MIRA).unwrap();
    let draft = table.draft_take(&mira(), MIRA, None, &suggestions[0].key).await.unwrap();
    assert_eq!(keys(&draft.parts), ["coins.2"]);
    let refused = table.submit_suggestion(&mira(), MIRA, None, "no such").await;
    assert_eq!(refused, Err(Refused::NoSuchOption("no such".into())));
    table.submit_suggestion(&mira(), MIRA, None, &suggestions[0].key).await.unwrap();
    assert_eq!(table.view(None).coins, [1, 3, 3]);
}

#[tokio::test]
async fn an_endless_draft_is_refused() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let add = [("n".to_string(), "0".to_string())];
    let mut last = Ok(Acted::Cancelled);
    for _ in 0..201 {
        last = table.command(&mira(), MIRA, "add", &add).await;
    }
    assert!(matches!(last, Err(Refused::Illegal(_))));
}
