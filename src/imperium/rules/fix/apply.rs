//! What each correction does to the position, and when the position has no place for it.

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::{technology, tokens};
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::{Change, Condition, Fix, Pile};

type Verdict = Result<(), Refusal>;

fn no<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why))
}

/// Trade goods that a sheet counts.
const GOODS: u8 = 99;

pub fn allowed(state: &State, fix: &Fix) -> Verdict {
    match fix {
        Fix::Units { seat, at, change, units } => units_allowed(state, *seat, *at, *change, units),
        Fix::Tokens { seat, tokens } => {
            let sheet = [tokens.tactic, tokens.fleet, tokens.strategy].map(u32::from);
            let board = u32::from(state.tokens_on_board(*seat));
            tokens_allowed(board + sheet.iter().sum::<u32>())?;
            tokens::check(state, *seat, *tokens, tokens.total())
        }
        Fix::Marker { seat, system, there } => match state.systems.get(system) {
            None => no("that system is not on the board"),
            Some(found) if found.tokens.contains(*seat) || !there => Ok(()),
            Some(_) => match state.token_reinforcements(*seat) {
                0 => tokens_allowed(u32::from(queries::COMMAND_TOKENS) + 1),
                _ => Ok(()),
            },
        },
        Fix::Planet { planet, owner, .. } => planet_allowed(state, *planet, *owner),
        Fix::Card { card, from, to } => {
            piles_differ(*from, *to)?;
            match action_pile(state, *from) {
                Some(pile) if pile.contains(card) => {}
                Some(_) => return no(format!("{} does not lie there", card.name())),
                None => return no("action cards lie in hands, the deck and the discard pile"),
            }
            match to {
                Pile::Before(_) => no("action cards lie in hands, the deck and the discard pile"),
                _ => Ok(()),
            }
        }
        Fix::Secret { card, from, to } => secret_allowed(state, *card, *from, *to),
        Fix::Note { note, from, to } => note_allowed(state, *note, *from, *to),
        Fix::Goods { seat, trade_goods, commodities } => {
            let limit = state.player(*seat).faction.get().commodities;
            match (*trade_goods, *commodities) {
                (goods, _) if goods > GOODS => no(format!("more than {GOODS} trade goods")),
                (_, held) if held > limit => {
                    Err(Refusal::new(format!("{seat} can hold {limit} commodities")).rule("21.2"))
                }
                _ => Ok(()),
            }
        }
        Fix::Points { points, .. } => match *points > state.options.goal {
            true => no(format!("the track ends at {}", state.options.goal)),
            false => Ok(()),
        },
        Fix::Objective { card, .. } => {
            match state.objectives.iter().any(|on_table| on_table.card == *card) {
                true => Ok(()),
                false => no(format!("{} does not lie on the table", card.name())),
            }
        }
        Fix::Strategy { card, holder, exhausted } => match state.slot(*card) {
            None => no(format!("{} is not in this game", card.name())),
            Some(_) if holder.is_none() && *exhausted => no("a card that nobody holds is ready"),
            Some(_) => Ok(()),
        },
        Fix::Turn { seat } => turn_allowed(state, *seat),
        Fix::Speaker { .. } => Ok(()),
        Fix::Passed { seat, passed } => match state.stage {
            Stage::Action if *passed && state.active == Some(*seat) => no("it is their turn")
                .map_err(|why: Refusal| {
                    why.instead("Let them pass, or begin another player's turn first.")
                }),
            Stage::Action => Ok(()),
            _ => no("passing belongs to the action phase"),
        },
        Fix::Technology { seat, tech, condition } => {
            technology_allowed(state, *seat, *tech, *condition)
        }
    }
}

fn tokens_allowed(total: u32) -> Verdict {
    match total > u32::from(queries::COMMAND_TOKENS) {
        true => Err(Refusal::new(format!(
            "{total} command tokens would be more than the {} that a player has",
            queries::COMMAND_TOKENS
        ))
        .rule("23.2")),
        false => Ok(()),
    }
}

fn units_allowed(
    state: &State,
    seat: Seat,
    at: Place,
    change: Change,
    units: &[(UnitKind, bool, u8)],
) -> Verdict {
    let known = match at {
        Place::Space(system) => state.systems.contains_key(&system),
        Place::Planet(planet) => state.planets.contains_key(&planet),
    };
    if !known {
        return no("that place is not on the board");
    }
    if units.is_empty() {
        return no("no units are named");
    }
    let where_it_is = text::place_name(state, at);
    for (i, (kind, damaged, count)) in units.iter().enumerate() {
        if units[..i].iter().any(|(other, hurt, _)| other == kind && hurt == damaged) {
            return no(format!("{} are named twice", kind.plural()));
        }
        let named = kind.label(usize::from(*count));
        let Some(card) = state.card(seat, *kind) else {
            return no(format!("{seat} has no {} yet", kind.plural()));
        };
        let hurt = matches!((change, damaged), (Change::Place, true) | (Change::Damage, _));
        if hurt && !card.sustain {
            return Err(Refusal::new(format!("{} cannot be damaged", kind.plural())).rule("87"));
        }
        let here = |hurt: bool| state.forces(at).count_in(seat, *kind, hurt);
        match change {
            Change::Place => place_allowed(state, seat, at, (*kind, *count), units)?,
            Change::Remove if here(*damaged) < *count => {
                let hurt = if *damaged { " damaged" } else { "" };
                let n = here(*damaged);
                return no(format!("{seat} has {n}{hurt} {} there: {where_it_is}", kind.plural()));
            }
            Change::Damage if here(false) < *count => {
                return no(format!("{seat} has not {named} undamaged there: {where_it_is}"));
            }
            Change::Repair if here(true) < *count => {
                return no(format!("{seat} has not {named} damaged there: {where_it_is}"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn place_allowed(
    state: &State,
    seat: Seat,
    at: Place,
    (kind, count): (UnitKind, u8),
    units: &[(UnitKind, bool, u8)],
) -> Verdict {
    let same = units.iter().filter(|(other, ..)| *other == kind);
    let wanted: u32 = same.map(|(_, _, n)| u32::from(*n)).sum();
    let left = state.reinforcements(seat, kind);
    let here = u32::from(state.forces(at).count(seat, kind));
    if wanted > u32::from(left) || (kind.tokens_may_substitute() && here + wanted > 99) {
        let name = if left == 1 { kind.name() } else { kind.plural() };
        return Err(Refusal::new(format!("{seat} has {left} {name} in reinforcements")).rule("97"));
    }
    if count == 0 {
        return no("no units are named");
    }
    match at {
        Place::Planet(planet) if kind.is_ship() => {
            no(format!("{} do not stand on planets ({})", kind.plural(), planet.name()))
        }
        Place::Planet(_) if state.floats(seat, kind) => {
            no(format!("{seat}'s {} stand in space", kind.plural()))
        }
        Place::Planet(planet) if kind.is_structure() && state.owner(planet) != Some(seat) => {
            no(format!("{seat} does not control {}", planet.name()))
                .map_err(|why: Refusal| why.instead("Correct the control of the planet first."))
        }
        Place::Space(_) if kind.is_structure() && !state.floats(seat, kind) => {
            no(format!("{} stand on planets", kind.plural()))
                .map_err(|why: Refusal| why.instead("Name the planet."))
        }
        _ => Ok(()),
    }
}

fn planet_allowed(state: &State, planet: PlanetId, owner: Option<Seat>) -> Verdict {
    let Some(found) = state.planets.get(&planet) else {
        return no("that planet is not on the board");
    };
    let foreign = |stack: &&Stack| stack.kind.is_structure() && Some(stack.owner) != owner;
    match found.forces.iter().find(foreign) {
        Some(stack) => no(format!("{}'s {} stands there", stack.owner, stack.kind.name()))
            .map_err(|why: Refusal| why.instead("Remove the structures first.")),
        None => Ok(()),
    }
}

fn piles_differ(from: Pile, to: Pile) -> Verdict {
    if from == to { no("that is how it is already") } else { Ok(()) }
}

fn action_pile(state: &State, pile: Pile) -> Option<&Vec<ActionCardId>> {
    match pile {
        Pile::Hand(seat) => Some(&state.player(seat).hand),
        Pile::Deck => Some(&state.decks.action_cards),
        Pile::Discard => Some(&state.decks.discarded),
        Pile::Before(_) => None,
    }
}

fn secret_pile(state: &State, pile: Pile) -> Option<&Vec<SecretId>> {
    match pile {
        Pile::Hand(seat) => Some(&state.player(seat).secrets),
        Pile::Deck => Some(&state.decks.secrets),
        Pile::Before(seat) => Some(&state.player(seat).scored_secrets),
        Pile::Discard => None,
    }
}

fn secret_allowed(state: &State, card: SecretId, from: Pile, to: Pile) -> Verdict {
    piles_differ(from, to)?;
    if state.leaked.iter().any(|leaked| leaked.card == card) {
        return no(format!("a law has made {} public", card.name()));
    }
    match secret_pile(state, from) {
        Some(pile) if pile.contains(&card) => {}
        Some(_) => return no(format!("{} does not lie there", card.name())),
        None => return no("secret objectives have no discard pile"),
    }
    let three = |seat: Seat| {
        let player = state.player(seat);
        let own = from.seat() == Some(seat);
        !own && player.secrets.len() + player.scored_secrets.len() >= 3
    };
    match to {
        Pile::Discard => no("secret objectives have no discard pile"),
        Pile::Hand(seat) | Pile::Before(seat) if three(seat) => {
            Err(Refusal::new(format!("{seat} has three secret objectives")).rule("61.21"))
        }
        _ => Ok(()),
    }
}

fn note_allowed(state: &State, note: Note, from: Pile, to: Pile) -> Verdict {
    piles_differ(from, to)?;
    let lies = match from {
        Pile::Hand(seat) => state.holds_note(seat, note),
        Pile::Before(seat) => state.player(seat).notes_in_play.contains(&note),
        Pile::Deck | Pile::Discard => {
            return no("promissory notes lie in hands and before players");
        }
    };
    let name = text::note_name(note);
    match to {
        _ if !lies => no(format!("{name} does not lie there")),
        Pile::Deck | Pile::Discard => no("promissory notes lie in hands and before players"),
        Pile::Before(seat) if seat == note.of => {
            no(format!("{name} does not lie before its own player"))
        }
        Pile::Hand(seat) if seat != note.of && note.card.get().played_immediately_on_receipt => {
            no(format!("{name} lies before whoever has it from another"))
        }
        _ => Ok(()),
    }
}

/// Beginning another turn ends the one that goes on, which must have nothing half-done.
fn turn_allowed(state: &State, seat: Seat) -> Verdict {
    let half_done = state.activated.is_some() || state.combat.is_some();
    match state.stage {
        Stage::Action if half_done => no("an action is under way")
            .map_err(|why: Refusal| why.instead("Let it end, or go back before it: `/mod undo`.")),
        Stage::Action if state.player(seat).passed => no(format!("{seat} has passed"))
            .map_err(|why: Refusal| why.instead("Correct that first.")),
        Stage::Action => Ok(()),
        _ => no("turns belong to the action phase")
            .map_err(|why: Refusal| why.instead("In the strategy phase correct the speaker.")),
    }
}

fn technology_allowed(state: &State, seat: Seat, tech: TechId, condition: Condition) -> Verdict {
    let owned = state.has_technology(seat, tech);
    let player = state.player(seat);
    let copied = |(own, copy): &(TechId, Option<TechId>)| *own == tech || *copy == Some(tech);
    if player.copies.iter().any(copied) {
        return no(format!("{} is bound up with a copy of a technology", tech.name()));
    }
    match condition {
        Condition::Gone if !owned => no(format!("{seat} does not own {}", tech.name())),
        Condition::Gone => loses_units(state, seat, tech),
        _ if !(owned || technology::is_working(tech) && tech.is_in_play(state.options.sources)) => {
            no(format!("{} is not in this game", tech.name()))
        }
        Condition::Exhausted if tech.get().unit.is_some() => {
            no(format!("{} is never exhausted", tech.name()))
        }
        _ => Ok(()),
    }
}

/// Units on the board need a card.
fn loses_units(state: &State, seat: Seat, tech: TechId) -> Verdict {
    let mut after = state.clone();
    after.lose_technology(seat, tech);
    let stands =
        |kind: &UnitKind| after.card(seat, *kind).is_none() && state.on_board(seat, *kind) > 0;
    match UnitKind::ALL.iter().find(|kind| stands(kind)) {
        Some(kind) => no(format!("{seat} has {} on the board", kind.plural()))
            .map_err(|why: Refusal| why.instead("Remove them first.")),
        None => Ok(()),
    }
}

/// Does it; nothing is left to decide.
pub fn apply(state: &mut State, fix: &Fix) {
    match fix {
        Fix::Units { seat, at, change, units } => {
            for unit in units {
                change_units(state.forces_mut(*at), *seat, *change, *unit);
            }
        }
        Fix::Tokens { seat, tokens } => state.player_mut(*seat).tokens = *tokens,
        Fix::Marker { seat, system, there } => {
            let tokens = &mut state.system_mut(*system).tokens;
            match there {
                true => tokens.insert(*seat),
                false => tokens.remove(*seat),
            }
        }
        Fix::Planet { planet, owner, exhausted } => {
            let planet = state.planet_mut(*planet);
            (planet.owner, planet.exhausted) = (*owner, *exhausted);
        }
        Fix::Card { card, from, to } => {
            take(action_pile_mut(state, *from), *card);
            action_pile_mut(state, *to).push(*card);
        }
        Fix::Secret { card, from, to } => {
            take(secret_pile_mut(state, *from), *card);
            secret_pile_mut(state, *to).push(*card);
        }
        Fix::Note { note, to, .. } => move_note(state, *note, *to),
        Fix::Goods { seat, trade_goods, commodities } => {
            let player = state.player_mut(*seat);
            (player.trade_goods, player.commodities) = (*trade_goods, *commodities);
        }
        Fix::Points { seat, points } => set_points(state, *seat, *points),
        Fix::Objective { seat, card, scored } => {
            for on_table in state.objectives.iter_mut().filter(|there| there.card == *card) {
                match scored {
                    true => on_table.scored.insert(*seat),
                    false => on_table.scored.remove(*seat),
                }
            }
        }
        Fix::Speaker { seat } => state.speaker = *seat,
        Fix::Strategy { card, holder, exhausted } => {
            for slot in state.strategy.iter_mut().filter(|slot| slot.card == *card) {
                (slot.holder, slot.exhausted) = (*holder, *exhausted);
            }
            // As when it is picked (RR 84.1a).
            if let Some(seat) = holder {
                let slot = state.strategy.iter_mut().find(|slot| slot.card == *card);
                let goods = slot.map_or(0, |slot| std::mem::take(&mut slot.trade_goods));
                state.gain_trade_goods(*seat, goods);
            }
        }
        Fix::Turn { seat } => state.active = Some(*seat),
        Fix::Passed { seat, passed } => state.player_mut(*seat).passed = *passed,
        Fix::Technology { seat, tech, condition } => {
            set_technology(state, *seat, *tech, *condition)
        }
    }
}

fn change_units(
    forces: &mut Forces,
    seat: Seat,
    change: Change,
    (kind, damaged, count): (UnitKind, bool, u8),
) {
    match change {
        Change::Place => forces.add(seat, kind, damaged, count),
        Change::Remove => {
            forces.remove(seat, kind, damaged, count);
        }
        Change::Damage => forces.damage(seat, kind, count),
        Change::Repair => {
            let repaired = forces.remove(seat, kind, true, count);
            forces.add(seat, kind, false, repaired);
        }
    }
}

fn action_pile_mut(state: &mut State, pile: Pile) -> &mut Vec<ActionCardId> {
    match pile {
        Pile::Hand(seat) | Pile::Before(seat) => &mut state.player_mut(seat).hand,
        Pile::Deck => &mut state.decks.action_cards,
        Pile::Discard => &mut state.decks.discarded,
    }
}

fn secret_pile_mut(state: &mut State, pile: Pile) -> &mut Vec<SecretId> {
    match pile {
        Pile::Hand(seat) => &mut state.player_mut(seat).secrets,
        Pile::Before(seat) => &mut state.player_mut(seat).scored_secrets,
        Pile::Deck | Pile::Discard => &mut state.decks.secrets,
    }
}

fn take<T: PartialEq>(pile: &mut Vec<T>, card: T) {
    if let Some(at) = pile.iter().position(|other| *other == card) {
        pile.remove(at);
    }
}

/// A note whose place everybody sees goes by way of its owner, as if it had been returned and dealt anew.
fn move_note(state: &mut State, note: Note, to: Pile) {
    let holder = state.seats().find(|seat| state.holds_note(*seat, note));
    match (holder, to) {
        (Some(from), Pile::Hand(seat)) => state.hand_over_note(from, seat, note),
        (Some(from), Pile::Before(seat)) => {
            // Laid out from the right hand, whoever lays it.
            if from != seat {
                state.hand_over_note(from, seat, note);
            }
            state.lay_out_note(seat, note);
            count_note(state, seat, note);
        }
        (None, Pile::Hand(seat)) => {
            state.return_note(note);
            if seat != note.of {
                state.deal_openly(note, seat);
            }
        }
        (None, Pile::Before(seat)) => {
            state.return_note(note);
            state.lay_out_note(seat, note);
            count_note(state, seat, note);
        }
        (_, Pile::Deck | Pile::Discard) => {}
    }
}

/// A note that is worth a point where it lies.
fn count_note(state: &mut State, seat: Seat, note: Note) {
    if note.card.get().played_immediately_on_receipt {
        state.player_mut(seat).other_points.push((Merit::Note(note), 1));
    }
}

/// What is missing from the total, or too much, lies beside the objectives.
fn set_points(state: &mut State, seat: Seat, points: u8) {
    let player = state.player_mut(seat);
    player.other_points.retain(|(merit, _)| *merit != Merit::Correction);
    let missing = i32::from(points) - state.merits(seat);
    if missing != 0 {
        let missing = missing.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8;
        state.player_mut(seat).other_points.push((Merit::Correction, missing));
    }
}

fn set_technology(state: &mut State, seat: Seat, tech: TechId, condition: Condition) {
    if condition == Condition::Gone {
        return state.lose_technology(seat, tech);
    }
    state.gain_technology(seat, tech);
    let exhausted = &mut state.player_mut(seat).exhausted_technologies;
    exhausted.retain(|other| *other != tech);
    if condition == Condition::Exhausted {
        exhausted.push(tech);
    }
}
