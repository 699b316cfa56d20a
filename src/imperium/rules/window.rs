//! Moments at which players may respond (RR 1), and action cards (RR 2).
//!
//! A moment is passed as `&mut`, so a response changes or cancels what is happening. Whoever could
//! respond as far as the others know is asked, so that silence tells nothing.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::blockade;
use super::fleet;
use super::hits;
use super::notes;
mod hand;
mod moment;
mod powers;

pub use hand::{discard, draw_action_cards, kinds_held, limit_hand};
pub use moment::{At, Moment};
use powers::power_named;
pub use powers::{alternate, must, powers, use_power};

use super::tables::{Number, number, tables};

/// What was used at a moment already: a power once, and of cards with the same name one a player,
/// unless it was cancelled (RR 1.18, 2.6).
#[derive(Default)]
struct Spent {
    powers: Vec<(Seat, &'static str)>,
    cards: Vec<(Seat, ActionCardId)>,
    notes: Vec<Note>,
}

/// Offers `moment` to all who may respond, until everybody has passed.
pub fn window(game: &mut Game, moment: &mut Moment) -> Flow {
    let mut passed = Seats::default();
    let mut spent = Spent::default();
    let mut last = None;
    let mut open = offers(&game.state, moment, passed, &spent);
    while !open.is_empty() {
        // A deal may take the note away that was the only thing to ask about.
        let Some((seat, choices)) = game.ask_now(in_turn(&game.state, last, &open))? else {
            open = offers(&game.state, moment, passed, &spent);
            continue;
        };
        last = Some(seat);
        match choices.first() {
            Some(choice @ (Choice::Play(_) | Choice::PlayNote(_))) => {
                respond(game, seat, choice, moment, &mut spent)?;
                passed.clear();
            }
            Some(choice @ Choice::Use(_)) => respond(game, seat, choice, moment, &mut spent)?,
            _ => {
                // For the others nothing has changed.
                passed.insert(seat);
                open.retain(|prompt| prompt.seat != seat);
                continue;
            }
        }
        open = offers(&game.state, moment, passed, &spent);
    }
    Ok(())
}

/// The same where players take turns from the speaker clockwise, as in the strategy and agenda phases
/// (RR 1.19). All are asked at once; of several who would do something the first in that order does,
/// then everybody is asked again.
pub fn in_speaker_order(game: &mut Game, moment: &mut Moment) -> Flow {
    let nobody = Seats::default();
    let mut spent = Spent::default();
    let mut first = game.state.speaker;
    loop {
        let answers = game.ask_each(|state| offers(state, moment, nobody, &spent))?;
        let acts = |seat: Seat| {
            let own = answers.iter().find(|(who, _)| *who == seat)?;
            own.1.first().filter(|choice| **choice != Choice::Pass).map(|choice| (seat, choice))
        };
        let Some((seat, choice)) = game.state.clockwise_from(first).find_map(acts) else {
            return Ok(());
        };
        respond(game, seat, choice, moment, &mut spent)?;
        first = game.state.others(seat).next().unwrap_or(seat);
    }
}

/// Plays a card or uses a power, and notes down that it was.
fn respond(
    game: &mut Game,
    seat: Seat,
    choice: &Choice,
    moment: &mut Moment,
    spent: &mut Spent,
) -> Flow {
    match choice {
        Choice::Play(card) => {
            if play_card(game, seat, *card, moment)? {
                spent.cards.push((seat, *card));
            }
            hits::mourn(game)?;
        }
        Choice::PlayNote(note) => {
            spent.notes.push(*note);
            notes::play(game, seat, *note, moment)?;
        }
        Choice::Use(name) => {
            if let Some(power) = power_named(&game.state, seat, moment, &name.0) {
                spent.powers.push((seat, power.name));
            }
            use_power(game, seat, name, moment)?;
            hits::mourn(game)?;
        }
        _ => {}
    }
    Ok(())
}

/// Whoever answers first responds first, unless the game keeps strict order: then one seat after the
/// other is asked, in the action phase by initiative from the active player, otherwise clockwise from the
/// speaker (RR 1.19, 1.20).
fn in_turn<'a>(
    state: &State,
    last: Option<Seat>,
    prompts: &'a [Prompt<Imperium>],
) -> &'a [Prompt<Imperium>] {
    if !state.options.strict_order || prompts.len() < 2 {
        return prompts;
    }
    let (order, first) = match state.active {
        Some(active) => (state.initiative_order(), active),
        None => (state.clockwise_from(state.speaker).collect(), state.speaker),
    };
    let from = |seat: Seat| order.iter().position(|other| *other == seat).unwrap_or(0);
    let start = last.map_or_else(|| from(first), |seat| from(seat) + 1);
    let mut due = order.iter().cycle().skip(start).take(order.len());
    // Every seat has one prompt.
    let next = due.find_map(|seat| prompts.iter().position(|prompt| prompt.seat == *seat));
    next.map_or(prompts, |at| &prompts[at..=at])
}

fn offers(state: &State, moment: &Moment, passed: Seats, spent: &Spent) -> Vec<Prompt<Imperium>> {
    let mut prompts = Vec::new();
    if moment.is_void(state) {
        return prompts;
    }
    let unseen = unseen(state, moment.at());
    for seat in state.seats() {
        if passed.contains(seat) || !moment.concerns(seat) {
            continue;
        }
        let mut options = Vec::new();
        let hidden = might_play(state, seat, moment, &unseen, spent);
        if hidden {
            let cards = playable(state, seat, moment).into_iter();
            let cards = cards.filter(|card| !spent.cards.contains(&(seat, *card)));
            options.extend(cards.map(Choice::Play));
        }
        let noted = notes::might_play(state, seat, moment, &spent.notes);
        if noted {
            let playable = notes::playable(state, seat, moment).into_iter();
            let playable = playable.filter(|note| !spent.notes.contains(note));
            options.extend(playable.map(Choice::PlayNote));
        }
        for power in powers(state, seat, moment) {
            if !power.must && !spent.powers.contains(&(seat, power.name)) {
                options.push(Choice::Use(PowerName(power.name.into())));
            }
        }
        if hidden || noted || !options.is_empty() {
            options.push(Choice::Pass);
            prompts.push(
                Prompt::one(seat, Question::Respond { to: Box::new(moment.clone()) }, options)
                    .always(),
            );
        }
    }
    prompts
}

/// Cards that look at such moments and are not wholly discarded.
fn unseen(state: &State, at: At) -> Vec<ActionCardId> {
    let cards = tables().cards_at(at);
    if cards.is_empty() {
        return Vec::new();
    }
    let mut discarded = vec![0; ActionCardId::all().len()];
    for card in &state.decks.discarded {
        discarded[card.index()] += 1;
    }
    let hidden = |card: &ActionCardId| discarded[card.index()] < card.get().copies;
    cards.iter().copied().filter(hidden).collect()
}

/// Whether the others must think that `seat` could play a card now: it holds cards, and one of the
/// `unseen` ones fits. What it really holds plays no part, so that silence tells nothing.
fn might_play(
    state: &State,
    seat: Seat,
    moment: &Moment,
    unseen: &[ActionCardId],
    spent: &Spent,
) -> bool {
    let open = |card: &&ActionCardId| !spent.cards.contains(&(seat, **card));
    !unseen.is_empty()
        && !state.player(seat).hand.is_empty()
        && unseen.iter().filter(open).any(|card| fits(state, seat, *card, moment))
        && !is_barred(state, seat)
}

/// Whether something in play keeps the seat from playing action cards.
fn is_barred(state: &State, seat: Seat) -> bool {
    number(state, Number::CardsBarred { seat }, 0) > 0
}

/// Whether the others must think that `seat` may have a card or a note to play as its action, or at
/// the start of its turn.
pub fn might_act(state: &State, seat: Seat) -> bool {
    let turn = Moment::Turn { seat };
    might_play(state, seat, &turn, &unseen(state, turn.at()), &Spent::default())
        || notes::might_play(state, seat, &turn, &[])
        || notes::might_play(state, seat, &Moment::TurnStarts { seat }, &[])
}

/// Whether `seat` could play the card at this moment, if it held it.
fn fits(state: &State, seat: Seat, card: ActionCardId, moment: &Moment) -> bool {
    let powers = tables().action_card(card).map_or(&[][..], |component| component.powers);
    powers.iter().any(|power| power.at == moment.at() && (power.when)(state, seat, moment))
        && tables().card_target(card).is_none_or(|target| !target(state, seat, moment).is_empty())
}

/// Different action cards in hand that can be played at this moment.
pub fn playable(state: &State, seat: Seat, moment: &Moment) -> Vec<ActionCardId> {
    let mut found: Vec<ActionCardId> = Vec::new();
    for card in &state.player(seat).hand {
        if !found.contains(card) && fits(state, seat, *card, moment) {
            found.push(*card);
        }
    }
    if !found.is_empty() && is_barred(state, seat) {
        found.clear();
    }
    found
}

/// Plays `card` (RR 2). See [`play_card`].
pub fn play(game: &mut Game, seat: Seat, card: ActionCardId, moment: &mut Moment) -> Flow {
    play_card(game, seat, card, moment)?;
    Ok(())
}

/// Discards `card`, lets its player name a target and the others cancel it, and carries it out (RR 2).
/// Whether it took effect.
pub fn play_card(
    game: &mut Game,
    seat: Seat,
    card: ActionCardId,
    moment: &mut Moment,
) -> Flow<bool> {
    let targets = name_targets(game, seat, card, moment)?;
    // A moderator may have put it elsewhere while a target was named.
    let hand = &mut game.state.player_mut(seat).hand;
    if let Some(at) = hand.iter().position(|held| *held == card) {
        hand.remove(at);
        game.state.decks.discarded.push(card);
    }
    game.reveal(card.name());
    game.say(|state| {
        let named = targets.iter().filter(|target| **target != Choice::Pass);
        let named: Vec<String> = named.map(|target| target_words(state, card, target)).collect();
        match named.is_empty() {
            true => format!("{seat} plays **{}**.", card.name()),
            false => format!("{seat} plays **{}**: {}.", card.name(), named.join(", ")),
        }
    });
    let mut played = Moment::CardPlayed { by: seat, card, cancelled: false };
    window(game, &mut played)?;
    if matches!(played, Moment::CardPlayed { cancelled: true, .. }) {
        return Ok(false);
    }
    let powers = tables().action_card(card).map_or(&[][..], |component| component.powers);
    let Some(power) = powers.iter().find(|power| power.at == moment.at()) else {
        return Ok(false);
    };
    for target in targets {
        moment.aim(target);
    }
    let done = (power.then)(game, seat, moment);
    while let Moment::Targeted { within, .. } = moment {
        let inner = std::mem::replace(&mut **within, Moment::Turn { seat });
        *moment = inner;
    }
    done?;
    blockade::sweep(game)?;
    Ok(true)
}

/// Targets are named before anybody decides whether to cancel the card. A second one is asked for in
/// the moment that has the first.
fn name_targets(
    game: &mut Game,
    seat: Seat,
    card: ActionCardId,
    moment: &Moment,
) -> Flow<Vec<Choice>> {
    let mut named = Vec::new();
    let asks = [tables().card_target(card), tables().second_target(card)];
    if asks.iter().all(Option::is_none) {
        return Ok(named);
    }
    let mut within = moment.clone();
    for target in asks.into_iter().flatten() {
        let choice = game.choose(|state| {
            Prompt::one(seat, Question::CardTarget { card }, target(state, seat, &within))
        })?;
        within.aim(choice.clone());
        named.push(choice);
    }
    Ok(named)
}

fn target_words(state: &State, card: ActionCardId, target: &Choice) -> String {
    match target {
        Choice::Planet(planet) => planet.name().into(),
        Choice::Outcome(outcome) => format!("predicts {}", text::elected(state, *outcome)),
        Choice::TradeGoods(n) => text::count_of(*n, "trade good"),
        Choice::Unit { kind, .. } => kind.name().into(),
        Choice::UnitAt { owner, kind, at, .. } => {
            format!("a {} of {owner} {}", kind.name(), fleet::place_words(state, *at))
        }
        other => text::bare(state, &Question::CardTarget { card }, other),
    }
}
