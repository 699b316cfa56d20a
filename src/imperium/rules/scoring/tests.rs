//! Scoring outside the status phase, and secret objectives in hand, as play.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script};

const SOL: Seat = Seat(0);

fn table(lines: &str) -> State {
    position(&format!("players sol, hacan, letnev\n{lines}")).expect("the position is well written")
}

fn secret(slug: &str) -> Choice {
    Choice::Secret(SecretId::named(slug))
}

fn after(script: Script, state: State, seats: &[u8]) -> Played {
    let seats: Vec<Seat> = seats.iter().copied().map(Seat).collect();
    script.strict().run(state, |game| after_event(game, &seats))
}

fn points(played: &Played) -> i32 {
    played.state.points(SOL)
}

#[test]
fn rr_61_5b_a_secret_objective_is_scored_right_after_the_event() {
    let mut state = table("secret sol: destroy-their-greatest-ship");
    state.record(SOL, Feat::DestroyedGreatShip);
    let script = Script::new().answer(0, [secret("destroy-their-greatest-ship")]);
    let played = after(script, state, &[0]).done();
    assert_eq!(points(&played), 1);
    assert!(played.state.player(SOL).secrets.is_empty());
    assert!(played.told().contains("scores the secret **Destroy Their Greatest Ship**"));
}

#[test]
fn whoever_could_hold_such_an_objective_is_asked_so_that_silence_tells_nothing() {
    let mut state = table("secret sol: fuel-the-war-machine");
    state.record(SOL, Feat::DestroyedGreatShip);
    let played = after(Script::new().answer(0, [Choice::Pass]), state, &[0]).done();
    assert_eq!(played.asked(0), [&Question::ScoreSecret]);
    assert_eq!(played.script.prompts[0].options, [Choice::Pass]);
}

#[test]
fn nobody_is_asked_for_an_objective_that_lies_open_or_is_not_in_the_game() {
    let mut state =
        table("secret sol: fuel-the-war-machine\nscored hacan: destroy-their-greatest-ship");
    state.record(SOL, Feat::DestroyedGreatShip);
    state.record(SOL, Feat::WonInAnomaly);
    let played = after(Script::new(), state, &[0]).done();
    assert!(played.script.asked.is_empty(), "Brave the Void belongs to Prophecy of Kings");
}

#[test]
fn rr_61_7_only_one_objective_is_scored_for_a_combat() {
    let mut state = table("secret sol: unveil-flagship, spark-a-rebellion");
    for feat in [Feat::InCombat, Feat::WonWithFlagship, Feat::BeatTheLeader] {
        state.record(SOL, feat);
    }
    let script = Script::new().answer(0, [secret("unveil-flagship")]);
    let played = after(script, state, &[0]).done();
    assert_eq!(points(&played), 1);
    assert_eq!(played.asked(0).len(), 1);
}

#[test]
fn outside_of_combat_any_number_of_objectives_is_scored() {
    let mut state = table("secret sol: turn-their-fleets-to-dust, destroy-their-greatest-ship");
    state.record(SOL, Feat::ShotLastShip);
    state.record(SOL, Feat::DestroyedGreatShip);
    let script = Script::new()
        .answer(0, [secret("turn-their-fleets-to-dust")])
        .answer(0, [secret("destroy-their-greatest-ship")]);
    assert_eq!(points(&after(script, state, &[0]).done()), 2);
}

#[test]
fn status_phase_objectives_are_not_scored_in_the_action_phase() {
    let state = table(
        "secret sol: establish-a-perimeter\nplanet jord: sol 2 pds\nplanet wellon: sol 2 pds",
    );
    let card = SecretId::named("establish-a-perimeter");
    let why = can_score_secret(&state, SOL, card, Phase::Action).expect_err("it is too early");
    assert!(why.to_string().contains("is for the status phase (RR 61.3)"), "{why}");
    assert_eq!(can_score_secret(&state, SOL, card, Phase::Status), Ok(()));
    let others = can_score_secret(&state, Seat(1), card, Phase::Status);
    assert!(others.expect_err("it is Sol's").to_string().contains("not among your"));
}

#[test]
fn the_tenth_point_ends_the_game_at_once() {
    let mut state = table("secret sol: unveil-flagship\npoints sol: 9");
    state.record(SOL, Feat::WonWithFlagship);
    let script = Script::new().answer(0, [secret("unveil-flagship")]);
    let played = after(script, state, &[0]).done();
    assert_eq!(played.state.winner, Some(SOL));
    assert_eq!(played.state.stage, Stage::Finished);
}

#[test]
fn rr_61_21_with_a_fourth_secret_objective_one_goes_back() {
    let state =
        table("secret sol: unveil-flagship, cut-supply-lines\nscored sol: establish-a-perimeter");
    let deck = state.decks.secrets.len();
    let back = secret("cut-supply-lines");
    let script = Script::new().answer(0, [back]).strict();
    let played = script.run(state, |game| draw_secret(game, SOL)).done();
    let player = played.state.player(SOL);
    assert_eq!(player.secrets.len(), 2);
    assert!(!player.secrets.contains(&SecretId::named("cut-supply-lines")));
    assert_eq!(played.state.decks.secrets.len(), deck);
    assert!(played.told_to(0).contains("You returned **Cut Supply Lines**"));
    assert!(!played.told().contains("Cut Supply Lines"), "the others do not learn which");
}

#[test]
fn with_three_scored_secrets_a_new_one_goes_straight_back() {
    let state = table("scored sol: unveil-flagship, cut-supply-lines, establish-a-perimeter");
    let deck = state.decks.secrets.len();
    let played = Script::new().strict().run(state, |game| draw_secret(game, SOL)).done();
    assert!(played.state.player(SOL).secrets.is_empty());
    assert_eq!(played.state.decks.secrets.len(), deck);
}

#[test]
fn an_empty_deck_gives_nothing() {
    let mut state = table("");
    state.decks.secrets.clear();
    let played = Script::new().strict().run(state, |game| draw_secret(game, SOL)).done();
    assert!(played.state.player(SOL).secrets.is_empty());
}

#[test]
fn one_combat_gives_one_objective_even_when_it_fulfils_two() {
    let state = table(
        "secret sol: unveil-flagship, destroy-their-greatest-ship\n\
         space 101: sol flagship, 5 cruisers; hacan flagship",
    );
    let here = SystemId::by_label("101").expect("a label");
    let script = Script::new().dice([10; 40]).when(|state, prompt| match prompt.question {
        Question::ScoreSecret => Some(vec![prompt.options[0].clone()]),
        Question::AssignHits { .. } => {
            let shape = super::super::compound::shape(&prompt.question)?;
            Some((shape.suggest)(state, prompt).swap_remove(0))
        }
        _ => None,
    });
    let played = script.run(state, |game| super::super::combat::space_combat(game, here)).done();
    assert_eq!(points(&played), 1);
    let scored = &played.state.player(SOL).scored_secrets;
    assert_eq!(scored[..], [SecretId::named("destroy-their-greatest-ship")]);
    assert!(played.state.player(SOL).feats.is_empty(), "the next combat is another one");
}

#[test]
fn the_last_to_pass_proves_endurance() {
    let mut state = table(
        "sources base, pok\nsecret sol: prove-endurance\npassed hacan\npassed letnev\n\
         strategy sol: trade exhausted\nactive sol",
    );
    // Nothing is left to do but to pass.
    state.player_mut(SOL).tokens = Tokens { tactic: 0, fleet: 3, strategy: 0 };
    let script = Script::new().answer(0, [secret("prove-endurance")]).strict();
    let played = script.run(state, super::super::turn::take);
    assert_eq!(played.state.points(SOL), 1, "{:?}", played.outcome);
}

#[test]
fn whoever_an_agenda_elects_may_drive_the_debate() {
    let state = table(
        "sources base, pok\nphase agenda\ncustodians gone\nsecret hacan: drive-the-debate\n\
         agendas: mutiny, public-execution\nspeaker sol",
    );
    let script = Script::new().when(|state, prompt| match &prompt.question {
        Question::Vote { .. } => {
            let shape = super::super::compound::shape(&prompt.question)?;
            let wanted = Choice::Outcome(Elected::Player(Seat(1)));
            (shape.suggest)(state, prompt).into_iter().find(|answer| answer.contains(&wanted))
        }
        Question::ScoreSecret => Some(vec![prompt.options[0].clone()]),
        _ => None,
    });
    let played = script.run(state, |game| {
        super::super::agenda::run(game, AgendaStep::First)?;
        super::super::agenda::run(game, AgendaStep::Second)
    });
    let scored = &played.state.player(Seat(1)).scored_secrets;
    assert_eq!(scored[..], [SecretId::named("drive-the-debate")], "{}", played.told());
}
