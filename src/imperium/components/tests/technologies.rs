//! Technologies of Codex I.

use super::*;
use crate::imperium::Game;
use crate::imperium::rules::{bombardment, combat, production, turn};
use UnitKind::*;

// X-89 Bacterial Weapon Ω

const X_89: &str = "tech sol: x-89-bacterial-weapon-omega\nspace 206: sol dreadnought\n";

fn bombard(lines: &str, script: Script) -> Played {
    let state = board("sol, hacan, letnev", &format!("{X_89}{lines}"));
    let script = script.when(|_, prompt| {
        let at = Choice::Bombard { kind: Dreadnought, count: 1, planet: planet("bereg") };
        matches!(prompt.question, Question::Bombard { .. }).then(|| vec![at])
    });
    script.run(state, |game| bombardment::bombard(game, Seat(0), place("206"))).done()
}

#[test]
fn x_89_bacterial_weapon_omega_kills_all_infantry_after_a_hit() {
    let shielded = bombard("planet bereg: hacan 4 infantry, pds", Script::new().dice([10]));
    assert_eq!(infantry(&shielded.state, "bereg", 1), 4, "the shield of the PDS holds");
    let script = Script::new().on(0, uses("X-89 Bacterial Weapon Ω")).dice([10]);
    let played = bombard("planet bereg: letnev infantry; hacan 4 infantry", script);
    assert_eq!((infantry(&played.state, "bereg", 1), infantry(&played.state, "bereg", 2)), (0, 1));
    assert!(played.state.player(Seat(0)).exhausted_technologies.is_empty());
}

#[test]
fn x_89_bacterial_weapon_omega_needs_infantry_to_have_died() {
    let [used] = uses("X-89 Bacterial Weapon Ω");
    let missed = bombard("planet bereg: hacan 4 infantry", Script::new().dice([1]));
    assert_eq!(offers(&missed, &used), 0);
    let sustained = bombard(
        "planet bereg: hacan 2 infantry, mech",
        Script::new().dice([10]).on(1, [Choice::Sustain { kind: Mech, count: 1 }]),
    );
    assert_eq!((offers(&sustained, &used), infantry(&sustained.state, "bereg", 1)), (0, 2));
    let state = board("sol, hacan, letnev", &format!("{X_89}planet bereg: hacan infantry"));
    assert!(!turn::actions(&state, Seat(0)).contains(&used), "it is no action any more");
}

#[test]
fn x_89_bacterial_weapon_omega_may_be_declined() {
    let played = bombard("planet bereg: hacan 4 infantry", Script::new().dice([10]));
    assert_eq!(infantry(&played.state, "bereg", 1), 3);
}

#[test]
fn x_89_bacterial_weapon_omega_follows_harrow_too() {
    let lines = "tech l1z1x: x-89-bacterial-weapon-omega\nspace 206: l1z1x dreadnought
planet bereg: hacan 4 infantry; l1z1x infantry\nactive l1z1x";
    let state = board("l1z1x, hacan, letnev", lines);
    let script = Script::new()
        .answer(0, uses("Harrow"))
        .answer(0, uses("X-89 Bacterial Weapon Ω"))
        .dice([1, 1, 1, 1, 1, 10]);
    let played =
        script.run(state, |game| combat::ground_combat(game, Seat(0), planet("bereg"))).done();
    assert_eq!((infantry(&played.state, "bereg", 1), infantry(&played.state, "bereg", 0)), (0, 1));
}

// Magen Defense Grid Ω

fn storm(lines: &str, script: Script) -> Played {
    let state = board(
        "sol, hacan, letnev",
        &format!("tech hacan: magen-defense-grid-omega\n{lines}\ncontrol bereg: hacan"),
    );
    script.run(state, |game| combat::ground_combat(game, Seat(0), planet("bereg"))).done()
}

fn grids(lines: &str) -> usize {
    let played = storm(lines, Script::new().dice([10; 40]));
    offers(&played, &uses("Magen Defense Grid Ω")[0])
}

#[test]
fn magen_defense_grid_omega_hits_before_anybody_rolls() {
    let script = Script::new().answer(1, uses("Magen Defense Grid Ω")).dice([1, 10]);
    let played = storm("planet bereg: hacan infantry, pds; sol 2 infantry", script);
    assert_eq!(played.script.rolled[0].1.len(), 1, "one infantry of Sol is left");
    assert_eq!(infantry(&played.state, "bereg", 1), 1);
    assert!(played.state.player(Seat(1)).exhausted_technologies.is_empty());
}

#[test]
fn magen_defense_grid_omega_needs_a_structure_and_works_once_a_combat() {
    assert_eq!(grids("planet bereg: hacan infantry; sol infantry"), 0);
    assert_eq!(grids("planet bereg: hacan infantry, space-dock; sol infantry"), 1);
    assert_eq!(grids("planet bereg: hacan infantry, pds; sol infantry\nspace 206: sol war-sun"), 1);
    let long = Script::new().dice([1, 1, 1, 1, 1, 1, 10, 10, 10, 10]);
    let played = storm("planet bereg: hacan 2 infantry, pds; sol 2 infantry", long);
    assert_eq!(offers(&played, &uses("Magen Defense Grid Ω")[0]), 1);
}

#[test]
fn magen_defense_grid_omega_can_end_the_combat_at_once() {
    let script = Script::new().answer(1, uses("Magen Defense Grid Ω"));
    let played = storm("planet bereg: hacan infantry, pds; sol infantry", script);
    assert!(played.script.rolled.is_empty());
    assert!(played.told().contains(&format!("{} wins", Seat(1))), "{}", played.told());
}

#[test]
fn magen_defense_grid_omega_names_the_unit_which_may_sustain() {
    let script = Script::new()
        .answer(1, uses("Magen Defense Grid Ω"))
        .answer(1, [Choice::Unit { kind: Mech, damaged: false }])
        .answer(0, [Choice::Sustain { kind: Mech, count: 1 }])
        .dice([10, 10, 1]);
    let played = storm("planet bereg: hacan infantry, pds; sol infantry, mech", script);
    let forces = &played.state.planet(planet("bereg")).forces;
    assert_eq!((forces.count(Seat(0), Infantry), forces.count_in(Seat(0), Mech, true)), (1, 1));
}

// Yin Spinner Ω

const SPINNER: &str = "tech yin: yin-spinner-omega\nplanet bereg: yin space-dock\ngoods yin: 4 0
control lirta-iv: yin\nspace 205: yin carrier\n";

fn produce(lines: &str, script: Script) -> Played {
    let state = board("yin, hacan, letnev", &format!("{SPINNER}{lines}"));
    let at = Place::Space(place("206"));
    let built = [Choice::Build { kind: Destroyer, count: 1, at }, Choice::TradeGoods(1)];
    let script = Script::new().answer(0, built).with(script);
    script.run(state, |game| production::produce(game, Seat(0), place("206"))).done()
}

#[test]
fn yin_spinner_omega_places_two_infantry_on_any_own_planet() {
    let at = Place::Planet(planet("darien"));
    let state = "control darien: yin";
    let home = planet("darien");
    let script = Script::new()
        .answer(0, [Choice::Planet(home)])
        .answer(0, [Choice::Build { kind: Infantry, count: 2, at }]);
    assert_eq!(infantry(&produce(state, script).state, "darien", 0), 2);
}

#[test]
fn yin_spinner_omega_places_them_among_ships_anywhere_and_may_place_one_or_none() {
    let (system, at) = (place("205"), Place::Space(place("205")));
    let aboard = |played: &Played| played.state.system(system).space.count(Seat(0), Infantry);
    let script = Script::new()
        .answer(0, [Choice::System(system)])
        .answer(0, [Choice::Build { kind: Infantry, count: 1, at }]);
    assert_eq!(aboard(&produce("", script)), 1);
    let none = produce("", Script::new());
    assert_eq!(aboard(&none), 0);
    assert_eq!(offers(&none, &Choice::System(place("204"))), 0, "no ship of Yin is there");
    assert_eq!(offers(&none, &Choice::Planet(planet("arretze"))), 0);
}

#[test]
fn yin_spinner_omega_follows_production_without_a_unit_that_produces() {
    let state = board("yin, hacan, letnev", SPINNER);
    let script = Script::new().answer(
        0,
        [
            Choice::Build { kind: Infantry, count: 1, at: Place::Planet(planet("bereg")) },
            Choice::TradeGoods(1),
        ],
    );
    let script = script.answer(0, [Choice::Planet(planet("lirta-iv"))]).answer(
        0,
        [Choice::Build { kind: Infantry, count: 2, at: Place::Planet(planet("lirta-iv")) }],
    );
    let run = |game: &mut Game| production::produce_on(game, Seat(0), planet("bereg"));
    let played = script.run(state, run).done();
    assert_eq!(infantry(&played.state, "lirta-iv", 0), 2);
}

#[test]
fn yin_spinner_omega_does_nothing_when_nothing_is_produced() {
    let state = board("yin, hacan, letnev", SPINNER);
    let run = |game: &mut Game| production::produce(game, Seat(0), place("206"));
    let played = Script::new().run(state, run).done();
    assert!(played.asked(0).iter().all(|q| !matches!(q, Question::TechnologyTarget { .. })));
}

#[test]
fn yin_spinner_omega_keeps_to_capacity() {
    let (system, at) = (place("103"), Place::Space(place("103")));
    let script = Script::new()
        .answer(0, [Choice::System(system)])
        .answer(0, [Choice::Build { kind: Infantry, count: 2, at }]);
    let played = produce("space 103: yin cruiser", script);
    assert_eq!(played.state.system(system).space.count(Seat(0), Infantry), 0);
}

// Magmus Reactor Ω

/// 204 is a supernova.
fn nova(lines: &str) -> State {
    let text = format!(
        "players muaat, hacan, letnev\nsources {CODICES}\ntile 204 = 43\ntile 205 = 46\n\
         tile 203 = 47\ngoods muaat: 20 0\n{lines}"
    );
    at(&text)
}

const REACTOR: &str = "tech muaat: magmus-reactor-omega\n";

#[test]
fn magmus_reactor_omega_produces_five_in_a_supernova_with_own_units() {
    let state = nova(&format!("{REACTOR}space 204: muaat war-sun"));
    let at = Place::Space(place("204"));
    let build = |kind, count| Choice::Build { kind, count, at };
    let question = || Question::Produce { system: place("204"), limit: 5 };
    let six = [build(Fighter, 6), Choice::TradeGoods(3)];
    assert!(
        refused(&state, 0, question(), &six).is_some_and(|why| why.why.contains("production 5"))
    );
    let parts = [build(Fighter, 2), build(Infantry, 2), build(Cruiser, 1), Choice::TradeGoods(4)];
    let script = Script::new().answer(0, parts);
    let run = |game: &mut Game| production::produce(game, Seat(0), place("204"));
    let played = script.run(state, run).done();
    let space = &played.state.system(place("204")).space;
    assert_eq!((space.count(Seat(0), Infantry), space.count(Seat(0), Cruiser)), (2, 1));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 16, "and it gains none");
}

#[test]
fn magmus_reactor_omega_needs_a_unit_in_the_supernova_and_nothing_else_produces() {
    let can = |lines: &str, at: &str| production::can_produce(&nova(lines), Seat(0), place(at));
    assert!(can(&format!("{REACTOR}space 204: muaat cruiser"), "204"));
    assert!(!can(REACTOR, "204"));
    assert!(!can("space 204: muaat cruiser", "204"));
    assert!(!can(&format!("{REACTOR}space 205: muaat cruiser"), "205"));
    let state = nova(&format!("{REACTOR}space 204: hacan cruiser"));
    assert!(!production::can_produce(&state, Seat(1), place("204")), "Hacan does not own it");
    assert!(
        !can(&format!("{REACTOR}space 204: muaat cruiser; hacan cruiser"), "204") || {
            let state = nova(&format!("{REACTOR}space 204: muaat cruiser; hacan cruiser"));
            production::Yard::of(&state, Seat(0), place("204")).sites(&state, Cruiser).is_empty()
        }
    );
}

#[test]
fn magmus_reactor_omega_moves_into_supernovas() {
    let state = nova(&format!("{REACTOR}space 203: muaat cruiser"));
    let via = Vec::new();
    let part = Choice::Move { kind: Cruiser, damaged: false, count: 1, from: place("203"), via };
    assert_eq!(refused(&state, 0, Question::Move { system: place("204") }, &[part]), None);
}

/// The supernova produces, as a space dock would.
#[test]
fn magmus_reactor_omega_keeps_its_owner_in_the_game() {
    let lines = "control muaat: nobody\nspace 204: muaat cruiser";
    let with = nova(&format!("{REACTOR}{lines}"));
    assert!(!with.controlled(Seat(0)).any(|_| true));
    assert_eq!(crate::imperium::rules::victory::overdue(&with), None);
    assert!(crate::imperium::rules::victory::overdue(&nova(lines)).is_some());
}

// Wormhole Generator Ω

#[test]
fn wormhole_generator_omega_is_used_once_until_it_is_readied_and_does_nothing_in_the_status_phase()
{
    let can = |lines: &str| {
        let state = board("creuss, hacan, letnev", lines);
        turn::actions(&state, Seat(0)).contains(&uses("Wormhole Generator Ω")[0])
    };
    assert!(can("tech creuss: wormhole-generator-omega"));
    assert!(!can("tech creuss: wormhole-generator-omega exhausted"));
    assert!(!can("tech creuss: gravity-drive"));
    let state =
        board("creuss, hacan, letnev", "tech creuss: wormhole-generator-omega\nphase status");
    let run = |game: &mut Game| crate::imperium::rules::status::run(game, StatusStep::Score);
    let played = Script::new().run(state, run).done();
    assert!(played.asked(0).iter().all(|q| !matches!(q, Question::TechnologyTarget { .. })));
}

#[test]
fn wormhole_generator_omega_avoids_enemy_fleets_and_homes() {
    let state = board(
        "creuss, hacan, letnev",
        "tech creuss: wormhole-generator-omega\nspace 205: hacan cruiser",
    );
    let script = Script::new().answer(0, uses("Wormhole Generator Ω"));
    let played = script.run(state, turn::take).done();
    let home = played.state.home_system(Seat(1)).expect("a home");
    assert_eq!(offers(&played, &Choice::System(place("205"))), 0);
    assert_eq!(offers(&played, &Choice::System(home)), 0);
    assert!(offers(&played, &Choice::System(place("103"))) > 0);
}
