//! The journal run again: whole, in part, in another order, under other rules.

use super::duel::*;
use super::random_play::played;
use super::*;

#[test]
fn each_prefix_of_each_journal_stops_cleanly_and_tells_a_prefix_of_the_news() {
    for number in 0..12 {
        let table = played(2 + number as usize % 2, number);
        let (journal, ends) = (&table.record.journal, &table.record.checkpoints);
        for (base, next) in ends.iter().zip(&ends[1..]) {
            let entries = &journal[base.at..next.at];
            let all = run(&base.state, entries, &table.record.seed, 0);
            assert!(matches!(all.outcome, Outcome::Checkpoint), "{:?}", all.outcome);
            assert_eq!(all.state, next.state);
            for length in 0..=entries.len() {
                let run = run(&base.state, &entries[..length], &table.record.seed, 0);
                match run.outcome {
                    Outcome::Waiting(prompts) => assert!(!prompts.is_empty()),
                    Outcome::Checkpoint => assert_eq!(run.state, next.state),
                    other => panic!("{other:?}"),
                }
                assert!(all.news.starts_with(&run.news));
                // Dice cut off are thrown again, and fall the same.
                assert!(entries[length..].starts_with(&run.added));
            }
        }
    }
}

#[test]
fn a_stored_game_that_breaks_off_anywhere_is_taken_up_there() {
    let table = played(3, 5);
    let whole = &table.record;
    for length in 0..=whole.journal.len() {
        let mut part = whole.clone();
        part.journal.truncate(length);
        part.checkpoints.retain(|one| one.at <= length);
        let (now, submission) = part.current();
        assert_eq!(now.trouble, None);
        assert!(whole.journal[length..].starts_with(&submission.entries));
        assert_eq!(now.length, length + submission.entries.len());
    }
}

#[test]
fn a_damaged_export_is_told_from_a_whole_one() {
    let whole = played(2, 4).record;
    assert_eq!(whole.damage(), None);
    let damage = |change: fn(&mut Record<Duel>)| {
        let mut record = whole.clone();
        change(&mut record);
        record.damage()
    };
    assert!(damage(|record| record.checkpoints.clear()).is_some());
    assert!(damage(|record| drop(record.checkpoints.remove(0))).is_some());
    assert!(damage(|record| drop(record.checkpoints.remove(1))).is_some());
    assert!(damage(|record| record.journal.truncate(2)).is_some());
    assert!(damage(|record| record.checkpoints[0].at = 1).is_some());
}

#[test]
fn journal_entries_come_back_from_the_store_as_they_were() {
    let mut table = played(3, 7);
    let places = table.record.boundaries(|_| String::new());
    table.undo(places[places.len() / 2].to, true).undo(places[1].to, false).redo();
    let has = |kind: fn(&Entry<Duel>) -> bool| table.record.journal.iter().any(kind);
    assert!(has(|e| matches!(e, Entry::Answer { by: By::Standing, .. })));
    assert!(has(|e| matches!(e, Entry::Deed { .. })));
    assert!(
        has(|e| matches!(e, Entry::Chance { .. })) && has(|e| matches!(e, Entry::Reveal { .. }))
    );
    assert!(has(|e| matches!(e, Entry::Undo { .. })) && has(|e| matches!(e, Entry::Redo { .. })));
    assert!(has(|e| matches!(e, Entry::Fresh { .. })));
    for entry in &table.record.journal {
        assert_eq!(transplant::<_, Entry<Duel>>(entry), *entry);
    }
}

#[test]
fn simultaneous_answers_swapped_give_the_same_state() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let stances = [Choice::High, Choice::Low, Choice::High];
    let results = orders.map(|order| {
        let mut table = duel::<PRINTED>(3, "swap");
        for seat in order {
            table.says(seat, stances[usize::from(seat)].clone());
        }
        assert_eq!(table.asked(), [0, 1, 2], "the card is next");
        (table.stands(), table.dice(), table.told(None).join("\n"))
    });
    assert!(results.iter().all(|result| *result == results[0]));
    assert!(results[0].2.contains("strikes"));
}

/// A game that waits in mid-round, with dice behind the first answer.
fn in_mid_round() -> Table<Duel> {
    let mut table = duel(2, "upgrade");
    table.says(0, Choice::High).says(1, Choice::High);
    assert!(table.now.shown.life != [6, 6], "the test needs a hit: {:?}", table.now.shown.life);
    table
}

fn trouble<const RULE: u8>(table: &Table<Duel>) -> String {
    let (now, submission) = stored::<Duel, Duel<RULE>>(&table.record).current();
    assert!(submission.entries.is_empty() && submission.checkpoints.is_empty());
    assert!(now.trouble.is_none() || now.prompts.is_empty(), "nobody can answer in trouble");
    now.trouble.unwrap_or_default()
}

#[test]
fn the_same_rules_in_a_new_build_are_no_misfit() {
    assert_eq!(trouble::<PRINTED>(&in_mid_round()), "");
}

#[test]
fn a_rule_that_comes_to_another_state_is_a_misfit_at_the_next_answer() {
    let mut table = in_mid_round();
    table.says(0, Choice::Grab);
    assert!(trouble::<HARDER>(&table).contains("another state"));
}

#[test]
fn a_rule_that_changed_after_the_last_answer_shows_in_the_digest_of_the_open_question() {
    let table = in_mid_round();
    let (now, _) = stored::<Duel, Duel<HARDER>>(&table.record).current();
    assert_ne!(now.digest(), table.now.digest());
}

#[test]
fn other_dice_are_a_misfit_even_when_their_number_is_the_same() {
    assert!(trouble::<SIX_FACES>(&in_mid_round()).contains("were due"));
}

#[test]
fn an_answer_that_is_no_longer_legal_is_a_misfit() {
    let mut table = in_mid_round();
    table.says(1, Choice::Leave);
    // The round ended with it: take the record as it was right before.
    table.record.checkpoints.pop();
    assert!(trouble::<GREEDY>(&table).contains("not among"));
}

#[test]
fn an_answer_to_a_question_that_is_no_longer_asked_is_a_misfit() {
    let mut table = in_mid_round();
    table.says(0, Choice::Grab);
    assert!(trouble::<NO_CARD>(&table).contains("before all of its answers were used"));
}

#[test]
fn an_answer_by_somebody_who_was_not_asked_is_a_misfit() {
    let mut table = in_mid_round();
    let answer = table.record.journal.iter_mut().find_map(|entry| match entry {
        Entry::Answer { seat, .. } => Some(seat),
        _ => None,
    });
    *answer.expect("there is one") = Seat(2);
    assert!(trouble::<PRINTED>(&table).contains("seat 2 answered"));
}

#[test]
fn a_game_in_trouble_takes_no_answer_and_an_undo_mends_it() {
    let mut table = in_mid_round();
    table.says(0, Choice::Grab);
    let mut record = stored::<Duel, Duel<HARDER>>(&table.record);
    let (now, _) = record.current();
    assert!(refusal(now.submit(Seat(0), vec![Choice::Lives(1)], By::Player)).contains("nothing"));
    let give = Deed::Give { to: Seat(1), lives: 1 };
    assert!(refusal(now.deed(Seat(0), give, By::Player)).contains("not going on"));

    let round = record.checkpoints.last().expect("the round's start").at;
    let (now, _) = record.undo(round, false, "mod").expect("the round is started again");
    assert_eq!(now.trouble, None);
    assert_eq!(now.prompts.len(), 2);
    assert!(broken(record.redo("mod")).contains("misfit"), "and there is no way back");
}

#[test]
fn rules_that_go_on_past_an_open_question_are_broken() {
    let ring = Ring { round: 1, life: vec![6, 6], deck: vec![], hands: vec![vec![], vec![]] };
    let broken = "the rules went on past an open question";
    let seed = Seed::of("halt");
    fn why<const RULE: u8>(ring: &Ring, seed: &Seed) -> String {
        match run::<Duel<RULE>>(ring, &[], seed, 0).outcome {
            Outcome::Broken(why) => why,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(why::<SWALLOW_AND_END>(&ring, &seed), broken);
    assert_eq!(why::<SWALLOW_AND_ASK>(&ring, &seed), broken);
    assert_eq!(why::<SWALLOW_AND_ROLL>(&ring, &seed), broken);
}

#[test]
fn rules_that_turn_in_circles_are_broken() {
    let ring = Ring { round: 1, life: vec![6, 6], deck: vec![], hands: vec![vec![], vec![]] };
    let (now, submission) = Current::<Duel<CIRCLES>>::start(Seed::of("circles"), ring);
    assert_eq!(now.trouble.as_deref(), Some("broken: the game goes on without a question"));
    assert!(submission.entries.is_empty());
}

#[test]
fn rules_that_turn_in_circles_within_a_step_are_broken() {
    struct Dice;
    impl Decider<Duel> for Dice {
        fn reply(&mut self, _: &Ring, prompts: &[Prompt<Duel>]) -> Reply<Duel> {
            Reply::Answer(prompts[0].seat, vec![prompts[0].options[0].clone()])
        }
        fn chance(&mut self, _: &str, _: u32, n: usize) -> Result<Vec<u32>, String> {
            Ok(vec![1; n])
        }
    }
    let ring = Ring { round: 1, life: vec![6, 6], deck: vec![], hands: vec![] };
    let question = |options: &[Choice]| Prompt {
        seat: Seat(0),
        question: Question::Rest,
        shape: Shape::One,
        options: options.to_vec(),
        always: false,
    };
    let why = |outcome| match outcome {
        Outcome::Broken(why) => why,
        other => panic!("{other:?}"),
    };
    let broken = "the rules turn in circles and ask nobody";
    let asks = |game: &mut Game<Duel>| loop {
        game.choose(|_| question(&[Choice::Low]))?;
    };
    assert_eq!(why(play(ring.clone(), &mut Dice, 0, asks).2), broken);
    let rolls = |game: &mut Game<Duel>| loop {
        game.roll("dice", 1)?;
    };
    assert_eq!(why(play(ring.clone(), &mut Dice, 0, rolls).2), broken);
    // However long it takes, rules in which somebody decides something go on.
    let long = |game: &mut Game<Duel>| {
        for _ in 0..300 {
            game.choose(|_| question(&[Choice::High, Choice::Low]))?;
            for _ in 0..100 {
                game.choose(|_| question(&[Choice::Low]))?;
            }
        }
        Ok(())
    };
    assert!(matches!(play(ring, &mut Dice, 0, long).2, Outcome::Checkpoint));
}

#[test]
fn a_step_can_end_in_the_middle_of_the_rules() {
    struct Nobody;
    impl Decider<Duel> for Nobody {
        fn reply(&mut self, _: &Ring, _: &[Prompt<Duel>]) -> Reply<Duel> {
            Reply::Open
        }
        fn chance(&mut self, _: &str, _: u32, _: usize) -> Result<Vec<u32>, String> {
            Err("no dice here".into())
        }
    }
    let ring = Ring { round: 1, life: vec![6, 6], deck: vec![], hands: vec![] };
    let won = |game: &mut Game<Duel>| {
        game.state.life[1] = 0;
        game.end_step::<()>()?;
        panic!("never reached")
    };
    let (state, _, outcome) = play(ring.clone(), &mut Nobody, 0, won);
    assert!(matches!(outcome, Outcome::Checkpoint));
    assert_eq!(state.life, [6, 0]);
    let on = |game: &mut Game<Duel>| {
        let _ = game.end_step::<()>();
        Ok(())
    };
    assert!(matches!(play(ring.clone(), &mut Nobody, 0, on).2, Outcome::Broken(_)));
    let rolls = |game: &mut Game<Duel>| game.roll("dice", 1).map(drop);
    assert!(matches!(play(ring, &mut Nobody, 0, rolls).2, Outcome::Misfit(_)));
}
