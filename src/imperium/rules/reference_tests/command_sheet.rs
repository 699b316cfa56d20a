//! The command sheet (RR 19): three pools and the trade good area.

use super::*;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::{fleet, setup, strategy_cards, turn};

#[test]
fn rr_19_1_and_20_1_the_sheet_begins_with_three_three_and_two_tokens() {
    crate::imperium::components::install();
    for faction in setup::factions(Sources::BASE) {
        let sheet = setup::sheet(faction, Sources::BASE);
        assert_eq!(sheet.tokens, Tokens { tactic: 3, fleet: 3, strategy: 2 }, "{}", faction.name());
        assert_eq!((sheet.trade_goods, sheet.commodities), (0, 0), "{}", faction.name());
    }
}

/// What Sol can do with nothing but `tokens`: activate systems, and follow a strategy card.
fn can(tokens: &str) -> (bool, bool) {
    let state = arena(&format!("tokens sol: {tokens}\nstrategy hacan: imperial\nactive hacan"));
    let actions = turn::actions(&state, SOL);
    let activates = actions.iter().any(|action| matches!(action, Choice::Activate(_)));
    let owed = strategy_cards::owed(&state, HACAN, StrategyId::named("imperial"));
    (activates, owed.iter().any(|owed| owed.seat == SOL))
}

#[test]
fn rr_19_1_each_pool_pays_for_its_own_purpose() {
    assert_eq!(can("3 0 0"), (true, false));
    assert_eq!(can("0 3 0"), (false, false));
    assert_eq!(can("0 0 3"), (false, true));
}

#[test]
fn rr_19_1_the_fleet_pool_alone_says_how_many_ships_fit_into_a_system() {
    let limit = |tokens: &str| fleet::limit(&arena(&format!("tokens sol: {tokens}")), SOL);
    assert_eq!((limit("3 2 4"), limit("0 5 0")), (2, 5));
}

#[test]
fn rr_19_2_trade_goods_on_the_sheet_are_spent_as_resources_and_as_influence() {
    let state = arena("goods sol: 2 4\nexhausted jord");
    let available = |currency| payment::available(&state, SOL, currency);
    assert_eq!(available(Currency::Resources), 2, "commodities are not spent");
    assert_eq!(available(Currency::Influence), 2);
}
