//! A system before and after: both with its neighbours side by side, below them every fleet and garrison
//! as it was and as it is.

use crate::imperium::view::SystemId;
use crate::picture::art::{Icon, PanelLook};
use crate::picture::scene::{Content, Group, Scene, System, Tile};
use crate::picture::text::{Face, Style};
use crate::picture::theme::{DIM, FAINT, GOLD, TEXT};

use super::board::Area;
use super::panels::narrowed;
use super::{Align, List, dice, tile, zoom};

const SCALE: f32 = 0.74;
/// For the arrow between the two.
const BETWEEN: f32 = 66.0;
const MARGIN: f32 = 10.0;
const WIDTH: f32 = 1360.0;
const ROW: f32 = 66.0;
const PLACE: f32 = 236.0;

/// Units of one player in one place, before and after.
struct Row<'a> {
    place: &'a str,
    owner: u8,
    before: Option<&'a Group>,
    after: Option<&'a Group>,
}

/// Nothing when there is no such system, or when the same lies in it and around it as before.
pub fn change(before: &Scene, after: &Scene, system: SystemId) -> Option<List> {
    let (old, new) = (marked(before, system)?, marked(after, system)?);
    if !differ(&old, &new, system) {
        return None;
    }
    let (then, now) = (tile_of(&old, system)?, tile_of(&new, system)?);
    let (Content::System(was), Content::System(is)) = (&then.content, &now.content) else {
        return None;
    };
    let rows = rows(was, is);
    let scale = if now.beside { 1.0 } else { SCALE };
    let map = zoom::height(now, scale);
    let below = if rows.is_empty() { 0.0 } else { rows.len() as f32 * ROW + 30.0 };
    let dice = match after.visited == Some(system) {
        true => dice::height(after, WIDTH - 2.0 * MARGIN),
        false => 0.0,
    };
    let strip = if dice > 0.0 { dice + 10.0 } else { 0.0 };
    let mut list = List::new(WIDTH as u32, (map + below + strip) as u32);
    let half = (WIDTH - BETWEEN) / 4.0;
    let words = Style::new(Face::Title, 30, DIM);
    for (scene, tile, x, label) in
        [(&old, then, half, "BEFORE"), (&new, now, WIDTH - half, "AFTER")]
    {
        zoom::around(&mut list, scene, tile, (x, map / 2.0), scale);
        let at = (x - half + 14.0, 44.0);
        list.write(at, Align::Left, 150.0, words, label);
    }
    list.icon(WIDTH / 2.0, map / 2.0, 62.0, Icon::Active, GOLD);
    legend(&mut list, (MARGIN, map, WIDTH - 2.0 * MARGIN, below - 10.0), after, &rows);
    if dice > 0.0 {
        dice::strip(&mut list, (MARGIN, map + below, WIDTH - 2.0 * MARGIN), after);
    }
    Some(list)
}

/// The scene with the system marked as the one that this is about.
fn marked(scene: &Scene, system: SystemId) -> Option<Scene> {
    let mut scene = scene.clone();
    let tile = scene.tiles.iter_mut().find(|tile| tile.id == system)?;
    match &mut tile.content {
        Content::System(content) => content.active = true,
        Content::Lanes(_) => return None,
    }
    Some(scene)
}

fn tile_of(scene: &Scene, system: SystemId) -> Option<&Tile> {
    scene.tiles.iter().find(|tile| tile.id == system)
}

/// Whether units or owners changed in the system or beside it. A command token alone is no change.
fn differ(before: &Scene, after: &Scene, system: SystemId) -> bool {
    let without_tokens = |scene: &Scene| -> Vec<Tile> {
        let mut near = zoom::near(scene, system);
        for tile in &mut near {
            if let Content::System(content) = &mut tile.content {
                content.tokens.clear();
                content.active = false;
            }
        }
        near
    };
    without_tokens(before) != without_tokens(after)
}

fn rows<'a>(was: &'a System, is: &'a System) -> Vec<Row<'a>> {
    let mut rows = pairs("Space", &was.fleets, &is.fleets);
    for (at, planet) in is.planets.iter().enumerate() {
        let before = was.planets.get(at).map_or(&[][..], |planet| &planet.ground);
        rows.extend(pairs(planet.name, before, &planet.ground));
    }
    rows
}

fn pairs<'a>(place: &'a str, before: &'a [Group], after: &'a [Group]) -> Vec<Row<'a>> {
    let mut owners: Vec<u8> = before.iter().chain(after).map(|group| group.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    let of = |groups: &'a [Group], owner: u8| groups.iter().find(|group| group.owner == owner);
    let row = |owner| Row { place, owner, before: of(before, owner), after: of(after, owner) };
    owners.into_iter().map(row).collect()
}

fn legend(list: &mut List, area: Area, scene: &Scene, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let (x, y, width, _) = area;
    list.panel(area, PanelLook::Glass);
    let each = (width - PLACE - BETWEEN - 20.0) / 2.0;
    for (i, row) in rows.iter().enumerate() {
        let middle = y + 10.0 + (i as f32 + 0.5) * ROW;
        if i > 0 {
            let line = PanelLook::Chip { fill: FAINT.darker(60), border: FAINT.darker(60) };
            list.panel((x + 16.0, middle - ROW / 2.0 - 2.0, width - 32.0, 4.0), line);
        }
        let ink = if row.place == "Space" { TEXT } else { GOLD };
        let place = narrowed(Style::new(Face::Label, 24, ink), row.place, PLACE - 30.0, 16);
        list.write((x + 20.0, middle - 4.0), Align::Left, PLACE - 30.0, place, row.place);
        let owner = scene.players.get(usize::from(row.owner));
        let owner = owner.map_or("", |player| player.name.as_str());
        let name = narrowed(Style::new(Face::Body, 23, DIM), owner, PLACE - 30.0, 17);
        list.write((x + 20.0, middle + 22.0), Align::Left, PLACE - 30.0, name, owner);
        let left = x + PLACE;
        units(list, row.before, (left, middle), each);
        let arrow = if row.before == row.after { FAINT } else { GOLD };
        list.icon(left + each + BETWEEN / 2.0, middle, 30.0, Icon::Active, arrow);
        units(list, row.after, (left + each + BETWEEN, middle), each);
    }
}

fn units(list: &mut List, group: Option<&Group>, (x, y): (f32, f32), room: f32) {
    match group {
        Some(group) => {
            tile::wide_plate(list, group, (x, y), room, 56.0);
        }
        None => {
            let style = Style::new(Face::BodyBold, 24, FAINT);
            list.write((x + 8.0, y + 8.0), Align::Left, room, style, "none");
        }
    }
}
