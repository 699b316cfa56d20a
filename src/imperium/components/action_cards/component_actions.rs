//! Cards that are an action of their own (RR 22).

use crate::engine::{Audience, Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::rules::{control, fleet, hits, placement};
use crate::imperium::state::*;

use super::{Card, aimed};

pub static CARDS: &[Card] = &[
    aimed(
        "ghost-ship",
        "Action: a destroyer of yours appears at a wormhole, in no home system and where no enemy \
         ships are.",
        haunts,
        &[Power {
            name: "Ghost Ship",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::System(system), .. } => {
                    place_destroyer(game, seat, *system)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "plague",
        "Action: on an enemy planet that you name, each infantry dies on a roll of 6 or more.",
        |state, seat, _| {
            let planets = state.planets.iter();
            let theirs = planets.filter(|(_, planet)| planet.owner.is_some_and(|by| by != seat));
            theirs.map(|(planet, _)| Choice::Planet(*planet)).collect()
        },
        &[Power {
            name: "Plague",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::Planet(planet), .. } => {
                    infect(game, seat, *planet)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
    aimed(
        "spy",
        "Action: a player you name hands you one of their action cards at random.",
        |state, seat, _| {
            let others = state.others(seat);
            let armed = others.filter(|other| !state.player(*other).hand.is_empty());
            armed.map(Choice::Player).collect()
        },
        &[Power {
            name: "Spy",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| match moment {
                Moment::Targeted { target: Choice::Player(victim), .. } => {
                    steal(game, seat, *victim)
                }
                _ => Ok(()),
            },
            must: false,
        }],
    ),
];

pub(super) fn own_turn(_: &State, seat: Seat, moment: &Moment) -> bool {
    matches!(moment, Moment::Turn { seat: by } if *by == seat)
}

// Ghost Ship

fn haunts(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    let open = |system: &SystemId| {
        state.galaxy.tile(*system).is_some_and(|tile| {
            tile.get().kind != TileKind::Home && !tile.get().wormholes.is_empty()
        }) && !state.enemy_ships(*system, seat)
            && placement::can_place(state, seat, UnitKind::Destroyer, Place::Space(*system))
    };
    state.systems.keys().copied().filter(open).map(Choice::System).collect()
}

fn place_destroyer(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    if placement::place(game, seat, UnitKind::Destroyer, Place::Space(system))? {
        game.say(|state| {
            format!("A destroyer of {seat} appears in **{}**.", state.system_name(system))
        });
    }
    fleet::tidy(game, seat, system)
}

// Plague

fn infect(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    let place = Place::Planet(planet);
    let forces = game.state.forces(place);
    let sick = forces.iter().filter(|stack| stack.kind == UnitKind::Infantry);
    for stack in sick.copied().collect::<Vec<Stack>>() {
        let (label, name) = (game.state.moment_label(), planet.name());
        let label = format!("{label}, Plague on {name}, {} infantry", stack.count);
        let dice = game.roll(label, stack.count.into())?;
        let dead = dice.iter().filter(|die| **die >= 6).count() as u8;
        game.say(|_| {
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            format!("Plague on **{name}**: **{}**, {dead} infantry die.", dice.join(", "))
        });
        let Stack { owner, kind, damaged, .. } = stack;
        hits::destroy(&mut game.state, owner, place, kind, damaged, dead, Some(seat));
    }
    control::settle(game, planet)
}

// Spy

fn steal(game: &mut Game, seat: Seat, victim: Seat) -> Flow {
    let held = game.state.player(victim).hand.len();
    if held == 0 {
        return Ok(());
    }
    let label = format!("{}, Spy on seat {}", game.state.moment_label(), victim.0);
    let drawn = game.random(label, held as u32, 1)?;
    let at = drawn.first().map_or(0, |n| *n as usize - 1).min(held - 1);
    let card = game.state.player_mut(victim).hand.remove(at);
    game.state.player_mut(seat).hand.push(card);
    game.reveal("an action card");
    game.say(|_| format!("{victim} gives {seat} an action card."));
    game.tell(Audience::Only(victim), |_| format!("{seat} took **{}** from you.", card.name()));
    game.tell(Audience::Only(seat), |_| format!("You took **{}** from {victim}.", card.name()));
    window::limit_hand(game, seat)
}
