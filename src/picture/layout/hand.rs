//! A player's hand as cards to read on a phone.

use crate::imperium::data::Phase;
use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::HandCard;
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{CARD, DIM, FAINT, GO, Rgb, SECRET, TEXT};

use super::{Align, List};

const MARGIN: f32 = 16.0;
const TITLE: Style = Style::new(Face::Title, 30, TEXT);
const BODY: Style = Style::new(Face::Body, 30, Rgb::hex(0xD7E0F4));
const LINE: f32 = 38.0;

pub fn hand(title: &str, cards: &[HandCard]) -> List {
    // One column reads best on a phone as long as the picture stays short.
    let (columns, whole) = if cards.len() > 5 { (2, 1040.0f32) } else { (1, 640.0) };
    let width = (whole - MARGIN * (columns as f32 + 1.0)) / columns as f32;
    let rows: Vec<f32> = cards
        .chunks(columns)
        .map(|row| row.iter().map(|card| height(card, width)).fold(0.0, f32::max))
        .collect();
    let head = 74.0;
    let empty = if cards.is_empty() { 70.0 } else { 0.0 };
    let total = head + empty + rows.iter().map(|row| row + MARGIN).sum::<f32>();
    let mut list = List::new(whole as u32, total as u32);
    list.write((MARGIN + 4.0, 48.0), Align::Left, whole - 240.0, TITLE.size(34), title);
    let secrets = cards.iter().filter(|card| card.secret).count();
    let actions: usize = cards.iter().filter(|card| !card.secret).map(|card| card.copies).sum();
    list.icon(whole - 170.0, 38.0, 36.0, Icon::ActionCard, CARD);
    list.write((whole - 144.0, 49.0), Align::Left, 50.0, TITLE, &actions.to_string());
    list.icon(whole - 80.0, 38.0, 36.0, Icon::Secret, SECRET);
    list.write((whole - 54.0, 49.0), Align::Left, 50.0, TITLE, &secrets.to_string());
    if cards.is_empty() {
        list.write(
            (MARGIN + 4.0, head + 30.0),
            Align::Left,
            whole,
            BODY.ink(DIM),
            "No cards in hand.",
        );
    }
    let mut top = head;
    for (row, tall) in cards.chunks(columns).zip(rows) {
        for (i, card) in row.iter().enumerate() {
            let left = MARGIN + i as f32 * (width + MARGIN);
            paint(&mut list, (left, top, width, tall), card);
        }
        top += tall + MARGIN;
    }
    list
}

fn lines(card: &HandCard, width: f32) -> Vec<String> {
    let words = if card.text.is_empty() { "Has no effect in this game yet." } else { card.text };
    text::wrap(words, BODY, width - 40.0, 9)
}

fn height(card: &HandCard, width: f32) -> f32 {
    62.0 + 46.0 + lines(card, width).len() as f32 * LINE + 18.0
}

fn paint(list: &mut List, (x, y, width, height): super::board::Area, card: &HandCard) {
    let (colour, icon) =
        if card.secret { (SECRET, Icon::Secret) } else { (CARD, Icon::ActionCard) };
    list.panel((x, y, width, height), PanelLook::Framed(colour));
    list.panel((x, y, width, 56.0), PanelLook::Header(colour.darker(58)));
    list.icon(x + 32.0, y + 29.0, 36.0, icon, colour);
    let copies = if card.copies > 1 { format!("×{}", card.copies) } else { String::new() };
    let used = list.write((x + width - 18.0, y + 39.0), Align::Right, 60.0, TITLE, &copies);
    let room = width - 82.0 - used;
    let fits = |size: &u8| text::width(card.name, TITLE.size(*size)) <= room;
    let size = (20..=30).rev().find(fits).unwrap_or(20);
    list.write((x + 60.0, y + 39.0), Align::Left, room, TITLE.size(size), card.name);
    let when = match card.phase {
        Phase::Strategy => "strategy phase",
        Phase::Action => "action phase",
        Phase::Status => "status phase",
        Phase::Agenda => "agenda phase",
        Phase::Any => "any time",
    };
    let small = Style::new(Face::BodyBold, 22, DIM);
    list.write((x + 20.0, y + 88.0), Align::Left, width - 200.0, small, when);
    if card.met {
        list.icon(x + width - 152.0, y + 81.0, 24.0, Icon::Done, GO);
        list.write((x + width - 134.0, y + 88.0), Align::Left, 124.0, small.ink(GO), "fulfilled");
    } else if card.secret {
        list.write((x + width - 134.0, y + 88.0), Align::Left, 124.0, small.ink(FAINT), "not yet");
    }
    for (i, line) in lines(card, width).iter().enumerate() {
        let base = y + 62.0 + 46.0 + 26.0 + i as f32 * LINE;
        list.write((x + 20.0, base), Align::Left, width - 40.0, BODY, line);
    }
}
