//! Politics (RR 66): the speaker, action cards and a look at agendas.

use crate::engine::{Audience, Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::*;
use super::super::{agenda, window};
use super::{StrategyRule, YES};

const CARDS: u8 = 2;
const AGENDAS: usize = 2;

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["politics"],
    text: [
        "Someone other than the speaker becomes speaker. Draw 2 action cards. Look at the top two \
         agendas and put each on top of the deck or under it.",
        "Draw 2 action cards.",
    ],
    token: true,
    primary,
    answer: None,
    useful: |state, _| !state.decks.action_cards.is_empty() || !state.decks.discarded.is_empty(),
    reply: YES,
    secondary: |game, owed, _| window::draw_action_cards(game, owed.seat, CARDS),
};

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    choose_speaker(game, seat, card)?;
    window::draw_action_cards(game, seat, CARDS)?;
    order_agendas(game, seat, card)
}

fn choose_speaker(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    let choice = game.choose(|state| {
        let able = state.clockwise_from(seat).filter(|other| *other != state.speaker);
        let question = Question::Target { card, step: 0 };
        Prompt::one(seat, question, able.map(Choice::Player).collect())
    })?;
    let Choice::Player(speaker) = choice else { unreachable!("only players are offered") };
    game.state.speaker = speaker;
    game.say(|_| format!("{speaker} is the speaker now."));
    Ok(())
}

/// The seen cards are ordered together with a mark for the deck: before it is on top, the first
/// uppermost; after it is below, the last lowest.
fn order_agendas(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    agenda::refill(game)?;
    let seen = game.state.decks.agendas.len().min(AGENDAS);
    if seen == 0 {
        return Ok(());
    }
    let agendas = top(&game.state, seen);
    game.reveal("agendas");
    game.say(|_| format!("{seat} looks at the top {seen} agendas."));
    game.tell(Audience::Only(seat), |_| {
        let names: Vec<&str> = agendas.iter().map(|agenda| agenda.name()).collect();
        format!("On top of the agenda deck: **{}**.", names.join("**, then **"))
    });
    let order = game.ask(|state| {
        let mut options: Vec<Choice> = top(state, seen).into_iter().map(Choice::Agenda).collect();
        options.push(Choice::Deck);
        Prompt::order(seat, Question::AgendaOrder { card }, options)
    })?;
    let deck = order.iter().position(|choice| *choice == Choice::Deck).unwrap_or(order.len());
    let named = |choices: &[Choice]| -> Vec<AgendaId> {
        let agenda = |choice: &Choice| match choice {
            Choice::Agenda(agenda) => Some(*agenda),
            _ => None,
        };
        choices.iter().filter_map(agenda).collect()
    };
    let (above, below) = (named(&order[..deck]), named(&order[deck..]));
    let (up, down) = (above.len(), below.len());
    let pile = &mut game.state.decks.agendas;
    pile.truncate(pile.len() - seen);
    // The deck's end is its top.
    pile.splice(0..0, below.into_iter().rev());
    pile.extend(above.into_iter().rev());
    game.say(|_| format!("{seat} puts {up} on top of the deck and {down} at the bottom."));
    Ok(())
}

/// The topmost agendas, the uppermost first.
fn top(state: &State, count: usize) -> Vec<AgendaId> {
    state.decks.agendas.iter().rev().take(count).copied().collect()
}
