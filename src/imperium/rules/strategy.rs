//! The strategy phase (RR 84): one pick a step, from the speaker clockwise.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Game, Imperium};

use super::agenda;
use super::ask::*;
use super::trade;
use super::window::{self, Moment};

#[cfg(test)]
mod tests;

/// One strategy card is picked; after the last pick the action phase begins.
pub fn pick(game: &mut Game) -> Flow {
    if picked(&game.state) == 0 {
        agenda::settle_later(game)?;
        let mut start = Moment::StrategyPhaseStarts {};
        window::must(game, &mut start)?;
        window::in_speaker_order(game, &mut start)?;
    }
    let Some(seat) = picker(&game.state) else { return begin_action_phase(game) };
    let card = choose(game, seat)?;
    let slot = game.state.strategy.iter_mut().find(|slot| slot.card == card);
    let slot = slot.expect("a card that was offered lies on the table");
    slot.holder = Some(seat);
    slot.exhausted = false;
    let goods = std::mem::take(&mut slot.trade_goods);
    // (RR 84.1a) The picker gains what lies on the card.
    game.say(|_| {
        let found = match goods {
            0 => String::new(),
            1 => " and gains the trade good on it".into(),
            n => format!(" and gains the {n} trade goods on it"),
        };
        format!("{seat} takes **{}**{found}.", card.name())
    });
    trade::gain(game, seat, goods)?;
    match picker(&game.state) {
        Some(_) => Ok(()),
        None => begin_action_phase(game),
    }
}

/// Who picks next; nobody when all have their cards. With three or four players the speaker's left
/// hand comes round twice (RR 84.1c). Whoever kept cards is passed over.
pub fn picker(state: &State) -> Option<Seat> {
    let picked = picked(state);
    let open = state.strategy.iter().any(|slot| slot.holder.is_none());
    let pickers = state.clockwise_from(state.speaker).filter(|seat| !state.keeping.contains(*seat));
    let players = pickers.clone().count();
    let due = open && picked < players * state.strategy_cards_each();
    due.then(|| pickers.clone().nth(picked % players)).flatten()
}

/// Strategy cards that were picked in this strategy phase.
fn picked(state: &State) -> usize {
    let holders = state.strategy.iter().filter_map(|slot| slot.holder);
    holders.filter(|seat| !state.keeping.contains(*seat)).count()
}

/// The card that `seat` takes in the end: others may force another choice.
fn choose(game: &mut Game, seat: Seat) -> Flow<StrategyId> {
    let mut refused: Vec<StrategyId> = Vec::new();
    loop {
        let choice = game.choose(|state| prompt(state, seat, &refused))?;
        let Choice::Strategy(card) = choice else {
            unreachable!("only strategy cards are offered")
        };
        // Whoever must take the last card cannot be made to take another one.
        if open_cards(&game.state, &refused).nth(1).is_none() {
            return Ok(card);
        }
        let mut picked = Moment::StrategyPicked { by: seat, card, refused: false };
        window::window(game, &mut picked)?;
        if !matches!(picked, Moment::StrategyPicked { refused: true, .. }) {
            return Ok(card);
        }
        refused.push(card);
    }
}

/// The question which strategy card `seat` takes.
pub fn prompt(state: &State, seat: Seat, refused: &[StrategyId]) -> Prompt<Imperium> {
    let options = open_cards(state, refused).map(Choice::Strategy).collect();
    Prompt::one(seat, Question::PickStrategyCard, options)
}

fn open_cards<'a>(
    state: &'a State,
    refused: &'a [StrategyId],
) -> impl Iterator<Item = StrategyId> + 'a {
    let open = state.strategy.iter().filter(|slot| slot.holder.is_none()).map(|slot| slot.card);
    open.filter(|card| !refused.contains(card))
}

/// A trade good on each card that nobody took (RR 84.2), then the first turn.
fn begin_action_phase(game: &mut Game) -> Flow {
    let mut left: Vec<StrategyId> = Vec::new();
    for slot in game.state.strategy.iter_mut().filter(|slot| slot.holder.is_none()) {
        slot.trade_goods = slot.trade_goods.saturating_add(1);
        left.push(slot.card);
    }
    if !left.is_empty() {
        game.say(|_| {
            let names = text::list(left.iter().map(|card| format!("**{}**", card.name())));
            let there = if left.len() == 1 { "it" } else { "each" };
            format!("Nobody took {names}: 1 trade good is placed on {there}.")
        });
    }
    game.state.keeping.clear();
    let mut end = Moment::StrategyPhaseEnds {};
    window::must(game, &mut end)?;
    window::in_speaker_order(game, &mut end)?;
    let order = game.state.initiative_order();
    game.state.stage = Stage::Action;
    game.state.active = order.first().copied();
    game.say(|_| {
        let names: Vec<String> = order.iter().map(Seat::to_string).collect();
        format!("The action phase begins. Turn order: {}.", names.join(", "))
    });
    Ok(())
}
