//! Adjacency (RR 6), anomalies (RR 9), the board (RR 39), planets (RR 64) and system tiles (RR 88).

use super::*;
use crate::imperium::rules::{adjacency, payment};

#[test]
fn rr_06_2a_a_system_is_not_adjacent_to_itself() {
    let state = arena("tile 305 = 39\ntile 315 = 26");
    for system in state.systems.keys() {
        assert!(!state.adjacent(*system, *system), "{system}");
        assert!(!adjacency::neighbours(&state, SOL, *system).contains(system), "{system}");
    }
}

#[test]
fn rr_06_1_wormholes_of_one_kind_make_systems_adjacent_and_of_two_kinds_do_not() {
    let state = arena("tile 305 = 39\ntile 315 = 26\ntile 311 = 25");
    assert!(state.adjacent(place("305"), place("315")));
    assert!(!state.adjacent(place("305"), place("311")));
}

#[test]
fn rr_09_2_asteroids_nebula_supernova_and_rift_are_the_anomalies_of_the_box() {
    let state = arena("tile 305 = 41\ntile 306 = 42\ntile 308 = 43\ntile 309 = 44\ntile 310 = 45");
    let anomaly = |label| state.anomalies(place(label)).to_vec();
    assert_eq!(anomaly("305"), [Anomaly::GravityRift]);
    assert_eq!(anomaly("306"), [Anomaly::Nebula]);
    assert_eq!(anomaly("308"), [Anomaly::Supernova]);
    assert_eq!([anomaly("309"), anomaly("310")].concat(), [Anomaly::AsteroidField; 2]);
    assert!(anomaly("101").is_empty());
}

#[test]
fn rr_39_1_the_home_of_creuss_is_on_the_board_though_it_touches_nothing() {
    let state = at("players creuss, hacan, letnev");
    let home = state.home_system(SOL).expect("Creuss have a home");
    let gate = place("301");
    assert_ne!(home, gate);
    assert!(state.systems.contains_key(&home));
    assert_eq!(state.neighbours(home), [gate], "by the delta wormhole alone");
}

#[test]
fn rr_64_9_an_exhausted_planet_pays_nothing() {
    let state = arena("tile 205 = 25\ncontrol quann: sol\nexhausted quann");
    let pays =
        |parts: &[Choice]| payment::check(&state, SOL, parts, payment::Currency::Resources, 2);
    let quann = Choice::Exhaust(PlanetId::named("quann"));
    let why = pays(&[quann]).expect_err("it is exhausted").to_string();
    assert!(why.contains("exhausted"), "{why}");
}

#[test]
fn rr_64_8_a_planet_is_paid_with_by_its_owner_only() {
    let state = arena("tile 205 = 25\ncontrol quann: hacan");
    let quann = [Choice::Exhaust(PlanetId::named("quann"))];
    let pays = |seat| payment::check(&state, seat, &quann, payment::Currency::Resources, 2).is_ok();
    assert!(pays(HACAN) && !pays(SOL));
}

#[test]
fn rr_88_5_units_on_planets_and_in_space_are_in_the_same_system() {
    let state = arena("tile 205 = 25\nplanet quann: sol infantry\nspace 205: hacan fighter");
    assert!(state.has_units(place("205"), SOL) && state.has_units(place("205"), HACAN));
    assert!(!state.has_ships(place("205"), SOL));
}
