//! Laws for everybody.

use super::*;
use crate::imperium::rules::hits;
use crate::imperium::rules::production::Yard;
use crate::imperium::rules::tables::{Act, Barrier, Number, forbidden, number};
use crate::imperium::rules::{agenda, fleet, scoring, status, technology, tokens};

fn researches(state: State, seat: u8, tech: &str, script: Script) -> Played {
    let tech = TechId::named(tech);
    script.run(state, move |game| technology::research(game, Seat(seat), tech)).done()
}

#[test]
fn anti_intellectual_revolution_costs_a_ship_for_each_research() {
    let lines = "law anti-intellectual-revolution: for\nspace 205: hacan cruiser, 2 fighters";
    let played = researches(table(lines), 1, "neural-motivator", Script::new());
    assert!(!played.state.has_ships(system("205"), Seat(1)), "the fighters have no carrier");
    let bare = "law anti-intellectual-revolution: for\nspace 205: sol cruiser";
    let played = researches(table(bare), 1, "neural-motivator", Script::new());
    assert!(played.state.has_technology(Seat(1), TechId::named("neural-motivator")));
    assert!(played.state.has_ships(system("205"), Seat(0)));
}

#[test]
fn anti_intellectual_revolution_against_exhausts_a_planet_for_each_technology() {
    let lines = "tech hacan: neural-motivator, sarween-tools";
    let state =
        resolve("anti-intellectual-revolution", Elected::Against, lines, Script::new()).state;
    let chosen = [Choice::Planet(planet("arretze")), Choice::Planet(planet("kamdorn"))];
    let script = Script::new().answer(1, chosen);
    let state = script.run(state, agenda::settle_later).done().state;
    assert!(state.planet(planet("arretze")).exhausted && state.planet(planet("kamdorn")).exhausted);
    assert!(!state.planet(planet("hercant")).exhausted);
}

#[test]
fn classified_document_leaks_makes_a_scored_secret_public() {
    let card = SecretId::named("become-the-gatekeeper");
    let lines = "scored hacan: become-the-gatekeeper";
    let elected = Elected::Secret(Seat(1), card);
    let state = resolve("classified-document-leaks", elected, lines, Script::new()).state;
    assert_eq!(state.points(Seat(1)), 1);
    assert!(state.player(Seat(1)).scored_secrets.is_empty());
    let offered = |state: &State, seat| {
        scoring::scorable_leaks(state, Seat(seat), Phase::Status).contains(&card)
    };
    let mut gate = state.clone();
    assert!(!offered(&state, 1), "it is scored already");
    gate.stage = Stage::Status(StatusStep::Score);
    let alpha: Vec<SystemId> = gate.systems.keys().copied().collect();
    for at in alpha {
        if gate.wormholes(at).iter().any(|w| matches!(w, Wormhole::Alpha | Wormhole::Beta)) {
            gate.forces_mut(Place::Space(at)).add(Seat(0), UnitKind::Destroyer, false, 1);
        }
    }
    assert!(offered(&gate, 0), "Sol stands at both kinds of wormholes");
    let script = Script::new().answer(0, [Choice::Secret(card)]);
    let played = script.run(gate.clone(), |game| status::run(game, StatusStep::Score)).done();
    assert_eq!(played.state.points(Seat(0)), 1);
    gate.discard_law(id("classified-document-leaks"));
    assert!(!offered(&gate, 0));
    assert_eq!(gate.points(Seat(1)), 1);
}

#[test]
fn conventions_of_war_protects_cultural_planets() {
    let state = table("law conventions-of-war: for");
    let bombard = |slug| forbidden(&state, Seat(0), Act::Bombard { planet: planet(slug) });
    assert!(bombard("quann").is_some() && bombard("abyz").is_none());
}

#[test]
fn enforced_travel_ban_closes_wormholes_unless_they_are_reconstructed() {
    let closed = |lines: &str| {
        let act = Act::UseWormhole { wormhole: Wormhole::Alpha };
        forbidden(&table(lines), Seat(0), act).is_some()
    };
    assert!(closed("law enforced-travel-ban: for") && !closed(""));
    let mut both = table("law enforced-travel-ban: for\nlaw wormhole-reconstruction: for");
    let until = Until::LawGoes(id("wormhole-reconstruction"));
    both.lasting.push(Lasting { until, seat: Seat(0), effect: Effect::AlphaMeetsBeta });
    assert!(forbidden(&both, Seat(0), Act::UseWormhole { wormhole: Wormhole::Beta }).is_none());
}

#[test]
fn enforced_travel_ban_against_destroys_pds_near_wormholes() {
    let lines = "planet quann: hacan pds, infantry\nplanet jord: sol pds, infantry";
    let state = session(lines);
    let near = |slug: &str| {
        let at = state.galaxy.system_of(planet(slug)).expect("on the board");
        let hole = |system: &SystemId| !state.wormholes(*system).is_empty();
        hole(&at) || state.neighbours(at).iter().any(hole)
    };
    let jord = u8::from(!near("jord"));
    let after = resolve("enforced-travel-ban", Elected::Against, lines, Script::new()).state;
    assert_eq!(on(&after, "quann", 1, UnitKind::Pds), 0);
    assert_eq!(on(&after, "jord", 0, UnitKind::Pds), jord);
}

#[test]
fn executive_sanctions_lowers_the_hand_limit_to_three() {
    let lines = "hand hacan: spy, plague, flank-speed, sabotage, bribery";
    let state = resolve("executive-sanctions", Elected::For, lines, Script::new()).state;
    assert_eq!(state.player(Seat(1)).hand.len(), 3);
    let state = resolve("executive-sanctions", Elected::Against, lines, Script::new()).state;
    assert_eq!(state.player(Seat(1)).hand.len(), 4);
}

#[test]
fn fleet_regulations_allows_four_tokens_in_the_fleet_pool() {
    let lines = "tokens hacan: 1 6 1\nspace 205: hacan 5 cruisers";
    let state = resolve("fleet-regulations", Elected::For, lines, Script::new()).state;
    assert_eq!(state.player(Seat(1)).tokens.fleet, 4);
    assert_eq!(state.fleet_size(system("205"), Seat(1)), 4);
    assert_eq!(fleet::limit(&state, Seat(1)), 4);
    let five = Tokens { tactic: 0, fleet: 5, strategy: 1 };
    assert!(tokens::check(&state, Seat(1), five, 6).is_err());
    let state = resolve("fleet-regulations", Elected::Against, lines, Script::new()).state;
    assert_eq!(state.player(Seat(1)).tokens.fleet, 7);
}

#[test]
fn homeland_defense_act_allows_any_number_of_pds() {
    let limit = |lines: &str| {
        let what = Number::StructureLimit { seat: Seat(0), kind: UnitKind::Pds };
        number(&table(lines), what, 2)
    };
    assert_eq!((limit(""), limit("law homeland-defense-act: for")), (2, 99));
    let lines = "planet quann: hacan 2 pds\nplanet abyz: hacan pds";
    let lost = Choice::Lose {
        kind: UnitKind::Pds,
        damaged: false,
        count: 1,
        at: Place::Planet(planet("abyz")),
    };
    let script = Script::new().on(1, [lost]);
    let state = resolve("homeland-defense-act", Elected::Against, lines, script).state;
    assert_eq!(
        (on(&state, "quann", 1, UnitKind::Pds), on(&state, "abyz", 1, UnitKind::Pds)),
        (2, 0)
    );
}

#[test]
fn publicize_weapon_schematics_opens_war_suns_once_somebody_owns_one() {
    let sun = TechId::named("war-sun");
    let law = "law publicize-weapon-schematics: for";
    assert!(technology::can_research(&table(law), Seat(1), sun).is_err());
    let known = table(&format!("{law}\ntech sol: war-sun"));
    assert!(technology::can_research(&known, Seat(1), sun).is_ok());
    let space = Place::Space(system("205"));
    assert!(!hits::can_sustain(&known, Seat(0), UnitKind::WarSun, space));
    let lines = "tech sol: war-sun\nhand sol: spy\nhand hacan: plague";
    let against = Elected::Against;
    let state = resolve("publicize-weapon-schematics", against, lines, Script::new()).state;
    assert_eq!([0, 1].map(|seat| state.player(Seat(seat)).hand.len()), [0, 1]);
}

#[test]
fn regulated_conscription_doubles_the_price_of_fighters_and_infantry() {
    let price = |lines: &str| {
        let state = table(&format!("planet jord: sol space dock\n{lines}"));
        let at = state.home_system(Seat(0)).expect("at home");
        let units = [(UnitKind::Fighter, 3), (UnitKind::Infantry, 1)];
        Yard::of(&state, Seat(0), at).price(&state, &units)
    };
    assert_eq!((price(""), price("law regulated-conscription: for")), (3, 4));
}

#[test]
fn representative_government_gives_each_player_one_vote() {
    let lines = "law representative-government: for\nagendas: economic-equality";
    let script = Script::new().answer(1, [Choice::Outcome(Elected::For)]);
    let played = script.run(session(lines), rules::advance).done();
    assert!(played.told().contains("casts 1 vote for For."), "{}", played.told());
    let planets = [Choice::Outcome(Elected::For), Choice::Exhaust(planet("hercant"))];
    let played = Script::new().answer(1, planets).run(session(lines), rules::advance);
    assert!(played.refusal().contains("Representative Government"));
}

#[test]
fn representative_government_against_exhausts_cultural_planets_of_its_opponents() {
    let state =
        session("control quann: hacan\ncontrol lodor: sol\nagendas: representative-government");
    let vote = [Choice::Outcome(Elected::Against), Choice::Exhaust(planet("hercant"))];
    let state = Script::new().answer(1, vote).run(state, rules::advance).done().state;
    let state = Script::new().run(state, agenda::settle_later).done().state;
    assert!(state.planet(planet("quann")).exhausted && !state.planet(planet("lodor")).exhausted);
}

#[test]
fn shared_research_opens_nebulae() {
    let bars = |lines: &str| {
        let what = Barrier::Anomaly(Anomaly::Nebula);
        number(&table(lines), Number::Barrier { seat: Seat(0), what }, 1) > 0
    };
    assert!(bars("") && !bars("law shared-research: for"));
    let state = resolve("shared-research", Elected::Against, "", Script::new()).state;
    for seat in [0, 1, 2].map(Seat) {
        let home = state.home_system(seat).expect("everybody has a home");
        assert!(state.system(home).tokens.contains(seat));
    }
}

#[test]
fn wormhole_reconstruction_joins_alpha_and_beta() {
    let state = resolve("wormhole-reconstruction", Elected::For, "", Script::new()).state;
    assert!(state.linked(Wormhole::Alpha, Wormhole::Beta));
    let lines = "tile 205 = 39\nspace 205: hacan cruiser";
    let state = resolve("wormhole-reconstruction", Elected::Against, lines, Script::new()).state;
    assert!(state.system(system("205")).tokens.contains(Seat(1)));
}

/// No official answer: retreats are moves, and wormholes are closed to them too.
#[test]
fn enforced_travel_ban_closes_wormholes_to_a_retreat() {
    let leads = |lines: &str| {
        let state = table(&format!(
            "tile 201 = 39\ntile 315 = 26\nspace 201: sol cruiser; hacan cruiser\n\
             planet lodor: sol infantry\n{lines}"
        ));
        let from = system("201");
        crate::imperium::rules::retreat::destinations(&state, Seat(0), from)
            .contains(&system("315"))
    };
    assert!(leads(""), "without the law");
    assert!(!leads("law enforced-travel-ban: for"), "under the law");
}
