//! Laws.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::tables::*;
use crate::imperium::rules::window;
use crate::imperium::state::*;

use super::for_or_against;

pub static ALL: &[AgendaRule] = &[EXECUTIVE_SANCTIONS, CONVENTIONS_OF_WAR, WORMHOLE_RECONSTRUCTION];

const EXECUTIVE_SANCTIONS: AgendaRule = AgendaRule {
    slug: "executive-sanctions",
    text: "For: nobody may hold more than 3 action cards. \
           Against: everybody loses 1 action card at random.",
    outcomes: for_or_against,
    enacts: |outcome| outcome == Elected::For,
    resolve: |game, tally| {
        let seats = in_speaker_order(&game.state);
        for seat in seats {
            match tally.outcome {
                Elected::For => window::limit_hand(game, seat)?,
                _ => lose_one_card(game, seat)?,
            }
        }
        Ok(())
    },
    modifiers: &[modifier(NumberKind::HandLimit, |_, _, number| match number {
        // The plain limit is seven.
        Number::HandLimit { .. } => -4,
        _ => 0,
    })],
    permits: &[],
};

const CONVENTIONS_OF_WAR: AgendaRule = AgendaRule {
    slug: "conventions-of-war",
    text: "For: cultural planets cannot be bombarded. \
           Against: everybody who voted against discards all action cards.",
    outcomes: for_or_against,
    enacts: |outcome| outcome == Elected::For,
    resolve: |game, tally| match tally.outcome {
        Elected::Against => discard_hands(game, &tally.voted(Elected::Against)),
        _ => Ok(()),
    },
    modifiers: &[],
    permits: &[|_, _, act| match act {
        Act::Bombard { planet } if planet.get().traits.contains(&Trait::Cultural) => Some(
            Refusal::new(format!(
                "{} is cultural and protected by Conventions of War",
                planet.name()
            ))
            .rule("15"),
        ),
        _ => None,
    }],
};

const WORMHOLE_RECONSTRUCTION: AgendaRule = AgendaRule {
    slug: "wormhole-reconstruction",
    text: "For: all alpha and beta wormholes are connected with each other. \
           Against: everybody puts a command token from reinforcements into each system with a \
           wormhole and own ships.",
    outcomes: for_or_against,
    enacts: |outcome| outcome == Elected::For,
    resolve: |game, tally| {
        let speaker = game.state.speaker;
        if tally.outcome == Elected::For {
            let until = Until::LawGoes(AgendaId::named("wormhole-reconstruction"));
            game.state.lasting.push(Lasting {
                until,
                seat: speaker,
                effect: Effect::AlphaMeetsBeta,
            });
            return Ok(());
        }
        for seat in in_speaker_order(&game.state) {
            lock_wormholes(game, seat);
        }
        Ok(())
    },
    modifiers: &[],
    permits: &[],
};

fn lock_wormholes(game: &mut Game, seat: Seat) {
    let state = &game.state;
    let wormhole = |system: &SystemId| !state.wormholes(*system).is_empty();
    let own = |system: &SystemId| state.has_ships(*system, seat);
    let systems: Vec<SystemId> =
        state.systems.keys().copied().filter(|system| wormhole(system) && own(system)).collect();
    for system in systems {
        if game.state.token_reinforcements(seat) > 0 {
            game.state.system_mut(system).tokens.insert(seat);
            game.say(|_| format!("{seat}'s command token is placed in {system}."));
        }
    }
}

pub(super) fn in_speaker_order(state: &State) -> Vec<Seat> {
    state.clockwise_from(state.speaker).collect()
}

fn lose_one_card(game: &mut Game, seat: Seat) -> Flow {
    let held = game.state.player(seat).hand.len();
    if held == 0 {
        return Ok(());
    }
    let label = format!("{}, a card of {seat:?}", game.state.moment_label());
    let at = game.random(label, held as u32, 1)?[0] as usize - 1;
    let card = game.state.player_mut(seat).hand.remove(at);
    game.state.decks.discarded.push(card);
    game.reveal(card.name());
    game.say(|_| format!("{seat} loses {}.", card.name()));
    Ok(())
}

pub(super) fn discard_hands(game: &mut Game, seats: &[Seat]) -> Flow {
    for seat in seats {
        let hand = std::mem::take(&mut game.state.player_mut(*seat).hand);
        if hand.is_empty() {
            continue;
        }
        let n = hand.len();
        game.state.decks.discarded.extend(hand);
        game.say(|_| format!("{seat} discards all {n} action cards."));
    }
    Ok(())
}
