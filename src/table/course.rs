//! How a step of the game went, answer by answer, for pictures that move.

use crate::engine::journal::Line;
use crate::engine::{Entry, Run, Seat, Seed, run};

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
        let found = self.newest_step(STEPS, move |step| {
            let views = step.views(viewer);
            worth(&views).then_some(views)
        });
        Ok(found.await?.unwrap_or_default())
    }

    /// What `look` finds in the newest of the last `steps` steps in which it finds anything.
    pub(super) async fn newest_step<T>(
        &self,
        steps: usize,
        look: impl Fn(&Past<'_, G>) -> Option<T>,
    ) -> Result<Option<T>, Refused> {
        let id = &self.game.id;
        let journal = read_journal::<G>(self.store(), id).await?;
        let line = guarded(|| Line::of(&journal))?;
        let heads = self.store().heads(id).await?;
        let mut end = journal.len();
        for head in heads.iter().rev().filter(|head| line.reaches(head.position)).take(steps) {
            let base = read_checkpoint::<G>(self.store(), id, head.number).await?;
            let Some((before, since)) = line.split(base.at) else { continue };
            let since = since.iter().filter(|at| **at < end);
            let entries: Vec<Entry<G>> = since.map(|at| journal[*at].clone()).collect();
            let grant = before.iter().rev().find_map(|at| match &journal[*at] {
                Entry::Fresh { grant } => Some(*grant),
                _ => None,
            });
            let (begin, seed) = (base.state, &self.current.seed);
            let step = Past { begin, entries, seed, grant: grant.unwrap_or(0) };
            if let Some(found) = guarded(|| look(&step))? {
                return Ok(Some(found));
            }
            end = base.at;
        }
        Ok(None)
    }
}

/// A step as it was played, what was taken back left out.
pub(super) struct Past<'a, G: Hosted> {
    begin: G::State,
    pub entries: Vec<Entry<G>>,
    seed: &'a Seed,
    grant: u32,
}

impl<G: Hosted> Past<'_, G> {
    /// The step when its first entries were given, and no more.
    pub fn run(&self, entries: usize) -> Run<G> {
        run(&self.begin, &self.entries[..entries], self.seed, self.grant)
    }

    /// The step at its beginning, when each act was done, and after all of them.
    fn views(&self, viewer: Option<Seat>) -> Vec<G::View> {
        let acts = (0..self.entries.len()).filter(|at| self.entries[*at].is_act());
        // What is rolled after an act follows from it, so that a run up to the next act shows it.
        let shown = |end: usize| G::view(&self.run(end).state, viewer);
        let begin = std::iter::once(G::view(&self.begin, viewer));
        begin.chain(acts.chain([self.entries.len()]).map(shown)).collect()
    }
}
