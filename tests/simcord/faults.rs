//! What can be made to go wrong, and that a plain bot gets through it or that its user is told.

use std::time::{Duration, Instant};

use custodian::simcord::{Forbidden, Limit, Simcord};
use serde_json::{Value, json};

use super::wire::rest;
use super::{SOON, both, server};

const NO_ANSWER: Option<&str> = Some("The application did not respond");

fn pax(simcord: &Simcord, rest: &str) -> String {
    format!("/channels/{}{rest}", simcord.channel_id("pax").unwrap())
}

async fn waits_until(fits: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        if fits() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

#[tokio::test]
async fn a_rate_limit_says_how_long_and_for_whom() {
    let simcord = server().await;
    simcord.faults().rate_limit(1, Duration::from_millis(250), Limit::Route);
    let limited = rest(&simcord, "GET", "/users/@me", Value::Null).await;
    assert_eq!((limited.status, limited.header("retry-after")), (429, Some("0.25")));
    assert_eq!(
        (limited.header("x-ratelimit-remaining"), limited.header("x-ratelimit-global")),
        (Some("0"), None)
    );
    assert_eq!(
        (&limited.json()["retry_after"], &limited.json()["global"]),
        (&json!(0.25), &json!(false))
    );
    assert_eq!(rest(&simcord, "GET", "/users/@me", Value::Null).await.status, 200);
    simcord.faults().rate_limit(1, Duration::from_secs(1), Limit::Global);
    let limited = rest(&simcord, "GET", "/users/@me", Value::Null).await;
    assert_eq!(limited.header("x-ratelimit-global"), Some("true"));
}

#[tokio::test]
async fn faults_strike_only_where_they_are_aimed() {
    let simcord = server().await;
    simcord.faults().only("POST /channels");
    simcord.faults().server_errors(1, 503);
    assert_eq!(rest(&simcord, "GET", "/users/@me", Value::Null).await.status, 200);
    let send = || rest(&simcord, "POST", "/channels/1/messages", json!({"content": "x"}));
    assert_eq!(send().await.status, 503);
    assert_eq!(send().await.status, 404);
}

/// The outbox lives by this: it cannot know whether the message arrived, sends it again and nothing doubles.
#[tokio::test]
async fn a_message_whose_answer_was_lost_is_not_doubled_by_sending_it_again() {
    let simcord = server().await;
    let path = pax(&simcord, "/messages");
    let body = json!({"content": "once", "nonce": "17", "enforce_nonce": true});
    let send = || rest(&simcord, "POST", &path, body.clone());
    simcord.faults().lost_answers(1);
    assert_eq!(send().await.status, 502);
    assert_eq!(send().await.status, 200);
    assert_eq!(simcord.person("Mira").messages("#pax").len(), 1);
}

#[tokio::test]
async fn answers_can_be_slow() {
    let simcord = server().await;
    simcord.faults().slow_answers(Duration::from_millis(120));
    let started = Instant::now();
    rest(&simcord, "GET", "/users/@me", Value::Null).await;
    assert!(started.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn channels_can_be_forbidden_or_deleted() {
    let simcord = server().await;
    let path = pax(&simcord, "/messages");
    let code = || async {
        rest(&simcord, "POST", &path, json!({"content": "x"})).await.json()["code"].clone()
    };
    simcord.faults().forbid("#pax", Some(Forbidden::Access));
    assert_eq!(code().await, 50001);
    simcord.faults().forbid("#pax", Some(Forbidden::Writing));
    assert_eq!(code().await, 50013);
    simcord.faults().forbid("#pax", None);
    assert_eq!(code().await, Value::Null);
    simcord.faults().delete_channel("#pax");
    assert_eq!(code().await, 10003);
    assert!(simcord.person("Mira").say("#pax", "x").is_err());
}

#[tokio::test]
async fn a_message_older_than_an_hour_takes_three_edits_an_hour() {
    let simcord = server().await;
    let made =
        rest(&simcord, "POST", &pax(&simcord, "/messages"), json!({"content": "0"})).await.json();
    let path = pax(&simcord, &format!("/messages/{}", made["id"].as_str().unwrap()));
    let edit = |n: u32| {
        let (simcord, path) = (&simcord, &path);
        async move { rest(simcord, "PATCH", path, json!({"content": n.to_string()})).await }
    };
    for n in 1..6 {
        assert_eq!(edit(n).await.status, 200);
    }
    simcord.faults().age_messages(Duration::from_secs(3600));
    for n in 6..9 {
        assert_eq!(edit(n).await.status, 200);
    }
    let refused = edit(9).await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &json!(30046)));
    simcord.faults().old_message_edits(4);
    assert_eq!(edit(10).await.status, 200);
}

#[tokio::test]
async fn a_lost_interaction_fails_for_its_user_and_the_next_one_works() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    simcord.faults().acknowledge_within(Duration::from_millis(200));
    simcord.faults().lose_interactions(1);
    assert_eq!(mira.slash("#pax", "/ping").await.unwrap().failure.as_deref(), NO_ANSWER);
    assert_eq!(mira.slash("#pax", "/ping").await.unwrap().content, "pong 1");
}

#[tokio::test]
async fn a_repeated_interaction_runs_twice_and_is_answered_once() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    simcord.faults().repeat_interactions(1);
    mira.slash("#pax", "/ping").await.unwrap();
    let callbacks = || {
        simcord
            .requests()
            .iter()
            .filter(|r| r.template.ends_with("/callback"))
            .map(|r| r.status)
            .collect::<Vec<_>>()
    };
    // The second run fails and its error handler tries to answer too.
    assert!(waits_until(|| callbacks().len() >= 2).await);
    assert_eq!(callbacks()[..2], [204, 400]);
    assert_eq!(mira.slash("#pax", "/ping").await.unwrap().content, "pong 3");
    assert_eq!(mira.messages("#pax").iter().filter(|p| p.content.starts_with("pong")).count(), 2);
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_refused_and_the_user_is_told() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    simcord.faults().acknowledge_within(Duration::from_millis(300));
    simcord.faults().late_acknowledgements(2);
    assert_eq!(mira.slash("#pax", "/ping").await.unwrap().failure.as_deref(), NO_ANSWER);
    simcord.faults().late_acknowledgements(0);
    simcord.faults().only("callback");
    simcord.faults().slow_answers(Duration::from_millis(400));
    assert_eq!(mira.slash("#pax", "/ping").await.unwrap().failure.as_deref(), NO_ANSWER);
    let refused = || {
        simcord
            .requests()
            .iter()
            .filter(|r| r.template.ends_with("/callback") && r.status == 404)
            .count()
    };
    assert!(waits_until(|| refused() >= 3).await);
}

#[tokio::test]
async fn a_token_dies_after_its_life() {
    let (simcord, _bot) = both().await;
    simcord.faults().token_life(Duration::from_millis(25));
    let mira = simcord.person("Mira").patient(Duration::from_millis(500), Duration::ZERO);
    let reply = mira.slash("#pax", "/slow").await.unwrap();
    assert!(reply.thinking);
    let refused =
        simcord.requests().into_iter().rfind(|r| r.template.starts_with("/webhooks")).unwrap();
    assert_eq!(refused.status, 401);
}

#[tokio::test]
async fn a_bot_whose_line_is_cut_resumes_and_misses_nothing() {
    let (simcord, _bot) = both().await;
    let mira = simcord.person("Mira");
    for n in 1..=3 {
        match n {
            1 => simcord.faults().drop_sockets(),
            2 => simcord.faults().ask_reconnect(),
            _ => simcord.faults().close_sockets(4000),
        }
        let reply = mira.slash("#pax", "/ping").await.unwrap();
        assert_eq!(reply.content, format!("pong {n}"), "{:?}", reply.failure);
    }
}

#[tokio::test]
async fn a_bot_whose_session_is_invalid_identifies_again() {
    let (simcord, _bot) = both().await;
    simcord.faults().invalid_session(false);
    assert!(waits_until(|| simcord.bot_online()).await);
    let reply = simcord.person("Mira").slash("#pax", "/ping").await.unwrap();
    assert!(reply.content.starts_with("pong"), "{:?}", reply.failure);
    assert!(simcord.wait_ready(SOON).await);
}

#[tokio::test]
async fn nobody_answers_without_a_bot() {
    let (simcord, bot) = both().await;
    bot.stop().await;
    assert!(waits_until(|| !simcord.bot_online()).await);
    simcord.faults().acknowledge_within(Duration::from_millis(100));
    let reply = simcord.person("Mira").slash("#pax", "/ping").await.unwrap();
    assert_eq!(reply.failure.as_deref(), NO_ANSWER);
}
