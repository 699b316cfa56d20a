//! Pictures of the second game: a view in, a PNG in chalk on slate out. All of it is drawn by code.
//!
//! What the view does not hold cannot be drawn, so that drafts of others stay hidden. The functions
//! take tens of milliseconds: not for an async task.

use crate::engine::Seat;
use crate::inscription::data::Sheet;
use crate::inscription::mark::Mark;
use crate::inscription::view::View;

use super::{Names, Picture, Renderer, text};

mod alt;
pub(super) mod art;
mod board;
mod closing;
mod exp;
mod icons;
mod ind;
mod mecatol;
mod nav;
mod panel;
mod places;
mod sheets;
pub(super) mod slate;
#[cfg(test)]
mod tests;
mod track;
mod war;
mod wars;

use board::Board;
use panel::Own;

pub use sheets::large;

/// The four sheets of a player, one of them large. `legal` are the marks that the viewer could make
/// next; they are highlighted on the viewer's own sheets. Nothing where the view may not look.
pub fn sheets(
    renderer: &Renderer,
    view: &View,
    names: &Names,
    seat: Seat,
    large: Sheet,
    legal: &[Mark],
) -> Option<Picture> {
    let own = Own::of(view, seat)?;
    let board = sheets::draw(&own, names, large, legal);
    Some(finish(renderer, &board, alt::sheets(&own, names, large)))
}

/// The Mecatol Rex sheet, the objectives and the tracks of the AI faction.
pub fn mecatol(renderer: &Renderer, view: &View, names: &Names) -> Picture {
    finish(renderer, &mecatol::draw(view, names), alt::mecatol(view, names))
}

/// Everybody's strength against their neighbours, war by war.
pub fn wars(renderer: &Renderer, view: &View, names: &Names) -> Picture {
    finish(renderer, &wars::draw(view, names), alt::wars(view, names))
}

/// The events so far, the present one, who still marks, and the objectives.
pub fn track(renderer: &Renderer, view: &View, names: &Names) -> Picture {
    finish(renderer, &track::draw(view, names), alt::track(view, names))
}

/// Points by sheet; nothing before the end of the game.
pub fn closing(renderer: &Renderer, view: &View, names: &Names) -> Option<Picture> {
    let table = closing::table(view, names)?;
    Some(finish(renderer, &closing::draw(view, names, &table), alt::closing(view, &table)))
}

fn finish(renderer: &Renderer, board: &Board, alt: String) -> Picture {
    renderer.render(&board.list, alt)
}

/// What to call a seat: the name that was given, or the faction.
fn player_name(view: &View, names: &Names, seat: Seat) -> String {
    let given = names.players.get(seat.index()).and_then(|name| text::drawable_name(name));
    given.unwrap_or_else(|| {
        let faction = view.players.get(seat.index()).and_then(|player| player.faction);
        match faction {
            Some(id) => view.pack.get().faction(id).name.clone(),
            None => format!("Player {}", seat.0 + 1),
        }
    })
}

/// The top line of a table.
fn heading(hand: &mut board::Hand, view: &View, names: &Names, words: &str) {
    let game = text::drawable_name(&names.game).unwrap_or_else(|| "Twilight Inscription".into());
    let used = hand.write((8.0, 50.0), board::title(46.0, 560.0), words);
    let how = board::body(27.0, board::INNER - used - 60.0).right().dusty();
    let words = format!("{game} · {}", view.pack.get().footer);
    hand.write((board::INNER - 10.0, 48.0), how, &words);
}
