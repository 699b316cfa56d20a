//! The first game among computer players, and games of it for tests and measurements.

use std::time::Duration;

use crate::engine::record::Checkpoint;
use crate::engine::{
    By, Decider, Entry, Outcome, Prompt, Record, Reply, Rulebook, Seat, Seed, step,
};
use crate::imperium::data::Sources;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::{fleet, setup, victory};
use crate::imperium::state::{Options, State, invariants};
use crate::imperium::{Deed, Imperium};

use super::super::greedy::Greedy;
use super::super::{Random, fixes};
use super::{
    Kind, Plan, Playable, Played, Report, Table, chance_of, play, play_from, replay, thrown,
};

impl Playable for Imperium {
    type Players = (Random, Greedy);

    const ROUND_LIMIT: u32 = 15;

    fn players(seed: u64) -> (Random, Greedy) {
        (Random::new(seed), Greedy::new(seed))
    }

    fn begin(plan: &Plan) -> State {
        let mut options = setup::standard(plan.players);
        options.sources = Sources::of(options.sources.iter().chain(plan.sources.iter()));
        setup::new_game(options)
    }

    fn below(players: &mut (Random, Greedy), n: usize) -> usize {
        players.0.below(n)
    }

    fn choices(
        players: &mut (Random, Greedy),
        greedy: bool,
        state: &State,
        prompt: &Prompt<Imperium>,
    ) -> Vec<Choice> {
        match greedy {
            true => players.1.choices(state, prompt),
            false => players.0.choices(state, prompt),
        }
    }

    fn deed(
        players: &mut (Random, Greedy),
        state: &State,
        fixes: bool,
    ) -> Option<(Seat, Deed, By)> {
        let random = &mut players.0;
        let fix = if fixes { fixes::random(random, state) } else { None };
        let fix = fix.map(|fix| (fix.seat(), Deed::Fix(fix), By::Moderator("a test".into())));
        let deed = || random.deed(state).map(|(seat, deed)| (seat, deed, By::Computer));
        fix.or_else(deed)
    }

    fn violation(state: &State) -> Option<String> {
        invariants::violations(state).into_iter().next()
    }

    fn lapse(state: &State) -> Option<String> {
        let running = state.round > 0 && !Imperium::finished(state);
        running.then(|| fleet::overfull(state).or_else(|| victory::overdue(state)))?
    }

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    fn seats(state: &State) -> usize {
        state.players.len()
    }

    fn points(state: &State, seat: Seat) -> i32 {
        state.points(seat)
    }

    fn won(state: &State) -> bool {
        state.winner.is_some()
    }
}

/// One game with these options, checked after each answer and replayed.
pub fn play_out(options: Options, seed: u64) -> Report {
    let players = usize::from(options.players);
    let plan = Plan { players, games: 1, seed, thorough: true, replay: true, ..Plan::default() };
    let mut report = Report { players, games: 1, ..Report::default() };
    let game = play_from::<Imperium>(&plan, seed, setup::new_game(options));
    report.victories = usize::from(game.state.winner.is_some());
    report.decisions = game.decisions;
    report.problems.extend(game.crash.clone());
    report.problems.extend(game.violation.clone());
    if report.problems.is_empty() {
        report.problems.extend(replay(game).err());
    }
    report
}

/// What a random game says of speed.
pub struct Timed {
    pub decisions: u64,
    /// For every answer, how long it took to come to it, the same answers in every run.
    pub listings: Vec<Duration>,
}

/// A game with the galaxy dealt and nothing asked yet.
pub fn dealt(players: usize, seed: u64) -> State {
    let mut table = Table::<Imperium>::new(Kind::Random, seed, chance_of(seed));
    let (state, _, _) = step(setup::random_table(players), &mut table, 0);
    state
}

/// Plays such a game to its end.
pub fn play_dealt(start: State, seed: u64) -> Timed {
    let plan = Plan { players: start.players.len(), games: 1, seed, ..Plan::default() };
    let Played { decisions, listings, .. } = play_from::<Imperium>(&plan, seed, start);
    Timed { decisions, listings }
}

/// A finished random game as a record, with its dice, reveals and checkpoints, for exports and tests.
pub fn recorded(players: usize, seed: u64) -> Record<Imperium> {
    let plan = Plan { players, games: 1, seed, replay: true, ..Plan::default() };
    let game = play::<Imperium>(&plan, seed);
    let mut state = game.start;
    let mut scribe =
        Scribe { answers: game.entries.into_iter(), seed: &game.seed, journal: Vec::new() };
    let mut checkpoints = vec![Checkpoint { number: 0, at: 0, state: state.clone() }];
    while !Imperium::finished(&state) {
        let (next, _, outcome) = step(state, &mut scribe, 0);
        if !matches!(outcome, Outcome::Checkpoint) {
            break;
        }
        state = next;
        let (number, at) = (checkpoints.len(), scribe.journal.len());
        checkpoints.push(Checkpoint { number, at, state: state.clone() });
    }
    let journal = scribe.journal;
    Record { seed: game.seed, journal, checkpoints }
}

/// Gives known answers once more and writes down all that happens.
struct Scribe<'a> {
    answers: std::vec::IntoIter<Entry<Imperium>>,
    seed: &'a Seed,
    journal: Vec<Entry<Imperium>>,
}

impl Decider<Imperium> for Scribe<'_> {
    fn reply(&mut self, _: &State, _: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let Some(entry) = self.answers.next() else { return Reply::Open };
        let reply = match &entry {
            Entry::Answer { seat, choices, .. } => Reply::Answer(*seat, choices.clone()),
            Entry::Deed { seat, deed, .. } => Reply::Deed(*seat, deed.clone()),
            _ => return Reply::Misfit("computer players only answer and trade".into()),
        };
        self.journal.push(entry);
        reply
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let outcomes = thrown(self.seed, key, faces, n);
        self.journal.push(Entry::Chance { label: key.into(), faces, outcomes: outcomes.clone() });
        Ok(outcomes)
    }

    fn reveal(&mut self, what: &str) {
        self.journal.push(Entry::Reveal { what: what.into() });
    }
}

/// The state of a random game at the first step of a round, or at its end.
pub fn state_in_round(players: usize, seed: u64, round: u8) -> State {
    let mut table = Table::<Imperium>::new(Kind::Greedy, seed, chance_of(seed));
    let mut state = setup::random_table(players);
    while !Imperium::finished(&state) && state.round < round {
        let (next, _, outcome) = step(state, &mut table, 0);
        state = next;
        if !matches!(outcome, Outcome::Checkpoint) {
            break;
        }
    }
    state
}
