//! The course of a space combat (RR 78) and a ground combat (RR 42) beyond what their modules test.

use super::*;
use crate::imperium::rules::{combat, invasion};

fn fight(lines: &str, script: Script) -> Played {
    let state = arena(&format!("active sol\n{lines}"));
    script.run(state, |game| combat::space_combat(game, place("201"))).done()
}

fn rounds(played: &Played) -> usize {
    let labels = played.script.rolled.iter().map(|(label, _)| label);
    labels.filter(|label| label.contains("combat round")).count()
}

#[test]
fn rr_78_3a_a_fleet_that_the_barrage_leaves_nothing_of_does_not_fight() {
    let played = fight("space 201: sol destroyer; hacan 2 fighters", Script::new().dice([9, 10]));
    assert_eq!(rounds(&played), 0, "{}", played.told());
    assert!(played.told().contains("«0» wins the space combat"), "{}", played.told());
}

#[test]
fn rr_78_8_the_next_round_begins_with_announcing_retreats() {
    let lines = "space 201: sol cruiser; hacan cruiser\nspace 202: hacan fighter, carrier";
    let script = Script::new().dice([1, 1, 1, 1, 10, 1]);
    let played = fight(lines, script);
    let asked = |seat: u8| {
        let asked = played.asked(seat).into_iter();
        asked.filter(|what| matches!(what, Question::AnnounceRetreat { .. })).count()
    };
    assert_eq!(asked(1), 3, "once a round");
}

#[test]
fn rr_78_10_when_both_fleets_die_nobody_has_won() {
    let lines =
        "space 201: sol cruiser; hacan cruiser\npoints hacan: 1\nsecret sol: spark-a-rebellion";
    let script =
        Script::new().dice([10, 10]).on(0, [Choice::Secret(SecretId::named("spark-a-rebellion"))]);
    let played = fight(lines, script);
    assert!(played.told().contains("ends in a draw"), "{}", played.told());
    assert!(played.state.player(SOL).scored_secrets.is_empty(), "a rebellion needs a victory");
}

#[test]
fn rr_78_5f_the_attacker_rolls_all_dice_before_the_defender() {
    let lines = "space 201: sol cruiser, destroyer; hacan 2 cruisers, carrier";
    let played = fight(lines, Script::new().dice([1, 1, 10, 10, 1]));
    let labels: Vec<&str> =
        played.script.rolled.iter().map(|(label, _)| label.as_str()).take(2).collect();
    assert!(labels[0].contains("seat 0") && labels[1].contains("seat 1"), "{labels:?}");
}

#[test]
fn rr_41_2_a_retreat_that_the_rift_takes_whole_places_no_token() {
    let state = at("players sol, hacan, letnev\ntile 201 = 41\ntile 202 = 48\nactive sol
space 201: sol cruiser; hacan carrier, 2 infantry\nspace 202: hacan destroyer");
    let script = Script::new().dice([1, 1, 3]).when(|_, prompt| match prompt.question {
        Question::AnnounceRetreat { .. } if prompt.seat == HACAN => Some(vec![Choice::Yes]),
        _ => None,
    });
    let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
    let state = &played.state;
    assert!(!state.system(place("202")).tokens.contains(HACAN), "{}", played.told());
    assert_eq!(state.on_board(HACAN, UnitKind::Infantry), 0, "lost with their ship (RR 41.2b)");
    assert!(state.player(SOL).feats.is_empty());
}

fn storm(lines: &str, script: Script) -> Played {
    let state = arena(&format!("active sol\ntile 205 = 25\n{lines}"));
    script.run(state, |game| combat::ground_combat(game, SOL, PlanetId::named("quann"))).done()
}

#[test]
fn rr_42_4_the_combat_goes_on_until_one_side_has_no_ground_forces() {
    let lines =
        "planet quann: hacan 2 infantry, pds, space-dock; sol 2 infantry\ncontrol quann: hacan";
    let played = storm(lines, Script::new().dice([8, 1, 1, 1, 8, 1, 8]));
    let forces = &played.state.planet(PlanetId::named("quann")).forces;
    assert!(!forces.has_ground_forces(HACAN));
    assert_eq!(forces.count(HACAN, UnitKind::Pds), 1, "structures do not fight");
}

#[test]
fn rr_42_4d_without_survivors_nobody_has_won_a_ground_combat() {
    let lines = "planet quann: hacan infantry; sol infantry\ncontrol quann: hacan";
    let played = storm(lines, Script::new().dice([10, 10]));
    assert!(played.told().contains("ends in a draw"), "{}", played.told());
    assert_eq!(played.state.owner(PlanetId::named("quann")), Some(HACAN));
}

#[test]
fn rr_49_2c_whoever_lands_nobody_has_no_cannon_and_no_combat_to_fear() {
    let state = arena(
        "active sol\ntile 205 = 25\nspace 205: sol carrier, 2 infantry\nplanet quann: hacan infantry, pds",
    );
    let script = Script::new().answer(0, []);
    let played = script.run(state, |game| invasion::invade(game, SOL, place("205"))).done();
    assert!(played.script.rolled.is_empty() && played.asked(1).is_empty());
}

#[test]
fn rr_25_1_and_49_5b_a_planet_taken_from_somebody_arrives_exhausted() {
    let state =
        arena("active sol\ntile 205 = 25\nspace 205: sol carrier, infantry\ncontrol quann: hacan");
    let quann = PlanetId::named("quann");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 1, planet: quann };
    let script = Script::new().answer(0, [land]);
    let state = script.run(state, |game| invasion::invade(game, SOL, place("205"))).done().state;
    assert_eq!((state.owner(quann), state.planet(quann).exhausted), (Some(SOL), true));
}

#[test]
fn rr_25_2_and_49_5c_landing_on_an_own_planet_does_not_exhaust_it() {
    let state =
        arena("active sol\ntile 205 = 25\nspace 205: sol carrier, infantry\ncontrol quann: sol");
    let quann = PlanetId::named("quann");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 1, planet: quann };
    let script = Script::new().answer(0, [land]);
    let played = script.run(state, |game| invasion::invade(game, SOL, place("205"))).done();
    assert!(!played.state.planet(quann).exhausted);
    assert!(!played.told().contains("takes"), "{}", played.told());
}
