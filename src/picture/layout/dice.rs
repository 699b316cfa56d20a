//! The dice of a turn, roll by roll: whose, for what, which of them hit.

use crate::imperium::data::UnitKind;
use crate::imperium::view::{Roll, RolledDie};
use crate::picture::art::{PanelLook, Sprite};
use crate::picture::scene::Scene;
use crate::picture::text::{Face, Style};
use crate::picture::theme::{self, DIM, FAINT, GOLD, INK, LINE, TEXT, WHITE};

use super::panels::narrowed;
use super::{Align, List};

/// Side of a die, and of a die with the gap to the next.
const DIE: f32 = 42.0;
const STEP: f32 = 48.0;
/// A line of dice and a heading.
const LINE_HEIGHT: f32 = 56.0;
const HEADING: f32 = 44.0;
const NAME: f32 = 214.0;
const HITS: f32 = 104.0;
/// Rolls that are shown; those before are left out.
const MOST: usize = 14;

enum Cell {
    /// The kind of unit, and what its dice hit on.
    Unit(UnitKind, u8),
    Die(RolledDie),
}

impl Cell {
    fn width(&self) -> f32 {
        match self {
            Cell::Unit(..) => 58.0,
            Cell::Die(_) => STEP,
        }
    }
}

fn shown(scene: &Scene) -> &[Roll] {
    &scene.rolls[scene.rolls.len().saturating_sub(MOST)..]
}

/// Lines of cells no wider than `room`.
fn lines(roll: &Roll, room: f32) -> Vec<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut kind = None;
    for die in &roll.dice {
        if kind != Some((die.kind, die.value)) {
            kind = Some((die.kind, die.value));
            cells.push(Cell::Unit(die.kind, die.value));
        }
        cells.push(Cell::Die(*die));
    }
    let mut lines: Vec<Vec<Cell>> = vec![Vec::new()];
    let mut used = 0.0;
    for cell in cells {
        if used > 0.0 && used + cell.width() > room {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += cell.width();
        lines.last_mut().expect("there is always a line").push(cell);
    }
    lines
}

/// How high the panel is; nothing when nobody rolled.
pub fn height(scene: &Scene, width: f32) -> f32 {
    let rolls = shown(scene);
    if rolls.is_empty() {
        return 0.0;
    }
    let headings = (0..rolls.len()).filter(|at| begins(rolls, *at)).count();
    let lines: usize = rolls.iter().map(|roll| lines(roll, room(width)).len()).sum();
    headings as f32 * HEADING + lines as f32 * LINE_HEIGHT + 20.0
}

fn room(width: f32) -> f32 {
    width - NAME - HITS - 36.0
}

fn begins(rolls: &[Roll], at: usize) -> bool {
    at == 0 || rolls[at - 1].what != rolls[at].what
}

pub fn strip(list: &mut List, (x, y, width): (f32, f32, f32), scene: &Scene) {
    let rolls = shown(scene);
    list.panel((x, y, width, height(scene, width)), PanelLook::Glass);
    let mut top = y + 10.0;
    for (at, roll) in rolls.iter().enumerate() {
        if begins(rolls, at) {
            heading(list, (x + 20.0, top + 30.0), width - 40.0, &roll.what);
            top += HEADING;
        }
        let name = scene.players.get(roll.seat.index()).map_or("", |player| player.name.as_str());
        let middle = top + LINE_HEIGHT / 2.0;
        list.emblem(x + 40.0, middle, 36.0, roll.seat.0);
        let style = narrowed(Style::new(Face::BodyBold, 23, TEXT), name, NAME - 70.0, 17);
        list.write((x + 66.0, middle + 8.0), Align::Left, NAME - 70.0, style, name);
        let (words, ink) = match roll.hits() {
            0 => ("no hit".to_string(), FAINT),
            1 => ("1 hit".to_string(), GOLD),
            hits => (format!("{hits} hits"), GOLD),
        };
        let style = Style::new(Face::Title, 26, ink);
        list.write((x + width - 20.0, middle + 9.0), Align::Right, HITS - 8.0, style, &words);
        for line in lines(roll, room(width)) {
            let mut left = x + 16.0 + NAME;
            for cell in line {
                paint(list, &cell, (left, top + LINE_HEIGHT / 2.0), roll.seat.0);
                left += cell.width();
            }
            top += LINE_HEIGHT;
        }
    }
}

fn heading(list: &mut List, at: (f32, f32), room: f32, what: &str) {
    let mut letters = what.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let words = format!("{first}{}", letters.as_str());
    let style = narrowed(Style::new(Face::Label, 22, GOLD), &words, room, 16);
    list.write(at, Align::Left, room, style, &words);
}

fn paint(list: &mut List, cell: &Cell, (left, middle): (f32, f32), owner: u8) {
    match cell {
        Cell::Unit(kind, value) => {
            let sprite = Sprite::Unit { kind: *kind, owner, size: 34 };
            list.put(left + 24.0, middle - 7.0, sprite);
            let words = match value {
                10 => "10".to_string(),
                value => format!("{value}+"),
            };
            let style = Style::new(Face::BodyBold, 17, DIM).halo(3);
            list.write((left + 24.0, middle + 25.0), Align::Middle, 46.0, style, &words);
        }
        Cell::Die(die) => {
            let (fill, border, ink) = match die.hits {
                0 => (theme::PANEL_BOTTOM, LINE, DIM),
                1 => (GOLD, GOLD.lighter(55), INK),
                _ => (GOLD, WHITE, INK),
            };
            list.panel((left, middle - DIE / 2.0, DIE, DIE), PanelLook::Chip { fill, border });
            let centre = left + DIE / 2.0;
            let add = die.add != 0;
            let number = Style::new(Face::Title, if add { 23 } else { 27 }, ink);
            let base = middle + if add { 3.0 } else { 10.0 };
            list.write((centre, base), Align::Middle, DIE, number, &die.shows.to_string());
            if add {
                let small = Style::new(Face::BodyBold, 16, ink);
                let words = format!("{:+}", die.add).replace('-', "−");
                list.write((centre, middle + 17.0), Align::Middle, DIE, small, &words);
            }
        }
    }
}
