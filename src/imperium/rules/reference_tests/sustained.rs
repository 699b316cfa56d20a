//! Sustaining damage (RR 87), and what it does not help against.

use super::*;
use crate::imperium::rules::{combat, hits, status};
use crate::imperium::script::refused;

fn fight(lines: &str, script: Script) -> Played {
    let state = arena(&format!("active sol\n{lines}"));
    script.run(state, |game| combat::space_combat(game, place("201"))).done()
}

fn sustain(kind: UnitKind, count: u8) -> Choice {
    Choice::Sustain { kind, count }
}

fn assign(hits: u8, source: HitSource) -> Question {
    Question::AssignHits { place: Place::Space(place("201")), hits, source, from: SOL }
}

#[test]
fn rr_87_1_one_use_cancels_one_hit_and_damages_the_unit() {
    let script = Script::new().dice([10, 10, 10, 10]).on(1, [sustain(UnitKind::Dreadnought, 1)]);
    let played = fight("space 201: sol 2 cruisers; hacan dreadnought, cruiser", script);
    let space = &played.state.system(place("201")).space;
    assert_eq!(space.count_in(HACAN, UnitKind::Dreadnought, true), 1, "{}", played.told());
    assert_eq!(space.count(HACAN, UnitKind::Cruiser), 0, "the second hit");
}

#[test]
fn rr_87_1_no_more_hits_are_sustained_than_there_are() {
    let state = arena("space 201: hacan 2 dreadnoughts");
    let two = [sustain(UnitKind::Dreadnought, 2)];
    assert!(refused(&state, 1, assign(1, HitSource::SpaceCombat), &two).is_some());
    assert_eq!(refused(&state, 1, assign(2, HitSource::SpaceCombat), &two), None);
}

#[test]
fn rr_87_2_a_damaged_ship_rolls_as_before() {
    let dice = |ship: &str| {
        let script = Script::new().dice([1, 10]);
        let played = fight(&format!("space 201: sol cruiser; hacan {ship}"), script);
        played.script.rolled.iter().map(|(_, dice)| dice.len()).collect::<Vec<usize>>()
    };
    assert_eq!(dice("damaged war-sun"), dice("war-sun"));
}

#[test]
fn rr_87_3_a_damaged_unit_sustains_nothing_until_it_is_repaired() {
    let state = arena("phase status\nspace 201: hacan damaged dreadnought, cruiser");
    let one = [sustain(UnitKind::Dreadnought, 1)];
    let why = refused(&state, 1, assign(1, HitSource::SpaceCombat), &one).expect("it is damaged");
    assert!(why.to_string().contains("undamaged"), "{why}");
    let repaired = Script::new().run(state, |game| status::run(game, StatusStep::Repair)).done();
    assert_eq!(refused(&repaired.state, 1, assign(1, HitSource::SpaceCombat), &one), None);
}

#[test]
fn rr_87_4_hits_of_cannons_are_sustained_and_those_of_a_barrage_are_not() {
    let state = arena("space 201: hacan dreadnought, fighter");
    let one = [sustain(UnitKind::Dreadnought, 1)];
    assert_eq!(refused(&state, 1, assign(1, HitSource::SpaceCannon), &one), None);
    let why =
        refused(&state, 1, assign(1, HitSource::Barrage), &one).expect("only fighters are hit");
    assert!(why.to_string().contains("no fighter"), "{why}");
}

/// A third round destroys a ship without a hit: there is nothing to sustain.
#[test]
fn rr_87_5_what_destroys_a_unit_outright_is_not_sustained() {
    let state = arena("space 201: hacan dreadnought");
    let run = |game: &mut Game| hits::lose_ships(game, HACAN, SOL, place("201"), 1);
    let played = Script::new().strict().run(state, run).done();
    assert!(played.state.system(place("201")).space.is_empty());
    assert!(played.asked(1).is_empty());
}
