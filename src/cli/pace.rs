//! `custodian pace`: for whom a game waited.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::games;
use crate::table::{self, Tally};
use anyhow::Result;

/// Count for whom an exported game waited in each round, and what was answered by itself
#[derive(clap::Args)]
pub struct Pace {
    file: PathBuf,
    #[arg(long)]
    json: bool,
}

pub fn pace(args: Pace) -> Result<ExitCode> {
    let file = table::Export::parse(&super::tools::read(&args.file)?)?;
    let found: Tally = games::tally(&file)?;
    if args.json {
        println!("{}", serde_json::json!(found));
        return Ok(ExitCode::SUCCESS);
    }
    for round in &found.rounds {
        println!(
            "round {}: {} prompts blocked the table for {}, {} were answered by themselves",
            round.round,
            round.blocking,
            time(round.waited),
            round.automatic
        );
        for seat in round.seats.iter().filter(|seat| seat.blocking + seat.automatic > 0) {
            println!(
                "    {:20} {:4} blocking, {:>8} waited, {:4} by themselves",
                seat.name,
                seat.blocking,
                time(seat.waited),
                seat.automatic
            );
        }
    }
    match found.needless.is_empty() {
        true => println!("No prompt with a single legal answer blocked the table."),
        false => {
            println!("{} prompts with a single legal answer blocked:", found.needless.len());
            found.needless.iter().take(20).for_each(|what| println!("    {what}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// "3 h 20 min", "12 s".
fn time(milliseconds: i64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}
