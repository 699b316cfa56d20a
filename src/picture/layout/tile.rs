//! One hex: planets, wormholes, fleets, tokens and labels around its centre.

use crate::picture::art::{Base, Icon, Sprite};
use crate::picture::scene::{Content, Group, Planet, System, Tile, Units};
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{self, GOLD, Rgb, TEXT, WHITE};

use super::{Align, List};

/// Radius of a hex's corners at full size.
pub const RADIUS: f32 = 172.5;

/// Where a tile goes and how large it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub x: f32,
    pub y: f32,
    /// 1 for a radius of 172.5 pixels.
    pub scale: f32,
}

impl Frame {
    pub fn radius(self) -> u16 {
        (RADIUS * self.scale).round() as u16
    }

    pub fn at(self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y + y * self.scale)
    }

    pub fn size(self, units: f32) -> u16 {
        (units * self.scale).round().max(2.0) as u16
    }

    pub fn style(self, style: Style) -> Style {
        let size = (f32::from(style.size) * self.scale).round().clamp(9.0, 250.0) as u8;
        style.size(size)
    }
}

const NAME: Style = Style::new(Face::Label, 15, Rgb::hex(0xEAF1FF)).halo(3);
const CAPTION: Style = Style::new(Face::Label, 14, Rgb::hex(0xFFB3AC)).halo(3);
const POSITION: Style = Style::new(Face::Title, 17, TEXT);

/// Paints the floor; everything else comes later so that it lies above the neighbours' floors.
pub fn floor(list: &mut List, tile: &Tile, frame: Frame) {
    let radius = frame.radius();
    match &tile.content {
        Content::Lanes(pairs) => {
            list.put(frame.x, frame.y, Sprite::Lanes { pairs: pairs.clone(), radius });
        }
        Content::System(system) => {
            list.put(frame.x, frame.y, Sprite::Ground { ground: system.ground, radius });
        }
    }
}

/// Everything on the floor.
pub fn content(list: &mut List, tile: &Tile, frame: Frame) {
    let Content::System(system) = &tile.content else { return };
    let places = places(system);
    vortices(list, system, &places, frame);
    rim(list, system, frame);
    for (planet, place) in system.planets.iter().zip(&places.planets) {
        world(list, planet, *place, frame);
    }
    caption(list, system, &places, frame);
    if system.custodians {
        let (x, y) =
            places.planets.first().map_or((0.0, 0.0), |p| (p.x + p.r * 0.72, p.y + p.r * 0.66));
        let (x, y) = frame.at(x, y);
        list.put(x, y, Sprite::Icon { icon: Icon::Custodians, size: frame.size(34.0), ink: GOLD });
    }
    fleets(list, system, &places, frame);
    tokens(list, system, frame);
    position(list, tile, system.active, frame);
}

/// A round thing around a point, in units from the centre of the hex.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
    pub r: f32,
}

pub struct Places {
    pub planets: Vec<Spot>,
    pub wormholes: Vec<Spot>,
}

fn spots(list: &[(f32, f32, f32)]) -> Vec<Spot> {
    list.iter().map(|(x, y, r)| Spot { x: *x, y: *y, r: *r }).collect()
}

pub fn places(system: &System) -> Places {
    let holes = system.wormholes.len();
    let planets = match (system.planets.len(), holes) {
        (0, _) => Vec::new(),
        (1, 0) if system.caption.is_some() => spots(&[(0.0, 27.0, 61.0)]),
        (1, 0) => spots(&[(0.0, 36.0, 64.0)]),
        (1, _) => spots(&[(-50.0, 34.0, 58.0)]),
        (2, 0) if system.caption.is_some() => spots(&[(-66.0, 24.0, 52.0), (66.0, 24.0, 52.0)]),
        (2, 0) => spots(&[(-66.0, 32.0, 52.0), (66.0, 32.0, 52.0)]),
        (2, _) => spots(&[(-80.0, 6.0, 46.0), (80.0, 6.0, 46.0)]),
        (3, _) => spots(&[(-91.0, -6.0, 43.0), (91.0, -6.0, 43.0), (0.0, 63.0, 43.0)]),
        (n, _) => (0..n)
            .map(|i| {
                let column = (i % 3) as f32 - 1.0;
                Spot { x: column * 84.0, y: -4.0 + (i / 3) as f32 * 82.0, r: 34.0 }
            })
            .collect(),
    };
    let wormholes = match (system.planets.len(), holes) {
        (_, 0) => Vec::new(),
        (0, 1) => spots(&[(0.0, 26.0, 54.0)]),
        (0, 2) => spots(&[(-61.0, 26.0, 44.0), (61.0, 26.0, 44.0)]),
        (0, _) => spots(&[(-86.0, 26.0, 36.0), (0.0, 26.0, 36.0), (86.0, 26.0, 36.0)]),
        (1, 1) => spots(&[(74.0, 22.0, 42.0)]),
        (1, 2) => spots(&[(70.0, -14.0, 30.0), (70.0, 54.0, 30.0)]),
        (1, _) => spots(&[(58.0, -18.0, 24.0), (58.0, 36.0, 24.0), (58.0, 90.0, 24.0)]),
        (2, 1) => spots(&[(0.0, 80.0, 36.0)]),
        (2, _) => spots(&[(-36.0, 88.0, 28.0), (36.0, 88.0, 28.0), (0.0, 36.0, 24.0)]),
        (_, _) => spots(&[(-74.0, 92.0, 20.0), (74.0, 92.0, 20.0), (0.0, -6.0, 18.0)]),
    };
    Places { planets, wormholes }
}

fn vortices(list: &mut List, system: &System, places: &Places, frame: Frame) {
    for (kind, spot) in system.wormholes.iter().zip(&places.wormholes) {
        let (x, y) = frame.at(spot.x, spot.y);
        list.put(x, y, Sprite::Vortex { kind: *kind, radius: frame.size(spot.r) });
    }
}

/// Whose ships are here; where there are none, whose planets.
pub fn rim(list: &mut List, system: &System, frame: Frame) {
    let radius = frame.radius();
    let ships: Vec<u8> = system.fleets.iter().map(|fleet| fleet.owner).collect();
    if system.active {
        list.put(frame.x, frame.y, Sprite::Active { radius });
    }
    let mut owners: Vec<u8> = system.planets.iter().filter_map(|planet| planet.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    if !ships.is_empty() {
        list.put(frame.x, frame.y, Sprite::Rim { owners: ships, ships: true, radius });
    } else if !owners.is_empty() {
        list.put(frame.x, frame.y, Sprite::Rim { owners, ships: false, radius });
    }
}

fn world(list: &mut List, planet: &Planet, spot: Spot, frame: Frame) {
    let (x, y) = frame.at(spot.x, spot.y);
    let radius = frame.size(spot.r);
    if planet.legendary {
        list.put(x, y, Sprite::Legend { radius });
    }
    list.put(x, y, Sprite::Planet { look: planet.look, radius, dim: planet.exhausted });
    if let Some(owner) = planet.owner {
        list.put(x, y, Sprite::Control { owner, radius });
    }
    let size = if spot.r < 50.0 { 24.0 } else { 27.0 };
    // On small planets both values stand higher, so that the plate of units leaves them whole.
    let rise = if spot.r < 50.0 { 0.86 } else { 0.62 + (64.0 - spot.r) * 0.013 };
    let (left, up) = (spot.x - spot.r * 0.84, spot.y - spot.r * rise);
    let (bx, by) = frame.at(left, up);
    list.put(
        bx,
        by,
        Sprite::Resources {
            value: planet.resources,
            size: frame.size(size),
            spent: planet.exhausted,
        },
    );
    let (bx, by) = frame.at(left - 3.0, up + size * 1.08);
    list.put(
        bx,
        by,
        Sprite::Influence {
            value: planet.influence,
            size: frame.size(size),
            spent: planet.exhausted,
        },
    );
    signs(list, planet, spot, frame);
    if planet.legendary {
        let (sx, sy) = frame.at(spot.x, spot.y - spot.r - 2.0);
        list.put(sx, sy, Sprite::Icon { icon: Icon::Legend, size: frame.size(28.0), ink: GOLD });
    }
    if planet.law {
        let (lx, ly) = frame.at(spot.x + spot.r * 0.36, spot.y - spot.r * 0.98);
        list.put(lx, ly, Sprite::Icon { icon: Icon::Law, size: frame.size(25.0), ink: GOLD });
    }
    garrison(list, planet, spot, frame);
    name(list, planet, spot, frame);
}

/// Under the planet, moved inwards where the hex is too narrow.
fn name(list: &mut List, planet: &Planet, spot: Spot, frame: Frame) {
    let words = planet.name.to_uppercase();
    let y = spot.y + spot.r + 20.0;
    let half = RADIUS - (y - 4.0).abs() / 1.732 - 12.0;
    let alone = spot.x.abs() < 20.0;
    // A planet further down takes the inner half.
    let inner = if spot.r < 44.0 { 56.0 } else { 3.0 };
    let room = if alone { half * 2.0 } else { half - inner };
    let mut style = frame.style(NAME);
    let least = (f32::from(style.size) * 0.8).round() as u8;
    while style.size > least && text::width(&words, style) > room * frame.scale {
        style.size -= 1;
    }
    let width = text::width(&words, style).min(room * frame.scale) / frame.scale;
    let x = spot.x.abs().min(half - width / 2.0).max(if alone { 0.0 } else { inner + width / 2.0 });
    let (x, y) = frame.at(x * if spot.x < 0.0 { -1.0 } else { 1.0 }, y);
    list.write((x, y), Align::Middle, room * frame.scale, style, &words);
}

/// Traits and technology specialties down the right side.
fn signs(list: &mut List, planet: &Planet, spot: Spot, frame: Frame) {
    let mut row = 0.0;
    let small = spot.r < 50.0;
    let (size, step) = if small { (20.0, 22.0) } else { (23.0, 26.0) };
    let mut next = || {
        let place = frame.at(spot.x + spot.r * 0.84 + row * 0.05, spot.y - spot.r * 0.62 + row);
        row += step;
        place
    };
    for planet_trait in &planet.traits {
        let (x, y) = next();
        list.put(x, y, Sprite::TraitMark { planet: *planet_trait, size: frame.size(size) });
    }
    for colour in &planet.specialties {
        let (x, y) = next();
        list.put(x, y, Sprite::Specialty { colour: *colour, size: frame.size(size) });
    }
}

/// Ground forces and structures across the lower half of the planet.
fn garrison(list: &mut List, planet: &Planet, spot: Spot, frame: Frame) {
    let y = spot.y + spot.r * 0.42;
    match planet.ground.as_slice() {
        [] => {
            if let Some(owner) = planet.owner {
                let (x, y) = frame.at(spot.x, spot.y + spot.r * 0.3);
                list.emblem(x, y, spot.r * 0.62 * frame.scale, owner);
            }
        }
        [group] => {
            let room = if spot.r < 50.0 { spot.r * 2.0 + 18.0 } else { spot.r * 2.0 + 22.0 };
            plate(list, group, Slot { x: spot.x, y, room, height: 40.0, emblem: false }, frame);
        }
        groups => {
            let step = 27.0;
            let top = y - step * (groups.len() as f32 - 1.0) / 2.0;
            for (i, group) in groups.iter().enumerate() {
                let slot = Slot {
                    x: spot.x,
                    y: top + i as f32 * step,
                    room: spot.r * 2.0 + 8.0,
                    height: 27.0,
                    emblem: true,
                };
                plate(list, group, slot, frame);
            }
        }
    }
}

/// A place for a plate: its centre, the room from left to right, its height at most.
#[derive(Clone, Copy)]
struct Slot {
    x: f32,
    y: f32,
    room: f32,
    height: f32,
    emblem: bool,
}

/// Units on a plate of their owner's colour: the emblem, then each kind with its number.
fn plate(list: &mut List, group: &Group, slot: Slot, frame: Frame) {
    let kinds = group.units.len() as f32;
    let emblem = if slot.emblem { 0.62 } else { 0.0 };
    // Widths in heights of the plate.
    let cells: f32 = group.units.iter().map(cell).sum();
    let wide = emblem + cells + 0.3;
    let height = slot.height.min(slot.room / wide);
    if height < 21.0 && kinds > 2.0 {
        return summary(list, group, slot, frame);
    }
    let width = wide * height;
    let (x, y) = frame.at(slot.x, slot.y);
    let (w, h) = (width * frame.scale, height * frame.scale);
    let (left, top) = (x - w / 2.0, y - h / 2.0);
    list.put(
        left,
        top,
        Sprite::Plate { owner: group.owner, width: w.round() as u16, height: h.round() as u16 },
    );
    let mut at = left + h * 0.15;
    if slot.emblem {
        list.emblem(at + h * 0.3, y, h * 0.5, group.owner);
        at += h * emblem;
    }
    for units in &group.units {
        let cell = cell(units) * h;
        unit(list, group.owner, units, (at + h * 0.43, y), h);
        at += cell;
    }
}

/// How many heights of the plate a kind takes.
fn cell(units: &Units) -> f32 {
    if units.count > 9 {
        1.12
    } else if units.count > 1 {
        1.0
    } else {
        0.86
    }
}

fn unit(list: &mut List, owner: u8, units: &Units, (x, y): (f32, f32), h: f32) {
    list.put(x, y, Sprite::Unit { kind: units.kind, owner, size: (h * 0.76).round() as u16 });
    if units.count > 1 {
        let size = (h * 0.42).round() as u16;
        list.put(x + h * 0.32, y + h * 0.24, Sprite::Count { count: units.count, size });
    }
    if units.damaged > 0 {
        let size = (h * 0.44).round() as u16;
        list.put(x + h * 0.3, y - h * 0.28, Sprite::Damage { count: units.damaged, size });
    }
}

/// Where there is no room for every kind: the emblem, the strongest kind, and how many in all.
fn summary(list: &mut List, group: &Group, slot: Slot, frame: Frame) {
    let Some(first) = group.units.first() else { return };
    let text = format!("×{}", group.total());
    let height = slot.height.min(slot.room / 3.0).max(20.0);
    let h = height * frame.scale;
    let style = Style::new(Face::Title, (h * 0.6).round().clamp(9.0, 200.0) as u8, WHITE);
    let letters = text::width(&text, style);
    let w = h * 1.62 + letters;
    let (x, y) = frame.at(slot.x, slot.y);
    let (left, top) = (x - w / 2.0, y - h / 2.0);
    list.put(
        left,
        top,
        Sprite::Plate { owner: group.owner, width: w.round() as u16, height: h.round() as u16 },
    );
    list.emblem(left + h * 0.45, y, h * 0.5, group.owner);
    let one = Units { count: 1, damaged: group.damaged(), ..*first };
    unit(list, group.owner, &one, (left + h * 1.08, y), h);
    list.write((left + h * 1.48, y + h * 0.22), Align::Left, letters + 2.0, style, &text);
}

fn fleets(list: &mut List, system: &System, places: &Places, frame: Frame) {
    let empty = places.planets.is_empty() && places.wormholes.is_empty();
    let free = places.planets.is_empty();
    if system.fleets.len() > 4 && !free {
        return chips(list, &system.fleets, frame);
    }
    let fleets = two_rows(&system.fleets);
    // Command tokens stand at both sides.
    let widest = [128.0, 116.0, 106.0][system.tokens.len().div_ceil(2).min(2)];
    let slots = slots(fleets.len(), empty, free, places.planets.len() > 2, widest);
    for (fleet, slot) in fleets.iter().zip(slots) {
        plate(list, fleet, slot, frame);
    }
}

/// Many fleets above planets: of each the emblem and how many ships, the damaged ones marked. What
/// they are is shown by the picture of the system.
fn chips(list: &mut List, fleets: &[Group], frame: Frame) {
    let upper = if fleets.len() > 7 { 4 } else { fleets.len() / 2 };
    let rows = fleets.split_at(upper);
    for (row, y, room) in [(rows.0, -106.0, 176.0), (rows.1, -73.0, 222.0)] {
        let step = (room / row.len().max(1) as f32).min(62.0);
        for (i, fleet) in row.iter().enumerate() {
            let x = (i as f32 - (row.len() as f32 - 1.0) / 2.0) * step;
            chip(list, fleet, (x, y), (step - 3.0, 30.0), frame);
        }
    }
}

/// An emblem and a number on a plate.
pub fn chip(list: &mut List, group: &Group, (x, y): (f32, f32), (w, h): (f32, f32), frame: Frame) {
    let (x, y) = frame.at(x, y);
    let (w, h) = (w * frame.scale, h * frame.scale);
    let (left, top) = (x - w / 2.0, y - h / 2.0);
    let plate =
        Sprite::Plate { owner: group.owner, width: w.round() as u16, height: h.round() as u16 };
    list.put(left, top, plate);
    list.emblem(left + h * 0.48, y, h * 0.62, group.owner);
    let text = group.total().to_string();
    let room = w - h * 0.98;
    let mut style = Style::new(Face::Title, (h * 0.62).round().clamp(9.0, 200.0) as u8, WHITE);
    while style.size > 9 && text::width(&text, style) > room {
        style.size -= 1;
    }
    let centre = left + h * 0.84 + room / 2.0;
    list.write((centre, y + h * 0.22), Align::Middle, room, style, &text);
    if group.damaged() > 0 {
        let size = (h * 0.5).round() as u16;
        list.put(left + w - h * 0.12, top + h * 0.12, Sprite::Damage { count: 1, size });
    }
}

/// A single fleet of many kinds stands in two rows.
fn two_rows(fleets: &[Group]) -> Vec<Group> {
    match fleets {
        [Group { owner, units }] if units.len() > 5 => {
            let (upper, lower) = units.split_at(units.len() / 2);
            [upper, lower].map(|units| Group { owner: *owner, units: units.to_vec() }).into()
        }
        fleets => fleets.to_vec(),
    }
}

/// Places for fleets from the top down.
fn slots(fleets: usize, empty: bool, free: bool, crowded: bool, widest: f32) -> Vec<Slot> {
    let slot = |x: f32, y: f32, room: f32, height: f32| Slot { x, y, room, height, emblem: true };
    let row = |y: f32, room: f32, height: f32| slot(0.0, y, room, height);
    match (fleets, empty) {
        (0, _) => Vec::new(),
        (1, true) => vec![row(-4.0, 286.0, 58.0)],
        (2, true) => vec![row(-34.0, 270.0, 50.0), row(28.0, 280.0, 50.0)],
        (3, true) => vec![row(-66.0, 230.0, 46.0), row(-10.0, 280.0, 46.0), row(46.0, 256.0, 46.0)],
        (1, false) if crowded => vec![row(-82.0, 208.0, 46.0)],
        (1, false) => vec![row(-78.0, 222.0, 50.0)],
        (2, false) => {
            let (a, b) = if crowded { (-97.0, -62.0) } else { (-94.0, -52.0) };
            vec![row(a, 192.0, 38.0), row(b, 236.0, if crowded { 33.0 } else { 38.0 })]
        }
        (n, _) => {
            // Two columns; rows shrink as there are more.
            let rows = n.div_ceil(2);
            let (top, step) = match (rows, empty || free) {
                (2, true) => (-62.0, 48.0),
                (_, true) => (-86.0, 44.0),
                (2, false) => (-98.0, 40.0),
                (_, false) => (-99.0, 29.0),
            };
            (0..n)
                .map(|i| {
                    let y = top + (i / 2) as f32 * step;
                    let half = (RADIUS - y.abs() / 1.732 - 26.0).min(widest);
                    if i == n - 1 && n % 2 == 1 {
                        return slot(0.0, y, half * 1.6, step - 4.0);
                    }
                    let side = if i % 2 == 0 { -1.0 } else { 1.0 };
                    slot(side * half / 2.0, y, half - 4.0, step - 4.0)
                })
                .collect()
        }
    }
}

/// Command tokens in the corners.
fn tokens(list: &mut List, system: &System, frame: Frame) {
    type Corners = [(f32, f32); 4];
    const SIDES: Corners = [(-138.0, 0.0), (138.0, 0.0), (-121.0, -36.0), (121.0, -36.0)];
    const FEET: Corners = [(-119.0, 42.0), (119.0, 42.0), (-99.0, 77.0), (99.0, 77.0)];
    // The values of two planets take the sides.
    const AROUND: Corners = [(-127.0, -41.0), (127.0, -41.0), (-122.0, 54.0), (122.0, 54.0)];
    const LOW: Corners = [(-40.0, 126.0), (40.0, 126.0), (-74.0, 122.0), (74.0, 122.0)];
    // Three planets fill the middle; below them there is room, and a little above the fleets.
    const BELOW: Corners = [(-91.0, 96.0), (91.0, 96.0), (-76.0, 128.0), (76.0, 128.0)];
    const MORE: Corners = [(-58.0, 106.0), (58.0, 106.0), (-66.0, -127.0), (66.0, -127.0)];
    let corners = match system.planets.len() {
        ..=1 => SIDES.into_iter().chain(FEET),
        2 => AROUND.into_iter().chain(LOW),
        _ => BELOW.into_iter().chain(MORE),
    };
    for (owner, (x, y)) in system.tokens.iter().zip(corners) {
        let (x, y) = frame.at(x, y);
        list.put(x, y, Sprite::Shield { owner: *owner, size: frame.size(32.0) });
    }
}

fn position(list: &mut List, tile: &Tile, active: bool, frame: Frame) {
    let style = frame.style(POSITION);
    let width = text::width(&tile.label, style);
    let (x, y) = frame.at(0.0, -149.0);
    let (width, height) = ((width + frame.scale * 44.0) as u16, frame.size(26.0));
    list.put(x, y, Sprite::Tab { width, height, active });
    let style = if active { style.ink(theme::INK) } else { style };
    let (x, y) = frame.at(0.0, -130.0);
    list.write((x, y), Align::Middle, 180.0 * frame.scale, style, &tile.label);
}

/// What anomalies and named systems are called, along the lower edge.
fn caption(list: &mut List, system: &System, places: &Places, frame: Frame) {
    let Some(caption) = &system.caption else { return };
    // A planet's name may come this low.
    let lowest = places.planets.iter().filter(|p| p.x.abs() < 60.0).map(|p| p.y + p.r + 20.0);
    let lowest = lowest.fold(0.0f32, f32::max);
    let y = if lowest > 122.0 { 138.5 } else { 134.0 };
    let (x, y) = frame.at(0.0, y);
    let style = frame.style(CAPTION);
    let calm = system.ground.base == Base::Open || !system.ground.is_anomaly();
    let mut style = if calm { style.ink(theme::DIM) } else { style };
    let (caption, room) = (caption.to_uppercase(), 184.0 * frame.scale);
    while style.size > 9 && text::width(&caption, style) > room {
        style.size -= 1;
    }
    list.write((x, y), Align::Middle, room, style, &caption);
}

/// For pictures that list a fleet beside the map: the plate at its natural size, left aligned.
pub fn wide_plate(
    list: &mut List,
    group: &Group,
    (left, y): (f32, f32),
    room: f32,
    height: f32,
) -> f32 {
    let cells: f32 = group.units.iter().map(cell).sum();
    let wide = 0.92 + cells;
    let height = height.min(room / wide);
    let frame = Frame { x: 0.0, y: 0.0, scale: 1.0 };
    let slot = Slot { x: left + wide * height / 2.0, y, room, height, emblem: true };
    plate(list, group, slot, frame);
    wide * height
}
