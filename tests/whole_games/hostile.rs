//! What reads people's input is fed with files that were damaged at random: it may refuse, never break.
//! `fuzz/` does the same, guided by coverage, as long as one likes.

use std::path::Path;

use super::*;
use custodian::hostile;
use custodian::table::{Export, ExportCheckpoint, ExportEntry, ExportSeat};

fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpora are part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a readable file")).collect()
}

/// One of the files with some bytes turned, doubled, cut out, or mixed with another file.
fn damaged(files: &[Vec<u8>], n: usize) -> Vec<u8> {
    let mut bytes = files[scattered(n) % files.len()].clone();
    for step in 0..1 + scattered(n + 3) % 4 {
        let number = |what: usize| scattered(n * 31 + step * 7 + what);
        let at = number(1) % bytes.len().max(1);
        let end = (at + 1 + number(2) % 12).min(bytes.len());
        match number(4) % 6 {
            0 if !bytes.is_empty() => bytes[at] = number(5) as u8,
            1 if !bytes.is_empty() => bytes[at] ^= 1 << (number(5) % 8),
            2 => drop(bytes.drain(at.min(end)..end)),
            3 => {
                let part = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, part);
            }
            4 => {
                let other = &files[number(6) % files.len()];
                let from = number(7) % other.len().max(1);
                let to = (from + 40).min(other.len());
                bytes.splice(at..at, other[from.min(to)..to].iter().copied());
            }
            _ => {
                let odd = ["«200»", "99999999999999999999", "-1", "\u{0}", "{}", "💥", ";", ":"];
                bytes.splice(at..at, odd[number(8) % odd.len()].bytes());
            }
        }
    }
    bytes
}

#[test]
fn damaged_commands_are_refused_or_understood() {
    assert!(hostile::positions() >= 4, "only {} positions", hostile::positions());
    let files = corpus("fuzz/corpus/typed");
    let understood: usize = files.iter().map(|file| hostile::typed(file)).sum();
    assert!(understood > 20, "only {understood} commands mean anything");
    for n in 0..40 {
        hostile::typed(&damaged(&files, n));
    }
}

#[test]
fn damaged_map_strings_are_refused_or_read() {
    let files = corpus("fuzz/corpus/map");
    assert!(files.iter().all(|file| hostile::map(file)), "a map of the corpus is none");
    let read = (0..400).filter(|n| hostile::map(&damaged(&files, *n))).count();
    assert!(read < 390, "hardly anything was damaged");
}

#[test]
fn damaged_scenarios_and_positions_fail_with_words() {
    let files = corpus("tests/scenarios");
    for n in 0..120 {
        hostile::written(&damaged(&files, n));
    }
}

/// A game of which the first steps were played, as `/export` writes it.
fn exported() -> String {
    let record = recorded(3, 53);
    let length = record.checkpoints[4].at;
    let record = as_of(&record, length);
    let json = |thing: serde_json::Result<serde_json::Value>| thing.expect("plain data");
    let journal = record.journal.iter().map(|entry| ExportEntry {
        entry: json(serde_json::to_value(entry)),
        author: "1".into(),
        at: 5,
    });
    let checkpoints = record.checkpoints.iter().map(|checkpoint| ExportCheckpoint {
        number: checkpoint.number,
        position: checkpoint.at,
        version: Imperium::VERSION,
        name: Imperium::step_name(&checkpoint.state),
        state: json(serde_json::to_value(&checkpoint.state)),
    });
    let seats = (0..3).map(|seat| ExportSeat {
        seat,
        player: seat.to_string(),
        name: format!("player {seat}"),
        computer: None,
    });
    let file = Export {
        format: "custodian game".into(),
        format_version: 1,
        kind: Imperium::NAME.into(),
        id: "abc".into(),
        name: "Pax".into(),
        creator: "1".into(),
        created: 0,
        status: "running".into(),
        settings: serde_json::json!({}),
        commitment: record.seed.commitment(),
        seed: record.seed.clone(),
        seats: seats.collect(),
        journal: journal.collect(),
        checkpoints: checkpoints.collect(),
    };
    file.text()
}

#[test]
fn damaged_exports_are_refused_with_words() {
    let files = vec![exported().into_bytes()];
    let read = (0..30).filter(|n| hostile::import(&damaged(&files, *n))).count();
    assert!(read < 30, "nothing was damaged");
    for file in corpus("fuzz/corpus/import") {
        assert!(!hostile::import(&file), "a file of the corpus is a whole game");
    }
}
