//! Looking without doing anything.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use super::super::pictures::Subject;
use super::super::reply::{Say, privately, publicly};
use super::super::{Context, Done, Error, words};
use super::{actor_of, choices, seat_of, table};

/// Show the galaxy as it is now.
#[poise::command(slash_command, guild_only)]
pub async fn map(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let (view, name, names) = {
            let table = table(ctx).await?;
            (table.view(None), table.game().name.clone(), words::player_names(&table))
        };
        let title = words::plain(&name);
        let file = ctx.data().pictures.of(Subject::Galaxy, view, name, names).await;
        let text = match file {
            Some(_) => format!("**{title}**, round by round: the galaxy now."),
            None => format!("**{title}**: no picture can be drawn. `/status` says how it stands."),
        };
        Ok(Say { file, ..Say::text(text) })
    })
    .await
}

/// How the game stands: points, tokens, objectives, whose turn it is.
#[poise::command(slash_command, guild_only)]
pub async fn status(ctx: Context<'_>) -> Done {
    privately(ctx, async { Ok(Say::text(words::status(&*table(ctx).await?))) }).await
}

/// Your own cards; nobody else sees the answer.
#[poise::command(slash_command, guild_only)]
pub async fn hand(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let (text, view, name, names) = {
            let table = table(ctx).await?;
            let seat = seat_of(&table, &actor_of(ctx).await)?;
            let text = words::hand(&table, seat);
            (text, table.view(Some(seat)), table.game().name.clone(), words::player_names(&table))
        };
        let file = ctx.data().pictures.of(Subject::Hand, view, name, names).await;
        Ok(Say { file, ..Say::text(text) })
    })
    .await
}

/// What lies in a system.
#[poise::command(slash_command, guild_only)]
pub async fn system(
    ctx: Context<'_>,
    #[description = "A position such as 205, or a planet"]
    #[autocomplete = "complete_system"]
    #[max_length = 100]
    system: String,
) -> Done {
    privately(ctx, async {
        let (text, id, view, name, names) = {
            let table = table(ctx).await?;
            let view = table.view(None);
            let Some(id) = words::find_system(&view, &system) else {
                let typed = words::plain(&system);
                return Err(Error::Said(format!(
                    "✖ {typed} is no system here. Write a position like 205, or a planet's name."
                )));
            };
            let text = view.system(id).map_or(String::new(), |found| words::system(&table, found));
            (text, id, view, table.game().name.clone(), words::player_names(&table))
        };
        let file = ctx.data().pictures.of(Subject::System(id), view, name, names).await;
        Ok(Say { file, ..Say::text(text) })
    })
    .await
}

async fn complete_system(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = table.view(None);
    let wanted = typed.to_lowercase();
    let all =
        view.systems.iter().map(|system| (words::system_label(system), system.id.to_string()));
    choices(all.filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// How to play here.
#[poise::command(slash_command)]
pub async fn help(ctx: Context<'_>) -> Done {
    privately(ctx, async { Ok(Say::text(words::HELP)) }).await
}
