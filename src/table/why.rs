//! Why a computer did what it did last, as far as everybody may know.

use crate::engine::journal::Line;
use crate::engine::{By, Entry, Outcome, Run, Seat, run};

use super::table::{guarded, read_checkpoint, read_journal};
use super::{Hosted, Refused, Table};

/// Steps that are looked through for a move of the computer's.
const STEPS: usize = 40;

impl<G: Hosted> Table<G> {
    /// The latest move of a computer that can be explained, of `seat` alone if one is named, and why;
    /// seats stand for names. It is worked out anew from the journal.
    pub async fn why(&self, seat: Option<Seat>) -> Result<Option<String>, Refused> {
        let id = &self.game.id;
        let journal = read_journal::<G>(self.store(), id).await?;
        let line = guarded(|| Line::of(&journal))?;
        let heads = self.store().heads(id).await?;
        let mut end = journal.len();
        for head in heads.iter().rev().filter(|head| line.reaches(head.position)).take(STEPS) {
            let base = read_checkpoint::<G>(self.store(), id, head.number).await?;
            let Some((before, since)) = line.split(base.at) else { continue };
            let since = since.iter().filter(|at| **at < end);
            let step: Vec<Entry<G>> = since.map(|at| journal[*at].clone()).collect();
            let grant = before.iter().rev().find_map(|at| match &journal[*at] {
                Entry::Fresh { grant } => Some(*grant),
                _ => None,
            });
            let seed = &self.current.seed;
            let told = guarded(|| {
                let ran =
                    |entries: &[Entry<G>]| run(&base.state, entries, seed, grant.unwrap_or(0));
                let own = |at: &usize| is_wanted(&step[*at], seat);
                (0..step.len()).rev().filter(own).find_map(|at| explained(&step, at, ran))
            })?;
            if told.is_some() {
                return Ok(told);
            }
            end = base.at;
        }
        Ok(None)
    }
}

fn is_wanted<G: Hosted>(entry: &Entry<G>, wanted: Option<Seat>) -> bool {
    match entry {
        Entry::Answer { seat, by: By::Computer, .. } => wanted.is_none_or(|wanted| wanted == *seat),
        _ => false,
    }
}

/// The words for the answer that is the entry at `at` of the step.
fn explained<G: Hosted>(
    step: &[Entry<G>],
    at: usize,
    run: impl Fn(&[Entry<G>]) -> Run<G>,
) -> Option<String> {
    let Entry::Answer { seat, question, choices, .. } = &step[at] else { return None };
    if !G::explains(question) {
        return None;
    }
    let ran = run(&step[..at]);
    let Outcome::Waiting(prompts) = ran.outcome else { return None };
    let asked =
        prompts.iter().find(|prompt| prompt.seat == *seat && prompt.question == *question)?;
    G::why(&ran.state, asked, choices)
}
