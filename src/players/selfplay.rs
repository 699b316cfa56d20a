//! Whole games played by computer players in memory, straight through: the fast path, the fuzzer
//! and the benchmark in one.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::engine::{
    By, Decider, Entry, Outcome, Prompt, Reply, Rulebook, Seat, Seed, Shape, step,
};
use crate::imperium::data::Sources;
use crate::inscription::data::PackRef;

use super::stopwatch::thread_time;

mod imperium;
mod inscription;
mod midgame;

pub use imperium::{Timed, dealt, play_dealt, play_out, recorded, state_in_round};
pub use inscription::{Balance, Faction, balance};
pub use midgame::inscription_in_round;

/// A game that computer players can play among themselves.
pub trait Playable: Rulebook<State: PartialEq> {
    /// A random player and a greedy one.
    type Players;

    /// Rounds after which a game counts as endless.
    const ROUND_LIMIT: u32;

    fn players(seed: u64) -> Self::Players;

    /// The state before the first step.
    fn begin(plan: &Plan) -> Self::State;

    /// A number below `n` by the random player.
    fn below(players: &mut Self::Players, n: usize) -> usize;

    fn choices(
        players: &mut Self::Players,
        greedy: bool,
        state: &Self::State,
        prompt: &Prompt<Self>,
    ) -> Vec<Self::Choice>;

    /// Now and then something out of turn; with `fixes` also by a moderator.
    fn deed(
        _: &mut Self::Players,
        _: &Self::State,
        _fixes: bool,
    ) -> Option<(Seat, Self::Deed, By)> {
        None
    }

    /// The first invariant that does not hold.
    fn violation(state: &Self::State) -> Option<String>;

    /// What else must not be at the end of a step; looked at in thorough runs.
    fn lapse(_: &Self::State) -> Option<String> {
        None
    }

    /// Something that is offered and then refused; looked at in thorough runs.
    fn false_offer(_: &Self::State, _: &Prompt<Self>) -> Option<String> {
        None
    }

    fn round(state: &Self::State) -> u32;

    fn seats(state: &Self::State) -> usize;

    fn points(state: &Self::State, seat: Seat) -> i32;

    fn won(state: &Self::State) -> bool;
}

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
    /// Twilight Inscription: sheets of side A.
    pub varied: bool,
    /// Twilight Inscription: a pack other than the house pack.
    pub pack: Option<PackRef>,
    /// A moderator puts something right at random now and then.
    pub fixes: bool,
    /// Check the invariants after each entry instead of each step.
    pub thorough: bool,
    /// Replay every game from its journal and compare.
    pub replay: bool,
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
    /// Crashes because nothing was legal.
    pub dead_ends: usize,
    /// The first few things that went wrong, with the game's number.
    pub problems: Vec<String>,
}

/// Plays the games and reports. Only the time of playing counts, not that of dealing the galaxy or
/// of replaying.
pub fn run<G: Playable>(plan: &Plan) -> Report {
    let mut report = Report { players: plan.players, games: plan.games, ..Report::default() };
    let (mut spent, mut slowest) = (Duration::ZERO, Duration::ZERO);
    let mut rounds = 0u64;
    let mut points = [Vec::new(), Vec::new()];
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let game = play::<G>(plan, seed);
        spent += game.spent;
        slowest = slowest.max(game.listings.iter().copied().max().unwrap_or_default());
        rounds += u64::from(G::round(&game.state));
        report.decisions += game.decisions;
        for seat in (0..G::seats(&game.state) as u8).map(Seat) {
            let greedy = plan.kind.is_greedy(seat);
            points[usize::from(greedy)].push(G::points(&game.state, seat));
        }
        report.victories += usize::from(G::won(&game.state));
        report.ended_by_round_limit += usize::from(game.endless);
        let mut note = |count: &mut usize, what: String| {
            *count += 1;
            if report.problems.len() < 20 {
                report.problems.push(format!("game {number} (seed {seed}): {what}"));
            }
        };
        if let Some(why) = &game.crash {
            report.dead_ends += usize::from(why.contains("a dead end"));
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
struct Played<G: Playable> {
    seed: Seed,
    start: G::State,
    state: G::State,
    entries: Vec<Entry<G>>,
    decisions: u64,
    /// For every answer, how long it took to come to it.
    listings: Vec<Duration>,
    spent: Duration,
    endless: bool,
    crash: Option<String>,
    violation: Option<String>,
}

fn play<G: Playable>(plan: &Plan, seed: u64) -> Played<G> {
    play_from(plan, seed, G::begin(plan))
}

fn play_from<G: Playable>(plan: &Plan, seed: u64, start: G::State) -> Played<G> {
    let chance = chance_of(seed);
    let mut table = Table {
        thorough: plan.thorough,
        keep: plan.replay,
        fixes: plan.fixes,
        ..Table::<G>::new(plan.kind, seed, chance.clone())
    };
    let mut state = start.clone();
    let mut crash = None;
    let mut spent = Duration::ZERO;
    while !G::finished(&state) && G::round(&state) <= G::ROUND_LIMIT {
        table.answered = Instant::now();
        let begun = thread_time();
        let (next, _, outcome) = step(state, &mut table, 0);
        spent += thread_time() - begun;
        state = next;
        if table.violation.is_none() {
            table.violation = G::violation(&state);
        }
        if table.violation.is_none() && plan.thorough {
            table.violation = G::lapse(&state);
        }
        if G::round(&state) == 0 && table.decisions == 0 {
            spent = Duration::ZERO;
        }
        match outcome {
            Outcome::Checkpoint => {}
            Outcome::Broken(why) | Outcome::Misfit(why) => {
                crash = Some(format!("{why} ({})", G::step_name(&state)));
                break;
            }
            Outcome::Waiting(prompts) => {
                crash = Some(format!("left waiting: {prompts:?}"));
                break;
            }
        }
    }
    let endless = crash.is_none() && !G::finished(&state);
    let Table { entries, decisions, listings, violation, .. } = table;
    let seed = chance;
    Played { seed, start, state, entries, decisions, listings, spent, endless, crash, violation }
}

fn chance_of(seed: u64) -> Seed {
    Seed::of(&format!("selfplay {seed}"))
}

/// Runs the journal of a game from its start and compares the ends.
fn replay<G: Playable>(game: Played<G>) -> Result<(), String> {
    let mut entries = game.entries.as_slice();
    let mut state = game.start;
    while !G::finished(&state) && !entries.is_empty() {
        let (next, used) = replay_step::<G>(&state, entries, &game.seed)?;
        entries = &entries[used..];
        state = next;
    }
    while !G::finished(&state) && state != game.state {
        let (next, used) = replay_step::<G>(&state, &[], &game.seed)?;
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

fn replay_step<G: Playable>(
    state: &G::State,
    entries: &[Entry<G>],
    seed: &Seed,
) -> Result<(G::State, usize), String> {
    let mut reader = Reader { entries, at: 0, seed };
    let (state, _, outcome) = step::<G>(state.clone(), &mut reader, 0);
    match outcome {
        Outcome::Checkpoint => Ok((state, reader.at)),
        Outcome::Waiting(prompts) => Err(format!("no answer to {:?}", prompts[0].question)),
        Outcome::Misfit(why) | Outcome::Broken(why) => Err(why),
    }
}

/// Reads a journal that runs on over the ends of steps.
struct Reader<'a, G: Playable> {
    entries: &'a [Entry<G>],
    at: usize,
    seed: &'a Seed,
}

impl<G: Playable> Decider<G> for Reader<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        if let Some(Entry::Deed { seat, deed, .. }) = self.entries.get(self.at) {
            self.at += 1;
            return match G::check_deed(state, *seat, deed) {
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
struct Table<G: Playable> {
    players: G::Players,
    kind: Kind,
    seed: Seed,
    entries: Vec<Entry<G>>,
    decisions: u64,
    thorough: bool,
    keep: bool,
    fixes: bool,
    violation: Option<String>,
    /// When the step began or the last answer was given.
    answered: Instant,
    listings: Vec<Duration>,
}

impl<G: Playable> Table<G> {
    fn new(kind: Kind, seed: u64, chance: Seed) -> Self {
        Table {
            players: G::players(seed),
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

impl<G: Playable> Decider<G> for Table<G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        let prompt = &prompts[G::below(&mut self.players, prompts.len())];
        let seat = prompt.seat;
        if let Some((seat, deed, by)) = G::deed(&mut self.players, state, self.fixes) {
            if self.keep {
                self.entries.push(Entry::Deed { seat, deed: deed.clone(), by });
            }
            return Reply::Deed(seat, deed);
        }
        let greedy = self.kind.is_greedy(seat);
        let choices = G::choices(&mut self.players, greedy, state, prompt);
        if prompt.shape == Shape::Compound || prompt.options.len() > 1 {
            self.decisions += 1;
        }
        let now = Instant::now();
        self.listings.push(now - self.answered);
        self.answered = now;
        if self.thorough && self.violation.is_none() {
            self.violation = G::violation(state).or_else(|| G::false_offer(state, prompt));
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
