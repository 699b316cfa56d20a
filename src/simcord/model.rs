//! What the server remembers: users, channels, messages, files. Plain data, as it is written to disk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Message flag: only its user sees it.
pub const EPHEMERAL: u64 = 1 << 6;
/// Message flag: "Custodian is thinking…".
pub const LOADING: u64 = 1 << 7;
/// Message flags a bot may set itself: suppress embeds, silent, Components V2.
pub const SETTABLE: u64 = (1 << 2) | (1 << 12) | COMPONENTS_V2;
pub const COMPONENTS_V2: u64 = 1 << 15;

/// Permission bits that the server knows.
pub mod permission {
    pub const ADMINISTRATOR: u64 = 1 << 3;
    pub const ALL: u64 = (1 << 47) - 1;
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    pub const MANAGE_THREADS: u64 = 1 << 34;
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// View, send, react, embed, attach, history, commands, threads: what everybody may do.
    pub const EVERYONE: u64 = (1 << 6)
        | (1 << 10)
        | (1 << 11)
        | (1 << 14)
        | (1 << 15)
        | (1 << 16)
        | (1 << 31)
        | (1 << 35)
        | (1 << 38);
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    pub id: u64,
    pub username: String,
    pub global_name: String,
    pub avatar_color: String,
    #[serde(default)]
    pub bot: bool,
}

impl User {
    /// Discord's user object.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id.to_string(),
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0",
            "avatar": null,
            "bot": self.bot,
            "system": false,
            "banner": null,
            "accent_color": null,
            "avatar_decoration_data": null,
            "collectibles": null,
            "primary_guild": null,
            "clan": null,
            "public_flags": 0,
            "flags": 0,
        })
    }

    /// The form the page gets: Discord's own and a colour for the round picture.
    pub fn page_json(&self) -> Value {
        json!({
            "id": self.id.to_string(), "username": self.username, "global_name": self.global_name,
            "avatar_color": self.avatar_color, "bot": self.bot,
        })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Role {
    pub id: u64,
    pub name: String,
    pub permissions: u64,
    pub position: u16,
    pub managed: bool,
    pub color: u32,
}

impl Role {
    pub fn json(&self) -> Value {
        json!({
            "id": self.id.to_string(), "name": self.name, "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": null, "tertiary_color": null},
            "hoist": self.color != 0, "icon": null, "unicode_emoji": null, "position": self.position,
            "permissions": self.permissions.to_string(), "managed": self.managed,
            "mentionable": self.color != 0, "flags": 0, "description": null,
        })
    }
}

/// A channel's kind, with Discord's numbers.
pub const TEXT: u8 = 0;
pub const DIRECT: u8 = 1;
pub const THREAD: u8 = 11;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    pub id: u64,
    pub name: String,
    pub kind: u8,
    /// Whose conversation with the bot it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<u64>,
    /// Of a thread: the channel it hangs under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    #[serde(default)]
    pub archived: bool,
    #[serde(default)]
    pub position: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    pub id: u64,
    pub filename: String,
    pub size: u64,
    pub content_type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Attachment {
    /// `base` is the server's address, or nothing for an address relative to it.
    pub fn url(&self, base: &str, channel: u64) -> String {
        format!("{base}/attachments/{channel}/{}/{}", self.id, self.filename)
    }

    pub fn json(&self, base: &str, channel: u64, ephemeral: bool) -> Value {
        let url = self.url(base, channel);
        let mut out = json!({
            "id": self.id.to_string(), "filename": self.filename, "size": self.size,
            "url": url, "proxy_url": url, "content_type": self.content_type, "ephemeral": ephemeral,
        });
        if let (Some(width), Some(height)) = (self.width, self.height) {
            out["width"] = width.into();
            out["height"] = height.into();
        }
        if let Some(description) = &self.description {
            out["description"] = description.as_str().into();
        }
        out
    }
}

/// The interaction a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    pub id: u64,
    /// 2 command, 3 component, 5 modal.
    pub kind: u8,
    /// The command with its subcommands, e.g. `game create`.
    pub name: String,
    pub user: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub id: u64,
    pub channel: u64,
    pub author: u64,
    pub content: String,
    #[serde(default)]
    pub embeds: Vec<Value>,
    #[serde(default)]
    pub components: Vec<Value>,
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    #[serde(default)]
    pub flags: u64,
    /// 0 ordinary, 6 pin notice, 18 thread notice, 19 reply, 20 answer to a command, 21 first of a thread.
    #[serde(default)]
    pub kind: u8,
    #[serde(default)]
    pub edited: Option<u64>,
    #[serde(default)]
    pub reply_to: Option<u64>,
    #[serde(default)]
    pub origin: Option<Origin>,
    #[serde(default)]
    pub nonce: Option<Value>,
    #[serde(default)]
    pub pinned: bool,
    #[serde(default)]
    pub mentions: Vec<u64>,
    #[serde(default)]
    pub mention_roles: Vec<u64>,
    #[serde(default)]
    pub mention_everyone: bool,
    #[serde(default)]
    pub reactions: BTreeMap<String, Vec<u64>>,
    /// The one user who sees an ephemeral message.
    #[serde(default)]
    pub only_for: Option<u64>,
    /// When it was edited while older than an hour (Unix milliseconds).
    #[serde(default)]
    pub late_edits: Vec<u64>,
}

impl Message {
    pub fn new(id: u64, channel: u64, author: u64) -> Self {
        Message {
            id,
            channel,
            author,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            kind: 0,
            edited: None,
            reply_to: None,
            origin: None,
            nonce: None,
            pinned: false,
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            reactions: BTreeMap::new(),
            only_for: None,
            late_edits: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.content.trim().is_empty()
            && self.embeds.is_empty()
            && self.attachments.is_empty()
            && self.components.is_empty()
    }

    /// The component with this custom id, wherever it is nested.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        find_component(&self.components, &|c| c["custom_id"] == custom_id)
    }
}

/// First component that fits, depth first.
pub fn find_component<'a>(list: &'a [Value], fits: &dyn Fn(&Value) -> bool) -> Option<&'a Value> {
    list.iter().find_map(|c| {
        if fits(c) {
            return Some(c);
        }
        c["components"].as_array().and_then(|inner| find_component(inner, fits))
    })
}

/// Discord leaves out what is not set.
pub fn without_nulls(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(without_nulls),
        Value::Object(map) => {
            map.retain(|_, v| !v.is_null());
            map.values_mut().for_each(without_nulls);
        }
        _ => {}
    }
}

/// Content type by the name's ending, as far as bots send files.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json; charset=utf-8",
        Some("txt" | "log" | "scenario") => "text/plain; charset=utf-8",
        Some("md") => "text/markdown; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

/// Width and height out of a PNG's header.
pub fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(8)?, number(12)?))
}
