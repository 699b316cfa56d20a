//! Reading aids: what a card, a faction, a technology or a rule says.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use super::super::reply::{Say, privately};
use super::super::{Context, Done, Error, Table, words};
use super::{actor_of, choices, imperium, table};
use crate::games::imperium as library;
use crate::imperium::data::Sources;
use crate::imperium::view::reading::{self, Shelf};
use crate::inscription::reading as inscription;

/// The products of the channel's game, where there is one.
async fn sources(ctx: Context<'_>) -> Option<Sources> {
    imperium(ctx).await.ok().map(|table| table.view(None).sources)
}

/// What there is to read, name and text, and whose it is, where the second game is played in the channel.
async fn printed(ctx: Context<'_>, shelf: Shelf) -> Option<(Vec<(String, String)>, String)> {
    let Ok(Table::Inscription(table)) = table(ctx).await else { return None };
    let pack = table.view(None).pack;
    let cards = match shelf {
        Shelf::Card => inscription::cards(&pack),
        Shelf::Faction => inscription::factions(&pack),
        Shelf::Technology => inscription::technologies(&pack),
        Shelf::Topic => return Some((inscription::topics(), String::new())),
    };
    Some((cards, format!(" ({})", pack.footer)))
}

async fn page(ctx: Context<'_>, shelf: Shelf, typed: String) -> Done {
    privately(ctx, async {
        if let Some((cards, footer)) = printed(ctx, shelf).await {
            let found = inscription::find(&cards, &typed).ok_or_else(|| {
                let what = match shelf {
                    Shelf::Card => "no card",
                    Shelf::Faction => "no faction",
                    Shelf::Technology => "no technology",
                    Shelf::Topic => "no topic",
                };
                let typed = words::plain(&typed);
                Error::Said(format!(
                    "✖ Not found: {typed} is {what} here. What is there is proposed as you type."
                ))
            })?;
            let gap = if shelf == Shelf::Topic { "\n" } else { ": " };
            return Ok(Say::text(format!("**{}**{gap}{}{footer}", found.0, found.1)));
        }
        let found = library::look_up(shelf, &typed, sources(ctx).await);
        found.map(Say::text).map_err(|refusal| Error::Said(format!("✖ Not found: {refusal}")))
    })
    .await
}

async fn complete(ctx: Context<'_>, shelf: Shelf, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.to_lowercase();
    let names = match printed(ctx, shelf).await {
        None => library::names(shelf, sources(ctx).await),
        Some((cards, _)) => cards.into_iter().map(|(name, _)| name).collect(),
    };
    let found = names.into_iter().filter(|name| name.to_lowercase().contains(&wanted));
    choices(found.map(|name| (name.clone(), name)))
}

async fn complete_card(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Shelf::Card, typed).await
}

async fn complete_faction(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Shelf::Faction, typed).await
}

async fn complete_technology(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Shelf::Technology, typed).await
}

async fn complete_topic(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Shelf::Topic, typed).await
}

/// What a card does: action cards, agendas, objectives, strategy cards, promissory notes.
#[poise::command(slash_command)]
pub async fn card(
    ctx: Context<'_>,
    #[description = "The card's name"]
    #[autocomplete = "complete_card"]
    #[max_length = 100]
    name: String,
) -> Done {
    page(ctx, Shelf::Card, name).await
}

/// A faction's abilities, units, technologies and promissory note.
#[poise::command(slash_command)]
pub async fn faction(
    ctx: Context<'_>,
    #[description = "The faction's name"]
    #[autocomplete = "complete_faction"]
    #[max_length = 100]
    name: String,
) -> Done {
    page(ctx, Shelf::Faction, name).await
}

/// What a technology does and needs.
#[poise::command(slash_command)]
pub async fn tech(
    ctx: Context<'_>,
    #[description = "The technology's name"]
    #[autocomplete = "complete_technology"]
    #[max_length = 100]
    name: String,
) -> Done {
    page(ctx, Shelf::Technology, name).await
}

/// A topic of the rules in a few lines, with the paragraphs of the Rules Reference.
#[poise::command(slash_command)]
pub async fn rules(
    ctx: Context<'_>,
    #[description = "A topic, or its number as a refusal names it"]
    #[autocomplete = "complete_topic"]
    #[max_length = 100]
    topic: String,
) -> Done {
    page(ctx, Shelf::Topic, topic).await
}

/// The objectives on the table and your own secret ones; nobody else sees the answer.
#[poise::command(slash_command, guild_only)]
pub async fn objectives(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let table = imperium(ctx).await?;
        let seat = table.seat_of(&actor_of(ctx).await.user);
        Ok(Say::text(table.named(&reading::objectives(&table.view(seat)))))
    })
    .await
}

/// The laws in force.
#[poise::command(slash_command, guild_only)]
pub async fn laws(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let table = imperium(ctx).await?;
        Ok(Say::text(table.named(&reading::laws(&table.view(None)))))
    })
    .await
}
