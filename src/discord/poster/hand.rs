//! The message with a player's hand: words and a picture, edited in one go whenever either changes.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateAttachment, CreateMessage, EditAttachments, EditMessage, UserId};

use crate::engine::{Seat, digest};
use crate::table::PostTrouble;

use super::direct::Closed;
use super::{DiscordPoster, Hand, Memos, Posting, hand_name};
use crate::discord::pictures::Scene;
use crate::discord::{Table, shown, words};

/// What a player holds, as it is to be shown to them and to nobody else.
pub(super) struct Held {
    pub seat: u8,
    user: UserId,
    /// What the message says.
    content: String,
    /// Of all that the message shows, its picture included.
    digest: String,
    scene: Scene,
    game: String,
    names: Vec<String>,
}

/// Whether there will be another letter with which a hand can be brought up to date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chance {
    Another,
    Last,
}

impl Held {
    pub fn of(table: &Table, seat: u8, user: UserId) -> Held {
        let whole = shown::hand(table, Seat(seat));
        let content = shown::hand_message(table, Seat(seat));
        Held {
            seat,
            user,
            // Words name every card, so that the picture changes only when they do.
            digest: digest(&whole),
            content,
            scene: shown::holding(table, Seat(seat)),
            game: table.game().name.clone(),
            names: words::player_names(table),
        }
    }
}

impl Hand {
    pub(super) fn memo(&self) -> String {
        serde_json::to_string(self).expect("a hand is plain data")
    }
}

impl DiscordPoster {
    pub(super) async fn hand_memo(
        &self,
        game: &str,
        name: &str,
    ) -> Result<Option<Hand>, PostTrouble> {
        let kept = self.memo(game, name).await?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Edits the message with the hand, or makes it.
    pub(super) async fn put_hand(
        &self,
        posting: &mut Posting<'_>,
        known: Option<Hand>,
        held: &Held,
    ) -> Result<Hand, PostTrouble> {
        // The first has a nonce of its own: after a crash another letter may make it.
        let nonce = match known {
            None => format!("{}-h{}", posting.letter.game.id, held.seat),
            Some(_) => posting.nonce(),
        };
        if let Some(known) = known
            && let Some(kept) = self.edit_hand(known, held).await?
        {
            return Ok(kept);
        }
        let mut message = CreateMessage::new().content(&held.content);
        if let Some(file) = self.hand_picture(held).await {
            message = message.add_file(file);
        }
        let (id, says) = self.send_as(posting, nonce, message, &held.content).await?;
        // What arrived in an earlier attempt may be older, words or picture.
        let as_made = says == held.content && !posting.letter.again;
        Ok(Hand {
            channel: posting.channel.get(),
            id,
            text: if as_made { held.digest.clone() } else { digest(&says) },
            user: held.user.get(),
            drawn: as_made && self.pictures.are_drawn(),
            closed: false,
        })
    }

    /// Brings a hand's message up to date. Nothing when there is no such message any more, or when it
    /// lies with somebody else.
    async fn edit_hand(&self, known: Hand, held: &Held) -> Result<Option<Hand>, PostTrouble> {
        // Nothing: it was made before that was noted.
        if known.user != 0 && known.user != held.user.get() {
            return Ok(None);
        }
        let drawn = self.pictures.are_drawn();
        if known.text == held.digest && known.drawn == drawn && !known.closed {
            return Ok(Some(known));
        }
        // The old picture goes even when no new one can be drawn.
        let file = self.hand_picture(held).await;
        let files = file.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new().content(&held.content).attachments(files);
        let edited = self.edit(ChannelId::new(known.channel), known.id, edit).await?;
        Ok(edited.then(|| Hand {
            text: held.digest.clone(),
            drawn,
            user: held.user.get(),
            closed: false,
            ..known
        }))
    }

    async fn hand_picture(&self, held: &Held) -> Option<CreateAttachment> {
        if !self.pictures.are_drawn() {
            return None;
        }
        let (scene, game) = (held.scene.clone(), held.game.clone());
        self.pictures.of(scene, game, held.names.clone()).await
    }

    /// Edits the messages with hands that have changed. While the game goes on that is a convenience:
    /// `/hand` is always right, so what goes wrong here stops nothing.
    pub(super) async fn refresh_hands(
        &self,
        game: &str,
        hands: Vec<Held>,
        chance: Chance,
    ) -> Result<Memos, PostTrouble> {
        let mut memos = Memos::new();
        for held in hands {
            let name = hand_name(held.seat);
            let Some(known) = self.hand_memo(game, &name).await? else { continue };
            if known.closed {
                continue;
            }
            match self.edit_hand(known.clone(), &held).await.map_err(Closed::from) {
                Ok(Some(kept)) if kept == known => {}
                Ok(Some(kept)) => memos.push((name, Some(kept.memo()))),
                // The next private letter makes a new one.
                Ok(None) => memos.push((name, None)),
                Err(Closed::Yes) => {
                    memos.push((name, Some(Hand { closed: true, ..known }.memo())));
                }
                Err(Closed::Trouble(why)) => {
                    tracing::warn!(game, ?why, "a hand was not brought up to date");
                    if let (Chance::Last, PostTrouble::Later { .. }) = (chance, &why) {
                        return Err(why);
                    }
                }
            }
        }
        Ok(memos)
    }
}
