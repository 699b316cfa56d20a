//! Single messages: made once whatever happens in between, edited not too often, deleted; and what
//! Discord's errors mean for another attempt.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CreateAllowedMentions, CreateMessage, EditMessage, GetMessages, HttpError,
    MessageId, Nonce,
};

use crate::metrics::METRICS;
use crate::table::PostTrouble;

use super::{DiscordPoster, Posting, later};

impl DiscordPoster {
    /// A message that calls nobody.
    pub(super) async fn create(
        &self,
        posting: &mut Posting<'_>,
        message: CreateMessage,
        text: &str,
    ) -> Result<u64, PostTrouble> {
        self.send(posting, message.allowed_mentions(CreateAllowedMentions::new()), text).await
    }

    pub(super) async fn send(
        &self,
        posting: &mut Posting<'_>,
        message: CreateMessage,
        text: &str,
    ) -> Result<u64, PostTrouble> {
        let nonce = posting.nonce();
        Ok(self.send_as(posting, nonce, message, text).await?.0)
    }

    /// Makes a message once, also when an earlier attempt may have arrived: within minutes Discord
    /// itself knows the nonce; later the channel's newest messages tell. Returns its id and what
    /// it says, which is older if it had arrived.
    pub(super) async fn send_as(
        &self,
        posting: &Posting<'_>,
        nonce: String,
        message: CreateMessage,
        text: &str,
    ) -> Result<(u64, String), PostTrouble> {
        if posting.letter.again
            && let Some(id) = self.arrived(posting.channel, posting.letter.made, text).await?
        {
            return Ok((id, text.to_string()));
        }
        let message = message.nonce(Nonce::String(nonce)).enforce_nonce(true);
        let sent = posting.channel.send_message(&self.http, message).await.map_err(trouble)?;
        Ok((sent.id.get(), sent.content))
    }

    /// The message of this text that was made after `since`, if an earlier attempt got through.
    pub(super) async fn arrived(
        &self,
        channel: ChannelId,
        since: i64,
        text: &str,
    ) -> Result<Option<u64>, PostTrouble> {
        let newest = channel.messages(&self.http, GetMessages::new().limit(20)).await;
        let newest = newest.map_err(trouble)?;
        let made =
            |message: &serenity::Message| message.timestamp.timestamp_millis() >= since - 2000;
        let ours = newest.iter().filter(|message| message.author.bot && made(message));
        let found = ours.into_iter().find(|message| message.content.trim() == text.trim());
        Ok(found.map(|message| message.id.get()))
    }

    /// False when the message is gone or takes no more edits.
    pub(super) async fn edit(
        &self,
        channel: ChannelId,
        message: u64,
        edit: EditMessage,
    ) -> Result<bool, PostTrouble> {
        let message = MessageId::new(message);
        self.pause(message).await;
        match channel.edit_message(&self.http, message, edit).await {
            Ok(_) => Ok(true),
            Err(why) => match code(&why) {
                // Unknown message; too many edits of an old one; not ours any more.
                Some(10008 | 30046 | 50005) => Ok(false),
                _ => Err(trouble(why)),
            },
        }
    }

    pub(super) async fn pause(&self, message: MessageId) {
        let wait = {
            let mut edited = self.edited.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            edited.retain(|_, at| now.duration_since(*at) < self.between_edits);
            let due = edited.get(&message).map_or(now, |at| *at + self.between_edits);
            edited.insert(message, due);
            due.saturating_duration_since(now)
        };
        tokio::time::sleep(wait).await;
    }

    pub(super) async fn delete(&self, channel: ChannelId, message: u64) {
        let deleted = channel.delete_message(&self.http, MessageId::new(message)).await;
        if let Err(why) = deleted
            && code(&why) != Some(10008)
        {
            tracing::warn!(%why, "an old question stays in the channel");
        }
    }
}

/// Discord's own error code.
fn code(why: &serenity::Error) -> Option<isize> {
    match why {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => Some(answer.error.code),
        _ => None,
    }
}

/// How long a game waits whose channel is gone or closed to the bot.
const CHANNEL_WAIT: Duration = Duration::from_secs(300);

/// Whether an attempt may succeed later; a malformed message never will.
pub(super) fn trouble(why: serenity::Error) -> PostTrouble {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = &why else {
        return later(why);
    };
    let status = answer.status_code.as_u16();
    let text = format!("{} ({})", answer.error.message, answer.error.code);
    match answer.error.code {
        // The game waits until the channel or the right is back, or a moderator brings it to
        // another channel.
        10003 | 50001 | 50013 => {
            return PostTrouble::Later { after: Some(CHANNEL_WAIT), why: text };
        }
        _ => {}
    }
    match status {
        429 => {
            METRICS.rate_limits.count();
            PostTrouble::Later { after: Some(Duration::from_secs(1)), why: text }
        }
        400 | 403 | 404 => PostTrouble::Never { why: text },
        _ => PostTrouble::Later { after: None, why: text },
    }
}
