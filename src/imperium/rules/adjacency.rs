//! Which systems are adjacent for whom (RR 6, 101): some players have wormholes connected that are
//! not connected for others.

use std::sync::Arc;

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::tables::{Act, Number, Prohibitions, number};

/// Whether alpha and beta wormholes are connected for the seat.
pub fn joined(state: &State, seat: Seat) -> bool {
    number(state, Number::WormholesJoined { seat }, 0) > 0
}

/// Wormholes that an ability may connect.
pub fn alpha_or_beta(kind: Wormhole) -> bool {
    matches!(kind, Wormhole::Alpha | Wormhole::Beta)
}

/// Systems adjacent for the seat's own units and abilities.
pub fn neighbours(state: &State, seat: Seat, system: SystemId) -> Vec<SystemId> {
    if !joined(state, seat) {
        return state.neighbours(system);
    }
    let both = |a, b| alpha_or_beta(a) && alpha_or_beta(b);
    state.neighbours_by(system, |a, b| both(a, b) || state.linked(a, b))
}

/// Wormholes through which the seat's ships may not go, unless an ability connects them anyway.
pub fn barred_wormholes(state: &State, seat: Seat) -> Vec<Wormhole> {
    barred_by(&Prohibitions::of(state, seat, false))
}

/// The same by what is known to forbid the seat anything.
pub fn barred_by(prohibitions: &Prohibitions) -> Vec<Wormhole> {
    // Adjacent systems are no matter of wormholes any more.
    let adjacent = prohibitions.state.wormhole_systems_adjacent();
    let barred = |wormhole: &Wormhole| {
        !(adjacent && alpha_or_beta(*wormhole))
            && prohibitions.against(Act::UseWormhole { wormhole: *wormhole }).is_some()
    };
    Wormhole::ALL.into_iter().filter(barred).collect()
}

/// Systems to which the seat's ships can go from there in one step, whatever lies in them.
pub fn passages(state: &State, seat: Seat, system: SystemId) -> Vec<SystemId> {
    let barred = barred_wormholes(state, seat);
    let joined = joined(state, seat);
    state.neighbours_by(system, |a, b| {
        (!barred.contains(&a) && !barred.contains(&b) && state.linked(a, b))
            || (joined && alpha_or_beta(a) && alpha_or_beta(b))
    })
}

/// Whether two players are neighbours (RR 60); it is enough that one of them sees it so.
pub fn are_neighbours(state: &State, a: Seat, b: Seat) -> bool {
    if state.are_neighbours(a, b) {
        return true;
    }
    [(a, b), (b, a)].into_iter().any(|(seat, other)| {
        let theirs = || state.presence(other);
        joined(state, seat) && {
            let theirs = theirs();
            let own = state.presence(seat).into_iter();
            let mut near = own.flat_map(|system| neighbours(state, seat, system));
            near.any(|system| theirs.contains(&system))
        }
    })
}

/// The wormhole tokens of the Creuss sheet.
const TOKENS: [Wormhole; 2] = [Wormhole::Alpha, Wormhole::Beta];

/// Where `seat` may put a wormhole token. Home systems of players who are out of the game are no place for it.
pub fn token_sites(state: &State, seat: Seat) -> Vec<SystemId> {
    let fits = |system: &SystemId| {
        let planets = state.galaxy.planets(*system);
        let gone = state.home_of(*system).is_some_and(|home| state.player(home).eliminated);
        let free = state.home_of(*system).is_none() && !state.enemy_ships(*system, seat);
        !gone && (free || planets.iter().any(|planet| state.owner(*planet) == Some(seat)))
    };
    state.systems.keys().copied().filter(fits).collect()
}

/// `seat` puts one of the two wormhole tokens into one of `systems`, or moves it there.
pub fn place_wormhole(
    game: &mut Game,
    seat: Seat,
    question: &Question,
    systems: impl Fn(&State) -> Vec<SystemId>,
) -> Flow {
    if systems(&game.state).is_empty() {
        return Ok(());
    }
    let answer = game.choose(|_| {
        let options = TOKENS.into_iter().map(Choice::Wormhole).collect();
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::Wormhole(kind) = answer else { return Ok(()) };
    let answer = game.choose(|state| {
        let options = systems(state).into_iter().map(Choice::System).collect();
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::System(system) = answer else { return Ok(()) };
    let galaxy = Arc::make_mut(&mut game.state.galaxy);
    let old = galaxy.wormhole_tokens().iter().find(|(_, token)| *token == kind).map(|(at, _)| *at);
    if let Some(old) = old {
        galaxy.remove_wormhole(old, kind);
    }
    galaxy.add_wormhole(system, kind);
    game.say(|state| {
        let name = state.system_name(system);
        match old {
            Some(old) => {
                format!("{seat} moves the {} wormhole from {old} to **{name}**.", kind.symbol())
            }
            None => format!("{seat} opens the {} wormhole in **{name}**.", kind.symbol()),
        }
    });
    Ok(())
}
