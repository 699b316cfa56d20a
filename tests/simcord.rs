//! An unmodified serenity and poise bot against the simulated Discord, every request of it checked against
//! Discord's own OpenAPI description.

#[path = "simcord/bot.rs"]
mod bot;
#[path = "simcord/faults.rs"]
mod faults;
#[path = "simcord/openapi.rs"]
mod openapi;
#[path = "simcord/page.rs"]
mod page;
#[path = "simcord/raw.rs"]
mod raw;
#[path = "simcord/wire.rs"]
mod wire;

use std::time::Duration;

use bot::Bot;
use custodian::simcord::{Options, Reply, Simcord};
use poise::serenity_prelude::GatewayIntents;

const SOON: Duration = Duration::from_secs(5);

async fn server() -> Simcord {
    Simcord::start(Options { hook: openapi::hook(), ..Options::default() })
        .await
        .expect("the server starts")
}

async fn both() -> (Simcord, Bot) {
    let simcord = server().await;
    let bot = bot::start(&simcord, GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES).await;
    (simcord, bot)
}

#[tokio::test]
async fn a_slash_command_is_answered_in_the_channel() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/ping").await.unwrap();
    assert_eq!((reply.content.as_str(), reply.ephemeral), ("pong 1", false));
    let seen = simcord.person("Jon").messages("#pax");
    assert_eq!(
        seen.last().map(|p| (p.content.as_str(), p.command.as_deref())),
        Some(("pong 1", Some("ping")))
    );
}

#[tokio::test]
async fn an_ephemeral_answer_is_seen_by_its_user_only_until_dismissed() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    let reply = mira.slash("#pax", "/hidden").await.unwrap();
    assert!(reply.ephemeral);
    assert_eq!((mira.messages("#pax").len(), jon.messages("#pax").len()), (1, 0));
    let id = reply.message.unwrap();
    assert!(jon.dismiss(id).is_err());
    mira.dismiss(id).unwrap();
    assert_eq!(mira.messages("#pax").len(), 0);
}

#[tokio::test]
async fn a_deferred_answer_is_filled_and_followed_up() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/slow").await.unwrap();
    assert_eq!(
        (reply.kind, reply.content.as_str(), reply.thinking),
        (Some(5), "done at last", false)
    );
    let reply = mira.wait_reply(&reply, SOON, |r| !r.followups.is_empty()).await.unwrap();
    assert_eq!(reply.followups[0].content, "and one more");
    assert_eq!(reply.followups[0].reply_to, reply.message);
    assert_eq!(mira.messages("#pax").len(), 2);
}

#[tokio::test]
async fn the_first_follow_up_keeps_the_visibility_of_the_deferral() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    assert!(mira.slash("#pax", "/secret").await.unwrap().ephemeral);
    assert_eq!(jon.messages("#pax").len(), 0);
    let leaked = mira.slash("#pax", "/leak").await.unwrap();
    assert!(!leaked.ephemeral, "the private answer after a public deferral is public");
    assert_eq!(jon.messages("#pax").last().unwrap().content, "meant to be private");
}

#[tokio::test]
async fn pictures_arrive_with_their_bytes_and_are_served() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/picture").await.unwrap();
    let names: Vec<&str> = reply.attachments.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["map.png", "hand.png"]);
    assert_eq!(reply.attachments[0].bytes(), bot::PIXEL);
    let answer = wire::http("GET", &reply.attachments[1].url, &[], b"").await;
    assert_eq!((answer.status, answer.body.as_slice()), (200, bot::PIXEL));
}

#[tokio::test]
async fn typed_options_reach_the_command_resolved() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let line = "/table create name:Pax Magnifica players:6 pace:Slow host:@Tomás channel:#table-2";
    let reply = mira.slash("#pax", line).await.unwrap();
    assert_eq!(reply.content, "Pax Magnifica for 6, Slow, led by Tomás in table-2");
    let command = simcord.person("Jon").messages("#pax").pop().unwrap().command;
    assert_eq!(command.as_deref(), Some("table create"));
    let refused = mira.slash("#pax", "/table create name:Pax players:9").await.unwrap_err();
    assert!(refused.0.contains("at most 8"), "{refused}");
}

#[tokio::test]
async fn autocomplete_proposes_for_the_last_option() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let choices = mira.autocomplete("#pax", "/pick fruit:ap").await.unwrap();
    let names: Vec<&str> = choices.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["apple", "apricot"]);
    let choices = mira.autocomplete("#pax", "/pick fruit:apple number:4").await.unwrap();
    assert_eq!(choices[0].value, 40);
    assert_eq!(mira.slash("#pax", "/pick fruit:kiwi number:2").await.unwrap().content, "2 kiwi");
}

#[tokio::test]
async fn a_button_updates_its_message_and_a_disabled_one_cannot_be_pressed() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    let message = mira.slash("#pax", "/counter").await.unwrap().message.unwrap();
    jon.click(message, "Press").await.unwrap();
    let reply = mira.click(message, "count:1").await.unwrap();
    assert_eq!((reply.kind, reply.content.as_str()), (Some(7), "Pressed 2 times"));
    assert!(mira.click(message, "Off").await.is_err());
    assert!(mira.click(message, "count:0").await.is_err(), "the old button is gone");
    let reply = jon.press("#pax", "Quiet").await.unwrap();
    assert_eq!((reply.kind, reply.content.as_str()), (Some(6), "quietly changed"));
}

#[tokio::test]
async fn a_button_waited_for_opens_a_dialog_that_is_answered() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let asked = mira.slash("#pax", "/guess").await.unwrap();
    // The bot's collector is set up a moment after the message; a press before that goes unheard.
    simcord.faults().acknowledge_within(Duration::from_millis(300));
    let modal = loop {
        if let Some(modal) = mira.click(asked.message.unwrap(), "Guess").await.unwrap().modal {
            break modal;
        }
    };
    assert_eq!((modal.title.as_str(), modal.inputs.len()), ("Your guess", 2));
    let refused = mira.submit_modal(&modal, &[("number", "12345")]).await.unwrap_err();
    assert!(refused.0.contains("1 to 2 characters"), "{refused}");
    mira.submit_modal(&modal, &[("number", "6"), ("why", "luck")]).await.unwrap();
    let said = mira.wait_message("#pax", SOON, |p| p.content.starts_with("Guessed")).await.unwrap();
    assert_eq!(said.content, "Guessed 6 because Some(\"luck\")");
    assert!(mira.submit_modal(&modal, &[("number", "6")]).await.is_err(), "a dialog is sent once");
}

#[tokio::test]
async fn a_command_may_open_a_dialog_first() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let modal = mira.slash("#pax", "/ask").await.unwrap().modal.unwrap();
    mira.submit_modal(&modal, &[("number", "3")]).await.unwrap();
    assert!(mira.wait_message("#pax", SOON, |p| p.content == "Heard 3").await.is_some());
}

#[tokio::test]
async fn select_menus_give_values_and_resolved_users() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let message = mira.slash("#pax", "/menu").await.unwrap().message.unwrap();
    assert_eq!(mira.select(message, "colors", &["r", "b"]).await.unwrap().content, "Chosen: r+b");
    let jon = simcord.person("Jon").id().to_string();
    assert_eq!(mira.select(message, "people", &[&jon]).await.unwrap().content, "Chosen: Jon");
    assert!(mira.select(message, "colors", &["r", "g", "b"]).await.is_err(), "two at most");
    assert!(mira.select(message, "colors", &["x"]).await.is_err());
}

#[tokio::test]
async fn direct_messages_arrive_unless_they_are_closed() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    assert_eq!(mira.slash("#pax", "/whisper").await.unwrap().content, "sent");
    assert_eq!(
        (mira.dms()[0].content.as_str(), mira.dms()[0].attachments[0].bytes().len()),
        ("psst", bot::PIXEL.len())
    );
    assert_eq!((jon.dms().len(), mira.unread("dm")), (0, 1));
    simcord.faults().close_dms("Mira", true);
    assert_eq!(mira.slash("#pax", "/whisper").await.unwrap().content, "your messages are closed");
    assert_eq!(mira.dms().len(), 1);
}

#[tokio::test]
async fn threads_reactions_and_pins_work() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/thread").await.unwrap();
    assert!(reply.content.ends_with("with 1 pin"), "{}", reply.content);
    let thread = reply.content.trim_start_matches("<#").split('>').next().unwrap().to_string();
    let first = mira.messages(&thread).into_iter().next().unwrap();
    assert_eq!((first.content.as_str(), first.pinned), ("Welcome", true));
}

#[tokio::test]
async fn messages_are_edited_deleted_and_listed() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/revise").await.unwrap();
    let reply = mira.wait_reply(&reply, SOON, |r: &Reply| r.content != "…").await.unwrap();
    assert_eq!(reply.content, "second, 9 members");
    let texts: Vec<String> = mira.messages("#pax").into_iter().map(|p| p.content).collect();
    assert_eq!(texts, ["second", "second, 9 members"]);
}

#[tokio::test]
async fn broken_limits_are_refused_with_the_places() {
    let simcord = Simcord::start(Options::default()).await.unwrap();
    let _bot = bot::start(&simcord, GatewayIntents::GUILDS).await;
    let reply = simcord.person("Mira").slash("#pax", "/broken").await.unwrap();
    assert!(reply.content.contains("Invalid Form Body"), "{}", reply.content);
    assert!(reply.content.contains("components.0.components.0.label"), "{}", reply.content);
    assert!(reply.content.contains("Must be 5 or fewer"), "{}", reply.content);
}

#[tokio::test]
async fn a_repeated_nonce_gives_the_first_message() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    assert_eq!(mira.slash("#pax", "/twice").await.unwrap().content, "same: true");
    assert_eq!(mira.messages("#pax").iter().filter(|p| p.content == "once only").count(), 1);
}

#[tokio::test]
async fn allowed_mentions_decide_who_is_called() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    mira.slash("#pax", "/echoes whom:@Jon").await.unwrap();
    let called: Vec<Vec<String>> =
        mira.messages("#pax").into_iter().map(|p| p.mentions).take(2).collect();
    assert_eq!(called, [vec![], vec!["Jon".to_string()]]);
}

#[tokio::test]
async fn a_second_answer_is_refused_with_40060() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    let reply = mira.slash("#pax", "/again").await.unwrap();
    let reply = mira.wait_reply(&reply, SOON, |r| r.content != "first").await.unwrap();
    assert_eq!(reply.content, "second refused: 40060");
}

#[tokio::test]
async fn a_guild_command_knows_its_caller_and_is_not_for_direct_messages() {
    let (simcord, _bot) = both().await;
    let (mira, jon) = (simcord.person("Mira"), simcord.person("Jon"));
    assert_eq!(
        mira.slash("#pax", "/who").await.unwrap().content,
        "Mira admin=true roles=0 in The Galactic Table"
    );
    assert!(simcord.set_role("Jon", "Moderator", true));
    assert_eq!(
        jon.slash("#pax", "/who").await.unwrap().content,
        "Jon admin=false roles=1 in The Galactic Table"
    );
    assert!(jon.slash("dm", "/who").await.is_err());
    assert!(jon.slash("dm", "/ping").await.unwrap().content.starts_with("pong"));
}

/// What each wrong payload is refused with; the good ones pass.
#[test]
fn the_official_description_refuses_what_discord_would() {
    use serde_json::json;
    let Some(official) = openapi::official() else {
        return;
    };
    let asked = |method, template, body| {
        official.complaints(&custodian::simcord::Request {
            method,
            template,
            path: String::new(),
            query: Default::default(),
            body,
            files: Vec::new(),
            at: 0,
            status: 0,
            refusal: None,
        })
    };
    let create = |body| asked("POST", "/channels/{channel_id}/messages", body);
    let callback =
        |body| asked("POST", "/interactions/{interaction_id}/{interaction_token}/callback", body);
    let overwrite = |body| asked("PUT", "/applications/{application_id}/commands", body);
    let button =
        |n: usize| json!({"type": 2, "style": 1, "label": "x", "custom_id": n.to_string()});
    let row = |n: usize| json!({"type": 1, "components": (0..n).map(button).collect::<Vec<_>>()});
    assert_eq!(create(json!({"content": "hi", "components": [row(5)]})), Vec::<String>::new());
    assert_eq!(
        create(json!({"attachments": [{"id": 0, "filename": "a.png"}]})),
        Vec::<String>::new()
    );
    let one = |lines: Vec<String>, part: &str| {
        assert!(lines.len() == 1 && lines[0].contains(part), "{part}: {lines:?}");
    };
    one(create(json!({"content": 5})), "/content: ");
    one(create(json!({"content": "hi", "components": [row(6)]})), "/components/0/components: ");
    one(create(json!({"contnet": "hi"})), "/contnet: Discord knows no such field");
    one(callback(json!({"type": 4, "data": {"content": ["no"]}})), "/data/content: ");
    one(callback(json!({"type": 99})), "matches none of the 7 allowed shapes");
    one(
        overwrite(
            json!([{"name": "a", "description": "d", "options": [{"type": 3, "name": "o"}]}]),
        ),
        "\"description\" is a required",
    );
}

/// Thousands of commands a second are no burden; this many only show that none is lost on the way.
#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_commands_are_all_answered() {
    let simcord = Simcord::start(Options::default()).await.unwrap();
    let _bot = bot::start(&simcord, GatewayIntents::GUILDS).await;
    let started = std::time::Instant::now();
    let eight = ["Mira", "Jon", "Aiko", "Sam", "Lena", "Omar", "Priya", "Tomás"].map(|name| {
        let person = simcord.person(name);
        tokio::spawn(async move {
            for _ in 0..250 {
                assert!(person.slash("#pax", "/ping").await.unwrap().content.starts_with("pong"));
            }
        })
    });
    for person in eight {
        person.await.unwrap();
    }
    println!("{:.0} commands a second", 2000.0 / started.elapsed().as_secs_f64());
    assert_eq!(simcord.person("Mira").messages("#pax").len(), 2000);
}
