use super::*;
use crate::engine::{Current, Seed};
use crate::table::SetupSeat;

fn settings(pairs: &[(&str, &str)]) -> Settings {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn new_game(players: usize, chosen: &[(&str, &str)]) -> Current<Inscription> {
    let seat = |n: usize| SetupSeat { name: format!("player {n}"), computer: None };
    let setup = Setup { seats: (0..players).map(seat).collect(), settings: settings(chosen) };
    let state = Inscription::create(&setup).expect("these settings make sense");
    Current::start(Seed::of("hosted"), state).0
}

#[test]
fn settings_are_read_or_refused_with_what_there_is() {
    let check = |name: &str, value: &str| Inscription::check_settings(&settings(&[(name, value)]));
    for (name, value) in
        [("sheets", "A"), ("sheets", "b"), ("difficulty", "Hard"), ("factions", "sol, , hacan")]
    {
        assert_eq!(check(name, value), Ok(()), "{name} {value}");
    }
    for (name, value, why) in [
        ("sheets", "C", "no side"),
        ("difficulty", "brutal", "no difficulty"),
        ("factions", "klingons", "no faction"),
        ("factions", "sol, sol", "twice"),
        ("pack", "printed", "no pack"),
        ("speed", "fast", "has no setting"),
    ] {
        let refusal = check(name, value).expect_err(value).to_string();
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn a_window_is_marked_by_typed_commands() {
    let now = new_game(3, &[("factions", "sol, hacan, letnev")]);
    let typed = |draft: &[Choice], name: &str, line: &str| {
        let options = [("marks".to_string(), line.to_string())];
        Inscription::command(&now.shown, Seat(0), &now.prompts, draft, name, &options)
    };
    let Ok(Act::Draft(draft)) = typed(&[], "mark", "sheet nav") else { panic!("it fits") };
    assert_eq!(draft.len(), 1);
    let refusal = typed(&draft, "mark", "explore a1-c1; explor c1-f1").err().expect("a typo");
    assert!(refusal.why.contains("mark 2, `explor c1-f1`"), "{refusal}");
    assert!(refusal.instead.contains("explore"), "{refusal}");
    let refusal = typed(&draft, "vote", "pass 1").err().expect("no council");
    assert!(refusal.instead.contains("/mark"), "{refusal}");
    assert!(matches!(typed(&draft, "down", ""), Ok(Act::Confirm)));
    assert!(matches!(typed(&draft, "cancel", ""), Ok(Act::Cancel)));
}

#[test]
fn autocomplete_goes_on_behind_what_is_typed() {
    let now = new_game(3, &[("factions", "sol, hacan, letnev")]);
    let complete = |line: &str| {
        let options = [("marks".to_string(), line.to_string())];
        Inscription::complete(
            &now.shown,
            Some(Seat(0)),
            &now.prompts,
            &[],
            "mark",
            &options,
            "marks",
        )
    };
    let sheets = complete("sh");
    assert_eq!(sheets.len(), 4, "{sheets:?}");
    let next = complete("sheet war; pay");
    assert!(next.iter().any(|(_, value)| value.starts_with("sheet war; pay ")), "{next:?}");
}

#[test]
fn keys_of_options_are_short_and_differ() {
    let mut now = new_game(4, &[("factions", "sol, hacan, letnev, muaat")]);
    for _ in 0..60 {
        let Some(prompt) = now.prompts.first().cloned() else { break };
        let mut keys = Vec::new();
        let mut options = prompt.options.clone();
        options.extend(Inscription::next(&now.shown, &prompt, &[]));
        for option in &options {
            let key = Inscription::choice_key(option);
            assert!(key.len() <= 60 && key.is_ascii() && !keys.contains(&key), "{key}");
            assert!(Inscription::choice_label(&now.shown, &prompt, option).chars().count() <= 80);
            keys.push(key);
        }
        let answer = computer("random", &now.shown, &prompt, now.length);
        now = now.submit(prompt.seat, answer, By::Computer).expect("a legal answer").0;
    }
}
