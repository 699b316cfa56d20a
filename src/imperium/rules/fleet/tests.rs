//! Fleet pool and capacity as play, by paragraphs of the Rules Reference.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

use UnitKind::*;

/// Hacan, whose units are the common ones, at Mecatol Rex with three tokens in the fleet pool.
fn fleet(lines: &str) -> State {
    let text = format!("players sol, hacan, letnev\n{lines}");
    position(&text).expect("the position is well written")
}

const HACAN: Seat = Seat(1);

fn here() -> SystemId {
    SystemId::CENTRE
}

fn tidied(script: Script, state: State) -> Played {
    script.strict().run(state, |game| tidy(game, HACAN, here()))
}

fn lose(kind: UnitKind, count: u8) -> Choice {
    Choice::Destroy { kind, damaged: false, count }
}

fn left(played: &Played, kind: UnitKind) -> u8 {
    played.state.system(here()).space.count(HACAN, kind)
}

#[track_caller]
fn refusal(state: &State, parts: &[Choice]) -> String {
    let question = Question::RemoveExcess { system: here(), fleet: 0, capacity: 0 };
    refused(state, 1, question, parts).expect("this is refused").to_string()
}

// Capacity (RR 16)

#[test]
fn rr_16_2_what_fits_aboard_stays() {
    let state = fleet("space 000: hacan carrier, dreadnought, 3 fighters, 2 infantry");
    let played = tidied(Script::new(), state.clone()).done();
    assert_eq!(played.state, state);
    assert!(played.told().is_empty());
}

#[test]
fn rr_16_3_fighters_without_capacity_are_removed_without_a_question() {
    let state = fleet("space 000: hacan carrier, 6 fighters");
    let played = tidied(Script::new(), state).done();
    assert_eq!(left(&played, Fighter), 4);
    assert!(played.told().contains("2 fighters removed"), "{}", played.told());
    assert!(played.told().contains("no capacity (RR 16.3)"));
}

#[test]
fn rr_16_3_ground_forces_in_space_without_a_ship_are_removed() {
    let state = fleet("space 000: hacan cruiser, fighter, 2 infantry");
    let played = tidied(Script::new(), state).done();
    assert_eq!((left(&played, Fighter), left(&played, Infantry)), (0, 0));
    assert!(played.asked(1).is_empty(), "everything has to go");
}

#[test]
fn rr_16_3_ground_forces_on_planets_do_not_count() {
    let state = fleet("space 000: hacan cruiser\nplanet mecatol-rex: hacan 6 infantry");
    assert_eq!(tidied(Script::new(), state.clone()).done().state, state);
}

#[test]
fn rr_16_3_the_owner_chooses_between_fighters_and_ground_forces() {
    let state = fleet("space 000: hacan carrier, 3 fighters, 3 infantry");
    let asked = tidied(Script::new(), state.clone());
    let question = &asked.open()[0].question;
    assert_eq!(*question, Question::RemoveExcess { system: here(), fleet: 0, capacity: 2 });
    let script = Script::new().answer(1, [lose(Fighter, 1), lose(Infantry, 1)]);
    let played = tidied(script, state.clone()).done();
    assert_eq!((left(&played, Fighter), left(&played, Infantry)), (2, 2));
    assert!(refusal(&state, &[lose(Fighter, 1)]).contains("1 unit more than fit aboard"));
    assert!(refusal(&state, &[lose(Fighter, 3)]).contains("cannot all be removed"));
    assert!(refusal(&state, &[lose(Cruiser, 1)]).contains("cannot all be removed"));
}

#[test]
fn rr_79_a_space_dock_takes_care_of_three_fighters() {
    let state =
        fleet("space 000: hacan 5 fighters\nplanet mecatol-rex: hacan space-dock, infantry");
    let played = tidied(Script::new(), state).done();
    assert_eq!(left(&played, Fighter), 3);
    let state = fleet(
        "space 000: hacan carrier, 5 fighters, 3 infantry\nplanet mecatol-rex: hacan space-dock",
    );
    // Two of the fighters and all infantry need capacity; only these two may go.
    let script = Script::new().answer(1, [lose(Fighter, 1)]);
    assert_eq!(left(&tidied(script, state).done(), Fighter), 4);
}

// Fleet pool (RR 37)

#[test]
fn rr_37_3_ships_beyond_the_fleet_pool_are_chosen_by_the_owner() {
    let state = fleet("tokens hacan: 3 2 2\nspace 000: hacan 2 cruisers, 2 destroyers");
    let script = Script::new().answer(1, [lose(Destroyer, 1), lose(Cruiser, 1)]);
    let played = tidied(script, state.clone()).done();
    assert_eq!((left(&played, Cruiser), left(&played, Destroyer)), (1, 1));
    assert!(refusal(&state, &[]).contains("2 ships more than the fleet pool allows (RR 37.3)"));
    assert!(refusal(&state, &[lose(Cruiser, 2), lose(Destroyer, 1)]).contains("Nothing more"));
}

#[test]
fn rr_37_3_ships_of_one_kind_are_removed_without_a_question() {
    let state = fleet("tokens hacan: 3 2 2\nspace 000: hacan 4 cruisers");
    let played = tidied(Script::new(), state).done();
    assert_eq!(left(&played, Cruiser), 2);
    assert!(played.told().contains("the fleet pool allows 2 (RR 37.3)"), "{}", played.told());
}

#[test]
fn rr_37_1_fighters_and_ground_forces_do_not_count() {
    let lines = "tokens hacan: 3 1 2\nspace 000: hacan carrier, 2 fighters, 2 infantry";
    let state = fleet(lines);
    assert_eq!(tidied(Script::new(), state.clone()).done().state, state);
}

#[test]
fn rr_37_3_what_a_removed_carrier_held_goes_too() {
    let lines = "tokens hacan: 3 1 2\nspace 000: hacan carrier, cruiser, 4 fighters";
    let state = fleet(lines);
    // The order in which the parts are named does not matter.
    let parts = [lose(Fighter, 4), lose(Carrier, 1)];
    let played = tidied(Script::new().answer(1, parts), state.clone()).done();
    assert_eq!((left(&played, Cruiser), left(&played, Fighter)), (1, 0));
    let why = refusal(&state, &[lose(Carrier, 1)]);
    assert!(why.contains("4 units more than fit aboard"), "{why}");
    let played = tidied(Script::new().answer(1, [lose(Cruiser, 1)]), state).done();
    assert_eq!(left(&played, Fighter), 4);
}

#[test]
fn rr_37_fighters_ii_beyond_capacity_count_against_the_fleet_pool() {
    let text = "tech hacan: fighter-ii\ntokens hacan: 3 3 2\n";
    let state = fleet(&format!("{text}space 000: hacan carrier, 6 fighters"));
    assert_eq!(tidied(Script::new(), state.clone()).done().state, state);
    let state = fleet(&format!("{text}space 000: hacan carrier, 8 fighters"));
    let asked = tidied(Script::new(), state.clone());
    let question = &asked.open()[0].question;
    assert_eq!(*question, Question::RemoveExcess { system: here(), fleet: 2, capacity: 0 });
    let played = tidied(Script::new().answer(1, [lose(Fighter, 2)]), state.clone()).done();
    assert_eq!(left(&played, Fighter), 6);
    // Without the carrier four more fighters count.
    let all = [lose(Carrier, 1), lose(Fighter, 5)];
    let played = tidied(Script::new().answer(1, all), state.clone()).done();
    assert_eq!((left(&played, Carrier), left(&played, Fighter)), (0, 3));
    assert!(refusal(&state, &[lose(Carrier, 1)]).contains("5 ships more"));
}

// What is offered

#[test]
fn whatever_is_offered_leads_to_a_legal_removal() {
    let lines = [
        "tokens hacan: 3 2 2\nspace 000: hacan carrier, 2 cruisers, 6 fighters, 4 infantry",
        "tokens hacan: 3 1 2\nspace 000: hacan 2 carriers, dreadnought, war-sun, 9 fighters",
        "tech hacan: fighter-ii\ntokens hacan: 3 3 2\nspace 000: hacan carrier, 3 cruisers, \
         6 fighters, 2 infantry",
        "tech hacan: fighter-ii\ntokens hacan: 3 0 2\nspace 000: hacan carrier, 3 cruisers, \
         6 fighters, 7 infantry\nplanet mecatol-rex: hacan space-dock",
    ];
    for lines in lines {
        let state = fleet(lines);
        let question = Question::RemoveExcess { system: here(), fleet: 0, capacity: 0 };
        let prompt = Prompt::compound(HACAN, question);
        for start in 0..60_usize {
            let mut draft = Vec::new();
            for step in 0.. {
                let next = (EXCESS.next)(&state, &prompt, &draft);
                if next.is_empty() {
                    break;
                }
                draft.push(
                    next[(start * 7 + step * 13 + start * start * step) % next.len()].clone(),
                );
            }
            assert_eq!((EXCESS.check)(&state, &prompt, &draft), Ok(()), "{draft:?}");
        }
        let suggestions = (EXCESS.suggest)(&state, &prompt);
        assert!(!suggestions.is_empty());
        for parts in suggestions {
            assert_eq!((EXCESS.check)(&state, &prompt, &parts), Ok(()), "{parts:?}");
        }
    }
}
