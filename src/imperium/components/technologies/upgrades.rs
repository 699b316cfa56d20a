//! Unit upgrades that are more than printed numbers.

use crate::imperium::rules::tables::{Component, Number, NumberKind, modifier};

use super::lasting;

pub static TECHNOLOGIES: &[Component] = &[lasting(
    "infantry-ii",
    "Roll for each infantry of yours that is destroyed: on 6 or more it stands on a planet that you \
     control in your home system at the start of your next turn.",
    &[modifier(NumberKind::Revival, |_, owner, number| match number {
        Number::Revival { seat } if *seat == owner => 6,
        _ => 0,
    })],
)];

#[cfg(test)]
mod tests;
