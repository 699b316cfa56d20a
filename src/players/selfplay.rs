//! Whole games played by computer players in memory, straight through: the fast path, the fuzzer
//! and the benchmark in one.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::engine::record::Checkpoint;
use crate::engine::{
    By, Decider, Entry, Outcome, Prompt, Record, Reply, Rulebook, Seat, Seed, Shape, step,
};
use crate::imperium::data::Sources;
use crate::imperium::rules::{fleet, setup, victory};
use crate::imperium::state::{Options, State, invariants};
use crate::imperium::{Deed, Imperium};

use super::greedy::Greedy;
use super::stopwatch::thread_time;
use super::{Random, fixes};

/// Rounds after which a game counts as endless.
const ROUND_LIMIT: u8 = 15;

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    Random,
    Greedy,
    /// Greedy players in the first, third… seat, random ones between them.
    Mixed,
}

impl Kind {
    pub const NAMES: [&str; 3] = ["random", "greedy", "mixed"];

    pub fn named(name: &str) -> Option<Kind> {
        let kinds = [Kind::Random, Kind::Greedy, Kind::Mixed];
        Self::NAMES.iter().position(|known| *known == name).map(|at| kinds[at])
    }

    fn is_greedy(self, seat: Seat) -> bool {
        match self {
            Kind::Random => false,
            Kind::Greedy => true,
            Kind::Mixed => seat.0.is_multiple_of(2),
        }
    }
}

/// What was asked of a run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub players: usize,
    pub kind: Kind,
    pub games: usize,
    pub seed: u64,
    /// Products besides those that so many players need.
    pub sources: Sources,
    /// Check the invariants after each entry instead of each step.
    pub thorough: bool,
    /// Replay every game from its journal and compare.
    pub replay: bool,
    /// A moderator puts something right at random now and then.
    pub fixes: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub players: usize,
    pub games: usize,
    pub victories: usize,
    pub ended_by_round_limit: usize,
    pub rounds_mean: f64,
    /// Victory points of a greedy and of a random player at the end.
    pub greedy_points_mean: f64,
    pub random_points_mean: f64,
    pub decisions: u64,
    /// Of one core, from the first question on; set-up, checks of the state and replays do not count.
    pub decisions_per_second: u64,
    /// The longest way from an answer, or the begin of a step, through the rules and the listing of
    /// what is legal to the next answer.
    pub slowest_listing_ms: f64,
    pub crashes: usize,
    pub misfits: usize,
    pub invariant_failures: usize,
    /// The first few things that went wrong, with the game's number.
    pub problems: Vec<String>,
}

/// Plays the games and reports. Only the time of playing counts, not that of dealing the galaxy or
/// of replaying.
pub fn run(plan: &Plan) -> Report {
    let mut report = Report { players: plan.players, games: plan.games, ..Report::default() };
    let (mut spent, mut slowest) = (Duration::ZERO, Duration::ZERO);
    let mut rounds = 0u64;
    let mut points = [Vec::new(), Vec::new()];
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let game = play(plan, seed);
        spent += game.spent;
        slowest = slowest.max(game.listings.iter().copied().max().unwrap_or_default());
        rounds += u64::from(game.state.round);
        report.decisions += game.decisions;
        for seat in game.state.seats() {
            let greedy = plan.kind.is_greedy(seat);
            points[usize::from(greedy)].push(game.state.points(seat));
        }
        report.victories += usize::from(game.state.winner.is_some());
        report.ended_by_round_limit += usize::from(game.endless);
        let mut note = |count: &mut usize, what: String| {
            *count += 1;
            if report.problems.len() < 20 {
                report.problems.push(format!("game {number} (seed {seed}): {what}"));
            }
        };
        if let Some(why) = &game.crash {
            note(&mut report.crashes, why.clone());
        }
        if let Some(why) = &game.violation {
            note(&mut report.invariant_failures, why.clone());
        }
        if plan.replay
            && game.crash.is_none()
            && let Err(why) = replay(game)
        {
            note(&mut report.misfits, why);
        }
    }
    report.rounds_mean = rounds as f64 / plan.games.max(1) as f64;
    let mean = |all: &[i32]| f64::from(all.iter().sum::<i32>()) / all.len().max(1) as f64;
    (report.random_points_mean, report.greedy_points_mean) = (mean(&points[0]), mean(&points[1]));
    report.slowest_listing_ms = slowest.as_secs_f64() * 1000.0;
    report.decisions_per_second = (report.decisions as f64 / spent.as_secs_f64().max(1e-9)) as u64;
    report
}

/// One game played to its end.
struct Played {
    seed: Seed,
    start: State,
    state: State,
    entries: Vec<Entry<Imperium>>,
    decisions: u64,
    /// For every answer, how long it took to come to it.
    listings: Vec<Duration>,
    spent: Duration,
    endless: bool,
    crash: Option<String>,
    violation: Option<String>,
}

/// One game with these options, checked after each answer and replayed.
pub fn play_out(options: Options, seed: u64) -> Report {
    let players = usize::from(options.players);
    let plan = Plan { players, games: 1, seed, thorough: true, replay: true, ..Plan::default() };
    let mut report = Report { players, games: 1, ..Report::default() };
    let game = play_from(&plan, seed, setup::new_game(options));
    report.victories = usize::from(game.state.winner.is_some());
    report.decisions = game.decisions;
    report.problems.extend(game.crash.clone());
    report.problems.extend(game.violation.clone());
    if report.problems.is_empty() {
        report.problems.extend(replay(game).err());
    }
    report
}

fn play(plan: &Plan, seed: u64) -> Played {
    let mut options = setup::standard(plan.players);
    options.sources = Sources::of(options.sources.iter().chain(plan.sources.iter()));
    play_from(plan, seed, setup::new_game(options))
}

fn play_from(plan: &Plan, seed: u64, start: State) -> Played {
    let chance = chance_of(seed);
    let mut table = Table {
        thorough: plan.thorough,
        keep: plan.replay,
        fixes: plan.fixes,
        ..Table::new(plan.kind, seed, chance.clone())
    };
    let mut state = start.clone();
    let mut crash = None;
    let mut spent = Duration::ZERO;
    while !Imperium::finished(&state) && state.round <= ROUND_LIMIT {
        table.answered = Instant::now();
        let begun = thread_time();
        let (next, _, outcome) = step(state, &mut table, 0);
        spent += thread_time() - begun;
        state = next;
        if table.violation.is_none() {
            table.violation = invariants::violations(&state).into_iter().next();
        }
        if table.violation.is_none() && plan.thorough && is_running(&state) {
            table.violation = fleet::overfull(&state).or_else(|| victory::overdue(&state));
        }
        if state.round == 0 && table.decisions == 0 {
            spent = Duration::ZERO;
        }
        match outcome {
            Outcome::Checkpoint => {}
            Outcome::Broken(why) | Outcome::Misfit(why) => {
                crash = Some(format!("{why} ({})", Imperium::step_name(&state)));
                break;
            }
            Outcome::Waiting(prompts) => {
                crash = Some(format!("left waiting: {prompts:?}"));
                break;
            }
        }
    }
    let endless = crash.is_none() && !Imperium::finished(&state);
    let Table { entries, decisions, listings, violation, .. } = table;
    let seed = chance;
    Played { seed, start, state, entries, decisions, listings, spent, endless, crash, violation }
}

/// What a random game says of speed.
pub struct Timed {
    pub decisions: u64,
    /// For every answer, how long it took to come to it, the same answers in every run.
    pub listings: Vec<Duration>,
}

/// A game with the galaxy dealt and nothing asked yet.
pub fn dealt(players: usize, seed: u64) -> State {
    let mut table = Table::new(Kind::Random, seed, chance_of(seed));
    let (state, _, _) = step(setup::random_table(players), &mut table, 0);
    state
}

/// Plays such a game to its end.
pub fn play_dealt(start: State, seed: u64) -> Timed {
    let plan = Plan { players: start.players.len(), games: 1, seed, ..Plan::default() };
    let Played { decisions, listings, .. } = play_from(&plan, seed, start);
    Timed { decisions, listings }
}

fn chance_of(seed: u64) -> Seed {
    Seed::of(&format!("selfplay {seed}"))
}

fn is_running(state: &State) -> bool {
    state.round > 0 && !Imperium::finished(state)
}

/// Runs the journal of a game from its start and compares the ends.
fn replay(game: Played) -> Result<(), String> {
    let mut entries = game.entries.as_slice();
    let mut state = game.start;
    while !Imperium::finished(&state) && !entries.is_empty() {
        let (next, used) = replay_step(&state, entries, &game.seed)?;
        entries = &entries[used..];
        state = next;
    }
    while !Imperium::finished(&state) && state != game.state {
        let (next, used) = replay_step(&state, &[], &game.seed)?;
        if used > 0 || next == state {
            break;
        }
        state = next;
    }
    if state != game.state {
        return Err("the replayed game ends differently".into());
    }
    Ok(())
}

fn replay_step(
    state: &State,
    entries: &[Entry<Imperium>],
    seed: &Seed,
) -> Result<(State, usize), String> {
    let mut reader = Reader { entries, at: 0, seed };
    let (state, _, outcome) = step(state.clone(), &mut reader, 0);
    match outcome {
        Outcome::Checkpoint => Ok((state, reader.at)),
        Outcome::Waiting(prompts) => Err(format!("no answer to {:?}", prompts[0].question)),
        Outcome::Misfit(why) | Outcome::Broken(why) => Err(why),
    }
}

/// Reads a journal that runs on over the ends of steps.
struct Reader<'a> {
    entries: &'a [Entry<Imperium>],
    at: usize,
    seed: &'a Seed,
}

impl Decider<Imperium> for Reader<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        if let Some(Entry::Deed { seat, deed, .. }) = self.entries.get(self.at) {
            self.at += 1;
            return match Imperium::check_deed(state, *seat, deed) {
                Ok(()) => Reply::Deed(*seat, deed.clone()),
                Err(refusal) => Reply::Misfit(refusal.to_string()),
            };
        }
        let Some(Entry::Answer { seat, question, choices, .. }) = self.entries.get(self.at) else {
            return Reply::Open;
        };
        self.at += 1;
        let asked = prompts.iter().find(|p| p.seat == *seat && p.question == *question);
        match asked.map(|prompt| prompt.check(state, choices)) {
            Some(Ok(())) => Reply::Answer(*seat, choices.clone()),
            Some(Err(refusal)) => Reply::Misfit(refusal.to_string()),
            None => Reply::Misfit(format!("{question:?} was not asked")),
        }
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(thrown(self.seed, key, faces, n))
    }
}

fn thrown(seed: &Seed, key: &str, faces: u32, n: usize) -> Vec<u32> {
    if faces == 0 { seed.shuffle(key, n) } else { seed.dice(key, faces, n) }
}

/// A table of computer players.
struct Table {
    random: Random,
    greedy: Greedy,
    kind: Kind,
    seed: Seed,
    entries: Vec<Entry<Imperium>>,
    decisions: u64,
    thorough: bool,
    keep: bool,
    fixes: bool,
    violation: Option<String>,
    /// When the step began or the last answer was given.
    answered: Instant,
    listings: Vec<Duration>,
}

impl Table {
    fn new(kind: Kind, seed: u64, chance: Seed) -> Table {
        Table {
            random: Random::new(seed),
            greedy: Greedy::new(seed),
            kind,
            seed: chance,
            entries: Vec::new(),
            decisions: 0,
            thorough: false,
            keep: false,
            fixes: false,
            violation: None,
            answered: Instant::now(),
            listings: Vec::new(),
        }
    }
}

impl Decider<Imperium> for Table {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let prompt = self.random.pick(prompts);
        let seat = prompt.seat;
        let fix = if self.fixes { fixes::random(&mut self.random, state) } else { None };
        let fix = fix.map(|fix| (fix.seat(), Deed::Fix(fix), By::Moderator("a test".into())));
        let deed = || self.random.deed(state).map(|(seat, deed)| (seat, deed, By::Computer));
        if let Some((seat, deed, by)) = fix.or_else(deed) {
            if self.keep {
                self.entries.push(Entry::Deed { seat, deed: deed.clone(), by });
            }
            return Reply::Deed(seat, deed);
        }
        let choices = match self.kind.is_greedy(seat) {
            true => self.greedy.choices(state, prompt),
            false => self.random.choices(state, prompt),
        };
        if prompt.shape == Shape::Compound || prompt.options.len() > 1 {
            self.decisions += 1;
        }
        let now = Instant::now();
        self.listings.push(now - self.answered);
        self.answered = now;
        if self.thorough && self.violation.is_none() {
            self.violation = invariants::violations(state).into_iter().next();
            if let Err(refusal) = prompt.check(state, &choices) {
                self.violation =
                    Some(format!("an offered answer is refused: {refusal}: {choices:?}"));
            }
        }
        if self.keep {
            self.entries.push(Entry::Answer {
                seat,
                question: prompt.question.clone(),
                choices: choices.clone(),
                state: String::new(),
                by: By::Computer,
            });
        }
        Reply::Answer(seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(thrown(&self.seed, key, faces, n))
    }
}

/// A finished random game as a record, with its dice, reveals and checkpoints, for exports and tests.
pub fn recorded(players: usize, seed: u64) -> Record<Imperium> {
    let plan = Plan { players, games: 1, seed, replay: true, ..Plan::default() };
    let game = play(&plan, seed);
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
    let mut table = Table::new(Kind::Greedy, seed, chance_of(seed));
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
