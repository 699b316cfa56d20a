//! Plates, counters, values and panels.

use crate::imperium::data::{Colour, Trait};
use crate::picture::theme::{self, BLACK, GOLD, INFLUENCE, INK, LINE, Rgb, WHITE, livery_of};

use super::canvas::{
    Canvas, Ink, path, polygon, polyline, rectangle, regular, rounded, star, turn,
};
use super::{Art, PanelLook, digits};

/// A square canvas with `margin` around `size`, anchored in its middle.
fn square(size: u16, margin: u16) -> (Canvas, f32, (i32, i32)) {
    let side = u32::from(size) + 2 * u32::from(margin);
    let middle = side as f32 / 2.0;
    (Canvas::new(side, side), middle, (side as i32 / 2, side as i32 / 2))
}

/// Anchored at its upper left corner.
pub fn plate(owner: u8, width: u16, height: u16) -> Art {
    let livery = livery_of(owner.into());
    let (w, h) = (f32::from(width), f32::from(height));
    let mut canvas = Canvas::new(width.into(), height.into());
    let shape = rounded(2.0, 2.0, w - 4.0, h - 4.0, (h / 2.0 - 2.0).min(13.0));
    canvas.stroke(&shape, (BLACK, 220), 4.0);
    let deep = livery.fill.darker(82);
    canvas.fill(
        &shape,
        Ink::Down(0.0, h, vec![(0.0, deep.lighter(7), 244), (1.0, deep.darker(40), 244)]),
    );
    canvas.stroke(&shape, livery.edge, 2.2);
    Art { map: canvas.map, anchor: (0, 0) }
}

/// How many there are, in a light box; anchored in the middle.
pub fn count(count: u16, size: u16) -> Art {
    let text = count.to_string();
    let h = f32::from(size);
    let w = h * (0.55 + 0.42 * text.len() as f32);
    let (wide, high) = ((w + 4.0).ceil(), h + 4.0);
    let mut canvas = Canvas::new(wide as u32, high as u32);
    let (cx, cy) = (wide / 2.0, high / 2.0);
    let shape = rounded(cx - w / 2.0, cy - h / 2.0, w, h, h * 0.3);
    canvas.stroke(&shape, BLACK, 3.0);
    canvas.fill(&shape, WHITE);
    digits(&mut canvas, &text, cx, cy, h * 0.92, INK);
    Art { map: canvas.map, anchor: (wide as i32 / 2, high as i32 / 2) }
}

/// A burst over units that are damaged, with their number from two on; anchored in the middle.
pub fn damage(count: u16, size: u16) -> Art {
    let (mut canvas, middle, anchor) = square(size, 3);
    let r = f32::from(size) / 2.0;
    let burst = star(middle, middle, r * 1.08, r * 0.72, 9);
    canvas.stroke(&burst, BLACK, 3.0);
    canvas.fill(&burst, theme::ALARM);
    canvas.stroke(&burst, WHITE, 1.2);
    if count > 1 {
        digits(&mut canvas, &count.to_string(), middle, middle, r * 1.3, WHITE);
    } else {
        canvas.at(middle, middle, r / 10.0);
        canvas.fill(&path("M 1.5 -7 L -4.5 1 L -0.8 1 L -2 7 L 4.5 -1.6 L 0.8 -1.6 Z"), WHITE);
    }
    Art { map: canvas.map, anchor }
}

/// Anchored in the middle. Spent values are hollow.
pub fn resources(value: u8, size: u16, spent: bool) -> Art {
    let (mut canvas, middle, anchor) = square(size, 3);
    let s = f32::from(size);
    let shape = rounded(middle - s / 2.0, middle - s / 2.0, s, s, s * 0.24);
    value_badge(&mut canvas, &shape, GOLD, spent);
    let ink = if spent { GOLD } else { INK };
    digits(&mut canvas, &value.to_string(), middle, middle, s * 0.84, ink);
    Art { map: canvas.map, anchor }
}

pub fn influence(value: u8, size: u16, spent: bool) -> Art {
    let (mut canvas, middle, anchor) = square(size, 6);
    let s = f32::from(size);
    let shape = regular(middle, middle, s * 0.6, 6, 0.0);
    value_badge(&mut canvas, &shape, INFLUENCE, spent);
    let ink = if spent { INFLUENCE.lighter(45) } else { WHITE };
    digits(&mut canvas, &value.to_string(), middle, middle, s * 0.76, ink);
    Art { map: canvas.map, anchor }
}

fn value_badge(canvas: &mut Canvas, shape: &tiny_skia::Path, colour: Rgb, spent: bool) {
    canvas.stroke(shape, BLACK, 4.5);
    if spent {
        canvas.fill(shape, colour.darker(86));
        canvas.stroke(shape, colour.darker(30), 1.8);
    } else {
        canvas.fill(shape, colour);
        canvas.stroke(shape, colour.lighter(45), 1.2);
    }
}

/// A planet's trait: a round sign; anchored in the middle.
pub fn trait_mark(planet: Trait, size: u16) -> Art {
    let (mut canvas, middle, anchor) = square(size, 3);
    let r = f32::from(size) / 2.0;
    canvas.disc(middle, middle, r + 2.0, BLACK);
    canvas.disc(middle, middle, r, theme::trait_colour(planet));
    canvas.ring(middle, middle, r - 0.6, theme::trait_colour(planet).lighter(55), 1.2);
    canvas.at(middle, middle, r / 12.0);
    match planet {
        Trait::Cultural => {
            for (x, y) in [(0.0, -4.6), (-4.6, 3.0), (4.6, 3.0)] {
                canvas.disc(x, y, 3.0, WHITE);
            }
        }
        Trait::Hazardous => {
            canvas.fill(&polygon(&[(0.0, -8.2), (8.2, 6.0), (-8.2, 6.0)]), WHITE);
            canvas.fill(&rectangle(-1.2, -3.6, 2.4, 5.2), theme::trait_colour(planet));
            canvas.disc(0.0, 3.7, 1.3, theme::trait_colour(planet));
        }
        Trait::Industrial => {
            for i in 0..8 {
                let (sin, cos) = turn(i as f32 * 45.0);
                canvas.disc(cos * 6.2, sin * 6.2, 2.0, WHITE);
            }
            canvas.disc(0.0, 0.0, 6.2, WHITE);
            canvas.disc(0.0, 0.0, 2.6, theme::trait_colour(planet));
        }
    }
    Art { map: canvas.map, anchor }
}

/// A technology specialty: a diamond sign; anchored in the middle.
pub fn specialty(colour: Colour, size: u16) -> Art {
    let (mut canvas, middle, anchor) = square(size, 5);
    canvas.at(middle, middle, f32::from(size) / 25.0);
    let fill = theme::colour(colour);
    let shape = polygon(&[(0.0, -13.5), (13.5, 0.0), (0.0, 13.5), (-13.5, 0.0)]);
    canvas.stroke(&shape, BLACK, 4.5);
    canvas.fill(&shape, fill);
    canvas.stroke(&shape, WHITE, 1.6);
    technology_sign(&mut canvas, colour);
    Art { map: canvas.map, anchor }
}

/// The sign of a field of research within about eight units around the origin.
pub fn technology_sign(canvas: &mut Canvas, colour: Colour) {
    let ink = if colour == Colour::Yellow { INK } else { WHITE };
    match colour {
        Colour::Blue => {
            for y in [-3.4, 2.4] {
                canvas.stroke(
                    &path(&format!("M -4.6 {} L 0 {} L 4.6 {}", y + 3.6, y - 1.2, y + 3.6)),
                    ink,
                    2.2,
                );
            }
        }
        Colour::Green => {
            canvas.fill(&path("M -5 5.4 Q -7 -5.6 6 -6 Q 6.4 6.6 -5 5.4 Z"), ink);
            canvas.stroke(&path("M -5.6 6 L 2.4 -2.4"), theme::colour(colour), 1.3);
        }
        Colour::Yellow => {
            canvas.fill(&rounded(-4.4, -4.4, 8.8, 8.8, 1.2), ink);
            for i in [-2.6, 0.0, 2.6] {
                canvas.stroke(
                    &path(&format!("M {i} -6.8 L {i} 6.8 M -6.8 {i} L 6.8 {i}")),
                    ink,
                    1.1,
                );
            }
            canvas.fill(&rectangle(-1.9, -1.9, 3.8, 3.8), theme::colour(colour));
        }
        Colour::Red => {
            canvas.ring(0.0, 0.0, 4.2, ink, 1.7);
            canvas.stroke(
                &path("M 0 -7 L 0 -1.6 M 0 7 L 0 1.6 M -7 0 L -1.6 0 M 7 0 L 1.6 0"),
                ink,
                1.7,
            );
        }
    }
}

/// Anchored at its upper left corner.
pub fn panel(width: u16, height: u16, look: PanelLook) -> Art {
    let (w, h) = (f32::from(width), f32::from(height));
    let mut canvas = Canvas::new(width.into(), height.into());
    let glass = || {
        Ink::Down(
            0.0,
            h,
            vec![
                (0.0, theme::PANEL_TOP, 255),
                (0.3, theme::PANEL, 255),
                (1.0, theme::PANEL_BOTTOM, 255),
            ],
        )
    };
    match look {
        PanelLook::Glass => {
            let shape = rounded(1.5, 1.5, w - 3.0, h - 3.0, 14.0);
            canvas.fill(&shape, glass());
            canvas.stroke(&shape, LINE, 2.0);
        }
        PanelLook::Framed(colour) => {
            let shape = rounded(1.5, 1.5, w - 3.0, h - 3.0, 14.0);
            canvas.fill(&shape, glass());
            canvas.stroke(&shape, colour, 3.0);
        }
        PanelLook::Chip { fill, border } => {
            let shape = rounded(1.0, 1.0, w - 2.0, h - 2.0, (h * 0.28).min(9.0));
            canvas.fill(&shape, fill);
            canvas.stroke(&shape, border, 1.6);
        }
        PanelLook::Header(colour) => {
            let shape = path(&format!(
                "M 0 {h} L 0 14 Q 0 0 14 0 L {} 0 Q {w} 0 {w} 14 L {w} {h} Z",
                w - 14.0
            ));
            let stops = vec![
                (0.0, colour.lighter(16), 255),
                (0.5, colour, 255),
                (1.0, colour.darker(12), 255),
            ];
            canvas.fill(&shape, Ink::Down(0.0, h, stops));
        }
        PanelLook::Outline(colour) => {
            let shape = rounded(2.0, 2.0, w - 4.0, h - 4.0, 12.0);
            canvas.stroke(&shape, colour, 4.0);
        }
    }
    Art { map: canvas.map, anchor: (0, 0) }
}

/// The trapezoid behind a position label; anchored at the middle of its upper edge.
pub fn tab(width: u16, height: u16, active: bool) -> Art {
    let (w, h) = (f32::from(width), f32::from(height));
    let mut canvas = Canvas::new(width.into(), height.into());
    let slope = h * 0.5;
    let shape = polygon(&[(0.0, 0.0), (w, 0.0), (w - slope, h), (slope, h)]);
    if active {
        canvas.fill(&shape, GOLD);
        canvas.stroke(&shape, BLACK, 2.0);
    } else {
        canvas.fill(&shape, (BLACK, 235));
    }
    Art { map: canvas.map, anchor: (i32::from(width) / 2, 0) }
}

pub fn bar(width: u16, height: u16, ink: Rgb) -> Art {
    let mut canvas = Canvas::new(width.into(), height.into());
    canvas.fill(&rectangle(0.0, 0.0, width.into(), height.into()), ink);
    Art { map: canvas.map, anchor: (0, 0) }
}

pub fn trail(points: &[(i16, i16)], owner: u8, width: u16, height: u16) -> Art {
    let livery = livery_of(owner.into());
    let mut canvas = Canvas::new(width.into(), height.into());
    let points: Vec<(f32, f32)> = points.iter().map(|(x, y)| ((*x).into(), (*y).into())).collect();
    let line = polyline(&points);
    canvas.stroke(&line, (BLACK, 200), 10.0);
    canvas.stroke(&line, livery.edge.darker(55), 6.0);
    canvas.dashed(&line, livery.edge, 6.0, livery.dash, 0.0);
    Art { map: canvas.map, anchor: (0, 0) }
}
