//! Brings letters to Discord: one message a turn, edited while it goes on; one current question;
//! secrets and a hand kept up to date by direct message.
//!
//! What was posted is remembered in the game's memos, in the same transaction that notes the letter
//! as posted, so that a restart goes on with the same messages.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{
    ChannelId, CreateAllowedMentions, CreateMessage, EditMessage, GetMessages, Http, HttpError,
    MessageId, Nonce, UserId,
};

use crate::engine::{Seat, digest};
use crate::store::{SeatRow, Status};
use crate::table::{Letter, Notice, PostTrouble, Posted, Poster};

use super::pictures::{Pictures, Subject};
use super::reply::{CONTENT, Say, split};
use super::{Tables, face, words};

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
    /// Of the turn that is told now.
    turn: String,
    parts: Vec<Part>,
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
    text: String,
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
            Notice::Undone { by, name, answers, dice, seen, fresh } => {
                let mut text = format!(
                    "↶ {} goes back to **{}** ({answers} answers, {dice} dice or shuffles{}).",
                    words::plain(by),
                    named(letter, name),
                    if *fresh { "; dice and unseen cards are new" } else { "" }
                );
                if !seen.is_empty() {
                    let seen = named(letter, &seen.join(", "));
                    text.push_str(&format!(" Already seen and cannot be unseen: {seen}."));
                }
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Redone { by } => {
                let text = format!("↷ {} takes the last undo back.", words::plain(by));
                self.tell(&mut posting, &mut board, &text).await?;
            }
            Notice::Ended { summary, commitment, seed } => {
                self.end(&mut posting, &mut board, summary, commitment, seed).await?;
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

    /// A message that never changes.
    async fn tell(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        text: &str,
    ) -> Result<(), PostTrouble> {
        for part in split(text, CONTENT) {
            let id = self.create(posting, CreateMessage::new().content(&part), &part).await?;
            board.last = id;
        }
        // What comes now is no part of the turn above it.
        board.turn.clear();
        board.parts.clear();
        Ok(())
    }

    async fn turn(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        message: &str,
        name: &str,
        lines: &[String],
    ) -> Result<(), PostTrouble> {
        let letter = posting.letter;
        let mut text = format!("**{}**", capital(&named(letter, name)));
        for line in lines {
            text.push('\n');
            text.push_str(&named(letter, line));
        }
        if board.turn != message {
            board.turn = message.into();
            board.parts.clear();
        }
        for (n, part) in split(&text, CONTENT).iter().enumerate() {
            let digest = digest(part);
            let known = board.parts.get(n).cloned();
            if known.as_ref().is_some_and(|known| known.text == digest) {
                continue;
            }
            let edited = match &known {
                Some(known) => {
                    let edit = EditMessage::new().content(part);
                    self.edit(posting.channel, known.id, edit).await?
                }
                None => false,
            };
            let id = match (edited, known) {
                (true, Some(known)) => known.id,
                _ => {
                    let id = self.create(posting, CreateMessage::new().content(part), part).await?;
                    board.last = id;
                    id
                }
            };
            let part = Part { id, text: digest };
            match board.parts.get_mut(n) {
                Some(place) => *place = part,
                None => board.parts.push(part),
            }
        }
        Ok(())
    }

    /// Shows the current question, below everything else, and calls those who are asked.
    async fn ask(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        position: usize,
    ) -> Result<Memos, PostTrouble> {
        let game = &posting.letter.game.id;
        let (public, hands, secrets) = {
            let table = self.tables.table(game).await.map_err(later)?;
            if table.position() > position {
                // A newer letter asks what is asked now.
                drop(table);
                self.take_unknown_questions_away(posting, board).await?;
                return Ok(Memos::new());
            }
            let people = || table.seats().iter().filter(|row| row.computer.is_none());
            let hands: Vec<(u8, String)> =
                people().map(|row| (row.seat, words::hand(&table, Seat(row.seat)))).collect();
            let secrets: Vec<(SeatRow, usize, Say)> = people()
                .filter_map(|row| {
                    let (since, say) = face::secret(&table, Seat(row.seat))?;
                    Some((row.clone(), since, say))
                })
                .collect();
            (face::public(&table), hands, secrets)
        };
        if let Some(public) = public {
            self.show_question(posting, board, public).await?;
        }
        let mut memos = Memos::new();
        for (row, since, say) in secrets {
            let hand = hands.iter().find(|(seat, _)| *seat == row.seat);
            let hand = hand.map_or("", |(_, hand)| hand.as_str());
            memos.extend(self.ask_secretly(posting, board, &row, since, hand, say).await?);
        }
        let told: Vec<String> = memos.iter().map(|(name, _)| name.clone()).collect();
        let stale = hands.into_iter().filter(|(seat, _)| !told.contains(&hand_name(*seat)));
        memos.extend(self.refresh_hands(game, stale.collect()).await?);
        Ok(memos)
    }

    /// Deletes questions that an earlier attempt posted and nobody remembers, because the program
    /// died right after it.
    async fn take_unknown_questions_away(
        &self,
        posting: &Posting<'_>,
        board: &Board,
    ) -> Result<(), PostTrouble> {
        if !posting.letter.again {
            return Ok(());
        }
        let known = board.question.as_ref().map(|asked| asked.id);
        let newest = posting.channel.messages(&self.http, GetMessages::new().limit(20)).await;
        for message in newest.map_err(trouble)? {
            let since = message.timestamp.timestamp_millis() >= posting.letter.made - 2000;
            let asks = message.author.bot && message.content.starts_with('⏳');
            if since && asks && Some(message.id.get()) != known {
                self.delete(posting.channel, message.id.get()).await;
            }
        }
        Ok(())
    }

    /// Asks about a player's own secrets by direct message, once a question.
    async fn ask_secretly(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        row: &SeatRow,
        since: usize,
        hand: &str,
        say: Say,
    ) -> Result<Memos, PostTrouble> {
        let game = &posting.letter.game.id;
        let name = format!("asked {}", row.seat);
        let Some(user) = user(row) else { return Ok(Memos::new()) };
        if self.memo(game, &name).await? == Some(since.to_string()) {
            return Ok(Memos::new());
        }
        let mut memos = vec![(name, Some(since.to_string()))];
        let known = self.hand_memo(game, &hand_name(row.seat)).await?;
        let asked = async {
            let channel = user.create_dm_channel(&self.http).await.map_err(trouble)?.id;
            let mut direct = Posting { letter: posting.letter, channel, made: posting.made };
            let kept = self.put_hand(&mut direct, known, row.seat, hand).await;
            posting.made = direct.made;
            let message = CreateMessage::new().content(&say.text).components(say.rows);
            // Of the question, not of the letter: after a crash another letter may ask the same.
            let nonce = format!("{game}-q{}.{since}", row.seat);
            let kept = kept?;
            self.send_as(&direct, nonce, message, &say.text).await?;
            Ok(kept)
        };
        match asked.await {
            Ok(kept) => {
                let kept = serde_json::to_string(&kept).expect("a hand is plain data");
                memos.push((hand_name(row.seat), Some(kept)));
            }
            Err(Closed::Yes) => {
                memos.extend(self.say_closed(posting, board, Seat(row.seat), user).await?);
            }
            Err(Closed::Trouble(PostTrouble::Never { why })) => {
                tracing::warn!(game, why, "a secret question was not sent");
            }
            Err(Closed::Trouble(later)) => return Err(later),
        }
        Ok(memos)
    }

    async fn show_question(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        public: face::Public,
    ) -> Result<(), PostTrouble> {
        let called: Vec<u64> = public.called.iter().map(|user| user.get()).collect();
        let old = board.question.take();
        if let Some(old) = &old {
            let below = board.last == old.id;
            let nobody_new = called.iter().all(|user| old.called.contains(user));
            if below && nobody_new {
                let edit = EditMessage::new()
                    .content(&public.text)
                    .components(public.rows.clone())
                    .allowed_mentions(CreateAllowedMentions::new());
                if self.edit(posting.channel, old.id, edit).await? {
                    board.question = Some(Asked { id: old.id, called, text: digest(&public.text) });
                    return Ok(());
                }
            }
        }
        let message = CreateMessage::new()
            .content(&public.text)
            .components(public.rows)
            .allowed_mentions(CreateAllowedMentions::new().users(public.called));
        let id = self.send(posting, message, &public.text).await?;
        board.last = id;
        board.question = Some(Asked { id, called, text: digest(&public.text) });
        if let Some(old) = old {
            self.delete(posting.channel, old.id).await;
        }
        Ok(())
    }

    async fn end(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        summary: &str,
        commitment: &str,
        seed: &str,
    ) -> Result<(), PostTrouble> {
        let letter = posting.letter;
        let game = &letter.game.id;
        self.pictures.drop_of(game);
        let seen = match self.tables.table(game).await {
            Ok(table) => Some((table.view(None), words::player_names(&table))),
            Err(_) => None,
        };
        let picture = match seen {
            Some((view, names)) => {
                self.pictures.of(Subject::Galaxy, view, letter.game.name.clone(), names).await
            }
            None => None,
        };
        let text = format!(
            "🏁 **{}** is over.\n{}\nThe seed of dice and shuffles was `{seed}`; its SHA-256 is \
             `{commitment}`, as shown at the start. `custodian export {game}` and `custodian verify` \
             prove that no die and no shuffle was touched.",
            words::plain(&letter.game.name),
            named(letter, summary)
        );
        let mut parts = split(&text, CONTENT);
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            board.last = self.create(posting, CreateMessage::new().content(&part), &part).await?;
        }
        let mut message = CreateMessage::new().content(&last);
        if let Some(file) = picture {
            message = message.add_file(file);
        }
        board.last = self.create(posting, message, &last).await?;
        if let Some(old) = board.question.take() {
            self.delete(posting.channel, old.id).await;
        }
        Ok(())
    }

    // Direct messages

    async fn to_seat(&self, letter: &Letter, seat: Seat) -> Result<Posted, PostTrouble> {
        let Some(row) = letter.seats.iter().find(|row| row.seat == seat.0) else {
            return Ok(Posted::default());
        };
        let (None, Some(user)) = (&row.computer, user(row)) else {
            return Ok(Posted::default());
        };
        let Notice::Private { lines } = &letter.notice else {
            return Ok(Posted::default());
        };
        match self.direct(letter, seat, row, user, lines).await {
            Err(Closed::Yes) => self.tell_closed(letter, seat, user).await,
            Err(Closed::Trouble(trouble)) => Err(trouble),
            Ok(posted) => Ok(posted),
        }
    }

    async fn direct(
        &self,
        letter: &Letter,
        seat: Seat,
        row: &SeatRow,
        user: UserId,
        lines: &[String],
    ) -> Result<Posted, Closed> {
        let game = &letter.game.id;
        let lines: Vec<String> =
            lines.iter().map(|line| format!("+ {}", named(letter, line))).collect();
        let text = format!("**{}** · {}", words::plain(&letter.game.name), lines.join("\n"));
        let hand = words::hand(&*self.tables.table(game).await.map_err(later)?, seat);
        let channel = user.create_dm_channel(&self.http).await.map_err(trouble)?.id;
        let mut posting = Posting { letter, channel, made: 0 };
        let mut memos = Memos::new();
        let name = hand_name(row.seat);
        let known = self.hand_memo(game, &name).await?;
        let kept = self.put_hand(&mut posting, known, row.seat, &hand).await?;
        memos.push((name, Some(serde_json::to_string(&kept).expect("a hand is plain data"))));
        let mut last = 0;
        for part in split(&text, CONTENT) {
            last = self.send(&mut posting, CreateMessage::new().content(&part), &part).await?;
        }
        Ok(Posted { message: Some(last.to_string()), memos })
    }

    async fn hand_memo(&self, game: &str, name: &str) -> Result<Option<Hand>, PostTrouble> {
        let kept = self.memo(game, name).await?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Edits the message with the hand, or makes it.
    async fn put_hand(
        &self,
        posting: &mut Posting<'_>,
        known: Option<Hand>,
        seat: u8,
        hand: &str,
    ) -> Result<Hand, PostTrouble> {
        let content = split(hand, CONTENT).remove(0);
        let text = digest(&content);
        // The first has a nonce of its own: after a crash another letter may make it.
        let nonce = match known {
            None => format!("{}-h{seat}", posting.letter.game.id),
            Some(_) => posting.nonce(),
        };
        if let Some(known) = known {
            if known.text == text {
                return Ok(known);
            }
            let edit = EditMessage::new().content(&content);
            if self.edit(ChannelId::new(known.channel), known.id, edit).await? {
                return Ok(Hand { text, ..known });
            }
        }
        let message = CreateMessage::new().content(&content);
        let (id, says) = self.send_as(posting, nonce, message, &content).await?;
        Ok(Hand { channel: posting.channel.get(), id, text: digest(&says) })
    }

    /// Edits the messages with hands that have changed. That is a convenience: `/hand` is always
    /// right, so what goes wrong here stops nothing.
    async fn refresh_hands(
        &self,
        game: &str,
        hands: Vec<(u8, String)>,
    ) -> Result<Memos, PostTrouble> {
        let mut memos = Memos::new();
        for (seat, hand) in hands {
            let name = hand_name(seat);
            let Some(known) = self.hand_memo(game, &name).await? else { continue };
            let content = split(&hand, CONTENT).remove(0);
            let text = digest(&content);
            if known.text == text {
                continue;
            }
            let edit = EditMessage::new().content(&content);
            match self.edit(ChannelId::new(known.channel), known.id, edit).await {
                Ok(true) => {
                    let kept = serde_json::to_string(&Hand { text, ..known });
                    memos.push((name, Some(kept.expect("a hand is plain data"))));
                }
                // The next private letter makes a new one.
                Ok(false) => memos.push((name, None)),
                Err(why) => tracing::warn!(game, ?why, "a hand was not brought up to date"),
            }
        }
        Ok(memos)
    }

    /// Says once in the channel that a player takes no direct messages, and nothing more.
    async fn tell_closed(
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

    async fn say_closed(
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

    /// Shows the question of a game again, as after it moved to another channel.
    pub async fn ask_anew(&self, game: &str) {
        let shown = async {
            let (channel, public) = {
                let table = self.tables.table(game).await.map_err(later)?;
                (channel(&table.game().channel)?, face::public(&table))
            };
            let Some(public) = public else { return Ok(()) };
            let called: Vec<u64> = public.called.iter().map(|user| user.get()).collect();
            let message = CreateMessage::new()
                .content(&public.text)
                .components(public.rows)
                .allowed_mentions(CreateAllowedMentions::new().users(public.called));
            let id = channel.send_message(&self.http, message).await.map_err(trouble)?.id.get();
            let question = Some(Asked { id, called, text: digest(&public.text) });
            let board = Board { question, last: id, ..Board::default() };
            let kept = serde_json::to_string(&board).expect("a board is plain data");
            let put = self.tables.store().set_memo(game, BOARD, Some(&kept)).await;
            put.map_err(|why| PostTrouble::Later { after: None, why: why.to_string() })
        };
        let shown: Result<(), PostTrouble> = shown.await;
        if let Err(why) = shown {
            tracing::warn!(game, ?why, "the question was not shown again");
        }
    }

    // Messages

    /// A message that calls nobody.
    async fn create(
        &self,
        posting: &mut Posting<'_>,
        message: CreateMessage,
        text: &str,
    ) -> Result<u64, PostTrouble> {
        self.send(posting, message.allowed_mentions(CreateAllowedMentions::new()), text).await
    }

    async fn send(
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
    async fn send_as(
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
    async fn arrived(
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
    async fn edit(
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

    async fn pause(&self, message: MessageId) {
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

    async fn delete(&self, channel: ChannelId, message: u64) {
        let deleted = channel.delete_message(&self.http, MessageId::new(message)).await;
        if let Err(why) = deleted
            && code(&why) != Some(10008)
        {
            tracing::warn!(%why, "an old question stays in the channel");
        }
    }
}

/// Why a direct message did not arrive.
enum Closed {
    Yes,
    Trouble(PostTrouble),
}

impl From<PostTrouble> for Closed {
    fn from(trouble: PostTrouble) -> Self {
        match trouble {
            PostTrouble::Never { why } if why.contains(CLOSED) => Closed::Yes,
            other => Closed::Trouble(other),
        }
    }
}

/// The code of closed direct messages, as `trouble` writes it.
const CLOSED: &str = "(50007)";

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
fn trouble(why: serenity::Error) -> PostTrouble {
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
        429 => PostTrouble::Later { after: Some(Duration::from_secs(1)), why: text },
        400 | 403 | 404 => PostTrouble::Never { why: text },
        _ => PostTrouble::Later { after: None, why: text },
    }
}
