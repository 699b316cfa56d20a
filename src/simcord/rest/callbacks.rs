//! The first answer to an interaction: message, deferral, update, choices, modal. Once, and within three
//! seconds.

use serde_json::{Value, json};

use super::super::errors::{ApiError, known};
use super::super::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, Interaction, MODAL, Stage, tell_state,
};
use super::super::limits::{self, Found};
use super::super::model::*;
use super::super::world::{BOT, World};
use super::{Answer, Call, compose, nothing, ok};

/// Callback types by Discord's numbers.
pub const MESSAGE: u8 = 4;
pub const DEFER: u8 = 5;
pub const DEFER_UPDATE: u8 = 6;
pub const UPDATE: u8 = 7;
pub const CHOICES: u8 = 8;
pub const SHOW_MODAL: u8 = 9;

pub fn callback(call: &Call) -> Answer {
    let (id, token) = (call.id(0)?, call.text(1));
    let mut world = call.server.world();
    let found = world.interactions.get(&id).filter(|i| i.token == token);
    let interaction = found.ok_or_else(known::unknown_interaction)?.clone();
    match interaction.stage {
        Stage::Answered(_) => return Err(known::already_acknowledged()),
        Stage::Overdue => return Err(known::unknown_interaction()),
        Stage::Waiting if call.server.faults.late_acknowledgement() => {
            return Err(known::unknown_interaction());
        }
        Stage::Waiting => {}
    }
    let kind = allowed(&interaction, call.body)?;
    let data = &call.body["data"];
    let mut found = Found::default();
    match kind {
        CHOICES => limits::choices(data, "/data", &mut found),
        SHOW_MODAL => limits::modal(data, "/data", &mut found),
        _ => {}
    }
    if !found.list.is_empty() {
        return Err(ApiError::form(&found.list));
    }
    if matches!(kind, MESSAGE | UPDATE) {
        compose::check(data, "/data", &call.files)?;
    }
    let mut after = interaction;
    after.stage = Stage::Answered(kind);
    match kind {
        MESSAGE => answer(call, &mut world, &mut after)?,
        DEFER => defer(&mut world, &mut after, data),
        UPDATE => update(call, &mut world, &mut after)?,
        DEFER_UPDATE => after.original = after.message,
        CHOICES => after.choices = Some(data["choices"].as_array().cloned().unwrap_or_default()),
        _ => after.modal = Some(data.clone()),
    }
    settle(&mut world, after, kind);
    if call.query.get("with_response").is_some_and(|v| v == "true") {
        return ok(with_response(&world, id, kind));
    }
    nothing()
}

/// The callback's type, if it may answer this kind of interaction.
fn allowed(interaction: &Interaction, body: &Value) -> Result<u8, ApiError> {
    let kind = body["type"].as_u64().unwrap_or(0) as u8;
    let fits = match (interaction.kind, kind) {
        (AUTOCOMPLETE, kind) => kind == CHOICES,
        (COMMAND, MESSAGE | DEFER | SHOW_MODAL) => true,
        (COMPONENT, MESSAGE | DEFER | DEFER_UPDATE | UPDATE | SHOW_MODAL) => true,
        (MODAL, MESSAGE | DEFER | DEFER_UPDATE) => true,
        (MODAL, UPDATE) => interaction.message.is_some(),
        _ => false,
    };
    if fits {
        return Ok(kind);
    }
    let message =
        format!("Value {kind} is not an answer to an interaction of type {}", interaction.kind);
    Err(ApiError::field("/type", "INTERACTION_RESPONSE_TYPE_INVALID", &message))
}

/// A new message that answers an interaction: what the client needs to show "X used /command" above it.
pub fn answering(world: &mut World, interaction: &Interaction, ephemeral: bool) -> Message {
    let id = world.ids.next();
    let mut message = Message::new(id, interaction.channel, BOT);
    message.origin = Some(Origin {
        id: interaction.id,
        kind: interaction.kind,
        name: interaction.name.clone(),
        user: interaction.user,
    });
    message.kind = if interaction.kind == COMMAND { 20 } else { 0 };
    if ephemeral {
        message.only_for = Some(interaction.user);
        message.flags |= EPHEMERAL;
    }
    message
}

pub fn wants_ephemeral(data: &Value) -> bool {
    data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

fn answer(call: &Call, world: &mut World, interaction: &mut Interaction) -> Result<(), ApiError> {
    channel_exists(world, interaction)?;
    let data = &call.body["data"];
    let mut message = answering(world, interaction, wants_ephemeral(data));
    if interaction.kind != COMMAND {
        reply_to(world, &mut message, interaction.message);
    }
    compose::fill(world, &mut message, data, call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    interaction.original = Some(message.id);
    world.post(message);
    Ok(())
}

/// Marks the message as a reply to one that is still there.
pub fn reply_to(world: &World, message: &mut Message, target: Option<u64>) {
    if target.is_some_and(|id| world.message(message.channel, id).is_some()) {
        (message.kind, message.reply_to) = (19, target);
    }
}

fn defer(world: &mut World, interaction: &mut Interaction, data: &Value) {
    if !world.channels.contains_key(&interaction.channel) {
        return;
    }
    let mut message = answering(world, interaction, wants_ephemeral(data));
    message.flags |= LOADING;
    interaction.original = Some(message.id);
    interaction.unfilled = true;
    world.post(message);
}

fn update(call: &Call, world: &mut World, interaction: &mut Interaction) -> Result<(), ApiError> {
    let target = interaction.message.and_then(|id| world.message(interaction.channel, id));
    let mut message = target.cloned().ok_or_else(known::unknown_message)?;
    compose::fill(world, &mut message, &call.body["data"], call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    message.edited = Some(super::super::ids::now());
    interaction.original = Some(message.id);
    world.edit(message);
    Ok(())
}

pub fn channel_exists(world: &World, interaction: &Interaction) -> Result<(), ApiError> {
    let known = world.channels.contains_key(&interaction.channel);
    if known { Ok(()) } else { Err(known::unknown_channel()) }
}

/// Keeps the answered interaction and tells the user's pages.
fn settle(world: &mut World, mut after: Interaction, kind: u8) {
    after.clock.acknowledge();
    if !matches!(kind, DEFER | DEFER_UPDATE) {
        after.shown += 1;
        after.clock.answer();
    }
    let state = if matches!(kind, DEFER | DEFER_UPDATE) { "acked" } else { "done" };
    tell_state(world, &after, state, None);
    let user = after.user;
    if let Some(nonce) = &after.nonce {
        let mine = |u: u64| u == user;
        match kind {
            CHOICES => world.pages.tell(
                "AUTOCOMPLETE",
                &json!({"nonce": nonce, "choices": after.choices}),
                mine,
            ),
            SHOW_MODAL => world.pages.tell("MODAL", &modal_for_page(&after, nonce), mine),
            _ => {}
        }
    }
    after.bell.notify_waiters();
    let id = after.id;
    world.interactions.insert(id, after);
    if kind != CHOICES {
        world.save_interaction(id);
    }
}

fn modal_for_page(interaction: &Interaction, nonce: &str) -> Value {
    let modal = interaction.modal.clone().unwrap_or_default();
    json!({
        "nonce": nonce, "modal_id": interaction.id.to_string(), "title": modal["title"],
        "custom_id": modal["custom_id"], "components": modal["components"],
    })
}

fn with_response(world: &World, id: u64, kind: u8) -> Value {
    let interaction = world.interactions.get(&id);
    let original = interaction.and_then(|i| i.original);
    let message = original.and_then(|m| world.message(interaction?.channel, m));
    let mut out = json!({"interaction": {
        "id": id.to_string(), "type": interaction.map_or(0, |i| i.kind),
        "response_message_id": original.map(|m| m.to_string()),
        "response_message_loading": kind == DEFER,
        "response_message_ephemeral": message.is_some_and(|m| m.only_for.is_some()),
    }});
    if let Some(message) = message {
        out["resource"] = json!({"type": kind, "message": world.message_json(message, &world.url)});
    }
    out
}
