//! Subcommands that work on files and stored games: export, import, verify, check, scenario.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::engine::name_seats;
use crate::imperium::scenario;
use crate::store::{Database, Status, Store};
use crate::table::{self, Clock, SystemClock};
use crate::{games, inscription};
use anyhow::{Context, Result, bail};

/// Where the stored games are.
#[derive(clap::Args)]
pub struct Data {
    /// Folder of `custodian local`, or the database of the bot: its file or postgres://…
    #[arg(long, default_value = "data")]
    data: String,
    /// Files of a second pack for Twilight Inscription, for games that are played with it
    #[arg(long)]
    pack: Vec<PathBuf>,
}

impl Data {
    pub fn database(&self) -> Database {
        let path = Path::new(&self.data);
        match self.data.parse() {
            Ok(_) if path.is_dir() => path.join("custodian.db").into(),
            Ok(database) => database,
        }
    }

    /// The same, if it is there.
    pub fn existing(&self) -> Result<Database> {
        let database = self.database();
        match &database {
            Database::File(file) if !file.exists() => {
                bail!("there is no database {database}; name it with --data")
            }
            _ => Ok(database),
        }
    }

    pub async fn open(&self) -> Result<Store> {
        games::packs::install(&self.pack)?;
        Ok(Store::connect(&self.existing()?).await?)
    }
}

/// Write one game to a self-contained JSON file
#[derive(clap::Args)]
pub struct Export {
    /// Id of the game, as `/game status` shows it
    game: String,
    #[command(flatten)]
    data: Data,
    /// File to write; standard output if absent
    #[arg(long)]
    out: Option<PathBuf>,
}

pub async fn export(args: Export) -> Result<ExitCode> {
    let store = args.data.open().await?;
    let text = table::export(&store, &args.game).await?.text();
    match args.out {
        Some(out) => write(&out, text.as_bytes())?,
        None => println!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Take a game from an exported file into a channel
#[derive(clap::Args)]
pub struct Import {
    file: PathBuf,
    /// Id of the channel where it goes on
    #[arg(long)]
    channel: String,
    /// Id of the server
    #[arg(long, default_value = "")]
    guild: String,
    #[command(flatten)]
    data: Data,
}

pub async fn import(args: Import) -> Result<ExitCode> {
    let export = table::Export::parse(&read(&args.file)?)?;
    games::packs::install(&args.data.pack)?;
    let store = Store::connect(&args.data.database()).await?;
    let now = SystemClock.now();
    let game = games::import(&store, &export, &args.channel, &args.guild, now).await?;
    println!("Imported as game {game}.");
    Ok(ExitCode::SUCCESS)
}

/// Prove that no die or shuffle of an exported game was touched
#[derive(clap::Args)]
pub struct Verify {
    file: PathBuf,
    #[arg(long)]
    json: bool,
}

pub fn verify(args: Verify) -> Result<ExitCode> {
    let proof = table::verify(&table::Export::parse(&read(&args.file)?)?)?;
    if args.json {
        println!(
            "{}",
            serde_json::json!({
                "commitment": proof.commitment,
                "dice": proof.dice,
                "shuffles": proof.shuffles,
                "wrong": proof.wrong,
            })
        );
    } else {
        println!("Commitment published at the start: {}", proof.commitment);
        println!("{} dice and {} shuffles recomputed from the seed.", proof.dice, proof.shuffles);
        match proof.wrong.is_empty() {
            true => println!("All of them are as the seed gives them."),
            false => println!("Not as the seed gives them: {}", proof.wrong.join("; ")),
        }
    }
    Ok(if proof.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Run the open turns of all games under this build and report what no longer fits
#[derive(clap::Args)]
pub struct Check {
    #[command(flatten)]
    data: Data,
    #[arg(long)]
    json: bool,
}

pub async fn check(args: Check) -> Result<ExitCode> {
    let store = args.data.open().await?;
    let mut sound = true;
    let mut reports = Vec::new();
    for row in store.games_with(Status::Running).await? {
        let report = games::check(&store, &row).await;
        let game = row.id.clone();
        let (fits, words) = match &report {
            Ok(report) if report.sound() => (true, "fits".into()),
            Ok(report) => (false, unfit(report)),
            Err(refused) => (false, refused.to_string()),
        };
        sound &= fits;
        let misfit = report.ok().and_then(|report| report.misfit);
        reports.push(serde_json::json!({
            "game": game, "name": row.name, "fits": fits, "report": words, "misfit": misfit,
        }));
        if !args.json {
            println!("game {game}: {words}");
        }
    }
    if args.json {
        println!("{}", serde_json::json!({ "games": reports }));
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Which answer does not fit, and what the bot will do about it.
fn unfit(report: &table::CheckReport) -> String {
    let name = |text: &str| name_seats(text, |seat| format!("seat {}", seat.0 + 1));
    let Some(misfit) = &report.misfit else {
        let changed = || format!("{} answers were given in another state", report.changed.len());
        return report.trouble.clone().map_or_else(changed, |why| {
            format!("the rules fail, and the game will stand still: {}", name(&why))
        });
    };
    let table::MisfitReport { answer, lost, step, what, why, .. } = misfit;
    format!(
        "answer {answer} of {} in {} does not fit ({}: {}); the bot will take back {lost} and ask again",
        report.answers,
        name(step),
        name(what),
        name(why)
    )
}

/// Run scenario files, a line each
#[derive(clap::Args)]
pub struct Scenario {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
    /// Print what is said and asked after each line
    #[arg(long, conflicts_with = "json")]
    show: bool,
}

pub fn scenario(args: Scenario) -> Result<ExitCode> {
    let mut failed = 0;
    let mut results = Vec::new();
    for file in &args.files {
        let result = match read(file) {
            Ok(text) if args.show => {
                let (written, result) = match inscription::scenario::is_ours(&text) {
                    true => inscription::scenario::transcript(&text),
                    false => scenario::transcript(&text),
                };
                print!("{written}");
                result
            }
            Ok(text) if inscription::scenario::is_ours(&text) => inscription::scenario::run(&text),
            Ok(text) => scenario::run(&text),
            Err(why) => Err(format!("{why:#}")),
        };
        failed += usize::from(result.is_err());
        let words = result.as_ref().err().cloned();
        results.push(serde_json::json!({ "file": file, "passed": result.is_ok(), "why": words }));
        if !args.json {
            match &result {
                Ok(()) => println!("ok      {}", file.display()),
                Err(why) => println!("FAILED  {}: {why}", file.display()),
            }
        }
    }
    match args.json {
        true => println!("{}", serde_json::json!({ "scenarios": results })),
        false => println!("{} scenarios, {failed} failed", args.files.len()),
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Read a pack of Twilight Inscription and say what is wrong with it
#[derive(clap::Args)]
pub struct Pack {
    /// All files of the pack
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub fn pack(args: Pack) -> Result<ExitCode> {
    match games::packs::read(&args.files) {
        Ok(pack) => {
            let sheets: usize = pack.sheet_ids.iter().map(Vec::len).sum();
            println!(
                "{} {}: {sheets} sheets, {} factions, {} events, {} relics, {} agendas. It can be played.",
                pack.id,
                pack.version,
                pack.factions.len(),
                pack.events.len(),
                pack.relics.len(),
                pack.agendas.len()
            );
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            println!("{why}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// A text file, packed or not: what `/export` gives is packed.
pub fn read(file: &Path) -> Result<String> {
    let cannot = || format!("cannot read {}", file.display());
    let bytes = std::fs::read(file).with_context(cannot)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return String::from_utf8(bytes).with_context(cannot);
    }
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut text).with_context(cannot)?;
    Ok(text)
}

pub fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
