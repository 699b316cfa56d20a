//! The fuzzer finds what is wrong, writes it down, and cuts it short.

use std::time::Duration;

use super::*;
use crate::engine::{Entry, Seat};
use crate::imperium::Imperium;
use crate::imperium::scenario;
use crate::imperium::state::State;
use crate::inscription::Inscription;

fn short<G: Fuzzed>(seed: u64, games: u64) -> Report {
    let out = tempfile::tempdir().expect("a temporary folder");
    let plan = Plan {
        seed,
        time: Duration::from_secs(600),
        games: Some(games),
        threads: 2,
        out: out.path().into(),
    };
    run::<G>(&plan, &|_| (), &|_| ()).expect("the folder can be made")
}

#[test]
fn mixed_players_find_nothing_wrong_in_games_of_every_set_up() {
    let report = short::<Imperium>(4, 4);
    let wrong: Vec<&String> = report.failures.iter().map(|found| &found.what).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(report.games, 4);
    assert!(report.entries > 1_000, "only {} entries", report.entries);
    assert!(report.views > 10, "only {} positions were looked at", report.views);
}

#[test]
fn mixed_players_find_nothing_wrong_in_the_second_game() {
    let report = short::<Inscription>(5, 6);
    let wrong: Vec<&String> = report.failures.iter().map(|found| &found.what).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(report.entries > 100, "only {} entries", report.entries);
}

/// An invariant that is none: nobody may ever have three trade goods.
fn frugal(state: &State) -> Option<String> {
    let rich = state.players.iter().position(|player| player.trade_goods >= 3)?;
    Some(format!("seat {rich} is rich"))
}

fn watch() -> Watch<Imperium> {
    Watch::thorough().and(Some(frugal))
}

/// A game that breaks it.
fn broken(seed: u64) -> Failure<Imperium> {
    let played =
        play::<Imperium>(seed, &mut Tally::default(), Watch::sampling(1).and(Some(frugal)));
    let what = played.failed.clone().expect("somebody gets rich in every game");
    assert!(what.contains("is rich"), "{what}");
    Failure::of(seed, &what, &played)
}

#[test]
fn a_broken_invariant_is_cut_down_to_the_step_that_breaks_it() {
    let minimal = (11..40)
        .filter_map(|seed| minimise(&broken(seed), &watch).ok())
        .find(|minimal| minimal.lengths[3] > 0)
        .expect("somebody gets rich by what they do");
    assert!(minimal.what.contains("is rich"), "{}", minimal.what);
    let [whole, prefix, step, left] = minimal.lengths;
    assert!(prefix <= whole && step <= prefix && left <= step, "{:?}", minimal.lengths);
    // What is left fails by itself, and nothing of it can be spared.
    let again = minimise(&minimal.failure, &watch).expect("it still fails");
    assert_eq!(again.lengths[..3], [left; 3]);
    assert!(again.lengths[3] <= left);
    let mut shorter = minimal.failure.clone();
    shorter.acts.pop();
    assert!(minimise(&shorter, &watch).is_err(), "the last act is not needed");
}

#[test]
fn what_is_left_is_a_scenario_that_runs_to_the_place_of_the_fault() {
    let (text, same) = (11..40)
        .find_map(|seed| minimise(&broken(seed), &watch).ok()?.scenario.filter(|(_, same)| *same))
        .expect("most positions can be written down");
    assert!(same);
    assert!(text.starts_with("# Fails: invariant: seat"), "{text}");
    // Only the expectation is missing.
    let why = scenario::run(&text).expect_err("it expects nothing yet");
    assert!(why.contains("nothing is expected"), "{why}\n{text}");
}

#[test]
fn a_game_in_which_nothing_happens_any_more_is_written_down_and_shown_from_its_last_step_on() {
    let underway = [Underway::<Imperium>::default()];
    let game = broken(12);
    let whole = game.acts.len();
    underway[0].with(|now| *now = Some(game));
    let told = Mutex::new(Vec::new());
    let stuck = |failure| told.lock().expect("nothing broke").push(failure);
    let over = || !told.lock().expect("nothing broke").is_empty();
    look_on(&underway, Duration::ZERO, &over, &stuck);
    let [hangs] = &told.lock().expect("nothing broke")[..] else { panic!("it is told once") };
    assert_eq!((hangs.what.as_str(), hangs.acts.len()), (ENDLESS, whole));
    let minimal = minimise(hangs, &watch).expect("it is not tried");
    assert_eq!(minimal.lengths[..2], [whole; 2]);
    let left = &minimal.failure.acts;
    assert!(!left.is_empty() && hangs.acts.ends_with(left), "{:?}", minimal.lengths);
    assert!(minimal.prefix().contains("endless"), "{}", minimal.prefix());
}

#[test]
fn a_failure_is_read_as_it_was_written() {
    let failure = broken(12);
    let back = Failure::<Imperium>::parse(&failure.text()).expect("it was just written");
    assert_eq!((back.what, back.setup, back.seed), (failure.what, failure.setup, failure.seed));
    assert!(back.start == failure.start && back.acts == failure.acts);
}

#[test]
fn a_journal_that_fits_says_that_it_does_not_fail() {
    let played = play::<Imperium>(13, &mut Tally::default(), Watch::sampling(1));
    assert_eq!(played.failed, None);
    let failure = Failure::of(13, "nothing", &played);
    let why = minimise(&failure, &|| Watch::sampling(0)).err().expect("nothing is wrong");
    assert!(why.contains("does not fail"), "{why}");
}

#[test]
fn a_journal_in_which_an_answer_is_changed_does_not_fit_from_there() {
    let played = play::<Imperium>(14, &mut Tally::default(), Watch::sampling(1));
    let mut failure = Failure::of(14, "changed", &played);
    let at = failure.acts.len() / 2;
    let act = failure.acts[at..].iter_mut().find_map(|act| match act {
        Entry::Answer { seat, .. } => Some(seat),
        _ => None,
    });
    *act.expect("a game goes on to its end") = Seat(77);
    let minimal = minimise(&failure, &|| Watch::sampling(0)).expect("it does not fit");
    assert!(minimal.what.starts_with("misfit: "), "{}", minimal.what);
    assert!(minimal.lengths[1] >= at && minimal.lengths[3] < 60, "{:?}", minimal.lengths);
}

#[test]
fn files_that_hold_no_failure_are_refused_with_a_reason() {
    let text = broken(15).text();
    let why = |text: &str| match Failure::<Imperium>::parse(text) {
        Err(why) => why.to_string(),
        Ok(_) => "it was read".into(),
    };
    assert!(why("").contains("no JSON"));
    assert!(why(&text[..text.len() / 2]).contains("cut off"));
    assert!(why("{}").contains("names no format"));
    assert!(why("{\"format\":\"custodian game\"}").contains("custodian import"));
    assert!(why(&text.replace("\"format_version\":1", "\"format_version\":9")).contains("newer"));
    assert!(why(&text.replace("\"version\":1", "\"version\":7")).contains("newer"));
    assert!(
        why(&text.replace("\"game\":\"imperium\"", "\"game\":\"go\"")).contains("a game of go")
    );
    let torn = text.replacen("\"choices\"", "\"choice\"", 1);
    assert!(why(&torn).contains("entry"), "{}", why(&torn));
    let long = text.replacen("\"seat\":0", "\"seat\":99999999999", 1);
    assert!(why(&long).contains("entry"), "{}", why(&long));
}

#[test]
fn a_spiteful_player_takes_what_was_taken_least() {
    use rand::SeedableRng;
    let mut tally = Tally::default();
    ["a", "a", "b", "c", "c"].iter().for_each(|kind| tally.note(kind));
    let mut lot = SmallRng::seed_from_u64(1);
    let kinds = ["a", "b", "c"].map(String::from);
    assert_eq!(tally.rarest(&kinds, &mut lot), Some(1));
    tally.note("b");
    tally.note("b");
    assert_ne!(tally.rarest(&kinds, &mut lot), Some(1));
    assert_eq!(tally.rarest(&[], &mut lot), None);
}
