//! Which components have behaviour, per kind and expansion.
//!
//! Kinds are named as the files of printed facts. Tiles, planets and units are numbers and are not
//! listed; their rules are the Rules Reference.

use serde::Serialize;

use crate::imperium::components;
use crate::imperium::data::*;
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::{strategy_cards, technology};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    pub kind: &'static str,
    pub expansion: &'static str,
    pub total: usize,
    pub working: usize,
    /// Names of those that are absent from decks and lists.
    pub missing: Vec<String>,
}

/// One row a kind and expansion that has such components.
pub fn coverage() -> Vec<Kind> {
    components::install();
    let mut rows = Vec::new();
    macro_rules! kind {
        ($name:literal, $id:ident, $works:expr) => {
            let works: fn($id) -> bool = $works;
            add(&mut rows, $name, $id::all().map(|id| (id.source(), id.name().into(), works(id))));
        };
    }
    kind!("factions", FactionId, |faction| tables().faction(faction).is_some());
    kind!("technologies", TechId, technology::is_working);
    kind!("action_cards", ActionCardId, |card| tables().action_card(card).is_some());
    kind!("agendas", AgendaId, |agenda| tables().agenda(agenda).is_some());
    kind!("public_objectives", PublicId, |card| tables().public(card).is_some());
    kind!("secret_objectives", SecretId, |card| tables().secret(card).is_some());
    kind!("promissory_notes", NoteId, |_| false);
    kind!("strategy_cards", StrategyId, strategy_cards::is_working);
    kind!("leaders", LeaderId, |_| false);
    kind!("exploration_cards", ExplorationId, |_| false);
    kind!("relics", RelicId, |_| false);
    kind!("attachments", AttachmentId, |_| false);
    kind!("breakthroughs", BreakthroughId, |_| false);
    kind!("events", EventId, |_| false);
    kind!("plots", PlotId, |_| false);
    rows
}

fn add(
    rows: &mut Vec<Kind>,
    kind: &'static str,
    components: impl Iterator<Item = (Source, String, bool)>,
) {
    let components: Vec<_> = components.collect();
    for source in Source::ALL {
        let of = components.iter().filter(|(from, _, _)| *from == source);
        let total = of.clone().count();
        if total == 0 {
            continue;
        }
        let missing = of.filter(|(_, _, works)| !works).map(|(_, name, _)| name.clone());
        let missing: Vec<String> = missing.collect();
        let working = total - missing.len();
        rows.push(Kind { kind, expansion: source.slug(), total, working, missing });
    }
}
