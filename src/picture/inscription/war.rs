//! The Warfare sheet: the grid with its units, strength boxes, what units cost.

use crate::inscription::data::{Asset, Cost, Resource, Sheet, Side, Stage, Unit};
use crate::inscription::grid::{Grid, Nodes, ROWS, SECTION};
use crate::inscription::state::{Fight, Spot};

use super::board::{Hand, body, title};
use super::icons::Sign;
use super::panel::{BODY, Own, WIDE};
use super::places::Place;
use super::slate::{CHALK, DUSTY, FAINT, NEXT, ORANGE, WELL, YELLOW};

/// Height and width of a node.
const NODE: f32 = 60.0;
const TOP: f32 = 22.0;
/// Strength boxes, row labels.
const BOXES: f32 = 98.0;
const LABELS: f32 = 50.0;
const UNITS: f32 = 238.0;

struct Places {
    /// Left end of each half.
    halves: [f32; 2],
    node: (f32, f32),
    width: usize,
}

impl Places {
    fn of(grid: &Grid) -> Places {
        let room = WIDE - UNITS - 2.0 * (BOXES + LABELS) - 26.0;
        let across = (room / (2 * grid.width) as f32).min(NODE);
        let half = across * grid.width as f32;
        let left = BOXES + LABELS;
        Places { halves: [left, left + half + 16.0], node: (across, NODE), width: grid.width }
    }

    fn row(row: usize) -> f32 {
        TOP + (ROWS - 1 - row) as f32 * NODE
    }

    /// The middle of a node.
    fn at(&self, node: u8) -> (f32, f32) {
        let (side, row, col) = Grid::place_of(node);
        let x = self.halves[side.index()] + (col as f32 + 0.5) * self.node.0;
        (x, Places::row(row) + NODE / 2.0)
    }

    fn half(&self) -> f32 {
        self.node.0 * self.width as f32
    }
}

pub fn draw(hand: &mut Hand, own: &Own) {
    let places = Places::of(&own.printed.war.grid);
    for side in Side::BOTH {
        for section in 0..4 {
            strength(hand, own, &places, (side, section));
        }
        for row in 0..ROWS {
            let y = Places::row(row) + NODE / 2.0 + 9.0;
            let name = format!("{}{}", side.letter(), row + 1);
            let how = body(26.0, LABELS);
            match side {
                Side::Left => {
                    hand.label(Sheet::War, (places.halves[0] - 8.0, y), how.right(), &name);
                }
                Side::Right => {
                    let x = places.halves[1] + places.half() + 8.0;
                    hand.label(Sheet::War, (x, y), how, &name);
                }
            }
        }
        for col in 0..places.width {
            let x = places.halves[side.index()] + (col as f32 + 0.5) * places.node.0;
            let y = TOP + ROWS as f32 * NODE + 30.0;
            hand.label(
                Sheet::War,
                (x, y),
                body(26.0, places.node.0).middle(),
                &format!("c{}", col + 1),
            );
        }
    }
    lines(hand, own, &places);
    grid(hand, own, &places);
    units(&mut hand.at(WIDE - UNITS, 0.0), own);
}

/// The ends of sections, and the line above which units are deployed.
fn lines(hand: &mut Hand, own: &Own, places: &Places) {
    let ends = (places.halves[0], places.halves[1] + places.half());
    for section in 0..=4 {
        let y = TOP + ((4 - section) * SECTION) as f32 * NODE;
        if section == usize::from(own.line) && section > 0 {
            hand.line((ends.0 - LABELS, y), (ends.1 + LABELS, y), CHALK, 8.0);
        } else {
            hand.dashed((ends.0, y), (ends.1, y), FAINT, 1.8, 9.0);
        }
    }
}

fn grid(hand: &mut Hand, own: &Own, places: &Places) {
    let (grid, war) = (&own.printed.war.grid, &own.player.war);
    for (_, nodes) in &war.units {
        unit_on_grid(hand, places, *nodes);
    }
    for node in grid.nodes.iter() {
        let place = places.at(node);
        let marked = war.marked.and(Nodes::one(node)).count() == 1;
        if hand.lit(Place::Node(node)) {
            hand.disc(place, 24.0, NEXT, 80);
            hand.circle(place, 24.0, NEXT, 3.0);
        }
        match grid.asset(node) {
            _ if grid.anomalies.and(Nodes::one(node)).count() == 1 => {
                hand.sign(place, 40.0, Sign::Anomaly, DUSTY);
            }
            Some(asset) => {
                let ink = if matches!(asset, Asset::Vp(_)) { YELLOW } else { CHALK };
                if !marked {
                    hand.circle(place, 22.0, DUSTY, 1.8);
                }
                hand.asset(place, 32.0, asset, ink);
                if own.spent(Spot::Node(node)) {
                    hand.slash(place, 36.0, CHALK);
                }
            }
            None if marked => hand.disc(place, 9.0, CHALK, 235),
            None => hand.circle(place, 8.0, FAINT, 2.2),
        }
    }
}

/// One shape of rubbed chalk around all nodes of a unit.
fn unit_on_grid(hand: &mut Hand, places: &Places, nodes: Nodes) {
    let (w, h) = (places.node.0 - 10.0, NODE - 10.0);
    let all: Vec<u8> = nodes.iter().collect();
    for node in &all {
        let (x, y) = places.at(*node);
        hand.plate((x - w / 2.0, y - h / 2.0), (w, h), ORANGE, 120);
    }
    for (at, node) in all.iter().enumerate() {
        for other in &all[..at] {
            let (a, b) = (places.at(*node), places.at(*other));
            if ((a.0 - b.0).abs() + (a.1 - b.1).abs()) < NODE * 1.1 {
                hand.line(a, b, ORANGE, 7.0);
            }
        }
    }
    for node in all {
        hand.disc(places.at(node), 7.0, ORANGE, 255);
    }
}

fn strength(hand: &mut Hand, own: &Own, places: &Places, (side, section): (Side, usize)) {
    let (sheet, war) = (own.printed.war, &own.player.war);
    let x = match side {
        Side::Left => 2.0,
        Side::Right => places.halves[1] + places.half() + LABELS + 4.0,
    };
    let tall = SECTION as f32 * NODE;
    let top = TOP + (3 - section) as f32 * tall;
    let hand = &mut hand.at(x, top + 4.0);
    let wide = BOXES - 8.0;
    let middle = wide / 2.0;
    let fight = war.fights[side.index()][section];
    let fought = usize::from(own.line) > section;
    hand.plate((0.0, 0.0), (wide, tall - 8.0), WELL, 110);
    hand.write((6.0, 22.0), body(20.0, 40.0).dusty(), Stage::ALL[section + 1].word());
    let spoil = (middle + 8.0, 30.0);
    let asset = sheet.spoils[side.index()][section];
    let ink = if matches!(asset, Asset::Vp(_)) { YELLOW } else { CHALK };
    if fight == Some(Fight::Won) {
        hand.circle(spoil, 27.0, ORANGE, 5.0);
    }
    hand.asset(spoil, 40.0, asset, ink);
    if own.spent(Spot::Spoil(side, section as u8)) {
        hand.slash(spoil, 42.0, CHALK);
    }
    let (box_at, size) = ((8.0, 62.0), (wide - 16.0, 52.0));
    if hand.lit(Place::Box(side, section as u8)) {
        hand.glow_box(box_at, size);
    }
    hand.frame(box_at, size, if fought { ORANGE } else { CHALK }, 2.6);
    let bonus = war.boxes[side.index()][section];
    let number = match war.strength[side.index()][section] {
        Some(written) => Some((written, CHALK)),
        None => own.strength.map(|all| (all[side.index()][section], DUSTY)),
    };
    if let Some((number, ink)) = number {
        hand.write((middle, 100.0), title(34.0, 60.0).middle().ink(ink), &number.to_string());
    }
    if bonus != 0 && !hand.small() {
        let how = body(20.0, 40.0).right().ink(ORANGE);
        hand.write((wide - 12.0, 80.0), how, &format!("{bonus:+}"));
    }
    let loss = (middle, 146.0);
    if fight == Some(Fight::Lost) {
        hand.circle(loss, 25.0, ORANGE, 5.0);
    }
    hand.asset(loss, 38.0, Asset::Vp(sheet.losses[section]), DUSTY);
    if fight == Some(Fight::Tied) {
        hand.cross(spoil, (38.0, 38.0), ORANGE, 5.0);
        hand.cross(loss, (34.0, 34.0), ORANGE, 5.0);
    }
}

fn units(hand: &mut Hand, own: &Own) {
    let units = &own.printed.war.units;
    let heights: Vec<f32> = units.iter().map(|unit| 46.0 + rows(unit).0 as f32 * 32.0).collect();
    let gap = ((BODY - heights.iter().sum::<f32>()) / units.len().max(1) as f32).clamp(2.0, 16.0);
    let mut y = 0.0;
    for (at, height) in heights.iter().enumerate() {
        unit(&mut hand.at(0.0, y), own, at);
        y += height + gap;
    }
}

/// Rows of copies, and copies in each.
fn rows(unit: &Unit) -> (usize, usize) {
    let copies = usize::from(unit.copies).max(1);
    let wide = icons(unit) as f32 * ICON + 8.0;
    // Beside the copies there is room for the lock.
    let room = if unit.lock.is_some() { UNITS - 76.0 } else { UNITS - 8.0 };
    let each = (room / wide).floor().clamp(1.0, 6.0) as usize;
    let rows = copies.div_ceil(each);
    (rows, copies.div_ceil(rows))
}

fn icons(unit: &Unit) -> usize {
    unit.icons().len().max(1)
}

const ICON: f32 = 27.0;

fn unit(hand: &mut Hand, own: &Own, at: usize) {
    let unit = &own.printed.war.units[at];
    let war = &own.player.war;
    let locked = unit.lock.filter(|_| war.open >> at & 1 == 0);
    if hand.lit(Place::Unit(at as u8)) {
        hand.glow_box((0.0, 2.0), (UNITS - 4.0, 34.0));
    }
    let ink = if locked.is_some() { DUSTY } else { CHALK };
    let used = hand.label(Sheet::War, (2.0, 28.0), body(27.0, 176.0).ink(ink), &unit.id);
    if unit.vp != 0 {
        hand.asset((used + 22.0, 19.0), 31.0, Asset::Vp(unit.vp), YELLOW);
    }
    let wide = unit.shape.iter().map(|row| row.chars().count()).max().unwrap_or(0) as f32 * DOT;
    shape(hand, (UNITS - 10.0 - wide, 2.0), &unit.shape);
    if let Some(spec) = locked {
        hand.sign((UNITS - 62.0, 58.0), 27.0, Sign::Lock, CHALK);
        hand.asset((UNITS - 28.0, 58.0), 31.0, Asset::Spec(spec), CHALK);
    }
    if unit.copies == 0 {
        let lit = hand.lit(Place::Copy(at as u8, 0));
        if lit {
            hand.glow_box((2.0, 42.0), (66.0, 28.0));
        }
        hand.write((6.0, 64.0), body(23.0, 60.0).dusty(), "any 1");
        let built = format!("{} built", war.infantry);
        hand.write((84.0, 64.0), body(23.0, 150.0), &built);
        return;
    }
    let (_, each) = rows(unit);
    let first = own.printed.copies(at as u8).start;
    for copy in 0..usize::from(unit.copies) {
        let place = ((copy % each) as f32, (copy / each) as f32);
        let (x, y) = (place.0 * (icons(unit) as f32 * ICON + 8.0), 40.0 + place.1 * 32.0);
        let paid = war.paid.get(first + copy).copied().unwrap_or(0);
        let hand = &mut hand.at(x, y);
        copy_of(hand, unit, paid, (at as u8, copy as u8));
    }
}

fn copy_of(hand: &mut Hand, unit: &Unit, paid: u16, (at, copy): (u8, u8)) {
    let wide = icons(unit) as f32 * ICON;
    if hand.lit(Place::Copy(at, copy)) {
        hand.glow_box((2.0, 2.0), (wide - 2.0, 25.0));
    }
    let built = paid == unit.all();
    if built {
        hand.plate((0.0, 1.0), (wide + 2.0, 28.0), ORANGE, 80);
    }
    for icon in 0..icons(unit) {
        let place = ((icon as f32 + 0.5) * ICON, 15.0);
        let done = paid >> icon & 1 == 1;
        let ink = if done { DUSTY } else { CHALK };
        match &unit.cost {
            Cost::Icons(list) => {
                let resource = list.get(icon).copied().unwrap_or(Resource::M);
                hand.sign(place, 22.0, Sign::Resource(resource), ink);
            }
            Cost::Spec(Some(spec)) => hand.asset(place, 24.0, Asset::Spec(*spec), ink),
            Cost::Spec(None) => hand.sign(place, 24.0, Sign::AnySpec, ink),
            Cost::Any => hand.sign(place, 22.0, Sign::Card, ink),
        }
        if done {
            hand.cross(place, (20.0, 20.0), ORANGE, 4.0);
        }
    }
}

/// The size of a node where a unit's shape is shown.
const DOT: f32 = 12.0;

/// The nodes that a unit covers.
fn shape(hand: &mut Hand, (x, y): (f32, f32), rows: &[String]) {
    for (row, line) in rows.iter().enumerate() {
        for (col, sign) in line.chars().enumerate() {
            if sign != '.' && sign != ' ' {
                let at = (x + col as f32 * DOT, y + row as f32 * DOT);
                hand.plate(at, (DOT - 1.5, DOT - 1.5), ORANGE, 230);
            }
        }
    }
}
