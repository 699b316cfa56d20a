//! Nobody learns from a picture what only others may know.

use crate::imperium::state::State;
use crate::players::selfplay;

use super::*;

/// The same position where everything hidden from `viewer` is otherwise: hands, secret objectives,
/// notes in hand and all decks.
fn otherwise(state: &State, viewer: Option<Seat>, turn: usize) -> State {
    let mut other = state.clone();
    let cards: Vec<ActionCardId> = ActionCardId::all().collect();
    let secrets: Vec<SecretId> = SecretId::all().collect();
    let all_notes: Vec<_> = state.players.iter().flat_map(|player| player.notes.clone()).collect();
    let own = |seat: usize| viewer.is_some_and(|viewer| viewer.index() == seat);
    for (seat, player) in other.players.iter_mut().enumerate().filter(|(seat, _)| !own(*seat)) {
        for (i, card) in player.hand.iter_mut().enumerate() {
            *card = cards[(turn * 31 + seat * 7 + i) % cards.len()];
        }
        for (i, card) in player.secrets.iter_mut().enumerate() {
            *card = secrets[(turn * 17 + seat * 5 + i) % secrets.len()];
        }
        for (i, note) in player.notes.iter_mut().enumerate() {
            *note = all_notes[(turn * 13 + seat * 3 + i) % all_notes.len()];
        }
    }
    other.decks.action_cards.reverse();
    other.decks.agendas.reverse();
    other.decks.secrets.reverse();
    // What is face down keeps its stage.
    other.decks.publics.sort_by_key(|card| (card.get().stage, std::cmp::Reverse(card.index())));
    other
}

#[test]
fn what_is_hidden_never_changes_a_picture() {
    for (turn, players) in [(1, 3), (2, 5), (3, 6)] {
        let state = selfplay::state_in_round(players, turn as u64, 3);
        for viewer in [None, Some(Seat(1))] {
            let other = otherwise(&state, viewer, turn);
            assert_ne!(state, other);
            let [a, b] = [&state, &other].map(|state| View::of(state, viewer));
            let renderer = Renderer::new();
            let same = |draw: &dyn Fn(&View) -> Picture, what: &str| {
                assert!(draw(&a) == draw(&b), "{what} of {players} tells {viewer:?} too much");
            };
            same(&|view| renderer.galaxy(view, &names()), "the galaxy");
            same(&|view| renderer.hand(view, &names()), "the hand");
            same(&|view| renderer.course(view, &names()), "the chart");
            same(&|view| renderer.map(view, &names(), &Map::Overview), "the overview");
            let system = state.systems.keys().next_back().expect("a board has systems");
            same(
                &|view| renderer.system(view, &names(), *system).expect("it is on the board"),
                "a system",
            );
            let cannon = [&state, &other].map(survey::cannon);
            assert_eq!(cannon[0], cannon[1]);
        }
    }
}
