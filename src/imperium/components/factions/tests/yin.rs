//! The Yin Brotherhood as play.

use super::kit::*;
use crate::engine::{Prompt, Seat};
use crate::imperium::Imperium;
use crate::imperium::rules::{production, space_cannon};
use UnitKind::*;

// Indoctrination

const LANDED: &str =
    "planet bereg: yin infantry; hacan 2 infantry\ngoods yin: 2 0\nexhausted darien\n";

#[test]
fn indoctrination_turns_an_enemy_infantry_for_two_influence() {
    let script = Script::new()
        .answer(0, uses("Indoctrination"))
        .answer(0, [Choice::TradeGoods(2)])
        .dice([8, 1, 1]);
    let played = storm(arena("yin", LANDED), script);
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (2, 0));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn indoctrination_is_for_the_first_round_of_a_ground_combat_and_needs_the_influence() {
    let script = Script::new().dice([1, 1, 1]).dice([8, 1, 1]).dice([8, 1]);
    let played = storm(arena("yin", LANDED), script);
    assert_eq!(offers(&played, "Indoctrination"), 1);
    let played = storm(arena("yin", &format!("{LANDED}goods yin: 1 0")), Script::new());
    assert_eq!(offers(&played, "Indoctrination"), 0);
}

#[test]
fn indoctrination_of_the_last_infantry_wins_before_anybody_rolls_or_responds() {
    let lines = "planet bereg: yin infantry; hacan infantry\ngoods yin: 2 0\nexhausted darien
hand hacan: morale-boost";
    let script = Script::new().answer(0, uses("Indoctrination")).answer(0, [Choice::TradeGoods(2)]);
    let played = storm(arena("yin", lines), script);
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (2, 0));
    assert!(played.script.rolled.is_empty());
    assert_eq!(played.asked(1).len(), 0);
}

// Devotion

const FLEETS: &str = "space 205: yin cruiser, destroyer; hacan dreadnought, cruiser\n";

#[test]
fn devotion_gives_up_a_ship_for_a_hit_at_the_enemy_ship_of_its_choice() {
    let script = Script::new()
        .dice([1; 4])
        .answer(0, uses("Devotion"))
        .answer(0, [unit(Destroyer)])
        .answer(0, [unit(Cruiser)]);
    let played = fight(arena("yin", FLEETS), script);
    assert_eq!(ships(&played, "205", 1, Cruiser), 0);
    let told = played.told();
    assert!(told.contains("gives up a destroyer"), "{told}");
}

#[test]
fn devotion_can_be_sustained_by_the_chosen_ship_alone() {
    let script = Script::new()
        .dice([1; 4])
        .answer(0, uses("Devotion"))
        .answer(0, [unit(Destroyer)])
        .answer(0, [unit(Dreadnought)])
        .answer(1, [Choice::Sustain { kind: Dreadnought, count: 1 }])
        .dice([1, 10, 1]);
    let played = fight(arena("yin", FLEETS), script);
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(1), Dreadnought, true), 1, "{}", played.told());
    assert_eq!(ships(&played, "205", 1, Cruiser), 1);
}

#[test]
fn devotion_is_answered_by_shields_holding() {
    let script = Script::new()
        .dice([1; 4])
        .answer(0, uses("Devotion"))
        .answer(0, [unit(Destroyer)])
        .answer(0, [unit(Cruiser)])
        .answer(1, [Choice::Play(ActionCardId::named("shields-holding"))])
        .dice([1, 10, 1]);
    let lines = format!("{FLEETS}hand hacan: shields-holding");
    let played = fight(arena("yin", &lines), script);
    assert_eq!(ships(&played, "205", 1, Cruiser), 1);
}

#[test]
fn devotion_works_once_a_round_and_needs_a_cruiser_or_destroyer() {
    let script = Script::new()
        .dice([1; 4])
        .answer(0, uses("Devotion"))
        .answer(0, [unit(Destroyer)])
        .answer(0, [unit(Dreadnought)])
        .answer(1, [lose(Dreadnought, 1)])
        .dice([1, 10]);
    let played = fight(arena("yin", FLEETS), script);
    assert_eq!(offers(&played, "Devotion"), 1, "the cruiser dies in the second round");
    let lines = "space 205: yin dreadnought; hacan cruiser";
    let played = fight(arena("yin", lines), Script::new().dice([1, 1, 10, 1]));
    assert_eq!(offers(&played, "Devotion"), 0);
}

// Impulse Core

const CORE: &str = "tech yin: impulse-core\n";

#[test]
fn impulse_core_hits_before_the_barrage_and_spares_fighters() {
    let lines = format!("{CORE}space 205: yin 2 destroyers; hacan destroyer, 3 fighters");
    let script =
        Script::new().answer(0, uses("Impulse Core")).dice([9, 9, 10, 10, 10]).dice([10, 1]);
    let played = fight(arena("yin", &lines), script);
    let (label, dice) = &played.script.rolled[0];
    assert!(label.contains("barrage") && dice.len() == 2, "one destroyer is left: {label}");
    assert_eq!(ships(&played, "205", 1, Destroyer), 0, "{}", played.told());
}

#[test]
fn impulse_core_lets_the_opponent_choose_and_sustain() {
    let lines = format!("{CORE}space 205: yin cruiser, destroyer; hacan dreadnought, cruiser");
    let script = Script::new()
        .answer(0, uses("Impulse Core"))
        .answer(0, [unit(Destroyer)])
        .answer(1, [Choice::Sustain { kind: Dreadnought, count: 1 }])
        .dice([1, 10, 10]);
    let played = fight(arena("yin", &lines), script);
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(1), Dreadnought, true), 1);
}

#[test]
fn impulse_core_is_for_the_start_of_a_space_combat() {
    let lines = format!("{CORE}space 205: yin cruiser; hacan cruiser");
    let played = fight(arena("yin", &lines), Script::new().dice([1, 1]).dice([10, 1]));
    assert_eq!(offers(&played, "Impulse Core"), 1);
    let played = fight(arena("yin", "space 205: yin cruiser; hacan cruiser"), Script::new());
    assert_eq!(offers(&played, "Impulse Core"), 0);
}

// Yin Spinner

const YARD: &str = "tech yin: yin-spinner\nplanet bereg: yin space-dock\ncontrol lirta-iv: yin\n";

fn produce(lines: &str, built: u8) -> Played {
    let script = Script::new().when(move |_, prompt: &Prompt<Imperium>| match prompt.question {
        Question::Produce { .. } if built > 0 => Some(vec![
            Choice::Build { kind: Destroyer, count: built, at: Place::Space(place("206")) },
            Choice::TradeGoods(built),
        ]),
        Question::TechnologyTarget { .. } => Some(vec![Choice::Planet(planet("lirta-iv"))]),
        _ => None,
    });
    let state = arena("yin", &format!("{YARD}goods yin: 2 0\n{lines}"));
    script.run(state, |game| production::produce(game, Seat(0), place("206"))).done()
}

#[test]
fn yin_spinner_adds_an_infantry_on_any_own_planet_of_the_system_that_produced() {
    assert_eq!(ground(&produce("", 1), "lirta-iv", 0), 1);
    let played = produce("control lirta-iv: hacan", 1);
    assert_eq!(ground(&played, "bereg", 0), 1);
}

#[test]
fn yin_spinner_does_nothing_where_nothing_was_produced_by_units() {
    assert_eq!(ground(&produce("", 0), "lirta-iv", 0), 0);
    let state = arena("yin", &format!("{YARD}goods yin: 2 0"));
    let script = Script::new().when(|_, prompt: &Prompt<Imperium>| {
        let at = Place::Planet(planet("bereg"));
        matches!(prompt.question, Question::ProduceOn { .. })
            .then(|| vec![Choice::Build { kind: Infantry, count: 1, at }, Choice::TradeGoods(1)])
    });
    let run =
        |game: &mut crate::imperium::Game| production::produce_on(game, Seat(0), planet("bereg"));
    let played = script.run(state, run).done();
    assert_eq!(ground(&played, "bereg", 0), 1);
    assert_eq!(ground(&played, "lirta-iv", 0), 0);
}

// Van Hauge

#[test]
fn van_hauge_takes_all_ships_along_and_the_combat_ends_in_a_draw() {
    let lines = "space 205: yin damaged flagship, cruiser; hacan 2 cruisers, carrier, 2 infantry";
    let script = Script::new()
        .dice([1, 1, 1, 10, 1, 1])
        .answer(0, [Choice::Destroy { kind: Flagship, damaged: true, count: 1 }]);
    let played = fight(arena("yin", lines), script);
    assert!(played.state.system(place("205")).space.iter().next().is_none(), "{}", played.told());
    assert!(played.told().contains("ends in a draw"));
}

#[test]
fn van_hauge_shot_by_a_cannon_takes_the_fleets_along_with_what_they_carry() {
    let lines = "active yin\nspace 206: yin damaged flagship; hacan carrier, infantry
planet bereg: hacan pds, infantry";
    let script = Script::new().dice([10]).when(|_, prompt: &Prompt<Imperium>| {
        matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
    });
    let state = arena("yin", lines);
    let run = |game: &mut crate::imperium::Game| space_cannon::offense(game, Seat(0), place("206"));
    let played = script.run(state, run).done();
    assert!(played.state.system(place("206")).space.iter().next().is_none(), "{}", played.told());
    assert_eq!(ground(&played, "bereg", 1), 1);
}

#[test]
fn van_hauge_that_falls_to_a_direct_hit_takes_all_along_too() {
    let lines = "space 205: yin flagship; hacan 2 cruisers\nhand hacan: direct-hit";
    let script = Script::new()
        .dice([1, 1, 10, 1])
        .answer(0, [Choice::Sustain { kind: Flagship, count: 1 }])
        .answer(1, [Choice::Play(ActionCardId::named("direct-hit"))]);
    let played = fight(arena("yin", lines), script);
    assert!(played.state.system(place("205")).space.iter().next().is_none());
}

#[test]
fn van_hauge_that_survives_harms_nobody() {
    let lines = "space 205: yin flagship; hacan cruiser";
    let played = fight(arena("yin", lines), Script::new().dice([9, 1, 1]));
    assert_eq!(ships(&played, "205", 0, Flagship), 1);
}
