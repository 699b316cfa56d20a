//! The protocol between the server and its page.

use serde_json::{Value, json};

use super::wire::{Socket, http, post};
use super::{both, server};

/// Interaction states for this nonce until it is done or failed.
async fn states(socket: &mut Socket, nonce: &str) -> Vec<String> {
    let mut out = Vec::new();
    loop {
        let d = socket.event("INTERACTION").await;
        assert_eq!(d["nonce"], nonce);
        out.push(d["state"].as_str().unwrap().to_string());
        if out.last().is_some_and(|s| s != "acked") {
            return out;
        }
    }
}

#[tokio::test]
async fn the_page_and_its_files_are_served() {
    let simcord = server().await;
    let page = http("GET", &format!("{}/", simcord.url()), &[], b"").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let script = http("GET", &format!("{}/page/main.js", simcord.url()), &[], b"").await;
    assert_eq!(
        (script.status, script.header("content-type")),
        (200, Some("text/javascript; charset=utf-8"))
    );
    assert_eq!(
        http("GET", &format!("{}/page/../mod.rs", simcord.url()), &[], b"").await.status,
        404
    );
}

#[tokio::test]
async fn a_page_of_another_site_may_not_listen() {
    let simcord = server().await;
    let from = |origin: String| {
        let simcord = &simcord;
        async move { Socket::handshake(simcord, "/client/ws", &format!("Origin: {origin}\r\n")).await.1 }
    };
    assert!(from("https://evil.example".into()).await.starts_with("HTTP/1.1 403"));
    assert!(from(simcord.url()).await.starts_with("HTTP/1.1 101"));
}

#[tokio::test]
async fn ready_shows_everything_that_its_user_sees() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    mira.slash("#pax", "/hidden").await.unwrap();
    mira.slash("#pax", "/whisper").await.unwrap();
    let mut socket = Socket::open(&simcord, "/client/ws").await;
    let ready = socket.event("READY").await;
    assert_eq!((&ready["me"]["global_name"], &ready["bot_online"]), (&json!("Mira"), &json!(true)));
    assert_eq!(ready["users"].as_array().unwrap().len(), 8);
    assert_eq!(ready["commands"].as_array().unwrap().len(), 20);
    let kinds: Vec<u64> =
        ready["channels"].as_array().unwrap().iter().map(|c| c["type"].as_u64().unwrap()).collect();
    assert_eq!(
        (kinds.iter().filter(|k| **k == 0).count(), kinds.iter().filter(|k| **k == 1).count()),
        (4, 1)
    );
    let pax = simcord.channel_id("pax").unwrap().to_string();
    let shown = ready["messages"][&pax].as_array().unwrap();
    assert_eq!((shown.len(), shown[0]["flags"].as_u64().unwrap() & 64), (2, 64));
    assert_eq!(shown[0]["interaction"]["name"], "hidden");
    let mut other = Socket::open(&simcord, &format!("/client/ws?user={}", jon.id())).await;
    assert_eq!(other.event("READY").await["messages"][&pax], json!([]));
}

#[tokio::test]
async fn what_is_written_appears_and_counts_as_unread_for_the_others() {
    let simcord = server().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    let mut socket = Socket::open(&simcord, &format!("/client/ws?user={}", jon.id())).await;
    socket.event("READY").await;
    let pax = simcord.channel_id("pax").unwrap().to_string();
    let said = post(
        &simcord,
        "/client/message",
        json!({"user": mira.id().to_string(), "channel": pax, "content": "hello"}),
    )
    .await;
    assert_eq!((said.status, &said.json()["ok"]), (200, &json!(true)));
    let unread = socket.event("UNREAD").await;
    assert_eq!((&unread["user_id"], &unread["count"]), (&json!(jon.id().to_string()), &json!(1)));
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "hello");
    post(&simcord, "/client/read", json!({"user": jon.id().to_string(), "channel": pax})).await;
    assert_eq!(socket.event("UNREAD").await["count"], 0);
    let empty = post(
        &simcord,
        "/client/message",
        json!({"user": mira.id().to_string(), "channel": pax, "content": " "}),
    )
    .await;
    assert_eq!(empty.status, 400);
    assert!(empty.json()["error"].is_string());
}

#[tokio::test]
async fn commands_buttons_and_dialogs_go_through_the_page() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira").id().to_string();
    let pax = simcord.channel_id("pax").unwrap().to_string();
    let mut socket = Socket::open(&simcord, "/client/ws").await;
    let ready = socket.event("READY").await;
    let command = |name: &str| {
        let found = ready["commands"].as_array().unwrap().iter().find(|c| c["name"] == name);
        found.unwrap()["id"].clone()
    };
    let send = |path: &'static str, more: Value| {
        let mut body = json!({"user": mira, "channel": pax});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let simcord = &simcord;
        async move { post(simcord, path, body).await }
    };
    send("/client/command", json!({"command_id": command("slow"), "options": [], "nonce": "1"}))
        .await;
    assert_eq!(states(&mut socket, "1").await, ["acked", "done"]);

    let options = json!([{"name": "fruit", "type": 3, "value": "b", "focused": true}]);
    send(
        "/client/autocomplete",
        json!({"command_id": command("pick"), "options": options, "nonce": "2"}),
    )
    .await;
    let proposed = socket.event("AUTOCOMPLETE").await;
    assert_eq!(
        (&proposed["nonce"], &proposed["choices"][0]["value"]),
        (&json!("2"), &json!("banana"))
    );
    let incomplete = send(
        "/client/command",
        json!({"command_id": command("pick"), "options": [], "nonce": "3"}),
    )
    .await;
    assert_eq!(
        (incomplete.status, incomplete.json()["error"].as_str()),
        (400, Some("fruit is required"))
    );

    send("/client/command", json!({"command_id": command("counter"), "options": [], "nonce": "4"}))
        .await;
    let message = loop {
        let message = socket.event("MESSAGE_CREATE").await;
        if !message["components"].as_array().unwrap().is_empty() {
            break message;
        }
    };
    let press = json!({"message": message["id"], "custom_id": "count:0", "component_type": 2, "nonce": "5"});
    send("/client/component", press).await;
    loop {
        let update = socket.event("MESSAGE_UPDATE").await;
        if update["id"] == message["id"] {
            assert_eq!(update["content"], "Pressed 1 times");
            break;
        }
    }

    send("/client/command", json!({"command_id": command("ask"), "options": [], "nonce": "6"}))
        .await;
    let modal = socket.event("MODAL").await;
    assert_eq!((&modal["nonce"], &modal["title"]), (&json!("6"), &json!("Your guess")));
    let fields = json!({"number": "4", "why": ""});
    let filled = json!({"modal_id": modal["modal_id"], "custom_id": modal["custom_id"], "fields": fields, "nonce": "7"});
    assert_eq!(send("/client/modal", filled).await.status, 200);
    loop {
        if socket.event("MESSAGE_CREATE").await["content"] == "Heard 4" {
            break;
        }
    }
}

#[tokio::test]
async fn channels_settings_history_and_dismissals() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let user = mira.id().to_string();
    let mut socket = Socket::open(&simcord, "/client/ws").await;
    socket.event("READY").await;
    post(&simcord, "/client/channel", json!({"user": user, "name": "My Table"})).await;
    assert_eq!(socket.event("CHANNEL_CREATE").await["name"], "my-table");
    post(&simcord, "/client/settings", json!({"user": user, "closed_dms": true})).await;
    assert_eq!(mira.slash("#pax", "/whisper").await.unwrap().content, "your messages are closed");
    let private = mira.messages("#pax").pop().unwrap().id;
    let dismissed =
        post(&simcord, "/client/dismiss", json!({"user": user, "message": private.to_string()}))
            .await;
    assert_eq!(dismissed.status, 200);
    assert_eq!(socket.event("MESSAGE_DELETE").await["id"], private.to_string());
    let ids: Vec<u64> = (0..130).map(|n| mira.say("#my-table", &n.to_string()).unwrap()).collect();
    let channel = simcord.channel_id("my-table").unwrap();
    let url = format!(
        "{}/client/history?user={user}&channel={channel}&before={}",
        simcord.url(),
        ids[30]
    );
    let older = http("GET", &url, &[], b"").await.json();
    let texts: Vec<&str> = older["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["content"].as_str().unwrap())
        .collect();
    assert_eq!((texts.len(), texts[0], texts[29]), (30, "0", "29"));
}
