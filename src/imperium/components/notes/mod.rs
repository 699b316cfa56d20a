//! Promissory notes: what each does for whoever has it, in our own words. Generic ones first, then
//! those of factions by what they are about.

use crate::imperium::data::*;
use crate::imperium::rules::notes::NoteRule;

mod fights;
mod generic;
mod rounds;
#[cfg(test)]
mod tests;
mod turns;

/// By [`NoteId`].
pub fn table() -> Vec<Option<&'static NoteRule>> {
    let mut table = vec![None; NoteId::all().len()];
    for rule in all() {
        table[NoteId::named(rule.slug).index()] = Some(rule);
    }
    table
}

fn all() -> impl Iterator<Item = &'static NoteRule> {
    let files: [&'static [NoteRule]; 4] =
        [generic::NOTES, turns::NOTES, fights::NOTES, rounds::NOTES];
    files.into_iter().flatten()
}
