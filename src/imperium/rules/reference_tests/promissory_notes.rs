//! Promissory notes (RR 69).

use super::*;
use crate::imperium::Deed;
use crate::imperium::rules::window::Moment;
use crate::imperium::rules::{notes, trade, victory};

fn note(slug: &str, of: Seat) -> Note {
    Note { card: NoteId::named(slug), of }
}

#[test]
fn rr_69_everybody_begins_with_own_notes_and_one_of_the_faction() {
    let state = arena("");
    let own = |seat: Seat| state.player(seat).notes.iter().filter(|note| note.of == seat).count();
    assert_eq!(own(SOL), notes::dealt(&state, SOL).len());
    let faction = state.player(SOL).notes.iter().filter(|note| note.card.get().faction.is_some());
    assert_eq!(faction.count(), 1);
}

#[test]
fn rr_69_2_nobody_plays_their_own_note() {
    let lines = "players l1z1x, hacan, letnev\nnote hacan: cybernetic-enhancements of l1z1x";
    let state = at(lines);
    let playable =
        |state: &State, seat| notes::playable(state, seat, &Moment::TurnStarts { seat }).len();
    assert_eq!(playable(&state, HACAN), 1);
    assert_eq!(playable(&at("players l1z1x, hacan, letnev"), SOL), 0);
}

#[test]
fn rr_69_5a_a_note_that_lies_in_play_is_not_traded() {
    let near = "space 201: sol cruiser\nspace 202: letnev cruiser\n";
    let offer = |lines: &str| {
        let state = arena(&format!("{near}{lines}"));
        let support = Some(note("support-for-the-throne", HACAN));
        let gives = Goods { note: support, ..Goods::default() };
        trade::check(&state, SOL, &Deed::Offer { to: LETNEV, gives, takes: Goods::default() })
    };
    assert!(offer("laid sol: support-for-the-throne of hacan").is_err());
    assert_eq!(offer("note sol: support-for-the-throne of hacan"), Ok(()));
}

#[test]
fn rr_33_4_notes_go_home_and_those_of_the_eliminated_leave_the_game() {
    let state = arena(
        "control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody\n\
         note hacan: ceasefire of sol\nnote letnev: ceasefire of hacan\n\
         laid letnev: support-for-the-throne of hacan",
    );
    assert_eq!(state.points(LETNEV), 1);
    let state = Script::new().run(state, victory::eliminate).done().state;
    assert!(state.holds_note(SOL, note("ceasefire", SOL)));
    let player = state.player(LETNEV);
    assert!(player.notes.iter().chain(&player.notes_in_play).all(|note| note.of != HACAN));
}
