//! The L1Z1X Mindnet as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{control, production, technology};
use UnitKind::*;

fn takes(lines: &str, script: Script) -> Played {
    let gain = |game: &mut crate::imperium::Game| control::gain(game, Seat(0), planet("bereg"));
    script.run(arena("l1z1x", lines), gain).done()
}

#[test]
fn assimilate_turns_structures_into_own_ones() {
    let played = takes("planet bereg: hacan pds, space dock", Script::new());
    let forces = &played.state.planet(planet("bereg")).forces;
    assert_eq!((forces.count(Seat(0), Pds), forces.count(Seat(0), SpaceDock)), (1, 1));
    assert_eq!((forces.count(Seat(1), Pds), forces.count(Seat(1), SpaceDock)), (0, 0));
    // Bereg has 3 resources; the dock adds 2.
    let yard = production::Yard::of(&played.state, Seat(0), place("206"));
    assert_eq!(yard.limit, played.state.resources(planet("bereg")) + 2);
}

#[test]
fn assimilate_takes_a_structure_from_elsewhere_when_none_is_left() {
    let lines = "planet bereg: hacan space dock\nplanet 000: l1z1x space dock
        planet lirta-iv: l1z1x space dock\nplanet arc-prime: l1z1x space dock";
    let at = Place::Planet(planet("lirta-iv"));
    let from = Choice::UnitAt { owner: Seat(0), kind: SpaceDock, damaged: false, at };
    let played = takes(lines, Script::new().answer(0, [from]));
    let docks = |on: &str| played.state.planet(planet(on)).forces.count(Seat(0), SpaceDock);
    assert_eq!((docks("bereg"), docks("lirta-iv")), (1, 0));
    let played = takes(lines, Script::new().answer(0, [Choice::Pass]));
    assert_eq!(played.state.planet(planet("bereg")).forces.count(Seat(0), SpaceDock), 0);
}

#[test]
fn assimilate_is_for_its_holder_only() {
    let gain = |game: &mut crate::imperium::Game| control::gain(game, Seat(1), planet("bereg"));
    let state = arena("l1z1x", "planet bereg: l1z1x pds");
    let played = Script::new().run(state, gain).done();
    assert_eq!(played.state.planet(planet("bereg")).forces.count(Seat(1), Pds), 0);
}

const ABOVE: &str = "space 206: l1z1x 2 dreadnoughts\n";

#[test]
fn harrow_bombards_at_the_end_of_each_round() {
    let lines = format!("{ABOVE}planet bereg: l1z1x infantry; hacan 3 infantry");
    // Round one: nobody hits, then the dreadnoughts hit twice; round two decides.
    let dice = [1, 1, 1, 1, 5, 5, 8, 1];
    let script = Script::new().answer(0, uses("Harrow")).dice(dice);
    let played = storm(arena("l1z1x", &lines), script);
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (1, 0));
}

#[test]
fn harrow_works_in_the_round_in_which_the_last_attacker_died() {
    let lines = format!("{ABOVE}planet bereg: l1z1x infantry; hacan 2 infantry");
    let script = Script::new().answer(0, uses("Harrow")).dice([1, 8, 8, 5, 5]);
    let played = storm(arena("l1z1x", &lines), script);
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (0, 0));
    assert!(played.told().contains("draw"));
}

#[test]
fn harrow_is_stopped_by_a_planetary_shield_and_needs_the_own_turn() {
    let lines = format!("{ABOVE}planet bereg: l1z1x infantry; hacan 3 infantry, pds");
    let played = storm(arena("l1z1x", &lines), Script::new().dice([1, 8, 8, 8]));
    assert_eq!(offers(&played, "Harrow"), 0);
    let lines = format!("{ABOVE}planet bereg: l1z1x infantry; hacan 3 infantry\nactive hacan");
    let played = storm(arena("l1z1x", &lines), Script::new().dice([1, 8, 8, 8]));
    assert_eq!(offers(&played, "Harrow"), 0);
}

#[test]
fn inheritance_systems_open_any_technology_for_two_resources_more() {
    let lines = "tech l1z1x: inheritance-systems\ngoods l1z1x: 6 0\nexhausted 000";
    let state = arena("l1z1x", lines);
    let (seat, wanted) = (Seat(0), tech("light-wave-deflector"));
    let used = [Choice::Technology(wanted), uses("Inheritance Systems")[0].clone()];
    assert!(technology::check(&state, seat, &used, 0).is_ok());
    assert!(
        technology::check(&state, seat, &used[..1], 0).is_err(),
        "without it prerequisites count"
    );
    let mut dear = used.to_vec();
    dear.push(Choice::TradeGoods(4));
    assert!(technology::check(&state, seat, &dear, 4).is_ok());
    let script = Script::new().answer(0, used).answer(0, [Choice::TradeGoods(2)]);
    let played = script.run(state, |game| technology::offer(game, Seat(0), 0)).done();
    assert!(played.state.has_technology(seat, wanted));
    assert_eq!(played.state.player(seat).trade_goods, 4);
    assert!(is_exhausted(&played, 0, "inheritance-systems"));
}

#[test]
fn inheritance_systems_are_paid_apart_from_the_technology() {
    // [0.0.0] has 5 resources: the one that is spare at a price of 4 is lost.
    let state = arena("l1z1x", "tech l1z1x: inheritance-systems\ngoods l1z1x: 1 0");
    let answer = [
        Choice::Technology(tech("light-wave-deflector")),
        uses("Inheritance Systems")[0].clone(),
        Choice::Exhaust(planet("000")),
    ];
    assert!(technology::check(&state, Seat(0), &answer, 4).is_err());
    let richer = arena("l1z1x", "tech l1z1x: inheritance-systems\ngoods l1z1x: 2 0");
    assert!(technology::check(&richer, Seat(0), &answer, 4).is_ok());
}

#[test]
fn inheritance_systems_work_once_until_they_are_readied() {
    let mut state = arena("l1z1x", "tech l1z1x: inheritance-systems\ngoods l1z1x: 9 0");
    state.player_mut(Seat(0)).exhausted_technologies.push(tech("inheritance-systems"));
    let used =
        [Choice::Technology(tech("light-wave-deflector")), uses("Inheritance Systems")[0].clone()];
    assert!(technology::check(&state, Seat(0), &used, 0).is_err());
}

#[test]
fn super_dreadnought_ii_moves_two_and_fears_no_direct_hit() {
    let state = arena("l1z1x", "tech l1z1x: super-dreadnought-ii");
    let card = state.card(Seat(0), Dreadnought).expect("a card");
    assert_eq!((card.movement, card.capacity, card.immune_to_direct_hit), (Some(2), 2, true));
    let before = arena("l1z1x", "");
    assert_eq!(before.card(Seat(0), Dreadnought).map(|card| card.capacity), Some(2));
    assert!(technology::can_research(&before, Seat(0), tech("dreadnought-ii")).is_err());
}

#[test]
fn _001_aims_its_hits_and_those_of_dreadnoughts_at_large_ships() {
    let lines = "space 205: l1z1x flagship, cruiser; hacan cruiser, 3 fighters";
    let fighters = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        matches!(prompt.question, Question::AssignHits { hits: 1, .. } if prompt.seat == Seat(1))
            .then(|| vec![lose(Fighter, 1)])
    };
    // Flagship 10, 1, cruiser 10: one hit must sink the cruiser, the other one may take a fighter.
    let script = Script::new().dice([10, 1, 10, 1, 1, 1, 1]).when(fighters);
    let state = arena("l1z1x", lines);
    let played =
        script.run(state, |game| crate::imperium::rules::combat::space_combat(game, place("205")));
    let told = played.told();
    assert!(told.contains("loses 1 cruiser"), "{told}");
}

#[test]
fn _001_leaves_hits_of_cruisers_alone_where_it_is_not() {
    let lines = "space 205: l1z1x dreadnought; hacan cruiser, fighter";
    let script = Script::new().dice([10, 1, 1, 10, 1]).answer(1, [lose(Fighter, 1)]);
    let played = fight(arena("l1z1x", lines), script);
    assert!(played.told().contains("loses 1 fighter"));
}
