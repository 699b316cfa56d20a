//! Cards played in the agenda phase.

use crate::engine::Seat;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::{Card, aimed};

pub static CARDS: &[Card] = &[aimed(
    "bribery",
    "The speaker has voted: each trade good you spend is one more vote for the outcome you voted for.",
    bribes,
    &[Power {
        name: "Bribery",
        at: At::VotesCast,
        when: |_, seat, moment| voted(seat, moment).is_some(),
        then: |game, seat, moment| {
            let Some(outcome) = voted(seat, moment) else { return Ok(()) };
            let Moment::Targeted { target: Choice::TradeGoods(paid), within } = moment else {
                return Ok(());
            };
            let player = game.state.player_mut(seat);
            let votes = (*paid).min(player.trade_goods);
            player.trade_goods -= votes;
            if let Moment::VotesCast { extra, .. } = &mut **within {
                extra.push((seat, outcome, votes.into()));
            }
            let plural = if votes == 1 { "" } else { "s" };
            game.say(|_| format!("{seat} buys {votes} vote{plural}."));
            Ok(())
        },
        must: false,
    }],
)];

/// What `seat` has voted for on this agenda.
fn voted(seat: Seat, moment: &Moment) -> Option<Elected> {
    match moment {
        Moment::VotesCast { votes, .. } => {
            let own = votes.iter().find(|(voter, _, n)| *voter == seat && *n > 0);
            own.map(|(_, outcome, _)| *outcome)
        }
        Moment::Targeted { within, .. } => voted(seat, within),
        _ => None,
    }
}

/// Any number of trade goods, none included.
fn bribes(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    (0..=state.player(seat).trade_goods).map(Choice::TradeGoods).collect()
}
