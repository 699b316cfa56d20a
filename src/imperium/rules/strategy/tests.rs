//! The strategy phase as play.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script};

fn table(players: &str, lines: &str) -> State {
    let text = format!("players {players}\nphase strategy\n{lines}");
    position(&text).expect("the position is well written")
}

fn take(slug: &str) -> Vec<Choice> {
    vec![Choice::Strategy(StrategyId::named(slug))]
}

/// So many picks, one after the other.
fn picks(script: Script, state: State, count: usize) -> Played {
    script.strict().run(state, |game| {
        for _ in 0..count {
            pick(game)?;
        }
        Ok(())
    })
}

fn holder(state: &State, slug: &str) -> Option<Seat> {
    state.slot(StrategyId::named(slug)).and_then(|slot| slot.holder)
}

#[test]
fn rr_84_1_the_speaker_picks_first_and_the_others_follow_clockwise() {
    let state = table("sol, hacan, letnev, l1z1x, xxcha", "speaker letnev");
    let script = Script::new()
        .answer(2, take("trade"))
        .answer(3, take("leadership"))
        .answer(4, take("imperial"))
        .answer(0, take("warfare"))
        .answer(1, take("politics"));
    let played = picks(script, state, 5).done();
    assert_eq!(holder(&played.state, "trade"), Some(Seat(2)));
    assert_eq!(holder(&played.state, "politics"), Some(Seat(1)));
    assert_eq!(played.state.stage, Stage::Action);
}

#[test]
fn rr_84_1b_a_taken_card_cannot_be_picked() {
    let state = table("sol, hacan, letnev", "strategy hacan: trade");
    let script = Script::new().answer(1, take("trade"));
    assert!(picks(script, state, 1).refusal().contains("not among what can be chosen"));
}

#[test]
fn rr_84_1c_three_players_pick_twice_clockwise_both_times() {
    let state = table("sol, hacan, letnev", "speaker hacan");
    let script = Script::new()
        .answer(1, take("imperial"))
        .answer(2, take("trade"))
        .answer(0, take("warfare"))
        .answer(1, take("technology"))
        .answer(2, take("politics"))
        .answer(0, take("construction"));
    let played = picks(script, state, 6).done();
    let state = played.state;
    assert_eq!(state.strategy_cards_of(Seat(1)).count(), 2);
    // The lower number counts: Letnev 3, Sol 4, Hacan 7.
    assert_eq!(state.initiative_order(), [Seat(2), Seat(0), Seat(1)]);
    assert_eq!(state.active, Some(Seat(2)));
    assert_eq!(state.stage, Stage::Action);
}

#[test]
fn rr_84_1a_trade_goods_on_a_card_go_to_whoever_takes_it() {
    let mut state = table("sol, hacan, letnev", "speaker sol");
    state.strategy[4].trade_goods = 2;
    let played = picks(Script::new().answer(0, take("trade")), state, 1).done();
    assert_eq!(played.state.player(Seat(0)).trade_goods, 2);
    assert_eq!(played.state.strategy[4].trade_goods, 0);
    assert!(played.told().contains("gains the 2 trade goods on it"), "{}", played.told());
}

#[test]
fn rr_84_2_each_card_that_nobody_took_gets_a_trade_good() {
    let mut state = table("sol, hacan, letnev, l1z1x, xxcha", "speaker sol");
    state.strategy[7].trade_goods = 1;
    let mut script = Script::new();
    for (seat, slug) in
        ["leadership", "diplomacy", "politics", "construction", "trade"].into_iter().enumerate()
    {
        script = script.answer(seat as u8, take(slug));
    }
    let played = picks(script, state, 5).done();
    let goods: Vec<u8> = played.state.strategy.iter().map(|slot| slot.trade_goods).collect();
    assert_eq!(goods, [0, 0, 0, 0, 0, 1, 1, 2]);
    assert!(played.told().contains("Nobody took **Warfare**, **Technology** and **Imperial**"));
}

#[test]
fn the_last_card_is_taken_without_a_question() {
    let state = table(
        "sol, hacan, letnev, l1z1x",
        "speaker sol\nstrategy sol: leadership, trade\nstrategy hacan: diplomacy, warfare\n\
         strategy letnev: politics, technology\nstrategy l1z1x: construction",
    );
    let played = picks(Script::new(), state, 1).done();
    assert_eq!(holder(&played.state, "imperial"), Some(Seat(3)));
    assert!(played.script.asked.is_empty());
    assert!(played.state.strategy.iter().all(|slot| slot.trade_goods == 0));
}

#[test]
fn public_disgrace_makes_the_picker_take_another_card() {
    let mut state = table("sol, hacan, letnev", "speaker sol\nhand hacan: public-disgrace");
    state.strategy[4].trade_goods = 3;
    let disgrace = Choice::Play(ActionCardId::named("public-disgrace"));
    let script = Script::new()
        .answer(1, [Choice::Pass])
        .answer(0, take("trade"))
        .answer(1, [disgrace])
        .answer(0, take("warfare"));
    let played = picks(script, state, 1).done();
    assert_eq!(holder(&played.state, "trade"), None);
    assert_eq!(holder(&played.state, "warfare"), Some(Seat(0)));
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0, "the goods stay on the refused card");
    assert_eq!(played.state.strategy[4].trade_goods, 3);
}

#[test]
fn the_refused_card_cannot_be_picked_again_at_once() {
    let state = table("sol, hacan, letnev", "speaker sol\nhand hacan: public-disgrace");
    let disgrace = Choice::Play(ActionCardId::named("public-disgrace"));
    let script = Script::new()
        .answer(1, [Choice::Pass])
        .answer(0, take("trade"))
        .answer(1, [disgrace])
        .answer(0, take("trade"));
    assert!(picks(script, state, 1).refusal().contains("not among what can be chosen"));
}
