//! The Federation of Sol.

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: &[], technologies: &[], units: &[] };
