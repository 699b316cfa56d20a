//! The plastic: silhouettes seen from above, ground forces and structures from the front.

use tiny_skia::Path;

use crate::imperium::data::UnitKind;
use crate::picture::theme::{BLACK, Livery, Rgb, WHITE, livery_of};

use super::Art;
use super::canvas::{Canvas, Ink, circle, path, polygon, regular, star, turn};

/// A unit in its player's colours in a square of `size`; anchored in the middle.
pub fn unit(kind: UnitKind, owner: u8, size: u16) -> Art {
    let livery = livery_of(owner.into());
    let side = u32::from(size) + 8;
    let mut canvas = Canvas::new(side, side);
    let middle = side as f32 / 2.0;
    let scale = f32::from(size) / 48.0;
    canvas.at(middle - 24.0 * scale, middle - 24.0 * scale, scale);
    Painter { canvas: &mut canvas, livery }.paint(kind);
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    livery: &'static Livery,
}

impl Painter<'_> {
    fn edge(&self) -> Rgb {
        if self.livery.edge == self.livery.fill {
            self.livery.fill.lighter(62)
        } else {
            self.livery.edge
        }
    }

    /// Lit from above.
    fn hull(&self) -> Ink {
        let fill = self.livery.fill;
        Ink::Down(
            2.0,
            46.0,
            vec![(0.0, fill.lighter(34), 255), (0.45, fill, 255), (1.0, fill.darker(38), 255)],
        )
    }

    fn dark(&self) -> Rgb {
        self.livery.fill.darker(66)
    }

    /// The whole outline first in black, then each part with its edge.
    fn body(&mut self, parts: &[Path]) {
        for part in parts {
            self.canvas.stroke(part, BLACK, 7.0);
        }
        for part in parts {
            let (hull, edge) = (self.hull(), self.edge());
            self.canvas.fill(part, hull);
            self.canvas.stroke(part, edge, 2.0);
        }
    }

    fn detail(&mut self, text: &str) {
        let dark = self.dark();
        self.canvas.fill(&path(text), dark);
    }

    fn line(&mut self, text: &str, width: f32) {
        let dark = self.dark();
        self.canvas.stroke(&path(text), dark, width);
    }

    fn lamp(&mut self, x: f32, y: f32, r: f32) {
        let edge = self.edge();
        self.canvas.disc(x, y, r, edge);
    }

    fn paint(&mut self, kind: UnitKind) {
        match kind {
            UnitKind::Fighter => {
                self.body(&[path("M 24 7 L 29 22 L 43 37 L 43 43 L 30 37 L 27 42 L 21 42 L 18 37 L 5 43 L 5 37 L 19 22 Z")]);
                self.detail("M 24 15 L 26.5 24 L 24 30 L 21.5 24 Z");
            }
            UnitKind::Destroyer => {
                self.body(&[path("M 24 2 L 28.5 13 L 29 27 L 38 38 L 38 43 L 30 41 L 27.5 46 L 20.5 46 L 18 41 L 10 43 L 10 38 L 19 27 L 19.5 13 Z")]);
                self.line("M 24 12 L 24 36", 2.6);
                self.line("M 20 30 L 28 30", 2.2);
            }
            UnitKind::Cruiser => {
                self.body(&[path("M 24 1 L 28 10 L 30 22 L 46 34 L 46 41 L 31 37 L 29 45 L 19 45 L 17 37 L 2 41 L 2 34 L 18 22 L 20 10 Z")]);
                self.detail("M 24 10 L 26.5 20 L 24 26 L 21.5 20 Z");
                self.line("M 20 33 L 28 33 M 21 38 L 27 38", 2.2);
            }
            UnitKind::Carrier => {
                self.body(&[path("M 6 6 L 10 2 L 16 2 L 19 6 L 19 20 L 29 20 L 29 6 L 32 2 L 38 2 L 42 6 L 45 22 L 45 38 L 39 46 L 9 46 L 3 38 L 3 22 Z")]);
                self.detail("M 16 27 L 32 27 L 34 39 L 14 39 Z");
                self.line("M 11 9 L 11 34 M 37 9 L 37 34", 2.4);
            }
            UnitKind::Dreadnought => {
                self.body(&[path("M 24 0 L 31 10 L 37 25 L 47 35 L 47 44 L 34 42 L 30 47 L 18 47 L 14 42 L 1 44 L 1 35 L 11 25 L 17 10 Z")]);
                self.detail("M 24 9 L 28 19 L 28 30 L 20 30 L 20 19 Z");
                self.line("M 12 34 L 20 36 M 36 34 L 28 36 M 24 33 L 24 43", 2.6);
                self.lamp(24.0, 23.0, 2.0);
            }
            UnitKind::Flagship => {
                self.body(&[path("M 24 0 L 30 6 L 33 17 L 41 21 L 41 12 L 46 18 L 47 36 L 38 39 L 34 45 L 27 48 L 21 48 L 14 45 L 10 39 L 1 36 L 2 18 L 7 12 L 7 21 L 15 17 L 18 6 Z")]);
                let (dark, white) = (self.dark(), WHITE);
                self.canvas.stroke(&star(24.0, 27.0, 11.5, 4.9, 5), dark, 4.0);
                self.canvas.fill(&star(24.0, 27.0, 11.5, 4.9, 5), white);
            }
            UnitKind::WarSun => self.war_sun(),
            UnitKind::Infantry => {
                self.body(&[
                    path("M 5 46 L 6 37 Q 8 29 16 28 L 32 28 Q 40 29 42 37 L 43 46 Z"),
                    path("M 13 17 Q 13 4 24 4 Q 35 4 35 17 Q 35 27 24 28 Q 13 27 13 17 Z"),
                ]);
                self.detail("M 16 15 L 32 15 L 31 21 L 17 21 Z");
                self.line("M 18 36 L 18 44 M 30 36 L 30 44", 2.4);
            }
            UnitKind::Mech => {
                self.body(&[
                    path("M 12 27 L 20 27 L 19 37 L 22 46 L 8 46 L 10 37 Z"),
                    path("M 28 27 L 36 27 L 38 37 L 40 46 L 26 46 L 29 37 Z"),
                    path("M 3 9 L 12 7 L 13 25 L 9 31 L 2 27 Z"),
                    path("M 45 9 L 36 7 L 35 25 L 39 31 L 46 27 Z"),
                    path("M 15 5 L 33 5 L 38 14 L 34 29 L 14 29 L 10 14 Z"),
                ]);
                self.detail("M 17 11 L 31 11 L 29 18 L 19 18 Z");
                self.line("M 19 24 L 29 24", 2.4);
            }
            UnitKind::Pds => {
                self.body(&[
                    path("M 26 16 L 41 1 L 46 6 L 32 22 Z"),
                    path("M 8 36 Q 8 15 24 15 Q 40 15 40 36 Z"),
                    path("M 3 36 L 45 36 L 47 46 L 1 46 Z"),
                ]);
                self.line("M 15 30 Q 17 22 24 21", 3.0);
                self.line("M 11 41 L 37 41", 2.6);
            }
            UnitKind::SpaceDock => self.dock(),
        }
    }

    fn war_sun(&mut self) {
        let teeth: Vec<Path> = (0..8)
            .map(|i| {
                let (sin, cos) = turn(i as f32 * 45.0 + 22.5);
                let at =
                    |r: f32, side: f32| (24.0 + cos * r - sin * side, 24.0 + sin * r + cos * side);
                polygon(&[at(16.0, -4.6), at(24.5, -2.6), at(24.5, 2.6), at(16.0, 4.6)])
            })
            .collect();
        self.body(&teeth);
        self.body(&[circle(24.0, 24.0, 18.5)]);
        let dark = self.dark();
        self.canvas.ring(24.0, 24.0, 12.5, dark, 2.4);
        self.canvas.disc(28.5, 19.0, 6.2, dark);
        self.lamp(29.0, 18.5, 2.6);
        self.line("M 6 27 L 42 27", 2.2);
    }

    fn dock(&mut self) {
        let arms: Vec<Path> = (0..4)
            .map(|i| {
                let (sin, cos) = turn(i as f32 * 90.0 + 45.0);
                let at =
                    |r: f32, side: f32| (24.0 + cos * r - sin * side, 24.0 + sin * r + cos * side);
                polygon(&[at(6.0, -3.6), at(25.0, -3.6), at(25.0, 3.6), at(6.0, 3.6)])
            })
            .collect();
        self.body(&arms);
        // A ring with a hub.
        let (edge, fill) = (self.edge(), self.livery.fill);
        self.canvas.ring(24.0, 24.0, 14.5, BLACK, 10.5);
        self.canvas.ring(24.0, 24.0, 14.5, edge, 7.5);
        self.canvas.ring(24.0, 24.0, 14.5, fill, 4.2);
        let hub = regular(24.0, 24.0, 8.5, 6, 0.0);
        self.body(&[hub]);
        self.lamp(24.0, 24.0, 2.6);
    }
}
