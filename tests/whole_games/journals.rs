//! Every beginning of a journal is a game that can go on.

use super::*;

/// Whether `before` is how `after` begins, and what comes then.
fn begins<T: PartialEq>(after: &[T], before: &[T]) -> bool {
    after.starts_with(before)
}

#[test]
fn every_prefix_of_a_journal_stops_at_a_question_and_then_goes_on_as_recorded() {
    for (players, seed) in [(3, 41), (6, 42)] {
        let record = recorded(players, seed);
        let samples = (0..90).map(|n| scattered(n) % record.journal.len());
        for length in samples.chain([0, 1, record.journal.len() - 1]) {
            let (current, added) = as_of(&record, length).current();
            assert_eq!(current.trouble, None, "after {length} entries");
            assert!(
                current.finished() || !current.prompts.is_empty(),
                "nobody is asked after {length} entries"
            );
            assert!(
                begins(&record.journal[length..], &added.entries),
                "after {length} entries the game goes on with {:?}",
                added.entries
            );
        }
    }
}

#[test]
fn each_answer_of_a_step_only_adds_to_the_news_of_that_step() {
    for (players, seed) in [(3, 43), (6, 44)] {
        let record = recorded(players, seed);
        let steps: Vec<_> = steps(&record).collect();
        let mut told = 0;
        for n in 0..14 {
            let at = scattered(n) % steps.len();
            let (begin, entries) = steps[at];
            let whole = run(&begin.state, entries, &record.seed, 0);
            assert!(matches!(whole.outcome, Outcome::Checkpoint), "{:?}", whole.outcome);
            assert!(whole.state == record.checkpoints[at + 1].state, "step {at} ends differently");
            told += whole.news.len();
            for length in 0..entries.len() {
                let part = run(&begin.state, &entries[..length], &record.seed, 0);
                let waits = matches!(part.outcome, Outcome::Waiting(_) | Outcome::Checkpoint);
                assert!(waits, "step {at}, {length} entries: {:?}", part.outcome);
                assert!(begins(&whole.news, &part.news), "step {at}, {length} entries");
                assert!(begins(&entries[length..], &part.added), "step {at}, {length} entries");
            }
        }
        assert!(told > 20, "hardly anything was told");
    }
}

#[test]
fn dice_of_a_recorded_game_can_be_verified_and_touched_dice_are_found() {
    let mut record = recorded(3, 45);
    assert_eq!(record.verify_chance(), Vec::<String>::new());
    let die = record.journal.iter_mut().rev().find_map(|entry| match entry {
        Entry::Chance { faces: 1.., outcomes, .. } => outcomes.first_mut(),
        _ => None,
    });
    let die = die.expect("the speaker at least is drawn by lot");
    *die += 1;
    assert_eq!(record.verify_chance().len(), 1);
}
