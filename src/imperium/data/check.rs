//! What must hold between files beyond "the named row exists": both ends of a reference agree, versions do not run in
//! circles, hyperlane turns are turns.

use super::*;
use std::fmt;

/// The facts contradict themselves; says where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    pub file: String,
    /// Slug of the row, empty when the whole file is meant.
    pub row: String,
    pub problem: String,
}

impl DataError {
    pub(super) fn new(file: &str, row: &str, problem: impl fmt::Display) -> DataError {
        DataError {
            file: format!("{file}.json"),
            row: row.to_owned(),
            problem: problem.to_string(),
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.row.as_str() {
            "" => write!(f, "{}: {}", self.file, self.problem),
            row => write!(f, "{}, row `{row}`: {}", self.file, self.problem),
        }
    }
}

impl std::error::Error for DataError {}

/// Ids must not be printed here: their slugs come from the catalogue that is still being checked.
pub(super) fn consistent(catalogue: &Catalogue) -> Result<(), DataError> {
    planets_and_tiles(catalogue)?;
    factions(catalogue)?;
    units(catalogue)?;
    technologies(catalogue)?;
    hyperlanes(catalogue)?;
    setups(catalogue)?;
    versions(catalogue)
}

fn require(holds: bool, file: &str, row: &str, problem: &str) -> Result<(), DataError> {
    if holds { Ok(()) } else { Err(DataError::new(file, row, problem)) }
}

fn planets_and_tiles(c: &Catalogue) -> Result<(), DataError> {
    for planet in c.planets.rows() {
        let here = |problem: &str, holds| {
            require(holds, "planets", c.planets.slug(planet.id.index() as u16), problem)
        };
        if let Some(tile) = planet.tile {
            here("its tile does not list it", tile.of(c).planets.contains(&planet.id))?;
        }
        here(
            "a space station by kind and not by flag, or the other way",
            planet.space_station == (planet.kind == PlanetKind::SpaceStation),
        )?;
        here(
            "a legendary planet needs an ability",
            planet.legendary == planet.legendary_ability_name.is_some(),
        )?;
    }
    for tile in c.tiles.rows() {
        let here = |problem: &str, holds| {
            require(holds, "tiles", c.tiles.slug(tile.id.index() as u16), problem)
        };
        here(
            "lists a planet that says it is elsewhere",
            tile.planets.iter().all(|planet| planet.of(c).tile == Some(tile.id)),
        )?;
        here(
            "dealt tiles have a blue or red back",
            !tile.dealt_in_setup || matches!(tile.back, Some(TileBack::Blue | TileBack::Red)),
        )?;
        here(
            "a home without a faction",
            (tile.kind == TileKind::Home) == tile.home_faction.is_some(),
        )?;
    }
    Ok(())
}

fn factions(c: &Catalogue) -> Result<(), DataError> {
    for faction in c.factions.rows() {
        let here = |problem: &str, holds| {
            require(holds, "factions", c.factions.slug(faction.id.index() as u16), problem)
        };
        if let Some(home) = faction.home_tile {
            here(
                "its home tile is another faction's",
                home.of(c).home_faction == Some(faction.id),
            )?;
            here(
                "its home planets are not those of its tile",
                same_members(&faction.home_planets, &home.of(c).planets),
            )?;
        } else {
            here(
                "has neither a home tile nor a choice of them",
                !faction.home_tile_options.is_empty(),
            )?;
        }
        here(
            "has a unit of another faction",
            faction.units.iter().all(|unit| unit.of(c).faction == Some(faction.id)),
        )?;
        here("its flagship is none", faction.flagship.of(c).kind == UnitKind::Flagship)?;
        here("its mech is none", faction.mech.of(c).kind == UnitKind::Mech)?;
        here(
            "has a leader of another faction",
            faction.leaders.iter().all(|leader| leader.of(c).faction == faction.id),
        )?;
        here(
            "has another faction's breakthrough",
            faction.breakthrough.of(c).faction == faction.id,
        )?;
        here(
            "has another faction's note",
            faction.promissory_notes.iter().all(|note| note.of(c).faction == Some(faction.id)),
        )?;
        let techs = faction.faction_technologies.iter().chain(&faction.faction_technologies_te);
        here(
            "has another faction's technology",
            techs.into_iter().all(|tech| tech.of(c).faction == Some(faction.id)),
        )?;
    }
    Ok(())
}

fn same_members(a: &[PlanetId], b: &[PlanetId]) -> bool {
    a.len() == b.len() && a.iter().all(|planet| b.contains(planet))
}

fn units(c: &Catalogue) -> Result<(), DataError> {
    for unit in c.units.rows() {
        let here = |problem: &str, holds| {
            require(holds, "units", c.units.slug(unit.id.index() as u16), problem)
        };
        if let Some(upgrade) = unit.upgrades_to {
            here("its upgrade is another kind of unit", upgrade.of(c).kind == unit.kind)?;
            here("its upgrade does not name it", upgrade.of(c).upgrade_of == Some(unit.id))?;
        }
        if let Some(faction) = unit.faction {
            here("its faction does not list it", faction.of(c).units.contains(&unit.id))?;
        }
        if let Some(tech) = unit.required_tech {
            here("its technology gives another unit", tech.of(c).unit == Some(unit.id))?;
        }
        here("a price must buy at least one unit", unit.units_per_cost > 0)?;
    }
    Ok(())
}

fn technologies(c: &Catalogue) -> Result<(), DataError> {
    for tech in c.technologies.rows() {
        let here = |problem: &str, holds| {
            require(holds, "technologies", c.technologies.slug(tech.id.index() as u16), problem)
        };
        let count = tech.prerequisites.map(|needed| needed.total());
        here("its prerequisites do not add up", count == tech.prerequisite_count)?;
        here("has more than one colour", tech.colors.len() <= 1)?;
        here("a unit upgrade without a unit", !tech.is_upgrade() || tech.unit.is_some())?;
    }
    Ok(())
}

fn hyperlanes(c: &Catalogue) -> Result<(), DataError> {
    for lane in c.hyperlanes.rows() {
        let here = |problem: &str, holds| {
            require(holds, "hyperlanes", c.hyperlanes.slug(lane.id.index() as u16), problem)
        };
        here(
            "a line needs two different edges",
            lane.pairs.iter().all(|(a, b)| a != b && *a < 6 && *b < 6),
        )?;
        for rotation in &lane.rotations {
            let mut turned: Vec<_> =
                lane.turned(rotation.rotation_steps).map(|(a, b)| (a.min(b), a.max(b))).collect();
            let mut listed: Vec<_> =
                rotation.pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
            turned.sort_unstable();
            listed.sort_unstable();
            here("a listed rotation is not a rotation of its lines", turned == listed)?;
        }
    }
    Ok(())
}

fn setups(c: &Catalogue) -> Result<(), DataError> {
    for setup in c.setups.rows() {
        let here = |problem: &str, holds| {
            require(holds, "setups", c.setups.slug(setup.id.index() as u16), problem)
        };
        here(
            "not one home for each player",
            setup.home_positions.len() == usize::from(setup.players),
        )?;
        let rings = usize::from(setup.rings);
        let positions = 1 + 3 * rings * (rings + 1) - setup.unused_positions.len();
        here(
            "the positions do not fill the rings",
            positions == usize::from(setup.total_positions),
        )?;
        let players = usize::from(setup.players);
        let (dealt, centre) = (setup.dealt_per_player, setup.speaker_places_next_to_mecatol);
        let tiles =
            players * usize::from(dealt.blue + dealt.red) + usize::from(centre.blue + centre.red);
        here(
            "the dealt tiles do not fill the board",
            1 + players + setup.hyperlanes.len() + tiles == positions,
        )?;
    }
    Ok(())
}

/// Following `replaces` ends.
fn versions(c: &Catalogue) -> Result<(), DataError> {
    macro_rules! acyclic {
        ($($table:ident, $file:literal;)*) => {$(
            for (start, first) in c.$table.rows().iter().enumerate() {
                let mut row = first;
                for _ in 0..c.$table.rows().len() {
                    let Some(old) = row.replaced() else { break };
                    require(old.index() != start, $file, c.$table.slug(start as u16), "replaces itself in the end")?;
                    row = old.of(c);
                }
            }
        )*};
    }
    acyclic! {
        action_cards, "action_cards";
        agendas, "agendas";
        leaders, "leaders";
        notes, "promissory_notes";
        planets, "planets";
        secret_objectives, "secret_objectives";
        strategy_cards, "strategy_cards";
        technologies, "technologies";
        tiles, "tiles";
        units, "units";
    }
    Ok(())
}
