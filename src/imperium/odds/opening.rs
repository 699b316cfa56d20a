//! What comes before the first round: space cannons, bombardment, whatever happens at the start.

use std::collections::BTreeMap;

use crate::imperium::data::UnitKind;

use super::Theatre;
use super::army::{Army, Field, Target, Toll};
use super::dice::{self, Hits, Volley};

/// Positions with their probabilities.
pub type Spread = Vec<([Army; 2], f64)>;

/// Where both sides may stand when the first round begins.
pub fn opening(field: &Field) -> Spread {
    let mut spread = vec![(field.armies(), 1.0)];
    if field.begun {
        return spread;
    }
    match field.theatre {
        Theatre::Space => {
            for by in 0..2 {
                spread = cannons(field, spread, by, Target::Ships);
            }
            for by in 0..2 {
                spread = ambush(field, spread, by);
                spread = assault(field, spread, by);
            }
            spread = mended(field, spread);
            barrage(field, spread)
        }
        Theatre::Ground => {
            spread = bombardment(field, spread, 0);
            spread = cannons(field, spread, 1, Target::Any);
            for by in 0..2 {
                spread = zap(field, spread, by);
            }
            mended(field, spread)
        }
    }
}

/// Every position becomes others; equal ones are put together.
fn each(
    spread: Spread,
    mut step: impl FnMut([Army; 2], f64, &mut BTreeMap<[Army; 2], f64>),
) -> Spread {
    let mut next = BTreeMap::new();
    for (armies, p) in spread {
        step(armies, p, &mut next);
    }
    next.into_iter().collect()
}

fn put(next: &mut BTreeMap<[Army; 2], f64>, armies: [Army; 2], p: f64) {
    if p > 0.0 {
        *next.entry(armies).or_insert(0.0) += p;
    }
}

/// Everything is gone when something fell that takes the rest with it.
fn settled(field: &Field, before: &[Army; 2], after: [Army; 2]) -> [Army; 2] {
    if field.doomed(before, &after) { [Army::default(); 2] } else { after }
}

fn both_stand(armies: &[Army; 2]) -> bool {
    armies.iter().all(|army| !army.is_gone())
}

/// `by` fires dice at the other side, which takes the hits.
fn volley(
    field: &Field,
    spread: Spread,
    by: usize,
    target: Target,
    dice: impl Fn(&Army) -> Vec<Volley>,
    cancelled: u32,
) -> Spread {
    each(spread, |armies, p, next| {
        let on = 1 - by;
        if armies[on].is_gone() {
            return put(next, armies, p);
        }
        let hits: Hits = dice::hits(&dice(&armies[by]), |_| true);
        let forbidden = field.forbidden(on, &armies[by]);
        for (hits, q) in (0u32..).zip(hits) {
            let mut after = armies;
            let hits = hits.saturating_sub(cancelled);
            let toll = &mut Toll::default();
            field.camps[on].take(&mut after[on], hits, target, forbidden, toll);
            put(next, settled(field, &armies, after), p * q);
        }
    })
}

fn cannons(field: &Field, spread: Spread, by: usize, target: Target) -> Spread {
    let camp = &field.camps[by];
    let aimed = camp.side.powers.cannon_aimed;
    let target = match target {
        Target::Ships if aimed => Target::LargeShips,
        other => other,
    };
    let cancelled = field.camps[1 - by].side.powers.cannon_cancelled.into();
    volley(field, spread, by, target, |army| camp.cannons(army), cancelled)
}

fn bombardment(field: &Field, spread: Spread, by: usize) -> Spread {
    if is_shielded(field, by) {
        return spread;
    }
    volley(field, spread, by, Target::Any, |army| field.camps[by].bombardment(army), 0)
}

/// Whether the opponent of `by` has a planetary shield that nothing of `by` takes away.
pub fn is_shielded(field: &Field, by: usize) -> bool {
    let shields = |group: &super::Group| group.shield && group.count > 0;
    let pierces = |group: &super::Group| group.pierces && group.count > 0;
    field.camps[1 - by].side.groups.iter().any(shields)
        && !field.camps[by].side.groups.iter().any(pierces)
}

fn ambush(field: &Field, spread: Spread, by: usize) -> Spread {
    if field.camps[by].side.powers.ambush == 0 {
        return spread;
    }
    volley(field, spread, by, Target::Any, |army| field.camps[by].ambush(army), 0)
}

fn assault(field: &Field, spread: Spread, by: usize) -> Spread {
    let (camp, victim) = (&field.camps[by], &field.camps[1 - by]);
    if !camp.side.powers.assault {
        return spread;
    }
    each(spread, |armies, p, next| {
        let mut after = armies;
        if camp.large(&armies[by]) >= 3 {
            victim.lose_large(&mut after[1 - by]);
        }
        put(next, settled(field, &armies, after), p);
    })
}

fn zap(field: &Field, spread: Spread, by: usize) -> Spread {
    let camp = &field.camps[by];
    let has_structure = camp.side.groups.iter().any(|g| g.kind.is_structure() && g.count > 0);
    if !camp.side.powers.zaps || !has_structure {
        return spread;
    }
    each(spread, |armies, p, next| {
        let (mut after, on) = (armies, 1 - by);
        if both_stand(&armies) {
            let forbidden = field.forbidden(on, &armies[by]);
            field.camps[on].zapped(&mut after[on], forbidden, &mut Toll::default());
        }
        put(next, after, p);
    })
}

fn mended(field: &Field, spread: Spread) -> Spread {
    each(spread, |mut armies, p, next| {
        for (army, camp) in armies.iter_mut().zip(&field.camps) {
            camp.mend(army);
        }
        put(next, armies, p);
    })
}

/// Both sides at once, against fighters (RR 10).
fn barrage(field: &Field, spread: Spread) -> Spread {
    each(spread, |armies, p, next| {
        if !both_stand(&armies) {
            return put(next, armies, p);
        }
        let [first, second] = [0, 1].map(|by| {
            let raids = field.camps[by].side.powers.raids;
            let prey = field.camps[1 - by].has(&armies[1 - by], UnitKind::Fighter);
            match prey || raids {
                true => dice::hits(&field.camps[by].barrage(&armies[by]), |_| true),
                false => vec![1.0],
            }
        });
        for (on_second, q) in (0u32..).zip(&first) {
            for (on_first, r) in (0u32..).zip(&second) {
                let mut after = armies;
                for (on, hits) in [(0, on_first), (1, on_second)] {
                    let rest = field.camps[on].lose_fighters(&mut after[on], hits);
                    if field.camps[1 - on].side.powers.raids {
                        field.camps[on].scorch(&mut after[on], rest);
                    }
                }
                put(next, after, p * q * r);
            }
        }
    })
}
