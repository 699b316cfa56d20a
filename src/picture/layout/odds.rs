//! What may come of a combat: how likely each side is to win, and with how much left.

use crate::picture::art::{PanelLook, Sprite};
use crate::picture::odds::{Odds, share};
use crate::picture::text::{Face, Style};
use crate::picture::theme::{DIM, GOLD, LINE, Rgb, TEXT, livery_of};

use super::panels::narrowed;
use super::{Align, List};

const WIDTH: f32 = 1000.0;
const HEIGHT: f32 = 640.0;
const LEFT: f32 = 36.0;
const ROOM: f32 = WIDTH - 2.0 * LEFT;
/// The bar with the three outcomes.
const SHARES: (f32, f32) = (176.0, 44.0);
const BOTTOM: f32 = HEIGHT - 92.0;
const TOP: f32 = 300.0;
/// Columns of a side; what is beyond is put together in the last.
const MOST: usize = 9;
const NOBODY: Rgb = Rgb::hex(0x8D97A8);

/// One column of the chart.
struct Column {
    label: String,
    share: f64,
    ink: Rgb,
}

/// `names` are those of the two sides.
pub fn odds(odds: &Odds, names: [&str; 2]) -> List {
    let mut list = List::new(WIDTH as u32, HEIGHT as u32);
    list.panel((10.0, 10.0, WIDTH - 20.0, HEIGHT - 20.0), PanelLook::Glass);
    let title = Style::new(Face::Title, 34, TEXT);
    let words = narrowed(title, &odds.title, ROOM, 22);
    list.write((LEFT, 58.0), Align::Left, ROOM, words, &odds.title);
    let won = [0, 1].map(|side| odds.won(side));
    for (side, name) in names.into_iter().enumerate() {
        heading(&mut list, odds, side, name, won[side]);
    }
    let nobody = odds.nobody();
    let middle = percent(nobody);
    let style = Style::new(Face::Title, 26, NOBODY.lighter(30));
    list.write((WIDTH / 2.0, 122.0), Align::Middle, 150.0, style, &middle);
    let style = Style::new(Face::Body, 21, DIM);
    list.write((WIDTH / 2.0, 150.0), Align::Middle, 150.0, style, "nobody left");
    shares(&mut list, odds, [won[0], nobody, won[1]]);
    columns(&mut list, odds);
    list
}

/// The livery of a side as it stands out from dark ground.
fn ink(odds: &Odds, side: usize) -> Rgb {
    let livery = livery_of(odds.sides[side].index());
    if livery.edge == livery.fill { livery.fill } else { livery.edge }
}

/// Whose side it is and how likely it wins.
fn heading(list: &mut List, odds: &Odds, side: usize, name: &str, won: f64) {
    let seat = odds.sides[side].0;
    let (align, sign) = match side {
        0 => (Align::Left, 1.0),
        _ => (Align::Right, -1.0),
    };
    let edge = if side == 0 { LEFT } else { WIDTH - LEFT };
    list.emblem(edge + sign * 30.0, 122.0, 58.0, seat);
    let at = edge + sign * 70.0;
    let number = Style::new(Face::Title, 42, ink(odds, side).lighter(12));
    list.write((at, 126.0), align, 200.0, number, &percent(won));
    let style = narrowed(Style::new(Face::Body, 24, TEXT), name, 290.0, 18);
    list.write((at, 156.0), align, 290.0, style, name);
}

/// One bar for all outcomes.
fn shares(list: &mut List, odds: &Odds, shares: [f64; 3]) {
    let (top, high) = SHARES;
    let whole: f64 = shares.iter().sum::<f64>().max(f64::EPSILON);
    let mut left = LEFT;
    for (share, ink) in shares.into_iter().zip([ink(odds, 0), NOBODY, ink(odds, 1)]) {
        let wide = (share / whole) as f32 * ROOM;
        if wide >= 1.0 {
            let sprite = Sprite::Bar { width: wide.round() as u16, height: high as u16, ink };
            list.put(left, top, sprite);
        }
        left += wide;
    }
}

/// How likely each number of survivors is: the attacker's on the left, the most at the very edge.
fn columns(list: &mut List, odds: &Odds) {
    let mut all: Vec<Column> = survivors(odds, 0);
    all.reverse();
    all.push(Column { label: "0".into(), share: odds.nobody(), ink: NOBODY });
    all.extend(survivors(odds, 1));
    let step = (ROOM / all.len() as f32).min(92.0);
    let begin = WIDTH / 2.0 - step * all.len() as f32 / 2.0;
    let highest = all.iter().map(|column| column.share).fold(0.0, f64::max).max(f64::EPSILON);
    list.put(LEFT, BOTTOM, Sprite::Bar { width: ROOM as u16, height: 2, ink: LINE });
    for (i, column) in all.iter().enumerate() {
        let centre = begin + (i as f32 + 0.5) * step;
        let high = ((column.share / highest) as f32 * (BOTTOM - TOP)).max(1.0).round();
        let width = (step * 0.76).round() as u16;
        let bar = Sprite::Bar { width, height: high as u16, ink: column.ink };
        list.put(centre - f32::from(width) / 2.0, BOTTOM - high, bar);
        let label = Style::new(Face::Title, 24, TEXT);
        list.write((centre, BOTTOM + 32.0), Align::Middle, step, label, &column.label);
        if column.share >= 0.005 {
            let words = percent(column.share);
            let small = narrowed(Style::new(Face::BodyBold, 21, TEXT), &words, step - 4.0, 13);
            list.write((centre, BOTTOM - high - 9.0), Align::Middle, step, small, &words);
        }
    }
    let caption = Style::new(Face::Body, 22, DIM);
    let words = "units left of the side that wins";
    list.write((WIDTH / 2.0, HEIGHT - 28.0), Align::Middle, ROOM, caption, words);
    let style = Style::new(Face::BodyBold, 22, GOLD);
    let average = |side: usize| format!("{:.1} left on average", odds.left_on_average(side));
    if odds.won(0) > 0.0 {
        list.write((LEFT, 258.0), Align::Left, ROOM / 2.0 - 20.0, style, &average(0));
    }
    if odds.won(1) > 0.0 {
        list.write((WIDTH - LEFT, 258.0), Align::Right, ROOM / 2.0 - 20.0, style, &average(1));
    }
}

fn survivors(odds: &Odds, side: usize) -> Vec<Column> {
    let left = &odds.left[side];
    let ink = ink(odds, side);
    let column = |(at, share): (usize, f64)| Column { label: (at + 1).to_string(), share, ink };
    if left.len() <= MOST {
        return left.iter().copied().map(share).enumerate().map(column).collect();
    }
    let (few, many) = left.split_at(MOST - 1);
    let shares = few.iter().copied().map(share);
    let mut columns: Vec<Column> = shares.enumerate().map(column).collect();
    let rest = many.iter().copied().map(share).sum();
    columns.push(Column { label: format!("{MOST}+"), share: rest, ink });
    columns
}

/// "38 %", "<1 %".
fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".into(),
        p if p < 0.95 => "<1 %".into(),
        p if p > 99.05 && p < 100.0 => ">99 %".into(),
        p => format!("{p:.0} %"),
    }
}
