//! Notes played between turns.

use super::*;
use crate::imperium::rules::strategy;

fn with(first: &str, lines: &str) -> State {
    at(&format!("players sol, {first}, letnev\n{lines}"))
}

const FIRST: u8 = 1;

fn strategy_ends(state: State, script: Script) -> Played {
    script.run(state, |game| {
        let mut end = Moment::StrategyPhaseEnds {};
        window::must(game, &mut end)?;
        window::window(game, &mut end)
    })
}

fn card(slug: &str) -> StrategyId {
    StrategyId::named(slug)
}

#[test]
fn acquiescence_exchanges_strategy_cards() {
    let lines = "note sol: acquiescence of winnu\nstrategy sol: leadership, trade\n\
                 strategy winnu: imperial, warfare";
    let script = Script::new()
        .answer(SOL, play("acquiescence", FIRST))
        .answer(SOL, [Choice::Strategy(card("trade"))])
        .answer(SOL, [Choice::Strategy(card("imperial"))]);
    let played = strategy_ends(with("winnu", lines), script).done();
    let holder = |slug: &str| played.state.slot(card(slug)).and_then(|slot| slot.holder);
    assert_eq!(holder("trade"), Some(Seat(FIRST)));
    assert_eq!(holder("imperial"), Some(Seat(SOL)));
    assert_eq!(holder("leadership"), Some(Seat(SOL)));
}

#[test]
fn acquiescence_changes_the_order_of_turns() {
    let lines = "phase strategy\nnote letnev: acquiescence of winnu";
    let mut state = with("winnu", lines);
    for (slug, seat) in [("leadership", FIRST), ("trade", SOL), ("imperial", LETNEV)] {
        for slot in state.strategy.iter_mut().filter(|slot| slot.card == card(slug)) {
            slot.holder = Some(Seat(seat));
        }
    }
    for (slug, seat) in [("diplomacy", FIRST), ("construction", SOL), ("technology", LETNEV)] {
        for slot in state.strategy.iter_mut().filter(|slot| slot.card == card(slug)) {
            slot.holder = Some(Seat(seat));
        }
    }
    let script = Script::new()
        .answer(LETNEV, play("acquiescence", FIRST))
        .answer(LETNEV, [Choice::Strategy(card("imperial"))])
        .answer(LETNEV, [Choice::Strategy(card("leadership"))]);
    let played = script.run(state, strategy::pick).done();
    assert_eq!(played.state.active, Some(Seat(LETNEV)));
}

#[test]
fn gift_of_prescience_makes_its_player_first_until_the_status_phase_ends() {
    let lines = "note letnev: gift-of-prescience of naalu\nstrategy sol: leadership\n\
                 strategy naalu: trade\nstrategy letnev: imperial";
    let script = Script::new().answer(LETNEV, play("gift-of-prescience", FIRST));
    let played = strategy_ends(with("naalu", lines), script).done();
    let mut state = played.state;
    assert_eq!(state.initiative_order()[0], Seat(LETNEV));
    assert_eq!(state.player(Seat(LETNEV)).notes_in_play, [note("gift-of-prescience", FIRST)]);
    state.end(Until::StatusPhaseEnds);
    assert!(state.holds_note(Seat(FIRST), note("gift-of-prescience", FIRST)));
}

#[test]
fn gift_of_prescience_goes_back_with_the_strategy_cards() {
    let mut state = with("naalu", "laid letnev: gift-of-prescience of naalu\nphase status");
    let effect = Effect::Lent(note("gift-of-prescience", FIRST));
    state.lasting.push(Lasting { until: Until::StatusPhaseEnds, seat: Seat(LETNEV), effect });
    state.stage = Stage::Status(StatusStep::ReturnStrategyCards);
    let step = StatusStep::ReturnStrategyCards;
    let played = Script::new().run(state, |game| crate::imperium::rules::status::run(game, step));
    let state = played.done().state;
    assert!(state.holds_note(Seat(FIRST), note("gift-of-prescience", FIRST)));
    assert_eq!(state.zero, None);
}
