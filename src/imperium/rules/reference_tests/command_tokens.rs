//! Command tokens (RR 20).

use super::*;
use crate::imperium::rules::{combat, tokens, turn};

/// A retreat without reinforcements, for which a token of the fleet pool is taken.
#[test]
fn rr_37_3_a_fleet_token_given_for_a_retreat_may_cost_a_ship_elsewhere() {
    let state = arena(
        "active sol\nspace 201: sol cruiser; hacan cruiser\ntile 203 = 49
space 202: hacan cruiser\nspace 203: hacan 3 cruisers
tokens hacan: 2 3 1\ntoken hacan: 101, 102, 103, 104, 105, 106, 204, 205, 206, 207",
    );
    let script = Script::new().dice([1, 1]).when(|_, prompt| match prompt.question {
        Question::AnnounceRetreat { .. } if prompt.seat == HACAN => Some(vec![Choice::Yes]),
        Question::TokenFromSheet { .. } => Some(vec![Choice::Token(Pool::Fleet)]),
        _ => None,
    });
    let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
    assert_eq!(played.state.player(HACAN).tokens.fleet, 2);
    assert_eq!(played.state.fleet_size(place("203"), HACAN), 2);
    assert_eq!(played.state.fleet_size(place("202"), HACAN), 2);
}

#[test]
fn rr_20_2_each_gained_token_goes_to_a_pool_of_its_owners_choice() {
    let state = arena("tokens sol: 1 1 1");
    let wanted = Tokens { tactic: 1, fleet: 2, strategy: 2 };
    let script = Script::new().answer(0, [Choice::Pools(wanted)]);
    let played = script.run(state, |game| tokens::gain(game, SOL, 2)).done();
    assert_eq!(played.state.player(SOL).tokens, wanted);
    let options = &played.script.prompts[0].options;
    assert_eq!(options.len(), 6);
    let moved = Choice::Pools(Tokens { tactic: 0, fleet: 3, strategy: 2 });
    assert!(!options.contains(&moved), "the others stay where they are");
}

#[test]
fn rr_20_3a_what_reinforcements_do_not_hold_is_not_gained() {
    let state = arena("tokens sol: 5 5 4\ntoken sol: 201");
    let played = Script::new().run(state, |game| tokens::gain(game, SOL, 3)).done();
    assert_eq!(played.state.player(SOL).tokens.total(), 15);
    assert_eq!(played.state.token_reinforcements(SOL), 0);
    let none = Script::new().strict().run(played.state, |game| tokens::gain(game, SOL, 1)).done();
    assert_eq!(none.state.player(SOL).tokens.total(), 15);
}

#[test]
fn rr_20_4_a_tactical_action_needs_a_token_in_the_tactic_pool() {
    let activates = |lines: &str| {
        let options = turn::actions(&arena(lines), SOL);
        options.iter().any(|option| matches!(option, Choice::Activate(_)))
    };
    assert!(activates("tokens sol: 1 0 0"));
    assert!(!activates("tokens sol: 0 8 8"));
}

/// All sixteen lie on the board.
fn spent(who: &str) -> String {
    let sixteen = "101, 102, 103, 104, 105, 106, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212";
    format!("tokens {who}: 0 0 0\ntoken {who}: {sixteen}\n")
}

/// No official answer: without any token to be had a fleet retreats all the same.
#[test]
fn a_retreat_without_any_command_token_places_none() {
    let state = arena(&spent("hacan"));
    let played = Script::new().strict().run(state, |game| tokens::place(game, HACAN, place("201")));
    let state = played.done().state;
    assert!(!state.system(place("201")).tokens.contains(HACAN));
    assert_eq!(state.tokens_on_board(HACAN), 16);
}

/// No official answer: Diplomacy passes those by who have no token anywhere.
#[test]
fn diplomacy_places_no_token_of_those_who_have_none() {
    let state = arena(&format!("{}strategy sol: diplomacy", spent("hacan")));
    let run = |game: &mut Game| {
        crate::imperium::rules::strategy_cards::primary(game, SOL, StrategyId::named("diplomacy"))
    };
    let state = Script::new().strict().run(state, run).done().state;
    let home = state.home_system(SOL).expect("Sol has a home");
    assert!(state.system(home).tokens.contains(LETNEV));
    assert!(!state.system(home).tokens.contains(HACAN));
}
