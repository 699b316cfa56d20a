//! Blue technologies.

use crate::imperium::data::*;
use crate::imperium::rules::tables::{Barrier, Component, Number};

use super::lasting;

pub static TECHNOLOGIES: &[Component] = &[
    lasting(
        "antimass-deflectors",
        "Asteroid fields do not stop your ships. Space cannons of others fire at you with -1.",
        &[|_, owner, number| match number {
            Number::Barrier { seat, what: Barrier::Anomaly(Anomaly::AsteroidField) }
                if *seat == owner =>
            {
                -1
            }
            Number::SpaceCannonRoll { seat, against } if *against == owner && *seat != owner => -1,
            _ => 0,
        }],
    ),
    lasting(
        "gravity-drive",
        "In each of your tactical actions one ship moves 1 further.",
        &[|_, owner, number| match number {
            Number::LoneMove { seat } if *seat == owner => 1,
            _ => 0,
        }],
    ),
    lasting(
        "fleet-logistics",
        "You may perform a second action in each of your turns.",
        &[|_, owner, number| match number {
            Number::Actions { seat } if *seat == owner => 1,
            _ => 0,
        }],
    ),
    lasting(
        "light-wave-deflector",
        "Ships of others do not stop yours on their way.",
        &[|_, owner, number| match number {
            Number::Barrier { seat, what: Barrier::Fleets } if *seat == owner => -1,
            _ => 0,
        }],
    ),
];
