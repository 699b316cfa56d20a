//! The command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use custodian::discord::commands::reference;
use custodian::imperium::Imperium;
use custodian::imperium::coverage;
use custodian::imperium::data::Source;
use custodian::inscription::{self, Inscription};
use custodian::players::selfplay;

mod cli;

/// The rules make many small short-lived lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A referee for play-by-post board games on Discord.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Local(cli::local::Local),
    Bot(cli::bot::RunBot),
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
    Scenario(cli::tools::Scenario),
    Pack(cli::tools::Pack),
    Export(cli::tools::Export),
    Import(cli::tools::Import),
    Verify(cli::tools::Verify),
    Check(cli::tools::Check),
    Pace(cli::pace::Pace),
    Doctor(cli::care::Doctor),
    Backup(cli::care::Backup),
    Migrate(cli::care::Migrate),
    Render(cli::tools::Render),
    Odds(cli::odds::Odds),
    Arena(cli::arena::Arena),
    Bench(cli::bench::Bench),
    Fuzz(cli::fuzz::Fuzz),
    Minimise(cli::fuzz::Minimise),
    Golden(cli::fuzz::Golden),
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

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Local(args) => cli::wait(cli::local::run(args)),
        Command::Bot(args) => cli::wait(cli::bot::run(args)),
        Command::Commands => {
            print!("{}", reference::markdown());
            Ok(ExitCode::SUCCESS)
        }
        Command::Selfplay(args) => Ok(selfplay(&args)),
        Command::Coverage { json, missing } => Ok(coverage(json, missing)),
        Command::Scenario(args) => cli::tools::scenario(args),
        Command::Pack(args) => cli::tools::pack(args),
        Command::Export(args) => cli::wait(cli::tools::export(args)),
        Command::Import(args) => cli::wait(cli::tools::import(args)),
        Command::Verify(args) => cli::tools::verify(args),
        Command::Check(args) => cli::wait(cli::tools::check(args)),
        Command::Pace(args) => cli::pace::pace(args),
        Command::Doctor(args) => cli::wait(cli::care::doctor(args)),
        Command::Backup(args) => cli::wait(cli::care::backup(args)),
        Command::Migrate(args) => cli::wait(cli::care::migrate(args)),
        Command::Render(args) => cli::tools::render(args),
        Command::Odds(args) => cli::odds::odds(args),
        Command::Arena(args) => cli::arena::run(args),
        Command::Bench(args) => cli::bench::bench(args),
        Command::Fuzz(args) => cli::fuzz::fuzz(args),
        Command::Minimise(args) => cli::fuzz::minimise(args),
        Command::Golden(args) => cli::fuzz::golden(args),
    };
    done.unwrap_or_else(|why| {
        eprintln!("{why:#}");
        ExitCode::FAILURE
    })
}

fn selfplay(args: &Selfplay) -> ExitCode {
    let second = args.game == "inscription";
    if args.players < 3 && !second {
        eprintln!("this game is for 3 to 8 players");
        return ExitCode::FAILURE;
    }
    let plan = selfplay::Plan {
        players: args.players.into(),
        kind: selfplay::Kind::named(&args.kind).unwrap_or_default(),
        games: args.games,
        seed: args.seed,
        sources: args.sources.iter().copied().collect(),
        thorough: args.thorough,
        replay: true,
        varied: args.varied,
        fixes: args.fixes,
    };
    if second && args.balance {
        return balance(&plan, args.json);
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
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
        "Mecatol Rex claimed in {} games, first in strategy rounds {early} to {late} (middle 80 %)",
        found.mecatol_claimed
    );
    println!("factions, best minus worst: {:.1}", found.faction_spread);
    for (name, points, times) in &found.factions {
        println!("  {name:24} {points:6.1}  ({times})");
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
