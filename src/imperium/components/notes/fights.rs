//! Notes of factions that are played in a tactical action: after the activation, in combat, in an
//! invasion.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::dice;
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
        "raghs-call",
        "You have landed on a planet: all ground forces of the owner there go to another planet of \
         theirs, which you choose.",
    )
    .powers(&[NotePower {
        at: At::Landed,
        when: |state, held, moment| match moment {
            Moment::Landed { by, planet, returned: false, .. } => {
                *by == held.by
                    && state.planet(*planet).forces.has_ground_forces(held.of())
                    && refuges(state, held.of(), *planet).next().is_some()
            }
            _ => false,
        },
        then: call_away,
    }]),
    NoteRule::new(
        "war-funding",
        "Start of a space combat round of yours: the owner loses 2 trade goods, or what they have. In \
         this round you may roll any of your dice again.",
    )
    .powers(&[NotePower {
        at: At::CombatRoundStarts,
        when: |_, held, moment| match moment {
            Moment::CombatRoundStarts { place: Place::Space(_), sides, over: false, .. } => {
                sides.contains(&held.by)
            }
            _ => false,
        },
        then: |game, held, _| {
            let goods = &mut game.state.player_mut(held.of()).trade_goods;
            let lost = (*goods).min(2);
            *goods -= lost;
            let plural = if lost == 1 { "" } else { "s" };
            game.say(|_| format!("{} loses {lost} trade good{plural}.", held.of()));
            Ok(())
        },
    }])
    .laid(&[NotePower {
        at: At::DiceRolled,
        when: |_, held, moment| {
            matches!(moment, Moment::DiceRolled { by, .. } if *by == held.by)
        },
        then: |game, held, moment| match moment {
            Moment::DiceRolled { by, place, round, dice, .. } => {
                let what = format!("War Funding, space combat round {round}");
                dice::reroll(game, held.by, *by, *place, dice, &what).map(drop)
            }
            _ => Ok(()),
        },
    }])
    .stays(Stays::Until(Until::CombatRoundEnds)),
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

/// Other planets of the seat.
fn refuges(state: &State, seat: Seat, from: PlanetId) -> impl Iterator<Item = PlanetId> + '_ {
    state.controlled(seat).filter(move |planet| *planet != from)
}

fn call_away(game: &mut Game, held: Held, moment: &mut Moment) -> Flow {
    let Moment::Landed { planet: from, .. } = *moment else { return Ok(()) };
    let (seat, question) = (held.of(), Question::NoteTarget { note: held.note.card });
    let choice = game.choose(|state| {
        let planets = refuges(state, seat, from).map(Choice::Planet).collect();
        Prompt::one(held.by, question.clone(), planets)
    })?;
    let Choice::Planet(to) = choice else { return Ok(()) };
    let there = &mut game.state.planet_mut(from).forces;
    let army = there.drain(|stack| stack.owner == seat && stack.kind.is_ground_force());
    for stack in army {
        let refuge = &mut game.state.planet_mut(to).forces;
        refuge.add(seat, stack.kind, stack.damaged, stack.count);
    }
    game.say(|_| {
        format!("The ground forces of {seat} go from **{}** to **{}**.", from.name(), to.name())
    });
    Ok(())
}

/// Where a combat of the note's player begins.
fn starts_combat(held: Held, moment: &Moment) -> Option<Place> {
    match moment {
        Moment::CombatRoundStarts { place, sides, round: 1, over: false } => {
            sides.contains(&held.by).then_some(*place)
        }
        _ => None,
    }
}
