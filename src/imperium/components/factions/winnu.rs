//! The Winnu: heirs of Mecatol Rex.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;
use super::super::technologies::{exhaust, is_ready};

const GATES: &str = "lazax-gate-folding";
const POLICY: &str = "hegemonic-trade-policy";

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[
        Component::new("blood-ties", "The custodians token goes without any influence spent.")
            .modifiers(&[modifier(NumberKind::CustodiansPrice, |_, owner, number| match number {
                Number::CustodiansPrice { seat } if *seat == owner => -99,
                _ => 0,
            })]),
        Component::new(
            "reclamation",
            "After a tactical action in which you took Mecatol Rex you may put a space dock and a PDS \
             there.",
        )
        .powers(&[Power {
            name: "Reclamation",
            at: At::TacticalActionEnds,
            when: |state, seat, moment| {
                let Some(planet) = reclaimed(state, seat, moment) else { return false };
                STRUCTURES.iter().any(|(kind, _)| can_place(state, seat, *kind, planet))
            },
            then: |game, seat, moment| {
                let Some(planet) = reclaimed(&game.state, seat, moment) else { return Ok(()) };
                for (kind, _) in STRUCTURES {
                    build(game, seat, kind, planet)?;
                }
                Ok(())
            },
            must: false,
        }]),
    ],
    technologies: &[
        Component::new(
            GATES,
            "In your tactical actions the system of Mecatol Rex holds an alpha and a beta wormhole, \
             unless the planet is yours. Action, exhaust this: if it is yours, an infantry appears on \
             it.",
        )
        .powers(&[
            Power {
                name: "Lazax Gate Folding",
                at: At::Activated,
                when: |state, seat, moment| {
                    matches!(moment, Moment::Activated { by, .. } if *by == seat)
                        && state.mecatol_rex().is_some()
                },
                then: |game, seat, _| {
                    if let Some(mecatol) = game.state.mecatol_rex() {
                        let (until, effect) = (Until::TacticalActionEnds, Effect::Gate(mecatol));
                        game.state.lasting.push(Lasting { until, seat, effect });
                    }
                    Ok(())
                },
                must: true,
            },
            Power {
                name: "Lazax Gate Folding",
                at: At::Turn,
                when: |state, seat, moment| {
                    matches!(moment, Moment::Turn { seat: by } if *by == seat)
                        && is_ready(state, seat, GATES)
                },
                then: |game, seat, _| {
                    exhaust(game, seat, GATES);
                    let planet = mecatol(&game.state).filter(|p| game.state.owner(*p) == Some(seat));
                    let Some(planet) = planet else {
                        game.say(|_| format!("{seat} does not control Mecatol Rex; nothing happens."));
                        return Ok(());
                    };
                    game.state.place_units(seat, UnitKind::Infantry, 1, Place::Planet(planet));
                    game.say(|_| format!("{seat} gets 1 infantry on **{}**.", planet.name()));
                    Ok(())
                },
                must: false,
            },
        ]),
        Component::new(
            POLICY,
            "Your units are about to produce, exhaust this: resources and influence of one of your \
             planets are exchanged until they have done so.",
        )
        .powers(&[
            Power {
                name: "Hegemonic Trade Policy",
                at: At::Produces,
                when: |state, seat, moment| {
                    matches!(moment, Moment::Produces { by, .. } if *by == seat)
                        && can_swap(state, seat)
                },
                then: |game, seat, _| swap(game, seat),
                must: false,
            },
            Power {
                name: "Hegemonic Trade Policy",
                at: At::Secondary,
                when: |state, seat, moment| {
                    matches!(moment, Moment::Secondary { by, card, .. }
                        if *by == seat && card.slug() == "warfare")
                        && can_swap(state, seat)
                        && has_dock_at_home(state, seat)
                },
                then: |game, seat, _| swap(game, seat),
                must: false,
            },
        ]),
    ],
    units: &[Component::new(
        "salai-sai-corian",
        "It rolls as many combat dice as your opponent has ships there, fighters aside.",
    )],
};

/// What Reclamation places, and how much of it a planet holds (RR 85).
const STRUCTURES: [(UnitKind, u8); 2] = [(UnitKind::SpaceDock, 1), (UnitKind::Pds, 2)];

fn mecatol(state: &State) -> Option<PlanetId> {
    let system = state.mecatol_rex()?;
    state.galaxy.planets(system).first().copied()
}

/// Mecatol Rex, if it was gained in the tactical action and is still held.
fn reclaimed(state: &State, seat: Seat, moment: &Moment) -> Option<PlanetId> {
    let Moment::TacticalActionEnds { by, gained } = moment else { return None };
    let planet = mecatol(state).filter(|planet| gained.contains(planet))?;
    (*by == seat && state.owner(planet) == Some(seat)).then_some(planet)
}

fn can_place(state: &State, seat: Seat, kind: UnitKind, planet: PlanetId) -> bool {
    let limit = STRUCTURES.iter().find(|(of, _)| *of == kind).map_or(0, |(_, limit)| *limit);
    state.planet(planet).forces.count(seat, kind) < limit
        && (state.reinforcements(seat, kind) > 0 || spare(state, seat, kind, planet).next().is_some())
}

/// Where the seat could take one off the board instead: not under its own command tokens (RR 67.5).
fn spare(
    state: &State,
    seat: Seat,
    kind: UnitKind,
    except: PlanetId,
) -> impl Iterator<Item = Choice> + '_ {
    let open = state.systems.iter().filter(move |(_, system)| !system.tokens.contains(seat));
    let places = open.flat_map(|(system, _)| state.places(*system));
    let held = places.filter(move |place| {
        *place != Place::Planet(except) && state.forces(*place).count(seat, kind) > 0
    });
    held.map(move |from| Choice::Recall { kind, damaged: false, count: 1, from })
}

fn build(game: &mut Game, seat: Seat, kind: UnitKind, planet: PlanetId) -> Flow {
    if !can_place(&game.state, seat, kind, planet) {
        return Ok(());
    }
    if game.state.reinforcements(seat, kind) == 0 {
        let question = Question::AbilityTarget { ability: AbilityId::named("reclamation") };
        let choice = game.choose(|state| {
            let mut options: Vec<Choice> = spare(state, seat, kind, planet).collect();
            options.push(Choice::Pass);
            Prompt::one(seat, question.clone(), options)
        })?;
        let Choice::Recall { from, .. } = choice else { return Ok(()) };
        game.state.forces_mut(from).remove(seat, kind, false, 1);
        game.say(|_| format!("{seat} takes a {} off the board for it.", kind.name()));
    }
    game.state.place_units(seat, kind, 1, Place::Planet(planet));
    game.say(|_| format!("{seat} places a {} on **{}**.", kind.name(), planet.name()));
    Ok(())
}

/// Planets whose two values differ.
fn lopsided(state: &State, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
    let planets = state.controlled(seat);
    planets.filter(|planet| state.resources(*planet) != state.influence(*planet))
}

fn can_swap(state: &State, seat: Seat) -> bool {
    is_ready(state, seat, POLICY) && lopsided(state, seat).next().is_some()
}

fn has_dock_at_home(state: &State, seat: Seat) -> bool {
    state.home_system(seat).is_some_and(|home| {
        state.places(home).any(|at| state.forces(at).count(seat, UnitKind::SpaceDock) > 0)
    })
}

fn swap(game: &mut Game, seat: Seat) -> Flow {
    exhaust(game, seat, POLICY);
    let question = Question::TechnologyTarget { tech: TechId::named(POLICY) };
    let choice = game.choose(|state| {
        let options = lopsided(state, seat).map(Choice::Planet).collect();
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::Planet(planet) = choice else { return Ok(()) };
    let (until, effect) = (Until::ProductionEnds, Effect::Swapped(planet));
    game.state.lasting.push(Lasting { until, seat, effect });
    game.say(|state| {
        let (resources, influence) = (state.resources(planet), state.influence(planet));
        format!("**{}** counts as {resources}/{influence} for this production.", planet.name())
    });
    Ok(())
}
