use super::super::data::{EventKind, house};
use super::*;

const HOUSE: &str = include_str!("../../../assets/inscription/house.toml");
const B: &str = include_str!("../../../assets/inscription/sheets-b.toml");

/// The error of a house pack in which `old` was replaced by `new`.
fn broken(old: &str, new: &str) -> String {
    let swap = |text: &str| text.replacen(old, new, 1);
    assert!(HOUSE.contains(old) || B.contains(old), "{old}");
    let (house, b) = (swap(HOUSE), swap(B));
    pack(&[("cards.toml", &house), ("sheets.toml", &b)]).map(|_| ()).expect_err("it is broken")
}

#[test]
fn the_house_pack_has_all_its_cards() {
    let pack = house();
    assert_eq!(pack.events.len(), 25);
    assert_eq!(pack.factions.len(), 24);
    assert_eq!(pack.relics.len(), 16);
    assert_eq!(pack.agendas.len(), 12);
    assert_eq!(pack.objectives.iter().map(Vec::len).sum::<usize>(), 12);
    let strategy = pack.events.iter().filter(|e| matches!(e.kind, EventKind::Strategy(_)));
    assert_eq!(strategy.count(), 14);
    assert_eq!(pack.footer, "house");
}

#[test]
fn a_broken_pack_names_the_line_and_the_field() {
    for (old, new, wanted) in [
        ("version = 2", "version = \"one\"", "cards.toml, line 6: version: a whole number"),
        (
            "black = \"MMMIIR\"",
            "black = \"MMMIIX\"",
            "dice.black: `MMMIIX` is no row of M, I and R",
        ),
        (
            "[\"a1\",3,1,\"planet\"]",
            "[\"a1\",3,1,\"planett\"]",
            "nav.B.systems[2][4]: `planett` is no asset",
        ),
        (
            "\"H-a1\",\"H-a2\",\"H-c0\"",
            "\"H-a1\",\"H-zz\",\"H-c0\"",
            "nav.B.edges[2]: `H-zz` is no hyperlane",
        ),
        ("ability = \"deploy infantry 2\"", "ability = \"deploy tank 2\"", "there is no such unit"),
        ("effect = \"explore 3\"", "effect = \"explode 3\"", "relics.lantern_of_the_deep.effect"),
        (
            "grid=[\"MI\",\"IM\"]",
            "grid=[\"MI\",\"IMR\"]",
            "exp.B.planets[1].grid[2]: 2 icons are due",
        ),
        ("\"0,1 com:b\"", "\"1,0 com:b\"", "ind.B.cells[2]: there is a space here already"),
        ("\"-1,2 spec:b\"", "\"-1,2 spec:q\"", "ind.B.cells[10]"),
        ("right = [\"V...\",", "right = [\"V..\",", "war.B.left: row `V..` is not 4 nodes wide"),
        ("\"k0-MR\",", "", "no way leads to MR"),
        ("goal = \"docks 3\"", "goal = \"dock 3\"", "objectives.exp[2].goal"),
        ("title = \"Even Sky\"", "titel = \"Even Sky\"", "nav.B.titel: no such field"),
        ("star = true", "star = 1", "agendas.II_1.star"),
        ("[dice]", "[dice", "cards.toml, line "),
    ] {
        let why = broken(old, new);
        assert!(why.contains(wanted), "{why} does not say `{wanted}`");
        assert!(why.contains(", line "), "{why}");
    }
}
