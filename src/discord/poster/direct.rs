//! Direct messages: secrets, and questions about what one holds, beside the message with the hand. Where
//! they are closed the channel is told that, and nothing more.

use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{ChannelId, CreateAllowedMentions, CreateMessage, EditMessage, UserId};

use crate::engine::Seat;
use crate::store::SeatRow;
use crate::table::{Letter, Notice, PostTrouble, Posted};

use super::hand::Held;
use super::messages::trouble;
use super::{BOARD, Board, DiscordPoster, Memos, Posting, hand_name, later, named, user};
use crate::discord::reply::{CONTENT, Say, split};
use crate::discord::words;

/// The question that a player was asked by direct message last.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AskedSecretly {
    /// Its journal position.
    since: usize,
    channel: u64,
    /// 0 if it did not arrive.
    id: u64,
}

pub(super) fn asked_name(seat: u8) -> String {
    format!("asked {seat}")
}

impl DiscordPoster {
    /// Asks about a player's own secrets by direct message, once a question.
    pub(super) async fn ask_secretly(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        row: &SeatRow,
        since: usize,
        held: &Held,
        say: Say,
    ) -> Result<Memos, PostTrouble> {
        let game = &posting.letter.game.id;
        let Some(user) = user(row) else { return Ok(Memos::new()) };
        if let Some(before) = self.asked_secretly(game, row.seat).await? {
            if before.since == since {
                return Ok(Memos::new());
            }
            self.void(game, &before).await?;
        }
        let mut memos = Memos::new();
        let known = self.hand_memo(game, &hand_name(row.seat)).await?;
        let asked = async {
            let channel = user.create_dm_channel(&self.http).await.map_err(trouble)?.id;
            let mut direct = Posting { letter: posting.letter, channel, made: posting.made };
            let kept = self.put_hand(&mut direct, known, held).await;
            posting.made = direct.made;
            let message = CreateMessage::new().content(&say.text).components(say.rows);
            // Of the question, not of the letter: after a crash another letter may ask the same.
            let nonce = format!("{game}-q{}.{since}", row.seat);
            let kept = kept?;
            let (id, _) = self.send_as(&direct, nonce, message, &say.text).await?;
            Ok((kept, AskedSecretly { since, channel: channel.get(), id }))
        };
        // What could not be sent is not tried again either.
        let mut remembered = AskedSecretly { since, channel: 0, id: 0 };
        match asked.await {
            Ok((kept, sent)) => {
                memos.push((hand_name(row.seat), Some(kept.memo())));
                remembered = sent;
            }
            Err(Closed::Yes) => {
                memos.extend(self.say_closed(posting, board, Seat(row.seat), user).await?);
            }
            Err(Closed::Trouble(PostTrouble::Never { why })) => {
                tracing::warn!(game, why, "a secret question was not sent");
            }
            Err(Closed::Trouble(later)) => return Err(later),
        }
        let remembered = serde_json::to_string(&remembered).expect("it is plain data");
        memos.push((asked_name(row.seat), Some(remembered)));
        Ok(memos)
    }

    /// Takes the buttons from the question that a player was asked by direct message and is asked no
    /// more. That is a convenience: pressing them says what is asked now.
    pub(super) async fn no_secret_question(
        &self,
        game: &str,
        seat: u8,
    ) -> Result<Memos, PostTrouble> {
        let Some(before) = self.asked_secretly(game, seat).await? else {
            return Ok(Memos::new());
        };
        self.void(game, &before).await?;
        Ok(vec![(asked_name(seat), None)])
    }

    async fn asked_secretly(
        &self,
        game: &str,
        seat: u8,
    ) -> Result<Option<AskedSecretly>, PostTrouble> {
        let kept = self.memo(game, &asked_name(seat)).await?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()))
    }

    async fn void(&self, game: &str, question: &AskedSecretly) -> Result<(), PostTrouble> {
        if question.id == 0 {
            return Ok(());
        }
        let edit = EditMessage::new().content("✔ This question is settled.").components(Vec::new());
        let channel = ChannelId::new(question.channel);
        match self.edit(channel, question.id, edit).await.map_err(Closed::from) {
            Ok(_) => Ok(()),
            Err(Closed::Trouble(later @ PostTrouble::Later { .. })) => Err(later),
            Err(_) => {
                tracing::warn!(game, "an old question keeps its buttons");
                Ok(())
            }
        }
    }

    pub(super) async fn to_seat(&self, letter: &Letter, seat: Seat) -> Result<Posted, PostTrouble> {
        let Some(row) = letter.seats.iter().find(|row| row.seat == seat.0) else {
            return Ok(Posted::default());
        };
        let (None, Some(user)) = (&row.computer, user(row)) else {
            return Ok(Posted::default());
        };
        let Notice::Private { lines } = &letter.notice else {
            return Ok(Posted::default());
        };
        match self.direct(letter, row, user, lines).await {
            Err(Closed::Yes) => self.tell_closed(letter, seat, user).await,
            Err(Closed::Trouble(trouble)) => Err(trouble),
            Ok(posted) => Ok(posted),
        }
    }

    pub(super) async fn direct(
        &self,
        letter: &Letter,
        row: &SeatRow,
        user: UserId,
        lines: &[String],
    ) -> Result<Posted, Closed> {
        let game = &letter.game.id;
        let lines: Vec<String> =
            lines.iter().map(|line| format!("+ {}", named(letter, line))).collect();
        let text = format!("**{}** · {}", words::plain(&letter.game.name), lines.join("\n"));
        let held = Held::of(&self.tables.table(game).await.map_err(later)?, row.seat, user);
        let channel = user.create_dm_channel(&self.http).await.map_err(trouble)?.id;
        let mut posting = Posting { letter, channel, made: 0 };
        let mut memos = Memos::new();
        let name = hand_name(row.seat);
        let known = self.hand_memo(game, &name).await?;
        let kept = self.put_hand(&mut posting, known, &held).await?;
        memos.push((name, Some(kept.memo())));
        let mut last = 0;
        for part in split(&text, CONTENT) {
            last = self.send(&mut posting, CreateMessage::new().content(&part), &part).await?;
        }
        Ok(Posted { message: Some(last.to_string()), memos })
    }

    /// Says once in the channel that a player takes no direct messages, and nothing more.
    pub(super) async fn tell_closed(
        &self,
        letter: &Letter,
        seat: Seat,
        user: UserId,
    ) -> Result<Posted, PostTrouble> {
        let mut board = self.board(&letter.game.id).await?;
        let channel = self.channel_of(letter).await?;
        let mut posting = Posting { letter, channel, made: 0 };
        let mut memos = self.say_closed(&mut posting, &mut board, seat, user).await?;
        let message = (posting.made > 0).then(|| board.last.to_string());
        let kept = serde_json::to_string(&board).expect("a board is plain data");
        memos.push((BOARD.into(), Some(kept)));
        Ok(Posted { message, memos })
    }

    pub(super) async fn say_closed(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        seat: Seat,
        user: UserId,
    ) -> Result<Memos, PostTrouble> {
        let name = format!("closed {}", seat.0);
        if self.memo(&posting.letter.game.id, &name).await?.is_some() {
            return Ok(Memos::new());
        }
        let text = format!("<@{user}>, your messages are closed; use `/hand`.");
        let message = CreateMessage::new()
            .content(&text)
            .allowed_mentions(CreateAllowedMentions::new().users([user]));
        board.last = self.send(posting, message, &text).await?;
        Ok(vec![(name, Some("told".into()))])
    }
}

/// Why a direct message did not arrive.
pub(super) enum Closed {
    Yes,
    Trouble(PostTrouble),
}

impl From<PostTrouble> for Closed {
    fn from(trouble: PostTrouble) -> Self {
        match trouble {
            PostTrouble::Never { why } | PostTrouble::Later { why, .. }
                if CLOSED.iter().any(|code| why.contains(code)) =>
            {
                Closed::Yes
            }
            other => Closed::Trouble(other),
        }
    }
}

/// Discord's codes of those who cannot be written to, as `trouble` writes them: closed messages; no
/// common server any more; no such user or conversation any more; no right to write.
const CLOSED: &[&str] = &["(50007)", "(50278)", "(10013)", "(10003)", "(50001)", "(50013)"];
