//! Mecatol Rex, the objectives, and what the AI faction has reached.

use std::collections::BTreeSet;

use crate::inscription::data::{AiGoal, AiSheet, Asset, GoalTrack, Section, Sheet, Stage};
use crate::inscription::state::{Ai, Marked};
use crate::inscription::view::View;
use crate::picture::Names;

use super::board::{Board, EDGE, Hand, INNER, body, title};
use super::icons::Sign;
use super::panel::{objective, sheet_sign};
use super::slate::{self, CHALK, DUSTY, FAINT, WELL, YELLOW};
use super::{heading, player_name};

const SLOT: f32 = 74.0;
const CARD: f32 = 112.0;

pub fn draw(view: &View, names: &Names) -> Board {
    let slots = slots(view);
    let objectives = 4.0 * CARD + 66.0;
    let ai = if view.ai.is_some() { 486.0 } else { 0.0 };
    let height = 2.0 * EDGE + 76.0 + slots as f32 * SLOT + objectives + ai;
    let mut board = Board::new(height, BTreeSet::new());
    let hand = &mut board.hand(EDGE, EDGE, 1.0);
    heading(hand, view, names, "Mecatol Rex");
    for at in 0..slots {
        slot(&mut hand.at(0.0, 76.0 + at as f32 * SLOT), view, names, at);
    }
    let mut y = 76.0 + slots as f32 * SLOT + 54.0;
    hand.write((8.0, y - 8.0), title(34.0, 400.0), "Objectives");
    y += 8.0;
    for sheet in Sheet::ALL {
        card(&mut hand.at(0.0, y), view, names, sheet);
        y += CARD;
    }
    if let Some(ai) = &view.ai {
        tracks(&mut hand.at(0.0, y + 8.0), view, ai);
    }
    board
}

/// As many slots as there are that could fill them.
fn slots(view: &View) -> usize {
    let rivals = view.players.len() + usize::from(view.ai.is_some());
    rivals.max(view.mecatol.len()).min(view.pack.get().mecatol.len())
}

fn slot(hand: &mut Hand, view: &View, names: &Names, at: usize) {
    let (points, votes) = view.pack.get().mecatol[at];
    let taken = view.mecatol.get(at);
    let size = (INNER, SLOT - 8.0);
    hand.plate((0.0, 0.0), size, WELL, 140);
    hand.frame((0.0, 0.0), size, if taken.is_some() { slate::BLUE } else { FAINT }, 2.4);
    let ink = if taken.is_some() { CHALK } else { DUSTY };
    hand.sign((34.0, 33.0), 42.0, Sign::Crown, if taken.is_some() { YELLOW } else { DUSTY });
    hand.write((64.0, 44.0), title(32.0, 60.0).ink(ink), &format!("{}.", at + 1));
    hand.asset((136.0, 33.0), 46.0, Asset::Vp(points), YELLOW);
    hand.asset((200.0, 33.0), 38.0, Asset::Vote, ink);
    hand.write((226.0, 44.0), title(30.0, 50.0).ink(ink), &votes.to_string());
    match taken {
        Some(slot) => {
            let name =
                slot.seat.map_or("the AI faction".into(), |seat| player_name(view, names, seat));
            if let Some(seat) = slot.seat {
                hand.player((304.0, 33.0), 38.0, seat);
            }
            hand.write((336.0, 44.0), title(34.0, 480.0), &name);
            let how = body(27.0, 190.0).right().dusty();
            hand.write((INNER - 16.0, 43.0), how, &format!("event {}", slot.round));
        }
        None => hand.dashed((300.0, 44.0), (INNER - 30.0, 44.0), FAINT, 2.0, 10.0),
    }
}

/// An objective with what it asks, what it is worth and whose it is.
pub fn card(hand: &mut Hand, view: &View, names: &Names, sheet: Sheet) {
    let card = objective(view, sheet);
    let race = view.races[sheet.index()];
    let taken = race.first.is_some() || race.ai.is_some();
    let size = (INNER, CARD - 10.0);
    hand.plate((0.0, 0.0), size, WELL, 140);
    hand.frame((0.0, 0.0), size, slate::ink(sheet), if taken { 4.0 } else { 2.0 });
    sheet_sign(hand, (34.0, 34.0), sheet);
    let used = hand.write((66.0, 46.0), title(32.0, 380.0).ink(slate::ink(sheet)), &card.name);
    let room = INNER - 66.0 - used - 190.0;
    hand.write((66.0 + used + 18.0, 45.0), body(28.0, room), &card.text);
    let (first, later) = (INNER - 120.0, INNER - 50.0);
    hand.asset((first, 36.0), 50.0, Asset::Vp(card.first), if taken { DUSTY } else { YELLOW });
    if taken {
        hand.slash((first, 36.0), 52.0, CHALK);
    }
    hand.asset((later, 36.0), 44.0, Asset::Vp(card.later), if taken { YELLOW } else { DUSTY });
    let mut words: Vec<String> = Vec::new();
    for player in &view.players {
        let written = player.sheets.as_ref().and_then(|sheets| sheets.objectives[sheet.index()]);
        if let Some(points) = written {
            words.push(format!("{} {points}", player_name(view, names, player.seat)));
        }
    }
    if let Some(round) = race.ai {
        words.push(format!("the AI faction in event {round}"));
    }
    let words = match (words.is_empty(), race.first) {
        (false, _) => words.join(" · "),
        (true, Some((_, round))) => format!("reached in event {round}"),
        (true, None) => "nobody yet".into(),
    };
    hand.write((20.0, 88.0), body(27.0, INNER - 40.0).dusty(), &words);
}

fn tracks(hand: &mut Hand, view: &View, ai: &Ai) {
    let printed: &AiSheet = &view.pack.get().ai;
    hand.write((8.0, 40.0), title(34.0, 400.0), "The AI faction");
    let mut y = 58.0;
    let strength: Vec<(&Marked, &Section)> = ai.strength.iter().zip(&printed.strength).collect();
    let votes: Vec<(&Marked, &Section)> = ai.votes.iter().zip(&printed.votes).collect();
    for (sign, name, sections) in
        [(Sign::Sword, "M1", strength), (Sign::Asset(Asset::Vote), "I1", votes)]
    {
        let hand = &mut hand.at(0.0, y);
        hand.sign((28.0, 46.0), 40.0, sign, CHALK);
        hand.write((54.0, 56.0), title(26.0, 60.0).dusty(), name);
        let mut x = 104.0;
        for (at, (marked, section)) in sections.into_iter().enumerate() {
            let wide = section.values.len() as f32 * 44.0 + 8.0;
            hand.write((x + 2.0, 18.0), body(22.0, 60.0).dusty(), Stage::ALL[at + 1].word());
            values(&mut hand.at(x, 24.0), marked, section);
            x += wide;
        }
        y += 92.0;
    }
    for (at, track) in printed.goals.iter().enumerate() {
        let name = ["M2", "I2", "R1", "R2"][at];
        let (x, row) = ((at % 2) as f32, (at / 2) as f32);
        goals(&mut hand.at(8.0 + x * (INNER / 2.0), y + row * 112.0), name, track, ai.goals[at]);
    }
}

fn values(hand: &mut Hand, marked: &Marked, section: &Section) {
    for (at, value) in section.values.iter().enumerate() {
        let x = at as f32 * 44.0;
        let crossed = at < usize::from(marked.crossed);
        let lined = !crossed && at < usize::from(marked.crossed + marked.lined);
        let ink = if crossed { CHALK } else { DUSTY };
        hand.frame((x, 2.0), (40.0, 40.0), ink, 2.0);
        hand.write((x + 20.0, 32.0), title(26.0, 40.0).middle().ink(ink), &value.to_string());
        if crossed {
            hand.cross((x + 20.0, 22.0), (38.0, 38.0), slate::ORANGE, 2.4);
        } else if lined {
            hand.line((x + 2.0, 22.0), (x + 38.0, 22.0), CHALK, 4.0);
        }
    }
}

fn goals(hand: &mut Hand, name: &str, track: &GoalTrack, crossed: u8) {
    hand.write((0.0, 50.0), title(26.0, 50.0).dusty(), name);
    let signs = usize::from(track.icons) + track.goals.len();
    let step = (430.0 / signs.max(1) as f32).min(46.0);
    let mut x = 70.0;
    for icon in 1..=track.icons {
        let done = icon <= crossed;
        hand.frame(
            (x - step * 0.4, 42.0 - step * 0.4),
            (step * 0.8, step * 0.8),
            if done { CHALK } else { DUSTY },
            2.0,
        );
        if done {
            hand.cross((x, 42.0), (step * 0.74, step * 0.74), slate::ORANGE, 4.0);
        }
        x += step;
        for (_, goal) in track.goals.iter().filter(|(behind, _)| *behind == icon) {
            if done {
                hand.circle((x, 42.0), step * 0.52, YELLOW, 4.0);
            }
            match goal {
                AiGoal::Mecatol => hand.sign((x, 42.0), step * 0.8, Sign::Crown, YELLOW),
                AiGoal::Objective(sheet) => {
                    hand.sign((x, 42.0), step * 0.8, Sign::of_sheet(*sheet), slate::ink(*sheet));
                }
            }
            x += step;
        }
    }
    hand.write((70.0, 92.0), body(22.0, 300.0).dusty(), &format!("then {}", track.then.word()));
}
