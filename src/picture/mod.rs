//! Pictures of a game: a view in, a PNG out.
//!
//! `scene` says what there is to see, `layout` where it goes, `art` what it looks like, `sprites`
//! keeps what was drawn, `paint` puts it together in bands, `quant` and `encode` make the file. The
//! module knows views and printed facts, never the state; all art is drawn by its own code.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine::Seat;
use crate::imperium::view::survey::Survey;
use crate::imperium::view::{SystemId, View};

mod art;
mod encode;
mod gif;
pub mod inscription;
mod layout;
mod odds;
mod paint;
mod quant;
mod scene;
mod sprites;
#[cfg(test)]
mod tests;
mod text;
mod theme;

pub use odds::Odds;
pub use scene::Names;

use layout::List;

/// The colour of a seat's things in every picture, for messages that want to match it.
pub fn colour_name(seat: Seat) -> &'static str {
    theme::livery_of(seat.index()).name
}

/// Bytes that drawn sprites may take.
const SPRITES: usize = 64 << 20;
/// Bytes that compressed bands may take.
const BANDS: usize = 24 << 20;

/// A map that answers one question with few large signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Map {
    /// Who is where and who leads.
    Overview,
    Control,
    /// Technology specialties.
    Technologies,
    Traits,
    Wormholes,
    Survey(Survey),
}

/// Hundredths of a second that a replay shows a turn, a step within a turn, and the end.
const FRAME: u16 = 70;
const STEP_FRAME: u16 = 110;
const LAST_FRAME: u16 = 500;
/// Bytes of a file that Discord takes from anybody, with room for the message.
const LARGEST: usize = 9_500_000;

/// A finished picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file: a PNG, or a GIF where it moves.
    pub png: Vec<u8>,
    pub width: u32,
    pub height: u32,
    /// The essentials in words, for those who cannot see it.
    pub alt: String,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Picture { png, width, height, alt } = self;
        write!(f, "Picture {width} x {height}, {} bytes: {alt}", png.len())
    }
}

/// Draws pictures and keeps what it drew. Clones share what is kept.
#[derive(Clone, Debug)]
pub struct Renderer {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug)]
struct Kept {
    sprites: sprites::Cache,
    bands: paint::Bands,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    pub fn new() -> Renderer {
        let kept = Kept { sprites: sprites::Cache::new(SPRITES), bands: paint::Bands::new(BANDS) };
        Renderer { kept: Arc::new(Mutex::new(kept)) }
    }

    /// The whole board with everything public. Takes tens of milliseconds: not for an async task.
    pub fn galaxy(&self, view: &View, names: &Names) -> Picture {
        let scene = scene::scene(view, names);
        self.render(&layout::board::board(&scene), scene::alt(&scene))
    }

    /// The board under one question.
    pub fn map(&self, view: &View, names: &Names, map: &Map) -> Picture {
        let scene = scene::scene(view, names);
        self.render(&layout::map(&scene, map), scene::map_alt(&scene, map))
    }

    /// Everybody's points round by round.
    pub fn course(&self, view: &View, names: &Names) -> Picture {
        let scene = scene::scene(view, names);
        self.render(&layout::chart(&scene), scene::course_alt(&scene))
    }

    /// The game so far as a moving picture (a GIF): the overview at each of the views, one after the
    /// other. Where the file would be too large, every second one is left out, and so on. Takes some
    /// milliseconds a view.
    pub fn replay(&self, views: &[View], names: &Names) -> Option<Picture> {
        let shown: Vec<View> = views
            .iter()
            // The system of the turn is marked although the turn is over.
            .map(|view| View { activated: view.visited, ..view.clone() })
            .collect();
        self.moving(&shown, names, FRAME, "The game turn by turn.")
    }

    /// A single turn as a moving picture, from its beginning to what it led to.
    pub fn turn(&self, views: &[View], names: &Names) -> Option<Picture> {
        let mut shown = views.to_vec();
        let last = shown.last_mut()?;
        last.activated = last.activated.or(last.visited);
        self.moving(&shown, names, STEP_FRAME, "The turn step by step.")
    }

    fn moving(&self, views: &[View], names: &Names, time: u16, what: &str) -> Option<Picture> {
        let last = scene::scene(views.last()?, names);
        let (mut width, mut height) = (0, 0);
        let mut frames: Vec<gif::Frame> = Vec::new();
        for view in views {
            let list = layout::map(&scene::scene(view, names), &Map::Overview);
            (width, height) = (list.width, list.height);
            let indices = paint::indices(&list, &mut self.kept().sprites);
            if frames.last().is_none_or(|frame| frame.indices != indices) {
                frames.push(gif::Frame { indices, time });
            }
        }
        frames.last_mut()?.time = LAST_FRAME;
        let mut file = gif::gif(width as u16, height as u16, &frames);
        while file.len() > LARGEST && frames.len() > 2 {
            let odd = frames.len() % 2;
            let mut at = 0;
            frames.retain(|_| {
                at += 1;
                at % 2 == odd
            });
            file = gif::gif(width as u16, height as u16, &frames);
        }
        let alt = format!("{what} At the end: {}", scene::alt(&last));
        Some(Picture { png: file, width, height, alt })
    }

    /// A system and its neighbours, and what lies in it; nothing when it is no system of the game.
    pub fn system(&self, view: &View, names: &Names, system: SystemId) -> Option<Picture> {
        let scene = scene::scene(view, names);
        let list = layout::zoom::zoom(&scene, system)?;
        Some(self.render(&list, scene::system_alt(&scene, system)))
    }

    /// A system and its neighbours before and after; only after where nothing changed.
    pub fn change(
        &self,
        before: &View,
        after: &View,
        names: &Names,
        system: SystemId,
    ) -> Option<Picture> {
        let [then, now] = [before, after].map(|view| scene::scene(view, names));
        match layout::change(&then, &now, system) {
            Some(list) => Some(self.render(&list, scene::change_alt(&then, &now, system))),
            None => self.system(after, names, system),
        }
    }

    /// What may come of a combat.
    pub fn odds(&self, view: &View, names: &Names, odds: &Odds) -> Picture {
        let sides = odds.sides.map(|seat| scene::player_name(view, names, seat));
        let list = layout::odds(odds, [&sides[0], &sides[1]]);
        self.render(&list, scene::odds_alt(odds, [&sides[0], &sides[1]]))
    }

    /// The viewer's own cards. For nobody but the viewer.
    pub fn hand(&self, view: &View, names: &Names) -> Picture {
        let cards = scene::hand(view, names);
        let owner = view.seat.unwrap_or(Seat(0));
        let title = format!("{} · your hand", scene::player_name(view, names, owner));
        let alt = scene::hand_alt(&cards);
        self.render(&layout::hand::hand(&title, &cards), alt)
    }

    /// Forgets compressed rows but not sprites, to measure a whole picture.
    pub fn forget_rows(&self) {
        self.kept().bands.clear();
    }

    /// Bytes kept: sprites, compressed rows.
    pub fn resident_bytes(&self) -> (usize, usize) {
        let kept = self.kept();
        (kept.sprites.bytes(), kept.bands.bytes())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Caches are whole after every step, so that a panic elsewhere does no harm.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn render(&self, list: &List, alt: String) -> Picture {
        let mut kept = self.kept();
        let Kept { sprites, bands } = &mut *kept;
        let png = paint::png(list, sprites, bands);
        Picture { png, width: list.width, height: list.height, alt }
    }
}
