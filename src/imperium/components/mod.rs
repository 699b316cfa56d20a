//! What cards, technologies, agendas and objectives do, beside their printed ids.
//!
//! A component without behaviour is absent from decks and lists; `coverage` says which those are.

pub mod action_cards;
pub mod agendas;
pub mod factions;
pub mod notes;
pub mod objectives;
pub mod technologies;
#[cfg(test)]
mod tests;

use crate::imperium::rules::tables::{self, Tables};

/// Lends the rules everything that has behaviour. Cheap after the first time.
pub fn install() {
    tables::install(make);
}

fn make() -> Tables {
    Tables {
        action_cards: action_cards::table(),
        card_targets: action_cards::targets(),
        second_targets: action_cards::second_targets(),
        technologies: technologies::table(),
        abilities: factions::abilities(),
        units: factions::units(),
        agendas: agendas::table(),
        publics: objectives::publics(),
        secrets: objectives::secrets(),
        notes: notes::table(),
    }
}
