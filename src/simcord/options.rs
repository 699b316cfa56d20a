//! Options of slash commands as Discord's client handles them: which command a line means, what each
//! option may be, and the ids that go along resolved.

use serde_json::{Map, Value, json};

use super::ids;
use super::world::World;

/// Option types by Discord's numbers.
pub mod kind {
    pub const SUB_COMMAND: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const STRING: u64 = 3;
    pub const INTEGER: u64 = 4;
    pub const BOOLEAN: u64 = 5;
    pub const USER: u64 = 6;
    pub const CHANNEL: u64 = 7;
    pub const ROLE: u64 = 8;
    pub const MENTIONABLE: u64 = 9;
    pub const NUMBER: u64 = 10;
}

/// Checks given options against the command's own, all the way down. `typing` is an autocomplete: required
/// options may still be missing and the focused value may be anything. Returns the full name of what is
/// called (`game create`).
pub fn check(
    world: &World,
    command: &Value,
    given: &[Value],
    typing: bool,
) -> Result<String, String> {
    let name = text(&command["name"]).to_string();
    let declared = list(&command["options"]);
    if !declared.iter().any(is_nested) {
        check_values(world, declared, given, typing)?;
        return Ok(name);
    }
    let [inner] = given else {
        return Err(format!("/{name}: choose one of its subcommands"));
    };
    let found = declared.iter().find(|o| o["name"] == inner["name"] && o["type"] == inner["type"]);
    let Some(found) = found else {
        return Err(format!("/{name}: there is no subcommand {}", text(&inner["name"])));
    };
    let below = check(world, found, list(&inner["options"]), typing)?;
    Ok(format!("{name} {below}"))
}

pub fn is_nested(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(kind::SUB_COMMAND | kind::GROUP))
}

fn check_values(
    world: &World,
    declared: &[Value],
    given: &[Value],
    typing: bool,
) -> Result<(), String> {
    for (n, option) in given.iter().enumerate() {
        let name = text(&option["name"]);
        let Some(own) = declared.iter().find(|o| o["name"] == name) else {
            return Err(format!("there is no option {name}"));
        };
        if given[..n].iter().any(|o| o["name"] == name) {
            return Err(format!("{name} is given twice"));
        }
        if own["type"] != option["type"] {
            return Err(format!("{name} has another type"));
        }
        if option["focused"] != true {
            value_fits(world, own, &option["value"]).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    let missing =
        |o: &&Value| o["required"] == true && !given.iter().any(|g| g["name"] == o["name"]);
    match declared.iter().find(missing) {
        Some(option) if !typing => Err(format!("{} is required", text(&option["name"]))),
        _ => Ok(()),
    }
}

/// Whether Discord's client would let this value be sent.
fn value_fits(world: &World, option: &Value, value: &Value) -> Result<(), String> {
    let choices = list(&option["choices"]);
    if !choices.is_empty() && !choices.iter().any(|c| c["value"] == *value) {
        return Err("choose one of the listed values".into());
    }
    let id = || ids::read(value).ok_or("that is not an id");
    match option["type"].as_u64().unwrap_or(0) {
        kind::STRING => {
            let length = value.as_str().ok_or("a text is needed")?.chars().count() as u64;
            let (least, most) = (
                option["min_length"].as_u64().unwrap_or(0),
                option["max_length"].as_u64().unwrap_or(6000),
            );
            within(length as f64, Some(least as f64), Some(most as f64), "characters")
        }
        kind::INTEGER => {
            let number = value.as_i64().ok_or("a whole number is needed")?;
            if number.unsigned_abs() > 1 << 53 {
                return Err("the number is too large".into());
            }
            within(number as f64, option["min_value"].as_f64(), option["max_value"].as_f64(), "")
        }
        kind::NUMBER => {
            let number = value.as_f64().ok_or("a number is needed")?;
            within(number, option["min_value"].as_f64(), option["max_value"].as_f64(), "")
        }
        kind::BOOLEAN => value.is_boolean().then_some(()).ok_or_else(|| "True or False".into()),
        kind::USER => world.user(id()?).map(drop).ok_or_else(|| "there is no such user".into()),
        kind::CHANNEL => {
            world.channels.get(&id()?).map(drop).ok_or_else(|| "there is no such channel".into())
        }
        kind::ROLE => world
            .roles
            .iter()
            .find(|r| Some(r.id) == ids::read(value))
            .map(drop)
            .ok_or_else(|| "there is no such role".into()),
        kind::MENTIONABLE => id().map(drop).map_err(Into::into),
        _ => Err("this kind of option is not simulated".into()),
    }
}

fn within(number: f64, least: Option<f64>, most: Option<f64>, of: &str) -> Result<(), String> {
    if least.is_some_and(|l| number < l) {
        return Err(format!("at least {} {of}", least.unwrap_or_default()).trim_end().to_string());
    }
    if most.is_some_and(|m| number > m) {
        return Err(format!("at most {} {of}", most.unwrap_or_default()).trim_end().to_string());
    }
    Ok(())
}

/// Users, members, roles and channels that the options name, as they go along with the interaction.
pub fn resolve(world: &World, given: &[Value], user: u64) -> Value {
    let mut out = Map::new();
    collect(world, given, user, &mut out);
    Value::Object(out)
}

fn collect(world: &World, given: &[Value], acting: u64, out: &mut Map<String, Value>) {
    for option in given {
        collect(world, list(&option["options"]), acting, out);
        let Some(id) = ids::read(&option["value"]) else {
            continue;
        };
        add_resolved(world, option["type"].as_u64().unwrap_or(0), id, acting, out);
    }
}

/// Adds one resolved id. `of` is the option's type; selects use the same.
pub fn add_resolved(world: &World, of: u64, id: u64, acting: u64, out: &mut Map<String, Value>) {
    let mut put = |group: &str, value: Value| {
        let group = out.entry(group).or_insert_with(|| json!({}));
        group[id.to_string()] = value;
    };
    if matches!(of, kind::USER | kind::MENTIONABLE)
        && let Some(user) = world.user(id)
    {
        put("users", user.json());
        let mut member = world.acting_member(id);
        for key in ["user", "deaf", "mute"] {
            member.as_object_mut().and_then(|m| m.remove(key));
        }
        put("members", member);
    }
    if matches!(of, kind::ROLE | kind::MENTIONABLE)
        && let Some(role) = world.roles.iter().find(|r| r.id == id)
    {
        put("roles", role.json());
    }
    if of == kind::CHANNEL
        && let Some(channel) = world.channels.get(&id)
    {
        put("channels", world.partial_channel(channel, acting));
    }
}

/// A typed line such as `/game create name:Pax players:6` as the command it means and its options. A
/// value ends where the next option of the command begins; quotes keep what looks like one. With `typing`,
/// the last option is the one being completed.
pub fn parse(
    world: &World,
    line: &str,
    user: u64,
    typing: bool,
) -> Result<(Value, Vec<Value>), String> {
    let rest = line.trim_start().strip_prefix('/').ok_or("a command begins with /")?;
    let (name, mut rest) = word(rest);
    let commands = world.commands();
    let found = commands.iter().find(|c| c["name"] == name && c["type"] == 1);
    let command = (*found.ok_or_else(|| format!("there is no command /{name}"))?).clone();
    let mut path: Vec<&Value> = Vec::new();
    let mut here = &command;
    while list(&here["options"]).iter().any(is_nested) {
        let (sub, after) = word(rest);
        let found = list(&here["options"]).iter().find(|o| o["name"] == sub);
        here = found.ok_or_else(|| format!("{line}: there is no subcommand {sub}"))?;
        path.push(here);
        rest = after;
    }
    let mut given = Vec::new();
    for (name, value, quoted) in split(rest, list(&here["options"]))? {
        let own = list(&here["options"]).iter().find(|o| o["name"] == name);
        let own = own.ok_or_else(|| format!("{line}: there is no option {name}"))?;
        given.push((own, name, value, quoted));
    }
    let last = given.len();
    let mut values = Vec::new();
    for (n, (own, name, value, _)) in given.into_iter().enumerate() {
        let focused = typing && n + 1 == last;
        let typed =
            if focused { Ok(Value::from(value.as_str())) } else { typed(world, own, &value, user) };
        let typed = typed.map_err(|why| format!("{line}: {name}: {why}"))?;
        let mut option = json!({"name": name, "type": own["type"], "value": typed});
        if focused {
            option["focused"] = true.into();
        }
        values.push(option);
    }
    for sub in path.iter().rev() {
        values = vec![json!({"name": sub["name"], "type": sub["type"], "options": values})];
    }
    Ok((command, values))
}

fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// `name:value name:value` in its parts.
fn split(text: &str, declared: &[Value]) -> Result<Vec<(String, String, bool)>, String> {
    let mut out: Vec<(String, String, bool)> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (token, after) = word(rest);
        let known = token.split_once(':').filter(|(n, _)| declared.iter().any(|o| o["name"] == *n));
        if let Some((name, start)) = known {
            if let Some(inside) = start.strip_prefix('"') {
                // From the quote to the next one, spaces included.
                let from = rest.len() - rest.trim_start_matches(token).len() - inside.len();
                let (value, after) = rest[from..].split_once('"').ok_or("a quote is not closed")?;
                out.push((name.into(), value.into(), true));
                rest = after.trim_start();
                continue;
            }
            out.push((name.into(), start.into(), false));
        } else if looks_like_option(token) {
            let name = token.split(':').next().unwrap_or_default();
            return Err(format!("there is no option {name}"));
        } else {
            match out.last_mut() {
                Some((_, value, false)) => {
                    if !value.is_empty() {
                        value.push(' ');
                    }
                    value.push_str(token);
                }
                _ => return Err(format!("{token}: an option is written name:value")),
            }
        }
        rest = after.trim_start();
    }
    Ok(out)
}

/// `word:value` that is no address and no time: somebody meant an option.
fn looks_like_option(token: &str) -> bool {
    let Some((name, value)) = token.split_once(':') else {
        return false;
    };
    let ident = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c));
    ident && !value.starts_with("//")
}

/// A typed text as the option's type.
fn typed(world: &World, option: &Value, text: &str, _user: u64) -> Result<Value, String> {
    let choices = list(&option["choices"]);
    if !choices.is_empty() {
        let fits = |c: &&Value| {
            c["name"].as_str().is_some_and(|n| n.eq_ignore_ascii_case(text))
                || c["value"].as_str().map_or_else(|| c["value"].to_string(), str::to_string)
                    == text
        };
        let found =
            choices.iter().find(fits).ok_or_else(|| format!("{text} is not one of the choices"))?;
        return Ok(found["value"].clone());
    }
    let mention =
        |open: &str| text.strip_prefix(open).and_then(|t| t.strip_suffix('>')).unwrap_or(text);
    match option["type"].as_u64().unwrap_or(0) {
        kind::STRING => Ok(text.into()),
        kind::INTEGER => text
            .trim()
            .parse::<i64>()
            .map(Into::into)
            .map_err(|_| "a whole number is needed".into()),
        kind::NUMBER => {
            text.trim().parse::<f64>().map(Into::into).map_err(|_| "a number is needed".into())
        }
        kind::BOOLEAN => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => Ok(true.into()),
            "false" | "no" => Ok(false.into()),
            _ => Err("True or False".into()),
        },
        kind::USER | kind::MENTIONABLE => {
            let name = mention("<@");
            let by_id = name.parse().ok().and_then(|id| world.user(id));
            let bot = (name.trim_start_matches('@') == world.bot.global_name).then_some(&world.bot);
            let user = by_id.or_else(|| world.user_named(name)).or(bot);
            user.map(|u| u.id.to_string().into()).ok_or_else(|| format!("there is no user {text}"))
        }
        kind::CHANNEL => {
            let channel = world.channel_named(mention("<#"));
            channel
                .map(|c| c.id.to_string().into())
                .ok_or_else(|| format!("there is no channel {text}"))
        }
        kind::ROLE => {
            let name = text.trim_start_matches('@');
            let role =
                world.roles.iter().find(|r| r.name == name || r.id.to_string() == mention("<@&"));
            role.map(|r| r.id.to_string().into()).ok_or_else(|| format!("there is no role {text}"))
        }
        _ => Err("this kind of option is not simulated".into()),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> World {
        let mut world = World::new(&["Mira".into(), "Jon".into()], "");
        world.global_commands = vec![json!({"name": "game", "type": 1, "options": [
            {"name": "create", "type": 1, "options": [
                {"name": "name", "type": 3, "required": true, "max_length": 9},
                {"name": "players", "type": 4, "min_value": 3, "max_value": 8},
                {"name": "pace", "type": 3, "choices": [{"name": "Slow", "value": "s"}]},
                {"name": "host", "type": 6},
            ]},
        ]})];
        world
    }

    fn typed_line(line: &str) -> Result<String, String> {
        let world = world();
        let (command, options) = parse(&world, line, 1, false)?;
        check(&world, &command, &options, false)?;
        let values = options[0]["options"].as_array().unwrap();
        Ok(values
            .iter()
            .map(|o| format!("{}={}", text(&o["name"]), o["value"]))
            .collect::<Vec<_>>()
            .join(" "))
    }

    #[test]
    fn a_typed_line_becomes_typed_options() {
        assert_eq!(
            typed_line("/game create name:Pax players:6").as_deref(),
            Ok(r#"name="Pax" players=6"#)
        );
        assert_eq!(
            typed_line("/game create players:3 name:Two us").as_deref(),
            Ok(r#"players=3 name="Two us""#)
        );
        assert_eq!(
            typed_line("/game create name:\"a players\" pace:slow").as_deref(),
            Ok(r#"name="a players" pace="s""#)
        );
        let jon = world().users[1].id;
        let host = format!(r#"name="Pax" host="{jon}""#);
        assert_eq!(typed_line("/game create name:Pax host:@Jon"), Ok(host));
    }

    #[test]
    fn what_the_client_would_refuse_is_refused() {
        for (line, why) in [
            ("/gane create name:Pax", "there is no command /gane"),
            ("/game crate name:Pax", "there is no subcommand crate"),
            ("/game create players:6", "name is required"),
            ("/game create name:Pax plyers:6", "there is no option plyers"),
            ("/game create name:Pax players:9", "at most 8"),
            ("/game create name:Pax players:six", "a whole number is needed"),
            ("/game create name:Pax pace:fast", "is not one of the choices"),
            ("/game create name:Pax host:@Ann", "there is no user @Ann"),
            ("/game create name:muchtoolong", "at most 9 characters"),
            ("/game create name:Pax name:Pax", "given twice"),
        ] {
            let refusal = typed_line(line).expect_err(line);
            assert!(refusal.contains(why), "{line}: {refusal}");
        }
    }

    #[test]
    fn the_last_option_is_the_one_being_completed() {
        let (_, options) = parse(&world(), "/game create name:Pax players:2", 1, true).unwrap();
        let last = &options[0]["options"][1];
        assert_eq!((&last["focused"], &last["value"]), (&json!(true), &json!("2")));
    }
}
