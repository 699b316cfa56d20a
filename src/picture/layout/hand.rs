//! A player's hand as cards to read on a phone.

use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::{CardKind, HandCard};
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{CARD, DIM, FAINT, GO, NOTE, Rgb, SECRET, TEXT};

use super::panels::narrowed;
use super::{Align, List};

const MARGIN: f32 = 16.0;
const TITLE: Style = Style::new(Face::Title, 30, TEXT);
const BODY: Style = Style::new(Face::Body, 30, Rgb::hex(0xD7E0F4));
const LINE: f32 = 38.0;
/// From the upper edge of a card to its text, and below the text.
const HEAD: f32 = 108.0;
const FOOT: f32 = 18.0;

/// How a kind of card looks.
fn look(kind: CardKind) -> (Rgb, Icon) {
    match kind {
        CardKind::Action => (CARD, Icon::ActionCard),
        CardKind::Secret => (SECRET, Icon::Secret),
        CardKind::Note => (NOTE, Icon::Note),
    }
}

pub fn hand(title: &str, cards: &[HandCard]) -> List {
    // A player's own notes are only there to be traded; their names are enough.
    let (cards, own): (Vec<&HandCard>, Vec<&HandCard>) = cards.iter().partition(|card| !card.own);
    // One column reads best on a phone as long as the picture stays short.
    let columns = if cards.len() > 5 { 2 } else { 1 };
    let whole = if columns == 2 { 1040.0f32 } else { 640.0 };
    let width = (whole - MARGIN * (columns as f32 + 1.0)) / columns as f32;
    let places = stacked(&cards, columns, width);
    let head = 74.0;
    let empty = if cards.is_empty() { 70.0 } else { 0.0 };
    let lowest = places.iter().map(|(_, top, tall)| top + tall + MARGIN).fold(0.0, f32::max);
    let chips = chips(&own, whole - 2.0 * MARGIN);
    let foot = chips.last().map_or(0.0, |(_, top, _)| top + CHIP + MARGIN);
    let mut list = List::new(whole as u32, (head + empty + lowest + foot) as u32);
    let mut right = whole - MARGIN;
    for kind in [CardKind::Note, CardKind::Secret, CardKind::Action] {
        let of_kind = cards.iter().chain(&own).filter(|card| card.kind == kind);
        let count: usize = of_kind.map(|card| card.copies).sum();
        let (colour, icon) = look(kind);
        right -= 78.0;
        list.icon(right + 18.0, 38.0, 36.0, icon, colour);
        list.write((right + 40.0, 49.0), Align::Left, 38.0, TITLE, &count.to_string());
    }
    list.write((MARGIN + 4.0, 48.0), Align::Left, right - 40.0, TITLE.size(34), title);
    if cards.is_empty() {
        let none = "No cards in hand.";
        list.write((MARGIN + 4.0, head + 30.0), Align::Left, whole - 40.0, BODY.ink(DIM), none);
    }
    for (card, (column, top, tall)) in cards.iter().zip(places) {
        let left = MARGIN + column as f32 * (width + MARGIN);
        paint(&mut list, (left, head + top, width, tall), card);
    }
    let top = head + empty + lowest;
    for (card, (left, below, wide)) in own.iter().zip(chips) {
        paint_chip(&mut list, (MARGIN + left, top + below, wide, CHIP), card);
    }
    list
}

const CHIP: f32 = 48.0;
const CHIP_STYLE: Style = Style::new(Face::BodyBold, 26, TEXT);

/// Left, top and width of small cards in rows.
fn chips(cards: &[&HandCard], room: f32) -> Vec<(f32, f32, f32)> {
    let (mut left, mut top) = (0.0, 0.0);
    let mut places = Vec::new();
    for card in cards {
        let wide = (text::width(card.name, CHIP_STYLE) + 96.0).min(room);
        if left > 0.0 && left + wide > room {
            (left, top) = (0.0, top + CHIP + 10.0);
        }
        places.push((left, top, wide));
        left += wide + 10.0;
    }
    places
}

fn paint_chip(list: &mut List, (x, y, width, height): super::board::Area, card: &HandCard) {
    let (colour, icon) = look(card.kind);
    let chip = PanelLook::Chip { fill: colour.darker(80), border: colour.darker(20) };
    list.panel((x, y, width, height), chip);
    list.icon(x + 24.0, y + height / 2.0, 26.0, icon, colour);
    list.emblem(x + 54.0, y + height / 2.0, 26.0, card.owner.unwrap_or(0));
    let at = (x + 76.0, y + height / 2.0 + 9.0);
    list.write(at, Align::Left, width - 84.0, CHIP_STYLE, card.name);
}

/// Column, top and height of each card: each goes below the column that is shorter.
fn stacked(cards: &[&HandCard], columns: usize, width: f32) -> Vec<(usize, f32, f32)> {
    let mut ends = vec![0.0f32; columns];
    let mut places = Vec::new();
    for card in cards {
        let shorter = |best: usize, column: usize| {
            if ends[column] < ends[best] { column } else { best }
        };
        let column = (0..columns).fold(0, shorter);
        let tall = height(card, width);
        places.push((column, ends[column], tall));
        ends[column] += tall + MARGIN;
    }
    places
}

fn lines(card: &HandCard, width: f32) -> Vec<String> {
    let words = if card.text.is_empty() { "Has no effect in this game yet." } else { card.text };
    text::wrap(words, BODY, width - 40.0, 9)
}

fn height(card: &HandCard, width: f32) -> f32 {
    HEAD + lines(card, width).len() as f32 * LINE + FOOT
}

fn paint(list: &mut List, (x, y, width, height): super::board::Area, card: &HandCard) {
    let (colour, icon) = look(card.kind);
    list.panel((x, y, width, height), PanelLook::Framed(colour));
    list.panel((x, y, width, 56.0), PanelLook::Header(colour.darker(58)));
    list.icon(x + 32.0, y + 29.0, 36.0, icon, colour);
    let copies = if card.copies > 1 { format!("×{}", card.copies) } else { String::new() };
    let used = list.write((x + width - 18.0, y + 39.0), Align::Right, 60.0, TITLE, &copies);
    let room = width - 82.0 - used;
    let style = narrowed(TITLE, card.name, room, 20);
    list.write((x + 60.0, y + 39.0), Align::Left, room, style, card.name);
    let small = Style::new(Face::BodyBold, 22, DIM);
    let mut left = x + 20.0;
    if let Some(owner) = card.owner {
        list.emblem(left + 12.0, y + 81.0, 26.0, owner);
        left += 32.0;
    }
    let room = x + width - 170.0 - left;
    list.write((left, y + 88.0), Align::Left, room, small, &card.when);
    match card.met {
        Some(true) => {
            list.icon(x + width - 152.0, y + 81.0, 24.0, Icon::Done, GO);
            let at = (x + width - 134.0, y + 88.0);
            list.write(at, Align::Left, 124.0, small.ink(GO), "fulfilled");
        }
        Some(false) => {
            let at = (x + width - 20.0, y + 88.0);
            list.write(at, Align::Right, 124.0, small.ink(FAINT), "not yet");
        }
        None => {}
    }
    for (i, line) in lines(card, width).iter().enumerate() {
        let base = y + HEAD + 26.0 + i as f32 * LINE;
        list.write((x + 20.0, base), Align::Left, width - 40.0, BODY, line);
    }
}
