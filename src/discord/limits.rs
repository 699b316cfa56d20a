//! Discord's limits, for all commands.

use serde_json::Value;

use super::commands;
use crate::games::Kind;

fn registered() -> Vec<Value> {
    let all = commands::all();
    let created = poise::builtins::create_application_commands(&all);
    created.iter().map(|one| serde_json::to_value(one).expect("commands are plain data")).collect()
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

fn length(of: &Value, key: &str) -> usize {
    of[key].as_str().map_or(0, |text| text.chars().count())
}

/// All characters that Discord counts towards a command's size.
fn size(of: &Value) -> usize {
    let choices =
        list(of, "choices").iter().map(|choice| length(choice, "name") + length(choice, "value"));
    let options = list(of, "options").iter().map(size);
    length(of, "name") + length(of, "description") + choices.sum::<usize>() + options.sum::<usize>()
}

fn check(of: &Value, depth: usize) {
    let name = of["name"].as_str().expect("it has a name");
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    assert!((1..=32).contains(&length(of, "name")) && name.chars().all(fits), "{name}");
    assert!((1..=100).contains(&length(of, "description")), "the description of {name}");
    assert!(list(of, "options").len() <= 25, "{name} has too many options");
    assert!(list(of, "choices").len() <= 25, "{name} has too many choices");
    // A command, a group, a subcommand, an option.
    assert!(depth <= 4, "{name} is nested too deep");
    let mut optional = false;
    for option in list(of, "options") {
        let nested = matches!(option["type"].as_u64(), Some(1 | 2));
        let required = option["required"].as_bool().unwrap_or(false);
        assert!(nested || !(required && optional), "{name} asks for what it needs too late");
        optional |= !nested && !required;
        check(option, depth + 1);
    }
    for choice in list(of, "choices") {
        assert!((1..=100).contains(&length(choice, "name")), "a choice of {name}");
    }
}

#[test]
fn all_commands_keep_far_within_discords_limits() {
    let all = registered();
    assert!(all.len() <= 50, "{} commands", all.len());
    for command in &all {
        check(command, 1);
        assert!(size(command) <= 4000, "{} is too large", command["name"]);
    }
}

#[test]
fn every_command_of_the_game_can_be_typed_with_all_its_options() {
    let all = registered();
    for (name, options) in Kind::ALL.into_iter().flat_map(Kind::commands) {
        let found = all.iter().find(|command| command["name"] == *name).or_else(|| {
            let trade = all.iter().find(|command| command["name"] == "trade")?;
            list(trade, "options").iter().find(|inner| inner["name"] == *name)
        });
        let mut found = found.unwrap_or_else(|| panic!("/{name} is missing"));
        if *name == "trade" {
            found = &list(found, "options")[0];
        }
        for option in *options {
            let there = list(found, "options").iter().any(|own| own["name"] == *option);
            assert!(there, "/{name} has no option {option}");
        }
    }
}

#[test]
fn the_list_of_commands_in_the_documentation_is_current() {
    let kept = include_str!("../../docs/commands.md");
    let made = commands::reference::markdown();
    assert!(kept == made, "run `custodian commands > docs/commands.md`");
}
