//! Views to draw in tests.

use super::*;

pub fn names() -> Names {
    let players = [
        "Katharina",
        "Ødegård",
        "Дмитрий",
        "MoonLanding42",
        "Nguyễn Văn",
        "Ángel Pérez",
        "Bob",
        "Ζωή",
    ];
    Names::new("Pax Magnifica", players.map(String::from))
}

/// Six players in the middle of a game, with a contested centre.
pub fn crowded() -> View {
    let mut view = View::of(&crowded_state(), None);
    view.activated = crate::imperium::view::SystemId::by_label("000");
    view
}

pub fn crowded_state() -> crate::imperium::state::State {
    let mut state = at(CROWDED);
    state.custodians = false;
    state
}

const CROWDED: &str = "
players sol, hacan, jol-nar, letnev, yin, xxcha
start
round 4
space 000: sol 2 dreadnoughts, carrier, 4 fighters; letnev flagship, 3 damaged cruisers, 2 destroyers
planet mecatol-rex: sol 3 infantry, mech, space dock, 2 pds
space 101: sol carrier, 3 fighters
space 201: hacan war sun, 2 damaged dreadnoughts, carrier, 3 cruisers, 2 destroyers, 6 fighters
planet quann: hacan 2 infantry, pds
space 102: jol-nar cruiser; hacan destroyer; yin 2 cruisers
planet vefut-ii: jol-nar 2 infantry
planet lodor: hacan infantry
planet arnor: xxcha 1 infantry
planet lor: xxcha 12 infantry, mech, space dock, pds
planet tarmann: letnev infantry
planet thibah: jol-nar 2 infantry, space dock
space 103: jol-nar dreadnought, carrier, 2 fighters
space 314: yin 2 destroyers
space 308: sol 2 cruisers; jol-nar 3 destroyers; hacan carrier, fighter; letnev dreadnought; yin cruiser
planet bereg: xxcha 1 infantry
planet lirta-iv: xxcha infantry; yin 2 infantry
control abyz: hacan
control fria: hacan
exhausted abyz, quann, jord, mecatol-rex
token sol: 000, 101
token hacan: 201, 000, 308
token jol-nar: 103, 308
token letnev: 000
token yin: 308, 102
token xxcha: 212
tokens sol: 2 5 3
tokens hacan: 0 4 4
goods sol: 5 2
goods hacan: 14 6
tech sol: gravity-drive, sarween-tools, carrier-ii, spec-ops-ii, dacxive-animators, hyper-metabolism, ai-development-algorithm
tech hacan: gravity-drive, fleet-logistics, war-sun, cruiser-ii, dreadnought-ii, destroyer-ii, plasma-scoring, magen-defense-grid
points sol: 6
points hacan: 7
points jol-nar: 4
points letnev: 3
points yin: 7
objective corner-the-market: sol, hacan, yin
objective develop-weaponry: hacan
objective diversify-research: sol, jol-nar, yin, xxcha
objective erect-a-monument: yin
objective expand-borders:
objective conquer-the-weak: hacan
objective subdue-the-galaxy:
law fleet-regulations: for
law shared-research: for
passed letnev
speaker yin
active jol-nar
";

/// The crowded board after a battle in the centre, in the fourth round.
pub fn fought() -> View {
    use crate::imperium::view::{Roll, RolledDie};
    let mut view = crowded();
    view.visited = view.activated;
    let die = |kind, value: u8, add: i32, shows: u8| {
        let hits = u8::from(i32::from(shows) + add >= i32::from(value));
        RolledDie { kind, value, add, shows, hits }
    };
    let roll = |seat: u8, what: &str, dice: Vec<RolledDie>| Roll {
        seat: Seat(seat),
        what: what.into(),
        dice,
    };
    let barrage = "anti-fighter barrage, space combat in 000";
    let combat = "space combat in 000, combat round 1";
    let fighters = (0..9).map(|i| die(UnitKind::Fighter, 9, 0, 1 + i * 7 % 10));
    let dreadnoughts = [die(UnitKind::Dreadnought, 5, 0, 8), die(UnitKind::Dreadnought, 5, 0, 3)];
    view.rolls = vec![
        roll(3, barrage, [2, 9, 9, 10].map(|n| die(UnitKind::Destroyer, 9, 0, n)).into()),
        roll(
            3,
            combat,
            vec![
                die(UnitKind::Flagship, 5, 0, 10),
                die(UnitKind::Flagship, 5, 0, 4),
                die(UnitKind::Cruiser, 7, 1, 6),
                die(UnitKind::Cruiser, 7, 1, 1),
                die(UnitKind::Cruiser, 7, -1, 7),
            ],
        ),
        roll(0, combat, dreadnoughts.into_iter().chain(fighters).collect()),
    ];
    view.course = vec![vec![1, 1, 0, 0, 1, 0], vec![3, 4, 2, 1, 3, 0], vec![5, 7, 3, 3, 7, 1]];
    view
}

/// The centre before and after the battle of [`fought`]: Sol's fleet is gone, Letnev has landed.
pub fn landed() -> (View, View) {
    let (mut before, mut after) = (fought(), fought());
    let centre = |view: &View| {
        view.systems.iter().position(|system| system.id == SystemId(0)).expect("a centre")
    };
    let at = centre(&before);
    let letnev = Seat(3);
    // They came from the north.
    let (ships, rest) =
        before.systems[at].space.iter().copied().partition::<Vec<_>, _>(|s| s.owner == letnev);
    before.systems[at].space = rest;
    let north = before.systems.iter().position(|system| system.id == SystemId(1)).expect("101");
    before.systems[north].space.extend(ships);
    after.systems[at].space.retain(|stack| stack.owner == letnev);
    let planet = &mut after.systems[at].planets[0];
    planet.owner = Some(letnev);
    planet.units =
        vec![Stack { owner: letnev, kind: UnitKind::Infantry, damaged: false, count: 2 }];
    (before, after)
}

/// What might come of a battle between two of the players.
pub fn figures() -> Odds {
    Odds {
        title: "Space combat in 000".into(),
        sides: [Seat(3), Seat(0)],
        left: [
            vec![0.06, 0.11, 0.16, 0.14, 0.08, 0.03, 0.01],
            vec![0.09, 0.1, 0.08, 0.05, 0.025, 0.01, 0.004, 0.001],
        ],
        draw: 0.05,
    }
}

pub fn with_hand() -> View {
    let mut state = at(CROWDED);
    for (i, player) in state.players.iter_mut().enumerate().take(1) {
        player.hand = ActionCardId::in_play(Sources::BASE).skip(i * 5).take(5).collect();
        player.hand.push(player.hand[0]);
        player.secrets = SecretId::in_play(Sources::BASE).take(3).collect();
    }
    View::of(&state, Some(Seat(0)))
}

/// The first preset map for so many, with everybody's starting units.
pub fn preset(players: usize) -> View {
    use crate::imperium::state::galaxy::presets;
    let factions = ["sol", "hacan", "jol-nar", "letnev", "yin", "xxcha", "muaat", "creuss"];
    let preset = presets().iter().rev().find(|preset| usize::from(preset.players) == players);
    let map = preset.map_or(String::new(), |preset| preset.map.to_string());
    View::of(
        &at(&format!(
            "players {}\nsources base, pok\nmap {map}\nstart",
            factions[8 - players..].join(", ")
        )),
        None,
    )
}

/// Every tile, planet and sign there is, for the palette and for looking.
pub fn sheet() -> List {
    let blank = View::of(&at("players sol, hacan"), None);
    let scene = scene::scene(&tiles_of(&blank), &names());
    let mut list = layout::board::contact_sheet(&scene);
    let top = list.height as f32;
    list.height += 560;
    signs(&mut list, top + 10.0);
    list
}

/// The view with one system for every tile.
pub fn tiles_of(view: &View) -> View {
    let mut view = view.clone();
    let model = view.systems[0].clone();
    view.systems = TileId::all()
        .filter(|tile| tile.get().kind != TileKind::Hyperlane)
        .enumerate()
        .map(|(i, tile)| {
            let mut system = model.clone();
            let printed = tile.get();
            system.tile = Some(tile);
            system.axial = ((i % 14) as i8, (i / 14) as i8);
            system.wormholes = printed.wormholes.clone();
            system.anomalies = printed.anomalies.clone();
            system.space = Vec::<Stack>::new();
            system.tokens = Vec::new();
            system.planets = printed
                .planets
                .iter()
                .enumerate()
                .map(|(at, id)| crate::imperium::view::PlanetView {
                    id: *id,
                    resources: id.get().resources,
                    influence: id.get().influence,
                    owner: (i % 4 == 3).then_some(Seat(((i + at) % 8) as u8)),
                    exhausted: i % 8 == 7,
                    units: Vec::new(),
                })
                .collect();
            system
        })
        .collect();
    view
}

pub fn signs(list: &mut List, top: f32) {
    for owner in 0..8u8 {
        let y = top + 30.0 + f32::from(owner) * 62.0;
        list.put(10.0, y - 28.0, Sprite::Plate { owner, width: 620, height: 56 });
        for (i, kind) in UnitKind::ALL.into_iter().enumerate() {
            list.put(50.0 + i as f32 * 54.0, y, Sprite::Unit { kind, owner, size: 42 });
        }
        list.emblem(670.0, y, 44.0, owner);
        list.put(730.0, y, Sprite::Shield { owner, size: 40 });
        let fill = LIVERIES[usize::from(owner)].fill;
        list.panel((770.0, y - 24.0, 400.0, 46.0), PanelLook::Header(fill));
        list.put(1220.0, y, Sprite::Resources { value: owner, size: 30, spent: owner > 3 });
        list.put(1270.0, y, Sprite::Influence { value: owner, size: 30, spent: owner > 3 });
        list.put(1320.0, y, Sprite::Damage { count: (owner + 1).into(), size: 34 });
        list.put(1370.0, y, Sprite::Count { count: u16::from(owner) * 4 + 2, size: 30 });
    }
    for (i, kind) in Trait::ALL.into_iter().enumerate() {
        list.put(
            1440.0,
            top + 40.0 + i as f32 * 60.0,
            Sprite::TraitMark { planet: kind, size: 40 },
        );
    }
    for (i, colour) in Colour::ALL.into_iter().enumerate() {
        let y = top + 40.0 + i as f32 * 60.0;
        list.put(1500.0, y, Sprite::Specialty { colour, size: 40 });
        list.icon(1560.0, y, 40.0, Icon::Technology(colour), theme::WHITE);
    }
    let icons = [
        Icon::Tactic,
        Icon::Fleet,
        Icon::Strategy,
        Icon::TradeGood,
        Icon::Commodity,
        Icon::ActionCard,
        Icon::Secret,
        Icon::Note,
        Icon::Planet,
        Icon::Speaker,
        Icon::Active,
        Icon::Passed,
        Icon::Law,
        Icon::Custodians,
        Icon::Legend,
        Icon::Done,
        Icon::Open,
        Icon::Ship,
    ];
    for (i, icon) in icons.into_iter().enumerate() {
        let (x, y) = (1620.0 + (i % 6) as f32 * 60.0, top + 40.0 + (i / 6) as f32 * 60.0);
        list.icon(x, y, 44.0, icon, Rgb::hex(0xFFC928));
    }
    for (i, kind) in Wormhole::ALL.into_iter().enumerate() {
        list.put(2060.0 + i as f32 * 130.0, top + 70.0, Sprite::Vortex { kind, radius: 54 });
    }
    for initiative in 1..=8u8 {
        let colour = theme::strategy(initiative);
        let (column, row) = (f32::from((initiative - 1) % 4), f32::from((initiative - 1) / 4));
        let (x, y) = (2060.0 + column * 130.0, top + 160.0 + row * 70.0);
        list.panel(
            (x, y, 120.0, 60.0),
            PanelLook::Chip { fill: colour.darker(45), border: colour.lighter(18) },
        );
        list.panel(
            (2060.0 + column * 70.0, y + 150.0, 60.0, 60.0),
            PanelLook::Chip { fill: colour.darker(20), border: colour.lighter(30) },
        );
    }
    list.panel((1640.0, top + 220.0, 380.0, 240.0), PanelLook::Glass);
    list.panel(
        (2360.0, top + 340.0, 120.0, 60.0),
        PanelLook::Chip { fill: theme::GOLD.darker(72), border: theme::GOLD },
    );
    list.put(
        1510.0,
        top + 410.0,
        Sprite::Lanes { pairs: vec![(0, 3), (1, 5), (2, 4)], radius: 120 },
    );
}

/// A centre and two neighbours, for the golden layout.
pub const SMALL: &str = "
players sol, hacan
space 000: sol 2 cruisers, damaged dreadnought; hacan carrier, 12 fighters
planet mecatol-rex: hacan 3 infantry, mech
token sol: 000
tile 101 = 26
tile 102 = 42
tile 103 = 41
tile 104 = 35
tile 105 = 19
tile 106 = 45
";

/// More than can be: every player everywhere, a hundred units in a system, names without end.
pub fn overfull() -> View {
    let mut view = preset(8);
    view.activated = Some(view.systems[3].id);
    view.goal = 14;
    let owners = view.players.len() as u8;
    for (i, system) in view.systems.iter_mut().enumerate() {
        let fleets = i as u8 % (owners + 1);
        let kinds = 1 + i % UnitKind::ALL.len();
        let stack = |owner: u8, kind: UnitKind, i: usize| Stack {
            owner: Seat(owner),
            kind,
            damaged: i.is_multiple_of(3),
            count: 1 + (i * 7 % 13) as u8,
        };
        system.tokens = (0..fleets).map(Seat).collect();
        system.space = (0..fleets)
            .flat_map(|owner| {
                UnitKind::ALL
                    .into_iter()
                    .take(kinds)
                    .enumerate()
                    .map(move |(k, kind)| stack(owner, kind, i + k))
            })
            .collect();
        for (p, planet) in system.planets.iter_mut().enumerate() {
            let owner = (i + p) as u8 % owners;
            planet.owner = Some(Seat(owner));
            planet.exhausted = i.is_multiple_of(2);
            let ground = [UnitKind::Infantry, UnitKind::Mech, UnitKind::SpaceDock, UnitKind::Pds];
            planet.units =
                ground.into_iter().take(i % 5).map(|kind| stack(owner, kind, i)).collect();
            if i.is_multiple_of(4) {
                planet.units.push(stack((owner + 1) % owners, UnitKind::Infantry, i));
            }
        }
    }
    for (i, player) in view.players.iter_mut().enumerate() {
        player.points = 14 + i as i32 % 2;
        player.technologies = TechId::all().take(6 * i).collect();
        player.scored_secrets = SecretId::all().take(i).collect();
        (player.trade_goods, player.action_cards) = (120, 99);
        player.resources = [88, 120];
        player.influence = [100, 123];
        (player.passed, player.eliminated) = (i == 2, i == 3);
    }
    view.objectives = PublicId::all()
        .take(18)
        .map(|card| crate::imperium::view::ObjectiveView {
            card,
            text: "A long sentence about what has to be done by whoever wants to score this."
                .into(),
            scored: (0..owners).map(Seat).collect(),
        })
        .collect();
    view.laws = AgendaId::all()
        .take(12)
        .map(|agenda| crate::imperium::view::LawView {
            agenda,
            text: String::new(),
            elected: None,
            outcome: String::new(),
            owner: None,
            exhausted: false,
        })
        .collect();
    view
}

pub fn long_names() -> Names {
    let name = "Wilhelmina Constance von und zu Hohenlohe-Schillingsfürst the Third of That Name";
    Names::new(name, (0..8).map(|i| format!("{name} {i}")))
}
