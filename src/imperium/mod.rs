//! Twilight Imperium, 4th edition: printed facts, state, rules, components and views.

pub mod data;
