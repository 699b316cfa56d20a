//! Brings letters to Discord: one message a turn, edited while it goes on; one current question;
//! secrets and a hand kept up to date by direct message.
//!
//! What was posted is remembered in the game's memos, in the same transaction that notes the letter
//! as posted, so that a restart goes on with the same messages.
//!
//! `channel` is what everybody reads, `direct` what one player does, `hand` the cards they hold,
//! `messages` how a message is made once and edited.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{ChannelId, Http, MessageId, UserId};

use crate::imperium::view::text::count_of;
use crate::store::{SeatRow, Status};
use crate::table::pace::time_words;
use crate::table::{Letter, Notice, PostTrouble, Posted, Poster};

use super::pictures::Pictures;
use super::{Tables, words};

mod channel;
mod direct;
mod hand;
mod messages;
mod wishes;

pub struct DiscordPoster {
    http: Arc<Http>,
    tables: Arc<Tables>,
    pictures: Arc<Pictures>,
    /// Between two edits of one message, so that a busy turn does not use up Discord's patience.
    between_edits: Duration,
    edited: Mutex<BTreeMap<MessageId, Instant>>,
}

/// The messages of a game in its channel, as far as they may change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Board {
    /// Of the step that is told now.
    turn: String,
    parts: Vec<Part>,
    /// What stands above the lines.
    #[serde(default)]
    heading: String,
    /// Lines of earlier steps in the same message.
    #[serde(default)]
    before: Vec<String>,
    /// Lines of the step.
    #[serde(default)]
    lines: Vec<String>,
    question: Option<Asked>,
    /// The newest message of the game.
    last: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Part {
    id: u64,
    /// A digest of its text.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Asked {
    id: u64,
    called: Vec<u64>,
    text: String,
}

/// The message with a player's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Hand {
    channel: u64,
    id: u64,
    /// A digest of what it shows.
    text: String,
    /// Whose direct messages it lies in.
    #[serde(default)]
    user: u64,
    /// Whether it was made where pictures are drawn.
    #[serde(default)]
    drawn: bool,
    /// The player could not be written to; the next private letter tries again.
    #[serde(default)]
    closed: bool,
}

const BOARD: &str = "board";

type Memos = Vec<(String, Option<String>)>;

/// How one letter is being posted.
struct Posting<'a> {
    letter: &'a Letter,
    channel: ChannelId,
    /// Messages made for this letter, for their nonces.
    made: usize,
}

impl Posting<'_> {
    fn nonce(&mut self) -> String {
        self.made += 1;
        self.letter.nonce_of(self.made - 1)
    }
}

impl Poster for DiscordPoster {
    async fn post(&self, letter: &Letter) -> Result<Posted, PostTrouble> {
        match letter.to {
            Some(seat) => self.to_seat(letter, seat).await,
            None => self.to_channel(letter).await,
        }
    }
}

impl DiscordPoster {
    pub fn new(
        http: Arc<Http>,
        tables: Arc<Tables>,
        pictures: Arc<Pictures>,
        between_edits: Duration,
    ) -> Self {
        DiscordPoster { http, tables, pictures, between_edits, edited: Mutex::default() }
    }

    /// Has the board as it is now shown below the last message, after the game went back or forth.
    fn show_again(&self, game: &str, channel: ChannelId, board: &Board, checkpoint: Option<usize>) {
        if let Some(checkpoint) = checkpoint {
            self.pictures.add_later(game, checkpoint, channel, MessageId::new(board.last));
        }
    }

    async fn to_channel(&self, letter: &Letter) -> Result<Posted, PostTrouble> {
        let channel = self.channel_of(letter).await?;
        let mut board = self.board(&letter.game.id).await?;
        let before = board.clone();
        let mut posting = Posting { letter, channel, made: 0 };
        let mut memos = Memos::new();
        match &letter.notice {
            Notice::Started { commitment } => {
                let text = format!(
                    "**{}** begins. Dice and shuffles come from a seed that is shown at the end; its \
                     SHA-256 is `{commitment}`. Game `{}`.",
                    words::plain(&letter.game.name),
                    letter.game.id
                );
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Turn { message, name, lines, ended, .. } => {
                self.turn(&mut posting, &mut board, message, name, lines).await?;
                if let (Some(checkpoint), Some(part)) = (ended, board.parts.last()) {
                    let message = MessageId::new(part.id);
                    self.pictures.add_later(&letter.game.id, *checkpoint, channel, message);
                }
            }
            Notice::Asked { position, .. } => {
                memos = self.ask(&mut posting, &mut board, *position).await?;
            }
            Notice::Undone { by, name, answers, dice, seen, fresh, board: shown } => {
                let answers = count_of(*answers as u32, "answer");
                let mut text = format!(
                    "↶ {} goes back to **{}** ({answers}, {}{}).",
                    words::plain(by),
                    named(letter, name),
                    words::chances(*dice),
                    if *fresh { "; dice and unseen cards are new" } else { "" }
                );
                if !seen.is_empty() {
                    let seen = named(letter, &seen.join(", "));
                    text.push_str(&format!(" Already seen and cannot be unseen: {seen}."));
                }
                self.tell(&mut posting, &mut board, &text).await?;
                self.show_again(&letter.game.id, channel, &board, *shown);
            }
            Notice::InPlace { by, seat } => {
                let text = format!("🛠 {} acted for {seat}, as a moderator.", words::plain(by));
                self.remark(&mut posting, &mut board, &named(letter, &text)).await?;
            }
            Notice::Exported { by } => {
                let by = words::plain(by);
                let text = format!(
                    "📦 {by} exported the whole game with all its secrets, as a moderator."
                );
                self.remark(&mut posting, &mut board, &text).await?;
            }
            Notice::Fixed { by, why } => {
                let by = words::plain(by);
                let why = match why.is_empty() {
                    true => String::new(),
                    false => format!(": {}", words::plain(why)),
                };
                let text = format!("🛠 {by} corrects the table by hand, as a moderator{why}");
                self.remark(&mut posting, &mut board, &text).await?;
            }
            Notice::Warned { seat, left } => {
                let text = format!("⏰ {seat}: {} left to answer.", time_words(*left));
                self.call(&mut posting, &mut board, *seat, &text).await?;
            }
            Notice::Overdue { seat, done } => {
                let text = words::overdue(&seat.to_string(), *done);
                self.remark(&mut posting, &mut board, &named(letter, &text)).await?;
            }
            Notice::Paced { by, pace } => {
                let text = format!("⏱ {} sets the pace. {}", words::plain(by), words::pace(pace));
                self.remark(&mut posting, &mut board, &text).await?;
            }
            Notice::Paused { by, why } => {
                let by = words::plain(by);
                let why = match why.is_empty() {
                    true => String::new(),
                    false => format!(": {}", words::plain(why)),
                };
                let text = format!("⏸ {by} pauses the game{why}");
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Resumed { by } => {
                let text = format!("▶ {} has the game go on.", words::plain(by));
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Replaced { seat, from, to } => {
                memos = self.seat_changed(&letter.game.id, *seat).await?;
                let (from, to) = (words::plain(from), words::plain(to));
                let text = format!("🪑 {to} plays in the place of {from} from now on.");
                self.remark(&mut posting, &mut board, &text).await?;
            }
            Notice::Offered { seat, user, .. } => {
                self.offer_seat(&mut posting, &mut board, *seat, user).await?;
            }
            Notice::Transferred { by, to } => {
                let (by, to) = (words::plain(by), words::plain(to));
                let text = format!("🛠 {by} makes {to} the owner of this game.");
                self.remark(&mut posting, &mut board, &text).await?;
            }
            Notice::UndoAsked { at } => {
                memos = self.ask_consent(&mut posting, &mut board, *at).await?;
            }
            Notice::Rewound { step, seat, answers } => {
                let text = named(letter, &words::rewound(step, *seat, *answers));
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Redone { by, board: shown } => {
                let text = format!("↷ {} takes the last undo back.", words::plain(by));
                self.tell(&mut posting, &mut board, &text).await?;
                self.show_again(&letter.game.id, channel, &board, *shown);
            }
            Notice::Ended { summary, commitment, seed } => {
                memos = self.end(&mut posting, &mut board, summary, commitment, seed).await?;
            }
            Notice::Private { .. } => {}
        }
        if board != before {
            let kept = serde_json::to_string(&board).expect("a board is plain data");
            memos.push((BOARD.into(), Some(kept)));
        }
        let message = (posting.made > 0).then(|| board.last.to_string());
        Ok(Posted { message, memos })
    }

    /// Where the game is now; it may have moved since the letter was picked up.
    async fn channel_of(&self, letter: &Letter) -> Result<ChannelId, PostTrouble> {
        let game = self.tables.store().game(&letter.game.id).await.map_err(later)?;
        match game.status {
            Status::Abandoned => Err(PostTrouble::Never { why: "the game was given up".into() }),
            _ => channel(&game.channel),
        }
    }

    async fn board(&self, game: &str) -> Result<Board, PostTrouble> {
        let kept = self.memo(game, BOARD).await?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    async fn memo(&self, game: &str, name: &str) -> Result<Option<String>, PostTrouble> {
        let kept = self.tables.store().memo(game, name).await;
        kept.map_err(|why| PostTrouble::Later { after: None, why: why.to_string() })
    }
}

fn named(letter: &Letter, text: &str) -> String {
    letter.named(text, |row| words::plain(&row.name))
}

fn hand_name(seat: u8) -> String {
    format!("hand {seat}")
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

fn channel(id: &str) -> Result<ChannelId, PostTrouble> {
    match id.parse() {
        Ok(id) if id > 0 => Ok(ChannelId::new(id)),
        _ => Err(PostTrouble::Never { why: format!("`{id}` is no channel") }),
    }
}

fn user(row: &SeatRow) -> Option<UserId> {
    row.player.parse().ok().filter(|id| *id > 0).map(UserId::new)
}

fn later(why: impl std::fmt::Display) -> PostTrouble {
    PostTrouble::Later { after: None, why: why.to_string() }
}
