//! `custodian bench table`: how fast the bot answers when many games are played at once, how much memory
//! it takes, and how soon it is back after a restart. The bot is a process of its own, as in earnest;
//! the simulated Discord and the people who type are this one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::imperium::Imperium;
use crate::simcord::{Options, Person, Post, Reply, Simcord};
use crate::store::{Status, Store};
use crate::table::{self, Clock, SystemClock};
use anyhow::{Context, Result, bail};
use tokio::task::JoinSet;

/// Measure the bot under load: many games on the simulated Discord
#[derive(clap::Args)]
pub struct Load {
    /// Games that the database holds while commands are timed
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Games that are played
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
    active: u32,
    /// Commands a second, over all games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rate: u32,
    /// How long commands are sent
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// Games that the database holds for the restart and the second look at the memory
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    known: u32,
    #[arg(long)]
    json: bool,
}

/// Who plays; the simulated Discord knows them.
const PEOPLE: [&str; 3] = ["Mira", "Jon", "Aiko"];

/// Different games of which the others are copies, and how many answers each is ahead of the last.
const SOURCES: usize = 5;
const AHEAD: usize = 12;

const PATIENCE: Duration = Duration::from_secs(20);

pub async fn load(args: &Load) -> Result<ExitCode> {
    if args.active > args.games {
        bail!("of {} games no {} can be played; give --active or --games", args.games, args.active);
    }
    let folder = Folder::new()?;
    let discord = Arc::new(Simcord::start(Options::default()).await?);
    let place = Place::prepare(&folder.0, &discord)?;
    let sources = first_games(&place).await?;
    let store = Store::open(&place.database).await?;
    copy(&place, &store, &sources, 0..args.games).await?;

    let mut bot = place.bot().await?;
    let before = answers(&store).await?;
    let timed = play(&place, args).await;
    let resident_1000 = bot.resident();
    // The last letters are on their way.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let kept = answers(&store).await? - before;
    let repeated = repeated(&place, args.active);
    bot.stop();

    copy(&place, &store, &sources, args.games..args.known.max(args.games)).await?;
    let restarted = Instant::now();
    let mut bot = place.bot().await?;
    some_answer(&place).await?;
    let restart = restarted.elapsed();
    let resident_10000 = bot.resident();
    bot.stop();
    store.close().await;

    let done = timed.iter().filter(|one| one.done).count();
    let silent = timed.iter().filter(|one| one.acknowledged.is_none() || one.unseen).count();
    let report = serde_json::json!({
        "games": args.games,
        "active": args.active,
        "commands": timed.len(),
        "ack_ms": spread(timed.iter().filter_map(|one| one.acknowledged)),
        "result_ms": spread(timed.iter().filter_map(|one| one.result)),
        "lost": silent + done.saturating_sub(kept),
        "repeated": repeated,
        "resident_bytes_1000": resident_1000,
        "resident_bytes_10000": resident_10000,
        "restart_ms": milliseconds(restart),
        "fdatasync_ms": spread(fdatasync(&folder.0)?.into_iter()),
    });
    match args.json {
        true => println!("{report}"),
        false => println!("{}", serde_json::to_string_pretty(&report)?),
    }
    Ok(ExitCode::SUCCESS)
}

/// A folder that goes when the measurement ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder> {
        let path = std::env::temp_dir().join(format!("custodian-bench-{}", std::process::id()));
        fs::create_dir_all(&path)
            .with_context(|| format!("the folder {} cannot be made", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Place {
    discord: Arc<Simcord>,
    people: Vec<Person>,
    config: PathBuf,
    database: PathBuf,
}

/// The bot; it does not outlive the measurement.
struct Bot(Child);

impl Place {
    fn prepare(folder: &Path, discord: &Arc<Simcord>) -> Result<Place> {
        let config = folder.join("config.toml");
        let database = folder.join("custodian.db");
        let text = format!(
            "token = \"{}\"\napi = \"{}\"\nguild = \"{}\"\ndatabase = {:?}\n\
             automatic_after_seconds = 1\nlog = \"error\"\n\
             allow_readable_by_all = true\n",
            discord.token(),
            discord.url(),
            discord.guild_id(),
            database
        );
        fs::write(&config, text)?;
        let people = PEOPLE.iter().map(|name| discord.person(name).patient(PATIENCE, PATIENCE));
        Ok(Place { discord: discord.clone(), people: people.collect(), config, database })
    }

    /// The bot as a process of its own, when it is ready.
    async fn bot(&self) -> Result<Bot> {
        let child = Command::new(std::env::current_exe()?)
            .args(["bot", "--config"])
            .arg(&self.config)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let bot = Bot(child.context("the bot cannot be started")?);
        match self.discord.wait_ready(Duration::from_secs(60)).await {
            true => Ok(bot),
            false => bail!("the bot does not connect"),
        }
    }
}

impl Bot {
    /// Bytes of memory that it holds, as the system says; 0 where it does not say.
    fn resident(&self) -> u64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    fn stop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.stop();
    }
}

fn channel(at: u32) -> String {
    format!("game-{at}")
}

/// Plays a few games by hand, each further than the last, and takes them out of the store.
async fn first_games(place: &Place) -> Result<Vec<table::Export>> {
    let mut bot = place.bot().await?;
    for at in 0..SOURCES {
        let channel = format!("source-{at}");
        place.discord.create_channel(&channel);
        let [first, others @ ..] = &place.people[..] else { bail!("nobody plays") };
        first.slash(&channel, &format!("/game create name:Source {at}")).await?;
        for person in others {
            person.slash(&channel, "/game join").await?;
        }
        first.slash(&channel, "/game start").await?;
        let mut dice = Dice(at as u64 + 1);
        for _ in 0..(at + 1) * AHEAD {
            answer(place, &channel, &mut dice).await;
        }
    }
    // All that was answered is in the store; letters do not matter for copies.
    bot.stop();
    let store = Store::open(&place.database).await?;
    let mut sources = Vec::new();
    for game in store.games_with(Status::Running).await? {
        sources.push(table::export(&store, &game.id).await?);
        store.set_status(&game.id, Status::Abandoned).await?;
    }
    store.close().await;
    Ok(sources)
}

/// Copies of the sources in channels of their own.
async fn copy(
    place: &Place,
    store: &Store,
    sources: &[table::Export],
    range: std::ops::Range<u32>,
) -> Result<()> {
    let guild = place.discord.guild_id().to_string();
    for at in range {
        let channel = place.discord.create_channel(&channel(at)).to_string();
        let source = &sources[at as usize % sources.len()];
        let now = SystemClock.now();
        table::import::<Imperium>(store, source, &channel, &guild, now).await?;
    }
    Ok(())
}

/// What became of one command.
#[derive(Clone, Copy, Debug, Default)]
struct Timed {
    acknowledged: Option<Duration>,
    /// Until the channel showed something new.
    result: Option<Duration>,
    /// It was carried out.
    done: bool,
    /// It was carried out, and the channel shows nothing of it.
    unseen: bool,
}

/// Sends commands at the wanted rate, always to a game that is not busy with one.
async fn play(place: &Place, args: &Load) -> Vec<Timed> {
    let mut idle: std::collections::VecDeque<u32> = (0..args.active).collect();
    let mut running = JoinSet::new();
    let mut timed = Vec::new();
    let mut tick = tokio::time::interval(Duration::from_secs(1) / args.rate);
    let end = Instant::now() + Duration::from_secs(args.seconds.into());
    let mut round = 0u64;
    while Instant::now() < end {
        tokio::select! {
            _ = tick.tick() => {
                let Some(at) = idle.pop_front() else { continue };
                round += 1;
                let hand = place.hand();
                running.spawn(async move {
                    let mut dice = Dice(round * 7919 + u64::from(at));
                    (at, hand.answer(&channel(at), &mut dice).await)
                });
            }
            Some(Ok((at, one))) = running.join_next() => {
                idle.push_back(at);
                timed.extend(one);
            }
        }
    }
    while let Some(one) = running.join_next().await {
        timed.extend(one.ok().and_then(|(_, one)| one));
    }
    timed
}

async fn answer(place: &Place, channel: &str, dice: &mut Dice) {
    place.hand().answer(channel, dice).await;
}

/// The people at the tables.
#[derive(Clone)]
struct Hand(Vec<Person>);

impl Place {
    fn hand(&self) -> Hand {
        Hand(self.people.clone())
    }
}

impl Hand {
    /// Has whoever is asked in a channel answer with something that is proposed; nothing when nobody is
    /// asked.
    async fn answer(&self, channel: &str, dice: &mut Dice) -> Option<Timed> {
        let question = self.question(channel).await;
        let asked = self.0.iter().filter(|person| match &question {
            Some(question) => question.content.contains(&person.id().to_string()),
            // Nobody has asked in a copy yet.
            None => true,
        });
        for person in asked {
            let proposed =
                person.autocomplete(channel, "/answer choice:").await.unwrap_or_default();
            let values: Vec<&str> = proposed.iter().filter_map(|one| one.value.as_str()).collect();
            let Some(value) = values.get(dice.below(values.len())) else { continue };
            return self.command(person, channel, &format!("/answer choice:{value}")).await;
        }
        None
    }

    async fn question(&self, channel: &str) -> Option<Post> {
        let shown = self.0[0].messages(channel);
        shown.into_iter().rev().find(|post| post.content.starts_with('⏳'))
    }

    async fn command(&self, person: &Person, channel: &str, line: &str) -> Option<Timed> {
        let before = self.shown(channel);
        let begun = Instant::now();
        let sent = person.send_slash(channel, line).ok()?;
        let outcome = person.outcome(sent);
        let seen = self.changed(channel, &before, begun);
        tokio::pin!(outcome, seen);
        let (reply, seen) = tokio::select! {
            reply = &mut outcome => match carried_out(&reply) {
                true => (reply, seen.await),
                false => (reply, None),
            },
            at = &mut seen => (outcome.await, at),
        };
        let done = carried_out(&reply);
        if !done && !reply.content.is_empty() {
            // It was a part of an answer, or cannot be chosen alone.
            let _ = person.slash(channel, "/cancel").await;
            let _ = person.slash(channel, "/pass").await;
        }
        Some(Timed {
            acknowledged: reply.acknowledged,
            result: seen.filter(|_| done),
            done,
            unseen: done && seen.is_none(),
        })
    }

    /// What everybody reads in a channel.
    fn shown(&self, channel: &str) -> Vec<(u64, String)> {
        let posts = self.0[0].messages(channel).into_iter();
        let told = posts.filter(|post| post.from_bot && !post.ephemeral && post.command.is_none());
        told.map(|post| (post.id, post.content)).collect()
    }

    async fn changed(
        &self,
        channel: &str,
        before: &[(u64, String)],
        begun: Instant,
    ) -> Option<Duration> {
        while begun.elapsed() < PATIENCE / 4 {
            if self.shown(channel) != before {
                return Some(begun.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        None
    }
}

fn carried_out(reply: &Reply) -> bool {
    reply.content.starts_with('✔')
}

/// Answers of people in all journals.
async fn answers(store: &Store) -> Result<usize> {
    let mut all = 0;
    for game in store.games_with(Status::Running).await? {
        let journal = store.journal(&game.id).await?;
        all += journal
            .iter()
            .filter(|row| !row.author.is_empty() && row.entry.starts_with("{\"Answer\""))
            .count();
    }
    Ok(all)
}

/// Messages that stand in a channel twice, questions apart.
fn repeated(place: &Place, active: u32) -> usize {
    let hand = place.hand();
    let twice = |at: u32| {
        let mut texts: Vec<String> =
            hand.shown(&channel(at)).into_iter().map(|(_, text)| text).collect();
        let all = texts.len();
        texts.sort();
        texts.dedup();
        all - texts.len()
    };
    (0..active).map(twice).sum()
}

/// The first answer of a bot that has just been started.
async fn some_answer(place: &Place) -> Result<()> {
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        let reply = place.people[0].slash(&channel(0), "/status").await;
        if reply.is_ok_and(|reply| reply.failure.is_none() && !reply.content.is_empty()) {
            return Ok(());
        }
    }
    bail!("the bot does not answer after its restart")
}

/// What the machine's own durable write takes, for comparison.
fn fdatasync(folder: &Path) -> Result<Vec<Duration>> {
    use std::io::Write;
    let mut file = fs::File::create(folder.join("sync"))?;
    let mut times = Vec::new();
    for _ in 0..200 {
        let begun = Instant::now();
        file.write_all(&[0x5a; 4096])?;
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    Ok(times)
}

fn spread(times: impl Iterator<Item = Duration>) -> serde_json::Value {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let at = |share: f64| {
        let last = times.len().checked_sub(1)?;
        Some(milliseconds(times[(share * last as f64).round() as usize]))
    };
    serde_json::json!({ "p50": at(0.5), "p99": at(0.99) })
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}

/// Numbers that differ with the seed only.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        for _ in 0..3 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        (self.0 % n.max(1) as u64) as usize
    }
}
