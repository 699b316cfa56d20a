//! Promissory notes (RR 69): in which hand or play area each lies, and who may have it as far as
//! everybody knows.
//!
//! A transaction shows that a note changed hands, not which one. So the public knows of each note in
//! which hands it may be, and never less than the truth.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

use super::*;

/// A promissory note: the card, and whose colour or faction it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Note {
    pub card: NoteId,
    pub of: Seat,
}

/// What everybody knows about where a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    pub note: Note,
    /// In whose hands it may be; nobody's while it lies in a play area.
    pub may_hold: Seats,
}

impl State {
    /// Gives a player a note of their own, before the game begins.
    pub fn deal_note(&mut self, note: Note) {
        self.player_mut(note.of).notes.push(note);
        self.whereabouts.push(Whereabouts { note, may_hold: [note.of].into_iter().collect() });
    }

    /// Whether `seat` has the note in hand.
    pub fn holds_note(&self, seat: Seat, note: Note) -> bool {
        self.player(seat).notes.contains(&note)
    }

    /// In whose play area the note lies.
    pub fn lies_with(&self, note: Note) -> Option<Seat> {
        self.all_seats().find(|seat| self.player(*seat).notes_in_play.contains(&note))
    }

    /// Notes of others that `seat` may have in hand as far as everybody knows.
    pub fn foreign_notes(&self, seat: Seat) -> impl Iterator<Item = Note> + '_ {
        self.may_hold(seat).filter(move |note| note.of != seat)
    }

    /// Notes that `seat` may have in hand as far as everybody knows, own ones included.
    pub fn may_hold(&self, seat: Seat) -> impl Iterator<Item = Note> + '_ {
        let may = self.whereabouts.iter().filter(move |about| about.may_hold.contains(seat));
        may.map(|about| about.note)
    }

    /// A note goes from hand to hand in a transaction: everybody sees that, not which.
    pub fn hand_over_note(&mut self, from: Seat, to: Seat, note: Note) {
        if !take(&mut self.player_mut(from).notes, note) {
            return;
        }
        self.player_mut(to).notes.push(note);
        if shows_itself(note, to) {
            return self.now_in_hand_of(note, Some(to));
        }
        for about in self.whereabouts.iter_mut() {
            if about.may_hold.contains(from) && !shows_itself(about.note, to) {
                about.may_hold.insert(to);
            }
        }
        self.rule_out_empty_hands();
    }

    /// Lays a note from the hand, or straight from its owner's, into the play area, for all to see.
    pub fn lay_out_note(&mut self, seat: Seat, note: Note) {
        if take(&mut self.player_mut(seat).notes, note)
            || take(&mut self.player_mut(note.of).notes, note)
        {
            self.player_mut(seat).notes_in_play.push(note);
            self.now_in_hand_of(note, None);
        }
    }

    /// The note goes back to its owner's hand, with the points that it gave (RR 69.3).
    pub fn return_note(&mut self, note: Note) {
        for seat in self.all_seats().collect::<Vec<_>>() {
            let player = self.player_mut(seat);
            if take(&mut player.notes, note) || take(&mut player.notes_in_play, note) {
                player.other_points.retain(|(merit, _)| *merit != Merit::Note(note));
                self.forgive(seat);
                self.player_mut(note.of).notes.push(note);
                self.now_in_hand_of(note, Some(note.of));
            }
        }
        self.lasting.retain(|lasting| lasting.effect != Effect::Lent(note));
    }

    /// Gives somebody a note from its owner's hand while everybody watches.
    pub fn deal_openly(&mut self, note: Note, to: Seat) {
        if take(&mut self.player_mut(note.of).notes, note) {
            self.player_mut(to).notes.push(note);
            self.now_in_hand_of(note, Some(to));
        }
    }

    /// Takes a note out of the game.
    pub fn remove_note(&mut self, note: Note) {
        self.return_note(note);
        take(&mut self.player_mut(note.of).notes, note);
        self.whereabouts.retain(|about| about.note != note);
    }

    fn now_in_hand_of(&mut self, note: Note, seat: Option<Seat>) {
        for about in self.whereabouts.iter_mut().filter(|about| about.note == note) {
            about.may_hold = seat.into_iter().collect();
        }
        self.rule_out_empty_hands();
    }

    /// How many notes somebody holds is known to all (RR 69, note 1).
    fn rule_out_empty_hands(&mut self) {
        for seat in self.all_seats().collect::<Vec<_>>() {
            if self.player(seat).notes.is_empty() {
                for about in &mut self.whereabouts {
                    about.may_hold.remove(seat);
                }
            }
        }
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(|i| Seat(i as u8))
    }
}

/// Whether everybody sees that `to` receives the note, because it must be laid out at once.
fn shows_itself(note: Note, to: Seat) -> bool {
    note.of != to && note.card.get().played_immediately_on_receipt
}

/// Whether it was there.
fn take(pile: &mut Vec<Note>, note: Note) -> bool {
    let at = pile.iter().position(|other| *other == note);
    at.map(|at| pile.remove(at)).is_some()
}
