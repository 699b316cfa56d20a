//! The Barony of Letnev.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::dice;
use crate::imperium::rules::tables::{Act, Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

static ABILITIES: &[Component] = &[RESERVES, Component::new(
    "armada",
    "In each system you may have 2 more ships, fighters aside, than your fleet pool holds tokens.",
)
.modifiers(&[modifier(NumberKind::FleetLimit, |_, owner, number| match number {
    Number::FleetLimit { seat } if *seat == owner => 2,
    _ => 0,
})])];

/// What Munitions Reserves cost.
const PRICE: u8 = 2;

const RESERVES: Component = Component::new(
    "munitions-reserves",
    "A round of a space combat begins: spend 2 trade goods, and roll any of your dice of that round \
     again, those of a barrage too.",
)
.powers(&[
    Power {
        name: "Munitions Reserves",
        at: At::CombatRoundStarts,
        when: |state, seat, moment| match moment {
            Moment::CombatRoundStarts { place: Place::Space(_), sides, over, .. } => {
                sides.contains(&seat) && !over && state.player(seat).trade_goods >= PRICE
            }
            _ => false,
        },
        then: |game, seat, _| {
            game.state.player_mut(seat).trade_goods -= PRICE;
            let (until, effect) = (Until::CombatRoundEnds, Effect::Rerolls);
            game.state.lasting.push(Lasting { until, seat, effect });
            Ok(())
        },
        must: false,
    },
    Power {
        name: "Rerolls",
        at: At::DiceRolled,
        when: may_reroll,
        then: reroll,
        must: true,
    },
    Power {
        name: "Rerolls of a barrage",
        at: At::BarrageRolled,
        when: may_reroll,
        then: reroll,
        must: true,
    },
]);

fn may_reroll(state: &State, seat: Seat, moment: &Moment) -> bool {
    let paid = |lasting: &Lasting| lasting.seat == seat && lasting.effect == Effect::Rerolls;
    let own = match moment {
        Moment::DiceRolled { by, place: Place::Space(_), .. } => *by == seat,
        Moment::BarrageRolled { by, .. } => *by == seat,
        _ => false,
    };
    own && state.lasting.iter().any(paid)
}

/// Each die once, before anything else looks at it (RR 74).
fn reroll(game: &mut Game, seat: Seat, moment: &mut Moment) -> Flow {
    match moment {
        Moment::DiceRolled { place, round, dice, .. } => {
            let what = format!("Munitions Reserves, combat round {round}");
            dice::reroll(game, seat, seat, *place, dice, &what)
        }
        Moment::BarrageRolled { place, dice, .. } => {
            dice::reroll(game, seat, seat, *place, dice, "Munitions Reserves, barrage")
        }
        _ => Ok(()),
    }
}

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
