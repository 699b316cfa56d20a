//! Games played by a careless random player with undo and redo, compared at each point with the
//! plainest model there is: a list of what was done, played again from the start.

use super::duel::{Choice, Deed, Duel, PRINTED, Ring, duel};
use super::*;

/// A small random source of its own, so that failures repeat.
pub struct Whim(pub u64);

impl Whim {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Some seat answers its open prompt with some legal answer.
pub fn answer_something(table: &mut Table<Duel>, whim: &mut Whim) -> Entry<Duel> {
    let prompt = table.now.prompts[whim.below(table.now.prompts.len())].clone();
    let choices = match prompt.shape {
        Shape::Compound => vec![Choice::Lives(whim.below(3) as u32)],
        _ => vec![prompt.options[whim.below(prompt.options.len())].clone()],
    };
    let by = if whim.below(4) == 0 { By::Standing } else { By::Player };
    let at = table.record.journal.len();
    table.try_answer(prompt.seat, choices, by).expect("each option offered is accepted");
    table.record.journal[at].clone()
}

/// A whole game without undo.
pub fn played(seats: usize, number: u64) -> Table<Duel> {
    let mut table = duel(seats, &format!("game {number}"));
    let mut whim = Whim(number);
    while !table.now.finished() {
        if whim.below(6) == 0 {
            let to = Seat(whim.below(seats) as u8);
            let _ = table.try_deed(Seat(whim.below(seats) as u8), Deed::Give { to, lives: 1 });
        }
        answer_something(&mut table, &mut whim);
    }
    table
}

/// What the model knows: acts in force with their journal positions.
#[derive(Clone)]
struct Act {
    at: usize,
    entry: Entry<Duel>,
    /// The round before whose start chance was made fresh.
    before: Option<u32>,
}

/// Plays `acts` from the start, with no journal positions and no stored checkpoints.
fn play_again(seed: &Seed, start: &Ring, acts: &[Act]) -> (Ring, Vec<Prompt<Duel>>) {
    let mut acts = acts.iter().peekable();
    let (mut state, mut grant) = (start.clone(), 0);
    while !Duel::<PRINTED>::finished(&state) {
        let mut tail: Vec<Entry<Duel>> = Vec::new();
        tail.extend(
            acts.next_if(|act| act.before == Some(state.round)).map(|act| act.entry.clone()),
        );
        state = loop {
            let run = run(&state, &tail, seed, grant);
            tail.extend(run.added);
            match (run.outcome, acts.peek()) {
                (Outcome::Checkpoint, _) => break run.state,
                (Outcome::Waiting(_), Some(act)) => tail.push(act.entry.clone()),
                (Outcome::Waiting(prompts), None) => return (run.state, prompts),
                (other, _) => panic!("{other:?}"),
            }
            acts.next();
        };
        let last = tail.iter().rev().find_map(|entry| match entry {
            Entry::Fresh { grant } => Some(*grant),
            _ => None,
        });
        grant = last.unwrap_or(grant);
    }
    (state, Vec::new())
}

struct Model {
    acts: Vec<Act>,
    /// What redo would bring back, newest last.
    taken_back: Vec<Vec<Act>>,
}

impl Model {
    fn act(&mut self, at: usize, entry: Entry<Duel>) {
        self.acts.push(Act { at, entry, before: None });
        self.taken_back.clear();
    }

    fn undo(&mut self, table: &Table<Duel>, to: usize, fresh: Option<u32>) {
        self.taken_back.push(self.acts.clone());
        self.acts.retain(|act| act.at < to);
        let start = table.record.checkpoints.iter().find(|one| one.at == to);
        let before = start.map(|one| one.state.round);
        let at = table.record.journal.len() - 1;
        let fresh = fresh.map(|grant| Act { at, entry: Entry::Fresh { grant }, before });
        self.acts.extend(fresh);
    }
}

fn one_step(table: &mut Table<Duel>, model: &mut Model, whim: &mut Whim, grants: &mut u32) {
    let at = table.record.journal.len();
    match whim.below(10) {
        0..=5 if !table.now.prompts.is_empty() => {
            let entry = answer_something(table, whim);
            model.act(at, entry);
        }
        6 => {
            let seats = table.now.shown.life.len();
            let to = Seat(whim.below(seats) as u8);
            let giver = Seat(whim.below(seats) as u8);
            if table.try_deed(giver, Deed::Give { to, lives: 1 }).is_ok() {
                model.act(at, table.record.journal[at].clone());
            }
        }
        7 | 8 => {
            let places = table.record.boundaries(|_| String::new());
            if places.is_empty() {
                return;
            }
            // Mostly a little, sometimes far.
            let far = if whim.below(4) == 0 { places.len() } else { places.len().min(3) };
            let back = whim.below(far);
            let to = places[places.len() - 1 - back].to;
            let fresh = whim.below(3) == 0;
            *grants += u32::from(fresh);
            table.undo(to, fresh);
            let position =
                table.record.journal.iter().rposition(|e| matches!(e, Entry::Undo { .. }));
            model.undo(table, to, fresh.then_some(*grants));
            assert_eq!(position, Some(at));
            if fresh {
                // The model numbers an act by its place in the journal.
                model.acts.last_mut().expect("just added").at = at + 1;
            }
        }
        _ => match model.taken_back.pop() {
            Some(acts) => {
                table.redo();
                model.acts = acts;
            }
            None => assert!(refusal(table.record.redo("mod")).contains("no undo")),
        },
    }
}

/// A host that starts anew from the store stands where the one that went on stands.
fn restarted_stands_there_too(table: &Table<Duel>) {
    let (now, submission) = stored::<Duel, Duel>(&table.record).current();
    assert_eq!(now.trouble, None);
    assert!(submission.entries.is_empty() && submission.checkpoints.is_empty());
    assert_eq!(submission.news, []);
    assert_eq!(now.digest(), table.now.digest());
    assert_eq!(now.prompts, table.now.prompts);
    assert_eq!(now.tail, table.now.tail);
    assert_eq!(now.length, table.now.length);
    assert_eq!((now.base.number, now.base.at), (table.now.base.number, table.now.base.at));
    assert_eq!(now.base.state, table.now.base.state);
}

#[test]
fn undo_and_redo_in_any_order_come_to_what_playing_from_the_start_comes_to() {
    for number in 0..30 {
        let mut whim = Whim(1000 + number);
        let mut table = duel(2 + number as usize % 2, &format!("random {number}"));
        let start = table.record.checkpoints[0].state.clone();
        let mut model = Model { acts: Vec::new(), taken_back: Vec::new() };
        let mut grants = 0;
        for _ in 0..80 {
            let (journal, checkpoints) =
                (table.record.journal.len(), table.record.checkpoints.clone());
            one_step(&mut table, &mut model, &mut whim, &mut grants);

            let (state, prompts) = play_again(&table.record.seed, &start, &model.acts);
            assert_eq!(table.now.shown, state, "game {number}: {:#?}", table.record.journal);
            assert_eq!(table.now.prompts, prompts);
            assert_eq!(table.record.verify_chance(), Vec::<String>::new());
            restarted_stands_there_too(&table);

            assert!(table.record.journal.len() >= journal, "the journal only grows");
            for (number, old) in checkpoints.iter().enumerate() {
                let kept = &table.record.checkpoints[number];
                assert_eq!((kept.number, kept.at), (number, old.at), "checkpoints only grow");
                assert_eq!(kept.state, old.state);
            }
        }
    }
}

#[test]
fn a_game_restarted_after_each_answer_goes_on_as_if_nothing_had_happened() {
    for number in 0..10 {
        let whole = played(3, number);
        let mut table = duel(3, &format!("game {number}"));
        for entry in whole.live() {
            let (now, _) = stored::<Duel, Duel>(&table.record).current();
            table.now = now;
            match entry {
                Entry::Answer { seat, choices, by, .. } => {
                    table.try_answer(seat, choices, by).expect("the same answer fits")
                }
                Entry::Deed { seat, deed, .. } => {
                    table.try_deed(seat, deed).expect("the same deed fits")
                }
                _ => {}
            }
        }
        assert_eq!(table.record.journal, whole.record.journal);
        assert_eq!(table.news, whole.news, "nothing is told twice and nothing is left out");
    }
}
