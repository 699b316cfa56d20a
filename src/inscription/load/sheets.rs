//! The player sheets of a pack.

use std::collections::BTreeSet;

use super::*;

/// The ids of units; all Warfare sheets of a pack list the same ones in the same order.
pub fn unit_ids(sheets: &[(String, Field)]) -> Result<Vec<String>, String> {
    let mut known: Option<Vec<String>> = None;
    for (_, sheet) in sheets {
        let units = sheet.get("units")?;
        let mut ids = Vec::new();
        for unit in units.list()? {
            ids.push(unit.get("id")?.str()?.to_string());
        }
        match &known {
            Some(known) if *known != ids => {
                return Err(units.wrong("all Warfare sheets list the same units in the same order"));
            }
            _ => known = Some(ids),
        }
    }
    Ok(known.unwrap_or_default())
}

fn title(field: &Field) -> Result<String, String> {
    Ok(field.get("title")?.str()?.to_string())
}

fn techs(field: &Field, units: &[String]) -> Result<[Tech; 2], String> {
    let list = field.get("tech")?;
    let mut techs = Vec::new();
    for tech in list.list()? {
        tech.only(&["id", "research", "spec", "per_active", "strength", "wormholes"])?;
        let power = match (tech.find("per_active")?, tech.find("strength")?) {
            (Some(_), None) => TechPower::PerActive(effects(&tech, "per_active", units)?),
            (None, Some(by)) => TechPower::Strength(by.number(-9, 9)?),
            (None, None) if tech.find("wormholes")?.is_some() => TechPower::Wormholes,
            _ => return Err(tech.wrong("one of `per_active`, `strength` and `wormholes` is due")),
        };
        techs.push(Tech {
            id: tech.get("id")?.str()?.to_string(),
            research: tech.get("research")?.number(1, 9)?,
            spec: spec(&tech.get("spec")?)?,
            power,
        });
    }
    techs.try_into().map_err(|_| list.wrong("each sheet has two technologies"))
}

fn spec(field: &Field) -> Result<Spec, String> {
    field.read("specialty", |text| text.strip_prefix("spec:").and_then(Spec::by_word))
}

fn assets(field: &Field) -> Result<Vec<Asset>, String> {
    field.all("asset", Asset::by_code)
}

pub fn nav(field: &Field, units: &[String]) -> Result<NavSheet, String> {
    field.only(&["title", "systems", "edges", "preprinted", "wormholes", "tech"])?;
    let list = field.get("systems")?;
    let mut systems: Vec<System> = Vec::new();
    for system in list.list()? {
        let parts = system.list()?;
        let [name, x, y, asset] = parts.as_slice() else {
            return Err(system.wrong("write [\"name\", x, y, \"asset\"]"));
        };
        let word = name.str()?;
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric());
        let taken = systems.iter().any(|other| other.name.eq_ignore_ascii_case(word));
        if !plain || word.is_empty() || taken {
            return Err(name.wrong("names are short, of letters and digits, and each is used once"));
        }
        systems.push(System {
            name: word.to_string(),
            x: x.number(-1000, 1000)?,
            y: y.number(-1000, 1000)?,
            asset: asset.read("asset", Asset::by_code)?,
        });
    }
    if systems.len() > 64 {
        return Err(list.wrong("64 systems at most"));
    }
    let named =
        |text: &str| systems.iter().position(|system| system.name == text).map(|at| at as u8);
    let lane = |text: &str| {
        let (one, other) = text.split_once('-')?;
        let (one, other) = (named(one)?, named(other)?);
        (one != other).then_some((one.min(other), one.max(other)))
    };
    let edges = field.get("edges")?;
    let lanes = edges.all("hyperlane between two systems", lane)?;
    if lanes.len() > 128 || lanes.iter().collect::<BTreeSet<_>>().len() != lanes.len() {
        return Err(edges.wrong("128 hyperlanes at most, and each one once"));
    }
    let place = |text: &str| lanes.iter().position(|known| Some(*known) == lane(text));
    let preprinted = field.get("preprinted")?.all("hyperlane of this sheet", place)?;
    let preprinted = preprinted.into_iter().fold(0, |bits, at| bits | 1u128 << at);
    let mut wormholes = Vec::new();
    for hole in field.get("wormholes")?.list()? {
        let parts = hole.list()?;
        let [name, system] = parts.as_slice() else {
            return Err(hole.wrong("write [\"W1\", \"system\"]"));
        };
        wormholes.push((name.str()?.to_string(), system.read("system", named)?));
    }
    let homes = systems.iter().filter(|system| system.asset == Asset::Home).count();
    let throne = systems.iter().filter(|system| system.asset == Asset::Mecatol).count();
    if homes != 1 || throne != 1 {
        return Err(list.wrong("one system is `home` and one is `mecatol`"));
    }
    let home = systems.iter().position(|system| system.asset == Asset::Home).unwrap_or(0) as u8;
    let sheet = NavSheet {
        title: title(field)?,
        home,
        lanes,
        preprinted,
        wormholes,
        techs: techs(field, units)?,
        systems,
    };
    match unreachable_system(&sheet) {
        Some(name) => Err(edges.wrong(format!("no way leads to {name}, not even by wormhole"))),
        None => Ok(sheet),
    }
}

fn unreachable_system(sheet: &NavSheet) -> Option<&str> {
    let mut reached = 1u64 << sheet.home;
    loop {
        let before = reached;
        for (one, other) in &sheet.lanes {
            if reached >> one & 1 == 1 || reached >> other & 1 == 1 {
                reached |= 1 << one | 1 << other;
            }
        }
        if sheet.wormholes.iter().any(|(_, at)| reached >> at & 1 == 1) {
            reached = sheet.wormholes.iter().fold(reached, |bits, (_, at)| bits | 1 << at);
        }
        if reached == before {
            let lost = (0..sheet.systems.len()).find(|at| reached >> at & 1 == 0);
            return lost.map(|at| sheet.systems[at].name.as_str());
        }
    }
}

pub fn exp(field: &Field, units: &[String]) -> Result<ExpSheet, String> {
    field.only(&["title", "planets", "docks", "population", "tech"])?;
    let mut planets: Vec<Planet> = Vec::new();
    let list = field.get("planets")?;
    for planet in list.list()? {
        planet.only(&["name", "grid", "rows", "cols"])?;
        let name = planet.get("name")?;
        let grid = planet.get("grid")?;
        let mut cells = Vec::new();
        let rows = assets(&planet.get("rows")?)?;
        let cols = assets(&planet.get("cols")?)?;
        let lines = grid.list()?;
        for line in &lines {
            let line_icons = icons(line)?;
            if line_icons.len() != cols.len() {
                return Err(line.wrong(format!("{} icons are due, one a column", cols.len())));
            }
            cells.extend(line_icons);
        }
        if lines.len() != rows.len() || cells.len() > 15 {
            return Err(grid.wrong("as many lines as row assets, and 15 icons at most"));
        }
        let word = name.str()?;
        if slug(word) != word.to_ascii_lowercase() || planets.iter().any(|p| p.name == word) {
            return Err(name.wrong("one word, used once"));
        }
        planets.push(Planet { name: word.to_string(), icons: cells, rows, cols });
    }
    if planets.is_empty() || planets.len() > 8 {
        return Err(list.wrong("one to eight planets"));
    }
    let mut docks = Vec::new();
    for dock in field.get("docks")?.list()? {
        dock.only(&["row", "asset"])?;
        let asset = dock.get("asset")?.read("asset", Asset::by_code)?;
        docks.push(Dock { row: icons(&dock.get("row")?)?, asset });
    }
    let population = field.get("population")?;
    let values = population.list()?;
    let values: Result<Vec<i8>, String> = values.iter().map(|value| value.number(0, 50)).collect();
    Ok(ExpSheet {
        title: title(field)?,
        planets,
        docks,
        population: values?,
        techs: techs(field, units)?,
    })
}

pub fn ind(field: &Field, units: &[String]) -> Result<IndSheet, String> {
    field.only(&["title", "start", "cells", "commodity_rows", "councilors", "pool", "tech"])?;
    let place = |text: &str| {
        let (q, r) = text.split_once(',')?;
        Some((q.parse::<i8>().ok()?, r.parse::<i8>().ok()?))
    };
    let start = field.get("start")?.read("space such as \"0,0\"", place)?;
    let mut spaces = vec![Space { q: start.0, r: start.1, asset: Asset::Empty }];
    let cells = field.get("cells")?;
    for cell in cells.list()? {
        let (at, asset) = cell.read("space such as \"1,-1 tg\"", |text| {
            let (at, asset) = text.split_once(' ')?;
            Some((place(at)?, Asset::by_code(asset)?))
        })?;
        if spaces.iter().any(|space| (space.q, space.r) == at) {
            return Err(cell.wrong("there is a space here already"));
        }
        spaces.push(Space { q: at.0, r: at.1, asset });
    }
    if spaces.len() > 64 {
        return Err(cells.wrong("64 spaces at most"));
    }
    let near = spaces.iter().map(|space| neighbours(space, &spaces)).collect();
    let rows = field.get("commodity_rows")?;
    rows.only(&["cols", "vp"])?;
    let councilors = field.get("councilors")?;
    councilors.only(&["icons", "vp"])?;
    let pool = field.get("pool")?;
    let columns = rows.get("cols")?.number(1, 20)?;
    let count = councilors.get("icons")?.number(1, 20)?;
    Ok(IndSheet {
        title: title(field)?,
        start: 0,
        spaces,
        near,
        columns,
        row_vp: points(&rows.get("vp")?, columns)?,
        councilors: count,
        councilor_vp: points(&councilors.get("vp")?, count)?,
        tg_pool: pool.get("tg")?.number(0, 100)?,
        vote_pool: pool.get("vote")?.number(0, 100)?,
        techs: techs(field, units)?,
    })
}

fn neighbours(space: &Space, all: &[Space]) -> u64 {
    const AROUND: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let near = |other: &Space| {
        AROUND.iter().any(|(q, r)| (space.q + q, space.r + r) == (other.q, other.r))
    };
    all.iter().enumerate().filter(|(_, other)| near(other)).fold(0, |bits, (at, _)| bits | 1 << at)
}

/// `{ 4 = 2, 7 = 4 }`: 2 VP behind the fourth icon.
fn points(field: &Field, icons: u8) -> Result<Vec<(u8, i8)>, String> {
    let mut found = Vec::new();
    for (at, value) in field.table()? {
        let behind = at.parse().ok().filter(|n| (1..=icons).contains(n));
        let behind = behind.ok_or_else(|| value.wrong("the name is the number of an icon"))?;
        found.push((behind, value.number(0, 50)?));
    }
    found.sort_unstable();
    Ok(found)
}

pub fn war(field: &Field, units: &[String]) -> Result<WarSheet, String> {
    let fields = [
        "title",
        "straddle",
        "left",
        "right",
        "key",
        "spoils_left",
        "spoils_right",
        "losses",
        "units",
        "tech",
    ];
    field.only(&fields)?;
    let mut key = Vec::new();
    for (sign, asset) in field.get("key")?.table()? {
        let mut signs = sign.chars();
        let (Some(one), None) = (signs.next(), signs.next()) else {
            return Err(asset.wrong("the name is one letter"));
        };
        key.push((one, asset.read("asset", Asset::by_code)?));
    }
    let rows = |name: &str| field.get(name)?.all("row", |text| Some(text.to_string()));
    let (left, right) = (rows("left")?, rows("right")?);
    let straddle = field.get("straddle")?.bool()?;
    let asset = |sign| key.iter().find(|(known, _)| *known == sign).map(|(_, asset)| *asset);
    let grid = Grid::read([&left, &right], straddle, asset);
    let mut grid =
        grid.map_err(|why| field.get("left").map_or(why.clone(), |rows| rows.wrong(why)))?;
    let list = field.get("units")?;
    let mut found = Vec::new();
    for unit in list.list()? {
        found.push(read_unit(&unit)?);
    }
    grid.place(&found);
    for (unit, places) in list.list()?.iter().zip(&grid.places) {
        if places.is_empty() {
            return Err(unit.wrong("this shape fits nowhere on the grid"));
        }
    }
    let four = |name: &str| -> Result<[Asset; 4], String> {
        let spoils = field.get(name)?;
        assets(&spoils)?.try_into().map_err(|_| spoils.wrong("four assets, one a war"))
    };
    let losses = field.get("losses")?;
    let values: Result<Vec<i8>, String> = losses.list()?.iter().map(|n| n.number(-50, 0)).collect();
    Ok(WarSheet {
        title: title(field)?,
        grid,
        spoils: [four("spoils_left")?, four("spoils_right")?],
        losses: values?.try_into().map_err(|_| losses.wrong("four values, one a war"))?,
        units: found,
        techs: techs(field, units)?,
    })
}

fn read_unit(unit: &Field) -> Result<Unit, String> {
    unit.only(&["id", "n", "cost", "shape", "vp", "lock"])?;
    let cost = unit.get("cost")?;
    let cost = match cost.str()? {
        "*" => Cost::Any,
        "spec:any" => Cost::Spec(None),
        text if text.starts_with("spec:") => Cost::Spec(Some(spec(&cost)?)),
        _ => Cost::Icons(icons(&cost)?),
    };
    let shape = unit.get("shape")?;
    let lines = shape.all("row of X and dots", |text| {
        let plain = text.chars().all(|sign| sign == 'X' || sign == '.');
        (plain && text.len() <= 5).then(|| text.to_string())
    })?;
    if lines.len() > 5 || !lines.iter().any(|line| line.contains('X')) {
        return Err(shape.wrong("one to five rows with an X"));
    }
    let copies = unit.get("n")?.number(0, 15)?;
    if copies == 0 && cost != Cost::Any {
        return Err(unit.wrong("only a unit of cost `*` has no number of copies"));
    }
    Ok(Unit {
        id: unit.get("id")?.str()?.to_string(),
        copies,
        cost,
        shape: lines,
        vp: unit.get("vp")?.number(0, 50)?,
        lock: unit.find("lock")?.map(|lock| spec(&lock)).transpose()?,
    })
}
