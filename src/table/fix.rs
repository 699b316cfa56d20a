//! A moderator corrects the position by hand. That is a deed like any other: it is journalled, told
//! with what was before, and taken back by an undo.

use crate::engine::{By, Entry, Refusal};
use crate::store::Status;

use super::table::guarded;
use super::{Actor, Hosted, Notice, Refused, Table};

/// What a correction came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// It was carried out; what was and what is.
    Done(String),
    /// The rules would not allow it, so it was not carried out yet: the line, and what they say.
    Doubtful(String, Vec<String>),
}

impl<G: Hosted> Table<G> {
    /// Corrects something. What the rules would not allow is done only with `anyway`.
    pub async fn fix(
        &mut self,
        actor: &Actor,
        name: &str,
        options: &[(String, String)],
        why: &str,
        anyway: bool,
    ) -> Result<Fixed, Refused> {
        self.expect_moderator(actor)?;
        if self.game.status != Status::Running {
            return Err(Refused::Finished);
        }
        if let Some(trouble) = &self.current.trouble {
            return Err(Refused::Stopped(trouble.clone()));
        }
        let fixing = guarded(|| G::fix(&self.current.shown, name, options))?;
        let fixing = match fixing {
            Ok(fixing) => fixing,
            Err(refusal) => {
                // Whoever tries out what somebody holds leaves a trace.
                self.note(actor, &format!("tried /mod fix {name}")).await;
                return Err(refusal.into());
            }
        };
        let line = self.named(&fixing.line);
        if !fixing.warnings.is_empty() && !anyway {
            let warnings = fixing.warnings.iter().map(|warning| self.named(warning)).collect();
            return Ok(Fixed::Doubtful(line, warnings));
        }
        let by = By::Moderator(actor.name.clone());
        let deed =
            Entry::<G>::Deed { seat: fixing.seat, deed: fixing.deed.clone(), by: by.clone() };
        let ran = guarded(|| self.current.deed(fixing.seat, fixing.deed, by));
        let (next, done) = match ran.and_then(|ran| ran.map_err(Refused::from)) {
            Ok(ran) => ran,
            Err(Refused::Broken(trouble)) => {
                tracing::warn!(game = self.game.id, name, trouble, "a correction does not fit in");
                let why = "what is asked just now could not be asked after it";
                let instead = "Wait for the next turn, or go back before it: `/mod undo`.";
                return Err(Refusal::new(why).instead(instead).into());
            }
            Err(refused) => return Err(refused),
        };
        let moved = self.moved(next, done);
        self.spent.clear();
        let notice = Notice::Fixed { by: actor.name.clone(), why: why.trim().into() };
        self.commit(moved, &actor.user, vec![notice.public()]).await?;
        let what = guarded(|| G::entry_text(&deed))?;
        self.note(actor, &format!("corrected by hand: {}", self.named(&what))).await;
        Ok(Fixed::Done(line))
    }

    /// Autocomplete of a correction's option.
    pub fn complete_fix(
        &self,
        name: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Result<Vec<(String, String)>, Refused> {
        guarded(|| G::complete_fix(&self.current.shown, name, options, focused))
    }
}
