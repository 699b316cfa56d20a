//! A moderator acts in a player's place.

use custodian::simcord::{Person, Post};

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};

/// Mira's game as she has created it, at the first question of the set-up.
async fn begun(place: &Place) -> [Person; 3] {
    let people = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    says(&people[0], "/game create name:Pax").await;
    says(&people[0], "/game set name:factions value:sol, hacan, letnev").await;
    for person in &people[1..] {
        says(person, "/game join").await;
    }
    says(&people[0], "/game start").await;
    // Whoever has several home planets places their units there; what is suggested will do.
    for person in &people {
        let own = says(person, "/answer").await;
        if own.content.contains("Place your") {
            let found = person.autocomplete(TABLE, "/answer choice:").await.expect("proposals");
            let value = found[0].value.as_str().expect("a key");
            says(person, &format!("/answer choice:{value}")).await;
        }
    }
    people
}

/// Everything that is in the channel for somebody who does not play.
fn public(place: &Place) -> String {
    let texts = place.person("Lena").messages(TABLE).into_iter().map(|post| {
        let labels: Vec<String> = post.buttons().into_iter().map(|button| button.label).collect();
        format!("{} {}\n", post.content, labels.join(" "))
    });
    texts.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_acts_in_a_players_place_and_the_table_hears_of_it() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let mira = &people[0];
    let mut shown = question(mira, "Pick a strategy card").await;
    while called(&people, &shown).id() == mira.id() {
        let before = shown.id;
        mira.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
        let next = |post: &Post| post.content.starts_with('⏳') && post.id != before;
        shown = mira.wait_message(TABLE, LONG, next).await.expect("the next question");
    }
    let away = called(&people, &shown).clone();
    let other = people.iter().find(|p| p.id() != mira.id() && p.id() != away.id());
    let other = other.expect("three people");
    let seats = mira.autocomplete(TABLE, "/mod act seat:").await.expect("seats");
    assert_eq!(seats.len(), 3);
    assert!(seats[0].name.contains(away.name()) && seats[0].name.contains("is asked"), "{seats:?}");
    let seat = seats[0].value.as_str().expect("a number").to_string();
    let typing = format!("/mod act seat:{seat} command:");
    let lines = mira.autocomplete(TABLE, &typing).await.expect("lines");
    let line = lines.iter().find(|line| line.name.contains("/answer choice:")).expect("a card");
    let typed =
        format!("/mod act seat:{seat} command:\"{}\"", line.value.as_str().expect("a line"));
    let refused = says(other, &typed).await;
    assert!(refused.ephemeral && refused.content.contains("moderator"), "{}", refused.content);
    let done = says(mira, &typed).await;
    assert!(done.ephemeral && done.content.contains(&format!("Done for {}", away.name())));
    let told = |post: &Post| post.content.contains(&format!("Mira acted for {}", away.name()));
    away.wait_message(TABLE, LONG, told).await.expect("the channel is told");
    let takes = |post: &Post| post.content.contains("takes **");
    away.wait_message(TABLE, LONG, takes).await.expect("it was picked");
    let history = says(mira, "/mod history").await;
    assert!(history.content.contains("answered by Mira, as a moderator"), "{}", history.content);
    let game = game_of(mira);
    let audit = place.store().audit_of(&game, 10).await.expect("the audit trail");
    let who = mira.id().to_string();
    assert!(audit.iter().any(|row| row.who == who && row.what.contains("in the place of")));
    place.nothing_was_malformed();
}

fn game_of(person: &Person) -> String {
    let named = person.messages(TABLE).iter().find_map(|post| {
        let (_, id) = post.content.split_once("Game `")?;
        id.split('`').next().map(String::from)
    });
    named.expect("the first message names the game")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_acts_for_another_learns_nothing_and_shows_nothing_of_what_they_hold() {
    let place = Place::open().await;
    let [mira, jon, _] = begun(&place).await;
    let asks =
        |post: &Post| post.content.contains("secret objectives") && !post.buttons().is_empty();
    let secret = jon.wait_message("dm", LONG, asks).await;
    let secret = secret.unwrap_or_else(|| panic!("Jon chooses no secret: {}", seen(&jon)));
    let names: Vec<String> = secret
        .buttons()
        .into_iter()
        .filter(|button| button.custom_id.starts_with("answer:"))
        .map(|button| button.label)
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let silent = |text: &str| names.iter().all(|name| !text.contains(name));
    let lines = mira.autocomplete(TABLE, "/mod act seat:Jon command:").await.expect("lines");
    assert!(lines.iter().all(|line| silent(&line.name)), "{lines:?}");
    for line in ["/answer choice:something", "/score secret:x", "/build units:carrier"] {
        let refused = says(&mira, &format!("/mod act seat:Jon command:\"{line}\"")).await;
        assert!(
            refused.content.starts_with('✖') && silent(&refused.content),
            "{}",
            refused.content
        );
    }
    let audit = place.store().audit_of(&game_of(&mira), 10).await.expect("the audit trail");
    assert_eq!(audit.iter().filter(|row| row.what.contains("tried")).count(), 3, "{audit:?}");
    let line = format!("/mod act seat:Jon command:\"/answer choice:{}\"", names[0]);
    let done = says(&mira, &line).await;
    assert!(done.content.contains("Done for Jon") && silent(&done.content), "{}", done.content);
    let told = |post: &Post| post.content.contains("Mira acted for Jon");
    jon.wait_message(TABLE, LONG, told).await.expect("the channel is told");
    assert!(silent(&public(&place)), "{}", public(&place));
    let hand = says(&jon, "/hand").await;
    assert!(hand.content.contains(&names[0]), "{}", hand.content);
}
