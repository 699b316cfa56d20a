//! The application, its user, the guild, members and roles.

use serde_json::{Value, json};

use super::super::errors::{ApiError, known};
use super::super::gateway::self_user;
use super::super::model::*;
use super::super::world::{BOT, BOT_NAME, GUILD, GUILD_NAME};
use super::{Answer, Call, nothing, ok};

pub fn gateway(call: &Call) -> Answer {
    ok(json!({"url": call.server.gateway_url()}))
}

pub fn gateway_bot(call: &Call) -> Answer {
    let limit =
        json!({"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1});
    ok(json!({"url": call.server.gateway_url(), "shards": 1, "session_start_limit": limit}))
}

pub fn application(call: &Call) -> Answer {
    let world = call.server.world();
    let owner = world.user(world.owner()).map(User::json);
    ok(json!({
        "id": BOT.to_string(), "name": BOT_NAME, "icon": null, "description": "", "type": null, "summary": "",
        "bot": world.bot.json(), "rpc_origins": [], "bot_public": true, "tags": [], "verify_key": "0".repeat(64),
        "bot_require_code_grant": false, "flags": 0, "flags_new": "0", "max_participants": null,
        "integration_types_config": {"0": {}}, "owner": owner, "team": null, "redirect_uris": [],
        "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "approximate_guild_count": 1, "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }))
}

pub fn me(call: &Call) -> Answer {
    ok(self_user(&call.server.world().bot))
}

pub fn my_guilds(call: &Call) -> Answer {
    let world = call.server.world();
    let permissions = world.permissions(BOT).to_string();
    ok(json!([{
        "id": GUILD.to_string(), "name": GUILD_NAME, "icon": null, "banner": null, "owner": false,
        "permissions": permissions, "features": [],
    }]))
}

pub fn user(call: &Call) -> Answer {
    let id = call.id(0)?;
    let world = call.server.world();
    world.user(id).map(|u| (200, Some(u.json()))).ok_or_else(known::unknown_user)
}

/// Refuses any guild but ours. The guild's id is the first parameter of the path.
pub fn ours(call: &Call) -> Result<(), ApiError> {
    if call.id(0)? == GUILD { Ok(()) } else { Err(known::unknown_guild()) }
}

pub fn guild(call: &Call) -> Answer {
    ours(call)?;
    let world = call.server.world();
    let mut guild = world.guild_json();
    if call.query.get("with_counts").is_some_and(|v| v == "true") {
        guild["approximate_member_count"] = (world.users.len() + 1).into();
        guild["approximate_presence_count"] = (world.users.len() + 1).into();
    }
    ok(guild)
}

pub fn members(call: &Call) -> Answer {
    ours(call)?;
    let world = call.server.world();
    let after = call.query_id("after").unwrap_or(0);
    let mut all: Vec<u64> =
        world.users.iter().map(|u| u.id).chain([BOT]).filter(|id| *id > after).collect();
    all.sort_unstable();
    let page = all.into_iter().take(call.limit(1, 1000));
    ok(page.map(|id| world.member_json(id)).collect::<Vec<_>>().into())
}

pub fn search_members(call: &Call) -> Answer {
    ours(call)?;
    let world = call.server.world();
    let start = call.query.get("query").map(|q| q.to_lowercase()).unwrap_or_default();
    let fits = |u: &&User| {
        u.username.starts_with(&start) || u.global_name.to_lowercase().starts_with(&start)
    };
    let found = world.users.iter().filter(fits).take(call.limit(1, 1000));
    ok(found.map(|u| world.member_json(u.id)).collect::<Vec<_>>().into())
}

pub fn member(call: &Call) -> Answer {
    ours(call)?;
    let world = call.server.world();
    let text = call.text(1);
    let user = if text == "@me" { BOT } else { call.id(1)? };
    world.user(user).ok_or_else(known::unknown_member)?;
    ok(world.member_json(user))
}

pub fn add_role(call: &Call) -> Answer {
    set_role(call, true)
}

pub fn remove_role(call: &Call) -> Answer {
    set_role(call, false)
}

/// Only roles below the bot's own can be given or taken.
fn set_role(call: &Call, on: bool) -> Answer {
    ours(call)?;
    let (user, role) = (call.id(1)?, call.id(2)?);
    let mut world = call.server.world();
    world.user(user).ok_or_else(known::unknown_member)?;
    let found = world.roles.iter().find(|r| r.id == role).ok_or_else(known::unknown_role)?;
    if found.managed || found.id == GUILD {
        return Err(known::missing_permissions());
    }
    let mut held = world.held_roles.get(&user).cloned().unwrap_or_default();
    held.retain(|r| *r != role);
    if on {
        held.push(role);
    }
    world.set_roles(user, held);
    nothing()
}

pub fn roles(call: &Call) -> Answer {
    ours(call)?;
    let world = call.server.world();
    ok(Value::from(world.roles.iter().map(Role::json).collect::<Vec<_>>()))
}

pub fn role(call: &Call) -> Answer {
    ours(call)?;
    let id = call.id(1)?;
    let world = call.server.world();
    let role = world.roles.iter().find(|r| r.id == id).ok_or_else(known::unknown_role)?;
    ok(role.json())
}
