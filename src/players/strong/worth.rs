//! What a position is worth to a seat, in hundredths of a victory point. Every decision about the
//! board compares what would be with what is.

use std::cell::OnceCell;

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::scoring;
use crate::imperium::state::*;

use super::goals::{self, Goal};

/// A victory point.
pub const POINT: i32 = 100;
/// A command token: it costs three influence, and is an action.
pub const TOKEN: i32 = 6;

/// A seat that looks at what it may know.
pub struct Mind<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub goals: Vec<Goal>,
    dangers: OnceCell<Vec<i32>>,
}

impl<'a> Mind<'a> {
    pub fn new(state: &'a State, seat: Seat) -> Self {
        let goals = goals::open(state, seat);
        Mind { state, seat, goals, dangers: OnceCell::new() }
    }

    /// What `state` is worth: points, what can be scored, planets, units, and what is in danger.
    pub fn value(&self, state: &State) -> i32 {
        let mut value = POINT * state.merits(self.seat) + self.prospects(state);
        for planet in state.controlled(self.seat) {
            value += self.planet(state, planet);
        }
        for (_, forces) in state.all_forces() {
            value += forces.of(self.seat).map(|stack| self.stack(state, stack)).sum::<i32>();
        }
        value + self.openings(state) - self.exposure(state)
    }

    /// Planets that nobody defends beside ships that carry ground forces: a part of what they are worth.
    fn openings(&self, state: &State) -> i32 {
        let mut near: Vec<SystemId> = Vec::new();
        for (system, on_board) in state.systems.iter() {
            let carries = |stack: &Stack| {
                state.card(self.seat, stack.kind).is_some_and(|card| card.capacity > 0)
            };
            if !on_board.space.ships(self.seat).any(carries) {
                continue;
            }
            let troops: u8 = state
                .places(*system)
                .flat_map(|place| state.forces(place).ground_forces(self.seat))
                .map(|stack| stack.count)
                .sum();
            if troops > 1 {
                near.extend(state.galaxy.neighbours(*system));
            }
        }
        near.sort_unstable();
        near.dedup();
        let planets = near.iter().flat_map(|system| state.galaxy.planets(*system));
        let open = planets.filter(|planet| {
            let there = state.planet(**planet);
            there.owner != Some(self.seat) && there.forces.is_empty()
        });
        open.map(|planet| self.planet(state, *planet) / 5).sum()
    }

    /// What open objectives promise. One public objective is scored in a round, so a second one that is
    /// fulfilled has to wait.
    pub fn prospects(&self, state: &State) -> i32 {
        let home = scoring::holds_home(state, self.seat);
        let mut met = Vec::new();
        let mut sum = 0;
        for goal in &self.goals {
            let (have, need) = goals::progress(state, self.seat, goal.slug);
            let public = matches!(goal.card, goals::Card::Public(_));
            // (RR 61.16) Without its home nobody scores public objectives.
            let share = if public && !home { 15 } else { 100 };
            if have >= need {
                met.push(85 * goal.points * share / 100);
            } else {
                sum += 60 * goal.points * have * have / (need * need) * share / 100;
            }
        }
        met.sort_unstable_by(|a, b| b.cmp(a));
        let waiting = [100, 85, 65, 50, 40];
        let worth = met
            .iter()
            .enumerate()
            .map(|(at, worth)| worth * waiting.get(at).copied().unwrap_or(30) / 100);
        sum + worth.sum::<i32>()
    }

    /// Rounds in which something still pays, halves counted.
    fn halves_left(&self) -> i32 {
        (8 - i32::from(self.state.round)).clamp(2, 5)
    }

    pub fn planet(&self, state: &State, planet: PlanetId) -> i32 {
        let (r, i) = (i32::from(state.resources(planet)), i32::from(state.influence(planet)));
        let income = (3 * r.max(i) + r.min(i)) * self.halves_left() / 2;
        let specialty = 4 * planet.get().tech_specialties.len() as i32;
        // Whoever holds Mecatol Rex gets a point for each Imperial.
        let mecatol =
            state.mecatol_rex().is_some_and(|rex| state.galaxy.system_of(planet) == Some(rex));
        let holy = state.planet_of(AgendaId::named("holy-planet-of-ixth")) == Some(planet);
        6 + income + specialty + i32::from(mecatol) * 35 + i32::from(holy) * POINT
    }

    /// Units by what they cost; structures by what they do.
    pub fn stack(&self, state: &State, stack: &Stack) -> i32 {
        let each = unit(state, stack.owner, stack.kind);
        let whole = each * i32::from(stack.count);
        if stack.damaged { whole * 3 / 4 } else { whole }
    }

    /// What is expected to be lost to fleets that come near.
    fn exposure(&self, state: &State) -> i32 {
        let home = state.home_system(self.seat);
        let mut sum = 0;
        for (system, on_board) in state.systems.iter() {
            let danger = self.danger(*system);
            if danger == 0 {
                continue;
            }
            let ships: i32 =
                on_board.space.ships(self.seat).map(|stack| self.stack(state, stack)).sum();
            let planets = state
                .galaxy
                .planets(*system)
                .iter()
                .filter(|planet| state.owner(**planet) == Some(self.seat));
            let planets: i32 = planets.map(|planet| self.planet(state, *planet)).sum();
            if ships + planets == 0 {
                continue;
            }
            let own = defence(state, self.seat, *system);
            if own >= danger {
                continue;
            }
            let share = if home == Some(*system) { 40 } else { 11 };
            sum += (ships / 2 + planets) * share / 100 * (danger - own) / danger;
        }
        sum
    }

    /// The strongest fleet of another player that could come to the system.
    pub fn danger(&self, system: SystemId) -> i32 {
        self.dangers.get_or_init(|| self.find_dangers())[usize::from(system.0)]
    }

    /// Fleets reach two systems, roughly; those that a token holds fast reach none.
    fn find_dangers(&self) -> Vec<i32> {
        let state = self.state;
        let mut most = vec![0; SystemId::COUNT];
        for (from, on_board) in state.systems.iter() {
            for stacks in on_board.space.by_owner() {
                let owner = stacks[0].owner;
                let idle = state.player(owner).tokens.tactic == 0 || state.player(owner).passed;
                if owner == self.seat || (idle && state.stage == Stage::Action) {
                    continue;
                }
                if on_board.tokens.contains(owner) && state.stage == Stage::Action {
                    continue;
                }
                let strength = fleet_strength(stacks.iter());
                let near = state.neighbours(*from);
                for system in &near {
                    let slot = &mut most[usize::from(system.0)];
                    *slot = (*slot).max(strength);
                    for far in state.galaxy.neighbours(*system) {
                        let slot = &mut most[usize::from(far.0)];
                        *slot = (*slot).max(strength * 2 / 3);
                    }
                }
            }
        }
        most
    }

    /// Rivals by how close they are to winning, the leader first.
    pub fn rivals(&self) -> Vec<Seat> {
        let mut rivals: Vec<Seat> = self.state.others(self.seat).collect();
        rivals.sort_by_key(|seat| std::cmp::Reverse(self.state.points(*seat)));
        rivals
    }
}

/// One unit of the kind.
pub fn unit(state: &State, owner: Seat, kind: UnitKind) -> i32 {
    match kind {
        UnitKind::Pds => 10,
        UnitKind::SpaceDock => 26,
        UnitKind::Infantry => 3,
        UnitKind::Fighter => 2,
        _ => {
            let cost = state.card(owner, kind).and_then(|card| card.cost).unwrap_or(3);
            i32::from(cost) * 7 / 2
        }
    }
}

/// How much a unit does in combat, roughly in hits given and taken.
pub fn strength(kind: UnitKind) -> i32 {
    match kind {
        UnitKind::Fighter | UnitKind::Infantry => 1,
        UnitKind::Destroyer | UnitKind::Carrier | UnitKind::Mech | UnitKind::Pds => 2,
        UnitKind::Cruiser => 3,
        UnitKind::Dreadnought => 6,
        UnitKind::Flagship => 9,
        UnitKind::WarSun => 14,
        UnitKind::SpaceDock => 0,
    }
}

pub fn fleet_strength<'a>(stacks: impl Iterator<Item = &'a Stack>) -> i32 {
    stacks.map(|stack| strength(stack.kind) * i32::from(stack.count)).sum()
}

/// What stands in a system for a seat, in space and on its planets.
fn defence(state: &State, seat: Seat, system: SystemId) -> i32 {
    let places = state.places(system);
    places.map(|place| fleet_strength(state.forces(place).of(seat))).sum()
}
