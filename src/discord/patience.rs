//! Asking Discord again while it is busy, broken or out of reach; and what was delivered twice.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{HttpError, InteractionId};
use tokio::time::{Instant, sleep};

/// Why a request may succeed when it is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// It was turned away (429).
    Untouched,
    /// It may have been carried out: a 5xx, a broken connection.
    Unsure,
}

/// Whether what went wrong passes by itself.
pub fn passing(why: &serenity::Error) -> Option<Passing> {
    match why {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            match (answer.status_code.as_u16(), answer.error.code) {
                // Too many edits of an old message: that takes an hour.
                (_, 30046) => None,
                (429, _) => Some(Passing::Untouched),
                (500.., _) => Some(Passing::Unsure),
                _ => None,
            }
        }
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Json(_) => {
            Some(Passing::Unsure)
        }
        _ => None,
    }
}

/// What went wrong, for the log: without the address, which holds the token of an interaction.
pub fn said(why: &serenity::Error) -> String {
    let text = why.to_string();
    match why {
        serenity::Error::Http(HttpError::Request(request)) => match request.url() {
            Some(url) => text.replace(url.as_str(), "Discord"),
            None => text,
        },
        _ => text,
    }
}

/// Discord's own error code.
pub fn code(why: &serenity::Error) -> Option<isize> {
    match why {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => Some(answer.error.code),
        _ => None,
    }
}

/// The wait before the second attempt; it doubles with each further one, up to the longest.
const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(10);
/// An interaction must be acknowledged within three seconds.
const ACKNOWLEDGED: Duration = Duration::from_millis(2500);
/// The longest wait while somebody waits for that.
const HURRIED: Duration = Duration::from_millis(400);
/// How long somebody looks at a screen that still says "thinking".
const ANSWERED: Duration = Duration::from_secs(60);

/// "Interaction has already been acknowledged."
const ALREADY: isize = 40060;

/// Acknowledges an interaction, which is done once. An attempt whose answer got lost may have arrived,
/// and the next one is told so.
pub async fn acknowledge<Attempt>(attempt: impl Fn() -> Attempt) -> serenity::Result<()>
where
    Attempt: Future<Output = serenity::Result<()>>,
{
    let mut attempts = Attempts::within(ACKNOWLEDGED, HURRIED);
    let mut unsure = false;
    loop {
        match attempt().await {
            Err(why) if unsure && code(&why) == Some(ALREADY) => return Ok(()),
            Err(why) => {
                unsure |= passing(&why) == Some(Passing::Unsure);
                attempts.again(why).await?;
            }
            Ok(()) => return Ok(()),
        }
    }
}

/// Makes a request until it succeeds, one that may be carried out twice without harm.
pub async fn repeat<T, Attempt>(attempt: impl Fn() -> Attempt) -> serenity::Result<T>
where
    Attempt: Future<Output = serenity::Result<T>>,
{
    let mut attempts = Attempts::within(ANSWERED, LONGEST);
    loop {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(why) => attempts.again(why).await?,
        }
    }
}

struct Attempts {
    until: Instant,
    wait: Duration,
    longest: Duration,
}

impl Attempts {
    fn within(time: Duration, longest: Duration) -> Attempts {
        Attempts { until: Instant::now() + time, wait: FIRST, longest }
    }

    /// Waits for the next attempt, if there is one after this failure.
    async fn again(&mut self, why: serenity::Error) -> serenity::Result<()> {
        if passing(&why).is_none() || Instant::now() + self.wait > self.until {
            return Err(why);
        }
        tracing::debug!(why = said(&why), "Discord is asked again");
        sleep(self.wait).await;
        self.wait = (self.wait * 2).min(self.longest);
        Ok(())
    }
}

/// The newest interactions; Discord may deliver one twice, as after a resumed connection.
#[derive(Default)]
pub struct Delivered(Mutex<VecDeque<InteractionId>>);

/// How many are remembered; what is delivered twice comes soon after the first time.
const REMEMBERED: usize = 4096;

impl Delivered {
    /// Whether this is the first time.
    pub fn first(&self, interaction: InteractionId) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&interaction) {
            return false;
        }
        if known.len() == REMEMBERED {
            known.pop_front();
        }
        known.push_back(interaction);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_comes_first_only_once() {
        let delivered = Delivered::default();
        let ids: Vec<InteractionId> = (1..=3).map(InteractionId::new).collect();
        assert!(ids.iter().all(|id| delivered.first(*id)));
        assert!(ids.iter().all(|id| !delivered.first(*id)));
    }

    #[test]
    fn of_the_delivered_only_the_newest_are_remembered() {
        let delivered = Delivered::default();
        for id in 1..=2 * REMEMBERED as u64 {
            assert!(delivered.first(InteractionId::new(id)));
        }
        assert!(!delivered.first(InteractionId::new(2 * REMEMBERED as u64)));
        assert!(delivered.first(InteractionId::new(1)));
    }
}
