//! Each action card: it works, not outside its window, and can be cancelled.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{combat, hits, space_cannon, tables::tables};
use crate::imperium::script::{Played, Script};
use crate::imperium::state::*;

mod deployments;
mod invasion;
mod movement;
mod space_combat;
mod strikes;

fn arena(lines: &str) -> State {
    at(&format!(
        "players yssaril, hacan, jol-nar
tile 205 = 46
tile 204 = 47
tile 206 = 35
tile 103 = 48
tile 306 = 49
{lines}"
    ))
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn card(slug: &str) -> ActionCardId {
    ActionCardId::named(slug)
}

fn play(slug: &str) -> [Choice; 1] {
    [Choice::Play(card(slug))]
}

fn fight(state: State, script: Script) -> Played {
    script.run(state, |game| combat::space_combat(game, place("205")))
}

fn count(played: &Played, seat: u8, kind: UnitKind) -> u8 {
    played.state.system(place("205")).space.count(Seat(seat), kind)
}

/// Plays the card as a component action of seat 0.
fn act(state: State, slug: &'static str, script: Script) -> Played {
    script.run(state, move |game| {
        window::play(game, Seat(0), card(slug), &mut Moment::Turn { seat: Seat(0) })
    })
}

fn is_playable(state: &State, seat: u8, slug: &str, moment: Moment) -> bool {
    window::playable(state, Seat(seat), &moment).contains(&card(slug))
}

#[test]
fn every_card_has_a_text_and_the_name_that_is_printed() {
    crate::imperium::components::install();
    let mut n = 0;
    for id in ActionCardId::all() {
        let Some(component) = tables().action_card(id) else { continue };
        n += 1;
        assert_eq!(component.slug, id.slug());
        assert!(!component.text.is_empty() && component.text.ends_with('.'));
        assert!(component.powers.iter().all(|power| power.name == id.name()), "{id}");
    }
    assert!(n >= 12);
}

// Sabotage

#[test]
fn sabotage_cancels_before_the_card_takes_effect() {
    let state = arena("planet bereg: hacan 3 infantry\nhand yssaril: plague\nhand hacan: sabotage");
    let script = Script::new()
        .answer(0, [Choice::Planet(PlanetId::named("bereg"))])
        .answer(1, play("sabotage"));
    let played = act(state, "plague", script).done();
    assert!(played.script.rolled.is_empty());
    assert_eq!(played.state.decks.discarded.len(), 2);
    assert!(played.told().contains("**Plague** has no effect."), "{}", played.told());
}

#[test]
fn a_component_action_that_is_cancelled_leaves_the_action_to_be_chosen_again() {
    let state = arena(
        "planet bereg: hacan 3 infantry
hand yssaril: plague
hand hacan: sabotage
strategy yssaril: leadership exhausted",
    );
    let script = Script::new()
        .answer(0, play("plague"))
        .answer(0, [Choice::Planet(PlanetId::named("bereg"))])
        .answer(1, play("sabotage"))
        .answer(0, [Choice::Pass]);
    let played = script.run(state, crate::imperium::rules::turn::take).done();
    assert!(played.state.player(Seat(0)).passed);
}

#[test]
fn sabotage_does_not_answer_sabotage_or_ones_own_card() {
    let state = arena("hand yssaril: sabotage\nhand hacan: sabotage");
    let played = |by: u8, slug: &str| Moment::CardPlayed {
        by: Seat(by),
        card: card(slug),
        cancelled: false,
    };
    assert!(is_playable(&state, 1, "sabotage", played(0, "plague")));
    assert!(!is_playable(&state, 0, "sabotage", played(0, "plague")));
    assert!(!is_playable(&state, 1, "sabotage", played(0, "sabotage")));
}

#[test]
fn whoever_holds_a_card_is_asked_about_sabotage_whichever_it_is() {
    let lines = "planet bereg: hacan infantry\nhand yssaril: spy\nhand jol-nar: plague\n";
    for hand in ["flank-speed", "sabotage"] {
        let state = arena(&format!("{lines}hand hacan: {hand}"));
        let script = Script::new().answer(0, [Choice::Player(Seat(1))]);
        let played = act(state, "spy", script);
        let asked = |seat| {
            played.asked(seat).iter().filter(|q| matches!(q, Question::Respond { .. })).count()
        };
        assert_eq!((asked(0), asked(1), asked(2)), (0, 1, 1));
    }
}

#[test]
fn nobody_is_asked_when_all_copies_lie_open_in_the_discard_pile() {
    let mut state =
        arena("planet bereg: hacan infantry\nhand yssaril: spy\nhand hacan: flank-speed");
    let all = std::iter::repeat_n(card("sabotage"), 4);
    state.decks.action_cards.retain(|other| *other != card("sabotage"));
    state.decks.discarded.extend(all);
    let played = act(state, "spy", Script::new().strict()).done();
    assert!(played.asked(1).is_empty());
}

// Direct Hit

#[test]
fn direct_hit_destroys_a_ship_that_sustains_and_the_other_hit_is_asked_again() {
    let state = arena("space 205: yssaril cruiser; hacan 2 dreadnoughts\nhand yssaril: direct-hit");
    let one = [Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 }];
    let script = Script::new()
        .answer(1, one)
        .answer(0, play("direct-hit"))
        .answer(1, [Choice::Destroy { kind: UnitKind::Dreadnought, damaged: false, count: 1 }]);
    let place = Place::Space(place("205"));
    let played = script
        .run(state, |game| {
            hits::assign(
                game,
                Seat(1),
                place,
                2,
                crate::imperium::rules::ask::HitSource::SpaceCombat,
                Seat(0),
            )
        })
        .done();
    assert_eq!(count(&played, 1, UnitKind::Dreadnought), 0);
}

#[test]
fn direct_hit_spares_ships_that_are_immune_and_ones_own() {
    let state =
        arena("space 205: hacan dreadnought\nhand yssaril: direct-hit\ntech hacan: dreadnought-ii");
    let sustained = |kind, place| Moment::Sustained {
        by: Seat(1),
        from: Seat(0),
        place,
        kind,
        destroyed: false,
    };
    let space = Place::Space(place("205"));
    assert!(!is_playable(&state, 0, "direct-hit", sustained(UnitKind::Dreadnought, space)));
    assert!(is_playable(&state, 0, "direct-hit", sustained(UnitKind::Flagship, space)));
    let ground = Place::Planet(PlanetId::named("bereg"));
    assert!(!is_playable(&state, 0, "direct-hit", sustained(UnitKind::Mech, ground)));
}

#[test]
fn a_sabotaged_direct_hit_leaves_the_ship_damaged() {
    let state = arena(
        "space 205: yssaril cruiser; hacan dreadnought
hand yssaril: direct-hit
hand hacan: sabotage",
    );
    let place = Place::Space(place("205"));
    let script = Script::new()
        .answer(1, [Choice::Sustain { kind: UnitKind::Dreadnought, count: 1 }])
        .answer(0, play("direct-hit"))
        .answer(1, play("sabotage"));
    let source = crate::imperium::rules::ask::HitSource::SpaceCombat;
    let played =
        script.run(state, |game| hits::assign(game, Seat(1), place, 1, source, Seat(0))).done();
    assert_eq!(played.state.forces(place).count_in(Seat(1), UnitKind::Dreadnought, true), 1);
}

#[test]
fn direct_hit_on_a_flagship_counts_as_destroying_it() {
    let state = arena(
        "space 205: hacan flagship
hand yssaril: direct-hit
secret yssaril: destroy-their-greatest-ship",
    );
    let objective = SecretId::named("destroy-their-greatest-ship");
    let place = Place::Space(place("205"));
    let source = crate::imperium::rules::ask::HitSource::SpaceCombat;
    let script = Script::new()
        .answer(1, [Choice::Sustain { kind: UnitKind::Flagship, count: 1 }])
        .answer(0, play("direct-hit"))
        .answer(0, [Choice::Secret(objective)]);
    let played =
        script.run(state, |game| hits::assign(game, Seat(1), place, 1, source, Seat(0))).done();
    assert_eq!(played.state.player(Seat(0)).scored_secrets, [objective]);
}

// Morale Boost

#[test]
fn morale_boost_adds_1_to_combat_rolls_of_this_round_but_not_to_barrage() {
    let state = arena(
        "space 205: yssaril destroyer; hacan carrier, 3 fighters\nhand yssaril: morale-boost",
    );
    let script = Script::new()
        .answer(0, play("morale-boost"))
        .dice([8, 9]) // barrage
        .dice([8, 1, 1, 1])
        .dice([8, 10, 10, 10]);
    let played = fight(state, script).done();
    let told = played.told();
    assert!(told.contains("1 destroyer **8, 9**: 1 hit."), "{told}");
    assert!(told.contains("1 destroyer **8+1**: 1 hit."), "{told}");
    assert!(told.contains("1 destroyer **8**: 0 hits."), "the next round is plain: {told}");
}

#[test]
fn a_second_morale_boost_in_the_same_round_is_not_offered_unless_the_first_was_cancelled() {
    let boost = Choice::Play(card("morale-boost"));
    let boosts =
        "space 205: yssaril cruiser; hacan cruiser\nhand yssaril: morale-boost, morale-boost\n";
    let played =
        fight(arena(boosts), Script::new().answer(0, play("morale-boost")).dice([10, 1])).done();
    assert_eq!(played.state.player(Seat(0)).hand.len(), 1);
    let offers = played.script.prompts.iter().filter(|prompt| prompt.options.contains(&boost));
    assert_eq!(offers.count(), 1);
    let state = arena(&format!("{boosts}hand hacan: sabotage"));
    let script = Script::new()
        .answer(0, play("morale-boost"))
        .answer(1, play("sabotage"))
        .answer(0, play("morale-boost"))
        .dice([6, 1]);
    let played = fight(state, script).done();
    assert!(played.told().contains("1 cruiser **6+1**: 1 hit."), "{}", played.told());
}

// Skilled Retreat

#[test]
fn skilled_retreat_leads_to_an_empty_system_and_nobody_wins() {
    let state = arena(
        "space 205: yssaril 2 cruisers; hacan 2 cruisers, 2 fighters\nhand hacan: skilled-retreat",
    );
    let script =
        Script::new().answer(1, play("skilled-retreat")).answer(1, [Choice::System(place("204"))]);
    let played = fight(state, script).done();
    let refuge = played.state.system(place("204"));
    assert_eq!(refuge.space.count(Seat(1), UnitKind::Cruiser), 2);
    assert!(refuge.tokens.contains(Seat(1)));
    assert!(played.script.rolled.is_empty());
    assert!(played.told().contains("ends in a draw"), "{}", played.told());
    assert!(played.told().contains("plays **Skilled Retreat**: 204."), "{}", played.told());
}

#[test]
fn skilled_retreat_needs_a_neighbour_without_enemy_ships_and_a_space_combat() {
    let state = arena(
        "tile 307 = 20
space 205: yssaril cruiser; hacan cruiser
space 204: yssaril cruiser
space 206: yssaril cruiser
space 103: yssaril cruiser
space 306: yssaril cruiser
space 307: yssaril cruiser
space 308: yssaril cruiser
hand hacan: skilled-retreat",
    );
    let round = |place| Moment::CombatRoundStarts {
        place,
        sides: [Seat(0), Seat(1)],
        round: 1,
        over: false,
    };
    assert!(!is_playable(&state, 1, "skilled-retreat", round(Place::Space(place("205")))));
    let open = arena("space 205: yssaril cruiser; hacan cruiser\nhand hacan: skilled-retreat");
    assert!(is_playable(&open, 1, "skilled-retreat", round(Place::Space(place("205")))));
    let ground = Place::Planet(PlanetId::named("bereg"));
    assert!(!is_playable(&open, 1, "skilled-retreat", round(ground)));
}

#[test]
fn a_sabotaged_skilled_retreat_goes_nowhere() {
    let state = arena(
        "space 205: yssaril cruiser; hacan cruiser
hand hacan: skilled-retreat
hand yssaril: sabotage",
    );
    let script = Script::new()
        .answer(1, play("skilled-retreat"))
        .answer(1, [Choice::System(place("204"))])
        .answer(0, play("sabotage"))
        .dice([10, 1]);
    let played = fight(state, script).done();
    assert!(!played.state.has_ships(place("204"), Seat(1)));
    assert!(played.told().contains("«0» wins"), "{}", played.told());
}

// Shields Holding, Maneuvering Jets

/// Plays the card whenever it is offered.
fn always(slug: &'static str) -> Script {
    Script::new().when(move |_, prompt| {
        let offered = prompt.options.contains(&play(slug)[0]);
        offered.then(|| play(slug).to_vec())
    })
}

#[test]
fn shields_holding_cancels_two_hits_and_only_one_is_played_for_a_roll() {
    let state = arena(
        "space 205: yssaril 4 cruisers; hacan 4 destroyers
hand hacan: shields-holding, shields-holding",
    );
    let script = always("shields-holding").dice([10; 4]).dice([10; 4]);
    let played = fight(state, script).done();
    assert_eq!(count(&played, 1, UnitKind::Destroyer), 2);
    let card = &Choice::Play(card("shields-holding"));
    let offers = played.script.prompts.iter().filter(|prompt| prompt.options.contains(card));
    assert_eq!(offers.count(), 1);
    assert!(played.told().contains("2 hits left to assign."), "{}", played.told());
    assert_eq!(played.state.player(Seat(1)).hand.len(), 1);
}

#[test]
fn shields_holding_works_against_barrage() {
    let state = arena(
        "space 205: yssaril 2 destroyers; hacan carrier, 4 fighters
hand hacan: shields-holding",
    );
    let script = always("shields-holding").dice([9, 9, 9, 1]);
    let played = fight(state, script);
    assert!(played.told().contains("«1» loses 1 fighter."), "{}", played.told());
}

#[test]
fn maneuvering_jets_cancel_one_hit_of_a_space_cannon_and_shields_holding_none() {
    let state = arena(
        "space 205: yssaril 3 cruisers
planet bereg: hacan infantry, 2 pds
tech hacan: pds-ii
hand yssaril: maneuvering-jets, maneuvering-jets, shields-holding",
    );
    let script =
        Script::new().answer(1, [Choice::Yes]).answer(0, play("maneuvering-jets")).dice([9, 9]);
    let played =
        script.run(state, |game| space_cannon::offense(game, Seat(0), place("205"))).done();
    assert_eq!(count(&played, 0, UnitKind::Cruiser), 2);
    let offered = played.script.prompts.iter().flat_map(|prompt| prompt.options.clone());
    assert!(!offered.collect::<Vec<_>>().contains(&play("shields-holding")[0]));
    assert_eq!(played.state.player(Seat(0)).hand.len(), 2);
}

// Flank Speed

#[test]
fn flank_speed_adds_1_to_the_move_of_this_action_only() {
    let state = arena("space 205: yssaril cruiser\nhand yssaril: flank-speed");
    let script = Script::new().answer(0, play("flank-speed"));
    let played = script
        .run(state.clone(), |game| {
            let system = place("204");
            window::window(game, &mut Moment::Activated { by: Seat(0), system })
        })
        .done();
    use crate::imperium::rules::tables::{Number, number};
    let from = place("205");
    let speed = Number::Move { seat: Seat(0), kind: UnitKind::Cruiser, from };
    let mut after = played.state;
    assert_eq!(number(&after, speed, 2), 3);
    after.end(Until::TacticalActionEnds);
    assert_eq!(number(&after, speed, 2), 2);
    let others = Moment::Activated { by: Seat(1), system: place("204") };
    assert!(!is_playable(&state, 0, "flank-speed", others));
}

// Component actions

#[test]
fn plague_rolls_for_each_infantry_and_takes_those_on_6_or_more() {
    let state = arena("planet bereg: hacan 3 infantry, pds\nhand yssaril: plague");
    let bereg = PlanetId::named("bereg");
    let script = Script::new().answer(0, [Choice::Planet(bereg)]).dice([5, 6, 10]);
    let played = act(state, "plague", script).done();
    let forces = &played.state.planet(bereg).forces;
    assert_eq!(forces.count(Seat(1), UnitKind::Infantry), 1);
    assert_eq!(forces.count(Seat(1), UnitKind::Pds), 1);
    assert_eq!(played.state.owner(bereg), Some(Seat(1)));
}

#[test]
fn plague_names_planets_of_others_only_and_in_ones_own_turn() {
    let state =
        arena("planet bereg: hacan infantry\ncontrol lirta-iv: yssaril\nhand yssaril: plague");
    let turn = Moment::Turn { seat: Seat(0) };
    let targets = tables().card_target(card("plague")).expect("Plague needs a target");
    let named = targets(&state, Seat(0), &turn);
    assert!(named.contains(&Choice::Planet(PlanetId::named("bereg"))));
    assert!(!named.contains(&Choice::Planet(PlanetId::named("lirta-iv"))));
    assert!(is_playable(&state, 0, "plague", turn));
    assert!(!is_playable(&state, 0, "plague", Moment::Turn { seat: Seat(1) }));
}

#[test]
fn spy_takes_a_random_card_which_only_the_two_players_see() {
    let state = arena("hand yssaril: spy\nhand hacan: plague");
    let played = act(state, "spy", Script::new()).done();
    assert_eq!(played.state.player(Seat(0)).hand, [card("plague")]);
    assert!(played.state.player(Seat(1)).hand.is_empty());
    assert!(!played.told().contains("Plague"));
    assert!(played.told_to(0).contains("**Plague**") && played.told_to(1).contains("**Plague**"));
    assert!(played.told_to(2).is_empty());
}

#[test]
fn spy_needs_somebody_who_holds_a_card() {
    let state = arena("hand yssaril: spy");
    assert!(!is_playable(&state, 0, "spy", Moment::Turn { seat: Seat(0) }));
}

#[test]
fn ghost_ship_appears_at_wormholes_but_not_at_home_or_among_enemies() {
    let state = at("players yssaril, hacan
tile 205 = 39
tile 206 = 40
tile 204 = 25
space 206: hacan fighter
hand yssaril: ghost-ship");
    let targets = tables().card_target(card("ghost-ship")).expect("Ghost Ship needs a target");
    let named = targets(&state, Seat(0), &Moment::Turn { seat: Seat(0) });
    assert!(named.contains(&Choice::System(place("205"))));
    assert!(named.contains(&Choice::System(place("204"))));
    assert!(!named.contains(&Choice::System(place("206"))));
    let script = Script::new().answer(0, [Choice::System(place("205"))]);
    let played = act(state, "ghost-ship", script).done();
    assert_eq!(count(&played, 0, UnitKind::Destroyer), 1);
}

#[test]
fn ghost_ship_may_take_a_destroyer_off_the_board_when_none_is_left() {
    let state = at("players yssaril, hacan
tile 205 = 39
tile 204 = 47
tile 206 = 48
space 204: yssaril 4 destroyers
space 206: yssaril 4 destroyers
token yssaril: 206
hand yssaril: ghost-ship");
    let (kind, at) = (UnitKind::Destroyer, Place::Space(place("204")));
    let script = Script::new()
        .answer(0, [Choice::System(place("205"))])
        .answer(0, [Choice::UnitAt { owner: Seat(0), kind, damaged: false, at }]);
    let played = act(state, "ghost-ship", script);
    let destroyers =
        |label| played.state.system(place(label)).space.count(Seat(0), UnitKind::Destroyer);
    assert_eq!((destroyers("204"), destroyers("205"), destroyers("206")), (3, 1, 4));
}

// Strategy and agenda

#[test]
fn public_disgrace_refuses_a_strategy_card_while_another_is_free() {
    let state = arena("hand hacan: public-disgrace");
    let pick = |by: u8| Moment::StrategyPicked {
        by: Seat(by),
        card: StrategyId::named("politics"),
        refused: false,
    };
    assert!(is_playable(&state, 1, "public-disgrace", pick(0)));
    assert!(!is_playable(&state, 1, "public-disgrace", pick(1)));
    let script = Script::new().answer(1, play("public-disgrace"));
    let played = script
        .run(state.clone(), |game| {
            let mut moment = Moment::StrategyPicked {
                by: Seat(0),
                card: StrategyId::named("politics"),
                refused: false,
            };
            window::window(game, &mut moment)?;
            assert!(matches!(moment, Moment::StrategyPicked { refused: true, .. }));
            Ok(())
        })
        .done();
    assert!(played.told().contains("must pick another card"), "{}", played.told());
    let mut last = state;
    for slot in &mut last.strategy {
        slot.holder = Some(Seat(0));
    }
    assert!(!is_playable(&last, 1, "public-disgrace", pick(0)));
}

#[test]
fn bribery_adds_a_vote_for_each_trade_good() {
    let state = arena("hand hacan: bribery\ngoods hacan: 5 0");
    let agenda = AgendaId::all().next().expect("there are agendas");
    let moment = |voter: u8| Moment::VotesCast {
        agenda,
        votes: vec![(Seat(voter), Elected::For, 3)],
        extra: Vec::new(),
    };
    assert!(is_playable(&state, 1, "bribery", moment(1)));
    assert!(!is_playable(&state, 1, "bribery", moment(0)));
    let script = Script::new().answer(1, play("bribery")).answer(1, [Choice::TradeGoods(4)]);
    let played = script
        .run(state, move |game| {
            let mut moment = moment(1);
            window::window(game, &mut moment)?;
            let Moment::VotesCast { extra, .. } = moment else { panic!("another moment") };
            assert_eq!(extra, [(Seat(1), Elected::For, 4)]);
            Ok(())
        })
        .done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 1);
}

#[test]
fn a_sabotaged_bribery_costs_nothing() {
    let state = arena("hand hacan: bribery\ngoods hacan: 5 0\nhand yssaril: sabotage");
    let agenda = AgendaId::all().next().expect("there are agendas");
    let script = Script::new()
        .answer(1, play("bribery"))
        .answer(1, [Choice::TradeGoods(4)])
        .answer(0, play("sabotage"));
    let played = script
        .run(state, move |game| {
            let votes = vec![(Seat(1), Elected::For, 3)];
            let mut moment = Moment::VotesCast { agenda, votes, extra: Vec::new() };
            window::window(game, &mut moment)?;
            assert!(matches!(moment, Moment::VotesCast { extra, .. } if extra.is_empty()));
            Ok(())
        })
        .done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 5);
}
