//! Application commands, global and of the guild: register, list, change.

use serde_json::{Value, json};

use super::super::command_limits;
use super::super::errors::{ApiError, known};
use super::super::limits::Found;
use super::super::model::without_nulls;
use super::super::world::{BOT, GUILD, World};
use super::{Answer, Call, nothing, ok};

/// Whose commands: of all guilds, or of ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Global,
    Guild,
}

impl Scope {
    fn list(self, world: &World) -> &Vec<Value> {
        match self {
            Scope::Global => &world.global_commands,
            Scope::Guild => &world.guild_commands,
        }
    }
}

fn scope(call: &Call, scope: Scope) -> Result<Scope, ApiError> {
    if call.id(0)? != BOT {
        return Err(ApiError::new(404, 10002, "Unknown Application"));
    }
    if scope == Scope::Guild && call.id(1)? != GUILD {
        return Err(known::missing_access());
    }
    Ok(scope)
}

/// The command's id stands last in the path.
fn command_id(call: &Call, scope: Scope) -> Result<String, ApiError> {
    let place = if scope == Scope::Global { 1 } else { 2 };
    Ok(call.id(place)?.to_string())
}

fn list(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let world = call.server.world();
    let with_localizations = call.query.get("with_localizations").is_some_and(|v| v == "true");
    let mut list = of.list(&world).clone();
    if !with_localizations {
        for command in list.iter_mut().filter_map(Value::as_object_mut) {
            command.remove("name_localizations");
            command.remove("description_localizations");
        }
    }
    ok(list.into())
}

fn overwrite(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let Some(wanted) = call.body.as_array() else {
        return Err(ApiError::field(
            "",
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        ));
    };
    let mut found = Found::default();
    command_limits::overwrite(wanted, &mut found);
    refuse_if(found)?;
    let mut world = call.server.world();
    let list: Vec<Value> = wanted.iter().map(|c| registered(&mut world, of, c)).collect();
    world.set_commands(of == Scope::Guild, list.clone());
    ok(list.into())
}

fn refuse_if(found: Found) -> Result<(), ApiError> {
    if found.list.is_empty() { Ok(()) } else { Err(ApiError::form(&found.list)) }
}

/// The command as Discord keeps it. One of the same name keeps its id, and its version when nothing changed.
fn registered(world: &mut World, of: Scope, command: &Value) -> Value {
    let kind = command["type"].as_u64().unwrap_or(1);
    let same = |c: &&Value| c["name"] == command["name"] && c["type"] == kind;
    let old = of.list(world).iter().find(same).cloned();
    let fresh = world.ids.next().to_string();
    let id = old.as_ref().and_then(|o| o["id"].as_str()).unwrap_or(&fresh).to_string();
    let mut out = json!({
        "id": id, "application_id": BOT.to_string(), "type": kind, "name": command["name"],
        "name_localizations": command["name_localizations"],
        "description": command["description"].as_str().unwrap_or_default(),
        "description_localizations": command["description_localizations"],
        "default_member_permissions": permissions_text(&command["default_member_permissions"]),
        "nsfw": command["nsfw"].as_bool().unwrap_or(false), "version": "0",
    });
    if let Some(options) = command["options"].as_array().filter(|o| !o.is_empty()) {
        out["options"] = options.clone().into();
        without_nulls(&mut out["options"]);
    }
    match of {
        Scope::Guild => out["guild_id"] = GUILD.to_string().into(),
        Scope::Global => {
            out["dm_permission"] = command["dm_permission"].as_bool().unwrap_or(true).into();
            out["contexts"] = command["contexts"].clone();
            let types = &command["integration_types"];
            out["integration_types"] = if types.is_null() { json!([0]) } else { types.clone() };
        }
    }
    let version = old.filter(|o| {
        let mut o = o.clone();
        o["version"] = "0".into();
        o == out
    });
    out["version"] = version.map_or(fresh.into(), |o| o["version"].clone());
    out
}

/// Integers are taken for the string that this field is.
fn permissions_text(value: &Value) -> Value {
    value.as_u64().map_or_else(|| value.clone(), |n| n.to_string().into())
}

fn create(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let mut world = call.server.world();
    let same = |c: &Value| {
        c["name"] == call.body["name"] && c["type"] == call.body["type"].as_u64().unwrap_or(1)
    };
    let known = of.list(&world).iter().any(same);
    let mut list: Vec<Value> = of.list(&world).iter().filter(|c| !same(c)).cloned().collect();
    list.push(call.body.clone());
    let mut found = Found::default();
    command_limits::command(call.body, "", &mut found);
    if found.list.is_empty() {
        command_limits::overwrite(&list, &mut found);
    }
    refuse_if(found)?;
    let made = registered(&mut world, of, call.body);
    list.pop();
    list.push(made.clone());
    world.set_commands(of == Scope::Guild, list);
    Ok((if known { 200 } else { 201 }, Some(made)))
}

fn get(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let id = command_id(call, of)?;
    let world = call.server.world();
    let found = of.list(&world).iter().find(|c| c["id"] == id);
    ok(found.cloned().ok_or_else(known::unknown_command)?)
}

fn edit(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let id = command_id(call, of)?;
    let mut world = call.server.world();
    let mut list = of.list(&world).clone();
    let at = list.iter().position(|c| c["id"] == id).ok_or_else(known::unknown_command)?;
    for (key, value) in call.body.as_object().into_iter().flatten() {
        list[at][key] = value.clone();
    }
    list[at]["version"] = world.ids.next().to_string().into();
    let mut found = Found::default();
    command_limits::command(&list[at], "", &mut found);
    refuse_if(found)?;
    let answer = list[at].clone();
    world.set_commands(of == Scope::Guild, list);
    ok(answer)
}

fn delete(call: &Call, of: Scope) -> Answer {
    let of = scope(call, of)?;
    let id = command_id(call, of)?;
    let mut world = call.server.world();
    let mut list = of.list(&world).clone();
    let before = list.len();
    list.retain(|c| c["id"] != id);
    if list.len() == before {
        return Err(known::unknown_command());
    }
    world.set_commands(of == Scope::Guild, list);
    nothing()
}

/// Nobody has changed the permissions of commands in the server's settings.
pub fn permissions(call: &Call) -> Answer {
    scope(call, Scope::Guild)?;
    ok(json!([]))
}

pub fn list_global(call: &Call) -> Answer {
    list(call, Scope::Global)
}
pub fn list_guild(call: &Call) -> Answer {
    list(call, Scope::Guild)
}
pub fn overwrite_global(call: &Call) -> Answer {
    overwrite(call, Scope::Global)
}
pub fn overwrite_guild(call: &Call) -> Answer {
    overwrite(call, Scope::Guild)
}
pub fn create_global(call: &Call) -> Answer {
    create(call, Scope::Global)
}
pub fn create_guild(call: &Call) -> Answer {
    create(call, Scope::Guild)
}
pub fn get_global(call: &Call) -> Answer {
    get(call, Scope::Global)
}
pub fn get_guild(call: &Call) -> Answer {
    get(call, Scope::Guild)
}
pub fn edit_global(call: &Call) -> Answer {
    edit(call, Scope::Global)
}
pub fn edit_guild(call: &Call) -> Answer {
    edit(call, Scope::Guild)
}
pub fn delete_global(call: &Call) -> Answer {
    delete(call, Scope::Global)
}
pub fn delete_guild(call: &Call) -> Answer {
    delete(call, Scope::Guild)
}
