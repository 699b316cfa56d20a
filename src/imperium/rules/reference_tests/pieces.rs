//! Units (RR 96), component limits (RR 23), fighter and infantry tokens (RR 36, 46), PDS (RR 63), ships (RR
//! 76), reinforcements (RR 72).

use super::*;
use crate::imperium::rules::{control, fleet, invasion};

#[test]
fn rr_96_2_each_colour_has_so_much_plastic() {
    use UnitKind::*;
    let state = arena("");
    let pieces = [
        (SpaceDock, 3),
        (Pds, 6),
        (Destroyer, 8),
        (Cruiser, 8),
        (WarSun, 2),
        (Carrier, 4),
        (Dreadnought, 5),
        (Flagship, 1),
    ];
    for (kind, count) in pieces {
        assert_eq!(state.reinforcements(SOL, kind), count, "{kind}");
    }
}

#[test]
fn rr_23_what_is_on_the_board_is_not_in_reinforcements() {
    let mut state = arena("space 201: sol 7 cruisers");
    assert_eq!(state.reinforcements(SOL, UnitKind::Cruiser), 1);
    let placed = state.place_units(SOL, UnitKind::Cruiser, 3, Place::Space(place("202")));
    assert_eq!((placed, state.reinforcements(SOL, UnitKind::Cruiser)), (1, 0));
}

#[test]
fn rr_36_3_fighter_tokens_need_a_plastic_fighter_in_their_system() {
    let ten = ["101", "102", "103", "104", "105", "106", "203", "204", "205", "206"];
    let lines: String = ten.map(|label| format!("space {label}: sol fighter\n")).concat();
    let state = arena(&lines);
    let marks = |label| fleet::can_mark(&state, SOL, UnitKind::Fighter, Place::Space(place(label)));
    assert!(marks("101"), "a token lies beside plastic");
    assert!(!marks("207"), "all plastic is elsewhere");
}

#[test]
fn rr_46_3_tokens_that_no_plastic_is_left_for_are_removed_when_the_step_is_over() {
    let mut state = arena("");
    let planets: Vec<PlanetId> = state.planets.keys().copied().take(13).collect();
    for planet in &planets {
        state.planet_mut(*planet).owner = Some(SOL);
        state.forces_mut(Place::Planet(*planet)).add(SOL, UnitKind::Infantry, false, 2);
    }
    state.forces_mut(Place::Planet(planets[4])).remove(SOL, UnitKind::Infantry, false, 1);
    assert_eq!(fleet::groups(&state, SOL, UnitKind::Infantry), 13);
    let played = Script::new().strict().run(state, fleet::settle).done();
    assert_eq!(fleet::groups(&played.state, SOL, UnitKind::Infantry), 12);
    assert!(played.told().contains("no plastic is left"), "{}", played.told());
    let gone = played.state.planet(planets[4]);
    assert_eq!(gone.forces.count(SOL, UnitKind::Infantry), 0, "the smallest group goes");
    assert_eq!(gone.owner, Some(SOL), "the control marker stays");
}

#[test]
fn rr_63_4_a_pds_without_ground_forces_beside_somebody_elses_units_is_destroyed() {
    let quann = PlanetId::named("quann");
    let alone = arena("tile 205 = 25\nplanet quann: hacan pds, infantry\ncontrol quann: sol");
    let mut state = alone;
    state.planet_mut(quann).owner = Some(SOL);
    state.forces_mut(Place::Planet(quann)).add(SOL, UnitKind::Pds, false, 1);
    let state = Script::new().run(state, move |game| control::settle(game, quann)).done().state;
    assert_eq!(state.planet(quann).forces.count(SOL, UnitKind::Pds), 0);
    assert_eq!(state.owner(quann), Some(HACAN));
}

/// No official answer: a PDS alone on its planet fires at what lands before it is lost.
#[test]
fn a_pds_without_ground_forces_still_fires_at_those_who_land() {
    let lines = "tile 205 = 25\nplanet quann: hacan pds\nspace 205: sol carrier, 2 infantry";
    let quann = PlanetId::named("quann");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 2, planet: quann };
    let script = Script::new()
        .answer(0, [land])
        .when(|_, prompt| {
            matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
        })
        .dice([10]);
    let played = script.run(arena(lines), |game| invasion::invade(game, SOL, place("205"))).done();
    let forces = &played.state.planet(quann).forces;
    assert_eq!(forces.count(SOL, UnitKind::Infantry), 1, "{}", played.told());
    assert_eq!(forces.count(HACAN, UnitKind::Pds), 0);
    assert_eq!(played.state.owner(quann), Some(SOL));
}

#[test]
fn rr_76_2a_fighters_count_for_the_capacity_and_not_for_the_fleet_pool() {
    let state = arena("tokens sol: 3 1 2\nspace 201: sol carrier, 4 fighters");
    assert_eq!(state.fleet_size(place("201"), SOL), 1);
    let kept =
        Script::new().strict().run(state, |game| fleet::tidy(game, SOL, place("201"))).done();
    assert_eq!(kept.state.system(place("201")).space.count(SOL, UnitKind::Fighter), 4);
}
