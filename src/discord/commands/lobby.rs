//! `/game`: before a game starts, and giving it up.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::games::imperium::{EXPANSIONS, SETTINGS};
use crate::imperium::Imperium;
use crate::imperium::data::Sources;
use crate::imperium::state::galaxy;
use crate::table::{Hosted, NewGame, Refused, Settings};

use super::super::reply::{Say, publicly};
use super::super::{Context, Done, face, words};
use super::{actor_of, channel_of, choices};

/// Make, fill and start a game in this channel.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("create", "join", "leave", "fill", "set", "start", "status", "abandon"),
    subcommand_required
)]
pub async fn game(_: Context<'_>) -> Done {
    Ok(())
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
pub enum Goal {
    #[name = "10 points"]
    Ten,
    #[name = "14 points"]
    Fourteen,
}

/// Make a game in this channel; you take the first seat.
#[poise::command(slash_command)]
async fn create(
    ctx: Context<'_>,
    #[description = "What the game is called"]
    #[max_length = 80]
    name: Option<String>,
    #[description = "Victory points to win"] goal: Option<Goal>,
    #[description = "random, a preset map, or a pasted map string"]
    #[autocomplete = "complete_map"]
    #[max_length = 4000]
    map: Option<String>,
    #[description = "base, with any of pok, codex1 and codex3"]
    #[autocomplete = "complete_expansions"]
    #[max_length = 100]
    expansions: Option<String>,
    #[description = "Factions by seat, separated by commas; others are dealt"]
    #[max_length = 400]
    factions: Option<String>,
) -> Done {
    let mut settings = Settings::new();
    let goal = goal.map(|goal| match goal {
        Goal::Ten => "10".to_string(),
        Goal::Fourteen => "14".to_string(),
    });
    let given = [("goal", goal), ("map", map), ("expansions", expansions), ("factions", factions)];
    for (setting, value) in given {
        if let Some(value) = value {
            settings.insert(setting.into(), value);
        }
    }
    let guild = ctx.guild_id().map_or(String::new(), |guild| guild.to_string());
    let new = NewGame { channel: channel_of(ctx), guild, name: name.unwrap_or_default(), settings };
    publicly(ctx, async {
        let actor = actor_of(ctx).await;
        Ok(face::lobby(&ctx.data().tables.create(&actor, new).await?))
    })
    .await
}

/// Take a seat in this channel's game.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        Ok(face::lobby(&tables.join(&id, &actor_of(ctx).await).await?))
    })
    .await
}

/// Give your seat up before the game starts.
#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        Ok(face::lobby(&tables.leave(&id, &actor_of(ctx).await).await?))
    })
    .await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
pub enum Computer {
    #[name = "strong: plans and fights by the odds"]
    Strong,
    #[name = "greedy: plays for points"]
    Greedy,
    #[name = "random: plays anything legal"]
    Random,
}

impl Computer {
    /// The kind as tables know it.
    pub fn word(self) -> &'static str {
        match self {
            Computer::Strong => "strong",
            Computer::Greedy => "greedy",
            Computer::Random => "random",
        }
    }
}

/// Seats at a table that nobody gave a number for.
const USUAL: usize = 6;

/// Fill seats with computer players.
#[poise::command(slash_command)]
async fn fill(
    ctx: Context<'_>,
    #[description = "How many; 0 takes all of them away; otherwise up to six at the table"]
    #[min = 0]
    #[max = 8]
    count: Option<u8>,
    #[description = "How they play"] kind: Option<Computer>,
) -> Done {
    let kind = kind.map_or(Imperium::COMPUTERS[0], Computer::word);
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        let seated = tables.lobby(&id).await?.seats.len();
        let count = count.map_or(USUAL.saturating_sub(seated).max(1), usize::from);
        Ok(face::lobby(&tables.fill(&id, &actor_of(ctx).await, kind, count).await?))
    })
    .await
}

/// Change a setting before the game starts.
#[poise::command(slash_command)]
async fn set(
    ctx: Context<'_>,
    #[description = "Which setting"]
    #[autocomplete = "complete_setting"]
    #[max_length = 40]
    name: String,
    #[description = "Its value; leave it out to go back to the usual"]
    #[max_length = 4000]
    value: Option<String>,
) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        let lobby = tables.set(&id, &actor_of(ctx).await, &name, value.as_deref()).await?;
        Ok(face::lobby(&lobby))
    })
    .await
}

/// Start the game with the seats that are taken.
#[poise::command(slash_command)]
async fn start(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        let table = tables.start(&id, &actor_of(ctx).await).await?;
        Ok(Say::text(format!("✔ **{}** is set up.", words::plain(&table.game().name))))
    })
    .await
}

/// Who sits here, or how the game stands.
#[poise::command(slash_command)]
async fn status(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        match tables.table_in(&channel_of(ctx)).await {
            Ok(table) => Ok(Say::text(words::status(&table))),
            Err(Refused::NotStarted) => {
                let id = tables.in_channel(&channel_of(ctx)).await?;
                Ok(face::lobby(&tables.lobby(&id).await?))
            }
            Err(refused) => Err(refused.into()),
        }
    })
    .await
}

/// Give the game up before its end; only its creator or a moderator can.
#[poise::command(slash_command)]
async fn abandon(ctx: Context<'_>) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        let game = tables.abandon(&id, &actor_of(ctx).await).await?;
        ctx.data().pictures.drop_of(&id);
        let name = words::plain(&game.name);
        Ok(Say::text(format!("**{name}** was given up. Its record is kept as `{id}`.")))
    })
    .await
}

async fn complete_setting(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let known = SETTINGS.iter().filter(|(name, _)| name.contains(&typed.to_lowercase()));
    choices(known.map(|(name, what)| (format!("{name}: {what}"), name.to_string())))
}

/// All choices of products, the base game alone first.
async fn complete_expansions(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.trim().trim_end_matches(',').to_lowercase();
    let sets = (0..1 << EXPANSIONS.len()).map(|set| {
        let chosen = EXPANSIONS.iter().enumerate().filter(move |(at, _)| set & (1 << at) != 0);
        Sources::of(chosen.map(|(_, source)| *source))
    });
    let named = sets.map(|sources| {
        let slugs: Vec<&str> = sources.iter().map(|source| source.slug()).collect();
        (sources.to_string(), slugs.join(", "))
    });
    choices(
        named.filter(|(name, slugs)| {
            name.to_lowercase().contains(&wanted) || slugs.contains(&wanted)
        }),
    )
}

async fn complete_map(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.to_lowercase();
    let random = ("random".to_string(), "random".to_string());
    let presets = galaxy::presets().iter();
    let all = presets.map(|preset| {
        (format!("{} ({} players)", preset.name, preset.map.players()), preset.id.clone())
    });
    choices(
        std::iter::once(random)
            .chain(all)
            .filter(|(label, id)| label.to_lowercase().contains(&wanted) || id.contains(&wanted)),
    )
}
