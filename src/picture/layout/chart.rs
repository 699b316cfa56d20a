//! Everybody's points at the end of each round.

use crate::picture::art::{PanelLook, Sprite};
use crate::picture::scene::{Player, Scene};
use crate::picture::text::{Face, Style};
use crate::picture::theme::{DIM, FAINT, GOLD, LINE, TEXT, livery_of};

use super::panels::narrowed;
use super::{Align, List};

const WIDTH: f32 = 1240.0;
const HEIGHT: f32 = 760.0;
const COLUMN: f32 = 316.0;
const TOP: f32 = 118.0;
const LEFT: f32 = 76.0;

pub fn chart(scene: &Scene) -> List {
    let mut list = List::new(WIDTH as u32, HEIGHT as u32);
    list.panel((10.0, 10.0, WIDTH - 20.0, HEIGHT - 20.0), PanelLook::Glass);
    let room = WIDTH - COLUMN - 60.0;
    let title = Style::new(Face::Title, 36, TEXT);
    let name = scene.title.to_uppercase();
    list.write((34.0, 58.0), Align::Left, room, narrowed(title, &name, room, 24), &name);
    let style = Style::new(Face::Title, 24, GOLD);
    list.write((34.0, 92.0), Align::Left, room, style, "Points at the end of each round");
    let grid = Grid::of(scene);
    grid.paint(&mut list);
    let last = scene.course.len().saturating_sub(1);
    for player in &scene.players {
        let seat = usize::from(player.seat);
        let points: Vec<(f32, f32)> =
            (0..=last).filter_map(|round| grid.place(scene, round, seat)).collect();
        grid.line(&mut list, &points, player.seat);
    }
    for player in &scene.players {
        // Where all begin there is nothing to tell apart.
        for round in 1..=last {
            if let Some((x, y)) = grid.place(scene, round, player.seat.into()) {
                list.emblem(x, y, 30.0, player.seat);
            }
        }
    }
    standings(&mut list, scene);
    list
}

struct Grid {
    /// Between rounds and between points.
    step: (f32, f32),
    rounds: usize,
    goal: i32,
    most: i32,
    bottom: f32,
}

impl Grid {
    fn of(scene: &Scene) -> Grid {
        let rounds = scene.course.len().saturating_sub(1).max(1);
        let highest = scene.course.iter().flatten().copied().max().unwrap_or(0);
        let most = highest.max(scene.goal).max(1);
        let bottom = HEIGHT - 64.0;
        let width = WIDTH - COLUMN - LEFT - 96.0;
        let step = (width / rounds as f32, (bottom - TOP - 20.0) / most as f32);
        Grid { step, rounds, goal: scene.goal, most, bottom }
    }

    fn x(&self, round: usize) -> f32 {
        LEFT + 24.0 + round as f32 * self.step.0
    }

    fn y(&self, points: i32) -> f32 {
        self.bottom - points.clamp(0, self.most) as f32 * self.step.1
    }

    /// Where a player stands after a round; those with equal points stand side by side.
    fn place(&self, scene: &Scene, round: usize, seat: usize) -> Option<(f32, f32)> {
        let points = scene.course.get(round)?;
        let own = points.get(seat)?;
        let equal = points.iter().filter(|other| *other == own).count() as f32;
        let before = points[..seat].iter().filter(|other| *other == own).count() as f32;
        let apart = if round == 0 { 0.0 } else { (self.step.0 * 0.8 / equal).min(24.0) };
        Some((self.x(round) + (before - (equal - 1.0) / 2.0) * apart, self.y(*own)))
    }

    fn paint(&self, list: &mut List) {
        let right = self.x(self.rounds) + 24.0;
        let number = Style::new(Face::Title, 20, FAINT);
        for points in 0..=self.most {
            let goal = points == self.goal;
            let ink = if goal { GOLD } else { LINE.darker(30) };
            let y = self.y(points);
            let high = if goal { 4.0 } else { 2.0 };
            list.put(
                LEFT,
                y - high / 2.0,
                Sprite::Bar { width: (right - LEFT) as u16, height: high as u16, ink },
            );
            let style = number.ink(if goal { GOLD } else { DIM });
            list.write((LEFT - 14.0, y + 7.0), Align::Right, 44.0, style, &points.to_string());
        }
        for round in 0..=self.rounds {
            let words = if round == 0 { "start".to_string() } else { round.to_string() };
            let at = (self.x(round), self.bottom + 38.0);
            list.write(at, Align::Middle, self.step.0.max(24.0), number.ink(DIM), &words);
        }
    }

    fn line(&self, list: &mut List, points: &[(f32, f32)], owner: u8) {
        let at = |(x, y): &(f32, f32)| (x.round() as i16, y.round() as i16);
        let (left, top) = (0.0, 0.0);
        let points: Vec<(i16, i16)> = points.iter().map(at).collect();
        if points.len() > 1 {
            let (width, height) = (WIDTH as u16, HEIGHT as u16);
            list.put(left, top, Sprite::Trail { points, owner, width, height });
        }
    }
}

fn standings(list: &mut List, scene: &Scene) {
    let mut order: Vec<&Player> = scene.players.iter().collect();
    order.sort_by_key(|player| (std::cmp::Reverse(player.points), player.seat));
    let tall = ((HEIGHT - 60.0) / order.len().max(1) as f32).min(96.0);
    let (x, width) = (WIDTH - COLUMN - 24.0, COLUMN);
    for (i, player) in order.into_iter().enumerate() {
        let y = 30.0 + i as f32 * tall;
        let middle = y + tall / 2.0 - 4.0;
        let livery = livery_of(player.seat.into());
        let border = if i == 0 { GOLD } else { LINE };
        let look = PanelLook::Chip { fill: livery.fill.darker(80), border };
        list.panel((x, y, width, tall - 8.0), look);
        list.emblem(x + 36.0, middle, 50.0, player.seat);
        let number = Style::new(Face::Title, 40, TEXT);
        let points = player.points.to_string();
        let used =
            list.write((x + width - 16.0, middle + 14.0), Align::Right, 70.0, number, &points);
        let room = width - 92.0 - used;
        let style = narrowed(Style::new(Face::Title, 27, TEXT), &player.name, room, 20);
        list.write((x + 70.0, middle - 2.0), Align::Left, room, style, &player.name);
        let small = Style::new(Face::BodyBold, 21, DIM);
        list.write((x + 70.0, middle + 24.0), Align::Left, room, small, player.faction);
    }
}
