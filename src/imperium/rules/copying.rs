//! Technologies taken over from other players: plain ones are gained, those of a faction are copied by
//! cards that stand for them (Valefar Assimilators).

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::fleet;

/// Technologies of `from` that `seat` could take over. Those of a faction need a card that copies them
/// and are copied once at most.
pub fn open(state: &State, seat: Seat, from: Seat) -> Vec<TechId> {
    let copies = !state.player(seat).copies.is_empty();
    let theirs = state.player(from).technologies.iter().copied();
    theirs
        .filter(|tech| {
            !state.has_technology(seat, *tech) && (tech.get().faction.is_none() || copies)
        })
        .collect()
}

/// `seat` takes over one of the technologies of these players, of its choice.
pub fn take_over(game: &mut Game, seat: Seat, from: &[Seat], question: &Question) -> Flow {
    let all = |state: &State| -> Vec<Choice> {
        let mut found: Vec<TechId> =
            from.iter().flat_map(|other| open(state, seat, *other)).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(Choice::Technology).collect()
    };
    if all(&game.state).is_empty() {
        return Ok(());
    }
    let choice = game.choose(|state| Prompt::one(seat, question.clone(), all(state)))?;
    let Choice::Technology(tech) = choice else { return Ok(()) };
    if tech.get().faction.is_some() {
        return copy(game, seat, tech);
    }
    game.state.gain_technology(seat, tech);
    game.say(|_| format!("{seat} gains **{}**.", tech.name()));
    Ok(())
}

/// One of the seat's copying cards stands for `tech` from now on. Whether it is exhausted stays.
fn copy(game: &mut Game, seat: Seat, tech: TechId) -> Flow {
    let Some(card) = card_for(game, seat, tech)? else { return Ok(()) };
    let player = game.state.player_mut(seat);
    let Some(slot) = player.copies.iter_mut().find(|(own, _)| *own == card) else { return Ok(()) };
    let old = slot.1.replace(tech);
    let exhausted = old.is_some_and(|old| player.exhausted_technologies.contains(&old));
    if let Some(old) = old {
        game.state.lose_technology(seat, old);
    }
    game.state.gain_technology(seat, tech);
    if exhausted {
        game.state.player_mut(seat).exhausted_technologies.push(tech);
    }
    game.say(|_| match old {
        Some(old) => {
            let (new, old) = (tech.name(), old.name());
            format!("{seat}'s {} copies **{new}** and no longer {old}.", card.name())
        }
        None => format!("{seat}'s {} copies **{}**.", card.name(), tech.name()),
    });
    match old.and_then(|old| old.get().unit) {
        Some(unit) => settle_units(game, seat, unit.get().kind),
        None => Ok(()),
    }
}

/// The card that copies an upgrade of the same kind of unit, else a free one, else the owner's choice.
fn card_for(game: &mut Game, seat: Seat, tech: TechId) -> Flow<Option<TechId>> {
    let kind = |tech: TechId| tech.get().unit.map(|unit| unit.get().kind);
    let copies = game.state.player(seat).copies.clone();
    let same = |copy: &Option<TechId>| kind(tech).is_some() && copy.and_then(kind) == kind(tech);
    let found = copies.iter().find(|(_, copy)| same(copy));
    let found = found.or_else(|| copies.iter().find(|(_, copy)| copy.is_none()));
    if let Some((card, _)) = found {
        return Ok(Some(*card));
    }
    let options: Vec<Choice> =
        copies.iter().filter_map(|(_, copy)| *copy).map(Choice::Technology).collect();
    if options.is_empty() {
        return Ok(None);
    }
    let question = Question::CopyInstead { tech };
    let choice = game.choose(|_| Prompt::one(seat, question.clone(), options.clone()))?;
    let of = |(card, copy): &(TechId, Option<TechId>)| {
        copy.is_some_and(|copy| choice == Choice::Technology(copy)).then_some(*card)
    };
    Ok(copies.iter().find_map(of))
}

/// Units that the lost card allowed to be where they are, or at all.
fn settle_units(game: &mut Game, seat: Seat, kind: UnitKind) -> Flow {
    let card = game.state.card(seat, kind);
    let grounded =
        kind == UnitKind::SpaceDock && card.is_some_and(|card| card.placement != Placement::Space);
    let systems: Vec<SystemId> = game.state.systems.keys().copied().collect();
    for system in systems {
        let space = &mut game.state.system_mut(system).space;
        let gone: Vec<Stack> = match (card, grounded) {
            (None, _) | (_, true) => space.drain(|stack| stack.owner == seat && stack.kind == kind),
            _ => Vec::new(),
        };
        for _ in 0..gone.iter().filter(|_| grounded).map(|stack| stack.count).sum() {
            let planets = game.state.galaxy.planets(system).iter().copied();
            let mut free = planets.filter(|planet| {
                let on = game.state.planet(*planet);
                on.owner == Some(seat) && on.forces.count(seat, kind) == 0
            });
            if let Some(planet) = free.next() {
                game.state.planet_mut(planet).forces.add(seat, kind, false, 1);
            }
        }
        if !gone.is_empty() {
            game.say(|_| format!("{seat} has no card any more for {} there.", kind.plural()));
        }
        if game.state.has_ships(system, seat) && game.state.combat.is_none() {
            fleet::tidy(game, seat, system)?;
        }
    }
    Ok(())
}
