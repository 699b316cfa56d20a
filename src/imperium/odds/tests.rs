use super::here::{self, Asked};
use super::typed::{self, Question, TypedSide};
use super::*;
use crate::engine::Seat;
use crate::imperium::position::position;
use crate::imperium::state::{Place, State, SystemId};

const RECORD: &str = include_str!("../../../tests/whole_games/combat_odds.json");

fn side(units: &str) -> TypedSide {
    TypedSide { units: units.into(), ..TypedSide::default() }
}

fn typed(attacker: TypedSide, defender: TypedSide) -> Battle {
    let question = Question { theatre: None, sides: [attacker, defender] };
    typed::battle(&question).expect("a sensible question").battle
}

fn plain(attacker: &str, defender: &str) -> Odds {
    odds(&typed(side(attacker), side(defender))).expect("a sensible battle")
}

fn close(odds: &Odds, attacker: f64, draw: f64) {
    let told = format!("{} {} {}", odds.attacker, odds.draw, odds.defender);
    assert!((odds.attacker - attacker).abs() < 1e-12, "{told}, not {attacker}");
    assert!((odds.draw - draw).abs() < 1e-12, "{told}, draw {draw}");
    assert!((odds.attacker + odds.draw + odds.defender - 1.0).abs() < 1e-12, "{told}");
}

#[test]
fn all_battles_of_the_record_come_out_as_they_should() {
    let record: serde_json::Value = serde_json::from_str(RECORD).expect("JSON");
    let verdicts = record::judge(RECORD).expect("a record");
    assert_eq!(verdicts.len(), 30);
    let mut wrong = Vec::new();
    for (verdict, battle) in verdicts.iter().zip(record["battles"].as_array().expect("battles")) {
        if let Some(why) = &verdict.skipped {
            wrong.push(format!("{}: {why}", verdict.id));
            continue;
        }
        let exact = |who: &str| battle["exact"][who].as_f64().expect("a number");
        let told = [
            ("attacker", verdict.attacker),
            ("draw", verdict.draw),
            ("defender", verdict.defender),
        ];
        for (who, p) in told {
            if (p.unwrap_or(-1.0) - exact(who)).abs() > 1e-6 {
                wrong.push(format!("{}: {who} {p:?}, not {}", verdict.id, exact(who)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn two_fighters_are_a_series_of_rounds() {
    // One hits and not the other: 0.2 × 0.8; both: 0.04; neither: 0.64, and again.
    close(&plain("fighter", "fighter"), 4.0 / 9.0, 1.0 / 9.0);
}

#[test]
fn a_dreadnought_takes_two_hits() {
    // The cruiser alone hits in 0.16 of the 0.76 rounds in which something happens, twice in a row.
    let once = 0.16 / 0.76;
    close(&plain("cruiser", "dreadnought"), once * once, once * 0.24 / 0.76);
    let damaged = plain("cruiser", "damaged dreadnought");
    close(&damaged, once, 0.24 / 0.76);
    assert_eq!(plain("fighter", "2 dreadnoughts").numbers_left(1).len(), 2);
}

#[test]
fn equal_fleets_have_equal_odds() {
    for units in ["3 cruisers", "war sun, 2 fighters", "2 dreadnoughts, destroyer, 3 fighters"] {
        let odds = plain(units, units);
        assert!((odds.attacker - odds.defender).abs() < 1e-12, "{units}: {odds:?}");
        assert!((odds.losses[0].units - odds.losses[1].units).abs() < 1e-9, "{units}");
    }
}

#[test]
fn whoever_cannot_hit_draws_with_the_same() {
    let mut battle = typed(side("2 cruisers, dreadnought"), side("carrier"));
    for group in battle.sides.iter_mut().flat_map(|side| &mut side.groups) {
        group.combat = None;
    }
    close(&odds(&battle).expect("odds"), 0.0, 1.0);
    // Nor do modifiers that make hits impossible, and repairs that go on for ever.
    battle = typed(side("2 dreadnoughts"), side("2 dreadnoughts"));
    for side in &mut battle.sides {
        side.modifiers.push(Modifier::always(-20));
        side.powers.repairs = true;
        side.groups[0].damaged = 1;
    }
    close(&odds(&battle).expect("odds"), 0.0, 1.0);
    assert_eq!(odds_by_dice(&battle, 10, 1).expect("odds").draw, 1.0);
}

#[test]
fn who_stands_alone_has_won() {
    let mut battle = typed(side("2 cruisers"), side("fighter"));
    battle.sides[1].groups[0].count = 0;
    close(&odds(&battle).expect("odds"), 1.0, 0.0);
    battle.sides[0].groups[0].count = 0;
    close(&odds(&battle).expect("odds"), 0.0, 1.0);
}

#[test]
fn losses_are_what_is_not_left() {
    let odds = plain("2 cruisers, 3 fighters", "2 destroyers, carrier");
    for (side, units) in [(0, 5.0), (1, 3.0)] {
        let left: f64 =
            odds.numbers_left(side).iter().zip(1..).map(|(p, n)| p * f64::from(n)).sum();
        assert!((odds.losses[side].units + left - units).abs() < 1e-9, "{odds:?}");
        let won: f64 = odds.left[side].iter().map(|(_, p)| p).sum();
        assert!((won - odds.won(side)).abs() < 1e-12);
    }
    // A fighter costs half a resource.
    let fighters = plain("4 fighters", "war sun");
    assert!((fighters.losses[0].resources - fighters.losses[0].units / 2.0).abs() < 1e-9);
}

/// Battles of all sorts, the same ones each time.
fn sundry(n: u64) -> Battle {
    let mut state = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut pick = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let theatre = if pick(4) == 0 { Theatre::Ground } else { Theatre::Space };
    let kinds: &[&str] = match theatre {
        Theatre::Space => &["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "war sun"],
        Theatre::Ground => &["infantry", "infantry"],
    };
    let mut sides = [0, 1].map(|_| {
        let groups = 1 + pick(3);
        let units: Vec<String> = (0..groups)
            .map(|_| format!("{} {}", 1 + pick(3), kinds[pick(kinds.len() as u64) as usize]))
            .collect();
        TypedSide { sustain_late: pick(3) == 0, ..side(&units.join(", ")) }
    });
    if theatre == Theatre::Ground {
        sides[0].units.push_str(", 2 dreadnoughts");
        sides[1].units.push_str(if pick(2) == 0 { ", pds" } else { "" });
    }
    let question = Question { theatre: Some(theatre), sides };
    let mut battle = typed::battle(&question).expect("a sensible question").battle;
    for side in 0..2 {
        let add = pick(4) as i8 - 1;
        if pick(2) == 0 {
            battle.sides[side].modifiers.push(Modifier::in_rounds(add, pick(3) as u8));
        }
        let kind = battle.sides[side].groups[0].kind;
        let powers = &mut battle.sides[side].powers;
        match pick(12) {
            0 => powers.rerolls = 1,
            1 => powers.repairs = true,
            2 => powers.sustain_worth = 2,
            3 => powers.direct_hits = 1,
            4 => powers.shields = 1,
            5 => powers.forbids_sustain = Some(kind),
            6 => powers.strikes_back = Some(UnitKind::Dreadnought),
            7 => powers.dooms = Some(kind),
            8 => powers.aims = Some((None, vec![kind])),
            9 => powers.answers = true,
            10 => powers.harrows = theatre == Theatre::Ground && side == 0,
            _ => powers.mends = Some(UnitKind::WarSun),
        }
    }
    battle
}

#[test]
fn calculation_and_dice_agree() {
    const RUNS: u32 = 4_000;
    for n in 0..60 {
        let battle = sundry(n);
        let exact = odds(&battle).expect("odds");
        assert_eq!(exact.by, By::Calculation);
        let all = exact.attacker + exact.draw + exact.defender;
        assert!((all - 1.0).abs() < 1e-9, "{n}: {all}");
        let fought = simulate(&battle, RUNS, n).expect("a simulation");
        for (ends, p) in fought.ends.into_iter().zip([exact.attacker, exact.draw, exact.defender]) {
            let share = f64::from(ends) / f64::from(RUNS);
            let slack = 4.0 * (p * (1.0 - p) / f64::from(RUNS)).sqrt() + 4.0 / f64::from(RUNS);
            assert!((share - p).abs() < slack, "{n}: {share}, exactly {p}: {battle:?}");
        }
    }
}

#[test]
fn what_is_too_large_is_fought_with_dice_and_says_so() {
    let kinds = "99 fighters, 99 destroyers, 99 cruisers, 99 carriers, 99 dreadnoughts";
    let battle = typed(side(kinds), side(kinds));
    let field = army::Field::new(&battle);
    assert!(rounds::fight(&field, &vec![(field.armies(), 1.0)]).is_none());
    let odds =
        odds_by_dice(&typed(side("2 cruisers"), side("2 cruisers")), 2_000, 7).expect("odds");
    let By::Simulation { battles: 2_000, error } = odds.by else { panic!("{:?}", odds.by) };
    assert!(error > 0.01 && error < 0.03, "{error}");
    assert!(in_words(&odds, ["a", "b"]).contains("2000 battles with dice"));
}

#[test]
fn questions_that_make_no_sense_are_told_what_would() {
    let asks = |attacker: TypedSide, defender: TypedSide, theatre: Option<Theatre>| {
        let question = Question { theatre, sides: [attacker, defender] };
        match typed::battle(&question) {
            Ok(typed) => panic!("{question:?}: {typed:?}"),
            Err(why) => why,
        }
    };
    let says = |units: &str, words: &str| {
        let why = asks(side(units), side("cruiser"), None);
        assert!(why.starts_with("the attacker: ") && why.contains(words), "{units}: {why}");
    };
    says("", "write units like");
    says("2 starships", "`2 starships` is no unit");
    says("-3 cruisers", "from 1 to 99");
    says("0 cruisers", "from 1 to 99");
    says("99999999999999999999 cruisers", "from 1 to 99");
    says("60 cruisers, 60 cruisers", "at most 99");
    says("2.5 cruisers", "from 1 to 99");
    says("damaged cruiser", "cannot be damaged");
    says("flagship", "name the faction");
    says("3 infantry", "infantry take no part in a space combat");
    says("space dock, cruiser", "take no part");
    says("pds", "nobody fights");
    let space = Some(Theatre::Space);
    assert!(asks(side("3 infantry"), side("2 infantry"), space).contains("theatre `ground`"));
    let ground = Some(Theatre::Ground);
    assert!(asks(side("3 cruisers"), side("2 infantry"), ground).contains("ground forces"));
    let with = |cards: &str| TypedSide { cards: Some(cards.into()), ..side("cruiser") };
    assert!(asks(with("warp drive"), side("cruiser"), None).contains("not known"));
    assert!(asks(with("gravity drive"), side("cruiser"), None).contains("changes nothing"));
    assert!(asks(with("direct hit x500"), side("cruiser"), None).contains("from 1 to 20"));
    assert!(asks(with("bunker"), side("cruiser"), None).contains("belongs to ground combats"));
    let of = |faction: &str| TypedSide { faction: Some(faction.into()), ..side("cruiser") };
    assert!(asks(of("Klingons"), side("cruiser"), None).contains("there are"));
    assert!(asks(of("nomad"), side("cruiser"), None).contains("not counted yet"));
}

#[test]
fn typed_factions_technologies_and_cards_count() {
    let norr = TypedSide { faction: Some("N'orr".into()), ..side("2 cruisers") };
    let better = odds(&typed(norr, side("2 cruisers"))).expect("odds");
    assert!(better.attacker > plain("2 cruisers", "2 cruisers").attacker + 0.05);
    let upgraded = TypedSide { cards: Some("cruiser II".into()), ..side("2 cruisers") };
    let upgraded = odds(&typed(upgraded, side("2 cruisers"))).expect("odds");
    assert_eq!(upgraded, plain("2 cruisers II", "2 cruisers"));
    let late = TypedSide { losses: Some("cruiser".into()), ..side("cruiser, 2 fighters") };
    let battle = typed(late, side("cruiser"));
    assert_eq!(battle.sides[0].policy.destroy_order, [UnitKind::Cruiser, UnitKind::Fighter]);
}

#[test]
fn damaged_files_are_told_what_is_wrong() {
    let why = record::judge("[1, 2").unwrap_err();
    assert!(why.contains("no file of battles"), "{why}");
    let why = record::judge(r#"{"battles": [{"id": "X"}]}"#).unwrap_err();
    assert!(why.contains("theatre"), "{why}");
    let changed = RECORD.replacen(r#""cruiser": 2"#, r#""cruiser": -2"#, 1);
    assert_ne!(changed, RECORD);
    let verdicts = record::judge(&changed).expect("a record");
    assert!(verdicts[0].skipped.as_ref().is_some_and(|why| why.contains("from 0 to 99")));
}

fn arena(lines: &str) -> State {
    position(&format!("players norr, hacan\ntile 205 = 42\n{lines}")).expect("a position")
}

fn system() -> SystemId {
    SystemId::by_label("205").expect("a system")
}

#[test]
fn a_position_counts_upgrades_abilities_and_anomalies() {
    let state = arena(
        "space 205: norr 2 cruisers, flagship; hacan damaged dreadnought, 2 fighters
tech norr: assault-cannon, cruiser-ii",
    );
    let met = here::meeting(&state, system(), Asked::default()).expect("two fleets");
    assert_eq!((met.place, met.sides), (Place::Space(system()), [Seat(0), Seat(1)]));
    assert_eq!(met.counted[0], ["Assault Cannon"]);
    let [norr, hacan] = &met.battle.sides;
    let cruisers = norr.groups.iter().find(|group| group.kind == UnitKind::Cruiser);
    let cruisers = cruisers.expect("cruisers");
    assert_eq!((cruisers.combat.map(|attack| attack.value), cruisers.add), (Some(6), 1));
    let flagship = Some((0, UnitKind::Flagship));
    let bonus =
        Modifier { of: Some(UnitKind::Cruiser), while_lives: flagship, ..Modifier::always(1) };
    assert_eq!(norr.modifiers, [bonus]);
    // Tile 42 is a nebula.
    let defending: Vec<i8> =
        hacan.groups.iter().filter(|group| group.fights).map(|group| group.add).collect();
    assert_eq!(defending, [1, 1]);
    assert!(hacan.groups.iter().any(|group| group.damaged == 1));
}

#[test]
fn an_attack_that_would_be_made_is_judged_with_the_askers_own_units() {
    let state = arena("space 205: hacan 2 cruisers\ntech norr: dreadnought-ii");
    let asked = Asked { by: Some(Seat(0)), ..Asked::default() };
    let why = here::meeting(&state, system(), asked).unwrap_err();
    assert!(why.contains("only «1» has ships there") && why.contains("attacker:"), "{why}");
    let with = Asked { with: Some("2 dreadnoughts, 3 fighters"), ..asked };
    let met = here::meeting(&state, system(), with).expect("a battle");
    assert_eq!(met.sides, [Seat(0), Seat(1)]);
    assert!(met.battle.sides[0].groups.iter().any(|group| group.immune), "upgraded ones");
    for (units, words) in
        [("3 war suns", "cannot have"), ("4 infantry", "no two sides meet"), ("200 cruisers", "99")]
    {
        let why = here::meeting(&state, system(), Asked { with: Some(units), ..asked });
        let why = why.unwrap_err();
        assert!(why.contains(words), "{units}: {why}");
    }
}

#[test]
fn hands_change_nothing() {
    let bare = arena("space 205: norr 2 cruisers; hacan 2 cruisers");
    let armed = arena(
        "space 205: norr 2 cruisers; hacan 2 cruisers
hand hacan: direct-hit, morale-boost\nhand norr: fighter-prototype",
    );
    let [bare, armed] =
        [bare, armed].map(|state| here::meeting(&state, system(), Asked::default()));
    assert_eq!(bare, armed);
}
