//! The war grid as bits of one number: twelve rows of ten nodes, the halves side by side.

use serde::{Deserialize, Serialize};

use super::data::{Asset, Side, Unit};

/// Nodes in a row of the bit board; each half has five places, the inner ones used first.
const STRIDE: usize = 10;
const HALF: usize = STRIDE / 2;
pub const ROWS: usize = 12;
/// Rows in one section.
pub const SECTION: usize = 3;

/// A set of nodes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Nodes(pub u128);

impl Nodes {
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub fn one(node: u8) -> Nodes {
        Nodes(1 << node)
    }

    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let node = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                node
            })
        })
    }

    pub fn and(self, other: Nodes) -> Nodes {
        Nodes(self.0 & other.0)
    }

    pub fn without(self, other: Nodes) -> Nodes {
        Nodes(self.0 & !other.0)
    }

    pub fn or(self, other: Nodes) -> Nodes {
        Nodes(self.0 | other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// `L1c123 L2c1`: half and row from the bottom, then columns from the left.
impl From<Nodes> for String {
    fn from(nodes: Nodes) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for row in 0..ROWS {
                let columns = (0..HALF).filter(|col| nodes.0 >> node(side, row, *col) & 1 == 1);
                let columns: String = columns.map(|col| char::from(b'1' + col as u8)).collect();
                if !columns.is_empty() {
                    let gap = if text.is_empty() { "" } else { " " };
                    text += &format!("{gap}{}{}c{columns}", side.letter(), row + 1);
                }
            }
        }
        text
    }
}

impl TryFrom<String> for Nodes {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Nodes::parse(&text)
    }
}

impl Nodes {
    /// What [`String::from`] writes, in any order and case.
    pub fn parse(text: &str) -> Result<Nodes, String> {
        let mut nodes = Nodes::default();
        for word in text.split_whitespace() {
            let wrong = || {
                format!("`{word}` names no nodes; write `L2c13`: left half, row 2, columns 1 and 3")
            };
            let side = match word.chars().next() {
                Some('L' | 'l') => Side::Left,
                Some('R' | 'r') => Side::Right,
                _ => return Err(wrong()),
            };
            let (row, columns) = word[1..].split_once(['c', 'C']).ok_or_else(wrong)?;
            let row: usize = row.parse().map_err(|_| wrong())?;
            if !(1..=ROWS).contains(&row) || columns.is_empty() {
                return Err(wrong());
            }
            for column in columns.chars() {
                let column = column.to_digit(10).filter(|n| (1..=HALF as u32).contains(n));
                let column = column.ok_or_else(wrong)? as usize;
                nodes = nodes.or(Nodes::one(node(side, row - 1, column - 1)));
            }
        }
        Ok(nodes)
    }
}

/// The node of a half, row from the bottom and column from the left, all from 0. The halves touch in the
/// middle when the left one has five columns.
fn node(side: Side, row: usize, col: usize) -> u8 {
    (row * STRIDE + side.index() * HALF + col) as u8
}

/// A printed war grid.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Columns of a half.
    pub width: usize,
    pub straddle: bool,
    pub nodes: Nodes,
    pub anomalies: Nodes,
    pub assets: Vec<(u8, Asset)>,
    /// Where each unit may lie on an empty grid, anomalies covered or not.
    pub places: Vec<Vec<Nodes>>,
}

impl Grid {
    /// Reads rows from the top, the left and the right half; `key` tells the assets.
    pub fn read(
        halves: [&[String]; 2],
        straddle: bool,
        key: impl Fn(char) -> Option<Asset>,
    ) -> Result<Grid, String> {
        let width = halves[0].first().map_or(0, |row| row.chars().count());
        let mut grid = Grid { width, straddle, ..Grid::default() };
        if !(2..=HALF).contains(&width) {
            return Err(format!("rows have 2 to {HALF} nodes, not {width}"));
        }
        for (side, rows) in Side::BOTH.into_iter().zip(halves) {
            if rows.len() != ROWS {
                let word = side.word();
                return Err(format!("the {word} half has {} rows instead of {ROWS}", rows.len()));
            }
            for (at, row) in rows.iter().enumerate() {
                if row.chars().count() != width {
                    return Err(format!("row `{row}` is not {width} nodes wide"));
                }
                for (col, sign) in row.chars().enumerate() {
                    let bit = node(side, ROWS - 1 - at, col);
                    match sign {
                        ' ' => continue,
                        '.' => {}
                        '#' => grid.anomalies = grid.anomalies.or(Nodes::one(bit)),
                        sign => {
                            let asset = key(sign);
                            let asset =
                                asset.ok_or(format!("`{sign}` in `{row}` is not in the key"))?;
                            grid.assets.push((bit, asset));
                        }
                    }
                    grid.nodes = grid.nodes.or(Nodes::one(bit));
                }
            }
        }
        grid.assets.sort();
        Ok(grid)
    }

    /// Works out where the units may lie.
    pub fn place(&mut self, units: &[Unit]) {
        self.places = units.iter().map(|unit| self.places_of(&unit.shape)).collect();
    }

    fn places_of(&self, shape: &[String]) -> Vec<Nodes> {
        let mut found = Vec::new();
        for cells in orientations(shape) {
            for row in 0..ROWS {
                for x in 0..2 * self.width {
                    found.extend(self.lay(&cells, row, x));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The nodes of a shape with its lower left corner at a row and a place counted over both halves.
    fn lay(&self, cells: &[(usize, usize)], row: usize, x: usize) -> Option<Nodes> {
        let mut nodes = Nodes::default();
        let mut halves = [false; 2];
        for (dy, dx) in cells {
            let (row, x) = (row + dy, x + dx);
            if row >= ROWS || x >= 2 * self.width {
                return None;
            }
            let side = Side::BOTH[x / self.width];
            halves[side.index()] = true;
            nodes = nodes.or(Nodes::one(node(side, row, x % self.width)));
        }
        let whole = nodes.and(self.nodes) == nodes;
        (whole && (self.straddle || halves != [true, true])).then_some(nodes)
    }

    /// Nodes beside or above or below these.
    pub fn around(&self, nodes: Nodes) -> Nodes {
        let mut around = (nodes.0 << STRIDE) | (nodes.0 >> STRIDE);
        for node in nodes.iter() {
            let col = usize::from(node) % HALF;
            let half = usize::from(node) % STRIDE / HALF;
            if col > 0 {
                around |= 1 << (node - 1);
            } else if half == 1 && self.straddle {
                around |= 1u128 << (usize::from(node) - HALF + self.width - 1);
            }
            if col + 1 < self.width {
                around |= 1 << (node + 1);
            } else if half == 0 && self.straddle {
                around |= 1u128 << (usize::from(node) - col + HALF);
            }
        }
        Nodes(around).and(self.nodes).without(nodes)
    }

    /// Nodes of a section, counted from the bottom.
    pub fn section(&self, side: Side, section: usize) -> Nodes {
        let rows = section * SECTION..(section + 1) * SECTION;
        self.rows(rows).and(half(side)).and(self.nodes)
    }

    /// Nodes above the deployment line.
    pub fn above(&self, line: usize) -> Nodes {
        self.rows(line * SECTION..ROWS)
    }

    /// The first row above the deployment line.
    pub fn first_row(&self, line: usize) -> Nodes {
        self.rows(line * SECTION..line * SECTION + 1)
    }

    fn rows(&self, rows: std::ops::Range<usize>) -> Nodes {
        let row = (1u128 << STRIDE) - 1;
        let bits = rows.filter(|row| *row < ROWS).fold(0, |bits, at| bits | row << (at * STRIDE));
        Nodes(bits).and(self.nodes)
    }

    pub fn asset(&self, node: u8) -> Option<Asset> {
        self.assets.iter().find(|(at, _)| *at == node).map(|(_, asset)| *asset)
    }

    /// Section of a node, from the bottom.
    pub fn section_of(node: u8) -> usize {
        usize::from(node) / STRIDE / SECTION
    }

    /// Half of a node.
    pub fn side_of(node: u8) -> Side {
        Side::BOTH[usize::from(node) % STRIDE / HALF]
    }

    /// Row from the bottom and column from the left, from 0.
    pub fn place_of(node: u8) -> (Side, usize, usize) {
        (Grid::side_of(node), usize::from(node) / STRIDE, usize::from(node) % HALF)
    }

    pub fn node(side: Side, row: usize, col: usize) -> u8 {
        node(side, row, col)
    }
}

fn half(side: Side) -> Nodes {
    let row: u128 = ((1 << HALF) - 1) << (side.index() * HALF);
    Nodes((0..ROWS).fold(0, |bits, at| bits | row << (at * STRIDE)))
}

/// The shape turned and flipped: cells as (row from the bottom, column), each orientation once.
fn orientations(shape: &[String]) -> Vec<Vec<(usize, usize)>> {
    let mut cells = Vec::new();
    for (row, line) in shape.iter().enumerate() {
        for (col, sign) in line.chars().enumerate() {
            if sign != '.' {
                cells.push((row as i32, col as i32));
            }
        }
    }
    let mut all: Vec<Vec<(usize, usize)>> = Vec::new();
    for flip in [false, true] {
        for turns in 0..4 {
            let turned = cells.iter().map(|&(row, col)| {
                let (mut row, mut col) = if flip { (row, -col) } else { (row, col) };
                for _ in 0..turns {
                    (row, col) = (col, -row);
                }
                (row, col)
            });
            let turned: Vec<(i32, i32)> = turned.collect();
            let low = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
            let moved =
                turned.iter().map(|(row, col)| ((row - low) as usize, (col - left) as usize));
            let mut moved: Vec<(usize, usize)> = moved.collect();
            moved.sort_unstable();
            if !all.contains(&moved) {
                all.push(moved);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_grid(straddle: bool) -> Grid {
        let rows = vec!["....".to_string(); ROWS];
        Grid::read([&rows, &rows], straddle, |_| None).expect("a plain grid")
    }

    #[test]
    fn nodes_are_written_and_read() {
        for text in ["L1c123 L2c1", "R12c4", "L3c2 R3c2"] {
            assert_eq!(String::from(Nodes::parse(text).expect(text)), text);
        }
        for text in ["X1c1", "L13c1", "L1", "L1c6", "L1c"] {
            assert!(Nodes::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_l_of_four_has_eight_orientations_and_a_square_one() {
        let shape = |rows: &[&str]| rows.iter().map(|row| row.to_string()).collect::<Vec<_>>();
        assert_eq!(orientations(&shape(&["XXX", "X.."])).len(), 8);
        assert_eq!(orientations(&shape(&["XX", "XX"])).len(), 1);
        assert_eq!(orientations(&shape(&["XXX"])).len(), 2);
    }

    #[test]
    fn halves_touch_only_where_shapes_may_straddle() {
        let edge = Nodes::parse("L5c4").expect("a node");
        let over = Nodes::parse("R5c1").expect("a node");
        assert!(open_grid(false).around(edge).and(over).is_empty());
        assert_eq!(open_grid(true).around(edge).and(over), over);
        let unit = |straddle| open_grid(straddle).places_of(&["XX".to_string()]).len();
        assert_eq!(unit(true) - unit(false), ROWS, "one more place in each row");
    }
}
