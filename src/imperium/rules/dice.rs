//! Dice of units: how many are rolled, what they hit on, and how a roll is told.
//!
//! Combat, anti-fighter barrage, bombardment and space cannon all roll [`Volley`]s; what their hits
//! do is decided elsewhere.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;

/// Dice of equal units of one kind: they hit on `value` or more after `add` is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    pub kind: UnitKind,
    pub units: u8,
    pub dice: u8,
    pub value: u8,
    pub add: i32,
    /// Hits besides for each die that shows 9 or 10 before anything is added.
    pub natural: u8,
}

impl Volley {
    pub fn new(kind: UnitKind, units: u8, attack: Attack, add: i32) -> Self {
        Volley { kind, units, dice: units * attack.dice, value: attack.value, add, natural: 0 }
    }

    fn hits(&self, die: u8) -> u8 {
        let hit = i32::from(die) + self.add >= i32::from(self.value);
        u8::from(hit) + if die >= 9 { self.natural } else { 0 }
    }
}

/// Volleys in the order in which they are rolled: the best values first (RR 78.5d).
#[derive(Debug, Default)]
pub struct Volleys(Vec<Volley>);

impl Volleys {
    /// Adds `units` of a kind, as one volley with those of the same kind that roll alike.
    pub fn add(&mut self, volley: Volley) {
        let same = |other: &&mut Volley| {
            (other.kind, other.value, other.add) == (volley.kind, volley.value, volley.add)
        };
        match self.0.iter_mut().find(same) {
            Some(other) => {
                other.units += volley.units;
                other.dice += volley.dice;
            }
            None => {
                let at = self.0.partition_point(|other| other.value <= volley.value);
                self.0.insert(at, volley);
            }
        }
    }

    /// Dice that no unit brings are rolled with the best of the units.
    pub fn add_dice(&mut self, extra: i32) {
        if let Some(best) = self.0.first_mut() {
            best.dice = (i32::from(best.dice) + extra).clamp(0, 255) as u8;
        }
    }

    /// Adds to the result of every die.
    pub fn add_to_rolls(&mut self, add: i32) {
        for volley in &mut self.0 {
            volley.add += add;
        }
    }

    /// What the best of the units hits on; nothing hits on more than 10.
    pub fn best_value(&self) -> u8 {
        self.0.first().map_or(11, |volley| volley.value)
    }

    pub fn dice(&self) -> u8 {
        self.0.iter().map(|volley| volley.dice).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.dice() == 0
    }

    /// "2 cruisers, 1 carrier".
    pub fn units(&self) -> String {
        let rolling = self.0.iter().filter(|volley| volley.dice > 0);
        let units: Vec<String> =
            rolling.map(|volley| volley.kind.label(volley.units.into())).collect();
        units.join(", ")
    }

    /// Rolls all dice at once and counts the hits. `what` is the purpose, for the label and the
    /// news: "space combat in 205, combat round 1".
    pub fn roll(&self, game: &mut Game, seat: Seat, what: &str) -> Flow<u8> {
        if self.is_empty() {
            return Ok(0);
        }
        let label =
            format!("{}, {what}, seat {}: {}", game.state.moment_label(), seat.0, self.units());
        let dice = game.roll(label, self.dice().into())?;
        let mut hits: u8 = 0;
        let mut rest = &dice[..];
        for volley in &self.0 {
            let (own, others) = rest.split_at(volley.dice.into());
            hits = own.iter().fold(hits, |sum, die| sum.saturating_add(volley.hits(*die)));
            rest = others;
        }
        game.say(|_| {
            let plural = if hits == 1 { "" } else { "s" };
            format!("{seat} rolls {}: {hits} hit{plural}.", self.words(&dice))
        });
        Ok(hits)
    }

    /// "2 cruisers **7+1, 3+1**, 1 carrier **9**".
    fn words(&self, dice: &[u8]) -> String {
        let mut rest = dice;
        let mut words = Vec::new();
        for volley in self.0.iter().filter(|volley| volley.dice > 0) {
            let (own, others) = rest.split_at(volley.dice.into());
            rest = others;
            let dice: Vec<String> = own
                .iter()
                .map(|die| match volley.add {
                    0 => die.to_string(),
                    add => format!("{die}{add:+}"),
                })
                .collect();
            words.push(format!(
                "{} **{}**",
                volley.kind.label(volley.units.into()),
                dice.join(", ")
            ));
        }
        words.join(", ")
    }
}
