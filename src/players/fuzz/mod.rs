//! The fuzzer: whole games of mixed players over every set-up there is, everything checked after every
//! entry. What fails is written down with its journal; `minimise` makes it short.
//!
//! Reading order: `watch` (what is looked at), `course` (one game played or replayed), `failure` (the
//! file), `minimise`, and what each game brings along in `imperium` and `inscription`.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::engine::Prompt;

use crate::players::selfplay::Playable;
use crate::players::spiteful::{Spited, Tally};

mod course;
mod failure;
mod imperium;
mod inscription;
mod minimise;
mod watch;

use course::{Underway, play_openly};

pub use course::{Played, play};
pub use failure::{Failure, Unreadable, kind_of};
pub use minimise::{Minimal, minimise};
pub use watch::Watch;

/// What the fuzzer needs to know of a game.
pub trait Fuzzed: Playable + Spited {
    /// What never changes in a game after its set-up.
    type Census: PartialEq;

    /// A game about to be set up and what is special about it. `tally` helps to take what was seldom.
    fn set_up(lot: &mut SmallRng, tally: &mut Tally) -> (String, Self::State);

    /// What is wrong with a position, beyond [`Playable::violation`].
    fn unsound(_: &Self::State) -> Option<String> {
        None
    }

    /// What is not settled between two steps, beyond [`Playable::lapse`].
    fn unsettled(_: &Self::State) -> Option<String> {
        None
    }

    fn census(state: &Self::State) -> Option<Self::Census>;

    fn census_differs(now: &Self::Census, before: &Self::Census) -> Option<String>;

    /// What a deed may not change, if it is one of that sort.
    fn account(_: &Self::State, _: &Self::Deed) -> Option<u32> {
        None
    }

    /// The same, after it.
    fn wealth(_: &Self::State) -> u32 {
        0
    }

    /// Looks at a whole question: whether there is an answer, and whether what is proposed is one.
    fn false_question(state: &Self::State, prompt: &Prompt<Self>) -> Option<String>;

    /// Looks at what each seat sees: whether it can be written down and tells nothing of others.
    fn leak(state: &Self::State, prompts: &[Prompt<Self>]) -> Option<String>;

    /// What a player does who wants nothing.
    fn passive(state: &Self::State, prompt: &Prompt<Self>) -> Option<Vec<Self::Choice>>;

    /// A scenario that begins at `start`, as text, with the position that it makes of it.
    fn scenario(
        _start: &Self::State,
        _done: &[minimise::Act<Self>],
        _what: &str,
    ) -> Option<(String, Self::State)> {
        None
    }
}

/// What was asked of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub time: Duration,
    /// At most so many games, where that is fewer.
    pub games: Option<u64>,
    pub threads: usize,
    /// Where failures are written to.
    pub out: PathBuf,
}

/// What came of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub seed: u64,
    pub threads: usize,
    pub seconds: f64,
    pub games: u64,
    /// Answers and deeds.
    pub entries: u64,
    pub games_per_second: f64,
    pub entries_per_second: f64,
    /// Positions whose views were compared.
    pub views: u64,
    /// Different kinds of things that were chosen.
    pub kinds: usize,
    /// Games that came to their end before the limit of rounds.
    pub finished: u64,
    pub failures: Vec<Found>,
}

/// One failure and where it is written down.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub game: u64,
    pub what: String,
    pub setup: String,
    pub file: PathBuf,
}

/// After so many failures a run stops.
const ENOUGH: usize = 5;

/// How long a game may do nothing. An answer takes milliseconds, every check included.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a failure begins in which the rules, or what looks at them, never come to an end.
const ENDLESS: &str = "endless: nothing happens after the last entry";

/// Plays until the time is over; `tell` hears of the progress now and then. Failures of one kind are
/// written once. A game that hangs cannot be stopped: `hung` hears of it and ends the program.
pub fn run<G: Fuzzed>(
    plan: &Plan,
    tell: &(dyn Fn(&Report) + Sync),
    hung: &(dyn Fn(&Report) + Sync),
) -> Result<Report, String> {
    std::fs::create_dir_all(&plan.out)
        .map_err(|why| format!("cannot make the folder {}: {why}", plan.out.display()))?;
    let begun = Instant::now();
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let start = Report { seed: plan.seed, threads: plan.threads, ..Report::default() };
    let shared = Mutex::new((start, Instant::now()));
    let threads = plan.threads.max(1);
    let underway: Vec<Underway<G>> = (0..threads).map(|_| Underway::default()).collect();
    let ended = AtomicUsize::new(0);
    let over = || stop.load(Ordering::Relaxed) || begun.elapsed() >= plan.time;
    let work = |worker: usize| {
        let mut tally = Tally::default();
        while !over() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if plan.games.is_some_and(|games| number >= games) {
                break;
            }
            let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let watch = Watch::sampling(number);
            let played = play_openly::<G>(seed, &mut tally, watch, &underway[worker]);
            let mut guard = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (report, told) = &mut *guard;
            report.games += 1;
            report.entries += played.acts.len() as u64;
            report.views += played.views;
            report.finished += u64::from(played.finished);
            report.kinds = report.kinds.max(tally.kinds());
            report.timed(begun.elapsed());
            if let Some(what) = &played.failed {
                report.add(plan, number, Failure::of(seed, what, &played));
                stop.fetch_or(report.failures.len() >= ENOUGH, Ordering::Relaxed);
            }
            if worker == 0 && told.elapsed() >= Duration::from_secs(10) {
                *told = Instant::now();
                tell(report);
            }
        }
        underway[worker].with(|game| *game = None);
        ended.fetch_add(1, Ordering::Relaxed);
    };
    let stuck = |failure: Failure<G>| {
        let mut guard = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let report = &mut guard.0;
        report.timed(begun.elapsed());
        let first = plan.seed.wrapping_mul(1_000_003);
        report.add(plan, failure.number.wrapping_sub(first), failure);
        hung(report);
    };
    std::thread::scope(|scope| {
        for worker in 0..threads {
            let work = &work;
            scope.spawn(move || work(worker));
        }
        look_on(&underway, PATIENCE, &|| ended.load(Ordering::Relaxed) == threads, &stuck);
    });
    let (mut report, _) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    report.timed(begun.elapsed());
    Ok(report)
}

/// Looks on until all is `over`. A game in which nothing has happened for `patience` is told once.
fn look_on<G: Fuzzed>(
    underway: &[Underway<G>],
    patience: Duration,
    over: &dyn Fn() -> bool,
    stuck: &dyn Fn(Failure<G>),
) {
    let look = |game: &Underway<G>| {
        game.with(|now| Some((now.as_ref()?.number, now.as_ref()?.acts.len())))
    };
    let mut seen: Vec<_> = underway.iter().map(|game| (look(game), Instant::now())).collect();
    while !over() {
        std::thread::sleep(Duration::from_millis(100));
        for (game, (before, since)) in underway.iter().zip(&mut seen) {
            let now = look(game);
            if now != *before {
                (*before, *since) = (now, Instant::now());
            } else if since.elapsed() >= patience
                && let Some(failure) = game.with(Option::take)
            {
                stuck(Failure { what: ENDLESS.into(), ..failure });
            }
        }
    }
}

impl Report {
    fn timed(&mut self, spent: Duration) {
        self.seconds = spent.as_secs_f64();
        self.games_per_second = self.games as f64 / self.seconds.max(1e-9);
        self.entries_per_second = self.entries as f64 / self.seconds.max(1e-9);
    }

    fn add<G: Fuzzed>(&mut self, plan: &Plan, game: u64, failure: Failure<G>) {
        let what = &failure.what;
        if self.failures.iter().any(|found| kind_of(&found.what) == kind_of(what)) {
            return;
        }
        let file = plan.out.join(format!("{}-{}.json", G::NAME, failure.number));
        let what = match failure.write(&file) {
            Ok(()) => what.to_string(),
            Err(why) => format!("{what} (and {} cannot be written: {why})", file.display()),
        };
        self.failures.push(Found { game, what, setup: failure.setup, file });
    }
}

#[cfg(test)]
mod tests;

/// What is wrong when `value`, called `what`, is written and read again.
fn stored<T: PartialEq + Serialize + DeserializeOwned>(what: &str, value: &T) -> Option<String> {
    let text = match serde_json::to_string(value) {
        Ok(text) => text,
        Err(why) => return Some(format!("{what} is not written: {why}")),
    };
    match serde_json::from_str::<T>(&text) {
        Ok(back) if back == *value => None,
        Ok(_) => Some(format!("{what} comes back changed")),
        Err(why) => Some(format!("{what} is not read: {why}")),
    }
}
