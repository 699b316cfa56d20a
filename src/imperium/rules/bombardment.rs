//! Bombardment (RR 15) and what planetary shields do against it (RR 65).

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::dice::{Volley, Volleys};
use super::tables::{Act, Number, forbidden, is_disabled, number};
use super::window::{self, Moment};
use super::{fleet, hits};

pub static BOMBARD: Compound = Compound { check, next, suggest };

/// The Bombardment step (RR 49.1): all targets are named, all dice rolled, then hits are assigned.
pub fn bombard(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    let can = !guns(&game.state, seat, system).is_empty()
        && game.state.galaxy.planets(system).iter().any(|planet| {
            is_defended(&game.state, seat, *planet)
                && may_bombard(&game.state, seat, *planet).is_ok()
        });
    if !can {
        return Ok(());
    }
    let question = Question::Bombard { system };
    let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    let mut aimed = aimed(&game.state, seat, system, &parts);
    let extra = number(&game.state, Number::BombardmentDice { seat, system }, 0);
    if let Some((_, best)) = aimed.iter_mut().min_by_key(|(_, volleys)| volleys.best_value()) {
        best.add_dice(extra);
    }
    game.state.onslaught = Some(Onslaught::Bombardment);
    let mut scored: Vec<(PlanetId, u8)> = Vec::new();
    for (planet, volleys) in aimed {
        game.say(|_| format!("{seat} bombards **{}**.", planet.name()));
        let what = format!("bombardment of {}", planet.name());
        scored.push((planet, volleys.roll(game, seat, &what)?));
    }
    let mut struck = Vec::new();
    for (planet, hits) in scored {
        if let Some(defender) = defender(&game.state, seat, planet) {
            struck.push(Struck::by(game, seat, defender, planet, hits)?);
        }
    }
    // All hits are assigned before anything follows from them.
    for struck in struck {
        struck.respond(game)?;
    }
    game.state.onslaught = None;
    // Objectives of this step do not use up the one of a combat that follows (RR 61.7).
    game.state.player_mut(seat).feats.clear();
    Ok(())
}

/// A planet whose ground forces of one player were bombarded.
struct Struck {
    by: Seat,
    of: Seat,
    planet: PlanetId,
    /// Infantry that it cost.
    infantry: u8,
}

impl Struck {
    /// Assigns the hits.
    fn by(game: &mut Game, by: Seat, of: Seat, planet: PlanetId, hits: u8) -> Flow<Struck> {
        let place = Place::Planet(planet);
        let left = |state: &State| state.forces(place).count(of, UnitKind::Infantry);
        let before = left(&game.state);
        hits::assign(game, of, place, hits, HitSource::Bombardment, by)?;
        let infantry = before.saturating_sub(left(&game.state));
        Ok(Struck { by, of, planet, infantry })
    }

    fn respond(self, game: &mut Game) -> Flow {
        let Struck { by, of, planet, infantry } = self;
        let mut moment = Moment::Bombarded { by, of, planet, infantry };
        window::must(game, &mut moment)?;
        window::window(game, &mut moment)
    }
}

/// The dice at each planet that is bombarded. Dice that no unit brings go with the best unit of all.
fn aimed(
    state: &State,
    seat: Seat,
    system: SystemId,
    parts: &[Choice],
) -> Vec<(PlanetId, Volleys)> {
    let mut aimed = Vec::new();
    for planet in state.galaxy.planets(system) {
        let mut volleys = Volleys::default();
        for part in parts {
            let Choice::Bombard { kind, count, planet: at } = *part else { continue };
            let card = state.card(seat, kind);
            if let (true, Some(attack)) = (at == *planet, card.and_then(|card| card.bombardment)) {
                let add = number(state, Number::BombardmentRoll { seat, planet: at }, 0);
                volleys.add(Volley::new(kind, count, attack, add));
            }
        }
        if !volleys.is_empty() {
            aimed.push((*planet, volleys));
        }
    }
    aimed
}

/// Whether ships of the seat could bombard the planet outside of the Bombardment step.
pub fn could_bombard(state: &State, seat: Seat, planet: PlanetId) -> bool {
    is_defended(state, seat, planet)
        && may_bombard(state, seat, planet).is_ok()
        && !batteries(state, seat, planet).is_empty()
}

/// All ships of the seat above the planet that can bombard.
pub fn batteries(state: &State, seat: Seat, planet: PlanetId) -> Volleys {
    let system = state.system_of(Place::Planet(planet));
    let mut volleys = Volleys::default();
    for stack in state.system(system).space.ships(seat) {
        let card = state.card(seat, stack.kind);
        if let Some(attack) = card.and_then(|card| card.bombardment) {
            volleys.add(Volley::new(stack.kind, stack.count, attack, 0));
        }
    }
    volleys
}

/// All ships of the seat above the planet bombard it, outside of the Bombardment step.
pub fn bombard_again(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    let mut volleys = batteries(&game.state, seat, planet);
    let place = Place::Planet(planet);
    let system = game.state.system_of(place);
    volleys.add_dice(number(&game.state, Number::BombardmentDice { seat, system }, 0));
    game.say(|_| format!("{seat} bombards **{}** again.", planet.name()));
    let what = format!("bombardment of {} during the combat", planet.name());
    let hits = volleys.roll(game, seat, &what)?;
    match defender(&game.state, seat, planet) {
        Some(defender) => Struck::by(game, seat, defender, planet, hits)?.respond(game),
        None => Ok(()),
    }
}

/// Whose ground forces are bombarded: the owner's, or somebody else's if the owner has none.
fn defender(state: &State, seat: Seat, planet: PlanetId) -> Option<Seat> {
    let forces = &state.planet(planet).forces;
    let others = forces.owners().into_iter().filter(|other| *other != seat);
    let mut others = others.filter(|other| forces.has_ground_forces(*other)).peekable();
    let first = others.peek().copied();
    let owner = state.owner(planet);
    others.find(|other| Some(*other) == owner).or(first)
}

fn is_defended(state: &State, seat: Seat, planet: PlanetId) -> bool {
    defender(state, seat, planet).is_some()
}

/// Units of the seat in the system that can bombard, by kind.
fn guns(state: &State, seat: Seat, system: SystemId) -> Vec<(UnitKind, u8)> {
    let mut guns: Vec<(UnitKind, u8)> = Vec::new();
    for place in state.places(system) {
        for stack in state.forces(place).of(seat) {
            if state.card(seat, stack.kind).is_none_or(|card| card.bombardment.is_none()) {
                continue;
            }
            match guns.iter_mut().find(|(kind, _)| *kind == stack.kind) {
                Some((_, n)) => *n += stack.count,
                None => guns.push((stack.kind, stack.count)),
            }
        }
    }
    guns
}

/// Whether `seat` has units in the system that bombard, and other players ground forces on the planet.
pub fn threatens(state: &State, seat: Seat, planet: PlanetId) -> bool {
    let system = state.system_of(Place::Planet(planet));
    is_defended(state, seat, planet) && !guns(state, seat, system).is_empty()
}

/// Planetary shields protect their planet, unless a war sun of the attacker is in the system (RR 65).
pub fn may_bombard(state: &State, seat: Seat, planet: PlanetId) -> Result<(), Refusal> {
    if let Some(refusal) = forbidden(state, seat, Act::Bombard { planet }) {
        return Err(refusal);
    }
    let shield = state.planet(planet).forces.iter().find(|stack| {
        stack.owner != seat
            && state.card(stack.owner, stack.kind).is_some_and(|card| card.planetary_shield)
            && !is_disabled(state, stack.owner, stack.kind)
    });
    let Some(shield) = shield else { return Ok(()) };
    let system = state.system_of(Place::Planet(planet));
    let pierced = state.system(system).space.of(seat).any(|stack| {
        state.card(seat, stack.kind).is_some_and(|card| card.disables_planetary_shield)
    });
    if pierced {
        return Ok(());
    }
    let name = shield.kind.name();
    Err(Refusal::new(format!("the {name} on {} has planetary shield", planet.name()))
        .rule("65")
        .instead("Only a war sun in the system makes up for that."))
}

/// Whether a unit of `owner` on the planet has planetary shield and no war sun of another player in
/// the system takes it away (RR 65.3).
pub fn is_shielded(state: &State, owner: Seat, planet: PlanetId) -> bool {
    let (place, card) =
        (Place::Planet(planet), |stack: &Stack| state.card(stack.owner, stack.kind));
    let shields = |stack: &Stack| {
        card(stack).is_some_and(|card| card.planetary_shield)
            && !is_disabled(state, stack.owner, stack.kind)
    };
    let pierces = |stack: &Stack| {
        stack.owner != owner && card(stack).is_some_and(|card| card.disables_planetary_shield)
    };
    state.forces(place).of(owner).any(shields)
        && !state.system(state.system_of(place)).space.iter().any(pierces)
}

// The compound answer: everything fires, or nothing.

fn system(prompt: &Prompt<Imperium>) -> Result<SystemId, Refusal> {
    match prompt.question {
        Question::Bombard { system } => Ok(system),
        _ => Err(Refusal::new("nobody bombards now")),
    }
}

/// Units that have no target yet.
fn silent(
    state: &State,
    seat: Seat,
    system: SystemId,
    parts: &[Choice],
) -> Result<Vec<(UnitKind, u8)>, Refusal> {
    let mut left = guns(state, seat, system);
    for part in parts {
        let Choice::Bombard { kind, count, planet } = *part else {
            return Err(Refusal::new("name planets to bombard, or nothing").rule("15"));
        };
        if !state.galaxy.planets(system).contains(&planet) {
            let place = state.system_name(system);
            return Err(Refusal::new(format!("{} is not in {place}", planet.name())).rule("15.1"));
        }
        may_bombard(state, seat, planet)?;
        if !is_defended(state, seat, planet) {
            return Err(Refusal::new(format!(
                "nobody else has ground forces on {}",
                planet.name()
            ))
            .rule("15.2"));
        }
        match left.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, n)) if *n >= count && count > 0 => *n -= count,
            _ => {
                return Err(Refusal::new(format!(
                    "{} cannot bombard from here",
                    kind.label(count.into())
                ))
                .rule("15.1"));
            }
        }
    }
    left.retain(|(_, n)| *n > 0);
    Ok(left)
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let left = silent(state, prompt.seat, system(prompt)?, parts)?;
    match parts.is_empty() || left.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(format!("{} would hold their fire", fleet::listed(&left)))
            .rule("15")
            .instead("All units with bombardment fire, or none.")),
    }
}

fn aims(state: &State, seat: Seat, system: SystemId) -> impl Iterator<Item = PlanetId> + '_ {
    state.galaxy.planets(system).iter().copied().filter(move |planet| {
        is_defended(state, seat, *planet) && may_bombard(state, seat, *planet).is_ok()
    })
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let Ok(system) = system(prompt) else { return Vec::new() };
    let Ok(left) = silent(state, prompt.seat, system, draft) else { return Vec::new() };
    let mut parts = Vec::new();
    for planet in aims(state, prompt.seat, system) {
        for (kind, most) in &left {
            let mut at = |count| parts.push(Choice::Bombard { kind: *kind, count, planet });
            at(*most);
            if *most > 1 {
                at(1);
            }
        }
    }
    parts
}

/// All on the planet with most ground forces, then on each of the others; nothing.
fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let Ok(system) = system(prompt) else { return vec![Vec::new()] };
    let guns = guns(state, prompt.seat, system);
    let army = |planet: &PlanetId| -> u32 {
        let others = state.planet(*planet).forces.iter();
        let others = others.filter(|s| s.owner != prompt.seat && s.kind.is_ground_force());
        others.map(|stack| u32::from(stack.count)).sum()
    };
    let mut planets: Vec<PlanetId> = aims(state, prompt.seat, system).collect();
    planets.sort_by_key(|planet| std::cmp::Reverse(army(planet)));
    let all_at = |planet: PlanetId| {
        let aim = move |(kind, count): &(UnitKind, u8)| Choice::Bombard {
            kind: *kind,
            count: *count,
            planet,
        };
        guns.iter().map(aim)
    };
    let mut found: Vec<Vec<Choice>> =
        planets.into_iter().map(|planet| all_at(planet).collect()).collect();
    found.push(Vec::new());
    found
}
