//! Victory points (RR 98).

use super::*;
use crate::imperium::rules::victory;

#[test]
fn rr_98_4a_nobody_stands_beyond_the_goal() {
    let mut state = arena("points sol: 9");
    state.player_mut(SOL).other_points.push((Merit::Custodians, 2));
    assert_eq!(state.points(SOL), 10);
    state.options.goal = 14;
    assert_eq!(state.points(SOL), 11);
}

#[test]
fn rr_98_6_a_point_from_a_law_stays_when_the_law_goes() {
    let law = AgendaId::named("mutiny");
    let mut state = arena("law executive-sanctions: for");
    state.player_mut(SOL).other_points.push((Merit::Agenda(law), 1));
    state.discard_law(AgendaId::named("executive-sanctions"));
    assert_eq!(state.points(SOL), 1);
}

#[test]
fn rr_98_7_of_two_tenth_points_at_once_initiative_decides() {
    let lines =
        "points sol: 10\npoints hacan: 10\nstrategy sol: warfare\nstrategy hacan: leadership";
    let played = Script::new().run(arena(lines), victory::check);
    assert_eq!(played.state.winner, Some(HACAN));
}

#[test]
fn rr_98_7_without_strategy_cards_the_nearest_to_the_speaker_wins() {
    let mut state = arena("points sol: 10\npoints hacan: 10\nspeaker letnev\nphase agenda");
    state.strategy.iter_mut().for_each(|slot| slot.holder = None);
    let played = Script::new().run(state, victory::check);
    assert_eq!(played.state.winner, Some(SOL), "clockwise from Letnev comes Sol");
}

#[test]
fn rr_98_2a_the_longer_game_ends_with_fourteen_points() {
    let lines = "goal 14\npoints sol: 13";
    let played = Script::new().run(arena(lines), victory::check).done();
    assert_eq!(played.state.winner, None);
}

/// Both voters for Mutiny stand at nine; the speaker is nearest to the speaker (RR 98.7).
#[test]
fn rr_98_7_in_the_agenda_phase_the_speaker_comes_first_of_two_tenth_points() {
    let state = arena(
        "phase agenda\ncustodians gone\nspeaker sol\nagendas: mutiny\npoints sol: 9\npoints hacan: 9",
    );
    let votes =
        |planet: &str| [Choice::Outcome(Elected::For), Choice::Exhaust(PlanetId::named(planet))];
    let script = Script::new().answer(1, votes("hercant")).on(0, votes("jord"));
    let played = script.run(state, crate::imperium::rules::advance).done();
    assert_eq!(played.state.winner, Some(SOL), "{}", played.told());
    assert_eq!(played.state.stage, Stage::Finished);
}

#[test]
fn rr_98_5_most_points_are_those_of_everybody_who_has_as_many() {
    let state = arena(
        "phase agenda\ncustodians gone\nspeaker sol\nagendas: seed-of-an-empire\n\
         points hacan: 4\npoints letnev: 4\npoints sol: 1",
    );
    let script = Script::new().when(|_, prompt| {
        let tie = matches!(prompt.question, Question::BreakTie { .. });
        tie.then(|| vec![Choice::Outcome(Elected::For)])
    });
    let state = script.run(state, crate::imperium::rules::advance).done().state;
    assert_eq!([SOL, HACAN, LETNEV].map(|seat| state.points(seat)), [1, 5, 5]);
}

/// Mutiny takes the point away that Support for the Throne gave; when the note goes back there is nothing left to
/// lose, and the next point counts in full.
#[test]
fn rr_98_4a_nobody_falls_below_the_start_of_the_track() {
    let support = Note { card: NoteId::named("support-for-the-throne"), of: LETNEV };
    let state = arena("laid sol: support-for-the-throne of letnev");
    assert_eq!(state.points(SOL), 1);
    let mutiny = Merit::Agenda(AgendaId::named("mutiny"));
    let played = Script::new().run(state, move |game| {
        victory::gain(game, SOL, mutiny, -1)?;
        game.state.return_note(support);
        victory::gain(game, SOL, Merit::Custodians, 1)
    });
    assert_eq!(played.done().state.points(SOL), 1);
}

#[test]
fn rr_98_4a_who_has_no_points_loses_none() {
    let holy = Merit::Agenda(AgendaId::named("holy-planet-of-ixth"));
    let played = Script::new().run(arena(""), move |game| {
        victory::gain(game, SOL, holy, -1)?;
        victory::gain(game, SOL, Merit::Custodians, 1)
    });
    let played = played.done();
    assert_eq!(played.state.points(SOL), 1);
    assert!(!played.told().contains("loses"), "{}", played.told());
}
