//! Puts sprites on the picture, one band of rows after another.
//!
//! A band is painted in true colour and as palette indices at once. It is known by everything that
//! touches it, so that a band that looks as it did before, in whatever game, is taken from the cache
//! with its compressed bytes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::encode::{self, Band};
use super::layout::List;
use super::quant::{Tone, pack};
use super::sprites::{Blit, Cache};

/// Rows of a band.
const ROWS: u32 = 64;

/// Compressed bands by what they show.
#[derive(Debug)]
pub struct Bands {
    limit: usize,
    bytes: usize,
    clock: u64,
    kept: BTreeMap<u64, (u64, Arc<Band>)>,
}

impl Bands {
    pub fn new(limit: usize) -> Bands {
        Bands { limit, bytes: 0, clock: 0, kept: BTreeMap::new() }
    }

    pub fn clear(&mut self) {
        self.kept.clear();
        self.bytes = 0;
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn get(&mut self, key: u64) -> Option<Arc<Band>> {
        self.clock += 1;
        let (used, band) = self.kept.get_mut(&key)?;
        *used = self.clock;
        Some(band.clone())
    }

    fn put(&mut self, key: u64, band: Arc<Band>) {
        self.bytes += band.bytes.len();
        self.kept.insert(key, (self.clock, band));
        if self.bytes > self.limit {
            let mut by_age: Vec<(u64, u64)> =
                self.kept.iter().map(|(key, (used, _))| (*used, *key)).collect();
            by_age.sort_unstable();
            for (_, key) in by_age {
                if self.bytes <= self.limit / 4 * 3 {
                    break;
                }
                if let Some((_, band)) = self.kept.remove(&key) {
                    self.bytes -= band.bytes.len();
                }
            }
        }
    }
}

/// A sprite at its place.
struct Item {
    key: u64,
    blit: Arc<Blit>,
    x: i32,
    y: i32,
}

fn items(list: &List, sprites: &mut Cache) -> Vec<Item> {
    let item = |put: &super::layout::Put| {
        let (key, blit) = sprites.get(&put.sprite, list.tone);
        let (ax, ay) = blit.anchor;
        Item { key, x: put.x - ax, y: put.y - ay, blit }
    };
    list.puts.iter().map(item).collect()
}

/// The PNG of a list.
pub fn png(list: &List, sprites: &mut Cache, bands: &mut Bands) -> Vec<u8> {
    let items = items(list, sprites);
    let mut canvas = Canvas::new(list.tone, list.width, ROWS);
    let mut done = Vec::new();
    for top in (0..list.height).step_by(ROWS as usize) {
        let rows = ROWS.min(list.height - top);
        let here: Vec<&Item> =
            items.iter().filter(|item| item.touches(top as i32, rows as i32)).collect();
        let key = key_of(list, rows, top as i32, &here);
        if let Some(band) = bands.get(key) {
            done.push(band);
            continue;
        }
        canvas.paint(&here, top as i32, rows);
        let band = Arc::new(encode::band(&canvas.filtered(rows)));
        bands.put(key, band.clone());
        done.push(band);
    }
    encode::png((list.width, list.height), list.tone.palette(), done.iter().map(Arc::as_ref))
}

/// The picture as palette indices, row by row.
pub fn indices(list: &List, sprites: &mut Cache) -> Vec<u8> {
    let items = items(list, sprites);
    let mut canvas = Canvas::new(list.tone, list.width, list.height);
    canvas.paint(&items.iter().collect::<Vec<_>>(), 0, list.height);
    canvas.indices
}

/// The picture in true colour, row by row, red in the lowest byte.
#[cfg(test)]
pub fn pixels(list: &List, sprites: &mut Cache) -> Vec<u32> {
    let items = items(list, sprites);
    let mut canvas = Canvas::new(list.tone, list.width, list.height);
    canvas.paint(&items.iter().collect::<Vec<_>>(), 0, list.height);
    canvas.pixels
}

/// Everything that decides how the band looks.
fn key_of(list: &List, rows: u32, top: i32, here: &[&Item]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (list.tone, list.width, rows).hash(&mut hasher);
    for item in here {
        (item.key, item.x, item.y - top).hash(&mut hasher);
    }
    hasher.finish()
}

impl Item {
    fn touches(&self, top: i32, rows: i32) -> bool {
        self.y < top + rows && self.y + self.blit.height as i32 > top
    }
}

struct Canvas {
    tone: Tone,
    width: usize,
    pixels: Vec<u32>,
    indices: Vec<u8>,
}

impl Canvas {
    fn new(tone: Tone, width: u32, rows: u32) -> Canvas {
        let size = width as usize * rows as usize;
        Canvas { tone, width: width as usize, pixels: vec![0; size], indices: vec![0; size] }
    }

    fn paint(&mut self, items: &[&Item], top: i32, rows: u32) {
        let ground = pack(self.tone.ground());
        self.pixels.fill(ground);
        self.indices.fill(self.tone.lut().index(ground));
        for item in items {
            self.blit(item, top, rows);
        }
    }

    fn blit(&mut self, item: &Item, top: i32, rows: u32) {
        let lut = self.tone.lut();
        let blit = &item.blit;
        let first = (top - item.y).max(0);
        let last = (top + rows as i32 - item.y).min(blit.height as i32);
        for row in first..last {
            let at = (item.y + row - top) as usize * self.width;
            let runs = blit.rows[row as usize] as usize..blit.rows[row as usize + 1] as usize;
            for run in &blit.runs[runs] {
                let left = item.x + i32::from(run.x);
                let skip = (-left).max(0);
                let length = i32::from(run.length).min(self.width as i32 - left) - skip;
                if length <= 0 {
                    continue;
                }
                let from = run.at as usize + skip as usize;
                let to = at + (left + skip) as usize;
                let length = length as usize;
                let source = &blit.pixels[from..from + length];
                let pixels = &mut self.pixels[to..to + length];
                let indices = &mut self.indices[to..to + length];
                if run.opaque {
                    pixels.copy_from_slice(source);
                    indices.copy_from_slice(&blit.indices[from..from + length]);
                } else {
                    for ((pixel, index), source) in pixels.iter_mut().zip(indices).zip(source) {
                        *pixel = over(*source, *pixel);
                        *index = lut.index(*pixel);
                    }
                }
            }
        }
    }

    /// Rows for PNG: each begins with the number of its filter, none.
    fn filtered(&self, rows: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity((self.width + 1) * rows as usize);
        for row in self.indices.chunks_exact(self.width).take(rows as usize) {
            out.push(0);
            out.extend_from_slice(row);
        }
        out
    }
}

/// A premultiplied pixel over an opaque one.
#[inline]
fn over(source: u32, under: u32) -> u32 {
    let rest = 255 - (source >> 24);
    let red_blue = (under & 0x00FF_00FF) * rest + 0x0080_0080;
    let red_blue = ((red_blue + ((red_blue >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF;
    let green = ((under >> 8) & 0xFF) * rest + 0x80;
    let green = ((green + (green >> 8)) >> 8) & 0xFF;
    let blended = red_blue + (green << 8) + (source & 0x00FF_FFFF);
    blended | 0xFF00_0000
}
