//! A game that rests: nobody answers, no machine does, and no deadline runs. Moderators can still
//! go back and put things right.

use serde::{Deserialize, Serialize};

use crate::engine::Refusal;
use crate::store::Status;

use super::table::{json, public_questions};
use super::{Actor, Hosted, Notice, Refused, Table};

/// Who let the game rest, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    pub by: String,
    /// In milliseconds since 1970.
    pub since: i64,
}

const MEMO: &str = "rest";

impl<G: Hosted> Table<G> {
    /// Whether the game rests.
    pub fn rest(&self) -> Option<&Rest> {
        self.rest.as_ref()
    }

    /// Lets the game rest until a moderator has it go on.
    ///
    /// # Errors
    /// When the actor is no moderator, or the game does not run or rests already.
    pub async fn pause(&mut self, actor: &Actor, why: &str) -> Result<(), Refused> {
        self.expect_moderator(actor)?;
        if self.game.status != Status::Running {
            return Err(Refused::Finished);
        }
        if self.rest.is_some() {
            return Err(Refusal::new("the game is paused already")
                .instead("`/mod resume` has it go on.")
                .into());
        }
        let rest = Rest { by: actor.name.clone(), since: self.now() };
        self.store().set_memo(&self.game.id, MEMO, Some(&json(&rest))).await?;
        self.rest = Some(rest);
        self.expect_anew().await?;
        let paused = Notice::Paused { by: actor.name.clone(), why: why.trim().into() };
        self.tell_with_question(paused).await?;
        self.note(actor, "paused the game").await;
        Ok(())
    }

    /// Has the game go on. The time of the rest counts for nobody.
    ///
    /// # Errors
    /// When the actor is no moderator, or the game does not rest.
    pub async fn resume(&mut self, actor: &Actor) -> Result<(), Refused> {
        self.expect_moderator(actor)?;
        let Some(rest) = self.rest.clone() else {
            return Err(Refusal::new("the game is not paused").into());
        };
        self.store().set_memo(&self.game.id, MEMO, None).await?;
        self.rest = None;
        let now = self.now();
        let mut asked = self.asked.clone();
        for row in &mut asked {
            row.at = (row.at + (now - rest.since).max(0)).min(now);
            row.due = self.due(&self.current.seed, row);
        }
        self.store().set_asked(&self.game.id, &asked).await?;
        self.asked = asked;
        self.tell_with_question(Notice::Resumed { by: actor.name.clone() }).await?;
        self.note(actor, "resumed the game").await;
        self.shared.wake(self);
        Ok(())
    }

    /// Tells everybody, and shows the open question anew.
    pub(super) async fn tell_with_question(&mut self, notice: Notice) -> Result<(), Refused> {
        let mut letters = vec![notice.public()];
        if !self.asked.is_empty() {
            let questions = public_questions(&self.current);
            let position = self.current.length;
            letters.push(Notice::Asked { position, questions }.public());
        }
        self.tell(letters, self.asked.clone()).await
    }

    pub(super) async fn read_rest(&mut self) -> Result<(), Refused> {
        let kept = self.store().memo(&self.game.id, MEMO).await?;
        self.rest = kept.and_then(|text| serde_json::from_str(&text).ok());
        Ok(())
    }
}
