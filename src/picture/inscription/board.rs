//! The pen over a list of sprites: shapes and words in the units of a panel, whatever its size.

use std::collections::BTreeSet;

use crate::engine::Seat;
use crate::inscription::data::{Asset, Sheet};
use crate::picture::art::Sprite;
use crate::picture::layout::{Align, List, Put};
use crate::picture::quant::Tone;
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{Rgb, livery_of};

use super::art::{Chalk, Pen, Shape, WOOD};
use super::icons::Sign;
use super::places::Place;
use super::slate::{self, CHALK, NEXT};

/// A picture in the making.
pub struct Board {
    pub list: List,
    legal: BTreeSet<Place>,
    /// What was highlighted.
    pub lit: Vec<Place>,
    /// Labels of spaces, as they were written.
    pub labels: Vec<(Sheet, String)>,
}

/// Width of every picture; phones show it at about a third.
pub const WIDTH: u32 = 1080;
/// Where content begins on all sides.
pub const EDGE: f32 = WOOD as f32 + 10.0;
/// Width of what lies inside.
pub const INNER: f32 = WIDTH as f32 - 2.0 * EDGE;

impl Board {
    pub fn new(height: f32, legal: BTreeSet<Place>) -> Board {
        let height = height.ceil() as u32;
        let mut list = List { tone: Tone::Slate, width: WIDTH, height, puts: Vec::new() };
        let slate = Chalk::Slate { width: WIDTH as u16, height: height as u16 };
        list.put(0.0, 0.0, Sprite::Chalk(slate));
        Board { list, legal, lit: Vec::new(), labels: Vec::new() }
    }

    /// A pen whose unit is `scale` pixels, with (0, 0) at the pixel (x, y).
    pub fn hand(&mut self, x: f32, y: f32, scale: f32) -> Hand<'_> {
        Hand { board: self, x, y, scale }
    }
}

pub struct Hand<'a> {
    pub board: &'a mut Board,
    x: f32,
    y: f32,
    scale: f32,
}

/// The smallest writing there is, in pixels.
const SMALLEST: f32 = 14.0;

pub const LABEL: Face = Face::BodyBold;

impl Hand<'_> {
    /// Whether this is a small panel, which leaves out what cannot be read there.
    pub fn small(&self) -> bool {
        self.scale < 0.7
    }

    /// The same pen moved.
    pub fn at(&mut self, x: f32, y: f32) -> Hand<'_> {
        let (x, y) = (self.x + x * self.scale, self.y + y * self.scale);
        Hand { board: self.board, x, y, scale: self.scale }
    }

    fn put(&mut self, x: f32, y: f32, chalk: Chalk) {
        let (x, y) = (self.x + x * self.scale, self.y + y * self.scale);
        self.board.list.put(x, y, Sprite::Chalk(chalk));
    }

    fn px(&self, units: f32) -> u16 {
        (units * self.scale).round().max(1.0) as u16
    }

    fn pen(&self, ink: Rgb, width: f32, dash: f32, seed: usize) -> Pen {
        let width = (width * self.scale.max(0.6) * 2.0).round().clamp(2.0, 60.0) as u8;
        let dash = (dash * self.scale).round().min(80.0) as u8;
        // A few hands are enough, and sprites can be used again.
        Pen { ink, width, dash, seed: (seed % 5) as u8 }
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), ink: Rgb, width: f32) {
        self.dashed(from, to, ink, width, 0.0);
    }

    pub fn dashed(&mut self, from: (f32, f32), to: (f32, f32), ink: Rgb, width: f32, dash: f32) {
        let part = |a: f32, b: f32| ((b - a) * self.scale).round() as i16;
        let (dx, dy) = (part(from.0, to.0), part(from.1, to.1));
        let seed = (from.0 + from.1 * 3.0).abs() as usize;
        let pen = self.pen(ink, width, dash, seed);
        self.put(from.0, from.1, Chalk::Line { dx, dy, pen });
    }

    pub fn shape(&mut self, (x, y): (f32, f32), shape: Shape, ink: Rgb, width: f32) {
        let pen = self.pen(ink, width, 0.0, (x + y) as usize);
        self.put(x, y, Chalk::Shape { shape, pen });
    }

    pub fn circle(&mut self, at: (f32, f32), radius: f32, ink: Rgb, width: f32) {
        self.shape(at, Shape::Circle(self.px(radius)), ink, width);
    }

    pub fn disc(&mut self, (x, y): (f32, f32), radius: f32, ink: Rgb, alpha: u8) {
        let shape = Shape::Circle(self.px(radius));
        self.put(x, y, Chalk::Filled { shape, ink, alpha });
    }

    pub fn hex(&mut self, at: (f32, f32), radius: f32, ink: Rgb, width: f32) {
        self.shape(at, Shape::Hex(self.px(radius)), ink, width);
    }

    pub fn full_hex(&mut self, (x, y): (f32, f32), radius: f32, ink: Rgb, alpha: u8) {
        let shape = Shape::Hex(self.px(radius));
        self.put(x, y, Chalk::Filled { shape, ink, alpha });
    }

    fn corners(&self, (w, h): (f32, f32)) -> Shape {
        Shape::Box(self.px(w), self.px(h), self.px(w.min(h).min(60.0) * 0.16) as u8)
    }

    /// By the upper left corner and the size.
    pub fn frame(&mut self, at: (f32, f32), size: (f32, f32), ink: Rgb, width: f32) {
        self.shape(at, self.corners(size), ink, width);
    }

    pub fn plate(&mut self, (x, y): (f32, f32), size: (f32, f32), ink: Rgb, alpha: u8) {
        let shape = self.corners(size);
        self.put(x, y, Chalk::Filled { shape, ink, alpha });
    }

    pub fn cross(&mut self, at: (f32, f32), (w, h): (f32, f32), ink: Rgb, width: f32) {
        self.shape(at, Shape::Cross(self.px(w), self.px(h)), ink, width);
    }

    pub fn slash(&mut self, at: (f32, f32), size: f32, ink: Rgb) {
        self.shape(at, Shape::Slash(self.px(size), self.px(size)), ink, 5.0);
    }

    pub fn tick(&mut self, at: (f32, f32), size: f32, ink: Rgb) {
        self.shape(at, Shape::Tick(self.px(size)), ink, 5.0);
    }

    pub fn sign(&mut self, (x, y): (f32, f32), size: f32, sign: Sign, ink: Rgb) {
        let size = self.px(size);
        self.put(x, y, Chalk::Sign { sign, size, ink });
    }

    pub fn asset(&mut self, at: (f32, f32), size: f32, asset: Asset, ink: Rgb) {
        self.sign(at, size, Sign::Asset(asset), ink);
    }

    fn style(&self, face: Face, size: f32, ink: Rgb) -> Style {
        // Small panels keep their writing a little larger than the rest.
        let boost = if self.small() { 1.22 } else { 1.0 };
        let size = (size * self.scale * boost).round().max(SMALLEST);
        Style::new(face, size as u8, ink)
    }

    /// Writes on a baseline and says how wide it is, in units.
    pub fn write(&mut self, at: (f32, f32), how: Writing, words: &str) -> f32 {
        self.fitted(at, how, words).0
    }

    /// The same with what there was room for.
    fn fitted(&mut self, at: (f32, f32), how: Writing, words: &str) -> (f32, String) {
        let style = self.style(how.face, how.size, how.ink);
        let room = how.room * self.scale;
        let words = text::fit(words, style, room);
        let width = text::width(&words, style);
        if words.trim().is_empty() {
            return (0.0, words);
        }
        let written = words.clone();
        let x = self.x + at.0 * self.scale;
        let left = match how.align {
            Align::Left => x,
            Align::Middle => x - width / 2.0,
            Align::Right => x - width,
        };
        let sprite = match how.face {
            Face::Title if style.size > 24 => Sprite::Chalk(Chalk::Words { text: words, style }),
            _ => Sprite::Text { text: words, style },
        };
        let y = (self.y + at.1 * self.scale).round() as i32;
        self.board.list.puts.push(Put { x: left.round() as i32, y, sprite, room: Some(room) });
        (width / self.scale, written)
    }

    /// The label of a space: what a player types to mark it.
    pub fn label(&mut self, sheet: Sheet, at: (f32, f32), how: Writing, words: &str) -> f32 {
        let (width, written) = self.fitted(at, how, words);
        self.board.labels.push((sheet, written));
        width
    }

    /// Writes in lines of at most `how.room`; says where the next one would be.
    pub fn wrap(&mut self, at: (f32, f32), how: Writing, lines: usize, words: &str) -> f32 {
        let style = self.style(how.face, how.size, how.ink);
        let step = f32::from(style.size) / self.scale * 1.2;
        let mut y = at.1;
        for line in text::wrap(words, style, how.room * self.scale, lines) {
            self.write((at.0, y), how, &line);
            y += step;
        }
        y
    }

    /// Whether the place may be marked next; then it is highlighted.
    pub fn lit(&mut self, place: Place) -> bool {
        let lit = self.board.legal.contains(&place);
        if lit {
            self.board.lit.push(place);
        }
        lit
    }

    /// The halo of a place that may be marked next.
    pub fn glow(&mut self, at: (f32, f32), radius: f32) {
        self.disc(at, radius + 5.0, NEXT, 70);
        self.circle(at, radius + 5.0, NEXT, 4.0);
    }

    pub fn glow_box(&mut self, (x, y): (f32, f32), (w, h): (f32, f32)) {
        let (at, size) = ((x - 4.0, y - 4.0), (w + 8.0, h + 8.0));
        self.plate(at, size, NEXT, 70);
        self.frame(at, size, NEXT, 4.0);
    }

    /// The sign of a player: shape and colour of the seat.
    pub fn player(&mut self, (x, y): (f32, f32), size: f32, seat: Seat) {
        let livery = livery_of(seat.index());
        let sign = Sign::Emblem(livery.emblem);
        let size = self.px(size);
        self.put(x, y, Chalk::Sign { sign, size, ink: CHALK });
    }
}

/// How something is written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    pub face: Face,
    pub size: f32,
    pub ink: Rgb,
    pub align: Align,
    /// How wide it may be.
    pub room: f32,
}

/// Small writing from the left.
pub fn body(size: f32, room: f32) -> Writing {
    Writing { face: LABEL, size, ink: CHALK, align: Align::Left, room }
}

/// Large writing from the left.
pub fn title(size: f32, room: f32) -> Writing {
    Writing { face: Face::Title, size, ink: CHALK, align: Align::Left, room }
}

impl Writing {
    pub fn ink(self, ink: Rgb) -> Writing {
        Writing { ink, ..self }
    }

    pub fn dusty(self) -> Writing {
        self.ink(slate::DUSTY)
    }

    pub fn middle(self) -> Writing {
        Writing { align: Align::Middle, ..self }
    }

    pub fn right(self) -> Writing {
        Writing { align: Align::Right, ..self }
    }
}
