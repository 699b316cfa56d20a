//! What a person gets to see: messages, files, answers, dialogs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::interaction::Interaction;
use super::server::Server;

/// A message as this person sees it.
#[derive(Clone, Debug)]
pub struct Post {
    pub id: u64,
    pub channel: u64,
    /// The author's shown name.
    pub author: String,
    pub from_bot: bool,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<File>,
    pub ephemeral: bool,
    /// It still says "thinking".
    pub thinking: bool,
    pub edited: bool,
    pub pinned: bool,
    pub reply_to: Option<u64>,
    /// Shown names of those it calls.
    pub mentions: Vec<String>,
    /// The command it answers, e.g. `game create`.
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    pub custom_id: String,
    pub disabled: bool,
}

impl Post {
    pub fn buttons(&self) -> Vec<Button> {
        buttons(&self.components)
    }

    /// Content and the texts of embeds in one.
    pub fn text(&self) -> String {
        text(&self.content, &self.embeds)
    }
}

pub fn buttons(rows: &[Value]) -> Vec<Button> {
    let all = rows.iter().flat_map(|r| r["components"].as_array().into_iter().flatten());
    let word = |v: &Value| v.as_str().unwrap_or_default().to_string();
    all.filter(|c| c["type"] == 2)
        .map(|c| Button {
            label: word(&c["label"]),
            custom_id: word(&c["custom_id"]),
            disabled: c["disabled"] == true,
        })
        .collect()
}

fn text(content: &str, embeds: &[Value]) -> String {
    let mut out = content.to_string();
    let mut add = |v: &Value| {
        if let Some(text) = v.as_str() {
            out.push('\n');
            out.push_str(text);
        }
    };
    for embed in embeds {
        add(&embed["title"]);
        add(&embed["description"]);
        for field in embed["fields"].as_array().into_iter().flatten() {
            add(&field["name"]);
            add(&field["value"]);
        }
        add(&embed["footer"]["text"]);
    }
    out
}

/// An attached file; its bytes are read from the server.
#[derive(Clone)]
pub struct File {
    pub id: u64,
    pub name: String,
    pub size: u64,
    pub content_type: String,
    /// Full address.
    pub url: String,
    pub description: Option<String>,
    pub(super) server: Arc<Server>,
}

impl File {
    pub fn bytes(&self) -> Vec<u8> {
        self.server.world().file(self.id).map(|b| b.to_vec()).unwrap_or_default()
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.name, self.size)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub name: String,
    pub value: Value,
}

/// A dialog that the bot opened.
#[derive(Clone, Debug)]
pub struct Modal {
    pub id: u64,
    pub channel: u64,
    pub title: String,
    pub custom_id: String,
    /// The text inputs, as Discord writes them.
    pub inputs: Vec<Value>,
}

/// How the bot met an interaction.
#[derive(Clone, Debug)]
pub struct Reply {
    pub interaction: u64,
    /// The callback's type (4 message, 5 deferred, 6 deferred update, 7 update, 8 choices, 9 modal); none on failure.
    pub kind: Option<u8>,
    /// The answer, or the updated message of the component.
    pub message: Option<u64>,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<File>,
    pub ephemeral: bool,
    /// Deferred and nothing has followed yet.
    pub thinking: bool,
    pub modal: Option<Modal>,
    pub choices: Vec<Choice>,
    /// Later messages by the same token.
    pub followups: Vec<Post>,
    /// "The application did not respond".
    pub failure: Option<String>,
    /// How long the bot took to acknowledge, and to say something, as the server saw it.
    pub acknowledged: Option<Duration>,
    pub answered: Option<Duration>,
}

impl Reply {
    pub fn text(&self) -> String {
        text(&self.content, &self.embeds)
    }

    pub fn buttons(&self) -> Vec<Button> {
        buttons(&self.components)
    }
}

pub fn modal(interaction: &Interaction) -> Option<Modal> {
    let modal = interaction.modal.as_ref()?;
    let rows = modal["components"].as_array();
    let inputs =
        rows.into_iter().flatten().filter_map(|r| r["components"].get(0)).cloned().collect();
    let word = |key: &str| modal[key].as_str().unwrap_or_default().to_string();
    Some(Modal {
        id: interaction.id,
        channel: interaction.channel,
        title: word("title"),
        custom_id: word("custom_id"),
        inputs,
    })
}

pub fn choices(interaction: Option<&Interaction>) -> Vec<Choice> {
    let list = interaction.and_then(|i| i.choices.as_ref()).into_iter().flatten();
    let name = |c: &Value| c["name"].as_str().unwrap_or_default().to_string();
    list.map(|c| Choice { name: name(c), value: c["value"].clone() }).collect()
}
