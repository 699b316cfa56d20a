//! Notes of factions that are played in a tactical action: after the activation, in combat, in an
//! invasion.

use crate::engine::Refusal;
use crate::imperium::data::*;
use crate::imperium::rules::notes::{Held, NoteModifier, NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::{Act, Number, NumberKind};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

pub static NOTES: &[NoteRule] = &[
    NoteRule::new(
        "antivirus",
        "Start of a combat of yours: lay this out. The owner cannot use Technological Singularity \
         against you, until you activate a system with their units.",
    )
    .powers(&[NotePower {
        at: At::CombatRoundStarts,
        when: |_, held, moment| starts_combat(held, moment).is_some(),
        then: |_, _, _| Ok(()),
    }])
    .permits(&[|_, held, seat, act| {
        let singularity = AbilityId::named("technological-singularity");
        match act {
            Act::UseAbility { ability, against: Some(victim) }
                if seat == held.of() && *victim == held.by && *ability == singularity =>
            {
                let why = format!("{} has your {} in play", held.by, held.note.card.name());
                Some(Refusal::new(why).rule("69"))
            }
            _ => None,
        }
    }])
    .stays(Stays::UntilAttack),
    NoteRule::new(
        "greyfire-mutagen",
        "A system has been activated: the owner cannot use faction abilities or faction technologies \
         in this action; what works by itself goes on.",
    )
    .powers(&[NotePower {
        at: At::Activated,
        when: |_, _, moment| matches!(moment, Moment::Activated { .. }),
        then: |_, _, _| Ok(()),
    }])
    .permits(&[|_, held, seat, act| {
        let factions_own = match act {
            Act::UseAbility { .. } => true,
            Act::UseTechnology { tech } => tech.get().faction.is_some(),
            _ => false,
        };
        (factions_own && seat == held.of()).then(|| {
            Refusal::new(format!("{} has played your {}", held.by, held.note.card.name()))
                .rule("69")
        })
    }])
    .stays(Stays::Until(Until::TacticalActionEnds)),
    NoteRule::new(
        "tekklar-legion",
        "Start of a ground combat of yours: your units roll with +1 in it. If your opponent is the \
         owner, theirs roll with -1.",
    )
    .powers(&[NotePower {
        at: At::CombatRoundStarts,
        when: |_, held, moment| matches!(starts_combat(held, moment), Some(Place::Planet(_))),
        then: |_, _, _| Ok(()),
    }])
    .modifiers(&[NoteModifier {
        of: NumberKind::CombatRoll,
        adds: |_, held, number| match number {
            Number::CombatRoll { seat, .. } if *seat == held.by => 1,
            Number::CombatRoll { seat, .. } if *seat == held.of() => -1,
            _ => 0,
        },
    }])
    .stays(Stays::Until(Until::CombatEnds)),
];

/// Where a combat of the note's player begins.
fn starts_combat(held: Held, moment: &Moment) -> Option<Place> {
    match moment {
        Moment::CombatRoundStarts { place, sides, round: 1, over: false } => {
            sides.contains(&held.by).then_some(*place)
        }
        _ => None,
    }
}
