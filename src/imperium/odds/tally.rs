//! How battles ended, put together.

use std::collections::BTreeMap;

use super::army::{Army, Camp, Field};
use super::opening::Spread;
use super::simulate::winner;
use super::{By, Left, Losses, Odds};

pub fn tally(field: &Field, ends: &Spread, by: By) -> Odds {
    let all: f64 = ends.iter().map(|(_, p)| p).sum();
    let mut won = [0.0; 3];
    let mut left: [BTreeMap<Vec<Left>, f64>; 2] = Default::default();
    let mut losses: [Losses; 2] = Default::default();
    for (armies, p) in ends {
        let p = p / all;
        let end = winner(armies);
        won[end] += p;
        if let Some(side) = [Some(0), None, Some(1)][end] {
            *left[side].entry(units(&field.camps[side], &armies[side])).or_insert(0.0) += p;
        }
        for side in 0..2 {
            lose(&mut losses[side], &field.camps[side], &armies[side], p);
        }
    }
    let left = left.map(|left| {
        let mut left: Vec<(Vec<Left>, f64)> = left.into_iter().collect();
        left.sort_by(|a, b| b.1.total_cmp(&a.1));
        left
    });
    let [attacker, draw, defender] = won;
    Odds { attacker, draw, defender, left, losses, by }
}

fn units(camp: &Camp, army: &Army) -> Vec<Left> {
    let groups = camp.groups.iter().enumerate().filter(|(at, _)| army.of(*at) > 0);
    let left = groups.map(|(at, group)| Left {
        kind: group.kind,
        count: army.of(at),
        damaged: army.damaged[at],
    });
    left.collect()
}

fn lose(losses: &mut Losses, camp: &Camp, army: &Army, p: f64) {
    for (at, group) in camp.groups.iter().enumerate() {
        let lost = f64::from(group.count.saturating_sub(army.of(at))) * p;
        losses.units += lost;
        losses.resources += lost * group.cost;
        match losses.by_kind.iter_mut().find(|(kind, _)| *kind == group.kind) {
            Some((_, n)) => *n += lost,
            None => losses.by_kind.push((group.kind, lost)),
        }
    }
}
