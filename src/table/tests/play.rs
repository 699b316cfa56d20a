//! Lobby, commands, refusals, restarts, several processes.

use super::duel::{Choice, Deed};
use super::place::*;
use crate::engine::Seat;
use crate::store::{Status, Trouble};
use crate::table::*;

#[tokio::test]
async fn a_game_is_created_joined_and_started() {
    let place = Place::new().await;
    let tables = &place.tables;
    let lobby = tables.create(&mira(), new_game("c")).await.unwrap();
    let id = lobby.game.id.clone();
    assert_eq!(tables.in_channel("c").await.unwrap(), id);
    assert_eq!(tables.table(&id).await.err(), Some(Refused::NotStarted));
    let few = tables.start(&id, &mira()).await.err();
    assert_eq!(few, Some(Refused::TooFew { have: 1, need: 2 }));
    tables.join(&id, &jon()).await.unwrap();
    assert_eq!(tables.join(&id, &jon()).await.err(), Some(Refused::SeatedAlready));
    tables.join(&id, &aiko()).await.unwrap();
    let lobby = tables.leave(&id, &jon()).await.unwrap();
    assert_eq!(lobby.seats.iter().map(|row| row.seat).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(tables.leave(&id, &jon()).await.err(), Some(Refused::NotAPlayer));
    let lobby = tables.fill(&id, &aiko(), "bold", 2).await.unwrap();
    assert_eq!(lobby.seats[3].name, "Computer 2");
    assert_eq!(tables.join(&id, &jon()).await.err(), Some(Refused::TableFull(4)));
    assert_eq!(tables.fill(&id, &jon(), "bold", 0).await.err(), Some(Refused::NotAPlayer));
    tables.fill(&id, &mira(), "bold", 0).await.unwrap();
    let odd = tables.fill(&id, &mira(), "clever", 1).await.unwrap_err();
    assert!(odd.to_string().contains("bold, absurd"), "{odd}");
    let refused = tables.set(&id, &mira(), "goal", Some("many")).await.unwrap_err();
    assert!(refused.to_string().contains("1 to 99"), "{refused}");
    assert_eq!(
        tables.set(&id, &aiko(), "goal", Some("5")).await.err(),
        Some(Refused::NotModerator)
    );
    tables.set(&id, &mira(), "goal", Some("5")).await.unwrap();
    assert_eq!(tables.start(&id, &jon()).await.err(), Some(Refused::NotModerator));

    let table = tables.start(&id, &mira()).await.unwrap();
    assert_eq!(table.asked_seats(), [Seat(0)]);
    assert_eq!(table.game().status, Status::Running);
    drop(table);
    assert_eq!(tables.join(&id, &jon()).await.err(), Some(Refused::Started));
    assert_eq!(tables.start(&id, &mira()).await.err(), Some(Refused::Started));
    let second = tables.create(&jon(), new_game("c")).await.unwrap_err();
    assert_eq!(second, Refused::ChannelTaken);
    assert_eq!(tables.abandon(&id, &aiko()).await.err(), Some(Refused::NotModerator));
    tables.abandon(&id, &mira()).await.unwrap();
    assert_eq!(place.wager(&id, &mira(), 1).await.err(), Some(Refused::Finished));
    tables.create(&jon(), new_game("c")).await.unwrap();
}

#[tokio::test]
async fn an_overlong_name_or_setting_is_refused() {
    let place = Place::new().await;
    let mut new = new_game("c");
    new.name = "x".repeat(81);
    let refused = place.tables.create(&mira(), new).await.unwrap_err();
    assert_eq!(refused, Refused::TooLong { what: "name", limit: 80 });
    let mut new = new_game("c");
    new.settings.insert("goal".into(), "9".repeat(5000));
    let refused = place.tables.create(&mira(), new).await.unwrap_err();
    assert_eq!(refused, Refused::TooLong { what: "setting", limit: 4000 });
}

#[tokio::test]
async fn a_restart_goes_on_exactly_where_it_was() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    place.wager(&id, &jon(), 1).await.unwrap();
    place.pass(&id, &aiko()).await.unwrap();
    let (position, question, view, journal) = {
        let table = place.tables.table(&id).await.unwrap();
        (table.position(), table.question(MIRA), table.view(Some(MIRA)), place.journal(&id).await)
    };
    assert!(question.is_some());
    place.restart().await;
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.position(), position);
    assert_eq!(table.question(MIRA), question);
    assert_eq!(table.view(Some(MIRA)), view);
    assert_eq!(table.told(None), ["«1» wagers 1."]);
    drop(table);
    assert_eq!(place.journal(&id).await, journal);
    place.pass(&id, &mira()).await.unwrap();
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [AIKO]);
}

#[tokio::test]
async fn a_game_interrupted_after_each_command_ends_as_one_that_never_was() {
    let whole = Place::new().await;
    let id = whole.three().await;
    let mut interrupted = Place::new().await;
    let again = interrupted.three().await;
    for coins in [2, 1, 3, 0, 1, 0] {
        if whole.tables.table(&id).await.unwrap().finished() {
            break;
        }
        whole.turn(&id, coins).await;
        interrupted.restart().await;
        interrupted.turn(&again, coins).await;
    }
    let table = whole.tables.table(&id).await.unwrap();
    interrupted.restart().await;
    let other = interrupted.tables.table(&again).await.unwrap();
    assert_eq!(table.view(Some(JON)), other.view(Some(JON)));
    assert_eq!(whole.journal(&id).await, interrupted.journal(&again).await);
}

#[tokio::test]
async fn only_the_one_who_is_asked_answers() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let coins = || vec![Choice::Coins(1)];
    let stranger = Actor::new("99", "Nobody");
    let refused = table.submit(&stranger, MIRA, None, coins()).await;
    assert_eq!(refused, Err(Refused::NotAPlayer));
    assert_eq!(table.submit(&jon(), MIRA, None, coins()).await, Err(Refused::WrongSeat));
    assert_eq!(table.submit(&jon(), JON, None, coins()).await, Err(Refused::NotAsked));
    assert_eq!(table.submit(&jon(), Seat(9), None, coins()).await, Err(Refused::NotAPlayer));
    let role = Actor::new("50", "Mod").moderator();
    assert_eq!(table.submit(&role, MIRA, None, coins()).await, Err(Refused::NotAPlayer));
    let pushy = jon().in_place();
    assert_eq!(table.submit(&pushy, MIRA, None, coins()).await, Err(Refused::NotModerator));
    assert_eq!(table.position(), 1);
    let done = table.submit(&role.in_place(), MIRA, None, coins()).await.unwrap();
    assert_eq!(done.lines, ["Mira wagers 1."]);
    let entries = place.journal(&id).await;
    assert!(entries[1].contains(r#"{"Moderator":"Mod"}"#), "{}", entries[1]);
    let trail = place.store.audit_of(&id, 5).await.unwrap();
    assert_eq!(trail[0].what, "acted in the place of seat 0");
}

#[tokio::test]
async fn an_illegal_answer_says_what_is_wrong_and_changes_nothing() {
    let place = Place::new().await;
    let id = place.three().await;
    let refused = place.wager(&id, &mira(), 9).await.unwrap_err();
    let words = "Not possible: 9 coins are more than your 3 (RR 1.2). Take a part away.";
    assert_eq!(refused.to_string(), words);
    let mut table = place.tables.table(&id).await.unwrap();
    let refused = table.act_by_keys(&mira(), MIRA, None, &["coins.77".into()]).await;
    assert_eq!(refused, Err(Refused::NoSuchOption("coins.77".into())));
    let refused = table.submit(&mira(), MIRA, None, vec![Choice::Pass]).await.unwrap_err();
    assert!(matches!(refused, Refused::Illegal(_)));
    assert_eq!(place.journal(&id).await.len(), 1);
}

#[tokio::test]
async fn an_old_button_says_that_this_has_moved_on() {
    let place = Place::new().await;
    let id = place.three().await;
    let old = place.tables.table(&id).await.unwrap().question(MIRA).unwrap().position;
    place.turn(&id, 1).await;
    place.wager(&id, &jon(), 1).await.unwrap();
    let mut table = place.tables.table(&id).await.unwrap();
    let refused = table.act_by_keys(&mira(), MIRA, Some(old), &["pass".into()]).await;
    let Err(Refused::Stale(Some(now))) = refused else { panic!("{refused:?}") };
    assert_eq!(now.text, "«1» wagers. You may respond.");
    let future = table.act_by_keys(&mira(), MIRA, Some(999), &["pass".into()]).await;
    assert!(matches!(future, Err(Refused::Stale(_))));
    table.act_by_keys(&mira(), MIRA, Some(now.position), &["pass".into()]).await.unwrap();
    let twice = table.act_by_keys(&mira(), MIRA, Some(now.position), &["pass".into()]).await;
    assert_eq!(twice, Err(Refused::Stale(None)));
}

#[tokio::test]
async fn a_button_survives_the_answers_of_others_and_a_restart() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 1).await.unwrap();
    let button = place.tables.table(&id).await.unwrap().question(AIKO).unwrap().position;
    place.clock.pass(5000);
    place.pass(&id, &jon()).await.unwrap();
    place.restart().await;
    let mut table = place.tables.table(&id).await.unwrap();
    assert!(table.position() > button);
    assert_eq!(table.question(AIKO).unwrap().since, 1_000_000);
    table.act_by_keys(&aiko(), AIKO, Some(button), &["pass".into()]).await.unwrap();
}

#[tokio::test]
async fn of_two_presses_of_one_button_one_counts() {
    let place = Place::new().await;
    let id = place.three().await;
    let at = place.tables.table(&id).await.unwrap().question(MIRA).unwrap().position;
    let press = async || {
        let mut table = place.tables.table(&id).await?;
        table.act_by_keys(&mira(), MIRA, Some(at), &["coins.1".into()]).await
    };
    let (first, second) = tokio::join!(press(), press());
    assert!(first.is_ok());
    assert!(matches!(second, Err(Refused::Stale(None))), "{second:?}");
}

#[tokio::test]
async fn typed_commands_answer_deal_and_complete() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let option = |value: &str| vec![("n".to_string(), value.to_string())];
    let refused = table.command(&mira(), MIRA, "wager", &option("x")).await.unwrap_err();
    assert!(refused.to_string().contains("`x` is no number"));
    let found = table.complete("1", "wager", &option("3"), "n").await.expect("proposals");
    assert_eq!(found, [("3 coins".to_string(), "coins.3".to_string())]);
    let none = table.complete("3", "wager", &option(""), "n").await.expect("proposals");
    assert!(none.is_empty());
    let acted = table.command(&mira(), MIRA, "give", &option("2")).await.unwrap();
    let Acted::Done(done) = acted else { panic!("{acted:?}") };
    assert_eq!(done.lines, ["Mira gives Jon 2."]);
    assert_eq!(table.view(None).coins, [1, 5, 3]);
    table.command(&mira(), MIRA, "wager", &option("1")).await.unwrap();
    assert_eq!(table.asked_seats(), [JON, AIKO]);
    let refused = table.command(&mira(), MIRA, "dance", &[]).await.unwrap_err();
    assert!(matches!(refused, Refused::Illegal(_)));
}

#[tokio::test]
async fn a_deal_leaves_open_buttons_alone() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let button = table.question(MIRA).unwrap().position;
    table.deed(&jon(), JON, Deed::Give { to: MIRA, coins: 1 }).await.unwrap();
    table.act_by_keys(&mira(), MIRA, Some(button), &["coins.4".into()]).await.unwrap();
}

#[tokio::test]
async fn rules_that_panic_lose_nothing_and_the_game_goes_on() {
    let place = Place::new().await;
    let id = place.three().await;
    let mut table = place.tables.table(&id).await.unwrap();
    let refused = table.submit(&mira(), MIRA, None, vec![Choice::Bomb]).await.unwrap_err();
    let Refused::Broken(why) = &refused else { panic!("{refused:?}") };
    assert!(why.contains("cannot count to a bomb"));
    assert!(!refused.to_string().contains("bomb"));
    drop(table);
    assert_eq!(place.journal(&id).await.len(), 1);
    assert!(place.store.audit_of(&id, 1).await.unwrap()[0].what.contains("bomb"));
    place.wager(&id, &mira(), 1).await.unwrap();
}

#[tokio::test]
async fn a_second_process_is_stopped_told_and_reads_again() {
    let place = Place::new().await;
    let id = place.three().await;
    let other: Host = place.other();
    assert_eq!(other.table(&id).await.unwrap().position(), 1);
    place.wager(&id, &mira(), 1).await.unwrap();
    let late = {
        let mut table = other.table(&id).await.unwrap();
        table.submit(&mira(), MIRA, None, vec![Choice::Coins(2)]).await
    };
    assert_eq!(late, Err(Refused::Store(Trouble::Overtaken)));
    let table = other.table(&id).await.unwrap();
    assert_eq!(table.asked_seats(), [JON, AIKO]);
    assert_eq!(place.journal(&id).await.len(), 2);
}

#[tokio::test]
async fn a_game_ends_with_its_seed_and_takes_no_more_commands() {
    let place = Place::new().await;
    let id = place.three_with(&[("goal", "2")]).await;
    let commitment = place.tables.table(&id).await.unwrap().commitment();
    while !place.tables.table(&id).await.unwrap().finished() {
        place.turn(&id, 1).await;
    }
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices();
    let started = Notice::Started { commitment: commitment.clone() };
    assert_eq!(notices[0], (None, started));
    let Some((None, Notice::Ended { seed, commitment: again, .. })) = notices.last() else {
        panic!("{notices:?}")
    };
    assert_eq!(*again, commitment);
    assert_eq!(crate::engine::Seed::try_from(seed.clone()).unwrap().commitment(), commitment);
    assert_eq!(place.pass(&id, &mira()).await, Err(Refused::Finished));
    assert_eq!(place.store.game(&id).await.unwrap().status, Status::Finished);
    let table = place.tables.table_in("c").await.unwrap();
    assert!(table.verify().await.unwrap().is_empty());
    assert!(table.summary().starts_with("Points"));
}

#[tokio::test]
async fn no_secret_reaches_the_channel() {
    let place = Place::new().await;
    let id = place.three().await;
    for _ in 0..4 {
        place.turn(&id, 0).await;
    }
    place.courier().deliver_all().await.unwrap();
    let mut private = 0;
    for (to, notice) in place.discord.notices() {
        let text = format!("{notice:?}");
        match to {
            None => assert!(!text.contains("You drew") && !text.contains("Play"), "{text}"),
            Some(_) => {
                assert!(text.contains("You drew"), "{text}");
                private += 1;
            }
        }
    }
    assert_eq!(private, 4);
    let table = place.tables.table(&id).await.unwrap();
    for line in table.history(99).await.unwrap() {
        assert!(!line.text.contains("Block") && !line.text.contains("Mirror"), "{line:?}");
    }
}

#[tokio::test]
async fn ten_thousand_known_games_need_the_memory_of_a_few() {
    let place = Place::new().await;
    let tables: Host = place.other().keeping(5);
    let mut ids = Vec::new();
    for i in 0..12 {
        let lobby = tables.create(&mira(), new_game(&format!("c{i}"))).await.unwrap();
        tables.join(&lobby.game.id, &jon()).await.unwrap();
        drop(tables.start(&lobby.game.id, &mira()).await.unwrap());
        ids.push(lobby.game.id);
    }
    assert!(tables.in_memory() <= 6, "{}", tables.in_memory());
    let held = tables.table(&ids[0]).await.unwrap();
    for id in &ids[1..] {
        assert_eq!(tables.table(id).await.unwrap().asked_seats(), [MIRA]);
    }
    assert!(tables.in_memory() <= 6);
    assert_eq!(held.asked_seats(), [MIRA]);
    assert_eq!(tables.running().await.unwrap().len(), 12);
}

#[tokio::test]
async fn what_a_step_looked_like_can_be_seen_later() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(table.view_at(0, None).await.unwrap().coins, [3, 3, 3]);
    assert_eq!(table.view_at(table.step(), None).await.unwrap(), table.view(None));
    assert!(table.view_at(99, None).await.is_err());
}

#[tokio::test]
async fn a_damaged_game_is_told_and_the_others_go_on() {
    let mut place = Place::new().await;
    let id = place.three().await;
    let lobby = place.tables.create(&mira(), new_game("d")).await.unwrap();
    place.tables.join(&lobby.game.id, &jon()).await.unwrap();
    drop(place.tables.start(&lobby.game.id, &mira()).await.unwrap());
    place.spoil("UPDATE journal SET entry = '{\"Answer\":' WHERE game = (SELECT MIN(id) FROM game WHERE channel = 'c')").await;
    place.restart().await;
    let refused = place.tables.table(&id).await.err().unwrap();
    assert!(refused.to_string().contains("damaged"), "{refused}");
    assert!(refused.to_string().contains("entry 0"), "{refused}");
    place.wager(&lobby.game.id, &mira(), 1).await.unwrap();
}

#[tokio::test]
async fn a_state_of_an_older_version_is_brought_up_to_date() {
    let mut place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 1).await;
    let before = place.tables.table(&id).await.unwrap().view(None);
    place
        .spoil("UPDATE checkpoint SET version = 1, state = REPLACE(state, ',\"faces\":10', '')")
        .await;
    place.restart().await;
    assert_eq!(place.tables.table(&id).await.unwrap().view(None), before);
    place.wager(&id, &jon(), 1).await.unwrap();
    place.spoil("UPDATE checkpoint SET version = 3").await;
    place.restart().await;
    let refused = place.tables.table(&id).await.err().unwrap();
    assert!(refused.to_string().contains("newer Custodian"), "{refused}");
}

#[tokio::test]
async fn commands_can_be_given_from_any_thread() {
    fn sendable<T: Send>(value: T) -> T {
        value
    }
    let place = Place::new().await;
    let id = place.three().await;
    let tables = std::sync::Arc::new(place.other::<0>());
    let command = sendable(async move {
        let mut table = tables.table(&id).await?;
        table.draft_add(&mira(), MIRA, None, "coins.1").await?;
        table.command(&mira(), MIRA, "confirm", &[]).await?;
        table.act_by_keys(&jon(), JON, None, &["pass".into()]).await?;
        table.take_back(&jon()).await?;
        table.stand(&jon(), JON, Some(Order::pass_all().until(Until::RoundEnds))).await?;
        let to = table.boundaries().await?.last().expect("a wager").to;
        table.undo(&mira(), to, false).await?;
        drop(table);
        tables.catch_up().await;
        tables.ring(i64::MAX).await
    });
    assert_eq!(tokio::spawn(command).await.unwrap(), Ok(0));
    drop(sendable(place.courier().run()));
    drop(sendable(place.tables.keep_up()));
}

#[tokio::test]
async fn a_game_moves_to_another_channel_when_its_own_is_gone() {
    let place = Place::new().await;
    let id = place.three().await;
    assert_eq!(place.tables.move_to(&id, &jon(), "d").await, Err(Refused::NotModerator));
    place.tables.move_to(&id, &mira(), "d").await.unwrap();
    assert_eq!(place.tables.table_in("d").await.unwrap().game().channel, "d");
    assert_eq!(place.tables.in_channel("c").await, Err(Refused::NoGame));
}
