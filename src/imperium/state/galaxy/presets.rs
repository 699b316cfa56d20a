//! Maps to choose by name.

use std::sync::LazyLock;

use serde::Deserialize;

use super::MapString;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    pub id: String,
    pub name: String,
    pub players: u8,
    pub map: MapString,
}

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/maps/presets.json"))
        .expect("the presets are part of the program and a test reads them")
});

/// In order of players.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}
