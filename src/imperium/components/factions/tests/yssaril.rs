//! The Yssaril Tribes as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::window::{self, Moment};
use UnitKind::*;

fn card(slug: &str) -> ActionCardId {
    ActionCardId::named(slug)
}

fn hand(played: &Played, seat: u8) -> &[ActionCardId] {
    &played.state.player(Seat(seat)).hand
}

// Stall Tactics

#[test]
fn stall_tactics_discard_a_card_as_an_action() {
    let state = arena("yssaril", "hand yssaril: plague, spy");
    let script =
        Script::new().answer(0, uses("Stall Tactics")).answer(0, [Choice::Card(card("spy"))]);
    let played = take_turn(state, script);
    assert_eq!(hand(&played, 0), [card("plague")]);
    assert!(!played.state.player(Seat(0)).passed);
    assert_eq!(played.state.active, Some(Seat(1)));
}

#[test]
fn stall_tactics_need_a_card() {
    let played = take_turn(arena("yssaril", ""), Script::new());
    assert_eq!(offers(&played, "Stall Tactics"), 0);
}

// Scheming

fn draw(lines: &str, count: u8, script: Script) -> Played {
    let run =
        move |game: &mut crate::imperium::Game| window::draw_action_cards(game, Seat(0), count);
    script.run(arena("yssaril", lines), run).done()
}

#[test]
fn scheming_draws_one_more_and_discards_any_one() {
    let script = Script::new().answer(0, [Choice::Card(card("plague"))]);
    let played = draw("hand yssaril: plague, spy, ghost-ship, sabotage", 2, script);
    assert_eq!(hand(&played, 0).len(), 6);
    assert!(!hand(&played, 0).contains(&card("plague")));
    assert!(played.told().contains("draws 3 action cards"), "{}", played.told());
    let others = |game: &mut crate::imperium::Game| window::draw_action_cards(game, Seat(1), 2);
    let played = Script::new().run(arena("yssaril", ""), others).done();
    assert_eq!(hand(&played, 1).len(), 2);
}

#[test]
fn scheming_does_nothing_for_an_empty_deck() {
    let mut state = arena("yssaril", "hand yssaril: plague");
    state.decks.action_cards.clear();
    state.decks.discarded.clear();
    let run = |game: &mut crate::imperium::Game| window::draw_action_cards(game, Seat(0), 1);
    let played = Script::new().run(state, run).done();
    assert_eq!(hand(&played, 0).len(), 1);
}

// Crafty

#[test]
fn crafty_knows_no_limit_of_cards() {
    let many = "hand yssaril: plague, spy, ghost-ship, sabotage, sabotage, direct-hit, direct-hit";
    let sanctioned = format!("{many}\nlaw executive-sanctions: for");
    assert_eq!(hand(&draw(&sanctioned, 3, Script::new()), 0).len(), 10);
    let played = draw(many, 3, Script::new());
    assert_eq!(hand(&played, 0).len(), 10);
    let limits = |q: &&&Question| matches!(q, Question::DiscardDown { .. });
    assert_eq!(played.asked(0).iter().filter(limits).count(), 0);
}

// Transparasteel Plating

#[test]
fn transparasteel_plating_silences_the_cards_of_players_who_have_passed() {
    let lines = "hand hacan: sabotage\nhand letnev: sabotage\npassed hacan\n";
    let played_card = Moment::CardPlayed { by: Seat(0), card: card("plague"), cancelled: false };
    let who = |lines: &str| {
        let state = arena("yssaril", lines);
        let able = |seat: &u8| !window::playable(&state, Seat(*seat), &played_card).is_empty();
        [1, 2].into_iter().filter(able).collect::<Vec<u8>>()
    };
    assert_eq!(who(lines), [1, 2]);
    let plated = format!("{lines}tech yssaril: transparasteel-plating");
    assert_eq!(who(&plated), [2]);
    assert_eq!(who(&format!("{plated}\nactive letnev")), [1, 2], "only in Yssaril's turns");
}

#[test]
fn transparasteel_plating_does_not_even_ask_those_who_have_passed() {
    let lines = "hand yssaril: plague\nhand hacan: sabotage\npassed hacan
planet bereg: hacan infantry\ntech yssaril: transparasteel-plating";
    let run = |game: &mut crate::imperium::Game| {
        let mut moment = Moment::Turn { seat: Seat(0) };
        window::play(game, Seat(0), card("plague"), &mut moment)
    };
    let script = Script::new().when(|_, prompt| {
        let bereg = Choice::Planet(planet("bereg"));
        prompt.options.contains(&bereg).then(|| vec![bereg])
    });
    let played = script.run(arena("yssaril", lines), run).done();
    assert!(played.asked(1).is_empty());
}

// Mageon Implants

#[test]
fn mageon_implants_take_a_card_of_ones_choice_and_only_two_learn_which() {
    let lines = "tech yssaril: mageon-implants\nhand hacan: spy, plague";
    let script =
        Script::new().answer(0, uses("Mageon Implants")).answer(0, [Choice::Card(card("plague"))]);
    let played = take_turn(arena("yssaril", lines), script);
    assert_eq!(hand(&played, 0), [card("plague")], "nothing was drawn");
    assert_eq!(hand(&played, 1), [card("spy")]);
    assert!(is_exhausted(&played, 0, "mageon-implants"));
    assert!(played.told_to(1).contains("Plague") && played.told_to(0).contains("Spy"));
    assert!(!played.told().contains("Plague"), "{}", played.told());
}

#[test]
fn mageon_implants_need_somebody_with_cards() {
    let lines = "tech yssaril: mageon-implants\nhand hacan: spy";
    let targets = |lines: &str| {
        let played = take_turn(arena("yssaril", lines), Script::new());
        offers(&played, "Mageon Implants")
    };
    assert_eq!((targets(lines), targets("tech yssaril: mageon-implants")), (1, 0));
    let both = format!("{lines}\nhand letnev: plague");
    let script =
        Script::new().answer(0, uses("Mageon Implants")).answer(0, [Choice::Player(Seat(2))]);
    assert_eq!(hand(&take_turn(arena("yssaril", &both), script), 0), [card("plague")]);
}

// Y'sia Y'ssrila

#[test]
fn ysia_yssrila_moves_through_enemy_fleets_and_others_do_not() {
    // 204, 205 and 206 lie in a row; the way round is blocked too.
    let lines = "space 204: yssaril flagship, cruiser\nspace 205: hacan destroyer
space 103: hacan destroyer\nspace 104: hacan destroyer\nspace 305: hacan destroyer";
    let state = arena("yssaril", lines);
    assert_eq!(why_not(&state, Flagship, "204", "206"), None);
    assert!(why_not(&state, Cruiser, "204", "206").is_some());
    let script =
        Script::new().answer(0, [Choice::Activate(place("206"))]).when(moving(Flagship, 1, "204"));
    let played = take_turn(state, script);
    assert_eq!(ships(&played, "206", 0, Flagship), 1);
}

#[test]
fn ysia_yssrila_is_offered_the_way_and_stays_stopped_by_anomalies() {
    let lines = "space 204: yssaril flagship, cruiser\nspace 205: hacan destroyer
space 103: hacan destroyer";
    let state = arena("yssaril", lines);
    let reach = crate::imperium::rules::movement::reach(&state, Seat(0), place("206"));
    let kinds: Vec<UnitKind> = reach.iter().map(|(stack, _)| stack.kind).collect();
    assert_eq!(kinds, [Flagship]);
    let nebula =
        "players yssaril, hacan\ntile 205 = 42\ntile 103 = 43\ntile 206 = 35\ntile 204 = 47
space 204: yssaril flagship";
    let state = crate::imperium::position::at(nebula);
    assert!(why_not(&state, Flagship, "204", "206").is_some());
}
