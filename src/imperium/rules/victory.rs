//! The ends of the game (RR 98) and of a player (RR 33).

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::notes;
use super::tables::{Number, number};

/// Ends the game, and the step, when somebody has enough points; of several the earliest in
/// initiative order wins (RR 98.7).
pub fn check(game: &mut Game) -> Flow {
    let goal = i32::from(game.state.options.goal);
    let reached = |seat: &Seat| goal <= game.state.points(*seat);
    match game.state.initiative_order().into_iter().find(reached) {
        Some(winner) => finish(game, winner),
        None => Ok(()),
    }
}

/// Ends the game because no objective is left to reveal: most points win, ties by initiative
/// (RR 98.8).
pub fn run_out(game: &mut Game) -> Flow {
    game.say(|_| "There is no objective left to reveal: the game ends (RR 61.15).".into());
    most_points(game)
}

/// Whoever has most points wins; of several the earliest in initiative order.
fn most_points(game: &mut Game) -> Flow {
    let order = game.state.initiative_order();
    let most = order.iter().map(|seat| game.state.points(*seat)).max();
    let first: Vec<Seat> =
        order.into_iter().filter(|seat| Some(game.state.points(*seat)) == most).collect();
    let Some(winner) = first.first().copied() else { return Ok(()) };
    if first.len() > 1 {
        game.say(|state| {
            let names = text::list(first.iter().map(Seat::to_string));
            let points = state.points(winner);
            format!("{names} have {points} points each; {winner} is first in initiative order.")
        });
    }
    finish(game, winner)
}

fn finish(game: &mut Game, winner: Seat) -> Flow {
    game.state.winner = Some(winner);
    game.state.stage = Stage::Finished;
    game.state.active = None;
    game.state.activated = None;
    game.state.owed.clear();
    game.say(|state| {
        let points = match state.points(winner) {
            1 => "1 point".into(),
            n => format!("{n} points"),
        };
        format!("**{winner} wins with {points}.**")
    });
    game.end_step()
}

/// Gives a victory point that lies on no objective, and looks whether that ends the game. Whoever has none
/// loses none.
pub fn gain(game: &mut Game, seat: Seat, merit: Merit, points: i8) -> Flow {
    if points < 0 && game.state.points(seat) == 0 {
        return Ok(());
    }
    game.state.player_mut(seat).other_points.push((merit, points));
    game.say(|state| {
        let (verb, n) = if points < 0 { ("loses", -points) } else { ("gains", points) };
        let plural = if n == 1 { "" } else { "s" };
        format!("{seat} {verb} {n} victory point{plural} and has {}.", state.points(seat))
    });
    check(game)
}

/// Takes out of the game whoever has no planets, ground forces or production (RR 33).
pub fn eliminate(game: &mut Game) -> Flow {
    let seats: Vec<Seat> = game.state.seats().collect();
    for seat in seats {
        if is_eliminated(&game.state, seat) {
            take_out(game, seat)?;
        }
    }
    let left: Vec<Seat> = game.state.seats().collect();
    match left[..] {
        [winner] if game.state.players.len() > 1 => finish(game, winner),
        _ => Ok(()),
    }
}

/// Somebody who plays on with nothing left; between two steps there is nobody (RR 33.1).
pub fn overdue(state: &State) -> Option<String> {
    let seat = state.seats().find(|seat| is_eliminated(state, *seat));
    seat.map(|seat| format!("{seat:?} has nothing left and is not eliminated"))
}

/// (RR 33.1)
fn is_eliminated(state: &State, seat: Seat) -> bool {
    state.controlled(seat).next().is_none()
        && state.all_forces().flat_map(|(_, forces)| forces.of(seat)).all(|stack| {
            let produces =
                state.card(seat, stack.kind).is_some_and(|card| card.production.is_some());
            !stack.kind.is_ground_force() && !produces
        })
        && !state
            .systems
            .keys()
            .any(|system| number(state, Number::SystemProduction { seat, system: *system }, 0) > 0)
}

/// (RR 33.2 to 33.8)
fn take_out(game: &mut Game, seat: Seat) -> Flow {
    game.say(|_| {
        format!("{seat} has no planets, ground forces or production left and is out (RR 33).")
    });
    notes::eliminated(game, seat);
    let state = &mut game.state;
    for system in state.systems.values_mut() {
        system.space.drain(|stack| stack.owner == seat);
        system.tokens.remove(seat);
    }
    for planet in state.planets.values_mut() {
        planet.forces.drain(|stack| stack.owner == seat);
    }
    for slot in state.strategy.iter_mut().filter(|slot| slot.holder == Some(seat)) {
        slot.holder = None;
        slot.exhausted = false;
    }
    state.owed.retain(|owed| owed.seat != seat);
    state.offers.retain(|offer| offer.from != seat && offer.to != seat);
    // What a law does goes on, whoever was speaker when it came.
    let of_law = |until: Until| matches!(until, Until::LawGoes(_));
    state.lasting.retain(|lasting| lasting.seat != seat || of_law(lasting.until));
    let owned = |law: &&Law| law.elected == Some(Elected::Player(seat));
    let owned: Vec<AgendaId> = state.laws.iter().filter(owned).map(|law| law.agenda).collect();
    for agenda in owned {
        state.discard_law(agenda);
    }
    state.keeping.remove(seat);
    if state.speaker == seat {
        let next = state.others(seat).next();
        state.speaker = next.unwrap_or(seat);
    }
    let player = state.player_mut(seat);
    player.eliminated = true;
    player.passed = true;
    player.tokens = Tokens { tactic: 0, fleet: 0, strategy: 0 };
    (player.trade_goods, player.commodities) = (0, 0);
    (player.fallen, player.returning) = (0, 0);
    player.technologies.clear();
    player.exhausted_technologies.clear();
    let hand = std::mem::take(&mut player.hand);
    let mut secrets = std::mem::take(&mut player.secrets);
    secrets.append(&mut player.scored_secrets);
    state.decks.discarded.extend(hand);
    if secrets.is_empty() {
        return Ok(());
    }
    state.decks.secrets.extend(secrets);
    let mut deck = std::mem::take(&mut state.decks.secrets);
    let label = format!("secret objective deck, {}", game.state.moment_label());
    game.shuffle(label, &mut deck)?;
    game.state.decks.secrets = deck;
    Ok(())
}
