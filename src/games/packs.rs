//! Packs of Twilight Inscription that an operator adds, from files.

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, ensure};

use crate::inscription::data::{self, Pack};
use crate::inscription::load;

/// The pack in these files, which are read as one.
///
/// # Errors
/// The file, the line and the field that cannot be played.
pub fn read(files: &[PathBuf]) -> Result<Pack> {
    let mut texts = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(|| format!("the pack {name}"))?;
        texts.push((name, text));
    }
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    load::pack(&files).map_err(|why| anyhow!(why))
}

/// Lets games be played with the pack in these files beside the house pack; none: nothing to do. It must
/// come before the first game.
///
/// # Errors
/// As [`read`]; also where the pack is called like the house pack.
pub fn install(files: &[PathBuf]) -> Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let pack = read(files)?;
    let id = pack.id.clone();
    ensure!(id != data::HOUSE_ID, "the pack may not be called `{id}`, as the program's own is");
    ensure!(data::install(vec![pack]), "the pack `{id}` comes too late: games were read before it");
    Ok(())
}
