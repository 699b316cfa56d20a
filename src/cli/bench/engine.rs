//! `custodian bench engine`: how fast the rules are.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::engine::{Entry, Outcome, Record, run};
use crate::imperium::Imperium;
use crate::imperium::state::State;
use crate::players::selfplay::{self, Timed};
use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{milliseconds, once};

const PLAYERS: usize = 6;
/// Every game is run so often, and its best times count: other programs of the machine only make
/// times longer.
const RUNS: usize = 3;

/// Measure the rules: random games of six players, and the replay of stored ones
#[derive(clap::Args)]
pub struct Engine {
    /// How many games are played; a tenth of them are replayed too
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    json: bool,
}

pub fn engine(args: &Engine) -> Result<ExitCode> {
    let plays = Plays::of(args);
    let mut stored = Stored::default();
    for game in 0..u64::from(args.games.div_ceil(10)) {
        stored.measure(&selfplay::recorded(PLAYERS, args.seed.wrapping_add(game)))?;
    }
    let per_second = |count: f64| (count / plays.milliseconds.max(1e-6) * 1000.0).round();
    let listing = |share: f64| micros(plays.listings[(share * plays.last() as f64) as usize]);
    let report = serde_json::json!({
        "decisions_per_second": per_second(plays.decisions as f64),
        "playouts_per_second": per_second(f64::from(args.games) * 10.0) / 10.0,
        "listing_us": {
            "p50": listing(0.5),
            "p99": listing(0.99),
            "worst": listing(1.0),
        },
        "replay_game_ms": stored.replay,
        "longest_turn_ms": stored.longest_turn,
        "state_bytes": stored.state_bytes,
        "decisions_per_game": plays.decisions as f64 / f64::from(args.games),
    });
    match args.json {
        true => println!("{report}"),
        false => println!("{}", serde_json::to_string_pretty(&report)?),
    }
    Ok(ExitCode::SUCCESS)
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Random games, the dealing of the galaxy apart.
struct Plays {
    decisions: u64,
    /// Of all games together.
    milliseconds: f64,
    /// From one answer, or the begin of a step, through the rules and the listing of what is legal to
    /// the next answer; shortest first.
    listings: Vec<Duration>,
}

impl Plays {
    fn of(args: &Engine) -> Plays {
        let mut all = Plays { decisions: 0, milliseconds: 0.0, listings: Vec::new() };
        for game in 0..u64::from(args.games) {
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(game);
            let start = selfplay::dealt(PLAYERS, seed);
            let mut best: Option<(f64, Timed)> = None;
            for _ in 0..RUNS {
                let begun = milliseconds();
                let played = selfplay::play_dealt(start.clone(), seed);
                let spent = milliseconds() - begun;
                best = Some(match best {
                    Some((least, known)) => (least.min(spent), shortest(known, &played)),
                    None => (spent, played),
                });
            }
            let Some((spent, played)) = best else { continue };
            all.decisions += played.decisions;
            all.milliseconds += spent;
            all.listings.extend(played.listings);
        }
        all.listings.sort_unstable();
        all
    }

    fn last(&self) -> usize {
        self.listings.len().saturating_sub(1)
    }
}

/// Both runs gave the same answers.
fn shortest(mut known: Timed, other: &Timed) -> Timed {
    for (least, time) in known.listings.iter_mut().zip(&other.listings) {
        *least = (*least).min(*time);
    }
    known
}

/// The longest of what was measured on stored games: milliseconds, and bytes.
#[derive(Default)]
struct Stored {
    replay: f64,
    longest_turn: f64,
    state_bytes: usize,
}

impl Stored {
    /// Runs every step of the journal from where the one before it ended, and compares with the
    /// checkpoints.
    fn measure(&mut self, record: &Record<Imperium>) -> Result<()> {
        let mut turns = vec![f64::MAX; record.checkpoints.len()];
        let mut least = f64::MAX;
        for _ in 0..RUNS {
            let begun = milliseconds();
            let mut state = record.checkpoints[0].state.clone();
            for pair in record.checkpoints.windows(2) {
                let entries = &record.journal[pair[0].at..pair[1].at];
                state = replayed(record, &state, entries)?;
                if state != pair[1].state {
                    bail!("checkpoint {} is not what the journal makes", pair[1].number);
                }
            }
            least = least.min(milliseconds() - begun);
        }
        for pair in record.checkpoints.windows(2) {
            let entries = &record.journal[pair[0].at..pair[1].at];
            for _ in 0..RUNS {
                let spent = once(|| drop(replayed(record, &pair[0].state, entries)));
                turns[pair[0].number] = turns[pair[0].number].min(spent);
            }
            self.state_bytes = self.state_bytes.max(packed(&pair[1].state)?);
        }
        turns.pop();
        self.replay = self.replay.max(least);
        self.longest_turn = turns.into_iter().fold(self.longest_turn, f64::max);
        Ok(())
    }
}

fn replayed(
    record: &Record<Imperium>,
    state: &State,
    entries: &[Entry<Imperium>],
) -> Result<State> {
    let run = run(state, entries, &record.seed, 0);
    match run.outcome {
        Outcome::Checkpoint => Ok(run.state),
        other => bail!("a step of a stored game stops: {other:?}"),
    }
}

/// The size of a state, serialised and compressed.
fn packed(state: &State) -> Result<usize> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&serde_json::to_vec(state)?)?;
    Ok(zlib.finish()?.len())
}
