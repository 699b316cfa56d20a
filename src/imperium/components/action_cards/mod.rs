//! Action cards by the moment at which they are played. A text stands beside what it describes and is
//! what players are shown.

use crate::imperium::data::*;
use crate::imperium::rules::tables::{Component, Power, Target};

mod agenda;
mod combat;
mod component_actions;
mod initiatives;
mod movement;
mod status;
mod strategy;
#[cfg(test)]
mod tests;

/// A card, and how its target is named if it needs one.
pub struct Card {
    pub component: Component,
    pub target: Option<Target>,
}

/// A card without a target.
const fn card(slug: &'static str, text: &'static str, powers: &'static [Power]) -> Card {
    Card { component: Component::new(slug, text).powers(powers), target: None }
}

/// A card whose target is named before anybody may cancel it.
const fn aimed(
    slug: &'static str,
    text: &'static str,
    target: Target,
    powers: &'static [Power],
) -> Card {
    Card { target: Some(target), ..card(slug, text, powers) }
}

fn all() -> impl Iterator<Item = &'static Card> {
    let moments: [&'static [Card]; 7] = [
        combat::CARDS,
        movement::CARDS,
        component_actions::CARDS,
        initiatives::CARDS,
        strategy::CARDS,
        status::CARDS,
        agenda::CARDS,
    ];
    moments.into_iter().flatten()
}

/// Behaviour of all action cards that have one, by [`ActionCardId`].
pub fn table() -> Vec<Option<&'static Component>> {
    by_id(|card| Some(&card.component))
}

/// Targets of the action cards that need one, by [`ActionCardId`].
pub fn targets() -> Vec<Option<Target>> {
    by_id(|card| card.target)
}

fn by_id<T: Clone>(of: impl Fn(&'static Card) -> Option<T>) -> Vec<Option<T>> {
    let mut table = vec![None; ActionCardId::all().len()];
    for card in all() {
        table[ActionCardId::named(card.component.slug).index()] = of(card);
    }
    table
}
