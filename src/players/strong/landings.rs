//! Where ground forces land, and how likely they take what is defended.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::odds::{self, here};
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::state::*;

use super::forays::{LEAST_CHANCE, Outcome};
use super::worth::{self, Mind, POINT};

/// Influence that the custodians cost (RR 27.2).
const CUSTODIANS: u32 = 6;

impl Mind<'_> {
    /// Ground forces land where it is worth most; what stays in space stays in space.
    pub fn landing(&self, mut state: State, system: SystemId) -> Outcome {
        let mut toll = 0;
        let landings = self.landings(&state, system);
        for Landing { planet, units, chance } in landings {
            let mut landed = 0;
            for (kind, damaged, count) in units {
                let gone = state.system_mut(system).space.remove(self.seat, kind, damaged, count);
                state.planet_mut(planet).forces.add(self.seat, kind, damaged, gone);
                landed += i32::from(gone) * worth::unit(&state, self.seat, kind);
            }
            if is_guarded(&state, planet) {
                // The point for the custodians, less the influence.
                toll -= POINT - 3 * CUSTODIANS as i32;
            }
            let worth = self.planet(&state, planet);
            toll += (f64::from(landed + worth) * (1.0 - chance)) as i32;
            let there = state.planet_mut(planet);
            there.owner = Some(self.seat);
            there.forces.drain(|stack| stack.owner != self.seat);
        }
        Outcome { after: state, chance: 1.0, toll }
    }

    /// Who lands where in the system: empty planets first, then those that can be won.
    pub fn landings(&self, state: &State, system: SystemId) -> Vec<Landing> {
        let mut troops: Vec<(UnitKind, bool, u8)> = state
            .system(system)
            .space
            .ground_forces(self.seat)
            .map(|stack| (stack.kind, stack.damaged, stack.count))
            .collect();
        let mut planets: Vec<PlanetId> = state.galaxy.planets(system).to_vec();
        planets.retain(|planet| state.owner(*planet) != Some(self.seat));
        planets.retain(|planet| {
            !is_guarded(state, *planet)
                || payment::available(state, self.seat, Currency::Influence) >= CUSTODIANS
        });
        planets.sort_by_key(|planet| {
            let held = is_held(state, self.seat, *planet);
            (held, std::cmp::Reverse(self.planet(state, *planet)))
        });
        let mut found: Vec<Landing> = Vec::new();
        for planet in &planets {
            let all: u8 = troops.iter().map(|(_, _, count)| *count).sum();
            if all == 0 {
                break;
            }
            let (needed, chance) = match is_held(state, self.seat, *planet) {
                false => (1, 1.0),
                true => {
                    let chance = self.ground_chance(state, *planet, &troops);
                    if chance < LEAST_CHANCE {
                        continue;
                    }
                    (all, chance)
                }
            };
            found.push(Landing { planet: *planet, units: take(&mut troops, needed), chance });
        }
        // Whoever is left garrisons what was taken, the most valuable first.
        let rest: u8 = troops.iter().map(|(_, _, count)| *count).sum();
        let best = found.iter_mut().max_by_key(|landing| self.planet(state, landing.planet));
        if let Some(landing) = best.filter(|_| rest > 0) {
            landing.units.extend(take(&mut troops, rest));
        }
        found
    }

    /// How likely all these troops take the planet.
    fn ground_chance(
        &self,
        state: &State,
        planet: PlanetId,
        troops: &[(UnitKind, bool, u8)],
    ) -> f64 {
        let forces = &state.planet(planet).forces;
        let holder = forces.owners().into_iter().find(|seat| *seat != self.seat);
        let Some(holder) = holder.filter(|seat| forces.has_troops(*seat)) else { return 0.9 };
        if self.would_break_word(holder) {
            return 0.0;
        }
        let mut landed = state.clone();
        for (kind, damaged, count) in troops {
            landed.planet_mut(planet).forces.add(self.seat, *kind, *damaged, *count);
        }
        let met = here::battle(&landed, Place::Planet(planet), [self.seat, holder]);
        odds::odds(&met.battle).map_or(0.0, |odds| odds.attacker)
    }
}

/// Ground forces for one planet, and how likely it becomes theirs.
#[derive(Clone, Debug)]
pub struct Landing {
    pub planet: PlanetId,
    pub units: Vec<(UnitKind, bool, u8)>,
    pub chance: f64,
}

/// Takes so many units off the list, infantry first.
fn take(troops: &mut [(UnitKind, bool, u8)], mut count: u8) -> Vec<(UnitKind, bool, u8)> {
    let mut taken = Vec::new();
    for (kind, damaged, left) in troops.iter_mut() {
        let some = count.min(*left);
        if some > 0 {
            *left -= some;
            count -= some;
            taken.push((*kind, *damaged, some));
        }
    }
    taken
}

/// Whether somebody else defends the planet, with guns or with troops.
fn is_held(state: &State, seat: Seat, planet: PlanetId) -> bool {
    let forces = &state.planet(planet).forces;
    forces.iter().any(|stack| stack.owner != seat)
}

fn is_guarded(state: &State, planet: PlanetId) -> bool {
    state.custodians && state.galaxy.system_of(planet) == state.mecatol_rex()
}
