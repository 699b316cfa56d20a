//! A moving picture: frames of palette indices as a GIF, which Discord plays where it stands. What
//! stays the same from frame to frame is left out.

use super::quant::PALETTE;

/// The index that stands for what stays the same. Its colour is drawn by the one most like it.
const SAME: u8 = 255;

/// One picture of the sequence and how long it is shown, in hundredths of a second.
pub struct Frame {
    pub indices: Vec<u8>,
    pub time: u16,
}

/// The whole file. All frames have the same size, the first is whole.
pub fn gif(width: u16, height: u16, frames: &[Frame]) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend_from_slice(b"GIF89a");
    file.extend_from_slice(&width.to_le_bytes());
    file.extend_from_slice(&height.to_le_bytes());
    // 256 colours for all frames.
    file.extend_from_slice(&[0xF7, 0, 0]);
    file.extend_from_slice(PALETTE);
    // Played for ever.
    file.extend_from_slice(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00");
    let spare = nearest_to_same();
    let mut shown: Vec<u8> = Vec::new();
    for frame in frames {
        let now: Vec<u8> =
            frame.indices.iter().map(|index| if *index == SAME { spare } else { *index }).collect();
        let area = changed(&shown, &now, width.into());
        let [left, top, wide, high] = area;
        file.extend_from_slice(&[0x21, 0xF9, 4, 0b101]);
        file.extend_from_slice(&frame.time.to_le_bytes());
        file.extend_from_slice(&[SAME, 0, 0x2C]);
        for part in area {
            file.extend_from_slice(&(part as u16).to_le_bytes());
        }
        file.push(0);
        let rows = (top..top + high).flat_map(|y| {
            let from = y * usize::from(width) + left;
            from..from + wide
        });
        let pixels: Vec<u8> =
            rows.map(|at| if shown.get(at) == Some(&now[at]) { SAME } else { now[at] }).collect();
        packed(&pixels, &mut file);
        shown = now;
    }
    file.push(0x3B);
    file
}

fn nearest_to_same() -> u8 {
    let colour = |index: usize| &PALETTE[index * 3..index * 3 + 3];
    let own = colour(SAME.into());
    let distance = |index: &usize| -> i32 {
        let parts = colour(*index).iter().zip(own);
        parts.map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2)).sum()
    };
    (0..usize::from(SAME)).min_by_key(distance).unwrap_or(0) as u8
}

/// Left, top, width and height of what differs; a single pixel where nothing does.
fn changed(before: &[u8], now: &[u8], width: usize) -> [usize; 4] {
    if before.len() != now.len() {
        return [0, 0, width, now.len() / width.max(1)];
    }
    let different = (0..now.len()).filter(|at| before[*at] != now[*at]);
    let mut bounds: Option<[usize; 4]> = None;
    for at in different {
        let (x, y) = (at % width, at / width);
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = bounds.unwrap_or([0; 4]);
    [left, top, right - left + 1, bottom - top + 1]
}

const CLEAR: u16 = 256;
const END: u16 = 257;
const MOST: u16 = 4096;
/// Places in the table of known sequences; more than twice the codes there can be.
const TABLE: usize = 1 << 14;

/// Bits of codes from the lowest up, in blocks of at most 255 bytes.
struct Bits<'a> {
    file: &'a mut Vec<u8>,
    block: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, code: u16, width: u32) {
        self.held |= u32::from(code) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.byte(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn byte(&mut self, byte: u8) {
        self.block.push(byte);
        if self.block.len() == 255 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.block.is_empty() {
            self.file.push(self.block.len() as u8);
            self.file.append(&mut self.block);
        }
    }

    fn end(mut self) {
        if self.count > 0 {
            self.byte(self.held as u8);
        }
        self.flush();
        self.file.push(0);
    }
}

/// Pixels in the compression of GIF (LZW with codes of 9 to 12 bits).
fn packed(pixels: &[u8], file: &mut Vec<u8>) {
    file.push(8);
    let mut bits = Bits { file, block: Vec::new(), held: 0, count: 0 };
    let mut known = vec![(0u32, 0u16); TABLE];
    let (mut next, mut width) = (END + 1, 9);
    bits.put(CLEAR, width);
    let mut pixels = pixels.iter();
    let Some(first) = pixels.next() else {
        bits.put(END, width);
        return bits.end();
    };
    let mut prefix = u16::from(*first);
    for pixel in pixels {
        // One more than the sequence, for 0 is an empty place.
        let key = (u32::from(prefix) << 8 | u32::from(*pixel)) + 1;
        let mut place = (key.wrapping_mul(0x9E37_79B1) >> 18) as usize;
        while known[place].0 != 0 && known[place].0 != key {
            place = (place + 1) % TABLE;
        }
        if known[place].0 == key {
            prefix = known[place].1;
            continue;
        }
        bits.put(prefix, width);
        prefix = u16::from(*pixel);
        if next == MOST {
            bits.put(CLEAR, width);
            known.fill((0, 0));
            (next, width) = (END + 1, 9);
            continue;
        }
        known[place] = (key, next);
        if u32::from(next) == 1 << width && width < 12 {
            width += 1;
        }
        next += 1;
    }
    bits.put(prefix, width);
    bits.put(END, width);
    bits.end();
}
