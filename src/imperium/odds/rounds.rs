//! The rounds of a combat, followed through all positions that can come up.
//!
//! Positions are sorted so that hits lead on to later ones only: each is left once, with everything
//! that ever comes to it. Rounds in which nothing changes are a geometric series. Where units are
//! repaired, the way leads back, and the positions are gone through until next to nothing is left.

use std::collections::BTreeMap;

use super::army::{Army, Camp, Field, Target, Toll};
use super::dice::{self, Throw, Volley};
use super::opening::{self, Spread};

/// Positions of one side, of both, and steps between them, that are still calculated with.
const MOST_RUNGS: usize = 8_000;
const MOST_POSITIONS: usize = 4_000_000;
const MOST_STEPS: f64 = 4e8;

/// A share of the battles that may be left undecided where units are repaired.
const UNDECIDED: f64 = 1e-15;

/// What hits make of one side.
#[derive(Clone, Copy, Default)]
struct Step {
    to: u32,
    /// Hits that its units return at once.
    returned: u8,
}

/// All that one side can come down to, the strongest first.
struct Ladder {
    rungs: Vec<Army>,
    at: BTreeMap<Army, u32>,
    /// No more aimed hits and others than this make a difference.
    most: [u32; 2],
    /// By whether nobody may sustain, by rung, by aimed hits, by others.
    steps: Vec<Step>,
    /// After hits at the end of a round, by rung and hits.
    scorched: Vec<u32>,
}

impl Ladder {
    /// Everything that hits can make of the armies; `None` if that is too much.
    fn of(field: &Field, side: usize, start: impl Iterator<Item = Army>) -> Option<Ladder> {
        let camp = &field.camps[side];
        let enemy = &field.camps[1 - side].side.powers;
        let mut rungs: Vec<Army> = vec![Army::default()];
        rungs.extend(start);
        rungs.sort_unstable();
        rungs.dedup();
        let free = rungs.iter().map(|army| camp.endurance(army)).max().unwrap_or(0);
        // Where units are repaired, they take more.
        let free = if camp.heals() { free.max(full_endurance(camp)) } else { free };
        let most = [if enemy.aims.is_some() { free } else { 0 }, free];
        let mut at: BTreeMap<Army, u32> = (0..).zip(&rungs).map(|(i, army)| (*army, i)).collect();
        let ways = if enemy.forbids_sustain.is_some() { 2 } else { 1 };
        let mut steps = vec![Vec::new(); ways];
        let mut scorched = Vec::new();
        let mut next = 0;
        while next < rungs.len() {
            let army = rungs[next];
            next += 1;
            for (forbidden, steps) in steps.iter_mut().enumerate() {
                for aimed in 0..=most[0] {
                    for free in 0..=most[1] {
                        let (after, returned) = struck(camp, army, aimed, free, forbidden == 1);
                        let to = intern(&mut rungs, &mut at, after);
                        steps.push(Step { to, returned });
                    }
                }
            }
            if enemy.harrows {
                for hits in 0..=most[1] {
                    let to = intern(&mut rungs, &mut at, burnt(camp, army, hits));
                    scorched.push(to);
                }
            }
            if rungs.len() > MOST_RUNGS {
                return None;
            }
        }
        Some(Ladder { rungs, at, most, steps: steps.concat(), scorched }.sorted())
    }

    fn sorted(mut self) -> Ladder {
        let mut order: Vec<usize> = (0..self.rungs.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.rungs[*at].rank()));
        let mut new = vec![0u32; order.len()];
        for (to, from) in (0u32..).zip(&order) {
            new[*from] = to;
        }
        let row = (self.most[0] as usize + 1) * (self.most[1] as usize + 1);
        let mut steps = Vec::with_capacity(self.steps.len());
        for way in self.steps.chunks(row * order.len()) {
            for from in &order {
                let moved = |step: &Step| Step { to: new[step.to as usize], ..*step };
                steps.extend(way[from * row..(from + 1) * row].iter().map(moved));
            }
        }
        let width = self.most[1] as usize + 1;
        if !self.scorched.is_empty() {
            let rows = order.iter().flat_map(|from| &self.scorched[from * width..][..width]);
            self.scorched = rows.map(|to| new[*to as usize]).collect();
        }
        self.rungs = order.iter().map(|at| self.rungs[*at]).collect();
        self.at = (0..).zip(&self.rungs).map(|(i, army)| (*army, i)).collect();
        self.steps = steps;
        self
    }

    fn len(&self) -> usize {
        self.rungs.len()
    }

    /// The last rung: nothing is left.
    fn gone(&self) -> u32 {
        self.len() as u32 - 1
    }

    fn step(&self, from: u32, aimed: u32, free: u32, forbidden: bool) -> Step {
        let [most_aimed, most_free] = self.most;
        let (aimed, free) = (aimed.min(most_aimed), free.min(most_free));
        let row = forbidden as usize * self.len() + from as usize;
        let row = row * (most_aimed as usize + 1) + aimed as usize;
        self.steps[row * (most_free as usize + 1) + free as usize]
    }

    fn scorch(&self, from: u32, hits: u32) -> u32 {
        let width = self.most[1] as usize + 1;
        self.scorched[from as usize * width + hits.min(self.most[1]) as usize]
    }
}

fn full_endurance(camp: &Camp) -> u32 {
    let worth = u32::from(camp.side.powers.sustain_worth);
    let each = |group: &&super::Group| u32::from(group.count) * (1 + worth);
    camp.groups.iter().map(each).sum::<u32>() + 2 * u32::from(camp.side.powers.shields)
}

fn intern(rungs: &mut Vec<Army>, at: &mut BTreeMap<Army, u32>, army: Army) -> u32 {
    // Nothing is left of it, whatever it still had up its sleeve.
    let army = if army.is_gone() { Army::default() } else { army };
    *at.entry(army).or_insert_with(|| {
        rungs.push(army);
        rungs.len() as u32 - 1
    })
}

/// The army after the hits of a round, at its end; with the hits that it returned.
pub fn struck(
    camp: &Camp,
    mut army: Army,
    mut aimed: u32,
    mut free: u32,
    forbidden: bool,
) -> (Army, u8) {
    if army.is_gone() {
        return (army, 0);
    }
    if army.shields > 0 && aimed + free > 0 {
        army.shields -= 1;
        // The worst hits are cancelled.
        let worst = aimed.min(2);
        aimed -= worst;
        free = free.saturating_sub(2 - worst);
    }
    let mut toll = Toll::default();
    camp.take(&mut army, aimed, Target::Large, forbidden, &mut toll);
    camp.take(&mut army, free, Target::Any, forbidden, &mut toll);
    camp.recover(&mut army, &toll);
    (army, toll.returned)
}

/// The army after hits at the end of a round.
pub fn burnt(camp: &Camp, mut army: Army, hits: u32) -> Army {
    camp.take(&mut army, hits, Target::Any, false, &mut Toll::default());
    army
}

/// A battle in its rounds.
struct War<'a> {
    field: &'a Field<'a>,
    ladders: [Ladder; 2],
    /// The dice of a side by its rung, where the opponent makes no difference.
    throws: [Vec<Option<Vec<Throw>>>; 2],
    /// What one side's hits do depends on what the other side's do.
    entangled: bool,
    /// Who bombards at the end of each round.
    harrows: [bool; 2],
}

/// Positions that a round leads to.
#[derive(Default)]
struct Scratch {
    volleys: Vec<Volley>,
    throws: [Vec<Throw>; 2],
    /// What one side comes down to, with its probability.
    falls: [Vec<(u32, f64)>; 2],
    flows: Vec<([u32; 2], f64)>,
}

/// How the battle ends; `None` if too many positions can come up.
pub fn fight(field: &Field, start: &Spread) -> Option<Spread> {
    let (open, mut ends): (Spread, Spread) =
        start.iter().copied().partition(|(armies, _)| armies.iter().all(|army| !army.is_gone()));
    if open.is_empty() {
        return Some(ends);
    }
    // There are at least as many rungs as hits that can be taken.
    let endurance = |side: usize| {
        let all = open.iter().map(|(armies, _)| field.camps[side].endurance(&armies[side]));
        f64::from(all.max().unwrap_or(0))
    };
    if (endurance(0) * endurance(1)).powi(2) > MOST_STEPS {
        return None;
    }
    let ladder = |side: usize| Ladder::of(field, side, open.iter().map(|(armies, _)| armies[side]));
    let ladders = [ladder(0)?, ladder(1)?];
    let positions = ladders[0].len().checked_mul(ladders[1].len())?;
    let steps = |ladder: &Ladder| f64::from((ladder.most[0] + 1) * (ladder.most[1] + 1));
    let work = positions as f64 * steps(&ladders[0]) * steps(&ladders[1]);
    if positions > MOST_POSITIONS || work > MOST_STEPS {
        return None;
    }
    let mut war = War::new(field, ladders);
    let mut mass = vec![0.0; positions];
    for (armies, p) in &open {
        let at = [0, 1].map(|side| war.ladders[side].at[&armies[side]]);
        mass[war.cell(at)] += p;
    }
    let mut scratch = Scratch::default();
    for round in 1..=field.special_rounds() {
        mass = war.one_round(&mass, round, &mut scratch);
    }
    war.finish(&mut mass, &mut scratch);
    let width = war.ladders[1].len();
    for (cell, p) in mass.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
        let armies = [war.ladders[0].rungs[cell / width], war.ladders[1].rungs[cell % width]];
        ends.push((armies, p));
    }
    Some(ends)
}

impl<'a> War<'a> {
    fn new(field: &'a Field<'a>, ladders: [Ladder; 2]) -> War<'a> {
        let powers = [0, 1].map(|side| &field.camps[side].side.powers);
        let harrows = [0, 1].map(|by| powers[by].harrows && !opening::is_shielded(field, by));
        let special =
            |p: &&super::Powers| p.answers || p.strikes_back.is_some() || p.dooms.is_some();
        let entangled = powers.iter().any(special) || harrows.contains(&true);
        let throws = [0, 1].map(|side| vec![None; ladders[side].len()]);
        War { field, ladders, throws, entangled, harrows }
    }

    fn cell(&self, at: [u32; 2]) -> usize {
        at[0] as usize * self.ladders[1].len() + at[1] as usize
    }

    fn armies(&self, at: [u32; 2]) -> [Army; 2] {
        [0, 1].map(|side| self.ladders[side].rungs[at[side] as usize])
    }

    fn is_over(&self, at: [u32; 2]) -> bool {
        (0..2).any(|side| at[side] == self.ladders[side].gone())
    }

    fn forget_dice(&mut self) {
        for throws in &mut self.throws {
            throws.iter_mut().for_each(|one| *one = None);
        }
    }

    /// What the dice of a side do in this position.
    fn roll(&mut self, side: usize, at: [u32; 2], round: Option<u8>, scratch: &mut Scratch) {
        let across = self.field.looks_across(side);
        let rung = at[side] as usize;
        if let (false, Some(known)) = (across, &self.throws[side][rung]) {
            scratch.throws[side].clone_from(known);
            return;
        }
        self.field.combat(side, &self.armies(at), round, &mut scratch.volleys);
        dice::throws(&scratch.volleys, &mut scratch.throws[side]);
        if !across {
            self.throws[side][rung] = Some(scratch.throws[side].clone());
        }
    }

    /// Where a round leads to from here; equal positions may be named more than once.
    fn round(&mut self, at: [u32; 2], round: Option<u8>, scratch: &mut Scratch) {
        for side in 0..2 {
            self.roll(side, at, round, scratch);
        }
        let armies = self.armies(at);
        let forbidden = [0, 1].map(|side| self.field.forbidden(side, &armies[1 - side]));
        scratch.flows.clear();
        if self.entangled {
            self.entangled_round(at, forbidden, scratch);
            return;
        }
        for side in 0..2 {
            let falls = &mut scratch.falls[side];
            falls.clear();
            for throw in &scratch.throws[1 - side] {
                let ladder = &self.ladders[side];
                let to = ladder.step(at[side], throw.aimed, throw.free, forbidden[side]).to;
                match falls.last_mut() {
                    Some((last, p)) if *last == to => *p += throw.p,
                    _ => falls.push((to, throw.p)),
                }
            }
        }
        let [first, second] = &scratch.falls;
        for (a, p) in first {
            scratch.flows.extend(second.iter().map(|(b, q)| ([*a, *b], p * q)));
        }
    }

    fn entangled_round(&self, at: [u32; 2], forbidden: [bool; 2], scratch: &mut Scratch) {
        let [first, second] = &scratch.throws;
        for a in first {
            for b in second {
                let to = self.struck(at, [a, b], forbidden);
                let p = a.p * b.p;
                if to != at && self.field.doomed(&self.armies(at), &self.armies(to)) {
                    scratch.flows.push(([0, 1].map(|side| self.ladders[side].gone()), p));
                } else {
                    self.harrowed(to, p, &mut scratch.flows);
                }
            }
        }
    }

    /// Both sides after these throws, with the hits that either scores in answer.
    fn struck(&self, at: [u32; 2], throws: [&Throw; 2], forbidden: [bool; 2]) -> [u32; 2] {
        let mut free = [throws[1].free, throws[0].free];
        for side in 0..2 {
            let hit = throws[1 - side].aimed + throws[1 - side].free > 0;
            if self.field.camps[side].side.powers.answers && hit {
                free[1 - side] += 1;
            }
        }
        let mut returned = [0u32; 2];
        loop {
            let steps = [0, 1].map(|side| {
                let hits = free[side] + returned[1 - side];
                let aimed = throws[1 - side].aimed;
                self.ladders[side].step(at[side], aimed, hits, forbidden[side])
            });
            // More hits never return fewer, so that this comes to rest.
            let now = steps.map(|step| u32::from(step.returned));
            if now == returned {
                return steps.map(|step| step.to);
            }
            returned = now;
        }
    }

    fn harrowed(&self, to: [u32; 2], p: f64, flows: &mut Vec<([u32; 2], f64)>) {
        let Some(by) = (0..2).find(|by| self.harrows[*by]) else {
            return flows.push((to, p));
        };
        let on = 1 - by;
        if to[on] == self.ladders[on].gone() {
            return flows.push((to, p));
        }
        let army = &self.ladders[by].rungs[to[by] as usize];
        let hits = dice::hits(&self.field.camps[by].bombardment(army), |_| true);
        for (hits, q) in (0u32..).zip(hits) {
            let mut after = to;
            after[on] = self.ladders[on].scorch(to[on], hits);
            flows.push((after, p * q));
        }
    }

    fn positions(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [rows, columns] = [0, 1].map(|side| self.ladders[side].len() as u32);
        (0..rows).flat_map(move |a| (0..columns).map(move |b| [a, b]))
    }

    /// One round that is unlike others.
    fn one_round(&mut self, mass: &[f64], round: u8, scratch: &mut Scratch) -> Vec<f64> {
        let mut next = vec![0.0; mass.len()];
        for at in self.positions() {
            let here = self.cell(at);
            if mass[here] <= 0.0 {
                continue;
            }
            if self.is_over(at) {
                next[here] += mass[here];
                continue;
            }
            self.round(at, Some(round), scratch);
            for (to, p) in &scratch.flows {
                next[self.cell(*to)] += mass[here] * p;
            }
        }
        self.forget_dice();
        next
    }

    /// All rounds that are alike.
    fn finish(&mut self, mass: &mut [f64], scratch: &mut Scratch) {
        let mut stuck = vec![0.0; mass.len()];
        loop {
            let mut decided = 0.0;
            for at in self.positions() {
                let here = self.cell(at);
                if mass[here] <= 0.0 || self.is_over(at) {
                    continue;
                }
                let p = std::mem::take(&mut mass[here]);
                self.round(at, None, scratch);
                let stays: f64 =
                    scratch.flows.iter().filter(|(to, _)| *to == at).map(|(_, p)| p).sum();
                if 1.0 - stays < 1e-12 {
                    stuck[here] += p;
                    continue;
                }
                let share = p / (1.0 - stays);
                for (to, q) in scratch.flows.iter().filter(|(to, _)| *to != at) {
                    mass[self.cell(*to)] += share * q;
                    decided += if self.is_over(*to) { share * q } else { 0.0 };
                }
            }
            let open = self.positions().filter(|at| !self.is_over(*at));
            let left: f64 = open.map(|at| mass[self.cell(at)]).sum();
            // Repairs may undo everything for ever.
            if left < UNDECIDED || decided < left * 1e-9 {
                break;
            }
        }
        for (mass, stuck) in mass.iter_mut().zip(stuck) {
            *mass += stuck;
        }
    }
}
