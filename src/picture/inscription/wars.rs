//! The war table: each border with the strengths of both sides, war by war.

use std::collections::BTreeSet;

use crate::engine::Seat;
use crate::inscription::data::{Asset, Side, Stage};
use crate::inscription::rules::ai;
use crate::inscription::state::{Fight, Printed};
use crate::inscription::view::View;
use crate::picture::Names;

use super::board::{Board, EDGE, Hand, INNER, body, title};
use super::slate::{CHALK, DUSTY, FAINT, ORANGE, WELL, YELLOW};
use super::{heading, player_name};

/// A border: who stands on it with which side; nobody: the AI faction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    pub ends: [(Option<Seat>, Side); 2],
}

/// Each border once, in the order of seats.
pub fn borders(view: &View) -> Vec<Border> {
    let mut all: Vec<Border> = Vec::new();
    for player in &view.players {
        for side in Side::BOTH {
            let other = (player.neighbors[side.index()], side.other());
            let own = (Some(player.seat), side);
            let known = all.iter().any(|border| border.ends.contains(&own));
            if !known {
                all.push(Border { ends: [own, other] });
            }
        }
    }
    all
}

/// One side of a border in a war: strength, whether it is written, how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    pub strength: Option<u8>,
    pub fight: Option<Fight>,
}

pub fn stand(view: &View, (seat, side): (Option<Seat>, Side), war: usize) -> Stand {
    let Some(seat) = seat else {
        let printed = &view.pack.get().ai.strength[war];
        let strength = view.ai.as_ref().map(|state| ai::value(&state.strength[war], printed));
        return Stand { strength, fight: None };
    };
    let player = &view.players[seat.index()];
    let written = player.sheets.as_ref().and_then(|sheets| sheets.war.strength[side.index()][war]);
    let drawn = player.strength.map(|all| all[side.index()][war]);
    let fight = player.sheets.as_ref().and_then(|sheets| sheets.war.fights[side.index()][war]);
    Stand { strength: written.or(drawn), fight }
}

const ROW: f32 = 136.0;
const NAME: f32 = 268.0;
const COLUMN: f32 = (INNER - NAME) / 4.0;
const TOP: f32 = 138.0;

pub fn draw(view: &View, names: &Names) -> Board {
    let borders = borders(view);
    let height = 2.0 * EDGE + TOP + borders.len() as f32 * ROW + 46.0;
    let mut board = Board::new(height, BTreeSet::new());
    let hand = &mut board.hand(EDGE, EDGE, 1.0);
    heading(hand, view, names, "The wars");
    for war in 0..4 {
        let x = NAME + war as f32 * COLUMN;
        let now = usize::from(view.line) == war + 1;
        let past = usize::from(view.line) > war;
        let ink = if past { CHALK } else { DUSTY };
        if now {
            hand.plate((x + 6.0, 72.0), (COLUMN - 10.0, 54.0), ORANGE, 70);
        }
        let words = format!("war {}", Stage::ALL[war + 1].word());
        hand.write((x + COLUMN / 2.0, 112.0), title(32.0, COLUMN).middle().ink(ink), &words);
    }
    for (at, border) in borders.iter().enumerate() {
        row(&mut hand.at(0.0, TOP + at as f32 * ROW), view, names, border);
    }
    let words = "Ring: won. Dusty: as things stand. L, R: left or right border. ?: closed now.";
    let y = TOP + borders.len() as f32 * ROW + 32.0;
    hand.write((10.0, y), body(25.0, INNER - 20.0).dusty(), words);
    board
}

fn row(hand: &mut Hand, view: &View, names: &Names, border: &Border) {
    hand.plate((0.0, 0.0), (INNER, ROW - 10.0), WELL, 130);
    hand.frame((0.0, 0.0), (INNER, ROW - 10.0), FAINT, 2.0);
    for (at, (seat, side)) in border.ends.into_iter().enumerate() {
        let y = 46.0 + at as f32 * 54.0;
        let name = seat.map_or("AI faction".into(), |seat| player_name(view, names, seat));
        if let Some(seat) = seat {
            hand.player((28.0, y - 10.0), 32.0, seat);
        }
        hand.write((54.0, y), body(29.0, NAME - 88.0), &name);
        let words = if seat.is_some() { side.letter().to_string() } else { String::new() };
        hand.write((NAME - 8.0, y - 1.0), body(25.0, 30.0).right().dusty(), &words);
    }
    for war in 0..4 {
        let x = NAME + war as f32 * COLUMN;
        hand.line((x + 2.0, 12.0), (x + 2.0, ROW - 22.0), FAINT, 1.6);
        let fought = usize::from(view.line) > war;
        let stands = border.ends.map(|end| stand(view, end, war));
        for (at, end) in border.ends.into_iter().enumerate() {
            let y = 35.0 + at as f32 * 54.0;
            strength(
                hand,
                (x + 58.0, y),
                stands[at],
                fought && stands.iter().any(|one| one.fight.is_some()),
            );
            if let Some(gain) = gain(view, end, stands[at].fight, war) {
                let ink = if matches!(gain, Asset::Vp(n) if n > 0) { YELLOW } else { CHALK };
                let ink = if matches!(gain, Asset::Vp(n) if n < 0) { DUSTY } else { ink };
                hand.asset((x + 138.0, y), 40.0, gain, ink);
            }
        }
        if stands.iter().any(|one| one.fight == Some(Fight::Tied)) {
            hand.write((x + 138.0, 72.0), body(25.0, 60.0).middle().dusty(), "tie");
        }
    }
}

fn strength(hand: &mut Hand, (x, y): (f32, f32), stand: Stand, fought: bool) {
    let words = stand.strength.map_or("?".into(), |strength| strength.to_string());
    let ink = if fought { CHALK } else { DUSTY };
    if stand.fight == Some(Fight::Won) {
        hand.disc((x, y), 27.0, ORANGE, 64);
        hand.circle((x, y), 27.0, ORANGE, 4.0);
    }
    hand.write((x, y + 13.0), title(36.0, 80.0).middle().ink(ink), &words);
}

/// What a side gained or lost.
fn gain(
    view: &View,
    (seat, side): (Option<Seat>, Side),
    fight: Option<Fight>,
    war: usize,
) -> Option<Asset> {
    let player = &view.players[seat?.index()];
    let sheet = Printed::of(view.pack, player.printed).war;
    match fight? {
        Fight::Won => Some(sheet.spoils[side.index()][war]),
        Fight::Lost => Some(Asset::Vp(sheet.losses[war])),
        Fight::Tied => None,
    }
}
