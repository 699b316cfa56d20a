//! Names of positions: the spiral of the board and the places beside it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::imperium::data::{Axial, TileId};

/// A position of the board or beside it.
///
/// 0 is the centre; ring `n` follows from `1 + 3n(n-1)`, starting in the north and running clockwise,
/// up to ring 5 (61 to 90). From 91 on lie the off-board systems. Written as its label: `000`,
/// `101` to `106`, `201`…, `nexus`, `creuss`…
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemId(pub u8);

/// Steps to the six neighbours, in the order of edges: north, then clockwise.
pub const DIRECTIONS: [Axial; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// Positions in rings 0 to 5.
pub const BOARD: usize = 91;

const POSITIONS: [Axial; BOARD] = spiral();

/// Labels of the systems beside the board, and their tiles.
const OFF_BOARD: [(&str, &str); 10] = [
    ("nexus", "82"),
    ("creuss", "51"),
    ("ahk-creuxx", "118"),
    ("fracture-1", "fracture-1"),
    ("fracture-2", "fracture-2"),
    ("fracture-3", "fracture-3"),
    ("fracture-4", "fracture-4"),
    ("fracture-5", "fracture-5"),
    ("fracture-6", "fracture-6"),
    ("fracture-7", "fracture-7"),
];

const fn spiral() -> [Axial; BOARD] {
    // Along a ring from the north: one side for each of these.
    const SIDES: [Axial; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let mut cells = [(0, 0); BOARD];
    let (mut index, mut ring) = (1, 1);
    while index < BOARD {
        let (mut q, mut r) = (0, -(ring as i8));
        let mut step = 0;
        while step < 6 * ring {
            cells[index] = (q, r);
            let side = SIDES[step / ring];
            (q, r) = (q + side.0, r + side.1);
            step += 1;
            index += 1;
        }
        ring += 1;
    }
    cells
}

const fn ring_start(ring: usize) -> usize {
    if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) }
}

impl SystemId {
    pub const CENTRE: SystemId = SystemId(0);
    pub const NEXUS: SystemId = SystemId(91);
    /// How many ids there are, on the board and beside it.
    pub const COUNT: usize = BOARD + OFF_BOARD.len();

    /// Position `index` of the spiral.
    pub fn at(index: usize) -> Option<SystemId> {
        (index < BOARD).then_some(SystemId(index as u8))
    }

    /// Where a tile lies that is never part of the board.
    pub fn off_board(tile: TileId) -> Option<SystemId> {
        let at = OFF_BOARD.iter().position(|(_, slug)| *slug == tile.slug())?;
        Some(SystemId((BOARD + at) as u8))
    }

    pub fn is_off_board(self) -> bool {
        usize::from(self.0) >= BOARD
    }

    /// Column and row, see [`Axial`]. Off-board systems have distinct ones far outside the rings.
    pub fn axial(self) -> Axial {
        match POSITIONS.get(usize::from(self.0)) {
            Some(position) => *position,
            None => (-20, self.0 as i8 - BOARD as i8),
        }
    }

    pub fn from_axial((q, r): Axial) -> Option<SystemId> {
        let ring =
            q.unsigned_abs().max(r.unsigned_abs()).max((q as i16 + r as i16).unsigned_abs() as u8);
        let start = ring_start(usize::from(ring));
        let cells = POSITIONS.get(start..ring_start(usize::from(ring) + 1))?;
        let place = cells.iter().position(|cell| *cell == (q, r))?;
        SystemId::at(start + place)
    }

    /// 0 for the centre; nothing beside the board.
    pub fn ring(self) -> Option<u8> {
        (0..=5).find(|ring| usize::from(self.0) < ring_start(usize::from(ring + 1)))
    }

    /// The position across an edge, 0 in the north and then clockwise.
    pub fn across(self, edge: u8) -> Option<SystemId> {
        if self.is_off_board() {
            return None;
        }
        let ((q, r), (dq, dr)) = (self.axial(), DIRECTIONS[usize::from(edge % 6)]);
        SystemId::from_axial((q + dq, r + dr))
    }

    /// The position after a clockwise turn of the board by so many sixths.
    pub fn turned(self, sixths: u8) -> SystemId {
        match self.ring() {
            None | Some(0) => self,
            Some(ring) => {
                let start = ring_start(usize::from(ring)) as u8;
                SystemId(start + (self.0 - start + sixths % 6 * ring) % (6 * ring))
            }
        }
    }

    /// Reads a label, in any case; off-board systems also by the number of their tile.
    pub fn by_label(label: &str) -> Option<SystemId> {
        let label = label.trim().to_ascii_lowercase();
        let off_board = OFF_BOARD.iter().position(|(name, _)| *name == label);
        if let Some(at) = off_board {
            return Some(SystemId((BOARD + at) as u8));
        }
        if label.len() != 3 || !label.bytes().all(|b| b.is_ascii_digit()) {
            return OFF_BOARD
                .iter()
                .position(|(_, tile)| label.len() < 3 && *tile == label)
                .map(|at| SystemId((BOARD + at) as u8));
        }
        let number: usize = label.parse().ok()?;
        let (ring, place) = (number / 100, number % 100);
        match ring {
            0 => (place == 0).then_some(SystemId::CENTRE),
            1..=5 if (1..=6 * ring).contains(&place) => SystemId::at(ring_start(ring) + place - 1),
            _ => None,
        }
    }
}

impl fmt::Display for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ring) = self.ring() else {
            let off_board = OFF_BOARD.get(usize::from(self.0) - BOARD);
            return f.pad(off_board.map_or("nowhere", |(label, _)| label));
        };
        let place = usize::from(self.0) - ring_start(usize::from(ring)) + usize::from(ring > 0);
        f.pad(&format!("{ring}{place:02}"))
    }
}

impl fmt::Debug for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for SystemId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SystemId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SystemId, D::Error> {
        let label = String::deserialize(deserializer)?;
        SystemId::by_label(&label)
            .ok_or_else(|| serde::de::Error::custom(format_args!("there is no system `{label}`")))
    }
}
