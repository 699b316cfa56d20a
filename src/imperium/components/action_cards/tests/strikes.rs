//! Cards that strike at others as an action.

use super::*;

fn bereg() -> PlanetId {
    PlanetId::named("bereg")
}

fn targets(state: &State, slug: &str) -> Vec<Choice> {
    let named = tables().card_target(card(slug)).expect("the card needs a target");
    named(state, Seat(0), &Moment::Turn { seat: Seat(0) })
}

fn ship(owner: u8, kind: UnitKind, label: &str) -> Choice {
    let at = Place::Space(place(label));
    Choice::UnitAt { owner: Seat(owner), kind, damaged: false, at }
}

// Cripple Defenses

#[test]
fn cripple_defenses_destroys_all_pds_on_a_planet_and_nothing_else() {
    let state = arena("planet bereg: hacan 2 pds, space dock\nhand yssaril: cripple-defenses");
    let script = Script::new().answer(0, [Choice::Planet(bereg())]);
    let played = act(state, "cripple-defenses", script).done();
    let forces = &played.state.planet(bereg()).forces;
    assert_eq!(forces.count(Seat(1), UnitKind::Pds), 0);
    assert_eq!(forces.count(Seat(1), UnitKind::SpaceDock), 1);
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
}

#[test]
fn cripple_defenses_may_name_a_planet_without_pds_but_not_ones_own() {
    let state =
        arena("control bereg: hacan\nplanet lirta-iv: yssaril pds\nhand yssaril: cripple-defenses");
    let named = targets(&state, "cripple-defenses");
    assert!(named.contains(&Choice::Planet(bereg())));
    assert!(!named.contains(&Choice::Planet(PlanetId::named("lirta-iv"))));
}

#[test]
fn cripple_defenses_that_is_sabotaged_leaves_the_pds() {
    let state =
        arena("planet bereg: hacan pds\nhand yssaril: cripple-defenses\nhand hacan: sabotage");
    let script = Script::new().answer(0, [Choice::Planet(bereg())]).answer(1, play("sabotage"));
    let played = act(state, "cripple-defenses", script).done();
    assert_eq!(played.state.planet(bereg()).forces.count(Seat(1), UnitKind::Pds), 1);
}

// Lucky Shot

#[test]
fn lucky_shot_destroys_a_ship_above_ones_own_planet_and_what_it_carried_goes() {
    let state = arena(
        "control bereg: yssaril
space 206: hacan dreadnought, fighter
hand yssaril: lucky-shot",
    );
    let played = act(state, "lucky-shot", Script::new()).done();
    assert!(played.state.system(place("206")).space.is_empty(), "{}", played.told());
}

#[test]
fn lucky_shot_hits_no_carriers_no_own_ships_and_none_elsewhere() {
    let state = arena(
        "control bereg: yssaril
space 206: hacan cruiser, carrier
space 205: hacan cruiser
hand yssaril: lucky-shot",
    );
    assert_eq!(targets(&state, "lucky-shot"), [ship(1, UnitKind::Cruiser, "206")]);
    let own = arena("control bereg: yssaril\nspace 206: yssaril cruiser\nhand yssaril: lucky-shot");
    assert!(!is_playable(&own, 0, "lucky-shot", Moment::Turn { seat: Seat(0) }));
}

#[test]
fn lucky_shot_that_is_sabotaged_misses() {
    let state = arena(
        "control bereg: yssaril
space 206: hacan destroyer
hand yssaril: lucky-shot
hand hacan: sabotage",
    );
    let script = Script::new().answer(1, play("sabotage"));
    let played = act(state, "lucky-shot", script).done();
    assert!(played.state.has_ships(place("206"), Seat(1)));
}

// Reactor Meltdown

#[test]
fn reactor_meltdown_destroys_a_dock_and_the_fighters_it_cared_for() {
    let state = arena(
        "planet bereg: hacan infantry, space dock
space 206: hacan 2 fighters
planet lirta-iv: jol-nar space dock
hand yssaril: reactor-meltdown",
    );
    let kind = UnitKind::SpaceDock;
    let at = Place::Planet(bereg());
    let dock = Choice::UnitAt { owner: Seat(1), kind, damaged: false, at };
    let played = act(state, "reactor-meltdown", Script::new().answer(0, [dock])).done();
    assert_eq!(played.state.forces(at).count(Seat(1), kind), 0);
    assert!(!played.state.has_ships(place("206"), Seat(1)));
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
}

#[test]
fn reactor_meltdown_spares_home_systems_and_own_docks() {
    let state = arena(
        "planet arretze: hacan space dock
planet bereg: yssaril space dock
hand yssaril: reactor-meltdown",
    );
    assert!(targets(&state, "reactor-meltdown").is_empty());
    assert!(!is_playable(&state, 0, "reactor-meltdown", Moment::Turn { seat: Seat(0) }));
}

// Tactical Bombardment

#[test]
fn tactical_bombardment_exhausts_the_planets_of_others() {
    let state = arena(
        "space 206: yssaril dreadnought
control bereg: hacan
control lirta-iv: yssaril
hand yssaril: tactical-bombardment",
    );
    let played = act(state, "tactical-bombardment", Script::new()).done();
    assert!(played.state.planet(bereg()).exhausted);
    assert!(!played.state.planet(PlanetId::named("lirta-iv")).exhausted);
}

#[test]
fn tactical_bombardment_needs_a_unit_that_bombards_but_no_readied_planet() {
    let turn = || Moment::Turn { seat: Seat(0) };
    let armed = arena("space 205: yssaril dreadnought\nhand yssaril: tactical-bombardment");
    assert!(is_playable(&armed, 0, "tactical-bombardment", turn()));
    let unarmed = arena(
        "space 206: yssaril cruiser\ncontrol bereg: hacan\nhand yssaril: tactical-bombardment",
    );
    assert!(!is_playable(&unarmed, 0, "tactical-bombardment", turn()));
}

// Unstable Planet

#[test]
fn unstable_planet_exhausts_a_hazardous_planet_and_kills_three_infantry() {
    let state = arena("planet bereg: hacan 4 infantry\nhand yssaril: unstable-planet");
    let script = Script::new().answer(0, [Choice::Planet(bereg())]);
    let played = act(state, "unstable-planet", script).done();
    let planet = played.state.planet(bereg());
    assert!(planet.exhausted);
    assert_eq!(planet.forces.count(Seat(1), UnitKind::Infantry), 1);
}

#[test]
fn unstable_planet_takes_exhausted_planets_with_less_infantry_but_only_hazardous_ones() {
    let state = arena(
        "planet bereg: hacan infantry
exhausted bereg
control lirta-iv: yssaril
control tequran: hacan
hand yssaril: unstable-planet",
    );
    let named = targets(&state, "unstable-planet");
    assert!(named.contains(&Choice::Planet(bereg())));
    for planet in named {
        let Choice::Planet(planet) = planet else { panic!("planets are named") };
        assert!(planet.get().traits.contains(&Trait::Hazardous));
        assert_ne!(planet, PlanetId::named("lirta-iv"), "one's own is not struck");
    }
    let script = Script::new().answer(0, [Choice::Planet(bereg())]);
    let played = act(state, "unstable-planet", script).done();
    let forces = &played.state.planet(bereg()).forces;
    assert_eq!(forces.count(Seat(1), UnitKind::Infantry), 0);
    assert_eq!(played.state.owner(bereg()), Some(Seat(1)));
}

// Uprising

#[test]
fn uprising_exhausts_a_planet_and_pays_its_resources() {
    let state = arena("control bereg: hacan\nhand yssaril: uprising\ngoods yssaril: 1 0");
    let state = act(state, "uprising", Script::new()).done().state;
    assert!(state.planet(bereg()).exhausted);
    assert_eq!(state.player(Seat(0)).trade_goods, 4);
}

#[test]
fn uprising_needs_a_readied_planet_of_another_outside_of_home_systems() {
    let turn = || Moment::Turn { seat: Seat(0) };
    let tired = arena(
        "control bereg: hacan\nexhausted bereg\ncontrol lirta-iv: yssaril\nhand yssaril: uprising",
    );
    assert!(targets(&tired, "uprising").is_empty(), "homes are left in peace");
    assert!(!is_playable(&tired, 0, "uprising", turn()));
    let ready = arena("control bereg: hacan\nhand yssaril: uprising\nhand hacan: uprising");
    assert!(is_playable(&ready, 0, "uprising", turn()));
    assert!(!is_playable(&ready, 1, "uprising", turn()));
}

#[test]
fn uprising_that_is_sabotaged_pays_nothing() {
    let state = arena("control bereg: hacan\nhand yssaril: uprising\nhand hacan: sabotage");
    let script = Script::new().answer(1, play("sabotage"));
    let played = act(state, "uprising", script).done();
    assert!(!played.state.planet(bereg()).exhausted);
    assert_eq!(played.state.player(Seat(0)).trade_goods, 0);
}
