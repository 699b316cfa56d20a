//! Where everything goes: from a scene to a list of sprites at whole pixels. Nothing is drawn here.

use std::fmt;

use super::art::{Icon, PanelLook, Sprite};
use super::quant::Tone;
use super::text::{self, Style};
use super::theme::Rgb;

pub mod board;
mod card;
mod change;
mod chart;
mod column;
mod dice;
pub mod hand;
mod map;
mod odds;
mod panels;
mod tile;
pub mod zoom;

pub use change::change;
pub use chart::chart;
pub use map::map;
pub use odds::odds;
#[cfg(test)]
pub use tile::Frame;

/// A sprite whose anchor is put at (x, y).
#[derive(Clone, Debug, PartialEq)]
pub struct Put {
    pub x: i32,
    pub y: i32,
    pub sprite: Sprite,
    /// For text: how wide it may be.
    pub room: Option<f32>,
}

/// What is painted, from the back to the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    pub tone: Tone,
    pub width: u32,
    pub height: u32,
    pub puts: Vec<Put>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
}

impl List {
    pub fn new(width: u32, height: u32) -> List {
        let mut list = List { tone: Tone::Night, width, height, puts: Vec::new() };
        let side = super::art::SKY_SIDE as usize;
        for y in (0..height).step_by(side) {
            for x in (0..width).step_by(side) {
                list.put(x as f32, y as f32, Sprite::Sky);
            }
        }
        list
    }

    pub fn put(&mut self, x: f32, y: f32, sprite: Sprite) {
        self.puts.push(Put { x: x.round() as i32, y: y.round() as i32, sprite, room: None });
    }

    /// Writes on a baseline and shortens what is too long. Says how wide it is.
    pub fn write(
        &mut self,
        (x, y): (f32, f32),
        align: Align,
        room: f32,
        style: Style,
        words: &str,
    ) -> f32 {
        let words = text::fit(words, style, room);
        let width = text::width(&words, style);
        if words.trim().is_empty() {
            return 0.0;
        }
        let left = match align {
            Align::Left => x,
            Align::Middle => x - width / 2.0,
            Align::Right => x - width,
        };
        let sprite = Sprite::Text { text: words, style };
        self.puts.push(Put {
            x: left.round() as i32,
            y: y.round() as i32,
            sprite,
            room: Some(room),
        });
        width
    }

    pub fn panel(&mut self, (x, y, width, height): (f32, f32, f32, f32), look: PanelLook) {
        let (width, height) = (width.round().max(4.0) as u16, height.round().max(4.0) as u16);
        self.put(x, y, Sprite::Panel { width, height, look });
    }

    pub fn icon(&mut self, x: f32, y: f32, size: f32, icon: Icon, ink: Rgb) {
        self.put(x, y, Sprite::Icon { icon, size: size.round() as u16, ink });
    }

    pub fn emblem(&mut self, x: f32, y: f32, size: f32, owner: u8) {
        self.put(x, y, Sprite::Emblem { owner, size: size.round() as u16 });
    }
}

/// A single hex with everything on it.
#[cfg(test)]
pub fn one_tile(list: &mut List, tile: &super::scene::Tile, frame: Frame) {
    tile::floor(list, tile, frame);
    tile::content(list, tile, frame);
}

/// One line a sprite, for golden tests.
impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} x {}", self.width, self.height)?;
        for put in &self.puts {
            match &put.sprite {
                Sprite::Text { text, style } => {
                    let Rgb(r, g, b) = style.ink;
                    let face = style.face;
                    writeln!(
                        f,
                        "{},{} {text:?} {face:?} {} #{r:02X}{g:02X}{b:02X}",
                        put.x, put.y, style.size
                    )?;
                }
                sprite => writeln!(f, "{},{} {sprite:?}", put.x, put.y)?,
            }
        }
        Ok(())
    }
}
