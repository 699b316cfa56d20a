//! Notes played as an action or at the start of a turn.

use super::*;
use crate::imperium::rules::production;
use crate::imperium::rules::tables::{Act, forbidden};

/// Sol and two factions, neighbours in space.
fn with(first: &str, second: &str, lines: &str) -> State {
    at(&format!(
        "players sol, {first}, {second}\nspace 201: sol cruiser\nspace 202: {first} cruiser\n\
         space 203: {second} cruiser\nstrategy sol: leadership exhausted\n{lines}"
    ))
}

const FIRST: u8 = 1;

fn may_play(state: &State, seat: u8, moment: Moment) -> bool {
    !notes::playable(state, Seat(seat), &moment).is_empty()
}

#[test]
fn cybernetic_enhancements_moves_a_strategy_token_at_the_start_of_a_turn() {
    let lines =
        "note sol: cybernetic-enhancements of l1z1x\ntokens l1z1x: 3 3 2\ntokens sol: 3 3 2";
    let state = with("l1z1x", "letnev", lines);
    let script = Script::new().answer(SOL, play("cybernetic-enhancements", FIRST));
    let played = script.run(state, turn::take).done();
    assert_eq!(played.state.player(Seat(FIRST)).tokens.strategy, 1);
    assert_eq!(played.state.player(Seat(SOL)).tokens.strategy, 3);
    assert!(played.state.holds_note(Seat(FIRST), note("cybernetic-enhancements", FIRST)));
}

#[test]
fn cybernetic_enhancements_needs_a_token_of_the_owner() {
    let lines = "note sol: cybernetic-enhancements of l1z1x\ntokens l1z1x: 3 3 0";
    let state = with("l1z1x", "letnev", lines);
    assert!(!may_play(&state, SOL, Moment::TurnStarts { seat: Seat(SOL) }));
}

#[test]
fn cybernetic_enhancements_is_not_played_after_an_action() {
    let state = with("l1z1x", "letnev", "note sol: cybernetic-enhancements of l1z1x");
    assert!(may_play(&state, SOL, Moment::TurnStarts { seat: Seat(SOL) }));
    assert!(!may_play(&state, SOL, Moment::Turn { seat: Seat(SOL) }));
}

#[test]
fn military_support_places_infantry_at_the_start_of_the_owners_turn() {
    let lines = "note hacan: military-support of sol\nplanet arretze: hacan infantry\n\
                 tokens sol: 3 3 2\nstrategy sol: leadership exhausted";
    let script = Script::new().answer(HACAN, play("military-support", SOL));
    let script = script.answer(HACAN, [Choice::Planet(PlanetId::named("arretze"))]);
    let played = script.run(table(lines), turn::take).done();
    assert_eq!(played.state.player(Seat(SOL)).tokens.strategy, 1);
    let there = played.state.forces(Place::Planet(PlanetId::named("arretze")));
    assert_eq!(there.count(Seat(HACAN), UnitKind::Infantry), 3);
}

#[test]
fn military_support_works_without_a_token_and_in_nobody_elses_turn() {
    let lines = "note hacan: military-support of sol\ntokens sol: 3 3 0";
    let state = table(lines);
    assert!(may_play(&state, HACAN, Moment::OthersTurnStarts { by: Seat(SOL) }));
    assert!(!may_play(&state, HACAN, Moment::OthersTurnStarts { by: Seat(LETNEV) }));
    let script = Script::new()
        .answer(HACAN, play("military-support", SOL))
        .answer(HACAN, [Choice::Planet(PlanetId::named("arretze"))]);
    let played = script.run(state, turn::take).done();
    let there = played.state.forces(Place::Planet(PlanetId::named("arretze")));
    assert_eq!(there.count(Seat(HACAN), UnitKind::Infantry), 2);
}

#[test]
fn spy_net_shows_a_hand_and_takes_a_card() {
    let lines = "note sol: spy-net of yssaril\nhand yssaril: sabotage, plague";
    let state = with("yssaril", "letnev", lines);
    let script = Script::new()
        .answer(SOL, play("spy-net", FIRST))
        .answer(SOL, [Choice::Card(ActionCardId::named("plague"))]);
    let played = script.run(state, turn::take).done();
    assert_eq!(played.state.player(Seat(SOL)).hand, [ActionCardId::named("plague")]);
    assert!(played.told_to(SOL).contains("Sabotage"), "{}", played.told_to(SOL));
    assert!(!played.told().contains("Sabotage"), "{}", played.told());
}

#[test]
fn spy_net_is_no_use_against_an_empty_hand() {
    let state = with("yssaril", "letnev", "note sol: spy-net of yssaril");
    assert!(!may_play(&state, SOL, Moment::TurnStarts { seat: Seat(SOL) }));
}

#[test]
fn spy_net_comes_back_but_not_for_the_same_turn() {
    let lines = "note sol: spy-net of yssaril\nhand yssaril: sabotage, plague";
    let state = with("yssaril", "letnev", lines);
    let script = Script::new().answer(SOL, play("spy-net", FIRST)).strict();
    let played = script.run(state, turn::take);
    assert!(
        played.open().iter().any(
            |prompt| prompt.question == Question::NoteTarget { note: NoteId::named("spy-net") }
        )
    );
}

#[test]
fn fires_of_the_gashlai_gives_war_suns_for_a_fleet_token_of_the_owner() {
    let lines = "note sol: fires-of-the-gashlai of muaat\ntokens muaat: 3 2 2";
    let state = with("muaat", "letnev", lines);
    let script = Script::new().answer(SOL, play("fires-of-the-gashlai", FIRST));
    let played = script.run(state, turn::take).done();
    assert!(played.state.has_technology(Seat(SOL), TechId::named("war-sun")));
    assert_eq!(played.state.player(Seat(FIRST)).tokens.fleet, 1);
    assert!(played.state.card(Seat(SOL), UnitKind::WarSun).is_some());
}

#[test]
fn fires_of_the_gashlai_needs_a_token_and_a_player_without_war_suns() {
    let turn = Moment::Turn { seat: Seat(SOL) };
    let fits = |lines: &str| {
        let lines = format!("note sol: fires-of-the-gashlai of muaat\n{lines}");
        may_play(&with("muaat", "letnev", &lines), SOL, turn.clone())
    };
    assert!(fits("tokens muaat: 3 2 2"));
    assert!(!fits("tokens muaat: 3 0 2"));
    assert!(!fits("tech sol: war-sun"));
}

#[test]
fn fires_of_the_gashlai_shrinks_the_owners_fleets() {
    let lines = "note sol: fires-of-the-gashlai of muaat\ntokens muaat: 3 2 2\n\
                 space 202: muaat cruiser";
    let state = with("muaat", "letnev", lines);
    let script = Script::new().answer(SOL, play("fires-of-the-gashlai", FIRST));
    let played = script.run(state, turn::take).done();
    assert_eq!(played.state.fleet_size(system("202"), Seat(FIRST)), 1);
}

#[test]
fn promise_of_protection_forbids_pillage_against_its_holder_only() {
    let state = with("mentak", "letnev", "laid sol: promise-of-protection of mentak");
    let ability = AbilityId::named("pillage");
    let pillage = |victim: u8| {
        let act = Act::UseAbility { ability, against: Some(Seat(victim)) };
        forbidden(&state, Seat(FIRST), act).is_some()
    };
    assert!(pillage(SOL));
    assert!(!pillage(LETNEV));
    let other = Act::UseAbility { ability: AbilityId::named("ambush"), against: Some(Seat(SOL)) };
    assert!(forbidden(&state, Seat(FIRST), other).is_none());
}

#[test]
fn promise_of_protection_keeps_the_mentak_away() {
    let robbed = |laid: &str| {
        let state = with("mentak", "letnev", &format!("goods sol: 4 0\n{laid}"));
        let played = Script::new().run(state, |game| trade::gain(game, Seat(SOL), 1));
        !played.done().asked(FIRST).is_empty()
    };
    assert!(robbed(""));
    assert!(!robbed("laid sol: promise-of-protection of mentak"));
    assert!(robbed("note sol: promise-of-protection of mentak"));
}

#[test]
fn promise_of_protection_is_an_action_and_goes_back_after_an_attack() {
    let state = with("mentak", "letnev", "note sol: promise-of-protection of mentak");
    let script = Script::new().answer(SOL, play("promise-of-protection", FIRST));
    let played = script.run(state, turn::take).done();
    let card = note("promise-of-protection", FIRST);
    assert_eq!(played.state.player(Seat(SOL)).notes_in_play, [card]);
    let state = State { active: Some(Seat(SOL)), ..played.state };
    let script = Script::new().answer(SOL, [Choice::Activate(system("202"))]);
    let played = script.run(state, turn::take).done();
    assert!(played.state.holds_note(Seat(FIRST), card));
}

#[test]
fn stymie_stops_production_in_and_next_to_systems_with_units_of_its_holder() {
    // 318, Arborec's home, is next to 212.
    let lines = "laid sol: stymie of arborec\nplanet nestphar: arborec space-dock";
    let state = with("arborec", "letnev", lines);
    let home = state.home_system(Seat(FIRST)).expect("they have a home");
    assert!(production::can_produce(&state, Seat(FIRST), home));
    let next = state.neighbours(home)[0];
    let label = next.to_string();
    let near = with("arborec", "letnev", &format!("{lines}\nspace {label}: sol destroyer"));
    assert!(!production::can_produce(&near, Seat(FIRST), home));
}

#[test]
fn stymie_spares_home_systems_and_is_nothing_in_the_hand() {
    let lines = "planet nestphar: arborec space-dock\nspace 304: sol destroyer";
    let state = with("arborec", "letnev", &format!("laid sol: stymie of arborec\n{lines}"));
    let home = system("304");
    assert_eq!(state.home_of(home), Some(Seat(FIRST)));
    let ground = |state: &State| {
        let act = Act::Produce { system: home };
        forbidden(state, Seat(FIRST), act).is_some()
    };
    assert!(!ground(&state), "units in their home do not count");
    let held = with("arborec", "letnev", "note sol: stymie of arborec\nspace 305: sol destroyer");
    assert!(!ground(&held));
}

#[test]
fn trade_convoys_reach_players_who_are_no_neighbours() {
    let far = |lines: &str| at(&format!("players sol, hacan, letnev\n{lines}"));
    let possible = |state: &State| trade::possible(state, Seat(SOL), Seat(LETNEV)).is_ok();
    assert!(!possible(&far("")));
    assert!(!possible(&far("note sol: trade-convoys of hacan")));
    let state = far("laid sol: trade-convoys of hacan");
    assert!(possible(&state));
    assert!(!state.are_neighbours(Seat(SOL), Seat(LETNEV)));
    assert!(trade::possible(&state, Seat(LETNEV), Seat(SOL)).is_ok(), "either may begin");
}

#[test]
fn creuss_iff_places_a_wormhole_at_the_start_of_a_turn() {
    let state = with("creuss", "letnev", "note sol: creuss-iff of creuss");
    let script = Script::new()
        .answer(SOL, play("creuss-iff", FIRST))
        .answer(SOL, [Choice::Wormhole(Wormhole::Beta)])
        .answer(SOL, [Choice::System(system("201"))]);
    let played = script.run(state, turn::take).done();
    assert!(played.state.wormholes(system("201")).contains(&Wormhole::Beta));
    assert!(played.state.holds_note(Seat(FIRST), note("creuss-iff", FIRST)));
}

#[test]
fn creuss_iff_goes_to_no_system_with_ships_of_others_and_to_homes_only_with_a_planet() {
    let state = with("creuss", "letnev", "note sol: creuss-iff of creuss");
    let script = Script::new()
        .answer(SOL, play("creuss-iff", FIRST))
        .answer(SOL, [Choice::Wormhole(Wormhole::Alpha)])
        .strict();
    let played = script.run(state, turn::take);
    let open = &played.open()[0].options;
    let offers = |label: &str| open.contains(&Choice::System(system(label)));
    assert!(offers("201"));
    assert!(!offers("203"), "Letnev's cruiser is there");
    assert!(offers("301"), "Sol's home");
    assert!(!offers("307"), "Letnev's home");
}
