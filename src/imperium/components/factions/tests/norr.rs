//! Sardakk N'orr as play.

use super::kit::*;
use UnitKind::*;

#[test]
fn unrelenting_adds_one_to_combat_rolls_in_space_and_on_the_ground() {
    let state = arena("norr", "space 205: norr cruiser; hacan cruiser");
    let played = fight(state, Script::new().dice([6, 6]));
    assert_eq!((ships(&played, "205", 0, Cruiser), ships(&played, "205", 1, Cruiser)), (1, 0));
    assert!(played.told().contains("6+1"), "{}", played.told());
    let state = arena("norr", "planet bereg: norr infantry; hacan infantry");
    let played = storm(state, Script::new().dice([7, 7]));
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (1, 0));
}

#[test]
fn unrelenting_does_not_help_a_barrage() {
    let state = arena("norr", "space 205: norr destroyer; hacan carrier, 2 fighters");
    // The barrage would hit with 9 only.
    let played = fight(state, Script::new().dice([8, 8, 1, 10, 1, 1]));
    assert!(played.told().contains("**8, 8**: 0 hits"), "{}", played.told());
}

const LANDED: &str = "planet bereg: norr 2 infantry; hacan 2 infantry\n";

#[test]
fn valkyrie_particle_weave_adds_a_hit_when_the_opponent_hits() {
    let state = || arena("norr", &format!("{LANDED}tech norr: valkyrie-particle-weave"));
    let played = storm(state(), Script::new().dice([1, 1, 8, 1]).dice([1, 8, 1, 1]));
    let told = played.told();
    assert!(told.contains("Valkyrie Particle Weave adds 1 hit"), "{told}");
    // Both lost one in the first round; then N'orr's 1 and Hacan's 8 kill the last two.
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (0, 0));
    let played = storm(state(), Script::new().dice([1, 1, 1, 1]).dice([10, 10, 1, 1]));
    assert!(!played.told().contains("Weave"));
    assert_eq!(ground(&played, "bereg", 0), 2);
}

#[test]
fn valkyrie_particle_weave_does_nothing_in_space_or_without_it() {
    let lines = "space 205: norr cruiser; hacan cruiser\ntech norr: valkyrie-particle-weave";
    let played = fight(arena("norr", lines), Script::new().dice([1, 10]));
    assert_eq!(ships(&played, "205", 1, Cruiser), 1);
    let played = storm(arena("norr", LANDED), Script::new().dice([1, 1, 10, 10]));
    assert_eq!(ground(&played, "bereg", 1), 2);
}

const FLEETS: &str = "tech norr: exotrireme-ii
space 205: norr 2 dreadnoughts; hacan cruiser, dreadnought, 2 fighters\n";

#[test]
fn exotrireme_ii_takes_two_enemy_ships_along_that_cannot_sustain() {
    let script = Script::new()
        .dice([1; 6])
        .answer(0, uses("Exotrireme II"))
        .answer(0, [unit(Dreadnought), unit(Cruiser)])
        .answer(0, [Choice::Pass])
        .dice([10, 1, 1, 10, 1, 1, 1, 1]);
    let played = fight(arena("norr", FLEETS), script);
    let told = played.told();
    assert!(told.contains("takes a dreadnought and a cruiser along"), "{told}");
    assert_eq!(ships(&played, "205", 0, Dreadnought), 1);
    assert_eq!(ships(&played, "205", 1, Dreadnought) + ships(&played, "205", 1, Cruiser), 0);
    assert!(
        !played.asked(1).iter().any(|asked| matches!(asked, Question::AssignHits { hits: 2, .. }))
    );
}

#[test]
fn exotrireme_ii_may_be_given_up_for_one_ship_and_each_may_in_the_same_round() {
    let script = Script::new()
        .dice([1; 6])
        .answer(0, uses("Exotrireme II"))
        .answer(0, [unit(Fighter)])
        .answer(0, uses("Exotrireme II"))
        .answer(0, [unit(Fighter), unit(Cruiser)]);
    let played = fight(arena("norr", FLEETS), script);
    assert_eq!(ships(&played, "205", 0, Dreadnought), 0);
    assert_eq!(ships(&played, "205", 1, Dreadnought), 1);
    assert_eq!(ships(&played, "205", 1, Fighter) + ships(&played, "205", 1, Cruiser), 0);
}

#[test]
fn exotrireme_ii_does_nothing_after_a_retreat_or_before_it_is_owned() {
    let retreat = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let announced = matches!(prompt.question, Question::AnnounceRetreat { .. });
        (announced && prompt.seat.0 == 1).then(|| vec![Choice::Yes])
    };
    let lines = format!("{FLEETS}space 206: hacan destroyer");
    let played = fight(arena("norr", &lines), Script::new().dice([1; 6]).when(retreat));
    assert_eq!(offers(&played, "Exotrireme II"), 0);
    let lines = "space 205: norr dreadnought; hacan cruiser";
    let played = fight(arena("norr", lines), Script::new().dice([1, 1, 10, 1]));
    assert_eq!(offers(&played, "Exotrireme II"), 0);
}

#[test]
fn exotrireme_ii_is_immune_to_direct_hit_and_exotrireme_i_is_not() {
    let hits = |tech: &str| {
        let lines = format!(
            "{tech}\nspace 205: norr dreadnought; hacan 2 cruisers\nhand hacan: direct-hit"
        );
        let script = Script::new().dice([1, 10, 1]).dice([10, 1, 1, 10, 1]).when(|_, prompt| {
            let play = Choice::Play(ActionCardId::named("direct-hit"));
            prompt.options.contains(&play).then(|| vec![play])
        });
        ships(&fight(arena("norr", &lines), script), "205", 0, Dreadnought)
    };
    assert_eq!(hits("tech norr: exotrireme-ii"), 1);
    assert_eq!(hits(""), 0);
}

#[test]
fn exotrireme_ii_and_devotion_are_used_in_turns_beginning_with_the_attacker() {
    let state = crate::imperium::position::at(
        "players norr, yin\ntile 205 = 46\ntech norr: exotrireme-ii
space 205: norr 2 dreadnoughts; yin 2 cruisers, 2 destroyers",
    );
    let script = Script::new()
        .dice([1; 10])
        .answer(0, uses("Exotrireme II"))
        .answer(0, [unit(Destroyer), unit(Destroyer)])
        .answer(1, uses("Devotion"))
        .answer(0, [Choice::Sustain { kind: Dreadnought, count: 1 }])
        .answer(0, uses("Exotrireme II"));
    let played =
        script.run(state, |game| crate::imperium::rules::combat::space_combat(game, place("205")));
    let used = |name: &str| played.told().match_indices(&format!("uses **{name}**")).count();
    assert_eq!((used("Exotrireme II"), used("Devotion")), (2, 1), "{}", played.told());
}

#[test]
fn cmorran_norr_adds_one_for_the_other_ships_in_its_system() {
    let lines = "space 205: norr flagship, 2 cruisers; hacan 4 fighters";
    // The flagship hits on 6 with +1, cruisers hit on 7 with +2.
    let script = Script::new().dice([5, 4, 5, 4, 1, 1, 1, 1]).dice([10; 4]);
    let played = fight(arena("norr", lines), script);
    let told = played.told();
    assert!(told.contains("5+1, 4+1") && told.contains("5+2, 4+2"), "{told}");
    assert!(told.contains(": 2 hits."), "{told}");
}

#[test]
fn cmorran_norr_does_not_help_elsewhere_or_on_the_ground() {
    let lines = "space 206: norr flagship\nplanet bereg: norr infantry; hacan infantry
space 205: norr cruiser; hacan cruiser";
    let played = fight(arena("norr", lines), Script::new().dice([5, 1, 6, 1]));
    assert!(played.told().contains("5+1**: 0 hits"), "{}", played.told());
    let played = storm(arena("norr", lines), Script::new().dice([6, 1, 7, 1]));
    assert!(played.told().contains("6+1**: 0 hits"), "{}", played.told());
}
