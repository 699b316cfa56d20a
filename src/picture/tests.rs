//! Pictures of real positions, looked at by eye: `PICTURES=/some/folder cargo test picture::tests::gallery`.

use crate::imperium::position::at;
use crate::imperium::view::View;

use super::*;

fn names() -> Names {
    let players = ["Katharina", "Ødegård", "Дмитрий", "MoonLanding42", "Nguyễn Văn", "Ángel Pérez", "Bob", "Ζωή"];
    Names::new("Pax Magnifica", players.map(String::from))
}

#[test]
fn gallery() {
    let Ok(folder) = std::env::var("PICTURES") else { return };
    let renderer = Renderer::new();
    let state = at(GALLERY);
    let view = View::of(&state, None);
    let started = std::time::Instant::now();
    let picture = renderer.galaxy(&view, &names());
    println!("{picture:?} {:?}", started.elapsed());
    std::fs::write(format!("{folder}/board.png"), &picture.png).expect("the folder exists");
}

const GALLERY: &str = "
players sol, hacan, jol-nar, letnev, yin, xxcha
start
";
