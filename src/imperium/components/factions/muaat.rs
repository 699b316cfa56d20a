//! The Embers of Muaat.

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: &[], technologies: &[], units: &[] };
