//! Agendas are voted on and laws do what they say.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::{apply, at};
use crate::imperium::rules;
use crate::imperium::rules::ask::{Choice, PowerName, Question};
use crate::imperium::script::{Played, Script};
use crate::imperium::state::*;

mod directives;
mod laws;
mod offices;
mod phase;
mod planets;

/// Sol, Hacan and Letnev at the start of an agenda phase; Sol is the speaker. Nobody owns a technology
/// that is not named.
fn session(lines: &str) -> State {
    unlearned(&format!("phase agenda\nspeaker sol\n{lines}"))
}

/// The same three in the action phase.
fn table(lines: &str) -> State {
    unlearned(&format!("speaker sol\n{lines}"))
}

fn unlearned(lines: &str) -> State {
    let mut state = at(&format!("players sol, hacan, letnev\ncustodians gone\n{lines}"));
    for player in &mut state.players {
        player.technologies.clear();
    }
    for line in lines.lines().filter(|line| line.starts_with("tech ")) {
        apply(&mut state, line).expect("it was read once already");
    }
    state
}

/// Nobody votes and the speaker decides for this outcome.
fn decided(outcome: Elected) -> Script {
    Script::new().when(move |_, prompt| {
        matches!(prompt.question, Question::BreakTie { .. }).then(|| vec![Choice::Outcome(outcome)])
    })
}

/// One agenda ends with `outcome`.
fn resolve(slug: &str, outcome: Elected, lines: &str, script: Script) -> Played {
    let state = session(&format!("{lines}\nagendas: {slug}"));
    let rest = decided(outcome);
    let script = script.with(rest);
    script.run(state, rules::advance).done()
}

fn id(slug: &str) -> AgendaId {
    AgendaId::named(slug)
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

fn player(seat: u8) -> Elected {
    Elected::Player(Seat(seat))
}

fn uses(name: &str) -> [Choice; 1] {
    [Choice::Use(PowerName(name.into()))]
}

fn owner_of(state: &State, slug: &str) -> Option<Elected> {
    state.law_in_force(id(slug)).and_then(|law| law.elected)
}

fn on(state: &State, slug: &str, seat: u8, kind: UnitKind) -> u8 {
    state.planet(planet(slug)).forces.count(Seat(seat), kind)
}

fn system(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a position of the board")
}
