//! Red technologies.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, HitSource, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{bombardment, hits, scoring};
use crate::imperium::state::*;

use super::{active, exhaust, is_ready, lasting};

const MAGEN: &str = "magen-defense-grid";
const MAGEN_OMEGA: &str = "magen-defense-grid-omega";
const DURANIUM: &str = "duranium-armor";
const ASSAULT: &str = "assault-cannon";

pub static TECHNOLOGIES: &[Component] = &[
    lasting(
        "plasma-scoring",
        "When your units bombard or fire space cannons, the best of them rolls one more die.",
        &[
            modifier(NumberKind::BombardmentDice, |_, owner, number| match number {
                Number::BombardmentDice { seat, .. } if *seat == owner => 1,
                _ => 0,
            }),
            modifier(NumberKind::SpaceCannonDice, |_, owner, number| match number {
                Number::SpaceCannonDice { seat, .. } if *seat == owner => 1,
                _ => 0,
            }),
        ],
    ),
    active(
        MAGEN,
        "Start of a ground combat round on a planet where you have a planetary shield, exhaust \
         this: your opponent does not roll in that round.",
        &[Power {
            name: "Magen Defense Grid",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match moment {
                Moment::CombatRoundStarts { place: Place::Planet(planet), sides, over, .. } => {
                    sides.contains(&seat)
                        && !over
                        && is_ready(state, seat, MAGEN)
                        && bombardment::is_shielded(state, seat, *planet)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                exhaust(game, seat, MAGEN);
                if let Moment::CombatRoundStarts { sides, .. } = moment {
                    let (until, effect) = (Until::CombatRoundEnds, Effect::NoCombatRolls);
                    let seat = opponent(*sides, seat);
                    game.state.lasting.push(Lasting { until, seat, effect });
                }
                Ok(())
            },
            must: false,
        }],
    ),
    active(
        MAGEN_OMEGA,
        "Start of a ground combat on a planet with structures of yours: you may hit one enemy ground \
         force in it, which you choose.",
        &[Power {
            name: "Magen Defense Grid Ω",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match moment {
                Moment::CombatRoundStarts {
                    place: place @ Place::Planet(_),
                    sides,
                    round: 1,
                    over: false,
                } => {
                    sides.contains(&seat)
                        && state.forces(*place).structures(seat).next().is_some()
                        && state.forces(*place).has_troops(opponent(*sides, seat))
                }
                _ => false,
            },
            then: |game, seat, moment| match *moment {
                Moment::CombatRoundStarts { place, sides, .. } => {
                    zap(game, seat, opponent(sides, seat), place)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    active(
        DURANIUM,
        "In each combat round, after hits are assigned, one of your damaged units there that did not \
         sustain damage in this round is repaired.",
        &[Power {
            name: "Duranium Armor",
            at: At::HitsAssigned,
            when: |state, seat, moment| !repairable(state, seat, moment).is_empty(),
            then: |game, seat, moment| {
                let question = Question::TechnologyTarget { tech: TechId::named(DURANIUM) };
                let choice = game.choose(|state| {
                    Prompt::one(seat, question.clone(), repairable(state, seat, moment))
                })?;
                if let (Moment::HitsAssigned { place, .. }, Choice::Unit { kind, .. }) =
                    (&*moment, choice)
                {
                    let forces = game.state.forces_mut(*place);
                    let repaired = forces.remove(seat, kind, true, 1);
                    forces.add(seat, kind, false, repaired);
                    game.say(|_| format!("{seat}: Duranium Armor repairs a {}.", kind.name()));
                }
                Ok(())
            },
            must: true,
        }],
    ),
    active(
        ASSAULT,
        "Start of a space combat with three or more of your ships, fighters aside: your opponent \
         loses a ship of their choice that is no fighter. Nothing cancels that.",
        &[Power {
            name: "Assault Cannon",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match moment {
                Moment::CombatRoundStarts { place: Place::Space(system), sides, round, over } => {
                    *round == 1
                        && sides.contains(&seat)
                        && !over
                        && state.fleet_size(*system, seat) >= 3
                        && state.fleet_size(*system, opponent(*sides, seat)) > 0
                }
                _ => false,
            },
            then: |game, seat, moment| match *moment {
                Moment::CombatRoundStarts { place, sides, .. } => {
                    assault(game, seat, opponent(sides, seat), place)
                }
                _ => Ok(()),
            },
            must: true,
        }],
    ),
];

/// The owner of the grid says which unit is hit; that one may sustain damage.
fn zap(game: &mut Game, seat: Seat, target: Seat, place: Place) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(MAGEN_OMEGA) };
    let choice = game.choose(|state| {
        let army = hits::targets(state, target, place, HitSource::GroundCombat);
        let unit = |stack: &Stack| Choice::Unit { kind: stack.kind, damaged: stack.damaged };
        Prompt::one(seat, question.clone(), army.map(unit).collect())
    })?;
    let Choice::Unit { kind, damaged } = choice else { return Ok(()) };
    game.say(|_| format!("Magen Defense Grid Ω of {seat} hits {} of {target}.", kind.label(1)));
    hits::pinpoint(game, target, seat, place, kind, damaged)
}

fn opponent(sides: [Seat; 2], seat: Seat) -> Seat {
    if sides[0] == seat { sides[1] } else { sides[0] }
}

/// Kinds of which a unit is damaged that was so before this round: whichever of equal units sustained
/// damage in it, as many others can be repaired.
fn repairable(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::HitsAssigned { place, worn, .. } = moment else { return Vec::new() };
    let old = worn.iter().filter(|stack| stack.owner == seat);
    let still = old.filter(|stack| state.forces(*place).count_in(seat, stack.kind, true) > 0);
    still.map(|stack| Choice::Unit { kind: stack.kind, damaged: true }).collect()
}

fn assault(game: &mut Game, seat: Seat, target: Seat, place: Place) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(ASSAULT) };
    let choice = game.choose(|state| {
        let ships = hits::targets(state, target, place, HitSource::SpaceCombat);
        let ships = ships.filter(|stack| stack.kind != UnitKind::Fighter);
        let options =
            ships.map(|stack| Choice::Unit { kind: stack.kind, damaged: stack.damaged }).collect();
        Prompt::one(target, question.clone(), options)
    })?;
    let Choice::Unit { kind, damaged } = choice else { return Ok(()) };
    game.say(|_| format!("Assault Cannon of {seat}: {target} loses a {}.", kind.name()));
    hits::lose(game, target, place, kind, damaged, 1, Some(seat))?;
    scoring::after_event(game, &[seat])
}
