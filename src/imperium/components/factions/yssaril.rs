//! The Yssaril Tribes: spies with more action cards than anybody.

use crate::engine::{Audience, Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, hindrance, modifier};
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::state::*;

use super::FactionComponents;
use super::super::technologies::{exhaust, is_ready};

const MAGEON: &str = "mageon-implants";

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[
        Component::new("stall-tactics", "Action: discard one of your action cards.").powers(&[
            Power {
                name: "Stall Tactics",
                at: At::Turn,
                when: |state, seat, moment| {
                    is_own_turn(seat, moment) && !state.player(seat).hand.is_empty()
                },
                then: |game, seat, _| window::discard(game, seat, 1),
                must: false,
            },
        ]),
        Component::new(
            "scheming",
            "Whenever you draw action cards, you draw one more and then discard one of your hand.",
        )
        .modifiers(&[modifier(NumberKind::CardsSifted, |_, owner, number| match number {
            Number::CardsSifted { seat } if *seat == owner => 1,
            _ => 0,
        })]),
        Component::new("crafty", "You hold as many action cards as you like; nothing limits them.")
            .modifiers(&[modifier(NumberKind::HandLimit, |_, owner, number| match number {
                Number::HandLimit { seat } if *seat == owner => 200,
                _ => 0,
            })]),
    ],
    technologies: &[
        Component::new(
            "transparasteel-plating",
            "In your turns, players who have passed cannot play action cards.",
        )
        .modifiers(&[hindrance(NumberKind::CardsBarred, |state, owner, number| match number {
            Number::CardsBarred { seat } if *seat != owner && state.active == Some(owner) => {
                i32::from(state.stage == Stage::Action && state.player(*seat).passed)
            }
            _ => 0,
        })]),
        Component::new(
            MAGEON,
            "Action, exhaust this: look at somebody's action cards and take one of them.",
        )
        .powers(&[Power {
            name: "Mageon Implants",
            at: At::Turn,
            when: |state, seat, moment| {
                is_own_turn(seat, moment)
                    && is_ready(state, seat, MAGEON)
                    && armed(state, seat).next().is_some()
            },
            then: |game, seat, _| {
                exhaust(game, seat, MAGEON);
                steal(game, seat)
            },
            must: false,
        }]),
    ],
    units: &[Component::new(
        "ysia-yssrila",
        "It moves through systems with ships of others.",
    )
    .modifiers(&[modifier(NumberKind::Passage, |_, owner, number| match number {
        Number::Passage { seat, kind: UnitKind::Flagship } if *seat == owner => 1,
        _ => 0,
    })])],
};

fn is_own_turn(seat: Seat, moment: &Moment) -> bool {
    matches!(moment, Moment::Turn { seat: by } if *by == seat)
}

/// The others who hold action cards.
fn armed(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    state.others(seat).filter(|other| !state.player(*other).hand.is_empty())
}

fn steal(game: &mut Game, seat: Seat) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(MAGEON) };
    let choice = game.choose(|state| {
        Prompt::one(seat, question.clone(), armed(state, seat).map(Choice::Player).collect())
    })?;
    let Choice::Player(victim) = choice else { return Ok(()) };
    game.reveal("a hand of action cards");
    game.say(|_| format!("{seat} looks at the action cards of {victim} and takes one."));
    game.tell(Audience::Only(seat), |state| {
        let names: Vec<&str> = state.player(victim).hand.iter().map(|card| card.name()).collect();
        format!("{victim} holds **{}**.", names.join("**, **"))
    });
    let choice = game.choose(|state| {
        let options = window::kinds_held(state, victim);
        Prompt::one(seat, question.clone(), options)
    })?;
    let Choice::Card(card) = choice else { return Ok(()) };
    let hand = &mut game.state.player_mut(victim).hand;
    let Some(at) = hand.iter().position(|held| *held == card) else { return Ok(()) };
    hand.remove(at);
    game.state.player_mut(seat).hand.push(card);
    game.tell(Audience::Only(seat), |_| format!("You take **{}**.", card.name()));
    game.tell(Audience::Only(victim), |_| format!("{seat} takes your **{}**.", card.name()));
    window::limit_hand(game, seat)
}
