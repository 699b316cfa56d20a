//! Cards of Codex I and III that take the place of base ones.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::{apply, at};
use crate::imperium::rules::ask::{Choice, PowerName, Question};
use crate::imperium::rules::{setup, strategy_cards, technology as research};
use crate::imperium::script::{Played, Script, refused};
use crate::imperium::state::*;

mod notes;
mod objectives;
mod technologies;

const CODICES: &str = "base, pok, codex1, codex3";

/// A game with both codices and Prophecy of Kings; 205 is empty, 206 has Bereg and Lirta IV. Nobody owns a technology but those
/// that `lines` give.
fn board(players: &str, lines: &str) -> State {
    let tiles = "tile 205 = 46\ntile 204 = 47\ntile 206 = 35\ntile 103 = 48\ntile 306 = 49";
    let mut state = at(&format!("players {players}\nsources {CODICES}\n{tiles}\n"));
    for player in &mut state.players {
        player.technologies.clear();
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        apply(&mut state, line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    state
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

fn uses(name: &str) -> [Choice; 1] {
    [Choice::Use(PowerName(name.into()))]
}

/// In how many prompts this was among the options.
fn offers(played: &Played, wanted: &Choice) -> usize {
    played.script.prompts.iter().filter(|prompt| prompt.options.contains(wanted)).count()
}

fn infantry(state: &State, on: &str, seat: u8) -> u8 {
    state.planet(planet(on)).forces.count(Seat(seat), UnitKind::Infantry)
}

/// Whether the card belongs to a game of three with these products.
type InGame = fn(&State, &str) -> bool;

fn note_dealt(state: &State, slug: &str) -> bool {
    let card = NoteId::named(slug);
    state.players.iter().any(|player| player.notes.iter().any(|note| note.card == card))
}

/// Whoever may research it can, when prerequisites do not matter, and finds it on the sheet.
fn tech_open(state: &State, slug: &str) -> bool {
    let tech = TechId::named(slug);
    let mut state = state.clone();
    for colour in
        ["antimass-deflectors", "gravity-drive", "plasma-scoring", "ai-development-algorithm"]
    {
        state.gain_technology(Seat(0), TechId::named(colour));
    }
    for green in ["neural-motivator", "dacxive-animators", "hyper-metabolism", "duranium-armor"] {
        state.gain_technology(Seat(0), TechId::named(green));
    }
    let sheet = state.player(Seat(0)).faction.get().technologies(state.options.sources);
    research::can_research(&state, Seat(0), tech).is_ok()
        && (tech.get().faction.is_none() || sheet.contains(&tech))
}

fn secret_in_deck(state: &State, slug: &str) -> bool {
    state.decks.secrets.contains(&SecretId::named(slug))
}

fn on_the_table(state: &State, slug: &str) -> bool {
    state.strategy.iter().any(|slot| slot.card == StrategyId::named(slug))
}

#[track_caller]
fn replaces(faction: &str, source: &str, old: &str, in_game: InGame) {
    let new = format!("{old}-omega");
    let rival = if faction == "hacan" { "sol" } else { "hacan" };
    let game =
        |sources: &str| at(&format!("players {faction}, {rival}, saar\nsources {sources}\n"));
    let other = if source == "codex1" { "codex3" } else { "codex1" };
    for without in ["base".to_string(), format!("base, {other}"), format!("base, pok, {other}")] {
        let state = game(&without);
        assert!(in_game(&state, old) && !in_game(&state, &new), "{old} in {without}");
    }
    for with in [format!("base, {source}"), CODICES.to_string(), format!("base, pok, {source}")] {
        let state = game(&with);
        assert!(in_game(&state, &new) && !in_game(&state, old), "{new} in {with}");
    }
}

/// One test a card: the later version is in the game when its product is, and only then.
macro_rules! replaces {
    ($($name:ident: $faction:literal, $source:literal, $old:literal, $in_game:expr;)*) => {$(
        #[test]
        fn $name() {
            replaces($faction, $source, $old, $in_game);
        }
    )*};
}

replaces! {
    acquiescence_omega_is_dealt_in_the_place_of_the_base_note: "winnu", "codex1", "acquiescence", note_dealt;
    cybernetic_enhancements_omega_is_dealt_in_the_place_of_the_base_note: "l1z1x", "codex1", "cybernetic-enhancements", note_dealt;
    greyfire_mutagen_omega_is_dealt_in_the_place_of_the_base_note: "yin", "codex1", "greyfire-mutagen", note_dealt;
    stymie_omega_is_dealt_in_the_place_of_the_base_note: "arborec", "codex1", "stymie", note_dealt;
    war_funding_omega_is_dealt_in_the_place_of_the_base_note: "letnev", "codex1", "war-funding", note_dealt;
    x_89_bacterial_weapon_omega_is_researched_in_the_place_of_the_base_card: "sol", "codex1", "x-89-bacterial-weapon", tech_open;
    magen_defense_grid_omega_is_researched_in_the_place_of_the_base_card: "sol", "codex1", "magen-defense-grid", tech_open;
    wormhole_generator_omega_is_researched_in_the_place_of_the_base_card: "creuss", "codex1", "wormhole-generator", tech_open;
    yin_spinner_omega_is_researched_in_the_place_of_the_base_card: "yin", "codex1", "yin-spinner", tech_open;
    magmus_reactor_omega_is_researched_in_the_place_of_the_base_card: "muaat", "codex1", "magmus-reactor", tech_open;
    make_an_example_of_their_world_omega_is_drawn_in_the_place_of_the_base_card: "sol", "codex3", "make-an-example-of-their-world", secret_in_deck;
    turn_their_fleets_to_dust_omega_is_drawn_in_the_place_of_the_base_card: "sol", "codex3", "turn-their-fleets-to-dust", secret_in_deck;
    diplomacy_omega_is_picked_in_the_place_of_the_base_card: "sol", "codex1", "diplomacy", on_the_table;
}

/// The older version is of Prophecy of Kings, so without that neither is there.
#[test]
fn fight_with_precision_omega_is_drawn_in_the_place_of_the_older_card() {
    let game = |sources: &str| {
        let state = at(&format!("players sol, hacan, saar\nsources {sources}\n"));
        ["fight-with-precision", "fight-with-precision-omega"]
            .map(|slug| secret_in_deck(&state, slug))
    };
    assert_eq!(game("base, codex3"), [false, false]);
    assert_eq!(game("base, pok, codex1"), [true, false]);
    assert_eq!(game("base, pok, codex3"), [false, true]);
}

/// Every product alone and together: eight strategy cards, twenty secret objectives of the base game.
#[test]
fn decks_keep_their_sizes_with_any_products() {
    for set in 0..8u8 {
        let products = [Source::Pok, Source::Codex1, Source::Codex3];
        let chosen = products.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0);
        let sources = Sources::of(chosen.map(|(_, source)| *source));
        crate::imperium::components::install();
        assert_eq!(strategy_cards::deck(sources).len(), 8, "{sources:?}");
        let slugs: Vec<&str> = sources.iter().map(Source::slug).collect();
        let state = at(&format!("players yin, hacan, saar\nsources {}\n", slugs.join(", ")));
        let secrets = |pok: bool| {
            SecretId::all().filter(move |card| {
                matches!((card.source(), pok), (Source::Base, _) | (Source::Pok, true))
                    && crate::imperium::rules::tables::tables().secret(*card).is_some()
            })
        };
        let many = secrets(sources.contains(Source::Pok)).count();
        assert_eq!(state.decks.secrets.len(), many, "{sources:?}");
        assert_eq!(state.player(Seat(0)).notes.len(), 5, "{sources:?}");
        assert!(setup::factions(sources).len() >= 17);
    }
}
