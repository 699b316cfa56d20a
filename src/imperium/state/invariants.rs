//! What is true of every position between two entries, whatever the rules did.

use crate::engine::Seat;

use super::*;

/// Everything that is wrong with `state`, in words; empty when it is sound.
pub fn violations(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    plastic(state, &mut wrong);
    places(state, &mut wrong);
    sheets(state, &mut wrong);
    notes(state, &mut wrong);
    cards(state, &mut wrong);
    wrong
}

fn plastic(state: &State, wrong: &mut Vec<String>) {
    let mut on_board = vec![[0u16; UnitKind::ALL.len()]; state.players.len()];
    for (_, forces) in state.all_forces() {
        for stack in forces.iter() {
            if let Some(counts) = on_board.get_mut(stack.owner.index()) {
                counts[stack.kind as usize] += u16::from(stack.count);
            }
        }
    }
    for (i, counts) in on_board.iter().enumerate() {
        for kind in UnitKind::ALL {
            let (n, limit) = (counts[kind as usize], u16::from(kind.limit()));
            if n > limit && !kind.tokens_may_substitute() {
                wrong.push(format!(
                    "{:?} has {n} of {kind:?}, plastic allows {limit}",
                    Seat(i as u8)
                ));
            }
        }
    }
}

fn places(state: &State, wrong: &mut Vec<String>) {
    for (place, forces) in state.all_forces() {
        for stack in forces.iter() {
            if stack.count == 0 {
                wrong.push(format!("an empty stack at {place:?}"));
            }
            if stack.owner.index() >= state.players.len() {
                wrong.push(format!("units of nobody at {place:?}"));
            }
            // Some fighters may fight on the ground while an invasion goes on, or when it ended the game.
            let invades = state.activated.is_some() || state.stage == Stage::Finished;
            let lands = stack.kind == UnitKind::Fighter && invades;
            if matches!(place, Place::Planet(_)) && stack.kind.is_ship() && !lands {
                wrong.push(format!("a ship on a planet: {stack:?} at {place:?}"));
            }
            let floats = || state.floats(stack.owner, stack.kind);
            if matches!(place, Place::Space(_)) && stack.kind.is_structure() && !floats() {
                wrong.push(format!("a structure in space: {stack:?} at {place:?}"));
            }
            let sustains = || state.card(stack.owner, stack.kind).is_some_and(|card| card.sustain);
            if stack.damaged && !sustains() {
                wrong.push(format!("damage without sustain: {stack:?} at {place:?}"));
            }
        }
    }
    for (id, planet) in state.planets.iter() {
        let structures = planet.forces.iter().filter(|stack| stack.kind.is_structure());
        if structures.clone().any(|stack| Some(stack.owner) != planet.owner) {
            wrong.push(format!("a structure on {id} that its owner does not control"));
        }
    }
}

fn sheets(state: &State, wrong: &mut Vec<String>) {
    for (i, player) in state.players.iter().enumerate() {
        let seat = Seat(i as u8);
        let tokens = player.tokens;
        let total = tokens.tactic + tokens.fleet + tokens.strategy + state.tokens_on_board(seat);
        if total > queries::COMMAND_TOKENS {
            wrong.push(format!("{seat:?} has {total} command tokens"));
        }
        if player.commodities > player.faction.get().commodities {
            wrong.push(format!("{seat:?} holds {} commodities", player.commodities));
        }
        if player.technologies.windows(2).any(|pair| pair[0] >= pair[1]) {
            wrong.push(format!("{seat:?}'s technologies are not a sorted set"));
        }
    }
}

/// Every card is in one place only.
fn cards(state: &State, wrong: &mut Vec<String>) {
    let mut actions = vec![0u8; ActionCardId::all().len()];
    let hands = state.players.iter().flat_map(|player| &player.hand);
    for card in hands.chain(&state.decks.action_cards).chain(&state.decks.discarded) {
        actions[card.index()] += 1;
    }
    for (card, n) in ActionCardId::all().zip(actions) {
        if n > card.get().copies {
            wrong.push(format!("{n} copies of {card}"));
        }
    }
    let scored = state.players.iter().flat_map(|player| &player.scored_secrets);
    let held = state.players.iter().flat_map(|player| &player.secrets);
    let mut secrets: Vec<SecretId> =
        scored.chain(held).chain(&state.decks.secrets).copied().collect();
    secrets.sort_unstable();
    if secrets.windows(2).any(|pair| pair[0] == pair[1]) {
        wrong.push("a secret objective in two places".into());
    }
    for player in &state.players {
        // A fourth is held while its player chooses which one goes back (RR 61.21).
        let scored = player.scored_secrets.len();
        if scored > 3 || scored + player.secrets.len() > 4 {
            wrong.push(format!("more than three secret objectives: {:?}", player.secrets));
        }
    }
}

/// Every promissory note is in one place, where everybody thinks it possible, and no player has an own
/// one in play.
fn notes(state: &State, wrong: &mut Vec<String>) {
    let mut there: Vec<Note> = Vec::new();
    for (i, player) in state.players.iter().enumerate() {
        let seat = Seat(i as u8);
        for note in &player.notes {
            if !state.may_hold(seat).any(|other| other == *note) {
                wrong.push(format!("nobody thinks that {seat:?} may hold {note:?}"));
            }
        }
        if player.notes_in_play.iter().any(|note| note.of == seat) {
            wrong.push(format!("{seat:?} has an own note in play"));
        }
        there.extend(player.notes.iter().chain(&player.notes_in_play));
    }
    let mut dealt: Vec<Note> = state.whereabouts.iter().map(|about| about.note).collect();
    there.sort_unstable();
    dealt.sort_unstable();
    if there != dealt || dealt.windows(2).any(|pair| pair[0] == pair[1]) {
        wrong.push(format!("promissory notes are {there:?}, not {dealt:?}"));
    }
}
