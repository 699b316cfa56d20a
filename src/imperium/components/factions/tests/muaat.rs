//! The Embers of Muaat as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{production, turn};
use UnitKind::*;

fn can(state: &State, name: &str) -> bool {
    turn::actions(state, Seat(0)).contains(&uses(name)[0])
}

#[test]
fn star_forge_places_fighters_or_a_destroyer_beside_a_war_sun() {
    let state = arena("muaat", "space 205: muaat war-sun");
    let at = Place::Space(place("205"));
    let script = Script::new()
        .answer(0, uses("Star Forge"))
        .answer(0, [Choice::Build { kind: Fighter, count: 2, at }]);
    let played = take_turn(state.clone(), script);
    assert_eq!(ships(&played, "205", 0, Fighter), 2);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    let script = Script::new()
        .answer(0, uses("Star Forge"))
        .answer(0, [Choice::Build { kind: Destroyer, count: 1, at }]);
    assert_eq!(ships(&take_turn(state, script), "205", 0, Destroyer), 1);
}

#[test]
fn star_forge_needs_a_war_sun_and_a_strategy_token() {
    assert!(can(&arena("muaat", "space 205: muaat war-sun"), "Star Forge"));
    assert!(!can(&arena("muaat", "space 205: muaat cruiser"), "Star Forge"));
    let poor = arena("muaat", "space 205: muaat war-sun\ntokens muaat: 3 3 0");
    assert!(!can(&poor, "Star Forge"));
}

/// 205 lies behind the supernova 204, as 203 and 206 do not.
fn behind_a_supernova(lines: &str) -> State {
    let text = format!(
        "players muaat, hacan, letnev\ntile 204 = 43\ntile 205 = 46\ntile 203 = 47\n{lines}"
    );
    crate::imperium::position::at(&text)
}

#[test]
fn gashlai_physiology_moves_through_supernovas_and_not_into_them() {
    let state = behind_a_supernova("space 203: muaat cruiser");
    let via = vec![place("204")];
    let through = Choice::Move { kind: Cruiser, damaged: false, count: 1, from: place("203"), via };
    assert_eq!(refused(&state, 0, Question::Move { system: place("205") }, &[through]), None);
    let why = why_not(&state, Cruiser, "203", "204").expect("refused");
    assert!(why.contains("supernova"), "{why}");
}

#[test]
fn magmus_reactor_moves_into_supernovas() {
    let lines = "space 203: muaat cruiser; hacan carrier\ntech muaat: magmus-reactor";
    assert_eq!(why_not(&behind_a_supernova(lines), Cruiser, "203", "204"), None);
}

fn forged(lines: &str, kind: UnitKind) -> u8 {
    let lines = format!("tech muaat: magmus-reactor\ngoods muaat: 20 0\n{lines}");
    let state = arena("muaat", &lines);
    let home = state.home_system(Seat(0)).expect("a home");
    let at = Place::Space(home);
    let price = if kind == WarSun { 12 } else { 2 };
    let script =
        Script::new().answer(0, [Choice::Build { kind, count: 1, at }, Choice::TradeGoods(price)]);
    let played = script.run(state, |game| production::produce(game, Seat(0), home)).done();
    played.state.player(Seat(0)).trade_goods - (20 - price)
}

#[test]
fn magmus_reactor_gains_a_trade_good_for_production_beside_a_war_sun() {
    let dock = "planet muaat: muaat space-dock";
    let home = arena("muaat", dock).home_system(Seat(0)).expect("a home");
    assert_eq!(forged(&format!("{dock}\nspace {home}: muaat war-sun"), Cruiser), 1);
    assert_eq!(forged(dock, Cruiser), 0);
    // The war sun must be there before.
    assert_eq!(forged(dock, WarSun), 0);
}

#[test]
fn prototype_war_sun_ii_moves_three() {
    let state = arena("muaat", "tech muaat: prototype-war-sun-ii");
    assert_eq!(state.card(Seat(0), WarSun).and_then(|card| card.movement), Some(3));
    assert_eq!(arena("muaat", "").card(Seat(0), WarSun).and_then(|c| c.movement), Some(1));
}

#[test]
fn the_inferno_places_a_cruiser_for_a_strategy_token() {
    let state = arena("muaat", "space 205: muaat flagship");
    let played = take_turn(state, Script::new().answer(0, uses("The Inferno")));
    assert_eq!(ships(&played, "205", 0, Cruiser), 1);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert!(!can(&arena("muaat", "space 205: muaat war-sun"), "The Inferno"));
    assert!(!can(&arena("muaat", "space 205: muaat flagship\ntokens muaat: 3 3 0"), "The Inferno"));
}
