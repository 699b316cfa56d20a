//! What moderators and the table do besides playing: corrections, pauses, other players in a seat,
//! going back together.

use custodian::simcord::{Person, Post};

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};

/// Everything that is in the channel.
fn public(place: &Place) -> String {
    let posts = place.person("Lena").messages(TABLE).into_iter();
    posts.map(|post| format!("{}\n", post.content)).collect()
}

async fn waits(person: &Person, channel: &str, words: &str) -> Post {
    let found = person.wait_message(channel, LONG, |post| post.content.contains(words)).await;
    found.unwrap_or_else(|| panic!("nobody says {words}: {}", seen(person)))
}

/// The first card is picked by whoever is called.
async fn a_pick(people: &[Person; 3]) -> Person {
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(people, &shown).clone();
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    waits(&person, TABLE, "takes **").await;
    person
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_puts_goods_right_and_all_read_what_was_and_is() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let seats = mira.autocomplete(TABLE, "/mod fix goods seat:jo").await.expect("players");
    assert!(seats.len() == 1 && seats[0].name.contains("Jon"), "{seats:?}");
    let line = "/mod fix goods seat:Jon trade_goods:4 why:\"he forgot\"";
    let refused = says(jon, line).await;
    assert!(refused.ephemeral && refused.content.contains("moderator"), "{}", refused.content);
    let done = says(mira, line).await;
    assert!(done.ephemeral && done.content.contains("→ 4 trade goods"), "{}", done.content);
    waits(jon, TABLE, "Mira corrects the table by hand, as a moderator: he forgot").await;
    let told = waits(jon, TABLE, "Corrected by hand: Jon:").await;
    assert!(told.content.contains("0 trade goods, 0 commodities → 4 trade goods"));
    let status = says(jon, "/game status").await;
    assert!(status.content.contains("4 trade goods"), "{}", status.content);
    let history = says(mira, "/mod history").await;
    assert!(history.content.contains("goods of Jon (corrected by Mira)"), "{}", history.content);
    let audit = says(mira, "/mod audit").await;
    assert!(audit.content.contains("corrected by hand: goods of Jon"), "{}", audit.content);
    assert!(says(jon, "/mod audit").await.content.contains("moderator"));
    // The question that was open still is, and what was corrected is undone as anything else.
    a_pick(&people).await;
    let points = mira.autocomplete(TABLE, "/mod undo to:corrected goods").await.expect("points");
    assert_eq!(points.len(), 1, "{points:?}");
    let preview = says(mira, &format!("/mod undo to:{}", points[0].value)).await;
    mira.click(preview.message.expect("a preview"), "Same dice").await.expect("it goes back");
    waits(jon, TABLE, "Mira goes back to").await;
    let status = says(jon, "/game status").await;
    assert!(!status.content.contains("4 trade goods"), "{}", status.content);
    // What is asked now can be pressed.
    question(mira, "Pick a strategy card").await;
    a_pick(&people).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_a_moderator_gives_is_named_to_its_holder_only() {
    let place = Place::open().await;
    let [mira, jon, aiko] = three_players(&place).await;
    let done = says(&mira, "/mod fix card card:sabotage from:deck to:Jon").await;
    assert!(done.content.contains("an action card: the deck → Jon's hand"), "{}", done.content);
    waits(&jon, TABLE, "an action card: the deck → Jon's hand").await;
    waits(&jon, "dm", "Corrected by hand: it is **Sabotage**").await;
    let hand =
        |post: &Post| post.content.contains("your hand**") && post.content.contains("**Sabotage**");
    jon.wait_message("dm", LONG, hand).await.expect("the hand is up to date");
    assert!(!public(&place).contains("Sabotage"), "{}", public(&place));
    let others = [&mira, &aiko].map(|person| person.dms());
    assert!(others.iter().flatten().all(|post| !post.content.contains("it is **")));
    let away = says(&mira, "/mod fix card card:sabotage from:Aiko to:discard").await;
    assert!(away.content.contains("does not lie there"), "{}", away.content);
    let audit = says(&mira, "/mod audit").await;
    assert!(audit.content.contains("tried /mod fix card"), "{}", audit.content);
    assert!(!audit.content.contains("Sabotage"), "{}", audit.content);
    // Back where no such card was drawn: the hand is right again.
    let points = mira.autocomplete(TABLE, "/mod undo to:corrected").await.expect("points");
    let preview = says(&mira, &format!("/mod undo to:{}", points[0].value)).await;
    assert!(preview.content.contains("cannot be unseen"), "{}", preview.content);
    mira.click(preview.message.expect("a preview"), "Same dice").await.expect("it goes back");
    let gone = |post: &Post| {
        post.content.contains("your hand**") && post.content.contains("No action cards")
    };
    jon.wait_message("dm", LONG, gone).await.unwrap_or_else(|| panic!("{}", seen(&jon)));
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_rules_would_not_allow_is_done_only_when_insisted_on() {
    let place = Place::open().await;
    let [mira, jon, _] = three_players(&place).await;
    let doubtful = says(&mira, "/mod fix points seat:Jon points:10").await;
    assert!(doubtful.content.contains("0 → 10"), "{}", doubtful.content);
    assert!(doubtful.content.contains("⚠ the game ends at once: Jon"), "{}", doubtful.content);
    let done = says(&mira, "/mod fix points seat:Jon points:4").await;
    assert!(done.content.starts_with('✔'), "{}", done.content);
    let refused = says(&mira, "/mod fix tokens seat:Jon tactic:20").await;
    assert!(refused.content.contains("command tokens would be more"), "{}", refused.content);
    let over = says(&mira, "/mod fix points seat:Jon points:10 force:True").await;
    assert!(over.content.starts_with('✔'), "{}", over.content);
    let ended = jon.wait_message(TABLE, LONG, |post| post.content.starts_with('🏁')).await;
    assert!(ended.is_some_and(|post| post.content.contains("Jon")), "{}", seen(&jon));
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_game_says_so_and_goes_on_after_a_restart() {
    let mut place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let shown = question(mira, "Pick a strategy card").await;
    assert!(says(jon, "/mod pause").await.content.contains("moderator"));
    says(mira, "/mod pause why:holidays").await;
    waits(jon, TABLE, "⏸ Mira pauses the game: holidays").await;
    waits(jon, TABLE, "The game is paused, by Mira: answers wait").await;
    place.restart_bot().await;
    let asked = question(mira, "The game is paused").await;
    let person = called(&people, &shown);
    let pressed = person.click(asked.id, &asked.buttons()[0].custom_id).await.expect("pressed");
    let refused = &pressed.followups.first().expect("a refusal").content;
    assert!(refused.contains("paused, by Mira"), "{refused}");
    says(mira, "/mod resume").await;
    waits(jon, TABLE, "▶ Mira has the game go on").await;
    let asks = |post: &Post| post.content.starts_with('⏳') && !post.content.contains("paused");
    mira.wait_message(TABLE, LONG, asks).await.expect("the question as it was");
    a_pick(&people).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_gets_the_hand_and_the_question_and_the_leaver_nothing_more() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, ..] = &people;
    let lena = place.person("Lena");
    let shown = question(mira, "Pick a strategy card").await;
    let leaver = called(&people, &shown).clone();
    let other = people.iter().find(|person| person.id() != leaver.id() && person.id() != mira.id());
    let other = other.expect("three people");
    let refused = says(other, &format!("/replace by:@Lena seat:{}", leaver.name())).await;
    assert!(refused.content.contains("moderator"), "{}", refused.content);
    let before = says(&leaver, "/hand").await;
    let secret = before.content.lines().find(|line| line.starts_with("• **")).expect("a card");
    let secret = secret.split("**").nth(1).expect("its name").to_string();
    // Whoever created the game moderates it; others ask the newcomer first.
    let moderates = leaver.id() == mira.id();
    says(&leaver, "/replace by:@Lena").await;
    if !moderates {
        let offer = waits(&lena, TABLE, "would hand their seat over").await;
        let wrong = other.click(offer.id, "Take the seat").await.expect("it can be pressed");
        assert!(wrong.followups[0].content.contains("somebody else"));
        lena.click(offer.id, "Take the seat").await.expect("it can be pressed");
    }
    waits(mira, TABLE, &format!("Lena plays in the place of {}", leaver.name())).await;
    let hand = |post: &Post| post.content.contains("your hand**") && post.content.contains(&secret);
    lena.wait_message("dm", LONG, hand).await.unwrap_or_else(|| panic!("{}", seen(&lena)));
    let gone = |post: &Post| post.content.contains("another player now");
    leaver.wait_message("dm", LONG, gone).await.unwrap_or_else(|| panic!("{}", seen(&leaver)));
    assert!(leaver.dms().iter().all(|post| !post.content.contains("your hand**")));
    let none = says(&leaver, "/hand").await;
    assert!(!none.content.contains(&secret), "{}", none.content);
    // The newcomer is called and answers; the leaver cannot.
    let calls = |post: &Post| {
        post.content.starts_with('⏳') && post.content.contains(&format!("<@{}>", lena.id()))
    };
    let asked = lena.wait_message(TABLE, LONG, calls).await.expect("Lena is asked");
    let button = asked.buttons()[0].custom_id.clone();
    let wrong = leaver.click(asked.id, &button).await.expect("it can be pressed");
    assert!(wrong.followups[0].content.contains("do not play"), "{:?}", wrong.followups);
    lena.click(asked.id, &button).await.expect("a pick");
    waits(mira, TABLE, "Lena takes **").await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_keeps_a_seat_until_its_player_is_back() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let kept = says(jon, "/hand").await.content;
    says(jon, "/replace computer:greedy: plays for points").await;
    waits(mira, TABLE, "plays in the place of Jon from now on").await;
    assert!(says(jon, "/hand").await.content.contains("do not play"));
    let taken = says(mira, "/replace by:@Jon seat:Computer 1").await;
    assert!(taken.content.contains("Jon plays that seat"), "{}", taken.content);
    let back = |post: &Post| post.content.contains("your hand**");
    jon.wait_message("dm", LONG, back).await.unwrap_or_else(|| panic!("{}", seen(jon)));
    assert_eq!(says(jon, "/hand").await.content, kept);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_agrees_to_go_back() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let first = a_pick(&people).await;
    let shown = |post: &Post| {
        let own = format!("<@{}>", first.id());
        post.content.contains("Pick a strategy card") && !post.content.contains(&own)
    };
    first.wait_message(TABLE, LONG, shown).await.expect("the next is asked");
    let second = a_pick(&people).await;
    assert_ne!(first.id(), second.id());
    let asked = says(&first, "/undo").await;
    assert!(asked.content.contains(second.name()), "{}", asked.content);
    let request = waits(&second, TABLE, "asks to go back to").await;
    assert!(request.content.contains(&format!("<@{}>", second.id())), "{}", request.content);
    // One says no, and nothing happens; asked again they agree.
    let takes = |people: &[Person; 3]| {
        people[0].messages(TABLE).iter().filter(|post| post.content.contains("↶")).count()
    };
    second.click(request.id, "No").await.expect("it can be pressed");
    let refused = first.message(request.id).expect("the request").content;
    assert!(refused.contains("did not agree"), "{refused}");
    assert_eq!(takes(&people), 1);
    says(&first, "/undo").await;
    let open = |post: &Post| post.content.contains("asks to go back to");
    let again = first.wait_message(TABLE, LONG, open).await.expect("a new request");
    for person in people.iter().filter(|person| person.id() != first.id()) {
        if again.content.contains(&format!("<@{}>", person.id())) {
            person.click(again.id, "Agree").await.expect("it can be pressed");
        }
    }
    waits(&first, TABLE, "agreed by").await;
    let back = |post: &Post| {
        let own = format!("<@{}>", first.id());
        post.content.contains("Pick a strategy card") && post.content.contains(&own)
    };
    first.wait_message(TABLE, LONG, back).await.expect("the first picks again");
    // A request that nobody answered is void when the game goes on.
    let one = a_pick(&people).await;
    let next = |post: &Post| {
        post.content.contains("Pick a strategy card")
            && !post.content.contains(&format!("<@{}>", one.id()))
    };
    one.wait_message(TABLE, LONG, next).await.expect("the next is asked");
    let two = a_pick(&people).await;
    says(&one, "/undo").await;
    let stale = two.wait_message(TABLE, LONG, open).await.expect("a third request");
    a_pick(&people).await;
    let void = |post: &Post| post.id == stale.id && post.content.contains("void");
    two.wait_message(TABLE, LONG, void).await.unwrap_or_else(|| panic!("{}", seen(&two)));
    place.nothing_was_malformed();
}
