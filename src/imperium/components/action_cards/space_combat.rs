//! Cards played during a space combat and after it.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::hits;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::trade;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::{Card, aimed, card};

pub static CARDS: &[Card] = &[
    card(
        "emergency-repairs",
        "Start or end of a combat round: all your damaged units in the system are repaired.",
        &[
            Power {
                name: "Emergency Repairs",
                at: At::CombatRoundStarts,
                when: has_damage,
                then: repair,
                must: false,
            },
            Power {
                name: "Emergency Repairs",
                at: At::CombatRoundOver,
                when: has_damage,
                then: repair,
                must: false,
            },
        ],
    ),
    card(
        "fighter-prototype",
        "Start of a space combat: your fighters roll with +2 in its first round.",
        &[Power {
            name: "Fighter Prototype",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match moment {
                Moment::CombatRoundStarts {
                    place: place @ Place::Space(_),
                    sides,
                    round: 1,
                    over,
                } => {
                    let fighters = state.forces(*place).count(seat, UnitKind::Fighter);
                    sides.contains(&seat) && !over && fighters > 0
                }
                _ => false,
            },
            then: |game, seat, _| {
                let effect = Effect::CombatRollsOf(UnitKind::Fighter, 2);
                game.state.lasting.push(Lasting { until: Until::CombatRoundEnds, seat, effect });
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "intercept",
        "Your opponent has announced a retreat from a space combat: it does not happen in this round.",
        &[Power {
            name: "Intercept",
            at: At::RetreatAnnounced,
            when: |_, seat, moment| match moment {
                Moment::RetreatAnnounced { against, prevented, .. } => {
                    *against == seat && !prevented
                }
                _ => false,
            },
            then: |game, _, moment| {
                if let Moment::RetreatAnnounced { by, prevented, .. } = moment {
                    *prevented = true;
                    game.say(|_| format!("{by} cannot retreat in this round."));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "courageous-to-the-end",
        "A ship of yours was destroyed in a space combat: roll two dice. For each that reaches its combat \
         value your opponent loses a ship there, of their choice; nothing cancels that.",
        last_stands,
        &[Power {
            name: "Courageous to the End",
            at: At::ShipsDestroyed,
            when: |state, seat, moment| match moment {
                Moment::ShipsDestroyed { owner, by, system, .. } => {
                    *owner == seat && state.has_ships(*system, *by)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                let Moment::Targeted { target: Choice::Unit { kind, .. }, within } = moment else {
                    return Ok(());
                };
                match **within {
                    Moment::ShipsDestroyed { by, system, .. } => {
                        stand(game, seat, by, system, *kind)
                    }
                    _ => Ok(()),
                }
            },
            must: false,
        }],
    ),
    card(
        "salvage",
        "You have won a space combat: your opponent gives you all their commodities.",
        &[Power {
            name: "Salvage",
            at: At::SpaceCombatEnds,
            when: |state, seat, moment| {
                beaten(seat, moment).is_some_and(|loser| state.player(loser).commodities > 0)
            },
            then: |game, seat, moment| {
                let Some(loser) = beaten(seat, moment) else { return Ok(()) };
                let commodities = std::mem::take(&mut game.state.player_mut(loser).commodities);
                game.say(|_| format!("{loser} gives {seat} {commodities} commodities."));
                trade::gain(game, seat, commodities)
            },
            must: false,
        }],
    ),
];

// Emergency Repairs

fn has_damage(state: &State, seat: Seat, moment: &Moment) -> bool {
    let Some(place) = fought_over(seat, moment) else { return false };
    let damaged = |stack: &Stack| stack.damaged;
    state.places(state.system_of(place)).any(|at| state.forces(at).of(seat).any(damaged))
}

fn repair(game: &mut Game, seat: Seat, moment: &mut Moment) -> Flow {
    let Some(place) = fought_over(seat, moment) else { return Ok(()) };
    let system = game.state.system_of(place);
    let places: Vec<Place> = game.state.places(system).collect();
    for at in places {
        game.state.forces_mut(at).repair(seat);
    }
    game.say(|state| format!("{seat} repairs all units in **{}**.", state.system_name(system)));
    Ok(())
}

/// Where `seat` fights in a combat round that begins or ends.
fn fought_over(seat: Seat, moment: &Moment) -> Option<Place> {
    match moment {
        Moment::CombatRoundStarts { place, sides, over: false, .. }
        | Moment::CombatRoundOver { place, sides, .. }
            if sides.contains(&seat) =>
        {
            Some(*place)
        }
        _ => None,
    }
}

// Courageous to the End

/// Kinds of ships that were just destroyed, each once.
fn last_stands(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::ShipsDestroyed { kinds, .. } = moment else { return Vec::new() };
    let mut kinds = kinds.clone();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|kind| value(state, seat, *kind).is_some());
    kinds.into_iter().map(|kind| Choice::Unit { kind, damaged: false }).collect()
}

fn value(state: &State, seat: Seat, kind: UnitKind) -> Option<u8> {
    state.card(seat, kind)?.combat.map(|attack| attack.value)
}

/// No modifiers of combat rolls count, and no sustaining helps: nothing here is a hit.
fn stand(game: &mut Game, seat: Seat, by: Seat, system: SystemId, kind: UnitKind) -> Flow {
    let Some(value) = value(&game.state, seat, kind) else { return Ok(()) };
    let label = format!(
        "{}, Courageous to the End in {system}, seat {}: {}",
        game.state.moment_label(),
        seat.0,
        kind.name()
    );
    let dice = game.roll(label, 2)?;
    let lost = dice.iter().filter(|die| **die >= value).count() as u8;
    game.say(|_| {
        let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
        let plural = if lost == 1 { "" } else { "s" };
        let dice = dice.join(", ");
        format!("{seat} rolls **{dice}** for the {} ({value}): {lost} ship{plural}.", kind.name())
    });
    hits::lose_ships(game, by, seat, system, lost)
}

// Salvage

/// Whom `seat` has just beaten in a space combat.
fn beaten(seat: Seat, moment: &Moment) -> Option<Seat> {
    match moment {
        Moment::SpaceCombatEnds { sides, winner: Some(winner), .. } if *winner == seat => {
            sides.iter().copied().find(|side| side != winner)
        }
        _ => None,
    }
}
