//! `custodian bot`: the bot on Discord itself.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use custodian::config::Config;
use custodian::discord::{Bot, Setup};

/// Run the bot on Discord
#[derive(clap::Args)]
pub struct RunBot {
    /// The settings; see config.example.toml
    #[arg(long, default_value = "config.toml")]
    config: PathBuf,
}

pub fn run(args: &RunBot) -> ExitCode {
    let config = match Config::read(&args.config) {
        Ok(config) => config,
        Err(why) => return super::failure(&why),
    };
    super::start_log(&config.log);
    super::wait(serve(&config))
}

async fn serve(config: &Config) -> Result<()> {
    let setup = Setup {
        token: config.token()?,
        api: config.api.clone(),
        guild: config.guild()?,
        moderator_role: config.moderator_role.clone(),
        database: config.database.clone(),
        automatic_after: config.automatic_after(),
        draw: Some(custodian::discord::drawing()),
    };
    let mut bot = Bot::start(setup).await?;
    tokio::select! {
        ended = bot.finished() => ended,
        () = super::interrupted() => {
            bot.stop().await;
            Ok(())
        }
    }
}
