//! The command line: subcommands, by what they work on.

pub mod arena;
pub mod bench;
pub mod bot;
pub mod care;
pub mod fuzz;
pub mod local;
pub mod odds;
pub mod pace;
pub mod render;
pub mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};

use crate::config::LogFormat;
use crate::discord::commands::reference;
use crate::games::packs;
use crate::imperium::Imperium;
use crate::imperium::coverage;
use crate::imperium::data::Source;
use crate::inscription::data;
use crate::inscription::{self, Inscription};
use crate::players::selfplay;

/// A referee for play-by-post board games on Discord.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Local(local::Local),
    Bot(bot::RunBot),
    /// Print the list of slash commands as in docs/commands.md
    Commands,
    /// Play whole games between computer players in memory and report what went wrong
    Selfplay(Selfplay),
    /// List which components have behaviour, per kind and expansion
    Coverage {
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Name the components that are missing
        #[arg(long)]
        missing: bool,
    },
    Scenario(tools::Scenario),
    Pack(tools::Pack),
    Export(tools::Export),
    Import(tools::Import),
    Verify(tools::Verify),
    Check(tools::Check),
    Pace(pace::Pace),
    Doctor(care::Doctor),
    Backup(care::Backup),
    Migrate(care::Migrate),
    Render(render::Render),
    Odds(odds::Odds),
    Arena(arena::Arena),
    Bench(bench::Bench),
    Fuzz(fuzz::Fuzz),
    Minimise(fuzz::Minimise),
    Golden(fuzz::Golden),
}

#[derive(clap::Args)]
struct Selfplay {
    /// Which game: imperium or inscription
    #[arg(long, default_value = "imperium", value_parser = ["imperium", "inscription"])]
    game: String,
    /// Players at the table, 3 to 8; 1 to 8 for inscription
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=8))]
    players: u8,
    /// Inscription: sheets of side A instead of side B
    #[arg(long)]
    varied: bool,
    /// Inscription: print how balanced games of greedy players are, instead of the report
    #[arg(long)]
    balance: bool,
    /// Inscription: files of a second pack, played instead of the house pack
    #[arg(long)]
    pack: Vec<PathBuf>,
    #[arg(long, default_value_t = 10)]
    games: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays; mixed: greedy players in every other seat
    #[arg(long, default_value = "random", value_parser = selfplay::Kind::NAMES)]
    kind: String,
    /// Products in play: base with any of pok, codex1, codex3
    #[arg(long, value_delimiter = ',', value_parser = product)]
    sources: Vec<Source>,
    /// Check the invariants after each answer instead of each step
    #[arg(long)]
    thorough: bool,
    /// A moderator puts something right at random now and then
    #[arg(long)]
    fixes: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

fn product(slug: &str) -> Result<Source, String> {
    Source::by_slug(slug.trim()).ok_or_else(|| format!("there is no product `{slug}`"))
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Local(args) => wait(local::run(args)),
        Command::Bot(args) => wait(bot::run(args)),
        Command::Commands => {
            print!("{}", reference::markdown());
            Ok(ExitCode::SUCCESS)
        }
        Command::Selfplay(args) => selfplay(&args),
        Command::Coverage { json, missing } => Ok(coverage(json, missing)),
        Command::Scenario(args) => tools::scenario(args),
        Command::Pack(args) => tools::pack(args),
        Command::Export(args) => wait(tools::export(args)),
        Command::Import(args) => wait(tools::import(args)),
        Command::Verify(args) => tools::verify(args),
        Command::Check(args) => wait(tools::check(args)),
        Command::Pace(args) => pace::pace(args),
        Command::Doctor(args) => wait(care::doctor(args)),
        Command::Backup(args) => wait(care::backup(args)),
        Command::Migrate(args) => wait(care::migrate(args)),
        Command::Render(args) => render::render(args),
        Command::Odds(args) => odds::odds(args),
        Command::Arena(args) => arena::run(args),
        Command::Bench(args) => bench::bench(args),
        Command::Fuzz(args) => fuzz::fuzz(args),
        Command::Minimise(args) => fuzz::minimise(args),
        Command::Golden(args) => fuzz::golden(args),
    };
    done.unwrap_or_else(|why| {
        eprintln!("{why:#}");
        ExitCode::FAILURE
    })
}

fn selfplay(args: &Selfplay) -> Result<ExitCode> {
    let second = args.game == "inscription";
    ensure!(second || args.players >= 3, "this game is for 3 to 8 players");
    packs::install(&args.pack)?;
    let plan = selfplay::Plan {
        players: args.players.into(),
        kind: selfplay::Kind::named(&args.kind).unwrap_or_default(),
        games: args.games,
        seed: args.seed,
        sources: args.sources.iter().copied().collect(),
        thorough: args.thorough,
        replay: true,
        varied: args.varied,
        pack: data::packs().get(1).and_then(|pack| data::pack(&pack.id)),
        fixes: args.fixes,
    };
    if second && args.balance {
        return Ok(balance(&plan, args.json));
    }
    let report = match second {
        true => selfplay::run::<Inscription>(&plan),
        false => selfplay::run::<Imperium>(&plan),
    };
    for problem in &report.problems {
        eprintln!("{problem}");
    }
    if args.json {
        println!("{}", serde_json::json!(report));
    } else {
        println!(
            "{} games of {} players: {} victories, {} ended by the round limit, {:.1} rounds on average",
            report.games,
            report.players,
            report.victories,
            report.ended_by_round_limit,
            report.rounds_mean
        );
        println!(
            "points on average: greedy {:.1}, random {:.1}",
            report.greedy_points_mean, report.random_points_mean
        );
        println!("{} decisions, {} a second", report.decisions, report.decisions_per_second);
        println!("slowest listing of legal answers: {:.2} ms", report.slowest_listing_ms);
        println!(
            "{} crashes ({} dead ends), {} misfits, {} invariant failures",
            report.crashes, report.dead_ends, report.misfits, report.invariant_failures
        );
    }
    let sound = report.crashes + report.misfits + report.invariant_failures == 0;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn balance(plan: &selfplay::Plan, json: bool) -> ExitCode {
    let found = selfplay::balance(plan);
    if json {
        println!("{}", serde_json::json!(found));
        return ExitCode::SUCCESS;
    }
    println!("{} games of {} greedy players", found.games, found.players);
    println!(
        "winner, median: {}; all players, mean: {:.1}",
        found.winner_median, found.points_mean
    );
    let [nav, exp, ind, war] = found.sheets;
    println!(
        "sheets, mean: Navigation {nav:.1}, Expansion {exp:.1}, Industry {ind:.1}, Warfare {war:.1}"
    );
    println!("Warfare without objective: {} to {}", found.war_net.0, found.war_net.1);
    let (early, late) = found.mecatol_rounds;
    println!(
        "Mecatol Rex claimed in {} games, first in strategy round {} (median), {early} to {late} (middle 80 %)",
        found.mecatol_claimed, found.mecatol_median
    );
    println!(
        "factions, best minus worst: {:.1}; without what chance adds: {:.1}",
        found.faction_spread, found.faction_spread_true
    );
    for faction in &found.factions {
        let selfplay::Faction { name, games, points_mean, error } = faction;
        println!("  {name:24} {points_mean:6.1} ± {error:.1}  ({games})");
    }
    ExitCode::SUCCESS
}

fn coverage(json: bool, missing: bool) -> ExitCode {
    let mut kinds = coverage::coverage();
    for row in inscription::coverage::coverage(coverage::is_tested) {
        let inscription::coverage::Kind { kind, expansion, total, working, missing } = row;
        kinds.push(coverage::Kind { kind, expansion, total, working, missing });
    }
    if json {
        println!("{}", serde_json::json!({ "kinds": kinds }));
        return ExitCode::SUCCESS;
    }
    for row in kinds {
        println!("{:20} {:11} {:3} / {}", row.kind, row.expansion, row.working, row.total);
        if missing && !row.missing.is_empty() {
            println!("    missing: {}", row.missing.join(", "));
        }
    }
    ExitCode::SUCCESS
}

/// Runs what waits for the network and for files.
pub fn wait(work: impl Future<Output = Result<ExitCode>>) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work);
    // What must be finished is; a shard of serenity's that has not noticed the end is not waited for.
    runtime.shutdown_background();
    done
}

/// Writes the log to the error output; `RUST_LOG` counts more than `filter`. Whatever is asked for, what
/// libraries say of tokens and hands is left out.
pub fn start_log(filter: &str, format: LogFormat) {
    let filter = std::env::var("RUST_LOG").unwrap_or_else(|_| filter.to_string());
    let filter = crate::config::log_filter(&filter);
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Ctrl-C, or the signal by which services are stopped.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
