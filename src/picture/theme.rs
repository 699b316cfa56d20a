//! Colours and the eight liveries. Colour never carries a meaning alone: each player also has an
//! emblem and a pattern of dashes, each value a shape.

use crate::imperium::data::{Colour, Trait, UnitKind, Wormhole};

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xRRGGBB`.
    pub const fn hex(value: u32) -> Rgb {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// This colour with `percent` of the other.
    pub const fn mix(self, other: Rgb, percent: u16) -> Rgb {
        const fn part(a: u8, b: u8, percent: u16) -> u8 {
            ((a as u16 * (100 - percent) + b as u16 * percent) / 100) as u8
        }
        Rgb(
            part(self.0, other.0, percent),
            part(self.1, other.1, percent),
            part(self.2, other.2, percent),
        )
    }

    pub const fn darker(self, percent: u16) -> Rgb {
        self.mix(Rgb(3, 5, 12), percent)
    }

    pub const fn lighter(self, percent: u16) -> Rgb {
        self.mix(WHITE, percent)
    }
}

pub const WHITE: Rgb = Rgb::hex(0xFFFFFF);
pub const BLACK: Rgb = Rgb::hex(0x04060C);
pub const SKY: Rgb = Rgb::hex(0x070912);
pub const PANEL: Rgb = Rgb::hex(0x111A33);
pub const PANEL_TOP: Rgb = Rgb::hex(0x172241);
pub const PANEL_BOTTOM: Rgb = Rgb::hex(0x0C1323);
pub const LINE: Rgb = Rgb::hex(0x32456B);
pub const TEXT: Rgb = Rgb::hex(0xF2F6FF);
pub const DIM: Rgb = Rgb::hex(0x9FB0D2);
pub const FAINT: Rgb = Rgb::hex(0x5F7099);
pub const GOLD: Rgb = Rgb::hex(0xFFC928);
pub const INFLUENCE: Rgb = Rgb::hex(0x2F7BFF);
pub const ALARM: Rgb = Rgb::hex(0xFF4B2B);
pub const GO: Rgb = Rgb::hex(0x2FCB74);
pub const STOP: Rgb = Rgb::hex(0xE5484D);
pub const SECRET: Rgb = Rgb::hex(0xE2574C);
pub const CARD: Rgb = Rgb::hex(0xF0913A);
pub const NOTE: Rgb = Rgb::hex(0x5FC7B4);
/// Dark text on light colours.
pub const INK: Rgb = Rgb::hex(0x11151F);

/// The sign of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Emblem {
    Triangle,
    Circle,
    Square,
    Star,
    Diamond,
    Hexagon,
    Plus,
    Ring,
}

/// How one player's things look.
#[derive(Clone, Copy, Debug)]
pub struct Livery {
    pub name: &'static str,
    pub fill: Rgb,
    /// Text and emblem on `fill`.
    pub ink: Rgb,
    /// Outlines on the dark sky.
    pub edge: Rgb,
    pub emblem: Emblem,
    /// Lengths of strokes and gaps along a border; solid when empty.
    pub dash: &'static [f32],
}

const fn livery(
    name: &'static str,
    fill: u32,
    ink: Rgb,
    emblem: Emblem,
    dash: &'static [f32],
) -> Livery {
    let fill = Rgb::hex(fill);
    Livery { name, fill, ink, edge: fill, emblem, dash }
}

/// In order of seats.
pub static LIVERIES: [Livery; 8] = [
    livery("red", 0xD6282C, WHITE, Emblem::Triangle, &[]),
    livery("blue", 0x4AA3FF, INK, Emblem::Circle, &[34.0, 8.0]),
    livery("green", 0x12A56C, WHITE, Emblem::Square, &[14.0, 7.0]),
    livery("yellow", 0xFFEA55, INK, Emblem::Star, &[34.0, 6.0, 6.0, 6.0]),
    livery("purple", 0x8440D6, WHITE, Emblem::Diamond, &[8.0, 7.0]),
    livery("orange", 0xEE8214, INK, Emblem::Hexagon, &[40.0, 5.0, 5.0, 5.0, 5.0, 5.0]),
    livery("pink", 0xFFB8E0, INK, Emblem::Plus, &[22.0, 12.0]),
    Livery {
        name: "black",
        fill: Rgb::hex(0x4E5563),
        ink: WHITE,
        edge: Rgb::hex(0xDCE2EE),
        emblem: Emblem::Ring,
        dash: &[4.0, 5.0],
    },
];

/// The livery of a seat by its number; a ninth seat would look like the first.
pub fn livery_of(seat: usize) -> &'static Livery {
    &LIVERIES[seat % LIVERIES.len()]
}

pub const fn colour(colour: Colour) -> Rgb {
    match colour {
        Colour::Blue => Rgb::hex(0x2D8CFF),
        Colour::Green => Rgb::hex(0x34B04A),
        Colour::Yellow => Rgb::hex(0xFFC928),
        Colour::Red => Rgb::hex(0xE03A3A),
    }
}

pub const fn trait_colour(planet: Trait) -> Rgb {
    match planet {
        Trait::Cultural => Rgb::hex(0x3F7FE0),
        Trait::Hazardous => Rgb::hex(0xD23B36),
        Trait::Industrial => Rgb::hex(0x2F9A4A),
    }
}

pub const fn wormhole(kind: Wormhole) -> Rgb {
    match kind {
        Wormhole::Alpha => Rgb::hex(0xFF9A3C),
        Wormhole::Beta => Rgb::hex(0x4FD27A),
        Wormhole::Gamma => Rgb::hex(0xC77DFF),
        Wormhole::Delta => Rgb::hex(0x45C8F5),
        Wormhole::Epsilon => Rgb::hex(0xF26D9B),
    }
}

/// Strategy cards by initiative.
pub const fn strategy(initiative: u8) -> Rgb {
    match initiative {
        1 => Rgb::hex(0xC9302C),
        2 => Rgb::hex(0xC96A1E),
        3 => Rgb::hex(0xB8951A),
        4 => Rgb::hex(0x3F9142),
        5 => Rgb::hex(0x1E8E86),
        6 => Rgb::hex(0x2D6FB8),
        7 => Rgb::hex(0x3B49B5),
        _ => Rgb::hex(0x7A3FB0),
    }
}

/// In what order a fleet is shown.
pub const FLEET_ORDER: [UnitKind; 11] = [
    UnitKind::Flagship,
    UnitKind::WarSun,
    UnitKind::Dreadnought,
    UnitKind::Carrier,
    UnitKind::Cruiser,
    UnitKind::Destroyer,
    UnitKind::Fighter,
    UnitKind::Mech,
    UnitKind::Infantry,
    UnitKind::SpaceDock,
    UnitKind::Pds,
];

/// Colours that must come out exactly.
pub fn pinned() -> Vec<Rgb> {
    let mut all = vec![
        WHITE,
        BLACK,
        SKY,
        PANEL,
        PANEL_TOP,
        PANEL_BOTTOM,
        LINE,
        TEXT,
        DIM,
        FAINT,
        GOLD,
        INFLUENCE,
        ALARM,
        GO,
        STOP,
        SECRET,
        CARD,
        NOTE,
        INK,
    ];
    for livery in &LIVERIES {
        all.extend([livery.fill, livery.edge]);
    }
    all.extend(Colour::ALL.map(colour));
    all.extend(Trait::ALL.map(trait_colour));
    all.extend((1..=8).map(strategy));
    all.sort_unstable();
    all.dedup();
    all
}
