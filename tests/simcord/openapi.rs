//! The bot's requests and the server's answers against Discord's official OpenAPI description. The file is
//! not part of the project: where it is missing the check is left out and says so, except in CI.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use custodian::simcord::{Hook, Request};
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{Registry, Resource, ValidationError, Validator};
use serde_json::{Value, json};

/// Where the description is looked for; `DISCORD_OPENAPI` names another place.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json");

/// Fields that Discord's documentation has and its description lacks.
const DOCUMENTED: [&str; 1] = ["nsfw"];

pub struct Official {
    pub doc: Value,
    registry: Registry<'static>,
    validators: Mutex<BTreeMap<String, Option<Arc<Validator>>>>,
}

/// The description, loaded once; `None` where it is missing.
pub fn official() -> Option<&'static Official> {
    static LOADED: OnceLock<Option<Official>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref()
}

fn load() -> Option<Official> {
    let file = std::env::var("DISCORD_OPENAPI").unwrap_or_else(|_| FILE.into());
    let Ok(text) = std::fs::read_to_string(&file) else {
        let ci = std::env::var("CI").is_ok_and(|v| v == "true");
        assert!(!ci, "CI needs Discord's OpenAPI description at {file}");
        eprintln!(
            "NOTICE: {file} is missing; the check against Discord's official description is left out"
        );
        return None;
    };
    let doc: Value = serde_json::from_str(&text).expect("the description is JSON");
    let registry = Registry::new()
        .add("urn:discord", Resource::from_contents(doc.clone()))
        .expect("the description can be added")
        .prepare()
        .expect("the description's references resolve");
    Some(Official { doc, registry, validators: Mutex::new(BTreeMap::new()) })
}

/// Checks every request; nothing where the description is missing.
pub fn hook() -> Option<Hook> {
    let official = official()?;
    Some(Arc::new(|request: &Request| official.complaints(request)))
}

impl Official {
    /// What Discord's description has against a request.
    pub fn complaints(&'static self, request: &Request) -> Vec<String> {
        if request.body.is_null() {
            return Vec::new();
        }
        let body = lenient(&request.body);
        let method = request.method.to_lowercase();
        let below = ["requestBody", "content", "application/json", "schema"];
        let mut out = self.check(&method, request.template, &below, &body);
        let schema = self
            .operation(&method, request.template)
            .map(|o| &o["requestBody"]["content"]["application/json"]["schema"]);
        if let Some(schema) = schema {
            self.unknown_keys(&[schema], &body, "", &mut out);
        }
        out
    }

    /// What it has against an answer with this status.
    pub fn answer_complaints(
        &'static self,
        method: &str,
        template: &str,
        status: &str,
        body: &Value,
    ) -> Vec<String> {
        let below = ["responses", status, "content", "application/json", "schema"];
        self.check(&method.to_lowercase(), template, &below, body)
    }

    pub fn operation(&self, method: &str, template: &str) -> Option<&Value> {
        self.doc["paths"].get(template)?.get(method)
    }

    fn check(
        &'static self,
        method: &str,
        template: &str,
        below: &[&str],
        body: &Value,
    ) -> Vec<String> {
        let mut pointer = format!("/paths/{}/{method}", template.replace('/', "~1"));
        for part in below {
            pointer.push('/');
            pointer.push_str(&part.replace('/', "~1"));
        }
        let validator = {
            let mut all = self.validators.lock().expect("no check panics while it holds the lock");
            all.entry(pointer.clone()).or_insert_with(|| self.compile(&pointer)).clone()
        };
        let mut out = Vec::new();
        if let Some(validator) = validator {
            validator.iter_errors(body).for_each(|error| explain(&error, &mut out));
        }
        out
    }

    fn compile(&'static self, pointer: &str) -> Option<Arc<Validator>> {
        self.doc.pointer(pointer)?;
        let fragment = pointer.replace('{', "%7B").replace('}', "%7D");
        let schema = json!({"$ref": format!("urn:discord#{fragment}")});
        let built = jsonschema::draft202012::options().with_registry(&self.registry).build(&schema);
        Some(Arc::new(built.unwrap_or_else(|why| panic!("{pointer}: {why}"))))
    }

    /// The description lets unknown fields pass, so a typo would too. Lists keys that no branch knows.
    fn unknown_keys(&self, schemas: &[&Value], value: &Value, path: &str, out: &mut Vec<String>) {
        let mut flat = Vec::new();
        schemas.iter().for_each(|s| self.flatten(s, &mut flat, 0));
        match value {
            Value::Object(map) => {
                let with: Vec<&&Value> =
                    flat.iter().filter(|s| s["properties"].is_object()).collect();
                if with.is_empty() || flat.iter().any(|s| s["additionalProperties"].is_object()) {
                    return;
                }
                for (key, inner) in map {
                    let below: Vec<&Value> =
                        with.iter().filter_map(|s| s["properties"].get(key)).collect();
                    let here = format!("{path}/{key}");
                    let harmless = inner.is_null() || DOCUMENTED.contains(&key.as_str());
                    if below.is_empty() && !harmless {
                        out.push(format!("{here}: Discord knows no such field"));
                    } else {
                        self.unknown_keys(&below, inner, &here, out);
                    }
                }
            }
            Value::Array(list) => {
                let below: Vec<&Value> = flat.iter().filter_map(|s| s.get("items")).collect();
                for (n, inner) in list.iter().enumerate() {
                    self.unknown_keys(&below, inner, &format!("{path}/{n}"), out);
                }
            }
            _ => {}
        }
    }

    fn flatten<'a>(&'a self, schema: &'a Value, out: &mut Vec<&'a Value>, depth: usize) {
        if depth > 12 {
            return;
        }
        if let Some(target) =
            schema["$ref"].as_str().and_then(|r| self.doc.pointer(r.trim_start_matches('#')))
        {
            self.flatten(target, out, depth + 1);
        }
        for branches in ["anyOf", "oneOf", "allOf"] {
            for branch in schema[branches].as_array().into_iter().flatten() {
                self.flatten(branch, out, depth + 1);
            }
        }
        out.push(schema);
    }
}

/// Where the description is stricter than Discord: integers for snowflakes, strings for integers.
fn lenient(body: &Value) -> Value {
    let mut body = body.clone();
    soften(&mut body, "");
    body
}

fn soften(value: &mut Value, key: &str) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| soften(v, key)),
        Value::Object(map) => {
            for (name, inner) in map.iter_mut() {
                if key == "attachments" && name == "id" && inner.is_u64() {
                    *inner = inner.to_string().into();
                }
                let number = inner.as_str().and_then(|s| s.parse::<u64>().ok());
                if let Some(number) = number.filter(|_| name == "default_member_permissions") {
                    *inner = number.into();
                }
                soften(inner, name);
            }
        }
        _ => {}
    }
}

/// One readable line a complaint. Of a union the branch that fits best is explained: those of another type
/// are dropped, then the one with the fewest errors is taken.
fn explain(error: &ValidationError<'_>, out: &mut Vec<String>) {
    let here = error.instance_path().to_string();
    let (Kind::AnyOf { context } | Kind::OneOfNotValid { context }) = error.kind() else {
        out.push(format!("{here}: {error}"));
        return;
    };
    let other_type = |x: &ValidationError<'_>| {
        let path = x.instance_path().to_string();
        path == format!("{here}/type") || (path == here && matches!(x.kind(), Kind::Type { .. }))
    };
    let mut live: Vec<_> = context.iter().filter(|branch| !branch.iter().any(other_type)).collect();
    live.sort_by_key(|branch| branch.len());
    match live.first() {
        Some(branch) => branch.iter().for_each(|x| explain(x, out)),
        None => {
            let kinds: BTreeSet<String> =
                context.iter().flatten().map(ToString::to_string).collect();
            out.push(format!(
                "{here}: matches none of the {} allowed shapes: {kinds:?}",
                context.len()
            ));
        }
    }
}
