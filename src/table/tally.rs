//! How a game was played, from its export: in each round, how often and for how long the table
//! waited, for whom, and how many answers nobody had to wait for.
//!
//! A prompt *blocks* when it was asked of a person, a person answered it, and there was more than one
//! legal answer or none known beforehand. A window that several are asked at once blocks until the
//! last of them has answered, so each of their prompts counts. What machines answered is automatic:
//! computer players, standing orders, and the passes that the bot gives for those who can only pass.
//! What was taken back later does not count.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::journal::Line;
use crate::engine::{
    By, Checkpoint, Decider, Entry, Outcome, Prompt, Record, Reply, Seat, Shape, step,
};

use super::table::guarded;
use super::{Export, Hosted, Unfit};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub rounds: Vec<RoundTally>,
    /// Prompts that only one answer was legal to, and that all the same waited for somebody.
    pub needless: Vec<String>,
}

/// One round; set-up is round 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundTally {
    pub round: u32,
    /// Prompts that blocked the table.
    pub blocking: usize,
    /// For how long somebody was waited for, in milliseconds.
    pub waited: i64,
    /// Answers that machines gave.
    pub automatic: usize,
    pub seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatTally {
    pub seat: u8,
    pub name: String,
    pub blocking: usize,
    /// For how long this player was among those who were waited for, in milliseconds.
    pub waited: i64,
    pub automatic: usize,
}

/// Counts a game that was exported.
///
/// # Errors
/// When the file is damaged, or these rules do not lead to it.
pub fn tally<G: Hosted>(file: &Export) -> Result<Tally, Unfit> {
    let record = file.unchecked::<G>()?;
    let times: Vec<i64> = file.journal.iter().map(|row| row.at).collect();
    let names: Vec<String> = file.seats.iter().map(|row| row.name.clone()).collect();
    guarded(|| count(&record, &times, &names, Judged::ByAuthor))
        .map_err(|why| Unfit::Differs(format!("{why:?}")))?
}

/// Whose answers block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Those that persons gave.
    ByAuthor,
    /// All, as if persons had given what computer players did.
    AsPersons,
}

/// The same for a record; `times` are those of its entries, `names` those of its seats.
///
/// # Errors
/// When these rules do not lead to it.
pub fn count<G: Hosted>(
    record: &Record<G>,
    times: &[i64],
    names: &[String],
    judged: Judged,
) -> Result<Tally, Unfit> {
    let line = Line::of(&record.journal);
    let live: Vec<&Checkpoint<G>> =
        record.checkpoints.iter().filter(|point| line.reaches(point.at)).collect();
    let mut tally = Counting { names, judged, rounds: BTreeMap::new(), needless: Vec::new() };
    let mut before = times.first().copied().unwrap_or_default();
    for (n, base) in live.iter().enumerate() {
        let Some((_, since)) = line.split(base.at) else { continue };
        let end = live.get(n + 1).map_or(usize::MAX, |next| next.at);
        let entries: Vec<(usize, &Entry<G>)> =
            since.iter().filter(|at| **at < end).map(|at| (*at, &record.journal[*at])).collect();
        let mut watch = Watch { entries: &entries, at: 0, times, before, tally: &mut tally };
        let (_, _, outcome) = step(base.state.clone(), &mut watch, 0);
        before = watch.before;
        if let Outcome::Misfit(why) | Outcome::Broken(why) = outcome {
            return Err(Unfit::Differs(format!("checkpoint {}: {why}", base.number)));
        }
    }
    let Counting { rounds, needless, .. } = tally;
    Ok(Tally { rounds: rounds.into_values().collect(), needless })
}

/// What has been counted so far.
struct Counting<'a> {
    names: &'a [String],
    judged: Judged,
    rounds: BTreeMap<u32, RoundTally>,
    needless: Vec<String>,
}

impl Counting<'_> {
    fn round(&mut self, round: u32) -> &mut RoundTally {
        let names = self.names;
        self.rounds.entry(round).or_insert_with(|| RoundTally {
            round,
            seats: (0u8..)
                .zip(names)
                .map(|(seat, name)| SeatTally { seat, name: name.clone(), ..Default::default() })
                .collect(),
            ..Default::default()
        })
    }

    /// An answer was given after `took` milliseconds in which `open` was asked.
    fn answered<G: Hosted>(
        &mut self,
        state: &G::State,
        open: &[Prompt<G>],
        (seat, by): (Seat, &By),
        took: i64,
    ) {
        let persons = self.judged == Judged::AsPersons;
        let Some(prompt) = open.iter().find(|prompt| prompt.seat == seat) else { return };
        let passes = G::automatic(state, prompt).is_some();
        let automatic = match by {
            By::Computer => !persons || passes,
            By::Standing => true,
            By::Player | By::Moderator(_) => false,
        };
        // What can be declined is offered as long as a deal might make it possible.
        let offer = passes || G::decline(state, prompt).is_some();
        if !automatic && !offer && only_answer(state, prompt) {
            let what = G::question_text(state, None, prompt);
            self.needless.push(format!("{}: {what}", G::step_name(state)));
        }
        let round = self.round(G::round(state));
        let count = |blocking: &mut usize, machine: &mut usize| match automatic {
            true => *machine += 1,
            false => *blocking += 1,
        };
        count(&mut round.blocking, &mut round.automatic);
        if !automatic {
            round.waited += took;
        }
        if let Some(own) = round.seats.get_mut(seat.index()) {
            count(&mut own.blocking, &mut own.automatic);
            own.waited += if automatic { 0 } else { took };
        }
    }
}

/// Whether no other answer than one is legal. Of an answer in parts all ways to put it together are
/// tried; where there are many ways, there is more than one.
fn only_answer<G: Hosted>(state: &G::State, prompt: &Prompt<G>) -> bool {
    match prompt.shape {
        Shape::Compound => {
            let (mut found, mut left) = (Vec::new(), WAYS);
            let all = ways(state, prompt, &mut Vec::new(), &mut found, &mut left);
            all && found.len() == 1
        }
        Shape::One => prompt.options.len() == 1,
        Shape::Some { min, max } => max == 0 || min == prompt.options.len(),
        Shape::Order => prompt.options.len() <= 1,
    }
}

/// Drafts that are looked at.
const WAYS: usize = 40;

/// Collects the legal answers that begin with `draft`, by the keys of their parts in any order; false when
/// there are several, or more drafts than are looked at.
fn ways<G: Hosted>(
    state: &G::State,
    prompt: &Prompt<G>,
    draft: &mut Vec<G::Choice>,
    found: &mut Vec<Vec<String>>,
    left: &mut usize,
) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if prompt.check(state, draft).is_ok() {
        let mut keys: Vec<String> = draft.iter().map(G::choice_key).collect();
        keys.sort_unstable();
        if !found.contains(&keys) {
            found.push(keys);
        }
        if found.len() > 1 {
            return false;
        }
    }
    for part in G::next(state, prompt, draft) {
        draft.push(part);
        let few = ways(state, prompt, draft, found, left);
        draft.pop();
        if !few {
            return false;
        }
    }
    true
}

/// Gives the answers of the journal once more and looks at what was asked.
struct Watch<'a, 'b, G: Hosted> {
    entries: &'a [(usize, &'a Entry<G>)],
    at: usize,
    times: &'a [i64],
    /// When the last act was done.
    before: i64,
    tally: &'a mut Counting<'b>,
}

impl<G: Hosted> Watch<'_, '_, G> {
    fn next(&mut self) -> Option<(usize, Entry<G>)> {
        while let Some((at, entry)) = self.entries.get(self.at) {
            self.at += 1;
            if !matches!(entry, Entry::Reveal { .. }) {
                return Some((*at, (*entry).clone()));
            }
        }
        None
    }
}

impl<G: Hosted> Decider<G> for Watch<'_, '_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        let Some((at, entry)) = self.next() else { return Reply::Open };
        let now = self.times.get(at).copied().unwrap_or(self.before);
        let took = (now - self.before).max(0);
        self.before = now;
        match entry {
            Entry::Answer { seat, choices, by, .. } => {
                self.tally.answered(state, prompts, (seat, &by), took);
                Reply::Answer(seat, choices)
            }
            Entry::Deed { seat, deed, .. } => Reply::Deed(seat, deed),
            Entry::Fresh { grant } => Reply::Fresh(grant),
            other => Reply::Misfit(format!("an answer was due, not {other:?}")),
        }
    }

    fn chance(&mut self, label: &str, _: u32, _: usize) -> Result<Vec<u32>, String> {
        match self.next() {
            Some((_, Entry::Chance { outcomes, .. })) => Ok(outcomes),
            other => Err(format!("{label} was due, not {other:?}")),
        }
    }

    fn fresh(&mut self) -> Option<u32> {
        let Some((_, Entry::Fresh { grant })) = self.entries.first() else { return None };
        self.at = 1;
        Some(*grant)
    }
}
