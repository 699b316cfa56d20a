//! Secret objectives (RR 61.17). Those that look at promissory notes, relic fragments or the wormhole
//! nexus are absent, as these are not in play yet.

use super::*;
use crate::imperium::rules::adjacency;
use crate::imperium::rules::tables::{Cost, ObjectiveRule};

type Met = fn(&State, Seat) -> bool;

const fn when(slug: &'static str, text: &'static str, met: Met) -> ObjectiveRule {
    ObjectiveRule { slug, text, met, cost: Cost::Nothing }
}

pub static SECRETS: [ObjectiveRule; 39] = [
    // Action phase
    when(
        "destroy-their-greatest-ship",
        "Destroy a flagship or a war sun of somebody else.",
        |state, seat| did(state, seat, Feat::DestroyedGreatShip),
    ),
    when(
        "make-an-example-of-their-world",
        "Bombard a player's last ground force off a planet.",
        |state, seat| did(state, seat, Feat::BombardedLast),
    ),
    when(
        "make-an-example-of-their-world-omega",
        "While you bombard, a planet loses the last of its ground forces, however it comes about.",
        |state, seat| did(state, seat, Feat::ClearedPlanet),
    ),
    when(
        "spark-a-rebellion",
        "Win a combat against somebody with most victory points.",
        |state, seat| did(state, seat, Feat::BeatTheLeader),
    ),
    when(
        "turn-their-fleets-to-dust",
        "With space cannons, destroy a player's last ship in the active system.",
        |state, seat| did(state, seat, Feat::ShotLastShip),
    ),
    when(
        "turn-their-fleets-to-dust-omega",
        "During space cannon offense, destroy a player's last non-fighter ship in the active system.",
        |state, seat| did(state, seat, Feat::ShotLastWarship),
    ),
    when(
        "unveil-flagship",
        "Win a space combat where your flagship is and survives.",
        |state, seat| did(state, seat, Feat::WonWithFlagship),
    ),
    when("become-a-martyr", "Lose control of a planet in any home system.", |state, seat| {
        did(state, seat, Feat::LostHomePlanet)
    }),
    when("brave-the-void", "Win a combat in an anomaly.", |state, seat| {
        did(state, seat, Feat::WonInAnomaly)
    }),
    when("darken-the-skies", "Win a combat in somebody else's home system.", |state, seat| {
        did(state, seat, Feat::WonInTheirHome)
    }),
    when(
        "demonstrate-your-power",
        "End a space combat with three non-fighter ships or more in the active system.",
        |state, seat| did(state, seat, Feat::ThreeShipsAfterCombat),
    ),
    when(
        "fight-with-precision",
        "Shoot down a player's last fighter in the active system by anti-fighter barrage.",
        |state, seat| did(state, seat, Feat::BarragedLastFighter),
    ),
    when(
        "fight-with-precision-omega",
        "During anti-fighter barrage, destroy a player's last fighter in the system by any means.",
        |state, seat| did(state, seat, Feat::ClearedFighters),
    ),
    when("prove-endurance", "Pass last of all players in a round.", |state, seat| {
        did(state, seat, Feat::PassedLast)
    }),
    // Agenda phase
    when("dictate-policy", "Three laws or more are in force.", |state, _| state.laws.len() >= 3),
    when("drive-the-debate", "An agenda elects you or a planet of yours.", |state, seat| {
        did(state, seat, Feat::Elected)
    }),
    // Status phase
    when(
        "adapt-new-strategies",
        "You own two technologies of a faction; Valefar Assimilators do not count.",
        |state, seat| {
            let own = state.player(seat).technologies.iter().map(|tech| tech.get());
            own.filter(|card| card.faction.is_some() && card.researchable).count() >= 2
        },
    ),
    when(
        "become-the-gatekeeper",
        "You have ships at an alpha wormhole and ships at a beta wormhole.",
        |state, seat| {
            [Wormhole::Alpha, Wormhole::Beta].iter().all(|wormhole| {
                ships_in(state, seat, |system| has_wormhole(state, system, *wormhole)) > 0
            })
        },
    ),
    when("control-the-region", "You have ships in six systems.", |state, seat| {
        ships_in(state, seat, |_| true) >= 6
    }),
    when(
        "cut-supply-lines",
        "Ships of yours are in a system with somebody else's space dock.",
        |state, seat| {
            ships_in(state, seat, |system| {
                state.places(system).any(|place| {
                    let units = state.forces(place).iter();
                    units.clone().any(|unit| unit.kind == UnitKind::SpaceDock && unit.owner != seat)
                })
            }) > 0
        },
    ),
    when("establish-a-perimeter", "Four PDS of yours are on the board.", |state, seat| {
        on_board(state, seat, &[UnitKind::Pds]) >= 4
    }),
    when("forge-an-alliance", "Four cultural planets are yours.", |state, seat| {
        with_trait(state, seat, Trait::Cultural) >= 4
    }),
    ObjectiveRule {
        slug: "form-a-spy-network",
        text: "Discard 5 action cards.",
        met: |_, _| true,
        cost: Cost::ActionCards(5),
    },
    when("fuel-the-war-machine", "Three space docks of yours are on the board.", |state, seat| {
        on_board(state, seat, &[UnitKind::SpaceDock]) >= 3
    }),
    when("gather-a-mighty-fleet", "Five dreadnoughts of yours are on the board.", |state, seat| {
        on_board(state, seat, &[UnitKind::Dreadnought]) >= 5
    }),
    when(
        "learn-the-secrets-of-the-cosmos",
        "You have ships in three systems that are next to an anomaly.",
        |state, seat| {
            ships_in(state, seat, |system| {
                let near = adjacency::neighbours(state, seat, system);
                near.into_iter().any(|other| !state.anomalies(other).is_empty())
            }) >= 3
        },
    ),
    when(
        "master-the-laws-of-physics",
        "In one colour you own four technologies.",
        |state, seat| colours(state, seat, 4) >= 1,
    ),
    when("mine-rare-metals", "Four hazardous planets are yours.", |state, seat| {
        with_trait(state, seat, Trait::Hazardous) >= 4
    }),
    when("monopolize-production", "Four industrial planets are yours.", |state, seat| {
        with_trait(state, seat, Trait::Industrial) >= 4
    }),
    when(
        "occupy-the-seat-of-the-empire",
        "Mecatol Rex is yours and three ships of yours are there.",
        |state, seat| {
            let ships = |system: SystemId| -> u8 {
                state.system(system).space.ships(seat).map(|stack| stack.count).sum()
            };
            controls_mecatol(state, seat) && state.mecatol_rex().map_or(0, ships) >= 3
        },
    ),
    when(
        "threaten-enemies",
        "Ships of yours are next to somebody else's home system.",
        |state, seat| {
            ships_in(state, seat, |system| {
                let near = adjacency::neighbours(state, seat, system);
                near.into_iter().any(|other| is_others_home(state, seat, other))
            }) > 0
        },
    ),
    when(
        "establish-hegemony",
        "Your planets have 12 influence or more together.",
        |state, seat| {
            let each = state.controlled(seat).map(|planet| u32::from(state.influence(planet)));
            each.sum::<u32>() >= 12
        },
    ),
    when("foster-cohesion", "All other players are your neighbours.", |state, seat| {
        state.others(seat).all(|other| adjacency::are_neighbours(state, seat, other))
    }),
    when(
        "hoard-raw-materials",
        "Your planets have 12 resources or more together.",
        |state, seat| {
            let each = state.controlled(seat).map(|planet| u32::from(state.resources(planet)));
            each.sum::<u32>() >= 12
        },
    ),
    when("mechanize-the-military", "Mechs of yours stand on four planets.", |state, seat| {
        let with = state.planets.values();
        with.filter(|planet| planet.forces.count(seat, UnitKind::Mech) > 0).count() >= 4
    }),
    when(
        "occupy-the-fringe",
        "Nine ground forces of yours stand on a planet without a space dock of yours.",
        |state, seat| {
            state.planets.values().any(|planet| {
                let forces: u8 = planet.forces.ground_forces(seat).map(|stack| stack.count).sum();
                forces >= 9 && planet.forces.count(seat, UnitKind::SpaceDock) == 0
            })
        },
    ),
    when(
        "produce-en-masse",
        "Your units in one system have production 8 or more together.",
        |state, seat| systems(state, |system| production(state, seat, system) >= 8) > 0,
    ),
    when("seize-an-icon", "A legendary planet is yours.", |state, seat| {
        planets(state, seat, |planet| planet.get().legendary) > 0
    }),
    when(
        "stake-your-claim",
        "You share a system: somebody else has a planet beside one of yours.",
        |state, seat| {
            planets(state, seat, |planet| {
                let Some(system) = state.galaxy.system_of(planet) else { return false };
                let beside = state.galaxy.planets(system).iter();
                beside.filter_map(|other| state.owner(*other)).any(|owner| owner != seat)
            }) > 0
        },
    ),
];

/// The production values of the seat's units in a system, added up.
fn production(state: &State, seat: Seat, system: SystemId) -> u32 {
    let value = |place: Place, stack: &Stack| {
        let each = match (state.card(seat, stack.kind).and_then(|card| card.production), place) {
            (Some(Production::Fixed(value)), _) => value,
            (Some(Production::PlanetResourcesPlus(more)), Place::Planet(planet)) => {
                state.resources(planet).saturating_add(more)
            }
            (Some(Production::PlanetResourcesPlus(more)), Place::Space(_)) => more,
            (None, _) => 0,
        };
        u32::from(each) * u32::from(stack.count)
    };
    let places = state.places(system);
    places.flat_map(|place| state.forces(place).of(seat).map(move |s| value(place, s))).sum()
}
