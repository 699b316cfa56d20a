//! What an interaction's token is good for after the first answer: the original message and follow-ups,
//! for fifteen minutes.

use super::super::errors::{ApiError, known};
use super::super::ids;
use super::super::interaction::{AUTOCOMPLETE, Interaction, Stage, tell_state};
use super::super::model::*;
use super::super::world::{BOT, World};
use super::{Answer, Call, callbacks, compose, nothing, ok};

/// The interaction that this token belongs to.
fn interaction(call: &Call, world: &World) -> Result<Interaction, ApiError> {
    if call.id(0)? != BOT {
        return Err(known::unknown_webhook());
    }
    let token = call.text(1);
    // The id stands inside the token, so that no table of tokens is needed.
    let id = token.strip_prefix("simcord").and_then(|t| t.split('x').next());
    let id = id.and_then(|t| u64::from_str_radix(t, 16).ok());
    let found = id.and_then(|id| world.interactions.get(&id)).filter(|i| i.token == token);
    let Some(interaction) = found else {
        // A token of the right shape was good once; Discord says so.
        let refusal = if id.is_some() { known::expired_token() } else { known::unknown_webhook() };
        return Err(refusal);
    };
    if interaction.expires <= ids::now() {
        return Err(known::expired_token());
    }
    match interaction.stage {
        Stage::Answered(_) if interaction.kind != AUTOCOMPLETE => Ok(interaction.clone()),
        _ => Err(known::unknown_webhook()),
    }
}

/// The message that the path names; only messages of this interaction can be reached by its token.
fn message(call: &Call, world: &World, interaction: &Interaction) -> Result<Message, ApiError> {
    let id = if call.text(2).is_empty() { interaction.original } else { Some(call.id(2)?) };
    let own = |id: &u64| interaction.original == Some(*id) || interaction.followups.contains(id);
    let message = id.filter(own).and_then(|id| world.message(interaction.channel, id));
    message.cloned().ok_or_else(known::unknown_message)
}

pub fn follow_up(call: &Call) -> Answer {
    let mut world = call.server.world();
    let mut interaction = interaction(call, &world)?;
    compose::check(call.body, "", &call.files)?;
    callbacks::channel_exists(&world, &interaction)?;
    // The first follow-up after a deferral takes the place of "thinking" and keeps the deferral's
    // visibility, whatever it asks for itself.
    let loading = interaction.original.filter(|_| interaction.unfilled);
    if let Some(loading) = loading.and_then(|id| world.message(interaction.channel, id)).cloned() {
        return change(call, &mut world, interaction, loading);
    }
    let ephemeral = callbacks::wants_ephemeral(call.body);
    let mut message = callbacks::answering(&mut world, &interaction, ephemeral);
    message.kind = 0;
    callbacks::reply_to(&world, &mut message, interaction.original);
    compose::fill(&mut world, &mut message, call.body, call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    interaction.followups.push(message.id);
    let answer = world.message_json(&message, &world.url);
    world.post(message);
    shown(&mut world, interaction);
    ok(answer)
}

pub fn get(call: &Call) -> Answer {
    let world = call.server.world();
    let interaction = interaction(call, &world)?;
    let message = message(call, &world, &interaction)?;
    ok(world.message_json(&message, &world.url))
}

pub fn edit(call: &Call) -> Answer {
    let mut world = call.server.world();
    let interaction = interaction(call, &world)?;
    compose::check(call.body, "", &call.files)?;
    let message = message(call, &world, &interaction)?;
    change(call, &mut world, interaction, message)
}

fn change(
    call: &Call,
    world: &mut World,
    mut interaction: Interaction,
    mut message: Message,
) -> Answer {
    compose::fill(world, &mut message, call.body, call.files.clone())?;
    if message.is_empty() {
        return Err(known::empty_message());
    }
    if message.flags & LOADING != 0 {
        message.flags &= !LOADING;
        interaction.unfilled = false;
        interaction.clock.answer();
    } else {
        message.edited = Some(ids::now());
    }
    let answer = world.message_json(&message, &world.url);
    world.edit(message);
    shown(world, interaction);
    ok(answer)
}

pub fn delete(call: &Call) -> Answer {
    let mut world = call.server.world();
    let mut interaction = interaction(call, &world)?;
    let message = message(call, &world, &interaction)?;
    world.delete_message(message.channel, message.id);
    if interaction.original == Some(message.id) {
        (interaction.original, interaction.unfilled) = (None, false);
    }
    interaction.followups.retain(|id| *id != message.id);
    shown(&mut world, interaction);
    nothing()
}

/// The bot has shown something by this token.
fn shown(world: &mut World, mut interaction: Interaction) {
    interaction.shown += 1;
    tell_state(world, &interaction, "done", None);
    interaction.bell.notify_waiters();
    let id = interaction.id;
    world.interactions.insert(id, interaction);
    world.save_interaction(id);
}
