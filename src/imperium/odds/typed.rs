//! Battles that somebody types: "2 cruisers, 5 fighters" against "1 dreadnought".

use crate::imperium::data::*;

use super::known::{self, Class};
use super::{Battle, Group, MOST_UNITS, Policy, Side, Sustain, Theatre};

/// A question as it is typed; what is left out is plain.
#[derive(Clone, Debug, Default)]
pub struct Question {
    pub theatre: Option<Theatre>,
    pub sides: [TypedSide; 2],
}

#[derive(Clone, Debug, Default)]
pub struct TypedSide {
    /// "2 cruisers, 5 fighters II, damaged dreadnought".
    pub units: String,
    pub faction: Option<String>,
    /// Technologies, action cards and the like: "assault cannon, direct hit x2".
    pub cards: Option<String>,
    /// The order in which units are lost: "fighters, cruisers".
    pub losses: Option<String>,
    /// Damage is sustained only by units that would be lost next.
    pub sustain_late: bool,
}

/// A battle with what was counted, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    pub battle: Battle,
    pub counted: [Vec<String>; 2],
}

const WHO: [&str; 2] = ["the attacker", "the defender"];

/// Makes a battle of the question.
///
/// # Errors
/// What makes no sense, and what would.
pub fn battle(question: &Question) -> Result<Typed, String> {
    let mut wanted = [Vec::new(), Vec::new()];
    let mut factions = [None, None];
    for (at, side) in question.sides.iter().enumerate() {
        let read = || -> Result<_, String> {
            Ok((units(&side.units)?, side.faction.as_deref().map(faction).transpose()?))
        };
        (wanted[at], factions[at]) = read().map_err(|why| format!("{}: {why}", WHO[at]))?;
    }
    let theatre = question.theatre.unwrap_or_else(|| likely_theatre(&wanted));
    let mut battle = Battle { theatre, sides: [Side::default(), Side::default()], begun: false };
    let mut names = [Vec::new(), Vec::new()];
    for at in 0..2 {
        let told = |why: String| format!("{}: {why}", WHO[at]);
        let side = &question.sides[at];
        let cards = side.cards.as_deref().map(named).transpose().map_err(told)?;
        names[at] = cards.unwrap_or_default();
        battle.sides[at] =
            built(&wanted[at], factions[at], &names[at], theatre, side).map_err(told)?;
    }
    let mut counted = [Vec::new(), Vec::new()];
    for at in 0..2 {
        let told = |why: String| format!("{}: {why}", WHO[at]);
        counted[at] = add_printed(&mut battle, at, factions[at], &wanted[at], &names[at]);
        counted[at].extend(add_named(&mut battle, at, &names[at]).map_err(told)?);
    }
    for (at, who) in WHO.iter().enumerate() {
        check(&battle, at).map_err(|why| format!("{who}: {why}"))?;
    }
    Ok(Typed { battle, counted })
}

/// Units that somebody wrote down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    kind: UnitKind,
    count: u8,
    damaged: bool,
    upgraded: bool,
}

/// Units of a player, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troop {
    pub kind: UnitKind,
    pub count: u8,
    pub damaged: bool,
}

/// Reads "2 cruisers, damaged dreadnought".
///
/// # Errors
/// What is no unit or no number of units, and how to write them.
pub fn troops(text: &str) -> Result<Vec<Troop>, String> {
    let troops = units(text)?.into_iter();
    Ok(troops.map(|Wanted { kind, count, damaged, .. }| Troop { kind, count, damaged }).collect())
}

const EXAMPLE: &str = "write units like `2 cruisers, 5 fighters II, damaged dreadnought`";

fn units(text: &str) -> Result<Vec<Wanted>, String> {
    let items = text.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty());
    let found: Vec<Wanted> = items.map(unit).collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(format!("no units are named; {EXAMPLE}"));
    }
    Ok(found)
}

fn unit(item: &str) -> Result<Wanted, String> {
    let mut words: Vec<String> = item.split_whitespace().map(str::to_lowercase).collect();
    let mut count = 1;
    if let Some(first) = words.first().map(|word| word.trim_matches('x').to_string())
        && first.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
    {
        let n: Option<u8> = first.parse().ok().filter(|n| (1..=MOST_UNITS).contains(n));
        count = n.ok_or_else(|| {
            format!("`{}`: a number of units is from 1 to {MOST_UNITS}", short(item))
        })?;
        words.remove(0);
    }
    let mut take = |marks: &[&str]| {
        let before = words.len();
        words.retain(|word| !marks.contains(&word.as_str()));
        words.len() < before
    };
    let damaged = take(&["damaged"]);
    let upgraded = take(&["ii", "upgraded", "2"]);
    match UnitKind::parse(&words.join(" ")) {
        Some(kind) => Ok(Wanted { kind, count, damaged, upgraded }),
        None => Err(format!("`{}` is no unit; {EXAMPLE}", short(item))),
    }
}

/// What was typed, at a length that can be repeated.
fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into(),
    }
}

fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The faction that is meant: its name or part of it.
///
/// # Errors
/// If there is none, with those that there are.
pub fn faction(typed: &str) -> Result<FactionId, String> {
    let wanted = fold(typed);
    let names = |id: FactionId| {
        let row = id.get();
        [fold(&row.name), fold(&row.short_name), fold(id.slug())]
    };
    let exact = FactionId::all().find(|id| names(*id).contains(&wanted));
    let within =
        |id: &FactionId| wanted.len() >= 3 && names(*id).iter().any(|name| name.contains(&wanted));
    exact.or_else(|| FactionId::all().find(within)).ok_or_else(|| {
        let all = FactionId::all().filter(|id| known::knows(*id));
        let all: Vec<&str> = all.map(|id| id.get().short_name.as_str()).collect();
        format!("`{}` is no faction; there are {}", short(typed), all.join(", "))
    })
}

/// Ground where both sides have ground forces and the defender no ships.
fn likely_theatre(wanted: &[Vec<Wanted>; 2]) -> Theatre {
    let any = |side: usize, fits: fn(UnitKind) -> bool| wanted[side].iter().any(|w| fits(w.kind));
    let ground = any(0, UnitKind::is_ground_force)
        && any(1, UnitKind::is_ground_force)
        && !any(1, UnitKind::is_ship);
    if ground { Theatre::Ground } else { Theatre::Space }
}

/// Something that was named beside units, with its number.
struct Named {
    slug: String,
    name: String,
    count: u8,
    /// A technology that improves such units.
    upgrades: Option<UnitKind>,
}

/// Reads "assault cannon, direct hit x2".
fn named(text: &str) -> Result<Vec<Named>, String> {
    let items = text.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty());
    items.map(one_named).collect()
}

fn one_named(item: &str) -> Result<Named, String> {
    let mut words: Vec<&str> = item.split_whitespace().collect();
    let mut count = 1;
    let number = |word: &str| word.trim_matches(['x', 'X']).parse::<i64>().ok();
    let mut ends = [words.len().checked_sub(1), Some(0)].into_iter().flatten();
    let at = ends.find(|at| words.len() > 1 && number(words[*at]).is_some());
    if let Some(at) = at {
        let n = number(words[at]).and_then(|n| u8::try_from(n).ok());
        let n = n.filter(|n| (1..=20).contains(n));
        count = n.ok_or_else(|| format!("`{}`: a number from 1 to 20", short(item)))?;
        words.remove(at);
    }
    let wanted = fold(&words.join(" ").replace('Ω', "omega"));
    let tech = TechId::all().find(|id| [fold(id.name()), fold(id.slug())].contains(&wanted));
    if let Some(unit) = tech.and_then(|tech| tech.get().unit) {
        let tech = tech.map_or("", TechId::slug);
        let kind = unit.get().kind;
        let name = known::name_of(tech);
        return Ok(Named { slug: tech.into(), name, count, upgrades: Some(kind) });
    }
    let slug = match tech {
        Some(tech) => tech.slug().to_string(),
        None => {
            let same = |slug: &&&str| fold(slug) == wanted;
            let card = known::CARDS.iter().find(same).map(|slug| slug.to_string());
            card.ok_or_else(|| unknown(item))?
        }
    };
    if !known::is_counted(&slug) {
        return Err(format!(
            "{} changes nothing that the odds count; leave it out",
            known::name_of(&slug)
        ));
    }
    Ok(Named { name: known::name_of(&slug), slug, count, upgrades: None })
}

fn unknown(item: &str) -> String {
    let cards: Vec<String> = known::CARDS.iter().map(|slug| slug.replace('-', " ")).collect();
    format!(
        "`{}` is not known here; name technologies such as `assault cannon` or `cruiser II`, and {}",
        short(item),
        cards.join(", ")
    )
}

/// The unit card that counts for a faction's units of a kind in a theatre; the generic one without a
/// faction.
pub fn card(
    faction: Option<FactionId>,
    kind: UnitKind,
    upgraded: bool,
    theatre: Theatre,
) -> Option<UnitId> {
    let card = printed(faction, kind, upgraded)?;
    // Some cards have a side for space.
    let other = card.get().flip_side.filter(|other| other.get().is_ship);
    Some(other.filter(|_| theatre == Theatre::Space).unwrap_or(card))
}

fn printed(faction: Option<FactionId>, kind: UnitKind, upgraded: bool) -> Option<UnitId> {
    let fits = |of: Option<FactionId>, upgraded: bool| {
        UnitId::all().find(|id| {
            let row = id.get();
            let first = row.replaces.is_none() && row.from_breakthrough.is_none();
            row.kind == kind && row.faction == of && row.upgrade_of.is_some() == upgraded && first
        })
    };
    let own = |upgraded: bool| faction.and_then(|faction| fits(Some(faction), upgraded));
    let best = |upgraded: bool| own(upgraded).or_else(|| fits(None, upgraded));
    if upgraded { best(true).or_else(|| best(false)) } else { best(false) }
}

/// Units as printed on the card, none of them yet.
pub fn group(card: UnitId, theatre: Theatre) -> Group {
    let row = card.get();
    let fights = match theatre {
        Theatre::Space => row.is_ship,
        Theatre::Ground => row.is_ground_force,
    };
    let each = f64::from(row.units_per_cost.max(1));
    Group {
        kind: row.kind,
        count: 0,
        damaged: 0,
        fights,
        combat: row.combat,
        add: 0,
        natural: 0,
        sustain: row.sustain,
        immune: row.immune_to_direct_hit,
        barrage: row.anti_fighter_barrage,
        bombardment: row.bombardment,
        cannon: row.space_cannon.map(|cannon| cannon.attack),
        shield: row.planetary_shield,
        pierces: row.disables_planetary_shield,
        boards: false,
        cost: row.cost.map_or(0.0, |cost| f64::from(cost) / each),
    }
}

fn built(
    wanted: &[Wanted],
    faction: Option<FactionId>,
    named: &[Named],
    theatre: Theatre,
    typed: &TypedSide,
) -> Result<Side, String> {
    if let Some(faction) = faction.filter(|faction| !known::knows(*faction)) {
        let name = faction.name();
        return Err(format!("{name} is not counted yet; leave the faction out for plain units"));
    }
    let mut groups: Vec<Group> = Vec::new();
    for Wanted { kind, count, damaged, .. } in wanted.iter().copied() {
        let upgraded = is_upgraded(kind, wanted, named);
        let Some(card) = card(faction, kind, upgraded, theatre) else {
            return Err(format!(
                "a {} differs from faction to faction: name the faction",
                kind.name()
            ));
        };
        if !known::knows_unit(card) {
            return Err(format!("{} is not counted yet", card.name()));
        }
        if damaged && !card.get().sustain {
            return Err(format!("{} cannot be damaged", kind.plural()));
        }
        let at = groups.iter().position(|group| group.kind == kind).unwrap_or_else(|| {
            groups.push(group(card, theatre));
            groups.len() - 1
        });
        let sum = groups[at].count.saturating_add(count);
        if sum > MOST_UNITS {
            return Err(format!("{}: at most {MOST_UNITS}", kind.plural()));
        }
        groups[at].count = sum;
        groups[at].damaged += if damaged { count } else { 0 };
    }
    let mut policy = usual_policy(&groups);
    if let Some(losses) = &typed.losses {
        policy.destroy_order = order(losses, &policy.destroy_order)?;
    }
    policy.sustain = if typed.sustain_late { Sustain::WhenNext } else { Sustain::First };
    Ok(Side { groups, policy, ..Side::default() })
}

fn is_upgraded(kind: UnitKind, wanted: &[Wanted], named: &[Named]) -> bool {
    wanted.iter().any(|other| other.kind == kind && other.upgraded)
        || named.iter().any(|named| named.upgrades == Some(kind))
}

/// The kinds that are named, then the others as usual.
fn order(text: &str, usual: &[UnitKind]) -> Result<Vec<UnitKind>, String> {
    let named: Vec<UnitKind> = units(text)?.into_iter().map(|wanted| wanted.kind).collect();
    let others = usual.iter().filter(|kind| !named.contains(kind));
    Ok(named.iter().chain(others).copied().collect())
}

/// Damage is sustained before anything is lost; the cheapest units go first.
pub fn usual_policy(groups: &[Group]) -> Policy {
    let value = |group: &Group| group.combat.map_or(11, |attack| attack.value);
    let mut by_worth: Vec<&Group> = groups.iter().collect();
    by_worth.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(value(b).cmp(&value(a))));
    let mut destroy_order: Vec<UnitKind> = by_worth.iter().map(|group| group.kind).collect();
    destroy_order.dedup();
    let sustain_order = by_worth.iter().filter(|group| group.sustain).map(|g| g.kind).collect();
    Policy { sustain: Sustain::First, sustain_order, destroy_order }
}

/// Abilities of the faction and what its unit cards do; by name, what was counted.
fn add_printed(
    battle: &mut Battle,
    side: usize,
    faction: Option<FactionId>,
    wanted: &[Wanted],
    named: &[Named],
) -> Vec<String> {
    let Some(faction) = faction else { return Vec::new() };
    let mut slugs: Vec<&str> = faction.get().abilities.iter().map(|id| id.slug()).collect();
    let theatre = battle.theatre;
    let kinds: Vec<UnitKind> = battle.sides[side].groups.iter().map(|group| group.kind).collect();
    let cards = kinds.iter().filter_map(|kind| {
        let card = card(Some(faction), *kind, is_upgraded(*kind, wanted, named), theatre)?;
        card.get().faction.map(|_| card.slug())
    });
    slugs.extend(cards);
    let fits = |known: &&known::Known| {
        known.class != Class::Played && known.theatre.is_none_or(|only| only == theatre)
    };
    let mut counted = Vec::new();
    for known in slugs.into_iter().filter_map(known::find).filter(fits) {
        (known.apply)(battle, side, 1);
        counted.push(known::name_of(known.slug));
    }
    counted
}

fn add_named(battle: &mut Battle, side: usize, named: &[Named]) -> Result<Vec<String>, String> {
    let mut counted = Vec::new();
    for named in named {
        let Some(known) = known::find(&named.slug) else {
            counted.push(named.name.clone());
            continue;
        };
        if let Some(only) = known.theatre.filter(|only| *only != battle.theatre) {
            let (name, only, other) = (&named.name, only.name(), battle.theatre.name());
            return Err(format!("{name} belongs to {only} combats, and this is one in {other}"));
        }
        (known.apply)(battle, side, named.count);
        counted.push(match named.count {
            1 => named.name.clone(),
            n => format!("{} ×{n}", named.name),
        });
    }
    Ok(counted)
}

/// Everybody takes part in some way, and somebody fights.
fn check(battle: &Battle, side: usize) -> Result<(), String> {
    let groups = &battle.sides[side].groups;
    for group in groups.iter().filter(|group| !group.fights) {
        let kind = group.kind;
        let helps = match (battle.theatre, side) {
            (Theatre::Space, _) => group.cannon.is_some(),
            (Theatre::Ground, 0) => kind.is_ship() && group.bombardment.is_some(),
            (Theatre::Ground, _) => kind.is_structure(),
        };
        if !helps {
            let (units, instead) = (kind.plural(), instead(battle.theatre, side));
            let place = match battle.theatre {
                Theatre::Space => "a space combat",
                Theatre::Ground => "a ground combat",
            };
            return Err(format!("{units} take no part in {place}; {instead}"));
        }
    }
    match groups.iter().any(|group| group.fights && group.count > 0) {
        true => Ok(()),
        false => Err(format!("nobody fights; {}", instead(battle.theatre, side))),
    }
}

fn instead(theatre: Theatre, side: usize) -> &'static str {
    match (theatre, side) {
        (Theatre::Space, _) => {
            "name ships, and PDS that fire at the start; for landings choose the theatre `ground`"
        }
        (Theatre::Ground, 0) => {
            "name ground forces, and ships that bombard; for fleets choose the theatre `space`"
        }
        (Theatre::Ground, _) => {
            "name ground forces and structures on the planet; for fleets choose the theatre `space`"
        }
    }
}
