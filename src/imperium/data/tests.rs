use super::files::Files;
use super::*;
use std::collections::BTreeMap;

fn refused(file: &str, from: &str, to: &str) -> DataError {
    let mut files = Files::built_in();
    files.edit(file, from, to);
    Catalogue::from_files(&files).expect_err("the broken reference is accepted")
}

#[test]
fn the_printed_facts_load() {
    let catalogue = Catalogue::load().expect("the facts built into the program are consistent");
    assert_eq!(catalogue.tiles.rows().len(), 136);
    assert_eq!(catalogue.units.rows().len(), 117);
    assert_eq!(catalogue.factions.rows().len(), 31);
    assert_eq!(catalogue.abilities.rows().len(), 73);
}

#[test]
fn a_reference_to_nothing_is_refused_with_file_row_and_name() {
    let error = refused("planets", r#""tile": "1""#, r#""tile": "no-such-tile""#);
    assert_eq!(
        error.to_string(),
        "planets.json, row `jord`: there is no system tile `no-such-tile`"
    );
    let error = refused("factions", r#""bioplasmosis""#, r#""bioplasmose""#);
    assert_eq!(
        error.to_string(),
        "factions.json, row `arborec`: there is no technology `bioplasmose`"
    );
    let error = refused("attachments", "exploration:dyson-sphere", "exploration:dyson-sfere");
    assert!(error.to_string().contains("there is no exploration card `dyson-sfere`"), "{error}");
}

#[test]
fn two_ends_of_a_reference_must_agree() {
    let error = refused("planets", r#""tile": "1""#, r#""tile": "2""#);
    assert_eq!(error.to_string(), "planets.json, row `jord`: its tile does not list it");
    let error = refused(
        "strategy_cards",
        r#""id": "leadership","#,
        r#""id": "leadership", "replaces": "leadership","#,
    );
    assert!(error.problem.contains("replaces itself"), "{error}");
}

#[test]
fn unknown_words_fields_and_repeated_ids_are_refused() {
    assert_eq!(refused("tiles", r#""gravity-rift""#, r#""gravity-drift""#).file, "tiles.json");
    assert!(
        refused("relics", r#""also_agenda""#, r#""also_an_agenda""#)
            .problem
            .contains("also_an_agenda")
    );
    let error = refused("relics", r#""id": "maw-of-worlds""#, r#""id": "dominus-orb""#);
    assert_eq!(error.to_string(), "relics.json, row `dominus-orb`: the id is used twice");
}

#[test]
fn ids_read_and_write_as_slugs() {
    let tech = TechId::named("gravity-drive");
    assert_eq!((tech.slug(), tech.name(), tech.get().id), ("gravity-drive", "Gravity Drive", tech));
    assert_eq!(format!("{tech} {tech:?}"), "gravity-drive gravity-drive");
    let json = serde_json::to_string(&BTreeMap::from([(tech, 1)])).expect("ids are strings");
    assert_eq!(json, r#"{"gravity-drive":1}"#);
    assert_eq!(
        serde_json::from_str::<BTreeMap<TechId, i32>>(&json).expect("and back"),
        BTreeMap::from([(tech, 1)])
    );
    assert!(serde_json::from_str::<TechId>("\"gravity-dive\"").is_err());
    assert!(TechId::all().all(|id| TechId::by_slug(id.slug()) == Some(id)));
}

#[test]
fn decks_have_their_published_sizes() {
    let cards = |sources| {
        ActionCardId::in_play(sources).map(|id| usize::from(id.get().copies)).sum::<usize>()
    };
    assert_eq!(cards(Sources::BASE), 80);
    assert_eq!(cards(Sources::BASE.with(Source::Pok)), 100);
    assert_eq!(cards(Sources::POK), 120);
    assert_eq!(cards(Sources::ALL), 140);
    assert_eq!(AgendaId::in_play(Sources::BASE).count(), 50);
    assert_eq!(AgendaId::in_play(Sources::POK).count(), 50);
    assert_eq!(SecretId::in_play(Sources::ALL).count(), 40);
    assert_eq!(PublicId::in_play(Sources::BASE).count(), 20);
    for sources in [Sources::BASE, Sources::POK, Sources::ALL] {
        let mut initiatives: Vec<u8> =
            StrategyId::in_play(sources).map(|id| id.get().initiative).collect();
        initiatives.sort_unstable();
        assert_eq!(initiatives, [1, 2, 3, 4, 5, 6, 7, 8]);
        let generic = TechId::in_play(sources).filter(|id| id.get().faction.is_none()).count();
        assert_eq!(generic, if sources == Sources::BASE { 25 } else { 33 });
    }
}

#[test]
fn a_later_version_replaces_all_before_it() {
    let x89 = TechId::named("x-89-bacterial-weapon");
    let newest = TechId::named("x-89-bacterial-weapon-omega-omega");
    assert_eq!(x89.current(Sources::BASE), x89);
    assert_eq!(
        x89.current(Sources::BASE.with(Source::Codex1)).slug(),
        "x-89-bacterial-weapon-omega"
    );
    // Without the version between them.
    let skipping = Sources::BASE.with(Source::Codex4);
    assert_eq!(x89.current(skipping), newest);
    assert!(newest.is_in_play(skipping) && !x89.is_in_play(skipping));
    let rex = TileId::named("18");
    assert_eq!((rex.current(Sources::POK).slug(), rex.current(Sources::ALL).slug()), ("18", "112"));
    assert!(!TileId::named("c41").is_in_play(Sources::ALL));
    let keleres = FactionId::named("council-keleres").get();
    assert!(keleres.technologies(Sources::ALL).contains(&TechId::named("executive-order")));
    assert!(keleres.technologies(Sources::POK).contains(&TechId::named("iihq-modernization")));
}

#[test]
fn units_have_their_printed_numbers() {
    let carrier = UnitId::named("carrier-i").get();
    assert_eq!((carrier.cost, carrier.movement, carrier.capacity), (Some(3), Some(1), 4));
    assert_eq!(carrier.combat, Some(Attack { value: 9, dice: 1 }));
    assert_eq!(UnitId::named("fighter-i").get().units_per_cost, 2);
    let pds = UnitId::named("pds-ii").get();
    assert_eq!(
        pds.space_cannon,
        Some(SpaceCannon { attack: Attack { value: 5, dice: 1 }, range: 1 })
    );
    assert_eq!(
        UnitId::named("space-dock-i").get().production,
        Some(Production::PlanetResourcesPlus(2))
    );
    assert!(UnitId::named("salai-sai-corian").get().has_variable_dice());
    assert_eq!(UnitId::all().filter(|id| id.get().has_variable_dice()).count(), 1);
    let plastic: u32 = UnitKind::ALL.iter().map(|kind| u32::from(kind.limit())).sum();
    assert_eq!(plastic, 63);
}

#[test]
fn unit_names_are_read_as_players_write_them() {
    for kind in UnitKind::ALL {
        for text in [kind.name(), kind.plural(), kind.slug(), &kind.name().to_uppercase()] {
            assert_eq!(UnitKind::parse(text), Some(kind), "{text}");
        }
        assert_eq!(
            1,
            usize::from(kind.is_ship())
                + usize::from(kind.is_ground_force())
                + usize::from(kind.is_structure())
        );
    }
    assert_eq!(UnitKind::parse("Dread"), Some(UnitKind::Dreadnought));
    assert_eq!(UnitKind::parse("frigate"), None);
    assert_eq!(
        (UnitKind::WarSun.label(1), UnitKind::WarSun.label(2)),
        ("1 war sun".into(), "2 war suns".into())
    );
}

#[test]
fn factions_resolve_to_what_they_own() {
    let sol = FactionId::named("federation-of-sol").get();
    assert_eq!(sol.home_tile, Some(TileId::named("1")));
    assert_eq!(sol.home_planets, [PlanetId::named("jord")]);
    assert_eq!(sol.starting_units_of(UnitKind::Carrier), 2);
    assert!(sol.starting_units.is_sorted());
    assert_eq!(FactionId::in_play(Sources::BASE).filter(|id| id.get().selectable).count(), 17);
    assert_eq!(FactionId::all().filter(|id| id.get().selectable).count(), 30);
}
