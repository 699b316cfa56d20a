//! Map strings: the one-line notation in which players exchange maps.
//!
//! `[{CENTRE}] TILE TILE …`, ring by ring from the north clockwise. `0` is a home, `-1` nothing,
//! `83A2` a hyperlane turned by two sixths; other programs' spellings are read too. Written is one
//! spelling only.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BOARD, Galaxy, Hex, SystemId};
use crate::imperium::data::*;

/// A legal map, read or dealt: exactly one Mecatol Rex, no system twice, homes for 3 to 8 players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MapString {
    /// By position of the spiral, without the empty ones at the end.
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Nothing,
    /// With a tile where the map was made for a certain faction there.
    Home {
        tile: Option<TileId>,
    },
    System {
        tile: TileId,
    },
    Hyperlane {
        tile: HyperlaneId,
        rotation: u8,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapHome {
    pub system: SystemId,
    pub tile: Option<TileId>,
}

/// Why a text is no map, in words for the player who sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    Empty,
    /// Characters of the text.
    TooLong(usize),
    TooManyPositions(usize),
    /// The `{` at the start is not closed.
    Centre,
    At {
        token: String,
        system: SystemId,
        why: Why,
    },
    Twice {
        tile: String,
        first: SystemId,
        second: SystemId,
    },
    NoMecatolRex,
    /// Homes found, and players where the number is known.
    Homes {
        found: Vec<SystemId>,
        players: Option<usize>,
    },
    /// Tiles of a colour a random map needs and the products in play have.
    NotEnoughTiles {
        needed: usize,
        there: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Unreadable,
    NoSuchTile,
    /// A two-sided tile without its letter.
    WhichSide,
    /// A rotation on a tile that is no hyperlane.
    NotTurned,
    BadRotation,
    /// Left open for a tile to be dealt.
    Open,
    NotOnBoard(TileKind),
    SecondMecatolRex(SystemId),
}

/// Far more than a full board of the longest tokens.
const LONGEST: usize = 1_000;

/// Reads a map whose number of players is not known.
pub fn parse_map_string(text: &str) -> Result<MapString, MapError> {
    read(text, Homes::Guess)
}

/// Reads a map for a known number of players. That tells homes from empty places where a program
/// writes `0` for both.
pub fn parse_map_string_for(text: &str, players: usize) -> Result<MapString, MapError> {
    read(text, Homes::For(players))
}

/// How far `0` is to be trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Homes {
    /// Our own spelling: every `0` is a home.
    AsWritten,
    Guess,
    For(usize),
}

/// The usual spelling of the board as it is now: `0` for homes not taken, otherwise their tiles.
/// Systems beside the board are not part of it.
pub fn format_map_string(galaxy: &Galaxy) -> String {
    let mut cells = vec![Cell::Nothing; BOARD];
    for (at, hex) in galaxy.hexes().filter(|(at, _)| !at.is_off_board()) {
        cells[usize::from(at.0)] = match hex {
            Hex::Home => Cell::Home { tile: None },
            Hex::Tile { tile } => Cell::System { tile },
            Hex::Hyperlane { tile, rotation } => Cell::Hyperlane { tile, rotation },
        };
    }
    MapString::trimmed(cells).to_string()
}

fn read(text: &str, homes: Homes) -> Result<MapString, MapError> {
    if text.len() > LONGEST {
        return Err(MapError::TooLong(text.chars().count()));
    }
    let (centre, rest) = match text.trim().strip_prefix('{') {
        Some(inner) => {
            inner.split_once('}').map(|(c, rest)| (Some(c), rest)).ok_or(MapError::Centre)?
        }
        None => (None, text),
    };
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut tokens: Vec<&str> = rest.split(is_gap).filter(|token| !token.is_empty()).collect();
    if tokens.is_empty() {
        return Err(MapError::Empty);
    }
    let written = centre.is_none() && centre_is_written(&tokens);
    let centre = if written { tokens.remove(0) } else { centre.unwrap_or("18").trim() };
    if tokens.len() >= BOARD {
        return Err(MapError::TooManyPositions(tokens.len() + 1));
    }
    let mut cells = Vec::with_capacity(tokens.len() + 1);
    for (index, token) in std::iter::once(centre).chain(tokens).enumerate() {
        let system = SystemId(index as u8);
        let cell =
            cell(token).map_err(|why| MapError::At { token: shortened(token), system, why })?;
        cells.push(match cell {
            // In the centre `0` is one of the spellings of nothing.
            Cell::Home { tile: None } if index == 0 => Cell::Nothing,
            cell => cell,
        });
    }
    check(&cells)?;
    settle_homes(&mut cells, homes)?;
    Ok(MapString::trimmed(cells))
}

/// Some programs write the centre as the first token. It shows by Mecatol Rex, which the notation
/// leaves out, or by the way such a program writes homes.
fn centre_is_written(tokens: &[&str]) -> bool {
    let rex = matches!(tokens[0].trim_start_matches('0'), "18" | "112");
    rex || tokens.iter().any(|token| is_home_mark(token, 'P'))
}

fn is_home_mark(token: &str, letter: char) -> bool {
    let mut chars = token.chars();
    chars.next().is_some_and(|c| c.eq_ignore_ascii_case(&letter))
        && matches!((chars.next(), chars.next()), (Some('0'..='8'), None))
}

fn cell(token: &str) -> Result<Cell, Why> {
    match token {
        "0" => return Ok(Cell::Home { tile: None }),
        "-1" | "X" | "x" => return Ok(Cell::Nothing),
        "_" => return Err(Why::Open),
        _ if is_home_mark(token, 'H') || is_home_mark(token, 'P') => {
            return Ok(Cell::Home { tile: None });
        }
        _ => {}
    }
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = token.split_at(digits);
    let number: u16 = number.parse().map_err(|_| Why::Unreadable)?;
    let side = rest.chars().next().filter(|c| matches!(c, 'a' | 'b' | 'A' | 'B'));
    let turn = &rest[side.map_or(0, char::len_utf8)..];
    if number == 0 && rest.is_empty() {
        return Ok(Cell::Home { tile: None });
    }
    let slug = match side {
        Some(side) => format!("{number}{}", side.to_ascii_lowercase()),
        None => number.to_string(),
    };
    if let Some(tile) = HyperlaneId::by_slug(&slug) {
        return Ok(Cell::Hyperlane { tile, rotation: rotation(turn)? });
    }
    let Some(tile) = TileId::by_slug(&slug) else {
        let two_sided = side.is_none() && TileId::by_slug(&format!("{slug}a")).is_some();
        return Err(match () {
            () if two_sided => Why::WhichSide,
            () if turn.is_empty() || rotation(turn).is_ok() => Why::NoSuchTile,
            () => Why::Unreadable,
        });
    };
    match turn {
        "" => on_board(tile),
        _ => Err(Why::NotTurned),
    }
}

/// `2`, `-2` and `:120` all mean two sixths; nothing and `6` mean none.
fn rotation(text: &str) -> Result<u8, Why> {
    let degrees = text.strip_prefix(':');
    let number = degrees.or(text.strip_prefix('-')).unwrap_or(text);
    if number.is_empty() && text.is_empty() {
        return Ok(0);
    }
    if number.is_empty() || number.len() > 3 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Why::Unreadable);
    }
    let number: u16 = number.parse().map_err(|_| Why::Unreadable)?;
    let sixths = match degrees {
        Some(_) if number.is_multiple_of(60) => number / 60,
        Some(_) => return Err(Why::BadRotation),
        None => number,
    };
    if sixths > 6 { Err(Why::BadRotation) } else { Ok((sixths % 6) as u8) }
}

fn on_board(tile: TileId) -> Result<Cell, Why> {
    let printed = tile.get();
    match printed.kind {
        TileKind::System => Ok(Cell::System { tile }),
        TileKind::Home => Ok(Cell::Home { tile: Some(tile) }),
        // A gate stands for the home that lies beside the board.
        TileKind::FactionTile => {
            let home = printed.faction.and_then(|faction| faction.get().home_tile);
            match home.filter(|home| super::gate(*home) == Some(tile)) {
                Some(home) => Ok(Cell::Home { tile: Some(home) }),
                None => Err(Why::NotOnBoard(printed.kind)),
            }
        }
        kind => Err(Why::NotOnBoard(kind)),
    }
}

fn check(cells: &[Cell]) -> Result<(), MapError> {
    let mut seen: Vec<(TileId, SystemId)> = Vec::new();
    let mut rex = None;
    for (index, cell) in cells.iter().enumerate() {
        let system = SystemId(index as u8);
        let (Cell::System { tile } | Cell::Home { tile: Some(tile) }) = *cell else { continue };
        if tile.get().mecatol_rex {
            if let Some(first) = rex {
                let why = Why::SecondMecatolRex(first);
                return Err(MapError::At { token: tile.to_string(), system, why });
            }
            rex = Some(system);
        }
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == tile) {
            return Err(MapError::Twice { tile: tile.to_string(), first: *first, second: system });
        }
        seen.push((tile, system));
    }
    rex.map(|_| ()).ok_or(MapError::NoMecatolRex)
}

/// Leaves exactly the homes of the players: some programs write `0` for empty places as well, and
/// some cut the last home off the end of the string.
fn settle_homes(cells: &mut Vec<Cell>, homes: Homes) -> Result<(), MapError> {
    let written: Vec<SystemId> = homes_of(cells).map(|home| home.system).collect();
    let found = written.len();
    let players = match homes {
        Homes::For(players) => Some(players),
        Homes::AsWritten | Homes::Guess => None,
    };
    let plausible = players.map_or((3..=8).contains(&found), |players| players == found);
    if plausible && homes != Homes::Guess {
        return Ok(());
    }
    let shapes = shapes_of(cells, &written, players);
    let cut_off = shapes.iter().find(|shape| shape.homes.len() == found + 1);
    let shape = match cut_off {
        Some(shape) => shape,
        None if plausible => return Ok(()),
        None => only(&shapes).ok_or(MapError::Homes { found: written.clone(), players })?,
    };
    for system in written {
        if !shape.homes.contains(&system) {
            cells[usize::from(system.0)] = Cell::Nothing;
        }
    }
    if cut_off.is_some() {
        cells.push(Cell::Home { tile: None });
    }
    Ok(())
}

/// The printed set-ups, turned, that this map could be an example of.
fn shapes_of(cells: &[Cell], written: &[SystemId], players: Option<usize>) -> Vec<Shape> {
    SetupId::all()
        .filter(|setup| players.is_none_or(|players| usize::from(setup.get().players) == players))
        .flat_map(|setup| (0..6).map(move |sixths| Shape::of(setup, sixths)))
        .filter(|shape| shape.fits(cells, written))
        .collect()
}

/// The one reading, when all shapes that fit agree.
fn only(shapes: &[Shape]) -> Option<&Shape> {
    let (first, others) = shapes.split_first()?;
    others.iter().all(|other| other.homes == first.homes).then_some(first)
}

/// A printed set-up, turned.
struct Shape {
    homes: Vec<SystemId>,
    lanes: Vec<SystemId>,
    unused: Vec<SystemId>,
}

impl Shape {
    fn of(setup: SetupId, sixths: u8) -> Shape {
        let setup = setup.get();
        let turned = |positions: &mut dyn Iterator<Item = Axial>| {
            let ids = positions.filter_map(SystemId::from_axial).map(|id| id.turned(sixths));
            let mut ids: Vec<SystemId> = ids.collect();
            ids.sort_unstable();
            ids
        };
        Shape {
            homes: turned(&mut setup.home_positions.iter().copied()),
            lanes: turned(&mut setup.hyperlanes.iter().map(|lane| lane.position)),
            unused: turned(&mut setup.unused_positions.iter().copied()),
        }
    }

    /// The map has this shape: its homes are written as homes, but for one that would come right
    /// after the end; the hyperlanes lie where they lie here; and what else is written as a home
    /// is empty here. Hyperlanes make a shape unmistakable, so that there a map may leave out more.
    fn fits(&self, cells: &[Cell], written: &[SystemId]) -> bool {
        let is_lane = |(_, cell): &(usize, &Cell)| matches!(cell, Cell::Hyperlane { .. });
        let mut lanes = cells.iter().enumerate().filter(is_lane).map(|(i, _)| SystemId(i as u8));
        let end = SystemId(cells.len() as u8);
        let (there, missing): (Vec<SystemId>, Vec<SystemId>) =
            self.homes.iter().partition(|home| written.contains(home));
        let mut others = written.iter().filter(|system| !self.homes.contains(system));
        lanes.by_ref().eq(self.lanes.iter().copied())
            && (missing.is_empty() || missing == [end] && written.len() == there.len())
            && (!self.lanes.is_empty() || others.all(|system| self.unused.contains(system)))
    }
}

fn homes_of(cells: &[Cell]) -> impl Iterator<Item = MapHome> {
    cells.iter().enumerate().filter_map(|(index, cell)| match cell {
        Cell::Home { tile } => Some(MapHome { system: SystemId(index as u8), tile: *tile }),
        _ => None,
    })
}

impl MapString {
    fn trimmed(mut cells: Vec<Cell>) -> MapString {
        let end = cells.iter().rposition(|cell| *cell != Cell::Nothing).map_or(0, |last| last + 1);
        cells.truncate(end);
        MapString { cells }
    }

    /// From cells dealt by the program itself.
    pub(super) fn dealt(cells: Vec<Cell>) -> MapString {
        debug_assert_eq!(check(&cells), Ok(()));
        MapString::trimmed(cells)
    }

    /// By position of the spiral.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn players(&self) -> usize {
        self.homes().count()
    }

    /// In order of the string.
    pub fn homes(&self) -> impl Iterator<Item = MapHome> {
        homes_of(&self.cells)
    }

    /// The same map for any factions.
    pub fn with_open_homes(&self) -> MapString {
        let open = |cell: &Cell| match cell {
            Cell::Home { .. } => Cell::Home { tile: None },
            cell => *cell,
        };
        MapString { cells: self.cells.iter().map(open).collect() }
    }

    /// The products whose tiles occur.
    pub fn needs(&self) -> Sources {
        let source = |cell: &Cell| match cell {
            Cell::System { tile } | Cell::Home { tile: Some(tile) } => Some(tile.source()),
            Cell::Hyperlane { tile, .. } => Some(tile.source()),
            _ => None,
        };
        self.cells.iter().filter_map(source).collect()
    }

    /// Numbers of hyperlane tiles that occur more than once, by either side: one box has each once.
    pub fn hyperlanes_used_twice(&self) -> Vec<u16> {
        let number = |cell: &Cell| match cell {
            Cell::Hyperlane { tile, .. } => Some(tile.get().tile),
            _ => None,
        };
        let mut numbers: Vec<u16> = self.cells.iter().filter_map(number).collect();
        numbers.sort_unstable();
        let mut twice: Vec<u16> =
            numbers.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        twice.dedup();
        twice
    }
}

impl fmt::Display for MapString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.cells.iter().enumerate() {
            match (index, cell) {
                (0, Cell::System { tile }) if tile.slug() == "18" => continue,
                (0, cell) => write!(f, "{{{cell}}}")?,
                (1, cell) if self.cells[0] == (Cell::System { tile: TileId::named("18") }) => {
                    write!(f, "{cell}")?;
                }
                (_, cell) => write!(f, " {cell}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Nothing => f.write_str("-1"),
            Cell::Home { tile: None } => f.write_str("0"),
            Cell::Home { tile: Some(tile) } => write!(f, "{}", super::gate(*tile).unwrap_or(*tile)),
            Cell::System { tile } => write!(f, "{tile}"),
            Cell::Hyperlane { tile, rotation } => {
                write!(f, "{}{rotation}", tile.slug().to_ascii_uppercase())
            }
        }
    }
}

impl std::str::FromStr for MapString {
    type Err = MapError;

    fn from_str(text: &str) -> Result<MapString, MapError> {
        parse_map_string(text)
    }
}

impl TryFrom<String> for MapString {
    type Error = MapError;

    fn try_from(text: String) -> Result<MapString, MapError> {
        read(&text, Homes::AsWritten)
    }
}

impl From<MapString> for String {
    fn from(map: MapString) -> String {
        map.to_string()
    }
}

/// A token to be quoted back; what someone pasted by mistake is not repeated in full.
fn shortened(token: &str) -> String {
    if token.chars().count() <= 12 {
        return token.to_owned();
    }
    token.chars().take(11).chain(['…']).collect()
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::Empty => f.write_str("the map string is empty"),
            MapError::TooLong(chars) => {
                write!(f, "a map string has at most {LONGEST} characters, this one has {chars}")
            }
            MapError::TooManyPositions(count) => {
                write!(f, "the board has {BOARD} positions (five rings), this string has {count}")
            }
            MapError::Centre => f.write_str("the `{` of the centre is never closed by a `}`"),
            MapError::At { token, system, why } => {
                write!(f, "`{token}` at position {system}: {why}")
            }
            MapError::Twice { tile, first, second } => {
                write!(f, "tile `{tile}` is used twice, at positions {first} and {second}")
            }
            MapError::NoMecatolRex => f.write_str("there is no Mecatol Rex (tile 18 or 112)"),
            MapError::Homes { found, players } => {
                write!(f, "{} home positions", found.len())?;
                for (i, system) in found.iter().take(6).enumerate() {
                    write!(f, "{}{system}", if i == 0 { " (`0` at " } else { ", " })?;
                }
                f.write_str(match found.len() {
                    0 => "",
                    1..=6 => ")",
                    _ => "…)",
                })?;
                match players {
                    Some(players) => write!(f, " for {players} players")?,
                    None => f.write_str(", but a game has 3 to 8 players")?,
                }
                f.write_str("; write `0` for a home only, and `-1` where there is nothing")
            }
            MapError::NotEnoughTiles { needed, there } => {
                write!(
                    f,
                    "this set-up deals {needed} tiles of one colour, only {there} are in play"
                )
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Unreadable => f.write_str("not a tile, `0` for a home or `-1` for nothing"),
            Why::NoSuchTile => f.write_str("there is no such tile"),
            Why::WhichSide => f.write_str("this tile has two sides, write its letter A or B too"),
            Why::NotTurned => f.write_str("only hyperlanes have a rotation"),
            Why::BadRotation => {
                f.write_str("a hyperlane is turned by 0 to 5 sixths, or 0 to 300 degrees")
            }
            Why::Open => f.write_str("this position is open, a map needs a tile there"),
            Why::NotOnBoard(TileKind::WormholeNexus) => {
                f.write_str("the wormhole nexus lies beside the board, leave it out")
            }
            Why::NotOnBoard(TileKind::FactionTile) => {
                f.write_str("this tile belongs to a faction and is not part of a map")
            }
            Why::NotOnBoard(_) => f.write_str("this tile is not part of a map"),
            Why::SecondMecatolRex(first) => {
                write!(f, "Mecatol Rex is at position {first} already")
            }
        }
    }
}

impl std::error::Error for MapError {}
