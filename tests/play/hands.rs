//! The message with a player's hand: one in their direct messages, with a picture, kept up to date.

use std::sync::Arc;
use std::time::Duration;

use custodian::discord::{Draw, Image, Scene, Subject};
use custodian::imperium::view::View;
use custodian::simcord::{Person, Post};

use super::acts::until;
use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};
use super::scripted::{self, Ledger};

/// In place of a picture the names of the cards in it.
fn by_name() -> Draw {
    Arc::new(|scene, _, _| match scene {
        Scene::Imperium { subject: Subject::Hand, views } => {
            let names = held(views.last()?).join("\n");
            Some(Image { png: names.into_bytes(), alt: "Your hand".into() })
        }
        _ => None,
    })
}

fn held(view: &View) -> Vec<String> {
    let hand = view.hand.as_ref().expect("a hand is drawn for whoever holds it");
    let actions = hand.action_cards.iter().map(|card| card.name());
    let secrets = hand.secrets.iter().map(|(card, _)| card.name());
    let notes = hand.notes.iter().map(|note| note.card.name());
    actions.chain(secrets).chain(notes).map(String::from).collect()
}

fn hands(person: &Person) -> Vec<Post> {
    let posts = person.dms().into_iter();
    posts.filter(|post| post.from_bot && post.content.contains("· your hand**")).collect()
}

/// The names of the cards that the message lists, and of those in its picture.
fn both(post: &Post) -> (Vec<String>, Vec<String>) {
    let listed = post.content.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("• **")?.split_once("**")?;
        Some(name.to_string())
    });
    let drawn = post.attachments.iter().flat_map(|file| {
        let names = String::from_utf8(file.bytes().to_vec()).expect("names");
        names.lines().map(String::from).collect::<Vec<_>>()
    });
    (listed.collect(), drawn.collect())
}

/// The only hand of the person, as soon as its picture shows what its words say.
async fn only_hand(person: &Person) -> Post {
    let begun = std::time::Instant::now();
    loop {
        let all = hands(person);
        let [post] = all.as_slice() else { panic!("{} hands: {}", all.len(), seen(person)) };
        let (listed, drawn) = both(post);
        if listed == drawn && !listed.is_empty() {
            return post.clone();
        }
        assert!(begun.elapsed() < LONG, "{listed:?} are listed, {drawn:?} are drawn");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybodys_hand_is_one_direct_message_whose_picture_is_replaced_with_its_words() {
    let place = Place::open_drawing(Some(by_name())).await;
    let people = three_players(&place).await;
    let mut first = Vec::new();
    for person in &people {
        // One of two secret objectives was given back, maybe after the message was made.
        let kept = |post: &Post| post.content.contains("\n1 secret objective:");
        person.wait_message("dm", LONG, kept).await.expect("the hand of after the choice");
        let post = only_hand(person).await;
        let names: Vec<&str> = post.attachments.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["hand.png"]);
        let drew = |post: &Post| post.content.contains("+ ");
        assert!(person.dms().iter().any(drew), "{}", seen(person));
        first.push((post.id, post.attachments[0].url.clone()));
    }
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    assert!(end.content.contains("has won"), "{}", end.content);
    let mut replaced = 0;
    for (person, (id, url)) in people.iter().zip(&first) {
        let post = only_hand(person).await;
        assert_eq!(post.id, *id, "another message was made: {}", seen(person));
        assert_eq!(post.attachments.len(), 1, "{:?}", post.attachments);
        replaced += usize::from(post.attachments[0].url != *url);
        // What is held is told to its holder only.
        let others = people.iter().filter(|other| other.id() != person.id());
        for other in others {
            let hand = hands(other).remove(0);
            assert_ne!(hand.attachments[0].url, post.attachments[0].url);
        }
    }
    assert!(replaced > 0, "nobody's hand changed in a whole game");
    let shared = people[1].messages(TABLE);
    assert!(shared.iter().all(|post| post.attachments.iter().all(|file| file.name != "hand.png")));
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_from_before_a_restart_gets_its_picture_where_it_lies() {
    let mut place = Place::open().await;
    let people = three_players(&place).await;
    let before = hands(&people[0]);
    assert!(before.len() == 1 && before[0].attachments.is_empty(), "{}", seen(&people[0]));
    place.restart_drawing(Some(by_name())).await;
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(&people, &shown);
    let offered = person.autocomplete(TABLE, "/pick card:").await.expect("cards");
    let card = offered[0].value.as_str().expect("a key");
    says(person, &format!("/pick card:{card}")).await;
    let pictured = |post: &Post| post.id == before[0].id && post.attachments.len() == 1;
    people[0].wait_message("dm", LONG, pictured).await.expect("the picture");
    only_hand(&people[0]).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_by_direct_message_loses_its_buttons_when_it_is_settled() {
    let place = Place::open().await;
    let [mira, jon, aiko] = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    says(&mira, "/game create name:Pax").await;
    says(&jon, "/game join").await;
    says(&aiko, "/game join").await;
    says(&mira, "/game start").await;
    let people = [mira, jon, aiko];
    until(&place, &people, "Keep one").await;
    let [mira, jon, _] = people;
    let asks = |post: &Post| post.content.contains("Keep one") && !post.buttons().is_empty();
    let question = jon.wait_message("dm", LONG, asks).await.unwrap_or_else(|| {
        panic!("Jon is not asked: {}", seen(&jon));
    });
    let button = question.buttons()[1].clone();
    jon.click(question.id, &button.custom_id).await.expect("it can be pressed");
    let settled = |post: &Post| post.id == question.id && post.content.contains("is settled");
    let post = jon.wait_message("dm", LONG, settled).await.expect("it is settled");
    assert!(post.buttons().is_empty(), "{}", post.content);
    // Nobody else is done yet, and their questions stay as they are.
    let open = mira.wait_message("dm", LONG, asks).await;
    assert!(open.is_some(), "{}", seen(&mira));
}
