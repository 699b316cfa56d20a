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

/// Trade Convoys go back when their holder activates a system with units of their owner; only from the play area.
#[test]
fn rr_69_4a_a_note_in_the_hand_does_not_go_back_for_what_its_text_says() {
    let attacked = |how: &str| {
        let state = at(&format!(
            "players sol, hacan, letnev\ntile 201 = 47\nspace 201: hacan cruiser\n\
             {how} sol: trade-convoys of hacan"
        ));
        let played = Script::new().run(state, |game| {
            notes::attacked(game, SOL, place("201"));
            Ok(())
        });
        played.done().state.holds_note(HACAN, note("trade-convoys", HACAN))
    };
    assert!(attacked("laid"));
    assert!(!attacked("note"));
}

#[test]
fn rr_69_4_a_note_that_came_back_may_be_given_away_again() {
    let mut state =
        arena("note hacan: ceasefire of sol\nspace 201: sol cruiser\nspace 202: hacan cruiser");
    state.return_note(note("ceasefire", SOL));
    assert!(state.holds_note(SOL, note("ceasefire", SOL)));
    let gives = Goods { note: Some(note("ceasefire", SOL)), ..Goods::default() };
    let deed = Deed::Offer { to: HACAN, gives, takes: Goods::default() };
    assert_eq!(trade::check(&state, SOL, &deed), Ok(()));
}

#[test]
fn rr_69_5_a_note_of_a_third_player_may_be_passed_on() {
    let state =
        arena("note hacan: ceasefire of letnev\nspace 201: sol cruiser\nspace 202: hacan cruiser");
    let takes = Goods { note: Some(note("ceasefire", LETNEV)), ..Goods::default() };
    let deed = Deed::Offer { to: HACAN, gives: Goods::default(), takes };
    let played = Script::new().run(state, move |game| {
        trade::carry_out(game, SOL, &deed)?;
        let offer = game.state.offers[0].id;
        trade::carry_out(game, HACAN, &Deed::Accept { offer })
    });
    let played = played.done();
    assert!(played.state.holds_note(SOL, note("ceasefire", LETNEV)));
    assert!(
        !played.told().contains("Ceasefire"),
        "which note it was stays hidden: {}",
        played.told()
    );
}
