//! Chalk: strokes that tremble a little and leave the grain of the slate open, always in the same way.

use tiny_skia::{Path, PathSegment, Point};

use crate::picture::art::Art;
use crate::picture::art::canvas::{
    Canvas, Dice, circle, clouds, noise, polyline, rectangle, regular, rounded,
};
use crate::picture::text::{self, Style};
use crate::picture::theme::Rgb;

use super::icons::{self, Sign};
use super::slate;

/// Something in chalk. Sizes are in pixels; anchored in the middle unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Chalk {
    /// The slate itself in its wooden frame; anchored at its upper left corner.
    Slate {
        width: u16,
        height: u16,
    },
    /// A line from the anchor.
    Line {
        dx: i16,
        dy: i16,
        pen: Pen,
    },
    Shape {
        shape: Shape,
        pen: Pen,
    },
    Filled {
        shape: Shape,
        ink: Rgb,
        alpha: u8,
    },
    Sign {
        sign: Sign,
        size: u16,
        ink: Rgb,
    },
    /// Writing with the grain of the slate in it; anchored at the left end of the baseline.
    Words {
        text: String,
        style: Style,
    },
}

/// How a stroke is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pen {
    pub ink: Rgb,
    /// In halves of a pixel.
    pub width: u8,
    pub dash: u8,
    /// Which hand drew it: strokes of different seeds tremble differently.
    pub seed: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Circle(u16),
    /// Width, height, radius of the corners; anchored at the upper left corner.
    Box(u16, u16, u8),
    /// A hex with a corner in the north, by its radius.
    Hex(u16),
    /// Two strokes across a box of this width and height.
    Cross(u16, u16),
    Slash(u16, u16),
    Tick(u16),
}

impl Chalk {
    pub fn draw(&self) -> Art {
        match self {
            Chalk::Slate { width, height } => ground(*width, *height),
            Chalk::Line { dx, dy, pen } => {
                let (dx, dy) = (f32::from(*dx), f32::from(*dy));
                let room = (dx.min(0.0), dy.min(0.0), dx.max(0.0), dy.max(0.0));
                stroke(&[polyline(&[(0.0, 0.0), (dx, dy)])], room, *pen)
            }
            Chalk::Shape { shape, pen } => {
                let (paths, room) = shape.paths();
                stroke(&paths, room, *pen)
            }
            Chalk::Filled { shape, ink, alpha } => {
                let (paths, room) = shape.paths();
                let (mut canvas, anchor) = sized(room, 2.0);
                for path in &paths {
                    canvas.fill(path, (*ink, *alpha));
                }
                Art { map: canvas.map, anchor }
            }
            Chalk::Sign { sign, size, ink } => {
                let half = f32::from(*size) / 2.0;
                let (mut canvas, anchor) = sized((-half, -half, half, half), 4.0);
                canvas.at(anchor.0 as f32, anchor.1 as f32, f32::from(*size) / 24.0);
                icons::draw(&mut canvas, *sign, *ink);
                Art { map: canvas.map, anchor }
            }
            Chalk::Words { text, style } => words(text, *style),
        }
    }
}

impl Shape {
    /// What is stroked, and the rectangle that holds it.
    fn paths(self) -> (Vec<Path>, (f32, f32, f32, f32)) {
        let around = |r: f32| (-r, -r, r, r);
        match self {
            Shape::Circle(r) => (vec![circle(0.0, 0.0, f32::from(r))], around(f32::from(r))),
            Shape::Hex(r) => {
                (vec![regular(0.0, 0.0, f32::from(r), 6, -90.0)], around(f32::from(r)))
            }
            Shape::Box(w, h, r) => {
                let (w, h) = (f32::from(w), f32::from(h));
                (vec![rounded(0.0, 0.0, w, h, f32::from(r))], (0.0, 0.0, w, h))
            }
            Shape::Cross(w, h) => {
                let (x, y) = (f32::from(w) / 2.0, f32::from(h) / 2.0);
                let strokes = [[(-x, -y), (x, y)], [(x, -y), (-x, y)]];
                (strokes.map(|line| polyline(&line)).to_vec(), (-x, -y, x, y))
            }
            Shape::Slash(w, h) => {
                let (x, y) = (f32::from(w) / 2.0, f32::from(h) / 2.0);
                (vec![polyline(&[(-x, y), (x, -y)])], (-x, -y, x, y))
            }
            Shape::Tick(size) => {
                let s = f32::from(size) / 2.0;
                let line = [(-s, 0.1 * s), (-0.25 * s, 0.8 * s), (s, -0.8 * s)];
                (vec![polyline(&line)], around(s))
            }
        }
    }
}

/// A canvas that holds the rectangle and a margin, and where (0, 0) lies on it.
fn sized((left, top, right, bottom): (f32, f32, f32, f32), margin: f32) -> (Canvas, (i32, i32)) {
    let (x, y) = ((margin - left).ceil(), (margin - top).ceil());
    let (width, height) = ((right + x + margin).ceil(), (bottom + y + margin).ceil());
    let mut canvas = Canvas::new(width as u32, height as u32);
    canvas.at(x, y, 1.0);
    (canvas, (x as i32, y as i32))
}

fn stroke(paths: &[Path], room: (f32, f32, f32, f32), pen: Pen) -> Art {
    let width = f32::from(pen.width) / 2.0;
    let (mut canvas, anchor) = sized(room, width / 2.0 + 3.0);
    for (at, path) in paths.iter().enumerate() {
        let seed = u32::from(pen.seed) * 7 + at as u32;
        let dash = f32::from(pen.dash);
        let dash: &[f32] = if pen.dash == 0 { &[] } else { &[dash, dash * 0.8] };
        // Twice, as a hand goes over a line: once broad, once thin beside it.
        canvas.dashed(&trembling(path, seed), (pen.ink, 205), width, dash, 0.0);
        if pen.dash == 0 {
            canvas.stroke(&trembling(path, seed + 50), (pen.ink, 150), width * 0.55);
        }
    }
    grain(&mut canvas, if width < 2.5 { 1 } else { 2 });
    Art { map: canvas.map, anchor }
}

/// Length of the pieces that a stroke trembles in.
const PIECE: f32 = 7.0;
const TREMBLE: f32 = 0.9;

fn between(a: Point, b: Point, part: f32) -> Point {
    Point::from_xy(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
}

/// The path in short pieces that are a little off.
fn trembling(path: &Path, seed: u32) -> Path {
    let mut lines: Vec<Vec<(f32, f32)>> = Vec::new();
    let mut last = Point::zero();
    let mut first = last;
    for segment in path.segments() {
        let from = last;
        let along: Box<dyn Fn(f32) -> Point> = match segment {
            PathSegment::MoveTo(to) => {
                (first, last) = (to, to);
                lines.push(vec![(to.x, to.y)]);
                continue;
            }
            PathSegment::LineTo(to) => Box::new(move |t| between(from, to, t)),
            PathSegment::QuadTo(c, to) => {
                Box::new(move |t| between(between(from, c, t), between(c, to, t), t))
            }
            PathSegment::CubicTo(c, d, to) => Box::new(move |t| {
                let middle = between(c, d, t);
                let (a, b) = (between(from, c, t), between(d, to, t));
                between(between(a, middle, t), between(middle, b, t), t)
            }),
            PathSegment::Close => Box::new(move |t| between(from, first, t)),
        };
        let end = along(1.0);
        let pieces = (from.distance(end).max(from.distance(along(0.5)) * 2.0) / PIECE).ceil();
        let line = lines.last_mut().expect("a path begins with a move");
        for piece in 1..=pieces as usize {
            let at = along(piece as f32 / pieces);
            line.push((at.x, at.y));
        }
        last = end;
    }
    let off = |(x, y): &(f32, f32)| {
        let (x, y) = (*x, *y);
        let wave = |seed| noise(seed, x / 11.0, y / 11.0) * TREMBLE;
        (x + wave(seed), y + wave(seed + 31))
    };
    let mut out = tiny_skia::PathBuilder::new();
    for line in &lines {
        for (at, point) in line.iter().map(off).enumerate() {
            if at == 0 { out.move_to(point.0, point.1) } else { out.line_to(point.0, point.1) }
        }
    }
    out.finish().unwrap_or_else(|| circle(0.0, 0.0, 0.1))
}

/// Takes chalk away where the slate is deep. Three depths, so that it still compresses.
fn grain(canvas: &mut Canvas, depth: u32) {
    let width = canvas.map.width();
    for (at, pixel) in canvas.map.pixels_mut().iter_mut().enumerate() {
        if pixel.alpha() == 0 {
            continue;
        }
        let (x, y) = (at as u32 % width, at as u32 / width);
        let mut h = (x.wrapping_mul(0x9E37_79B9) >> 3) ^ y.wrapping_mul(0x85EB_CA6B);
        h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
        h ^= h >> 13;
        let kept = match (h % 16, depth) {
            (0, 2) => 110,
            (0..=2, _) => 175,
            (3..=5, 2) => 205,
            _ => 255,
        };
        if kept < 255 {
            let part = |value: u8| (u32::from(value) * kept / 255) as u8;
            let (r, g, b, a) = (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha());
            *pixel = tiny_skia::PremultipliedColorU8::from_rgba(part(r), part(g), part(b), part(a))
                .expect("all parts shrink alike");
        }
    }
}

fn words(run: &str, style: Style) -> Art {
    let size = f32::from(style.size);
    let margin = (size * 0.15).ceil();
    let width = text::width(run, style).ceil() + margin * 2.0;
    let (up, down) = ((size * text::ASCENT).ceil(), (size * text::DESCENT).ceil());
    let mut canvas = Canvas::new(width as u32, (up + down) as u32);
    if let Some(path) = text::outline(run, style.face, size, margin, up) {
        canvas.fill(&path, style.ink);
    }
    grain(&mut canvas, 1);
    Art { map: canvas.map, anchor: (margin as i32, up as i32) }
}

/// Width of the wooden frame.
pub const WOOD: u16 = 12;

/// The slate in its frame: wiped in broad arcs, a little dust left.
fn ground(width: u16, height: u16) -> Art {
    let mut canvas = Canvas::new(u32::from(width), u32::from(height));
    let (w, h) = (f32::from(width), f32::from(height));
    canvas.fill(&rectangle(0.0, 0.0, w, h), slate::FRAME);
    let wood = f32::from(WOOD);
    for line in 0..3 {
        let at = 2.5 + 3.5 * line as f32;
        let ring = rectangle(at, at, w - 2.0 * at, h - 2.0 * at);
        canvas.stroke(&ring, (slate::FRAME_DARK, 90), 1.0);
    }
    canvas.fill(
        &rectangle(wood - 2.0, wood - 2.0, w - 2.0 * wood + 4.0, h - 2.0 * wood + 4.0),
        slate::FRAME_DARK,
    );
    canvas.fill(&rectangle(wood, wood, w - 2.0 * wood, h - 2.0 * wood), slate::SLATE);
    wipe(&mut canvas);
    let mut dice = Dice::new(5);
    for _ in 0..(w * h / 9000.0) as usize {
        let (x, y) = (dice.between(wood, w - wood), dice.between(wood, h - wood));
        canvas.disc(x, y, dice.between(0.4, 1.1), (slate::CHALK, 50));
    }
    Art { map: canvas.map, anchor: (0, 0) }
}

/// Steps of a field of wiped dust, in blocks so that rows repeat.
fn wipe(canvas: &mut Canvas) {
    let (width, height) = (canvas.map.width(), canvas.map.height());
    let wood = u32::from(WOOD);
    let shades = slate::SHADES.map(|Rgb(r, g, b)| {
        tiny_skia::PremultipliedColorU8::from_rgba(r, g, b, 255).expect("an opaque colour")
    });
    let pixels = canvas.map.pixels_mut();
    const BLOCK: u32 = 4;
    for top in (wood..height - wood).step_by(BLOCK as usize) {
        for left in (wood..width - wood).step_by(BLOCK as usize) {
            let (x, y) = (left as f32, top as f32);
            // Broad arcs of a sponge from the lower left.
            let far = ((x + 300.0).powi(2) + (y - height as f32 - 200.0).powi(2)).sqrt();
            let dust = clouds(3, far / 90.0, (x - y) / 900.0, 2)
                + 0.5 * clouds(8, x / 500.0, y / 500.0, 2);
            let shade = ((dust + 0.55) * 3.2).clamp(0.0, 4.0) as usize;
            for y in top..(top + BLOCK).min(height - wood) {
                let from = (y * width + left) as usize;
                let until = (y * width + (left + BLOCK).min(width - wood)) as usize;
                pixels[from..until].fill(shades[shade]);
            }
        }
    }
}
