//! The eight strategy cards (RR 83), one file each: what the primary and the secondary ability do.
//!
//! A secondary ability is one answer, given later than the primary one and checked on its own.

use std::sync::LazyLock;

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::notes;
use super::tables::{Number, number};
use super::tokens;
use super::window::{self, Moment};

pub mod construction;
mod diplomacy;
mod imperial;
mod leadership;
mod politics;
mod technology;
#[cfg(test)]
mod tests;
mod trade;
mod warfare;

/// What a strategy card does.
pub struct StrategyRule {
    /// The printed versions that it stands for.
    pub slugs: &'static [&'static str],
    /// The primary and the secondary ability in our own words.
    pub text: [&'static str; 2],
    /// Whether the secondary ability costs a token of the strategy pool.
    pub token: bool,
    pub primary: fn(&mut Game, Seat, StrategyId) -> Flow,
    /// `Question::Primary`, where the primary ability is one answer.
    pub answer: Option<&'static Compound>,
    /// Whether the secondary ability could do something for this seat, its token apart.
    pub useful: fn(&State, Seat) -> bool,
    /// `Question::Secondary`, declining apart.
    pub reply: Compound,
    /// Carries out a reply; the token is spent already, if it costs one.
    pub secondary: fn(&mut Game, Owed, &[Choice]) -> Flow,
}

static RULES: [&StrategyRule; 9] = [
    &leadership::RULE,
    &diplomacy::RULE,
    &diplomacy::OMEGA,
    &politics::RULE,
    &construction::RULE,
    &trade::RULE,
    &warfare::RULE,
    &technology::RULE,
    &imperial::RULE,
];

static BY_INDEX: LazyLock<Vec<Option<&'static StrategyRule>>> = LazyLock::new(|| {
    let find =
        |card: StrategyId| RULES.iter().copied().find(|rule| rule.slugs.contains(&card.slug()));
    StrategyId::all().map(find).collect()
});

/// What the card does; nothing for versions that the program does not know yet.
pub fn rule(card: StrategyId) -> Option<&'static StrategyRule> {
    BY_INDEX.get(card.index()).copied().flatten()
}

/// Whether the card's abilities are implemented.
pub fn is_working(card: StrategyId) -> bool {
    rule(card).is_some()
}

/// What a `Question::Target` of a primary ability asks.
pub fn target_text(card: StrategyId, step: u8) -> &'static str {
    match (card.slug(), step) {
        ("politics", _) => "Who becomes the speaker?",
        ("trade", _) => "Who fills up their commodities for free?",
        (_, 1) => "From which pool comes the command token?",
        _ => "Choose.",
    }
}

/// The cards of a game with these products in initiative order, each in the newest version that the
/// program knows.
pub fn deck(sources: Sources) -> Vec<StrategyId> {
    let known = |card: &StrategyId| rule(*card).is_some() && sources.contains(card.source());
    let mut cards: Vec<StrategyId> = StrategyId::all().filter(known).collect();
    let all = cards.clone();
    cards.retain(|card| !all.iter().any(|new| new.supersedes(*card)));
    cards.sort_by_key(|card| card.get().initiative);
    cards
}

/// The primary ability of a strategy card.
pub fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    let Some(rule) = rule(card) else { return Ok(()) };
    (rule.primary)(game, seat, card)?;
    resolved(game, seat, card)
}

/// The primary ability in the place of the secondary one.
pub fn perform(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    match rule(card) {
        Some(rule) => (rule.primary)(game, seat, card),
        None => Ok(()),
    }
}

fn resolved(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    let mut moment = Moment::StrategyResolved { by: seat, card };
    window::must(game, &mut moment)?;
    window::window(game, &mut moment)
}

/// A secondary ability, with the answer to `Question::Secondary`.
pub fn secondary(game: &mut Game, owed: Owed, answer: &[Choice]) -> Flow {
    let Some(rule) = rule(owed.card) else { return Ok(()) };
    let seat = owed.seat;
    if answer == [Choice::Pass] {
        game.say(|_| format!("{seat} does not use **{}**.", owed.card.name()));
        return Ok(());
    }
    if let [Choice::PlayNote(note)] = answer {
        notes::play(game, seat, *note, &mut moment(owed))?;
        return again(game, Owed { free: true, ..owed });
    }
    if let [Choice::Use(name)] = answer {
        let mut moment = moment(owed);
        window::use_power(game, seat, name, &mut moment)?;
        if matches!(moment, Moment::Secondary { instead: true, .. }) {
            return resolved(game, seat, owed.card);
        }
        // The power was but a preparation.
        return again(game, owed);
    }
    let pays = rule.token && !owed.free;
    if pays {
        tokens::spend_strategy(&mut game.state, seat);
    }
    game.say(|_| {
        let price = match (pays, rule.token) {
            (true, _) => " for a strategy token",
            (false, true) => " without a token",
            (false, false) => "",
        };
        format!("{seat} uses **{}**{price}.", owed.card.name())
    });
    (rule.secondary)(game, owed, answer)?;
    resolved(game, seat, owed.card)
}

/// Asks for the secondary ability, once more where something prepared it, and carries the answer out.
pub fn again(game: &mut Game, owed: Owed) -> Flow {
    game.state.owed.insert(0, owed);
    let question = Question::Secondary { card: owed.card };
    let answer = game.ask(|_| Prompt::compound(owed.seat, question.clone()))?;
    if let Some(at) = game.state.owed.iter().position(|other| *other == owed) {
        game.state.owed.remove(at);
    }
    secondary(game, owed, &answer)
}

fn moment(owed: Owed) -> Moment {
    Moment::Secondary { by: owed.seat, from: owed.from, card: owed.card, instead: false }
}

/// The same while the seat is asked.
fn asked(state: &State, seat: Seat, card: StrategyId) -> Moment {
    let same = |owed: &&Owed| owed.seat == seat && owed.card == card;
    let owed = state.owed.iter().find(same).copied();
    moment(owed.unwrap_or(Owed { seat, card, from: seat, free: false }))
}

/// Powers that may be used with, or in the place of, the secondary ability.
fn powers(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    let powers = window::powers(state, seat, moment);
    powers.map(|power| Choice::Use(PowerName(power.name.into()))).collect()
}

/// Promissory notes that save the seat the token.
fn savers(state: &State, seat: Seat, card: StrategyId) -> Vec<Choice> {
    let notes = notes::playable(state, seat, &asked(state, seat, card));
    notes.into_iter().map(Choice::PlayNote).collect()
}

/// Whether something can follow when the seat has resolved the card.
fn is_followed(state: &State, seat: Seat, card: StrategyId) -> bool {
    let moment = Moment::StrategyResolved { by: seat, card };
    window::powers(state, seat, &moment).next().is_some()
}

/// Who may use the secondary ability after `seat` used the primary one, clockwise (RR 82.1): all
/// who have what it takes and for whom it could do something.
pub fn owed(state: &State, seat: Seat, card: StrategyId) -> Vec<Owed> {
    let free = |seat: Seat| number(state, Number::SecondaryCost { seat, card }, 1) <= 0;
    let owed = |other: Seat| Owed { seat: other, card, from: seat, free: free(other) };
    state.others(seat).map(owed).filter(|owed| is_usable(state, owed)).collect()
}

/// Whether the seat has what the secondary ability takes, and it could do something.
fn is_usable(state: &State, owed: &Owed) -> bool {
    let Owed { seat, card, .. } = *owed;
    let Some(rule) = rule(card) else { return false };
    is_affordable(state, owed)
        && ((rule.useful)(state, seat)
            || is_followed(state, seat, card)
            || !powers(state, seat, &moment(*owed)).is_empty())
}

/// It has the token that it costs, or may have a note that saves it, as far as the others know.
fn is_affordable(state: &State, owed: &Owed) -> bool {
    let rule = rule(owed.card);
    owed.free
        || rule.is_some_and(|rule| has_token(state, owed.seat, owed.card, rule))
        || notes::might_play(state, owed.seat, &moment(*owed), &[])
}

/// Whose last strategy token went elsewhere since is not asked any more.
pub fn forgo(game: &mut Game) {
    let open = std::mem::take(&mut game.state.owed);
    let (kept, lost): (Vec<Owed>, Vec<Owed>) =
        open.into_iter().partition(|owed| is_affordable(&game.state, owed));
    game.state.owed = kept;
    for Owed { seat, card, .. } in lost {
        game.say(|_| format!("{seat} has no strategy token left for **{}**.", card.name()));
    }
}

/// The answer to `Question::Primary`.
fn ask_primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow<Vec<Choice>> {
    game.ask(|_| Prompt::compound(seat, Question::Primary { card }))
}

fn card_of(prompt: &Prompt<Imperium>) -> Option<StrategyId> {
    match prompt.question {
        Question::Primary { card } | Question::Secondary { card } => Some(card),
        _ => None,
    }
}

fn primary_shape(prompt: &Prompt<Imperium>) -> Option<&'static Compound> {
    card_of(prompt).and_then(rule).and_then(|rule| rule.answer)
}

/// `Question::Primary`.
pub static PRIMARY: Compound = Compound {
    check: |state, prompt, parts| match primary_shape(prompt) {
        Some(shape) => (shape.check)(state, prompt, parts),
        None => Err(Refusal::new("this card asks for nothing here")),
    },
    next: |state, prompt, draft| match primary_shape(prompt) {
        Some(shape) => (shape.next)(state, prompt, draft),
        None => Vec::new(),
    },
    suggest: |state, prompt| match primary_shape(prompt) {
        Some(shape) => (shape.suggest)(state, prompt),
        None => Vec::new(),
    },
};

/// Whether `seat` has the token that using the card costs now.
fn has_token(state: &State, seat: Seat, card: StrategyId, rule: &StrategyRule) -> bool {
    !rule.token || state.player(seat).tokens.strategy > 0 || is_free(state, seat, card)
}

/// Whether the secondary ability costs the seat no token.
pub fn is_free(state: &State, seat: Seat, card: StrategyId) -> bool {
    state.owed.iter().any(|owed| owed.seat == seat && owed.card == card && owed.free)
        || number(state, Number::SecondaryCost { seat, card }, 1) <= 0
}

/// `Question::Secondary`: a pass alone declines.
pub static SECONDARY: Compound = Compound {
    check: |state, prompt, parts| {
        let card = card_of(prompt);
        let Some((card, rule)) = card.and_then(|card| Some((card, rule(card)?))) else {
            return Err(Refusal::new("this card has no secondary ability here"));
        };
        if parts == [Choice::Pass] {
            return Ok(());
        }
        if let [note @ Choice::PlayNote(_)] = parts
            && savers(state, prompt.seat, card).contains(note)
        {
            return Ok(());
        }
        if !has_token(state, prompt.seat, card, rule) {
            let why = format!("{} costs a strategy token and you have none", card.name());
            return Err(Refusal::new(why).rule("20.5").instead("You can only decline."));
        }
        if parts.is_empty() || parts.contains(&Choice::Pass) {
            return Err(Refusal::new("either use the ability or decline, not both or neither")
                .instead(format!("It does this: {}", rule.text[1])));
        }
        let seat = prompt.seat;
        match parts {
            [power @ Choice::Use(_)]
                if powers(state, seat, &asked(state, seat, card)).contains(power) =>
            {
                return Ok(());
            }
            // For what follows alone.
            [Choice::Yes] if is_followed(state, seat, card) => return Ok(()),
            _ => {}
        }
        (rule.reply.check)(state, prompt, parts)
    },
    next: |state, prompt, draft| {
        let card = card_of(prompt);
        let Some((card, rule)) = card.and_then(|card| Some((card, rule(card)?))) else {
            return vec![Choice::Pass];
        };
        let mut parts = Vec::new();
        if !draft.contains(&Choice::Pass) && has_token(state, prompt.seat, card, rule) {
            let lone =
                |part: &Choice| matches!(part, Choice::Use(_) | Choice::PlayNote(_) | Choice::Yes);
            if !draft.iter().any(lone) {
                parts = (rule.reply.next)(state, prompt, draft);
            }
            if draft.is_empty() {
                parts.extend(powers(state, prompt.seat, &asked(state, prompt.seat, card)));
                if is_followed(state, prompt.seat, card) && !parts.contains(&Choice::Yes) {
                    parts.push(Choice::Yes);
                }
            }
        }
        if draft.is_empty() {
            parts.extend(savers(state, prompt.seat, card));
            parts.push(Choice::Pass);
        }
        parts
    },
    suggest: |state, prompt| {
        let card = card_of(prompt);
        let mut answers = Vec::new();
        if let Some((card, rule)) = card.and_then(|card| Some((card, rule(card)?)))
            && has_token(state, prompt.seat, card, rule)
        {
            answers = (rule.reply.suggest)(state, prompt);
            answers.retain(|answer| !answer.is_empty());
            let moment = asked(state, prompt.seat, card);
            answers
                .extend(powers(state, prompt.seat, &moment).into_iter().map(|power| vec![power]));
            if answers.is_empty() && is_followed(state, prompt.seat, card) {
                answers.push(vec![Choice::Yes]);
            }
        }
        let savers = card.into_iter().flat_map(|card| savers(state, prompt.seat, card));
        answers.extend(savers.map(|note| vec![note]));
        answers.push(vec![Choice::Pass]);
        answers
    },
};

/// The reply of secondary abilities that leave nothing to choose.
const YES: Compound = Compound {
    check: |_, _, parts| match parts {
        [Choice::Yes] => Ok(()),
        _ => Err(Refusal::new("there is nothing to choose here").instead("Say yes or decline.")),
    },
    next: |_, _, draft| if draft.is_empty() { vec![Choice::Yes] } else { Vec::new() },
    suggest: |_, _| vec![vec![Choice::Yes]],
};
