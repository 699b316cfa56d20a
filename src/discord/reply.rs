//! Answers to those who typed or pressed something.

use std::future::Future;
use std::time::{Duration, Instant};

use poise::CreateReply;
use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateAttachment};

use super::{Context, Done};
use crate::metrics::METRICS;

/// Characters in one message.
pub const CONTENT: usize = 2000;

/// How long an answer may take before the command is acknowledged without it.
const PATIENCE: Duration = Duration::from_millis(1200);

/// Something to say, with what can be pressed.
#[derive(Default)]
pub struct Say {
    pub text: String,
    pub rows: Vec<CreateActionRow>,
    pub file: Option<CreateAttachment>,
}

impl Say {
    pub fn text(text: impl Into<String>) -> Say {
        Say { text: text.into(), ..Say::default() }
    }

    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Say {
        self.rows = rows;
        self
    }
}

/// Says something that everybody may read. A refusal stays private as long as it comes quickly.
pub async fn publicly(ctx: Context<'_>, work: impl Future<Output = Done<Say>>) -> Done {
    tokio::pin!(work);
    let say = tokio::select! {
        done = &mut work => done?,
        () = tokio::time::sleep(PATIENCE) => {
            ctx.defer().await?;
            acknowledged(ctx).await;
            work.await?
        }
    };
    send(ctx, say, Whose::Everybodys).await
}

/// Says something to the one who asked only.
pub async fn privately(ctx: Context<'_>, work: impl Future<Output = Done<Say>>) -> Done {
    ctx.defer_ephemeral().await?;
    acknowledged(ctx).await;
    send(ctx, work.await?, Whose::Own).await
}

/// When a command came; of no use once it is acknowledged.
struct Came(Option<Instant>, Instant);

/// Notes that a command came.
pub async fn came(ctx: Context<'_>) {
    let now = Instant::now();
    ctx.set_invocation_data(Came(Some(now), now)).await;
}

async fn acknowledged(ctx: Context<'_>) {
    if let Some(mut came) = ctx.invocation_data::<Came>().await
        && let Some(start) = came.0.take()
    {
        METRICS.acknowledged.since(start);
    }
}

/// Notes that a command was answered in full.
pub async fn answered(ctx: Context<'_>) {
    acknowledged(ctx).await;
    if let Some(came) = ctx.invocation_data::<Came>().await {
        METRICS.answered.since(came.1);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Everybodys,
    Own,
}

async fn send(ctx: Context<'_>, say: Say, whose: Whose) -> Done {
    let mut parts = split(&say.text, CONTENT);
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        ctx.send(CreateReply::default().content(part).ephemeral(whose == Whose::Own)).await?;
    }
    let mut reply = CreateReply::default()
        .content(last)
        .ephemeral(whose == Whose::Own)
        .allowed_mentions(serenity::CreateAllowedMentions::new());
    if !say.rows.is_empty() {
        reply = reply.components(say.rows);
    }
    if let Some(file) = say.file {
        reply = reply.attachment(file);
    }
    ctx.send(reply).await?;
    acknowledged(ctx).await;
    Ok(())
}

/// `text` in pieces of at most `limit` characters, broken between lines where possible.
pub fn split(text: &str, limit: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let mut length = 0;
    for line in text.lines() {
        let mut rest: Vec<char> = line.chars().collect();
        loop {
            let gap = usize::from(!part.is_empty());
            if length + gap + rest.len() <= limit {
                if gap == 1 {
                    part.push('\n');
                }
                length += gap + rest.len();
                part.extend(rest);
                break;
            }
            if !part.is_empty() {
                parts.push(std::mem::take(&mut part));
                length = 0;
            } else {
                let tail = rest.split_off(limit);
                parts.push(rest.into_iter().collect());
                rest = tail;
            }
        }
    }
    parts.push(part);
    parts.retain(|part| !part.trim().is_empty());
    if parts.is_empty() {
        parts.push("…".into());
    }
    parts
}

/// At most `limit` characters, with an ellipsis where something was cut.
pub fn shorten(text: &str, limit: usize) -> String {
    crate::imperium::view::text::shorten(text.to_string(), limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_break_between_lines_and_nothing_is_lost() {
        let text = (0..300).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n");
        let parts = split(&text, 200);
        assert!(parts.iter().all(|part| part.chars().count() <= 200));
        assert_eq!(parts.join("\n"), text);
    }

    #[test]
    fn a_line_beyond_the_limit_is_cut_in_two() {
        let parts = split(&"é".repeat(450), 200);
        assert_eq!(parts.iter().map(|part| part.chars().count()).sum::<usize>(), 450);
        assert!(parts.iter().all(|part| part.chars().count() <= 200));
    }
}
