//! What one seat may know. Sheets of others are closed from the reveal of a strategy event until the
//! viewer's own marker is down for the dice; what others draw at the same time is never seen.

use std::borrow::Cow;

use serde::Serialize;

use super::data::*;
use super::desk::Desk;
use super::mark::Mark;
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
    pub finished: bool,
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
    /// Subtotals of the four sheets, where they may be looked at; one's own as they are drawn now.
    pub score: Option<[i32; 4]>,
    /// Who stands at the left and at the right border; nobody: the AI faction.
    pub neighbors: [Option<Seat>; 2],
    /// Strength at the left and the right in the four wars as things stand, where it may be looked at.
    pub strength: Option<[[u8; 4]; 2]>,
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
            finished: state.phase == Phase::Finished,
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
    let drawn = drawn(state, viewer.filter(|viewer| *viewer == seat));
    let seen = sheets.is_some();
    let score = seen.then(|| Sheet::ALL.map(|sheet| drawn.subtotal(seat, sheet)));
    let strength = seen.then(|| {
        Side::BOTH.map(|side| [0, 1, 2, 3].map(|section| drawn.strength(seat, side, section)))
    });
    let neighbors = Side::BOTH.map(|side| match state.neighbor(seat, side) {
        Neighbor::Player(other) => Some(other),
        Neighbor::Ai => None,
    });
    PlayerView {
        seat,
        faction: known.faction,
        printed: known.sheets,
        sheets,
        relics: known.hand.len(),
        played: known.played.clone(),
        down: state.desks[seat.index()].as_ref().is_none_or(|desk| desk.down),
        score,
        neighbors,
        strength,
    }
}

/// The position with what the viewer draws at the moment already on the sheets.
fn drawn(state: &State, viewer: Option<Seat>) -> Cow<'_, State> {
    let desk = viewer.and_then(|seat| Some((seat, state.desks.get(seat.index())?.as_ref()?)));
    let Some((seat, desk)) = desk else { return Cow::Borrowed(state) };
    let mut state = state.clone();
    state.players[seat.index()] = desk.clone();
    Cow::Owned(state)
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
pub fn next_marks(state: &State, seat: Seat) -> Vec<Mark> {
    Desk::of(state, seat).legal()
}

/// The position in which a seat has already made these marks of an answer that it still writes. What
/// is wrong in the draft and what follows is left out, and so is what would draw something: that is not
/// seen before the answer is given.
pub fn drafted<'m>(state: &State, seat: Seat, draft: impl IntoIterator<Item = &'m Mark>) -> State {
    let mut desk = Desk::of(state, seat);
    for mark in draft {
        let before = desk.me.clone();
        // The error is for whoever judges the draft.
        if desk.apply(mark).is_err() || desk.revealed.is_some() {
            desk = desk.with(before);
            break;
        }
    }
    let me = desk.me;
    let mut state = state.clone();
    state.desks[seat.index()] = Some(me);
    state
}
