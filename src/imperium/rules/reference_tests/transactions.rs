//! Transactions (RR 94) and deals (RR 28).

use super::*;
use crate::imperium::Deed;
use crate::imperium::rules::trade;

fn offer(state: &State, from: Seat, to: Seat) -> Result<(), crate::engine::Refusal> {
    let gives = Goods { trade_goods: 1, ..Goods::default() };
    trade::check(state, from, &Deed::Offer { to, gives, takes: Goods::default() })
}

const RICH: &str = "goods sol: 3 0\ngoods hacan: 3 2\ngoods letnev: 3 0\n";
const NEAR: &str = "space 201: sol cruiser\nspace 202: hacan cruiser\n";

#[test]
fn rr_94_1_the_active_player_trades_with_neighbours_only() {
    assert_eq!(offer(&arena(&format!("{RICH}{NEAR}")), SOL, HACAN), Ok(()));
    let why = offer(&arena(RICH), SOL, LETNEV).expect_err("they are far apart").to_string();
    assert!(why.contains("not neighbours"), "{why}");
}

#[test]
fn rr_94_1_a_transaction_needs_the_active_player() {
    let state = arena(&format!("{RICH}{NEAR}active letnev"));
    assert!(offer(&state, SOL, HACAN).is_err());
    assert!(offer(&arena(&format!("{RICH}{NEAR}active hacan")), SOL, HACAN).is_ok());
}

#[test]
fn rr_94_1_one_transaction_a_turn_with_each_neighbour() {
    let mut state = arena(&format!("{RICH}{NEAR}"));
    state.traded.push((HACAN, SOL));
    let why = offer(&state, SOL, HACAN).expect_err("they have traded").to_string();
    assert!(why.contains("already traded"), "{why}");
    trade::turn_ends(&mut state);
    assert_eq!(offer(&state, SOL, HACAN), Ok(()));
}

#[test]
fn rr_94_6_in_the_agenda_phase_anybody_trades_with_anybody() {
    let state = arena(&format!("{RICH}phase agenda"));
    assert_eq!(offer(&state, HACAN, LETNEV), Ok(()));
}

#[test]
fn rr_94_there_are_no_transactions_in_the_status_and_strategy_phases() {
    for phase in ["status", "strategy"] {
        let state = arena(&format!("{RICH}{NEAR}phase {phase}"));
        assert!(offer(&state, SOL, HACAN).is_err(), "{phase}");
    }
}

#[test]
fn rr_94_2_nobody_gives_what_they_do_not_have() {
    let state = arena(&format!("{NEAR}goods sol: 0 2"));
    assert!(offer(&state, SOL, HACAN).is_err(), "commodities are no trade goods");
}

#[test]
fn rr_33_nobody_trades_with_an_eliminated_player() {
    let mut state = arena(&format!("{RICH}{NEAR}"));
    state.player_mut(HACAN).eliminated = true;
    assert!(offer(&state, SOL, HACAN).is_err());
    let why = offer(&state, HACAN, SOL).expect_err("they are out").to_string();
    assert!(why.contains("out of the game"), "{why}");
}

/// Whoever traded during the first agenda may trade with the same player again during the second.
#[test]
fn rr_94_6_every_agenda_allows_each_pair_one_transaction() {
    let mut state = arena(&format!("{RICH}phase agenda\ncustodians gone\nagendas: mutiny"));
    state.traded.push((HACAN, LETNEV));
    assert!(offer(&state, LETNEV, HACAN).is_err(), "once an agenda");
    assert_eq!(offer(&state, SOL, HACAN), Ok(()), "others may");
    let state = Script::new().run(state, crate::imperium::rules::advance).done().state;
    assert_eq!(offer(&state, LETNEV, HACAN), Ok(()));
}

#[test]
fn nobody_trades_with_themselves_or_a_seat_that_is_not_taken() {
    let state = arena(&format!("{RICH}{NEAR}"));
    for nobody in [SOL, Seat(3), Seat(200)] {
        let why = offer(&state, SOL, nobody).expect_err("there is nobody").to_string();
        assert!(why.contains("needs another player"), "{why}");
    }
}

#[test]
fn rr_94_4_components_need_not_be_worth_the_same() {
    let state = arena(&format!("{NEAR}{RICH}"));
    let offers = |gives: Goods, takes: Goods| {
        trade::check(&state, SOL, &Deed::Offer { to: HACAN, gives, takes })
    };
    let goods = |trade_goods| Goods { trade_goods, ..Goods::default() };
    assert_eq!(offers(goods(3), goods(1)), Ok(()));
    assert_eq!(offers(Goods::default(), goods(3)), Ok(()), "a gift may be asked for");
}
