//! What a seat may answer, and what happens when it or the rules go wrong.

use super::duel::*;
use super::*;

fn prompt(shape: Shape, options: Vec<Choice>) -> Prompt<Duel> {
    Prompt { seat: Seat(0), question: Question::Rest, shape, options, always: false }
}

fn ring(life: &[i32]) -> Ring {
    Ring {
        round: 1,
        life: life.to_vec(),
        deck: (1..=12).collect(),
        hands: vec![vec![]; life.len()],
    }
}

#[test]
fn an_answer_fits_the_shape_of_its_question() {
    use Choice::*;
    let fits = |shape, options: &[Choice], answer: &[Choice]| {
        prompt(shape, options.to_vec()).check(&ring(&[6]), answer).is_ok()
    };
    assert!(fits(Shape::One, &[High, Low], &[Low]));
    assert!(!fits(Shape::One, &[High, Low], &[]));
    assert!(!fits(Shape::One, &[High, Low], &[High, Low]));
    assert!(!fits(Shape::One, &[High, Low], &[Grab]));
    let two = Shape::Some { min: 1, max: 2 };
    assert!(fits(two, &[High, Low, Grab], &[Grab, High]));
    assert!(!fits(two, &[High, Low, Grab], &[]));
    assert!(!fits(two, &[High, Low, Grab], &[High, Low, Grab]));
    assert!(!fits(two, &[High, Low, Grab], &[High, High]));
    assert!(fits(two, &[High, High, Low], &[High, High]), "there are two of them");
    assert!(fits(Shape::Order, &[High, Low, Low], &[Low, High, Low]));
    assert!(!fits(Shape::Order, &[High, Low, Low], &[Low, Low, Low]), "there are only two");
    assert!(!fits(Shape::Order, &[High, Low], &[Low]));
    assert!(fits(Shape::Compound, &[], &[Lives(1), Lives(1)]));
    assert!(!fits(Shape::Compound, &[], &[Lives(1), Lives(2)]));
}

#[test]
fn an_answer_that_nobody_could_give_otherwise_is_forced() {
    use Choice::*;
    let some = |min, max| Shape::Some { min, max };
    let forced = |shape, options: &[Choice]| prompt(shape, options.to_vec()).forced();
    assert_eq!(forced(Shape::One, &[High]), Some(vec![High]));
    assert_eq!(forced(Shape::One, &[High, Low]), None);
    assert_eq!(forced(some(2, 2), &[High, Low]), Some(vec![High, Low]));
    assert_eq!(forced(some(1, 2), &[High, Low]), None);
    assert_eq!(forced(some(0, 0), &[High]), Some(vec![]));
    assert_eq!(forced(Shape::Order, &[]), Some(vec![]));
    assert_eq!(forced(Shape::Order, &[High]), Some(vec![High]));
    assert_eq!(forced(Shape::Compound, &[]), None);
    assert_eq!(prompt(Shape::One, vec![High]).always().forced(), None);
}

#[test]
fn a_forced_answer_is_not_asked_and_not_journalled() {
    let mut table: Table<Duel> = Table::open("forced", ring(&[1, 6]));
    assert_eq!(table.asked(), [1], "with one life left there is only the low stance");
    table.says(1, Choice::Low);
    let first = table.live().into_iter().find(|entry| entry.is_act());
    assert!(matches!(first, Some(Entry::Answer { seat: Seat(1), .. })));
    assert!(table.dice().iter().any(|(label, _)| label == "round 1, seat 0 strikes Low"));
}

#[test]
fn a_question_that_must_hide_something_is_asked_though_its_answer_is_forced() {
    let mut table: Table<Duel<GREEDY>> = Table::open("always", ring(&[6, 6]));
    table.says(0, Choice::High).says(1, Choice::High);
    assert_eq!(table.asked(), [0, 1]);
    assert_eq!(table.now.prompts[0].options, [Choice::Grab]);
}

#[test]
fn whoever_answers_first_closes_the_question_for_all() {
    let mut table = duel::<PRINTED>(3, "first");
    table.says(2, Choice::High).says(0, Choice::High).says(1, Choice::High);
    table.says(1, Choice::Grab);
    assert_eq!(table.asked(), [1], "the owner of the card rests");
    assert_eq!(table.now.shown.hands[1].len(), 1);
    let hidden = |seat: u8| table.told(Some(seat)).iter().any(|text| text.starts_with("You drew"));
    assert!(hidden(1) && !hidden(0) && !hidden(2));
}

#[test]
fn a_wrong_answer_is_refused_and_nothing_changes() {
    let mut table = duel::<PRINTED>(2, "wrong");
    let (stood, journal) = (table.stands(), table.record.journal.clone());
    let try_it = |table: &mut Table<Duel>, seat: u8, choices: &[Choice]| {
        refusal(table.try_answer(Seat(seat), choices.to_vec(), By::Player))
    };
    assert!(try_it(&mut table, 5, &[Choice::High]).contains("nothing is asked of you"));
    assert!(try_it(&mut table, 0, &[Choice::Grab]).contains("not among"));
    assert!(try_it(&mut table, 0, &[Choice::High, Choice::Low]).contains("exactly 1, not 2"));
    let give = |to: u8, lives| Deed::Give { to: Seat(to), lives };
    assert!(refusal(table.try_deed(Seat(0), give(0, 1))).contains("nobody"));
    assert!(refusal(table.try_deed(Seat(0), give(1, 6))).contains("at least one life"));
    assert_eq!(table.stands(), stood);
    assert_eq!(table.record.journal, journal);
    table.says(0, Choice::High);
    assert!(try_it(&mut table, 0, &[Choice::High]).contains("nothing is asked of you"), "once");
}

#[test]
fn a_refusal_says_the_rule_and_what_would_be_legal() {
    let mut table = duel::<PRINTED>(2, "refusal");
    table.says(0, Choice::High).says(1, Choice::High).says(0, Choice::Grab);
    let too_many = table.try_answer(Seat(0), vec![Choice::Lives(3)], By::Player);
    let Err(Rejected::Refused(refusal)) = too_many else { panic!("it was allowed") };
    assert_eq!(refusal.to_string(), "a rest gives two lives (RR 7.1). Take 0 to 2");
    table.says(0, Choice::Lives(2));
}

#[test]
fn a_panic_in_the_rules_costs_only_the_answer_that_caused_it() {
    let mut table = duel::<LOW_PANICS>(2, "panic");
    table.says(0, Choice::Low);
    let (stood, journal) = (table.stands(), table.record.journal.clone());
    let why = broken(table.try_answer(Seat(1), vec![Choice::High], By::Player));
    assert!(why.contains("a mistake in the rules"), "{why}");
    assert_eq!(table.stands(), stood);
    assert_eq!(table.record.journal, journal);

    // Seat 0 takes the low stance back and the game goes on.
    let to = table.record.take_back(Seat(0)).expect("no dice since");
    table.undo(to, false).says(0, Choice::High).says(1, Choice::High).says(1, Choice::Leave);
    assert_eq!(table.now.shown.round, 2);
}

#[test]
fn a_panic_while_judging_an_answer_or_in_a_deed_is_caught_too() {
    let mut table = duel::<PRINTED>(2, "judge");
    let why = broken(table.try_deed(Seat(0), Deed::PanicInCheck));
    assert_eq!(why, "a mistake in the rules");
    assert!(broken(table.try_deed(Seat(0), Deed::PanicInDoing)).contains("a mistake"));
    table.says(0, Choice::High).says(1, Choice::High).says(0, Choice::Grab);
    let why = broken(table.try_answer(Seat(0), vec![Choice::Lives(99)], By::Player));
    assert!(why.contains("a mistake in the rules"), "{why}");
    table.says(0, Choice::Lives(1));
    assert_eq!(table.now.shown.round, 2);
}

#[test]
fn a_deed_comes_between_the_answers_and_may_ask_something_itself() {
    let mut table = duel::<PRINTED>(3, "deed");
    table.says(1, Choice::High).does(0, Deed::Give { to: Seat(2), lives: 2 });
    assert_eq!(table.asked(), [2], "the gift is offered");
    table.says(2, Choice::Yes);
    assert_eq!(table.now.shown.life, [4, 6, 8]);
    assert_eq!(table.asked(), [0, 2], "and the question before goes on");
}

#[test]
fn an_answer_that_a_deed_made_illegal_is_asked_again() {
    let mut table: Table<Duel> = Table::open("again", ring(&[2, 6, 6]));
    table.says(0, Choice::High).says(1, Choice::High);
    table.does(0, Deed::Give { to: Seat(2), lives: 1 }).says(2, Choice::Yes);
    assert_eq!(table.now.shown.life, [1, 6, 7]);
    assert_eq!(table.asked(), [2], "seat 0 has one life and one stance left");
    table.says(2, Choice::High);
    let struck = |stance: &str| format!("round 1, seat 0 strikes {stance}");
    let labels: Vec<String> = table.dice().into_iter().map(|(label, _)| label).collect();
    assert!(labels.contains(&struck("Low")) && !labels.contains(&struck("High")), "{labels:?}");
}

#[test]
fn an_answer_that_a_deed_left_legal_stands() {
    let mut table = duel::<PRINTED>(2, "stands");
    table.says(1, Choice::Low).does(1, Deed::Give { to: Seat(0), lives: 1 }).says(0, Choice::No);
    assert_eq!(table.asked(), [0]);
}

#[test]
fn the_journal_says_who_gave_each_answer() {
    let mut table = duel::<PRINTED>(3, "by");
    let moderator = || By::Moderator("Ann".into());
    let answers = [(0, By::Player), (2, By::Computer), (1, moderator())];
    for (seat, by) in answers {
        table.try_answer(Seat(seat), vec![Choice::High], by).expect("a legal answer");
    }
    table.try_answer(Seat(1), vec![Choice::Leave], By::Standing).expect("a legal answer");
    let by = table.live().into_iter().filter_map(|entry| match entry {
        Entry::Answer { seat, by, .. } => Some((seat.0, by)),
        _ => None,
    });
    let told = [(0, By::Player), (2, By::Computer), (1, moderator()), (1, By::Standing)];
    assert_eq!(by.collect::<Vec<_>>(), told);
}

#[test]
fn nothing_can_be_done_when_the_game_is_over() {
    let mut table = super::random_play::played(2, 3);
    assert!(table.now.prompts.is_empty() && table.now.finished());
    assert!(refusal(table.try_answer(Seat(0), vec![Choice::High], By::Player)).contains("nothing"));
    let give = Deed::Give { to: Seat(1), lives: 1 };
    assert!(refusal(table.try_deed(Seat(0), give)).contains("not going on"));
    assert!(stored::<Duel, Duel>(&table.record).current().0.finished());
}
