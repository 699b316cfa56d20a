//! Going back with everybody's consent: a player asks, and whoever it concerns agrees. It concerns
//! all whose answers or turn would be undone, and the whole table where dice or cards were seen.

use serde::{Deserialize, Serialize};

use crate::engine::journal::Line;
use crate::engine::{By, Entry, Refusal, Seat};
use crate::store::Beside;

use super::table::{json, read_journal};
use super::{Actor, Hosted, Notice, Refused, Table};

/// An undo that a player asks the others for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Journal position to go back to, and what that is called.
    pub to: usize,
    pub name: String,
    /// Length of the journal when it was asked.
    pub at: usize,
    pub by: Seat,
    /// Whose consent it needs.
    pub needed: Vec<Seat>,
    pub agreed: Vec<Seat>,
    pub answers: usize,
    pub dice: usize,
    pub seen: Vec<String>,
}

impl Request {
    /// Who has not agreed yet.
    pub fn waits_for(&self) -> impl Iterator<Item = Seat> + '_ {
        self.needed.iter().copied().filter(|seat| !self.agreed.contains(seat))
    }
}

/// What somebody's word to a request came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consented {
    /// Others are still to agree.
    Waiting(Request),
    /// All agree, and the game went back.
    Undone(Request),
    /// One does not, and so nothing happens.
    Refused(Request),
    /// The game has moved on since.
    Void,
}

/// What a wish to go back came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// It concerned nobody else.
    Undone,
    /// Those whom it concerns are asked.
    Asked(Request),
}

const MEMO: &str = "undo request";

impl<G: Hosted> Table<G> {
    /// The open request, if the game has not moved on since.
    pub async fn undo_request(&self) -> Result<Option<Request>, Refused> {
        let kept = self.store().memo(&self.game.id, MEMO).await?;
        let request: Option<Request> = kept.and_then(|text| serde_json::from_str(&text).ok());
        let Some(request) = request else { return Ok(None) };
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let since = journal.get(request.at..).unwrap_or_default();
        let stands = request.at <= journal.len() && !since.iter().any(moves_on);
        Ok(stands.then_some(request))
    }

    /// A player asks to go back: to `to`, or before their own last answer. Without anybody whom it
    /// concerns it is done at once.
    ///
    /// # Errors
    /// When the actor does not play, there is no such point, or another request is open.
    pub async fn ask_undo(&mut self, actor: &Actor, to: Option<usize>) -> Result<Asking, Refused> {
        let by = self.seat_of(&actor.user).ok_or(Refused::NotAPlayer)?;
        self.may_act(actor, by)?;
        if let Some(open) = self.undo_request().await?.filter(|open| open.by != by) {
            return Err(Refusal::new(format!("{} asks for an undo already", open.by))
                .instead("Answer that first.")
                .into());
        }
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        let to = match to {
            Some(to) => to,
            None => own_last(&journal, by)
                .ok_or_else(|| Refusal::new("you have given no answer that could be taken back"))?,
        };
        let name = self.point(&journal, to).await?.name;
        let corrected = |at: &usize| match &journal[*at] {
            Entry::Deed { deed, .. } => *at >= to && G::for_moderators(deed),
            _ => false,
        };
        if Line::of(&journal).live.iter().any(corrected) {
            return Err(Refusal::new("a moderator has put something right since")
                .instead("A moderator can go back: `/mod undo`.")
                .into());
        }
        let preview = self.record(journal.clone()).preview(to);
        let needed = self.concerned(&journal, to, by, preview.dice > 0 || !preview.seen.is_empty());
        let request = Request {
            to,
            name,
            at: journal.len(),
            by,
            needed,
            agreed: Vec::new(),
            answers: preview.answers,
            dice: preview.dice,
            seen: preview.seen,
        };
        if request.needed.is_empty() {
            self.go_back(actor, journal, to, false).await?;
            return Ok(Asking::Undone);
        }
        let memos = vec![(MEMO.into(), Some(json(&request)))];
        let (asked, beside) = (self.asked.clone(), Beside { memos, ..Beside::default() });
        let told = Notice::UndoAsked { at: request.at }.public();
        self.tell_and(vec![told], asked, beside).await?;
        Ok(Asking::Asked(request))
    }

    /// A player agrees to the request that was made at `at`, or not. Who asked can take it back.
    ///
    /// # Errors
    /// When the actor's word is not asked for.
    pub async fn consent(
        &mut self,
        actor: &Actor,
        at: usize,
        agrees: bool,
    ) -> Result<Consented, Refused> {
        let seat = self.seat_of(&actor.user).ok_or(Refused::NotAPlayer)?;
        let Some(mut request) = self.undo_request().await?.filter(|open| open.at == at) else {
            return Ok(Consented::Void);
        };
        let concerned = request.needed.contains(&seat);
        if !concerned && (request.by != seat || agrees) {
            return Err(Refusal::new("your word is not needed for that").into());
        }
        self.may_act(actor, seat)?;
        if !agrees {
            self.store().set_memo(&self.game.id, MEMO, None).await?;
            return Ok(Consented::Refused(request));
        }
        if !request.agreed.contains(&seat) {
            request.agreed.push(seat);
        }
        if request.waits_for().next().is_some() {
            self.store().set_memo(&self.game.id, MEMO, Some(&json(&request))).await?;
            return Ok(Consented::Waiting(request));
        }
        let journal = read_journal::<G>(self.store(), &self.game.id).await?;
        self.store().set_memo(&self.game.id, MEMO, None).await?;
        let asker = self.player(request.by).map_or("", |row| row.player.as_str());
        let who = Actor::new(asker, self.named(&with_consent(&request)));
        self.go_back(&who, journal, request.to, false).await?;
        Ok(Consented::Undone(request))
    }

    /// The persons, apart from who asks, whom going back to `to` concerns.
    fn concerned(&self, journal: &[Entry<G>], to: usize, by: Seat, seen: bool) -> Vec<Seat> {
        let mut found: Vec<Seat> = Vec::new();
        for at in Line::of(journal).live.into_iter().filter(|at| *at >= to) {
            match &journal[at] {
                Entry::Answer { by: By::Computer | By::Standing, .. } => {}
                Entry::Answer { seat, .. } | Entry::Deed { seat, .. } => found.push(*seat),
                _ => {}
            }
        }
        found.extend(G::on_turn(&self.current.shown));
        if seen {
            found.extend(self.seats.iter().map(|row| Seat(row.seat)));
        }
        found.sort_unstable();
        found.dedup();
        let person = |seat: &Seat| self.player(*seat).is_some_and(|row| row.computer.is_none());
        found.retain(|seat| *seat != by && person(seat));
        found
    }
}

/// "Mira, agreed by Jon and Aiko".
fn with_consent(request: &Request) -> String {
    let names: Vec<String> = request.agreed.iter().map(Seat::to_string).collect();
    format!("{}, agreed by {}", request.by, names.join(", "))
}

/// Whether a person did something, so that an older request is about another game.
fn moves_on<G: Hosted>(entry: &Entry<G>) -> bool {
    match entry {
        Entry::Answer { by, .. } | Entry::Deed { by, .. } => {
            !matches!(by, By::Computer | By::Standing)
        }
        Entry::Undo { .. } | Entry::Redo { .. } => true,
        _ => false,
    }
}

/// Where the last answer in force of `seat` stands that a person gave.
fn own_last<G: Hosted>(journal: &[Entry<G>], seat: Seat) -> Option<usize> {
    let own = |at: &usize| match &journal[*at] {
        Entry::Answer { seat: who, by: By::Player, .. } => *who == seat,
        Entry::Deed { seat: who, by: By::Player, .. } => *who == seat,
        _ => false,
    };
    Line::of(journal).live.into_iter().rev().find(own)
}
