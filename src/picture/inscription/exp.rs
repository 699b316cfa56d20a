//! The Expansion sheet: planets, docks, population.

use crate::inscription::data::{Asset, Sheet};
use crate::inscription::state::Spot;

use super::board::{Hand, body, title};
use super::icons::Sign;
use super::panel::{BODY, Own, WIDE};
use super::places::Place;
use super::slate::{CHALK, DUSTY, FAINT, GREEN, WELL, YELLOW};

/// Planets in a row.
const COLUMNS: usize = 3;
/// What a planet takes besides its cells: its name above, the rewards of columns below.
const AROUND: f32 = 106.0;

pub fn draw(hand: &mut Hand, own: &Own) {
    let planets = &own.printed.exp.planets;
    let wide = WIDE / COLUMNS as f32;
    let most = |row: &[crate::inscription::data::Planet]| {
        row.iter().map(|planet| planet.rows.len()).max().unwrap_or(1) as f32
    };
    let rows: Vec<f32> = planets.chunks(COLUMNS).map(most).collect();
    let across = planets.iter().map(|planet| planet.width()).max().unwrap_or(1) as f32;
    let down = BODY - 186.0 - AROUND * rows.len() as f32;
    let cell = (down / rows.iter().sum::<f32>().max(1.0)).min((wide - 70.0) / across);
    let mut y = 0.0;
    for (row, cells) in rows.iter().enumerate() {
        for column in 0..COLUMNS.min(planets.len() - row * COLUMNS) {
            let hand = &mut hand.at(column as f32 * wide + 8.0, y);
            planet(hand, own, row * COLUMNS + column, (wide - 16.0, cell));
        }
        y += cells * cell + AROUND;
    }
    let docks = own.printed.exp.docks.len();
    let wide = WIDE / docks.max(1) as f32;
    for at in 0..docks {
        dock(&mut hand.at(at as f32 * wide + 8.0, BODY - 172.0), own, at, wide - 16.0);
    }
    population(&mut hand.at(8.0, BODY - 84.0), own);
}

fn planet(hand: &mut Hand, own: &Own, at: usize, (wide, cell): (f32, f32)) {
    let printed = &own.printed.exp.planets[at];
    let unlocked = own.player.exp.unlocked >> at & 1 == 1;
    let crossed = own.player.exp.crossed.get(at).copied().unwrap_or(0);
    let ink = if unlocked { GREEN } else { FAINT };
    if hand.lit(Place::Planet(at as u8)) {
        hand.glow_box((2.0, 4.0), (wide - 4.0, 40.0));
    }
    hand.asset((22.0, 24.0), 34.0, Asset::Planet, ink);
    let name = title(29.0, wide - 92.0).ink(if unlocked { GREEN } else { CHALK });
    let used = hand.label(Sheet::Exp, (48.0, 34.0), name, &printed.name);
    if !unlocked {
        hand.sign((66.0 + used, 23.0), 26.0, Sign::Lock, DUSTY);
    }
    let top = 50.0;
    let width = printed.width();
    for at_cell in 0..printed.icons.len() {
        let (row, col) = (at_cell / width, at_cell % width);
        let (x, y) = (col as f32 * cell, top + row as f32 * cell);
        let side = (cell - 5.0, cell - 5.0);
        if hand.lit(Place::Cell(at as u8, at_cell as u8)) {
            hand.glow_box((x + 2.0, y + 2.0), (side.0 - 4.0, side.1 - 4.0));
        }
        hand.frame((x, y), side, ink, if unlocked { 2.6 } else { 1.6 });
        let done = crossed >> at_cell & 1 == 1;
        let sign = if unlocked && !done { CHALK } else { DUSTY };
        let resource = printed.icons[at_cell];
        hand.sign((x + cell * 0.36, y + cell * 0.36), cell * 0.5, Sign::Resource(resource), sign);
        if done {
            let middle = (x + side.0 / 2.0, y + side.1 / 2.0);
            hand.cross(middle, (cell * 0.8, cell * 0.8), GREEN, 6.0);
        }
        let label = own.printed.cell_name(at as u8, at_cell as u8);
        let how = body(25.0, cell).right();
        hand.label(Sheet::Exp, (x + side.0 - 4.0, y + side.1 - 5.0), how, &label);
    }
    let (right, bottom) =
        (width as f32 * cell + 30.0, top + printed.rows.len() as f32 * cell + 24.0);
    for (row, asset) in printed.rows.iter().enumerate() {
        let whole = crossed & printed.row(row) == printed.row(row);
        let place = (right, top + row as f32 * cell + cell * 0.46);
        reward(hand, own, place, (*asset, Spot::Row(at as u8, row as u8), whole));
    }
    for (col, asset) in printed.cols.iter().enumerate() {
        let whole = crossed & printed.col(col) == printed.col(col);
        let place = (col as f32 * cell + cell * 0.46, bottom);
        reward(hand, own, place, (*asset, Spot::Col(at as u8, col as u8), whole));
    }
}

/// What a whole row or column gives.
fn reward(
    hand: &mut Hand,
    own: &Own,
    place: (f32, f32),
    (asset, spot, whole): (Asset, Spot, bool),
) {
    let ink = match asset {
        Asset::Vp(_) => YELLOW,
        _ if whole => CHALK,
        _ => DUSTY,
    };
    if whole {
        hand.disc(place, 25.0, GREEN, 64);
        hand.circle(place, 25.0, GREEN, 4.0);
    }
    hand.asset(place, 38.0, asset, ink);
    if own.spent(spot) {
        hand.slash(place, 40.0, CHALK);
    }
}

fn dock(hand: &mut Hand, own: &Own, at: usize, wide: f32) {
    let printed = &own.printed.exp.docks[at];
    let crossed = own.player.exp.docks.get(at).copied().unwrap_or(0);
    let built = own.player.exp.built >> at & 1 == 1;
    let size = (wide, 72.0);
    if hand.lit(Place::Dock(at as u8)) {
        hand.glow_box((0.0, 0.0), size);
    }
    hand.plate((0.0, 0.0), size, WELL, 120);
    hand.frame((0.0, 0.0), size, if built { GREEN } else { FAINT }, if built { 4.0 } else { 1.8 });
    hand.label(Sheet::Exp, (14.0, 46.0), title(26.0, 110.0), &format!("dock {}", at + 1));
    for (icon, resource) in printed.row.iter().enumerate() {
        let place = (128.0 + icon as f32 * 46.0, 36.0);
        let done = built || crossed >> icon & 1 == 1;
        hand.sign(place, 36.0, Sign::Resource(*resource), if done { DUSTY } else { CHALK });
        if done {
            hand.cross(place, (34.0, 34.0), GREEN, 5.0);
        }
    }
    reward(hand, own, (wide - 38.0, 36.0), (printed.asset, Spot::Dock(at as u8), built));
}

fn population(hand: &mut Hand, own: &Own) {
    let track = &own.printed.exp.population;
    hand.asset((20.0, 40.0), 44.0, Asset::Pop, GREEN);
    let used = hand.write((52.0, 50.0), body(26.0, 180.0), "population");
    let from = 52.0 + used.max(120.0) + 40.0;
    let step = ((WIDE - from - 30.0) / track.len().max(1) as f32).min(84.0);
    for (at, points) in track.iter().enumerate() {
        let place = (from + at as f32 * step, 40.0);
        let claimed = at < usize::from(own.player.exp.population);
        if claimed {
            hand.circle(place, 30.0, GREEN, 5.0);
        }
        hand.asset(place, 44.0, Asset::Vp(*points), if claimed { YELLOW } else { DUSTY });
    }
}
