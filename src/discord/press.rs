//! Buttons, menus and dialogs. Nothing is remembered between two presses but the draft, which is in
//! the store.

use std::time::Instant;

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, ComponentInteractionDataKind, CreateActionRow, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateModal, EditInteractionResponse, InputTextStyle, ModalInteraction,
};

use crate::engine::Seat;
use crate::metrics::METRICS;
use crate::table::{Actor, Lobby, Refused};

use super::commands::acted;
use super::ids::{Id, Verb};
use super::patience::{acknowledge, repeat};
use super::reply::{CONTENT, Say, shorten, split};
use super::{Data, Done, Error, Table, actor, consent, face, shown, words};

/// A refusal as the player reads it: why, and whom the game waits for.
pub fn refusal(table: &Table, refused: Refused) -> Error {
    let waits = matches!(refused, Refused::NotAsked | Refused::WrongSeat | Refused::Stale(None));
    let mut text = refused.to_string();
    if waits {
        text = format!("{text} {}", words::waiting(table));
    }
    let read = match &refused {
        Refused::Illegal(refusal) => shown::rule_link(table.kind(), &refusal.rule),
        _ => None,
    };
    let read = read.map_or(String::new(), |link| format!("\n-# {link}"));
    Error::Said(format!("✖ {}{read}", table.named(&text)))
}

/// What a press came to.
enum Outcome {
    /// For the presser, in place of what was pressed if that was private already.
    Say(Say),
    /// The message that carries the button shows this from now on.
    Replace(Say),
    /// The public message tells it.
    Quiet,
}

/// A button or a menu was used.
pub async fn component(ctx: &serenity::Context, data: &Data, press: &ComponentInteraction) -> Done {
    let Some(id) = Id::parse(&press.data.custom_id) else {
        return Ok(());
    };
    let came = Instant::now();
    let done = known(ctx, data, press, &id, came).await;
    METRICS.answered.since(came);
    done
}

/// A button that this program makes.
async fn known(
    ctx: &serenity::Context,
    data: &Data,
    press: &ComponentInteraction,
    id: &Id,
    came: Instant,
) -> Done {
    if id.verb == Verb::Type {
        return open_dialog(ctx, data, press, id).await;
    }
    // What is private already may change in place; a public message stays as it is.
    let private =
        press.message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
            || press.guild_id.is_none();
    let fresh = id.verb == Verb::Open && !private;
    let first = match fresh {
        true => CreateInteractionResponse::Defer(
            CreateInteractionResponseMessage::new().ephemeral(true),
        ),
        false => CreateInteractionResponse::Acknowledge,
    };
    acknowledge(|| press.create_response(ctx, first.clone())).await?;
    METRICS.acknowledged.since(came);
    let role = data.moderator_role.as_deref();
    let actor = actor::actor(&ctx.cache, role, &press.user, press.member.as_ref());
    let values = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => Vec::new(),
    };
    let carried = carry_out(data, &actor, id, &values, private).await;
    count(&carried);
    let outcome = match carried {
        Ok(outcome) => outcome,
        Err(Error::Said(text)) if fresh => {
            return edit(ctx, press, Say::text(text)).await;
        }
        Err(Error::Said(text)) => return follow(ctx, press, Say::text(text)).await,
        Err(broke) => {
            // Not the whole id: it may name a card.
            tracing::error!(%broke, game = id.game, verb = ?id.verb, "a button failed");
            return follow(ctx, press, Say::text(BROKE)).await;
        }
    };
    match outcome {
        Outcome::Say(say) if fresh || private => edit(ctx, press, say).await,
        Outcome::Say(say) => follow(ctx, press, say).await,
        Outcome::Replace(say) => edit(ctx, press, say).await,
        Outcome::Quiet => Ok(()),
    }
}

fn count<T>(carried: &Done<T>) {
    match carried {
        Ok(_) => METRICS.done.count(),
        Err(Error::Said(_)) => METRICS.refused.count(),
        Err(Error::Broke(_)) => METRICS.broke.count(),
    }
}

/// What a player reads when the program is at fault.
pub const BROKE: &str = "✖ That did not work, and it is not your fault. Nothing has changed; \
                         please try again. The operator's log says more.";

async fn edit(ctx: &serenity::Context, press: &ComponentInteraction, say: Say) -> Done {
    let mut parts = split(&say.text, CONTENT);
    let first = parts.remove(0);
    let edit = EditInteractionResponse::new().content(first).components(say.rows);
    repeat(|| press.edit_response(ctx, edit.clone())).await?;
    for part in parts {
        follow(ctx, press, Say::text(part)).await?;
    }
    Ok(())
}

async fn follow(ctx: &serenity::Context, press: &ComponentInteraction, say: Say) -> Done {
    let parts = split(&say.text, CONTENT);
    let last = parts.len() - 1;
    for (n, part) in parts.into_iter().enumerate() {
        let mut message = CreateInteractionResponseFollowup::new().content(part).ephemeral(true);
        if n == last {
            message = message.components(say.rows.clone());
        }
        // Rather twice than not at all: the presser alone reads it.
        repeat(|| press.create_followup(ctx, message.clone())).await?;
    }
    Ok(())
}

async fn carry_out(
    data: &Data,
    actor: &Actor,
    id: &Id,
    values: &[String],
    private: bool,
) -> Done<Outcome> {
    match id.verb {
        Verb::Join | Verb::Leave | Verb::Fill | Verb::Start => seat_press(data, actor, id).await,
        Verb::Consent => {
            let mut table = data.tables.table(&id.game).await?;
            let seat = table.seat_of(&actor.user);
            let word = table.consent(actor, id.position, id.argument == "yes").await;
            let word = word.map_err(|refused| refusal(&table, refused))?;
            Ok(Outcome::Replace(consent::settled(&table, &word, seat)))
        }
        Verb::Sit => {
            let mut table = data.tables.table(&id.game).await?;
            let taken = table.answer_handover(actor, id.seat, id.argument == "yes").await;
            let text = match taken.map_err(|refused| refusal(&table, refused))? {
                true => format!("✔ {} takes the seat.", words::plain(&actor.name)),
                false => "The seat stays with its player.".into(),
            };
            Ok(Outcome::Replace(Say::text(text)))
        }
        Verb::Nothing => Ok(Outcome::Replace(Say::text("Nothing was changed."))),
        _ => game_press(data, actor, id, values, private).await,
    }
}

async fn seat_press(data: &Data, actor: &Actor, id: &Id) -> Done<Outcome> {
    let (tables, game) = (&data.tables, &id.game);
    let lobby: Lobby = match id.verb {
        Verb::Join => tables.join(game, actor).await?,
        Verb::Leave => tables.leave(game, actor).await?,
        Verb::Fill => {
            let computer = tables.kind(game).await?.computers()[0];
            tables.fill(game, actor, computer, 1).await?
        }
        _ => {
            let table = tables.start(game, actor).await?;
            let name = words::plain(&table.game().name);
            return Ok(Outcome::Replace(Say::text(format!("✔ **{name}** is set up."))));
        }
    };
    Ok(Outcome::Replace(face::lobby(&lobby)))
}

async fn game_press(
    data: &Data,
    actor: &Actor,
    id: &Id,
    values: &[String],
    private: bool,
) -> Done<Outcome> {
    let table = &mut data.tables.table(&id.game).await?;
    match pressed(table, actor, id, values).await {
        Ok(Some(say)) => Ok(Outcome::Say(say)),
        Ok(None) if private => Ok(Outcome::Say(after(table, actor, id.seat).await)),
        Ok(None) => Ok(Outcome::Quiet),
        // What is asked now, ready to be answered.
        Err(Refused::Stale(Some(_))) => {
            let seat = table.seat_of(&actor.user).unwrap_or(id.seat);
            match face::own(table, actor, seat, None).await {
                Ok(now) => {
                    let text = format!("✖ This has moved on. You are asked now:\n{}", now.text);
                    Ok(Outcome::Say(Say { text, ..now }))
                }
                Err(refused) => Err(refusal(table, refused)),
            }
        }
        Err(refused) => Err(refusal(table, refused)),
    }
}

/// Does what the component is for; nothing to say when an answer was given.
async fn pressed(
    table: &mut Table,
    actor: &Actor,
    id: &Id,
    values: &[String],
) -> Result<Option<Say>, Refused> {
    let (seat, at) = (id.seat, Some(id.position));
    match id.verb {
        Verb::Open => {
            let own = table.seat_of(&actor.user).ok_or(Refused::NotAPlayer)?;
            let whole = id.argument.is_empty() || id.argument == "*";
            let group = (!whole).then_some(id.argument.as_str());
            return face::own(table, actor, own, group).await.map(Some);
        }
        Verb::Answer => {
            let keys: Vec<String> = match id.argument.is_empty() {
                true => Vec::new(),
                false => vec![id.argument.clone()],
            };
            table.act_by_keys(actor, seat, at, &keys).await?;
        }
        Verb::Select => {
            table.act_by_keys(actor, seat, at, values).await?;
        }
        Verb::Confirm => {
            table.submit_draft(actor, seat, at).await?;
        }
        Verb::Add => {
            let key = values.first().map_or("", String::as_str);
            let draft = table.draft_add(actor, seat, at, key).await?;
            return Ok(Some(face::draft(table, &draft, 0)));
        }
        Verb::Take => {
            let draft = table.draft_take(actor, seat, at, &id.argument).await?;
            return Ok(Some(face::draft(table, &draft, 0)));
        }
        Verb::Remove => {
            let draft = table.draft_remove_last(actor, seat, at).await?;
            return Ok(Some(face::draft(table, &draft, 0)));
        }
        Verb::Clear => {
            let draft = table.draft_clear(actor, seat, at).await?;
            return Ok(Some(face::draft(table, &draft, 0)));
        }
        Verb::Page => {
            let draft = table.draft(actor, seat, at).await?;
            let page = id.argument.parse().unwrap_or(0);
            return Ok(Some(face::draft(table, &draft, page)));
        }
        Verb::Stand if id.argument.starts_with(face::ALWAYS) => {
            let topic = &id.argument[face::ALWAYS.len()..];
            table.order_typed(actor, seat, topic, "pass", |order| order).await?;
            let text = "✔ Passed for you from now on. `/orders list` shows it, `/orders revoke` takes \
                        it back.";
            return Ok(Some(Say::text(text)));
        }
        Verb::Stand => {
            table.stand(actor, seat, face::order(&id.argument)).await?;
            return Ok(Some(Say::text(format!("✔ {}", words::order(table.order(seat))))));
        }
        Verb::Undo => {
            let (dice, at) = id.argument.split_once(' ').unwrap_or((&id.argument, ""));
            if at.parse() != Ok(table.position()) {
                return Err(Refused::Stale(None));
            }
            table.undo(actor, id.position, dice == "fresh").await?;
            return Ok(Some(Say::text("✔ The game went back.")));
        }
        Verb::Join | Verb::Leave | Verb::Fill | Verb::Start | Verb::Type | Verb::Nothing => {}
        Verb::Consent | Verb::Sit => {}
    }
    Ok(None)
}

/// What the player sees after an answer: the next question, if it is theirs.
async fn after(table: &Table, actor: &Actor, seat: Seat) -> Say {
    match face::own(table, actor, seat, None).await {
        Ok(_) if table.passes_by_itself(seat) => Say::text(format!("✔ Done. {}", words::PASSES)),
        Ok(next) => Say { text: format!("✔ Done. Next:\n{}", next.text), ..next },
        Err(_) => Say::text(table.named(&format!("✔ Done. {}", words::waiting(table)))),
    }
}

/// A dialog to type an answer in, read like a command.
async fn open_dialog(
    ctx: &serenity::Context,
    data: &Data,
    press: &ComponentInteraction,
    id: &Id,
) -> Done {
    let (asks, example) = match data.tables.table(&id.game).await {
        Ok(table) => shown::typing(&table, id.seat),
        Err(_) => ("Your answer", ""),
    };
    let input = CreateInputText::new(InputTextStyle::Short, asks, "text")
        .placeholder(example)
        .required(true)
        .max_length(1000);
    let modal = CreateModal::new(id.to_string(), "Type your answer")
        .components(vec![CreateActionRow::InputText(input)]);
    let opened = CreateInteractionResponse::Modal(modal);
    Ok(acknowledge(|| press.create_response(ctx, opened.clone())).await?)
}

/// A dialog was filled in.
pub async fn dialog(ctx: &serenity::Context, data: &Data, modal: &ModalInteraction) -> Done {
    let Some(id) = Id::parse(&modal.data.custom_id) else {
        return Ok(());
    };
    let private = CreateInteractionResponseMessage::new().ephemeral(true);
    let deferred = CreateInteractionResponse::Defer(private);
    acknowledge(|| modal.create_response(ctx, deferred.clone())).await?;
    let typed =
        modal.data.components.iter().flat_map(|row| &row.components).find_map(|part| match part {
            serenity::ActionRowComponent::InputText(input) => input.value.clone(),
            _ => None,
        });
    let role = data.moderator_role.as_deref();
    let actor = actor::actor(&ctx.cache, role, &modal.user, modal.member.as_ref());
    let say = match type_in(data, &actor, &id, typed.unwrap_or_default().trim()).await {
        Ok(say) => say,
        Err(Error::Said(text)) => Say::text(text),
        Err(broke) => {
            tracing::error!(%broke, "a dialog failed");
            Say::text(BROKE)
        }
    };
    let edit =
        EditInteractionResponse::new().content(shorten(&say.text, CONTENT)).components(say.rows);
    repeat(|| modal.edit_response(ctx, edit.clone())).await?;
    Ok(())
}

async fn type_in(data: &Data, actor: &Actor, id: &Id, typed: &str) -> Done<Say> {
    let mut table = data.tables.table(&id.game).await?;
    let seat = table.seat_of(&actor.user).ok_or(Refused::NotAPlayer)?;
    let (name, options) = match typed.starts_with('/') {
        true => table.kind().read_line(typed).map_err(|why| refusal(&table, why.into()))?,
        false => ("answer".into(), vec![("choice".into(), typed.to_string())]),
    };
    let done = table.command(actor, seat, &name, &options).await;
    match done {
        Ok(done) => Ok(acted(&table, actor, seat, done).await),
        Err(refused) => Err(refusal(&table, refused)),
    }
}
