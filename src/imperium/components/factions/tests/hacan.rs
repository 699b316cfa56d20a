//! The Emirates of Hacan as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::Deed;
use crate::imperium::rules::{strategy, strategy_cards, trade, turn};

#[test]
fn guild_ships_trade_with_players_who_are_no_neighbours() {
    let state = arena("hacan", "");
    assert!(!state.are_neighbours(Seat(0), Seat(2)), "the arena has changed");
    assert_eq!(trade::possible(&state, Seat(0), Seat(2)), Ok(()));
    // Whoever is active, and not among others.
    let state = arena("hacan", "active sol");
    assert_eq!(trade::possible(&state, Seat(1), Seat(0)), Ok(()));
    assert!(trade::possible(&state, Seat(1), Seat(2)).is_err());
    let mut traded = arena("hacan", "");
    traded.traded.push((Seat(0), Seat(2)));
    assert!(trade::possible(&traded, Seat(0), Seat(2)).is_err());
}

#[test]
fn masters_of_trade_pays_no_token_for_the_secondary_ability() {
    let lines = "tokens hacan: 3 3 0\ngoods hacan: 0 2\ntokens sol: 3 3 2\nactive sol";
    let state = arena("hacan", lines);
    let card = StrategyId::named("trade");
    let owed = strategy_cards::owed(&state, Seat(1), card);
    let hacan = owed.into_iter().find(|owed| owed.seat == Seat(0)).expect("Hacan may");
    let played = Script::new()
        .run(state.clone(), |game| strategy_cards::secondary(game, hacan, &[Choice::Yes]))
        .done();
    assert_eq!(played.state.player(Seat(0)).commodities, 6);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 0);
    let others = strategy_cards::owed(&state, Seat(0), card);
    assert!(others.iter().any(|owed| owed.seat == Seat(1) && !owed.free));
    // Other cards cost as ever.
    let warfare = strategy_cards::owed(&state, Seat(1), StrategyId::named("diplomacy"));
    assert!(warfare.iter().all(|owed| owed.seat != Seat(0)));
}

#[test]
fn production_biomes_gives_four_trade_goods_and_two_to_another() {
    let state = arena("hacan", "tech hacan: production-biomes");
    let script =
        Script::new().answer(0, uses("Production Biomes")).answer(0, [Choice::Player(Seat(2))]);
    let played = take_turn(state, script);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 4);
    assert_eq!(played.state.player(Seat(2)).trade_goods, 2);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert!(is_exhausted(&played, 0, "production-biomes"));
    let [wanted] = uses("Production Biomes");
    assert!(!turn::actions(&played.state, Seat(0)).contains(&wanted));
    let poor = arena("hacan", "tech hacan: production-biomes\ntokens hacan: 3 3 0");
    assert!(!turn::actions(&poor, Seat(0)).contains(&wanted));
}

/// All have picked: Hacan Leadership, Sol Diplomacy, Letnev Politics.
fn picked(lines: &str) -> State {
    let mut state = arena("hacan", &format!("tech hacan: quantum-datahub-node\n{lines}"));
    for slot in &mut state.strategy {
        slot.exhausted = false;
    }
    (state.stage, state.active) = (Stage::Strategy, None);
    state
}

fn holder(played: &Played, slug: &str) -> Option<Seat> {
    let wanted = StrategyId::named(slug);
    played.state.strategy.iter().find(|slot| slot.card == wanted).and_then(|slot| slot.holder)
}

#[test]
fn quantum_datahub_node_swaps_strategy_cards_for_three_trade_goods() {
    let all_picked = |lines: &str, script: Script| script.run(picked(lines), strategy::pick).done();
    let six = "strategy hacan: leadership, trade\nstrategy sol: diplomacy, warfare
strategy letnev: politics, technology\ngoods hacan: 3 0";
    let script = Script::new()
        .answer(0, uses("Quantum Datahub Node"))
        .answer(0, [Choice::Player(Seat(1))])
        .answer(0, [Choice::Strategy(StrategyId::named("trade"))])
        .answer(0, [Choice::Strategy(StrategyId::named("diplomacy"))]);
    let played = all_picked(six, script);
    assert_eq!(
        (holder(&played, "trade"), holder(&played, "diplomacy")),
        (Some(Seat(1)), Some(Seat(0)))
    );
    let goods = |seat| played.state.player(Seat(seat)).trade_goods;
    assert_eq!((goods(0), goods(1)), (0, 3));
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    let poor = all_picked(&six.replace("3 0", "2 0"), Script::new());
    assert_eq!(offers(&poor, "Quantum Datahub Node"), 0);
}

// Arbiters

fn cards(slugs: &[&str]) -> Goods {
    let cards = slugs.iter().map(|slug| ActionCardId::named(slug)).collect();
    Goods { cards, ..Goods::default() }
}

fn offer(gives: Goods, takes: Goods) -> Deed {
    Deed::Offer { to: Seat(1), gives, takes }
}

#[test]
fn arbiters_let_action_cards_change_hands_in_either_direction() {
    let state = arena("hacan", "hand hacan: sabotage, plague\nhand sol: flank-speed");
    let deed = offer(cards(&["plague"]), cards(&["flank-speed"]));
    assert_eq!(trade::check(&state, Seat(0), &deed), Ok(()));
    let played = Script::new()
        .run(state, |game| {
            trade::carry_out(game, Seat(0), &deed)?;
            trade::carry_out(game, Seat(1), &Deed::Accept { offer: 1 })
        })
        .done();
    let hand = |seat: u8| played.state.player(Seat(seat)).hand.clone();
    assert_eq!(hand(0), cards(&["sabotage", "flank-speed"]).cards);
    assert_eq!(hand(1), cards(&["plague"]).cards);
    // Only the two know which cards those were.
    assert!(!played.told().contains("Plague"), "{}", played.told());
    assert!(played.told().contains("1 action card"), "{}", played.told());
    assert!(played.told_to(1).contains("Plague") && !played.told_to(2).contains("Plague"));
}

#[test]
fn arbiters_are_needed_for_action_cards_and_cards_must_be_held() {
    let state = arena("sol", "hand sol: plague\nactive sol");
    let to_letnev = Deed::Offer { to: Seat(2), gives: cards(&["plague"]), takes: Goods::default() };
    let refusal = trade::check(&state, Seat(0), &to_letnev).expect_err("refused").to_string();
    assert!(refusal.contains("neighbours") || refusal.contains("change hands"), "{refusal}");
    let state = arena("hacan", "hand hacan: plague");
    let twice = offer(cards(&["plague", "plague"]), Goods::default());
    assert!(trade::check(&state, Seat(0), &twice).is_err());
    // What the other holds is not told before they agree.
    let unknown = offer(Goods::default(), cards(&["flank-speed"]));
    assert_eq!(trade::check(&state, Seat(0), &unknown), Ok(()));
    let mut open = state.clone();
    let Deed::Offer { to, gives, takes } = unknown else { unreachable!("it is an offer") };
    open.offers.push(Offer { id: 1, from: Seat(0), to, gives, takes });
    assert!(trade::check(&open, Seat(1), &Deed::Accept { offer: 1 }).is_err());
}

#[test]
fn arbiters_leave_nobody_with_more_than_seven_cards() {
    let seven = "hand sol: plague, flank-speed, upgrade, signal-jamming, bunker, parley, spy";
    let state = arena("hacan", &format!("hand hacan: sabotage\n{seven}"));
    let script = Script::new().answer(1, [Choice::Card(ActionCardId::named("spy"))]);
    let played = script
        .run(state, |game| {
            let deed = offer(cards(&["sabotage"]), Goods::default());
            trade::carry_out(game, Seat(0), &deed)?;
            trade::carry_out(game, Seat(1), &Deed::Accept { offer: 1 })
        })
        .done();
    assert_eq!(played.state.player(Seat(1)).hand.len(), 7);
    assert!(played.told().contains("hand limit"), "{}", played.told());
}

// Wrath of Kenara

#[test]
fn wrath_of_kenara_adds_one_to_dice_for_a_trade_good_each() {
    let lines = "goods hacan: 2 0\nspace 205: hacan flagship, cruiser; sol 3 destroyers";
    // The cruiser hits on 7, the flagship's two dice too: 6, 6 and 5; Sol's three miss.
    let raise = |kind| Choice::Raise { kind, shows: 6 };
    let script = Script::new()
        .answer(0, uses("Wrath of Kenara"))
        .answer(0, [raise(UnitKind::Cruiser), raise(UnitKind::Flagship)])
        .dice([6, 6, 5, 1, 1, 1, 10, 10, 10]);
    let played = fight(arena("hacan", lines), script);
    assert!(played.told().contains("2 trade goods for +1 each: 2 hits"), "{}", played.told());
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn wrath_of_kenara_is_of_no_use_elsewhere_or_without_trade_goods() {
    let offered = |lines: &str| {
        let script = Script::new().dice([6, 6, 6, 1, 10, 10, 10]);
        offers(&fight(arena("hacan", lines), script), "Wrath of Kenara")
    };
    let fleet = "space 205: hacan flagship, cruiser; sol destroyer";
    assert!(offered(&format!("goods hacan: 1 0\n{fleet}")) > 0);
    assert_eq!(offered(&format!("goods hacan: 0 0\n{fleet}")), 0);
    let away =
        "goods hacan: 3 0\nspace 205: hacan 3 cruisers; sol destroyer\nspace 204: hacan flagship";
    assert_eq!(offered(away), 0);
}
