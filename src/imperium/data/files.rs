//! The files of facts as they are built into the program, and the steps from text to typed rows.

use super::{DataError, Plastic, Table, UnitKind, ids::Slugs};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The texts of all files, by name without the ending. Tests replace one of them.
pub(super) struct Files(BTreeMap<&'static str, Cow<'static, str>>);

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        Files(BTreeMap::from([$(($name, Cow::Borrowed(include_str!(concat!("../../../assets/facts/", $name, ".json"))))),*]))
    };
}

impl Files {
    pub(super) fn built_in() -> Files {
        built_in!(
            "action_cards",
            "agendas",
            "attachments",
            "breakthroughs",
            "events",
            "exploration_cards",
            "factions",
            "hyperlanes",
            "leaders",
            "planets",
            "plastic_limits",
            "plots",
            "promissory_notes",
            "public_objectives",
            "relics",
            "secret_objectives",
            "setups",
            "strategy_cards",
            "technologies",
            "tiles",
            "tokens",
            "units",
        )
    }

    #[cfg(test)]
    pub(super) fn edit(&mut self, name: &str, from: &str, to: &str) {
        let text = self.0.get_mut(name).expect("the test names a file that exists");
        assert!(text.contains(from), "{name} does not contain {from}");
        *text = Cow::Owned(text.replacen(from, to, 1));
    }

    pub(super) fn parse(&self) -> Result<Raw, DataError> {
        let mut rows = BTreeMap::new();
        for (name, text) in &self.0 {
            let parsed: Vec<Value> =
                serde_json::from_str(text).map_err(|e| DataError::new(name, "", e))?;
            rows.insert(*name, parsed);
        }
        let abilities = abilities(rows.get("factions").map_or(&[], Vec::as_slice));
        rows.insert("abilities", abilities);
        Raw::new(rows)
    }
}

/// Faction abilities are printed on the sheets; they get a table of their own so that rules can name them.
fn abilities(factions: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for faction in factions {
        for ability in faction["abilities"].as_array().into_iter().flatten() {
            let mut row = ability.clone();
            row["faction"] = faction["id"].clone();
            row["source"] = faction["source"].clone();
            all.push(row);
        }
    }
    all
}

/// Untyped rows of all files and their slugs.
pub(super) struct Raw {
    rows: BTreeMap<&'static str, Vec<Value>>,
    slugs: BTreeMap<&'static str, Vec<String>>,
}

impl Raw {
    fn new(rows: BTreeMap<&'static str, Vec<Value>>) -> Result<Raw, DataError> {
        let mut slugs = BTreeMap::new();
        for (name, rows) in &rows {
            let mut ids: Vec<String> = Vec::new();
            for row in rows {
                // The plastic limits are the one file keyed by unit type.
                let id = row["id"].as_str().or(row["type"].as_str());
                let id = id.ok_or_else(|| DataError::new(name, "", "a row without an id"))?;
                if ids.iter().any(|other| other == id) {
                    return Err(DataError::new(name, id, "the id is used twice"));
                }
                ids.push(id.to_owned());
            }
            slugs.insert(*name, ids);
        }
        Ok(Raw { rows, slugs })
    }

    pub(super) fn slugs(&self) -> Slugs {
        self.slugs.clone()
    }

    pub(super) fn table<R: DeserializeOwned>(
        &self,
        name: &'static str,
    ) -> Result<Table<R>, DataError> {
        Ok(Table::new(self.typed(name)?, self.slugs.get(name).cloned().unwrap_or_default()))
    }

    pub(super) fn plastic(&self) -> Result<[Plastic; UnitKind::ALL.len()], DataError> {
        let mut rows: Vec<Plastic> = self.typed("plastic_limits")?;
        rows.sort_by_key(|row| row.kind);
        if !rows.iter().map(|row| row.kind).eq(UnitKind::ALL) {
            return Err(DataError::new(
                "plastic_limits",
                "",
                "not exactly one row for each kind of unit",
            ));
        }
        rows.try_into().map_err(|_| {
            DataError::new("plastic_limits", "", "not exactly one row for each kind of unit")
        })
    }

    fn typed<R: DeserializeOwned>(&self, name: &'static str) -> Result<Vec<R>, DataError> {
        let rows = self.rows.get(name).map_or(&[][..], Vec::as_slice);
        let typed = rows.iter().enumerate().map(|(i, row)| {
            serde_json::from_value(row.clone())
                .map_err(|e| DataError::new(name, &self.slugs[name][i], e))
        });
        typed.collect()
    }
}
