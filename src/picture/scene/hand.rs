//! The viewer's own cards.

use crate::imperium::data::Phase;
use crate::imperium::view::{HandView, Note, View, text as wording};

use super::{Names, player_name};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    Action,
    Secret,
    Note,
}

/// One card of the viewer's hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandCard {
    pub kind: CardKind,
    pub name: &'static str,
    pub text: &'static str,
    /// When it is used, or whose note it is.
    pub when: String,
    /// Of whose colour a note is.
    pub owner: Option<u8>,
    /// A note of the viewer's own, to trade.
    pub own: bool,
    /// A secret objective: whether its condition is met right now.
    pub met: Option<bool>,
    pub copies: usize,
}

/// The viewer's hand: action cards with equal ones together, then secret objectives, then notes of
/// others and at last their own, which are there to be traded.
pub fn hand(view: &View, names: &Names) -> Vec<HandCard> {
    let Some(hand) = &view.hand else { return Vec::new() };
    let mut cards = actions(hand);
    cards.extend(hand.secrets.iter().map(|(card, met)| HandCard {
        kind: CardKind::Secret,
        name: card.name(),
        text: wording::secret_text(*card),
        when: when(card.get().phase).into(),
        owner: None,
        own: false,
        met: Some(*met),
        copies: 1,
    }));
    let own = |note: &&Note| Some(note.of) == view.seat;
    let others = hand.notes.iter().filter(|note| !own(note));
    for note in others.chain(hand.notes.iter().filter(own)) {
        let whose = match Some(note.of) == view.seat {
            true => "yours, to trade".into(),
            false => format!("of {}", player_name(view, names, note.of)),
        };
        cards.push(HandCard {
            kind: CardKind::Note,
            name: note.card.name(),
            text: wording::note_text(note.card),
            when: whose,
            owner: Some(note.of.0),
            own: Some(note.of) == view.seat,
            met: None,
            copies: 1,
        });
    }
    cards
}

fn actions(hand: &HandView) -> Vec<HandCard> {
    let mut cards: Vec<HandCard> = Vec::new();
    for card in &hand.action_cards {
        if let Some(same) = cards.iter_mut().find(|other| other.name == card.name()) {
            same.copies += 1;
            continue;
        }
        cards.push(HandCard {
            kind: CardKind::Action,
            name: card.name(),
            text: wording::card_text(*card),
            when: when(card.get().phase).into(),
            owner: None,
            own: false,
            met: None,
            copies: 1,
        });
    }
    cards
}

fn when(phase: Phase) -> &'static str {
    match phase {
        Phase::Strategy => "strategy phase",
        Phase::Action => "action phase",
        Phase::Status => "status phase",
        Phase::Agenda => "agenda phase",
        Phase::Any => "any time",
    }
}
