//! What a user can do, for the page and for the test driver alike: write, use a command, press, choose,
//! fill a modal in. What Discord's client would not let them do is refused with a sentence.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::ids;
use super::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Opening};
use super::limits;
use super::model::*;
use super::options::{self, kind};
use super::rest::compose;
use super::server::Server;
use super::world::World;

pub type Act = Result<u64, String>;

/// Who acts, and where.
#[derive(Clone, Debug)]
pub struct Actor {
    pub user: u64,
    pub channel: u64,
    pub nonce: Option<String>,
}

impl Actor {
    fn check(&self, world: &World) -> Result<(), String> {
        if !world.users.iter().any(|u| u.id == self.user) {
            return Err("There is no such user.".into());
        }
        if !world.channels.contains_key(&self.channel) {
            return Err("This channel no longer exists.".into());
        }
        if !world.sees_channel(self.user, self.channel) {
            return Err("You do not see this channel.".into());
        }
        Ok(())
    }
}

impl Server {
    /// Posts a message of a user; returns its id.
    pub fn write(&self, actor: &Actor, content: &str) -> Act {
        let mut world = self.world();
        actor.check(&world)?;
        if content.trim().is_empty() {
            return Err("A message needs a text.".into());
        }
        if content.chars().count() > limits::CONTENT {
            return Err(format!("A message has at most {} characters.", limits::CONTENT));
        }
        let id = world.ids.next();
        let mut message = Message::new(id, actor.channel, actor.user);
        message.content = content.trim().to_string();
        message.nonce = actor.nonce.clone().map(Value::from);
        compose::read_mentions(&world, &mut message);
        world.post(message);
        drop(world);
        self.changed.notify_waiters();
        Ok(id)
    }

    /// Uses a slash command, or (with `typing`) asks for the completion of its focused option.
    pub fn use_command(
        self: &Arc<Self>,
        actor: &Actor,
        command_id: &str,
        given: &[Value],
        typing: bool,
    ) -> Act {
        let opening = {
            let world = self.world();
            actor.check(&world)?;
            let commands = world.commands();
            let command = commands.iter().find(|c| c["id"] == command_id);
            let command =
                command.ok_or("This command is outdated, please try again in a few moments.")?;
            may_use(&world, actor, command)?;
            let name = options::check(&world, command, given, typing)?;
            let mut data =
                json!({"id": command["id"], "name": command["name"], "type": 1, "options": given});
            if command.get("guild_id").is_some() {
                data["guild_id"] = command["guild_id"].clone();
            }
            let resolved = options::resolve(&world, given, actor.user);
            if resolved.as_object().is_some_and(|r| !r.is_empty()) {
                data["resolved"] = resolved;
            }
            let kind = if typing { AUTOCOMPLETE } else { COMMAND };
            opening(actor, kind, name, data)
        };
        Ok(self.open_interaction(opening))
    }

    /// Presses a button or chooses in a select.
    pub fn use_component(
        self: &Arc<Self>,
        actor: &Actor,
        message: u64,
        custom_id: &str,
        values: &[String],
    ) -> Act {
        let opening = {
            let world = self.world();
            actor.check(&world)?;
            let found = world.message(actor.channel, message).filter(|m| world.sees(actor.user, m));
            let found = found.ok_or("This message is gone.")?;
            let component = found.component(custom_id).ok_or("This button is gone.")?;
            if component["disabled"] == true {
                return Err("This is disabled.".into());
            }
            let data = component_data(&world, actor, component, values)?;
            Opening { message: Some(message), ..opening(actor, COMPONENT, custom_id.into(), data) }
        };
        Ok(self.open_interaction(opening))
    }

    /// Sends a modal in.
    pub fn submit_modal(
        self: &Arc<Self>,
        actor: &Actor,
        modal_id: u64,
        fields: &Map<String, Value>,
    ) -> Act {
        let opening = {
            let mut world = self.world();
            actor.check(&world)?;
            let opener = world.interactions.get(&modal_id).filter(|i| i.user == actor.user);
            let opener = opener.ok_or("This dialog is no longer open.")?;
            let modal = opener.modal.clone().ok_or("This dialog is no longer open.")?;
            let (message, opened_by) = (opener.message, Some(opener.id));
            let data = modal_data(&modal, fields)?;
            let name = modal["custom_id"].as_str().unwrap_or_default().to_string();
            // A modal is sent once.
            if let Some(opener) = world.interactions.get_mut(&modal_id) {
                opener.modal = None;
            }
            Opening { message, opened_by, ..opening(actor, MODAL, name, data) }
        };
        Ok(self.open_interaction(opening))
    }

    /// Puts an ephemeral message away.
    pub fn dismiss(&self, user: u64, message: u64) -> Result<(), String> {
        let mut world = self.world();
        let found = world.find_message(message).filter(|m| m.only_for == Some(user));
        let channel = found.ok_or("Only your own private messages can be dismissed.")?.channel;
        world.delete_message(channel, message);
        drop(world);
        self.changed.notify_waiters();
        Ok(())
    }
}

fn opening(actor: &Actor, kind: u8, name: String, data: Value) -> Opening {
    let (user, channel, nonce) = (actor.user, actor.channel, actor.nonce.clone());
    Opening { kind, user, channel, name, data, message: None, opened_by: None, nonce }
}

/// Discord hides commands from those without the permission, and guild-only ones in direct messages.
fn may_use(world: &World, actor: &Actor, command: &Value) -> Result<(), String> {
    let direct = world.channels.get(&actor.channel).is_some_and(|c| c.kind == DIRECT);
    let contexts = command["contexts"].as_array();
    let here = if direct { 1 } else { 0 };
    let fits_context = contexts.is_none_or(|list| list.iter().any(|c| c == here));
    let guild_only = command["dm_permission"] == false || command.get("guild_id").is_some();
    if !fits_context || (direct && guild_only) {
        return Err("This command cannot be used here.".into());
    }
    let needed = ids::read(&command["default_member_permissions"]);
    match needed {
        Some(0) if world.permissions(actor.user) & permission::ADMINISTRATOR != 0 => Ok(()),
        Some(0) => Err("Only administrators may use this command.".into()),
        Some(needed) if world.permissions(actor.user) & needed != needed => {
            Err("You may not use this command.".into())
        }
        _ => Ok(()),
    }
}

fn component_data(
    world: &World,
    actor: &Actor,
    component: &Value,
    values: &[String],
) -> Result<Value, String> {
    let of = component["type"].as_u64().unwrap_or(0);
    let mut data = json!({"component_type": of, "custom_id": component["custom_id"], "id": 1});
    if of == 2 {
        return Ok(data);
    }
    let (least, most) = (
        component["min_values"].as_u64().unwrap_or(1),
        component["max_values"].as_u64().unwrap_or(1),
    );
    if (values.len() as u64) < least || values.len() as u64 > most {
        return Err(format!("Choose {least} to {most}."));
    }
    let mut resolved = Map::new();
    for value in values {
        let option_kind = match of {
            3 => {
                let options = component["options"].as_array();
                if !options.into_iter().flatten().any(|o| o["value"] == value.as_str()) {
                    return Err(format!("{value} is not one of the options."));
                }
                continue;
            }
            5 => kind::USER,
            6 => kind::ROLE,
            7 => kind::MENTIONABLE,
            _ => kind::CHANNEL,
        };
        let id = value.parse().map_err(|_| format!("{value} is not an id."))?;
        let before = resolved.len();
        options::add_resolved(world, option_kind, id, actor.user, &mut resolved);
        if before == 0 && resolved.is_empty() {
            return Err(format!("{value} is not known here."));
        }
    }
    data["values"] = values.to_vec().into();
    if of != 3 {
        data["resolved"] = resolved.into();
    }
    Ok(data)
}

/// The submission's payload; a field that the client would mark red refuses it.
fn modal_data(modal: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let mut rows = Vec::new();
    for input in
        modal["components"].as_array().into_iter().flatten().filter_map(|r| r["components"].get(0))
    {
        let id = input["custom_id"].as_str().unwrap_or_default();
        let label = input["label"].as_str().unwrap_or_default();
        let value = fields.get(id).unwrap_or(&input["value"]).as_str().unwrap_or_default();
        let length = value.chars().count() as u64;
        let (least, most) = (
            input["min_length"].as_u64().unwrap_or(0),
            input["max_length"].as_u64().unwrap_or(4000),
        );
        let required = input["required"] != false;
        if required && value.is_empty() {
            return Err(format!("{label}: this field is required."));
        }
        if !value.is_empty() && (length < least || length > most) {
            return Err(format!("{label}: {least} to {most} characters."));
        }
        rows.push(json!({"type": 1, "id": rows.len() * 2 + 1, "components": [
            {"type": 4, "id": rows.len() * 2 + 2, "custom_id": id, "value": value},
        ]}));
    }
    let known = |name: &String| {
        rows.iter().any(|r: &Value| r["components"][0]["custom_id"] == name.as_str())
    };
    if let Some(unknown) = fields.keys().find(|name| !known(name)) {
        return Err(format!("The dialog has no field {unknown}."));
    }
    Ok(json!({"custom_id": modal["custom_id"], "components": rows}))
}
