//! From 16 million colours to the 256 of the committed palette.
//!
//! The palette was found once from all art together (see `training`), so that every picture uses
//! the same one and no picture pays for finding it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use super::theme::{self, Rgb};

/// 256 colours as red, green, blue.
pub static PALETTE: &[u8; 768] = include_bytes!("../../assets/palette.bin");

/// Not looked up yet.
const OPEN: u16 = u16::MAX;

/// The index of the nearest palette colour for every colour to six bits a channel. Filled as
/// colours turn up: pictures use a few thousand of the 262,144.
pub struct Lut(Vec<AtomicU16>);

pub fn lut() -> &'static Lut {
    static LUT: OnceLock<Lut> = OnceLock::new();
    LUT.get_or_init(|| {
        let lut = Lut((0..1 << 18).map(|_| AtomicU16::new(OPEN)).collect());
        for colour in theme::pinned() {
            let exact = entries().position(|entry| entry == colour);
            if let Some(index) = exact {
                lut.0[cell(pack(colour))].store(index as u16, Ordering::Relaxed);
            }
        }
        lut
    })
}

pub fn entries() -> impl Iterator<Item = Rgb> {
    PALETTE.chunks_exact(3).map(|c| Rgb(c[0], c[1], c[2]))
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
    #[inline]
    pub fn index(&self, pixel: u32) -> u8 {
        let slot = &self.0[cell(pixel)];
        match slot.load(Ordering::Relaxed) {
            OPEN => {
                let found = nearest(pixel);
                slot.store(found.into(), Ordering::Relaxed);
                found
            }
            found => found as u8,
        }
    }
}

/// The nearest entry to the middle of the pixel's cell.
#[cold]
fn nearest(pixel: u32) -> u8 {
    let middle = |shift: u32| ((pixel >> shift & 0xFC) + 2) as i32;
    let (r, g, b) = (middle(0), middle(8), middle(16));
    let mut best = (i32::MAX, 0);
    for (index, Rgb(pr, pg, pb)) in entries().enumerate() {
        let (dr, dg, db) = (r - i32::from(pr), g - i32::from(pg), b - i32::from(pb));
        let distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
        if distance < best.0 {
            best = (distance, index);
        }
    }
    best.1 as u8
}
