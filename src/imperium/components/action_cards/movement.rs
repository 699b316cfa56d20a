//! Cards played when a system is activated.

use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::{Card, card};

pub static CARDS: &[Card] = &[card(
    "flank-speed",
    "You have activated a system: your ships move 1 further in this action.",
    &[Power {
        name: "Flank Speed",
        at: At::Activated,
        when: |_, seat, moment| matches!(moment, Moment::Activated { by, .. } if *by == seat),
        then: |game, seat, _| {
            let effect = Effect::Move(1);
            game.state.lasting.push(Lasting { until: Until::TacticalActionEnds, seat, effect });
            Ok(())
        },
        must: false,
    }],
)];
