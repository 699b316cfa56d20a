//! Command tokens (RR 20).

use super::*;
use crate::imperium::rules::{tokens, turn};

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
