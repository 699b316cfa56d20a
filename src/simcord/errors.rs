//! Refusals in Discord's own form: an HTTP status, a code, a message and, for a form that does not fit
//! (50035), the complaints nested as the payload is.

use serde_json::{Map, Value, json};

/// One thing wrong with a payload. `path` is a JSON pointer such as `/embeds/0/title`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub path: String,
    pub code: &'static str,
    pub message: String,
}

impl Complaint {
    pub fn new(path: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Complaint { path: path.into(), code, message: message.into() }
    }

    /// A line such as `/data/title: longer than 45 characters`, as extra checks give them.
    pub fn parse(line: &str) -> Self {
        let (path, message) = match line.split_once(": ") {
            Some((path, message)) if path.starts_with('/') => (path, message),
            _ => ("", line),
        };
        Complaint::new(path, "VALIDATION_ERROR", message)
    }
}

/// What a refused request is answered with.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub status: u16,
    pub code: u32,
    pub message: String,
    pub errors: Option<Value>,
}

impl ApiError {
    pub fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), errors: None }
    }

    /// 50035 with the complaints nested by their paths.
    pub fn form(complaints: &[Complaint]) -> Self {
        let mut root = Map::new();
        for complaint in complaints {
            nest(&mut root, complaint);
        }
        let errors = Some(Value::Object(root));
        ApiError { errors, ..ApiError::new(400, 50035, "Invalid Form Body") }
    }

    pub fn field(path: &str, code: &'static str, message: &str) -> Self {
        ApiError::form(&[Complaint::new(path, code, message)])
    }

    pub fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

fn nest(root: &mut Map<String, Value>, complaint: &Complaint) {
    let mut here = root;
    for key in complaint.path.split('/').filter(|k| !k.is_empty()) {
        let next = here.entry(key).or_insert_with(|| json!({}));
        here = next.as_object_mut().expect("only objects are put into the tree of errors");
    }
    let list = here.entry("_errors").or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        list.push(json!({"code": complaint.code, "message": complaint.message}));
    }
}

/// Discord's well-known refusals.
pub mod known {
    use super::ApiError;

    pub fn unauthorized() -> ApiError {
        ApiError::new(401, 0, "401: Unauthorized")
    }
    pub fn not_found() -> ApiError {
        ApiError::new(404, 0, "404: Not Found")
    }
    pub fn method_not_allowed() -> ApiError {
        ApiError::new(405, 0, "405: Method Not Allowed")
    }
    pub fn unknown_channel() -> ApiError {
        ApiError::new(404, 10003, "Unknown Channel")
    }
    pub fn unknown_guild() -> ApiError {
        ApiError::new(404, 10004, "Unknown Guild")
    }
    pub fn unknown_member() -> ApiError {
        ApiError::new(404, 10007, "Unknown Member")
    }
    pub fn unknown_message() -> ApiError {
        ApiError::new(404, 10008, "Unknown Message")
    }
    pub fn unknown_role() -> ApiError {
        ApiError::new(404, 10011, "Unknown Role")
    }
    pub fn unknown_user() -> ApiError {
        ApiError::new(404, 10013, "Unknown User")
    }
    pub fn unknown_webhook() -> ApiError {
        ApiError::new(404, 10015, "Unknown Webhook")
    }
    pub fn unknown_interaction() -> ApiError {
        ApiError::new(404, 10062, "Unknown interaction")
    }
    pub fn unknown_command() -> ApiError {
        ApiError::new(404, 10063, "Unknown application command")
    }
    pub fn too_many_old_edits() -> ApiError {
        ApiError::new(
            429,
            30046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        )
    }
    pub fn too_large() -> ApiError {
        ApiError::new(413, 40005, "Request entity too large")
    }
    pub fn already_acknowledged() -> ApiError {
        ApiError::new(400, 40060, "Interaction has already been acknowledged.")
    }
    pub fn missing_access() -> ApiError {
        ApiError::new(403, 50001, "Missing Access")
    }
    pub fn other_users_message() -> ApiError {
        ApiError::new(403, 50005, "Cannot edit a message authored by another user")
    }
    pub fn empty_message() -> ApiError {
        ApiError::new(400, 50006, "Cannot send an empty message")
    }
    pub fn closed_dms() -> ApiError {
        ApiError::new(403, 50007, "Cannot send messages to this user")
    }
    pub fn no_common_guild() -> ApiError {
        let message = "Cannot send messages to this user due to having no mutual guilds";
        ApiError::new(403, 50278, message)
    }
    pub fn missing_permissions() -> ApiError {
        ApiError::new(403, 50013, "Missing Permissions")
    }
    pub fn expired_token() -> ApiError {
        ApiError::new(401, 50027, "Invalid Webhook Token")
    }
    pub fn not_json() -> ApiError {
        ApiError::new(400, 50109, "The request body contains invalid JSON.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_nested_as_the_payload_is() {
        let body = ApiError::form(&[
            Complaint::new("/content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length."),
            Complaint::parse("/components/0/components/1/label: longer than 80 characters"),
        ])
        .body();
        assert_eq!(body["code"], 50035);
        assert_eq!(body["errors"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
        let label = &body["errors"]["components"]["0"]["components"]["1"]["label"]["_errors"][0];
        assert_eq!(label["message"], "longer than 80 characters");
    }
}
