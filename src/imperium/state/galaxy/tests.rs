use std::path::Path;

use super::*;
use serde_json::Value;

fn board(map: &str) -> Galaxy {
    Galaxy::new(&parse_map_string(map).expect("the map is legal"), Sources::POK)
}

fn at(label: &str) -> SystemId {
    SystemId::by_label(label).expect("the label names a position")
}

fn why_not(map: &str) -> String {
    parse_map_string(map).expect_err("the map is refused").to_string()
}

fn preset(id: &str) -> &'static Preset {
    presets().iter().find(|preset| preset.id == id).expect("the preset exists")
}

/// The collection of published maps, where it is at hand. It is not part of the program.
fn published_maps() -> Option<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/maps/presets.json");
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(serde_json::from_str(&text).expect("the collection is JSON")),
        Err(error) if std::env::var_os("CI").is_none() => {
            println!("skipped: {} cannot be read ({error})", file.display());
            None
        }
        Err(error) => panic!("{} cannot be read: {error}", file.display()),
    }
}

// Positions

#[test]
fn positions_spiral_from_the_north_clockwise() {
    for (label, index, axial) in [
        ("000", 0, (0, 0)),
        ("101", 1, (0, -1)),
        ("102", 2, (1, -1)),
        ("201", 7, (0, -2)),
        ("203", 9, (2, -2)),
        ("301", 19, (0, -3)),
        ("304", 22, (3, -3)),
        ("318", 36, (-1, -2)),
        ("530", 90, (-1, -4)),
    ] {
        assert_eq!(at(label), SystemId(index), "{label}");
        assert_eq!((at(label).axial(), at(label).to_string()), (axial, label.to_string()));
        assert_eq!(SystemId::from_axial(axial), Some(SystemId(index)));
    }
    for index in 0..SystemId::COUNT as u8 {
        assert_eq!(SystemId::by_label(&SystemId(index).to_string()), Some(SystemId(index)));
    }
    for label in ["", "001", "100", "107", "319", "601", "1", "abc", "-11", "10é"] {
        assert_eq!(SystemId::by_label(label), None, "{label}");
    }
    assert_eq!(SystemId::from_axial((6, 0)), None);
    assert_eq!(SystemId::from_axial((127, 127)), None);
    assert_eq!(at("nexus"), SystemId::NEXUS);
    assert_eq!(at("51"), at("Creuss"));
}

#[test]
fn edges_lead_to_neighbours_and_turns_keep_distances() {
    for index in 0..BOARD as u8 {
        let here = SystemId(index);
        for edge in 0..6 {
            if let Some(there) = here.across(edge) {
                assert_eq!(there.across(edge + 3), Some(here));
                assert_eq!(here.turned(1).across((edge + 1) % 6), Some(there.turned(1)));
            }
        }
        assert_eq!(here.turned(6), here);
    }
    assert_eq!(at("301").turned(1), at("304"));
}

// Reading maps

#[test]
fn the_usual_spelling_is_read_and_written() {
    let map = "24 44 19 42 22 45 35 23 36 39 38 25 33 47 27 26 30 40 0 -1 83A2 0 31 -1 -1 -1 0";
    let galaxy = board(map);
    assert_eq!(format_map_string(&galaxy), map);
    assert_eq!(galaxy.homes(), [at("301"), at("304"), at("309")]);
    assert_eq!(galaxy.tile(at("101")), TileId::by_slug("24"));
    assert_eq!(galaxy.mecatol_rex(), Some(SystemId::CENTRE));
    assert_eq!(galaxy.hex(at("302")), None);
    let saved = serde_json::to_string(&galaxy).expect("a galaxy is saved");
    let loaded: Galaxy = serde_json::from_str(&saved).expect("and loaded");
    assert_eq!(loaded, galaxy);
    assert_eq!(loaded.neighbours(at("101")), galaxy.neighbours(at("101")));
}

#[test]
fn other_programs_spellings_mean_the_same() {
    let map = parse_map_string("24 83A2 0 0 0").expect("legal");
    for other in [
        "  24,83A2, 0,0 , 0 -1 -1  ",
        "{18} 24 83a2 0 0 0",
        "{18}24 83A-2 H0 H1 H2",
        "18 24 83A:120 P1 P2 P3",
        "024 83A2 0 0 0 X",
    ] {
        assert_eq!(parse_map_string(other).as_ref(), Ok(&map), "{other}");
    }
    let straight = parse_map_string("24 83A 0 0 0").expect("legal");
    assert_eq!(parse_map_string("24 83A6 0 0 0"), Ok(straight));
    assert_eq!(parse_map_string("{-1} 18 0 0 0"), parse_map_string("{0} 18 0 0 0"));
    let te = parse_map_string("{112} 0 0 0").expect("legal");
    assert_eq!((te.to_string().as_str(), te.needs()), ("{112} 0 0 0", Sources::of([Source::Te])));
    let hyperlane = parse_map_string("{83A5} 18 0 0 0").expect("legal");
    assert_eq!(hyperlane.to_string(), "{83A5} 18 0 0 0");
    assert_eq!(serde_json::from_str::<MapString>("\"{83A5} 18 0 0 0\"").ok(), Some(hyperlane));
}

#[test]
fn what_is_wrong_is_said_with_token_and_position() {
    assert_eq!(why_not("24 999 0 0 0"), "`999` at position 102: there is no such tile");
    assert_eq!(why_not("24 0 24 0 0"), "tile `24` is used twice, at positions 101 and 103");
    assert!(why_not("82 0 0 0").starts_with("`82` at position 101: the wormhole nexus"));
    assert!(
        why_not("81 0 0 0").starts_with("`81` at position 101: this tile belongs to a faction")
    );
    assert!(why_not("24 tile 0 0 0").starts_with("`tile` at position 102: not a tile"));
    assert!(why_not("83 0 0 0").contains("two sides"));
    assert!(why_not("83A7 0 0 0").contains("0 to 5 sixths"));
    assert!(why_not("83A:90 0 0 0").contains("0 to 300 degrees"));
    assert!(why_not("24A 0 0 0").contains("no such tile"));
    assert!(why_not("24 18 0 0 0").contains("Mecatol Rex is at position 000 already"));
    assert!(why_not("{24} 25 0 0 0").contains("no Mecatol Rex"));
    assert!(why_not("24 _ 0 0 0").contains("open"));
    assert!(why_not("{24 25 0 0 0").contains("never closed"));
    assert_eq!(why_not(""), "the map string is empty");
    assert!(
        why_not("24 0 0").contains("2 home positions (`0` at 102, 103), but a game has 3 to 8")
    );
    assert!(
        why_not(&"0 ".repeat(91)).contains("91 positions")
            || why_not(&"0 ".repeat(91)).contains("has 92")
    );
    assert!(why_not(&"-1 ".repeat(1_000)).contains("at most 1000 characters"));
    assert!(why_not("💥💥💥💥💥💥💥💥💥💥💥💥💥💥💥 0 0 0").contains("💥…"));
    let players = parse_map_string_for("24 0 0 0 0", 3).expect_err("four homes");
    assert!(
        players.to_string().starts_with("4 home positions (`0` at 102, 103, 104, 105) for 3"),
        "{players}"
    );
}

#[test]
fn a_text_is_never_read_with_a_panic() {
    let pieces = [
        "{", "}", "18", "0", "-1", "83A", "6", " ", ",", "é", ":", "-", "P1", "x", "96a", "51",
        "17",
    ];
    let mut number = 1u32;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(number >> 16) as usize % pieces.len()]);
        }
        for read in [parse_map_string(&text), parse_map_string_for(&text, 3)].into_iter().flatten()
        {
            assert_eq!(parse_map_string_for(&read.to_string(), read.players()), Ok(read), "{text}");
        }
    }
}

#[test]
fn every_published_map_is_read_in_both_spellings() {
    let Some(collection) = published_maps() else { return };
    let maps = collection["maps"].as_array().expect("maps");
    assert_eq!(maps.len(), 89);
    for map in maps {
        let id = &map["id"];
        let players = map["players"].as_u64().expect("players") as usize;
        let text = map["map_string"].as_str().expect("map_string");
        let read = parse_map_string_for(text, players).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(
            parse_map_string(text).as_ref(),
            Ok(&read),
            "{id} without the number of players"
        );
        let galaxy = Galaxy::new(&read, Sources::of([]));
        assert_eq!(format_map_string(&galaxy), text, "{id}");
        if let Some(published) = map["published"].as_str() {
            let other =
                parse_map_string_for(published, players).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(other.with_open_homes(), read, "{id} as published");
        }
        compare(map, &read, &galaxy);
    }
}

/// With the collection's own counts, which another program made.
fn compare(map: &Value, read: &MapString, galaxy: &Galaxy) {
    let id = &map["id"];
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
    };
    let homes = map["homes"].as_array().expect("homes");
    let indices: Vec<u64> = homes.iter().filter_map(|home| home["index"].as_u64()).collect();
    assert_eq!(galaxy.homes().iter().map(|home| u64::from(home.0)).collect::<Vec<_>>(), indices);
    let near: Vec<u64> =
        galaxy.homes().iter().map(|home| galaxy.neighbours(*home).len() as u64).collect();
    assert_eq!(near, numbers(&map["home_neighbours"]), "{id}");
    assert_eq!(groups(galaxy), numbers(&map["groups"]), "{id}");
    let rex = galaxy.mecatol_rex().map(|system| u64::from(system.0));
    assert_eq!(rex, map["mecatol_rex_index"].as_u64(), "{id}");
    let twice = read.hyperlanes_used_twice();
    assert_eq!(twice.len(), map["hyperlane_tiles_used_twice"].as_array().map_or(0, Vec::len));
    assert_symmetric(galaxy);
}

/// Sizes of the connected parts, largest first, Mecatol Rex's not apart.
fn groups(galaxy: &Galaxy) -> Vec<u64> {
    let mut left: Vec<SystemId> = galaxy.systems().to_vec();
    let mut sizes = Vec::new();
    while let Some(start) = left.pop() {
        let (mut size, mut open) = (0, vec![start]);
        while let Some(system) = open.pop() {
            size += 1;
            for next in galaxy.neighbours(system) {
                if let Some(place) = left.iter().position(|other| other == next) {
                    left.remove(place);
                    open.push(*next);
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

#[test]
fn every_refused_map_is_refused_with_its_reason() {
    let Some(collection) = published_maps() else { return };
    let maps = collection["refused"].as_array().expect("refused");
    assert_eq!(maps.len(), 7);
    for map in maps {
        let players = map["players"].as_u64().expect("players") as usize;
        let text = map["published"].as_str().expect("published");
        let error = parse_map_string_for(text, players).expect_err("it is refused").to_string();
        let unknown = parse_map_string(text).expect_err("also for any number of players");
        println!("{}: {error} / {unknown}", map["id"]);
        let expected = match map["id"].as_str() {
            Some("dhaka") => "`82` at position 407: the wormhole nexus",
            Some("the-trident") => {
                "21 home positions (`0` at 102, 104, 106, 202, 204, 206…) for 3 players"
            }
            Some("the-mahact-awaken") => "tile `43` is used twice, at positions 000 and 104",
            Some("twist-and-turned") => "tile `48` is used twice, at positions 304 and 310",
            Some("paris-commune") => "tile `46` is used twice",
            Some("2vs2-alliance-map") => "tile `46` is used twice",
            Some("beltway") => "tile `78` is used twice",
            other => panic!("{other:?} is new"),
        };
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn presets_cover_three_to_eight_players() {
    for players in 3..=8 {
        assert!(presets().iter().any(|preset| usize::from(preset.players) == players));
    }
    for preset in presets() {
        assert_eq!(preset.map.players(), usize::from(preset.players), "{}", preset.id);
        let galaxy = Galaxy::new(&preset.map, Sources::POK);
        let text = format_map_string(&galaxy);
        assert_eq!(
            parse_map_string_for(&text, preset.map.players()),
            Ok(preset.map.with_open_homes())
        );
        assert_symmetric(&galaxy);
    }
    assert!(presets().is_sorted_by_key(|preset| preset.players));
    let fixed: Vec<Option<TileId>> =
        preset("galileo-vi").map.homes().map(|home| home.tile).collect();
    assert_eq!(fixed[0], TileId::by_slug("15"));
    assert!(fixed.iter().all(Option::is_some));
}

#[test]
fn a_zero_for_nothing_is_told_from_a_home_by_the_set_up() {
    let berlin = preset("berlin").map.clone();
    let zeros = berlin.to_string().replace("-1", "0");
    assert_eq!(parse_map_string_for(&zeros, 8), Ok(berlin.clone()));
    assert_eq!(parse_map_string(&zeros), Ok(berlin));
    assert!(parse_map_string_for(&zeros, 7).is_err());
    // A last home that was cut off.
    let four = random_map(SetupId::named("4p"), Sources::BASE, &mut dice(3)).expect("dealt");
    let cut = four.to_string();
    let cut = cut.strip_suffix(" 0").expect("the last position is a home");
    assert_eq!(parse_map_string_for(cut, 4), Ok(four.clone()));
    assert_eq!(parse_map_string(cut), Ok(four));
}

// Adjacency

fn assert_symmetric(galaxy: &Galaxy) {
    for system in galaxy.systems() {
        assert!(!galaxy.neighbours(*system).contains(system));
        for other in galaxy.adjacent_systems(*system) {
            assert!(
                galaxy.adjacent(other, *system),
                "{system} sees {other}, but not the other way"
            );
        }
        let across: Vec<SystemId> = galaxy.edges(*system).iter().map(|(_, other)| *other).collect();
        assert!(galaxy.neighbours(*system).iter().all(|other| across.contains(other)));
    }
}

#[test]
fn hexes_are_adjacent_to_their_six_neighbours() {
    let galaxy = board("24 25 26 27 28 29 0 0 0");
    let near: Vec<String> = galaxy.neighbours(at("101")).iter().map(SystemId::to_string).collect();
    assert_eq!(near, ["000", "102", "106", "201", "202"]);
    assert_eq!(galaxy.edges(at("101"))[0], (0, at("201")));
    assert_eq!(galaxy.edges(at("000")).len(), 6);
}

#[test]
fn hyperlanes_join_the_systems_at_their_ends_only() {
    // 83A joins edges 1 and 4, that is north-east and south-west; turned by two it runs north-south.
    let straight = board("83A2 25 26 27 28 29 0 0 0");
    assert!(straight.adjacent(at("201"), at("000")));
    assert!(!straight.adjacent(at("102"), at("106")));
    assert!(!straight.is_system(at("101")));
    let crosswise = board("83A0 25 26 27 28 29 0 0 0");
    assert!(!crosswise.adjacent(at("201"), at("000")));
    assert!(crosswise.adjacent(at("106"), at("202")) == crosswise.is_system(at("202")));
}

/// What the lanes of the printed set-ups bring together.
const TOGETHER: [(&str, &str); 4] = [
    ("5p-hyperlanes", "103-105 103-207 105-207 205-207 207-209 207-308 207-312 308-312"),
    ("7p", "202-212 202-301 212-301 301-303 301-317 301-403 301-423 403-423"),
    (
        "7p-alternate",
        "000-201 000-207 000-208 000-212 102-201 103-207 106-208 106-209 202-301 202-402 206-310 \
         206-412 210-419 210-420 211-420 303-402 308-412",
    ),
    (
        "8p-alternate",
        "000-201 000-202 000-206 000-207 000-208 000-212 103-202 103-203 106-208 106-209 204-407 \
         204-408 205-408 210-419 210-420 211-420",
    ),
];

#[test]
fn the_set_ups_hyperlanes_connect_what_they_should() {
    for (id, together) in TOGETHER {
        let map = random_map(SetupId::named(id), Sources::POK, &mut dice(1)).expect("dealt");
        let galaxy = Galaxy::new(&map, Sources::BASE);
        assert_symmetric(&galaxy);
        assert_eq!(groups(&galaxy).len(), 1, "{id} is in one piece");
        // Neighbours that share no edge, or that share one and are joined around it as well.
        let mut far = Vec::new();
        for &a in galaxy.systems() {
            let joined =
                galaxy.edges(a).iter().filter(|(edge, b)| a < *b && a.across(*edge) != Some(*b));
            far.extend(joined.map(|(_, b)| format!("{a}-{b}")));
        }
        far.sort_unstable();
        far.dedup();
        assert_eq!(far.join(" "), together, "{id}");
    }
}

#[test]
fn wormholes_of_one_kind_are_partners_and_laws_may_relink_them() {
    // Alpha in 26 and 39, beta in 25 and 40.
    let galaxy = board("26 25 39 40 0 0 0");
    let same = |a: Wormhole, b: Wormhole| a == b;
    assert_eq!(galaxy.wormhole_partners(at("101"), same), [at("103")]);
    assert_eq!(galaxy.wormhole_partners(at("101"), |_, _| false), []);
    let all = galaxy.wormhole_partners(at("101"), |_, _| true);
    assert_eq!(all, [at("102"), at("103"), at("104"), SystemId::NEXUS]);
    assert_eq!(galaxy.wormhole_partners(at("000"), |_, _| true), []);
}

#[test]
fn the_nexus_opens_to_more_wormholes_when_it_turns() {
    let mut galaxy = board("26 25 39 40 0 0 0");
    assert_eq!(galaxy.planets(SystemId::NEXUS), [PlanetId::named("mallice")]);
    assert_eq!(galaxy.adjacent_systems(SystemId::NEXUS), []);
    galaxy.turn_nexus(Face::Active);
    assert_eq!(
        galaxy.adjacent_systems(SystemId::NEXUS),
        [at("101"), at("102"), at("103"), at("104")]
    );
    let base = Galaxy::new(&parse_map_string("24 0 0 0").expect("legal"), Sources::BASE);
    assert!(!base.is_system(SystemId::NEXUS));
}

#[test]
fn creuss_live_behind_their_gate() {
    let mut galaxy = board("26 25 39 40 0 0 0");
    let home = galaxy.place_home(at("105"), TileId::named("51"));
    assert_eq!(home.to_string(), "creuss");
    assert_eq!(galaxy.tile(at("105")), TileId::by_slug("17"));
    assert_eq!(galaxy.system_of(PlanetId::named("creuss")), Some(home));
    assert_eq!(galaxy.adjacent_systems(home), [at("105")]);
    assert_eq!(galaxy.neighbours(home), []);
    assert_eq!(galaxy.homes().len(), 3);
    assert_eq!(format_map_string(&galaxy), "26 25 39 40 17 0 0");
    let again = parse_map_string(&format_map_string(&galaxy)).expect("a board in play is a map");
    assert_eq!(again.homes().next().and_then(|home| home.tile), TileId::by_slug("51"));
    let sol = galaxy.place_home(at("106"), TileId::named("1"));
    assert_eq!((sol, galaxy.planets(sol)), (at("106"), &[PlanetId::named("jord")][..]));
}

#[test]
fn tokens_bring_planets_wormholes_and_anomalies() {
    let mut galaxy = board("26 46 0 0 0");
    let mirage = PlanetId::named("mirage");
    galaxy.add_planet(at("102"), mirage);
    assert_eq!(
        (galaxy.planets(at("102")), galaxy.system_of(mirage)),
        (&[mirage][..], Some(at("102")))
    );
    galaxy.add_wormhole(at("102"), Wormhole::Alpha);
    assert!(galaxy.adjacent(at("101"), at("102")));
    assert_eq!(galaxy.wormhole_partners(at("102"), |a, b| a == b), [at("101")]);
    galaxy.add_anomaly(at("102"), Anomaly::GravityRift);
    let saved = serde_json::to_string(&galaxy).expect("saved");
    let mut loaded: Galaxy = serde_json::from_str(&saved).expect("loaded");
    assert_eq!(loaded, galaxy);
    assert_eq!(loaded.anomalies(at("102")), [Anomaly::GravityRift]);
    loaded.remove_planet(mirage);
    loaded.remove_wormhole(at("102"), Wormhole::Alpha);
    loaded.remove_anomaly(at("102"), Anomaly::GravityRift);
    assert_eq!(loaded, board("26 46 0 0 0"));
}

#[test]
fn the_fracture_is_a_chain_beside_the_board() {
    let mut galaxy = Galaxy::new(&preset("comp-aurora").map, Sources::ALL);
    assert_eq!(galaxy.tile(SystemId::CENTRE), TileId::by_slug("112"));
    galaxy.open_fracture();
    assert_eq!(galaxy.neighbours(at("fracture-1")), [at("fracture-2")]);
    assert_eq!(galaxy.neighbours(at("fracture-4")), [at("fracture-3"), at("fracture-5")]);
    assert_eq!(galaxy.neighbours(at("fracture-7")), [at("fracture-6")]);
}

// Random maps

/// Numbers for a seed, as the game's chance would give them.
fn dice(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(2_654_435_761);
    move |n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    }
}

fn assert_fair(setup: SetupId, sources: Sources, map: &MapString) {
    let printed = setup.get();
    let players = printed.players;
    assert_eq!(parse_map_string_for(&map.to_string(), players.into()).as_ref(), Ok(map));
    let galaxy = Galaxy::new(map, Sources::BASE);
    let dealt: Vec<&Tile> =
        galaxy.systems().iter().filter_map(|s| galaxy.tile(*s)).map(TileId::get).collect();
    for (back, each, centre) in [
        (
            TileBack::Blue,
            printed.dealt_per_player.blue,
            printed.speaker_places_next_to_mecatol.blue,
        ),
        (TileBack::Red, printed.dealt_per_player.red, printed.speaker_places_next_to_mecatol.red),
    ] {
        let count =
            dealt.iter().filter(|tile| tile.dealt_in_setup && tile.back == Some(back)).count();
        assert_eq!(count, usize::from(each * players + centre), "{setup}: {back} tiles");
    }
    assert!(sources.contains_all(Sources::of(dealt.iter().map(|tile| tile.source))));
    for &system in galaxy.systems() {
        for &other in galaxy.neighbours(system) {
            let both_anomalies =
                !galaxy.anomalies(system).is_empty() && !galaxy.anomalies(other).is_empty();
            assert!(!both_anomalies, "{setup}: anomalies at {system} and {other}");
            let same =
                galaxy.wormholes(system).iter().any(|kind| galaxy.wormholes(other).contains(kind));
            assert!(!same, "{setup}: the same wormhole at {system} and {other}");
        }
    }
}

#[test]
fn random_maps_are_legal_and_fair() {
    for setup in SetupId::all() {
        let mut worst = 0;
        for seed in 0..50 {
            let sources = if seed % 2 == 0 { Sources::POK } else { Sources::ALL };
            let map = random_map(setup, sources, &mut dice(seed)).expect("there are enough tiles");
            assert_fair(setup, sources, &map);
            let values = random::slice_values(setup, &map);
            let (low, high) = (values.iter().min().copied(), values.iter().max().copied());
            let (low, high) = (low.unwrap_or(0), high.unwrap_or(0));
            worst = worst.max(100 * (high - low) / high.max(1));
        }
        println!("{setup}: slices differ by at most {worst} %");
        assert!(worst <= 20, "{setup}: slices differ by {worst} %");
    }
}

#[test]
fn base_tiles_are_enough_for_the_base_set_ups() {
    for players in 3..=6 {
        let setup = setups_for(players, Sources::BASE)[0];
        for seed in 0..10 {
            let map = random_map(setup, Sources::BASE, &mut dice(seed)).expect("enough tiles");
            assert_fair(setup, Sources::BASE, &map);
        }
    }
    assert!(setups_for(7, Sources::BASE).is_empty());
    let error = random_map(SetupId::named("8p"), Sources::BASE, &mut dice(1)).expect_err("too few");
    assert_eq!(error, MapError::NotEnoughTiles { needed: 34, there: 20 });
}

#[test]
fn a_random_map_follows_from_the_numbers_drawn() {
    let deal =
        |seed| random_map(SetupId::named("6p"), Sources::POK, &mut dice(seed)).expect("dealt");
    assert_eq!(deal(7), deal(7));
    assert_ne!(deal(7), deal(8));
    let mut draws = 0;
    let mut counted = |n| {
        draws += 1;
        dice(7)(n)
    };
    random_map(SetupId::named("6p"), Sources::POK, &mut counted).expect("dealt");
    assert_eq!(draws, random::DRAWS);
}
