//! Leaving a space combat (RR 78.4, 78.7): where to, what is carried, what is left behind.
//!
//! Cards that take a fleet out of a combat use [`relocate`] as well.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::tables::{Act, Barrier, Number, forbidden, number};
use super::{adjacency, blockade, fleet, movement, tokens};

pub static CARGO: Compound = Compound { check, next, suggest };

/// Where `seat` may retreat to: adjacent, without others' ships, with own units or planets (RR 78.7c).
pub fn destinations(state: &State, seat: Seat, from: SystemId) -> Vec<SystemId> {
    let mut found = havens(state, seat, from);
    found.retain(|system| is_present(state, seat, *system));
    found
}

/// Adjacent systems that ships could enter now and that hold no other player's ships.
pub fn havens(state: &State, seat: Seat, from: SystemId) -> Vec<SystemId> {
    let mut found = adjacency::passages(state, seat, from);
    found.retain(|system| {
        *system != from && !state.enemy_ships(*system, seat) && !is_barred(state, seat, *system)
    });
    found.sort_unstable();
    found
}

/// Why `seat` may not retreat to `to`.
pub fn obstacle(state: &State, seat: Seat, from: SystemId, to: SystemId) -> Option<Refusal> {
    let name = state.system_name(to);
    let refusal = |why: String| Some(Refusal::new(why).rule("78.7"));
    if to == from || !adjacency::neighbours(state, seat, from).contains(&to) {
        return refusal(format!("{name} is not next to {from}"));
    }
    if !adjacency::passages(state, seat, from).contains(&to) {
        return refusal(format!("the wormhole to {name} is closed to your ships"));
    }
    if state.enemy_ships(to, seat) {
        return refusal(format!("there are ships of somebody else in {name}"));
    }
    if let Some(refusal) = forbidden(state, seat, Act::MoveInto { system: to }) {
        return Some(refusal);
    }
    if is_barred(state, seat, to) {
        return refusal(format!("the anomaly keeps ships from entering {name}"));
    }
    if !is_present(state, seat, to) {
        return refusal(format!("you have no units and no planet in {name}"));
    }
    None
}

/// Anomalies stop a retreat as they stop movement into a system that is not active (RR 11, 59, 86).
fn is_barred(state: &State, seat: Seat, system: SystemId) -> bool {
    let closed = |anomaly: &Anomaly| {
        let bars = |what| number(state, Number::Barrier { seat, what }, 1) > 0;
        STOPPING.contains(anomaly)
            && bars(Barrier::Anomaly(*anomaly))
            && bars(Barrier::Into(*anomaly))
    };
    state.anomalies(system).iter().any(closed)
        || forbidden(state, seat, Act::MoveInto { system }).is_some()
}

const STOPPING: [Anomaly; 3] = [Anomaly::AsteroidField, Anomaly::Nebula, Anomaly::Supernova];

fn is_present(state: &State, seat: Seat, system: SystemId) -> bool {
    state.places(system).any(|place| {
        state.forces(place).of(seat).next().is_some()
            || matches!(place, Place::Planet(planet) if state.owner(planet) == Some(seat))
    })
}

/// The Retreat step (RR 78.7). Nothing happens when no system is left to go to.
pub fn retreat(game: &mut Game, seat: Seat, from: SystemId) -> Flow {
    if destinations(&game.state, seat, from).is_empty() {
        game.say(|_| format!("{seat} has nowhere to retreat to any more (RR 78.7)."));
        return Ok(());
    }
    let question = Question::RetreatTo { system: from };
    let choice = game.choose(|state| {
        let options = destinations(state, seat, from).into_iter().map(Choice::System).collect();
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::System(to) = choice else { return Ok(()) };
    relocate(game, seat, from, to, Fighters::Carried)
}

/// Whether fighters that have no move value need ships that carry them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fighters {
    Carried,
    FlyThemselves,
}

/// Takes the fleet of `seat` out of a combat. Ground forces go along as far as ships carry them, a
/// command token is placed where anything arrives, the rest is removed.
pub fn relocate(
    game: &mut Game,
    seat: Seat,
    from: SystemId,
    to: SystemId,
    fighters: Fighters,
) -> Flow {
    let loads = cargo(game, seat, from, fighters)?;
    let sailing = sailing(&game.state, seat, from, &loads, fighters);
    let space = game.state.forces_mut(Place::Space(from));
    for stack in &sailing {
        space.remove(seat, stack.kind, stack.damaged, stack.count);
    }
    for load in &loads {
        let place = game.state.forces_mut(load.from);
        place.remove(seat, load.kind, load.damaged, load.count);
    }
    let arrived = cross_rift(game, seat, from, sailing, loads)?;
    let left = game
        .state
        .forces_mut(Place::Space(from))
        .drain(|stack| stack.owner == seat && !stack.kind.is_structure());
    for stack in &arrived {
        game.state.forces_mut(Place::Space(to)).add(seat, stack.kind, stack.damaged, stack.count);
    }
    tell(game, seat, from, to, &arrived, &left);
    if arrived.is_empty() {
        return Ok(());
    }
    tokens::place(game, seat, to)?;
    fleet::tidy(game, seat, to)?;
    blockade::sweep(game)
}

fn tell(
    game: &mut Game,
    seat: Seat,
    from: SystemId,
    to: SystemId,
    arrived: &[Stack],
    left: &[Stack],
) {
    let words = |stacks: &[Stack]| {
        let units: Vec<(UnitKind, u8)> = stacks.iter().map(|s| (s.kind, s.count)).collect();
        fleet::listed(&units)
    };
    if !arrived.is_empty() {
        game.say(|state| {
            format!("{seat} leaves for **{}**: {}.", state.system_name(to), words(arrived))
        });
    }
    if !left.is_empty() {
        game.say(|_| {
            format!("{} of {seat} cannot leave {from} and are removed (RR 78.7).", words(left))
        });
    }
}

/// Ships that leave, and what moves as if it were one: with a move value, or fighters that fly themselves and are not carried.
fn sailing(
    state: &State,
    seat: Seat,
    from: SystemId,
    loads: &[Load],
    fighters: Fighters,
) -> Vec<Stack> {
    let mut ships: Vec<Stack> = Vec::new();
    for stack in state.system(from).space.of(seat) {
        let carried = loads.iter().filter(|load| {
            load.from == Place::Space(from)
                && (load.kind, load.damaged) == (stack.kind, stack.damaged)
        });
        let carried: u8 = carried.map(|load| load.count).sum();
        let count = stack.count - carried.min(stack.count);
        if count > 0 && moves(state, seat, stack.kind, fighters) {
            ships.push(Stack { count, ..*stack });
        }
    }
    ships
}

fn moves(state: &State, seat: Seat, kind: UnitKind, fighters: Fighters) -> bool {
    (fighters == Fighters::FlyThemselves && kind == UnitKind::Fighter)
        || state.card(seat, kind).is_some_and(|card| card.movement.is_some())
}

/// A gravity rift takes each ship that leaves it on a roll of 1 to 3, with what it carries (RR 41).
fn cross_rift(
    game: &mut Game,
    seat: Seat,
    from: SystemId,
    ships: Vec<Stack>,
    loads: Vec<Load>,
) -> Flow<Vec<Stack>> {
    let mut arrived = Forces::default();
    if !game.state.is_anomaly(from, Anomaly::GravityRift) {
        for stack in ships {
            arrived.add(seat, stack.kind, stack.damaged, stack.count);
        }
        for load in loads {
            arrived.add(seat, load.kind, load.damaged, load.count);
        }
        return Ok(arrived.iter().copied().collect());
    }
    for kind in UnitKind::ALL {
        let mut aboard: Vec<(UnitKind, bool)> = Vec::new();
        for load in loads.iter().filter(|load| load.ship == kind) {
            aboard.extend(std::iter::repeat_n((load.kind, load.damaged), load.count.into()));
        }
        let mut aboard = aboard.into_iter();
        let room = movement::room(&game.state, seat, kind);
        for stack in ships.iter().filter(|stack| stack.kind == kind) {
            let label = format!(
                "{}, gravity rift in {from}, seat {}: leaving with {}{}",
                game.state.moment_label(),
                seat.0,
                if stack.damaged { "damaged " } else { "" },
                kind.label(stack.count.into())
            );
            let dice = game.roll(label, stack.count.into())?;
            for die in dice {
                let load: Vec<(UnitKind, bool)> = aboard.by_ref().take(room.into()).collect();
                let (name, lost) = (kind.name(), die <= 3);
                game.say(|_| {
                    let fate = if lost { "is lost" } else { "passes" };
                    format!("Gravity rift: **{die}**, a {name} of {seat} {fate} (RR 41).")
                });
                if !lost {
                    arrived.add(seat, kind, stack.damaged, 1);
                    for (kind, damaged) in load {
                        arrived.add(seat, kind, damaged, 1);
                    }
                }
            }
        }
    }
    Ok(arrived.iter().copied().collect())
}

// What is carried

/// Units aboard the ships of one kind.
#[derive(Clone, Copy, Debug)]
struct Load {
    kind: UnitKind,
    damaged: bool,
    count: u8,
    from: Place,
    ship: UnitKind,
}

/// What goes along. Asked only where there is something to decide: too little room, ground forces on
/// planets that could be picked up, or a gravity rift that may take some ships and not others.
fn cargo(game: &mut Game, seat: Seat, from: SystemId, fighters: Fighters) -> Flow<Vec<Load>> {
    let holds = Holds::of(&game.state, seat, from, fighters);
    if holds.room() == 0 {
        return Ok(Vec::new());
    }
    let aboard = holds.cargo.iter().filter(|cargo| cargo.from == Place::Space(from));
    let in_space: u32 = aboard.map(|cargo| u32::from(cargo.count)).sum();
    let on_planets = holds.cargo.iter().any(|cargo| cargo.from != Place::Space(from));
    let rift = game.state.is_anomaly(from, Anomaly::GravityRift);
    let plain = in_space <= holds.room()
        && (!on_planets || in_space == holds.room())
        && (!rift || holds.ships.len() == 1);
    let parts = match plain {
        true => holds.fill(|cargo| cargo.from == Place::Space(from)),
        false => {
            let question =
                Question::RetreatWith { system: from, fighters: fighters == Fighters::Carried };
            game.ask(|_| Prompt::compound(seat, question.clone()))?
        }
    };
    Ok(parts.iter().filter_map(load).collect())
}

fn load(part: &Choice) -> Option<Load> {
    match *part {
        Choice::Carry { kind, damaged, count, from, ship, .. } => {
            Some(Load { kind, damaged, count, from, ship })
        }
        _ => None,
    }
}

/// Cargo and room for it.
struct Holds {
    system: SystemId,
    cargo: Vec<Cargo>,
    /// Kinds of ships with their room in all.
    ships: Vec<(UnitKind, u32)>,
}

#[derive(Clone, Copy)]
struct Cargo {
    kind: UnitKind,
    damaged: bool,
    count: u8,
    from: Place,
    /// May not stay behind in space while there is room.
    stranded: bool,
}

impl Holds {
    fn of(state: &State, seat: Seat, system: SystemId, fighters: Fighters) -> Holds {
        let mut cargo = Vec::new();
        for place in state.places(system) {
            for stack in state.forces(place).of(seat) {
                let flies = moves(state, seat, stack.kind, fighters);
                let fighter = stack.kind == UnitKind::Fighter && fighters == Fighters::Carried;
                if fighter || stack.kind.is_ground_force() {
                    let stranded = place == Place::Space(system) && !flies;
                    let Stack { kind, damaged, count, .. } = *stack;
                    cargo.push(Cargo { kind, damaged, count, from: place, stranded });
                }
            }
        }
        let mut ships: Vec<(UnitKind, u32)> = Vec::new();
        for stack in state.system(system).space.of(seat) {
            let room = u32::from(movement::room(state, seat, stack.kind)) * u32::from(stack.count);
            if room == 0 || !moves(state, seat, stack.kind, fighters) {
                continue;
            }
            match ships.last_mut() {
                Some((kind, other)) if *kind == stack.kind => *other += room,
                _ => ships.push((stack.kind, room)),
            }
        }
        Holds { system, cargo, ships }
    }

    fn room(&self) -> u32 {
        self.ships.iter().map(|(_, room)| room).sum()
    }

    /// Takes the parts of a draft out of what is left.
    fn without(mut self, parts: &[Choice]) -> Result<Holds, Refusal> {
        for part in parts {
            let Some(load) = load(part) else {
                return Err(Refusal::new("a retreat carries units and nothing else").rule("78.7"));
            };
            let same = |cargo: &&mut Cargo| {
                (cargo.kind, cargo.damaged, cargo.from) == (load.kind, load.damaged, load.from)
            };
            match self.cargo.iter_mut().find(same) {
                Some(cargo) if cargo.count >= load.count && load.count > 0 => {
                    cargo.count -= load.count;
                }
                _ => {
                    let what = load.kind.label(load.count.into());
                    return Err(
                        Refusal::new(format!("{what} are not there to be carried")).rule("95")
                    );
                }
            }
            let count = u32::from(load.count);
            match self.ships.iter_mut().find(|(kind, _)| *kind == load.ship) {
                Some((_, room)) if *room >= count => *room -= count,
                Some((kind, room)) => {
                    let name = kind.plural();
                    return Err(Refusal::new(format!(
                        "the {name} have room for {room} more, not for {count}"
                    ))
                    .rule("16"));
                }
                None => {
                    let name = load.ship.name();
                    return Err(Refusal::new(format!("no {name} here can carry units")).rule("16"));
                }
            }
        }
        Ok(self)
    }

    /// Loads what `wanted` says of, in order, as long as there is room.
    fn fill(&self, wanted: impl Fn(&Cargo) -> bool) -> Vec<Choice> {
        let mut ships = self.ships.clone();
        let mut parts = Vec::new();
        let order = self.cargo.iter().filter(|cargo| wanted(cargo));
        for cargo in order {
            let mut left = cargo.count;
            for (ship, room) in &mut ships {
                let count = left.min((*room).min(255) as u8);
                if count > 0 {
                    parts.push(self.carry(cargo, count, *ship));
                    *room -= u32::from(count);
                    left -= count;
                }
            }
        }
        parts
    }

    fn carry(&self, cargo: &Cargo, count: u8, ship: UnitKind) -> Choice {
        let Cargo { kind, damaged, from, .. } = *cargo;
        Choice::Carry { kind, damaged, count, from, ship, ship_from: self.system }
    }
}

fn holds(state: &State, prompt: &Prompt<Imperium>) -> Option<Holds> {
    match prompt.question {
        Question::RetreatWith { system, fighters } => {
            let fighters = if fighters { Fighters::Carried } else { Fighters::FlyThemselves };
            Some(Holds::of(state, prompt.seat, system, fighters))
        }
        _ => None,
    }
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let Some(holds) = holds(state, prompt) else {
        return Err(Refusal::new("nobody retreats now"));
    };
    let left = holds.without(parts)?;
    let behind = left.cargo.iter().find(|cargo| cargo.stranded && cargo.count > 0);
    match behind {
        Some(cargo) if left.room() > 0 => {
            let what = cargo.kind.label(cargo.count.into());
            Err(Refusal::new(format!("{what} would stay behind while there is room"))
                .rule("78.7")
                .instead(format!("There is room for {} more.", left.room())))
        }
        _ => Ok(()),
    }
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let Some(Ok(left)) = holds(state, prompt).map(|holds| holds.without(draft)) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for cargo in left.cargo.iter().filter(|cargo| cargo.count > 0) {
        for (ship, room) in left.ships.iter().filter(|(_, room)| *room > 0) {
            let most = cargo.count.min((*room).min(255) as u8);
            parts.push(left.carry(cargo, 1, *ship));
            if most > 1 {
                parts.push(left.carry(cargo, most, *ship));
            }
        }
    }
    parts
}

fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let Some(mut holds) = holds(state, prompt) else { return vec![Vec::new()] };
    // What would be lost comes first, ground forces before fighters, planets last.
    holds.cargo.sort_by_key(|cargo| (!cargo.stranded, cargo.kind == UnitKind::Fighter));
    let space = Place::Space(holds.system);
    let mut found = vec![
        holds.fill(|cargo| cargo.from == space),
        holds.fill(|_| true),
        holds.fill(|cargo| cargo.stranded),
    ];
    found.dedup();
    found
}
