//! Movement as play, by paragraphs of the Rules Reference.

use super::*;
use crate::engine::Prompt;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

use UnitKind::*;

/// Sol at 301, Hacan at 304 and Letnev at 310 on a board of only these tiles and what is named.
fn board(tiles: &str, lines: &str) -> State {
    let named: Vec<(SystemId, &str)> = tiles
        .split_whitespace()
        .filter_map(|tile| tile.split_once('='))
        .map(|(at, tile)| (at_label(at), tile))
        .collect();
    let tokens: Vec<&str> = (1..37)
        .map(|i| match named.iter().find(|(at, _)| at.0 == i) {
            Some((_, tile)) => tile,
            None if SystemId(i) == at_label("301") => "1",
            None if SystemId(i) == at_label("304") => "16",
            None if SystemId(i) == at_label("310") => "10",
            None => "-1",
        })
        .collect();
    let text = format!("players sol, hacan, letnev\nmap {}\n{lines}", tokens.join(" "));
    position(&text).expect("the position is well written")
}

fn at_label(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a position of the board")
}

fn planet(slug: &str) -> Place {
    Place::Planet(PlanetId::by_slug(slug).expect("a planet"))
}

fn space(label: &str) -> Place {
    Place::Space(at_label(label))
}

fn ships(kind: UnitKind, count: u8, from: &str) -> Choice {
    ships_via(kind, count, from, "")
}

fn ships_via(kind: UnitKind, count: u8, from: &str, via: &str) -> Choice {
    let via = via.split_whitespace().map(at_label).collect();
    Choice::Move { kind, damaged: false, count, from: at_label(from), via }
}

fn carry(kind: UnitKind, count: u8, from: Place, ship: UnitKind, ship_from: &str) -> Choice {
    let ship_from = at_label(ship_from);
    Choice::Carry { kind, damaged: false, count, from, ship, ship_from }
}

/// The tactical action's movement into `system`, with the token already placed.
fn moved(state: State, system: &str, parts: &[Choice]) -> Played {
    let script = Script::new().answer(0, parts);
    moves(script, state, system)
}

fn moves(script: Script, mut state: State, system: &str) -> Played {
    let system = at_label(system);
    state.system_mut(system).tokens.insert(Seat(0));
    script.strict().run(state, |game| move_ships(game, Seat(0), system))
}

#[track_caller]
fn refusal(state: &State, system: &str, parts: &[Choice]) -> String {
    let mut state = state.clone();
    let system = at_label(system);
    state.system_mut(system).tokens.insert(Seat(0));
    let refusal = refused(&state, 0, Question::Move { system }, parts);
    refusal.expect("this is refused").to_string()
}

#[track_caller]
fn legal(state: &State, system: &str, parts: &[Choice]) {
    let question = Question::Move { system: at_label(system) };
    assert_eq!(refused(state, 0, question, parts), None);
}

fn count(state: &State, place: Place, kind: UnitKind) -> u8 {
    state.forces(place).count(Seat(0), kind)
}

// Activation (RR 5)

#[test]
fn rr_05_a_system_with_an_own_token_is_not_activated_again() {
    let state = board("201=46", "token sol: 201\ntoken hacan: 000");
    let refusal = can_activate(&state, Seat(0), at_label("201")).expect_err("a token lies there");
    assert_eq!(refusal.rule, "5.2");
    assert!(can_activate(&state, Seat(0), at_label("000")).is_ok(), "others' tokens do not matter");
    assert!(can_activate(&state, Seat(0), at_label("205")).is_err(), "nothing lies there");
}

// Movement (RR 58)

#[test]
fn rr_58_4_ships_move_as_far_as_their_move_value() {
    let state = board("201=46 101=47", "space 301: sol 2 cruisers, carrier");
    let played = moved(state.clone(), "101", &[ships(Cruiser, 2, "301")]).done();
    assert_eq!(count(&played.state, space("101"), Cruiser), 2);
    assert_eq!(count(&played.state, space("301"), Carrier), 1);
    assert!(played.told().contains("2 cruisers from Jord / 301 through 201"), "{}", played.told());
    let why = refusal(&state, "101", &[ships(Carrier, 1, "301")]);
    assert!(why.contains("a carrier moves 1 and 101 is 2 away from 301 (RR 58.4)"), "{why}");
}

#[test]
fn rr_58_4_only_what_is_there_moves() {
    let state = board("201=46", "space 301: sol 2 cruisers");
    let why = refusal(&state, "201", &[ships(Cruiser, 1, "301"), ships(Cruiser, 2, "301")]);
    assert!(why.contains("you have 2 cruisers in the space of 301, not 3"), "{why}");
    assert!(refusal(&state, "201", &[ships(Carrier, 1, "301")]).contains("you have 0 carriers"));
    assert!(refusal(&state, "201", &[ships(Cruiser, 0, "301")]).contains("no movement"));
    assert!(refusal(&state, "201", &[Choice::Yes]).contains("only ships"));
}

#[test]
fn rr_58_4_an_own_token_holds_ships_except_in_the_active_system() {
    let state = board("201=46", "space 301: sol cruiser\nspace 201: sol cruiser\ntoken sol: 301");
    let why = refusal(&state, "201", &[ships(Cruiser, 1, "301")]);
    assert!(why.contains("your command token in 301 holds"), "{why}");
    assert!(reach(&state, Seat(0), at_label("201")).is_empty());
}

#[test]
fn rr_58_4_ships_pass_systems_with_own_tokens() {
    let state = board("201=46 101=47", "space 301: sol cruiser\ntoken sol: 201");
    moved(state, "101", &[ships(Cruiser, 1, "301")]).done();
}

#[test]
fn rr_58_4_fleets_of_others_bar_the_way_but_can_be_its_end() {
    let tiles = "201=46 101=47";
    let state = board(tiles, "space 301: sol cruiser\nspace 201: hacan fighter");
    let why = refusal(&state, "101", &[ships_via(Cruiser, 1, "301", "201")]);
    assert!(why.contains("ships of another player bar the way through 201"), "{why}");
    let why = refusal(&state, "101", &[ships(Cruiser, 1, "301")]);
    assert!(why.contains("no way leads from 301 to 101"), "{why}");
    let played = moved(state, "201", &[ships(Cruiser, 1, "301")]).done();
    assert_eq!(count(&played.state, space("201"), Cruiser), 1);
}

#[test]
fn rr_58_4_ground_forces_of_others_do_not_bar_the_way() {
    let state = board("201=20 101=47", "space 301: sol cruiser\nplanet vefut-ii: hacan 2 infantry");
    moved(state, "101", &[ships(Cruiser, 1, "301")]).done();
}

#[test]
fn rr_58_4_a_ship_may_leave_the_active_system_and_come_back() {
    let lines = "tech sol: carrier-ii\nspace 201: sol carrier\nplanet jord: sol 3 infantry";
    let state = board("201=46", lines);
    let why = refusal(&state, "201", &[ships(Carrier, 1, "201")]);
    assert!(why.contains("in 201 already"), "{why}");
    let fetch =
        [ships_via(Carrier, 1, "201", "301"), carry(Infantry, 2, planet("jord"), Carrier, "201")];
    let played = moved(state.clone(), "201", &fetch).done();
    assert_eq!(count(&played.state, space("201"), Infantry), 2);
    assert_eq!(count(&played.state, planet("jord"), Infantry), 1);
    // The way follows from what is fetched.
    let fetch = [ships(Carrier, 1, "201"), carry(Infantry, 1, planet("jord"), Carrier, "201")];
    moved(state, "201", &fetch).done();
}

#[test]
fn rr_58_3_modifiers_add_to_the_move_value() {
    let mut state = board("201=46 101=47", "space 301: sol carrier");
    let effect = Lasting { until: Until::TurnEnds, seat: Seat(0), effect: Effect::Move(1) };
    state.lasting.push(effect);
    moved(state, "101", &[ships(Carrier, 1, "301")]).done();
}

#[test]
fn rr_58_a_named_way_has_to_be_connected() {
    let state = board("201=46 101=47 202=48", "space 301: sol cruiser");
    let why = refusal(&state, "201", &[ships_via(Cruiser, 1, "301", "000")]);
    assert!(why.contains("301 and 000 are not adjacent (RR 6)"), "{why}");
    let why = refusal(&state, "101", &[ships_via(Cruiser, 1, "301", "201 202")]);
    assert!(why.contains("that way enters 3 systems and a cruiser moves 2"), "{why}");
}

#[test]
fn rr_58_nobody_is_asked_when_nothing_can_come() {
    let state = board("201=46 101=47", "space 301: sol carrier");
    let played = moves(Script::new(), state, "101").done();
    assert!(played.asked(0).is_empty());
}

#[test]
fn rr_58_moving_nothing_is_legal() {
    let state = board("201=46", "space 301: sol carrier");
    let played = moved(state, "201", &[]).done();
    assert!(played.told().contains("moves no ships"));
}

#[test]
fn rr_58_reach_names_who_can_come() {
    let lines = "space 301: sol 2 cruisers, carrier, 2 fighters\nspace 201: sol carrier";
    let state = board("201=46 101=47", lines);
    let reach = reach(&state, Seat(0), at_label("101"));
    let named: Vec<(UnitKind, u8, String)> =
        reach.iter().map(|(stack, from)| (stack.kind, stack.count, from.to_string())).collect();
    assert_eq!(named, [(Carrier, 1, "201".into()), (Cruiser, 2, "301".into())]);
}

// Anomalies (RR 9, 11, 59, 86)

#[test]
fn rr_11_asteroid_fields_are_neither_passed_nor_entered() {
    let mut state = board("201=44 101=47", "space 301: sol cruiser");
    // Sol would pass with its Antimass Deflectors.
    state.player_mut(Seat(0)).technologies.clear();
    let why = refusal(&state, "201", &[ships(Cruiser, 1, "301")]);
    assert!(why.contains("into 201, which is an asteroid field (RR 11.1)"), "{why}");
    let why = refusal(&state, "101", &[ships_via(Cruiser, 1, "301", "201")]);
    assert!(why.contains("through 201, which is an asteroid field"), "{why}");
    assert!(refusal(&state, "101", &[ships(Cruiser, 1, "301")]).contains("no way leads"));
}

#[test]
fn rr_86_supernovas_are_neither_passed_nor_entered() {
    let state = board("201=43 101=47", "space 301: sol cruiser");
    assert!(refusal(&state, "201", &[ships(Cruiser, 1, "301")]).contains("supernova (RR 86.1)"));
    assert!(refusal(&state, "101", &[ships(Cruiser, 1, "301")]).contains("no way leads"));
}

#[test]
fn rr_59_1_a_nebula_is_entered_only_as_the_active_system() {
    let state = board("201=42 101=47", "space 301: sol cruiser");
    let why = refusal(&state, "101", &[ships_via(Cruiser, 1, "301", "201")]);
    assert!(why.contains("through 201, which is a nebula (RR 59.1)"), "{why}");
    moved(state, "201", &[ships(Cruiser, 1, "301")]).done();
}

#[test]
fn rr_59_2_ships_that_begin_in_a_nebula_move_one() {
    let mut state = board("201=42 101=47", "space 201: sol cruiser");
    moved(state.clone(), "101", &[ships(Cruiser, 1, "201")]).done();
    let why = refusal(&state, "000", &[ships(Cruiser, 1, "201")]);
    assert!(why.contains("a cruiser moves 1 from a nebula and 000 is 2 away"), "{why}");
    let effect = Lasting { until: Until::TurnEnds, seat: Seat(0), effect: Effect::Move(1) };
    state.lasting.push(effect);
    legal(&state, "000", &[ships(Cruiser, 1, "201")]);
}

// Gravity rifts (RR 41)

const RIFT: &str = "201=41 101=47";

#[test]
fn rr_41_1_a_rift_on_the_way_adds_one_to_the_move_value() {
    let state = board(RIFT, "space 301: sol carrier, cruiser");
    let played = moves(
        Script::new().dice([4, 10]).answer(0, [ships(Carrier, 1, "301"), ships(Cruiser, 1, "301")]),
        state.clone(),
        "101",
    )
    .done();
    assert_eq!(played.script.rolled.len(), 2);
    assert_eq!(count(&played.state, space("101"), Carrier), 1);
    // Into the rift there is neither a bonus nor a die.
    let played = moved(state.clone(), "201", &[ships(Carrier, 1, "301")]).done();
    assert!(played.script.rolled.is_empty());
    assert!(refusal(&state, "000", &[ships(Carrier, 1, "301")]).contains("moves 1"));
}

#[test]
fn rr_41_1_ships_that_begin_in_a_rift_profit_from_it() {
    let state = board(RIFT, "space 201: sol carrier");
    let played =
        moves(Script::new().dice([5]).answer(0, [ships(Carrier, 1, "201")]), state, "000").done();
    assert_eq!(count(&played.state, space("000"), Carrier), 1);
}

#[test]
fn rr_41_2_a_rift_takes_a_ship_on_one_to_three_with_what_it_carries() {
    let state = board(RIFT, "space 301: sol 2 carriers, 7 fighters\nplanet jord: sol 3 infantry");
    let parts = [
        ships(Carrier, 2, "301"),
        carry(Fighter, 7, space("301"), Carrier, "301"),
        carry(Infantry, 3, planet("jord"), Carrier, "301"),
    ];
    let played = moves(Script::new().dice([3, 4]).answer(0, parts), state, "101").done();
    // Sol's carriers hold six: the first had six fighters, the second one fighter and the infantry.
    assert_eq!(count(&played.state, space("101"), Carrier), 1);
    assert_eq!(count(&played.state, space("101"), Fighter), 1);
    assert_eq!(count(&played.state, space("101"), Infantry), 3);
    assert_eq!(played.state.on_board(Seat(0), Fighter), 1);
    assert!(played.told().contains("lost: 1 carrier, 6 fighters"), "{}", played.told());
    assert!(played.script.rolled[0].0.contains("gravity rift 201: 2 carriers"));
}

#[test]
fn rr_41_2_what_boards_behind_the_rift_stays_when_the_ship_is_lost() {
    let lines = "tech sol: carrier-ii\nspace 301: sol carrier\nplanet vefut-ii: sol 2 infantry";
    let state = board("201=41 101=20", lines);
    let parts = [ships(Carrier, 1, "301"), carry(Infantry, 2, planet("vefut-ii"), Carrier, "301")];
    let played = moves(Script::new().dice([1]).answer(0, parts), state, "000").done();
    assert_eq!(count(&played.state, planet("vefut-ii"), Infantry), 2);
    assert_eq!(played.state.on_board(Seat(0), Carrier), 0);
}

#[test]
fn rr_41_3_each_rift_on_the_way_is_braved() {
    let mut state = board("201=41 101=47", "space 301: sol carrier");
    std::sync::Arc::make_mut(&mut state.galaxy).add_anomaly(at_label("101"), Anomaly::GravityRift);
    let script = Script::new().dice([9, 2]).answer(0, [ships(Carrier, 1, "301")]);
    let played = moves(script, state, "000").done();
    assert_eq!(played.script.rolled.len(), 2);
    assert_eq!(played.state.on_board(Seat(0), Carrier), 0);
}

#[test]
fn rr_41_the_default_way_avoids_rifts_and_a_named_one_does_not() {
    // 301 to 101 by 201 or, as long, by 202 through 302 with move 3.
    let lines = "tech sol: cruiser-ii\nspace 301: sol cruiser";
    let state = board("201=41 101=47 202=48 302=49", lines);
    let played = moved(state.clone(), "101", &[ships(Cruiser, 1, "301")]).done();
    assert!(played.script.rolled.is_empty(), "{}", played.told());
    let named = [ships_via(Cruiser, 1, "301", "201")];
    let played = moves(Script::new().dice([7]).answer(0, named), state, "101").done();
    assert_eq!(played.script.rolled.len(), 1);
}

// Adjacency and wormholes (RR 6, 101)

#[test]
fn rr_101_wormholes_join_systems_of_their_kind() {
    let tiles = "201=26 208=39 209=40";
    let state = board(tiles, "space 301: sol cruiser\nspace 201: sol carrier");
    let played = moved(state.clone(), "208", &[ships(Cruiser, 1, "301"), ships(Carrier, 1, "201")]);
    assert_eq!(count(&played.done().state, space("208"), Cruiser), 1);
    let why = refusal(&state, "209", &[ships(Carrier, 1, "201")]);
    assert!(why.contains("209 is 2 away from 201"), "{why}");
}

// Transport (RR 95) and capacity (RR 16)

#[test]
fn rr_95_ships_carry_as_much_as_their_capacity() {
    let lines = "space 301: sol dreadnought, 3 fighters\nplanet jord: sol 5 infantry, space-dock";
    let state = board("201=46", lines);
    let both = [
        ships(Dreadnought, 1, "301"),
        carry(Infantry, 1, planet("jord"), Dreadnought, "301"),
        carry(Fighter, 1, space("301"), Dreadnought, "301"),
    ];
    let why = refusal(&state, "201", &both);
    assert!(why.contains("1 dreadnought from 301 carry 1, not more (RR 95)"), "{why}");
    let played = moved(state.clone(), "201", &both[..2]).done();
    assert_eq!(count(&played.state, space("201"), Infantry), 1);
    assert_eq!(count(&played.state, planet("jord"), Infantry), 4);
    let alone = [carry(Infantry, 1, planet("jord"), Carrier, "301")];
    assert!(refusal(&state, "201", &alone).contains("no carrier moves from 301"));
    let dock = carry(SpaceDock, 1, planet("jord"), Dreadnought, "301");
    assert!(refusal(&state, "201", &[ships(Dreadnought, 1, "301"), dock]).contains("not carried"));
}

#[test]
fn rr_95_a_ship_without_capacity_carries_nothing() {
    let state = board("201=46", "space 301: sol cruiser\nplanet jord: sol infantry");
    let parts = [ships(Cruiser, 1, "301"), carry(Infantry, 1, planet("jord"), Cruiser, "301")];
    assert!(refusal(&state, "201", &parts).contains("a cruiser has no capacity"));
}

#[test]
fn rr_95_1_units_are_picked_up_where_the_ship_starts_and_passes_and_ends() {
    let lines = "tech sol: carrier-ii\nspace 301: sol carrier\nplanet jord: sol infantry\n\
                 planet vefut-ii: sol infantry\nplanet mecatol-rex: sol infantry";
    let state = board("201=20 101=47", lines);
    let end = [
        ships(Carrier, 1, "301"),
        carry(Infantry, 1, planet("jord"), Carrier, "301"),
        carry(Infantry, 1, planet("vefut-ii"), Carrier, "301"),
    ];
    let played = moved(state.clone(), "101", &end).done();
    assert_eq!(count(&played.state, space("101"), Infantry), 2);
    let far = [ships(Carrier, 1, "301"), carry(Infantry, 1, planet("mecatol-rex"), Carrier, "301")];
    let why = refusal(&state, "101", &far);
    assert!(why.contains("the carrier from 301 does not pass 000 on its way (RR 95.1)"), "{why}");
    let end = [ships(Carrier, 1, "301"), carry(Infantry, 1, planet("vefut-ii"), Carrier, "301")];
    let played = moved(state, "201", &end).done();
    assert_eq!(count(&played.state, space("201"), Infantry), 1);
}

#[test]
fn rr_95_1_the_way_leads_past_what_is_picked_up() {
    // 201 and 202 both lie between 302 and 101; the units wait in 202.
    let lines = "tech sol: carrier-ii\nspace 302: sol carrier\nplanet vefut-ii: sol infantry";
    let state = board("201=46 202=20 302=47 101=48", lines);
    let parts = [ships(Carrier, 1, "302"), carry(Infantry, 1, planet("vefut-ii"), Carrier, "302")];
    let played = moved(state, "101", &parts).done();
    assert_eq!(count(&played.state, space("101"), Infantry), 1);
    assert!(played.told().contains("through 202"), "{}", played.told());
}

#[test]
fn rr_95_3_nothing_is_picked_up_next_to_an_own_token() {
    let lines = "tech sol: carrier-ii\nspace 301: sol carrier\nplanet vefut-ii: sol infantry\n\
                 token sol: 201";
    let state = board("201=20 101=47", lines);
    let parts = [ships(Carrier, 1, "301"), carry(Infantry, 1, planet("vefut-ii"), Carrier, "301")];
    let why = refusal(&state, "101", &parts);
    assert!(why.contains("your command token in 201 holds"), "{why}");
    // The token of the activation does not count.
    moved(state, "201", &[]).done();
    let open = board("201=20 101=47", &lines.replace("token sol: 201", "token hacan: 201"));
    moved(open, "201", &parts).done();
}

#[test]
fn rr_95_fighters_move_aboard_and_fighters_ii_by_themselves_too() {
    let lines = "space 301: sol carrier, 3 fighters";
    let state = board("201=46 101=47", lines);
    let why = refusal(&state, "201", &[ships(Fighter, 1, "301")]);
    assert!(why.contains("fighters do not move by themselves (RR 57)"), "{why}");
    let state = board("201=46 101=47", &format!("tech sol: fighter-ii\n{lines}"));
    let played = moved(state.clone(), "101", &[ships(Fighter, 3, "301")]).done();
    assert_eq!(count(&played.state, space("101"), Fighter), 3);
    // Not both at once.
    let both = [
        ships(Carrier, 1, "301"),
        ships(Fighter, 2, "301"),
        carry(Fighter, 2, space("301"), Carrier, "301"),
    ];
    assert!(refusal(&state, "201", &both).contains("you have 3 fighters"));
}

#[test]
fn rr_16_fighters_left_without_capacity_are_removed() {
    let lines = "space 301: sol carrier, 4 fighters\nspace 201: sol carrier, 2 fighters\n\
                 planet jord: sol space-dock";
    let state = board("201=46 202=47", lines);
    let all = [ships(Carrier, 1, "201")];
    let played = moved(state.clone(), "202", &all).done();
    assert_eq!(count(&played.state, space("201"), Fighter), 0);
    assert!(played.told().contains("2 fighters removed from **201**, no capacity (RR 16.3)"));
    // A space dock takes care of three (RR 79).
    let played = moved(state, "201", &[ships(Carrier, 1, "301")]).done();
    assert_eq!(count(&played.state, space("301"), Fighter), 3);
}

#[test]
fn rr_37_too_many_ships_for_the_fleet_pool_are_removed_on_arrival() {
    let lines = "tokens sol: 3 2 2\nspace 301: sol 2 cruisers, destroyer";
    let state = board("201=46", lines);
    let all = [ships(Cruiser, 2, "301"), ships(Destroyer, 1, "301")];
    let choice = [Choice::Destroy { kind: Destroyer, damaged: false, count: 1 }];
    let script = Script::new().answer(0, all).answer(0, choice);
    let played = moves(script, state, "201").done();
    assert_eq!(count(&played.state, space("201"), Cruiser), 2);
    assert_eq!(played.state.on_board(Seat(0), Destroyer), 0);
}

#[test]
fn rr_46_infantry_needs_a_piece_of_plastic_in_every_place() {
    let mut state = board("201=46", "space 301: sol carrier\nplanet jord: sol 2 infantry");
    // Twelve places with infantry, of which Jord has two.
    let others: Vec<PlanetId> =
        PlanetId::all().filter(|id| !state.planets.contains_key(id)).take(11).collect();
    for id in others {
        let mut planet = PlanetState { owner: Some(Seat(0)), ..PlanetState::default() };
        planet.forces.add(Seat(0), Infantry, false, 1);
        state.planets.insert(id, planet);
    }
    let part = |n| [ships(Carrier, 1, "301"), carry(Infantry, n, planet("jord"), Carrier, "301")];
    let why = refusal(&state, "201", &part(1));
    assert!(why.contains("all 12 plastic infantry stand elsewhere (RR 46.3)"), "{why}");
    legal(&state, "201", &part(2));
    let prompt = Prompt::compound(Seat(0), Question::Move { system: at_label("201") });
    let next = (MOVE.next)(&state, &prompt, &[ships(Carrier, 1, "301")]);
    assert!(!next.contains(&part(1)[1]) && next.contains(&part(2)[1]), "{next:?}");
}

// What is offered

/// Builds answers from `next` in many different orders; all of them have to be legal.
fn wander(state: &State, system: SystemId, turns: usize) {
    let prompt = Prompt::compound(Seat(0), Question::Move { system });
    for start in 0..turns {
        let mut draft = Vec::new();
        for step in 0..14 {
            let next = (MOVE.next)(state, &prompt, &draft);
            if next.is_empty() {
                break;
            }
            let pick = (start * 7 + step * 13 + start * start * step) % next.len();
            draft.push(next[pick].clone());
            let judged = (MOVE.check)(state, &prompt, &draft);
            assert!(judged.is_ok(), "{system}: {draft:?}: {judged:?}");
        }
    }
    let suggestions = (MOVE.suggest)(state, &prompt);
    assert!(!suggestions.is_empty());
    for parts in suggestions {
        assert_eq!((MOVE.check)(state, &prompt, &parts), Ok(()), "{parts:?}");
    }
}

/// A late game: Sol everywhere on the inner board.
fn crowded() -> State {
    let tiles = "101=20 102=26 103=41 104=42 105=39 106=35 201=47 202=44 203=38 204=43 205=25 \
                 206=40 207=37 212=29";
    let lines = "tokens sol: 3 8 2\ntech sol: fighter-ii, carrier-ii, cruiser-ii, dreadnought-ii\n\
        space 301: sol 2 carriers, 5 fighters, 2 cruisers\nplanet jord: sol 5 infantry, space-dock\n\
        space 101: sol carrier, dreadnought, 3 fighters, 2 infantry\n\
        space 103: sol 2 dreadnoughts, cruiser, flagship, 4 infantry\n\
        space 104: sol 2 destroyers, carrier\nspace 105: sol cruiser, destroyer, war-sun\n\
        planet vefut-ii: sol 3 infantry\nplanet bereg: sol 2 infantry, pds\n\
        planet abyz: sol 2 infantry, space-dock\nspace 206: hacan cruiser\n\
        space 203: sol cruiser, 3 fighters\ntoken sol: 105\ntech sol: war-sun";
    board(tiles, lines)
}

#[test]
fn whatever_is_offered_in_a_crowded_galaxy_can_be_answered() {
    let mut state = crowded();
    let effect = Lasting { until: Until::TurnEnds, seat: Seat(0), effect: Effect::Move(1) };
    for turn in 0..2 {
        for system in state.systems.keys().copied().collect::<Vec<_>>() {
            let mut state = state.clone();
            state.system_mut(system).tokens.insert(Seat(0));
            wander(&state, system, 12);
        }
        if turn == 0 {
            state.lasting.push(effect);
        }
    }
}

#[test]
fn suggestions_bring_the_whole_fleet_of_an_origin() {
    let lines = "space 301: sol carrier, 2 fighters\nplanet jord: sol 4 infantry";
    let state = board("201=46", lines);
    let prompt = Prompt::compound(Seat(0), Question::Move { system: at_label("201") });
    let best = (MOVE.suggest)(&state, &prompt).swap_remove(0);
    assert_eq!(
        best,
        [
            ships(Carrier, 1, "301"),
            carry(Fighter, 2, space("301"), Carrier, "301"),
            // One stays at home.
            carry(Infantry, 3, planet("jord"), Carrier, "301"),
        ]
    );
}

#[test]
fn suggestions_bring_ground_forces_first_where_there_is_a_planet_to_take() {
    let lines = "space 301: sol carrier, 5 fighters\nplanet jord: sol 4 infantry";
    let state = board("201=26", lines);
    let prompt = Prompt::compound(Seat(0), Question::Move { system: at_label("201") });
    let best = (MOVE.suggest)(&state, &prompt).swap_remove(0);
    assert_eq!(
        best,
        [
            ships(Carrier, 1, "301"),
            carry(Infantry, 3, planet("jord"), Carrier, "301"),
            carry(Fighter, 3, space("301"), Carrier, "301"),
        ]
    );
}

#[test]
fn the_news_of_a_movement_name_each_place_once() {
    let fleet = "space 301: sol 2 carriers, cruiser, fighter\nplanet jord: sol 4 infantry\n\
                 planet lodor: sol infantry\ntech sol: gravity-drive";
    let state = board("201=26 101=46", fleet);
    let parts = [
        ships(Carrier, 1, "301"),
        carry(Fighter, 1, space("301"), Carrier, "301"),
        carry(Infantry, 2, planet("jord"), Carrier, "301"),
        carry(Infantry, 1, planet("lodor"), Carrier, "301"),
    ];
    let told = moved(state, "101", &parts).told();
    let wanted = "1 carrier from Jord / 301 through 201, carrying 1 fighter, 2 infantry, \
                  1 infantry from Lodor.";
    assert!(told.contains(wanted), "{told}");
    assert_eq!(told.matches("Jord").count(), 1, "{told}");
}
