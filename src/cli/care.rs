//! Subcommands that look after a database: doctor, backup, migrate.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::games;
use crate::store::{self, Database, Status};
use anyhow::{Result, bail};

use super::tools::Data;

/// Look through a database without changing it and say what is wrong
#[derive(clap::Args)]
pub struct Doctor {
    #[command(flatten)]
    data: Data,
    #[arg(long)]
    json: bool,
}

pub async fn doctor(args: Doctor) -> Result<ExitCode> {
    let mut found = match store::inspect(&args.data.existing()?).await {
        Ok(found) => found,
        Err(why) => store::Findings { problems: vec![why.to_string()], ..Default::default() },
    };
    if found.problems.is_empty() && !found.outdated {
        found.problems = unplayable(&args.data).await?;
    }
    let sound = found.problems.is_empty();
    if args.json {
        let report = serde_json::json!({
            "sound": sound,
            "games": found.games,
            "entries": found.entries,
            "letters": found.letters,
            "notes": found.notes,
            "problems": found.problems,
        });
        println!("{report}");
    } else {
        println!(
            "{} games, {} journal entries, {} letters to post",
            found.games, found.entries, found.letters
        );
        found.notes.iter().for_each(|note| println!("note: {note}"));
        found.problems.iter().for_each(|problem| println!("PROBLEM: {problem}"));
        println!(
            "{}",
            if sound { "Nothing is wrong." } else { "Restore a backup, or ask for help." }
        );
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The games under way that this build cannot go on with.
async fn unplayable(data: &Data) -> Result<Vec<String>> {
    let store = data.open().await?;
    let mut problems = Vec::new();
    for row in store.games_with(Status::Running).await? {
        match games::check(&store, &row).await {
            Ok(report) => problems.extend(
                report.trouble.map(|why| format!("game {}: it cannot go on: {why}", row.id)),
            ),
            Err(why) => problems.push(format!("game {}: it cannot be read: {why}", row.id)),
        }
    }
    store.close().await;
    Ok(problems)
}

/// Copy a database while the bot goes on; start the bot on the copy to restore it
#[derive(clap::Args)]
pub struct Backup {
    /// File to write; it must not exist
    to: PathBuf,
    #[command(flatten)]
    data: Data,
}

pub async fn backup(args: Backup) -> Result<ExitCode> {
    let store = args.data.open().await?;
    store.backup(&args.to).await?;
    println!("{} is copied to {}.", args.data.database(), args.to.display());
    Ok(ExitCode::SUCCESS)
}

/// Copy all games from a database into an empty one, as from a file to a PostgreSQL server
#[derive(clap::Args)]
pub struct Migrate {
    /// A database file, or postgres://…
    from: Database,
    /// The same; it must be empty, a file may be missing
    to: Database,
}

pub async fn migrate(args: Migrate) -> Result<ExitCode> {
    if let Database::File(file) = &args.from
        && !file.exists()
    {
        bail!("there is no database {}", args.from);
    }
    let copied = store::copy(&args.from, &args.to).await?;
    for store::Copied { table, rows, digest } in &copied {
        println!("{table:12} {rows:8} rows, digest {digest}");
    }
    println!(
        "{} is copied to {}, and what arrived is what was sent. Name the new one in the settings.",
        args.from, args.to
    );
    Ok(ExitCode::SUCCESS)
}
