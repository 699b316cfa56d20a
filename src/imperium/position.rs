//! Positions written down: one line a fact. Scenario files and tests begin with one.
//!
//! ```text
//! players sol, hacan
//! tile 205 = 42
//! space 205: sol 2 cruisers, carrier, 3 infantry
//! planet quann: hacan 2 infantry, pds
//! tech sol: gravity-drive
//! ```
//! `docs/scenarios.md` lists every line. Whatever is not said is as at the start of the first action
//! phase, without any units.

use crate::engine::Seat;
use crate::imperium::components;
use crate::imperium::data::*;
use crate::imperium::rules::setup;
use crate::imperium::rules::tables::tables;
use crate::imperium::state::galaxy::{self, SystemId};
use crate::imperium::state::*;

/// Home positions of the default board, clockwise.
const HOMES: [&str; 6] = ["301", "304", "307", "310", "313", "316"];

/// Reads a whole position. The error names the line.
pub fn position(text: &str) -> Result<State, String> {
    components::install();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !is_blank(line)).collect();
    let mut state = board(&lines)?;
    for line in &lines {
        if !is_board_line(line) {
            apply(&mut state, line).map_err(|why| format!("`{line}`: {why}"))?;
        }
    }
    Ok(state)
}

fn is_blank(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn is_board_line(line: &str) -> bool {
    ["players ", "tile ", "map ", "sources "].iter().any(|word| line.starts_with(word))
}

/// The lines that decide who plays and which tiles lie where.
fn board(lines: &[&str]) -> Result<State, String> {
    let mut factions = Vec::new();
    let mut sources = Sources::BASE;
    let mut map: Option<String> = None;
    let mut tiles: Vec<(SystemId, String)> = Vec::new();
    for line in lines {
        let wrong = |why: &str| format!("`{line}`: {why}");
        if let Some(names) = line.strip_prefix("players ") {
            for name in names.split(',').map(str::trim) {
                factions.push(faction(name).ok_or_else(|| wrong(&format!("no faction `{name}`")))?);
            }
        } else if let Some(text) = line.strip_prefix("map ") {
            map = Some(text.into());
        } else if let Some(list) = line.strip_prefix("sources ") {
            let named = list.split(',').map(|slug| Source::by_slug(slug.trim()));
            let named: Option<Vec<Source>> = named.collect();
            sources = Sources::of(named.ok_or_else(|| wrong("unknown source"))?);
        } else if let Some(rest) = line.strip_prefix("tile ") {
            let (label, token) =
                rest.split_once('=').ok_or_else(|| wrong("write `tile 205 = 42`"))?;
            let system =
                SystemId::by_label(label.trim()).ok_or_else(|| wrong("no such position"))?;
            tiles.push((system, token.trim().into()));
        }
    }
    if factions.is_empty() {
        return Err("a position begins with `players sol, hacan`".into());
    }
    let text = map.unwrap_or_else(|| default_map(&factions, &tiles));
    let map = galaxy::parse_map_string(&text).map_err(|why| format!("map: {why}"))?;
    let mut options = setup::standard(factions.len());
    options.sources = sources;
    let mut state = setup::new_game(options);
    setup::seat_players(&mut state, &map, &factions);
    begin(&mut state);
    Ok(state)
}

/// Three rings of base tiles in the order of their numbers, with the homes of those who play.
fn default_map(factions: &[FactionId], tiles: &[(SystemId, String)]) -> String {
    let homes: Vec<SystemId> = HOMES
        .iter()
        .map(|label| SystemId::by_label(label).expect("ring 3 has 18 places"))
        .collect();
    let named = |token: &str| tiles.iter().any(|(_, tile)| tile == token);
    let mut numbers = (19..=50).map(|n: u32| n.to_string()).filter(|token| !named(token));
    let mut tokens = Vec::new();
    for i in 1..37u8 {
        let system = SystemId(i);
        let given = tiles.iter().find(|(at, _)| *at == system).map(|(_, token)| token.clone());
        let home = homes.iter().position(|home| *home == system);
        tokens.push(match (given, home) {
            (Some(token), _) => token,
            (None, Some(at)) => {
                let tile = factions.get(at).and_then(|faction| faction.get().home_tile);
                tile.map_or("0".into(), |tile| tile.slug().to_string())
            }
            (None, None) => numbers.next().unwrap_or_else(|| "-1".into()),
        });
    }
    tokens.join(" ")
}

/// The first action phase of a game, decks in printed order.
fn begin(state: &mut State) {
    let sources = state.options.sources;
    state.round = 1;
    state.stage = Stage::Action;
    state.active = Some(Seat(0));
    let n = state.players.len();
    for (i, slot) in state.strategy.iter_mut().enumerate().take(n) {
        slot.holder = Some(Seat(i as u8));
    }
    state.decks.action_cards = ActionCardId::in_play(sources)
        .filter(|card| tables().action_card(*card).is_some())
        .flat_map(|card| std::iter::repeat_n(card, usize::from(card.get().copies)))
        .collect();
    let agendas = AgendaId::in_play(sources).filter(|agenda| tables().agenda(*agenda).is_some());
    state.decks.agendas = agendas.collect();
    let secrets = SecretId::in_play(sources).filter(|card| tables().secret(*card).is_some());
    state.decks.secrets = secrets.collect();
    let publics = PublicId::in_play(sources).filter(|card| tables().public(*card).is_some());
    let mut publics: Vec<PublicId> = publics.collect();
    publics.sort_by_key(|card| std::cmp::Reverse(card.get().stage));
    state.decks.publics = publics;
}

/// Puts one fact into the position.
pub fn apply(state: &mut State, line: &str) -> Result<(), String> {
    let (head, rest) = line.split_once(':').unwrap_or((line, ""));
    let (word, what) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
    let (what, rest) = (what.trim(), rest.trim());
    match word {
        "space" => {
            let system = system(state, what)?;
            for (seat, units) in owners(state, rest)? {
                put(state, seat, &units, Place::Space(system))?;
            }
        }
        "planet" => {
            let planet = planet(state, what)?;
            for (seat, units) in owners(state, rest)? {
                state.planet_mut(planet).owner = Some(seat);
                put(state, seat, &units, Place::Planet(planet))?;
            }
        }
        "control" => {
            let seat = if rest == "nobody" { None } else { Some(seat(state, rest)?) };
            let planet = planet(state, what)?;
            state.planet_mut(planet).owner = seat;
        }
        "exhausted" => {
            for name in what.split(',') {
                let planet = planet(state, name.trim())?;
                state.planet_mut(planet).exhausted = true;
            }
        }
        "token" => {
            let seat = seat(state, what)?;
            for label in rest.split(',') {
                let system = system(state, label.trim())?;
                state.system_mut(system).tokens.insert(seat);
            }
        }
        "tokens" => {
            let [tactic, fleet, strategy] = numbers(rest)?;
            let seat = seat(state, what)?;
            state.player_mut(seat).tokens = Tokens { tactic, fleet, strategy };
        }
        "goods" => {
            let [trade_goods, commodities] = numbers(rest)?;
            let seat = seat(state, what)?;
            let player = state.player_mut(seat);
            (player.trade_goods, player.commodities) = (trade_goods, commodities);
        }
        "tech" => {
            let seat = seat(state, what)?;
            for item in rest.split(',').map(str::trim) {
                let spent = item.strip_suffix(" exhausted");
                let slug = spent.unwrap_or(item);
                let tech =
                    TechId::by_slug(slug).ok_or_else(|| format!("no technology `{slug}`"))?;
                state.gain_technology(seat, tech);
                if spent.is_some() {
                    state.player_mut(seat).exhausted_technologies.push(tech);
                }
            }
        }
        "hand" => {
            let seat = seat(state, what)?;
            for slug in rest.split(',').map(str::trim) {
                let card = ActionCardId::by_slug(slug)
                    .ok_or_else(|| format!("no action card `{slug}`"))?;
                if let Some(at) = state.decks.action_cards.iter().position(|other| *other == card) {
                    state.decks.action_cards.remove(at);
                }
                state.player_mut(seat).hand.push(card);
            }
        }
        "note" | "laid" => {
            let seat = seat(state, what)?;
            for name in rest.split(',').map(str::trim) {
                let note = note(state, name)?;
                if word == "note" {
                    state.hand_over_note(note.of, seat, note);
                    continue;
                }
                state.lay_out_note(seat, note);
                if note.card.get().played_immediately_on_receipt {
                    state.player_mut(seat).other_points.push((Merit::Note(note), 1));
                }
            }
        }
        "secret" | "scored" => {
            let seat = seat(state, what)?;
            for slug in rest.split(',').map(str::trim) {
                let card = SecretId::by_slug(slug)
                    .ok_or_else(|| format!("no secret objective `{slug}`"))?;
                state.decks.secrets.retain(|other| *other != card);
                let player = state.player_mut(seat);
                let pile =
                    if word == "secret" { &mut player.secrets } else { &mut player.scored_secrets };
                pile.push(card);
            }
        }
        "objective" => {
            let card =
                PublicId::by_slug(what).ok_or_else(|| format!("no public objective `{what}`"))?;
            state.decks.publics.retain(|other| *other != card);
            let mut scored = Seats::default();
            for name in rest.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                scored.insert(seat(state, name)?);
            }
            state.objectives.push(PublicOnTable { card, scored });
        }
        "points" => {
            let [points] = numbers(rest)?;
            let seat = seat(state, what)?;
            let points = i8::try_from(points).map_err(|_| "too many points")?;
            state.player_mut(seat).other_points = vec![(Merit::Imperial, points)];
        }
        "strategy" => {
            let seat = seat(state, what)?;
            for slot in state.strategy.iter_mut().filter(|slot| slot.holder == Some(seat)) {
                slot.holder = None;
            }
            for item in rest.split(',').map(str::trim) {
                let (slug, exhausted) = match item.strip_suffix(" exhausted") {
                    Some(slug) => (slug, true),
                    None => (item, false),
                };
                let card = StrategyId::by_slug(slug)
                    .ok_or_else(|| format!("no strategy card `{slug}`"))?;
                let slot = state.strategy.iter_mut().find(|slot| slot.card == card);
                let slot = slot.ok_or_else(|| format!("{slug} is not in this game"))?;
                (slot.holder, slot.exhausted) = (Some(seat), exhausted);
            }
        }
        "bonus" => {
            let [goods] = numbers(rest)?;
            let card =
                StrategyId::by_slug(what).ok_or_else(|| format!("no strategy card `{what}`"))?;
            let slot = state.strategy.iter_mut().find(|slot| slot.card == card);
            slot.ok_or_else(|| format!("{what} is not in this game"))?.trade_goods = goods;
        }
        "agendas" => {
            // The first named is drawn first.
            let mut named = Vec::new();
            for slug in rest.split(',').map(str::trim) {
                named.push(AgendaId::by_slug(slug).ok_or_else(|| format!("no agenda `{slug}`"))?);
            }
            state.decks.agendas.retain(|agenda| !named.contains(agenda));
            state.decks.agendas.extend(named.into_iter().rev());
        }
        "law" => {
            let agenda = AgendaId::by_slug(what).ok_or_else(|| format!("no agenda `{what}`"))?;
            let elected = match rest {
                "" => None,
                "for" => Some(Elected::For),
                name => Some(match planet(state, name) {
                    Ok(planet) => Elected::Planet(planet),
                    Err(_) => Elected::Player(seat(state, name)?),
                }),
            };
            state.decks.agendas.retain(|other| *other != agenda);
            state.laws.push(Law { agenda, elected, exhausted: false });
        }
        "custodians" => state.custodians = what != "gone",
        "passed" => {
            let seat = seat(state, what)?;
            state.player_mut(seat).passed = true;
        }
        "speaker" => state.speaker = seat(state, what)?,
        "active" => state.active = Some(seat(state, what)?),
        "round" => state.round = what.parse().map_err(|_| "a round is a number")?,
        "goal" => state.options.goal = what.parse().map_err(|_| "a goal is a number")?,
        "phase" => phase(state, what)?,
        "start" => setup::place_starting_units(state),
        other => return Err(format!("`{other}` is no word of a position")),
    }
    Ok(())
}

fn phase(state: &mut State, name: &str) -> Result<(), String> {
    state.stage = match name {
        "action" => Stage::Action,
        "status" => Stage::Status(StatusStep::Score),
        "agenda" => Stage::Agenda(AgendaStep::First),
        "strategy" => Stage::Strategy,
        "set-up" => Stage::Setup(SetupStep::SecretObjectives),
        other => return Err(format!("no phase `{other}`")),
    };
    // (RR 81.8) The cards have been returned.
    if matches!(state.stage, Stage::Strategy | Stage::Agenda(_)) {
        for slot in &mut state.strategy {
            slot.holder = None;
        }
    }
    if state.stage != Stage::Action {
        state.active = None;
    }
    Ok(())
}

fn numbers<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let found: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
    let wrong = || format!("{N} numbers are wanted, not `{text}`");
    found.map_err(|_| wrong())?.try_into().map_err(|_| wrong())
}

/// A faction by its short name, slug or full name.
pub fn faction(name: &str) -> Option<FactionId> {
    FactionId::all().find(|id| {
        id.slug() == name || id.get().short_name == name || id.name().eq_ignore_ascii_case(name)
    })
}

/// A seat by the short name of its faction.
pub fn seat(state: &State, name: &str) -> Result<Seat, String> {
    let wanted = faction(name);
    let at = state.players.iter().position(|player| Some(player.faction) == wanted);
    at.map(|at| Seat(at as u8)).ok_or_else(|| format!("nobody plays `{name}`"))
}

/// "ceasefire of sol", in hand of Sol.
fn note(state: &State, name: &str) -> Result<Note, String> {
    let (slug, of) = name.split_once(" of ").ok_or("write `ceasefire of sol`")?;
    let card =
        NoteId::by_slug(slug.trim()).ok_or_else(|| format!("no promissory note `{slug}`"))?;
    let note = Note { card, of: seat(state, of.trim())? };
    match state.holds_note(note.of, note) {
        true => Ok(note),
        false => Err(format!("{of} does not hold {slug}")),
    }
}

pub fn system(state: &State, label: &str) -> Result<SystemId, String> {
    let system = SystemId::by_label(label).filter(|system| state.systems.contains_key(system));
    system.ok_or_else(|| format!("`{label}` is no system of this board"))
}

pub fn planet(state: &State, name: &str) -> Result<PlanetId, String> {
    let fits = |id: &&PlanetId| id.slug() == name || id.name().eq_ignore_ascii_case(name);
    let planet = state.planets.keys().find(fits).copied();
    planet.ok_or_else(|| format!("there is no planet `{name}` on this board"))
}

/// "sol 2 cruisers, carrier; hacan pds": whose units.
fn owners(state: &State, text: &str) -> Result<Vec<(Seat, String)>, String> {
    let mut found = Vec::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, units) = part.split_once(' ').unwrap_or((part, ""));
        found.push((seat(state, name)?, units.into()));
    }
    Ok(found)
}

/// Stacks of "2 cruisers, damaged dreadnought".
pub fn units(text: &str) -> Result<Vec<(UnitKind, bool, u8)>, String> {
    let mut found = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let damaged = item.contains("damaged");
        let item = item.replace("damaged", "");
        let item = item.trim();
        let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
        let count =
            if digits.is_empty() { 1 } else { digits.parse().map_err(|_| "too many units")? };
        let kind = UnitKind::parse(item[digits.len()..].trim());
        found.push((kind.ok_or_else(|| format!("`{item}` is no unit"))?, damaged, count));
    }
    Ok(found)
}

fn put(state: &mut State, seat: Seat, text: &str, at: Place) -> Result<(), String> {
    for (kind, damaged, count) in units(text)? {
        if state.reinforcements(seat, kind) < count {
            return Err(format!("there is not so much plastic of {kind}"));
        }
        if state.card(seat, kind).is_none() {
            // A war sun needs its technology; put it on the board all the same.
            let unit = UnitId::all().find(|unit| {
                unit.get().kind == kind
                    && unit.get().faction.is_none()
                    && unit.get().upgrade_of.is_none()
            });
            state.player_mut(seat).cards[kind as usize] = unit;
        }
        state.forces_mut(at).add(seat, kind, damaged, count);
    }
    Ok(())
}

/// A position for tests; panics with the line that is wrong.
#[cfg(test)]
#[track_caller]
pub fn at(text: &str) -> State {
    position(text).unwrap_or_else(|why| panic!("{why}"))
}
