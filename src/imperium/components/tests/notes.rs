//! Promissory notes of Codex I.

use super::*;
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{combat, notes, status};

fn note(slug: &str, of: u8) -> Note {
    Note { card: NoteId::named(slug), of: Seat(of) }
}

fn play(slug: &str, of: u8) -> [Choice; 1] {
    [Choice::PlayNote(note(slug, of))]
}

/// The note is played in this window, if it can be.
fn respond(state: State, script: Script, moment: Moment) -> Played {
    let mut moment = moment;
    script.run(state, |game| window::window(game, &mut moment)).done()
}

fn is_playable(state: &State, seat: u8, moment: &Moment) -> bool {
    !notes::playable(state, Seat(seat), moment).is_empty()
}

// Acquiescence Ω

fn owed(state: &State, from: u8, seat: u8, card: &str) -> Option<Owed> {
    let owed = strategy_cards::owed(state, Seat(from), StrategyId::named(card));
    owed.into_iter().find(|owed| owed.seat == Seat(seat))
}

fn follow(state: State, script: Script, from: u8, card: &str) -> Played {
    let owed = owed(&state, from, 1, card).expect("Hacan may follow");
    script.run(state, |game| strategy_cards::again(game, owed)).done()
}

const HELD: &str = "note hacan: acquiescence-omega of winnu\ntokens hacan: 3 3 0\n";

#[test]
fn acquiescence_omega_saves_the_token_of_a_secondary_ability() {
    let state = board("winnu, hacan, letnev", HELD);
    let script = Script::new().answer(1, play("acquiescence-omega", 0)).answer(1, [Choice::Yes]);
    let played = follow(state, script, 0, "politics");
    assert_eq!(played.state.player(Seat(1)).hand.len(), 2, "{}", played.told());
    assert_eq!(played.state.player(Seat(1)).tokens.strategy, 0);
    assert!(played.state.holds_note(Seat(0), note("acquiescence-omega", 0)), "it goes back");
    let rich = board("winnu, hacan, letnev", &format!("{HELD}tokens hacan: 3 3 2"));
    let script = Script::new().answer(1, play("acquiescence-omega", 0)).answer(1, [Choice::Yes]);
    assert_eq!(follow(rich, script, 0, "politics").state.player(Seat(1)).tokens.strategy, 2);
}

#[test]
fn acquiescence_omega_follows_the_strategic_actions_of_its_owner_only() {
    let state = board("winnu, hacan, letnev", HELD);
    assert!(owed(&state, 0, 1, "politics").is_some());
    assert_eq!(owed(&state, 2, 1, "politics"), None, "Letnev performs it");
    let poor = board("winnu, hacan, letnev", "tokens hacan: 3 3 0");
    assert_eq!(owed(&poor, 0, 1, "politics"), None, "nobody can think that Hacan holds it");
    let mut rich = board("winnu, hacan, letnev", &format!("{HELD}tokens hacan: 3 3 2"));
    rich.owed = owed(&rich, 2, 1, "politics").into_iter().collect();
    let question = Question::Secondary { card: StrategyId::named("politics") };
    assert!(refused(&rich, 1, question, &play("acquiescence-omega", 0)).is_some());
}

#[test]
fn acquiescence_omega_is_not_wasted_on_leadership_which_costs_no_token() {
    let mut state = board("winnu, hacan, letnev", &format!("{HELD}goods hacan: 9 0"));
    state.owed = owed(&state, 0, 1, "leadership").into_iter().collect();
    assert_eq!(state.owed.len(), 1);
    let question = Question::Secondary { card: StrategyId::named("leadership") };
    assert!(refused(&state, 1, question, &play("acquiescence-omega", 0)).is_some());
}

#[test]
fn acquiescence_omega_places_no_token_for_construction() {
    let home = |state: &State| state.home_system(Seat(1)).expect("a home");
    let pds = Choice::Structure { kind: UnitKind::Pds, planet: planet("arretze") };
    let state = board("winnu, hacan, letnev", HELD);
    let script = Script::new().answer(1, play("acquiescence-omega", 0)).answer(1, [pds.clone()]);
    let played = follow(state, script, 0, "construction");
    assert!(!played.state.system(home(&played.state)).tokens.contains(Seat(1)));
    assert_eq!(played.state.planet(planet("arretze")).forces.count(Seat(1), UnitKind::Pds), 1);
    let paying = board("winnu, hacan, letnev", &format!("{HELD}tokens hacan: 3 3 1"));
    let played = follow(paying, Script::new().answer(1, [pds]), 0, "construction");
    assert!(played.state.system(home(&played.state)).tokens.contains(Seat(1)));
}

/// Brilliant answers to a token that is spent; with the note none is.
#[test]
fn acquiescence_omega_is_no_occasion_to_be_brilliant() {
    let lines =
        "note jol-nar: acquiescence-omega of winnu\ntokens jol-nar: 3 3 2\ngoods jol-nar: 9 0";
    let mut state = board("winnu, jol-nar, letnev", lines);
    let owed = owed(&state, 0, 1, "technology").expect("Jol-Nar may follow");
    let question = || Question::Secondary { card: StrategyId::named("technology") };
    state.owed = vec![owed];
    assert_eq!(refused(&state, 1, question(), &uses("Brilliant")), None);
    state.owed = vec![Owed { free: true, ..owed }];
    assert!(refused(&state, 1, question(), &uses("Brilliant")).is_some());
}

// Cybernetic Enhancements Ω

fn gain(lines: &str, script: Script) -> Played {
    let state = board("l1z1x, hacan, letnev", &format!("phase status\n{lines}"));
    script.run(state, |game| status::run(game, StatusStep::GainTokens)).done()
}

fn gained(played: &Played, seat: u8) -> Vec<u8> {
    let asked = played.asked(seat).into_iter();
    asked
        .filter_map(|question| match question {
            Question::Tokens { gained } => Some(*gained),
            _ => None,
        })
        .collect()
}

#[test]
fn cybernetic_enhancements_omega_brings_one_token_more_in_the_status_phase() {
    let script = Script::new().answer(1, play("cybernetic-enhancements-omega", 0));
    let played = gain("note hacan: cybernetic-enhancements-omega of l1z1x", script);
    assert_eq!(
        (gained(&played, 1), gained(&played, 0), gained(&played, 2)),
        (vec![3], vec![2], vec![2])
    );
    assert!(played.state.holds_note(Seat(0), note("cybernetic-enhancements-omega", 0)));
    assert!(played.state.lasting.is_empty());
    let kept = gain("note hacan: cybernetic-enhancements-omega of l1z1x", Script::new());
    assert_eq!(gained(&kept, 1), [2]);
}

#[test]
fn cybernetic_enhancements_omega_is_played_at_no_other_moment() {
    let state = board("l1z1x, hacan, letnev", "note hacan: cybernetic-enhancements-omega of l1z1x");
    assert!(is_playable(&state, 1, &Moment::TokensDue {}));
    assert!(!is_playable(&state, 1, &Moment::TurnStarts { seat: Seat(1) }));
    assert!(!is_playable(&state, 1, &Moment::StatusPhaseStarts {}));
}

#[test]
fn cybernetic_enhancements_omega_needs_a_token_in_reinforcements() {
    let lines = "note hacan: cybernetic-enhancements-omega of l1z1x\ntokens hacan: 7 5 2";
    let state = board("l1z1x, hacan, letnev", lines);
    assert_eq!(state.token_reinforcements(Seat(1)), 2);
    assert!(!is_playable(&state, 1, &Moment::TokensDue {}));
}

// Greyfire Mutagen Ω

fn storm(lines: &str, script: Script) -> Played {
    let state =
        board("sol, hacan, yin", &format!("note sol: greyfire-mutagen-omega of yin\n{lines}"));
    script.run(state, |game| combat::ground_combat(game, Seat(0), planet("bereg"))).done()
}

fn mutations(lines: &str) -> usize {
    let played = storm(lines, Script::new().dice([10; 40]));
    offers(&played, &play("greyfire-mutagen-omega", 2)[0])
}

#[test]
fn greyfire_mutagen_omega_turns_an_enemy_infantry() {
    let script = Script::new().answer(0, play("greyfire-mutagen-omega", 2)).dice([10, 10, 1]);
    let played = storm("planet bereg: hacan 2 infantry; sol infantry", script);
    let first = &played.script.rolled[0];
    assert_eq!(first.1.len(), 2, "two infantry fight for Sol: {}", first.0);
    assert_eq!(infantry(&played.state, "bereg", 0), 2, "{}", played.told());
    assert!(played.state.holds_note(Seat(2), note("greyfire-mutagen-omega", 2)));
}

#[test]
fn greyfire_mutagen_omega_needs_two_ground_forces_that_are_not_the_owners() {
    assert_eq!(mutations("planet bereg: hacan 2 infantry; sol infantry"), 1);
    assert_eq!(mutations("planet bereg: hacan infantry; sol infantry"), 0);
    assert_eq!(mutations("planet bereg: yin 3 infantry; sol infantry"), 0);
    assert_eq!(mutations("planet bereg: hacan 2 mechs; sol infantry"), 0, "no infantry to turn");
}

#[test]
fn greyfire_mutagen_omega_is_for_the_start_of_a_ground_combat() {
    let lines =
        "note sol: greyfire-mutagen-omega of yin\nplanet bereg: hacan 2 infantry; sol infantry";
    let state = board("sol, hacan, yin", lines);
    let starts = |place, round| Moment::CombatRoundStarts {
        place,
        sides: [Seat(0), Seat(1)],
        round,
        over: false,
    };
    assert!(is_playable(&state, 0, &starts(Place::Planet(planet("bereg")), 1)));
    assert!(!is_playable(&state, 0, &starts(Place::Planet(planet("bereg")), 2)));
    assert!(!is_playable(&state, 0, &starts(Place::Space(place("206")), 1)));
    let activated = Moment::Activated { by: Seat(1), system: place("206") };
    assert!(!is_playable(&state, 0, &activated), "the base note did that");
}

// Stymie Ω

fn moved(by: u8) -> Moment {
    Moment::ShipsMoved { by: Seat(by), system: place("206") }
}

const TRAP: &str = "note hacan: stymie-omega of arborec\nplanet bereg: hacan infantry\n";

#[test]
fn stymie_omega_puts_a_token_of_who_moved_into_any_system() {
    let state = board("sol, hacan, arborec", TRAP);
    let script =
        Script::new().answer(1, play("stymie-omega", 2)).answer(1, [Choice::System(place("205"))]);
    let before = state.token_reinforcements(Seat(0));
    let played = respond(state, script, moved(0));
    assert!(played.state.system(place("205")).tokens.contains(Seat(0)));
    assert_eq!(played.state.token_reinforcements(Seat(0)), before - 1);
    assert!(played.state.holds_note(Seat(2), note("stymie-omega", 2)));
}

#[test]
fn stymie_omega_answers_others_who_move_to_units_of_its_player() {
    let state = board("sol, hacan, arborec", TRAP);
    assert!(is_playable(&state, 1, &moved(0)));
    assert!(is_playable(&state, 1, &moved(2)), "Arborec too");
    assert!(!is_playable(&state, 1, &moved(1)));
    let gone =
        board("sol, hacan, arborec", "note hacan: stymie-omega of arborec\ncontrol bereg: hacan");
    assert!(!is_playable(&gone, 1, &moved(0)), "control alone is no unit");
    assert!(!is_playable(&state, 1, &Moment::Turn { seat: Seat(1) }), "the base note is an action");
}

#[test]
fn stymie_omega_spares_home_systems_and_takes_a_token_off_the_sheet_if_need_be() {
    let state = board("sol, hacan, arborec", &format!("{TRAP}tokens sol: 8 6 2"));
    let script = Script::new()
        .answer(1, play("stymie-omega", 2))
        .answer(1, [Choice::System(place("205"))])
        .answer(0, [Choice::Token(Pool::Tactic)]);
    let played = respond(state, script, moved(0));
    assert_eq!(played.state.player(Seat(0)).tokens.tactic, 7);
    assert!(played.state.system(place("205")).tokens.contains(Seat(0)));
    let home = played.state.home_system(Seat(0)).expect("a home");
    assert_eq!(offers(&played, &Choice::System(home)), 0);
}

// War Funding Ω

const FLEETS: &str = "note sol: war-funding-omega of letnev
space 205: sol 2 cruisers; hacan 2 cruisers\n";

fn fight(lines: &str, script: Script) -> Played {
    let state = board("sol, hacan, letnev", lines);
    script.run(state, |game| combat::space_combat(game, place("205"))).done()
}

#[test]
fn war_funding_omega_rolls_all_enemy_dice_again_and_any_own_ones() {
    let script = Script::new()
        .answer(0, play("war-funding-omega", 2))
        .answer(0, [Choice::Yes])
        .answer(0, [Choice::Reroll { kind: UnitKind::Cruiser, shows: 2 }])
        .dice([2, 10, 10, 10, 1, 1, 10]);
    let played = fight(FLEETS, script);
    let dice: Vec<usize> = played.script.rolled.iter().map(|(_, dice)| dice.len()).collect();
    assert_eq!(dice, [2, 2, 2, 1], "{:?}", played.script.rolled);
    assert_eq!(played.state.system(place("205")).space.count(Seat(0), UnitKind::Cruiser), 2);
    assert!(played.told().contains(&format!("{} wins", Seat(0))), "{}", played.told());
    assert!(played.state.holds_note(Seat(2), note("war-funding-omega", 2)));
}

#[test]
fn war_funding_omega_may_leave_the_enemy_dice_alone() {
    let script = Script::new()
        .answer(0, play("war-funding-omega", 2))
        .answer(0, [Choice::Pass])
        .answer(
            0,
            [
                Choice::Reroll { kind: UnitKind::Cruiser, shows: 2 },
                Choice::Reroll { kind: UnitKind::Cruiser, shows: 3 },
            ],
        )
        .dice([2, 3, 1, 1, 10, 10]);
    let played = fight(FLEETS, script);
    assert!(played.told().contains(&format!("{} wins", Seat(0))), "{}", played.told());
}

#[test]
fn war_funding_omega_takes_no_trade_goods_and_is_for_combat_rolls_in_space() {
    let script = Script::new().answer(0, play("war-funding-omega", 2)).dice([10, 10, 1, 1]);
    let played = fight(&format!("{FLEETS}goods letnev: 4 0"), script);
    assert_eq!(played.state.player(Seat(2)).trade_goods, 4);
    let state = board("sol, hacan, letnev", FLEETS);
    let cast = |place, sides| {
        let dice = [Vec::new(), Vec::new()];
        Moment::DiceCast { place, sides, round: 1, dice }
    };
    let (sol, hacan, letnev) = (Seat(0), Seat(1), Seat(2));
    assert!(is_playable(&state, 0, &cast(Place::Space(place("205")), [hacan, sol])));
    assert!(!is_playable(&state, 0, &cast(Place::Planet(planet("bereg")), [sol, hacan])));
    assert!(!is_playable(&state, 0, &cast(Place::Space(place("205")), [hacan, letnev])));
    let barrage = "note sol: war-funding-omega of letnev
space 205: sol destroyer; hacan 3 fighters";
    let played = fight(barrage, Script::new().dice([10, 10, 10, 10, 10, 10]));
    let asked = played.script.prompts.iter().filter(|prompt| {
        matches!(&prompt.question, Question::Respond { to } if matches!(**to, Moment::BarrageRolled { .. }))
    });
    assert_eq!(asked.count(), 0);
}

/// The Salai Sai Corian rolls a die for each ship of the others that is no fighter: none here.
#[test]
fn war_funding_omega_waits_until_both_sides_have_rolled() {
    let lines = "note hacan: war-funding-omega of letnev
space 205: winnu flagship; hacan 3 fighters";
    let state = board("winnu, hacan, letnev", lines);
    let dice = || Script::new().dice([9; 30]);
    let run = |script: Script, state: State| {
        script.run(state, |game| combat::space_combat(game, place("205"))).done()
    };
    let [note] = play("war-funding-omega", 2);
    assert_eq!(offers(&run(dice(), state), &note), 0);
    let with = board("winnu, hacan, letnev", &lines.replace("3 fighters", "3 fighters, cruiser"));
    assert!(offers(&run(dice(), with), &note) > 0);
}
