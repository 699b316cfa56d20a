//! Cards of activation and movement.

use super::*;
use crate::imperium::rules::tables::{Number, number};
use crate::imperium::script::refused;

fn activate(system: &str, state: State, script: Script) -> Played {
    let system = place(system);
    script.run(state, move |game| {
        window::window(game, &mut Moment::Activated { by: Seat(0), system })
    })
}

fn activated(system: &str) -> Moment {
    Moment::Activated { by: Seat(0), system: place(system) }
}

fn cruiser(from: &str, via: &[&str]) -> [Choice; 1] {
    let via = via.iter().map(|label| place(label)).collect();
    [Choice::Move { kind: UnitKind::Cruiser, damaged: false, count: 1, from: place(from), via }]
}

fn refuses(state: &State, system: &str, ships: &[Choice]) -> bool {
    refused(state, 0, Question::Move { system: place(system) }, ships).is_some()
}

// In the Silence of Space

/// The cruisers in 203 and 211 can come to 201 past a fleet only.
fn blockade() -> State {
    at("players yssaril, hacan, jol-nar
tile 201 = 46
tile 202 = 47
tile 203 = 48
tile 211 = 49
tile 212 = 50
space 203: yssaril cruiser
space 211: yssaril cruiser
space 202: hacan cruiser
space 212: hacan cruiser
hand yssaril: in-the-silence-of-space")
}

#[test]
fn in_the_silence_of_space_lets_the_ships_of_one_system_past_fleets() {
    let state = blockade();
    assert!(refuses(&state, "201", &cruiser("203", &[])));
    let script = Script::new()
        .answer(0, play("in-the-silence-of-space"))
        .answer(0, [Choice::System(place("203"))]);
    let mut after = activate("201", state, script).done().state;
    assert!(!refuses(&after, "201", &cruiser("203", &[])));
    assert!(!refuses(&after, "201", &cruiser("203", &["202"])));
    assert!(refuses(&after, "201", &cruiser("211", &[])));
    assert!(refuses(&after, "201", &cruiser("211", &["212"])));
    after.end(Until::TacticalActionEnds);
    assert!(refuses(&after, "201", &cruiser("203", &[])));
}

#[test]
fn in_the_silence_of_space_names_a_system_whose_ships_can_leave() {
    let mut state = blockade();
    assert!(is_playable(&state, 0, "in-the-silence-of-space", activated("201")));
    for held in ["203", "211"] {
        state.system_mut(place(held)).tokens.insert(Seat(0));
    }
    assert!(!is_playable(&state, 0, "in-the-silence-of-space", activated("201")));
    let others = Moment::Activated { by: Seat(1), system: place("201") };
    assert!(!is_playable(&blockade(), 0, "in-the-silence-of-space", others));
}

// Lost Star Chart

fn wormholes(lines: &str) -> State {
    at(&format!(
        "players yssaril, hacan, jol-nar
tile 205 = 39
tile 211 = 40
space 205: yssaril cruiser
hand yssaril: lost-star-chart
{lines}"
    ))
}

#[test]
fn lost_star_chart_connects_alpha_and_beta_for_one_action() {
    let state = wormholes("");
    assert!(refuses(&state, "211", &cruiser("205", &[])));
    let script = Script::new().answer(0, play("lost-star-chart"));
    let mut after = activate("211", state, script).done().state;
    assert!(!refuses(&after, "211", &cruiser("205", &[])));
    assert!(after.adjacent(place("205"), place("211")));
    after.end(Until::TacticalActionEnds);
    assert!(!after.adjacent(place("205"), place("211")));
}

#[test]
fn lost_star_chart_that_is_sabotaged_connects_nothing() {
    let state = wormholes("hand hacan: sabotage");
    let script = Script::new().answer(0, play("lost-star-chart")).answer(1, play("sabotage"));
    let after = activate("211", state, script).done().state;
    assert!(!after.adjacent(place("205"), place("211")));
    let others = Moment::Activated { by: Seat(1), system: place("211") };
    assert!(!is_playable(&after, 0, "lost-star-chart", others));
}

// Upgrade

#[test]
fn upgrade_turns_a_cruiser_of_the_active_system_into_a_dreadnought() {
    let state = arena("space 205: yssaril 2 cruisers\nhand yssaril: upgrade");
    let played = activate("205", state, Script::new().answer(0, play("upgrade"))).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
    assert_eq!(count(&played, 0, UnitKind::Dreadnought), 1);
}

#[test]
fn upgrade_needs_a_cruiser_that_is_there_when_the_system_is_activated() {
    let state =
        arena("space 205: yssaril destroyer\nspace 204: yssaril cruiser\nhand yssaril: upgrade");
    assert!(!is_playable(&state, 0, "upgrade", activated("205")));
    assert!(is_playable(&state, 0, "upgrade", activated("204")));
    let moved = Moment::ShipsMoved { by: Seat(0), system: place("204") };
    assert!(!is_playable(&state, 0, "upgrade", moved));
}

#[test]
fn upgrade_may_take_a_damaged_dreadnought_off_the_board_and_place_it_whole() {
    let state = arena(
        "space 205: yssaril cruiser
space 204: yssaril 3 dreadnoughts
space 206: yssaril 2 damaged dreadnoughts
token yssaril: 205, 204
hand yssaril: upgrade",
    );
    let kind = UnitKind::Dreadnought;
    let at = Place::Space(place("206"));
    let script = Script::new()
        .answer(0, play("upgrade"))
        .answer(0, [Choice::UnitAt { owner: Seat(0), kind, damaged: true, at }]);
    let played = activate("205", state, script).done();
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(0), kind, false), 1);
    assert_eq!(space.count(Seat(0), UnitKind::Cruiser), 0);
    assert_eq!(played.state.forces(at).count(Seat(0), kind), 1);
}

#[test]
fn upgrade_that_is_sabotaged_leaves_the_cruiser() {
    let state = arena("space 205: yssaril cruiser\nhand yssaril: upgrade\nhand hacan: sabotage");
    let script = Script::new().answer(0, play("upgrade")).answer(1, play("sabotage"));
    let played = activate("205", state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
}

#[test]
fn flank_speed_is_not_played_twice_for_the_same_activation() {
    let state = arena("space 205: yssaril cruiser\nhand yssaril: flank-speed, flank-speed");
    let played = activate("204", state, always("flank-speed")).done();
    let (kind, from) = (UnitKind::Cruiser, place("205"));
    assert_eq!(number(&played.state, Number::Move { seat: Seat(0), kind, from }, 2), 3);
    assert_eq!(played.state.player(Seat(0)).hand.len(), 1);
}

// Experimental Battlestation

fn arrive(state: State, script: Script) -> Played {
    script.run(state, |game| {
        let system = place("205");
        window::window(game, &mut Moment::ShipsMoved { by: Seat(0), system })?;
        space_cannon::offense(game, Seat(0), system)
    })
}

#[test]
fn experimental_battlestation_fires_three_dice_from_a_dock_next_door() {
    let state = arena(
        "space 205: yssaril cruiser, destroyer
planet bereg: hacan infantry, space dock
hand hacan: experimental-battlestation",
    );
    let script = Script::new()
        .answer(1, play("experimental-battlestation"))
        .answer(1, [Choice::Yes])
        .dice([5, 6, 4]);
    let played = arrive(state, script).done();
    assert!(!played.state.has_ships(place("205"), Seat(0)));
    assert!(played.told().contains("1 space dock **5, 6, 4**: 2 hits."), "{}", played.told());
}

#[test]
fn experimental_battlestation_fires_together_with_the_pds() {
    let state = arena(
        "space 205: yssaril 3 cruisers
planet bereg: hacan infantry, space dock, pds
tech hacan: pds-ii
hand hacan: experimental-battlestation",
    );
    let script = Script::new()
        .answer(1, play("experimental-battlestation"))
        .answer(1, [Choice::Yes])
        .dice([1, 1, 1, 1]);
    let played = arrive(state, script).done();
    assert_eq!(played.script.rolled.len(), 1);
    assert_eq!(played.script.rolled[0].1.len(), 4);
}

#[test]
fn experimental_battlestation_can_be_answered_with_maneuvering_jets() {
    let state = arena(
        "space 205: yssaril cruiser, destroyer
planet bereg: hacan infantry, space dock
hand hacan: experimental-battlestation
hand yssaril: maneuvering-jets",
    );
    let script = Script::new()
        .answer(1, play("experimental-battlestation"))
        .answer(1, [Choice::Yes])
        .answer(0, play("maneuvering-jets"))
        .dice([5, 1, 4]);
    let played = arrive(state, script).done();
    assert_eq!(played.state.fleet_size(place("205"), Seat(0)), 2);
}

#[test]
fn experimental_battlestation_needs_a_dock_in_reach_and_anothers_movement() {
    let moved = |by: u8| Moment::ShipsMoved { by: Seat(by), system: place("205") };
    let near =
        arena("planet bereg: hacan infantry, space dock\nhand hacan: experimental-battlestation");
    assert!(is_playable(&near, 1, "experimental-battlestation", moved(0)));
    assert!(!is_playable(&near, 1, "experimental-battlestation", moved(1)));
    let far = arena("planet arretze: hacan space dock\nhand hacan: experimental-battlestation");
    assert!(!is_playable(&far, 1, "experimental-battlestation", moved(0)));
}

#[test]
fn experimental_battlestation_that_is_sabotaged_does_not_fire() {
    let state = arena(
        "space 205: yssaril cruiser
planet bereg: hacan infantry, space dock
hand hacan: experimental-battlestation
hand yssaril: sabotage",
    );
    let script =
        Script::new().answer(1, play("experimental-battlestation")).answer(0, play("sabotage"));
    let played = arrive(state, script).done();
    assert!(played.script.rolled.is_empty());
}
