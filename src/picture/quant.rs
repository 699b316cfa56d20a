//! From 16 million colours to the 256 of a palette.
//!
//! That of the first game was found once from all art together (see `training`), that of the second is
//! chalk rubbed thinner and thinner, so that no picture pays for finding one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use super::inscription::slate;
use super::theme::{self, Rgb};

/// 256 colours as red, green, blue.
pub static PALETTE: &[u8; 768] = include_bytes!("../../assets/palette.bin");

/// What a picture is painted on, and with which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// The sky of the first game.
    #[default]
    Night,
    /// Chalk on slate.
    Slate,
}

impl Tone {
    /// 256 colours as red, green, blue.
    pub fn palette(self) -> &'static [u8; 768] {
        match self {
            Tone::Night => PALETTE,
            Tone::Slate => slate::palette(),
        }
    }

    /// The colour below everything.
    pub fn ground(self) -> Rgb {
        match self {
            Tone::Night => theme::SKY,
            Tone::Slate => slate::SLATE,
        }
    }

    pub fn lut(self) -> &'static Lut {
        static LUTS: OnceLock<[Lut; 2]> = OnceLock::new();
        let luts = LUTS.get_or_init(|| [Tone::Night, Tone::Slate].map(Lut::of));
        &luts[self as usize]
    }

    /// Colours that have to come out as they are.
    fn pinned(self) -> Vec<Rgb> {
        match self {
            Tone::Night => theme::pinned(),
            Tone::Slate => slate::pinned(),
        }
    }
}

/// Not looked up yet.
const OPEN: u16 = u16::MAX;

/// The index of the nearest palette colour for every colour to six bits a channel. Filled as
/// colours turn up: pictures use a few thousand of the 262,144.
pub struct Lut {
    cells: Vec<AtomicU16>,
    palette: &'static [u8; 768],
}

fn entries(palette: &[u8; 768]) -> impl Iterator<Item = Rgb> {
    palette.chunks_exact(3).map(|c| Rgb(c[0], c[1], c[2]))
}

/// The colours of the first game.
#[cfg(test)]
pub fn night() -> impl Iterator<Item = Rgb> {
    entries(PALETTE)
}

/// A pixel as the painter keeps it: red in the lowest byte.
pub fn pack(Rgb(r, g, b): Rgb) -> u32 {
    u32::from(r) | u32::from(g) << 8 | u32::from(b) << 16 | 0xFF00_0000
}

#[inline]
fn cell(pixel: u32) -> usize {
    let (r, g, b) = (pixel >> 2 & 63, pixel >> 10 & 63, pixel >> 18 & 63);
    (r << 12 | g << 6 | b) as usize
}

impl Lut {
    fn of(tone: Tone) -> Lut {
        let cells = (0..1 << 18).map(|_| AtomicU16::new(OPEN)).collect();
        let lut = Lut { cells, palette: tone.palette() };
        for colour in tone.pinned() {
            let exact = entries(lut.palette).position(|entry| entry == colour);
            if let Some(index) = exact {
                lut.cells[cell(pack(colour))].store(index as u16, Ordering::Relaxed);
            }
        }
        lut
    }

    #[inline]
    pub fn index(&self, pixel: u32) -> u8 {
        let slot = &self.cells[cell(pixel)];
        match slot.load(Ordering::Relaxed) {
            OPEN => {
                let found = nearest(self.palette, pixel);
                slot.store(found.into(), Ordering::Relaxed);
                found
            }
            found => found as u8,
        }
    }
}

/// The nearest entry to the middle of the pixel's cell.
#[cold]
fn nearest(palette: &[u8; 768], pixel: u32) -> u8 {
    let middle = |shift: u32| ((pixel >> shift & 0xFC) + 2) as i32;
    let (r, g, b) = (middle(0), middle(8), middle(16));
    let mut best = (i32::MAX, 0);
    for (index, Rgb(pr, pg, pb)) in entries(palette).enumerate() {
        let (dr, dg, db) = (r - i32::from(pr), g - i32::from(pg), b - i32::from(pb));
        let distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
        if distance < best.0 {
            best = (distance, index);
        }
    }
    best.1 as u8
}
