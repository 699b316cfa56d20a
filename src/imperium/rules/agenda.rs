//! The agenda phase (RR 8): two agendas, what may be done about each before, during and after the
//! vote, and how it ends.
//!
//! `vote` holds the votes themselves.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::ask::*;
use super::tables::{AgendaRule, tables};
use super::window::{self, At, Moment};
use super::{scoring, status, trade, victory};

mod vote;

pub use vote::{VOTE, may_vote, order as voting_order};

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

    /// " (6 votes for Quann, 4 for Bereg)"; nothing when nobody voted.
    fn words(&self, state: &State) -> String {
        let counts = count(&self.votes);
        let mut counts: Vec<(u32, String)> = counts
            .into_iter()
            .map(|(outcome, votes)| (votes, text::elected(state, outcome)))
            .collect();
        counts.sort_by_key(|(votes, _)| std::cmp::Reverse(*votes));
        let words = counts.into_iter().enumerate().map(|(i, (votes, outcome))| {
            let unit = match (i, votes) {
                (0, 1) => " vote",
                (0, _) => " votes",
                _ => "",
            };
            format!("{votes}{unit} for {outcome}")
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
    }
}

/// The votes of each outcome that got any.
fn count(votes: &[(Seat, Elected, u32)]) -> Vec<(Elected, u32)> {
    let mut counts: Vec<(Elected, u32)> = Vec::new();
    for (_, outcome, votes) in votes.iter().filter(|(_, _, votes)| *votes > 0) {
        match counts.iter_mut().find(|(other, _)| other == outcome) {
            Some((_, count)) => *count += votes,
            None => counts.push((*outcome, *votes)),
        }
    }
    counts
}

pub fn run(game: &mut Game, step: AgendaStep) -> Flow {
    match step {
        AgendaStep::First => {
            game.say(|state| format!("The agenda phase of round {} begins.", state.round));
            game.state.no_vote.clear();
            game.state.used_this_agenda_phase.clear();
            let mut start = Moment::AgendaPhaseStarts {};
            window::must(game, &mut start)?;
            window::in_speaker_order(game, &mut start)?;
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
    match draw(game)? {
        Some((agenda, rule)) => conduct(game, agenda, rule),
        None => {
            game.say(|_| "There is no agenda left to vote on.".into());
            Ok(())
        }
    }
}

/// A law in force is voted on once more as if it were revealed now; until that is over it stays in
/// force. Where it has no outcome that could be elected it is discarded and another agenda comes.
pub fn vote_again(game: &mut Game, law: AgendaId) -> Flow {
    close(game)?;
    let Some(rule) = tables().agenda(law) else { return Ok(()) };
    if !(rule.outcomes)(&game.state).is_empty() {
        return conduct(game, law, rule);
    }
    game.say(|_| format!("**{}** has no possible outcome and is discarded.", law.name()));
    game.state.discard_law(law);
    resolve_next(game)
}

/// From the revealing of an agenda to its end.
fn conduct(game: &mut Game, agenda: AgendaId, rule: &'static AgendaRule) -> Flow {
    let Some((agenda, rule)) = revealed(game, agenda, rule)? else { return Ok(()) };
    window::in_speaker_order(game, &mut Moment::AfterRevealed { agenda })?;
    let mut before = Moment::BeforeVote { agenda, elected: None };
    window::in_speaker_order(game, &mut before)?;
    let mut tally = match before {
        Moment::BeforeVote { elected: Some(outcome), .. } => {
            game.say(|_| "Nobody votes on this agenda.".into());
            Tally { outcome, votes: Vec::new() }
        }
        _ => vote::hold(game, agenda, rule)?,
    };
    let mut decided = Moment::OutcomeDecided { agenda, outcome: tally.outcome };
    window::in_speaker_order(game, &mut decided)?;
    if let Moment::OutcomeDecided { outcome, .. } = decided {
        tally.outcome = outcome;
    }
    let outcome = tally.outcome;
    let enacted = (rule.enacts)(outcome);
    game.say(|state| {
        let law = if enacted { " The law is in force." } else { "" };
        let (name, result) = (agenda.name(), text::elected(state, outcome));
        format!("**{name}**: {result}{}.{law}", tally.words(state))
    });
    offer_to_elected(game, outcome)?;
    put_away(game, agenda, Some(outcome).filter(|_| enacted));
    (rule.resolve)(game, &tally)?;
    victory::eliminate(game)?;
    if enacted {
        offer_for_laws(game)?;
    }
    predictions(game, agenda, outcome)?;
    if let Some(last) = rule.last {
        last(game, &tally)?;
    }
    close(game)
}

/// Those who may do something when an agenda is revealed do it; it may be replaced by another one.
/// Nothing when there is none left.
fn revealed(
    game: &mut Game,
    mut agenda: AgendaId,
    mut rule: &'static AgendaRule,
) -> Flow<Option<(AgendaId, &'static AgendaRule)>> {
    loop {
        game.state.open_agenda = Some(OpenAgenda {
            agenda,
            barred: Seats::default(),
            predictions: Vec::new(),
            votes: Vec::new(),
        });
        game.say(|_| {
            let kind = text::agenda_kind(agenda);
            format!("The agenda is **{}** ({kind}): {}", agenda.name(), rule.text)
        });
        let mut when = Moment::WhenRevealed { agenda, replaced: false };
        window::must(game, &mut when)?;
        window::in_speaker_order(game, &mut when)?;
        if !matches!(when, Moment::WhenRevealed { replaced: true, .. }) {
            return Ok(Some((agenda, rule)));
        }
        game.say(|_| format!("**{}** is discarded; another agenda is revealed.", agenda.name()));
        put_away(game, agenda, None);
        close(game)?;
        match draw(game)? {
            Some(next) => (agenda, rule) = next,
            None => {
                game.say(|_| "There is no agenda left to vote on.".into());
                return Ok(None);
            }
        }
    }
}

/// The card comes into force as a law, or is discarded (RR 7.3, 7.8). One that was a law already ends; it may
/// have been discarded during the vote, as when its owner used it.
fn put_away(game: &mut Game, agenda: AgendaId, law: Option<Elected>) {
    game.state.lift_law(agenda);
    game.state.decks.discarded_agendas.retain(|discarded| *discarded != agenda);
    match law {
        Some(outcome) => {
            let elected = Some(outcome).filter(|outcome| *outcome != Elected::For);
            game.state.laws.push(Law { agenda, elected, exhausted: false });
        }
        None => game.state.decks.discarded_agendas.push(agenda),
    }
}

/// What belongs to one agenda ends with it.
fn close(game: &mut Game) -> Flow {
    game.state.open_agenda = None;
    game.state.end(Until::AgendaEnds);
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
fn draw(game: &mut Game) -> Flow<Option<(AgendaId, &'static AgendaRule)>> {
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
        return Ok(Some((agenda, rule)));
    }
    Ok(None)
}

// Predictions (RR 8.22)

/// What can be predicted or elected on the agenda that is being voted on.
pub fn outcomes(state: &State) -> Vec<Elected> {
    let open = state.open_agenda.as_ref().and_then(|open| tables().agenda(open.agenda));
    open.map_or(Vec::new(), |rule| (rule.outcomes)(state))
}

/// `seat` foretells how the agenda will end and cannot vote on it.
pub fn predict(game: &mut Game, seat: Seat, by: Predictor, outcome: Elected) {
    bar(game, seat);
    if let Some(open) = &mut game.state.open_agenda {
        open.predictions.push(Prediction { seat, by, outcome });
    }
    // Who plays a card for it names the outcome with the card.
    if let Predictor::Ability(ability) = by {
        game.say(|state| {
            let outcome = text::elected(state, outcome);
            format!("{seat} predicts {outcome} (**{}**).", ability.name())
        });
    }
}

/// `seat` cannot vote on the open agenda.
pub fn bar(game: &mut Game, seat: Seat) {
    if let Some(open) = &mut game.state.open_agenda {
        open.barred.insert(seat);
    }
}

impl Predictor {
    pub fn name(self) -> &'static str {
        match self {
            Predictor::Card(card) => card.name(),
            Predictor::Ability(ability) => ability.name(),
        }
    }
}

/// Predictions that came true, in speaker order; of several the player says which is next.
fn predictions(game: &mut Game, agenda: AgendaId, outcome: Elected) -> Flow {
    let made = game.state.open_agenda.as_mut().map(|open| std::mem::take(&mut open.predictions));
    let mut right = made.unwrap_or_default();
    right.retain(|prediction| prediction.outcome == outcome);
    if right.is_empty() {
        return Ok(());
    }
    let order: Vec<Seat> = game.state.clockwise_from(game.state.speaker).collect();
    for seat in order {
        let own = right.iter().filter(|prediction| prediction.seat == seat);
        let mut own: Vec<Predictor> = own.map(|prediction| prediction.by).collect();
        while !own.is_empty() {
            let next = next_prediction(game, seat, agenda, &own)?;
            let by = own.remove(next);
            game.say(|_| format!("{seat}'s **{}** comes true.", by.name()));
            fulfil(game, seat, agenda, outcome, by)?;
        }
    }
    Ok(())
}

fn next_prediction(
    game: &mut Game,
    seat: Seat,
    agenda: AgendaId,
    own: &[Predictor],
) -> Flow<usize> {
    let named = |by: &Predictor| Choice::Use(PowerName(by.name().into()));
    let choice = game.choose(|_| {
        let mut options: Vec<Choice> = Vec::new();
        for option in own.iter().map(named) {
            if !options.contains(&option) {
                options.push(option);
            }
        }
        Prompt::one(seat, Question::NextPrediction { agenda }, options)
    })?;
    Ok(own.iter().position(|by| named(by) == choice).unwrap_or(0))
}

fn fulfil(game: &mut Game, seat: Seat, agenda: AgendaId, outcome: Elected, by: Predictor) -> Flow {
    let component = match by {
        Predictor::Card(card) => tables().action_card(card),
        Predictor::Ability(ability) => tables().ability(ability),
    };
    let powers = component.map_or(&[][..], |component| component.powers);
    match powers.iter().find(|power| power.at == At::Foretold) {
        Some(power) => {
            (power.then)(game, seat, &mut Moment::Foretold { by: seat, agenda, outcome })
        }
        None => Ok(()),
    }
}

// Effects at the start of the next strategy phase

/// Notes down that an agenda has an effect at the start of the next strategy phase.
pub fn postpone(game: &mut Game, agenda: AgendaId, seats: Seats) {
    game.state.later.push((agenda, seats));
}

/// Carries out what agendas have left for the start of this strategy phase.
pub fn settle_later(game: &mut Game) -> Flow {
    for (agenda, seats) in std::mem::take(&mut game.state.later) {
        if let Some(later) = tables().agenda(agenda).and_then(|rule| rule.later) {
            game.say(|_| format!("**{}** takes effect.", agenda.name()));
            later(game, seats)?;
        }
    }
    Ok(())
}
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
