//! The whole board: the map in the middle, panels in its free corners, a column of players.

use crate::picture::scene::{Scene, Tile};

use super::tile::{self, Frame, RADIUS};
use super::{List, card, panels};

/// Left, top, width, height.
pub type Area = (f32, f32, f32, f32);

const MARGIN: f32 = 14.0;
const COLUMN: f32 = 456.0;
/// Steps between the centres of neighbouring columns and rows, in units.
pub const STEP: (f32, f32) = (258.75, 299.0);
/// Systems beside the board are drawn smaller.
const BESIDE: f32 = 0.8;
/// How finely places for them are looked for.
const GRID: f32 = 12.0;

struct Plan {
    width: f32,
    height: f32,
    scale: f32,
    /// Centre of the map.
    centre: (f32, f32),
    header: Area,
    track: Area,
    stages: [Area; 2],
    column: Area,
}

pub fn board(scene: &Scene) -> List {
    let on_board = || scene.tiles.iter().filter(|tile| !tile.beside);
    let mut beside: Vec<&Tile> = scene.tiles.iter().filter(|tile| tile.beside).collect();
    // The chain of the fracture first, so that it stays together.
    beside.sort_by_key(|tile| !tile.label.starts_with("FRACTURE"));
    let rings = on_board().map(ring).max().unwrap_or(0);
    let (plan, corners) = plan(rings, &on_board().collect::<Vec<_>>(), beside.len());
    let mut list = List::new(plan.width as u32, plan.height as u32);

    let inside = on_board().map(|tile| (tile, frame(&plan, tile)));
    let outside = beside
        .iter()
        .zip(corners)
        .map(|(tile, (x, y))| (*tile, Frame { x, y, scale: plan.scale * BESIDE }));
    let all: Vec<(&Tile, Frame)> = inside.chain(outside).collect();
    for (tile, frame) in &all {
        tile::floor(&mut list, tile, *frame);
    }
    for (tile, frame) in &all {
        tile::content(&mut list, tile, *frame);
    }
    panels::header(&mut list, plan.header, scene);
    panels::track(&mut list, plan.track, scene);
    for (stage, area) in plan.stages.into_iter().enumerate() {
        panels::objectives(&mut list, area, scene, stage);
    }
    cards(&mut list, plan.column, scene);
    list
}

/// All tiles side by side, for tests: at the columns and rows that stand in for coordinates.
#[cfg(test)]
pub fn contact_sheet(scene: &Scene) -> List {
    let at = |tile: &Tile| {
        let (column, row) = (f32::from(tile.axial.0), f32::from(tile.axial.1));
        Frame { x: 180.0 + column * 356.0, y: 160.0 + row * 310.0, scale: 1.0 }
    };
    let columns = scene.tiles.iter().map(|tile| tile.axial.0 + 1).max().unwrap_or(1);
    let rows = scene.tiles.iter().map(|tile| tile.axial.1 + 1).max().unwrap_or(1);
    let mut list = List::new(columns as u32 * 356 + 8, rows as u32 * 310 + 12);
    for tile in &scene.tiles {
        tile::floor(&mut list, tile, at(tile));
        tile::content(&mut list, tile, at(tile));
    }
    list
}

pub fn ring(tile: &Tile) -> i32 {
    let (q, r) = (i32::from(tile.axial.0), i32::from(tile.axial.1));
    q.abs().max(r.abs()).max((q + r).abs())
}

fn frame(plan: &Plan, tile: &Tile) -> Frame {
    let (x, y) = spot(tile, plan.scale);
    Frame { x: plan.centre.0 + x, y: plan.centre.1 + y, scale: plan.scale }
}

/// Where a hex lies from the centre of the map.
pub fn spot(tile: &Tile, scale: f32) -> (f32, f32) {
    let (q, r) = (f32::from(tile.axial.0), f32::from(tile.axial.1));
    (STEP.0 * scale * q, STEP.1 * scale * (r + q / 2.0))
}

/// The sizes for a map of so many rings, and places for the systems beside it. The picture grows
/// to the right until all of those have a place.
fn plan(rings: i32, tiles: &[&Tile], beside: usize) -> (Plan, Vec<(f32, f32)>) {
    let scale = match rings {
        ..=3 => 1.0,
        4 => 0.87,
        _ => 0.72,
    };
    let rings = rings.max(3) as f32;
    let map = ((STEP.0 * 2.0 * rings + 2.0 * RADIUS) * scale, STEP.1 * (2.0 * rings + 1.0) * scale);
    let mut extra = 0.0;
    loop {
        let plan = sizes(map, scale, extra);
        let places = places(&plan, tiles, beside);
        if places.len() == beside || extra > 3_000.0 {
            return (plan, places);
        }
        extra += 36.0;
    }
}

fn sizes(map: (f32, f32), scale: f32, extra: f32) -> Plan {
    let height = (map.1 + 16.0).ceil();
    let right = MARGIN + map.0 + MARGIN;
    let width = (right + extra + MARGIN + COLUMN + MARGIN).ceil() + 1.0;
    let column = width - MARGIN - COLUMN;
    let (panel, low) = (282.0, height - 8.0 - 282.0);
    Plan {
        width,
        height,
        scale,
        centre: (MARGIN + map.0 / 2.0, height / 2.0),
        header: (MARGIN, 10.0, 486.0, 272.0),
        track: (width - MARGIN - 976.0, 10.0, 976.0, 160.0),
        stages: [(MARGIN, low, 496.0, panel), (right - 496.0, low, 496.0, panel)],
        column: (column, 182.0, COLUMN, height - 182.0 - 8.0),
    }
}

/// Free places for hexes beside the map: not on tiles, not on panels.
fn places(plan: &Plan, tiles: &[&Tile], wanted: usize) -> Vec<(f32, f32)> {
    let radius = RADIUS * plan.scale * BESIDE;
    let mut taken: Vec<(f32, f32, f32)> = tiles
        .iter()
        .map(|tile| frame(plan, tile))
        .map(|frame| (frame.x, frame.y, f32::from(frame.radius())))
        .collect();
    let panels = [plan.header, plan.track, plan.stages[0], plan.stages[1], plan.column];
    let mut found = Vec::new();
    let right = plan.column.0 - radius - 8.0;
    while found.len() < wanted {
        let free = candidates(radius, right, plan.height).find(|at| {
            panels.iter().all(|area| beside_panel(*at, radius, *area)) && apart(*at, radius, &taken)
        });
        let Some((x, y)) = free else { break };
        taken.push((x, y, radius));
        found.push((x, y));
    }
    found
}

/// From the upper right to the lower left.
fn candidates(radius: f32, right: f32, height: f32) -> impl Iterator<Item = (f32, f32)> {
    let across = ((right - radius) / GRID).max(0.0) as i32;
    let down = ((height - 2.0 * radius * 0.866 - 16.0) / GRID).max(0.0) as i32;
    (0..=across).flat_map(move |i| {
        (0..=down).map(move |j| (right - i as f32 * GRID, 8.0 + radius * 0.866 + j as f32 * GRID))
    })
}

fn beside_panel((x, y): (f32, f32), radius: f32, (left, top, width, height): Area) -> bool {
    let gap = 6.0;
    let (half, up) = (radius + gap, radius * 0.866 + gap);
    x + half <= left || x - half >= left + width || y + up <= top || y - up >= top + height
}

/// Hexes that lie the same way do not touch if they are apart along one of their three axes.
fn apart((x, y): (f32, f32), radius: f32, taken: &[(f32, f32, f32)]) -> bool {
    taken.iter().all(|(tx, ty, r)| {
        let (dx, dy) = ((x - tx).abs(), (y - ty).abs());
        dy.max(dx * 0.866 + dy * 0.5) >= (radius + r) * 0.866 + 10.0
    })
}

fn cards(list: &mut List, (x, y, width, height): Area, scene: &Scene) {
    let n = scene.players.len().max(1) as f32;
    let gap = 10.0;
    let each = ((height + gap) / n - gap).min(400.0);
    for (i, player) in scene.players.iter().enumerate() {
        let top = (y + i as f32 * (each + gap)).round();
        card::card(list, (x, top, width, each.floor()), player);
    }
}
