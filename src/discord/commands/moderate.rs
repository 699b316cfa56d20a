//! `/mod`: what only the game's creator and moderators may do.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::table::Refused;

use super::super::reply::{Say, privately, publicly};
use super::super::{Context, Done, Error, Table, face};
use super::{actor_of, channel_of, table};

/// For the game's creator and moderators.
#[poise::command(
    slash_command,
    guild_only,
    rename = "mod",
    subcommands("undo", "redo", "history", "preview", "channel"),
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
        "↶ Back to **{}**: {} answers and {} dice or shuffles are undone.",
        table.named(&undoing.name),
        preview.answers,
        preview.dice
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
        data.poster.ask_anew(&game).await;
        Ok(Say::text("✔ The game goes on here."))
    })
    .await
}

async fn complete_point(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let points = table.boundaries().await.unwrap_or_default();
    let wanted = typed.to_lowercase();
    let named = points.iter().rev().map(|point| (table.named(&point.name), point.to));
    let found = named.filter(|(name, to)| {
        name.to_lowercase().contains(&wanted) || to.to_string().starts_with(&wanted)
    });
    let mut response = CreateAutocompleteResponse::new();
    for (name, to) in found.take(25) {
        let label = super::shorten(&format!("{to}: {name}"), 100);
        response = response.add_int_choice(label, to as i64);
    }
    response
}
