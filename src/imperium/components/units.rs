//! What unit cards that all factions have say beyond their numbers, and what factions' cards share
//! with them.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::fleet;
use crate::imperium::rules::tables::{Component, Power};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

pub static UNITS: &[Component] = &[Component::new(
    "infantry-ii",
    "Roll a die for each that is destroyed: on 6 or more it returns, to a home planet that you \
     control, when your next turn begins.",
)
.powers(&[returns(|game, seat, moment| roll_for_return(game, seat, moment, 6)), RETURN])];

type Then = fn(&mut Game, Seat, &mut Moment) -> Flow;

/// Rolls for destroyed infantry as the card says.
pub const fn returns(then: Then) -> Power {
    Power {
        name: "Return of the fallen",
        at: At::UnitsDestroyed,
        when: |_, seat, moment| match moment {
            Moment::UnitsDestroyed { owner, kind, .. } => {
                *owner == seat && *kind == UnitKind::Infantry
            }
            _ => false,
        },
        then,
        must: true,
    }
}

/// Infantry that lie on the card return at the start of their owner's turn.
pub const RETURN: Power = Power {
    name: "Return",
    at: At::TurnStarts,
    when: |state, seat, moment| {
        matches!(moment, Moment::TurnStarts { seat: of } if *of == seat)
            && state.player(seat).returning > 0
    },
    then: |game, seat, _| come_back(game, seat),
    must: true,
};

/// A die for each infantry: it lies on its card if the die shows `least` or more.
pub fn roll_for_return(game: &mut Game, seat: Seat, moment: &mut Moment, least: u8) -> Flow {
    let Moment::UnitsDestroyed { kind, count, place, .. } = *moment else { return Ok(()) };
    let name = game.state.card(seat, kind).map_or(kind.name(), |card| card.name.as_str());
    let place = fleet::place_words(&game.state, place);
    let label = format!(
        "{}, {name} of seat {}: {count} destroyed {place}",
        game.state.moment_label(),
        seat.0
    );
    let dice = game.roll(label, count.into())?;
    let back = dice.iter().filter(|die| **die >= least).count() as u8;
    let player = game.state.player_mut(seat);
    player.returning = player.returning.saturating_add(back);
    game.say(|_| {
        let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
        format!("{seat}: {name} **{}**, {back} will return ({least} or more).", dice.join(", "))
    });
    Ok(())
}

/// Home planets on which infantry can be placed.
fn homes(state: &State, seat: Seat) -> Vec<PlanetId> {
    let home = state.home_system(seat).into_iter();
    let planets = home.flat_map(|system| state.galaxy.planets(system).iter().copied());
    let open = |planet: &PlanetId| {
        state.owner(*planet) == Some(seat)
            && fleet::has_plastic(state, seat, UnitKind::Infantry, Place::Planet(*planet))
    };
    planets.filter(open).collect()
}

fn landings(state: &State, seat: Seat, left: u8) -> Vec<Choice> {
    let mut found = Vec::new();
    for planet in homes(state, seat) {
        let land = |count| Choice::Land { kind: UnitKind::Infantry, damaged: false, count, planet };
        found.push(land(left));
        if left > 1 && homes(state, seat).len() > 1 {
            found.push(land(1));
        }
    }
    found
}

/// Without a home planet they go back to the reinforcements.
fn come_back(game: &mut Game, seat: Seat) -> Flow {
    let mut left = std::mem::take(&mut game.state.player_mut(seat).returning);
    while left > 0 {
        let Some(unit) = game.state.player(seat).cards[UnitKind::Infantry as usize] else { break };
        if homes(&game.state, seat).is_empty() {
            game.say(|_| {
                let units = UnitKind::Infantry.label(left.into());
                format!("{seat} has no home planet for {units}, which stay in the reinforcements.")
            });
            break;
        }
        let choice = game.choose(|state| {
            Prompt::one(seat, Question::UnitTarget { unit }, landings(state, seat, left))
        })?;
        let Choice::Land { kind, count, planet, .. } = choice else { break };
        game.state.place_units(seat, kind, count, Place::Planet(planet));
        left -= count.min(left);
        game.say(|_| {
            format!("{} of {seat} return to **{}**.", kind.label(count.into()), planet.name())
        });
    }
    Ok(())
}
