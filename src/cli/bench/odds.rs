//! `custodian bench odds`: how fast odds are calculated, beside battles that are fought with dice.

use std::process::ExitCode;

use crate::imperium::odds::typed::{self, Question, TypedSide};
use crate::imperium::odds::{Battle, odds, simulate};
use anyhow::{Result, anyhow};

use super::{milliseconds, once};

/// Measure odds: two mixed fleets of eight ships, exactly and with dice
#[derive(clap::Args)]
pub struct Odds {
    /// Battles that are fought with dice
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    battles: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    json: bool,
}

const FLEETS: [&str; 2] = [
    "dreadnought, 2 cruisers, carrier, destroyer, 3 fighters",
    "2 dreadnoughts, cruiser, carrier, 2 destroyers, 2 fighters",
];

/// Calculations that are measured together.
const AT_ONCE: u32 = 20;
const RUNS: usize = 9;

pub fn odds_bench(args: &Odds) -> Result<ExitCode> {
    let battle = mixed()?;
    let mut times: Vec<f64> = (0..RUNS).map(|_| calculate(&battle) / f64::from(AT_ONCE)).collect();
    times.sort_by(f64::total_cmp);
    let exact = times[RUNS / 2];
    let begun = milliseconds();
    let fought = simulate(&battle, args.battles, args.seed)?;
    let spent = (milliseconds() - begun).max(1e-6);
    let of_battles = |n: u32| f64::from(n) / f64::from(args.battles);
    let truth = odds(&battle)?;
    let report = serde_json::json!({
        "battle": FLEETS,
        "exact_ms": exact,
        "exact_best_ms": times[0],
        "naive_battles_per_second": (f64::from(args.battles) / spent * 1000.0).round(),
        // How much longer as many battles as usual calculators fight take than the exact answer.
        "naive_200000_ms": spent * 200_000.0 / f64::from(args.battles),
        "ratio": spent * 200_000.0 / f64::from(args.battles) / exact,
        "attacker": { "exact": truth.attacker, "naive": of_battles(fought.ends[0]) },
        "draw": { "exact": truth.draw, "naive": of_battles(fought.ends[1]) },
        "defender": { "exact": truth.defender, "naive": of_battles(fought.ends[2]) },
    });
    match args.json {
        true => println!("{report}"),
        false => println!("{}", serde_json::to_string_pretty(&report)?),
    }
    Ok(ExitCode::SUCCESS)
}

fn mixed() -> Result<Battle> {
    let sides = FLEETS.map(|units| TypedSide { units: units.into(), ..TypedSide::default() });
    let typed = typed::battle(&Question { theatre: None, sides });
    Ok(typed.map_err(|why| anyhow!(why))?.battle)
}

fn calculate(battle: &Battle) -> f64 {
    once(|| {
        for _ in 0..AT_ONCE {
            std::hint::black_box(odds(std::hint::black_box(battle)).ok());
        }
    })
}
