//! Battles of a running game: those who stand in a system, with all their public modifiers.
//!
//! The rules' own numbers are asked, as they are and as they would be without each unit whose card
//! changes numbers. Nothing that a player holds in hand is looked at.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::HitSource;
use crate::imperium::rules::tables::{Number, number, tables};
use crate::imperium::rules::{bombardment, hits, space_cannon};
use crate::imperium::state::*;

use super::known::{self, Class};
use super::typed::{self, Troop};
use super::{Battle, Group, Modifier, Side, Theatre};

/// A battle of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    pub place: Place,
    pub sides: [Seat; 2],
    pub battle: Battle,
    /// What was counted beside dice and modifiers, by name.
    pub counted: [Vec<String>; 2],
}

/// What is asked about a system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// Who asks, if that is a player.
    pub by: Option<Seat>,
    /// Units with which the asker would come.
    pub with: Option<&'a str>,
    pub theatre: Option<Theatre>,
    /// Where to land.
    pub planet: Option<PlanetId>,
}

/// The battle that is fought in the system, or would be.
///
/// # Errors
/// If no two sides meet there, and what could be asked instead.
pub fn meeting(state: &State, system: SystemId, asked: Asked) -> Result<Met, String> {
    let mut state = state.clone();
    let coming = match asked.with {
        Some(units) => {
            let by = asked.by.ok_or("only players of the game can come with units")?;
            Some((by, troops(&state, by, units)?))
        }
        None => None,
    };
    let space = || meets_in_space(&state, system, &coming, asked.by);
    let ground = || meets_on_ground(&state, system, &coming, asked);
    let found = match (asked.theatre, asked.planet) {
        (Some(Theatre::Space), _) => space(),
        (Some(Theatre::Ground), _) | (None, Some(_)) => ground(),
        (None, None) => space().or_else(ground),
    };
    let Some((place, sides)) = found else {
        return Err(nobody_meets(&state, system, asked));
    };
    if let Some((by, troops)) = &coming {
        arrive(&mut state, *by, place, troops);
    }
    if let Place::Planet(planet) = place {
        land(&mut state, sides[0], planet);
    }
    let met = battle(&state, place, sides);
    let fights = |side: usize| met.battle.sides[side].groups.iter().any(|group| group.fights);
    match (fights(0), fights(1)) {
        (true, true) => Ok(met),
        _ => Err(nobody_meets(&state, system, asked)),
    }
}

fn troops(state: &State, by: Seat, units: &str) -> Result<Vec<Troop>, String> {
    let troops = typed::troops(units)?;
    match troops.iter().find(|troop| state.card(by, troop.kind).is_none()) {
        Some(troop) => Err(format!("you cannot have {} yet", troop.kind.plural())),
        None => Ok(troops),
    }
}

type Coming = Option<(Seat, Vec<Troop>)>;

fn meets_in_space(
    state: &State,
    system: SystemId,
    coming: &Coming,
    asker: Option<Seat>,
) -> Option<(Place, [Seat; 2])> {
    let place = Place::Space(system);
    if let Some(combat) = state.combat.as_ref().filter(|combat| combat.place == place) {
        return Some((place, combat.sides));
    }
    let fleets = state.fleets(system);
    let attacker = match coming {
        Some((by, troops)) => troops.iter().any(|troop| troop.kind.is_ship()).then_some(*by)?,
        None => {
            let here = |seat: &Seat| fleets.contains(seat);
            state.active.filter(here).or(asker.filter(here)).or(fleets.first().copied())?
        }
    };
    let defender = fleets.into_iter().find(|seat| *seat != attacker)?;
    Some((place, [attacker, defender]))
}

fn meets_on_ground(
    state: &State,
    system: SystemId,
    coming: &Coming,
    asked: Asked,
) -> Option<(Place, [Seat; 2])> {
    let mut planets = state.galaxy.planets(system).iter().copied();
    let fought = |planet: &PlanetId| {
        state.combat.as_ref().filter(|combat| combat.place == Place::Planet(*planet))
    };
    if let Some(combat) = planets.clone().find_map(|planet| fought(&planet)) {
        return Some((combat.place, combat.sides));
    }
    let lands = |seat: &Seat| {
        let space = &state.system(system).space;
        space.ground_forces(*seat).next().is_some()
    };
    let attacker = match coming {
        Some((by, _)) => *by,
        None => {
            let first = || state.seats().find(lands);
            state.active.filter(lands).or(asked.by.filter(lands)).or_else(first)?
        }
    };
    let holder = |planet: &PlanetId| {
        let forces = &state.planet(*planet).forces;
        forces.owners().into_iter().find(|seat| *seat != attacker && forces.has_troops(*seat))
    };
    let wanted = |planet: &PlanetId| asked.planet.is_none_or(|named| named == *planet);
    let planet = planets.find(|planet| wanted(planet) && holder(planet).is_some())?;
    Some((Place::Planet(planet), [attacker, holder(&planet)?]))
}

fn nobody_meets(state: &State, system: SystemId, asked: Asked) -> String {
    let who: Vec<String> = state.fleets(system).iter().map(Seat::to_string).collect();
    let there = match &who[..] {
        [] => "nobody has ships there".to_string(),
        [one] => format!("only {one} has ships there"),
        many => format!("{} have ships there", many.join(" and ")),
    };
    let what = match (asked.theatre, asked.with) {
        (_, None) => "Add `attacker:2 cruisers, 3 infantry` to ask what would come of an attack.",
        (Some(Theatre::Ground), _) => {
            "For a landing name ground forces, and a planet with those of another player."
        }
        _ => "Name ships where another fleet is, or ground forces where a planet is defended.",
    };
    format!("no two sides meet in {}: {there}. {what}", state.system_name(system))
}

/// Puts the units where they would fight: ships in space, ground forces on the planet.
fn arrive(state: &mut State, by: Seat, place: Place, troops: &[Troop]) {
    let system = state.system_of(place);
    for Troop { kind, count, damaged } in troops.iter().copied() {
        let at = match place {
            Place::Planet(_) if kind.is_ground_force() => place,
            _ => Place::Space(system),
        };
        state.forces_mut(at).add(by, kind, damaged, count);
    }
}

/// Whoever could land does, unless somebody has.
fn land(state: &mut State, attacker: Seat, planet: PlanetId) {
    let place = Place::Planet(planet);
    if state.forces(place).has_troops(attacker) {
        return;
    }
    let system = state.system_of(place);
    let leaves = |stack: &Stack| stack.owner == attacker && stack.kind.is_ground_force();
    for stack in state.system_mut(system).space.drain(leaves) {
        state.forces_mut(place).add(stack.owner, stack.kind, stack.damaged, stack.count);
    }
}

/// The battle between two players at a place as it stands, the first one attacking.
pub fn battle(state: &State, place: Place, sides: [Seat; 2]) -> Met {
    let theatre = match place {
        Place::Space(_) => Theatre::Space,
        Place::Planet(_) => Theatre::Ground,
    };
    let begun = state.combat.as_ref().is_some_and(|combat| combat.place == place);
    let mut now = state.clone();
    now.active = Some(sides[0]);
    let mut later = now.clone();
    later.lasting.retain(|lasting| lasting.until != Until::CombatRoundEnds);
    let scene = Scene { now: &now, later: &later, place, sides };
    let mut battle = Battle { theatre, sides: [0, 1].map(|side| scene.side(side)), begun };
    scene.add_conditions(&mut battle);
    scene.add_this_round(&mut battle);
    scene.add_guns(&mut battle);
    let counted = [0, 1].map(|side| scene.add_powers(&mut battle, side));
    Met { place, sides, battle, counted }
}

struct Scene<'a> {
    /// In this round, and in all others.
    now: &'a State,
    later: &'a State,
    place: Place,
    sides: [Seat; 2],
}

/// What the rules say of units of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sheet {
    add: i32,
    sustains: bool,
    aimed: bool,
}

impl Scene<'_> {
    fn fighters(&self, side: usize) -> impl Iterator<Item = &Stack> + Clone {
        let source = match self.place {
            Place::Space(_) => HitSource::SpaceCombat,
            Place::Planet(_) => HitSource::GroundCombat,
        };
        hits::targets(self.later, self.sides[side], self.place, source)
    }

    fn kinds(&self, side: usize) -> Vec<UnitKind> {
        let mut kinds: Vec<UnitKind> = self.fighters(side).map(|stack| stack.kind).collect();
        kinds.dedup();
        kinds
    }

    fn sheet(&self, state: &State, side: usize, kind: UnitKind) -> Sheet {
        let (seat, place) = (self.sides[side], self.place);
        let mut base = 0;
        let mut aimed = false;
        if let Place::Space(system) = place {
            // Ships that defend in a nebula (RR 59.5).
            base = i32::from(side == 1 && state.is_anomaly(system, Anomaly::Nebula));
            aimed = number(state, Number::HitsAimed { seat, kind, system }, 0) > 0;
        }
        let add = number(state, Number::CombatRoll { seat, kind, place }, base);
        Sheet { add, sustains: hits::can_sustain(state, seat, kind, place), aimed }
    }

    fn side(&self, side: usize) -> Side {
        let seat = self.sides[side];
        let theatre = match self.place {
            Place::Space(_) => Theatre::Space,
            Place::Planet(_) => Theatre::Ground,
        };
        let mut groups: Vec<Group> = Vec::new();
        for stack in self.fighters(side) {
            let Some(card) = self.later.card(seat, stack.kind) else { continue };
            if groups.last().is_none_or(|group| group.kind != stack.kind) {
                let (kind, place) = (stack.kind, self.place);
                let natural = number(self.later, Number::NaturalHits { seat, kind, place }, 0);
                let boards = theatre == Theatre::Space && kind.is_ground_force();
                let natural = natural.clamp(0, 3) as u8;
                // Guns are counted by themselves.
                let group = typed::group(card.id, theatre);
                let (bombardment, cannon) = (None, None);
                groups.push(Group { fights: true, natural, boards, bombardment, cannon, ..group });
            }
            if let Some(group) = groups.last_mut() {
                group.count += stack.count;
                group.damaged += if stack.damaged { stack.count } else { 0 };
            }
        }
        let policy = typed::usual_policy(&groups);
        let mut side = Side { groups, policy, ..Side::default() };
        let worth = number(self.later, Number::SustainedHits { seat }, 1);
        side.powers.sustain_worth = worth.clamp(1, 9) as u8;
        side
    }

    /// Modifiers, and which of them depend on units that may fall.
    fn add_conditions(&self, battle: &mut Battle) {
        let mut without = Vec::new();
        for side in 0..2 {
            for kind in self.kinds(side).into_iter().filter(|kind| self.changes(side, *kind)) {
                let mut state = self.later.clone();
                let seat = self.sides[side];
                let is_it = |stack: &Stack| stack.owner == seat && stack.kind == kind;
                state.forces_mut(self.place).drain(is_it);
                without.push((side, kind, state));
            }
        }
        for side in 0..2 {
            for at in 0..battle.sides[side].groups.len() {
                let kind = battle.sides[side].groups[at].kind;
                let sheet = self.sheet(self.later, side, kind);
                let mut base = sheet;
                for (owner, of, state) in &without {
                    if (*owner, *of) == (side, kind) {
                        continue;
                    }
                    let other = self.sheet(state, side, kind);
                    let add = clamped(sheet.add - other.add);
                    base.add -= i32::from(add);
                    if add != 0 {
                        let (of, while_lives) = (Some(kind), Some((*owner, *of)));
                        let modifier = Modifier { of, while_lives, ..Modifier::always(add) };
                        battle.sides[side].modifiers.push(modifier);
                    }
                    if other.sustains && !sheet.sustains {
                        battle.sides[*owner].powers.forbids_sustain = Some(*of);
                        base.sustains = true;
                    }
                    if sheet.aimed && !other.aimed {
                        let aims = &mut battle.sides[side].powers.aims;
                        aims.get_or_insert_with(|| (Some(*of), Vec::new())).0 = Some(*of);
                    }
                }
                let side = &mut battle.sides[side];
                side.groups[at].add = clamped(base.add);
                side.groups[at].sustain &= base.sustains;
                if sheet.aimed {
                    side.powers.aims.get_or_insert_with(|| (None, Vec::new())).1.push(kind);
                }
            }
        }
    }

    /// Whether the card of such units changes numbers.
    fn changes(&self, side: usize, kind: UnitKind) -> bool {
        let card = self.later.card(self.sides[side], kind);
        let component = card.and_then(|card| tables().unit(card.id));
        component.is_some_and(|component| !component.modifiers.is_empty())
    }

    /// What holds for the round that is being fought.
    fn add_this_round(&self, battle: &mut Battle) {
        for side in 0..2 {
            let seat = self.sides[side];
            let has = |effect: Effect| {
                let same = |l: &Lasting| l.seat == seat && l.effect == effect;
                self.now.lasting.iter().any(same)
            };
            if has(Effect::Rerolls) {
                battle.sides[side].powers.rerolls = 1;
            }
            if has(Effect::NoCombatRolls) {
                battle.sides[1 - side].powers.silences = 1;
            }
            for kind in self.kinds(side) {
                let [now, later] =
                    [self.now, self.later].map(|state| self.sheet(state, side, kind).add);
                let add = clamped(now - later);
                if add != 0 {
                    let modifier = Modifier { of: Some(kind), ..Modifier::in_rounds(add, 1) };
                    battle.sides[side].modifiers.push(modifier);
                }
            }
        }
    }

    /// Space cannons and bombardment, whoever has them.
    fn add_guns(&self, battle: &mut Battle) {
        let [attacker, defender] = self.sides;
        match self.place {
            Place::Space(system) => {
                for side in 0..2 {
                    let (seat, against) = (self.sides[side], self.sides[1 - side]);
                    let guns = space_cannon::battery(self.later, seat, system);
                    let add = number(self.later, Number::SpaceCannonRoll { seat, against }, 0);
                    let side = &mut battle.sides[side];
                    side.powers.cannon_add = clamped(add);
                    side.groups.extend(guns.iter().map(|volley| Group {
                        cannon: Some(Attack { value: volley.value, dice: volley.dice }),
                        ..aside(volley.kind)
                    }));
                }
            }
            Place::Planet(planet) => {
                let seat = attacker;
                let guns = space_cannon::garrison(self.later, defender, attacker, planet);
                let fire = Number::SpaceCannonRoll { seat: defender, against: attacker };
                let side = &mut battle.sides[1];
                side.powers.cannon_add = clamped(number(self.later, fire, 0));
                side.groups.extend(guns.iter().map(|volley| Group {
                    cannon: Some(Attack { value: volley.value, dice: volley.dice }),
                    ..aside(volley.kind)
                }));
                let structures = self.later.planet(planet).forces.structures(defender);
                let shield = bombardment::is_shielded(self.later, defender, planet);
                let standing = structures.map(|stack| Group { shield, ..aside(stack.kind) });
                side.groups.extend(standing);
                if bombardment::may_bombard(self.later, attacker, planet).is_err() {
                    return;
                }
                let system = self.later.system_of(self.place);
                let guns = bombardment::batteries(self.later, attacker, planet);
                let extra = number(self.later, Number::BombardmentDice { seat, system }, 0);
                let add = number(self.later, Number::BombardmentRoll { seat, planet }, 0);
                let side = &mut battle.sides[0];
                side.powers.extra_bombardment_dice = extra.clamp(0, 9) as u8;
                side.powers.bombardment_add = clamped(add);
                side.groups.extend(guns.iter().map(|volley| Group {
                    bombardment: Some(Attack { value: volley.value, dice: volley.dice }),
                    ..aside(volley.kind)
                }));
            }
        }
    }

    /// Abilities, ready technologies and unit cards that do more than change numbers.
    fn add_powers(&self, battle: &mut Battle, side: usize) -> Vec<String> {
        let seat = self.sides[side];
        let player = self.later.player(seat);
        let abilities = player.faction.get().abilities.iter().map(|ability| ability.slug());
        let ready = player.technologies.iter();
        let ready = ready.filter(|tech| !player.exhausted_technologies.contains(tech));
        let kinds = self.kinds(side);
        let cards = kinds.iter().filter_map(|kind| Some(self.later.card(seat, *kind)?.id.slug()));
        let slugs = abilities.chain(ready.map(|tech| tech.slug())).chain(cards);
        let theatre = battle.theatre;
        let mut counted = Vec::new();
        for known in slugs.filter_map(known::find) {
            let here = known.theatre.is_none_or(|only| only == theatre);
            if known.class == Class::Power && here && self.is_sure(known.slug, side) {
                (known.apply)(battle, side, 1);
                counted.push(known::name_of(known.slug));
            }
        }
        counted
    }

    /// Whether that happens: a planetary shield must be there for what needs one, and what one may do
    /// or not is left to the player where it changes who fights.
    fn is_sure(&self, slug: &str, side: usize) -> bool {
        match (slug, self.place) {
            ("the-alastor", _) => false,
            ("harrow", _) => side == 0,
            _ => true,
        }
    }
}

fn clamped(add: i32) -> i8 {
    add.clamp(-20, 20) as i8
}

/// Something that takes no part in the rounds of the combat.
fn aside(kind: UnitKind) -> Group {
    Group {
        kind,
        count: 1,
        damaged: 0,
        fights: false,
        combat: None,
        add: 0,
        natural: 0,
        sustain: false,
        immune: false,
        barrage: None,
        bombardment: None,
        cannon: None,
        shield: false,
        pierces: false,
        boards: false,
        cost: 0.0,
    }
}
