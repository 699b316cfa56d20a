//! What holds for the project as a whole: whole games, scenarios, the direction of knowledge.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use custodian::imperium::Imperium;
use custodian::imperium::rules::setup;
use custodian::imperium::scenario;
use custodian::imperium::state::galaxy::presets;
use custodian::imperium::state::{MapChoice, Options};
use custodian::inscription::{self, Inscription};
use custodian::players::selfplay::{Kind, Plan, play_out, run};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is part of the project") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_scenario_holds() {
    let mut wrong = Vec::new();
    let all = files(&root().join("tests/scenarios"), ".txt");
    assert!(all.len() >= 60, "the scenarios are gone");
    for file in all {
        let text = std::fs::read_to_string(&file).expect("a readable scenario");
        let result = match inscription::scenario::is_ours(&text) {
            true => inscription::scenario::run(&text),
            false => scenario::run(&text),
        };
        if let Err(why) = result {
            wrong.push(format!("{}: {why}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_players_finish_games_of_every_size_and_every_journal_replays() {
    for players in 3..=8 {
        let kind = Kind::Random;
        let plan = Plan {
            players,
            kind,
            games: 2,
            seed: 20,
            thorough: true,
            replay: true,
            ..Plan::default()
        };
        let report = run::<Imperium>(&plan);
        assert_eq!(report.problems, Vec::<String>::new(), "{players} players");
        assert_eq!(report.victories, 2, "{players} players");
    }
}

#[test]
fn random_games_of_the_second_game_finish_and_replay() {
    for players in 1..=8 {
        for varied in [false, true] {
            let plan = Plan {
                players,
                games: 3,
                seed: 31,
                thorough: true,
                replay: true,
                varied,
                ..Plan::default()
            };
            let report = run::<Inscription>(&plan);
            assert_eq!(report.problems, Vec::<String>::new(), "{players} players");
            assert_eq!(report.victories, 3, "{players} players");
        }
    }
}

#[test]
fn every_preset_map_is_played_to_the_end() {
    for preset in presets() {
        let standard = setup::standard(preset.players.into());
        let sources = preset.map.needs().iter().fold(standard.sources, |all, one| all.with(one));
        let map = MapChoice::Preset(preset.id.clone());
        let options = Options { map, sources, ..standard };
        setup::check(&options).unwrap_or_else(|why| panic!("{}: {why}", preset.id));
        let report = play_out(options, 7);
        assert_eq!(report.problems, Vec::<String>::new(), "{}", preset.id);
        assert_eq!(report.victories, 1, "{}", preset.id);
    }
}

/// Who may know whom; see ARCHITECTURE.md.
fn allowed() -> BTreeMap<&'static str, Vec<&'static str>> {
    BTreeMap::from([
        ("engine", vec![]),
        ("imperium::data", vec![]),
        ("imperium::state", vec!["engine", "imperium::data"]),
        ("imperium::rules", vec!["engine", "imperium::data", "imperium::state", "imperium::view"]),
        (
            "imperium::components",
            vec![
                "engine",
                "imperium::data",
                "imperium::state",
                "imperium::rules",
                "imperium::view",
            ],
        ),
        ("imperium::odds", vec!["engine", "imperium::data", "imperium::state", "imperium::rules"]),
        ("imperium::view", vec!["engine", "imperium::data", "imperium::state", "imperium::rules"]),
        ("inscription", vec!["engine"]),
        ("players", vec!["engine", "imperium", "inscription"]),
        ("picture", vec!["engine", "imperium::view", "imperium::data", "inscription"]),
        ("store", vec!["engine", "metrics"]),
        ("table", vec!["engine", "metrics", "store"]),
        ("games", vec!["engine", "imperium", "inscription", "players", "store", "table"]),
        ("simcord", vec![]),
    ])
}

#[test]
fn modules_know_only_what_they_may() {
    let mut wrong = Vec::new();
    for (module, may) in allowed() {
        let folder = root().join("src").join(module.replace("::", "/"));
        for file in files(&folder, ".rs") {
            let name = file.to_string_lossy().to_string();
            if name.contains("test") {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a readable source file");
            // Tests beside the code may write positions down.
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for line in code.lines().map(str::trim) {
                let Some(path) = line
                    .strip_prefix("use crate::")
                    .or_else(|| line.strip_prefix("pub use crate::"))
                else {
                    continue;
                };
                let own = path.starts_with(module);
                // `imperium::{…}` without a submodule is the game's own names.
                let names = module.starts_with("imperium::")
                    && (path.starts_with("imperium::{")
                        || path.starts_with("imperium::Game")
                        || path.starts_with("imperium::Imperium"));
                if !own && !names && !may.iter().any(|allowed| path.starts_with(allowed)) {
                    wrong.push(format!("{}: {line}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_discord_adapter_never_names_the_state() {
    for file in files(&root().join("src/discord"), ".rs") {
        let text = std::fs::read_to_string(&file).expect("a readable source file");
        let named = text.lines().find(|line| line.contains("imperium::state::State"));
        assert_eq!(named, None, "{}", file.display());
    }
}

#[test]
fn every_ruling_names_a_test_that_exists() {
    let text = std::fs::read_to_string(root().join("docs/rulings.md")).expect("a document");
    let code: String = files(&root().join("src"), ".rs")
        .into_iter()
        .map(|file| std::fs::read_to_string(file).expect("a readable source file"))
        .collect();
    let scenarios = files(&root().join("tests/scenarios"), ".txt");
    let known = |name: &str| {
        let scenario = |file: &std::path::PathBuf| {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy());
            stem.is_some_and(|stem| stem == name)
        };
        code.contains(&format!("fn {name}()")) || scenarios.iter().any(scenario)
    };
    let mut missing = Vec::new();
    for ruling in text.split("\n**").skip(1) {
        let Some((question, tests)) = ruling.split_once("\nTest") else {
            missing.push(format!("no test: {ruling:.60}"));
            continue;
        };
        let tests = tests.split("\n\n").next().unwrap_or_default();
        let names = tests.split('`').skip(1).step_by(2);
        let unknown = names.filter(|name| !known(name));
        missing.extend(unknown.map(|name| format!("{name}, for {question:.60}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Topics of the Rules Reference without any rule of the base game.
const WITHOUT_RULES: [(std::ops::RangeInclusive<u8>, &str); 8] = [
    (17..=17, "nothing captures units in the base game"),
    (30..=30, "no unit of the base game has a deploy ability"),
    (35..=35, "exploration came with Prophecy of Kings"),
    (38..=38, "so did frontier tokens"),
    (50..=51, "and leaders"),
    (53..=53, "and legendary planets"),
    (55..=55, "and mechs"),
    (73..=73, "and relics"),
];

/// Topics whose rules the base game has no component for, apart from what elimination does.
const WITHOUT_COMPONENTS: [(u8, &str); 3] = [
    (44, "hyperlanes: the galaxy tests lay them, by their tiles"),
    (70, "nothing of the base game is purged; what leaves the game is told by elimination (RR 33)"),
    (100, "the wormhole nexus came with Prophecy of Kings"),
];

/// Numbers of the topics that a test is named after: `rr_13_and_29_…` stands for two.
fn topics_of(name: &str) -> Vec<u8> {
    let mut found = Vec::new();
    for part in format!("_and_{name}").split("_and_").skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        found.extend(digits.parse::<u8>());
    }
    found
}

#[test]
fn every_topic_of_the_rules_reference_has_tests_named_after_it() {
    let mut tested = std::collections::BTreeSet::new();
    for file in files(&root().join("src"), ".rs") {
        let text = std::fs::read_to_string(&file).expect("a readable source file");
        let names = text
            .split("#[test]\nfn rr_")
            .skip(1)
            .map(|rest| rest.split('(').next().unwrap_or_default().to_string());
        let names: Vec<String> = names.collect();
        let badly = names.iter().find(|name| !name.as_bytes()[1].is_ascii_digit());
        assert_eq!(badly, None, "{}: topics have two digits", file.display());
        tested.extend(names.iter().flat_map(|name| topics_of(name)));
    }
    let excused = |topic: u8| {
        WITHOUT_RULES.iter().any(|(topics, _)| topics.contains(&topic))
            || WITHOUT_COMPONENTS.iter().any(|(other, _)| *other == topic)
    };
    let missing: Vec<u8> =
        (1..=101).filter(|topic| !excused(*topic) && !tested.contains(topic)).collect();
    assert_eq!(missing, Vec::<u8>::new(), "topics without a test rr_NN_…");
    let needless: Vec<u8> =
        (1..=101).filter(|topic| excused(*topic) && tested.contains(topic)).collect();
    assert_eq!(needless, Vec::<u8>::new(), "excused and tested all the same");
}
