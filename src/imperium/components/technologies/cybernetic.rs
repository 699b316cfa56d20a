//! Yellow technologies.

use crate::imperium::data::*;
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{production, transfer};
use crate::imperium::state::*;

use super::{active, exhaust, is_ready, lasting};

const GRAVITON: &str = "graviton-laser-system";
const TRANSIT: &str = "transit-diodes";

/// Ground forces that Transit Diodes move.
const TRANSPORTED: u8 = 4;

pub static TECHNOLOGIES: &[Component] = &[
    lasting(
        "sarween-tools",
        "Whatever your units produce together costs 1 less.",
        &[modifier(NumberKind::ProductionDiscount, |_, owner, number| match number {
            Number::ProductionDiscount { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    active(
        GRAVITON,
        "Before your space cannons fire, exhaust this: their hits go to ships other than fighters \
         while there are any.",
        &[Power {
            name: "Graviton Laser System",
            at: At::SpaceCannonFires,
            // Only where hits could go to either.
            when: |state, seat, moment| match *moment {
                Moment::SpaceCannonFires { by, on, place: Place::Space(system), aimed } => {
                    by == seat
                        && !aimed
                        && is_ready(state, seat, GRAVITON)
                        && state.system(system).space.count(on, UnitKind::Fighter) > 0
                        && state.fleet_size(system, on) > 0
                }
                _ => false,
            },
            then: |game, seat, moment| {
                exhaust(game, seat, GRAVITON);
                if let Moment::SpaceCannonFires { aimed, .. } = moment {
                    *aimed = true;
                }
                Ok(())
            },
            must: false,
        }],
    ),
    active(
        TRANSIT,
        "Start of your turn, exhaust this: up to 4 of your ground forces move to planets that you \
         control, from wherever they are.",
        &[Power {
            name: "Transit Diodes",
            at: At::TurnStarts,
            when: |state, seat, moment| {
                matches!(moment, Moment::TurnStarts { seat: by } if *by == seat)
                    && is_ready(state, seat, TRANSIT)
                    && transfer::is_possible(state, seat)
            },
            then: |game, seat, _| {
                exhaust(game, seat, TRANSIT);
                transfer::transfer(game, seat, TRANSPORTED)
            },
            must: false,
        }],
    ),
    active(
        "integrated-economy",
        "You have gained a planet: you may produce there at once, units that cost no more together \
         than its resources. They are paid as usual.",
        &[Power {
            name: "Integrated Economy",
            at: At::PlanetGained,
            when: |_, seat, moment| matches!(moment, Moment::PlanetGained { by, .. } if *by == seat),
            then: |game, seat, moment| match *moment {
                Moment::PlanetGained { planet, .. } => production::produce_on(game, seat, planet),
                _ => Ok(()),
            },
            // What is produced, if anything, is asked there.
            must: true,
        }],
    ),
];
