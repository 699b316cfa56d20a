//! What a seat may know, in the shape of a position, so that the rules can be asked about it: how far
//! ships come, what is legal, how likely a combat is won. Hidden cards are there in number only. It
//! holds what the seat's `View` holds; a test compares the two.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// The position with everything replaced that `seat` must not know, or that somebody at no seat must not.
pub fn known(state: &State, seat: Option<Seat>) -> State {
    let mut known = state.clone();
    let decks = std::mem::take(&mut known.decks);
    known.decks = Decks {
        action_cards: blanks(ActionCardId::all().next(), decks.action_cards.len()),
        agendas: blanks(AgendaId::all().next(), decks.agendas.len()),
        secrets: blanks(SecretId::all().next(), decks.secrets.len()),
        publics: unseen(&decks.publics),
        ..Decks::default()
    };
    for (at, player) in known.players.iter_mut().enumerate() {
        let other = Seat(at as u8);
        if Some(other) == seat {
            continue;
        }
        player.hand = blanks(ActionCardId::all().next(), player.hand.len());
        player.secrets = blanks(SecretId::all().next(), player.secrets.len());
        let note = NoteId::all().next().map(|card| Note { card, of: other });
        player.notes = blanks(note, player.notes.len());
    }
    for offer in &mut known.offers {
        if Some(offer.from) != seat && Some(offer.to) != seat {
            // Which notes and cards others trade is between them.
            for (goods, giver) in [(&mut offer.gives, offer.from), (&mut offer.takes, offer.to)] {
                let face = NoteId::all().next().map(|card| Note { card, of: giver });
                goods.note = goods.note.and(face);
                goods.cards = blanks(ActionCardId::all().next(), goods.cards.len());
            }
        }
    }
    known
}

/// As many cards as there are, all with the same face.
fn blanks<T: Copy>(face: Option<T>, count: usize) -> Vec<T> {
    face.map_or(Vec::new(), |face| vec![face; count])
}

/// The stages of the objectives to come are printed on their backs.
fn unseen(publics: &[PublicId]) -> Vec<PublicId> {
    let first = |stage: u8| PublicId::all().find(|card| card.get().stage == stage);
    publics.iter().filter_map(|card| first(card.get().stage)).collect()
}
