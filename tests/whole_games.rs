//! Properties of whole games of the first game, seen from outside: journals, undo, simultaneous
//! answers, secrets, offers, saved states, computer players.

use custodian::engine::{
    Checkpoint, Decider, Entry, News, Outcome, Prompt, Record, Reply, Rulebook, Seat, Seed, Shape,
    run, step,
};
use custodian::imperium::Imperium;
use custodian::imperium::rules::ask::Choice;
use custodian::imperium::rules::setup;
use custodian::imperium::state::State;
use custodian::players::Random;
use custodian::players::selfplay::recorded;

#[path = "whole_games/commands.rs"]
mod commands;
#[path = "whole_games/computers.rs"]
mod computers;
#[path = "whole_games/forced.rs"]
mod forced;
#[path = "whole_games/golden.rs"]
mod golden;
#[path = "whole_games/hostile.rs"]
mod hostile;
#[path = "whole_games/journals.rs"]
mod journals;
#[path = "whole_games/odds.rs"]
mod odds;
#[path = "whole_games/offers.rs"]
mod offers;
#[path = "whole_games/saved.rs"]
mod saved;
#[path = "whole_games/secrets.rs"]
mod secrets;
#[path = "whole_games/undoing.rs"]
mod undoing;
#[path = "whole_games/unseen.rs"]
mod unseen;
#[path = "whole_games/upgrades.rs"]
mod upgrades;

/// Somebody who sees each question of a game and the news of each step.
trait Witness {
    fn asked(&mut self, _: &State, _: &[Prompt<Imperium>]) {}
    fn drawn(&mut self, _label: &str) {}
    fn told(&mut self, _before: &State, _after: &State, _: &[News]) {}
}

struct Table<'a> {
    random: Random,
    seed: Seed,
    witness: &'a mut dyn Witness,
}

impl Decider<Imperium> for Table<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        self.witness.asked(state, prompts);
        let (seat, choices) = self.random.answer(state, prompts);
        Reply::Answer(seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        self.witness.drawn(key);
        Ok(self.seed.chance(key, faces, n))
    }

    fn wants_news(&self) -> bool {
        true
    }
}

/// A game of random players from `state` to its end.
fn play_on(mut state: State, seed: u64, witness: &mut dyn Witness) -> State {
    let random = Random::new(seed);
    let mut table = Table { random, seed: Seed::of(&format!("whole {seed}")), witness };
    while !Imperium::finished(&state) {
        assert!(state.round < 30, "the game does not end");
        let (next, news, outcome) = step(state.clone(), &mut table, 0);
        assert!(matches!(outcome, Outcome::Checkpoint), "{outcome:?}");
        table.witness.told(&state, &next, &news);
        state = next;
    }
    state
}

fn play(players: usize, seed: u64, witness: &mut dyn Witness) -> State {
    play_on(setup::random_table(players), seed, witness)
}

/// A recorded game as it was when its journal had `length` entries.
fn as_of(record: &Record<Imperium>, length: usize) -> Record<Imperium> {
    let checkpoints = record.checkpoints.iter().filter(|one| one.at <= length).cloned();
    Record {
        seed: record.seed.clone(),
        journal: record.journal[..length].to_vec(),
        checkpoints: checkpoints.collect(),
    }
}

/// Each step of a recorded game: where it begins and what happened in it.
fn steps(
    record: &Record<Imperium>,
) -> impl Iterator<Item = (&Checkpoint<Imperium>, &[Entry<Imperium>])> {
    let ends = record.checkpoints[1..].iter().map(|next| next.at);
    let begins = record.checkpoints.iter().zip(ends);
    begins.map(|(begin, end)| (begin, &record.journal[begin.at..end]))
}

/// A number that differs from place to place but not from run to run.
fn scattered(n: usize) -> usize {
    let mixed = (n as u64).wrapping_add(0x9e37_79b9).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 31)) as usize >> 8
}
