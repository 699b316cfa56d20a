//! Unit upgrades as play: what the better unit does that the printed one could not.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{combat, fleet, hits, production, space_cannon, technology, turn};
use crate::imperium::script::{Played, Script, refused};
use crate::imperium::state::*;

use UnitKind::*;

const WINNU: Seat = Seat(0);

/// Winnu's home is 301 with Winnu (3/4); 201, 101 and 205 are empty space, 206 holds Bereg and Lirta IV.
fn arena(lines: &str) -> State {
    at(&format!(
        "players winnu, hacan, letnev
tile 101 = 46
tile 201 = 47
tile 205 = 48
tile 206 = 35
strategy winnu: leadership exhausted
{lines}"
    ))
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

/// Whether one unit of the kind may move from 301 over 201 into 101, two systems away.
fn reaches(kind: UnitKind, lines: &str) -> bool {
    let name = kind.name();
    let state = arena(&format!("space 301: winnu {name}\n{lines}"));
    let via = Vec::new();
    let part = Choice::Move { kind, damaged: false, count: 1, from: place("301"), via };
    refused(&state, 0, Question::Move { system: place("101") }, &[part]).is_none()
}

#[test]
fn carrier_ii_moves_two_and_carries_six() {
    assert_eq!([reaches(Carrier, ""), reaches(Carrier, "tech winnu: carrier-ii")], [false, true]);
    let room = |lines: &str| {
        let state = arena(&format!("space 201: winnu carrier\n{lines}"));
        fleet::capacity(&state, WINNU, place("201"))
    };
    assert_eq!([room(""), room("tech winnu: carrier-ii")], [4, 6]);
}

#[test]
fn dreadnought_ii_moves_two_and_shrugs_off_a_direct_hit() {
    let upgrade = "tech winnu: dreadnought-ii";
    assert_eq!([reaches(Dreadnought, ""), reaches(Dreadnought, upgrade)], [false, true]);
    let hit = |lines: &str| {
        let state =
            arena(&format!("space 201: winnu dreadnought\nhand hacan: direct-hit\n{lines}"));
        let (by, from) = (WINNU, Seat(1));
        let place = Place::Space(place("201"));
        let moment = Moment::Sustained { by, from, place, kind: Dreadnought, destroyed: false };
        !window::playable(&state, from, &moment).is_empty()
    };
    assert_eq!([hit(""), hit(upgrade)], [true, false]);
}

#[test]
fn cruiser_ii_moves_three_carries_one_and_hits_on_a_six() {
    let state = arena("space 201: winnu cruiser\ntech winnu: cruiser-ii");
    assert_eq!(fleet::capacity(&state, WINNU, place("201")), 1);
    let card = state.card(WINNU, Cruiser).expect("everybody has cruisers");
    assert_eq!(card.movement, Some(3));
    let fight = |lines: &str, die: u8| {
        let state = arena(&format!("space 205: winnu cruiser; hacan carrier\n{lines}"));
        let script = Script::new().dice([die, 1]).dice([10, 1]);
        let played = script.run(state, |game| combat::space_combat(game, place("205"))).done();
        played.script.rolled.len()
    };
    assert_eq!(fight("tech winnu: cruiser-ii", 6), 2, "the first round decides");
    assert_eq!(fight("", 6), 4, "the plain cruiser misses with a 6");
}

#[test]
fn destroyer_ii_shoots_three_barrage_dice_that_hit_on_six() {
    let barrage = |lines: &str| {
        let state = arena(&format!("space 205: winnu destroyer; hacan 4 fighters\n{lines}"));
        let script = Script::new().dice([6; 3]).dice([10; 20]);
        let played = script.run(state, |game| combat::space_combat(game, place("205"))).done();
        let (label, dice) = &played.script.rolled[0];
        assert!(label.contains("barrage"), "{label}");
        (dice.len(), played.told().contains("loses 3 fighters"))
    };
    assert_eq!(barrage(""), (2, false));
    assert_eq!(barrage("tech winnu: destroyer-ii"), (3, true));
}

#[test]
fn war_sun_can_be_built_by_nobody_without_it() {
    let lines = "planet winnu: winnu space-dock\ngoods winnu: 12 0\n";
    let (system, at) = (place("301"), Place::Space(place("301")));
    let parts = [Choice::Build { kind: WarSun, count: 1, at }, Choice::TradeGoods(12)];
    let question = || Question::Produce { system, limit: 5 };
    let plain = arena(lines);
    assert!(production::can_produce(&plain, WINNU, system));
    assert!(refused(&plain, 0, question(), &parts).is_some());
    let state = arena(&format!("{lines}tech winnu: war-sun"));
    assert_eq!(refused(&state, 0, question(), &parts), None);
    let played = Script::new()
        .answer(0, parts)
        .run(state, move |game| production::produce(game, WINNU, system))
        .done();
    assert_eq!(played.state.system(system).space.count(WINNU, WarSun), 1);
    assert_eq!(played.state.player(WINNU).trade_goods, 0);
}

#[test]
fn space_dock_ii_produces_four_more_than_the_planet_has_resources() {
    let limit = |lines: &str| {
        let state = arena(&format!("planet winnu: winnu space-dock\n{lines}"));
        production::Yard::of(&state, WINNU, place("301")).limit
    };
    assert_eq!([limit(""), limit("tech winnu: space-dock-ii")], [5, 7]);
}

#[test]
fn pds_ii_fires_into_the_next_system_and_hits_on_a_five() {
    let fire = |lines: &str| {
        let state = arena(&format!(
            "space 205: hacan cruiser\nplanet bereg: winnu infantry, pds\nactive hacan\n{lines}"
        ));
        let yes = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
            matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
        };
        // Hacan have Antimass Deflectors: 6 - 1.
        let script = Script::new().dice([6]).when(yes);
        let played =
            script.run(state, |game| space_cannon::offense(game, Seat(1), place("205"))).done();
        played.state.system(place("205")).space.count(Seat(1), Cruiser)
    };
    assert_eq!([fire(""), fire("tech winnu: pds-ii")], [1, 0]);
}

#[test]
fn fighter_ii_flies_alone_and_bars_the_way() {
    let upgrade = "tech winnu: fighter-ii";
    assert_eq!([reaches(Fighter, ""), reaches(Fighter, upgrade)], [false, true]);
    assert!(!reaches(Cruiser, "space 201: hacan fighter"));
    assert!(reaches(Cruiser, ""));
}

#[test]
fn fighter_ii_beyond_capacity_counts_as_a_ship() {
    let left = |lines: &str| {
        let state =
            arena(&format!("space 201: winnu carrier, 7 fighters\ntokens winnu: 3 3 2\n{lines}"));
        let run = |game: &mut crate::imperium::Game| fleet::tidy(game, WINNU, place("201"));
        // The owner says whether a fighter or the carrier goes.
        let one = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
            let gone = Choice::Destroy { kind: Fighter, damaged: false, count: 1 };
            matches!(prompt.question, Question::RemoveExcess { .. }).then(|| vec![gone])
        };
        let played = Script::new().when(one).run(state, run).done();
        played.state.system(place("201")).space.count(WINNU, Fighter)
    };
    assert_eq!([left(""), left("tech winnu: fighter-ii")], [4, 6]);
}

// Infantry II

fn lose_infantry(state: State, dice: [u8; 3]) -> Played {
    let at = Place::Planet(planet("bereg"));
    let source = crate::imperium::rules::ask::HitSource::GroundCombat;
    let run =
        move |game: &mut crate::imperium::Game| hits::assign(game, WINNU, at, 3, source, Seat(1));
    Script::new().dice(dice).run(state, run).done()
}

const LANDED: &str = "planet bereg: winnu 3 infantry\nplanet lirta-iv: hacan infantry\n";

#[test]
fn infantry_ii_comes_back_home_on_six_or_more_at_the_start_of_the_next_turn() {
    let state = arena(&format!("{LANDED}tech winnu: infantry-ii"));
    let played = lose_infantry(state, [5, 6, 10]);
    assert!(played.told().contains("**5, 6, 10**, 2 will come back"), "{}", played.told());
    assert_eq!(played.state.on_board(WINNU, Infantry), 0);
    let played = Script::new().run(played.state, turn::take).done();
    assert_eq!(played.state.planet(planet("winnu")).forces.count(WINNU, Infantry), 2);
    assert_eq!(played.state.player(WINNU).returning, 0);
}

#[test]
fn infantry_ii_is_lost_where_no_home_planet_is_controlled() {
    let state = arena(&format!("{LANDED}tech winnu: infantry-ii\ncontrol winnu: nobody"));
    let played = Script::new().run(lose_infantry(state, [6, 6, 10]).state, turn::take).done();
    assert_eq!(played.state.on_board(WINNU, Infantry), 0);
    assert_eq!(played.state.player(WINNU).returning, 0);
}

#[test]
fn infantry_ii_is_not_rolled_for_by_those_who_have_not_researched_it_yet() {
    let played = lose_infantry(arena(LANDED), [10, 10, 10]);
    assert!(played.script.rolled.is_empty());
    let mut state = played.state;
    state.gain_technology(WINNU, TechId::named("infantry-ii"));
    let played = Script::new().run(state, turn::take).done();
    assert_eq!(played.state.on_board(WINNU, Infantry), 0);
}

#[test]
fn infantry_ii_is_shared_among_several_home_planets_as_its_owner_says() {
    let mut state = at("players hacan, winnu, letnev\nstrategy hacan: leadership exhausted");
    state.gain_technology(Seat(0), TechId::named("infantry-ii"));
    state.player_mut(Seat(0)).returning = 3;
    let script = Script::new().when(|_, prompt| match prompt.question {
        Question::Revive { .. } => Some(vec![Choice::Number(1)]),
        _ => None,
    });
    let played = script.run(state, turn::take).done();
    let on = |slug| played.state.planet(planet(slug)).forces.count(Seat(0), Infantry);
    assert_eq!(["arretze", "hercant", "kamdorn"].map(on), [1, 1, 1]);
}

#[test]
fn infantry_ii_needs_two_green_technologies() {
    let may = |lines: &str| {
        technology::can_research(&arena(lines), WINNU, TechId::named("infantry-ii")).is_ok()
    };
    assert!(!may("tech winnu: neural-motivator"));
    assert!(may("tech winnu: neural-motivator, dacxive-animators"));
}

#[test]
fn infantry_ii_does_not_come_back_from_capacity_or_retreats() {
    let state = arena("space 201: winnu 2 infantry\ntech winnu: infantry-ii");
    let played = Script::new().run(state, |game| fleet::tidy(game, WINNU, place("201"))).done();
    assert_eq!(played.state.on_board(WINNU, Infantry), 0);
    assert_eq!(played.state.player(WINNU).fallen, 0, "removed is not destroyed (RR 31.2)");
}
