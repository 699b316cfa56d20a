//! A sheet in its panel: title, the sheet itself, technologies, dice and objective.

use crate::engine::Seat;
use crate::inscription::data::{Asset, Objective, Resource, Sheet, Tech, TechPower};
use crate::inscription::effect;
use crate::inscription::state::{Player, Printed, Spot};
use crate::inscription::view::View;

use super::board::{Hand, body, title};
use super::icons::Sign;
use super::places::Place;
use super::slate::{self, CHALK, DUSTY, FAINT, SLATE, WELL, YELLOW};
use super::{exp, ind, nav, war};

/// Width of a panel's inside and height of a sheet, in units.
pub const WIDE: f32 = 1036.0;
pub const BODY: f32 = 830.0;
const TITLE: f32 = 64.0;
const FOOT: f32 = 136.0;
pub const PANEL: f32 = TITLE + BODY + FOOT + 8.0;

/// The sheets of one player, as far as the view shows them.
pub struct Own<'a> {
    pub view: &'a View,
    pub seat: Seat,
    pub printed: Printed,
    pub player: &'a Player,
    pub line: u8,
    /// Strength in each war as things stand.
    pub strength: Option<[[u8; 4]; 2]>,
    pub score: [i32; 4],
}

impl<'a> Own<'a> {
    pub fn of(view: &'a View, seat: Seat) -> Option<Own<'a>> {
        let shown = view.players.get(seat.index())?;
        let player = shown.sheets.as_deref()?;
        Some(Own {
            view,
            seat,
            printed: Printed::of(view.pack, shown.printed),
            player,
            line: view.line,
            strength: shown.strength,
            score: shown.score?,
        })
    }

    /// Whether the asset that was claimed there is spent.
    pub fn spent(&self, spot: Spot) -> bool {
        self.player.kept.iter().any(|kept| kept.from == spot && kept.spent)
    }

    fn objective(&self, sheet: Sheet) -> &'static Objective {
        objective(self.view, sheet)
    }
}

/// The objective of a kind of sheet in this game.
pub fn objective(view: &View, sheet: Sheet) -> &'static Objective {
    let card = view.races[sheet.index()].card;
    &view.pack.get().objectives[sheet.index()][usize::from(card)]
}

pub fn draw(hand: &mut Hand, own: &Own, sheet: Sheet) {
    let ink = slate::ink(sheet);
    let active = own.player.active == Some(sheet);
    hand.plate((-6.0, -4.0), (WIDE + 12.0, PANEL), SLATE, 120);
    hand.frame((-6.0, -4.0), (WIDE + 12.0, PANEL), ink, if active { 5.0 } else { 2.4 });
    head(hand, own, sheet, active);
    let body = &mut hand.at(0.0, TITLE);
    match sheet {
        Sheet::Nav => nav::draw(body, own),
        Sheet::Exp => exp::draw(body, own),
        Sheet::Ind => ind::draw(body, own),
        Sheet::War => war::draw(body, own),
    }
    foot(&mut hand.at(8.0, TITLE + BODY), own, sheet);
}

fn head(hand: &mut Hand, own: &Own, sheet: Sheet, active: bool) {
    let ink = slate::ink(sheet);
    if hand.lit(Place::Title(sheet)) {
        hand.glow_box((4.0, 6.0), (WIDE - 130.0, 48.0));
    }
    sheet_sign(hand, (30.0, 30.0), sheet);
    let used = hand.write((60.0, 44.0), title(40.0, 330.0).ink(ink), sheet.name());
    let mut x = 60.0 + used + 18.0;
    if active {
        let words = "active";
        hand.plate((x, 12.0), (104.0, 38.0), ink, 230);
        hand.write((x + 52.0, 41.0), title(27.0, 100.0).middle().ink(slate::WELL), words);
        x += 122.0;
    }
    let at = usize::from(own.view.players[own.seat.index()].printed[sheet.index()]);
    let id = own.printed.pack.sheet_ids[sheet.index()].get(at).map_or("", String::as_str);
    let words = format!("{} · {id} · {}", own.printed.title(sheet), own.printed.pack.footer);
    hand.write((x, 42.0), body(25.0, WIDE - x - 120.0).dusty(), &words);
    let points = own.score[sheet.index()];
    let how = title(42.0, 100.0).right().ink(ink);
    let used = hand.write((WIDE - 12.0, 46.0), how, &points.to_string());
    hand.write((WIDE - 22.0 - used, 44.0), body(25.0, 60.0).right().dusty(), "VP");
}

/// A shape for each kind of sheet, which doubles its colour.
pub fn sheet_sign(hand: &mut Hand, at: (f32, f32), sheet: Sheet) {
    hand.sign(at, 42.0, Sign::of_sheet(sheet), slate::ink(sheet));
}

fn foot(hand: &mut Hand, own: &Own, sheet: Sheet) {
    let wide = (WIDE - 16.0) / 2.0;
    for slot in 0..2u8 {
        let hand = &mut hand.at(f32::from(slot) * wide, 4.0);
        technology(hand, own, sheet, slot, wide - 10.0);
    }
    for die in Resource::ALL {
        let x = 30.0 + die.index() as f32 * 58.0;
        let open = own.player.focus[sheet.index()][die.index()];
        if hand.lit(Place::Die(sheet, die)) {
            hand.glow((x, 94.0), 24.0);
        }
        hand.sign((x, 94.0), 42.0, Sign::Die(die), if open { CHALK } else { FAINT });
        if open {
            hand.line((x - 22.0, 122.0), (x + 22.0, 122.0), slate::ink(sheet), 6.0);
        }
    }
    let card = own.objective(sheet);
    let met = own.player.met[sheet.index()];
    let race = own.view.races[sheet.index()];
    let taken = race.first.is_some() || race.ai.is_some();
    let written = own.player.objectives[sheet.index()];
    let hand = &mut hand.at(200.0, 72.0);
    let room = WIDE - 216.0;
    hand.plate((0.0, 0.0), (room, 54.0), WELL, 130);
    hand.frame((0.0, 0.0), (room, 54.0), if met { slate::ink(sheet) } else { FAINT }, 2.2);
    let value = written.unwrap_or(if taken { card.later } else { card.first });
    let ink = if written.is_some() { YELLOW } else { DUSTY };
    hand.asset((32.0, 27.0), 44.0, Asset::Vp(value), ink);
    let used = hand.write((64.0, 37.0), title(26.0, 300.0), &card.name);
    let left = room - 64.0 - used - 16.0 - if met { 44.0 } else { 8.0 };
    hand.write((64.0 + used + 12.0, 36.0), body(25.0, left).dusty(), &card.text);
    if met {
        hand.tick((room - 26.0, 26.0), 30.0, slate::ink(sheet));
    }
}

fn technology(hand: &mut Hand, own: &Own, sheet: Sheet, slot: u8, room: f32) {
    let tech = &own.printed.techs(sheet)[usize::from(slot)];
    let (crossed, unlocked) = own.player.techs[sheet.index()][usize::from(slot)];
    let ink = slate::ink(sheet);
    if hand.lit(Place::Tech(sheet, slot)) {
        hand.glow_box((2.0, 2.0), (room - 4.0, 54.0));
    }
    hand.plate((0.0, 0.0), (room, 58.0), WELL, 130);
    hand.frame(
        (0.0, 0.0),
        (room, 58.0),
        if unlocked { ink } else { FAINT },
        if unlocked { 4.0 } else { 2.0 },
    );
    let name = body(26.0, 210.0).ink(if unlocked { ink } else { CHALK });
    let used = hand.label(sheet, (12.0, 38.0), name, &tech.id);
    let mut x = used + 34.0;
    if !unlocked {
        for icon in 0..tech.research {
            let place = (x, 29.0);
            let done = icon < crossed;
            hand.sign(place, 26.0, Sign::Resource(Resource::R), if done { DUSTY } else { CHALK });
            if done {
                hand.cross(place, (26.0, 26.0), ink, 4.0);
            }
            x += 32.0;
        }
        hand.write((x - 6.0, 37.0), body(22.0, 40.0).dusty(), "or");
        hand.asset((x + 34.0, 29.0), 32.0, Asset::Spec(tech.spec), CHALK);
        x += 60.0;
    }
    let words = power(own, tech);
    if !hand.small() || unlocked {
        hand.write((x, 37.0), body(23.0, room - x - 8.0).dusty(), &words);
    }
}

/// What a technology does, in a few words.
pub fn power(own: &Own, tech: &Tech) -> String {
    let units: Vec<String> = own.printed.war.units.iter().map(|unit| unit.id.clone()).collect();
    match &tech.power {
        TechPower::Wormholes => "opens wormholes".into(),
        TechPower::Strength(by) => format!("{by:+} strength"),
        TechPower::PerActive(effects) => {
            let words: Vec<String> = effects.iter().map(|one| brief(one, &units)).collect();
            words.join(", ")
        }
    }
}

/// The commonest effects more briefly than in questions.
fn brief(effect: &effect::Effect, units: &[String]) -> String {
    match effect {
        effect::Effect::FreeTg(n) => format!("{n} free good"),
        effect::Effect::Turn { .. } => "turn 1 into another".into(),
        other => effect::words(other, units),
    }
}
