//! The Industry sheet: spaces, commodities, councilors, pools.

use crate::inscription::data::{Asset, Sheet};
use crate::inscription::state::Spot;

use super::board::{Hand, body, title};
use super::panel::{BODY, Own, WIDE};
use super::places::Place;
use super::slate::{CHALK, DUSTY, FAINT, NEXT, WELL, YELLOW};

/// Height of the spaces; the chart lies below.
const SPACES: f32 = BODY - 252.0;
const ROOT: f32 = 1.732_050_8;

pub fn draw(hand: &mut Hand, own: &Own) {
    let spaces = &own.printed.ind.spaces;
    let place = |q: i8, r: i8| (f32::from(q) + f32::from(r) / 2.0, f32::from(r) * 1.5);
    let all: Vec<(f32, f32)> = spaces.iter().map(|space| place(space.q, space.r)).collect();
    let least = |of: fn(&(f32, f32)) -> f32| all.iter().map(of).fold(f32::MAX, f32::min);
    let most = |of: fn(&(f32, f32)) -> f32| all.iter().map(of).fold(f32::MIN, f32::max);
    let (left, right) = (least(|p| p.0), most(|p| p.0));
    let (top, bottom) = (least(|p| p.1), most(|p| p.1));
    let radius = ((WIDE - 8.0) / (ROOT * (right - left + 1.0))).min(SPACES / (bottom - top + 2.0));
    let margin = (WIDE - ROOT * radius * (right - left + 1.0)) / 2.0;
    for (at, (x, y)) in all.iter().enumerate() {
        let x = margin + ROOT * radius * (x - left + 0.5);
        let y = radius * (y - top + 1.0);
        space(hand, own, at, (x, y), radius - 3.0);
    }
    commodities(&mut hand.at(6.0, SPACES + 14.0), own);
    councilors(&mut hand.at(588.0, SPACES + 14.0), own);
    let pools = [(Asset::Tg, own.player.ind.tg), (Asset::Vote, own.player.ind.votes)];
    for (at, (asset, claimed)) in pools.into_iter().enumerate() {
        pool(&mut hand.at(588.0, SPACES + 92.0 + 78.0 * at as f32), own, asset, claimed);
    }
}

fn space(hand: &mut Hand, own: &Own, at: usize, place: (f32, f32), radius: f32) {
    let space = &own.printed.ind.spaces[at];
    let (x, y) = place;
    let scrapped = own.player.ind.scrapped >> at & 1 == 1;
    let claimed = own.player.ind.claimed >> at & 1 == 1;
    let scrap = hand.lit(Place::Scrap(at as u8));
    let claim = hand.lit(Place::Space(at as u8));
    hand.full_hex(place, radius, WELL, 150);
    if claimed {
        hand.full_hex(place, radius, YELLOW, 64);
    }
    let (ink, width) = match () {
        () if claimed => (YELLOW, 5.0),
        () if scrapped => (DUSTY, 2.4),
        () => (FAINT, 1.8),
    };
    hand.hex(place, radius, ink, width);
    if scrap || claim {
        hand.full_hex(place, radius, NEXT, 60);
        hand.hex(place, radius - 3.0, NEXT, 4.0);
    }
    if scrap && !hand.small() {
        hand.cross((x - radius * 0.5, y - radius * 0.52), (12.0, 12.0), NEXT, 3.0);
    }
    if claim && !hand.small() {
        hand.circle((x + radius * 0.5, y - radius * 0.52), 7.0, NEXT, 3.0);
    }
    let sign = match space.asset {
        _ if scrapped => FAINT,
        Asset::Vp(_) => YELLOW,
        _ => CHALK,
    };
    let middle = (x, y - radius * 0.2);
    if !matches!(space.asset, Asset::Empty) || !scrapped {
        hand.asset(middle, radius * 0.82, space.asset, sign);
    }
    if own.spent(Spot::Space(at as u8)) {
        hand.slash(middle, radius * 0.9, CHALK);
    }
    if scrapped {
        hand.cross((x, y - radius * 0.08), (radius * 1.1, radius * 1.0), YELLOW, 6.0);
    }
    let how = body(25.0, radius * 1.6).middle().ink(if scrapped { DUSTY } else { CHALK });
    hand.label(Sheet::Ind, (x, y + radius * 0.68), how, &own.printed.space_name(at as u8));
}

/// Where the columns of the chart lie, a victory point behind those that have one.
fn columns(own: &Own, step: f32) -> Vec<f32> {
    let mut x = 74.0;
    let mut places = Vec::new();
    for column in 1..=own.printed.ind.columns {
        places.push(x);
        x += step;
        if own.printed.ind.row_vp.iter().any(|(behind, _)| *behind == column) {
            x += step;
        }
    }
    places
}

fn commodities(hand: &mut Hand, own: &Own) {
    let sheet = own.printed.ind;
    let signs = sheet.row_vp.len() + usize::from(sheet.columns);
    let step = (500.0 / signs.max(1) as f32).min(56.0);
    let places = columns(own, step);
    for row in 0..3u8 {
        let y = 26.0 + f32::from(row) * 58.0;
        let crossed = own.player.ind.rows[usize::from(row)];
        if hand.lit(Place::Row(row)) {
            hand.glow_box((0.0, y - 24.0), (40.0, 48.0));
        }
        hand.asset((20.0, y), 42.0, Asset::Com(row, 1), YELLOW);
        for (at, x) in places.iter().enumerate() {
            let done = at < usize::from(crossed);
            hand.frame((x - 19.0, y - 19.0), (38.0, 38.0), if done { DUSTY } else { CHALK }, 2.0);
            if done {
                hand.cross((*x, y), (36.0, 36.0), YELLOW, 5.0);
            }
        }
        for (behind, points) in &sheet.row_vp {
            let x = places[usize::from(*behind) - 1] + step;
            worth(hand, (x, y), step, *points, crossed >= *behind);
        }
    }
    // Below each column the trade good that production brings once it is crossed three times.
    for (at, x) in places.iter().enumerate() {
        let open = own.player.ind.rows.iter().all(|row| usize::from(*row) > at);
        let place = (*x, 206.0);
        if open {
            hand.circle(place, 22.0, YELLOW, 4.0);
        }
        hand.asset(place, 32.0, Asset::Tg, if open { CHALK } else { FAINT });
    }
    hand.write((6.0, 214.0), title(22.0, 40.0).dusty(), "+1");
}

fn worth(hand: &mut Hand, place: (f32, f32), step: f32, points: i8, claimed: bool) {
    if claimed {
        hand.circle(place, step * 0.47, YELLOW, 3.4);
    }
    hand.asset(place, step * 0.74, Asset::Vp(points), if claimed { YELLOW } else { DUSTY });
}

fn councilors(hand: &mut Hand, own: &Own) {
    let sheet = own.printed.ind;
    hand.asset((20.0, 26.0), 40.0, Asset::Coun, YELLOW);
    let signs = usize::from(sheet.councilors) + sheet.councilor_vp.len();
    let step = (376.0 / signs.max(1) as f32).min(50.0);
    let mut x = 68.0;
    for at in 1..=sheet.councilors {
        let open = at <= own.player.ind.councilors;
        if open {
            hand.circle((x, 26.0), step * 0.47, YELLOW, 3.0);
        }
        hand.asset((x, 26.0), step * 0.62, Asset::Vote, if open { CHALK } else { FAINT });
        x += step;
        for (_, points) in sheet.councilor_vp.iter().filter(|(behind, _)| *behind == at) {
            worth(hand, (x, 26.0), step, *points, open);
            x += step;
        }
    }
}

/// Tallies: one stroke for each that was claimed, the spent ones dusty.
fn pool(hand: &mut Hand, own: &Own, asset: Asset, claimed: u8) {
    let held =
        own.player.kept.iter().filter(|k| k.from == Spot::Pool && k.asset == asset && !k.spent);
    let open = held.count().min(usize::from(claimed));
    let spent = usize::from(claimed) - open;
    hand.asset((20.0, 28.0), 40.0, asset, YELLOW);
    let step = 15.0;
    for at in 0..usize::from(claimed) {
        let ink = if at < spent { FAINT } else { CHALK };
        let x = 62.0 + at as f32 * step + (at / 5) as f32 * 8.0;
        if at % 5 == 4 {
            hand.line((x - 4.4 * step, 46.0), (x - 0.4 * step, 10.0), ink, 4.0);
        } else {
            hand.line((x, 8.0), (x + 2.0, 48.0), ink, 4.0);
        }
    }
    if claimed == 0 {
        hand.write((60.0, 36.0), body(24.0, 240.0).dusty(), "none claimed");
    }
}
