//! `/odds`: how likely a combat ends in which way.

use std::fmt::Write;

use super::super::pictures::{Scene, Subject};
use super::super::reply::{Say, privately};
use super::super::shown::imperium as galaxy;
use super::super::{Context, Done, Error, words};
use super::look::{complete_system, named_system};
use super::{actor_of, elsewhere, imperium, table};
use crate::engine::Seat;
use crate::imperium::Imperium;
use crate::imperium::data::PlanetId;
use crate::imperium::odds::here::{self, Asked};
use crate::imperium::odds::typed::{self, Question, TypedSide};
use crate::imperium::odds::{self, Battle, Odds, Theatre};
use crate::imperium::state::Place;
use crate::picture;
use crate::table::Table;

/// Where a combat is fought.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Where {
    #[name = "space"]
    Space,
    #[name = "ground"]
    Ground,
}

impl Where {
    fn theatre(self) -> Theatre {
        match self {
            Where::Space => Theatre::Space,
            Where::Ground => Theatre::Ground,
        }
    }
}

/// How likely a combat ends in which way, in a system of this game or between units that you name.
#[poise::command(slash_command, guild_only)]
#[expect(clippy::too_many_arguments, reason = "the options of the command")]
pub async fn odds(
    ctx: Context<'_>,
    #[description = "Where two sides meet: a position such as 205, or a planet to land on"]
    #[autocomplete = "complete_system"]
    #[max_length = 100]
    system: Option<String>,
    #[description = "With a system: your units that would come; without one: all, such as 2 cruisers, 5 fighters II"]
    #[max_length = 300]
    attacker: Option<String>,
    #[description = "Without a system: units of the other side"]
    #[max_length = 300]
    defender: Option<String>,
    #[description = "Left out: whichever fits"] theatre: Option<Where>,
    #[description = "Without a system: the faction"]
    #[max_length = 100]
    attacker_faction: Option<String>,
    #[description = "Without a system: the faction"]
    #[max_length = 100]
    defender_faction: Option<String>,
    #[description = "Without a system: technologies and cards, such as assault cannon, direct hit x2"]
    #[max_length = 300]
    attacker_cards: Option<String>,
    #[description = "Without a system: technologies and cards"]
    #[max_length = 300]
    defender_cards: Option<String>,
) -> Done {
    let typed = |units: Option<String>, faction, cards| TypedSide {
        units: units.unwrap_or_default(),
        faction,
        cards,
        ..TypedSide::default()
    };
    let theatre = theatre.map(Where::theatre);
    privately(ctx, async {
        if let Ok(other) = table(ctx).await
            && other.imperium().is_none()
        {
            return Err(elsewhere(ctx, other.kind()));
        }
        match system {
            Some(_) if defender.is_some() => Err(Error::Said(BOTH.into())),
            Some(system) => met(ctx, &system, attacker.as_deref(), theatre).await,
            None if attacker.is_none() || defender.is_none() => Err(Error::Said(NEITHER.into())),
            None => {
                let attacking = typed(attacker, attacker_faction, attacker_cards);
                let defending = typed(defender, defender_faction, defender_cards);
                imagined(&Question { theatre, sides: [attacking, defending] }).await
            }
        }
    })
    .await
}

const NEITHER: &str = "✖ Name a `system` of this game, or an `attacker` and a `defender` such as \
                       2 cruisers, 5 fighters.";
const BOTH: &str =
    "✖ In a system the defender is whoever is there: leave out `defender`, or the `system`.";

/// Longer calculations are done elsewhere.
async fn calculated(battle: Battle) -> Done<Odds> {
    let done = tokio::task::spawn_blocking(move || odds::odds(&battle)).await;
    let done = done.map_err(|why| Error::Said(format!("✖ The calculation failed: {why}")))?;
    done.map_err(|why| Error::Said(format!("✖ {why}.")))
}

/// A combat of the running game.
async fn met(
    ctx: Context<'_>,
    typed: &str,
    units: Option<&str>,
    theatre: Option<Theatre>,
) -> Done<Say> {
    let (met, title, view, name, names) = {
        let table = imperium(ctx).await?;
        let view = table.view(None);
        let system = named_system(&view, typed)?;
        let by = table.seat_of(&actor_of(ctx).await.user);
        let planet = planet_named(typed);
        let asked = Asked { by, with: units, theatre, planet };
        let met = table.look(|state| here::meeting(state, system, asked));
        let met = met.map_err(|why| refused(&table, &why))?;
        let title = match met.place {
            Place::Space(system) => format!("Space combat in {system}"),
            Place::Planet(planet) => format!("Ground combat on {}", planet.name()),
        };
        (met, title, view, table.game().name.clone(), galaxy::player_names(&table))
    };
    let odds = calculated(met.battle.clone()).await?;
    let sides = met.sides.map(|seat| words::plain(&name_of(&names, seat)));
    let mut text = format!("**{title}**\n");
    text += &odds::in_words(&odds, [&format!("**{}**", sides[0]), &format!("**{}**", sides[1])]);
    add_counted(&mut text, [&sides[0], &sides[1]], &met.counted);
    text.push_str("\nNo cards of anybody's hand, and no retreat.");
    let shown = Subject::Odds(shown(&odds, title, met.sides));
    let file = ctx.data().pictures.of(Scene::of(shown, view), name, names).await;
    Ok(Say { file, ..Say::text(text) })
}

fn planet_named(typed: &str) -> Option<PlanetId> {
    let wanted = typed.trim();
    PlanetId::all().find(|planet| planet.name().eq_ignore_ascii_case(wanted))
}

fn name_of(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
}

fn refused(table: &Table<Imperium>, why: &str) -> Error {
    Error::Said(format!("✖ {}", table.named(&words::plain(why))))
}

fn add_counted(text: &mut String, names: [&str; 2], counted: &[Vec<String>; 2]) {
    for (name, counted) in names.into_iter().zip(counted) {
        if !counted.is_empty() {
            let _ = write!(text, "\nCounted for {name}: {}", counted.join(", "));
        }
    }
}

fn shown(odds: &Odds, title: String, sides: [Seat; 2]) -> picture::Odds {
    let left = [0, 1].map(|side| odds.numbers_left(side));
    picture::Odds { title, sides, left, draw: odds.draw }
}

/// Units that are only named.
async fn imagined(question: &Question) -> Done<Say> {
    let typed = typed::battle(question);
    let typed = typed.map_err(|why| Error::Said(format!("✖ {}", words::plain(&why))))?;
    let theatre = typed.battle.theatre.name();
    let odds = calculated(typed.battle).await?;
    let mut text = format!("**A combat ({theatre})**\n");
    text += &odds::in_words(&odds, ["The attacker", "the defender"]);
    add_counted(&mut text, ["the attacker", "the defender"], &typed.counted);
    Ok(Say::text(text))
}
