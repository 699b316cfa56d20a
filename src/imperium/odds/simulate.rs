//! The same battles with dice, one by one: for what is too large to be followed exactly, and to check
//! the calculation against.

use std::collections::BTreeMap;

use super::army::{Army, Field, GROUPS};
use super::dice::Volley;
use super::opening::{self, Spread};
use super::rounds;
use super::tally::tally;
use super::{Battle, By, Odds, Unfit};

/// Rounds after which a battle counts as a draw.
const MOST_ROUNDS: u32 = 2_000;

/// Battles that are fought with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// Won by the attacker, by nobody, by the defender.
    pub ends: [u32; 3],
}

/// Fights `battles` battles die by die and counts how they end.
///
/// # Errors
/// If the numbers of the battle make no sense.
pub fn simulate(battle: &Battle, battles: u32, seed: u64) -> Result<Simulation, Unfit> {
    super::check(battle)?;
    let field = Field::new(battle);
    let start = opening::opening(&field);
    let mut arena = Arena::new(&field, &start, seed);
    let mut ends = [0; 3];
    for _ in 0..battles {
        ends[winner(&arena.fight())] += 1;
    }
    Ok(Simulation { ends })
}

/// 0: the attacker, 1: nobody, 2: the defender.
pub fn winner(armies: &[Army; 2]) -> usize {
    match (armies[0].is_gone(), armies[1].is_gone()) {
        (false, true) => 0,
        (true, false) => 2,
        _ => 1,
    }
}

pub fn odds(field: &Field, start: &Spread, battles: u32, seed: u64) -> Odds {
    let mut arena = Arena::new(field, start, seed);
    let mut ends: BTreeMap<[Army; 2], u32> = BTreeMap::new();
    for _ in 0..battles {
        *ends.entry(arena.fight()).or_insert(0) += 1;
    }
    let all = f64::from(battles);
    let ends: Spread = ends.into_iter().map(|(armies, n)| (armies, f64::from(n) / all)).collect();
    let odds = tally(field, &ends, By::Calculation);
    let worst = [odds.attacker, odds.draw, odds.defender];
    let worst = worst.into_iter().map(|p| p * (1.0 - p)).fold(0.0, f64::max);
    let error = 2.0 * (worst / all).sqrt();
    Odds { by: By::Simulation { battles, error }, ..odds }
}

/// Random numbers that are good enough for dice (SplitMix64).
struct Random {
    state: u64,
    fraction: u64,
    places: u8,
}

impl Random {
    fn new(seed: u64) -> Random {
        Random { state: seed, fraction: 0, places: 0 }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Between 0 and 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// What a die shows, less one.
    fn digit(&mut self) -> u8 {
        // The number is a fraction whose decimal places are dice; a dozen are as good as fair.
        if self.places == 0 {
            (self.fraction, self.places) = (self.next(), 12);
        }
        let wide = u128::from(self.fraction) * 10;
        self.fraction = wide as u64;
        self.places -= 1;
        (wide >> 64) as u8
    }

    /// How many of the dice hit by so many of their faces.
    fn plain_hits(&mut self, dice: u32, faces: u8) -> u32 {
        let misses = 10 - faces;
        (0..dice).map(|_| u32::from(self.digit() >= misses)).sum()
    }

    fn hits(&mut self, volley: &Volley) -> u32 {
        match volley.natural > 0 || volley.again {
            true => (0..volley.dice).map(|_| self.odd_die(volley)).sum(),
            false => self.plain_hits(volley.dice, volley.faces),
        }
    }

    fn odd_die(&mut self, volley: &Volley) -> u32 {
        let hits = volley.hits(1 + self.digit());
        match hits == 0 && volley.again {
            true => volley.hits(1 + self.digit()).into(),
            false => hits.into(),
        }
    }
}

/// Dice of a side that are always the same: of each group, how many a unit rolls and on how many faces
/// they hit.
#[derive(Clone, Copy)]
struct Plain {
    dice: [u8; GROUPS],
    faces: [u8; GROUPS],
}

impl Plain {
    /// Nothing where the dice depend on more than the number of units.
    fn of(field: &Field, side: usize) -> Option<Plain> {
        let camp = &field.camps[side];
        let fixed = camp.side.powers.aims.is_none()
            && camp.side.modifiers.iter().all(|modifier| modifier.while_lives.is_none())
            && camp.groups.iter().all(|group| {
                group.natural == 0 && group.combat.is_none_or(|attack| attack.dice > 0)
            });
        if !fixed {
            return None;
        }
        let mut plain = Plain { dice: [0; GROUPS], faces: [0; GROUPS] };
        let mut volleys = Vec::new();
        for at in 0..camp.groups.len() {
            let mut armies = [Army::default(); 2];
            armies[side].whole[at] = 1;
            field.combat(side, &armies, None, &mut volleys);
            if let [volley] = volleys[..] {
                (plain.dice[at], plain.faces[at]) = (volley.dice as u8, volley.faces);
            }
        }
        Some(plain)
    }
}

struct Arena<'a> {
    field: &'a Field<'a>,
    start: &'a Spread,
    /// Of each start, how likely it is one of those up to it.
    up_to: Vec<f64>,
    plain: [Option<Plain>; 2],
    special: u8,
    harrows: [bool; 2],
    random: Random,
    volleys: Vec<Volley>,
}

impl<'a> Arena<'a> {
    fn new(field: &'a Field<'a>, start: &'a Spread, seed: u64) -> Arena<'a> {
        let harrows = [0, 1]
            .map(|by| field.camps[by].side.powers.harrows && !opening::is_shielded(field, by));
        let special = field.special_rounds();
        let mut sum = 0.0;
        let up_to = start.iter().map(|(_, p)| {
            sum += p;
            sum
        });
        let up_to = up_to.collect();
        let plain = [0, 1].map(|side| Plain::of(field, side));
        let random = Random::new(seed);
        Arena { field, start, up_to, plain, special, harrows, random, volleys: Vec::new() }
    }

    /// What is left of both sides after one battle.
    fn fight(&mut self) -> [Army; 2] {
        let mut armies = self.begin();
        let mut round = 0;
        while armies.iter().all(|army| !army.is_gone()) && round < MOST_ROUNDS {
            round += 1;
            let special = u8::try_from(round).ok().filter(|round| *round <= self.special);
            let Some(after) = self.round(&armies, special) else { break };
            armies = after;
        }
        armies.map(|army| if army.is_gone() { Army::default() } else { army })
    }

    fn begin(&mut self) -> [Army; 2] {
        if let [(armies, _)] = self.start[..] {
            return armies;
        }
        let drawn = self.random.share();
        let at = self.up_to.partition_point(|up_to| *up_to <= drawn).min(self.start.len() - 1);
        self.start[at].0
    }

    /// `None` when nobody can hit any more.
    fn round(&mut self, armies: &[Army; 2], round: Option<u8>) -> Option<[Army; 2]> {
        let mut aimed = [0; 2];
        let mut free = [0; 2];
        let mut hopeless = round.is_none();
        for side in 0..2 {
            if let (None, Some(plain)) = (round, self.plain[side]) {
                for at in 0..self.field.camps[side].groups.len() {
                    let dice = u32::from(armies[side].of(at)) * u32::from(plain.dice[at]);
                    hopeless &= dice == 0 || plain.faces[at] == 0;
                    free[1 - side] += self.random.plain_hits(dice, plain.faces[at]);
                }
                continue;
            }
            self.field.combat(side, armies, round, &mut self.volleys);
            for volley in &self.volleys {
                hopeless &= volley.faces == 0 && volley.natural == 0;
                let hits = self.random.hits(volley);
                *(if volley.aimed { &mut aimed[1 - side] } else { &mut free[1 - side] }) += hits;
            }
        }
        let harrows = self.harrows.contains(&true);
        if hopeless && !harrows {
            return None;
        }
        let hit = [0, 1].map(|side| aimed[side] + free[side] > 0);
        for side in 0..2 {
            if self.field.camps[side].side.powers.answers && hit[side] {
                free[1 - side] += 1;
            }
        }
        let mut after = self.struck(armies, aimed, free);
        if self.field.doomed(armies, &after) {
            return Some([Army::default(); 2]);
        }
        if harrows {
            self.harrow(&mut after);
        }
        Some(after)
    }

    fn struck(&self, armies: &[Army; 2], aimed: [u32; 2], free: [u32; 2]) -> [Army; 2] {
        let mut returned = [0u32; 2];
        loop {
            let both = [0, 1].map(|side| {
                let forbidden = self.field.forbidden(side, &armies[1 - side]);
                let hits = free[side] + returned[1 - side];
                let camp = &self.field.camps[side];
                rounds::struck(camp, armies[side], aimed[side], hits, forbidden)
            });
            let now = both.map(|(_, returned)| u32::from(returned));
            if now == returned {
                return both.map(|(army, _)| army);
            }
            returned = now;
        }
    }

    fn harrow(&mut self, armies: &mut [Army; 2]) {
        for by in (0..2).filter(|by| self.harrows[*by]) {
            let volleys = self.field.camps[by].bombardment(&armies[by]);
            let hits = volleys.iter().map(|volley| self.random.hits(volley)).sum();
            armies[1 - by] = rounds::burnt(&self.field.camps[1 - by], armies[1 - by], hits);
        }
    }
}
