//! Why a computer did what it did last, as far as everybody may know.

use crate::engine::{By, Entry, Outcome, Seat};

use super::course::Past;
use super::{Hosted, Refused, Table};

/// Steps that are looked through for a move of the computer's.
const STEPS: usize = 40;

impl<G: Hosted> Table<G> {
    /// The latest move of a computer that can be explained, of `seat` alone if one is named, and why;
    /// seats stand for names. It is worked out anew from the journal.
    pub async fn why(&self, seat: Option<Seat>) -> Result<Option<String>, Refused> {
        let look = move |step: &Past<'_, G>| {
            let own = |at: &usize| is_wanted(&step.entries[*at], seat);
            (0..step.entries.len()).rev().filter(own).find_map(|at| explained(step, at))
        };
        self.newest_step(STEPS, look).await
    }
}

fn is_wanted<G: Hosted>(entry: &Entry<G>, wanted: Option<Seat>) -> bool {
    match entry {
        Entry::Answer { seat, by: By::Computer, .. } => wanted.is_none_or(|wanted| wanted == *seat),
        _ => false,
    }
}

/// The words for the answer that is the entry at `at` of the step.
fn explained<G: Hosted>(step: &Past<'_, G>, at: usize) -> Option<String> {
    let Entry::Answer { seat, question, choices, .. } = &step.entries[at] else { return None };
    if !G::explains(question) {
        return None;
    }
    let ran = step.run(at);
    let Outcome::Waiting(prompts) = ran.outcome else { return None };
    let asked =
        prompts.iter().find(|prompt| prompt.seat == *seat && prompt.question == *question)?;
    G::why(&ran.state, asked, choices)
}
