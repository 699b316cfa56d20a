//! Twilight Inscription: marking, and looking at sheets and at the table.

use super::super::pictures::{Scene, Sheets};
use super::super::reply::{Say, privately, publicly};
use super::super::shown::inscription as slate;
use super::super::{Context, Done, Error, Table, words};
use super::moderate::complete_seat;
use super::play::act;
use super::{actor_of, complete, elsewhere, seat_named, seat_of, table};
use crate::engine::Seat;
use crate::inscription::Inscription;
use crate::inscription::data::Sheet;
use crate::inscription::rules::marks;
use crate::inscription::view::{self, View};
use crate::table::TableGuard;

/// Write marks; they are yours alone until you put your marker down with /down.
#[poise::command(slash_command, guild_only)]
pub async fn mark(
    ctx: Context<'_>,
    #[description = "One or several: sheet nav; explore c1-f1; claim f1; tg R"]
    #[autocomplete = "complete"]
    #[max_length = 1000]
    marks: String,
) -> Done {
    act(ctx, "mark", &[("marks", Some(marks))]).await
}

/// Put your marker down: what you have put together counts.
#[poise::command(slash_command, guild_only)]
pub async fn down(ctx: Context<'_>) -> Done {
    act(ctx, "down", &[]).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Large {
    Navigation,
    Expansion,
    Industry,
    Warfare,
}

impl Large {
    fn sheet(self) -> Sheet {
        match self {
            Large::Navigation => Sheet::Nav,
            Large::Expansion => Sheet::Exp,
            Large::Industry => Sheet::Ind,
            Large::Warfare => Sheet::War,
        }
    }
}

/// The table where the second game is played.
async fn inscription(ctx: Context<'_>) -> Done<(TableGuard<Inscription>, Option<Seat>)> {
    match table(ctx).await? {
        Table::Inscription(table) => {
            let own = table.seat_of(&actor_of(ctx).await.user);
            Ok((table, own))
        }
        other => Err(elsewhere(ctx, other.kind())),
    }
}

/// Your sheets as you are drawing them, or another player's as far as they are open.
#[poise::command(slash_command, guild_only)]
pub async fn sheet(
    ctx: Context<'_>,
    #[description = "Whose; left out, your own"]
    #[autocomplete = "complete_seat"]
    #[max_length = 100]
    player: Option<String>,
    #[description = "Which sheet is shown large"] large: Option<Large>,
    #[description = "Show it to everybody, if everybody may look"] public: Option<bool>,
) -> Done {
    let open = public == Some(true);
    let look = async {
        let (seat, name) = whose(ctx, player.as_deref()).await?;
        let (shown, title, names) = {
            let (table, own) = inscription(ctx).await?;
            let viewer = own.filter(|_| !open);
            let (view, next) = match viewer {
                Some(own) if own == seat => {
                    let draft = table.read_draft(own).await?;
                    table.look(|state| {
                        let state = view::drafted(state, own, marks(&draft));
                        (View::of(&state, Some(own)), view::next_marks(&state, own))
                    })
                }
                _ => (table.view(viewer), Vec::new()),
            };
            let names: Vec<String> = table.seats().iter().map(|row| row.name.clone()).collect();
            ((view, next), table.game().name.clone(), names)
        };
        let (view, next) = shown;
        let text = slate::sheets(&view, seat);
        if text.is_empty() {
            let instead = match open {
                true => {
                    "While others write, nobody may be shown them: leave `public` out to see your own."
                }
                false => {
                    "Others' sheets are open once your marker is down for the dice, and in wars, \
                          councils and production."
                }
            };
            return Err(Error::Said(format!("✖ {name}'s sheets are closed now. {instead}")));
        }
        let large = large.map(Large::sheet);
        let scene =
            Scene::Inscription { sheets: Sheets::Of { seat, large, next }, view: Box::new(view) };
        let file = ctx.data().pictures.of(scene, title, names).await;
        Ok(Say { file, ..Say::text(format!("**{name}** · {text}")) })
    };
    match open {
        true => publicly(ctx, look).await,
        false => privately(ctx, look).await,
    }
}

/// Whom somebody means, and their name; without a word themselves.
async fn whose(ctx: Context<'_>, player: Option<&str>) -> Done<(Seat, String)> {
    let table = table(ctx).await?;
    if table.kind() != crate::games::Kind::Inscription {
        return Err(elsewhere(ctx, table.kind()));
    }
    let seat = match player {
        Some(typed) => seat_named(&table, typed)?,
        None => seat_of(&table, &actor_of(ctx).await)?,
    };
    let name = table.player(seat).map_or(String::new(), |row| words::plain(&row.name));
    Ok((seat, name))
}

#[derive(Clone, Copy, Default, poise::ChoiceParameter)]
enum Shows {
    #[default]
    #[name = "the events so far"]
    Events,
    #[name = "Mecatol Rex and the objectives"]
    Mecatol,
    #[name = "wars"]
    Wars,
}

/// What lies between all players: events, Mecatol Rex and the objectives, wars.
#[poise::command(slash_command, guild_only, rename = "table")]
pub async fn common(
    ctx: Context<'_>,
    #[description = "What is shown; the events if left out"] view: Option<Shows>,
) -> Done {
    publicly(ctx, async {
        let (view, shows, named, title, names) = {
            let (table, _) = inscription(ctx).await?;
            let shows = view.unwrap_or_default();
            let view = table.view(None);
            let text = match shows {
                Shows::Events => slate::events(&view),
                Shows::Mecatol => slate::races(&view),
                Shows::Wars => slate::wars(&view),
            };
            let names: Vec<String> = table.seats().iter().map(|row| row.name.clone()).collect();
            (view, shows, table.named(&text), table.game().name.clone(), names)
        };
        let sheets = match shows {
            Shows::Events => Sheets::Track,
            Shows::Mecatol => Sheets::Mecatol,
            Shows::Wars => Sheets::Wars,
        };
        let scene = Scene::Inscription { sheets, view: Box::new(view) };
        let file = ctx.data().pictures.of(scene, title, names).await;
        Ok(Say { file, ..Say::text(named) })
    })
    .await
}
