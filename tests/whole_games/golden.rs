//! The games under `tests/games` come out as they did.

use std::path::Path;

use custodian::imperium::rules::setup;
use custodian::players::golden;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games")
}

fn texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the games are part of the project") {
        let path = entry.expect("a readable entry").path();
        let text = std::fs::read_to_string(&path).expect("a readable game");
        found.push((path.file_name().unwrap_or_default().to_string_lossy().to_string(), text));
    }
    found.sort();
    found
}

#[test]
fn whole_games_come_out_as_they_did() {
    let found = golden::compare(&folder()).expect("the games are part of the project");
    assert!(found.len() >= 24, "only {} games", found.len());
    let different = found.into_iter().filter_map(|(name, why)| Some(format!("{name}: {}", why?)));
    let different: Vec<String> = different.collect();
    assert!(
        different.is_empty(),
        "{} games are not as before; `custodian golden --write` writes them anew, if that is meant:\n{}",
        different.len(),
        different.join("\n")
    );
}

#[test]
fn the_games_are_of_all_factions_and_sizes_with_and_without_the_codices() {
    use custodian::imperium::data::Sources;
    custodian::imperium::components::install();
    let texts = texts();
    for faction in setup::factions(Sources::BASE) {
        let named = format!("\"{}\"", faction.slug());
        let played = texts.iter().filter(|(_, text)| text.contains(&named)).count();
        assert!(played > 0, "nobody plays {}", faction.name());
    }
    for players in 3..=8 {
        for codex in ["", "-codex"] {
            let ending = format!("-{players}-players{codex}.txt");
            assert!(texts.iter().any(|(name, _)| name.ends_with(&ending)), "no {ending}");
        }
    }
}

#[test]
fn a_difference_is_shown_where_it_first_is() {
    let (name, text) = texts().swap_remove(0);
    assert_eq!(golden::difference(&text), Ok(()), "{name}");
    // Something said otherwise.
    let told = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("  @"));
    let line = told.clone().nth(told.count() / 2).expect("much is told");
    let why = golden::difference(&text.replacen(line, "  Nothing of the sort.", 1)).unwrap_err();
    assert!(why.contains("before:   Nothing of the sort.") && why.contains(line), "{why}");
    assert!(why.contains("round ") && why.starts_with("line "), "{why}");
    // Another state at the end of a round.
    let fact = text.lines().filter(|line| line.starts_with("+ goods ")).nth(1).expect("goods");
    let why = golden::difference(&text.replacen(fact, "+ goods nobody: 99 99", 1)).unwrap_err();
    assert!(why.contains("goods nobody: 99 99") && why.contains(&fact[2..]), "{why}");
    // An answer that does not fit.
    let answer = text.lines().filter(|line| line.starts_with("> ")).nth(40).expect("answers");
    let why = golden::difference(&text.replacen(answer, "> 0 [{\"Number\":200}]", 1)).unwrap_err();
    assert!(why.contains("is refused") || why.contains("is not asked"), "{why}");
    // Files that are none.
    assert!(golden::difference("").unwrap_err().contains("no line `game`"));
    let torn = &text[..text.len() / 2];
    assert!(golden::difference(torn).is_err());
}
