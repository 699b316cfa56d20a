//! Who was first: Mecatol Rex and the objectives, settled when all markers are down.

use super::*;

pub(super) fn settle(game: &mut Game) {
    mecatol(game);
    objectives(game);
}

/// Everybody writes their name in a slot of their own; those of one step have the reward of the best slot
/// among them, and so have those of the AI's round (Mecatol Rex Sheet).
fn mecatol(game: &mut Game) {
    let (barrier, round) = (game.state.barrier, game.state.round);
    let arrived: Vec<(Seat, u8)> = game
        .state
        .seats()
        .filter_map(|seat| {
            let system = throne(game.state.printed(seat).nav);
            let there = game.state.player(seat).nav.claimed >> system & 1 == 1;
            let written = game.state.mecatol.iter().any(|slot| slot.seat == Some(seat));
            (there && !written).then_some((seat, system))
        })
        .collect();
    for (seat, _) in &arrived {
        game.state.mecatol.push(Slot { seat: Some(*seat), barrier, round });
    }
    let tied =
        |slot: &Slot| slot.barrier == barrier || (slot.seat.is_none() && slot.round == round);
    let Some(best) = game.state.mecatol.iter().position(tied) else { return };
    for (seat, system) in arrived {
        let pack = game.state.pack.get();
        let (mut points, votes) = pack.mecatol.get(best).copied().unwrap_or((0, 0));
        for passive in game.state.passives(seat) {
            if let Passive::MecatolVp(more) = passive {
                points += more;
            }
        }
        let mut desk = Desk::of(&game.state, seat);
        desk.me.nav.boxes.push((system, points));
        desk.me.vp[Sheet::Nav.index()] += i16::from(points);
        desk.push(&[Effect::Claim(Asset::Vote, votes)]);
        desk.settle();
        game.state.players[seat.index()] = desk.me;
        game.say(|_| format!("{seat} claims Mecatol Rex: {points} VP and {votes} votes."));
    }
}

/// The system of Mecatol Rex.
pub fn throne(nav: &NavSheet) -> u8 {
    let found = nav.systems.iter().position(|system| system.asset == Asset::Mecatol);
    found.expect("a pack without it is refused") as u8
}

/// The greater value for all who are first in the same step, and for those of the AI's round (Objectives,
/// Goal Tracks).
fn objectives(game: &mut Game) {
    let (barrier, round) = (game.state.barrier, game.state.round);
    for kind in Sheet::ALL {
        let met: Vec<Seat> = game
            .state
            .seats()
            .filter(|seat| {
                let player = game.state.player(*seat);
                player.met[kind.index()] && player.objectives[kind.index()].is_none()
            })
            .collect();
        if met.is_empty() {
            continue;
        }
        let race = game.state.races[kind.index()];
        let first = match (race.first, race.ai) {
            (None, None) => true,
            (Some((step, _)), _) if step == barrier => true,
            // Tied with the AI, unless somebody was before both.
            (first, Some(ai)) => ai == round && first.is_none_or(|(_, then)| then == round),
            _ => false,
        };
        if race.first.is_none() {
            game.state.races[kind.index()].first = Some((barrier, round));
        }
        let card = game.state.objective(kind);
        let points = if first { card.first } else { card.later };
        for seat in met {
            game.state.players[seat.index()].objectives[kind.index()] = Some(points);
            game.say(|_| format!("{seat} completes {}: {points} VP.", card.name));
        }
    }
}
