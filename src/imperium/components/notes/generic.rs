//! Notes that every colour has.

use crate::engine::Refusal;
use crate::imperium::rules::notes::{NoteModifier, NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::{Act, Number, NumberKind};
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
        "political-secret",
        "When an agenda is revealed: the owner cannot vote on it, and until it is over they cannot play \
         action cards or use faction abilities; what works by itself goes on.",
    )
    .powers(&[NotePower {
        at: At::WhenRevealed,
        when: |_, _, moment| matches!(moment, Moment::WhenRevealed { replaced: false, .. }),
        then: |_, _, _| Ok(()),
    }])
    .modifiers(&[NoteModifier {
        of: NumberKind::CardsBarred,
        adds: |_, held, number| match number {
            Number::CardsBarred { seat } if *seat == held.of() => 1,
            _ => 0,
        },
    }])
    .permits(&[|_, held, seat, act| {
        let muted = matches!(act, Act::Vote | Act::UseAbility { .. });
        (muted && seat == held.of()).then(|| {
            Refusal::new(format!("{} has played your Political Secret", held.by)).rule("69")
        })
    }])
    .stays(Stays::Until(Until::AgendaEnds)),
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
