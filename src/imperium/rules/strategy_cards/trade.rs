//! Trade (RR 92): trade goods and commodities, for friends as well.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::super::ask::*;
use super::super::trade::{self, replenish};
use super::{StrategyRule, YES};

const GOODS: u8 = 3;

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["trade"],
    text: [
        "Gain 3 trade goods and fill up your commodities. Choose any other players: they fill up \
         theirs for free.",
        "Fill up your commodities.",
    ],
    token: true,
    primary,
    answer: None,
    // Whoever was chosen is full already and can use the ability only once (RR 92.4).
    useful: lacks_commodities,
    reply: YES,
    secondary: |game, owed, _| replenish(game, owed.seat),
};

fn lacks_commodities(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    player.commodities < player.faction.get().commodities
}

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    game.say(|_| format!("{seat} gains {GOODS} trade goods."));
    trade::gain(game, seat, GOODS)?;
    replenish(game, seat)?;
    let answer = game.ask(|state| {
        let able = state.others(seat).filter(|other| lacks_commodities(state, *other));
        let options: Vec<Choice> = able.map(Choice::Player).collect();
        let most = options.len();
        Prompt::some(seat, Question::Target { card, step: 0 }, options, 0, most)
    })?;
    // (RR 92.3) The chosen must use the ability, which leaves them nothing to decide.
    let chosen = |other: &Seat| answer.contains(&Choice::Player(*other));
    let friends: Vec<Seat> = game.state.others(seat).filter(chosen).collect();
    if !friends.is_empty() {
        game.say(|_| {
            let names = text::list(friends.iter().map(Seat::to_string));
            format!("{seat} lets {names} replenish without a token.")
        });
    }
    for other in friends {
        replenish(game, other)?;
    }
    Ok(())
}
