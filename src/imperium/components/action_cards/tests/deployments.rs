//! Cards that place units and command tokens as an action.

use super::*;

fn bereg() -> PlanetId {
    PlanetId::named("bereg")
}

fn turn() -> Moment {
    Moment::Turn { seat: Seat(0) }
}

// Frontline Deployment

#[test]
fn frontline_deployment_places_three_infantry_on_one_planet() {
    let state = arena("planet bereg: yssaril infantry\nhand yssaril: frontline-deployment");
    let script = Script::new().answer(0, [Choice::Planet(bereg())]);
    let played = act(state, "frontline-deployment", script).done();
    assert_eq!(played.state.planet(bereg()).forces.count(Seat(0), UnitKind::Infantry), 4);
}

#[test]
fn frontline_deployment_needs_a_planet_of_ones_own() {
    let state = arena("control bereg: hacan\nhand yssaril: frontline-deployment");
    let targets = tables().card_target(card("frontline-deployment")).expect("it names a planet");
    assert!(!targets(&state, Seat(0), &turn()).contains(&Choice::Planet(bereg())));
    let homeless = arena(
        "control retillion: nobody\ncontrol shalloq: nobody\nhand yssaril: frontline-deployment",
    );
    assert!(!is_playable(&homeless, 0, "frontline-deployment", turn()));
}

#[test]
fn frontline_deployment_that_is_sabotaged_places_nothing() {
    let state =
        arena("control bereg: yssaril\nhand yssaril: frontline-deployment\nhand hacan: sabotage");
    let script = Script::new().answer(0, [Choice::Planet(bereg())]).answer(1, play("sabotage"));
    let played = act(state, "frontline-deployment", script).done();
    assert!(played.state.planet(bereg()).forces.is_empty());
}

// Rise of a Messiah

#[test]
fn rise_of_a_messiah_places_one_infantry_on_each_controlled_planet() {
    let state =
        arena("control bereg: yssaril\ncontrol lirta-iv: hacan\nhand yssaril: rise-of-a-messiah");
    let played = act(state, "rise-of-a-messiah", Script::new()).done();
    let infantry = |slug: &str| {
        let forces = &played.state.planet(PlanetId::named(slug)).forces;
        forces.iter().map(|stack| stack.count).sum::<u8>()
    };
    let found = ["bereg", "retillion", "shalloq", "lirta-iv"].map(infantry);
    assert_eq!(found, [1, 1, 1, 0]);
}

#[test]
fn rise_of_a_messiah_may_be_played_without_any_planet() {
    let state = arena(
        "control retillion: nobody\ncontrol shalloq: nobody\nhand yssaril: rise-of-a-messiah",
    );
    assert!(is_playable(&state, 0, "rise-of-a-messiah", turn()));
    assert!(!is_playable(&state, 0, "rise-of-a-messiah", Moment::Turn { seat: Seat(1) }));
    let played = act(state, "rise-of-a-messiah", Script::new()).done();
    assert_eq!(played.state.on_board(Seat(0), UnitKind::Infantry), 0);
}

// War Effort

#[test]
fn war_effort_places_a_cruiser_where_ones_ships_are() {
    let state = arena(
        "space 205: yssaril destroyer\nspace 204: yssaril destroyer\nhand yssaril: war-effort",
    );
    let script = Script::new().answer(0, [Choice::System(place("205"))]);
    let played = act(state, "war-effort", script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
}

#[test]
fn war_effort_beyond_the_fleet_pool_costs_a_ship() {
    let state = arena("space 205: yssaril 3 destroyers\nhand yssaril: war-effort");
    let played = act(state, "war-effort", Script::new()).done();
    assert_eq!(played.state.fleet_size(place("205"), Seat(0)), 3);
}

#[test]
fn war_effort_needs_ships_and_may_be_sabotaged() {
    let none = arena("space 205: hacan destroyer\nhand yssaril: war-effort");
    assert!(!is_playable(&none, 0, "war-effort", turn()));
    let state =
        arena("space 205: yssaril destroyer\nhand yssaril: war-effort\nhand hacan: sabotage");
    let script = Script::new().answer(1, play("sabotage"));
    let played = act(state, "war-effort", script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 0);
}

// Signal Jamming

#[test]
fn signal_jamming_puts_a_token_of_another_player_near_ones_ships() {
    let state = arena("space 205: yssaril cruiser\nhand yssaril: signal-jamming");
    let before = state.token_reinforcements(Seat(1));
    let script = Script::new()
        .answer(0, [Choice::System(place("206"))])
        .answer(0, [Choice::Player(Seat(1))]);
    let played = act(state, "signal-jamming", script).done();
    assert!(played.state.system(place("206")).tokens.contains(Seat(1)));
    assert_eq!(played.state.token_reinforcements(Seat(1)), before - 1);
    assert!(
        crate::imperium::rules::movement::can_activate(&played.state, Seat(1), place("206"))
            .is_err()
    );
}

#[test]
fn signal_jamming_reaches_mecatol_rex_but_no_home_system() {
    let state = arena(
        "space 101: yssaril cruiser\nspace 201: yssaril cruiser\nhand yssaril: signal-jamming",
    );
    let targets = tables().card_target(card("signal-jamming")).expect("it names a system");
    let named = targets(&state, Seat(0), &turn());
    assert!(named.contains(&Choice::System(place("000"))));
    assert!(!named.contains(&Choice::System(place("301"))), "a home next to 201");
    assert!(!named.contains(&Choice::System(place("310"))), "too far away");
}

#[test]
fn signal_jamming_without_reinforcements_takes_a_token_from_the_sheet() {
    let state =
        arena("space 205: yssaril cruiser\ntokens hacan: 6 5 5\nhand yssaril: signal-jamming");
    let script = Script::new()
        .answer(0, [Choice::System(place("206"))])
        .answer(0, [Choice::Player(Seat(1))])
        .answer(1, [Choice::Token(Pool::Strategy)]);
    let played = act(state, "signal-jamming", script).done();
    assert!(played.state.system(place("206")).tokens.contains(Seat(1)));
    assert_eq!(played.state.player(Seat(1)).tokens.strategy, 4);
}

#[test]
fn signal_jamming_names_both_targets_before_sabotage() {
    let state =
        arena("space 205: yssaril cruiser\nhand yssaril: signal-jamming\nhand hacan: sabotage");
    let script = Script::new()
        .answer(0, [Choice::System(place("205"))])
        .answer(0, [Choice::Player(Seat(1))])
        .answer(1, play("sabotage"));
    let played = act(state, "signal-jamming", script).done();
    assert!(!played.state.system(place("205")).tokens.contains(Seat(1)));
    assert!(played.told().contains("plays **Signal Jamming**: 205, «1»."), "{}", played.told());
}

// Unexpected Action

#[test]
fn unexpected_action_takes_a_token_off_the_board() {
    let state = arena("token yssaril: 205, 206\nhand yssaril: unexpected-action");
    let sheet = state.player(Seat(0)).tokens;
    let script = Script::new().answer(0, [Choice::System(place("206"))]);
    let played = act(state, "unexpected-action", script).done();
    assert!(!played.state.system(place("206")).tokens.contains(Seat(0)));
    assert!(played.state.system(place("205")).tokens.contains(Seat(0)));
    assert_eq!(played.state.player(Seat(0)).tokens, sheet);
}

#[test]
fn unexpected_action_needs_a_token_on_the_board() {
    let state = arena("token hacan: 205\nhand yssaril: unexpected-action");
    assert!(!is_playable(&state, 0, "unexpected-action", turn()));
}

#[test]
fn unexpected_action_that_is_sabotaged_leaves_the_token() {
    let state = arena("token yssaril: 205\nhand yssaril: unexpected-action\nhand hacan: sabotage");
    let script = Script::new().answer(1, play("sabotage"));
    let played = act(state, "unexpected-action", script).done();
    assert!(played.state.system(place("205")).tokens.contains(Seat(0)));
}
