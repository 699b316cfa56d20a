//! What may be added to a movement, which movements are sensible, and who can come at all.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::Choice;
use super::super::fleet;
use super::super::tables::{Changes, NumberKind};
use super::plan::{self, Bonus, Flight, flights};
use super::routes::Routes;

/// Stacks that can move into `system` from elsewhere, by origin; `count` is how many of them.
pub fn reach(state: &State, seat: Seat, system: SystemId) -> Vec<(Stack, SystemId)> {
    let movers = Movers::of(state, seat, system);
    let routes = movers.routes();
    movers.stacks(&routes, movers.extra)
}

/// Everything of a seat that could move by itself, however far away it is.
struct Movers<'a> {
    state: &'a State,
    seat: Seat,
    target: SystemId,
    /// What one of them may have besides its move value.
    extra: i32,
    /// With origin and move value; those in the active system too.
    ships: Vec<(Stack, SystemId, i32)>,
}

impl<'a> Movers<'a> {
    fn of(state: &'a State, seat: Seat, target: SystemId) -> Self {
        let changes = Changes::of(state, seat, NumberKind::Move);
        let mut ships = Vec::new();
        for (from, system) in state.systems.iter() {
            if *from != target && system.tokens.contains(seat) {
                continue;
            }
            for stack in system.space.of(seat) {
                if state.card(seat, stack.kind).is_some_and(plan::moves_itself) {
                    let moves = plan::move_value_by(&changes, stack.kind, *from);
                    ships.push((*stack, *from, moves));
                }
            }
        }
        let extra = if ships.is_empty() { 0 } else { plan::lone_move(state, seat) };
        Movers { state, seat, target, extra, ships }
    }

    fn routes(&self) -> Routes<'a> {
        let farthest = self.ships.iter().map(|(_, _, moves)| moves + self.extra).max();
        Routes::new(self.state, self.seat, self.target, farthest.unwrap_or(0))
    }

    /// Those that reach the active system, where one ship alone may have `extra` move value.
    fn stacks(&self, routes: &Routes, extra: i32) -> Vec<(Stack, SystemId)> {
        let mut found = Vec::new();
        for (stack, from, moves) in &self.ships {
            let routes = routes.of(stack.kind, *from);
            if routes.fewest_rifts(*from, *moves).is_some() {
                found.push((*stack, *from));
            } else if extra > 0 && routes.fewest_rifts(*from, moves + extra).is_some() {
                found.push((Stack { count: 1, ..*stack }, *from));
            }
        }
        found
    }
}

/// Whether there is anything to decide: ships that can come, or that can leave and come back with
/// something.
pub fn anything(state: &State, seat: Seat, system: SystemId) -> bool {
    let movers = Movers::of(state, seat, system);
    if movers.ships.is_empty() {
        return false;
    }
    let routes = movers.routes();
    !movers.stacks(&routes, movers.extra).is_empty()
        || !excursions(&movers, &routes, &[]).is_empty()
}

/// Ships of the active system that can fetch units from a neighbour (RR 58.4), with the way.
fn excursions(movers: &Movers, routes: &Routes, draft: &[Choice]) -> Vec<Choice> {
    let (state, seat, here) = (routes.state, routes.seat, routes.target);
    let mut found = Vec::new();
    let present =
        movers.ships.iter().filter(|(_, from, moves)| *from == here && moves + movers.extra >= 2);
    for (stack, _, _) in present {
        if plan::room(state, seat, stack.kind) == 0 {
            continue;
        }
        if drafted_ships(draft, stack, here) >= stack.count {
            continue;
        }
        for (there, _) in loads(routes) {
            let way = Choice::Move {
                kind: stack.kind,
                damaged: stack.damaged,
                count: 1,
                from: here,
                via: vec![there],
            };
            let near = routes.of(stack.kind, here).distance(there) == Some(1);
            if near && flights(routes, &with(draft, &way)).is_ok() {
                found.push(way);
            }
        }
    }
    found
}

fn with(draft: &[Choice], part: &Choice) -> Vec<Choice> {
    let mut parts = draft.to_vec();
    parts.push(part.clone());
    parts
}

fn drafted_ships(draft: &[Choice], stack: &Stack, at: SystemId) -> u8 {
    let counts = draft.iter().map(|part| match part {
        Choice::Move { kind, damaged, count, from, .. }
            if (*kind, *damaged, *from) == (stack.kind, stack.damaged, at) =>
        {
            *count
        }
        Choice::Carry { kind, damaged, count, from, .. }
            if (*kind, *damaged, *from) == (stack.kind, stack.damaged, Place::Space(at)) =>
        {
            *count
        }
        _ => 0,
    });
    counts.sum()
}

/// Systems other than the active one with units that can be picked up there, and where they are.
fn loads(routes: &Routes) -> Vec<(SystemId, Vec<(Place, Stack)>)> {
    let state = routes.state;
    let systems = state.systems.keys().copied();
    let open =
        systems.filter(|system| *system != routes.target && !plan::held_fast(routes, *system));
    open.map(|system| (system, cargo_at(routes, system))).filter(|(_, at)| !at.is_empty()).collect()
}

/// What can be picked up in a system.
fn cargo_at(routes: &Routes, system: SystemId) -> Vec<(Place, Stack)> {
    let (state, seat) = (routes.state, routes.seat);
    let mut found = Vec::new();
    for place in state.places(system) {
        if place == Place::Space(routes.target) {
            continue;
        }
        let carried =
            |stack: &&Stack| stack.kind == UnitKind::Fighter || stack.kind.is_ground_force();
        found.extend(state.forces(place).of(seat).filter(carried).map(|stack| (place, *stack)));
    }
    found
}

/// Parts that may be added to a draft.
pub fn next(state: &State, seat: Seat, system: SystemId, draft: &[Choice]) -> Vec<Choice> {
    let movers = Movers::of(state, seat, system);
    let routes = movers.routes();
    let Ok(plan) = plan::judge_by(&routes, draft) else { return Vec::new() };
    let mut found = more_ships(&movers, &routes, &plan, draft);
    if let Some(more) = through_moved_wormhole(state, seat, system, draft) {
        found.extend(more);
        found.extend(more_cargo(&routes, &plan, draft));
        found.retain(|part| plan::judge(state, seat, system, &with(draft, part)).is_ok());
        found.sort();
        found.dedup();
        return found;
    }
    found.extend(excursions(&movers, &routes, draft));
    found.extend(more_cargo(&routes, &plan, draft));
    if [UnitKind::Fighter, UnitKind::Infantry]
        .into_iter()
        .any(|kind| fleet::groups(state, seat, kind) >= usize::from(kind.limit()))
    {
        found.retain(|part| flights(&routes, &with(draft, part)).is_ok());
    }
    found
}

/// Ships that could use the wormhole of a ship that moves before them; nothing when none does.
fn through_moved_wormhole(
    state: &State,
    seat: Seat,
    system: SystemId,
    draft: &[Choice],
) -> Option<Vec<Choice>> {
    let wormhole = state.card(seat, UnitKind::Flagship).and_then(|card| card.wormhole)?;
    if plan::apart(draft).0.is_empty() {
        return None;
    }
    let movers = Movers::of(state, seat, system);
    let farthest = movers.ships.iter().map(|(_, _, moves)| moves + movers.extra).max();
    let mut carried = state.carried_wormholes();
    carried.push((system, wormhole));
    let routes = Routes::with(state, seat, system, farthest.unwrap_or(0), carried);
    Some(more_ships(&movers, &routes, &[], draft))
}

fn more_ships(movers: &Movers, routes: &Routes, plan: &[Flight], draft: &[Choice]) -> Vec<Choice> {
    let used = plan.iter().any(|flight| flight.bonus == Bonus::Needed);
    let mut found = Vec::new();
    for (stack, from) in movers.stacks(routes, if used { 0 } else { movers.extra }) {
        let there = routes.state.forces(Place::Space(from));
        let there = there.count_in(stack.owner, stack.kind, stack.damaged);
        let left = there.saturating_sub(drafted_ships(draft, &stack, from)).min(stack.count);
        if left == 0 {
            continue;
        }
        let part = |count| Choice::Move {
            kind: stack.kind,
            damaged: stack.damaged,
            count,
            from,
            via: Vec::new(),
        };
        // More ships on a way with a detour or a bonus may be too many for it.
        let group = plan.iter().filter(|flight| (flight.kind, flight.from) == (stack.kind, from));
        let delicate = group.clone().any(|flight| {
            flight.bonus != Bonus::None || flight.cargo.iter().any(|cargo| cargo.boards > 0)
        });
        let mut counts = vec![1, left];
        counts.dedup();
        for part in counts.into_iter().map(part) {
            if !delicate || flights(routes, &with(draft, &part)).is_ok() {
                found.push(part);
            }
        }
    }
    found
}

fn more_cargo(routes: &Routes, plan: &[Flight], draft: &[Choice]) -> Vec<Choice> {
    let mut found: Vec<Choice> = Vec::new();
    let mut loads = None;
    for (i, flight) in plan.iter().enumerate() {
        let free = flight.free().min(99) as u8;
        let same = |other: &Flight| (other.kind, other.from) == (flight.kind, flight.from);
        if free == 0 || plan[..i].iter().any(|other| same(other) && other.free() > 0) {
            continue;
        }
        let loads = loads.get_or_insert_with(|| {
            let mut loads = self::loads(routes);
            loads.push((routes.target, cargo_at(routes, routes.target)));
            loads
        });
        for (system, cargo) in loads.iter() {
            // Whether a detour is possible is judged by trying it once.
            let passes = flight.way.contains(system);
            let steps = routes.of(flight.kind, flight.from).distance(*system);
            let near = steps.is_some_and(|steps| usize::from(steps) < 5);
            let mut tried = passes;
            for (place, stack) in cargo {
                let left = stack.count.saturating_sub(drafted_cargo(draft, stack, *place));
                if left == 0 || (!passes && !near) {
                    continue;
                }
                let part = |count| Choice::Carry {
                    kind: stack.kind,
                    damaged: stack.damaged,
                    count,
                    from: *place,
                    ship: flight.kind,
                    ship_from: flight.from,
                };
                if !tried && flights(routes, &with(draft, &part(1))).is_err() {
                    break;
                }
                tried = true;
                found.push(part(1));
                if left.min(free) > 1 {
                    found.push(part(left.min(free)));
                }
            }
        }
    }
    found
}

fn drafted_cargo(draft: &[Choice], stack: &Stack, at: Place) -> u8 {
    match at {
        Place::Space(system) => drafted_ships(draft, stack, system),
        Place::Planet(_) => {
            let counts = draft.iter().map(|part| match part {
                Choice::Carry { kind, damaged, count, from, .. }
                    if (*kind, *damaged, *from) == (stack.kind, stack.damaged, at) =>
                {
                    *count
                }
                _ => 0,
            });
            counts.sum()
        }
    }
}

/// Complete movements: the fleet of each origin, strongest first, then all of them, then none.
pub fn suggest(state: &State, seat: Seat, system: SystemId) -> Vec<Vec<Choice>> {
    let movers = Movers::of(state, seat, system);
    let routes = movers.routes();
    let coming = movers.stacks(&routes, 0);
    let mut origins: Vec<SystemId> = coming.iter().map(|(_, from)| *from).collect();
    origins.dedup();
    origins.sort_by_key(|from| {
        let there = coming.iter().filter(|(_, at)| at == from);
        std::cmp::Reverse(there.map(|(stack, _)| weight(state, stack)).sum::<u32>())
    });
    let mut found: Vec<Vec<Choice>> = Vec::new();
    let mut offer = |origins: &[SystemId]| {
        let parts = fleet_from(&routes, &coming, origins);
        if !parts.is_empty() && !found.contains(&parts) && flights(&routes, &parts).is_ok() {
            found.push(parts);
        }
    };
    origins.iter().take(3).for_each(|origin| offer(&[*origin]));
    offer(&origins);
    found.push(Vec::new());
    found
}

/// How much plastic it is, in resources.
fn weight(state: &State, stack: &Stack) -> u32 {
    let cost = state.card(stack.owner, stack.kind).and_then(|card| card.cost).unwrap_or(0);
    u32::from(cost) * u32::from(stack.count)
}

/// The ships of these origins that the fleet pool has room for, with what they can carry.
fn fleet_from(routes: &Routes, coming: &[(Stack, SystemId)], origins: &[SystemId]) -> Vec<Choice> {
    let (state, seat) = (routes.state, routes.seat);
    let mut berths =
        fleet::limit(state, seat).saturating_sub(state.fleet_size(routes.target, seat));
    let mut ships: Vec<(Stack, SystemId)> =
        coming.iter().filter(|(_, from)| origins.contains(from)).copied().collect();
    ships.sort_by_key(|(stack, _)| {
        let cost = state.card(seat, stack.kind).and_then(|card| card.cost).unwrap_or(0);
        (std::cmp::Reverse(cost), stack.damaged)
    });
    let mut parts = Vec::new();
    for (stack, from) in ships {
        let count = match stack.kind {
            // Structures that fly are moved by those who mean it.
            kind if kind == UnitKind::Fighter || kind.is_structure() => 0,
            _ => stack.count.min(berths),
        };
        if count > 0 {
            berths -= count;
            let (kind, damaged) = (stack.kind, stack.damaged);
            parts.push(Choice::Move { kind, damaged, count, from, via: Vec::new() });
        }
    }
    fill(routes, &mut parts);
    parts
}

/// Loads ships with units of the system they come from: ground forces first where there is a planet to
/// take, otherwise fighters. One ground force stays on each planet.
fn fill(routes: &Routes, parts: &mut Vec<Choice>) {
    let state = routes.state;
    let planets = state.galaxy.planets(routes.target);
    let landing = planets.iter().any(|planet| state.owner(*planet) != Some(routes.seat));
    let moves = parts.clone();
    for part in moves {
        let Choice::Move { kind: ship, count, from: ship_from, .. } = part else { continue };
        let mut free = plan::room(state, routes.seat, ship).saturating_mul(count);
        let mut cargo = cargo_at(routes, ship_from);
        cargo.sort_by_key(|(_, stack)| stack.kind.is_ground_force() != landing);
        for (place, stack) in cargo {
            let stays = match place {
                Place::Space(_) => 0,
                Place::Planet(_) => u8::from(stack.count > 1),
            };
            let left = stack.count.saturating_sub(drafted_cargo(parts, &stack, place) + stays);
            let count = left.min(free);
            if count > 0 {
                free -= count;
                let (kind, damaged) = (stack.kind, stack.damaged);
                parts.push(Choice::Carry { kind, damaged, count, from: place, ship, ship_from });
            }
        }
    }
}
