//! Reinforcements (RR 72).

use super::*;
use crate::imperium::rules::placement;

#[test]
fn rr_72_1_whatever_is_on_the_board_or_on_the_sheet_is_not_in_reinforcements() {
    let state = arena("space 201: sol 3 cruisers\ntokens sol: 3 3 2\ntoken sol: 101, 102");
    assert_eq!(state.reinforcements(SOL, UnitKind::Cruiser), 5, "of eight");
    assert_eq!(state.token_reinforcements(SOL), 6, "of sixteen");
}

#[test]
fn rr_72_1_a_destroyed_unit_is_there_to_be_used_again() {
    let mut state = arena("space 201: hacan flagship");
    assert_eq!(state.reinforcements(HACAN, UnitKind::Flagship), 0);
    let at = Place::Space(place("201"));
    crate::imperium::rules::hits::destroy(
        &mut state,
        HACAN,
        at,
        UnitKind::Flagship,
        false,
        1,
        Some(SOL),
    );
    assert_eq!(state.reinforcements(HACAN, UnitKind::Flagship), 1);
}

#[test]
fn rr_72_1_a_unit_that_stands_there_already_is_not_taken_from_the_board_for_the_same_place() {
    let state = arena("space 201: sol 2 war-suns");
    let here = Place::Space(place("201"));
    assert!(!placement::can_place(&state, SOL, UnitKind::WarSun, here));
    let elsewhere = Place::Space(place("202"));
    assert!(placement::can_place(&state, SOL, UnitKind::WarSun, elsewhere));
}

/// Both war suns are on the board, one of them damaged in a system without a token.
#[test]
fn rr_72_1_a_unit_that_is_missing_is_taken_from_the_board_and_placed_undamaged() {
    let state = arena("space 201: sol war-sun\nspace 202: sol damaged war-sun\ntoken sol: 201");
    let to = Place::Space(place("101"));
    let script = Script::new().when(|_, prompt| match prompt.question {
        Question::TakeFromBoard { .. } => {
            let taken = prompt.options.iter().find(|option| **option != Choice::Pass);
            taken.map(|taken| vec![taken.clone()])
        }
        _ => None,
    });
    let run = |game: &mut Game| placement::place(game, SOL, UnitKind::WarSun, to).map(|_| ());
    let state = script.run(state, run).done().state;
    assert_eq!(state.forces(to).count_in(SOL, UnitKind::WarSun, false), 1);
    assert!(state.system(place("202")).space.is_empty());
    assert_eq!(state.system(place("201")).space.count(SOL, UnitKind::WarSun), 1);
}
