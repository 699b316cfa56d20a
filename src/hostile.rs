//! Bytes from anywhere, given to whatever reads what people send: commands, files, map strings. All of it
//! answers with words, whatever comes. The targets in `fuzz/` and a test feed these functions.

use std::sync::LazyLock;

use crate::engine::{Decider, Outcome, Prompt, Reply, Rulebook, Seat, step};
use crate::imperium::commands::{Act, Command, act, complete};
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::setup;
use crate::imperium::state::galaxy::{self, Galaxy};
use crate::imperium::state::{MapChoice, Options, State};
use crate::imperium::{Imperium, components, position, scenario};
use crate::inscription::Inscription;
use crate::players::fuzz::Failure;
use crate::table;

/// Where commands are typed: an action, a movement, an invasion, a status phase, a vote.
const PLACES: &[&str] = &[
    "players sol, hacan\nstart\nhand sol: sabotage, direct-hit\nnote sol: ceasefire of hacan\ngoods sol: 4 2",
    "players sol, hacan\nspace 205: sol 2 cruisers, carrier, 3 infantry\nspace 206: hacan dreadnought\n\
     tech sol: gravity-drive\ntokens sol: 3 5 2",
    "players jol-nar, letnev, saar\nstart\nphase status\nobjective corner-the-market:",
    "players sol, hacan, xxcha\nstart\ncustodians gone\nphase agenda\nagendas: mutiny, archived-secret",
    "players yssaril, mentak\nstart\nphase strategy",
];

struct Place {
    state: State,
    prompts: Vec<Prompt<Imperium>>,
}

/// Nobody answers.
struct Nobody;

impl Decider<Imperium> for Nobody {
    fn reply(&mut self, _: &State, _: &[Prompt<Imperium>]) -> Reply<Imperium> {
        Reply::Open
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(crate::engine::Seed::of("hostile").chance(label, faces, n))
    }
}

static POSITIONS: LazyLock<Vec<Place>> = LazyLock::new(|| {
    components::install();
    let place = |text: &&str| {
        let state = position::position(text).ok()?;
        match step::<Imperium>(state, &mut Nobody, 0) {
            (state, _, Outcome::Waiting(prompts)) => Some(Place { state, prompts }),
            _ => None,
        }
    };
    PLACES.iter().filter_map(place).collect()
});

/// How many positions there are to type commands in.
pub fn positions() -> usize {
    POSITIONS.len()
}

/// Lines typed by every seat in turn, as slash commands and into autocomplete. How many were understood.
pub fn typed(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let mut understood = 0;
    for place in POSITIONS.iter() {
        let (state, prompts) = (&place.state, &place.prompts);
        for seat in state.seats() {
            let mut draft: Vec<Choice> = Vec::new();
            for line in text.lines() {
                let Ok(command) = Command::parse(line) else { continue };
                let focused = command.options.last().map(|(name, _)| name.clone());
                let focused = focused.unwrap_or_default();
                complete(state, Some(seat), prompts, &draft, &command, &focused);
                understood += usize::from(does(place, seat, &mut draft, &command));
            }
        }
    }
    understood
}

/// What the bot does with a command, up to the point where the game would move on.
fn does(place: &Place, seat: Seat, draft: &mut Vec<Choice>, command: &Command) -> bool {
    let Ok(meant) = act(&place.state, seat, &place.prompts, draft, command) else { return false };
    let prompt = place.prompts.iter().find(|prompt| prompt.seat == seat);
    let judged = |parts: &[Choice]| prompt.is_some_and(|p| p.check(&place.state, parts).is_ok());
    match meant {
        Act::Answer(parts) => judged(&parts),
        Act::Confirm => judged(draft),
        Act::Deed(deed) => Imperium::check_deed(&place.state, seat, &deed).is_ok(),
        Act::Draft(parts) => {
            *draft = parts;
            true
        }
        Act::Cancel => {
            draft.clear();
            true
        }
    }
}

/// A file that somebody would import, check or look at. Whether it is a game that can go on.
pub fn import(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    if let Err(why) = Failure::<Imperium>::parse(&text) {
        let _ = why.to_string();
    }
    let file = match table::Export::parse(&text) {
        Ok(file) => file,
        Err(why) => return why.to_string().is_empty(),
    };
    let _ = table::verify(&file);
    let sound = match file.kind.as_str() {
        Inscription::NAME => file.record::<Inscription>().map(drop),
        _ => file.record::<Imperium>().map(drop),
    };
    sound.map_err(|why| why.to_string()).is_ok()
}

/// A map string as players exchange them, for every number of players. Whether it is one.
pub fn map(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    for players in 3..=8 {
        if let Err(why) = galaxy::parse_map_string_for(&text, players) {
            let _ = why.to_string();
        }
        let map = MapChoice::Text(text.to_string());
        let _ = setup::check(&Options { map, ..setup::standard(players) });
    }
    let Ok(map) = galaxy::parse_map_string(&text) else { return false };
    let laid = Galaxy::new(&map, crate::imperium::data::Sources::POK);
    laid.systems().iter().for_each(|system| drop(laid.adjacent_systems(*system)));
    let written = map.to_string();
    let again = galaxy::parse_map_string(&written);
    assert_eq!(again.as_ref(), Ok(&map), "{written} reads otherwise than it was written");
    true
}

/// A scenario or a position. Whether it holds.
pub fn written(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match crate::inscription::scenario::is_ours(&text) {
        true => crate::inscription::scenario::run(&text).is_ok(),
        false => scenario::run(&text).is_ok(),
    }
}
