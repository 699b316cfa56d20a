//! The closing table: points of each sheet, and who wins.

use std::collections::BTreeSet;

use crate::engine::Seat;
use crate::inscription::data::{Asset, Sheet};
use crate::inscription::view::View;
use crate::picture::Names;

use super::board::{Board, EDGE, Hand, INNER, body, title};
use super::icons::Sign;
use super::panel::sheet_sign;
use super::slate::{self, DUSTY, FAINT, WELL, YELLOW};
use super::{heading, player_name};

/// A player's line.
pub struct Line {
    pub seat: Seat,
    pub name: String,
    pub faction: String,
    pub points: [i32; 4],
    pub votes: u8,
    pub winner: bool,
}

impl Line {
    pub fn total(&self) -> i32 {
        self.points.iter().sum()
    }
}

/// The best first; nothing before the end.
pub fn table(view: &View, names: &Names) -> Option<Vec<Line>> {
    if !view.finished {
        return None;
    }
    let line = |player: &crate::inscription::view::PlayerView| {
        let faction = player.faction.map(|id| view.pack.get().faction(id).name.clone());
        Some(Line {
            seat: player.seat,
            name: player_name(view, names, player.seat),
            faction: faction.unwrap_or_default(),
            points: player.score?,
            votes: player.sheets.as_ref()?.count(Asset::Vote),
            winner: view.winners.contains(&player.seat),
        })
    };
    let mut lines: Vec<Line> = view.players.iter().map(line).collect::<Option<_>>()?;
    lines.sort_by_key(|line| (!line.winner, -line.total(), -i32::from(line.votes), line.seat));
    Some(lines)
}

const TOP: f32 = 176.0;
const ROW: f32 = 128.0;
const FIRST: f32 = 404.0;
const STEP: f32 = 112.0;

pub fn draw(view: &View, names: &Names, table: &[Line]) -> Board {
    let height = 2.0 * EDGE + TOP + table.len() as f32 * ROW + 48.0;
    let mut board = Board::new(height, BTreeSet::new());
    let hand = &mut board.hand(EDGE, EDGE, 1.0);
    let words = result(view, table);
    heading(hand, view, names, "The end");
    hand.write((8.0, 104.0), title(36.0, INNER - 16.0).ink(YELLOW), &words);
    for sheet in Sheet::ALL {
        let x = FIRST + sheet.index() as f32 * STEP;
        sheet_sign(hand, (x, 142.0), sheet);
    }
    hand.write((INNER - 14.0, 156.0), title(30.0, 120.0).right().ink(YELLOW), "total");
    for (at, line) in table.iter().enumerate() {
        row(&mut hand.at(0.0, TOP + at as f32 * ROW), line);
    }
    let y = TOP + table.len() as f32 * ROW + 32.0;
    let words =
        "Navigation, Expansion, Industry, Warfare with their objectives; ties by unspent votes.";
    hand.write((8.0, y), body(25.0, INNER - 16.0).dusty(), words);
    board
}

/// How it ended, in a line.
pub fn result(view: &View, table: &[Line]) -> String {
    let winners: Vec<&str> =
        table.iter().filter(|line| line.winner).map(|line| line.name.as_str()).collect();
    let rank = view.rank.as_ref().map_or(String::new(), |rank| format!(": {rank}"));
    match winners.as_slice() {
        [] => "Nobody wins".into(),
        [one] => format!("{one} wins{rank}"),
        several => format!("{} share the victory{rank}", several.join(" and ")),
    }
}

fn row(hand: &mut Hand, line: &Line) {
    hand.plate((0.0, 0.0), (INNER, ROW - 10.0), WELL, 140);
    let ink = if line.winner { YELLOW } else { FAINT };
    hand.frame((0.0, 0.0), (INNER, ROW - 10.0), ink, if line.winner { 5.0 } else { 2.0 });
    hand.player((34.0, 36.0), 44.0, line.seat);
    hand.write((66.0, 42.0), title(32.0, FIRST - 130.0), &line.name);
    hand.write((66.0, 72.0), body(25.0, FIRST - 130.0).dusty(), &line.faction);
    if line.winner {
        hand.sign((34.0, 80.0), 36.0, Sign::Crown, YELLOW);
    }
    for sheet in Sheet::ALL {
        let x = FIRST + sheet.index() as f32 * STEP;
        let points = line.points[sheet.index()].to_string();
        let how = title(38.0, STEP - 6.0).middle().ink(slate::ink(sheet));
        hand.write((x, 50.0), how, &points);
    }
    let how = title(52.0, 140.0).right();
    hand.write((INNER - 16.0, 58.0), how, &line.total().to_string());
    hand.asset((INNER - 62.0, 88.0), 28.0, Asset::Vote, DUSTY);
    hand.write((INNER - 16.0, 97.0), body(25.0, 40.0).right().dusty(), &line.votes.to_string());
    // A bar of all four sheets; six pixels a point at most.
    let most = (INNER - FIRST - 60.0)
        / line.points.iter().map(|p| (*p).max(0)).sum::<i32>().max(110) as f32;
    let mut x = FIRST - STEP / 2.0;
    for sheet in Sheet::ALL {
        let wide = line.points[sheet.index()].max(0) as f32 * most;
        if wide >= 2.0 {
            hand.plate((x, 74.0), (wide, 26.0), slate::ink(sheet), 200);
            x += wide + 2.0;
        }
    }
}
