//! Discord's limits on application commands: names, counts, nesting, sizes.

use serde_json::Value;

use super::limits::Found;

pub const CHAT_INPUT: usize = 100;
pub const CONTEXT_MENU: usize = 15;
const OPTIONS: usize = 25;
const COMMAND_CHARACTERS: usize = 8000;

/// Everything that is wrong with one command.
pub fn command(command: &Value, path: &str, found: &mut Found) {
    let kind = command["type"].as_u64().unwrap_or(1);
    found.text(command, path, "name", 1, 32, true);
    if kind == 1 {
        name(command, path, found);
        found.text(command, path, "description", 1, 100, true);
    }
    options(command, path, 0, found);
    let size = characters(command);
    if size > COMMAND_CHARACTERS {
        let message = format!("Command exceeds maximum size ({COMMAND_CHARACTERS})");
        found.add(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

/// All commands of a scope at once.
pub fn overwrite(list: &[Value], found: &mut Found) {
    let kind = |c: &Value| c["type"].as_u64().unwrap_or(1);
    for (n, one) in list.iter().enumerate() {
        command(one, &format!("/{n}"), found);
        let twin = list[..n].iter().any(|c| c["name"] == one["name"] && kind(c) == kind(one));
        if twin {
            let message = "Application command names must be unique";
            found.add(format!("/{n}"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    for (wanted, most) in [(1, CHAT_INPUT), (2, CONTEXT_MENU), (3, CONTEXT_MENU)] {
        if list.iter().filter(|c| kind(c) == wanted).count() > most {
            let message = format!("Maximum number of application commands reached ({most})");
            found.add("", "APPLICATION_COMMANDS_MAX", message);
        }
    }
}

fn name(of: &Value, path: &str, found: &mut Found) {
    let name = of["name"].as_str().unwrap_or_default();
    let fits = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    if !name.chars().all(fits) || name.to_lowercase() != name {
        let message = "Command name is invalid: lower case, letters, digits, - and _";
        found.add(format!("{path}/name"), "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn options(of: &Value, path: &str, depth: usize, found: &mut Found) {
    let list = found.list(of, path, "options", OPTIONS);
    let mut optional_seen = false;
    let nests = |o: &Value| matches!(o["type"].as_u64(), Some(1 | 2));
    for (n, option) in list.iter().enumerate() {
        let here = format!("{path}/options/{n}");
        found.text(option, &here, "name", 1, 32, true);
        name(option, &here, found);
        found.text(option, &here, "description", 1, 100, true);
        if list[..n].iter().any(|o| o["name"] == option["name"]) {
            let message = "Option names must be unique within a command";
            found.add(
                format!("{here}/name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
                message,
            );
        }
        match option["type"].as_u64() {
            Some(2) if depth == 0 => options(option, &here, 1, found),
            Some(1) if depth <= 1 => options(option, &here, 2, found),
            Some(1 | 2) => {
                let message = "Sub-commands cannot be nested this deep";
                found.add(
                    format!("{here}/type"),
                    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    message,
                );
            }
            Some(3..=11) => parameter(option, &here, found),
            _ => found.add(
                format!("{here}/type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of 1 to 11.",
            ),
        }
        if nests(option) != nests(&list[0]) {
            let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
            found.add(&here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        if nests(option) {
            continue;
        }
        if option["required"] == true && optional_seen {
            let message = "Required options must be placed before non-required options";
            found.add(&here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional_seen |= option["required"] != true;
    }
}

fn parameter(option: &Value, path: &str, found: &mut Found) {
    let choices = found.list(option, path, "choices", super::limits::CHOICES);
    for (n, choice) in choices.iter().enumerate() {
        let here = format!("{path}/choices/{n}");
        found.text(choice, &here, "name", 1, 100, true);
        let fits = match option["type"].as_u64() {
            Some(3) => {
                choice["value"].as_str().is_some_and(|v| (1..=100).contains(&v.chars().count()))
            }
            Some(4) => choice["value"].is_i64(),
            Some(10) => choice["value"].is_number(),
            _ => false,
        };
        if !fits {
            let message = "The value does not fit the option's type";
            found.add(
                format!("{here}/value"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_INVALID",
                message,
            );
        }
    }
    if option["autocomplete"] == true && !choices.is_empty() {
        let message = "Autocomplete and choices are mutually exclusive";
        found.add(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", message);
    }
    if option["autocomplete"] == true && !matches!(option["type"].as_u64(), Some(3 | 4 | 10)) {
        let message = "Autocomplete is for strings, integers and numbers";
        found.add(
            format!("{path}/autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            message,
        );
    }
}

/// Names, descriptions and choice values all the way down: what Discord's 8,000 are about.
fn characters(of: &Value) -> usize {
    let own: usize = ["name", "description", "value"]
        .iter()
        .map(|key| of[*key].as_str().map_or(0, |t| t.chars().count()))
        .sum();
    let inner =
        |key: &str| -> usize { of[key].as_array().into_iter().flatten().map(characters).sum() };
    own + inner("options") + inner("choices")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn codes(list: Value) -> Vec<String> {
        let mut found = Found::default();
        overwrite(list.as_array().unwrap(), &mut found);
        found.list.into_iter().map(|c| format!("{} {}", c.path, c.code)).collect()
    }

    #[test]
    fn a_group_with_subcommands_passes_and_a_deeper_one_does_not() {
        let leaf = json!({"type": 1, "name": "undo", "description": "d"});
        let group = json!({"type": 2, "name": "group", "description": "d", "options": [leaf]});
        let deeper = json!({"type": 1, "name": "deep", "description": "d", "options": [leaf]});
        let command = |o: &Value| json!([{"name": "mod", "description": "d", "options": [o]}]);
        assert_eq!(codes(command(&group)), Vec::<String>::new());
        assert_eq!(
            codes(command(&deeper)),
            ["/0/options/0/options/0/type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"]
        );
    }

    #[test]
    fn names_are_lower_case_and_required_options_come_first() {
        assert_eq!(
            codes(json!([{"name": "Game", "description": "d"}])),
            ["/0/name APPLICATION_COMMAND_INVALID_NAME"]
        );
        let options = json!([
            {"type": 3, "name": "a", "description": "d"},
            {"type": 3, "name": "b", "description": "d", "required": true},
        ]);
        assert_eq!(
            codes(json!([{"name": "x", "description": "d", "options": options}])),
            ["/0/options/1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"]
        );
    }

    #[test]
    fn a_hundred_slash_commands_pass_and_one_more_does_not() {
        let some = |n: usize| {
            Value::from(
                (0..n)
                    .map(|i| json!({"name": format!("c{i}"), "description": "d"}))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(codes(some(100)), Vec::<String>::new());
        assert_eq!(codes(some(101)), [" APPLICATION_COMMANDS_MAX"]);
    }
}
