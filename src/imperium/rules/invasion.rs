//! Invasion (RR 49): bombardment, landing, space cannon defense, ground combat, control.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::payment::{self, Currency};
use super::tables::{Act, Number, forbidden, number};
use super::window::{self, Moment};
use super::{bombardment, combat, control, space_cannon, victory};

pub use super::bombardment::BOMBARD;

pub static COMMIT: Compound = Compound { check, next, suggest };

/// Influence that takes the custodians token off Mecatol Rex (RR 27.2).
const CUSTODIANS_PRICE: i32 = 6;

fn custodians_price(state: &State, seat: Seat) -> u32 {
    number(state, Number::CustodiansPrice { seat }, CUSTODIANS_PRICE).max(0) as u32
}

/// Invasion (RR 49): bombardment, landing, space cannon defense, ground combat, control.
pub fn invade(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    if game.state.galaxy.planets(system).is_empty() {
        return Ok(());
    }
    let mut start = Moment::InvasionStarts { by: seat, system };
    window::must(game, &mut start)?;
    window::window(game, &mut start)?;
    steps(game, seat, system)?;
    game.state.end(Until::InvasionEnds);
    Ok(())
}

fn steps(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    bombardment::bombard(game, seat, system)?;
    let landed = commit(game, seat, system)?;
    if landed.is_empty() {
        return Ok(());
    }
    for planet in in_order(game, seat, system, &landed, space_cannon::defends)? {
        space_cannon::defense(game, seat, planet)?;
    }
    for planet in in_order(game, seat, system, &landed, is_contested)? {
        combat::ground_combat(game, seat, planet)?;
        take_off(game, seat, system, planet);
    }
    for planet in landed {
        take_off(game, seat, system, planet);
        establish(game, seat, planet)?;
    }
    Ok(())
}

/// Those of the planets where something happens, in the order that the active player wants (RR 49.3a,
/// 49.4a).
fn in_order(
    game: &mut Game,
    seat: Seat,
    system: SystemId,
    landed: &[PlanetId],
    happens: fn(&State, Seat, PlanetId) -> bool,
) -> Flow<Vec<PlanetId>> {
    let due = landed.iter().copied().filter(|planet| happens(&game.state, seat, *planet));
    let due: Vec<PlanetId> = due.collect();
    if due.len() < 2 {
        return Ok(due);
    }
    let options: Vec<Choice> = due.into_iter().map(Choice::Planet).collect();
    let question = Question::InvasionOrder { system };
    let order = game.ask(|_| Prompt::order(seat, question.clone(), options.clone()))?;
    let planet = |choice: Choice| match choice {
        Choice::Planet(planet) => Some(planet),
        _ => None,
    };
    Ok(order.into_iter().filter_map(planet).collect())
}

/// Fighters that fought on a planet are in space again before control is established.
fn take_off(game: &mut Game, seat: Seat, system: SystemId, planet: PlanetId) {
    let forces = &mut game.state.planet_mut(planet).forces;
    let fighters = forces.drain(|stack| stack.owner == seat && stack.kind == UnitKind::Fighter);
    for stack in fighters {
        let space = &mut game.state.system_mut(system).space;
        space.add(seat, stack.kind, stack.damaged, stack.count);
        let fighters = stack.kind.label(stack.count.into());
        game.say(|_| format!("{fighters} of {seat} return to space from **{}**.", planet.name()));
    }
}

fn is_contested(state: &State, seat: Seat, planet: PlanetId) -> bool {
    let forces = &state.planet(planet).forces;
    forces.has_troops(seat)
        && forces.iter().any(|stack| stack.owner != seat && stack.kind.is_ground_force())
}

/// (RR 49.5) Whoever landed and still has ground forces there, unopposed, gains control.
fn establish(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    let stands = game.state.planet(planet).forces.has_ground_forces(seat);
    if !stands || is_contested(&game.state, seat, planet) {
        return Ok(());
    }
    control::gain(game, seat, planet)
}

/// The Commit Ground Forces step (RR 49.2); the planets landed on, in the order of the system.
fn commit(game: &mut Game, seat: Seat, system: SystemId) -> Flow<Vec<PlanetId>> {
    if landing_force(&game.state, seat, system).is_empty()
        || grounds(&game.state, seat, system).next().is_none()
    {
        return Ok(Vec::new());
    }
    let question = Question::CommitGroundForces { system };
    let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    let planets = game.state.galaxy.planets(system).iter().copied();
    let landed: Vec<PlanetId> = planets.filter(|planet| lands(&parts, *planet)).collect();
    if landed.iter().any(|planet| is_guarded(&game.state, *planet)) {
        remove_custodians(game, seat, &parts)?;
    }
    for part in &parts {
        let Choice::Land { kind, damaged, count, planet } = *part else { continue };
        let there = game.state.forces_mut(Place::Space(system)).remove(seat, kind, damaged, count);
        game.state.forces_mut(Place::Planet(planet)).add(seat, kind, damaged, there);
        game.say(|_| {
            format!("{seat} lands {} on **{}**.", kind.label(count.into()), planet.name())
        });
    }
    after_landing(game, seat, system, &parts, landed)
}

/// Responses to the landing; the planets on which ground forces stay.
fn after_landing(
    game: &mut Game,
    seat: Seat,
    system: SystemId,
    parts: &[Choice],
    landed: Vec<PlanetId>,
) -> Flow<Vec<PlanetId>> {
    let mut stay = Vec::new();
    for planet in landed {
        let mut units = Forces::default();
        for part in parts {
            match *part {
                Choice::Land { kind, damaged, count, planet: on } if on == planet => {
                    units.add(seat, kind, damaged, count);
                }
                _ => {}
            }
        }
        let units: Vec<Stack> = units.iter().copied().collect();
        let mut moment = Moment::Landed { by: seat, planet, units, returned: false };
        window::must(game, &mut moment)?;
        window::window(game, &mut moment)?;
        let Moment::Landed { units, returned, .. } = moment else { continue };
        if !returned {
            stay.push(planet);
            continue;
        }
        for stack in units {
            let forces = game.state.forces_mut(Place::Planet(planet));
            let back = forces.remove(seat, stack.kind, stack.damaged, stack.count);
            let space = game.state.forces_mut(Place::Space(system));
            space.add(seat, stack.kind, stack.damaged, back);
        }
        game.say(|_| format!("What {seat} landed on **{}** is back in space.", planet.name()));
    }
    Ok(stay)
}

/// (RR 27.2, 27.3) Six influence, a victory point, and the agenda phase from now on.
fn remove_custodians(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    payment::pay(game, seat, parts);
    game.state.custodians = false;
    game.say(|_| {
        let paid = match payment::words(parts) {
            paid if paid.is_empty() => "paying nothing".into(),
            paid => paid,
        };
        format!(
            "{seat} removes the custodians token, {paid}; every round has an agenda phase from now \
             on (RR 27)."
        )
    });
    victory::gain(game, seat, Merit::Custodians, 1)
}

/// What landing as `parts` say costs, in influence (RR 27.2).
pub fn landing_price(state: &State, seat: Seat, parts: &[Choice]) -> u32 {
    let guarded =
        |part: &Choice| matches!(part, Choice::Land { planet, .. } if is_guarded(state, *planet));
    if parts.iter().any(guarded) { custodians_price(state, seat) } else { 0 }
}

/// The custodians token keeps everybody off Mecatol Rex (RR 27.1).
fn is_guarded(state: &State, planet: PlanetId) -> bool {
    state.custodians && state.galaxy.system_of(planet) == state.mecatol_rex()
}

/// Planets of the system where `seat` may land, if it can pay for it.
fn grounds(state: &State, seat: Seat, system: SystemId) -> impl Iterator<Item = PlanetId> + '_ {
    let planets = state.galaxy.planets(system).iter().copied();
    planets.filter(move |planet| may_land(state, seat, *planet).is_ok())
}

fn may_land(state: &State, seat: Seat, planet: PlanetId) -> Result<(), Refusal> {
    if let Some(refusal) = forbidden(state, seat, Act::Land { planet }) {
        return Err(refusal);
    }
    if !is_guarded(state, planet) {
        return Ok(());
    }
    let influence = payment::available(state, seat, Currency::Influence);
    let price = custodians_price(state, seat);
    if influence < price {
        return Err(Refusal::new(format!(
            "the custodians token lies on {}; removing it costs {price} influence and you have \
             {influence}",
            planet.name()
        ))
        .rule("27.2"));
    }
    Ok(())
}

fn lands(parts: &[Choice], on: PlanetId) -> bool {
    parts.iter().any(|part| matches!(part, Choice::Land { planet, .. } if *planet == on))
}

// The compound answer

fn system(prompt: &Prompt<Imperium>) -> Result<SystemId, Refusal> {
    match prompt.question {
        Question::CommitGroundForces { system } => Ok(system),
        _ => Err(Refusal::new("nobody lands now")),
    }
}

/// What may be committed to planets: ground forces in space, and fighters where something lets them
/// land.
fn landing_force(state: &State, seat: Seat, system: SystemId) -> Vec<Stack> {
    let space = &state.system(system).space;
    let lands = space.count(seat, UnitKind::Fighter) > 0
        && number(state, Number::FightersLand { seat, system }, 0) > 0;
    let able = |stack: &&Stack| match stack.kind {
        UnitKind::Fighter => lands,
        kind => kind.is_ground_force(),
    };
    space.of(seat).filter(able).copied().collect()
}

/// Ground forces still in space after the landings of `parts`.
fn aboard(
    state: &State,
    seat: Seat,
    system: SystemId,
    parts: &[Choice],
) -> Result<Vec<Stack>, Refusal> {
    let mut left = landing_force(state, seat, system);
    for part in parts {
        let Choice::Land { kind, damaged, count, .. } = *part else { continue };
        let same = |stack: &&mut Stack| (stack.kind, stack.damaged) == (kind, damaged);
        match left.iter_mut().find(same) {
            Some(stack) if stack.count >= count && count > 0 => stack.count -= count,
            _ => {
                let what = kind.label(count.into());
                return Err(Refusal::new(format!(
                    "{what} are not in space above {}",
                    state.system_name(system)
                ))
                .rule("49.2")
                .instead("Only ground forces in the space area can land."));
            }
        }
    }
    Ok(left)
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let (seat, system) = (prompt.seat, system(prompt)?);
    let mut price = 0;
    let mut pays = false;
    for part in parts {
        match part {
            Choice::Land { planet, .. } => {
                if !state.galaxy.planets(system).contains(planet) {
                    let name = state.system_name(system);
                    return Err(
                        Refusal::new(format!("{} is not in {name}", planet.name())).rule("49.2")
                    );
                }
                may_land(state, seat, *planet)?;
                if is_guarded(state, *planet) {
                    price = custodians_price(state, seat);
                }
            }
            Choice::Exhaust(_) | Choice::TradeGoods(_) => pays = true,
            _ => return Err(Refusal::new("ground forces land, and influence pays").rule("49.2")),
        }
    }
    aboard(state, seat, system, parts)?;
    match (price, pays) {
        (0, true) => Err(Refusal::new("there is nothing to pay for here")
            .rule("27.2")
            .instead("Only landing past the custodians token costs influence.")),
        (0, false) => Ok(()),
        _ => payment::check(state, seat, parts, Currency::Influence, price).map_err(|refusal| {
            let instead = format!("Landing past the custodians token costs {price} influence.");
            if refusal.instead.is_empty() { refusal.instead(instead) } else { refusal }
        }),
    }
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let seat = prompt.seat;
    let Ok(system) = system(prompt) else { return Vec::new() };
    let Ok(left) = aboard(state, seat, system, draft) else { return Vec::new() };
    let owes = grounds(state, seat, system)
        .any(|planet| is_guarded(state, planet) && lands(draft, planet));
    let mut parts = Vec::new();
    let price = custodians_price(state, seat);
    if owes && price > 0 {
        parts = payment::toward(state, seat, Currency::Influence, price, draft);
    }
    for planet in grounds(state, seat, system) {
        for stack in left.iter().filter(|stack| stack.count > 0) {
            let Stack { kind, damaged, count: most, .. } = *stack;
            let mut land = |count| parts.push(Choice::Land { kind, damaged, count, planet });
            land(1);
            if most > 1 {
                land(most);
            }
        }
    }
    parts
}

/// Everything on one planet, the best catch first; one on each of several; nothing.
fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let seat = prompt.seat;
    let Ok(system) = system(prompt) else { return vec![Vec::new()] };
    let mut army = landing_force(state, seat, system);
    // Fighters alone win no planet.
    if army.iter().any(|stack| stack.kind.is_ground_force()) {
        army.retain(|stack| stack.kind.is_ground_force());
    }
    let mut planets: Vec<PlanetId> = grounds(state, seat, system).collect();
    planets.sort_by_key(|planet| {
        let worth = i32::from(state.resources(*planet)) + i32::from(state.influence(*planet));
        (state.owner(*planet) == Some(seat), is_contested_by_others(state, seat, *planet), -worth)
    });
    let mut found = Vec::new();
    let fresh: Vec<PlanetId> = planets
        .iter()
        .copied()
        .filter(|planet| {
            state.owner(*planet) != Some(seat) && !is_contested_by_others(state, seat, *planet)
        })
        .collect();
    if fresh.len() > 1 {
        found.extend(spread(state, seat, &army, &fresh));
    }
    for planet in planets {
        let all = army.iter().map(|stack| Choice::Land {
            kind: stack.kind,
            damaged: stack.damaged,
            count: stack.count,
            planet,
        });
        found.extend(paid(state, seat, planet, all.collect()));
    }
    found.push(Vec::new());
    found
}

fn is_contested_by_others(state: &State, seat: Seat, planet: PlanetId) -> bool {
    let forces = &state.planet(planet).forces;
    forces.iter().any(|stack| stack.owner != seat && stack.kind.is_ground_force())
}

/// One unit on each planet in turn, until all have landed.
fn spread(state: &State, seat: Seat, army: &[Stack], planets: &[PlanetId]) -> Option<Vec<Choice>> {
    let mut parts: Vec<Choice> = Vec::new();
    let mut turn = planets.iter().cycle();
    for stack in army {
        for _ in 0..stack.count {
            let on = *turn.next()?;
            let same = parts.iter_mut().find_map(|part| match part {
                Choice::Land { kind, damaged, count, planet }
                    if (*kind, *damaged, *planet) == (stack.kind, stack.damaged, on) =>
                {
                    Some(count)
                }
                _ => None,
            });
            match same {
                Some(count) => *count += 1,
                None => parts.push(Choice::Land {
                    kind: stack.kind,
                    damaged: stack.damaged,
                    count: 1,
                    planet: on,
                }),
            }
        }
    }
    planets.iter().try_fold(parts, |parts, planet| paid(state, seat, *planet, parts))
}

/// The landing with what it costs; nothing when that is out of reach.
fn paid(
    state: &State,
    seat: Seat,
    planet: PlanetId,
    mut parts: Vec<Choice>,
) -> Option<Vec<Choice>> {
    let price = custodians_price(state, seat);
    if price > 0 && is_guarded(state, planet) && lands(&parts, planet) {
        parts.extend(payment::cheapest(state, seat, Currency::Influence, price, &[])?);
    }
    Some(parts)
}
