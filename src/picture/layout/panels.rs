//! What stands around the map: header, score track, objectives and laws.

use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::{Objective, Scene, Strategy};
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{self, DIM, FAINT, GO, GOLD, LINE, TEXT};

use super::board::Area;
use super::{Align, List};

const TITLE: Style = Style::new(Face::Title, 36, TEXT);
pub const NUMBER: Style = Style::new(Face::Title, 28, TEXT);
pub const LABEL: Style = Style::new(Face::BodyBold, 15, DIM);
const BODY: Style = Style::new(Face::Body, 20, DIM);
const STRONG: Style = Style::new(Face::Label, 20, TEXT);

pub fn header(list: &mut List, area: Area, scene: &Scene) {
    let (x, y, width, _) = area;
    list.panel(area, PanelLook::Glass);
    let room = width - 40.0;
    list.write((x + 20.0, y + 45.0), Align::Left, room, TITLE, &scene.title.to_uppercase());
    let sub = Style::new(Face::Title, 23, GOLD);
    list.write((x + 20.0, y + 77.0), Align::Left, room, sub, &scene.subtitle.to_uppercase());
    let mut at = x + 20.0;
    if let Some(active) = &scene.active {
        list.icon(at + 8.0, y + 98.0, 16.0, Icon::Active, GO);
        at += 22.0 + list.write((at + 22.0, y + 105.0), Align::Left, 190.0, BODY.ink(TEXT), active);
        at += 24.0;
    }
    list.icon(at + 9.0, y + 98.0, 18.0, Icon::Speaker, GOLD);
    list.write(
        (at + 24.0, y + 105.0),
        Align::Left,
        x + width - 20.0 - at - 24.0,
        BODY.ink(TEXT),
        &scene.speaker,
    );
    let (gap, top) = (8.0, y + 122.0);
    let (w, h) = ((width - 32.0 - 3.0 * gap) / 4.0, 65.0);
    for (i, card) in scene.strategy.iter().take(8).enumerate() {
        let (column, row) = ((i % 4) as f32, (i / 4) as f32);
        strategy(list, (x + 16.0 + column * (w + gap), top + row * (h + gap), w, h), card);
    }
}

fn strategy(list: &mut List, (x, y, w, h): Area, card: &Strategy) {
    let colour = theme::strategy(card.initiative);
    let (fill, border, ink) = if card.exhausted {
        (theme::PANEL_BOTTOM, LINE, FAINT)
    } else {
        (colour.darker(45), colour.lighter(18), TEXT)
    };
    list.panel((x, y, w, h), PanelLook::Chip { fill, border });
    let number = NUMBER.size(32).ink(ink);
    list.write((x + 11.0, y + 36.0), Align::Left, 40.0, number, &card.initiative.to_string());
    let name = Style::new(Face::BodyBold, 16, ink);
    list.write((x + 11.0, y + 57.0), Align::Left, w - 16.0, name, card.name);
    match card.holder {
        Some(owner) => list.emblem(x + w - 23.0, y + 24.0, 32.0, owner),
        None if card.trade_goods > 0 => {
            list.icon(x + w - 44.0, y + 24.0, 22.0, Icon::TradeGood, GOLD);
            let style = NUMBER.size(24).ink(GOLD);
            list.write(
                (x + w - 28.0, y + 33.0),
                Align::Left,
                22.0,
                style,
                &card.trade_goods.to_string(),
            );
        }
        None => {}
    }
}

/// Points from nothing to the goal with everybody's emblem.
pub fn track(list: &mut List, area: Area, scene: &Scene) {
    let (x, y, width, height) = area;
    list.panel(area, PanelLook::Glass);
    list.write((x + 20.0, y + 28.0), Align::Left, 300.0, LABEL.size(17), "VICTORY POINTS");
    let most = scene.players.iter().map(|player| player.points).max().unwrap_or(0);
    let last = scene.goal.max(most).max(1);
    let gap = 6.0;
    let w = ((width - 28.0 + gap) / (last + 1) as f32 - gap).floor();
    let (top, h) = (y + 38.0, height - 50.0);
    for points in 0..=last {
        let left = x + 14.0 + points as f32 * (w + gap);
        let goal = points == scene.goal;
        let (fill, border) =
            if goal { (GOLD.darker(72), GOLD) } else { (theme::PANEL_BOTTOM, LINE.darker(25)) };
        list.panel((left, top, w, h), PanelLook::Chip { fill, border });
        let style = Style::new(Face::Title, 22, if goal { GOLD } else { FAINT });
        list.write((left + w / 2.0, top + h - 9.0), Align::Middle, w, style, &points.to_string());
        let here: Vec<u8> =
            scene.players.iter().filter(|p| p.points.max(0) == points).map(|p| p.seat).collect();
        crowd(list, (left, top + 3.0, w, h - 32.0), &here);
    }
}

/// Emblems as large as fit into the area.
fn crowd(list: &mut List, (x, y, w, h): Area, owners: &[u8]) {
    let n = owners.len();
    if n == 0 {
        return;
    }
    let fit = |columns: usize| {
        let rows = n.div_ceil(columns);
        (w / columns as f32).min(h / rows as f32)
    };
    let best =
        (1..=n).fold(1, |best, columns| if fit(columns) > fit(best) { columns } else { best });
    let cell = fit(best).min(58.0);
    let rows = n.div_ceil(best);
    for (i, owner) in owners.iter().enumerate() {
        let (row, column) = (i / best, i % best);
        let in_row = if row + 1 == rows { n - row * best } else { best };
        let cx = x + w / 2.0 + (column as f32 - (in_row as f32 - 1.0) / 2.0) * cell;
        let cy = y + h / 2.0 + (row as f32 - (rows as f32 - 1.0) / 2.0) * cell;
        list.emblem(cx, cy, cell - 4.0, *owner);
    }
}

/// The objectives of a stage (0 or 1) with who scored; the second panel also lists laws.
pub fn objectives(list: &mut List, area: Area, scene: &Scene, stage: usize) {
    let (x, y, width, height) = area;
    list.panel(area, PanelLook::Glass);
    let heading = Style::new(Face::Title, 19, GOLD);
    let title = ["STAGE I", "STAGE II"][stage];
    list.write((x + 16.0, y + 30.0), Align::Left, 200.0, heading, title);
    let down = scene.face_down[stage];
    if down > 0 {
        let more = format!("{down} face down");
        list.write((x + width - 16.0, y + 29.0), Align::Right, 200.0, BODY.size(17), &more);
    }
    let laws = if stage == 1 { scene.laws.as_slice() } else { &[] };
    let rows = scene.stages[stage].len() as f32
        + if laws.is_empty() { 0.0 } else { laws.len() as f32 * 0.58 + 0.6 };
    let step = ((height - 46.0) / rows.max(1.0)).min(47.0);
    // A long text gets a second line as long as there is room for all rows.
    let mut spare = height - 46.0 - rows * step;
    let mut top = y + 40.0;
    for objective in &scene.stages[stage] {
        let more = if spare >= SECOND && is_long(objective, width - 58.0) { SECOND } else { 0.0 };
        spare -= more;
        row(list, (x + 16.0, top, width - 32.0, step), objective, scene.players.len(), more > 0.0);
        top += step + more;
    }
    if scene.stages[stage].is_empty() {
        let none = "None revealed yet";
        list.write((x + 16.0, top + 24.0), Align::Left, width - 32.0, BODY.ink(FAINT), none);
        top += 47.0;
    }
    if !laws.is_empty() {
        top += step * 0.5;
        list.write((x + 16.0, top), Align::Left, 100.0, heading.size(17), "LAWS");
        for (name, elected) in laws {
            top += step * 0.58;
            if top > y + height - 6.0 {
                break;
            }
            list.icon(x + 25.0, top - 6.0, 17.0, Icon::Law, GOLD);
            let used = list.write((x + 42.0, top), Align::Left, 270.0, STRONG.size(17), name);
            let room = width - 70.0 - used;
            list.write((x + 52.0 + used, top), Align::Left, room, BODY.size(17), elected);
        }
    }
}

/// Height of the second line of a text.
const SECOND: f32 = 19.0;

fn short(objective: &Objective) -> &str {
    objective.text.trim_end_matches('.')
}

fn is_long(objective: &Objective, room: f32) -> bool {
    text::width(short(objective), BODY.size(16)) > room
}

fn row(
    list: &mut List,
    (x, y, width, height): Area,
    objective: &Objective,
    players: usize,
    two_lines: bool,
) {
    // The text has its own line where there is room for two.
    let tall = height >= 36.0;
    let line = if tall { height * 0.56 } else { height };
    let pip = line.min(if players > 6 { 25.0 } else { 28.0 });
    let pips = players as f32 * pip;
    let largest = |size: f32| size.min(line * 0.82).max(9.0) as u8;
    let points = Style::new(Face::Title, largest(21.0), GOLD);
    let base = y + line * 0.76;
    let number = objective.points.to_string();
    list.write((x + 8.0, base), Align::Middle, 24.0, points, &number);
    let (room, size) = (width - pips - 36.0, largest(19.0));
    let name = narrowed(STRONG.size(size), objective.name, room, size.min(15));
    list.write((x + 26.0, base), Align::Left, room, name, objective.name);
    if tall {
        let (words, room) = (short(objective), width - 26.0);
        let base = y + height * 0.9;
        if two_lines {
            for (i, line) in text::wrap(words, BODY.size(17), room, 2).iter().enumerate() {
                let at = (x + 26.0, base + i as f32 * SECOND);
                list.write(at, Align::Left, room, BODY.size(17), line);
            }
        } else {
            let body = narrowed(BODY.size(17), words, room, 13);
            list.write((x + 26.0, base), Align::Left, room, body, words);
        }
    }
    for player in 0..players {
        let cx = x + width - pips + (player as f32 + 0.5) * pip;
        let cy = y + line * 0.52;
        if objective.scored.contains(&(player as u8)) {
            list.emblem(cx, cy, pip - 3.0, player as u8);
        } else {
            list.icon(cx, cy, 9.0, Icon::Open, LINE);
        }
    }
}

/// The style in the largest size, down to `least`, in which the text fits.
pub fn narrowed(style: Style, words: &str, room: f32, least: u8) -> Style {
    let fits = |size: &u8| text::width(words, style.size(*size)) <= room;
    style.size((least..=style.size).rev().find(fits).unwrap_or(least))
}
