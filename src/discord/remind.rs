//! The one reminder a day that a player may want, about all games together.

use poise::serenity_prelude as serenity;
use serenity::{CreateMessage, Http, UserId};

use super::reply::{CONTENT, split};
use super::{Tables, words};
use crate::table::{self, Refused, Reminder};

/// Sends the reminders that are due at `now`.
pub async fn remind(tables: &Tables, http: &Http, now: i64) -> Result<(), Refused> {
    for reminder in table::reminders(tables.store(), now).await? {
        let lines = lines(tables, &reminder).await;
        if lines.is_empty() {
            continue;
        }
        reminder.begin(tables.store()).await?;
        let Some(user) = reminder.player.parse().ok().filter(|id| *id > 0).map(UserId::new) else {
            continue;
        };
        let text = format!("☀ Waiting for you:\n{}", lines.join("\n"));
        if let Err(why) = send(http, user, &text).await {
            // Closed direct messages: `/waiting` says the same.
            tracing::info!(%why, "a reminder was not delivered");
        }
    }
    Ok(())
}

async fn lines(tables: &Tables, reminder: &Reminder) -> Vec<String> {
    let mut lines = Vec::new();
    for (game, seat) in &reminder.waiting {
        match tables.table(game).await {
            Ok(table) => lines.extend(words::waits_for(&table, *seat)),
            Err(why) => tracing::warn!(game, %why, "a game cannot remind its player"),
        }
    }
    lines
}

async fn send(http: &Http, user: UserId, text: &str) -> serenity::Result<()> {
    let channel = user.create_dm_channel(http).await?;
    for part in split(text, CONTENT) {
        channel.send_message(http, CreateMessage::new().content(part)).await?;
    }
    Ok(())
}
