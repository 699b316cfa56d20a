//! The REST API: finds the operation, reads the payload, lets the faults strike, runs the handler, answers
//! as Discord does.

pub mod callbacks;
pub mod channels;
pub mod commands;
pub mod compose;
pub mod guild;
pub mod messages;
pub mod operations;
pub mod webhooks;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use self::operations::Operation;
use super::errors::{ApiError, Complaint, known};
use super::faults::{self, Carried, Meets};
use super::ids;
use super::server::Server;

/// A request that the bot made, as the log and the extra checks see it.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: &'static str,
    /// Discord's path with its parameters, e.g. `/channels/{channel_id}/messages`.
    pub template: &'static str,
    /// The path as it was asked for, without `/api/v10`.
    pub path: String,
    pub query: BTreeMap<String, String>,
    /// The JSON payload (of a multipart request its `payload_json`); null when there is none.
    pub body: Value,
    /// Uploaded files: name and size.
    pub files: Vec<(String, usize)>,
    /// Unix milliseconds.
    pub at: u64,
    /// HTTP status of the answer; 0 while it is being checked.
    pub status: u16,
    /// What it was refused with: Discord's message, code and errors.
    pub refusal: Option<Value>,
}

/// An uploaded file, `files[number]`.
#[derive(Clone, Debug)]
pub struct Upload {
    pub number: u64,
    pub name: String,
    pub bytes: Vec<u8>,
}

/// What a handler gets.
pub struct Call<'a> {
    pub server: &'a Arc<Server>,
    params: Vec<String>,
    pub query: &'a BTreeMap<String, String>,
    pub body: &'a Value,
    pub files: Vec<Upload>,
}

pub type Answer = Result<(u16, Option<Value>), ApiError>;

pub fn ok(value: Value) -> Answer {
    Ok((200, Some(value)))
}

pub fn nothing() -> Answer {
    Ok((204, None))
}

impl Call<'_> {
    /// The n-th parameter of the path as text.
    pub fn text(&self, n: usize) -> &str {
        self.params.get(n).map_or("", String::as_str)
    }

    /// The n-th parameter of the path as an id.
    pub fn id(&self, n: usize) -> Result<u64, ApiError> {
        let text = self.text(n);
        text.parse().map_err(|_| {
            let message = format!("Value \"{text}\" is not snowflake.");
            ApiError::field("", "NUMBER_TYPE_COERCE", &message)
        })
    }

    pub fn limit(&self, default: usize, most: usize) -> usize {
        self.query.get("limit").and_then(|l| l.parse().ok()).unwrap_or(default).clamp(1, most)
    }

    pub fn query_id(&self, name: &str) -> Option<u64> {
        self.query.get(name).and_then(|v| v.parse().ok())
    }
}

pub async fn serve(State(server): State<Arc<Server>>, request: axum::extract::Request) -> Response {
    let slow = server.faults.slowness();
    if !slow.is_zero() {
        tokio::time::sleep(slow).await;
    }
    let (parts, body) = request.into_parts();
    let path = parts.uri.path();
    let Some(path) = path.strip_prefix("/api/v10").or_else(|| path.strip_prefix("/api")) else {
        return refuse(&known::not_found());
    };
    let path = path.to_string();
    let (operation, params) = match operations::find(parts.method.as_str(), &path) {
        Ok(found) => found,
        Err(refusal) => return refuse(&refusal),
    };
    if !operation.open && !authorized(&parts.headers, &server.token) {
        return refuse(&known::unauthorized());
    }
    let query = read_query(parts.uri.query().unwrap_or_default());
    let request = axum::extract::Request::from_parts(parts, body);
    let (body, files) = match read_payload(request).await {
        Ok(read) => read,
        Err(refusal) => return refuse(&refusal),
    };
    let mut log = Request {
        method: operation.method,
        template: operation.template,
        path,
        query,
        body,
        files: files.iter().map(|f| (f.name.clone(), f.bytes.len())).collect(),
        at: ids::now(),
        status: 0,
        refusal: None,
    };
    let (response, refusal) = run(&server, operation, &log, params, files);
    log.status = response.status().as_u16();
    log.refusal = refusal;
    server.remember(log);
    server.changed.notify_waiters();
    response
}

/// The answer, and the body of a refusal for the log.
fn run(
    server: &Arc<Server>,
    operation: &Operation,
    request: &Request,
    params: Vec<String>,
    files: Vec<Upload>,
) -> (Response, Option<Value>) {
    let met = server.faults.meets(&format!("{} {}", operation.method, operation.template));
    match met {
        Meets::RateLimit { retry_after, global } => return (too_many(retry_after, global), None),
        Meets::Error(status) => return (broken(status), None),
        Meets::Reset(Carried::Nowhere) => return (cut_off(), None),
        Meets::Nothing | Meets::LostAnswer | Meets::Reset(Carried::Out) => {}
    }
    let complaints = server.hook.iter().flat_map(|hook| hook(request));
    let complaints: Vec<Complaint> = complaints.map(|line| Complaint::parse(&line)).collect();
    let answer = if complaints.is_empty() {
        let call = Call { server, params, query: &request.query, body: &request.body, files };
        (operation.run)(&call)
    } else {
        Err(ApiError::form(&complaints))
    };
    match met {
        Meets::LostAnswer => return (broken(502), None),
        Meets::Reset(_) => return (cut_off(), None),
        _ => {}
    }
    match answer {
        Ok((status, body)) => (respond(status, body), None),
        Err(refusal) => (refuse(&refusal), Some(refusal.body())),
    }
}

fn authorized(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|h| h.to_str().ok());
    given.and_then(|h| h.strip_prefix("Bot ")) == Some(token)
}

fn respond(status: u16, body: Option<Value>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let mut response = match body {
        Some(body) => {
            (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
        }
        None => status.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-ratelimit-limit", "50"),
        ("x-ratelimit-remaining", "49"),
        ("x-ratelimit-reset-after", "1.0"),
        ("x-ratelimit-bucket", "simcord"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let reset = format!("{}", ids::now() / 1000 + 1);
    if let Ok(reset) = HeaderValue::from_str(&reset) {
        headers.insert("x-ratelimit-reset", reset);
    }
    response
}

fn refuse(refusal: &ApiError) -> Response {
    respond(refusal.status, Some(refusal.body()))
}

fn broken(status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    (status, [(header::CONTENT_TYPE, "text/html")], "<html>upstream error</html>").into_response()
}

/// An answer whose body never comes: the connection breaks.
fn cut_off() -> Response {
    let gone = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
    let body = futures_util::stream::once(async { Err::<Bytes, _>(gone) });
    axum::body::Body::from_stream(body).into_response()
}

fn too_many(retry_after: std::time::Duration, global: bool) -> Response {
    let mut response = respond(429, Some(faults::rate_limited(retry_after, global)));
    let headers = response.headers_mut();
    let seconds = format!("{}", retry_after.as_secs_f64());
    if let Ok(seconds) = HeaderValue::from_str(&seconds) {
        headers.insert(header::RETRY_AFTER, seconds.clone());
        headers.insert("x-ratelimit-reset-after", seconds);
    }
    headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
    if global {
        headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
    }
    let scope = if global { "global" } else { "user" };
    headers.insert("x-ratelimit-scope", HeaderValue::from_static(scope));
    response
}

/// The JSON payload and the files. A multipart request carries the first in `payload_json`.
async fn read_payload(request: axum::extract::Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|h| h.to_str().ok());
    if !kind.unwrap_or_default().starts_with("multipart/form-data") {
        let bytes = Bytes::from_request(request, &()).await.map_err(|_| known::too_large())?;
        if bytes.is_empty() {
            return Ok((Value::Null, Vec::new()));
        }
        let body = serde_json::from_slice(&bytes).map_err(|_| known::not_json())?;
        return Ok((body, Vec::new()));
    }
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| known::not_json())?;
    let (mut body, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|_| known::not_json())? {
        let name = field.name().unwrap_or_default().to_string();
        let file_name = field.file_name().map(str::to_string);
        let bytes = field.bytes().await.map_err(|_| known::too_large())?;
        if name == "payload_json" {
            body = serde_json::from_slice(&bytes).map_err(|_| known::not_json())?;
        } else if let Some(file_name) = file_name {
            let inside = name.trim_start_matches("files[").trim_end_matches(']');
            let number = inside.parse().unwrap_or(files.len() as u64);
            files.push(Upload { number, name: safe_name(&file_name), bytes: bytes.to_vec() });
        }
    }
    Ok((body, files))
}

/// File names as Discord keeps them: no path, no spaces.
fn safe_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let keep = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }
    };
    let safe: String = name.chars().map(keep).collect();
    if safe.trim_matches(['.', '_']).is_empty() { "unknown".into() } else { safe }
}

pub fn read_query(query: &str) -> BTreeMap<String, String> {
    let pairs = query.split('&').filter(|p| !p.is_empty());
    pairs
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (unescape(key), unescape(&value.replace('+', " ")))
        })
        .collect()
}

/// Undoes percent-encoding; what is not valid stays as it is.
pub fn unescape(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        let mut ahead = bytes.clone();
        let hex = |b: Option<u8>| (b? as char).to_digit(16);
        match (b, hex(ahead.next()), hex(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                bytes = ahead;
            }
            _ => out.push(b),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_leave_their_folder() {
        assert_eq!(safe_name("../../etc/passwd"), "passwd");
        assert_eq!(safe_name("galaxy map.png"), "galaxy_map.png");
        assert_eq!(safe_name(".."), "unknown");
    }

    #[test]
    fn queries_are_unescaped() {
        let query = read_query("&wait=true&q=a%20b+c%zz");
        assert_eq!(query["wait"], "true");
        assert_eq!(query["q"], "a b c%zz");
    }
}
