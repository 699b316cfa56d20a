//! What waits for somebody's word in the channel, and what changes when a seat gets another player.

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CreateAllowedMentions, CreateMessage, EditAttachments, EditMessage, UserId,
};

use crate::engine::Seat;
use crate::table::PostTrouble;

use super::direct::asked_name;
use super::{Board, DiscordPoster, Memos, Posting, hand_name, later};
use crate::discord::consent;
use crate::discord::reply::Say;

/// The memo with the message that asks for an undo.
const REQUEST: &str = "undo request message";

impl DiscordPoster {
    /// Asks those whom an undo concerns; nothing when the request is void by now.
    pub(super) async fn ask_consent(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        at: usize,
    ) -> Result<Memos, PostTrouble> {
        let game = &posting.letter.game.id;
        let asked = {
            let table = self.tables.table(game).await.map_err(later)?;
            let open = table.undo_request().await.map_err(later)?;
            open.filter(|open| open.at == at).map(|open| {
                let rows = open.needed.iter().filter_map(|seat| table.player(*seat));
                let called: Vec<UserId> = rows.filter_map(super::user).collect();
                (consent::request(&table, &open), called)
            })
        };
        let Some((say, called)) = asked else { return Ok(Memos::new()) };
        let id = self.wish(posting, board, say, called).await?;
        Ok(vec![(REQUEST.into(), Some(id.to_string()))])
    }

    /// Takes the buttons from a request for an undo when the game has moved on. Pressing them would say
    /// so as well.
    pub(super) async fn void_request(
        &self,
        game: &str,
        channel: ChannelId,
    ) -> Result<Memos, PostTrouble> {
        let Some(message) = self.memo(game, REQUEST).await? else { return Ok(Memos::new()) };
        {
            let table = self.tables.table(game).await.map_err(later)?;
            if table.undo_request().await.map_err(later)?.is_some() {
                return Ok(Memos::new());
            }
        }
        if let Ok(id) = message.parse::<u64>()
            && id > 0
        {
            let shown = channel.message(&self.http, id).await;
            // Whoever settled it has changed the message already.
            if shown.is_ok_and(|shown| !shown.components.is_empty()) {
                let edit = EditMessage::new().content(consent::VOID).components(Vec::new());
                if let Err(why) = self.edit(channel, id, edit).await {
                    tracing::warn!(game, ?why, "a void request keeps its buttons");
                }
            }
        }
        Ok(vec![(REQUEST.into(), None)])
    }

    /// Asks somebody whether they take a seat.
    pub(super) async fn offer_seat(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        seat: Seat,
        user: &str,
    ) -> Result<(), PostTrouble> {
        let say = {
            let table = self.tables.table(&posting.letter.game.id).await.map_err(later)?;
            consent::offer(&table, seat, user)
        };
        let called = user.parse().ok().filter(|id| *id > 0).map(UserId::new);
        self.wish(posting, board, say, called.into_iter().collect()).await.map(drop)
    }

    async fn wish(
        &self,
        posting: &mut Posting<'_>,
        board: &mut Board,
        say: Say,
        called: Vec<UserId>,
    ) -> Result<u64, PostTrouble> {
        let message = CreateMessage::new()
            .content(&say.text)
            .components(say.rows)
            .allowed_mentions(CreateAllowedMentions::new().users(called));
        board.last = self.send(posting, message, &say.text).await?;
        Ok(board.last)
    }

    /// Whoever gave a seat up sees its hand no more, and the newcomer is asked what is open as if
    /// nobody had been. What cannot be taken away is let be: it goes out of date.
    pub(super) async fn seat_changed(&self, game: &str, seat: Seat) -> Result<Memos, PostTrouble> {
        let mut memos = self.no_secret_question(game, seat.0).await?;
        memos.push((asked_name(seat.0), None));
        memos.push((format!("closed {}", seat.0), None));
        let name = hand_name(seat.0);
        let Some(mut hand) = self.hand_memo(game, &name).await? else { return Ok(memos) };
        let edit = EditMessage::new()
            .content("This seat has another player now, who holds its hand.")
            .attachments(EditAttachments::new());
        if let Err(why) = self.edit(ChannelId::new(hand.channel), hand.id, edit).await {
            tracing::warn!(game, ?why, "a hand stays with whoever gave it up");
        }
        // It no longer shows what it showed, and it lies with whoever was noted.
        hand.text.clear();
        memos.push((name, (hand.user != 0).then(|| hand.memo())));
        Ok(memos)
    }
}
