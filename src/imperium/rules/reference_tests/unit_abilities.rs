//! Abilities of units outside of combat rolls: anti-fighter barrage (RR 10), blockades (RR 14), bombardment (RR
//! 15), planetary shields (RR 65), production (RR 68), space cannons (RR 77), and upgrades (RR 97).

use super::*;
use crate::imperium::rules::{blockade, bombardment, combat, production, space_cannon, tables};

/// N'orr, whose units add 1 to combat rolls, against Hacan; Quann lies in 205.
fn norr(lines: &str) -> State {
    at(&format!(
        "players norr, hacan, letnev\ntile 101 = 46\ntile 201 = 47\ntile 205 = 25\nactive norr\n{lines}"
    ))
}

fn quann() -> PlanetId {
    PlanetId::named("quann")
}

fn fires() -> Script {
    Script::new().when(|_, prompt| {
        matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
    })
}

#[test]
fn rr_10_1c_what_helps_combat_rolls_does_not_help_a_barrage() {
    let state = norr("space 201: norr destroyer; hacan carrier, 2 fighters");
    // 9 is needed; with the bonus of N'orr 8 would do.
    let script = Script::new().dice([8, 8, 1, 10, 1, 1]);
    let played = script.run(state, |game| combat::space_combat(game, place("201"))).done();
    assert!(played.told().contains("1 destroyer **8, 8**: 0 hits."), "{}", played.told());
}

#[test]
fn rr_10_2a_hits_of_a_barrage_beyond_the_fighters_are_lost() {
    let state = norr("space 201: norr 2 destroyers; hacan carrier, fighter");
    let script = Script::new().dice([10, 10, 10, 10, 1, 1, 1]);
    let played = script.run(state, |game| combat::space_combat(game, place("201")));
    let told = played.told();
    assert!(told.contains("«1» loses 1 fighter."), "{told}");
    let barrage = told.split("Combat round 2").next().expect("there is a first round");
    assert!(!barrage.contains("«1» loses 1 carrier"), "{told}");
}

#[test]
fn rr_15_1c_what_helps_combat_rolls_does_not_help_bombardment() {
    let hits = |die: u8| {
        let state = norr("space 205: norr dreadnought\nplanet quann: hacan infantry");
        let aim = Choice::Bombard { kind: UnitKind::Dreadnought, count: 1, planet: quann() };
        let script = Script::new().on(0, [aim]).dice([die]);
        let played = script.run(state, |game| bombardment::bombard(game, SOL, place("205"))).done();
        played.state.planet(quann()).forces.count(HACAN, UnitKind::Infantry) == 0
    };
    // Exotrireme hits on 4.
    assert!(hits(4) && !hits(3));
}

#[test]
fn rr_15_2a_hits_beyond_the_ground_forces_are_lost() {
    let state = norr("space 205: norr 2 dreadnoughts\nplanet quann: hacan infantry, space-dock");
    let aim = Choice::Bombard { kind: UnitKind::Dreadnought, count: 2, planet: quann() };
    let rolls = Script::new().on(0, [aim]).dice([10, 10, 10, 10]);
    let played = rolls.run(state, |game| bombardment::bombard(game, SOL, place("205"))).done();
    let forces = &played.state.planet(quann()).forces;
    assert_eq!(
        (forces.count(HACAN, UnitKind::Infantry), forces.count(HACAN, UnitKind::SpaceDock)),
        (0, 1)
    );
}

#[test]
fn rr_77_3d_what_helps_combat_rolls_does_not_help_space_cannons() {
    let lost = |die: u8| {
        let state = at("players winnu, norr, letnev\ntile 205 = 25\nactive winnu
space 205: winnu cruiser\nplanet quann: norr infantry, pds");
        let script = fires().dice([die]);
        let run = |game: &mut Game| space_cannon::offense(game, SOL, place("205"));
        script.run(state, run).done().state.system(place("205")).space.is_empty()
    };
    assert!(lost(6) && !lost(5), "a PDS hits on 6");
}

#[test]
fn rr_101_2_upgraded_pds_fire_through_wormholes() {
    let fired = |tech: &str| {
        let state = arena(&format!(
            "tile 305 = 39\ntile 315 = 26\nspace 305: sol cruiser\n\
             planet lodor: hacan infantry, pds\n{tech}"
        ));
        let script = fires().dice([10]);
        let run = |game: &mut Game| space_cannon::offense(game, SOL, place("305"));
        !script.run(state, run).done().script.rolled.is_empty()
    };
    assert!(fired("tech hacan: pds-ii"));
    assert!(!fired(""));
}

/// A fleet of both sides is in the system: nobody blockades anybody (RR 14).
#[test]
fn rr_14_whoever_has_a_ship_of_their_own_there_is_not_blockaded() {
    let dock = |lines: &str| {
        let state = at(&format!("players saar, hacan, letnev\ntile 201 = 47\n{lines}"));
        let run = |game: &mut Game| blockade::sweep(game);
        let state = Script::new().run(state, run).done().state;
        state.system(place("201")).space.count(SOL, UnitKind::SpaceDock)
    };
    assert_eq!(dock("space 201: saar space-dock, cruiser; hacan 2 cruisers"), 1);
    assert_eq!(dock("space 201: saar space-dock; hacan fighter"), 0, "a fighter is enough");
    assert_eq!(dock("space 201: saar space-dock"), 1);
}

#[test]
fn rr_14_1_a_blockaded_dock_produces_again_when_the_fleet_is_gone() {
    let home = |lines: &str| {
        let state = arena(&format!("planet jord: sol space-dock\n{lines}"));
        let system = state.home_system(SOL).expect("Sol has a home");
        let yard = production::Yard::of(&state, SOL, system);
        crate::imperium::script::refused(
            &state,
            0,
            Question::Produce { system, limit: yard.limit },
            &[
                Choice::Build { kind: UnitKind::Cruiser, count: 1, at: Place::Space(system) },
                Choice::Exhaust(PlanetId::named("jord")),
            ],
        )
    };
    assert!(home("space 301: hacan destroyer").is_some());
    assert_eq!(home("space 301: hacan destroyer; sol fighter").map(|_| ()), Some(()), "RR 67.6");
    assert_eq!(home(""), None);
}

#[test]
fn rr_65_3_a_war_sun_takes_the_shield_of_others_in_its_system_only() {
    let open = |lines: &str| {
        let state = arena(&format!("tile 205 = 25\nplanet quann: hacan infantry, pds\n{lines}"));
        bombardment::may_bombard(&state, SOL, quann()).is_ok()
    };
    assert!(!open("space 205: sol dreadnought"));
    assert!(open("space 205: sol dreadnought, war-sun"));
    assert!(!open("space 205: sol dreadnought\nspace 204: sol war-sun\ntile 204 = 49"));
    assert!(!open("space 205: sol dreadnought; letnev war-sun"), "it is somebody else's");
}

#[test]
fn rr_68_1d_arborec_docks_make_everything_but_infantry() {
    let state = at("players arborec, hacan, letnev\nplanet nestphar: arborec space-dock");
    let system = state.home_system(SOL).expect("Arborec have a home");
    let refused = |kind, at| {
        let question = Question::Produce { system, limit: 0 };
        let parts =
            [Choice::Build { kind, count: 1, at }, Choice::Exhaust(PlanetId::named("nestphar"))];
        crate::imperium::script::refused(&state, 0, question, &parts).is_some()
    };
    assert!(refused(UnitKind::Infantry, Place::Planet(PlanetId::named("nestphar"))));
    assert!(!refused(UnitKind::Carrier, Place::Space(system)));
}

#[test]
fn rr_97_4_all_units_of_a_kind_are_upgraded_at_once_on_the_board_too() {
    let mut state = arena("space 201: sol 2 destroyers");
    let barrage = |state: &State| {
        let card = state.card(SOL, UnitKind::Destroyer).expect("a destroyer has a card");
        card.anti_fighter_barrage.expect("it has the ability")
    };
    let before = barrage(&state);
    state.gain_technology(SOL, TechId::named("destroyer-ii"));
    let after = barrage(&state);
    assert_eq!((before.value, before.dice), (9, 2));
    assert_eq!((after.value, after.dice), (6, 3));
}

/// "Cannot" is absolute (RR 1.6): a demilitarized zone takes no units, whatever places them.
#[test]
fn rr_01_6_nothing_is_placed_where_nothing_can_be_placed() {
    let state = arena("tile 205 = 25\ncontrol quann: sol\nlaw demilitarized-zone: quann");
    for act in [tables::Act::Land { planet: quann() }, tables::Act::PlaceOn { planet: quann() }] {
        assert!(tables::forbidden(&state, SOL, act).is_some());
    }
    let structure = Choice::Structure { kind: UnitKind::Pds, planet: quann() };
    let question = Question::Primary { card: StrategyId::named("construction") };
    assert!(crate::imperium::script::refused(&state, 0, question, &[structure]).is_some());
}
