//! Delivery of letters: at least once, in order within a game, and without repeats as far as the
//! receiver honours the nonce.
//!
//! An attempt is noted before it begins and its success after it, so a crash in between leads to a
//! second attempt with the same nonce. A letter that was never attempted may be skipped when a
//! later one says the same and more; an attempted one is not, for it may have arrived.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::engine::Seat;
use crate::metrics::METRICS;
use crate::store::{GameRow, LetterRow, SeatRow, Store, Trouble};

use super::{Clock, Notice};

/// A letter with all that is needed to post it.
#[derive(Clone, Debug)]
pub struct Letter {
    pub game: GameRow,
    pub seats: Vec<SeatRow>,
    pub number: usize,
    /// Nothing: the channel.
    pub to: Option<Seat>,
    pub notice: Notice,
    /// The same in every attempt, at most 25 characters.
    pub nonce: String,
    /// An earlier attempt may have arrived.
    pub again: bool,
    pub made: i64,
}

impl Letter {
    /// Nonce of the `part`th message, for a letter that needs several.
    pub fn nonce_of(&self, part: usize) -> String {
        if part == 0 { self.nonce.clone() } else { format!("{}.{part}", self.nonce) }
    }

    /// `text` with players' names where it names seats.
    pub fn named(&self, text: &str, name: impl Fn(&SeatRow) -> String) -> String {
        crate::engine::name_seats(text, |seat| {
            let row = self.seats.iter().find(|row| row.seat == seat.0);
            row.map_or_else(|| format!("seat {}", seat.0), &name)
        })
    }
}

/// What came of a letter that arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posted {
    /// Id of the message.
    pub message: Option<String>,
    /// What to remember of the game, kept in the same transaction; see [`Store::memo`].
    pub memos: Vec<(String, Option<String>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostTrouble {
    /// Worth another attempt, after this long if the receiver said so.
    Later { after: Option<Duration>, why: String },
    /// No attempt can succeed: the channel is gone, the right to write is missing.
    Never { why: String },
}

pub trait Poster: Send + Sync + 'static {
    fn post(&self, letter: &Letter) -> impl Future<Output = Result<Posted, PostTrouble>> + Send;
}

/// Carries letters from the outbox to a [`Poster`].
pub struct Courier<P> {
    store: Store,
    clock: Arc<dyn Clock>,
    poster: Arc<P>,
}

/// The wait before the second attempt; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// How often the outbox is looked through when nobody announced a letter.
const ROUND: Duration = Duration::from_secs(60);

impl<P: Poster> Courier<P> {
    pub fn new(store: Store, clock: Arc<dyn Clock>, poster: Arc<P>) -> Self {
        Courier { store, clock, poster }
    }

    /// Delivers for ever, all games side by side; run it beside the bot. Dropping it loses nothing.
    pub async fn run(&self) {
        let busy: Arc<Mutex<BTreeSet<String>>> = Arc::default();
        let mut carriers = JoinSet::new();
        loop {
            match self.store.games_with_letters().await {
                Ok(games) => {
                    for game in games {
                        if set(&busy).insert(game.clone()) {
                            let carrier = self.carrier();
                            let busy = busy.clone();
                            carriers.spawn(async move {
                                carrier.deliver_logged(&game).await;
                                set(&busy).remove(&game);
                            });
                        }
                    }
                }
                Err(trouble) => tracing::error!(%trouble, "the outbox cannot be read"),
            }
            tokio::select! {
                () = self.store.letters_waiting() => {}
                // Whoever was busy may have got new letters at its last moment.
                Some(_) = carriers.join_next() => {}
                () = self.clock.sleep(ROUND) => {}
            }
        }
    }

    fn carrier(&self) -> Courier<P> {
        Courier::new(self.store.clone(), self.clock.clone(), self.poster.clone())
    }

    async fn deliver_logged(&self, game: &str) {
        if let Err(trouble) = self.deliver(game).await {
            tracing::error!(game, %trouble, "letters stay in the outbox");
            self.clock.sleep(FIRST_WAIT).await;
        }
    }

    /// Delivers everything that waits now, one game after the other.
    pub async fn deliver_all(&self) -> Result<(), Trouble> {
        for game in self.store.games_with_letters().await? {
            self.deliver(&game).await?;
        }
        Ok(())
    }

    /// Delivers what a game has to post, until nothing waits.
    pub async fn deliver(&self, game: &str) -> Result<(), Trouble> {
        loop {
            let waiting = self.store.letters(game).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            let row = self.store.game(game).await?;
            let seats = self.store.seats(game).await?;
            for (i, letter) in waiting.iter().enumerate() {
                let newer = |other: &LetterRow| other.replaces == letter.replaces;
                let needless = letter.tries == 0
                    && !letter.replaces.is_empty()
                    && waiting[i + 1..].iter().any(newer);
                match needless {
                    true => {
                        let now = self.clock.now();
                        self.store.posted(game, letter.number, now, None, &[]).await?;
                    }
                    false => self.carry(&row, &seats, letter).await?,
                }
            }
        }
    }

    /// Posts one letter, however often that takes.
    async fn carry(
        &self,
        game: &GameRow,
        seats: &[SeatRow],
        row: &LetterRow,
    ) -> Result<(), Trouble> {
        let number = row.number;
        let notice = match serde_json::from_str(&row.body) {
            Ok(notice) => notice,
            Err(why) => {
                let why = format!("it cannot be read: {why}");
                tracing::error!(game = game.id, number, why, "a letter is given up");
                return self.store.given_up(&game.id, number, self.clock.now(), &why).await;
            }
        };
        let mut letter = Letter {
            game: game.clone(),
            seats: seats.to_vec(),
            number,
            to: row.seat.map(Seat),
            notice,
            nonce: format!("{}-{number}", game.id),
            again: row.tries > 0,
            made: row.made,
        };
        let mut wait = FIRST_WAIT;
        loop {
            self.store.trying(&game.id, number).await?;
            match self.poster.post(&letter).await {
                Ok(Posted { message, memos }) => {
                    let now = self.clock.now();
                    METRICS.letters_posted.count();
                    METRICS.told.took(Duration::from_millis((now - row.made).unsigned_abs()));
                    let message = message.as_deref();
                    return self.store.posted(&game.id, number, now, message, &memos).await;
                }
                Err(PostTrouble::Never { why }) => {
                    METRICS.letters_given_up.count();
                    tracing::warn!(game = game.id, number, why, "a letter is given up");
                    let now = self.clock.now();
                    return self.store.given_up(&game.id, number, now, &why).await;
                }
                Err(PostTrouble::Later { after, why }) => {
                    METRICS.letters_again.count();
                    tracing::warn!(game = game.id, number, why, "a letter is tried again");
                    self.clock.sleep(after.unwrap_or(wait)).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                    letter.again = true;
                }
            }
        }
    }
}

fn set(busy: &Mutex<BTreeSet<String>>) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
    busy.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
