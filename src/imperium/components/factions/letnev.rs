//! The Barony of Letnev.

use crate::engine::Refusal;
use crate::imperium::data::*;
use crate::imperium::rules::tables::{Act, Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

static ABILITIES: &[Component] = &[Component::new(
    "armada",
    "In each system you may have 2 more ships, fighters aside, than your fleet pool holds tokens.",
)
.modifiers(&[modifier(NumberKind::FleetLimit, |_, owner, number| match number {
    Number::FleetLimit { seat } if *seat == owner => 2,
    _ => 0,
})])];

static TECHNOLOGIES: &[Component] = &[
    Component::new(
        "l4-disruptors",
        "No space cannon fires at what you land on planets. Ships can still be fired at.",
    )
    .wards(&[|_, holder, _, act| match act {
        Act::Defend { at, .. } if *at == holder => {
            Some(Refusal::new(format!("{holder}'s L4 Disruptors silence space cannons")))
        }
        _ => None,
    }]),
    Component::new(
        "non-euclidean-shielding",
        "Each time one of your units sustains damage, 2 hits are cancelled instead of 1.",
    )
    .modifiers(&[modifier(NumberKind::SustainedHits, |_, owner, number| match number {
        Number::SustainedHits { seat } if *seat == owner => 1,
        _ => 0,
    })]),
];

static UNITS: &[Component] = &[Component::new(
    "arc-secundus",
    "Planetary shields of others in this ship's system do nothing. It is repaired when a round of a \
     space combat that it fights in begins.",
)
.powers(&[Power {
    name: "Arc Secundus",
    at: At::CombatRoundStarts,
    when: |state, seat, moment| match moment {
        Moment::CombatRoundStarts { place: place @ Place::Space(_), sides, over, .. } => {
            sides.contains(&seat)
                && !over
                && state.forces(*place).count_in(seat, UnitKind::Flagship, true) > 0
        }
        _ => false,
    },
    then: |game, seat, moment| {
        if let Moment::CombatRoundStarts { place, .. } = moment {
            let forces = game.state.forces_mut(*place);
            let repaired = forces.remove(seat, UnitKind::Flagship, true, 1);
            forces.add(seat, UnitKind::Flagship, false, repaired);
            game.say(|_| format!("{seat}: the Arc Secundus repairs itself."));
        }
        Ok(())
    },
    must: true,
}])];
