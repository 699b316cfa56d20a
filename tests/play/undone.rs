//! After an undo everything that is shown is as it was: pictures, hands, questions and their buttons.

use std::sync::Arc;

use custodian::discord::{Draw, Image, Scene, Subject};
use custodian::simcord::{Person, Post};

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};

/// In place of a picture the view from which it would be drawn.
fn by_view() -> Draw {
    Arc::new(|scene, _, _| match scene {
        Scene::Imperium { subject: Subject::Galaxy | Subject::Hand, views } => {
            let png = serde_json::to_vec(views.last()?).expect("a view is data");
            Some(Image { png, alt: String::new() })
        }
        _ => None,
    })
}

/// The newest picture that the person sees in a channel.
fn picture(person: &Person, channel: &str) -> Option<Vec<u8>> {
    let posts = person.messages(channel).into_iter().filter(|post| post.from_bot);
    posts.flat_map(|post| post.attachments).last().map(|file| file.bytes())
}

/// Waits until the newest picture is this one, or any other than this one.
async fn shows(person: &Person, channel: &str, wanted: &[u8], same: bool) -> Vec<u8> {
    let begun = std::time::Instant::now();
    loop {
        if let Some(found) = picture(person, channel)
            && (found == wanted) == same
        {
            return found;
        }
        assert!(begun.elapsed() < LONG, "same: {same}: {}", seen(person));
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

fn hand(person: &Person) -> Option<Post> {
    person.dms().into_iter().find(|post| post.content.contains("· your hand**"))
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_hands_and_buttons_are_again_those_of_then() {
    let place = Place::open_drawing(Some(by_view())).await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let kept = |post: &Post| post.content.contains("\n1 secret objective:");
    jon.wait_message("dm", LONG, kept).await.expect("the hand of after the choice");
    let first = question(mira, "Pick a strategy card").await;
    let offered: Vec<String> = first.buttons().into_iter().map(|button| button.label).collect();

    // A card picked: the first picture of the strategy phase.
    let person = called(&people, &first);
    person.click(first.id, &first.buttons()[0].custom_id).await.expect("a pick");
    let other = |post: &Post| post.content.starts_with('⏳') && post.id != first.id;
    let second = mira.wait_message(TABLE, LONG, other).await.expect("the next question");
    says(mira, "/mod fix goods seat:Jon trade_goods:1").await;
    let galaxy = shows(mira, TABLE, b"", false).await;
    let galaxy = match String::from_utf8_lossy(&galaxy).contains("\"trade_goods\":1") {
        true => galaxy,
        false => shows(mira, TABLE, &galaxy, false).await,
    };
    let (words, drawn) = (hand(jon).expect("a hand").content, picture(jon, "dm").expect("drawn"));

    says(mira, "/mod fix card card:sabotage from:deck to:Jon").await;
    says(mira, "/mod fix goods seat:Jon trade_goods:5").await;
    shows(mira, TABLE, &galaxy, false).await;
    shows(jon, "dm", &drawn, false).await;
    let asked = question(mira, "Pick a strategy card").await;
    called(&people, &asked).click(asked.id, &asked.buttons()[0].custom_id).await.expect("a pick");
    mira.wait_message(TABLE, LONG, |post| post.content.starts_with('⏳') && post.id != asked.id)
        .await
        .expect("the next question");

    let points = mira.autocomplete(TABLE, "/mod undo to:corrected").await.expect("points");
    let card = points.iter().find(|point| point.name.contains("card")).expect("that correction");
    let preview = says(mira, &format!("/mod undo to:{}", card.value)).await;
    mira.click(preview.message.expect("a preview"), "Same dice").await.expect("it goes back");
    shows(mira, TABLE, &galaxy, true).await;
    shows(jon, "dm", &drawn, true).await;
    let now = hand(jon).expect("a hand").content;
    assert_eq!(now, words, "the hand's words are not those of then");
    // The question of before is asked anew; the buttons of what was undone do nothing any more.
    let again = |post: &Post| post.content.starts_with('⏳') && !post.buttons().is_empty();
    let again = mira.wait_message(TABLE, LONG, again).await.expect("a question");
    assert!(again.content.contains("Pick a strategy card"), "{}", again.content);
    assert_eq!(again.buttons().len(), second.buttons().len(), "{}", seen(mira));
    assert!(again.buttons().len() < offered.len(), "a card was picked before");
    if asked.id != again.id {
        let stale = asked.buttons()[0].custom_id.clone();
        if let Ok(reply) = called(&people, &asked).click(asked.id, &stale).await {
            assert!(!reply.followups.is_empty() || reply.failure.is_some(), "it was taken");
        }
    }
    let person = called(&people, &again);
    person.click(again.id, &again.buttons()[0].custom_id).await.expect("a pick");
    place.nothing_was_malformed();
}
