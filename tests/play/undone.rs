//! After an undo everything that is shown is as it was: pictures, hands, questions and their buttons.

use std::sync::Arc;

use custodian::discord::{Draw, Image, Scene, Subject};
use custodian::simcord::{Person, Post};

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};

/// A correction of what lies beside Mecatol Rex.
const CRUISER: &str = "/mod fix units seat:Jon change:Place units:cruiser at:101 force:True";

/// In place of a picture the view from which it would be drawn.
fn by_view() -> Draw {
    Arc::new(|scene, _, _| {
        let png = match scene {
            Scene::Imperium { subject: Subject::Galaxy, views } => {
                serde_json::to_vec(views.last()?)
            }
            Scene::Imperium { subject: Subject::Hand, views } => {
                serde_json::to_vec(&views.last()?.hand)
            }
            _ => return None,
        };
        Some(Image { png: png.expect("a view is data"), alt: String::new() })
    })
}

/// The newest picture that the person sees in a channel, as soon as it is a certain one.
async fn drawn(person: &Person, channel: &str, is: impl Fn(&str) -> bool) -> String {
    let begun = std::time::Instant::now();
    loop {
        let posts = person.messages(channel).into_iter().filter(|post| post.from_bot);
        let newest = posts.flat_map(|post| post.attachments).last().map(|file| file.bytes());
        let newest = newest.map(|bytes| String::from_utf8(bytes).expect("a view as text"));
        if let Some(view) = newest.filter(|view| is(view)) {
            return view;
        }
        assert!(begun.elapsed() < LONG, "in {channel}: {}", seen(person));
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Whoever is called takes the first card; the next question is there.
async fn pick(people: &[Person; 3], asked: &Post) {
    let button = &asked.buttons()[0].custom_id;
    called(people, asked).click(asked.id, button).await.expect("a pick");
    let next = |post: &Post| post.content.starts_with('⏳') && post.content != asked.content;
    people[0].wait_message(TABLE, LONG, next).await.expect("the next question");
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

    // While cards are picked the galaxy is drawn again when something in it has changed.
    let set_up = drawn(mira, TABLE, |_| true).await;
    says(mira, CRUISER).await;
    pick(&people, &first).await;
    let galaxy = drawn(mira, TABLE, |view| view != set_up).await;
    let hand_then = drawn(jon, "dm", |_| true).await;
    let words = hand(jon).expect("a hand").content;
    let second = question(mira, "Pick a strategy card").await;

    says(mira, "/mod fix card card:sabotage from:deck to:Jon").await;
    says(mira, CRUISER).await;
    drawn(jon, "dm", |view| view != hand_then).await;
    let asked = question(mira, "Pick a strategy card").await;
    pick(&people, &asked).await;
    drawn(mira, TABLE, |view| view != galaxy).await;

    let points = mira.autocomplete(TABLE, "/mod undo to:corrected").await.expect("points");
    let card = points.iter().find(|point| point.name.contains("card")).expect("that correction");
    let preview = says(mira, &format!("/mod undo to:{}", card.value)).await;
    mira.click(preview.message.expect("a preview"), "Same dice").await.expect("it goes back");
    drawn(mira, TABLE, |view| view == galaxy).await;
    drawn(jon, "dm", |view| view == hand_then).await;
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
    pick(&people, &again).await;
    place.nothing_was_malformed();
}
