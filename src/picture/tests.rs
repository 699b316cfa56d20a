//! What is true of every picture. To look at pictures: `PICTURES=folder cargo test picture::tests::gallery`;
//! views saved as JSON in that folder are drawn too. To find a new palette after a change of art:
//! `PALETTE=assets/palette.bin cargo test picture::tests::training`.

use std::fs;

use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::view::{Stack, View, survey};

use super::art::{Icon, PanelLook, Sprite};
use super::layout::List;
use super::theme::{LIVERIES, Rgb};
use super::*;

pub(super) mod golden;
mod hidden;
mod moving;
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
    if only.is_empty() || only == "overfull" {
        save("overfull", &renderer.galaxy(&overfull(), &long_names()));
    }
    if only.is_empty() || only == "system" {
        let view = crowded();
        let system = view.activated.expect("the crowded view has an active system");
        save("system", &renderer.system(&view, &names(), system).expect("it is on the board"));
    }
    if only.is_empty() || only == "maps" {
        for (name, map) in maps() {
            save(&format!("map_{name}"), &renderer.map(&crowded(), &names(), &map));
        }
    }
    if only.is_empty() || only == "battle" {
        let view = fought();
        save("battle", &renderer.system(&view, &names(), SystemId(0)).expect("the centre"));
        save("points", &renderer.course(&view, &names()));
    }
    if only.is_empty() || only == "change" {
        let (before, after) = landed();
        let drawn = renderer.change(&before, &after, &names(), SystemId(0));
        save("change", &drawn.expect("the centre"));
        save("odds", &renderer.odds(&crowded(), &names(), &figures()));
    }
    if only == "selfplay" {
        selfplay(&folder, &save, &renderer);
    }
    if only.is_empty() || only == "replay" {
        let picture = renderer.replay(&moving::rounds(), &names()).expect("there are views");
        println!("{picture:?}");
        fs::write(format!("{folder}/replay.gif"), &picture.png).expect("the folder exists");
    }
    for players in [3, 4, 8] {
        if only.is_empty() || only == "boards" {
            save(&format!("board{players}"), &renderer.galaxy(&preset(players), &names()));
        }
    }
    for entry in fs::read_dir(&folder).expect("the folder exists").flatten() {
        let path = entry.path();
        let named = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("view").to_owned();
        if path.extension().is_some_and(|end| end == "json")
            && (only.is_empty() || named.contains(&only))
        {
            let text = fs::read_to_string(&path).expect("a readable file");
            let view: View = serde_json::from_str(&text).expect("a view");
            save(&named, &renderer.galaxy(&view, &names()));
        }
    }
}

/// Games of computer players early, in the middle, late and at the end; their views too.
fn selfplay(folder: &str, save: &dyn Fn(&str, &Picture), renderer: &Renderer) {
    use crate::players::selfplay::state_in_round;
    for (players, seed, round) in [(6, 3, 1), (6, 3, 3), (6, 11, 7), (4, 5, 5), (8, 11, 99)] {
        let view = View::of(&state_in_round(players, seed, round), None);
        let name = format!("game{players}_{round}");
        save(&name, &renderer.galaxy(&view, &names()));
        save(&format!("{name}_overview"), &renderer.map(&view, &names(), &Map::Overview));
        save(&format!("{name}_points"), &renderer.course(&view, &names()));
        let text = serde_json::to_string(&view).expect("a view is plain data");
        fs::write(format!("{folder}/{name}.view"), text).expect("the folder exists");
    }
}

pub(super) fn decoded(picture: &Picture) -> image::RgbaImage {
    let format = image::ImageFormat::Png;
    let decoded = image::load_from_memory_with_format(&picture.png, format);
    decoded.expect("the file is sound").into_rgba8()
}

fn board_list(view: &View) -> List {
    layout::board::board(&scene::scene(view, &names()))
}

#[test]
fn a_six_player_board_is_large_enough_to_read_and_small_enough_to_post() {
    let picture = Renderer::new().galaxy(&crowded(), &names());
    assert!(picture.width >= 2400 && picture.height >= 2100, "{picture:?}");
    assert!(picture.png.len() < 1_500_000, "{picture:?}");
    assert_eq!(decoded(&picture).dimensions(), (picture.width, picture.height));
}

#[test]
fn boards_for_every_number_of_players_are_drawn() {
    let renderer = Renderer::new();
    for players in 3..=8 {
        let picture = renderer.galaxy(&preset(players), &names());
        assert!(picture.png.len() < 2_000_000, "{players} players: {picture:?}");
        assert_eq!(decoded(&picture).width(), picture.width);
    }
    assert!(renderer.resident_bytes().0 <= 64 << 20, "{:?}", renderer.resident_bytes());
}

#[test]
fn the_same_view_gives_the_same_pixels_whatever_was_drawn_before() {
    let fresh = Renderer::new().galaxy(&crowded(), &names());
    let used = Renderer::new();
    used.galaxy(&preset(8), &names());
    used.system(&crowded(), &names(), SystemId(0));
    let first = used.galaxy(&crowded(), &names());
    let second = used.galaxy(&crowded(), &names());
    assert!(decoded(&fresh) == decoded(&first));
    assert!(first == second);
}

#[test]
fn a_board_with_one_changed_system_equals_a_new_drawing() {
    let mut view = crowded();
    let renderer = Renderer::new();
    let before = renderer.galaxy(&view, &names());
    let at = view.systems.iter().position(|system| system.id == SystemId(9)).expect("203");
    view.systems[at].space.push(Stack {
        owner: Seat(3),
        kind: UnitKind::WarSun,
        damaged: true,
        count: 2,
    });
    let after = renderer.galaxy(&view, &names());
    assert!(decoded(&before) != decoded(&after));
    assert!(decoded(&after) == decoded(&Renderer::new().galaxy(&view, &names())));
}

#[test]
fn painting_in_bands_equals_painting_at_once() {
    let list = board_list(&crowded());
    let whole = true_colour(&list);
    let picture = Renderer::new().render(&list, String::new());
    let decoded = decoded(&picture);
    let lut = quant::Tone::Night.lut();
    let palette: Vec<Rgb> = quant::night().collect();
    let mut wrong = 0;
    for (pixel, seen) in whole.iter().zip(decoded.pixels()) {
        let Rgb(r, g, b) = palette[usize::from(lut.index(*pixel))];
        wrong += usize::from(seen.0 != [r, g, b, 255]);
    }
    assert_eq!(wrong, 0);
}

/// Every map that answers one question, about the crowded board.
fn maps() -> Vec<(&'static str, Map)> {
    let state = crowded_state();
    let centre = SystemId(0);
    vec![
        ("overview", Map::Overview),
        ("control", Map::Control),
        ("technologies", Map::Technologies),
        ("traits", Map::Traits),
        ("wormholes", Map::Wormholes),
        ("cannon", Map::Survey(survey::cannon(&state))),
        ("distances", Map::Survey(survey::distances(&state, centre))),
        ("reach", Map::Survey(survey::reach(&state, Seat(3), centre))),
    ]
}

/// Mean square error as a signal-to-noise ratio in decibels.
fn quality(list: &List) -> f64 {
    let palette: Vec<Rgb> = quant::night().collect();
    let pixels = true_colour(list);
    let mut sum = 0u64;
    for pixel in &pixels {
        let Rgb(r, g, b) = palette[usize::from(quant::Tone::Night.lut().index(*pixel))];
        for (shift, seen) in [(0, r), (8, g), (16, b)] {
            let difference = i64::from(pixel >> shift & 0xFF) - i64::from(seen);
            sum += (difference * difference) as u64;
        }
    }
    let mean = sum as f64 / (pixels.len() * 3) as f64;
    10.0 * (255.0 * 255.0 / mean).log10()
}

#[test]
fn the_palette_shows_all_art_well_and_the_liveries_exactly() {
    let battle = scene::scene(&fought(), &names());
    let mut lists = vec![("board", board_list(&crowded())), ("sheet", sheet())];
    lists.extend(layout::zoom::zoom(&battle, SystemId(0)).map(|list| ("battle", list)));
    lists.extend(maps().iter().map(|(name, map)| (*name, layout::map(&battle, map))));
    for (name, list) in lists {
        let decibels = quality(&list);
        println!("{name}: {decibels:.1} dB");
        // Tinted hexes have shades of their own.
        let enough = if maps().iter().any(|(map, _)| *map == name) { 36.0 } else { 37.0 };
        assert!(decibels > enough, "{name}: {decibels:.1} dB; the palette must be trained again");
    }
    let palette: Vec<Rgb> = quant::night().collect();
    for colour in theme::pinned() {
        let index = quant::Tone::Night.lut().index(quant::pack(colour));
        assert_eq!(palette[usize::from(index)], colour);
    }
}

#[test]
fn no_text_is_wider_than_its_box_or_leaves_the_picture() {
    let mut lists: Vec<List> = (3..=8).map(|players| board_list(&preset(players))).collect();
    lists.push(board_list(&crowded()));
    lists.push(board_list(&overfull()));
    let scene = scene::scene(&overfull(), &long_names());
    lists.push(layout::board::board(&scene));
    lists.extend(layout::zoom::zoom(&scene, SystemId(0)));
    for (_, map) in maps() {
        lists.push(layout::map(&scene, &map));
    }
    lists.push(layout::chart(&scene));
    let fought = scene::scene(&fought(), &long_names());
    lists.push(layout::chart(&fought));
    lists.extend(layout::zoom::zoom(&fought, SystemId(0)));
    lists.push(layout::hand::hand("A hand", &scene::hand(&with_hand(), &names())));
    let full = overfull();
    let long = scene::scene(&full, &long_names());
    let mut emptied = full.clone();
    emptied.systems.iter_mut().for_each(|system| system.space.clear());
    let emptied = scene::scene(&emptied, &long_names());
    let changed = full.systems.iter().map(|system| layout::change(&emptied, &long, system.id));
    lists.extend(changed.flatten().take(12));
    let name = &long.players[0].name;
    lists.push(layout::odds(&Odds { title: name.repeat(3), ..figures() }, [name, name]));
    for list in &lists {
        for put in &list.puts {
            let Sprite::Text { text: words, style } = &put.sprite else { continue };
            let width = text::width(words, *style);
            let room = put.room.expect("text is always written with its room");
            assert!(width <= room, "{words:?} takes {width} of {room}");
            assert!(
                put.x >= 0 && put.x as f32 + width <= list.width as f32,
                "{words:?} at {}",
                put.x
            );
            assert!(put.y > 0 && put.y < list.height as i32, "{words:?} at height {}", put.y);
        }
    }
}

#[test]
fn sprites_kept_never_take_more_than_they_may() {
    let limit = 3 << 20;
    let mut cache = sprites::Cache::new(limit);
    for put in &sheet().puts {
        cache.get(&put.sprite, quant::Tone::Night);
        assert!(cache.bytes() <= limit, "{} bytes", cache.bytes());
    }
    assert!(cache.bytes() > limit / 2, "what is drawn is kept");
}

#[test]
fn what_lies_in_a_system_stays_within_its_hex() {
    let view = overfull();
    let scene = scene::scene(&view, &names());
    let frame = layout::Frame { x: 200.0, y: 180.0, scale: 1.0 };
    let empty = true_colour(&List::new(400, 360));
    for tile in scene.tiles.iter().filter(|tile| !tile.beside) {
        let mut list = List::new(400, 360);
        layout::one_tile(&mut list, tile, frame);
        let pixels = true_colour(&list);
        for (i, (a, b)) in pixels.iter().zip(&empty).enumerate() {
            let (x, y) = ((i % 400) as f32 + 0.5 - 200.0, (i / 400) as f32 + 0.5 - 180.0);
            let outside = (y.abs()).max(x.abs() * 0.866 + y.abs() * 0.5) > 152.0;
            assert!(!outside || a == b, "{} paints at {x}, {y}", tile.label);
        }
    }
}

#[test]
fn every_tile_is_drawn_with_its_own_look() {
    let blank = View::of(&at("players sol, hacan"), None);
    let view = tiles_of(&blank);
    let scene = scene::scene(&view, &names());
    assert!(scene.tiles.len() > 110, "{} tiles", scene.tiles.len());
    let frame = layout::Frame { x: 180.0, y: 160.0, scale: 1.0 };
    for tile in &scene.tiles {
        let mut list = List::new(360, 320);
        layout::one_tile(&mut list, tile, frame);
        let pixels = true_colour(&list);
        let floor = pixels[160 * 360 + 30];
        assert_ne!(floor, quant::pack(theme::SKY), "{:?}", tile.label);
        let scene::Content::System(system) = &tile.content else { continue };
        for planet in &system.planets {
            let name = planet.name.to_uppercase();
            let start: String = name.chars().take(5).collect();
            let written = list.puts.iter().any(|put| match &put.sprite {
                Sprite::Text { text, .. } => text.starts_with(&start),
                _ => false,
            });
            assert!(written, "{name} is not named");
        }
    }
}

#[test]
fn players_are_told_apart_without_colour() {
    let grey = |owner: u8| -> Vec<i32> {
        let art = art::draw(&Sprite::Emblem { owner, size: 40 });
        let pixels = art.map.pixels().iter();
        // Only whether a pixel stands out from the disc.
        let disc = LIVERIES[usize::from(owner)].fill;
        pixels
            .map(|p| {
                let part = |a: u8, b: u8| i32::from(a).abs_diff(i32::from(b)) as i32;
                part(p.red(), disc.0) + part(p.green(), disc.1) + part(p.blue(), disc.2)
            })
            .map(|difference| i32::from(difference > 120))
            .collect()
    };
    let all: Vec<Vec<i32>> = (0..8).map(grey).collect();
    for a in 0..8 {
        for b in 0..a {
            let different: i32 = all[a].iter().zip(&all[b]).map(|(x, y)| (x - y).abs()).sum();
            assert!(
                different > 60,
                "{} and {} differ in {different} pixels",
                LIVERIES[a].name,
                LIVERIES[b].name
            );
            assert_ne!(LIVERIES[a].dash, LIVERIES[b].dash);
            assert_ne!(LIVERIES[a].emblem, LIVERIES[b].emblem);
        }
    }
}

#[test]
fn names_in_any_script_are_shown_or_replaced_by_the_faction() {
    let view = crowded();
    let given = ["Nguyễn Văn", "Дмитрий", "Ζωή", "山田太郎", "\u{202e}Eve\u{200b}lyn\u{7}", "A"];
    let names = Names::new("", given.map(String::from));
    let shown: Vec<String> =
        (0..6).map(|seat| scene::player_name(&view, &names, Seat(seat))).collect();
    let expected = ["Nguyễn Văn", "Дмитрий", "Ζωή", "Barony of Letnev", "Evelyn", "Xxcha Kingdom"];
    assert_eq!(shown, expected);
    for name in &shown {
        let style = text::Style::new(text::Face::Title, 28, theme::TEXT);
        assert!(text::outline(name, text::Face::Title, 28.0, 0.0, 0.0).is_some());
        assert!(text::width(name, style) > 20.0);
    }
}

#[test]
fn the_board_does_not_show_anybodys_hand() {
    let hand = with_hand();
    let mut public = hand.clone();
    (public.hand, public.seat) = (None, None);
    assert!(board_list(&hand) == board_list(&public));
}

#[test]
fn a_hand_shows_each_card_by_name_with_our_words() {
    let view = with_hand();
    let cards = scene::hand(&view, &names());
    let list = layout::hand::hand("Hand", &cards);
    let texts: Vec<&str> = list
        .puts
        .iter()
        .filter_map(|put| match &put.sprite {
            Sprite::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    for card in &cards {
        assert!(texts.contains(&card.name), "{} is missing from {texts:?}", card.name);
    }
    assert!(texts.contains(&"×2"));
}

#[test]
fn a_change_shows_what_was_and_what_is() {
    let (before, after) = landed();
    let [then, now] = [&before, &after].map(|view| scene::scene(view, &names()));
    let list = layout::change(&then, &now, SystemId(0)).expect("it changed");
    let shows = |words: &str| {
        list.puts.iter().any(|put| match &put.sprite {
            Sprite::Text { text, .. } => text == words,
            _ => false,
        })
    };
    assert!(shows("BEFORE") && shows("AFTER") && shows("none"));
    let picture = Renderer::new().change(&before, &after, &names(), SystemId(0)).expect("a system");
    assert!(picture.width > picture.height / 2, "{picture:?}");
    for part in ["Before: in space", "After: in space MoonLanding42: ", "rolled 8 3", "3 hits"] {
        assert!(picture.alt.contains(part), "{part} is missing: {}", picture.alt);
    }
    // A command token alone is no change.
    let mut token = before.clone();
    token.systems[0].tokens.push(Seat(5));
    let renderer = Renderer::new();
    let same = renderer.change(&before, &token, &names(), SystemId(0)).expect("a system");
    assert!(same == renderer.system(&token, &names(), SystemId(0)).expect("a system"));
}

#[test]
fn odds_are_drawn_in_proportion_and_bad_figures_do_no_harm() {
    let bars = |odds: &Odds| -> Vec<(u16, u16)> {
        let list = layout::odds(odds, ["Mira", "Jon"]);
        let bars = list.puts.iter().filter_map(|put| match &put.sprite {
            Sprite::Bar { width, height, .. } => Some((*width, *height)),
            _ => None,
        });
        bars.collect()
    };
    let odds = figures();
    let [first, second] = [0, 1].map(|side| odds.won(side));
    assert!((first + second + odds.nobody() - 1.0).abs() < 1e-9);
    let drawn = bars(&odds);
    let share = f64::from(drawn[0].0) / f64::from(drawn[0].0 + drawn[1].0 + drawn[2].0);
    assert!((share - first).abs() < 0.01, "{share} of {first}");
    let picture = Renderer::new().odds(&crowded(), &names(), &odds);
    assert!(picture.alt.contains("MoonLanding42 wins 59 %"), "{}", picture.alt);
    let odd = [f64::NAN, -1.0, 7.0, f64::INFINITY, 0.0];
    let many = odd.iter().copied().cycle().take(400).collect::<Vec<_>>();
    for left in [[vec![], vec![]], [odd.to_vec(), many]] {
        let odds = Odds { left, draw: f64::NAN, ..odds.clone() };
        let picture = Renderer::new().odds(&crowded(), &names(), &odds);
        assert_eq!(decoded(&picture).width(), picture.width);
    }
}

#[test]
fn a_hundred_units_and_a_name_of_sixty_letters_are_drawn() {
    let mut view = crowded();
    let centre = &mut view.systems[0];
    let stack = |owner: u8| Stack {
        owner: Seat(owner),
        kind: UnitKind::Fighter,
        damaged: false,
        count: 40,
    };
    centre.space = (0..3).map(stack).collect();
    centre.planets[0].units =
        vec![Stack { owner: Seat(5), kind: UnitKind::Infantry, damaged: false, count: 120 }];
    let names = Names::new("n".repeat(60), (0..6).map(|_| "W".repeat(60)));
    let renderer = Renderer::new();
    let drawn = [
        renderer.galaxy(&view, &names),
        renderer.map(&view, &names, &Map::Overview),
        renderer.course(&view, &names),
        renderer.system(&view, &names, SystemId(0)).expect("the centre"),
    ];
    for picture in drawn {
        let first = decoded(&picture);
        assert!(first.pixels().any(|pixel| pixel != first.get_pixel(0, 0)), "{picture:?}");
    }
    let counts = scene::scene(&view, &names);
    let list = layout::board::board(&counts);
    let shown = |n: u16| {
        list.puts.iter().any(|put| matches!(put.sprite, Sprite::Count { count, .. } if count == n))
    };
    assert!(shown(40) && shown(120));
}

#[test]
fn a_map_with_holes_and_hyperlanes_is_drawn_without_what_is_not_there() {
    let map = "24 44 19 42 22 45 35 23 36 39 38 25 33 47 27 26 30 40 0 -1 83A2 0 31 -1 -1 -1 0";
    let state = at(&format!("players sol, hacan, letnev\nsources base, pok\nmap {map}\nstart"));
    let view = View::of(&state, None);
    let scene = scene::scene(&view, &names());
    let on_board = scene.tiles.iter().filter(|tile| !tile.beside);
    assert_eq!(on_board.clone().count(), 24, "27 places, of which 4 are holes, and the centre");
    let picture = Renderer::new().galaxy(&view, &names());
    assert_eq!(decoded(&picture).width(), picture.width);
    for tile in on_board {
        let near = Renderer::new().system(&view, &names(), tile.id);
        assert_eq!(near.is_some(), matches!(tile.content, scene::Content::System(_)));
    }
}

#[test]
fn a_position_with_an_unknown_tile_is_refused_by_its_name() {
    let text = serde_json::to_string(&crowded_state()).expect("a state is plain data");
    let odd = text.replacen(r#""tile":"18""#, r#""tile":"9999""#, 1);
    assert_ne!(odd, text);
    let read: Result<crate::imperium::state::State, _> = serde_json::from_str(&odd);
    let why = read.expect_err("there is no such tile").to_string();
    assert!(why.contains("9999"), "{why}");
}

#[test]
fn a_law_is_marked_on_the_planet_that_was_elected() {
    let mut view = crowded();
    let marks = |view: &View| {
        let gold = Sprite::Icon { icon: Icon::Law, size: 25, ink: theme::GOLD };
        board_list(view).puts.iter().filter(|put| put.sprite == gold).count()
    };
    assert_eq!(marks(&view), 0);
    let planet = view.systems[3].planets[0].id;
    view.laws[0].elected = Some(crate::imperium::view::Elected::Planet(planet));
    assert_eq!(marks(&view), 1);
}

#[test]
fn the_words_beside_a_hand_count_its_cards_and_name_none() {
    let view = with_hand();
    let picture = Renderer::new().hand(&view, &names());
    let hand = view.hand.as_ref().expect("a hand");
    let counted = format!("{} action cards, ", hand.action_cards.len());
    assert!(picture.alt.contains(&counted), "{}", picture.alt);
    for card in scene::hand(&view, &names()) {
        assert!(!picture.alt.contains(card.name), "{}", picture.alt);
    }
}

#[test]
fn the_words_say_the_round_who_is_active_and_the_points() {
    let picture = Renderer::new().galaxy(&crowded(), &names());
    for part in [
        "Round 4",
        "Action phase",
        "Active: Дмитрий",
        "Ødegård (Emirates of Hacan) 10",
        "passed",
        "Activated: Mecatol Rex / 000",
    ] {
        assert!(picture.alt.contains(part), "{part} is missing: {}", picture.alt);
    }
}

#[test]
fn a_system_is_shown_with_its_neighbours_and_what_lies_in_it() {
    let view = crowded();
    let renderer = Renderer::new();
    let picture = renderer.system(&view, &names(), SystemId(0)).expect("the centre");
    assert_eq!(picture.width, 864);
    assert!(picture.alt.contains("Katharina: 2 dreadnoughts"), "{}", picture.alt);
    assert!(renderer.system(&view, &names(), SystemId(80)).is_none());
}

#[test]
fn too_much_of_everything_is_drawn_all_the_same() {
    let renderer = Renderer::new();
    let picture = renderer.galaxy(&overfull(), &long_names());
    assert_eq!(decoded(&picture).width(), picture.width);
    let system = renderer.system(&overfull(), &long_names(), SystemId(0)).expect("the centre");
    assert_eq!(decoded(&system).width(), system.width);
}
