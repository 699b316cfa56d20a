//! Cards that are attached to planets (RR 12). In the box those are laws.

use super::*;
use crate::imperium::rules::{control, victory};

const QUANN: &str = "tile 205 = 25\ncontrol quann: hacan\n";

fn quann() -> PlanetId {
    PlanetId::named("quann")
}

/// What Quann is worth in resources and influence; 2 and 1 are printed.
fn worth(state: &State) -> (u8, u8) {
    (state.resources(quann()), state.influence(quann()))
}

fn taken_by_sol(state: State) -> State {
    Script::new().run(state, |game| control::gain(game, SOL, quann())).done().state
}

#[test]
fn rr_12_an_attached_card_modifies_its_planet_and_no_other() {
    let state = arena(&format!("{QUANN}law senate-sanctuary: quann\ntile 206 = 20"));
    assert_eq!(worth(&state), (2, 3));
    assert_eq!(state.influence(PlanetId::named("vefut-ii")), 2, "as printed");
}

#[test]
fn rr_12_there_is_no_limit_to_what_is_attached_to_a_planet() {
    let laws = "law senate-sanctuary: quann\nlaw terraforming-initiative: quann";
    assert_eq!(worth(&arena(&format!("{QUANN}{laws}"))), (3, 4));
}

#[test]
fn rr_12_2_the_attached_card_stays_with_a_planet_that_is_taken() {
    let state = taken_by_sol(arena(&format!("{QUANN}law senate-sanctuary: quann")));
    assert_eq!(state.owner(quann()), Some(SOL));
    assert_eq!(worth(&state), (2, 3));
}

#[test]
fn rr_12_2a_an_exhausted_attachment_stays_exhausted_with_its_new_owner() {
    let law = AgendaId::named("research-team-biotic");
    let mut state = arena(&format!("{QUANN}law research-team-biotic: quann"));
    let ready = taken_by_sol(state.clone());
    assert!(ready.law_in_force(law).is_some_and(|law| !law.exhausted));
    state.laws[0].exhausted = true;
    let spent = taken_by_sol(state);
    assert!(spent.law_in_force(law).is_some_and(|law| law.exhausted));
}

/// Only laws in the play area of the eliminated player are theirs (RR 7.4, 33.3).
#[test]
fn rr_12_2_the_attached_card_stays_when_the_owner_of_the_planet_is_eliminated() {
    let state = arena(
        "control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody
tile 205 = 25\nlaw senate-sanctuary: quann",
    );
    let state = Script::new().run(state, victory::eliminate).done().state;
    assert!(state.player(HACAN).eliminated);
    assert_eq!(worth(&state), (2, 3));
}
