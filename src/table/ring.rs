//! What happens to open questions by itself when its time has come: automatic passes, warnings
//! before deadlines, and deadlines.

use crate::engine::{By, Seat, Seed};
use crate::store::{AskedRow, Beside, Expects, NewLetter, Status, Write};

use super::machine::{Ran, ran};
use super::pace::{Overdue, Pace};
use super::table::{Memos, guarded, json};
use super::{Actor, Hosted, Lateness, Notice, Refused, Table};

const MEMO: &str = "pace";

impl<G: Hosted> Table<G> {
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Lets the table go by another pace; everybody is told.
    ///
    /// # Errors
    /// When the actor is no moderator, or the pace makes no sense.
    pub async fn set_pace(&mut self, actor: &Actor, pace: Pace) -> Result<(), Refused> {
        if !self.is_moderator(actor) {
            return Err(Refused::NotModerator);
        }
        pace.check()?;
        let told = Notice::Paced { by: actor.name.clone(), pace: pace.clone() };
        let memos = vec![(MEMO.into(), Some(json(&pace)))];
        self.stale = true;
        self.pace = pace;
        let (asked, beside) = (self.asked_anew(), Beside { memos, ..Beside::default() });
        self.tell_and(vec![told.public()], asked, beside).await?;
        self.shared.wake(self);
        Ok(())
    }

    /// The pace as it was kept.
    pub(super) fn take_pace(&mut self, memos: &Memos) {
        if let Some(pace) = memos.get(MEMO).and_then(|text| serde_json::from_str(text).ok()) {
            self.pace = pace;
        }
    }

    /// When something is due to an open question.
    pub(super) fn due(&self, seed: &Seed, row: &AskedRow) -> Option<i64> {
        if self.rest.is_some() {
            return None;
        }
        self.pace.due(seed, row, self.habits_of(Seat(row.seat)).hours)
    }

    /// Does what is due at `now` to the question of `seat` that has been open since `since`; false when
    /// nothing is.
    pub async fn ring(&mut self, seat: Seat, since: usize, now: i64) -> Result<bool, Refused> {
        let rests = self.rest.is_some();
        if self.game.status != Status::Running || self.current.trouble.is_some() || rests {
            return Ok(false);
        }
        let row = self.asked.iter().find(|row| row.seat == seat.0 && row.since == since);
        let Some(row) = row.filter(|row| row.due.is_some_and(|due| due <= now)) else {
            return Ok(false);
        };
        match (row.expects, row.stage) {
            (Expects::Automatic, _) => self.pass_for(seat).await,
            (Expects::Player, 0) => {
                let mut asked = self.asked.clone();
                let row = self.staged(&mut asked, seat, 1);
                let left = row.and_then(|row| row.due).map_or(0, |due| (due - now).max(0));
                self.tell(vec![Notice::Warned { seat, left }.public()], asked).await?;
                Ok(true)
            }
            (Expects::Player, 1) => self.overdue(seat).await.map(|()| true),
            _ => Ok(false),
        }
    }

    async fn pass_for(&mut self, seat: Seat) -> Result<bool, Refused> {
        let prompt = self.prompt(seat)?;
        let Some(choices) = guarded(|| G::automatic(&self.current.shown, prompt))? else {
            return Ok(false);
        };
        let nobody = Actor::new("", "");
        self.append(&nobody, seat, |current| current.submit(seat, choices, By::Standing)).await?;
        Ok(true)
    }

    /// A deadline has passed: what the table has agreed on is done.
    async fn overdue(&mut self, seat: Seat) -> Result<(), Refused> {
        let (done, moved) = self.late_answer(seat)?;
        let told = Notice::Overdue { seat, done }.public();
        match moved {
            Some(ran) => {
                let (next, submission) = ran?;
                let moved = self.moved(next, submission);
                self.spent.clear();
                self.commit(moved, "", vec![told]).await
            }
            None => {
                let mut asked = self.asked.clone();
                self.staged(&mut asked, seat, 2);
                self.tell(vec![told], asked).await
            }
        }
    }

    fn late_answer(&self, seat: Seat) -> Result<(Lateness, Option<Ran<G>>), Refused> {
        let (current, state) = (&self.current, &self.current.shown);
        let prompt = self.prompt(seat)?;
        if self.pace.overdue == Overdue::Tell {
            return Ok((Lateness::Nothing, None));
        }
        let pass = guarded(|| G::pass(state, prompt).or_else(|| G::decline(state, prompt)))?;
        if let Some(choices) = pass {
            let passed = ran(|| current.submit(seat, choices, By::Standing));
            return Ok((Lateness::Passed, Some(passed)));
        }
        match (self.pace.overdue, G::COMPUTERS.first()) {
            (Overdue::Computer, Some(kind)) => {
                let answer = self.computer_answer(current, prompt, kind);
                Ok((Lateness::ComputerAnswered, Some(answer)))
            }
            _ => Ok((Lateness::Nothing, None)),
        }
    }

    /// Puts the question of `seat` at `stage`, with what is due then.
    fn staged<'a>(&self, asked: &'a mut [AskedRow], seat: Seat, stage: u8) -> Option<&'a AskedRow> {
        let row = asked.iter_mut().find(|row| row.seat == seat.0)?;
        row.stage = stage;
        row.due = self.due(&self.current.seed, row);
        Some(row)
    }

    /// Posts letters without moving the game.
    pub(super) async fn tell(
        &mut self,
        letters: Vec<NewLetter>,
        asked: Vec<AskedRow>,
    ) -> Result<(), Refused> {
        self.tell_and(letters, asked, Beside::default()).await
    }

    /// Posts letters and writes what they tell of, without moving the game. On failure the game is read
    /// again before the next command.
    pub(super) async fn tell_and(
        &mut self,
        letters: Vec<NewLetter>,
        asked: Vec<AskedRow>,
        beside: Beside,
    ) -> Result<(), Refused> {
        let write = Write {
            game: self.game.id.clone(),
            position: self.current.length,
            entries: Vec::new(),
            author: String::new(),
            at: self.now(),
            checkpoints: Vec::new(),
            letters,
            asked,
            status: self.game.status,
            beside,
        };
        self.stale = true;
        self.store().write(&write).await?;
        self.stale = false;
        self.asked = write.asked;
        Ok(())
    }
}
