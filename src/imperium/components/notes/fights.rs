//! Notes of factions that are played in a tactical action: after the activation, in combat, in an
//! invasion.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::notes::{Held, NoteModifier, NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::{Act, Number, NumberKind};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{dice, fleet};
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
        "greyfire-mutagen-omega",
        "Start of a ground combat of yours against two or more ground forces, not the owner's: one \
         enemy infantry becomes one of yours.",
    )
    .powers(&[NotePower {
        at: At::CombatRoundStarts,
        when: |state, held, moment| mutable(state, held, moment).is_some(),
        then: |game, held, moment| {
            let Some((place, from)) = mutable(&game.state, held, moment) else { return Ok(()) };
            game.state.forces_mut(place).remove(from, UnitKind::Infantry, false, 1);
            game.state.place_units(held.by, UnitKind::Infantry, 1, place);
            game.say(|_| format!("1 infantry of {from} now fights for {}.", held.by));
            Ok(())
        },
    }]),
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
        "war-funding-omega",
        "You and your opponent have rolled in a space combat round: you may have all of their dice \
         rolled again, and then any of yours.",
    )
    .powers(&[NotePower {
        at: At::DiceCast,
        when: |_, held, moment| match moment {
            Moment::DiceCast { place: Place::Space(_), sides, .. } => sides.contains(&held.by),
            _ => false,
        },
        then: fund,
    }]),
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

/// Where Greyfire Mutagen Ω takes an infantry, and from whom.
fn mutable(state: &State, held: Held, moment: &Moment) -> Option<(Place, Seat)> {
    let Moment::CombatRoundStarts { sides, .. } = moment else { return None };
    let place = starts_combat(held, moment).filter(|place| matches!(place, Place::Planet(_)))?;
    let from = if sides[0] == held.by { sides[1] } else { sides[0] };
    let army = state.forces(place).of(from).filter(|stack| stack.kind.is_ground_force());
    let fits = from != held.of()
        && army.map(|stack| u32::from(stack.count)).sum::<u32>() >= 2
        && state.forces(place).count(from, UnitKind::Infantry) > 0
        && fleet::can_mark(state, held.by, UnitKind::Infantry, place);
    fits.then_some((place, from))
}

/// War Funding Ω: the opponent's dice as a whole, then one's own.
fn fund(game: &mut Game, held: Held, moment: &mut Moment) -> Flow {
    let Moment::DiceCast { place, sides, round, dice } = moment else { return Ok(()) };
    let own = usize::from(sides[1] == held.by);
    let (other, what) = (1 - own, format!("War Funding Ω, space combat round {round}"));
    dice::reroll_all(game, held.by, sides[other], *place, &mut dice[other], &what)?;
    dice::reroll(game, held.by, held.by, *place, &mut dice[own], &what)
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
