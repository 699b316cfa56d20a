//! The tactical action from its first step to its last (RR 89), ground forces (RR 43), Mecatol Rex (RR 54) and
//! the move value (RR 57).

use super::*;
use crate::imperium::rules::{invasion, movement, turn};
use crate::imperium::script::refused;

fn activate(label: &str) -> [Choice; 1] {
    [Choice::Activate(place(label))]
}

fn act(lines: &str, script: Script) -> Played {
    let cards =
        "strategy sol: leadership exhausted\nstrategy hacan: trade\nstrategy letnev: warfare";
    script.run(arena(&format!("{cards}\n{lines}")), turn::take).done()
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

#[test]
fn rr_89_1_activating_puts_a_token_of_the_tactic_pool_into_the_system() {
    let played = act("tokens sol: 2 3 2", Script::new().answer(0, activate("201")));
    assert_eq!(played.state.player(SOL).tokens, Tokens { tactic: 1, fleet: 3, strategy: 2 });
    assert!(played.state.system(place("201")).tokens.contains(SOL));
    assert!(played.told().contains("«0» activates **"), "{}", played.told());
}

#[test]
fn rr_89_1b_tokens_of_others_keep_nobody_from_activating_a_system_and_own_ones_do() {
    let state = arena("token hacan: 201\ntoken sol: 202");
    let open: Vec<SystemId> = movement::open_systems(&state, SOL).collect();
    assert!(open.contains(&place("201")));
    assert!(!open.contains(&place("202")));
    let why = movement::can_activate(&state, SOL, place("202")).expect_err("a token lies there");
    assert!(why.to_string().contains("token"), "{why}");
}

/// One action: ships move with their cargo, a PDS fires, the fleets fight, ships bombard, infantry land and fight,
/// the planet is taken, and there is nothing yet to produce with.
#[test]
fn rr_89_the_five_steps_follow_each_other_in_one_action() {
    let lines = "tile 205 = 25\nspace 204: sol dreadnought, carrier, 3 infantry\ntokens sol: 3 4 2
planet quann: hacan infantry, pds\nspace 205: hacan destroyer\ntile 204 = 49";
    let ship =
        |kind| Choice::Move { kind, damaged: false, count: 1, from: place("204"), via: vec![] };
    let aboard = Choice::Carry {
        kind: UnitKind::Infantry,
        damaged: false,
        count: 3,
        from: Place::Space(place("204")),
        ship: UnitKind::Carrier,
        ship_from: place("204"),
    };
    let quann = planet("quann");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 3, planet: quann };
    let fire = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
    };
    let script = Script::new()
        .answer(0, activate("205"))
        .answer(0, [ship(UnitKind::Dreadnought), ship(UnitKind::Carrier), aboard])
        .answer(0, [land])
        .when(fire)
        // The cannon misses, one round in space, the cannon again, one round on the ground.
        .dice([1, 10, 1, 1, 1, 10, 1, 1, 1]);
    let played = act(lines, script);
    let told = played.told();
    let steps = ["activates", "space cannon", "wins the space combat", "lands", "takes **Quann**"];
    let at: Vec<Option<usize>> =
        steps.iter().map(|step| told.to_lowercase().find(&step.to_lowercase())).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{at:?}\n{told}");
    assert_eq!(played.state.owner(quann), Some(SOL));
    assert!(played.asked(0).iter().all(|asked| !matches!(asked, Question::Produce { .. })));
}

#[test]
fn rr_89_2b_a_player_may_move_nothing_and_still_produce() {
    let lines = "planet jord: sol space-dock\ntokens sol: 1 3 2";
    let home = place("301");
    let build = Choice::Build { kind: UnitKind::Cruiser, count: 1, at: Place::Space(home) };
    let script = Script::new()
        .answer(0, [Choice::Activate(home)])
        .on(0, [build, Choice::Exhaust(planet("jord"))]);
    let played = act(lines, script);
    assert_eq!(played.state.system(home).space.count(SOL, UnitKind::Cruiser), 1);
}

#[test]
fn rr_89_3a_a_fleet_alone_fights_nobody() {
    let lines = "space 201: sol cruiser; hacan fighter";
    let played = act(lines, Script::new().answer(0, activate("202")));
    assert!(played.script.rolled.is_empty(), "202 is empty");
    let played = act(lines, Script::new().answer(0, activate("201")));
    assert!(!played.script.rolled.is_empty(), "both have ships in 201 (RR 89.3)");
}

// Ground forces (RR 43)

#[test]
fn rr_43_2_carried_ground_forces_arrive_in_space_beside_their_ship() {
    let lines = "tile 204 = 49\nspace 204: sol carrier, 2 infantry\ntile 205 = 25";
    let from = place("204");
    let go = Choice::Move { kind: UnitKind::Carrier, damaged: false, count: 1, from, via: vec![] };
    let aboard = Choice::Carry {
        kind: UnitKind::Infantry,
        damaged: false,
        count: 2,
        from: Place::Space(from),
        ship: UnitKind::Carrier,
        ship_from: from,
    };
    let script = Script::new().answer(0, activate("205")).answer(0, [go, aboard]);
    let state = act(lines, script).state;
    assert_eq!(state.system(place("205")).space.count(SOL, UnitKind::Infantry), 2);
    assert_eq!(state.owner(planet("quann")), None, "nobody landed");
}

#[test]
fn rr_43_3_any_number_of_ground_forces_stands_on_a_planet() {
    let mut state = arena("planet jord: sol 12 infantry");
    let placed = state.place_units(SOL, UnitKind::Infantry, 8, Place::Planet(planet("jord")));
    assert_eq!(placed, 8, "tokens stand for what there is no plastic of (RR 46)");
    let state = Script::new().strict().run(state, crate::imperium::rules::fleet::settle).done();
    assert_eq!(state.state.planet(planet("jord")).forces.count(SOL, UnitKind::Infantry), 20);
}

// Mecatol Rex (RR 54)

#[test]
fn rr_54_mecatol_rex_lies_in_the_middle_and_belongs_to_nobody() {
    let state = arena("");
    let rex = planet("mecatol-rex");
    assert_eq!(state.galaxy.system_of(rex), state.mecatol_rex());
    assert_eq!((state.owner(rex), state.resources(rex), state.influence(rex)), (None, 1, 6));
    assert!(rex.get().traits.is_empty());
}

#[test]
fn rr_54_1_the_custodians_token_keeps_ground_forces_off_and_not_ships() {
    let rex = planet("mecatol-rex");
    let state = arena("space 000: sol carrier, 2 infantry\nexhausted jord");
    assert!(state.custodians);
    let land = [Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 1, planet: rex }];
    let question = Question::CommitGroundForces { system: place("000") };
    let why = refused(&state, 0, question, &land).expect("it is guarded").to_string();
    assert!(why.contains("custodians"), "{why}");
    let played =
        Script::new().strict().run(state, |game| invasion::invade(game, SOL, place("000")));
    assert!(played.done().script.asked.is_empty(), "whoever cannot pay is not asked");
}

/// Six influence are paid and somebody lands in the same breath (RR 27.2); both belong to one answer.
#[test]
fn rr_54_1_and_27_2a_nobody_takes_the_token_away_without_landing() {
    let state = arena("space 000: sol carrier, 2 infantry\ngoods sol: 6 0");
    let question = Question::CommitGroundForces { system: place("000") };
    let why = refused(&state, 0, question, &[Choice::TradeGoods(6)]).expect("nobody lands");
    assert!(why.to_string().contains("nothing to pay for"), "{why}");
}

// The move value (RR 57)

#[test]
fn rr_57_1_a_unit_goes_as_many_systems_as_its_move_value_says() {
    let question = Question::Move { system: place("201") };
    let moves = |kind: UnitKind, from: &str, lines: &str| {
        let state = arena(&format!("tile 204 = 49\nspace {from}: sol {}\n{lines}", kind.slug()));
        let go = Choice::Move { kind, damaged: false, count: 1, from: place(from), via: vec![] };
        refused(&state, 0, question.clone(), &[go]).is_none()
    };
    assert!(moves(UnitKind::Carrier, "202", ""));
    assert!(!moves(UnitKind::Carrier, "203", ""), "a carrier moves one system");
    assert!(moves(UnitKind::Carrier, "203", "tech sol: carrier-ii"));
    assert!(moves(UnitKind::Destroyer, "203", ""));
    assert!(!moves(UnitKind::Destroyer, "204", ""), "a destroyer moves two");
    assert!(moves(UnitKind::Cruiser, "204", "tech sol: cruiser-ii"));
}
