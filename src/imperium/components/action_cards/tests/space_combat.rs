//! Cards of space combats.

use super::*;
use crate::imperium::rules::ask::HitSource;

fn unit(kind: UnitKind) -> Choice {
    Choice::Unit { kind, damaged: false }
}

fn round(number: u8) -> Moment {
    Moment::CombatRoundStarts {
        place: Place::Space(place("205")),
        sides: [Seat(0), Seat(1)],
        round: number,
        over: false,
    }
}

// Emergency Repairs

#[test]
fn emergency_repairs_mend_all_own_units_in_the_system_before_a_round() {
    let state = arena(
        "space 206: yssaril damaged dreadnought, damaged flagship; hacan damaged dreadnought
hand yssaril: emergency-repairs",
    );
    let script = always("emergency-repairs");
    let played = script
        .run(state, |game| {
            let at = Place::Space(place("206"));
            let sides = [Seat(0), Seat(1)];
            let mut start = Moment::CombatRoundStarts { place: at, sides, round: 1, over: false };
            window::window(game, &mut start)
        })
        .done();
    let space = &played.state.system(place("206")).space;
    assert_eq!(space.count_in(Seat(0), UnitKind::Dreadnought, false), 1);
    assert_eq!(space.count_in(Seat(0), UnitKind::Flagship, false), 1);
    assert_eq!(space.count_in(Seat(1), UnitKind::Dreadnought, true), 1);
}

#[test]
fn emergency_repairs_come_at_the_end_of_the_last_round_too() {
    let state =
        arena("space 205: yssaril dreadnought; hacan cruiser\nhand yssaril: emergency-repairs");
    let script = always("emergency-repairs")
        .when(|_, prompt| {
            let hits = matches!(prompt.question, Question::AssignHits { .. });
            let sustain = Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 };
            (hits && prompt.seat == Seat(0)).then(|| vec![sustain])
        })
        .dice([10, 10]);
    let played = fight(state, script).done();
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(0), UnitKind::Dreadnought, false), 1);
    let told = played.told();
    let (repaired, won) = (told.find("repairs all units"), told.find("wins the"));
    assert!(repaired.is_some() && repaired < won, "{told}");
}

#[test]
fn emergency_repairs_need_damage_and_a_combat_of_ones_own() {
    let damaged = arena(
        "space 205: yssaril damaged dreadnought; hacan cruiser\nhand yssaril: emergency-repairs",
    );
    assert!(is_playable(&damaged, 0, "emergency-repairs", round(2)));
    let whole =
        arena("space 205: yssaril dreadnought; hacan cruiser\nhand yssaril: emergency-repairs");
    assert!(!is_playable(&whole, 0, "emergency-repairs", round(2)));
    let onlooker = arena("space 205: jol-nar damaged dreadnought\nhand jol-nar: emergency-repairs");
    assert!(!is_playable(&onlooker, 2, "emergency-repairs", round(2)));
}

// Fighter Prototype

#[test]
fn fighter_prototype_adds_2_to_fighters_in_the_first_round_only() {
    let state = arena(
        "space 205: yssaril carrier, 2 fighters; hacan 2 cruisers
hand yssaril: fighter-prototype",
    );
    let script = Script::new()
        .answer(0, play("fighter-prototype"))
        .dice([6, 7, 8, 1, 1])
        .dice([7, 7, 1, 1, 1]);
    let played = fight(state, script);
    let told = played.told();
    assert!(told.contains("2 fighters **6+2, 7+2**, 1 carrier **8**: 1 hit."), "{told}");
    assert!(told.contains("2 fighters **7, 7**, 1 carrier **1**: 0 hits."), "{told}");
}

#[test]
fn fighter_prototype_needs_fighters_and_the_first_round_of_a_space_combat() {
    let state = arena(
        "space 205: yssaril carrier, fighter; hacan cruiser\nhand yssaril: fighter-prototype\nhand hacan: fighter-prototype",
    );
    assert!(is_playable(&state, 0, "fighter-prototype", round(1)));
    assert!(!is_playable(&state, 0, "fighter-prototype", round(2)));
    assert!(!is_playable(&state, 1, "fighter-prototype", round(1)));
}

#[test]
fn fighter_prototype_that_is_sabotaged_adds_nothing() {
    let state = arena(
        "space 205: yssaril carrier, 2 fighters; hacan cruiser
hand yssaril: fighter-prototype
hand hacan: sabotage",
    );
    let script = Script::new()
        .answer(0, play("fighter-prototype"))
        .answer(1, play("sabotage"))
        .dice([8, 8, 8, 1]);
    let played = fight(state, script);
    assert!(played.told().contains("2 fighters **8, 8**"), "{}", played.told());
}

// Intercept

fn always_retreats(script: Script) -> Script {
    script.when(|_, prompt| {
        let asked = matches!(prompt.question, Question::AnnounceRetreat { .. });
        (asked && prompt.seat == Seat(1)).then(|| vec![Choice::Yes])
    })
}

#[test]
fn intercept_stops_a_retreat_for_one_round() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan 2 cruisers
space 204: hacan destroyer
hand yssaril: intercept",
    );
    let script = always_retreats(always("intercept")).dice([1; 8]);
    let played = fight(state, script).done();
    let told = played.told();
    assert_eq!(told.matches("announces a retreat").count(), 2, "{told}");
    assert_eq!(played.script.rolled.len(), 4, "two rounds were fought");
    let haven = &played.state.system(place("204")).space;
    assert_eq!(haven.count(Seat(1), UnitKind::Cruiser), 2);
}

#[test]
fn intercept_leaves_the_attacker_no_retreat_of_their_own_in_that_round() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
space 204: hacan destroyer
space 206: yssaril destroyer
hand yssaril: intercept",
    );
    let script = always_retreats(always("intercept")).dice([10, 1]);
    let played = fight(state, script).done();
    let retreats = |question: &&Question| matches!(question, Question::AnnounceRetreat { .. });
    assert!(!played.asked(0).iter().any(retreats));
}

#[test]
fn intercept_that_is_sabotaged_lets_the_fleet_go() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
space 204: hacan destroyer
hand yssaril: intercept
hand hacan: sabotage",
    );
    let script = always_retreats(always("intercept")).when(|_, prompt| {
        prompt.options.contains(&play("sabotage")[0]).then(|| play("sabotage").to_vec())
    });
    let played = fight(state, script.dice([1, 1]));
    let haven = &played.state.system(place("204")).space;
    assert_eq!(haven.count(Seat(1), UnitKind::Cruiser), 1, "{}", played.told());
}

#[test]
fn intercept_is_only_for_the_opponent_of_the_retreating_fleet() {
    let state = arena("hand yssaril: intercept\nhand hacan: intercept\nhand jol-nar: intercept");
    let announced = || Moment::RetreatAnnounced {
        by: Seat(1),
        against: Seat(0),
        system: place("205"),
        prevented: false,
    };
    assert!(is_playable(&state, 0, "intercept", announced()));
    assert!(!is_playable(&state, 1, "intercept", announced()));
    assert!(!is_playable(&state, 2, "intercept", announced()));
    assert!(!is_playable(&state, 0, "intercept", round(1)));
}

// Courageous to the End

#[test]
fn courageous_to_the_end_takes_a_ship_of_the_opponents_choice_and_no_modifier_counts() {
    let state = arena(
        "space 205: yssaril dreadnought, 2 fighters; hacan cruiser
hand hacan: courageous-to-the-end, morale-boost",
    );
    let script = always("morale-boost")
        .answer(0, [unit(UnitKind::Fighter)])
        .when(|_, prompt| {
            let card = &play("courageous-to-the-end")[0];
            prompt.options.contains(card).then(|| vec![card.clone()])
        })
        .dice([10, 1, 1, 1, 7, 6]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Dreadnought), 1);
    assert_eq!(count(&played, 0, UnitKind::Fighter), 1);
    let asked = played.script.prompts.iter();
    let asked = asked.filter(|prompt| matches!(prompt.question, Question::LoseShips { .. }));
    for prompt in asked {
        assert!(prompt.options.iter().all(|option| matches!(option, Choice::Unit { .. })));
    }
    assert!(played.told().contains("**7, 6** for the cruiser (7): 1 ship."), "{}", played.told());
}

#[test]
fn courageous_to_the_end_may_turn_a_defeat_into_a_draw() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan dreadnought\nhand hacan: courageous-to-the-end",
    );
    let script = always("courageous-to-the-end").dice([10, 10, 1, 5, 9]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 0);
    assert!(played.told().contains("ends in a draw"), "{}", played.told());
}

#[test]
fn courageous_to_the_end_answers_a_direct_hit() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan dreadnought
hand yssaril: direct-hit
hand hacan: courageous-to-the-end",
    );
    let script = always("direct-hit")
        .when(|_, prompt| {
            let hits = matches!(prompt.question, Question::AssignHits { .. });
            let sustain = Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 };
            hits.then(|| vec![sustain])
        })
        .when(|_, prompt| {
            let card = &play("courageous-to-the-end")[0];
            prompt.options.contains(card).then(|| vec![card.clone()])
        })
        .dice([10, 1, 1, 5, 4]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
    assert!(played.told().contains("«0» wins"), "{}", played.told());
}

#[test]
fn courageous_to_the_end_answers_an_assault_cannon() {
    let state = arena(
        "space 205: yssaril 3 cruisers; hacan cruiser, destroyer
tech yssaril: assault-cannon
hand hacan: courageous-to-the-end",
    );
    let script = Script::new()
        .answer(1, [unit(UnitKind::Cruiser)])
        .answer(1, play("courageous-to-the-end"))
        .dice([7, 8]);
    let played = fight(state, script);
    assert!(played.told().contains("«0» loses 2 cruisers."), "{}", played.told());
}

#[test]
fn courageous_to_the_end_is_no_answer_to_space_cannons() {
    let state =
        arena("space 205: yssaril cruiser; hacan cruiser\nhand hacan: courageous-to-the-end");
    let at = Place::Space(place("205"));
    let script = Script::new().strict();
    let played = script
        .run(state, |game| hits::assign(game, Seat(1), at, 1, HitSource::SpaceCannon, Seat(0)))
        .done();
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 0);
    assert!(played.asked(1).is_empty());
}

#[test]
fn courageous_to_the_end_that_is_sabotaged_rolls_nothing() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
hand hacan: courageous-to-the-end
hand yssaril: sabotage",
    );
    let script = always("courageous-to-the-end").when(|_, prompt| {
        prompt.options.contains(&play("sabotage")[0]).then(|| play("sabotage").to_vec())
    });
    let played = fight(state, script.dice([10, 1])).done();
    assert_eq!(played.script.rolled.len(), 2);
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
}

// Salvage

#[test]
fn salvage_takes_all_commodities_of_the_loser() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan destroyer
goods yssaril: 1 0
goods hacan: 2 4
hand yssaril: salvage",
    );
    let played = fight(state, always("salvage").dice([10, 10, 1])).done();
    let goods = |seat: u8| {
        let player = played.state.player(Seat(seat));
        (player.trade_goods, player.commodities)
    };
    assert_eq!((goods(0), goods(1)), ((5, 0), (2, 0)));
}

#[test]
fn salvage_is_for_the_winner_of_a_space_combat_whose_opponent_has_commodities() {
    let state = arena("goods hacan: 0 3\nhand yssaril: salvage\nhand hacan: salvage");
    let ends = |winner: Option<u8>| Moment::SpaceCombatEnds {
        system: place("205"),
        sides: [Seat(0), Seat(1)],
        winner: winner.map(Seat),
    };
    assert!(is_playable(&state, 0, "salvage", ends(Some(0))));
    assert!(!is_playable(&state, 0, "salvage", ends(Some(1))));
    assert!(!is_playable(&state, 1, "salvage", ends(Some(1))), "Yssaril has none");
    assert!(!is_playable(&state, 0, "salvage", ends(None)));
}

#[test]
fn salvage_that_is_sabotaged_leaves_the_commodities() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan destroyer
goods hacan: 0 3
hand yssaril: salvage
hand hacan: sabotage",
    );
    let script = always("salvage").when(|_, prompt| {
        prompt.options.contains(&play("sabotage")[0]).then(|| play("sabotage").to_vec())
    });
    let played = fight(state, script.dice([10, 10, 1])).done();
    assert_eq!(played.state.player(Seat(1)).commodities, 3);
}
