//! Taking back, undo and redo, history.

use super::place::*;
use crate::table::*;

/// Where the newest turn began that has an answer.
pub async fn last_start<const RULES: u8>(table: &Table<super::duel::Duel<RULES>>) -> usize {
    let points = table.boundaries().await.unwrap();
    points.iter().rfind(|point| point.name.starts_with("the start")).unwrap().to
}

#[tokio::test]
async fn a_player_takes_back_their_own_last_answer() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 3).await.unwrap();
    let button = {
        let mut table = place.tables.table(&id).await.unwrap();
        let button = table.question(JON).unwrap().position;
        table.take_back(&mira()).await.unwrap();
        assert_eq!(table.asked_seats(), [MIRA]);
        assert_eq!(table.view(None).coins, [3, 3, 3]);
        button
    };
    place.wager(&id, &mira(), 1).await.unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let old = table.act_by_keys(&jon(), JON, Some(button), &["pass".into()]).await;
        assert!(matches!(old, Err(Refused::Stale(_))), "it offered an answer to 3 coins: {old:?}");
    }
    place.pass(&id, &jon()).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    let refused = table.take_back(&mira()).await.unwrap_err();
    assert!(refused.to_string().contains("somebody else has acted since"), "{refused}");
    let stranger = Actor::new("99", "Nobody");
    assert_eq!(table.take_back(&stranger).await, Err(Refused::NotAPlayer));
}

#[tokio::test]
async fn a_roll_cannot_be_taken_back() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 1).await;
    let mut table = place.tables.table(&id).await.unwrap();
    let refused = table.take_back(&aiko()).await.unwrap_err();
    assert!(refused.to_string().contains("after your last answer"), "{refused}");
}

#[tokio::test]
async fn a_moderator_goes_back_a_turn_and_forth_again() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    place.turn(&id, 1).await;
    place.wager(&id, &aiko(), 1).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    let before = (table.view(Some(JON)), table.asked_seats());
    let points = table.boundaries().await.unwrap();
    let starts = ["deal", "turn 0 of «0»", "turn 1 of «1»", "turn 2 of «2»"];
    let names: Vec<String> = starts.iter().map(|step| format!("the start of {step}")).collect();
    let found = points.iter().map(|point| point.name.clone());
    assert_eq!(found.filter(|name| name.starts_with("the start")).collect::<Vec<_>>(), names);
    let answers = [
        "before «1» responded or passed (turn 0 of «0»)",
        "before «2» responded or passed (turn 0 of «0»)",
    ];
    assert!(
        answers.iter().all(|name| points.iter().any(|point| point.name == *name)),
        "{points:?}"
    );
    let to = points.iter().find(|point| point.name == names[2]).unwrap().to;
    let undoing = table.preview(to).await.unwrap();
    assert_eq!(undoing.name, "the start of turn 1 of «1»");
    assert_eq!(undoing.preview.answers, 4);
    assert_eq!(undoing.preview.seen, ["a card"]);
    assert_eq!(table.undo(&jon(), to, false).await, Err(Refused::NotModerator));
    table.undo(&mira(), to, false).await.unwrap();
    assert_eq!(table.asked_seats(), [JON]);
    assert!(table.preview(to).await.is_err(), "that was taken back");
    table.redo(&mira()).await.unwrap();
    assert_eq!((table.view(Some(JON)), table.asked_seats()), before);
    assert!(table.redo(&mira()).await.is_err());
}

#[tokio::test]
async fn an_undo_survives_a_restart_and_meets_the_same_dice_unless_fresh() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    let rolled = place.journal(&id).await.into_iter().find(|e| e.contains("turn 0, 2")).unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let to = last_start(&table).await;
        table.undo(&mira(), to, false).await.unwrap();
    }
    place.restart().await;
    place.turn(&id, 2).await;
    assert_eq!(place.journal(&id).await.iter().filter(|entry| **entry == rolled).count(), 2);
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let to = last_start(&table).await;
        table.undo(&mira(), to, true).await.unwrap();
    }
    place.restart().await;
    place.turn(&id, 2).await;
    let journal = place.journal(&id).await;
    assert_eq!(journal.iter().filter(|entry| **entry == rolled).count(), 2);
    assert!(journal.iter().any(|entry| entry.contains("turn 0, 2 coins (grant 1)")), "{journal:?}");
}

#[tokio::test]
async fn a_finished_game_can_be_undone_by_a_moderator_if_its_channel_is_free() {
    let place = Place::new().await;
    let id = place.three_with(&[("goal", "1")]).await;
    while !place.tables.table(&id).await.unwrap().finished() {
        place.turn(&id, 2).await;
    }
    let other = place.tables.create(&jon(), new_game("c")).await.unwrap();
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let to = last_start(&table).await;
        assert_eq!(table.undo(&mira(), to, false).await, Err(Refused::ChannelTaken));
    }
    place.tables.abandon(&other.game.id, &jon()).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    assert!(table.finished());
    let to = last_start(&table).await;
    table.undo(&mira(), to, false).await.unwrap();
    assert!(!table.finished());
    assert_eq!(table.asked_seats().len(), 1);
}

#[tokio::test]
async fn a_turn_played_again_gets_a_message_of_its_own() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 3).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    place.tables.table(&id).await.unwrap().take_back(&mira()).await.unwrap();
    place.wager(&id, &mira(), 1).await.unwrap();
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices();
    let turns: Vec<(&str, &[String])> = notices
        .iter()
        .filter_map(|(_, notice)| match notice {
            Notice::Turn { message, lines, .. } => Some((message.as_str(), lines.as_slice())),
            _ => None,
        })
        .collect();
    assert_eq!(turns[0], ("1.0", &["«0» wagers 3.".to_string()][..]));
    assert_eq!(turns[1], ("1.1", &["«0» wagers 1.".to_string()][..]));
    let undone = notices.iter().find(|(_, notice)| matches!(notice, Notice::Undone { .. }));
    let Some((None, Notice::Undone { by, name, answers: 1, .. })) = undone else {
        panic!("{undone:?}")
    };
    assert_eq!((by.as_str(), name.as_str()), ("Mira", "the start of turn 0 of «0»"));
}

#[tokio::test]
async fn the_history_names_what_was_done_and_what_was_taken_back() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 3).await.unwrap();
    place.tables.table(&id).await.unwrap().take_back(&mira()).await.unwrap();
    let history = place.tables.table(&id).await.unwrap().history(2).await.unwrap();
    let lines: Vec<(usize, &str, bool)> =
        history.iter().map(|line| (line.position, line.text.as_str(), line.in_force)).collect();
    assert_eq!(lines, [(1, "Mira wagered 3", false), (2, "Mira went back to line 1", true)]);
    assert_eq!(history[0].author, "1");
}

#[tokio::test]
async fn what_others_pass_by_standing_order_does_not_hinder_taking_back() {
    let place = Place::new().await;
    let id = place.three().await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        table.stand(&jon(), JON, Some(Order::pass_all().until(Until::RoundEnds))).await.unwrap();
    }
    place.wager(&id, &mira(), 3).await.unwrap();
    place.tables.catch_up().await;
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.asked_seats(), [AIKO]);
    table.take_back(&mira()).await.unwrap();
    assert_eq!(table.asked_seats(), [MIRA]);
}

#[tokio::test]
async fn the_table_goes_back_when_all_agree_whom_it_concerns() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    let before = place.tables.table(&id).await.unwrap().view(None);
    place.wager(&id, &jon(), 1).await.unwrap();
    place.pass(&id, &aiko()).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    assert!(matches!(table.take_back(&jon()).await, Err(Refused::Illegal(_))));
    let Ok(Asking::Asked(request)) = table.ask_undo(&jon(), None).await else {
        panic!("Aiko has answered since")
    };
    assert_eq!((&request.name[..], request.answers), ("the start of turn 1 of «1»", 2));
    assert_eq!(request.needed, [AIKO]);
    let at = request.at;
    assert!(table.consent(&mira(), at, true).await.is_err(), "it does not concern her");
    assert!(matches!(table.consent(&aiko(), at, true).await, Ok(Consented::Undone(_))));
    assert_eq!(table.asked_seats(), [JON]);
    assert_eq!(table.view(None), before);
    drop(table);
    let journal = place.journal(&id).await;
    assert!(journal.last().unwrap().contains("Jon, agreed by Aiko"), "{journal:?}");
}

#[tokio::test]
async fn dice_and_cards_that_were_seen_concern_everybody() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    let mut table = place.tables.table(&id).await.unwrap();
    let Ok(Asking::Asked(request)) = table.ask_undo(&mira(), None).await else { panic!("dice") };
    assert_eq!(request.needed, [JON, AIKO]);
    let word = table.consent(&jon(), request.at, true).await;
    assert!(matches!(word, Ok(Consented::Waiting(open)) if open.agreed == [JON]));
    let word = table.consent(&aiko(), request.at, false).await;
    assert!(matches!(word, Ok(Consented::Refused(_))), "{word:?}");
    assert_eq!(table.consent(&jon(), request.at, true).await, Ok(Consented::Void));
    assert_eq!(table.asked_seats(), [JON], "nothing has changed");
}

#[tokio::test]
async fn a_request_is_void_when_the_game_has_moved_on() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    let at = {
        let mut table = place.tables.table(&id).await.unwrap();
        let Ok(Asking::Asked(request)) = table.ask_undo(&mira(), None).await else {
            panic!("dice")
        };
        let second = table.ask_undo(&jon(), Some(request.to)).await;
        assert!(second.is_err_and(|why| why.to_string().contains("already")));
        request.at
    };
    place.wager(&id, &jon(), 1).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.consent(&jon(), at, true).await, Ok(Consented::Void));
    assert_eq!(table.undo_request().await, Ok(None));
}

#[tokio::test]
async fn the_audit_counts_what_came_by_itself_and_names_who_moderated() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 3).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    table.undo(&mira(), 1, false).await.unwrap();
    table.redo(&mira()).await.unwrap();
    let audit = table.audit(10).await.unwrap();
    let what: Vec<&str> = audit.lines.iter().map(|line| line.what.as_str()).collect();
    assert_eq!(what.len(), 2, "{what:?}");
    assert!(what.iter().any(|what| what.starts_with("went back to the start of turn 0 of Mira")));
    assert!(what.contains(&"took the last undo back"));
    assert!(audit.lines.iter().all(|line| line.who == "1"));
    assert_eq!(audit.by_themselves, 0);
}
