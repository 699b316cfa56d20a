//! Where on the sheets a mark would be made.

use crate::inscription::data::{Asset, RelicId, Resource, Sheet, Side};
use crate::inscription::mark::{Mark, Power};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Title(Sheet),
    /// From and to, as it would be traced.
    Lane(u8, u8),
    Hole(u8),
    System(u8),
    Planet(u8),
    Cell(u8, u8),
    Dock(u8),
    /// A space that may be scrapped, and one that may be claimed.
    Scrap(u8),
    Space(u8),
    Row(u8),
    Copy(u8, u8),
    Unit(u8),
    Node(u8),
    Box(Side, u8),
    Tech(Sheet, u8),
    Die(Sheet, Resource),
    Held(Asset),
    Pool(Resource),
    Relic(RelicId),
    Faction,
    /// What has no place of its own and is written out.
    Words,
}

/// Where a mark goes while a sheet is active.
pub fn places(mark: &Mark, active: Option<Sheet>) -> Vec<Place> {
    let one = match *mark {
        Mark::Sheet(sheet) => Place::Title(sheet),
        Mark::Explore { from, to, .. } => Place::Lane(from, to),
        Mark::Wormhole { from, to, .. } => return vec![Place::Hole(from), Place::Hole(to)],
        Mark::ClaimSystem { system, .. } => Place::System(system),
        Mark::Unlock { planet, .. } => Place::Planet(planet),
        Mark::Develop { planet, cell, .. } => Place::Cell(planet, cell),
        Mark::Dock { dock, .. } => Place::Dock(dock),
        Mark::Scrap { space, .. } => Place::Scrap(space),
        Mark::ClaimSpace { space, .. } => Place::Space(space),
        Mark::Commodity(row) => Place::Row(row),
        Mark::Build { unit, copy, .. } => Place::Copy(unit, copy),
        Mark::Deploy { nodes, .. } => return nodes.iter().map(Place::Node).collect(),
        Mark::Open(unit) => Place::Unit(unit),
        Mark::Tech { sheet, slot, .. } | Mark::Use(Power::Tech(sheet, slot)) => {
            Place::Tech(sheet, slot)
        }
        Mark::Focus { die, .. } => active.map_or(Place::Words, |sheet| Place::Die(sheet, die)),
        Mark::Tg(_) => Place::Held(Asset::Tg),
        Mark::Burst(spec) => Place::Held(Asset::Spec(spec)),
        Mark::Lose(asset) => Place::Held(asset),
        Mark::Use(Power::Faction) => Place::Faction,
        Mark::Turn { from, .. } => Place::Pool(from),
        Mark::Save(resource) | Mark::Forgo(resource) => Place::Pool(resource),
        Mark::Play(relic) => Place::Relic(relic),
        Mark::Box { side, war } => Place::Box(side, war),
        Mark::EndBurst | Mark::Keep(_) | Mark::Take(_) | Mark::Option(_) | Mark::Token(_) => {
            Place::Words
        }
    };
    vec![one]
}
