//! Objective cards (RR 61): how they are laid out, who scores how many when, and the end of the game for want of
//! them.

use super::*;
use crate::imperium::rules::{self, combat, invasion, scoring, setup, status, victory};

/// A table of three after its set-up.
fn set_up() -> State {
    let mut state = setup::random_table(3);
    while matches!(state.stage, Stage::Setup(_)) {
        state = Script::new().run(state, rules::advance).done().state;
    }
    state
}

#[test]
fn rr_61_13_five_objectives_of_each_stage_are_laid_out_and_two_of_stage_one_are_open() {
    let state = set_up();
    let stages = |cards: Vec<PublicId>| cards.into_iter().map(|card| card.get().stage).collect();
    let open: Vec<u8> = stages(state.objectives.iter().map(|on_table| on_table.card).collect());
    assert_eq!(open, [1, 1]);
    let hidden: Vec<u8> = stages(state.decks.publics.iter().rev().copied().collect());
    assert_eq!(hidden, [1, 1, 1, 2, 2, 2, 2, 2], "in the order in which they are revealed");
}

#[test]
fn rr_61_20_everybody_begins_with_one_secret_objective() {
    let state = set_up();
    assert!(state.seats().all(|seat| state.player(seat).secrets.len() == 1));
}

fn reveal(state: State) -> Played {
    Script::new().run(state, |game| status::run(game, StatusStep::Reveal)).done()
}

#[test]
fn rr_61_14a_stage_two_comes_after_the_last_of_stage_one() {
    let mut state = set_up();
    state.round = 1;
    let mut stages = Vec::new();
    while !state.decks.publics.is_empty() {
        state.stage = Stage::Status(StatusStep::Reveal);
        state = reveal(state).state;
        stages.extend(state.objectives.last().map(|on_table| on_table.card.get().stage));
    }
    assert_eq!(stages, [1, 1, 1, 2, 2, 2, 2, 2]);
}

// The end of the game (RR 61.15, 81.2b, 98.8)

/// A status phase before which `hidden` objectives are face down.
fn late(hidden: usize, lines: &str) -> State {
    let cards = "strategy sol: trade\nstrategy hacan: warfare\nstrategy letnev: leadership\n";
    let mut state = arena(&format!("phase status\n{cards}{lines}"));
    state.stage = Stage::Status(StatusStep::Reveal);
    state.decks.publics.truncate(hidden);
    state
}

#[test]
fn rr_61_15_the_last_objective_is_revealed_and_the_game_goes_on() {
    let played = reveal(late(1, "points sol: 3"));
    assert_eq!(played.state.stage, Stage::Status(StatusStep::DrawActionCards));
    assert_eq!((played.state.objectives.len(), played.state.winner), (1, None));
}

#[test]
fn rr_61_15_with_nothing_to_reveal_the_game_ends_at_once_and_most_points_win() {
    let played = reveal(late(0, "points sol: 3\npoints hacan: 6\npoints letnev: 5"));
    assert_eq!((&played.state.stage, played.state.winner), (&Stage::Finished, Some(HACAN)));
    let told = played.told();
    assert!(told.contains("no objective left to reveal"), "{told}");
    assert!(told.contains("«1» wins with 6 points"), "{told}");
    assert!(played.state.seats().all(|seat| played.state.player(seat).hand.is_empty()));
}

#[test]
fn rr_61_15a_and_98_8_of_those_with_most_points_the_first_in_initiative_order_wins() {
    let tie = "points sol: 6\npoints hacan: 6\npoints letnev: 5";
    assert_eq!(reveal(late(0, tie)).state.winner, Some(SOL), "Trade comes before Warfare");
    let all = "points sol: 6\npoints hacan: 6\npoints letnev: 6";
    assert_eq!(reveal(late(0, all)).state.winner, Some(LETNEV), "Leadership comes first of all");
    assert_eq!(reveal(late(0, "")).state.winner, Some(LETNEV), "nobody has any");
}

#[test]
fn rr_61_15_a_game_to_fourteen_points_ends_with_fewer_all_the_same() {
    let played = reveal(late(0, "goal 14\npoints sol: 11\npoints hacan: 13"));
    assert_eq!(played.state.winner, Some(HACAN));
    assert!(played.told().contains("wins with 13 points"), "{}", played.told());
}

/// Objectives are scored in the step before (RR 81.1): whoever reaches the goal there has won.
#[test]
fn rr_61_15_what_is_scored_in_the_same_status_phase_counts() {
    let lines = "points sol: 4\npoints hacan: 5\nobjective expand-borders
control quann: sol\ncontrol saudor: sol\ncontrol abyz: sol\ncontrol fria: sol\ncontrol lirta-iv: sol
control bereg: sol\ntile 205 = 25\ntile 206 = 38\ntile 207 = 35\ntile 106 = 23\nobjective corner-the-market";
    let mut state = late(0, lines);
    state.stage = Stage::Status(StatusStep::Score);
    let corner = PublicId::named("expand-borders");
    let score = Script::new().on(0, [Choice::Public(corner)]);
    let played = score.run(state, |game| {
        status::run(game, StatusStep::Score)?;
        status::run(game, StatusStep::Reveal)
    });
    let state = played.done().state;
    assert_eq!((state.points(SOL), state.winner), (5, Some(SOL)), "Trade comes before Warfare");
}

#[test]
fn rr_61_15_an_eliminated_player_does_not_win_with_most_points() {
    let lines = "points hacan: 9\npoints sol: 2\npoints letnev: 1
control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody";
    let state = Script::new().run(late(0, lines), victory::eliminate).done().state;
    assert!(state.player(HACAN).eliminated);
    assert_eq!(reveal(state).state.winner, Some(SOL));
}

// How many, and whose

const BATTLE: &str = "tile 205 = 25\nspace 205: sol flagship, 3 infantry; hacan fighter
planet quann: hacan infantry\npoints hacan: 2\nactive sol
secret sol: unveil-flagship, spark-a-rebellion\n";

fn scores(slug: &str) -> [Choice; 1] {
    [Choice::Secret(SecretId::named(slug))]
}

#[test]
fn rr_61_7_one_objective_is_scored_for_a_space_combat_that_fulfils_two() {
    let script = Script::new().on(0, scores("unveil-flagship")).on(0, scores("spark-a-rebellion"));
    let script = script.dice([10, 10, 1]);
    let played = script.run(arena(BATTLE), |game| combat::space_combat(game, place("205"))).done();
    assert_eq!(played.state.player(SOL).scored_secrets, [SecretId::named("unveil-flagship")]);
}

#[test]
fn rr_61_7a_the_space_and_the_ground_combat_of_one_action_are_good_for_one_objective_each() {
    let quann = PlanetId::named("quann");
    let land = Choice::Land { kind: UnitKind::Infantry, damaged: false, count: 3, planet: quann };
    let script = Script::new()
        .on(0, scores("unveil-flagship"))
        .on(0, scores("spark-a-rebellion"))
        .on(0, [land])
        .dice([10, 10, 1, 10, 10, 10, 1]);
    let played = script.run(arena(BATTLE), |game| {
        combat::space_combat(game, place("205"))?;
        invasion::invade(game, SOL, place("205"))
    });
    let played = played.done();
    assert_eq!(played.state.player(SOL).scored_secrets.len(), 2, "{}", played.told());
}

#[test]
fn rr_61_16_whoever_has_lost_a_home_planet_scores_secret_objectives_only() {
    let can_score = |lines: &str| {
        let state = arena(&format!("phase status\nobjective expand-borders\n{lines}"));
        scoring::can_score_public(&state, HACAN, PublicId::named("expand-borders"))
    };
    let why = can_score("control kamdorn: sol").expect_err("a planet of three is lost").to_string();
    assert!(why.contains("every planet of your home"), "{why}");
    let unmet = can_score("").expect_err("it is not fulfilled").to_string();
    assert!(!unmet.contains("every planet of your home"), "{unmet}");
}

#[test]
fn rr_61_19_nobody_scores_a_secret_objective_of_somebody_else() {
    let state =
        arena("phase status\nsecret hacan: adapt-new-strategies\nscored letnev: mine-rare-metals");
    for (seat, slug) in [(SOL, "adapt-new-strategies"), (SOL, "mine-rare-metals")] {
        let card = SecretId::named(slug);
        let why = scoring::can_score_secret(&state, seat, card, Phase::Status);
        let why = why.expect_err("it belongs to another").to_string();
        assert!(why.contains("not among your unscored"), "{why}");
    }
}

#[test]
fn rr_61_21_whoever_has_scored_three_returns_a_fourth_at_once() {
    let state =
        arena("scored sol: adapt-new-strategies, mine-rare-metals, form-a-spy-network\nactive sol");
    let before = state.decks.secrets.len();
    let played = Script::new().strict().run(state, |game| scoring::draw_secret(game, SOL)).done();
    assert!(played.state.player(SOL).secrets.is_empty(), "there is no other to return");
    assert_eq!(played.state.decks.secrets.len(), before);
}
