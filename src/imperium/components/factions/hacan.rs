//! The Emirates of Hacan.

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: &[], technologies: &[], units: &[] };
