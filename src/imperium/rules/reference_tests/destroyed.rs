//! Destroyed and removed units (RR 31, 61.9).

use super::*;
use crate::imperium::rules::{fleet, hits};

#[test]
fn rr_31_2_a_flagship_that_the_fleet_pool_removes_was_not_destroyed() {
    let state = arena(
        "space 201: hacan flagship\ntokens hacan: 3 0 2\nsecret sol: destroy-their-greatest-ship",
    );
    let played = Script::new().run(state, |game| fleet::tidy(game, HACAN, place("201"))).done();
    assert_eq!(played.state.on_board(HACAN, UnitKind::Flagship), 0);
    assert!(played.asked(0).is_empty() && played.state.player(SOL).feats.is_empty());
}

#[test]
fn rr_61_9_any_way_to_destroy_a_flagship_counts() {
    let mut state = arena("space 201: hacan flagship");
    let at = Place::Space(place("201"));
    hits::destroy(&mut state, HACAN, at, UnitKind::Flagship, false, 1, Some(SOL));
    assert!(state.player(SOL).feats.contains(&Feat::DestroyedGreatShip));
}
