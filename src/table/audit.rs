//! Who did what to a game besides playing it. Nothing in it says what anybody holds or chose: answers
//! that came by themselves are only counted, for which they were would tell who could do nothing.

use crate::engine::{By, Entry};
use crate::store::AuditRow;

use super::table::read_journal;
use super::{Hosted, Refused, Table};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Oldest first.
    pub lines: Vec<AuditRow>,
    /// Answers by standing orders, deadlines, and the bot's passes, in the whole game.
    pub by_themselves: usize,
}

/// How the operator's notes about failed rules begin; what follows may tell what somebody holds.
const FAILED: &str = "the rules failed";

impl<G: Hosted> Table<G> {
    /// The newest `limit` lines.
    pub async fn audit(&self, limit: usize) -> Result<Audit, Refused> {
        let mut lines = self.store().audit_of(&self.game.id, limit).await?;
        lines.reverse();
        for line in lines.iter_mut().filter(|line| line.what.starts_with(FAILED)) {
            line.what = "did something over which the rules failed".into();
        }
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let standing = |entry: &&Entry<G>| matches!(entry, Entry::Answer { by: By::Standing, .. });
        Ok(Audit { lines, by_themselves: journal.iter().filter(standing).count() })
    }
}
