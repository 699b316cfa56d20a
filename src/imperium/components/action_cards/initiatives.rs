//! Cards that are an action of their own (RR 22) and need no map: goods, tokens, technologies, laws.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{technology, tokens, trade};
use crate::imperium::state::*;

use super::{Card, aimed, card};

/// Trade goods that Focused Research costs.
const RESEARCH_PRICE: u8 = 4;

#[cfg(test)]
mod tests;

pub static CARDS: &[Card] = &[
    card(
        "economic-initiative",
        "Action: all your cultural planets are readied.",
        &[Power {
            name: "Economic Initiative",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, _| {
                let planets: Vec<PlanetId> = of_trait(&game.state, seat, Trait::Cultural).collect();
                let tired =
                    planets.into_iter().filter(|planet| game.state.planet(*planet).exhausted);
                let tired: Vec<PlanetId> = tired.collect();
                for planet in &tired {
                    game.state.planet_mut(*planet).exhausted = false;
                }
                game.say(|_| match tired.is_empty() {
                    true => format!("{seat} has no exhausted cultural planet."),
                    false => {
                        let names: Vec<&str> = tired.iter().map(|planet| planet.name()).collect();
                        format!("{seat} readies {}.", names.join(", "))
                    }
                });
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "industrial-initiative",
        "Action: a trade good for each of your industrial planets.",
        &[Power {
            name: "Industrial Initiative",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, _| {
                let planets = of_trait(&game.state, seat, Trait::Industrial).count();
                earn(game, seat, planets as u8)
            },
            must: false,
        }],
    ),
    aimed(
        "mining-initiative",
        "Action: name a planet of yours, ready or not: you gain its resources in trade goods.",
        |state, seat, _| state.controlled(seat).map(Choice::Planet).collect(),
        &[Power {
            name: "Mining Initiative",
            at: At::Turn,
            when: own_turn,
            then: |game, seat, moment| {
                if let Moment::Targeted { target: Choice::Planet(planet), .. } = moment {
                    let resources = game.state.resources(*planet);
                    return earn(game, seat, resources);
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "focused-research",
        "Action: research a technology for 4 trade goods. Prerequisites count.",
        &[Power {
            name: "Focused Research",
            at: At::Turn,
            // What cannot be carried out completely is no action (RR 22.3).
            when: |state, seat, moment| {
                own_turn(state, seat, moment)
                    && state.player(seat).trade_goods >= RESEARCH_PRICE
                    && technology::can_research_any(state, seat)
            },
            then: |game, seat, _| {
                let player = game.state.player_mut(seat);
                if player.trade_goods < RESEARCH_PRICE {
                    return Ok(());
                }
                player.trade_goods -= RESEARCH_PRICE;
                game.say(|_| format!("{seat} spends {RESEARCH_PRICE} trade goods."));
                technology::offer(game, seat, 0)
            },
            must: false,
        }],
    ),
    aimed(
        "insubordination",
        "Action: a player you name loses a command token of their tactic pool.",
        |state, seat, _| {
            let others = state.others(seat);
            let able = others.filter(|other| state.player(*other).tokens.tactic > 0);
            able.map(Choice::Player).collect()
        },
        &[Power {
            name: "Insubordination",
            at: At::Turn,
            when: own_turn,
            then: |game, _, moment| {
                let Moment::Targeted { target: Choice::Player(victim), .. } = moment else {
                    return Ok(());
                };
                let mut pools = game.state.player(*victim).tokens;
                pools.tactic = pools.tactic.saturating_sub(1);
                tokens::arrange(game, *victim, pools)
            },
            must: false,
        }],
    ),
    aimed(
        "repeal-law",
        "Action: a law that you name is discarded.",
        |state, _, _| state.laws.iter().map(|law| Choice::Agenda(law.agenda)).collect(),
        &[Power {
            name: "Repeal Law",
            at: At::Turn,
            when: own_turn,
            then: |game, _, moment| {
                if let Moment::Targeted { target: Choice::Agenda(law), .. } = moment {
                    game.state.discard_law(*law);
                    game.say(|_| format!("**{}** is no longer in force.", law.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
];

fn own_turn(_: &State, seat: Seat, moment: &Moment) -> bool {
    matches!(moment, Moment::Turn { seat: by } if *by == seat)
}

fn of_trait(state: &State, seat: Seat, kind: Trait) -> impl Iterator<Item = PlanetId> + '_ {
    state.controlled(seat).filter(move |planet| planet.get().traits.contains(&kind))
}

fn earn(game: &mut Game, seat: Seat, goods: u8) -> Flow {
    let plural = if goods == 1 { "" } else { "s" };
    game.say(|_| format!("{seat} gains {goods} trade good{plural}."));
    trade::gain(game, seat, goods)
}
