//! All faults at once, at random but from a seed.

use std::time::Duration;

use super::faults::{Carried, Meets};

/// How often things go wrong, each in so many of a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    pub seed: u64,
    /// REST requests: 429s, 5xx, answers lost on the way, broken connections.
    pub rate_limits: u32,
    pub errors: u32,
    pub lost_answers: u32,
    pub resets: u32,
    /// Interactions that never arrive, arrive twice, or are answered too late.
    pub lost: u32,
    pub repeated: u32,
    pub late: u32,
    /// Interactions after which the line to the bot is cut.
    pub cut: u32,
}

impl Storm {
    /// Something goes wrong with every tenth request and every tenth interaction.
    pub fn heavy(seed: u64) -> Storm {
        Storm {
            seed,
            rate_limits: 25,
            errors: 25,
            lost_answers: 25,
            resets: 25,
            lost: 10,
            repeated: 50,
            late: 10,
            cut: 20,
        }
    }
}

/// A storm under way.
#[derive(Clone, Debug)]
pub(super) struct Weather {
    storm: Storm,
    dice: u64,
}

impl Weather {
    pub fn new(storm: Storm) -> Weather {
        Weather { storm, dice: storm.seed | 1 }
    }

    fn draw(&mut self) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice
    }

    fn strikes(&mut self, of_a_thousand: u32) -> bool {
        self.draw() % 1000 < u64::from(of_a_thousand)
    }

    pub fn request(&mut self) -> Meets {
        let Storm { rate_limits, errors, lost_answers, resets, .. } = self.storm;
        if self.strikes(rate_limits) {
            let global = self.draw().is_multiple_of(4);
            return Meets::RateLimit { retry_after: Duration::from_millis(100), global };
        }
        if self.strikes(errors) {
            return Meets::Error([500, 502, 503, 504][(self.draw() % 4) as usize]);
        }
        if self.strikes(lost_answers) {
            return Meets::LostAnswer;
        }
        if self.strikes(resets) {
            let even = self.draw().is_multiple_of(2);
            return Meets::Reset(if even { Carried::Out } else { Carried::Nowhere });
        }
        Meets::Nothing
    }

    pub fn loses(&mut self) -> bool {
        self.strikes(self.storm.lost)
    }
    pub fn repeats(&mut self) -> bool {
        self.strikes(self.storm.repeated)
    }
    pub fn refuses(&mut self) -> bool {
        self.strikes(self.storm.late)
    }
    pub fn cuts_the_line(&mut self) -> bool {
        self.strikes(self.storm.cut)
    }
}
