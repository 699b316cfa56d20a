//! The table of operations: what of Discord's REST API is here. `docs/simcord.md` lists the same.

use super::super::errors::{ApiError, known};
use super::{Answer, Call, callbacks, channels, commands, guild, messages, unescape, webhooks};

pub struct Operation {
    pub method: &'static str,
    pub template: &'static str,
    /// Needs no bot token: the path holds one of its own, or nothing is secret.
    pub open: bool,
    pub run: fn(&Call) -> Answer,
}

const fn op(method: &'static str, template: &'static str, run: fn(&Call) -> Answer) -> Operation {
    Operation { method, template, open: false, run }
}

const fn open(method: &'static str, template: &'static str, run: fn(&Call) -> Answer) -> Operation {
    Operation { method, template, open: true, run }
}

#[rustfmt::skip]
pub static OPERATIONS: &[Operation] = &[
    // The application and its user
    open("GET", "/gateway", guild::gateway),
    op("GET", "/gateway/bot", guild::gateway_bot),
    op("GET", "/applications/@me", guild::application),
    op("GET", "/oauth2/applications/@me", guild::application),
    op("GET", "/users/@me", guild::me),
    op("GET", "/users/@me/guilds", guild::my_guilds),
    op("POST", "/users/@me/channels", channels::create_dm),
    op("GET", "/users/{user_id}", guild::user),
    // The guild
    op("GET", "/guilds/{guild_id}", guild::guild),
    op("GET", "/guilds/{guild_id}/channels", channels::list),
    op("POST", "/guilds/{guild_id}/channels", channels::create),
    op("GET", "/guilds/{guild_id}/members", guild::members),
    op("GET", "/guilds/{guild_id}/members/search", guild::search_members),
    op("GET", "/guilds/{guild_id}/members/{user_id}", guild::member),
    op("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", guild::add_role),
    op("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", guild::remove_role),
    op("GET", "/guilds/{guild_id}/roles", guild::roles),
    op("GET", "/guilds/{guild_id}/roles/{role_id}", guild::role),
    op("GET", "/guilds/{guild_id}/threads/active", channels::active_threads),
    // Channels
    op("GET", "/channels/{channel_id}", channels::get),
    op("PATCH", "/channels/{channel_id}", channels::edit),
    op("DELETE", "/channels/{channel_id}", channels::delete),
    op("POST", "/channels/{channel_id}/typing", channels::typing),
    op("POST", "/channels/{channel_id}/threads", channels::create_thread),
    op("POST", "/channels/{channel_id}/messages/{message_id}/threads", channels::thread_from_message),
    op("GET", "/channels/{channel_id}/thread-members", channels::thread_members),
    op("PUT", "/channels/{channel_id}/thread-members/@me", channels::thread_member),
    op("DELETE", "/channels/{channel_id}/thread-members/@me", channels::thread_member),
    op("PUT", "/channels/{channel_id}/thread-members/{user_id}", channels::thread_member),
    op("DELETE", "/channels/{channel_id}/thread-members/{user_id}", channels::thread_member),
    // Messages
    op("GET", "/channels/{channel_id}/messages", messages::list),
    op("POST", "/channels/{channel_id}/messages", messages::create),
    op("GET", "/channels/{channel_id}/messages/{message_id}", messages::get),
    op("PATCH", "/channels/{channel_id}/messages/{message_id}", messages::edit),
    op("DELETE", "/channels/{channel_id}/messages/{message_id}", messages::delete),
    op("POST", "/channels/{channel_id}/messages/bulk-delete", messages::bulk_delete),
    op("GET", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", messages::reactions),
    op("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions", messages::clear_reactions),
    op("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", messages::react),
    op("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", messages::unreact),
    op("GET", "/channels/{channel_id}/pins", messages::pins),
    op("PUT", "/channels/{channel_id}/pins/{message_id}", messages::pin),
    op("DELETE", "/channels/{channel_id}/pins/{message_id}", messages::unpin),
    op("GET", "/channels/{channel_id}/messages/pins", messages::paged_pins),
    op("PUT", "/channels/{channel_id}/messages/pins/{message_id}", messages::pin),
    op("DELETE", "/channels/{channel_id}/messages/pins/{message_id}", messages::unpin),
    // Application commands
    op("GET", "/applications/{application_id}/commands", commands::list_global),
    op("PUT", "/applications/{application_id}/commands", commands::overwrite_global),
    op("POST", "/applications/{application_id}/commands", commands::create_global),
    op("GET", "/applications/{application_id}/commands/{command_id}", commands::get_global),
    op("PATCH", "/applications/{application_id}/commands/{command_id}", commands::edit_global),
    op("DELETE", "/applications/{application_id}/commands/{command_id}", commands::delete_global),
    op("GET", "/applications/{application_id}/guilds/{guild_id}/commands", commands::list_guild),
    op("PUT", "/applications/{application_id}/guilds/{guild_id}/commands", commands::overwrite_guild),
    op("POST", "/applications/{application_id}/guilds/{guild_id}/commands", commands::create_guild),
    op("GET", "/applications/{application_id}/guilds/{guild_id}/commands/permissions", commands::permissions),
    op("GET", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", commands::get_guild),
    op("PATCH", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", commands::edit_guild),
    op("DELETE", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", commands::delete_guild),
    // Answers to interactions
    open("POST", "/interactions/{interaction_id}/{interaction_token}/callback", callbacks::callback),
    open("POST", "/webhooks/{webhook_id}/{webhook_token}", webhooks::follow_up),
    open("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", webhooks::get),
    open("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", webhooks::edit),
    open("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", webhooks::delete),
    open("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", webhooks::get),
    open("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", webhooks::edit),
    open("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", webhooks::delete),
];

/// The operation for a path without `/api/v10`, and the values of its parameters in order. A literal
/// segment beats a parameter.
pub fn find(method: &str, path: &str) -> Result<(&'static Operation, Vec<String>), ApiError> {
    let asked: Vec<&str> = path.trim_matches('/').split('/').collect();
    let mut best: Option<(usize, &Operation)> = None;
    let mut path_exists = false;
    for operation in OPERATIONS {
        let Some(literals) = fit(operation.template, &asked) else {
            continue;
        };
        path_exists = true;
        if operation.method == method && best.is_none_or(|(most, _)| literals > most) {
            best = Some((literals, operation));
        }
    }
    match best {
        Some((_, operation)) => Ok((operation, parameters(operation.template, &asked))),
        None if path_exists => Err(known::method_not_allowed()),
        None => Err(known::not_found()),
    }
}

/// How many literal segments of the template the path has; `None` when it does not fit.
fn fit(template: &str, asked: &[&str]) -> Option<usize> {
    let mut literals = 0;
    let mut segments = template[1..].split('/');
    for part in asked {
        let segment = segments.next()?;
        if segment == *part {
            literals += 1;
        } else if !segment.starts_with('{') || part.is_empty() {
            return None;
        }
    }
    segments.next().is_none().then_some(literals)
}

fn parameters(template: &str, asked: &[&str]) -> Vec<String> {
    let pairs = template[1..].split('/').zip(asked);
    pairs.filter(|(segment, _)| segment.starts_with('{')).map(|(_, part)| unescape(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_segment_beats_a_parameter() {
        let (operation, params) = find("GET", "/users/@me").map_err(|e| e.message).unwrap();
        assert_eq!((operation.template, params.len()), ("/users/@me", 0));
        let (operation, params) = find("GET", "/users/17").map_err(|e| e.message).unwrap();
        assert_eq!((operation.template, params[0].as_str()), ("/users/{user_id}", "17"));
        assert_eq!(find("GET", "/users/17/nothing").err().map(|e| e.status), Some(404));
        assert_eq!(find("PATCH", "/users/17").err().map(|e| e.status), Some(405));
    }

    #[test]
    fn each_operation_finds_itself() {
        for operation in OPERATIONS {
            let path = operation.template.replace(['{', '}'], "");
            let found = find(operation.method, &path).map(|(o, _)| o.template);
            assert_eq!(found.ok(), Some(operation.template));
        }
    }
}
