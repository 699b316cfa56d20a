//! Pictures of the second game.

use crate::engine::Seat;
use crate::inscription::data::Sheet;
use crate::inscription::state::Window;
use crate::inscription::view::{View, next_marks};
use crate::picture::inscription;
use crate::picture::{Names, Picture, Renderer};
use crate::players::selfplay::inscription_in_round;

use super::{milliseconds, time};

/// A row for each sheet in large, and for the tables, of games of four and eight late in the game.
pub fn pictures() -> Vec<serde_json::Value> {
    [(4, false), (8, true)]
        .into_iter()
        .flat_map(|(players, varied)| game(players, varied))
        .collect()
}

fn game(players: usize, varied: bool) -> Vec<serde_json::Value> {
    let state = inscription_in_round(players, varied, 11, (20, Window::Dice));
    let names = Names::new("Bench", (1..=players).map(|n| format!("Player {n}")));
    let seat = Seat(1);
    let view = View::of(&state, Some(seat));
    let legal = next_marks(&state, seat);
    let sheet = |sheet: Sheet| {
        let (view, names, legal) = (&view, &names, &legal);
        let draw = move |renderer: &Renderer| {
            let picture = inscription::sheets(renderer, view, names, seat, sheet, legal);
            picture.expect("one's own sheets are open")
        };
        row(players, &format!("sheets, {} large", sheet.word()), draw)
    };
    let mut rows: Vec<serde_json::Value> = Sheet::ALL.map(sheet).to_vec();
    rows.push(row(players, "mecatol", |renderer| inscription::mecatol(renderer, &view, &names)));
    rows.push(row(players, "wars", |renderer| inscription::wars(renderer, &view, &names)));
    rows.push(row(players, "track", |renderer| inscription::track(renderer, &view, &names)));
    rows
}

fn row(players: usize, what: &str, draw: impl Fn(&Renderer) -> Picture) -> serde_json::Value {
    let renderer = Renderer::new();
    let begun = milliseconds();
    let first = draw(&renderer);
    let cold = milliseconds() - begun;
    let warm = time(|| {
        renderer.forget_rows();
        draw(&renderer);
    });
    let again = time(|| {
        draw(&renderer);
    });
    let (sprites, rows) = renderer.resident_bytes();
    serde_json::json!({
        "players": players,
        "picture": what,
        "width": first.width,
        "height": first.height,
        "cold_ms": cold,
        "warm_ms": warm,
        "unchanged_ms": again,
        "png_bytes": first.png.len(),
        "resident_bytes": sprites + rows,
    })
}
