//! The life of an interaction: it is sent to the bot, must be answered within three seconds, and its token
//! serves for follow-ups for fifteen minutes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::gateway::intent;
use super::ids;
use super::model::*;
use super::server::Server;
use super::world::{BOT, GUILD, World};

pub const COMMAND: u8 = 2;
pub const COMPONENT: u8 = 3;
pub const AUTOCOMPLETE: u8 = 4;
pub const MODAL: u8 = 5;

/// What Discord's client shows when nothing came in time.
pub const NO_ANSWER: &str = "The application did not respond";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    Waiting,
    /// Answered with this callback type.
    Answered(u8),
    /// Nothing came within three seconds.
    Overdue,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interaction {
    pub id: u64,
    pub token: String,
    pub kind: u8,
    pub user: u64,
    pub channel: u64,
    /// The command with its subcommands, or the custom id.
    pub name: String,
    /// The message a component or its modal sits on.
    pub message: Option<u64>,
    /// Of a modal's submission: the interaction that opened the modal.
    pub opened_by: Option<u64>,
    /// Unix milliseconds at which the token dies.
    pub expires: u64,
    pub stage: Stage,
    /// `@original`: the answer, or the component's message after an update.
    pub original: Option<u64>,
    /// The answer still says "thinking".
    pub unfilled: bool,
    pub followups: Vec<u64>,
    pub modal: Option<Value>,
    #[serde(skip)]
    pub choices: Option<Vec<Value>>,
    /// The page's own mark for this interaction.
    pub nonce: Option<String>,
    /// How often the bot has shown something by this token.
    #[serde(skip)]
    pub shown: u32,
    #[serde(skip)]
    pub bell: Arc<Notify>,
    #[serde(skip)]
    pub clock: Clock,
}

/// How long the bot took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    opened: Option<Instant>,
    /// To the first callback.
    pub acknowledged: Option<Duration>,
    /// To an answer that says something.
    pub answered: Option<Duration>,
}

impl Clock {
    fn started() -> Clock {
        Clock { opened: Some(Instant::now()), ..Clock::default() }
    }

    pub fn acknowledge(&mut self) {
        self.acknowledged = self.opened.map(|opened| opened.elapsed());
    }

    pub fn answer(&mut self) {
        self.answered = self.answered.or(self.opened.map(|opened| opened.elapsed()));
    }
}

/// What a user did.
pub struct Opening {
    pub kind: u8,
    pub user: u64,
    pub channel: u64,
    pub name: String,
    pub data: Value,
    pub message: Option<u64>,
    pub opened_by: Option<u64>,
    pub nonce: Option<String>,
}

impl Server {
    /// Sends an interaction to the bot and starts its clock. Returns its id.
    pub fn open_interaction(self: &Arc<Self>, opening: Opening) -> u64 {
        let faults = &self.faults;
        let mut world = self.world();
        forget_old(&mut world);
        let id = world.ids.next();
        let token = format!("simcord{:x}x{:016x}", id, rand::random::<u64>());
        let payload = payload(&world, id, &token, &opening);
        let interaction = Interaction {
            id,
            token,
            kind: opening.kind,
            user: opening.user,
            channel: opening.channel,
            name: opening.name,
            message: opening.message,
            opened_by: opening.opened_by,
            expires: ids::now() + faults.token_life_or_default().as_millis() as u64,
            stage: Stage::Waiting,
            original: None,
            unfilled: false,
            followups: Vec::new(),
            modal: None,
            choices: None,
            nonce: opening.nonce,
            shown: 0,
            bell: Arc::new(Notify::new()),
            clock: Clock::started(),
        };
        world.interactions.insert(id, interaction);
        if !faults.loses_this_interaction() {
            world.sessions.tell("INTERACTION_CREATE", intent::NONE, &payload);
            if faults.repeats_this_interaction() {
                world.sessions.tell("INTERACTION_CREATE", intent::NONE, &payload);
            }
        }
        drop(world);
        faults.strikes_the_gateway();
        let (server, limit) = (self.clone(), faults.acknowledge_limit());
        tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            server.overdue(id);
        });
        id
    }

    fn overdue(&self, id: u64) {
        let mut world = self.world();
        let Some(interaction) = world.interactions.get_mut(&id) else {
            return;
        };
        if interaction.stage != Stage::Waiting {
            return;
        }
        interaction.stage = Stage::Overdue;
        interaction.bell.notify_waiters();
        let interaction = interaction.clone();
        tell_state(&world, &interaction, "failed", Some(NO_ANSWER));
    }

    /// The time within which the bot must answer.
    pub const ACKNOWLEDGE: Duration = Duration::from_secs(3);
    pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);
}

/// Tells the acting user's pages how their interaction fares.
pub fn tell_state(world: &World, interaction: &Interaction, state: &str, text: Option<&str>) {
    let Some(nonce) = &interaction.nonce else {
        return;
    };
    let mut d = json!({"nonce": nonce, "state": state, "id": interaction.id.to_string()});
    if let Some(text) = text {
        d["text"] = text.into();
    }
    world.pages.tell("INTERACTION", &d, |user| user == interaction.user);
}

/// Dead tokens go away a minute late, so that they can still be told from ones that never were.
fn forget_old(world: &mut World) {
    let now = ids::now();
    while let Some(oldest) = world.interactions.first_entry() {
        let never_used = oldest.get().kind == AUTOCOMPLETE || oldest.get().stage == Stage::Overdue;
        let keep_until = if never_used {
            ids::made(*oldest.key()) + 60_000
        } else {
            oldest.get().expires + 60_000
        };
        if keep_until > now {
            return;
        }
        oldest.remove();
    }
}

fn payload(world: &World, id: u64, token: &str, opening: &Opening) -> Value {
    let channel = world.channels.get(&opening.channel);
    let direct = channel.is_some_and(|c| c.kind == DIRECT);
    let mut out = json!({
        "id": id.to_string(), "application_id": BOT.to_string(), "type": opening.kind, "version": 1,
        "token": token, "data": opening.data, "channel_id": opening.channel.to_string(),
        "channel": channel.map(|c| world.partial_channel(c, opening.user)),
        "locale": "en-US", "entitlements": [], "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": if direct { "0".into() } else { GUILD.to_string() }},
        "context": if direct { 1 } else { 0 },
        "attachment_size_limit": super::limits::FILE_BYTES,
        "app_permissions": world.permissions(BOT).to_string(),
    });
    if direct {
        out["user"] = world.user(opening.user).map_or(Value::Null, User::json);
    } else {
        out["member"] = world.acting_member(opening.user);
        out["guild_id"] = GUILD.to_string().into();
        out["guild_locale"] = "en-US".into();
        out["guild"] = json!({"id": GUILD.to_string(), "locale": "en-US", "features": []});
    }
    if let Some(message) = opening.message.and_then(|m| world.message(opening.channel, m)) {
        out["message"] = world.message_json(message, &world.url);
    }
    out
}
