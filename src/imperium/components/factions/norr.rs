//! Sardakk N'orr: fighters who roll better than anybody.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::hits;
use crate::imperium::rules::scoring;
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;

const EXOTRIREME: &str = "exotrireme-ii";

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[Component::new("unrelenting", "Your units make their combat rolls with +1.")
        .modifiers(&[modifier(NumberKind::CombatRoll, |_, owner, number| match number {
            Number::CombatRoll { seat, .. } if *seat == owner => 1,
            _ => 0,
        })])],
    technologies: &[
        Component::new(
            "valkyrie-particle-weave",
            "Whenever your opponent's dice hit in a ground combat round, you score one hit more.",
        )
        .powers(&[Power {
            name: "Valkyrie Particle Weave",
            at: At::CombatRolled,
            when: |_, seat, moment| opposing_hits(seat, moment) > 0,
            then: |game, seat, moment| {
                if let Moment::CombatRolled { sides, hits, .. } = moment {
                    let own = usize::from(sides[1] == seat);
                    hits[own] = hits[own].saturating_add(1);
                    game.say(|_| format!("{seat}: Valkyrie Particle Weave adds 1 hit."));
                }
                Ok(())
            },
            must: true,
        }]),
        Component::new(
            EXOTRIREME,
            "Your dreadnoughts move 2 and are safe from Direct Hit. After a space combat round you \
             may give one up: up to two enemy ships there are destroyed.",
        ),
    ],
    units: &[
        Component::new(
            EXOTRIREME,
            "After a space combat round you may destroy it: up to two ships of your opponent there, \
             which you choose, are destroyed with it.",
        )
        .powers(&[Power {
            name: "Exotrireme II",
            at: At::CombatRoundEnds,
            when: |state, seat, moment| match *moment {
                Moment::CombatRoundEnds { place: Place::Space(system), sides, .. } => {
                    state.system(system).space.count(seat, UnitKind::Dreadnought) > 0
                        && state.has_ships(system, opponent(sides, seat))
                }
                _ => false,
            },
            then: |game, seat, moment| match *moment {
                Moment::CombatRoundEnds { place, sides, .. } => {
                    ram(game, seat, opponent(sides, seat), place)
                }
                _ => Ok(()),
            },
            must: false,
        }]),
        Component::new(
            "cmorran-norr",
            "Your other ships in its system make their combat rolls with +1.",
        )
        .modifiers(&[modifier(NumberKind::CombatRoll, |state, owner, number| match *number {
            Number::CombatRoll { seat, kind, place: Place::Space(system) }
                if seat == owner && kind != UnitKind::Flagship =>
            {
                i32::from(state.system(system).space.count(owner, UnitKind::Flagship) > 0)
            }
            _ => 0,
        })]),
    ],
};

fn opponent(sides: [Seat; 2], seat: Seat) -> Seat {
    if sides[0] == seat { sides[1] } else { sides[0] }
}

/// Hits that the other side of a ground combat has just scored.
fn opposing_hits(seat: Seat, moment: &Moment) -> u8 {
    match moment {
        Moment::CombatRolled { place: Place::Planet(_), sides, hits } if sides.contains(&seat) => {
            hits[usize::from(sides[0] == seat)]
        }
        _ => 0,
    }
}

/// One dreadnought goes, a damaged one where there is a choice of that, and takes ships along.
fn ram(game: &mut Game, seat: Seat, target: Seat, place: Place) -> Flow {
    let question = Question::UnitTarget { unit: UnitId::named(EXOTRIREME) };
    let choices = game.ask(|state| {
        let ships = state.forces(place).ships(target);
        let options = ships.flat_map(|stack| {
            let unit = Choice::Unit { kind: stack.kind, damaged: stack.damaged };
            std::iter::repeat_n(unit, stack.count.into())
        });
        Prompt::some(seat, question.clone(), options.collect(), 1, 2)
    })?;
    let ships = game.state.forces(place);
    let damaged = ships.count_in(seat, UnitKind::Dreadnought, true) > 0;
    game.say(|_| {
        let lost = choices.iter().filter_map(|choice| match choice {
            Choice::Unit { kind, .. } => Some(format!("a {}", kind.name())),
            _ => None,
        });
        let lost: Vec<String> = lost.collect();
        format!("A dreadnought of {seat} is destroyed and takes {} along.", lost.join(" and "))
    });
    hits::lose(game, seat, place, UnitKind::Dreadnought, damaged, 1, Some(seat))?;
    for choice in &choices {
        if let Choice::Unit { kind, damaged } = *choice {
            hits::lose(game, target, place, kind, damaged, 1, Some(seat))?;
        }
    }
    scoring::after_event(game, &[seat])
}
