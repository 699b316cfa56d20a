//! A game whose open step does not fit this build's rules goes back to where it still does: what came
//! after is taken back by an entry like any undo, and asked again. Finished steps stay as they were played.

use crate::engine::Entry;
use crate::engine::journal::Line;
use crate::store::Status;

use super::notice::Notice;
use super::table::{read_journal, resume};
use super::{Actor, Hosted, Refused, Table};

/// In whose name it is done.
const WHO: &str = "Custodian";

impl<G: Hosted> Table<G> {
    /// Takes back what does not fit any more, if that is what the game stands still for. A panic of the
    /// rules is left alone: it is a fault of the build, and waits for a better one.
    pub(super) async fn rewind(&mut self) -> Result<(), Refused> {
        let Some(misfit) = self.current.misfit.clone() else { return Ok(()) };
        if self.game.status != Status::Running {
            return Ok(());
        }
        let mut journal = read_journal::<G>(self.store(), &self.game.id).await?;
        if journal.len() != self.position() {
            return Ok(());
        }
        let line = Line::of(&journal);
        let gone = line.live.iter().filter(|at| **at >= misfit.at).map(|at| &journal[*at]);
        let first = gone.clone().find_map(|entry| match entry {
            Entry::Answer { seat, .. } | Entry::Deed { seat, .. } => Some(*seat),
            _ => None,
        });
        let answers = gone.filter(|entry| entry.is_act()).count();
        let undo = misfit.taken_back::<G>(WHO);
        journal.push(undo.clone());
        let (next, mut submission) = resume(self.store(), &self.game, &journal).await?;
        if let Some(trouble) = &next.trouble {
            tracing::error!(game = self.game.id, trouble, "the game cannot go on under this build");
            return Ok(());
        }
        submission.entries.insert(0, undo);
        let step = G::step_name(&next.base.state);
        tracing::warn!(
            game = self.game.id,
            answers,
            at = misfit.at,
            "answers fit the rules no more"
        );
        let moved = self.moved(next, submission);
        let notice = Notice::Rewound { step, seat: first, answers };
        self.commit(moved, "", vec![notice.public()]).await?;
        let what =
            format!("took back {answers} answers that the rules of this version do not take");
        self.note(&Actor::new("", WHO), &what).await;
        Ok(())
    }
}
