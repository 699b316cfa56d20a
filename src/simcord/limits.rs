//! Discord's limits on messages and modals. Each breach is a complaint at its place in the payload, with
//! Discord's own code for it. (Commands have theirs in `command_limits`.)

use serde_json::Value;

use super::errors::Complaint;
use super::model::COMPONENTS_V2;

/// Bytes of one file without a boosted guild.
pub const FILE_BYTES: usize = 10 << 20;
pub const FILES: usize = 10;
pub const CONTENT: usize = 2000;
const EMBEDS: usize = 10;
const EMBED_CHARACTERS: usize = 6000;
const ROWS: usize = 5;
const BUTTONS: usize = 5;
const SELECT_OPTIONS: usize = 25;
pub const CHOICES: usize = 25;
const ALL_COMPONENTS: usize = 40;

/// Collects complaints.
#[derive(Default)]
pub struct Found {
    pub list: Vec<Complaint>,
}

impl Found {
    pub fn add(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.list.push(Complaint::new(path, code, message));
    }

    /// A text field: absent is fine unless `least` is above zero and `required`.
    pub fn text(
        &mut self,
        of: &Value,
        path: &str,
        key: &str,
        least: usize,
        most: usize,
        required: bool,
    ) {
        let here = format!("{path}/{key}");
        match &of[key] {
            Value::Null if required => {
                self.add(here, "BASE_TYPE_REQUIRED", "This field is required")
            }
            Value::Null => {}
            Value::String(text) => {
                let length = text.chars().count();
                if length < least || length > most {
                    let message = if least == 0 {
                        format!("Must be {most} or fewer in length.")
                    } else {
                        format!("Must be between {least} and {most} in length.")
                    };
                    let code =
                        if least == 0 { "BASE_TYPE_MAX_LENGTH" } else { "BASE_TYPE_BAD_LENGTH" };
                    self.add(here, code, message);
                }
            }
            other => self.add(
                here,
                "STRING_TYPE_CONVERT",
                format!("Could not interpret {other} as string."),
            ),
        }
    }

    pub fn list<'a>(&mut self, of: &'a Value, path: &str, key: &str, most: usize) -> &'a [Value] {
        match &of[key] {
            Value::Null => &[],
            Value::Array(list) => {
                if list.len() > most {
                    let message = format!("Must be {most} or fewer in length.");
                    self.add(format!("{path}/{key}"), "BASE_TYPE_MAX_LENGTH", message);
                }
                list
            }
            _ => {
                self.add(
                    format!("{path}/{key}"),
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                );
                &[]
            }
        }
    }
}

/// A message's payload; `path` is where it sits (`/data` in a callback).
pub fn message(body: &Value, path: &str, found: &mut Found) {
    if !body.is_object() && !body.is_null() {
        return found.add(
            path,
            "MODEL_TYPE_CONVERT",
            "Only dictionaries may be used in a ModelType",
        );
    }
    found.text(body, path, "content", 0, CONTENT, false);
    embeds(body, path, found);
    let v2 = body["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
    if v2 {
        for key in ["content", "embeds", "poll", "stickers"] {
            let used = match &body[key] {
                Value::Null => false,
                Value::String(s) => !s.is_empty(),
                Value::Array(a) => !a.is_empty(),
                _ => true,
            };
            if used {
                let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
                let message = format!(
                    "The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                );
                found.add(format!("{path}/{key}"), code, message);
            }
        }
    }
    components(body, path, v2, found);
    nonce(body, path, found);
    allowed_mentions(&body["allowed_mentions"], &format!("{path}/allowed_mentions"), found);
    let attachments = found.list(body, path, "attachments", FILES);
    for (n, attachment) in attachments.iter().enumerate() {
        found.text(attachment, &format!("{path}/attachments/{n}"), "description", 0, 1024, false);
    }
}

fn nonce(body: &Value, path: &str, found: &mut Found) {
    match &body["nonce"] {
        Value::Null => {}
        Value::Number(n) if n.is_i64() || n.is_u64() => {}
        Value::String(_) => found.text(body, path, "nonce", 0, 25, false),
        _ => found.add(
            format!("{path}/nonce"),
            "NONCE_TYPE_CONVERT",
            "Must be an integer or a string",
        ),
    }
}

fn allowed_mentions(mentions: &Value, path: &str, found: &mut Found) {
    if mentions.is_null() {
        return;
    }
    let parse = mentions["parse"].as_array().map(Vec::as_slice).unwrap_or_default();
    for kind in ["users", "roles"] {
        let list = found.list(mentions, path, kind, 100);
        if !list.is_empty() && parse.iter().any(|p| p == kind) {
            let message =
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            found.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
    for (n, p) in parse.iter().enumerate() {
        if !matches!(p.as_str(), Some("users" | "roles" | "everyone")) {
            found.add(
                format!("{path}/parse/{n}"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {'everyone', 'roles', 'users'}.",
            );
        }
    }
}

fn embeds(body: &Value, path: &str, found: &mut Found) {
    let mut total = 0;
    for (n, embed) in found.list(body, path, "embeds", EMBEDS).iter().enumerate() {
        let here = format!("{path}/embeds/{n}");
        found.text(embed, &here, "title", 0, 256, false);
        found.text(embed, &here, "description", 0, 4096, false);
        found.text(&embed["footer"], &format!("{here}/footer"), "text", 0, 2048, false);
        found.text(&embed["author"], &format!("{here}/author"), "name", 0, 256, false);
        for (m, field) in found.list(embed, &here, "fields", 25).iter().enumerate() {
            let at = format!("{here}/fields/{m}");
            found.text(field, &at, "name", 1, 256, true);
            found.text(field, &at, "value", 1, 1024, true);
            total += length(&field["name"]) + length(&field["value"]);
        }
        total += length(&embed["title"]) + length(&embed["description"]);
        total += length(&embed["footer"]["text"]) + length(&embed["author"]["name"]);
    }
    if total > EMBED_CHARACTERS {
        let message = format!("Embed size exceeds maximum size of {EMBED_CHARACTERS}");
        found.add(format!("{path}/embeds"), "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

fn length(text: &Value) -> usize {
    text.as_str().map_or(0, |t| t.chars().count())
}

fn components(body: &Value, path: &str, v2: bool, found: &mut Found) {
    let most = if v2 { ALL_COMPONENTS } else { ROWS };
    let rows = found.list(body, path, "components", most);
    if rows.iter().map(count).sum::<usize>() > ALL_COMPONENTS {
        let message = format!("The total number of components cannot exceed {ALL_COMPONENTS}");
        found.add(format!("{path}/components"), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
    }
    let mut ids = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let here = format!("{path}/components/{n}");
        if row["type"] == 1 {
            action_row(row, &here, &mut ids, found);
        } else if !v2 {
            found.add(
                format!("{here}/type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,).",
            );
        }
    }
}

fn count(component: &Value) -> usize {
    1 + component["components"].as_array().into_iter().flatten().map(count).sum::<usize>()
}

fn action_row(row: &Value, path: &str, ids: &mut Vec<String>, found: &mut Found) {
    let inside = found.list(row, path, "components", BUTTONS);
    if inside.is_empty() {
        found.add(
            format!("{path}/components"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    let has_select = inside.iter().any(|c| matches!(c["type"].as_u64(), Some(3 | 5..=8)));
    if has_select && inside.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        found.add(format!("{path}/components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
    for (n, component) in inside.iter().enumerate() {
        let here = format!("{path}/components/{n}");
        match component["type"].as_u64() {
            Some(2) => button(component, &here, found),
            Some(3 | 5..=8) => select(component, &here, found),
            _ => {
                let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                found.add(format!("{here}/type"), "UNION_TYPE_CHOICES", message);
            }
        }
        if let Some(id) = component["custom_id"].as_str() {
            if ids.iter().any(|i| i == id) {
                let message = "Component custom id cannot be duplicated";
                found.add(format!("{here}/custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
            ids.push(id.to_string());
        }
    }
}

fn button(button: &Value, path: &str, found: &mut Found) {
    found.text(button, path, "label", 0, 80, false);
    let style = button["style"].as_u64().unwrap_or(0);
    let given = |key: &str| !button[key].is_null();
    match style {
        1..=4 => {
            found.text(button, path, "custom_id", 1, 100, true);
            if given("url") {
                let message = "A custom id and url cannot both be specified";
                found.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        5 => {
            found.text(button, path, "url", 1, 512, true);
            if given("custom_id") {
                let message = "A custom id and url cannot both be specified";
                found.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        6 => {}
        _ => found.add(
            format!("{path}/style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of {1, 2, 3, 4, 5, 6}.",
        ),
    }
    if style != 6 && button["label"].as_str().is_none_or(str::is_empty) && !given("emoji") {
        found.add(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji");
    }
}

fn select(select: &Value, path: &str, found: &mut Found) {
    found.text(select, path, "custom_id", 1, 100, true);
    found.text(select, path, "placeholder", 0, 150, false);
    let (least, most) =
        (select["min_values"].as_u64().unwrap_or(1), select["max_values"].as_u64().unwrap_or(1));
    if least > 25 || most == 0 || most > 25 || least > most {
        let message = "min_values must be 0 to 25, max_values 1 to 25 and not less";
        found.add(format!("{path}/max_values"), "BASE_TYPE_RANGE", message);
    }
    if select["type"] != 3 {
        return;
    }
    let options = found.list(select, path, "options", SELECT_OPTIONS);
    if options.is_empty() {
        found.add(
            format!("{path}/options"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 25 in length.",
        );
    }
    if most > options.len() as u64 {
        let message = "max_values is more than there are options";
        found.add(format!("{path}/max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message);
    }
    let mut values: Vec<&str> = Vec::new();
    for (n, option) in options.iter().enumerate() {
        let here = format!("{path}/options/{n}");
        found.text(option, &here, "label", 1, 100, true);
        found.text(option, &here, "value", 1, 100, true);
        found.text(option, &here, "description", 0, 100, false);
        let value = option["value"].as_str().unwrap_or_default();
        if values.contains(&value) {
            let message = "The specified option value is already used";
            found.add(format!("{here}/value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
        values.push(value);
    }
}

/// The payload of a modal (callback type 9).
pub fn modal(data: &Value, path: &str, found: &mut Found) {
    found.text(data, path, "custom_id", 1, 100, true);
    found.text(data, path, "title", 1, 45, true);
    let rows = found.list(data, path, "components", ROWS);
    if rows.is_empty() {
        found.add(
            format!("{path}/components"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    let mut ids: Vec<&str> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let here = format!("{path}/components/{n}");
        let inside = found.list(row, &here, "components", 1);
        let Some(input) = inside.first().filter(|i| row["type"] == 1 && i["type"] == 4) else {
            let message = "A modal takes rows with one text input each";
            found.add(&here, "UNION_TYPE_CHOICES", message);
            continue;
        };
        let at = format!("{here}/components/0");
        found.text(input, &at, "custom_id", 1, 100, true);
        found.text(input, &at, "label", 1, 45, true);
        found.text(input, &at, "placeholder", 0, 100, false);
        found.text(input, &at, "value", 0, 4000, false);
        if !matches!(input["style"].as_u64(), Some(1 | 2)) {
            found.add(format!("{at}/style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.");
        }
        let (least, most) = (
            input["min_length"].as_u64().unwrap_or(0),
            input["max_length"].as_u64().unwrap_or(4000),
        );
        if most == 0 || most > 4000 || least > most {
            let message = "min_length must be 0 to 4000, max_length 1 to 4000 and not less";
            found.add(format!("{at}/max_length"), "BASE_TYPE_RANGE", message);
        }
        let id = input["custom_id"].as_str().unwrap_or_default();
        if ids.contains(&id) {
            let message = "Component custom id cannot be duplicated";
            found.add(format!("{at}/custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
        ids.push(id);
    }
}

/// The choices of an autocomplete answer (callback type 8).
pub fn choices(data: &Value, path: &str, found: &mut Found) {
    if !data["choices"].is_array() {
        found.add(format!("{path}/choices"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    for (n, choice) in found.list(data, path, "choices", CHOICES).iter().enumerate() {
        let here = format!("{path}/choices/{n}");
        found.text(choice, &here, "name", 1, 100, true);
        match &choice["value"] {
            Value::String(_) => found.text(choice, &here, "value", 1, 100, true),
            Value::Number(_) => {}
            _ => found.add(format!("{here}/value"), "BASE_TYPE_REQUIRED", "This field is required"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn codes(body: Value) -> Vec<String> {
        let mut found = Found::default();
        message(&body, "", &mut found);
        found.list.into_iter().map(|c| format!("{} {}", c.path, c.code)).collect()
    }

    fn button(id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Go", "custom_id": id})
    }

    #[test]
    fn a_full_message_within_the_limits_passes() {
        let rows: Vec<Value> = (0..5)
            .map(|r| json!({"type": 1, "components": (0..5).map(|b| button(&format!("{r}{b}"))).collect::<Vec<_>>()}))
            .collect();
        let embeds: Vec<Value> = (0..10).map(|_| json!({"description": "x".repeat(600)})).collect();
        let body = json!({"content": "é".repeat(2000), "components": rows, "embeds": embeds});
        assert_eq!(codes(body), Vec::<String>::new());
    }

    #[test]
    fn each_breach_is_named_at_its_place() {
        assert_eq!(codes(json!({"content": "x".repeat(2001)})), ["/content BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(codes(json!({"content": 5})), ["/content STRING_TYPE_CONVERT"]);
        let two = json!({"components": [{"type": 1, "components": [button("a"), button("a")]}]});
        assert_eq!(
            codes(two),
            ["/components/0/components/1/custom_id COMPONENT_CUSTOM_ID_DUPLICATED"]
        );
        let six: Vec<Value> = (0..6).map(|n| button(&n.to_string())).collect();
        let six = json!({"components": [{"type": 1, "components": six}]});
        assert_eq!(codes(six), ["/components/0/components BASE_TYPE_MAX_LENGTH"]);
        let rows: Vec<Value> =
            (0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect();
        assert_eq!(codes(json!({"components": rows})), ["/components BASE_TYPE_MAX_LENGTH"]);
        let embeds: Vec<Value> = (0..2).map(|_| json!({"description": "x".repeat(3001)})).collect();
        assert_eq!(codes(json!({"embeds": embeds})), ["/embeds MAX_EMBED_SIZE_EXCEEDED"]);
        let mut wide = button(&"i".repeat(101));
        wide["label"] = "l".repeat(81).into();
        assert_eq!(
            codes(json!({"components": [{"type": 1, "components": [wide]}]})),
            [
                "/components/0/components/0/label BASE_TYPE_MAX_LENGTH",
                "/components/0/components/0/custom_id BASE_TYPE_BAD_LENGTH"
            ]
        );
    }

    #[test]
    fn a_select_has_its_row_for_itself_and_at_most_25_options() {
        let options = |n: usize| {
            (0..n).map(|i| json!({"label": "x", "value": i.to_string()})).collect::<Vec<_>>()
        };
        let select = |n| json!({"type": 3, "custom_id": "s", "options": options(n)});
        let body = |inside: Vec<Value>| json!({"components": [{"type": 1, "components": inside}]});
        assert_eq!(codes(body(vec![select(25)])), Vec::<String>::new());
        assert_eq!(
            codes(body(vec![select(26)])),
            ["/components/0/components/0/options BASE_TYPE_MAX_LENGTH"]
        );
        assert_eq!(
            codes(body(vec![select(2), button("b")])),
            ["/components/0/components COMPONENT_LAYOUT_WIDTH_EXCEEDED"]
        );
    }

    #[test]
    fn a_modals_title_has_45_characters() {
        let input = json!({"type": 4, "custom_id": "i", "label": "L", "style": 1});
        let rows = json!([{"type": 1, "components": [input]}]);
        let mut found = Found::default();
        modal(
            &json!({"custom_id": "m", "title": "t".repeat(45), "components": rows}),
            "/data",
            &mut found,
        );
        assert_eq!(found.list, []);
        modal(
            &json!({"custom_id": "m", "title": "t".repeat(46), "components": rows}),
            "/data",
            &mut found,
        );
        assert_eq!(
            (found.list[0].path.as_str(), found.list[0].code),
            ("/data/title", "BASE_TYPE_BAD_LENGTH")
        );
    }
}
