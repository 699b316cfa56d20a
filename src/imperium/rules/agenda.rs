//! The agenda phase (RR 8): two agendas, votes by exhausting planets, the speaker's decision.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::ask::*;
use super::compound::Compound;
use super::payment::{self, Currency};
use super::tables::{Act, AgendaRule, Number, forbidden, number, tables};
use super::window::{Moment, window};
use super::{scoring, status, trade, victory};

/// How an agenda ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub outcome: Elected,
    /// Who voted for what, with how many votes.
    pub votes: Vec<(Seat, Elected, u32)>,
}

impl Tally {
    /// Seats that voted for `outcome`, in the order of voting.
    pub fn voted(&self, outcome: Elected) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Vec::new();
        for (seat, choice, votes) in &self.votes {
            if *choice == outcome && *votes > 0 && !seats.contains(seat) {
                seats.push(*seat);
            }
        }
        seats
    }
}

pub fn run(game: &mut Game, step: AgendaStep) -> Flow {
    match step {
        AgendaStep::First => {
            game.say(|state| format!("The agenda phase of round {} begins.", state.round));
            game.state.no_vote.clear();
            offer_for_laws(game)?;
            resolve_next(game)?;
            victory::eliminate(game)?;
            game.state.stage = Stage::Agenda(AgendaStep::Second);
        }
        AgendaStep::Second => {
            resolve_next(game)?;
            victory::eliminate(game)?;
            game.state.stage = Stage::Agenda(AgendaStep::Ready);
        }
        AgendaStep::Ready => {
            for planet in game.state.planets.values_mut() {
                planet.exhausted = false;
            }
            game.say(|_| "All planets are readied.".into());
            status::begin_round(game);
        }
    }
    Ok(())
}

fn resolve_next(game: &mut Game) -> Flow {
    let Some((agenda, rule)) = reveal(game)? else {
        game.say(|_| "There is no agenda left to vote on.".into());
        return Ok(());
    };
    let tally = vote(game, agenda, rule)?;
    let outcome = tally.outcome;
    game.say(|state| format!("**{}**: {}.", agenda.name(), text::elected(state, outcome)));
    offer_to_elected(game, outcome)?;
    let enacted = (rule.enacts)(outcome);
    if enacted {
        let elected = Some(outcome).filter(|outcome| *outcome != Elected::For);
        game.state.laws.push(Law { agenda, elected });
    } else {
        game.state.decks.discarded_agendas.push(agenda);
    }
    (rule.resolve)(game, &tally)?;
    if enacted {
        offer_for_laws(game)?;
    }
    game.state.forget_feats();
    trade::turn_ends(&mut game.state);
    Ok(())
}

/// Whoever was elected, or holds the planet that was, may score for it before the agenda takes effect.
fn offer_to_elected(game: &mut Game, outcome: Elected) -> Flow {
    let elected = match outcome {
        Elected::Player(seat) => Some(seat),
        Elected::Planet(planet) => game.state.owner(planet),
        _ => None,
    };
    let Some(seat) = elected else { return Ok(()) };
    game.state.record(seat, Feat::Elected);
    scoring::after_event(game, &[seat])
}

/// Objectives that look at laws can be scored when another law has come into force.
fn offer_for_laws(game: &mut Game) -> Flow {
    let seats: Vec<Seat> = game.state.clockwise_from(game.state.speaker).collect();
    scoring::after_event(game, &seats)
}

/// The next agenda that can be voted on (RR 7, 8.2); others are discarded.
fn reveal(game: &mut Game) -> Flow<Option<(AgendaId, &'static AgendaRule)>> {
    // Every agenda is tried at most once, discarded ones included.
    for _ in 0..AgendaId::all().len() {
        refill(game)?;
        let Some(agenda) = game.state.decks.agendas.pop() else { return Ok(None) };
        game.state.agendas_resolved = game.state.agendas_resolved.wrapping_add(1);
        game.reveal(agenda.name());
        let Some(rule) = tables().agenda(agenda) else { continue };
        if (rule.outcomes)(&game.state).is_empty() {
            game.say(|_| {
                format!("**{}** has no possible outcome and is discarded.", agenda.name())
            });
            game.state.decks.discarded_agendas.push(agenda);
            continue;
        }
        game.say(|_| format!("The agenda is **{}**: {}", agenda.name(), rule.text));
        return Ok(Some((agenda, rule)));
    }
    Ok(None)
}

/// Everybody votes, the speaker last (RR 8.2).
fn vote(game: &mut Game, agenda: AgendaId, rule: &'static AgendaRule) -> Flow<Tally> {
    let speaker = game.state.speaker;
    let order: Vec<Seat> = game.state.others(speaker).chain([speaker]).collect();
    let mut votes: Vec<(Seat, Elected, u32)> = Vec::new();
    for seat in order {
        if !may_vote(&game.state, seat) {
            continue;
        }
        let answer = game.ask(|_| Prompt::compound(seat, Question::Vote { agenda }))?;
        let Some(Choice::Outcome(outcome)) = outcome_in(&answer) else {
            game.say(|_| format!("{seat} abstains."));
            continue;
        };
        let outcome = *outcome;
        let count = votes_in(&game.state, seat, &answer).unwrap_or(0);
        payment::pay(game, seat, &answer);
        game.say(|state| {
            let outcome = text::elected(state, outcome);
            let s = if count == 1 { "" } else { "s" };
            format!("{seat} casts {count} vote{s} for {outcome}, {}.", payment::words(&answer))
        });
        votes.push((seat, outcome, count));
    }
    let mut cast = Moment::VotesCast { agenda, votes, extra: Vec::new() };
    window(game, &mut cast)?;
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

/// Who could cast at least one vote.
fn may_vote(state: &State, seat: Seat) -> bool {
    !state.no_vote.contains(seat)
        && forbidden(state, seat, Act::Vote).is_none()
        && (state.ready_planets(seat).any(|planet| state.influence(planet) > 0)
            || number(state, Number::Votes { seat }, 0) > 0)
}

/// The outcome with most votes; of several the speaker chooses, and of all when nobody voted
/// (RR 8.16).
fn decide(
    game: &mut Game,
    agenda: AgendaId,
    rule: &'static AgendaRule,
    votes: &[(Seat, Elected, u32)],
) -> Flow<Elected> {
    let mut counts: Vec<(Elected, u32)> = Vec::new();
    for (_, outcome, votes) in votes.iter().filter(|(_, _, votes)| *votes > 0) {
        match counts.iter_mut().find(|(other, _)| other == outcome) {
            Some((_, count)) => *count += votes,
            None => counts.push((*outcome, *votes)),
        }
    }
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
    game.say(|_| format!("{speaker} decides as the speaker."));
    match choice {
        Choice::Outcome(outcome) => Ok(outcome),
        _ => unreachable!("only outcomes were offered"),
    }
}

fn outcome_in(parts: &[Choice]) -> Option<&Choice> {
    parts.iter().find(|part| matches!(part, Choice::Outcome(_)))
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

/// One outcome and the planets that vote for it; nothing at all to abstain.
pub static VOTE: Compound = Compound {
    check: |state, prompt, parts| {
        if parts.is_empty() || parts == [Choice::Pass] {
            return Ok(());
        }
        for part in parts {
            match part {
                Choice::Outcome(_) | Choice::Exhaust(_) => {}
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
            _ => return Err(Refusal::new("all votes go to one outcome").rule("8.8")),
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
        found.retain(|part| matches!(part, Choice::Exhaust(_)));
        if outcome_in(draft).is_none() {
            found.extend(outcomes(&prompt.question, state).into_iter().map(Choice::Outcome));
        }
        found
    },
    suggest: |state, prompt| {
        let mut planets: Vec<PlanetId> = state
            .ready_planets(prompt.seat)
            .filter(|planet| state.influence(*planet) > 0)
            .collect();
        planets.sort_by_key(|planet| state.influence(*planet));
        let mut answers = vec![Vec::new()];
        let voting: Vec<PlanetId> = planets.last().copied().into_iter().collect();
        for outcome in outcomes(&prompt.question, state) {
            for planets in [&voting, &planets] {
                let mut answer = vec![Choice::Outcome(outcome)];
                answer.extend(planets.iter().copied().map(Choice::Exhaust));
                if answer.len() > 1 && !answers.contains(&answer) {
                    answers.push(answer);
                }
            }
        }
        answers
    },
};

/// An empty agenda deck is made of its discard pile (RR 23.5).
pub fn refill(game: &mut Game) -> Flow {
    if !game.state.decks.agendas.is_empty() || game.state.decks.discarded_agendas.is_empty() {
        return Ok(());
    }
    let mut pile = std::mem::take(&mut game.state.decks.discarded_agendas);
    let label = format!("agenda deck, {}", game.state.moment_label());
    game.shuffle(label, &mut pile)?;
    game.state.decks.agendas = pile;
    Ok(())
}
