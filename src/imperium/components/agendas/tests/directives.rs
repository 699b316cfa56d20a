//! What happens once.

use super::*;
use crate::imperium::rules::agenda;

#[test]
fn archived_secret_gives_a_secret_objective() {
    let played = resolve(
        "archived-secret",
        player(1),
        "secret hacan: turn-their-fleets-to-dust",
        Script::new(),
    );
    assert_eq!(played.state.player(Seat(1)).secrets.len(), 2);
}

#[test]
fn arms_reduction_leaves_two_dreadnoughts_and_four_cruisers_of_the_players_choice() {
    let lines = "space 205: sol 3 dreadnoughts\nspace 206: sol dreadnought, 6 cruisers, 3 destroyers\ntokens sol: 3 9 2";
    let lose = |kind, count, label| Choice::Lose {
        kind,
        damaged: false,
        count,
        at: Place::Space(system(label)),
    };
    let script = Script::new()
        .on(0, [lose(UnitKind::Dreadnought, 1, "205"), lose(UnitKind::Dreadnought, 1, "206")])
        .on(0, [lose(UnitKind::Cruiser, 2, "206")]);
    let state = resolve("arms-reduction", Elected::For, lines, script).state;
    assert_eq!(state.on_board(Seat(0), UnitKind::Dreadnought), 2);
    assert_eq!(state.system(system("206")).space.count(Seat(0), UnitKind::Dreadnought), 0);
    assert_eq!(state.on_board(Seat(0), UnitKind::Cruiser), 4);
    assert_eq!(state.on_board(Seat(0), UnitKind::Destroyer), 3);
}

#[test]
fn arms_reduction_against_exhausts_planets_with_specialties_in_the_next_strategy_phase() {
    let lines = "control wellon: sol\ncontrol quann: sol";
    let state = resolve("arms-reduction", Elected::Against, lines, Script::new()).state;
    assert!(!state.planet(planet("wellon")).exhausted);
    let state = Script::new().run(state, agenda::settle_later).done().state;
    assert!(state.planet(planet("wellon")).exhausted);
    assert!(!state.planet(planet("quann")).exhausted && state.later.is_empty());
}

#[test]
fn colonial_redistribution_clears_a_planet_and_settles_somebody_with_fewest_points() {
    let lines = "planet quann: hacan 2 infantry, pds\npoints hacan: 2\npoints sol: 1";
    let script = Script::new().on(2, [Choice::Yes]);
    let outcome = Elected::Planet(planet("quann"));
    let state = resolve("colonial-redistribution", outcome, lines, script).state;
    assert_eq!(on(&state, "quann", 1, UnitKind::Infantry), 0);
    assert_eq!(on(&state, "quann", 2, UnitKind::Infantry), 1);
    assert_eq!(state.owner(planet("quann")), Some(Seat(2)));
}

#[test]
fn colonial_redistribution_elects_no_home_planet_and_not_mecatol_rex() {
    let state = session("planet mecatol-rex: sol infantry\ncontrol quann: hacan");
    let rule = crate::imperium::rules::tables::tables().agenda(id("colonial-redistribution"));
    let outcomes = (rule.expect("it is implemented").outcomes)(&state);
    assert_eq!(outcomes, [Elected::Planet(planet("quann"))]);
}

#[test]
fn compensated_disarmament_pays_for_ground_forces_and_leaves_structures() {
    let lines = "planet quann: hacan 3 infantry, pds\ngoods hacan: 0 0";
    let outcome = Elected::Planet(planet("quann"));
    let state = resolve("compensated-disarmament", outcome, lines, Script::new()).state;
    assert_eq!(on(&state, "quann", 1, UnitKind::Infantry), 0);
    assert_eq!(on(&state, "quann", 1, UnitKind::Pds), 1);
    assert_eq!(
        (state.player(Seat(1)).trade_goods, state.owner(planet("quann"))),
        (3, Some(Seat(1)))
    );
}

#[test]
fn economic_equality_gives_everybody_five_trade_goods_or_none() {
    for (outcome, goods) in [(Elected::For, 5), (Elected::Against, 0)] {
        let state = resolve("economic-equality", outcome, "goods sol: 9 0", Script::new()).state;
        assert!(state.players.iter().all(|player| player.trade_goods == goods));
    }
}

#[test]
fn incentive_program_reveals_an_objective_of_the_stage() {
    for (outcome, stage) in [(Elected::For, 1), (Elected::Against, 2)] {
        let mut state = session("agendas: incentive-program");
        state.decks.publics.clear();
        let state = decided(outcome).run(state, rules::advance).done().state;
        let stages: Vec<u8> = state.objectives.iter().map(|o| o.card.get().stage).collect();
        assert_eq!(stages, [stage]);
    }
}

#[test]
fn ixthian_artifact_destroys_around_mecatol_rex_on_a_five() {
    let lines = "space 101: hacan 2 infantry, cruiser\nspace 102: hacan 5 cruisers\n\
                 space 000: letnev 2 cruisers\nplanet mecatol-rex: letnev 4 infantry\n\
                 tokens hacan: 3 9 2";
    let state = session(&format!("{lines}\nagendas: ixthian-artifact"));
    let mecatol = state.mecatol_rex().expect("it lies in the middle");
    let played = decided(Elected::For).dice([5]).run(state, rules::advance).done();
    let left = |at| played.state.system(at).space.iter().map(|s| s.count).sum::<u8>();
    assert_eq!((left(system("101")), left(system("102")), left(mecatol)), (0, 2, 0));
    assert!(played.state.planet(planet("mecatol-rex")).forces.is_empty());
}

#[test]
fn ixthian_artifact_lets_everybody_research_twice_on_an_eight() {
    let state = session("tech hacan: neural-motivator\nagendas: ixthian-artifact");
    let tech = TechId::named;
    let script = Script::new()
        .on(1, [Choice::Technology(tech("dacxive-animators"))])
        .on(1, [Choice::Technology(tech("infantry-ii"))])
        .with(decided(Elected::For))
        .dice([8]);
    let state = script.run(state, rules::advance).done().state;
    assert!(state.has_technology(Seat(1), tech("infantry-ii")));
    assert!(state.player(Seat(0)).technologies.is_empty(), "nobody has to research");
}

#[test]
fn judicial_abolishment_ends_a_law() {
    let outcome = Elected::Law(id("shared-research"));
    let lines = "law shared-research: for\nlaw regulated-conscription: for";
    let state = resolve("judicial-abolishment", outcome, lines, Script::new()).state;
    assert!(state.law_in_force(id("shared-research")).is_none());
    assert!(state.law_in_force(id("regulated-conscription")).is_some());
}

#[test]
fn judicial_abolishment_without_laws_makes_way_for_the_next_agenda() {
    let state = session("agendas: judicial-abolishment, economic-equality");
    let played = decided(Elected::Against).run(state, rules::advance).done();
    assert!(played.told().contains("no possible outcome"), "{}", played.told());
    assert!(played.told().contains("**Economic Equality**: Against"));
}

#[test]
fn miscount_disclosed_votes_on_a_law_again() {
    let lines = "law minister-of-commerce: sol\nagendas: miscount-disclosed";
    let state = decided(player(2)).run(session(lines), rules::advance).done().state;
    assert_eq!(owner_of(&state, "minister-of-commerce"), Some(player(2)));
    assert_eq!(state.laws.len(), 1);
    assert!(state.decks.discarded_agendas.contains(&id("miscount-disclosed")));
}

/// Its owner may use it for the vote on itself; whoever is elected gets it from the discard pile.
#[test]
fn miscount_disclosed_gives_committee_formation_to_whom_its_owner_names() {
    let lines = "law committee-formation: sol\nagendas: miscount-disclosed";
    let script = decided(Elected::Law(id("committee-formation")))
        .when(|_, prompt| {
            let used = uses("Committee Formation");
            prompt.options.contains(&used[0]).then(|| used.to_vec())
        })
        .when(|_, prompt| {
            let names = matches!(prompt.question, Question::AgendaTarget { .. });
            names.then(|| vec![Choice::Outcome(player(1))])
        });
    let state = script.run(session(lines), rules::advance).done().state;
    assert_eq!(owner_of(&state, "committee-formation"), Some(player(1)));
    assert!(!state.decks.discarded_agendas.contains(&id("committee-formation")));
}

#[test]
fn miscount_disclosed_keeps_the_law_in_force_during_the_vote_and_against_ends_it() {
    let lines = "law representative-government: for\nagendas: miscount-disclosed";
    let played = decided(Elected::Against).run(session(lines), rules::advance).done();
    assert!(played.state.laws.is_empty());
    let script = Script::new().on(1, [Choice::Outcome(Elected::For)]);
    let played = script.run(session(lines), rules::advance);
    assert!(played.told().contains("casts 1 vote for For"), "{}", played.told());
}

#[test]
fn mutiny_rewards_its_supporters() {
    let state = session("agendas: mutiny");
    let vote = [Choice::Outcome(Elected::For), Choice::Exhaust(planet("hercant"))];
    let played = Script::new().answer(1, vote).run(state, rules::advance).done();
    assert_eq!((played.state.points(Seat(1)), played.state.points(Seat(2))), (1, 0));
}

#[test]
fn new_constitution_ends_all_laws_and_exhausts_ones_own_home_later() {
    let lines = "law shared-research: for\ncontrol arretze: letnev";
    let state = resolve("new-constitution", Elected::For, lines, Script::new()).state;
    assert!(state.laws.is_empty());
    let state = Script::new().run(state, agenda::settle_later).done().state;
    let exhausted = |slug| state.planet(planet(slug)).exhausted;
    assert!(exhausted("arc-prime") && exhausted("wren-terra") && exhausted("hercant"));
    assert!(!exhausted("arretze"), "it is in another player's home system");
}

#[test]
fn public_execution_takes_cards_token_and_votes() {
    let lines = "hand sol: flank-speed, spy";
    let state = resolve("public-execution", player(0), lines, Script::new()).state;
    assert!(state.player(Seat(0)).hand.is_empty());
    assert_eq!(state.speaker, Seat(1));
    assert!(state.no_vote.contains(Seat(0)));
}

#[test]
fn seed_of_an_empire_feeds_the_first_or_the_last() {
    let lines = "points hacan: 3\npoints sol: 1";
    let state = resolve("seed-of-an-empire", Elected::For, lines, Script::new()).state;
    assert_eq!([0, 1, 2].map(|seat| state.points(Seat(seat))), [1, 4, 0]);
    let state = resolve("seed-of-an-empire", Elected::Against, lines, Script::new()).state;
    assert_eq!([0, 1, 2].map(|seat| state.points(Seat(seat))), [1, 3, 1]);
}

#[test]
fn swords_to_plowshares_halves_infantry_or_adds_some() {
    let lines = "planet quann: hacan 3 infantry";
    let state = resolve("swords-to-plowshares", Elected::For, lines, Script::new()).state;
    assert_eq!(on(&state, "quann", 1, UnitKind::Infantry), 1);
    assert_eq!(state.player(Seat(1)).trade_goods, 2);
    let state = resolve("swords-to-plowshares", Elected::Against, lines, Script::new()).state;
    assert_eq!(on(&state, "quann", 1, UnitKind::Infantry), 4);
}

#[test]
fn unconventional_measures_gives_supporters_two_cards() {
    let state = session("agendas: unconventional-measures");
    let vote = [Choice::Outcome(Elected::For), Choice::Exhaust(planet("hercant"))];
    let played = Script::new().answer(1, vote).run(state, rules::advance).done();
    assert_eq!(played.state.player(Seat(1)).hand.len(), 2);
    assert!(played.state.player(Seat(2)).hand.is_empty());
}

#[test]
fn wormhole_research_is_paid_with_all_fleets_at_wormholes() {
    let lines = "tile 205 = 39\nspace 205: hacan 2 cruisers\nspace 206: sol cruiser";
    let tech = TechId::named("neural-motivator");
    let script = Script::new().on(1, [Choice::Technology(tech)]);
    let played = resolve("wormhole-research", Elected::For, lines, script);
    assert!(played.state.has_technology(Seat(1), tech));
    assert!(!played.state.has_ships(system("205"), Seat(1)));
    assert!(played.state.has_ships(system("206"), Seat(0)));
    assert!(played.asked(0).iter().all(|q| !matches!(q, Question::MayResearch)));
}

#[test]
fn wormhole_research_against_costs_its_opponents_a_token() {
    let state = session("agendas: wormhole-research");
    let vote = [Choice::Outcome(Elected::Against), Choice::Exhaust(planet("hercant"))];
    let script = Script::new().on(1, vote).on(1, [Choice::Token(Pool::Strategy)]);
    let state = script.run(state, rules::advance).done().state;
    assert_eq!(state.player(Seat(1)).tokens.strategy, 1);
    assert_eq!(state.player(Seat(2)).tokens.total(), 8);
}
