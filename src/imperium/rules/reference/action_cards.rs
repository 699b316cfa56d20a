//! Action cards (RR 2).

use super::*;
use crate::imperium::rules::window;

fn draw(count: u8) -> impl Fn(&mut Game) -> crate::engine::Flow {
    move |game| window::draw_action_cards(game, SOL, count)
}

const SIX: &str = "hand sol: bribery, ghost-ship, plague, spy, summit, sabotage\n";

#[test]
fn rr_02_04_whoever_has_more_than_seven_cards_discards_at_once_and_plays_none_meanwhile() {
    let played = Script::new().strict().run(arena(SIX), draw(2));
    let [prompt] = played.open() else { panic!("one question is open: {:?}", played.outcome) };
    assert_eq!((prompt.seat, &prompt.question), (SOL, &Question::DiscardDown { limit: 7 }));
    assert!(prompt.options.iter().all(|option| matches!(option, Choice::Card(_))));
    assert_eq!(prompt.options.len(), 8);
    let kept = Script::new().answer(0, [Choice::Card(card("spy"))]).run(arena(SIX), draw(2)).done();
    assert_eq!(kept.state.player(SOL).hand.len(), 7);
    assert_eq!(kept.state.decks.discarded, [card("spy")]);
}

#[test]
fn rr_02_04_seven_cards_may_be_kept() {
    let played = Script::new().strict().run(arena(SIX), draw(1)).done();
    assert_eq!(played.state.player(SOL).hand.len(), 7);
}

#[test]
fn rr_23_5_an_empty_deck_is_made_of_the_discard_pile() {
    let mut state = arena("");
    state.decks.action_cards = vec![card("spy")];
    state.decks.discarded = vec![card("plague"), card("bribery")];
    let played = Script::new().run(state, draw(3)).done();
    assert_eq!(played.state.player(SOL).hand.len(), 3);
    assert!(played.state.decks.discarded.is_empty());
}

#[test]
fn rr_23_5_nothing_is_drawn_where_deck_and_pile_are_empty() {
    let mut state = arena("");
    state.decks.action_cards.clear();
    let played = Script::new().strict().run(state, draw(2)).done();
    assert!(played.state.player(SOL).hand.is_empty());
}
