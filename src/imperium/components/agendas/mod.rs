//! Agendas: what can be voted for and what comes of it. The text above each rule is the one that
//! players are shown.

use crate::imperium::rules::tables::AgendaRule;

pub mod directives;
pub mod laws;

/// All agendas with behaviour.
pub fn all() -> impl Iterator<Item = &'static AgendaRule> {
    laws::ALL.iter().chain(directives::ALL)
}

/// Both outcomes of a for-and-against agenda.
fn for_or_against(_: &crate::imperium::state::State) -> Vec<crate::imperium::state::Elected> {
    vec![crate::imperium::state::Elected::For, crate::imperium::state::Elected::Against]
}

/// Everybody who plays can be elected.
fn any_player(state: &crate::imperium::state::State) -> Vec<crate::imperium::state::Elected> {
    state.seats().map(crate::imperium::state::Elected::Player).collect()
}
