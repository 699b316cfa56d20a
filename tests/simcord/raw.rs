//! REST and gateway without a library: codes, nested errors, sessions, what survives a restart.

use custodian::simcord::{Options, Simcord};
use serde_json::{Value, json};

use super::wire::{Socket, http, rest};
use super::{SOON, bot, openapi, server};

fn pax(simcord: &Simcord, rest: &str) -> String {
    format!("/channels/{}{rest}", simcord.channel_id("pax").unwrap())
}

#[tokio::test]
async fn requests_need_the_token_and_a_known_path() {
    let simcord = server().await;
    let url = format!("{}/api/v10/users/@me", simcord.url());
    assert_eq!(http("GET", &url, &[], b"").await.status, 401);
    assert_eq!(http("GET", &url, &[("Authorization", "Bot wrong")], b"").await.status, 401);
    assert_eq!(rest(&simcord, "GET", "/users/@me", Value::Null).await.json()["bot"], true);
    assert_eq!(rest(&simcord, "GET", "/users/@me/nothing", Value::Null).await.status, 404);
    assert_eq!(rest(&simcord, "DELETE", "/users/@me", Value::Null).await.status, 405);
}

#[tokio::test]
async fn refusals_carry_discords_codes() {
    let simcord = server().await;
    let guild = simcord.guild_id();
    for (method, path, body, status, code) in [
        ("GET", "/channels/1".to_string(), Value::Null, 404, 10003),
        ("POST", "/channels/1/messages".into(), json!({"content": "x"}), 404, 10003),
        ("GET", pax(&simcord, "/messages/1"), Value::Null, 404, 10008),
        ("PATCH", pax(&simcord, "/messages/1"), json!({"content": "x"}), 404, 10008),
        ("POST", pax(&simcord, "/messages"), json!({}), 400, 50006),
        ("POST", pax(&simcord, "/messages"), json!({"content": "x".repeat(2001)}), 400, 50035),
        ("GET", "/users/1".into(), Value::Null, 404, 10013),
        ("GET", "/guilds/1".into(), Value::Null, 404, 10004),
        ("GET", format!("/guilds/{guild}/members/1"), Value::Null, 404, 10007),
        ("GET", format!("/guilds/{guild}/roles/1"), Value::Null, 404, 10011),
        ("POST", "/interactions/1/abc/callback".into(), json!({"type": 5}), 404, 10062),
        (
            "POST",
            format!("/webhooks/{}/abc", simcord.bot_id()),
            json!({"content": "x"}),
            404,
            10015,
        ),
    ] {
        let answer = rest(&simcord, method, &path, body).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (status, &json!(code)),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn a_form_that_does_not_fit_is_explained_where_it_does_not() {
    let simcord = Simcord::start(Options::default()).await.unwrap();
    let button = |id: &str| json!({"type": 2, "style": 1, "label": "x", "custom_id": id});
    let rows = json!([{"type": 1, "components": [button("a"), button("a")]}]);
    let body = json!({"content": "x".repeat(2001), "components": rows});
    let errors =
        rest(&simcord, "POST", &pax(&simcord, "/messages"), body).await.json()["errors"].clone();
    assert_eq!(errors["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let twin = &errors["components"]["0"]["components"]["1"]["custom_id"]["_errors"][0]["code"];
    assert_eq!(twin, "COMPONENT_CUSTOM_ID_DUPLICATED");
}

#[tokio::test]
async fn the_extra_check_refuses_in_the_same_form() {
    if openapi::official().is_none() {
        return;
    }
    let simcord = server().await;
    let body = json!({"content": "x", "contnet": "y"});
    let answer = rest(&simcord, "POST", &pax(&simcord, "/messages"), body).await;
    assert_eq!((answer.status, &answer.json()["code"]), (400, &json!(50035)));
    assert!(answer.json()["errors"]["contnet"]["_errors"][0]["message"].is_string());
}

#[tokio::test]
async fn a_message_of_another_user_can_be_deleted_but_not_edited() {
    let simcord = server().await;
    let id = simcord.person("Mira").say("#pax", "hello").unwrap();
    let path = pax(&simcord, &format!("/messages/{id}"));
    assert_eq!(rest(&simcord, "PATCH", &path, json!({"content": "x"})).await.json()["code"], 50005);
    assert_eq!(rest(&simcord, "DELETE", &path, Value::Null).await.status, 204);
    assert!(simcord.person("Mira").messages("#pax").is_empty());
}

#[tokio::test]
async fn a_reply_points_at_its_message_and_an_unknown_one_is_refused() {
    let simcord = server().await;
    let id = simcord.person("Mira").say("#pax", "question").unwrap();
    let path = pax(&simcord, "/messages");
    let body =
        |id: u64| json!({"content": "answer", "message_reference": {"message_id": id.to_string()}});
    let reply = rest(&simcord, "POST", &path, body(id)).await.json();
    assert_eq!(
        (&reply["type"], &reply["referenced_message"]["content"]),
        (&json!(19), &json!("question"))
    );
    assert_eq!(reply["mentions"][0]["global_name"], "Mira");
    let refused = rest(&simcord, "POST", &path, body(7)).await.json();
    assert_eq!(
        refused["errors"]["message_reference"]["_errors"][0]["code"],
        "REPLIES_UNKNOWN_MESSAGE"
    );
}

#[tokio::test]
async fn a_nonce_is_remembered_as_text_or_number_and_only_when_enforced() {
    let simcord = server().await;
    let path = pax(&simcord, "/messages");
    let send = |nonce: Value, enforce: bool| {
        let body = json!({"content": "x", "nonce": nonce, "enforce_nonce": enforce});
        let (simcord, path) = (&simcord, &path);
        async move { rest(simcord, "POST", path, body).await.json()["id"].clone() }
    };
    let first = send(json!("17"), true).await;
    assert_eq!(send(json!("17"), true).await, first);
    assert_eq!(send(json!(17), true).await, first);
    assert_ne!(send(json!("17"), false).await, first);
    assert_ne!(send(json!("18"), true).await, first);
}

/// A file goes up as multipart; `attachments` in an edit says which stay.
#[tokio::test]
async fn files_are_kept_replaced_and_removed_by_an_edit() {
    let simcord = server().await;
    let upload = |method: &'static str, path: String, payload: Value, name: &'static str| {
        let token = format!("Bot {}", simcord.token());
        let url = format!("{}/api/v10{path}", simcord.url());
        async move {
            let body = format!(
                "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{payload}\r\n\
                 --b\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"{name}\"\r\n\r\nDATA\r\n--b--\r\n"
            );
            let headers = [
                ("Authorization", token.as_str()),
                ("Content-Type", "multipart/form-data; boundary=b"),
            ];
            http(method, &url, &headers, body.as_bytes()).await.json()
        }
    };
    let names = |message: &Value| {
        let list = message["attachments"].as_array().unwrap().iter();
        list.map(|a| a["filename"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let payload = json!({"attachments": [{"id": 0, "description": "a note"}]});
    let made = upload("POST", pax(&simcord, "/messages"), payload, "one.txt").await;
    assert_eq!(names(&made), ["one.txt"]);
    assert_eq!(made["attachments"][0]["description"], "a note");
    let path = pax(&simcord, &format!("/messages/{}", made["id"].as_str().unwrap()));
    let both = upload("PATCH", path.clone(), json!({"content": "two"}), "two.txt").await;
    assert_eq!(names(&both), ["one.txt", "two.txt"]);
    let keep = json!({"attachments": [{"id": both["attachments"][1]["id"]}]});
    let kept = rest(&simcord, "PATCH", &path, keep).await.json();
    assert_eq!(names(&kept), ["two.txt"]);
    let file = http("GET", kept["attachments"][0]["url"].as_str().unwrap(), &[], b"").await;
    assert_eq!(
        (file.body.as_slice(), file.header("content-type")),
        (&b"DATA"[..], Some("text/plain; charset=utf-8"))
    );
    let gone = http("GET", both["attachments"][0]["url"].as_str().unwrap(), &[], b"").await;
    assert_eq!(gone.status, 404);
}

// ---- gateway ----

async fn identified(simcord: &Simcord, intents: u64) -> (Socket, String) {
    let mut socket = Socket::open(simcord, "/gateway?v=10&encoding=json").await;
    assert_eq!(socket.next().await.unwrap()["op"], 10);
    let d = json!({"token": format!("Bot {}", simcord.token()), "intents": intents, "properties": {}, "compress": true});
    socket.send(json!({"op": 2, "d": d})).await;
    let ready = socket.event("READY").await;
    (socket, ready["session_id"].as_str().unwrap().to_string())
}

#[tokio::test]
async fn the_gateway_greets_acknowledges_heartbeats_and_shows_the_guild() {
    let simcord = server().await;
    let (mut socket, _) = identified(&simcord, 1).await;
    let guild = socket.event("GUILD_CREATE").await;
    assert_eq!(
        (guild["channels"].as_array().unwrap().len(), guild["members"].as_array().unwrap().len()),
        (4, 1)
    );
    socket.send(json!({"op": 1, "d": 2})).await;
    assert_eq!(socket.next().await.unwrap()["op"], 11);
    let (mut knows_all, _) = identified(&simcord, 3).await;
    assert_eq!(knows_all.event("GUILD_CREATE").await["members"].as_array().unwrap().len(), 9);
}

#[tokio::test]
async fn wrong_tokens_intents_and_opcodes_close_with_their_codes() {
    let simcord = server().await;
    let token = simcord.token().to_string();
    simcord.faults().refuse_privileged_intents(true);
    for (payload, code) in [
        (json!({"op": 2, "d": {"token": "Bot wrong", "intents": 1}}), 4004),
        (json!({"op": 2, "d": {"token": token, "intents": 1_u64 << 40}}), 4013),
        (json!({"op": 2, "d": {"token": token, "intents": 1 << 15}}), 4014),
        (json!({"op": 3, "d": {}}), 4003),
        (json!("nonsense"), 4003),
    ] {
        let mut socket = Socket::open(&simcord, "/gateway").await;
        socket.next().await.unwrap();
        socket.send(payload.clone()).await;
        assert!(socket.next().await.is_none());
        assert_eq!(socket.closed, Some(code), "{payload}");
    }
}

#[tokio::test]
async fn what_users_write_is_blank_without_the_content_intent() {
    let simcord = server().await;
    let (mut blind, _) = identified(&simcord, 1 | 1 << 9).await;
    let (mut seeing, _) = identified(&simcord, 1 | 1 << 9 | 1 << 15).await;
    let (mut deaf, _) = identified(&simcord, 1).await;
    let mira = simcord.person("Mira");
    mira.say("#pax", "a word").unwrap();
    assert_eq!(blind.event("MESSAGE_CREATE").await["content"], "");
    assert_eq!(seeing.event("MESSAGE_CREATE").await["content"], "a word");
    mira.say("#pax", &format!("<@{}> hello", simcord.bot_id())).unwrap();
    assert!(blind.event("MESSAGE_CREATE").await["content"].as_str().unwrap().ends_with("hello"));
    deaf.event("GUILD_CREATE").await;
    assert!(deaf.next().await.is_none());
}

#[tokio::test]
async fn a_resumed_session_gets_what_it_missed() {
    let simcord = server().await;
    let (mut socket, session) = identified(&simcord, 1 | 1 << 9).await;
    socket.event("GUILD_CREATE").await;
    drop(socket);
    simcord.person("Mira").say("#pax", "missed").unwrap();
    let resume = |session: String, seq: u64| json!({"op": 6, "d": {"token": simcord.token(), "session_id": session, "seq": seq}});
    let mut again = Socket::open(&simcord, "/gateway").await;
    again.next().await.unwrap();
    again.send(resume(session.clone(), 2)).await;
    let missed = again.next().await.unwrap();
    assert_eq!((&missed["t"], &missed["s"]), (&json!("MESSAGE_CREATE"), &json!(3)));
    assert_eq!(again.next().await.unwrap()["t"], "RESUMED");
    let mut stranger = Socket::open(&simcord, "/gateway").await;
    stranger.next().await.unwrap();
    stranger.send(resume("other".into(), 2)).await;
    assert_eq!(stranger.next().await.unwrap(), json!({"op": 9, "d": false}));
    drop(session);
}

// ---- what survives ----

#[tokio::test]
async fn everything_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options { data: Some(folder.path().into()), ..Options::default() };
    let simcord = Simcord::start(options()).await.unwrap();
    let running = bot::start(&simcord, poise::serenity_prelude::GatewayIntents::GUILDS).await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    mira.slash("#pax", "/picture").await.unwrap();
    mira.slash("#pax", "/hidden").await.unwrap();
    mira.slash("#pax", "/whisper").await.unwrap();
    simcord.create_channel("Second Room");
    simcord.faults().delete_channel("table-4");
    simcord.faults().close_dms("Jon", true);
    simcord.set_role("Jon", "Moderator", true);
    let body = json!({"content": "x", "nonce": "n1", "enforce_nonce": true});
    let first =
        rest(&simcord, "POST", &pax(&simcord, "/messages"), body.clone()).await.json()["id"]
            .clone();
    let (before, unread) = (texts(&mira, "#pax"), jon.unread("#pax"));
    // Neither the bot nor the server says goodbye, and the last line is torn.
    drop((running, mira, jon));
    std::mem::forget(simcord);
    let file = folder.path().join("simcord.jsonl");
    let torn = std::fs::OpenOptions::new().append(true).open(&file).unwrap();
    std::io::Write::write_all(&mut &torn, b"{\"message\":{\"id\":1").unwrap();

    let again = Simcord::start(options()).await.unwrap();
    let (mira, jon) = (again.person("Mira"), again.person("Jon"));
    assert_eq!(texts(&mira, "#pax"), before);
    assert_eq!(jon.unread("#pax"), unread);
    assert_eq!(mira.messages("#pax")[0].attachments[0].bytes(), bot::PIXEL);
    assert_eq!(mira.dms().len(), 1);
    assert!(again.channel_id("second-room").is_some() && again.channel_id("table-4").is_none());
    assert_eq!(again.commands().len(), 20);
    assert_eq!(rest(&again, "POST", &pax(&again, "/messages"), body).await.json()["id"], first);
    // A third start after more changes finds them too: the torn line did not swallow what came after it.
    mira.say("#pax", "after the kill").unwrap();
    again.stop().await;
    let third = Simcord::start(options()).await.unwrap();
    assert_eq!(
        texts(&third.person("Mira"), "#pax").last().map(String::as_str),
        Some("false after the kill")
    );
    let _bot = bot::start(&third, poise::serenity_prelude::GatewayIntents::GUILDS).await;
    assert_eq!(
        third.person("Jon").slash("#pax", "/whisper").await.unwrap().content,
        "your messages are closed"
    );
}

fn texts(person: &custodian::simcord::Person, channel: &str) -> Vec<String> {
    person.messages(channel).into_iter().map(|p| format!("{} {}", p.ephemeral, p.content)).collect()
}

// ---- the description and the documentation ----

/// The server's answers fit Discord's description too.
#[tokio::test]
async fn answers_fit_the_official_description() {
    let Some(official) = openapi::official() else {
        return;
    };
    let simcord = server().await;
    let _bot = bot::start(&simcord, poise::serenity_prelude::GatewayIntents::GUILDS).await;
    let mira = simcord.person("Mira");
    for line in ["/picture", "/menu", "/thread", "/counter"] {
        mira.slash("#pax", line).await.unwrap();
    }
    let counter =
        mira.wait_message("#pax", SOON, |p| p.content.starts_with("Pressed")).await.unwrap().id;
    let (guild, bot, user) = (simcord.guild_id(), simcord.bot_id(), mira.id());
    let reply =
        json!({"content": "<@1> hi", "message_reference": {"message_id": counter.to_string()}});
    let mut wrong = Vec::new();
    for (method, template, path, body) in [
        ("GET", "/gateway/bot", "/gateway/bot".to_string(), Value::Null),
        ("GET", "/users/@me", "/users/@me".into(), Value::Null),
        ("GET", "/users/{user_id}", format!("/users/{user}"), Value::Null),
        ("GET", "/users/@me/guilds", "/users/@me/guilds".into(), Value::Null),
        ("GET", "/applications/@me", "/applications/@me".into(), Value::Null),
        (
            "POST",
            "/users/@me/channels",
            "/users/@me/channels".into(),
            json!({"recipient_id": user.to_string()}),
        ),
        ("GET", "/guilds/{guild_id}", format!("/guilds/{guild}"), Value::Null),
        ("GET", "/guilds/{guild_id}/channels", format!("/guilds/{guild}/channels"), Value::Null),
        (
            "GET",
            "/guilds/{guild_id}/members",
            format!("/guilds/{guild}/members?limit=100"),
            Value::Null,
        ),
        (
            "GET",
            "/guilds/{guild_id}/members/{user_id}",
            format!("/guilds/{guild}/members/{user}"),
            Value::Null,
        ),
        ("GET", "/guilds/{guild_id}/roles", format!("/guilds/{guild}/roles"), Value::Null),
        (
            "GET",
            "/guilds/{guild_id}/threads/active",
            format!("/guilds/{guild}/threads/active"),
            Value::Null,
        ),
        ("GET", "/channels/{channel_id}", pax(&simcord, ""), Value::Null),
        ("GET", "/channels/{channel_id}/messages", pax(&simcord, "/messages"), Value::Null),
        ("POST", "/channels/{channel_id}/messages", pax(&simcord, "/messages"), reply),
        (
            "GET",
            "/channels/{channel_id}/messages/{message_id}",
            pax(&simcord, &format!("/messages/{counter}")),
            Value::Null,
        ),
        (
            "GET",
            "/channels/{channel_id}/messages/pins",
            pax(&simcord, "/messages/pins"),
            Value::Null,
        ),
        (
            "GET",
            "/applications/{application_id}/commands",
            format!("/applications/{bot}/commands"),
            Value::Null,
        ),
    ] {
        let answer = rest(&simcord, method, &path, body).await;
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.json());
        let complaints = official.answer_complaints(method, template, "200", &answer.json());
        wrong.extend(complaints.into_iter().map(|c| format!("{method} {template}: {c}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Operations that Discord still answers but has left out of its description.
const UNDESCRIBED: [&str; 0] = [];

#[test]
fn every_operation_is_one_of_discords() {
    let Some(official) = openapi::official() else {
        return;
    };
    for (method, template) in Simcord::operations() {
        let known = official.operation(&method.to_lowercase(), template).is_some()
            || UNDESCRIBED.contains(&template);
        assert!(known, "Discord has no {method} {template}");
    }
}

#[test]
fn the_parity_table_lists_exactly_the_operations() {
    let text = include_str!("../../docs/simcord.md");
    let mut listed = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(|c| c.trim().trim_matches('`')).collect();
        if let [_, method, template, _, _] = cells[..]
            && template.starts_with('/')
        {
            listed.push((method, template));
        }
    }
    for operation in Simcord::operations() {
        assert!(listed.contains(&operation), "docs/simcord.md does not list {operation:?}");
    }
    for row in &listed {
        assert!(
            Simcord::operations().contains(row),
            "docs/simcord.md lists {row:?}, which is not there"
        );
    }
}
