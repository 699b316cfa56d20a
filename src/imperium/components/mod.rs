//! What cards, technologies, agendas and objectives do, beside their printed ids.
//!
//! A component without behaviour is absent from decks and lists; `coverage` says which those are.

pub mod action_cards;
pub mod agendas;

use crate::imperium::data::*;
use crate::imperium::rules::tables::{self, Tables};

/// Lends the rules everything that has behaviour. Cheap after the first time.
pub fn install() {
    tables::install(make);
}

/// Puts each entry at its index.
fn fill<T>(
    table: &mut Vec<Option<&'static T>>,
    len: usize,
    entries: impl Iterator<Item = (usize, &'static T)>,
) {
    table.resize(len, None);
    for (index, entry) in entries {
        table[index] = Some(entry);
    }
}

fn make() -> Tables {
    let mut tables = Tables {
        action_cards: action_cards::table(),
        card_targets: action_cards::targets(),
        ..Tables::default()
    };
    fill(
        &mut tables.agendas,
        AgendaId::all().len(),
        agendas::all().map(|rule| (AgendaId::named(rule.slug).index(), rule)),
    );
    tables
}
