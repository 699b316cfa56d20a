//! What a choice is or does, in a line below its name, so that nobody has to look it up before choosing.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::{movement, strategy_cards};
use crate::imperium::state::*;
use crate::imperium::view::reading;

use super::*;

/// What a choice is or does, in one line without markup; empty where its label says it all. `seat` is
/// whom it is offered to.
pub fn detail(state: &State, seat: Seat, choice: &Choice) -> String {
    match choice {
        Choice::Play(card) | Choice::Card(card) => card_text(*card).into(),
        Choice::PlayNote(note) => note_text(note.card).into(),
        Choice::Use(power) => power_text(&power.0),
        Choice::Strategy(card) | Choice::Strategic(card) => {
            strategy_cards::rule(*card).map_or(String::new(), |rule| rule.text[0].into())
        }
        Choice::Technology(tech) => reading::technology_text(*tech).replace("**", ""),
        Choice::Agenda(agenda) | Choice::Outcome(Elected::Law(agenda)) => {
            agenda_text(*agenda).into()
        }
        Choice::Public(card) => tables().public(*card).map_or("", |rule| rule.text).into(),
        Choice::Secret(card) => secret_text(*card).into(),
        Choice::Activate(system) => reached(state, seat, *system),
        Choice::System(system) => system_text(state, *system),
        Choice::Planet(planet) | Choice::Outcome(Elected::Planet(planet)) => {
            planet_text(state, *planet)
        }
        Choice::Player(of) | Choice::Outcome(Elected::Player(of)) => {
            format!(
                "{}, {}",
                state.player(*of).faction.name(),
                count_of(state.points(*of).max(0) as u32, "point")
            )
        }
        _ => String::new(),
    }
}

/// What the component does that lends a power.
fn power_text(name: &str) -> String {
    let technology = TechId::all().find(|tech| tech.name() == name);
    let ability = AbilityId::all().find(|ability| ability.name() == name);
    match (technology, ability) {
        (Some(tech), _) => reading::technology_text(tech).replace("**", ""),
        (_, Some(ability)) => tables().ability(ability).map_or("", |rule| rule.text).into(),
        _ => String::new(),
    }
}

/// How many ships could come, and what is there.
fn reached(state: &State, seat: Seat, system: SystemId) -> String {
    let ships: u32 =
        movement::reach(state, seat, system).iter().map(|(stack, _)| u32::from(stack.count)).sum();
    let reach = match ships {
        0 => "out of your reach".into(),
        ships => format!("{} in reach", count_of(ships, "ship")),
    };
    match system_text(state, system) {
        there if there.is_empty() => reach,
        there => format!("{reach} · {there}"),
    }
}

/// Anomalies, wormholes, fleets and owners of planets.
fn system_text(state: &State, system: SystemId) -> String {
    let mut parts: Vec<String> =
        state.anomalies(system).iter().map(|anomaly| anomaly.name().to_string()).collect();
    let wormholes = state.galaxy.wormholes(system).iter();
    parts.extend(wormholes.map(|kind| format!("{} wormhole", kind.symbol())));
    for seat in state.seats() {
        let fleet = state.system(system).space.of(seat);
        if fleet.clone().next().is_some() {
            parts.push(format!("{seat}: {}", stacks(fleet)));
        }
    }
    for planet in state.galaxy.planets(system) {
        let garrison = planet_text(state, *planet);
        if !garrison.is_empty() {
            parts.push(format!("{}: {garrison}", planet.name()));
        }
    }
    parts.join(" · ")
}

/// Whose a planet is, and what stands on it.
fn planet_text(state: &State, planet: PlanetId) -> String {
    let forces = state.forces(Place::Planet(planet));
    let mut parts = Vec::new();
    for seat in state.seats() {
        let units = forces.of(seat);
        let owner = state.owner(planet) == Some(seat);
        match units.clone().next().is_some() {
            true => parts.push(format!("{seat}, {}", stacks(units))),
            false if owner => parts.push(seat.to_string()),
            false => {}
        }
    }
    parts.join("; ")
}
