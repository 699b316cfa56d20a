//! What the bot tells those who run it.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::place::{Place, says, three_players};

/// Status and body of a page.
async fn get(place: &Place, page: &str) -> (u16, String) {
    let address = place.bot.as_ref().and_then(|bot| bot.watched_at()).expect("it listens");
    let mut line = tokio::net::TcpStream::connect(address).await.expect("it listens");
    let asked = format!("GET {page} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    line.write_all(asked.as_bytes()).await.expect("it can be asked");
    let mut said = String::new();
    line.read_to_string(&mut said).await.expect("it answers");
    let (head, body) = said.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    (status, body.to_string())
}

fn value(metrics: &str, name: &str) -> u64 {
    let line = metrics.lines().find(|line| line.starts_with(&format!("{name} ")));
    let line = line.unwrap_or_else(|| panic!("no {name} in {metrics}"));
    line.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_and_health_tell_of_the_bot_and_nothing_of_a_game() {
    let place = Place::open().await;
    let (_, before) = get(&place, "/metrics").await;
    let people = three_players(&place).await;
    let refused = says(&people[1], "/game start").await;
    assert!(refused.content.starts_with('✖'), "{}", refused.content);
    let (code, metrics) = get(&place, "/metrics").await;
    assert_eq!(code, 200);
    // Other tests of this process are counted as well.
    for name in [
        "custodian_commands_total{outcome=\"done\"}",
        "custodian_commands_total{outcome=\"refused\"}",
        "custodian_acknowledgement_seconds_count",
        "custodian_command_seconds_count",
        "custodian_letter_seconds_count",
        "custodian_letters_posted_total",
    ] {
        assert!(value(&metrics, name) > value(&before, name), "{name}: {metrics}");
    }
    assert_eq!(value(&metrics, "custodian_games{status=\"running\"}"), 1);
    assert_eq!(value(&metrics, "custodian_games{status=\"finished\"}"), 0);
    assert_eq!(value(&metrics, "custodian_up"), 1);
    for person in &people {
        assert!(!metrics.contains(&person.id().to_string()) && !metrics.contains(person.name()));
    }
    let (code, health) = get(&place, "/health").await;
    let health: serde_json::Value = serde_json::from_str(&health).expect("JSON");
    assert_eq!((code, &health["status"]), (200, &"running".into()), "{health}");
    assert_eq!(get(&place, "/else").await.0, 404);
}
