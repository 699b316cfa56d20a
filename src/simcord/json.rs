//! Discord's objects as JSON, for the bot, and the few forms that only the page gets.

use serde_json::{Value, json};

use super::ids;
use super::model::*;
use super::world::{BOT, GUILD, GUILD_NAME, World};

impl World {
    /// A guild member, with its user.
    pub fn member_json(&self, user: u64) -> Value {
        let user_json = self.user(user).map_or(Value::Null, User::json);
        let roles: Vec<String> =
            self.held_roles.get(&user).into_iter().flatten().map(u64::to_string).collect();
        json!({
            "user": user_json, "roles": roles, "nick": null, "avatar": null, "banner": null,
            "joined_at": ids::iso(ids::made(user)), "premium_since": null, "deaf": false, "mute": false,
            "flags": 0, "pending": false, "communication_disabled_until": null,
        })
    }

    /// A member as it comes with an interaction: with the permissions.
    pub fn acting_member(&self, user: u64) -> Value {
        let mut member = self.member_json(user);
        member["permissions"] = self.permissions(user).to_string().into();
        member
    }

    pub fn channel_json(&self, channel: &Channel) -> Value {
        let last =
            self.messages.get(&channel.id).and_then(|m| m.keys().next_back()).map(u64::to_string);
        if channel.kind == DIRECT {
            let recipient = channel.recipient.and_then(|u| self.user(u)).map(User::json);
            return json!({
                "id": channel.id.to_string(), "type": DIRECT, "last_message_id": last,
                "recipients": recipient.into_iter().collect::<Vec<_>>(), "flags": 0,
            });
        }
        let mut out = json!({
            "id": channel.id.to_string(), "type": channel.kind, "guild_id": GUILD.to_string(),
            "name": channel.name, "topic": channel.topic, "position": channel.position,
            "parent_id": channel.parent.map(|p| p.to_string()), "permission_overwrites": [],
            "nsfw": false, "last_message_id": last, "rate_limit_per_user": 0, "flags": 0,
        });
        if channel.kind == THREAD {
            out["owner_id"] = BOT.to_string().into();
            out["message_count"] = self.messages.get(&channel.id).map_or(0, |m| m.len()).into();
            out["member_count"] = 1.into();
            out["total_message_sent"] = out["message_count"].clone();
            out["thread_metadata"] = json!({
                "archived": channel.archived, "auto_archive_duration": 4320, "locked": false,
                "archive_timestamp": ids::iso(ids::made(channel.id)),
                "create_timestamp": ids::iso(ids::made(channel.id)),
            });
        }
        out
    }

    /// A channel inside an interaction or a resolved option.
    pub fn partial_channel(&self, channel: &Channel, user: u64) -> Value {
        let mut out = self.channel_json(channel);
        let permissions =
            if channel.kind == DIRECT { permission::EVERYONE } else { self.permissions(user) };
        out["permissions"] = permissions.to_string().into();
        out
    }

    pub fn guild_json(&self) -> Value {
        const UNSET: [&str; 17] = [
            "icon",
            "splash",
            "discovery_splash",
            "banner",
            "description",
            "application_id",
            "afk_channel_id",
            "system_channel_id",
            "widget_channel_id",
            "max_presences",
            "vanity_url_code",
            "rules_channel_id",
            "safety_alerts_channel_id",
            "public_updates_channel_id",
            "incidents_data",
            "home_header",
            "hub_type",
        ];
        let mut guild = json!({
            "id": GUILD.to_string(), "name": GUILD_NAME, "owner_id": self.owner().to_string(),
            "region": "deprecated", "afk_timeout": 300, "system_channel_flags": 0, "widget_enabled": false,
            "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
            "explicit_content_filter": 0, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": "en-US", "premium_progress_bar_enabled": false, "nsfw": false,
            "nsfw_level": 0, "emojis": [], "stickers": [], "features": [],
            "roles": self.roles.iter().map(Role::json).collect::<Vec<_>>(),
        });
        for key in UNSET {
            guild[key] = Value::Null;
        }
        guild
    }

    /// What GUILD_CREATE carries: all members only for a bot with that intent.
    pub fn guild_create(&self, with_members: bool) -> Value {
        let mut guild = self.guild_json();
        let people = self.users.iter().map(|u| u.id).filter(|_| with_members);
        let members: Vec<Value> = people.chain([BOT]).map(|user| self.member_json(user)).collect();
        let of_kind = |kind: u8| {
            let list = self.channels.values().filter(|c| c.kind == kind && !c.archived);
            Value::from(list.map(|c| self.channel_json(c)).collect::<Vec<_>>())
        };
        guild["members"] = members.into();
        guild["member_count"] = (self.users.len() + 1).into();
        guild["channels"] = of_kind(TEXT);
        guild["threads"] = of_kind(THREAD);
        guild["joined_at"] = ids::iso(ids::made(BOT)).into();
        guild["large"] = false.into();
        guild["unavailable"] = false.into();
        for empty in [
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        ] {
            guild[empty] = json!([]);
        }
        guild
    }

    /// `base` begins the addresses of files: the server's own address for the bot, nothing for the page.
    pub fn message_json(&self, message: &Message, base: &str) -> Value {
        let mut out = self.plain_message(message, base);
        if let Some(reply_to) = message.reply_to {
            out["message_reference"] = json!({
                "type": 0, "message_id": reply_to.to_string(), "channel_id": message.channel.to_string(),
            });
            let target = self.message(message.channel, reply_to);
            out["referenced_message"] = target.map_or(Value::Null, |m| self.plain_message(m, base));
        }
        if let Some(origin) = &message.origin {
            let user = self.user(origin.user).map_or(Value::Null, User::json);
            let id = origin.id.to_string();
            if origin.kind == 2 {
                out["interaction"] =
                    json!({"id": id, "type": 2, "name": origin.name, "user": user});
            }
            out["interaction_metadata"] = json!({
                "id": id, "type": origin.kind, "user": user,
                "authorizing_integration_owners": {"0": GUILD.to_string()},
            });
            if origin.kind == 3 {
                out["interaction_metadata"]["interacted_message_id"] =
                    message.reply_to.unwrap_or(message.id).to_string().into();
            }
            if origin.kind == 5 {
                out["interaction_metadata"]["triggering_interaction_metadata"] = json!({
                    "id": id, "type": 2, "user": user,
                    "authorizing_integration_owners": {"0": GUILD.to_string()},
                });
            }
            out["application_id"] = BOT.to_string().into();
            out["webhook_id"] = BOT.to_string().into();
        }
        out
    }

    fn plain_message(&self, message: &Message, base: &str) -> Value {
        let ephemeral = message.only_for.is_some();
        let users = |list: &[u64]| {
            Value::from(
                list.iter().filter_map(|u| self.user(*u)).map(User::json).collect::<Vec<_>>(),
            )
        };
        let file = |a: &Attachment| a.json(base, message.channel, ephemeral);
        let (embeds, inside) = embeds_with_files(message, base);
        let attachments: Vec<Value> =
            message.attachments.iter().filter(|a| !inside.contains(&a.id)).map(file).collect();
        let reactions: Vec<Value> = message
            .reactions
            .iter()
            .map(|(emoji, by)| {
                json!({
                    "emoji": {"id": null, "name": emoji}, "count": by.len(), "me": by.contains(&BOT),
                    "me_burst": false, "burst_colors": [],
                    "count_details": {"burst": 0, "normal": by.len()},
                })
            })
            .collect();
        let mut out = json!({
            "id": message.id.to_string(), "channel_id": message.channel.to_string(),
            "author": self.user(message.author).map_or(Value::Null, User::json),
            "content": message.content, "timestamp": ids::iso(ids::made(message.id)),
            "edited_timestamp": message.edited.map(ids::iso), "tts": false,
            "mention_everyone": message.mention_everyone, "mentions": users(&message.mentions),
            "mention_roles": message.mention_roles.iter().map(u64::to_string).collect::<Vec<_>>(),
            "attachments": attachments, "embeds": embeds, "pinned": message.pinned,
            "type": message.kind, "flags": message.flags, "components": message.components,
        });
        if !reactions.is_empty() {
            out["reactions"] = reactions.into();
        }
        if let Some(nonce) = &message.nonce {
            out["nonce"] = nonce.clone();
        }
        out
    }

    // ---- forms for the page ----

    pub fn page_channel(&self, channel: &Channel) -> Value {
        let mut out = json!({
            "id": channel.id.to_string(), "name": channel.name, "type": channel.kind,
            "topic": channel.topic, "parent_id": channel.parent.map(|p| p.to_string()),
            "position": channel.position,
        });
        if let Some(user) = channel.recipient {
            out["name"] = self.bot.global_name.as_str().into();
            out["recipients"] = json!([user.to_string(), BOT.to_string()]);
        }
        out
    }

    pub fn page_member(&self, user: u64) -> Value {
        let roles: Vec<String> =
            self.held_roles.get(&user).into_iter().flatten().map(u64::to_string).collect();
        json!({"user_id": user.to_string(), "roles": roles, "permissions": self.permissions(user).to_string()})
    }
}

/// Embeds with `attachment://name` replaced by the file's address, and the files so used: Discord shows
/// those inside the embed and no longer beside it.
fn embeds_with_files(message: &Message, base: &str) -> (Vec<Value>, Vec<u64>) {
    let mut inside = Vec::new();
    let mut embeds = message.embeds.clone();
    for embed in &mut embeds {
        for part in ["image", "thumbnail", "author", "footer"] {
            let key = if matches!(part, "image" | "thumbnail") { "url" } else { "icon_url" };
            let Some(name) =
                embed[part][key].as_str().and_then(|u| u.strip_prefix("attachment://"))
            else {
                continue;
            };
            let Some(file) = message.attachments.iter().find(|a| a.filename == name) else {
                continue;
            };
            embed[part][key] = file.url(base, message.channel).into();
            if let (Some(width), Some(height)) = (file.width, file.height) {
                embed[part]["width"] = width.into();
                embed[part]["height"] = height.into();
            }
            inside.push(file.id);
        }
        if embed["type"].is_null() {
            embed["type"] = "rich".into();
        }
    }
    embeds.iter_mut().for_each(without_nulls);
    (embeds, inside)
}
