//! The active player (RR 4), component actions (RR 22), the game round (RR 40), the speaker (RR 80), strategy
//! cards (RR 83).

use super::*;
use crate::imperium::rules::{self, status, turn};

#[test]
fn rr_04_2_the_next_in_initiative_order_takes_the_next_turn() {
    let state = arena("strategy sol: trade\nstrategy hacan: warfare\nstrategy letnev: politics");
    assert_eq!(turn::next_after(&state, LETNEV), Some(SOL));
    assert_eq!(turn::next_after(&state, SOL), Some(HACAN));
}

#[test]
fn rr_04_3_after_the_last_the_first_one_comes_again_past_those_who_have_passed() {
    let cards = "strategy sol: trade\nstrategy hacan: warfare\nstrategy letnev: politics\n";
    assert_eq!(turn::next_after(&arena(cards), HACAN), Some(LETNEV));
    assert_eq!(turn::next_after(&arena(&format!("{cards}passed letnev")), HACAN), Some(SOL));
}

#[test]
fn rr_22_3_a_component_action_that_could_do_nothing_is_not_offered() {
    let offers = |lines: &str, slug: &str| {
        turn::actions(&arena(lines), SOL).contains(&Choice::Play(card(slug)))
    };
    assert!(!offers("hand sol: repeal-law", "repeal-law"));
    assert!(offers("hand sol: repeal-law\nlaw executive-sanctions: for", "repeal-law"));
    assert!(!offers("hand sol: focused-research\ngoods sol: 3 0", "focused-research"));
    assert!(offers("hand sol: focused-research\ngoods sol: 4 0", "focused-research"));
}

#[test]
fn rr_40_1_as_long_as_the_custodians_token_lies_there_is_no_agenda_phase() {
    let after = |lines: &str| {
        let state = arena(&format!("phase status\n{lines}"));
        let run = |game: &mut Game| status::run(game, StatusStep::ReturnStrategyCards);
        Script::new().run(state, run).done().state.stage
    };
    assert_eq!(after(""), Stage::Strategy);
    assert_eq!(after("custodians gone"), Stage::Agenda(AgendaStep::First));
}

#[test]
fn rr_40_3_what_lasts_for_a_turn_ends_with_it() {
    let mut state = arena("strategy sol: trade exhausted");
    let effect = Effect::Actions(1);
    state.lasting.push(Lasting { until: Until::TurnEnds, seat: SOL, effect });
    let played = Script::new().answer(0, [Choice::Pass]).run(state, turn::take).done();
    assert!(played.state.lasting.is_empty());
}

#[test]
fn rr_80_2_the_speaker_votes_last() {
    let state = arena("phase agenda\ncustodians gone\nspeaker hacan\nagendas: mutiny");
    let played = Script::new().run(state, rules::advance).done();
    let asked = played.script.asked.iter();
    let votes = asked.filter(|(_, what)| matches!(what, Question::Vote { .. }));
    assert_eq!(votes.map(|(who, _)| *who).collect::<Vec<Seat>>(), [LETNEV, SOL, HACAN]);
}

#[test]
fn rr_83_3_nobody_performs_the_strategy_card_of_somebody_else() {
    let state = arena("strategy sol: trade\nstrategy hacan: warfare");
    let strategic = |seat| {
        let actions = turn::actions(&state, seat).into_iter();
        actions.filter(|action| matches!(action, Choice::Strategic(_))).collect::<Vec<Choice>>()
    };
    assert_eq!(strategic(SOL), [Choice::Strategic(StrategyId::named("trade"))]);
    assert_eq!(strategic(HACAN), [Choice::Strategic(StrategyId::named("warfare"))]);
}
