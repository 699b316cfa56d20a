//! Taking an answer back in a window in which everybody answers by themselves: what the others have answered
//! since stands, and so does what they have put together.

use crate::engine::journal::Line;
use crate::engine::record::taking_back;
use crate::engine::{By, Entry, Prompt, Refusal, Seat, digest};

use super::machine::join;
use super::table::{Move, guarded, resume};
use super::{Actor, Done, Hosted, Notice, Refused, Table};

/// Another's answer that stands.
type Kept<G> = (Seat, Vec<<G as crate::engine::Rulebook>::Choice>, By);

impl<G: Hosted> Table<G> {
    /// The journal position of the seat's last answer, and what others have answered since, if nothing of
    /// that can rest on it.
    pub(super) fn liftable(
        &self,
        journal: &[Entry<G>],
        seat: Seat,
    ) -> Option<(usize, Vec<Kept<G>>)> {
        // Whoever is asked again, or alone was asked, has seen what came of it.
        if self.asked.is_empty() || self.asked.iter().any(|row| row.seat == seat.0) {
            return None;
        }
        let live = Line::of(journal).live;
        let step: Vec<usize> = live.into_iter().filter(|at| *at >= self.current.base.at).collect();
        let own =
            |at: &usize| matches!(&journal[*at], Entry::Answer { seat: by, .. } if *by == seat);
        let nth = step.iter().rposition(own)?;
        let mut kept = Vec::new();
        for (after, at) in step[nth..].iter().enumerate() {
            match &journal[*at] {
                Entry::Answer { question, .. } if !G::independent(question) => return None,
                Entry::Answer { .. } if after == 0 => {}
                Entry::Answer { seat, choices, by, .. } => {
                    kept.push((*seat, choices.clone(), by.clone()));
                }
                Entry::Reveal { .. } if !kept.is_empty() => {}
                _ => return None,
            }
        }
        Some((step[nth], kept))
    }

    /// Takes the answer at `to` back and gives those of the others again.
    pub(super) async fn lift(
        &mut self,
        actor: &Actor,
        seat: Seat,
        mut journal: Vec<Entry<G>>,
        to: usize,
        kept: Vec<Kept<G>>,
    ) -> Result<Done, Refused> {
        if journal.len() != self.position() {
            self.stale = true;
            return Err(Refused::Store(crate::store::Trouble::Overtaken));
        }
        let entries = taking_back(&journal, &[self.current.base.at], to, false, &actor.name)?;
        journal.extend(entries.iter().cloned());
        let (next, mut submission) = resume(self.store(), &self.game, &journal).await?;
        if let Some(trouble) = next.trouble {
            return Err(self.broken(actor, trouble).await);
        }
        submission.entries.splice(0..0, entries);
        let mut moved: Move<G> = join(None, next, Vec::new(), submission);
        for (other, choices, by) in kept {
            let given = guarded(|| moved.next.submit(other, choices, by))?;
            let Ok((next, done)) = given else { return Err(closed()) };
            moved = join(Some(moved), next, Vec::new(), done);
        }
        // The window is still open only if the others are asked what they were asked.
        let others = |prompts: &[Prompt<G>]| -> Vec<(Seat, String)> {
            let asked = prompts.iter().filter(|prompt| prompt.seat != seat);
            asked.map(|prompt| (prompt.seat, digest(&prompt.question))).collect()
        };
        if others(&moved.next.prompts) != others(&self.current.prompts) {
            return Err(closed());
        }
        moved.asked = self.asked_after(&self.asked, &moved.next, &[], self.current.base.number);
        let notice = Notice::Undone {
            by: actor.name.clone(),
            name: "before their last answer".into(),
            answers: 1,
            dice: 0,
            seen: Vec::new(),
            fresh: false,
            board: None,
        };
        self.commit(moved, &actor.user, vec![notice.public()]).await?;
        self.note(actor, "took an answer back in an open window").await;
        Ok(Done { position: self.position(), lines: Vec::new(), finished: self.finished() })
    }
}

fn closed() -> Refused {
    Refusal::new("everybody's answers count already")
        .instead("A moderator can undo further: `/mod undo`")
        .into()
}
