//! Public objectives (RR 61.11). Attachments and relics are not in play yet, so the objectives that
//! look at them are absent.

use super::*;
use crate::imperium::rules::adjacency;
use crate::imperium::rules::tables::{Cost, ObjectiveRule};

type Met = fn(&State, Seat) -> bool;

const fn when(slug: &'static str, text: &'static str, met: Met) -> ObjectiveRule {
    ObjectiveRule { slug, text, met, cost: Cost::Nothing }
}

const fn paid(slug: &'static str, text: &'static str, cost: Cost) -> ObjectiveRule {
    ObjectiveRule { slug, text, met: |_, _| true, cost }
}

pub static PUBLICS: [ObjectiveRule; 38] = [
    // Stage I
    when("corner-the-market", "Four of your planets share a trait.", |state, seat| {
        most_of_a_trait(state, seat) >= 4
    }),
    when("develop-weaponry", "You own two unit upgrades.", |state, seat| {
        unit_upgrades(state, seat) >= 2
    }),
    when(
        "diversify-research",
        "In two colours you own two technologies or more.",
        |state, seat| colours(state, seat, 2) >= 2,
    ),
    paid("erect-a-monument", "Pay 8 resources.", Cost::Resources(8)),
    when("expand-borders", "Six planets outside home systems are yours.", |state, seat| {
        outside_homes(state, seat) >= 6
    }),
    when(
        "found-research-outposts",
        "Three of your planets have a technology specialty.",
        |state, seat| with_specialty(state, seat) >= 3,
    ),
    when(
        "intimidate-council",
        "You have ships in two systems next to Mecatol Rex.",
        |state, seat| {
            let Some(mecatol) = state.mecatol_rex() else { return false };
            let near = adjacency::neighbours(state, seat, mecatol);
            near.into_iter().filter(|system| state.has_ships(*system, seat)).count() >= 2
        },
    ),
    paid("lead-from-the-front", "Pay 3 tactic or strategy tokens.", Cost::Tokens(3)),
    paid("negotiate-trade-routes", "Pay 5 trade goods.", Cost::TradeGoods(5)),
    paid("sway-the-council", "Pay 8 influence.", Cost::Influence(8)),
    paid("amass-wealth", "Pay 3 influence, 3 resources and 3 trade goods.", Cost::Everything(3)),
    when("build-defenses", "Four structures of yours are on the board.", |state, seat| {
        on_board(state, seat, &STRUCTURES) >= 4
    }),
    when(
        "engineer-a-marvel",
        "Your flagship or a war sun of yours is on the board.",
        |state, seat| on_board(state, seat, &[UnitKind::Flagship, UnitKind::WarSun]) > 0,
    ),
    when(
        "explore-deep-space",
        "You have units in three systems that have no planet.",
        |state, seat| units_without_planets(state, seat) >= 3,
    ),
    when(
        "improve-infrastructure",
        "Three planets away from your home hold structures of yours.",
        |state, seat| planets_with_structures(state, seat) >= 3,
    ),
    when(
        "make-history",
        "You have units in two systems with Mecatol Rex, a legendary planet or an anomaly.",
        |state, seat| units_in_great_places(state, seat) >= 2,
    ),
    when(
        "populate-the-outer-rim",
        "You have units in three systems at the board's edge, your home apart.",
        |state, seat| units_on_edge(state, seat) >= 3,
    ),
    when(
        "push-boundaries",
        "Two of your neighbours each have fewer planets than you.",
        |state, seat| {
            let mine = state.controlled(seat).count();
            let fewer = state.others(seat).filter(|other| {
                state.controlled(*other).count() < mine
                    && adjacency::are_neighbours(state, seat, *other)
            });
            fewer.count() >= 2
        },
    ),
    when("raise-a-fleet", "Five non-fighter ships of yours are in one system.", |state, seat| {
        largest_fleet(state, seat) >= 5
    }),
    // Stage II
    paid("centralize-galactic-trade", "Pay 10 trade goods.", Cost::TradeGoods(10)),
    when("conquer-the-weak", "A planet in somebody else's home system is yours.", |state, seat| {
        planets(state, seat, |planet| {
            let system = state.galaxy.system_of(planet);
            system.is_some_and(|system| is_others_home(state, seat, system))
        }) > 0
    }),
    when(
        "form-galactic-brain-trust",
        "Five of your planets have a technology specialty.",
        |state, seat| with_specialty(state, seat) >= 5,
    ),
    paid("found-a-golden-age", "Pay 16 resources.", Cost::Resources(16)),
    paid("galvanize-the-people", "Pay 6 tactic or strategy tokens.", Cost::Tokens(6)),
    paid("manipulate-galactic-law", "Pay 16 influence.", Cost::Influence(16)),
    when(
        "master-the-sciences",
        "In all four colours you own two technologies or more.",
        |state, seat| colours(state, seat, 2) >= 4,
    ),
    when("revolutionize-warfare", "You own three unit upgrades.", |state, seat| {
        unit_upgrades(state, seat) >= 3
    }),
    when("subdue-the-galaxy", "Eleven planets outside home systems are yours.", |state, seat| {
        outside_homes(state, seat) >= 11
    }),
    when("unify-the-colonies", "Six of your planets share a trait.", |state, seat| {
        most_of_a_trait(state, seat) >= 6
    }),
    when(
        "achieve-supremacy",
        "Your flagship or a war sun is at Mecatol Rex or in somebody else's home system.",
        |state, seat| {
            let mecatol = state.mecatol_rex();
            systems(state, |system| {
                let space = &state.system(system).space;
                let great = [UnitKind::Flagship, UnitKind::WarSun];
                great.iter().any(|kind| space.count(seat, *kind) > 0)
                    && (mecatol == Some(system) || is_others_home(state, seat, system))
            }) > 0
        },
    ),
    when(
        "become-a-legend",
        "You have units in four systems with Mecatol Rex, a legendary planet or an anomaly.",
        |state, seat| units_in_great_places(state, seat) >= 4,
    ),
    when(
        "command-an-armada",
        "Eight non-fighter ships of yours are in one system.",
        |state, seat| largest_fleet(state, seat) >= 8,
    ),
    when(
        "construct-massive-cities",
        "Seven structures of yours are on the board.",
        |state, seat| on_board(state, seat, &STRUCTURES) >= 7,
    ),
    when(
        "control-the-borderlands",
        "You have units in five systems at the board's edge, your home apart.",
        |state, seat| units_on_edge(state, seat) >= 5,
    ),
    paid(
        "hold-vast-reserves",
        "Pay 6 influence, 6 resources and 6 trade goods.",
        Cost::Everything(6),
    ),
    when(
        "patrol-vast-territories",
        "You have units in five systems that have no planet.",
        |state, seat| units_without_planets(state, seat) >= 5,
    ),
    when(
        "protect-the-border",
        "Five planets away from your home hold structures of yours.",
        |state, seat| planets_with_structures(state, seat) >= 5,
    ),
    when(
        "rule-distant-lands",
        "Two planets of yours lie in or next to two different home systems of others.",
        rules_distant_lands,
    ),
];

/// Two planets, each at a home system of its own.
fn rules_distant_lands(state: &State, seat: Seat) -> bool {
    let homes: Vec<SystemId> =
        state.systems.keys().copied().filter(|s| is_others_home(state, seat, *s)).collect();
    let near = |planet: PlanetId| -> Vec<SystemId> {
        let Some(system) = state.galaxy.system_of(planet) else { return Vec::new() };
        let around = adjacency::neighbours(state, seat, system);
        homes.iter().copied().filter(|home| *home == system || around.contains(home)).collect()
    };
    let reach: Vec<Vec<SystemId>> =
        state.controlled(seat).map(near).filter(|homes| !homes.is_empty()).collect();
    let mut reached: Vec<SystemId> = reach.iter().flatten().copied().collect();
    reached.sort_unstable();
    reached.dedup();
    // With two planets and two homes in reach some pair differs in both.
    reach.len() >= 2 && reached.len() >= 2
}
