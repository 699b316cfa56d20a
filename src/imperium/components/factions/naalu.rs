//! The Naalu Collective.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{retreat, tokens};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

static ABILITIES: &[Component] = &[
    Component::new(
        "foresight",
        "Another player has moved ships to yours: for a token of your strategy pool, which goes \
         there, your ships may move to an adjacent system without ships of others.",
    )
    .powers(&[Power {
        name: "Foresight",
        at: At::ShipsMoved,
        when: |state, seat, moment| match moment {
            Moment::ShipsMoved { by, system } => {
                *by != seat
                    && state.has_ships(*system, seat)
                    && state.player(seat).tokens.strategy > 0
                    && !retreat::havens(state, seat, *system).is_empty()
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::ShipsMoved { system, .. } => slip_away(game, seat, system),
            _ => Ok(()),
        },
        must: false,
    }]),
    Component::new(
        "telepathic",
        "At the end of the strategy phase you take the token 0: you are first in initiative order.",
    )
    .powers(&[Power {
        name: "Telepathic",
        at: At::StrategyPhaseEnds,
        when: |state, _, _| state.zero.is_none(),
        then: |game, seat, _| {
            game.state.zero = Some(seat);
            game.say(|_| format!("{seat} has initiative 0 and comes first."));
            Ok(())
        },
        must: true,
    }]),
];

static TECHNOLOGIES: &[Component] = &[Component::new(
    "neuroglaive",
    "Another player activates a system with ships of yours: a token of their fleet pool is lost.",
)
.powers(&[Power {
    name: "Neuroglaive",
    at: At::Activated,
    when: |state, seat, moment| match moment {
        Moment::Activated { by, system, .. } => {
            *by != seat && state.has_ships(*system, seat) && state.player(*by).tokens.fleet > 0
        }
        _ => false,
    },
    then: |game, seat, moment| {
        let Moment::Activated { by, .. } = *moment else { return Ok(()) };
        game.say(|_| format!("Neuroglaive of {seat}: {by} loses a token of the fleet pool."));
        let mut pools = game.state.player(by).tokens;
        pools.fleet = pools.fleet.saturating_sub(1);
        tokens::arrange(game, by, pools)
    },
    must: true,
}])];

static UNITS: &[Component] = &[Component::new(
    "matriarch",
    "In an invasion here your fighters may be committed to planets and fight as ground forces. After \
     the combat they are in space again; they win no planet.",
)
.modifiers(&[modifier(NumberKind::FightersLand, |state, owner, number| match *number {
    Number::FightersLand { seat, system }
        if seat == owner && state.system(system).space.count(owner, UnitKind::Flagship) > 0 =>
    {
        1
    }
    _ => 0,
})])];

/// All ships of the system go, with what they carry. The token that pays for it goes to the place
/// where they arrive, even if none does; where one lies already it is returned.
fn slip_away(game: &mut Game, seat: Seat, from: SystemId) -> Flow {
    let question = Question::AbilityTarget { ability: AbilityId::named("foresight") };
    let choice = game.choose(|state| {
        let havens = retreat::havens(state, seat, from).into_iter();
        Prompt::one(seat, question.clone(), havens.map(Choice::System).collect())
    })?;
    let Choice::System(to) = choice else { return Ok(()) };
    tokens::spend_strategy(&mut game.state, seat);
    game.state.system_mut(to).tokens.insert(seat);
    retreat::relocate(game, seat, from, to, retreat::Fighters::FlyThemselves)
}
