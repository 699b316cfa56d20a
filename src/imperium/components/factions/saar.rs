//! The Clan of Saar.

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: &[], technologies: &[], units: &[] };
