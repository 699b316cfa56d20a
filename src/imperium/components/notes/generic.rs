//! Notes that every colour has.

use crate::engine::Refusal;
use crate::imperium::rules::notes::{NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::Act;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{trade, victory};
use crate::imperium::state::*;

pub static NOTES: &[NoteRule] = &[
    NoteRule::new(
        "ceasefire",
        "The owner activates a system where you have units: their ships cannot move into it in this \
         action.",
    )
    .powers(&[NotePower {
        at: At::Activated,
        when: |state, held, moment| match moment {
            Moment::Activated { by, system } => {
                *by == held.of()
                    && state
                        .places(*system)
                        .any(|place| state.forces(place).of(held.by).next().is_some())
            }
            _ => false,
        },
        then: |game, held, _| {
            game.say(|_| format!("{} cannot move units into the active system.", held.of()));
            Ok(())
        },
    }])
    .permits(&[|state, held, seat, act| match act {
        Act::MoveInto { system } if seat == held.of() && state.activated == Some(*system) => Some(
            Refusal::new(format!("a Ceasefire of yours keeps you out of {system}"))
                .rule("69")
                .instead("Move nothing; what is there already may still act."),
        ),
        _ => None,
    }])
    .stays(Stays::Until(Until::TacticalActionEnds)),
    NoteRule::new(
        "support-for-the-throne",
        "Laid out when you receive it: 1 victory point, until you activate a system with units of \
         the owner or they are out of the game.",
    )
    .received(|game, held| victory::gain(game, held.by, Merit::Note(held.note), 1))
    .stays(Stays::UntilAttack),
    NoteRule::new(
        "trade-agreement",
        "The owner has replenished commodities: they give you all that they have.",
    )
    .powers(&[NotePower {
        at: At::Replenished,
        when: |state, held, moment| match moment {
            Moment::Replenished { by } => *by == held.of() && state.player(*by).commodities > 0,
            _ => false,
        },
        then: |game, held, _| {
            let given = std::mem::take(&mut game.state.player_mut(held.of()).commodities);
            let plural = if given == 1 { "y" } else { "ies" };
            game.say(|_| format!("{} gives {} {given} commodit{plural}.", held.of(), held.by));
            trade::gain(game, held.by, given)
        },
    }]),
];
