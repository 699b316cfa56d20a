//! Notes played in a tactical action.

use super::*;
use crate::imperium::rules::combat;
use crate::imperium::rules::tables::{Act, Number, forbidden, number};

/// Nekro, Yin and N'orr at the table with Sol, each with a cruiser in space.
fn arena(lines: &str) -> State {
    at(&format!(
        "players sol, nekro, yin, norr\nspace 201: sol cruiser\nspace 202: nekro cruiser\n\
         space 203: yin cruiser\nspace 204: norr cruiser\ntile 205 = 46\n{lines}"
    ))
}

const NEKRO: u8 = 1;
const YIN: u8 = 2;
const NORR: u8 = 3;

fn combat_starts(place: Place, sides: [u8; 2], round: u8) -> Moment {
    Moment::CombatRoundStarts { place, sides: sides.map(Seat), round, over: false }
}

fn quann() -> Place {
    Place::Planet(PlanetId::named("bereg"))
}

#[test]
fn antivirus_is_laid_out_at_the_start_of_a_combat_and_shields_its_holder() {
    let state = arena("note sol: antivirus of nekro\nspace 204: sol cruiser");
    let mut start = combat_starts(Place::Space(system("204")), [SOL, NORR], 1);
    let script = Script::new().answer(SOL, play("antivirus", NEKRO));
    let played = script.run(state, |game| window::window(game, &mut start)).done();
    let state = &played.state;
    assert_eq!(state.player(Seat(SOL)).notes_in_play, [note("antivirus", NEKRO)]);
    let ability = AbilityId::named("technological-singularity");
    let copies = |victim: u8| {
        let act = Act::UseAbility { ability, against: Some(Seat(victim)) };
        forbidden(state, Seat(NEKRO), act).is_none()
    };
    assert!(!copies(SOL));
    assert!(copies(YIN));
}

#[test]
fn antivirus_is_played_by_a_side_and_in_the_first_round_only() {
    let state = arena("note sol: antivirus of nekro");
    let place = Place::Space(system("204"));
    let fits = |moment: Moment| !notes::playable(&state, Seat(SOL), &moment).is_empty();
    assert!(fits(combat_starts(place, [SOL, NORR], 1)));
    assert!(!fits(combat_starts(place, [SOL, NORR], 2)));
    assert!(!fits(combat_starts(place, [NEKRO, NORR], 1)));
}

#[test]
fn antivirus_forbids_no_galactic_threat() {
    let state = arena("laid sol: antivirus of nekro");
    let ability = AbilityId::named("galactic-threat");
    let act = Act::UseAbility { ability, against: Some(Seat(SOL)) };
    assert!(forbidden(&state, Seat(NEKRO), act).is_none());
}

#[test]
fn greyfire_mutagen_silences_the_owners_abilities_for_one_action() {
    let state = arena("note sol: greyfire-mutagen of yin");
    let mut activated = Moment::Activated { by: Seat(NEKRO), system: system("203") };
    let script = Script::new().answer(SOL, play("greyfire-mutagen", YIN));
    let played = script.run(state, |game| window::window(game, &mut activated)).done();
    let mut state = played.state;
    let devotion = Act::UseAbility { ability: AbilityId::named("devotion"), against: None };
    assert!(forbidden(&state, Seat(YIN), devotion).is_some());
    let spinner = Act::UseTechnology { tech: TechId::named("yin-spinner") };
    assert!(forbidden(&state, Seat(YIN), spinner).is_some());
    let plain = Act::UseTechnology { tech: TechId::named("assault-cannon") };
    assert!(forbidden(&state, Seat(YIN), plain).is_none(), "that is no faction technology");
    state.end(Until::TacticalActionEnds);
    assert!(forbidden(&state, Seat(YIN), devotion).is_none());
    assert!(state.holds_note(Seat(YIN), note("greyfire-mutagen", YIN)));
}

#[test]
fn greyfire_mutagen_takes_the_powers_of_the_sheet_from_a_combat() {
    let devotion = |laid: &str| {
        let state = arena(&format!("space 203: yin destroyer; norr 2 cruisers\n{laid}"));
        let asked = Script::new().run(state, |game| combat::space_combat(game, system("203")));
        asked.asked(YIN).iter().any(|question| {
            let to = matches!(question, Question::Respond { .. });
            to
        })
    };
    assert!(devotion(""));
    assert!(!devotion("laid sol: greyfire-mutagen of yin"));
}

#[test]
fn tekklar_legion_adds_one_in_the_ground_combat_it_is_played_in() {
    let lines = "note sol: tekklar-legion of norr\nplanet bereg: yin infantry; sol infantry";
    let script = Script::new().answer(SOL, play("tekklar-legion", NORR)).dice([7, 1]);
    let planet = PlanetId::named("bereg");
    let played = script.run(arena(lines), |game| combat::ground_combat(game, Seat(SOL), planet));
    let played = played.done();
    assert!(played.told().contains("7+1"), "{}", played.told());
    assert!(played.state.holds_note(Seat(NORR), note("tekklar-legion", NORR)));
}

#[test]
fn tekklar_legion_weakens_its_owner_as_the_opponent() {
    let state = arena("laid sol: tekklar-legion of norr");
    let roll = |seat: u8| {
        let kind = UnitKind::Infantry;
        number(&state, Number::CombatRoll { seat: Seat(seat), kind, place: quann() }, 0)
    };
    // N'orr adds one to all of its rolls.
    assert_eq!([roll(SOL), roll(NORR), roll(YIN)], [1, 0, 0]);
}

#[test]
fn tekklar_legion_is_for_ground_combat() {
    let state = arena("note sol: tekklar-legion of norr");
    let fits = |place| {
        let moment = combat_starts(place, [SOL, YIN], 1);
        !notes::playable(&state, Seat(SOL), &moment).is_empty()
    };
    assert!(fits(quann()));
    assert!(!fits(Place::Space(system("203"))));
}

#[test]
fn war_funding_rolls_dice_again_for_two_trade_goods_of_the_owner() {
    let state = |lines: &str| {
        at(&format!(
            "players sol, letnev, yin\ngoods letnev: 3 0\nspace 205: sol cruiser; yin cruiser\n\
             note sol: war-funding of letnev\n{lines}"
        ))
    };
    let again = Choice::Reroll { kind: UnitKind::Cruiser, shows: 1 };
    let script =
        Script::new().answer(SOL, play("war-funding", 1)).answer(SOL, [again]).dice([1, 10, 1]);
    let played = script.run(state(""), |game| combat::space_combat(game, system("205"))).done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 1);
    assert_eq!(played.state.fleet_size(system("205"), Seat(2)), 0, "{}", played.told());
    assert!(played.state.holds_note(Seat(1), note("war-funding", 1)));
}

#[test]
fn war_funding_works_with_an_owner_who_has_a_single_trade_good() {
    let state =
        at("players sol, letnev, yin\ngoods letnev: 1 0\nspace 205: sol cruiser; yin cruiser\n\
                    note sol: war-funding of letnev");
    let script = Script::new().answer(SOL, play("war-funding", 1)).dice([10, 1]);
    let played = script.run(state, |game| combat::space_combat(game, system("205"))).done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 0);
}

#[test]
fn war_funding_is_for_space_combats_of_its_player() {
    let state = at("players sol, letnev, yin\nnote sol: war-funding of letnev");
    let fits = |place, sides| {
        let moment = combat_starts(place, sides, 2);
        !notes::playable(&state, Seat(SOL), &moment).is_empty()
    };
    let space = Place::Space(system("205"));
    assert!(fits(space, [SOL, 2]));
    assert!(!fits(space, [1, 2]));
    assert!(!fits(quann(), [SOL, 2]));
}

#[test]
fn raghs_call_sends_the_owners_ground_forces_away_before_they_fight() {
    let lines = "planet bereg: saar 2 infantry, pds\nplanet lisis-ii: saar infantry\n\
                 note sol: raghs-call of saar\nspace 205: sol carrier, 2 infantry";
    let state = at(&format!("players sol, saar, yin\ntile 205 = 46\n{lines}"));
    let land = Choice::Land {
        kind: UnitKind::Infantry,
        damaged: false,
        count: 2,
        planet: PlanetId::named("bereg"),
    };
    let script = Script::new()
        .answer(SOL, [land])
        .answer(SOL, play("raghs-call", 1))
        .answer(SOL, [Choice::Planet(PlanetId::named("lisis-ii"))]);
    let system = at_bereg(&state);
    let state = moved(state, system);
    let played =
        script.run(state, |game| crate::imperium::rules::invasion::invade(game, Seat(SOL), system));
    let played = played.done();
    assert!(!played.told().contains("Ground combat"), "{}", played.told());
    let refuge = played.state.forces(Place::Planet(PlanetId::named("lisis-ii")));
    assert_eq!(refuge.count(Seat(1), UnitKind::Infantry), 3);
    assert_eq!(played.state.owner(PlanetId::named("bereg")), Some(Seat(SOL)));
}

fn at_bereg(state: &State) -> SystemId {
    state.galaxy.system_of(PlanetId::named("bereg")).expect("it is on the board")
}

/// Sol's carrier stands where Bereg is.
fn moved(mut state: State, to: SystemId) -> State {
    let space = std::mem::take(&mut state.system_mut(system("205")).space);
    state.system_mut(to).space = space;
    state
}

#[test]
fn raghs_call_needs_another_planet_of_the_owner_and_its_player_to_land() {
    let fits = |lines: &str, by: u8| {
        let state = at(&format!(
            "players sol, saar, yin\nplanet bereg: saar infantry\nnote sol: raghs-call of saar\n{lines}"
        ));
        let planet = PlanetId::named("bereg");
        let moment = Moment::Landed { by: Seat(by), planet, units: Vec::new(), returned: false };
        !notes::playable(&state, Seat(SOL), &moment).is_empty()
    };
    assert!(fits("", SOL), "they have their home");
    assert!(!fits("", 2));
    assert!(!fits("control lisis-ii: nobody\ncontrol ragh: nobody", SOL));
}
