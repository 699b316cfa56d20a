//! The Universities of Jol-Nar as play.

use super::kit::*;
use crate::engine::Seat;
use crate::imperium::rules::technology;
use crate::imperium::rules::{movement, turn};
use UnitKind::*;

#[test]
fn fragile_takes_one_off_every_combat_roll() {
    let state = arena("jol-nar", "space 205: jol-nar cruiser; hacan cruiser");
    let played = fight(state, Script::new().dice([7, 7]));
    assert_eq!((ships(&played, "205", 0, Cruiser), ships(&played, "205", 1, Cruiser)), (0, 1));
    assert!(played.told().contains("7-1"), "{}", played.told());
    let state = arena("jol-nar", "planet bereg: jol-nar infantry; hacan infantry");
    let played = storm(state, Script::new().dice([8, 8]));
    assert_eq!((ground(&played, "bereg", 0), ground(&played, "bereg", 1)), (0, 1));
}

#[test]
fn fragile_does_not_weaken_a_barrage() {
    let state = arena("jol-nar", "space 205: jol-nar destroyer; hacan 2 fighters");
    let played = fight(state, Script::new().dice([9, 9]));
    assert_eq!(ships(&played, "205", 1, Fighter), 0);
}

fn technology_of_hacan(lines: &str) -> State {
    let head = "active hacan\nstrategy hacan: technology\n";
    arena("jol-nar", &format!("{head}{lines}"))
}

/// Hacan performs Technology; whoever is asked then passes unless the script says otherwise.
fn follow(state: State, script: Script) -> Played {
    script.run(state, |game| {
        turn::take(game)?;
        turn::take(game)
    })
}

#[test]
fn brilliant_gives_the_primary_ability_of_technology_for_the_token() {
    let state = technology_of_hacan("exhausted jol, nar");
    let script = Script::new()
        .answer(1, [Choice::Strategic(StrategyId::named("technology"))])
        .when(|_, prompt| match prompt.question {
            Question::Secondary { .. } if prompt.seat.0 == 0 => Some(uses("Brilliant").to_vec()),
            Question::Secondary { .. } => Some(vec![Choice::Pass]),
            Question::Research { resources: 0 } if prompt.seat.0 == 0 => {
                Some(vec![Choice::Technology(tech("neural-motivator"))])
            }
            _ => None,
        });
    let played = follow(state, script);
    assert!(played.state.has_technology(Seat(0), tech("neural-motivator")), "{}", played.told());
    assert_eq!(played.state.player(Seat(0)).tokens.strategy, 2);
    // Nothing to pay a second one with.
    assert!(!played.asked(0).contains(&&Question::Research { resources: 6 }));
}

#[test]
fn brilliant_needs_a_strategy_token_and_the_technology_card() {
    let asked = |state: State, card: &str| {
        let script = Script::new().answer(1, [Choice::Strategic(StrategyId::named(card))]).when(
            |_, prompt| {
                matches!(prompt.question, Question::Secondary { .. }).then(|| vec![Choice::Pass])
            },
        );
        let played = follow(state, script);
        let secondary = |q: &&&Question| matches!(q, Question::Secondary { .. });
        played.asked(0).iter().filter(secondary).count()
    };
    let broke = technology_of_hacan("exhausted jol, nar");
    assert_eq!(asked(broke.clone(), "technology"), 1);
    let mut without = broke.clone();
    without.player_mut(Seat(0)).tokens.strategy = 0;
    assert_eq!(asked(without, "technology"), 0);
    let question = Question::Secondary { card: StrategyId::named("politics") };
    assert!(refused(&broke, 0, question, &uses("Brilliant")).is_some());
}

#[test]
fn analytical_leaves_out_one_prerequisite_but_not_of_unit_upgrades() {
    let state = arena("jol-nar", "tech jol-nar: plasma-scoring");
    let can = |slug| technology::can_research(&state, Seat(0), tech(slug)).is_ok();
    assert!(can("magen-defense-grid") && can("duranium-armor"));
    assert!(!can("assault-cannon"), "two are missing");
    assert!(!can("destroyer-ii"));
    let theirs = technology::can_research(&state, Seat(1), tech("magen-defense-grid"));
    assert!(theirs.is_err());
}

const VISITED: &str =
    "space 205: jol-nar destroyer\nactive hacan\nstrategy hacan: trade exhausted\n";

#[test]
fn e_res_siphons_bring_trade_goods_when_another_activates_a_system_with_its_ships() {
    let lines = format!("{VISITED}tech jol-nar: e-res-siphons");
    let visit = || Script::new().answer(1, [Choice::Activate(place("205"))]);
    let played = take_turn(arena("jol-nar", &lines), visit());
    assert_eq!(played.state.player(Seat(0)).trade_goods, 4);
    let played = take_turn(arena("jol-nar", VISITED), visit());
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
    let elsewhere = Script::new().answer(1, [Choice::Activate(place("204"))]);
    let played = take_turn(arena("jol-nar", &lines), elsewhere);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}

#[test]
fn e_res_siphons_bring_nothing_in_ones_own_turn() {
    let lines = "space 205: jol-nar destroyer\ntech jol-nar: e-res-siphons";
    let script = Script::new().answer(0, [Choice::Activate(place("205"))]);
    assert_eq!(take_turn(arena("jol-nar", lines), script).state.player(Seat(0)).trade_goods, 0);
}

const FAR: &str = "tech jol-nar: spatial-conduit-cylinder
space 205: jol-nar destroyer\nspace 301: jol-nar dreadnought\n";

#[test]
fn spatial_conduit_cylinder_joins_the_active_system_to_all_own_units() {
    let state = arena("jol-nar", FAR);
    assert!(why_not(&state, Dreadnought, "301", "205").is_some());
    let script = Script::new()
        .answer(0, [Choice::Activate(place("205"))])
        .answer(0, uses("Spatial Conduit Cylinder"))
        .when(moving(Dreadnought, 1, "301"));
    let played = take_turn(state, script);
    assert_eq!(ships(&played, "205", 0, Dreadnought), 1);
    assert!(is_exhausted(&played, 0, "spatial-conduit-cylinder"));
    let (here, far) = (place("205"), place("301"));
    assert!(!played.state.adjacent(here, far), "it ends with the action");
}

#[test]
fn spatial_conduit_cylinder_needs_a_unit_in_the_active_system_and_joins_for_all() {
    let script = || Script::new().answer(0, [Choice::Activate(place("204"))]);
    let played = take_turn(arena("jol-nar", FAR), script());
    assert_eq!(offers(&played, "Spatial Conduit Cylinder"), 0);
    let mut state = arena("jol-nar", FAR);
    let (until, effect) = (Until::TacticalActionEnds, Effect::Hub(place("205")));
    state.lasting.push(Lasting { until, seat: Seat(0), effect });
    assert!(
        state.adjacent(place("205"), place("301")) && state.adjacent(place("301"), place("205"))
    );
    assert!(!state.adjacent(place("301"), place("304")));
    assert_eq!(movement::reach(&state, Seat(0), place("205")).len(), 1);
}

#[test]
fn jns_hylarim_scores_two_more_for_each_nine_or_ten_before_modifiers() {
    let lines = "space 205: jol-nar flagship; hacan 7 fighters";
    // 9-1 and 10-1 hit and bring four more.
    let script = Script::new().dice([9, 10, 1, 1, 1, 1, 1, 1, 1]).dice([6, 8]);
    let played = fight(arena("jol-nar", lines), script);
    let told = played.told();
    assert!(told.contains("**9-1, 10-1**: 6 hits"), "{told}");
    assert!(told.contains("**6-1, 8-1**: 1 hit"), "{told}");
}

#[test]
fn jns_hylarim_does_nothing_for_other_ships() {
    let lines = "space 205: jol-nar cruiser; hacan 3 fighters";
    let played = fight(arena("jol-nar", lines), Script::new().dice([10, 1, 1, 1]));
    assert!(played.told().contains("**10-1**: 1 hit"), "{}", played.told());
}
