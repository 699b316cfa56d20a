//! A full disk, and everything ended and started again on an old folder.

use std::time::Duration;

use custodian::simcord::{Person, Post};

use super::place::{LONG, Place, TABLE, called, question, says, three_players};
use super::scripted::{self, Ledger};

/// What everybody reads of the game: all that the bot has posted in the channel.
fn told(person: &Person) -> Vec<String> {
    let posts = person.messages(TABLE).into_iter();
    posts.filter(|post| post.from_bot && !post.ephemeral).map(|post| post.content).collect()
}

/// The first question of a game, whom it calls, and a card they may pick.
async fn first_pick(people: &[Person; 3]) -> (Post, Person, String) {
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(people, &shown).clone();
    let offered = person.autocomplete(TABLE, "/pick card:").await.expect("cards");
    let card = offered[0].value.as_str().expect("a key").to_string();
    (shown, person, card)
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_lost_and_the_game_goes_on_when_there_is_room() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let (shown, person, card) = first_pick(&people).await;
    let before = told(&person);
    place.store().limit_pages(Some(1));
    // The file may have a little room left in its last pages.
    let mut filler = 0;
    let refused = loop {
        let note = "x".repeat(3000);
        let written = place.store().audit(0, "nobody", "filler", &note).await;
        if written.is_err() {
            let reply = says(&person, &format!("/pick card:{card}")).await;
            if reply.content.starts_with('✖') {
                break reply;
            }
            panic!("it was picked on a full disk: {}", reply.content);
        }
        filler += 1;
        assert!(filler < 1000, "the disk does not get full");
    };
    assert!(refused.ephemeral && refused.content.contains("disk is full"), "{}", refused.content);
    assert!(refused.content.contains("nothing is lost"), "{}", refused.content);
    // Looking still works, and a press is answered as clearly as a command.
    let own = says(&person, "/answer").await;
    assert!(own.content.contains("Pick a strategy card"), "{}", own.content);
    let pressed = person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a press");
    let said = &pressed.followups.first().expect("an answer").content;
    assert!(said.contains("disk is full"), "{said}");
    let status = says(&person, "/status").await;
    assert!(status.content.contains("Waiting for"), "{}", status.content);
    assert_eq!(told(&person), before);
    place.store().limit_pages(None);
    let done = says(&person, &format!("/pick card:{card}")).await;
    assert!(done.content.starts_with('✔'), "{}", done.content);
    let takes = |post: &Post| post.content.contains("takes **");
    person.wait_message(TABLE, LONG, takes).await.expect("everybody is told");
    question(&person, "").await;
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    assert!(end.content.contains("has won"));
    place.nothing_was_malformed();
}

/// News that could not be posted because the disk filled up in between come when there is room.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_to_be_told_when_the_disk_filled_up_is_told_later() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let (shown, person, card) = first_pick(&people).await;
    let slow = place.discord.faults();
    slow.only("POST /channels/{channel_id}/messages");
    slow.server_errors(2, 503);
    let done = says(&person, &format!("/pick card:{card}")).await;
    assert!(done.content.starts_with('✔'), "{}", done.content);
    place.store().limit_pages(Some(1));
    while place.store().audit(0, "nobody", "filler", &"x".repeat(3000)).await.is_ok() {}
    tokio::time::sleep(Duration::from_secs(2)).await;
    place.store().limit_pages(None);
    let next = |post: &Post| post.content.starts_with('⏳') && post.id != shown.id;
    person.wait_message(TABLE, LONG, next).await.expect("the next question comes");
    let takes = told(&person).iter().filter(|text| text.contains("takes **")).count();
    assert_eq!(takes, 1, "{:#?}", told(&person));
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_started_again_on_its_old_folder_and_played_on() {
    let place = Place::local().await;
    let people = three_players(&place).await;
    let (shown, person, card) = first_pick(&people).await;
    assert!(says(&person, &format!("/pick card:{card}")).await.content.starts_with('✔'));
    let takes = |post: &Post| post.content.contains("takes **");
    person.wait_message(TABLE, LONG, takes).await.expect("it is told");
    let next = |post: &Post| post.content.starts_with('⏳') && post.id != shown.id;
    person.wait_message(TABLE, LONG, next).await.expect("the next question");
    let gone = tokio::time::timeout(LONG, async {
        while person.message(shown.id).is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    gone.await.expect("the old question goes");
    let before = told(&person);
    let names: Vec<String> = people.iter().map(|person| person.name().to_string()).collect();
    let place = place.restart_local().await;
    let people: Vec<Person> = names.iter().map(|name| place.person(name)).collect();
    assert_eq!(told(&people[0]), before, "what was said is still there, and said once");
    let status = says(&people[0], "/status").await;
    assert!(status.content.contains("Waiting for"), "{}", status.content);
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    assert!(end.content.contains("has won"), "{}", end.content);
    place.nothing_was_malformed();
}
