//! Undo, redo, and who may take back what.

use super::duel::*;
use super::random_play::played;
use super::*;

#[test]
fn undo_then_redo_is_the_identity_wherever_it_goes_back_to_and_dice_included() {
    for number in 0..6 {
        let mut table = played(3, number);
        let stood = table.stands();
        let dice = table.dice();
        for place in table.record.boundaries(|_| String::new()) {
            for fresh in [false, true] {
                table.undo(place.to, fresh).redo();
                assert_eq!(table.stands(), stood, "{place:?} fresh {fresh}");
                assert_eq!(table.dice(), dice);
            }
        }
    }
}

#[test]
fn an_undo_tells_nothing_again() {
    let mut table = duel::<PRINTED>(2, "quiet");
    table.says(0, Choice::High).says(1, Choice::High);
    let told = table.news.len();
    let answer = table.record.boundaries(|_| String::new()).last().expect("an answer").to;
    table.undo(answer, false).says(1, Choice::High);
    let again: Vec<&str> = table.news[told..].iter().map(|news| news.text.as_str()).collect();
    assert_eq!(again.len(), 2, "{again:?}");
    assert!(again.iter().all(|text| text.contains("strikes")));
}

#[test]
fn several_undos_are_taken_back_one_by_one_until_somebody_acts() {
    let mut table = duel::<PRINTED>(2, "several");
    table.says(0, Choice::High);
    let one = table.stands();
    table.says(1, Choice::Low).says(0, Choice::Leave);
    let three = table.stands();
    let places = table.record.boundaries(|_| String::new());
    let to = |name: usize| places[name].to;
    let second = table
        .record
        .journal
        .iter()
        .rposition(|entry| matches!(entry, Entry::Answer { seat: Seat(1), .. }));
    table.undo(second.expect("it was given"), false);
    assert_eq!(table.stands(), one);
    table.undo(to(1), false);
    assert_eq!(table.asked(), [0, 1]);
    table.redo();
    assert_eq!(table.stands(), one);
    table.redo();
    assert_eq!(table.stands(), three);
    assert!(refusal(table.record.redo("mod")).contains("no undo to take back"));
    table.undo(to(1), false).says(1, Choice::High);
    assert!(refusal(table.record.redo("mod")).contains("something was done since"));
}

#[test]
fn there_is_nothing_to_undo_at_the_start_and_after_the_end_of_the_journal() {
    let mut table = duel::<PRINTED>(2, "nothing");
    let journal = table.record.journal.clone();
    for to in [0, 1, 99] {
        assert!(refusal(table.record.undo(to, true, "mod")).contains("nothing to take back"));
    }
    assert!(refusal(table.record.redo("mod")).contains("no undo"));
    assert_eq!(table.record.journal, journal);
    assert_eq!(table.record.boundaries(|_| String::new()), []);
}

#[test]
fn an_undo_to_the_middle_of_the_dice_goes_to_the_next_answer() {
    let mut table = duel::<PRINTED>(2, "middle");
    table.says(0, Choice::High).says(1, Choice::High);
    let stood = table.stands();
    let die = table.record.journal.len() - 1;
    assert!(matches!(table.record.journal[die], Entry::Chance { .. }));
    table.says(0, Choice::Grab).undo(die, false);
    assert_eq!(table.stands(), stood);
    table.says(0, Choice::Grab).undo(die, true);
    assert_ne!(table.stands().0, stood.0, "only the deck is new");
    assert_eq!(table.now.shown.life, stood_life(&table, die));
}

fn stood_life(table: &Table<Duel>, die: usize) -> Vec<i32> {
    let mut before = table.record.clone();
    before.journal.truncate(die + 1);
    before.checkpoints.retain(|one| one.at <= die);
    before.current().0.shown.life
}

#[test]
fn one_takes_back_the_own_last_answer_while_nothing_lies_after_it() {
    let mut table = duel::<PRINTED>(3, "take back");
    let start = table.stands();
    table.says(1, Choice::Low);
    assert!(refusal(table.record.take_back(Seat(0)).map_err(Rejected::from)).contains("else"));
    let to = table.record.take_back(Seat(1)).expect("nothing lies after it");
    table.undo(to, false);
    assert_eq!(table.stands(), start);
}

#[test]
fn one_takes_back_a_deed_as_well() {
    let mut table = duel::<PRINTED>(2, "take back a deed");
    let start = table.stands();
    table.does(0, Deed::Give { to: Seat(1), lives: 1 });
    let to = table.record.take_back(Seat(0)).expect("nothing lies after it");
    table.undo(to, false);
    assert_eq!(table.stands(), start);
}

#[test]
fn nobody_takes_back_what_another_has_answered_since() {
    let mut table = duel::<PRINTED>(3, "another");
    table.says(0, Choice::Low).says(1, Choice::Low);
    let refused = table.record.take_back(Seat(0)).expect_err("seat 1 answered since");
    assert!(refused.why.contains("somebody else"));
    assert!(refused.instead.contains("/mod undo"));
    assert!(table.record.take_back(Seat(1)).is_ok());
}

#[test]
fn nobody_takes_back_what_dice_followed() {
    let mut table = duel::<PRINTED>(2, "dice since");
    table.says(0, Choice::Low).says(1, Choice::Low);
    assert!(table.record.take_back(Seat(1)).expect_err("dice").why.contains("dice"));
}

#[test]
fn nobody_takes_back_what_showed_a_card() {
    let mut table = duel::<PRINTED>(2, "card since");
    table.says(0, Choice::Low).says(1, Choice::Low).says(0, Choice::Grab);
    assert!(table.record.take_back(Seat(0)).expect_err("a card").why.contains("a card was shown"));
}

#[test]
fn nobody_takes_back_what_a_moderator_made_fresh() {
    let mut table = duel::<PRINTED>(2, "fresh since");
    table.says(0, Choice::Low).says(1, Choice::Low);
    let second = table.record.boundaries(|_| String::new()).last().expect("an answer").to;
    table.undo(second, true);
    assert!(table.record.take_back(Seat(0)).is_err(), "it would bring the seen dice back");
}

#[test]
fn a_preview_counts_answers_dice_and_cards_seen() {
    let mut table = duel::<PRINTED>(2, "preview");
    let round = table.now.base.at;
    table.says(0, Choice::Low).says(1, Choice::Low).says(0, Choice::Grab).says(0, Choice::Lives(1));
    let preview = table.record.preview(round);
    let seen = vec!["a card".to_string()];
    // Two rounds' wind and two blows of two dice.
    assert_eq!(preview, UndoPreview { to: round, answers: 4, dice: 6, seen });
    assert_eq!(table.record.preview(0).dice, 6, "a shuffle is no die");
    table.undo(round, false);
    assert_eq!(table.record.preview(round).answers, 0);
}

#[test]
fn one_goes_back_to_rounds_and_answers_by_name() {
    let mut table = duel::<PRINTED>(2, "names");
    let say = |entry: &Entry<Duel>| match entry {
        Entry::Answer { seat, choices, .. } => format!("{seat:?}'s {:?}", choices[0]),
        other => format!("{other:?}"),
    };
    let names = |table: &Table<Duel>| -> Vec<String> {
        table.record.boundaries(say).into_iter().map(|place| place.name).collect()
    };
    table.says(0, Choice::High).says(1, Choice::Low).says(1, Choice::Leave);
    assert_eq!(names(&table), ["before the set-up", "before round 1"], "round 2 lies ahead");
    table.says(1, Choice::Low);
    let four = ["before the set-up", "before round 1", "before round 2", "before seat 1's Low"];
    assert_eq!(names(&table), four);

    let place = table.record.boundaries(say)[1].clone();
    table.undo(place.to, false);
    assert_eq!(table.now.shown.round, 1);
    assert_eq!(table.asked(), [0, 1]);
    assert_eq!(names(&table), [""; 0]);
    table.redo();
    assert_eq!(names(&table), four);
}
