//! The printed facts of Twilight Imperium: names, numbers and what belongs to what, from `assets/facts`.
//!
//! Everything is loaded once into the [`catalogue`] and checked: a row that names something that does not exist is
//! refused with its file and its own name. What a card *does* is not here; that is Rust beside the row's id.
//! Twilight's Fall, a separate variant, is not loaded.

mod check;
mod files;
mod ids;
mod rows;
mod sources;
mod terms;
#[cfg(test)]
mod tests;

pub use check::DataError;
pub use ids::*;
pub use rows::*;
pub use sources::{Source, Sources};
pub use terms::*;

use files::Files;
use std::sync::LazyLock;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    Catalogue::load().unwrap_or_else(|error| {
        // The files are part of the program and a test loads them, so a shipped program never comes here.
        panic!("the printed facts are inconsistent: {error}")
    })
});

/// The printed facts, loaded and checked at first use.
pub fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

/// One file of facts: its rows in printed order, found by index or by slug.
#[derive(Debug)]
pub struct Table<R> {
    rows: Vec<R>,
    slugs: Vec<String>,
    /// Indices of `rows` in the order of their slugs.
    sorted: Vec<u16>,
}

impl<R> Table<R> {
    fn new(rows: Vec<R>, slugs: Vec<String>) -> Self {
        let mut sorted: Vec<u16> = (0..slugs.len())
            .map(|i| u16::try_from(i).expect("files are far shorter than u16::MAX"))
            .collect();
        sorted.sort_by(|a, b| slugs[usize::from(*a)].cmp(&slugs[usize::from(*b)]));
        Table { rows, slugs, sorted }
    }

    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    fn slug(&self, index: u16) -> &str {
        &self.slugs[usize::from(index)]
    }

    fn find(&self, slug: &str) -> Option<u16> {
        let at = self
            .sorted
            .binary_search_by(|i| self.slugs[usize::from(*i)].as_str().cmp(slug))
            .ok()?;
        Some(self.sorted[at])
    }
}

/// All printed facts. Rows are reached through their ids: `TechId::by_slug("gravity-drive")`, `id.get()`.
#[derive(Debug)]
pub struct Catalogue {
    pub abilities: Table<Ability>,
    pub action_cards: Table<ActionCard>,
    pub agendas: Table<Agenda>,
    pub attachments: Table<Attachment>,
    pub breakthroughs: Table<Breakthrough>,
    pub events: Table<Event>,
    pub explorations: Table<Exploration>,
    pub factions: Table<Faction>,
    pub hyperlanes: Table<Hyperlane>,
    pub leaders: Table<Leader>,
    pub notes: Table<NoteCard>,
    pub planets: Table<Planet>,
    pub plots: Table<Plot>,
    pub public_objectives: Table<PublicObjective>,
    pub relics: Table<Relic>,
    pub secret_objectives: Table<SecretObjective>,
    pub setups: Table<Setup>,
    pub strategy_cards: Table<StrategyCard>,
    pub technologies: Table<Technology>,
    pub tiles: Table<Tile>,
    pub tokens: Table<Token>,
    pub units: Table<Unit>,
    /// By [`UnitKind`] as a number.
    plastic: [Plastic; UnitKind::ALL.len()],
}

impl Catalogue {
    /// Reads the facts built into the program and checks every cross reference.
    pub fn load() -> Result<Catalogue, DataError> {
        Catalogue::from_files(&Files::built_in())
    }

    fn from_files(files: &Files) -> Result<Catalogue, DataError> {
        let raw = files.parse()?;
        let catalogue = ids::while_loading(raw.slugs(), || -> Result<Catalogue, DataError> {
            Ok(Catalogue {
                abilities: raw.table("abilities")?,
                action_cards: raw.table("action_cards")?,
                agendas: raw.table("agendas")?,
                attachments: raw.table("attachments")?,
                breakthroughs: raw.table("breakthroughs")?,
                events: raw.table("events")?,
                explorations: raw.table("exploration_cards")?,
                factions: raw.table("factions")?,
                hyperlanes: raw.table("hyperlanes")?,
                leaders: raw.table("leaders")?,
                notes: raw.table("promissory_notes")?,
                planets: raw.table("planets")?,
                plots: raw.table("plots")?,
                public_objectives: raw.table("public_objectives")?,
                relics: raw.table("relics")?,
                secret_objectives: raw.table("secret_objectives")?,
                setups: raw.table("setups")?,
                strategy_cards: raw.table("strategy_cards")?,
                technologies: raw.table("technologies")?,
                tiles: raw.table("tiles")?,
                tokens: raw.table("tokens")?,
                units: raw.table("units")?,
                plastic: raw.plastic()?,
            })
        })?;
        check::consistent(&catalogue)?;
        Ok(catalogue)
    }

    /// How many plastic pieces of a kind there are in one player colour.
    pub fn plastic(&self, kind: UnitKind) -> &Plastic {
        &self.plastic[kind as usize]
    }
}
