//! Assigning hits: what may take them, sustaining damage, and destroying units (RR 31, 87).
//!
//! An answer either assigns everything, or only sustains some of it and is asked again: nobody has to
//! say whether a second ship sustains before the first one is known to survive it.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::tables::{Number, number};
use super::window::{self, Moment};
use super::{blockade, fleet, revival, scoring};

mod answer;

pub use answer::{ASSIGN, Sustaining, planned};

/// Hits that `seat` must assign, and whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    pub seat: Seat,
    pub hits: u8,
    pub from: Seat,
}

/// `seat` assigns `hits` to its units at `place`.
pub fn assign(
    game: &mut Game,
    seat: Seat,
    place: Place,
    hits: u8,
    source: HitSource,
    from: Seat,
) -> Flow {
    assign_all(game, place, source, &mut [Due { seat, hits, from }])
}

/// Several players assign hits at the same time: damage is sustained first, in the order of `dues`,
/// then everything that was chosen is destroyed at once (RR 78.6).
pub fn assign_all(game: &mut Game, place: Place, source: HitSource, dues: &mut [Due]) -> Flow {
    loop {
        for due in dues.iter_mut() {
            if targets(&game.state, due.seat, place, source).next().is_none() {
                due.hits = 0;
            }
        }
        if dues.iter().all(|due| due.hits == 0) {
            return revival::roll(game);
        }
        let mut answers = game.ask_each(|state| prompts(state, place, source, dues))?;
        for due in dues.iter().filter(|due| due.hits > 0) {
            if let Some(parts) = forced(&game.state, place, source, due) {
                answers.push((due.seat, parts));
            }
        }
        carry_out(game, place, source, dues, &answers)?;
        blockade::sweep(game)?;
    }
}

fn carry_out(
    game: &mut Game,
    place: Place,
    source: HitSource,
    dues: &mut [Due],
    answers: &[(Seat, Vec<Choice>)],
) -> Flow {
    let of = |seat: Seat| {
        answers.iter().find(|(other, _)| *other == seat).map_or(&[][..], |(_, parts)| &parts[..])
    };
    let mut upset = Seats::default();
    for due in dues.iter_mut() {
        if sustain(game, place, source, due, of(due.seat))? {
            upset.insert(due.seat);
        }
    }
    let mut scorers: Vec<Seat> = Vec::new();
    let mut fallen: Vec<(Seat, Vec<UnitKind>)> = Vec::new();
    for due in dues.iter_mut() {
        if upset.contains(due.seat) {
            continue;
        }
        let loss = remove(game, place, source, due, of(due.seat));
        if loss.notable {
            scorers.push(due.from);
        }
        fallen.push((due.seat, loss.kinds));
    }
    for (owner, kinds) in &fallen {
        if kinds.contains(&UnitKind::Flagship) {
            flagship_sinks(game, *owner, place)?;
        }
    }
    if !scorers.is_empty() {
        scoring::after_event(game, &scorers)?;
    }
    for (owner, kinds) in fallen {
        after_loss(game, owner, place, kinds)?;
    }
    mourn(game)
}

/// The moment after units of `owner` were destroyed, if they were ships in a space combat that is being
/// fought there.
fn after_loss(game: &mut Game, owner: Seat, place: Place, mut kinds: Vec<UnitKind>) -> Flow {
    kinds.retain(|kind| kind.is_ship());
    let fought = game.state.combat.as_ref().map(|combat| (combat.place, combat.sides));
    let (Some((at, sides)), Place::Space(system)) = (fought, place) else {
        return Ok(());
    };
    if at != place || !sides.contains(&owner) || kinds.is_empty() {
        return Ok(());
    }
    let by = if owner == sides[0] { sides[1] } else { sides[0] };
    let mut destroyed = Moment::ShipsDestroyed { owner, by, system, kinds };
    window::must(game, &mut destroyed)?;
    window::window(game, &mut destroyed)
}

/// `owner` chooses ships in the system that are destroyed; nothing cancels that. `by` is whose doing it
/// is.
pub fn lose_ships(game: &mut Game, owner: Seat, by: Seat, system: SystemId, count: u8) -> Flow {
    let place = Place::Space(system);
    let ships = |state: &State| -> Vec<Choice> {
        let of = |stack: &Stack| {
            let unit = Choice::Unit { kind: stack.kind, damaged: stack.damaged };
            std::iter::repeat_n(unit, stack.count.into())
        };
        state.forces(place).ships(owner).flat_map(of).collect()
    };
    let count = count.min(ships(&game.state).len().min(255) as u8);
    if count == 0 {
        return Ok(());
    }
    let all = ships(&game.state);
    let chosen = match all.windows(2).all(|pair| pair[0] == pair[1]) {
        // Equal ships leave no choice.
        true => all[..count.into()].to_vec(),
        false => {
            let question = Question::LoseShips { system, count };
            let count = usize::from(count);
            game.ask(|state| Prompt::some(owner, question.clone(), ships(state), count, count))?
        }
    };
    let mut lost = Vec::new();
    for choice in chosen {
        let Choice::Unit { kind, damaged } = choice else { continue };
        if destroy(&mut game.state, owner, place, kind, damaged, 1, Some(by)) > 0 {
            lost.push((kind, 1));
        }
    }
    game.say(|_| format!("{owner} loses {}.", fleet::listed(&lost)));
    if lost.contains(&(UnitKind::Flagship, 1)) {
        flagship_sinks(game, owner, place)?;
    }
    scoring::after_event(game, &[by])?;
    after_loss(game, owner, place, lost.into_iter().map(|(kind, _)| kind).collect())
}

/// Lets players respond to units that were destroyed in the combat since this was last called.
pub fn mourn(game: &mut Game) -> Flow {
    let Some(combat) = &mut game.state.combat else { return Ok(()) };
    if combat.mourned == combat.fallen.len() {
        return Ok(());
    }
    let sides = combat.sides;
    let news = &combat.fallen[combat.mourned..];
    let of = sides.map(|side| news.iter().any(|(owner, _)| *owner == side));
    combat.mourned = combat.fallen.len();
    for (of, _) in sides.into_iter().zip(of).filter(|(_, lost)| *lost) {
        let mut moment = Moment::UnitsDestroyed { of, sides };
        window::must(game, &mut moment)?;
        window::window(game, &mut moment)?;
    }
    Ok(())
}

/// One hit of a combat that goes to this very unit: others may cancel it, the unit may sustain it.
pub fn pinpoint(
    game: &mut Game,
    on: Seat,
    from: Seat,
    place: Place,
    kind: UnitKind,
    damaged: bool,
) -> Flow {
    let mut moment = Moment::CombatHits { on, from, place, hits: 1 };
    window::must(game, &mut moment)?;
    window::window(game, &mut moment)?;
    let cancelled = matches!(moment, Moment::CombatHits { hits: 0, .. });
    if cancelled || game.state.forces(place).count_in(on, kind, damaged) == 0 {
        return Ok(());
    }
    let due = Due { seat: on, hits: 1, from };
    assign_to(game, due, place, HitSource::Card, kind, damaged)
}

/// What the destruction of a flagship brings with it.
fn flagship_sinks(game: &mut Game, owner: Seat, place: Place) -> Flow {
    window::must(game, &mut Moment::FlagshipDestroyed { owner, place })
}

/// Destroys units without hits, as [`destroy`] does, with all that follows from it.
pub fn lose(
    game: &mut Game,
    owner: Seat,
    place: Place,
    kind: UnitKind,
    damaged: bool,
    count: u8,
    by: Option<Seat>,
) -> Flow<u8> {
    let gone = destroy(&mut game.state, owner, place, kind, damaged, count, by);
    if gone > 0 && kind == UnitKind::Flagship {
        flagship_sinks(game, owner, place)?;
    }
    if gone > 0 {
        after_loss(game, owner, place, vec![kind])?;
    }
    Ok(gone)
}

/// A hit that somebody else has assigned to one of the units of `due.seat`: it sustains damage, if it
/// can, or is destroyed.
pub fn assign_to(
    game: &mut Game,
    due: Due,
    place: Place,
    source: HitSource,
    kind: UnitKind,
    damaged: bool,
) -> Flow {
    let (seat, from) = (due.seat, due.from);
    let mut part = Choice::Destroy { kind, damaged, count: 1 };
    let target = Stack { owner: seat, kind, damaged, count: 1 };
    if sustainable(&game.state, place, source, &target) > 0 {
        let options = vec![Choice::Sustain { kind, count: 1 }, part];
        let question = Question::TakeHit { place, kind, from };
        part = game.choose(|_| Prompt::one(seat, question.clone(), options.clone()))?;
    }
    carry_out(game, place, source, &mut [Due { hits: 1, ..due }], &[(seat, vec![part])])
}

/// Units of `seat` at `place` that such hits can be assigned to.
pub fn targets(
    state: &State,
    seat: Seat,
    place: Place,
    source: HitSource,
) -> impl Iterator<Item = &Stack> + Clone {
    let boarders = match (source, place) {
        (HitSource::SpaceCannon | HitSource::AimedCannon | HitSource::Barrage, _) => false,
        (_, Place::Space(system)) => state.fights_as_ships(seat, system),
        _ => false,
    };
    let large = move |kind: UnitKind| {
        (kind.is_ship() && kind != UnitKind::Fighter) || (boarders && kind.is_ground_force())
    };
    let aimed =
        source.spares_fighters() && state.forces(place).of(seat).any(|stack| large(stack.kind));
    let fits = move |kind: UnitKind| match (source, place) {
        (HitSource::Barrage, _) => kind == UnitKind::Fighter,
        (_, Place::Space(_)) if aimed => large(kind),
        (_, Place::Space(_)) => large(kind) || kind == UnitKind::Fighter,
        (_, Place::Planet(_)) => kind.is_ground_force() || kind == UnitKind::Fighter,
    };
    state.forces(place).of(seat).filter(move |stack| fits(stack.kind))
}

/// Hits that one use of sustain damage cancels.
fn worth(state: &State, seat: Seat) -> u8 {
    number(state, Number::SustainedHits { seat }, 1).clamp(1, 99) as u8
}

/// Units of a stack that could sustain damage (RR 87).
fn sustainable(state: &State, place: Place, source: HitSource, stack: &Stack) -> u8 {
    let able = source != HitSource::Barrage
        && !stack.damaged
        && can_sustain(state, stack.owner, stack.kind, place);
    if able { stack.count } else { 0 }
}

/// Whether undamaged units of the kind may sustain damage there.
pub fn can_sustain(state: &State, seat: Seat, kind: UnitKind, place: Place) -> bool {
    state.card(seat, kind).is_some_and(|card| card.sustain)
        && number(state, Number::SustainDamage { seat, kind, place }, 1) > 0
}

fn prompts(state: &State, place: Place, source: HitSource, dues: &[Due]) -> Vec<Prompt<Imperium>> {
    let open = dues.iter().filter(|due| due.hits > 0);
    let asked = open.filter(|due| forced(state, place, source, due).is_none());
    let question =
        |due: &Due| Question::AssignHits { place, hits: due.hits, source, from: due.from };
    asked.map(|due| Prompt::compound(due.seat, question(due))).collect()
}

/// The only possible assignment, if there is only one: equal units without a choice, or everything.
fn forced(state: &State, place: Place, source: HitSource, due: &Due) -> Option<Vec<Choice>> {
    let stacks = targets(state, due.seat, place, source);
    let units: u8 = stacks.clone().map(|stack| stack.count).sum();
    let sustains: u8 = stacks.clone().map(|stack| sustainable(state, place, source, stack)).sum();
    let spared = sustains.saturating_mul(if sustains > 0 { worth(state, due.seat) } else { 1 });
    let all = due.hits >= units.saturating_add(spared);
    // Who sustains damage keeps such hits off the fighters.
    if source.spares_fighters() && sustains > 0 {
        return None;
    }
    if !all && (sustains > 0 || stacks.clone().count() > 1) {
        return None;
    }
    let mut left = due.hits.min(units);
    let parts = stacks.map(|stack| {
        let count = stack.count.min(left);
        left -= count;
        Choice::Destroy { kind: stack.kind, damaged: stack.damaged, count }
    });
    Some(parts.collect())
}

/// Units sustain damage one after the other. True when one was destroyed by a response: what was to
/// follow is asked again.
fn sustain(
    game: &mut Game,
    place: Place,
    source: HitSource,
    due: &mut Due,
    parts: &[Choice],
) -> Flow<bool> {
    let (seat, from) = (due.seat, due.from);
    for part in parts {
        let Choice::Sustain { kind, count } = *part else { continue };
        for _ in 0..count {
            game.state.forces_mut(place).damage(seat, kind, 1);
            let worth = worth(&game.state, seat);
            due.hits = due.hits.saturating_sub(worth);
            game.say(|_| format!("{seat}: a {} sustains damage.", kind.name()));
            let mut moment = Moment::Sustained { by: seat, from, place, kind, destroyed: false };
            window::must(game, &mut moment)?;
            window::window(game, &mut moment)?;
            if matches!(moment, Moment::Sustained { destroyed: true, .. }) {
                if let (HitSource::SpaceCannon | HitSource::AimedCannon, Place::Space(system)) =
                    (source, place)
                {
                    // Outside of combat capacity counts at once (RR 16.3).
                    fleet::tidy(game, seat, system)?;
                }
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// What hits have destroyed.
#[derive(Default)]
struct Loss {
    kinds: Vec<UnitKind>,
    /// Objectives look at it.
    notable: bool,
}

/// Destroys what the answer assigns hits to.
fn remove(
    game: &mut Game,
    place: Place,
    source: HitSource,
    due: &mut Due,
    parts: &[Choice],
) -> Loss {
    let mut lost: Vec<(UnitKind, u8)> = Vec::new();
    let mut notable = false;
    let feats = game.state.player(due.from).feats.len();
    for part in parts {
        let Choice::Destroy { kind, damaged, count } = *part else { continue };
        let gone = destroy(&mut game.state, due.seat, place, kind, damaged, count, Some(due.from));
        due.hits = due.hits.saturating_sub(gone);
        notable |= gone > 0 && is_great(kind);
        match lost.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, n)) => *n += gone,
            None => lost.push((kind, gone)),
        }
    }
    lost.retain(|(_, n)| *n > 0);
    if lost.is_empty() {
        return Loss::default();
    }
    let seat = due.seat;
    game.say(|_| format!("{seat} loses {}.", fleet::listed(&lost)));
    notable |= record_last(&mut game.state, place, source, due);
    notable |= game.state.player(due.from).feats.len() > feats;
    Loss { kinds: lost.into_iter().map(|(kind, _)| kind).collect(), notable }
}

/// Notes down that these were the last units of their sort; true when it did.
fn record_last(state: &mut State, place: Place, source: HitSource, due: &Due) -> bool {
    let none_left = targets(state, due.seat, place, source).next().is_none();
    let feat = match (source, place) {
        _ if !none_left => return false,
        (HitSource::Barrage, _) => Feat::BarragedLastFighter,
        (HitSource::Bombardment, _) => Feat::BombardedLast,
        (HitSource::SpaceCannon | HitSource::AimedCannon, Place::Space(_)) => Feat::ShotLastShip,
        _ => return false,
    };
    state.record(due.from, feat);
    true
}

/// Notes down that `by` destroyed a player's last units of the sort that this step is about, whatever
/// did it.
fn record_onslaught(state: &mut State, owner: Seat, place: Place, kind: UnitKind, by: Seat) {
    let ground = |state: &State| state.forces(place).has_ground_forces(owner);
    let feat = match (state.onslaught, place) {
        (Some(Onslaught::SpaceCannonOffense), Place::Space(system))
            if kind.is_ship()
                && kind != UnitKind::Fighter
                && state.activated.is_none_or(|active| active == system)
                && state.fleet_size(system, owner) == 0 =>
        {
            Feat::ShotLastWarship
        }
        (Some(Onslaught::Barrage), Place::Space(_))
            if kind == UnitKind::Fighter && state.forces(place).count(owner, kind) == 0 =>
        {
            Feat::ClearedFighters
        }
        (Some(Onslaught::Bombardment), Place::Planet(_))
            if kind.is_ground_force() && !ground(state) =>
        {
            Feat::ClearedPlanet
        }
        _ => return,
    };
    state.record(by, feat);
}

/// Destroys up to `count` units (RR 31); how many there were. `by` is who did it, for objectives.
pub fn destroy(
    state: &mut State,
    owner: Seat,
    place: Place,
    kind: UnitKind,
    damaged: bool,
    count: u8,
    by: Option<Seat>,
) -> u8 {
    let gone = state.forces_mut(place).remove(owner, kind, damaged, count);
    if let Some(combat) = &mut state.combat {
        combat.fallen.extend(std::iter::repeat_n((owner, kind), gone.into()));
    }
    if kind == UnitKind::Infantry {
        let fallen = &mut state.player_mut(owner).fallen;
        *fallen = fallen.saturating_add(gone);
    }
    if let Some(by) = by
        && by != owner
        && gone > 0
    {
        if is_great(kind) {
            state.record(by, Feat::DestroyedGreatShip);
        }
        record_onslaught(state, owner, place, kind, by);
    }
    gone
}

fn is_great(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::WarSun | UnitKind::Flagship)
}
