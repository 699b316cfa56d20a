//! The action phase (RR 3) and initiative (RR 48).

use super::*;
use crate::imperium::rules::{self, turn};

fn can_pass(lines: &str) -> bool {
    turn::actions(&arena(lines), SOL).contains(&Choice::Pass)
}

#[test]
fn rr_03_4_nobody_passes_before_each_of_their_strategic_actions() {
    assert!(!can_pass("strategy sol: leadership exhausted, trade"));
    assert!(can_pass("strategy sol: leadership exhausted, trade exhausted"));
    assert!(!can_pass("strategy sol: leadership\ntokens sol: 0 3 2"), "not even without tokens");
}

#[test]
fn rr_03_3c_a_player_whom_all_others_left_alone_acts_again_and_again() {
    let state =
        arena("strategy sol: leadership exhausted\npassed hacan\npassed letnev\ntokens sol: 2 3 0");
    let activate = |label| [Choice::Activate(place(label))];
    let played = Script::new().answer(0, activate("201")).run(state, turn::take).done();
    assert_eq!(played.state.active, Some(SOL));
    let played = Script::new().answer(0, activate("202")).run(played.state, turn::take).done();
    assert_eq!((played.state.active, played.state.player(SOL).tokens.tactic), (Some(SOL), 0));
    let again = turn::actions(&played.state, SOL);
    assert_eq!(again, [Choice::Pass], "tactic tokens are spent");
}

#[test]
fn rr_03_3_after_passing_a_player_has_no_turn() {
    let state = arena("strategy sol: leadership exhausted\npassed hacan");
    let played = Script::new().answer(0, [Choice::Pass]).run(state, turn::take).done();
    assert_eq!(played.state.active, Some(LETNEV));
}

#[test]
fn rr_48_3_the_lowest_of_two_strategy_cards_counts() {
    let state = arena(
        "strategy sol: imperial, diplomacy\nstrategy hacan: politics, leadership
strategy letnev: construction, trade",
    );
    assert_eq!(state.initiative_order(), [HACAN, SOL, LETNEV]);
}

/// Hacan has two infantry in a carrier, and no fleet pool that carries it.
#[test]
fn rr_33_whose_last_units_are_removed_at_the_end_of_a_step_is_out() {
    let state = arena(
        "strategy sol: trade exhausted\nstrategy hacan: warfare exhausted
strategy letnev: leadership exhausted\ncontrol arretze: nobody\ncontrol hercant: nobody
control kamdorn: nobody\nspace 201: hacan carrier, 2 infantry\ntokens hacan: 1 0 1",
    );
    let played = Script::new().answer(0, [Choice::Pass]).run(state, rules::advance).done();
    assert!(played.state.player(HACAN).eliminated, "{}", played.told());
    assert_eq!(played.state.active, Some(LETNEV), "Hacan would have been next");
}

#[test]
fn rr_33_the_turn_passes_on_in_order_when_the_active_player_is_eliminated() {
    let state = arena(
        "strategy sol: trade exhausted\nstrategy hacan: leadership exhausted
strategy letnev: warfare exhausted\ncontrol jord: nobody\nspace 201: sol cruiser",
    );
    let played = Script::new().answer(0, [Choice::Pass]).run(state, turn::take).done();
    assert!(played.state.player(SOL).eliminated);
    assert_eq!(played.state.active, Some(LETNEV), "Hacan comes before Sol, Letnev after");
}
