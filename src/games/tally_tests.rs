//! For whom a table waits, counted over whole games.

use crate::engine::{By, Entry, Seat};
use crate::imperium::Imperium;
use crate::players::selfplay;
use crate::table::{Judged, count};

#[test]
fn nobody_is_waited_for_who_has_one_legal_answer_only() {
    let record = selfplay::recorded(6, 11);
    let names: Vec<String> = (1..=6).map(|n| format!("Computer {n}")).collect();
    let times = vec![0; record.journal.len()];
    let found = count::<Imperium>(&record, &times, &names, Judged::AsPersons);
    let tally = found.expect("it replays");
    assert_eq!(tally.needless, Vec::<String>::new());
    assert!(tally.rounds.len() > 2, "{:?}", tally.rounds.len());
    assert!(tally.rounds.iter().all(|round| round.blocking > 0));
    // Answered by machines, nothing of it blocks.
    let own = count::<Imperium>(&record, &times, &names, Judged::ByAuthor);
    let own = own.expect("it replays");
    assert!(own.rounds.iter().all(|round| round.blocking == 0 && round.automatic > 0));
}

#[test]
fn the_time_of_an_answer_counts_for_whoever_gave_it() {
    let mut record = selfplay::recorded(3, 4);
    let mut person = Vec::new();
    for (at, entry) in record.journal.iter_mut().enumerate() {
        if let Entry::Answer { seat: Seat(1), by, .. } = entry {
            *by = By::Player;
            person.push(at);
        }
    }
    let times: Vec<i64> = (0..record.journal.len() as i64).map(|at| at * 10).collect();
    let names = ["Mira", "Jon", "Aiko"].map(String::from);
    let found = count::<Imperium>(&record, &times, &names, Judged::ByAuthor);
    let tally = found.expect("it replays");
    let sum = |seat: usize| -> (usize, i64) {
        let own = tally.rounds.iter().map(|round| &round.seats[seat]);
        own.fold((0, 0), |sum, own| (sum.0 + own.blocking, sum.1 + own.waited))
    };
    assert_eq!(sum(1).0, person.len());
    assert!(sum(1).1 >= 10 * person.len() as i64);
    assert_eq!((sum(0), sum(2)), ((0, 0), (0, 0)));
}
