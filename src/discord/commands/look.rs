//! Looking without doing anything.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use super::super::pictures::{Scene, Subject};
use super::super::reply::{Say, privately, publicly};
use super::super::shown::{self, imperium as galaxy};
use super::super::{Context, Done, Error, words};
use super::{actor_of, choices, imperium, own_seat, seat_of, table};
use crate::engine::Seat;
use crate::games::Kind;
use crate::imperium::Imperium;
use crate::imperium::state::SystemId;
use crate::imperium::view::{Phase, View, survey};
use crate::picture::Map;

/// What a map shows.
#[derive(Clone, Copy, PartialEq, Eq, poise::ChoiceParameter)]
enum Shows {
    #[name = "everything"]
    Everything,
    #[name = "overview, for small screens"]
    Overview,
    #[name = "control of planets"]
    Control,
    #[name = "technology specialties"]
    Technologies,
    #[name = "traits of planets"]
    Traits,
    #[name = "wormholes"]
    Wormholes,
    #[name = "points round by round"]
    Course,
    #[name = "the game turn by turn, moving"]
    Replay,
    #[name = "the last turn step by step, moving"]
    Turn,
    #[name = "space cannon"]
    Cannon,
    #[name = "distances from a system"]
    Distances,
    #[name = "reach of your fleet in a system"]
    Reach,
}

impl Shows {
    fn needs_system(self) -> bool {
        matches!(self, Shows::Distances | Shows::Reach)
    }

    /// What the picture is, after the name of the game.
    fn caption(self) -> &'static str {
        match self {
            Shows::Everything | Shows::Overview => "the galaxy now.",
            Shows::Control => "who controls what.",
            Shows::Technologies => "technology specialties.",
            Shows::Traits => "traits of planets.",
            Shows::Wormholes => "wormholes.",
            Shows::Course => "points round by round.",
            Shows::Replay => "the game turn by turn.",
            Shows::Turn => "the last turn step by step.",
            Shows::Cannon => "space cannon.",
            Shows::Distances => "distances.",
            Shows::Reach => "where the fleet can move.",
        }
    }
}

/// Show the galaxy as it is now, or under one question.
#[poise::command(slash_command, guild_only)]
pub async fn map(
    ctx: Context<'_>,
    #[description = "What the map shows; everything if left out"] view: Option<Shows>,
    #[description = "For distances and reach: a position such as 205, or a planet"]
    #[autocomplete = "complete_system"]
    #[max_length = 100]
    system: Option<String>,
) -> Done {
    let shows = view.unwrap_or(Shows::Everything);
    publicly(ctx, async {
        let (subject, view, name, names, earlier) = {
            let table = imperium(ctx).await?;
            let view = table.view(None);
            let earlier = match shows {
                Shows::Replay => table.checkpoints().await?,
                _ => Vec::new(),
            };
            let from = match (&system, shows.needs_system()) {
                (Some(typed), true) => Some(named_system(&view, typed)?),
                (None, true) => return Err(Error::Said(NO_SYSTEM.into())),
                (_, false) => None,
            };
            let viewer = match shows {
                Shows::Reach => Some(own_seat(&table, &actor_of(ctx).await)?),
                _ => None,
            };
            let subject = subject(&table, shows, from, viewer);
            let names = galaxy::player_names(&table);
            (subject, view, table.game().name.clone(), names, earlier)
        };
        let title = words::plain(&name);
        let mut views = match shows {
            Shows::Turn => imperium(ctx).await?.newest_course(None, moves).await?,
            _ => Vec::new(),
        };
        for checkpoint in earlier {
            // The table is free for others in between.
            let view = imperium(ctx).await?.view_at(checkpoint, None).await?;
            if view.phase != Phase::Setup {
                views.push(view);
            }
        }
        if shows != Shows::Turn || views.is_empty() {
            views.push(view);
        }
        let file = ctx.data().pictures.of(Scene::Imperium { subject, views }, name, names).await;
        let text = match file {
            Some(_) => format!("**{title}**, {}", shows.caption()),
            None => format!("**{title}**: no picture can be drawn. `/status` says how it stands."),
        };
        Ok(Say { file, ..Say::text(text) })
    })
    .await
}

/// Whether anything on the board changed.
fn moves(views: &[View]) -> bool {
    views.iter().any(|view| view.systems != views[0].systems)
}

const NO_SYSTEM: &str = "✖ Say from where: add the option `system`, a position like 205.";

fn subject(
    table: &crate::table::Table<Imperium>,
    shows: Shows,
    from: Option<SystemId>,
    viewer: Option<Seat>,
) -> Subject {
    let from = from.unwrap_or(SystemId(0));
    Subject::Map(match shows {
        Shows::Everything => return Subject::Galaxy,
        Shows::Course => return Subject::Course,
        Shows::Replay => return Subject::Replay,
        Shows::Turn => return Subject::Turn,
        Shows::Overview => Map::Overview,
        Shows::Control => Map::Control,
        Shows::Technologies => Map::Technologies,
        Shows::Traits => Map::Traits,
        Shows::Wormholes => Map::Wormholes,
        Shows::Cannon => Map::Survey(table.look(survey::cannon)),
        Shows::Distances => Map::Survey(table.look(|state| survey::distances(state, from))),
        Shows::Reach => {
            let seat = viewer.unwrap_or(Seat(0));
            Map::Survey(table.look(|state| survey::reach(state, seat, from)))
        }
    })
}

pub(super) fn named_system(view: &View, typed: &str) -> Result<SystemId, Error> {
    galaxy::find_system(view, typed).ok_or_else(|| {
        let typed = words::plain(typed);
        Error::Said(format!(
            "✖ {typed} is no system here. Write a position like 205, or a planet's name."
        ))
    })
}

/// How the game stands: points, tokens, objectives, whose turn it is.
#[poise::command(slash_command, guild_only)]
pub async fn status(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let (id, text) = {
            let table = table(ctx).await?;
            (table.game().id.clone(), shown::status(&table))
        };
        ctx.data().poster.look_after_question(&id).await;
        Ok(Say::text(text))
    })
    .await
}

/// Your own cards; nobody else sees the answer.
#[poise::command(slash_command, guild_only)]
pub async fn hand(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let (text, scene, name, names) = {
            let table = table(ctx).await?;
            let seat = seat_of(&table, &actor_of(ctx).await)?;
            let (text, scene) = (shown::hand(&table, seat), shown::holding(&table, seat));
            (text, scene, table.game().name.clone(), words::player_names(&table))
        };
        let file = ctx.data().pictures.of(scene, name, names).await;
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
            let table = imperium(ctx).await?;
            let view = table.view(None);
            let id = named_system(&view, &system)?;
            let text = view.system(id).map_or(String::new(), |found| galaxy::system(&table, found));
            (text, id, view, table.game().name.clone(), galaxy::player_names(&table))
        };
        let file = ctx.data().pictures.of(Scene::of(Subject::System(id), view), name, names).await;
        Ok(Say { file, ..Say::text(text) })
    })
    .await
}

pub(super) async fn complete_system(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(table) = imperium(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = table.view(None);
    let wanted = typed.to_lowercase();
    let all =
        view.systems.iter().map(|system| (galaxy::system_label(system), system.id.to_string()));
    choices(all.filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// How to play here.
#[poise::command(slash_command)]
pub async fn help(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let tables = &ctx.data().tables;
        let row = tables.row_in(&ctx.channel_id().to_string()).await.ok();
        let kind = row.and_then(|row| Kind::of(&row).ok()).unwrap_or(Kind::ALL[0]);
        Ok(Say::text(shown::help(kind)))
    })
    .await
}
