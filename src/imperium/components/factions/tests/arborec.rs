//! The Arborec as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{hits, production, revival, status, turn};
use UnitKind::*;

// Mitosis

/// Nestphar (3 resources): a dock produces 5, and each Letani Warrior 1.
fn nestphar(units: &str) -> State {
    arena("arborec", &format!("planet nestphar: arborec {units}\ngoods arborec: 9 0"))
}

fn builds(state: &State, parts: &[Choice]) -> Option<String> {
    let system = state.home_system(Seat(0)).expect("a home");
    let question = Question::Produce { system, limit: 0 };
    refused(state, 0, question, parts).map(|refusal| refusal.to_string())
}

fn infantry(count: u8) -> Choice {
    Choice::Build { kind: Infantry, count, at: Place::Planet(planet("nestphar")) }
}

fn fighters(state: &State, count: u8) -> Choice {
    let home = state.home_system(Seat(0)).expect("a home");
    Choice::Build { kind: Fighter, count, at: Place::Space(home) }
}

#[test]
fn mitosis_keeps_space_docks_from_producing_infantry() {
    let state = nestphar("space-dock");
    let refusal = builds(&state, &[infantry(2), Choice::TradeGoods(1)]).expect("refused");
    assert!(refusal.contains("space docks produce no infantry"), "{refusal}");
    assert_eq!(builds(&state, &[fighters(&state, 2), Choice::TradeGoods(1)]), None);
}

#[test]
fn mitosis_counts_the_production_of_warriors_for_infantry_and_of_docks_for_the_rest() {
    let state = nestphar("space-dock, 2 infantry");
    let pay = Choice::TradeGoods;
    assert_eq!(builds(&state, &[infantry(2), pay(1)]), None);
    let refusal = builds(&state, &[infantry(3), pay(2)]).expect("refused");
    assert!(refusal.contains("3 infantry are more than the 2"), "{refusal}");
    assert_eq!(builds(&state, &[infantry(2), fighters(&state, 5), pay(4)]), None);
    let all = builds(&state, &[infantry(2), fighters(&state, 6), pay(4)]).expect("refused");
    assert!(all.contains("production 7"), "{all}");
}

#[test]
fn mitosis_grows_an_infantry_when_the_status_phase_begins_on_a_planet_of_ones_choice() {
    let lines = "phase status\ncontrol bereg: arborec\ncontrol nestphar: arborec";
    let script = Script::new().answer(0, [Choice::Planet(planet("bereg"))]);
    let played =
        script.run(arena("arborec", lines), |game| status::run(game, StatusStep::Score)).done();
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "nestphar", 0)), (1, 0));
    let script =
        Script::new().run(arena("arborec", lines), |game| status::run(game, StatusStep::Reveal));
    assert!(!script.told().contains("Mitosis"));
}

#[test]
fn mitosis_asks_nobody_who_controls_a_single_planet_and_skips_who_controls_none() {
    let one = Script::new()
        .strict()
        .run(arena("arborec", "phase status"), |game| status::run(game, StatusStep::Score))
        .done();
    assert_eq!(ground(&one, "nestphar", 0), 1);
    let lines = "phase status\ncontrol nestphar: nobody";
    let none = Script::new()
        .run(arena("arborec", lines), |game| status::run(game, StatusStep::Score))
        .done();
    assert!(!none.told().contains("Mitosis"));
}

// Letani Warriors

#[test]
fn letani_warrior_i_produces_where_it_stands_without_a_dock() {
    let state = arena("arborec", "planet bereg: arborec 3 infantry\ngoods arborec: 9 0");
    let build = Choice::Build { kind: Destroyer, count: 1, at: Place::Space(place("206")) };
    let script = Script::new().answer(0, [build, Choice::TradeGoods(1)]);
    let played = script.run(state, |game| production::produce(game, Seat(0), place("206"))).done();
    assert_eq!(ships(&played, "206", 0, Destroyer), 1);
}

#[test]
fn letani_warrior_ii_rolls_for_each_destroyed_and_returns_at_home_next_turn() {
    let lines = "tech arborec: letani-warrior-ii\nplanet bereg: arborec 2 infantry";
    let state = arena("arborec", lines);
    let lost = Script::new()
        .dice([6, 5])
        .answer(0, [Choice::Pass])
        .run(state, |game| {
            let at = Place::Planet(planet("bereg"));
            hits::destroy(&mut game.state, Seat(0), at, Infantry, false, 2, Some(Seat(1)));
            revival::roll(game)?;
            turn::take(game)
        })
        .done();
    assert!(lost.told().contains("1 will come back"), "{}", lost.told());
    assert_eq!((ground(&lost, "nestphar", 0), lost.state.player(Seat(0)).returning), (1, 0));
}

// Bioplasmosis

#[test]
fn bioplasmosis_moves_infantry_to_planets_in_the_same_or_the_next_system() {
    let lines = "tech arborec: bioplasmosis\nphase status
planet bereg: arborec 3 infantry\ncontrol lirta-iv: arborec";
    let part = Choice::Transfer {
        kind: Infantry,
        damaged: false,
        count: 2,
        from: Place::Planet(planet("bereg")),
        to: planet("lirta-iv"),
    };
    let script = Script::new().answer(0, uses("Bioplasmosis")).answer(0, [part.clone()]);
    let state = arena("arborec", lines);
    let played =
        script.run(state.clone(), |game| status::run(game, StatusStep::ReturnStrategyCards)).done();
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "lirta-iv", 0)), (1, 2));
    let far = Choice::Transfer {
        kind: Infantry,
        damaged: false,
        count: 1,
        from: Place::Planet(planet("bereg")),
        to: planet("nestphar"),
    };
    let near = state.adjacent(place("206"), state.home_system(Seat(0)).expect("a home"));
    assert!(!near, "the arena has changed");
    let refusal = refused(&state, 0, Question::Spread, &[far]).expect("refused").to_string();
    assert!(refusal.contains("not near"), "{refusal}");
    // All at once: nobody moves twice.
    let back = Choice::Transfer {
        kind: Infantry,
        damaged: false,
        count: 2,
        from: Place::Planet(planet("lirta-iv")),
        to: planet("bereg"),
    };
    assert!(refused(&state, 0, Question::Spread, &[part, back]).is_some());
}

// Duha Menaimon

fn activation(lines: &str, script: Script) -> Played {
    let lines = format!("goods arborec: 9 0\n{lines}");
    take_turn(arena("arborec", &lines), script.answer(0, [Choice::Activate(place("205"))]))
}

#[test]
fn duha_menaimon_produces_up_to_five_units_when_its_system_is_activated() {
    let build = |kind, count| Choice::Build { kind, count, at: Place::Space(place("205")) };
    let parts = [build(Fighter, 2), build(Destroyer, 1), Choice::TradeGoods(2)];
    let lines = "space 205: arborec flagship\ntech arborec: sarween-tools";
    let script = Script::new()
        .answer(0, [Choice::Activate(place("205"))])
        .answer(0, uses("Duha Menaimon"))
        .answer(0, parts);
    let played = take_turn(arena("arborec", &format!("goods arborec: 9 0\n{lines}")), script);
    assert_eq!(ships(&played, "205", 0, Destroyer), 1);
    // Nothing makes them cheaper: no unit uses its production.
    assert_eq!(played.state.player(Seat(0)).trade_goods, 7);
}

#[test]
fn duha_menaimon_is_of_no_use_elsewhere() {
    let played = activation("space 204: arborec flagship", Script::new());
    assert_eq!(offers(&played, "Duha Menaimon"), 0);
    let played = activation("space 205: arborec flagship", Script::new());
    assert_eq!(offers(&played, "Duha Menaimon"), 1);
}
