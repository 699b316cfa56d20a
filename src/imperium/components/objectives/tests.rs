//! Each objective in a position where it is fulfilled, and in one where it just is not.
//!
//! Sol, whose objectives are judged, lives in 301 (Jord), Hacan in 304 (three planets), Letnev in 307
//! (two); they control their homes. The other tiles lie in the order of their numbers, so Wellon is in 101 and the anomalies are 308, 309, 311, 312, 314.

use super::*;
use crate::imperium::position::position;
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::{cost, scoring};

const SOL: Seat = Seat(0);

fn table(lines: &str) -> State {
    let text = format!("players sol, hacan, letnev\n{lines}");
    position(&text).expect("the position is well written")
}

fn public_met(slug: &str, lines: &str) -> bool {
    let state = table(lines);
    let rule = tables().public(PublicId::named(slug)).expect("the objective has a rule");
    (rule.met)(&state, SOL) && cost::affordable(&state, SOL, rule.cost)
}

fn secret_met(slug: &str, lines: &str) -> bool {
    let state = table(lines);
    let rule = tables().secret(SecretId::named(slug)).expect("the objective has a rule");
    (rule.met)(&state, SOL) && cost::affordable(&state, SOL, rule.cost)
}

/// `name: "slug", met in this position, just not in that one`.
macro_rules! objectives {
    ($judge:ident: $($name:ident: $slug:literal, $met:expr, $not:expr;)*) => {$(
        #[test]
        fn $name() {
            let (met, not): (&str, &str) = ($met, $not);
            assert!($judge($slug, met), "{} is fulfilled by\n{met}", $slug);
            assert!(!$judge($slug, not), "{} is not fulfilled by\n{not}", $slug);
        }
    )*};
}

objectives! { public_met:
    corner_the_market_wants_four_planets_of_one_trait: "corner-the-market",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol quann: sol";
    develop_weaponry_wants_two_unit_upgrades: "develop-weaponry",
        "tech sol: advanced-carrier-ii, destroyer-ii",
        "tech sol: destroyer-ii, gravity-drive";
    diversify_research_wants_two_colours_with_two_each: "diversify-research",
        "tech sol: gravity-drive, dacxive-animators",
        "tech sol: gravity-drive, sarween-tools, fleet-logistics";
    erect_a_monument_costs_eight_resources: "erect-a-monument",
        "control jord: sol\ncontrol saudor: sol\ncontrol vefut-ii: sol",
        "control jord: sol\ncontrol saudor: sol\ncontrol vefut-ii: sol\nexhausted vefut-ii\ngoods sol: 1 6";
    expand_borders_counts_six_planets_outside_home_systems: "expand-borders",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control quann: sol\ncontrol mecatol-rex: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control quann: sol\ncontrol jord: sol\ncontrol arretze: sol";
    found_research_outposts_wants_three_specialties: "found-research-outposts",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol saudor: sol";
    intimidate_council_wants_ships_in_two_systems_next_to_mecatol_rex: "intimidate-council",
        "space 101: sol fighter\nspace 102: sol cruiser",
        "space 000: sol cruiser\nspace 101: sol cruiser\nspace 201: sol cruiser\nspace 102: hacan cruiser";
    lead_from_the_front_counts_no_fleet_tokens: "lead-from-the-front",
        "tokens sol: 2 0 1",
        "tokens sol: 1 5 1";
    negotiate_trade_routes_counts_no_commodities: "negotiate-trade-routes",
        "goods sol: 5 0",
        "goods sol: 4 4";
    sway_the_council_costs_eight_influence: "sway-the-council",
        "control mecatol-rex: sol\ncontrol jord: sol",
        "control mecatol-rex: sol\ncontrol jord: sol\nexhausted jord\ngoods sol: 1 0";
    amass_wealth_spends_each_planet_for_one_value: "amass-wealth",
        "control jord: sol\ncontrol rarron: sol\ngoods sol: 3 0",
        "control jord: sol\ngoods sol: 3 0";
    build_defenses_counts_docks_and_pds: "build-defenses",
        "planet jord: sol 2 pds, space-dock\nplanet wellon: sol pds",
        "planet jord: sol 2 pds, space-dock\nplanet wellon: hacan pds";
    engineer_a_marvel_wants_a_flagship_or_a_war_sun: "engineer-a-marvel",
        "space 101: sol flagship",
        "space 101: sol dreadnought; hacan flagship";
    explore_deep_space_wants_three_systems_without_planets: "explore-deep-space",
        "space 305: sol fighter\nspace 306: sol infantry\nspace 309: sol cruiser",
        "space 305: sol cruiser\nspace 306: sol cruiser\nspace 101: sol cruiser";
    improve_infrastructure_leaves_the_home_out: "improve-infrastructure",
        "planet wellon: sol pds\nplanet vefut-ii: sol space-dock\nplanet thibah: sol pds",
        "planet wellon: sol 2 pds\nplanet vefut-ii: sol space-dock\nplanet jord: sol pds";
    make_history_counts_mecatol_rex_and_anomalies: "make-history",
        "space 309: sol cruiser\nplanet mecatol-rex: sol infantry",
        "space 309: sol cruiser\nspace 101: sol cruiser\ncontrol mecatol-rex: sol";
    populate_the_outer_rim_leaves_the_home_out: "populate-the-outer-rim",
        "space 302: sol cruiser\nplanet abyz: sol infantry\nspace 305: sol cruiser",
        "space 302: sol cruiser\nplanet abyz: sol infantry\nspace 301: sol cruiser\nspace 202: sol cruiser";
    push_boundaries_compares_with_two_neighbours: "push-boundaries",
        "control abyz: sol\ncontrol fria: sol\ncontrol wellon: sol\nspace 306: sol cruiser",
        "control abyz: sol\ncontrol fria: sol\ncontrol wellon: sol\nspace 306: sol cruiser\n\
         control lazar: letnev\ncontrol sakulag: letnev";
    raise_a_fleet_counts_no_fighters: "raise-a-fleet",
        "space 101: sol 4 cruisers, carrier",
        "space 101: sol 4 cruisers, 3 fighters\nspace 102: sol carrier";
    centralize_galactic_trade_costs_ten_trade_goods: "centralize-galactic-trade",
        "goods sol: 10 0",
        "goods sol: 9 4";
    conquer_the_weak_wants_a_planet_of_somebody_elses_home: "conquer-the-weak",
        "control arretze: sol",
        "control jord: sol\ncontrol mecatol-rex: sol";
    form_galactic_brain_trust_wants_five_specialties: "form-galactic-brain-trust",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol new-albion: sol\n\
         control lazar: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol new-albion: sol\n\
         control saudor: sol";
    found_a_golden_age_costs_sixteen_resources: "found-a-golden-age",
        "control jord: sol\ncontrol abyz: sol\ncontrol fria: sol\ngoods sol: 7 0",
        "control jord: sol\ncontrol abyz: sol\ncontrol fria: sol\ngoods sol: 6 0";
    galvanize_the_people_costs_six_tokens: "galvanize-the-people",
        "tokens sol: 4 0 2",
        "tokens sol: 4 3 1";
    manipulate_galactic_law_costs_sixteen_influence: "manipulate-galactic-law",
        "control mecatol-rex: sol\ncontrol meer: sol\ncontrol jord: sol\ngoods sol: 4 0",
        "control mecatol-rex: sol\ncontrol meer: sol\ncontrol jord: sol\ngoods sol: 3 0";
    master_the_sciences_wants_two_of_each_colour: "master-the-sciences",
        "tech sol: gravity-drive, dacxive-animators, sarween-tools, graviton-laser-system, \
         plasma-scoring, magen-defense-grid",
        "tech sol: gravity-drive, dacxive-animators, sarween-tools, graviton-laser-system, \
         plasma-scoring, fleet-logistics, war-sun";
    revolutionize_warfare_wants_three_unit_upgrades: "revolutionize-warfare",
        "tech sol: advanced-carrier-ii, destroyer-ii, war-sun",
        "tech sol: advanced-carrier-ii, destroyer-ii, gravity-drive";
    subdue_the_galaxy_counts_eleven_planets_outside_home_systems: "subdue-the-galaxy",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control quann: sol\ncontrol mecatol-rex: sol\ncontrol lodor: sol\ncontrol abyz: sol\n\
         control fria: sol\ncontrol lor: sol\ncontrol arnor: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control quann: sol\ncontrol mecatol-rex: sol\ncontrol lodor: sol\ncontrol abyz: sol\n\
         control fria: sol\ncontrol lor: sol\ncontrol jord: sol\ncontrol arretze: sol";
    unify_the_colonies_wants_six_planets_of_one_trait: "unify-the-colonies",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control lor: sol\ncontrol arnor: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol\n\
         control lor: sol\ncontrol quann: sol\ncontrol lodor: sol";
    achieve_supremacy_is_at_mecatol_rex_or_in_a_foreign_home: "achieve-supremacy",
        "space 304: sol war-sun",
        "space 301: sol war-sun\nspace 101: sol flagship\nspace 000: sol dreadnought";
    achieve_supremacy_by_a_flagship_at_mecatol_rex: "achieve-supremacy",
        "space 000: sol flagship",
        "space 000: hacan flagship";
    become_a_legend_wants_four_such_systems: "become-a-legend",
        "space 000: sol cruiser\nspace 308: sol cruiser\nspace 309: sol cruiser\nspace 311: sol cruiser",
        "space 000: sol cruiser\nspace 308: sol cruiser\nspace 309: sol cruiser\nspace 101: sol cruiser";
    command_an_armada_counts_no_fighters: "command-an-armada",
        "space 101: sol 5 cruisers, 3 destroyers",
        "space 101: sol 5 cruisers, 2 destroyers, 4 fighters";
    construct_massive_cities_counts_seven_structures: "construct-massive-cities",
        "planet jord: sol 2 pds, space-dock\nplanet wellon: sol 2 pds, space-dock\nplanet thibah: sol pds",
        "planet jord: sol 2 pds, space-dock\nplanet wellon: sol 2 pds, space-dock\nplanet thibah: sol mech";
    control_the_borderlands_wants_five_systems_on_the_edge: "control-the-borderlands",
        "space 302: sol cruiser\nspace 303: sol cruiser\nspace 305: sol cruiser\n\
         space 306: sol cruiser\nspace 308: sol cruiser",
        "space 302: sol cruiser\nspace 303: sol cruiser\nspace 305: sol cruiser\n\
         space 306: sol cruiser\nspace 301: sol cruiser\nspace 204: sol cruiser";
    hold_vast_reserves_costs_six_of_everything: "hold-vast-reserves",
        "control mecatol-rex: sol\ncontrol jord: sol\ncontrol fria: sol\ngoods sol: 6 0",
        "control mecatol-rex: sol\ncontrol jord: sol\ncontrol fria: sol\ngoods sol: 5 0";
    patrol_vast_territories_wants_five_systems_without_planets: "patrol-vast-territories",
        "space 305: sol cruiser\nspace 306: sol cruiser\nspace 308: sol cruiser\n\
         space 309: sol cruiser\nspace 311: sol cruiser",
        "space 305: sol cruiser\nspace 306: sol cruiser\nspace 308: sol cruiser\n\
         space 309: sol cruiser\nspace 101: sol cruiser";
    protect_the_border_wants_structures_on_five_planets: "protect-the-border",
        "planet wellon: sol pds\nplanet vefut-ii: sol pds\nplanet thibah: sol pds\n\
         planet tarmann: sol pds\nplanet saudor: sol pds",
        "planet wellon: sol 2 pds\nplanet vefut-ii: sol pds\nplanet thibah: sol pds\n\
         planet tarmann: sol pds\nplanet jord: sol pds";
    rule_distant_lands_wants_two_homes_by_two_planets: "rule-distant-lands",
        "control abyz: sol\ncontrol qucenn: sol",
        "control abyz: sol\ncontrol fria: sol\ncontrol new-albion: sol\ncontrol mecatol-rex: sol";
}

objectives! { secret_met:
    adapt_new_strategies_wants_two_faction_technologies: "adapt-new-strategies",
        "tech sol: advanced-carrier-ii, spec-ops-ii",
        "tech sol: advanced-carrier-ii, destroyer-ii";
    become_the_gatekeeper_wants_ships_at_both_wormholes: "become-the-gatekeeper",
        "space 305: sol cruiser\nspace 201: sol fighter",
        "space 305: sol cruiser\nspace 202: sol cruiser\nplanet quann: sol infantry";
    control_the_region_wants_ships_in_six_systems: "control-the-region",
        "space 101: sol cruiser\nspace 102: sol cruiser\nspace 103: sol cruiser\n\
         space 104: sol cruiser\nspace 105: sol cruiser\nspace 106: sol fighter",
        "space 101: sol cruiser\nspace 102: sol cruiser\nspace 103: sol cruiser\n\
         space 104: sol cruiser\nspace 105: sol cruiser\nplanet mehar-xull: sol infantry";
    cut_supply_lines_wants_ships_at_somebody_elses_dock: "cut-supply-lines",
        "planet arretze: hacan space-dock\nspace 304: sol fighter",
        "planet jord: sol space-dock\nspace 301: sol cruiser\nplanet arretze: hacan pds\nspace 304: sol cruiser";
    establish_a_perimeter_wants_four_pds: "establish-a-perimeter",
        "planet jord: sol 2 pds\nplanet wellon: sol 2 pds",
        "planet jord: sol 2 pds\nplanet wellon: sol pds, space-dock";
    forge_an_alliance_wants_four_cultural_planets: "forge-an-alliance",
        "control quann: sol\ncontrol lodor: sol\ncontrol torkan: sol\ncontrol rarron: sol",
        "control quann: sol\ncontrol lodor: sol\ncontrol torkan: sol\ncontrol wellon: sol";
    form_a_spy_network_costs_five_action_cards: "form-a-spy-network",
        "hand sol: bribery, bunker, disable, direct-hit, direct-hit",
        "hand sol: bribery, bunker, disable, direct-hit";
    fuel_the_war_machine_wants_three_space_docks: "fuel-the-war-machine",
        "planet jord: sol space-dock\nplanet wellon: sol space-dock\nplanet thibah: sol space-dock",
        "planet jord: sol space-dock\nplanet wellon: sol space-dock\nplanet thibah: hacan space-dock";
    gather_a_mighty_fleet_wants_five_dreadnoughts: "gather-a-mighty-fleet",
        "space 101: sol 3 dreadnoughts\nspace 102: sol 2 dreadnoughts",
        "space 101: sol 3 dreadnoughts\nspace 102: sol dreadnought, war-sun";
    learn_the_secrets_of_the_cosmos_wants_ships_beside_anomalies: "learn-the-secrets-of-the-cosmos",
        "space 206: sol cruiser\nspace 208: sol cruiser\nspace 210: sol fighter",
        "space 206: sol cruiser\nspace 208: sol cruiser\nspace 101: sol cruiser";
    master_the_laws_of_physics_wants_four_of_one_colour: "master-the-laws-of-physics",
        "tech sol: gravity-drive, fleet-logistics, light-wave-deflector",
        "tech sol: gravity-drive, fleet-logistics, carrier-ii, sarween-tools";
    mine_rare_metals_wants_four_hazardous_planets: "mine-rare-metals",
        "control vefut-ii: sol\ncontrol mehar-xull: sol\ncontrol starpoint: sol\ncontrol tequran: sol",
        "control vefut-ii: sol\ncontrol mehar-xull: sol\ncontrol starpoint: sol\ncontrol wellon: sol";
    monopolize_production_wants_four_industrial_planets: "monopolize-production",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol saudor: sol",
        "control wellon: sol\ncontrol thibah: sol\ncontrol tarmann: sol\ncontrol vefut-ii: sol";
    occupy_the_seat_of_the_empire_wants_mecatol_rex_and_three_ships: "occupy-the-seat-of-the-empire",
        "control mecatol-rex: sol\nspace 000: sol carrier, 2 fighters",
        "control mecatol-rex: sol\nspace 000: sol carrier, fighter, 2 infantry";
    occupy_the_seat_of_the_empire_wants_the_planet_as_well: "occupy-the-seat-of-the-empire",
        "control mecatol-rex: sol\nspace 000: sol 3 cruisers",
        "space 000: sol 3 cruisers";
    threaten_enemies_stands_beside_a_foreign_home: "threaten-enemies",
        "space 303: sol fighter",
        "space 302: sol cruiser\nplanet abyz: sol infantry";
    establish_hegemony_adds_up_twelve_influence: "establish-hegemony",
        "control mecatol-rex: sol\ncontrol meer: sol\ncontrol jord: sol\nexhausted meer",
        "control mecatol-rex: sol\ncontrol meer: sol\ncontrol jord: nobody\ncontrol tarmann: sol";
    foster_cohesion_wants_everybody_as_a_neighbour: "foster-cohesion",
        "space 303: sol cruiser\nspace 306: sol cruiser\ncontrol arretze: hacan\ncontrol arc-prime: letnev",
        "space 303: sol cruiser\ncontrol arretze: hacan\ncontrol arc-prime: letnev";
    hoard_raw_materials_adds_up_twelve_resources: "hoard-raw-materials",
        "control jord: sol\ncontrol lodor: sol\ncontrol starpoint: sol\ncontrol quann: sol",
        "control jord: sol\ncontrol lodor: sol\ncontrol starpoint: sol\ncontrol tarmann: sol";
    mechanize_the_military_wants_mechs_on_four_planets: "mechanize-the-military",
        "planet wellon: sol mech\nplanet thibah: sol mech\nplanet saudor: sol mech\nplanet jord: sol mech",
        "planet wellon: sol mech\nplanet thibah: sol 2 mechs\nplanet saudor: sol mech";
    occupy_the_fringe_wants_nine_ground_forces_without_a_dock: "occupy-the-fringe",
        "planet wellon: sol 8 infantry, mech",
        "planet wellon: sol 9 infantry, space-dock\nplanet thibah: sol 8 infantry";
    produce_en_masse_adds_up_production_in_one_system: "produce-en-masse",
        "planet new-albion: sol space-dock\nplanet starpoint: sol space-dock",
        "planet jord: sol space-dock\nplanet starpoint: sol space-dock\nplanet new-albion: sol pds";
    seize_an_icon_wants_a_legendary_planet: "seize-an-icon",
        "sources base, pok\ntile 101 = 65\ncontrol primor: sol",
        "sources base, pok\ntile 101 = 65\ncontrol primor: hacan\ncontrol mecatol-rex: sol";
    stake_your_claim_shares_a_system: "stake-your-claim",
        "control new-albion: sol\ncontrol starpoint: hacan",
        "control new-albion: sol\ncontrol starpoint: sol\ncontrol wellon: hacan";
    dictate_policy_wants_three_laws: "dictate-policy",
        "law conventions-of-war: for\nlaw wormhole-reconstruction: for\nlaw executive-sanctions: for",
        "law conventions-of-war: for\nlaw wormhole-reconstruction: for";
}

/// What a secret objective of the action or agenda phase is scored for, and something that is close.
#[test]
fn secret_objectives_of_the_action_phase_look_at_what_was_done() {
    let pairs = [
        ("destroy-their-greatest-ship", Feat::DestroyedGreatShip, Feat::ShotLastShip),
        ("make-an-example-of-their-world", Feat::BombardedLast, Feat::ClearedPlanet),
        ("make-an-example-of-their-world-omega", Feat::ClearedPlanet, Feat::BombardedLast),
        ("spark-a-rebellion", Feat::BeatTheLeader, Feat::AttackedAndBeat(Seat(1))),
        ("turn-their-fleets-to-dust", Feat::ShotLastShip, Feat::ShotLastWarship),
        ("turn-their-fleets-to-dust-omega", Feat::ShotLastWarship, Feat::ShotLastShip),
        ("unveil-flagship", Feat::WonWithFlagship, Feat::DestroyedGreatShip),
        ("become-a-martyr", Feat::LostHomePlanet, Feat::WonInTheirHome),
        ("brave-the-void", Feat::WonInAnomaly, Feat::ThreeShipsAfterCombat),
        ("darken-the-skies", Feat::WonInTheirHome, Feat::LostHomePlanet),
        ("demonstrate-your-power", Feat::ThreeShipsAfterCombat, Feat::InCombat),
        ("fight-with-precision", Feat::BarragedLastFighter, Feat::ClearedFighters),
        ("fight-with-precision-omega", Feat::ClearedFighters, Feat::BarragedLastFighter),
        ("prove-endurance", Feat::PassedLast, Feat::Elected),
        ("drive-the-debate", Feat::Elected, Feat::PassedLast),
    ];
    for (slug, done, other) in pairs {
        let mut state = table("");
        let rule = tables().secret(SecretId::named(slug)).expect("the objective has a rule");
        state.record(SOL, other);
        assert!(!(rule.met)(&state, SOL), "{slug} is not scored for {other:?}");
        state.record(Seat(1), done);
        assert!(!(rule.met)(&state, SOL), "{slug} is not scored for what somebody else did");
        state.record(SOL, done);
        assert!((rule.met)(&state, SOL), "{slug} is scored for {done:?}");
    }
}

#[test]
fn each_rule_belongs_to_a_printed_objective() {
    crate::imperium::components::install();
    for rule in &publics::PUBLICS {
        assert!(PublicId::by_slug(rule.slug).is_some(), "{} is printed", rule.slug);
    }
    for rule in &secrets::SECRETS {
        assert!(SecretId::by_slug(rule.slug).is_some(), "{} is printed", rule.slug);
    }
    assert_eq!(publics().iter().flatten().count(), publics::PUBLICS.len());
    assert_eq!(secrets().iter().flatten().count(), secrets::SECRETS.len());
}

/// The forty objectives of the base game can all be scored.
#[test]
fn no_objective_of_the_base_game_is_missing() {
    crate::imperium::components::install();
    let base = |source: Source| source == Source::Base;
    let publics: Vec<PublicId> = PublicId::all().filter(|card| base(card.source())).collect();
    let secrets: Vec<SecretId> = SecretId::all().filter(|card| base(card.source())).collect();
    assert_eq!(publics.len() + secrets.len(), 40);
    assert!(publics.iter().all(|card| tables().public(*card).is_some()));
    assert!(secrets.iter().all(|card| tables().secret(*card).is_some()));
}

#[test]
fn public_objectives_need_every_planet_of_the_own_home_system() {
    let lines = "objective raise-a-fleet\nspace 101: hacan 5 cruisers";
    let state = table(&format!("{lines}\ncontrol arretze: sol"));
    let card = PublicId::named("raise-a-fleet");
    let why = scoring::can_score_public(&state, Seat(1), card).expect_err("Arretze is missing");
    assert!(why.to_string().contains("every planet of your home system (RR 61.16)"), "{why}");
    let state = table(lines);
    assert_eq!(scoring::can_score_public(&state, Seat(1), card), Ok(()));
    assert_eq!(scoring::scorable_publics(&state, Seat(1)), [card]);
}
