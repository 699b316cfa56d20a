//! The Barony of Letnev as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{bombardment, fleet, invasion};
use UnitKind::*;

#[test]
fn armada_allows_two_ships_more_than_the_fleet_pool() {
    let state = |cruisers: u8, fleet: u8| {
        let lines = format!("tokens letnev: 3 {fleet} 2\nspace 205: letnev {cruisers} cruisers");
        arena("letnev", &lines)
    };
    assert_eq!(fleet::limit(&state(5, 3), Seat(0)), 5);
    let tidied = |state| {
        let played =
            Script::new().run(state, |game| fleet::tidy(game, Seat(0), place("205"))).done();
        ships(&played, "205", 0, Cruiser)
    };
    assert_eq!(tidied(state(5, 3)), 5);
    assert_eq!(tidied(state(6, 3)), 5);
    assert_eq!(tidied(state(2, 0)), 2);
}

const GUARDED: &str = "tech letnev: l4-disruptors
space 206: letnev carrier, 2 infantry
planet bereg: hacan pds, infantry";

fn landing(state: State) -> Played {
    let land = Choice::Land { kind: Infantry, damaged: false, count: 2, planet: planet("bereg") };
    let script = Script::new()
        .when(|_, prompt| match prompt.question {
            Question::FireSpaceCannon { .. } => Some(vec![Choice::Yes]),
            _ => None,
        })
        .answer(0, [land])
        .dice([10, 10, 1]);
    script.run(state, |game| invasion::invade(game, Seat(0), place("206"))).done()
}

#[test]
fn l4_disruptors_silence_space_cannons_at_what_lands() {
    let with = landing(arena("letnev", GUARDED));
    assert!(!with.told().contains("Space cannon"), "{}", with.told());
    let lines = GUARDED.replace("tech letnev: l4-disruptors", "");
    let without = landing(arena("letnev", &lines));
    assert!(without.told().contains("Space cannon"), "{}", without.told());
}

#[test]
fn l4_disruptors_leave_space_cannon_offense_alone() {
    let script = Script::new()
        .when(|_, prompt| match prompt.question {
            Question::FireSpaceCannon { .. } => Some(vec![Choice::Yes]),
            _ => None,
        })
        .dice([10]);
    let active = |game: &mut crate::imperium::Game| {
        crate::imperium::rules::space_cannon::offense(game, Seat(0), place("206"))
    };
    let played = script.run(arena("letnev", GUARDED), active).done();
    assert_eq!(ships(&played, "206", 0, Carrier), 0);
}

fn under_fire(hits: u8, units: &str, answer: &[Choice]) -> Option<String> {
    let lines = format!("tech letnev: non-euclidean-shielding\nspace 205: letnev {units}");
    let (source, from) = (crate::imperium::rules::ask::HitSource::SpaceCombat, Seat(1));
    let question = Question::AssignHits { place: Place::Space(place("205")), hits, source, from };
    refused(&arena("letnev", &lines), 0, question, answer).map(|refusal| refusal.to_string())
}

fn sustain(kind: UnitKind, count: u8) -> Choice {
    Choice::Sustain { kind, count }
}

#[test]
fn non_euclidean_shielding_cancels_two_hits_at_once() {
    let units = "dreadnought, 2 cruisers";
    assert_eq!(under_fire(3, units, &[sustain(Dreadnought, 1), lose(Cruiser, 1)]), None);
    assert!(under_fire(3, units, &[sustain(Dreadnought, 1), lose(Cruiser, 2)]).is_some());
    // Two hits are both cancelled: none is left for a cruiser.
    assert_eq!(under_fire(2, units, &[sustain(Dreadnought, 1)]), None);
    assert!(under_fire(2, units, &[sustain(Dreadnought, 1), lose(Cruiser, 1)]).is_some());
}

#[test]
fn non_euclidean_shielding_keeps_no_spare_half_for_later_hits() {
    let state = arena(
        "letnev",
        "tech letnev: non-euclidean-shielding\nspace 205: letnev dreadnought, cruiser",
    );
    let (at, source) = (Place::Space(place("205")), crate::imperium::rules::ask::HitSource::Card);
    let script = Script::new().answer(0, [sustain(Dreadnought, 1)]).answer(0, [lose(Cruiser, 1)]);
    let played = script
        .run(state, |game| {
            use crate::imperium::rules::hits::assign;
            assign(game, Seat(0), at, 1, source, Seat(1))?;
            assign(game, Seat(0), at, 1, source, Seat(1))
        })
        .done();
    assert_eq!(ships(&played, "205", 0, Dreadnought), 1);
    assert_eq!(ships(&played, "205", 0, Cruiser), 0);
}

#[test]
fn arc_secundus_repairs_itself_when_a_round_begins_and_breaks_planetary_shields() {
    let lines = "space 205: letnev damaged flagship; hacan cruiser";
    let played = fight(arena("letnev", lines), Script::new().dice([10, 1, 1]));
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(0), Flagship, false), 1);
    let shielded = |ship: &str| {
        let lines = format!("planet bereg: hacan pds, infantry\nspace 206: letnev {ship}");
        bombardment::may_bombard(&arena("letnev", &lines), Seat(0), planet("bereg")).is_err()
    };
    assert!(!shielded("flagship"));
    assert!(shielded("dreadnought"));
}

#[test]
fn arc_secundus_stays_damaged_where_it_does_not_fight() {
    let lines = "space 204: letnev damaged flagship\nspace 205: letnev cruiser; hacan cruiser";
    let played = fight(arena("letnev", lines), Script::new().dice([10, 1]));
    let space = &played.state.system(place("204")).space;
    assert_eq!(space.count_in(Seat(0), Flagship, true), 1);
}

fn again(kind: UnitKind, shows: u8) -> Choice {
    Choice::Reroll { kind, shows }
}

#[test]
fn munitions_reserves_roll_dice_of_one_round_again_for_two_trade_goods() {
    let lines = "goods letnev: 3 0\nspace 205: letnev cruiser, destroyer; hacan cruiser";
    let script = Script::new()
        .answer(0, uses("Munitions Reserves"))
        .answer(0, [again(Cruiser, 2), again(Destroyer, 1)])
        .dice([2, 1, 10, 9, 1]);
    // The cruiser and the destroyer miss, roll again and miss and hit; then Hacan misses.
    let played = fight(arena("letnev", lines), script);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 1);
    assert_eq!(ships(&played, "205", 1, Cruiser), 0);
    assert_eq!(offers(&played, "Munitions Reserves"), 1);
}

#[test]
fn munitions_reserves_are_not_paid_twice_in_a_round_nor_by_who_has_one_good() {
    let lines = "goods letnev: 4 0\nspace 205: letnev cruiser; hacan cruiser";
    let script = Script::new().answer(0, uses("Munitions Reserves")).dice([10, 1]);
    let played = fight(arena("letnev", lines), script);
    assert_eq!(offers(&played, "Munitions Reserves"), 1);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 2);
    let poor = lines.replace("4 0", "1 0");
    let played = fight(arena("letnev", &poor), Script::new().dice([10, 1]));
    assert_eq!(offers(&played, "Munitions Reserves"), 0);
}

#[test]
fn munitions_reserves_roll_a_barrage_again() {
    let lines = "goods letnev: 2 0\nspace 205: letnev destroyer; hacan 2 fighters";
    let script = Script::new()
        .answer(0, uses("Munitions Reserves"))
        .answer(0, [again(Destroyer, 3), again(Destroyer, 4)])
        .dice([3, 4, 9, 10]);
    let played = fight(arena("letnev", lines), script);
    assert_eq!(ships(&played, "205", 1, Fighter), 0);
}
