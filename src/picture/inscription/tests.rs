//! What is true of every picture of the second game. To look at them: `PICTURES=folder cargo test
//! picture::inscription::tests::gallery`. `GOLDEN=1` writes the golden files and the contact sheets in
//! `docs/pictures` anew: open those before you commit.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fs;

use sha2::{Digest, Sha256};

use crate::inscription::data::{Resource, Side};
use crate::inscription::position::position;
use crate::inscription::rules::ai;
use crate::inscription::state::{Dice, Fight, Neighbor, Phase, State, Window};
use crate::inscription::view::{drafted, next_marks};
use crate::picture::art::{self, Sprite};
use crate::picture::layout::List;
use crate::picture::text as lettering;
use crate::players::selfplay::inscription_in_round;

use super::super::tests::decoded;
use super::super::tests::golden::{anew, compare};
use super::art::Chalk;
use super::places::{Place, places};
use super::*;

fn names() -> Names {
    let names =
        ["Ada", "Грета Тунберг", "Ελένη", "Bartholomew-Maximilian the Third", "漢字", "Zoë"];
    Names::new("Chalk and slate", names.map(str::to_string))
}

/// A game of two with a little of everything on the sheets of Sol, whose dice are spent on this sheet.
fn written(active: Sheet) -> State {
    let lines = [
        "factions sol, hacan",
        "line 2",
        "mecatol hacan",
        "explored sol: c0 f1 c1 g1 e0 j1 k1 k0 i1",
        "claimed sol: a1 c1 f1 k1",
        "crossed sol: karth a1 a2 a3 b1, vesper a1 b1 a2",
        "unlocked sol: tann",
        "dock sol: 1 MM",
        "dock sol: 2 built",
        "population sol: 3",
        "scrapped sol: 1,0 0,1 -1,1 2,0",
        "spaces sol: 1,-1 0,2 1,1",
        "rows sol: 3 5 1",
        "councilors sol: 3",
        "kept sol: tg tg tg vote vote planet spec:c spec:w focus:M",
        "units sol: cruiser L1c123 L2c1, carrier R4c234 R5c3, infantry R7c1, mech L8c12 L9c12",
        "paid sol: carrier M, destroyer M",
        "open sol: dreadnought",
        "tech sol: gravity_drive 3, foundries 3",
        "research sol: deep_yield 2",
        "focus sol: nav M, exp I, war R",
        "hand sol: hollow_sun iron_psalter",
        "played sol: weighty_scale",
        "units hacan: cruiser R1c123 R2c1, destroyer L1c123",
    ];
    let mut state = position(&lines).expect("a sound position");
    for _ in 0..10 {
        state.discard.extend(state.event);
        state.event = state.deck.pop();
    }
    (state.phase, state.round) = (Phase::Dice, 10);
    use Resource::{I, M};
    state.dice = Some(Dice { black: [M, M, I], focus: [2, 1, 1] });
    fought(&mut state);
    for desk in 0..2 {
        let mut me = state.players[desk].clone();
        (me.window, me.active, me.pool) = (Some(Window::Dice), Some(active), [2, 1, 1]);
        state.desks[desk] = Some(me);
    }
    state
}

/// The first two wars are over.
fn fought(state: &mut State) {
    for war in 0..2 {
        let before = state.clone();
        for (seat, side) in before.seats().flat_map(|seat| Side::BOTH.map(|side| (seat, side))) {
            let mine = before.strength(seat, side, war);
            let theirs = match before.neighbor(seat, side) {
                Neighbor::Player(other) => before.strength(other, side.other(), war),
                Neighbor::Ai => ai::strength(&before, war),
            };
            let fight = match mine.cmp(&theirs) {
                Ordering::Greater => Fight::Won,
                Ordering::Equal => Fight::Tied,
                Ordering::Less => Fight::Lost,
            };
            let front = &mut state.players[seat.index()].war;
            front.strength[side.index()][war] = Some(mine);
            front.fights[side.index()][war] = Some(fight);
        }
    }
}

/// Games of one, two, four and eight, early and late, with whose sheets to look at.
fn games() -> Vec<(State, Seat)> {
    let game = |players, varied, round, window, seat| {
        (inscription_in_round(players, varied, 5, (round, window)), Seat(seat))
    };
    vec![
        game(1, false, 4, Window::Cards, 0),
        game(2, true, 7, Window::Dice, 1),
        game(4, false, 9, Window::Dice, 2),
        game(8, true, 6, Window::Cards, 7),
    ]
}

fn board_of(state: &State, seat: Seat, large: Sheet) -> Board {
    let view = View::of(state, Some(seat));
    let own = Own::of(&view, seat).expect("one's own sheets are open");
    sheets::draw(&own, &names(), large, &next_marks(state, seat))
}

/// All kinds of pictures that are not somebody's sheets.
fn tables(view: &View) -> Vec<(&'static str, Board)> {
    let mut all = vec![
        ("mecatol", mecatol::draw(view, &names())),
        ("wars", wars::draw(view, &names())),
        ("track", track::draw(view, &names())),
    ];
    let table = closing::table(view, &names());
    all.extend(table.map(|table| ("closing", closing::draw(view, &names(), &table))));
    all
}

/// The position at the end, whatever it is.
fn ended(state: &State) -> State {
    let mut state = state.clone();
    (state.phase, state.event) = (Phase::Finished, None);
    state.desks = vec![None; state.players.len()];
    state.winners = vec![Seat(0)];
    state.rank = (state.players.len() < 3).then(|| "Galactic Power".into());
    state
}

/// Writing stays within its room, everything within the picture.
fn fits(list: &List, what: &str) {
    let (width, height) = (list.width as i32, list.height as i32);
    for put in &list.puts {
        let (words, style) = match &put.sprite {
            Sprite::Text { text, style } | Sprite::Chalk(Chalk::Words { text, style }) => {
                (Some(text), Some(*style))
            }
            Sprite::Chalk(Chalk::Slate { .. }) => continue,
            _ => (None, None),
        };
        if let (Some(words), Some(style), Some(room)) = (words, style, put.room) {
            let wide = lettering::width(words, style);
            assert!(wide <= room + 0.5, "{what}: {words:?} is {wide} wide in {room}");
            assert!(
                put.x >= 0 && put.x + wide as i32 <= width,
                "{what}: {words:?} leaves at the side"
            );
            assert!(put.y > 10 && put.y < height, "{what}: {words:?} leaves above or below");
            continue;
        }
        let drawn = art::draw(&put.sprite);
        let (left, top) = (put.x - drawn.anchor.0, put.y - drawn.anchor.1);
        let (right, bottom) = (left + drawn.map.width() as i32, top + drawn.map.height() as i32);
        let inside = left >= 0 && top >= 0 && right <= width && bottom <= height;
        assert!(inside, "{what}: {:?} at {}, {} leaves the picture", put.sprite, put.x, put.y);
    }
}

#[test]
fn nothing_is_wider_than_its_box_or_outside_of_the_picture() {
    for (state, seat) in games() {
        for large in [Sheet::Nav, Sheet::War] {
            fits(&board_of(&state, seat, large).list, large.name());
        }
        for (name, board) in tables(&View::of(&ended(&state), None)) {
            fits(&board.list, name);
        }
    }
}

#[test]
fn highlighted_is_what_the_rules_allow_and_nothing_else() {
    let written = Sheet::ALL.map(|sheet| (written(sheet), Seat(0)));
    for (state, seat) in games().into_iter().chain(written) {
        let legal = next_marks(&state, seat);
        assert!(!legal.is_empty(), "a position to look at has something to mark");
        let active = state.own(seat).active;
        let expected: BTreeSet<Place> =
            legal.iter().flat_map(|mark| places(mark, active)).collect();
        let mut lit = board_of(&state, seat, Sheet::Exp).lit;
        lit.sort_unstable();
        assert_eq!(lit, expected.into_iter().collect::<Vec<_>>(), "each place once");
    }
}

#[test]
fn others_do_not_see_what_the_owner_could_mark() {
    let (state, seat) = games().remove(2);
    let mut open = state.clone();
    open.event = None;
    let view = View::of(&open, None);
    let own = Own::of(&view, seat).expect("between events sheets are open");
    let board = sheets::draw(&own, &names(), Sheet::Nav, &next_marks(&state, seat));
    assert_eq!(board.lit, []);
}

/// The labels of a player's spaces, as they are typed.
fn spaces(own: &Own) -> Vec<(Sheet, String)> {
    let printed = &own.printed;
    let mut all: Vec<(Sheet, String)> = Vec::new();
    let mut add = |sheet, label: &str| all.push((sheet, label.to_string()));
    printed.nav.systems.iter().for_each(|system| add(Sheet::Nav, &system.name));
    printed.nav.wormholes.iter().for_each(|(name, _)| add(Sheet::Nav, name));
    for (at, planet) in printed.exp.planets.iter().enumerate() {
        add(Sheet::Exp, &planet.name);
        for cell in 0..planet.icons.len() {
            add(Sheet::Exp, &printed.cell_name(at as u8, cell as u8));
        }
    }
    (1..=printed.exp.docks.len()).for_each(|dock| add(Sheet::Exp, &format!("dock {dock}")));
    (0..printed.ind.spaces.len()).for_each(|at| add(Sheet::Ind, &printed.space_name(at as u8)));
    for side in Side::BOTH {
        (1..=12).for_each(|row| add(Sheet::War, &format!("{}{row}", side.letter())));
        (1..=printed.war.grid.width).for_each(|col| add(Sheet::War, &format!("c{col}")));
    }
    printed.war.units.iter().for_each(|unit| add(Sheet::War, &unit.id));
    for sheet in Sheet::ALL {
        printed.techs(sheet).iter().for_each(|tech| add(sheet, &tech.id));
    }
    all.sort();
    all
}

#[test]
fn every_space_has_its_label_once() {
    for (state, seat) in games() {
        let view = View::of(&state, Some(seat));
        let own = Own::of(&view, seat).expect("one's own sheets are open");
        for large in Sheet::ALL {
            let mut labels = sheets::draw(&own, &names(), large, &[]).labels;
            labels.sort();
            assert_eq!(labels, spaces(&own), "{} large", large.name());
        }
    }
}

#[test]
fn labels_of_the_large_sheet_can_be_read_on_a_phone() {
    let state = written(Sheet::Nav);
    for large in Sheet::ALL {
        let board = board_of(&state, Seat(0), large);
        let own_view = View::of(&state, Some(Seat(0)));
        let own = Own::of(&own_view, Seat(0)).expect("one's own sheets are open");
        for (_, label) in spaces(&own).iter().filter(|(sheet, _)| *sheet == large) {
            let sizes = board.list.puts.iter().filter_map(|put| match &put.sprite {
                Sprite::Text { text, style } | Sprite::Chalk(Chalk::Words { text, style }) => {
                    (text == label).then_some(style.size)
                }
                _ => None,
            });
            // 24 pixels of 1080 are nearly nine of 390.
            assert!(sizes.max().is_some_and(|size| size >= 24), "{label} on {}", large.name());
        }
    }
}

/// The same position where everything hidden from the viewer is otherwise: drafts, hands, piles, decks.
fn otherwise(state: &State, viewer: Option<Seat>) -> State {
    let mut other = state.clone();
    for seat in state.seats().filter(|seat| Some(*seat) != viewer) {
        for _ in 0..3 {
            if let Some(mark) = next_marks(&other, seat).last().copied() {
                other = drafted(&other, seat, [&mark]);
            }
        }
        let mut hand: Vec<_> = other.players[seat.index()].hand.clone();
        let pile = &mut other.players[seat.index()].pile;
        pile.append(&mut hand);
        pile.reverse();
        let held = state.players[seat.index()].hand.len();
        let hand = pile.split_off(pile.len() - held);
        other.players[seat.index()].hand = hand;
    }
    // Whoever has seen the next event knows it.
    let seen = viewer.is_some_and(|seat| state.players[seat.index()].peeked);
    let next = other.deck.pop_if(|_| seen);
    other.deck.reverse();
    other.deck.extend(next);
    other.agendas.iter_mut().for_each(|deck| deck.reverse());
    other
}

#[test]
fn what_is_hidden_never_changes_a_picture() {
    let renderer = Renderer::new();
    for (state, _) in games().into_iter().skip(1) {
        for viewer in [None, Some(Seat(0))] {
            let other = otherwise(&state, viewer);
            assert_ne!(state, other);
            let [a, b] = [&state, &other].map(|state| View::of(state, viewer));
            for (one, two) in tables(&a).into_iter().zip(tables(&b)) {
                assert!(one.1.list == two.1.list, "{} tells {viewer:?} too much", one.0);
            }
            for seat in state.seats() {
                let draw = |view: &View| sheets(&renderer, view, &names(), seat, Sheet::Ind, &[]);
                let (one, two) = (draw(&a), draw(&b));
                assert!(one == two, "the sheets of {seat} tell {viewer:?} too much");
                assert_eq!(one.is_some(), viewer == Some(seat), "others' sheets are closed");
            }
        }
    }
}

#[test]
fn open_sheets_hide_what_their_owner_holds_and_drafts() {
    let mut state = written(Sheet::Nav);
    state.event = None;
    let other = otherwise(&state, Some(Seat(1)));
    assert_ne!(state, other);
    let renderer = Renderer::new();
    let draw = |state: &State| {
        let view = View::of(state, Some(Seat(1)));
        sheets(&renderer, &view, &names(), Seat(0), Sheet::Nav, &[]).expect("an open sheet")
    };
    assert!(draw(&state) == draw(&other));
}

#[test]
fn pictures_say_the_essentials_in_words() {
    let state = written(Sheet::War);
    let view = View::of(&state, Some(Seat(0)));
    let renderer = Renderer::new();
    let own = sheets(&renderer, &view, &names(), Seat(0), Sheet::War, &[]).expect("own sheets");
    let alts = [
        own.alt,
        mecatol(&renderer, &view, &names()).alt,
        wars(&renderer, &view, &names()).alt,
        track(&renderer, &view, &names()).alt,
        closing(&renderer, &View::of(&ended(&state), None), &names()).expect("it is over").alt,
    ];
    let expected: [&[&str]; 5] = [
        &["Ada", "Federation of Sol", "points", "Warfare is active", "2 material", "4 units"],
        &["1. Грета Тунберг", "Objectives"],
        &["Ada", "the AI faction", "III"],
        &["Still marking: Ada, Грета Тунберг", "events are to come"],
        &["Ada wins: Galactic Power", "Navigation", "Emirates of Hacan"],
    ];
    for (alt, words) in alts.iter().zip(expected) {
        words.iter().for_each(|word| assert!(alt.contains(word), "{word:?} in {alt:?}"));
        assert!(alt.chars().count() < 1000, "{alt}");
    }
    assert!(closing(&renderer, &view, &names()).is_none(), "the game is not over");
}

#[test]
fn pictures_are_small_enough_for_a_phone() {
    let renderer = Renderer::new();
    for sheet in Sheet::ALL {
        let view = View::of(&written(sheet), Some(Seat(0)));
        let picture = sheets(&renderer, &view, &names(), Seat(0), sheet, &[]).expect("own sheets");
        assert!(picture.png.len() < 400_000, "{picture:?}");
        assert_eq!((picture.width, decoded(&picture).width()), (1080, 1080));
    }
    let (sprites, bands) = renderer.resident_bytes();
    assert!(sprites <= 64 << 20 && bands <= 24 << 20, "{sprites} {bands}");
}

#[test]
fn a_name_without_letters_that_can_be_drawn_gives_way_to_the_faction() {
    let view = View::of(&written(Sheet::Nav), None);
    let names = Names::new("", ["漢字".to_string(), "Грета".into()]);
    assert_eq!(player_name(&view, &names, Seat(0)), "Federation of Sol");
    assert_eq!(player_name(&view, &names, Seat(1)), "Грета");
}

#[test]
fn the_layout_of_the_sheets_is_as_it_was_looked_at() {
    let list = board_of(&written(Sheet::Exp), Seat(0), Sheet::Exp).list.to_string();
    compare(
        "src/picture/inscription/tests/sheets.golden",
        include_str!("tests/sheets.golden"),
        &list,
    );
}

/// Everything that the golden hashes and the contact sheets show.
fn gallery_of(renderer: &Renderer) -> Vec<(&'static str, Picture)> {
    let mut all: Vec<(&'static str, Picture)> = Vec::new();
    for (sheet, name) in Sheet::ALL.into_iter().zip(["nav", "exp", "ind", "war"]) {
        let state = written(sheet);
        let view = View::of(&state, Some(Seat(0)));
        let legal = next_marks(&state, Seat(0));
        let picture = sheets(renderer, &view, &names(), Seat(0), sheet, &legal);
        all.push((name, picture.expect("own sheets")));
    }
    let mut open = written(Sheet::Nav);
    open.event = None;
    let view = View::of(&open, None);
    all.push(("mecatol", mecatol(renderer, &view, &names())));
    all.push(("wars", wars(renderer, &view, &names())));
    all.push(("track", track(renderer, &View::of(&written(Sheet::Nav), None), &names())));
    let view = View::of(&ended(&open), None);
    all.push(("closing", closing(renderer, &view, &names()).expect("it is over")));
    all
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn every_picture_has_the_pixels_that_were_looked_at() {
    let all = gallery_of(&Renderer::new());
    let line = |(name, picture): &(&str, Picture)| {
        let hash = Sha256::digest(decoded(picture).as_raw());
        let hex: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{name}: {} x {} {hex}\n", picture.width, picture.height)
    };
    let lines: String = all.iter().map(line).collect();
    compare(
        "src/picture/inscription/tests/pixels.golden",
        include_str!("tests/pixels.golden"),
        &lines,
    );
    if anew() {
        contact_sheet("docs/pictures/inscription-sheets.png", &all[..4], 4);
        contact_sheet("docs/pictures/inscription-tables.png", &all[4..], 2);
    }
}

/// Pictures side by side at the width of a phone.
fn contact_sheet(file: &str, pictures: &[(&str, Picture)], columns: u32) {
    const PHONE: u32 = 390;
    let shrunk: Vec<image::RgbImage> = pictures
        .iter()
        .map(|(_, picture)| {
            let high = picture.height * PHONE / picture.width;
            let filter = image::imageops::FilterType::Triangle;
            let whole = image::DynamicImage::from(decoded(picture)).into_rgb8();
            image::imageops::resize(&whole, PHONE, high, filter)
        })
        .collect();
    let rows: Vec<&[image::RgbImage]> = shrunk.chunks(columns as usize).collect();
    let high =
        |row: &&[image::RgbImage]| row.iter().map(|one| one.height() + 10).max().unwrap_or(0);
    let height: u32 = rows.iter().map(high).sum();
    let mut sheet = image::RgbImage::new(columns * (PHONE + 10), height);
    let mut y = 0;
    for row in &rows {
        for (at, picture) in row.iter().enumerate() {
            let x = i64::from(at as u32 * (PHONE + 10));
            image::imageops::replace(&mut sheet, picture, x, i64::from(y));
        }
        y += high(row);
    }
    sheet.save(file).expect("docs/pictures exists");
}

#[test]
fn gallery() {
    let Ok(folder) = std::env::var("PICTURES") else { return };
    let renderer = Renderer::new();
    for (name, picture) in gallery_of(&renderer) {
        println!("{name}: {picture:?}");
        fs::write(format!("{folder}/{name}.png"), &picture.png).expect("the folder exists");
    }
    for (number, (state, seat)) in games().into_iter().enumerate() {
        let view = View::of(&state, Some(seat));
        let legal = next_marks(&state, seat);
        let large = large(&view, seat);
        let picture = sheets(&renderer, &view, &names(), seat, large, &legal);
        let picture = picture.expect("own sheets");
        fs::write(format!("{folder}/game{number}.png"), &picture.png).expect("the folder exists");
    }
}
