//! `custodian local`: the simulated Discord with the bot connected to it, for playing at once.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::config::LogFormat;
use crate::discord::{Bot, Setup};
use crate::simcord::{Options, Simcord};
use anyhow::{Context, Result, anyhow};

/// Play in the browser without Discord: a simulated Discord with the bot connected to it
#[derive(clap::Args)]
pub struct Local {
    /// Port of the page; 0 takes any free one
    #[arg(long, default_value_t = 4000)]
    port: u16,
    /// Folder in which games and messages are kept
    #[arg(long, default_value = "./data")]
    data: PathBuf,
    /// Files of a second pack for Twilight Inscription
    #[arg(long)]
    pack: Vec<PathBuf>,
    /// Deal the same games to everybody who gives these words, for trying things out; without it by chance
    #[arg(long, value_name = "WORDS")]
    dealing: Option<String>,
}

/// How long what only passing answers is left open; there is nobody far away to wait for.
const AUTOMATIC_AFTER: Duration = Duration::from_secs(2);

pub async fn run(args: Local) -> Result<ExitCode> {
    super::start_log("warn,serenity=error", LogFormat::Text);
    crate::games::packs::install(&args.pack)?;
    std::fs::create_dir_all(&args.data)
        .with_context(|| format!("the folder {} cannot be made", args.data.display()))?;
    let options = Options { port: args.port, data: Some(args.data.clone()), ..Options::default() };
    let discord = Simcord::start(options).await.map_err(|why| match in_use(&why) {
        true => anyhow!(
            "port {} is in use; choose another with --port, or --port 0 for any free one",
            args.port
        ),
        false => why,
    })?;
    let setup = Setup {
        token: discord.token().to_string(),
        api: Some(discord.url()),
        guild: Some(discord.guild_id()),
        moderator_role: Some("Moderator".into()),
        database: args.data.join("custodian.db").into(),
        processes: Default::default(),
        automatic_after: AUTOMATIC_AFTER,
        between_edits: Duration::from_millis(150),
        ended: None,
        listen: None,
        draw: Some(crate::discord::drawing()),
        dealing: args.dealing,
    };
    let mut bot = Bot::start(setup).await?;
    if !discord.wait_ready(Duration::from_secs(30)).await {
        let why = tokio::time::timeout(Duration::from_secs(1), bot.finished()).await;
        why.unwrap_or_else(|_| Err(anyhow!("the bot did not connect")))?;
    }
    println!("Custodian is ready: {}", discord.url());
    println!("Games are kept in {}. Ctrl-C ends it.", args.data.display());
    let ended = tokio::select! {
        ended = bot.finished() => Some(ended),
        () = super::interrupted() => None,
    };
    if let Some(ended) = ended {
        discord.stop().await;
        ended?;
        return Ok(ExitCode::FAILURE);
    }
    println!("Good bye; everything is saved.");
    bot.stop().await;
    discord.stop().await;
    Ok(ExitCode::SUCCESS)
}

fn in_use(why: &anyhow::Error) -> bool {
    why.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>()).any(|cause| {
        matches!(cause.kind(), std::io::ErrorKind::AddrInUse | std::io::ErrorKind::PermissionDenied)
    })
}
