//! Laws attached to planets.

use super::*;
use crate::imperium::rules::production::Yard;
use crate::imperium::rules::tables::{Act, forbidden};
use crate::imperium::rules::{control, technology};

fn elect(slug: &str, at: &str, lines: &str) -> State {
    resolve(slug, Elected::Planet(planet(at)), lines, Script::new()).state
}

#[test]
fn core_mining_costs_an_infantry_for_two_resources() {
    let state = elect("core-mining", "abyz", "planet abyz: sol 3 infantry, space dock");
    assert_eq!(on(&state, "abyz", 0, UnitKind::Infantry), 2);
    assert_eq!(state.resources(planet("abyz")), 5);
    let at = state.galaxy.system_of(planet("abyz")).expect("on the board");
    assert_eq!(Yard::of(&state, Seat(0), at).limit, 7);
    let bare = elect("core-mining", "abyz", "control abyz: sol\ncontrol fria: sol");
    assert_eq!((bare.resources(planet("abyz")), bare.resources(planet("fria"))), (5, 2));
}

#[test]
fn demilitarized_zone_is_empty_and_stays_so() {
    let state = elect("demilitarized-zone", "quann", "planet quann: hacan 2 infantry, pds");
    assert!(state.planet(planet("quann")).forces.is_empty());
    assert_eq!(state.owner(planet("quann")), Some(Seat(1)));
    let land = |slug| forbidden(&state, Seat(1), Act::Land { planet: planet(slug) });
    assert!(land("quann").is_some() && land("abyz").is_none());
    assert!(!control::is_open(&state, Seat(1), planet("quann")));
}

#[test]
fn holy_planet_of_ixth_gives_a_point_to_whoever_holds_it() {
    let state = elect("holy-planet-of-ixth", "quann", "planet quann: hacan infantry, space dock");
    assert_eq!(state.points(Seat(1)), 1);
    let at = state.galaxy.system_of(planet("quann")).expect("on the board");
    assert_eq!(Yard::of(&state, Seat(1), at).limit, 0);
    let mut taken = state;
    taken.planet_mut(planet("quann")).forces = Forces::default();
    let run = Script::new().run(taken, |game| control::gain(game, Seat(0), planet("quann")));
    let state = run.done().state;
    assert_eq!((state.points(Seat(0)), state.points(Seat(1))), (1, 0));
}

/// Whether Sol can research with the law on one of its planets, and the law is spent then.
fn lends(law: &str, at: &str, tech: &str) {
    let state = table(&format!("law {law}: {at}\ncontrol {at}: sol\nexhausted {at}"));
    let tech = TechId::named(tech);
    assert!(technology::can_research(&state, Seat(0), tech).is_ok(), "{law}");
    assert!(technology::can_research(&state, Seat(1), tech).is_err(), "{law}");
    let script = Script::new().answer(0, [Choice::Technology(tech), Choice::Agenda(id(law))]);
    let played = script.run(state, |game| technology::offer(game, Seat(0), 0)).done();
    assert!(played.state.has_technology(Seat(0), tech));
    assert!(played.state.law_in_force(id(law)).is_some_and(|law| law.exhausted));
    let next = played.state;
    let more =
        TechId::all().filter(|other| *other != tech && other.get().colour() == tech.get().colour());
    let blocked = more.filter(|other| other.get().prerequisites.is_some_and(|p| p.total() == 2));
    assert!(blocked.into_iter().all(|o| technology::can_research(&next, Seat(0), o).is_err()));
}

#[test]
fn research_team_biotic_stands_for_a_green_technology() {
    lends("research-team-biotic", "saudor", "dacxive-animators");
}

#[test]
fn research_team_cybernetic_stands_for_a_yellow_technology() {
    lends("research-team-cybernetic", "saudor", "graviton-laser-system");
}

#[test]
fn research_team_propulsion_stands_for_a_blue_technology() {
    lends("research-team-propulsion", "saudor", "gravity-drive");
}

#[test]
fn research_team_warfare_stands_for_a_red_technology() {
    lends("research-team-warfare", "abyz", "magen-defense-grid");
}

#[test]
fn research_team_cards_are_readied_in_the_status_phase() {
    let mut state = table("law research-team-biotic: saudor\ncontrol saudor: sol");
    state.laws[0].exhausted = true;
    state.stage = Stage::Status(StatusStep::ReadyCards);
    let state = Script::new().run(state, rules::advance).done().state;
    assert!(!state.laws[0].exhausted);
}

#[test]
fn senate_sanctuary_adds_two_influence() {
    let state = elect("senate-sanctuary", "quann", "control quann: sol");
    assert_eq!((state.resources(planet("quann")), state.influence(planet("quann"))), (2, 3));
}

#[test]
fn terraforming_initiative_adds_one_of_each() {
    let state = elect("terraforming-initiative", "abyz", "control abyz: sol");
    assert_eq!((state.resources(planet("abyz")), state.influence(planet("abyz"))), (4, 1));
}
