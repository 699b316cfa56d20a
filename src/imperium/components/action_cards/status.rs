//! Cards played in the status phase.

use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};

use super::{Card, card};

pub static CARDS: &[Card] = &[card(
    "political-stability",
    "The strategy cards go back: you keep yours, readied, for the next round and pick none then.",
    &[Power {
        name: "Political Stability",
        at: At::StrategyCardsReturned,
        when: |state, seat, moment| match moment {
            Moment::StrategyCardsReturned { keeping } => {
                !keeping.contains(seat) && state.strategy_cards_of(seat).next().is_some()
            }
            _ => false,
        },
        then: |game, seat, moment| {
            if let Moment::StrategyCardsReturned { keeping } = moment {
                keeping.insert(seat);
                game.say(|state| {
                    let cards = state.strategy_cards_of(seat).map(|slot| slot.card.name());
                    format!("{seat} keeps **{}**.", cards.collect::<Vec<&str>>().join("** and **"))
                });
            }
            Ok(())
        },
        must: false,
    }],
)];
