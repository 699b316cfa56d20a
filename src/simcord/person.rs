//! The test driver: one user, acting in the same process as the server. It types, presses and reads as a
//! player would; what Discord's client would refuse comes back as `Refused`.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::acts::{Act, Actor};
use super::interaction::Stage;
use super::model::{self, EPHEMERAL, LOADING, Message};
use super::options;
use super::post::{self, Choice, File, Modal, Post, Reply};
use super::rest::callbacks;
use super::server::Server;
use super::world::{BOT, World};

/// The client did not let the user do this; the text says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// One user of the server.
#[derive(Clone)]
pub struct Person {
    server: Arc<Server>,
    id: u64,
    name: String,
    patience: Duration,
    glance: Duration,
}

impl Person {
    pub(super) fn new(server: Arc<Server>, id: u64, name: String) -> Person {
        Person {
            server,
            id,
            name,
            patience: Duration::from_secs(15),
            glance: Duration::from_millis(250),
        }
    }

    /// How long a deferred answer is waited for (15 s), and how long after a silent acknowledgement of a
    /// button something may still come (250 ms).
    pub fn patient(mut self, deferred: Duration, silent: Duration) -> Person {
        (self.patience, self.glance) = (deferred, silent);
        self
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// `#pax`, `pax`, an id, or `dm` for the conversation with the bot.
    fn at(&self, channel: &str) -> Result<Actor, Refused> {
        let world = self.server.world();
        let found = match channel {
            "dm" => world.direct_channel(self.id),
            name => world.channel_named(name),
        };
        let found = found.ok_or_else(|| Refused(format!("there is no channel {channel}")))?;
        Ok(self.actor(found.id))
    }

    fn actor(&self, channel: u64) -> Actor {
        Actor { user: self.id, channel, nonce: None }
    }

    // ---- acting ----

    /// Writes a message; returns its id.
    pub fn say(&self, channel: &str, content: &str) -> Result<u64, Refused> {
        self.server.write(&self.at(channel)?, content).map_err(Refused)
    }

    /// Types a slash command, `/game create name:Pax players:6`, and waits for the answer.
    pub async fn slash(&self, channel: &str, line: &str) -> Result<Reply, Refused> {
        let id = self.send_slash(channel, line)?;
        Ok(self.outcome(id).await)
    }

    /// Types a slash command and does not wait; `outcome` does.
    pub fn send_slash(&self, channel: &str, line: &str) -> Result<u64, Refused> {
        self.type_line(channel, line, false)
    }

    /// What is proposed for the last option of the line.
    pub async fn autocomplete(&self, channel: &str, line: &str) -> Result<Vec<Choice>, Refused> {
        let id = self.type_line(channel, line, true)?;
        let reply = self.outcome(id).await;
        reply.failure.map_or(Ok(reply.choices), |why| Err(Refused(why)))
    }

    fn type_line(&self, channel: &str, line: &str, typing: bool) -> Result<u64, Refused> {
        let actor = self.at(channel)?;
        let (command, given) = {
            let world = self.server.world();
            options::parse(&world, line, self.id, typing).map_err(Refused)?
        };
        let id = command["id"].as_str().unwrap_or_default();
        let sent = self.server.use_command(&actor, id, &given, typing);
        sent.map_err(|why| Refused(format!("{line}: {why}")))
    }

    /// Presses the button with this label or custom id.
    pub async fn click(&self, message: u64, button: &str) -> Result<Reply, Refused> {
        let id = self.send_click(message, button)?;
        Ok(self.outcome(id).await)
    }

    pub fn send_click(&self, message: u64, button: &str) -> Result<u64, Refused> {
        let (channel, custom_id) = {
            let world = self.server.world();
            let found = self.visible(&world, message)?;
            let fits =
                |c: &Value| c["type"] == 2 && (c["label"] == button || c["custom_id"] == button);
            let component = model::find_component(&found.components, &fits);
            let component = component.ok_or_else(|| {
                let labels: Vec<String> =
                    post::buttons(&found.components).into_iter().map(|b| b.label).collect();
                Refused(format!("there is no button {button}, only {labels:?}"))
            })?;
            (found.channel, component["custom_id"].as_str().unwrap_or_default().to_string())
        };
        self.acted(self.server.use_component(&self.actor(channel), message, &custom_id, &[]))
    }

    /// Presses the button on the newest message of the channel that has it.
    pub async fn press(&self, channel: &str, button: &str) -> Result<Reply, Refused> {
        let has =
            |p: &&Post| p.buttons().iter().any(|b| b.label == button || b.custom_id == button);
        let found = self.messages(channel).iter().rev().find(has).map(|p| p.id);
        let message =
            found.ok_or_else(|| Refused(format!("{channel} shows no button {button}")))?;
        self.click(message, button).await
    }

    /// Chooses in a select menu: option values, or ids for users, roles and channels.
    pub async fn select(
        &self,
        message: u64,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Reply, Refused> {
        let channel = self.visible(&self.server.world(), message)?.channel;
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let id = self.acted(self.server.use_component(
            &self.actor(channel),
            message,
            custom_id,
            &values,
        ))?;
        Ok(self.outcome(id).await)
    }

    /// Fills the dialog in: (custom id, text). A field that is left out keeps its prefilled text.
    pub async fn submit_modal(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> Result<Reply, Refused> {
        let fields: Map<String, Value> =
            fields.iter().map(|(k, v)| (k.to_string(), Value::from(*v))).collect();
        let id =
            self.acted(self.server.submit_modal(&self.actor(modal.channel), modal.id, &fields))?;
        Ok(self.outcome(id).await)
    }

    pub fn dismiss(&self, message: u64) -> Result<(), Refused> {
        self.server.dismiss(self.id, message).map_err(Refused)
    }

    fn acted(&self, act: Act) -> Result<u64, Refused> {
        act.map_err(Refused)
    }

    fn visible(&self, world: &World, message: u64) -> Result<Message, Refused> {
        let found = world.find_message(message).filter(|m| world.sees(self.id, m));
        found.cloned().ok_or_else(|| Refused("this message is gone".into()))
    }

    // ---- reading ----

    /// What this person sees in the channel, oldest first, private answers included.
    pub fn messages(&self, channel: &str) -> Vec<Post> {
        let Ok(actor) = self.at(channel) else {
            return Vec::new();
        };
        let world = self.server.world();
        let all = world.messages.get(&actor.channel).into_iter().flat_map(|m| m.values());
        all.filter(|m| world.sees(self.id, m)).map(|m| self.post(&world, m)).collect()
    }

    /// Direct messages between this person and the bot, oldest first.
    pub fn dms(&self) -> Vec<Post> {
        self.messages("dm")
    }

    /// A message by its id, if this person sees it.
    pub fn message(&self, id: u64) -> Option<Post> {
        let world = self.server.world();
        world.find_message(id).filter(|m| world.sees(self.id, m)).map(|m| self.post(&world, m))
    }

    pub fn unread(&self, channel: &str) -> u32 {
        let Ok(actor) = self.at(channel) else {
            return 0;
        };
        self.server.world().unread.get(&(self.id, actor.channel)).copied().unwrap_or(0)
    }

    fn post(&self, world: &World, m: &Message) -> Post {
        let name = |id: u64| world.user(id).map(|u| u.global_name.clone()).unwrap_or_default();
        let ephemeral = m.flags & EPHEMERAL != 0;
        Post {
            id: m.id,
            channel: m.channel,
            author: name(m.author),
            from_bot: m.author == BOT,
            content: m.content.clone(),
            embeds: m.embeds.clone(),
            components: m.components.clone(),
            attachments: self.files(world, m),
            ephemeral,
            thinking: m.flags & LOADING != 0,
            edited: m.edited.is_some(),
            pinned: m.pinned,
            reply_to: m.reply_to,
            mentions: m.mentions.iter().map(|id| name(*id)).collect(),
            command: m.origin.as_ref().filter(|o| o.kind == 2).map(|o| o.name.clone()),
        }
    }

    fn files(&self, world: &World, m: &Message) -> Vec<File> {
        let file = |a: &model::Attachment| File {
            id: a.id,
            name: a.filename.clone(),
            size: a.size,
            content_type: a.content_type.clone(),
            url: a.url(&world.url, m.channel),
            description: a.description.clone(),
            server: self.server.clone(),
        };
        m.attachments.iter().map(file).collect()
    }

    // ---- waiting ----

    /// Waits until the interaction has its answer: a deferred one until it is filled, a silently
    /// acknowledged one for a moment.
    pub async fn outcome(&self, id: u64) -> Reply {
        let started = Instant::now();
        let mut silent_since = None;
        loop {
            let bell = self.server.world().interactions.get(&id).map(|i| i.bell.clone());
            let Some(bell) = bell else {
                return self.reply(id);
            };
            let rung = bell.notified();
            tokio::pin!(rung);
            rung.as_mut().enable();
            let left = {
                let world = self.server.world();
                let Some(interaction) = world.interactions.get(&id) else {
                    continue;
                };
                match interaction.stage {
                    Stage::Waiting => Duration::from_secs(60),
                    Stage::Answered(callbacks::DEFER) if interaction.unfilled => {
                        self.patience.saturating_sub(started.elapsed())
                    }
                    Stage::Answered(callbacks::DEFER_UPDATE) if interaction.shown == 0 => {
                        let since = *silent_since.get_or_insert_with(Instant::now);
                        self.glance.saturating_sub(since.elapsed())
                    }
                    _ => Duration::ZERO,
                }
            };
            if left.is_zero() {
                return self.reply(id);
            }
            let _ = tokio::time::timeout(left, rung).await;
        }
    }

    /// The interaction's answer as it stands now.
    pub fn reply(&self, id: u64) -> Reply {
        let world = self.server.world();
        let interaction = world.interactions.get(&id);
        let original = interaction.and_then(|i| world.message(i.channel, i.original?));
        let post = original.map(|m| self.post(&world, m));
        let followups =
            interaction.into_iter().flat_map(|i| i.followups.iter().map(move |f| (i.channel, *f)));
        let followups =
            followups.filter_map(|(c, f)| world.message(c, f)).map(|m| self.post(&world, m));
        let (kind, failure) = match interaction.map(|i| i.stage) {
            Some(Stage::Answered(kind)) => (Some(kind), None),
            Some(Stage::Waiting) => (None, None),
            Some(Stage::Overdue) | None => (None, Some(super::interaction::NO_ANSWER.to_string())),
        };
        Reply {
            interaction: id,
            kind,
            message: post.as_ref().map(|p| p.id),
            ephemeral: post.as_ref().is_some_and(|p| p.ephemeral),
            thinking: post.as_ref().is_some_and(|p| p.thinking),
            modal: interaction.and_then(post::modal),
            choices: post::choices(interaction),
            followups: followups.collect(),
            failure,
            acknowledged: interaction.and_then(|i| i.clock.acknowledged),
            answered: interaction.and_then(|i| i.clock.answered),
            content: post.as_ref().map(|p| p.content.clone()).unwrap_or_default(),
            embeds: post.as_ref().map(|p| p.embeds.clone()).unwrap_or_default(),
            components: post.as_ref().map(|p| p.components.clone()).unwrap_or_default(),
            attachments: post.map(|p| p.attachments).unwrap_or_default(),
        }
    }

    /// Waits until the answer is as wanted, for instance has a follow-up. On timeout the answer as it is.
    pub async fn wait_reply(
        &self,
        reply: &Reply,
        timeout: Duration,
        wanted: impl Fn(&Reply) -> bool,
    ) -> Result<Reply, Box<Reply>> {
        let look = || Some(self.reply(reply.interaction)).filter(&wanted);
        let found = self.wait(timeout, look).await;
        found.ok_or_else(|| Box::new(self.reply(reply.interaction)))
    }

    /// Waits for a message that fits; the newest one.
    pub async fn wait_message(
        &self,
        channel: &str,
        timeout: Duration,
        fits: impl Fn(&Post) -> bool,
    ) -> Option<Post> {
        self.wait(timeout, || self.messages(channel).into_iter().rev().find(|p| fits(p))).await
    }

    async fn wait<T>(&self, timeout: Duration, look: impl Fn() -> Option<T>) -> Option<T> {
        let until = Instant::now() + timeout;
        loop {
            let rung = self.server.changed.notified();
            tokio::pin!(rung);
            rung.as_mut().enable();
            if let Some(found) = look() {
                return Some(found);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let _ = tokio::time::timeout(left, rung).await;
        }
    }
}
