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

/// Sabotage takes the first card; the second one of the same name may be played (RR 2.6b).
#[test]
fn rr_02_6b_a_cancelled_card_does_not_count_as_played() {
    let state = arena(
        "active sol\nspace 201: sol cruiser; hacan cruiser\nhand sol: morale-boost, morale-boost
hand hacan: sabotage",
    );
    let boost = Choice::Play(card("morale-boost"));
    let script = Script::new()
        .when(move |_, prompt| prompt.options.contains(&boost).then(|| vec![boost.clone()]))
        .on(1, [Choice::Play(card("sabotage"))])
        .dice([6, 1]);
    let run = |game: &mut Game| rules::combat::space_combat(game, place("201"));
    let played = script.run(state, run).done();
    let first = played.told().split("Combat round 2").next().unwrap_or_default().to_string();
    assert_eq!(first.matches("plays **Morale Boost**").count(), 2, "{first}");
    assert!(first.contains("6+1"), "{first}");
}

#[test]
fn rr_02_8_a_cancelled_card_has_no_effect_and_is_discarded() {
    let state = arena(
        "active sol\nhand sol: mining-initiative\nhand hacan: sabotage\nstrategy sol: trade
tile 205 = 25\ncontrol quann: sol\ntokens sol: 1 3 2",
    );
    let script = Script::new()
        .answer(0, [Choice::Play(card("mining-initiative"))])
        .on(1, [Choice::Play(card("sabotage"))])
        .when(|_, prompt| match prompt.question {
            Question::CardTarget { .. } => Some(vec![prompt.options[0].clone()]),
            Question::ChooseAction => Some(vec![Choice::Activate(place("201"))]),
            _ => None,
        });
    let played = script.run(state, turn::take).done();
    assert_eq!(played.state.player(SOL).trade_goods, 0);
    assert_eq!(played.state.decks.discarded.len(), 2);
    // (RR 22.4) It was no action: another one had to follow.
    assert!(played.told().contains("«0» activates"), "{}", played.told());
}

#[test]
fn rr_03_3b_whoever_has_passed_still_uses_secondary_abilities() {
    let state = arena("strategy sol: imperial\npassed hacan\npassed letnev");
    let owed = rules::strategy_cards::owed(&state, SOL, StrategyId::named("imperial"));
    assert_eq!(owed.iter().map(|owed| owed.seat).collect::<Vec<Seat>>(), [HACAN, LETNEV]);
}

#[test]
fn rr_03_5_the_status_phase_follows_when_all_have_passed() {
    let mut state = arena("passed sol\npassed hacan\npassed letnev");
    state.active = None;
    let state = Script::new().run(state, turn::take).done().state;
    assert_eq!(state.stage, Stage::Status(StatusStep::Score));
}

#[test]
fn rr_20_5a_the_secondary_ability_of_leadership_costs_influence_and_no_token() {
    let state = arena("tokens hacan: 3 3 0\ngoods hacan: 3 0\nstrategy sol: leadership");
    let owed = rules::strategy_cards::owed(&state, SOL, StrategyId::named("leadership"));
    let hacan = owed.iter().copied().find(|owed| owed.seat == HACAN).expect("it can follow");
    let answer = [Choice::Token(Pool::Strategy), Choice::TradeGoods(3)];
    let run = |game: &mut Game| rules::strategy_cards::secondary(game, hacan, &answer);
    let state = Script::new().run(state, run).done().state;
    assert_eq!(state.player(HACAN).tokens, Tokens { tactic: 3, fleet: 3, strategy: 1 });
}

#[test]
fn rr_20_6_a_token_that_lies_there_already_is_not_joined_by_another() {
    let state = arena("token hacan: 201");
    let before = state.token_reinforcements(HACAN);
    let run = |game: &mut Game| rules::tokens::place(game, HACAN, place("201"));
    let state = Script::new().strict().run(state, run).done().state;
    assert_eq!((state.tokens_on_board(HACAN), state.token_reinforcements(HACAN)), (1, before));
}

#[test]
fn rr_48_2a_the_initiative_of_cards_that_nobody_took_does_not_count() {
    let state =
        arena("strategy sol: imperial\nstrategy hacan: warfare\nstrategy letnev: technology");
    assert_eq!(state.initiative_order(), [HACAN, LETNEV, SOL]);
}

/// With two cards each, both must be performed (RR 82.2a).
#[test]
fn rr_03_4a_whoever_holds_two_cards_performs_both_before_passing() {
    let passes = |cards: &str| {
        turn::actions(&arena(&format!("strategy sol: {cards}")), SOL).contains(&Choice::Pass)
    };
    assert!(!passes("trade, warfare"));
    assert!(!passes("trade exhausted, warfare"));
    assert!(passes("trade exhausted, warfare exhausted"));
}

/// The token of the custodians is taken in a round, and this very round has an agenda phase.
#[test]
fn rr_27_4_the_round_in_which_the_custodians_go_has_an_agenda_phase() {
    let state = arena("space 000: sol carrier, infantry\ngoods sol: 6 0\nactive sol");
    let rex = PlanetId::named("mecatol-rex");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 1, planet: rex };
    let script = Script::new().answer(0, [land, Choice::TradeGoods(6)]);
    let run = |game: &mut Game| rules::invasion::invade(game, SOL, place("000"));
    let state = script.run(state, run).done().state;
    assert_eq!((state.custodians, state.points(SOL)), (false, 1));
    let run = |game: &mut Game| status::run(game, StatusStep::ReturnStrategyCards);
    let state = Script::new().run(state, run).done().state;
    assert_eq!(state.stage, Stage::Agenda(AgendaStep::First));
}
