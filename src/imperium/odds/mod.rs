//! How likely a combat ends in which way, exactly.
//!
//! A [`Battle`] is plain data: units with their numbers, orders for hits, what cards and abilities
//! add. [`odds`] follows the probability of every position that can come up, round by round; a round
//! that changes nothing is summed up as a series instead of being waited for. Nobody retreats, nobody
//! plays a card that the battle does not name.
//!
//! `army` takes hits, `dice` says how likely how many are, `opening` is what precedes the first round,
//! `rounds` the rest, `simulate` rolls dice instead. `typed`, `record` and `here` make battles: from
//! words, from a file, from a position.

use std::fmt;

use crate::imperium::data::{Attack, UnitKind};

mod army;
mod dice;
pub mod here;
mod known;
mod opening;
pub mod record;
mod rounds;
mod simulate;
mod tally;
pub mod typed;
mod words;

pub use known::{CARDS, is_counted};
pub use simulate::{Simulation, simulate};
pub use words::{in_words, left_in_words, percent};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theatre {
    Space,
    Ground,
}

impl Theatre {
    pub fn named(name: &str) -> Option<Theatre> {
        match name {
            "space" => Some(Theatre::Space),
            "ground" => Some(Theatre::Ground),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Theatre::Space => "space",
            Theatre::Ground => "ground",
        }
    }
}

/// A combat about to be fought.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub theatre: Theatre,
    /// The attacker, then the defender.
    pub sides: [Side; 2],
    /// A round has been fought: what comes before the first one is over.
    pub begun: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    pub groups: Vec<Group>,
    pub policy: Policy,
    pub modifiers: Vec<Modifier>,
    pub powers: Powers,
}

/// Equal units of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub kind: UnitKind,
    pub count: u8,
    /// How many of them have sustained damage before.
    pub damaged: u8,
    /// Takes part in the rounds of the combat; others only use their other abilities.
    pub fights: bool,
    /// 0 dice: one for each of the opponent's ships that is no fighter.
    pub combat: Option<Attack>,
    /// Added to each of its combat rolls, for good.
    pub add: i8,
    /// Hits besides for each combat die that shows 9 or 10 before anything is added.
    pub natural: u8,
    pub sustain: bool,
    /// Direct Hit cannot be played on it.
    pub immune: bool,
    pub barrage: Option<Attack>,
    pub bombardment: Option<Attack>,
    pub cannon: Option<Attack>,
    /// Planetary shield.
    pub shield: bool,
    /// Takes planetary shields away.
    pub pierces: bool,
    /// A ground force that fights as a ship.
    pub boards: bool,
    /// What one of them costs, in resources.
    pub cost: f64,
}

/// Who takes the hits of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    pub sustain: Sustain,
    /// Kinds that sustain damage, first ones first; others do not.
    pub sustain_order: Vec<UnitKind>,
    /// Kinds in the order in which they are lost; those that are left out come last.
    pub destroy_order: Vec<UnitKind>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sustain {
    /// Before anything is destroyed.
    #[default]
    First,
    /// Only when that unit would be destroyed next.
    WhenNext,
}

/// Added to combat rolls under a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    pub add: i8,
    /// Of these units only.
    pub of: Option<UnitKind>,
    /// Not of these.
    pub except: Option<UnitKind>,
    /// In so many first rounds only.
    pub rounds: Option<u8>,
    /// While such a unit of that side (0, 1) is left.
    pub while_lives: Option<(usize, UnitKind)>,
}

impl Modifier {
    pub const fn always(add: i8) -> Modifier {
        Modifier { add, of: None, except: None, rounds: None, while_lives: None }
    }

    pub const fn in_rounds(add: i8, rounds: u8) -> Modifier {
        Modifier { rounds: Some(rounds), ..Modifier::always(add) }
    }
}

/// What a side can do besides rolling dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Powers {
    /// In so many first rounds every die that misses is rolled once more.
    pub rerolls: u8,
    /// Direct Hits, each played on the first ship that sustains damage.
    pub direct_hits: u8,
    /// How often two hits of the opponent's are cancelled, at the first chances.
    pub shields: u8,
    /// Hits that one use of sustain damage cancels.
    pub sustain_worth: u8,
    /// Three ships or more, fighters aside, cost the opponent such a ship before the combat.
    pub assault: bool,
    /// Up to so many cruisers or destroyers roll a die before the combat.
    pub ambush: u8,
    /// One unit that was damaged before the round is repaired after hits are assigned.
    pub repairs: bool,
    /// Such units are repaired when a round begins.
    pub mends: Option<UnitKind>,
    /// Hits of a barrage beyond the fighters damage ships that could sustain.
    pub raids: bool,
    /// One hit before a ground combat, on a unit of its own choice; needs a structure on the planet.
    pub zaps: bool,
    /// In so many first rounds the opponent does not roll.
    pub silences: u8,
    pub extra_cannon_dice: u8,
    pub extra_bombardment_dice: u8,
    /// Added to rolls of its space cannons, of its bombardment.
    pub cannon_add: i8,
    pub bombardment_add: i8,
    /// Its space cannons and its bombardment do not fire.
    pub cannon_silent: bool,
    pub bombardment_silent: bool,
    /// Hits of its space cannons go to ships other than fighters.
    pub cannon_aimed: bool,
    /// Hits of the opponent's space cannons that are cancelled.
    pub cannon_cancelled: u8,
    /// One hit more in a round in which the opponent's dice hit.
    pub answers: bool,
    /// Bombards again at the end of each round.
    pub harrows: bool,
    /// While the first kind lives, hits of these kinds go to ships other than fighters.
    pub aims: Option<(Option<UnitKind>, Vec<UnitKind>)>,
    /// While such a unit lives, the opponent does not sustain damage.
    pub forbids_sustain: Option<UnitKind>,
    /// A unit of the kind that sustains damage in a round scores a hit at once.
    pub strikes_back: Option<UnitKind>,
    /// When such a unit is destroyed, so is everything else.
    pub dooms: Option<UnitKind>,
}

impl Default for Powers {
    fn default() -> Powers {
        Powers {
            rerolls: 0,
            direct_hits: 0,
            shields: 0,
            sustain_worth: 1,
            assault: false,
            ambush: 0,
            repairs: false,
            mends: None,
            raids: false,
            zaps: false,
            silences: 0,
            extra_cannon_dice: 0,
            extra_bombardment_dice: 0,
            cannon_add: 0,
            bombardment_add: 0,
            cannon_silent: false,
            bombardment_silent: false,
            cannon_aimed: false,
            cannon_cancelled: 0,
            answers: false,
            harrows: false,
            aims: None,
            forbids_sustain: None,
            strikes_back: None,
            dooms: None,
        }
    }
}

/// What comes of a battle. Probabilities add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Only the attacker has units left.
    pub attacker: f64,
    /// Nobody has, or nobody can hit any more.
    pub draw: f64,
    /// Only the defender has units left.
    pub defender: f64,
    /// Of each side: what is left of it when it wins and how likely that is, likeliest first.
    pub left: [Vec<(Vec<Left>, f64)>; 2],
    pub losses: [Losses; 2],
    pub by: By,
}

/// Units of a kind that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    pub kind: UnitKind,
    pub count: u8,
    pub damaged: u8,
}

/// Expected losses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Losses {
    pub units: f64,
    /// What they cost.
    pub resources: f64,
    pub by_kind: Vec<(UnitKind, f64)>,
}

/// How the odds were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    Calculation,
    /// So many battles were fought with dice; probabilities are off by more than `error` (two standard
    /// errors) in one case of twenty.
    Simulation {
        battles: u32,
        error: f64,
    },
}

impl Odds {
    /// How likely a side (0, 1) wins.
    pub fn won(&self, side: usize) -> f64 {
        [self.attacker, self.defender][side]
    }

    /// How likely exactly one, two and so on of a side's units are left when it wins.
    pub fn numbers_left(&self, side: usize) -> Vec<f64> {
        let mut by_number = Vec::new();
        for (units, p) in &self.left[side] {
            let n: usize = units.iter().map(|left| usize::from(left.count)).sum();
            if by_number.len() < n {
                by_number.resize(n, 0.0);
            }
            if let Some(slot) = n.checked_sub(1).and_then(|at| by_number.get_mut(at)) {
                *slot += p;
            }
        }
        by_number
    }
}

/// Why a battle cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// More kinds of units on one side than there are.
    TooManyGroups(usize),
    /// More units in a group, or dice of one unit, than can be counted with.
    TooMany { kind: UnitKind, what: &'static str, most: u8 },
    /// An attack that hits on 0 or less or on more than 10, or more damaged units than units.
    Impossible { kind: UnitKind, why: &'static str },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unfit::TooManyGroups(n) => {
                write!(
                    f,
                    "{n} groups of units on one side; at most {} can be counted",
                    army::GROUPS
                )
            }
            Unfit::TooMany { kind, what, most } => {
                write!(f, "too many {what} of {}: at most {most}", kind.plural())
            }
            Unfit::Impossible { kind, why } => write!(f, "{}: {why}", kind.plural()),
        }
    }
}

impl std::error::Error for Unfit {}

/// Units in one group, dice of one unit.
pub const MOST_UNITS: u8 = 99;
const MOST_DICE: u8 = 99;

/// Battles that are fought where too many positions can come up.
const FALLBACK: u32 = 400_000;

/// The odds of the battle: exact, or from a simulation where too many positions can come up.
///
/// # Errors
/// If the numbers of the battle make no sense.
pub fn odds(battle: &Battle) -> Result<Odds, Unfit> {
    check(battle)?;
    let field = army::Field::new(battle);
    let start = opening::opening(&field);
    Ok(match rounds::fight(&field, &start) {
        Some(ends) => tally::tally(&field, &ends, By::Calculation),
        None => simulate::odds(&field, &start, FALLBACK, 1),
    })
}

/// The same from dice alone, for comparisons.
///
/// # Errors
/// As [`odds`].
pub fn odds_by_dice(battle: &Battle, battles: u32, seed: u64) -> Result<Odds, Unfit> {
    check(battle)?;
    let field = army::Field::new(battle);
    let start = opening::opening(&field);
    Ok(simulate::odds(&field, &start, battles.max(1), seed))
}

fn check(battle: &Battle) -> Result<(), Unfit> {
    for side in &battle.sides {
        let fighting = side.groups.iter().filter(|group| group.fights).count();
        if fighting > army::GROUPS {
            return Err(Unfit::TooManyGroups(fighting));
        }
        for group in &side.groups {
            let kind = group.kind;
            if group.count > MOST_UNITS {
                return Err(Unfit::TooMany { kind, what: "units", most: MOST_UNITS });
            }
            if group.damaged > group.count {
                return Err(Unfit::Impossible { kind, why: "more are damaged than there are" });
            }
            let attacks = [group.combat, group.barrage, group.bombardment, group.cannon];
            for attack in attacks.into_iter().flatten() {
                if attack.dice > MOST_DICE {
                    return Err(Unfit::TooMany { kind, what: "dice", most: MOST_DICE });
                }
                if !(1..=10).contains(&attack.value) {
                    return Err(Unfit::Impossible { kind, why: "a die shows 1 to 10" });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
