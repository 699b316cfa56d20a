//! The recipe by which the sheets of side A were made from side B, once; the result is frozen in
//! `assets/inscription/sheets-a.toml`. `cargo test --lib side_a_is_made -- --nocapture` prints it
//! again. What the recipe promises is checked of the frozen sheets in every test run.

use std::collections::BTreeSet;

use super::super::data::*;
use super::super::grid::{Grid, ROWS, SECTION};
use super::super::state::Printed;
use crate::engine::Seed;

const B: &str = include_str!("../../../assets/inscription/sheets-b.toml");

const TITLES: [[&str; 8]; 4] = [
    [
        "Ember Reach",
        "Pale Spiral",
        "Twin Lanterns",
        "Broken Ring",
        "Salt Deep",
        "Long Drift",
        "Glass Shoals",
        "Far Cradle",
    ],
    [
        "Ember Fields",
        "Pale Terraces",
        "Twin Harvests",
        "Broken Plains",
        "Salt Flats",
        "Long Furrow",
        "Glass Gardens",
        "Far Pastures",
    ],
    [
        "Ember Forge",
        "Pale Foundry",
        "Twin Mills",
        "Broken Kiln",
        "Salt Works",
        "Long Conveyor",
        "Glass House",
        "Far Yards",
    ],
    [
        "Ember Line",
        "Pale Bastion",
        "Twin Ramparts",
        "Broken Shield",
        "Salt March",
        "Long Watch",
        "Glass Wall",
        "Far Picket",
    ],
];

/// Chance of one sheet: shuffles and numbers in the order in which they are asked for.
struct Chance {
    seed: Seed,
    asked: usize,
}

impl Chance {
    fn of(kind: Sheet, n: usize) -> Chance {
        Chance { seed: Seed::of(&format!("chalk-{}-A{n}", kind.word())), asked: 0 }
    }

    fn shuffle<T: Clone>(&mut self, things: &mut Vec<T>) {
        self.asked += 1;
        let order = self.seed.shuffle(&self.asked.to_string(), things.len());
        *things = order.iter().map(|at| things[*at as usize].clone()).collect();
    }

    fn below(&mut self, n: usize) -> usize {
        self.asked += 1;
        self.seed.dice(&self.asked.to_string(), n as u32, 1)[0] as usize - 1
    }
}

fn b() -> Printed {
    let even = Sheet::ALL.map(|kind| {
        let ids = &house().get().sheet_ids[kind.index()];
        ids.iter().position(|id| id == "B").expect("side B") as u8
    });
    Printed::of(house(), even)
}

/// The line of a sheet of side B that begins so.
fn line_of(kind: Sheet, word: &str) -> String {
    let sheet = B.split(&format!("[{}.B]", kind.word())).nth(1).expect("the sheet");
    let line = sheet.lines().find(|line| line.starts_with(word));
    line.expect("the line").to_string()
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(", ")
}

const TIERS: [&[&str]; 4] = [
    &["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"],
    &["e1", "e2", "f1", "f2", "g1", "g2", "h1", "h2"],
    &["i1", "i2", "j1", "j2", "k0", "k1", "k2", "l1", "l2"],
    &["m1", "m2", "o1", "o2"],
];
const LESS: [&str; 8] = ["c0-f1", "c0-f2", "g1-i1", "g2-i2", "f1-e0", "f2-e0", "h1-i1", "h2-i2"];
const MORE: [&str; 9] =
    ["b1-c0", "h1-l1", "h2-l2", "d1-h1", "d2-h2", "i1-j1", "i2-j2", "c1-c0", "c2-c0"];

/// How many sheets of each number are passed over although they keep the rules: on those, computer players
/// are at Mecatol Rex before anybody has built anything.
const PASSED_OVER: [usize; 8] = [1, 2, 1, 5, 5, 5, 4, 5];

fn make_nav(n: usize) -> String {
    let sheet = b().nav;
    let mut passed_over = 0;
    let mut chance = Chance::of(Sheet::Nav, n);
    let at = |name: &str| sheet.systems.iter().position(|s| s.name == name).expect("a system");
    loop {
        let mut assets: Vec<Asset> = sheet.systems.iter().map(|system| system.asset).collect();
        for tier in TIERS {
            let mut pool: Vec<Asset> = tier.iter().map(|name| assets[at(name)]).collect();
            chance.shuffle(&mut pool);
            for (name, asset) in tier.iter().zip(pool) {
                assets[at(name)] = asset;
            }
        }
        let lane = |text: &str| {
            let (one, other) = text.split_once('-').expect("a lane");
            let (one, other) = (at(one) as u8, at(other) as u8);
            (one.min(other), one.max(other))
        };
        let (mut less, mut more) = (LESS.to_vec(), MORE.to_vec());
        chance.shuffle(&mut less);
        chance.shuffle(&mut more);
        let gone: Vec<(u8, u8)> = less[..2].iter().map(|text| lane(text)).collect();
        let mut lanes = sheet.lanes.clone();
        lanes.retain(|lane| !gone.contains(lane));
        lanes.extend(more[..2].iter().map(|text| lane(text)));
        let changed = NavSheet {
            systems: sheet
                .systems
                .iter()
                .zip(&assets)
                .map(|(system, asset)| System { asset: *asset, ..system.clone() })
                .collect(),
            lanes: lanes.clone(),
            ..sheet.clone()
        };
        if nav_keeps(&changed).is_err() {
            continue;
        }
        if passed_over < PASSED_OVER[n - 1] {
            passed_over += 1;
            continue;
        }
        let systems: Vec<String> = changed
            .systems
            .iter()
            .map(|s| format!(" [\"{}\", {}, {}, \"{}\"],\n", s.name, s.x, s.y, s.asset.code()))
            .collect();
        let name = |at: u8| sheet.systems[usize::from(at)].name.clone();
        let edges: Vec<String> =
            lanes.iter().map(|(a, b)| format!("{}-{}", name(*a), name(*b))).collect();
        return format!(
            "[nav.A{n}]\ntitle = \"{}\"\nsystems = [\n{}]\nedges = [{}]\npreprinted = [\"H-a1\", \"H-a2\"]\n{}\n{}\n",
            TITLES[0][n - 1],
            systems.concat(),
            quoted(&edges),
            line_of(Sheet::Nav, "wormholes"),
            line_of(Sheet::Nav, "tech"),
        );
    }
}

/// Only the four systems of tier four are cut off, Mecatol Rex is six explorations away, relics four or
/// more, and the first two systems differ. As on side B, no relic and no 4 VP lie on a shortest way to
/// Mecatol Rex, or whoever goes there in a straight line has the best of the sheet by round 2.
fn nav_keeps(sheet: &NavSheet) -> Result<(), String> {
    let at = |name: &str| sheet.systems.iter().position(|s| s.name == name).expect("a system");
    let steps_from = |starts: &[usize]| {
        let mut distance = vec![99; sheet.systems.len()];
        for start in starts {
            distance[*start] = 0;
        }
        for _ in 0..sheet.systems.len() {
            for (one, other) in &sheet.lanes {
                let (one, other) = (usize::from(*one), usize::from(*other));
                distance[one] = distance[one].min(distance[other] + 1);
                distance[other] = distance[other].min(distance[one] + 1);
            }
        }
        distance
    };
    let near = steps_from(&[at("H"), at("a1"), at("a2")]);
    let on = steps_from(&[at("MR")]);
    for ((system, steps), rest) in sheet.systems.iter().zip(&near).zip(&on) {
        let pocket = TIERS[3].contains(&system.name.as_str());
        if (*steps == 99) != pocket {
            return Err(format!("{} is cut off, or not", system.name));
        }
        if system.asset == Asset::Mecatol && *steps != 6 {
            return Err(format!("Mecatol Rex is {steps} steps away"));
        }
        if system.asset == Asset::Relic && *steps < 4 {
            return Err("a relic is too near".into());
        }
        if steps + rest == 6 && matches!(system.asset, Asset::Relic | Asset::Vp(4..)) {
            return Err(format!("{} lies on the way to Mecatol Rex", system.name));
        }
    }
    match sheet.systems[at("a1")].asset == sheet.systems[at("a2")].asset {
        true => Err("the first two systems are alike".into()),
        false => Ok(()),
    }
}

fn make_exp(n: usize) -> String {
    let sheet = b().exp;
    let mut chance = Chance::of(Sheet::Exp, n);
    loop {
        let mut planets = sheet.planets.clone();
        for at in 0..planets.len() {
            let mut order = Resource::ALL.to_vec();
            chance.shuffle(&mut order);
            let before = planets[at].icons.clone();
            planets[at].icons = before.iter().map(|icon| order[icon.index()]).collect();
            if !icons_keep(&planets) {
                planets[at].icons = before;
            }
        }
        for group in [0..3, 3..6] {
            let mut pool: Vec<Asset> = planets[group.clone()]
                .iter()
                .flat_map(|planet| planet.rows.iter().chain(&planet.cols).copied())
                .collect();
            chance.shuffle(&mut pool);
            let mut pool = pool.into_iter();
            for planet in &mut planets[group] {
                for asset in planet.rows.iter_mut().chain(&mut planet.cols) {
                    *asset = pool.next().expect("as many as before");
                }
            }
        }
        let mut rows: Vec<Vec<Resource>> =
            sheet.docks.iter().map(|dock| dock.row.clone()).collect();
        chance.shuffle(&mut rows);
        let docks: Vec<Dock> = rows
            .into_iter()
            .zip(&sheet.docks)
            .map(|(row, dock)| Dock { row, asset: dock.asset })
            .collect();
        let changed = ExpSheet { planets, docks, ..sheet.clone() };
        if exp_keeps(&changed).is_err() {
            continue;
        }
        let letters =
            |icons: &[Resource]| icons.iter().map(|icon| icon.letter()).collect::<String>();
        let codes =
            |assets: &[Asset]| quoted(&assets.iter().map(|asset| asset.code()).collect::<Vec<_>>());
        let planet = |planet: &Planet| {
            let grid: Vec<String> = planet.icons.chunks(planet.width()).map(letters).collect();
            format!(
                " {{ name = \"{}\", grid = [{}], rows = [{}], cols = [{}] }},\n",
                planet.name,
                quoted(&grid),
                codes(&planet.rows),
                codes(&planet.cols)
            )
        };
        let dock = |dock: &Dock| {
            format!("{{ row = \"{}\", asset = \"{}\" }}", letters(&dock.row), dock.asset.code())
        };
        return format!(
            "[exp.A{n}]\ntitle = \"{}\"\nplanets = [\n{}]\ndocks = [{}]\n{}\n{}\n",
            TITLES[1][n - 1],
            changed.planets.iter().map(planet).collect::<String>(),
            changed.docks.iter().map(dock).collect::<Vec<_>>().join(", "),
            line_of(Sheet::Exp, "population"),
            line_of(Sheet::Exp, "tech"),
        );
    }
}

/// M at least as often as I, I as R, and M at most 14 times more than R.
fn icons_keep(planets: &[Planet]) -> bool {
    let count = |wanted| {
        planets.iter().flat_map(|planet| &planet.icons).filter(|icon| **icon == wanted).count()
    };
    let (m, i, r) = (count(Resource::M), count(Resource::I), count(Resource::R));
    m >= i && i >= r && m - r <= 14
}

fn exp_keeps(sheet: &ExpSheet) -> Result<(), String> {
    let assets = |planet: &Planet| -> Vec<Asset> {
        planet.rows.iter().chain(&planet.cols).copied().collect()
    };
    let population =
        sheet.planets.iter().flat_map(assets).filter(|asset| *asset == Asset::Pop).count();
    if !(7..=9).contains(&population) {
        return Err(format!("{population} population assets"));
    }
    if !icons_keep(&sheet.planets) {
        return Err("the icons are out of balance".into());
    }
    match sheet.planets.iter().find(|planet| !assets(planet).iter().any(|asset| asset.dashed())) {
        Some(planet) => Err(format!("{} has nothing to keep", planet.name)),
        None => Ok(()),
    }
}

fn hex_distance(one: (i8, i8), other: (i8, i8)) -> i8 {
    let (q, r) = (one.0 - other.0, one.1 - other.1);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// One of the twelve ways to turn and flip a hexagon.
fn turned(at: (i8, i8), way: usize) -> (i8, i8) {
    let (mut q, mut r) = if way >= 6 { (at.1, at.0) } else { at };
    for _ in 0..way % 6 {
        (q, r) = (-r, q + r);
    }
    (q, r)
}

fn make_ind(n: usize) -> String {
    let sheet = b().ind;
    let mut chance = Chance::of(Sheet::Ind, n);
    loop {
        let mut cells: Vec<((i8, i8), Asset)> = sheet
            .spaces
            .iter()
            .map(|space| {
                let at = (space.q, space.r);
                (if hex_distance(at, (0, 0)) <= 3 { turned(at, n) } else { at }, space.asset)
            })
            .collect();
        for ring in 1..=3 {
            let places: Vec<usize> =
                (0..cells.len()).filter(|at| hex_distance(cells[*at].0, (0, 0)) == ring).collect();
            let mut pool: Vec<Asset> = places.iter().map(|at| cells[*at].1).collect();
            chance.shuffle(&mut pool);
            for (at, asset) in places.into_iter().zip(pool) {
                cells[at].1 = asset;
            }
        }
        let ring: Vec<usize> =
            (0..cells.len()).filter(|at| hex_distance(cells[*at].0, (0, 0)) == 1).collect();
        let moved = ring[chance.below(ring.len())];
        let middle = cells.iter().position(|(at, _)| *at == (0, 0)).expect("the middle");
        let start = cells[moved].0;
        cells[middle].1 = cells[moved].1;
        cells.remove(moved);
        let spaces = |list: &[((i8, i8), Asset)]| -> Vec<Space> {
            list.iter().map(|(at, asset)| Space { q: at.0, r: at.1, asset: *asset }).collect()
        };
        let mut all = vec![Space { q: start.0, r: start.1, asset: Asset::Empty }];
        all.extend(spaces(&cells));
        if ind_keeps(&IndSheet { spaces: all, ..sheet.clone() }).is_err() {
            continue;
        }
        let lines: Vec<String> =
            cells.iter().map(|((q, r), asset)| format!("{q},{r} {}", asset.code())).collect();
        return format!(
            "[ind.A{n}]\ntitle = \"{}\"\nstart = \"{},{}\"\ncells = [{}]\n{}\n{}\n{}\n{}\n",
            TITLES[2][n - 1],
            start.0,
            start.1,
            quoted(&lines),
            line_of(Sheet::Ind, "commodity_rows"),
            line_of(Sheet::Ind, "councilors"),
            line_of(Sheet::Ind, "pool"),
            line_of(Sheet::Ind, "tech"),
        );
    }
}

/// Commodities as on side B but for one, locks two spaces from the start or more.
fn ind_keeps(sheet: &IndSheet) -> Result<(), String> {
    let commodities = |sheet: &IndSheet, row: u8| -> i32 {
        let of = |space: &Space| match space.asset {
            Asset::Com(kind, n) if kind == row => i32::from(n),
            _ => 0,
        };
        sheet.spaces.iter().map(of).sum()
    };
    for row in 0..3 {
        if (commodities(sheet, row) - commodities(b().ind, row)).abs() > 1 {
            return Err(format!("commodities {}", commodity(row)));
        }
    }
    let start = &sheet.spaces[usize::from(sheet.start)];
    let near = |space: &&Space| {
        matches!(space.asset, Asset::Lock(_))
            && hex_distance((space.q, space.r), (start.q, start.r)) < 2
    };
    if sheet.spaces.iter().any(|space| near(&space)) {
        Err("a lock is too near".into())
    } else {
        Ok(())
    }
}

/// Rows of both halves from the top, as signs.
fn war_rows(n: usize, chance: &mut Chance) -> [Vec<Vec<char>>; 2] {
    let half = |word: &str| -> Vec<Vec<char>> {
        let line = line_of(Sheet::War, word);
        line.split('"').skip(1).step_by(2).map(|row| row.chars().collect()).collect()
    };
    let (mut left, mut right) = (half("left"), half("right"));
    if n.is_multiple_of(2) {
        let mirror = |rows: &[Vec<char>]| {
            rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
        };
        (left, right) = (mirror(&right), mirror(&left));
    }
    for rows in [&mut left, &mut right] {
        for section in 0..ROWS / SECTION {
            let top = section * SECTION;
            let found = (0..SECTION * 4).find(|at| rows[top + at / 4][at % 4] == '#');
            let open: Vec<usize> =
                (0..SECTION * 4).filter(|at| rows[top + at / 4][at % 4] == '.').collect();
            if let Some(old) = found {
                let new = open[chance.below(open.len())];
                rows[top + old / 4][old % 4] = '.';
                rows[top + new / 4][new % 4] = '#';
            }
        }
    }
    for _ in 0..2 {
        let assets = |rows: &[Vec<char>]| -> Vec<(usize, usize)> {
            let all = (0..ROWS).flat_map(|row| (0..4).map(move |col| (row, col)));
            all.filter(|(row, col)| !matches!(rows[*row][*col], '.' | '#')).collect()
        };
        let (one, other) = (assets(&left), assets(&right));
        let (row, col) = one[chance.below(one.len())];
        // Of the same section, so that nothing comes nearer.
        let there: Vec<(usize, usize)> =
            other.into_iter().filter(|(other, _)| other / SECTION == row / SECTION).collect();
        if !there.is_empty() {
            let (r, c) = there[chance.below(there.len())];
            std::mem::swap(&mut left[row][col], &mut right[r][c]);
        }
    }
    [left, right]
}

fn make_war(n: usize) -> String {
    let mut chance = Chance::of(Sheet::War, n);
    let halves = war_rows(n, &mut chance).map(|rows| {
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        quoted(&rows)
    });
    let mut units: Vec<String> = Vec::new();
    for unit in &b().war.units {
        let mut unit = unit.clone();
        let shape = |rows: &[&str]| rows.iter().map(|row| row.to_string()).collect::<Vec<_>>();
        match (n, unit.id.as_str()) {
            (1, "destroyer") => unit.copies = 5,
            (2, "cruiser") => unit.shape = shape(&["XXXX"]),
            (2, "carrier") => unit.shape = shape(&[".XX", "XX."]),
            (3, "carrier") => unit.cost = Cost::Icons(vec![Resource::M, Resource::M, Resource::I]),
            (4, "war_sun") => unit.copies = 1,
            (4, "dreadnought") => unit.copies = 3,
            (5, "mech") => unit.copies = 3,
            (6, "destroyer") => unit.shape = shape(&["XX", "X."]),
            (7, "dreadnought") => unit.shape = shape(&["X.X", "XXX"]),
            (8, "carrier") => (unit.vp, unit.copies) = (2, 2),
            _ => {}
        }
        let cost = match &unit.cost {
            Cost::Any => "*".into(),
            Cost::Spec(_) => "spec:any".into(),
            Cost::Icons(icons) => icons.iter().map(|icon| icon.letter()).collect::<String>(),
        };
        let lock =
            unit.lock.map_or(String::new(), |lock| format!(", lock = \"spec:{}\"", lock.letter()));
        units.push(format!(
            " {{ id = \"{}\", n = {}, cost = \"{cost}\", shape = [{}], vp = {}{lock} }},\n",
            unit.id,
            unit.copies,
            quoted(&unit.shape),
            unit.vp
        ));
    }
    let spoils = |word| line_of(Sheet::War, word);
    format!(
        "[war.A{n}]\ntitle = \"{}\"\nstraddle = false\nleft = [{}]\nright = [{}]\n{}\n{}\n{}\n{}\nunits = [\n{}]\n{}\n",
        TITLES[3][n - 1],
        halves[0],
        halves[1],
        spoils("key"),
        spoils("spoils_left"),
        spoils("spoils_right"),
        spoils("losses"),
        units.concat(),
        spoils("tech"),
    )
}

/// Eleven free nodes in every section, and victory points as on side B but for two.
fn war_keeps(sheet: &WarSheet) -> Result<(), String> {
    let points = |sheet: &WarSheet| -> i32 {
        let worth = |asset: &Asset| if let Asset::Vp(n) = asset { i32::from(*n) } else { 0 };
        let units = sheet.units.iter().map(|unit| i32::from(unit.vp) * i32::from(unit.copies));
        units.sum::<i32>() + sheet.grid.assets.iter().map(|(_, asset)| worth(asset)).sum::<i32>()
    };
    for side in Side::BOTH {
        for section in 0..4 {
            let free = sheet.grid.section(side, section).without(sheet.grid.anomalies).count();
            if free != 11 {
                return Err(format!("{free} free nodes in a {} section", side.word()));
            }
        }
    }
    let mut assets = sheet.grid.assets.iter().map(|(node, _)| Grid::section_of(*node));
    if assets.any(|section| section > 3) {
        return Err("an asset lies off the grid".into());
    }
    match (points(sheet) - points(b().war)).abs() {
        0..=2 => Ok(()),
        off => Err(format!("{off} VP off")),
    }
}

/// `cargo test --lib side_a_is_made -- --nocapture` prints them.
#[test]
fn side_a_is_made_of_32_different_sheets() {
    println!(
        "# The player sheets of side A of the house pack, all different. Made once from side B by the recipe in\n\
         # src/inscription/load/recipe.rs and frozen; a test checks what the recipe promises.\n"
    );
    let mut bodies = BTreeSet::new();
    for n in 1..=8 {
        for sheet in [make_nav(n), make_exp(n), make_ind(n), make_war(n)] {
            println!("{sheet}");
            let (title, body) = sheet.split_once('\n').expect("a sheet has lines");
            assert!(title.ends_with(&format!(".A{n}]")), "{title}");
            bodies.insert(body.to_string());
        }
    }
    assert_eq!(bodies.len(), 32, "two sheets are alike");
}

#[test]
fn the_frozen_sheets_of_side_a_keep_what_the_recipe_promises() {
    let pack = house().get();
    for kind in Sheet::ALL {
        let ids = &pack.sheet_ids[kind.index()];
        assert_eq!(ids.iter().filter(|id| id.starts_with('A')).count(), 8, "{}", kind.name());
    }
    let vp_of = |sheet: &NavSheet| -> i32 {
        sheet
            .systems
            .iter()
            .map(|s| if let Asset::Vp(n) = s.asset { i32::from(n) } else { 0 })
            .sum()
    };
    for sheet in &pack.nav {
        let name = &sheet.title;
        if name != "Even Sky" {
            assert_eq!(nav_keeps(sheet), Ok(()), "{name}");
        }
        assert!((vp_of(sheet) - vp_of(b().nav)).abs() <= 2, "{name}");
    }
    for sheet in &pack.exp {
        assert_eq!(exp_keeps(sheet), Ok(()), "{}", sheet.title);
    }
    for sheet in &pack.ind {
        assert_eq!(ind_keeps(sheet), Ok(()), "{}", sheet.title);
        assert_eq!(sheet.spaces.len(), 41, "{}", sheet.title);
    }
    for sheet in &pack.war {
        assert_eq!(war_keeps(sheet), Ok(()), "{}", sheet.title);
    }
}
