//! Who controls a planet (RR 25).

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::tables::{Act, forbidden};
use super::window::{self, Moment};
use super::{fleet, placement, scoring, victory};

/// `seat` gains control: the card arrives exhausted, structures of others are destroyed (RR 25.1,
/// 49.5). Nothing happens to a planet that it controls already, but for such structures.
pub fn gain(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    let old = game.state.owner(planet);
    let replaced = match old == Some(seat) {
        true => Vec::new(),
        false => replaced(game, seat, planet)?,
    };
    let structures: Vec<Stack> = game.state.planet(planet).forces.iter().copied().collect();
    let lost = structures.iter().filter(|s| s.owner != seat && s.kind.is_structure());
    let kept = |kind| replaced.iter().filter(|other| **other == kind).count() as u8;
    let lost = lost.map(|stack| (stack.kind, stack.count.saturating_sub(kept(stack.kind))));
    let lost: Vec<(UnitKind, u8)> = lost.filter(|(_, count)| *count > 0).collect();
    let changed = game.state.take_control(planet, seat);
    for kind in &replaced {
        game.state.place_units(seat, *kind, 1, Place::Planet(planet));
    }
    if changed {
        game.say(|state| {
            let (resources, influence) = (state.resources(planet), state.influence(planet));
            let name = planet.name();
            format!("{seat} takes **{name}** ({resources}/{influence}), exhausted.")
        });
    }
    if !lost.is_empty() {
        let owner = structures.iter().find(|s| s.owner != seat && s.kind.is_structure());
        if let Some(Stack { owner, .. }) = owner {
            game.say(|_| {
                let units = fleet::listed(&lost);
                format!("{owner} loses {units} on **{}** (RR 49.5).", planet.name())
            });
        }
        // A lost space dock takes care of no fighters any more (RR 16.3).
        let system = game.state.system_of(Place::Planet(planet));
        let owners: Vec<Seat> =
            structures.iter().map(|stack| stack.owner).filter(|owner| *owner != seat).collect();
        for owner in owners {
            fleet::tidy(game, owner, system)?;
        }
    }
    if !changed {
        return Ok(());
    }
    if let Some(old) = old {
        lose(game, old, planet)?;
    }
    let mut gained = Moment::PlanetGained { by: seat, planet };
    window::must(game, &mut gained)?;
    window::window(game, &mut gained)?;
    if replaced.contains(&UnitKind::SpaceDock) {
        let system = game.state.system_of(Place::Planet(planet));
        window::must(game, &mut Moment::DockPlaced { by: seat, system })?;
    }
    if let Some(loser) = old {
        let mut lost = Moment::PlanetLost { loser, by: seat, planet };
        window::must(game, &mut lost)?;
        window::window(game, &mut lost)?;
    }
    Ok(())
}

/// Asks whether structures of others are replaced by the same ones of `seat`; those that are.
fn replaced(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow<Vec<UnitKind>> {
    let mut coming = Moment::ControlChanges { by: seat, planet, replaced: false };
    window::must(game, &mut coming)?;
    window::window(game, &mut coming)?;
    let mut placed = Vec::new();
    if !matches!(coming, Moment::ControlChanges { replaced: true, .. }) {
        return Ok(placed);
    }
    let place = Place::Planet(planet);
    let theirs = game.state.forces(place).iter();
    let theirs = theirs.filter(|stack| stack.owner != seat && stack.kind.is_structure());
    for stack in theirs.copied().collect::<Vec<Stack>>() {
        for _ in 0..stack.count {
            let kind = stack.kind;
            let promised = placed.iter().filter(|other| **other == kind).count();
            let left = usize::from(game.state.reinforcements(seat, kind)) > promised;
            if left || placement::fetch(game, seat, kind, place)? {
                placed.push(kind);
            }
        }
    }
    if !placed.is_empty() {
        let units: Vec<(UnitKind, u8)> = placed.iter().map(|kind| (*kind, 1)).collect();
        game.say(|_| {
            format!(
                "{seat} replaces structures on **{}**: {}.",
                planet.name(),
                fleet::listed(&units)
            )
        });
    }
    Ok(placed)
}

fn lose(game: &mut Game, old: Seat, planet: PlanetId) -> Flow {
    victory::eliminate(game)?;
    let system = game.state.system_of(Place::Planet(planet));
    if game.state.home_of(system).is_some() && !game.state.player(old).eliminated {
        game.state.record(old, Feat::LostHomePlanet);
        scoring::after_event(game, &[old])?;
    }
    Ok(())
}

/// Whether units may be placed on the planet.
pub fn is_open(state: &State, seat: Seat, planet: PlanetId) -> bool {
    forbidden(state, seat, Act::PlaceOn { planet }).is_none()
}

/// Settles a planet after units left or died there outside of an invasion: whoever alone has ground
/// forces on it gains control (RR 25.5); structures beside them that have none of their own are
/// destroyed (RR 63.4, 79.4). A planet without anybody's ground forces stays as it is.
pub fn settle(game: &mut Game, planet: PlanetId) -> Flow {
    let state = game.state.planet(planet);
    if state.owner.is_some_and(|owner| state.forces.has_ground_forces(owner)) {
        return Ok(());
    }
    let mut armies = state.forces.owners();
    armies.retain(|seat| state.forces.has_ground_forces(*seat));
    match armies.first().copied() {
        Some(seat) => gain(game, seat, planet),
        None => Ok(()),
    }
}
