//! Attacker and defender (RR 13, 29), the combat value (RR 18), modifiers (RR 56), opponents (RR 62), rerolls
//! (RR 74).

use super::*;
use crate::imperium::rules::{combat, dice};

fn fight(lines: &str, script: Script) -> Played {
    script.run(arena(lines), |game| combat::space_combat(game, place("201"))).done()
}

/// Who rolls in the first round, one after the other, and how many dice.
fn rolls(played: &Played) -> Vec<usize> {
    let first = played.script.rolled.iter().filter(|(label, _)| label.contains("round 1"));
    first.map(|(_, dice)| dice.len()).collect()
}

#[test]
fn rr_13_and_29_the_active_player_attacks_and_rolls_first() {
    let ships = "space 201: sol cruiser; hacan 2 cruisers\n";
    let played = |active| fight(&format!("{ships}active {active}"), Script::new().dice([1, 1, 1]));
    assert_eq!(rolls(&played("sol"))[..2], [1, 2]);
    assert_eq!(rolls(&played("hacan"))[..2], [2, 1]);
}

#[test]
fn rr_18_1_a_result_equal_to_the_combat_value_is_a_hit() {
    let lines = "active sol\nspace 201: sol cruiser; hacan cruiser";
    let played = fight(lines, Script::new().dice([7, 6]));
    assert_eq!(played.state.fleets(place("201")), [SOL], "a cruiser hits on 7, not on 6");
}

#[test]
fn rr_18_2_a_war_sun_rolls_three_dice() {
    let lines = "active sol\nspace 201: sol war sun; hacan cruiser";
    assert_eq!(rolls(&fight(lines, Script::new().dice([1, 1, 10, 1])))[..2], [3, 1]);
}

#[test]
fn rr_56_2_modifiers_of_both_signs_add_up() {
    // N'orr have +1, Jol-Nar -1; both defend in a nebula with another +1.
    let hits = |faction: &str, die: u8| {
        let state = at(&format!(
            "players sol, {faction}\ntile 201 = 42\nactive sol\n\
             space 201: sol 2 fighters; {faction} cruiser"
        ));
        let script = Script::new().dice([1, 1, die]);
        let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
        let told = played.told();
        let first = told.lines().find(|line| line.contains("rolls 1 cruiser"));
        first.is_some_and(|line| line.contains("1 hit"))
    };
    assert!(hits("norr", 5) && !hits("norr", 4), "5 and 2 are 7");
    assert!(hits("jol-nar", 7) && !hits("jol-nar", 6), "7 and 0 are 7");
}

#[test]
fn rr_62_1_who_has_no_units_in_a_combat_is_not_asked_about_it() {
    let lines = "active sol\nspace 201: sol cruiser; hacan dreadnought\nhand letnev: direct-hit, \
                 morale-boost, shields-holding";
    let script = Script::new()
        .when(|_, prompt| match prompt.question {
            Question::AssignHits { .. } if prompt.seat == HACAN => {
                Some(vec![Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 }])
            }
            _ => None,
        })
        .dice([10, 10]);
    let played = fight(lines, script);
    assert!(played.asked(2).is_empty(), "{:?}", played.asked(2));
}

#[test]
fn rr_74_1_the_new_result_counts_in_the_place_of_the_old_one() {
    let kind = UnitKind::Cruiser;
    let mut rolled = [10, 1].map(|shows| dice::Die { kind, value: 7, add: 0, natural: 0, shows });
    assert_eq!(dice::hits(&rolled), 1);
    let again = Choice::Reroll { kind: UnitKind::Cruiser, shows: 10 };
    let script = Script::new().answer(0, [again]).dice([2]);
    let space = Place::Space(place("201"));
    let run = |game: &mut Game| dice::reroll(game, SOL, SOL, space, &mut rolled, "a test");
    script.run(arena("space 201: sol 2 cruisers"), run).done();
    assert_eq!(dice::hits(&rolled), 0, "a hit was rolled away");
}

/// No official answer: whether "must be assigned to other ships than fighters" forbids to cancel them.
#[test]
fn hits_that_spare_fighters_may_be_sustained() {
    let state = arena("space 201: hacan dreadnought, 2 fighters");
    let (place, from) = (Place::Space(place("201")), SOL);
    let question = Question::AssignHits { place, hits: 1, source: HitSource::AimedCombat, from };
    let answer =
        |choice| crate::imperium::script::refused(&state, 1, question.clone(), &[choice]).is_none();
    assert!(answer(Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 }));
    let fighter = Choice::Destroy { kind: UnitKind::Fighter, damaged: false, count: 1 };
    assert!(!answer(fighter));
}
