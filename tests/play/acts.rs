//! Playing by what can be pressed.

use std::time::Duration;

use custodian::simcord::{Person, Reply};

use super::place::{Place, question, says, seen};

/// Answers everything until strategy cards are picked, by what is suggested or listed first.
pub async fn set_up(place: &Place, people: &[Person; 3]) {
    until(place, people, "Pick a strategy card").await;
}

/// Answers everything until something is asked that contains `words`.
pub async fn until(place: &Place, people: &[Person; 3], words: &str) {
    for _ in 0..100 {
        let shown = question(&people[0], "").await;
        if shown.content.contains(words) {
            return;
        }
        place.nothing_was_malformed();
        for person in people {
            let waits = shown.content.contains(&person.id().to_string());
            if waits {
                answer_something(person, words).await;
                // Perhaps the others are asked something else now.
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the set-up does not end: {}", seen(&people[1]));
}

/// Answers the person's own question with the first button or menu entry, if there is one.
async fn answer_something(person: &Person, until: &str) {
    let mut reply = says(person, "/answer").await;
    for _ in 0..12 {
        if reply.content.starts_with(['✔', '✖']) || reply.content.contains(until) {
            return;
        }
        let buttons = reply.buttons();
        let message = reply.message.expect("an answer");
        let enabled = |label: &str| buttons.iter().any(|b| b.label == label && !b.disabled);
        let star = buttons.iter().find(|b| b.label.starts_with('★'));
        let listed = buttons.iter().find(|b| b.custom_id.starts_with("answer:"));
        reply = if enabled("Confirm") {
            person.click(message, "Confirm").await.expect("it can be confirmed")
        } else if let Some(star) = star {
            person.click(message, &star.custom_id).await.expect("a suggestion")
        } else if let Some(listed) = listed {
            person.click(message, &listed.custom_id).await.expect("an option")
        } else if let Some((menu, values)) = menu(&reply) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            person.select(message, &menu, &values).await.expect("a menu")
        } else {
            return;
        };
    }
}

/// The first menu with as many entries as it wants.
fn menu(reply: &Reply) -> Option<(String, Vec<String>)> {
    let rows = reply.components.iter();
    let found = rows.filter_map(|row| row["components"].get(0)).find(|part| part["type"] == 3)?;
    let wants = found["min_values"].as_u64().unwrap_or(1).max(1) as usize;
    let options = found["options"].as_array()?.iter();
    let values = options.take(wants).map(|o| o["value"].as_str().unwrap_or_default().to_string());
    Some((found["custom_id"].as_str()?.to_string(), values.collect()))
}
