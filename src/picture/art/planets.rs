//! Planets: spheres lit from the upper left, with a surface that follows from their trait and seed.

use tiny_skia::PremultipliedColorU8;

use crate::imperium::data::Trait;
use crate::picture::theme::{BLACK, GOLD, Rgb, livery_of};

use super::canvas::{Canvas, Ink, clouds, noise, polygon, regular, turn};
use super::{Art, PlanetKind, PlanetLook};

/// The colours of a surface, from low to high ground.
struct Palette {
    deep: Rgb,
    low: Rgb,
    high: Rgb,
    peak: Rgb,
    /// Of the air at the bright rim.
    air: Rgb,
}

const fn palette(deep: u32, low: u32, high: u32, peak: u32, air: u32) -> Palette {
    Palette {
        deep: Rgb::hex(deep),
        low: Rgb::hex(low),
        high: Rgb::hex(high),
        peak: Rgb::hex(peak),
        air: Rgb::hex(air),
    }
}

static CULTURAL: Palette = palette(0x1E4FA8, 0x2F74D6, 0x6FB6F2, 0xE8F5FF, 0xA9D6FF);
static HAZARDOUS: Palette = palette(0x7E2115, 0xB63A22, 0xE06B3A, 0xFFC27A, 0xFFB28A);
static INDUSTRIAL: Palette = palette(0x1F5A35, 0x338C48, 0x74B85A, 0xD9E79A, 0xBDF0A6);
static BARREN: Palette = palette(0x4A5163, 0x6B7488, 0x99A3B5, 0xDDE3EC, 0xCBD6E8);
static HOMEWORLD: Palette = palette(0x6B5646, 0x97795C, 0xC9AE85, 0xF3E6C8, 0xF2DFBD);
static CAPITAL: Palette = palette(0x6E4713, 0xA8741F, 0xE0A93C, 0xFFE9A8, 0xFFE08A);

fn palette_of(planet: Option<Trait>) -> &'static Palette {
    match planet {
        Some(Trait::Cultural) => &CULTURAL,
        Some(Trait::Hazardous) => &HAZARDOUS,
        Some(Trait::Industrial) => &INDUSTRIAL,
        None => &BARREN,
    }
}

/// Anchored in the middle.
pub fn planet(look: PlanetLook, radius: u16, dim: bool) -> Art {
    if look.kind == PlanetKind::Station {
        return station(radius, dim);
    }
    let r = f32::from(radius);
    let side = u32::from(radius) * 2 + 8;
    let middle = side as f32 / 2.0;
    let mut canvas = Canvas::new(side, side);
    canvas.disc(middle, middle, r + 1.5, BLACK);
    for y in 0..side {
        for x in 0..side {
            let (dx, dy) = ((x as f32 + 0.5 - middle) / r, (y as f32 + 0.5 - middle) / r);
            let d2 = dx * dx + dy * dy;
            if d2 >= 1.0 {
                continue;
            }
            let mut colour = shade(look, dx, dy, (1.0 - d2).sqrt());
            if dim {
                colour = dimmed(colour);
            }
            // One pixel of soft edge.
            let cover = ((1.0 - d2.sqrt()) * r).min(1.0);
            let at = (y * side + x) as usize;
            let under = canvas.map.pixels()[at];
            canvas.map.pixels_mut()[at] = over(colour, cover, under);
        }
    }
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

fn over(colour: [f32; 3], cover: f32, under: PremultipliedColorU8) -> PremultipliedColorU8 {
    let mix = |c: f32, u: u8| (c * cover + f32::from(u) * (1.0 - cover)).clamp(0.0, 255.0) as u8;
    let alpha = 255.0 * cover + f32::from(under.alpha()) * (1.0 - cover);
    let (r, g, b) =
        (mix(colour[0], under.red()), mix(colour[1], under.green()), mix(colour[2], under.blue()));
    let a = (alpha + 0.5) as u8;
    PremultipliedColorU8::from_rgba(r.min(a), g.min(a), b.min(a), a).unwrap_or(under)
}

/// A planet that is exhausted: dark and with little colour.
fn dimmed([r, g, b]: [f32; 3]) -> [f32; 3] {
    let grey = r * 0.3 + g * 0.55 + b * 0.15;
    [r, g, b].map(|c| (c * 0.55 + grey * 0.45) * 0.5)
}

fn shade(look: PlanetLook, x: f32, y: f32, z: f32) -> [f32; 3] {
    let albedo = surface(look, x, y, z);
    let light = -0.56 * x - 0.62 * y + 0.55 * z;
    let day = (light * 1.12 + 0.16).clamp(0.0, 1.0);
    let strength = 0.16 + 0.98 * day;
    let air = air_of(look);
    let rim = (1.0 - z) * (1.0 - z) * (light + 0.35).clamp(0.0, 1.0);
    let part = |c: u8, a: u8| (f32::from(c) * strength + f32::from(a) * rim * 0.9).min(255.0);
    [part(albedo.0, air.0), part(albedo.1, air.1), part(albedo.2, air.2)]
}

fn air_of(look: PlanetLook) -> Rgb {
    match look.kind {
        PlanetKind::Traits(first, _) => palette_of(first).air,
        PlanetKind::Home | PlanetKind::Station => HOMEWORLD.air,
        PlanetKind::Mecatol => CAPITAL.air,
    }
}

fn surface(look: PlanetLook, x: f32, y: f32, z: f32) -> Rgb {
    let seed = u32::from(look.seed);
    // Towards the edge the ground is seen at a slant.
    let bulge = 1.0 / (0.45 + 0.55 * z);
    let (u, v) = (x * bulge, y * bulge);
    match look.kind {
        PlanetKind::Mecatol => city(seed, u, v),
        PlanetKind::Home | PlanetKind::Station => ground(&HOMEWORLD, None, seed, u, v),
        PlanetKind::Traits(first, second) => {
            let split = x * 0.8 + y * 0.6 + 0.18 * noise(seed ^ 77, u * 2.2, v * 2.2);
            match second {
                Some(_) if split > 0.0 => ground(palette_of(second), second, seed ^ 9, u, v),
                _ => ground(palette_of(first), first, seed, u, v),
            }
        }
    }
}

fn ground(colours: &Palette, planet: Option<Trait>, seed: u32, u: f32, v: f32) -> Rgb {
    match (planet, seed % 3) {
        // Gas in bands.
        (Some(Trait::Industrial) | None, 0) => {
            let wave = clouds(seed, u * 1.1, v * 3.0, 3) * 0.32;
            steps(colours, noise(seed ^ 5, 0.3, v * 3.1 + wave * 2.2) * 0.9 + wave)
        }
        // Craters on cracked ground.
        (Some(Trait::Hazardous), 0 | 1) | (None, 1) => {
            let mut height = clouds(seed, u * 2.1, v * 2.1, 3) * 1.1;
            for i in 0..7u32 {
                let cx = noise(seed + i * 13, 3.7, 1.3 + i as f32);
                let cy = noise(seed + i * 29, 8.1, 4.9 + i as f32);
                let size = 0.13 + 0.11 * (noise(seed + i, 1.7, 9.2) + 1.0);
                let d = ((u - cx) * (u - cx) + (v - cy) * (v - cy)).sqrt() / size;
                if d < 0.8 {
                    height = -0.5;
                } else if d < 1.08 {
                    height = 0.42;
                }
            }
            steps(colours, height)
        }
        // Seas and continents under some cloud.
        _ => {
            let height = clouds(seed, u * 1.45 + 3.0, v * 1.6, 4) * 1.7;
            let white = clouds(seed ^ 0x55, u * 1.2, v * 3.0 + 7.0, 3);
            if white > 0.3 { colours.peak } else { steps(colours, height) }
        }
    }
}

/// Four levels of ground with narrow soft borders.
fn steps(colours: &Palette, height: f32) -> Rgb {
    let levels = [
        (-0.22, colours.deep, colours.low),
        (0.14, colours.low, colours.high),
        (0.62, colours.high, colours.peak),
    ];
    for (level, below, above) in levels {
        if height < level + 0.06 {
            let part = ((height - level + 0.06) / 0.12).clamp(0.0, 1.0);
            return below.mix(above, (part * 4.0).round() as u16 * 25);
        }
    }
    colours.peak
}

/// A world that is one city: rings of streets around a palace, lights at the crossings.
fn city(seed: u32, u: f32, v: f32) -> Rgb {
    let d = (u * u + v * v).sqrt();
    let ring = (d * 9.0 + noise(seed, u * 2.0, v * 2.0) * 0.35).fract();
    let block = noise(seed ^ 3, u * 6.0, v * 6.0) + 0.6 * noise(seed ^ 8, u * 13.0, v * 13.0);
    let base = if block > 0.1 { CAPITAL.high } else { CAPITAL.low };
    if d < 0.17 {
        CAPITAL.peak
    } else if ring < 0.16 {
        CAPITAL.deep
    } else if block > 0.62 {
        CAPITAL.peak
    } else {
        base
    }
}

/// A space station: a ring around a hub. Anchored in the middle.
fn station(radius: u16, dim: bool) -> Art {
    let r = f32::from(radius);
    let side = u32::from(radius) * 2 + 10;
    let middle = side as f32 / 2.0;
    let mut canvas = Canvas::new(side, side);
    canvas.at(middle, middle, r / 50.0);
    let tone = |rgb: Rgb| if dim { rgb.darker(62) } else { rgb };
    let (dark, steel, light) =
        (tone(Rgb::hex(0x2C3A52)), tone(Rgb::hex(0x7E92B4)), tone(Rgb::hex(0xE2ECFF)));
    let window = tone(Rgb::hex(0x7FD8FF));
    canvas.disc(0.0, 0.0, 34.0, (BLACK, 150));
    canvas.ring(0.0, 0.0, 40.0, BLACK, 20.0);
    canvas.ring(0.0, 0.0, 40.0, dark, 16.0);
    canvas.ring(0.0, 0.0, 40.0, steel, 11.0);
    canvas.ring(0.0, 0.0, 43.5, light, 1.6);
    for i in 0..8 {
        let (sin, cos) = turn(i as f32 * 45.0);
        let at = |d: f32, side: f32| (cos * d - sin * side, sin * d + cos * side);
        let (half, from) = if i % 2 == 0 { (3.6, 8.0) } else { (5.0, 37.0) };
        let to = if i % 2 == 0 { 39.0 } else { 47.0 };
        let spoke = polygon(&[at(from, -half), at(to, -half), at(to, half), at(from, half)]);
        canvas.cased(&spoke, steel, light, 5.0, 1.2);
    }
    for i in 0..24 {
        let (sin, cos) = turn(7.5 + i as f32 * 15.0);
        canvas.disc(cos * 39.0, sin * 39.0, 1.5, window);
    }
    let hub = regular(0.0, 0.0, 17.0, 8, 22.5);
    let body = Ink::Down(-17.0, 17.0, vec![(0.0, light, 255), (1.0, dark, 255)]);
    canvas.cased(&hub, body, light, 5.0, 1.6);
    canvas.disc(0.0, 0.0, 7.0, dark);
    canvas.disc(0.0, 0.0, 4.6, window);
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

/// A golden glow and ring for legendary planets. Anchored in the middle.
pub fn legend(radius: u16) -> Art {
    let r = f32::from(radius);
    let side = u32::from(radius) * 2 + 44;
    let middle = side as f32 / 2.0;
    let mut canvas = Canvas::new(side, side);
    let inner = r / (r + 20.0);
    let stops = vec![
        (0.0, GOLD, 150),
        (inner, GOLD, 150),
        (inner + (1.0 - inner) * 0.5, GOLD, 50),
        (1.0, GOLD, 0),
    ];
    canvas.disc(middle, middle, r + 20.0, Ink::Round(middle, middle, r + 20.0, stops));
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

/// The ring of whoever controls the planet. Anchored in the middle.
pub fn control(owner: u8, radius: u16) -> Art {
    let livery = livery_of(owner.into());
    let r = f32::from(radius);
    let side = u32::from(radius) * 2 + 24;
    let middle = side as f32 / 2.0;
    let mut canvas = Canvas::new(side, side);
    canvas.ring(middle, middle, r + 3.0, BLACK, 9.0);
    canvas.ring(middle, middle, r + 3.0, livery.edge.darker(50), 6.0);
    let path = super::canvas::circle(middle, middle, r + 3.0);
    canvas.dashed(&path, livery.edge, 6.0, livery.dash, 0.0);
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}
