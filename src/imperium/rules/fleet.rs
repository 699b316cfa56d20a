//! How many ships the fleet pool allows (RR 37) and what fits aboard (RR 16); whatever is too much
//! is removed at once.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::blockade;
use super::compound::Compound;
use super::movement;
use super::tables::{Number, number};

#[cfg(test)]
mod tests;

/// Non-fighter ships that `seat` may have in one system (RR 37.1).
pub fn limit(state: &State, seat: Seat) -> u8 {
    let tokens = i32::from(state.player(seat).tokens.fleet);
    number(state, Number::FleetLimit { seat }, tokens).clamp(0, 99) as u8
}

/// How many fighters and ground forces the seat's ships in the system carry (RR 16.2).
pub fn capacity(state: &State, seat: Seat, system: SystemId) -> u8 {
    let ships = state.system(system).space.of(seat);
    let room = ships.map(|ship| movement::room(state, seat, ship.kind).saturating_mul(ship.count));
    room.fold(0, u8::saturating_add)
}

/// Places where the seat has units of the kind; each needs a piece of plastic (RR 36.3, 46.3).
pub fn groups(state: &State, seat: Seat, kind: UnitKind) -> usize {
    state.all_forces().filter(|(_, forces)| forces.count(seat, kind) > 0).count()
}

/// "in 205" or "on Quann".
pub fn place_words(state: &State, place: Place) -> String {
    match place {
        Place::Space(system) => format!("in {}", state.system_name(system)),
        Place::Planet(planet) => format!("on {}", planet.name()),
    }
}

/// Whether the seat may have units of the kind there: they need a piece of plastic in every place, whatever
/// tokens stand for (RR 23.4).
pub fn can_mark(state: &State, seat: Seat, kind: UnitKind, place: Place) -> bool {
    state.reinforcements(seat, kind) > 0
        && (state.forces(place).count(seat, kind) > 0
            || groups(state, seat, kind) < usize::from(kind.limit()))
}

/// "2 cruisers, 1 fighter"; counts of the same kind are added, nothing is left out but zeros.
pub fn listed(units: &[(UnitKind, u8)]) -> String {
    let mut words = Vec::new();
    for (i, (kind, _)) in units.iter().enumerate() {
        let same = |units: &[(UnitKind, u8)]| -> usize {
            units.iter().filter(|(k, _)| k == kind).map(|(_, n)| usize::from(*n)).sum()
        };
        let count = same(units);
        if count > 0 && same(&units[..i]) == 0 && units[i].1 > 0 {
            words.push(kind.label(count));
        }
    }
    words.join(", ")
}

/// What a seat has in the space area of a system and what it may have there.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// What is there, as far as it counts, with the capacity that each ship has.
    stacks: Vec<(Stack, u8)>,
    limit: u8,
    /// Fighters that a space dock of the system takes care of (RR 79).
    docked: u8,
    /// Fighters beyond capacity count as ships (Fighter II).
    fighters_are_ships: bool,
}

/// What is too much in a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Ships beyond the fleet pool.
    pub fleet: u8,
    /// Fighters and ground forces beyond capacity.
    pub capacity: u8,
}

impl Excess {
    pub fn is_none(self) -> bool {
        self == Excess { fleet: 0, capacity: 0 }
    }
}

impl Fleet {
    pub fn of(state: &State, seat: Seat, system: SystemId) -> Self {
        let weighs = |stack: &Stack| {
            let needed = state.card(seat, stack.kind).and_then(|card| card.capacity_needed);
            !stack.kind.is_ground_force() || needed != Some(0)
        };
        let space = state.system(system).space.of(seat);
        let stacks: Vec<(Stack, u8)> = space
            .filter(|stack| weighs(stack))
            .map(|stack| (*stack, movement::room(state, seat, stack.kind)))
            .collect();
        let card = state.card(seat, UnitKind::Fighter);
        Fleet {
            stacks,
            limit: limit(state, seat),
            docked: docked(state, seat, system),
            fighters_are_ships: card.is_some_and(|card| card.movement.is_some()),
        }
    }

    /// How many more fighters fit, aboard and at space docks.
    pub fn free(&self) -> u8 {
        let (room, used) =
            self.stacks.iter().fold((u32::from(self.docked), 0), |sum, (stack, room)| {
                let count = u32::from(stack.count);
                let carried = if counts_as_ship(stack.kind) { 0 } else { count };
                (sum.0 + u32::from(*room) * count, sum.1 + carried)
            });
        room.saturating_sub(used).min(99) as u8
    }

    fn count(&self, counts: impl Fn(UnitKind) -> bool) -> u32 {
        let stacks = self.stacks.iter().filter(|(stack, _)| counts(stack.kind));
        stacks.map(|(stack, _)| u32::from(stack.count)).sum()
    }

    pub fn excess(&self) -> Excess {
        let (fleet, capacity, _) = self.sums();
        Excess { fleet: fleet.min(99) as u8, capacity: capacity.min(99) as u8 }
    }

    /// Ships too many, units too many for capacity, and fighters among the ships.
    fn sums(&self) -> (u32, u32, u32) {
        let carried =
            self.stacks.iter().map(|(stack, room)| u32::from(*room) * u32::from(stack.count));
        let room: u32 = carried.sum();
        let ships = self.count(counts_as_ship);
        let fighters = self.count(|kind| kind == UnitKind::Fighter);
        let fighters = fighters.saturating_sub(self.docked.into());
        let ground = self.count(UnitKind::is_ground_force);
        let limit = u32::from(self.limit);
        if !self.fighters_are_ships {
            let over = (fighters + ground).saturating_sub(room);
            return (ships.saturating_sub(limit), over, 0);
        }
        // Fighters take the room that ground forces leave; the others count as ships.
        let flying = fighters.saturating_sub(room.saturating_sub(ground));
        ((ships + flying).saturating_sub(limit), ground.saturating_sub(room), flying)
    }

    /// How many of a kind may be removed next because of what is too much now.
    fn removable(&self, kind: UnitKind) -> u8 {
        let (fleet, capacity, flying) = self.sums();
        let fighters = self.count(|kind| kind == UnitKind::Fighter);
        let beyond = fighters.saturating_sub(self.docked.into());
        let most = match kind {
            UnitKind::Fighter if self.fighters_are_ships => flying.min(fleet),
            UnitKind::Fighter => beyond.min(capacity),
            kind if kind.is_ground_force() => capacity,
            kind if counts_as_ship(kind) => fleet,
            _ => 0,
        };
        most.min(99) as u8
    }

    /// Takes units away; `false` if not all of them were there and in excess.
    fn remove(&mut self, kind: UnitKind, damaged: bool, count: u8) -> bool {
        for _ in 0..count {
            let removable = self.removable(kind) > 0;
            let same = |stack: &Stack| (stack.kind, stack.damaged) == (kind, damaged);
            let stack = self.stacks.iter_mut().find(|(stack, _)| same(stack) && stack.count > 0);
            match stack {
                Some((stack, _)) if removable => stack.count -= 1,
                _ => return false,
            }
        }
        true
    }

    /// The kinds and conditions that may be removed now, with how many of each.
    fn options(&self) -> Vec<(UnitKind, bool, u8)> {
        let most = |stack: &Stack| stack.count.min(self.removable(stack.kind));
        let options = self.stacks.iter().map(|(stack, _)| (stack.kind, stack.damaged, most(stack)));
        options.filter(|(_, _, most)| *most > 0).collect()
    }

    /// A removal that the owner has no choice about.
    fn forced(&self) -> Option<(UnitKind, bool, u8)> {
        let excess = self.excess();
        let options = self.options();
        let fleet: Vec<_> = options.iter().filter(|option| self.eases_fleet(option.0)).collect();
        let of = match excess.fleet {
            // Which ships go decides what they carry, so these are first.
            1.. => fleet,
            0 => options.iter().collect(),
        };
        let due = if excess.fleet > 0 { excess.fleet } else { excess.capacity };
        let all: u32 = of.iter().map(|(_, _, most)| u32::from(*most)).sum();
        match of[..] {
            [only] => Some((only.0, only.1, only.2.min(due))),
            // All that could go has to go.
            [first, ..] if all <= u32::from(due) => Some(*first),
            _ => None,
        }
    }

    fn eases_fleet(&self, kind: UnitKind) -> bool {
        counts_as_ship(kind) || (kind == UnitKind::Fighter && self.fighters_are_ships)
    }
}

/// Ships that always count against the fleet pool (RR 37.1).
fn counts_as_ship(kind: UnitKind) -> bool {
    kind.is_ship() && kind != UnitKind::Fighter
}

/// Fighters in the system that need no capacity because of space docks.
fn docked(state: &State, seat: Seat, system: SystemId) -> u8 {
    let exempt =
        state.card(seat, UnitKind::SpaceDock).map_or(0, |c| c.fighters_exempt_from_capacity);
    let mut docks = state.system(system).space.count(seat, UnitKind::SpaceDock);
    for planet in state.galaxy.planets(system) {
        docks = docks.saturating_add(state.planet(*planet).forces.count(seat, UnitKind::SpaceDock));
    }
    docks.saturating_mul(exempt)
}

pub static EXCESS: Compound = Compound {
    check: |state, prompt, parts| {
        let mut fleet = Fleet::of(state, prompt.seat, system(prompt));
        remove_all(&mut fleet, parts)?;
        let excess = fleet.excess();
        if excess.is_none() {
            return Ok(());
        }
        Err(too_much(excess, &fleet))
    },
    next: |state, prompt, draft| {
        let mut fleet = Fleet::of(state, prompt.seat, system(prompt));
        if remove_all(&mut fleet, draft).is_err() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (kind, damaged, most) in fleet.options() {
            found.push(Choice::Destroy { kind, damaged, count: 1 });
            if most > 1 {
                found.push(Choice::Destroy { kind, damaged, count: most });
            }
        }
        found
    },
    suggest: |state, prompt| {
        let fleet = Fleet::of(state, prompt.seat, system(prompt));
        let value = |kind: UnitKind| {
            let card = state.card(prompt.seat, kind);
            card.map_or(0, |card| card.cost.unwrap_or(0) * 2 / card.units_per_cost.max(1))
        };
        // The cheapest go, damaged ones first; once all fighters before ground forces, once after.
        let orders: [fn(UnitKind) -> u8; 2] =
            [|kind| u8::from(kind.is_ground_force()), |kind| u8::from(kind == UnitKind::Fighter)];
        let mut found: Vec<Vec<Choice>> = Vec::new();
        for order in orders {
            let parts = greedy(fleet.clone(), |kind, damaged| (order(kind), value(kind), !damaged));
            if !found.contains(&parts) {
                found.push(parts);
            }
        }
        found
    },
};

fn system(prompt: &Prompt<Imperium>) -> SystemId {
    match prompt.question {
        Question::RemoveExcess { system, .. } => system,
        _ => unreachable!("only questions of excess are judged here"),
    }
}

/// Takes the parts away, ships first, because what they carried may have to follow.
fn remove_all(fleet: &mut Fleet, parts: &[Choice]) -> Result<(), Refusal> {
    for ships in [true, false] {
        for part in parts {
            let Choice::Destroy { kind, damaged, count } = part else {
                return Err(Refusal::new("only units are removed here").rule("16.3"));
            };
            if counts_as_ship(*kind) != ships {
                continue;
            }
            if !fleet.remove(*kind, *damaged, *count) {
                let label = kind.label((*count).into());
                let instead = match fleet.options().is_empty() {
                    true => "Nothing more has to go.".into(),
                    false => format!("May go: {}.", options_in_words(fleet)),
                };
                let why = format!("{label} cannot all be removed: not there, or not too many");
                return Err(Refusal::new(why).rule("16.3").instead(instead));
            }
        }
    }
    Ok(())
}

fn options_in_words(fleet: &Fleet) -> String {
    let options = fleet.options();
    let units: Vec<(UnitKind, u8)> = options.iter().map(|(kind, _, most)| (*kind, *most)).collect();
    listed(&units)
}

fn too_much(excess: Excess, fleet: &Fleet) -> Refusal {
    let mut words = Vec::new();
    if excess.fleet > 0 {
        words.push(format!("{} more than the fleet pool allows", ships(excess.fleet)));
    }
    if excess.capacity > 0 {
        words.push(format!("{} more than fit aboard", units(excess.capacity)));
    }
    Refusal::new(format!("there are still {}", words.join(" and ")))
        .rule(if excess.fleet > 0 { "37.3" } else { "16.3" })
        .instead(format!("May go: {}.", options_in_words(fleet)))
}

fn ships(count: u8) -> String {
    format!("{count} ship{}", if count == 1 { "" } else { "s" })
}

fn units(count: u8) -> String {
    format!("{count} unit{}", if count == 1 { "" } else { "s" })
}

/// Removes one unit after the other, the least by `worth` first.
fn greedy<W: Ord>(mut fleet: Fleet, worth: impl Fn(UnitKind, bool) -> W) -> Vec<Choice> {
    let mut parts: Vec<Choice> = Vec::new();
    loop {
        // Ships first: which of them go decides what fits aboard.
        let excess = fleet.excess();
        let options = fleet.options().into_iter();
        let open = options.filter(|(kind, _, _)| excess.fleet == 0 || fleet.eases_fleet(*kind));
        let least = open.min_by_key(|(kind, damaged, _)| (worth(*kind, *damaged), *kind));
        let Some((kind, damaged, _)) = least else { return parts };
        fleet.remove(kind, damaged, 1);
        let same = parts.iter_mut().find_map(|part| match part {
            Choice::Destroy { kind: k, damaged: d, count } if (*k, *d) == (kind, damaged) => {
                Some(count)
            }
            _ => None,
        });
        match same {
            Some(count) => *count += 1,
            None => parts.push(Choice::Destroy { kind, damaged, count: 1 }),
        }
    }
}

/// Removes what exceeds the fleet pool or the capacity of `seat`'s ships (RR 16.3, 37.3). The owner
/// is asked only where there is a choice. Not called during combat, when nothing counts (RR 16.3).
pub fn tidy(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    let mut removed = false;
    loop {
        let fleet = Fleet::of(&game.state, seat, system);
        let excess = fleet.excess();
        if excess.is_none() {
            return if removed { blockade::sweep(game) } else { Ok(()) };
        }
        removed = true;
        if let Some((kind, damaged, count)) = fleet.forced() {
            let why = if excess.fleet > 0 { Why::FleetPool } else { Why::Capacity };
            take(game, seat, system, &[Choice::Destroy { kind, damaged, count }]);
            told(game, seat, system, &[(kind, count)], why);
            continue;
        }
        let parts = game.ask(|state| {
            let excess = Fleet::of(state, seat, system).excess();
            let question =
                Question::RemoveExcess { system, fleet: excess.fleet, capacity: excess.capacity };
            Prompt::compound(seat, question)
        })?;
        let units: Vec<(UnitKind, u8)> = parts.iter().filter_map(taken_away).collect();
        if units.is_empty() {
            return Ok(());
        }
        take(game, seat, system, &parts);
        told(game, seat, system, &units, Why::Chosen);
    }
}

/// Whatever a step did, no fleet stays too large when it is over (RR 16.3, 37.3).
pub fn settle(game: &mut Game) -> Flow {
    for (seat, system) in too_large(&game.state) {
        tidy(game, seat, system)?;
    }
    remove_unmarked(game);
    Ok(())
}

/// Tokens with which no piece of plastic can be put are removed, the smallest groups first (RR 36.3, 46.3).
fn remove_unmarked(game: &mut Game) {
    for (kind, seat) in many_groups(&game.state) {
        while let Some((place, count)) = unmarked(&game.state, seat, kind) {
            game.state.forces_mut(place).drain(|stack| stack.owner == seat && stack.kind == kind);
            game.say(|state| {
                let gone = kind.label(usize::from(count));
                let place = place_words(state, place);
                format!(
                    "{seat}: {gone} {place} removed, no plastic is left to mark them (RR 23.4)."
                )
            });
        }
    }
}

/// Who may have more groups of a kind than plastic, as one look at the board tells: each stack is counted.
fn many_groups(state: &State) -> Vec<(UnitKind, Seat)> {
    let mut stacks = vec![[0_usize; UnitKind::ALL.len()]; state.players.len()];
    for (_, forces) in state.all_forces() {
        for stack in forces.iter() {
            stacks[stack.owner.index()][stack.kind as usize] += 1;
        }
    }
    let kinds = UnitKind::ALL.into_iter().filter(|kind| kind.tokens_may_substitute());
    let over = |kind: UnitKind| {
        let many = |seat: &Seat| stacks[seat.index()][kind as usize] > usize::from(kind.limit());
        state.seats().filter(many).map(|seat| (kind, seat)).collect::<Vec<_>>()
    };
    kinds.flat_map(over).collect()
}

/// The smallest of somebody's groups of tokens, if there are more of them than plastic.
fn unmarked(state: &State, seat: Seat, kind: UnitKind) -> Option<(Place, u8)> {
    if groups(state, seat, kind) <= usize::from(kind.limit()) {
        return None;
    }
    let all = state.all_forces().map(|(place, forces)| (place, forces.count(seat, kind)));
    all.filter(|(_, count)| *count > 0).min_by_key(|(_, count)| *count)
}

/// The first fleet that is too large for its fleet pool or its capacity; between two steps there is none.
pub fn overfull(state: &State) -> Option<String> {
    let (seat, system) = *too_large(state).first()?;
    Some(format!("{seat:?} has too much in {system}"))
}

fn too_large(state: &State) -> Vec<(Seat, SystemId)> {
    let mut glance = Glance::new(state);
    let mut found = Vec::new();
    for (system, on_board) in state.systems.iter() {
        for fleet in on_board.space.by_owner() {
            let seat = fleet[0].owner;
            if !glance.surely_fits(fleet, *system)
                && !Fleet::of(state, seat, *system).excess().is_none()
            {
                found.push((seat, *system));
            }
        }
    }
    found
}

/// A look at fleets that lets pass what is clearly small enough, as most are. What applies to all
/// fleets of a seat is looked up once.
struct Glance<'a> {
    state: &'a State,
    limits: Vec<u8>,
    rooms: Vec<[Option<u8>; UnitKind::ALL.len()]>,
}

impl<'a> Glance<'a> {
    fn new(state: &'a State) -> Self {
        let seats = || (0..state.players.len()).map(|i| Seat(i as u8));
        Glance {
            state,
            limits: seats().map(|seat| limit(state, seat)).collect(),
            rooms: seats().map(|_| [None; UnitKind::ALL.len()]).collect(),
        }
    }

    /// Few enough ships, with room for everything else.
    fn surely_fits(&mut self, fleet: &[Stack], system: SystemId) -> bool {
        let seat = fleet[0].owner;
        let (mut ships, mut fighters, mut others, mut room) = (0, 0, 0, 0);
        for stack in fleet {
            let count = u32::from(stack.count);
            if counts_as_ship(stack.kind) {
                ships += count;
                room += count * self.room(seat, stack.kind);
            } else if stack.kind == UnitKind::Fighter {
                fighters += count;
            } else {
                others += count;
            }
        }
        let docked = || u32::from(docked(self.state, seat, system));
        ships <= u32::from(self.limits[seat.index()])
            && (fighters + others <= room || fighters.saturating_sub(docked()) + others <= room)
    }

    fn room(&mut self, seat: Seat, kind: UnitKind) -> u32 {
        let room = &mut self.rooms[seat.index()][kind as usize];
        u32::from(*room.get_or_insert_with(|| movement::room(self.state, seat, kind)))
    }
}

fn taken_away(part: &Choice) -> Option<(UnitKind, u8)> {
    match part {
        Choice::Destroy { kind, count, .. } => Some((*kind, *count)),
        _ => None,
    }
}

fn take(game: &mut Game, seat: Seat, system: SystemId, parts: &[Choice]) {
    let space = game.state.forces_mut(Place::Space(system));
    for part in parts {
        if let Choice::Destroy { kind, damaged, count } = part {
            space.remove(seat, *kind, *damaged, *count);
        }
    }
}

enum Why {
    FleetPool,
    Capacity,
    Chosen,
}

fn told(game: &mut Game, seat: Seat, system: SystemId, units: &[(UnitKind, u8)], why: Why) {
    game.say(|state| {
        let gone = listed(units);
        let name = state.system_name(system);
        match why {
            Why::FleetPool => {
                let limit = limit(state, seat);
                format!("{seat}: {gone} removed from **{name}**, the fleet pool allows {limit} (RR 37.3).")
            }
            Why::Capacity => {
                format!("{seat}: {gone} removed from **{name}**, no capacity (RR 16.3).")
            }
            Why::Chosen => format!("{seat} removes {gone} from **{name}** as too many (RR 16.3, 37.3)."),
        }
    });
}
