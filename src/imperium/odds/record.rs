//! Battles written down in a JSON file, with numbers, cards and orders for hits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::imperium::data::*;

use super::known::{self, Class};
use super::{Battle, Group, Policy, Side, Sustain, Theatre};

#[derive(Deserialize)]
struct File {
    battles: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    #[serde(default)]
    title: String,
    theatre: String,
    attacker: Camp,
    defender: Camp,
    #[serde(default)]
    modifiers: Vec<String>,
}

#[derive(Deserialize)]
struct Camp {
    faction: String,
    units: BTreeMap<String, i64>,
    #[serde(default)]
    unit_upgrades: Vec<String>,
    #[serde(default)]
    starts_damaged: BTreeMap<String, i64>,
    #[serde(default)]
    cards_techs_and_abilities: BTreeMap<String, i64>,
    hit_policy: Orders,
    /// Left out: as printed.
    #[serde(default)]
    unit_stats: BTreeMap<String, Stats>,
}

impl Camp {
    /// What lasts is in the units' numbers already, where they are given.
    fn counts(&self, class: Class) -> bool {
        class != Class::Lasting || self.unit_stats.is_empty()
    }
}

#[derive(Deserialize)]
struct Orders {
    sustain: String,
    #[serde(default)]
    sustain_order: Vec<String>,
    #[serde(default)]
    destroy_order: Vec<String>,
}

#[derive(Deserialize)]
struct Stats {
    combat: Option<Dice>,
    bombardment: Option<Dice>,
    space_cannon: Option<Dice>,
    anti_fighter_barrage: Option<Dice>,
    #[serde(default)]
    sustain: bool,
    #[serde(default)]
    direct_hit_immune: bool,
    #[serde(default)]
    planetary_shield: bool,
    #[serde(default)]
    is_ship: bool,
    #[serde(default)]
    is_ground_force: bool,
}

#[derive(Deserialize)]
struct Dice {
    value: u8,
    dice: u8,
    #[serde(default)]
    modifier: i8,
}

impl Dice {
    fn attack(&self) -> Attack {
        Attack { value: self.value, dice: self.dice }
    }
}

/// The odds of one battle of the file, or why they are not given.
#[derive(Debug, Serialize)]
pub struct Verdict {
    pub id: String,
    pub attacker: Option<f64>,
    pub draw: Option<f64>,
    pub defender: Option<f64>,
    pub skipped: Option<String>,
}

/// A battle by its id, or why it cannot be fought.
pub type Read = (String, Result<Battle, String>);

/// Judges every battle of the file, in its order.
///
/// # Errors
/// If the text is not such a file, with the line and what was expected there.
pub fn judge(text: &str) -> Result<Vec<Verdict>, String> {
    let battles = read(text)?;
    Ok(battles.into_iter().map(|(id, battle)| verdict(id, battle)).collect())
}

fn verdict(id: String, battle: Result<Battle, String>) -> Verdict {
    let odds = battle.and_then(|battle| super::odds(&battle).map_err(|why| why.to_string()));
    match odds {
        Ok(odds) => Verdict {
            id,
            attacker: Some(odds.attacker),
            draw: Some(odds.draw),
            defender: Some(odds.defender),
            skipped: None,
        },
        Err(why) => Verdict { id, attacker: None, draw: None, defender: None, skipped: Some(why) },
    }
}

/// The battles of the file by their ids; of some only why they cannot be fought.
///
/// # Errors
/// As [`judge`].
pub fn read(text: &str) -> Result<Vec<Read>, String> {
    let file: File = serde_json::from_str(text).map_err(|why| {
        format!(
            "this is no file of battles: {why}. It is an object with `battles`, each with `id`, \
             `theatre`, `attacker`, `defender`"
        )
    })?;
    Ok(file.battles.into_iter().map(|entry| (entry.id.clone(), battle(&entry))).collect())
}

fn battle(entry: &Entry) -> Result<Battle, String> {
    let theatre = Theatre::named(&entry.theatre)
        .ok_or_else(|| format!("theatre `{}`: write `space` or `ground`", entry.theatre))?;
    let sides = [&entry.attacker, &entry.defender];
    let factions = [faction(sides[0])?, faction(sides[1])?];
    let built = [side(sides[0], factions[0], theatre)?, side(sides[1], factions[1], theatre)?];
    let mut battle = Battle { theatre, sides: built, begun: false };
    for (at, camp) in sides.into_iter().enumerate() {
        add_printed(&mut battle, at, factions[at], camp)?;
        for (name, count) in &camp.cards_techs_and_abilities {
            let slug = slug(name, entry);
            let known = known::find(&slug).ok_or_else(|| format!("`{name}` is not counted yet"))?;
            let count = u8::try_from(*count).ok().filter(|count| *count > 0);
            let count = count.ok_or_else(|| format!("`{name}`: a number from 1 to 255"))?;
            if camp.counts(known.class) && known.theatre.is_none_or(|only| only == theatre) {
                (known.apply)(&mut battle, at, count);
            }
        }
    }
    Ok(battle)
}

/// Abilities of the faction and what its unit cards do.
fn add_printed(
    battle: &mut Battle,
    side: usize,
    faction: FactionId,
    camp: &Camp,
) -> Result<(), String> {
    let theatre = battle.theatre;
    let abilities = faction.get().abilities.iter().map(|ability| ability.slug());
    let mut slugs: Vec<&str> = abilities.collect();
    for group in &battle.sides[side].groups {
        let upgraded = camp.unit_upgrades.iter().any(|name| kind(name) == Ok(group.kind));
        let card = super::typed::card(Some(faction), group.kind, upgraded, theatre);
        let Some(card) = card.filter(|card| card.get().faction.is_some()) else { continue };
        if !known::knows_unit(card) {
            return Err(format!("{} is not counted yet", card.name()));
        }
        slugs.push(card.slug());
    }
    let all = slugs.into_iter().filter_map(known::find);
    let counted = all.filter(|known| known.class != Class::Played && camp.counts(known.class));
    for known in counted.filter(|known| known.theatre.is_none_or(|only| only == theatre)) {
        (known.apply)(battle, side, 1);
    }
    Ok(())
}

fn faction(camp: &Camp) -> Result<FactionId, String> {
    let found = super::typed::faction(&camp.faction)?;
    match known::knows(found) {
        true => Ok(found),
        false => Err(format!("{} is not counted yet", found.name())),
    }
}

fn slug(name: &str, entry: &Entry) -> String {
    let slug: String = name
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect();
    let omega = format!("{name} Omega");
    match entry.modifiers.iter().chain([&entry.title]).any(|text| text.contains(&omega)) {
        true => slug + "-omega",
        false => slug,
    }
}

fn kind(name: &str) -> Result<UnitKind, String> {
    UnitKind::parse(name).ok_or_else(|| {
        let kinds = UnitKind::ALL.map(|kind| kind.slug()).join(", ");
        format!("`{name}` is no unit; there are {kinds}")
    })
}

fn kinds(names: &[String]) -> Result<Vec<UnitKind>, String> {
    names.iter().map(|name| kind(name)).collect()
}

fn side(camp: &Camp, faction: FactionId, theatre: Theatre) -> Result<Side, String> {
    let sustain = match camp.hit_policy.sustain.as_str() {
        "before anything is destroyed" => Sustain::First,
        "only when that unit is next to be destroyed" => Sustain::WhenNext,
        other => {
            return Err(format!(
                "sustain `{other}`: write `before anything is destroyed` or `only when that unit is \
                 next to be destroyed`"
            ));
        }
    };
    let policy = Policy {
        sustain,
        sustain_order: kinds(&camp.hit_policy.sustain_order)?,
        destroy_order: kinds(&camp.hit_policy.destroy_order)?,
    };
    let groups = camp.units.iter().map(|(name, count)| group(camp, faction, theatre, name, *count));
    Ok(Side { groups: groups.collect::<Result<_, String>>()?, policy, ..Side::default() })
}

fn group(
    camp: &Camp,
    faction: FactionId,
    theatre: Theatre,
    name: &str,
    count: i64,
) -> Result<Group, String> {
    let kind = kind(name)?;
    let few = |n: i64, what: &str| {
        let n = u8::try_from(n).ok().filter(|n| *n <= super::MOST_UNITS);
        n.ok_or_else(|| {
            format!("{what} {}: a number from 0 to {}", kind.plural(), super::MOST_UNITS)
        })
    };
    let upgraded = camp.unit_upgrades.iter().any(|other| self::kind(other) == Ok(kind));
    let card = super::typed::card(Some(faction), kind, upgraded, theatre);
    let mut group = match card {
        Some(card) => super::typed::group(card, theatre),
        None => return Err(format!("{} has no {}", faction.name(), kind.plural())),
    };
    group.count = few(count, "")?;
    group.damaged = few(camp.starts_damaged.get(name).copied().unwrap_or(0), "damaged")?;
    if let Some(stats) = camp.unit_stats.get(name) {
        read_stats(&mut group, stats, theatre);
    }
    Ok(group)
}

fn read_stats(group: &mut Group, stats: &Stats, theatre: Theatre) {
    let attack = |dice: &Option<Dice>| dice.as_ref().map(Dice::attack);
    group.fights = match theatre {
        Theatre::Space => stats.is_ship,
        Theatre::Ground => stats.is_ground_force,
    };
    group.boards = theatre == Theatre::Space && stats.is_ground_force;
    group.combat = attack(&stats.combat);
    group.add = stats.combat.as_ref().map_or(0, |dice| dice.modifier);
    group.barrage = attack(&stats.anti_fighter_barrage);
    group.bombardment = attack(&stats.bombardment);
    group.cannon = attack(&stats.space_cannon);
    group.sustain = stats.sustain;
    group.immune = stats.direct_hit_immune;
    group.shield = stats.planetary_shield;
}
