//! `/game`: before a game starts, and giving it up.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::games::Kind;
use crate::table::{NewGame, Refused, Settings};

use super::super::reply::{Say, publicly};
use super::super::{Context, Done, Error, face, shown, words};
use super::{actor_of, channel_of, choices, typed};

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
#[expect(clippy::too_many_arguments, reason = "the options of the command")]
async fn create(
    ctx: Context<'_>,
    #[description = "What the game is called"]
    #[max_length = 80]
    name: Option<String>,
    #[description = "Which game; left out, Twilight Imperium"]
    #[autocomplete = "complete_game"]
    #[max_length = 40]
    game: Option<String>,
    #[description = "Victory points to win"] goal: Option<Goal>,
    #[description = "random, a preset map, or a pasted map string"]
    #[autocomplete = "complete_value"]
    #[max_length = 4000]
    map: Option<String>,
    #[description = "base, with any of pok, codex1 and codex3"]
    #[autocomplete = "complete_value"]
    #[max_length = 100]
    expansions: Option<String>,
    #[description = "Factions by seat, separated by commas; others are dealt"]
    #[max_length = 400]
    factions: Option<String>,
    #[description = "Inscription: sheets B, the same for everybody, or A, all different"]
    #[autocomplete = "complete_value"]
    #[max_length = 10]
    sheets: Option<String>,
    #[description = "Inscription: of the AI faction, with one or two players"]
    #[autocomplete = "complete_value"]
    #[max_length = 10]
    difficulty: Option<String>,
    #[description = "Inscription: sheets and cards to play with"]
    #[autocomplete = "complete_value"]
    #[max_length = 60]
    pack: Option<String>,
) -> Done {
    let kind = match game {
        None => Kind::ALL[0],
        Some(typed) => named(&typed)?,
    };
    let mut settings = Settings::new();
    let goal = goal.map(|goal| match goal {
        Goal::Ten => "10".to_string(),
        Goal::Fourteen => "14".to_string(),
    });
    let given = [
        ("goal", goal),
        ("map", map),
        ("expansions", expansions),
        ("factions", factions),
        ("sheets", sheets),
        ("difficulty", difficulty),
        ("pack", pack),
    ];
    for (setting, value) in given {
        if let Some(value) = value {
            settings.insert(setting.into(), value);
        }
    }
    let guild = ctx.guild_id().map_or(String::new(), |guild| guild.to_string());
    let new = NewGame { channel: channel_of(ctx), guild, name: name.unwrap_or_default(), settings };
    publicly(ctx, async {
        let actor = actor_of(ctx).await;
        Ok(face::lobby(&ctx.data().tables.create(kind, &actor, new).await?))
    })
    .await
}

/// The game that somebody means.
fn named(typed: &str) -> Done<Kind> {
    Kind::named(typed).ok_or_else(|| {
        let known: Vec<String> =
            Kind::ALL.iter().map(|kind| format!("`{}` ({})", kind.name(), kind.title())).collect();
        let typed = words::plain(typed);
        Error::Said(format!("✖ There is no game {typed} here. Games: {}.", known.join(", ")))
    })
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
    #[name = "greedy: plays for points"]
    Greedy,
    #[name = "random: plays anything legal"]
    Random,
}

impl Computer {
    /// The kind as tables know it.
    pub fn word(self) -> &'static str {
        match self {
            Computer::Greedy => "greedy",
            Computer::Random => "random",
        }
    }
}

/// Fill seats with computer players.
#[poise::command(slash_command)]
async fn fill(
    ctx: Context<'_>,
    #[description = "How many; 0 takes all of them away; otherwise up to as many as usual"]
    #[min = 0]
    #[max = 8]
    count: Option<u8>,
    #[description = "How they play"] kind: Option<Computer>,
) -> Done {
    publicly(ctx, async {
        let tables = &ctx.data().tables;
        let id = tables.in_channel(&channel_of(ctx)).await?;
        let seated = tables.lobby(&id).await?.seats.len();
        let game = tables.kind(&id).await?;
        let kind = kind.map_or(game.computers()[0], Computer::word);
        let usual = game.usual_seats().saturating_sub(seated).max(1);
        let count = count.map_or(usual, usize::from);
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
    #[autocomplete = "complete_value"]
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
            Ok(table) => Ok(Say::text(shown::status(&table))),
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

async fn complete_game(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.to_lowercase();
    let games = Kind::ALL.into_iter().map(|kind| {
        let (least, most) = kind.seats();
        (format!("{}, {least}–{most} players", kind.title()), kind.name().to_string())
    });
    choices(
        games.filter(|(label, name)| {
            label.to_lowercase().contains(&wanted) || name.contains(&wanted)
        }),
    )
}

/// The game of the lobby here, or the one that is about to be made.
async fn meant(ctx: Context<'_>) -> Kind {
    if ctx.command().name == "create" {
        let game = typed(ctx, "game").and_then(|typed| Kind::named(&typed));
        return game.unwrap_or(Kind::ALL[0]);
    }
    let tables = &ctx.data().tables;
    let row = tables.row_in(&channel_of(ctx)).await.ok();
    row.and_then(|row| Kind::of(&row).ok()).unwrap_or(Kind::ALL[0])
}

async fn complete_setting(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let settings = meant(ctx).await.settings().iter();
    let known = settings.filter(|(name, _)| name.contains(&typed.to_lowercase()));
    choices(known.map(|(name, what)| (format!("{name}: {what}"), name.to_string())))
}

/// Values of the setting that has the focus, or that is named beside it.
async fn complete_value(ctx: Context<'_>, value: &str) -> CreateAutocompleteResponse {
    let Context::Application(app) = ctx else { return CreateAutocompleteResponse::new() };
    let focused = app.interaction.data.autocomplete().map_or("", |option| option.name);
    let setting = match focused {
        "value" => typed(ctx, "name").unwrap_or_default(),
        option => option.to_string(),
    };
    let wanted = value.trim().trim_end_matches(',').to_lowercase();
    let found = meant(ctx).await.setting_values(&setting).into_iter();
    choices(
        found.filter(|(label, value)| {
            label.to_lowercase().contains(&wanted) || value.contains(&wanted)
        }),
    )
}
