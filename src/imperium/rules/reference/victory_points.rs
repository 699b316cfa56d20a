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
