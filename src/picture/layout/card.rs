//! A player's card: tokens, goods, planets, cards, technologies, what lies in front of them, and how
//! they stand.

use crate::imperium::data::Colour;
use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::Player;
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{
    self, BLACK, CARD, DIM, FAINT, GO, GOLD, INK, LINE, NOTE, Rgb, SECRET, STOP, TEXT, WHITE,
    livery_of,
};

use super::board::Area;
use super::panels::{LABEL, NUMBER, narrowed};
use super::{Align, List};

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
    if player.active || player.winner {
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
    let style = narrowed(number.ink(GOLD), &resources, 66.0, 16);
    list.write((x + 28.0, base), Align::Left, 66.0, style, &resources);
    let blue = Rgb::hex(0x7FB2FF);
    list.icon(x + 111.0, y + 17.0, 27.0, Icon::Influence, theme::INFLUENCE);
    let style = narrowed(number.ink(blue), &influence, 66.0, 16);
    list.write((x + 128.0, base), Align::Left, 66.0, style, &influence);
    let counts = [
        (Icon::Planet, player.planets, DIM),
        (Icon::ActionCard, player.action_cards, CARD),
        (Icon::Secret, player.secrets, SECRET),
        (Icon::Note, player.notes, NOTE),
    ];
    let step = (width - 202.0) / 4.0;
    for (i, (icon, count, ink)) in counts.into_iter().enumerate() {
        let left = x + 206.0 + i as f32 * step;
        list.icon(left + 10.0, y + 17.0, 23.0, icon, ink);
        let (count, room) = (count.to_string(), step - 29.0);
        let style = narrowed(number.size(23), &count, room, 15);
        list.write((left + 25.0, base), Align::Left, room + 4.0, style, &count);
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
    for (line, size) in [(21.0, 16u8), (19.0, 15), (18.0, 14)] {
        if plain(list, (x, y, width, height), player, line, size) {
            return;
        }
    }
    by_colour(list, (x, y, width, height), player);
}

/// Technologies one after another without chips, if they fit.
fn plain(list: &mut List, area: Area, player: &Player, line: f32, size: u8) -> bool {
    let (x, y, width, height) = area;
    let style = Style::new(Face::BodyBold, size, TEXT);
    let (mut left, mut top) = (0.0, 0.0);
    let mut places = Vec::new();
    for (name, ..) in &player.technologies {
        let wide = (text::width(name, style) + 19.0).min(width);
        if left > 0.0 && left + wide > width {
            (left, top) = (0.0, top + line);
        }
        places.push((left, top, wide));
        left += wide + 11.0;
    }
    if top + line > height + 4.0 {
        return false;
    }
    for ((name, colour, exhausted), (left, top, wide)) in player.technologies.iter().zip(places) {
        let (left, top) = (x + left, y + top);
        match colour {
            Some(colour) => {
                list.icon(left + 7.0, top + line / 2.0, 14.0, Icon::Technology(*colour), WHITE);
            }
            None => list.icon(left + 7.0, top + line / 2.0, 12.0, Icon::Ship, WHITE),
        }
        let ink = if *exhausted { FAINT } else { TEXT };
        let base = top + line / 2.0 + f32::from(size) * 0.35;
        list.write((left + 17.0, base), Align::Left, wide - 17.0, style.ink(ink), name);
    }
    true
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

/// What lies in front of the player on the left; speaker, active, passed on the right.
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
    if player.winner {
        tag(list, "WINNER", Icon::Legend, GOLD, INK);
    } else if player.eliminated {
        tag(list, "ELIMINATED", Icon::Passed, FAINT, WHITE);
    } else if player.passed {
        tag(list, "PASSED", Icon::Passed, STOP, WHITE);
    } else if player.active {
        tag(list, "ACTIVE", Icon::Active, GO, BLACK);
    }
    if player.speaker {
        tag(list, "SPEAKER", Icon::Speaker, GOLD, INK);
    }
    laid(list, (x, y, right - x, height), player);
}

/// Scored secrets and notes in play: with their names in one line or two, otherwise as signs.
fn laid(list: &mut List, (x, y, room, height): Area, player: &Player) {
    let secrets = player.scored_secrets.iter().map(|name| (Icon::Secret, SECRET, *name, None));
    let notes = player.notes_in_play.iter();
    let notes = notes.map(|(owner, name)| (Icon::Note, NOTE, *name, Some(*owner)));
    let things: Vec<_> = secrets.chain(notes).collect();
    for (lines, size) in [(1.0, 16u8), (2.0, 15), (2.0, 13)] {
        let style = Style::new(Face::BodyBold, size, TEXT);
        let step = height / lines;
        let mark = if lines > 1.0 { 16.0 } else { 20.0 };
        let (mut left, mut row) = (0.0, 0.0);
        let mut places = Vec::new();
        for (.., name, owner) in &things {
            let medal = if owner.is_some() { mark + 2.0 } else { 0.0 };
            let wide = mark + 3.0 + medal + text::width(name, style);
            if left > 0.0 && left + wide > room {
                (left, row) = (0.0, row + 1.0);
            }
            places.push((left, row, wide));
            left += wide + 9.0;
        }
        let fits = places.iter().all(|(left, row, wide)| *row < lines && left + wide <= room);
        if !fits {
            continue;
        }
        for ((icon, ink, name, owner), (left, row, _)) in things.iter().zip(places) {
            let middle = y + (row + 0.5) * step;
            let mut at = x + left;
            list.icon(at + mark / 2.0 - 1.0, middle, mark, *icon, *ink);
            at += mark + 3.0;
            if let Some(owner) = owner {
                list.emblem(at + mark / 2.0 - 1.0, middle, mark, *owner);
                at += mark + 2.0;
            }
            let base = middle + f32::from(size) * 0.36;
            list.write((at, base), Align::Left, text::width(name, style) + 1.0, style, name);
        }
        return;
    }
    signs(list, (x, y, room, height), &things);
}

type Laid = (Icon, Rgb, &'static str, Option<u8>);

fn signs(list: &mut List, (x, y, room, height): Area, things: &[Laid]) {
    let step = (room / things.len().max(1) as f32).min(36.0);
    for (i, (icon, ink, _, owner)) in things.iter().enumerate() {
        let (cx, cy) = (x + 9.0 + i as f32 * step, y + height / 2.0);
        list.icon(cx, cy, 20.0, *icon, *ink);
        if let Some(owner) = owner {
            list.emblem(cx + 8.0, cy + 7.0, 15.0, *owner);
        }
    }
}
