//! Who gives a command, from what Discord says of them.

use poise::serenity_prelude as serenity;

use crate::table::Actor;

/// The acting user; a moderator if they hold the configured role.
pub fn actor(
    cache: &serenity::Cache,
    role: Option<&str>,
    user: &serenity::User,
    member: Option<&serenity::Member>,
) -> Actor {
    let name = match member {
        Some(member) => member.display_name(),
        None => user.global_name.as_deref().unwrap_or(&user.name),
    };
    let actor = Actor::new(user.id.to_string(), name);
    match (role, member) {
        (Some(role), Some(member)) if holds(cache, role, member) => actor.moderator(),
        _ => actor,
    }
}

fn holds(cache: &serenity::Cache, role: &str, member: &serenity::Member) -> bool {
    if member.roles.iter().any(|held| held.to_string() == role) {
        return true;
    }
    let Some(guild) = cache.guild(member.guild_id) else { return false };
    let named = |held: &serenity::RoleId| {
        guild.roles.get(held).is_some_and(|known| known.name.eq_ignore_ascii_case(role))
    };
    member.roles.iter().any(named)
}
