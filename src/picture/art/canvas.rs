//! A small pen over tiny-skia: paths from strings, inks, shapes in design units.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder,
    Pixmap, Point, RadialGradient, Rect, Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::picture::theme::Rgb;

/// What a path is filled or stroked with.
#[derive(Clone, Debug)]
pub enum Ink {
    Flat(Rgb, u8),
    /// From the top to the bottom of the given heights.
    Down(f32, f32, Vec<(f32, Rgb, u8)>),
    /// From a centre outwards.
    Round(f32, f32, f32, Vec<(f32, Rgb, u8)>),
}

impl From<Rgb> for Ink {
    fn from(colour: Rgb) -> Ink {
        Ink::Flat(colour, 255)
    }
}

impl From<(Rgb, u8)> for Ink {
    fn from((colour, alpha): (Rgb, u8)) -> Ink {
        Ink::Flat(colour, alpha)
    }
}

fn color(Rgb(r, g, b): Rgb, alpha: u8) -> Color {
    Color::from_rgba8(r, g, b, alpha)
}

impl Ink {
    fn shader(self) -> Shader<'static> {
        let stops = |stops: Vec<(f32, Rgb, u8)>| -> Vec<GradientStop> {
            stops.into_iter().map(|(at, rgb, a)| GradientStop::new(at, color(rgb, a))).collect()
        };
        let point = Point::from_xy;
        let gradient = match self {
            Ink::Flat(rgb, alpha) => Some(Shader::SolidColor(color(rgb, alpha))),
            Ink::Down(top, bottom, list) => LinearGradient::new(
                point(0.0, top),
                point(0.0, bottom),
                stops(list),
                SpreadMode::Pad,
                Transform::identity(),
            ),
            Ink::Round(x, y, radius, list) => RadialGradient::new(
                point(x, y),
                0.0,
                point(x, y),
                radius,
                stops(list),
                SpreadMode::Pad,
                Transform::identity(),
            ),
        };
        gradient.unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
    }
}

/// A picture in the making. Coordinates are in design units, see `at`.
pub struct Canvas {
    pub map: Pixmap,
    transform: Transform,
}

impl Canvas {
    /// `width` x `height` pixels, at least one each; one unit is one pixel.
    pub fn new(width: u32, height: u32) -> Canvas {
        let map = Pixmap::new(width.max(1), height.max(1))
            .expect("a sprite has at most some thousand pixels a side");
        Canvas { map, transform: Transform::identity() }
    }

    /// From now on one unit is `scale` pixels and (0, 0) lies at the pixel (x, y).
    pub fn at(&mut self, x: f32, y: f32, scale: f32) -> &mut Canvas {
        self.transform = Transform::from_scale(scale, scale).post_translate(x, y);
        self
    }

    pub fn fill(&mut self, path: &Path, ink: impl Into<Ink>) {
        let paint = Paint { shader: ink.into().shader(), anti_alias: true, ..Paint::default() };
        self.map.fill_path(path, &paint, FillRule::Winding, self.transform, None);
    }

    pub fn stroke(&mut self, path: &Path, ink: impl Into<Ink>, width: f32) {
        self.dashed(path, ink, width, &[], 0.0);
    }

    pub fn dashed(
        &mut self,
        path: &Path,
        ink: impl Into<Ink>,
        width: f32,
        dash: &[f32],
        offset: f32,
    ) {
        let paint = Paint { shader: ink.into().shader(), anti_alias: true, ..Paint::default() };
        // A pattern is on, off, on, off…
        let dash = (!dash.is_empty()).then(|| StrokeDash::new(dash.to_vec(), offset)).flatten();
        let cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
        let stroke =
            Stroke { width, line_cap: cap, line_join: LineJoin::Round, dash, ..Stroke::default() };
        self.map.stroke_path(path, &paint, &stroke, self.transform, None);
    }

    pub fn disc(&mut self, x: f32, y: f32, radius: f32, ink: impl Into<Ink>) {
        self.fill(&circle(x, y, radius), ink);
    }

    pub fn ring(&mut self, x: f32, y: f32, radius: f32, ink: impl Into<Ink>, width: f32) {
        self.stroke(&circle(x, y, radius), ink, width);
    }

    /// Fills the shape and draws its outline over a dark casing, the way all icons stand out.
    pub fn cased(&mut self, path: &Path, body: impl Into<Ink>, edge: Rgb, casing: f32, line: f32) {
        if casing > 0.0 {
            self.stroke(path, crate::picture::theme::BLACK, casing);
        }
        self.fill(path, body);
        self.stroke(path, edge, line);
    }
}

/// Sine and cosine of an angle in degrees, the same on every machine.
pub fn turn(degrees: f32) -> (f32, f32) {
    (sin(degrees), sin(degrees + 90.0))
}

/// Sine of an angle in degrees, to about a hundred thousandth.
pub fn sin(degrees: f32) -> f32 {
    let turns = degrees / 360.0;
    let x = turns - (turns + 0.5).floor();
    // Bring it to the quarter turn around zero, where the series converges fast.
    let x = if x > 0.25 {
        0.5 - x
    } else if x < -0.25 {
        -0.5 - x
    } else {
        x
    };
    let a = x * std::f32::consts::TAU;
    let b = a * a;
    a * (1.0 + b * (-1.0 / 6.0 + b * (1.0 / 120.0 + b * (-1.0 / 5040.0 + b / 362_880.0))))
}

pub fn circle(x: f32, y: f32, radius: f32) -> Path {
    let mut out = PathBuilder::new();
    out.push_circle(x, y, radius.max(0.1));
    out.finish().expect("a circle has a size")
}

pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Path {
    let rect = Rect::from_xywh(x, y, width.max(0.1), height.max(0.1));
    PathBuilder::from_rect(rect.expect("a rectangle has a size"))
}

/// A rectangle with round corners.
pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Path {
    let (w, h) = (width.max(0.2), height.max(0.2));
    let r = radius.min(w / 2.0).min(h / 2.0);
    let k = r * 0.447_7;
    let mut out = PathBuilder::new();
    out.move_to(x + r, y);
    out.line_to(x + w - r, y);
    out.cubic_to(x + w - k, y, x + w, y + k, x + w, y + r);
    out.line_to(x + w, y + h - r);
    out.cubic_to(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    out.line_to(x + r, y + h);
    out.cubic_to(x + k, y + h, x, y + h - k, x, y + h - r);
    out.line_to(x, y + r);
    out.cubic_to(x, y + k, x + k, y, x + r, y);
    out.close();
    out.finish().expect("a rectangle has a size")
}

pub fn polygon(points: &[(f32, f32)]) -> Path {
    lines(points, true)
}

pub fn polyline(points: &[(f32, f32)]) -> Path {
    lines(points, false)
}

fn lines(points: &[(f32, f32)], close: bool) -> Path {
    let mut out = PathBuilder::new();
    for (i, (x, y)) in points.iter().enumerate() {
        if i == 0 { out.move_to(*x, *y) } else { out.line_to(*x, *y) }
    }
    if close {
        out.close();
    }
    out.finish().unwrap_or_else(|| circle(0.0, 0.0, 0.1))
}

/// `count` corners on a circle, the first at `from` degrees clockwise from the east.
pub fn regular(x: f32, y: f32, radius: f32, count: usize, from: f32) -> Path {
    let corner = |i: usize| {
        let (sin, cos) = turn(from + 360.0 * i as f32 / count as f32);
        (x + radius * cos, y + radius * sin)
    };
    polygon(&(0..count).map(corner).collect::<Vec<_>>())
}

/// A star with its first point in the north.
pub fn star(x: f32, y: f32, outer: f32, inner: f32, points: usize) -> Path {
    let corner = |i: usize| {
        let radius = if i.is_multiple_of(2) { outer } else { inner };
        let (sin, cos) = turn(-90.0 + 180.0 * i as f32 / points as f32);
        (x + radius * cos, y + radius * sin)
    };
    polygon(&(0..points * 2).map(corner).collect::<Vec<_>>())
}

/// A path from the commands M, L, Q, C and Z with absolute coordinates, as in SVG.
///
/// # Panics
/// When the text is no such path: it is always part of the program.
pub fn path(text: &str) -> Path {
    let mut out = PathBuilder::new();
    let mut numbers: Vec<f32> = Vec::new();
    let mut command = 'Z';
    let mut draw = |command: char, n: &mut Vec<f32>| {
        match (command, n.as_slice()) {
            ('M', [x, y]) => out.move_to(*x, *y),
            ('L', pairs) => pairs.chunks_exact(2).for_each(|p| out.line_to(p[0], p[1])),
            ('Q', quads) => {
                quads.chunks_exact(4).for_each(|q| out.quad_to(q[0], q[1], q[2], q[3]));
            }
            ('C', cubics) => cubics
                .chunks_exact(6)
                .for_each(|c| out.cubic_to(c[0], c[1], c[2], c[3], c[4], c[5])),
            _ => {}
        }
        if command == 'Z' {
            out.close();
        }
        n.clear();
    };
    for word in text.split_whitespace() {
        match word.parse::<f32>() {
            Ok(number) => numbers.push(number),
            Err(_) => {
                if !numbers.is_empty() {
                    draw(command, &mut numbers);
                }
                command = word.chars().next().expect("a word is not empty");
                if command == 'Z' {
                    draw('Z', &mut numbers);
                }
            }
        }
    }
    if !numbers.is_empty() {
        draw(command, &mut numbers);
    }
    out.finish().expect("the program's own paths are sound")
}

/// Pseudo-random numbers for art: the same seed paints the same stars.
pub struct Dice(u32);

impl Dice {
    pub fn new(seed: u32) -> Dice {
        Dice(seed.wrapping_mul(2_654_435_769) ^ 0x9E37_79B9)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// At least `low` and less than `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 8) as f32 / 16_777_216.0)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        (self.next() >> 4) % n.max(1)
    }
}

/// Smooth noise from -1 to 1 over the plane.
pub fn noise(seed: u32, x: f32, y: f32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let corner = |dx: i32, dy: i32| {
        let mut h = seed
            ^ (x0 as i32 + dx).cast_unsigned().wrapping_mul(0x85EB_CA6B)
            ^ (y0 as i32 + dy).cast_unsigned().wrapping_mul(0xC2B2_AE35);
        h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
        h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
        ((h ^ (h >> 15)) >> 8) as f32 / 8_388_608.0 - 1.0
    };
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (sx, sy) = (smooth(fx), smooth(fy));
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * sx;
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * sx;
    top + (bottom - top) * sy
}

/// Noise with finer and finer detail.
pub fn clouds(seed: u32, x: f32, y: f32, octaves: u32) -> f32 {
    let (mut sum, mut weight, mut scale) = (0.0, 0.5, 1.0);
    for octave in 0..octaves {
        sum += weight * noise(seed.wrapping_add(octave * 101), x * scale, y * scale);
        (weight, scale) = (weight * 0.5, scale * 2.03);
    }
    sum
}
