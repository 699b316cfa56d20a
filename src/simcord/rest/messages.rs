//! Messages in channels: create, edit, delete, list, reactions, pins.

use serde_json::{Value, json};

use super::super::errors::{ApiError, known};
use super::super::faults::Forbidden;
use super::super::gateway::intent;
use super::super::ids;
use super::super::model::*;
use super::super::world::{BOT, GUILD, NONCE_MEMORY, Nonce, World};
use super::{Answer, Call, compose, nothing, ok};

/// An edit counts as late when the message is older than this (30046).
const HOUR: u64 = 3_600_000;

/// The channel, if the bot sees it.
pub fn channel<'w>(call: &Call, world: &'w World) -> Result<&'w Channel, ApiError> {
    let id = call.id(0)?;
    let channel = world.channels.get(&id).ok_or_else(known::unknown_channel)?;
    if call.server.faults.forbidden(id) == Some(Forbidden::Access) {
        return Err(known::missing_access());
    }
    Ok(channel)
}

/// The channel, if the bot may write there.
fn writable<'w>(call: &Call, world: &'w World) -> Result<&'w Channel, ApiError> {
    let channel = channel(call, world)?;
    if call.server.faults.forbidden(channel.id) == Some(Forbidden::Writing) {
        return Err(known::missing_permissions());
    }
    if channel.recipient.is_some_and(|user| world.closed_dms.contains(&user)) {
        return Err(known::closed_dms());
    }
    if channel.recipient.is_some_and(|user| call.server.faults.departed(user)) {
        return Err(known::no_common_guild());
    }
    Ok(channel)
}

/// A message that the channel's history shows; ephemeral ones are not in it.
fn message(call: &Call, world: &World) -> Result<Message, ApiError> {
    let channel = channel(call, world)?.id;
    let found = world.message(channel, call.id(1)?).filter(|m| m.only_for.is_none());
    found.cloned().ok_or_else(known::unknown_message)
}

pub fn create(call: &Call) -> Answer {
    let mut world = call.server.world();
    let channel = writable(call, &world)?.clone();
    let body = call.body;
    compose::check(body, "", &call.files)?;
    let enforced = body["enforce_nonce"] == true && !body["nonce"].is_null();
    if enforced
        && !call.server.faults.forgets_nonces()
        && let Some(first) = same_nonce(&mut world, &body["nonce"])
    {
        return ok(world.message_json(&first, &world.url));
    }
    let id = world.ids.next();
    let mut message = Message::new(id, channel.id, BOT);
    message.nonce = body.get("nonce").filter(|n| !n.is_null()).cloned();
    reference(&world, &mut message, &body["message_reference"])?;
    compose::fill(&mut world, &mut message, body, call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    if channel.archived {
        world.put_channel(Channel { archived: false, ..channel.clone() }, false);
    }
    let answer = world.message_json(&message, &world.url);
    if enforced {
        let (nonce, at) = (body["nonce"].clone(), ids::now());
        world.nonces.push_back(Nonce { nonce, at, channel: channel.id, message: id });
    }
    world.post(message);
    ok(answer)
}

/// The message that this nonce made within the last few minutes. Numbers and strings are the same nonce.
fn same_nonce(world: &mut World, nonce: &Value) -> Option<Message> {
    let since = ids::now().saturating_sub(NONCE_MEMORY);
    while world.nonces.front().is_some_and(|n| n.at < since) {
        world.nonces.pop_front();
    }
    let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_string);
    let wanted = text(nonce);
    let known = world.nonces.iter().rev().find(|n| text(&n.nonce) == wanted)?;
    world.message(known.channel, known.message).cloned()
}

fn reference(world: &World, message: &mut Message, reference: &Value) -> Result<(), ApiError> {
    if reference.is_null() {
        return Ok(());
    }
    let target = ids::read(&reference["message_id"]);
    let known = target.is_some_and(|id| world.message(message.channel, id).is_some());
    if !known && reference["fail_if_not_exists"] == false {
        return Ok(());
    }
    if !known {
        let at = "/message_reference";
        return Err(ApiError::field(at, "REPLIES_UNKNOWN_MESSAGE", "Unknown message"));
    }
    (message.reply_to, message.kind) = (target, 19);
    Ok(())
}

pub fn get(call: &Call) -> Answer {
    let world = call.server.world();
    let message = message(call, &world)?;
    ok(world.message_json(&message, &world.url))
}

/// Newest first, as Discord lists them.
pub fn list(call: &Call) -> Answer {
    let world = call.server.world();
    let channel = channel(call, &world)?.id;
    let limit = call.limit(50, 100);
    let empty = Default::default();
    let all = world.messages.get(&channel).unwrap_or(&empty);
    let shown = |m: &&Message| m.only_for.is_none();
    let picked: Vec<&Message> = if let Some(after) = call.query_id("after") {
        let mut list: Vec<_> =
            all.range(after + 1..).map(|(_, m)| m).filter(shown).take(limit).collect();
        list.reverse();
        list
    } else if let Some(around) = call.query_id("around") {
        let before = all.range(..=around).rev().map(|(_, m)| m).filter(shown).take(limit / 2 + 1);
        let mut list: Vec<_> = before.collect();
        list.reverse();
        list.extend(all.range(around + 1..).map(|(_, m)| m).filter(shown).take(limit / 2));
        list.reverse();
        list
    } else {
        let before = call.query_id("before").unwrap_or(u64::MAX);
        all.range(..before).rev().map(|(_, m)| m).filter(shown).take(limit).collect()
    };
    ok(picked.into_iter().map(|m| world.message_json(m, &world.url)).collect::<Vec<_>>().into())
}

pub fn edit(call: &Call) -> Answer {
    let mut world = call.server.world();
    let mut message = message(call, &world)?;
    if message.author != BOT {
        return Err(known::other_users_message());
    }
    writable(call, &world)?;
    compose::check(call.body, "", &call.files)?;
    late_edit(call, &mut message)?;
    compose::fill(&mut world, &mut message, call.body, call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    message.edited = Some(ids::now());
    let answer = world.message_json(&message, &world.url);
    world.edit(message);
    ok(answer)
}

/// A message older than an hour takes only a few edits an hour (30046).
fn late_edit(call: &Call, message: &mut Message) -> Result<(), ApiError> {
    let now = ids::now();
    if now.saturating_sub(ids::made(message.id)) + call.server.faults.older_by() < HOUR {
        return Ok(());
    }
    message.late_edits.retain(|at| now.saturating_sub(*at) < HOUR);
    if message.late_edits.len() as u32 >= call.server.faults.old_edit_limit() {
        return Err(known::too_many_old_edits());
    }
    message.late_edits.push(now);
    Ok(())
}

pub fn delete(call: &Call) -> Answer {
    let mut world = call.server.world();
    let message = message(call, &world)?;
    let direct = world.channels.get(&message.channel).is_some_and(|c| c.kind == DIRECT);
    let manages = world.permissions(BOT) & permission::MANAGE_MESSAGES != 0;
    if message.author != BOT && direct {
        return Err(ApiError::new(403, 50003, "Cannot execute action on a DM channel"));
    }
    if message.author != BOT && !manages {
        return Err(known::missing_permissions());
    }
    world.delete_message(message.channel, message.id);
    nothing()
}

pub fn bulk_delete(call: &Call) -> Answer {
    let mut world = call.server.world();
    let channel = writable(call, &world)?.id;
    let list = call.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !(2..=100).contains(&list.len()) {
        let message = "Must be between 2 and 100 in length.";
        return Err(ApiError::field("/messages", "BASE_TYPE_BAD_LENGTH", message));
    }
    for id in list.iter().filter_map(ids::read) {
        world.delete_message(channel, id);
    }
    nothing()
}

// ---- reactions ----

pub fn reactions(call: &Call) -> Answer {
    let world = call.server.world();
    let message = message(call, &world)?;
    let by = message.reactions.get(call.text(2)).cloned().unwrap_or_default();
    ok(by.iter().filter_map(|u| world.user(*u)).map(User::json).collect::<Vec<_>>().into())
}

pub fn react(call: &Call) -> Answer {
    let mut world = call.server.world();
    let message = message(call, &world)?;
    let by = message.reactions.get(call.text(2));
    if by.is_some_and(|b| b.contains(&BOT)) {
        return nothing();
    }
    if message.reactions.len() >= 20 && by.is_none() {
        return Err(ApiError::new(400, 30010, "Maximum number of reactions reached (20)"));
    }
    set_reaction(&mut world, message, call.text(2), true);
    nothing()
}

pub fn unreact(call: &Call) -> Answer {
    let mut world = call.server.world();
    let message = message(call, &world)?;
    set_reaction(&mut world, message, call.text(2), false);
    nothing()
}

fn set_reaction(world: &mut World, mut message: Message, emoji: &str, on: bool) {
    let by = message.reactions.entry(emoji.to_string()).or_default();
    by.retain(|u| *u != BOT);
    if on {
        by.push(BOT);
    }
    message.reactions.retain(|_, by| !by.is_empty());
    let name = if on { "MESSAGE_REACTION_ADD" } else { "MESSAGE_REACTION_REMOVE" };
    let direct = world.channels.get(&message.channel).is_some_and(|c| c.kind == DIRECT);
    let mut d = json!({
        "user_id": BOT.to_string(), "channel_id": message.channel.to_string(), "burst": false, "type": 0,
        "message_id": message.id.to_string(), "emoji": {"id": null, "name": emoji},
    });
    let need =
        if direct { intent::DIRECT_MESSAGE_REACTIONS } else { intent::GUILD_MESSAGE_REACTIONS };
    if !direct {
        d["guild_id"] = GUILD.to_string().into();
    }
    world.sessions.tell(name, need, &d);
    world.change_quietly(message);
}

pub fn clear_reactions(call: &Call) -> Answer {
    let mut world = call.server.world();
    let mut message = message(call, &world)?;
    message.reactions.clear();
    world.change_quietly(message);
    nothing()
}

// ---- pins ----

fn pinned(world: &World, channel: u64) -> Vec<&Message> {
    world
        .messages
        .get(&channel)
        .into_iter()
        .flat_map(|m| m.values().rev())
        .filter(|m| m.pinned)
        .collect()
}

pub fn pins(call: &Call) -> Answer {
    let world = call.server.world();
    let channel = channel(call, &world)?.id;
    let list: Vec<Value> =
        pinned(&world, channel).into_iter().map(|m| world.message_json(m, &world.url)).collect();
    ok(list.into())
}

pub fn paged_pins(call: &Call) -> Answer {
    let world = call.server.world();
    let channel = channel(call, &world)?.id;
    let item = |m: &Message| json!({"pinned_at": ids::iso(m.edited.unwrap_or(ids::made(m.id))), "message": world.message_json(m, &world.url)});
    let items: Vec<Value> = pinned(&world, channel).into_iter().map(item).collect();
    ok(json!({"items": items, "has_more": false}))
}

pub fn pin(call: &Call) -> Answer {
    set_pin(call, true)
}

pub fn unpin(call: &Call) -> Answer {
    set_pin(call, false)
}

fn set_pin(call: &Call, on: bool) -> Answer {
    let mut world = call.server.world();
    let mut message = message(call, &world)?;
    writable(call, &world)?;
    if on && !message.pinned && pinned(&world, message.channel).len() >= 250 {
        return Err(ApiError::new(
            400,
            30003,
            "Maximum number of pins reached for the channel (250)",
        ));
    }
    if message.pinned != on {
        let channel = message.channel;
        let target = message.id;
        message.pinned = on;
        world.edit(message);
        if on {
            let mut notice = Message::new(world.ids.next(), channel, BOT);
            (notice.kind, notice.reply_to) = (6, Some(target));
            world.post(notice);
        }
    }
    nothing()
}
