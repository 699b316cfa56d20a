//! What cards, technologies, abilities and unit cards mean for a battle, by their printed ids.
//!
//! Where the rules run a game they say these numbers themselves; here they stand for questions that are
//! typed and for files.

use crate::imperium::data::*;

use super::{Battle, Modifier, Theatre};

/// How a component comes into a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Added to rolls for good: in a position part of the rules' numbers, in records of printed units.
    Lasting,
    /// In a position part of the rules' numbers.
    Number,
    /// What the rules' numbers do not say: things that happen.
    Power,
    /// The same, if its owner chooses to and pays for it or plays it: only counted when named.
    Played,
}

pub struct Known {
    pub slug: &'static str,
    pub class: Class,
    /// Where it matters, if only there.
    pub theatre: Option<Theatre>,
    /// Changes the battle for the side (0, 1) that has it so many times.
    pub apply: fn(&mut Battle, usize, u8),
}

const SPACE: Option<Theatre> = Some(Theatre::Space);
const GROUND: Option<Theatre> = Some(Theatre::Ground);

const fn known(
    slug: &'static str,
    class: Class,
    theatre: Option<Theatre>,
    apply: fn(&mut Battle, usize, u8),
) -> Known {
    Known { slug, class, theatre, apply }
}

/// What may be named with a question beside units, factions and technologies.
pub const CARDS: [&str; 9] = [
    "morale-boost",
    "fighter-prototype",
    "direct-hit",
    "shields-holding",
    "maneuvering-jets",
    "fire-team",
    "bunker",
    "munitions-reserves",
    "defending-in-nebula",
];

static KNOWN: &[Known] = &[
    // Abilities.
    known("unrelenting", Class::Lasting, None, |battle, side, _| lasting(battle, side, 1)),
    known("fragile", Class::Lasting, None, |battle, side, _| lasting(battle, side, -1)),
    known("ambush", Class::Power, SPACE, |battle, side, _| battle.sides[side].powers.ambush = 2),
    known("raid-formation", Class::Power, SPACE, |battle, side, _| {
        battle.sides[side].powers.raids = true;
    }),
    known("harrow", Class::Power, GROUND, |battle, side, _| {
        battle.sides[side].powers.harrows = side == 0;
    }),
    known("munitions-reserves", Class::Played, SPACE, |battle, side, rounds| {
        battle.sides[side].powers.rerolls = rounds;
    }),
    // Technologies.
    known("plasma-scoring", Class::Number, None, |battle, side, _| {
        battle.sides[side].powers.extra_cannon_dice += 1;
        battle.sides[side].powers.extra_bombardment_dice += 1;
    }),
    known("antimass-deflectors", Class::Number, None, |battle, side, _| {
        battle.sides[1 - side].powers.cannon_add -= 1;
    }),
    known("assault-cannon", Class::Power, SPACE, |battle, side, _| {
        battle.sides[side].powers.assault = true;
    }),
    known("duranium-armor", Class::Power, None, |battle, side, _| {
        battle.sides[side].powers.repairs = true;
    }),
    known("graviton-laser-system", Class::Power, SPACE, |battle, side, _| {
        battle.sides[side].powers.cannon_aimed = true;
    }),
    known("magen-defense-grid", Class::Power, GROUND, |battle, side, _| {
        let shields = battle.sides[side].groups.iter().any(|group| group.shield);
        let pierced = battle.sides[1 - side].groups.iter().any(|group| group.pierces);
        battle.sides[side].powers.silences = u8::from(shields && !pierced);
    }),
    known("magen-defense-grid-omega", Class::Power, GROUND, |battle, side, _| {
        battle.sides[side].powers.zaps = true;
    }),
    known("non-euclidean-shielding", Class::Number, None, |battle, side, _| {
        battle.sides[side].powers.sustain_worth = 2;
    }),
    known("valkyrie-particle-weave", Class::Power, GROUND, |battle, side, _| {
        battle.sides[side].powers.answers = true;
    }),
    known("l4-disruptors", Class::Number, GROUND, |battle, side, _| {
        battle.sides[1 - side].powers.cannon_silent |= side == 0;
    }),
    // Unit cards.
    known("jns-hylarim", Class::Number, SPACE, |battle, side, _| {
        each(battle, side, UnitKind::Flagship, |group| group.natural = 2);
    }),
    known("cmorran-norr", Class::Number, SPACE, |battle, side, _| {
        battle.sides[side].modifiers.push(Modifier {
            except: Some(UnitKind::Flagship),
            while_lives: Some((side, UnitKind::Flagship)),
            ..Modifier::always(1)
        });
    }),
    known("001", Class::Number, SPACE, |battle, side, _| {
        let kinds = vec![UnitKind::Flagship, UnitKind::Dreadnought];
        battle.sides[side].powers.aims = Some((Some(UnitKind::Flagship), kinds));
    }),
    known("fourth-moon", Class::Number, SPACE, |battle, side, _| {
        battle.sides[side].powers.forbids_sustain = Some(UnitKind::Flagship);
    }),
    known("salai-sai-corian", Class::Number, SPACE, |battle, side, _| {
        each(battle, side, UnitKind::Flagship, |group| {
            group.combat = group.combat.map(|attack| Attack { dice: 0, ..attack });
        });
    }),
    known("van-hauge", Class::Power, SPACE, |battle, side, _| {
        battle.sides[side].powers.dooms = Some(UnitKind::Flagship);
    }),
    known("arc-secundus", Class::Power, SPACE, |battle, side, _| {
        battle.sides[side].powers.mends = Some(UnitKind::Flagship);
    }),
    known("the-alastor", Class::Power, SPACE, |battle, side, _| {
        for group in &mut battle.sides[side].groups {
            if group.kind.is_ground_force() {
                (group.fights, group.boards) = (true, true);
            }
        }
    }),
    known("valkyrie-exoskeleton", Class::Power, GROUND, |battle, side, _| {
        battle.sides[side].powers.strikes_back = Some(UnitKind::Mech);
    }),
    // Action cards, and where it is.
    known("morale-boost", Class::Played, None, |battle, side, n| {
        battle.sides[side].modifiers.push(Modifier::in_rounds(1, n));
    }),
    known("fighter-prototype", Class::Played, SPACE, |battle, side, _| {
        let fighters = Modifier { of: Some(UnitKind::Fighter), ..Modifier::in_rounds(2, 1) };
        battle.sides[side].modifiers.push(fighters);
    }),
    known("direct-hit", Class::Played, SPACE, |battle, side, n| {
        battle.sides[side].powers.direct_hits = n;
    }),
    known("shields-holding", Class::Played, SPACE, |battle, side, n| {
        battle.sides[side].powers.shields = n;
    }),
    known("maneuvering-jets", Class::Played, None, |battle, side, n| {
        battle.sides[side].powers.cannon_cancelled = n;
    }),
    known("fire-team", Class::Played, GROUND, |battle, side, rounds| {
        battle.sides[side].powers.rerolls = rounds;
    }),
    known("bunker", Class::Played, GROUND, |battle, side, _| {
        battle.sides[1 - side].powers.bombardment_add -= 4;
    }),
    known("defending-in-nebula", Class::Lasting, SPACE, |battle, side, _| {
        lasting(battle, side, 1);
    }),
];

/// Unit cards of later products whose printed numbers say everything that a battle needs.
const PLAIN: &[&str] = &[
    "pride-of-kenara",
    "letani-behemoth",
    "scavenger-zeta",
    "icarus-drive",
    "blackshade-infiltrator",
    "zs-thunderbolt-m2",
    "reclaimer",
    "strike-wing-alpha-i",
    "strike-wing-alpha-ii",
    "hel-titan-i",
    "hel-titan-ii",
    "eidolon",
    "z-grav-eidolon",
    "mordred",
];

/// Factions of later products whose abilities are either counted or none of a battle's business.
const LATER: [&str; 3] = ["argent-flight", "naaz-rokha-alliance", "titans-of-ul"];

pub fn find(slug: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.slug == slug)
}

/// Whether the component changes battles that have it.
pub fn is_counted(slug: &str) -> bool {
    find(slug).is_some()
}

/// Whether battles of the faction come out right, its flagship and mech aside.
pub fn knows(faction: FactionId) -> bool {
    faction.source() == Source::Base || LATER.contains(&faction.slug())
}

/// Whether battles with this unit card come out right.
pub fn knows_unit(card: UnitId) -> bool {
    card.source() == Source::Base
        || card.get().faction.is_none()
        || is_counted(card.slug())
        || PLAIN.contains(&card.slug())
}

/// The printed name of something that is counted.
pub fn name_of(slug: &str) -> String {
    let named = [
        TechId::by_slug(slug).map(TechId::name),
        ActionCardId::by_slug(slug).map(ActionCardId::name),
        AbilityId::by_slug(slug).map(AbilityId::name),
        UnitId::by_slug(slug).map(UnitId::name),
    ];
    named.into_iter().flatten().next().map_or_else(|| slug.replace('-', " "), Into::into)
}

fn lasting(battle: &mut Battle, side: usize, add: i8) {
    battle.sides[side].modifiers.push(Modifier::always(add));
}

fn each(battle: &mut Battle, side: usize, kind: UnitKind, change: impl Fn(&mut super::Group)) {
    battle.sides[side].groups.iter_mut().filter(|group| group.kind == kind).for_each(change);
}
