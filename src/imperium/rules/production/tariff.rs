//! What units cost (RR 67).

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::tables::{Changes, Number, NumberKind, number};

/// What units cost a seat, looked up once for many answers.
pub(super) struct Tariff {
    /// By [`UnitKind`]: a price, and how many units it buys.
    kinds: [(u32, u32); UnitKind::ALL.len()],
    /// What makes one use of production cheaper.
    discount: i32,
}

impl Tariff {
    pub(super) fn of(state: &State, seat: Seat, discounted: bool) -> Tariff {
        let costs = Changes::of(state, seat, NumberKind::ProductionCost);
        let kinds = UnitKind::ALL.map(|kind| {
            let Some(card) = state.card(seat, kind) else { return (0, 1) };
            let printed = i32::from(card.cost.unwrap_or(0));
            let each = costs.number(Number::ProductionCost { seat, kind }, printed).max(0) as u32;
            let plenty = i32::from(card.units_per_cost);
            let what = Number::UnitsPerCost { seat, kind };
            let plenty = if plenty > 1 { number(state, what, plenty) } else { plenty };
            (each, plenty.max(1) as u32)
        });
        let discount = match discounted {
            true => number(state, Number::ProductionDiscount { seat }, 0),
            false => 0,
        };
        Tariff { kinds, discount }
    }

    /// What the units cost together. Pairs of fighters and of infantry are paid as pairs, the odd one in
    /// full (RR 67.2).
    pub(super) fn price(&self, units: &[(UnitKind, u8)]) -> u32 {
        match self.cost(units) {
            0 => 0,
            total => (i64::from(total) - i64::from(self.discount)).max(0) as u32,
        }
    }

    /// The combined cost, before anything makes it cheaper.
    pub(super) fn cost(&self, units: &[(UnitKind, u8)]) -> u32 {
        let mut counts = [0; UnitKind::ALL.len()];
        for (kind, count) in units {
            counts[*kind as usize] += u32::from(*count);
        }
        let costs = counts.iter().zip(self.kinds);
        costs.map(|(count, (each, plenty))| count.div_ceil(plenty) * each).sum()
    }
}
