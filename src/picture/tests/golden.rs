//! Layouts as text and pixels as hashes, as they were when somebody looked at them. `GOLDEN=1 cargo
//! test picture::tests::golden` writes them anew, and the contact sheets in `docs/pictures` with
//! them: open those before you commit.

use sha2::{Digest, Sha256};

use super::*;

pub fn anew() -> bool {
    std::env::var_os("GOLDEN").is_some()
}

pub fn compare(file: &str, golden: &str, now: &str) {
    if anew() {
        return fs::write(file, now).expect("the golden file can be written");
    }
    for (line, (is, was)) in now.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, was, "{file} line {}; GOLDEN=1 writes the file anew", line + 1);
    }
    assert_eq!(now.lines().count(), golden.lines().count());
}

#[test]
fn the_layout_of_a_system_is_as_it_was_looked_at() {
    let view = View::of(&at(SMALL), None);
    let scene = scene::scene(&view, &names());
    let list = layout::zoom::zoom(&scene, SystemId(0)).expect("the centre").to_string();
    compare("src/picture/tests/system.golden", include_str!("system.golden"), &list);
}

#[test]
fn the_layout_of_a_crowded_board_is_as_it_was_looked_at() {
    let list = board_list(&crowded()).to_string();
    compare("src/picture/tests/board.golden", include_str!("board.golden"), &list);
}

/// All tiles, and all signs in eight colours.
fn sheets() -> [(&'static str, List); 2] {
    let blank = View::of(&at("players sol, hacan"), None);
    let tiles = layout::board::contact_sheet(&scene::scene(&tiles_of(&blank), &names()));
    let mut signs = List::new(2660, 560);
    super::samples::signs(&mut signs, 10.0);
    [("tiles", tiles), ("signs", signs)]
}

/// Of decoded pixels, never of files: compression may change with a library.
fn fingerprint(picture: &Picture) -> String {
    let pixels = decoded(picture);
    let hash = Sha256::digest(pixels.as_raw());
    let hex: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{} x {} {hex}", picture.width, picture.height)
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn every_picture_has_the_pixels_that_were_looked_at() {
    let renderer = Renderer::new();
    let mut all: Vec<(String, Picture)> = Vec::new();
    for (name, list) in sheets() {
        all.push((name.into(), renderer.render(&list, String::new())));
    }
    for players in 3..=8 {
        let view = preset(players);
        all.push((format!("board of {players}"), renderer.galaxy(&view, &names())));
    }
    all.push(("crowded board".into(), renderer.galaxy(&crowded(), &names())));
    for (name, map) in maps() {
        all.push((format!("map of {name}"), renderer.map(&crowded(), &names(), &map)));
    }
    let battle = fought();
    let system = renderer.system(&battle, &names(), SystemId(0)).expect("the centre");
    all.push(("battle".into(), system));
    let (before, after) = landed();
    let change = renderer.change(&before, &after, &names(), SystemId(0)).expect("the centre");
    all.push(("before and after".into(), change));
    all.push(("odds".into(), renderer.odds(&battle, &names(), &figures())));
    all.push(("points".into(), renderer.course(&battle, &names())));
    all.push(("hand".into(), renderer.hand(&with_hand(), &names())));
    if anew() {
        let shown = [
            "tiles",
            "signs",
            "crowded board",
            "map of overview",
            "battle",
            "before and after",
            "odds",
            "points",
            "hand",
        ];
        for (name, picture) in all.iter().filter(|(name, _)| shown.contains(&name.as_str())) {
            let file = format!("docs/pictures/{}.png", name.replace(' ', "-"));
            fs::write(file, &picture.png).expect("docs/pictures exists");
        }
    }
    let lines = all.iter().map(|(name, picture)| format!("{name}: {}\n", fingerprint(picture)));
    compare(
        "src/picture/tests/pixels.golden",
        include_str!("pixels.golden"),
        &lines.collect::<String>(),
    );
}
