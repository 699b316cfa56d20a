//! Production as play, by paragraphs of the Rules Reference.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

use UnitKind::*;

/// Letnev at home in 307: Arc Prime (4 resources) with a space dock, so production 6; Wren Terra (2).
fn home(lines: &str) -> State {
    let text = format!("players sol, hacan, letnev\nplanet arc-prime: letnev space-dock\n{lines}");
    position(&text).expect("the position is well written")
}

const LETNEV: Seat = Seat(2);

fn here(state: &State) -> SystemId {
    state.home_system(LETNEV).expect("Letnev has a home")
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::by_slug(slug).expect("a planet")
}

fn ships(state: &State, kind: UnitKind, count: u8) -> Choice {
    Choice::Build { kind, count, at: Place::Space(here(state)) }
}

fn ground(kind: UnitKind, count: u8, on: &str) -> Choice {
    Choice::Build { kind, count, at: Place::Planet(planet(on)) }
}

fn pay(on: &str) -> Choice {
    Choice::Exhaust(planet(on))
}

fn produced(state: &State, parts: &[Choice]) -> Played {
    let system = here(state);
    let script = Script::new().answer(2, parts).strict();
    script.run(state.clone(), |game| produce(game, LETNEV, system))
}

#[track_caller]
fn refusal(state: &State, parts: &[Choice]) -> String {
    let question = Question::Produce { system: here(state), limit: 0 };
    refused(state, 2, question, parts).expect("this is refused").to_string()
}

fn count(played: &Played, at: Place, kind: UnitKind) -> u8 {
    played.state.forces(at).count(LETNEV, kind)
}

// Cost (RR 26, 67)

#[test]
fn rr_67_1_units_are_paid_together_and_placed() {
    let state = home("control wren-terra: letnev");
    let parts = [
        ships(&state, Carrier, 1),
        ships(&state, Fighter, 2),
        ground(Infantry, 2, "arc-prime"),
        pay("arc-prime"),
        pay("wren-terra"),
    ];
    // 3 + 1 + 1 = 5, and 6 resources: no planet could be left out.
    let played = produced(&state, &parts).done();
    let space = Place::Space(here(&state));
    assert_eq!(count(&played, space, Carrier), 1);
    assert_eq!(count(&played, space, Fighter), 2);
    assert_eq!(count(&played, Place::Planet(planet("arc-prime")), Infantry), 2);
    assert!(played.state.planet(planet("arc-prime")).exhausted);
    let told = played.told();
    assert!(told.contains("produces 1 carrier, 2 fighters, 2 infantry on Arc Prime in"), "{told}");
    assert!(told.contains("exhausting"), "{told}");
}

#[test]
fn rr_67_1_too_little_and_too_much_are_refused() {
    let state = home("control wren-terra: letnev\ngoods letnev: 3 0");
    let why = refusal(&state, &[ships(&state, Cruiser, 1)]);
    assert!(why.contains("it costs 2 resources and 0 are paid"), "{why}");
    let why = refusal(&state, &[ships(&state, Cruiser, 1), pay("arc-prime"), pay("wren-terra")]);
    assert!(why.contains("6 resources are paid for 2"), "{why}");
    let why = refusal(&state, &[ships(&state, Cruiser, 1), Choice::TradeGoods(4)]);
    assert!(why.contains("4 trade goods are more than the 3"), "{why}");
    let paid = [ships(&state, Cruiser, 1), Choice::TradeGoods(2)];
    assert_eq!(produced(&state, &paid).done().state.player(LETNEV).trade_goods, 1);
}

#[test]
fn rr_67_2_fighters_and_infantry_come_in_pairs_and_an_odd_one_costs_as_much() {
    let state = home("goods letnev: 4 0");
    let yard = Yard::of(&state, LETNEV, here(&state));
    assert_eq!(yard.price(&state, &[(Fighter, 2)]), 1);
    assert_eq!(yard.price(&state, &[(Fighter, 3)]), 2);
    // Not one fighter and one infantry for one resource.
    assert_eq!(yard.price(&state, &[(Fighter, 1), (Infantry, 1)]), 2);
    assert_eq!(yard.price(&state, &[(Infantry, 1), (Infantry, 1)]), 1);
    let parts = [ships(&state, Fighter, 3), Choice::TradeGoods(2)];
    assert_eq!(produced(&state, &parts).done().state.player(LETNEV).trade_goods, 2);
}

#[test]
fn rr_26_3_structures_are_not_produced() {
    let state = home("goods letnev: 9 0");
    assert!(refusal(&state, &[ground(Pds, 1, "arc-prime")]).contains("not produced (RR 26.3)"));
    assert!(refusal(&state, &[ships(&state, WarSun, 1)]).contains("no card for war suns"));
}

// The production limit (RR 68)

#[test]
fn rr_68_1_a_dock_produces_its_planets_resources_and_two() {
    let state = home("goods letnev: 20 0\ntokens letnev: 3 8 2");
    assert_eq!(Yard::of(&state, LETNEV, here(&state)).limit, 6);
    let why = refusal(&state, &[ships(&state, Destroyer, 7), Choice::TradeGoods(7)]);
    assert!(why.contains("7 units are more than production 6 allows (RR 68.1)"), "{why}");
    // Each single fighter and infantry counts.
    let pairs =
        [ships(&state, Fighter, 4), ground(Infantry, 4, "arc-prime"), Choice::TradeGoods(4)];
    assert!(refusal(&state, &pairs).contains("8 units are more"));
    produced(&state, &[ships(&state, Destroyer, 6), Choice::TradeGoods(6)]).done();
}

#[test]
fn rr_68_1_production_units_of_a_system_add_up() {
    let state = home("planet wren-terra: letnev space-dock\ntech letnev: space-dock-ii");
    assert_eq!(Yard::of(&state, LETNEV, here(&state)).limit, 8 + 6);
    assert_eq!(Yard::dock(&state, LETNEV, Place::Planet(planet("wren-terra"))).limit, 6);
}

#[test]
fn rr_68_3_ground_forces_appear_where_a_unit_produces() {
    let state = home("control wren-terra: letnev\ngoods letnev: 2 0");
    let why = refusal(&state, &[ground(Infantry, 2, "wren-terra"), Choice::TradeGoods(1)]);
    assert!(why.contains("That is: Arc Prime"), "{why}");
    let space = [Choice::Build { kind: Infantry, count: 1, at: Place::Space(here(&state)) }];
    assert!(refusal(&state, &space).contains("RR 68.3"));
    let ship = [ground(Cruiser, 1, "arc-prime"), Choice::TradeGoods(2)];
    assert!(refusal(&state, &ship).contains("appear in the space of"));
}

#[test]
fn rr_68_two_docks_may_place_all_ground_forces_on_one_planet() {
    let state = home("planet wren-terra: letnev space-dock\ngoods letnev: 4 0");
    let parts = [ground(Infantry, 8, "wren-terra"), Choice::TradeGoods(4)];
    let played = produced(&state, &parts).done();
    assert_eq!(count(&played, Place::Planet(planet("wren-terra")), Infantry), 8);
}

#[test]
fn rr_67_3_nothing_is_produced_without_a_unit_that_produces() {
    let mut state = home("goods letnev: 4 0");
    let system = here(&state);
    assert!(can_produce(&state, LETNEV, system));
    state.planet_mut(planet("arc-prime")).forces.remove(LETNEV, SpaceDock, false, 1);
    assert!(!can_produce(&state, LETNEV, system));
    let why = refusal(&state, &[ships(&state, Cruiser, 1), Choice::TradeGoods(2)]);
    assert!(why.contains("nothing of yours produces"), "{why}");
}

#[test]
fn nobody_is_asked_who_cannot_pay_for_anything() {
    let state = home("exhausted arc-prime, wren-terra");
    let system = here(&state);
    assert!(!can_produce(&state, LETNEV, system));
    let played = Script::new().strict().run(state, |game| produce(game, LETNEV, system)).done();
    assert!(played.asked(2).is_empty());
}

// Blockade (RR 14)

#[test]
fn rr_14_a_blockaded_dock_builds_ground_forces_only() {
    let blocked = home("goods letnev: 9 0\nspace 307: sol fighter");
    let why = refusal(&blocked, &[ships(&blocked, Cruiser, 1), Choice::TradeGoods(2)]);
    assert!(why.contains("ships of another player in"), "{why}");
    assert!(why.contains("RR 67.6"), "{why}");
    produced(&blocked, &[ground(Infantry, 2, "arc-prime"), Choice::TradeGoods(1)]).done();
}

// Reinforcements (RR 67.5)

#[test]
fn rr_67_5_plastic_is_limited_and_may_be_taken_back() {
    let lines = "goods letnev: 9 0\nspace 000: letnev 4 carriers, 3 fighters";
    let state = home(lines);
    let build = [ships(&state, Carrier, 1), Choice::TradeGoods(3)];
    let why = refusal(&state, &build);
    assert!(why.contains("reinforcements hold 0 carriers, not 1 (RR 67.5)"), "{why}");
    let back = |count| {
        let from = Place::Space(SystemId::CENTRE);
        Choice::Recall { kind: Carrier, damaged: false, count, from }
    };
    let played = produced(&state, &[build[0].clone(), back(1), build[1].clone()]).done();
    assert_eq!(count(&played, Place::Space(here(&state)), Carrier), 1);
    assert_eq!(played.state.on_board(LETNEV, Carrier), 4);
    assert!(played.told().contains("taking 1 carrier off the board"), "{}", played.told());
    // Only what is built at once.
    let why = refusal(&state, &[build[0].clone(), back(2), build[1].clone()]);
    assert!(why.contains("more carriers are taken back than are needed"), "{why}");
    let held = home(&format!("{lines}\ntoken letnev: 000"));
    let why = refusal(&held, &[build[0].clone(), back(1), build[1].clone()]);
    assert!(why.contains("your command token in 000 keeps"), "{why}");
}

#[test]
fn rr_67_5_fighters_and_infantry_never_run_out() {
    let state = home("goods letnev: 9 0\nplanet mecatol-rex: letnev 12 infantry");
    produced(&state, &[ground(Infantry, 6, "arc-prime"), Choice::TradeGoods(3)]).done();
}

// Fleet pool (RR 37)

#[test]
fn rr_37_3_what_the_fleet_pool_does_not_allow_goes_again() {
    let state = home("goods letnev: 9 0\ntokens letnev: 3 0 2");
    let played = produced(&state, &[ships(&state, Destroyer, 3), Choice::TradeGoods(3)]).done();
    assert_eq!(count(&played, Place::Space(here(&state)), Destroyer), 2);
    assert!(played.told().contains("1 destroyer removed"), "{}", played.told());
}

// What is offered

#[test]
fn whatever_is_offered_leads_to_a_legal_production() {
    let lines = [
        "control wren-terra: letnev",
        "control wren-terra: letnev\ngoods letnev: 1 0",
        "control abyz: letnev\ncontrol lodor: letnev\ncontrol quann: letnev\nexhausted arc-prime",
        "control wren-terra: letnev\ngoods letnev: 6 0\nspace 000: letnev 4 carriers\n\
         space 101: letnev 8 destroyers\ntech letnev: space-dock-ii, war-sun",
    ];
    for lines in lines {
        let state = home(lines);
        let system = here(&state);
        let prompt = Prompt::compound(LETNEV, Question::Produce { system, limit: 6 });
        for start in 0..80_usize {
            let mut draft = Vec::new();
            for step in 0.. {
                let next = (PRODUCE.next)(&state, &prompt, &draft);
                if next.is_empty() {
                    break;
                }
                draft.push(
                    next[(start * 7 + step * 13 + start * start * step) % next.len()].clone(),
                );
            }
            assert_eq!((PRODUCE.check)(&state, &prompt, &draft), Ok(()), "{draft:?}");
        }
        let suggestions = (PRODUCE.suggest)(&state, &prompt);
        assert!(suggestions.len() > 1 && suggestions.contains(&Vec::new()), "{suggestions:?}");
        for parts in suggestions {
            assert_eq!((PRODUCE.check)(&state, &prompt, &parts), Ok(()), "{parts:?}");
        }
    }
}

#[test]
fn payments_that_are_offered_can_always_be_completed() {
    let state = home(
        "control abyz: letnev\ncontrol lodor: letnev\ncontrol saudor: letnev\n\
                      control mellon: letnev\ngoods letnev: 2 0",
    );
    for price in 0..12 {
        for start in 0..40_usize {
            let mut draft = Vec::new();
            for step in 0.. {
                let next = payment::toward(&state, LETNEV, Currency::Resources, price, &draft);
                if next.is_empty() {
                    break;
                }
                draft.push(next[(start * 5 + step * 11 + start * step) % next.len()].clone());
            }
            let judged = payment::check(&state, LETNEV, &draft, Currency::Resources, price);
            assert_eq!(judged, Ok(()), "{price}: {draft:?}");
        }
    }
}
