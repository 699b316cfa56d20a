//! Random maps that are fair: tiles dealt as a set-up says, then exchanged until the homes' slices
//! are worth about the same.
//!
//! Integers only, and all chance comes from a few numbers drawn first, so that a map costs the
//! journal one entry and is the same wherever it is dealt again.

use super::{BOARD, Cell, Galaxy, MapError, MapString, SystemId};
use crate::imperium::data::*;

/// Set-ups for a number of players with these products, the usual one first.
pub fn setups_for(players: usize, sources: Sources) -> Vec<SetupId> {
    let fits = |setup: &SetupId| usize::from(setup.get().players) == players;
    SetupId::in_play(sources).filter(fits).collect()
}

/// Deals a map. `below(n)` gives a random number below `n`; it is called [`DRAWS`] times.
///
/// No two anomalies and no two wormholes of one kind are adjacent where that can be avoided. The
/// slices are balanced by resources, influence, technology specialties, wormholes and obstacles.
pub fn random_map(
    setup: SetupId,
    sources: Sources,
    below: &mut impl FnMut(u32) -> u32,
) -> Result<MapString, MapError> {
    let mut chance = Chance::new(below);
    let mut best: Option<(i64, Draft)> = None;
    let shape = Shape::of(setup.get());
    for _ in 0..ATTEMPTS {
        let mut draft = Draft::deal(&shape, setup.get(), sources, &mut chance)?;
        let cost = draft.improve(&mut chance);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, draft));
        }
    }
    let (_, draft) = best.expect("there is at least one attempt");
    let mut cells = shape.cells.clone();
    for (place, tile) in shape.open.iter().zip(&draft.tiles) {
        cells[usize::from(place.0)] = Cell::System { tile: tile.id };
    }
    Ok(MapString::dealt(cells))
}

/// How often `random_map` draws a number.
pub const DRAWS: usize = 4;

const ATTEMPTS: usize = 2;
const MOST_HOMES: usize = 8;
const EXCHANGES: usize = 3_000;

/// A small generator (SplitMix64) fed by the game's own chance.
struct Chance(u64);

impl Chance {
    fn new(below: &mut impl FnMut(u32) -> u32) -> Chance {
        Chance((0..DRAWS).fold(0, |seed, _| seed << 16 | u64::from(below(1 << 16))))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }
}

/// A set-up's board without systems.
struct Shape {
    cells: Vec<Cell>,
    homes: usize,
    /// Positions to be dealt to.
    open: Vec<SystemId>,
    /// For each open position, the open positions next to it, by their places in `open`.
    beside: Vec<Vec<usize>>,
    /// For each open position, the homes it counts for and how much.
    shares: Vec<Vec<(usize, i64)>>,
    /// For each home, the open positions next to it.
    doors: Vec<Vec<usize>>,
}

impl Shape {
    fn of(setup: &Setup) -> Shape {
        let mut cells =
            vec![Cell::Nothing; 1 + 3 * usize::from(setup.rings) * (usize::from(setup.rings) + 1)];
        let at =
            |position: Axial| SystemId::from_axial(position).expect("set-ups fit in five rings");
        let unused: Vec<SystemId> = setup.unused_positions.iter().map(|p| at(*p)).collect();
        let rex = at(setup.mecatol_position);
        cells[usize::from(rex.0)] = Cell::System { tile: TileId::named("18") };
        for lane in &setup.hyperlanes {
            cells[usize::from(at(lane.position).0)] =
                Cell::Hyperlane { tile: lane.tile, rotation: lane.steps() };
        }
        let homes: Vec<SystemId> = setup.home_positions.iter().map(|p| at(*p)).collect();
        for home in &homes {
            cells[usize::from(home.0)] = Cell::Home { tile: None };
        }
        let places = (0..cells.len()).filter_map(SystemId::at);
        let open: Vec<SystemId> = places
            .filter(|at| cells[usize::from(at.0)] == Cell::Nothing && !unused.contains(at))
            .collect();
        let galaxy = stand_in(&cells, &open);
        let mut shape = Shape {
            cells,
            homes: homes.len(),
            beside: Vec::new(),
            shares: vec![Vec::new(); open.len()],
            doors: Vec::new(),
            open,
        };
        shape.survey(&galaxy, &homes);
        shape
    }

    fn survey(&mut self, galaxy: &Galaxy, homes: &[SystemId]) {
        let index = |at: &SystemId| self.open.binary_search(at).ok();
        let beside =
            |place: &SystemId| galaxy.neighbours(*place).iter().filter_map(index).collect();
        self.beside = self.open.iter().map(beside).collect();
        self.doors = homes.iter().map(beside).collect();
        let distances: Vec<Vec<u8>> = homes.iter().map(|home| steps_from(galaxy, *home)).collect();
        for (i, place) in self.open.iter().enumerate() {
            let far = |home: &Vec<u8>| home[usize::from(place.0)];
            let nearest = distances.iter().map(far).min().unwrap_or(u8::MAX);
            let near: Vec<usize> =
                (0..homes.len()).filter(|home| far(&distances[*home]) == nearest).collect();
            let worth = match nearest {
                1 => 12,
                2 => 10,
                3 => 6,
                _ => 3,
            };
            self.shares[i] = near.iter().map(|home| (*home, worth / near.len() as i64)).collect();
        }
    }
}

/// The board with a home on every open position: adjacency does not ask what the systems are.
fn stand_in(cells: &[Cell], open: &[SystemId]) -> Galaxy {
    let mut full = cells.to_vec();
    for place in open {
        full[usize::from(place.0)] = Cell::Home { tile: None };
    }
    Galaxy::new(&MapString::dealt(full), Sources::BASE)
}

/// Steps from a home to each position of the board.
fn steps_from(galaxy: &Galaxy, home: SystemId) -> Vec<u8> {
    let mut steps = vec![u8::MAX; BOARD];
    steps[usize::from(home.0)] = 0;
    let mut edge = vec![home];
    let mut step = 0;
    while !edge.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for place in edge {
            for other in galaxy.neighbours(place) {
                if steps[usize::from(other.0)] == u8::MAX {
                    steps[usize::from(other.0)] = step;
                    next.push(*other);
                }
            }
        }
        edge = next;
    }
    steps
}

/// What a tile is worth to a slice.
#[derive(Clone, Copy)]
struct Value {
    id: TileId,
    back: TileBack,
    /// Twice the better of resources and influence of each planet; equal ones count once.
    best: i64,
    resources: i64,
    influence: i64,
    specialties: i64,
    wormholes: i64,
    /// One bit a kind.
    kinds: u8,
    anomaly: bool,
}

impl Value {
    fn of(id: TileId, back: TileBack) -> Value {
        let tile = id.get();
        let sum = |of: &dyn Fn(&Planet) -> u8| {
            tile.planets.iter().map(|planet| i64::from(of(planet.get()))).sum::<i64>()
        };
        let legendary = sum(&|planet| u8::from(planet.legendary));
        Value {
            id,
            back,
            best: sum(&|planet| 2 * planet.resources.max(planet.influence)) + 2 * legendary,
            resources: sum(&|planet| planet.resources),
            influence: sum(&|planet| planet.influence),
            specialties: sum(&|planet| planet.tech_specialties.len() as u8),
            wormholes: tile.wormholes.len() as i64,
            kinds: tile.wormholes.iter().fold(0, |bits, kind| bits | 1 << *kind as u8),
            anomaly: !tile.anomalies.is_empty(),
        }
    }
}

/// What is balanced between slices: the better of resources and influence, either of them, specialties,
/// wormholes; and what each weighs.
const WEIGHTS: [i64; 5] = [4, 2, 2, 3, 1];

/// Tiles on a shape's open positions, and those left in the box.
struct Draft<'a> {
    shape: &'a Shape,
    tiles: Vec<Value>,
    spare: Vec<Value>,
    /// Pairs of neighbours that should not be neighbours.
    clashes: i64,
    /// What each home has of each kind.
    slices: [[i64; WEIGHTS.len()]; MOST_HOMES],
}

impl Draft<'_> {
    fn deal<'a>(
        shape: &'a Shape,
        setup: &Setup,
        sources: Sources,
        chance: &mut Chance,
    ) -> Result<Draft<'a>, MapError> {
        let (each, centre) = (setup.dealt_per_player, setup.speaker_places_next_to_mecatol);
        let (mut tiles, mut spare) = (Vec::new(), Vec::new());
        for (back, count) in [
            (TileBack::Blue, each.blue * setup.players + centre.blue),
            (TileBack::Red, each.red * setup.players + centre.red),
        ] {
            let dealt = |tile: &TileId| tile.get().dealt_in_setup && tile.get().back == Some(back);
            let mut pile: Vec<Value> =
                TileId::in_play(sources).filter(dealt).map(|tile| Value::of(tile, back)).collect();
            let (needed, there) = (usize::from(count), pile.len());
            if there < needed {
                return Err(MapError::NotEnoughTiles { needed, there });
            }
            chance.shuffle(&mut pile);
            spare.extend(pile.split_off(needed));
            tiles.extend(pile);
        }
        chance.shuffle(&mut tiles);
        debug_assert_eq!(tiles.len(), shape.open.len());
        let slices = [[0; WEIGHTS.len()]; MOST_HOMES];
        let mut draft = Draft { shape, tiles, spare, clashes: 0, slices };
        for i in 0..draft.tiles.len() {
            draft.clashes += draft.clashes_at(i);
            draft.share(i, 1);
        }
        // Each pair was met from both sides.
        draft.clashes /= 2;
        Ok(draft)
    }

    /// Exchanges tiles as long as that makes the map no worse, and says how bad it still is.
    fn improve(&mut self, chance: &mut Chance) -> i64 {
        let mut cost = self.cost();
        for _ in 0..EXCHANGES {
            let i = chance.below(self.tiles.len());
            let j = chance.below(self.tiles.len() + self.spare.len());
            if !self.exchange(i, j) {
                continue;
            }
            let now = self.cost();
            if now <= cost {
                cost = now;
            } else {
                self.exchange(i, j);
            }
        }
        cost
    }

    /// With a tile left in the box only one of the same back, so that the deal stays what it is.
    fn exchange(&mut self, i: usize, j: usize) -> bool {
        let tile = self.tiles[i];
        match j.checked_sub(self.tiles.len()) {
            None => {
                self.lay(i, self.tiles[j]);
                self.lay(j, tile);
            }
            Some(k) if self.spare[k].back == tile.back => {
                self.lay(i, self.spare[k]);
                self.spare[k] = tile;
            }
            Some(_) => return false,
        }
        true
    }

    /// Puts another tile on a position.
    fn lay(&mut self, i: usize, tile: Value) {
        self.clashes -= self.clashes_at(i);
        self.share(i, -1);
        self.tiles[i] = tile;
        self.clashes += self.clashes_at(i);
        self.share(i, 1);
    }

    fn clashes_at(&self, i: usize) -> i64 {
        let a = &self.tiles[i];
        let clash = |j: &&usize| {
            let b = &self.tiles[**j];
            a.anomaly && b.anomaly || a.kinds & b.kinds != 0
        };
        self.shape.beside[i].iter().filter(clash).count() as i64
    }

    /// Adds what a position is worth to the slices, or takes it away.
    fn share(&mut self, i: usize, sign: i64) {
        let Value { best, resources, influence, specialties, wormholes, .. } = self.tiles[i];
        let worth = [best, resources, influence, specialties, wormholes];
        for (home, share) in &self.shape.shares[i] {
            for (sum, worth) in self.slices[*home].iter_mut().zip(worth) {
                *sum += sign * share * worth;
            }
        }
    }

    fn cost(&self) -> i64 {
        let mut cost = 1_000_000 * self.clashes;
        let slices = &self.slices[..self.shape.homes];
        for (kind, weight) in WEIGHTS.into_iter().enumerate() {
            cost += weight * unevenness(slices.iter().map(|slice| slice[kind]));
        }
        // A home with one obstacle at its doors is usual, a second one is a siege.
        for doors in &self.shape.doors {
            let blocked = doors.iter().filter(|door| self.tiles[**door].anomaly).count() as i64;
            cost += 3_000 * (blocked - 1).max(0);
        }
        cost + 2_000 * i64::from(self.lone_kinds())
    }

    /// Kinds of wormholes that occur once and lead nowhere. Gamma has the nexus.
    fn lone_kinds(&self) -> u32 {
        let paired = 1 << Wormhole::Alpha as u8 | 1 << Wormhole::Beta as u8;
        let (once, twice) = self
            .tiles
            .iter()
            .fold((0u8, 0u8), |(once, twice), tile| (once | tile.kinds, twice | once & tile.kinds));
        (once & !twice & paired).count_ones()
    }
}

/// The sum of squared deviations from the mean.
fn unevenness(values: impl Iterator<Item = i64> + Clone) -> i64 {
    let (count, total) = values.clone().fold((0, 0), |(count, total), v| (count + 1, total + v));
    let squares: i64 = values.map(|v| (count * v - total).pow(2)).sum();
    squares / (count * count).max(1)
}

/// What a slice is worth by the measure the deal balances first.
#[cfg(test)]
pub(super) fn slice_values(setup: SetupId, map: &MapString) -> Vec<i64> {
    let shape = Shape::of(setup.get());
    let mut slices = vec![0; shape.homes];
    for (place, shares) in shape.open.iter().zip(&shape.shares) {
        if let Some(Cell::System { tile }) = map.cells().get(usize::from(place.0)) {
            let value = Value::of(*tile, TileBack::Blue);
            shares.iter().for_each(|(home, share)| slices[*home] += share * value.best);
        }
    }
    slices
}
