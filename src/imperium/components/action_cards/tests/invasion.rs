//! Cards of invasions, and of planets that change hands.

use super::*;
use crate::imperium::rules::dice::Die;
use crate::imperium::rules::{control, invasion};

fn bereg() -> PlanetId {
    PlanetId::named("bereg")
}

fn lirta() -> PlanetId {
    PlanetId::named("lirta-iv")
}

fn invade(state: State, script: Script) -> Played {
    script.run(state, |game| invasion::invade(game, Seat(0), place("206")))
}

fn land(count: u8, planet: PlanetId) -> Choice {
    Choice::Land { kind: UnitKind::Infantry, damaged: false, count, planet }
}

/// Lands so many infantry on Bereg.
fn lands(script: Script, count: u8) -> Script {
    script.when(move |_, prompt| {
        let asked = matches!(prompt.question, Question::CommitGroundForces { .. });
        asked.then(|| vec![land(count, bereg())])
    })
}

fn on(played: &Played, planet: PlanetId, seat: u8, kind: UnitKind) -> u8 {
    played.state.planet(planet).forces.count(Seat(seat), kind)
}

fn starts() -> Moment {
    Moment::InvasionStarts { by: Seat(0), system: place("206") }
}

// Bunker

#[test]
fn bunker_takes_4_off_each_bombardment_die_until_the_invasion_is_over() {
    let state = arena(
        "space 206: yssaril 2 dreadnoughts\nplanet bereg: hacan 2 infantry\nhand hacan: bunker",
    );
    let aim = Choice::Bombard { kind: UnitKind::Dreadnought, count: 2, planet: bereg() };
    let script = Script::new().answer(1, play("bunker")).answer(0, [aim]).dice([8, 9]);
    let played = invade(state, script).done();
    assert!(played.told().contains("**8-4, 9-4**: 1 hit."), "{}", played.told());
    assert_eq!(on(&played, bereg(), 1, UnitKind::Infantry), 1);
    assert!(played.state.lasting.is_empty());
}

#[test]
fn bunker_does_not_shelter_planets_of_others() {
    let state = arena(
        "space 206: yssaril dreadnought
planet bereg: hacan infantry
planet lirta-iv: jol-nar infantry
hand hacan: bunker",
    );
    let aim = Choice::Bombard { kind: UnitKind::Dreadnought, count: 1, planet: lirta() };
    let script = Script::new().answer(1, play("bunker")).answer(0, [aim]).dice([5]);
    let played = invade(state, script).done();
    assert_eq!(on(&played, lirta(), 2, UnitKind::Infantry), 0);
}

#[test]
fn bunker_is_for_those_who_are_about_to_be_bombarded() {
    let infantry = "planet bereg: hacan infantry\nhand hacan: bunker\nhand yssaril: bunker\n";
    let threatened = arena(&format!("{infantry}space 206: yssaril dreadnought"));
    assert!(is_playable(&threatened, 1, "bunker", starts()));
    assert!(!is_playable(&threatened, 0, "bunker", starts()));
    let landing = arena(&format!("{infantry}space 206: yssaril carrier, 2 infantry"));
    assert!(!is_playable(&landing, 1, "bunker", starts()));
}

// Disable

#[test]
fn disable_silences_the_pds_and_takes_their_shield() {
    let state = arena(
        "space 206: yssaril dreadnought, infantry
planet bereg: hacan infantry, pds
hand yssaril: disable",
    );
    let aim = Choice::Bombard { kind: UnitKind::Dreadnought, count: 1, planet: bereg() };
    let script = Script::new()
        .answer(0, play("disable"))
        .answer(0, [aim])
        .answer(0, [land(1, bereg())])
        .dice([5]);
    let played = invade(state, script).done();
    let cannon = |question: &&Question| matches!(question, Question::FireSpaceCannon { .. });
    assert!(!played.asked(1).iter().any(cannon));
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert!(played.state.lasting.is_empty());
}

#[test]
fn disable_that_is_sabotaged_leaves_the_shield() {
    let state = arena(
        "space 206: yssaril dreadnought
planet bereg: hacan infantry, pds
hand yssaril: disable
hand hacan: sabotage",
    );
    let script = Script::new().answer(0, play("disable")).answer(1, play("sabotage"));
    let played = invade(state, script).done();
    let bombard = |question: &&Question| matches!(question, Question::Bombard { .. });
    assert!(!played.asked(0).iter().any(bombard));
}

#[test]
fn disable_needs_an_enemy_pds_in_the_system_and_ones_own_invasion() {
    let hands = "hand yssaril: disable\nhand hacan: disable\n";
    let fleet = format!("{hands}space 206: yssaril carrier, infantry\n");
    let guarded = arena(&format!("{fleet}planet bereg: hacan infantry, pds"));
    assert!(is_playable(&guarded, 0, "disable", starts()));
    assert!(!is_playable(&guarded, 1, "disable", starts()));
    let bare = arena(&format!("{fleet}planet bereg: hacan infantry\nplanet lirta-iv: yssaril pds"));
    assert!(!is_playable(&bare, 0, "disable", starts()));
}

// Parley

#[test]
fn parley_returns_the_landing_party_of_one_planet_to_space() {
    let state = arena(
        "space 206: yssaril carrier, 3 infantry
planet bereg: hacan infantry
planet lirta-iv: hacan infantry
hand hacan: parley",
    );
    let script = Script::new()
        .answer(0, [land(2, bereg()), land(1, lirta())])
        .answer(1, play("parley"))
        .dice([10, 1]);
    let played = invade(state, script).done();
    assert_eq!(on(&played, bereg(), 0, UnitKind::Infantry), 0);
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
    assert_eq!(played.state.owner(lirta()), Some(Seat(0)));
    let space = &played.state.system(place("206")).space;
    assert_eq!(space.count(Seat(0), UnitKind::Infantry), 2);
    let lands = |question: &&&Question| matches!(question, Question::CommitGroundForces { .. });
    assert_eq!(played.asked(0).iter().filter(lands).count(), 1);
}

#[test]
fn parley_keeps_space_cannons_silent_for_want_of_a_target() {
    let state = arena(
        "space 206: yssaril carrier, 2 infantry
planet bereg: hacan infantry, pds
hand hacan: parley",
    );
    let script = Script::new().answer(0, [land(2, bereg())]).answer(1, play("parley"));
    let played = invade(state, script).done();
    assert!(played.script.rolled.is_empty());
}

#[test]
fn parley_needs_control_of_the_planet_and_anothers_landing() {
    let state = arena("planet bereg: hacan infantry\nhand hacan: parley\nhand yssaril: parley");
    let landed =
        |planet| Moment::Landed { by: Seat(0), planet, units: Vec::new(), returned: false };
    assert!(is_playable(&state, 1, "parley", landed(bereg())));
    assert!(!is_playable(&state, 1, "parley", landed(lirta())));
    assert!(!is_playable(&state, 0, "parley", landed(bereg())));
}

#[test]
fn parley_that_is_sabotaged_lets_the_landing_go_on() {
    let state = arena(
        "space 206: yssaril carrier, 2 infantry
control bereg: hacan
hand hacan: parley
hand yssaril: sabotage",
    );
    let script = Script::new()
        .answer(0, [land(2, bereg())])
        .answer(1, play("parley"))
        .answer(0, play("sabotage"));
    let played = invade(state, script).done();
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
}

// Fire Team

#[test]
fn fire_team_rolls_chosen_dice_of_a_ground_combat_again() {
    let state = arena(
        "space 206: yssaril carrier, 2 infantry
planet bereg: hacan infantry
hand yssaril: fire-team",
    );
    let again = [1, 2].map(|shows| Choice::Reroll { kind: UnitKind::Infantry, shows });
    let script = lands(always("fire-team"), 2)
        .when(move |_, prompt| {
            let asked = matches!(prompt.question, Question::Reroll { .. });
            asked.then(|| again.to_vec())
        })
        .dice([1, 2, 8, 3, 1]);
    let played = invade(state, script).done();
    let told = played.told();
    assert!(told.contains("2 dice of «0» rolled again: **8, 3**; 1 hit now."), "{told}");
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
    assert_eq!(on(&played, bereg(), 0, UnitKind::Infantry), 2);
}

#[test]
fn fire_team_keeps_modifiers_of_the_first_roll() {
    let state = arena(
        "space 206: yssaril carrier, infantry
planet bereg: hacan infantry
hand yssaril: fire-team, morale-boost",
    );
    let script = Script::new()
        .answer(0, [land(1, bereg())])
        .answer(0, play("morale-boost"))
        .answer(0, play("fire-team"))
        .answer(0, [Choice::Reroll { kind: UnitKind::Infantry, shows: 1 }])
        .dice([1, 7, 1]);
    let played = invade(state, script).done();
    assert!(played.told().contains("**7+1**; 1 hit now."), "{}", played.told());
    assert_eq!(played.state.owner(bereg()), Some(Seat(0)));
}

#[test]
fn fire_team_is_for_ones_own_ground_forces_that_missed() {
    let state = arena("hand yssaril: fire-team\nhand hacan: fire-team");
    let rolled = |at, shows| Moment::DiceRolled {
        by: Seat(0),
        against: Seat(1),
        place: at,
        round: 1,
        dice: vec![Die { kind: UnitKind::Infantry, value: 8, add: 0, natural: 0, shows }],
    };
    let ground = Place::Planet(bereg());
    assert!(is_playable(&state, 0, "fire-team", rolled(ground, 7)));
    assert!(!is_playable(&state, 0, "fire-team", rolled(ground, 8)));
    assert!(!is_playable(&state, 1, "fire-team", rolled(ground, 7)));
    assert!(!is_playable(&state, 0, "fire-team", rolled(Place::Space(place("206")), 7)));
}

// Infiltrate

#[test]
fn infiltrate_hands_the_structures_over() {
    let state = arena(
        "space 206: yssaril carrier, 2 infantry
planet bereg: hacan 2 pds, space dock
hand yssaril: infiltrate",
    );
    let script = lands(always("infiltrate"), 2);
    let played = invade(state, script).done();
    assert_eq!(on(&played, bereg(), 0, UnitKind::Pds), 2);
    assert_eq!(on(&played, bereg(), 0, UnitKind::SpaceDock), 1);
    assert_eq!(on(&played, bereg(), 1, UnitKind::Pds), 0);
    assert!(played.state.planet(bereg()).exhausted);
}

#[test]
fn infiltrate_without_reinforcements_takes_a_dock_from_elsewhere_or_none() {
    let docks = "space 206: yssaril carrier, infantry
planet bereg: hacan space dock
planet vefut-ii: yssaril space dock
planet thibah: yssaril space dock
planet tarmann: yssaril space dock
hand yssaril: infiltrate";
    let (thibah, kind) = (PlanetId::named("thibah"), UnitKind::SpaceDock);
    let at = Place::Planet(thibah);
    let take = Choice::UnitAt { owner: Seat(0), kind, damaged: false, at };
    for (answer, docks_there) in [(take, 1), (Choice::Pass, 0)] {
        let script = Script::new()
            .answer(0, [land(1, bereg())])
            .answer(0, play("infiltrate"))
            .answer(0, [answer]);
        let played = invade(arena(docks), script).done();
        assert_eq!(on(&played, bereg(), 0, kind), docks_there);
        assert_eq!(on(&played, thibah, 0, kind), 1 - docks_there);
        assert_eq!(on(&played, bereg(), 1, kind), 0);
    }
}

#[test]
fn infiltrate_that_is_sabotaged_leaves_ruins() {
    let state = arena(
        "space 206: yssaril carrier, infantry
planet bereg: hacan space dock
hand yssaril: infiltrate
hand hacan: sabotage",
    );
    let script = Script::new()
        .answer(0, [land(1, bereg())])
        .answer(0, play("infiltrate"))
        .answer(1, play("sabotage"));
    let played = invade(state, script).done();
    assert_eq!(on(&played, bereg(), 0, UnitKind::SpaceDock), 0);
    assert!(played.told().contains("«1» loses 1 space dock on **Bereg**"), "{}", played.told());
}

#[test]
fn infiltrate_needs_structures_of_others() {
    let state = arena("control bereg: hacan\nplanet lirta-iv: hacan pds\nhand yssaril: infiltrate");
    let takes = |by: u8, planet| Moment::ControlChanges { by: Seat(by), planet, replaced: false };
    assert!(!is_playable(&state, 0, "infiltrate", takes(0, bereg())));
    assert!(is_playable(&state, 0, "infiltrate", takes(0, lirta())));
    assert!(!is_playable(&state, 0, "infiltrate", takes(2, lirta())));
}

// Reparations

#[test]
fn reparations_exhaust_a_planet_of_the_conqueror_and_ready_one_of_ones_own() {
    let state = arena(
        "control bereg: hacan
control lirta-iv: hacan
exhausted lirta-iv
control vefut-ii: yssaril
hand hacan: reparations",
    );
    let vefut = PlanetId::named("vefut-ii");
    let script = Script::new().answer(1, play("reparations")).answer(1, [Choice::Planet(vefut)]);
    let played = script.run(state, |game| control::gain(game, Seat(0), bereg())).done();
    assert!(played.state.planet(vefut).exhausted);
    assert!(!played.state.planet(lirta()).exhausted);
    assert!(
        played.told().contains("plays **Reparations**: Vefut II, Lirta IV."),
        "{}",
        played.told()
    );
}

#[test]
fn reparations_need_a_planet_to_exhaust_or_one_to_ready() {
    let lost = || Moment::PlanetLost { loser: Seat(1), by: Seat(0), planet: bereg() };
    let lines = "control bereg: yssaril\nexhausted bereg\nhand hacan: reparations\n";
    let both = arena(lines);
    assert!(is_playable(&both, 1, "reparations", lost()), "all of Hacan is readied");
    let tired = format!("{lines}exhausted retillion, shalloq\n");
    assert!(!is_playable(&arena(&tired), 1, "reparations", lost()));
    let state = arena(&format!("{tired}control lirta-iv: hacan\nexhausted lirta-iv"));
    assert!(is_playable(&state, 1, "reparations", lost()));
    let script = Script::new().answer(1, play("reparations"));
    let played = script.run(state, move |game| window::window(game, &mut lost())).done();
    assert!(!played.state.planet(lirta()).exhausted);
}

#[test]
fn reparations_that_are_sabotaged_change_nothing() {
    let state = arena(
        "control bereg: hacan
control vefut-ii: yssaril
hand hacan: reparations
hand yssaril: sabotage",
    );
    let vefut = PlanetId::named("vefut-ii");
    let script = Script::new()
        .answer(1, play("reparations"))
        .answer(1, [Choice::Planet(vefut)])
        .answer(0, play("sabotage"));
    let played = script.run(state, |game| control::gain(game, Seat(0), bereg())).done();
    assert!(!played.state.planet(vefut).exhausted);
}
