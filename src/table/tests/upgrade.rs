//! The drill for new versions: games suspended in mid-turn under one set of rules are taken up by another.

use super::duel::{Choice, Duel};
use super::place::*;
use crate::engine::Seat;
use crate::table::*;

/// Mira has wagered 2, Jon has passed, Aiko is asked.
async fn in_mid_turn(place: &Place) -> String {
    let id = place.three().await;
    place.wager(&id, &mira(), 2).await.unwrap();
    place.pass(&id, &jon()).await.unwrap();
    id
}

async fn rewound(place: &Place) -> Vec<(Option<Seat>, usize)> {
    place.courier().deliver_all().await.unwrap();
    let notices = place.discord.notices().into_iter();
    let rewound = notices.filter_map(|(to, notice)| match notice {
        Notice::Rewound { seat, answers, .. } if to.is_none() => Some((seat, answers)),
        _ => None,
    });
    rewound.collect()
}

#[tokio::test]
async fn a_check_names_the_answer_that_does_not_fit_and_changes_nothing() {
    let place = Place::new().await;
    let id = in_mid_turn(&place).await;
    let before = place.journal(&id).await;
    let misfit = check::<Duel<1>>(&place.store, &id).await.unwrap().misfit.expect("one coin only");
    assert_eq!((misfit.answer, misfit.lost), (1, 2));
    assert_eq!(misfit.what, format!("{MIRA} wagered 2"));
    assert!(misfit.why.contains("one coin is the most"), "{misfit:?}");
    let misfit = check::<Duel<3>>(&place.store, &id).await.unwrap().misfit.expect("other coins");
    assert_eq!((misfit.answer, misfit.lost), (2, 1));
    assert_eq!(misfit.what, format!("{JON} responded or passed"));
    assert_eq!(check::<Duel<0>>(&place.store, &id).await.unwrap().misfit, None);
    assert_eq!(place.journal(&id).await, before);
}

#[tokio::test]
async fn a_game_whose_answer_is_forbidden_now_goes_back_before_it_and_asks_again_with_a_note() {
    let place = Place::new().await;
    let id = in_mid_turn(&place).await;
    let stricter: Tables<Duel<1>> = place.other();
    {
        let mut table = stricter.table(&id).await.unwrap();
        assert_eq!(table.trouble(), None);
        assert_eq!(table.asked_seats(), [MIRA]);
        let two = table.submit(&mira(), MIRA, None, vec![Choice::Coins(2)]).await;
        assert!(matches!(two, Err(Refused::Illegal(_))));
        table.submit(&mira(), MIRA, None, vec![Choice::Coins(1)]).await.unwrap();
        table.submit(&jon(), JON, None, vec![Choice::Pass]).await.unwrap();
        table.submit(&aiko(), AIKO, None, vec![Choice::Pass]).await.unwrap();
    }
    assert_eq!(rewound(&place).await, [(Some(MIRA), 2)]);
    let lines = stricter.table(&id).await.unwrap().audit(9).await.unwrap().lines;
    assert!(lines.iter().any(|line| line.what.contains("took back 2 answers")), "{lines:?}");
}

#[tokio::test]
async fn answers_before_the_first_that_does_not_fit_stand() {
    let place = Place::new().await;
    let id = in_mid_turn(&place).await;
    let milder: Tables<Duel<3>> = place.other();
    let table = milder.table(&id).await.unwrap();
    assert_eq!(table.trouble(), None);
    // Mira's wager fits; Jon passed when she had fewer coins.
    assert_eq!(table.asked_seats(), [JON, AIKO]);
    drop(table);
    assert_eq!(rewound(&place).await, [(Some(JON), 1)]);
}

#[tokio::test]
async fn a_new_version_takes_up_all_games_at_its_start_and_those_that_fit_go_on_as_they_were() {
    let place = Place::new().await;
    let unfit = in_mid_turn(&place).await;
    let mut fit = Vec::new();
    for (channel, coins) in [("d", 1), ("e", 0)] {
        let lobby = place.tables.create_from(&mira(), new_game(channel), [9; 32]).await.unwrap();
        let id = lobby.game.id;
        place.tables.join(&id, &jon()).await.unwrap();
        drop(place.tables.start(&id, &mira()).await.unwrap());
        place.wager(&id, &mira(), coins).await.unwrap();
        fit.push((id.clone(), place.journal(&id).await));
    }
    let stricter: Tables<Duel<1>> = place.other();
    assert_eq!(stricter.look_over().await.unwrap(), 1);
    for (id, journal) in &fit {
        assert_eq!(place.journal(id).await, *journal);
        assert_eq!(stricter.table(id).await.unwrap().asked_seats(), [JON]);
    }
    assert_eq!(rewound(&place).await.len(), 1);
    // It is done once, and nothing but an entry was added.
    let after = place.journal(&unfit).await;
    let again: Tables<Duel<1>> = place.other();
    assert_eq!(again.look_over().await.unwrap(), 0);
    assert_eq!(place.journal(&unfit).await, after);
    assert_eq!(rewound(&place).await.len(), 1);
}

#[tokio::test]
async fn a_start_of_the_same_program_does_not_read_all_games_again() {
    let place = Place::new().await;
    let unfit = in_mid_turn(&place).await;
    place.tables.look_over_once().await.unwrap();
    let before = place.journal(&unfit).await;
    // Other rules in the same file: only a test can do that, and it shows that nothing was read.
    let stricter: Tables<Duel<1>> = place.other();
    stricter.look_over_once().await.unwrap();
    assert_eq!(place.journal(&unfit).await, before);
    assert_eq!(stricter.look_over().await.unwrap(), 1);
}

#[tokio::test]
async fn finished_steps_stay_as_they_were_played() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    place.wager(&id, &jon(), 2).await.unwrap();
    let before = place.tables.table(&id).await.unwrap().step();
    let stricter: Tables<Duel<1>> = place.other();
    let table = stricter.table(&id).await.unwrap();
    assert_eq!((table.step(), table.asked_seats()), (before, vec![JON]));
    drop(table);
    assert_eq!(rewound(&place).await, [(Some(JON), 1)]);
}

#[tokio::test]
async fn a_game_over_which_the_rules_fail_waits_untouched_for_a_better_version() {
    let place = Place::new().await;
    let id = in_mid_turn(&place).await;
    let before = place.journal(&id).await;
    let faulty: Tables<Duel<4>> = place.other();
    assert!(faulty.table(&id).await.unwrap().trouble().is_some_and(|why| why.contains("broken")));
    assert!(rewound(&place).await.is_empty());
    assert_eq!(place.journal(&id).await, before);
    let mended: Tables<Duel<0>> = place.other();
    assert_eq!(mended.table(&id).await.unwrap().asked_seats(), [AIKO]);
}
