//! The Nekro Virus as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::tables::{Act, forbidden};
use crate::imperium::rules::{combat, copying, production, technology};
use UnitKind::*;

#[test]
fn galactic_threat_casts_no_votes() {
    let state = arena("nekro", "");
    assert!(forbidden(&state, Seat(0), Act::Vote).is_some());
    assert!(forbidden(&state, Seat(1), Act::Vote).is_none());
}

#[test]
fn propagation_gains_three_tokens_instead_of_a_technology() {
    let state = arena("nekro", "tokens nekro: 2 2 2");
    let played = Script::new().run(state, |game| technology::offer(game, Seat(0), 0)).done();
    assert_eq!(played.state.player(Seat(0)).tokens.total(), 9);
    assert!(played.state.player(Seat(0)).technologies.is_empty());
}

#[test]
fn propagation_takes_the_price_of_a_technology_all_the_same() {
    let state = arena("nekro", "tokens nekro: 2 2 2\ngoods nekro: 6 0\nexhausted mordai-ii");
    let named = [Choice::Technology(tech("sarween-tools")), Choice::TradeGoods(6)];
    assert!(technology::check(&state, Seat(0), &named, 6).is_err(), "no technology is named");
    let script = Script::new().answer(0, [Choice::TradeGoods(6)]);
    let played = script.run(state, |game| technology::offer(game, Seat(0), 6)).done();
    assert_eq!(played.state.player(Seat(0)).tokens.total(), 9);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

const TECHS: &str = "tech hacan: plasma-scoring, quantum-datahub-node, production-biomes\n";

fn learns(wanted: &str) -> Script {
    Script::new()
        .answer(0, uses("Technological Singularity"))
        .answer(0, [Choice::Technology(tech(wanted))])
}

#[test]
fn technological_singularity_takes_a_technology_once_a_combat() {
    let lines = format!("{TECHS}space 205: nekro 2 cruisers; hacan 2 destroyers");
    let played =
        fight(arena("nekro", &lines), learns("plasma-scoring").dice([10, 1, 1, 1, 10, 1, 1]));
    assert!(played.state.has_technology(Seat(0), tech("plasma-scoring")));
    assert!(played.state.has_technology(Seat(1), tech("plasma-scoring")), "nobody loses it");
    assert_eq!(offers(&played, "Technological Singularity"), 1);
}

#[test]
fn technological_singularity_needs_a_destroyed_unit_of_the_opponent() {
    let lines = format!("{TECHS}space 205: nekro destroyer; hacan 2 cruisers");
    let played = fight(arena("nekro", &lines), Script::new().dice([1, 10, 10]));
    assert_eq!(offers(&played, "Technological Singularity"), 0);
    let lines = format!("{TECHS}planet bereg: nekro 2 infantry; hacan infantry");
    let played = storm(arena("nekro", &lines), learns("plasma-scoring").dice([10, 1, 1]));
    assert!(played.state.has_technology(Seat(0), tech("plasma-scoring")), "on the ground too");
}

#[test]
fn valefar_assimilator_x_copies_a_faction_technology_without_its_colour() {
    crate::imperium::components::install();
    let before = arena("nekro", "");
    assert_eq!(before.player(Seat(0)).copies.len(), 2, "both lie on the sheet from the start");
    let lines = "tech letnev: l4-disruptors, non-euclidean-shielding
        space 205: nekro 2 cruisers; letnev destroyer";
    let played = fight(arena("nekro", lines), learns("l4-disruptors").dice([10, 1, 1]));
    let nekro = played.state.player(Seat(0));
    assert!(played.state.has_technology(Seat(0), tech("l4-disruptors")));
    assert_eq!(nekro.copies[0], (tech("valefar-assimilator-x"), Some(tech("l4-disruptors"))));
    assert_eq!(technology::owned_colours(&played.state, Seat(0)), [0; 4]);
}

#[test]
fn valefar_assimilator_y_comes_second_and_a_third_copy_replaces_one() {
    let question =
        || Question::AbilityTarget { ability: AbilityId::named("technological-singularity") };
    let mut state = arena("nekro", "tech letnev: l4-disruptors, non-euclidean-shielding");
    state.gain_technology(Seat(1), tech("production-biomes"));
    let take = |state: State, script: Script, from: u8| {
        let run = |game: &mut crate::imperium::Game| {
            copying::take_over(game, Seat(0), &[Seat(from)], &question())
        };
        script.run(state, run).done().state
    };
    let pick = |slug: &str| Script::new().answer(0, [Choice::Technology(tech(slug))]);
    let state = take(state, pick("l4-disruptors"), 2);
    let mut state = take(state, Script::new(), 2);
    let copies = |state: &State| -> Vec<Option<TechId>> {
        state.player(Seat(0)).copies.iter().map(|(_, copy)| *copy).collect()
    };
    let (l4, shielding) = (tech("l4-disruptors"), tech("non-euclidean-shielding"));
    assert_eq!(copies(&state), [Some(l4), Some(shielding)]);
    // An exhausted card stays exhausted whatever it copies.
    state.player_mut(Seat(0)).exhausted_technologies.push(l4);
    let script = Script::new().answer(0, [Choice::Technology(l4)]);
    let state = take(state, script, 1);
    let biomes = tech("production-biomes");
    assert_eq!(copies(&state), [Some(biomes), Some(shielding)]);
    assert!(!state.has_technology(Seat(0), l4));
    assert_eq!(state.player(Seat(0)).exhausted_technologies, [biomes]);
}

#[test]
fn valefar_assimilator_x_gives_the_card_of_a_unit_and_takes_it_back() {
    let mut state = arena("nekro", "tech nekro: dreadnought-ii");
    let generic = state.player(Seat(0)).cards[Dreadnought as usize];
    state.gain_technology(Seat(0), tech("super-dreadnought-ii"));
    let own = state.card(Seat(0), Dreadnought).map(|card| card.id.slug());
    assert_eq!(own, Some("super-dreadnought-ii"));
    state.lose_technology(Seat(0), tech("super-dreadnought-ii"));
    assert_eq!(state.player(Seat(0)).cards[Dreadnought as usize], generic);
    state.lose_technology(Seat(0), tech("dreadnought-ii"));
    let printed = state.card(Seat(0), Dreadnought).map(|card| card.id.slug());
    assert_eq!(printed, Some("dreadnought-i"));
}

fn joins(count: u8) -> Script {
    Script::new().answer(0, uses("The Alastor")).answer(0, [Choice::Number(count)])
}

#[test]
fn the_alastor_lets_ground_forces_fight_as_ships() {
    let lines =
        "space 206: nekro flagship\nplanet bereg: nekro 2 infantry\nspace 206: hacan cruiser";
    // Flagship 1, 1, infantry 8, 1: the infantry sinks the cruiser.
    let script = joins(2).dice([8, 1, 1, 1, 1]);
    let run = |game: &mut crate::imperium::Game| combat::space_combat(game, place("206"));
    let played = script.run(arena("nekro", lines), run).done();
    assert_eq!(ships(&played, "206", 1, Cruiser), 0);
    assert_eq!(ground(&played, "bereg", 0), 2, "they are back on their planet");
    assert_eq!(played.state.system(place("206")).space.count(Seat(0), Infantry), 0);
}

#[test]
fn the_alastor_loses_ground_forces_for_ships() {
    let lines =
        "space 206: nekro flagship\nplanet bereg: nekro 3 infantry\nspace 206: hacan cruiser";
    let script = joins(2).answer(0, [lose(Infantry, 1)]).dice([1, 1, 1, 1, 10, 10, 10, 10, 10, 1]);
    let run = |game: &mut crate::imperium::Game| combat::space_combat(game, place("206"));
    let played = script.run(arena("nekro", lines), run).done();
    assert_eq!(ground(&played, "bereg", 0), 2);
    assert_eq!(ships(&played, "206", 0, Flagship), 1);
}

#[test]
fn the_alastor_must_be_there_and_leaves_others_out() {
    let lines =
        "space 206: nekro cruiser\nplanet bereg: nekro 2 infantry\nspace 206: hacan cruiser";
    let run = |game: &mut crate::imperium::Game| combat::space_combat(game, place("206"));
    let played = Script::new().dice([10, 1]).run(arena("nekro", lines), run).done();
    assert_eq!(offers(&played, "The Alastor"), 0);
    let lines = "space 206: nekro flagship, 3 infantry; hacan cruiser";
    let played = joins(1).dice([10, 1, 1, 1]).run(arena("nekro", lines), run).done();
    let left = played.state.system(place("206")).space.count(Seat(0), Infantry);
    assert_eq!(left, 3, "two were laid aside and are in space again");
    assert!(production::can_produce(&played.state, Seat(0), place("206")) || left == 3);
}
