//! Secret objectives of Codex III: all that dies in a step counts, whatever killed it.

use super::*;
use crate::engine::Flow;
use crate::imperium::Game;
use crate::imperium::rules::{bombardment, combat, space_cannon};
use UnitKind::*;

/// Runs `rules` for Sol, who scores what can be scored; the secret objectives scored.
fn scored(state: State, script: Script, rules: impl FnOnce(&mut Game) -> Flow) -> Vec<SecretId> {
    let script = script.when(|_, prompt| {
        let first = prompt.options.first().cloned();
        matches!(prompt.question, Question::ScoreSecret).then(|| first.into_iter().collect())
    });
    let script = script.when(|_, prompt| {
        matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
    });
    let played = script.run(state, rules).done();
    played.state.player(Seat(0)).scored_secrets.clone()
}

fn secret(slug: &str) -> SecretId {
    SecretId::named(slug)
}

/// A game with only Codex I, so that the base objectives are in it.
fn older(mut state: State) -> State {
    state.options.sources = Sources::of([Source::Codex1]);
    state
}

// Make an Example of Their World Ω

fn siege(objective: &str, lines: &str) -> State {
    board(
        "sol, hacan, letnev",
        &format!("secret sol: {objective}\nspace 206: sol dreadnought\n{lines}"),
    )
}

fn bombard(game: &mut Game) -> Flow {
    bombardment::bombard(game, Seat(0), place("206"))
}

fn aim(script: Script) -> Script {
    script.when(|_, prompt| {
        let at = Choice::Bombard { kind: Dreadnought, count: 1, planet: planet("bereg") };
        matches!(prompt.question, Question::Bombard { .. }).then(|| vec![at])
    })
}

const EXAMPLE: &str = "make-an-example-of-their-world-omega";

#[test]
fn make_an_example_of_their_world_omega_is_scored_for_the_last_ground_force() {
    let hit = |lines: &str| scored(siege(EXAMPLE, lines), aim(Script::new().dice([10])), bombard);
    assert_eq!(hit("planet bereg: hacan infantry"), [secret(EXAMPLE)]);
    assert!(hit("planet bereg: hacan 2 infantry").is_empty());
    let missed = siege(EXAMPLE, "planet bereg: hacan infantry");
    assert!(scored(missed, aim(Script::new().dice([1])), bombard).is_empty());
}

/// The base objective wants the bombardment itself to do it.
#[test]
fn make_an_example_of_their_world_omega_is_scored_with_x_89_omega_and_the_base_one_is_not() {
    let lines = "tech sol: x-89-bacterial-weapon-omega\nplanet bereg: hacan 3 infantry";
    let script = || aim(Script::new().on(0, uses("X-89 Bacterial Weapon Ω")).dice([10]));
    assert_eq!(scored(siege(EXAMPLE, lines), script(), bombard), [secret(EXAMPLE)]);
    let base = older(siege("make-an-example-of-their-world", lines));
    assert!(scored(base, script(), bombard).is_empty());
}

#[test]
fn make_an_example_of_their_world_omega_is_not_scored_by_harrow_outside_the_step() {
    let lines = |objective: &str| {
        let text = "space 206: l1z1x dreadnought\nplanet bereg: hacan infantry; l1z1x infantry\nactive l1z1x";
        board("l1z1x, hacan, letnev", &format!("secret l1z1x: {objective}\n{text}"))
    };
    let script = || Script::new().on(0, uses("Harrow")).dice([1, 1, 10]);
    let run = |game: &mut Game| combat::ground_combat(game, Seat(0), planet("bereg"));
    assert!(scored(lines(EXAMPLE), script(), run).is_empty());
    let base = older(lines("make-an-example-of-their-world"));
    assert_eq!(scored(base, script(), run), [secret("make-an-example-of-their-world")]);
}

// Fight with Precision Ω

const PRECISION: &str = "fight-with-precision-omega";

fn skirmish(objective: &str, lines: &str) -> State {
    board("sol, hacan, letnev", &format!("secret sol: {objective}\n{lines}"))
}

fn fight(game: &mut Game) -> Flow {
    combat::space_combat(game, place("205"))
}

#[test]
fn fight_with_precision_omega_is_scored_for_the_last_fighter_in_the_barrage() {
    let hit = |lines: &str| {
        scored(skirmish(PRECISION, lines), Script::new().dice([10, 10, 1, 1, 10, 10, 10]), fight)
    };
    assert_eq!(hit("space 205: sol destroyer; hacan carrier, 2 fighters"), [secret(PRECISION)]);
    assert!(hit("space 205: sol destroyer; hacan carrier, 3 fighters").is_empty());
    // Fighters that fall in the combat itself do not count.
    assert!(hit("space 205: sol 3 cruisers; hacan fighter").is_empty());
}

/// Courageous to the End answers the loss of a fighter, and may take the last one of the other side.
#[test]
fn fight_with_precision_omega_is_scored_for_a_fighter_that_a_card_kills_during_the_barrage() {
    let lines = "hand sol: courageous-to-the-end
space 205: sol carrier, fighter; hacan destroyer, fighter";
    let last = Choice::Unit { kind: Fighter, damaged: false };
    let script = || {
        Script::new()
            .on(0, [Choice::Play(ActionCardId::named("courageous-to-the-end"))])
            .on(1, [last.clone()])
            .dice([10, 1, 10, 1, 10, 10, 10])
    };
    assert_eq!(scored(skirmish(PRECISION, lines), script(), fight), [secret(PRECISION)]);
    let base = skirmish("fight-with-precision", lines);
    assert!(scored(base, script(), fight).is_empty(), "no barrage hit did it");
}

// Turn Their Fleets to Dust Ω

const DUST: &str = "turn-their-fleets-to-dust-omega";

fn shell(game: &mut Game) -> Flow {
    space_cannon::offense(game, Seat(1), place("206"))
}

fn shelled(objective: &str, lines: &str, dice: &[u8]) -> Vec<SecretId> {
    let state =
        skirmish(objective, &format!("planet bereg: sol infantry, 2 pds\nactive hacan\n{lines}"));
    scored(state, Script::new().dice(dice.iter().copied()), shell)
}

#[test]
fn turn_their_fleets_to_dust_omega_leaves_fighters_out() {
    let script = |lines: &str, dice: &[u8]| shelled(DUST, lines, dice);
    assert_eq!(script("space 206: hacan cruiser", &[10, 1]), [secret(DUST)]);
    assert!(script("space 206: hacan 2 cruisers", &[10, 1]).is_empty());
    assert!(script("space 206: hacan fighter", &[10, 1]).is_empty(), "fighters alone do not count");
}

#[test]
fn turn_their_fleets_to_dust_omega_counts_when_only_fighters_are_left() {
    let lines = "space 206: hacan carrier, fighter";
    let state = |objective: &str| {
        skirmish(objective, &format!("planet bereg: sol infantry, 2 pds\nactive hacan\n{lines}"))
    };
    let first = Choice::Destroy { kind: Carrier, damaged: false, count: 1 };
    let script = || Script::new().on(1, [first.clone()]).dice([10, 1]);
    assert_eq!(scored(state(DUST), script(), shell), [secret(DUST)]);
    assert!(scored(state("turn-their-fleets-to-dust"), script(), shell).is_empty());
}

#[test]
fn turn_their_fleets_to_dust_omega_counts_a_direct_hit() {
    let lines = "planet bereg: sol infantry, 2 pds\nactive hacan\nspace 206: hacan dreadnought
hand sol: direct-hit";
    let script = || {
        Script::new()
            .on(0, [Choice::Play(ActionCardId::named("direct-hit"))])
            .on(1, [Choice::Sustain { kind: Dreadnought, count: 1 }])
            .dice([10, 1])
    };
    assert_eq!(scored(skirmish(DUST, lines), script(), shell), [secret(DUST)]);
    assert!(scored(skirmish("turn-their-fleets-to-dust", lines), script(), shell).is_empty());
}

/// A flagship that takes everything along destroys in that step too.
#[test]
fn turn_their_fleets_to_dust_omega_counts_the_van_hauge() {
    let lines = "secret yin: turn-their-fleets-to-dust-omega\nplanet bereg: hacan infantry, 2 pds
space 206: yin damaged flagship; hacan 2 cruisers\nactive yin";
    let state = board("yin, hacan, letnev", lines);
    let run = |game: &mut Game| space_cannon::offense(game, Seat(0), place("206"));
    assert_eq!(scored(state, Script::new().dice([10, 1]), run), [secret(DUST)]);
}
