//! What holds at every moment of every game; checked by selfplay and tests.

use std::collections::BTreeMap;

use super::data::*;
use super::effect::{Effect, Passive};
use super::grid::Nodes;
use super::state::*;
use crate::engine::Seat;

/// What is wrong with a state; nothing, unless the rules have a mistake.
pub fn violations(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    if state.phase == Phase::Setup {
        return wrong;
    }
    for seat in state.seats() {
        let me = state.own(seat);
        let printed = state.printed(seat);
        let mut note = |fine: bool, what: &str| {
            if !fine {
                wrong.push(format!("{seat:?}: {what}"));
            }
        };
        let over = state.passives(seat).contains(&Passive::OverAnomalies);
        note(me.ind.scrapped & me.ind.claimed == 0, "a space is both claimed and destroyed");
        note(me.nav.claimed & !me.nav.explored == 0, "a claimed system is not explored");
        note(lanes_fit(me, &printed), "a hyperlane leads to an unexplored system");
        note(units_fit(me, &printed, over), "units overlap or lie where they may not");
        note(kept_fit(me, &printed), "an asset is kept that was not claimed");
        note(
            me.ind.rows.iter().all(|row| *row <= printed.ind.columns)
                && me.ind.councilors <= printed.ind.councilors
                && usize::from(me.exp.population) <= printed.exp.population.len(),
            "a track is longer than printed",
        );
        note(me.vp == recount(me, &printed), "the score differs from a recount");
        let covers_tg = me.ind.tg <= printed.ind.tg_pool && me.ind.votes <= printed.ind.vote_pool;
        note(covers_tg, "more is circled in a pool than printed");
    }
    wrong.extend(cards(state));
    wrong
}

fn lanes_fit(me: &Player, printed: &Printed) -> bool {
    let mut traced =
        printed.nav.lanes.iter().enumerate().filter(|(at, _)| me.nav.lanes >> at & 1 == 1);
    traced.all(|(_, (one, other))| me.nav.explored >> one & me.nav.explored >> other & 1 == 1)
}

fn units_fit(me: &Player, printed: &Printed, over_anomalies: bool) -> bool {
    let grid = &printed.war.grid;
    let mut all = Nodes::default();
    for (unit, nodes) in &me.war.units {
        if !all.and(*nodes).is_empty() || !grid.places[usize::from(*unit)].contains(nodes) {
            return false;
        }
        all = all.or(*nodes);
    }
    all == me.war.marked && (over_anomalies || all.and(grid.anomalies).is_empty())
}

/// Each kept asset lies where it was claimed, and each place gave one.
fn kept_fit(me: &Player, printed: &Printed) -> bool {
    let mut seen = BTreeMap::new();
    let mut pools = [0u8; 2];
    for kept in &me.kept {
        let printed_there = match kept.from {
            Spot::System(at) if me.nav.claimed >> at & 1 == 1 => {
                Some(printed.nav.systems[usize::from(at)].asset)
            }
            Spot::Space(at) if me.ind.claimed >> at & 1 == 1 => {
                Some(printed.ind.spaces[usize::from(at)].asset)
            }
            Spot::Row(planet, row) => complete_row(me, printed, planet.into(), row.into()),
            Spot::Col(planet, col) => complete_col(me, printed, planet.into(), col.into()),
            Spot::Dock(dock) if me.exp.built >> dock & 1 == 1 => {
                Some(printed.exp.docks[usize::from(dock)].asset)
            }
            Spot::Node(node) if me.war.marked.0 >> node & 1 == 1 => printed.war.grid.asset(node),
            Spot::Spoil(side, war) => {
                let won = me.war.fights[side.index()][usize::from(war)] == Some(Fight::Won);
                won.then(|| printed.war.spoils[side.index()][usize::from(war)])
            }
            Spot::Pool => {
                pools[usize::from(kept.asset == Asset::Vote)] += 1;
                continue;
            }
            Spot::Token => continue,
            _ => None,
        };
        if printed_there != Some(kept.asset) || seen.insert(kept.from, ()).is_some() {
            return false;
        }
    }
    pools == [me.ind.tg, me.ind.votes]
}

fn complete_row(me: &Player, printed: &Printed, planet: usize, row: usize) -> Option<Asset> {
    let sheet = &printed.exp.planets[planet];
    let bits = sheet.row(row);
    (me.exp.crossed[planet] & bits == bits).then(|| sheet.rows[row])
}

fn complete_col(me: &Player, printed: &Printed, planet: usize, col: usize) -> Option<Asset> {
    let sheet = &printed.exp.planets[planet];
    let bits = sheet.col(col);
    (me.exp.crossed[planet] & bits == bits).then(|| sheet.cols[col])
}

/// Victory points of the four sheets, counted anew from what is marked.
pub fn recount(me: &Player, printed: &Printed) -> [i16; 4] {
    let mut vp = me.written.map(i16::from);
    let mut add = |sheet: Sheet, points: i8| vp[sheet.index()] += i16::from(points);
    let points = |asset: Asset| if let Asset::Vp(points) = asset { points } else { 0 };
    for (at, system) in printed.nav.systems.iter().enumerate() {
        if me.nav.claimed >> at & 1 == 1 {
            add(Sheet::Nav, points(system.asset));
        }
    }
    for (_, written) in &me.nav.boxes {
        add(Sheet::Nav, *written);
    }
    for (planet, sheet) in printed.exp.planets.iter().enumerate() {
        for row in 0..sheet.rows.len() {
            add(Sheet::Exp, complete_row(me, printed, planet, row).map_or(0, points));
        }
        for col in 0..sheet.cols.len() {
            add(Sheet::Exp, complete_col(me, printed, planet, col).map_or(0, points));
        }
    }
    for (at, dock) in printed.exp.docks.iter().enumerate() {
        if me.exp.built >> at & 1 == 1 {
            add(Sheet::Exp, points(dock.asset));
        }
    }
    for points in &printed.exp.population[..me.exp.population.into()] {
        add(Sheet::Exp, *points);
    }
    for (at, space) in printed.ind.spaces.iter().enumerate() {
        if me.ind.claimed >> at & 1 == 1 {
            add(Sheet::Ind, points(space.asset));
        }
    }
    for row in me.ind.rows {
        for (_, points) in printed.ind.row_vp.iter().filter(|(behind, _)| *behind <= row) {
            add(Sheet::Ind, *points);
        }
    }
    for (_, points) in
        printed.ind.councilor_vp.iter().filter(|(behind, _)| *behind <= me.ind.councilors)
    {
        add(Sheet::Ind, *points);
    }
    for (at, unit) in printed.war.units.iter().enumerate() {
        if unit.copies > 0 {
            add(Sheet::War, unit.vp * printed.built(me, at as u8) as i8);
        }
    }
    for (node, asset) in &printed.war.grid.assets {
        if me.war.marked.0 >> node & 1 == 1 {
            add(Sheet::War, points(*asset));
        }
    }
    for side in Side::BOTH {
        for war in 0..4 {
            match me.war.fights[side.index()][war] {
                Some(Fight::Won) => add(Sheet::War, points(printed.war.spoils[side.index()][war])),
                Some(Fight::Lost) => add(Sheet::War, printed.war.losses[war]),
                _ => {}
            }
        }
    }
    // What is claimed next is not counted yet.
    for effect in &me.pending {
        if let Effect::Claims(list) = effect {
            for (spot, asset) in list {
                add(spot.sheet(), -points(*asset));
            }
        }
    }
    vp
}

/// No card is lost or doubled.
fn cards(state: &State) -> Option<String> {
    let events = state.deck.len() + state.discard.len() + usize::from(state.event.is_some());
    if events != state.pack.get().events.len() {
        return Some(format!("there are {events} events"));
    }
    let mut relics: Vec<RelicId> = Vec::new();
    for seat in state.seats() {
        let me = state.own(seat);
        relics.extend(me.pile.iter().chain(&me.hand).chain(&me.played));
        for effect in &me.pending {
            if let Effect::KeepRelic(one, other) = effect {
                relics.extend([one, other]);
            }
        }
    }
    relics.sort();
    let all: Vec<RelicId> = (0..state.pack.get().relics.len() as u8).map(RelicId).collect();
    (relics != all).then(|| "a relic is lost or doubled".into())
}

/// The victory points of a seat's sheet recounted, for tests.
pub fn recounted(state: &State, seat: Seat) -> i32 {
    recount(state.own(seat), &state.printed(seat)).iter().map(|points| i32::from(*points)).sum()
}
