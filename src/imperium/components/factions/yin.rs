//! The Yin Brotherhood: zealots who convert, and who die for their cause.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, HitSource, Question};
use crate::imperium::rules::hits::{self, Due};
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::tables::{Component, Power};
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::rules::{fleet, scoring};
use crate::imperium::state::*;

use super::FactionComponents;

const DEVOTION: &str = "devotion";
const IMPULSE: &str = "impulse-core";
const SPINNER: &str = "yin-spinner";
const SPINNER_OMEGA: &str = "yin-spinner-omega";

/// Influence that converts an infantry.
const CONVERSION: u8 = 2;

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[
        Component::new(
            "indoctrination",
            "Start of a ground combat: for 2 influence one enemy infantry in it becomes one of yours.",
        )
        .powers(&[Power {
            name: "Indoctrination",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match *moment {
                Moment::CombatRoundStarts {
                    place: place @ Place::Planet(_),
                    sides,
                    round: 1,
                    over: false,
                } => {
                    sides.contains(&seat)
                        && state.forces(place).count(opponent(sides, seat), UnitKind::Infantry) > 0
                        && payment::available(state, seat, Currency::Influence)
                            >= CONVERSION.into()
                }
                _ => false,
            },
            then: |game, seat, moment| match *moment {
                Moment::CombatRoundStarts { place, sides, .. } => {
                    convert(game, seat, opponent(sides, seat), place)
                }
                _ => Ok(()),
            },
            must: false,
        }]),
        Component::new(
            DEVOTION,
            "After a space combat round you may give up a cruiser or destroyer there: you assign one \
             hit to an enemy ship of your choice.",
        )
        .powers(&[Power {
            name: "Devotion",
            at: At::CombatRoundEnds,
            when: |state, seat, moment| match *moment {
                Moment::CombatRoundEnds { place: place @ Place::Space(_), sides, used } => {
                    !used.contains(seat)
                        && !victims(state, seat, place).is_empty()
                        && state.forces(place).ships(opponent(sides, seat)).next().is_some()
                }
                _ => false,
            },
            then: |game, seat, moment| match moment {
                Moment::CombatRoundEnds { place, sides, used } => {
                    used.insert(seat);
                    devote(game, seat, opponent(*sides, seat), *place)
                }
                _ => Ok(()),
            },
            must: false,
        }]),
    ],
    technologies: &[
        Component::new(
            IMPULSE,
            "Start of a space combat: you may give up a cruiser or destroyer there to score one hit, \
             which your opponent must take with a ship other than a fighter, if there is one.",
        )
        .powers(&[Power {
            name: "Impulse Core",
            at: At::CombatRoundStarts,
            when: |state, seat, moment| match *moment {
                Moment::CombatRoundStarts {
                    place: place @ Place::Space(_),
                    sides,
                    round: 1,
                    over: false,
                } => sides.contains(&seat) && !victims(state, seat, place).is_empty(),
                _ => false,
            },
            then: |game, seat, moment| match *moment {
                Moment::CombatRoundStarts { place, sides, .. } => {
                    impulse(game, seat, opponent(sides, seat), place)
                }
                _ => Ok(()),
            },
            must: false,
        }]),
        Component::new(
            SPINNER,
            "After your units have produced, a new infantry appears on a planet of yours in that \
             system.",
        )
        .powers(&[Power {
            name: "Yin Spinner",
            at: At::Produced,
            when: |state, seat, moment| !cradles(state, seat, moment).is_empty(),
            then: |game, seat, moment| {
                let question = Question::TechnologyTarget { tech: TechId::named(SPINNER) };
                let choice = game.choose(|state| {
                    Prompt::one(seat, question.clone(), cradles(state, seat, moment))
                })?;
                if let Choice::Planet(planet) = choice {
                    game.state.place_units(seat, UnitKind::Infantry, 1, Place::Planet(planet));
                    game.say(|_| {
                        format!("{seat} gets 1 infantry on **{}** (Yin Spinner).", planet.name())
                    });
                }
                Ok(())
            },
            must: true,
        }]),
        Component::new(
            SPINNER_OMEGA,
            "After you have produced units you may place up to 2 new infantry together, on any planet \
             of yours or among ships of yours anywhere.",
        )
        .powers(&[Power {
            name: "Yin Spinner Ω",
            at: At::UnitsProduced,
            when: |state, seat, moment| {
                matches!(moment, Moment::UnitsProduced { by, .. } if *by == seat)
                    && spots(state, seat).len() > 1
            },
            then: |game, seat, _| spin(game, seat),
            must: true,
        }]),
    ],
    units: &[Component::new(
        "van-hauge",
        "When it is destroyed, so are all ships in its system, whosever they are.",
    )
    .powers(&[Power {
        name: "Van Hauge",
        at: At::FlagshipDestroyed,
        when: |_, seat, moment| {
            matches!(moment, Moment::FlagshipDestroyed { owner, .. } if *owner == seat)
        },
        then: |game, seat, moment| match *moment {
            Moment::FlagshipDestroyed { place: place @ Place::Space(system), .. } => {
                explode(game, seat, place)?;
                settle(game, system)
            }
            _ => Ok(()),
        },
        must: true,
    }])],
};

fn opponent(sides: [Seat; 2], seat: Seat) -> Seat {
    if sides[0] == seat { sides[1] } else { sides[0] }
}

fn convert(game: &mut Game, seat: Seat, from: Seat, place: Place) -> Flow {
    let question = Question::Pay { resources: 0, influence: CONVERSION };
    let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    payment::pay(game, seat, &parts);
    // A deal during the payment does not touch the planet.
    if game.state.forces_mut(place).remove(from, UnitKind::Infantry, false, 1) > 0 {
        game.state.place_units(seat, UnitKind::Infantry, 1, place);
        game.say(|_| {
            let paid = payment::words(&parts);
            format!("{seat} converts 1 infantry of {from}, {paid}.")
        });
    }
    Ok(())
}

/// Cruisers and destroyers that can be given up.
fn victims(state: &State, seat: Seat, place: Place) -> Vec<Choice> {
    let fits = |kind| matches!(kind, UnitKind::Cruiser | UnitKind::Destroyer);
    let ships = state.forces(place).ships(seat).filter(|stack| fits(stack.kind));
    ships.map(|stack| Choice::Unit { kind: stack.kind, damaged: stack.damaged }).collect()
}

fn give_up(game: &mut Game, seat: Seat, place: Place, question: Question) -> Flow {
    let choice = game
        .choose(|state| Prompt::one(seat, question.clone(), victims(state, seat, place)))?;
    if let Choice::Unit { kind, damaged } = choice {
        game.say(|_| format!("{seat} gives up a {}.", kind.name()));
        hits::lose(game, seat, place, kind, damaged, 1, Some(seat))?;
    }
    Ok(())
}

/// Hits that are left of one after the responses of `on`.
fn one_hit(game: &mut Game, on: Seat, from: Seat, place: Place) -> Flow<u8> {
    let mut moment = Moment::CombatHits { on, from, place, hits: 1 };
    window::must(game, &mut moment)?;
    window::window(game, &mut moment)?;
    match moment {
        Moment::CombatHits { hits, .. } => Ok(hits),
        _ => Ok(0),
    }
}

fn devote(game: &mut Game, seat: Seat, target: Seat, place: Place) -> Flow {
    let ability = AbilityId::named(DEVOTION);
    give_up(game, seat, place, Question::AbilityTarget { ability })?;
    // Whoever answers the loss may have left no target.
    if game.state.forces(place).ships(target).next().is_none() {
        return Ok(());
    }
    let choice = game.choose(|state| {
        let ships = state.forces(place).ships(target);
        let options =
            ships.map(|stack| Choice::Unit { kind: stack.kind, damaged: stack.damaged }).collect();
        Prompt::one(seat, Question::AbilityTarget { ability }, options)
    })?;
    let Choice::Unit { kind, damaged } = choice else { return Ok(()) };
    game.say(|_| format!("{seat} assigns 1 hit to a {} of {target}.", kind.name()));
    let hits = one_hit(game, target, seat, place)?;
    if hits == 0 {
        return Ok(());
    }
    let due = Due { seat: target, hits, from: seat };
    hits::assign_to(game, due, place, HitSource::SpaceCombat, kind, damaged)
}

fn impulse(game: &mut Game, seat: Seat, target: Seat, place: Place) -> Flow {
    let tech = TechId::named(IMPULSE);
    give_up(game, seat, place, Question::TechnologyTarget { tech })?;
    let hits = one_hit(game, target, seat, place)?;
    hits::assign(game, target, place, hits, HitSource::AimedCard, seat)
}

/// Planets of the system in which units of the seat have produced.
fn cradles(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let Moment::Produced { by, system, .. } = moment else { return Vec::new() };
    let planets = state.galaxy.planets(*system).iter();
    let own = planets.filter(|planet| *by == seat && state.owner(**planet) == Some(seat));
    own.map(|planet| Choice::Planet(*planet)).collect()
}

/// Where Yin Spinner Ω may place infantry, or nowhere.
fn spots(state: &State, seat: Seat) -> Vec<Choice> {
    let marks = |at: Place| fleet::can_mark(state, seat, UnitKind::Infantry, at);
    let planets = state.controlled(seat).filter(|planet| marks(Place::Planet(*planet)));
    let fleets = state.systems.keys().copied().filter(|system| state.has_ships(*system, seat));
    let fleets = fleets.filter(|system| marks(Place::Space(*system))).map(Choice::System);
    planets.map(Choice::Planet).chain(fleets).chain([Choice::Pass]).collect()
}

fn spin(game: &mut Game, seat: Seat) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(SPINNER_OMEGA) };
    let choice = game.choose(|state| Prompt::one(seat, question.clone(), spots(state, seat)))?;
    let at = match choice {
        Choice::Planet(planet) => Place::Planet(planet),
        Choice::System(system) => Place::Space(system),
        _ => return Ok(()),
    };
    let kind = UnitKind::Infantry;
    let counts = [2, 1].map(|count| Choice::Build { kind, count, at }).to_vec();
    let choice = game.choose(|_| Prompt::one(seat, question.clone(), counts.clone()))?;
    let Choice::Build { count, .. } = choice else { return Ok(()) };
    let placed = game.state.place_units(seat, kind, count, at);
    game.say(|state| {
        let place = fleet::place_words(state, at);
        format!("{seat} gets {} {place} (Yin Spinner Ω).", kind.label(placed.into()))
    });
    match at {
        Place::Space(system) => fleet::tidy(game, seat, system),
        Place::Planet(_) => Ok(()),
    }
}

/// All ships there are destroyed at once.
fn explode(game: &mut Game, seat: Seat, place: Place) -> Flow {
    let ships: Vec<Stack> =
        game.state.forces(place).iter().filter(|stack| stack.kind.is_ship()).copied().collect();
    if ships.is_empty() {
        return Ok(());
    }
    game.say(|_| {
        let lost: Vec<(UnitKind, u8)> = ships.iter().map(|s| (s.kind, s.count)).collect();
        format!("The **Van Hauge** takes all ships along: {}.", fleet::listed(&lost))
    });
    for stack in ships {
        let Stack { owner, kind, damaged, count } = stack;
        hits::lose(game, owner, place, kind, damaged, count, Some(seat))?;
    }
    scoring::after_event(game, &[seat])
}

/// What was carried has no ship any more; in a combat that counts at its end only (RR 16.3).
fn settle(game: &mut Game, system: SystemId) -> Flow {
    let seats: Vec<Seat> = game.state.seats().collect();
    let fighting = |seat: &Seat| game.state.player(*seat).feats.contains(&Feat::InCombat);
    if seats.iter().any(fighting) {
        return Ok(());
    }
    for seat in seats {
        fleet::tidy(game, seat, system)?;
    }
    Ok(())
}
