//! Pictures of the second game: a view in, a PNG in chalk on slate out. All of it is drawn by code.
//!
//! What the view does not hold cannot be drawn, so that drafts of others stay hidden. The functions
//! take tens of milliseconds: not for an async task.

use crate::engine::Seat;
use crate::inscription::data::Sheet;
use crate::inscription::mark::Mark;
use crate::inscription::view::View;

use super::{Names, Picture, Renderer};

/// The four sheets of a player, one of them large. `legal` are the marks that the viewer could make
/// next; they are highlighted on the viewer's own sheets. Nothing where the view may not look.
pub fn sheets(
    renderer: &Renderer,
    view: &View,
    names: &Names,
    seat: Seat,
    large: Sheet,
    legal: &[Mark],
) -> Option<Picture>;

/// The sheet to show large when nobody asks for one: the active one, or the last.
pub fn large(view: &View, seat: Seat) -> Sheet;

/// The Mecatol Rex sheet, the objectives and the tracks of the AI faction.
pub fn mecatol(renderer: &Renderer, view: &View, names: &Names) -> Picture;

/// Everybody's strength against their neighbours, war by war.
pub fn wars(renderer: &Renderer, view: &View, names: &Names) -> Picture;

/// The events so far, the present one and the objectives.
pub fn track(renderer: &Renderer, view: &View, names: &Names) -> Picture;

/// Points by sheet; nothing before the end of the game.
pub fn closing(renderer: &Renderer, view: &View, names: &Names) -> Option<Picture>;
