//! Games that ended long ago leave the database for files, which `custodian import` takes back.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::store::Trouble;

use super::{Export, Hosted, Refused, Tables, export};

impl<G: Hosted> Tables<G> {
    /// Exports the games that ended before `before` to `folder` and removes them; their files. A game that
    /// cannot be exported stays.
    pub async fn put_away(&self, before: i64, folder: &Path) -> Result<Vec<PathBuf>, Refused> {
        let mut files = Vec::new();
        for id in self.store().ended_before(before).await? {
            if !self.is_ours(&id).await? {
                continue;
            }
            match self.put_one_away(&id, folder).await {
                Ok(file) => {
                    let path = file.display();
                    tracing::info!(game = id, file = %path, "an ended game was put away");
                    files.push(file);
                }
                Err(why) => tracing::error!(game = id, %why, "an ended game stays"),
            }
        }
        Ok(files)
    }

    async fn put_one_away(&self, id: &str, folder: &Path) -> Result<PathBuf, Refused> {
        let mut slot = self.lock(id).await;
        let game = export(self.store(), id).await?;
        let file = folder.join(format!("{id}.json"));
        write(&game, folder, &file)
            .map_err(|why| Trouble::Other(format!("{}: {why}", file.display())))?;
        let why = format!("exported to {} and removed", file.display());
        self.store().remove_game(id, self.shared.clock.now(), &why).await?;
        *slot = None;
        Ok(file)
    }
}

/// The file is whole on the disk, under its name, before this returns.
fn write(game: &Export, folder: &Path, file: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = file.with_extension("unfinished");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // It holds everybody's hands.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.open(&unfinished)?;
    out.write_all(game.text().as_bytes())?;
    out.sync_all()?;
    fs::rename(&unfinished, file)?;
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}
