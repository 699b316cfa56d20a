//! Commodities (RR 21), deals (RR 28), exhausted and readied cards (RR 34, 71), influence (RR 47), resources
//! (RR 75), trade goods (RR 93).

use super::*;
use crate::imperium::Deed;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::{status, trade};
use crate::imperium::script::refused;

const NEAR: &str = "space 201: sol cruiser\nspace 202: hacan cruiser\n";

fn pays(state: &State, parts: &[Choice], currency: Currency, price: u32) -> bool {
    payment::check(state, SOL, parts, currency, price).is_ok()
}

#[test]
fn rr_21_3_replenishing_fills_up_to_the_value_of_the_faction() {
    let mut state = arena("goods sol: 0 1\ngoods hacan: 0 6");
    assert_eq!((state.replenish(SOL), state.player(SOL).commodities), (3, 4));
    assert_eq!((state.replenish(HACAN), state.player(HACAN).commodities), (0, 6));
}

#[test]
fn rr_21_5_a_commodity_that_changes_hands_is_a_trade_good() {
    let state = arena(&format!("{NEAR}goods sol: 0 3\ngoods hacan: 1 0"));
    let gives = Goods { commodities: 2, ..Goods::default() };
    let takes = Goods { trade_goods: 1, ..Goods::default() };
    let played = Script::new().run(state, move |game| {
        let offer = Deed::Offer { to: HACAN, gives: gives.clone(), takes: takes.clone() };
        trade::carry_out(game, SOL, &offer)?;
        let offer = game.state.offers[0].id;
        trade::carry_out(game, HACAN, &Deed::Accept { offer })
    });
    let state = played.done().state;
    let purse = |seat| (state.player(seat).trade_goods, state.player(seat).commodities);
    assert_eq!((purse(SOL), purse(HACAN)), ((1, 1), (2, 0)));
}

#[test]
fn rr_21_7_commodities_are_not_spent() {
    let state = arena("goods sol: 0 4");
    assert!(!pays(&state, &[Choice::TradeGoods(1)], Currency::Resources, 1));
}

#[test]
fn rr_28_4_a_promise_without_components_is_no_transaction() {
    let deed = Deed::Offer { to: HACAN, gives: Goods::default(), takes: Goods::default() };
    let why = trade::check(&arena(NEAR), SOL, &deed).expect_err("nothing changes hands");
    assert!(why.to_string().contains("nothing would change hands"), "{why}");
}

#[test]
fn rr_28_1_components_change_hands_among_neighbours_only_whatever_was_promised() {
    let gives = Goods { trade_goods: 1, ..Goods::default() };
    let deed = Deed::Offer { to: HACAN, gives, takes: Goods::default() };
    assert_eq!(trade::check(&arena(&format!("{NEAR}goods sol: 1 0")), SOL, &deed), Ok(()));
    let letnev = at("players sol, letnev, winnu\ngoods sol: 1 0");
    assert!(trade::check(&letnev, SOL, &deed).is_err());
}

#[test]
fn rr_47_3_and_75_3_a_trade_good_is_an_influence_or_a_resource() {
    let state = arena("goods sol: 1 0");
    for currency in [Currency::Influence, Currency::Resources] {
        assert!(pays(&state, &[Choice::TradeGoods(1)], currency, 1), "{currency:?}");
        assert!(!pays(&state, &[Choice::TradeGoods(2)], currency, 2), "{currency:?}");
    }
}

#[test]
fn rr_93_4b_trade_goods_cast_no_votes() {
    let state = arena("phase agenda\ngoods sol: 3 0\nagendas: mutiny");
    let question = Question::Vote { agenda: AgendaId::named("mutiny") };
    let vote = [Choice::Outcome(Elected::For), Choice::TradeGoods(3)];
    let why = refused(&state, 0, question, &vote).expect("they are not spent so").to_string();
    assert!(why.contains("trade goods cast no votes"), "{why}");
}

#[test]
fn rr_71_5_planets_and_technologies_are_readied_in_the_status_phase() {
    let state = arena(
        "phase status\ntile 205 = 25\ncontrol quann: sol\nexhausted quann\n\
         tech sol: transit-diodes exhausted\nstrategy sol: trade exhausted",
    );
    let run = |game: &mut Game| status::run(game, StatusStep::ReadyCards);
    let state = Script::new().run(state, run).done().state;
    assert!(!state.planet(PlanetId::named("quann")).exhausted);
    assert!(state.player(SOL).exhausted_technologies.is_empty());
    assert!(state.strategy_cards_of(SOL).all(|slot| !slot.exhausted));
}

#[test]
fn rr_21_4_nobody_replenishes_more_than_their_sheet_holds() {
    let mut state = arena("goods letnev: 0 0");
    let value = state.player(LETNEV).faction.get().commodities;
    assert_eq!(state.replenish(LETNEV), value);
    assert_eq!(state.replenish(LETNEV), 0);
}

#[test]
fn rr_93_3_a_trade_good_is_spent_once() {
    let state = arena("goods sol: 2 0");
    let twice = [Choice::TradeGoods(2), Choice::TradeGoods(1)];
    assert!(!pays(&state, &twice, Currency::Resources, 3));
    assert!(pays(&state, &[Choice::TradeGoods(2)], Currency::Resources, 2));
}
