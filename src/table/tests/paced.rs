//! Pauses that tell nothing, deadlines, and hours.

use super::place::*;
use crate::engine::{Seat, Seed};
use crate::store::AskedRow;
use crate::table::*;

const HOUR: i64 = 3_600_000;

fn daily(overdue: Overdue) -> Pace {
    Pace { deadline: Some(24 * HOUR), overdue, ..Pace::usual(0) }
}

async fn notices(place: &Place) -> Vec<Notice> {
    place.courier().deliver_all().await.unwrap();
    let fits = |notice: &Notice| matches!(notice, Notice::Warned { .. } | Notice::Overdue { .. });
    place.discord.notices().into_iter().map(|(_, notice)| notice).filter(fits).collect()
}

#[tokio::test]
async fn a_deadline_warns_first_and_then_passes_an_offer() {
    let place = Place::at_pace(daily(Overdue::Pass)).await;
    let id = place.three().await;
    for _ in 0..6 {
        place.turn(&id, 0).await;
    }
    place.wager(&id, &mira(), 0).await.unwrap();
    place.tables.ring(place.clock.now()).await.unwrap();
    let waiting = place.tables.table(&id).await.unwrap().asked_seats();
    assert!(!waiting.is_empty(), "these dice deal somebody a card");
    place.clock.pass(17 * HOUR);
    assert_eq!(place.tables.ring(place.clock.now()).await.unwrap(), 0);
    place.clock.pass(HOUR);
    assert_eq!(place.tables.ring(place.clock.now()).await.unwrap(), waiting.len());
    assert_eq!(place.tables.ring(place.clock.now()).await.unwrap(), 0, "one warning is enough");
    let seat = waiting[0];
    assert_eq!(notices(&place).await[0], Notice::Warned { seat, left: 6 * HOUR });
    place.clock.pass(6 * HOUR);
    place.tables.ring(place.clock.now()).await.unwrap();
    let done = Lateness::Passed;
    assert!(notices(&place).await.contains(&Notice::Overdue { seat, done }));
    let next = place.tables.table(&id).await.unwrap().asked_seats();
    assert_eq!(next, [JON], "the game has gone on");
}

#[tokio::test]
async fn what_cannot_be_passed_waits_for_a_moderator_or_is_played_by_a_computer() {
    for (overdue, done, next) in [
        (Overdue::Pass, Lateness::Nothing, MIRA),
        (Overdue::Tell, Lateness::Nothing, MIRA),
        (Overdue::Computer, Lateness::ComputerAnswered, JON),
    ] {
        let mut place = Place::at_pace(daily(overdue)).await;
        let id = place.three().await;
        for _ in 0..3 {
            place.clock.pass(24 * HOUR);
            place.tables.ring(place.clock.now()).await.unwrap();
            place.restart().await;
        }
        let told = notices(&place).await;
        let of_mira = told.iter().filter(|notice| **notice == Notice::Overdue { seat: MIRA, done });
        assert_eq!(of_mira.count(), 1, "{overdue:?}: {told:?}");
        let table = place.tables.table(&id).await.unwrap();
        let asked = table.asked_seats();
        assert!(asked.contains(&next), "{overdue:?}: {asked:?}");
    }
}

#[tokio::test]
async fn an_answer_in_time_ends_the_deadline() {
    let place = Place::at_pace(daily(Overdue::Computer)).await;
    let id = place.three().await;
    place.clock.pass(23 * HOUR);
    place.tables.ring(place.clock.now()).await.unwrap();
    place.turn(&id, 0).await;
    place.clock.pass(2 * HOUR);
    assert_eq!(place.tables.ring(place.clock.now()).await.unwrap(), 0, "Jon has had two hours");
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [JON]);
}

#[tokio::test]
async fn a_deadline_waits_for_the_players_hours() {
    let place = Place::at_pace(daily(Overdue::Computer)).await;
    let id = place.three().await;
    let hours = Some(Hours::parse("8:00-20:00 +0").unwrap());
    Habits { hours, pings: Pings::Asked }.keep(&place.store, &mira().user).await.unwrap();
    place.tables.table(&id).await.unwrap().habits_changed().await.unwrap();
    place.clock.pass(25 * HOUR);
    place.tables.ring(place.clock.now()).await.unwrap();
    assert_eq!(place.tables.table(&id).await.unwrap().asked_seats(), [MIRA], "half of it is left");
    place.clock.pass(24 * HOUR);
    for _ in 0..2 {
        place.tables.ring(place.clock.now()).await.unwrap();
    }
    assert_ne!(place.tables.table(&id).await.unwrap().asked_seats(), [MIRA]);
}

#[tokio::test]
async fn the_table_sets_its_pace_and_everybody_reads_it() {
    let mut place = Place::new().await;
    let id = place.three().await;
    let slow =
        Pace { pause: [5 * 60_000, 3 * HOUR], deadline: Some(48 * HOUR), overdue: Overdue::Tell };
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let refused = table.set_pace(&jon(), slow.clone()).await;
        assert_eq!(refused, Err(Refused::NotModerator));
        let absurd = Pace { pause: [HOUR, 0], ..slow.clone() };
        assert!(matches!(table.set_pace(&mira(), absurd).await, Err(Refused::Illegal(_))));
        table.set_pace(&mira(), slow.clone()).await.unwrap();
    }
    place.restart().await;
    let table = place.tables.table(&id).await.unwrap();
    assert_eq!(*table.pace(), slow);
    assert!(table.asked()[0].due.is_some(), "what is open has a deadline from now on");
    drop(table);
    place.courier().deliver_all().await.unwrap();
    let told = Notice::Paced { by: "Mira".into(), pace: slow };
    assert!(place.discord.notices().contains(&(None, told)));
}

/// Rows of open questions of one seat at many positions.
fn pauses(seed: &Seed, pace: &Pace, seat: u8) -> Vec<i64> {
    (0..4000).map(|since| pace.pause_of(seed, Seat(seat), since)).collect()
}

/// The pause is a function of seed, seat and question, so the hands cannot be in it; and it looks the
/// same for every seat: what a person does who takes as long tells nothing.
#[test]
fn pauses_are_spread_evenly_and_alike_for_every_seat() {
    let pace = Pace { pause: [60_000, 3_660_000], ..Pace::usual(0) };
    let seed = Seed::of("pauses");
    let all: Vec<Vec<i64>> = (0..6).map(|seat| pauses(&seed, &pace, seat)).collect();
    for of_seat in &all {
        let n = of_seat.len() as f64;
        let mean = of_seat.iter().sum::<i64>() as f64 / n;
        // The standard error of the mean of 4,000 even draws from an hour is 16.4 seconds.
        assert!((mean - 1_860_000.0).abs() < 5.0 * 16_432.0, "{mean}");
        let mut tenths = [0; 10];
        for pause in of_seat {
            tenths[((pause - 60_001) / 360_000) as usize] += 1;
        }
        let chi: f64 = tenths.iter().map(|n| (*n as f64 - 400.0).powi(2) / 400.0).sum();
        assert!(chi < 35.0, "{tenths:?}: {chi}");
    }
    let twice = all[0].iter().zip(&all[1]).filter(|(one, other)| one == other).count();
    assert!(twice < 10, "two seats do not pause alike");
}

/// The time at which a window closes, when those who hold a card take as long to think as the bot
/// pauses for those who hold none: whoever watches cannot tell the hands from it. Each game is played
/// twice from the same seed, the second time with the hands of the two who respond swapped.
#[tokio::test]
async fn the_time_to_close_a_window_does_not_tell_what_hands_hold() {
    let pace = Pace { pause: [1000, 3_601_000], ..Pace::usual(0) };
    let (mut plain, mut swapped, mut differ) = (Vec::new(), Vec::new(), 0);
    for seed in 0..12 {
        let people = Seed::of(&format!("people {seed}"));
        let seed = Seed::of(&format!("window {seed}"));
        for since in 0..40_usize {
            // Jon holds a card that he could play, Aiko does not; then the other way round. The bot
            // passes for one of them, the other thinks.
            let close = |thinks: Seat, passed: Seat| {
                let thought = pace.pause_of(&people, thinks, since);
                pace.pause_of(&seed, passed, since).max(thought)
            };
            plain.push(close(JON, AIKO));
            swapped.push(close(AIKO, JON));
            differ += usize::from(plain.last() != swapped.last());
        }
    }
    assert!(differ > 0);
    let distance = kolmogorov_smirnov(&mut plain, &mut swapped);
    // The 1 per mille point for two samples of 480.
    assert!(distance < 1.95 * (2.0 / 480.0_f64).sqrt(), "{distance}");
}

/// The largest distance between two empirical distributions.
fn kolmogorov_smirnov(one: &mut [i64], other: &mut [i64]) -> f64 {
    one.sort_unstable();
    other.sort_unstable();
    let share = |sorted: &[i64], at: i64| {
        sorted.partition_point(|value| *value <= at) as f64 / sorted.len() as f64
    };
    let points = one.iter().chain(other.iter());
    points.map(|at| (share(one, *at) - share(other, *at)).abs()).fold(0.0, f64::max)
}

/// In real games: whether the bot pauses, and how long, is the same whatever the hand.
#[tokio::test]
async fn the_bots_pause_at_a_table_is_the_same_for_any_hand_that_can_only_pass() {
    let dues = |rows: &[AskedRow]| -> Vec<(u8, Option<i64>)> {
        rows.iter().map(|row| (row.seat, row.due)).collect()
    };
    let mut seen = Vec::new();
    for spoilt in [false, true] {
        let mut place = Place::at_pace(Pace::usual(600_000)).await;
        let id = place.three().await;
        if spoilt {
            // A blank card in hand instead of none: it cannot be played either.
            place.store.close().await;
            place
                .spoil("UPDATE checkpoint SET state = replace(state, '\"hands\":[[],[],[]]', '\"hands\":[[],[\"Blank\"],[]]')")
                .await;
            place.restart().await;
        }
        place.wager(&id, &mira(), 0).await.unwrap();
        let table = place.tables.table(&id).await.unwrap();
        assert_eq!(table.view(Some(JON)).hand.len(), usize::from(spoilt));
        seen.push(dues(table.asked()));
    }
    assert_eq!(seen[0], seen[1]);
}
