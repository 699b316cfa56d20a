//! The operator's settings, a TOML file; `config.example.toml` explains each.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;

use crate::discord::Ended;
use crate::store::{Database, Part};

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Config {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    database: Option<String>,
    /// The gateway's shards that this process runs.
    #[serde(default)]
    shards: Option<String>,
    /// Wait as long as another process runs the games.
    #[serde(default)]
    pub standby: bool,
    /// How long ended games stay in the database.
    #[serde(default)]
    keep_finished_days: Option<u32>,
    /// Where they go then.
    #[serde(default)]
    finished_folder: Option<PathBuf>,
    /// Address for metrics and the state of health.
    #[serde(default)]
    pub listen: Option<SocketAddr>,
    #[serde(default)]
    pub log_format: LogFormat,
    /// Do not refuse files that everybody on the machine may read.
    #[serde(default)]
    allow_readable_by_all: bool,
    /// Name or id of the role whose holders moderate every game.
    #[serde(default)]
    pub moderator_role: Option<String>,
    #[serde(default = "automatic_after_seconds")]
    automatic_after_seconds: u64,
    /// Register the commands in this server only.
    #[serde(default)]
    guild: Option<String>,
    /// A server that speaks Discord's API, instead of Discord.
    #[serde(default)]
    pub api: Option<String>,
    /// What to log, as `info` or `custodian=debug`.
    #[serde(default = "log")]
    pub log: String,
}

/// What the log looks like.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    /// An object a line.
    Json,
}

fn automatic_after_seconds() -> u64 {
    20
}

fn log() -> String {
    "info".into()
}

impl Config {
    pub fn read(path: &Path) -> Result<Config> {
        let text = std::fs::read_to_string(path).with_context(|| {
            format!("{} (copy config.example.toml and fill it in)", path.display())
        })?;
        let config = Config::parse(&text).with_context(|| format!("{}", path.display()))?;
        if config.allow_readable_by_all {
            return Ok(config);
        }
        if config.token.is_some() {
            private(path, "it holds the token")?;
        }
        if let Database::File(file) = config.database()
            && file.exists()
        {
            private(&file, "it holds the hands of all players")?;
        }
        Ok(config)
    }

    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        config.guild()?;
        config.shards()?;
        if let Some(api) = &config.api
            && !api.starts_with("http://")
            && !api.starts_with("https://")
        {
            bail!("api must begin with http:// or https://, not `{api}`");
        }
        Ok(config)
    }

    /// The bot's token, from the file or else from `DISCORD_TOKEN`.
    pub fn token(&self) -> Result<String> {
        let own = self.token.clone().filter(|token| !token.trim().is_empty());
        let token = own.or_else(|| std::env::var("DISCORD_TOKEN").ok());
        match token.map(|token| token.trim().to_string()).filter(|token| !token.is_empty()) {
            Some(token) => Ok(token),
            None => bail!("there is no token: set `token` in the file, or DISCORD_TOKEN"),
        }
    }

    /// Where the games are, from the file or else from `DATABASE_URL`.
    pub fn database(&self) -> Database {
        let named = self.database.clone().or_else(|| std::env::var("DATABASE_URL").ok());
        let named = named.unwrap_or_else(|| "custodian.db".into());
        match named.parse() {
            Ok(database) => database,
        }
    }

    pub fn shards(&self) -> Result<Option<Part>> {
        let part =
            self.shards.as_ref().map(|text| text.parse().map_err(|why: String| anyhow!(why)));
        part.transpose()
    }

    /// What becomes of games that ended; nothing: they stay.
    pub fn ended(&self) -> Option<Ended> {
        let after = Duration::from_secs(u64::from(self.keep_finished_days?) * 24 * 3600);
        let beside = || match self.database() {
            Database::File(file) => file.parent().map(|folder| folder.join("finished")),
            Database::Postgres(_) => None,
        };
        let folder = self.finished_folder.clone().or_else(beside);
        Some(Ended { after, folder: folder.unwrap_or_else(|| "finished".into()) })
    }

    pub fn automatic_after(&self) -> Duration {
        Duration::from_secs(self.automatic_after_seconds)
    }

    pub fn guild(&self) -> Result<Option<u64>> {
        let Some(guild) = &self.guild else { return Ok(None) };
        match guild.parse() {
            Ok(id) if id > 0 => Ok(Some(id)),
            _ => bail!("guild must be a server's id in quotes, not `{guild}`"),
        }
    }
}

/// Refuses a file that others on the machine may read.
#[cfg(unix)]
fn private(path: &Path, why: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode =
        std::fs::metadata(path).with_context(|| format!("{}", path.display()))?.permissions();
    if mode.mode() & 0o004 != 0 {
        let file = path.display();
        bail!(
            "everybody on this machine may read {file}, and {why}; give the command \
             `chmod 600 {file}`, or set `allow_readable_by_all = true`"
        );
    }
    Ok(())
}

#[cfg(not(unix))]
fn private(_: &Path, _: &str) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_can_be_read() {
        let example = include_str!("../config.example.toml");
        let config = Config::parse(example).expect("the example");
        assert_eq!(config.automatic_after(), Duration::from_secs(20));
    }

    #[test]
    fn a_misspelt_key_is_named() {
        let why = Config::parse("tokn = \"x\"").expect_err("it is misspelt");
        assert!(why.to_string().contains("tokn"), "{why}");
    }

    #[test]
    fn shards_that_cannot_be_are_refused() {
        let why = Config::parse("shards = \"0-16/16\"").expect_err("there is no shard 16");
        assert!(why.to_string().contains("from 0 to 15"), "{why}");
    }

    #[cfg(unix)]
    #[test]
    fn files_that_everybody_may_read_are_refused_with_the_command_that_helps() {
        use std::fs::{Permissions, set_permissions, write};
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, database) = (folder.path().join("config.toml"), folder.path().join("games.db"));
        let text = format!("token = \"x\"\ndatabase = {database:?}\n");
        write(&file, &text).expect("a writable folder");
        let open = |path: &Path, mode| {
            set_permissions(path, Permissions::from_mode(mode)).expect("our own file");
        };
        let refused = || Config::read(&file).map(drop).expect_err("it is refused").to_string();

        open(&file, 0o644);
        assert!(refused().contains("chmod 600") && refused().contains("config.toml"));
        open(&file, 0o640);
        assert!(Config::read(&file).is_ok());
        write(&database, "").expect("a writable folder");
        open(&database, 0o644);
        assert!(refused().contains("chmod 600") && refused().contains("games.db"));
        write(&file, format!("{text}allow_readable_by_all = true\n")).expect("a writable folder");
        assert!(Config::read(&file).is_ok());
    }

    #[test]
    fn an_api_without_a_scheme_is_refused() {
        assert!(Config::parse("api = \"localhost:4000\"").is_err());
    }
}
