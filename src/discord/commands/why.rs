//! `/why`: what speaks for a computer player's last move.

use super::super::reply::{Say, privately};
use super::super::{Context, Done};
use super::moderate::complete_seat;
use super::{elsewhere, seat_named, table};

/// What speaks for the last move of a computer player, as far as everybody may know.
#[poise::command(slash_command, guild_only)]
pub async fn why(
    ctx: Context<'_>,
    #[description = "Which computer player; left out, whichever moved last"]
    #[autocomplete = "complete_seat"]
    #[max_length = 100]
    seat: Option<String>,
) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        let seat = seat.as_deref().map(|typed| seat_named(&table, typed)).transpose()?;
        let Some(game) = table.imperium() else { return Err(elsewhere(ctx, table.kind())) };
        match game.why(seat).await? {
            Some(why) => Ok(Say::text(game.named(&why))),
            None => {
                Ok(Say::text("No computer player has made a move lately that can be explained."))
            }
        }
    })
    .await
}
