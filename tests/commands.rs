//! Commands of the program that scripts read: what they print as JSON.

use std::process::Command;

use serde_json::Value;

fn printed(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_custodian"))
        .args(args)
        .output()
        .expect("the program is built beside its tests");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}{why}");
    serde_json::from_str(text.trim()).expect("one line of JSON")
}

fn keys(of: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        of.as_object().into_iter().flatten().map(|(key, _)| &key[..]).collect();
    keys.sort_unstable();
    keys
}

fn is_above_zero(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number > 0.0)
}

#[test]
fn bench_engine_prints_its_figures() {
    let report = printed(&["bench", "engine", "--games", "1", "--json"]);
    assert_eq!(
        keys(&report),
        [
            "decisions_per_game",
            "decisions_per_second",
            "listing_us",
            "longest_turn_ms",
            "playouts_per_second",
            "replay_game_ms",
            "state_bytes",
        ]
    );
    let listing = &report["listing_us"];
    assert_eq!(keys(listing), ["p50", "p99", "worst"]);
    let steps = ["p50", "p99", "worst"].map(|key| listing[key].as_f64().unwrap_or(-1.0));
    assert!(steps[0] > 0.0 && steps.is_sorted(), "{listing}");
    for key in keys(&report).into_iter().filter(|key| *key != "listing_us") {
        assert!(is_above_zero(&report[key]), "{key}: {}", report[key]);
    }
    assert!(report["longest_turn_ms"].as_f64() < report["replay_game_ms"].as_f64(), "{report}");
}

#[test]
fn selfplay_prints_the_slowest_listing_too() {
    let report = printed(&["selfplay", "--players", "3", "--games", "1", "--seed", "7", "--json"]);
    for key in ["decisions", "decisions_per_second", "slowest_listing_ms", "victories"] {
        assert!(is_above_zero(&report[key]), "{key}: {}", report[key]);
    }
    assert_eq!(report["crashes"], 0);
}
