//! Infantry that comes back after it was destroyed: a die for each, and at the start of its owner's
//! next turn those that were lucky stand on planets of the home system.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::fleet;
use super::tables::{Number, number};

/// Rolls for all infantry destroyed since this was last called.
pub fn roll(game: &mut Game) -> Flow {
    let fallen = |state: &State| state.players.iter().position(|player| player.fallen > 0);
    while let Some(at) = fallen(&game.state) {
        let seat = Seat(at as u8);
        let dead = std::mem::take(&mut game.state.player_mut(seat).fallen);
        let value = number(&game.state, Number::Revival { seat }, 0);
        if value <= 0 {
            continue;
        }
        let label = format!("{}, fallen infantry of seat {at}", game.state.moment_label());
        let dice = game.roll(label, dead.into())?;
        let back = dice.iter().filter(|die| i32::from(**die) >= value).count() as u8;
        let returning = &mut game.state.player_mut(seat).returning;
        *returning = returning.saturating_add(back);
        game.say(|_| {
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            format!("Fallen infantry of {seat}: **{}**, {back} will come back.", dice.join(", "))
        });
    }
    Ok(())
}

/// The start of `seat`'s turn: what comes back is placed on planets that it controls in its home
/// system; without any it is lost.
pub fn place(game: &mut Game, seat: Seat) -> Flow {
    let mut left = std::mem::take(&mut game.state.player_mut(seat).returning);
    if left == 0 {
        return Ok(());
    }
    let planets = homes(&game.state, seat);
    for (i, planet) in planets.iter().copied().enumerate() {
        let count = match planets.len() - i {
            1 => left,
            _ => how_many(game, seat, planet, left)?,
        };
        game.state.place_units(seat, UnitKind::Infantry, count, Place::Planet(planet));
        left -= count;
        if count > 0 {
            game.say(|_| format!("{count} infantry of {seat} come back on **{}**.", planet.name()));
        }
    }
    if left > 0 {
        game.say(|_| {
            format!("{seat} controls no planet at home for {left} infantry to come back to.")
        });
    }
    Ok(())
}

/// Planets of the home system that `seat` controls and has plastic for.
fn homes(state: &State, seat: Seat) -> Vec<PlanetId> {
    let Some(home) = state.home_system(seat) else { return Vec::new() };
    let mut planets = state.galaxy.planets(home).to_vec();
    planets.retain(|planet| {
        state.owner(*planet) == Some(seat)
            && fleet::can_mark(state, seat, UnitKind::Infantry, Place::Planet(*planet))
    });
    planets
}

fn how_many(game: &mut Game, seat: Seat, planet: PlanetId, left: u8) -> Flow<u8> {
    let choice = game.choose(|_| {
        let options = (0..=left).rev().map(Choice::Number).collect();
        Prompt::one(seat, Question::Revive { planet, count: left }, options)
    })?;
    match choice {
        Choice::Number(count) => Ok(count.min(left)),
        _ => unreachable!("only numbers are offered"),
    }
}
