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
    let map = if centre.beside { STEP.1 + 24.0 } else { STEP.1 * 3.0 + 24.0 };
    let below = if rows.is_empty() { 0.0 } else { rows.len() as f32 * ROW + 30.0 };
    let dice = if scene.visited == Some(system) { dice::height(scene, WIDTH - 20.0) } else { 0.0 };
    let strip = if dice > 0.0 { dice + 10.0 } else { 0.0 };
    let mut list = List::new(WIDTH as u32, (map + below + strip) as u32);
    let (cx, cy) = spot(centre, 1.0);
    let around: Vec<(&Tile, Frame)> = scene
        .tiles
        .iter()
        .filter(|tile| !tile.beside || tile.id == system)
        .map(|tile| {
            let (x, y) = spot(tile, 1.0);
            (tile, Frame { x: WIDTH / 2.0 + x - cx, y: map / 2.0 + y - cy, scale: 1.0 })
        })
        .filter(|(_, frame)| {
            (frame.x - WIDTH / 2.0).abs() < STEP.0 * 1.1
                && (frame.y - map / 2.0).abs() < STEP.1 * 1.1
        })
        .collect();
    for (tile, frame) in &around {
        tile::floor(&mut list, tile, *frame);
    }
    for (tile, frame) in &around {
        tile::content(&mut list, tile, *frame);
    }
    legend(&mut list, (10.0, map, WIDTH - 20.0, below - 10.0), scene, &rows);
    if dice > 0.0 {
        dice::strip(&mut list, (10.0, map + below, WIDTH - 20.0), scene);
    }
    Some(list)
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
