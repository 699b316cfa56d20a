//! Factions, one file each: what is printed on the sheet, what its own units and technologies do.
//!
//! An ability belongs to its holder: no rule asks for a faction's name.

use crate::engine::Seat;
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::tables::Component;
use crate::imperium::rules::window::Moment;
use crate::imperium::state::*;

/// Everything of one faction that has behaviour. Technologies and units that are nothing but printed
/// numbers need none.
pub struct FactionComponents {
    pub abilities: &'static [Component],
    pub technologies: &'static [Component],
    pub units: &'static [Component],
}

/// The modules of this folder; each has a `pub static FACTION: FactionComponents`.
macro_rules! factions {
    ($($module:ident,)*) => {
        $(mod $module;)*

        static FACTIONS: &[&FactionComponents] = &[$(&$module::FACTION,)*];
    };
}

factions! {
    arborec,
    creuss,
    hacan,
    jol_nar,
    l1z1x,
    letnev,
    mentak,
    muaat,
    naalu,
    nekro,
    norr,
    saar,
    sol,
    winnu,
    xxcha,
    yin,
    yssaril,
}

/// Who fights against `seat`.
fn opponent(sides: [Seat; 2], seat: Seat) -> Seat {
    if sides[0] == seat { sides[1] } else { sides[0] }
}

#[cfg(test)]
mod tests;

/// By [`AbilityId`].
pub fn abilities() -> Vec<Option<&'static Component>> {
    let mut table = vec![None; AbilityId::all().len()];
    for component in FACTIONS.iter().flat_map(|faction| faction.abilities) {
        table[AbilityId::named(component.slug).index()] = Some(component);
    }
    table
}

/// By [`UnitId`].
pub fn units() -> Vec<Option<&'static Component>> {
    let mut table = vec![None; UnitId::all().len()];
    for component in FACTIONS.iter().flat_map(|faction| faction.units) {
        table[UnitId::named(component.slug).index()] = Some(component);
    }
    table
}

/// The technologies that only one faction can research.
pub fn technologies() -> impl Iterator<Item = &'static Component> {
    FACTIONS.iter().flat_map(|faction| faction.technologies)
}

fn is_turn_of(seat: Seat, moment: &Moment) -> bool {
    matches!(moment, Moment::Turn { seat: active } if *active == seat)
}

fn is_ready(state: &State, seat: Seat, slug: &str) -> bool {
    !state.player(seat).exhausted_technologies.contains(&TechId::named(slug))
}

/// It is readied in the status phase.
fn exhaust(game: &mut Game, seat: Seat, slug: &str) {
    game.state.player_mut(seat).exhausted_technologies.push(TechId::named(slug));
}
