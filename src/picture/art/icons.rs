//! Small signs for numbers and states.

use crate::imperium::data::Colour;
use crate::picture::theme::{self, BLACK, Rgb, WHITE};

use super::Art;
use super::badges::technology_sign;
use super::canvas::{Canvas, circle, path, polygon, regular, rounded, star};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Icon {
    Tactic,
    Fleet,
    Strategy,
    TradeGood,
    Commodity,
    ActionCard,
    Secret,
    Note,
    Planet,
    Resources,
    Influence,
    Speaker,
    Active,
    Passed,
    Law,
    Custodians,
    Legend,
    Done,
    Open,
    Ship,
    Technology(Colour),
}

/// Anchored in the middle.
pub fn icon(icon: Icon, size: u16, ink: Rgb) -> Art {
    let side = u32::from(size) + 6;
    let mut canvas = Canvas::new(side, side);
    let middle = side as f32 / 2.0;
    // Icons are designed within twelve units around the origin.
    canvas.at(middle, middle, f32::from(size) / 24.0);
    paint(&mut canvas, icon, ink);
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

fn paint(canvas: &mut Canvas, icon: Icon, ink: Rgb) {
    match icon {
        Icon::Tactic => {
            canvas.stroke(&path("M -9 -9 Q 0 -12 9 -9 L 10 0 Q 8 8 0 12 Q -8 8 -10 0 Z"), ink, 2.4);
            canvas.fill(&polygon(&[(-3.6, -5.6), (6.2, 0.0), (-3.6, 5.6)]), ink);
        }
        Icon::Fleet => {
            canvas.fill(
                &path("M 0 -12 L 4 -4 L 11 8 L 4 6 L 3 11 L -3 11 L -4 6 L -11 8 L -4 -4 Z"),
                ink,
            );
        }
        Icon::Ship => {
            canvas.fill(&path("M 0 -12 L 4 -3 L 11 9 L 0 5 L -11 9 L -4 -3 Z"), ink);
        }
        Icon::Strategy => {
            canvas.fill(&star(0.0, 0.5, 12.5, 5.4, 5), ink);
        }
        Icon::TradeGood => {
            let dark = ink.darker(55);
            canvas.fill(&regular(0.0, 0.0, 12.0, 6, 30.0), ink);
            canvas.stroke(&regular(0.0, 0.0, 8.4, 6, 30.0), dark, 1.6);
            canvas.fill(&polygon(&[(0.0, -5.6), (4.2, 0.0), (0.0, 5.6), (-4.2, 0.0)]), dark);
        }
        Icon::Commodity => {
            canvas.stroke(&regular(0.0, 0.0, 10.6, 6, 30.0), ink, 2.6);
            canvas.fill(&regular(0.0, 0.0, 4.6, 6, 30.0), ink);
        }
        Icon::ActionCard => {
            canvas.fill(&rounded(-8.0, -11.5, 16.0, 23.0, 3.0), ink);
            canvas.fill(&path("M 1.6 -8 L -5 1.4 L -0.8 1.4 L -2.2 8 L 5 -2 L 0.8 -2 Z"), BLACK);
        }
        Icon::Secret => {
            canvas.fill(&rounded(-8.0, -11.5, 16.0, 23.0, 3.0), ink);
            canvas.fill(&path("M -6.5 0 Q 0 -7 6.5 0 Q 0 7 -6.5 0 Z"), BLACK);
            canvas.disc(0.0, 0.0, 2.2, ink);
        }
        Icon::Note => {
            // A scroll with a seal.
            canvas.fill(&path("M -9 -11 L 9 -11 L 9 5 L 4 11 L -9 11 Z"), ink);
            canvas.stroke(&path("M -5 -6 L 5 -6 M -5 -1.5 L 5 -1.5"), BLACK, 2.0);
            canvas.disc(0.0, 5.4, 3.6, BLACK);
            canvas.disc(0.0, 5.4, 1.7, ink);
        }
        Icon::Planet => {
            canvas.disc(0.0, 0.0, 8.0, ink);
            canvas.stroke(&path("M -12 4 Q 0 8 12 -4"), BLACK, 5.0);
            canvas.stroke(&path("M -12 4 Q 0 8 12 -4"), ink, 2.2);
        }
        Icon::Resources => canvas.fill(&rounded(-10.5, -10.5, 21.0, 21.0, 5.0), ink),
        Icon::Influence => canvas.fill(&regular(0.0, 0.0, 12.0, 6, 0.0), ink),
        Icon::Speaker => {
            canvas.fill(&path("M -11 -4 L -4 -4 L 5 -11 L 5 11 L -4 4 L -11 4 Z"), ink);
            canvas.stroke(&path("M 8 -5 Q 11 0 8 5"), ink, 2.4);
        }
        Icon::Active => canvas.fill(&polygon(&[(-7.0, -10.0), (10.0, 0.0), (-7.0, 10.0)]), ink),
        Icon::Passed => {
            canvas.stroke(&circle(0.0, 0.0, 9.6), ink, 2.8);
            canvas.stroke(&path("M -6 6 L 6 -6"), ink, 2.8);
        }
        Icon::Law => {
            canvas.fill(&path("M -9 -11 L 7 -11 L 10 -8 L 10 11 L -9 11 Z"), ink);
            canvas.stroke(&path("M -5 -5 L 6 -5 M -5 0 L 6 0 M -5 5 L 2 5"), ink.darker(70), 1.9);
        }
        Icon::Custodians => {
            canvas.stroke(
                &path("M 0 -12 L 10 -7 L 10 3 Q 8 9 0 12 Q -8 9 -10 3 L -10 -7 Z"),
                BLACK,
                5.0,
            );
            canvas.fill(&path("M 0 -12 L 10 -7 L 10 3 Q 8 9 0 12 Q -8 9 -10 3 L -10 -7 Z"), ink);
            canvas.stroke(
                &path("M 0 -12 L 10 -7 L 10 3 Q 8 9 0 12 Q -8 9 -10 3 L -10 -7 Z"),
                ink.lighter(60),
                1.4,
            );
            canvas.fill(&path("M -6 6 L -6 -1 L -4 -1 L -4 6 Z M -1 6 L -1 -1 L 1 -1 L 1 6 Z M 4 6 L 4 -1 L 6 -1 L 6 6 Z M -7.5 -2.5 L 0 -7.5 L 7.5 -2.5 Z M -7.5 6.4 L 7.5 6.4 L 7.5 8 L -7.5 8 Z"), BLACK);
        }
        Icon::Legend => {
            canvas.stroke(&star(0.0, 0.6, 12.0, 5.2, 5), BLACK, 4.5);
            canvas.fill(&star(0.0, 0.6, 12.0, 5.2, 5), ink);
            canvas.stroke(&star(0.0, 0.6, 12.0, 5.2, 5), WHITE, 1.0);
        }
        Icon::Done => {
            canvas.disc(0.0, 0.0, 11.5, ink);
            canvas.stroke(&path("M -5.5 0.5 L -1.5 5 L 6 -4.5"), WHITE, 3.0);
        }
        Icon::Open => canvas.stroke(&circle(0.0, 0.0, 9.5), ink, 2.4),
        Icon::Technology(colour) => {
            let fill = theme::colour(colour);
            canvas.fill(&polygon(&[(0.0, -12.5), (12.5, 0.0), (0.0, 12.5), (-12.5, 0.0)]), fill);
            technology_sign(canvas, colour);
        }
    }
}
