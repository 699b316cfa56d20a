//! How a step of the game went, answer by answer, for pictures that move.

use crate::engine::journal::Line;
use crate::engine::{Entry, Seat, Seed, run};

use super::table::{guarded, read_checkpoint, read_journal};
use super::{Hosted, Refused, Table};

/// Steps that are looked through for one worth showing.
const STEPS: usize = 24;

impl<G: Hosted> Table<G> {
    /// What `viewer` could see in the course of the newest step that is worth showing, the current one
    /// included: at its beginning, at each answer in it, and at its end or now. Nothing when none is.
    pub async fn newest_course(
        &self,
        viewer: Option<Seat>,
        worth: impl Fn(&[G::View]) -> bool,
    ) -> Result<Vec<G::View>, Refused> {
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
            let grant = grant.unwrap_or(0);
            let views = guarded(|| states::<G>(&base.state, &step, seed, grant, viewer))?;
            if worth(&views) {
                return Ok(views);
            }
            end = base.at;
        }
        Ok(Vec::new())
    }
}

/// The step at its beginning, when each act was done, and after all of them.
fn states<G: Hosted>(
    state: &G::State,
    entries: &[Entry<G>],
    seed: &Seed,
    grant: u32,
    viewer: Option<Seat>,
) -> Vec<G::View> {
    let acts = (0..entries.len()).filter(|at| entries[*at].is_act());
    // What is rolled after an act follows from it, so that a run up to the next act shows it.
    let shown = |end: usize| {
        let run = run::<G>(state, &entries[..end], seed, grant);
        G::view(&run.state, viewer)
    };
    let begin = std::iter::once(G::view(state, viewer));
    begin.chain(acts.chain([entries.len()]).map(shown)).collect()
}
