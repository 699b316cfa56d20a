//! A game suspended in mid-turn that does not fit any more goes back to where it still does.

use super::*;

/// The same record with another answer of the open step in the place of one that was given.
fn changed(mut record: Record<Imperium>, at: usize) -> Record<Imperium> {
    if let Entry::Answer { choices, .. } = &mut record.journal[at] {
        *choices = vec![Choice::Number(211)];
    }
    record
}

#[test]
fn a_journal_is_rewound_to_the_answer_that_does_not_fit_and_goes_on_from_there() {
    let record = recorded(4, 51);
    let mut tried = 0;
    for n in 0..60 {
        let length = scattered(n) % record.journal.len();
        let mut record = as_of(&record, length);
        let begin = record.checkpoints.last().expect("a game has a start").at;
        let answers = record.journal[begin..].iter().enumerate();
        let answers = answers.filter(|(_, entry)| matches!(entry, Entry::Answer { .. }));
        let answers: Vec<usize> = answers.map(|(at, _)| begin + at).collect();
        let Some(at) = answers.get(scattered(n + 500) % answers.len().max(1)).copied() else {
            continue;
        };
        tried += 1;
        record = changed(record, at);
        let (stuck, _) = record.current();
        let misfit = stuck.misfit.unwrap_or_else(|| panic!("entry {at} of {length} fits"));
        assert_eq!(misfit.at, at);
        record.journal.push(misfit.taken_back("an upgrade"));
        let (current, _) = record.current();
        assert_eq!(current.trouble, None, "entry {at} of {length}");
        let Entry::Answer { seat, .. } = &record.journal[at] else { continue };
        assert!(current.prompt_of(*seat).is_some(), "{seat:?} is not asked again");
    }
    assert!(tried > 20, "only {tried} games were in mid-turn");
}

#[test]
fn other_chance_than_there_was_is_a_misfit_where_it_was() {
    let record = recorded(6, 52);
    let (mut tried, mut rewound) = (0, 0);
    for (at, entry) in record.journal.iter().enumerate() {
        if !matches!(entry, Entry::Chance { .. }) {
            continue;
        }
        let mut part = as_of(&record, at + 1);
        if part.checkpoints.last().is_some_and(|last| last.at > at) {
            continue;
        }
        tried += 1;
        if let Entry::Chance { outcomes, .. } = &mut part.journal[at] {
            outcomes.push(10);
        }
        let (stuck, _) = part.current();
        let Some(misfit) = stuck.misfit else { continue };
        assert_eq!(misfit.at, at);
        part.journal.push(misfit.taken_back("an upgrade"));
        assert_eq!(part.current().0.trouble, None, "entry {at}");
        rewound += 1;
    }
    assert!(tried > 5 && rewound == tried, "{rewound} of {tried}");
}
