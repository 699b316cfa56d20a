//! One system with its neighbours, and everything that lies in it written out below.

use crate::imperium::view::SystemId;
use crate::picture::art::PanelLook;
use crate::picture::scene::{Content, Group, Scene, Tile};
use crate::picture::text::{Face, Style};
use crate::picture::theme::{DIM, FAINT, GOLD, TEXT};

use super::board::{STEP, spot};
use super::tile::{self, Frame};
use super::{Align, List, dice};

const WIDTH: f32 = 864.0;
const ROW: f32 = 64.0;

/// Nothing when there is no such system.
pub fn zoom(scene: &Scene, system: SystemId) -> Option<List> {
    let centre = scene.tiles.iter().find(|tile| tile.id == system)?;
    let Content::System(content) = &centre.content else { return None };
    let mut rows: Vec<(&str, &Group)> =
        content.fleets.iter().map(|fleet| ("Space", fleet)).collect();
    for planet in &content.planets {
        rows.extend(planet.ground.iter().map(|group| (planet.name, group)));
    }
    let map = height(centre, 1.0);
    let below = if rows.is_empty() { 0.0 } else { rows.len() as f32 * ROW + 30.0 };
    let dice = if scene.visited == Some(system) { dice::height(scene, WIDTH - 20.0) } else { 0.0 };
    let strip = if dice > 0.0 { dice + 10.0 } else { 0.0 };
    let mut list = List::new(WIDTH as u32, (map + below + strip) as u32);
    around(&mut list, scene, centre, (WIDTH / 2.0, map / 2.0), 1.0);
    legend(&mut list, (10.0, map, WIDTH - 20.0, below - 10.0), scene, &rows);
    if dice > 0.0 {
        dice::strip(&mut list, (10.0, map + below, WIDTH - 20.0), scene);
    }
    Some(list)
}

/// How high a system with its neighbours is.
pub fn height(centre: &Tile, scale: f32) -> f32 {
    (STEP.1 * if centre.beside { 1.0 } else { 3.0 } + 24.0) * scale
}

/// A system and its neighbours around a point.
pub fn around(list: &mut List, scene: &Scene, centre: &Tile, (x, y): (f32, f32), scale: f32) {
    let (cx, cy) = spot(centre, scale);
    let near: Vec<(&Tile, Frame)> = neighbours(scene, centre)
        .map(|tile| {
            let (tx, ty) = spot(tile, scale);
            (tile, Frame { x: x + tx - cx, y: y + ty - cy, scale })
        })
        .collect();
    for (tile, frame) in &near {
        tile::floor(list, tile, *frame);
    }
    for (tile, frame) in &near {
        tile::content(list, tile, *frame);
    }
}

/// The hex itself and those that touch it.
fn neighbours<'a>(scene: &'a Scene, centre: &'a Tile) -> impl Iterator<Item = &'a Tile> {
    let (q, r) = (i32::from(centre.axial.0), i32::from(centre.axial.1));
    scene.tiles.iter().filter(move |tile| {
        let (q, r) = (i32::from(tile.axial.0) - q, i32::from(tile.axial.1) - r);
        let touches = q.abs().max(r.abs()).max((q + r).abs()) <= 1;
        tile.id == centre.id || (touches && !tile.beside && !centre.beside)
    })
}

/// What lies in a system and beside it.
pub fn near(scene: &Scene, system: SystemId) -> Vec<Tile> {
    let centre = scene.tiles.iter().find(|tile| tile.id == system);
    centre.map_or(Vec::new(), |centre| neighbours(scene, centre).cloned().collect())
}

fn legend(list: &mut List, area: super::board::Area, scene: &Scene, rows: &[(&str, &Group)]) {
    if rows.is_empty() {
        return;
    }
    let (x, y, width, _) = area;
    list.panel(area, PanelLook::Glass);
    let place = Style::new(Face::Label, 20, GOLD);
    let name = Style::new(Face::Body, 19, DIM);
    for (i, (where_, group)) in rows.iter().enumerate() {
        let middle = y + 10.0 + (i as f32 + 0.5) * ROW;
        if i > 0 {
            let line = PanelLook::Chip { fill: FAINT.darker(60), border: FAINT.darker(60) };
            list.panel((x + 16.0, middle - ROW / 2.0 - 2.0, width - 32.0, 4.0), line);
        }
        list.write(
            (x + 20.0, middle - 4.0),
            Align::Left,
            210.0,
            place.ink(if *where_ == "Space" { TEXT } else { GOLD }),
            where_,
        );
        let owner = scene.players.get(usize::from(group.owner));
        let owner = owner.map_or("", |player| player.name.as_str());
        list.write((x + 20.0, middle + 20.0), Align::Left, 210.0, name, owner);
        tile::wide_plate(list, group, (x + 244.0, middle), width - 264.0, 54.0);
    }
}
