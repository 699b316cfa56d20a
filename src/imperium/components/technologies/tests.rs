//! Each technology as play: it works, not outside its moment, and not twice once it is exhausted.

use crate::engine::{Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::position::{self, at};
use crate::imperium::rules::ask::{Choice, HitSource, PowerName, Question};
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::{
    bombardment, combat, control, hits, production, space_cannon, status, technology, turn,
};
use crate::imperium::script::{Played, Script, refused};
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use UnitKind::*;

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);

/// Sol and Hacan meet in the asteroid field 205 or in 206 with Bereg and Lirta IV. Nobody owns a
/// technology but those that `lines` give.
fn arena(lines: &str) -> State {
    let mut state = at("players sol, hacan, letnev
tile 205 = 45
tile 204 = 47
tile 206 = 35
tile 103 = 48
strategy sol: leadership exhausted
tokens sol: 5 8 3
tokens hacan: 5 8 3");
    for player in &mut state.players {
        player.technologies.clear();
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        position::apply(&mut state, line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    state
}

fn exhausted(mut state: State, seat: Seat, slug: &str) -> State {
    state.player_mut(seat).exhausted_technologies.push(tech(slug));
    state
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

fn tech(slug: &str) -> TechId {
    TechId::named(slug)
}

fn uses(name: &str) -> [Choice; 1] {
    [Choice::Use(PowerName(name.into()))]
}

/// In how many prompts the power was among the options.
fn offers(played: &Played, name: &str) -> usize {
    let [wanted] = uses(name);
    played.script.prompts.iter().filter(|prompt| prompt.options.contains(&wanted)).count()
}

fn is_exhausted(played: &Played, seat: Seat, slug: &str) -> bool {
    played.state.player(seat).exhausted_technologies.contains(&tech(slug))
}

fn ships(played: &Played, label: &str, seat: Seat, kind: UnitKind) -> u8 {
    played.state.system(place(label)).space.count(seat, kind)
}

fn infantry(played: &Played, seat: Seat, on: &str) -> u8 {
    played.state.planet(planet(on)).forces.count(seat, Infantry)
}

fn fight(state: State, script: Script) -> Played {
    script.run(state, |game| combat::space_combat(game, place("205"))).done()
}

fn storm(state: State, script: Script) -> Played {
    script.run(state, |game| combat::ground_combat(game, SOL, planet("bereg"))).done()
}

fn take_turn(state: State, script: Script) -> Played {
    script.run(state, turn::take).done()
}

/// Space cannons fire at Sol's ships in 206, all that may.
fn shell(state: State, script: Script) -> Played {
    let script = script.when(yes_to_fire);
    script.run(state, |game| space_cannon::offense(game, SOL, place("206"))).done()
}

fn yes_to_fire(_: &State, prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
    matches!(prompt.question, Question::FireSpaceCannon { .. }).then(|| vec![Choice::Yes])
}

#[test]
fn all_have_a_text_and_can_be_researched_where_they_are_in_play() {
    crate::imperium::components::install();
    let mut n: usize = 0;
    for id in TechId::all() {
        let Some(component) = tables().technology(id) else { continue };
        n += usize::from(id.get().faction.is_none());
        assert_eq!(component.slug, id.slug());
        assert!(component.text.ends_with('.'), "{id}");
        assert!(component.powers.iter().all(|power| power.name == id.name()), "{id}");
        assert!(technology::is_working(id));
    }
    assert!(n >= 17);
    let mut state = arena("tech sol: plasma-scoring");
    assert_eq!(technology::can_research(&state, SOL, tech("magen-defense-grid")), Ok(()));
    state.options.sources = Sources::of([Source::Base, Source::Codex1]);
    let later = "a later version stands in its place";
    assert!(technology::can_research(&state, SOL, tech("magen-defense-grid")).is_err(), "{later}");
}

// Blue

fn why_not(state: &State, kind: UnitKind, count: u8, to: &str) -> Option<String> {
    let (from, via) = (place("204"), Vec::new());
    let parts = [Choice::Move { kind, damaged: false, count, from, via }];
    let refusal = refused(state, 0, Question::Move { system: place(to) }, &parts);
    refusal.map(|refusal| refusal.to_string())
}

#[test]
fn antimass_deflectors_let_the_ships_of_their_owner_into_asteroids() {
    let lines = "space 204: sol cruiser\n";
    assert!(why_not(&arena(lines), Cruiser, 1, "205").is_some());
    let theirs = arena(&format!("{lines}tech hacan: antimass-deflectors"));
    assert!(why_not(&theirs, Cruiser, 1, "205").is_some());
    let own = arena(&format!("{lines}tech sol: antimass-deflectors"));
    assert_eq!(why_not(&own, Cruiser, 1, "205"), None);
}

#[test]
fn antimass_deflectors_take_one_off_the_space_cannons_of_others() {
    let lines = "planet bereg: hacan pds\nspace 206: sol carrier\n";
    let survivors = |tech: &str| {
        let played = shell(arena(&format!("{lines}{tech}")), Script::new().dice([6]));
        ships(&played, "206", SOL, Carrier)
    };
    assert_eq!(survivors(""), 0);
    assert_eq!(survivors("tech sol: antimass-deflectors"), 1);
    assert_eq!(survivors("tech hacan: antimass-deflectors"), 0);
}

#[test]
fn gravity_drive_moves_one_ship_further_and_no_second_one() {
    let lines = "space 204: sol 2 carriers\n";
    assert!(why_not(&arena(lines), Carrier, 1, "206").is_some());
    let state = arena(&format!("{lines}tech sol: gravity-drive"));
    assert_eq!(why_not(&state, Carrier, 1, "206"), None);
    assert!(why_not(&state, Carrier, 2, "206").is_some());
}

#[test]
fn light_wave_deflector_passes_the_fleets_of_others() {
    let lines = "space 204: sol cruiser\nspace 103: hacan destroyer\n";
    assert!(why_not(&arena(lines), Cruiser, 1, "206").is_some());
    let state = arena(&format!("{lines}tech sol: light-wave-deflector"));
    assert_eq!(why_not(&state, Cruiser, 1, "206"), None);
}

#[test]
fn fleet_logistics_gives_a_second_action_and_no_third() {
    let script = || Script::new().answer(0, [Choice::Activate(place("204"))]);
    let played = take_turn(arena("space 201: sol cruiser"), script());
    assert_eq!(played.asked(0), [&Question::ChooseAction]);
    let state = arena("tech sol: fleet-logistics");
    let played = take_turn(state, script().answer(0, [Choice::Activate(place("103"))]));
    assert_eq!(played.state.player(SOL).tokens.tactic, 3);
    assert_eq!(played.asked(0), [&Question::ChooseAction, &Question::ChooseAnotherAction]);
    assert_eq!(played.state.active, Some(HACAN));
}

#[test]
fn fleet_logistics_neither_forces_an_action_nor_lets_one_pass_after_it() {
    let state = arena("tech sol: fleet-logistics");
    let script = Script::new().answer(0, [Choice::Activate(place("204"))]);
    let played = take_turn(state.clone(), script.answer(0, [Choice::Pass]));
    assert!(!played.state.player(SOL).passed);
    let played = take_turn(state, Script::new().answer(0, [Choice::Pass]));
    assert!(played.state.player(SOL).passed);
    assert_eq!(played.asked(0).len(), 1);
}

#[test]
fn after_a_cancelled_second_action_the_turn_may_end() {
    let state = arena(
        "tech sol: fleet-logistics
hand sol: plague
hand hacan: sabotage
planet bereg: hacan infantry",
    );
    let script = Script::new()
        .answer(0, [Choice::Activate(place("204"))])
        .answer(0, [Choice::Pass])
        .answer(0, [Choice::Play(ActionCardId::named("plague"))])
        .answer(0, [Choice::Planet(planet("bereg"))])
        .answer(1, [Choice::Play(ActionCardId::named("sabotage"))])
        .answer(0, [Choice::Pass]);
    let played = take_turn(state, script);
    let again = played.asked(0).into_iter().filter(|q| **q == Question::ChooseAnotherAction);
    assert_eq!(again.count(), 2);
    assert!(!played.state.player(SOL).passed);
}

// Green

#[test]
fn neural_motivator_draws_a_second_action_card_in_the_status_phase() {
    let state = arena("tech sol: neural-motivator\nphase status");
    let run = |game: &mut Game| status::run(game, StatusStep::DrawActionCards);
    let played = Script::new().run(state, run).done();
    let held = |seat| played.state.player(seat).hand.len();
    assert_eq!((held(SOL), held(HACAN)), (2, 1));
}

#[test]
fn hyper_metabolism_gains_a_third_command_token() {
    let state = arena("tech hacan: hyper-metabolism\ntokens hacan: 3 3 2\nphase status");
    let run = |game: &mut Game| status::run(game, StatusStep::GainTokens);
    let played = Script::new().run(state, run);
    assert_eq!(played.asked(1), [&Question::Tokens { gained: 3 }]);
    assert_eq!(played.asked(2), [&Question::Tokens { gained: 2 }]);
}

const LANDED: &str = "planet bereg: sol 2 infantry; hacan infantry\n";

#[test]
fn dacxive_animators_place_infantry_where_their_owner_won() {
    let state = arena(&format!("{LANDED}tech sol: dacxive-animators"));
    let won = || Script::new().dice([10, 10, 1]);
    let played = storm(state.clone(), won().answer(0, uses("Dacxive Animators")));
    assert_eq!(infantry(&played, SOL, "bereg"), 3);
    let played = storm(state, won().answer(0, [Choice::Pass]));
    assert_eq!(infantry(&played, SOL, "bereg"), 2);
}

#[test]
fn dacxive_animators_do_nothing_for_the_loser_or_in_space() {
    let state = arena(&format!("{LANDED}tech hacan: dacxive-animators"));
    let played = storm(state, Script::new().dice([10, 10, 1]));
    assert!(played.asked(1).is_empty());
    let state = arena("space 205: sol cruiser; hacan destroyer\ntech sol: dacxive-animators");
    let played = fight(state, Script::new().dice([10, 1]));
    assert_eq!(offers(&played, "Dacxive Animators"), 0);
}

const BELOW: &str = "tech sol: x-89-bacterial-weapon\nplanet bereg: hacan 3 infantry, pds\n";

#[test]
fn x_89_bacterial_weapon_destroys_all_infantry_of_a_planet_below_a_bombarding_ship_as_an_action() {
    let state = arena(&format!("{BELOW}space 206: sol dreadnought"));
    let played = take_turn(state, Script::new().answer(0, uses("X-89 Bacterial Weapon")));
    assert_eq!(infantry(&played, HACAN, "bereg"), 0);
    assert_eq!(played.state.planet(planet("bereg")).forces.count(HACAN, Pds), 1);
    assert_eq!(played.state.owner(planet("bereg")), Some(HACAN));
    assert!(is_exhausted(&played, SOL, "x-89-bacterial-weapon"));
    assert_eq!(played.state.active, Some(HACAN), "it was the action of this turn");
}

#[test]
fn x_89_bacterial_weapon_needs_a_bombarding_ship_and_is_used_once() {
    let offered = |state: &State| {
        let [wanted] = uses("X-89 Bacterial Weapon");
        turn::actions(state, SOL).contains(&wanted)
    };
    let ready = arena(&format!("{BELOW}space 206: sol dreadnought"));
    assert!(offered(&ready));
    assert!(!offered(&exhausted(ready, SOL, "x-89-bacterial-weapon")));
    assert!(!offered(&arena(&format!("{BELOW}space 206: sol cruiser"))));
    assert!(!offered(&arena(&format!("{BELOW}space 204: sol dreadnought"))));
}

// Yellow

#[test]
fn sarween_tools_make_a_production_one_cheaper() {
    let lines = "planet jord: sol space dock\ngoods sol: 2 0\nexhausted jord\n";
    let built = |tech: &str| {
        let state = arena(&format!("{lines}{tech}"));
        let system = state.home_system(SOL).expect("Sol has a home");
        let carrier = Choice::Build { kind: Carrier, count: 1, at: Place::Space(system) };
        let parts = [carrier, Choice::TradeGoods(2)];
        refused(&state, 0, Question::Produce { system, limit: 6 }, &parts).is_none()
    };
    assert!(!built(""));
    assert!(!built("tech hacan: sarween-tools"));
    assert!(built("tech sol: sarween-tools"));
}

const UNDER_FIRE: &str = "planet bereg: hacan pds\nspace 206: sol carrier, 2 fighters\n";

#[test]
fn graviton_laser_system_sends_hits_past_the_fighters() {
    let state = arena(&format!("{UNDER_FIRE}tech hacan: graviton-laser-system"));
    let script = Script::new().answer(1, [Choice::Yes]).dice([10]);
    let played = shell(state.clone(), script.answer(1, uses("Graviton Laser System")));
    assert_eq!(ships(&played, "206", SOL, Carrier), 0);
    assert!(is_exhausted(&played, HACAN, "graviton-laser-system"));
    let script = Script::new().answer(1, [Choice::Yes]).dice([10]);
    let played = shell(state, script.answer(1, [Choice::Pass]));
    assert_eq!(ships(&played, "206", SOL, Carrier), 1);
    assert_eq!(ships(&played, "206", SOL, Fighter), 1);
}

#[test]
fn graviton_laser_system_is_offered_only_ready_and_where_it_matters() {
    let name = "Graviton Laser System";
    let ready = arena(&format!("{UNDER_FIRE}tech hacan: graviton-laser-system"));
    assert_eq!(offers(&shell(ready.clone(), Script::new()), name), 1);
    let spent = exhausted(ready, HACAN, "graviton-laser-system");
    assert_eq!(offers(&shell(spent, Script::new()), name), 0);
    let alone =
        arena("planet bereg: hacan pds\nspace 206: sol carrier\ntech hacan: graviton-laser-system");
    assert_eq!(offers(&shell(alone, Script::new()), name), 0);
}

#[test]
fn hits_that_spare_fighters_go_to_them_once_no_other_ship_is_left() {
    let state = arena("space 206: sol dreadnought, 3 fighters");
    let (place, source) = (Place::Space(place("206")), HitSource::AimedCannon);
    let lose = |kind, damaged| Choice::Destroy { kind, damaged, count: 1 };
    let question = Question::AssignHits { place, hits: 1, source, from: HACAN };
    let refusal = refused(&state, 0, question, &[lose(Fighter, false)]).expect("not yet");
    assert!(refusal.why.contains("fighters are spared"), "{refusal}");
    let parts = [Choice::Sustain { kind: Dreadnought, count: 1 }, lose(Dreadnought, true)];
    let script = Script::new().answer(0, parts).strict();
    let run = |game: &mut Game| hits::assign(game, SOL, place, 3, source, HACAN);
    let played = script.run(state, run).done();
    assert_eq!(ships(&played, "206", SOL, Dreadnought), 0);
    assert_eq!(ships(&played, "206", SOL, Fighter), 2);
}

fn carried(count: u8, from: Place, to: &str) -> Choice {
    Choice::Transfer { kind: Infantry, damaged: false, count, from, to: planet(to) }
}

const GARRISON: &str = "planet bereg: sol 5 infantry\ncontrol lirta-iv: sol\n";

#[test]
fn transit_diodes_move_ground_forces_before_the_action_of_a_turn() {
    let state = arena(&format!(
        "{GARRISON}space 204: sol carrier, infantry\ntech sol: transit-diodes, fleet-logistics"
    ));
    let parts = [
        carried(3, Place::Planet(planet("bereg")), "lirta-iv"),
        carried(1, Place::Space(place("204")), "lirta-iv"),
    ];
    let script = Script::new()
        .answer(0, uses("Transit Diodes"))
        .answer(0, parts)
        .answer(0, [Choice::Activate(place("103"))])
        .when(|_, prompt| matches!(prompt.question, Question::Move { .. }).then(Vec::new));
    let played = take_turn(state, script);
    assert_eq!((infantry(&played, SOL, "bereg"), infantry(&played, SOL, "lirta-iv")), (2, 4));
    assert_eq!(ships(&played, "204", SOL, Infantry), 0);
    assert!(is_exhausted(&played, SOL, "transit-diodes"));
    assert_eq!(played.state.player(SOL).tokens.tactic, 4, "an action followed");
    assert_eq!(offers(&played, "Transit Diodes"), 1);
}

#[test]
fn transit_diodes_are_for_the_start_of_a_turn_only() {
    let state = arena(&format!("{GARRISON}tech sol: transit-diodes, fleet-logistics"));
    let script = Script::new().answer(0, [Choice::Activate(place("103"))]);
    let played = take_turn(state, script);
    assert_eq!(offers(&played, "Transit Diodes"), 1, "not before the second action");
}

#[test]
fn transit_diodes_carry_four_at_most_and_only_to_own_planets() {
    let state = arena(&format!("{GARRISON}control wellon: hacan"));
    let bereg = Place::Planet(planet("bereg"));
    let refused = |part: Choice| {
        let refusal = refused(&state, 0, Question::Transfer { count: 4 }, &[part]);
        refusal.map(|refusal| refusal.why)
    };
    assert_eq!(refused(carried(4, bereg, "lirta-iv")), None);
    let why = refused(carried(5, bereg, "lirta-iv"));
    assert!(why.is_some_and(|why| why.contains("more than 4")));
    let why = refused(carried(1, bereg, "wellon"));
    assert!(why.is_some_and(|why| why.contains("do not control Wellon")));
    assert!(refused(carried(1, Place::Planet(planet("jord")), "lirta-iv")).is_some());
    assert!(refused(carried(1, bereg, "bereg")).is_some());
}

const GAINED: &str = "control bereg: hacan\ngoods sol: 9 0\n";

fn build(kind: UnitKind, count: u8, at: Place) -> Choice {
    Choice::Build { kind, count, at }
}

#[test]
fn integrated_economy_builds_on_a_gained_planet_for_up_to_its_resources() {
    let state = arena(&format!("{GAINED}tech sol: integrated-economy, sarween-tools"));
    let (bereg, space) = (Place::Planet(planet("bereg")), Place::Space(place("206")));
    let parts = [build(Infantry, 2, bereg), build(Cruiser, 1, space), Choice::TradeGoods(3)];
    let script = Script::new().answer(0, parts);
    let gain = |game: &mut Game| control::gain(game, SOL, planet("bereg"));
    let played = script.run(state, gain).done();
    assert_eq!((infantry(&played, SOL, "bereg"), ships(&played, "206", SOL, Cruiser)), (2, 1));
    assert_eq!(played.state.player(SOL).trade_goods, 6, "Sarween Tools help no production here");
    let again = Script::new().run(played.state, gain).done();
    assert!(again.asked(0).is_empty(), "it is not gained again");
}

#[test]
fn integrated_economy_keeps_to_its_limits() {
    let (bereg, space) = (Place::Planet(planet("bereg")), Place::Space(place("206")));
    let question = Question::ProduceOn { planet: planet("bereg"), cost: 3 };
    let own = "control bereg: sol\ngoods sol: 9 0\n";
    let state = arena(own);
    let parts = [build(Cruiser, 2, space), Choice::TradeGoods(4)];
    let refusal = refused(&state, 0, question.clone(), &parts).expect("it costs too much");
    assert!(refusal.why.contains("cost 4 together"), "{refusal}");
    let blockaded = arena(&format!("{own}space 206: hacan destroyer"));
    let ship = [build(Destroyer, 1, space), Choice::TradeGoods(1)];
    assert_eq!(refused(&state, 0, question.clone(), &ship), None);
    assert!(refused(&blockaded, 0, question.clone(), &ship).is_some());
    let troops = [build(Infantry, 1, bereg), Choice::TradeGoods(1)];
    assert_eq!(refused(&blockaded, 0, question, &troops), None);
    let gain = |game: &mut Game| control::gain(game, SOL, planet("bereg"));
    let without = Script::new().run(arena(GAINED), gain).done();
    assert!(without.asked(0).is_empty());
    let system = place("206");
    assert!(!production::can_produce(&state, SOL, system), "nothing else produces there");
}

// Red

#[test]
fn plasma_scoring_adds_one_die_to_each_space_cannon_roll_and_bombardment() {
    let dice = |tech: &str| {
        let lines = format!("planet bereg: hacan 2 pds\nspace 206: sol 3 cruisers\n{tech}");
        shell(arena(&lines), Script::new()).script.rolled[0].1.len()
    };
    assert_eq!((dice(""), dice("tech hacan: plasma-scoring")), (2, 3));
    let dice = |tech: &str| {
        let lines = format!(
            "planet bereg: hacan 5 infantry\nplanet lirta-iv: hacan 5 infantry
space 206: sol 2 dreadnoughts\n{tech}"
        );
        let at = |slug| Choice::Bombard { kind: Dreadnought, count: 1, planet: planet(slug) };
        let script = Script::new().answer(0, [at("bereg"), at("lirta-iv")]);
        let run = |game: &mut Game| bombardment::bombard(game, SOL, place("206"));
        let rolled = script.run(arena(&lines), run).done().script.rolled;
        rolled.iter().map(|(_, dice)| dice.len()).sum::<usize>()
    };
    assert_eq!((dice(""), dice("tech sol: plasma-scoring")), (2, 3));
}

const SHIELDED: &str = "planet bereg: sol 2 infantry; hacan infantry, pds\n";

#[test]
fn magen_defense_grid_silences_the_opponent_for_one_round() {
    let state = arena(&format!("{SHIELDED}tech hacan: magen-defense-grid"));
    let script = Script::new().answer(1, uses("Magen Defense Grid")).dice([1, 10, 10, 1]);
    let played = storm(state.clone(), script);
    assert_eq!(played.script.rolled.len(), 3, "Sol does not roll in the first round");
    assert!(played.told().contains("cannot roll in this round"), "{}", played.told());
    assert_eq!(offers(&played, "Magen Defense Grid"), 1, "it is exhausted then");
    let played = storm(state, Script::new().dice([10, 10, 1]));
    assert_eq!(played.script.rolled.len(), 2);
}

#[test]
fn magen_defense_grid_needs_a_planetary_shield_and_to_be_ready() {
    let grid = "tech hacan: magen-defense-grid\n";
    let count =
        |state| offers(&storm(state, Script::new().dice([10, 10, 1])), "Magen Defense Grid");
    assert_eq!(count(arena(&format!("{SHIELDED}{grid}"))), 1);
    assert_eq!(count(arena(&format!("{LANDED}{grid}"))), 0);
    assert_eq!(count(arena(&format!("{SHIELDED}{grid}space 206: sol war sun"))), 0);
    let spent = exhausted(arena(&format!("{SHIELDED}{grid}")), HACAN, "magen-defense-grid");
    assert_eq!(count(spent), 0);
}

fn damaged(played: &Played, kind: UnitKind) -> u8 {
    played.state.system(place("205")).space.count_in(SOL, kind, true)
}

#[test]
fn duranium_armor_repairs_a_unit_in_each_round_though_nothing_hit() {
    let lines = "space 205: sol damaged dreadnought; hacan cruiser\n";
    let script = || Script::new().dice([1, 1, 10, 1]);
    let played = fight(arena(&format!("{lines}tech sol: duranium-armor")), script());
    assert_eq!(damaged(&played, Dreadnought), 0);
    assert_eq!(played.told().matches("Duranium Armor repairs").count(), 1);
    let played = fight(arena(lines), script());
    assert_eq!(damaged(&played, Dreadnought), 1);
}

#[test]
fn duranium_armor_does_not_repair_what_sustained_damage_in_this_round() {
    let lines = "space 205: sol dreadnought; hacan cruiser\ntech sol: duranium-armor";
    let played = fight(arena(lines), Script::new().dice([10, 10]));
    assert_eq!(damaged(&played, Dreadnought), 1);
}

#[test]
fn duranium_armor_repairs_one_unit_of_its_owners_choice_in_the_last_round_too() {
    let state = arena(
        "space 205: sol damaged dreadnought, damaged flagship; hacan cruiser
tech sol: duranium-armor",
    );
    let wanted = Choice::Unit { kind: Flagship, damaged: true };
    let played = fight(
        state,
        Script::new()
            .dice([10, 10, 10, 1])
            .when(move |_, prompt| prompt.options.contains(&wanted).then(|| vec![wanted.clone()])),
    );
    assert_eq!((damaged(&played, Dreadnought), damaged(&played, Flagship)), (1, 0));
}

#[test]
fn assault_cannon_destroys_a_warship_before_anybody_rolls() {
    let state = arena("space 205: sol 3 cruisers; hacan dreadnought\ntech sol: assault-cannon");
    let played = fight(state, Script::new().strict());
    assert!(played.script.rolled.is_empty());
    assert_eq!(ships(&played, "205", HACAN, Dreadnought), 0, "it does not sustain that");
    assert!(played.told().contains("wins the space combat"), "{}", played.told());
}

#[test]
fn assault_cannon_leaves_the_choice_to_the_opponent_and_fires_once() {
    let state = arena(
        "space 205: sol 3 cruisers; hacan carrier, cruiser, 4 fighters\ntech sol: assault-cannon",
    );
    let script = Script::new().when(|_, prompt| {
        let carrier = Choice::Unit { kind: Carrier, damaged: false };
        prompt.options.contains(&carrier).then(|| vec![carrier])
    });
    let played = fight(state, script.dice([1; 20]));
    let told = played.told();
    assert!(told.contains(&format!("{HACAN} loses a carrier")), "{told}");
    assert_eq!(told.matches("Assault Cannon").count(), 1);
    let fighter = Choice::Unit { kind: Fighter, damaged: false };
    assert!(!played.script.prompts.iter().any(|prompt| prompt.options.contains(&fighter)));
}

#[test]
fn assault_cannon_needs_three_warships_when_its_turn_comes() {
    let shots = |lines: &str| fight(arena(lines), Script::new()).told().matches("Assault").count();
    assert_eq!(
        shots("space 205: sol 2 cruisers, 3 fighters; hacan cruiser\ntech sol: assault-cannon"),
        0
    );
    assert_eq!(shots("space 205: sol 3 cruisers; hacan 3 fighters\ntech sol: assault-cannon"), 0);
    let both = "tech sol: assault-cannon\ntech hacan: assault-cannon";
    let three = format!("space 205: sol 3 cruisers; hacan 3 cruisers\n{both}");
    assert_eq!(shots(&three), 1, "the defender has two left");
    let four = format!("space 205: sol 3 cruisers; hacan 4 cruisers\n{both}");
    assert_eq!(shots(&four), 2);
}
