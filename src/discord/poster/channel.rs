//! What a game says in its channel: one message a turn, and below it the current question.

use poise::serenity_prelude as serenity;
use serenity::{CreateAllowedMentions, CreateMessage, EditMessage, GetMessages, MessageId};

use crate::engine::{Seat, digest};
use crate::store::SeatRow;
use crate::table::{PostTrouble, Refused};

use super::hand::{Chance, Held};
use super::messages::trouble;
use super::{
    Asked, BOARD, Board, DiscordPoster, Memos, Part, Posting, capital, channel, hand_name, later,
    named, user,
};
use crate::discord::patience::code;
use crate::discord::reply::{CONTENT, Say, split};
use crate::discord::{face, shown, words};

/// Bytes of text up to which the next step joins a message.
const ROOM: usize = 1200;

impl DiscordPoster {
    /// A message that never changes, in the middle of a turn that goes on above it.
    pub(super) async fn remark(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        text: &str,
    ) -> Result<(), PostTrouble> {
        for part in split(text, CONTENT) {
            let id = self.create(posting, CreateMessage::new().content(&part), &part).await?;
            board.last = id;
        }
        Ok(())
    }

    /// A remark that calls the player of `seat`, if they want to be called.
    pub(super) async fn call(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        seat: Seat,
        text: &str,
    ) -> Result<(), PostTrouble> {
        let letter = posting.letter;
        let wanted = match self.tables.table(&letter.game.id).await {
            Ok(table) => table.may_call(seat),
            Err(_) => false,
        };
        let row = letter.seats.iter().find(|row| row.seat == seat.0 && row.computer.is_none());
        let called = row.and_then(user).filter(|_| wanted);
        let text = match called {
            Some(user) => text.replace(&seat.to_string(), &format!("<@{user}>")),
            None => text.to_string(),
        };
        let text = named(letter, &text);
        let mentions = CreateAllowedMentions::new().users(called);
        let message = CreateMessage::new().content(&text).allowed_mentions(mentions);
        board.last = self.send(posting, message, &text).await?;
        Ok(())
    }

    /// A message that never changes.
    pub(super) async fn tell(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        text: &str,
    ) -> Result<(), PostTrouble> {
        self.remark(posting, board, text).await?;
        // What comes now is no part of the turn above it.
        board.turn.clear();
        board.parts.clear();
        board.heading.clear();
        Ok(())
    }

    /// Makes the board ready for a step: in a new message, or in that of the step before it if they
    /// belong together.
    fn turn_over(board: &mut Board, message: &str, name: &str) {
        if board.turn == message {
            return;
        }
        let (heading, part) = name.split_once(": ").unwrap_or((name, ""));
        let told: usize = board.before.iter().chain(&board.lines).map(|line| line.len()).sum();
        if !part.is_empty() && board.heading == heading && told < ROOM {
            board.before.append(&mut board.lines);
        } else {
            board.before.clear();
            board.parts.clear();
        }
        board.turn = message.into();
        board.heading = heading.into();
    }

    pub(super) async fn turn(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        message: &str,
        name: &str,
        lines: &[String],
    ) -> Result<(), PostTrouble> {
        let letter = posting.letter;
        Self::turn_over(board, message, name);
        board.lines = lines.to_vec();
        let mut text = format!("**{}**", capital(&named(letter, &board.heading)));
        for line in board.before.iter().chain(&board.lines) {
            text.push('\n');
            text.push_str(&named(letter, line));
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
    pub(super) async fn ask(
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
            let hands: Vec<Held> =
                people().filter_map(|row| Some(Held::of(&table, row.seat, user(row)?))).collect();
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
            if let Some(asked) = &board.question {
                let message = MessageId::new(asked.id);
                self.pictures.show_place_later(game, posting.channel, message);
            }
        }
        let mut memos = self.void_request(game, posting.channel).await?;
        let asked: Vec<u8> = secrets.iter().map(|(row, ..)| row.seat).collect();
        for (row, since, say) in secrets {
            let Some(held) = hands.iter().find(|held| held.seat == row.seat) else { continue };
            memos.extend(self.ask_secretly(posting, board, &row, since, held, say).await?);
        }
        for held in hands.iter().filter(|held| !asked.contains(&held.seat)) {
            memos.extend(self.no_secret_question(game, held.seat).await?);
        }
        let told: Vec<String> = memos.iter().map(|(name, _)| name.clone()).collect();
        let stale = hands.into_iter().filter(|held| !told.contains(&hand_name(held.seat)));
        memos.extend(self.refresh_hands(game, stale.collect(), Chance::Another).await?);
        Ok(memos)
    }

    /// Deletes questions that an earlier attempt posted and nobody remembers, because the program
    /// died right after it.
    pub(super) async fn take_unknown_questions_away(
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
                self.delete(posting.channel, message.id.get()).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn show_question(
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
            self.delete(posting.channel, old.id).await?;
        }
        Ok(())
    }

    pub(super) async fn end(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        summary: &str,
        commitment: &str,
        seed: &str,
    ) -> Result<Memos, PostTrouble> {
        let letter = posting.letter;
        let game = &letter.game.id;
        self.pictures.drop_of(game);
        let seen = match self.tables.table(game).await {
            Ok(table) => Some((shown::closing(&table), words::player_names(&table))),
            Err(_) => None,
        };
        let mut pictures = Vec::new();
        let (scenes, names) = seen.unwrap_or_default();
        for scene in scenes {
            let name = letter.game.name.clone();
            pictures.extend(self.pictures.of(scene, name, names.clone()).await);
        }
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
        for file in pictures {
            message = message.add_file(file);
        }
        board.last = self.create(posting, message, &last).await?;
        if let Some(old) = board.question.take() {
            self.delete(posting.channel, old.id).await?;
        }
        // Hands stay as they were at the end, and nothing is asked any more.
        let hands: Vec<Held> = {
            let table = self.tables.table(game).await.map_err(later)?;
            let people = table.seats().iter().filter(|row| row.computer.is_none());
            people.filter_map(|row| Some(Held::of(&table, row.seat, user(row)?))).collect()
        };
        let mut memos = Memos::new();
        for held in &hands {
            memos.extend(self.no_secret_question(game, held.seat).await?);
        }
        memos.extend(self.refresh_hands(game, hands, Chance::Last).await?);
        Ok(memos)
    }

    /// Has the question of a game shown again, as after it moved to another channel.
    pub async fn ask_anew(&self, game: &str) -> Result<(), Refused> {
        self.tables.store().set_memo(game, BOARD, None).await?;
        self.tables.table(game).await?.ask_again().await
    }

    /// Has the question shown again if somebody has deleted it.
    pub async fn look_after_question(&self, game: &str) {
        let looked = async {
            let row = self.tables.store().game(game).await.map_err(later)?;
            let board = self.board(game).await?;
            let Some(asked) = board.question else { return Ok(()) };
            let found = channel(&row.channel)?.message(&self.http, asked.id).await;
            if found.is_err_and(|why| code(&why) == Some(10008)) {
                self.tables.table(game).await.map_err(later)?.ask_again().await.map_err(later)?;
            }
            Ok(())
        };
        let looked: Result<(), PostTrouble> = looked.await;
        if let Err(why) = looked {
            tracing::warn!(game, ?why, "nobody knows whether the question is still there");
        }
    }
}
