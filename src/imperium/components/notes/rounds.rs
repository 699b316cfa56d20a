//! Notes of factions that are played between turns: at the end of the strategy phase, when an agenda is
//! revealed, after research.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::notes::{Held, NoteModifier, NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::{Number, NumberKind, number};
use crate::imperium::rules::technology as research;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{status, strategy_cards};
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
        "acquiescence-omega",
        "The owner has performed a strategic action: its secondary ability costs you no command token, \
         and you place none for it.",
    )
    .powers(&[NotePower {
        at: At::Secondary,
        when: |state, held, moment| match *moment {
            Moment::Secondary { by, from, card, instead: false } => {
                by == held.by
                    && from == held.of()
                    && strategy_cards::rule(card).is_some_and(|rule| rule.token)
                    && !strategy_cards::is_free(state, by, card)
            }
            _ => false,
        },
        then: |_, _, _| Ok(()),
    }]),
    NoteRule::new(
        "cybernetic-enhancements-omega",
        "Command tokens are gained in the status phase: you gain 1 more.",
    )
    .powers(&[NotePower {
        at: At::TokensDue,
        when: |state, held, _| {
            let seat = held.by;
            let due = number(state, Number::TokensGained { seat }, status::TOKENS);
            i32::from(state.token_reinforcements(seat)) > due
        },
        then: |_, _, _| Ok(()),
    }])
    .modifiers(&[NoteModifier {
        of: NumberKind::TokensGained,
        adds: |_, held, number| match number {
            Number::TokensGained { seat } if *seat == held.by => 1,
            _ => 0,
        },
    }])
    .stays(Stays::Until(Until::TokensGained)),
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
    NoteRule::new(
        "political-favor",
        "When an agenda is revealed, if the owner has a strategy token: they lose it, and the agenda is \
         discarded for the next one.",
    )
    .powers(&[NotePower {
        at: At::WhenRevealed,
        when: |state, held, moment| {
            matches!(moment, Moment::WhenRevealed { replaced: false, .. })
                && state.player(held.of()).tokens.strategy > 0
        },
        then: |game, held, moment| {
            let tokens = &mut game.state.player_mut(held.of()).tokens;
            tokens.strategy = tokens.strategy.saturating_sub(1);
            game.say(|_| format!("{} loses 1 strategy token.", held.of()));
            if let Moment::WhenRevealed { replaced, .. } = moment {
                *replaced = true;
            }
            Ok(())
        },
    }]),
    NoteRule::new(
        "research-agreement",
        "The owner has researched a technology that is no faction's own: you gain it too.",
    )
    .powers(&[NotePower {
        at: At::Researched,
        when: |state, held, moment| match moment {
            Moment::Researched { by, tech } => {
                *by == held.of()
                    && tech.get().faction.is_none()
                    && !state.has_technology(held.by, *tech)
                    && research::own_upgrade(state, held.by, *tech).is_none()
            }
            _ => false,
        },
        then: |game, held, moment| {
            if let Moment::Researched { tech, .. } = *moment {
                game.state.gain_technology(held.by, tech);
                game.say(|_| format!("{} gains **{}**.", held.by, tech.name()));
            }
            Ok(())
        },
    }]),
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
