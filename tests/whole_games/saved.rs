//! States that are stored: whole, small, and readable by later builds.

use super::*;
use custodian::imperium::state::invariants;
use custodian::table::Hosted;

/// Bytes of a state in the store.
const LIMIT: usize = 64 * 1024;

fn json(state: &State) -> String {
    serde_json::to_string(state).expect("a state is plain data")
}

#[test]
fn every_checkpoint_comes_back_from_the_store_as_it_was() {
    for (players, seed) in [(3, 61), (8, 62)] {
        let record = recorded(players, seed);
        let mut largest = 0;
        for checkpoint in &record.checkpoints {
            let text = json(&checkpoint.state);
            let back: State = serde_json::from_str(&text).expect("what was written can be read");
            assert!(back == checkpoint.state, "checkpoint {}", checkpoint.number);
            assert_eq!(json(&back), text, "checkpoint {}", checkpoint.number);
            largest = largest.max(text.len());
        }
        assert!(largest < LIMIT, "{players} players: {largest} bytes");
    }
}

#[test]
fn every_entry_of_a_journal_comes_back_from_the_store_as_it_was() {
    for entry in &recorded(6, 63).journal {
        let text = serde_json::to_string(entry).expect("an entry is plain data");
        let back: Entry<Imperium> = serde_json::from_str(&text).expect("what was written");
        assert_eq!(back, *entry);
    }
}

/// A state of the third round as version 1 wrote it. A later version migrates it; the file is never
/// written again. (It was written by running this test with `WRITE_CHECKPOINT=1` once.)
#[test]
fn a_checkpoint_of_version_1_still_loads_and_is_played_to_the_end() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checkpoints/v1.json");
    if std::env::var_os("WRITE_CHECKPOINT").is_some() && !std::path::Path::new(path).exists() {
        let record = recorded(4, 64);
        let third = record.checkpoints.iter().filter(|one| one.state.round == 3).nth(12);
        let third = third.expect("a game has a third round");
        std::fs::write(path, json(&third.state)).expect("the folder can be written");
    }
    let text = std::fs::read_to_string(path).expect("the checkpoint is part of the project");
    let old: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let new = Imperium::migrate(1, old).expect("version 1 is known");
    let state: State = serde_json::from_value(new).expect("a state of today");
    assert_eq!((state.round, state.players.len()), (3, 4));
    assert_eq!(invariants::violations(&state), Vec::<String>::new());
    struct Nobody;
    impl Witness for Nobody {}
    let end = play_on(state, 1, &mut Nobody);
    assert!(end.winner.is_some());
}

#[test]
fn a_saved_game_with_an_unknown_tile_is_refused_by_the_name_of_the_tile() {
    let record = recorded(3, 65);
    let last = &record.checkpoints.last().expect("a game has checkpoints").state;
    let text = json(last);
    let mut tiles = last.galaxy.systems().iter().filter_map(|system| last.galaxy.tile(*system));
    let tile = tiles.next().expect("a map has tiles");
    let known = serde_json::to_string(&tile).expect("a tile is written by its number");
    assert!(text.contains(&known), "{known} is nowhere in {text:.300}");
    let broken = text.replace(&known, "\"4711\"");
    let why = serde_json::from_str::<State>(&broken).expect_err("no box holds such a tile");
    assert!(why.to_string().contains("4711"), "{why}");
}
