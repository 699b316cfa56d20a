//! The Emirates of Hacan.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::dice::Die;
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{dice, tokens, trade};
use crate::imperium::state::*;

use super::{FactionComponents, exhaust, is_ready, is_turn_of};

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

const BIOMES: &str = "production-biomes";
const DATAHUB: &str = "quantum-datahub-node";

/// Trade goods that Quantum Datahub Node costs.
const TIP: u8 = 3;

static ABILITIES: &[Component] = &[
    Component::new("arbiters", "Action cards may change hands in your transactions.").modifiers(
        &[modifier(NumberKind::TradesCards, |_, owner, number| match number {
            Number::TradesCards { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    Component::new("guild-ships", "You trade with players who are no neighbours, too.").modifiers(
        &[modifier(NumberKind::TradesAfar, |_, owner, number| match number {
            Number::TradesAfar { seat } if *seat == owner => 1,
            _ => 0,
        })],
    ),
    Component::new(
        "masters-of-trade",
        "The secondary ability of Trade costs you no strategy token.",
    )
    .modifiers(&[modifier(NumberKind::SecondaryCost, |_, owner, number| match number {
        Number::SecondaryCost { seat, card } if *seat == owner && card.name() == "Trade" => -1,
        _ => 0,
    })]),
];

static TECHNOLOGIES: &[Component] = &[
    Component::new(
        BIOMES,
        "Action, exhaust this and spend a strategy token: you gain 4 trade goods, another player of \
         your choice gains 2.",
    )
    .powers(&[Power {
        name: "Production Biomes",
        at: At::Turn,
        when: |state, seat, moment| {
            is_turn_of(seat, moment)
                && is_ready(state, seat, BIOMES)
                && state.player(seat).tokens.strategy > 0
        },
        then: |game, seat, _| biomes(game, seat),
        must: false,
    }]),
    Component::new(
        DATAHUB,
        "The strategy phase ends: you may spend a strategy token and give a player 3 trade goods; you \
         two swap a strategy card of yours for one of theirs.",
    )
    .powers(&[Power {
        name: "Quantum Datahub Node",
        at: At::StrategyPhaseEnds,
        when: |state, seat, _| {
            let player = state.player(seat);
            player.tokens.strategy > 0
                && player.trade_goods >= TIP
                && state.strategy_cards_of(seat).next().is_some()
                && !partners(state, seat).is_empty()
        },
        then: |game, seat, _| swap(game, seat),
        must: false,
    }]),
];

static UNITS: &[Component] = &[Component::new(
    KENARA,
    "Your dice in a space combat of this ship: for 1 trade good each, add 1 to any of them, once to \
     each.",
)
.powers(&[
    Power {
        name: "Wrath of Kenara",
        at: At::DiceRolled,
        when: may_raise,
        then: raise,
        must: false,
    },
    Power {
        name: "Wrath of Kenara's barrage",
        at: At::BarrageRolled,
        when: may_raise,
        then: raise,
        must: false,
    },
])];

const KENARA: &str = "wrath-of-kenara";

/// The dice of the seat in a space combat of its flagship.
fn dice_of<'a>(state: &State, seat: Seat, moment: &'a Moment) -> &'a [Die] {
    match moment {
        Moment::DiceRolled { by, place: place @ Place::Space(_), dice, .. }
        | Moment::BarrageRolled { by, place, dice }
            if *by == seat && state.forces(*place).count(seat, UnitKind::Flagship) > 0 =>
        {
            dice
        }
        _ => &[],
    }
}

/// Dice that hit with 1 more.
fn is_close(die: &Die) -> bool {
    Die { add: die.add + 1, ..*die }.hits() > die.hits()
}

fn may_raise(state: &State, seat: Seat, moment: &Moment) -> bool {
    state.player(seat).trade_goods > 0 && dice_of(state, seat, moment).iter().any(is_close)
}

fn raise(game: &mut Game, seat: Seat, moment: &mut Moment) -> Flow {
    let close = dice_of(&game.state, seat, moment).iter().filter(|die| is_close(die));
    let options: Vec<Choice> =
        close.map(|die| Choice::Raise { kind: die.kind, shows: die.shows }).collect();
    let most = options.len().min(game.state.player(seat).trade_goods.into());
    let question = Question::UnitTarget { unit: UnitId::named(KENARA) };
    let chosen =
        game.ask(|_| Prompt::some(seat, question.clone(), options.clone(), 1, most))?;
    let (Moment::DiceRolled { dice, .. } | Moment::BarrageRolled { dice, .. }) = moment else {
        return Ok(());
    };
    let mut raised = 0;
    for choice in chosen {
        let Choice::Raise { kind, shows } = choice else { continue };
        let same = |die: &&mut Die| (die.kind, die.shows) == (kind, shows) && is_close(die);
        if let Some(die) = dice.iter_mut().find(same) {
            die.add += 1;
            raised += 1;
        }
    }
    let goods = &mut game.state.player_mut(seat).trade_goods;
    *goods = goods.saturating_sub(raised);
    let hits = dice::hits(dice);
    game.say(|_| format!("{seat} spends {raised} trade goods for +1 each: {hits} hits now."));
    Ok(())
}

fn biomes(game: &mut Game, seat: Seat) -> Flow {
    exhaust(game, seat, BIOMES);
    tokens::spend_strategy(&mut game.state, seat);
    let question = Question::TechnologyTarget { tech: TechId::named(BIOMES) };
    let choice = game.choose(|state| {
        Prompt::one(seat, question.clone(), state.others(seat).map(Choice::Player).collect())
    })?;
    game.say(|_| format!("{seat} gains 4 trade goods."));
    trade::gain(game, seat, 4)?;
    match choice {
        Choice::Player(other) => {
            game.say(|_| format!("{other} gains 2 trade goods."));
            trade::gain(game, other, 2)
        }
        _ => Ok(()),
    }
}

/// Others who hold strategy cards.
fn partners(state: &State, seat: Seat) -> Vec<Choice> {
    let holding = |other: &Seat| state.strategy_cards_of(*other).next().is_some();
    state.others(seat).filter(holding).map(Choice::Player).collect()
}

/// What lay on a card stays with whoever picked it.
fn swap(game: &mut Game, seat: Seat) -> Flow {
    let question = Question::TechnologyTarget { tech: TechId::named(DATAHUB) };
    let choice =
        game.choose(|state| Prompt::one(seat, question.clone(), partners(state, seat)))?;
    let Choice::Player(other) = choice else { return Ok(()) };
    tokens::spend_strategy(&mut game.state, seat);
    game.state.player_mut(seat).trade_goods -= TIP;
    let mut swapped = Vec::new();
    for from in [seat, other] {
        let choice = game.choose(|state| {
            let cards = state.strategy_cards_of(from).map(|slot| Choice::Strategy(slot.card));
            Prompt::one(seat, question.clone(), cards.collect())
        })?;
        if let Choice::Strategy(card) = choice {
            swapped.push(card);
        }
    }
    let [given, taken] = swapped[..] else { return Ok(()) };
    for slot in &mut game.state.strategy {
        if slot.card == given {
            slot.holder = Some(other);
        } else if slot.card == taken {
            slot.holder = Some(seat);
        }
    }
    game.say(|_| {
        let (given, taken) = (given.name(), taken.name());
        format!("{seat} gives {other} 3 trade goods and **{given}** for **{taken}**.")
    });
    trade::gain(game, other, TIP)
}
