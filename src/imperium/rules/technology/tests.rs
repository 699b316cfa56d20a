//! Research as play. Hacan owns Antimass Deflectors (blue) and Sarween Tools (yellow), Sol Antimass
//! Deflectors and Neural Motivator (green).

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);

fn table(lines: &str) -> State {
    position(&format!("players sol, hacan, letnev\n{lines}")).expect("the position is well written")
}

fn tech(slug: &str) -> TechId {
    TechId::named(slug)
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

#[track_caller]
fn why_not(state: &State, seat: Seat, slug: &str) -> String {
    can_research(state, seat, tech(slug)).expect_err("it cannot be researched").to_string()
}

fn for_price(state: &State, seat: u8, resources: u8, parts: &[Choice]) -> Played {
    let script = Script::new().answer(seat, parts).strict();
    script.run(state.clone(), |game| offer(game, Seat(seat), resources))
}

#[test]
fn rr_90_12_each_prerequisite_wants_an_owned_technology_of_its_colour() {
    let state = table("");
    assert!(why_not(&state, HACAN, "carrier-ii").contains("needs 1 blue more (RR 90.12)"));
    let state = table("tech hacan: gravity-drive");
    assert_eq!(can_research(&state, HACAN, tech("carrier-ii")), Ok(()));
    assert!(researchable(&state, HACAN).contains(&tech("carrier-ii")));
}

#[test]
fn rr_90_12b_unit_upgrades_satisfy_no_prerequisite() {
    let state = table("tech hacan: dreadnought-ii, destroyer-ii");
    assert!(why_not(&state, HACAN, "carrier-ii").contains("needs 1 blue more"));
}

#[test]
fn rr_90_14_a_ready_planet_lends_its_specialty_and_is_exhausted() {
    let state = table("control thibah: hacan");
    let parts = [Choice::Technology(tech("carrier-ii"))];
    let played = for_price(&state, 1, 0, &parts).done();
    assert!(played.state.has_technology(HACAN, tech("carrier-ii")));
    assert!(played.state.planet(planet("thibah")).exhausted, "no other planet could lend it");
    assert!(played.told().contains("using Thibah's specialty"), "{}", played.told());
}

#[test]
fn rr_90_15_an_exhausted_planet_lends_nothing() {
    let state = table("control thibah: hacan\nexhausted thibah");
    assert!(why_not(&state, HACAN, "carrier-ii").contains("needs 1 blue more"));
}

#[test]
fn a_planet_lends_its_specialty_once() {
    // Space Dock II needs two yellow; Sarween Tools and Wellon are two, War Sun needs more.
    let state = table("control wellon: sol");
    assert!(why_not(&state, SOL, "space-dock-ii").contains("needs 2 yellow more"));
    let state = table("control wellon: sol\ncontrol lazar: sol");
    assert_eq!(can_research(&state, SOL, tech("space-dock-ii")), Ok(()));
}

#[test]
fn of_several_specialties_the_player_says_which_one() {
    let state = table("control thibah: hacan\ncontrol gral: hacan");
    let question = Question::Research { resources: 0 };
    let carrier = Choice::Technology(tech("carrier-ii"));
    let why =
        refused(&state, 1, question, std::slice::from_ref(&carrier)).expect("it is ambiguous");
    assert!(why.to_string().contains("Say whose specialty to use: "), "{why}");
    let parts = [carrier, Choice::Specialty(planet("gral"))];
    let played = for_price(&state, 1, 0, &parts).done();
    assert!(played.state.planet(planet("gral")).exhausted);
    assert!(!played.state.planet(planet("thibah")).exhausted);
}

#[test]
fn a_specialty_that_is_not_needed_is_refused() {
    let state =
        table("control thibah: hacan\ncontrol mehar-xull: hacan\ntech hacan: gravity-drive");
    let question = Question::Research { resources: 0 };
    let parts = [Choice::Technology(tech("carrier-ii")), Choice::Specialty(planet("thibah"))];
    let why = refused(&state, 1, question, &parts).expect("two blue are owned").to_string();
    assert!(why.contains("Thibah is not needed"), "{why}");
}

#[test]
fn rr_90_14_a_specialty_of_another_colour_is_refused() {
    let state = table("control thibah: hacan\ncontrol wellon: hacan");
    let question = Question::Research { resources: 0 };
    let parts = [Choice::Technology(tech("carrier-ii")), Choice::Specialty(planet("wellon"))];
    let why = refused(&state, 1, question, &parts).expect("blue is missing").to_string();
    assert!(why.contains("the prerequisite of Wellon is not needed (RR 90.14)"), "{why}");
}

#[test]
fn a_planet_cannot_pay_and_lend_its_specialty_as_well() {
    // Thibah is worth one of the four resources.
    let state = table("control thibah: hacan\ncontrol abyz: hacan\ngoods hacan: 1 0");
    let question = Question::Research { resources: 4 };
    let pay = |name: &str| Choice::Exhaust(planet(name));
    let carrier = Choice::Technology(tech("carrier-ii"));
    let parts = [carrier.clone(), pay("abyz"), pay("thibah")];
    let why = refused(&state, 1, question.clone(), &parts).expect("Thibah lends already");
    assert!(why.to_string().contains("needs 1 blue more"), "{why}");
    let lent = Choice::Specialty(planet("thibah"));
    let parts = [carrier.clone(), lent, pay("abyz"), pay("thibah")];
    let why = refused(&state, 1, question, &parts).expect("Thibah lends already");
    assert!(why.to_string().contains("Thibah cannot pay and lend"), "{why}");
    let parts = [carrier, pay("abyz"), Choice::TradeGoods(1)];
    let played = for_price(&state, 1, 4, &parts).done();
    assert_eq!(played.state.player(HACAN).trade_goods, 0);
    assert!(played.state.planet(planet("abyz")).exhausted);
    assert!(played.state.planet(planet("thibah")).exhausted);
}

#[test]
fn rr_97_a_factions_own_upgrade_stands_for_the_common_one() {
    let state = table("tech sol: gravity-drive");
    let why = why_not(&state, SOL, "carrier-ii");
    assert!(why.contains("Advanced Carrier II in the place of Carrier II"), "{why}");
    let parts = [Choice::Technology(tech("advanced-carrier-ii"))];
    let played = for_price(&state, 0, 0, &parts).done();
    let card = played.state.card(SOL, UnitKind::Carrier).expect("Sol has carriers");
    assert_eq!(card.id.slug(), "advanced-carrier-ii");
}

#[test]
fn rr_90_11_faction_technologies_belong_to_their_faction() {
    let state = table("tech hacan: gravity-drive");
    let why = why_not(&state, HACAN, "advanced-carrier-ii");
    assert!(why.contains("is a technology of The Federation of Sol"), "{why}");
}

#[test]
fn an_owned_technology_is_not_researched_again() {
    let state = table("");
    assert!(why_not(&state, HACAN, "sarween-tools").contains("you already own Sarween Tools"));
    assert!(!researchable(&state, HACAN).contains(&tech("sarween-tools")));
}

#[test]
fn only_technologies_whose_behaviour_is_known_are_offered() {
    let state = table(
        "tech hacan: gravity-drive, fleet-logistics, neural-motivator, dacxive-animators, \
         graviton-laser-system, plasma-scoring, duranium-armor, magen-defense-grid",
    );
    let offered = researchable(&state, HACAN);
    assert!(offered.contains(&tech("war-sun")) && offered.contains(&tech("dreadnought-ii")));
    assert!(offered.iter().all(|tech| is_working(*tech)));
    // A unit upgrade with a text has behaviour on its card.
    assert!(offered.contains(&tech("infantry-ii")));
}

#[test]
fn products_that_are_not_in_play_bring_no_technologies() {
    let state = table("");
    assert!(!is_in_play(tech("sling-relay"), state.options.sources));
    assert!(is_in_play(tech("sling-relay"), Sources::POK));
    assert!(is_in_play(tech("magen-defense-grid"), Sources::BASE));
    assert!(!is_in_play(tech("magen-defense-grid"), Sources::POK), "a later version replaces it");
}

#[test]
fn a_paid_technology_may_be_declined_and_a_free_one_not() {
    let state = table("tech hacan: gravity-drive\ncontrol abyz: hacan\ncontrol fria: hacan");
    let played = for_price(&state, 1, 4, &[Choice::Pass]).done();
    assert!(!played.state.has_technology(HACAN, tech("carrier-ii")));
    let question = Question::Research { resources: 0 };
    let why = refused(&state, 1, question, &[Choice::Pass]).expect("research is free");
    assert!(why.to_string().contains("name"), "{why}");
}

#[test]
fn nobody_is_asked_who_cannot_pay() {
    let state = table("tech hacan: gravity-drive");
    let played = Script::new().strict().run(state, |game| offer(game, HACAN, 4)).done();
    assert!(played.script.asked.is_empty());
}

#[test]
fn what_is_suggested_and_what_is_put_together_step_by_step_is_legal() {
    let state = table(
        "tech hacan: gravity-drive, graviton-laser-system, plasma-scoring\ncontrol thibah: hacan\n\
         control gral: hacan\ncontrol mehar-xull: hacan\ncontrol tarmann: hacan\n\
         control abyz: hacan\ncontrol arretze: hacan\ngoods hacan: 2 0",
    );
    for resources in [0, 4, 6] {
        let prompt = Prompt::compound(HACAN, Question::Research { resources });
        let answers = (RESEARCH.suggest)(&state, &prompt);
        assert!(answers.len() > 3);
        for answer in answers {
            assert_eq!(prompt.check(&state, &answer), Ok(()), "{answer:?}");
        }
        for first in (RESEARCH.next)(&state, &prompt, &[]) {
            let mut draft = vec![first];
            while prompt.check(&state, &draft).is_err() {
                let more = (RESEARCH.next)(&state, &prompt, &draft);
                draft.push(more.last().expect("a draft leads somewhere").clone());
            }
        }
    }
}
