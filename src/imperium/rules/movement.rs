//! Movement into the active system (RR 58): who may activate it, the one answer in which all ships
//! and what they carry are named, and gravity rifts on the way.
//!
//! `routes` knows the ways, `plan` judges an answer, `offer` proposes answers and parts of them.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::tables::{Act, Prohibitions};
use super::window::{self, Moment};
use super::{blockade, control, fleet};

mod offer;
mod plan;
mod routes;
#[cfg(test)]
mod tests;

pub use offer::reach;
pub use plan::{move_value, moves_itself, place_name, room};

use plan::{Cargo, Flight};

pub static MOVE: Compound = Compound {
    check: |state, prompt, parts| {
        plan::judge(state, prompt.seat, target(prompt), parts).map(|_| ())
    },
    next: |state, prompt, draft| offer::next(state, prompt.seat, target(prompt), draft),
    suggest: |state, prompt| offer::suggest(state, prompt.seat, target(prompt)),
};

fn target(prompt: &Prompt<Imperium>) -> SystemId {
    match prompt.question {
        Question::Move { system } => system,
        _ => unreachable!("only questions of movement are judged here"),
    }
}

/// Whether `seat` may activate the system (RR 5). That it has a token to do so is asked elsewhere.
pub fn can_activate(state: &State, seat: Seat, system: SystemId) -> Result<(), Refusal> {
    may_activate(&Prohibitions::of(state, seat, true), system)
}

/// The systems that `seat` may activate.
pub fn open_systems(state: &State, seat: Seat) -> impl Iterator<Item = SystemId> + '_ {
    let prohibitions = Prohibitions::of(state, seat, true);
    let free = state.systems.iter().filter(move |(_, on_board)| !on_board.tokens.contains(seat));
    let open = move |system: &SystemId| may_activate(&prohibitions, *system).is_ok();
    free.map(|(system, _)| *system).filter(open)
}

fn may_activate(prohibitions: &Prohibitions, system: SystemId) -> Result<(), Refusal> {
    let Some(on_board) = prohibitions.state.systems.get(&system) else {
        return Err(Refusal::new(format!("{system} is not a system on the board")));
    };
    if on_board.tokens.contains(prohibitions.seat) {
        return Err(Refusal::new(format!("your command token lies in {system} already"))
            .rule("5.2")
            .instead("Activate a system without one; they come back in the status phase."));
    }
    prohibitions.against(Act::Activate { system }).map_or(Ok(()), Err)
}

/// Moves ships into the activated system (RR 58.4), then removes what exceeds capacity or the fleet
/// pool there and where they came from.
pub fn move_ships(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    let mut arrived = false;
    if offer::anything(&game.state, seat, system) {
        let parts = game.ask(|_| Prompt::compound(seat, Question::Move { system }))?;
        match parts.is_empty() {
            true => game.say(|_| format!("{seat} moves no ships.")),
            false => {
                arrived = set_out(game, seat, system, &parts)?;
                blockade::sweep(game)?;
            }
        }
    }
    fleet::tidy(game, seat, system)?;
    if arrived && game.state.has_ships(system, seat) {
        let mut moment = Moment::ShipsMoved { by: seat, system };
        window::must(game, &mut moment)?;
        window::window(game, &mut moment)?;
    }
    Ok(())
}

/// Carries out the movement of an answer: all at once, or first the ship that carries a wormhole and
/// then the others, if that is what makes it legal. Whether any ship arrived.
fn set_out(game: &mut Game, seat: Seat, system: SystemId, parts: &[Choice]) -> Flow<bool> {
    // A decider's answers are checked; one that does not fit moves nothing.
    let routes = plan::routes(&game.state, seat, system, parts);
    let mut left = Vec::new();
    let mut arrived = false;
    match plan::flights(&routes, parts) {
        Ok(flights) => arrived |= fly(game, seat, system, flights, &mut left)?,
        Err(_) => {
            let (first, rest) = plan::apart(parts);
            let routes = plan::routes(&game.state, seat, system, &first);
            let flights = plan::flights(&routes, &first).unwrap_or_default();
            arrived |= fly(game, seat, system, flights, &mut left)?;
            for parts in plan::still_possible(&game.state, seat, system, rest) {
                let routes = plan::routes(&game.state, seat, system, &parts);
                let flights = plan::flights(&routes, &parts).unwrap_or_default();
                arrived |= fly(game, seat, system, flights, &mut left)?;
            }
        }
    }
    left.sort_unstable();
    left.dedup();
    for origin in left.into_iter().filter(|origin| *origin != system) {
        fleet::tidy(game, seat, origin)?;
    }
    Ok(arrived)
}

/// What became of a flight: ships that arrive, and for each group of its cargo how many units
/// arrive and how many are lost. The others were not yet aboard and stay where they are.
struct Landing {
    flight: Flight,
    ships: u8,
    arrives: Vec<u8>,
    lost: Vec<u8>,
}

/// Carries out a legal movement and notes down which systems it left. All of it is declared before any
/// die is rolled, and all ships arrive together (RR 58.6). Whether any did.
fn fly(
    game: &mut Game,
    seat: Seat,
    system: SystemId,
    flights: Vec<Flight>,
    left: &mut Vec<SystemId>,
) -> Flow<bool> {
    if flights.is_empty() {
        return Ok(false);
    }
    game.say(|state| itinerary(state, seat, system, &flights));
    let mut landings = Vec::new();
    for flight in flights {
        landings.push(brave_rifts(game, seat, flight)?);
    }
    for Landing { flight, arrives, lost, .. } in &landings {
        let space = game.state.forces_mut(Place::Space(flight.from));
        space.remove(seat, flight.kind, flight.damaged, flight.count);
        for (cargo, gone) in flight.cargo.iter().zip(arrives.iter().zip(lost)) {
            let there = game.state.forces_mut(cargo.from);
            there.remove(seat, cargo.kind, cargo.damaged, gone.0 + gone.1);
        }
    }
    let space = game.state.forces_mut(Place::Space(system));
    for Landing { flight, ships, arrives, .. } in &landings {
        space.add(seat, flight.kind, flight.damaged, *ships);
        for (cargo, count) in flight.cargo.iter().zip(arrives) {
            space.add(seat, cargo.kind, cargo.damaged, *count);
        }
    }
    for Landing { flight, .. } in &landings {
        left.push(flight.from);
        for cargo in &flight.cargo {
            left.push(flight.way[cargo.boards]);
            if let Place::Planet(planet) = cargo.from {
                control::settle(game, planet)?;
            }
        }
    }
    Ok(landings.iter().any(|landing| landing.ships > 0))
}

/// Rolls for each ship that leaves a gravity rift: on 1 to 3 it is removed with what it carries
/// (RR 41.2). Cargo boards the ships in the order in which it was named.
fn brave_rifts(game: &mut Game, seat: Seat, flight: Flight) -> Flow<Landing> {
    let mut holds = stow(&flight);
    let mut arrives: Vec<u8> = flight.cargo.iter().map(|cargo| cargo.count).collect();
    let mut lost = vec![0; arrives.len()];
    for (at, system) in flight.way[..flight.way.len() - 1].iter().enumerate() {
        if !game.state.is_anomaly(*system, Anomaly::GravityRift) || holds.is_empty() {
            continue;
        }
        let condition = if flight.damaged { "damaged " } else { "" };
        let ships = flight.kind.label(holds.len());
        let label = format!(
            "{}, gravity rift {system}: {condition}{ships} of {seat} from {}",
            game.state.moment_label(),
            flight.from
        );
        let dice = game.roll(label, holds.len())?;
        let mut taken = vec![(flight.kind, 0)];
        let mut rolls = dice.iter();
        holds.retain(|hold| {
            let survives = rolls.next().is_none_or(|die| *die > 3);
            if !survives {
                taken[0].1 += 1;
                for (i, count) in hold {
                    arrives[*i] -= count;
                    if flight.cargo[*i].boards <= at {
                        lost[*i] += count;
                        taken.push((flight.cargo[*i].kind, *count));
                    }
                }
            }
            survives
        });
        game.say(|state| rift_news(state, seat, *system, &ships, &dice, &taken));
    }
    Ok(Landing { ships: holds.len() as u8, flight, arrives, lost })
}

/// Which groups of its cargo, and how many units of each, every ship of a flight carries.
fn stow(flight: &Flight) -> Vec<Vec<(usize, u8)>> {
    let mut holds: Vec<(u8, Vec<(usize, u8)>)> =
        vec![(flight.room, Vec::new()); usize::from(flight.count)];
    for (i, cargo) in flight.cargo.iter().enumerate() {
        let mut left = cargo.count;
        for (free, hold) in &mut holds {
            let aboard = if cargo.weighs { left.min(*free) } else { left };
            if aboard > 0 {
                hold.push((i, aboard));
                *free -= if cargo.weighs { aboard } else { 0 };
                left -= aboard;
            }
        }
    }
    holds.into_iter().map(|(_, hold)| hold).collect()
}

fn rift_news(
    state: &State,
    seat: Seat,
    system: SystemId,
    ships: &str,
    dice: &[u8],
    taken: &[(UnitKind, u8)],
) -> String {
    let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
    let fate = match taken[0].1 {
        0 => "nothing is lost".into(),
        _ => format!("lost: {}", fleet::listed(taken)),
    };
    let name = state.system_name(system);
    format!(
        "{seat}: gravity rift **{name}**, {ships}: {} ({fate}; 1 to 3 takes a ship, RR 41.2).",
        dice.join(", ")
    )
}

/// "«0» moves into 205: 2 cruisers from 204; 1 carrier from Darien / 310 through 311, carrying 2
/// infantry, 1 infantry from Abyz."
fn itinerary(state: &State, seat: Seat, system: SystemId, flights: &[Flight]) -> String {
    let legs: Vec<String> = flights.iter().map(|flight| leg(state, flight)).collect();
    format!("{seat} moves into **{}**: {}.", state.system_name(system), legs.join("; "))
}

fn leg(state: &State, flight: &Flight) -> String {
    let condition = if flight.damaged { " (damaged)" } else { "" };
    let units = flight.kind.label(flight.count.into());
    let mut words = format!("{units}{condition} from {}", state.system_name(flight.from));
    let passed: Vec<String> =
        flight.way[1..flight.way.len() - 1].iter().map(SystemId::to_string).collect();
    if !passed.is_empty() {
        words += &format!(" through {}", passed.join(", "));
    }
    if !flight.cargo.is_empty() {
        let cargo: Vec<String> =
            flight.cargo.iter().map(|cargo| load_words(state, flight, cargo)).collect();
        words += &format!(", carrying {}", cargo.join(", "));
    }
    words
}

/// Where a load comes from is said only where it is not plain from where its ship does.
fn load_words(state: &State, flight: &Flight, cargo: &Cargo) -> String {
    let units = cargo.kind.label(cargo.count.into());
    let here = state.galaxy.planets(flight.from);
    match cargo.from {
        Place::Space(at) if at == flight.from => units,
        Place::Planet(planet) if here == [planet] => units,
        Place::Space(at) => format!("{units} from {at}"),
        Place::Planet(planet) => format!("{units} from {}", planet.name()),
    }
}
