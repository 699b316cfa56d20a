//! What standing orders answer in positions.

use super::super::orders::{Reading, planned, read};
use super::*;
use crate::engine::Prompt;
use crate::imperium::data::UnitKind;

/// Hacan defends in 205, an empty system.
const HERE: &str = "players yssaril, hacan, jol-nar\ntile 205 = 46\n";

fn hits(position: &str, hits: u8, plan: &str) -> Vec<Choice> {
    let state = at(&format!("{HERE}{position}"));
    let place = Place::Space(system(&state, "205").expect("it is on the board"));
    let (source, from) = (HitSource::SpaceCombat, Seat(0));
    let prompt =
        Prompt::<Imperium>::compound(Seat(1), Question::AssignHits { place, hits, source, from });
    let answer = planned(&state, &prompt, plan).expect("hits are asked about");
    assert_eq!(prompt.check(&state, &answer), Ok(()), "{plan}: {answer:?}");
    answer
}

fn lose(kind: UnitKind, count: u8) -> Choice {
    Choice::Destroy { kind, damaged: false, count }
}

fn sustain(kind: UnitKind, count: u8) -> Choice {
    Choice::Sustain { kind, count }
}

#[test]
fn hits_are_taken_as_the_plan_says() {
    use UnitKind::*;
    let fleet = "space 205: hacan 2 dreadnoughts, cruiser, 3 fighters";
    let first = hits(fleet, 3, "cruisers; sustain first");
    assert_eq!(first, [sustain(Dreadnought, 2), lose(Cruiser, 1)]);
    let last = hits(fleet, 3, "fighters; sustain last");
    assert_eq!(last, [lose(Fighter, 3)]);
    let last = hits(fleet, 5, "fighters; sustain last");
    assert_eq!(last, [sustain(Dreadnought, 1), lose(Fighter, 3), lose(Cruiser, 1)]);
    let last = hits(fleet, 3, "dreadnoughts; sustain last");
    assert_eq!(last, [lose(Fighter, 3)], "what can sustain damage is kept");
    let never = hits(fleet, 5, "dreadnoughts, fighters; sustain never");
    assert_eq!(never, [lose(Dreadnought, 2), lose(Fighter, 3)]);
    let all = hits(fleet, 9, "sustain last");
    let lost: u8 = all
        .iter()
        .map(|part| if let Choice::Destroy { count, .. } = part { *count } else { 0 })
        .sum();
    assert_eq!(lost, 6, "everything is lost: {all:?}");
}

#[test]
fn every_plan_is_a_legal_answer_to_any_hits() {
    for fleet in [
        "space 205: hacan 2 dreadnoughts, war sun, cruiser, 3 fighters",
        "space 205: hacan dreadnought damaged, 2 dreadnoughts, carrier, infantry",
        "space 205: hacan flagship, destroyer",
    ] {
        for n in 1..=9 {
            for sustaining in ["first", "last", "never"] {
                for order in ["", "fighters, ", "war suns, dreadnoughts, ", "infantry, cruisers, "]
                {
                    hits(fleet, n, &format!("{order}sustain {sustaining}"));
                }
            }
        }
    }
}

#[test]
fn a_fleet_retreats_as_the_plan_says() {
    let state = at(&format!("{HERE}space 205: hacan cruiser, 2 fighters; yssaril 2 destroyers\n"));
    let system = system(&state, "205").expect("it is on the board");
    let prompt = Prompt::<Imperium>::one(
        Seat(1),
        Question::AnnounceRetreat { system },
        vec![Choice::Pass, Choice::Yes],
    );
    for (plan, leaves) in
        [("never", false), ("at once", true), ("outnumbered", true), ("at 1 ship", true)]
    {
        let answer = planned(&state, &prompt, plan).expect(plan);
        assert_eq!(answer == [Choice::Yes], leaves, "{plan}");
    }
    let stronger = at(&format!("{HERE}space 205: hacan 3 cruisers; yssaril 2 destroyers\n"));
    assert_eq!(planned(&stronger, &prompt, "outnumbered"), Some(vec![Choice::Pass]));
    assert_eq!(planned(&stronger, &prompt, "at 1 ship"), Some(vec![Choice::Pass]));
}

#[test]
fn a_card_is_ordered_for_moments_at_which_it_can_be_played() {
    crate::imperium::components::install();
    let state = at(HERE);
    let cards = |topic: &str, typed: &str| read(&state, topic, typed);
    let found = cards("combat", "Shields Holding, Morale Boost").expect("both fit");
    let Reading::First(options) = found else { panic!("cards are options") };
    assert_eq!(options.len(), 2);
    assert_eq!(options[0].1, "Shields Holding");
    let refusal = cards("agenda", "Shields Holding").err().expect("not there");
    assert!(refusal.to_string().contains("Shields Holding"), "{refusal}");
    assert!(matches!(cards("cards", "Sabotage"), Ok(Reading::First(_))));
    assert!(matches!(cards("cards plague", "pass"), Ok(Reading::Pass)));
    assert!(cards("losses", "pass").is_err(), "hits cannot be passed");
    assert!(matches!(cards("pick", "technology, trade"), Ok(Reading::First(_))));
}
