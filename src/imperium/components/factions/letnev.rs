//! The Barony of Letnev.

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: &[], technologies: &[], units: &[] };
