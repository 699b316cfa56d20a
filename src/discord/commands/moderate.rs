//! `/mod`: what only the game's creator and moderators may do.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::engine::Seat;
use crate::table::{Acted, Refused};

use super::super::reply::{Say, privately, publicly};
use super::super::{Context, Done, Error, Table, face, shown, words};
use super::fix::fix;
use super::seats::{audit, pause, resume, transfer};
use super::{actor_of, channel_of, seat_named, table};
use crate::imperium::view::text::count_of;

/// For the game's creator and moderators.
#[poise::command(
    slash_command,
    guild_only,
    rename = "mod",
    subcommands(
        "undo",
        "redo",
        "history",
        "preview",
        "fix",
        "act",
        "pause",
        "resume",
        "audit",
        "transfer",
        "channel",
        "super::export::whole"
    ),
    subcommand_required
)]
pub async fn moderate(_: Context<'_>) -> Done {
    Ok(())
}

/// Go back to an earlier point; asks before it does.
#[poise::command(slash_command)]
async fn undo(
    ctx: Context<'_>,
    #[description = "The point to go back to"]
    #[autocomplete = "complete_point"]
    to: usize,
) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        if !table.is_moderator(&actor_of(ctx).await) {
            return Err(Refused::NotModerator.into());
        }
        let text = preview_text(&table, to).await?;
        Ok(face::undo(&table, to, &text))
    })
    .await
}

/// See what going back would mean.
#[poise::command(slash_command)]
async fn preview(
    ctx: Context<'_>,
    #[description = "The point to go back to"]
    #[autocomplete = "complete_point"]
    to: usize,
) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        Ok(Say::text(preview_text(&table, to).await?))
    })
    .await
}

async fn preview_text(table: &Table, to: usize) -> Done<String> {
    let undoing = table.preview(to).await.map_err(|refused| Error::at(table, refused))?;
    let preview = &undoing.preview;
    let mut text = format!(
        "↶ Back to **{}**. Undone: {}, {}.",
        table.named(&undoing.name),
        count_of(preview.answers as u32, "answer"),
        words::chances(preview.dice)
    );
    if !preview.seen.is_empty() {
        let seen = table.named(&preview.seen.join(", "));
        text.push_str(&format!(" Already seen and cannot be unseen: {seen}."));
    }
    Ok(text)
}

/// Take the last undo back.
#[poise::command(slash_command)]
async fn redo(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let mut table = table(ctx).await?;
        let redone = table.redo(&actor_of(ctx).await).await;
        redone.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text("✔ The last undo is taken back."))
    })
    .await
}

/// What happened, newest last.
#[poise::command(slash_command)]
async fn history(
    ctx: Context<'_>,
    #[description = "How many lines"]
    #[min = 1]
    #[max = 200]
    lines: Option<usize>,
) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        let history = table.history(lines.unwrap_or(25)).await;
        let history = history.map_err(|refused| Error::at(&table, refused))?;
        let lines: Vec<String> = history
            .iter()
            .map(|line| match line.in_force {
                true => format!("`{}` {}", line.position, line.text),
                false => format!("~~`{}` {}~~", line.position, line.text),
            })
            .collect();
        let text = if lines.is_empty() { "Nothing yet.".into() } else { lines.join("\n") };
        Ok(Say::text(text))
    })
    .await
}

/// Do in a player's place what they could type; the channel is told that you did.
#[poise::command(slash_command)]
async fn act(
    ctx: Context<'_>,
    #[description = "For whom: a name, a faction, or the number of the seat"]
    #[autocomplete = "complete_seat"]
    #[max_length = 100]
    seat: String,
    #[description = "The whole command, such as: /pass, or /answer choice:Quann"]
    #[autocomplete = "complete_line"]
    #[max_length = 1000]
    command: String,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await.in_place();
        if !table.is_moderator(&actor) {
            return Err(Refused::NotModerator.into());
        }
        let seat = seat_named(&table, &seat)?;
        let typed = table.kind().read_line(&command);
        let (name, options) = typed.map_err(|why| Error::at(&table, Refused::Illegal(why)))?;
        let done = table.command(&actor, seat, &name, &options).await;
        match done {
            Ok(done) => Ok(Say::text(stood_in(&table, seat, done))),
            Err(refused) => Err(Error::at(&table, refused)),
        }
    })
    .await
}

/// What a moderator reads who acted for somebody else: nothing that only the player may know.
fn stood_in(table: &Table, seat: Seat, acted: Acted) -> String {
    let text = match acted {
        Acted::Done(done) => {
            let mut lines = vec![format!("✔ Done for {seat}.")];
            lines.extend(done.lines);
            lines.push(words::waiting(table));
            lines.join("\n")
        }
        Acted::Cancelled => format!("✔ What {seat} had put together is gone."),
        // Only players answer ahead.
        Acted::Ahead(_) => format!("✔ Kept for {seat}."),
        Acted::Draft(draft) => {
            let mut lines = vec![format!("Put together for {seat}:")];
            lines.extend(draft.parts.iter().map(|part| {
                match shown::is_secret(table.kind(), part) {
                    true => "• something secret".into(),
                    false => format!("• {}", part.label),
                }
            }));
            lines.push(match draft.check {
                Ok(()) => "✔ `/confirm` in their place submits it.".into(),
                Err(refusal) => format!("✖ {}", refusal.why),
            });
            lines.join("\n")
        }
    };
    table.named(&text)
}

pub async fn complete_seat(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let asked = table.asked_seats();
    let mut players: Vec<(bool, String, String)> = table
        .seats()
        .iter()
        .map(|row| {
            let seat = Seat(row.seat);
            let waits = asked.contains(&seat);
            let hints = [table.side(seat), waits.then(|| "is asked".into())];
            let hints: Vec<String> = hints.into_iter().flatten().collect();
            let label = match hints.is_empty() {
                true => seat.to_string(),
                false => format!("{seat} ({})", hints.join(", ")),
            };
            (!waits, table.named(&label), (seat.0 + 1).to_string())
        })
        .collect();
    players.sort();
    let wanted = typed.to_lowercase();
    let found = players.into_iter().map(|(_, label, value)| (label, value));
    super::choices(found.filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// What everybody can see that the player may do. More can be typed, but a moderator is not shown
/// what somebody holds.
async fn complete_line(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let mut lines: Vec<(String, String)> = ["pass", "down", "confirm", "cancel"]
        .into_iter()
        .filter(|name| table.kind().commands().iter().any(|(known, _)| known == name))
        .map(|name| (format!("/{name}"), format!("/{name}")))
        .collect();
    let seat = super::typed(ctx, "seat").and_then(|name| words::find_player(&table, &name));
    if let Some(question) = seat.and_then(|seat| table.question(seat)) {
        for option in face::open_options(table.kind(), &question) {
            let label = format!("/answer choice:{}", table.named(&option.label));
            lines.push((label, format!("/answer choice:{}", option.key)));
        }
    }
    let wanted = typed.to_lowercase();
    super::choices(lines.into_iter().filter(|(label, value)| {
        label.to_lowercase().contains(&wanted) || value.to_lowercase().contains(&wanted)
    }))
}

/// Bring a game to this channel, as when its own was deleted.
#[poise::command(slash_command)]
async fn channel(
    ctx: Context<'_>,
    #[description = "The game's id, as its posts and the log name it"]
    #[max_length = 20]
    game: String,
) -> Done {
    publicly(ctx, async {
        let data = ctx.data();
        data.tables.move_to(&game, &actor_of(ctx).await, &channel_of(ctx)).await?;
        data.poster.ask_anew(&game).await?;
        data.bell.ring(&game);
        Ok(Say::text("✔ The game goes on here."))
    })
    .await
}

/// Points by any of the words in their names: "Mira's turn", "combat 205".
pub async fn complete_point(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let points = table.boundaries().await.unwrap_or_default();
    let wanted = typed.to_lowercase();
    let named = points.iter().rev().map(|point| (table.named(&point.name), point.to));
    let found = named.filter(|(name, to)| {
        let name = name.to_lowercase();
        let words = || wanted.split_whitespace().all(|word| name.contains(word));
        to.to_string() == wanted || words()
    });
    let mut response = CreateAutocompleteResponse::new();
    for (name, to) in found.take(25) {
        let label = super::shorten(&format!("{to}: {name}"), 100);
        response = response.add_int_choice(label, to as i64);
    }
    response
}
