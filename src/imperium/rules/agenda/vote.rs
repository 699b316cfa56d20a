//! Voting (RR 8.5 to 8.19): planets are exhausted for an outcome, the speaker breaks ties.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::payment::{self, Currency};
use super::super::tables::{Act, AgendaRule, Number, forbidden, number, tables};
use super::super::window::{self, Moment};
use super::Tally;

/// Everybody votes, the speaker last (RR 8.2); then votes may be added.
pub fn hold(game: &mut Game, agenda: AgendaId, rule: &'static AgendaRule) -> Flow<Tally> {
    for seat in order(&game.state) {
        if may_vote(&game.state, seat) {
            cast(game, seat, agenda)?;
        }
    }
    let votes = votes(&game.state);
    let mut cast = Moment::VotesCast { agenda, votes, extra: Vec::new() };
    window::in_speaker_order(game, &mut cast)?;
    let votes = match cast {
        Moment::VotesCast { mut votes, extra, .. } => {
            votes.extend(extra);
            votes
        }
        _ => Vec::new(),
    };
    let outcome = decide(game, agenda, rule, &votes)?;
    Ok(Tally { outcome, votes })
}

/// All seats in the order in which they vote (RR 8.2).
pub fn order(state: &State) -> Vec<Seat> {
    state.others(state.speaker).chain([state.speaker]).collect()
}

fn votes(state: &State) -> Vec<(Seat, Elected, u32)> {
    state.open_agenda.as_ref().map_or(Vec::new(), |open| open.votes.clone())
}

fn cast(game: &mut Game, seat: Seat, agenda: AgendaId) -> Flow {
    let answer = game.ask(|_| Prompt::compound(seat, Question::Vote { agenda }))?;
    let Some(outcome) = outcome_in(&answer) else {
        game.say(|_| format!("{seat} abstains."));
        return Ok(());
    };
    let count = votes_in(&game.state, seat, &answer).unwrap_or(0);
    payment::pay(game, seat, &answer);
    game.say(|state| {
        let outcome = text::elected(state, outcome);
        let s = if count == 1 { "" } else { "s" };
        let paid = payment::words(&answer);
        let how = if paid.is_empty() { String::new() } else { format!(", {paid}") };
        format!("{seat} casts {count} vote{s} for {outcome}{how}.")
    });
    let mut voted = Moment::Voted { by: seat, agenda, outcome, extra: 0 };
    window::must(game, &mut voted)?;
    window::window(game, &mut voted)?;
    let extra = match voted {
        Moment::Voted { extra, .. } => extra,
        _ => 0,
    };
    if let Some(open) = &mut game.state.open_agenda {
        open.votes.push((seat, outcome, count + extra));
    }
    Ok(())
}

/// Who could cast at least one vote.
pub fn may_vote(state: &State, seat: Seat) -> bool {
    let barred = state.open_agenda.as_ref().is_some_and(|open| open.barred.contains(seat));
    !barred
        && !state.no_vote.contains(seat)
        && forbidden(state, seat, Act::Vote).is_none()
        && (number(state, Number::Votes { seat }, 0) > 0
            || (state.ready_planets(seat).any(|planet| state.influence(planet) > 0)
                && forbidden(state, seat, Act::ExhaustToVote).is_none()))
}

/// The outcome with most votes; of several the speaker chooses, and of all when nobody voted
/// (RR 8.19).
fn decide(
    game: &mut Game,
    agenda: AgendaId,
    rule: &'static AgendaRule,
    votes: &[(Seat, Elected, u32)],
) -> Flow<Elected> {
    let counts = super::count(votes);
    let most = counts.iter().map(|(_, count)| *count).max();
    let first: Vec<Elected> = counts
        .iter()
        .filter(|(_, count)| Some(*count) == most)
        .map(|(outcome, _)| *outcome)
        .collect();
    if let [only] = first[..] {
        return Ok(only);
    }
    let speaker = game.state.speaker;
    let choice = game.choose(|state| {
        let tied = if first.is_empty() { (rule.outcomes)(state) } else { first.clone() };
        let options = tied.into_iter().map(Choice::Outcome).collect();
        Prompt::one(speaker, Question::BreakTie { agenda }, options)
    })?;
    game.say(|_| match first.is_empty() {
        true => format!("Nobody voted: {speaker} decides as the speaker."),
        false => format!("The vote is tied: {speaker} decides as the speaker."),
    });
    match choice {
        Choice::Outcome(outcome) => Ok(outcome),
        _ => unreachable!("only outcomes were offered"),
    }
}

fn outcome_in(parts: &[Choice]) -> Option<Elected> {
    parts.iter().find_map(|part| match part {
        Choice::Outcome(outcome) => Some(*outcome),
        _ => None,
    })
}

/// What the planets in `parts` are worth in votes, extra votes included (RR 8.6).
fn votes_in(state: &State, seat: Seat, parts: &[Choice]) -> Result<u32, Refusal> {
    let planets = payment::worth(state, seat, parts, Currency::Influence)?;
    let extra = number(state, Number::Votes { seat }, 0).max(0) as u32;
    Ok(planets + extra)
}

fn outcomes(question: &Question, state: &State) -> Vec<Elected> {
    match question {
        Question::Vote { agenda } => {
            tables().agenda(*agenda).map_or(Vec::new(), |rule| (rule.outcomes)(state))
        }
        _ => Vec::new(),
    }
}

/// Planets that `seat` could exhaust for votes.
fn voting_planets(state: &State, seat: Seat) -> Vec<PlanetId> {
    if forbidden(state, seat, Act::ExhaustToVote).is_some() {
        return Vec::new();
    }
    state.ready_planets(seat).filter(|planet| state.influence(*planet) > 0).collect()
}

/// One outcome and the planets that vote for it; nothing at all to abstain.
pub static VOTE: Compound = Compound {
    check: |state, prompt, parts| {
        if parts.is_empty() || parts == [Choice::Pass] {
            return Ok(());
        }
        for part in parts {
            match part {
                Choice::Outcome(_) => {}
                Choice::Exhaust(_) => {
                    if let Some(refusal) = forbidden(state, prompt.seat, Act::ExhaustToVote) {
                        return Err(refusal);
                    }
                }
                Choice::TradeGoods(_) => {
                    return Err(Refusal::new("trade goods cast no votes").rule("8.13"));
                }
                _ => return Err(Refusal::new("a vote is one outcome and planets to exhaust")),
            }
        }
        let named = parts.iter().filter(|part| matches!(part, Choice::Outcome(_)));
        match named.collect::<Vec<_>>()[..] {
            [Choice::Outcome(outcome)] if outcomes(&prompt.question, state).contains(outcome) => {}
            [_] => return Err(Refusal::new("that is no outcome of this agenda").rule("8.9")),
            [] => return Err(Refusal::new("no outcome is named").rule("8.12")),
            _ => return Err(Refusal::new("all votes go to one outcome").rule("8.7")),
        }
        match votes_in(state, prompt.seat, parts)? {
            0 => Err(Refusal::new("no votes are cast")
                .rule("8.6")
                .instead("Exhaust planets with influence, or abstain.")),
            _ => Ok(()),
        }
    },
    next: |state, prompt, draft| {
        let mut found = payment::parts(state, prompt.seat, Currency::Influence, draft);
        let open = voting_planets(state, prompt.seat);
        found.retain(|part| matches!(part, Choice::Exhaust(planet) if open.contains(planet)));
        if outcome_in(draft).is_none() {
            found.extend(outcomes(&prompt.question, state).into_iter().map(Choice::Outcome));
        }
        found
    },
    suggest: |state, prompt| {
        let mut planets = voting_planets(state, prompt.seat);
        planets.sort_by_key(|planet| state.influence(*planet));
        let mut answers = vec![Vec::new()];
        let voting: Vec<PlanetId> = planets.last().copied().into_iter().collect();
        for outcome in outcomes(&prompt.question, state) {
            for planets in [&voting, &planets] {
                let mut answer = vec![Choice::Outcome(outcome)];
                answer.extend(planets.iter().copied().map(Choice::Exhaust));
                if (VOTE.check)(state, prompt, &answer).is_ok() && !answers.contains(&answer) {
                    answers.push(answer);
                }
            }
        }
        answers
    },
};
