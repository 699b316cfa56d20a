//! A whole game as one JSON file, and back. A file is believed only if its replay under these rules
//! gives the very same journal and checkpoints.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::{Checkpoint, Current, Entry, Record, Rejected, Seed, Submission, digest};
use crate::store::{AskedRow, CheckpointRow, EntryRow, GameRow, SeatRow, Status, Store, Trouble};

use super::lobby::new_id;
use super::machine;
use super::table::{guarded, json, parse_state};
use super::{Hosted, Refused};

const FORMAT: &str = "custodian game";
const VERSION: u32 = 1;

/// The file. It holds the seed and everybody's hands: it is for the operator and moderators, not for
/// players; see [`super::OpenExport`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    pub format: String,
    pub format_version: u32,
    pub kind: String,
    pub id: String,
    pub name: String,
    pub creator: String,
    pub created: i64,
    pub status: String,
    pub settings: Value,
    /// SHA-256 of the seed, as it was published when the game started.
    pub commitment: String,
    pub seed: Seed,
    pub seats: Vec<ExportSeat>,
    pub journal: Vec<ExportEntry>,
    pub checkpoints: Vec<ExportCheckpoint>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportSeat {
    pub seat: u8,
    pub player: String,
    pub name: String,
    pub computer: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportEntry {
    pub entry: Value,
    pub author: String,
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportCheckpoint {
    pub number: usize,
    pub position: usize,
    pub version: u32,
    pub name: String,
    pub state: Value,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    NotJson(String),
    /// JSON, but no exported game.
    Foreign(String),
    /// Exported by a newer Custodian.
    Newer(String),
    /// Of another game than the one that is read.
    OtherGame(String),
    /// Says where.
    Damaged(String),
    /// Sound, but these rules lead elsewhere; says where.
    Differs(String),
    Store(Trouble),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::NotJson(why) => write!(f, "the file is no JSON, or is cut off: {why}"),
            Unfit::Foreign(why) => write!(f, "the file is no game exported by Custodian: {why}"),
            Unfit::Newer(why) => write!(f, "the file was exported by a newer Custodian: {why}"),
            Unfit::OtherGame(kind) => write!(f, "the file holds a game of {kind}"),
            Unfit::Damaged(what) => write!(f, "the file is damaged: {what}"),
            Unfit::Differs(what) => write!(
                f,
                "the file's course is not what these rules make of it: {what}; it was changed, or \
                 played under other rules"
            ),
            Unfit::Store(trouble) => trouble.fmt(f),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<Trouble> for Unfit {
    fn from(trouble: Trouble) -> Self {
        Unfit::Store(trouble)
    }
}

/// Reads a started game out of the store. It needs no rules.
pub async fn export(store: &Store, id: &str) -> Result<Export, Unfit> {
    let game = store.game(id).await?;
    let parse = |text: &str, what: String| -> Result<Value, Unfit> {
        serde_json::from_str(text)
            .map_err(|why| Unfit::Store(Trouble::Damaged(format!("game {id}: {what}: {why}"))))
    };
    let seed = super::table::seed_of(&game)?;
    let mut journal = Vec::new();
    for (at, row) in store.journal(id).await?.into_iter().enumerate() {
        let entry = parse(&row.entry, format!("entry {at}"))?;
        journal.push(ExportEntry { entry, author: row.author, at: row.at });
    }
    let mut checkpoints = Vec::new();
    for head in store.heads(id).await? {
        let CheckpointRow { number, position, version, name, state } =
            store.checkpoint(id, head.number).await?;
        let state = parse(&state, format!("checkpoint {number}"))?;
        checkpoints.push(ExportCheckpoint { number, position, version, name, state });
    }
    let seats = store.seats(id).await?.into_iter().map(|row| {
        let SeatRow { seat, player, name, computer } = row;
        ExportSeat { seat, player, name, computer }
    });
    Ok(Export {
        format: FORMAT.into(),
        format_version: VERSION,
        settings: parse(&game.settings, "its settings".into())?,
        kind: game.kind,
        id: game.id,
        name: game.name,
        creator: game.creator,
        created: game.created,
        status: game.status.name().into(),
        commitment: seed.commitment(),
        seed,
        seats: seats.collect(),
        journal,
        checkpoints,
    })
}

impl Export {
    /// Reads a file's text, and checks what can be checked without rules.
    pub fn parse(text: &str) -> Result<Export, Unfit> {
        let value: Value =
            serde_json::from_str(text).map_err(|why| Unfit::NotJson(why.to_string()))?;
        match value.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => return Err(Unfit::Foreign(format!("its format is `{other}`"))),
            None => return Err(Unfit::Foreign("it names no format".into())),
        }
        match value.get("format_version").and_then(Value::as_u64) {
            Some(version) if version <= u64::from(VERSION) => {}
            Some(version) => return Err(Unfit::Newer(format!("its version is {version}"))),
            None => return Err(Unfit::Damaged("it names no version".into())),
        }
        let file: Export =
            serde_json::from_value(value).map_err(|why| Unfit::Damaged(why.to_string()))?;
        if file.seed.commitment() != file.commitment {
            return Err(Unfit::Damaged("its seed does not fit its commitment".into()));
        }
        Ok(file)
    }

    pub fn text(&self) -> String {
        json(self)
    }

    /// The game as a record, if it replays.
    pub fn record<G: Hosted>(&self) -> Result<Record<G>, Unfit> {
        let record = self.unchecked()?;
        replay(&record)?;
        Ok(record)
    }

    /// The same without a look whether these rules lead to it.
    pub(super) fn unchecked<G: Hosted>(&self) -> Result<Record<G>, Unfit> {
        if self.kind != G::NAME {
            return Err(Unfit::OtherGame(self.kind.clone()));
        }
        let (journal, checkpoints) = (self.entries::<G>()?, self.states::<G>()?);
        Ok(Record { seed: self.seed.clone(), journal, checkpoints })
    }

    fn entries<G: Hosted>(&self) -> Result<Vec<Entry<G>>, Unfit> {
        let parse = |(at, row): (usize, &ExportEntry)| {
            serde_json::from_value(row.entry.clone())
                .map_err(|why| Unfit::Damaged(format!("entry {at}: {why}")))
        };
        self.journal.iter().enumerate().map(parse).collect()
    }

    fn states<G: Hosted>(&self) -> Result<Vec<Checkpoint<G>>, Unfit> {
        let mut checkpoints = Vec::new();
        for (at, row) in self.checkpoints.iter().enumerate() {
            let damaged = |why: String| Unfit::Damaged(format!("checkpoint {at}: {why}"));
            if row.number != at {
                return Err(damaged(format!("it is numbered {}", row.number)));
            }
            if row.version > G::VERSION {
                return Err(Unfit::Newer(format!("checkpoint {at} has version {}", row.version)));
            }
            let state = parse_state::<G>(row.version, &json(&row.state)).map_err(damaged)?;
            checkpoints.push(Checkpoint { number: at, at: row.position, state });
        }
        match checkpoints.first() {
            Some(first) if first.at == 0 => Ok(checkpoints),
            _ => Err(Unfit::Damaged("its first checkpoint is missing".into())),
        }
    }
}

/// Plays a record again from its first state and compares.
fn replay<G: Hosted>(record: &Record<G>) -> Result<(), Unfit> {
    let start = record.checkpoints[0].state.clone();
    let begun = guarded(|| Current::<G>::start(record.seed.clone(), start));
    let (mut current, done) = begun.map_err(|why| Unfit::Differs(format!("its start: {why:?}")))?;
    let empty = Record { seed: record.seed.clone(), journal: vec![], checkpoints: vec![] };
    let mut made: Record<G> = empty;
    compare(record, &mut made, done)?;
    while made.journal.len() < record.journal.len() {
        let at = made.journal.len();
        let ran = guarded(|| again(record, &mut made, &current, at));
        let ran = ran.map_err(|why| Unfit::Differs(format!("entry {at}: {why:?}")))?;
        let (next, done) = ran.map_err(|why| Unfit::Differs(format!("entry {at}: {why}")))?;
        made.journal.truncate(at);
        current = next;
        compare(record, &mut made, done)?;
    }
    match made.checkpoints.len() == record.checkpoints.len() {
        true => Ok(()),
        false => {
            let extra = made.checkpoints.len();
            Err(Unfit::Differs(format!("checkpoint {extra} is never reached")))
        }
    }
}

/// Gives the command of entry `at` again.
fn again<G: Hosted>(
    record: &Record<G>,
    made: &mut Record<G>,
    current: &Current<G>,
    at: usize,
) -> Result<(Current<G>, Submission<G>), String> {
    let ran = match record.journal[at].clone() {
        Entry::Answer { seat, choices, by, .. } => current.submit(seat, choices, by),
        Entry::Deed { seat, deed, by } => current.deed(seat, deed, by),
        Entry::Undo { to, by } => {
            let fresh = matches!(record.journal.get(at + 1), Some(Entry::Fresh { .. }));
            made.undo(to, fresh, &by)
        }
        Entry::Redo { by } => made.redo(&by),
        other => return Err(format!("nobody gave {other:?}")),
    };
    ran.map_err(|why| match why {
        Rejected::Refused(refusal) => refusal.to_string(),
        Rejected::Broken(why) => why,
    })
}

/// Adds what a command did, which must be what the record holds.
fn compare<G: Hosted>(
    record: &Record<G>,
    made: &mut Record<G>,
    done: Submission<G>,
) -> Result<(), Unfit> {
    for entry in done.entries {
        let at = made.journal.len();
        if record.journal.get(at) != Some(&entry) {
            return Err(Unfit::Differs(format!("entry {at} should be: {entry:?}")));
        }
        made.journal.push(entry);
    }
    for checkpoint in done.checkpoints {
        let number = made.checkpoints.len();
        let same = record.checkpoints.get(number).is_some_and(|stored| {
            stored.at == checkpoint.at && digest(&stored.state) == digest(&checkpoint.state)
        });
        if !same {
            return Err(Unfit::Differs(format!("checkpoint {number}")));
        }
        made.checkpoints.push(checkpoint);
    }
    Ok(())
}

/// Adds an exported game to the store as a new game in `channel`; its id.
pub async fn import<G: Hosted>(
    store: &Store,
    file: &Export,
    channel: &str,
    guild: &str,
    now: i64,
) -> Result<String, Unfit> {
    let record = file.record::<G>()?;
    let (current, _) = guarded(|| record.current())
        .map_err(|why| Unfit::Differs(format!("its last question: {why:?}")))?;
    let finished = current.finished();
    let game = GameRow {
        id: new_id(),
        kind: file.kind.clone(),
        name: file.name.clone(),
        channel: channel.into(),
        guild: guild.into(),
        creator: file.creator.clone(),
        seed: file.seed.clone().into(),
        status: if finished { Status::Finished } else { Status::Running },
        settings: json(&file.settings),
        created: file.created,
    };
    let seats: Vec<SeatRow> = file
        .seats
        .iter()
        .map(|row| SeatRow {
            seat: row.seat,
            player: row.player.clone(),
            name: row.name.clone(),
            computer: row.computer.clone(),
        })
        .collect();
    let rows = record.journal.iter().zip(&file.journal);
    let journal: Vec<EntryRow> = rows
        .map(|(entry, row)| EntryRow { entry: json(entry), author: row.author.clone(), at: row.at })
        .collect();
    let checkpoints: Vec<CheckpointRow> =
        record.checkpoints.iter().map(super::table::checkpoint_row::<G>).collect();
    let asked: Vec<AskedRow> = machine::asked_anew(&current, &seats, now);
    store.add_course(&game, &seats, &journal, &checkpoints, &asked).await?;
    Ok(game.id)
}

impl From<Unfit> for Refused {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Store(trouble) => trouble.into(),
            other => Refused::Illegal(crate::engine::Refusal::new(other.to_string())),
        }
    }
}

/// What a check of a file's chance found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// To be compared with the one that was posted when the game started.
    pub commitment: String,
    /// Single dice.
    pub dice: usize,
    pub shuffles: usize,
    /// Labels of those that the seed does not make.
    pub wrong: Vec<String>,
}

#[derive(Deserialize)]
enum Rolled {
    Chance { label: String, faces: u32, outcomes: Vec<u32> },
}

/// Recomputes every die and shuffle of a file from its seed. It needs no rules.
pub fn verify(file: &Export) -> Result<Verification, Unfit> {
    let commitment = file.seed.commitment();
    let mut found = Verification { commitment, dice: 0, shuffles: 0, wrong: Vec::new() };
    for (at, row) in file.journal.iter().enumerate() {
        if row.entry.get("Chance").is_none() {
            continue;
        }
        let Rolled::Chance { label, faces, outcomes } =
            serde_json::from_value(row.entry.clone())
                .map_err(|why| Unfit::Damaged(format!("entry {at}: {why}")))?;
        let made = file.seed.chance(&label, faces, outcomes.len());
        match faces {
            0 => found.shuffles += 1,
            _ => found.dice += outcomes.len(),
        }
        if made != outcomes {
            found.wrong.push(label);
        }
    }
    Ok(found)
}
