//! A game that rests: nobody answers, no machine does, and no deadline runs. Moderators can still
//! go back and put things right.

use serde::{Deserialize, Serialize};

use crate::engine::Refusal;
use crate::store::{AskedRow, Beside, Status};

use super::table::{Memos, json, public_questions};
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
        let beside = Beside {
            memos: vec![(MEMO.into(), Some(json(&rest)))],
            audit: Some((actor.user.clone(), "paused the game".into())),
            ..Beside::default()
        };
        self.stale = true;
        self.rest = Some(rest);
        let paused = Notice::Paused { by: actor.name.clone(), why: why.trim().into() };
        self.tell_with_question(paused, self.asked_anew(), beside).await
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
        let beside = Beside {
            memos: vec![(MEMO.into(), None)],
            audit: Some((actor.user.clone(), "resumed the game".into())),
            ..Beside::default()
        };
        self.stale = true;
        self.rest = None;
        let now = self.now();
        let mut asked = self.asked.clone();
        for row in &mut asked {
            row.at = (row.at + (now - rest.since).max(0)).min(now);
            row.due = self.due(&self.current.seed, row);
        }
        self.tell_with_question(Notice::Resumed { by: actor.name.clone() }, asked, beside).await
    }

    /// Tells everybody, and shows the open question anew.
    async fn tell_with_question(
        &mut self,
        notice: Notice,
        asked: Vec<AskedRow>,
        beside: Beside,
    ) -> Result<(), Refused> {
        let mut letters = vec![notice.public()];
        if !self.asked.is_empty() {
            let questions = public_questions(&self.current);
            let position = self.current.length;
            letters.push(Notice::Asked { position, questions }.public());
        }
        self.tell_and(letters, asked, beside).await?;
        self.shared.wake(self);
        Ok(())
    }

    /// The rest as it was kept.
    pub(super) fn take_rest(&mut self, memos: &Memos) {
        self.rest = memos.get(MEMO).and_then(|text| serde_json::from_str(text).ok());
    }
}
