//! Moments at which players may respond (RR 1), and action cards (RR 2).
//!
//! A moment is passed as `&mut`, so a response changes or cancels what is happening. Whoever could
//! respond as far as the others know is asked, so that silence tells nothing.

use crate::engine::{Audience, Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::tables::{Power, sources, tables};

/// Something that is happening.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment {
    /// The active player chooses an action; component actions look at this.
    Turn {
        seat: Seat,
    },
    CardPlayed {
        by: Seat,
        card: ActionCardId,
        cancelled: bool,
    },
    /// After `by` activates a system.
    Activated {
        by: Seat,
        system: SystemId,
    },
    /// Before `on` assigns hits of a space cannon.
    SpaceCannonHits {
        on: Seat,
        from: Seat,
        place: Place,
        hits: u8,
    },
    CombatRoundStarts {
        place: Place,
        sides: [Seat; 2],
        round: u8,
        over: bool,
    },
    /// Before `on` assigns hits in a combat.
    CombatHits {
        on: Seat,
        from: Seat,
        place: Place,
        hits: u8,
    },
    /// After a unit of `by` sustained damage from a hit of `from`.
    Sustained {
        by: Seat,
        from: Seat,
        place: Place,
        kind: UnitKind,
        destroyed: bool,
    },
    StrategyPicked {
        by: Seat,
        card: StrategyId,
        refused: bool,
    },
    /// After the speaker has voted.
    VotesCast {
        agenda: AgendaId,
        votes: Vec<(Seat, Elected, u32)>,
        /// Votes that cards add.
        extra: Vec<(Seat, Elected, u32)>,
    },
}

/// The kinds of [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Turn,
    CardPlayed,
    Activated,
    SpaceCannonHits,
    CombatRoundStarts,
    CombatHits,
    Sustained,
    StrategyPicked,
    VotesCast,
}

impl Moment {
    pub fn at(&self) -> At {
        match self {
            Moment::Turn { .. } => At::Turn,
            Moment::CardPlayed { .. } => At::CardPlayed,
            Moment::Activated { .. } => At::Activated,
            Moment::SpaceCannonHits { .. } => At::SpaceCannonHits,
            Moment::CombatRoundStarts { .. } => At::CombatRoundStarts,
            Moment::CombatHits { .. } => At::CombatHits,
            Moment::Sustained { .. } => At::Sustained,
            Moment::StrategyPicked { .. } => At::StrategyPicked,
            Moment::VotesCast { .. } => At::VotesCast,
        }
    }

    /// Who could respond as far as the rules go, whatever they hold.
    fn concerns(&self, seat: Seat) -> bool {
        match self {
            Moment::Turn { seat: by } => seat == *by,
            Moment::CardPlayed { by, cancelled, .. } => seat != *by && !cancelled,
            Moment::Activated { .. } => true,
            Moment::SpaceCannonHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::CombatRoundStarts { sides, over, .. } => sides.contains(&seat) && !over,
            Moment::CombatHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::Sustained { from, destroyed, .. } => seat == *from && !destroyed,
            Moment::StrategyPicked { by, refused, .. } => seat != *by && !refused,
            Moment::VotesCast { .. } => true,
        }
    }

    fn note(&self) -> MomentNote {
        match self {
            Moment::Turn { .. } => MomentNote::Turn,
            Moment::CardPlayed { by, card, .. } => MomentNote::CardPlayed { by: *by, card: *card },
            Moment::Activated { system, .. } => MomentNote::Activated { system: *system },
            Moment::SpaceCannonHits { hits, .. } => MomentNote::SpaceCannonHits { hits: *hits },
            Moment::CombatRoundStarts { place, round, .. } => {
                MomentNote::CombatRound { place: *place, round: *round }
            }
            Moment::CombatHits { hits, .. } => MomentNote::CombatHits { hits: *hits },
            Moment::Sustained { by, kind, .. } => MomentNote::Sustained { by: *by, kind: *kind },
            Moment::StrategyPicked { by, card, .. } => {
                MomentNote::StrategyPicked { by: *by, card: *card }
            }
            Moment::VotesCast { agenda, .. } => MomentNote::VotesCast { agenda: *agenda },
        }
    }
}

/// Offers `moment` to all who may respond, until everybody has passed.
pub fn window(game: &mut Game, moment: &mut Moment) -> Flow {
    let mut passed = Seats::default();
    let mut used: Vec<(Seat, &'static str)> = Vec::new();
    loop {
        if offers(&game.state, moment, passed, &used).is_empty() {
            return Ok(());
        }
        let (seat, choices) = game.ask_any(|state| offers(state, moment, passed, &used))?;
        match choices.first() {
            Some(Choice::Play(card)) => {
                play(game, seat, *card, moment)?;
                passed.clear();
            }
            Some(Choice::Use(name)) => {
                if let Some(power) = power_named(&game.state, seat, moment, &name.0) {
                    used.push((seat, power.name));
                }
                use_power(game, seat, name, moment)?;
            }
            _ => passed.insert(seat),
        }
    }
}

fn offers(
    state: &State,
    moment: &Moment,
    passed: Seats,
    used: &[(Seat, &'static str)],
) -> Vec<Prompt<Imperium>> {
    let mut prompts = Vec::new();
    let cards_exist = card_exists_for(moment.at());
    for seat in state.seats() {
        if passed.contains(seat) || !moment.concerns(seat) {
            continue;
        }
        let mut options = Vec::new();
        let hidden = cards_exist && !state.player(seat).hand.is_empty();
        if hidden {
            options.extend(playable(state, seat, moment).into_iter().map(Choice::Play));
        }
        for power in powers(state, seat, moment) {
            if !power.must && !used.contains(&(seat, power.name)) {
                options.push(Choice::Use(PowerName(power.name.into())));
            }
        }
        if hidden || !options.is_empty() {
            options.push(Choice::Pass);
            prompts
                .push(Prompt::one(seat, Question::Respond { to: moment.note() }, options).always());
        }
    }
    prompts
}

/// Whether any card of the game looks at such moments at all, which everybody knows.
fn card_exists_for(at: At) -> bool {
    let cards = tables().action_cards.iter().flatten();
    cards.flat_map(|card| card.powers).any(|power| power.at == at)
}

/// Different action cards in hand that can be played at this moment.
pub fn playable(state: &State, seat: Seat, moment: &Moment) -> Vec<ActionCardId> {
    let mut found: Vec<ActionCardId> = Vec::new();
    for card in &state.player(seat).hand {
        let powers = tables().action_card(*card).map_or(&[][..], |component| component.powers);
        let fits = |power: &Power| power.at == moment.at() && (power.when)(state, seat, moment);
        if !found.contains(card) && powers.iter().any(fits) {
            found.push(*card);
        }
    }
    found
}

/// Powers on the table in front of `seat` that this moment allows.
pub fn powers<'a>(
    state: &'a State,
    seat: Seat,
    moment: &'a Moment,
) -> impl Iterator<Item = &'static Power> + 'a {
    sources(state, seat)
        .flat_map(|source| source.powers)
        .filter(move |power| power.at == moment.at() && (power.when)(state, seat, moment))
}

fn power_named(state: &State, seat: Seat, moment: &Moment, name: &str) -> Option<&'static Power> {
    powers(state, seat, moment).find(|power| power.name == name)
}

/// Uses a power that lies on the table in front of `seat`.
pub fn use_power(game: &mut Game, seat: Seat, name: &PowerName, moment: &mut Moment) -> Flow {
    match power_named(&game.state, seat, moment, &name.0) {
        Some(power) => {
            game.say(|_| format!("{seat} uses **{}**.", power.name));
            (power.then)(game, seat, moment)
        }
        None => Ok(()),
    }
}

/// Carries out the powers at this moment that are not optional, clockwise from the active player.
pub fn must(game: &mut Game, moment: &mut Moment) -> Flow {
    let first = game.state.active.unwrap_or(game.state.speaker);
    let seats: Vec<Seat> = game.state.clockwise_from(first).collect();
    for seat in seats {
        let due: Vec<&'static Power> =
            powers(&game.state, seat, moment).filter(|power| power.must).collect();
        for power in due {
            (power.then)(game, seat, moment)?;
        }
    }
    Ok(())
}

/// Discards `card`, lets the others cancel it, and carries it out (RR 2).
pub fn play(game: &mut Game, seat: Seat, card: ActionCardId, moment: &mut Moment) -> Flow {
    let hand = &mut game.state.player_mut(seat).hand;
    if let Some(at) = hand.iter().position(|held| *held == card) {
        hand.remove(at);
    }
    game.state.decks.discarded.push(card);
    game.reveal(card.name());
    game.say(|_| format!("{seat} plays **{}**.", card.name()));
    let mut played = Moment::CardPlayed { by: seat, card, cancelled: false };
    window(game, &mut played)?;
    if matches!(played, Moment::CardPlayed { cancelled: true, .. }) {
        return Ok(());
    }
    let powers = tables().action_card(card).map_or(&[][..], |component| component.powers);
    match powers.iter().find(|power| power.at == moment.at()) {
        Some(power) => (power.then)(game, seat, moment),
        None => Ok(()),
    }
}

/// Draws action cards; the discard pile is shuffled when the deck is empty (RR 2.3).
pub fn draw_action_cards(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let mut drawn = Vec::new();
    for _ in 0..count {
        if game.state.decks.action_cards.is_empty() {
            let mut pile = std::mem::take(&mut game.state.decks.discarded);
            let label = format!("action card deck, {}", game.state.moment_label());
            game.shuffle(label, &mut pile)?;
            game.state.decks.action_cards = pile;
        }
        let Some(card) = game.state.decks.action_cards.pop() else { break };
        game.state.player_mut(seat).hand.push(card);
        drawn.push(card);
    }
    if drawn.is_empty() {
        return Ok(());
    }
    game.reveal("an action card");
    let n = drawn.len();
    game.say(|_| format!("{seat} draws {n} action card{}.", if n == 1 { "" } else { "s" }));
    game.tell(Audience::Only(seat), |_| {
        let names: Vec<&str> = drawn.iter().map(|card| card.name()).collect();
        format!("You drew **{}**.", names.join("**, **"))
    });
    limit_hand(game, seat)
}

/// A player with more than seven action cards discards down at once (RR 2.4).
pub fn limit_hand(game: &mut Game, seat: Seat) -> Flow {
    let limit = super::tables::number(&game.state, super::tables::Number::HandLimit { seat }, 7);
    let limit = limit.max(0) as usize;
    let held = game.state.player(seat).hand.len();
    if held <= limit {
        return Ok(());
    }
    let choices = game.ask(|state| {
        let options = state.player(seat).hand.iter().copied().map(Choice::Card).collect();
        let question = Question::DiscardDown { limit: limit as u8 };
        Prompt::some(seat, question, options, held - limit, held - limit)
    })?;
    for choice in choices {
        let Choice::Card(card) = choice else { continue };
        let hand = &mut game.state.player_mut(seat).hand;
        if let Some(at) = hand.iter().position(|held| *held == card) {
            hand.remove(at);
            game.state.decks.discarded.push(card);
            game.say(|_| format!("{seat} discards {} (hand limit).", card.name()));
        }
    }
    Ok(())
}
