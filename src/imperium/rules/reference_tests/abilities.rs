//! Abilities (RR 1).

use super::*;
use crate::imperium::rules::combat;
use crate::imperium::rules::window::{self, Moment};

/// Who is asked one after the other, if nobody responds.
fn order_of_responses(lines: &str, strict: bool, moment: Moment) -> Vec<Seat> {
    let mut state = arena(lines);
    state.options.strict_order = strict;
    let mut moment = moment;
    let played = Script::new().run(state, move |game| window::window(game, &mut moment)).done();
    let asked = played.script.asked.iter();
    asked
        .filter(|(_, what)| matches!(what, Question::Respond { .. }))
        .map(|(who, _)| *who)
        .collect()
}

const ARMED: &str = "hand sol: morale-boost\nhand hacan: morale-boost\nhand letnev: morale-boost
strategy sol: imperial\nstrategy hacan: leadership\nstrategy letnev: trade\n";

#[test]
fn rr_01_19_in_strict_order_the_active_player_responds_first_then_by_initiative() {
    let activated = Moment::CardPlayed { by: HACAN, card: card("plague"), cancelled: false };
    let lines = format!("{ARMED}active letnev");
    assert_eq!(order_of_responses(&lines, true, activated), [LETNEV, SOL]);
}

#[test]
fn rr_01_20_in_strict_order_the_speaker_responds_first_outside_the_action_phase() {
    let moment = || Moment::StrategyPhaseStarts {};
    let lines = format!("{ARMED}phase strategy\nspeaker letnev");
    assert_eq!(order_of_responses(&lines, true, moment()), [LETNEV, SOL, HACAN]);
}

#[test]
fn rr_01_19_whoever_declined_may_respond_after_somebody_else_has() {
    let mut state = arena(
        "space 201: sol cruiser; hacan cruiser\nactive sol
hand sol: morale-boost\nhand hacan: morale-boost",
    );
    state.options.strict_order = true;
    let boost = [Choice::Play(card("morale-boost"))];
    let script = Script::new()
        .answer(0, [Choice::Pass])
        .answer(1, boost.clone())
        .answer(0, [Choice::Pass])
        .answer(0, boost)
        .dice([6, 6]);
    let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
    assert_eq!(played.state.decks.discarded.len(), 2);
    assert!(played.told().contains("6+1"), "{}", played.told());
}

#[test]
fn rr_01_18_an_ability_is_resolved_once_for_each_occurrence_of_its_moment() {
    let state = arena(
        "space 201: sol cruiser; hacan cruiser\nactive sol\nhand sol: morale-boost, morale-boost",
    );
    let boost = Choice::Play(card("morale-boost"));
    let script = Script::new()
        .when(move |_, prompt| prompt.options.contains(&boost).then(|| vec![boost.clone()]))
        .dice([1, 1, 10, 1]);
    let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
    let told = played.told();
    assert!(told.matches("plays **Morale Boost**").count() == 2, "{told}");
    let rounds = played.script.rolled.iter().filter(|(label, _)| label.contains("combat round 2"));
    assert!(rounds.count() > 0, "the second was played in the second round");
}
