//! The Universities of Jol-Nar: poor fighters who know more than anybody.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{strategy_cards, tokens, trade};
use crate::imperium::state::*;

use super::FactionComponents;
use super::super::technologies::{exhaust, is_ready};

const CONDUIT: &str = "spatial-conduit-cylinder";

/// Trade goods of the siphons.
const SIPHONED: u8 = 4;

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[
        Component::new("fragile", "Your units make their combat rolls with -1.").modifiers(&[
            modifier(NumberKind::CombatRoll, |_, owner, number| match number {
                Number::CombatRoll { seat, .. } if *seat == owner => -1,
                _ => 0,
            }),
        ]),
        Component::new(
            "brilliant",
            "When you pay for the secondary ability of Technology, you may have its primary ability \
             instead.",
        )
        .powers(&[Power {
            name: "Brilliant",
            at: At::Secondary,
            when: |state, seat, moment| match moment {
                // It answers to the spending of a token.
                Moment::Secondary { by, card, instead, .. } => {
                    *by == seat
                        && !instead
                        && card.slug() == "technology"
                        && !strategy_cards::is_free(state, seat, *card)
                }
                _ => false,
            },
            then: |game, seat, moment| match moment {
                Moment::Secondary { card, instead, .. } => {
                    *instead = true;
                    tokens::spend_strategy(&mut game.state, seat);
                    strategy_cards::perform(game, seat, *card)
                }
                _ => Ok(()),
            },
            must: false,
        }]),
        Component::new(
            "analytical",
            "You may leave out one prerequisite of any technology that is no unit upgrade.",
        )
        .modifiers(&[modifier(NumberKind::PrerequisitesIgnored, |_, owner, number| match number {
            Number::PrerequisitesIgnored { seat, tech } if *seat == owner => {
                i32::from(!tech.get().is_upgrade())
            }
            _ => 0,
        })]),
    ],
    technologies: &[
        Component::new(
            "e-res-siphons",
            "You gain 4 trade goods whenever another player activates a system with a ship of yours.",
        )
        .powers(&[Power {
            name: "E-Res Siphons",
            at: At::Activated,
            when: |state, seat, moment| is_visited(state, seat, moment),
            then: |game, seat, _| {
                game.say(|_| format!("{seat} gains {SIPHONED} trade goods (E-Res Siphons)."));
                trade::gain(game, seat, SIPHONED)
            },
            must: true,
        }]),
        Component::new(
            CONDUIT,
            "You have activated a system with a unit of yours, exhaust this: during this action it is \
             adjacent to all other systems that hold units of yours.",
        )
        .powers(&[Power {
            name: "Spatial Conduit Cylinder",
            at: At::Activated,
            when: |state, seat, moment| match *moment {
                Moment::Activated { by, system, .. } => {
                    by == seat && is_ready(state, seat, CONDUIT) && state.has_units(system, seat)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                exhaust(game, seat, CONDUIT);
                if let Moment::Activated { system, .. } = *moment {
                    let (until, effect) = (Until::TacticalActionEnds, Effect::Hub(system));
                    game.state.lasting.push(Lasting { until, seat, effect });
                }
                Ok(())
            },
            must: false,
        }]),
    ],
    units: &[Component::new(
        "jns-hylarim",
        "Each of its combat dice that shows 9 or 10 before anything is added scores two hits more.",
    )
    .modifiers(&[modifier(NumberKind::NaturalHits, |_, owner, number| match number {
        Number::NaturalHits { seat, kind: UnitKind::Flagship, .. } if *seat == owner => 2,
        _ => 0,
    })])],
};

/// Whether somebody else has activated a system with ships of the seat.
fn is_visited(state: &State, seat: Seat, moment: &Moment) -> bool {
    match *moment {
        Moment::Activated { by, system, .. } => by != seat && state.has_ships(system, seat),
        _ => false,
    }
}
