//! The Winnu as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::{invasion, production, setup, turn};
use UnitKind::*;

const LANDING: &str = "space 000: winnu carrier, 2 infantry\n";

fn land(count: u8) -> Vec<Choice> {
    let planet = planet("mecatol-rex");
    vec![Choice::Land { kind: Infantry, damaged: false, count, planet }]
}

fn commits(
    _: &State,
    prompt: &crate::engine::Prompt<crate::imperium::Imperium>,
) -> Option<Vec<Choice>> {
    matches!(prompt.question, Question::CommitGroundForces { .. }).then(|| land(2))
}

#[test]
fn winnu_choose_a_starting_technology_without_prerequisites() {
    let state = arena("winnu", "phase set-up");
    let script = Script::new().answer(0, [Choice::Technology(tech("sarween-tools"))]);
    let played = script.run(state, |game| setup::run(game, SetupStep::StartingTechnologies)).done();
    assert!(played.state.has_technology(Seat(0), tech("sarween-tools")));
    let offered = &played.script.prompts[0].options;
    assert!(offered.contains(&Choice::Technology(tech("neural-motivator"))));
    assert!(!offered.contains(&Choice::Technology(tech("gravity-drive"))));
}

#[test]
fn blood_ties_take_the_custodians_token_for_nothing() {
    let state = arena("winnu", &format!("{LANDING}exhausted winnu"));
    let script = Script::new().when(commits);
    let played = script.run(state, |game| invasion::invade(game, Seat(0), place("000"))).done();
    assert_eq!(played.state.owner(planet("mecatol-rex")), Some(Seat(0)));
    assert!(!played.state.custodians);
    assert_eq!(played.state.points(Seat(0)), 1);
}

#[test]
fn blood_ties_leave_the_price_to_others_and_need_a_landing() {
    let state = arena("winnu", "space 000: hacan carrier, 2 infantry");
    let refusal =
        refused(&state, 1, Question::CommitGroundForces { system: place("000") }, &land(2));
    assert!(refusal.is_some_and(|refusal| refusal.to_string().contains('6')));
    let state = arena("winnu", LANDING);
    let run = |game: &mut crate::imperium::Game| invasion::invade(game, Seat(0), place("000"));
    let played = Script::new().run(state, run).done();
    assert!(played.state.custodians, "nobody has landed");
}

const REACH: &str = "space 101: winnu carrier, 2 infantry\ncustodians gone\n";

fn take_mecatol(lines: &str, script: Script) -> Played {
    let carrier = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let (from, via) = (place("101"), Vec::new());
        let kind = Infantry;
        matches!(prompt.question, Question::Move { .. }).then(|| {
            vec![
                Choice::Move { kind: Carrier, damaged: false, count: 1, from, via: via.clone() },
                Choice::Carry {
                    kind,
                    damaged: false,
                    count: 2,
                    from: Place::Space(from),
                    ship: Carrier,
                    ship_from: from,
                },
            ]
        })
    };
    let script = script.answer(0, [Choice::Activate(place("000"))]).when(carrier).when(commits);
    take_turn(arena("winnu", &format!("{REACH}{lines}")), script)
}

fn reclaims(
    _: &State,
    prompt: &crate::engine::Prompt<crate::imperium::Imperium>,
) -> Option<Vec<Choice>> {
    let [power] = uses("Reclamation");
    prompt.options.contains(&power).then(|| vec![power])
}

#[test]
fn reclamation_places_a_dock_and_a_pds_after_production() {
    let played = take_mecatol("", Script::new().when(reclaims));
    let there = &played.state.planet(planet("mecatol-rex")).forces;
    assert_eq!((there.count(Seat(0), SpaceDock), there.count(Seat(0), Pds)), (1, 1));
    let produced = |q: &&&Question| matches!(q, Question::Produce { .. });
    assert_eq!(played.asked(0).iter().filter(produced).count(), 0);
}

#[test]
fn reclamation_is_optional_and_for_mecatol_rex_gained_in_this_action_alone() {
    let played = take_mecatol("", Script::new());
    assert_eq!(offers(&played, "Reclamation"), 1);
    assert_eq!(played.state.planet(planet("mecatol-rex")).forces.count(Seat(0), Pds), 0);
    let played = take_mecatol("control mecatol-rex: winnu", Script::new());
    assert_eq!(offers(&played, "Reclamation"), 0);
}

#[test]
fn reclamation_takes_structures_off_the_board_when_reinforcements_hold_none() {
    let lines = "planet bereg: winnu space-dock\nplanet winnu: winnu space-dock
planet lirta-iv: winnu space-dock\ntoken winnu: 206\ntokens winnu: 4 4 3";
    let script = Script::new().when(reclaims).when(|_, prompt| {
        let from = Place::Planet(planet("winnu"));
        let back = Choice::Recall { kind: SpaceDock, damaged: false, count: 1, from };
        prompt.options.contains(&back).then(|| vec![back])
    });
    let played = take_mecatol(lines, script);
    assert_eq!(played.state.planet(planet("winnu")).forces.count(Seat(0), SpaceDock), 0);
    assert_eq!(played.state.planet(planet("bereg")).forces.count(Seat(0), SpaceDock), 1);
    assert_eq!(played.state.planet(planet("mecatol-rex")).forces.count(Seat(0), SpaceDock), 1);
}

/// An alpha wormhole lies at 313, far from Mecatol Rex.
fn gated(lines: &str) -> State {
    let head = "players winnu, hacan, letnev
tile 313 = 26
space 313: winnu carrier
strategy winnu: leadership exhausted
tech winnu: lazax-gate-folding\n";
    crate::imperium::position::at(&format!("{head}{lines}"))
}

fn open_gate(state: &mut State) {
    let (until, effect) = (Until::TacticalActionEnds, Effect::Gate(place("000")));
    state.lasting.push(Lasting { until, seat: Seat(0), effect });
}

#[test]
fn lazax_gate_folding_opens_mecatol_rex_to_wormholes_exhausted_or_not() {
    let mut state = gated("");
    assert!(why_not(&state, Carrier, "313", "000").is_some());
    state.player_mut(Seat(0)).exhausted_technologies.push(tech("lazax-gate-folding"));
    let script =
        Script::new().answer(0, [Choice::Activate(place("000"))]).when(moving(Carrier, 1, "313"));
    let played = take_turn(state, script);
    assert_eq!(ships(&played, "000", 0, Carrier), 1);
}

#[test]
fn lazax_gate_folding_is_shut_while_winnu_hold_mecatol_rex_and_in_the_turns_of_others() {
    let mut state = gated("control mecatol-rex: winnu");
    open_gate(&mut state);
    assert!(!state.adjacent(place("000"), place("313")));
    let mut state = gated("active hacan\nstrategy hacan: trade exhausted");
    state.player_mut(Seat(1)).tokens.tactic = 2;
    let script = Script::new().answer(1, [Choice::Activate(place("000"))]);
    let played = take_turn(state, script);
    assert!(!played.state.adjacent(place("000"), place("313")));
    let mut open = gated("");
    open_gate(&mut open);
    assert!(open.adjacent(place("000"), place("313")) && open.adjacent(place("313"), place("000")));
    assert!(!open.adjacent(place("000"), place("304")));
}

#[test]
fn lazax_gate_folding_puts_an_infantry_on_mecatol_rex_as_an_action() {
    let act = || Script::new().answer(0, uses("Lazax Gate Folding"));
    let played = take_turn(gated("control mecatol-rex: winnu"), act());
    assert_eq!(ground(&played, "mecatol-rex", 0), 1);
    assert!(is_exhausted(&played, 0, "lazax-gate-folding"));
    let played = take_turn(gated(""), act());
    assert_eq!(ground(&played, "mecatol-rex", 0), 0);
    assert!(is_exhausted(&played, 0, "lazax-gate-folding"));
}

/// Mecatol Rex has 1 resource and 6 influence.
const YARD: &str = "tech winnu: hegemonic-trade-policy
planet mecatol-rex: winnu space-dock\ncustodians gone\nexhausted winnu\n";

#[test]
fn hegemonic_trade_policy_exchanges_resources_and_influence_for_one_production() {
    let state = arena("winnu", YARD);
    let script =
        Script::new().answer(0, uses("Hegemonic Trade Policy")).when(|state, prompt| match prompt
            .question
        {
            // The space dock itself produces more.
            Question::Produce { limit, .. } => {
                assert_eq!(limit, 8);
                assert_eq!(state.resources(planet("mecatol-rex")), 6);
                let at = Place::Space(place("000"));
                Some(vec![
                    Choice::Build { kind: Carrier, count: 2, at },
                    Choice::Exhaust(planet("mecatol-rex")),
                ])
            }
            Question::TechnologyTarget { .. } => Some(vec![Choice::Planet(planet("mecatol-rex"))]),
            _ => None,
        });
    let played = script.run(state, |game| production::produce(game, Seat(0), place("000"))).done();
    assert_eq!(ships(&played, "000", 0, Carrier), 2);
    assert_eq!(played.state.resources(planet("mecatol-rex")), 1);
    assert!(is_exhausted(&played, 0, "hegemonic-trade-policy"));
}

#[test]
fn hegemonic_trade_policy_works_once_and_only_where_units_produce() {
    let mut state = arena("winnu", YARD);
    state.player_mut(Seat(0)).exhausted_technologies.push(tech("hegemonic-trade-policy"));
    let produce =
        |game: &mut crate::imperium::Game| production::produce(game, Seat(0), place("000"));
    let played = Script::new().run(state, produce).done();
    assert_eq!(offers(&played, "Hegemonic Trade Policy"), 0);
    let state = arena("winnu", "tech winnu: hegemonic-trade-policy\nspace 000: winnu cruiser");
    let played = Script::new().run(state, produce).done();
    assert_eq!(offers(&played, "Hegemonic Trade Policy"), 0);
}

#[test]
fn hegemonic_trade_policy_serves_the_secondary_ability_of_warfare() {
    let state = arena(
        "winnu",
        "tech winnu: hegemonic-trade-policy
planet winnu: winnu space-dock
control bereg: winnu
control lirta-iv: winnu
exhausted winnu
active hacan
strategy hacan: warfare",
    );
    let home = state.home_system(Seat(0)).expect("they have a home");
    let script = Script::new().answer(1, [Choice::Strategic(StrategyId::named("warfare"))]).when(
        move |state, prompt| match prompt.question {
            Question::Secondary { .. } if prompt.seat.0 == 0 => {
                match state.resources(planet("lirta-iv")) {
                    2 => Some(uses("Hegemonic Trade Policy").to_vec()),
                    _ => Some(vec![
                        Choice::Build { kind: Cruiser, count: 1, at: Place::Space(home) },
                        Choice::Exhaust(planet("lirta-iv")),
                    ]),
                }
            }
            Question::Secondary { .. } => Some(vec![Choice::Pass]),
            Question::TechnologyTarget { .. } => Some(vec![Choice::Planet(planet("lirta-iv"))]),
            _ => None,
        },
    );
    let run = |game: &mut crate::imperium::Game| {
        turn::take(game)?;
        turn::take(game)
    };
    let played = script.run(state, run);
    let lirta = planet("lirta-iv");
    assert_eq!(lirta.get().resources, 2, "the test needs that");
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2, "{}", played.told());
    assert!(played.state.planet(lirta).exhausted);
    assert_eq!(played.state.resources(lirta), 2, "it is over");
}

#[test]
fn salai_sai_corian_rolls_a_die_for_each_enemy_ship_but_fighters() {
    let dice = |enemies: &str| {
        let lines = format!("space 205: winnu flagship; hacan {enemies}");
        let script = Script::new().dice([10; 3]).dice([1; 9]);
        let played = fight(arena("winnu", &lines), script);
        let own = |(label, _): &&(String, Vec<u32>)| label.contains("round 1, seat 0");
        played.script.rolled.iter().find(own).map_or(0, |(_, dice)| dice.len())
    };
    assert_eq!(dice("3 cruisers, 2 fighters"), 3);
    assert_eq!(dice("4 fighters"), 0);
}
