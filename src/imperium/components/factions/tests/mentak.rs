//! The Mentak Coalition as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::Deed;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::{cost, tables, trade};
use UnitKind::*;

#[test]
fn ambush_rolls_one_die_for_two_ships_without_modifiers() {
    // Morale Boost does not help: a 6 misses for a cruiser that hits on 7.
    let lines =
        "space 205: mentak 3 cruisers; hacan dreadnought, fighter\nhand mentak: morale-boost";
    let script = Script::new()
        .answer(0, [Choice::Play(ActionCardId::named("morale-boost"))])
        .answer(0, uses("Ambush"))
        .answer(1, [lose(Fighter, 1)])
        .dice([6, 7]);
    let played = fight(arena("mentak", lines), script);
    assert!(played.told().contains("2 cruisers **6, 7**: 1 hit"), "{}", played.told());
    assert_eq!(ships(&played, "205", 1, Fighter), 0);
}

#[test]
fn ambush_may_be_sustained_and_needs_small_ships() {
    let lines = "space 205: mentak 2 destroyers; hacan dreadnought";
    let sustain = [Choice::Sustain { kind: Dreadnought, count: 1 }];
    let script = Script::new().answer(0, uses("Ambush")).answer(1, sustain).dice([9, 1]);
    let played = fight(arena("mentak", lines), script);
    assert!(played.told().contains("sustains damage"));
    let none = fight(
        arena("mentak", "space 205: mentak dreadnought; hacan destroyer"),
        Script::new().dice([10, 1]),
    );
    assert_eq!(offers(&none, "Ambush"), 0);
}

#[test]
fn ambush_hits_are_cancelled_by_shields_holding() {
    let lines = "space 205: mentak 2 cruisers; hacan carrier\nhand hacan: shields-holding";
    let script = Script::new()
        .answer(0, uses("Ambush"))
        .answer(1, [Choice::Play(ActionCardId::named("shields-holding"))])
        .dice([10, 10]);
    let played = fight(arena("mentak", lines), script);
    assert!(played.told().contains("Shields Holding"));
    assert!(played.told().contains("combat round 1") || played.told().matches("rolls").count() > 1);
}

const NEXT_DOOR: &str = "space 204: mentak cruiser\nspace 205: hacan cruiser\n";

fn gains(lines: &str, script: Script) -> Played {
    let state = arena("mentak", &format!("{NEXT_DOOR}{lines}"));
    script.run(state, |game| trade::gain(game, Seat(1), 1)).done()
}

#[test]
fn pillage_takes_a_trade_good_of_a_rich_neighbour() {
    let played = gains("goods hacan: 2 1", Script::new().answer(0, uses("Pillage")));
    assert_eq!(played.state.player(Seat(1)).trade_goods, 2);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 1);
}

#[test]
fn pillage_may_take_a_commodity_which_becomes_a_trade_good() {
    let script = Script::new().answer(0, uses("Pillage")).answer(0, [Choice::Commodity]);
    let played = gains("goods hacan: 2 1", script);
    let hacan = played.state.player(Seat(1));
    assert_eq!((hacan.trade_goods, hacan.commodities), (3, 0));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 1);
}

#[test]
fn pillage_leaves_poor_and_distant_players_alone() {
    assert_eq!(offers(&gains("goods hacan: 1 6", Script::new()), "Pillage"), 0);
    let state = arena("mentak", "space 204: mentak cruiser\ngoods hacan: 5 0");
    let played = Script::new().run(state, |game| trade::gain(game, Seat(1), 1)).done();
    assert_eq!(offers(&played, "Pillage"), 0);
}

#[test]
fn pillage_nests_in_a_transaction_in_the_turn_of_another() {
    // Letnev and Hacan trade; both are neighbours of Mentak and rich afterwards.
    let lines = format!(
        "{NEXT_DOOR}space 205: letnev cruiser\ngoods hacan: 4 0\ngoods letnev: 4 2\nactive letnev"
    );
    let mut state = arena("mentak", &lines);
    state.offers.push(Offer {
        id: 7,
        from: Seat(2),
        to: Seat(1),
        gives: Goods { commodities: 1, ..Goods::default() },
        takes: Goods { trade_goods: 1, ..Goods::default() },
    });
    let script =
        Script::new().when(|_, prompt| match prompt.options.contains(&uses("Pillage")[0]) {
            true => Some(uses("Pillage").to_vec()),
            false => None,
        });
    let accept = |game: &mut crate::imperium::Game| {
        trade::carry_out(game, Seat(1), &Deed::Accept { offer: 7 })
    };
    let played = script.run(state, accept).done();
    assert_eq!(played.state.player(Seat(0)).trade_goods, 2, "one from each of them");
    assert_eq!(played.state.player(Seat(1)).trade_goods, 3);
    assert_eq!(played.state.player(Seat(2)).trade_goods, 4);
}

#[test]
fn mirror_computing_doubles_trade_goods() {
    let state =
        arena("mentak", "tech mentak: mirror-computing\ngoods mentak: 3 0\nexhausted moll-primus");
    let seat = Seat(0);
    assert_eq!(payment::available(&state, seat, Currency::Resources), 6);
    let three = [Choice::TradeGoods(3)];
    assert!(payment::check(&state, seat, &three, Currency::Resources, 6).is_ok());
    assert!(payment::check(&state, seat, &three, Currency::Resources, 5).is_ok(), "one is spare");
    assert!(payment::check(&state, seat, &three, Currency::Influence, 4).is_err(), "two would do");
    let cheapest = payment::cheapest(&state, seat, Currency::Resources, 5, &[]);
    assert_eq!(cheapest, Some(vec![Choice::TradeGoods(3)]));
    assert!(payment::check(&state, Seat(1), &[], Currency::Resources, 0).is_ok());
}

#[test]
fn mirror_computing_does_not_double_what_must_be_trade_goods() {
    let state = arena("mentak", "tech mentak: mirror-computing\ngoods mentak: 3 0");
    assert!(!cost::affordable(&state, Seat(0), tables::Cost::TradeGoods(5)));
    assert!(cost::affordable(&state, Seat(0), tables::Cost::TradeGoods(3)));
}

#[test]
fn mirror_computing_offers_only_what_leads_to_a_legal_payment() {
    let state =
        arena("mentak", "tech mentak: mirror-computing\ngoods mentak: 3 0\ncontrol quann: mentak");
    for price in 1..=8 {
        let seat = Seat(0);
        let Some(best) = payment::cheapest(&state, seat, Currency::Resources, price, &[]) else {
            continue;
        };
        assert!(
            payment::check(&state, seat, &best, Currency::Resources, price).is_ok(),
            "{best:?}"
        );
        for part in payment::toward(&state, seat, Currency::Resources, price, &[]) {
            let draft = [part.clone()];
            let done = payment::check(&state, seat, &draft, Currency::Resources, price).is_ok();
            let more = payment::toward(&state, seat, Currency::Resources, price, &draft);
            assert!(done || !more.is_empty(), "{part:?} leads nowhere at {price}");
        }
    }
}

#[test]
fn salvage_operations_give_a_trade_good_and_the_winner_a_ship() {
    let lines = "space 205: mentak 2 cruisers; hacan destroyer\ntech mentak: salvage-operations";
    let build = vec![
        Choice::Build { kind: Destroyer, count: 1, at: Place::Space(place("205")) },
        Choice::TradeGoods(1),
    ];
    let wrong = [
        Choice::Build { kind: Cruiser, count: 1, at: Place::Space(place("205")) },
        Choice::Exhaust(planet("moll-primus")),
    ];
    let question = Question::Salvage { system: place("205"), kinds: vec![Destroyer] };
    let refusal = refused(&arena("mentak", lines), 0, question, &wrong);
    assert!(refusal.is_some(), "only kinds that were destroyed");
    let script = Script::new().dice([10, 10, 1]).answer(0, [Choice::Pass]).answer(0, build);
    let played = fight(arena("mentak", lines), script);
    assert_eq!(ships(&played, "205", 0, Destroyer), 1);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn salvage_operations_console_the_loser_but_not_after_a_draw() {
    let lines = "space 205: mentak cruiser; hacan 2 cruisers\ntech mentak: salvage-operations";
    let played = fight(arena("mentak", lines), Script::new().dice([1, 10, 10]));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 1);
    let lines = "space 205: mentak cruiser; hacan cruiser\ntech mentak: salvage-operations";
    let played = fight(arena("mentak", lines), Script::new().dice([10, 10]));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn fourth_moon_keeps_the_ships_of_others_from_sustaining() {
    let lines = "space 205: mentak flagship; hacan dreadnought";
    let played = fight(arena("mentak", lines), Script::new().dice([10, 1, 1]));
    assert_eq!(ships(&played, "205", 1, Dreadnought), 0);
    assert!(!played.told().contains("sustains"));
    let played = fight(
        arena("mentak", "space 205: mentak cruiser; hacan dreadnought\nspace 204: mentak flagship"),
        Script::new().dice([10, 1, 1, 10]),
    );
    assert!(played.told().contains("sustains"), "it works in its own system only");
}

#[test]
fn fourth_moon_itself_may_sustain() {
    let sustain = [Choice::Sustain { kind: Flagship, count: 1 }];
    let script = Script::new().dice([1, 1, 10, 10, 1, 1]).answer(0, sustain);
    let played = fight(arena("mentak", "space 205: mentak flagship; hacan cruiser"), script);
    assert!(played.told().contains("a flagship sustains damage"));
}
