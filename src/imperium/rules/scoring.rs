//! Objectives: who may score what, scoring it, and secret objectives in hand (RR 61).

use crate::engine::{Audience, Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::cost;
use super::tables::{Act, Cost, Number, ObjectiveRule, forbidden, number, tables};
use super::victory;

#[cfg(test)]
mod tests;

/// Secret objectives a player may have, scored ones included (RR 61.21).
pub const SECRETS: usize = 3;

/// Whether `seat` controls every planet of its home system, as public objectives demand (RR 61.16),
/// or need not.
pub fn holds_home(state: &State, seat: Seat) -> bool {
    let Some(home) = state.home_system(seat) else { return false };
    state.galaxy.planets(home).iter().all(|planet| state.owner(*planet) == Some(seat))
        || number(state, Number::HomeNeeded { seat }, 1) <= 0
}

/// Whether `seat` may score the public objective, apart from choosing what to spend.
pub fn can_score_public(state: &State, seat: Seat, card: PublicId) -> Result<(), Refusal> {
    let name = card.name();
    let Some(on_table) = state.objectives.iter().find(|on_table| on_table.card == card) else {
        return Err(Refusal::new(format!("{name} is not revealed")).rule("61.14"));
    };
    if on_table.scored.contains(seat) {
        return Err(Refusal::new(format!("you have scored {name} already")).rule("61.8"));
    }
    if !holds_home(state, seat) {
        return Err(Refusal::new("you do not control every planet of your home system")
            .rule("61.16")
            .instead("Secret objectives can be scored all the same."));
    }
    met(state, seat, name, tables().public(card))
}

/// Whether `seat` may score its secret objective in this phase.
pub fn can_score_secret(
    state: &State,
    seat: Seat,
    card: SecretId,
    phase: Phase,
) -> Result<(), Refusal> {
    let name = card.name();
    if is_leaked(state, card) {
        return can_score_leak(state, seat, card, phase);
    }
    if !state.player(seat).secrets.contains(&card) {
        return Err(Refusal::new(format!("{name} is not among your unscored secret objectives"))
            .rule("61.19"));
    }
    if card.get().phase != phase {
        return Err(
            Refusal::new(format!("{name} is for the {} phase", card.get().phase)).rule("61.3")
        );
    }
    met(state, seat, name, tables().secret(card))
}

/// Whether a law has made the secret objective a public one.
pub fn is_leaked(state: &State, card: SecretId) -> bool {
    state.public_secrets().any(|leaked| leaked.card == card)
}

/// Such an objective is scored at its own time under the rules of public ones.
fn can_score_leak(state: &State, seat: Seat, card: SecretId, phase: Phase) -> Result<(), Refusal> {
    let name = card.name();
    let mut scored = state.public_secrets().filter(|leaked| leaked.card == card);
    if scored.any(|leaked| leaked.scored.contains(seat)) {
        return Err(Refusal::new(format!("you have scored {name} already")).rule("61.8"));
    }
    if !holds_home(state, seat) {
        return Err(
            Refusal::new("you do not control every planet of your home system").rule("61.16")
        );
    }
    if card.get().phase != phase {
        let why = format!("{name} is for the {} phase", card.get().phase);
        return Err(Refusal::new(why).rule("61.3"));
    }
    met(state, seat, name, tables().secret(card))
}

/// Secret objectives made public that `seat` could score in this phase.
pub fn scorable_leaks(state: &State, seat: Seat, phase: Phase) -> Vec<SecretId> {
    let open = state.public_secrets().map(|leaked| leaked.card);
    open.filter(|card| can_score_leak(state, seat, *card, phase).is_ok()).collect()
}

fn met(state: &State, seat: Seat, name: &str, rule: Option<&ObjectiveRule>) -> Result<(), Refusal> {
    if let Some(refusal) = forbidden(state, seat, Act::Score) {
        return Err(refusal);
    }
    match rule {
        Some(rule) if (rule.met)(state, seat) && cost::affordable(state, seat, rule.cost) => Ok(()),
        Some(rule) => {
            Err(Refusal::new(format!("you do not fulfil {name}")).rule("61.5").instead(rule.text))
        }
        None => Err(Refusal::new(format!("{name} is not in this game"))),
    }
}

pub fn scorable_publics(state: &State, seat: Seat) -> Vec<PublicId> {
    if !holds_home(state, seat) || forbidden(state, seat, Act::Score).is_some() {
        return Vec::new();
    }
    let open = state.objectives.iter().filter(|on_table| !on_table.scored.contains(seat));
    let fulfilled = |card: &PublicId| fulfils(state, seat, tables().public(*card));
    open.map(|on_table| on_table.card).filter(fulfilled).collect()
}

pub fn scorable_secrets(state: &State, seat: Seat, phase: Phase) -> Vec<SecretId> {
    let held = state.player(seat).secrets.iter().copied();
    let fulfilled =
        |card: &SecretId| card.get().phase == phase && fulfils(state, seat, tables().secret(*card));
    let mut found: Vec<SecretId> = held.filter(fulfilled).collect();
    if !found.is_empty() && forbidden(state, seat, Act::Score).is_some() {
        found.clear();
    }
    found
}

/// Whether `seat` does what the objective asks for and could pay for it.
pub fn fulfils(state: &State, seat: Seat, rule: Option<&ObjectiveRule>) -> bool {
    rule.is_some_and(|rule| (rule.met)(state, seat) && cost::affordable(state, seat, rule.cost))
}

pub fn public_cost(card: PublicId) -> Cost {
    tables().public(card).map_or(Cost::Nothing, |rule| rule.cost)
}

pub fn secret_cost(card: SecretId) -> Cost {
    tables().secret(card).map_or(Cost::Nothing, |rule| rule.cost)
}

/// Scores a public objective, paying with the parts of the answer that pay such a cost. Ends the
/// step when that wins the game.
pub fn score_public(game: &mut Game, seat: Seat, card: PublicId, parts: &[Choice]) -> Flow {
    cost::pay(game, seat, parts, public_cost(card));
    let on_table = game.state.objectives.iter_mut().find(|on_table| on_table.card == card);
    if let Some(on_table) = on_table {
        on_table.scored.insert(seat);
    }
    game.say(|state| {
        let paid = cost::words(parts, public_cost(card));
        format!("{seat} scores **{}**{paid}: {}.", card.name(), total(state, seat))
    });
    victory::check(game)
}

/// Scores a secret objective, which all see now (RR 61.18).
pub fn score_secret(game: &mut Game, seat: Seat, card: SecretId, parts: &[Choice]) -> Flow {
    cost::pay(game, seat, parts, secret_cost(card));
    if is_leaked(&game.state, card) {
        for leaked in game.state.leaked.iter_mut().filter(|leaked| leaked.card == card) {
            leaked.scored.insert(seat);
        }
        game.say(|state| {
            let paid = cost::words(parts, secret_cost(card));
            format!("{seat} scores **{}**{paid}: {}.", card.name(), total(state, seat))
        });
        return victory::check(game);
    }
    let player = game.state.player_mut(seat);
    player.secrets.retain(|held| *held != card);
    player.scored_secrets.push(card);
    game.reveal(card.name());
    game.say(|state| {
        let paid = cost::words(parts, secret_cost(card));
        format!("{seat} scores the secret **{}**{paid}: {}.", card.name(), total(state, seat))
    });
    victory::check(game)
}

fn total(state: &State, seat: Seat) -> String {
    match state.points(seat) {
        1 => "1 point in all".into(),
        n => format!("{n} points in all"),
    }
}

/// Draws a secret objective; whoever then has more than three returns an unscored one and the deck
/// is shuffled (RR 61.21).
pub fn draw_secret(game: &mut Game, seat: Seat) -> Flow {
    let Some(card) = game.state.decks.secrets.pop() else {
        game.say(|_| format!("There is no secret objective left for {seat}."));
        return Ok(());
    };
    game.state.player_mut(seat).secrets.push(card);
    game.reveal("a secret objective");
    game.say(|_| format!("{seat} draws a secret objective."));
    game.tell(Audience::Only(seat), |_| {
        let text = tables().secret(card).map_or("", |rule| rule.text);
        format!("You drew **{}**: {text}", card.name())
    });
    let player = game.state.player(seat);
    if player.secrets.len() + player.scored_secrets.len() <= SECRETS {
        return Ok(());
    }
    let choice = game.choose(|state| {
        let options = state.player(seat).secrets.iter().copied().map(Choice::Secret).collect();
        Prompt::one(seat, Question::DiscardSecret, options)
    })?;
    let Choice::Secret(back) = choice else { unreachable!("only secret objectives are offered") };
    game.state.player_mut(seat).secrets.retain(|held| *held != back);
    let mut deck = std::mem::take(&mut game.state.decks.secrets);
    deck.push(back);
    let label = format!("secret objective deck, {}", game.state.moment_label());
    game.shuffle(label, &mut deck)?;
    game.state.decks.secrets = deck;
    game.say(|_| format!("{seat} returns a secret objective; the deck is shuffled (RR 61.21)."));
    game.tell(Audience::Only(seat), |_| format!("You returned **{}**.", back.name()));
    Ok(())
}

/// Offers `seats` to score a secret objective of the current phase for what has just happened, as
/// their [`Feat`]s record it. During or after a combat each scores one only (RR 61.7). What nobody
/// scored for can still be scored at the next such moment, until the feats are forgotten.
pub fn after_event(game: &mut Game, seats: &[Seat]) -> Flow {
    let phase = match game.state.stage {
        Stage::Agenda(_) => Phase::Agenda,
        _ => Phase::Action,
    };
    for &seat in seats {
        while let Some(prompt) = secret_prompt(&game.state, seat, phase) {
            let choice = game.choose(|state| {
                secret_prompt(state, seat, phase).unwrap_or_else(|| prompt.clone())
            })?;
            let Choice::Secret(card) = choice else { break };
            score_secret(game, seat, card, &[])?;
            let feats = &mut game.state.player_mut(seat).feats;
            if feats.contains(&Feat::InCombat) {
                feats.push(Feat::ScoredThisCombat);
            }
        }
    }
    Ok(())
}

/// Asks everybody who could hold a fulfilled objective as far as the others know, so that silence
/// tells nothing; nothing when nobody could.
fn secret_prompt(state: &State, seat: Seat, phase: Phase) -> Option<Prompt<Imperium>> {
    let player = state.player(seat);
    if player.eliminated
        || player.feats.contains(&Feat::ScoredThisCombat)
        || forbidden(state, seat, Act::Score).is_some()
    {
        return None;
    }
    let leaks = scorable_leaks(state, seat, phase);
    if leaks.is_empty() && !may_hold_fulfilled(state, seat, phase) {
        return None;
    }
    let secrets = scorable_secrets(state, seat, phase).into_iter();
    let mut options: Vec<Choice> = secrets.chain(leaks).map(Choice::Secret).collect();
    options.push(Choice::Pass);
    Some(Prompt::one(seat, Question::ScoreSecret, options).always())
}

/// Whether one of the seat's secret objectives could be scored in this phase, as far as the others know:
/// some that lies nowhere face up is fulfilled.
pub fn may_hold_fulfilled(state: &State, seat: Seat, phase: Phase) -> bool {
    let scored =
        |card: SecretId| state.players.iter().any(|player| player.scored_secrets.contains(&card));
    !state.player(seat).secrets.is_empty()
        && forbidden(state, seat, Act::Score).is_none()
        && SecretId::all().any(|card| {
            card.get().phase == phase
                && !scored(card)
                && card.is_in_play(state.options.sources)
                && fulfils(state, seat, tables().secret(card))
        })
}
