//! Laws that a player owns.

use super::*;
use crate::imperium::rules::production::Yard;
use crate::imperium::rules::tables::{Number, number};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{control, status, strategy_cards, trade, turn};

#[test]
fn committee_formation_replaces_a_vote_on_a_player() {
    let lines = "law committee-formation: hacan\nagendas: archived-secret";
    let script = Script::new()
        .answer(1, uses("Committee Formation"))
        .answer(1, [Choice::Outcome(player(2))]);
    let played = script.run(session(lines), rules::advance).done();
    assert_eq!(played.state.player(Seat(2)).secrets.len(), 1);
    assert!(played.state.laws.is_empty());
    assert!(
        (0..3).all(|seat| !played.asked(seat).iter().any(|q| matches!(q, Question::Vote { .. })))
    );
}

#[test]
fn committee_formation_is_not_for_other_agendas() {
    let lines = "law committee-formation: hacan\nagendas: economic-equality";
    let played = decided(Elected::For).run(session(lines), rules::advance).done();
    assert!(!played.asked(1).iter().any(|q| matches!(q, Question::Respond { .. })));
}

#[test]
fn imperial_arbiter_swaps_strategy_cards_but_not_trade_goods() {
    let mut state = table(
        "law imperial-arbiter: hacan\nphase strategy\nstrategy sol: leadership\nstrategy hacan: trade",
    );
    state.player_mut(Seat(1)).trade_goods = 2;
    let script = Script::new().answer(1, uses("Imperial Arbiter"));
    let run = |game: &mut crate::imperium::Game| {
        window::in_speaker_order(game, &mut Moment::StrategyPhaseEnds {})
    };
    let state = script.run(state, run).done().state;
    let holder = |slug| state.slot(StrategyId::named(slug)).and_then(|slot| slot.holder);
    assert_eq!((holder("leadership"), holder("trade")), (Some(Seat(1)), Some(Seat(0))));
    assert_eq!(state.player(Seat(1)).trade_goods, 2);
    assert!(state.laws.is_empty());
}

#[test]
fn minister_of_commerce_pays_for_each_neighbour() {
    let lines = "law minister-of-commerce: sol\nspace 205: sol cruiser; hacan cruiser; letnev cruiser\ngoods sol: 0 4";
    let played = Script::new().run(table(lines), |game| trade::replenish(game, Seat(0))).done();
    let sol = played.state.player(Seat(0));
    assert_eq!((sol.trade_goods, sol.commodities), (2, 4));
    let played = Script::new().run(table(lines), |game| trade::replenish(game, Seat(1))).done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 0);
}

#[test]
fn minister_of_exploration_pays_for_each_planet() {
    let state = table("law minister-of-exploration: sol\ngoods sol: 0 0");
    let gain = |seat: u8| {
        let run = Script::new()
            .run(state.clone(), |game| control::gain(game, Seat(seat), planet("quann")));
        run.done().state.player(Seat(seat)).trade_goods
    };
    assert_eq!((gain(0), gain(1)), (1, 0));
}

#[test]
fn minister_of_industry_produces_where_a_dock_is_placed() {
    let lines = "law minister-of-industry: hacan\ncontrol quann: hacan\nplanet abyz: hacan 2 infantry\ngoods hacan: 3 0";
    let script = Script::new().answer(
        1,
        [
            Choice::Build {
                kind: UnitKind::Infantry,
                count: 2,
                at: Place::Planet(planet("quann")),
            },
            Choice::TradeGoods(1),
        ],
    );
    let state = table(lines);
    let system = state.galaxy.system_of(planet("quann")).expect("on the board");
    let mut state = state;
    state.place_units(Seat(1), UnitKind::SpaceDock, 1, Place::Planet(planet("quann")));
    let run = |game: &mut crate::imperium::Game| {
        window::must(game, &mut Moment::DockPlaced { by: Seat(1), system })
    };
    let played = script.run(state, run).done();
    assert_eq!(on(&played.state, "quann", 1, UnitKind::Infantry), 2);
}

#[test]
fn minister_of_peace_ends_the_turn_of_whoever_activates_a_foreign_system() {
    let lines = "law minister-of-peace: letnev\nplanet quann: hacan infantry\nspace 205: sol cruiser\nhand sol: flank-speed";
    let state = table(lines);
    let target = state.galaxy.system_of(planet("quann")).expect("on the board");
    let script =
        Script::new().answer(0, [Choice::Activate(target)]).answer(2, uses("Minister of Peace"));
    let played = script.run(state, turn::take).done();
    assert!(played.state.system(target).tokens.contains(Seat(0)));
    assert!(played.state.laws.is_empty());
    assert_eq!(played.state.player(Seat(0)).hand.len(), 1, "nothing can be played any more");
    assert!(!played.asked(0).iter().any(|q| matches!(q, Question::Move { .. })));
    assert_ne!(played.state.active, Some(Seat(0)));
}

#[test]
fn minister_of_policy_draws_a_card_at_the_end_of_the_status_phase() {
    let mut state = table("law minister-of-policy: hacan\ntech hacan: neural-motivator");
    state.stage = Stage::Status(StatusStep::ReturnStrategyCards);
    let run = |game: &mut crate::imperium::Game| status::run(game, StatusStep::ReturnStrategyCards);
    let state = Script::new().run(state, run).done().state;
    assert_eq!([0, 1].map(|seat| state.player(Seat(seat)).hand.len()), [0, 1]);
}

#[test]
fn minister_of_sciences_researches_for_nothing() {
    let price = |seat: u8| {
        let state = table("law minister-of-sciences: hacan");
        number(&state, Number::ResearchPrice { seat: Seat(seat) }, 6).max(0)
    };
    assert_eq!((price(0), price(1)), (6, 0));
    let state = table("law minister-of-sciences: hacan\nstrategy hacan: technology");
    let tech = |slug| [Choice::Technology(TechId::named(slug))];
    let script =
        Script::new().answer(1, tech("neural-motivator")).answer(1, tech("dacxive-animators"));
    let card = StrategyId::named("technology");
    let played = script.run(state, move |game| strategy_cards::primary(game, Seat(1), card)).done();
    assert_eq!(played.state.player(Seat(1)).technologies.len(), 2);
    assert_eq!(played.state.ready_planets(Seat(1)).count(), 3);
}

#[test]
fn minister_of_war_takes_a_token_back_for_another_action() {
    let state =
        table("law minister-of-war: sol\ntoken sol: 206\nstrategy sol: leadership exhausted");
    let script = Script::new()
        .answer(0, [Choice::Activate(system("205"))])
        .answer(0, uses("Minister of War"))
        .answer(0, [Choice::System(system("206"))])
        .answer(0, [Choice::Activate(system("206"))]);
    let played = script.run(state, turn::take).done();
    assert!(played.state.laws.is_empty());
    assert_eq!(played.state.tokens_on_board(Seat(0)), 2);
    assert_eq!(played.state.player(Seat(0)).tokens.tactic, 1);
}

#[test]
fn prophecy_of_ixth_helps_fighters_until_too_few_are_produced() {
    let state = table("law prophecy-of-ixth: sol\nplanet jord: sol space dock\ngoods sol: 9 0");
    let roll = |kind| {
        let place = Place::Space(system("205"));
        number(&state, Number::CombatRoll { seat: Seat(0), kind, place }, 0)
    };
    assert_eq!((roll(UnitKind::Fighter), roll(UnitKind::Cruiser)), (1, 0));
    let produce = |units: &[(UnitKind, u8)], goods| {
        let home = state.home_system(Seat(0)).expect("at home");
        let at = Place::Space(home);
        let mut parts: Vec<Choice> = units
            .iter()
            .map(|(kind, count)| Choice::Build { kind: *kind, count: *count, at })
            .collect();
        parts.push(Choice::TradeGoods(goods));
        let yard = Yard::of(&state, Seat(0), home);
        let run = Script::new().run(state.clone(), |game| yard.carry_out(game, &parts));
        run.done().state.law_in_force(id("prophecy-of-ixth")).is_some()
    };
    assert!(!produce(&[(UnitKind::Dreadnought, 1), (UnitKind::Fighter, 1)], 5));
    assert!(produce(&[(UnitKind::Fighter, 2)], 1));
}

#[test]
fn shard_of_the_throne_goes_to_whoever_beats_its_owner() {
    let state =
        resolve("shard-of-the-throne", player(0), "points hacan: 4\npoints sol: 4", Script::new());
    let state = state.state;
    assert_eq!(state.points(Seat(0)), 5);
    let place = Place::Planet(planet("quann"));
    let run = |game: &mut crate::imperium::Game| {
        window::must(game, &mut Moment::CombatWon { by: Seat(1), from: Seat(0), place })
    };
    let state = Script::new().run(state, run).done().state;
    assert_eq!(owner_of(&state, "shard-of-the-throne"), Some(player(1)));
    assert_eq!((state.points(Seat(0)), state.points(Seat(1))), (4, 5));
}

#[test]
fn shard_of_the_throne_stays_when_its_owner_wins() {
    let state = table("law shard-of-the-throne: sol");
    let place = Place::Planet(planet("quann"));
    let run = |game: &mut crate::imperium::Game| {
        window::must(game, &mut Moment::CombatWon { by: Seat(0), from: Seat(1), place })
    };
    let state = Script::new().run(state, run).done().state;
    assert_eq!(owner_of(&state, "shard-of-the-throne"), Some(player(0)));
}

#[test]
fn the_crown_of_emphidia_goes_to_whoever_takes_a_planet_of_its_owners_home() {
    let elected = resolve("the-crown-of-emphidia", player(1), "", Script::new()).state;
    assert_eq!(elected.points(Seat(1)), 1);
    let take = |slug| {
        let run =
            Script::new().run(elected.clone(), |game| control::gain(game, Seat(0), planet(slug)));
        run.done().state
    };
    let away = take("quann");
    assert_eq!((away.points(Seat(0)), away.points(Seat(1))), (0, 1));
    let home = take("hercant");
    assert_eq!(owner_of(&home, "the-crown-of-emphidia"), Some(player(0)));
    assert_eq!((home.points(Seat(0)), home.points(Seat(1))), (1, 0));
}

#[test]
fn the_crown_of_thalnos_rolls_again_at_the_risk_of_ones_own_ships() {
    let lines = "law the-crown-of-thalnos: sol\nspace 205: sol 2 cruisers; hacan carrier";
    let again = |shows| Choice::Reroll { kind: UnitKind::Cruiser, shows };
    let script = Script::new()
        .on(0, uses("The Crown of Thalnos"))
        .on(0, [again(1), again(2)])
        .dice([1, 2, 9, 3, 1]);
    let played =
        script.run(table(lines), |game| rules::combat::space_combat(game, system("205"))).done();
    let space = &played.state.system(system("205")).space;
    assert_eq!(space.count(Seat(0), UnitKind::Cruiser), 1);
    assert_eq!(space.count(Seat(1), UnitKind::Carrier), 0);
}
