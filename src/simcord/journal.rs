//! The server's memory on disk: one JSON line a change, appended before anybody is told. A line is handed
//! to the operating system at once, so a killed process loses nothing; a torn last line is left out.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::interaction::Interaction;
use super::model::{Channel, Message, User};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record<'a> {
    User(Cow<'a, User>),
    Roles { user: u64, roles: Vec<u64> },
    Channel(Cow<'a, Channel>),
    ChannelGone(u64),
    Message(Cow<'a, Message>),
    MessageGone { channel: u64, id: u64 },
    Commands { guild: bool, list: Vec<Value> },
    Read { user: u64, channel: u64, upto: u64 },
    Settings { user: u64, closed_dms: bool },
    Interaction(Cow<'a, Interaction>),
}

/// Nothing is kept when no folder was given.
#[derive(Default)]
pub struct Journal {
    file: Option<File>,
    folder: Option<PathBuf>,
}

impl Journal {
    /// Opens the folder and reads what was written there.
    pub fn open(folder: &Path) -> Result<(Journal, Vec<Record<'static>>)> {
        fs::create_dir_all(folder).with_context(|| format!("create {}", folder.display()))?;
        let path = folder.join("simcord.jsonl");
        let (records, sound) = read(&path)?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .with_context(|| format!("open {}", path.display()))?;
        // A torn last line would swallow the next record.
        file.set_len(sound).with_context(|| format!("mend {}", path.display()))?;
        Ok((Journal { file: Some(file), folder: Some(folder.to_path_buf()) }, records))
    }

    /// Replaces the file by these records, all or nothing.
    pub fn rewrite(&mut self, records: &[Record<'_>]) -> Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let (fresh, path) = (folder.join("simcord.new"), folder.join("simcord.jsonl"));
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, record)?;
            text.push(b'\n');
        }
        fs::write(&fresh, text).with_context(|| format!("write {}", fresh.display()))?;
        fs::rename(&fresh, &path).with_context(|| format!("replace {}", path.display()))?;
        self.file = Some(OpenOptions::new().append(true).open(&path)?);
        Ok(())
    }

    pub fn write(&mut self, record: &Record<'_>) {
        let Some(file) = &mut self.file else { return };
        let mut line = match serde_json::to_vec(record) {
            Ok(line) => line,
            Err(why) => return tracing::error!("simulated Discord cannot write a record: {why}"),
        };
        line.push(b'\n');
        // A full disk must not stop the conversation: what is shown stays true, only a restart loses it.
        if let Err(why) = file.write_all(&line) {
            tracing::error!("simulated Discord cannot save: {why}");
        }
    }

    pub fn save_file(&self, id: u64, bytes: &[u8]) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        let saved = fs::create_dir_all(folder.join("files"))
            .and_then(|()| fs::write(folder.join("files").join(id.to_string()), bytes));
        if let Err(why) = &saved {
            tracing::error!("simulated Discord cannot save a file: {why}");
        }
        saved.is_ok()
    }

    pub fn read_file(&self, id: u64) -> Option<Vec<u8>> {
        fs::read(self.folder.as_ref()?.join("files").join(id.to_string())).ok()
    }

    pub fn drop_file(&self, id: u64) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join("files").join(id.to_string()));
        }
    }
}

/// The records and how many bytes of the file are whole lines.
fn read(path: &Path) -> Result<(Vec<Record<'static>>, u64)> {
    let Ok(file) = File::open(path) else {
        return Ok((Vec::new(), 0));
    };
    let (mut records, mut sound, mut line) = (Vec::new(), 0, Vec::new());
    let mut reader = BufReader::new(file);
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if length == 0 || line.last() != Some(&b'\n') {
            return Ok((records, sound));
        }
        sound += length as u64;
        match serde_json::from_slice(&line) {
            Ok(record) => records.push(record),
            Err(why) => tracing::warn!("{}: a line is skipped: {why}", path.display()),
        }
    }
}
