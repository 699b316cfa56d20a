//! Notes played between turns.

use super::*;
use crate::imperium::rules::agenda;
use crate::imperium::rules::tables::{Act, Number, forbidden, number};
use crate::imperium::rules::{strategy, technology};

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

/// The first agenda of an agenda phase, with everybody's planets ready.
fn vote(lines: &str, first: &str, script: Script) -> Played {
    let lines = format!("phase agenda\ncustodians gone\n{lines}");
    script.run(with(first, &lines), |game| agenda::run(game, AgendaStep::First))
}

#[test]
fn political_secret_silences_its_owner_for_one_agenda() {
    let lines = "note sol: political-secret of hacan\nagendas: mutiny";
    let script = Script::new().answer(SOL, play("political-secret", FIRST));
    let played = vote(lines, "hacan", script).done();
    let voted = played.asked(FIRST).iter().any(|asked| matches!(asked, Question::Vote { .. }));
    assert!(!voted, "they cannot vote");
    let voted = played.asked(LETNEV).iter().any(|asked| matches!(asked, Question::Vote { .. }));
    assert!(voted);
    assert!(played.state.holds_note(Seat(FIRST), note("political-secret", FIRST)));
}

#[test]
fn political_secret_keeps_action_cards_and_abilities_back_but_no_passive_ones() {
    let state = with("hacan", "laid sol: political-secret of hacan\nhand hacan: sabotage");
    assert!(number(&state, Number::CardsBarred { seat: Seat(FIRST) }, 0) > 0);
    let played =
        Moment::CardPlayed { by: Seat(SOL), card: ActionCardId::named("plague"), cancelled: false };
    assert!(window::playable(&state, Seat(FIRST), &played).is_empty());
    let ability = AbilityId::named("arbiters");
    let act = Act::UseAbility { ability, against: None };
    assert!(forbidden(&state, Seat(FIRST), act).is_some());
    assert!(forbidden(&state, Seat(SOL), act).is_none());
}

#[test]
fn political_favor_brings_another_agenda_for_a_token_of_the_owner() {
    let lines = "note sol: political-favor of xxcha\ntokens xxcha: 3 3 1\n\
                 agendas: mutiny, ixthian-artifact";
    let script = Script::new().answer(SOL, play("political-favor", FIRST));
    let played = vote(lines, "xxcha", script).done();
    let voted = |slug: &str| {
        let agenda = AgendaId::named(slug);
        let asks =
            |asked: &&Question| matches!(asked, Question::Vote { agenda: on } if *on == agenda);
        played.asked(LETNEV).iter().any(asks)
    };
    assert!(!voted("mutiny"));
    assert!(voted("ixthian-artifact"));
    assert_eq!(played.state.player(Seat(FIRST)).tokens.strategy, 0);
    assert!(played.state.holds_note(Seat(FIRST), note("political-favor", FIRST)));
}

#[test]
fn political_favor_needs_a_token_of_the_owner() {
    let lines = "note sol: political-favor of xxcha\ntokens xxcha: 3 3 0";
    let state = with("xxcha", lines);
    let agenda = AgendaId::named("mutiny");
    let moment = Moment::WhenRevealed { agenda, replaced: false };
    assert!(notes::playable(&state, Seat(SOL), &moment).is_empty());
}

#[test]
fn political_favor_gives_back_secrets_that_were_played() {
    let lines = "note sol: political-secret of hacan\nnote letnev: political-favor of xxcha\n\
                 agendas: mutiny, ixthian-artifact\ntokens xxcha: 3 3 1\n\
                 phase agenda\ncustodians gone";
    let state = at(&format!("players sol, hacan, letnev, xxcha\n{lines}"));
    let script = Script::new()
        .answer(SOL, play("political-secret", FIRST))
        .answer(LETNEV, play("political-favor", 3))
        // After somebody has acted all are asked again.
        .answer(LETNEV, play("political-favor", 3));
    let script = script.when(|_, prompt| {
        let other = matches!(&prompt.question, Question::Respond { to } if matches!(**to, Moment::WhenRevealed { .. }));
        (other && prompt.seat != Seat(SOL) && prompt.seat != Seat(LETNEV)).then(|| vec![Choice::Pass])
    });
    let played = script.run(state, |game| agenda::run(game, AgendaStep::First));
    let voted = played.asked(FIRST).iter().any(|asked| matches!(asked, Question::Vote { .. }));
    assert!(voted, "they vote on the new agenda: {}", played.told());
}

#[test]
fn research_agreement_gives_what_its_owner_researches() {
    let state = with("jol-nar", "note sol: research-agreement of jol-nar");
    let tech = TechId::named("sarween-tools");
    let script = Script::new().answer(SOL, play("research-agreement", FIRST));
    let played = script.run(state, |game| technology::research(game, Seat(FIRST), tech)).done();
    assert!(played.state.has_technology(Seat(SOL), tech));
    assert!(played.state.has_technology(Seat(FIRST), tech));
}

#[test]
fn research_agreement_is_for_plain_technologies_that_its_player_lacks() {
    let fits = |slug: &str, lines: &str| {
        let lines = format!("note sol: research-agreement of jol-nar\n{lines}");
        let moment = Moment::Researched { by: Seat(FIRST), tech: TechId::named(slug) };
        !notes::playable(&with("jol-nar", &lines), Seat(SOL), &moment).is_empty()
    };
    assert!(fits("sarween-tools", ""));
    assert!(!fits("sarween-tools", "tech sol: sarween-tools"));
    assert!(!fits("e-res-siphons", ""), "a faction technology");
    assert!(!fits("carrier-ii", ""), "Sol has an upgrade of its own in its place");
}
