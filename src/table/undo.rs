//! Taking back, redoing, and reading the history.

use serde::{Deserialize, Serialize};

use crate::engine::journal::Line;
use crate::engine::record::taking_back;
use crate::engine::{Boundary, Entry, Record, Refusal, UndoPreview};
use crate::store::{Head, Status};

use super::notice::Notice;
use super::table::{guarded, read_journal, resume};
use super::{Actor, Done, Hosted, Refused, Table};

/// An undo as it would be, for a moderator to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing {
    /// The point gone back to.
    pub name: String,
    pub preview: UndoPreview,
}

/// One line of the journal in words that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryLine {
    pub position: usize,
    pub text: String,
    /// User id of who gave it, or empty.
    pub author: String,
    pub at: i64,
    /// Not taken back.
    pub in_force: bool,
}

impl<G: Hosted> Table<G> {
    /// Takes back the actor's own last answer.
    pub async fn take_back(&mut self, actor: &Actor) -> Result<Done, Refused> {
        let seat = self.seat_of(&actor.user).ok_or(Refused::NotAPlayer)?;
        self.may_act(actor, seat)?;
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        if let Some((to, kept)) = guarded(|| self.liftable(&journal, seat))? {
            return self.lift(actor, seat, journal, to, kept).await;
        }
        let to = self.record(journal.clone()).take_back(seat)?;
        self.go_back(actor, journal, to, false).await
    }

    /// What going back to journal position `to` would mean.
    pub async fn preview(&self, to: usize) -> Result<Undoing, Refused> {
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let name = self.point(&journal, to).await?.name;
        Ok(Undoing { name, preview: self.record(journal).preview(to) })
    }

    /// A moderator goes back to journal position `to`; with `fresh`, later dice and draws are new.
    pub async fn undo(&mut self, actor: &Actor, to: usize, fresh: bool) -> Result<Done, Refused> {
        self.expect_moderator(actor)?;
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        self.point(&journal, to).await?;
        self.go_back(actor, journal, to, fresh).await
    }

    /// A moderator takes the last undo back.
    pub async fn redo(&mut self, actor: &Actor) -> Result<Done, Refused> {
        self.expect_moderator(actor)?;
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        if !Line::of(&journal).can_redo() {
            let why = "there is no undo to take back, or something was done since";
            return Err(Refusal::new(why).into());
        }
        let notice = Notice::Redone { by: actor.name.clone(), board: None };
        self.amend(actor, journal, vec![Entry::Redo { by: actor.name.clone() }], notice).await
    }

    /// The points that an undo may go back to, newest last: phases, turns, and every answer.
    pub async fn boundaries(&self) -> Result<Vec<Boundary>, Refused> {
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        self.points(&journal).await
    }

    /// The newest `limit` lines, oldest first.
    pub async fn history(&self, limit: usize) -> Result<Vec<HistoryLine>, Refused> {
        let rows = self.store().journal(&self.game.id).await?;
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let live = Line::of(&journal).live;
        let skip = journal.len().saturating_sub(limit);
        guarded(|| {
            let lines = journal.iter().zip(&rows).enumerate().skip(skip);
            lines
                .map(|(position, (entry, row))| HistoryLine {
                    position,
                    text: self.named(&entry_text(entry)),
                    author: row.author.clone(),
                    at: row.at,
                    in_force: live.binary_search(&position).is_ok()
                        || super::table::turns_back(entry),
                })
                .collect()
        })
    }

    /// The labels of dice and shuffles that differ from what the seed makes; none is right.
    pub async fn verify(&self) -> Result<Vec<String>, Refused> {
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        Ok(self.record(journal).verify_chance())
    }

    /// The checkpoints that are in force, oldest first; see `Table::view_at`.
    pub async fn checkpoints(&self) -> Result<Vec<usize>, Refused> {
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let heads = self.store().heads(&self.game.id).await?;
        guarded(|| {
            let line = Line::of(&journal);
            let live = heads.iter().filter(|head| line.reaches(head.position));
            Ok(live.map(|head| head.number).collect())
        })?
    }

    pub(super) fn expect_moderator(&self, actor: &Actor) -> Result<(), Refused> {
        match self.game.status {
            _ if !self.is_moderator(actor) => Err(Refused::NotModerator),
            Status::Abandoned => Err(Refused::Finished),
            _ => Ok(()),
        }
    }

    /// A record of the journal alone; enough to count and to look back.
    pub(super) fn record(&self, journal: Vec<Entry<G>>) -> Record<G> {
        Record { seed: self.current.seed.clone(), journal, checkpoints: Vec::new() }
    }

    async fn points(&self, journal: &[Entry<G>]) -> Result<Vec<Boundary>, Refused> {
        let heads = self.store().heads(&self.game.id).await?;
        guarded(|| points(journal, &heads))
    }

    async fn starts(&self) -> Result<Vec<usize>, Refused> {
        let heads = self.store().heads(&self.game.id).await?;
        Ok(heads.into_iter().map(|head| head.position).collect())
    }

    pub(super) async fn point(&self, journal: &[Entry<G>], to: usize) -> Result<Boundary, Refused> {
        let mut points = self.points(journal).await?.into_iter();
        points.find(|point| point.to == to).ok_or_else(|| {
            Refusal::new("that is no point to go back to, or it was taken back already")
                .instead("`/mod history` lists them.")
                .into()
        })
    }

    pub(super) async fn go_back(
        &mut self,
        actor: &Actor,
        journal: Vec<Entry<G>>,
        to: usize,
        fresh: bool,
    ) -> Result<Done, Refused> {
        let points = self.points(&journal).await?;
        let name = points.into_iter().find(|point| point.to == to).map(|point| point.name);
        let starts: Vec<usize> = self.starts().await?;
        let entries = taking_back(&journal, &starts, to, fresh, &actor.name)?;
        let record = self.record(journal);
        let preview = record.preview(to);
        let notice = Notice::Undone {
            by: actor.name.clone(),
            name: name.unwrap_or_else(|| "before their last answer".into()),
            answers: preview.answers,
            dice: preview.dice,
            seen: preview.seen,
            fresh,
            board: None,
        };
        self.amend(actor, record.journal, entries, notice).await
    }

    /// Appends entries that change what is in force, and runs from there.
    async fn amend(
        &mut self,
        actor: &Actor,
        mut journal: Vec<Entry<G>>,
        entries: Vec<Entry<G>>,
        mut notice: Notice,
    ) -> Result<Done, Refused> {
        if journal.len() != self.position() {
            self.stale = true;
            return Err(Refused::Store(crate::store::Trouble::Overtaken));
        }
        journal.extend(entries.iter().cloned());
        let (next, mut submission) = resume(self.store(), &self.game, &journal).await?;
        if let Some(trouble) = next.trouble {
            return Err(self.broken(actor, trouble).await);
        }
        if let Notice::Undone { board, .. } | Notice::Redone { board, .. } = &mut notice {
            *board = Some(next.base.number);
        }
        submission.entries.splice(0..0, entries);
        let moved = self.moved(next, submission);
        let what = match &notice {
            Notice::Redone { .. } => "took the last undo back".to_string(),
            Notice::Undone { name, .. } => format!("went back to {}", self.named(name)),
            _ => "changed what is in force".into(),
        };
        self.commit(moved, &actor.user, vec![notice.public()]).await?;
        self.note(actor, &what).await;
        let lines = Vec::new();
        Ok(Done { position: self.position(), lines, finished: self.finished() })
    }
}

fn points<G: Hosted>(journal: &[Entry<G>], heads: &[Head]) -> Vec<Boundary> {
    let line = Line::of(journal);
    let mut heads = heads.iter().filter(|head| line.reaches(head.position)).peekable();
    let mut found: Vec<Boundary> = Vec::new();
    let mut step = "";
    let mut heading = "";
    for (nth, at) in line.live.iter().enumerate() {
        while let Some(head) = heads.next_if(|head| head.position <= *at) {
            step = &head.name;
            let name = start_of(&head.name, &mut heading);
            match found.last_mut() {
                Some(found) if found.to == head.position => found.name = name,
                _ => found.push(Boundary { to: head.position, name }),
            }
        }
        let stands = found.last_mut().filter(|last| last.to == *at);
        if let (Some(start), Entry::Deed { .. }) = (stands, &journal[*at]) {
            // What is done out of turn says what it is, where nothing came before it either.
            start.name = format!("{}, before {}", start.name, entry_text(&journal[*at]));
        }
        let stands = found.last().is_some_and(|last| last.to == *at);
        if journal[*at].is_act() && !stands {
            let led_to = scenes(journal, &line.live[nth + 1..]);
            let text = entry_text(&journal[*at]);
            found.push(Boundary { to: *at, name: format!("before {text}{led_to} ({step})") });
        }
    }
    let newest = line.live.iter().rfind(|at| journal[**at].is_act());
    found.retain(|point| newest.is_some_and(|newest| point.to <= *newest));
    found
}

/// "the start of round 2, strategy phase" where a phase or turn begins; otherwise "before" and what
/// the step is called.
fn start_of<'a>(step: &'a str, heading: &mut &'a str) -> String {
    let begins = step.split_once(": ").map_or(step, |(heading, _)| heading);
    if std::mem::replace(heading, begins) == begins && step.contains(": ") {
        return format!("before {step}");
    }
    match step.split_once(": ") {
        Some((_, part)) => format!("the start of {begins}, {part}"),
        None => format!("the start of {step}"),
    }
}

/// What the answer before `later` led to, such as a combat, for those who look for that.
fn scenes<G: Hosted>(journal: &[Entry<G>], later: &[usize]) -> String {
    let mut found: Vec<&str> = Vec::new();
    for entry in later.iter().map(|at| &journal[*at]).take_while(|entry| !entry.is_act()) {
        if let Entry::Chance { label, .. } = entry
            && let Some(scene) = G::scene(label)
            && !found.contains(&scene)
        {
            found.push(scene);
        }
    }
    match found.is_empty() {
        true => String::new(),
        false => format!(", then {}", found.join(", ")),
    }
}

fn entry_text<G: Hosted>(entry: &Entry<G>) -> String {
    match entry {
        Entry::Undo { to, by } => format!("{by} went back to line {to}"),
        Entry::Redo { by } => format!("{by} took the last undo back"),
        Entry::Fresh { .. } => "dice and unseen cards are new from here".into(),
        Entry::Reveal { what } => format!("{what} was drawn or shown"),
        other => G::entry_text(other),
    }
}
