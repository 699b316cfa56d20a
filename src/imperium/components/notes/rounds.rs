//! Notes of factions that are played between turns: at the end of the strategy phase, when an agenda is
//! revealed, after research.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::notes::{Held, NotePower, NoteRule, Stays};
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

pub static NOTES: &[NoteRule] = &[
    NoteRule::new(
        "acquiescence",
        "End of the strategy phase: you exchange a strategy card of yours for one of the owner's.",
    )
    .powers(&[NotePower {
        at: At::StrategyPhaseEnds,
        when: |state, held, _| {
            [held.by, held.of()].iter().all(|seat| state.strategy_cards_of(*seat).next().is_some())
        },
        then: exchange,
    }]),
    NoteRule::new(
        "gift-of-prescience",
        "End of the strategy phase: lay this out. You have initiative 0 and act first in this round, \
         whatever the owner's own gift says.",
    )
    .powers(&[NotePower {
        at: At::StrategyPhaseEnds,
        when: |_, _, _| true,
        then: |game, held, _| {
            game.state.zero = Some(held.by);
            game.say(|_| format!("{} has initiative 0 in this round.", held.by));
            Ok(())
        },
    }])
    .stays(Stays::Until(Until::StatusPhaseEnds)),
];

fn exchange(game: &mut Game, held: Held, _: &mut Moment) -> Flow {
    let own = pick(game, held, held.by)?;
    let theirs = pick(game, held, held.of())?;
    for slot in &mut game.state.strategy {
        // What lay on them stays with who picked them (RR 84.1a).
        if slot.card == own {
            slot.holder = Some(held.of());
        } else if slot.card == theirs {
            slot.holder = Some(held.by);
        }
    }
    let names = (own.name(), theirs.name());
    game.say(|_| format!("{} gives {} **{}** for **{}**.", held.by, held.of(), names.0, names.1));
    Ok(())
}

/// A strategy card of `from`, by the choice of the note's player.
fn pick(game: &mut Game, held: Held, from: Seat) -> Flow<StrategyId> {
    let question = Question::NoteTarget { note: held.note.card };
    let choice = game.choose(|state| {
        let cards = state.strategy_cards_of(from).map(|slot| Choice::Strategy(slot.card));
        Prompt::one(held.by, question.clone(), cards.collect())
    })?;
    match choice {
        Choice::Strategy(card) => Ok(card),
        _ => unreachable!("only strategy cards are offered"),
    }
}
