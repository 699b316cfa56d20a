//! Agenda cards (RR 7): what becomes of laws and directives.

use super::*;
use crate::imperium::rules;

/// One agenda with nobody voting and a speaker who decides for the outcome.
fn resolved(slug: &str, outcome: Elected) -> State {
    let state = arena(&format!("phase agenda\ncustodians gone\nspeaker sol\nagendas: {slug}"));
    let script = Script::new().when(move |_, prompt| {
        matches!(prompt.question, Question::BreakTie { .. }).then(|| vec![Choice::Outcome(outcome)])
    });
    script.run(state, rules::advance).done().state
}

#[test]
fn rr_07_3_a_law_that_is_voted_for_stays_in_force() {
    let state = resolved("executive-sanctions", Elected::For);
    assert!(state.law_in_force(AgendaId::named("executive-sanctions")).is_some());
    assert!(state.decks.discarded_agendas.is_empty());
}

#[test]
fn rr_07_6_a_law_that_is_voted_down_is_discarded() {
    let state = resolved("executive-sanctions", Elected::Against);
    assert!(state.laws.is_empty());
    assert_eq!(state.decks.discarded_agendas, [AgendaId::named("executive-sanctions")]);
}

#[test]
fn rr_07_4_the_elected_player_owns_the_law() {
    let state = resolved("minister-of-policy", Elected::Player(LETNEV));
    let law = state.law_in_force(AgendaId::named("minister-of-policy")).expect("it is in force");
    assert_eq!(law.elected, Some(Elected::Player(LETNEV)));
}

#[test]
fn rr_07_8_a_directive_takes_effect_and_is_discarded() {
    let state = resolved("economic-equality", Elected::For);
    assert!(state.seats().all(|seat| state.player(seat).trade_goods == 5));
    assert!(state.laws.is_empty());
    assert_eq!(state.decks.discarded_agendas, [AgendaId::named("economic-equality")]);
}
