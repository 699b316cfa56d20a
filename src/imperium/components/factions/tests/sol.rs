//! The Federation of Sol as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{hits, revival, status, turn};
use UnitKind::*;

#[test]
fn orbital_drop_lands_two_infantry_on_one_planet_for_a_strategy_token() {
    let state = arena("sol", "control bereg: sol");
    let script =
        Script::new().answer(0, uses("Orbital Drop")).answer(0, [Choice::Planet(planet("bereg"))]);
    let played = take_turn(state, script);
    assert_eq!(ground(&played, "bereg", 0), 2);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert_eq!(played.state.active, Some(Seat(1)));
}

#[test]
fn orbital_drop_needs_a_strategy_token() {
    let options = |strategy| {
        let state = arena("sol", &format!("tokens sol: 3 3 {strategy}"));
        turn::actions(&state, Seat(0)).contains(&uses("Orbital Drop")[0])
    };
    assert!(options(1));
    assert!(!options(0));
}

#[test]
fn versatile_gains_a_third_command_token_in_the_status_phase() {
    let gained = |lines: &str| {
        let state = arena("sol", &format!("phase status\n{lines}"));
        let played =
            Script::new().run(state, |game| status::run(game, StatusStep::GainTokens)).done();
        let found = played.asked(0).into_iter().find_map(|question| match question {
            Question::Tokens { gained } => Some(*gained),
            _ => None,
        });
        found.expect("Sol is asked")
    };
    assert_eq!(gained("tokens sol: 3 3 2"), 3);
    assert_eq!(gained("tokens sol: 3 3 2\ntech sol: hyper-metabolism"), 4);
}

#[test]
fn spec_ops_ii_returns_on_five_to_a_home_planet_when_the_next_turn_begins() {
    let state = arena("sol", "tech sol: spec-ops-ii\nplanet bereg: sol 3 infantry");
    let at = Place::Planet(planet("bereg"));
    let script = Script::new().dice([5, 4, 10]);
    let played = script
        .run(state, |game| {
            hits::destroy(&mut game.state, Seat(0), at, Infantry, false, 3, Some(Seat(1)));
            revival::roll(game)
        })
        .done();
    assert_eq!(played.state.player(Seat(0)).returning, 2);
    let later = Script::new().run(played.state, turn::take).done();
    assert_eq!(ground(&later, "jord", 0), 2);
    assert_eq!(later.state.player(Seat(0)).returning, 0);
}

#[test]
fn spec_ops_ii_goes_back_to_the_reinforcements_without_a_home_planet() {
    let mut state = arena("sol", "tech sol: spec-ops-ii\ncontrol jord: nobody");
    state.player_mut(Seat(0)).returning = 2;
    let played = take_turn(state, Script::new());
    assert!(played.told().contains("no planet at home"), "{}", played.told());
    assert_eq!(played.state.player(Seat(0)).returning, 0);
}

#[test]
fn advanced_carrier_ii_sustains_damage_and_carries_eight() {
    let state = arena("sol", "tech sol: advanced-carrier-ii\nspace 205: sol carrier");
    let card = state.card(Seat(0), Carrier).expect("a card");
    assert_eq!((card.capacity, card.sustain, card.movement), (8, true, Some(2)));
}

#[test]
fn genesis_boards_an_infantry_when_the_status_phase_ends() {
    let ends = |lines: &str| {
        let state = arena("sol", &format!("phase status\n{lines}"));
        let step = StatusStep::ReturnStrategyCards;
        Script::new().run(state, |game| status::run(game, step)).done()
    };
    assert_eq!(ships(&ends("space 205: sol flagship"), "205", 0, Infantry), 1);
    assert!(!ends("space 205: sol carrier").told().contains("Genesis"));
    // Where everything is full, one has to go.
    let full = ends("space 205: sol flagship, 12 infantry");
    assert_eq!(ships(&full, "205", 0, Infantry), 12);
}
