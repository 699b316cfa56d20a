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
