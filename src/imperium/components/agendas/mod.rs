//! Agendas: what can be voted for and what comes of it. The text in each rule is the one that
//! players are shown.

use crate::imperium::data::AgendaId;
use crate::imperium::rules::tables::AgendaRule;
use crate::imperium::state::{Elected, State};

pub mod directives;
pub mod laws;

/// By [`AgendaId`].
pub fn table() -> Vec<Option<&'static AgendaRule>> {
    let rules = || laws::ALL.iter().chain(directives::ALL);
    AgendaId::all().map(|agenda| rules().find(|rule| rule.slug == agenda.slug())).collect()
}

/// Both outcomes of a for-and-against agenda.
fn for_or_against(_: &State) -> Vec<Elected> {
    vec![Elected::For, Elected::Against]
}

/// Everybody who plays can be elected.
fn any_player(state: &State) -> Vec<Elected> {
    state.seats().map(Elected::Player).collect()
}
