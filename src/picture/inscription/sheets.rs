//! The four sheets of a player in one picture: one in full width, the others small, what is held.

use std::collections::BTreeSet;

use crate::engine::Seat;
use crate::inscription::data::{Asset, EventKind, RelicId, Resource, Sheet, Side, Spec};
use crate::inscription::effect;
use crate::inscription::mark::Mark;
use crate::inscription::state::{Dice, Window};
use crate::inscription::view::View;
use crate::picture::Names;

use super::board::{Board, EDGE, Hand, INNER, body, title};
use super::icons::{EventSign, Sign};
use super::panel::{self, Own, PANEL, WIDE};
use super::places::{Place, places};
use super::slate::{CHALK, DUSTY, FAINT, NEXT, WELL, YELLOW};

const HEADER: f32 = 236.0;
const GAP: f32 = 14.0;

pub fn draw(own: &Own, names: &Names, large: Sheet, legal: &[Mark]) -> Board {
    let own_view = own.view.viewer == Some(own.seat);
    let legal = if own_view { legal } else { &[] };
    let active = own.player.active;
    let lit: BTreeSet<Place> = legal.iter().flat_map(|mark| places(mark, active)).collect();
    let small = (INNER - GAP) / 2.0 / (WIDE + 12.0);
    let full = INNER / (WIDE + 12.0);
    let (large_high, small_high) = (PANEL * full, PANEL * small);
    let height = 2.0 * EDGE + HEADER + large_high + 2.0 * small_high + 3.0 * GAP;
    let mut board = Board::new(height, lit);
    header(&mut board.hand(EDGE, EDGE, 1.0), own, names, legal);
    let mut y = EDGE + HEADER + GAP;
    panel::draw(&mut board.hand(EDGE + 6.0 * full, y + 4.0 * full, full), own, large);
    y += large_high + GAP;
    let right = EDGE + INNER / 2.0 + GAP / 2.0;
    let mut corners = vec![(EDGE, y), (right, y), (EDGE, y + small_high + GAP)];
    for sheet in Sheet::ALL.into_iter().filter(|sheet| *sheet != large) {
        let (x, y) = corners.remove(0);
        panel::draw(&mut board.hand(x + 6.0 * small, y + 4.0 * small, small), own, sheet);
    }
    let wide = INNER / 2.0 - GAP / 2.0;
    holdings(&mut board.hand(right, y + small_high + GAP, 1.0), own, (wide, small_high));
    board
}

/// Who it is, how it stands, what there is to spend.
fn header(hand: &mut Hand, own: &Own, names: &Names, legal: &[Mark]) {
    let name = super::player_name(own.view, names, own.seat);
    hand.player((34.0, 38.0), 56.0, own.seat);
    let used = hand.write((76.0, 54.0), title(46.0, 560.0), &name);
    let faction = own.view.players[own.seat.index()].faction;
    let faction =
        faction.map_or("no faction yet", |id| own.view.pack.get().faction(id).name.as_str());
    let room = INNER - 76.0 - used - 18.0 - 150.0;
    hand.write((76.0 + used + 16.0, 52.0), body(29.0, room).dusty(), faction);
    let total: i32 = own.score.iter().sum();
    let used = hand.write(
        (INNER - 14.0, 62.0),
        title(64.0, 130.0).right().ink(YELLOW),
        &total.to_string(),
    );
    hand.write((INNER - 24.0 - used, 58.0), body(28.0, 50.0).right().dusty(), "VP");
    event_line(&mut hand.at(0.0, 74.0), own);
    spending(&mut hand.at(0.0, 128.0), own);
    words_line(&mut hand.at(0.0, 184.0), own, legal);
}

/// The event, and the dice if they are rolled.
fn event_line(hand: &mut Hand, own: &Own) {
    let view = own.view;
    let Some(id) = view.event else {
        hand.write((10.0, 34.0), body(28.0, INNER - 20.0).dusty(), "between events");
        return;
    };
    let event = view.pack.get().event(id);
    hand.sign((28.0, 25.0), 38.0, Sign::Event(EventSign::of(&event.kind)), CHALK);
    let words = format!("{} · {}", view.round, event.name);
    let used = hand.write((60.0, 35.0), body(29.0, 480.0), &words);
    let mut x = 60.0 + used + 22.0;
    if let EventKind::Strategy(amounts) = event.kind {
        for resource in Resource::ALL {
            for _ in 0..amounts[resource.index()] {
                hand.sign((x + 16.0, 25.0), 32.0, Sign::Resource(resource), DUSTY);
                x += 38.0;
            }
        }
    }
    if let Some(dice) = view.dice {
        rolled(&mut hand.at(x + 14.0, 0.0), dice);
    }
}

/// Three black dice, then the focus dice with one or two icons.
pub fn rolled(hand: &mut Hand, dice: Dice) {
    let mut x = 20.0;
    for die in dice.black {
        hand.plate((x - 19.0, 6.0), (38.0, 38.0), WELL, 255);
        hand.frame((x - 19.0, 6.0), (38.0, 38.0), CHALK, 2.0);
        hand.sign((x, 25.0), 27.0, Sign::Resource(die), CHALK);
        x += 45.0;
    }
    x += 10.0;
    for die in Resource::ALL {
        let count = dice.focus[die.index()];
        let wide = if count > 1 { 62.0 } else { 38.0 };
        hand.frame((x - 19.0, 6.0), (wide, 38.0), DUSTY, 2.0);
        for icon in 0..count {
            let at = if count > 1 { -6.0 } else { 0.0 };
            hand.sign(
                (x + at + f32::from(icon) * 26.0 + if count > 1 { 5.0 } else { 0.0 }, 25.0),
                23.0,
                Sign::Resource(die),
                DUSTY,
            );
        }
        x += wide + 7.0;
    }
}

/// What is left of this step's resources, and all assets that are held.
fn spending(hand: &mut Hand, own: &Own) {
    let me = own.player;
    hand.plate((0.0, 0.0), (INNER, 52.0), WELL, 150);
    let mut x = 28.0;
    let used = hand.write((12.0, 36.0), body(26.0, 120.0).dusty(), "to spend");
    x += used + 18.0;
    for resource in Resource::ALL {
        let lit = hand.lit(Place::Pool(resource));
        let count = me.pool[resource.index()];
        if lit {
            hand.glow_box((x - 19.0, 5.0), (64.0, 42.0));
        }
        let ink = if count > 0 { CHALK } else { FAINT };
        hand.sign((x, 26.0), 33.0, Sign::Resource(resource), ink);
        hand.write((x + 21.0, 37.0), title(30.0, 40.0).ink(ink), &count.to_string());
        x += 72.0;
    }
    if me.free > 0 {
        hand.write((x, 36.0), body(25.0, 90.0), &format!("{} free", me.free));
        x += 84.0;
    }
    hand.line((x, 8.0), (x, 44.0), FAINT, 2.0);
    x += 30.0;
    let held = [Asset::Tg, Asset::Vote, Asset::Planet]
        .into_iter()
        .chain(Spec::ALL.map(Asset::Spec))
        .chain(Resource::ALL.map(Asset::Focus));
    for asset in held {
        let count = me.count(asset);
        let lit = hand.lit(Place::Held(asset));
        let plain = matches!(asset, Asset::Tg | Asset::Vote | Asset::Planet);
        if count == 0 && !lit && !plain || x > INNER - 60.0 {
            continue;
        }
        if lit {
            hand.glow_box((x - 19.0, 5.0), (62.0, 42.0));
        }
        let ink = if count > 0 { CHALK } else { FAINT };
        hand.asset((x, 26.0), 33.0, asset, ink);
        let used = hand.write((x + 20.0, 37.0), title(28.0, 46.0).ink(ink), &count.to_string());
        x += used.max(18.0) + 52.0;
    }
}

/// What comes first, or what is asked.
fn words_line(hand: &mut Hand, own: &Own, legal: &[Mark]) {
    let me = own.player;
    let written: Vec<String> = legal
        .iter()
        .filter(|mark| places(mark, me.active).contains(&Place::Words))
        .map(|mark| own.printed.label(mark))
        .collect();
    let lit = hand.lit(Place::Words);
    let down = own.view.players[own.seat.index()].down;
    let asked = match me.window {
        _ if down && me.window.is_some() => "Markers down".into(),
        None => String::new(),
        Some(Window::Cards) if me.active.is_none() => "Choose a sheet: nav, exp, ind or war".into(),
        Some(Window::Cards) => "Spend the card, then put the marker down".into(),
        Some(Window::Dice) => "Spend the dice, then put the marker down".into(),
        Some(Window::War) => "War: a relic, or the marker down".into(),
        Some(Window::Effects) => "Resolve what the event brings".into(),
    };
    let units: Vec<String> = own.printed.war.units.iter().map(|unit| unit.id.clone()).collect();
    let words = match me.pending.last() {
        Some(first) if written.is_empty() => format!("First: {}", effect::words(first, &units)),
        _ if written.is_empty() => asked,
        _ => format!("First: {}", written.join(" · ")),
    };
    let ink = if lit || !me.pending.is_empty() { NEXT } else { DUSTY };
    hand.write((12.0, 34.0), body(29.0, INNER - 24.0).ink(ink), &words);
}

/// Faction, relics, and what effects have left behind.
fn holdings(hand: &mut Hand, own: &Own, (wide, high): (f32, f32)) {
    hand.plate((0.0, 0.0), (wide, high), WELL, 120);
    hand.frame((0.0, 0.0), (wide, high), DUSTY, 2.0);
    let room = wide - 28.0;
    let mut y = 36.0;
    let shown = &own.view.players[own.seat.index()];
    if let Some(id) = shown.faction {
        let faction = own.view.pack.get().faction(id);
        if hand.lit(Place::Faction) {
            hand.glow_box((8.0, 8.0), (wide - 16.0, 36.0));
        }
        hand.asset((28.0, y - 9.0), 28.0, Asset::Fac, YELLOW);
        hand.write((50.0, y), title(27.0, room - 40.0), &faction.name);
        y += 32.0;
        for (at, text) in faction.text.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let before = ["set-up: ", "", "claimed: "][at];
            y = hand.wrap((14.0, y), body(23.0, room), 3, &format!("{before}{text}"));
        }
    }
    y += 12.0;
    y = relics(hand, own, (room, high), y);
    let me = own.player;
    let mut notes: Vec<String> = Vec::new();
    for sheet in Sheet::ALL {
        let points = me.written[sheet.index()];
        if points != 0 {
            notes.push(format!("{points:+} written on {}", sheet.name()));
        }
    }
    for (count, what) in me.bans.iter().zip(["technologies", "docks", "trade goods"]) {
        if *count > 0 {
            notes.push(format!("no {what} for {count} strategy events"));
        }
    }
    if me.tax > 0 {
        notes.push(format!("{} card resources fewer next time", me.tax));
    }
    for note in notes {
        if y < high - 44.0 {
            hand.write((14.0, y), body(21.0, room).dusty(), &note);
            y += 26.0;
        }
    }
    legend(hand, (wide, high), y);
}

/// What the signs mean, where there is room left for it.
fn legend(hand: &mut Hand, (wide, high): (f32, f32), y: f32) {
    let signs: [(Asset, &str); 16] = [
        (Asset::Planet, "planet"),
        (Asset::Tg, "trade good"),
        (Asset::Vote, "vote"),
        (Asset::Focus(Resource::M), "focus die"),
        (Asset::Spec(Spec::Biotic), "biotic"),
        (Asset::Spec(Spec::Cybernetic), "cybernetic"),
        (Asset::Spec(Spec::Propulsion), "propulsion"),
        (Asset::Spec(Spec::Warfare), "warfare"),
        (Asset::Com(0, 1), "commodity"),
        (Asset::Coun, "councilor"),
        (Asset::Pop, "population"),
        (Asset::Fac, "faction ability"),
        (Asset::Relic, "relic"),
        (Asset::Mecatol, "Mecatol Rex"),
        (Asset::Nbr(Side::Left), "left border +1"),
        (Asset::Vp(2), "victory points"),
    ];
    let rows = signs.len() / 2;
    let step = ((high - y - 4.0) / rows as f32).min(31.0);
    if step < 22.0 {
        return;
    }
    let top = high - step * rows as f32 - 2.0;
    hand.line((14.0, top - 6.0), (wide - 14.0, top - 6.0), FAINT, 1.6);
    for (at, (asset, words)) in signs.into_iter().enumerate() {
        let (x, y) =
            ((at / rows) as f32 * wide / 2.0, top + (at % rows) as f32 * step + step / 2.0);
        hand.asset((28.0 + x, y), 24.0, asset, DUSTY);
        hand.write((48.0 + x, y + 7.0), body(21.0, wide / 2.0 - 56.0).dusty(), words);
    }
}

fn relics(hand: &mut Hand, own: &Own, (room, high): (f32, f32), mut y: f32) -> f32 {
    let shown = &own.view.players[own.seat.index()];
    let pack = own.view.pack.get();
    let line = |hand: &mut Hand, y: f32, relic: Option<RelicId>, played: bool| {
        let lit = relic.is_some_and(|id| !played && hand.lit(Place::Relic(id)));
        if lit {
            hand.glow_box((10.0, y - 24.0), (room + 6.0, 30.0));
        }
        let ink = if played { DUSTY } else { YELLOW };
        hand.asset((28.0, y - 9.0), 28.0, Asset::Relic, ink);
        match relic.map(|id| pack.relic(id)) {
            Some(card) => {
                let name = body(23.0, room - 40.0).ink(if played { DUSTY } else { CHALK });
                let used = hand.write((50.0, y), name, &card.id);
                let left = room - 50.0 - used;
                let words = if played { "played" } else { card.text.as_str() };
                if left > 60.0 {
                    hand.write((60.0 + used, y), body(19.0, left).dusty(), words);
                }
            }
            None => {
                hand.write((50.0, y), body(23.0, room - 40.0), "a relic in hand");
            }
        }
    };
    for at in 0..shown.relics {
        // Others' relics are a number.
        let relic = own.player.hand.get(at).copied();
        if y < high - 70.0 {
            line(hand, y, relic, false);
            y += 33.0;
        }
    }
    for relic in &shown.played {
        if y < high - 44.0 {
            line(hand, y, Some(*relic), true);
            y += 33.0;
        }
    }
    y
}

/// The sheet to show large when nobody asks for one.
pub fn large(view: &View, seat: Seat) -> Sheet {
    let player = view.players.get(seat.index()).and_then(|player| player.sheets.as_deref());
    player.and_then(|player| player.active.or(player.last_active)).unwrap_or(Sheet::Nav)
}
