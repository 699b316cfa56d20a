//! Space cannon, anti-fighter barrage, space combat and retreats as play.

use crate::engine::{Outcome, Seat};
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::script::{Played, Script, refused};
use crate::imperium::state::*;

use super::ask::*;
use super::{combat, hits, retreat, space_cannon};

/// Yssaril attacks in 205, an empty system; Hacan defends. 206 holds Bereg and Lirta IV.
const EMPTY: &str = "players yssaril, hacan, jol-nar
tile 205 = 46
tile 204 = 47
tile 206 = 35
tile 103 = 48
tile 306 = 49
";

fn arena(lines: &str) -> State {
    at(&format!("{EMPTY}{lines}"))
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn space() -> Place {
    Place::Space(place("205"))
}

fn fight(state: State, script: Script) -> Played {
    script.run(state, |game| combat::space_combat(game, place("205")))
}

fn fire(state: State, script: Script) -> Played {
    script.run(state, |game| space_cannon::offense(game, Seat(0), place("205")))
}

fn count(played: &Played, seat: u8, kind: UnitKind) -> u8 {
    played.state.system(place("205")).space.count(Seat(seat), kind)
}

fn lose(kind: UnitKind, count: u8) -> Choice {
    Choice::Destroy { kind, damaged: false, count }
}

fn sustain(kind: UnitKind, count: u8) -> Choice {
    Choice::Sustain { kind, count }
}

/// How many dice were rolled for this purpose.
fn dice_for(played: &Played, purpose: &str) -> usize {
    let rolls = played.script.rolled.iter().filter(|(label, _)| label.contains(purpose));
    rolls.map(|(_, dice)| dice.len()).sum()
}

// Space cannon (RR 77)

#[test]
fn rr_77_4_a_pds_fires_at_ships_that_did_not_move() {
    let state =
        arena("tile 102 = 19\nspace 206: yssaril 2 cruisers\nplanet bereg: hacan infantry, pds");
    let script = Script::new().dice([6]).answer(1, [Choice::Yes]);
    let played =
        script.run(state, |game| space_cannon::offense(game, Seat(0), place("206"))).done();
    assert_eq!(played.state.system(place("206")).space.count(Seat(0), UnitKind::Cruiser), 1);
    assert!(played.told().contains("1 PDS **6**: 1 hit."), "{}", played.told());
}

#[test]
fn rr_77_3_a_pds_may_hold_its_fire() {
    let state = arena("space 206: yssaril 2 cruisers\nplanet bereg: hacan infantry, pds");
    let script = Script::new().answer(1, [Choice::Pass]);
    let played =
        script.run(state, |game| space_cannon::offense(game, Seat(0), place("206"))).done();
    assert!(played.script.rolled.is_empty());
}

#[test]
fn rr_77_3c_only_an_upgraded_pds_reaches_the_next_system() {
    let lines = "space 205: yssaril destroyer\nplanet bereg: hacan infantry, pds\n";
    let played = fire(arena(lines), Script::new().dice([5])).done();
    assert!(played.asked(1).is_empty());
    let state = arena(&format!("{lines}tech hacan: pds-ii"));
    let played = fire(state, Script::new().dice([5]).answer(1, [Choice::Yes])).done();
    assert_eq!(count(&played, 0, UnitKind::Destroyer), 0);
}

#[test]
fn rr_77_5a_a_third_player_fires_at_the_active_player_and_may_leave_no_combat() {
    let state = arena(
        "space 205: yssaril cruiser; hacan 2 cruisers
planet bereg: jol-nar infantry, pds
tech jol-nar: pds-ii",
    );
    let script = Script::new().dice([9]).answer(2, [Choice::Yes]);
    let played = script
        .run(state, |game| {
            space_cannon::offense(game, Seat(0), place("205"))?;
            combat::space_combat(game, place("205"))
        })
        .done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 0);
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 2);
    assert_eq!(dice_for(&played, "combat round"), 0);
}

#[test]
fn rr_77_5b_the_active_player_picks_whom_to_fire_at() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser; jol-nar cruiser
planet bereg: yssaril infantry, pds
tech yssaril: pds-ii",
    );
    let script = Script::new().dice([9]).answer(0, [Choice::Player(Seat(2))]);
    let played = fire(state, script).done();
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 1);
    assert_eq!(count(&played, 2, UnitKind::Cruiser), 0);
}

#[test]
fn rr_77_2_the_active_player_fires_first() {
    let state = arena(
        "space 205: yssaril cruiser; hacan destroyer
planet bereg: yssaril infantry, pds
planet lirta-iv: hacan infantry, pds
tech yssaril: pds-ii
tech hacan: pds-ii",
    );
    let script = Script::new().dice([9, 9]).answer(0, [Choice::Yes]).answer(1, [Choice::Yes]);
    let played = fire(state, script).done();
    let dice: Vec<u32> = played.script.rolled.iter().flat_map(|(_, dice)| dice.clone()).collect();
    assert_eq!(dice, [9, 9]);
    assert!(played.script.rolled[0].0.contains("seat 0"), "{:?}", played.script.rolled);
    assert_eq!(
        (count(&played, 0, UnitKind::Cruiser), count(&played, 1, UnitKind::Destroyer)),
        (0, 0)
    );
}

#[test]
fn rr_87_4_a_hit_of_a_space_cannon_can_be_sustained() {
    let state = arena(
        "space 205: yssaril dreadnought, cruiser
planet bereg: hacan infantry, pds
tech hacan: pds-ii",
    );
    let script = Script::new()
        .dice([5])
        .answer(1, [Choice::Yes])
        .answer(0, [sustain(UnitKind::Dreadnought, 1)]);
    let played = fire(state, script).done();
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(0), UnitKind::Dreadnought, true), 1);
    assert_eq!(space.count(Seat(0), UnitKind::Cruiser), 1);
}

// Anti-fighter barrage (RR 10)

#[test]
fn rr_10_barrage_is_rolled_in_the_first_round_only() {
    let state = arena("space 205: yssaril 2 destroyers; hacan dreadnought, 2 fighters");
    let script = Script::new().dice([1; 4 + 5]).dice([10, 10, 1, 1, 1]).dice([10, 10, 10, 10, 10]);
    let played = fight(state, script).done();
    let barrages = played.script.rolled.iter().filter(|(label, _)| label.contains("barrage"));
    assert_eq!(barrages.map(|(_, dice)| dice.len()).collect::<Vec<_>>(), [4]);
    assert!(dice_for(&played, "combat round 2") > 0);
}

#[test]
fn rr_10_2_barrage_hits_fighters_only_and_nobody_sustains_them() {
    let state = arena("space 205: yssaril 2 destroyers; hacan dreadnought, fighter");
    let script = Script::new().dice([9, 9, 10, 1]).strict();
    let played = fight(state.clone(), script);
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count(Seat(1), UnitKind::Fighter), 0);
    assert_eq!(space.count_in(Seat(1), UnitKind::Dreadnought, false), 1);
    let question = Question::AssignHits {
        place: space_(),
        hits: 3,
        source: HitSource::Barrage,
        from: Seat(0),
    };
    let refusal = refused(&state, 1, question, &[sustain(UnitKind::Dreadnought, 1)]);
    assert!(refusal.is_some_and(|refusal| refusal.rule == "87"));
}

fn space_() -> Place {
    space()
}

#[test]
fn rr_59_3_in_a_nebula_defenders_add_1_to_combat_rolls_but_not_to_barrage() {
    let state = at("players yssaril, hacan
tile 205 = 42
space 205: hacan destroyer; yssaril carrier, 2 fighters");
    // Barrage 8, 8; attacker 1 carrier, 2 fighters; defender 8, which hits with the bonus.
    let script = Script::new().dice([8, 8, 1, 1, 1, 8]).dice([10, 10, 10]);
    let played = fight(state, script).done();
    assert!(played.told().contains("1 destroyer **8, 8**: 0 hits."), "{}", played.told());
    assert!(played.told().contains("1 destroyer **8+1**: 1 hit."), "{}", played.told());
}

// Dice and hits (RR 78.5, 78.6)

#[test]
fn rr_78_5_each_ship_rolls_the_dice_of_its_card() {
    let state = arena("space 205: yssaril war sun, 2 cruisers; hacan fighter");
    let script = Script::new().dice([3, 1, 1, 7, 6, 1]);
    let played = fight(state, script).done();
    let told = played.told();
    assert!(told.contains("1 war sun **3, 1, 1**, 2 cruisers **7, 6**: 2 hits."), "{told}");
    assert!(told.contains("«0» wins the space combat in **205**."), "{told}");
}

#[test]
fn rr_78_6_both_sides_lose_ships_at_the_same_time() {
    let state = arena("space 205: yssaril cruiser; hacan cruiser");
    let played = fight(state, Script::new().dice([10, 10])).done();
    assert!(played.state.system(place("205")).space.is_empty());
    assert!(played.told().contains("ends in a draw"), "{}", played.told());
}

#[test]
fn rr_78_6_hits_must_all_be_assigned_and_no_more() {
    let state = arena("space 205: hacan cruiser, 2 destroyers, dreadnought");
    let question = Question::AssignHits {
        place: space(),
        hits: 2,
        source: HitSource::SpaceCombat,
        from: Seat(0),
    };
    let no = |parts: &[Choice]| refused(&state, 1, question.clone(), parts).map(|r| r.why);
    assert!(no(&[lose(UnitKind::Cruiser, 1)]).is_some_and(|why| why.contains("1 of 2")));
    assert!(no(&[]).is_some());
    assert!(no(&[lose(UnitKind::Destroyer, 2), lose(UnitKind::Cruiser, 1)]).is_some());
    assert!(no(&[lose(UnitKind::Cruiser, 2)]).is_some());
    assert!(no(&[sustain(UnitKind::Cruiser, 1), lose(UnitKind::Destroyer, 1)]).is_some());
    assert!(no(&[lose(UnitKind::Fighter, 2)]).is_some());
    assert_eq!(no(&[lose(UnitKind::Cruiser, 1), lose(UnitKind::Destroyer, 1)]), None);
    assert_eq!(no(&[sustain(UnitKind::Dreadnought, 1), lose(UnitKind::Destroyer, 1)]), None);
    // A ship may sustain one hit and take the next.
    let dying = Choice::Destroy { kind: UnitKind::Dreadnought, damaged: true, count: 1 };
    assert_eq!(no(&[sustain(UnitKind::Dreadnought, 1), dying]), None);
}

#[test]
fn rr_78_6_more_hits_than_ships_are_lost() {
    let state = arena("space 205: hacan 2 cruisers");
    let script = Script::new().strict();
    let played = script
        .run(state, |game| hits::assign(game, Seat(1), space(), 5, HitSource::SpaceCombat, Seat(0)))
        .done();
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 0);
}

#[test]
fn hits_on_equal_ships_are_not_asked_about() {
    let state = arena("space 205: hacan 3 cruisers");
    let played = Script::new()
        .strict()
        .run(state, |game| hits::assign(game, Seat(1), space(), 2, HitSource::SpaceCombat, Seat(0)))
        .done();
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 1);
    assert!(played.asked(1).is_empty());
}

#[test]
fn sustaining_alone_is_a_step_and_the_rest_is_asked_again() {
    let state = arena("space 205: hacan 2 dreadnoughts, cruiser");
    let script = Script::new()
        .answer(1, [sustain(UnitKind::Dreadnought, 1)])
        .answer(1, [lose(UnitKind::Cruiser, 1)]);
    let played = script
        .run(state, |game| hits::assign(game, Seat(1), space(), 2, HitSource::SpaceCombat, Seat(0)))
        .done();
    let space = &played.state.system(place("205")).space;
    assert_eq!(space.count_in(Seat(1), UnitKind::Dreadnought, true), 1);
    assert_eq!(space.count_in(Seat(1), UnitKind::Dreadnought, false), 1);
    assert_eq!(space.count(Seat(1), UnitKind::Cruiser), 0);
}

#[test]
fn every_suggestion_and_every_grown_draft_is_legal() {
    let state = arena("space 205: hacan 2 dreadnoughts, war sun, cruiser, 3 fighters");
    for hits in 1..=11 {
        let question = Question::AssignHits {
            place: space(),
            hits,
            source: HitSource::SpaceCombat,
            from: Seat(0),
        };
        let prompt = crate::engine::Prompt::compound(Seat(1), question);
        let answers = (hits::ASSIGN.suggest)(&state, &prompt);
        assert!(!answers.is_empty());
        for answer in answers {
            assert_eq!((hits::ASSIGN.check)(&state, &prompt, &answer), Ok(()), "{answer:?}");
        }
        // Growing a draft by any part always comes to an end that is legal.
        for pick in 0..7 {
            let mut draft: Vec<Choice> = Vec::new();
            while (hits::ASSIGN.check)(&state, &prompt, &draft).is_err() {
                let parts = (hits::ASSIGN.next)(&state, &prompt, &draft);
                assert!(!parts.is_empty(), "stuck with {draft:?} of {hits}");
                draft.push(parts[pick % parts.len()].clone());
            }
        }
    }
}

#[test]
fn rr_16_3c_fighters_fight_on_after_their_carrier_is_gone() {
    let state = arena("space 205: yssaril carrier, 4 fighters; hacan 2 dreadnoughts");
    // Round 1: the attacker misses, a dreadnought hits once and the carrier is given up.
    let script = Script::new()
        .dice([1; 5])
        .dice([5, 1])
        .when(|_, prompt| match prompt.question {
            Question::AssignHits { .. } if prompt.seat == Seat(0) => {
                Some(vec![lose(UnitKind::Carrier, 1)])
            }
            _ => None,
        })
        .dice([1; 4])
        .dice([5, 5]);
    let played = fight(state, script);
    let second = played
        .script
        .rolled
        .iter()
        .find(|(label, _)| label.contains("combat round 2") && label.contains("seat 0"));
    assert_eq!(second.map(|(_, dice)| dice.len()), Some(4), "{:?}", played.script.rolled);
}

#[test]
fn salai_sai_corian_rolls_a_die_for_each_enemy_ship_but_fighters() {
    for (enemies, dice) in [("3 cruisers, 2 fighters", 3), ("4 fighters", 0)] {
        let state = at(&format!(
            "players winnu, hacan\ntile 205 = 46\nspace 205: winnu flagship; hacan {enemies}"
        ));
        let script = Script::new().dice([1; 3]).strict();
        let played = fight(state, script);
        let roll = played.script.rolled.iter().find(|(label, _)| label.contains("seat 0"));
        assert_eq!(roll.map_or(0, |(_, dice)| dice.len()), dice);
    }
}

// Retreats (RR 78.4, 78.7)

#[test]
fn rr_78_7_only_a_system_with_own_planets_or_units_and_no_enemy_ships_will_do() {
    let state = arena(
        "space 205: hacan cruiser; yssaril cruiser
tile 307 = 20
control bereg: hacan
planet vefut-ii: hacan infantry
space 307: jol-nar destroyer",
    );
    let found = retreat::destinations(&state, Seat(1), place("205"));
    assert_eq!(found, [place("206")]);
    assert!(retreat::havens(&state, Seat(1), place("205")).contains(&place("204")));
}

#[test]
fn rr_78_7_nobody_retreats_into_a_nebula_or_past_other_anomalies() {
    let mut state = at("players yssaril, hacan
tile 205 = 46
tile 204 = 42
tile 206 = 44
tile 103 = 43
space 204: hacan cruiser
space 206: hacan cruiser
space 103: hacan cruiser
space 205: hacan cruiser");
    let open = retreat::destinations(&state, Seat(1), place("205"));
    assert_eq!(open, [place("206")], "Hacan's Antimass Deflectors pass asteroids");
    state.player_mut(Seat(1)).technologies.clear();
    assert!(retreat::destinations(&state, Seat(1), place("205")).is_empty());
}

#[test]
fn rr_78_4b_the_attacker_cannot_announce_a_retreat_when_the_defender_does() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
control bereg: yssaril
control lirta-iv: hacan",
    );
    let script = Script::new().answer(1, [Choice::Yes]).dice([1, 1]);
    let played = fight(state, script).done();
    assert!(!played.asked(0).iter().any(|q| matches!(q, Question::AnnounceRetreat { .. })));
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 0);
    let refuge = played.state.system(place("206"));
    assert_eq!(refuge.space.count(Seat(1), UnitKind::Cruiser), 1);
    assert!(refuge.tokens.contains(Seat(1)));
    assert!(played.told().contains("«0» wins"), "{}", played.told());
}

#[test]
fn rr_78_4_the_attacker_may_retreat_when_the_defender_stays() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
control bereg: yssaril",
    );
    let script = Script::new().answer(0, [Choice::Yes]).dice([1, 1]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 0);
    assert!(played.told().contains("«1» wins"), "{}", played.told());
}

#[test]
fn rr_78_7a_nobody_retreats_from_an_enemy_who_has_no_ships_left() {
    let state = arena("space 205: yssaril cruiser; hacan cruiser\ncontrol bereg: hacan");
    let script = Script::new().answer(1, [Choice::Yes]).dice([1, 7]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 1, UnitKind::Cruiser), 1);
    assert!(!played.state.system(place("206")).tokens.contains(Seat(1)));
}

#[test]
fn rr_78_7d_without_tokens_in_reinforcements_one_comes_from_the_sheet() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
control bereg: hacan
tokens hacan: 2 13 1",
    );
    let script = Script::new()
        .answer(1, [Choice::Yes])
        .answer(1, [Choice::Token(Pool::Tactic)])
        .dice([1, 1]);
    let played = fight(state, script).done();
    let tokens = played.state.player(Seat(1)).tokens;
    assert_eq!((tokens.tactic, tokens.fleet, tokens.strategy), (1, 13, 1));
    assert!(played.state.system(place("206")).tokens.contains(Seat(1)));
}

#[test]
fn rr_78_7b_ships_carry_what_they_can_and_the_rest_is_removed() {
    let state = arena(
        "space 205: yssaril cruiser; hacan carrier, 3 fighters, 3 infantry
control bereg: hacan",
    );
    let from = space();
    let carry = |kind, count| Choice::Carry {
        kind,
        damaged: false,
        count,
        from,
        ship: UnitKind::Carrier,
        ship_from: place("205"),
    };
    let script = Script::new()
        .answer(1, [Choice::Yes])
        .answer(1, [carry(UnitKind::Infantry, 3), carry(UnitKind::Fighter, 1)])
        .dice([1; 5]);
    let played = fight(state.clone(), script).done();
    let refuge = &played.state.system(place("206")).space;
    assert_eq!(refuge.count(Seat(1), UnitKind::Infantry), 3);
    assert_eq!(refuge.count(Seat(1), UnitKind::Fighter), 1);
    assert!(played.told().contains("2 fighters of «1» cannot leave"), "{}", played.told());
    let question = || Question::RetreatWith { system: place("205"), fighters: true };
    let refusal = refused(&state, 1, question(), &[carry(UnitKind::Infantry, 3)]);
    assert!(refusal.is_some_and(|refusal| refusal.why.contains("while there is room")));
    let all = [carry(UnitKind::Infantry, 3), carry(UnitKind::Fighter, 3)];
    let refusal = refused(&state, 1, question(), &all);
    assert!(refusal.is_some_and(|refusal| refusal.why.contains("room for 1 more, not for 3")));
}

#[test]
fn rr_78_7_fighters_alone_are_removed_and_leave_no_token() {
    let state = arena("space 205: yssaril cruiser; hacan 2 fighters\ncontrol bereg: hacan");
    let script = Script::new().answer(1, [Choice::Yes]).dice([1; 3]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 1, UnitKind::Fighter), 0);
    assert!(!played.state.system(place("206")).tokens.contains(Seat(1)));
}

#[test]
fn upgraded_fighters_retreat_by_themselves() {
    let state = arena(
        "space 205: yssaril cruiser; hacan 2 fighters
control bereg: hacan
tech hacan: fighter-ii",
    );
    let script = Script::new().answer(1, [Choice::Yes]).dice([1; 3]);
    let played = fight(state, script).done();
    let refuge = played.state.system(place("206"));
    assert_eq!(refuge.space.count(Seat(1), UnitKind::Fighter), 2);
    assert!(refuge.tokens.contains(Seat(1)));
}

#[test]
fn rr_41_a_gravity_rift_takes_retreating_ships_on_1_to_3() {
    for (dice, left) in [([2, 7], 1), ([1, 3], 0)] {
        let state = at("players yssaril, hacan
tile 205 = 41
tile 206 = 35
space 205: yssaril cruiser; hacan 2 cruisers
control bereg: hacan");
        let script = Script::new().answer(1, [Choice::Yes]).dice([1; 3]).dice(dice);
        let played = fight(state, script).done();
        let refuge = played.state.system(place("206"));
        assert_eq!(refuge.space.count(Seat(1), UnitKind::Cruiser), left);
        assert_eq!(refuge.tokens.contains(Seat(1)), left > 0);
    }
}

#[test]
fn nobody_is_asked_to_retreat_without_a_place_to_go() {
    let state = arena("space 205: yssaril cruiser; hacan cruiser");
    let played = fight(state, Script::new().dice([10, 1])).done();
    assert!(played.asked(0).is_empty() && played.asked(1).is_empty());
}

#[test]
fn rr_78_1_there_is_no_combat_without_two_fleets() {
    let state = arena("space 205: yssaril cruiser, 2 infantry");
    let played = fight(state, Script::new()).done();
    assert!(matches!(played.outcome, Outcome::Checkpoint));
    assert!(played.news.is_empty());
}

// What objectives look at

/// Scores every secret objective that is offered.
fn eager() -> Script {
    Script::new().when(|_, prompt| match prompt.question {
        Question::ScoreSecret => {
            let first = prompt.options.iter().find(|option| matches!(option, Choice::Secret(_)));
            Some(vec![first.cloned().unwrap_or(Choice::Pass)])
        }
        _ => None,
    })
}

fn scored(played: &Played, seat: u8) -> Vec<&'static str> {
    played.state.player(Seat(seat)).scored_secrets.iter().map(|card| card.slug()).collect()
}

#[test]
fn destroy_their_greatest_ship_is_scored_by_a_defender_before_the_combat_is_over() {
    let state = arena(
        "space 205: yssaril flagship, cruiser; hacan 3 cruisers
secret hacan: destroy-their-greatest-ship",
    );
    let script = eager().dice([1; 3]).dice([10, 10, 1]).when(|_, prompt| match prompt.question {
        Question::AssignHits { .. } => Some(vec![
            sustain(UnitKind::Flagship, 1),
            Choice::Destroy { kind: UnitKind::Flagship, damaged: true, count: 1 },
        ]),
        _ => None,
    });
    let played = fight(state, script.dice([1]).dice([10, 10, 10])).done();
    assert_eq!(scored(&played, 1), ["destroy-their-greatest-ship"]);
    let told = played.told();
    assert!(told.find("scores the secret") < told.find("wins the space combat"), "{told}");
}

#[test]
fn rr_61_7_one_objective_is_scored_in_a_combat() {
    let state = arena(
        "space 205: yssaril flagship, war sun; hacan flagship
secret yssaril: destroy-their-greatest-ship, unveil-flagship",
    );
    let script = eager().dice([10; 5]).dice([1; 2]);
    let played = fight(state, script).done();
    assert_eq!(scored(&played, 0), ["destroy-their-greatest-ship"]);
}

#[test]
fn unveil_flagship_needs_a_victory_with_the_flagship_alive() {
    let state =
        arena("space 205: yssaril flagship; hacan fighter\nsecret yssaril: unveil-flagship");
    let played = fight(state, eager().dice([10, 10, 1])).done();
    assert_eq!(scored(&played, 0), ["unveil-flagship"]);
    let state = arena(
        "space 205: yssaril damaged flagship, cruiser; hacan fighter\nsecret yssaril: unveil-flagship",
    );
    let lost = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let gone = Choice::Destroy { kind: UnitKind::Flagship, damaged: true, count: 1 };
        matches!(prompt.question, Question::AssignHits { .. }).then(|| vec![gone])
    };
    let played = fight(state, eager().when(lost).dice([10, 10, 10, 10])).done();
    assert!(scored(&played, 0).is_empty(), "the flagship was lost");
}

#[test]
fn spark_a_rebellion_needs_a_victory_over_a_player_with_most_points() {
    let lines = "space 205: yssaril flagship; hacan fighter\n";
    for (points, wins) in [(6, true), (5, false)] {
        let state = arena(&format!(
            "{lines}points yssaril: 6\npoints hacan: {points}\nsecret yssaril: spark-a-rebellion"
        ));
        let played = fight(state, eager().dice([10, 10, 1])).done();
        assert_eq!(scored(&played, 0).len(), usize::from(wins), "against {points} points");
    }
}

#[test]
fn turn_their_fleets_to_dust_is_scored_before_any_combat() {
    let state = arena(
        "space 205: yssaril cruiser, fighter
planet bereg: hacan infantry, 2 pds
tech hacan: pds-ii
secret hacan: turn-their-fleets-to-dust",
    );
    let played = fire(state.clone(), eager().answer(1, [Choice::Yes]).dice([9, 9])).done();
    assert_eq!(scored(&played, 1), ["turn-their-fleets-to-dust"]);
    let played = fire(state, eager().answer(1, [Choice::Yes]).dice([9, 1])).done();
    assert!(scored(&played, 1).is_empty());
}

#[test]
fn fight_with_precision_is_scored_for_the_last_fighter_of_a_barrage() {
    let state = at(&format!(
        "{EMPTY}sources base, pok
space 205: yssaril destroyer; hacan carrier, 2 fighters
secret yssaril: fight-with-precision"
    ));
    let played = fight(state, eager().dice([9, 9]).dice([10, 1])).done();
    assert_eq!(scored(&played, 0), ["fight-with-precision"]);
}

#[test]
fn rr_78_10a_carried_units_are_removed_with_their_carrier_when_the_combat_ends() {
    let state = arena("space 205: yssaril cruiser, carrier, 4 infantry; hacan cruiser");
    let script = Script::new()
        .when(|_, prompt| match prompt.question {
            Question::AssignHits { .. } => Some(vec![lose(UnitKind::Carrier, 1)]),
            _ => None,
        })
        .dice([10, 1, 10]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 1);
    assert_eq!(count(&played, 0, UnitKind::Infantry), 0);
}

#[test]
fn antimass_deflectors_open_asteroid_fields_to_a_retreat_once_they_have_behaviour() {
    let state = at("players yssaril, hacan
tile 205 = 46
tile 206 = 44
space 206: hacan cruiser
space 205: hacan cruiser
tech hacan: antimass-deflectors");
    let deflectors = TechId::named("antimass-deflectors");
    let works = super::tables::tables().technology(deflectors).is_some();
    let open = retreat::destinations(&state, Seat(1), place("205"));
    assert_eq!(open == [place("206")], works);
}

/// Wins of the attacker, draws and wins of the defender in a hundred of many combats.
fn percentages(lines: &str) -> [f64; 3] {
    let state = arena(lines);
    let mut ends = [0u32; 3];
    for turn in 0..3000 {
        let state = State { turn, ..state.clone() };
        let played = fight(state, Script::new());
        // Fighters that win alone are removed afterwards, so the news are asked.
        let told = played.told();
        let end = match (told.contains("«0» wins"), told.contains("ends in a draw")) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        ends[end] += 1;
    }
    ends.map(|n| f64::from(n) / 30.0)
}

#[test]
fn combats_end_as_often_as_probability_theory_says() {
    let battles = [
        ("yssaril 2 cruisers; hacan dreadnought", [44.85, 14.09, 41.06]),
        ("yssaril 3 fighters; hacan destroyer", [91.50, 1.70, 6.80]),
        ("yssaril war sun; hacan 3 dreadnoughts", [2.03, 9.92, 88.05]),
    ];
    for (fleets, exact) in battles {
        let found = percentages(&format!("space 205: {fleets}"));
        for (found, exact) in found.into_iter().zip(exact) {
            // Four standard errors of 3,000 combats.
            let error = (exact * (100.0 - exact) / 3000.0_f64).sqrt();
            assert!((found - exact).abs() < 4.0 * error, "{fleets}: {found} instead of {exact}");
        }
    }
}
