//! The Rules Reference as tests, a file a topic, named by paragraph. What modules test beside their code
//! is not repeated here.

use crate::engine::Seat;
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::rules::ask::*;
use crate::imperium::script::{Played, Script};
use crate::imperium::state::*;

mod abilities;
mod action_cards;
mod action_phase;
mod agenda_phase;
mod agendas;
mod attachments;
mod battles;
mod board;
mod combats;
mod command_sheet;
mod command_tokens;
mod destroyed;
mod economy;
mod elimination;
mod exhausted;
mod neighbors;
mod objectives;
mod pieces;
mod politics;
mod promissory_notes;
mod reinforcements;
mod sustained;
mod tactical_action;
mod transactions;
mod turns;
mod unit_abilities;
mod victory_points;

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);
const LETNEV: Seat = Seat(2);

/// Three players at home; 201, 202 and 101 are empty, as are all systems without planets.
fn arena(lines: &str) -> State {
    at(&format!("players sol, hacan, letnev\ntile 101 = 46\ntile 201 = 47\ntile 202 = 48\n{lines}"))
}

fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn card(slug: &str) -> ActionCardId {
    ActionCardId::named(slug)
}
