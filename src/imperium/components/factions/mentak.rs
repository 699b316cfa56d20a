//! The Mentak Coalition.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::dice::{Volley, Volleys};
use crate::imperium::rules::tables::{Component, Number, NumberKind, Power, hindrance, modifier};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{adjacency, combat, production, tables, trade};
use crate::imperium::state::*;

use super::FactionComponents;

pub static FACTION: FactionComponents =
    FactionComponents { abilities: ABILITIES, technologies: TECHNOLOGIES, units: UNITS };

/// Ships that roll for Ambush.
const LURKING: u8 = 2;
/// Trade goods that make somebody worth robbing.
const RICH: u8 = 3;

static ABILITIES: &[Component] = &[
    Component::new(
        "ambush",
        "Start of a space combat: two of your cruisers or destroyers roll a die each, with nothing \
         added to it. Hits go to any of your opponent's ships.",
    )
    .powers(&[Power {
        name: "Ambush",
        at: At::CombatRoundStarts,
        when: |state, seat, moment| match moment {
            Moment::CombatRoundStarts { place, sides, round: 1, over: false } => {
                sides.contains(&seat) && lurking(state, seat, *place).next().is_some()
            }
            _ => false,
        },
        then: |game, seat, moment| match *moment {
            Moment::CombatRoundStarts { place, sides, .. } => {
                ambush(game, seat, super::opponent(sides, seat), place)
            }
            _ => Ok(()),
        },
        must: false,
    }]),
    Component::new(
        "pillage",
        "A neighbour with three or more trade goods has gained some or made a transaction: you may \
         take a trade good or a commodity of theirs.",
    )
    .powers(&[
        Power {
            name: "Pillage",
            at: At::TradeGoodsGained,
            when: is_worth_it,
            then: pillage,
            must: false,
        },
        Power { name: "Pillage", at: At::Traded, when: is_worth_it, then: pillage, must: false },
    ]),
];

static TECHNOLOGIES: &[Component] = &[
    Component::new(
        "mirror-computing",
        "Each trade good that you spend counts as two resources or two influence.",
    )
    .modifiers(&[modifier(NumberKind::TradeGoodWorth, |_, owner, number| match number {
        Number::TradeGoodWorth { seat } if *seat == owner => 1,
        _ => 0,
    })]),
    Component::new(
        "salvage-operations",
        "A space combat of yours ends with a winner: you gain 1 trade good. If that is you, you may \
         produce one ship there of a kind that was destroyed in it, and pay for it.",
    )
    .powers(&[Power {
        name: "Salvage Operations",
        at: At::SpaceCombatEnds,
        when: |_, seat, moment| match moment {
            Moment::SpaceCombatEnds { sides, winner: Some(_), .. } => sides.contains(&seat),
            _ => false,
        },
        then: |game, seat, moment| {
            let Moment::SpaceCombatEnds { system, winner, .. } = *moment else {
                return Ok(());
            };
            let lost = kinds_lost(&game.state);
            game.say(|_| format!("Salvage Operations: {seat} gains 1 trade good."));
            trade::gain(game, seat, 1)?;
            match winner == Some(seat) {
                true => production::salvage(game, seat, system, &lost),
                false => Ok(()),
            }
        },
        must: true,
    }]),
];

static UNITS: &[Component] = &[Component::new(
    "fourth-moon",
    "Ships of other players do not sustain damage where this is.",
)
.modifiers(&[hindrance(NumberKind::SustainDamage, |state, owner, number| match *number {
    Number::SustainDamage { seat, kind, place: Place::Space(system) }
        if seat != owner
            && kind.is_ship()
            && state.system(system).space.count(owner, UnitKind::Flagship) > 0 =>
    {
        -1
    }
    _ => 0,
})])];

/// Kinds of units that were destroyed in the combat, each once.
fn kinds_lost(state: &State) -> Vec<UnitKind> {
    let fallen = state.combat.iter().flat_map(|combat| &combat.fallen);
    let mut lost: Vec<UnitKind> = fallen.map(|(_, kind)| *kind).collect();
    lost.sort_unstable();
    lost.dedup();
    lost
}

/// Cruisers and destroyers there, with what they hit on.
fn lurking(
    state: &State,
    seat: Seat,
    place: Place,
) -> impl Iterator<Item = (UnitKind, u8, Attack)> + '_ {
    let Place::Space(system) = place else { return None.into_iter().flatten() };
    let ships = state.system(system).space.ships(seat);
    let lurks = |stack: &&Stack| matches!(stack.kind, UnitKind::Cruiser | UnitKind::Destroyer);
    let ships = ships.filter(lurks).filter_map(move |stack| {
        let attack = state.card(seat, stack.kind)?.combat?;
        Some((stack.kind, stack.count, attack))
    });
    Some(ships).into_iter().flatten()
}

/// The best two roll; no modifier counts, for these are no combat rolls.
fn ambush(game: &mut Game, seat: Seat, on: Seat, place: Place) -> Flow {
    let mut ships: Vec<(UnitKind, u8, Attack)> = lurking(&game.state, seat, place).collect();
    ships.sort_by_key(|(_, _, attack)| attack.value);
    let (mut volleys, mut left) = (Volleys::default(), LURKING);
    for (kind, count, attack) in ships {
        let rolling = count.min(left);
        if rolling > 0 {
            volleys.add(Volley::new(kind, rolling, Attack { dice: 1, ..attack }, 0));
            left -= rolling;
        }
    }
    let what = format!("ambush in {}", game.state.system_of(place));
    let hits = volleys.roll(game, seat, &what)?;
    combat::strike(game, place, on, seat, hits)
}

fn is_worth_it(state: &State, seat: Seat, moment: &Moment) -> bool {
    let (Moment::TradeGoodsGained { by } | Moment::Traded { by, .. }) = *moment else {
        return false;
    };
    by != seat
        && state.player(by).trade_goods >= RICH
        && adjacency::are_neighbours(state, seat, by)
        && tables::may_use_against(state, seat, "pillage", by)
}

fn pillage(game: &mut Game, seat: Seat, moment: &mut Moment) -> Flow {
    let (Moment::TradeGoodsGained { by } | Moment::Traded { by, .. }) = *moment else {
        return Ok(());
    };
    let question = Question::AbilityTarget { ability: AbilityId::named("pillage") };
    let choice = game.choose(|state| {
        let mut options = vec![Choice::TradeGoods(1)];
        if state.player(by).commodities > 0 {
            options.push(Choice::Commodity);
        }
        Prompt::one(seat, question.clone(), options)
    })?;
    let robbed = game.state.player_mut(by);
    let what = match choice {
        Choice::Commodity => {
            robbed.commodities = robbed.commodities.saturating_sub(1);
            "commodity"
        }
        _ => {
            robbed.trade_goods = robbed.trade_goods.saturating_sub(1);
            "trade good"
        }
    };
    game.say(|_| format!("{seat} takes 1 {what} from {by}."));
    // A commodity becomes a trade good when it changes hands (RR 21.5).
    trade::gain(game, seat, 1)
}
