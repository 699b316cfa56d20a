//! The Xxcha Kingdom as play.

use super::kit::*;
use crate::engine::{Prompt, Seat};
use crate::imperium::Imperium;
use crate::imperium::rules::{agenda, space_cannon, turn, window};
use UnitKind::*;

fn card(slug: &str) -> ActionCardId {
    ActionCardId::named(slug)
}

fn play(slug: &str) -> [Choice; 1] {
    [Choice::Play(card(slug))]
}

// Peace Accords

const DIPLOMACY: &str = "strategy xxcha: diplomacy\ncontrol bereg: xxcha\n";

/// Xxcha performs Diplomacy and takes the planet if it can.
fn accords(lines: &str, wanted: &str) -> Played {
    let wanted = planet(wanted);
    let script = Script::new().answer(0, [Choice::Strategic(StrategyId::named("diplomacy"))]).when(
        move |_, prompt| {
            let [power] = uses("Peace Accords");
            let take = Choice::Planet(wanted);
            match prompt.question {
                Question::Primary { .. } => Some(vec![Choice::System(place("206"))]),
                Question::AbilityTarget { .. } if prompt.options.contains(&take) => {
                    Some(vec![take])
                }
                _ => prompt.options.contains(&power).then(|| vec![power]),
            }
        },
    );
    take_turn(arena("xxcha", &format!("{DIPLOMACY}{lines}")), script)
}

#[test]
fn peace_accords_take_an_empty_planet_in_or_next_to_an_own_system() {
    let played = accords("", "lirta-iv");
    assert_eq!(played.state.owner(planet("lirta-iv")), Some(Seat(0)), "{}", played.told());
    assert!(played.state.planet(planet("lirta-iv")).exhausted);
    // Whoever controls it loses it, if nothing stands there.
    let played = accords("control lirta-iv: hacan", "lirta-iv");
    assert_eq!(played.state.owner(planet("lirta-iv")), Some(Seat(0)));
}

#[test]
fn peace_accords_take_no_planet_with_units_and_never_mecatol_rex() {
    let played = accords("planet lirta-iv: hacan pds\ncontrol sakulag: xxcha", "lirta-iv");
    assert_eq!(played.state.owner(planet("lirta-iv")), Some(Seat(1)));
    let options = played.script.prompts.iter();
    let asked = options.filter(|prompt| matches!(prompt.question, Question::AbilityTarget { .. }));
    let rex = Choice::Planet(planet("mecatol-rex"));
    assert!(asked.clone().all(|prompt| !prompt.options.contains(&rex)));
}

#[test]
fn peace_accords_belong_to_diplomacy() {
    let state = arena("xxcha", "strategy xxcha: trade\ncontrol bereg: xxcha");
    let script = Script::new().answer(0, [Choice::Strategic(StrategyId::named("trade"))]);
    assert_eq!(offers(&take_turn(state, script), "Peace Accords"), 0);
}

#[test]
fn peace_accords_follow_the_secondary_ability_even_with_nothing_to_ready() {
    let state = arena(
        "xxcha",
        "active hacan\nstrategy hacan: diplomacy\ncontrol bereg: xxcha\ncontrol lirta-iv: nobody",
    );
    let lirta = planet("lirta-iv");
    let script = Script::new().answer(1, [Choice::Strategic(StrategyId::named("diplomacy"))]).when(
        move |_, prompt| {
            let [power] = uses("Peace Accords");
            match prompt.question {
                Question::Secondary { .. } if prompt.seat.0 == 0 => Some(vec![Choice::Yes]),
                Question::Secondary { .. } => Some(vec![Choice::Pass]),
                Question::AbilityTarget { .. } => Some(vec![Choice::Planet(lirta)]),
                _ => prompt.options.contains(&power).then(|| vec![power]),
            }
        },
    );
    let run = |game: &mut crate::imperium::Game| {
        turn::take(game)?;
        turn::take(game)
    };
    let played = script.run(state, run);
    assert_eq!(played.state.owner(lirta), Some(Seat(0)), "{}", played.told());
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
}

// Quash

fn revealed(lines: &str, script: Script) -> Played {
    let head = "phase agenda\ncustodians gone\nspeaker hacan
agendas: mutiny, economic-equality, archived-secret\n";
    let state = arena("xxcha", &format!("{head}{lines}"));
    script.run(state, |game| agenda::run(game, AgendaStep::First)).done()
}

fn discarded(played: &Played) -> Vec<&str> {
    played.state.decks.discarded_agendas.iter().map(|agenda| agenda.slug()).collect()
}

#[test]
fn quash_puts_the_next_agenda_in_the_place_of_the_revealed_one_for_a_strategy_token() {
    let played = revealed("", Script::new().answer(0, uses("Quash")));
    assert_eq!(discarded(&played)[0], "mutiny");
    assert!(played.told().contains("The agenda is **Economic Equality**"), "{}", played.told());
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    let votes = |q: &&&Question| matches!(q, Question::Vote { .. });
    assert_eq!(played.asked(1).iter().filter(votes).count(), 1, "one agenda is voted on");
}

#[test]
fn quash_may_be_used_on_the_replacement_too_as_long_as_there_are_tokens() {
    let script = || Script::new().answer(0, uses("Quash")).answer(0, uses("Quash"));
    let played = revealed("", script());
    assert_eq!(discarded(&played)[..2], ["mutiny", "economic-equality"]);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 1);
    let played = revealed("tokens xxcha: 3 3 1", Script::new().answer(0, uses("Quash")));
    assert_eq!(offers(&played, "Quash"), 1);
    let played = revealed("tokens xxcha: 3 3 0", Script::new());
    assert_eq!(offers(&played, "Quash"), 0);
}

// Instinct Training

const TRAINED: &str = "tech xxcha: instinct-training\nactive hacan\nplanet bereg: xxcha 3 infantry
hand hacan: plague\nstrategy hacan: trade exhausted\n";

/// Hacan plays Plague at Bereg, whatever the others do.
fn plague(lines: &str, script: Script) -> Played {
    let state = arena("xxcha", &format!("{TRAINED}{lines}"));
    let script = script.when(|_, prompt: &Prompt<Imperium>| {
        matches!(prompt.question, Question::CardTarget { .. })
            .then(|| vec![Choice::Planet(planet("bereg"))])
    });
    let run = |game: &mut crate::imperium::Game| {
        let mut moment = window::Moment::Turn { seat: Seat(1) };
        window::play(game, Seat(1), card("plague"), &mut moment)
    };
    script.dice([10, 10, 10]).run(state, run).done()
}

#[test]
fn instinct_training_cancels_the_action_card_of_another_for_a_strategy_token() {
    let played = plague("", Script::new().answer(0, uses("Instinct Training")));
    assert_eq!(ground(&played, "bereg", 0), 3);
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert!(is_exhausted(&played, 0, "instinct-training"));
    assert_eq!(ground(&plague("", Script::new()), "bereg", 0), 0);
}

#[test]
fn instinct_training_needs_a_token_and_to_be_ready() {
    let played = plague("tokens xxcha: 3 3 0", Script::new());
    assert_eq!(offers(&played, "Instinct Training"), 0);
    let mut state = arena("xxcha", TRAINED);
    state.player_mut(Seat(0)).exhausted_technologies.push(tech("instinct-training"));
    let moment = window::Moment::CardPlayed { by: Seat(1), card: card("plague"), cancelled: false };
    assert_eq!(window::powers(&state, Seat(0), &moment).count(), 0);
}

#[test]
fn instinct_training_cancels_a_sabotage_so_that_the_card_resolves() {
    let lines = "hand letnev: sabotage";
    let script = Script::new().answer(2, play("sabotage")).answer(0, uses("Instinct Training"));
    assert_eq!(ground(&plague(lines, script), "bereg", 0), 0);
}

// Nullification Field

const GUARDED: &str = "tech xxcha: nullification-field\nspace 205: xxcha destroyer\nactive hacan
space 204: hacan 3 cruisers\nstrategy hacan: trade exhausted\n";

fn invade(lines: &str, script: Script) -> Played {
    let script = script.when(moving(Cruiser, 3, "204"));
    take_turn(arena("xxcha", &format!("{GUARDED}{lines}")), script)
}

#[test]
fn nullification_field_ends_the_turn_of_whoever_activates_a_system_with_its_ships() {
    let script = Script::new()
        .answer(1, [Choice::Activate(place("205"))])
        .answer(0, uses("Nullification Field"));
    // Not even a second action is left.
    let played = invade("tech hacan: fleet-logistics", script);
    assert_eq!(ships(&played, "205", 1, Cruiser), 0);
    assert!(played.state.system(place("205")).tokens.contains(Seat(1)), "the token stays");
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    assert_eq!(played.asked(1).len(), 1);
    assert_ne!(played.state.active, Some(Seat(1)));
    assert!(played.state.lasting.is_empty());
}

#[test]
fn nullification_field_leaves_nobody_else_a_response_to_the_activation() {
    // The active player, who could respond, is not asked any more.
    let lines = "hand hacan: flank-speed";
    let script = Script::new()
        .answer(1, [Choice::Activate(place("205"))])
        .answer(0, uses("Nullification Field"));
    let played = invade(lines, script);
    assert_eq!(played.state.player(Seat(1)).hand.len(), 1);
    assert_eq!(played.asked(1).len(), 1);
}

#[test]
fn nullification_field_is_not_for_systems_without_its_ships_or_without_a_token() {
    let elsewhere = Script::new().answer(1, [Choice::Activate(place("103"))]);
    assert_eq!(offers(&invade("", elsewhere), "Nullification Field"), 0);
    let broke = Script::new().answer(1, [Choice::Activate(place("205"))]);
    assert_eq!(offers(&invade("tokens xxcha: 3 3 0", broke), "Nullification Field"), 0);
}

// Loncara Ssodu

fn shell(lines: &str, script: Script) -> Played {
    let script = script.when(|_, prompt: &Prompt<Imperium>| {
        matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
    });
    let state = arena("xxcha", &format!("active hacan\n{lines}"));
    script.run(state, |game| space_cannon::offense(game, Seat(1), place("205"))).done()
}

#[test]
fn loncara_ssodu_fires_three_dice_into_the_next_system() {
    let lines = "space 206: xxcha flagship\nspace 205: hacan 3 destroyers";
    let played = shell(lines, Script::new().dice([5, 5, 4]));
    assert_eq!(ships(&played, "205", 1, Destroyer), 1);
    let far = "space 301: xxcha flagship\nspace 205: hacan 3 destroyers";
    assert!(shell(far, Script::new()).script.rolled.is_empty());
}

#[test]
fn loncara_ssodu_does_not_fire_once_the_cannons_of_the_active_player_have_destroyed_it() {
    let lines = "space 205: xxcha flagship; hacan cruiser\nplanet bereg: hacan 2 pds
tech hacan: pds-ii";
    let played = shell(lines, Script::new().dice([5, 6]));
    assert_eq!(ships(&played, "205", 0, Flagship), 0);
    assert_eq!(ships(&played, "205", 1, Cruiser), 1);
    assert_eq!(played.script.rolled.len(), 1);
}
