//! The status phase as play. Sol moves first in initiative order, then Hacan, then Letnev.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);
const LETNEV: Seat = Seat(2);

fn table(lines: &str) -> State {
    position(&format!("players sol, hacan, letnev\nphase status\n{lines}"))
        .expect("the position is well written")
}

fn step(script: Script, mut state: State, step: StatusStep) -> Played {
    state.stage = Stage::Status(step);
    script.strict().run(state, |game| run(game, step))
}

fn public(slug: &str) -> Choice {
    Choice::Public(PublicId::named(slug))
}

fn secret(slug: &str) -> Choice {
    Choice::Secret(SecretId::named(slug))
}

fn pay(planet: &str) -> Choice {
    Choice::Exhaust(PlanetId::named(planet))
}

fn pools(tactic: u8, fleet: u8, strategy: u8) -> Choice {
    Choice::Pools(Tokens { tactic, fleet, strategy })
}

#[track_caller]
fn refusal(state: &State, seat: u8, parts: &[Choice]) -> String {
    refused(state, seat, Question::ScoreObjectives, parts).expect("this is refused").to_string()
}

// Scoring (RR 81.1)

#[test]
fn rr_81_1_one_public_and_one_secret_objective_are_scored_in_one_answer() {
    let state = table(
        "objective erect-a-monument\nsecret sol: establish-a-perimeter\n\
         planet jord: sol 2 pds\nplanet abyz: sol 2 pds\ngoods sol: 1 0",
    );
    let parts = [
        public("erect-a-monument"),
        pay("jord"),
        pay("abyz"),
        Choice::TradeGoods(1),
        secret("establish-a-perimeter"),
    ];
    let played = step(Script::new().answer(0, parts), state, StatusStep::Score).done();
    assert_eq!(played.state.points(SOL), 2);
    assert_eq!(played.state.player(SOL).trade_goods, 0);
    assert!(played.state.planet(PlanetId::named("abyz")).exhausted);
    assert_eq!(played.state.stage, Stage::Status(StatusStep::Reveal));
}

#[test]
fn rr_61_6_two_public_objectives_in_one_phase_are_refused() {
    let state = table(
        "objective raise-a-fleet\nobjective engineer-a-marvel\nspace 101: sol 5 cruisers, flagship",
    );
    let parts = [public("raise-a-fleet"), public("engineer-a-marvel")];
    let why = refusal(&state, 0, &parts);
    assert!(why.contains("more than one public or one secret objective (RR 61.6)"), "{why}");
}

#[test]
fn rr_61_6_two_secret_objectives_in_one_phase_are_refused() {
    let state = table(
        "secret sol: establish-a-perimeter, fuel-the-war-machine\nplanet jord: sol 2 pds, space dock\n\
         planet abyz: sol 2 pds, space dock\nplanet quann: sol space dock",
    );
    let both = [secret("establish-a-perimeter"), secret("fuel-the-war-machine")];
    let why = refusal(&state, 0, &both);
    assert!(why.contains("more than one public or one secret objective (RR 61.6)"), "{why}");
}

#[test]
fn rr_61_8_an_objective_is_scored_once_by_each_player() {
    let state = table(
        "objective raise-a-fleet: sol\nspace 101: sol 5 cruisers\nspace 102: hacan 5 cruisers",
    );
    assert!(
        refusal(&state, 0, &[public("raise-a-fleet")]).contains("scored Raise a Fleet already")
    );
    let played =
        step(Script::new().answer(1, [public("raise-a-fleet")]), state, StatusStep::Score).done();
    assert_eq!(played.state.points(HACAN), 1);
    assert!(played.asked(0).is_empty(), "Sol has nothing to score and no secret");
}

#[test]
fn an_objective_that_is_not_fulfilled_is_refused_with_what_it_asks_for() {
    let state = table("objective raise-a-fleet\nspace 101: sol 4 cruisers, 2 fighters");
    let why = refusal(&state, 0, &[public("raise-a-fleet")]);
    assert!(why.contains("you do not fulfil Raise a Fleet"), "{why}");
    assert!(why.contains("Five non-fighter ships"), "{why}");
}

#[test]
fn too_small_and_too_large_payments_are_refused() {
    let state = table(
        "objective erect-a-monument\nplanet abyz: sol pds\ncontrol fria: sol\ngoods sol: 4 0",
    );
    let score = public("erect-a-monument");
    let why = refusal(&state, 0, &[score.clone(), pay("jord"), pay("abyz")]);
    assert!(why.contains("costs 8 resources and 7 are paid"), "{why}");
    let why = refusal(
        &state,
        0,
        &[score.clone(), pay("jord"), pay("abyz"), pay("fria"), Choice::TradeGoods(1)],
    );
    assert!(why.contains("Leave out"), "{why}");
    let why = refusal(
        &state,
        0,
        &[
            score,
            pay("jord"),
            pay("abyz"),
            Choice::TradeGoods(1),
            Choice::SpendTokens { pool: Pool::Tactic, count: 1 },
        ],
    );
    assert!(why.contains("pays for nothing"), "{why}");
}

#[test]
fn tokens_of_the_fleet_pool_pay_for_no_objective() {
    let state = table("objective lead-from-the-front");
    let spend = |pool, count| Choice::SpendTokens { pool, count };
    let score = public("lead-from-the-front");
    let why = refusal(&state, 0, &[score.clone(), spend(Pool::Fleet, 3)]);
    assert!(why.contains("the fleet pool does not pay here"), "{why}");
    let parts = [score, spend(Pool::Tactic, 2), spend(Pool::Strategy, 1)];
    let played = step(Script::new().answer(0, parts).when(pass), state, StatusStep::Score).done();
    assert_eq!(played.state.player(SOL).tokens, Tokens { tactic: 1, fleet: 3, strategy: 1 });
}

fn pass(_: &State, prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
    (prompt.question == Question::ScoreObjectives).then(|| vec![Choice::Pass])
}

#[test]
fn a_spy_network_costs_five_action_cards_that_are_discarded() {
    let state = table(
        "secret sol: form-a-spy-network\nhand sol: bribery, bunker, disable, direct-hit, direct-hit, infiltrate",
    );
    let card = |slug: &str| Choice::Card(ActionCardId::named(slug));
    let four = [
        secret("form-a-spy-network"),
        card("bribery"),
        card("bunker"),
        card("disable"),
        card("direct-hit"),
    ];
    let why = refusal(&state, 0, &four);
    assert!(why.contains("costs 5 action cards from your hand and 4 are paid"), "{why}");
    let parts = [&four[..], &[card("direct-hit")]].concat();
    let played = step(Script::new().answer(0, parts), state, StatusStep::Score).done();
    assert_eq!(played.state.player(SOL).hand, [ActionCardId::named("infiltrate")]);
    assert_eq!(played.state.decks.discarded.len(), 5);
    assert_eq!(played.state.points(SOL), 1);
}

#[test]
fn hold_vast_reserves_spends_each_planet_for_one_of_its_values() {
    let state = table(
        "objective hold-vast-reserves\ncontrol mecatol-rex: sol\ncontrol fria: sol\ncontrol abyz: sol\ngoods sol: 6 0",
    );
    let score = public("hold-vast-reserves");
    let parts =
        [score.clone(), pay("mecatol-rex"), pay("jord"), pay("fria"), Choice::TradeGoods(6)];
    let why = refusal(&state, 0, &[&parts[..], &[pay("abyz")]].concat());
    assert!(why.contains("pays for nothing"), "{why}");
    let why = refusal(&state, 0, &[&parts[..3], &[Choice::TradeGoods(6)]].concat());
    assert!(why.contains("it takes 8 trade goods and 6 are paid"), "{why}");
    let played = step(Script::new().answer(0, parts).when(pass), state, StatusStep::Score).done();
    assert_eq!(played.state.points(SOL), 2);
    assert_eq!(played.state.player(SOL).trade_goods, 0);
}

#[test]
fn whoever_could_hold_a_fulfilled_secret_is_asked_so_that_silence_tells_nothing() {
    let perimeter = "planet jord: letnev 2 pds\nplanet abyz: letnev 2 pds\n";
    let state = table(&format!("{perimeter}secret letnev: unveil-flagship"));
    let played = step(Script::new().answer(2, [Choice::Pass]), state, StatusStep::Score).done();
    assert_eq!(played.asked(2), [&Question::ScoreObjectives]);
    assert!(played.asked(0).is_empty());
}

#[test]
fn whoever_fulfils_no_secret_objective_of_the_game_is_not_asked_what_to_score() {
    let state = table("secret letnev: unveil-flagship\nsecret hacan: establish-a-perimeter");
    let played = step(Script::new().strict(), state, StatusStep::Score).done();
    assert!(played.script.asked.is_empty(), "{:?}", played.script.asked);
    let scored = "planet jord: letnev 2 pds\nplanet abyz: letnev 2 pds\n\
                  scored hacan: establish-a-perimeter\nsecret letnev: unveil-flagship";
    let played = step(Script::new().strict(), table(scored), StatusStep::Score).done();
    assert!(
        played.script.asked.is_empty(),
        "all know that Hacan has it: {:?}",
        played.script.asked
    );
}

#[test]
fn of_two_who_reach_the_goal_the_first_in_initiative_order_wins() {
    let lines = "objective raise-a-fleet\nspace 101: sol 5 cruisers\nspace 102: hacan 5 cruisers\n\
                 points sol: 9\npoints hacan: 9";
    let script =
        Script::new().answer(1, [public("raise-a-fleet")]).answer(0, [public("raise-a-fleet")]);
    let played = step(script, table(lines), StatusStep::Score).done();
    assert_eq!(played.state.winner, Some(SOL));
    assert_eq!(played.state.points(HACAN), 9, "Hacan's turn to score does not come any more");
}

#[test]
fn in_strict_order_each_scores_after_the_one_before() {
    let mut state =
        table("objective raise-a-fleet\nspace 101: sol 5 cruisers\nspace 102: hacan 5 cruisers");
    state.options.strict_order = true;
    let stopped = step(Script::new(), state, StatusStep::Score);
    let open: Vec<Seat> = stopped.open().iter().map(|prompt| prompt.seat).collect();
    assert_eq!(open, [SOL]);
}

#[test]
fn suggestions_for_scoring_are_legal_and_the_best_comes_first() {
    let state = table(
        "objective erect-a-monument\nobjective found-a-golden-age\nsecret sol: establish-a-perimeter\n\
         planet jord: sol 2 pds\nplanet abyz: sol 2 pds\ncontrol fria: sol\ngoods sol: 8 0",
    );
    let prompt = Prompt::compound(SOL, Question::ScoreObjectives);
    let answers = (SCORE.suggest)(&state, &prompt);
    assert_eq!(answers.len(), 6);
    assert!(answers[0].contains(&public("found-a-golden-age")));
    assert!(answers[0].contains(&secret("establish-a-perimeter")));
    for answer in &answers {
        assert_eq!(prompt.check(&state, answer), Ok(()), "{answer:?}");
    }
    for first in (SCORE.next)(&state, &prompt, &[]) {
        let mut draft = vec![first];
        while prompt.check(&state, &draft).is_err() {
            let more = (SCORE.next)(&state, &prompt, &draft);
            draft.push(more[0].clone());
        }
    }
}

// Revealing (RR 81.2)

#[test]
fn rr_81_2_the_next_objective_is_revealed() {
    let mut state = table("");
    let (first, second) =
        (PublicId::named("erect-a-monument"), PublicId::named("subdue-the-galaxy"));
    state.decks.publics = vec![second, first];
    let played = step(Script::new(), state, StatusStep::Reveal).done();
    assert_eq!(played.state.objectives.last().map(|on_table| on_table.card), Some(first));
    let played = step(Script::new(), played.state, StatusStep::Reveal).done();
    assert_eq!(played.state.objectives.last().map(|on_table| on_table.card), Some(second));
    assert!(played.told().contains("2 points"), "{}", played.told());
}

#[test]
fn rr_61_15_without_an_objective_to_reveal_the_game_ends() {
    let mut state = table("points hacan: 4\npoints letnev: 4\npoints sol: 3");
    state.decks.publics.clear();
    let played = step(Script::new(), state, StatusStep::Reveal).done();
    assert_eq!(played.state.stage, Stage::Finished);
    assert_eq!(played.state.winner, Some(HACAN), "ties are broken by initiative");
}

// The other steps

#[test]
fn rr_81_3_everybody_draws_an_action_card() {
    let mut state = table("");
    let card = |slug: &str| ActionCardId::named(slug);
    state.decks.action_cards =
        vec![card("bribery"), card("bunker"), card("disable"), card("direct-hit")];
    state.player_mut(SOL).technologies.clear();
    let played = step(Script::new(), state, StatusStep::DrawActionCards).done();
    assert_eq!(played.state.player(SOL).hand, [card("direct-hit")]);
    assert_eq!(played.state.player(HACAN).hand, [card("disable")]);
    assert_eq!(played.state.player(LETNEV).hand, [card("bunker")]);
}

#[test]
fn rr_81_4_command_tokens_leave_the_board() {
    let state = table("token sol: 101, 102\ntoken hacan: 101");
    let played = step(Script::new(), state, StatusStep::RemoveTokens).done();
    assert_eq!(played.state.tokens_on_board(SOL) + played.state.tokens_on_board(HACAN), 0);
}

#[test]
fn rr_81_5_two_tokens_are_gained_and_all_are_redistributed() {
    let state = table("");
    let script = Script::new()
        .answer(2, [pools(5, 3, 2)])
        .answer(0, [pools(0, 10, 1)])
        .answer(1, [pools(3, 3, 4)]);
    let played = step(script, state, StatusStep::GainTokens).done();
    assert_eq!(played.state.player(SOL).tokens, Tokens { tactic: 0, fleet: 10, strategy: 1 });
    assert_eq!(played.state.player(LETNEV).tokens, Tokens { tactic: 5, fleet: 3, strategy: 2 });
    assert!(played.told().contains("tactic 0, fleet 10, strategy 1"));
}

#[test]
fn pools_must_hold_all_tokens_and_no_more() {
    let state = table("");
    let question = Question::Tokens { gained: 2 };
    let why = |parts: &[Choice]| {
        refused(&state, 0, question.clone(), parts).expect("this is refused").to_string()
    };
    assert!(why(&[pools(3, 3, 3)]).contains("the pools hold 9 tokens, you have 10 (RR 20)"));
    assert!(why(&[pools(4, 4, 3)]).contains("the pools hold 11 tokens"));
    assert!(why(&[]).contains("say how many tokens"));
    assert!(why(&[pools(4, 3, 3), pools(4, 3, 3)]).contains("say how many tokens"));
}

#[test]
fn rr_20_3a_reinforcements_limit_what_is_gained() {
    let state = table("tokens sol: 5 5 5");
    let script = Script::new().answer(0, [pools(6, 5, 5)]).when(|state, prompt| {
        let suggested = (POOLS.suggest)(state, prompt);
        (prompt.seat != SOL).then(|| suggested[0].clone())
    });
    let played = step(script, state, StatusStep::GainTokens).done();
    assert_eq!(played.asked(0), [&Question::Tokens { gained: 1 }]);
}

#[test]
fn a_smaller_fleet_pool_removes_ships_at_once() {
    let state = table("space 101: sol 3 cruisers");
    let script = Script::new().answer(0, [pools(8, 2, 1)]).when(|state, prompt| {
        let shape = super::super::compound::shape(&prompt.question)?;
        Some((shape.suggest)(state, prompt).swap_remove(0))
    });
    let played = step(script, state, StatusStep::GainTokens).done();
    let system = SystemId::by_label("101").expect("a label");
    assert_eq!(played.state.fleet_size(system, SOL), 2);
}

#[test]
fn suggestions_for_tokens_are_legal_and_different() {
    let state = table("tokens sol: 2 3 1");
    let prompt = Prompt::compound(SOL, Question::Tokens { gained: 2 });
    let answers = (POOLS.suggest)(&state, &prompt);
    assert_eq!(answers.len(), 6);
    assert!(answers.iter().all(|answer| prompt.check(&state, answer).is_ok()));
    // Eight tokens lie in three pools in 45 ways.
    assert_eq!((POOLS.next)(&state, &prompt, &[]).len(), 45);
}

#[test]
fn rr_81_6_cards_are_readied() {
    let mut state = table("exhausted jord, arretze\nstrategy sol: trade exhausted");
    state.player_mut(SOL).exhausted_technologies = state.player(SOL).technologies.clone();
    let played = step(Script::new(), state, StatusStep::ReadyCards).done();
    assert_eq!(played.state.ready_planets(SOL).count(), 1);
    assert!(played.state.player(SOL).exhausted_technologies.is_empty());
    assert!(played.state.strategy.iter().all(|slot| !slot.exhausted));
}

#[test]
fn rr_81_7_units_are_repaired_in_space_and_on_planets() {
    let state =
        table("space 101: sol damaged dreadnought, dreadnought\nplanet jord: sol damaged mech");
    let played = step(Script::new(), state, StatusStep::Repair).done();
    let damaged = played.state.all_forces().any(|(_, forces)| forces.iter().any(|s| s.damaged));
    assert!(!damaged);
    let system = SystemId::by_label("101").expect("a label");
    assert_eq!(played.state.system(system).space.count(SOL, UnitKind::Dreadnought), 2);
}

#[test]
fn rr_81_8_cards_go_back_and_a_new_round_begins_while_the_custodians_are_there() {
    let mut state = table("passed sol\npassed hacan\npassed letnev");
    state.strategy[7].trade_goods = 2;
    let round = state.round;
    let played = step(Script::new(), state, StatusStep::ReturnStrategyCards).done();
    assert_eq!(played.state.stage, Stage::Strategy);
    assert_eq!(played.state.round, round + 1);
    assert!(played.state.strategy.iter().all(|slot| slot.holder.is_none()));
    assert_eq!(played.state.strategy[7].trade_goods, 2, "goods stay on the card");
    assert!(played.state.players.iter().all(|player| !player.passed));
}

#[test]
fn rr_81_8_without_the_custodians_the_agenda_phase_follows() {
    let state = table("custodians gone");
    let round = state.round;
    let played = step(Script::new(), state, StatusStep::ReturnStrategyCards).done();
    assert_eq!(played.state.stage, Stage::Agenda(AgendaStep::First));
    assert_eq!(played.state.round, round);
}
