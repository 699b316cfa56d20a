//! Blue technologies.

use crate::imperium::data::*;
use crate::imperium::rules::tables::{Barrier, Component, Number, NumberKind, hindrance, modifier};

use super::lasting;

pub static TECHNOLOGIES: &[Component] = &[
    lasting(
        "antimass-deflectors",
        "Asteroid fields do not stop your ships. Space cannons of others fire at you with -1.",
        &[
            modifier(NumberKind::Barrier, |_, owner, number| match number {
                Number::Barrier { seat, what: Barrier::Anomaly(Anomaly::AsteroidField) }
                    if *seat == owner =>
                {
                    -1
                }
                _ => 0,
            }),
            hindrance(NumberKind::SpaceCannonRoll, |_, owner, number| match number {
                Number::SpaceCannonRoll { seat, against }
                    if *against == owner && *seat != owner =>
                {
                    -1
                }
                _ => 0,
            }),
        ],
    ),
    lasting(
        "gravity-drive",
        "In each of your tactical actions one ship moves 1 further.",
        &[modifier(NumberKind::LoneMove, |_, owner, number| match number {
            Number::LoneMove { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    lasting(
        "fleet-logistics",
        "You may perform a second action in each of your turns.",
        &[modifier(NumberKind::Actions, |_, owner, number| match number {
            Number::Actions { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    lasting(
        "light-wave-deflector",
        "Ships of others do not stop yours on their way.",
        &[modifier(NumberKind::Barrier, |_, owner, number| match number {
            Number::Barrier { seat, what: Barrier::Fleets } if *seat == owner => -1,
            _ => 0,
        })],
    ),
];
