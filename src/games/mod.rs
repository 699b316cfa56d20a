//! The games that this program hosts: what each tells the table about itself.

pub mod imperium;
#[cfg(test)]
mod tally_tests;
#[cfg(test)]
mod tests;
