//! Bombardment, landing, space cannon defense, ground combat and control as play.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::script::{Played, Script, refused};
use crate::imperium::state::*;

use super::ask::*;
use super::{control, invasion};

/// Yssaril invades 205 with Bereg and Lirta IV (Hacan's), or 206 with Vefut II.
fn arena(lines: &str) -> State {
    at(&format!("players yssaril, hacan, jol-nar\ntile 205 = 35\ntile 206 = 20\n{lines}"))
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn bereg() -> PlanetId {
    PlanetId::named("bereg")
}

fn lirta() -> PlanetId {
    PlanetId::named("lirta-iv")
}

fn invade(state: State, script: Script) -> Played {
    script.run(state, |game| invasion::invade(game, Seat(0), place("205")))
}

fn land(kind: UnitKind, count: u8, planet: PlanetId) -> Choice {
    Choice::Land { kind, damaged: false, count, planet }
}

fn infantry(count: u8, planet: PlanetId) -> Choice {
    land(UnitKind::Infantry, count, planet)
}

fn bombard(kind: UnitKind, count: u8, planet: PlanetId) -> Choice {
    Choice::Bombard { kind, count, planet }
}

fn count(played: &Played, planet: PlanetId, seat: u8, kind: UnitKind) -> u8 {
    played.state.planet(planet).forces.count(Seat(seat), kind)
}

// Bombardment (RR 15, 65)

#[test]
fn rr_15_bombardment_may_take_the_last_ground_force_but_not_the_planet() {
    let state =
        arena("space 205: yssaril 3 dreadnoughts\nplanet bereg: hacan infantry, space dock");
    let script =
        Script::new().answer(0, [bombard(UnitKind::Dreadnought, 3, bereg())]).dice([5, 6, 9]);
    let played = invade(state, script).done();
    assert_eq!(count(&played, bereg(), 1, UnitKind::Infantry), 0);
    assert_eq!(count(&played, bereg(), 1, UnitKind::SpaceDock), 1);
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
}

#[test]
fn rr_15_all_units_bombard_or_none() {
    let state = arena("space 205: yssaril 3 dreadnoughts\nplanet bereg: hacan 2 infantry");
    let question = Question::Bombard { system: place("205") };
    let two = [bombard(UnitKind::Dreadnought, 2, bereg())];
    let refusal = refused(&state, 0, question.clone(), &two);
    assert!(refusal.is_some_and(|refusal| refusal.why.contains("1 dreadnought would hold")));
    assert_eq!(refused(&state, 0, question, &[]), None);
}

#[test]
fn rr_15_1d_units_may_bombard_different_planets() {
    let state = arena(
        "space 205: yssaril 2 dreadnoughts
planet bereg: hacan infantry
planet lirta-iv: hacan infantry",
    );
    let script = Script::new()
        .answer(
            0,
            [
                bombard(UnitKind::Dreadnought, 1, bereg()),
                bombard(UnitKind::Dreadnought, 1, lirta()),
            ],
        )
        .dice([5, 4]);
    let played = invade(state, script).done();
    assert_eq!(count(&played, bereg(), 1, UnitKind::Infantry), 0);
    assert_eq!(count(&played, lirta(), 1, UnitKind::Infantry), 1);
}

#[test]
fn rr_65_a_planetary_shield_keeps_bombardment_off_its_own_planet_only() {
    let state = arena(
        "space 205: yssaril dreadnought
planet bereg: hacan infantry, pds
planet lirta-iv: hacan infantry",
    );
    let question = Question::Bombard { system: place("205") };
    let at = |planet| [bombard(UnitKind::Dreadnought, 1, planet)];
    let refusal = refused(&state, 0, question.clone(), &at(bereg()));
    assert!(refusal.is_some_and(|refusal| refusal.rule == "65"));
    assert_eq!(refused(&state, 0, question, &at(lirta())), None);
}

#[test]
fn rr_65_3_with_a_war_sun_all_units_bombard_past_the_shield() {
    let state =
        arena("space 205: yssaril war sun, dreadnought\nplanet bereg: hacan 4 infantry, pds");
    let script = Script::new()
        .answer(
            0,
            [bombard(UnitKind::Dreadnought, 1, bereg()), bombard(UnitKind::WarSun, 1, bereg())],
        )
        .dice([3, 2, 10, 5]);
    let played = invade(state, script).done();
    assert_eq!(count(&played, bereg(), 1, UnitKind::Infantry), 1);
    assert!(played.told().contains("1 war sun **3, 2, 10**, 1 dreadnought **5**: 3 hits."));
}

// Landing (RR 49.2) and the custodians (RR 27)

#[test]
fn rr_49_5_an_undefended_planet_is_taken_exhausted() {
    let state = arena("space 205: yssaril carrier, 2 infantry");
    let script = Script::new().answer(0, [infantry(1, bereg()), infantry(1, lirta())]);
    let played = invade(state, script).done();
    for planet in [bereg(), lirta()] {
        assert_eq!(played.state.owner(planet), Some(Seat(0)));
        assert!(played.state.planet(planet).exhausted);
    }
    assert!(played.told().contains("«0» takes **Bereg** (3/1), exhausted."), "{}", played.told());
}

#[test]
fn rr_49_5a_structures_of_the_loser_are_destroyed() {
    let state = arena("space 205: yssaril carrier, infantry\nplanet bereg: hacan space dock");
    let script = Script::new().answer(0, [infantry(1, bereg())]);
    let played = invade(state, script).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert!(played.state.planet(bereg()).exhausted);
    assert_eq!(count(&played, bereg(), 1, UnitKind::SpaceDock), 0);
}

#[test]
fn rr_25_4_a_control_token_does_not_hold_a_planet_against_a_landing() {
    let state = arena("space 205: yssaril carrier, infantry\ncontrol bereg: hacan");
    let script = Script::new().answer(0, [infantry(1, bereg())]);
    let played = invade(state, script).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
}

#[test]
fn rr_49_2_only_ground_forces_in_space_land() {
    let state = arena(
        "space 205: yssaril carrier, 2 infantry
planet lirta-iv: yssaril 3 infantry",
    );
    let question = Question::CommitGroundForces { system: place("205") };
    let no = |parts: &[Choice]| refused(&state, 0, question.clone(), parts).map(|r| r.why);
    assert!(no(&[infantry(3, bereg())]).is_some_and(|why| why.contains("not in space")));
    assert!(no(&[infantry(1, PlanetId::named("vefut-ii"))]).is_some());
    assert!(no(&[infantry(1, bereg()), Choice::TradeGoods(1)]).is_some());
    assert_eq!(no(&[]), None);
    assert_eq!(no(&[infantry(1, bereg()), infantry(1, lirta())]), None);
}

#[test]
fn landing_nothing_leaves_everything_as_it_is() {
    let state = arena("space 205: yssaril carrier, 2 infantry\nplanet bereg: hacan infantry");
    let played = invade(state, Script::new().answer(0, [])).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
    assert_eq!(played.state.system(place("205")).space.count(Seat(0), UnitKind::Infantry), 2);
}

fn mecatol(lines: &str) -> State {
    arena(&format!("space 000: yssaril carrier, 2 infantry\n{lines}"))
}

fn rex() -> PlanetId {
    PlanetId::named("mecatol-rex")
}

#[test]
fn rr_27_2_six_influence_remove_the_custodians_token_for_a_point() {
    let state = mecatol("goods yssaril: 6 0");
    let script = Script::new().answer(0, [infantry(2, rex()), Choice::TradeGoods(6)]);
    let played = script.run(state, |game| invasion::invade(game, Seat(0), place("000"))).done();
    assert!(!played.state.custodians);
    assert_eq!(played.state.owner(rex()), Some(Seat(0)));
    assert_eq!(played.state.points(Seat(0)), 1);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn rr_27_1_nobody_lands_on_mecatol_rex_past_the_token_without_paying() {
    let question = Question::CommitGroundForces { system: place("000") };
    let rich = mecatol("goods yssaril: 6 0");
    let no = |state: &State, parts: &[Choice]| {
        refused(state, 0, question.clone(), parts).map(|refusal| refusal.why)
    };
    assert!(
        no(&rich, &[infantry(2, rex())]).is_some_and(|why| why.contains("it costs 6 influence"))
    );
    assert!(no(&rich, &[Choice::TradeGoods(6)]).is_some());
    let poor = mecatol("exhausted retillion, shalloq\ngoods yssaril: 5 0");
    let played =
        Script::new().run(poor, |game| invasion::invade(game, Seat(0), place("000"))).done();
    assert!(played.asked(0).is_empty());
    let open = mecatol("custodians gone");
    assert_eq!(no(&open, &[infantry(1, rex())]), None);
}

#[test]
fn landing_on_mecatol_rex_can_be_put_together_part_by_part() {
    let state = mecatol("control bereg: yssaril\ncontrol lirta-iv: yssaril\ngoods yssaril: 2 0");
    let question = Question::CommitGroundForces { system: place("000") };
    let prompt = crate::engine::Prompt::compound(Seat(0), question);
    for answer in (invasion::COMMIT.suggest)(&state, &prompt) {
        assert_eq!((invasion::COMMIT.check)(&state, &prompt, &answer), Ok(()), "{answer:?}");
    }
    for pick in 0..6 {
        let mut draft = vec![infantry(1, rex())];
        while (invasion::COMMIT.check)(&state, &prompt, &draft).is_err() {
            let parts = (invasion::COMMIT.next)(&state, &prompt, &draft);
            assert!(!parts.is_empty(), "stuck with {draft:?}");
            draft.push(parts[pick % parts.len()].clone());
        }
    }
}

// Space cannon defense (RR 77.6)

#[test]
fn rr_77_6_space_cannons_on_the_planet_fire_at_what_lands() {
    let state =
        arena("space 205: yssaril carrier, 2 infantry\nplanet bereg: hacan infantry, 2 pds");
    let script =
        Script::new().answer(0, [infantry(2, bereg())]).answer(1, [Choice::Yes]).dice([6, 10]);
    let played = invade(state, script).done();
    assert_eq!(count(&played, bereg(), 0, UnitKind::Infantry), 0);
    assert_eq!(count(&played, bereg(), 1, UnitKind::Infantry), 1);
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
    assert_eq!(played.script.rolled.len(), 1, "no ground combat");
}

#[test]
fn rr_77_7d_units_on_other_planets_do_not_fire_even_upgraded() {
    let state = arena(
        "space 205: yssaril carrier, 2 infantry
planet bereg: hacan infantry, pds
planet lirta-iv: hacan infantry, pds
tech hacan: pds-ii",
    );
    let script = Script::new()
        .answer(0, [infantry(2, bereg())])
        .answer(1, [Choice::Yes])
        .dice([1])
        .dice([10, 10, 1]);
    let played = invade(state, script).done();
    let cannon = played.script.rolled.iter().filter(|(label, _)| label.contains("space cannon"));
    assert_eq!(cannon.map(|(_, dice)| dice.len()).sum::<usize>(), 1);
}

#[test]
fn rr_49_3a_the_active_player_says_which_planet_comes_first() {
    let state = arena(
        "space 205: yssaril carrier, 2 infantry
planet bereg: hacan infantry, pds
planet lirta-iv: hacan infantry, pds",
    );
    let order = [Choice::Planet(lirta()), Choice::Planet(bereg())];
    let script = Script::new()
        .answer(0, [infantry(1, bereg()), infantry(1, lirta())])
        .answer(0, order)
        .answer(1, [Choice::Yes])
        .answer(1, [Choice::Yes])
        .dice([6, 1])
        .dice([10, 1]);
    let played = invade(state, script).done();
    assert!(played.script.rolled[0].0.contains("space cannon on Lirta IV"));
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert_eq!(played.state.owner(lirta()), Some(Seat(1)));
}

// Ground combat (RR 42)

#[test]
fn rr_42_ground_combat_goes_on_until_one_side_is_gone() {
    let state = arena("space 205: yssaril carrier, 3 infantry\nplanet bereg: hacan 2 infantry");
    let script = Script::new().answer(0, [infantry(3, bereg())]).dice([8, 9, 10, 8, 1]);
    let played = invade(state, script).done();
    assert_eq!(count(&played, bereg(), 0, UnitKind::Infantry), 2);
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert!(
        played.told().contains("«0» wins the ground combat on **Bereg**."),
        "{}",
        played.told()
    );
}

#[test]
fn rr_49_5d_the_defender_keeps_planet_and_structures_when_all_die() {
    let state =
        arena("space 205: yssaril carrier, infantry\nplanet bereg: hacan infantry, space dock");
    let script = Script::new().answer(0, [infantry(1, bereg())]).dice([8, 8]);
    let played = invade(state, script).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
    assert_eq!(count(&played, bereg(), 1, UnitKind::SpaceDock), 1);
    assert!(played.told().contains("ends in a draw"));
}

#[test]
fn nobody_announces_a_retreat_from_a_ground_combat() {
    let state = arena(
        "space 205: yssaril carrier, 2 infantry
planet bereg: hacan 2 infantry
control vefut-ii: hacan",
    );
    let script = Script::new().answer(0, [infantry(2, bereg())]).dice([1; 4]).dice([10, 10, 1, 1]);
    let played = invade(state, script).done();
    assert!(played.asked(1).is_empty(), "{:?}", played.asked(1));
}

// Control (RR 25)

#[test]
fn rr_25_3_a_planet_without_units_stays_controlled() {
    let state = arena("control bereg: hacan");
    let played = Script::new().run(state, |game| control::settle(game, bereg())).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
}

#[test]
fn rr_25_5_whoever_alone_has_units_on_a_planet_gains_it() {
    let mut state = arena("control bereg: hacan");
    state.planet_mut(bereg()).forces.add(Seat(0), UnitKind::Infantry, false, 1);
    state.planet_mut(bereg()).forces.add(Seat(1), UnitKind::Pds, false, 1);
    let played = Script::new().run(state, |game| control::settle(game, bereg())).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert_eq!(count(&played, bereg(), 1, UnitKind::Pds), 0);
}

#[test]
fn become_a_martyr_is_scored_by_whoever_loses_a_planet_of_a_home_system() {
    let state = at("players yssaril, hacan
sources base, pok
planet arretze: hacan infantry
planet kamdorn: hacan infantry
space 304: yssaril carrier, 2 infantry
secret hacan: become-a-martyr");
    let arretze = PlanetId::named("arretze");
    let script = Script::new()
        .answer(0, [infantry(2, arretze)])
        .answer(1, [Choice::Secret(SecretId::named("become-a-martyr"))])
        .dice([8, 8, 1]);
    let played = script.run(state, |game| invasion::invade(game, Seat(0), place("304"))).done();
    assert_eq!(played.state.owner(arretze), Some(Seat(0)));
    assert_eq!(played.state.points(Seat(1)), 1);
}

#[test]
fn make_an_example_of_their_world_is_scored_by_bombardment_and_leaves_the_ground_combat_its_own() {
    let state = at("players yssaril, hacan
sources base, pok
tile 205 = 35
space 205: yssaril 2 dreadnoughts, 2 infantry
planet bereg: hacan infantry
planet lirta-iv: hacan infantry
points hacan: 3
secret yssaril: make-an-example-of-their-world, spark-a-rebellion");
    let score = |slug| [Choice::Secret(SecretId::named(slug))];
    let script = Script::new()
        .answer(0, [bombard(UnitKind::Dreadnought, 2, bereg())])
        .answer(0, score("make-an-example-of-their-world"))
        .answer(0, [infantry(2, lirta())])
        .answer(0, score("spark-a-rebellion"))
        .dice([5, 1])
        .dice([8, 8, 1]);
    let played = invade(state, script).done();
    assert_eq!(played.state.points(Seat(0)), 2);
}
