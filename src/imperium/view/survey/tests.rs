//! Surveys of small positions.

use super::*;
use crate::imperium::position::at;

fn id(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label")
}

#[test]
fn a_wormhole_shortens_the_way() {
    let state = at("players sol, hacan\ntile 205 = 26\ntile 211 = 39");
    let Survey::Distances(from, steps) = distances(&state, id("205")) else { panic!() };
    assert_eq!(from, id("205"));
    let of = |label: &str| steps.iter().find(|(at, _)| *at == id(label)).map(|(_, n)| *n);
    assert_eq!(of("205"), Some(0));
    assert_eq!(of("211"), Some(1));
    assert_eq!(of("000"), Some(2));
}

#[test]
fn only_improved_pds_fire_at_the_next_system() {
    let text = "players sol, hacan\ntile 205 = 25\nplanet quann: hacan 2 pds";
    let near = |text: &str| {
        let Survey::Cannon(all) = cannon(&at(text)) else { panic!() };
        let dice = |label: &str| {
            all.iter().find(|(at, ..)| *at == id(label)).map(|(_, seat, dice)| (*seat, *dice))
        };
        (dice("205"), dice("103"))
    };
    assert_eq!(near(text), (Some((Seat(1), 2)), None));
    let improved = format!("{text}\ntech hacan: pds-ii");
    assert_eq!(near(&improved), (Some((Seat(1), 2)), Some((Seat(1), 2))));
}

#[test]
fn a_fleet_held_by_its_command_token_reaches_nothing() {
    let text = "players sol, hacan\nspace 205: sol 2 cruisers, carrier";
    let ships = |text: &str| {
        let Survey::Reach(_, _, all) = reach(&at(text), Seat(0), id("205")) else { panic!() };
        let of = |label: &str| all.iter().find(|(at, _)| *at == id(label)).map(|(_, n)| *n);
        (of("103"), of("000"))
    };
    assert_eq!(ships(text), (Some(3), Some(2)));
    assert_eq!(ships(&format!("{text}\ntoken sol: 205")), (None, None));
}
