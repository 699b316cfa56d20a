//! Riders: their player predicts the outcome of an agenda, cannot vote on it, and gains something when
//! the prediction comes true, after the agenda is resolved.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::strategy_cards::construction;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::rules::{agenda, fleet, placement, technology, tokens, victory};
use crate::imperium::state::*;

use super::{Card, aimed};

/// A rider: slug, name, text, and what its player gains.
macro_rules! rider {
    ($slug:literal, $name:literal, $text:literal, $then:expr) => {
        aimed(
            $slug,
            concat!(
                "After an agenda is revealed: predict the outcome; you cannot vote on this agenda. ",
                "If you are right, ",
                $text
            ),
            |state, _, _| agenda::outcomes(state).into_iter().map(Choice::Outcome).collect(),
            &[
                Power {
                    name: $name,
                    at: At::AfterRevealed,
                    when: |_, _, _| true,
                    then: |game, seat, moment| {
                        if let Moment::Targeted { target: Choice::Outcome(outcome), .. } = moment {
                            let by = Predictor::Card(ActionCardId::named($slug));
                            agenda::predict(game, seat, by, *outcome);
                        }
                        Ok(())
                    },
                    must: false,
                },
                Power { name: $name, at: At::Foretold, when: |_, _, _| true, then: $then, must: true },
            ],
        )
    };
}

pub static CARDS: &[Card] = &[
    rider!(
        "construction-rider",
        "Construction Rider",
        "place a space dock on a planet you control.",
        |game, seat, _| place_dock(game, seat)
    ),
    rider!(
        "diplomacy-rider",
        "Diplomacy Rider",
        "choose a system with a planet of yours: the others each put a command token there.",
        |game, seat, _| close_system(game, seat)
    ),
    rider!("imperial-rider", "Imperial Rider", "gain a victory point.", |game, seat, _| {
        victory::gain(game, seat, Merit::Card(ActionCardId::named("imperial-rider")), 1)
    }),
    rider!("leadership-rider", "Leadership Rider", "gain 3 command tokens.", |game, seat, _| {
        tokens::gain(game, seat, 3)
    }),
    rider!(
        "politics-rider",
        "Politics Rider",
        "draw 3 action cards and become the speaker.",
        |game, seat, _| {
            window::draw_action_cards(game, seat, 3)?;
            game.state.speaker = seat;
            game.say(|_| format!("{seat} is the speaker now."));
            Ok(())
        }
    ),
    rider!("technology-rider", "Technology Rider", "research a technology.", |game, seat, _| {
        technology::offer(game, seat, 0)
    }),
    rider!("trade-rider", "Trade Rider", "gain 5 trade goods.", |game, seat, _| {
        game.state.gain_trade_goods(seat, 5);
        game.say(|_| format!("{seat} gains 5 trade goods."));
        Ok(())
    }),
    rider!(
        "warfare-rider",
        "Warfare Rider",
        "place a dreadnought in a system with ships of yours.",
        |game, seat, _| place_dreadnought(game, seat)
    ),
];

fn place_dock(game: &mut Game, seat: Seat) -> Flow {
    let card = ActionCardId::named("construction-rider");
    let kind = UnitKind::SpaceDock;
    let sites = |state: &State| -> Vec<Choice> {
        let open = construction::sites(state, seat, kind).into_iter();
        let stocked = |planet: &PlanetId| {
            let at = construction::site(state, seat, kind, *planet);
            placement::can_place(state, seat, kind, at)
        };
        open.filter(stocked).map(Choice::Planet).collect()
    };
    if sites(&game.state).is_empty() {
        game.say(|_| format!("There is no planet where {seat} could place a space dock."));
        return Ok(());
    }
    let choice =
        game.choose(|state| Prompt::one(seat, Question::CardTarget { card }, sites(state)))?;
    let Choice::Planet(planet) = choice else { return Ok(()) };
    let at = construction::site(&game.state, seat, kind, planet);
    if !placement::place(game, seat, kind, at)? {
        return Ok(());
    }
    game.say(|_| format!("{seat} places a space dock on {}.", planet.name()));
    let system = game.state.system_of(at);
    window::must(game, &mut Moment::DockPlaced { by: seat, system })
}

fn close_system(game: &mut Game, seat: Seat) -> Flow {
    let card = ActionCardId::named("diplomacy-rider");
    if game.state.controlled(seat).next().is_none() {
        return Ok(());
    }
    let choice = game.choose(|state| {
        let planets = state.controlled(seat);
        let mut systems: Vec<SystemId> =
            planets.filter_map(|planet| state.galaxy.system_of(planet)).collect();
        systems.sort_unstable();
        systems.dedup();
        let options = systems.into_iter().map(Choice::System).collect();
        Prompt::one(seat, Question::CardTarget { card }, options)
    })?;
    let Choice::System(system) = choice else { return Ok(()) };
    let first = game.state.speaker;
    let order: Vec<Seat> =
        game.state.clockwise_from(first).filter(|other| *other != seat).collect();
    for other in order {
        tokens::place(game, other, system)?;
    }
    Ok(())
}

fn place_dreadnought(game: &mut Game, seat: Seat) -> Flow {
    let card = ActionCardId::named("warfare-rider");
    let kind = UnitKind::Dreadnought;
    let systems = |state: &State| -> Vec<Choice> {
        let own = state.systems.keys().copied().filter(|system| state.has_ships(*system, seat));
        let stocked =
            |system: &SystemId| placement::can_place(state, seat, kind, Place::Space(*system));
        own.filter(stocked).map(Choice::System).collect()
    };
    if systems(&game.state).is_empty() {
        game.say(|_| format!("There is no system where {seat} could place a dreadnought."));
        return Ok(());
    }
    let choice =
        game.choose(|state| Prompt::one(seat, Question::CardTarget { card }, systems(state)))?;
    let Choice::System(system) = choice else { return Ok(()) };
    if !placement::place(game, seat, kind, Place::Space(system))? {
        return Ok(());
    }
    game.say(|state| format!("{seat} places a dreadnought in **{}**.", state.system_name(system)));
    fleet::tidy(game, seat, system)
}
