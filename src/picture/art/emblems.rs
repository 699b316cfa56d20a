//! The signs of the players: emblems, medals with them, and command tokens.

use tiny_skia::Path;

use crate::picture::theme::{BLACK, Emblem, Rgb, WHITE, livery_of};

use super::Art;
use super::canvas::{Canvas, circle, path, polygon, rectangle, regular, star};

/// The emblem within a circle of about `r` around (x, y).
pub fn paint(canvas: &mut Canvas, emblem: Emblem, x: f32, y: f32, r: f32, ink: Rgb) {
    match emblem {
        Emblem::Ring => canvas.ring(x, y, r * 0.62, ink, r * 0.42),
        solid => canvas.fill(&outline(solid, x, y, r), ink),
    }
}

fn outline(emblem: Emblem, x: f32, y: f32, r: f32) -> Path {
    match emblem {
        Emblem::Triangle => regular(x, y + r * 0.14, r, 3, -90.0),
        Emblem::Circle | Emblem::Ring => circle(x, y, r * 0.72),
        Emblem::Square => rectangle(x - r * 0.68, y - r * 0.68, r * 1.36, r * 1.36),
        Emblem::Star => star(x, y + r * 0.04, r * 1.06, r * 0.45, 5),
        Emblem::Diamond => polygon(&[(x, y - r), (x + r * 0.74, y), (x, y + r), (x - r * 0.74, y)]),
        Emblem::Hexagon => regular(x, y, r * 0.88, 6, 0.0),
        Emblem::Plus => {
            let (a, b) = (r * 0.3, r * 0.86);
            polygon(&[
                (x - a, y - b),
                (x + a, y - b),
                (x + a, y - a),
                (x + b, y - a),
                (x + b, y + a),
                (x + a, y + a),
                (x + a, y + b),
                (x - a, y + b),
                (x - a, y + a),
                (x - b, y + a),
                (x - b, y - a),
                (x - a, y - a),
            ])
        }
    }
}

/// A disc in the player's colour with the emblem; anchored in the middle.
pub fn medal(owner: u8, size: u16) -> Art {
    let livery = livery_of(owner.into());
    let half = f32::from(size) / 2.0;
    let side = size + 4;
    let middle = f32::from(side) / 2.0;
    let mut canvas = Canvas::new(side.into(), side.into());
    canvas.disc(middle, middle, half + 1.5, BLACK);
    canvas.disc(middle, middle, half, livery.fill);
    let line = (f32::from(size) / 18.0).clamp(1.2, 3.0);
    let edge = if livery.edge == livery.fill { livery.fill.lighter(55) } else { livery.edge };
    canvas.ring(middle, middle, half - line / 2.0, edge, line);
    paint(&mut canvas, livery.emblem, middle, middle, half * 0.58, livery.ink);
    Art { map: canvas.map, anchor: (i32::from(side) / 2, i32::from(side) / 2) }
}

/// A command token; anchored in the middle.
pub fn shield(owner: u8, size: u16) -> Art {
    let livery = livery_of(owner.into());
    let side = size + 8;
    let middle = f32::from(side) / 2.0;
    let mut canvas = Canvas::new(side.into(), side.into());
    canvas.at(middle, middle, f32::from(size) / 30.0);
    let shape = path("M -12 -13 Q 0 -17 12 -13 L 13 0 Q 11 11 0 16 Q -11 11 -13 0 Z");
    canvas.stroke(&shape, BLACK, 6.0);
    canvas.fill(&shape, livery.fill);
    canvas.stroke(&shape, WHITE, 2.2);
    paint(&mut canvas, livery.emblem, 0.0, -0.5, 8.2, livery.ink);
    Art { map: canvas.map, anchor: (i32::from(side) / 2, i32::from(side) / 2) }
}
