//! Dice of units: how many are rolled, what they hit on, and how a roll is told.
//!
//! Combat, anti-fighter barrage, bombardment and space cannon all roll [`Volley`]s; what their hits
//! do is decided elsewhere.

use serde::{Deserialize, Serialize};

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;

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

    fn die(&self, shows: u8) -> Die {
        let Volley { kind, value, add, natural, .. } = *self;
        Die { kind, value, add, natural, shows }
    }
}

/// A die that lies on the table: what rolled it, what it hits on and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    pub kind: UnitKind,
    pub value: u8,
    pub add: i32,
    /// Further hits of a 9 or 10 before modifiers.
    pub natural: u8,
    pub shows: u8,
}

impl Die {
    pub fn hits(&self) -> u8 {
        let hit = i32::from(self.shows) + self.add >= i32::from(self.value);
        u8::from(hit) + if self.shows >= 9 { self.natural } else { 0 }
    }

    /// "7+1".
    fn words(&self) -> String {
        match self.add {
            0 => self.shows.to_string(),
            add => format!("{}{add:+}", self.shows),
        }
    }
}

/// The dice as they are written down for pictures.
fn noted(dice: &[Die]) -> Vec<RolledDie> {
    let noted = |die: &Die| {
        let Die { kind, value, add, shows, .. } = *die;
        RolledDie { kind, value, add, shows, hits: die.hits() }
    };
    dice.iter().map(noted).collect()
}

/// Writes down how the latest dice of `seat` lie after an effect has changed them.
pub fn amend(state: &mut State, seat: Seat, dice: &[Die]) {
    state.amend_roll(seat, noted(dice));
}

/// All hits of the dice.
pub fn hits(dice: &[Die]) -> u8 {
    dice.iter().fold(0, |sum, die| sum.saturating_add(die.hits()))
}

/// `by` rolls any number of the dice again that `of` has rolled; modifiers stay. `what` is the purpose,
/// for the label: "Fire Team, ground combat round 1".
pub fn reroll(
    game: &mut Game,
    by: Seat,
    of: Seat,
    place: Place,
    dice: &mut [Die],
    what: &str,
) -> Flow {
    rerolled(game, by, of, place, dice, what).map(drop)
}

/// The same; the places of the dice that were rolled again.
pub fn rerolled(
    game: &mut Game,
    by: Seat,
    of: Seat,
    place: Place,
    dice: &mut [Die],
    what: &str,
) -> Flow<Vec<usize>> {
    let options: Vec<Choice> =
        dice.iter().map(|die| Choice::Reroll { kind: die.kind, shows: die.shows }).collect();
    let n = options.len();
    let question = Question::Reroll { of, place };
    let chosen = game.ask(|_| Prompt::some(by, question.clone(), options.clone(), 0, n))?;
    let mut again: Vec<usize> = Vec::new();
    for choice in chosen {
        let Choice::Reroll { kind, shows } = choice else { continue };
        let same = |(at, die): &(usize, &Die)| {
            (die.kind, die.shows) == (kind, shows) && !again.contains(at)
        };
        // Of equal dice one that misses is rolled again.
        let candidates: Vec<(usize, &Die)> = dice.iter().enumerate().filter(same).collect();
        let miss = candidates.iter().find(|(_, die)| die.hits() == 0).or(candidates.first());
        again.extend(miss.map(|(at, _)| *at));
    }
    if again.is_empty() {
        return Ok(again);
    }
    again.sort_unstable();
    throw_again(game, of, place, dice, what, &again)?;
    Ok(again)
}

/// `by` may roll all of the dice of `of` again, or leave them all.
pub fn reroll_all(
    game: &mut Game,
    by: Seat,
    of: Seat,
    place: Place,
    dice: &mut [Die],
    what: &str,
) -> Flow {
    let question = Question::RerollAll { of, place, hits: hits(dice), dice: dice.len() as u8 };
    let choice =
        game.choose(|_| Prompt::one(by, question.clone(), vec![Choice::Yes, Choice::Pass]))?;
    match choice {
        Choice::Yes => {
            let all: Vec<usize> = (0..dice.len()).collect();
            throw_again(game, of, place, dice, what, &all)
        }
        _ => Ok(()),
    }
}

/// Rolls the dice at these places again.
fn throw_again(
    game: &mut Game,
    of: Seat,
    place: Place,
    dice: &mut [Die],
    what: &str,
    again: &[usize],
) -> Flow {
    let units: Vec<String> = again.iter().map(|at| dice[*at].kind.name().into()).collect();
    let at = match place {
        Place::Space(system) => system.to_string(),
        Place::Planet(planet) => planet.name().into(),
    };
    let (when, units) = (game.state.moment_label(), units.join(", "));
    let label = format!("{when}, {what}, {at}, seat {}, again: {units}", of.0);
    let rolled = game.roll(label, again.len())?;
    for (at, shows) in again.iter().zip(rolled) {
        dice[*at].shows = shows;
    }
    amend(&mut game.state, of, dice);
    game.say(|_| {
        let shown: Vec<String> = again.iter().map(|at| dice[*at].words()).collect();
        let hits = hits(dice);
        let (dies, plural) =
            (if shown.len() == 1 { "die" } else { "dice" }, if hits == 1 { "" } else { "s" });
        format!(
            "{} {dies} of {of} rolled again: **{}**; {hits} hit{plural} now.",
            shown.len(),
            shown.join(", ")
        )
    });
    Ok(())
}

/// Volleys in the order in which they are rolled: the best values first (RR 78.5c).
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

    /// The volleys in the order in which they are rolled.
    pub fn iter(&self) -> impl Iterator<Item = &Volley> {
        self.0.iter()
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
        Ok(hits(&self.throw(game, seat, what)?))
    }

    /// Rolls all dice at once. See [`Volleys::roll`].
    pub fn throw(&self, game: &mut Game, seat: Seat, what: &str) -> Flow<Vec<Die>> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let label =
            format!("{}, {what}, seat {}: {}", game.state.moment_label(), seat.0, self.units());
        let dice = game.roll(label, self.dice().into())?;
        let mut thrown = Vec::with_capacity(dice.len());
        let mut rest = &dice[..];
        for volley in &self.0 {
            let (own, others) = rest.split_at(volley.dice.into());
            thrown.extend(own.iter().map(|die| volley.die(*die)));
            rest = others;
        }
        game.state.note_roll(Roll { seat, what: what.into(), dice: noted(&thrown) });
        game.say(|_| {
            let hits = hits(&thrown);
            let plural = if hits == 1 { "" } else { "s" };
            format!("{seat} rolls {}: {hits} hit{plural}.", self.words(&dice))
        });
        Ok(thrown)
    }

    /// "2 cruisers **7+1, 3+1**, 1 carrier **9**".
    fn words(&self, dice: &[u8]) -> String {
        let mut rest = dice;
        let mut words = Vec::new();
        for volley in self.0.iter().filter(|volley| volley.dice > 0) {
            let (own, others) = rest.split_at(volley.dice.into());
            rest = others;
            let dice: Vec<String> = own.iter().map(|die| volley.die(*die).words()).collect();
            words.push(format!(
                "{} **{}**",
                volley.kind.label(volley.units.into()),
                dice.join(", ")
            ));
        }
        words.join(", ")
    }
}
