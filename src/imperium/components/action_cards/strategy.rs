//! Cards played in the strategy phase.

use crate::imperium::rules::tables::Power;
use crate::imperium::rules::tokens;
use crate::imperium::rules::window::{At, Moment};

use super::{Card, card};

pub static CARDS: &[Card] = &[
    card(
        "public-disgrace",
        "Somebody else picks a strategy card: they have to pick a different one if there is one.",
        &[Power {
            name: "Public Disgrace",
            at: At::StrategyPicked,
            when: |state, seat, moment| match moment {
                Moment::StrategyPicked { by, card, refused } => {
                    let free = |slot: &crate::imperium::state::StrategySlot| {
                        slot.holder.is_none() && slot.card != *card
                    };
                    *by != seat && !refused && state.strategy.iter().any(free)
                }
                _ => false,
            },
            then: |game, _, moment| {
                if let Moment::StrategyPicked { by, card, refused } = moment {
                    *refused = true;
                    game.say(|_| format!("{by} must pick another card than **{}**.", card.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "summit",
        "Start of the strategy phase: you gain 2 command tokens.",
        &[Power {
            name: "Summit",
            at: At::StrategyPhaseStarts,
            when: |_, _, moment| matches!(moment, Moment::StrategyPhaseStarts {}),
            then: |game, seat, _| tokens::gain(game, seat, 2),
            must: false,
        }],
    ),
];
