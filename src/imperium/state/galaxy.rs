//! The board: which tile lies where, and what is adjacent.
use crate::imperium::data::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SystemId(pub u8);
impl std::fmt::Display for SystemId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:03}", self.0)
    }
}
impl SystemId {
    pub fn by_label(_l: &str) -> Option<SystemId> {
        None
    }
    pub fn axial(self) -> (i8, i8) {
        (0, 0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Galaxy {
    tiles: BTreeMap<SystemId, TileId>,
}
impl Galaxy {
    pub fn neighbours(&self, _s: SystemId) -> &[SystemId] {
        &[]
    }
    pub fn wormhole_partners(
        &self,
        _s: SystemId,
        _linked: impl Fn(Wormhole, Wormhole) -> bool,
    ) -> Vec<SystemId> {
        Vec::new()
    }
    pub fn tile(&self, s: SystemId) -> Option<TileId> {
        self.tiles.get(&s).copied()
    }
    pub fn planets(&self, s: SystemId) -> &'static [PlanetId] {
        self.tile(s).map_or(&[], |t| &t.get().planets)
    }
    pub fn system_of(&self, p: PlanetId) -> Option<SystemId> {
        self.tiles.iter().find(|(_, t)| t.get().planets.contains(&p)).map(|(s, _)| *s)
    }
}

pub struct MapString;
pub struct Home;
impl Home {
    pub fn faction(&self) -> Option<FactionId> {
        None
    }
    pub fn trade_goods(&self) -> u8 {
        0
    }
}
impl MapString {
    pub fn homes(&self) -> &[Home] {
        &[]
    }
}
pub struct Preset {
    pub id: String,
    pub map: String,
}
pub fn presets() -> &'static [Preset] {
    &[]
}
pub fn parse_map_string(_t: &str) -> Result<MapString, String> {
    Ok(MapString)
}
pub fn setups_for(_n: usize, _s: Sources) -> Vec<SetupId> {
    Vec::new()
}
pub fn random_map(_s: SetupId, _so: Sources, _r: &mut impl FnMut(u32) -> u32) -> MapString {
    MapString
}
impl Galaxy {
    pub fn new(_m: &MapString, _f: &[FactionId]) -> Galaxy {
        Galaxy::default()
    }
    pub fn systems(&self) -> impl Iterator<Item = SystemId> {
        self.tiles.keys().copied()
    }
}
