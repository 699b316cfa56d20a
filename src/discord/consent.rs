//! Messages with two buttons: an undo that the table is asked for, a seat that is offered.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use crate::engine::Seat;
use crate::imperium::view::text::{self, count_of};
use crate::table::{Consented, Request};

use super::Table;
use super::face::button;
use super::ids::{Id, Verb};
use super::reply::{CONTENT, Say, shorten};
use super::words;

/// What an undo would take back: "3 answers, 2 dice or shuffles", and what was seen.
fn taken(table: &Table, request: &Request) -> String {
    let answers = count_of(request.answers as u32, "answer");
    let mut text = format!("{answers}, {}", words::chances(request.dice));
    if !request.seen.is_empty() {
        let seen = table.named(&request.seen.join(", "));
        text += &format!("; already seen and cannot be unseen: {seen}");
    }
    text
}

/// The open request, with whoever has agreed; the others are called.
pub fn request(table: &Table, request: &Request) -> Say {
    let mention = |seat: Seat| match table.player(seat) {
        Some(row) if row.computer.is_none() => format!("<@{}>", row.player),
        _ => seat.to_string(),
    };
    let waits = text::list(request.waits_for().map(mention));
    let mut text = format!(
        "↶ {} asks to go back to **{}** ({}).\nAll of these must agree: {waits}.",
        request.by,
        request.name,
        taken(table, request)
    );
    if !request.agreed.is_empty() {
        let agreed = text::list(request.agreed.iter().map(Seat::to_string));
        text += &format!(" Agreed: {agreed}.");
    }
    let id =
        |word: &str| Id::new(Verb::Consent, &table.game().id, request.at, request.by).with(word);
    let buttons = vec![
        button(&id("yes"), "Agree", ButtonStyle::Success),
        button(&id("no"), "No", ButtonStyle::Secondary),
    ];
    let text = shorten(&table.named(&text), CONTENT);
    Say::text(text).rows(vec![CreateActionRow::Buttons(buttons)])
}

/// What the request's message says after somebody's word.
pub fn settled(table: &Table, word: &Consented, seat: Option<Seat>) -> Say {
    let text = match word {
        Consented::Waiting(open) => return request(table, open),
        Consented::Undone(request) => {
            let agreed = text::list(request.agreed.iter().map(Seat::to_string));
            format!("↶ Agreed by {agreed}: {} went back to **{}**.", request.by, request.name)
        }
        Consented::Refused(request) if seat == Some(request.by) => {
            format!("↶ {} no longer asks to go back to **{}**.", request.by, request.name)
        }
        Consented::Refused(request) => {
            let who = seat.map_or("somebody".into(), |seat| seat.to_string());
            format!("↶ {who} did not agree to go back to **{}**; the game goes on.", request.name)
        }
        Consented::Void => VOID.into(),
    };
    Say::text(shorten(&table.named(&text), CONTENT))
}

/// What an old request says.
pub const VOID: &str = "↶ This request is void: the game has moved on.";

/// A seat that its player would hand over.
pub fn offer(table: &Table, seat: Seat, user: &str) -> Say {
    let id = |word: &str| Id::new(Verb::Sit, &table.game().id, 0, seat).with(word);
    let buttons = vec![
        button(&id("yes"), "Take the seat", ButtonStyle::Success),
        button(&id("no"), "No", ButtonStyle::Secondary),
    ];
    let text = format!(
        "{seat} would hand their seat over to <@{user}>, with its hand and everything in play."
    );
    Say::text(table.named(&text)).rows(vec![CreateActionRow::Buttons(buttons)])
}
