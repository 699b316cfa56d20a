//! `custodian bot`: the bot on Discord itself.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::config::Config;
use crate::discord::{Bot, Processes, Setup};
use crate::store::Claim;
use anyhow::Result;

/// Run the bot on Discord
#[derive(clap::Args)]
pub struct RunBot {
    /// The settings; see config.example.toml
    #[arg(long, default_value = "config.toml")]
    config: PathBuf,
}

pub async fn run(args: RunBot) -> Result<ExitCode> {
    let config = Config::read(&args.config)?;
    super::start_log(&config.log, config.log_format);
    config.install_pack()?;
    config.protect_database()?;
    let setup = Setup {
        token: config.token()?,
        api: config.api.clone(),
        guild: config.guild()?,
        moderator_role: config.moderator_role.clone(),
        database: config.database(),
        processes: Processes {
            shards: config.shards()?,
            claim: if config.standby { Claim::Wait } else { Claim::Take },
            ..Processes::default()
        },
        automatic_after: config.automatic_after(),
        between_edits: Duration::from_millis(900),
        ended: config.ended(),
        listen: config.listen,
        draw: Some(crate::discord::drawing()),
        dealing: None,
    };
    let mut bot = Bot::start(setup).await?;
    tokio::select! {
        ended = bot.finished() => ended?,
        () = super::interrupted() => {
            bot.stop().await;
            return Ok(ExitCode::SUCCESS);
        }
    }
    Ok(ExitCode::FAILURE)
}
