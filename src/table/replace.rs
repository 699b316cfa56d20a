//! Somebody else takes a seat in mid-game: another person, or a computer player. The seat keeps its
//! hand, its standing orders and what it had put together.

use serde::{Deserialize, Serialize};

use crate::engine::{Refusal, Seat};
use crate::store::{Beside, SeatRow, Status};

use super::table::json;
use super::{Actor, Habits, Hosted, Notice, Refused, Table};

/// Who takes a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newcomer {
    Person {
        /// User id.
        user: String,
        name: String,
    },
    /// A kind of computer player.
    Computer(String),
}

/// What a wish to replace somebody came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    Done,
    /// The newcomer is asked whether they want the seat.
    Offered,
}

/// A seat that its player would hand over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Handover {
    /// User ids.
    from: String,
    to: String,
    name: String,
}

/// Characters in a name at most.
const NAME: usize = 80;

fn memo_name(seat: Seat) -> String {
    format!("handover {}", seat.0)
}

impl<G: Hosted> Table<G> {
    /// Puts somebody else in a seat. Moderators do so at once, and so does a player who leaves their
    /// seat to a computer; a person to whom a player hands it over is asked first.
    ///
    /// # Errors
    /// When the actor may not, the newcomer sits here already, or there is no such computer player.
    pub async fn replace(
        &mut self,
        actor: &Actor,
        seat: Seat,
        newcomer: Newcomer,
    ) -> Result<Replaced, Refused> {
        if self.game.status != Status::Running {
            return Err(Refused::Finished);
        }
        let row = self.player(seat).ok_or(Refused::NotAPlayer)?.clone();
        let own = self.seat_of(&actor.user) == Some(seat);
        if !own && !self.is_moderator(actor) {
            return Err(Refused::NotModerator);
        }
        self.may_sit(&row, &newcomer)?;
        match newcomer {
            Newcomer::Person { user, name } if own && !self.is_moderator(actor) => {
                self.hand_over(actor, seat, user, name).await?;
                Ok(Replaced::Offered)
            }
            newcomer => {
                self.seat_newcomer(actor, seat, newcomer).await?;
                Ok(Replaced::Done)
            }
        }
    }

    /// The person who was offered a seat takes it or not; its player or a moderator can withdraw the
    /// offer. Whether it was taken.
    ///
    /// # Errors
    /// When nothing is offered any more, or to somebody else.
    pub async fn answer_handover(
        &mut self,
        actor: &Actor,
        seat: Seat,
        takes: bool,
    ) -> Result<bool, Refused> {
        let kept = self.store().memo(&self.game.id, &memo_name(seat)).await?;
        let offer: Option<Handover> = kept.and_then(|text| serde_json::from_str(&text).ok());
        let row = self.player(seat).ok_or(Refused::NotAPlayer)?.clone();
        let stands = |offer: &Handover| {
            self.game.status == Status::Running
                && row.computer.is_none()
                && row.player == offer.from
        };
        let Some(offer) = offer.filter(stands) else {
            return Err(Refusal::new("that seat is no longer offered").into());
        };
        let asked = offer.to == actor.user;
        let withdraws = offer.from == actor.user || self.is_moderator(actor);
        if !asked && (takes || !withdraws) {
            return Err(Refusal::new("that seat is offered to somebody else").into());
        }
        if takes {
            let newcomer = Newcomer::Person { user: offer.to, name: actor.name.clone() };
            self.may_sit(&row, &newcomer)?;
            let giver = Actor::new(offer.from, row.name.clone());
            self.seat_newcomer(&giver, seat, newcomer).await?;
        } else {
            self.store().set_memo(&self.game.id, &memo_name(seat), None).await?;
        }
        Ok(takes)
    }

    fn may_sit(&self, row: &SeatRow, newcomer: &Newcomer) -> Result<(), Refused> {
        match newcomer {
            Newcomer::Person { user, .. } if self.seat_of(user).is_some() => {
                Err(Refused::SeatedAlready)
            }
            Newcomer::Person { .. } => Ok(()),
            Newcomer::Computer(kind) if !G::COMPUTERS.contains(&kind.as_str()) => {
                let kinds = G::COMPUTERS.join(", ");
                let refusal = Refusal::new(format!("there is no computer player `{kind}`"));
                Err(refusal.instead(format!("There are: {kinds}.")).into())
            }
            Newcomer::Computer(kind) if row.computer.as_ref() == Some(kind) => {
                Err(Refusal::new("such a computer player sits there already").into())
            }
            Newcomer::Computer(_) => Ok(()),
        }
    }

    /// Asks a person whether they want the seat.
    async fn hand_over(
        &mut self,
        actor: &Actor,
        seat: Seat,
        user: String,
        name: String,
    ) -> Result<(), Refused> {
        let offer = Handover { from: actor.user.clone(), to: user.clone(), name: name.clone() };
        let memo = memo_name(seat);
        let beside = Beside { memos: vec![(memo, Some(json(&offer)))], ..Beside::default() };
        let asks = Notice::Offered { seat, user, name };
        self.tell_and(vec![asks.public()], self.asked.clone(), beside).await
    }

    async fn seat_newcomer(
        &mut self,
        actor: &Actor,
        seat: Seat,
        newcomer: Newcomer,
    ) -> Result<(), Refused> {
        let mut seats = self.seats.clone();
        let free = (1..).find(|n| !seats.iter().any(|row| row.player == format!("computer {n}")));
        let n = free.unwrap_or(seats.len());
        let Some(row) = seats.iter_mut().find(|row| row.seat == seat.0) else {
            return Err(Refused::NotAPlayer);
        };
        let before = row.name.clone();
        match newcomer {
            Newcomer::Person { user, name } => {
                (row.player, row.computer) = (user, None);
                row.name = name.chars().take(NAME).collect();
            }
            Newcomer::Computer(kind) if row.computer.is_some() => row.computer = Some(kind),
            Newcomer::Computer(kind) => {
                (row.player, row.computer) = (format!("computer {n}"), Some(kind));
                row.name = format!("Computer {n}");
            }
        }
        let (now, person) = (row.name.clone(), row.computer.is_none());
        let done = format!("put {now} in the place of {before}, seat {}", seat.0);
        let beside = Beside {
            memos: vec![(memo_name(seat), None)],
            seats: Some(seats.clone()),
            audit: Some((actor.user.clone(), done)),
            ..Beside::default()
        };
        self.stale = true;
        self.habits = Habits::at(self.store(), &seats).await?;
        self.seats = seats;
        let told = Notice::Replaced { seat, from: before.clone(), to: now.clone() };
        let mut letters = vec![told.public()];
        if person {
            let line = format!("You play {seat}'s seat from now on, in the place of {before}.");
            letters.push(Notice::Private { lines: vec![line] }.to(seat));
        }
        if !self.asked.is_empty() {
            let questions = super::table::public_questions(&self.current);
            letters.push(Notice::Asked { position: self.current.length, questions }.public());
        }
        self.tell_and(letters, self.asked_anew(), beside).await?;
        self.spent.clear();
        self.shared.wake(self);
        Ok(())
    }

    /// Makes somebody else the game's creator, with the rights of one.
    ///
    /// # Errors
    /// When the actor is no moderator, or nothing would change.
    pub async fn transfer(&mut self, actor: &Actor, user: &str, name: &str) -> Result<(), Refused> {
        self.expect_moderator(actor)?;
        if user == self.game.creator {
            return Err(Refusal::new("the game is theirs already").into());
        }
        let beside = Beside {
            creator: Some(user.into()),
            audit: Some((actor.user.clone(), format!("made {name} the game's owner"))),
            ..Beside::default()
        };
        let told = Notice::Transferred { by: actor.name.clone(), to: name.into() };
        self.tell_and(vec![told.public()], self.asked.clone(), beside).await?;
        self.game.creator = user.into();
        Ok(())
    }
}
