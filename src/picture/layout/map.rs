//! Maps that answer one question, made to be read in the channel and on a phone: the hexes with few
//! large signs, and a column that says what they are.

use crate::engine::Seat;
use crate::imperium::data::UnitKind;
use crate::imperium::view::SystemId;
use crate::imperium::view::survey::Survey;
use crate::picture::Map;
use crate::picture::art::{Icon, Sprite};
use crate::picture::scene::{Content, Group, Scene, System, Tile, Units};
use crate::picture::text::{Face, Style};
use crate::picture::theme::{BLACK, DIM, FAINT, GO, GOLD, Rgb, STOP, TEXT, WHITE, livery_of};

use super::board::{STEP, ring, spot};
use super::panels::narrowed;
use super::tile::{self, Frame, RADIUS};
use super::{Align, List, column};

pub const WIDTH: f32 = 1240.0;
pub const HEIGHT: f32 = 1000.0;
pub const COLUMN: f32 = 312.0;
pub const MARGIN: f32 = 10.0;
/// Systems beside the board are drawn smaller.
const BESIDE: f32 = 0.72;

pub fn map(scene: &Scene, map: &Map) -> List {
    let mut list = List::new(WIDTH as u32, HEIGHT as u32);
    let all = frames(scene);
    for (tile, frame) in &all {
        tile::floor(&mut list, tile, *frame);
    }
    for (tile, frame) in &all {
        let Content::System(system) = &tile.content else { continue };
        let hex = Hex { tile, system, frame: *frame };
        match map {
            Map::Overview => hex.overview(&mut list),
            Map::Control => hex.control(&mut list),
            Map::Technologies => hex.technologies(&mut list),
            Map::Traits => hex.traits(&mut list),
            Map::Wormholes => hex.wormholes(&mut list),
            Map::Survey(Survey::Cannon(guns)) => hex.cannon(&mut list, guns),
            Map::Survey(Survey::Distances(from, steps)) => hex.distance(&mut list, *from, steps),
            Map::Survey(Survey::Reach(seat, from, ships)) => {
                hex.reach(&mut list, *seat, *from, ships);
            }
        }
        hex.label(&mut list, map);
    }
    column::column(&mut list, scene, map);
    list
}

/// Where every hex goes: the board as large as it fits, what lies beside it in free corners.
fn frames(scene: &Scene) -> Vec<(&Tile, Frame)> {
    let inside = || scene.tiles.iter().filter(|tile| !tile.beside);
    let rings = inside().map(ring).max().unwrap_or(0).max(3) as f32;
    let (wide, high) = (STEP.0 * 2.0 * rings + 2.0 * RADIUS, STEP.1 * (2.0 * rings + 1.0));
    let room = (WIDTH - COLUMN - 3.0 * MARGIN, HEIGHT - 2.0 * MARGIN);
    let scale = (room.0 / wide).min(room.1 / high);
    let centre = (MARGIN + room.0 / 2.0, HEIGHT / 2.0);
    let mut all: Vec<(&Tile, Frame)> = inside()
        .map(|tile| {
            let (x, y) = spot(tile, scale);
            (tile, Frame { x: centre.0 + x, y: centre.1 + y, scale })
        })
        .collect();
    let small = scale * BESIDE;
    let (dx, dy) = (RADIUS * small + 4.0, RADIUS * 0.866 * small + 4.0);
    let right = MARGIN + room.0;
    let rows = [dy, HEIGHT - dy];
    let corners = (0..4).flat_map(|i| {
        let step = i as f32 * dx * 1.55;
        let row = move |y: f32| [(right - dx - step, y), (dx + step, y)];
        rows.into_iter().flat_map(row)
    });
    let free = |(x, y): &(f32, f32)| {
        all.iter().all(|(_, frame)| {
            let (x, y) = ((x - frame.x).abs(), (y - frame.y).abs());
            y.max(x * 0.866 + y * 0.5) >= RADIUS * 0.866 * (scale + small)
        })
    };
    let corners: Vec<(f32, f32)> = corners.filter(free).collect();
    let mut taken: Vec<(f32, f32)> = Vec::new();
    for corner in corners {
        let apart = |(x, y): &(f32, f32)| {
            (x - corner.0).abs() > dx * 1.9 || (y - corner.1).abs() > dy * 1.9
        };
        if taken.iter().all(apart) {
            taken.push(corner);
        }
    }
    let beside = scene.tiles.iter().filter(|tile| tile.beside);
    all.extend(beside.zip(taken).map(|(tile, (x, y))| (tile, Frame { x, y, scale: small })));
    all
}

/// One system and where it is drawn.
struct Hex<'a> {
    tile: &'a Tile,
    system: &'a System,
    frame: Frame,
}

impl Hex<'_> {
    fn put(&self, list: &mut List, sprite: Sprite) {
        list.put(self.frame.x, self.frame.y, sprite);
    }

    fn tint(&self, list: &mut List, ink: Rgb, alpha: u8) {
        self.put(list, Sprite::Tint { ink, alpha, radius: self.frame.radius() });
    }

    fn rim(&self, list: &mut List, owners: Vec<u8>) {
        if !owners.is_empty() {
            self.put(list, Sprite::Rim { owners, ships: true, radius: self.frame.radius() });
        }
    }

    /// Whose ships are here, or else whose planets.
    fn owners(&self) -> Vec<u8> {
        let ships: Vec<u8> = self.system.fleets.iter().map(|fleet| fleet.owner).collect();
        if !ships.is_empty() {
            return ships;
        }
        let mut all: Vec<u8> = self.system.planets.iter().filter_map(|p| p.owner).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn label(&self, list: &mut List, map: &Map) {
        let style = Style::new(Face::Title, (40.0 * self.frame.scale).max(15.0) as u8, TEXT);
        let faint = matches!(map, Map::Overview | Map::Control);
        let style = style.ink(if faint { DIM } else { TEXT }).halo(3);
        let (x, y) = self.frame.at(0.0, -108.0);
        let label = self.tile.label.as_str();
        let room = 200.0 * self.frame.scale;
        list.write((x, y), Align::Middle, room, narrowed(style, label, room, 9), label);
    }

    /// Planets as plain discs; those that matter are bright.
    fn planets(&self, list: &mut List, bright: impl Fn(usize) -> bool) {
        for (at, (planet, spot)) in self.discs().enumerate() {
            let (x, y) = self.frame.at(spot.x, spot.y);
            let radius = self.frame.size(spot.r);
            list.put(x, y, Sprite::Planet { look: planet.look, radius, dim: !bright(at) });
            if let Some(owner) = planet.owner {
                list.put(x, y, Sprite::Control { owner, radius });
            }
        }
    }

    fn discs(&self) -> impl Iterator<Item = (&crate::picture::scene::Planet, tile::Spot)> {
        let places = tile::places(self.system).planets;
        // A little higher than on the board, for there are no names below.
        self.system.planets.iter().zip(places).map(|(planet, spot)| {
            (planet, tile::Spot { y: spot.y + 8.0, r: spot.r * 0.96, ..spot })
        })
    }

    fn overview(&self, list: &mut List) {
        let owners = self.owners();
        if let [owner] = owners.as_slice() {
            self.tint(list, livery_of((*owner).into()).fill, 46);
        }
        self.rim(list, owners);
        self.active(list);
        for (planet, spot) in self.discs() {
            let (x, y) = self.frame.at(spot.x, spot.y + 10.0);
            let radius = self.frame.size(spot.r * 0.8);
            let dim = planet.exhausted;
            list.put(x, y, Sprite::Planet { look: planet.look, radius, dim });
            if let Some(owner) = planet.owner {
                list.put(x, y, Sprite::Control { owner, radius });
                list.emblem(x, y, f32::from(radius) * 1.05, owner);
            }
        }
        self.fleets(list, if self.system.planets.is_empty() { 8.0 } else { -58.0 });
        self.tokens(list);
    }

    fn active(&self, list: &mut List) {
        if self.system.active {
            self.put(list, Sprite::Active { radius: self.frame.radius() });
        }
    }

    /// Fleets as emblem and number of ships.
    fn fleets(&self, list: &mut List, y: f32) {
        let fleets = &self.system.fleets;
        // Above planets one row has to do as long as it can.
        let small = fleets.len() > 4 || (fleets.len() > 2 && !self.system.planets.is_empty());
        let columns = fleets.len().min(if small { 3 } else { 2 });
        if columns == 0 {
            return;
        }
        let (wide, high) = if small { (80.0, 46.0) } else { (118.0, 64.0) };
        for (i, fleet) in fleets.iter().enumerate() {
            let row = i / columns;
            let in_row = (fleets.len() - row * columns).min(columns);
            let x = ((i % columns) as f32 - (in_row as f32 - 1.0) / 2.0) * (wide + 4.0);
            let y = y + row as f32 * (high + 4.0);
            tile::chip(list, fleet, (x, y), (wide, high), self.frame);
        }
    }

    /// Command tokens along the lower edge; beside the lowest of three planets.
    fn tokens(&self, list: &mut List) {
        const ASIDE: [(f32, f32); 8] = [
            (-84.0, 100.0),
            (84.0, 100.0),
            (-62.0, 122.0),
            (62.0, 122.0),
            (-104.0, 72.0),
            (104.0, 72.0),
            (-38.0, 128.0),
            (38.0, 128.0),
        ];
        let n = self.system.tokens.len() as f32;
        let step = (170.0 / n.max(1.0)).min(44.0);
        let aside = self.system.planets.len() > 2;
        for (i, owner) in self.system.tokens.iter().enumerate() {
            let along = ((i as f32 - (n - 1.0) / 2.0) * step, 116.0);
            let (x, y) = if aside { ASIDE[i % ASIDE.len()] } else { along };
            let (x, y) = self.frame.at(x, y);
            list.put(x, y, Sprite::Shield { owner: *owner, size: self.frame.size(46.0) });
        }
    }

    fn control(&self, list: &mut List) {
        let mut owners: Vec<u8> = self.system.planets.iter().filter_map(|p| p.owner).collect();
        owners.sort_unstable();
        owners.dedup();
        if let [owner] = owners.as_slice() {
            self.tint(list, livery_of((*owner).into()).fill, 62);
        }
        self.rim(list, owners);
        for (planet, spot) in self.discs() {
            let (x, y) = self.frame.at(spot.x, spot.y);
            let radius = self.frame.size(spot.r);
            list.put(x, y, Sprite::Planet { look: planet.look, radius, dim: planet.exhausted });
            if let Some(owner) = planet.owner {
                list.put(x, y, Sprite::Control { owner, radius });
                list.emblem(x, y, f32::from(radius) * 1.2, owner);
            }
        }
    }

    fn technologies(&self, list: &mut List) {
        let has = |at: usize| !self.system.planets[at].specialties.is_empty();
        self.quiet(list, self.system.planets.iter().any(|p| !p.specialties.is_empty()));
        self.planets(list, has);
        for (planet, spot) in self.discs() {
            let n = planet.specialties.len() as f32;
            for (i, colour) in planet.specialties.iter().enumerate() {
                let x = spot.x + (i as f32 - (n - 1.0) / 2.0) * 62.0;
                let (x, y) = self.frame.at(x, spot.y);
                let size = self.frame.size(if n > 1.0 { 66.0 } else { 84.0 });
                list.put(x, y, Sprite::Specialty { colour: *colour, size });
            }
            self.owner(list, planet.owner.filter(|_| n > 0.0), spot);
        }
    }

    fn traits(&self, list: &mut List) {
        let marked = |at: usize| {
            self.system.planets[at].legendary || !self.system.planets[at].traits.is_empty()
        };
        self.quiet(list, (0..self.system.planets.len()).any(marked));
        self.planets(list, marked);
        for (planet, spot) in self.discs() {
            let n = planet.traits.len() as f32;
            for (i, kind) in planet.traits.iter().enumerate() {
                let x = spot.x + (i as f32 - (n - 1.0) / 2.0) * 60.0;
                let (x, y) = self.frame.at(x, spot.y);
                let size = self.frame.size(if n > 1.0 { 58.0 } else { 74.0 });
                list.put(x, y, Sprite::TraitMark { planet: *kind, size });
            }
            if planet.legendary {
                let (x, y) = self.frame.at(spot.x, spot.y - spot.r - 4.0);
                let size = self.frame.size(60.0);
                list.put(x, y, Sprite::Icon { icon: Icon::Legend, size, ink: GOLD });
            }
            self.owner(list, planet.owner.filter(|_| n > 0.0), spot);
        }
    }

    /// The owner's emblem at the lower right of a planet.
    fn owner(&self, list: &mut List, owner: Option<u8>, spot: tile::Spot) {
        if let Some(owner) = owner {
            let (x, y) = self.frame.at(spot.x + spot.r * 0.7, spot.y + spot.r * 0.75);
            list.emblem(x, y, 50.0 * self.frame.scale, owner);
        }
    }

    /// Darkens what has nothing to say.
    fn quiet(&self, list: &mut List, speaks: bool) {
        if !speaks {
            self.tint(list, BLACK, 165);
        }
    }

    fn wormholes(&self, list: &mut List) {
        self.quiet(list, self.system.wormholes.is_empty());
        let n = self.system.wormholes.len() as f32;
        let (radius, step) = if n > 1.0 { (62.0, 128.0) } else { (94.0, 0.0) };
        for (i, kind) in self.system.wormholes.iter().enumerate() {
            let (x, y) = self.frame.at((i as f32 - (n - 1.0) / 2.0) * step, 24.0);
            list.put(x, y, Sprite::Vortex { kind: *kind, radius: self.frame.size(radius) });
        }
    }

    fn cannon(&self, list: &mut List, guns: &[(SystemId, Seat, u8)]) {
        let here: Vec<&(SystemId, Seat, u8)> =
            guns.iter().filter(|(at, ..)| *at == self.tile.id).collect();
        self.quiet(list, here.is_empty());
        if let [(_, seat, _)] = here.as_slice() {
            self.tint(list, livery_of(seat.index()).fill, 60);
        }
        let stands = self.system.planets.iter().flat_map(|planet| &planet.ground);
        let stands: Vec<u8> = stands
            .filter(|group| group.units.iter().any(|units| units.kind == UnitKind::Pds))
            .map(|group| group.owner)
            .collect();
        for (i, owner) in stands.iter().enumerate() {
            let x = (i as f32 - (stands.len() as f32 - 1.0) / 2.0) * 84.0;
            let (x, y) = self.frame.at(x, -40.0);
            let size = self.frame.size(78.0);
            list.put(x, y, Sprite::Unit { kind: UnitKind::Pds, owner: *owner, size });
        }
        let columns = here.len().clamp(1, 2);
        for (i, (_, seat, dice)) in here.iter().enumerate() {
            let row = i / columns;
            let in_row = (here.len() - row * columns).min(columns);
            let x = ((i % columns) as f32 - (in_row as f32 - 1.0) / 2.0) * 124.0;
            let y = if stands.is_empty() { 8.0 } else { 46.0 } + row as f32 * 62.0;
            let units = vec![Units { kind: UnitKind::Pds, count: (*dice).into(), damaged: 0 }];
            let dice = Group { owner: seat.0, units };
            tile::chip(list, &dice, (x, y), (120.0, 58.0), self.frame);
        }
    }

    fn distance(&self, list: &mut List, from: SystemId, steps: &[(SystemId, u8)]) {
        let here = steps.iter().find(|(at, _)| *at == self.tile.id).map(|(_, steps)| *steps);
        if self.tile.id == from {
            self.put(list, Sprite::Active { radius: self.frame.radius() });
        }
        let ink = far(here);
        self.tint(list, ink, if here.is_some() { 60 } else { 0 });
        let text = here.map_or("–".to_string(), |steps| steps.to_string());
        self.number(list, &text, ink);
    }

    fn number(&self, list: &mut List, text: &str, ink: Rgb) {
        let size = (150.0 * self.frame.scale).round() as u8;
        let style = Style::new(Face::Title, size, ink).halo(4);
        let (x, y) = self.frame.at(0.0, 66.0);
        list.write((x, y), Align::Middle, 260.0 * self.frame.scale, style, text);
    }

    fn reach(&self, list: &mut List, seat: Seat, from: SystemId, ships: &[(SystemId, u8)]) {
        if self.tile.id == from {
            self.put(list, Sprite::Active { radius: self.frame.radius() });
            return self.fleets(list, 8.0);
        }
        let here = ships.iter().find(|(at, _)| *at == self.tile.id);
        match here {
            Some((_, ships)) => {
                self.tint(list, GO, 54);
                self.rim(list, vec![seat.0]);
                self.number(list, &ships.to_string(), WHITE);
            }
            None => self.tint(list, BLACK, 150),
        }
        let others: Vec<u8> = self.owners().into_iter().filter(|owner| *owner != seat.0).collect();
        for (i, owner) in others.iter().enumerate() {
            let (x, y) = self.frame.at(-96.0 + i as f32 * 62.0, 104.0);
            list.emblem(x, y, 56.0 * self.frame.scale, *owner);
        }
    }
}

/// Near is green, far is red.
fn far(steps: Option<u8>) -> Rgb {
    match steps {
        None => FAINT,
        Some(0) => WHITE,
        Some(1) => GO,
        Some(2) => GOLD,
        Some(3) => Rgb::hex(0xF0913A),
        Some(_) => STOP,
    }
}
