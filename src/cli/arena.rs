//! `custodian arena`: kinds of computer players against each other.

use std::process::ExitCode;

use crate::imperium::data::Source;
use crate::players::arena::{self, Kind, Plan, Report};
use anyhow::{Result, bail};

/// Play whole games between kinds of computer players and tell who wins, with 95 % intervals
///
/// One seat plays as the first kind, round the table from game to game, and all others as the second;
/// with one kind everybody plays as that.
#[derive(clap::Args)]
pub struct Arena {
    /// Players at the table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(3..=8))]
    players: u8,
    #[arg(long, default_value_t = 60)]
    games: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One kind, or two: strong, greedy, random
    #[arg(long, value_delimiter = ',', default_value = "strong,greedy", value_parser = kind)]
    kinds: Vec<Kind>,
    /// Victory points to win
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(2..=14))]
    goal: u8,
    /// Products in play: base with any of pok, codex1, codex3
    #[arg(long, value_delimiter = ',', value_parser = product)]
    sources: Vec<Source>,
    /// Print JSON, with how the games went
    #[arg(long)]
    json: bool,
}

fn kind(name: &str) -> Result<Kind, String> {
    let known = || format!("there is no kind `{name}`; there are {}", Kind::NAMES.join(", "));
    Kind::named(name.trim()).ok_or_else(known)
}

fn product(slug: &str) -> Result<Source, String> {
    Source::by_slug(slug.trim()).ok_or_else(|| format!("there is no product `{slug}`"))
}

pub fn run(args: Arena) -> Result<ExitCode> {
    let (first, others) = match args.kinds[..] {
        [only] => (only, only),
        [first, others] => (first, others),
        _ => bail!("name one kind, or two"),
    };
    let plan = Plan {
        players: args.players.into(),
        games: args.games,
        seed: args.seed,
        kinds: [first, others],
        sources: args.sources.iter().copied().collect(),
        goal: args.goal,
    };
    let report = arena::run(&plan);
    match args.json {
        true => println!("{}", serde_json::to_string(&report)?),
        false => print(&report),
    }
    Ok(if report.crashes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &Report) {
    let Report { players, games, .. } = report;
    println!("{games} games of {players} players, seed {}:", report.seed);
    for record in &report.kinds {
        let (won, points) = (record.won, record.points);
        println!(
            "  {}: {} wins, {:.0} % ({:.0} to {:.0} %), {:.2} points ({:.2} to {:.2})",
            record.kind.name(),
            record.wins,
            100.0 * won.share,
            100.0 * won.low,
            100.0 * won.high,
            points.mean,
            points.low,
            points.high
        );
    }
    println!(
        "  {:.2} rounds; {} of {games} won by points; longest decision {:.1} ms.",
        report.rounds.mean, report.by_points, report.longest_decision_ms
    );
    report.crashes.iter().for_each(|why| println!("  went wrong: {why}"));
}
