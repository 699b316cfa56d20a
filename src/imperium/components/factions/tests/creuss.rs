//! The Ghosts of Creuss as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::position::at;
use crate::imperium::rules::{adjacency, retreat, space_cannon, status};
use UnitKind::*;

/// 202 has an alpha, 208 a beta wormhole, 205 none.
fn board(lines: &str) -> State {
    let mut state = at("players creuss, hacan, letnev
tile 202 = 26
tile 208 = 25
tile 203 = 46
tile 205 = 47
strategy creuss: leadership exhausted
tokens creuss: 5 8 3
tokens hacan: 5 8 3");
    for player in &mut state.players {
        player.technologies.clear();
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let applied = crate::imperium::position::apply(&mut state, line);
        applied.unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    state
}

#[test]
fn creuss_gate_stands_at_the_home_position_and_the_home_beside_the_board() {
    let state = board("");
    let (gate, home) = (place("301"), place("creuss"));
    assert_eq!(state.galaxy.tile(gate).map(|tile| tile.slug()), Some("17"));
    assert_eq!(state.home_system(Seat(0)), Some(home));
    assert_eq!(state.home_of(gate), None, "the gate is no home system");
    assert!(state.adjacent(gate, home));
    assert_eq!(state.neighbours(home), vec![gate]);
}

#[test]
fn quantum_entanglement_joins_alpha_and_beta_for_its_holder() {
    let state = board("");
    let (alpha, beta) = (place("202"), place("208"));
    assert!(!state.adjacent(alpha, beta));
    assert!(adjacency::neighbours(&state, Seat(0), alpha).contains(&beta));
    assert!(!adjacency::neighbours(&state, Seat(1), alpha).contains(&beta));
    let lines = "space 202: creuss cruiser\nspace 208: hacan cruiser";
    let state = board(lines);
    assert!(adjacency::are_neighbours(&state, Seat(0), Seat(1)));
    assert!(adjacency::are_neighbours(&state, Seat(1), Seat(0)));
    let others = board("space 202: letnev cruiser\nspace 208: hacan cruiser");
    assert!(!adjacency::are_neighbours(&others, Seat(2), Seat(1)));
}

#[test]
fn quantum_entanglement_carries_ships_and_lets_them_retreat() {
    let state = board("space 202: creuss carrier");
    assert_eq!(why_not(&state, Carrier, "202", "208"), None);
    let state = board("space 202: creuss carrier; hacan cruiser\nplanet quann: creuss infantry");
    assert!(retreat::destinations(&state, Seat(0), place("202")).contains(&place("208")));
}

#[test]
fn quantum_entanglement_serves_the_cannons_of_its_holder_only() {
    let fire = |lines: &str, active: u8, dice: [u8; 1]| {
        let script = Script::new().dice(dice).when(|_, prompt| {
            matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
        });
        let run = |game: &mut crate::imperium::Game| {
            space_cannon::offense(game, Seat(active), place("208"))
        };
        script.run(board(&format!("tech creuss: pds-ii\ntech hacan: pds-ii\n{lines}")), run).done()
    };
    let shot = fire("planet lodor: creuss pds\nspace 208: hacan cruiser\nactive hacan", 1, [10]);
    assert_eq!(ships(&shot, "208", 1, Cruiser), 0);
    let safe = fire("planet lodor: hacan pds\nspace 208: creuss cruiser", 0, [10]);
    assert_eq!(ships(&safe, "208", 0, Cruiser), 1);
}

#[test]
fn slipstream_adds_one_from_home_and_from_wormholes() {
    use crate::imperium::rules::movement::move_value;
    let state = board("");
    let from = |label: &str| move_value(&state, Seat(0), Cruiser, place(label));
    assert_eq!((from("creuss"), from("202"), from("208")), (3, 3, 3));
    assert_eq!((from("301"), from("205")), (2, 2), "neither from the gate nor from elsewhere");
    assert_eq!(move_value(&state, Seat(1), Cruiser, place("202")), 2);
}

#[test]
fn dimensional_splicer_hits_the_ship_that_its_owner_chooses() {
    let lines =
        "tech creuss: dimensional-splicer\nspace 202: creuss cruiser; hacan cruiser, dreadnought";
    let script = Script::new()
        .answer(0, uses("Dimensional Splicer"))
        .answer(0, [unit(Cruiser)])
        .dice([1, 10, 10]);
    let run = |game: &mut crate::imperium::Game| {
        crate::imperium::rules::combat::space_combat(game, place("202"))
    };
    let played = script.run(board(lines), run).done();
    assert_eq!((ships(&played, "202", 1, Cruiser), ships(&played, "202", 1, Dreadnought)), (0, 1));
}

#[test]
fn dimensional_splicer_may_be_sustained_by_that_ship_or_cancelled() {
    let run = |game: &mut crate::imperium::Game| {
        crate::imperium::rules::combat::space_combat(game, place("202"))
    };
    let lines = "tech creuss: dimensional-splicer\nspace 202: creuss cruiser; hacan dreadnought";
    let script = Script::new()
        .answer(0, uses("Dimensional Splicer"))
        .answer(1, [Choice::Sustain { kind: Dreadnought, count: 1 }])
        .dice([1, 10]);
    let played = script.run(board(lines), run).done();
    assert!(played.told().contains("sustains damage"));
    let lines = format!("{lines}\nhand hacan: shields-holding");
    let script = Script::new()
        .answer(0, uses("Dimensional Splicer"))
        .answer(1, [Choice::Play(ActionCardId::named("shields-holding"))])
        .dice([1, 10]);
    let played = script.run(board(&lines), run).done();
    assert_eq!(ships(&played, "202", 1, Dreadnought), 1);
}

#[test]
fn dimensional_splicer_needs_a_wormhole() {
    let lines = "tech creuss: dimensional-splicer\nspace 205: creuss cruiser; hacan cruiser";
    let played = fight(board(lines), Script::new().dice([10, 1]));
    assert_eq!(offers(&played, "Dimensional Splicer"), 0);
    let with_flagship =
        "tech creuss: dimensional-splicer\nspace 205: creuss flagship; hacan cruiser";
    let played = fight(board(with_flagship), Script::new().dice([10, 1]));
    assert_eq!(offers(&played, "Dimensional Splicer"), 1, "its own delta wormhole is one");
}

#[test]
fn wormhole_generator_opens_a_wormhole_at_the_start_of_the_status_phase() {
    let state = board("tech creuss: wormhole-generator\nphase status");
    let start = |state: State, script: Script| {
        script.run(state, |game| status::run(game, StatusStep::Score)).done()
    };
    let (alpha, beta) = (Choice::Wormhole(Wormhole::Alpha), Choice::Wormhole(Wormhole::Beta));
    let script = Script::new().answer(0, [alpha.clone()]).answer(0, [Choice::System(place("205"))]);
    let played = start(state, script);
    assert_eq!(played.state.wormholes(place("205")), vec![Wormhole::Alpha]);
    assert!(played.state.adjacent(place("205"), place("202")), "for everybody");
    // The next one is moved, even to where it is; the other token is another one.
    let mut again = played.state;
    again.stage = Stage::Status(StatusStep::Score);
    let script = Script::new().answer(0, [alpha]).answer(0, [Choice::System(place("203"))]);
    let played = start(again, script);
    assert!(played.state.wormholes(place("205")).is_empty());
    assert_eq!(played.state.wormholes(place("203")), vec![Wormhole::Alpha]);
    let mut again = played.state;
    again.stage = Stage::Status(StatusStep::Score);
    let script = Script::new().answer(0, [beta]).answer(0, [Choice::System(place("203"))]);
    let played = start(again, script);
    assert_eq!(played.state.wormholes(place("203")), vec![Wormhole::Alpha, Wormhole::Beta]);
}

#[test]
fn wormhole_generator_avoids_enemy_fleets_and_homes() {
    let state = board("tech creuss: wormhole-generator\nphase status\nspace 205: hacan cruiser");
    let played = Script::new().run(state, |game| status::run(game, StatusStep::Score)).done();
    let options: Vec<&Choice> =
        played.script.prompts.iter().flat_map(|prompt| &prompt.options).collect();
    let offered = |label: &str| options.contains(&&Choice::System(place(label)));
    assert!(!offered("205"), "a fleet of another is there");
    assert!(!offered("304"), "a home system");
    assert!(offered("creuss") && offered("203"));
}

#[test]
fn wormhole_generator_omega_is_an_action() {
    let state = board("tech creuss: wormhole-generator-omega");
    let script = Script::new()
        .answer(0, uses("Wormhole Generator Ω"))
        .answer(0, [Choice::Wormhole(Wormhole::Beta)])
        .answer(0, [Choice::System(place("205"))]);
    let played = take_turn(state, script);
    assert_eq!(played.state.wormholes(place("205")), vec![Wormhole::Beta]);
    assert!(is_exhausted(&played, 0, "wormhole-generator-omega"));
}

#[test]
fn hil_colish_brings_a_delta_wormhole_along() {
    let state = board("space 205: creuss flagship\nspace 301: hacan carrier");
    assert_eq!(state.wormholes(place("205")), vec![Wormhole::Delta]);
    assert!(
        state.adjacent(place("205"), place("301")) && state.adjacent(place("creuss"), place("205"))
    );
    let gone = board("");
    assert!(!gone.adjacent(place("205"), place("301")));
}

fn moves(parts: &[(UnitKind, &str)]) -> Vec<Choice> {
    let part = |(kind, from): &(UnitKind, &str)| Choice::Move {
        kind: *kind,
        damaged: false,
        count: 1,
        from: place(from),
        via: vec![],
    };
    parts.iter().map(part).collect()
}

#[test]
fn hil_colish_moves_first_and_others_follow_through_it() {
    // The carrier at home is far from 203, but next to the wormhole once the flagship is there.
    let state = board("space 202: creuss flagship\nspace creuss: creuss dreadnought");
    let question = || Question::Move { system: place("203") };
    let alone = moves(&[(Dreadnought, "creuss")]);
    assert!(refused(&board("space creuss: creuss dreadnought"), 0, question(), &alone).is_some());
    let both = moves(&[(Flagship, "202"), (Dreadnought, "creuss")]);
    assert_eq!(refused(&state, 0, question(), &both), None);
    let script = Script::new().answer(0, [Choice::Activate(place("203"))]).answer(0, both);
    let played = take_turn(state, script);
    let count = |kind| ships(&played, "203", 0, kind);
    assert_eq!((count(Flagship), count(Dreadnought)), (1, 1));
}

#[test]
fn hil_colish_may_move_last_and_leave_by_its_own_wormhole() {
    let state = board("space 205: creuss flagship\nspace 203: creuss cruiser");
    let back = moves(&[(Flagship, "205")]);
    assert_eq!(refused(&state, 0, Question::Move { system: place("301") }, &back), None);
    assert_eq!(refused(&state, 0, Question::Move { system: place("creuss") }, &back), None);
}
