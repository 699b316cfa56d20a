//! Positions written down, for scenario files: line by line, see `docs/scenarios.md`.

use super::data::*;
use super::grid::Nodes;
use super::invariants;
use super::rules::{ai, setup};
use super::state::*;
use crate::engine::Seat;

/// Reads the lines before `---`.
///
/// # Errors
/// The line and what is wrong with it.
pub fn position(lines: &[&str]) -> Result<State, String> {
    let lines: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| {
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("game =")
        })
        .collect();
    let mut state = table(&lines)?;
    for (number, line) in &lines {
        let wrong = |why: String| format!("line {number}: `{line}`: {why}");
        match line.split_once(':') {
            Some((head, rest)) if head.split_whitespace().count() == 2 => {
                let (what, who) = head.split_once(' ').unwrap_or_default();
                let seat = self::seat(&state, who).map_err(wrong)?;
                of_seat(&mut state, seat, what, rest.trim()).map_err(wrong)?;
            }
            _ => {
                let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
                of_table(&mut state, what, rest.trim()).map_err(wrong)?;
            }
        }
    }
    if state.phase == Phase::Setup {
        return Ok(state);
    }
    for seat in state.seats() {
        let vp = invariants::recount(state.player(seat), &state.printed(seat));
        state.players[seat.index()].vp = vp;
    }
    Ok(state)
}

/// The table with nothing marked: who plays which faction on which sheets.
fn table(lines: &[(usize, &str)]) -> Result<State, String> {
    let rest = |word: &str| {
        let found = lines.iter().find(|(_, line)| line.split(' ').next() == Some(word));
        found.map(|(_, line)| line[word.len()..].trim())
    };
    let pack = pack(rest("pack").unwrap_or("house")).ok_or("there is no such pack")?;
    let names = rest("factions").ok_or("a line `factions sol, hacan` is missing")?;
    let factions: Vec<FactionId> = list(names)
        .map(|name| pack.faction_named(name).ok_or(format!("there is no faction `{name}`")))
        .collect::<Result<_, _>>()?;
    if factions.is_empty() || factions.len() > 8 {
        return Err("one to eight play".into());
    }
    let difficulty = match rest("difficulty") {
        None => Difficulty::Easy,
        Some(word) => *Difficulty::ALL
            .iter()
            .find(|difficulty| difficulty.word() == word)
            .ok_or("difficulty is easy, medium or hard")?,
    };
    let mut options = setup::standard(factions.len());
    options.difficulty = difficulty;
    options.factions = factions.iter().map(|faction| Some(*faction)).collect();
    let mut state = setup::new_game(pack, options);
    if rest("setup").is_some() {
        return Ok(state);
    }
    let sheet = rest("sheet").unwrap_or("B");
    for (seat, faction) in factions.into_iter().enumerate() {
        let player = &mut state.players[seat];
        player.faction = Some(faction);
        for kind in Sheet::ALL {
            let ids = &pack.get().sheet_ids[kind.index()];
            let at = ids.iter().position(|id| id == sheet).ok_or("there is no such sheet")?;
            player.sheets[kind.index()] = at as u8;
        }
        let printed = Printed::of(pack, player.sheets);
        setup::begin(player, &printed);
        for effect in &pack.get().faction(faction).setup {
            if let super::effect::Effect::UnlockUnit(unit) = effect {
                player.war.open |= 1 << unit;
            }
        }
    }
    for (at, relic) in (0..pack.relics.len() as u8).map(RelicId).enumerate() {
        let players = state.players.len();
        state.players[at % players].pile.push(relic);
    }
    for stage in Stage::ALL.into_iter().rev() {
        let of = |blue: bool| {
            let fits = move |at: &u8| {
                let event = &pack.get().events[usize::from(*at)];
                event.stage == stage && event.blue == blue
            };
            (0..pack.events.len() as u8).filter(fits).map(EventId)
        };
        let mut black = of(false);
        for card in of(true) {
            state.deck.push(card);
            state.deck.extend(black.next());
        }
    }
    for stage in [Stage::II, Stage::III, Stage::IV] {
        let of = |at: &u8| pack.agendas[usize::from(*at)].stage == stage;
        state.agendas[stage.section()] =
            (0..pack.agendas.len() as u8).filter(of).map(AgendaId).collect();
    }
    if state.small() {
        state.ai = Some(ai::start(&pack.get().ai, difficulty));
    }
    state.phase = Phase::Event;
    Ok(state)
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// The seat of a faction, by its id or a part of its name.
///
/// # Errors
/// Nobody plays it.
pub fn seat(state: &State, name: &str) -> Result<Seat, String> {
    let wanted = state.pack.get().faction_named(name);
    let plays = |seat: &Seat| {
        let chosen = state.player(*seat).faction;
        let wished = state.options.factions.get(seat.index()).copied().flatten();
        wanted.is_some() && chosen.or(wished) == wanted
    };
    state.seats().find(plays).ok_or(format!("nobody plays `{name}`"))
}

/// The id of a seat's faction.
pub fn name(state: &State, seat: Seat) -> String {
    state.faction(seat).map_or("somebody".into(), |faction| faction.id.clone())
}

fn of_table(state: &mut State, what: &str, rest: &str) -> Result<(), String> {
    match what {
        "factions" | "pack" | "difficulty" | "sheet" | "setup" => {}
        "events" => {
            for name in list(rest).collect::<Vec<_>>().into_iter().rev() {
                let named = |id: &EventId| state.pack.event(*id).name == name;
                let at = state
                    .deck
                    .iter()
                    .position(named)
                    .ok_or(format!("no event `{name}` is left"))?;
                let card = state.deck.remove(at);
                state.deck.push(card);
            }
        }
        "line" => state.line = rest.parse().ok().filter(|line| *line <= 4).ok_or("0 to 4")?,
        "speaker" => state.speaker = seat(state, rest)?,
        "speaker_left" => state.speaker_left = rest == "yes",
        "objective" => {
            let all = &state.pack.get().objectives;
            let mut kinds = Sheet::ALL.into_iter();
            let kind = kinds.find(|kind| all[kind.index()].iter().any(|card| card.id == rest));
            let kind = kind.ok_or("there is no such objective")?;
            let card = all[kind.index()].iter().position(|card| card.id == rest).unwrap_or(0);
            state.races[kind.index()].card = card as u8;
        }
        "agendas" => {
            let ids: Vec<&str> = list(rest).collect();
            for id in ids.into_iter().rev() {
                let at = state.pack.agendas.iter().position(|agenda| agenda.id == id);
                let at = AgendaId(at.ok_or("there is no such agenda")? as u8);
                let deck = &mut state.agendas[state.pack.get().agenda(at).stage.section()];
                deck.retain(|card| *card != at);
                deck.push(at);
            }
        }
        "mecatol" => {
            for name in list(rest) {
                let seat = if name == "AI" { None } else { Some(seat(state, name)?) };
                state.mecatol.push(Slot { seat, barrier: 0, round: 0 });
            }
        }
        "ai" => {
            let (track, crossed) = rest.split_once(' ').ok_or("write `ai M2 4` or `ai M1 II 3`")?;
            let ai = state.ai.as_mut().ok_or("the AI faction does not play")?;
            let number = |text: &str| text.parse().map_err(|_| "a number was due".to_string());
            match AiTrack::by_word(track).ok_or("there is no such track")? {
                AiTrack::M1 | AiTrack::I1 => {
                    let (stage, crossed) = crossed.split_once(' ').ok_or("name the stage")?;
                    let stage = Stage::by_word(stage).ok_or("there is no such stage")?.section();
                    let marked = if track == "M1" {
                        ai.strength.get_mut(stage)
                    } else {
                        ai.votes.get_mut(stage)
                    };
                    marked.ok_or("the track has no such stage")?.crossed = number(crossed)?;
                }
                goal => ai.goals[goal as usize - AiTrack::M2 as usize] = number(crossed)?,
            }
        }
        _ => return Err("there is no such line".into()),
    }
    Ok(())
}

fn of_seat(state: &mut State, seat: Seat, what: &str, rest: &str) -> Result<(), String> {
    let printed = state.printed(seat);
    if let "hand" | "pile" | "played" = what {
        return relics(state, seat, what, rest);
    }
    let me = &mut state.players[seat.index()];
    let words = || rest.split_whitespace();
    let number = |text: &str| -> Result<u8, String> {
        text.parse().map_err(|_| format!("`{text}` is no number"))
    };
    match what {
        "explored" | "claimed" => {
            for word in words() {
                let system = printed.nav.systems.iter().position(|system| system.name == word);
                let system = system.ok_or(format!("there is no system `{word}`"))?;
                explore(me, &printed, system as u8);
                if what == "claimed" {
                    me.nav.claimed |= 1 << system;
                }
            }
        }
        "unlocked" => {
            for word in words() {
                me.exp.unlocked |= 1 << planet(&printed, word)?;
            }
        }
        "crossed" => {
            for part in list(rest) {
                let (name, cells) = part.split_once(' ').ok_or("write `karth a1 a2`")?;
                let at = planet(&printed, name)?;
                me.exp.unlocked |= 1 << at;
                for cell in cells.split_whitespace() {
                    let all = 0..printed.exp.planets[at].icons.len() as u8;
                    let found =
                        all.into_iter().find(|one| printed.cell_name(at as u8, *one) == cell);
                    me.exp.crossed[at] |= 1 << found.ok_or(format!("there is no cell `{cell}`"))?;
                }
            }
        }
        "dock" => {
            let (dock, icons) =
                rest.split_once(' ').ok_or("write `dock sol: 2 MI`, or `2 built`")?;
            let at = usize::from(number(dock)?.saturating_sub(1));
            let row = &printed.exp.docks.get(at).ok_or("there is no such dock")?.row;
            if icons == "built" {
                me.exp.built |= 1 << at;
            } else {
                cross(&mut me.exp.docks[at], row, icons)?;
            }
        }
        "scrapped" | "spaces" => {
            for word in words() {
                let all = 0..printed.ind.spaces.len() as u8;
                let space = all.into_iter().find(|at| printed.space_name(*at) == word);
                let space = space.ok_or(format!("there is no space `{word}`"))?;
                match what {
                    "scrapped" => me.ind.scrapped |= 1 << space,
                    _ => me.ind.claimed |= 1 << space,
                }
            }
        }
        "rows" => {
            for (row, word) in words().take(3).enumerate() {
                me.ind.rows[row] = number(word)?;
            }
        }
        "councilors" => me.ind.councilors = number(rest)?,
        "population" => me.exp.population = number(rest)?,
        "kept" => {
            for word in words() {
                let asset = Asset::by_code(word).filter(|asset| asset.dashed());
                let asset = asset.ok_or(format!("`{word}` is not kept"))?;
                let from = match asset {
                    Asset::Tg => {
                        me.ind.tg += 1;
                        Spot::Pool
                    }
                    Asset::Vote => {
                        me.ind.votes += 1;
                        Spot::Pool
                    }
                    _ => Spot::Token,
                };
                me.kept.push(Kept { asset, from, spent: false });
            }
        }
        "units" => {
            for part in list(rest) {
                let (name, nodes) = part.split_once(' ').ok_or("write `cruiser L1c123 L2c1`")?;
                let unit = printed.war.unit(name).ok_or(format!("there is no unit `{name}`"))?;
                let nodes = Nodes::parse(nodes)?;
                me.war.units.push((unit, nodes));
                me.war.marked = me.war.marked.or(nodes);
                let all = printed.war.units[usize::from(unit)].all();
                match printed.copies(unit).find(|copy| me.war.paid[*copy] == 0) {
                    Some(copy) => me.war.paid[copy] = all,
                    None => me.war.infantry += 1,
                }
            }
        }
        "paid" => {
            for part in list(rest) {
                let (name, icons) = part.split_once(' ').ok_or("write `cruiser MM`")?;
                let unit = printed.war.unit(name).ok_or(format!("there is no unit `{name}`"))?;
                let copy = printed.copies(unit).find(|copy| me.war.paid[*copy] == 0);
                let copy = copy.ok_or("there is no copy left")?;
                let row = printed.war.units[usize::from(unit)].icons();
                cross(&mut me.war.paid[copy], row, icons)?;
            }
        }
        "open" => {
            for word in words() {
                me.war.open |=
                    1 << printed.war.unit(word).ok_or(format!("there is no unit `{word}`"))?;
            }
        }
        "tech" | "research" => {
            for part in list(rest) {
                let (name, crossed) = part.split_once(' ').unwrap_or((part, "0"));
                let found = Sheet::ALL.into_iter().find_map(|sheet| {
                    let slot = printed.techs(sheet).iter().position(|tech| tech.id == name)?;
                    Some((sheet, slot))
                });
                let (sheet, slot) = found.ok_or(format!("there is no technology `{name}`"))?;
                me.techs[sheet.index()][slot] = (number(crossed)?, what == "tech");
            }
        }
        "focus" => {
            for part in list(rest) {
                let (sheet, die) = part.split_once(' ').ok_or("write `nav M`")?;
                let sheet = Sheet::by_word(sheet).ok_or("there is no such sheet")?;
                let die = Resource::by_word(die).ok_or("there is no such die")?;
                me.focus[sheet.index()][die.index()] = true;
            }
        }
        "last" => me.last_active = Some(Sheet::by_word(rest).ok_or("there is no such sheet")?),
        _ => return Err("there is no such line".into()),
    }
    Ok(())
}

fn planet(printed: &Printed, name: &str) -> Result<usize, String> {
    let found = printed.exp.planets.iter().position(|planet| slug(&planet.name) == slug(name));
    found.ok_or(format!("there is no planet `{name}`"))
}

/// Crosses these icons of a row.
fn cross(crossed: &mut u16, row: &[Resource], icons: &str) -> Result<(), String> {
    for icon in icons.chars() {
        let fits = |at: &usize| row[*at].letter() == icon && *crossed >> at & 1 == 0;
        let at = (0..row.len()).find(fits).ok_or(format!("no {icon} is open there"))?;
        *crossed |= 1 << at;
    }
    Ok(())
}

/// Traces a hyperlane to a system from one that is explored, where there is one.
fn explore(me: &mut Player, printed: &Printed, system: u8) {
    for (at, (one, other)) in printed.nav.lanes.iter().enumerate() {
        let near = if *one == system { *other } else { *one };
        let joined = *one == system || *other == system;
        if joined && me.nav.explored >> near & 1 == 1 && me.nav.explored >> system & 1 == 0 {
            me.nav.lanes |= 1 << at;
            me.nav.explored |= 1 << system;
        }
    }
    me.nav.explored |= 1 << system;
}

/// Takes relics from wherever they lie.
fn relics(state: &mut State, seat: Seat, what: &str, rest: &str) -> Result<(), String> {
    let names: Vec<&str> = rest.split_whitespace().collect();
    for name in names.into_iter().rev() {
        let relic = state.pack.relic_named(name).ok_or(format!("there is no relic `{name}`"))?;
        for player in &mut state.players {
            player.pile.retain(|card| *card != relic);
            player.hand.retain(|card| *card != relic);
        }
        let me = &mut state.players[seat.index()];
        match what {
            "hand" => me.hand.insert(0, relic),
            "pile" => me.pile.insert(0, relic),
            _ => me.played.push(relic),
        }
    }
    Ok(())
}
