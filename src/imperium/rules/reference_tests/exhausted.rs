//! Exhausted cards (RR 34) and readied ones (RR 71).

use super::*;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{technology, turn};

fn powers(state: &State) -> Vec<&'static str> {
    window::powers(state, SOL, &Moment::TurnStarts { seat: SOL }).map(|power| power.name).collect()
}

#[test]
fn rr_34_an_exhausted_planet_gives_neither_resources_nor_influence() {
    let available = |lines: &str| {
        let state = arena(lines);
        [Currency::Resources, Currency::Influence].map(|of| payment::available(&state, SOL, of))
    };
    assert_eq!(available(""), [4, 2], "Jord");
    assert_eq!(available("exhausted jord"), [0, 0]);
}

#[test]
fn rr_34_3_a_planet_is_exhausted_for_one_of_its_values_only() {
    let state = arena("");
    let jord = [Choice::Exhaust(PlanetId::named("jord"))];
    let spent = Script::new().run(state, |game| {
        payment::pay(game, SOL, &jord);
        Ok(())
    });
    let state = spent.done().state;
    assert_eq!(payment::available(&state, SOL, Currency::Influence), 0);
}

#[test]
fn rr_34_4_an_exhausted_technology_cannot_be_exhausted_again() {
    let state = |spent: &str| {
        arena(&format!(
            "tech sol: transit-diodes{spent}\nplanet jord: sol infantry\ntile 205 = 25\ncontrol quann: sol"
        ))
    };
    assert!(powers(&state("")).contains(&"Transit Diodes"), "{:?}", powers(&state("")));
    assert!(!powers(&state(" exhausted")).contains(&"Transit Diodes"));
}

/// Owning it is what counts as a prerequisite (RR 90.12).
#[test]
fn rr_34_4a_an_exhausted_technology_is_still_owned() {
    let open = |lines: &str| {
        let state = arena(lines);
        technology::can_research(&state, SOL, TechId::named("integrated-economy")).is_ok()
    };
    let basis = "tech sol: sarween-tools, graviton-laser-system, transit-diodes";
    assert!(open(basis));
    assert!(open(&format!("{basis} exhausted")));
    assert!(!open("tech sol: sarween-tools, graviton-laser-system"));
}

#[test]
fn rr_34_5_and_71_6_a_performed_strategy_card_is_exhausted_and_not_performed_again() {
    let state = arena("strategy sol: leadership, trade");
    let leadership = StrategyId::named("leadership");
    let script = Script::new().answer(0, [Choice::Strategic(leadership)]);
    let state = script.run(state, turn::take).done().state;
    assert!(state.slot(leadership).is_some_and(|slot| slot.exhausted));
    let actions = turn::actions(&state, SOL);
    assert!(!actions.contains(&Choice::Strategic(leadership)));
    assert!(actions.contains(&Choice::Strategic(StrategyId::named("trade"))));
}
