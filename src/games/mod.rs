//! The games that this program hosts: what each tells the table about itself.

pub mod imperium;
pub mod inscription;
#[cfg(test)]
mod tally_tests;
#[cfg(test)]
mod tests;
