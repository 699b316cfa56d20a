//! Action cards that are drawn and thrown away.

use crate::engine::{Audience, Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::tables::{Number, number};
use crate::imperium::state::State;

/// Draws action cards; the discard pile is shuffled when the deck is empty (RR 2.3).
pub fn draw_action_cards(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let mut drawn = Vec::new();
    let sifted = number(&game.state, Number::CardsSifted { seat }, 0).clamp(0, 9) as u8;
    for _ in 0..count.saturating_add(sifted) {
        if game.state.decks.action_cards.is_empty() {
            let mut pile = std::mem::take(&mut game.state.decks.discarded);
            let label = format!("action card deck, {}", game.state.moment_label());
            game.shuffle(label, &mut pile)?;
            game.state.decks.action_cards = pile;
        }
        let Some(card) = game.state.decks.action_cards.pop() else { break };
        game.state.player_mut(seat).hand.push(card);
        drawn.push(card);
    }
    if drawn.is_empty() {
        return Ok(());
    }
    game.reveal("an action card");
    let n = drawn.len();
    game.say(|_| format!("{seat} draws {n} action card{}.", if n == 1 { "" } else { "s" }));
    game.tell(Audience::Only(seat), |_| {
        let names: Vec<&str> = drawn.iter().map(|card| card.name()).collect();
        format!("You drew **{}**.", names.join("**, **"))
    });
    if sifted > 0 {
        discard(game, seat, sifted)?;
    }
    limit_hand(game, seat)
}

/// The cards of a hand, each named once, for somebody who takes one of them.
pub fn kinds_held(state: &State, seat: Seat) -> Vec<Choice> {
    let mut cards = state.player(seat).hand.clone();
    cards.sort_unstable();
    cards.dedup();
    cards.into_iter().map(Choice::Card).collect()
}

/// `seat` discards cards of its choice, as many as it holds at most.
pub fn discard(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let held = game.state.player(seat).hand.len();
    let n = usize::from(count).min(held);
    let choices = game.ask(|state| {
        let options = state.player(seat).hand.iter().copied().map(Choice::Card).collect();
        Prompt::some(seat, Question::DiscardCards { count: n as u8 }, options, n, n)
    })?;
    throw_away(game, seat, choices, "");
    Ok(())
}

/// Puts chosen cards from the hand on the discard pile; `why` follows their names in the news.
fn throw_away(game: &mut Game, seat: Seat, choices: Vec<Choice>, why: &str) {
    for choice in choices {
        let Choice::Card(card) = choice else { continue };
        let hand = &mut game.state.player_mut(seat).hand;
        if let Some(at) = hand.iter().position(|held| *held == card) {
            hand.remove(at);
            game.state.decks.discarded.push(card);
            game.say(|_| format!("{seat} discards **{}**{why}.", card.name()));
        }
    }
}

/// A player with more than seven action cards discards down at once (RR 2.4).
pub fn limit_hand(game: &mut Game, seat: Seat) -> Flow {
    let limit = number(&game.state, Number::HandLimit { seat }, 7);
    let limit = limit.max(0) as usize;
    let held = game.state.player(seat).hand.len();
    if held <= limit {
        return Ok(());
    }
    let choices = game.ask(|state| {
        let options = state.player(seat).hand.iter().copied().map(Choice::Card).collect();
        let question = Question::DiscardDown { limit: limit as u8 };
        Prompt::some(seat, question, options, held - limit, held - limit)
    })?;
    throw_away(game, seat, choices, " (hand limit)");
    Ok(())
}
