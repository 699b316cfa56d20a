//! What things look like. Each [`Sprite`] is drawn once by code and then kept; drawing depends on
//! nothing but the sprite, so that the same picture always has the same pixels.

use tiny_skia::Pixmap;

use crate::imperium::data::{Colour, Trait, UnitKind, Wormhole};

use super::inscription::art::Chalk;
use super::text::{self, Style};
use super::theme::Rgb;

mod badges;
pub mod canvas;
pub mod emblems;
mod hexes;
mod icons;
mod phenomena;
mod planets;
mod units;

pub use hexes::SKY_SIDE;
pub use icons::Icon;

/// Something that can be drawn, in every detail that changes its pixels. Sizes are in pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sprite {
    /// A square of sky that continues itself on all sides.
    Sky,
    /// The floor of a system; `radius` is that of its corners.
    Ground {
        ground: Ground,
        radius: u16,
    },
    /// Hyperlanes between edges.
    Lanes {
        pairs: Vec<(u8, u8)>,
        radius: u16,
    },
    Planet {
        look: PlanetLook,
        radius: u16,
        dim: bool,
    },
    /// The glow behind a legendary planet.
    Legend {
        radius: u16,
    },
    Vortex {
        kind: Wormhole,
        radius: u16,
    },
    /// Whose units are here: the sides of the hex are shared in turn.
    Rim {
        owners: Vec<u8>,
        ships: bool,
        radius: u16,
    },
    /// A hex of one colour over everything below.
    Tint {
        ink: Rgb,
        alpha: u8,
        radius: u16,
    },
    /// A line through points of a picture in a player's colour and dashes; anchored at the upper
    /// left corner of the picture.
    Trail {
        points: Vec<(i16, i16)>,
        owner: u8,
        width: u16,
        height: u16,
    },
    /// A rectangle of one colour; anchored at its upper left corner.
    Bar {
        width: u16,
        height: u16,
        ink: Rgb,
    },
    /// Around the system that is activated.
    Active {
        radius: u16,
    },
    /// Around a planet that somebody controls.
    Control {
        owner: u8,
        radius: u16,
    },
    Unit {
        kind: UnitKind,
        owner: u8,
        size: u16,
    },
    /// Under the units of one player.
    Plate {
        owner: u8,
        width: u16,
        height: u16,
    },
    Emblem {
        owner: u8,
        size: u16,
    },
    /// A command token.
    Shield {
        owner: u8,
        size: u16,
    },
    Count {
        count: u16,
        size: u16,
    },
    Damage {
        count: u16,
        size: u16,
    },
    Resources {
        value: u8,
        size: u16,
        spent: bool,
    },
    Influence {
        value: u8,
        size: u16,
        spent: bool,
    },
    TraitMark {
        planet: Trait,
        size: u16,
    },
    Specialty {
        colour: Colour,
        size: u16,
    },
    Icon {
        icon: Icon,
        size: u16,
        ink: Rgb,
    },
    /// A rectangle with round corners.
    Panel {
        width: u16,
        height: u16,
        look: PanelLook,
    },
    /// The dark tab behind a position label.
    Tab {
        width: u16,
        height: u16,
        active: bool,
    },
    /// Chalk on slate, for the second game.
    Chalk(Chalk),
    Text {
        text: String,
        style: Style,
    },
}

/// What lies on the floor of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    pub base: Base,
    pub asteroids: bool,
    pub nebula: bool,
    pub supernova: bool,
    pub rift: bool,
    pub scar: bool,
    /// A few versions of each so that neighbours differ.
    pub variant: u8,
}

impl Ground {
    pub fn is_anomaly(self) -> bool {
        self.asteroids || self.nebula || self.supernova || self.rift || self.scar
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    Space,
    Home,
    Mecatol,
    Fracture,
    /// A home position that nobody has taken.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanetKind {
    Traits(Option<Trait>, Option<Trait>),
    Home,
    Mecatol,
    Station,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlanetLook {
    pub kind: PlanetKind,
    /// Continents, bands and craters follow from it.
    pub seed: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelLook {
    /// The dark glass that lists stand on.
    Glass,
    /// The same with a border of this colour.
    Framed(Rgb),
    /// A filled chip with a border.
    Chip { fill: Rgb, border: Rgb },
    /// Filled, with only the upper corners round.
    Header(Rgb),
    /// Only the border.
    Outline(Rgb),
}

/// A drawn sprite and the point of it that is put at the given place.
pub struct Art {
    pub map: Pixmap,
    pub anchor: (i32, i32),
}

pub fn draw(sprite: &Sprite) -> Art {
    match sprite {
        Sprite::Sky => hexes::sky(),
        Sprite::Ground { ground, radius } => hexes::ground(*ground, *radius),
        Sprite::Lanes { pairs, radius } => hexes::lanes(pairs, *radius),
        Sprite::Planet { look, radius, dim } => planets::planet(*look, *radius, *dim),
        Sprite::Legend { radius } => planets::legend(*radius),
        Sprite::Vortex { kind, radius } => phenomena::vortex(*kind, *radius),
        Sprite::Rim { owners, ships, radius } => hexes::rim(owners, *ships, *radius),
        Sprite::Tint { ink, alpha, radius } => hexes::tint(*ink, *alpha, *radius),
        Sprite::Trail { points, owner, width, height } => {
            badges::trail(points, *owner, *width, *height)
        }
        Sprite::Bar { width, height, ink } => badges::bar(*width, *height, *ink),
        Sprite::Active { radius } => hexes::active(*radius),
        Sprite::Control { owner, radius } => planets::control(*owner, *radius),
        Sprite::Unit { kind, owner, size } => units::unit(*kind, *owner, *size),
        Sprite::Plate { owner, width, height } => badges::plate(*owner, *width, *height),
        Sprite::Emblem { owner, size } => emblems::medal(*owner, *size),
        Sprite::Shield { owner, size } => emblems::shield(*owner, *size),
        Sprite::Count { count, size } => badges::count(*count, *size),
        Sprite::Damage { count, size } => badges::damage(*count, *size),
        Sprite::Resources { value, size, spent } => badges::resources(*value, *size, *spent),
        Sprite::Influence { value, size, spent } => badges::influence(*value, *size, *spent),
        Sprite::TraitMark { planet, size } => badges::trait_mark(*planet, *size),
        Sprite::Specialty { colour, size } => badges::specialty(*colour, *size),
        Sprite::Icon { icon, size, ink } => icons::icon(*icon, *size, *ink),
        Sprite::Panel { width, height, look } => badges::panel(*width, *height, *look),
        Sprite::Tab { width, height, active } => badges::tab(*width, *height, *active),
        Sprite::Chalk(chalk) => chalk.draw(),
        Sprite::Text { text, style } => lettering(text, *style),
    }
}

/// Anchored at the left end of the baseline.
fn lettering(run: &str, style: Style) -> Art {
    let size = f32::from(style.size);
    let halo = f32::from(style.halo);
    let margin = (halo + size * 0.15).ceil();
    let width = text::width(run, style).ceil() + margin * 2.0;
    let (up, down) = ((size * text::ASCENT + halo).ceil(), (size * text::DESCENT + halo).ceil());
    let mut canvas = canvas::Canvas::new(width as u32, (up + down) as u32);
    if let Some(path) = text::outline(run, style.face, size, margin, up) {
        if style.halo > 0 {
            canvas.stroke(&path, (super::theme::BLACK, 235), halo * 2.0);
        }
        canvas.fill(&path, style.ink);
    }
    Art { map: canvas.map, anchor: (margin as i32, up as i32) }
}

/// A number in the middle of (x, y).
fn digits(canvas: &mut canvas::Canvas, number: &str, x: f32, y: f32, size: f32, ink: Rgb) {
    let face = text::Face::Title;
    let (cx, cy) = text::optical_centre(number, face, size);
    if let Some(path) = text::outline(number, face, size, x - cx, y - cy) {
        canvas.fill(&path, ink);
    }
}
