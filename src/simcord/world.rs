//! The whole state of the simulated Discord, behind one lock. Every change goes through here: it is
//! written to disk, then told to the bot's sessions and to the pages, in one order for all.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};

use super::gateway::{Sessions, intent};
use super::ids::{self, Snowflakes};
use super::interaction::Interaction;
use super::journal::{Journal, Record};
use super::model::*;
use super::pages::Pages;

pub const BOT_NAME: &str = "Custodian";
pub const GUILD_NAME: &str = "The Galactic Table";
/// Everything that is there from the beginning has ids of this moment (2020-01-01) and so keeps them.
pub(super) const DAWN: u64 = 1_577_836_800_000;
pub const GUILD: u64 = ids::at(DAWN, 1);
pub const BOT: u64 = ids::at(DAWN + 1000, 1);
pub const MODERATOR: u64 = ids::at(DAWN + 2000, 1);
pub const BOT_ROLE: u64 = ids::at(DAWN + 2000, 2);
pub(super) const TABLES: [&str; 4] = ["pax", "table-2", "table-3", "table-4"];
const COLORS: [&str; 8] =
    ["#e05252", "#4f8ef7", "#3fa66b", "#c98a1b", "#9b6cd6", "#d9639c", "#2a9d9d", "#8a8f3c"];

pub struct World {
    pub ids: Snowflakes,
    /// Where the server is reached, for the addresses of files.
    pub url: String,
    pub users: Vec<User>,
    pub bot: User,
    pub roles: Vec<Role>,
    pub held_roles: BTreeMap<u64, Vec<u64>>,
    pub channels: BTreeMap<u64, Channel>,
    pub messages: BTreeMap<u64, BTreeMap<u64, Message>>,
    files: BTreeMap<u64, Arc<[u8]>>,
    /// Application commands as Discord returns them: of all guilds, and of ours.
    pub global_commands: Vec<Value>,
    pub guild_commands: Vec<Value>,
    pub read: BTreeMap<(u64, u64), u64>,
    pub unread: BTreeMap<(u64, u64), u32>,
    pub closed_dms: BTreeSet<u64>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub nonces: VecDeque<Nonce>,
    pub sessions: Sessions,
    pub pages: Pages,
    pub(super) journal: Journal,
}

/// A nonce that was enforced: the same within a few minutes gives the same message.
pub struct Nonce {
    pub nonce: Value,
    pub at: u64,
    pub channel: u64,
    pub message: u64,
}

/// How long Discord remembers a nonce ("the past few minutes").
pub const NONCE_MEMORY: u64 = 5 * 60 * 1000;

impl World {
    pub fn new(names: &[String], url: &str) -> World {
        let bot = User {
            id: BOT,
            username: BOT_NAME.to_lowercase(),
            global_name: BOT_NAME.into(),
            avatar_color: "#5865f2".into(),
            bot: true,
        };
        let role = |id, name: &str, permissions, position, managed, color| Role {
            id,
            name: name.into(),
            permissions,
            position,
            managed,
            color,
        };
        let manage =
            permission::MANAGE_MESSAGES | permission::MANAGE_CHANNELS | permission::MANAGE_THREADS;
        let mut world = World {
            ids: Snowflakes::default(),
            url: url.into(),
            users: Vec::new(),
            bot,
            roles: vec![
                role(GUILD, "@everyone", permission::EVERYONE, 0, false, 0),
                role(MODERATOR, "Moderator", permission::EVERYONE | manage, 1, false, 0x00d9_a441),
                role(BOT_ROLE, BOT_NAME, permission::EVERYONE | manage, 2, true, 0),
            ],
            held_roles: BTreeMap::from([(BOT, vec![BOT_ROLE])]),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            global_commands: Vec::new(),
            guild_commands: Vec::new(),
            read: BTreeMap::new(),
            unread: BTreeMap::new(),
            closed_dms: BTreeSet::new(),
            interactions: BTreeMap::new(),
            nonces: VecDeque::new(),
            sessions: Sessions::default(),
            pages: Pages::default(),
            journal: Journal::default(),
        };
        for (n, table) in TABLES.iter().enumerate() {
            let id = ids::at(DAWN + 3000, n as u64 + 1);
            world.channels.insert(id, text_channel(id, table, n as u16));
        }
        for name in names {
            world.admit(name);
        }
        world
    }

    // ---- people ----

    pub(super) fn admit(&mut self, name: &str) {
        let n = self.users.len();
        let user = User {
            id: ids::at(DAWN + 86_400_000 * (n as u64 + 1), 1),
            username: plain_ascii(name),
            global_name: name.into(),
            avatar_color: COLORS[n % COLORS.len()].into(),
            bot: false,
        };
        self.add_direct_channel(&user);
        self.journal.write(&Record::User(Cow::Borrowed(&user)));
        self.users.push(user);
    }

    /// Everybody's conversation with the bot is there from the start: the page shows it.
    pub(super) fn add_direct_channel(&mut self, user: &User) {
        let id = user.id + 1;
        let channel = Channel {
            kind: DIRECT,
            recipient: Some(user.id),
            ..text_channel(id, &user.username, 0)
        };
        self.channels.insert(id, channel);
    }

    pub fn user(&self, id: u64) -> Option<&User> {
        self.users.iter().find(|u| u.id == id).or((id == BOT).then_some(&self.bot))
    }

    pub fn user_named(&self, name: &str) -> Option<&User> {
        let name = name.trim_start_matches('@');
        self.users.iter().find(|u| u.global_name.eq_ignore_ascii_case(name) || u.username == name)
    }

    pub fn owner(&self) -> u64 {
        self.users.first().map_or(BOT, |u| u.id)
    }

    pub fn permissions(&self, user: u64) -> u64 {
        if user == self.owner() {
            return permission::ALL;
        }
        let held = self.held_roles.get(&user);
        let of = |id: u64| self.roles.iter().find(|r| r.id == id).map_or(0, |r| r.permissions);
        of(GUILD) | held.into_iter().flatten().fold(0, |all, id| all | of(*id))
    }

    pub fn set_roles(&mut self, user: u64, roles: Vec<u64>) {
        self.journal.write(&Record::Roles { user, roles: roles.clone() });
        self.held_roles.insert(user, roles);
        let mut d = self.member_json(user);
        d["guild_id"] = GUILD.to_string().into();
        self.sessions.tell("GUILD_MEMBER_UPDATE", intent::GUILD_MEMBERS, &d);
        self.pages.tell_all("MEMBER_UPDATE", &self.page_member(user));
    }

    // ---- channels ----

    pub fn channel_named(&self, name: &str) -> Option<&Channel> {
        let name = name.trim_start_matches('#');
        let by_id = name.parse::<u64>().ok().and_then(|id| self.channels.get(&id));
        by_id.or_else(|| self.channels.values().find(|c| c.kind != DIRECT && c.name == name))
    }

    pub fn direct_channel(&self, user: u64) -> Option<&Channel> {
        self.channels.values().find(|c| c.kind == DIRECT && c.recipient == Some(user))
    }

    /// Who reads this channel: everybody, or the one user of a direct conversation.
    pub fn sees_channel(&self, user: u64, channel: u64) -> bool {
        match self.channels.get(&channel) {
            Some(c) if c.kind == DIRECT => c.recipient == Some(user) || user == BOT,
            Some(_) => true,
            None => false,
        }
    }

    pub fn create_channel(&mut self, name: &str, kind: u8, parent: Option<u64>) -> u64 {
        let id = self.ids.next();
        let position = self.channels.values().filter(|c| c.kind == TEXT).count() as u16;
        let name = if kind == TEXT { channel_name(name) } else { name.to_string() };
        self.put_channel(Channel { kind, parent, ..text_channel(id, &name, position) }, true);
        id
    }

    pub fn put_channel(&mut self, channel: Channel, fresh: bool) {
        self.journal.write(&Record::Channel(Cow::Borrowed(&channel)));
        let event = match (channel.kind, fresh) {
            (THREAD, true) => "THREAD_CREATE",
            (THREAD, false) => "THREAD_UPDATE",
            (_, true) => "CHANNEL_CREATE",
            (_, false) => "CHANNEL_UPDATE",
        };
        let d = self.channel_json(&channel);
        self.sessions.tell(event, intent::GUILDS, &d);
        let page_event = if fresh { "CHANNEL_CREATE" } else { "CHANNEL_UPDATE" };
        self.pages.tell_all(page_event, &self.page_channel(&channel));
        self.channels.insert(channel.id, channel);
    }

    pub fn delete_channel(&mut self, id: u64) -> Option<Channel> {
        let threads: Vec<u64> =
            self.channels.values().filter(|c| c.parent == Some(id)).map(|c| c.id).collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let channel = self.channels.remove(&id)?;
        self.journal.write(&Record::ChannelGone(id));
        self.messages.remove(&id);
        self.unread.retain(|(_, c), _| *c != id);
        let event = if channel.kind == THREAD { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let d = self.channel_json(&channel);
        self.sessions.tell(event, intent::GUILDS, &d);
        self.pages.tell_all("CHANNEL_DELETE", &json!({"id": id.to_string()}));
        Some(channel)
    }

    // ---- messages ----

    pub fn message(&self, channel: u64, id: u64) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// A message by its id alone.
    pub fn find_message(&self, id: u64) -> Option<&Message> {
        self.messages.values().find_map(|m| m.get(&id))
    }

    pub fn sees(&self, user: u64, message: &Message) -> bool {
        message.only_for.is_none_or(|only| only == user) && self.sees_channel(user, message.channel)
    }

    pub fn post(&mut self, message: Message) {
        let (channel, author) = (message.channel, message.author);
        let readers: Vec<u64> = self.users.iter().map(|u| u.id).collect();
        for user in readers {
            if user != author && self.sees(user, &message) {
                let count = self.unread.entry((user, channel)).or_default();
                *count += 1;
                let d = unread_json(user, channel, *count);
                self.pages.tell_all("UNREAD", &d);
            }
        }
        if self.sees(author, &message) && author != BOT {
            self.mark_read(author, channel, message.id);
        }
        self.put_message(message, "MESSAGE_CREATE");
    }

    pub fn edit(&mut self, message: Message) {
        self.put_message(message, "MESSAGE_UPDATE");
    }

    /// A change that the bot hears of by another event (reactions), the pages as an update.
    pub fn change_quietly(&mut self, message: Message) {
        self.journal.write(&Record::Message(Cow::Borrowed(&message)));
        let d = self.message_json(&message, "");
        self.pages.tell("MESSAGE_UPDATE", &d, |user| self.sees(user, &message));
        self.messages.entry(message.channel).or_default().insert(message.id, message);
    }

    fn put_message(&mut self, message: Message, event: &'static str) {
        self.journal.write(&Record::Message(Cow::Borrowed(&message)));
        if message.only_for.is_none() {
            let mut d = self.message_json(&message, &self.url);
            let direct = self.channels.get(&message.channel).is_some_and(|c| c.kind == DIRECT);
            if !direct {
                d["guild_id"] = GUILD.to_string().into();
                let mut member = self.member_json(message.author);
                member.as_object_mut().map(|m| m.remove("user"));
                d["member"] = member;
            }
            let need = if direct { intent::DIRECT_MESSAGES } else { intent::GUILD_MESSAGES };
            let open = direct || message.author == BOT || message.mentions.contains(&BOT);
            self.sessions.tell_message(event, need, &d, open);
        }
        if self.pages.any() {
            let d = self.message_json(&message, "");
            self.pages.tell(event, &d, |user| self.sees(user, &message));
        }
        self.messages.entry(message.channel).or_default().insert(message.id, message);
    }

    pub fn delete_message(&mut self, channel: u64, id: u64) -> Option<Message> {
        let message = self.messages.get_mut(&channel)?.remove(&id)?;
        self.journal.write(&Record::MessageGone { channel, id });
        for attachment in &message.attachments {
            self.files.remove(&attachment.id);
            self.journal.drop_file(attachment.id);
        }
        let mut d = json!({"id": id.to_string(), "channel_id": channel.to_string()});
        self.pages.tell("MESSAGE_DELETE", &d, |user| self.sees(user, &message));
        let direct = self.channels.get(&channel).is_some_and(|c| c.kind == DIRECT);
        if !direct {
            d["guild_id"] = GUILD.to_string().into();
        }
        if message.only_for.is_none() {
            let need = if direct { intent::DIRECT_MESSAGES } else { intent::GUILD_MESSAGES };
            self.sessions.tell("MESSAGE_DELETE", need, &d);
        }
        Some(message)
    }

    pub fn store_file(&mut self, id: u64, bytes: Vec<u8>) {
        if !self.journal.save_file(id, &bytes) {
            self.files.insert(id, bytes.into());
        }
    }

    pub fn file(&self, id: u64) -> Option<Arc<[u8]>> {
        self.files.get(&id).cloned().or_else(|| self.journal.read_file(id).map(Arc::from))
    }

    // ---- read and unread ----

    pub fn mark_read(&mut self, user: u64, channel: u64, upto: u64) {
        let had = self.unread.remove(&(user, channel)).is_some();
        if !had && self.read.get(&(user, channel)).is_some_and(|r| *r >= upto) {
            return;
        }
        self.read.insert((user, channel), upto);
        self.journal.write(&Record::Read { user, channel, upto });
        if had {
            self.pages.tell_all("UNREAD", &unread_json(user, channel, 0));
        }
    }

    pub fn set_closed_dms(&mut self, user: u64, closed_dms: bool) {
        if closed_dms {
            self.closed_dms.insert(user);
        } else {
            self.closed_dms.remove(&user);
        }
        self.journal.write(&Record::Settings { user, closed_dms });
        let d = json!({"user_id": user.to_string(), "closed_dms": closed_dms});
        self.pages.tell_all("SETTINGS", &d);
    }

    // ---- commands and interactions ----

    pub fn set_commands(&mut self, guild: bool, list: Vec<Value>) {
        self.journal.write(&Record::Commands { guild, list: list.clone() });
        if guild {
            self.guild_commands = list;
        } else {
            self.global_commands = list;
        }
        self.pages.tell_all("COMMANDS_UPDATE", &json!({"commands": self.commands()}));
    }

    /// What a user finds under `/`: the guild's own command hides a global one of the same name.
    pub fn commands(&self) -> Vec<&Value> {
        let hidden = |c: &&Value| !self.guild_commands.iter().any(|g| same_command(g, c));
        self.guild_commands.iter().chain(self.global_commands.iter().filter(hidden)).collect()
    }

    pub fn save_interaction(&mut self, id: u64) {
        if let Some(interaction) = self.interactions.get(&id) {
            self.journal.write(&Record::Interaction(Cow::Borrowed(interaction)));
        }
    }
}

fn same_command(a: &Value, b: &Value) -> bool {
    a["name"] == b["name"] && a["type"] == b["type"]
}

fn text_channel(id: u64, name: &str, position: u16) -> Channel {
    let name = name.to_string();
    let (topic, archived) = (None, false);
    Channel { id, name, kind: TEXT, recipient: None, parent: None, topic, archived, position }
}

fn unread_json(user: u64, channel: u64, count: u32) -> Value {
    json!({"user_id": user.to_string(), "channel_id": channel.to_string(), "count": count})
}

/// Channel names as Discord makes them: lower case, hyphens for spaces.
fn channel_name(name: &str) -> String {
    let lower = name.trim().trim_start_matches('#').to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || c == '-').collect();
    let joined = words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-");
    joined.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

/// A user name: lower-case ASCII letters, digits, `_` and `.`.
fn plain_ascii(name: &str) -> String {
    const ACCENTS: &str = "áaàaâaäaãaåaçcéeèeêeëeíiìiîiïiñnóoòoôoöoõoúuùuûuüu";
    let fold = |c: char| {
        let pairs: Vec<char> = ACCENTS.chars().collect();
        pairs.chunks(2).find(|p| p[0] == c).map_or(c, |p| p[1])
    };
    let plain: String = name.to_lowercase().chars().map(fold).collect();
    plain.chars().filter(|c| c.is_ascii_alphanumeric() || "._".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_discords() {
        assert_eq!(plain_ascii("Tomás"), "tomas");
        assert_eq!(channel_name("#My  Table 5!"), "my-table-5");
    }
}
