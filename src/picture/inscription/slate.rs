//! Colours of slate and chalk, and the palette that follows from them: each chalk rubbed on the slate
//! thinner and thinner. Colour never carries a meaning alone.

use std::sync::OnceLock;

use crate::inscription::data::Sheet;
use crate::picture::theme::Rgb;

pub const SLATE: Rgb = Rgb::hex(0x1E282C);
/// Wells and plates that are darker than the slate.
pub const WELL: Rgb = Rgb::hex(0x151C1F);
pub const FRAME: Rgb = Rgb::hex(0x7A5535);
pub const FRAME_DARK: Rgb = Rgb::hex(0x4E3521);

pub const CHALK: Rgb = Rgb::hex(0xF4F2E9);
/// Chalk for what matters less.
pub const DUSTY: Rgb = Rgb::hex(0xA9B2B0);
/// What is not marked yet.
pub const FAINT: Rgb = Rgb::hex(0x6C797A);
/// What may be marked next.
pub const NEXT: Rgb = Rgb::hex(0xFF8FD2);

pub const BLUE: Rgb = Rgb::hex(0x8CCBFA);
pub const GREEN: Rgb = Rgb::hex(0x86DFAE);
pub const YELLOW: Rgb = Rgb::hex(0xF7DF72);
pub const ORANGE: Rgb = Rgb::hex(0xFF9C74);

/// The chalk of a sheet.
pub fn ink(sheet: Sheet) -> Rgb {
    [BLUE, GREEN, YELLOW, ORANGE][sheet.index()]
}

const CHALKS: [Rgb; 6] = [CHALK, BLUE, GREEN, YELLOW, ORANGE, NEXT];
/// How thick a tint is below writing in percent.
const TINT: u16 = 25;

/// Shades of the slate as hands wiped it.
pub const SHADES: [Rgb; 5] =
    [Rgb::hex(0x1B2428), SLATE, Rgb::hex(0x222C30), Rgb::hex(0x262F33), Rgb::hex(0x2A3437)];

pub fn pinned() -> Vec<Rgb> {
    let mut all = vec![WELL, FRAME, FRAME_DARK, DUSTY, FAINT];
    all.extend(SHADES);
    all.extend(CHALKS);
    all
}

/// 256 colours as red, green, blue.
pub fn palette() -> &'static [u8; 768] {
    static PALETTE: OnceLock<[u8; 768]> = OnceLock::new();
    PALETTE.get_or_init(|| {
        let mut colours = pinned();
        for chalk in CHALKS {
            let steps = if chalk == CHALK { 44 } else { 30 };
            colours.extend((1..steps).map(|step| SLATE.mix(chalk, step * 100 / steps)));
        }
        // Writing on tinted ground, and on wells.
        for chalk in &CHALKS[1..] {
            let tint = SLATE.mix(*chalk, TINT);
            colours.extend([20, 40, 60, 80].map(|part| tint.mix(CHALK, part)));
        }
        colours.extend((1..10).map(|step| WELL.mix(CHALK, step * 10)));
        colours.extend([25, 50, 75].map(|part| FRAME.mix(FRAME_DARK, part)));
        colours.resize(256, SLATE);
        let mut bytes = [0; 768];
        for (entry, Rgb(r, g, b)) in bytes.chunks_exact_mut(3).zip(colours) {
            entry.copy_from_slice(&[r, g, b]);
        }
        bytes
    })
}
