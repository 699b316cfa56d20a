//! Space cannon (RR 77): against ships after movement, against ground forces after they land.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::dice::{Volley, Volleys};
use super::tables::{Act, Number, forbidden, is_disabled, number};
use super::window::{self, Moment};
use super::{adjacency, fleet, hits};

/// Space cannon offense (RR 77.2 to 77.5): from the active player clockwise, each may fire with all
/// of their units; the others at the active player, the active player at one of the others.
pub fn offense(game: &mut Game, active: Seat, system: SystemId) -> Flow {
    if !game.state.system(system).space.iter().any(|stack| stack.kind.is_ship()) {
        return Ok(());
    }
    game.state.onslaught = Some(Onslaught::SpaceCannonOffense);
    let order: Vec<Seat> = game.state.clockwise_from(active).collect();
    for seat in order {
        let reach = adjacency::neighbours(&game.state, seat, system);
        let guns = guns(&game.state, seat, system, &reach);
        if guns.is_empty() {
            continue;
        }
        let question = Question::FireSpaceCannon { system, planet: None, dice: guns.dice() };
        let Some(target) = aim(game, seat, question, |state| targets(state, seat, active, system))?
        else {
            continue;
        };
        let what = format!("space cannon at {system}");
        fire(game, seat, target, Place::Space(system), guns, &what)?;
        // Capacity counts before the next player rolls (RR 16.3).
        fleet::tidy(game, target, system)?;
    }
    game.state.onslaught = None;
    forget(game);
    Ok(())
}

/// Space cannon defense against ground forces on a planet (RR 77.6 to 77.8): only units on that planet fire.
/// Structures without ground forces fire too; they fall when control is established.
pub fn defense(game: &mut Game, attacker: Seat, planet: PlanetId) -> Flow {
    let place = Place::Planet(planet);
    let system = game.state.system_of(place);
    let order: Vec<Seat> = game.state.others(attacker).collect();
    for seat in order {
        let guns = garrison(&game.state, seat, attacker, planet);
        if guns.is_empty() {
            continue;
        }
        let question =
            Question::FireSpaceCannon { system, planet: Some(planet), dice: guns.dice() };
        let landed = |state: &State| match state.forces(place).has_troops(attacker) {
            true => vec![attacker],
            false => Vec::new(),
        };
        if let Some(target) = aim(game, seat, question, landed)? {
            let what = format!("space cannon on {}", planet.name());
            fire(game, seat, target, place, guns, &what)?;
        }
    }
    forget(game);
    Ok(())
}

/// Whether others have units on the planet that could fire at what lands there.
pub fn defends(state: &State, attacker: Seat, planet: PlanetId) -> bool {
    state.planet(planet).forces.iter().any(|stack| {
        let act = Act::Defend { at: attacker, planet };
        stack.owner != attacker
            && forbidden(state, stack.owner, act).is_none()
            && state.card(stack.owner, stack.kind).is_some_and(|card| card.space_cannon.is_some())
            && !is_disabled(state, stack.owner, stack.kind)
    })
}

/// How many dice the seat's space cannon rolls against ships in the system.
pub fn threat(state: &State, seat: Seat, system: SystemId) -> u8 {
    battery(state, seat, system).dice()
}

/// All space cannons of the seat that reach ships in the system.
pub fn battery(state: &State, seat: Seat, system: SystemId) -> Volleys {
    guns(state, seat, system, &adjacency::neighbours(state, seat, system))
}

/// Space cannons of the seat against what `attacker` lands on the planet.
pub fn garrison(state: &State, seat: Seat, attacker: Seat, planet: PlanetId) -> Volleys {
    let place = Place::Planet(planet);
    let mut guns = Volleys::default();
    if forbidden(state, seat, Act::Defend { at: attacker, planet }).is_none() {
        add_guns(state, seat, place, 0, &mut guns);
    }
    let system = state.system_of(place);
    guns.add_dice(number(state, Number::SpaceCannonDice { seat, system }, 0));
    guns
}

/// All dice of the seat's units in the system, and of those next to it that reach so far.
fn guns(state: &State, seat: Seat, system: SystemId, reach: &[SystemId]) -> Volleys {
    let mut guns = Volleys::default();
    for place in state.places(system) {
        add_guns(state, seat, place, 0, &mut guns);
    }
    for near in reach.iter().filter(|near| **near != system) {
        for place in state.places(*near) {
            add_guns(state, seat, place, 1, &mut guns);
        }
    }
    add_lent_guns(state, seat, &mut guns);
    if !guns.is_empty() {
        guns.add_dice(number(state, Number::SpaceCannonDice { seat, system }, 0));
    }
    guns
}

/// Units that fire by an effect, as long as they stand.
fn add_lent_guns(state: &State, seat: Seat, guns: &mut Volleys) {
    for lasting in state.lasting.iter().filter(|lasting| lasting.seat == seat) {
        if let Effect::Cannon { kind, at, dice, value } = lasting.effect
            && state.forces(at).count(seat, kind) > 0
        {
            guns.add(Volley::new(kind, 1, Attack { value, dice }, 0));
        }
    }
}

fn add_guns(state: &State, seat: Seat, place: Place, distance: u8, guns: &mut Volleys) {
    for stack in state.forces(place).of(seat) {
        let card = state.card(seat, stack.kind);
        if let Some(cannon) = card.and_then(|card| card.space_cannon)
            && cannon.range >= distance
            && !is_disabled(state, seat, stack.kind)
        {
            guns.add(Volley::new(stack.kind, stack.count, cannon.attack, 0));
        }
    }
}

/// (RR 77.5) Everybody else's target is the active player; the active player picks one.
fn targets(state: &State, seat: Seat, active: Seat, system: SystemId) -> Vec<Seat> {
    match seat == active {
        true => state.fleets(system).into_iter().filter(|other| *other != active).collect(),
        false if state.has_ships(system, active) => vec![active],
        false => Vec::new(),
    }
}

/// Asks whether `seat` fires, and at whom if there are several; nobody when nobody can be hit.
fn aim(
    game: &mut Game,
    seat: Seat,
    question: Question,
    targets: impl Fn(&State) -> Vec<Seat>,
) -> Flow<Option<Seat>> {
    let possible = targets(&game.state);
    if possible.is_empty() {
        return Ok(None);
    }
    let options = match possible[..] {
        [_] => vec![Choice::Yes, Choice::Pass],
        _ => possible.iter().copied().map(Choice::Player).chain([Choice::Pass]).collect(),
    };
    let choice = game.choose(|_| Prompt::one(seat, question.clone(), options.clone()))?;
    Ok(match choice {
        Choice::Yes => possible.first().copied(),
        Choice::Player(target) => Some(target),
        _ => None,
    })
}

fn fire(
    game: &mut Game,
    seat: Seat,
    target: Seat,
    place: Place,
    mut guns: Volleys,
    what: &str,
) -> Flow {
    guns.add_to_rolls(number(&game.state, Number::SpaceCannonRoll { seat, against: target }, 0));
    game.say(|_| format!("Space cannon: {seat} fires at {target}."));
    let mut firing = Moment::SpaceCannonFires { by: seat, on: target, place, aimed: false };
    window::must(game, &mut firing)?;
    window::window(game, &mut firing)?;
    let source = match firing {
        Moment::SpaceCannonFires { aimed: true, .. } => HitSource::AimedCannon,
        _ => HitSource::SpaceCannon,
    };
    let hits = guns.roll(game, seat, what)?;
    let mut moment = Moment::SpaceCannonHits { on: target, from: seat, place, hits };
    if hits > 0 {
        window::must(game, &mut moment)?;
        window::window(game, &mut moment)?;
    }
    let Moment::SpaceCannonHits { hits, .. } = moment else { return Ok(()) };
    hits::assign(game, target, place, hits, source, seat)
}

/// What was done in this step counts for objectives in this step only, and does not use up the one
/// objective of the combat that may follow (RR 61.7).
fn forget(game: &mut Game) {
    for player in &mut game.state.players {
        player.feats.clear();
    }
}
