//! The Clan of Saar as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{
    combat, control, movement, production, retreat, scoring, space_cannon, strategy_cards, turn,
};
use UnitKind::*;

#[test]
fn nomadic_scores_public_objectives_without_the_home_system() {
    let lines = |name: &str| {
        let home = if name == "saar" { "lisis-ii" } else { "arretze" };
        format!("goods {name}: 9 0\ncontrol {home}: nobody\nobjective negotiate-trade-routes:")
    };
    let card = PublicId::named("negotiate-trade-routes");
    let state = arena("saar", &lines("saar"));
    assert_eq!(scoring::can_score_public(&state, Seat(0), card), Ok(()));
    let state = arena("saar", &lines("hacan"));
    assert!(scoring::can_score_public(&state, Seat(1), card).is_err());
}

#[test]
fn scavenge_gains_a_trade_good_for_each_planet_gained() {
    let state = arena("saar", "planet bereg: saar infantry\ncontrol bereg: nobody");
    let played = Script::new()
        .run(state, |game| {
            control::gain(game, Seat(0), planet("bereg"))?;
            control::gain(game, Seat(0), planet("lirta-iv"))?;
            control::gain(game, Seat(1), planet("lirta-iv"))
        })
        .done();
    assert_eq!(played.state.player(Seat(0)).trade_goods, 2);
    assert_eq!(played.state.player(Seat(1)).trade_goods, 0);
}

// Chaos Mapping

#[test]
fn chaos_mapping_closes_asteroid_fields_with_own_ships_to_others() {
    let may = |lines: &str| {
        let text = format!("players saar, hacan, letnev\ntile 205 = 45\n{lines}");
        movement::can_activate(&crate::imperium::position::at(&text), Seat(1), place("205"))
    };
    let tech = "tech saar: chaos-mapping\n";
    assert!(may(&format!("{tech}space 205: saar cruiser")).is_err());
    assert!(may("space 205: saar cruiser").is_ok());
    assert!(may(&format!("{tech}space 205: saar space-dock")).is_ok());
    assert!(may(tech).is_ok());
}

#[test]
fn chaos_mapping_produces_one_unit_at_the_start_of_each_turn() {
    let lines = "tech saar: chaos-mapping\nspace 205: saar space-dock\ngoods saar: 5 0";
    let build = Choice::Build { kind: Destroyer, count: 1, at: Place::Space(place("205")) };
    let script =
        Script::new().answer(0, uses("Chaos Mapping")).answer(0, [build, Choice::TradeGoods(1)]);
    let played = take_turn(arena("saar", lines), script);
    assert_eq!(ships(&played, "205", 0, Destroyer), 1);
    // Once a turn, and again in the next one.
    assert_eq!(offers(&played, "Chaos Mapping"), 1);
    let mut again = played.state.clone();
    (again.active, again.player_mut(Seat(0)).passed) = (Some(Seat(0)), false);
    assert_eq!(offers(&take_turn(again, Script::new()), "Chaos Mapping"), 1);
    let none = arena("saar", "tech saar: chaos-mapping\ngoods saar: 5 0");
    assert_eq!(offers(&take_turn(none, Script::new()), "Chaos Mapping"), 0);
}

// Floating Factories

fn dock(from: &str) -> Choice {
    Choice::Move { kind: SpaceDock, damaged: false, count: 1, from: place(from), via: vec![] }
}

fn moves(state: State, parts: Vec<Choice>, to: &str) -> Played {
    let to = place(to);
    let script = Script::new().answer(0, parts);
    script.run(state, |game| movement::move_ships(game, Seat(0), to)).done()
}

#[test]
fn floating_factory_i_moves_by_itself_and_carries_four() {
    let state = arena("saar", "space 204: saar space-dock, 4 infantry");
    let carry = Choice::Carry {
        kind: Infantry,
        damaged: false,
        count: 4,
        from: Place::Space(place("204")),
        ship: SpaceDock,
        ship_from: place("204"),
    };
    let played = moves(state, vec![dock("204"), carry], "205");
    assert_eq!(ships(&played, "205", 0, SpaceDock), 1);
    assert_eq!(ships(&played, "205", 0, Infantry), 4);
}

#[test]
fn floating_factory_i_produces_in_space_where_it_came_to() {
    let lines = "space 204: saar space-dock\ngoods saar: 9 0";
    let at = Place::Space(place("205"));
    let parts = [
        Choice::Build { kind: Cruiser, count: 1, at },
        Choice::Build { kind: Infantry, count: 2, at },
        Choice::TradeGoods(3),
    ];
    let script = Script::new()
        .answer(0, [Choice::Activate(place("205"))])
        .answer(0, [dock("204")])
        .answer(0, parts);
    let played = take_turn(arena("saar", lines), script);
    assert_eq!(ships(&played, "205", 0, Cruiser), 1);
    assert_eq!(ships(&played, "205", 0, Infantry), 2);
}

#[test]
fn floating_factory_i_is_destroyed_when_others_come_and_it_has_no_ships() {
    let state =
        arena("saar", "active hacan\nspace 205: saar space-dock\nspace 204: hacan destroyer");
    let part =
        Choice::Move { kind: Destroyer, damaged: false, count: 1, from: place("204"), via: vec![] };
    let script = Script::new().answer(1, [part.clone()]);
    let to = place("205");
    let played = script.run(state, |game| movement::move_ships(game, Seat(1), to)).done();
    assert_eq!(ships(&played, "205", 0, SpaceDock), 0);
    let lines = "active hacan\nspace 205: saar space-dock, fighter\nspace 204: hacan destroyer";
    let script = Script::new().answer(1, [part]);
    let state = arena("saar", lines);
    let guarded = script.run(state, |game| movement::move_ships(game, Seat(1), to)).done();
    assert_eq!(ships(&guarded, "205", 0, SpaceDock), 1);
}

#[test]
fn floating_factory_i_dies_with_the_last_ship_that_guards_it() {
    let lines = "space 205: saar space-dock, destroyer, 2 infantry; hacan cruiser";
    let played = fight(arena("saar", lines), Script::new().dice([1, 10]));
    assert_eq!(ships(&played, "205", 0, SpaceDock), 0);
    assert_eq!(ships(&played, "205", 0, Infantry), 0);
    // When both sides die it stays.
    let played = fight(arena("saar", lines), Script::new().dice([10, 10]));
    assert_eq!(ships(&played, "205", 0, SpaceDock), 1);
}

#[test]
fn floating_factory_i_retreats_with_the_fleet() {
    let lines = "space 205: saar space-dock, destroyer; hacan cruiser\nspace 204: saar fighter";
    let script = Script::new().answer(0, [Choice::Yes]).dice([1, 1]).when(|_, prompt| match prompt
        .question
    {
        Question::RetreatTo { .. } => Some(vec![Choice::System(place("204"))]),
        _ => None,
    });
    let state = arena("saar", lines);
    assert!(retreat::destinations(&state, Seat(0), place("205")).contains(&place("204")));
    let played = fight(state, script);
    assert_eq!(ships(&played, "204", 0, SpaceDock), 1);
    assert_eq!(ships(&played, "205", 0, SpaceDock), 0);
}

#[test]
fn floating_factory_i_takes_no_hits_and_counts_for_no_fleet_pool() {
    let lines =
        "tokens saar: 3 1 2\nspace 205: saar 2 space-docks, cruiser\nplanet bereg: hacan pds";
    let state = arena("saar", lines);
    assert_eq!(state.fleet_size(place("205"), Seat(0)), 1);
    let hits = crate::imperium::rules::ask::HitSource::SpaceCannon;
    let kinds: Vec<UnitKind> =
        crate::imperium::rules::hits::targets(&state, Seat(0), Place::Space(place("205")), hits)
            .map(|stack| stack.kind)
            .collect();
    assert_eq!(kinds, [Cruiser]);
    let fired =
        Script::new().run(state, |game| space_cannon::offense(game, Seat(0), place("205"))).done();
    assert_eq!(ships(&fired, "205", 0, SpaceDock), 2);
}

#[test]
fn floating_factory_i_is_placed_by_construction_in_the_space_of_an_own_planet() {
    let state = arena("saar", "strategy saar: construction\ncontrol bereg: saar");
    let card = StrategyId::named("construction");
    let at = |planet| Choice::Structure { kind: SpaceDock, planet };
    let script = Script::new().answer(0, [at(planet("bereg"))]);
    let played = script.run(state, |game| strategy_cards::primary(game, Seat(0), card)).done();
    assert_eq!(ships(&played, "206", 0, SpaceDock), 1);
}

#[test]
fn floating_factory_i_produces_for_the_secondary_ability_of_warfare() {
    let lines = "strategy hacan: warfare\nactive hacan\ngoods saar: 5 0\ntokens hacan: 0 3 2";
    let mut state = arena("saar", lines);
    let home = state.home_system(Seat(0)).expect("a home");
    state.place_units(Seat(0), SpaceDock, 1, Place::Space(home));
    let card = StrategyId::named("warfare");
    let owed = strategy_cards::owed(&state, Seat(1), card);
    assert_eq!(owed.iter().filter(|owed| owed.seat == Seat(0)).count(), 1);
    let parts =
        [Choice::Build { kind: Cruiser, count: 1, at: Place::Space(home) }, Choice::TradeGoods(2)];
    assert_eq!(refused(&state, 0, Question::Secondary { card }, &parts), None);
}

#[test]
fn floating_factory_ii_moves_two_and_produces_seven() {
    let lines = "tech saar: floating-factory-ii\nspace 205: saar space-dock";
    let state = arena("saar", lines);
    assert_eq!(production::Yard::of(&state, Seat(0), place("205")).limit, 7);
    assert_eq!(movement::move_value(&state, Seat(0), SpaceDock, place("205")), 2);
    assert_eq!(movement::room(&state, Seat(0), SpaceDock), 5);
}

#[test]
fn floating_factory_i_does_not_bar_the_way_and_starts_no_combat() {
    let lines = "space 205: saar space-dock; hacan cruiser";
    let state = arena("saar", lines);
    assert_eq!(state.fleets(place("205")), [Seat(1)]);
    let played = Script::new().run(state, |game| combat::space_combat(game, place("205"))).done();
    assert!(!played.told().contains("Space combat"));
}

// Set-up

#[test]
fn floating_factory_i_starts_in_the_space_of_the_home_system() {
    let state = crate::imperium::position::at("players saar, hacan, letnev\nstart");
    let home = state.home_system(Seat(0)).expect("a home");
    let space = &state.system(home).space;
    assert_eq!((space.count(Seat(0), SpaceDock), space.count(Seat(0), Carrier)), (1, 2));
    assert!(
        crate::imperium::rules::setup::factions(Sources::BASE)
            .contains(&FactionId::named("clan-of-saar"))
    );
    let place = |kind| Choice::Structure { kind, planet: planet("ragh") };
    let army = Choice::Land { kind: Infantry, damaged: false, count: 4, planet: planet("ragh") };
    let question = || Question::PlaceStartingUnits;
    assert_eq!(refused(&state, 0, question(), std::slice::from_ref(&army)), None);
    assert!(refused(&state, 0, question(), &[army, place(SpaceDock)]).is_some());
    assert!(!turn::actions(&state, Seat(0)).is_empty());
}

#[test]
fn son_of_ragh_barrages_with_four_dice() {
    let lines = "space 205: saar flagship; hacan carrier, 4 fighters";
    let played = fight(arena("saar", lines), Script::new().dice([6, 6, 5, 10]));
    assert!(played.told().contains("6, 6, 5, 10"), "{}", played.told());
    assert!(played.told().contains("3 fighters"), "{}", played.told());
}
