//! The Xxcha Kingdom: diplomats who stop what they do not like.

use crate::engine::{Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Component, Power};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{control, tokens};
use crate::imperium::state::*;

use super::FactionComponents;
use super::super::technologies::{exhaust, is_ready};

const INSTINCT: &str = "instinct-training";
const NULLIFICATION: &str = "nullification-field";
const ACCORDS: &str = "peace-accords";

pub static FACTION: FactionComponents = FactionComponents {
    abilities: &[
        Component::new(
            ACCORDS,
            "After you used Diplomacy, whichever of its abilities, you may take a planet without any \
             units in or next to a system where you control one; not Mecatol Rex.",
        )
        .powers(&[Power {
            name: "Peace Accords",
            at: At::StrategyResolved,
            when: |state, seat, moment| {
                matches!(moment, Moment::StrategyResolved { by, card }
                    if *by == seat && is_diplomacy(*card))
                    && !open_planets(state, seat).is_empty()
            },
            then: |game, seat, _| {
                let question = Question::AbilityTarget { ability: AbilityId::named(ACCORDS) };
                let choice = game.choose(|state| {
                    Prompt::one(seat, question.clone(), open_planets(state, seat))
                })?;
                match choice {
                    Choice::Planet(planet) => control::gain(game, seat, planet),
                    _ => Ok(()),
                }
            },
            must: false,
        }]),
        Component::new(
            "quash",
            "When an agenda is revealed you may spend a strategy token: it is discarded and the next \
             one comes in its place.",
        )
        .powers(&[Power {
            name: "Quash",
            at: At::WhenRevealed,
            when: |state, seat, moment| {
                matches!(moment, Moment::WhenRevealed { replaced: false, .. })
                    && state.player(seat).tokens.strategy > 0
            },
            then: |game, seat, moment| {
                tokens::spend_strategy(&mut game.state, seat);
                if let Moment::WhenRevealed { replaced, .. } = moment {
                    *replaced = true;
                }
                Ok(())
            },
            must: false,
        }]),
    ],
    technologies: &[
        Component::new(
            INSTINCT,
            "Another player has played an action card: exhaust this and spend a strategy token, and it \
             does nothing.",
        )
        .powers(&[Power {
            name: "Instinct Training",
            at: At::CardPlayed,
            when: |state, seat, moment| {
                matches!(moment, Moment::CardPlayed { by, cancelled: false, .. } if *by != seat)
                    && can_afford(state, seat, INSTINCT)
            },
            then: |game, seat, moment| {
                exhaust(game, seat, INSTINCT);
                tokens::spend_strategy(&mut game.state, seat);
                if let Moment::CardPlayed { card, cancelled, .. } = moment {
                    *cancelled = true;
                    game.say(|_| format!("**{}** has no effect.", card.name()));
                }
                Ok(())
            },
            must: false,
        }]),
        Component::new(
            NULLIFICATION,
            "Another player has activated a system with a ship of yours: exhaust this and spend a \
             strategy token, and that player's turn is over.",
        )
        .powers(&[Power {
            name: "Nullification Field",
            at: At::Activated,
            when: |state, seat, moment| match *moment {
                Moment::Activated { by, system, .. } => {
                    by != seat
                        && state.has_ships(system, seat)
                        && can_afford(state, seat, NULLIFICATION)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                exhaust(game, seat, NULLIFICATION);
                tokens::spend_strategy(&mut game.state, seat);
                if let Moment::Activated { by, .. } = *moment {
                    let (until, effect) = (Until::TurnEnds, Effect::TurnOver);
                    game.state.lasting.push(Lasting { until, seat: by, effect });
                    game.say(|_| format!("{by}'s turn is over."));
                }
                Ok(())
            },
            must: false,
        }]),
    ],
    units: &[Component::new(
        "loncara-ssodu",
        "Its space cannon fires at ships in neighbouring systems too.",
    )],
};

fn is_diplomacy(card: StrategyId) -> bool {
    matches!(card.slug(), "diplomacy" | "diplomacy-omega")
}

/// Whether the technology is ready and the token is there that it costs.
fn can_afford(state: &State, seat: Seat, slug: &str) -> bool {
    is_ready(state, seat, slug) && state.player(seat).tokens.strategy > 0
}

/// Planets without units in and next to the systems of the seat's planets (RR 6.3).
fn open_planets(state: &State, seat: Seat) -> Vec<Choice> {
    let mut near: Vec<SystemId> = Vec::new();
    for planet in state.controlled(seat) {
        let Some(system) = state.galaxy.system_of(planet) else { continue };
        near.push(system);
        near.extend(state.neighbours(system));
    }
    near.sort_unstable();
    near.dedup();
    near.retain(|system| Some(*system) != state.mecatol_rex());
    let planets = near.iter().flat_map(|system| state.galaxy.planets(*system).iter().copied());
    let open = planets.filter(|planet| {
        state.owner(*planet) != Some(seat) && state.planet(*planet).forces.iter().next().is_none()
    });
    open.map(Choice::Planet).collect()
}
