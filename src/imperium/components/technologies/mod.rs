//! Technologies: what each does for its owner, in our own words, by colour. Unit upgrades that are
//! nothing but printed numbers need no behaviour.

use crate::engine::Seat;
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::tables::{Component, Modifier, Power};
use crate::imperium::state::*;

mod biotic;
mod cybernetic;
mod propulsion;
#[cfg(test)]
mod tests;
mod upgrades;
mod warfare;

/// By [`TechId`].
pub fn table() -> Vec<Option<&'static Component>> {
    let mut table = vec![None; TechId::all().len()];
    for component in all() {
        table[TechId::named(component.slug).index()] = Some(component);
    }
    table
}

fn all() -> impl Iterator<Item = &'static Component> {
    let colours: [&'static [Component]; 5] = [
        propulsion::TECHNOLOGIES,
        biotic::TECHNOLOGIES,
        cybernetic::TECHNOLOGIES,
        warfare::TECHNOLOGIES,
        upgrades::TECHNOLOGIES,
    ];
    colours.into_iter().flatten().chain(super::factions::technologies())
}

/// A technology that changes numbers for as long as it is owned, exhausted or not (RR 71).
const fn lasting(
    slug: &'static str,
    text: &'static str,
    modifiers: &'static [Modifier],
) -> Component {
    Component::new(slug, text).modifiers(modifiers)
}

/// A technology that does something at its moment.
const fn active(slug: &'static str, text: &'static str, powers: &'static [Power]) -> Component {
    Component::new(slug, text).powers(powers)
}

pub(super) fn is_ready(state: &State, seat: Seat, slug: &str) -> bool {
    !state.player(seat).exhausted_technologies.contains(&TechId::named(slug))
}

/// It is readied in the status phase.
pub(super) fn exhaust(game: &mut Game, seat: Seat, slug: &str) {
    game.state.player_mut(seat).exhausted_technologies.push(TechId::named(slug));
}
