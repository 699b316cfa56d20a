//! The bot is killed (SIGKILL) at random moments of a game on the simulated Discord: nothing that it
//! acknowledged is lost, and nothing is posted twice. The same when another process takes over.
//!
//! `CUSTODIAN_KILLS` sets how often: 40 by default, 200 where `CI=true`. A PostgreSQL server that
//! `CUSTODIAN_TEST_POSTGRES` names is used beside files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use custodian::simcord::{Options, Person, Post, Reply, Simcord};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

const LONG: Duration = Duration::from_secs(60);
/// How soon another process must have taken over.
const TAKEOVER: Duration = Duration::from_secs(10);

/// The bot as a process of its own; it does not outlive the test.
struct Process(Child);

impl Process {
    fn start(config: &PathBuf) -> Process {
        Process::logging(config, Stdio::inherit())
    }

    fn logging(config: &PathBuf, log: Stdio) -> Process {
        let child = Command::new(env!("CARGO_BIN_EXE_custodian"))
            .args(["bot", "--config"])
            .arg(config)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .env_remove("RUST_LOG")
            .spawn();
        Process(child.expect("the bot starts"))
    }

    fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is our child");
    }

    /// Sends a signal by its name.
    fn signal(&self, name: &str) {
        let done = Command::new("kill").args(["-s", name, &self.0.id().to_string()]).status();
        assert!(done.is_ok_and(|done| done.success()), "{name} cannot be sent");
    }

    fn ended(&mut self) -> bool {
        self.0.try_wait().is_ok_and(|ended| ended.is_some())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Numbers that differ from run to run only with the seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// What the database says.
#[derive(Default)]
struct Kept {
    /// Channel and status of each game, by id.
    games: BTreeMap<String, (String, String)>,
    /// Author and entry, in order, by game.
    journal: BTreeMap<String, Vec<(String, String)>>,
    /// Letters that are still to be posted.
    waiting: i64,
    /// Ids of the messages that letters became.
    posted: BTreeSet<String>,
    /// Why letters were given up.
    failed: Vec<String>,
}

struct Siege {
    discord: Simcord,
    mira: Person,
    bot: Process,
    /// Takes over when the bot is killed.
    heir: Option<Process>,
    config: PathBuf,
    /// Its URL.
    database: String,
    _folder: TempDir,
    dice: Dice,
    kept: Kept,
    kills: usize,
    /// The longest time from a kill to the next process.
    slowest: Duration,
    acknowledged: usize,
    tables: usize,
}

/// Something that Mira does.
enum Deed {
    Line(String),
    Press(u64, String),
}

impl Siege {
    /// One process on a file.
    async fn begin(seed: u64) -> Siege {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("custodian.db");
        Siege::on(seed, folder, file.to_str().expect("a plain path"), "").await
    }

    /// Two processes, one of which stands by.
    async fn with_heir(seed: u64, folder: TempDir, database: &str) -> Siege {
        let mut siege = Siege::on(seed, folder, database, "standby = true\n").await;
        siege.heir = Some(Process::start(&siege.config));
        siege
    }

    async fn on(seed: u64, folder: TempDir, database: &str, more: &str) -> Siege {
        sqlx::any::install_default_drivers();
        let discord = Simcord::start(Options::default()).await.expect("a free port");
        let config = folder.path().join("config.toml");
        let text = format!(
            "token = \"{}\"\napi = \"{}\"\nguild = \"{}\"\ndatabase = {:?}\n\
             automatic_after_seconds = 1\nlog = \"error\"\n\
             allow_readable_by_all = true\n{more}",
            discord.token(),
            discord.url(),
            discord.guild_id(),
            database
        );
        fs::write(&config, text).expect("a writable folder");
        // It holds the token.
        fs::set_permissions(&config, fs::Permissions::from_mode(0o600)).expect("our own file");
        let mira = discord.person("Mira").patient(Duration::from_secs(20), Duration::from_secs(5));
        let bot = Process::start(&config);
        let mut siege = Siege {
            discord,
            mira,
            bot,
            heir: None,
            config,
            database: match database.contains("://") {
                true => database.into(),
                false => format!("sqlite:{database}?mode=ro"),
            },
            _folder: folder,
            dice: Dice(seed),
            kept: Kept::default(),
            kills: 0,
            slowest: Duration::ZERO,
            acknowledged: 0,
            tables: 0,
        };
        assert!(siege.discord.wait_ready(LONG).await, "the bot is not ready");
        siege.kept = siege.read().await;
        siege
    }

    fn channel(&self) -> String {
        format!("siege-{}", self.tables)
    }

    /// Id and status of the channel's game.
    fn game(&self) -> Option<(&str, &str)> {
        let channel = self.discord.channel_id(&self.channel())?.to_string();
        let mut games = self.kept.games.iter();
        let (id, (_, status)) = games.find(|(_, (held, _))| *held == channel)?;
        Some((id, status))
    }

    async fn read(&self) -> Kept {
        let mut db = AnyConnection::connect(&self.database).await.expect("the database");
        let games: Vec<(String, String, String)> =
            sqlx::query_as("SELECT id, channel, status FROM game")
                .fetch_all(&mut db)
                .await
                .expect("games");
        let rows: Vec<(String, i64, String, String)> = sqlx::query_as(
            "SELECT game, position, author, entry FROM journal ORDER BY game, position",
        )
        .fetch_all(&mut db)
        .await
        .expect("the journal");
        let waiting: (i64,) = sqlx::query_as("SELECT COUNT(*) FROM outbox WHERE posted IS NULL")
            .fetch_one(&mut db)
            .await
            .expect("the outbox");
        let failed: Vec<(String,)> =
            sqlx::query_as("SELECT failed FROM outbox WHERE failed IS NOT NULL")
                .fetch_all(&mut db)
                .await
                .expect("the outbox");
        let posted: Vec<(String,)> =
            sqlx::query_as("SELECT message FROM outbox WHERE message IS NOT NULL")
                .fetch_all(&mut db)
                .await
                .expect("the outbox");
        db.close().await.expect("it closes");
        let mut journal: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (game, position, author, entry) in rows {
            let entries = journal.entry(game).or_default();
            assert_eq!(position, entries.len() as i64, "the journal has a gap");
            entries.push((author, entry));
        }
        let games = games.into_iter().map(|(id, channel, status)| (id, (channel, status)));
        let failed = failed.into_iter().map(|(why,)| why).collect();
        let posted = posted.into_iter().map(|(id,)| id).collect();
        Kept { games: games.collect(), journal, waiting: waiting.0, posted, failed }
    }

    /// Mira's answers so far.
    fn answers(&self) -> usize {
        let me = self.mira.id().to_string();
        self.kept.journal.values().flatten().filter(|(author, _)| *author == me).count()
    }

    fn length(&self) -> usize {
        self.kept.journal.values().map(Vec::len).sum()
    }

    /// Kills the bot and starts it again; what was in the journal must still be.
    async fn strike(&mut self) {
        assert!(!self.bot.ended(), "the bot ended by itself");
        self.bot.kill();
        self.kills += 1;
        let gone = Instant::now();
        while self.discord.bot_online() {
            assert!(gone.elapsed() < LONG, "the connection of a dead process lives on");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let (next, within) = match self.heir.take() {
            Some(heir) => (heir, TAKEOVER),
            None => (Process::start(&self.config), LONG),
        };
        self.bot = next;
        while !self.discord.bot_online() {
            assert!(!self.bot.ended(), "the bot does not start again");
            assert!(gone.elapsed() < within, "the bot is not ready");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.slowest = self.slowest.max(gone.elapsed());
        if within == TAKEOVER {
            self.heir = Some(Process::start(&self.config));
        }
        self.look().await;
    }

    /// Reads the database; what was there must be there still.
    async fn look(&mut self) {
        let now = self.read().await;
        for (game, (_, status)) in &self.kept.games {
            let (_, then) = now.games.get(game).expect("a game is lost");
            let order = |status: &str| ["lobby", "running"].iter().position(|s| *s == status);
            let (before, after) = (order(status).unwrap_or(2), order(then).unwrap_or(2));
            assert!(after >= before, "a game went from {status} back to {then}");
        }
        for (game, entries) in &self.kept.journal {
            let kept = now.journal.get(game).map_or(&[][..], Vec::as_slice);
            assert!(kept.starts_with(entries), "the journal of {game} lost something");
        }
        self.kept = now;
    }

    /// Does something, has the bot killed at some moment, and returns the answer, if there was one.
    async fn under_fire(&mut self, deed: &Deed) -> Option<Reply> {
        let sent = match deed {
            Deed::Line(line) => self.mira.send_slash(&self.channel(), line),
            Deed::Press(message, button) => self.mira.send_click(*message, button),
        };
        let id = sent.unwrap_or_else(|why| panic!("{why}"));
        match self.dice.below(10) {
            // In the middle of it.
            0..4 => self.pause(60).await,
            4..6 => self.pause(500).await,
            // The moment it is acknowledged, while the channel is still being told.
            6..9 => {
                self.mira.outcome(id).await;
                self.pause(40).await;
            }
            // Some time after.
            _ => {
                self.mira.outcome(id).await;
                self.pause(1500).await;
            }
        }
        // Read before the kill: what is acknowledged here must hold.
        let reply = self.mira.reply(id);
        self.strike().await;
        (reply.failure.is_none() && reply.kind.is_some()).then_some(reply)
    }

    async fn pause(&mut self, up_to: u64) {
        let wait = Duration::from_millis(self.dice.below(up_to));
        tokio::time::sleep(wait).await;
    }

    /// A game with five computers, begun under fire.
    async fn new_game(&mut self) {
        self.tables += 1;
        self.discord.create_channel(&self.channel());
        while self.game().is_none() {
            let reply = self.under_fire(&Deed::Line("/game create name:Siege".into())).await;
            let done = reply.is_some_and(|reply| reply.content.starts_with("**Siege**"));
            assert!(!done || self.game().is_some(), "an acknowledged game is lost");
        }
        let filled = self.mira.slash(&self.channel(), "/game fill count:5").await;
        assert_eq!(filled.expect("it can be typed").failure, None);
        while self.game().is_some_and(|(_, status)| status == "lobby") {
            let reply = self.under_fire(&Deed::Line("/game start".into())).await;
            let done = reply.is_some_and(|reply| reply.content.contains("begins"));
            let begun = self.game().is_some_and(|(_, status)| status != "lobby");
            assert!(!done || begun, "an acknowledged start is lost");
        }
    }

    /// The same while nobody shoots.
    async fn game_in_peace(&mut self) {
        self.tables += 1;
        self.discord.create_channel(&self.channel());
        for line in ["/game create name:Siege", "/game fill count:5", "/game start"] {
            let reply = self.mira.slash(&self.channel(), line).await.expect("it can be typed");
            assert_eq!(reply.failure, None, "{line}");
        }
        self.settle().await;
    }

    /// One thing that Mira is asked, answered under fire.
    async fn turn(&mut self) {
        let channel = self.channel();
        let asked = self.mira.slash(&channel, "/answer").await.expect("it can be typed");
        assert_eq!(asked.failure, None, "the bot does not answer");
        if asked.content.starts_with('✖') {
            // The computers play, or the game is over.
            self.pause(60).await;
            if self.dice.below(2) == 0 {
                self.strike().await;
            }
            self.look().await;
            return;
        }
        let Some(deed) = first_answer(&asked) else { panic!("no answer to {}", asked.content) };
        self.look().await;
        let (answers, length) = (self.answers(), self.length());
        let Some(reply) = self.under_fire(&deed).await else { return };
        if reply.content.starts_with('✔') {
            self.acknowledged += 1;
            assert!(self.answers() > answers, "acknowledged and lost: {}", reply.content);
        } else if reply.content.contains("✔ This can be done") && self.length() == length {
            // A draft is kept as well.
            let now = self.mira.slash(&channel, "/answer").await.expect("it can be typed");
            self.look().await;
            let kept = now.content == reply.content || self.length() > length;
            assert!(kept, "a draft is lost: {}\nnow: {}", reply.content, now.content);
        }
    }

    /// Waits until everything is told; it must have been told once.
    async fn all_is_told(&mut self) {
        self.settle().await;
        self.nothing_twice();
        let questions = self.questions();
        assert!(questions.len() <= 1, "old questions stay: {questions:#?}");
    }

    /// Waits until nobody but Mira is waited for and every letter is posted.
    async fn settle(&mut self) {
        let started = Instant::now();
        loop {
            self.look().await;
            let before = self.length();
            assert!(started.elapsed() < LONG, "{} letters stay in the outbox", self.kept.waiting);
            tokio::time::sleep(Duration::from_millis(300)).await;
            self.look().await;
            if self.kept.waiting == 0 && self.length() == before {
                break;
            }
        }
        assert_eq!(self.kept.failed, Vec::<String>::new());
    }

    /// Looks through everything that was posted, once nothing waits. Two messages may say the same only
    /// if two letters did.
    fn nothing_twice(&self) {
        let mut channels: Vec<String> = (1..=self.tables).map(|n| format!("siege-{n}")).collect();
        channels.push("dm".into());
        for channel in channels {
            let posts = self.mira.messages(&channel);
            let posts: Vec<&Post> = posts.iter().filter(|post| is_letter(post)).collect();
            let noted = |post: &Post| self.kept.posted.contains(&post.id.to_string());
            let mut seen: BTreeMap<&str, &Post> = BTreeMap::new();
            for (n, post) in posts.iter().enumerate() {
                let Some(first) = seen.insert(&post.content, post) else { continue };
                // A question may come again when it was answered in between.
                let apart = posts[n - 1].id != first.id && !post.buttons().is_empty();
                assert!(
                    (noted(first) && noted(post)) || apart,
                    "posted twice in {channel} ({}, {}): {}",
                    first.id,
                    post.id,
                    post.content
                );
            }
        }
        let hands = self.mira.dms().into_iter().filter(|post| post.content.contains("your hand"));
        assert!(hands.count() <= self.tables, "a hand was posted twice");
    }

    /// The questions that the game's channel shows.
    fn questions(&self) -> Vec<String> {
        let posts = self.mira.messages(&self.channel()).into_iter();
        let questions = posts.filter(|post| is_letter(post) && post.content.starts_with('⏳'));
        questions.map(|post| post.content).collect()
    }
}

/// Whether the bot posted it by itself, not as the answer to a command, and it still says what it said:
/// secret questions all read alike once they are settled.
fn is_letter(post: &Post) -> bool {
    let settled = post.content.ends_with("This question is settled.");
    post.from_bot && !post.ephemeral && post.command.is_none() && !settled
}

/// What confirms, the first suggestion, the first option, or the first entries of the first menu.
fn first_answer(asked: &Reply) -> Option<Deed> {
    let message = asked.message?;
    let buttons = asked.buttons();
    let enabled = |label: &str| buttons.iter().find(|b| b.label == label && !b.disabled);
    let star = || buttons.iter().find(|b| b.label.starts_with('★'));
    let listed = || buttons.iter().find(|b| b.custom_id.starts_with("answer:"));
    if let Some(button) = enabled("Confirm").or_else(star).or_else(listed) {
        return Some(Deed::Press(message, button.custom_id.clone()));
    }
    let parts = asked.components.iter().filter_map(|row| row["components"].get(0));
    let menu = parts.into_iter().find(|part| part["type"] == 3)?;
    let wants = menu["min_values"].as_u64().unwrap_or(1).max(1) as usize;
    let options = menu["options"].as_array()?.iter().take(wants);
    let values: Vec<&str> = options.filter_map(|option| option["value"].as_str()).collect();
    Some(Deed::Line(format!("/answer choice:{}", values.join("; "))))
}

fn wanted() -> usize {
    let default = if std::env::var("CI").is_ok_and(|ci| ci == "true") { 200 } else { 40 };
    let given = std::env::var("CUSTODIAN_KILLS").ok();
    given.map_or(default, |n| n.parse().expect("CUSTODIAN_KILLS is a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_bot_loses_nothing_acknowledged_and_posts_nothing_twice() {
    let wanted = wanted();
    let started = Instant::now();
    let mut siege = Siege::begin(0x5EED_1234_ABCD_0001).await;
    while siege.kills < wanted {
        match siege.game() {
            Some((_, "running")) => siege.turn().await,
            _ => siege.new_game().await,
        }
        if siege.kills % 20 == 0 {
            siege.all_is_told().await;
        }
    }
    siege.all_is_told().await;
    println!(
        "{} kills, {} acknowledged answers, {} journal entries in {} games, {:.1} s",
        siege.kills,
        siege.acknowledged,
        siege.length(),
        siege.tables,
        started.elapsed().as_secs_f64()
    );
    assert!(siege.acknowledged > 0, "nothing was ever acknowledged");
}

/// A schema of its own on the server that tests may use, if there is one.
async fn server() -> Option<String> {
    let Ok(url) = std::env::var("CUSTODIAN_TEST_POSTGRES") else {
        println!("left out on PostgreSQL: CUSTODIAN_TEST_POSTGRES names no server");
        return None;
    };
    sqlx::any::install_default_drivers();
    let schema = format!("custodian_kill_{}", std::process::id());
    let mut db = AnyConnection::connect(&url).await.expect("the server for the tests");
    for order in ["DROP SCHEMA IF EXISTS", "CREATE SCHEMA"] {
        let cascade = if order.starts_with("DROP") { "CASCADE" } else { "" };
        let order = AssertSqlSafe(format!("{order} {schema} {cascade}"));
        db.execute(order).await.expect("a schema");
    }
    let joint = if url.contains('?') { '&' } else { '?' };
    Some(format!("{url}{joint}options=-c%20search_path%3D{schema}"))
}

async fn takeovers(mut siege: Siege, kind: &str) {
    let wanted = (wanted() / 40).max(3);
    siege.game_in_peace().await;
    while siege.kills < wanted || siege.acknowledged == 0 {
        match siege.game() {
            Some((_, "running")) => siege.turn().await,
            _ => siege.new_game().await,
        }
        assert!(siege.kills < 5 * wanted, "nothing was ever acknowledged");
    }
    siege.all_is_told().await;
    println!(
        "{kind}: {} kills, the slowest takeover after {:.1} s, {} acknowledged answers",
        siege.kills,
        siege.slowest.as_secs_f64(),
        siege.acknowledged
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_takes_over_from_a_killed_one_and_nothing_is_lost_or_repeated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("custodian.db");
    let file = file.to_str().expect("a plain path").to_string();
    takeovers(Siege::with_heir(0x5EED_0002, folder, &file).await, "SQLite").await;
    if let Some(url) = server().await {
        let folder = tempfile::tempdir().expect("a temporary folder");
        takeovers(Siege::with_heir(0x5EED_0003, folder, &url).await, "PostgreSQL").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_slept_through_its_lease_writes_nothing_and_ends() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("custodian.db");
    let file = file.to_str().expect("a plain path").to_string();
    let mut siege = Siege::with_heir(0x5EED_0004, folder, &file).await;
    siege.game_in_peace().await;
    siege.bot.signal("STOP");
    tokio::time::sleep(TAKEOVER).await;
    // The sleeper's connection is still open, so both get what Mira does from now on.
    siege.look().await;
    let length = siege.length();
    // Now and then the first answer is none that can be given at once; then the next one is.
    for _ in 0..5 {
        let channel = siege.channel();
        let asked = siege.mira.slash(&channel, "/answer").await.expect("it can be typed");
        assert_eq!(asked.failure, None, "nobody has taken over");
        match first_answer(&asked) {
            Some(Deed::Press(message, button)) => {
                let id = siege.mira.send_click(message, &button).expect("it can be pressed");
                siege.mira.outcome(id).await;
            }
            Some(Deed::Line(line)) => {
                siege.mira.slash(&channel, &line).await.expect("it can be typed");
            }
            None => {}
        }
        siege.settle().await;
        if siege.length() > length {
            break;
        }
    }
    let after = siege.answers();
    assert!(siege.length() > length, "the other one does not play");
    siege.bot.signal("CONT");
    let woken = Instant::now();
    while !siege.bot.ended() {
        assert!(woken.elapsed() < LONG, "a process without a lease goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    siege.settle().await;
    assert_eq!(siege.answers(), after, "two processes took one answer");
    siege.nothing_twice();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_at_its_loudest_holds_neither_the_token_nor_what_only_one_player_may_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("custodian.db");
    let (file, log) = (file.to_str().expect("a plain path"), folder.path().join("log"));
    let mut siege = Siege::on(0x5EED_0005, folder, file, "log_format = \"json\"\n").await;
    siege.bot.kill();
    let settings = fs::read_to_string(&siege.config).expect("it is there");
    fs::write(&siege.config, settings.replace("log = \"error\"", "log = \"trace\"")).expect("ours");
    let out = fs::File::create(&log).expect("a writable folder");
    siege.bot = Process::logging(&siege.config, out.into());
    let started = Instant::now();
    while !siege.discord.bot_online() || siege.read().await.games.is_empty() {
        assert!(started.elapsed() < LONG, "the bot is not ready");
        siege.tables = 1;
        siege.discord.create_channel(&siege.channel());
        let _ = siege.mira.slash(&siege.channel(), "/game create name:Siege").await;
    }
    for line in ["/game fill count:5", "/game start"] {
        let reply = siege.mira.slash(&siege.channel(), line).await.expect("it can be typed");
        assert_eq!(reply.failure, None, "{line}");
    }
    for _ in 0..12 {
        siege.settle().await;
        let asked = siege.mira.slash(&siege.channel(), "/answer").await.expect("it can be typed");
        match first_answer(&asked) {
            Some(Deed::Press(message, button)) => drop(siege.mira.click(message, &button).await),
            Some(Deed::Line(line)) => drop(siege.mira.slash(&siege.channel(), &line).await),
            None => {}
        }
    }
    let _ = siege.mira.slash(&siege.channel(), "/hand").await;
    siege.settle().await;
    let said = fs::read_to_string(&log).expect("it is there");
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert!(!lines.is_empty(), "nothing is logged");
    assert!(!said.contains(siege.discord.token()), "the token is in the log");
    // What only she was shown in the channel is as secret as what she was written.
    let (private, public): (Vec<Post>, Vec<Post>) =
        siege.mira.messages(&siege.channel()).into_iter().partition(|post| post.ephemeral);
    let private: Vec<Post> = private.into_iter().chain(siege.mira.dms()).collect();
    let words = private.iter().flat_map(|post| post.content.split(['\n', '*', '`', ',']));
    let words = words.map(str::trim).filter(|word| word.len() >= 10);
    let secret: BTreeSet<&str> =
        words.filter(|word| public.iter().all(|post| !post.content.contains(word))).collect();
    assert!(secret.len() >= 3, "too little to look for: {secret:?}");
    for word in secret {
        assert!(!said.contains(word), "in the log: {word}");
    }
}

#[test]
fn the_measurement_under_load_loses_nothing_and_says_what_it_measured() {
    let small = ["--games", "4", "--active", "2", "--rate", "4", "--seconds", "2", "--known", "6"];
    let run = Command::new(env!("CARGO_BIN_EXE_custodian"))
        .args(["bench", "table", "--json"])
        .args(small)
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let said: serde_json::Value = serde_json::from_slice(&run.stdout).expect("one line of JSON");
    assert_eq!(said["games"], 4);
    assert!(said["commands"].as_u64().is_some_and(|commands| commands > 0), "{said}");
    assert_eq!((said["lost"].as_u64(), said["repeated"].as_u64()), (Some(0), Some(0)), "{said}");
    for spread in ["ack_ms", "result_ms", "fdatasync_ms"] {
        assert!(said[spread]["p99"].as_f64() >= said[spread]["p50"].as_f64(), "{said}");
    }
    for bytes in ["resident_bytes_1000", "resident_bytes_10000"] {
        assert!(said[bytes].as_u64().is_some(), "{said}");
    }
    assert!(said["restart_ms"].as_f64().is_some_and(|ms| ms > 0.0), "{said}");
}
