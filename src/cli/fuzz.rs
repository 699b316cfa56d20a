//! Subcommands that look for faults: fuzz, minimise, golden.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::imperium::Imperium;
use crate::inscription::Inscription;
use crate::players::fuzz::{self, Failure, Fuzzed, Minimal, Plan, Report, Watch};
use crate::players::golden;
use anyhow::{Context, Result, bail};

use super::tools::{read, write};

/// Play games of mixed players over every set-up and check everything after every entry
#[derive(clap::Args)]
pub struct Fuzz {
    /// How long, in minutes; fractions are taken too
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// At most so many games
    #[arg(long)]
    games: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which game: imperium or inscription
    #[arg(long, default_value = "imperium", value_parser = ["imperium", "inscription"])]
    game: String,
    /// How many games at a time; all cores if absent
    #[arg(long)]
    threads: Option<usize>,
    /// Folder for the journals of games that failed
    #[arg(long, default_value = "failures")]
    out: PathBuf,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub fn fuzz(args: Fuzz) -> Result<ExitCode> {
    let longest = 60.0 * 24.0 * 365.0;
    if !(args.minutes > 0.0 && args.minutes <= longest) {
        bail!("{} minutes cannot be played; write a number above 0", args.minutes);
    }
    if args.threads.is_some_and(|threads| threads == 0 || threads > 1_024) {
        bail!("games are played in 1 to 1024 threads");
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        seed: args.seed,
        time: Duration::from_secs_f64(60.0 * args.minutes),
        games: args.games,
        threads: args.threads.unwrap_or_else(cores),
        out: args.out,
    };
    // What breaks is caught and written down; its place is all that is said here.
    std::panic::set_hook(Box::new(|panic| {
        if let Some(place) = panic.location() {
            eprintln!("something broke at {}:{}", place.file(), place.line());
        }
    }));
    let tell = |report: &Report| {
        eprintln!("{:.0} s: {}", report.seconds, figures(report));
    };
    let json = args.json;
    let hung = |report: &Report| {
        print(report, json);
        std::process::exit(1);
    };
    let report = match args.game.as_str() {
        "inscription" => fuzz::run::<Inscription>(&plan, &tell, &hung),
        _ => fuzz::run::<Imperium>(&plan, &tell, &hung),
    };
    let _ = std::panic::take_hook();
    let report = report.map_err(anyhow::Error::msg)?;
    print(&report, json);
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &Report, json: bool) {
    for found in &report.failures {
        eprintln!("FAILED, game {}: {}", found.game, found.what);
        eprintln!("    {}", found.setup);
        eprintln!(
            "    written to {0}; `custodian minimise {0}` cuts it short",
            found.file.display()
        );
    }
    if json {
        println!("{}", serde_json::json!(report));
    } else {
        println!("{}", figures(report));
    }
}

fn figures(report: &Report) -> String {
    format!(
        "{} games ({} played out), {} entries, {} kinds of choices, {} views compared; {:.1} games \
         and {:.0} entries a second; {} failures",
        report.games,
        report.finished,
        report.entries,
        report.kinds,
        report.views,
        report.games_per_second,
        report.entries_per_second,
        report.failures.len()
    )
}

/// Cut a failure that `fuzz` wrote to the few answers that it takes, and print it as a scenario
#[derive(clap::Args)]
pub struct Minimise {
    file: PathBuf,
    /// File for the journal that is left
    #[arg(long)]
    out: Option<PathBuf>,
}

pub fn minimise(args: Minimise) -> Result<ExitCode> {
    let text = read(&args.file)?;
    let named = || args.file.display().to_string();
    match Failure::<Imperium>::game(&text).with_context(named)?.as_str() {
        "inscription" => minimise_of::<Inscription>(&args, &text),
        _ => minimise_of::<Imperium>(&args, &text),
    }
}

fn minimise_of<G: Fuzzed>(args: &Minimise, text: &str) -> Result<ExitCode> {
    let failure = Failure::<G>::parse(text).with_context(|| args.file.display().to_string())?;
    std::panic::set_hook(Box::new(|_| ()));
    let minimal = fuzz::minimise(&failure, &Watch::<G>::thorough);
    let _ = std::panic::take_hook();
    let minimal = minimal.map_err(|why| anyhow::anyhow!("{}: {why}", args.file.display()))?;
    if let Some(out) = &args.out {
        write(out, minimal.failure.text().as_bytes())?;
    }
    eprint!("{}", report(&minimal));
    match &minimal.scenario {
        Some((scenario, true)) => print!("{scenario}"),
        _ => println!("{}", minimal.prefix()),
    }
    Ok(ExitCode::SUCCESS)
}

fn report<G: Fuzzed>(minimal: &Minimal<G>) -> String {
    let [whole, prefix, step, left] = minimal.lengths;
    let written = match &minimal.scenario {
        Some((_, true)) => "It is a scenario:",
        Some(_) => {
            "A written position does not fail like that, so this is the journal from the last \
                    checkpoint on:"
        }
        None => {
            "It cannot be written as a scenario, so this is the journal from the last checkpoint on:"
        }
    };
    format!(
        "{}\nOf {whole} entries the first {prefix} are needed, {step} of them in the last step; {left} are \
         left.\n{written}\n",
        minimal.what
    )
}

/// Play the stored games again and show what differs; or write them anew after a change of rules
#[derive(clap::Args)]
pub struct Golden {
    /// Folder of the games
    #[arg(long, default_value = "tests/games")]
    dir: PathBuf,
    /// Have the players play the games anew and write them down
    #[arg(long)]
    write: bool,
}

pub fn golden(args: Golden) -> Result<ExitCode> {
    if args.write {
        std::fs::create_dir_all(&args.dir)
            .with_context(|| format!("cannot make the folder {}", args.dir.display()))?;
        for (name, text) in golden::all().map_err(anyhow::Error::msg)? {
            write(&args.dir.join(&name), text.as_bytes())?;
            println!("written {name}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let found = golden::compare(&args.dir).map_err(anyhow::Error::msg)?;
    let mut sound = true;
    for (name, difference) in &found {
        match difference {
            None => println!("ok      {name}"),
            Some(difference) => {
                sound = false;
                println!("DIFFERS {name}\n{difference}");
            }
        }
    }
    println!("{} games, {}", found.len(), if sound { "all as before" } else { "not as before" });
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
