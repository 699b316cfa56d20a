//! What one seat may know. Sheets of others are closed from the reveal of a strategy event until the
//! viewer's own marker is down for the dice; what others draw at the same time is never seen.

use serde::Serialize;

use super::data::*;
use super::desk::Desk;
use super::state::*;
use crate::engine::Seat;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub viewer: Option<Seat>,
    pub pack: PackRef,
    pub round: u32,
    pub event: Option<EventId>,
    pub dice: Option<Dice>,
    /// Events that are still to come, in number.
    pub deck: usize,
    pub discard: Vec<EventId>,
    /// The next event, where the viewer may look at it.
    pub next: Option<EventId>,
    pub line: u8,
    pub races: [Race; 4],
    pub mecatol: Vec<Slot>,
    pub ai: Option<Ai>,
    pub council: Option<Council>,
    pub speaker: Seat,
    pub players: Vec<PlayerView>,
    pub winners: Vec<Seat>,
    pub rank: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerView {
    pub seat: Seat,
    pub faction: Option<FactionId>,
    /// Which sheets, by their places in the pack.
    pub printed: [u8; 4],
    /// All that is drawn on the sheets, where it may be looked at; one's own as they are drawn now.
    pub sheets: Option<Box<Player>>,
    pub relics: usize,
    pub played: Vec<RelicId>,
    pub down: bool,
    /// Subtotals of the four sheets, where they may be looked at.
    pub score: Option<[i32; 4]>,
}

impl View {
    pub fn of(state: &State, viewer: Option<Seat>) -> View {
        let peeked = viewer.is_some_and(|seat| state.own(seat).peeked);
        View {
            viewer,
            pack: state.pack,
            round: state.round,
            event: state.event,
            dice: state.dice,
            deck: state.deck.len(),
            discard: state.discard.clone(),
            next: state.deck.last().copied().filter(|_| peeked),
            line: state.line,
            races: state.races,
            mecatol: state.mecatol.clone(),
            ai: state.ai.clone(),
            council: state.council,
            speaker: state.speaker,
            players: state.seats().map(|seat| player(state, viewer, seat)).collect(),
            winners: state.winners.clone(),
            rank: state.rank.clone(),
        }
    }
}

fn player(state: &State, viewer: Option<Seat>, seat: Seat) -> PlayerView {
    let known = state.player(seat);
    let sheets = match viewer == Some(seat) {
        true => Some(Box::new(own(state.own(seat)))),
        false if may_look(state, viewer) => Some(Box::new(public(known))),
        false => None,
    };
    let score = sheets.is_some().then(|| Sheet::ALL.map(|sheet| state.subtotal(seat, sheet)));
    PlayerView {
        seat,
        faction: known.faction,
        printed: known.sheets,
        sheets,
        relics: known.hand.len(),
        played: known.played.clone(),
        down: state.desks[seat.index()].as_ref().is_none_or(|desk| desk.down),
        score,
    }
}

/// Whether sheets of others are open to somebody (Strategy Event Cards, Q24). Whoever sits at no seat
/// sees no more than somebody who still marks.
pub fn may_look(state: &State, viewer: Option<Seat>) -> bool {
    let strategy =
        state.current_event().is_some_and(|event| matches!(event.kind, EventKind::Strategy(_)));
    if !strategy {
        return true;
    }
    let desk = viewer.and_then(|seat| state.desks.get(seat.index())?.as_ref());
    desk.is_some_and(|desk| desk.down && desk.window == Some(Window::Dice))
}

/// One's own sheets: all but the order of one's pile.
fn own(player: &Player) -> Player {
    Player { pile: Vec::new(), ..player.clone() }
}

/// What lies open: marks, not what is held or meant.
fn public(player: &Player) -> Player {
    Player {
        pile: Vec::new(),
        hand: Vec::new(),
        dealt: Vec::new(),
        pending: Vec::new(),
        peeked: false,
        keep: None,
        ..player.clone()
    }
}

/// Marks that the viewer could make next, for highlights.
pub fn next_marks(state: &State, seat: Seat) -> Vec<super::mark::Mark> {
    Desk::of(state, seat).legal()
}

/// The seat's own view as a draft of marks would leave its sheets, with the marks that could follow. What a
/// mark would draw is not shown before the draft is given.
pub fn drafted<'m>(
    state: &State,
    seat: Seat,
    draft: impl Iterator<Item = &'m super::mark::Mark>,
) -> (View, Vec<super::mark::Mark>) {
    let mut view = View::of(state, Some(seat));
    let mut desk = Desk::of(state, seat);
    let mut next = None;
    for mark in draft {
        let before = desk.me.clone();
        if desk.apply(mark).is_err() || desk.revealed.is_some() {
            desk = desk.with(before);
            next = Some(Vec::new());
            break;
        }
    }
    view.players[seat.index()].sheets = Some(Box::new(own(&desk.me)));
    let next = next.unwrap_or_else(|| desk.legal());
    (view, next)
}
