//! Wormholes and anomalies.

use crate::imperium::data::Wormhole;
use crate::picture::text::{self, Face};
use crate::picture::theme::{self, BLACK, Rgb, WHITE};

use super::Art;
use super::canvas::{Canvas, Dice, Ink, polygon, polyline, star, turn};

/// A wormhole: a swirling disc with its Greek letter; anchored in the middle.
pub fn vortex(kind: Wormhole, radius: u16) -> Art {
    let r = f32::from(radius);
    let side = u32::from(radius) * 2 + 8;
    let middle = side as f32 / 2.0;
    let mut canvas = Canvas::new(side, side);
    let colour = theme::wormhole(kind);
    let glow = vec![
        (0.0, colour, 255),
        (0.55, colour.darker(35), 255),
        (0.86, colour.darker(78), 255),
        (1.0, BLACK, 0),
    ];
    canvas.disc(middle, middle, r + 3.0, Ink::Round(middle, middle, r + 3.0, glow));
    canvas.ring(middle, middle, r * 0.9, colour.darker(25), r * 0.05);
    for arm in 0..5 {
        let mut points = Vec::new();
        for step in 0..=26 {
            let t = step as f32 / 26.0;
            let (sin, cos) = turn(arm as f32 * 72.0 + t * 250.0);
            let d = r * (0.18 + 0.72 * t);
            points.push((middle + cos * d, middle + sin * d));
        }
        for (i, pair) in points.windows(2).enumerate() {
            let t = i as f32 / 26.0;
            let width = r * (0.15 - 0.11 * t);
            canvas.stroke(&polyline(pair), (colour.lighter(48 - (t * 40.0) as u16), 235), width);
        }
    }
    canvas.disc(middle, middle, r * 0.43, (BLACK, 225));
    canvas.ring(middle, middle, r * 0.43, colour.lighter(30), r * 0.035);
    let letter = kind.symbol().to_string();
    let size = r * 0.86;
    let (cx, cy) = text::optical_centre(&letter, Face::Title, size);
    if let Some(path) = text::outline(&letter, Face::Title, size, middle - cx, middle - cy) {
        canvas.stroke(&path, BLACK, r * 0.16);
        canvas.fill(&path, WHITE);
    }
    Art { map: canvas.map, anchor: (side as i32 / 2, side as i32 / 2) }
}

/// Rocks with lit and dark facets. The centre of the hex is (0, 0), its corners 172 away.
pub fn asteroids(canvas: &mut Canvas, seed: u32) {
    let mut dice = Dice::new(seed * 31 + 5);
    let tones = [0x8D8276, 0x786D63, 0x9A8F80, 0x6A6672].map(Rgb::hex);
    let mut placed: Vec<(f32, f32, f32)> = Vec::new();
    let mut tries = 0;
    while placed.len() < 46 && tries < 900 {
        tries += 1;
        let (x, y) = (dice.between(-150.0, 150.0), dice.between(-132.0, 132.0));
        let r = if placed.len() < 9 { dice.between(13.0, 21.0) } else { dice.between(2.5, 9.5) };
        let inside = x.abs() * 0.866 + y.abs() * 0.5 < 138.0 - r && y.abs() < 138.0 - r;
        let apart = placed.iter().all(|(px, py, pr)| {
            (x - px) * (x - px) + (y - py) * (y - py) > (r + pr + 5.0) * (r + pr + 5.0)
        });
        if inside && apart {
            placed.push((x, y, r));
            rock(canvas, &mut dice, (x, y, r), tones[tries % 4]);
        }
    }
}

fn rock(canvas: &mut Canvas, dice: &mut Dice, (x, y, r): (f32, f32, f32), tone: Rgb) {
    let corners = if r < 6.0 { 6 } else { 9 };
    let points: Vec<(f32, f32)> = (0..corners)
        .map(|i| {
            let (sin, cos) = turn(360.0 * i as f32 / corners as f32 + dice.between(-9.0, 9.0));
            let d = r * dice.between(0.76, 1.08);
            (x + cos * d, y + sin * d)
        })
        .collect();
    canvas.stroke(&polygon(&points), BLACK, 3.0);
    canvas.fill(&polygon(&points), tone);
    // Facets between the rim and a ridge point, brighter towards the light.
    let ridge = (x - r * 0.16, y - r * 0.2);
    for i in 0..corners {
        let (a, b) = (points[i], points[(i + 1) % corners]);
        let (mx, my) = ((a.0 + b.0) / 2.0 - x, (a.1 + b.1) / 2.0 - y);
        let light = (-mx * 0.66 - my * 0.75) / r;
        let shade = if light > 0.0 {
            tone.lighter((light * 42.0) as u16)
        } else {
            tone.darker((-light * 68.0) as u16)
        };
        canvas.fill(&polygon(&[a, b, ridge]), shade);
    }
}

/// A black hole with a hot ring and arms of falling light.
pub fn rift(canvas: &mut Canvas, seed: u32) {
    let hot = Rgb::hex(0xFF8A5C);
    let violet = Rgb::hex(0xB45CF0);
    for arm in 0..6 {
        let mut points = Vec::new();
        for step in 0..=34 {
            let t = step as f32 / 34.0;
            let (sin, cos) = turn(arm as f32 * 60.0 + seed as f32 * 17.0 + t * 235.0);
            let d = 40.0 + 108.0 * t;
            points.push((cos * d, sin * d));
        }
        for (i, pair) in points.windows(2).enumerate() {
            let t = i as f32 / 34.0;
            let colour = hot.mix(violet, (t * 100.0) as u16).darker((t * 45.0) as u16);
            canvas.stroke(&polyline(pair), (colour, (230.0 - 130.0 * t) as u8), 5.6 - 4.2 * t);
        }
    }
    let glow = vec![(0.0, hot, 255), (0.52, hot, 235), (0.7, violet, 110), (1.0, violet, 0)];
    canvas.disc(0.0, 0.0, 64.0, Ink::Round(0.0, 0.0, 64.0, glow));
    canvas.disc(0.0, 0.0, 36.0, BLACK);
    canvas.ring(0.0, 0.0, 36.5, Rgb::hex(0xFFE3C2), 2.6);
}

/// Jagged cracks of light.
pub fn scar(canvas: &mut Canvas, seed: u32) {
    let mut dice = Dice::new(seed * 77 + 3);
    let cyan = Rgb::hex(0x4FE6E0);
    for crack in 0..7 {
        let heading = crack as f32 * 51.4 + dice.between(-14.0, 14.0);
        let mut at = {
            let (sin, cos) = turn(heading);
            (cos * 26.0, sin * 26.0)
        };
        let mut points = vec![at];
        for _ in 0..7 {
            let (sin, cos) = turn(heading + dice.between(-42.0, 42.0));
            let d = dice.between(12.0, 21.0);
            at = (at.0 + cos * d, at.1 + sin * d);
            if at.0.abs() * 0.866 + at.1.abs() * 0.5 > 136.0 || at.1.abs() > 136.0 {
                break;
            }
            points.push(at);
        }
        let line = polyline(&points);
        canvas.stroke(&line, (cyan.darker(55), 70), 17.0);
        canvas.stroke(&line, (cyan.darker(25), 130), 8.0);
        canvas.stroke(&line, cyan, 3.6);
        canvas.stroke(&line, Rgb::hex(0xE8FFFF), 1.5);
    }
}

/// Stars with four points, for nebulae.
pub fn sparks(canvas: &mut Canvas, seed: u32) {
    let mut dice = Dice::new(seed * 13 + 1);
    for _ in 0..9 {
        let (x, y) = (dice.between(-120.0, 120.0), dice.between(-118.0, 118.0));
        let size = dice.between(3.0, 7.0);
        canvas.fill(&star(x, y, size, size * 0.18, 4), (WHITE, 220));
    }
}
