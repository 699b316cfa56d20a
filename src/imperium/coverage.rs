//! Which components have behaviour, per kind and expansion.
//!
//! A component counts when it has behaviour and a test of its own: a test function or a scenario file
//! whose name begins with the component's slug, written with `_` (`sabotage_…`, `sabotage_….txt`).
//! A faction counts when all on its sheet does: abilities, flagship, technologies, notes.
//!
//! Kinds are named as the files of printed facts. Tiles, planets and units are numbers and are not
//! listed; their rules are the Rules Reference.

use serde::Serialize;

use crate::imperium::components;
use crate::imperium::data::*;
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::{strategy_cards, technology as research};

/// The names of all tests, one a line, as the build script found them.
const TESTS: &str = include_str!(concat!(env!("OUT_DIR"), "/tests.txt"));

/// Whether some test is named after the component.
pub fn is_tested(slug: &str) -> bool {
    let name = slug.replace('-', "_");
    let named = |test: &str| {
        test.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    TESTS.lines().any(named)
}

fn technology(tech: TechId) -> bool {
    research::is_working(tech) && is_tested(tech.slug())
}

fn note(card: NoteId) -> bool {
    tables().note(card).is_some() && is_tested(card.slug())
}

fn agenda(agenda: AgendaId) -> bool {
    tables().agenda(agenda).is_some() && is_tested(agenda.slug())
}

fn faction(faction: FactionId) -> bool {
    let sheet = faction.get();
    let ability =
        |ability: &AbilityId| tables().ability(*ability).is_some() && is_tested(ability.slug());
    sheet.abilities.iter().all(ability)
        && is_tested(sheet.flagship.slug())
        && sheet.faction_technologies.iter().all(|tech| technology(*tech))
        && sheet.promissory_notes.iter().all(|card| note(*card))
}

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
    kind!("factions", FactionId, faction);
    kind!("technologies", TechId, technology);
    kind!("action_cards", ActionCardId, |card| {
        tables().action_card(card).is_some() && is_tested(card.slug())
    });
    kind!("agendas", AgendaId, agenda);
    kind!("public_objectives", PublicId, |card| {
        tables().public(card).is_some() && is_tested(card.slug())
    });
    kind!("secret_objectives", SecretId, |card| {
        tables().secret(card).is_some() && is_tested(card.slug())
    });
    kind!("promissory_notes", NoteId, note);
    kind!("strategy_cards", StrategyId, |card| {
        strategy_cards::is_working(card) && is_tested(card.slug())
    });
    kind!("leaders", LeaderId, |_| false);
    kind!("exploration_cards", ExplorationId, |_| false);
    kind!("relics", RelicId, |_| false);
    // What an agenda attaches to a planet is the agenda's own behaviour.
    kind!("attachments", AttachmentId, |attached| match attached.get().from {
        Origin::Agenda(from) => agenda(from),
        _ => false,
    });
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
