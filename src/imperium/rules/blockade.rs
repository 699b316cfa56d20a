//! Blockades (RR 14): structures that stand in space do not survive one.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::{fleet, hits};

/// Destroys structures in space whose owner has no ships there while others do. Called whenever ships
/// have come, gone or died, during a combat too.
pub fn sweep(game: &mut Game) -> Flow {
    while let Some((system, owner)) = blockaded(&game.state) {
        let place = Place::Space(system);
        let caught: Vec<Stack> = {
            let structures = game.state.forces(place).structures(owner);
            structures.copied().collect()
        };
        for Stack { kind, damaged, count, .. } in caught {
            hits::destroy(&mut game.state, owner, place, kind, damaged, count, None);
            game.say(|state| {
                let units = kind.label(count.into());
                let name = state.system_name(system);
                format!("{owner} loses {units} in **{name}**, which others blockade (RR 14).")
            });
        }
        // What was aboard has no room any more (RR 16.3).
        fleet::tidy(game, owner, system)?;
    }
    Ok(())
}

fn blockaded(state: &State) -> Option<(SystemId, Seat)> {
    let floating = |seat: &Seat| state.floats(*seat, UnitKind::SpaceDock);
    let owners: Vec<Seat> = state.seats().filter(floating).collect();
    if owners.is_empty() {
        return None;
    }
    state.systems.iter().find_map(|(id, system)| {
        let caught = |owner: &&Seat| {
            system.space.structures(**owner).next().is_some()
                && !system.space.has_ships(**owner)
                && state.enemy_ships(*id, **owner)
        };
        owners.iter().find(caught).map(|owner| (*id, *owner))
    })
}
