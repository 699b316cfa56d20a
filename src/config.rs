//! The operator's settings, a TOML file; `config.example.toml` explains each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Config {
    #[serde(default)]
    token: Option<String>,
    /// The database file.
    #[serde(default = "database")]
    pub database: PathBuf,
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

fn database() -> PathBuf {
    "custodian.db".into()
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
        Config::parse(&text).with_context(|| format!("{}", path.display()))
    }

    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        config.guild()?;
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
    fn an_api_without_a_scheme_is_refused() {
        assert!(Config::parse("api = \"localhost:4000\"").is_err());
    }
}
