//! Set-up: speaker, factions, galaxy, sheets, decks, starting choices.
//!
//! Everything dealt comes from labelled chance, so `verify` proves the set-up too.

use std::sync::Arc;

use crate::engine::{Audience, Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::galaxy::{self, MapHome, MapString};
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::notes;
use super::status;
use super::tables::tables;
use super::technology;

/// Objectives of each stage laid out (RR 61.13).
const OBJECTIVES_EACH: usize = 5;

/// A game about to be set up. The options are checked by [`check`].
pub fn new_game(options: Options) -> State {
    State {
        options,
        galaxy: Arc::default(),
        systems: Default::default(),
        planets: Default::default(),
        players: Vec::new(),
        stage: Stage::Setup(SetupStep::Deal),
        round: 0,
        turn: 0,
        speaker: Seat(0),
        active: None,
        activated: None,
        visited: None,
        rolls: Vec::new(),
        course: Vec::new(),
        strategy: Vec::new(),
        decks: Decks::default(),
        objectives: Vec::new(),
        laws: Vec::new(),
        open_agenda: None,
        later: Vec::new(),
        leaked: Vec::new(),
        lasting: Vec::new(),
        keeping: Seats::default(),
        owed: Vec::new(),
        offers: Vec::new(),
        next_offer: 1,
        traded: Vec::new(),
        custodians: true,
        agendas_resolved: 0,
        no_vote: Seats::default(),
        combat: None,
        onslaught: None,
        used_this_agenda_phase: Vec::new(),
        zero: None,
        winner: None,
        whereabouts: Vec::new(),
    }
}

/// Plain options for so many players: base game, random galaxy, ten points.
pub fn standard(players: usize) -> Options {
    Options {
        players: players as u8,
        map: MapChoice::Random,
        factions: vec![None; players],
        goal: 10,
        // Seven and eight do not fit on the tiles of the base game.
        sources: if players > 6 { Sources::BASE.with(Source::Pok) } else { Sources::BASE },
        strict_order: false,
    }
}

/// A table of so many players for computer games.
pub fn random_table(players: usize) -> State {
    new_game(standard(players))
}

/// Whether a game can be set up with these options.
pub fn check(options: &Options) -> Result<(), Refusal> {
    let n = usize::from(options.players);
    if !(3..=8).contains(&n) {
        return Err(Refusal::new(format!("{n} players cannot play"))
            .instead("A game takes three to eight."));
    }
    // (RR 98.2) 10 or 14 are printed; a table that agrees on a shorter game may have one.
    if !(2..=14).contains(&options.goal) {
        return Err(Refusal::new(format!("{} points are no goal", options.goal))
            .rule("98.2")
            .instead("Play to 10 or to 14, or to less, from 2 on, for a short game."));
    }
    let wished: Vec<FactionId> = options.factions.iter().copied().flatten().collect();
    for (i, faction) in wished.iter().enumerate() {
        if wished[..i].contains(faction) {
            return Err(Refusal::new(format!("two players want {}", faction.name())));
        }
        if !factions(options.sources).contains(faction) {
            return Err(Refusal::new(format!("{} cannot be played yet", faction.name())));
        }
    }
    match map(options)? {
        Some(map) if map.players() != n => Err(Refusal::new(format!(
            "that map has {} home positions and you are {n}",
            map.players()
        ))),
        Some(map) if !options.sources.contains_all(map.needs()) => {
            Err(Refusal::new(format!("that map needs tiles of: {}", map.needs())))
        }
        None if galaxy::setups_for(n, options.sources).is_empty() => {
            Err(Refusal::new(format!("{n} players need Prophecy of Kings")))
        }
        _ => Ok(()),
    }
}

/// The given map; nothing when it is to be dealt.
fn map(options: &Options) -> Result<Option<MapString>, Refusal> {
    let text = match &options.map {
        MapChoice::Random => return Ok(None),
        MapChoice::Preset(id) => {
            let preset = galaxy::presets().iter().find(|preset| preset.id == *id);
            let preset =
                preset.ok_or_else(|| Refusal::new(format!("there is no preset map `{id}`")))?;
            return Ok(Some(preset.map.clone()));
        }
        MapChoice::Text(text) => text,
    };
    galaxy::parse_map_string_for(text, usize::from(options.players))
        .map(Some)
        .map_err(|why| Refusal::new(why.to_string()))
}

/// Factions that can be dealt with these products: those whose sheet has behaviour.
pub fn factions(sources: Sources) -> Vec<FactionId> {
    let works = |ability: &AbilityId| tables().ability(*ability).is_some();
    FactionId::in_play(sources)
        .filter(|faction| {
            let sheet = faction.get();
            sheet.selectable && sheet.home_tile.is_some() && sheet.abilities.iter().all(works)
        })
        .collect()
}

pub fn run(game: &mut Game, step: SetupStep) -> Flow {
    match step {
        SetupStep::Deal => {
            deal(game)?;
            game.state.stage = Stage::Setup(SetupStep::StartingTechnologies);
        }
        SetupStep::StartingTechnologies => {
            starting_technologies(game)?;
            game.state.stage = Stage::Setup(SetupStep::StartingUnits);
        }
        SetupStep::StartingUnits => {
            starting_units(game)?;
            game.state.stage = Stage::Setup(SetupStep::SecretObjectives);
        }
        SetupStep::SecretObjectives => {
            secret_objectives(game)?;
            game.state.round = 1;
            game.state.stage = Stage::Strategy;
            game.say(|state| format!("**Round 1** begins; {} picks first.", state.speaker));
        }
    }
    Ok(())
}

fn deal(game: &mut Game) -> Flow {
    let options = game.state.options.clone();
    let n = usize::from(options.players);
    let map = match map(&options) {
        Ok(Some(map)) => map,
        _ => random_map(game, n)?,
    };
    let dealt = deal_factions(game, &map)?;
    seat_players(&mut game.state, &map, &dealt);
    let speaker = game.random("set-up, speaker", n as u32, 1)?;
    game.state.speaker = Seat((speaker[0] - 1) as u8);
    game.say(|state| {
        let seats =
            state.seats().map(|seat| format!("{seat}: {}", state.player(seat).faction.name()));
        format!("{}. The speaker is {}.", seats.collect::<Vec<_>>().join(" · "), state.speaker)
    });
    decks(game)
}

fn random_map(game: &mut Game, players: usize) -> Flow<MapString> {
    let sources = game.state.options.sources;
    let setups: Vec<SetupId> = galaxy::setups_for(players, sources);
    let setup = setups.first().copied().expect("there is a set-up for three to eight players");
    let numbers = game.random("set-up, galaxy", 1 << 16, galaxy::DRAWS)?;
    let mut numbers = numbers.into_iter();
    let mut below = |n: u32| numbers.next().unwrap_or(1) % n;
    let map = galaxy::random_map(setup, sources, &mut below);
    Ok(map.expect("the base game has tiles enough for every set-up that it is offered with"))
}

/// Home positions clockwise from the north, the order in which seats take them.
fn homes(map: &MapString) -> Vec<MapHome> {
    // Directions of flat-topped hexes, in whole numbers: right and down.
    let direction = |home: &MapHome| {
        let (q, r) = home.system.axial();
        (i32::from(q) * 1500, (2 * i32::from(r) + i32::from(q)) * 866)
    };
    let left = |(x, y): (i32, i32)| x < 0 || (x == 0 && y > 0);
    let mut homes: Vec<MapHome> = map.homes().collect();
    homes.sort_by(|a, b| {
        let ((ax, ay), (bx, by)) = (direction(a), direction(b));
        left((ax, ay)).cmp(&left((bx, by))).then((ay * bx).cmp(&(ax * by)))
    });
    homes
}

/// One faction a home position, in the order of the homes. Homes that the map fixes come first,
/// then wishes, then chance.
fn deal_factions(game: &mut Game, map: &MapString) -> Flow<Vec<FactionId>> {
    let mut free = factions(game.state.options.sources);
    let fixed = |home: &MapHome| home.tile.and_then(|tile| tile.get().home_faction);
    let mut dealt: Vec<Option<FactionId>> = homes(map).iter().map(fixed).collect();
    for (i, wish) in game.state.options.factions.iter().enumerate() {
        if let Some(place @ None) = dealt.get_mut(i) {
            *place = *wish;
        }
    }
    free.retain(|faction| !dealt.contains(&Some(*faction)));
    game.shuffle("set-up, factions", &mut free)?;
    let mut rest = free.into_iter();
    Ok(dealt.into_iter().filter_map(|faction| faction.or_else(|| rest.next())).collect())
}

/// Puts the board, the sheets and the home planets in place.
pub fn seat_players(state: &mut State, map: &MapString, dealt: &[FactionId]) {
    let sources = state.options.sources;
    let homes = homes(map);
    let mut galaxy = Galaxy::new(map, sources);
    for (home, faction) in homes.iter().zip(dealt) {
        if let Some(tile) = faction.get().home_tile {
            galaxy.place_home(home.system, tile);
        }
    }
    for system in galaxy.systems().to_vec() {
        state.systems.insert(system, System { space: Forces::default(), tokens: Seats::default() });
        for planet in galaxy.planets(system) {
            state.planets.insert(*planet, PlanetState::default());
        }
    }
    let bonus: Vec<u8> =
        homes.iter().map(|home| bonus(home.system, dealt.len(), &galaxy)).collect();
    state.galaxy = Arc::new(galaxy);
    state.players = dealt.iter().map(|faction| sheet(*faction, state.options.sources)).collect();
    for (i, faction) in dealt.iter().enumerate() {
        let seat = Seat(i as u8);
        state.player_mut(seat).trade_goods = bonus.get(i).copied().unwrap_or(0);
        for planet in &faction.get().home_planets {
            if let Some(home) = state.planets.get_mut(planet) {
                home.owner = Some(seat);
            }
        }
        for tech in faction.get().starting_technologies.fixed.clone() {
            state.gain_technology(seat, tech);
        }
    }
    state.strategy = strategy_cards(state.options.sources);
    notes::deal(state);
}

/// Trade goods that a less favourable home starts with, in the printed set-up without hyperlanes.
fn bonus(home: SystemId, players: usize, galaxy: &Galaxy) -> u8 {
    let fits = |setup: &&Setup| {
        let at = |position: &(i8, i8)| galaxy.homes().iter().any(|home| home.axial() == *position);
        usize::from(setup.players) == players && setup.home_positions.iter().all(at)
    };
    let setups = SetupId::all().map(SetupId::get);
    let bonuses =
        setups.filter(|setup| fits(setup)).flat_map(|setup| &setup.starting_trade_goods_by_home);
    bonuses
        .filter(|bonus| bonus.position == home.axial())
        .map(|bonus| bonus.trade_goods)
        .next()
        .unwrap_or(0)
}

/// A player's sheet before anything is placed.
pub fn sheet(faction: FactionId, sources: Sources) -> Player {
    Player {
        faction,
        tokens: Tokens { tactic: 3, fleet: 3, strategy: 2 },
        trade_goods: 0,
        commodities: 0,
        technologies: Vec::new(),
        exhausted_technologies: Vec::new(),
        copies: faction
            .get()
            .starting_technologies
            .also_in_play
            .iter()
            .map(|card| (*card, None))
            .collect(),
        cards: unit_cards(faction, sources),
        hand: Vec::new(),
        secrets: Vec::new(),
        scored_secrets: Vec::new(),
        other_points: Vec::new(),
        passed: false,
        eliminated: false,
        fallen: 0,
        returning: 0,
        feats: Vec::new(),
        notes: Vec::new(),
        notes_in_play: Vec::new(),
    }
}

/// The unit cards that count at the start, by kind: the faction's own, else the plain ones.
fn unit_cards(faction: FactionId, sources: Sources) -> Vec<Option<UnitId>> {
    UnitKind::ALL.iter().map(|kind| change::first_card(faction, *kind, sources)).collect()
}

/// The eight strategy cards of a game, in initiative order.
pub fn strategy_cards(sources: Sources) -> Vec<StrategySlot> {
    let cards = super::strategy_cards::deck(sources);
    let slot = |card| StrategySlot { card, holder: None, exhausted: false, trade_goods: 0 };
    cards.into_iter().map(slot).collect()
}

fn decks(game: &mut Game) -> Flow {
    let sources = game.state.options.sources;
    let mut actions: Vec<ActionCardId> = ActionCardId::in_play(sources)
        .filter(|card| tables().action_card(*card).is_some())
        .flat_map(|card| std::iter::repeat_n(card, usize::from(card.get().copies)))
        .collect();
    game.shuffle("set-up, action cards", &mut actions)?;
    let mut agendas: Vec<AgendaId> =
        AgendaId::in_play(sources).filter(|agenda| tables().agenda(*agenda).is_some()).collect();
    game.shuffle("set-up, agendas", &mut agendas)?;
    let mut secrets: Vec<SecretId> =
        SecretId::in_play(sources).filter(|card| tables().secret(*card).is_some()).collect();
    game.shuffle("set-up, secret objectives", &mut secrets)?;
    let mut publics = Vec::new();
    for stage in [2, 1] {
        let mut pile: Vec<PublicId> = PublicId::in_play(sources)
            .filter(|card| card.get().stage == stage && tables().public(*card).is_some())
            .collect();
        game.shuffle(format!("set-up, objectives of stage {stage}"), &mut pile)?;
        pile.truncate(OBJECTIVES_EACH);
        publics.extend(pile);
    }
    game.state.decks =
        Decks { action_cards: actions, agendas, secrets, publics, ..Decks::default() };
    for _ in 0..2 {
        if let Some(card) = game.state.decks.publics.pop() {
            game.state.objectives.push(PublicOnTable { card, scored: Seats::default() });
        }
    }
    for card in game.state.objectives.iter().map(|on_table| on_table.card).collect::<Vec<_>>() {
        status::tell_revealed(game, card);
    }
    Ok(())
}

/// Factions that choose starting technologies do so at the same time.
fn starting_technologies(game: &mut Game) -> Flow {
    let choosers = |state: &State| -> Vec<Prompt<Imperium>> {
        let prompt = |seat: Seat| {
            let choice = state.player(seat).faction.get().starting_technologies.choose.as_ref()?;
            let options = starting_options(state, seat, choice);
            let count = usize::from(choice.count).min(options.len());
            let question = Question::StartingTechnologies { count: count as u8 };
            (count > 0).then(|| Prompt::some(seat, question, options, count, count))
        };
        state.seats().filter_map(prompt).collect()
    };
    for (seat, choices) in game.ask_each(choosers)? {
        for choice in choices {
            let Choice::Technology(tech) = choice else { continue };
            game.state.gain_technology(seat, tech);
            game.say(|_| format!("{seat} starts with {}.", tech.name()));
        }
    }
    Ok(())
}

fn starting_options(state: &State, seat: Seat, choice: &StartingTechnologyChoice) -> Vec<Choice> {
    let sources = state.options.sources;
    let all: Vec<TechId> = match choice.rule {
        StartingChoice::FromList => choice.options.clone(),
        _ => TechId::in_play(sources)
            .filter(|tech| {
                let tech = tech.get();
                let free = tech.prerequisites.is_some_and(|p| p.total() == 0);
                free && tech.faction.is_none() && tech.researchable && !tech.is_upgrade()
            })
            .collect(),
    };
    let open = all.into_iter().filter(|tech| {
        tech.is_in_play(sources)
            && !state.has_technology(seat, *tech)
            && technology::is_working(*tech)
    });
    open.map(Choice::Technology).collect()
}

/// Ships start in the home system's space; who has several home planets places the rest.
fn starting_units(game: &mut Game) -> Flow {
    place_ships(&mut game.state);
    let placing = |state: &State| -> Vec<Prompt<Imperium>> {
        let prompt = |seat: Seat| Prompt::compound(seat, Question::PlaceStartingUnits);
        let several = |seat: &Seat| state.player(*seat).faction.get().home_planets.len() > 1;
        state.seats().filter(several).map(prompt).collect()
    };
    for (seat, parts) in game.ask_each(placing)? {
        place(&mut game.state, seat, &parts);
    }
    let seats: Vec<Seat> = game.state.seats().collect();
    for seat in seats {
        if game.state.player(seat).faction.get().home_planets.len() == 1 {
            let parts = suggested(&game.state, seat);
            place(&mut game.state, seat, &parts);
        }
    }
    game.say(|_| "All starting units are in place.".into());
    Ok(())
}

fn place_ships(state: &mut State) {
    let seats: Vec<Seat> = state.seats().collect();
    for seat in seats {
        let Some(home) = state.home_system(seat) else { continue };
        for (kind, count) in &state.player(seat).faction.get().starting_units {
            if kind.is_ship() || state.floats(seat, *kind) {
                state.place_units(seat, *kind, *count, Place::Space(home));
            }
        }
    }
}

/// All starting units as the sheets suggest, for positions.
pub fn place_starting_units(state: &mut State) {
    place_ships(state);
    let seats: Vec<Seat> = state.seats().collect();
    for seat in seats {
        let parts = suggested(state, seat);
        place(state, seat, &parts);
    }
}

fn place(state: &mut State, seat: Seat, parts: &[Choice]) {
    for part in parts {
        match part {
            Choice::Land { kind, count, planet, .. } => {
                state.place_units(seat, *kind, *count, Place::Planet(*planet));
            }
            Choice::Structure { kind, planet } => {
                state.place_units(seat, *kind, 1, Place::Planet(*planet));
            }
            _ => {}
        }
    }
}

/// The printed suggestion, or everything on the first planet.
fn suggested(state: &State, seat: Seat) -> Vec<Choice> {
    let faction = state.player(seat).faction.get();
    let Some(first) = faction.home_planets.first() else { return Vec::new() };
    let mut parts = Vec::new();
    for row in &faction.suggested_planet_placement {
        let planet = row.planet.unwrap_or(*first);
        if row.kind.is_ground_force() {
            parts.push(Choice::Land { kind: row.kind, damaged: false, count: row.count, planet });
        } else if row.kind.is_structure() && !state.floats(seat, row.kind) {
            let one = Choice::Structure { kind: row.kind, planet };
            parts.extend(std::iter::repeat_n(one, usize::from(row.count)));
        }
    }
    parts
}

/// Ground forces and structures on the home planets.
pub static PLACEMENT: Compound = Compound {
    check: |state, prompt, parts| {
        let faction = state.player(prompt.seat).faction.get();
        for part in parts {
            let planet = match part {
                Choice::Land { planet, .. } | Choice::Structure { planet, .. } => planet,
                _ => return Err(Refusal::new("only ground forces and structures are placed now")),
            };
            if !faction.home_planets.contains(planet) {
                return Err(Refusal::new(format!("{} is not your home planet", planet.name())));
            }
            if let Choice::Structure { kind, .. } = part
                && state.floats(prompt.seat, *kind)
            {
                let why = format!("your {} stands in space already", kind.name());
                return Err(Refusal::new(why).rule("85.1"));
            }
            let docks = Choice::Structure { kind: UnitKind::SpaceDock, planet: *planet };
            let pds = Choice::Structure { kind: UnitKind::Pds, planet: *planet };
            if count_of(parts, &docks) > 1 || count_of(parts, &pds) > 2 {
                return Err(Refusal::new("a planet holds one space dock and two PDS").rule("79"));
            }
        }
        for (kind, count) in on_planets(state, prompt.seat) {
            let placed = placed(parts, *kind);
            if placed != *count {
                return Err(Refusal::new(format!(
                    "{placed} of {} are placed",
                    kind.label(usize::from(*count))
                )));
            }
        }
        Ok(())
    },
    next: |state, prompt, draft| {
        let faction = state.player(prompt.seat).faction.get();
        let mut found = Vec::new();
        for (kind, count) in on_planets(state, prompt.seat) {
            let left = count.saturating_sub(placed(draft, *kind));
            for planet in faction.home_planets.iter().filter(|_| left > 0) {
                let (kind, planet) = (*kind, *planet);
                if kind.is_structure() {
                    found.push(Choice::Structure { kind, planet });
                    continue;
                }
                found.push(Choice::Land { kind, damaged: false, count: 1, planet });
                if left > 1 {
                    found.push(Choice::Land { kind, damaged: false, count: left, planet });
                }
            }
        }
        found
    },
    suggest: |state, prompt| vec![suggested(state, prompt.seat)],
};

/// Starting units that stand on planets.
fn on_planets(state: &State, seat: Seat) -> impl Iterator<Item = &'static (UnitKind, u8)> + '_ {
    let units = state.player(seat).faction.get().starting_units.iter();
    units.filter(move |(kind, _)| !kind.is_ship() && !state.floats(seat, *kind))
}

fn count_of(parts: &[Choice], choice: &Choice) -> usize {
    parts.iter().filter(|part| *part == choice).count()
}

fn placed(parts: &[Choice], wanted: UnitKind) -> u8 {
    let counts = parts.iter().map(|part| match part {
        Choice::Land { kind, count, .. } if *kind == wanted => *count,
        Choice::Structure { kind, .. } if *kind == wanted => 1,
        _ => 0,
    });
    counts.sum()
}

/// Everybody draws two secret objectives and keeps one (RR 61.20).
fn secret_objectives(game: &mut Game) -> Flow {
    let seats: Vec<Seat> = game.state.seats().collect();
    for seat in &seats {
        for _ in 0..2 {
            if let Some(card) = game.state.decks.secrets.pop() {
                game.state.player_mut(*seat).secrets.push(card);
            }
        }
    }
    game.reveal("secret objectives");
    game.say(|_| "Everybody draws two secret objectives and keeps one.".into());
    let keeping = |state: &State| -> Vec<Prompt<Imperium>> {
        let prompt = |seat: Seat| {
            let options = state.player(seat).secrets.iter().copied().map(Choice::Secret).collect();
            Prompt::one(seat, Question::KeepSecret, options)
        };
        state.seats().map(prompt).collect()
    };
    let mut returned = Vec::new();
    for (seat, choices) in game.ask_each(keeping)? {
        let Some(Choice::Secret(kept)) = choices.first() else { continue };
        let held = std::mem::replace(&mut game.state.player_mut(seat).secrets, vec![*kept]);
        returned.extend(held.into_iter().filter(|card| card != kept));
        game.tell(Audience::Only(seat), |_| format!("You keep **{}**.", kept.name()));
    }
    let mut deck = std::mem::take(&mut game.state.decks.secrets);
    deck.extend(returned);
    game.shuffle("set-up, returned secret objectives", &mut deck)?;
    game.state.decks.secrets = deck;
    Ok(())
}

/// Shuffles everything nobody has seen, after a moderator granted fresh chance.
pub fn reshuffle(game: &mut Game) -> Flow {
    let label = game.state.moment_label();
    let mut decks = game.state.decks.clone();
    game.shuffle(format!("{label}, action cards again"), &mut decks.action_cards)?;
    game.shuffle(format!("{label}, agendas again"), &mut decks.agendas)?;
    game.shuffle(format!("{label}, secret objectives again"), &mut decks.secrets)?;
    let first = decks.publics.iter().position(|card| card.get().stage == 1);
    let mut stage_one = decks.publics.split_off(first.unwrap_or(decks.publics.len()));
    game.shuffle(format!("{label}, objectives again"), &mut stage_one)?;
    game.shuffle(format!("{label}, later objectives again"), &mut decks.publics)?;
    decks.publics.extend(stage_one);
    game.state.decks = decks;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(options: &Options) -> String {
        crate::imperium::components::install();
        check(options).err().map_or(String::new(), |refusal| refusal.to_string())
    }

    #[test]
    fn seven_players_need_prophecy_of_kings() {
        let mut options = standard(7);
        assert_eq!(check(&options), Ok(()));
        options.sources = Sources::BASE;
        assert!(refusal(&options).contains("7 players need Prophecy of Kings"));
    }

    #[test]
    fn a_map_is_for_the_players_and_products_of_the_game() {
        let preset = |players: usize, id: &str, sources| {
            let map = MapChoice::Preset(id.into());
            refusal(&Options { map, sources, ..standard(players) })
        };
        assert_eq!(preset(6, "comp-aurora", Sources::BASE), "");
        assert!(preset(5, "comp-aurora", Sources::BASE).contains("6 home positions"));
        assert!(preset(8, "berlin", Sources::BASE).contains("Prophecy of Kings"));
        // Written with `0` for empty places too: only the number of players tells.
        let berlin = galaxy::presets().iter().find(|preset| preset.id == "berlin");
        let text = berlin.map_or(String::new(), |preset| preset.map.to_string().replace("-1", "0"));
        let typed = |players| {
            let map = MapChoice::Text(text.clone());
            refusal(&Options { map, sources: Sources::POK, ..standard(players) })
        };
        assert_eq!(typed(8), "");
        assert!(typed(7).contains("14 home positions"));
    }
}
