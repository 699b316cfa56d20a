//! Promissory notes: how they are traded and played, and what everybody knows of them. Notes of
//! factions are in files beside.

use crate::engine::{Flow, Refusal, Rulebook, Seat};
use crate::imperium::commands::{self, Command};
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{notes, trade, turn};
use crate::imperium::script::{Played, Script};
use crate::imperium::state::*;
use crate::imperium::view::View;
use crate::imperium::{Deed, Game, Imperium};

mod fights;
mod rounds;
mod turns;

pub const SOL: u8 = 0;
pub const HACAN: u8 = 1;
pub const LETNEV: u8 = 2;

/// Sol, Hacan and Letnev, neighbours of each other in space.
pub fn table(lines: &str) -> State {
    at(&format!(
        "players sol, hacan, letnev\nspace 201: sol cruiser\nspace 202: hacan cruiser\n\
         space 203: letnev cruiser\n{lines}"
    ))
}

pub fn note(card: &str, of: u8) -> Note {
    Note { card: NoteId::named(card), of: Seat(of) }
}

pub fn play(card: &str, of: u8) -> [Choice; 1] {
    [Choice::PlayNote(note(card, of))]
}

pub fn system(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a position of the board")
}

/// What a typed command would do, as a deed.
fn deed(state: &State, seat: u8, line: &str) -> Result<Deed, Refusal> {
    let command = Command::parse(line)?;
    match commands::act(state, Seat(seat), &[], &[], &command)? {
        commands::Act::Deed(deed) => {
            Imperium::check_deed(state, Seat(seat), &deed)?;
            Ok(deed)
        }
        other => panic!("no deed: {other:?}"),
    }
}

fn carry_out(seat: u8, line: &'static str) -> impl Fn(&mut Game) -> Flow {
    move |game| {
        let deed = deed(&game.state, seat, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        trade::carry_out(game, Seat(seat), &deed)
    }
}

/// A proposal of one and its acceptance by the other.
pub fn deal(state: State, from: u8, offer: &'static str, to: u8) -> Played {
    Script::new().run(state, |game| {
        carry_out(from, offer)(game)?;
        carry_out(to, "/accept")(game)
    })
}

// The frame

#[test]
fn everybody_begins_with_their_own_notes() {
    let state = table("");
    for seat in state.seats() {
        let own = &state.player(seat).notes;
        assert!(own.iter().all(|note| note.of == seat), "{own:?}");
        assert!(own.contains(&note("ceasefire", seat.0)));
    }
}

#[test]
fn a_note_changes_hands_in_a_transaction_and_only_the_two_know_which() {
    let state = table("goods hacan: 3 0");
    let played = deal(state, SOL, "/trade with:hacan give:ceasefire get:2 tg", HACAN).done();
    let state = &played.state;
    assert!(state.holds_note(Seat(HACAN), note("ceasefire", SOL)));
    assert_eq!(state.player(Seat(SOL)).trade_goods, 2);
    assert!(!played.told().contains("Ceasefire"), "{}", played.told());
    assert!(played.told().contains("a promissory note"), "{}", played.told());
    assert!(played.told_to(SOL).contains("**Ceasefire**"));
    assert!(played.told_to(HACAN).contains("**Ceasefire**"));
    assert_eq!(played.told_to(LETNEV), "");
}

#[test]
fn views_of_others_show_how_many_notes_but_not_which() {
    let swapped = |card: &str| {
        let state = table(&format!("note hacan: {card} of sol"));
        (View::of(&state, Some(Seat(LETNEV))), View::of(&state, None))
    };
    assert_eq!(swapped("ceasefire"), swapped("trade-agreement"));
    let (view, _) = swapped("ceasefire");
    let own = table("").player(Seat(HACAN)).notes.len();
    assert_eq!(view.player(Seat(HACAN)).notes, own + 1);
}

#[test]
fn an_open_proposal_names_its_note_to_the_two_only() {
    let played =
        Script::new().run(table(""), carry_out(SOL, "/trade with:hacan give:ceasefire")).done();
    let gives = |seat| View::of(&played.state, seat).offers[0].gives.clone();
    assert_eq!(gives(Some(Seat(LETNEV))), "a promissory note");
    assert_eq!(gives(None), "a promissory note");
    assert!(gives(Some(Seat(HACAN))).contains("Ceasefire"));
}

#[test]
fn only_one_note_a_side_and_only_from_the_hand() {
    let state = table("laid hacan: support-for-the-throne of sol");
    let refused = |line| deed(&state, SOL, line).expect_err("it is not legal").to_string();
    let two = refused("/trade with:hacan give:ceasefire, trade agreement");
    assert!(two.contains("69.5"), "{two}");
    let laid = refused("/trade with:hacan get:support for the throne of sol");
    assert!(laid.contains("cannot be traded"), "{laid}");
    let unknown = refused("/trade with:hacan get:ceasefire of letnev");
    assert!(unknown.contains("cannot be traded"), "{unknown}");
    assert!(deed(&state, SOL, "/trade with:hacan give:ceasefire get:ceasefire").is_ok());
}

#[test]
fn a_note_of_a_third_player_is_traded_on() {
    let state = table("note hacan: ceasefire of sol");
    let played = deal(state, SOL, "/trade with:hacan get:ceasefire of sol", HACAN).done();
    assert!(played.state.holds_note(Seat(SOL), note("ceasefire", SOL)));
}

#[test]
fn autocomplete_offers_own_notes_and_those_the_others_may_have() {
    let state = table("");
    let found = |option: &str, typed: &str| {
        let options = vec![(option.to_string(), typed.to_string())];
        let command = commands::Command { name: "trade".into(), options };
        commands::complete(&state, Some(Seat(SOL)), &[], &[], &command, option)
    };
    let give = found("give", "2 tg, cea");
    assert_eq!(give, [("2 tg, Ceasefire of «0»".into(), "2 tg, ceasefire of sol".into())]);
    let get: Vec<String> = found("get", "cea").into_iter().map(|(_, value)| value).collect();
    assert_eq!(get, ["ceasefire of hacan", "ceasefire of letnev"]);
}

#[test]
fn whoever_may_hold_the_note_is_asked_whatever_they_hold() {
    let asked = |card: &str| {
        let state = table(&format!("note hacan: {card} of sol"));
        let activated = Moment::Activated { by: Seat(SOL), system: system("202") };
        let played =
            Script::new().strict().run(state, |game| window::window(game, &mut activated.clone()));
        played.open().iter().map(|prompt| prompt.seat).collect::<Vec<_>>()
    };
    assert_eq!(asked("ceasefire"), [Seat(HACAN)]);
    assert_eq!(asked("trade-agreement"), [Seat(HACAN)]);
}

#[test]
fn nobody_is_asked_for_notes_that_all_know_to_be_elsewhere() {
    let state = table("laid hacan: support-for-the-throne of sol");
    let activated = Moment::Activated { by: Seat(SOL), system: system("202") };
    let played = Script::new().run(state, |game| window::window(game, &mut activated.clone()));
    assert_eq!(played.done().script.asked, []);
}

#[test]
fn an_own_note_is_of_no_use_to_oneself() {
    let state = table("");
    let activated = Moment::Activated { by: Seat(HACAN), system: system("201") };
    assert!(notes::playable(&state, Seat(HACAN), &activated).is_empty());
    assert!(notes::playable(&state, Seat(SOL), &activated).is_empty());
}

#[test]
fn the_notes_of_a_player_who_is_out_leave_the_game_and_others_go_back() {
    let lines = "note sol: ceasefire of hacan\nlaid hacan: support-for-the-throne of sol\n\
                 note letnev: trade-agreement of hacan";
    let mut state = table(lines);
    state.planets.values_mut().filter(|p| p.owner == Some(Seat(HACAN))).for_each(|p| {
        p.owner = None;
    });
    let hacan = state.points(Seat(HACAN));
    assert_eq!(hacan, 1);
    let played = Script::new().run(state, crate::imperium::rules::victory::eliminate).done();
    let state = &played.state;
    assert!(state.player(Seat(HACAN)).eliminated);
    assert!(state.whereabouts.iter().all(|about| about.note.of != Seat(HACAN)));
    assert!(state.holds_note(Seat(SOL), note("support-for-the-throne", SOL)));
    assert!(!state.holds_note(Seat(SOL), note("ceasefire", HACAN)));
    assert!(!state.holds_note(Seat(LETNEV), note("trade-agreement", HACAN)));
}

#[test]
fn old_checkpoints_have_no_notes_and_go_on() {
    let state = table("start");
    let mut json = serde_json::to_value(&state).expect("plain data");
    let root = json.as_object_mut().expect("a struct");
    root.remove("whereabouts");
    for player in root["players"].as_array_mut().expect("a list") {
        let player = player.as_object_mut().expect("a struct");
        player.remove("notes");
        player.remove("notes_in_play");
    }
    let state: State = serde_json::from_value(json).expect("an older state");
    let played = Script::new().run(state, turn::take).done();
    assert!(played.state.whereabouts.is_empty());
}

// Generic notes

#[test]
fn ceasefire_keeps_the_owners_ships_out_of_the_active_system() {
    let state = table("note hacan: ceasefire of sol");
    let script = Script::new()
        .answer(SOL, [Choice::Activate(system("202"))])
        .answer(HACAN, play("ceasefire", SOL));
    let played = script.run(state, turn::take).done();
    let told = played.told();
    assert!(told.contains("plays **Ceasefire** of «0»"), "{told}");
    assert!(!played.asked(SOL).iter().any(|asked| matches!(asked, Question::Move { .. })));
    assert!(played.state.holds_note(Seat(SOL), note("ceasefire", SOL)));
}

#[test]
fn ceasefire_needs_units_of_its_player_in_the_system_the_owner_activates() {
    let state = table("note hacan: ceasefire of sol");
    let fits = |by: u8, label: &str| {
        let moment = Moment::Activated { by: Seat(by), system: system(label) };
        !notes::playable(&state, Seat(HACAN), &moment).is_empty()
    };
    assert!(fits(SOL, "202"));
    assert!(!fits(SOL, "203"));
    assert!(!fits(LETNEV, "202"));
}

#[test]
fn ceasefire_leaves_what_is_there_already() {
    let state = table("space 202: sol carrier, 2 infantry\nnote hacan: ceasefire of sol");
    let script = Script::new()
        .answer(SOL, [Choice::Activate(system("202"))])
        .answer(HACAN, play("ceasefire", SOL));
    let played = script.run(state, turn::take).done();
    assert!(played.told().contains("Space combat"), "{}", played.told());
}

#[test]
fn support_for_the_throne_is_laid_out_at_once_for_a_point() {
    let offer = "/trade with:hacan give:support for the throne";
    let played = deal(table(""), SOL, offer, HACAN).done();
    assert_eq!(played.state.points(Seat(HACAN)), 1);
    let laid = &played.state.player(Seat(HACAN)).notes_in_play;
    assert_eq!(laid, &[note("support-for-the-throne", SOL)]);
    assert!(played.told().contains("Support for the Throne"), "it cannot be hidden");
}

#[test]
fn support_for_the_throne_is_lost_when_its_holder_activates_a_system_of_the_owner() {
    let lines = "laid sol: support-for-the-throne of hacan\nplanet arretze: hacan pds";
    let attack = |label: &str| {
        let script = Script::new().answer(SOL, [Choice::Activate(system(label))]);
        script.run(table(lines), turn::take).done()
    };
    let spared = attack("203");
    assert_eq!(spared.state.points(Seat(SOL)), 1);
    let lost = attack("202");
    assert_eq!(lost.state.points(Seat(SOL)), 0);
    assert!(lost.state.holds_note(Seat(HACAN), note("support-for-the-throne", HACAN)));
    assert!(lost.told().contains("loses 1 victory point"), "{}", lost.told());
    // Structures alone are units as well.
    assert_eq!(attack("304").state.points(Seat(SOL)), 0);
}

#[test]
fn support_for_the_throne_may_decide_the_game() {
    let state = table("points hacan: 9");
    let played = deal(state, SOL, "/trade with:hacan give:support", HACAN);
    assert_eq!(played.state.winner, Some(Seat(HACAN)));
}

#[test]
fn support_for_the_throne_of_both_counts_for_the_active_player_first() {
    let state = table("points hacan: 9\npoints sol: 9\nactive hacan");
    let played = deal(state, SOL, "/trade with:hacan give:support get:support", HACAN);
    assert_eq!(played.state.winner, Some(Seat(HACAN)));
}

#[test]
fn trade_agreement_takes_what_its_owner_has_after_replenishing() {
    let state = table("note sol: trade-agreement of hacan\ngoods hacan: 1 6");
    let script = Script::new().answer(SOL, play("trade-agreement", HACAN));
    let played = script.run(state, |game| trade::replenish(game, Seat(HACAN))).done();
    assert_eq!(played.state.player(Seat(SOL)).trade_goods, 6);
    assert_eq!(played.state.player(Seat(HACAN)).commodities, 0);
    assert_eq!(played.state.player(Seat(HACAN)).trade_goods, 1);
    assert!(played.state.holds_note(Seat(HACAN), note("trade-agreement", HACAN)));
}

#[test]
fn trade_agreement_waits_for_its_own_owner() {
    let state = table("note sol: trade-agreement of hacan\ngoods letnev: 0 2");
    let played = Script::new().run(state, |game| trade::replenish(game, Seat(LETNEV))).done();
    assert_eq!(played.script.asked, []);
}
