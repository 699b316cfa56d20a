//! The figures of a combat as plain shares, wherever they come from.

use crate::engine::Seat;

/// What may come of a combat that is fought to the end. Shares are between 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// What is fought where.
    pub title: String,
    /// The attacker and the defender.
    pub sides: [Seat; 2],
    /// Of each side, how likely exactly one, two and so on of its units are left when it wins.
    pub left: [Vec<f64>; 2],
    /// How likely nothing is left of either.
    pub draw: f64,
}

impl Odds {
    /// How likely a side (0 or 1) wins.
    pub fn won(&self, side: usize) -> f64 {
        self.left[side].iter().copied().map(share).sum()
    }

    pub fn nobody(&self) -> f64 {
        share(self.draw)
    }

    /// Units that are left of a side (0 or 1) on the average of its victories.
    pub fn left_on_average(&self, side: usize) -> f64 {
        let units = self.left[side].iter().enumerate();
        let sum: f64 = units.map(|(at, one)| (at + 1) as f64 * share(*one)).sum();
        match self.won(side) {
            0.0 => 0.0,
            won => sum / won,
        }
    }
}

/// A share as it can be drawn, whatever was given.
pub fn share(given: f64) -> f64 {
    if given.is_finite() { given.clamp(0.0, 1.0) } else { 0.0 }
}
