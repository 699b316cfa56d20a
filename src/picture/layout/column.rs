//! The column beside a map: who stands where, who holds what, or what the signs mean.

use crate::imperium::data::{Colour, Trait};
use crate::imperium::view::survey::Survey;
use crate::picture::Map;
use crate::picture::art::{Icon, PanelLook, Sprite};
use crate::picture::scene::{Content, Player, Scene};
use crate::picture::text::{self, Face, Style};
use crate::picture::theme::{self, DIM, FAINT, GO, GOLD, LINE, STOP, TEXT, livery_of};

use super::map::{COLUMN, HEIGHT, MARGIN, WIDTH};
use super::panels::narrowed;
use super::{Align, List};

pub fn column(list: &mut List, scene: &Scene, map: &Map) {
    let x = WIDTH - MARGIN - COLUMN;
    let area = (x, MARGIN, COLUMN, HEIGHT - 2.0 * MARGIN);
    list.panel(area, PanelLook::Glass);
    let room = COLUMN - 36.0;
    let left = x + 18.0;
    let title = Style::new(Face::Title, 32, TEXT);
    let name = scene.title.to_uppercase();
    list.write((left, 54.0), Align::Left, room, narrowed(title, &name, room, 24), &name);
    let style = Style::new(Face::Title, 26, GOLD);
    let heading = heading(scene, map);
    list.write((left, 92.0), Align::Left, room, narrowed(style, &heading, room, 20), &heading);
    match map {
        Map::Overview => standings(list, (x + 12.0, 112.0, COLUMN - 24.0), scene),
        Map::Control => holdings(list, (x + 12.0, 112.0, COLUMN - 24.0), scene),
        _ => legend(list, (left, 128.0, room), scene, map),
    }
}

fn heading(scene: &Scene, map: &Map) -> String {
    match map {
        Map::Overview => scene.subtitle.clone(),
        Map::Control => "Who controls what".into(),
        Map::Technologies => "Specialties".into(),
        Map::Traits => "Traits".into(),
        Map::Wormholes => "Wormholes".into(),
        Map::Survey(Survey::Cannon(_)) => "Space cannon".into(),
        Map::Survey(Survey::Distances(from, _)) => {
            format!("Steps from {}", from.to_string().to_uppercase())
        }
        Map::Survey(Survey::Reach(_, from, _)) => {
            format!("Reach from {}", from.to_string().to_uppercase())
        }
    }
}

/// Height of a row so that all players fit.
fn row_height(scene: &Scene, top: f32) -> f32 {
    ((HEIGHT - 2.0 * MARGIN - top) / scene.players.len().max(1) as f32).min(124.0)
}

fn standings(list: &mut List, (x, top, width): (f32, f32, f32), scene: &Scene) {
    let tall = row_height(scene, top);
    let mut order: Vec<&Player> = scene.players.iter().collect();
    order.sort_by_key(|player| (!player.winner, std::cmp::Reverse(player.points), player.seat));
    for (i, player) in order.into_iter().enumerate() {
        let y = top + i as f32 * tall;
        let middle = y + tall / 2.0 - 3.0;
        let livery = livery_of(player.seat.into());
        let mark = if player.winner { GOLD } else { GO };
        let stands_out = player.winner || player.active;
        let (fill, border) = match stands_out {
            true => (livery.fill.darker(58), mark),
            false => (livery.fill.darker(80), LINE),
        };
        list.panel((x, y, width, tall - 8.0), PanelLook::Chip { fill, border });
        if stands_out {
            list.panel((x, y, width, tall - 8.0), PanelLook::Outline(mark));
        }
        list.emblem(x + 36.0, middle - 1.0, 52.0, player.seat);
        let number = Style::new(
            Face::Title,
            46,
            if livery.edge == livery.fill { livery.edge.lighter(40) } else { livery.edge },
        );
        let points = player.points.to_string();
        let used =
            list.write((x + width - 14.0, middle + 8.0), Align::Right, 70.0, number, &points);
        planets(list, (x + width - 14.0, middle + 34.0), player);
        let room = width - 92.0 - used;
        let style = narrowed(Style::new(Face::Title, 28, TEXT), &player.name, room, 18);
        list.write((x + 70.0, middle - 2.0), Align::Left, room, style, &player.name);
        let (state, ink) = if player.winner {
            ("winner", GOLD)
        } else if player.eliminated {
            ("eliminated", FAINT)
        } else if player.active {
            ("active", GO)
        } else if player.passed {
            ("passed", STOP.lighter(20))
        } else {
            (player.short_faction.as_str(), DIM)
        };
        let small = Style::new(Face::BodyBold, if stands_out { 29 } else { 25 }, ink);
        let mut left = x + 70.0;
        if stands_out {
            let icon = if player.winner { Icon::Legend } else { Icon::Active };
            list.icon(left + 10.0, middle + 20.0, 26.0, icon, mark);
            left += 27.0;
        }
        // Beside the number of planets.
        let room = x + width - 78.0 - left;
        let style = narrowed(small, state, room, 18);
        let used = list.write((left, middle + 29.0), Align::Left, room, style, state);
        if player.speaker && room - used > 34.0 {
            list.icon(left + used + 20.0, middle + 21.0, 24.0, Icon::Speaker, GOLD);
        }
    }
}

/// How many planets somebody has, right aligned.
fn planets(list: &mut List, (x, y): (f32, f32), player: &Player) {
    let number = Style::new(Face::Title, 24, DIM);
    let used = list.write((x, y), Align::Right, 40.0, number, &player.planets.to_string());
    list.icon(x - used - 17.0, y - 8.0, 24.0, Icon::Planet, DIM);
}

/// Planets, resources and influence of each player.
fn holdings(list: &mut List, (x, top, width): (f32, f32, f32), scene: &Scene) {
    let tall = row_height(scene, top);
    for (i, player) in scene.players.iter().enumerate() {
        let y = top + i as f32 * tall;
        let middle = y + tall / 2.0 - 3.0;
        let livery = livery_of(player.seat.into());
        let look = PanelLook::Chip { fill: livery.fill.darker(80), border: LINE };
        list.panel((x, y, width, tall - 8.0), look);
        list.emblem(x + 36.0, middle - 1.0, 52.0, player.seat);
        let room = width - 84.0;
        let style = narrowed(Style::new(Face::Title, 28, TEXT), &player.name, room, 22);
        list.write((x + 70.0, middle - 4.0), Align::Left, room, style, &player.name);
        let number = Style::new(Face::Title, 25, TEXT);
        let counts = [
            (Icon::Planet, player.planets as u16, DIM, 60.0),
            (Icon::Resources, player.resources[1], GOLD, 72.0),
            (Icon::Influence, player.influence[1], theme::INFLUENCE, 72.0),
        ];
        let mut left = x + 70.0;
        for (icon, count, ink, step) in counts {
            list.icon(left + 12.0, middle + 20.0, 24.0, icon, ink);
            let at = (left + 28.0, middle + 29.0);
            list.write(at, Align::Left, step - 28.0, number, &count.to_string());
            left += step;
        }
    }
}

/// What the signs mean, and how many there are.
fn legend(list: &mut List, (x, top, width): (f32, f32, f32), scene: &Scene, map: &Map) {
    let style = Style::new(Face::Body, 27, TEXT);
    let mut y = top + 24.0;
    let mut row = |list: &mut List, sign: Option<Sprite>, words: &str| {
        let indent = if sign.is_some() { 54.0 } else { 0.0 };
        if let Some(sign) = sign {
            list.put(x + 22.0, y, sign);
        }
        for line in text::wrap(words, style, width - indent, 5) {
            list.write((x + indent, y + 9.0), Align::Left, width - indent, style, &line);
            y += 34.0;
        }
        y += 20.0;
    };
    let systems = || {
        scene.tiles.iter().filter_map(|tile| match &tile.content {
            Content::System(system) => Some(system),
            Content::Lanes(_) => None,
        })
    };
    let planets = || systems().flat_map(|system| &system.planets);
    match map {
        Map::Overview | Map::Control => {}
        Map::Technologies => {
            for (colour, name) in COLOURS {
                let n = planets().flat_map(|p| &p.specialties).filter(|c| **c == colour).count();
                let sign = Sprite::Specialty { colour, size: 40 };
                row(list, Some(sign), &format!("{name} ({n})"));
            }
            row(
                list,
                None,
                "Exhausted while researching, such a planet stands in for one prerequisite of its colour.",
            );
        }
        Map::Traits => {
            for (kind, name) in TRAITS {
                let n = planets().flat_map(|p| &p.traits).filter(|t| **t == kind).count();
                row(
                    list,
                    Some(Sprite::TraitMark { planet: kind, size: 40 }),
                    &format!("{name} ({n})"),
                );
            }
            let n = planets().filter(|planet| planet.legendary).count();
            let star = Sprite::Icon { icon: Icon::Legend, size: 40, ink: GOLD };
            row(list, Some(star), &format!("legendary ({n})"));
        }
        Map::Wormholes => {
            let mut kinds: Vec<_> = systems().flat_map(|s| s.wormholes.iter().copied()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            for kind in kinds {
                let n = systems().filter(|s| s.wormholes.contains(&kind)).count();
                let name = kind.slug();
                row(list, Some(Sprite::Vortex { kind, radius: 22 }), &format!("{name} ({n})"));
            }
            row(list, None, "Systems with the same letter are adjacent.");
        }
        Map::Survey(Survey::Cannon(_)) => {
            row(
                list,
                None,
                "The number beside an emblem: dice that this player rolls at ships moving in.",
            );
            row(list, None, "Where a turret stands, the cannon itself is there.");
        }
        Map::Survey(Survey::Distances(..)) => {
            row(
                list,
                None,
                "The number: steps through adjacent systems, wormholes and hyperlanes included.",
            );
            row(list, None, "What lies on the way is not looked at.");
        }
        Map::Survey(Survey::Reach(seat, _, ships)) => {
            let name = scene.players.get(seat.index()).map_or("", |player| player.name.as_str());
            row(list, Some(Sprite::Emblem { owner: seat.0, size: 40 }), name);
            let words = match ships.is_empty() {
                true => "No ship of this system can move anywhere now.",
                false => {
                    "The number: ships of this system that could move there now, each by its own move value."
                }
            };
            row(list, None, words);
            row(list, None, "Emblems: other players' ships or planets.");
        }
    }
}

const COLOURS: [(Colour, &str); 4] = [
    (Colour::Blue, "propulsion"),
    (Colour::Green, "biotic"),
    (Colour::Yellow, "cybernetic"),
    (Colour::Red, "warfare"),
];

const TRAITS: [(Trait, &str); 3] = [
    (Trait::Cultural, "cultural"),
    (Trait::Hazardous, "hazardous"),
    (Trait::Industrial, "industrial"),
];
