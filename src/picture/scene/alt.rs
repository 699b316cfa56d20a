//! What somebody who cannot see a picture should know.

use crate::imperium::view::SystemId;
use crate::imperium::view::survey::Survey;
use crate::imperium::view::text::count_of;
use crate::picture::{Map, Odds};

use super::{CardKind, Content, Group, HandCard, Player, Scene, System, Tile};

/// The board in words.
pub fn alt(scene: &Scene) -> String {
    let mut standings: Vec<&Player> = scene.players.iter().collect();
    standings.sort_by_key(|player| (!player.winner, std::cmp::Reverse(player.points)));
    let standings: Vec<String> = standings
        .iter()
        .map(|player| {
            let state = if player.winner {
                ", winner"
            } else if player.eliminated {
                ", eliminated"
            } else if player.passed {
                ", passed"
            } else {
                ""
            };
            format!("{} ({}{state}) {}", player.name, player.faction, player.points)
        })
        .collect();
    let active = scene.active.as_ref().map_or(String::new(), |name| format!(" Active: {name}."));
    let system = scene.tiles.iter().find_map(|tile| match &tile.content {
        Content::System(system) if system.active => Some(system_name(tile, system)),
        _ => None,
    });
    let system = system.map_or(String::new(), |name| format!(" Activated: {name}."));
    format!(
        "{}. {}.{active}{system} Speaker: {}. Points of {}: {}.",
        scene.title,
        scene.subtitle,
        scene.speaker,
        scene.goal,
        standings.join(", ")
    )
}

/// "Quann / 205".
pub fn system_name(tile: &Tile, system: &System) -> String {
    let planets: Vec<&str> = system.planets.iter().map(|planet| planet.name).collect();
    match planets.is_empty() {
        true => tile.label.clone(),
        false => format!("{} / {}", planets.join(", "), tile.label),
    }
}

/// What lies in a system, in words, and what was rolled there.
pub fn system_alt(scene: &Scene, id: SystemId) -> String {
    let Some((tile, system)) = found(scene, id) else { return String::new() };
    let mut parts = vec![system_name(tile, system)];
    parts.extend(lies(scene, system));
    parts.extend(rolls(scene, id));
    parts.join("; ")
}

/// A system before and after, in words.
pub fn change_alt(before: &Scene, after: &Scene, id: SystemId) -> String {
    let Some((tile, system)) = found(after, id) else { return String::new() };
    let was = found(before, id).map_or(Vec::new(), |(_, system)| lies(before, system));
    let told = |parts: Vec<String>| match parts.is_empty() {
        true => "nothing".to_string(),
        false => parts.join("; "),
    };
    let mut words = format!(
        "{}. Before: {}. After: {}.",
        system_name(tile, system),
        told(was),
        told(lies(after, system))
    );
    for roll in rolls(after, id) {
        words.push_str(&format!(" {roll}."));
    }
    words
}

fn found(scene: &Scene, id: SystemId) -> Option<(&Tile, &System)> {
    let tile = scene.tiles.iter().find(|tile| tile.id == id)?;
    match &tile.content {
        Content::System(system) => Some((tile, system)),
        Content::Lanes(_) => None,
    }
}

fn owner(scene: &Scene, seat: u8) -> &str {
    scene.players.get(usize::from(seat)).map_or("", |player| player.name.as_str())
}

fn lies(scene: &Scene, system: &System) -> Vec<String> {
    let units = |group: &Group| {
        let each: Vec<String> =
            group.units.iter().map(|units| units.kind.label(units.count.into())).collect();
        format!("{}: {}", owner(scene, group.owner), each.join(", "))
    };
    let space = system.fleets.iter().map(|fleet| format!("in space {}", units(fleet)));
    let ground = system.planets.iter().flat_map(|planet| {
        planet.ground.iter().map(move |group| format!("on {} {}", planet.name, units(group)))
    });
    space.chain(ground).collect()
}

fn rolls(scene: &Scene, id: SystemId) -> Vec<String> {
    if scene.visited != Some(id) {
        return Vec::new();
    }
    let told = scene.rolls.iter().map(|roll| {
        let dice: Vec<String> = roll.dice.iter().map(|die| die.shows.to_string()).collect();
        let (who, hits) = (owner(scene, roll.seat.0), count_of(roll.hits(), "hit"));
        format!("{who} rolled {} ({}): {hits}", dice.join(" "), roll.what)
    });
    told.collect()
}

/// What may come of a combat, in words.
pub fn odds_alt(odds: &Odds, names: [&str; 2]) -> String {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let side = |at: usize| {
        let left = odds.left_on_average(at);
        format!("{} wins {} with {left:.1} units left on average", names[at], percent(odds.won(at)))
    };
    format!("{}: {}; {}; nobody is left {}.", odds.title, side(0), side(1), percent(odds.nobody()))
}

/// The points of every round in words.
pub fn course_alt(scene: &Scene) -> String {
    let of = |player: &Player| {
        let points = scene.course.iter().filter_map(|round| round.get(usize::from(player.seat)));
        let points: Vec<String> = points.map(i32::to_string).collect();
        format!("{} {}", player.name, points.join(" "))
    };
    let all: Vec<String> = scene.players.iter().map(of).collect();
    format!("{}: points at the start and after each round. {}.", scene.title, all.join("; "))
}

/// How many cards a hand holds. Which they are is said by the message beside the picture: an
/// attachment's description shows in more places than its message does.
pub fn hand_alt(cards: &[HandCard]) -> String {
    if cards.is_empty() {
        return "Your hand is empty.".into();
    }
    let count = |kind: CardKind, one: &str| {
        let of_kind = cards.iter().filter(|card| card.kind == kind);
        count_of(of_kind.map(|card| card.copies as u32).sum::<u32>(), one)
    };
    format!(
        "Your hand: {}, {}, {}.",
        count(CardKind::Action, "action card"),
        count(CardKind::Secret, "secret objective"),
        count(CardKind::Note, "promissory note"),
    )
}

/// A map in words.
pub fn map_alt(scene: &Scene, map: &Map) -> String {
    let systems = || {
        scene.tiles.iter().filter_map(|tile| match &tile.content {
            Content::System(system) => Some((tile, system)),
            Content::Lanes(_) => None,
        })
    };
    let label = |id: SystemId| id.to_string().to_uppercase();
    let name =
        |seat: usize| scene.players.get(seat).map_or(String::new(), |player| player.name.clone());
    let listed = |words: Vec<String>| match words.is_empty() {
        true => "none".to_string(),
        false => words.join(", "),
    };
    match map {
        Map::Overview => alt(scene),
        Map::Control => {
            let held = |player: &Player| format!("{} {}", player.name, player.planets);
            format!("Planets: {}.", listed(scene.players.iter().map(held).collect()))
        }
        Map::Technologies => {
            let planets = systems().flat_map(|(_, system)| &system.planets);
            let with = planets.filter(|planet| !planet.specialties.is_empty()).map(|planet| {
                let colours: Vec<&str> =
                    planet.specialties.iter().map(|colour| colour.name()).collect();
                format!("{} {}", planet.name, colours.join(" and "))
            });
            format!("Technology specialties: {}.", listed(with.collect()))
        }
        Map::Traits => {
            let planets = systems().flat_map(|(_, system)| &system.planets);
            let with = planets.filter(|planet| !planet.traits.is_empty()).map(|planet| {
                let traits: Vec<&str> = planet.traits.iter().map(|kind| kind.slug()).collect();
                format!("{} {}", planet.name, traits.join(" and "))
            });
            format!("Traits: {}.", listed(with.collect()))
        }
        Map::Wormholes => {
            let with = systems().filter(|(_, system)| !system.wormholes.is_empty());
            let with = with.map(|(tile, system)| {
                let kinds: Vec<&str> = system.wormholes.iter().map(|kind| kind.slug()).collect();
                format!("{} {}", tile.label, kinds.join(" and "))
            });
            format!("Wormholes: {}.", listed(with.collect()))
        }
        Map::Survey(Survey::Cannon(guns)) => {
            let guns = guns.iter().map(|(system, seat, dice)| {
                format!("{} {} with {dice}", label(*system), name(seat.index()))
            });
            format!("Space cannon, dice by system: {}.", listed(guns.collect()))
        }
        Map::Survey(Survey::Distances(from, steps)) => {
            let steps = steps.iter().filter(|(at, _)| at != from);
            let steps = steps.map(|(at, steps)| format!("{} {steps}", label(*at)));
            format!("Steps from {}: {}.", label(*from), listed(steps.collect()))
        }
        Map::Survey(Survey::Reach(seat, from, ships)) => {
            let ships = ships.iter().map(|(at, ships)| format!("{} {ships}", label(*at)));
            format!(
                "Ships of {} in {} that could move: {}.",
                name(seat.index()),
                label(*from),
                listed(ships.collect())
            )
        }
    }
}
