//! What there is to see: a view put into the order and words of the picture, without any place or
//! size yet.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::view::{
    Elected, LaneView, LawView, Leaked, ObjectiveView, Phase as GamePhase, PlanetView, PlayerView,
    Roll, Stack, StrategySlot, SystemId, SystemView, View, text as wording,
};

use super::art::{Base, Ground, PlanetKind, PlanetLook};
use super::text;
use super::theme::FLEET_ORDER;

mod alt;
mod hand;

pub use alt::{alt, change_alt, course_alt, hand_alt, map_alt, odds_alt, system_alt};
pub use hand::{CardKind, HandCard, hand};

/// What players are called. A view has no names; who asks for a picture gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// What the game is called; the top line of the board.
    pub game: String,
    /// By seat.
    pub players: Vec<String>,
}

impl Names {
    pub fn new(game: impl Into<String>, players: impl IntoIterator<Item = String>) -> Names {
        Names { game: game.into(), players: players.into_iter().collect() }
    }
}

/// The board and all that lies around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub title: String,
    pub subtitle: String,
    pub goal: i32,
    pub players: Vec<Player>,
    pub tiles: Vec<Tile>,
    pub strategy: Vec<Strategy>,
    pub stages: [Vec<Objective>; 2],
    /// Objectives of each stage still face down.
    pub face_down: [usize; 2],
    pub laws: Vec<(String, String)>,
    /// Dice of the turn.
    pub rolls: Vec<Roll>,
    /// Points by seat at the start, after each round, and now.
    pub course: Vec<Vec<i32>>,
    /// The system of the turn's tactical action.
    pub visited: Option<SystemId>,
    pub speaker: String,
    pub active: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub seat: u8,
    pub name: String,
    pub faction: &'static str,
    /// "Letnev".
    pub short_faction: String,
    pub points: i32,
    /// Tactic, fleet, strategy.
    pub tokens: [u8; 3],
    pub trade_goods: u8,
    pub commodities: [u8; 2],
    pub action_cards: usize,
    pub secrets: usize,
    /// In hand.
    pub notes: usize,
    /// Whose they are, and what they are called.
    pub notes_in_play: Vec<(u8, &'static str)>,
    pub scored_secrets: Vec<&'static str>,
    /// Name, colour, exhausted.
    pub technologies: Vec<(&'static str, Option<Colour>, bool)>,
    /// Ready and total.
    pub resources: [u16; 2],
    pub influence: [u16; 2],
    pub planets: usize,
    pub strategy_cards: Vec<(u8, bool)>,
    pub passed: bool,
    pub active: bool,
    pub winner: bool,
    pub speaker: bool,
    pub eliminated: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    pub initiative: u8,
    pub name: &'static str,
    pub holder: Option<u8>,
    pub exhausted: bool,
    pub trade_goods: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    pub name: &'static str,
    pub text: String,
    pub points: u8,
    pub scored: Vec<u8>,
}

/// One hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub id: SystemId,
    pub label: String,
    pub axial: (i8, i8),
    pub beside: bool,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Lanes(Vec<(u8, u8)>),
    System(System),
}

#[derive(Clone, Debug, PartialEq)]
pub struct System {
    pub ground: Ground,
    /// What the anomalies are called; or the name of a system that is known by one.
    pub caption: Option<String>,
    pub wormholes: Vec<Wormhole>,
    pub planets: Vec<Planet>,
    pub fleets: Vec<Group>,
    /// Whose command tokens lie here.
    pub tokens: Vec<u8>,
    pub active: bool,
    pub custodians: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Planet {
    pub name: &'static str,
    pub look: PlanetLook,
    pub resources: u8,
    pub influence: u8,
    pub traits: Vec<Trait>,
    pub specialties: Vec<Colour>,
    pub legendary: bool,
    pub owner: Option<u8>,
    pub exhausted: bool,
    /// A law lies with it.
    pub law: bool,
    pub ground: Vec<Group>,
}

/// Units of one player in one place, the strongest kind first.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub owner: u8,
    pub units: Vec<Units>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    pub kind: UnitKind,
    pub count: u16,
    pub damaged: u16,
}

impl Group {
    pub fn total(&self) -> u16 {
        self.units.iter().map(|units| units.count).sum()
    }

    pub fn damaged(&self) -> u16 {
        self.units.iter().map(|units| units.damaged).sum()
    }
}

/// The faction's name without its article, as it stands beside a player's.
pub fn faction_name(faction: FactionId) -> &'static str {
    let name = faction.name();
    name.strip_prefix("The ").unwrap_or(name)
}

fn short_name(faction: FactionId) -> String {
    let words = faction.get().short_name.split('-');
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.map(capital).collect::<Vec<_>>().join("-")
}

/// What to call a seat in the picture.
pub fn player_name(view: &View, names: &Names, seat: Seat) -> String {
    let given = names.players.get(seat.index()).and_then(|name| text::drawable_name(name));
    given.unwrap_or_else(|| {
        let player = view.players.get(seat.index());
        player.map_or("Nobody".into(), |player| faction_name(player.faction).into())
    })
}

pub fn scene(view: &View, names: &Names) -> Scene {
    let name = |seat: Seat| player_name(view, names, seat);
    let title = text::drawable_name(&names.game).unwrap_or_else(|| "Twilight Imperium".into());
    let subtitle = match (view.phase, view.winner) {
        (_, Some(winner)) => format!("{} wins in round {}", name(winner), view.round),
        (GamePhase::Setup, None) => "Set-up".into(),
        (phase, None) => format!("Round {} · {}", view.round, phase.name()),
    };
    let objectives = |stage: u8| -> Vec<Objective> {
        let of_stage = view.objectives.iter().filter(move |o| o.card.get().stage == stage);
        of_stage.map(objective).collect()
    };
    // Secrets that have become public count one point, like those of the first stage.
    let leaked = view.leaked.iter().map(leaked);
    let tiles = view.systems.iter().map(|system| tile(view, system));
    Scene {
        title,
        subtitle,
        goal: view.goal.into(),
        players: view.players.iter().map(|player| self::player(view, names, player)).collect(),
        tiles: view.lanes.iter().map(lanes).chain(tiles).collect(),
        strategy: view.strategy.iter().map(strategy).collect(),
        stages: [objectives(1).into_iter().chain(leaked).collect(), objectives(2)],
        face_down: view.hidden_objectives,
        laws: view.laws.iter().map(|law| self::law(view, names, law)).collect(),
        rolls: view.rolls.clone(),
        course: course(view),
        visited: view.visited,
        speaker: name(view.speaker),
        active: view.active.map(name),
    }
}

fn course(view: &View) -> Vec<Vec<i32>> {
    let start = vec![0; view.players.len()];
    let now: Vec<i32> = view.players.iter().map(|player| player.points).collect();
    let mut course: Vec<Vec<i32>> = std::iter::once(&start).chain(&view.course).cloned().collect();
    // The round that is being played, or was when somebody won.
    if course.len() <= usize::from(view.round) && course.last() != Some(&now) {
        course.push(now);
    }
    course
}

fn player(view: &View, names: &Names, player: &PlayerView) -> Player {
    let cards = view.strategy.iter().filter(|slot| slot.holder == Some(player.seat));
    let mut technologies: Vec<_> = player
        .technologies
        .iter()
        .map(|tech| {
            let exhausted = player.exhausted_technologies.contains(tech);
            (tech.name(), tech.get().colour(), exhausted)
        })
        .collect();
    // By colour, unit upgrades last.
    technologies.sort_by_key(|(_, colour, _)| colour.map_or(9, |colour| colour as u8));
    Player {
        seat: player.seat.0,
        name: player_name(view, names, player.seat),
        faction: faction_name(player.faction),
        short_faction: short_name(player.faction),
        points: player.points,
        tokens: [player.tokens.tactic, player.tokens.fleet, player.tokens.strategy],
        trade_goods: player.trade_goods,
        commodities: [player.commodities, player.commodity_limit],
        action_cards: player.action_cards,
        secrets: player.unscored_secrets,
        notes: player.notes,
        notes_in_play: player
            .notes_in_play
            .iter()
            .map(|note| (note.of.0, note.card.name()))
            .collect(),
        scored_secrets: player.scored_secrets.iter().map(|card| card.name()).collect(),
        technologies,
        resources: player.resources,
        influence: player.influence,
        planets: player.planets.len(),
        strategy_cards: cards.map(|slot| (slot.card.get().initiative, slot.exhausted)).collect(),
        // When it is over nobody acts any more.
        passed: player.passed && view.winner.is_none(),
        active: view.active == Some(player.seat) && view.winner.is_none(),
        winner: view.winner == Some(player.seat),
        speaker: view.speaker == player.seat,
        eliminated: player.eliminated,
    }
}

fn strategy(slot: &StrategySlot) -> Strategy {
    Strategy {
        initiative: slot.card.get().initiative,
        name: slot.card.name(),
        holder: slot.holder.map(|seat| seat.0),
        exhausted: slot.exhausted,
        trade_goods: slot.trade_goods,
    }
}

fn objective(objective: &ObjectiveView) -> Objective {
    Objective {
        name: objective.card.name(),
        text: objective.text.clone(),
        points: objective.card.get().points,
        scored: objective.scored.iter().map(|seat| seat.0).collect(),
    }
}

fn leaked(leaked: &Leaked) -> Objective {
    Objective {
        name: leaked.card.name(),
        text: wording::secret_text(leaked.card).into(),
        points: 1,
        scored: leaked.scored.iter().map(|seat| seat.0).collect(),
    }
}

fn law(view: &View, names: &Names, law: &LawView) -> (String, String) {
    let elected = match law.elected {
        None => String::new(),
        Some(Elected::For) => "for".into(),
        Some(Elected::Against) => "against".into(),
        Some(Elected::Player(seat)) => player_name(view, names, seat),
        Some(Elected::Planet(planet)) => planet.name().into(),
        Some(Elected::Law(agenda)) => agenda.name().into(),
        Some(Elected::Strategy(card)) => card.name().into(),
        Some(Elected::Secret(seat, _)) => player_name(view, names, seat),
    };
    (law.agenda.name().into(), elected)
}

fn lanes(lane: &LaneView) -> Tile {
    Tile {
        id: lane.id,
        label: String::new(),
        axial: lane.axial,
        beside: false,
        content: Content::Lanes(lane.pairs.clone()),
    }
}

fn tile(view: &View, system: &SystemView) -> Tile {
    let printed = system.tile.map(TileId::get);
    let custodians = view.custodians && printed.is_some_and(|tile| tile.mecatol_rex);
    Tile {
        id: system.id,
        label: system.id.to_string().to_uppercase(),
        axial: system.axial,
        beside: system.id.is_off_board(),
        content: Content::System(System {
            ground: ground(system, printed),
            caption: caption(system, printed),
            wormholes: system.wormholes.clone(),
            planets: system.planets.iter().map(|planet| self::planet(view, planet)).collect(),
            fleets: groups(&system.space),
            tokens: system.tokens.iter().map(|seat| seat.0).collect(),
            active: view.activated == Some(system.id),
            custodians,
        }),
    }
}

fn ground(system: &SystemView, printed: Option<&PrintedTile>) -> Ground {
    let base = match printed {
        None => Base::Open,
        Some(tile) if tile.mecatol_rex => Base::Mecatol,
        Some(tile) if tile.fracture => Base::Fracture,
        Some(tile) if tile.kind == TileKind::Home || system.home_of.is_some() => Base::Home,
        Some(_) => Base::Space,
    };
    let has = |anomaly| system.anomalies.contains(&anomaly);
    let number = system.tile.map_or(0, |tile| tile.index());
    Ground {
        base,
        asteroids: has(Anomaly::AsteroidField),
        nebula: has(Anomaly::Nebula),
        supernova: has(Anomaly::Supernova),
        rift: has(Anomaly::GravityRift),
        scar: has(Anomaly::EntropicScar),
        variant: (number % if system.anomalies.is_empty() { 5 } else { 2 }) as u8,
    }
}

/// The row of a printed tile; `Tile` is a hex of the scene here.
type PrintedTile = crate::imperium::data::Tile;

fn caption(system: &SystemView, printed: Option<&PrintedTile>) -> Option<String> {
    let Some(printed) = printed else { return Some("home".into()) };
    if !system.anomalies.is_empty() {
        let names: Vec<&str> = system.anomalies.iter().map(|anomaly| anomaly.name()).collect();
        return Some(names.join(" · "));
    }
    let named = printed.kind == TileKind::FactionTile
        || printed.kind == TileKind::WormholeNexus
        || printed.fracture;
    (named && system.planets.is_empty()).then(|| printed.name.clone())
}

fn planet(view: &View, planet: &PlanetView) -> Planet {
    let printed = planet.id.get();
    let kind = if printed.space_station {
        PlanetKind::Station
    } else if printed.tile.is_some_and(|tile| tile.get().mecatol_rex) {
        PlanetKind::Mecatol
    } else if printed.home_faction.is_some() {
        PlanetKind::Home
    } else {
        PlanetKind::Traits(printed.traits.first().copied(), printed.traits.get(1).copied())
    };
    Planet {
        name: planet.id.name(),
        look: PlanetLook { kind, seed: planet.id.index() as u16 },
        resources: planet.resources,
        influence: planet.influence,
        traits: printed.traits.clone(),
        specialties: printed.tech_specialties.clone(),
        legendary: printed.legendary,
        owner: planet.owner.map(|seat| seat.0),
        exhausted: planet.exhausted && planet.owner.is_some(),
        law: view.laws.iter().any(|law| law.elected == Some(Elected::Planet(planet.id))),
        ground: groups(&planet.units),
    }
}

/// Stacks by owner, damaged and whole units of a kind together.
fn groups(stacks: &[Stack]) -> Vec<Group> {
    let mut owners: Vec<u8> = stacks.iter().map(|stack| stack.owner.0).collect();
    owners.sort_unstable();
    owners.dedup();
    owners
        .into_iter()
        .map(|owner| {
            let of = |kind: UnitKind, damaged: bool| -> u16 {
                stacks
                    .iter()
                    .filter(|s| s.owner.0 == owner && s.kind == kind && (s.damaged || !damaged))
                    .map(|stack| u16::from(stack.count))
                    .sum()
            };
            let units = FLEET_ORDER.into_iter().filter_map(|kind| {
                let count = of(kind, false);
                (count > 0).then(|| Units { kind, count, damaged: of(kind, true) })
            });
            Group { owner, units: units.collect() }
        })
        .collect()
}
