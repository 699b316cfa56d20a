//! Agendas: what can be voted for and what comes of it. The text in each rule is the one that
//! players are shown.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::tables::AgendaRule;
use crate::imperium::state::{Elected, State};

pub mod directives;
pub mod laws;
pub mod offices;
pub mod planets;
#[cfg(test)]
mod tests;
pub mod upheavals;

/// By [`AgendaId`].
pub fn table() -> Vec<Option<&'static AgendaRule>> {
    let kinds = [laws::ALL, offices::ALL, planets::ALL, directives::ALL, upheavals::ALL];
    let find = |agenda: AgendaId| {
        let rules = kinds.into_iter().flatten();
        rules.into_iter().find(|rule| rule.slug == agenda.slug())
    };
    AgendaId::all().map(find).collect()
}

/// Both outcomes of a for-and-against agenda.
fn for_or_against(_: &State) -> Vec<Elected> {
    vec![Elected::For, Elected::Against]
}

/// Everybody who plays can be elected.
fn any_player(state: &State) -> Vec<Elected> {
    state.seats().map(Elected::Player).collect()
}

/// Laws in force.
fn any_law(state: &State) -> Vec<Elected> {
    state.laws.iter().map(|law| Elected::Law(law.agenda)).collect()
}

/// Planets that somebody controls (RR 8.11).
fn owned_planets(state: &State, fits: impl Fn(PlanetId) -> bool) -> Vec<Elected> {
    let owned = state.planets.iter().filter(|(id, planet)| planet.owner.is_some() && fits(**id));
    owned.map(|(id, _)| Elected::Planet(*id)).collect()
}

fn planets_with(state: &State, kind: Trait) -> Vec<Elected> {
    owned_planets(state, |planet| planet.get().traits.contains(&kind))
}

fn cultural(state: &State) -> Vec<Elected> {
    planets_with(state, Trait::Cultural)
}

fn hazardous(state: &State) -> Vec<Elected> {
    planets_with(state, Trait::Hazardous)
}

fn industrial(state: &State) -> Vec<Elected> {
    planets_with(state, Trait::Industrial)
}

/// Effects on several players come in this order (RR 8, notes).
fn in_speaker_order(state: &State) -> Vec<Seat> {
    state.clockwise_from(state.speaker).collect()
}
