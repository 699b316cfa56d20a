//! What stands around the map: header, score track, objectives and laws, a card for each player.

use crate::imperium::data::Colour;
use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::{Objective, Player, Scene, Strategy};
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{
    self, BLACK, CARD, DIM, FAINT, GO, GOLD, INK, LINE, Rgb, SECRET, STOP, TEXT, WHITE, livery_of,
};

use super::board::Area;
use super::{Align, List};

const TITLE: Style = Style::new(Face::Title, 36, TEXT);
const NUMBER: Style = Style::new(Face::Title, 28, TEXT);
const LABEL: Style = Style::new(Face::BodyBold, 15, DIM);
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
    let mut top = y + 40.0;
    for objective in &scene.stages[stage] {
        row(list, (x + 16.0, top, width - 32.0, step), objective, scene.players.len());
        top += step;
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

fn row(list: &mut List, (x, y, width, height): Area, objective: &Objective, players: usize) {
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
        let short = objective.text.trim_end_matches('.');
        let body = narrowed(BODY.size(17), short, width - 26.0, 14);
        list.write((x + 26.0, y + height * 0.9), Align::Left, width - 26.0, body, short);
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
fn narrowed(style: Style, words: &str, room: f32, least: u8) -> Style {
    let fits = |size: &u8| text::width(words, style.size(*size)) <= room;
    style.size((least..=style.size).rev().find(fits).unwrap_or(least))
}

pub fn card(list: &mut List, area: Area, player: &Player) {
    let (x, y, width, height) = area;
    let livery = livery_of(player.seat.into());
    list.panel(area, PanelLook::Framed(livery.edge));
    let bar = 46.0;
    list.panel((x, y, width, bar), PanelLook::Header(livery.fill));
    let ink = livery.ink;
    list.emblem(x + 27.0, y + 23.0, 34.0, player.seat);
    let points = Style::new(Face::Title, 34, ink);
    let vp = list.write((x + width - 16.0, y + 33.0), Align::Right, 30.0, points.size(17), "VP");
    let score = player.points.to_string();
    let scored = list.write((x + width - 22.0 - vp, y + 35.0), Align::Right, 70.0, points, &score);
    let right = x + width - 40.0 - vp - scored;
    let name_style = narrowed(Style::new(Face::Title, 28, ink), &player.name, 250.0, 22);
    let name = list.write((x + 52.0, y + 33.0), Align::Left, 250.0, name_style, &player.name);
    let room = right - (x + 62.0 + name);
    if room > 40.0 {
        let style = Style::new(Face::BodyBold, 19, ink);
        let long = narrowed(style, player.faction, room, 16);
        let (style, faction) = match text::width(player.faction, long) <= room {
            true => (long, player.faction),
            false => {
                (narrowed(style, &player.short_faction, room, 14), player.short_faction.as_str())
            }
        };
        list.write((x + 64.0 + name, y + 32.0), Align::Left, room, style, faction);
    }
    tokens(list, (x + 16.0, y + bar + 6.0, width - 32.0, 56.0), player);
    worth(list, (x + 16.0, y + bar + 66.0, width - 32.0, 36.0), player);
    let chips = (x + 16.0, y + bar + 108.0, width - 32.0, height - bar - 108.0 - 46.0);
    technologies(list, chips, player);
    state(list, (x + 16.0, y + height - 42.0, width - 32.0, 34.0), player);
    if player.active {
        list.panel(area, PanelLook::Outline(GOLD));
    }
}

/// Command tokens, trade goods, commodities, strategy cards.
fn tokens(list: &mut List, (x, y, width, _): Area, player: &Player) {
    let [tactic, fleet, strategy] = player.tokens;
    let cells = [
        ("TACTIC", Icon::Tactic, tactic.to_string(), TEXT, DIM),
        ("FLEET", Icon::Fleet, fleet.to_string(), TEXT, DIM),
        ("STRATEGY", Icon::Strategy, strategy.to_string(), TEXT, DIM),
        ("GOODS", Icon::TradeGood, player.trade_goods.to_string(), GOLD, GOLD),
        (
            "COMM.",
            Icon::Commodity,
            format!("{}/{}", player.commodities[0], player.commodities[1]),
            TEXT,
            DIM,
        ),
    ];
    let cards = player.strategy_cards.len().min(4) as f32;
    let step = ((width - cards * 48.0 - 8.0) / 5.0).min(76.0);
    for (i, (label, icon, value, ink, tint)) in cells.into_iter().enumerate() {
        let left = x + i as f32 * step;
        list.write((left, y + 17.0), Align::Left, step - 4.0, LABEL.size(14), label);
        list.icon(left + 10.0, y + 37.0, 21.0, icon, tint);
        list.write(
            (left + 24.0, y + 46.0),
            Align::Left,
            step - 24.0,
            NUMBER.size(26).ink(ink),
            &value,
        );
    }
    for (i, (initiative, exhausted)) in player.strategy_cards.iter().take(4).enumerate() {
        let left = x + width - (i as f32 + 1.0) * 48.0 + 6.0;
        let colour = theme::strategy(*initiative);
        let (fill, border, ink) = if *exhausted {
            (theme::PANEL_BOTTOM, LINE, FAINT)
        } else {
            (colour.darker(20), colour.lighter(30), WHITE)
        };
        list.panel((left, y + 6.0, 42.0, 44.0), PanelLook::Chip { fill, border });
        let style = NUMBER.size(27).ink(ink);
        list.write((left + 21.0, y + 38.0), Align::Middle, 40.0, style, &initiative.to_string());
    }
}

/// Resources and influence ready and in all, planets, cards in hand.
fn worth(list: &mut List, (x, y, width, _): Area, player: &Player) {
    let pair = |of: [u16; 2]| format!("{}/{}", of[0], of[1]);
    let base = y + 26.0;
    let number = NUMBER.size(24);
    list.icon(x + 11.0, y + 17.0, 25.0, Icon::Resources, GOLD);
    let (resources, influence) = (pair(player.resources), pair(player.influence));
    let style = narrowed(number.ink(GOLD), &resources, 74.0, 16);
    list.write((x + 28.0, base), Align::Left, 74.0, style, &resources);
    let blue = Rgb::hex(0x7FB2FF);
    list.icon(x + 117.0, y + 17.0, 27.0, Icon::Influence, theme::INFLUENCE);
    let style = narrowed(number.ink(blue), &influence, 80.0, 16);
    list.write((x + 135.0, base), Align::Left, 80.0, style, &influence);
    let counts = [
        (Icon::Planet, player.planets, DIM),
        (Icon::ActionCard, player.action_cards, CARD),
        (Icon::Secret, player.secrets, SECRET),
    ];
    let step = (width - 216.0) / 3.0;
    for (i, (icon, count, ink)) in counts.into_iter().enumerate() {
        let left = x + 222.0 + i as f32 * step;
        list.icon(left + 10.0, y + 17.0, 24.0, icon, ink);
        list.write((left + 28.0, base), Align::Left, step - 28.0, number, &count.to_string());
    }
}

/// Technologies as chips; as numbers by colour where there is no room for their names.
fn technologies(list: &mut List, (x, y, width, height): Area, player: &Player) {
    let gap = 5.0;
    for (line, size) in [(29.0, 18u8), (27.0, 17), (27.0, 15), (24.0, 15), (22.0, 14)] {
        let lines = ((height + gap) / (line + gap)).floor().max(1.0) as usize;
        let style = Style::new(Face::BodyBold, size, TEXT);
        let Some(chips) = pack(player, style, width, lines) else { continue };
        for (i, (row, left, chip)) in chips.into_iter().enumerate() {
            let (name, colour, exhausted) = player.technologies[i];
            let top = y + row as f32 * (line + gap);
            let colour = colour.map_or(Rgb::hex(0xAEB9CE), theme::colour);
            let (fill, border, ink) = if exhausted {
                (theme::PANEL_BOTTOM, colour.darker(60), FAINT)
            } else {
                (colour.darker(76), colour.darker(18), TEXT)
            };
            list.panel((x + left, top, chip, line), PanelLook::Chip { fill, border });
            technology_mark(list, x + left + 13.0, top + line / 2.0, player.technologies[i].1);
            list.write(
                (x + left + 24.0, top + line / 2.0 + f32::from(size) * 0.35),
                Align::Left,
                chip - 30.0,
                style.ink(ink),
                name,
            );
        }
        return;
    }
    by_colour(list, (x, y, width, height), player);
}

fn technology_mark(list: &mut List, x: f32, y: f32, colour: Option<Colour>) {
    match colour {
        Some(colour) => list.icon(x, y, 16.0, Icon::Technology(colour), WHITE),
        None => list.icon(x, y, 14.0, Icon::Ship, WHITE),
    }
}

/// Rows, left ends and widths of the chips, if they fit.
fn pack(player: &Player, style: Style, width: f32, lines: usize) -> Option<Vec<(usize, f32, f32)>> {
    let gap = 5.0;
    let (mut row, mut left) = (0, 0.0);
    let mut chips = Vec::new();
    for (name, _, _) in &player.technologies {
        let chip = (text::width(name, style) + 32.0).min(width).ceil();
        if left > 0.0 && left + chip > width {
            row += 1;
            left = 0.0;
        }
        if row >= lines {
            return None;
        }
        chips.push((row, left, chip));
        left += chip + gap;
    }
    Some(chips)
}

fn by_colour(list: &mut List, (x, y, width, _): Area, player: &Player) {
    let kinds =
        [Some(Colour::Blue), Some(Colour::Green), Some(Colour::Yellow), Some(Colour::Red), None];
    let step = width / kinds.len() as f32;
    for (i, kind) in kinds.into_iter().enumerate() {
        let count = player.technologies.iter().filter(|(_, colour, _)| *colour == kind).count();
        let left = x + i as f32 * step;
        match kind {
            Some(colour) => list.icon(left + 16.0, y + 22.0, 28.0, Icon::Technology(colour), WHITE),
            None => list.icon(left + 16.0, y + 22.0, 24.0, Icon::Ship, WHITE),
        }
        list.write((left + 38.0, y + 32.0), Align::Left, step - 40.0, NUMBER, &count.to_string());
    }
}

/// Scored secrets on the left; speaker, active, passed on the right.
fn state(list: &mut List, (x, y, width, height): Area, player: &Player) {
    let mut right = x + width;
    let mut tag = |list: &mut List, label: &str, icon: Icon, fill: Rgb, ink: Rgb| {
        let style = Style::new(Face::Title, 16, ink);
        let w = text::width(label, style) + 40.0;
        right -= w;
        list.panel(
            (right, y + 2.0, w, height - 4.0),
            PanelLook::Chip { fill, border: fill.lighter(30) },
        );
        list.icon(right + 17.0, y + height / 2.0, 15.0, icon, ink);
        list.write((right + 30.0, y + height / 2.0 + 6.0), Align::Left, w - 34.0, style, label);
        right -= 8.0;
    };
    if player.eliminated {
        tag(list, "ELIMINATED", Icon::Passed, FAINT, WHITE);
    } else if player.passed {
        tag(list, "PASSED", Icon::Passed, STOP, WHITE);
    } else if player.active {
        tag(list, "ACTIVE", Icon::Active, GO, BLACK);
    }
    if player.speaker {
        tag(list, "SPEAKER", Icon::Speaker, GOLD, INK);
    }
    let mut left = x;
    for secret in &player.scored_secrets {
        let style = Style::new(Face::BodyBold, 16, TEXT);
        let room = right - left - 26.0;
        if room < 40.0 {
            break;
        }
        list.icon(left + 9.0, y + height / 2.0, 20.0, Icon::Secret, SECRET);
        left += 24.0;
        let crowded = player.scored_secrets.len() > 1;
        if !crowded {
            left += list.write((left, y + height / 2.0 + 6.0), Align::Left, room, style, secret);
        }
    }
}
