//! The operator's settings, a TOML file; `config.example.toml` explains each.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::discord::Ended;
use crate::games::packs;
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
    /// Who may read the database file, as 600 or 640; never everybody.
    #[serde(default)]
    database_permissions: Option<String>,
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
    /// What concerns Twilight Inscription.
    #[serde(default)]
    inscription: Inscription,
    /// What to log, as `info` or `custodian=debug`.
    #[serde(default = "log")]
    pub log: String,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Inscription {
    /// The files of a second pack.
    #[serde(default)]
    pack: Files,
}

/// One file, or several.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Files {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

impl Default for Files {
    fn default() -> Self {
        Files::Several(Vec::new())
    }
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
        if !config.allow_readable_by_all
            && config.token.as_deref().is_some_and(|token| !token.trim().is_empty())
        {
            refuse_if_everybody_reads(path)?;
        }
        Ok(config)
    }

    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        config.guild()?;
        config.shards()?;
        #[cfg(unix)]
        config.database_mode()?;
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

    /// Adds the second pack of Twilight Inscription, if there is one. It must come before the first game.
    ///
    /// # Errors
    /// The file, the line and the field that cannot be played.
    pub fn install_pack(&self) -> Result<()> {
        match &self.inscription.pack {
            Files::One(file) => packs::install(std::slice::from_ref(file)),
            Files::Several(files) => packs::install(files),
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

    /// Makes the database a file that only those may read whom the configuration lets: it holds
    /// everybody's secrets.
    #[cfg(unix)]
    pub fn protect_database(&self) -> Result<()> {
        use std::fs::{OpenOptions, Permissions, set_permissions};
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let mode = self.database_mode()?;
        let Database::File(file) = self.database() else { return Ok(()) };
        if self.allow_readable_by_all {
            return Ok(());
        }
        let named = || format!("{}", file.display());
        // SQLite gives its other files the permissions of this one.
        let options = OpenOptions::new().append(true).create(true).mode(mode).clone();
        match options.open(&file) {
            // Its folder is missing, or it cannot be written to: opening it will say so.
            Err(_) => Ok(()),
            Ok(_) => set_permissions(&file, Permissions::from_mode(mode)).with_context(named),
        }
    }

    #[cfg(not(unix))]
    pub fn protect_database(&self) -> Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    fn database_mode(&self) -> Result<u32> {
        let Some(written) = &self.database_permissions else { return Ok(0o600) };
        let mode = u32::from_str_radix(written, 8).ok().filter(|mode| mode & !0o777 == 0);
        match mode {
            Some(mode) if mode & 0o007 != 0 => bail!(
                "database_permissions `{written}` would let everybody on this machine read the \
                 players' secrets; the last digit must be 0, as in 600 or 640"
            ),
            Some(mode) if mode & 0o600 == 0o600 => Ok(mode),
            _ => bail!("database_permissions must be like 600 or 640, not `{written}`"),
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

/// A token in a file that everybody on the machine can read is no secret.
#[cfg(unix)]
fn refuse_if_everybody_reads(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).with_context(|| format!("{}", path.display()))?;
    if mode.permissions().mode() & 0o004 == 0 {
        return Ok(());
    }
    bail!(
        "{path} holds the bot's token, and everybody on this machine can read it: run \
         `chmod 600 {path}`, leave the token to DISCORD_TOKEN, or set \
         `allow_readable_by_all = true`",
        path = path.display()
    )
}

#[cfg(not(unix))]
fn refuse_if_everybody_reads(_: &Path) -> Result<()> {
    Ok(())
}

/// Libraries that would write tokens, messages or what players type into the log, and the most that they
/// may say.
const TALKATIVE: &[(&str, &str)] = &[
    ("tungstenite", "info"),
    ("tokio_tungstenite", "info"),
    ("serenity", "warn"),
    ("poise", "warn"),
    ("h2", "warn"),
    ("hyper", "warn"),
    ("hyper_util", "warn"),
    ("reqwest", "warn"),
    ("sqlx", "warn"),
];

/// What is logged. However much is wished for, what libraries say of secrets is left out.
pub fn log_filter(wished: &str) -> EnvFilter {
    let of_talkative = |wish: &&str| {
        let target = wish.split(['=', ':', '[']).next().unwrap_or_default().trim();
        TALKATIVE.iter().any(|(library, _)| *library == target)
    };
    let mut wishes: Vec<String> =
        wished.split(',').filter(|wish| !of_talkative(wish)).map(String::from).collect();
    let known = EnvFilter::try_new(wishes.join(",")).is_ok() && !wishes.is_empty();
    if !known {
        wishes = vec!["info".into()];
    }
    wishes.extend(TALKATIVE.iter().map(|(library, most)| format!("{library}={most}")));
    EnvFilter::new(wishes.join(","))
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
    fn a_broken_pack_is_refused_with_file_line_and_field() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("own.toml");
        let house = include_str!("../assets/inscription/house.toml");
        std::fs::write(&file, house.replace("footer", "foot")).expect("a writable folder");
        for pack in [format!("{file:?}"), format!("[{file:?}]")] {
            let text = format!("[inscription]\npack = {pack}");
            let config = Config::parse(&text).expect("a configuration");
            let why = config.install_pack().expect_err("it is broken").to_string();
            let line = why.split("line ").nth(1).and_then(|rest| rest.chars().next());
            assert!(why.contains("own.toml") && why.contains("foot"), "{why}");
            assert!(line.is_some_and(|digit| digit.is_ascii_digit()), "{why}");
        }
        assert_eq!(Config::parse("").expect("nothing").inscription, Inscription::default());
    }

    #[test]
    fn shards_that_cannot_be_are_refused() {
        let why = Config::parse("shards = \"0-16/16\"").expect_err("there is no shard 16");
        assert!(why.to_string().contains("from 0 to 15"), "{why}");
    }

    #[test]
    fn an_api_without_a_scheme_is_refused() {
        assert!(Config::parse("api = \"localhost:4000\"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_token_that_everybody_can_read_is_refused() {
        use std::fs::{Permissions, set_permissions, write};
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("config.toml");
        write(&path, "token = \"x\"").expect("a writable folder");
        set_permissions(&path, Permissions::from_mode(0o644)).expect("our own file");
        let why = Config::read(&path).expect_err("everybody reads it").to_string();
        assert!(why.contains("chmod 600"), "{why}");
        set_permissions(&path, Permissions::from_mode(0o640)).expect("our own file");
        Config::read(&path).expect("a secret");
        write(&path, "token = \"x\"\nallow_readable_by_all = true").expect("a writable folder");
        set_permissions(&path, Permissions::from_mode(0o644)).expect("our own file");
        Config::read(&path).expect("it is allowed");
        // Without the token there is nothing to hide.
        write(&path, "log = \"info\"").expect("a writable folder");
        set_permissions(&path, Permissions::from_mode(0o644)).expect("our own file");
        Config::read(&path).expect("no secret");
    }

    #[cfg(unix)]
    #[test]
    fn the_database_is_its_owners_unless_the_configuration_says_more() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = folder.path().join("custodian.db");
        let mode = |more: &str| {
            let text = format!("database = {database:?}\n{more}");
            Config::parse(&text).expect("a configuration").protect_database().expect("our own");
            std::fs::metadata(&database).expect("it is there").permissions().mode() & 0o777
        };
        assert_eq!(mode(""), 0o600);
        assert_eq!(mode("database_permissions = \"640\""), 0o640);
        for wrong in ["644", "777", "rw", "400", "1600"] {
            let text = format!("database_permissions = \"{wrong}\"");
            assert!(Config::parse(&text).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_wish_makes_libraries_tell_secrets() {
        for wished in
            ["trace", "serenity=trace", "serenity::http=trace,custodian=debug", "odd[", ""]
        {
            let filter = log_filter(wished).to_string();
            for (library, most) in TALKATIVE {
                assert!(filter.contains(&format!("{library}={most}")), "{wished}: {filter}");
                assert!(!filter.contains(&format!("{library}::")), "{wished}: {filter}");
                assert!(!filter.contains(&format!("{library}=trace")), "{wished}: {filter}");
            }
        }
    }
}
