//! The events by stage, the present one, who still marks, and the objectives.

use std::collections::BTreeSet;

use crate::inscription::data::{Event, EventId, EventKind, Resource, Sheet, Stage};
use crate::inscription::view::View;
use crate::picture::Names;

use super::board::{Board, EDGE, Hand, INNER, body, title};
use super::icons::{EventSign, Sign};
use super::mecatol;
use super::sheets::rolled;
use super::slate::{self, CHALK, DUSTY, FAINT, GREEN, WELL, YELLOW};
use super::{heading, player_name};

const STAGE: f32 = 110.0;
const CARD: f32 = 112.0;
const TOP: f32 = 74.0;

pub fn draw(view: &View, names: &Names) -> Board {
    let players = view.players.len().div_ceil(2) as f32 * 56.0;
    let now = TOP + 5.0 * STAGE + 12.0;
    let waiting = now + now_height(view) + 12.0;
    let objectives = waiting + players + 12.0;
    let height = 2.0 * EDGE + objectives + 4.0 * CARD;
    let mut board = Board::new(height, BTreeSet::new());
    let hand = &mut board.hand(EDGE, EDGE, 1.0);
    heading(hand, view, names, &format!("Event {}", view.round));
    for (at, stage) in Stage::ALL.into_iter().enumerate() {
        stage_row(&mut hand.at(0.0, TOP + at as f32 * STAGE), view, stage);
    }
    present(&mut hand.at(0.0, now), view);
    for (at, player) in view.players.iter().enumerate() {
        let x = (at % 2) as f32 * (INNER / 2.0);
        let hand = &mut hand.at(x, waiting + (at / 2) as f32 * 56.0);
        hand.player((28.0, 26.0), 34.0, player.seat);
        let name = player_name(view, names, player.seat);
        hand.write((56.0, 37.0), title(29.0, 300.0), &name);
        match player.down {
            true => hand.tick((INNER / 2.0 - 44.0, 26.0), 30.0, GREEN),
            false => hand.sign((INNER / 2.0 - 44.0, 26.0), 34.0, Sign::Hourglass, DUSTY),
        }
        if view.speaker == player.seat {
            hand.write((INNER / 2.0 - 72.0, 36.0), body(23.0, 100.0).right().dusty(), "speaker");
        }
    }
    for sheet in Sheet::ALL {
        let y = objectives + sheet.index() as f32 * CARD;
        mecatol::card(&mut hand.at(0.0, y), view, names, sheet);
    }
    board
}

fn stage_row(hand: &mut Hand, view: &View, stage: Stage) {
    let pack = view.pack.get();
    let total = pack.events.iter().filter(|event| event.stage == stage).count();
    let known: Vec<EventId> = view
        .discard
        .iter()
        .copied()
        .chain(view.event.filter(|event| !view.discard.contains(event)))
        .filter(|id| pack.event(*id).stage == stage)
        .collect();
    hand.write((8.0, 62.0), title(36.0, 70.0).dusty(), stage.word());
    let step = (INNER - 76.0) / total.max(6) as f32;
    for at in 0..total {
        let hand = &mut hand.at(76.0 + at as f32 * step, 0.0);
        let size = (step - 8.0, STAGE - 8.0);
        match known.get(at) {
            Some(id) => {
                let now = view.event == Some(*id) && !view.finished;
                event_card(hand, pack.event(*id), size, now);
            }
            None => {
                let next = view.next.filter(|_| at == known.len()).map(|id| pack.event(id));
                match next.filter(|event| event.stage == stage) {
                    Some(event) => event_card(hand, event, size, false),
                    None => hand.frame((0.0, 0.0), size, FAINT, 1.6),
                }
            }
        }
    }
}

fn event_card(hand: &mut Hand, event: &Event, (wide, high): (f32, f32), now: bool) {
    let ink = if event.blue { slate::BLUE } else { DUSTY };
    if now {
        hand.plate((-4.0, -4.0), (wide + 8.0, high + 8.0), YELLOW, 90);
    }
    hand.plate((0.0, 0.0), (wide, high), WELL, 190);
    match now {
        true => hand.frame((-3.0, -3.0), (wide + 6.0, high + 6.0), YELLOW, 4.0),
        false => hand.frame((0.0, 0.0), (wide, high), ink, 2.0),
    }
    hand.sign((26.0, 26.0), 34.0, Sign::Event(EventSign::of(&event.kind)), ink);
    if let EventKind::Strategy(amounts) = event.kind {
        let mut x = 62.0;
        for resource in Resource::ALL {
            for _ in 0..amounts[resource.index()] {
                hand.sign((x, 26.0), 26.0, Sign::Resource(resource), CHALK);
                x += 31.0;
            }
        }
    }
    hand.wrap((8.0, 66.0), body(21.0, wide - 12.0), 2, &event.name);
}

fn now_height(view: &View) -> f32 {
    if view.council.is_some() { 190.0 } else { 78.0 }
}

/// The present event in large: dice, or what is voted on.
fn present(hand: &mut Hand, view: &View) {
    let high = now_height(view);
    hand.plate((0.0, 0.0), (INNER, high), WELL, 150);
    hand.frame((0.0, 0.0), (INNER, high), YELLOW, 3.0);
    let pack = view.pack.get();
    let Some(event) = view.event.map(|id| pack.event(id)) else {
        let words = format!("{} events are to come", view.deck);
        hand.write((24.0, 50.0), title(32.0, INNER - 40.0), &words);
        return;
    };
    hand.sign((42.0, 39.0), 50.0, Sign::Event(EventSign::of(&event.kind)), CHALK);
    if let Some(council) = view.council {
        let agenda = pack.agenda(council.agenda);
        let star = if agenda.star { " (good for all)" } else { "" };
        let words = format!("Agenda: {}{star}", agenda.name);
        hand.write((80.0, 50.0), title(32.0, INNER - 96.0), &words);
        let fail = pack.agenda(council.counter.unwrap_or(council.agenda));
        let lines = [("Pass: ", &agenda.text[0]), ("Fail: ", &fail.text[1])];
        for (at, (word, text)) in lines.into_iter().enumerate() {
            let y = 106.0 + at as f32 * 50.0;
            let ink = if at == 0 { GREEN } else { slate::ORANGE };
            let used = hand.write((24.0, y), title(28.0, 120.0).ink(ink), word);
            hand.write((24.0 + used + 10.0, y), body(28.0, INNER - used - 60.0), text);
        }
        return;
    }
    let used = hand.write((80.0, 50.0), title(34.0, 480.0), &event.name);
    match view.dice {
        Some(dice) => rolled(&mut hand.at(80.0 + used + 30.0, 14.0), dice),
        None => {
            let words = match event.kind {
                EventKind::Strategy(_) => "the dice are not rolled yet",
                EventKind::War { last: true } => "the last war",
                EventKind::War { .. } => "war at every border",
                EventKind::Council => "votes are claimed",
                EventKind::Production => "trade goods are claimed",
                EventKind::Special => "nothing happens",
            };
            let room = INNER - used - 130.0;
            hand.write((80.0 + used + 24.0, 49.0), body(28.0, room).dusty(), words);
        }
    }
}
