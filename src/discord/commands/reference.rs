//! The list of commands for readers, made from the commands themselves.

use std::fmt::Write;

use super::Command;

/// `docs/commands.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Commands\n\nMade by `custodian commands`; do not edit. Options in brackets may be left \
         out. Whatever can be typed can be pressed too.\n",
    );
    for command in super::all() {
        let _ = write!(out, "\n## /{}\n\n{}\n", command.name, description(&command));
        options(&mut out, &command);
        subcommands(&mut out, &command, &command.name);
    }
    out
}

fn subcommands(out: &mut String, command: &Command, path: &str) {
    for subcommand in &command.subcommands {
        let path = format!("{path} {}", subcommand.name);
        let _ = write!(out, "\n### /{path}\n\n{}\n", description(subcommand));
        options(out, subcommand);
        subcommands(out, subcommand, &path);
    }
}

fn description(command: &Command) -> &str {
    command.description.as_deref().unwrap_or_default()
}

fn options(out: &mut String, command: &Command) {
    if command.parameters.is_empty() {
        return;
    }
    out.push('\n');
    for option in &command.parameters {
        let name = match option.required {
            true => format!("`{}`", option.name),
            false => format!("[`{}`]", option.name),
        };
        let _ = write!(out, "- {name}: {}", option.description.as_deref().unwrap_or_default());
        let choices: Vec<&str> = option.choices.iter().map(|choice| choice.name.as_ref()).collect();
        if !choices.is_empty() {
            let _ = write!(out, " ({})", choices.join(" · "));
        }
        out.push('\n');
    }
}
