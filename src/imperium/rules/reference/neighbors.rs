//! Neighbours (RR 60).

use super::*;

fn are_neighbours(lines: &str) -> bool {
    let bare = "control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody\n";
    arena(&format!("{bare}control jord: nobody\n{lines}")).are_neighbours(SOL, HACAN)
}

#[test]
fn rr_60_units_or_planets_in_the_same_or_adjacent_systems_make_neighbours() {
    assert!(are_neighbours("space 201: sol fighter; hacan fighter"));
    assert!(are_neighbours("space 201: sol fighter\nspace 202: hacan cruiser"));
    assert!(!are_neighbours("space 201: sol fighter\nspace 203: hacan cruiser"));
    assert!(are_neighbours("control saudor: sol\nplanet mecatol-rex: hacan infantry"));
}

#[test]
fn rr_60_2_wormholes_make_neighbours() {
    let lines = "tile 305 = 39\ntile 315 = 26\nspace 305: sol cruiser\ncontrol lodor: hacan";
    assert!(are_neighbours(lines));
    let beta = "tile 305 = 39\ntile 315 = 25\nspace 305: sol cruiser\ncontrol quann: hacan";
    assert!(!are_neighbours(beta));
}
