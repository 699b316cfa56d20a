//! Which components have behaviour and a test of their own: a test function or a scenario file whose name
//! begins with the component's slug.

use serde::Serialize;

use super::data::{Sheet, house, slug};

/// A row of the table that `custodian coverage` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    pub kind: &'static str,
    pub expansion: &'static str,
    pub total: usize,
    pub working: usize,
    /// Names of those without a test.
    pub missing: Vec<String>,
}

/// One row a kind. What a card does is data that the loader has understood, so it works if it is tested.
pub fn coverage(is_tested: impl Fn(&str) -> bool) -> Vec<Kind> {
    let pack = house().get();
    let row = |kind, names: Vec<(String, String)>| {
        let missing = names.iter().filter(|(id, _)| !is_tested(id));
        let missing: Vec<String> = missing.map(|(_, name)| name.clone()).collect();
        let (total, working) = (names.len(), names.len() - missing.len());
        Kind { kind, expansion: "inscription", total, working, missing }
    };
    let pair = |id: &str, name: &str| (id.to_string(), name.to_string());
    let by_name = |name: &String| (slug(&name.replace('\'', "")), name.clone());
    let printed = super::state::Printed::of(house(), [0; 4]);
    let technologies = Sheet::ALL.into_iter().flat_map(|sheet| printed.techs(sheet));
    vec![
        row("factions", pack.factions.iter().map(|card| pair(&card.id, &card.name)).collect()),
        row("relics", pack.relics.iter().map(|card| pair(&card.id, &card.name)).collect()),
        row("agendas", pack.agendas.iter().map(|card| by_name(&card.name)).collect()),
        row(
            "objectives",
            pack.objectives.iter().flatten().map(|card| pair(&card.id, &card.name)).collect(),
        ),
        row("events", pack.events.iter().map(|card| by_name(&card.name)).collect()),
        row("technologies", technologies.map(|tech| pair(&tech.id, &tech.id)).collect()),
        row("units", printed.war.units.iter().map(|unit| pair(&unit.id, &unit.id)).collect()),
    ]
}
