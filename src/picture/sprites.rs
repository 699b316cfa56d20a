//! Drawn sprites, kept ready for painting: runs of pixels with their palette indices.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::art::{self, Sprite};
use super::quant::Tone;

/// Pixels next to each other in a row that are all opaque or all translucent.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub x: u16,
    pub length: u16,
    /// Where they begin in the sprite's pixels.
    pub at: u32,
    pub opaque: bool,
}

/// A sprite without its empty pixels.
#[derive(Debug)]
pub struct Blit {
    pub height: u32,
    /// The point that is put at a given place.
    pub anchor: (i32, i32),
    pub runs: Vec<Run>,
    /// Where each row's runs begin, and the end.
    pub rows: Vec<u32>,
    /// Premultiplied, red in the lowest byte.
    pub pixels: Vec<u32>,
    /// Palette indices of the opaque pixels.
    pub indices: Vec<u8>,
}

impl Blit {
    pub fn of(sprite: &Sprite, tone: Tone) -> Blit {
        let drawn = art::draw(sprite);
        let (width, height) = (drawn.map.width(), drawn.map.height());
        let lut = tone.lut();
        let mut blit = Blit {
            height,
            anchor: drawn.anchor,
            runs: Vec::new(),
            rows: vec![0],
            pixels: Vec::new(),
            indices: Vec::new(),
        };
        for row in drawn.map.pixels().chunks_exact(width as usize) {
            let mut run: Option<Run> = None;
            for (x, pixel) in row.iter().enumerate() {
                if pixel.alpha() == 0 {
                    blit.runs.extend(run.take());
                    continue;
                }
                let opaque = pixel.alpha() == 255;
                match &mut run {
                    Some(run) if run.opaque == opaque => run.length += 1,
                    other => {
                        blit.runs.extend(other.take());
                        let at = blit.pixels.len() as u32;
                        *other = Some(Run { x: x as u16, length: 1, at, opaque });
                    }
                }
                let packed = u32::from(pixel.red())
                    | u32::from(pixel.green()) << 8
                    | u32::from(pixel.blue()) << 16
                    | u32::from(pixel.alpha()) << 24;
                blit.pixels.push(packed);
                blit.indices.push(if opaque { lut.index(packed) } else { 0 });
            }
            blit.runs.extend(run);
            blit.rows.push(blit.runs.len() as u32);
        }
        blit
    }

    fn bytes(&self) -> usize {
        self.pixels.len() * 5 + self.runs.len() * 12 + self.rows.len() * 4 + 200
    }
}

/// Sprites by what they show, the longest unused dropped when there are too many.
#[derive(Debug)]
pub struct Cache {
    limit: usize,
    bytes: usize,
    clock: u64,
    kept: BTreeMap<u64, (u64, Arc<Blit>)>,
}

impl Cache {
    pub fn new(limit: usize) -> Cache {
        Cache { limit, bytes: 0, clock: 0, kept: BTreeMap::new() }
    }

    /// Bytes of all sprites kept.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The sprite with the number that stands for everything it shows.
    pub fn get(&mut self, sprite: &Sprite, tone: Tone) -> (u64, Arc<Blit>) {
        let key = key_of(sprite, tone);
        self.clock += 1;
        if let Some((used, blit)) = self.kept.get_mut(&key) {
            *used = self.clock;
            return (key, blit.clone());
        }
        let blit = Arc::new(Blit::of(sprite, tone));
        self.bytes += blit.bytes();
        self.kept.insert(key, (self.clock, blit.clone()));
        if self.bytes > self.limit {
            self.shrink();
        }
        (key, blit)
    }

    /// Drops the longest unused until a quarter is free.
    fn shrink(&mut self) {
        let mut by_age: Vec<(u64, u64)> =
            self.kept.iter().map(|(key, (used, _))| (*used, *key)).collect();
        by_age.sort_unstable();
        for (_, key) in by_age {
            if self.bytes <= self.limit / 4 * 3 {
                break;
            }
            if let Some((_, blit)) = self.kept.remove(&key) {
                self.bytes -= blit.bytes();
            }
        }
    }
}

fn key_of(sprite: &Sprite, tone: Tone) -> u64 {
    // Keys are never stored, so that they may differ between builds.
    let mut hasher = DefaultHasher::new();
    (sprite, tone).hash(&mut hasher);
    hasher.finish()
}
