//! What is left of both sides, and how hits are taken.

use crate::imperium::data::UnitKind;

use super::{Battle, Group, Side, Sustain, Theatre};

/// Kinds of units that can fight on one side.
pub const GROUPS: usize = 12;

/// The fighting units of one side, by group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Army {
    pub whole: [u8; GROUPS],
    pub damaged: [u8; GROUPS],
    /// Direct Hits that wait for the next ship to sustain damage.
    pub hexes: u8,
    /// How often it can still cancel two hits.
    pub shields: u8,
}

impl Army {
    pub fn of(&self, group: usize) -> u8 {
        self.whole[group] + self.damaged[group]
    }

    pub fn is_gone(&self) -> bool {
        self.whole == [0; GROUPS] && self.damaged == [0; GROUPS]
    }

    /// Falls with everything that hits do.
    pub fn rank(&self) -> u32 {
        let whole: u32 = self.whole.iter().map(|n| u32::from(*n)).sum();
        let damaged: u32 = self.damaged.iter().map(|n| u32::from(*n)).sum();
        ((2 * whole + damaged) << 8) + (u32::from(self.shields) << 4) + u32::from(self.hexes)
    }
}

/// Which units hits may go to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Any,
    /// No fighters, while there is anything else.
    Large,
    /// Ships only, none that boards.
    Ships,
    LargeShips,
}

/// One side, prepared for counting.
pub struct Camp<'a> {
    pub side: &'a Side,
    /// The groups that fight, in the order of [`Army`].
    pub groups: Vec<&'a Group>,
    sustain_order: Vec<usize>,
    destroy_order: Vec<usize>,
}

/// A battle, prepared for counting.
pub struct Field<'a> {
    pub theatre: Theatre,
    pub begun: bool,
    pub camps: [Camp<'a>; 2],
}

impl<'a> Field<'a> {
    pub fn new(battle: &'a Battle) -> Field<'a> {
        let [attacker, defender] = &battle.sides;
        let camps = [Camp::new(attacker), Camp::new(defender)];
        Field { theatre: battle.theatre, begun: battle.begun, camps }
    }

    /// Both sides before anything has happened.
    pub fn armies(&self) -> [Army; 2] {
        [0, 1].map(|side| {
            let hexes = match self.theatre {
                Theatre::Space => self.camps[1 - side].side.powers.direct_hits,
                Theatre::Ground => 0,
            };
            self.camps[side].army(hexes)
        })
    }

    /// Whether `side` cannot sustain damage because of what the opponent has.
    pub fn forbidden(&self, side: usize, opponent: &Army) -> bool {
        let camp = &self.camps[1 - side];
        camp.side.powers.forbids_sustain.is_some_and(|kind| camp.has(opponent, kind))
    }

    /// Everything is destroyed with a unit that dooms it all.
    pub fn doomed(&self, before: &[Army; 2], after: &[Army; 2]) -> bool {
        (0..2).any(|side| {
            let camp = &self.camps[side];
            let fell = |kind| camp.count(&after[side], kind) < camp.count(&before[side], kind);
            camp.side.powers.dooms.is_some_and(fell)
        })
    }
}

/// What happened while hits were assigned.
#[derive(Default)]
pub struct Toll {
    /// Units that were damaged by it and still stand.
    pub fresh: [u8; GROUPS],
    /// Hits that units returned.
    pub returned: u8,
}

impl<'a> Camp<'a> {
    fn new(side: &'a Side) -> Camp<'a> {
        let groups: Vec<&Group> = side.groups.iter().filter(|group| group.fights).collect();
        let at = |kind: &UnitKind| groups.iter().position(|group| group.kind == *kind);
        let policy = &side.policy;
        let can = |at: &usize| groups[*at].sustain;
        let sustain_order = policy.sustain_order.iter().filter_map(at).filter(can).collect();
        let mut destroy_order: Vec<usize> = policy.destroy_order.iter().filter_map(at).collect();
        // Groups of a kind that is named once, and those that are left out, come last.
        destroy_order.extend(0..groups.len());
        let mut seen = [false; GROUPS];
        destroy_order.retain(|at| !std::mem::replace(&mut seen[*at], true));
        Camp { side, groups, sustain_order, destroy_order }
    }

    fn army(&self, hexes: u8) -> Army {
        let mut army = Army { hexes, shields: self.side.powers.shields, ..Army::default() };
        for (at, group) in self.groups.iter().enumerate() {
            army.damaged[at] = group.damaged;
            army.whole[at] = group.count - group.damaged;
        }
        army
    }

    pub fn count(&self, army: &Army, kind: UnitKind) -> u8 {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| group.kind == kind);
        groups.map(|(at, _)| army.of(at)).sum()
    }

    pub fn has(&self, army: &Army, kind: UnitKind) -> bool {
        self.count(army, kind) > 0
    }

    /// Units other than fighters.
    pub fn large(&self, army: &Army) -> u32 {
        let groups = self.groups.iter().enumerate();
        let large = groups.filter(|(_, group)| group.kind != UnitKind::Fighter);
        large.map(|(at, _)| u32::from(army.of(at))).sum()
    }

    /// No more hits than this make a difference.
    pub fn endurance(&self, army: &Army) -> u32 {
        let worth = u32::from(self.side.powers.sustain_worth);
        let groups = self.groups.iter().enumerate().map(|(at, group)| {
            let sustains = if group.sustain { u32::from(army.whole[at]) * worth } else { 0 };
            u32::from(army.of(at)) + sustains
        });
        groups.sum::<u32>() + 2 * u32::from(army.shields)
    }

    fn fits(&self, at: usize, target: Target) -> bool {
        let group = self.groups[at];
        match target {
            Target::Any => true,
            Target::Large => group.kind != UnitKind::Fighter,
            Target::Ships => !group.boards,
            Target::LargeShips => !group.boards && group.kind != UnitKind::Fighter,
        }
    }

    /// The army takes hits one by one. `forbidden`: nobody sustains damage.
    pub fn take(
        &self,
        army: &mut Army,
        mut hits: u32,
        target: Target,
        forbidden: bool,
        toll: &mut Toll,
    ) {
        while hits > 0 && !army.is_gone() {
            let stands = |target: Target| {
                (0..self.groups.len()).any(|at| army.of(at) > 0 && self.fits(at, target))
            };
            let target = match target {
                Target::Large if !stands(Target::Large) => Target::Any,
                Target::LargeShips if !stands(Target::LargeShips) => Target::Ships,
                other => other,
            };
            match self.next(army, target, forbidden) {
                Some((at, true)) => {
                    let worth = u32::from(self.side.powers.sustain_worth.max(1));
                    let n = u32::from(army.whole[at]).min(hits.div_ceil(worth));
                    // A Direct Hit may change who is next.
                    let n = if army.hexes > 0 { 1 } else { n as u8 };
                    self.sustain(army, at, n, toll);
                    hits = hits.saturating_sub(u32::from(n) * worth);
                }
                Some((at, false)) => {
                    let n = u32::from(army.of(at)).min(hits);
                    lose(army, at, n as u8, toll);
                    hits -= n;
                }
                None => return,
            }
        }
    }

    /// The group that takes the next hit, and whether it sustains it.
    fn next(&self, army: &Army, target: Target, forbidden: bool) -> Option<(usize, bool)> {
        let fits = |at: &usize| self.fits(*at, target);
        let first = self.side.policy.sustain == Sustain::First;
        if first && !forbidden {
            let mut able = self.sustain_order.iter().copied().filter(fits);
            if let Some(at) = able.find(|at| army.whole[*at] > 0) {
                return Some((at, true));
            }
        }
        let at = self.destroy_order.iter().copied().filter(fits).find(|at| army.of(*at) > 0)?;
        let sustains =
            !first && !forbidden && army.whole[at] > 0 && self.sustain_order.contains(&at);
        Some((at, sustains))
    }

    /// So many whole units of the group sustain damage; no more than one where a Direct Hit waits.
    fn sustain(&self, army: &mut Army, at: usize, n: u8, toll: &mut Toll) {
        let group = self.groups[at];
        army.whole[at] -= n;
        if army.hexes > 0 && !group.immune && !group.boards {
            army.hexes -= 1;
        } else {
            army.damaged[at] += n;
            toll.fresh[at] += n;
        }
        if self.side.powers.strikes_back == Some(group.kind) {
            toll.returned += n;
        }
    }

    /// One unit other than a fighter is destroyed, the next one in the order.
    pub fn lose_large(&self, army: &mut Army) {
        let large = |at: &usize| self.fits(*at, Target::Large) && army.of(*at) > 0;
        if let Some(at) = self.destroy_order.iter().copied().find(large) {
            lose(army, at, 1, &mut Toll::default());
        }
    }

    /// Each hit damages a whole ship that could sustain, and cancels nothing.
    pub fn scorch(&self, army: &mut Army, hits: u32) {
        for _ in 0..hits {
            let whole = |at: &&usize| army.whole[**at] > 0;
            let Some(at) = self.sustain_order.iter().find(whole).copied() else { return };
            army.whole[at] -= 1;
            army.damaged[at] += 1;
        }
    }

    /// Fighters are destroyed; how many hits are left over.
    pub fn lose_fighters(&self, army: &mut Army, mut hits: u32) -> u32 {
        for at in 0..self.groups.len() {
            while hits > 0 && self.groups[at].kind == UnitKind::Fighter && army.of(at) > 0 {
                lose(army, at, 1, &mut Toll::default());
                hits -= 1;
            }
        }
        hits
    }

    /// The opponent places one hit where it costs most: on what cannot sustain it, the last in the order.
    pub fn zapped(&self, army: &mut Army, forbidden: bool, toll: &mut Toll) {
        let stands = |at: &usize| army.of(*at) > 0;
        let mut last = self.destroy_order.iter().rev().copied().filter(stands);
        let able =
            |at: usize| !forbidden && army.damaged[at] == 0 && self.sustain_order.contains(&at);
        let soft = last.clone().find(|at| !able(*at));
        match (soft, last.next()) {
            (Some(at), _) => lose(army, at, 1, toll),
            (None, Some(at)) => self.sustain(army, at, 1, toll),
            (None, None) => {}
        }
    }

    /// The end of a round, and the beginning of the next.
    pub fn recover(&self, army: &mut Army, toll: &Toll) {
        if self.side.powers.repairs {
            let old = |at: &usize| army.damaged[*at] > toll.fresh[*at];
            if let Some(at) = self.destroy_order.iter().rev().copied().find(old) {
                army.damaged[at] -= 1;
                army.whole[at] += 1;
            }
        }
        self.mend(army);
    }

    pub fn mend(&self, army: &mut Army) {
        let Some(kind) = self.side.powers.mends else { return };
        for at in 0..self.groups.len() {
            if self.groups[at].kind == kind {
                army.whole[at] += army.damaged[at];
                army.damaged[at] = 0;
            }
        }
    }

    /// Whether it can be in a better state than before.
    pub fn heals(&self) -> bool {
        self.side.powers.repairs || self.side.powers.mends.is_some()
    }
}

/// Destroys so many units that are there: damaged ones first, of these the ones that were damaged in
/// this round.
fn lose(army: &mut Army, at: usize, n: u8, toll: &mut Toll) {
    let damaged = army.damaged[at].min(n);
    army.damaged[at] -= damaged;
    toll.fresh[at] = toll.fresh[at].saturating_sub(damaged);
    army.whole[at] = army.whole[at].saturating_sub(n - damaged);
}
