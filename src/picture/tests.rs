//! What is true of every picture. To look at pictures: `PICTURES=folder cargo test picture::tests::gallery`;
//! views saved as JSON in that folder are drawn too. To find a new palette after a change of art:
//! `PALETTE=assets/palette.bin cargo test picture::tests::training`.

use std::fs;

use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::view::{Stack, View};

use super::art::{Icon, PanelLook, Sprite};
use super::layout::List;
use super::theme::{LIVERIES, Rgb};
use super::*;

mod samples;
mod training;

use samples::*;

fn true_colour(list: &List) -> Vec<u32> {
    paint::pixels(list, &mut sprites::Cache::new(SPRITES))
}

#[test]
fn gallery() {
    let Ok(folder) = std::env::var("PICTURES") else { return };
    let save = |name: &str, picture: &Picture| {
        println!("{name}: {picture:?}");
        fs::write(format!("{folder}/{name}.png"), &picture.png).expect("the folder exists");
    };
    let renderer = Renderer::new();
    let only = std::env::var("ONLY").unwrap_or_default();
    if only.is_empty() || only == "board" {
        save("board", &renderer.galaxy(&crowded(), &names()));
    }
    if only.is_empty() || only == "sheet" {
        save("sheet", &renderer.render(&sheet(), String::new()));
    }
    if only.is_empty() || only == "hand" {
        save("hand", &renderer.hand(&with_hand(), &names()));
    }
    if only.is_empty() || only == "system" {
        let view = crowded();
        let system = view.activated.expect("the crowded view has an active system");
        save("system", &renderer.system(&view, &names(), system).expect("it is on the board"));
    }
    for players in [3, 4, 8] {
        if only.is_empty() || only == "boards" {
            save(&format!("board{players}"), &renderer.galaxy(&preset(players), &names()));
        }
    }
    for entry in fs::read_dir(&folder).expect("the folder exists").flatten() {
        let path = entry.path();
        let named = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("view").to_owned();
        if path.extension().is_some_and(|end| end == "json") && (only.is_empty() || named.contains(&only)) {
            let text = fs::read_to_string(&path).expect("a readable file");
            let view: View = serde_json::from_str(&text).expect("a view");
            save(&named, &renderer.galaxy(&view, &names()));
        }
    }
}
