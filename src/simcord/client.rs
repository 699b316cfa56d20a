//! What the page talks to: a socket that tells it what happens, and small JSON posts for what its user does.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::acts::Actor;
use super::ids;
use super::model::*;
use super::pages::{Page, frame};
use super::server::{Server, stopped};
use super::world::{GUILD, GUILD_NAME, World};

/// How many messages of a channel a page gets at once.
const PAGE: usize = 100;

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/client/ws", get(open))
        .route("/client/history", get(history))
        .route("/client/message", post(message))
        .route("/client/command", post(command))
        .route("/client/autocomplete", post(autocomplete))
        .route("/client/component", post(component))
        .route("/client/modal", post(modal))
        .route("/client/dismiss", post(dismiss))
        .route("/client/read", post(read))
        .route("/client/settings", post(settings))
        .route("/client/channel", post(channel))
}

#[derive(Deserialize)]
struct Who {
    user: Option<String>,
}

async fn open(
    State(server): State<Arc<Server>>,
    Query(who): Query<Who>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "Only the server's own page may listen.").into_response();
    }
    let user = {
        let world = server.world();
        let asked = who.user.and_then(|u| u.parse().ok());
        match asked {
            Some(id) if world.users.iter().any(|u| u.id == id) => id,
            None => world.owner(),
            Some(_) => return refuse("There is no such user."),
        }
    };
    upgrade.on_upgrade(move |socket| serve(server, socket, user))
}

/// Browsers let any website open a socket to this machine, but say whose page it is.
fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|v| v.to_str().ok());
    let origin = text(header::ORIGIN).map(|o| o.split("://").nth(1).unwrap_or(o));
    origin.is_none_or(|o| Some(o) == text(header::HOST))
}

async fn serve(server: Arc<Server>, socket: WebSocket, user: u64) {
    let (out, mut inbox) = unbounded_channel::<Utf8Bytes>();
    {
        // Joining and the first picture under one lock: nothing is missed and nothing comes twice.
        let mut world = server.world();
        let _ = out.send(frame("READY", &ready(&world, user)));
        world.pages.join(Page { user, out: out.clone() });
    }
    let (mut sink, mut source) = socket.split();
    let mut closing = server.closing.subscribe();
    loop {
        tokio::select! {
            text = inbox.recv() => {
                let Some(text) = text else { break };
                if sink.send(Frame::Text(text)).await.is_err() {
                    break;
                }
            }
            heard = source.next() => match heard {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
            () = stopped(&mut closing) => break,
        }
    }
    server.world().pages.leave(&out);
}

/// All that a page shows at first.
fn ready(world: &World, user: u64) -> Value {
    let channels: Vec<&Channel> =
        world.channels.values().filter(|c| world.sees_channel(user, c.id)).collect();
    let messages: Map<String, Value> = channels
        .iter()
        .map(|c| (c.id.to_string(), latest(world, user, c.id, u64::MAX).into()))
        .collect();
    let mut unread = Map::new();
    for ((reader, channel), count) in &world.unread {
        let of = unread.entry(reader.to_string()).or_insert_with(|| json!({}));
        of[channel.to_string()] = (*count).into();
    }
    let settings: Map<String, Value> = world
        .users
        .iter()
        .map(|u| (u.id.to_string(), json!({"closed_dms": world.closed_dms.contains(&u.id)})))
        .collect();
    let people = world.users.iter().chain([&world.bot]);
    json!({
        "me": world.user(user).map(User::page_json), "bot": world.bot.page_json(),
        "users": world.users.iter().map(User::page_json).collect::<Vec<_>>(),
        "guild": {
            "id": GUILD.to_string(), "name": GUILD_NAME, "owner_id": world.owner().to_string(),
            "roles": world.roles.iter().map(Role::json).collect::<Vec<_>>(),
        },
        "members": people.map(|u| world.page_member(u.id)).collect::<Vec<_>>(),
        "channels": channels.iter().map(|c| world.page_channel(c)).collect::<Vec<_>>(),
        "messages": messages, "commands": world.commands(), "unread": unread, "settings": settings,
        "bot_online": world.sessions.online(),
    })
}

/// The last messages before an id that this user sees, oldest first.
fn latest(world: &World, user: u64, channel: u64, before: u64) -> Vec<Value> {
    let all = world.messages.get(&channel).into_iter().flat_map(|m| m.range(..before).rev());
    let seen = all.map(|(_, m)| m).filter(|m| world.sees(user, m)).take(PAGE);
    let mut list: Vec<Value> = seen.map(|m| world.message_json(m, "")).collect();
    list.reverse();
    list
}

#[derive(Deserialize)]
struct History {
    user: String,
    channel: String,
    before: Option<String>,
}

async fn history(State(server): State<Arc<Server>>, Query(asked): Query<History>) -> Response {
    let world = server.world();
    let (Ok(user), Ok(channel)) = (asked.user.parse(), asked.channel.parse()) else {
        return refuse("user and channel are ids");
    };
    let before = asked.before.and_then(|b| b.parse().ok()).unwrap_or(u64::MAX);
    Json(json!({"messages": latest(&world, user, channel, before)})).into_response()
}

fn refuse(why: impl Into<String>) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({"error": why.into()}))).into_response()
}

/// The answer to a post: the interaction's or message's id along with `ok`.
fn done(result: Result<u64, String>) -> Response {
    match result {
        Ok(id) => Json(json!({"ok": true, "id": id.to_string()})).into_response(),
        Err(why) => refuse(why),
    }
}

fn id(body: &Value, key: &str) -> Result<u64, String> {
    ids::read(&body[key]).ok_or_else(|| format!("{key} is missing or not an id"))
}

fn actor(body: &Value) -> Result<Actor, String> {
    let nonce = body["nonce"].as_str().map(str::to_string);
    Ok(Actor { user: id(body, "user")?, channel: id(body, "channel")?, nonce })
}

fn text<'a>(body: &'a Value, key: &str) -> Result<&'a str, String> {
    body[key].as_str().ok_or_else(|| format!("{key} is missing"))
}

async fn message(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    done(actor(&body).and_then(|actor| server.write(&actor, text(&body, "content")?)))
}

fn slash(server: &Arc<Server>, body: &Value, typing: bool) -> Result<u64, String> {
    let options = body["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    server.use_command(&actor(body)?, text(body, "command_id")?, options, typing)
}

async fn command(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    done(slash(&server, &body, false))
}

async fn autocomplete(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    done(slash(&server, &body, true))
}

async fn component(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let values = body["values"].as_array().into_iter().flatten();
        let values: Vec<String> = values.filter_map(|v| v.as_str().map(str::to_string)).collect();
        server.use_component(
            &actor(&body)?,
            id(&body, "message")?,
            text(&body, "custom_id")?,
            &values,
        )
    };
    done(act())
}

async fn modal(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let fields = body["fields"].as_object().ok_or("fields is missing")?;
        server.submit_modal(&actor(&body)?, id(&body, "modal_id")?, fields)
    };
    done(act())
}

async fn dismiss(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let message = id(&body, "message")?;
        server.dismiss(id(&body, "user")?, message).map(|()| message)
    };
    done(act())
}

async fn read(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let actor = actor(&body)?;
        let mut world = server.world();
        let last = world.messages.get(&actor.channel).and_then(|m| m.keys().next_back().copied());
        world.mark_read(actor.user, actor.channel, last.unwrap_or(0));
        Ok(actor.channel)
    };
    done(act())
}

async fn settings(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let user = id(&body, "user")?;
        let closed = body["closed_dms"].as_bool().ok_or("closed_dms is missing")?;
        let mut world = server.world();
        world.users.iter().find(|u| u.id == user).ok_or("There is no such user.")?;
        world.set_closed_dms(user, closed);
        Ok(user)
    };
    done(act())
}

async fn channel(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Response {
    let act = || {
        let name = text(&body, "name")?.trim();
        if !(1..=100).contains(&name.chars().count()) {
            return Err("A channel's name has 1 to 100 characters.".into());
        }
        let mut world = server.world();
        let made = world.create_channel(name, TEXT, None);
        if world.channels.get(&made).is_none_or(|c| c.name.is_empty()) {
            world.delete_channel(made);
            return Err("A channel's name needs a letter or a digit.".into());
        }
        Ok(made)
    };
    done(act())
}
