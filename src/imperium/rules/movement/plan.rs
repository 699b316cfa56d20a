//! What an answer to the question of movement means: which ships fly which way with what aboard,
//! and why it would not be legal (RR 58.4, 95).

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::Choice;
use super::super::fleet;
use super::super::tables::{Changes, Number, NumberKind, number};
use super::routes::{FARTHEST, Routes};

/// No ship ever moves through more systems.
const LONGEST: usize = 12;

/// Ships of one kind and condition that take the same way.
#[derive(Clone, Debug)]
pub struct Flight {
    pub kind: UnitKind,
    pub damaged: bool,
    pub count: u8,
    pub from: SystemId,
    /// All systems from the first to the active one, both included.
    pub way: Vec<SystemId>,
    /// The way was named by the player.
    named: bool,
    moves: i32,
    /// How it uses the bonus that one ship may have.
    pub bonus: Bonus,
    /// What each of the ships can carry.
    pub room: u8,
    pub cargo: Vec<Cargo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    None,
    /// It avoids gravity rifts with it, and could do without.
    Spare,
    Needed,
}

/// Units picked up by a flight.
#[derive(Clone, Copy, Debug)]
pub struct Cargo {
    pub kind: UnitKind,
    pub damaged: bool,
    pub count: u8,
    pub from: Place,
    /// Where on the way it comes aboard.
    pub boards: usize,
    /// It takes up capacity.
    pub weighs: bool,
}

/// A part that picks units up.
struct Lift {
    cargo: Cargo,
    system: SystemId,
    ship: UnitKind,
    ship_from: SystemId,
}

impl Flight {
    pub fn loaded(&self) -> u32 {
        let weighing = self.cargo.iter().filter(|cargo| cargo.weighs);
        weighing.map(|cargo| u32::from(cargo.count)).sum()
    }

    pub fn free(&self) -> u32 {
        (u32::from(self.room) * u32::from(self.count)).saturating_sub(self.loaded())
    }

    fn is_of(&self, ship: UnitKind, from: SystemId) -> bool {
        (self.kind, self.from) == (ship, from)
    }
}

/// The flights of an answer, or why it is not legal.
pub fn flights(routes: &Routes, parts: &[Choice]) -> Result<Vec<Flight>, Refusal> {
    let mut flights = Vec::new();
    for part in parts {
        match part {
            Choice::Move { .. } => add_ships(routes, &mut flights, part)?,
            Choice::Carry { .. } => {}
            _ => return Err(Refusal::new("only ships and what they carry move here").rule("58.4")),
        }
    }
    let mut lifts = Vec::new();
    for part in parts {
        if let Choice::Carry { .. } = part {
            lifts.push(lift(routes, &flights, part)?);
        }
    }
    enough_units(routes, &flights, &lifts)?;
    find_ways(routes, &mut flights, &lifts)?;
    load(routes, &mut flights, lifts)?;
    plastic(routes, &flights)?;
    Ok(flights)
}

/// The flights of an answer. A ship that carries a wormhole may move before or after all others: what
/// is not possible with the wormhole where it is may be so with the wormhole in the active system.
pub fn judge(
    state: &State,
    seat: Seat,
    target: SystemId,
    parts: &[Choice],
) -> Result<Vec<Flight>, Refusal> {
    judge_by(&routes(state, seat, target, parts), parts)
}

/// The same by routes that are long enough for all parts.
pub fn judge_by(known: &Routes, parts: &[Choice]) -> Result<Vec<Flight>, Refusal> {
    let (state, seat, target) = (known.state, known.seat, known.target);
    let plain = flights(known, parts);
    let wormhole = state.card(seat, CARRIER).and_then(|card| card.wormhole);
    let (Err(refusal), Some(wormhole)) = (&plain, wormhole) else { return plain };
    let (first, rest) = apart(parts);
    if first.is_empty() || rest.is_empty() {
        return plain;
    }
    let mut found = flights(&routes(state, seat, target, &first), &first)?;
    let mut carried = state.carried_wormholes();
    let own = |at: &SystemId| state.system(*at).space.count(seat, CARRIER) > 0;
    carried.retain(|(at, kind)| *kind != wormhole || !own(at));
    carried.push((target, wormhole));
    let moves = farthest(state, seat, &rest);
    let after = Routes::with(state, seat, target, moves, carried);
    match flights(&after, &rest) {
        Ok(more) => found.extend(more),
        Err(_) => return Err(refusal.clone()),
    }
    let needing = found.iter().filter(|flight| flight.bonus == Bonus::Needed);
    let lifts = found.iter().flat_map(|flight| &flight.cargo).map(|cargo| (cargo.kind, cargo.from));
    let twice = |(kind, from): (UnitKind, Place)| {
        let of = found.iter().flat_map(|flight| &flight.cargo);
        let taken = of.filter(|cargo| (cargo.kind, cargo.from) == (kind, from));
        let taken: u32 = taken.map(|cargo| u32::from(cargo.count)).sum();
        taken > u32::from(state.forces(from).count(seat, kind))
    };
    match needing.count() > 1 || lifts.into_iter().any(twice) {
        true => Err(refusal.clone()),
        false => Ok(found),
    }
}

/// Ships of this kind may carry a wormhole.
const CARRIER: UnitKind = UnitKind::Flagship;

/// The parts that move a ship with a wormhole, and all others.
pub fn apart(parts: &[Choice]) -> (Vec<Choice>, Vec<Choice>) {
    let carrier = |part: &Choice| match part {
        Choice::Move { kind, .. } => *kind == CARRIER,
        Choice::Carry { ship, .. } => *ship == CARRIER,
        _ => false,
    };
    parts.iter().cloned().partition(carrier)
}

/// What can still fly of `parts`, when the ship that carries a wormhole is where it is now: all of
/// it, or the fleets that need no way through that wormhole.
pub fn still_possible(
    state: &State,
    seat: Seat,
    target: SystemId,
    parts: Vec<Choice>,
) -> Vec<Vec<Choice>> {
    let possible = |parts: &[Choice]| flights(&routes(state, seat, target, parts), parts).is_ok();
    if possible(&parts) {
        return vec![parts];
    }
    let mut found: Vec<Vec<Choice>> = Vec::new();
    for part in &parts {
        let Choice::Move { kind, from, .. } = part else { continue };
        let own = |other: &&Choice| match other {
            Choice::Carry { ship, ship_from, .. } => (ship, ship_from) == (kind, from),
            other => *other == part,
        };
        let group: Vec<Choice> = parts.iter().filter(own).cloned().collect();
        if possible(&group) {
            found.push(group);
        }
    }
    found
}

/// The routes that an answer is judged by.
pub fn routes<'a>(state: &'a State, seat: Seat, target: SystemId, parts: &[Choice]) -> Routes<'a> {
    Routes::new(state, seat, target, farthest(state, seat, parts))
}

/// The most that one of the ships moves, its bonus included.
fn farthest(state: &State, seat: Seat, parts: &[Choice]) -> i32 {
    let moves = parts.iter().map(|part| match part {
        Choice::Move { kind, from, .. } => move_value(state, seat, *kind, *from),
        _ => 0,
    });
    let moves = moves.max().unwrap_or(0);
    let extra = if moves > 0 { lone_move(state, seat) } else { 0 };
    moves + extra
}

/// What one ship may have besides its move value.
pub fn lone_move(state: &State, seat: Seat) -> i32 {
    number(state, Number::LoneMove { seat }, 0).max(0)
}

/// Whether units of the card move by themselves, as ships do.
pub fn moves_itself(card: &Unit) -> bool {
    card.movement.is_some() && (card.kind.is_ship() || card.placement == Placement::Space)
}

/// The move value of ships that start there, without the bonus of a single ship (RR 59.2).
pub fn move_value(state: &State, seat: Seat, kind: UnitKind, from: SystemId) -> i32 {
    move_value_by(&Changes::of(state, seat, NumberKind::Move), kind, from)
}

/// The same by what is known to change move values.
pub fn move_value_by(changes: &Changes, kind: UnitKind, from: SystemId) -> i32 {
    let (state, seat) = (changes.state, changes.seat);
    let printed = state.card(seat, kind).and_then(|card| card.movement).unwrap_or(0);
    let nebula = state.is_anomaly(from, Anomaly::Nebula);
    let base = if nebula { 1 } else { i32::from(printed) };
    changes.number(Number::Move { seat, kind, from }, base).max(0)
}

/// What a ship of the kind carries (RR 16).
pub fn room(state: &State, seat: Seat, kind: UnitKind) -> u8 {
    let printed = state.card(seat, kind).map_or(0, |card| card.capacity);
    number(state, Number::Capacity { seat, kind }, i32::from(printed)).clamp(0, 99) as u8
}

/// Whether units may not leave the system, because of the seat's command token (RR 58.4, 95.3).
pub fn held_fast(routes: &Routes, system: SystemId) -> bool {
    system != routes.target
        && routes.state.systems.get(&system).is_none_or(|on| on.tokens.contains(routes.seat))
}

fn add_ships(routes: &Routes, flights: &mut Vec<Flight>, part: &Choice) -> Result<(), Refusal> {
    let Choice::Move { kind, damaged, count, from, via } = part else { return Ok(()) };
    let (kind, damaged, count, from) = (*kind, *damaged, *count, *from);
    let state = routes.state;
    if count == 0 {
        return Err(Refusal::new(format!("no {} is no movement", kind.name())));
    }
    if !state.systems.contains_key(&from) {
        return Err(Refusal::new(format!("{from} is not on the board")));
    }
    if !state.card(routes.seat, kind).is_some_and(moves_itself) {
        let why = format!("{} do not move by themselves", kind.plural());
        return Err(Refusal::new(why).rule("57").instead("A ship with capacity may carry them."));
    }
    if held_fast(routes, from) {
        let why = format!("your command token in {from} holds your ships there");
        return Err(Refusal::new(why).rule("58.4"));
    }
    if via.len() >= LONGEST {
        return Err(Refusal::new("that way is longer than any ship moves").rule("58.4"));
    }
    let mut way = vec![from];
    way.extend(via);
    way.push(routes.target);
    let named = !via.is_empty();
    let same = |flight: &&mut Flight| {
        flight.is_of(kind, from) && flight.damaged == damaged && flight.way == way
    };
    let same = flights.iter_mut().find(same);
    match same {
        Some(flight) => flight.count = flight.count.saturating_add(count),
        None => flights.push(Flight {
            kind,
            damaged,
            count,
            from,
            way,
            named,
            moves: move_value(state, routes.seat, kind, from),
            bonus: Bonus::None,
            room: room(state, routes.seat, kind),
            cargo: Vec::new(),
        }),
    }
    Ok(())
}

fn lift(routes: &Routes, flights: &[Flight], part: &Choice) -> Result<Lift, Refusal> {
    let Choice::Carry { kind, damaged, count, from, ship, ship_from } = part else {
        return Err(Refusal::new("that is not picked up"));
    };
    let state = routes.state;
    let needed = state.card(routes.seat, *kind).and_then(|card| card.capacity_needed);
    let Some(needed) = needed.filter(|_| *count > 0) else {
        let why = format!("{} are not carried", kind.plural());
        return Err(Refusal::new(why).rule("95").instead("Fighters and ground forces are."));
    };
    let system = match from {
        Place::Space(system) if state.systems.contains_key(system) => Some(*system),
        Place::Planet(planet) if state.planets.contains_key(planet) => {
            state.galaxy.system_of(*planet)
        }
        _ => None,
    };
    let Some(system) = system else {
        return Err(Refusal::new("that place is not on the board"));
    };
    if *from == Place::Space(routes.target) {
        return Err(Refusal::new(format!("what is in the space of {system} is there already")));
    }
    if held_fast(routes, system) {
        let why = format!("your command token in {system} holds what could be picked up there");
        return Err(Refusal::new(why).rule("95.3"));
    }
    if !flights.iter().any(|flight| flight.is_of(*ship, *ship_from)) {
        let why = format!("no {} moves from {ship_from} to carry it", ship.name());
        return Err(Refusal::new(why).rule("95"));
    }
    let cargo = Cargo {
        kind: *kind,
        damaged: *damaged,
        count: *count,
        from: *from,
        boards: 0,
        weighs: needed > 0,
    };
    Ok(Lift { cargo, system, ship: *ship, ship_from: *ship_from })
}

/// Nothing is named more often than it is there; what moves itself is not carried as well (RR 58).
fn enough_units(routes: &Routes, flights: &[Flight], lifts: &[Lift]) -> Result<(), Refusal> {
    let ships = flights.iter().map(|f| (f.kind, f.damaged, f.count, Place::Space(f.from)));
    let cargo = lifts
        .iter()
        .map(|lift| (lift.cargo.kind, lift.cargo.damaged, lift.cargo.count, lift.cargo.from));
    let named: Vec<_> = ships.chain(cargo).collect();
    for (kind, damaged, _, place) in &named {
        let wanted: u32 = named
            .iter()
            .filter(|(k, d, _, p)| (k, d, p) == (kind, damaged, place))
            .map(|(_, _, count, _)| u32::from(*count))
            .sum();
        let there = routes.state.forces(*place).count_in(routes.seat, *kind, *damaged);
        if wanted > u32::from(there) {
            let condition = if *damaged { "damaged " } else { "" };
            let place = place_name(*place);
            let why = format!(
                "you have {there} {condition}{} {place}, not {wanted}",
                if there == 1 { kind.name() } else { kind.plural() }
            );
            return Err(Refusal::new(why));
        }
    }
    Ok(())
}

pub fn place_name(place: Place) -> String {
    match place {
        Place::Space(system) => format!("in the space of {system}"),
        Place::Planet(planet) => format!("on {}", planet.name()),
    }
}

fn find_ways(routes: &Routes, flights: &mut [Flight], lifts: &[Lift]) -> Result<(), Refusal> {
    let extra = lone_move(routes.state, routes.seat);
    for flight in flights.iter_mut() {
        let stops = stops(routes, flight, lifts);
        find_way(routes, flight, &stops, extra)?;
    }
    let needing = flights.iter().filter(|flight| flight.bonus == Bonus::Needed);
    let needing: u32 = needing.map(|flight| u32::from(flight.count)).sum();
    if needing > 1 {
        let why = format!("{needing} ships need the +{extra} that a single one may have");
        return Err(Refusal::new(why).rule("58.4"));
    }
    // A bonus that nobody needs keeps one ship out of gravity rifts.
    if needing == 0 && extra > 0 {
        let risky =
            |flight: &&mut Flight| !flight.named && flight.count == 1 && rifts(routes, flight) > 0;
        for flight in flights.iter_mut().filter(risky) {
            let stops = stops(routes, flight, lifts);
            let ways = routes.of(flight.kind, flight.from);
            let way = plain_way(ways, flight.from, &stops, flight.moves + extra);
            let Some(way) = way else { continue };
            let fewer = way[..way.len() - 1].iter().filter(|at| routes.rift(**at)).count();
            if fewer < rifts(routes, flight) {
                flight.way = way;
                flight.bonus = Bonus::Spare;
                break;
            }
        }
    }
    Ok(())
}

fn rifts(routes: &Routes, flight: &Flight) -> usize {
    flight.way[..flight.way.len() - 1].iter().filter(|at| routes.rift(**at)).count()
}

/// Where a flight must go because of what it picks up.
fn stops(routes: &Routes, flight: &Flight, lifts: &[Lift]) -> Vec<SystemId> {
    let mut stops: Vec<SystemId> = lifts
        .iter()
        .filter(|lift| flight.is_of(lift.ship, lift.ship_from))
        .map(|lift| lift.system)
        .filter(|system| *system != flight.from && *system != routes.target)
        .collect();
    stops.sort_unstable();
    stops.dedup();
    stops
}

fn plain_way(
    routes: &Routes,
    from: SystemId,
    stops: &[SystemId],
    moves: i32,
) -> Option<Vec<SystemId>> {
    match stops {
        [] => routes.fewest_rifts(from, moves).map(|rifts| routes.way(from, rifts)),
        _ => routes.way_through(from, stops, moves),
    }
}

fn find_way(
    routes: &Routes,
    flight: &mut Flight,
    stops: &[SystemId],
    extra: i32,
) -> Result<(), Refusal> {
    let routes = routes.of(flight.kind, flight.from);
    if flight.named {
        return judge_way(routes, flight, extra);
    }
    let alone = flight.count == 1 && extra > 0;
    let wanted = [stops, &[]];
    for stops in wanted.into_iter().take(if stops.is_empty() { 1 } else { 2 }) {
        if let Some(way) = plain_way(routes, flight.from, stops, flight.moves) {
            flight.way = way;
            return Ok(());
        }
        let way = alone.then(|| plain_way(routes, flight.from, stops, flight.moves + extra));
        if let Some(way) = way.flatten() {
            flight.way = way;
            flight.bonus = Bonus::Needed;
            return Ok(());
        }
    }
    Err(no_way(routes, flight))
}

fn no_way(routes: &Routes, flight: &Flight) -> Refusal {
    let (name, from, target) = (flight.kind.name(), flight.from, routes.target);
    if from == target {
        let why = format!("the {} is in {target} already", flight.kind.name());
        return Refusal::new(why)
            .rule("58.4")
            .instead("It may leave and come back: name the systems it goes through.");
    }
    if let Some(refusal) = routes.bars_arrival() {
        return refusal;
    }
    let all = Routes::new(routes.state, routes.seat, target, FARTHEST);
    match all.distance(from) {
        Some(steps) => {
            let moves = flight.moves;
            let nebula = routes.state.is_anomaly(from, Anomaly::Nebula);
            let here = if nebula { " from a nebula" } else { "" };
            let why =
                format!("a {name} moves {moves}{here} and {target} is {steps} away from {from}");
            Refusal::new(why).rule(if nebula { "59.2" } else { "58.4" })
        }
        None => {
            let why = format!("no way leads from {from} to {target} past fleets and anomalies");
            Refusal::new(why).rule("58.4")
        }
    }
}

/// Whether the named way is legal.
fn judge_way(routes: &Routes, flight: &mut Flight, extra: i32) -> Result<(), Refusal> {
    if let Some(refusal) = routes.bars_arrival() {
        return Err(refusal);
    }
    for pair in flight.way.windows(2) {
        if !routes.state.systems.contains_key(&pair[1]) {
            return Err(Refusal::new(format!("{} is not on the board", pair[1])));
        }
        if !routes.adjacent(pair[0], pair[1]) {
            let why = format!("{} and {} are not adjacent", pair[0], pair[1]);
            return Err(Refusal::new(why).rule("6"));
        }
    }
    for passed in &flight.way[1..flight.way.len() - 1] {
        if let Some(refusal) = routes.bars_passage(*passed) {
            return Err(refusal);
        }
    }
    let entered = flight.way.len() as i32 - 1;
    let moves = flight.moves + rifts(routes, flight) as i32;
    if entered <= moves {
        return Ok(());
    }
    if entered <= moves + extra {
        flight.bonus = Bonus::Needed;
        return Ok(());
    }
    let why =
        format!("that way enters {entered} systems and a {} moves {moves}", flight.kind.name());
    Err(Refusal::new(why).rule("58.4"))
}

/// Assigns what is picked up to flights that pass there, the parts with the fewest possible
/// carriers first.
fn load(routes: &Routes, flights: &mut [Flight], mut lifts: Vec<Lift>) -> Result<(), Refusal> {
    let fits = |flight: &Flight, lift: &Lift| {
        flight.is_of(lift.ship, lift.ship_from) && flight.way.contains(&lift.system)
    };
    lifts.sort_by_key(|lift| flights.iter().filter(|flight| fits(flight, lift)).count());
    for lift in lifts {
        let mut left = lift.cargo.count;
        let mut passes = false;
        for flight in flights.iter_mut().filter(|flight| fits(flight, &lift)) {
            passes = true;
            let free = if lift.cargo.weighs { flight.free().min(99) as u8 } else { left };
            let aboard = free.min(left);
            if aboard > 0 {
                let at = flight.way.iter().rposition(|system| *system == lift.system);
                let boards = at.unwrap_or_default();
                flight.cargo.push(Cargo { count: aboard, boards, ..lift.cargo });
                left -= aboard;
            }
        }
        if !passes {
            let (ship, from) = (lift.ship.name(), lift.ship_from);
            let why = format!("the {ship} from {from} does not pass {} on its way", lift.system);
            return Err(Refusal::new(why).rule("95.1"));
        }
        if left > 0 {
            return Err(no_room(routes, flights, &lift));
        }
    }
    Ok(())
}

fn no_room(routes: &Routes, flights: &[Flight], lift: &Lift) -> Refusal {
    let of = flights.iter().filter(|flight| flight.is_of(lift.ship, lift.ship_from));
    let ships: u32 = of.map(|flight| u32::from(flight.count)).sum();
    let each = room(routes.state, routes.seat, lift.ship);
    let label = lift.ship.label(ships as usize);
    let why = match each {
        0 => format!("a {} has no capacity", lift.ship.name()),
        _ => format!("{label} from {} carry {}, not more", lift.ship_from, ships * u32::from(each)),
    };
    Refusal::new(why).rule("95")
}

/// Each group of fighters and of infantry needs a piece of plastic (RR 36.3, 46.3).
fn plastic(routes: &Routes, flights: &[Flight]) -> Result<(), Refusal> {
    let (state, seat) = (routes.state, routes.seat);
    for kind in UnitKind::ALL.into_iter().filter(|kind| kind.tokens_may_substitute()) {
        let cargo = flights.iter().flat_map(|flight| &flight.cargo).filter(|c| c.kind == kind);
        let mut moved: Vec<(Place, u8)> = cargo.map(|cargo| (cargo.from, cargo.count)).collect();
        let own = flights.iter().filter(|flight| flight.kind == kind);
        moved.extend(own.map(|flight| (Place::Space(flight.from), flight.count)));
        let target = Place::Space(routes.target);
        if moved.is_empty() || state.forces(target).count(seat, kind) > 0 {
            continue;
        }
        let groups = fleet::groups(state, seat, kind);
        if groups < usize::from(kind.limit()) {
            continue;
        }
        moved.sort_unstable();
        let emptied = moved
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|of| {
                let gone: u8 = of.iter().map(|(_, count)| *count).sum();
                gone >= state.forces(of[0].0).count(seat, kind)
            })
            .count();
        if groups + 1 - emptied > usize::from(kind.limit()) {
            let why = format!("all {} plastic {} stand elsewhere", kind.limit(), kind.plural());
            let rule = if kind == UnitKind::Fighter { "36.3" } else { "46.3" };
            return Err(Refusal::new(why).rule(rule).instead("Empty one of those places."));
        }
    }
    Ok(())
}
