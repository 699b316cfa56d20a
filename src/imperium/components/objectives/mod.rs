//! Objectives: what each asks for, in our own words, and when it is fulfilled.
//!
//! What a player has done is recorded as [`Feat`]s by the rules; everything else is seen on the table.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::tables::ObjectiveRule;
use crate::imperium::state::*;

mod publics;
mod secrets;
#[cfg(test)]
mod tests;

/// By [`PublicId`].
pub fn publics() -> Vec<Option<&'static ObjectiveRule>> {
    let find = |card: PublicId| publics::PUBLICS.iter().find(|rule| rule.slug == card.slug());
    PublicId::all().map(find).collect()
}

/// By [`SecretId`].
pub fn secrets() -> Vec<Option<&'static ObjectiveRule>> {
    let find = |card: SecretId| secrets::SECRETS.iter().find(|rule| rule.slug == card.slug());
    SecretId::all().map(find).collect()
}

// What several objectives look at

/// How many planets `seat` controls of which `which` is true.
fn planets(state: &State, seat: Seat, which: impl Fn(PlanetId) -> bool) -> usize {
    state.controlled(seat).filter(|planet| which(*planet)).count()
}

fn with_trait(state: &State, seat: Seat, wanted: Trait) -> usize {
    planets(state, seat, |planet| planet.get().traits.contains(&wanted))
}

/// The most planets that share a trait.
fn most_of_a_trait(state: &State, seat: Seat) -> usize {
    Trait::ALL.iter().map(|wanted| with_trait(state, seat, *wanted)).max().unwrap_or(0)
}

fn with_specialty(state: &State, seat: Seat) -> usize {
    planets(state, seat, |planet| !planet.get().tech_specialties.is_empty())
}

/// Home systems of everybody, eliminated players included.
fn is_home(state: &State, system: SystemId) -> bool {
    state.galaxy.tile(system).is_some_and(|tile| tile.get().kind == TileKind::Home)
}

fn is_others_home(state: &State, seat: Seat, system: SystemId) -> bool {
    is_home(state, system) && state.home_system(seat) != Some(system)
}

fn outside_homes(state: &State, seat: Seat) -> usize {
    planets(state, seat, |planet| {
        state.galaxy.system_of(planet).is_some_and(|system| !is_home(state, system))
    })
}

fn controls_mecatol(state: &State, seat: Seat) -> bool {
    let Some(system) = state.mecatol_rex() else { return false };
    state.galaxy.planets(system).iter().any(|planet| state.owner(*planet) == Some(seat))
}

/// How many systems there are of which `which` is true.
fn systems(state: &State, which: impl Fn(SystemId) -> bool) -> usize {
    state.systems.keys().filter(|system| which(**system)).count()
}

/// Ships, ground forces or structures in the system.
fn has_units(state: &State, system: SystemId, seat: Seat) -> bool {
    state.places(system).any(|place| state.forces(place).of(seat).next().is_some())
}

fn units_without_planets(state: &State, seat: Seat) -> usize {
    systems(state, |system| {
        state.galaxy.planets(system).is_empty() && has_units(state, system, seat)
    })
}

/// Systems with units that hold Mecatol Rex, a legendary planet or an anomaly, each once.
fn units_in_great_places(state: &State, seat: Seat) -> usize {
    systems(state, |system| {
        let legendary = || state.galaxy.planets(system).iter().any(|p| p.get().legendary);
        let great = state.mecatol_rex() == Some(system)
            || !state.anomalies(system).is_empty()
            || legendary();
        great && has_units(state, system, seat)
    })
}

/// Systems on the edge of the board with units, the own home apart.
fn units_on_edge(state: &State, seat: Seat) -> usize {
    let home = state.home_system(seat);
    systems(state, |system| {
        Some(system) != home && is_edge(state, system) && has_units(state, system, seat)
    })
}

/// Systems beside the board, as the wormhole nexus, count as on its edge.
fn is_edge(state: &State, system: SystemId) -> bool {
    system.is_off_board() || state.galaxy.is_edge(system)
}

/// Non-fighter ships in the system that holds most of them.
fn largest_fleet(state: &State, seat: Seat) -> u8 {
    state.systems.keys().map(|system| state.fleet_size(*system, seat)).max().unwrap_or(0)
}

fn on_board(state: &State, seat: Seat, kinds: &[UnitKind]) -> u8 {
    kinds.iter().map(|kind| state.on_board(seat, *kind)).sum()
}

const STRUCTURES: [UnitKind; 2] = [UnitKind::Pds, UnitKind::SpaceDock];

/// Planets outside the own home system with structures on them.
fn planets_with_structures(state: &State, seat: Seat) -> usize {
    let home = state.home_system(seat);
    let built =
        state.planets.iter().filter(|(_, planet)| planet.forces.structures(seat).next().is_some());
    built.filter(|(planet, _)| state.galaxy.system_of(**planet) != home).count()
}

fn unit_upgrades(state: &State, seat: Seat) -> usize {
    state.player(seat).technologies.iter().filter(|tech| tech.get().is_upgrade()).count()
}

/// Colours of which the seat owns at least `least` technologies.
fn colours(state: &State, seat: Seat, least: u8) -> usize {
    let owned = crate::imperium::rules::technology::owned_colours(state, seat);
    owned.iter().filter(|count| **count >= least).count()
}

fn ships_in(state: &State, seat: Seat, which: impl Fn(SystemId) -> bool) -> usize {
    let there = state.systems.iter().filter(|(_, system)| system.space.has_ships(seat));
    there.filter(|(id, _)| which(**id)).count()
}

fn has_wormhole(state: &State, system: SystemId, wormhole: Wormhole) -> bool {
    state.galaxy.wormholes(system).contains(&wormhole)
}

fn did(state: &State, seat: Seat, feat: Feat) -> bool {
    state.player(seat).feats.contains(&feat)
}
