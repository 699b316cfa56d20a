//! The sky, the floors of systems and what runs along their edges.

use tiny_skia::{FillRule, Mask, Path, PremultipliedColorU8, Transform};

use crate::picture::theme::{self, BLACK, GOLD, LINE, Rgb, SKY, WHITE, livery_of};

use super::canvas::{Canvas, Dice, Ink, clouds, noise, path, polyline, regular, turn};
use super::{Art, Base, Ground, phenomena};

/// Design radius of a hex's corners.
const R: f32 = 172.5;

/// Side of the square of sky.
pub const SKY_SIDE: u32 = 640;

pub fn sky() -> Art {
    let mut canvas = Canvas::new(SKY_SIDE, SKY_SIDE);
    canvas.map.fill(tiny_skia::Color::from_rgba8(SKY.0, SKY.1, SKY.2, 255));
    let mut dice = Dice::new(4_077);
    for i in 0..150u32 {
        let (x, y) = (dice.below(SKY_SIDE - 2), dice.below(SKY_SIDE - 2));
        let bright = [120u8, 80, 60, 190][i as usize % 4];
        let tint = [Rgb(255, 255, 255), Rgb(190, 210, 255), Rgb(255, 226, 190)][i as usize % 3];
        let colour = SKY.mix(tint, u16::from(bright) * 100 / 255);
        let pixel = |canvas: &mut Canvas, x: u32, y: u32| {
            canvas.map.pixels_mut()[(y * SKY_SIDE + x) as usize] = opaque(colour);
        };
        pixel(&mut canvas, x, y);
        if bright > 150 {
            pixel(&mut canvas, x + 1, y);
            pixel(&mut canvas, x, y + 1);
            pixel(&mut canvas, x + 1, y + 1);
        }
    }
    Art { map: canvas.map, anchor: (0, 0) }
}

fn opaque(Rgb(r, g, b): Rgb) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(r, g, b, 255).expect("an opaque colour is premultiplied")
}

/// A canvas for a hex of this radius with its centre and scale.
fn hex_canvas(radius: u16) -> (Canvas, f32, f32, f32) {
    let r = f32::from(radius);
    let (width, height) = ((r * 2.0 + 3.0) as u32, (r * 1.7321 + 3.0) as u32);
    let mut canvas = Canvas::new(width, height);
    let (cx, cy, scale) = (width as f32 / 2.0, height as f32 / 2.0, r / R);
    canvas.at(cx, cy, scale);
    (canvas, cx, cy, scale)
}

fn centred(canvas: Canvas) -> Art {
    let anchor = (canvas.map.width() as i32 / 2, canvas.map.height() as i32 / 2);
    Art { map: canvas.map, anchor }
}

fn hexagon(inset: f32) -> Path {
    regular(0.0, 0.0, R - inset, 6, 0.0)
}

pub fn ground(ground: Ground, radius: u16) -> Art {
    let (mut canvas, cx, cy, scale) = hex_canvas(radius);
    let width = canvas.map.width();
    let height = canvas.map.height();
    for y in 0..height {
        for x in 0..width {
            let at = ((x as f32 + 0.5 - cx) / scale, (y as f32 + 0.5 - cy) / scale);
            if at.0.abs() * 0.866 + at.1.abs() * 0.5 > 152.0 || at.1.abs() > 152.0 {
                continue;
            }
            canvas.map.pixels_mut()[(y * width + x) as usize] = opaque(floor(ground, at.0, at.1));
        }
    }
    let seed = u32::from(ground.variant) + 1;
    if ground.base != Base::Open {
        stars(&mut canvas, ground, seed);
    }
    if ground.nebula {
        phenomena::sparks(&mut canvas, seed);
    }
    if ground.rift {
        phenomena::rift(&mut canvas, seed);
    }
    if ground.scar {
        phenomena::scar(&mut canvas, seed);
    }
    if ground.asteroids {
        phenomena::asteroids(&mut canvas, seed);
    }
    cut_out(&mut canvas, (cx, cy, scale));
    border(&mut canvas, ground);
    centred(canvas)
}

/// Takes away what is painted beyond the edges.
fn cut_out(canvas: &mut Canvas, (cx, cy, scale): (f32, f32, f32)) {
    if let Some(mut mask) = Mask::new(canvas.map.width(), canvas.map.height()) {
        let at = Transform::from_scale(scale, scale).post_translate(cx, cy);
        mask.fill_path(&hexagon(0.0), FillRule::Winding, true, at);
        canvas.map.apply_mask(&mask);
    }
}

fn border(canvas: &mut Canvas, ground: Ground) {
    let line = match ground.base {
        Base::Home => Rgb::hex(0x5B7398),
        Base::Mecatol => Rgb::hex(0xA8833A),
        Base::Fracture => Rgb::hex(0x6A5A8C),
        Base::Open | Base::Space => LINE,
    };
    canvas.stroke(&hexagon(0.8), BLACK, 1.6);
    canvas.stroke(&hexagon(2.2), line, 2.2);
    if ground.is_anomaly() {
        canvas.dashed(&hexagon(8.0), Rgb::hex(0xD8433C), 3.6, &[16.0, 9.0], 0.0);
    }
    if ground.base == Base::Open {
        canvas.dashed(&hexagon(14.0), theme::FAINT, 3.0, &[12.0, 10.0], 0.0);
    }
}

/// The colour of the floor at a point in design units.
fn floor(ground: Ground, x: f32, y: f32) -> Rgb {
    let seed = u32::from(ground.variant) * 57 + 11;
    let d = (x * x + (y + 10.0) * (y + 10.0)).sqrt();
    if ground.supernova {
        return supernova(seed, x, y);
    }
    let (inner, outer) = match ground.base {
        Base::Space | Base::Open => (Rgb::hex(0x1A2444), Rgb::hex(0x080D1B)),
        Base::Home => (Rgb::hex(0x24384F), Rgb::hex(0x0B1322)),
        Base::Mecatol => (Rgb::hex(0x3A2C1A), Rgb::hex(0x100B0A)),
        Base::Fracture => (Rgb::hex(0x2E2148), Rgb::hex(0x0C0816)),
    };
    let anomaly = ground.asteroids || ground.rift || ground.scar;
    let (inner, outer) = if anomaly && ground.base == Base::Space {
        (Rgb::hex(0x271826), Rgb::hex(0x0C070F))
    } else {
        (inner, outer)
    };
    // A breath of dust moves the rings of the gradient about.
    let dust = clouds(seed, x / 150.0 + 5.0, y / 150.0, 2);
    let t = (d / 178.0 + dust * 0.34).clamp(0.0, 1.0);
    let base = inner.mix(outer, (t * 22.0).round() as u16 * 100 / 22);
    if ground.nebula { nebula(seed, x, y, base) } else { base }
}

fn nebula(seed: u32, x: f32, y: f32, base: Rgb) -> Rgb {
    let (u, v) = (x / 95.0, y / 95.0);
    let bend = clouds(seed ^ 0x31, u * 0.8, v * 0.8, 2);
    let thick = clouds(seed, u + bend * 1.3, v - bend * 1.1, 4) + 0.16;
    let steps: [(f32, Rgb); 5] = [
        (-0.3, Rgb::hex(0x1C1238)),
        (0.0, Rgb::hex(0x3A1D62)),
        (0.22, Rgb::hex(0x64308E)),
        (0.44, Rgb::hex(0x9A47A8)),
        (0.68, Rgb::hex(0xD877B8)),
    ];
    let mut colour = base.mix(Rgb::hex(0x140C2A), 60);
    for (from, above) in steps {
        let part = ((thick - from) / 0.2).clamp(0.0, 1.0);
        colour = colour.mix(above, (part * 5.0).round() as u16 * 20);
    }
    colour
}

fn supernova(seed: u32, x: f32, y: f32) -> Rgb {
    let y = y - 6.0;
    let d = (x * x + y * y).sqrt().max(1.0);
    // Rays: noise over the directions.
    let (dx, dy) = (x / d, y / d);
    let ray =
        clouds(seed, dx * 3.4 + 20.0, dy * 3.4, 3) + 0.35 * noise(seed ^ 6, dx * 13.0, dy * 13.0);
    let heat = d / (1.0 + 0.42 * ray);
    let steps: [(f32, Rgb); 7] = [
        (34.0, Rgb::hex(0xFFFDF0)),
        (48.0, Rgb::hex(0xFFEFA0)),
        (66.0, Rgb::hex(0xFFC63A)),
        (88.0, Rgb::hex(0xF7902A)),
        (114.0, Rgb::hex(0xD9501C)),
        (142.0, Rgb::hex(0x8E2418)),
        (176.0, Rgb::hex(0x3F0D16)),
    ];
    let mut before = (0.0, Rgb::hex(0xFFFFFF));
    for (at, colour) in steps {
        if heat < at {
            let part = ((heat - before.0) / (at - before.0)).clamp(0.0, 1.0);
            return before.1.mix(colour, (part * 7.0).round() as u16 * 100 / 7);
        }
        before = (at, colour);
    }
    Rgb::hex(0x2A0912)
}

fn stars(canvas: &mut Canvas, ground: Ground, seed: u32) {
    if ground.supernova {
        return;
    }
    let (width, height) = (canvas.map.width(), canvas.map.height());
    let mut dice = Dice::new(seed * 97 + 13);
    for i in 0..54usize {
        let (x, y) = (dice.below(width - 2), dice.below(height - 2));
        let alpha = [70u16, 45, 90, 60, 75][i % 5];
        let at = (y * width + x) as usize;
        let under = canvas.map.pixels()[at];
        if under.alpha() < 255 {
            continue;
        }
        let base = Rgb(under.red(), under.green(), under.blue());
        let tint = if i % 3 == 0 { Rgb(200, 216, 255) } else { WHITE };
        canvas.map.pixels_mut()[at] = opaque(base.mix(tint, alpha));
        if i.is_multiple_of(9) {
            canvas.map.pixels_mut()[at + 1] = opaque(base.mix(tint, alpha));
            canvas.map.pixels_mut()[at + width as usize] = opaque(base.mix(tint, alpha));
            canvas.map.pixels_mut()[at + width as usize + 1] = opaque(base.mix(tint, alpha));
        }
    }
}

/// Where the lanes of an edge begin, and the direction inwards.
fn edge_middle(edge: u8) -> (f32, f32) {
    let (sin, cos) = turn(f32::from(edge) * 60.0 - 90.0);
    (cos * R * 0.866, sin * R * 0.866)
}

pub fn lanes(pairs: &[(u8, u8)], radius: u16) -> Art {
    let (mut canvas, cx, cy, scale) = hex_canvas(radius);
    canvas.fill(
        &hexagon(0.0),
        Ink::Round(
            0.0,
            0.0,
            R,
            vec![(0.0, Rgb::hex(0x101B30), 255), (1.0, Rgb::hex(0x080C17), 255)],
        ),
    );
    canvas.stroke(&hexagon(2.2), Rgb::hex(0x1E2B47), 2.2);
    let cyan = Rgb::hex(0x5FD4F5);
    let curve = |(a, b): &(u8, u8)| {
        let ((ax, ay), (bx, by)) = (edge_middle(*a), edge_middle(*b));
        // Lanes leave edges at right angles and bend in the middle.
        path(&format!(
            "M {ax} {ay} C {} {} {} {} {bx} {by}",
            ax * 0.35,
            ay * 0.35,
            bx * 0.35,
            by * 0.35
        ))
    };
    for (ink, width) in [((cyan.darker(70), 200), 34.0), ((cyan.darker(52), 255), 20.0)] {
        for pair in pairs {
            canvas.stroke(&curve(pair), ink, width);
        }
    }
    for pair in pairs {
        canvas.stroke(&curve(pair), cyan, 5.0);
        canvas.dashed(&curve(pair), Rgb::hex(0xE8FBFF), 2.0, &[14.0, 10.0], 0.0);
    }
    cut_out(&mut canvas, (cx, cy, scale));
    centred(canvas)
}

/// The corners of an edge: 0 in the north and then clockwise.
fn side(edge: usize, inset: f32) -> [(f32, f32); 2] {
    let corner = |i: usize| {
        let (sin, cos) = turn(240.0 + 60.0 * i as f32);
        (cos * (R - inset), sin * (R - inset))
    };
    [corner(edge), corner(edge + 1)]
}

pub fn rim(owners: &[u8], ships: bool, radius: u16) -> Art {
    let (mut canvas, ..) = hex_canvas(radius);
    let line = if ships { 7.0 } else { 3.4 };
    for edge in 0..6 {
        let Some(owner) = owners.get(edge % owners.len().max(1)) else { continue };
        let livery = livery_of((*owner).into());
        if ships {
            canvas.stroke(&polyline(&side(edge, 14.0)), (livery.edge, 42), 20.0);
        }
    }
    for edge in 0..6 {
        let Some(owner) = owners.get(edge % owners.len().max(1)) else { continue };
        let livery = livery_of((*owner).into());
        let piece = polyline(&side(edge, 8.0));
        canvas.stroke(&piece, (BLACK, 255), line + 3.0);
        if ships {
            canvas.stroke(&piece, livery.edge.darker(62), line);
        }
    }
    if let [owner] = owners {
        let livery = livery_of((*owner).into());
        canvas.dashed(&hexagon(8.0), livery.edge, line, livery.dash, 0.0);
    } else {
        for edge in 0..6 {
            let Some(owner) = owners.get(edge % owners.len().max(1)) else { continue };
            let livery = livery_of((*owner).into());
            canvas.dashed(&polyline(&side(edge, 8.0)), livery.edge, line, livery.dash, 0.0);
        }
    }
    centred(canvas)
}

pub fn tint(ink: Rgb, alpha: u8, radius: u16) -> Art {
    let (mut canvas, ..) = hex_canvas(radius);
    canvas.fill(&hexagon(3.4), (ink, alpha));
    centred(canvas)
}

pub fn active(radius: u16) -> Art {
    let (mut canvas, ..) = hex_canvas(radius);
    canvas.stroke(&hexagon(24.0), (GOLD, 60), 26.0);
    canvas.stroke(&hexagon(15.5), BLACK, 9.0);
    canvas.stroke(&hexagon(15.5), WHITE, 6.0);
    canvas.stroke(&hexagon(2.8), WHITE, 4.0);
    centred(canvas)
}
