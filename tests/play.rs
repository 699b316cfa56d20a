//! Games played through the simulated Discord by slash commands and buttons.

use std::time::Duration;

use custodian::discord::{Bot, Setup};
use custodian::simcord::{Options, Person, Post, Simcord};

#[path = "play/acts.rs"]
mod acts;
#[path = "play/by_hand.rs"]
mod by_hand;
#[path = "play/faults.rs"]
mod faults;
#[path = "play/hands.rs"]
mod hands;
#[path = "play/inscription.rs"]
mod inscription;
#[path = "play/maps.rs"]
mod maps;
#[path = "play/moderator.rs"]
mod moderator;
#[path = "play/orders.rs"]
mod orders;
#[path = "play/place.rs"]
mod place;
#[path = "play/scripted.rs"]
mod scripted;
#[path = "play/secrecy.rs"]
mod secrecy;
#[path = "play/shards.rs"]
mod shards;
#[path = "play/storm.rs"]
mod storm;
#[path = "play/trouble.rs"]
mod trouble;
#[path = "play/undone.rs"]
mod undone;
#[path = "play/watch.rs"]
mod watch;

use place::{LONG, Place, TABLE, called, nobody_is_asked, question, says, seen, three_players};
use scripted::Ledger;

#[tokio::test(flavor = "multi_thread")]
async fn three_people_play_from_the_lobby_into_the_action_phase() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    // Secrets came by direct message, and nowhere else.
    for person in &people {
        let told = person.dms().iter().any(|post| post.content.contains("your hand"));
        assert!(told, "{} has no hand", person.name());
    }
    // Each picks by the first button of the public question.
    for _ in 0..6 {
        let shown = question(&people[0], "Pick a strategy card").await;
        let person = called(&people, &shown);
        let other = people.iter().find(|other| other.id() != person.id()).expect("two others");
        let button = shown.buttons()[0].clone();
        let wrong = other.click(shown.id, &button.custom_id).await.expect("it can be pressed");
        let refused = &wrong.followups.first().expect("a refusal").content;
        assert!(refused.contains("another player"), "{refused}");
        assert!(wrong.followups[0].ephemeral);
        let before = shown.id;
        person.click(shown.id, &button.custom_id).await.expect("it can be pressed");
        let moved = |post: &Post| {
            post.content.starts_with('⏳')
                && (post.id != before || post.buttons().first() != Some(&button))
        };
        person.wait_message(TABLE, LONG, moved).await.expect("the next question");
        if question(&people[0], "").await.content.contains("Your turn") {
            break;
        }
    }
    let shown = question(&people[0], "Your turn").await;
    let active = called(&people, &shown).clone();
    // What belongs together is told in one message.
    for heading in ["**Set-up**", "**Round 1, strategy phase**"] {
        let posts = people[0].messages(TABLE);
        let told = posts.iter().filter(|post| post.content.starts_with(heading)).count();
        assert_eq!(told, 1, "{heading}");
    }
    // A tactical action, typed.
    let choices = active.autocomplete(TABLE, "/activate system:").await.expect("systems");
    assert!(!choices.is_empty() && choices.len() <= 25);
    let system = choices[0].value.as_str().expect("a key").to_string();
    let refused = says(&active, "/activate system:999").await;
    assert!(refused.content.starts_with('✖') && refused.ephemeral, "{}", refused.content);
    let reply = says(&active, &format!("/activate system:{system}")).await;
    assert!(reply.content.starts_with('✔') && reply.ephemeral, "{}", reply.content);
    let other = people.iter().find(|other| other.id() != active.id()).expect("two others");
    let refused = says(other, "/pass").await;
    assert!(refused.content.starts_with('✖'), "{}", refused.content);
    // An old button says what is asked now.
    if let Some(old) = shown.buttons().first()
        && active.message(shown.id).is_some()
    {
        let reply = active.click(shown.id, &old.custom_id).await;
        assert!(reply.is_err() || reply.is_ok_and(|reply| reply.failure.is_none()));
    }
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_messages_are_told_once_and_the_hand_is_shown_on_demand() {
    let place = Place::open().await;
    place.discord.faults().close_dms("Jon", true);
    let people = three_players(&place).await;
    let jon = &people[1];
    let closed = |post: &Post| post.content.contains("your messages are closed; use `/hand`");
    jon.wait_message(TABLE, LONG, closed).await.expect("the channel is told");
    assert_eq!(jon.messages(TABLE).iter().filter(|post| closed(post)).count(), 1);
    assert!(jon.dms().iter().all(|post| !post.from_bot));
    let hand = says(jon, "/hand").await;
    assert!(hand.ephemeral && hand.content.contains("secret objective"), "{}", hand.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_answered_and_changes_nothing() {
    let place = Place::open().await;
    let lena = place.person("Lena");
    let reply = says(&lena, "/status").await;
    assert!(reply.ephemeral && reply.content.contains("no game here"), "{}", reply.content);
    let mira = place.person("Mira");
    let reply = says(&mira, "/game create name:Odd goal:10 points map:nowhere").await;
    assert!(reply.ephemeral && reply.content.contains("no preset map"), "{}", reply.content);
    let people = three_players(&place).await;
    let again = says(&people[0], "/game create").await;
    assert!(again.ephemeral && again.content.contains("another unfinished game"));
    let reply = says(&lena, "/pick card:Trade").await;
    assert!(reply.ephemeral && reply.content.contains("do not play"), "{}", reply.content);
    let reply = says(&lena, "/hand").await;
    assert!(reply.ephemeral && reply.content.contains("do not play"), "{}", reply.content);
    let reply = says(&lena, "/game abandon").await;
    assert!(reply.ephemeral && reply.content.contains("moderator"), "{}", reply.content);
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(&people, &shown);
    let pressed = lena.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a press");
    assert!(pressed.followups[0].ephemeral, "{:?}", pressed.followups);
    assert!(pressed.followups[0].content.contains("do not play"));
    for line in [
        format!("/assign units:{}", "9 carriers, ".repeat(400)),
        "/move from:101 units:carrier".into(),
        "/answer choice:@everyone".into(),
        "/confirm".into(),
        "/mod undo to:99999".into(),
        "/trade accept offer:7".into(),
        "/system system:Nowhere".into(),
        "/odds".into(),
        "/odds system:Nowhere".into(),
        "/odds system:000".into(),
        "/odds attacker:-5 cruisers defender:dreadnought".into(),
        "/odds attacker:@everyone defender:dreadnought".into(),
    ] {
        let reply = says(person, &line).await;
        assert!(reply.ephemeral && reply.content.starts_with('✖'), "{line}: {}", reply.content);
        assert!(reply.content.chars().count() <= 2000);
    }
    let after = question(&people[0], "Pick a strategy card").await;
    assert_eq!(after.buttons(), shown.buttons());
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_work_after_a_restart_and_old_ones_say_what_is_asked_now() {
    let mut place = Place::open().await;
    let people = three_players(&place).await;
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(&people, &shown).clone();
    let own = says(&person, "/answer").await;
    let old = own.message.expect("an answer");
    place.restart_bot().await;
    let button = own.buttons()[1].custom_id.clone();
    person.click(shown.id, &button).await.expect("the button of before");
    let moved = |post: &Post| post.content.contains("takes **");
    person.wait_message(TABLE, LONG, moved).await.expect("it was picked");
    let reply = person.click(old, &button).await.expect("it can be pressed");
    let text = format!("{} {:?}", reply.content, reply.followups);
    assert!(text.contains("moved on"), "{text}");
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_look_back_and_go_back() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(&people, &shown).clone();
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    let moved = |post: &Post| post.content.contains("takes **");
    person.wait_message(TABLE, LONG, moved).await.expect("it was picked");
    let undone = says(&person, "/undo").await;
    assert!(undone.content.starts_with('✔'), "{}", undone.content);
    let told = |post: &Post| post.content.starts_with('↶');
    person.wait_message(TABLE, LONG, told).await.expect("everybody is told");
    let points = people[0].autocomplete(TABLE, "/mod undo to:").await.expect("points");
    assert!(!points.is_empty());
    let to = &points[0].value;
    let refused = says(&people[1], &format!("/mod undo to:{to}")).await;
    assert!(refused.content.contains("moderator"), "{}", refused.content);
    let preview = says(&people[0], &format!("/mod undo to:{to}")).await;
    assert!(preview.content.starts_with('↶'), "{}", preview.content);
    let message = preview.message.expect("a preview");
    let done = people[0].click(message, "Same dice").await.expect("it can be pressed");
    let text = format!("{} {:?}", done.content, people[0].message(message).map(|p| p.content));
    assert!(text.contains("went back"), "{text}");
    let history = says(&people[0], "/mod history").await;
    assert!(history.ephemeral && history.content.contains("~~"), "{}", history.content);
    place.nothing_was_malformed();
}

/// A finished game tells its winner and its seed, and asks nobody anything any more.
async fn ends_well(place: &Place, people: &[Person], end: &Post) {
    assert!(end.content.contains("has won") && end.content.contains("seed"), "{}", end.content);
    assert!(nobody_is_asked(&people[0], TABLE).await, "{}", seen(&people[0]));
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_computers_play_to_the_end() {
    let place = Place::open().await;
    let people = [place.person("Mira")];
    says(&people[0], "/game create name:Solo").await;
    let lobby = says(&people[0], "/game fill count:2 kind:greedy: plays for points").await;
    assert!(lobby.content.contains("3 of 3–8"), "{}", lobby.content);
    says(&people[0], "/game start").await;
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    ends_well(&place, &people, &end).await;
    let why = says(&people[0], "/why").await;
    assert!(why.ephemeral && why.content.starts_with("Computer "), "{}", why.content);
    let own = says(&people[0], "/why seat:1").await;
    assert!(own.content.contains("No computer player"), "{}", own.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn three_people_play_to_the_end() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    ends_well(&place, &people, &end).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn six_people_play_to_the_end() {
    let place = Place::open().await;
    let names = ["Mira", "Jon", "Aiko", "Sam", "Lena", "Omar"];
    let people = names.map(|name| place.person(name));
    says(&people[0], "/game create name:Six").await;
    for person in &people[1..] {
        says(person, "/game join").await;
    }
    says(&people[0], "/game start").await;
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    ends_well(&place, &people, &end).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_discord_lose_nothing_and_repeat_nothing() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let faults = place.discord.faults();
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = called(&people, &shown).clone();
    faults.only("POST /channels/{channel_id}/messages");
    faults.server_errors(1, 502);
    faults.lost_answers(1);
    faults.rate_limit(1, Duration::from_millis(100), custodian::simcord::Limit::Route);
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    let next = |post: &Post| post.content.starts_with('⏳') && post.id != shown.id;
    person.wait_message(TABLE, LONG, next).await.expect("the next question comes");
    let told = person.messages(TABLE);
    let takes = told.iter().filter(|post| post.content.contains("takes **"));
    assert_eq!(takes.count(), 1, "{}", seen(&person));
    assert_eq!(told.iter().filter(|post| next(post)).count(), 1, "{}", seen(&person));
    let gone = tokio::time::timeout(LONG, async {
        while person.message(shown.id).is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    gone.await.expect("the old question goes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_channel_was_deleted_goes_on_in_another() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, _] = &people;
    let intro = mira.messages(TABLE).iter().find_map(|post| {
        let (_, id) = post.content.split_once("Game `")?;
        id.split('`').next().map(String::from)
    });
    let id = intro.expect("the first message names the game");
    place.discord.faults().delete_channel(TABLE);
    place.discord.create_channel("elsewhere");
    let refused = jon.slash("elsewhere", &format!("/mod channel game:{id}")).await.expect("typed");
    assert!(refused.content.contains("moderator"), "{}", refused.content);
    let moved = mira.slash("elsewhere", &format!("/mod channel game:{id}")).await.expect("typed");
    assert!(moved.content.starts_with('✔'), "{}", moved.content);
    let asks = |post: &Post| post.content.starts_with('⏳') && !post.buttons().is_empty();
    let shown = mira.wait_message("elsewhere", LONG, asks).await.expect("the question");
    let person = called(&people, &shown);
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    let told = |post: &Post| post.content.contains("takes **");
    mira.wait_message("elsewhere", LONG, told).await.expect("the game goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_bot_with_a_reason() {
    let discord = Simcord::start(Options::default()).await.expect("a free port");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let setup = Setup {
        token: "MTIz.wrong.token".into(),
        api: Some(discord.url()),
        guild: None,
        moderator_role: None,
        database: folder.path().join("custodian.db").into(),
        processes: Default::default(),
        automatic_after: Duration::from_secs(1),
        between_edits: Duration::ZERO,
        ended: None,
        listen: None,
        draw: None,
        dealing: None,
    };
    let mut bot = Bot::start(setup).await.expect("the database opens");
    let ended = tokio::time::timeout(LONG, bot.finished()).await.expect("it ends");
    let why = ended.expect_err("it cannot work").to_string();
    assert!(why.contains("token"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_come_with_turns_once_the_board_lies_there_and_on_demand() {
    let place = Place::open_drawing(Some(custodian::discord::drawing())).await;
    let people = three_players(&place).await;
    let mira = &people[0];
    let ended = |posts: &[Post], files: usize| {
        posts.iter().filter(|post| post.attachments.len() == files).count()
    };
    let pictured = |post: &Post| !post.attachments.is_empty();
    let post = mira.wait_message(TABLE, LONG * 3, pictured).await.expect("a picture");
    assert_eq!(post.attachments[0].content_type, "image/png");
    assert!(post.attachments[0].description.is_some());
    // One for the whole set-up.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(ended(&mira.messages(TABLE), 1), 1, "{}", seen(mira));
    // After a tactical action the system is shown beside the galaxy, in the same message.
    let (both, _) = tokio::join!(
        mira.wait_message(TABLE, LONG * 3, |post| post.attachments.len() == 2),
        tactical_action(&people)
    );
    let both = both.expect("two pictures");
    let names: Vec<&str> = both.attachments.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["system.png", "galaxy.png"]);
    assert!(both.content.contains("activates **"), "{}", both.content);
    let map = says(mira, "/map").await;
    assert_eq!(map.attachments.len(), 1);
    let turn = says(mira, "/map view:the last turn step by step, moving").await;
    assert_eq!(turn.attachments.len(), 1, "{}", turn.content);
    assert_eq!(turn.attachments[0].name, "turn.gif");
    assert_eq!(&turn.attachments[0].bytes()[..6], b"GIF89a");
    let hand = says(mira, "/hand").await;
    assert!(hand.ephemeral && hand.attachments.len() == 1);
    let system = says(mira, "/system system:000").await;
    assert!(system.ephemeral && system.content.contains("Mecatol Rex"), "{}", system.content);
    attacks_are_judged(mira).await;
    place.nothing_was_malformed();
}

/// Cards are picked, and whoever is first activates a system and does nothing in it.
/// Fleets at home are judged against an attack that somebody thinks of, for nobody else to see.
async fn attacks_are_judged(person: &Person) {
    let mut judged = Vec::new();
    for home in ["301", "304", "307", "310", "313", "316"] {
        let line = format!("/odds system:{home} theatre:space attacker:3 cruisers, 2 fighters");
        let reply = says(person, &line).await;
        assert!(reply.ephemeral, "{}", reply.content);
        judged.extend((!reply.content.starts_with('✖')).then_some(reply));
    }
    assert!(!judged.is_empty());
    for reply in judged {
        let names: Vec<&str> = reply.attachments.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["odds.png"], "{}", reply.content);
        assert!(reply.content.contains("most likely left"), "{}", reply.content);
    }
    let typed = says(person, "/odds attacker:2 cruisers defender:dreadnought").await;
    assert!(typed.ephemeral && typed.content.contains("44.9 %"), "{}", typed.content);
}

async fn tactical_action(people: &[Person; 3]) {
    for _ in 0..60 {
        let shown = question(&people[0], "").await;
        let person = called(people, &shown);
        if shown.content.contains("Pick a strategy card") {
            person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
        } else if shown.content.contains("Your turn") {
            let systems = person.autocomplete(TABLE, "/activate system:3").await.expect("systems");
            let system = systems[0].value.as_str().expect("a key");
            says(person, &format!("/activate system:{system}")).await;
            for _ in 0..3 {
                says(person, "/pass").await;
            }
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
