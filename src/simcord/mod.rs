//! A local server that speaks Discord's REST API and gateway, version 10, so that an unmodified bot connects
//! to it; with the web page of `custodian local` and a driver for tests. It knows Discord and no game.
//! What it imitates and what not is listed in `docs/simcord.md`.

mod acts;
mod client;
mod command_limits;
mod errors;
mod faults;
mod gateway;
mod ids;
mod interaction;
mod journal;
mod json;
mod limits;
mod memory;
mod model;
mod options;
mod pages;
mod person;
mod post;
mod rest;
mod server;
mod site;
mod storm;
mod world;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

pub use faults::{Faults, Forbidden, Limit};
pub use person::{Person, Refused};
pub use post::{Button, Choice, File, Modal, Post, Reply};
pub use rest::Request;
use server::Server;
pub use storm::Storm;

/// Looks at each request of the bot before it is carried out; what it returns are complaints, lines such as
/// `/embeds/0/title: too long`, and any refuses the request (50035).
pub type Hook = Arc<dyn Fn(&Request) -> Vec<String> + Send + Sync>;

pub struct Options {
    /// 0: any free one.
    pub port: u16,
    /// Shown names. The first owns the guild.
    pub users: Vec<String>,
    /// Where everything is kept between runs; without it, in memory.
    pub data: Option<PathBuf>,
    pub hook: Option<Hook>,
}

impl Default for Options {
    fn default() -> Self {
        let users = ["Mira", "Jon", "Aiko", "Sam", "Lena", "Omar", "Priya", "Tomás"];
        Options { port: 0, users: users.map(String::from).to_vec(), data: None, hook: None }
    }
}

/// A running server.
pub struct Simcord {
    server: Arc<Server>,
    task: JoinHandle<()>,
}

impl Simcord {
    pub async fn start(options: Options) -> anyhow::Result<Simcord> {
        let (server, task) = server::start(options).await?;
        Ok(Simcord { server, task })
    }

    /// `http://127.0.0.1:PORT`: the page, and what takes the place of `https://discord.com` for the bot.
    pub fn url(&self) -> String {
        self.server.url.clone()
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.server.token
    }

    /// A user by the shown name.
    ///
    /// # Panics
    /// When no user has this name; tests name the people they asked for.
    pub fn person(&self, name: &str) -> Person {
        let found = self.server.world().user_named(name).map(|u| (u.id, u.global_name.clone()));
        let (id, name) = found.unwrap_or_else(|| panic!("there is no user {name}"));
        Person::new(self.server.clone(), id, name)
    }

    pub fn faults(&self) -> &Faults {
        &self.server.faults
    }

    /// What the bot has asked for so far, oldest first (the last 20,000).
    pub fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }

    pub fn bot_online(&self) -> bool {
        self.server.world().sessions.online()
    }

    /// Waits until the bot is connected and has registered its commands.
    pub async fn wait_ready(&self, timeout: Duration) -> bool {
        let ready = || {
            let world = self.server.world();
            world.sessions.online() && !world.commands().is_empty()
        };
        tokio::time::timeout(timeout, async {
            loop {
                let rung = self.server.changed.notified();
                tokio::pin!(rung);
                rung.as_mut().enable();
                if ready() {
                    return;
                }
                rung.await;
            }
        })
        .await
        .is_ok()
    }

    /// The registered commands, as Discord returns them.
    pub fn commands(&self) -> Vec<serde_json::Value> {
        self.server.world().commands().into_iter().cloned().collect()
    }

    pub fn guild_id(&self) -> u64 {
        world::GUILD
    }

    pub fn bot_id(&self) -> u64 {
        world::BOT
    }

    /// The id of a channel by its name.
    pub fn channel_id(&self, name: &str) -> Option<u64> {
        self.server.world().channel_named(name).map(|c| c.id)
    }

    /// Makes a text channel; returns its id.
    pub fn create_channel(&self, name: &str) -> u64 {
        self.server.world().create_channel(name, model::TEXT, None)
    }

    /// Gives a user the role of this name ("Moderator"), or takes it. False when there is no such user or role.
    pub fn set_role(&self, user: &str, role: &str, holds: bool) -> bool {
        let mut world = self.server.world();
        let Some(user) = world.user_named(user).map(|u| u.id) else {
            return false;
        };
        let Some(role) = world.roles.iter().find(|r| r.name == role).map(|r| r.id) else {
            return false;
        };
        let mut held = world.held_roles.get(&user).cloned().unwrap_or_default();
        held.retain(|r| *r != role);
        if holds {
            held.push(role);
        }
        world.set_roles(user, held);
        true
    }

    /// The id of the role of this name.
    pub fn role_id(&self, name: &str) -> Option<u64> {
        self.server.world().roles.iter().find(|r| r.name == name).map(|r| r.id)
    }

    /// Method and path of every operation that is here, e.g. `("POST", "/channels/{channel_id}/messages")`.
    pub fn operations() -> Vec<(&'static str, &'static str)> {
        rest::operations::OPERATIONS.iter().map(|o| (o.method, o.template)).collect()
    }

    /// Closes all connections and ends.
    pub async fn stop(self) {
        self.server.closing.send_replace(true);
        // Idle connections of HTTP clients must not hold the end up.
        let mut task = self.task;
        if tokio::time::timeout(Duration::from_millis(500), &mut task).await.is_err() {
            task.abort();
        }
    }
}
