//! From a payload to a message: text, mentions, embeds, components, files. The same for new messages,
//! edits, answers and follow-ups.

use serde_json::Value;

use super::super::errors::{ApiError, Complaint, known};
use super::super::ids;
use super::super::limits::{self, Found};
use super::super::model::*;
use super::super::world::World;
use super::Upload;

/// Refuses a message payload that breaks a limit. `path` is where the message sits in the request.
pub fn check(body: &Value, path: &str, files: &[Upload]) -> Result<(), ApiError> {
    let mut found = Found::default();
    limits::message(body, path, &mut found);
    if files.len() > limits::FILES {
        found.add(
            format!("{path}/files"),
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    if !found.list.is_empty() {
        return Err(ApiError::form(&found.list));
    }
    if files.iter().any(|f| f.bytes.len() > limits::FILE_BYTES) {
        return Err(known::too_large());
    }
    Ok(())
}

/// Puts what the payload names into the message; what it leaves out stays. Checked before.
pub fn fill(
    world: &mut World,
    message: &mut Message,
    body: &Value,
    files: Vec<Upload>,
) -> Result<(), ApiError> {
    if body.get("content").is_some() {
        message.content = body["content"].as_str().unwrap_or_default().to_string();
        mentions(world, message, &body["allowed_mentions"]);
    }
    if let Some(list) = body.get("embeds") {
        message.embeds = list.as_array().cloned().unwrap_or_default();
    }
    if let Some(list) = body.get("components") {
        message.components = list.as_array().cloned().unwrap_or_default();
        complete(&mut message.components, &mut 0);
    }
    if let Some(flags) = body["flags"].as_u64() {
        message.flags = (message.flags & !SETTABLE) | (flags & SETTABLE);
    }
    attach(world, message, body, files)?;
    for (n, embed) in message.embeds.iter().enumerate() {
        for (part, key) in
            [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")]
        {
            let Some(name) =
                embed[part][key].as_str().and_then(|u| u.strip_prefix("attachment://"))
            else {
                continue;
            };
            if !message.attachments.iter().any(|a| a.filename == name) {
                let text = format!("Not a well formed URL: no attachment is named {name}.");
                return Err(ApiError::field(
                    &format!("/embeds/{n}/{part}/{key}"),
                    "URL_TYPE_INVALID_URL",
                    &text,
                ));
            }
        }
    }
    Ok(())
}

/// What Discord adds to components: a number each, and the defaults of selects.
fn complete(components: &mut [Value], number: &mut u32) {
    for component in components.iter_mut().filter(|c| c.is_object()) {
        *number += 1;
        if component["id"].is_null() {
            component["id"] = (*number).into();
        }
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for bound in ["min_values", "max_values"] {
                if component[bound].is_null() {
                    component[bound] = 1.into();
                }
            }
        }
        if let Some(inside) = component.get_mut("components").and_then(Value::as_array_mut) {
            complete(inside, number);
        }
    }
}

/// Keeps the attachments that `attachments` lists (all, when it is left out) and adds the new files.
fn attach(
    world: &mut World,
    message: &mut Message,
    body: &Value,
    files: Vec<Upload>,
) -> Result<(), ApiError> {
    let listed = body["attachments"].as_array();
    let entry = |id: u64| listed.into_iter().flatten().find(|a| ids::read(&a["id"]) == Some(id));
    if body.get("attachments").is_some() {
        message.attachments.retain(|a| entry(a.id).is_some());
    }
    for (n, listed) in listed.into_iter().flatten().enumerate() {
        let id = ids::read(&listed["id"]);
        let old = message.attachments.iter().any(|a| Some(a.id) == id);
        if !old && !files.iter().any(|f| Some(f.number) == id) {
            let at = Complaint::new(
                format!("/attachments/{n}"),
                "ATTACHMENT_NOT_FOUND",
                "No file was uploaded for this attachment",
            );
            return Err(ApiError::form(&[at]));
        }
    }
    for file in files {
        let entry = entry(file.number);
        let description = entry.and_then(|e| e["description"].as_str()).map(str::to_string);
        let (id, size) = (world.ids.next(), png_size(&file.bytes));
        message.attachments.push(Attachment {
            id,
            size: file.bytes.len() as u64,
            content_type: content_type(&file.name).into(),
            filename: file.name,
            width: size.map(|s| s.0),
            height: size.map(|s| s.1),
            description,
        });
        world.store_file(id, file.bytes);
    }
    Ok(())
}

/// Who is called by the text, as far as `allowed_mentions` lets it. Left out, everything is allowed.
fn mentions(world: &World, message: &mut Message, allowed: &Value) {
    let lets = |kind: &str, list: &str, id: u64| {
        let parse = allowed["parse"].as_array();
        allowed.is_null()
            || parse.into_iter().flatten().any(|p| p == kind)
            || allowed[list].as_array().into_iter().flatten().any(|u| ids::read(u) == Some(id))
    };
    message.mentions = marked(&message.content, "<@")
        .filter(|id| world.user(*id).is_some() && lets("users", "users", *id))
        .fold(Vec::new(), with);
    message.mention_roles = marked(&message.content, "<@&")
        .filter(|id| world.roles.iter().any(|r| r.id == *id) && lets("roles", "roles", *id))
        .fold(Vec::new(), with);
    let calls_all = message.content.contains("@everyone") || message.content.contains("@here");
    let may = world.permissions(message.author) & permission::MENTION_EVERYONE != 0;
    message.mention_everyone = calls_all && may && lets("everyone", "", 0);
    if let Some(target) = message.reply_to.and_then(|id| world.message(message.channel, id)) {
        let replied = allowed.is_null() || allowed["replied_user"] == true;
        if replied && target.author != message.author && !message.mentions.contains(&target.author)
        {
            message.mentions.push(target.author);
        }
    }
}

fn with(mut list: Vec<u64>, id: u64) -> Vec<u64> {
    if !list.contains(&id) {
        list.push(id);
    }
    list
}

/// The ids in `<@1>`, `<@!1>` or, with that mark, `<@&1>`.
fn marked<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = u64> + 'a {
    text.split(mark)
        .skip(1)
        .filter_map(|rest| rest.split('>').next()?.trim_start_matches('!').parse().ok())
}

/// The mentions of a message that a user wrote.
pub fn read_mentions(world: &World, message: &mut Message) {
    mentions(world, message, &Value::Null);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mentioned(content: String, allowed: Value) -> usize {
        let world = World::new(&["Mira".into(), "Jon".into()], "");
        let mut message = Message::new(1, 1, world.bot.id);
        message.content = content;
        mentions(&world, &mut message, &allowed);
        message.mentions.len()
    }

    #[test]
    fn allowed_mentions_decide_who_is_called() {
        let world = World::new(&["Mira".into(), "Jon".into()], "");
        let (mira, jon) = (world.users[0].id, world.users[1].id);
        let text = || format!("<@{mira}> and <@!{jon}>, <@{mira}> <@77>");
        assert_eq!(mentioned(text(), Value::Null), 2);
        assert_eq!(mentioned(text(), json!({"parse": []})), 0);
        assert_eq!(mentioned(text(), json!({"parse": ["users"]})), 2);
        assert_eq!(mentioned(text(), json!({"users": [jon.to_string()]})), 1);
    }
}
