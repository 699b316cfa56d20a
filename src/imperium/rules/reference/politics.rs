//! Politics (RR 66) with a deck that runs out.

use super::*;
use crate::imperium::rules::strategy_cards;

fn politics(agendas: &[&str], script: Script) -> Played {
    let mut state = arena("speaker hacan");
    state.decks.agendas = agendas.iter().map(|slug| AgendaId::named(slug)).collect();
    script
        .run(state, |game| strategy_cards::primary(game, SOL, StrategyId::named("politics")))
        .done()
}

#[test]
fn rr_66_2c_a_single_agenda_is_looked_at_and_put_back() {
    let played = politics(&["mutiny"], Script::new());
    assert_eq!(played.state.decks.agendas.len(), 1);
    assert!(played.told_to(0).contains("Mutiny"), "{}", played.told_to(0));
}

#[test]
fn rr_23_5_an_empty_agenda_deck_is_made_of_the_discarded_agendas() {
    let mut state = arena("speaker hacan");
    state.decks.agendas.clear();
    state.decks.discarded_agendas = ["mutiny", "archived-secret"].map(AgendaId::named).to_vec();
    let run = |game: &mut Game| strategy_cards::primary(game, SOL, StrategyId::named("politics"));
    let played = Script::new().run(state, run).done();
    assert_eq!(played.state.decks.agendas.len(), 2);
    assert!(played.told_to(0).contains("Mutiny"), "{}", played.told_to(0));
}

#[test]
fn rr_66_2c_without_agendas_there_is_nothing_to_look_at() {
    let played = politics(&[], Script::new());
    assert!(played.state.decks.agendas.is_empty());
    assert_eq!(played.state.player(SOL).hand.len(), 2);
}
