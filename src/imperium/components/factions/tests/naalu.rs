//! The Naalu Collective as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{fleet, invasion, strategy};
use UnitKind::*;

#[test]
fn telepathic_makes_its_holder_first() {
    let mut state = arena("naalu", "phase strategy\nspeaker naalu");
    for (slot, seat) in [(7, 0), (0, 1), (1, 2), (2, 0), (3, 1)] {
        state.strategy[slot].holder = Some(Seat(seat));
    }
    let script = Script::new().answer(2, [Choice::Strategy(state.strategy[6].card)]);
    let played = script.run(state, strategy::pick).done();
    assert_eq!(played.state.zero, Some(Seat(0)));
    assert_eq!(played.state.active, Some(Seat(0)));
    assert_eq!(played.state.initiative(Seat(0)), 0);
}

fn comes(lines: &str, script: Script) -> Played {
    let script = script.answer(1, [Choice::Activate(place("205"))]).when(moving_of_hacan);
    take_turn(arena("naalu", &format!("active hacan\nstrategy hacan: diplomacy\n{lines}")), script)
}

fn moving_of_hacan(
    _: &State,
    prompt: &crate::engine::Prompt<crate::imperium::Imperium>,
) -> Option<Vec<Choice>> {
    let (from, via) = (place("204"), Vec::new());
    let fleet = Choice::Move { kind: Cruiser, damaged: false, count: 2, from, via };
    matches!(prompt.question, Question::Move { .. }).then(|| vec![fleet])
}

#[test]
fn foresight_takes_the_fleet_away_before_anybody_fires() {
    let lines = "space 205: naalu carrier, 2 fighters, infantry\nspace 204: hacan 2 cruisers";
    let script = Script::new()
        .when(|_, prompt| {
            prompt.options.contains(&uses("Foresight")[0]).then(|| uses("Foresight").to_vec())
        })
        .when(|_, prompt| {
            let there = Choice::System(place("206"));
            prompt.options.contains(&there).then(|| vec![there])
        });
    let played = comes(lines, script);
    let space = &played.state.system(place("206")).space;
    let count = |kind| space.count(Seat(0), kind);
    assert_eq!((count(Carrier), count(Fighter), count(Infantry)), (1, 2, 1));
    assert!(played.state.system(place("206")).tokens.contains(Seat(0)));
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert_eq!(ships(&played, "205", 1, Cruiser), 2);
    assert!(!played.told().contains("Space combat"));
}

#[test]
fn foresight_needs_a_strategy_token_and_somebody_who_comes() {
    let lines = "space 205: naalu cruiser\nspace 204: hacan 2 cruisers\ntokens naalu: 3 3 0";
    assert_eq!(offers(&comes(lines, Script::new()), "Foresight"), 0);
    let state = arena("naalu", "active hacan\nstrategy hacan: diplomacy\nspace 205: naalu cruiser");
    let played = take_turn(state, Script::new().answer(1, [Choice::Activate(place("205"))]));
    assert_eq!(offers(&played, "Foresight"), 0, "nobody moved there");
}

#[test]
fn neuroglaive_costs_a_fleet_token_before_ships_move() {
    let lines = "tech naalu: neuroglaive\nspace 205: naalu cruiser\nspace 204: hacan 2 cruisers
        tokens hacan: 3 2 2\nactive hacan\nstrategy hacan: diplomacy";
    let state = arena("naalu", lines);
    let script = Script::new().answer(1, [Choice::Activate(place("205"))]).dice([1, 10]);
    let one = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let (from, via) = (place("204"), Vec::new());
        let fleet = Choice::Move { kind: Cruiser, damaged: false, count: 1, from, via };
        matches!(prompt.question, Question::Move { .. }).then(|| vec![fleet])
    };
    let played = take_turn(state, script.when(one));
    assert_eq!(played.state.player(Seat(1)).tokens.fleet, 1);
    assert!(played.told().contains("Neuroglaive"));
    let cruisers = ships(&played, "204", 1, Cruiser) + ships(&played, "205", 1, Cruiser);
    assert!(cruisers <= 1, "one was removed before anything moved");
    assert_eq!(fleet::limit(&played.state, Seat(1)), 1);
}

#[test]
fn neuroglaive_spares_who_activates_another_system() {
    let lines = "tech naalu: neuroglaive\nspace 206: naalu cruiser\nactive hacan\nstrategy hacan: diplomacy";
    let script = Script::new().answer(1, [Choice::Activate(place("205"))]);
    let played = take_turn(arena("naalu", lines), script);
    assert_eq!(played.state.player(Seat(1)).tokens.fleet, 8);
}

#[test]
fn hybrid_crystal_fighter_ii_hits_on_seven_and_moves_two() {
    let state = arena("naalu", "tech naalu: hybrid-crystal-fighter-ii");
    let card = state.card(Seat(0), Fighter).expect("a card");
    assert_eq!((card.combat.map(|attack| attack.value), card.movement), (Some(7), Some(2)));
    let before = arena("naalu", "");
    let card = before.card(Seat(0), Fighter).expect("a card");
    assert_eq!(card.combat.map(|attack| attack.value), Some(8));
}

fn commit(kind: UnitKind, count: u8) -> Vec<Choice> {
    vec![Choice::Land { kind, damaged: false, count, planet: planet("bereg") }]
}

fn invades(lines: &str, answer: Vec<Choice>, dice: &[u8]) -> Played {
    let mut state = arena("naalu", lines);
    state.activated = Some(place("206"));
    let script = Script::new().answer(0, answer).dice(dice.iter().copied());
    script.run(state, |game| invasion::invade(game, Seat(0), place("206"))).done()
}

#[test]
fn matriarch_lets_fighters_fight_on_a_planet_but_not_win_it() {
    let lines = "space 206: naalu flagship, 4 fighters\nplanet bereg: hacan infantry, space dock";
    let played = invades(lines, commit(Fighter, 3), &[8, 1, 1, 1]);
    let bereg = played.state.planet(planet("bereg"));
    assert_eq!(bereg.owner, Some(Seat(1)));
    assert_eq!(bereg.forces.count(Seat(1), SpaceDock), 1);
    assert_eq!(ground(&played, "bereg", 1), 0);
    assert_eq!(ships(&played, "206", 0, Fighter), 4);
    assert!(played.told().contains("draw"), "{}", played.told());
}

#[test]
fn matriarch_and_one_infantry_take_the_planet() {
    let lines = "space 206: naalu flagship, 2 fighters, infantry\nplanet bereg: hacan infantry";
    let both = [commit(Fighter, 2), commit(Infantry, 1)].concat();
    let played = invades(lines, both, &[8, 1, 1, 1]);
    assert_eq!(played.state.owner(planet("bereg")), Some(Seat(0)));
    assert_eq!((ground(&played, "bereg", 0), ships(&played, "206", 0, Fighter)), (1, 2));
}

#[test]
fn matriarch_must_be_there_for_fighters_to_land() {
    let state =
        arena("naalu", "space 206: naalu carrier, 2 fighters, infantry\nspace 205: naalu flagship");
    let question = Question::CommitGroundForces { system: place("206") };
    assert!(refused(&state, 0, question, &commit(Fighter, 1)).is_some());
}
