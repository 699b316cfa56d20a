//! How many dice are rolled and how likely how many hits are.

use crate::imperium::data::{Attack, UnitKind};

use super::army::{Army, Camp, Field};

/// Dice that are rolled alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    pub dice: u32,
    /// How many of the ten faces hit.
    pub faces: u8,
    /// Hits besides of the faces 9 and 10.
    pub natural: u8,
    /// Dice that miss are rolled once more.
    pub again: bool,
    /// Hits go to ships other than fighters.
    pub aimed: bool,
}

/// The faces of a die that hit on `value` or more after `add` is added.
pub fn faces(value: u8, add: i32) -> u8 {
    (11 - i32::from(value) + add).clamp(0, 10) as u8
}

/// How likely a die scores 0, 1, 2 … hits.
pub type Die = [f64; 5];

impl Volley {
    fn of(dice: u32, attack: Attack, add: i32) -> Volley {
        Volley { dice, faces: faces(attack.value, add), natural: 0, again: false, aimed: false }
    }

    /// Hits of a die by the face that it shows.
    pub fn hits(&self, shows: u8) -> u8 {
        u8::from(shows + self.faces > 10) + if shows >= 9 { self.natural.min(3) } else { 0 }
    }

    pub fn die(&self) -> Die {
        let mut die = [0.0; 5];
        for shows in 1..=10 {
            die[usize::from(self.hits(shows))] += 0.1;
        }
        if self.again {
            let missed = die[0];
            let once = die;
            for (hits, p) in die.iter_mut().enumerate() {
                *p = once[hits] * missed + if hits > 0 { *p } else { 0.0 };
            }
        }
        die
    }
}

/// How likely 0, 1, 2 … hits are.
pub type Hits = Vec<f64>;

/// Probabilities below this make no difference.
const NOTHING: f64 = 1e-22;

/// The hits of all volleys that `fits` says.
pub fn hits(volleys: &[Volley], fits: impl Fn(&Volley) -> bool) -> Hits {
    let mut all = vec![1.0];
    for volley in volleys.iter().filter(|volley| fits(volley)) {
        let die = volley.die();
        let most = die.iter().rposition(|p| *p > 0.0).unwrap_or(0);
        if most == 0 {
            continue;
        }
        for _ in 0..volley.dice {
            let mut next = vec![0.0; all.len() + most];
            for (hits, p) in all.iter().enumerate() {
                for (more, q) in die[..=most].iter().enumerate() {
                    next[hits + more] += p * q;
                }
            }
            while next.last().is_some_and(|p| *p < NOTHING) {
                next.pop();
            }
            all = next;
        }
    }
    all
}

/// So many aimed hits and so many others.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    pub aimed: u32,
    pub free: u32,
    pub p: f64,
}

pub fn throws(volleys: &[Volley], out: &mut Vec<Throw>) {
    out.clear();
    let free = hits(volleys, |volley| !volley.aimed);
    let aimed = hits(volleys, |volley| volley.aimed);
    for (aimed, q) in (0..).zip(&aimed) {
        let each = (0..).zip(&free).map(|(free, p)| Throw { aimed, free, p: p * q });
        out.extend(each.filter(|throw| throw.p > NOTHING));
    }
}

impl Field<'_> {
    /// The combat dice of a side in a round, from 1; `None` after all rounds that differ.
    pub fn combat(
        &self,
        side: usize,
        armies: &[Army; 2],
        round: Option<u8>,
        out: &mut Vec<Volley>,
    ) {
        out.clear();
        let within = |rounds: u8| round.is_some_and(|round| round <= rounds);
        let (camp, opponent) = (&self.camps[side], &self.camps[1 - side]);
        if within(opponent.side.powers.silences) {
            return;
        }
        let powers = &camp.side.powers;
        let army = &armies[side];
        let again = within(powers.rerolls);
        for (at, group) in camp.groups.iter().enumerate() {
            let (n, Some(attack)) = (army.of(at), group.combat) else { continue };
            if n == 0 {
                continue;
            }
            let each = match attack.dice {
                0 => opponent.large(&armies[1 - side]),
                dice => dice.into(),
            };
            let add = i32::from(group.add) + self.modifiers(side, group.kind, armies, round);
            let aimed = powers.aims.as_ref().is_some_and(|(kind, of)| {
                of.contains(&group.kind) && kind.is_none_or(|kind| camp.has(army, kind))
            });
            let volley = Volley::of(u32::from(n) * each, attack, add);
            out.push(Volley { natural: group.natural, again, aimed, ..volley });
        }
    }

    fn modifiers(&self, side: usize, kind: UnitKind, armies: &[Army; 2], round: Option<u8>) -> i32 {
        let all = self.camps[side].side.modifiers.iter().filter(|modifier| {
            let lives = |(of, kind): (usize, UnitKind)| self.camps[of].has(&armies[of], kind);
            modifier.of.is_none_or(|of| of == kind)
                && modifier.except != Some(kind)
                && modifier.rounds.is_none_or(|n| round.is_some_and(|round| round <= n))
                && modifier.while_lives.is_none_or(lives)
        });
        all.map(|modifier| i32::from(modifier.add)).sum()
    }

    /// How many first rounds differ from those that follow.
    pub fn special_rounds(&self) -> u8 {
        let of = |camp: &Camp| {
            let modifiers = camp.side.modifiers.iter().filter_map(|modifier| modifier.rounds);
            let powers = &camp.side.powers;
            modifiers.chain([powers.rerolls, powers.silences]).max().unwrap_or(0)
        };
        of(&self.camps[0]).max(of(&self.camps[1]))
    }

    /// Whether the dice of a side, or what its hits do, depend on what the opponent has left.
    pub fn looks_across(&self, side: usize) -> bool {
        let camp = &self.camps[side];
        let varies = |attack: Attack| attack.dice == 0;
        camp.groups.iter().any(|group| group.combat.is_some_and(varies))
            || camp.side.modifiers.iter().any(|m| m.while_lives.is_some_and(|(of, _)| of != side))
    }
}

impl Camp<'_> {
    /// Dice of an ability of all units that are left, with those that take no part in the combat.
    fn ability(
        &self,
        army: &Army,
        attack: impl Fn(&super::Group) -> Option<Attack>,
        add: i8,
        extra: u8,
    ) -> Vec<Volley> {
        let aside = self.side.groups.iter().filter(|group| !group.fights);
        let aside = aside.map(|group| (group, group.count));
        let fighting = self.groups.iter().enumerate().map(|(at, group)| (*group, army.of(at)));
        let mut volleys: Vec<Volley> = aside
            .chain(fighting)
            .filter(|(_, n)| *n > 0)
            .filter_map(|(group, n)| {
                let attack = attack(group)?;
                let dice = u32::from(n) * u32::from(attack.dice);
                Some(Volley::of(dice, attack, add.into()))
            })
            .collect();
        // Dice that no unit brings go with the best.
        volleys.sort_by_key(|volley| std::cmp::Reverse(volley.faces));
        if let Some(best) = volleys.first_mut() {
            best.dice += u32::from(extra);
        }
        volleys
    }

    pub fn cannons(&self, army: &Army) -> Vec<Volley> {
        let powers = &self.side.powers;
        if powers.cannon_silent {
            return Vec::new();
        }
        self.ability(army, |group| group.cannon, powers.cannon_add, powers.extra_cannon_dice)
    }

    pub fn bombardment(&self, army: &Army) -> Vec<Volley> {
        let powers = &self.side.powers;
        if powers.bombardment_silent {
            return Vec::new();
        }
        let (add, extra) = (powers.bombardment_add, powers.extra_bombardment_dice);
        self.ability(army, |group| group.bombardment, add, extra)
    }

    pub fn barrage(&self, army: &Army) -> Vec<Volley> {
        let mut volleys = self.ability(army, |group| group.barrage, 0, 0);
        for volley in &mut volleys {
            volley.again = self.side.powers.rerolls > 0;
        }
        volleys
    }

    /// Cruisers and destroyers that fire before the combat, the best ones.
    pub fn ambush(&self, army: &Army) -> Vec<Volley> {
        let mut left = self.side.powers.ambush;
        let fits = |kind| matches!(kind, UnitKind::Cruiser | UnitKind::Destroyer);
        let groups = self.groups.iter().enumerate();
        let lurking = groups.filter(|(_, group)| fits(group.kind));
        let mut lurking: Vec<(Attack, u8)> =
            lurking.filter_map(|(at, group)| Some((group.combat?, army.of(at)))).collect();
        lurking.sort_by_key(|(attack, _)| attack.value);
        let mut volleys = Vec::new();
        for (attack, n) in lurking {
            let rolling = n.min(left);
            left -= rolling;
            volleys.push(Volley::of(rolling.into(), attack, 0));
        }
        volleys
    }
}
