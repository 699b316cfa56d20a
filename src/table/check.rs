//! Before a new build goes live: does it read the open steps of all games as the old one did?

use serde::{Deserialize, Serialize};

use crate::engine::journal::Line;
use crate::engine::{Current, Entry, digest, run};
use crate::store::Store;

use super::table::{guarded, read_journal, resume};
use super::{Hosted, Refused};

/// What this build makes of one game's open step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckReport {
    pub game: String,
    pub name: String,
    /// Answers in the open step.
    pub answers: usize,
    /// A misfit, a panic, or a state that cannot be read.
    pub trouble: Option<String>,
    /// The first answer that does not fit; the bot goes back before it and asks again.
    pub misfit: Option<MisfitReport>,
    /// Journal order, within the step, of answers that were given in another state than this
    /// build reaches. They still fit, but not everything is as it was.
    pub changed: Vec<usize>,
}

/// One answer that does not fit the rules of this build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisfitReport {
    /// Journal position of what does not fit: the answer, or the chance that followed from it.
    pub position: usize,
    /// Which answer or deed of the open step it is or follows from, counted from 1; 0 before the first.
    pub answer: usize,
    /// Answers and deeds that the bot will take back.
    pub lost: usize,
    pub step: String,
    /// "«1»: an action", in words for everybody.
    pub what: String,
    /// For the operator: it may tell what somebody holds.
    pub why: String,
}

impl CheckReport {
    pub fn sound(&self) -> bool {
        self.trouble.is_none() && self.changed.is_empty()
    }
}

/// Runs the open step of a game again, without writing anything.
pub async fn check<G: Hosted>(store: &Store, id: &str) -> Result<CheckReport, Refused> {
    let game = store.game(id).await?;
    let mut report = CheckReport {
        game: game.id.clone(),
        name: game.name.clone(),
        answers: 0,
        trouble: None,
        misfit: None,
        changed: Vec::new(),
    };
    let journal = match read_journal::<G>(store, id).await {
        Ok(journal) => journal,
        Err(trouble) => {
            report.trouble = Some(trouble.to_string());
            return Ok(report);
        }
    };
    let current = match resume::<G>(store, &game, &journal).await {
        Ok((current, _)) => current,
        Err(refused) => {
            report.trouble = Some(refused.to_string());
            return Ok(report);
        }
    };
    report.trouble = current.trouble.clone();
    report.misfit = guarded(|| misfit(&current, &journal)).ok().flatten();
    for (i, entry) in current.tail.iter().enumerate() {
        let Entry::Answer { state, .. } = entry else { continue };
        let before = &current.tail[..i];
        let reached =
            guarded(|| run::<G>(&current.base.state, before, &current.seed, current.grant));
        let same = reached.is_ok_and(|run| state.is_empty() || digest(&run.state) == *state);
        if !same {
            report.changed.push(report.answers);
        }
        report.answers += 1;
    }
    Ok(report)
}

fn misfit<G: Hosted>(current: &Current<G>, journal: &[Entry<G>]) -> Option<MisfitReport> {
    let misfit = current.misfit.as_ref()?;
    let line = Line::of(journal);
    let (_, since) = line.split(current.base.at)?;
    let acts = || since.iter().filter(|at| journal[**at].is_act());
    let lost = acts().filter(|at| **at >= misfit.at).count();
    let before = acts().filter(|at| **at <= misfit.at);
    let entry = before.clone().last().map(|at| &journal[*at]);
    Some(MisfitReport {
        position: misfit.at,
        answer: before.count(),
        lost,
        step: G::step_name(&current.base.state),
        what: entry.map_or("before the first answer".into(), |entry| G::entry_text(entry)),
        why: misfit.why.clone(),
    })
}
