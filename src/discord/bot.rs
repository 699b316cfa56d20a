//! Connecting, and everything that runs beside the connection.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use poise::serenity_prelude as serenity;
use serenity::gateway::ConnectionStage;
use serenity::{
    ClientBuilder, FullEvent, GatewayIntents, GuildId, Http, HttpBuilder, Interaction, ShardManager,
};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::metrics::METRICS;
use crate::store::{Claim, Database, Part, Store};
use crate::table::{Bell, Clock, Courier, Pace, SystemClock};

use super::pictures::{Draw, Pictures};
use super::poster::DiscordPoster;
use super::{Data, Error, Tables, commands, patience, press, remind};

/// How a bot is set up.
#[derive(Clone)]
pub struct Setup {
    pub token: String,
    /// Another server in the place of `https://discord.com`; nothing: Discord.
    pub api: Option<String>,
    /// Register the commands in this guild only.
    pub guild: Option<u64>,
    /// Name or id of the role whose holders moderate every game.
    pub moderator_role: Option<String>,
    pub database: Database,
    pub processes: Processes,
    /// About how long after a question that only passing answers it is passed.
    pub automatic_after: Duration,
    /// Between two edits of one message at least.
    pub between_edits: Duration,
    pub draw: Option<Draw>,
    /// Words that new games are dealt from, for tests; nothing: chance.
    pub dealing: Option<String>,
    /// What becomes of games that ended; nothing: they stay.
    pub ended: Option<Ended>,
    /// Where metrics and the state of health are given.
    pub listen: Option<SocketAddr>,
}

/// When ended games leave the database, and for where.
#[derive(Clone, Debug)]
pub struct Ended {
    pub after: Duration,
    pub folder: PathBuf,
}

/// How this process gets on with others on the same database.
#[derive(Clone, Debug)]
pub struct Processes {
    /// The gateway's shards that this process runs; nothing: all of them.
    pub shards: Option<Part>,
    /// When another process runs them.
    pub claim: Claim,
    /// How long this process is waited for when it falls silent.
    pub lease: Duration,
}

impl Default for Processes {
    fn default() -> Self {
        Processes { shards: None, claim: Claim::Take, lease: Duration::from_secs(6) }
    }
}

/// What the connection tells about itself.
pub struct State {
    failed: Mutex<Option<String>>,
    stopping: watch::Sender<bool>,
    /// Another process runs the games.
    standing_by: AtomicBool,
    shards: OnceLock<Arc<ShardManager>>,
}

/// How far a process has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    StandingBy,
    Connecting,
    Running,
}

impl Stage {
    pub fn name(self) -> &'static str {
        match self {
            Stage::StandingBy => "standing by",
            Stage::Connecting => "connecting",
            Stage::Running => "running",
        }
    }
}

impl State {
    fn new() -> State {
        State {
            failed: Mutex::new(None),
            stopping: watch::Sender::new(false),
            standing_by: AtomicBool::new(false),
            shards: OnceLock::new(),
        }
    }

    pub async fn stage(&self) -> Stage {
        if self.standing_by.load(Ordering::SeqCst) {
            return Stage::StandingBy;
        }
        let Some(shards) = self.shards.get() else { return Stage::Connecting };
        let runners = shards.runners.lock().await;
        let connected = runners.values().all(|shard| shard.stage == ConnectionStage::Connected);
        if connected && !runners.is_empty() { Stage::Running } else { Stage::Connecting }
    }

    fn fail(&self, why: String) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        self.stopping.send_replace(true);
    }
}

/// A running bot.
pub struct Bot {
    state: Arc<State>,
    tables: Arc<Tables>,
    task: JoinHandle<anyhow::Result<()>>,
    watched: Option<SocketAddr>,
    /// Ends with the bot.
    _beside: JoinSet<()>,
}

impl Bot {
    /// Opens the database and begins to connect. What fails later ends [`Bot::finished`].
    pub async fn start(setup: Setup) -> anyhow::Result<Bot> {
        let store = Store::open_soundly(&setup.database).await;
        let store = store.with_context(|| format!("{}", setup.database))?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let pause = i64::try_from(setup.automatic_after.as_millis()).unwrap_or(i64::MAX / 4);
        let tables = Tables::new(store, clock.clone());
        let tables = tables.at_pace(&Pace::usual(pause));
        let tables = Arc::new(match &setup.dealing {
            Some(words) => tables.dealing_from(words),
            None => tables,
        });
        let http = Arc::new(http(&setup)?);
        let pictures = Arc::new(Pictures::new(setup.draw.clone()));
        let poster = Arc::new(DiscordPoster::new(
            http.clone(),
            tables.clone(),
            pictures.clone(),
            setup.between_edits,
        ));
        let state = Arc::new(State::new());
        let mut beside = JoinSet::new();
        let mut watched = None;
        if let Some(address) = setup.listen {
            let store = tables.store().clone();
            let (address, serving) = super::watch::serve(address, store, state.clone()).await?;
            tracing::info!(%address, "metrics and health are given");
            beside.spawn(serving);
            watched = Some(address);
        }
        let data = Arc::new(Data {
            tables: tables.clone(),
            poster,
            pictures,
            delivered: patience::Delivered::default(),
            bell: Bell::default(),
            moderator_role: setup.moderator_role.clone(),
            bot: state.clone(),
        });
        let task = tokio::spawn(run(setup, http, data, clock));
        Ok(Bot { state, tables, task, watched, _beside: beside })
    }

    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Where `/metrics` and `/health` are, if anywhere.
    pub fn watched_at(&self) -> Option<SocketAddr> {
        self.watched
    }

    /// Waits until the bot ends by itself, which it does only on failure.
    pub async fn finished(&mut self) -> anyhow::Result<()> {
        match (&mut self.task).await {
            Ok(ended) => ended,
            Err(why) => Err(anyhow!("the bot ended: {why}")),
        }
    }

    /// Disconnects; what is under way is finished, what is not told yet stays in the outbox.
    pub async fn stop(self) {
        self.state.stopping.send_replace(true);
        if let Ok(Err(why)) = self.task.await {
            tracing::warn!(%why, "the bot ended with an error");
        }
        self.tables.store().close().await;
    }
}

fn http(setup: &Setup) -> anyhow::Result<Http> {
    anyhow::ensure!(!setup.token.trim().is_empty(), "there is no token");
    let builder = HttpBuilder::new(&setup.token);
    Ok(match &setup.api {
        // serenity ignores the proxy while its rate limiter is on, and would send the token to
        // Discord instead.
        Some(api) => builder.proxy(api.trim_end_matches('/')).ratelimiter_disabled(true).build(),
        None => builder.build(),
    })
}

/// How often questions are looked through for what is due.
const ROUND: Duration = Duration::from_millis(500);
/// How often players are looked through for reminders.
const MINUTE: Duration = Duration::from_secs(60);
/// How often forgotten rate limits are cleared away.
const HOUR: Duration = Duration::from_secs(3600);

async fn run(
    setup: Setup,
    http: Arc<Http>,
    data: Arc<Data>,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<()> {
    let state = data.bot.clone();
    let mut stopping = state.stopping.subscribe();
    // A process that cannot connect takes nothing over from one that can.
    let client = tokio::select! {
        client = connect(&setup, &http, data.clone()) => client?,
        () = asked_to_stop(&mut stopping) => return Ok(()),
    };
    let store = data.tables.store().clone();
    tokio::select! {
        claimed = claim(&store, &setup.processes, &state) => claimed?,
        () = asked_to_stop(&mut stopping) => return Ok(()),
    }
    let mut beside = JoinSet::new();
    let (renewed, renewing) = (store.clone(), state.clone());
    let every = setup.processes.lease / 3;
    beside.spawn(async move { renew(&renewed, &renewing, every).await });
    let ended = play(setup, http, client, data, clock, beside).await;
    if let Err(why) = store.release().await {
        tracing::warn!(%why, "the lease could not be given back");
    }
    let failed = state.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
    match failed {
        Some(why) => Err(anyhow!(why)),
        None => ended,
    }
}

/// Runs the games of this process until it is asked to stop.
async fn play(
    setup: Setup,
    http: Arc<Http>,
    mut client: serenity::Client,
    data: Arc<Data>,
    clock: Arc<dyn Clock>,
    mut beside: JoinSet<()>,
) -> anyhow::Result<()> {
    let state = data.bot.clone();
    let mut stopping = state.stopping.subscribe();
    let tables = data.tables.clone();
    let answering = tables.clone();
    beside.spawn(async move { tables.keep_up().await });
    let courier = Courier::new(data.tables.store().clone(), clock.clone(), data.poster.clone())
        .hearing(data.bell.clone());
    beside.spawn(async move { courier.run().await });
    let (pictures, drawn, drawing) = (data.pictures.clone(), data.tables.clone(), http.clone());
    beside.spawn(async move { pictures.run(drawn, drawing).await });
    if let Some(ended) = setup.ended.clone() {
        let (tables, clock) = (data.tables.clone(), clock.clone());
        beside.spawn(async move { put_away(&tables, &*clock, &ended).await });
    }
    beside.spawn(async move {
        loop {
            clock.sleep(ROUND).await;
            if let Err(why) = answering.ring(clock.now()).await {
                tracing::error!(%why, "what was due could not be found");
            }
        }
    });
    let (reminded, reminding, time) =
        (data.tables.clone(), http.clone(), data.tables.clock().clone());
    beside.spawn(async move {
        loop {
            time.sleep(MINUTE).await;
            if let Err(why) = remind::remind(&reminded, &reminding, time.now()).await {
                tracing::error!(%why, "reminders failed");
            }
        }
    });
    let limited = client.http.clone();
    beside.spawn(async move {
        loop {
            tokio::time::sleep(HOUR).await;
            forget_limits(&limited).await;
        }
    });
    let shards = client.shard_manager.clone();
    let _ = state.shards.set(shards.clone());
    let ended = tokio::select! {
        ended = keep_connected(&mut client, setup.processes.shards) => {
            ended.map_err(|why| anyhow!("Discord: {why}"))
        }
        () = asked_to_stop(&mut stopping) => {
            shards.shutdown_all().await;
            Ok(())
        }
    };
    beside.shutdown().await;
    ended
}

/// How often a process that stands by looks whether it is needed.
const WATCH: Duration = Duration::from_millis(500);

/// Waits until the games of this process's shards are its own.
async fn claim(store: &Store, processes: &Processes, state: &State) -> anyhow::Result<()> {
    let part = processes.shards.unwrap_or(Part::ALL);
    let owner = format!("{}-{:016x}", std::process::id(), rand::random::<u64>());
    let mut told = false;
    loop {
        match store.claim(&owner, part, processes.claim, processes.lease).await {
            Ok(true) => {
                state.standing_by.store(false, Ordering::SeqCst);
                tracing::info!(owner, shards = %part, "this process runs the games");
                return Ok(());
            }
            Ok(false) if !told => {
                told = true;
                state.standing_by.store(true, Ordering::SeqCst);
                tracing::info!(shards = %part, "another process runs the games; standing by");
            }
            Ok(false) => {}
            // Who waits for its turn waits for the database as well.
            Err(why) if told => tracing::error!(%why, "the leases cannot be read"),
            Err(why) => return Err(why.into()),
        }
        tokio::time::sleep(WATCH).await;
    }
}

/// Keeps the lease; the end of it is the end of the bot. A database that fails for a while is waited for,
/// since nothing can be written meanwhile, by nobody.
async fn renew(store: &Store, state: &State, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        match store.renew().await {
            Ok(true) => {}
            Ok(false) => return state.fail("another Custodian has taken over".into()),
            Err(why) => tracing::error!(%why, "the lease could not be renewed"),
        }
    }
}

/// Puts ended games away when their time has come, for ever.
async fn put_away(tables: &Tables, clock: &dyn Clock, ended: &Ended) {
    let after = i64::try_from(ended.after.as_millis()).unwrap_or(i64::MAX);
    loop {
        let before = clock.now().saturating_sub(after);
        if let Err(why) = tables.put_away(before, &ended.folder).await {
            tracing::error!(%why, "ended games cannot be put away");
        }
        clock.sleep(HOUR).await;
    }
}

async fn listen(client: &mut serenity::Client, shards: Option<Part>) -> serenity::Result<()> {
    match shards {
        Some(part) => client.start_shard_range(part.first..part.last + 1, part.of).await,
        None => client.start_autosharded().await,
    }
}

/// Asks for the gateway's address and stays connected; the first of it may fail for a while.
async fn keep_connected(
    client: &mut serenity::Client,
    shards: Option<Part>,
) -> serenity::Result<()> {
    loop {
        match listen(client, shards).await {
            Err(why) if patience::passing(&why).is_some() => {
                tracing::warn!(%why, "Discord cannot be reached; trying again");
                tokio::time::sleep(AGAIN).await;
            }
            ended => return ended,
        }
    }
}

/// Between two attempts to connect.
const AGAIN: Duration = Duration::from_secs(2);

async fn asked_to_stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

async fn connect(
    setup: &Setup,
    http: &Arc<Http>,
    data: Arc<Data>,
) -> anyhow::Result<serenity::Client> {
    // serenity would go on with another address when this fails; a wrong token is better said.
    let known = reached(|| http.get_bot_gateway()).await;
    known.map_err(|why| match &why {
        serenity::Error::Http(http) if http.status_code().is_some_and(|code| code == 401) => {
            anyhow!("Discord does not accept the token")
        }
        _ => anyhow!("Discord cannot be reached: {why}"),
    })?;
    let guild = setup.guild;
    let options = poise::FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(on_error(error)),
        pre_command: |ctx| Box::pin(super::reply::came(ctx)),
        post_command: |ctx| {
            Box::pin(async move {
                METRICS.done.count();
                super::reply::answered(ctx).await;
            })
        },
        event_handler: |framework, event| Box::pin(on_event(framework, event)),
        initialize_owners: false,
        ..poise::FrameworkOptions::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                let list = &framework.options().commands;
                let registered = patience::repeat(|| register(ctx, list, guild)).await;
                if let Err(why) = registered {
                    // poise would wait for ever for a set-up that failed.
                    data.bot.fail(format!("the commands could not be registered: {why}"));
                    return Err(why.into());
                }
                tracing::info!(name = ready.user.name, "connected");
                Ok(data)
            })
        })
        .build();
    // serenity's builder takes the client by value.
    let own = self::http(setup)?;
    let client = ClientBuilder::new_with_http(own, GatewayIntents::GUILDS).framework(framework);
    client.await.map_err(|why| anyhow!("Discord: {why}"))
}

async fn register(
    ctx: &serenity::Context,
    list: &[commands::Command],
    guild: Option<u64>,
) -> serenity::Result<()> {
    match guild {
        Some(guild) => poise::builtins::register_in_guild(ctx, list, GuildId::new(guild)).await,
        None => poise::builtins::register_globally(ctx, list).await,
    }
}

/// Waits until Discord is there: a service that starts before the network does is no mistake.
async fn reached<T, Attempt>(attempt: impl Fn() -> Attempt) -> serenity::Result<T>
where
    Attempt: Future<Output = serenity::Result<T>>,
{
    loop {
        match patience::repeat(&attempt).await {
            Err(why) if patience::passing(&why).is_some() => {
                tracing::warn!(%why, "Discord cannot be reached; trying again");
            }
            done => return done,
        }
    }
}

/// serenity keeps a bucket for every interaction it ever answered; idle ones are let go.
async fn forget_limits(http: &Http) {
    if let Some(limiter) = &http.ratelimiter {
        limiter.routes().write().await.retain(|_, bucket| bucket.try_lock().is_err());
    }
}

type Framework<'a> = poise::FrameworkContext<'a, Arc<Data>, Error>;

async fn on_event(framework: Framework<'_>, event: &FullEvent) -> Result<(), Error> {
    let interaction = match event {
        FullEvent::InteractionCreate { interaction } => interaction,
        FullEvent::Ratelimit { .. } => {
            METRICS.rate_limits.count();
            return Ok(());
        }
        _ => return Ok(()),
    };
    let (ctx, data) = (framework.serenity_context, framework.user_data().await);
    let pressed = matches!(interaction, Interaction::Component(_) | Interaction::Modal(_));
    if pressed && !data.delivered.first(interaction.id()) {
        return Ok(());
    }
    match interaction {
        Interaction::Component(press) => press::component(ctx, data, press).await,
        Interaction::Modal(modal) => press::dialog(ctx, data, modal).await,
        _ => Ok(()),
    }
}

/// The one place where errors are told.
async fn on_error(error: poise::FrameworkError<'_, Arc<Data>, Error>) {
    use poise::FrameworkError as E;
    let (ctx, text) = match error {
        E::Setup { error, .. } => {
            tracing::error!(%error, "the set-up failed");
            return;
        }
        E::Command { error: Error::Said(text), ctx, .. } => {
            METRICS.refused.count();
            (ctx, text)
        }
        E::Command { error, ctx, .. } => {
            METRICS.broke.count();
            tracing::error!(command = %ctx.command().qualified_name, %error, "a command failed");
            (ctx, press::BROKE.to_string())
        }
        E::CommandPanic { payload, ctx, .. } => {
            METRICS.broke.count();
            tracing::error!(command = %ctx.command().qualified_name, ?payload, "a command panicked");
            (ctx, press::BROKE.to_string())
        }
        E::ArgumentParse { error, input, ctx, .. } => {
            let input = input.unwrap_or_default();
            let input = super::words::plain(&super::reply::shorten(&input, 100));
            (ctx, format!("✖ {input}: {error}"))
        }
        E::GuildOnly { ctx, .. } => (ctx, "✖ This works in a server's channel only.".into()),
        E::CommandStructureMismatch { description, ctx, .. } => {
            tracing::warn!(description, "Discord shows old commands");
            let text =
                "✖ Discord still shows an older form of this command; try again in a minute.";
            (poise::Context::Application(ctx), text.into())
        }
        E::EventHandler { error, .. } => {
            tracing::error!(%error, "a button was not answered");
            return;
        }
        other => {
            tracing::error!("{other}");
            return;
        }
    };
    if let Err(why) = super::reply::refuse(ctx, &text).await {
        tracing::warn!(%why, "a refusal could not be told");
    }
    super::reply::answered(ctx).await;
}
