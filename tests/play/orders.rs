//! What goes on without a player: answers ahead, standing orders, the pace of a table, reminders.

use custodian::simcord::Post;

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};

#[tokio::test(flavor = "multi_thread")]
async fn a_card_picked_ahead_is_taken_when_the_turn_comes() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let shown = question(&people[0], "Pick a strategy card").await;
    let picker = called(&people, &shown).clone();
    assert!(shown.content.contains("May answer ahead: "), "{}", shown.content);
    let others: Vec<_> = people.iter().filter(|one| one.id() != picker.id()).collect();
    for other in &others {
        assert!(shown.content.contains(other.name()), "{}", shown.content);
        let cards = other.autocomplete(TABLE, "/pick card:").await.expect("cards");
        assert_eq!(cards.len(), 8, "{cards:?}");
    }
    let kept = says(others[0], "/pick card:Technology").await;
    assert!(kept.ephemeral && kept.content.contains("Technology"), "{}", kept.content);
    let kept = says(others[1], "/pick card:Imperial").await;
    assert!(kept.content.contains("Kept: "), "{}", kept.content);
    let orders = says(others[1], "/orders list").await;
    assert!(orders.content.contains("Imperial"), "{}", orders.content);
    let all: Vec<String> = picker.messages(TABLE).into_iter().map(|post| post.content).collect();
    assert!(!all.concat().contains("Kept"), "nobody else learns of it");
    says(&picker, "/pick card:Leadership").await;
    for name in ["Technology", "Imperial"] {
        let taken = |post: &Post| post.content.contains(&format!("takes **{name}**"));
        let found = picker.wait_message(TABLE, LONG, taken).await;
        found.unwrap_or_else(|| panic!("{name}: {}", seen(&picker)));
    }
    let orders = says(others[1], "/orders list").await;
    assert!(orders.content.contains("no standing orders"), "{}", orders.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_given_listed_and_taken_back_in_private() {
    let place = Place::open().await;
    let [mira, jon, _] = three_players(&place).await;
    question(&mira, "Pick a strategy card").await;
    let topics = mira.autocomplete(TABLE, "/orders add when:secondary").await.expect("topics");
    assert!(
        topics.iter().any(|topic| topic.name.contains("secondary ability of Warfare")),
        "{topics:?}"
    );
    let answers =
        mira.autocomplete(TABLE, "/orders add when:retreat answer:").await.expect("answers");
    assert!(answers.iter().any(|answer| answer.name == "outnumbered"), "{answers:?}");
    let given = says(&mira, "/orders add when:\"secondary warfare\" answer:pass").await;
    assert!(given.ephemeral && given.content.contains("Warfare: **pass**"), "{}", given.content);
    let given = says(&mira, "/orders add when:cards answer:pass unless_aimed_at_me:true").await;
    assert!(given.content.contains("unless it is aimed at you"), "{}", given.content);
    for (line, why) in [
        ("/orders add when:weather answer:pass", "no topic"),
        ("/orders add when:losses answer:frigates", "frigates"),
        ("/orders add when:retreat answer:soon", "outnumbered"),
        ("/orders add when:combat answer:Warfare", "pass"),
    ] {
        let refused = says(&mira, line).await;
        assert!(
            refused.content.starts_with('✖') && refused.content.contains(why),
            "{line}: {}",
            refused.content
        );
    }
    let plan = "/orders plan losses:\"fighters, destroyers; sustain last\" retreat:outnumbered ask:\"combat hits\"";
    let planned = says(&mira, plan).await;
    for part in
        ["anything happens in a combat: **pass**", "sustain last", "outnumbered", "**ask you**"]
    {
        assert!(planned.content.contains(part), "{part}: {}", planned.content);
    }
    let none = says(&jon, "/orders list").await;
    assert!(none.content.contains("no standing orders"), "{}", none.content);
    let revoked = says(&mira, "/orders revoke number:1").await;
    assert!(
        revoked.content.contains("Taken back") && !revoked.content.contains("Warfare"),
        "{}",
        revoked.content
    );
    let revoked = says(&mira, "/orders revoke").await;
    assert!(revoked.content.contains("no standing orders"), "{}", revoked.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_sets_its_pace_and_a_player_their_hours() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let shown = question(mira, "Pick a strategy card").await;
    let refused = says(jon, "/pace deadline:1d").await;
    assert!(refused.ephemeral && refused.content.starts_with('✖'), "{}", refused.content);
    let refused = says(mira, "/pace pause:soon").await;
    assert!(refused.content.contains("is no time"), "{}", refused.content);
    says(mira, "/pace pause:5-30m deadline:1d").await;
    let told = |post: &Post| post.content.contains("5 minutes to 30 minutes");
    let told = jon.wait_message(TABLE, LONG, told).await.expect("everybody reads it");
    assert!(
        told.content.contains("Mira sets the pace") && told.content.contains("24 hours"),
        "{}",
        told.content
    );
    let read = says(jon, "/pace").await;
    assert!(read.ephemeral && read.content.contains("24 hours"), "{}", read.content);
    let asked = called(&people, &shown);
    let waiting = says(asked, "/waiting").await;
    assert!(waiting.ephemeral && waiting.content.contains("**Pax**"), "{}", waiting.content);
    for person in people.iter().filter(|one| one.id() != asked.id()) {
        let waiting = says(person, "/waiting").await;
        assert!(waiting.content.contains("No game waits"), "{}", waiting.content);
    }
    let refused = says(asked, "/reminders hours:mornings").await;
    assert!(refused.content.contains("8:00-22:30 +2"), "{}", refused.content);
    let kept = says(asked, "/reminders hours:\"8:00-22:30 +2\" pings:\"never\"").await;
    assert!(kept.content.contains("8:00–22:30 UTC+2:00"), "{}", kept.content);
    place.nothing_was_malformed();
}
