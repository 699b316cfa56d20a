//! Action cards by the moment at which they are played. A text stands beside what it describes and is
//! what players are shown.

use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::{Component, Power, Target};
use crate::imperium::rules::window::Moment;

mod agenda;
mod combat;
mod component_actions;
mod deployments;
mod initiatives;
mod invasion;
mod movement;
mod riders;
mod space_combat;
mod status;
mod strategy;
mod strikes;
#[cfg(test)]
mod tests;

/// A card, and how its target is named if it needs one.
pub struct Card {
    pub component: Component,
    pub target: Option<Target>,
    /// What is named after the target, if there is more to name; never without an option.
    pub second: Option<Target>,
}

/// A card without a target.
const fn card(slug: &'static str, text: &'static str, powers: &'static [Power]) -> Card {
    Card { component: Component::new(slug, text).powers(powers), target: None, second: None }
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

/// A card with two targets; the second may depend on the first, in whose moment it is asked for.
const fn aimed_twice(
    slug: &'static str,
    text: &'static str,
    targets: [Target; 2],
    powers: &'static [Power],
) -> Card {
    let [first, second] = targets;
    Card { target: Some(first), second: Some(second), ..card(slug, text, powers) }
}

/// Both targets of a card with two, the first one first.
fn pair(moment: &Moment) -> Option<(&Choice, &Choice)> {
    match moment {
        Moment::Targeted { target: second, within } => match &**within {
            Moment::Targeted { target: first, .. } => Some((first, second)),
            _ => None,
        },
        _ => None,
    }
}

fn all() -> impl Iterator<Item = &'static Card> {
    let moments: [&'static [Card]; 12] = [
        combat::CARDS,
        space_combat::CARDS,
        movement::CARDS,
        invasion::CARDS,
        component_actions::CARDS,
        strikes::CARDS,
        deployments::CARDS,
        initiatives::CARDS,
        strategy::CARDS,
        status::CARDS,
        agenda::CARDS,
        riders::CARDS,
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

/// Second targets, by [`ActionCardId`].
pub fn second_targets() -> Vec<Option<Target>> {
    by_id(|card| card.second)
}

fn by_id<T: Clone>(of: impl Fn(&'static Card) -> Option<T>) -> Vec<Option<T>> {
    let mut table = vec![None; ActionCardId::all().len()];
    for card in all() {
        table[ActionCardId::named(card.component.slug).index()] = of(card);
    }
    table
}
