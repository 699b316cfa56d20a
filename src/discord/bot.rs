//! Connecting, and everything that runs beside the connection.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use poise::serenity_prelude as serenity;
use serenity::{ClientBuilder, FullEvent, GatewayIntents, GuildId, Http, HttpBuilder, Interaction};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::games;
use crate::store::Store;
use crate::table::{Clock, Courier, Pace, SystemClock};

use super::pictures::{Draw, Pictures};
use super::poster::DiscordPoster;
use super::{Data, Error, Tables, commands, press, remind};

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
    pub database: PathBuf,
    /// About how long after a question that only passing answers it is passed.
    pub automatic_after: Duration,
    /// Between two edits of one message at least.
    pub between_edits: Duration,
    pub draw: Option<Draw>,
}

/// What the connection tells about itself.
pub struct State {
    failed: Mutex<Option<String>>,
    stopping: watch::Sender<bool>,
}

impl State {
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
}

impl Bot {
    /// Opens the database and begins to connect. What fails later ends [`Bot::finished`].
    pub async fn start(setup: Setup) -> anyhow::Result<Bot> {
        let store = Store::open(&setup.database).await;
        let store = store.with_context(|| format!("{}", setup.database.display()))?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let pause = i64::try_from(setup.automatic_after.as_millis()).unwrap_or(i64::MAX / 4);
        let tables = Tables::new(store, clock.clone(), games::imperium::computer);
        let tables = Arc::new(tables.at_pace(Pace::usual(pause)));
        let http = Arc::new(http(&setup)?);
        let pictures = Arc::new(Pictures::new(setup.draw.clone()));
        let poster = Arc::new(DiscordPoster::new(
            http.clone(),
            tables.clone(),
            pictures.clone(),
            setup.between_edits,
        ));
        let state =
            Arc::new(State { failed: Mutex::new(None), stopping: watch::Sender::new(false) });
        let data = Arc::new(Data {
            tables: tables.clone(),
            poster,
            pictures,
            moderator_role: setup.moderator_role.clone(),
            bot: state.clone(),
        });
        let task = tokio::spawn(run(setup, http, data, clock));
        Ok(Bot { state, tables, task })
    }

    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
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
    let client = tokio::select! {
        client = connect(&setup, &http, data.clone()) => client,
        () = asked_to_stop(&mut stopping) => return Ok(()),
    };
    let mut client = client?;
    let mut beside = JoinSet::new();
    let tables = data.tables.clone();
    let answering = tables.clone();
    beside.spawn(async move { tables.keep_up().await });
    let courier = Courier::new(data.tables.store().clone(), clock.clone(), data.poster.clone());
    beside.spawn(async move { courier.run().await });
    let (pictures, drawn, drawing) = (data.pictures.clone(), data.tables.clone(), http.clone());
    beside.spawn(async move { pictures.run(drawn, drawing).await });
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
    let ended = tokio::select! {
        ended = client.start_autosharded() => ended.map_err(|why| anyhow!("Discord: {why}")),
        () = asked_to_stop(&mut stopping) => {
            shards.shutdown_all().await;
            Ok(())
        }
    };
    beside.shutdown().await;
    let failed = state.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
    match failed {
        Some(why) => Err(anyhow!(why)),
        None => ended,
    }
}

async fn asked_to_stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

async fn connect(
    setup: &Setup,
    http: &Arc<Http>,
    data: Arc<Data>,
) -> anyhow::Result<serenity::Client> {
    // serenity would go on with another address when this fails; a wrong token is better said.
    let known = http.get_bot_gateway().await;
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
                let registered = match guild {
                    Some(guild) => {
                        let guild = GuildId::new(guild);
                        poise::builtins::register_in_guild(ctx, list, guild).await
                    }
                    None => poise::builtins::register_globally(ctx, list).await,
                };
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

/// serenity keeps a bucket for every interaction it ever answered; idle ones are let go.
async fn forget_limits(http: &Http) {
    if let Some(limiter) = &http.ratelimiter {
        limiter.routes().write().await.retain(|_, bucket| bucket.try_lock().is_err());
    }
}

type Framework<'a> = poise::FrameworkContext<'a, Arc<Data>, Error>;

async fn on_event(framework: Framework<'_>, event: &FullEvent) -> Result<(), Error> {
    let FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    let (ctx, data) = (framework.serenity_context, framework.user_data().await);
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
        E::Command { error: Error::Said(text), ctx, .. } => (ctx, text),
        E::Command { error, ctx, .. } => {
            tracing::error!(command = %ctx.command().qualified_name, %error, "a command failed");
            (ctx, press::BROKE.to_string())
        }
        E::CommandPanic { payload, ctx, .. } => {
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
    let reply = poise::CreateReply::default()
        .content(super::reply::shorten(&text, super::reply::CONTENT))
        .allowed_mentions(serenity::CreateAllowedMentions::new())
        .ephemeral(true);
    if let Err(why) = ctx.send(reply).await {
        tracing::warn!(%why, "a refusal could not be told");
    }
}
