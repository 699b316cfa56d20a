//! Discord in trouble: nothing that was acknowledged is lost, nothing is posted twice, and nothing waits
//! for ever.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use custodian::discord::{Draw, Image, Scene, Subject};
use custodian::engine::Seat;
use custodian::simcord::{Forbidden, Limit, Options, Person, Post};
use custodian::store::{NewLetter, Write};
use custodian::table::Notice;

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};
use super::scripted::{self, Ledger};

const POST: &str = "POST /channels/{channel_id}/messages";

/// What everybody reads of the game in a channel.
fn told(person: &Person, channel: &str) -> Vec<String> {
    let posts = person.messages(channel).into_iter();
    let letters = posts.filter(|post| post.from_bot && !post.ephemeral && post.command.is_none());
    letters.map(|post| post.content).collect()
}

fn how_often(person: &Person, words: &str) -> usize {
    told(person, TABLE).iter().map(|text| text.matches(words).count()).sum()
}

/// Waits until `fits`; in vain after a while.
async fn comes(fits: impl Fn() -> bool) -> bool {
    let waited = async {
        while !fits() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(LONG, waited).await.is_ok()
}

/// The question about a strategy card, whom it calls, and a card that they may pick.
async fn asked(people: &[Person; 3]) -> (Post, Person, String) {
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(people, &shown).clone();
    let mut offered = person.autocomplete(TABLE, "/pick card:").await;
    for _ in 0..5 {
        // Whoever gets no proposals types on.
        if offered.is_ok() {
            break;
        }
        offered = person.autocomplete(TABLE, "/pick card:").await;
    }
    let offered = offered.expect("cards");
    let card = offered[0].value.as_str().expect("a key").to_string();
    (shown, person, card)
}

/// Everything about a pick is told: the pick once, and one question, which is a new one.
async fn is_told(people: &[Person; 3], shown: &Post, picks: usize) {
    let reader = &people[0];
    let questions = || {
        let posts = reader.messages(TABLE).into_iter();
        let asks = posts.filter(|post| post.content.starts_with('⏳'));
        asks.map(|post| (post.id, post.content)).collect::<Vec<_>>()
    };
    let done = comes(|| {
        let now = questions();
        let moved = now.len() == 1 && now[0].1 != shown.content;
        moved && how_often(reader, "takes **") == picks
    });
    assert!(done.await, "{picks} picks: {}", seen(reader));
}

/// The number of answers in the journal that somebody gave.
async fn answers(place: &Place, person: &Person) -> usize {
    let store = place.store();
    let game = store.games_of(&person.id().to_string()).await.expect("games").remove(0);
    let journal = store.journal(&game.id).await.expect("a journal");
    journal.iter().filter(|row| row.author == person.id().to_string()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_of_a_route_and_of_all_only_delay() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    for (picks, limit) in [(1, Limit::Route), (2, Limit::Global)] {
        let (shown, person, card) = asked(&people).await;
        // The first to meet it is the acknowledgement.
        faults.only("");
        faults.rate_limit(5, Duration::from_millis(150), limit);
        let done = says(&person, &format!("/pick card:{card}")).await;
        assert!(done.content.starts_with('✔'), "{}", done.content);
        is_told(&people, &shown, picks).await;
    }
    // The letters alone.
    let (shown, person, card) = asked(&people).await;
    faults.only(POST);
    faults.rate_limit(3, Duration::from_millis(150), Limit::Route);
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_and_broken_connections_lose_nothing_and_repeat_nothing() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    let aims = [
        "/callback",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        POST,
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "DELETE /channels/{channel_id}/messages/{message_id}",
    ];
    for (n, aim) in aims.into_iter().enumerate() {
        let (shown, person, card) = asked(&people).await;
        let before = answers(&place, &person).await;
        faults.clear();
        faults.only(aim);
        faults.server_errors(1, 503);
        faults.lost_answers(1);
        faults.reset_connections(2);
        let done = says(&person, &format!("/pick card:{card}")).await;
        assert!(done.content.starts_with('✔'), "{aim}: {}", done.content);
        is_told(&people, &shown, n + 1).await;
        assert_eq!(answers(&place, &person).await, before + 1, "{aim}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_whose_answer_was_lost_is_found_by_its_nonce_or_by_its_words() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    for (picks, forgets) in [(1, true), (2, false)] {
        let (shown, person, card) = asked(&people).await;
        faults.only(POST);
        faults.forget_nonces(forgets);
        faults.lost_answers(1);
        says(&person, &format!("/pick card:{card}")).await;
        let asks = |post: &Post| post.content.starts_with('⏳') && post.content != shown.content;
        people[0].wait_message(TABLE, LONG, asks).await.expect("it arrived");
        if !forgets {
            // More than the bot looks through.
            for n in 0..30 {
                people[0].say(TABLE, &format!("Talk, part {n}.")).expect("it can be said");
            }
        }
        // What was lost is tried again after half a second.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        is_told(&people, &shown, picks).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_discord_refuses_is_given_up_and_the_game_goes_on() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let (_, person, card) = asked(&people).await;
    let faults = place.discord.faults();
    faults.only(POST);
    faults.server_errors(1, 400);
    says(&person, &format!("/pick card:{card}")).await;
    let store = place.store();
    let game = store.games_of(&person.id().to_string()).await.expect("games").remove(0);
    let started = tokio::time::Instant::now();
    let refused = loop {
        let refused = store.undeliverable(&game.id).await.expect("the outbox");
        if !refused.is_empty() {
            break refused;
        }
        assert!(started.elapsed() < LONG, "it is tried for ever");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(refused.len(), 1, "{refused:?}");
    says(&people[0], "/status").await;
    let (shown, person, card) = asked(&people).await;
    says(&person, &format!("/pick card:{card}")).await;
    let told = comes(|| {
        let posts = people[0].messages(TABLE);
        let mut asks = posts.iter().filter(|post| post.content.starts_with('⏳'));
        asks.any(|post| post.content != shown.content) && how_often(&people[0], "takes **") > 0
    });
    assert!(told.await, "{}", seen(&people[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_while_the_line_was_cut_is_answered() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    for n in 1..=3 {
        let (shown, person, card) = asked(&people).await;
        match n {
            1 => faults.drop_sockets(),
            2 => faults.ask_reconnect(),
            _ => faults.close_sockets(4000),
        }
        let done = says(&person, &format!("/pick card:{card}")).await;
        assert!(done.content.starts_with('✔'), "{}", done.content);
        is_told(&people, &shown, n).await;
    }
    // Nothing to resume: the bot identifies itself again and knows its games as before.
    faults.invalid_session(false);
    assert!(comes(|| place.discord.bot_online()).await);
    let (shown, person, card) = asked(&people).await;
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 4).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_delivered_twice_is_done_once() {
    let place = Place::open().await;
    let [mira, jon, aiko] = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    let faults = place.discord.faults();
    let lobby = says(&mira, "/game create name:Pax").await;
    faults.repeat_interactions(1);
    let filled = says(&mira, "/game fill count:1").await;
    assert!(filled.content.contains("2 of 3–8"), "{}", filled.content);
    let message = lobby.message.expect("the lobby");
    faults.repeat_interactions(1);
    jon.click(message, "Join").await.expect("it can be pressed");
    faults.repeat_interactions(1);
    jon.click(message, "Add a computer").await.expect("it can be pressed");
    let now = says(&aiko, "/game join").await;
    assert!(now.content.contains("5 of 3–8"), "{}", now.content);
    says(&mira, "/game fill count:0").await;
    says(&mira, "/game start").await;
    question(&mira, "").await;
    let people = [mira, jon, aiko];
    super::acts::set_up(&place, &people).await;
    let (shown, person, card) = asked(&people).await;
    let before = answers(&place, &person).await;
    faults.repeat_interactions(1);
    let done = says(&person, &format!("/pick card:{card}")).await;
    assert!(done.content.starts_with('✔'), "{}", done.content);
    is_told(&people, &shown, 1).await;
    assert_eq!(answers(&place, &person).await, before + 1);
    // Taken back once, though it is heard twice.
    faults.repeat_interactions(1);
    says(&person, "/undo").await;
    assert!(comes(|| how_often(&people[0], "↶") == 1).await, "{}", seen(&people[0]));
    // The question of before has gone, and the same player is asked again.
    let again = || {
        let posts = people[0].messages(TABLE).into_iter();
        let asks: Vec<Post> = posts.filter(|post| post.content.starts_with('⏳')).collect();
        asks.len() == 1 && asks[0].content.contains(&format!("<@{}>", person.id()))
    };
    assert!(comes(again).await, "{}", seen(&people[0]));
    let (shown, person, _) = asked(&people).await;
    faults.repeat_interactions(1);
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    is_told(&people, &shown, 2).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_acknowledged_in_time_is_not_done_and_can_be_repeated() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    let (shown, person, card) = asked(&people).await;
    let before = answers(&place, &person).await;
    let line = format!("/pick card:{card}");
    let button = shown.buttons()[0].custom_id.clone();
    faults.acknowledge_within(Duration::from_millis(500));
    // What says that it did not work is late as well.
    faults.late_acknowledgements(2);
    let late = person.slash(TABLE, &line).await.expect("it can be typed");
    assert!(late.failure.is_some(), "{}", late.content);
    faults.late_acknowledgements(1);
    let late = person.click(shown.id, &button).await.expect("it can be pressed");
    assert!(late.failure.is_some(), "{}", late.content);
    faults.lose_interactions(1);
    let lost = person.slash(TABLE, &line).await.expect("it can be typed");
    assert!(lost.failure.is_some(), "{}", lost.content);
    assert_eq!(answers(&place, &person).await, before, "it was done all the same");
    faults.clear();
    let done = says(&person, &line).await;
    assert!(done.content.starts_with('✔'), "{}", done.content);
    is_told(&people, &shown, 1).await;
    assert_eq!(answers(&place, &person).await, before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_token_is_dead_the_channel_still_tells_what_was_done() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let (shown, person, card) = asked(&people).await;
    place.discord.faults().token_life(Duration::ZERO);
    let hasty = person.clone().patient(Duration::from_millis(500), Duration::ZERO);
    let reply = hasty.slash(TABLE, &format!("/pick card:{card}")).await.expect("it can be typed");
    assert!(reply.thinking, "{}", reply.content);
    is_told(&people, &shown, 1).await;
    place.discord.faults().clear();
    let (shown, person, card) = asked(&people).await;
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_messages_come_again_and_the_game_goes_on() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    // The question: whoever looks how the game stands brings it back.
    let (shown, _, _) = asked(&people).await;
    faults.delete_message(shown.id);
    says(&people[0], "/status").await;
    let (again, person, card) = asked(&people).await;
    assert!(again.id != shown.id && again.buttons().len() == shown.buttons().len());
    // The message of the step that goes on.
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 1).await;
    let takes = |post: &Post| !post.ephemeral && post.content.contains("takes **");
    let step = people[0].wait_message(TABLE, LONG, takes).await.expect("it was told");
    faults.delete_message(step.id);
    let (shown, person, card) = asked(&people).await;
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 2).await;
    let told = people[0].messages(TABLE).into_iter().filter(takes).collect::<Vec<_>>();
    assert!(told.len() == 1 && told[0].id != step.id, "{}", seen(&people[0]));
    place.nothing_was_malformed();
}

/// One whole game in which a hand is deleted, one player's messages are closed when the game is under way,
/// and one leaves the server.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_outlives_a_lost_hand_closed_messages_and_a_member_who_leaves() {
    let place = Place::open().await;
    let people = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    says(&people[0], "/game create name:Pax").await;
    for person in &people[1..] {
        says(person, "/game join").await;
    }
    says(&people[0], "/game set name:goal value:2").await;
    says(&people[0], "/game start").await;
    super::acts::set_up(&place, &people).await;
    let hands = |person: &Person| {
        let posts = person.dms().into_iter();
        posts.filter(|post| post.content.contains("· your hand**")).collect::<Vec<_>>()
    };
    assert!(people.iter().all(|person| hands(person).len() == 1));
    let lost = hands(&people[0])[0].id;
    let faults = place.discord.faults();
    faults.delete_message(lost);
    faults.close_dms("Jon", true);
    faults.leave("Aiko", true);
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    assert!(end.content.contains("has won"), "{}", end.content);
    let [mira, jon, aiko] = &people;
    let again = hands(mira);
    assert!(again.len() == 1 && again[0].id != lost, "{}", seen(mira));
    for away in [jon, aiko] {
        let closed = format!("<@{}>, your messages are closed", away.id());
        assert_eq!(how_often(mira, &closed), 1, "{}", seen(mira));
    }
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_a_deleted_channel_are_posted_in_the_next_at_once() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, ..] = &people;
    let (_, person, card) = asked(&people).await;
    let faults = place.discord.faults();
    faults.only(POST);
    faults.server_errors(1, 503);
    says(&person, &format!("/pick card:{card}")).await;
    place.discord.faults().delete_channel(TABLE);
    let refused = || {
        let requests = place.discord.requests();
        requests
            .iter()
            .any(|request| request.template.starts_with("/channels/") && request.status == 404)
    };
    assert!(comes(refused).await, "the bot does not notice that its channel is gone");
    place.discord.create_channel("elsewhere");
    let game = place.store().games_of(&mira.id().to_string()).await.expect("games").remove(0);
    let moved = mira.slash("elsewhere", &format!("/mod channel game:{}", game.id)).await;
    let moved = moved.expect("it can be typed").content;
    assert!(moved.starts_with('✔'), "{moved}");
    let asks = |post: &Post| post.content.starts_with('⏳') && !post.buttons().is_empty();
    mira.wait_message("elsewhere", LONG, asks).await.expect("the question");
    let takes = |text: &&String| text.contains("takes **");
    assert_eq!(told(mira, "elsewhere").iter().filter(takes).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_may_write_again_catches_up_as_soon_as_somebody_types() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    for (picks, what) in [(1, Forbidden::Writing), (2, Forbidden::Access)] {
        let (shown, person, card) = asked(&people).await;
        let before = told(&people[0], TABLE);
        place.discord.faults().forbid(TABLE, Some(what));
        let refusals = || {
            let requests = place.discord.requests();
            requests.iter().filter(|request| request.status == 403).count()
        };
        let earlier = refusals();
        // It is done, though the channel cannot be told.
        let done = says(&person, &format!("/pick card:{card}")).await;
        assert!(done.content.starts_with('✔'), "{}", done.content);
        assert!(comes(|| refusals() > earlier).await);
        assert_eq!(told(&people[0], TABLE), before);
        place.discord.faults().forbid(TABLE, None);
        says(&people[1], "/help").await;
        is_told(&people, &shown, picks).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_names_and_news_fit_into_messages_and_nothing_is_cut() {
    // Every character needs a backslash before it.
    let users = ["_", "*", "~"].map(|mark| mark.repeat(32));
    let options = Options { users: users.to_vec(), ..Options::default() };
    let place = Place::open_on(options).await;
    let people = users.map(|name| place.person(&name));
    says(&people[0], &format!("/game create name:{}", "|".repeat(80))).await;
    for person in &people[1..] {
        says(person, "/game join").await;
    }
    says(&people[0], "/game start").await;
    super::acts::set_up(&place, &people).await;
    let store = place.store();
    let game = store.games_of(&people[0].id().to_string()).await.expect("games").remove(0);
    let everybody = "«0», «1» and «2»";
    let lines: Vec<String> = (0..40).map(|n| format!("{n}. {everybody} do it.")).collect();
    let mut long = "word ".repeat(900);
    long.truncate(4400);
    let turn = Notice::Turn {
        message: "turn 99".into(),
        name: format!("{everybody} have their turn"),
        lines: lines.iter().cloned().chain([long.clone()]).collect(),
        ended: None,
        told: 0,
    };
    let undone = Notice::Undone {
        by: "~".repeat(32),
        name: "before it all".into(),
        answers: 3,
        dice: 1,
        seen: lines.clone(),
        fresh: true,
        board: None,
    };
    let private = Notice::Private { lines: lines.clone() };
    let letter = |seat: Option<Seat>, notice: &Notice| NewLetter {
        seat: seat.map(|seat| seat.0),
        replaces: String::new(),
        body: serde_json::to_string(notice).expect("a notice"),
    };
    let letters = vec![letter(None, &turn), letter(None, &undone), letter(Some(Seat(1)), &private)];
    let position = store.journal(&game.id).await.expect("a journal").len();
    let write = Write {
        game: game.id.clone(),
        position,
        entries: Vec::new(),
        author: String::new(),
        at: 0,
        checkpoints: Vec::new(),
        letters,
        asked: store.asked(&game.id).await.expect("questions"),
        status: game.status,
        beside: Default::default(),
    };
    store.write(&write).await.expect("room");
    let private = |person: &Person| {
        let posts = person.dms().into_iter().map(|post| post.content);
        posts.collect::<Vec<_>>().join("\n")
    };
    assert!(comes(|| private(&people[1]).contains("39. ")).await, "{}", seen(&people[1]));
    let public = told(&people[0], TABLE).join("\n");
    for n in 0..40 {
        let line = format!("\n{n}. ");
        assert_eq!(public.matches(&line).count(), 1, "line {n} of the turn");
        assert!(public.contains(&format!("{n}. \\_\\_")), "line {n} of the undo");
    }
    assert_eq!(public.matches("word").count(), 880);
    says(&people[1], "/status").await;
    says(&people[1], "/hand").await;
    let everything =
        people.iter().flat_map(|person| [person.messages(TABLE), person.dms()].concat());
    assert!(everything.into_iter().all(|post| post.content.chars().count() <= 2000));
    place.nothing_was_malformed();
}

/// In place of a picture its name. The first is drawn when somebody says so, who is told that it is wanted.
fn galaxies(wanted: Sender<()>, go: Receiver<()>) -> Draw {
    let first = Mutex::new(Some((wanted, go)));
    Arc::new(move |scene, _, _| {
        if !matches!(scene, Scene::Imperium { subject: Subject::Galaxy, .. }) {
            return None;
        }
        if let Some((wanted, go)) = first.lock().expect("it does not panic").take() {
            wanted.send(()).ok()?;
            go.recv().ok()?;
        }
        Some(Image { png: b"galaxy".to_vec(), alt: "The galaxy".into() })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_could_not_be_added_is_added_later_and_may_go_with_its_message() {
    let ((wants, wanted), (says_go, go)) = (channel(), channel());
    let place = Place::open_drawing(Some(galaxies(wants, go))).await;
    let faults = place.discord.faults();
    let people = three_players(&place).await;
    tokio::task::spawn_blocking(move || wanted.recv()).await.expect("a thread").expect("a wish");
    faults.only("PATCH /channels/{channel_id}/messages/{message_id}");
    faults.server_errors(1, 503);
    faults.reset_connections(1);
    says_go.send(()).expect("it is waited for");
    let pictured = |post: &Post| !post.attachments.is_empty();
    let post = people[0].wait_message(TABLE, LONG, pictured).await.expect("a picture");
    assert_eq!(post.attachments[0].name, "galaxy.png");
    // With the message goes its picture, and the game goes on.
    faults.delete_message(post.id);
    let (shown, person, card) = asked(&people).await;
    says(&person, &format!("/pick card:{card}")).await;
    is_told(&people, &shown, 1).await;
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_starts_while_discord_is_in_trouble_connects_when_it_is_over() {
    let mut place = Place::open().await;
    let people = three_players(&place).await;
    for (picks, aim) in [(1, ""), (2, "PUT /applications/"), (3, "GET /gateway")] {
        place.bot.take().expect("the bot runs").stop().await;
        let faults = place.discord.faults();
        faults.only(aim);
        faults.server_errors(3, 503);
        faults.lost_answers(2);
        place.restart().await;
        let (shown, person, card) = asked(&people).await;
        says(&person, &format!("/pick card:{card}")).await;
        is_told(&people, &shown, picks).await;
    }
}
