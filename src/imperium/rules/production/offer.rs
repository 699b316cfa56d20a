//! What may be added to a production, and productions that make sense.

use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::Choice;
use super::super::payment::{self, Currency, Purse};
use super::super::tables::{Act, Prohibitions};
use super::super::{fleet, movement};
use super::{Tariff, Yard, built, count_of, recalled};

/// What a production can have of everything.
struct Bounds {
    tariff: Tariff,
    means: u32,
    /// Ships that the fleet pool still allows, and fighters that fit aboard.
    berths: u8,
    room: u8,
    reinforcements: [u8; UnitKind::ALL.len()],
}

/// What a draft builds and how it can be paid for.
struct Means {
    tariff: Tariff,
    purse: Purse,
    units: Vec<(UnitKind, u8)>,
}

impl Yard {
    /// Parts that may be added to a draft; each leaves a way to a legal answer.
    pub fn next(&self, state: &State, draft: &[Choice]) -> Vec<Choice> {
        let units = built(draft);
        let sum: u32 = units.iter().map(|(_, count)| u32::from(*count)).sum();
        let left = u32::from(self.limit).saturating_sub(sum).min(99) as u8;
        let mut means = Means {
            tariff: self.tariff(state),
            purse: Purse::of(state, self.seat, Currency::Resources, draft),
            units: units.clone(),
        };
        let prohibitions = Prohibitions::of(state, self.seat, false);
        let reinforcements = state.all_reinforcements(self.seat);
        let mut found = Vec::new();
        for kind in UnitKind::ALL {
            let sites = if left == 0 { Vec::new() } else { self.sites(state, kind) };
            if sites.is_empty() || prohibitions.against(Act::Build { kind }).is_some() {
                continue;
            }
            let spare = reinforcements[kind as usize];
            let have = u32::from(spare) + count_of(recalled(draft), kind);
            let spare = have.saturating_sub(count_of(units.clone(), kind)).min(99) as u8;
            if spare > 0 && count_of(recalled(draft), kind) > 0 {
                // What was taken back has to be built before anything else.
                return self.builds(state, draft, &mut means, kind, 1, &sites);
            }
            let made = count_of(units.clone(), kind).min(99) as u8;
            let most = left.min(spare.max(1)).min(self.most(state, kind).saturating_sub(made));
            let most = self.affordable(&mut means, kind, most);
            match spare {
                0 if most > 0 => found.extend(self.recalls(state, draft, kind)),
                0 => {}
                _ => found.extend(self.builds(state, draft, &mut means, kind, most, &sites)),
            }
        }
        let price = means.tariff.price(&units);
        if price > 0 {
            found.extend(payment::toward(state, self.seat, Currency::Resources, price, draft));
        }
        found
    }

    /// How many more of the kind, up to `most`, can be paid for.
    fn affordable(&self, means: &mut Means, kind: UnitKind, most: u8) -> u8 {
        let Means { tariff, purse, units } = means;
        let pays = |count: &u8| {
            units.push((kind, *count));
            let pays = self.is_within_budget(tariff, units) && purse.pays(tariff.price(units));
            units.pop();
            pays
        };
        (1..=most).rev().find(pays).unwrap_or(0)
    }

    fn builds(
        &self,
        state: &State,
        draft: &[Choice],
        means: &mut Means,
        kind: UnitKind,
        most: u8,
        sites: &[Place],
    ) -> Vec<Choice> {
        let mut found = Vec::new();
        for at in sites {
            let part = |count| Choice::Build { kind, count, at: *at };
            let crowded = kind.tokens_may_substitute() && {
                let mut longer = draft.to_vec();
                longer.push(part(1));
                self.new_groups(state, &longer, kind)
            };
            if crowded || !self.is_used(state, kind, *at, &built(draft)) {
                continue;
            }
            // One may be out of reach where two are not: paying exactly is not always possible.
            if most > 0 && (most == 1 || self.affordable(means, kind, 1) == 1) {
                found.push(part(1));
            }
            if most > 1 {
                found.push(part(most));
            }
        }
        found
    }

    fn recalls(&self, state: &State, draft: &[Choice], kind: UnitKind) -> Vec<Choice> {
        let taken = |place: Place, stack: Stack| {
            let counts = draft.iter().map(|part| match part {
                Choice::Recall { kind: k, damaged, count, from }
                    if (*k, *damaged, *from) == (kind, stack.damaged, place) =>
                {
                    *count
                }
                _ => 0,
            });
            counts.sum::<u8>()
        };
        let free = self
            .recallable(state, kind)
            .filter(|(place, stack)| taken(*place, *stack) < stack.count);
        let recall = |(from, stack): (Place, Stack)| Choice::Recall {
            kind,
            damaged: stack.damaged,
            count: 1,
            from,
        };
        free.map(recall).collect()
    }

    /// Complete productions with the cheapest payment: each led by another kind of unit and filled
    /// up with fighters and infantry; nothing is last.
    pub fn suggest(&self, state: &State) -> Vec<Vec<Choice>> {
        use UnitKind::*;
        let mixes: [&[UnitKind]; 9] = [
            &[WarSun, Fighter, Infantry],
            &[Flagship, Fighter, Infantry],
            &[Carrier, Fighter, Infantry],
            &[Dreadnought, Infantry, Fighter],
            &[Cruiser, Infantry, Fighter],
            &[Mech, Infantry],
            &[Infantry, Fighter],
            &[Destroyer, Fighter, Infantry],
            &[Fighter],
        ];
        let seat = self.seat;
        let bounds = Bounds {
            tariff: self.tariff(state),
            means: payment::available(state, seat, Currency::Resources),
            berths: fleet::limit(state, seat).saturating_sub(state.fleet_size(self.system, seat)),
            room: fleet::Fleet::of(state, seat, self.system).free(),
            reinforcements: state.all_reinforcements(seat),
        };
        let mut found: Vec<Vec<Choice>> = Vec::new();
        for mix in mixes {
            let parts = self.mix(state, &bounds, mix);
            let led = built(&parts).first().is_some_and(|(kind, _)| *kind == mix[0]);
            if led && !found.contains(&parts) && self.check(state, &parts).is_ok() {
                found.push(parts);
            }
        }
        found.push(Vec::new());
        found
    }

    /// As much of each kind, one after the other, as limit, resources, plastic, fleet pool and
    /// capacity allow.
    fn mix(&self, state: &State, bounds: &Bounds, kinds: &[UnitKind]) -> Vec<Choice> {
        let seat = self.seat;
        let Bounds { tariff, means, reinforcements, .. } = bounds;
        let (mut berths, mut room) = (bounds.berths, bounds.room);
        let mut left = self.limit;
        let mut units: Vec<(UnitKind, u8)> = Vec::new();
        let mut parts = Vec::new();
        for kind in kinds.iter().copied() {
            let sites = self.sites(state, kind).into_iter().rev();
            let mut sites = sites.filter(|at| self.is_used(state, kind, *at, &units));
            let Some(at) = sites.next() else { continue };
            let most = match kind {
                Fighter => room,
                Carrier | WarSun | Flagship => berths.min(1),
                kind if kind.is_ship() => berths,
                _ => left,
            };
            let most = most.min(left).min(self.most(state, kind));
            let most = most.min(reinforcements[kind as usize]);
            let pays = |count: &u8| {
                let mut longer = units.clone();
                longer.push((kind, *count));
                tariff.price(&longer) <= *means && self.is_within_budget(tariff, &longer)
            };
            let count = (1..=most).rev().find(pays).unwrap_or(0);
            if count == 0 {
                continue;
            }
            left -= count;
            if kind.is_ship() && kind != Fighter {
                berths -= count;
                let each = movement::room(state, seat, kind);
                room = room.saturating_add(each.saturating_mul(count));
            }
            units.push((kind, count));
            parts.push(Choice::Build { kind, count, at });
        }
        let price = tariff.price(&units);
        let kept: &[PlanetId] = &[];
        let payment = payment::cheapest(state, seat, Currency::Resources, price, kept);
        parts.extend(payment.into_iter().flatten());
        parts
    }
}

use UnitKind::{Carrier, Fighter, Flagship, WarSun};
