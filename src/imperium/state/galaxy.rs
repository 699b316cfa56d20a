//! The board: what lies at each position, and which systems are next to each other.
//!
//! Stored is what lies where; adjacency by edges and hyperlanes is worked out from that at once and
//! after every change. Wormholes are looked up on demand because laws and abilities relink them.

mod map_string;
mod presets;
mod random;
mod system;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::imperium::data::*;

pub use map_string::{
    Cell, MapError, MapHome, MapString, format_map_string, parse_map_string, parse_map_string_for,
};
pub use presets::{Preset, presets};
pub use random::{DRAWS, random_map, setups_for};
pub use system::{BOARD, DIRECTIONS, SystemId};

/// What lies at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hex {
    Tile {
        tile: TileId,
    },
    /// `rotation` is 0 to 5 clockwise sixths of a turn.
    Hyperlane {
        tile: HyperlaneId,
        rotation: u8,
    },
    /// A home position that no faction has taken yet.
    Home,
}

/// The board and the systems beside it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Layout", into = "Layout")]
pub struct Galaxy {
    layout: Layout,
    board: Board,
}

/// The part of the galaxy that is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Layout {
    hexes: BTreeMap<SystemId, Hex>,
    /// Home positions in the order of the map string, taken or not.
    homes: Vec<SystemId>,
    /// The side of the wormhole nexus that is up.
    nexus: Face,
    /// Put there by tokens: planets, wormholes, anomalies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    planets: Vec<(SystemId, PlanetId)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wormholes: Vec<(SystemId, Wormhole)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    anomalies: Vec<(SystemId, Anomaly)>,
}

/// What follows from the layout.
#[derive(Clone, Debug, Default)]
struct Board {
    systems: Vec<SystemId>,
    /// By id.
    around: Vec<Around>,
    /// By planet.
    system_of: Vec<Option<SystemId>>,
    /// Every wormhole with its system.
    wormholes: Vec<(SystemId, Wormhole)>,
}

#[derive(Clone, Debug, Default)]
struct Around {
    tile: Option<TileId>,
    on_edge: bool,
    neighbours: Vec<SystemId>,
    /// Reached by leaving across each edge, several where hyperlanes fork.
    edges: Vec<(u8, SystemId)>,
    planets: Vec<PlanetId>,
    anomalies: Vec<Anomaly>,
    wormholes: Vec<Wormhole>,
}

impl Galaxy {
    /// The board of a map string, its homes still to be taken. With Prophecy of Kings the wormhole
    /// nexus lies beside it; Mecatol Rex is the tile of the newest product in play.
    pub fn new(map: &MapString, sources: Sources) -> Galaxy {
        let mut layout = Layout::default();
        for (index, cell) in map.cells().iter().enumerate() {
            let Some(system) = SystemId::at(index) else { break };
            let hex = match *cell {
                Cell::Nothing => continue,
                Cell::Home { .. } => {
                    layout.homes.push(system);
                    Hex::Home
                }
                Cell::System { tile } => Hex::Tile { tile: tile.current(sources) },
                Cell::Hyperlane { tile, rotation } => Hex::Hyperlane { tile, rotation },
            };
            layout.hexes.insert(system, hex);
        }
        if sources.contains(Source::Pok) {
            layout.hexes.insert(SystemId::NEXUS, Hex::Tile { tile: TileId::named("82") });
        }
        Galaxy::from(layout)
    }

    // What lies where

    pub fn hex(&self, at: SystemId) -> Option<Hex> {
        self.layout.hexes.get(&at).copied()
    }

    /// All positions with something on them, hyperlanes included, in order.
    pub fn hexes(&self) -> impl Iterator<Item = (SystemId, Hex)> {
        self.layout.hexes.iter().map(|(at, hex)| (*at, *hex))
    }

    /// Every system in order, off-board ones last; hyperlanes are no systems.
    pub fn systems(&self) -> &[SystemId] {
        &self.board.systems
    }

    pub fn is_system(&self, at: SystemId) -> bool {
        matches!(self.hex(at), Some(Hex::Tile { .. } | Hex::Home))
    }

    pub fn tile(&self, system: SystemId) -> Option<TileId> {
        self.around(system)?.tile
    }

    /// Where a tile lies.
    pub fn find_tile(&self, tile: TileId) -> Option<SystemId> {
        self.systems().iter().copied().find(|system| self.tile(*system) == Some(tile))
    }

    pub fn mecatol_rex(&self) -> Option<SystemId> {
        let is_rex =
            |system: &SystemId| self.tile(*system).is_some_and(|tile| tile.get().mecatol_rex);
        self.systems().iter().copied().find(is_rex)
    }

    /// Home positions in the order of the map string, taken or not.
    pub fn homes(&self) -> &[SystemId] {
        &self.layout.homes
    }

    pub fn planets(&self, system: SystemId) -> &[PlanetId] {
        self.around(system).map_or(&[], |around| &around.planets)
    }

    pub fn system_of(&self, planet: PlanetId) -> Option<SystemId> {
        self.board.system_of.get(planet.index()).copied().flatten()
    }

    pub fn anomalies(&self, system: SystemId) -> &[Anomaly] {
        self.around(system).map_or(&[], |around| &around.anomalies)
    }

    pub fn wormholes(&self, system: SystemId) -> &[Wormhole] {
        self.around(system).map_or(&[], |around| &around.wormholes)
    }

    /// Wormholes that tokens have added, in the order in which they came.
    pub fn wormhole_tokens(&self) -> &[(SystemId, Wormhole)] {
        &self.layout.wormholes
    }

    pub fn nexus(&self) -> Face {
        self.layout.nexus
    }

    /// Whether it is a system on the edge of the board: one of its six sides meets nothing.
    pub fn is_edge(&self, system: SystemId) -> bool {
        self.around(system).is_some_and(|around| around.on_edge)
    }

    // What is adjacent (RR 6)

    /// Systems next to this one across edges and along hyperlanes, in order; wormholes apart.
    pub fn neighbours(&self, system: SystemId) -> &[SystemId] {
        self.around(system).map_or(&[], |around| &around.neighbours)
    }

    /// The same by edge, 0 in the north and then clockwise. A hyperlane that forks leads to several
    /// systems from one edge.
    pub fn edges(&self, system: SystemId) -> &[(u8, SystemId)] {
        self.around(system).map_or(&[], |around| &around.edges)
    }

    /// Other systems with a wormhole that `linked` connects to one of this system's (RR 101), in
    /// order. Printed, wormholes of one kind are linked.
    pub fn wormhole_partners(
        &self,
        system: SystemId,
        linked: impl Fn(Wormhole, Wormhole) -> bool,
    ) -> Vec<SystemId> {
        let own = self.wormholes(system);
        let mut partners = Vec::new();
        if own.is_empty() {
            return partners;
        }
        for (other, kind) in &self.board.wormholes {
            // The list is in order of systems, so that a repetition is the last one again.
            if *other != system
                && partners.last() != Some(other)
                && own.iter().any(|mine| linked(*mine, *kind))
            {
                partners.push(*other);
            }
        }
        partners
    }

    /// Neighbours and partners by wormholes of one kind, in order.
    pub fn adjacent_systems(&self, system: SystemId) -> Vec<SystemId> {
        let mut all = self.wormhole_partners(system, |a, b| a == b);
        all.extend(self.neighbours(system));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// As printed, without laws or abilities.
    pub fn adjacent(&self, a: SystemId, b: SystemId) -> bool {
        self.neighbours(a).contains(&b) || self.wormhole_partners(a, |x, y| x == y).contains(&b)
    }

    fn around(&self, system: SystemId) -> Option<&Around> {
        self.board.around.get(usize::from(system.0))
    }

    // Changes

    /// Puts a faction's home at a home position and says which system it is. A home that lies
    /// beside the board leaves its gate at the position.
    pub fn place_home(&mut self, at: SystemId, home: TileId) -> SystemId {
        let (tile, system) = match (gate(home), SystemId::off_board(home)) {
            (Some(gate), Some(beside)) => (gate, beside),
            _ => (home, at),
        };
        self.layout.hexes.insert(at, Hex::Tile { tile });
        self.layout
            .hexes
            .insert(system, Hex::Tile { tile: if system == at { tile } else { home } });
        self.rebuild();
        system
    }

    /// Replaces what lies at a position, or takes it away.
    pub fn set_hex(&mut self, at: SystemId, hex: Option<Hex>) {
        match hex {
            Some(hex) => self.layout.hexes.insert(at, hex),
            None => self.layout.hexes.remove(&at),
        };
        self.rebuild();
    }

    /// Lays the chain of the fracture beside the board.
    pub fn open_fracture(&mut self) {
        for tile in TileId::all().filter(|tile| tile.get().fracture) {
            if let Some(at) = SystemId::off_board(tile) {
                self.layout.hexes.insert(at, Hex::Tile { tile });
            }
        }
        self.rebuild();
    }

    pub fn turn_nexus(&mut self, face: Face) {
        self.layout.nexus = face;
        self.rebuild();
    }

    /// A planet that comes with a token.
    pub fn add_planet(&mut self, system: SystemId, planet: PlanetId) {
        self.layout.planets.retain(|(_, other)| *other != planet);
        self.layout.planets.push((system, planet));
        self.rebuild();
    }

    /// Takes back a planet that came with a token.
    pub fn remove_planet(&mut self, planet: PlanetId) {
        self.layout.planets.retain(|(_, other)| *other != planet);
        self.rebuild();
    }

    pub fn add_wormhole(&mut self, system: SystemId, kind: Wormhole) {
        self.layout.wormholes.push((system, kind));
        self.rebuild();
    }

    /// Takes back one wormhole token.
    pub fn remove_wormhole(&mut self, system: SystemId, kind: Wormhole) {
        if let Some(at) = self.layout.wormholes.iter().position(|token| *token == (system, kind)) {
            self.layout.wormholes.remove(at);
            self.rebuild();
        }
    }

    pub fn add_anomaly(&mut self, system: SystemId, kind: Anomaly) {
        self.layout.anomalies.push((system, kind));
        self.rebuild();
    }

    /// Takes back one anomaly token.
    pub fn remove_anomaly(&mut self, system: SystemId, kind: Anomaly) {
        if let Some(at) = self.layout.anomalies.iter().position(|token| *token == (system, kind)) {
            self.layout.anomalies.remove(at);
            self.rebuild();
        }
    }

    fn rebuild(&mut self) {
        self.board = Board::of(&self.layout);
    }
}

/// The tile that stands for a home beside the board: same faction, same wormhole.
fn gate(home: TileId) -> Option<TileId> {
    let tile = home.get();
    let faction = tile.home_faction.filter(|_| tile.off_map)?.get();
    let joined =
        |gate: &TileId| gate.get().wormholes.iter().any(|kind| tile.wormholes.contains(kind));
    faction.extra_tiles.iter().copied().find(joined)
}

impl PartialEq for Galaxy {
    fn eq(&self, other: &Galaxy) -> bool {
        self.layout == other.layout
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            hexes: BTreeMap::new(),
            homes: Vec::new(),
            nexus: Face::Inactive,
            planets: Vec::new(),
            wormholes: Vec::new(),
            anomalies: Vec::new(),
        }
    }
}

impl From<Layout> for Galaxy {
    fn from(layout: Layout) -> Galaxy {
        let board = Board::of(&layout);
        Galaxy { layout, board }
    }
}

impl From<Galaxy> for Layout {
    fn from(galaxy: Galaxy) -> Layout {
        galaxy.layout
    }
}

impl Board {
    fn of(layout: &Layout) -> Board {
        let is_system = |hex: &Hex| !matches!(hex, Hex::Hyperlane { .. });
        let systems: Vec<SystemId> =
            layout.hexes.iter().filter(|(_, hex)| is_system(hex)).map(|(at, _)| *at).collect();
        let mut around = vec![Around::default(); SystemId::COUNT];
        let mut system_of = vec![None; PlanetId::all().len()];
        let mut wormholes = Vec::new();
        for &system in &systems {
            let here = layout.around(system);
            for planet in &here.planets {
                system_of[planet.index()] = Some(system);
            }
            wormholes.extend(here.wormholes.iter().map(|kind| (system, *kind)));
            around[usize::from(system.0)] = here;
        }
        Board { systems, around, system_of, wormholes }
    }
}

impl Layout {
    fn around(&self, system: SystemId) -> Around {
        let mut here = Around {
            edges: self.edges(system),
            on_edge: self.is_edge(system),
            ..Around::default()
        };
        if let Some(Hex::Tile { tile }) = self.hexes.get(&system) {
            let printed = tile.get();
            here.tile = Some(*tile);
            here.planets = printed.planets.clone();
            here.anomalies = printed.anomalies.clone();
            here.wormholes = printed.wormholes_on(self.nexus).to_vec();
        }
        here.planets.extend(placed(&self.planets, system));
        here.anomalies.extend(placed(&self.anomalies, system));
        here.wormholes.extend(placed(&self.wormholes, system));
        here.neighbours = here.edges.iter().map(|(_, other)| *other).collect();
        here.neighbours.extend(self.along_fracture(system));
        here.neighbours.sort_unstable();
        here.neighbours.dedup();
        here
    }

    fn is_edge(&self, system: SystemId) -> bool {
        let (q, r) = system.axial();
        let meets = |(dq, dr): &(i8, i8)| {
            let beside = SystemId::from_axial((q + dq, r + dr));
            beside.is_some_and(|at| self.hexes.contains_key(&at))
        };
        usize::from(system.0) < BOARD && !DIRECTIONS.iter().all(meets)
    }

    /// Systems reached across each edge, hyperlanes followed to their ends.
    fn edges(&self, system: SystemId) -> Vec<(u8, SystemId)> {
        let mut reached = Vec::new();
        for edge in 0..6 {
            let mut seen = Vec::new();
            let mut open = vec![(system, edge)];
            while let Some((from, out)) = open.pop() {
                let Some(next) = from.across(out) else { continue };
                match self.hexes.get(&next) {
                    // A lane that comes back does not make a system its own neighbour.
                    Some(Hex::Tile { .. } | Hex::Home)
                        if next != system && !reached.contains(&(edge, next)) =>
                    {
                        reached.push((edge, next));
                    }
                    None | Some(Hex::Tile { .. } | Hex::Home) => {}
                    Some(Hex::Hyperlane { tile, rotation }) => {
                        let into = (out + 3) % 6;
                        if seen.contains(&(next, into)) {
                            continue;
                        }
                        seen.push((next, into));
                        for (a, b) in tile.get().turned(*rotation) {
                            // Lines that meet at one edge do not join each other there.
                            if a == into {
                                open.push((next, b));
                            } else if b == into {
                                open.push((next, a));
                            }
                        }
                    }
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// The fracture is a chain beside the board.
    fn along_fracture(&self, system: SystemId) -> Vec<SystemId> {
        let place = |at: SystemId| match self.hexes.get(&at) {
            Some(Hex::Tile { tile }) if tile.get().fracture => tile.get().position,
            _ => None,
        };
        let Some(own) = place(system) else { return Vec::new() };
        let next_in_chain =
            |at: &&SystemId| place(**at).is_some_and(|other| other.abs_diff(own) == 1);
        self.hexes.keys().filter(next_in_chain).copied().collect()
    }
}

fn placed<T: Copy>(tokens: &[(SystemId, T)], system: SystemId) -> impl Iterator<Item = T> {
    tokens.iter().filter(move |(at, _)| *at == system).map(|(_, token)| *token)
}
