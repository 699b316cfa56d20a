//! Channels: the guild's, direct conversations, threads.

use serde_json::{Value, json};

use super::super::errors::{ApiError, known};
use super::super::ids;
use super::super::limits::Found;
use super::super::model::*;
use super::super::world::BOT;
use super::messages::channel;
use super::{Answer, Call, guild, nothing, ok};

pub fn create_dm(call: &Call) -> Answer {
    let world = call.server.world();
    let Some(user) = ids::read(&call.body["recipient_id"]) else {
        return Err(ApiError::field(
            "/recipient_id",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        ));
    };
    if user == BOT {
        return Err(known::closed_dms());
    }
    let channel = world.direct_channel(user).ok_or_else(known::unknown_user)?;
    ok(world.channel_json(channel))
}

pub fn list(call: &Call) -> Answer {
    guild::ours(call)?;
    let world = call.server.world();
    let list = world.channels.values().filter(|c| c.kind == TEXT);
    ok(list.map(|c| world.channel_json(c)).collect::<Vec<_>>().into())
}

pub fn create(call: &Call) -> Answer {
    guild::ours(call)?;
    named(call, 100)?;
    if call.body["type"].as_u64().unwrap_or(0) != 0 {
        return Err(ApiError::field(
            "/type",
            "BASE_TYPE_CHOICES",
            "Only text channels are simulated",
        ));
    }
    let mut world = call.server.world();
    let id = world.create_channel(call.body["name"].as_str().unwrap_or_default(), TEXT, None);
    let created = world.channels.get(&id).cloned().ok_or_else(known::unknown_channel)?;
    Ok((201, Some(world.channel_json(&created))))
}

fn named(call: &Call, most: usize) -> Result<(), ApiError> {
    let mut found = Found::default();
    found.text(call.body, "", "name", 1, most, true);
    if found.list.is_empty() { Ok(()) } else { Err(ApiError::form(&found.list)) }
}

pub fn get(call: &Call) -> Answer {
    let world = call.server.world();
    ok(world.channel_json(channel(call, &world)?))
}

pub fn edit(call: &Call) -> Answer {
    let mut world = call.server.world();
    let mut changed = channel(call, &world)?.clone();
    if changed.kind == DIRECT {
        return Err(ApiError::new(403, 50003, "Cannot execute action on a DM channel"));
    }
    if !call.body["name"].is_null() {
        named(call, 100)?;
        changed.name = call.body["name"].as_str().unwrap_or_default().to_string();
    }
    if let Some(topic) = call.body.get("topic") {
        changed.topic = topic.as_str().map(str::to_string);
    }
    if let Some(archived) = call.body["archived"].as_bool() {
        changed.archived = archived;
    }
    let answer = world.channel_json(&changed);
    world.put_channel(changed, false);
    ok(answer)
}

/// A direct conversation cannot be deleted; Discord "closes" it and nothing is lost.
pub fn delete(call: &Call) -> Answer {
    let mut world = call.server.world();
    let gone = channel(call, &world)?.clone();
    let answer = world.channel_json(&gone);
    if gone.kind != DIRECT {
        world.delete_channel(gone.id);
    }
    ok(answer)
}

pub fn typing(call: &Call) -> Answer {
    let world = call.server.world();
    let id = channel(call, &world)?.id;
    let d = json!({"channel_id": id.to_string(), "user_id": BOT.to_string()});
    world.pages.tell("TYPING", &d, |user| world.sees_channel(user, id));
    nothing()
}

// ---- threads ----

pub fn create_thread(call: &Call) -> Answer {
    named(call, 100)?;
    let mut world = call.server.world();
    let parent = channel(call, &world)?.clone();
    if parent.kind != TEXT {
        return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
    }
    let id = world.create_channel(
        call.body["name"].as_str().unwrap_or_default(),
        THREAD,
        Some(parent.id),
    );
    let mut notice = Message::new(world.ids.next(), parent.id, BOT);
    (notice.kind, notice.content) =
        (18, call.body["name"].as_str().unwrap_or_default().to_string());
    world.post(notice);
    let thread = world.channels.get(&id).cloned().ok_or_else(known::unknown_channel)?;
    Ok((201, Some(world.channel_json(&thread))))
}

/// The thread gets the message's own id, as with Discord.
pub fn thread_from_message(call: &Call) -> Answer {
    named(call, 100)?;
    let mut world = call.server.world();
    let parent = channel(call, &world)?.clone();
    let root = call.id(1)?;
    if world.message(parent.id, root).is_none_or(|m| m.only_for.is_some()) {
        return Err(known::unknown_message());
    }
    if world.channels.contains_key(&root) {
        return Err(ApiError::new(
            400,
            160_004,
            "A thread has already been created for this message",
        ));
    }
    let name = call.body["name"].as_str().unwrap_or_default().to_string();
    let thread = Channel {
        id: root,
        name,
        kind: THREAD,
        recipient: None,
        parent: Some(parent.id),
        topic: None,
        archived: false,
        position: 0,
    };
    let answer = world.channel_json(&thread);
    world.put_channel(thread, true);
    Ok((201, Some(answer)))
}

pub fn active_threads(call: &Call) -> Answer {
    guild::ours(call)?;
    let world = call.server.world();
    let list = world.channels.values().filter(|c| c.kind == THREAD && !c.archived);
    let threads: Vec<Value> = list.map(|c| world.channel_json(c)).collect();
    ok(json!({"threads": threads, "members": [], "has_more": false}))
}

pub fn thread_members(call: &Call) -> Answer {
    let world = call.server.world();
    let thread = channel(call, &world)?;
    let member = |user: u64| json!({"id": thread.id.to_string(), "user_id": user.to_string(), "join_timestamp": ids::iso(ids::made(thread.id)), "flags": 0});
    let everybody = world.users.iter().map(|u| u.id).chain([BOT]);
    ok(everybody.map(member).collect::<Vec<_>>().into())
}

/// Everybody reads every thread here, so joining and leaving change nothing.
pub fn thread_member(call: &Call) -> Answer {
    let world = call.server.world();
    let thread = channel(call, &world)?;
    if thread.kind != THREAD {
        return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
    }
    nothing()
}
