//! Signs for what spaces cost and give. Each has a shape of its own, most of them a letter or number too.

use crate::inscription::data::{Asset, EventKind, Resource, Sheet, Side, Spec, commodity};
use crate::picture::art::canvas::{
    Canvas, circle, path, polygon, polyline, regular, rounded, star,
};
use crate::picture::art::emblems;
use crate::picture::text::{self, Face};
use crate::picture::theme::{Emblem, Rgb};

use super::slate::SLATE;

/// A sign within 24 units around the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    Asset(Asset),
    Resource(Resource),
    Die(Resource),
    Wormhole,
    Lock,
    Anomaly,
    Sword,
    Crown,
    Hourglass,
    Card,
    Event(EventSign),
    Emblem(Emblem),
    /// A specialty of any kind.
    AnySpec,
    Hex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventSign {
    Strategy,
    War,
    Council,
    Production,
    Special,
}

/// A letter or number in the middle of (x, y).
fn letter(canvas: &mut Canvas, run: &str, (x, y): (f32, f32), size: f32, ink: Rgb) {
    let (cx, cy) = text::optical_centre(run, Face::Title, size);
    if let Some(path) = text::outline(run, Face::Title, size, x - cx, y - cy) {
        canvas.fill(&path, ink);
    }
}

const LINE: f32 = 2.0;

pub fn draw(canvas: &mut Canvas, sign: Sign, ink: Rgb) {
    match sign {
        Sign::Asset(asset) => draw_asset(canvas, asset, ink),
        Sign::Resource(resource) => draw_resource(canvas, resource, ink),
        Sign::Die(die) => {
            canvas.stroke(&rounded(-10.0, -10.0, 20.0, 20.0, 5.0), ink, LINE);
            letter(canvas, &die.letter().to_string(), (0.0, 0.0), 15.0, ink);
        }
        Sign::Wormhole => {
            let spiral: Vec<(f32, f32)> = (0..=26)
                .map(|step| {
                    let (sin, cos) = crate::picture::art::canvas::turn(step as f32 * 32.0);
                    let r = 1.0 + step as f32 * 0.4;
                    (r * cos, r * sin)
                })
                .collect();
            canvas.stroke(&polyline(&spiral), ink, LINE);
        }
        Sign::Lock => lock(canvas, ink),
        Sign::Anomaly => {
            for (x, y, r) in
                [(-3.5, -2.5, 6.0), (6.5, 4.5, 4.0), (-4.0, 8.5, 2.4), (6.0, -7.5, 2.4)]
            {
                canvas.fill(&regular(x, y, r, 6, 12.0), ink);
            }
        }
        Sign::Sword => sword(canvas, ink),
        Sign::Crown => crown(canvas, ink),
        Sign::Hourglass => canvas.stroke(&path("M -7 -10 L 7 -10 L -7 10 L 7 10 Z"), ink, LINE),
        Sign::Card => canvas.stroke(&rounded(-7.5, -10.5, 15.0, 21.0, 3.0), ink, LINE),
        Sign::Event(kind) => event(canvas, kind, ink),
        Sign::Emblem(emblem) => emblems::paint(canvas, emblem, 0.0, 0.0, 12.0, ink),
        Sign::AnySpec => {
            canvas.stroke(&regular(0.0, 0.0, 11.0, 5, -90.0), ink, LINE);
            letter(canvas, "?", (0.0, 0.5), 14.0, ink);
        }
        Sign::Hex => {
            canvas.stroke(&regular(0.0, 0.0, 11.5, 6, -90.0), ink, LINE);
            canvas.fill(&regular(0.0, 0.0, 5.0, 6, -90.0), ink);
        }
    }
}

impl Sign {
    /// The shape that doubles a sheet's colour.
    pub fn of_sheet(sheet: Sheet) -> Sign {
        match sheet {
            Sheet::Nav => Sign::Wormhole,
            Sheet::Exp => Sign::Asset(Asset::Planet),
            Sheet::Ind => Sign::Hex,
            Sheet::War => Sign::Sword,
        }
    }
}

impl EventSign {
    pub fn of(kind: &EventKind) -> EventSign {
        match kind {
            EventKind::Strategy(_) => EventSign::Strategy,
            EventKind::War { .. } => EventSign::War,
            EventKind::Council => EventSign::Council,
            EventKind::Production => EventSign::Production,
            EventKind::Special => EventSign::Special,
        }
    }
}

fn event(canvas: &mut Canvas, kind: EventSign, ink: Rgb) {
    match kind {
        EventSign::Strategy => {
            canvas.stroke(&rounded(-10.0, -10.0, 20.0, 20.0, 5.0), ink, LINE);
            for (x, y) in [(-4.5, -4.5), (0.0, 0.0), (4.5, 4.5)] {
                canvas.disc(x, y, 2.2, ink);
            }
        }
        EventSign::War => {
            sword(canvas, ink);
            canvas.stroke(&path("M 9 -10 L -6 7 M -9 3 L -3 9 M -6.5 6.5 L -10 10.5"), ink, LINE);
        }
        EventSign::Council => draw_asset(canvas, Asset::Vote, ink),
        EventSign::Production => draw_asset(canvas, Asset::Tg, ink),
        EventSign::Special => canvas.stroke(&star(0.0, 0.5, 11.0, 5.0, 5), ink, LINE),
    }
}

fn sword(canvas: &mut Canvas, ink: Rgb) {
    canvas.stroke(&path("M -9 -10 L 6 7 M 9 3 L 3 9 M 6.5 6.5 L 10 10.5"), ink, LINE);
}

fn crown(canvas: &mut Canvas, ink: Rgb) {
    canvas.stroke(&path("M -10 8 L -10 -6 L -4.5 0 L 0 -9 L 4.5 0 L 10 -6 L 10 8 Z"), ink, LINE);
}

fn lock(canvas: &mut Canvas, ink: Rgb) {
    canvas.fill(&rounded(-8.0, -1.5, 16.0, 12.0, 2.5), ink);
    canvas.stroke(&path("M -5 -2 L -5 -5 Q -5 -10.5 0 -10.5 Q 5 -10.5 5 -5 L 5 -2"), ink, LINE);
}

/// Material is a square, influence a circle, research a triangle.
fn draw_resource(canvas: &mut Canvas, resource: Resource, ink: Rgb) {
    match resource {
        Resource::M => {
            canvas.stroke(&rounded(-10.0, -10.0, 20.0, 20.0, 2.0), ink, LINE);
            letter(canvas, "M", (0.0, 0.0), 14.5, ink);
        }
        Resource::I => {
            canvas.stroke(&circle(0.0, 0.0, 10.8), ink, LINE);
            letter(canvas, "I", (0.0, 0.0), 15.0, ink);
        }
        Resource::R => {
            canvas.stroke(&polygon(&[(0.0, -11.5), (12.0, 9.5), (-12.0, 9.5)]), ink, LINE);
            letter(canvas, "R", (0.2, 3.2), 12.5, ink);
        }
    }
}

fn draw_asset(canvas: &mut Canvas, asset: Asset, ink: Rgb) {
    match asset {
        Asset::Vp(n) => {
            canvas.fill(&star(0.0, 0.0, 12.4, 9.4, 9), ink);
            letter(canvas, &n.to_string(), (0.0, 0.2), if n < 0 { 13.0 } else { 15.0 }, SLATE);
        }
        Asset::Planet => {
            canvas.stroke(&circle(0.0, 0.0, 7.0), ink, LINE);
            canvas.stroke(
                &path("M -6.2 3.4 C -15 9 -12 4 0 -1 C 12 -7 15 -8.5 6.4 -2.8"),
                ink,
                LINE * 0.9,
            );
        }
        Asset::Tg => {
            canvas.stroke(&circle(-2.0, 1.8, 8.6), ink, LINE);
            canvas.stroke(&path("M 2 -9.2 Q 10.8 -9 10.8 -1 Q 10.8 5 6.8 7.8"), ink, LINE * 0.9);
            canvas.stroke(&path("M -2 -2.4 L 2.2 1.8 L -2 6 L -6.2 1.8 Z"), ink, LINE * 0.8);
        }
        Asset::Vote => {
            canvas.stroke(&path("M -10 -1 L -10 10 L 10 10 L 10 -1 L -10 -1"), ink, LINE);
            canvas.stroke(&path("M -5 -1 L -5 -10.5 L 5 -10.5 L 5 -1"), ink, LINE);
            canvas.stroke(&path("M -2.4 -6 L -0.4 -3.8 L 2.8 -8"), ink, LINE * 0.8);
        }
        Asset::Spec(spec) => draw_spec(canvas, spec, ink),
        Asset::Focus(die) => {
            canvas.stroke(&rounded(-8.5, -10.5, 17.0, 17.0, 4.0), ink, LINE);
            letter(canvas, &die.letter().to_string(), (0.0, -2.0), 12.5, ink);
            canvas.stroke(&path("M -9 10.5 L 9 10.5"), ink, LINE * 1.2);
        }
        Asset::Com(row, n) => {
            canvas.stroke(&path("M 0 -11.5 L 10 -6 L 10 6 L 0 11.5 L -10 6 L -10 -6 Z"), ink, LINE);
            let run = commodity(row).to_string();
            if n > 1 {
                letter(canvas, &format!("{n}{run}"), (0.0, 0.0), 12.5, ink);
            } else {
                letter(canvas, &run, (0.0, 0.0), 15.0, ink);
            }
        }
        Asset::Coun => {
            canvas.stroke(&circle(0.0, -4.5, 5.0), ink, LINE);
            canvas.stroke(&path("M -9.5 10.5 Q -9 2.5 0 2.5 Q 9 2.5 9.5 10.5 Z"), ink, LINE);
        }
        Asset::Pop => {
            canvas.stroke(&path("M -10.5 10 L -10.5 -1 L -3.5 -6 L 3.5 -1 L 3.5 10 Z"), ink, LINE);
            canvas.stroke(&path("M 3.5 10 L 10.5 10 L 10.5 -7 L 3.5 -11 L -1 -8"), ink, LINE);
        }
        Asset::Fac => {
            canvas.stroke(&path("M -7 11.5 L -7 -10.5"), ink, LINE * 1.1);
            canvas.fill(&path("M -6 -10.5 L 10.5 -8.5 L 5.5 -4 L 10.5 1 L -6 1.5 Z"), ink);
        }
        Asset::Relic => {
            canvas.stroke(&path("M -3.5 -10.5 L 3.5 -10.5 M -2.5 -10.5 L -2.5 -6 Q -9.5 -2 -7.5 4 L -3.5 10.5 L 3.5 10.5 L 7.5 4 Q 9.5 -2 2.5 -6 L 2.5 -10.5"), ink, LINE);
            canvas.stroke(&path("M -7.5 0.5 L 7.5 0.5"), ink, LINE * 0.8);
        }
        Asset::Nbr(side) => neighbor(canvas, side, ink),
        Asset::Mecatol => crown(canvas, ink),
        Asset::Empty => canvas.stroke(&path("M -5 0 L 5 0"), ink, LINE),
        Asset::Home => canvas.stroke(
            &path("M -11 0 L 0 -10 L 11 0 M -7.5 -2 L -7.5 10 L 7.5 10 L 7.5 -2"),
            ink,
            LINE,
        ),
        Asset::Lock(spec) => {
            lock(canvas, ink);
            letter(canvas, &spec.letter().to_string(), (0.0, 4.2), 10.0, SLATE);
        }
    }
}

/// A wall with an arrow to one's own side of it.
fn neighbor(canvas: &mut Canvas, side: Side, ink: Rgb) {
    let m = if side == Side::Left { 1.0 } else { -1.0 };
    canvas.stroke(&polyline(&[(-10.0 * m, -10.0), (-10.0 * m, 10.0)]), ink, LINE * 1.2);
    canvas.stroke(&polyline(&[(10.0 * m, 0.0), (-6.0 * m, 0.0)]), ink, LINE);
    canvas.stroke(&polyline(&[(-m, -5.5), (-6.5 * m, 0.0), (-m, 5.5)]), ink, LINE);
}

fn draw_spec(canvas: &mut Canvas, spec: Spec, ink: Rgb) {
    match spec {
        Spec::Biotic => {
            canvas.stroke(&path("M -8 9 Q -10 -8 9 -10 Q 11 8 -8 9 Z"), ink, LINE);
            canvas.stroke(&path("M -10.5 11 L 4 -4.5"), ink, LINE * 0.9);
        }
        Spec::Cybernetic => {
            canvas.stroke(&rounded(-6.5, -6.5, 13.0, 13.0, 1.5), ink, LINE);
            for at in [-3.5, 3.5] {
                let legs = format!(
                    "M {at} -11 L {at} -7 M {at} 7 L {at} 11 M -11 {at} L -7 {at} M 7 {at} L 11 {at}"
                );
                canvas.stroke(&path(&legs), ink, LINE * 0.9);
            }
            canvas.disc(0.0, 0.0, 2.4, ink);
        }
        Spec::Propulsion => {
            canvas.stroke(&path("M 0 -11.5 Q 7 -5 5.5 5 L -5.5 5 Q -7 -5 0 -11.5 Z"), ink, LINE);
            canvas.stroke(
                &path("M -5.5 1 L -9.5 7 M 5.5 1 L 9.5 7 M -2.5 8 L -2.5 11 M 2.5 8 L 2.5 11"),
                ink,
                LINE * 0.9,
            );
        }
        Spec::Warfare => {
            canvas.stroke(&circle(0.0, 0.0, 7.5), ink, LINE);
            canvas.stroke(
                &path("M 0 -11.5 L 0 -4 M 0 4 L 0 11.5 M -11.5 0 L -4 0 M 4 0 L 11.5 0"),
                ink,
                LINE * 0.9,
            );
        }
    }
}
