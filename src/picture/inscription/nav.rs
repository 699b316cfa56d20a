//! The Navigation sheet: systems, hyperlanes, wormholes.

use crate::inscription::data::{Asset, Sheet};
use crate::inscription::state::Spot;
use crate::picture::theme::Rgb;

use super::board::{Hand, body, title};
use super::icons::Sign;
use super::panel::{BODY, Own, WIDE};
use super::places::Place;
use super::slate::{BLUE, CHALK, DUSTY, FAINT, NEXT, WELL, YELLOW};

type Point = (f32, f32);

/// Where the systems lie, and how large they are.
struct Chart {
    points: Vec<Point>,
    radius: f32,
}

fn distance(a: Point, b: Point) -> f32 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

impl Chart {
    fn of(own: &Own) -> Chart {
        let systems = &own.printed.nav.systems;
        let range = |of: fn(&crate::inscription::data::System) -> i32| {
            let least = systems.iter().map(of).min().unwrap_or(0);
            let most = systems.iter().map(of).max().unwrap_or(0);
            (least as f32, (most - least).max(1) as f32)
        };
        let ((left, across), (top, down)) = (range(|s| s.x), range(|s| s.y));
        let place = |x: i32, y: i32| {
            let part = (x as f32 - left) / across;
            (58.0 + part * (WIDE - 116.0), 50.0 + (y as f32 - top) / down * (BODY - 100.0))
        };
        let points: Vec<Point> = systems.iter().map(|s| place(s.x, s.y)).collect();
        let mut nearest = f32::MAX;
        for (at, one) in points.iter().enumerate() {
            for other in &points[..at] {
                nearest = nearest.min(distance(*one, *other));
            }
        }
        Chart { points, radius: (nearest * 0.46).clamp(18.0, 46.0) }
    }

    fn between(&self, from: u8, to: u8) -> (Point, Point) {
        let (a, b) = (self.points[usize::from(from)], self.points[usize::from(to)]);
        let long = distance(a, b).max(1.0);
        let part = self.radius / long;
        let along = |t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        (along(part), along(1.0 - part))
    }
}

pub fn draw(hand: &mut Hand, own: &Own) {
    let chart = Chart::of(own);
    let (sheet, me) = (own.printed.nav, &own.player.nav);
    for (at, (a, b)) in sheet.lanes.iter().enumerate() {
        let (from, to) = chart.between(*a, *b);
        let traced = me.lanes >> at & 1 == 1 || sheet.preprinted >> at & 1 == 1;
        for (from, to) in [(*a, *b), (*b, *a)] {
            if hand.lit(Place::Lane(from, to)) {
                let (from, to) = chart.between(from, to);
                arrow(hand, from, to, NEXT);
            }
        }
        match traced {
            true => hand.line(from, to, BLUE, 5.0),
            false => hand.dashed(from, to, FAINT, 2.4, 7.0),
        }
    }
    for (from, to) in &me.holes {
        let ends = [from, to].map(|hole| sheet.wormholes[usize::from(*hole)].1);
        let (from, to) = chart.between(ends[0], ends[1]);
        hand.dashed(from, to, BLUE, 3.0, 16.0);
    }
    for at in 0..sheet.systems.len() {
        system(hand, own, &chart, at);
    }
    for (at, (name, system)) in sheet.wormholes.iter().enumerate() {
        wormhole(hand, own, &chart, (at as u8, name, *system));
    }
}

/// A broad line with its head in the middle.
fn arrow(hand: &mut Hand, from: Point, to: Point, ink: Rgb) {
    hand.line(from, to, ink, 11.0);
    let long = distance(from, to).max(1.0);
    let (dx, dy) = ((to.0 - from.0) / long, (to.1 - from.1) / long);
    let head = (from.0 + (to.0 - from.0) * 0.62, from.1 + (to.1 - from.1) * 0.62);
    for side in [1.0, -1.0] {
        let back = (head.0 - dx * 15.0 - dy * 13.0 * side, head.1 - dy * 15.0 + dx * 13.0 * side);
        hand.line(back, head, ink, 5.0);
    }
}

fn system(hand: &mut Hand, own: &Own, chart: &Chart, at: usize) {
    let system = &own.printed.nav.systems[at];
    let me = &own.player.nav;
    let (place, r) = (chart.points[at], chart.radius);
    let (x, y) = place;
    let claimed = me.claimed >> at & 1 == 1;
    let explored = me.explored >> at & 1 == 1;
    if hand.lit(Place::System(at as u8)) {
        hand.glow(place, r + 2.0);
    }
    hand.disc(place, r, WELL, 255);
    if claimed {
        hand.disc(place, r, BLUE, 64);
        hand.circle(place, r, BLUE, 5.0);
    } else if explored {
        hand.circle(place, r, BLUE, 2.6);
    } else {
        hand.circle(place, r, FAINT, 1.6);
    }
    let ink = match system.asset {
        Asset::Vp(_) => YELLOW,
        _ if explored || claimed => CHALK,
        _ => DUSTY,
    };
    let (size, high) = (r * 0.84, y - r * 0.34);
    hand.asset((x, high), size, system.asset, ink);
    let spot = Spot::System(at as u8);
    if own.spent(spot) {
        hand.slash((x, high), size, CHALK);
    }
    let written = me.boxes.iter().find(|(system, _)| usize::from(*system) == at);
    if let Some((_, points)) = written {
        hand.asset((x + r * 0.82, y - r * 0.66), r * 0.86, Asset::Vp(*points), YELLOW);
    }
    let how = body(27.0, r * 2.0).middle();
    hand.label(Sheet::Nav, (x, y + r * 0.7), how, &system.name);
}

fn wormhole(hand: &mut Hand, own: &Own, chart: &Chart, (at, name, system): (u8, &str, u8)) {
    let centre = chart.points[usize::from(system)];
    let r = chart.radius;
    // Where fewest things are in the way.
    let around = (0..12).map(|step| {
        let (sin, cos) = crate::picture::art::canvas::turn(step as f32 * 30.0 + 15.0);
        (centre.0 + cos * (r + 48.0), centre.1 + sin * (r + 25.0))
    });
    let free = |point: &Point| {
        let inside =
            point.0 > 48.0 && point.0 < WIDE - 48.0 && point.1 > 20.0 && point.1 < BODY - 20.0;
        let lanes = own.printed.nav.lanes.iter().filter(|(a, b)| [*a, *b].contains(&system));
        let lanes = lanes.map(|(a, b)| {
            let (from, to) = chart.between(*a, *b);
            let near = |t: f32| (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
            (0..=6).map(|t| distance(near(t as f32 / 6.0), *point)).fold(f32::MAX, f32::min)
        });
        let others = chart.points.iter().map(|other| distance(*other, *point) - r);
        let least = lanes.chain(others).fold(f32::MAX, f32::min);
        if inside { least } else { -1.0 }
    };
    let place = around.max_by(|a, b| free(a).total_cmp(&free(b))).unwrap_or(centre);
    let (x, y) = place;
    if hand.lit(Place::Hole(at)) {
        hand.glow_box((x - 40.0, y - 17.0), (80.0, 34.0));
    }
    hand.plate((x - 42.0, y - 19.0), (84.0, 38.0), WELL, 235);
    hand.sign((x - 21.0, y), 34.0, Sign::Wormhole, BLUE);
    hand.label(Sheet::Nav, (x + 19.0, y + 9.0), title(25.0, 64.0).middle(), name);
}
