//! Diplomacy (RR 32): a system that the others cannot activate, and ready planets.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::tokens;
use super::{StrategyRule, ask_primary, card_of};

/// Planets that the abilities ready.
const READIED: usize = 2;

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["diplomacy"],
    text: [
        "Choose a system with a planet of yours, not Mecatol Rex: the others each put a command \
         token there. Then ready your exhausted planets in that system.",
        SECONDARY,
    ],
    ..ABILITIES
};

/// The newer card.
pub(super) static OMEGA: StrategyRule = StrategyRule {
    slugs: &["diplomacy-omega"],
    text: [
        "Choose a system with a planet of yours, not Mecatol Rex: the others each put a command \
         token there. Then ready up to two of your exhausted planets, wherever they are.",
        SECONDARY,
    ],
    ..ABILITIES
};

const SECONDARY: &str = "Ready up to two of your exhausted planets.";

const ABILITIES: StrategyRule = StrategyRule {
    slugs: &[],
    text: ["", SECONDARY],
    token: true,
    primary,
    answer: Some(&FIRST),
    useful: |state, seat| exhausted(state, seat).next().is_some(),
    reply: Compound {
        check: |state, prompt, parts| {
            let named = planets(parts);
            if named.len() != parts.len() {
                return Err(Refusal::new("only planets to ready can be named"));
            }
            check_planets(state, prompt.seat, &named)
        },
        next: |state, prompt, draft| next_planets(state, prompt.seat, draft),
        suggest: |state, prompt| vec![best(state, prompt.seat)],
    },
    secondary: |game, owed, parts| {
        ready(game, owed.seat, &planets(parts));
        Ok(())
    },
};

static FIRST: Compound = Compound { check, next, suggest };

/// The newer card lets its player choose the planets to ready.
fn chooses_planets(card: StrategyId) -> bool {
    card.get().replaces.is_some()
}

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    let chooses = chooses_planets(card) && exhausted(&game.state, seat).next().is_some();
    if systems(&game.state, seat).is_empty() && !chooses {
        game.say(|_| format!("There is no system that {seat} could choose (RR 32.2)."));
        return Ok(());
    }
    let answer = match systems(&game.state, seat)[..] {
        [only] if !chooses => vec![Choice::System(only)],
        _ => ask_primary(game, seat, card)?,
    };
    let system = system_of(&answer);
    if let Some(system) = system {
        game.say(|state| format!("{seat} chooses **{}**.", state.system_name(system)));
        place_tokens(game, seat, system, card)?;
    }
    let readied = match (chooses_planets(card), system) {
        (true, _) => planets(&answer),
        (false, Some(system)) => {
            let here = game.state.galaxy.planets(system);
            exhausted(&game.state, seat).filter(|planet| here.contains(planet)).collect()
        }
        (false, None) => Vec::new(),
    };
    ready(game, seat, &readied);
    Ok(())
}

/// The others' tokens come from their reinforcements; who has none left there takes one off the
/// command sheet (RR 32.2, 20.3).
fn place_tokens(game: &mut Game, seat: Seat, system: SystemId, card: StrategyId) -> Flow {
    let others: Vec<Seat> = game.state.others(seat).collect();
    for other in others {
        if game.state.system(system).tokens.contains(other) {
            continue;
        }
        if game.state.token_reinforcements(other) == 0 {
            if game.state.player(other).tokens.total() == 0 {
                continue;
            }
            let choice = game.choose(|state| {
                let sheet = state.player(other).tokens;
                let held = Pool::ALL.into_iter().filter(|pool| sheet.pool(*pool) > 0);
                let question = Question::Target { card, step: 1 };
                Prompt::one(other, question, held.map(Choice::Token).collect())
            })?;
            let Choice::Token(pool) = choice else { unreachable!("only pools are offered") };
            let held = game.state.player_mut(other).tokens.pool_mut(pool);
            *held = held.saturating_sub(1);
            game.say(|_| {
                format!("{other} has no other token and takes it from the {} pool.", pool.name())
            });
            game.state.system_mut(system).tokens.insert(other);
            if pool == Pool::Fleet {
                tokens::tidy_fleets(game, other)?;
            }
        }
        game.state.system_mut(system).tokens.insert(other);
    }
    game.say(|state| {
        format!("The others' command tokens lie in **{}**.", state.system_name(system))
    });
    Ok(())
}

fn ready(game: &mut Game, seat: Seat, planets: &[PlanetId]) {
    for planet in planets {
        game.state.planet_mut(*planet).exhausted = false;
    }
    if !planets.is_empty() {
        game.say(|_| {
            let names: Vec<&str> = planets.iter().map(|planet| planet.name()).collect();
            format!("{seat} readies {}.", names.join(" and "))
        });
    }
}

/// Systems with a planet of the seat, Mecatol Rex apart.
fn systems(state: &State, seat: Seat) -> Vec<SystemId> {
    let mecatol = state.mecatol_rex();
    let mut found: Vec<SystemId> =
        state.controlled(seat).filter_map(|planet| state.galaxy.system_of(planet)).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|system| Some(*system) != mecatol);
    found
}

fn exhausted(state: &State, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
    state.controlled(seat).filter(|planet| state.planet(*planet).exhausted)
}

fn planets(parts: &[Choice]) -> Vec<PlanetId> {
    let planet = |part: &Choice| match part {
        Choice::Planet(planet) => Some(*planet),
        _ => None,
    };
    parts.iter().filter_map(planet).collect()
}

fn system_of(parts: &[Choice]) -> Option<SystemId> {
    parts.iter().find_map(|part| match part {
        Choice::System(system) => Some(*system),
        _ => None,
    })
}

fn check_planets(state: &State, seat: Seat, named: &[PlanetId]) -> Result<(), Refusal> {
    if named.len() > READIED {
        return Err(Refusal::new(format!("{} planets are more than two", named.len())).rule("32.2"));
    }
    for (at, planet) in named.iter().enumerate() {
        let name = planet.name();
        if named[..at].contains(planet) {
            return Err(Refusal::new(format!("{name} is named twice")));
        }
        if state.owner(*planet) != Some(seat) {
            return Err(Refusal::new(format!("you do not control {name}")).rule("32.2"));
        }
        if !state.planet(*planet).exhausted {
            return Err(Refusal::new(format!("{name} is ready already"))
                .instead("Name exhausted planets or none."));
        }
    }
    Ok(())
}

fn check(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    let seat = prompt.seat;
    let open = systems(state, seat);
    let named: Vec<&Choice> =
        parts.iter().filter(|part| matches!(part, Choice::System(_))).collect();
    let rest = planets(parts);
    let chooses = card_of(prompt).is_some_and(chooses_planets);
    if named.len() + rest.len() != parts.len() || (!chooses && !rest.is_empty()) {
        let what = if chooses { "a system and planets to ready" } else { "a system" };
        return Err(Refusal::new(format!("name {what}, nothing else")).rule("32.2"));
    }
    match named[..] {
        [] if open.is_empty() => {}
        [Choice::System(system)] if open.contains(system) => {}
        [Choice::System(system)] => {
            return Err(Refusal::new(format!("{} does not qualify", state.system_name(*system)))
                .rule("32.2")
                .instead("It must hold a planet of yours and not be Mecatol Rex."));
        }
        _ => return Err(Refusal::new("name exactly one system").rule("32.2")),
    }
    check_planets(state, seat, &rest)
}

fn next_planets(state: &State, seat: Seat, draft: &[Choice]) -> Vec<Choice> {
    let named = planets(draft);
    let free = exhausted(state, seat).filter(|planet| !named.contains(planet));
    match named.len() < READIED {
        true => free.map(Choice::Planet).collect(),
        false => Vec::new(),
    }
}

fn next(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let mut parts = Vec::new();
    if system_of(draft).is_none() {
        parts.extend(systems(state, prompt.seat).into_iter().map(Choice::System));
    }
    if card_of(prompt).is_some_and(chooses_planets) {
        parts.append(&mut next_planets(state, prompt.seat, draft));
    }
    parts
}

/// The two exhausted planets that are worth most.
fn best(state: &State, seat: Seat) -> Vec<Choice> {
    let mut found: Vec<PlanetId> = exhausted(state, seat).collect();
    let worth = |planet: &PlanetId| state.resources(*planet) + state.influence(*planet);
    found.sort_by_key(|planet| std::cmp::Reverse(worth(planet)));
    found.truncate(READIED);
    found.into_iter().map(Choice::Planet).collect()
}

fn suggest(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let seat = prompt.seat;
    let chooses = card_of(prompt).is_some_and(chooses_planets);
    let readied = if chooses { best(state, seat) } else { Vec::new() };
    let open = systems(state, seat);
    if open.is_empty() {
        return vec![readied];
    }
    let with = |system: SystemId| [&[Choice::System(system)], &readied[..]].concat();
    open.into_iter().map(with).collect()
}
