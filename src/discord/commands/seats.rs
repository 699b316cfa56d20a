//! `/replace`, and what moderators do to a game as a whole: pause, resume, audit, transfer.

use poise::serenity_prelude as serenity;

use crate::table::{Newcomer, Refused, Replaced};

use super::super::reply::{Say, privately};
use super::super::{Context, Done, Error, words};
use super::lobby::Computer;
use super::moderate::complete_seat;
use super::{actor_of, seat_named, seat_of, table};

/// Put another person or a computer player in a seat, with its hand and orders.
#[poise::command(slash_command, guild_only)]
pub async fn replace(
    ctx: Context<'_>,
    #[description = "The person who takes the seat"] by: Option<serenity::User>,
    #[description = "Or a computer player"] computer: Option<Computer>,
    #[description = "Whose seat, for moderators; left out, your own"]
    #[autocomplete = "complete_seat"]
    #[max_length = 100]
    seat: Option<String>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = match &seat {
            Some(typed) => seat_named(&table, typed)?,
            None => seat_of(&table, &actor)?,
        };
        let newcomer = match (by, computer) {
            (Some(user), None) if user.bot => {
                return Err(Error::Said("✖ A bot cannot take a seat.".into()));
            }
            (Some(user), None) => Newcomer::Person {
                name: user.global_name.clone().unwrap_or_else(|| user.name.clone()),
                user: user.id.to_string(),
            },
            (None, Some(kind)) => Newcomer::Computer(kind.word().into()),
            _ => return Err(Error::Said("✖ Name a person, or a computer player.".into())),
        };
        let replaced = table.replace(&actor, seat, newcomer).await;
        match replaced.map_err(|refused| Error::at(&table, refused))? {
            Replaced::Offered => Ok(Say::text("✔ They are asked in the channel.")),
            Replaced::Done => {
                let name = table.player(seat).map_or(String::new(), |row| words::plain(&row.name));
                Ok(Say::text(format!("✔ {name} plays that seat from now on.")))
            }
        }
    })
    .await
}

/// Let the game rest: nothing is answered, by nobody, and no deadline runs.
#[poise::command(slash_command)]
pub async fn pause(
    ctx: Context<'_>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let paused = table.pause(&actor_of(ctx).await, &why.unwrap_or_default()).await;
        paused.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text("✔ The game rests until `/mod resume`."))
    })
    .await
}

/// Have a paused game go on.
#[poise::command(slash_command)]
pub async fn resume(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let resumed = table.resume(&actor_of(ctx).await).await;
        resumed.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text("✔ The game goes on."))
    })
    .await
}

/// Who did what besides playing; it names nothing that anybody hides.
#[poise::command(slash_command)]
pub async fn audit(
    ctx: Context<'_>,
    #[description = "How many lines"]
    #[min = 1]
    #[max = 200]
    lines: Option<usize>,
) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        if !table.is_moderator(&actor_of(ctx).await) {
            return Err(Refused::NotModerator.into());
        }
        let audit = table.audit(lines.unwrap_or(25)).await;
        let audit = audit.map_err(|refused| Error::at(&table, refused))?;
        let lines: Vec<String> = audit
            .lines
            .iter()
            .map(|line| {
                let who = match line.who.parse::<u64>() {
                    Ok(id) => format!("<@{id}>"),
                    Err(_) => "the bot".into(),
                };
                let what = words::plain(&table.named(&line.what));
                format!("<t:{}:f> {who} {what}", line.at / 1000)
            })
            .collect();
        let lines = if lines.is_empty() { "Nothing yet.".into() } else { lines.join("\n") };
        let by_themselves = audit.by_themselves;
        Ok(Say::text(format!("{lines}\n{by_themselves} answers were given by themselves.")))
    })
    .await
}

/// Make somebody else the game's owner, with the rights of its creator.
#[poise::command(slash_command)]
pub async fn transfer(ctx: Context<'_>, #[description = "To whom"] to: serenity::User) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let name = to.global_name.clone().unwrap_or_else(|| to.name.clone());
        let done = table.transfer(&actor_of(ctx).await, &to.id.to_string(), &name).await;
        done.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text(format!("✔ The game is {}'s now.", words::plain(&name))))
    })
    .await
}
