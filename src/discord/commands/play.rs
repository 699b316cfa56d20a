//! Acting in a game. What the options mean is decided by the game.

use crate::engine::Seat;
use crate::imperium::view::text;
use crate::table::{Acted, Actor, Asking, Refused};

use super::super::reply::{Say, privately};
use super::super::{Context, Done, Error, Table, face, press, words};
use super::moderate::complete_point;
use super::{actor_of, complete, seat_of, table};

/// Characters in an option at most.
const LONG: usize = 1000;

/// Hands a command and its options on to the game.
pub(super) async fn act(ctx: Context<'_>, name: &str, options: &[(&str, Option<String>)]) -> Done {
    let options: Vec<(String, String)> = options
        .iter()
        .filter_map(|(option, value)| Some((option.to_string(), value.clone()?)))
        .collect();
    privately(ctx, async {
        if let Some((option, _)) = options.iter().find(|(_, v)| v.chars().count() > LONG) {
            let text = format!("✖ `{option}` may have at most {LONG} characters.");
            return Err(Error::Said(text));
        }
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        match table.command(&actor, seat, name, &options).await {
            Ok(done) => Ok(acted(&table, &actor, seat, done).await),
            Err(refused) => Err(press::refusal(&table, refused)),
        }
    })
    .await
}

/// What a command did, for the one who gave it, and what they are asked next.
pub async fn acted(table: &Table, actor: &Actor, seat: Seat, acted: Acted) -> Say {
    let done = match acted {
        Acted::Done(done) => done,
        Acted::Draft(draft) => return face::draft(table, &draft, 0),
        Acted::Cancelled => return Say::text("✔ What you had put together is gone."),
        Acted::Ahead(answer) => {
            let text = format!(
                "✔ Kept: {answer}. It is given when you are asked, if it still can be; \
                 `/orders list` shows it, `/orders revoke` takes it back."
            );
            return Say::text(table.named(&text));
        }
    };
    let mut text = match done.lines.is_empty() {
        true => "✔ Done.".into(),
        false => format!("✔ {}", done.lines.join("\n")),
    };
    match face::own(table, actor, seat, None).await {
        Ok(_) if table.passes_by_itself(seat) => {
            text.push_str(&format!("\n{}", words::PASSES));
            Say::text(text)
        }
        Ok(next) => {
            text.push_str(&format!("\n{}", next.text));
            Say { text, ..next }
        }
        Err(_) => {
            text.push_str(&format!("\n{}", table.named(&words::waiting(table))));
            Say::text(text)
        }
    }
}

/// Pick a strategy card.
#[poise::command(slash_command, guild_only)]
pub async fn pick(
    ctx: Context<'_>,
    #[description = "The strategy card"]
    #[autocomplete = "complete"]
    card: String,
) -> Done {
    act(ctx, "pick", &[("card", Some(card))]).await
}

/// Begin a tactical action in a system.
#[poise::command(slash_command, guild_only)]
pub async fn activate(
    ctx: Context<'_>,
    #[description = "A position such as 205, or a planet"]
    #[autocomplete = "complete"]
    system: String,
) -> Done {
    act(ctx, "activate", &[("system", Some(system))]).await
}

/// Add ships to the movement; /confirm moves them.
#[poise::command(slash_command, guild_only, rename = "move")]
pub async fn moving(
    ctx: Context<'_>,
    #[description = "Where they come from"]
    #[autocomplete = "complete"]
    from: String,
    #[description = "Such as: 2 cruisers, carrier, 3 infantry"]
    #[autocomplete = "complete"]
    units: String,
    #[description = "Loaded on the way, such as: 2 infantry on Abyz, fighter in 205"]
    #[autocomplete = "complete"]
    pickup: Option<String>,
    #[description = "Systems on the way, if it matters"] via: Option<String>,
) -> Done {
    let (from, units) = (Some(from), Some(units));
    act(ctx, "move", &[("from", from), ("units", units), ("pickup", pickup), ("via", via)]).await
}

/// Add ground forces to the landing; /confirm lands them.
#[poise::command(slash_command, guild_only)]
pub async fn land(
    ctx: Context<'_>,
    #[description = "Such as: 3 infantry"]
    #[autocomplete = "complete"]
    units: String,
    #[description = "The planet, where there are several"]
    #[autocomplete = "complete"]
    planet: Option<String>,
    #[description = "What pays for the custodians token; left out, the cheapest"]
    #[autocomplete = "complete"]
    pay: Option<String>,
) -> Done {
    act(ctx, "land", &[("planet", planet), ("units", Some(units)), ("pay", pay)]).await
}

/// Add units to what you produce; /confirm builds them.
#[poise::command(slash_command, guild_only)]
pub async fn build(
    ctx: Context<'_>,
    #[description = "Such as: cruiser, 2 fighters"]
    #[autocomplete = "complete"]
    units: String,
    #[description = "The planet, where it matters"]
    #[autocomplete = "complete"]
    planet: Option<String>,
    #[description = "Planets and trade goods; left out, the cheapest is proposed"]
    #[autocomplete = "complete"]
    pay: Option<String>,
) -> Done {
    act(ctx, "build", &[("units", Some(units)), ("planet", planet), ("pay", pay)]).await
}

/// Perform a strategic action.
#[poise::command(slash_command, guild_only)]
pub async fn strategic(
    ctx: Context<'_>,
    #[description = "The strategy card"]
    #[autocomplete = "complete"]
    card: String,
) -> Done {
    act(ctx, "strategic", &[("card", Some(card))]).await
}

/// Play an action card or a promissory note, or use a power that lies before you.
#[poise::command(slash_command, guild_only)]
pub async fn play(
    ctx: Context<'_>,
    #[description = "The card or power"]
    #[autocomplete = "complete"]
    card: String,
) -> Done {
    act(ctx, "play", &[("card", Some(card))]).await
}

/// Pass, decline, or do nothing of what is offered.
#[poise::command(slash_command, guild_only)]
pub async fn pass(ctx: Context<'_>) -> Done {
    act(ctx, "pass", &[]).await
}

/// Assign hits to your units.
#[poise::command(slash_command, guild_only)]
pub async fn assign(
    ctx: Context<'_>,
    #[description = "Such as: sustain dreadnought, 2 fighters"]
    #[autocomplete = "complete"]
    units: String,
) -> Done {
    act(ctx, "assign", &[("units", Some(units))]).await
}

/// Announce a retreat, or say where to.
#[poise::command(slash_command, guild_only)]
pub async fn retreat(
    ctx: Context<'_>,
    #[description = "The system to retreat to"]
    #[autocomplete = "complete"]
    to: Option<String>,
) -> Done {
    act(ctx, "retreat", &[("to", to)]).await
}

/// Vote on the agenda.
#[poise::command(slash_command, guild_only)]
pub async fn vote(
    ctx: Context<'_>,
    #[description = "What you vote for; in Twilight Inscription with the votes, such as pass 2"]
    #[autocomplete = "complete"]
    outcome: String,
    #[description = "Planets to exhaust for votes, separated by commas"]
    #[autocomplete = "complete"]
    planets: Option<String>,
) -> Done {
    act(ctx, "vote", &[("outcome", Some(outcome)), ("planets", planets)]).await
}

/// Score objectives.
#[poise::command(slash_command, guild_only)]
pub async fn score(
    ctx: Context<'_>,
    #[description = "A public objective"]
    #[autocomplete = "complete"]
    public: Option<String>,
    #[description = "A secret objective"]
    #[autocomplete = "complete"]
    secret: Option<String>,
    #[description = "What pays for it; left out, the cheapest"]
    #[autocomplete = "complete"]
    pay: Option<String>,
) -> Done {
    act(ctx, "score", &[("public", public), ("secret", secret), ("pay", pay)]).await
}

/// Research a technology.
#[poise::command(slash_command, guild_only)]
pub async fn research(
    ctx: Context<'_>,
    #[description = "The technology"]
    #[autocomplete = "complete"]
    technology: String,
    #[description = "What pays for it; left out, the cheapest"]
    #[autocomplete = "complete"]
    pay: Option<String>,
) -> Done {
    act(ctx, "research", &[("technology", Some(technology)), ("pay", pay)]).await
}

/// Deals with other players.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("offer", "accept", "decline"),
    subcommand_required
)]
pub async fn trade(_: Context<'_>) -> Done {
    Ok(())
}

/// Propose a deal.
#[poise::command(slash_command)]
async fn offer(
    ctx: Context<'_>,
    #[description = "With whom"]
    #[autocomplete = "complete_partner"]
    with: String,
    #[description = "What you give, such as: 2 commodities, ceasefire"]
    #[autocomplete = "complete"]
    give: Option<String>,
    #[description = "What you get, such as: 1 trade good, trade agreement"]
    #[autocomplete = "complete"]
    get: Option<String>,
) -> Done {
    act(ctx, "trade", &[("with", Some(with)), ("give", give), ("get", get)]).await
}

/// Accept a deal that was proposed to you.
#[poise::command(slash_command)]
async fn accept(
    ctx: Context<'_>,
    #[description = "Which, if there are several"]
    #[autocomplete = "complete"]
    offer: Option<String>,
) -> Done {
    act(ctx, "accept", &[("offer", offer)]).await
}

/// Decline a deal, or take your own proposal back.
#[poise::command(slash_command)]
async fn decline(
    ctx: Context<'_>,
    #[description = "Which, if there are several"]
    #[autocomplete = "complete"]
    offer: Option<String>,
) -> Done {
    act(ctx, "decline", &[("offer", offer)]).await
}

async fn complete_partner(
    ctx: Context<'_>,
    typed: &str,
) -> poise::serenity_prelude::CreateAutocompleteResponse {
    let user = ctx.author().id.to_string();
    let Ok(table) = table(ctx).await else { return super::choices([]) };
    let found = table.complete(&user, "trade", &[], "with").await.unwrap_or_default();
    let wanted = typed.to_lowercase();
    let named = found.into_iter().map(|(label, value)| (table.named(&label), value));
    super::choices(named.filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// Answer whatever you are asked; without a choice, see the question.
#[poise::command(slash_command, guild_only)]
pub async fn answer(
    ctx: Context<'_>,
    #[description = "An option; several are separated by semicolons"]
    #[autocomplete = "complete"]
    choice: Option<String>,
) -> Done {
    if choice.is_some() {
        return act(ctx, "answer", &[("choice", choice)]).await;
    }
    privately(ctx, async {
        let table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        match face::own(&table, &actor, seat, None).await {
            Ok(say) => Ok(say),
            Err(refused) => Err(press::refusal(&table, refused)),
        }
    })
    .await
}

/// Submit what you have put together.
#[poise::command(slash_command, guild_only)]
pub async fn confirm(ctx: Context<'_>) -> Done {
    act(ctx, "confirm", &[]).await
}

/// Throw away what you have put together.
#[poise::command(slash_command, guild_only)]
pub async fn cancel(ctx: Context<'_>) -> Done {
    act(ctx, "cancel", &[]).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
pub enum Wish {
    #[name = "pass everything until my next turn"]
    Turn,
    #[name = "pass everything until this round ends"]
    Round,
    #[name = "ask me only if it is about me"]
    Target,
    #[name = "ask me about everything"]
    Off,
}

/// Have offers to respond passed for you.
#[poise::command(slash_command, guild_only)]
pub async fn wait(
    ctx: Context<'_>,
    #[description = "What is passed for you; left out, what is passed now"] order: Option<Wish>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        if let Some(wish) = order {
            let word = match wish {
                Wish::Turn => "turn",
                Wish::Round => "round",
                Wish::Target => "target",
                Wish::Off => "off",
            };
            let stood = table.stand(&actor, seat, face::order(word)).await;
            stood.map_err(|refused| Error::at(&table, refused))?;
        }
        Ok(Say::text(words::order(table.order(seat))))
    })
    .await
}

/// Take your last answer back, or ask the table to go back further.
#[poise::command(slash_command, guild_only)]
pub async fn undo(
    ctx: Context<'_>,
    #[description = "The point to go back to; left out, before your last answer"]
    #[autocomplete = "complete_point"]
    to: Option<usize>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        if to.is_none() {
            match table.take_back(&actor).await {
                Ok(_) => return Ok(Say::text("✔ Your last answer is taken back.")),
                // The others may agree to it all the same.
                Err(Refused::Illegal(_)) => {}
                Err(refused) => return Err(Error::at(&table, refused)),
            }
        }
        let asked = table.ask_undo(&actor, to).await;
        Ok(Say::text(match asked.map_err(|refused| Error::at(&table, refused))? {
            Asking::Undone => "✔ The game went back.".to_string(),
            Asking::Asked(request) => {
                let names = text::list(request.needed.iter().map(ToString::to_string));
                let back = format!("**{}**", request.name);
                table.named(&format!("✔ {names} must agree to go back to {back}; they are asked."))
            }
        }))
    })
    .await
}
